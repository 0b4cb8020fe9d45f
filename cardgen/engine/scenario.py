"""Scenarios: a position, some moves, and what must then hold, written in YAML. That is how a rule is proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from cardgen.base.errors import Location, Problem, Problems, did_you_mean
from cardgen.engine.choices import pick
from cardgen.engine.expectation import difference
from cardgen.engine.game import Game
from cardgen.engine.given import Misplaced
from cardgen.engine.phase import OVER, IllegalMove
from cardgen.engine.recorder import Recorder
from cardgen.engine.state import State
from cardgen.engine.streams import stream
from cardgen.source.nodes import Document, Step, plain
from cardgen.source.parse import read_yaml

MakeGame: TypeAlias = Callable[[str, int, Mapping[str, Any]], Game[Any]]
"""Returns the game of a name for so many players with these options; ValueError or KeyError if it cannot."""

Trail: TypeAlias = tuple[Step, ...]

_KEYS = {
    "scenario": "a sentence that says what is proven",
    "rules": "the numbers of the rules it proves",
    "game": "the name of the game",
    "players": "how many play",
    "options": "house rules that differ from the default",
    "given": "the position",
    "seed": "a number: the cards are dealt from it instead of a given position",
    "moves": "sentences, in order; `random` plays on by chance to the end",
    "expect": "what must then hold",
    "score": "the score of each player",
    "sees": "what a player sees of the position, as in expect:",
    "applies": "rules that the moves must have used",
    "legal": "moves that must be allowed, or {exactly: all of them}",
    "illegal": "moves that must be refused, each with the rule that refuses it",
    "also": "variations: the same with other options, moves or expectations",
}
_CLAIMS = ("expect", "score", "sees", "applies", "legal", "illegal")


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
    """Run all scenarios of a YAML file; CardgenError if the file itself is wrong.

    The file is one scenario, or `scenarios:` with a list and, beside it, what they have in common.
    """
    problems = Problems()
    document = read_yaml(file, str(file), problems)
    problems.raise_errors()
    assert document is not None
    entries = list(_entries(document, problems))
    problems.raise_errors()
    return [_run(document, entry, make_game) for entry in entries]


@dataclass(frozen=True, slots=True)
class _Entry:
    data: Mapping[str, Any]
    paths: Mapping[str, Trail]

    def path(self, *steps: Step) -> Trail:
        """Return where an entry is written; it may come from the variation or from what all have in common."""
        return (*self.paths.get(str(steps[0]), ()), *steps)


def _entries(document: Document, problems: Problems) -> Iterator[_Entry]:
    data = document.data
    if not isinstance(data, Mapping):
        problems.add("expected a scenario or a list of scenarios", document.where(), code="scenario")
        return
    common: dict[str, Any] = {key: value for key, value in data.items() if key != "scenarios"}
    paths: dict[str, Trail] = dict.fromkeys(common, ())
    _known_keys(document, (), common, problems)
    if "scenarios" not in data:
        yield from _with_variations(document, _Entry(common, paths), (), problems)
        return
    if not isinstance(data["scenarios"], Sequence):
        problems.add("expected a list of scenarios", document.where("scenarios"), code="scenario")
        return
    for number, own in enumerate(data["scenarios"]):
        at: Trail = ("scenarios", number)
        if not isinstance(own, Mapping):
            problems.add("expected scenario: and what belongs to it", document.where(*at), code="scenario")
            continue
        _known_keys(document, at, own, problems)
        entry = _merged(_Entry(common, paths), own, at)
        yield from _with_variations(document, entry, at, problems)


def _with_variations(document: Document, entry: _Entry, at: Trail, problems: Problems) -> Iterator[_Entry]:
    for key in ("scenario", "game", "players"):
        if key not in entry.data:
            problems.add(f"{key}: is missing, {_KEYS[key]}", document.where(*at), code="scenario")
    if not any(claim in entry.data for claim in (*_CLAIMS, "also")):
        hint = "add expect:, score:, legal: or illegal:"
        problems.add("this scenario proves nothing", document.where(*at), hint=hint, code="scenario")
    yield entry
    bare = {key: value for key, value in entry.data.items() if key not in (*_CLAIMS, "also")}
    for number, own in enumerate(entry.data.get("also", ())):
        below = (*at, "also", number)
        if not isinstance(own, Mapping):
            problems.add("expected what differs, such as options:", document.where(*below), code="scenario")
            continue
        _known_keys(document, below, own, problems)
        yield _merged(_Entry(bare, entry.paths), own, below)


def _merged(base: _Entry, own: Mapping[str, Any], at: Trail) -> _Entry:
    data, paths = {**base.data}, {**base.paths}
    for key, value in own.items():
        both = key in ("given", "options") and isinstance(value, Mapping)
        data[key] = {**base.data.get(key, {}), **value} if both else value
        paths[key] = at
    return _Entry(data, paths)


def _known_keys(document: Document, at: Trail, data: Mapping[str, Any], problems: Problems) -> None:
    for key in data:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS)
            problems.add(f"unknown key '{key}'", document.where_key(*at, key), hint=hint, code="unknown-key")


class _Failed(Exception):
    """The rest of a scenario cannot be run."""


class _Run:
    """One scenario being run."""

    def __init__(self, document: Document, entry: _Entry) -> None:
        self.document = document
        self.entry = entry
        self.data: dict[str, Any] = plain(entry.data)
        self.problems = Problems()

    def note(self, message: str, *steps: Step, hint: str = "", key: bool = False) -> None:
        path = self.entry.path(*steps)
        where = self.document.where_key(*path) if key else self.document.where(*path)
        name = str(self.data.get("scenario", ""))
        self.problems.add(message, where, trail=(name,), hint=hint, code="scenario")

    def stop(self, message: str, *steps: Step, hint: str = "") -> _Failed:
        self.note(message, *steps, hint=hint)
        return _Failed()

    def list_of(self, key: str) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.stop(f"expected a list, {_KEYS[key]}", key)
        return value

    def mapping(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.stop(f"expected entries, {_KEYS[key]}", key)
        return value

    def position(self, make_game: MakeGame) -> tuple[Game[Any], State]:
        players = self.data["players"]
        if not isinstance(players, int):
            raise self.stop(f"players is '{players}', expected a whole number", "players")
        try:
            game = make_game(str(self.data["game"]), players, self.mapping("options"))
        except (KeyError, ValueError) as wrong:
            key = "options" if "option" in str(wrong) and "options" in self.data else "game"
            raise self.stop(str(wrong).strip("\"'"), key) from None
        if "seed" in self.data:
            if "given" in self.data:
                raise self.stop("a position is given or dealt from a seed, not both", "seed")
            return game, game.deal(int(self.data["seed"]))
        try:
            return game, game.position(self.mapping("given"))
        except Misplaced as wrong:
            raise self.stop(wrong.message, "given", *wrong.path) from None

    def play(self, game: Game[Any], state: State) -> None:
        for number, text in enumerate(self.list_of("moves")):
            if text == "random":
                rng = stream(int(self.data.get("seed", 0)), "scenario")
                while state.phase is not OVER:
                    game.play(state, pick(game.moves(state), rng.random))
                continue
            try:
                game.play_text(state, str(text))
            except IllegalMove as refused:
                raise self.stop(f"this move is not allowed: {_reason(refused)}", "moves", number) from None
            except ValueError as wrong:
                raise self.stop(str(wrong), "moves", number) from None

    def check(self, game: Game[Any], state: State, used: set[str]) -> None:
        facts = game.facts(state)
        for path, expected in self.mapping("expect").items():
            for what, says in difference(facts, str(path), expected):
                self.note(f"{what} {says}", "expect", path)
        for name, expectations in self.mapping("sees").items():
            seen = game.facts(game.view(state, game.seat(name)))
            for path, expected in expectations.items():
                for what, says in difference(seen, str(path), expected):
                    self.note(f"{name} sees that {what} {says}", "sees", name, path)
        scores = dict(zip(game.names, game.scores(state), strict=True))
        for name, expected in self.mapping("score").items():
            if scores.get(name) != expected:
                self.note(f"the score of {name} is {scores.get(name)}, expected {expected}", "score", name)
        for number, rule in enumerate(self.list_of("applies")):
            if rule not in used:
                self.note(f"{rule} was not used", "applies", number, hint=f"used: {', '.join(sorted(used))}")
        self._legal(game, state)
        self._illegal(game, state)

    def _legal(self, game: Game[Any], state: State) -> None:
        legal = self.data.get("legal", [])
        if isinstance(legal, dict):
            expected = set(legal.get("exactly", ()))
            real = {game.say(state, move) for move in game.moves(state)}
            for text in sorted(expected - real):
                self.note(f"'{text}' is not among the moves", "legal", "exactly")
            for text in sorted(real - expected):
                self.note(f"'{text}' is allowed, too", "legal", "exactly")
            return
        for number, text in enumerate(legal):
            try:
                game.play_text(state.copy(), str(text))
            except IllegalMove as refused:
                self.note(f"this move must be allowed: {_reason(refused)}", "legal", number)
            except ValueError as wrong:
                self.note(str(wrong), "legal", number)

    def _illegal(self, game: Game[Any], state: State) -> None:
        illegal = self.data.get("illegal", [])
        cases: list[tuple[str, str | None, Trail]] = []
        if isinstance(illegal, dict):
            cases = [(text, rule, ("illegal", text)) for text, rule in illegal.items()]
        elif isinstance(illegal, list):
            for number, text in enumerate(illegal):
                pairs = text.items() if isinstance(text, dict) else [(text, None)]
                cases += [(str(words), rule, ("illegal", number)) for words, rule in pairs]
        else:
            cases = [(str(illegal), None, ("illegal",))]
        for text, rule, path in cases:
            try:
                game.play_text(state.copy(), text)
            except IllegalMove as refused:
                if rule and refused.rule != rule:
                    self.note(f"this move is refused by another rule: {_reason(refused)}", *path)
            except ValueError as wrong:
                self.note(str(wrong), *path)
            else:
                self.note("this move is allowed, and must not be", *path)


def _reason(refused: IllegalMove) -> str:
    return f"{refused.refusal.says} ({refused.rule})"


def _run(document: Document, entry: _Entry, make_game: MakeGame) -> ScenarioResult:
    run = _Run(document, entry)
    try:
        game, state = run.position(make_game)
        recorder = Recorder()
        state.tell = recorder.tell
        run.play(game, state)
        run.check(game, state, {rule for event in recorder.events for rule in event.rules})
    except _Failed:
        pass
    rules = run.data.get("rules", [])
    return ScenarioResult(
        str(run.data["scenario"]),
        str(run.data["game"]),
        tuple(rules) if isinstance(rules, list) else (str(rules),),
        run.data.get("options", {}),
        document.where(*entry.path("scenario")),
        tuple(run.problems),
    )
