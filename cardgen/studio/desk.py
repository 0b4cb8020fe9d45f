"""The desk: one kit read and drawn again and again in a process of its own, which may hang or die alone.

What was drawn stays at hand: fonts, shaped words, compiled templates, composed faces. After a save the cards that
changed are drawn first, then all others are filled in; those that come out as before cost a millisecond each.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from cardgen.base.errors import CardgenError, Problem, Problems
from cardgen.base.files import shown
from cardgen.studio.told import (
    Told,
    changes_told,
    kit_told,
    problem_told,
    stale_cards,
)

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.faces.compose import Faces
    from cardgen.model import Card, Kit

_TOGETHER = 0.06  # seconds: what is drawn in that time is told at once
_DATA = (".yaml", ".yml", ".csv", ".tsv", ".json", ".xlsx", ".ods")
"""Files that no face is drawn from but through what a template prints."""


class Desk:
    """One kit as it was read last, its faces in every look that somebody looks at, and what is wrong with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.label = shown(folder)
        self.kit: Kit | None = None
        self.looks: list[str] = []
        self.drawn: dict[str, dict[str, dict[str, str]]] = {}
        """Look → card → side → address."""
        self.drawings: dict[str, Drawing] = {}
        self._told: Told = {}
        self.at_hand: dict[str, Faces] = {}
        """Faces for sheets and rule sheet, by look."""
        self._salt = ""
        self._faces: dict[str, Faces] = {}

    # -- reading --------------------------------------------------------------------------------------

    def read(self, changed: list[str] | None = None) -> Iterator[Told]:
        """Read the kit, draw what is not drawn yet, and yield what there is to tell, the most urgent first."""
        from cardgen.source import read_kit

        begun = time.perf_counter()
        kit, problems = read_kit(self.folder)
        before, self.kit = self.kit, kit or self.kit
        if kit is None:
            yield self._problems(list(problems), stale=stale_cards(before, problems) if before else [])
            return
        self.label = Path(kit.where.file).parent.as_posix()
        if before is None:
            yield from self._head(kit)
        if changed is None or any(Path(name).suffix not in _DATA for name in changed):
            self._salt = ""
        first = kit.first_look
        self.looks = [first, *(look for look in self.looks if look != first and look in kit.looks)]
        self.drawn = {look: self.drawn.get(look, {}) for look in self.looks}
        self._faces = {}
        found = Problems()
        found.extend(problems)
        failed: set[str] = set()
        urgent, rest = self._in_order(before, kit)
        for look in self.looks:
            yield from self._draw(kit, look, urgent, before, found, failed)
        yield from self._head(kit)
        for look in self.looks:
            yield from self._draw(kit, look, rest, before, found, failed)
        yield {"event": "drawn", "seconds": round(time.perf_counter() - begun, 3)}
        self._forget()
        yield from self._check(kit, found, failed)
        for faces in self._faces.values():
            faces.save()

    def _head(self, kit: Kit) -> Iterator[Told]:
        """Tell what stands in the kit's files, if that is news."""
        said = kit_told(kit)
        if said != self._told:
            self._told = said
            yield {"event": "kit", "kit": said}

    def _in_order(self, before: Kit | None, kit: Kit) -> tuple[list[Card], list[Card]]:
        """Return the cards whose own data changed, and then all others."""
        cards = [card for component in kit.components for card in component.cards]
        old = (
            {(card.component, card.id): card for component in before.components for card in component.cards}
            if before
            else {}
        )
        urgent = [card for card in cards if old and _data(old.get((card.component, card.id))) != _data(card)]
        known = {id(card) for card in urgent}
        return urgent, [card for card in cards if id(card) not in known]

    def _draw(
        self, kit: Kit, look: str, cards: list[Card], before: Kit | None, found: Problems, failed: set[str]
    ) -> Iterator[Told]:
        from cardgen.export.svg import drawing_svg
        from cardgen.faces.address import address

        faces = self.faces(kit, look)
        mine = self.drawn[look]
        old = {card.id: card for c in before.components for card in c.cards} if before else {}
        told: Told = {}
        svgs: dict[str, bytes] = {}
        why: Told = {}
        since = time.perf_counter()

        def say(done: int) -> Told:
            return {
                "event": "faces",
                "look": look,
                "faces": dict(told),
                "svgs": dict(svgs),
                "why": dict(why),
                "done": done,
                "of": len(cards),
            }

        for number, card in enumerate(cards, 1):
            errors = len(faces.problems)
            sides = {"front": faces.front(card), "back": faces.back(card)}
            new: dict[str, str] = {}
            for side, drawing in sides.items():
                if drawing is None:
                    continue
                if not drawing.items and len(faces.problems) >= errors and faces.problems.errors:
                    failed.add(card.id)  # it could not be drawn: what was drawn last stays
                    if side in mine.get(card.id, {}):
                        new[side] = mine[card.id][side]
                    continue
                new[side] = name = address(drawing)
                if name not in self.drawings:
                    self.drawings[name] = drawing
                    svgs[name] = drawing_svg(drawing).encode()
            if new != mine.get(card.id):
                mine[card.id] = told[card.id] = new
                if card.id in old and (words := changes_told(old[card.id], card)):
                    why[card.id] = words
            if told and time.perf_counter() - since > _TOGETHER:
                yield say(number)
                told, svgs, why = {}, {}, {}
                since = time.perf_counter()
            elif number % 20 == 0:
                yield {"event": "pause"}
        if told:
            yield say(len(cards))
        found.extend(faces.problems)

    def faces(self, kit: Kit, look: str) -> Faces:
        """Return the faces of the kit that was read last, those of earlier readings at hand."""
        from cardgen.base.cache import default_folder
        from cardgen.faces.compose import Faces

        if look not in self._faces:
            place = default_folder()
            self._faces[look] = Faces(
                kit,
                look,
                compiled=place / "templates",
                kept=place / "studio",
                salt=self._salt or self._salt_of(kit),
            )
        return self._faces[look]

    def _salt_of(self, kit: Kit) -> str:
        """Return what stands for all that faces depend on and no template prints.

        The templates of faces are left out: what one of them says is in what it prints.
        """
        from cardgen.app.fingerprint import drawn_hash, tool_hash

        printed = {name for c in kit.components for name in (c.face, c.back) if name}
        printed |= {
            name for c in kit.components for card in c.cards for name in (card.face, card.back) if name
        }
        data = [*kit.sources, *(kit.root / name for name in printed)]
        if kit.rules:
            data.append(kit.root / kit.rules)
        self._salt = f"{tool_hash()} {drawn_hash(kit.root, data)}"
        return self._salt

    def _forget(self) -> None:
        """Let go of faces that nobody shows any more; their last pictures are the server's."""
        shown_now = {
            name for faces in self.drawn.values() for sides in faces.values() for name in sides.values()
        }
        self.drawings = {name: drawing for name, drawing in self.drawings.items() if name in shown_now}

    # -- problems -------------------------------------------------------------------------------------

    def _check(self, kit: Kit, found: Problems, failed: set[str]) -> Iterator[Told]:
        from cardgen.checks import run_checks

        stale = sorted(failed)
        if found.errors:  # at once, and again when all has been looked at
            yield self._problems(list(found), stale)
        yield {"event": "pause"}  # a save that came meanwhile goes first
        found.extend(run_checks(kit))
        yield self._problems(list(found), stale)

    def _problems(self, problems: list[Problem], stale: list[str]) -> Told:
        return {
            "event": "problems",
            "problems": [problem_told(problem, self.label) for problem in problems],
            "stale": stale,
        }

    def _renew(self) -> None:
        """Read the kit and draw nothing."""
        from cardgen.source import load_kit

        self.at_hand.clear()
        self.kit = None  # an old one would answer for what is not there any more
        self.kit = load_kit(self.folder)
        self.label = Path(self.kit.where.file).parent.as_posix()

    # -- what is asked --------------------------------------------------------------------------------

    def answer(self, what: str, asked: dict[str, Any]) -> Any:
        """Return the answer to one question; CardgenError when the kit is too wrong for it."""
        from cardgen.studio import answers

        if what == "cover":
            return answers.cover(**asked)
        if what == "renew":
            return self._renew()
        if self.kit is None:
            raise CardgenError([Problem("the kit cannot be read", code="no-kit")])
        return getattr(answers, f"answer_{what}")(self, self.kit, **asked)


