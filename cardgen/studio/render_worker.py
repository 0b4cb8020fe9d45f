"""The render worker: one kit read and drawn again and again in a process of its own, which may hang or die alone.

What was drawn stays at hand: fonts, shaped words, compiled templates, composed faces. After a save the cards that
changed are drawn first, then all others are filled in; those that come out as before cost a millisecond each.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import Problem, Problems
from cardgen.base.files import shown
from cardgen.studio.payload import (
    Payload,
    changes_of,
    kit_payload,
    problem_payload,
    stale_cards,
)

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.faces.art.form import ArtForm
    from cardgen.faces.compose import Faces
    from cardgen.jinja.templates import Rendered
    from cardgen.model import Card, Kit

_TOGETHER = 0.06  # seconds: what is drawn in that time is told at once
_DATA = (".yaml", ".yml", ".csv", ".tsv", ".json", ".xlsx", ".ods")
"""Files that no face is drawn from but through what a template prints."""


class RenderWorker:
    """One kit as it was read last, its faces in every look that somebody looks at, and what is wrong with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.label = shown(folder)
        self.kit: Kit | None = None
        self.looks: list[str] = []
        self.drawn: dict[str, dict[str, dict[str, str]]] = {}
        """Look → card → side → address."""
        self.drawings: dict[str, Drawing] = {}
        self._reported: Payload = {}
        self._warnings: list[Problem] = []
        """Those of the faces that are shown: a file that cannot be read takes none of them away."""
        self.at_hand: dict[str, Faces] = {}
        """Faces for sheets and rule sheet, by look."""
        self.forms: dict[str, ArtForm] = {}
        """Art that was drawn for pictures, by its key."""
        self.draft: tuple[Kit, tuple[str, ...], Faces, Rendered] | None = None
        """The face that somebody moves something on, filled in: what is not written yet is drawn from it."""
        self._sketches: dict[str, tuple[Kit, Faces]] = {}
        self._salt = ""
        self._faces: dict[str, Faces] = {}

    # -- reading --------------------------------------------------------------------------------------

    def read(self, changed: list[str] | None = None, looked_at: Collection[str] = ()) -> Iterator[Payload]:
        """Read the kit, draw what is not drawn yet, and yield what there is to tell, the most urgent first.

        Cards whose own data changed come first, then those that somebody looks at, then all others.
        """
        from cardgen.source import read_kit

        begun = time.perf_counter()
        kit, problems = read_kit(self.folder)
        before, self.kit = self.kit, kit or self.kit
        if kit is None:
            yield self.wrong(
                [*problems, *self._warnings], stale=stale_cards(before, problems) if before else []
            )
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
        urgent, rest = self._in_order(before, kit, looked_at)
        for look in self.looks:
            yield from self.draw(kit, look, urgent, before, found, failed)
        yield from self._head(kit)
        for look in self.looks:
            yield from self.draw(kit, look, rest, before, found, failed)
        yield {"event": "drawn", "seconds": round(time.perf_counter() - begun, 3)}
        self._forget()
        yield from self._check(kit, found, failed)
        for faces in self._faces.values():
            faces.save()

    def _head(self, kit: Kit) -> Iterator[Payload]:
        """Tell what stands in the kit's files, if that is news."""
        said = kit_payload(kit)
        if said != self._reported:
            self._reported = said
            yield {"event": "kit", "kit": said}

    def _in_order(
        self, before: Kit | None, kit: Kit, looked_at: Collection[str]
    ) -> tuple[list[Card], list[Card]]:
        """Return the cards whose own data changed, and then all others."""
        cards = [card for component in kit.components for card in component.cards]
        old = (
            {(card.component, card.id): card for component in before.components for card in component.cards}
            if before
            else {}
        )
        urgent = [card for card in cards if old and _data(old.get((card.component, card.id))) != _data(card)]
        known = {id(card) for card in urgent}
        rest = [card for card in cards if id(card) not in known]
        return urgent, sorted(rest, key=lambda card: card.id not in looked_at)

    def draw(
        self, kit: Kit, look: str, cards: list[Card], before: Kit | None, found: Problems, failed: set[str]
    ) -> Iterator[Payload]:
        """Draw cards in a look and yield those whose faces are other ones than before; note what is wrong."""
        from cardgen.export.svg import drawing_svg
        from cardgen.faces.address import address

        faces = self.faces(kit, look)
        mine = self.drawn[look]
        old = {card.id: card for c in before.components for card in c.cards} if before else {}
        fresh: Payload = {}
        svgs: dict[str, bytes] = {}
        why: Payload = {}
        since = time.perf_counter()

        def say(done: int) -> Payload:
            return {
                "event": "faces",
                "look": look,
                "faces": dict(fresh),
                "svgs": dict(svgs),
                "why": dict(why),
                "done": done,
                "of": len(cards),
            }

        for number, card in enumerate(cards, 1):
            sides = {"front": faces.front(card), "back": faces.back(card)}
            new: dict[str, str] = {}
            for side, drawing in sides.items():
                if drawing is None:
                    continue
                empty = not drawing.items and bool(faces.problems.errors)
                if empty or faces.incomplete(drawing):
                    failed.add(card.id)
                    if side in mine.get(card.id, {}):  # what was drawn last stays
                        new[side] = mine[card.id][side]
                        continue
                    if empty:
                        continue
                new[side] = name = address(drawing)
                if name not in self.drawings:
                    self.drawings[name] = drawing
                    svgs[name] = drawing_svg(drawing).encode()
            if new != mine.get(card.id):
                mine[card.id] = fresh[card.id] = new
                if card.id in old and (words := changes_of(old[card.id], card)):
                    why[card.id] = words
            if fresh and time.perf_counter() - since > _TOGETHER:
                yield say(number)
                fresh, svgs, why = {}, {}, {}
                since = time.perf_counter()
            elif number % 20 == 0:
                yield {"event": "pause"}
        if fresh:
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

    def sketch(self, kit: Kit, look: str) -> Faces:
        """Return faces for what is in no file yet; they last until the kit is read again."""
        from cardgen.base.cache import default_folder
        from cardgen.faces.compose import Faces

        if self._sketches.get(look, (None,))[0] is not kit:
            self._sketches[look] = (kit, Faces(kit, look, compiled=default_folder() / "templates"))
        return self._sketches[look][1].unreported()

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

    def _check(self, kit: Kit, found: Problems, failed: set[str]) -> Iterator[Payload]:
        from cardgen.app.play import rules_wrong
        from cardgen.checks import run_checks

        stale = sorted(failed)
        if found.errors:  # at once, and again when all has been looked at
            yield self.wrong(list(found), stale)
        yield {"event": "pause"}  # a save that came meanwhile goes first
        found.extend(rules_wrong(kit))
        found.extend(run_checks(kit))
        self._warnings = [problem for problem in found if problem.level == "warning"]
        yield self.wrong(list(found), stale)

    def wrong(self, problems: list[Problem], stale: list[str]) -> Payload:
        """Return what pages are told of problems, and of the faces that are as they were drawn last."""
        return {
            "event": "problems",
            "problems": [problem_payload(problem, self.label) for problem in problems],
            "stale": stale,
        }

    def renew(self) -> None:
        """Read the kit and draw nothing."""
        from cardgen.source import load_kit

        self.at_hand.clear()
        self.kit = None  # an old one would answer for what is not there any more
        self.kit = load_kit(self.folder)
        self.label = Path(self.kit.where.file).parent.as_posix()


def _data(card: Card | None) -> object:
    return card and (card.name, card.count, card.face, card.back, card.fields)
