"""The ink of a build: which faces are measured, what earlier builds measured already, and where it is told."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardgen.app.fingerprint import tool_hash
from cardgen.base.cache import default_folder, forget_old, keep, name_for, read_kept
from cardgen.base.drawing import Page
from cardgen.sheets.ink import (
    InkCoverage,
    ink_words,
    page_ink,
    rated_pages,
    saving_words,
    with_ink,
    words_ink,
)
from cardgen.sheets.marks.pen import Lettering

if TYPE_CHECKING:
    from cardgen.base.drawing import Art, Drawing
    from cardgen.export.ink import Measuring, Sample
    from cardgen.faces.art.form import ArtForm
    from cardgen.faces.compose import Faces
    from cardgen.model import Card, Component
    from cardgen.sheets import KitPlan

_MEASURED = 12
"""So many faces of a component are measured; the others take as much as these do on average."""
_COMPARED = 3
"""So many are drawn in the first look as well, to say what another saves."""


class SheetInk:
    """What the sheets of a kit take, page by page; known as soon as a press has printed its faces small."""

    def __init__(self, plan: KitPlan, pages: Sequence[Page], faces: Faces, fallback: str) -> None:
        self._plan = plan
        self._pages = pages
        self._faces = faces
        self._lettering = Lettering(fallback, plan.kit.fonts, plan.kit.language)
        self._by_label: dict[str, InkCoverage] = {}
        self._names: dict[int, str] = {}
        self._measured: list[str] = []
        self._measuring: Measuring | None = None
        self._kept = _KeptInk(f"{plan.kit.root.resolve()}|{faces.look}|{plan.kit.language}")
        self._words = ""
        self.saving: str = ""
        """How much of the ink of the first look this one needs, in words; "" for the first look."""
        self.share: float | None = None
        """The same as a number."""
        self._samples: dict[int, Sample] = {}
        self._same: dict[int, list[int]] = {}
        first = plan.kit.first_look
        self._first = faces.in_look(first) if faces.look != first else None
        self._compared: list[tuple[int, int, float]] = []
        self._choose()

    def arts(self) -> Iterator[Art]:
        """Yield the art of what is measured and not printed: faces in the first look."""
        if self._first:
            for sample in self._samples.values():
                yield from sample.drawing.arts()

    def _choose(self) -> None:
        for component in self._plan.kit.components:
            for side in ("front", "back"):
                drawn = [
                    (card, face) for card in component.cards if (face := self._side(self._faces, card, side))
                ]
                faces = list({id(face): face for _, face in drawn}.values())
                measured = _spread(faces, _MEASURED)
                for face in measured:
                    self._add(face, component, side)
                of_all = [id(face) for face in measured]
                self._same |= {id(face): of_all for face in faces if id(face) not in self._samples}
                if self._first:
                    self._compare(
                        component, side, [entry for entry in drawn if id(entry[1]) in self._samples]
                    )

    def _compare(self, component: Component, side: str, drawn: list[tuple[Card, Drawing]]) -> None:
        """Note some faces in both looks, and what each stands for: the paper of all pieces of its component."""
        assert self._first is not None
        some = _spread(drawn, _COMPARED)
        weight = component.total * component.size.width * component.size.height / max(1, len(some))
        for card, face in some:
            other = self._side(self._first, card, side)
            if other:
                self._add(other, component, side)
                self._compared.append((id(face), id(other), weight))

    @staticmethod
    def _side(faces: Faces, card: Card, side: str) -> Drawing | None:
        return faces.front(card) if side == "front" else faces.back(card)

    def _add(self, drawing: Drawing, component: Component, side: str) -> None:
        from cardgen.export.ink import Sample
        from cardgen.faces.compose import trim

        box = (0.0, 0.0, component.size.width, component.size.height)
        self._samples[id(drawing)] = Sample(
            drawing, box, None if component.shape == "rect" else trim(component, side), component.covers
        )

    def start(self, forms: Mapping[str, ArtForm]) -> None:
        """Begin to measure what no earlier build has measured."""
        if self._measuring:
            return
        from cardgen.export.ink import Measuring
        from cardgen.faces.address import addresses

        named = addresses({str(key): {"face": sample.drawing} for key, sample in self._samples.items()})
        self._names = {
            key: f"{named[str(key)]['face']} {_outline_key(one)}" for key, one in self._samples.items()
        }
        new = {
            self._names[key]: one
            for key, one in self._samples.items()
            if self._names[key] not in self._kept.inks
        }
        self._measured = list(new)
        self._measuring = Measuring(list(new.values()), forms)

    def tells(self, pages: Sequence[Page]) -> bool:
        """Return whether one of these pages says how much ink the kit takes, so that it must be known by then."""
        guides = {str(page.number) for page in self._plan.pages if page.role == "guide"}
        return any(page.label in guides for page in pages)

    def filled(self, pages: Sequence[Page]) -> list[Page]:
        """Return pages of these sheets with what is to be said about ink where the guide kept a place for it."""
        guides = {str(page.number) for page in self._plan.pages if page.role == "guide"}
        if not self.tells(pages):
            return list(pages)
        self._finish()
        words = [words for words in (self._words, self.saving) if words]
        return [with_ink(page, words, self._lettering) if page.label in guides else page for page in pages]

    def about(self, pages: Sequence[Page]) -> dict[str, Any]:
        """Return what kit.json says of these pages: the share of each that a colour covers, in percent."""
        self._finish()
        inks = [self._by_label[page.label] for page in pages]
        sizes = [page.drawing.width * page.drawing.height for page in pages]
        rated = rated_pages(zip(inks, sizes, strict=True))
        return {
            "ink": {
                "colours": list(InkCoverage._fields),
                "percent": [ink.percent for ink in inks],
                "rated_pages": [round(n, 1) for n in rated],
                **({"share_of_first_look": round(self.share, 2)} if self.share else {}),
            }
        }

    def _finish(self) -> None:
        """Wait for what is being measured, and sum it up."""
        if self._by_label or not self._measuring:
            return
        kept = self._kept
        kept.add(dict(zip(self._measured, self._measuring.inks(), strict=True)))
        inks = {key: kept.inks[name] for key, name in self._names.items()}
        blends: dict[int, InkCoverage] = {}

        def of(face: Drawing) -> InkCoverage:
            key = id(face)
            if key in inks:
                return inks[key]
            if key not in blends:
                blends[key] = InkCoverage.mean((inks[other], 1.0) for other in self._same[key])
            return blends[key]

        plan = self._plan
        for plan_page, page in zip(plan.pages, self._pages, strict=True):
            if plan_page.slots:
                self._by_label[page.label] = page_ink(plan_page, self._faces, of)
            else:
                self._by_label[page.label] = words_ink(page.drawing, inks)
        sizes = [page.drawing.width * page.drawing.height for page in self._pages]
        self._words = ink_words(rated_pages(zip(self._by_label.values(), sizes, strict=True)), plan.sheets)
        if self._compared:
            ours = sum(sum(inks[one]) * weight for one, _, weight in self._compared)
            theirs = sum(sum(inks[other]) * weight for _, other, weight in self._compared)
            looks = plan.kit.looks
            this, first = looks[self._faces.look].title, looks[plan.kit.first_look].title
            if theirs:
                self.share = ours / theirs
                self.saving = saving_words(this, first, self.share)


def _spread(things: Sequence[Any], most: int) -> list[Any]:
    """Return at most so many of them, evenly spread."""
    if len(things) <= most:
        return list(things)
    return [things[n * len(things) // most] for n in range(most)]


class _KeptInk:
    """The ink of faces by their address, kept from one build of a kit to the next."""

    def __init__(self, whose: str) -> None:
        self._file = default_folder() / "ink" / f"{name_for(tool_hash(), whose)}.json"
        self.inks: dict[str, InkCoverage] = {}
        try:
            found = json.loads(read_kept(self._file) or b"{}")
            self.inks = {
                str(face): InkCoverage(*map(float, shares))
                for face, shares in found.items()
                if len(shares) == 4
            }
        except (ValueError, TypeError, AttributeError):
            self.inks = {}  # damaged: measured again

    def add(self, new: dict[str, InkCoverage]) -> None:
        if new:
            self.inks |= new
            keep(self._file, json.dumps(self.inks, separators=(",", ":")).encode())
            forget_old(self._file.parent)


def _outline_key(sample: Sample) -> str:
    """Return what tells samples of one drawing apart: 0 for a whole rectangle, else what is cut."""
    if sample.cut is None:
        return "0"
    return hashlib.sha256(repr(sample.cut.commands).encode()).hexdigest()[:12]