def _data(card: Card | None) -> object:
    return card and (card.name, card.count, card.face, card.back, card.fields)


# ---- in the desk's own process ------------------------------------------------------------------------


def serve(folder: str, nice: int = 0) -> None:
    """Be the desk: read and answer whatever comes on stdin, until it ends; a `nice` one lets others go first.

    A question is `(number, what, asked)`; `read` has many answers, the last of which is `(number, "end", None)`.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    gc.set_threshold(400_000, 20, 100)  # what a kit is made of lives until the next save
    asked: queue.SimpleQueue[tuple[int, str, Any] | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    desk = Desk(Path(folder))

    def say(number: int, kind: str, what: Any) -> None:
        pickle.dump((number, kind, what), answers, protocol=5)
        answers.flush()

    waiting: list[tuple[int, str, Any]] = []
    try:
        while True:
            question = waiting.pop(0) if waiting else asked.get()
            if question is None:
                return
            number, what, about = question
            if what != "read":
                _answer(desk, question, say)
                continue
            for told in _safely(desk, about):
                if told["event"] != "pause":
                    say(number, "told", told)
                while not asked.empty():
                    other = asked.get()
                    if other is None:
                        return
                    if other[1] == "read":
                        waiting.append(other)
                    else:
                        _answer(desk, other, say)
                if waiting:  # saved again: the rest of this reading is old news
                    break
            say(number, "end", None)
    except (BrokenPipeError, OSError):
        return  # nobody listens any more


def _safely(desk: Desk, changed: list[str] | None) -> Iterator[Told]:
    try:
        yield from desk.read(changed)
    except CardgenError as error:
        yield desk._problems(list(error.problems), [])
    except Exception as error:
        import traceback

        traceback.print_exc()
        message = f"cardgen itself failed: {type(error).__name__}: {error}"
        hint = "this is a bug in cardgen, not in your kit; the terminal shows where"
        yield desk._problems([Problem(message, hint=hint, code="bug")], [])


def _answer(desk: Desk, question: tuple[int, str, Any], say: Callable[[int, str, Any], None]) -> None:
    number, what, about = question
    try:
        say(number, "answer", desk.answer(what, about))
    except CardgenError as error:
        say(number, "problems", [problem_told(problem, desk.label) for problem in error.problems])
    except (KeyError, ValueError) as error:
        say(number, "missing", str(error))
    except Exception as error:
        import traceback

        traceback.print_exc()
        say(number, "bug", f"{type(error).__name__}: {error}")


def _listen(stream: BinaryIO, asked: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            asked.put(pickle.load(stream))
    except (EOFError, OSError, pickle.UnpicklingError):
        asked.put(None)
