"""The sheets of a kit's boxes: tuck boxes, lid and tray, dividers, a tray for tokens.

`box_pages` returns every sheet of every box that the kit wants held. What does not fit a page is made of two halves;
what does not fit even then is noted with the paper that would hold it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from cardgen.base.drawing import Page
from cardgen.base.language import figure, noted, tr
from cardgen.base.units import PAPERS, Size
from cardgen.faces.compose import Faces
from cardgen.model import Component, Kit
from cardgen.model.box import BOX_KINDS, Box, BoxKind
from cardgen.production.art import BoxPainter, box_names
from cardgen.production.dielines import (
    BEYOND,
    Dieline,
    Divider,
    DividerSlot,
    Hinged,
    Sleeve,
    Tray,
    Tuck,
    fits,
    tabbed,
    up,
)
from cardgen.production.held import (
    DEEPEST,
    LOOSE,
    Packing,
    boxes_of,
    deck_of,
    held_by,
    named,
    room_for,
    shown,
)
from cardgen.production.sheet import (
    FOOTER,
    HALF_STEPS,
    HEADER,
    TUCK_STEPS,
    big,
    figures_of,
    frame,
    gauge,
    heading,
    legend,
    lines_of,
    numbered,
    row,
    schematic,
    sheet_for,
    steps_below,
    steps_beside,
)
from cardgen.sheets.marks.pen import BLACK, GREY, PLAIN, Lettering, Pen
from cardgen.sheets.paper import Sheet

_PARTS = (noted("lid"), noted("tray"))
_LID_HIGH = 30.0
_BESIDE_WORDS = 24.0
_LOWEST = 12.0  # of a tray: on lower walls the tabs have no room for glue
_TOKEN_TRAY = (88.0, 62.0, 18.0)
_UNDER_THE_RIM = 7.0  # of dividers: boards and booklet lie on them


class BoxSheets(NamedTuple):
    """The sheets of one box: how its file is called, its title, its pages and the dielines on each of them."""

    stem: str
    title: str
    pages: tuple[Page, ...]
    dielines: tuple[tuple[Dieline, ...], ...]


def box_pages(
    kit: Kit,
    faces: Faces,
    paper: Size,
    *,
    kinds: Collection[BoxKind] = BOX_KINDS,
    sleeved: bool | None = None,
    lettering: Lettering = PLAIN,
) -> list[BoxSheets]:
    """Return the sheets of all boxes of these kinds that a kit wants, on this paper.

    `sleeved` holds for every deck instead of what its box says. What cannot be made is noted in `faces.problems`,
    and the rest is still made.
    """
    found: list[BoxSheets] = []
    for one in boxes_of(kit):
        if one.kind not in kinds:
            continue
        box = named(one, kit)
        if sleeved is not None:
            box = replace(box, sleeved=sleeved)
        maker = _Maker(kit, faces, paper, box, lettering)
        sheets = list(maker.sheets())
        if sheets:
            found.append(maker.finished(sheets))
    return found


class _Laid(NamedTuple):
    """A page that is drawn but for its frame."""

    pen: Pen
    sheet: Sheet
    dielines: tuple[Dieline, ...]
    title: str
    pill: str


class _Maker:
    def __init__(self, kit: Kit, faces: Faces, paper: Size, box: Box, lettering: Lettering) -> None:
        self.kit, self.faces, self.paper, self.box, self.lettering = kit, faces, paper, box, lettering
        holds = held_by(kit, box)
        self.painter = BoxPainter(faces, box, box_names(kit, box, holds, shown(kit, box)))

    def sheets(self) -> Iterator[_Laid]:
        made = {"tuck": self._tuck, "lid-tray": self._tray_box, "hinged": self._hinged}
        made |= {"sleeve": self._sleeve, "dividers": self._dividers, "token-tray": self._token_tray}
        return made[self.box.kind]()

    def finished(self, laid: list[_Laid]) -> BoxSheets:
        """Return the sheets with header, footer and numbers."""
        pages: list[Page] = []
        stem = f"{self.kit.slug}-box-{self.box.name}"
        for i, one in enumerate(laid, 1):
            frame(one.pen, one.sheet, self.kit.title, one.title, one.pill, (i, len(laid)), self.kit.version)
            pages.append(Page(one.pen.drawing(f"{stem} {i}", one.sheet)))
        titles = ", ".join(dict.fromkeys(one.title for one in laid))
        return BoxSheets(stem, titles, tuple(pages), tuple(one.dielines for one in laid))

    def _pen(self) -> Pen:
        return Pen(self.kit.accent, self.lettering)

    def _note(self, message: str, hint: str, code: str, level: Literal["error", "warning"] = "error") -> None:
        trail = ("boxes", self.box.name)
        self.faces.problems.add(message, self.box.where, trail=trail, hint=hint, level=level, code=code)

    def _too_large(self, what: str, size: Size) -> None:
        """Note that a flat piece fits no page of this paper, and which paper holds it."""
        for name, paper in sorted(PAPERS.items(), key=lambda item: item[1].width * item[1].height):
            if sheet_for(size, paper, fits):
                hint = f"{name.title() if name[0] != 'a' else name.upper()} holds it: --paper {name}"
                break
        else:
            hint = "hold fewer pieces, or make two boxes"
        room = Size(self.paper.width - 12, self.paper.height - HEADER - FOOTER)
        message = (
            f"{what} is {size.width:.0f} × {size.height:.0f} mm when it lies flat, expected at most "
            f"{room.width:g} × {room.height:g} mm on this paper"
        )
        self._note(message, hint, "box-too-large")

    def draw(self, pen: Pen, dieline: Dieline, x: float, y: float, part: str = "") -> None:
        """Draw a dieline with its art, its 0,0 at (x, y)."""
        pen.items += self.painter.items(dieline, x, y, part)
        lines_of(pen, dieline, x, y)

    # ---- tuck boxes

    def _tuck(self) -> Iterator[_Laid]:
        deck = deck_of(self.kit, self.box)
        if deck.stack > DEEPEST:
            message = (
                f"{deck.count} pieces of {deck.each:.2f} mm are a stack of {deck.stack:.1f} mm, "
                f"expected at most {DEEPEST:g} mm in a tuck box"
            )
            hint = "make two boxes, each for: some of the components; or kind: lid-tray"
            if any(component.on_board for component in deck.components):
                hint = (
                    "if they are printed on card, not on board, write thickness: 0.3mm; else kind: lid-tray"
                )
            self._note(message, hint, "stack-too-high")
            return
        tuck = Tuck(deck.size.width, deck.size.height, deck.stack, self.box.card)
        sleeves = tr(", sleeved") if deck.sleeved else ""
        title = tr("Tuck box for {what}", what=self.box.title) + sleeves
        if self.box.thickness and any(component.on_board for component in deck.components):
            title += tr(", on card alone, not mounted on board")
        dieline = tuck.dieline()
        sheet = sheet_for(dieline.size, self.paper, fits)
        if sheet is None:
            halves = tuck.halves()
            upright = Sheet.portrait(self.paper)
            for half in halves:
                if not fits(half.size, Size(upright.width, upright.height)):
                    self._too_large(f"half of the tuck box for {self.box.title}", half.size)
                    return
            for number, half in enumerate(halves, 1):
                pen = self._pen()
                self._half(pen, upright, tuck, half, halves)
                yield _Laid(pen, upright, (half,), title, tr("part {part} of {parts}", part=number, parts=2))
            return
        pen = self._pen()
        if sheet.landscape:
            self._lying(pen, sheet, tuck, dieline)
        else:
            self._upright(pen, sheet, tuck, dieline)
        yield _Laid(pen, sheet, (dieline,), title, tr("box"))

    def _upright(self, pen: Pen, sheet: Sheet, tuck: Tuck, dieline: Dieline) -> None:
        deck = deck_of(self.kit, self.box)
        left, top, wide, tall = dieline.bounds
        y = 17 - top
        self.draw(pen, dieline, (sheet.width - wide) / 2 - left, y)
        x, width = sheet.left, sheet.right - sheet.left
        y += top + tall
        y += 9 if sheet.height - y > 105 else 5
        note = tr("card of 250 to 300 g/m², printed on one side")
        y = heading(pen, x, y, width, tr("Score, cut, fold, glue"), note)
        y = steps_beside(pen, x, y, width, TUCK_STEPS)
        room = sheet.height - FOOTER - 2 - y
        k = min(0.46, 62 / wide, (room - 14) / tall)
        if room < 40:
            return
        gap = max(4.0, min(11.0, (room - 7.2 - max(tall * k, 36)) / 2))
        note = tr("all lengths in mm; for other cards or sleeves only W, H and the stack change")
        y = heading(pen, x, y + gap, width, tr("Made to measure"), note)
        one, two, three = figures_of(tuck, deck)
        big(pen, x, y, one, 28)
        big(pen, x + 28.5, y, two, 28)
        big(pen, x, y + 11.6, three, 57)
        gauge(pen, x, y + 24.6, 57, tuck, deck)
        schematic(pen, x + 63, y + 0.6, k, tuck)
        legend(pen, x + 132, y, width - 132, tuck)

    def _lying(self, pen: Pen, sheet: Sheet, tuck: Tuck, dieline: Dieline) -> None:
        left, top, wide, tall = dieline.bounds
        y = (sheet.height - HEADER - FOOTER - tall) / 2 + HEADER + 0.5 - top
        self.draw(pen, dieline, 8.5 - left, y)
        x = 8.5 + wide + 6
        width = sheet.right - x
        if width < 30:
            return
        y = heading(pen, x, 15, width, tr("Score, cut, fold, glue"))
        y = steps_below(pen, x, y, width, TUCK_STEPS)
        y = self._measured(pen, x, y + 5.9, width, tuck)
        room = sheet.height - FOOTER - 2 - y - 4
        if room > 26:
            schematic(pen, x, y + 4, min(room / tall, width / wide), tuck)

    def _measured(self, pen: Pen, x: float, y: float, width: float, tuck: Tuck) -> float:
        deck = deck_of(self.kit, self.box)
        y = heading(pen, x, y, width, tr("Made to measure"))
        for one in figures_of(tuck, deck):
            big(pen, x, y, one, width)
            y += 11.6
        return gauge(pen, x, y + 1, width, tuck, deck)

    def _half(
        self, pen: Pen, sheet: Sheet, tuck: Tuck, half: Dieline, halves: tuple[Dieline, Dieline]
    ) -> None:
        left, _, wide, _ = half.bounds
        y = 17 - min(one.bounds[1] for one in halves)  # at one height, to compare them
        tall = max(one.bounds[3] + one.bounds[1] for one in halves)
        y = min(y, sheet.height - FOOTER - tall)
        x = sheet.left - left if sheet.left + wide < sheet.width - 6 else 6 - left
        self.draw(pen, half, x, y)
        x += left + wide + 7
        width = sheet.right - x
        if width < 26:
            return
        y = heading(pen, x, 17, width, tr("Two halves"))
        y = numbered(pen, x, y, width, [tr(words) for words in HALF_STEPS])
        y = self._measured(pen, x, y + 7, width, tuck)
        words = tr(
            "Too large for one page: the box is cut along two edges, and each half has a glue tab of its own."
        )
        pen.paragraph(x, y + 3, width, words)

    # ---- lid and tray

    def _tray_box(self) -> Iterator[_Laid]:
        inside, packing = room_for(self.kit, self.box)
        self._check_room(inside, packing)
        board = self.box.greyboard
        tray = Tray(*inside, self.box.card, board, board)
        lid = tray.over(min(_LID_HIGH, tray.h))
        for part, one in zip(_PARTS, (lid, tray), strict=True):
            title = tr("Lid of the box") if part == "lid" else tr("Tray of the box")
            whole = one.dieline(part)
            sheet = sheet_for(whole.size, self.paper, fits)
            if sheet:
                pen = self._pen()
                self._tray_sheet(pen, sheet, part, one, whole, 0.0, packing)
                yield _Laid(pen, sheet, (whole,), title, tr(part))
                continue
            upright = Sheet.portrait(self.paper)
            # the words on the long walls of a lid stand in the middle: the seam passes beside them
            splits = [one.l / 2 + _BESIDE_WORDS, one.l / 2] if part == "lid" else [one.l / 2]
            for split in map(up, splits):
                parts = one.parts(split)
                largest = Size(max(p.size.width for p in parts), max(p.size.height for p in parts))
                if fits(largest, Size(upright.width, upright.height)):
                    break
            else:
                self._too_large(f"half of the {part}", largest)
                continue
            for number, piece in enumerate(parts, 1):
                pen = self._pen()
                self._tray_sheet(pen, upright, part, one, piece, split, packing)
                pill = tr("part {part} of {parts}", part=number, parts=2)
                yield _Laid(pen, upright, (piece,), title, pill)

    def _check_room(self, inside: tuple[float, float, float], packing: Packing) -> None:
        """Warn of pieces that do not lie in a tray whose inside the kit says itself."""
        room = sorted(inside[:2])
        for component in held_by(self.kit, self.box):
            sides = sorted((component.size.width, component.size.height))
            foldable = component.kind == "mats" and not component.on_board
            if not foldable and (sides[0] > room[0] or sides[1] > room[1]):
                message = (
                    f"{component.title} ({component.size}) does not lie in a tray of "
                    f"{inside[0]:g} × {inside[1]:g} mm inside"
                )
                hint = "write a larger inside:, or say with for: what it holds"
                self._note(message, hint, "tray-too-small", "warning")
                return
        if packing.height > inside[2]:
            message = (
                f"the contents are {packing.height:g} mm high, but the tray is {inside[2]:g} mm high inside"
            )
            hint = f"write inside: {inside[0]:g}x{inside[1]:g}x{packing.height:g}mm"
            self._note(message, hint, "tray-too-small", "warning")

    def _tray_sheet(
        self, pen: Pen, sheet: Sheet, part: str, tray: Tray, piece: Dieline, split: float, packing: Packing
    ) -> None:
        left, top, wide, tall = piece.bounds
        x = (sheet.width - wide) / 2 - left
        y = HEADER + (sheet.height - HEADER - FOOTER - tall) / 2 - top
        self.draw(pen, piece, x, y, part)
        corner = tray.h - tray.G - 3
        first, second = piece.name == "1", piece.name == "2"
        if first or second:
            free = (sheet.height - HEADER - FOOTER - tall) / 2
            size = 4.0 if free > 10 else 2.0
            _diamonds(pen, x + split, (y - tray.h, y + tray.w + tray.h), size, first=first)
        if corner > 18 and not second:
            self._corner_words(pen, x - tray.h, y - tray.h, corner, tray.h, part, split=first)
            self._liner_words(pen, x - tray.h, y + tray.w + 3, corner, part, tray)
        if second and corner > 18:
            words = tr("Cut part 2 on the split line, then lay it **on top** of the glue strip.")
            pen.paragraph(x + tray.l + tray.G + 3, y - tray.h, corner, words, 2.45)
        if part == "tray" and not first:
            beside = split + 12 if second else tray.l / 2 + 8
            if tray.l - beside - 8 > 40 and tray.w > 90:
                self._tray_measures(pen, x + beside, y + 12, tray.l - beside - 12, tray, packing)

    def _corner_words(
        self, pen: Pen, x: float, y: float, width: float, room: float, part: str, *, split: bool
    ) -> None:
        pen.text(x, y + 3, tr(part).upper(), 3.2, display=True)
        sentences = [tr("Score, cut, fold all creases back once.")]
        if split:
            sentences.append(tr("Lay part 2 on the glue strip; both diamonds close."))
        sentences.append(tr("Glue the tabs behind the short walls."))
        numbered(pen, x, y + 5, width, sentences, room - 6)

    def _liner_words(self, pen: Pen, x: float, y: float, width: float, part: str, tray: Tray) -> None:
        if not tray.liner:
            return
        long, wide, high = (
            figure(round(side, 1), "g")
            for side in (tray.length + 2 * tray.wall, tray.width + 2 * tray.wall, tray.height)
        )
        if part == "lid":
            words = tr("**Greyboard inside:** top {l} × {w}.", l=long, w=wide)
        else:
            words = tr(
                "**Greyboard inside,** {mm} mm: floor {l} × {w}, two walls {l} × {h}, two {inner} × {h}.",
                mm=figure(tray.liner, "g"),
                l=long,
                w=wide,
                h=high,
                inner=figure(round(tray.width, 1), "g"),
            )
        pen.paragraph(x, y, width, words, 2.45)

    def _tray_measures(
        self, pen: Pen, x: float, y: float, width: float, tray: Tray, packing: Packing
    ) -> None:

        def folded(one: Component | None) -> str:
            too_long = one and max(one.size.width, one.size.height) > tray.length
            return tr(" (folded once)") if too_long else ""

        pen.rect(x - 5, y - 5, width + 10, 92, 2, fill="#ffffff", stroke=None)
        y = heading(pen, x, y, width, tr("Made to measure"))
        lies = [
            f"{stack.pieces} {stack.title or tr('tokens')} {figure(round(stack.high, 1), 'g')}"
            for stack in sorted((one for line in packing.rows for one in line), key=lambda s: -s.high)[:1]
        ]
        lies += [
            f"{one.title if one else tr('booklet')}{folded(one)} {figure(round(mm, 2), 'g')}"
            for one, mm in packing.flat
        ]
        high = tr("{contents}, air {air}", contents=", ".join(lies), air=1)
        if self.box.inside:
            high = tr("as the kit says")
        for letter, value, words in (
            ("L", tray.length, tr("the longest piece that lies flat + 2")),
            ("B", tray.width, tr("the widest piece that lies flat + 3")),
            ("H", tray.height, high),
            ("g", tray.liner, tr("greyboard, inside on floor and walls")),
            ("b", tray.card, tr("thickness of the card")),
            ("l", tray.l, tr("floor, crease to crease: L + 2 g + b")),
            ("w", tray.w, tr("B + 2 g + b")),
            ("h", tray.h, tr("wall: H + g + b ÷ 2")),
            ("G", tray.G, tr("tabs: 0.6 h, at most 16")),
        ):
            y = max(y + 4.4, row(pen, x, y, width, letter, value, words) + 1.5)
        words = tr(
            "**The lid** is a tray turned over: inside 1 mm longer and wider than the outside of this one, with greyboard on its top only."
        )
        pen.paragraph(x, y + 2, width, words, 2.45)

    # ---- dividers

    def _dividers(self) -> Iterator[_Laid]:
        if self.box.wells:
            yield from self._strips()
            return
        holds = held_by(self.kit, self.box)
        groups: list[Dieline] = []
        more = 3.0 if self.box.sleeved else 0.0
        for place, component in enumerate(holds):
            size = Size(component.size.width + more, component.size.height + more)
            groups.append(tabbed(component.title, size, place, len(holds)))
        title = tr("Dividers for {what}", what=self.box.title)
        yield from self._spread(groups, title, 8.0, "")

    def _strips(self) -> Iterator[_Laid]:
        trays = [box for box in boxes_of(self.kit) if box.kind == "lid-tray"]
        of = trays[0] if trays else Box(name="kit", kind="lid-tray")
        inside, _ = room_for(self.kit, of)
        rows = [tuple(self.kit.component(name) for name in one) for one in self.box.wells]
        pieces = list(divide(rows, inside, self.box.card))
        needed = sum(max(well(c).height for c in one) for one in rows)
        if needed > inside[1]:
            message = (
                f"the wells are {needed:g} mm deep together, but the tray is {inside[1]:g} mm wide inside"
            )
            self._note(message, "take one row of wells away", "wells-too-deep")
            return
        title = tr("Dividers for the tray")
        yield from self._spread([piece.dieline() for piece in pieces], title, 7.0, "strip")

    def _spread(self, pieces: list[Dieline], title: str, gap: float, part: str) -> Iterator[_Laid]:
        """Yield sheets with these pieces in rows, largest first; one that fits no page is noted."""
        best: list[list[tuple[Dieline, float, float]]] | None = None
        chosen = Sheet.portrait(self.paper)
        for sheet in Sheet.both_ways(self.paper):
            laid = _in_rows(pieces, sheet, gap)
            if laid is not None and (best is None or len(laid) < len(best)):
                best, chosen = laid, sheet
        if best is None:
            largest = max(pieces, key=lambda piece: max(piece.size.width, piece.size.height))
            self._too_large(f"the divider {largest.name}", largest.size)
            return
        for page in best:
            pen = self._pen()
            low = 0.0
            for dieline, x, y in page:
                self.draw(pen, dieline, x, y, part)
                low = max(low, y + dieline.bounds[1] + dieline.bounds[3])
            words = (
                tr(
                    "Fold each strip in half, printed side out, and glue it. Slide the strips together where slots meet: those of the long ones are open below, those of the short ones above."
                )
                if part
                else tr("Cut them out. Each stands before its pieces, and its tab above them.")
            )
            if chosen.height - FOOTER - low > 14:
                y = heading(pen, chosen.left, low + 5, chosen.right - chosen.left, tr("Cut, fold, glue"))
                pen.paragraph(chosen.left, y, min(150, chosen.right - chosen.left), words)
            yield _Laid(pen, chosen, tuple(dieline for dieline, _, _ in page), title, tr("insert"))

    # ---- a tray for tokens

    def _token_tray(self) -> Iterator[_Laid]:
        inside = self.box.inside or _TOKEN_TRAY
        l, w, h = (figure(side, "g") for side in inside)  # noqa: E741
        sentences = [
            tr("Score, cut, fold all creases back once."),
            tr("The printed side is **inside:** fold the walls towards you."),
            tr("Glue the tabs outside on the short walls."),
        ]
        words = tr("Inside {l} × {w} × {h} mm. Another size: inside: {l}x{w}x{h}mm.", l=l, w=w, h=h)
        whole = Tray(*inside, self.box.card, inward=True).dieline("tray")
        yield from self._one(
            whole, tr("Token tray"), tr("insert"), sentences, words, "the tray for tokens", "tray"
        )

    # ---- a deck that lies: a tray with a lid that hangs on it, or in a sleeve

    def _lying_deck(self) -> tuple[float, float, float]:
        """Return the room for a deck that lies, with air around."""
        deck = deck_of(self.kit, self.box)
        sides = deck.size.width + 1.0, deck.size.height + 1.0
        return self.box.inside or (max(sides), min(sides), max(_LOWEST, up(deck.stack + 1.0)))

    def _hinged(self) -> Iterator[_Laid]:
        sentences = [
            tr("Score, cut, fold all creases back once."),
            tr("Glue the tabs behind the short walls."),
            tr("Close the lid: its walls go over those of the tray."),
        ]
        title = tr("Box with a hinged lid for {what}", what=self.box.title)
        whole = Hinged(*self._lying_deck(), self.box.card).dieline()
        yield from self._one(whole, title, tr("box"), sentences, "", "the box with a hinged lid", "tray")

    def _sleeve(self) -> Iterator[_Laid]:
        tray = Tray(*self._lying_deck(), self.box.card)
        length, width, high = tray.outside
        first = tr("Score, cut, fold all creases back once.")
        glue = tr("Glue the tab behind the free side. Press the flat tube for five minutes.")
        slide = tr("Slide the tray in; the notches are for a thumb.")
        title = tr("Sleeve for {what}", what=self.box.title)
        tube = Sleeve(width, length, high, self.box.card).dieline()
        yield from self._one(tube, title, tr("box"), [first, glue, slide], "", "the sleeve")
        walls = tr("Glue the tabs behind the short walls.")
        yield from self._one(
            tray.dieline("tray"), tr("Tray of the box"), tr("tray"), [first, walls], "", "the tray", "tray"
        )

    def _one(
        self,
        whole: Dieline,
        title: str,
        pill: str,
        sentences: list[str],
        words: str,
        what: str,
        part: str = "",
    ) -> Iterator[_Laid]:
        """Yield the sheet of a thing in one piece, with how it is made below or beside it."""
        sheet = sheet_for(whole.size, self.paper, fits)
        if sheet is None:
            self._too_large(what, whole.size)
            return
        pen = self._pen()
        left, top, wide, tall = whole.bounds
        x, y = (sheet.width - wide) / 2 - left, 20 - top
        self.draw(pen, whole, x, y, part)
        low = y + top + tall + 9
        width = sheet.right - sheet.left
        if sheet.height - FOOTER - low > 34:
            y = heading(pen, sheet.left, low, width, tr("Score, cut, fold, glue"))
            numbered(pen, sheet.left, y, width * 0.45, sentences)
            if words:
                pen.paragraph(sheet.left + width / 2, y, width * 0.45, words)
        yield _Laid(pen, sheet, (whole,), title, pill)


def divide(
    rows: Iterable[tuple[Component, ...]], inside: tuple[float, float, float], card: float
) -> Iterator[Divider]:
    """Yield the strips that part a tray into rows of wells, long ones first; they are as high as its stacks.

    A well is as wide as its pieces and 3 mm of air; what is left of a row is shared. Strips end 6 mm behind the one
    that they cross, so that both hold.
    """
    length, width, height = inside
    listed = list(rows)
    high = height - _UNDER_THE_RIM
    long_at: list[float] = []
    depth = 0.0
    for one in listed[:-1]:
        depth += max(well(component).height for component in one)
        long_at.append(depth)
    crossing: list[list[float]] = [[] for _ in long_at]
    short: list[Divider] = []
    for i, one in enumerate(listed):
        top = long_at[i - 1] if i else 0.0
        low = long_at[i] if i < len(long_at) else width
        widths = _widths(one, length)
        at = 0.0
        for component, after, wide in zip(one, one[1:], widths, strict=False):
            at += wide
            slots: list[DividerSlot] = []
            begins = -BEYOND if i else _EDGE
            run = low - top - (0.0 if i else _EDGE) + (BEYOND if i else 0.0)
            run += BEYOND if i < len(long_at) else -_EDGE
            if i:
                slots.append(DividerSlot(-begins, True))
                crossing[i - 1].append(at)
            if i < len(long_at):
                slots.append(DividerSlot(low - top - begins, True))
                crossing[i].append(at)
            title = " · ".join(dict.fromkeys((component.title, after.title)))
            short.append(Divider(title, run, high, tuple(slots), card))
    for place, (one, ats) in enumerate(zip(listed, crossing, strict=False)):
        slots = [DividerSlot(round(at - _EDGE, 2), False) for at in _apart(ats, 3 * card + 3)]
        title = " · ".join(dict.fromkeys(component.title for component in (*one, *listed[place + 1])))
        yield Divider(title, length - 2 * _EDGE, high, tuple(slots), card)
    yield from short


_EDGE = 0.25  # a strip ends so far from a wall


def well(component: Component) -> Size:
    """Return the room that pieces need on the floor of a tray: they lie, with 3 mm of air; tokens lie in their tray."""
    if component.kind == "tokens":
        return Size(_TOKEN_TRAY[0] + LOOSE, _TOKEN_TRAY[1] + LOOSE)
    sides = component.size.width, component.size.height
    return Size(max(sides) + LOOSE, min(sides) + LOOSE)


def _widths(components: tuple[Component, ...], length: float) -> list[float]:
    """Return how wide the wells of a row are: the pieces and air, and an equal share of what is left."""
    needed = [well(component).width for component in components]
    share = max(0.0, length - sum(needed)) / len(needed)
    return [one + share for one in needed]


def _apart(places: list[float], least: float) -> list[float]:
    """Return places in order, none nearer to the one before than `least`."""
    found: list[float] = []
    for place in sorted(places):
        found.append(max(place, found[-1] + least) if found else place)
    return found


def _in_rows(
    pieces: list[Dieline], sheet: Sheet, gap: float
) -> list[list[tuple[Dieline, float, float]]] | None:
    """Return pages with pieces in rows, each with where its 0,0 is; None if a piece fits no page."""
    room = Size(sheet.width - 2 * 8, sheet.height - HEADER - FOOTER - 4)
    pages: list[list[tuple[Dieline, float, float]]] = []
    x = y = deep = 0.0
    for piece in pieces:
        left, top, wide, tall = piece.bounds
        if wide > room.width or tall > room.height:
            return None
        if x and x + wide > room.width:
            x, y, deep = 0.0, y + deep + gap, 0.0
        if not pages or y + tall > room.height:
            pages.append([])
            x = y = deep = 0.0
        pages[-1].append((piece, 8 + x - left, HEADER + 4 + y - top))
        x += wide + gap
        deep = max(deep, tall)
    return pages


def _diamonds(pen: Pen, x: float, ys: tuple[float, float], size: float, *, first: bool) -> None:
    """Draw the half diamonds that close when the parts lie right, above and below the piece."""
    for y in (ys[0] - size - 2.2, ys[1] + size + 2.2):
        if first:
            pen.polygon(((x, y - size), (x - size, y), (x, y + size)), fill=BLACK, stroke=None)
            pen.dashed(((x, y - size), (x + size, y), (x, y + size)), 0.12, GREY, (0.8, 0.6))
        else:
            pen.polygon(((x, y - size), (x + size, y), (x, y + size)), fill=BLACK, stroke=None)
