"""Scenarios: a position, some moves, and what must then hold, written in YAML. That is how a rule is proven."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, Final, TypeAlias

from cardgen.base.errors import CardgenError, Location, Problem, Problems, did_you_mean
from cardgen.engine.choices import pick
from cardgen.engine.diagnosis import RAISED, Raised, Stuck, diagnosed, hurrying
from cardgen.engine.expectations import differences
from cardgen.engine.game import Game
from cardgen.engine.given import Misplaced, impossible
from cardgen.engine.hunting import HUNT, Hunted, filled, hunt, names_of
from cardgen.engine.phase import OVER, IllegalMove
from cardgen.engine.scenario_file import (
    Case,
    Checkpoint,
    Exactly,
    Scenario,
    Trail,
    read_cases,
    scenario_schema,
)
from cardgen.engine.state import State
from cardgen.engine.streams import derive, stream
from cardgen.engine.telling import Recorder
from cardgen.jinja.expressions import ExpressionError, understood, worked_out
from cardgen.source.nodes import Step

__all__ = ["ScenarioResult", "run_scenarios", "scenario_schema", "scenarios_in"]

MakeGame: TypeAlias = Callable[[str, int, Mapping[str, Any]], Game[Any]]
"""Returns the game of a name for so many players with these options; ValueError or KeyError if it cannot."""

_PONDERS: Final = (
    3.0  # seconds of computing for one scenario; after one that took longer, the others get less
)
_MANY_MOVES: Final = 100_000  # no game by chance takes a tenth of them
_MUCH_LUCK: Final = 1000  # of hands of fifty cards every one is met


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """One scenario that was run, or one variation of it by its number from 1; no problems means that it holds.

    `counter_example` is a scenario that shows that a claim does not.
    """

    name: str
    game: str
    rules: tuple[str, ...]
    options: Mapping[str, Any]
    where: Location
    problems: tuple[Problem, ...]
    variation: int = 0
    counter_example: str = ""


def run_scenarios(
    file: Path, make_game: MakeGame, only: Sequence[str] = (), games: int = HUNT
) -> list[ScenarioResult]:
    """Run all scenarios of a YAML file and their variations, or those of some names or rules.

    A claim (`for_all:`) holds if so many games bring no counter-example; without any it is known to hold. What is written wrongly in one of them is among its problems. CardgenError with everything that is wrong in the
    file, if that is what all have in common.
    """
    results: list[ScenarioResult] = []
    cases = [case for case in read_cases(file) if _chosen(case, only)]
    for case in (case for case in cases if case.said.for_all is None or case.wrong):
        stuck = any(problem.code == "stuck" for result in results for problem in result.problems)
        results.append(_run(case, make_game, _PONDERS / 6 if stuck else _PONDERS))
    claims = [case for case in cases if case.said.for_all is not None and not case.wrong]
    found = hunt(claims, make_game, games, _denied) if claims and games else [*map(Hunted, claims)]
    return [*results, *(_result(one.case, tuple(one.problems), one.counter) for one in found)]


def _ways(exists: Mapping[str, str], source: str, names: Mapping[str, Any]) -> Iterator[str]:
    """Yield an expression with its blanks of `exists` filled in, in every way; as it is, where it has none of them."""
    blanks = {blank: over for blank, over in exists.items() if f"{{{blank}}}" in source}
    values = [[str(one) for one in worked_out(over, names) or ()] for over in blanks.values()]
    for chosen in product(*values):
        yield str(filled(source, dict(zip(blanks, chosen, strict=True))))


def _denied(
    case: Case, game: Game[Any], state: State, facts: Mapping[str, Any], before: Mapping[str, Any]
) -> list[Problem]:
    """Return what a position has that a claim, its blanks filled in, denies."""
    run = ScenarioRun(case)
    run.check(game, state, case.said, set(), facts, before)
    return [*run.problems]


def listed(file: Path, only: Sequence[str] = ()) -> list[ScenarioResult]:
    """Return what `run_scenarios` would run, and of its problems those that need no game."""
    return [_result(case, case.wrong) for case in read_cases(file) if _chosen(case, only)]


def scenarios_in(file: Path) -> list[Scenario]:
    """Return the scenarios and variations of a file that can be run; CardgenError if the file is wrong."""
    return [case.said for case in read_cases(file) if not case.wrong]


def _chosen(case: Case, only: Sequence[str]) -> bool:
    """Return whether a case has one of these names, or a part of one, or proves one of these rules."""
    name = case.said.scenario.casefold()
    return not only or any(word.casefold() in name or word in case.said.rules for word in only)


def _run(case: Case, make_game: MakeGame, seconds: float) -> ScenarioResult:
    run = ScenarioRun(case)
    run.problems.extend(case.wrong)
    try:
        if not case.wrong:
            with hurrying(seconds, lambda: run.doing):
                run.whole(make_game)
    except Stopped:
        pass
    except RAISED as error:
        run.diagnose(error)
    return _result(case, tuple(run.problems))


def _result(case: Case, problems: tuple[Problem, ...], counter_example: str = "") -> ScenarioResult:
    said, where = case.said, case.document.where(*case.at)
    about = said.scenario, said.game, said.rules, said.options, where
    return ScenarioResult(*about, problems, case.variation, counter_example)


class Stopped(Exception):
    """The rest of a scenario cannot be run."""


class ScenarioRun:
    """One scenario being run."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.said = case.said
        self.problems = Problems()
        self.game: Game[Any] | None = None
        self.doing: tuple[str, ...] = ()  # for what the rules raise
        self.step: Trail = ()  # the checkpoint that is being run

    def note(self, message: str, *steps: Step, hint: str = "") -> None:
        where = self.case.document.where(*self.case.path(*self.step, *steps))
        self.problems.add(message, where, trail=self.case.trail, hint=hint, code="scenario")

    def stop(self, message: str, *steps: Step, hint: str = "") -> Stopped:
        self.note(message, *steps, hint=hint)
        return Stopped()

    def diagnose(self, error: Raised) -> None:
        """Tell what the rules have raised, once; what is no mistake of theirs is raised again."""
        found = diagnosed(error, self.game) if self.game else error
        if not isinstance(found, CardgenError):
            raise error
        known = {(problem.where, problem.message) for problem in self.problems}
        for problem in found.problems:
            if (problem.where, problem.message) not in known:
                trail = (*self.case.trail, *self.doing, *problem.trail)
                self.problems.extend([replace(problem, trail=trail)])

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Tell what the rules raise inside, and look at the rest all the same."""
        try:
            yield
        except Stopped:
            raise
        except RAISED as error:
            self.diagnose(error)
            if isinstance(error, Stuck):
                raise Stopped from None

    def whole(self, make_game: MakeGame) -> None:
        """Lay out the position, then play and look, checkpoint by checkpoint."""
        game, state = self.position(make_game)
        recorder = Recorder()
        state.tell = recorder.tell
        self.part(game, state, self.said, recorder)
        for number, block in enumerate(self.said.then):
            self.step = ("then", number)
            self.part(game, state, block, recorder)

    def part(self, game: Game[Any], state: State, block: Checkpoint, recorder: Recorder) -> None:
        before = game.facts(state) if block.that else {}
        self.play(game, state, block)
        used = {rule for event in recorder.take() for rule in event.rules}
        self.check(game, state, block, used, None, before)

    def position(self, make_game: MakeGame) -> tuple[Game[Any], State]:
        said = self.said
        try:
            game = self.game = make_game(said.game, said.players, said.options)
        except CardgenError as wrong:
            for problem in wrong.problems:
                if problem.where and problem.where.line:
                    self.problems.extend([problem])
                else:
                    self.note(problem.message, "game", hint=problem.hint)
            raise Stopped from None
        except (KeyError, ValueError) as wrong:
            text = str(wrong.args[0]) if wrong.args else "it cannot be set up"
            option = next((name for name in said.options if f"option '{name}'" in text), None)
            raise self.stop(text, *_place_of_refusal(text, option)) from None
        deals = self._deals(game)
        if said.seed is not None:
            if said.given:
                raise self.stop("a position is given or dealt from a seed, not both", "seed")
            game.stacked = deals
            try:
                return game, game.deal(said.seed)
            except ValueError as wrong:
                raise self.stop(str(wrong), "deals" if deals else "seed") from None
            finally:
                game.stacked = ()
        try:
            state = game.position(said.given)
            misplaced = () if said.anyhow else tuple(impossible(game, state))
        except Misplaced as first:
            misplaced = (first, *first.also)
        for one in misplaced:
            self.note(one.message, "given", *one.path, hint=one.hint)
            if isinstance(one.__cause__, Exception):
                self.diagnose(one.__cause__)
        if misplaced:
            raise Stopped
        state.stacked = deals
        return game, state

    def _deals(self, game: Game[Any]) -> tuple[tuple[int, ...], ...]:
        """Return the pieces that the next deals bring."""
        found: list[tuple[int, ...]] = []
        for number, deal in enumerate(self.said.deals):
            pieces: list[int] = []
            for n, name in enumerate(deal):
                try:
                    piece = game.pieces.find(name)
                    if piece in pieces or piece < 0:
                        raise ValueError(
                            f"{name} is dealt already" if piece >= 0 else "a deal names its cards"
                        )
                    pieces.append(piece)
                except ValueError as wrong:
                    self.note(str(wrong), "deals", number, n)
            found.append(tuple(pieces))
        return tuple(found)

    # -- moves

    def play(self, game: Game[Any], state: State, block: Checkpoint) -> None:
        for number, move in enumerate(block.moves):
            pairs = [*move.items()] if isinstance(move, Mapping) else [(move, "")]
            for text, piece in pairs:
                steps: Trail = ("moves", number, text) if piece else ("moves", number)
                at = self.case.document.where(*self.case.path(*self.step, *steps))
                self.doing = (f"{at}: move {number + 1}, {text}",)
                if text == "random":
                    self._play_on(game, state, *steps)
                    continue
                try:
                    if piece:
                        self.choose_luck(game, state, text, piece, *steps)
                    game.play_text(state, text)
                except IllegalMove as refused:
                    raise self.stop(f"this move is not allowed: {_reason(refused)}", *steps) from None
                except ValueError as wrong:
                    raise self.stop(str(wrong), *steps, hint=_half(game, block, number)) from None

        self.doing = ()

    def _play_on(self, game: Game[Any], state: State, *steps: Step) -> None:
        """Play by chance until the game is over."""
        rng = stream(self.said.seed or 0, "scenario")
        for _ in range(_MANY_MOVES):
            if state.phase is OVER:
                return
            game.play(state, pick(game.moves(state), rng.random))
        raise self.stop(f"the game is not over after {_MANY_MOVES} moves", *steps)

    def choose_luck(self, game: Game[Any], state: State, text: str, name: str, *steps: Step) -> None:
        """Give a state the luck by which a move brings this piece and no other."""
        piece = game.pieces.find(name)
        before = _zone(game, state, piece)
        for number in range(_MUCH_LUCK):
            trial = state.copy()
            if number:
                trial.luck = derive(number, "named")
            game.play_text(trial, text)
            if _zone(game, trial, piece) != before:
                state.luck = state.luck if not number else derive(number, "named")
                return
        raise self.stop(f"'{text}' cannot bring {name}", *steps)

    # -- what must hold

    def check(
        self,
        game: Game[Any],
        state: State,
        block: Checkpoint,
        used: set[str],
        facts: Mapping[str, Any] | None,
        before: Mapping[str, Any],
    ) -> None:

        def words() -> Collection[str]:
            return known_words(game, facts or {})

        with self.apart():
            facts = game.facts(state) if facts is None else facts
            for one in differences(facts, block.expect, words):
                self.note(one.message, "expect", *one.trail)
            self._true(game, block, facts, before)
        for name, expected in block.sees.items():
            if name not in game.names:
                self._nobody(game, name, "sees")
                continue
            with self.apart():
                for one in differences(game.facts(game.view(state, game.seat(name))), expected, words):
                    self.note(f"{name} sees that {one.message}", "sees", name, *one.trail)
        if block.score:
            with self.apart():
                self._scores(game, state, block)
        for number, rule in enumerate(block.applies):
            if rule not in used:
                self.note(f"{rule} was not used", "applies", number, hint=f"used: {', '.join(sorted(used))}")
        self._legal(game, state, block)
        self._illegal(game, state, block)

    def _true(
        self, game: Game[Any], block: Checkpoint, facts: Mapping[str, Any], before: Mapping[str, Any]
    ) -> None:
        for number, source in enumerate(block.that):
            names = names_of(game, facts, before)
            try:
                ways = [*_ways(block.exists, source, names)]
                if not any(worked_out(one, names) for one in ways):
                    message = f"true of none of {len(ways)}: {source}"
                    if ways == [source]:
                        message = f"not true: {source}, {understood(source).why_false(names)}"
                    self.note(message, "that", number)
            except ExpressionError as wrong:
                self.note(f"cannot be worked out: {wrong}", "that", number, hint=wrong.hint)

    def _scores(self, game: Game[Any], state: State, block: Checkpoint) -> None:
        scores = dict(zip(game.names, game.scores(state), strict=True))
        for name, score in block.score.items():
            if name not in scores:
                self._nobody(game, name, "score")
            elif scores[name] != score:
                self.note(f"the score of {name} is {scores[name]}, expected {score}", "score", name)

    def _nobody(self, game: Game[Any], name: str, word: str) -> None:
        self.note(f"nobody called '{name}' is at the table ({did_you_mean(name, game.names)})", word, name)

    def _legal(self, game: Game[Any], state: State, block: Checkpoint) -> None:
        legal = block.legal
        if isinstance(legal, Exactly):
            with self.apart():
                real = {game.say(state, move) for move in game.moves(state)}
                meant = {self._said(game, state, text, number) for number, text in enumerate(legal.exactly)}
                for text in sorted(real - meant):
                    self.note(f"'{text}' is allowed, too", "legal", "exactly")
            return
        for number, text in enumerate(legal):
            with self.apart():
                try:
                    game.play_text(state.copy(), text)
                except IllegalMove as refused:
                    self.note(f"this move must be allowed: {_reason(refused)}", "legal", number)
                except ValueError as wrong:
                    self.note(str(wrong), "legal", number)

    def _said(self, game: Game[Any], state: State, text: str, number: int) -> str:
        """Return a sentence of `exactly` as the game says it; what is not among the moves is noted."""
        try:
            move = game.read(state, text)
            if move in game.moves(state):
                return game.say(state, move)
        except ValueError as wrong:
            reason = _reason(wrong) if isinstance(wrong, IllegalMove) else str(wrong)
            self.note(f"'{text}' is not among the moves: {reason}", "legal", "exactly", number)
            return text
        self.note(f"'{text}' is not among the moves", "legal", "exactly", number)
        return text

    def _illegal(self, game: Game[Any], state: State, block: Checkpoint) -> None:
        for text, rule, path in _refusals(block):
            with self.apart():
                self._refused(game, state, text, rule, path)

    def _refused(self, game: Game[Any], state: State, text: str, rule: str, path: Trail) -> None:
        try:
            game.play_text(state.copy(), text)
        except IllegalMove as refused:
            if rule and refused.rule != rule:
                self.note(f"this move is refused by another rule: {_reason(refused)}", "illegal", *path)
        except ValueError as wrong:
            self.note(str(wrong), "illegal", *path)
        else:
            self.note("this move is allowed, and must not be", "illegal", *path)


def _half(game: Game[Any], block: Checkpoint, number: int) -> str:
    """Return a hint where a comma in a list has made two moves of one sentence."""
    before, text = block.moves[number - 1] if number else "", block.moves[number]
    whole = isinstance(text, str) and text.partition(" ")[0] in game.names
    if whole or not before or not isinstance(before, str):
        return ""
    return f'a sentence with a comma needs quotes: "{before}, {text}"'


def _refusals(block: Checkpoint) -> Iterator[tuple[str, str, Trail]]:
    """Yield each move that must be refused, the rule that is to refuse it, and where it is written."""
    if isinstance(block.illegal, Mapping):
        for text, rule in block.illegal.items():
            yield text, rule, (text,)
        return
    for number, one in enumerate(block.illegal):
        for text, rule in one.items() if isinstance(one, Mapping) else [(one, "")]:
            yield text, rule, (number,)


def _place_of_refusal(text: str, option: str | None) -> Trail:
    """Return which entry a game does not want: an option, the number of players, or the game itself."""
    if option or "option" in text:
        return ("options", option) if option else ("options",)
    return ("players",) if "players, not" in text else ("game",)


def known_words(game: Game[Any], facts: Mapping[str, Any]) -> Collection[str]:
    """Return every word that may stand in a position of a game: pieces, players, phases, and what stands there now."""
    called = (word for words in game.called.values() for word in words)
    phases = (phase.name for phase in (*game.phases, OVER))
    return {*game.pieces.names, "?", *game.names, *phases, *called, *_texts(facts)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from (value, *value.split())
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from (str(key), *_texts(item))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)


def _zone(game: Game[Any], state: State, piece: int) -> str:
    return next((name for name, pieces in game.zones(state).items() if piece in pieces), "")


def _reason(refused: IllegalMove) -> str:
    return f"{refused.refusal.says} ({refused.rule})"
