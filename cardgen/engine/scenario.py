"""Scenarios: a position, some moves, and what must then hold, written in YAML. That is how a rule is proven."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from cardgen.base.errors import CardgenError, Location, Problem, Problems, did_you_mean
from cardgen.engine.blame import RAISED, blamed, hurrying
from cardgen.engine.choices import pick
from cardgen.engine.game import Game
from cardgen.engine.given import AS_WRITTEN, Misplaced
from cardgen.engine.phase import OVER, IllegalMove
from cardgen.engine.state import State
from cardgen.engine.streams import stream
from cardgen.engine.telling import Recorder
from cardgen.source.leaves import FILLED, TEXT, whole
from cardgen.source.nodes import Document, Step
from cardgen.source.parse import read_yaml
from cardgen.source.shape import Part, Schema, Shape, json_schema, key, list_of, map_of, part
from cardgen.source.wrong import read

MakeGame: TypeAlias = Callable[[str, int, Mapping[str, Any]], Game[Any]]
"""Returns the game of a name for so many players with these options; ValueError or KeyError if it cannot."""

Trail: TypeAlias = tuple[Step, ...]


def _either(block: Shape[Any], other: Shape[Any]) -> Shape[Any]:
    """Return the shape of a block or of something else."""
    return Shape(
        lambda value: (block if isinstance(value, dict) else other).read(value),
        lambda parts: {"anyOf": [block.schema(parts), other.schema(parts)]},
    )


_NONE: Final[Mapping[str, Any]] = MappingProxyType({})
_ENTRIES: Final = map_of(AS_WRITTEN)
_RULES: Final = list_of(FILLED)
_MOVES: Final = list_of(TEXT)


class Exactly(Part, example="{exactly: [P0 passes]}"):
    """All moves that are allowed."""

    exactly: tuple[str, ...] = key(_MOVES, "The moves, in any order.")


class Variation(Part, example="{options: {side: ales}, score: {P0: 4}}"):
    """What differs from the scenario: its `given` and `options` are added, all else replaced."""

    scenario: str = key(FILLED, "A sentence that says what is proven.", default="")
    rules: tuple[str, ...] = key(_RULES, "The numbers of the rules it proves.", default=())
    game: str = key(FILLED, "The name of the game.", default="")
    players: int = key(whole(), "How many play.", default=0)
    options: Mapping[str, Any] = key(_ENTRIES, "House rules that differ from the default.", default=_NONE)
    given: Mapping[str, Any] = key(_ENTRIES, "The position, in the words of the game.", default=_NONE)
    seed: int | None = key(
        whole(), "A number: the cards are dealt from it instead of a given position.", default=None
    )
    moves: tuple[str, ...] = key(
        _MOVES, "Sentences, in order; `random` plays on by chance to the end.", default=()
    )
    expect: Mapping[str, Any] = key(_ENTRIES, "What must then hold.", default=_NONE)
    score: Mapping[str, int] = key(map_of(whole()), "The score of each player.", default=_NONE)
    sees: Mapping[str, Mapping[str, Any]] = key(
        map_of(_ENTRIES), "What a player sees of the position, as in expect:.", default=_NONE
    )
    applies: tuple[str, ...] = key(_RULES, "Rules that the moves must have used.", default=())
    legal: tuple[str, ...] | Exactly = key(
        _either(part(Exactly), _MOVES), "Moves that must be allowed, or {exactly: all of them}.", default=()
    )
    illegal: Mapping[str, str] | tuple[str | Mapping[str, str], ...] = key(
        _either(map_of(FILLED), list_of(_either(map_of(FILLED), TEXT))),
        "Moves that must be refused, each with the rule that refuses it.",
        default=(),
    )


class Scenario(Variation, example="{scenario: A wall stops the match, score: {P0: 2}}"):
    """A position, some moves, and what must then hold."""

    also: tuple[Variation, ...] = key(
        list_of(part(Variation)),
        "Variations: the same with other options, moves or expectations.",
        default=(),
    )


class ScenarioFile(Scenario, example="{game: biergarten, players: 2, scenarios: []}"):
    """One scenario, or a list of them with what they have in common."""

    scenarios: tuple[Scenario, ...] = key(
        list_of(part(Scenario)), "Scenarios; what stands beside this list holds for all of them.", default=()
    )


_CLAIMS: Final = ("expect", "score", "sees", "applies", "legal", "illegal")


def scenario_schema() -> Schema:
    """Return the JSON Schema of a file of scenarios, for editors."""
    return json_schema(part(ScenarioFile), "Scenarios of a cardgen game")


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """One scenario (or one variation of it) that was run; no problems means that it holds."""

    name: str
    game: str
    rules: tuple[str, ...]
    options: Mapping[str, Any]
    where: Location
    problems: tuple[Problem, ...]


def run_scenarios(file: Path, make_game: MakeGame) -> list[ScenarioResult]:
    """Run all scenarios of a YAML file and their variations; CardgenError if the file itself is wrong."""
    document, cases = _read(file)
    results: list[ScenarioResult] = []
    for case in cases:
        stuck = any(problem.code == "stuck" for result in results for problem in result.problems)
        results.append(_run(document, case, make_game, _PONDERS / 6 if stuck else _PONDERS))
    return results


def scenarios_in(file: Path) -> list[Scenario]:
    """Return what `run_scenarios` would run; CardgenError if the file is wrong."""
    return [case.said for case in _read(file)[1]]


def _read(file: Path) -> tuple[Document, Iterator[_Case]]:
    problems = Problems()
    document = read_yaml(file, str(file), problems)
    problems.raise_errors()
    assert document is not None
    said = read(part(ScenarioFile), document, code="scenario")
    _check_complete(document)
    problems.raise_errors()
    assert said is not None
    return document, _cases(said)


def _check_complete(document: Document) -> None:
    """Note what a scenario lacks, and what is in common does not say either."""
    common = document.data if isinstance(document.data, dict) else {}
    listed = common.get("scenarios")
    places: list[Trail] = [("scenarios", n) for n in range(len(listed))] if isinstance(listed, list) else []
    for at in places if "scenarios" in common else [()]:
        own = document.get(*at)
        if not isinstance(own, dict):
            continue
        for word in ("scenario", "game", "players"):
            if word not in own and word not in common:
                hint = f"{word}: {part(ScenarioFile).keys[word].says}"
                document.note(f"'{word}' is missing", *at, hint=hint, code="missing-key")
        if not any(claim in block for claim in (*_CLAIMS, "also") for block in (own, common)):
            hint = "add expect:, score:, legal: or illegal:"
            document.note("this scenario proves nothing", *at, hint=hint, code="scenario")


class _Case(NamedTuple):
    """A scenario or a variation as it is run, with what it has from elsewhere, and where each entry is written."""

    said: Scenario
    paths: Mapping[str, Trail]

    def path(self, *steps: Step) -> Trail:
        """Return where an entry is written; it may come from the variation or from what all have in common."""
        return (*self.paths.get(str(steps[0]), ()), *steps)

    def varied(self, own: Variation, at: Trail) -> _Case:
        """Return the case with what a block says of its own."""
        data = {**vars(self.said), **vars(own)}
        for word in ("given", "options"):
            data[word] = {**getattr(self.said, word), **getattr(own, word)}
        data = {word: value for word, value in data.items() if word in part(Scenario).keys}
        return _Case(Scenario(**data), {**self.paths, **dict.fromkeys(vars(own), at)})


def _cases(file: ScenarioFile) -> Iterator[_Case]:
    common = _Case(Scenario(), {}).varied(file, ())
    places: list[Trail] = [("scenarios", n) for n in range(len(file.scenarios))]
    for at in places if "scenarios" in vars(file) else [()]:
        case = common.varied(file.scenarios[int(at[1])], at) if at else common
        yield case
        bare = {word: value for word, value in vars(case.said).items() if word not in (*_CLAIMS, "also")}
        for n, own in enumerate(case.said.also):
            yield case._replace(said=Scenario(**bare)).varied(own, (*at, "also", n))


_PONDERS = (
    3.0  # seconds of computing for one step of a scenario; after one that took longer, the others get less
)


class _Failed(Exception):
    """The rest of a scenario cannot be run."""


class _Run:
    """One scenario being run."""

    def __init__(self, document: Document, case: _Case) -> None:
        self.document = document
        self.case = case
        self.said = case.said
        self.problems = Problems()
        self.game: Game[Any] | None = None
        self.doing: tuple[str, ...] = ()  # for what the rules raise

    def note(self, message: str, *steps: Step, hint: str = "") -> None:
        where = self.document.where(*self.case.path(*steps))
        self.problems.add(message, where, trail=(self.said.scenario,), hint=hint, code="scenario")

    def stop(self, message: str, *steps: Step) -> _Failed:
        self.note(message, *steps)
        return _Failed()

    def position(self, make_game: MakeGame) -> tuple[Game[Any], State]:
        said = self.said
        try:
            game = self.game = make_game(said.game, said.players, said.options)
        except (KeyError, ValueError) as wrong:
            word = "options" if "option" in str(wrong) and said.options else "game"
            raise self.stop(str(wrong).strip("\"'"), word) from None
        if said.seed is not None:
            if said.given:
                raise self.stop("a position is given or dealt from a seed, not both", "seed")
            return game, game.deal(said.seed)
        try:
            return game, game.position(said.given)
        except Misplaced as wrong:
            for one in (wrong, *wrong.also):
                self.note(one.message, "given", *one.path)
            raise _Failed from None

    def play(self, game: Game[Any], state: State) -> None:
        for number, text in enumerate(self.said.moves):
            where = self.document.where(*self.case.path("moves", number))
            self.doing = (f"{where}: move {number + 1}, {text}",)
            if text == "random":
                rng = stream(self.said.seed or 0, "scenario")
                while state.phase is not OVER:
                    game.play(state, pick(game.moves(state), rng.random))
                continue
            try:
                game.play_text(state, text)
            except IllegalMove as refused:
                raise self.stop(f"this move is not allowed: {_reason(refused)}", "moves", number) from None
            except ValueError as wrong:
                raise self.stop(str(wrong), "moves", number) from None
        self.doing = ()

    def check(self, game: Game[Any], state: State, used: set[str]) -> None:
        self._compare(game.facts(state), self.said.expect, "expect")
        for name, expected in self.said.sees.items():
            if name in game.names:
                seen = game.facts(game.view(state, game.seat(name)))
                self._compare(seen, expected, "sees", name, says=f"{name} sees that ")
            else:
                self.note(f"nobody called '{name}' is at the table", "sees", name)
        scores = dict(zip(game.names, game.scores(state), strict=True))
        for name, score in self.said.score.items():
            if scores.get(name) != score:
                self.note(f"the score of {name} is {scores.get(name)}, expected {score}", "score", name)
        for number, rule in enumerate(self.said.applies):
            if rule not in used:
                self.note(f"{rule} was not used", "applies", number, hint=f"used: {', '.join(sorted(used))}")
        self._legal(game, state)
        self._illegal(game, state)

    def _compare(
        self, facts: Mapping[str, Any], expected: Mapping[str, Any], *steps: str, says: str = ""
    ) -> None:
        for path, value in expected.items():
            for what, differs in difference(facts, path, value):
                self.note(f"{says}{what} {differs}", *steps, path)

    def _legal(self, game: Game[Any], state: State) -> None:
        legal = self.said.legal
        if isinstance(legal, Exactly):
            expected = set(legal.exactly)
            real = {game.say(state, move) for move in game.moves(state)}
            for text in sorted(expected - real):
                self.note(f"'{text}' is not among the moves", "legal", "exactly")
            for text in sorted(real - expected):
                self.note(f"'{text}' is allowed, too", "legal", "exactly")
            return
        for number, text in enumerate(legal):
            try:
                game.play_text(state.copy(), text)
            except IllegalMove as refused:
                self.note(f"this move must be allowed: {_reason(refused)}", "legal", number)
            except ValueError as wrong:
                self.note(str(wrong), "legal", number)

    def _illegal(self, game: Game[Any], state: State) -> None:
        illegal = self.said.illegal
        cases: list[tuple[str, str, Trail]] = []
        if isinstance(illegal, Mapping):
            cases = [(text, rule, (text,)) for text, rule in illegal.items()]
        else:
            for number, one in enumerate(illegal):
                pairs = one.items() if isinstance(one, Mapping) else [(one, "")]
                cases += [(text, rule, (number,)) for text, rule in pairs]
        for text, rule, path in cases:
            try:
                game.play_text(state.copy(), text)
            except IllegalMove as refused:
                if rule and refused.rule != rule:
                    self.note(f"this move is refused by another rule: {_reason(refused)}", "illegal", *path)
            except ValueError as wrong:
                self.note(str(wrong), "illegal", *path)
            else:
                self.note("this move is allowed, and must not be", "illegal", *path)


def _reason(refused: IllegalMove) -> str:
    return f"{refused.refusal.says} ({refused.rule})"


def _run(document: Document, case: _Case, make_game: MakeGame, seconds: float) -> ScenarioResult:
    run = _Run(document, case)
    try:
        with hurrying(seconds, lambda: run.doing):
            game, state = run.position(make_game)
            recorder = Recorder()
            state.tell = recorder.tell
            run.play(game, state)
            run.check(game, state, {rule for event in recorder.events for rule in event.rules})
    except _Failed:
        pass
    except RAISED as error:
        told = blamed(error, run.game) if run.game else error
        if not isinstance(told, CardgenError):
            raise
        for problem in told.problems:
            trail = (case.said.scenario, *run.doing, *problem.trail)
            run.problems.extend([replace(problem, trail=trail)])
    said, where = case.said, document.where(*case.path("scenario"))
    return ScenarioResult(said.scenario, said.game, said.rules, said.options, where, tuple(run.problems))


# -- comparing a position with what is expected of it


def difference(facts: Mapping[str, Any], path: str, expected: Any) -> Iterator[tuple[str, str]]:
    """Yield what differs: a path such as `scores.P0`, and a sentence about it.

    An expected mapping names some of the entries; `{count: 2}`, `{has: C01}`, `{lacks: C01}`,
    `{at_least: 3}`, `{not: 0}` and `{any_order: [C01, C02]}` are tests; a text is compared line by line without regard to
    the width of its columns; all else must be equal.
    """
    actual: Any = facts
    for step in path.split("."):
        if not isinstance(actual, Mapping) or step not in actual:
            known = did_you_mean(step, actual) if isinstance(actual, Mapping) else "nothing below it"
            yield path, f"is no part of the position ({known})"
            return
        actual = actual[step]
    yield from _compare(path, actual, expected)


def _compare(path: str, actual: Any, expected: Any) -> Iterator[tuple[str, str]]:
    if isinstance(expected, Mapping) and expected and all(key in _TESTS for key in expected):
        for key, value in expected.items():
            if not _TESTS[key](actual, value):
                yield path, f"is {_shown(actual)}, expected {key.replace('_', ' ')} {_shown(value)}"
        return
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        for key, value in expected.items():
            yield from difference(actual, str(key), value) if key in actual else ((path, f"has no {key}"),)
        return
    if _rows(actual) != _rows(expected):
        yield path, f"is {_shown(actual)}, expected {_shown(expected)}"


def _rows(value: Any) -> Any:
    return [line.split() for line in value.strip().splitlines()] if isinstance(value, str) else value


def _shown(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        return "".join(f"\n    {line}" for line in value.strip().splitlines()) + "\n  "
    if isinstance(value, list):
        return f"[{', '.join(str(item) for item in value)}]"
    return "nothing" if value is None or value == "" else str(value)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "count": lambda actual, n: len(actual) == n,
    "has": lambda actual, some: all(item in actual for item in _items(some)),
    "lacks": lambda actual, some: not any(item in actual for item in _items(some)),
    "not": lambda actual, value: bool(actual != value),
    "at_least": lambda actual, n: bool(actual >= n),
    "any_order": lambda actual, all_of: Counter(actual) == Counter(all_of),
}
