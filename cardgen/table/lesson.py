"""A lesson at a table: one person tries, the lesson plays for the others, and a try that is not meant changes nothing."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from cardgen.base.language import noted, speaking, tr
from cardgen.engine import IllegalMove, Refusal, State
from cardgen.engine.lesson import Lesson, PlayedStep, WrongTry, named_in, worded
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.table.journal import Journal
from cardgen.table.sitting import NAMES, Line, NotNow, Seat, Sitting, setting_of

WORDS: Final = (
    noted("Done"),
    noted("New rule"),
    noted("Practice"),
    noted("Try it"),
    noted("That is right."),
    noted("Next"),
    noted("Finish"),
    noted("Show me"),
    noted("Skip"),
    noted("Look up"),
    noted("Why?"),
    noted("The rule"),
    noted("Your count"),
    noted("That many"),
    noted("Tap it on the board, or type it."),
    noted("Play a game"),
    noted("Play on"),
    noted("Start again"),
    noted("What comes up later"),
    noted("Rules so far"),
    noted("{n} of {of}"),
    noted("{n} of {of} rules"),
)
"""What the page of a lesson says itself."""
_ALLOWED: Final = noted("The rules allow that, but it is not what this step asks for.")
_ENOUGH: Final = noted("You know enough to play.")
_AGAIN: Final = noted("Count again.")
YOU = 0
"""The seat of the person who learns."""


class LessonSitting(Sitting):
    """A table at which a lesson is played, step by step: `at` is the step, `solved` whether it is done, `on` whether
    the lesson is over and its last position is played on.

    Nothing but a right move is ever played. Whoever finds another one than the solution goes on from the solution, since
    the next step counts on it.
    """

    def __init__(self, lesson: Lesson, *args: Any) -> None:
        self.lesson, self.at, self.solved, self.learnt, self.on = lesson, 0, False, 0, False
        self._laid: State | None = None
        self._relaid, self._right = True, ""
        super().__init__(*args)
        self._go(0)

    @classmethod
    def of(cls, kit: Kit, lesson: Lesson, path: Path) -> LessonSitting:
        """Return a new table of a lesson, in the language of a kit, with its journal at a path."""
        said = lesson.said
        game = make_game(kit, said.players, dict(said.options), NAMES[: said.players])
        seats = [Seat(name, "greedy" if n else "") for n, name in enumerate(game.names)]
        journal = Journal.begin(path, setting_of(game, seats, 1))
        return cls(lesson, game, seats, journal, lambda name: game.greedy())

    @property
    def many(self) -> int:
        """How many steps there are."""
        return len(self.lesson.said.steps)

    @property
    def now(self) -> PlayedStep | None:
        """The step that is to be done, with the names of this table; None after the last."""
        return self.lesson.step(self.at, self.game.names) if self.at < self.many else None

    def _tr(self, words: str) -> str:
        with speaking(self.game.kit.language):
            return tr(words)

    # -- what is shown

    def message(self, seat: int) -> dict[str, Any]:
        """Return all that leaves for a seat, and the step; while there is nothing to try, nothing may be chosen."""
        payload = super().message(seat)
        if self.on:
            return payload
        step = self.now
        if step is None or step.ask or self.solved:
            payload |= {"moves": [], "more": 0}
        if self._relaid:
            payload["steps"] = []
        return payload | {"lesson": self.payload(), "over": None}

    def payload(self) -> dict[str, Any]:
        """Return where the lesson is, in words for a page."""
        said = self.lesson.said
        learnt = [one for one in said.steps[: self.learnt] if one.new]
        payload: dict[str, Any] = {
            "title": said.lesson,
            "at": self.at,
            "of": self.many,
            "solved": self.solved,
            "rules": [[one.new, one.name, one.says] for one in learnt],
            "ofRules": sum(bool(one.new) for one in said.steps),
            "later": list(said.later),
            "end": said.end or self._tr(_ENOUGH),
            "goesOn": not self.over,
            "words": {word: self._tr(word) for word in WORDS},
            "show": [],
            "marks": [],
            "tap": "",
            "named": [],
        }
        if step := self.now:
            one = step.said
            words = {name: worded(getattr(one, name), self.game) for name in ("story", "task", "done", "why")}
            payload |= {"new": one.new, "name": one.name, "says": one.says, **words, "ask": bool(step.ask)}
            payload |= {"show": list(one.show), "marks": [] if self.solved else named_in(one.task, self.game)}
            if step.ask and not self.solved:
                payload |= {"tap": one.tap, "named": self._named(step)}
        return payload

    def _named(self, step: PlayedStep) -> list[list[Any]]:
        """Return what may be tapped by name, with its pieces: one, or two with a seam between them."""
        asked, knows, find = step.asked(self.game, self.state), self.game.pieces.knows, self.game.pieces.find
        named = [(name, name.split("/")) for name in asked] if step.said.which is not None else []
        return [[name, [find(one) for one in pieces]] for name, pieces in named if all(map(knows, pieces))]

    # -- what is done

    def to_play(self, seat: int, version: int, move: int | str) -> Line:
        """Return the line of a right move; IllegalMove with the answer to any other."""
        line = super().to_play(seat, version, move)
        if self.on:
            return line
        if self.solved or (step := self.now) is None or step.ask:
            raise NotNow("go on to the next step first")
        after = self.state.copy()
        self.game.play_text(after, line["move"])
        if step.misses(self.game, self.state, after, line["move"]):
            said = step.answer(self.game, self.state, line["move"]) or step.wrong.get("any")
            said = said or WrongTry(say=self._tr(_ALLOWED))
            raise IllegalMove(line["move"], Refusal(said.rule or step.said.new, worded(said.say, self.game)))
        return line

    def why_not(self, seat: int, words: str) -> Refusal:
        """Return why a seat may not say this now, as the step answers it or else the rules."""
        step = self.now
        said = step and step.answer(self.game, self.state, f"{self.seats[seat].name} {words}")
        if said:
            return Refusal(said.rule or (step.said.new if step else ""), worded(said.say, self.game))
        return super().why_not(seat, words)

    def to_show(self) -> Line:
        """Return the line that does the step: its solution, or the number that is asked for."""
        if self.solved or (step := self.now) is None:
            raise NotNow("this step is done")
        return (
            {"move": step.solution, "by": "lesson"}
            if step.solution
            else {"counted": step.shown(self.game, self.state)}
        )

    def to_count(self, number: int | str) -> Line:
        """Return the line of the right number, or of what was tapped; IllegalMove with the answer to any other."""
        if self.solved or (step := self.now) is None or not step.ask:
            raise NotNow("nothing is to be counted now")
        if not step.right(self.game, self.state, number):
            said = step.wrong.get(str(number)) or step.wrong.get("any") or WrongTry(say=self._tr(_AGAIN))
            raise IllegalMove(str(number), Refusal(said.rule or step.said.new, worded(said.say, self.game)))
        return {"counted": number}

    def to_go(self, n: int) -> Line:
        """Return the line that goes to a step: the next one, or one that was there before."""
        if not 0 <= n <= self.many or n > max(self.learnt, self.at + 1):
            raise NotNow("that step comes later")
        return {"step": n}

    def to_go_on(self) -> Line:
        """Return the line from which on the last position is played like any other."""
        if self.now is not None or self.over:
            raise NotNow("the lesson goes on")
        return {"on": True}

    def happen(self, line: Line) -> None:
        """Change the table as a line says, and note what was learnt."""
        match line:
            case {"on": True}:
                self.on, self._relaid = True, False
                self.version += 1
            case _ if self.on:
                super().happen(line)
            case {"step": int(n)}:
                self._go(n)
            case {"move": str()} | {"counted": int() | str()}:
                self._relaid = False
                super().happen(line)
                self.solved = True
                self.learnt = max(self.learnt, self.at + 1)
            case _:
                super().happen(line)

    def _go(self, n: int) -> None:
        """Lay the table for a step: where it was left if that is what the step counts on, else by the solutions before it."""
        before = self.lesson.step(self.at, self.game.names) if self.at < self.many else None
        as_meant = bool(before and self.solved and n == self.at + 1 and self._as_solved(before))
        self.at, self.solved, self.learnt = n, False, max(self.learnt, n)
        step = self.now
        if step is not None and (step.lays or not as_meant):
            first = next(k for k in range(n, -1, -1) if self.lesson.step(k).lays)
            self._laid = self.lesson.step(first, self.game.names).laid(self.game)
            self._set_up()
            for k in range(first, n):
                earlier = self.lesson.step(k, self.game.names)
                self._play(earlier)
                if earlier.solution:
                    self._record(earlier.solution)
            self._relaid = True
        if step is not None:
            self._play(step)
        self.version += 1
        self._since = self._now()

    def _as_solved(self, step: PlayedStep) -> bool:
        return not step.solution or (bool(self.played) and self.played[-1].text == self._right)

    def _play(self, step: PlayedStep) -> None:
        """Play what happens before a step is tried."""
        for text, piece in step.moves:
            if piece:
                step.chance(self.game, self.state, text, piece)
            self._record(text)
        self._right = (
            self.game.say(self.state, self.game.read(self.state, step.solution)) if step.solution else ""
        )

    def _begun(self) -> State:
        return self.game.deal(self.seed) if self._laid is None else self._laid.copy()

    def _set_up(self) -> None:
        """Set the table up; a position that was laid tells no set-up of a game, only who holds what."""
        super()._set_up()
        if self._laid is not None:
            self.setup = [[said for said in lines if not said[1]] for lines in self.setup]

    # -- what a lesson has not

    def can_undo(self, seat: int) -> bool:
        """Return False: a try that is not meant was never played."""
        return False

    def to_undo(self, seat: int, agreed: Collection[int] = ()) -> Line:
        """Refuse it."""
        raise NotNow("nothing was played that could be taken back")

    def to_hand_over(self, seat: int, bot: str, by: int | None = None, guest: str = "") -> Line:
        """Refuse it."""
        raise NotNow("in a lesson the others play what it needs")

    def scenario(self, seat: int, title: str = "", asked: str = "") -> str:
        """Refuse it."""
        raise NotNow("the positions of a lesson are in its file")
