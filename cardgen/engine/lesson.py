"""Lessons: the first rounds of a game, a rule a step. What is right is counted by the engine, which plays every lesson."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from cardgen.base.errors import Problem, Problems, did_you_mean
from cardgen.engine.expectations import as_yaml, differences
from cardgen.engine.game import Game
from cardgen.engine.given import AS_WRITTEN
from cardgen.engine.phase import IllegalMove, Refusal
from cardgen.engine.scenario import MakeGame, ScenarioRun, Stopped, known_words
from cardgen.engine.scenario_file import Case, Scenario, either
from cardgen.engine.state import State
from cardgen.source.leaves import FILLED, YES_NO, whole
from cardgen.source.nodes import Document
from cardgen.source.parse import read_yaml
from cardgen.source.shape import Keyed, Schema, json_schema, key, list_of, map_of, part
from cardgen.source.spoken import spoken_lesson
from cardgen.source.wrong import read

MOST_WORDS: Final = 20
"""So many words a sentence of a rule has at most: it is read once, at the table."""
_PIECE: Final = re.compile(r"\{([\w.+'’ -]+)\}")
_SEAT: Final = re.compile(r"\bP(\d+)\b")
_Found: TypeAlias = tuple[str, tuple[str | int, ...], str]
_NOTHING: Final[Mapping[str, Any]] = {}


class WrongTry(Keyed, example="{say: Corners alone do not touch., rule: BG-032}"):
    """The answer to a try that is not meant."""

    say: str = key(FILLED, "The answer, in a sentence.")
    rule: str = key(
        FILLED, "The number of the rule that answers; a refused move must be refused by it.", default=""
    )
    legal: bool = key(YES_NO, "Whether the rules allow the move.", default=False)


class LessonStep(
    Keyed, example="{new: BG-031, story: Your turn., task: Lay a tile., solution: P0 lays C19 east of H4}"
):
    """One step: what happens, what you do, and what counts as right. You are P0."""

    new: str = key(FILLED, "The number of the rule that is new; a step without one is practice.", default="")
    name: str = key(FILLED, "What the rule is called, in a word or two.", default="")
    says: str = key(
        FILLED,
        f"The rule in sentences of at most {MOST_WORDS} words; without it the words of the seeds file.",
        default="",
    )
    why: str = key(FILLED, "Why it is so, for those who ask.", default="")
    show: tuple[str, ...] = key(list_of(FILLED), "Cards that are shown beside the rule, by id.", default=())
    given: Mapping[str, Any] = key(
        map_of(AS_WRITTEN),
        "A new position, as in a scenario; without it the step goes on from the last.",
        default=_NOTHING,
    )
    seed: int | None = key(
        whole(), "Instead of given: a number from which the cards are dealt.", default=None
    )
    deals: tuple[tuple[str, ...], ...] = key(
        list_of(list_of(FILLED), least=1), "What the next deals bring, as in a scenario.", default=()
    )
    moves: tuple[str | Mapping[str, str], ...] = key(
        list_of(either(map_of(FILLED, least=1), FILLED)),
        "What is played before you try, by anyone, as in a scenario.",
        default=(),
    )
    story: str = key(FILLED, "What has happened, in the present tense.", default="")
    task: str = key(FILLED, "What you try. `{C19}` names a card and outlines it on the table.")
    solution: str = key(FILLED, "The move that “Show me” plays: a sentence as in a scenario.", default="")
    goal: Mapping[str, Any] = key(
        map_of(AS_WRITTEN, least=1),
        "What must hold after your move, as in expect: of a scenario, with `score.P0` and `gain.P0`; without it only the solution is right.",
        default=_NOTHING,
    )
    ask: str = key(
        FILLED, "Instead of a move: the path of what you count, a number or a list: score.P0.", default=""
    )
    which: int | None = key(
        whole(),
        "Instead of how many: ask leads to named numbers, and you tap the one that is this many: `ask: seams.P1`.",
        default=None,
    )
    tap: str = key(
        FILLED,
        "A zone on a board: you may tap its spot of that number, counted from 0, instead of typing it.",
        default="",
    )
    answer: str = key(FILLED, "What paper answers, instead of the solution.", default="")
    wrong: Mapping[str, str | WrongTry] = key(
        map_of(either(part(WrongTry), FILLED)),
        "Answers to other tries, by their sentence (or number); `any` answers all others.",
        default=_NOTHING,
    )
    done: str = key(FILLED, "What is said when it is done.", default="")
    paper: bool = key(YES_NO, "false leaves the step out of the first game on paper.", default=True)


class LessonFile(Keyed, example="{lesson: First garden, game: biergarten, players: 2, steps: []}"):
    """A lesson: steps that lead through the first rounds of a game at the table, and on paper."""

    lesson: str = key(FILLED, "What the lesson is called.")
    game: str = key(FILLED, "The name of the game.")
    players: int = key(whole(1), "How many play; you are P0.")
    options: Mapping[str, Any] = key(
        map_of(AS_WRITTEN), "House rules that differ from the default.", default=_NOTHING
    )
    minutes: int | None = key(whole(1), "How long it takes, about.", default=None)
    steps: tuple[LessonStep, ...] = key(list_of(part(LessonStep), least=1), "The steps, in order.")
    end: str = key(FILLED, "What is said at the end.", default="")
    later: tuple[str, ...] = key(list_of(FILLED), "Rules that come up later: numbers.", default=())


def lesson_schema() -> Schema:
    """Return the JSON Schema of a lesson, for editors."""
    return json_schema(part(LessonFile), "A lesson of a cardgen game")


class PlayedStep(NamedTuple):
    """A step as it is played, with the names of the players in its sentences; `solved` is what it counts as right."""

    said: LessonStep
    case: Case
    moves: tuple[tuple[str, str], ...]
    solution: str
    goal: Mapping[str, Any]
    ask: str
    wrong: Mapping[str, WrongTry]
    lays: bool
    """Whether it has a position of its own."""

    def laid(self, game: Game[Any]) -> State:
        """Return its position; CardgenError with all that is wrong with it."""
        run = ScenarioRun(self.case)
        try:
            return run.position(lambda *_: game)[1]
        except Stopped:
            run.problems.raise_errors()
            raise

    def chance(self, game: Game[Any], state: State, move: str, piece: str) -> None:
        """Give a position the luck by which a move brings this piece."""
        ScenarioRun(self.case).choose_luck(game, state, move, piece)

    def misses(
        self, game: Game[Any], before: State, after: State, move: str
    ) -> list[tuple[tuple[str, ...], str]]:
        """Return what a move that was played leaves open, with the place of each in `goal`; nothing when it is right."""
        if self.goal:
            facts = _counted(game, before, after)
            wrong = differences(facts, self.goal, lambda: known_words(game, facts))
            return [(one.trail, one.message) for one in wrong]
        right = game.read(before, self.solution)
        return [] if game.read(before, move) == right else [((), "only the solution is right")]

    def answer(self, game: Game[Any], state: State, move: str) -> WrongTry | None:
        """Return what is answered to a sentence; None when the step says nothing of it."""
        meant = _meant(game, state, move)
        for text, said in self.wrong.items():
            if meant is not None and text != "any" and _meant(game, state, text) == meant:
                return said
        return None

    def right(self, game: Game[Any], state: State, said: int | str) -> bool:
        """Return whether this is the number that is asked for, or the name of one that is that many."""
        asked = self.asked(game, state)
        return (asked.get(said) if isinstance(asked, Mapping) else asked) == (
            said if self.said.which is None else self.said.which
        )

    def shown(self, game: Game[Any], state: State) -> int | str:
        """Return the answer that is shown: the number, or the first name of those that are that many."""
        asked: int | Mapping[str, int] = self.asked(game, state)
        if isinstance(asked, int):
            return asked
        return next(name for name, many in asked.items() if many == self.said.which)

    def asked(self, game: Game[Any], state: State) -> Any:
        """Return what is asked for now, a number or named numbers; KeyError for a path that leads nowhere."""
        value: Any = _counted(game, state, state)
        for word in self.ask.split("."):
            if not isinstance(value, Mapping):
                raise KeyError(word)
            value = value[word]
        return len(value) if isinstance(value, list | tuple) else value


def _meant(game: Game[Any], state: State, move: str) -> Any:
    try:
        return game.read(state, move)
    except ValueError:
        return None


def _counted(game: Game[Any], before: State, after: State) -> dict[str, Any]:
    """Return what a goal can name: the position, the score of each player and what it gained."""
    was, now = game.scores(before), game.scores(after)
    gains = (b - a for a, b in zip(was, now, strict=True))
    return {
        "score": dict(zip(game.names, now, strict=True)),
        "gain": dict(zip(game.names, gains, strict=True)),
        **game.facts(after),
    }


class Lesson(NamedTuple):
    """A lesson as it was read."""

    document: Document
    said: LessonFile

    def step(self, n: int, names: Sequence[str] = ()) -> PlayedStep:
        """Return a step, with these names for P0, P1 … in what the engine reads."""
        said, head = self.said.steps[n], self.said
        lays = n == 0 or bool(said.given) or said.seed is not None
        moves = _called(said.moves, names)
        case = Case(
            self.document,
            Scenario(
                scenario=f"step {n + 1}",
                game=head.game,
                players=head.players,
                options=head.options,
                given=_called(said.given, names),
                seed=said.seed,
                deals=said.deals,
                moves=moves,
            ),
            (("steps", n), ()),
        )
        pairs = [pair for one in moves for pair in (one.items() if isinstance(one, Mapping) else [(one, "")])]
        wrong = {
            text: WrongTry(say=one, legal=text == "any") if isinstance(one, str) else one
            for text, one in _called(said.wrong, names).items()
        }
        solution, goal, ask = (_called(one, names) for one in (said.solution, said.goal, said.ask))
        return PlayedStep(said, case, tuple(pairs), solution, goal, ask, wrong, lays)

    def played(self, game: Game[Any]) -> Iterator[tuple[PlayedStep, State, State]]:
        """Yield each step with the table before its moves and the one at which it is tried; its solution is played then."""
        state = game.deal(1)
        for n in range(len(self.said.steps)):
            step = self.step(n, game.names)
            state = step.laid(game) if step.lays else state
            before = state.copy()
            for message, piece in step.moves:
                if piece:
                    step.chance(game, state, message, piece)
                game.play_text(state, message)
            yield step, before, state
            if step.solution:
                game.play_text(state, step.solution)


def _called(value: Any, names: Sequence[str]) -> Any:
    """Return what somebody wrote with the names of players in place of P0, P1 …"""
    if not names:
        return value
    if isinstance(value, str):
        return _SEAT.sub(
            lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], value
        )
    if isinstance(value, Mapping):
        return {_called(name, names): _called(one, names) for name, one in value.items()}
    return type(value)(_called(one, names) for one in value) if isinstance(value, list | tuple) else value


def worded(text: str, game: Game[Any]) -> str:
    """Return words with the names of the cards that they mention in braces."""
    return _PIECE.sub(lambda found: game.pieces.cards[game.pieces.find(found[1])].name, text)


def named_in(text: str, game: Game[Any]) -> list[int]:
    """Return the pieces that a text mentions in braces."""
    return [game.pieces.find(name) for name in _PIECE.findall(text)]


def read_lesson(file: Path, said: Mapping[str, Mapping[str, str]] = _NOTHING) -> Lesson:
    """Return the lesson of a file, in the words that were `said` for it; CardgenError with all that is wrong with how it is written."""
    problems = Problems()
    document = read_yaml(file, str(file), problems)
    problems.raise_errors()
    assert document is not None
    if said and isinstance(document.data, dict):
        spoken_lesson(document, lambda section, key, text, at: said.get(section, _NOTHING).get(key, text))
    head = read(part(LessonFile), document, code="lesson")
    for n, step in enumerate(head.steps if head else ()):
        if bool(step.solution) == bool(step.ask):
            what = "has both solution: and ask:" if step.ask else "needs a solution: or an ask:"
            document.note(f"step {n + 1} {what}, expected one of them", "steps", n, code="lesson")
    document.problems.raise_errors()
    assert head is not None
    return Lesson(document, head)


# -- played by the engine


def check_lesson(lesson: Lesson, make_game: MakeGame, rules: Collection[str] | None) -> list[Problem]:
    """Play a lesson and return what does not hold: a solution that misses its goal, a wrong try that is right …

    `rules` are the numbers that there are, None where the game has none.
    """
    problems = Problems()
    state: State | None = None
    game: Game[Any] | None = None
    for n, number in enumerate(lesson.said.later):
        if rules is not None and number not in rules:
            lesson.document.note(
                f"there is no rule {number}", "later", n, hint=did_you_mean(number, rules), code="lesson"
            )
    problems.extend(lesson.document.problems)
    for n in range(len(lesson.said.steps)):
        step = lesson.step(n)
        run = ScenarioRun(step.case)
        try:
            with run.apart():
                if step.lays:
                    game, state = run.position(make_game)
                run.game = game
                assert game is not None
                assert state is not None
                run.play(game, state, run.said)
                for message, place, hint in [
                    *_words_wrong(step, game, rules),
                    *_tries_wrong(step, game, state),
                ]:
                    run.note(message, *place, hint=hint)
                if step.solution and not run.problems.errors:
                    game.play_text(state, step.solution)
        except Stopped:
            pass
        problems.extend(run.problems)
        if run.problems.errors:
            break  # what follows would be told of a position that nobody meant
    return list(problems)


def _words_wrong(step: PlayedStep, game: Game[Any], rules: Collection[str] | None) -> Iterator[_Found]:
    """Yield what is wrong with the words of a step: rules and cards that are not there, sentences that are too long."""
    said = step.said
    cited: list[tuple[tuple[str, ...], str]] = [(("new",), said.new)]
    cited += [(("wrong", text, "rule"), one.rule) for text, one in step.wrong.items()]
    for place, number in cited:
        if number and rules is not None and number not in rules:
            yield f"there is no rule {number}", place, did_you_mean(number, rules)
    cards = {card.id: None for component in game.kit.components for card in component.cards}
    for n, name in enumerate(said.show):
        if name not in cards:
            yield f"the kit has no card '{name}'", ("show", n), did_you_mean(name, cards)
    texts: list[tuple[tuple[str, ...], str]] = [
        ((word,), getattr(said, word)) for word in ("story", "task", "done", "why")
    ]
    texts += [(("wrong", text, "say"), one.say) for text, one in step.wrong.items()]
    for place, words in texts:
        for name in _PIECE.findall(words):
            if not game.pieces.knows(name):
                yield f"{{{name}}} is no piece of the game", place, did_you_mean(name, game.pieces.names)
    for sentence in re.split(r"(?<=[.!?:])\s+", said.says):
        if (many := len(sentence.split())) > MOST_WORDS:
            yield (
                f"a sentence of the rule has {many} words, {MOST_WORDS} are read at the table",
                ("says",),
                "cut it in two",
            )


def _tries_wrong(step: PlayedStep, game: Game[Any], state: State) -> Iterator[_Found]:
    """Yield what is wrong with what a step counts: the right move and every wrong one are tried."""
    if step.ask:
        try:
            asked = step.asked(game, state)
        except KeyError as error:
            yield f"{step.ask} is no part of the position: there is no {error}", ("ask",), ""
            return
        which, zones = (
            step.said.which,
            {n: None for zone in game.layout for n in (zone.name, zone.name.partition(" ")[0])},
        )
        if which is None and not isinstance(asked, int):
            yield f"{step.ask} is {as_yaml(asked)}, expected a number to count", ("ask",), ""
        elif which is not None and not isinstance(asked, Mapping):
            yield f"{step.ask} is {as_yaml(asked)}, expected named numbers to choose from", ("ask",), ""
        elif which is not None and len({many == which for many in asked.values()}) < 2:
            every = "every one" if which in asked.values() else "none"
            yield f"{every} of {step.ask} is {which}, expected some to choose from", ("which",), ""
        if (tap := step.said.tap) and tap not in zones:
            yield f"there is no zone '{tap}' to tap", ("tap",), did_you_mean(tap, zones)
        for text in step.wrong:
            if text != "any" and step.right(game, state, int(text) if text.isdecimal() else text):
                yield f"{text} is right here, so it needs no answer", ("wrong", text), ""
            elif text != "any" and isinstance(asked, Mapping) and text not in asked:
                yield f"there is no '{text}' in {step.ask}", ("wrong", text), did_you_mean(text, asked)
        return
    if step.goal and not step.misses(game, state, state, ""):
        yield "the goal is reached before anything is done", ("goal",), ""
    missed, refused, wrong = _tried(step, game, state, step.solution)
    if wrong:
        yield f"the solution cannot be played: {wrong}", ("solution",), ""
    elif refused:
        yield f"the solution is not allowed: {refused.says} ({refused.rule})", ("solution",), ""
    for place, message in missed:
        yield f"the solution does not reach the goal: {message}", ("goal", *place), ""
    for text, said in step.wrong.items():
        if text == "any":
            continue
        missed, refused, wrong = _tried(step, game, state, text)
        if wrong:
            yield wrong, ("wrong", text), ""
        elif refused and said.legal:
            yield f"this try is refused, not legal: {refused.says} ({refused.rule})", ("wrong", text), ""
        elif refused and said.rule and refused.rule != said.rule:
            yield f"this try is refused by another rule: {refused.says} ({refused.rule})", ("wrong", text), ""
        elif not refused and not missed:
            yield "this try is right: it reaches the goal", ("wrong", text), ""
        elif not refused and not said.legal:
            yield (
                "this try is allowed by the rules",
                ("wrong", text),
                "write legal: true, and say why it is not meant",
            )


def _tried(
    step: PlayedStep, game: Game[Any], state: State, move: str
) -> tuple[list[tuple[tuple[str, ...], str]], Refusal | None, str]:
    """Return what a try misses, what refuses it, or why it is no sentence."""
    after = state.copy()
    try:
        game.play_text(after, move)
    except IllegalMove as refused:
        return [], refused.refusal, ""
    except ValueError as error:
        return [], None, str(error)
    return step.misses(game, state, after, move), None, ""
