"""What turns blocks into pieces: who makes which piece, in which theme, and what surrounds it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from cardgen.base.drawing import Drawing, Item, PlacedDrawing, Text, rect
from cardgen.base.errors import Location, Problems
from cardgen.base.units import PT_PER_MM, parse_length
from cardgen.rulesheet.blocks import Block, Fence, Heading, Inlines, PageBreak, PictureBlock
from cardgen.rulesheet.flow import Columns, Fixed, FlowPiece, FlowRow, FlowStack, Framed, Lines
from cardgen.rulesheet.setter import Setter, SheetPictures
from cardgen.rulesheet.theme import Align, BoxStyle, Theme

WIDE = ("masthead", "at-a-glance", "gallery", "set-up", "steps", "columns", "credits")
"""Containers that take the whole width of the page between two runs of columns."""

_PICTURE_GAP = 3.0
_NEARLY = 0.995
Maker: TypeAlias = "Callable[[Layout, Any, Around], list[FlowPiece]]"
"""Makes the pieces of one kind of block."""
Sized: TypeAlias = tuple[Drawing, float]
"""A drawing and the scale at which it is shown."""


@dataclass(frozen=True, slots=True)
class Around:
    """What surrounds blocks: their width, the box they are in, the space between them, how words are aligned.

    Pictures without a size of their own are at most `tallest`, if it is not 0.
    """

    width: float
    box: str = ""
    space: float = 2.4
    align: Align | None = None
    tallest: float = 0.0


@dataclass(frozen=True, slots=True)
class Layout:
    """Lays blocks out in one theme by asking the maker of each kind.

    Pictures are `grow` times as large as they are meant; `readable` is how large their own words are at least, in mm.
    """

    theme: Theme
    pictures: SheetPictures
    setter: Setter
    makers: Mapping[type[Block], Maker]
    grow: float = 1.0
    readable: float = 0.0

    @property
    def problems(self) -> Problems:
        return self.pictures.sheet.problems

    def page(self, blocks: Sequence[Block], width: float) -> list[FlowPiece]:
        """Return the pieces of a page: wide boxes, and between them text in columns of equal height."""
        style = self.theme.page
        around = Around(width, space=style.space)
        count = style.columns if width >= style.narrow else 1
        if count == 1:
            return self.pieces(blocks, around)
        column = (width - style.gap * (count - 1)) / count
        found: list[FlowPiece] = []
        run: list[Block] = []

        def close() -> None:
            body = self.stack(run, replace(around, width=column))
            if body.pieces:
                found.append(Columns(body, column, style.gap, count, before=body.pieces[0].before))
            run.clear()

        for i, block in enumerate(blocks):
            # a heading right before a wide box spans the page like the box itself
            follows = blocks[i + 1] if i + 1 < len(blocks) else None
            heads = isinstance(block, Heading) and isinstance(follows, Fence) and follows.kind in WIDE
            if isinstance(block, PageBreak) or heads or (isinstance(block, Fence) and block.kind in WIDE):
                close()
                found += self.pieces([block], around)
            else:
                run.append(block)
        close()
        return found

    def pieces(self, blocks: Iterable[Block], around: Around) -> list[FlowPiece]:
        return [piece for block in blocks for piece in self.makers[type(block)](self, block, around)]

    def stack(self, blocks: Iterable[Block], around: Around) -> FlowStack:
        return FlowStack(tuple(self.pieces(blocks, around)))

    def caption(self, words: Inlines, around: Around, before: float) -> Lines:
        """Return the words below a picture."""
        style = self.theme.words("caption", around.box)
        return Lines(self.setter.lines(words, style, around.width, role="Caption"), before=before)

    # ---- boxes -------------------------------------------------------------------------------------

    def look(self, box: Fence) -> BoxStyle:
        """Return the look of a container, of its own style when it has one (`{style=tip}`)."""
        return self.theme.box(box.kind, box.style)

    def inside(self, box: Fence, around: Around) -> Around:
        """Return what surrounds the blocks inside a container."""
        look = self.look(box)
        width = around.width - look.padding[1] - look.padding[3]
        return Around(width, box.name, look.space, look.align, look.picture)

    def framed(self, body: FlowPiece, look: BoxStyle, width: float, before: float = 0.0) -> Framed:
        """Return a piece with the padding, the fill, the border and the art of a box."""

        def frame(wide: float, tall: float) -> Sequence[Item]:
            items: list[Item] = []
            if look.fill or look.border:
                line = look.border_width
                half = line / 2 if look.border else 0.0
                edge = (half, half, wide - 2 * half, tall - 2 * half)
                items.append(
                    rect(*edge, fill=look.fill, stroke=look.border, line_width=line, radius=look.radius)
                )
            return [*items, *self.art(look.art, wide, tall)]

        return Framed(body, width, look.padding, frame, before=before)

    # ---- pictures ----------------------------------------------------------------------------------

    def art(
        self, template: str | None, width: float, height: float, x: float = 0.0, y: float = 0.0, **values: str
    ) -> list[PlacedDrawing]:
        """Return a template of the rules folder drawn for this very size with its corner at x, y, if there is one."""
        drawing = self.pictures.art(template, width, height, **values) if template else None
        return [] if drawing is None else [placed(drawing, x, y, width / drawing.width)]

    def side_by_side(self, drawings: Sequence[Sized], width: float, align: str, before: float = 0.0) -> Fixed:
        """Return drawings at their scales in one row, made smaller when they need more than the width."""
        gap = _PICTURE_GAP * self.theme.scale
        total = sum(d.width * k for d, k in drawings)
        room = width - gap * (len(drawings) - 1)
        shrink = min(1.0, room / total) if total else 1.0
        height = max(d.height * k for d, k in drawings) * shrink
        x = (width - total * shrink - gap * (len(drawings) - 1)) * {"start": 0.0, "end": 1.0}.get(align, 0.5)
        items: list[Item] = []
        for drawing, k in drawings:
            items.append(placed(drawing, x, (height - drawing.height * k * shrink) / 2, k * shrink))
            x += drawing.width * k * shrink + gap
        return Fixed(height, tuple(items), before=before)

    def sized(
        self,
        pictures: Iterable[PictureBlock],
        width: float = 1000.0,
        where: Location | None = None,
        wanted: float = 0.0,
        tallest: float = 0.0,
    ) -> list[Sized]:
        """Return pictures and their scales: as wide as wanted, else their own size, never too wide or too tall."""
        found: list[Sized] = []
        for picture in pictures:
            drawing = self.pictures.with_alt(picture, where)
            if drawing is None or not drawing.width or not drawing.height:
                continue
            wide = self.length(picture.values, "width", width, where) or wanted
            tall = self.length(picture.values, "height", width, where)
            natural = self.theme.scale * (0.5 if picture.kind != "art" else 1.0)
            k = wide / drawing.width if wide else tall / drawing.height if tall else natural
            if not wide and not tall and tallest:
                k = tallest / drawing.height if picture.kind != "art" else min(k, tallest / drawing.height)
            found.append((drawing, min(k, width / drawing.width)))
        return found

    def grown(
        self, sized: Sequence[Sized], pictures: Sequence[PictureBlock], width: float, where: Location | None
    ) -> list[Sized]:
        """Return drawings as large as this layout wants them, never so small that their words cannot be read.

        A picture that is not wide enough for that is drawn once more with larger `letters`, of which its template may know.
        """
        if self.grow == 1 and not self.readable:
            return list(sized)
        known = {id(self.pictures.with_alt(picture)): picture for picture in pictures}
        found: list[Sized] = []
        for drawing, k in sized:
            words = smallest_words(drawing)
            least = self.readable / words if words else 0.0
            # what was small already gets no smaller, unless it is too wide
            k = min(max(k * self.grow, least), width / drawing.width)
            if words and k * words < _NEARLY * self.readable:
                picture = known[id(drawing)]
                letters = math.ceil(100 * self.readable / (k * words)) / 100
                values = {**picture.values, "letters": f"{letters:g}"}
                larger = self.pictures.with_alt(replace(picture, values=values), where)
                if larger is not None and k * smallest_words(larger) >= _NEARLY * self.readable:
                    drawing = larger
                else:
                    self._too_small(picture, k * words, where)
            found.append((drawing, k))
        return found

    def _too_small(self, picture: PictureBlock, size: float, where: Location | None) -> None:
        """Note, once for each picture, that its words cannot be read."""
        message = f"the words in picture '{picture.name}' are {size * PT_PER_MM:.1f} pt high here, "
        message += f"expected at least {self.readable * PT_PER_MM:g} pt"
        if any(problem.message == message for problem in self.problems):
            return
        hint = "draw them {{ values.letters | default(1) }} times as large, or make the picture less wide"
        self.problems.add(message, where, hint=hint, level="warning", code="small-words")

    def length(self, settings: Mapping[str, str], name: str, whole: float, where: Location | None) -> float:
        """Return a length of a setting in mm: `60mm`, or `80%` of the width it has; 0 when not given."""
        text = settings.get(name, "")
        if not text:
            return 0.0
        share = re.fullmatch(r"(\d+(?:\.\d+)?)%", text)
        if share:
            return whole * float(share[1]) / 100
        try:
            return parse_length(text) * self.theme.scale
        except ValueError as error:
            self.problems.add(f"{name}: {error}", where, code="rules-setting")
            return 0.0


def beside(pieces: Sequence[FlowPiece], step: float, before: float) -> FlowRow:
    """Return pieces in a row that stays whole, each a step right of the one before it."""
    return FlowRow(tuple((i * step, piece) for i, piece in enumerate(pieces)), whole=True, before=before)


def smallest_words(drawing: Drawing) -> float:
    """Return the size in mm of the smallest letters that a picture writes itself, 0 for none; cards in it do not count."""
    found = (
        item.size * abs(item.matrix[0] * item.matrix[3] - item.matrix[1] * item.matrix[2]) ** 0.5
        for item in drawing.items
        if isinstance(item, Text) and item.words.strip()
    )
    return min(found, default=0.0)


def placed(drawing: Drawing, x: float, y: float, k: float) -> PlacedDrawing:
    """Return a drawing at scale k with its corner at x, y; what leaves its rectangle is cut off, as in SVG."""
    edge = rect(drawing.x, drawing.y, drawing.width, drawing.height)
    return PlacedDrawing(drawing, (k, 0.0, 0.0, k, x - drawing.x * k, y - drawing.y * k), edge)
