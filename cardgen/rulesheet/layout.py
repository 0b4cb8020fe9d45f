"""Blocks to pieces: headings, paragraphs, lists and pictures at one width, in the theme's type."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cardgen.base.drawing import Drawing, Item, Place, circle, line, polygon, rect
from cardgen.base.errors import Location, Problems, did_you_mean
from cardgen.base.units import parse_length
from cardgen.rulesheet.blocks import (
    Block,
    Box,
    Figure,
    Heading,
    Inlines,
    Listing,
    PageBreak,
    Paragraph,
    Picture,
    Table,
    Terms,
)
from cardgen.rulesheet.flow import Columns, Fixed, Lines, Piece, Row, Stack, Turn, spaced
from cardgen.rulesheet.pictures import Pictures
from cardgen.rulesheet.setting import Setter
from cardgen.rulesheet.theme import Align, HeadingStyle, Theme

WIDE = ("masthead", "at-a-glance", "gallery", "set-up", "steps", "columns", "credits")
"""Containers that take the whole width of the page between two runs of columns."""

_PICTURE_GAP = 3.0


@dataclass(frozen=True, slots=True)
class Around:
    """What surrounds blocks: the box they are in, the space between them, how their words are aligned."""

    box: str = ""
    space: float = 2.4
    align: Align | None = None
    tallest: float = 0.0


@dataclass(frozen=True, slots=True)
class Layout:
    """Lays blocks out in one theme; what goes wrong is noted in `problems`."""

    theme: Theme
    pictures: Pictures
    problems: Problems
    setter: Setter

    def page(self, blocks: Sequence[Block], width: float) -> list[Piece]:
        """Return the pieces of a page: wide boxes, and between them text in columns of equal height."""
        style = self.theme.page
        around = Around(space=style.space)
        count = style.columns if width >= style.narrow else 1
        if count == 1:
            return self.pieces(blocks, width, around)
        column = (width - style.gap * (count - 1)) / count
        found: list[Piece] = []
        run: list[Block] = []

        def close() -> None:
            if run:
                body = Stack(tuple(self.pieces(run, column, around)))
                if body.pieces:
                    found.append(Columns(body, column, style.gap, count, body.pieces[0].before))
                run.clear()

        for i, block in enumerate(blocks):
            # a heading right before a wide box spans the page like the box itself
            follows = blocks[i + 1] if i + 1 < len(blocks) else None
            heads = isinstance(block, Heading) and isinstance(follows, Box) and follows.kind in WIDE
            if isinstance(block, PageBreak) or heads or (isinstance(block, Box) and block.kind in WIDE):
                close()
                found += self.pieces([block], width, around)
            else:
                run.append(block)
        close()
        return found

    def pieces(self, blocks: Sequence[Block], width: float, around: Around) -> list[Piece]:
        """Return the pieces of blocks one below the other."""
        from cardgen.rulesheet.boxes import box_pieces
        from cardgen.rulesheet.tables import table_piece

        found: list[Piece] = []
        for block in blocks:
            match block:
                case Heading():
                    found.append(self.heading(block, width, around))
                case Paragraph():
                    style = self.theme.words("text", around.box)
                    lines = self.setter.lines(block.inlines, style, width, around.align)
                    found.append(Lines(lines, around.space))
                case Listing():
                    found += self.listing(block, width, around)
                case Terms():
                    found += self.terms(block, width, around)
                case Table():
                    found.append(table_piece(self, block, width, around))
                case Figure():
                    found += self.figure(block, width, around)
                case Box():
                    found += box_pieces(self, block, width, around)
                case PageBreak():
                    found.append(Turn())
        return found

    # ---- headings ----------------------------------------------------------------------------------

    def heading(self, block: Heading, width: float, around: Around) -> Piece:
        """Return a heading; a section heading outside boxes has a rule below it."""
        name = "title" if block.level == 1 else f"heading-{block.level}"
        style = self.theme.words(name, around.box)
        lines = self.setter.lines(block.inlines, style, width, around.align)
        words = Lines(lines)
        items = list(words.draw(0, 0, words.height))
        height = words.height
        before = self.theme.page.section if block.level <= 2 else around.space * 1.4
        if block.level == 2 and not around.box:
            # the rule hangs below the baseline, not below the line with its leading
            look = self.theme.heading
            y = height - (style.leading - 1) * style.size / 2 + look.distance - 0.2 * style.size
            items += self._rule(block, width, y)
            height = y + look.below
        return Fixed(height, tuple(items), before, keep=True)

    def _rule(self, block: Heading, width: float, y: float) -> list[Item]:
        """Return what lies below a heading, in its own colour if it names one."""
        look = self.theme.heading
        wanted = block.settings.get("colour", "")
        colour = self.theme.colours.get(wanted, look.colour)
        if wanted and wanted not in self.theme.colours:
            self.problems.add(
                f"the theme has no colour '{wanted}'",
                block.where,
                hint=did_you_mean(wanted, self.theme.colours),
                code="rules-setting",
            )
        if look.art:
            drawing = self.pictures.art(look.art, width, look.art_height, colour=colour)
            return [placed(drawing, 0.0, y, width / drawing.width)] if drawing is not None else []
        return rule_items(replace(look, colour=colour), width, y, self.theme.scale)

    # ---- lists -------------------------------------------------------------------------------------

    def listing(self, block: Listing, width: float, around: Around) -> list[Piece]:
        """Return the items of a list, numbered ones with discs."""
        found: list[Piece] = []
        for i, item in enumerate(block.items):
            before = around.space if i == 0 else self.theme.disc.gap
            inner = replace(around, space=around.space * 0.6)
            if block.ordered:
                found.append(self.numbered(block.start + i, item, width, inner, before))
            else:
                found.append(self._bullet(item, width, inner, before))
        return found

    def numbered(
        self, number: int, item: Sequence[Block], width: float, around: Around, before: float
    ) -> Piece:
        """Return one numbered item: a disc and the blocks beside it."""
        disc = self.theme.disc
        body = Stack(tuple(self.pieces(item, width - disc.indent, around)))
        mark = Fixed(2 * disc.radius, self.disc(disc.radius, disc.radius, number))
        lead = self.theme.words("text", around.box)
        low = disc.radius - lead.size * lead.leading / 2
        if low > 0 and body.height < 2 * lead.size * lead.leading:
            # a single line stands beside the middle of its disc
            body = Stack((Fixed(low), *(spaced(p, 0.0) for p in body.pieces)))
        return Row(((0.0, mark), (disc.indent, body)), before, whole=body.height < 30)

    def disc(self, x: float, y: float, number: int, radius: float | None = None) -> tuple[Item, ...]:
        """Return a numbered disc around x, y."""
        r = radius or self.theme.disc.radius
        style = replace(
            self.theme.words("number"), size=self.theme.words("number").size * r / self.theme.disc.radius
        )
        baseline = y + self.setter.cap_height(style) / 2
        words = self.setter.on_baseline(str(number), style, x, baseline, "middle")
        return (circle(x, y, r, fill=self.theme.disc.fill), *words)

    def _bullet(self, item: Sequence[Block], width: float, around: Around, before: float) -> Piece:
        style = self.theme.words("text", around.box)
        indent = style.size * 1.05
        middle = style.size * style.leading / 2
        dot = circle(indent * 0.35, middle, style.size * 0.17, fill=self.theme.heading.colour)
        body = Stack(tuple(self.pieces(item, width - indent, around)))
        return Row(((0.0, Fixed(2 * middle, (dot,))), (indent, body)), before, whole=body.height < 20)

    def terms(self, block: Terms, width: float, around: Around) -> list[Piece]:
        """Return terms in bold, each with its explanation indented below."""
        style = self.theme.words("text", around.box)
        found: list[Piece] = []
        for term, said in block.pairs:
            bold = self.setter.lines(term, replace(style, bold=True), width, around.align)
            inner = replace(around, space=around.space * 0.6)
            body = self.pieces(said, width - style.size, inner)
            stack = Stack((Lines(bold, keep=True), Row(((style.size, Stack(tuple(body))),))), around.space)
            found.append(stack)
        return found

    # ---- pictures ----------------------------------------------------------------------------------

    def figure(self, block: Figure, width: float, around: Around) -> list[Piece]:
        """Return pictures side by side with their caption."""
        settings = block.settings
        wanted = self.length(settings, "width", width, block.where)
        tallest = self.length(settings, "height", width, block.where) or around.tallest
        sized = [self.sized(p, width, block.where, wanted, tallest) for p in block.pictures]
        found = [entry for entry in sized if entry is not None]
        if not found:
            return []
        align = settings.get("align") or "center"
        row = self.side_by_side(found, width, align, around.space)
        if not block.caption:
            return [row]
        style = self.theme.words("caption", around.box)
        caption = Lines(self.setter.lines(block.caption, style, width), self.theme.page.space * 0.6)
        return [replace(row, keep=True), caption]

    def side_by_side(
        self, drawings: Sequence[tuple[Drawing, float]], width: float, align: str, before: float
    ) -> Fixed:
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
        return Fixed(height, tuple(items), before)

    def sized(
        self,
        picture: Picture,
        width: float,
        where: Location | None,
        wanted: float = 0.0,
        tallest: float = 0.0,
    ) -> tuple[Drawing, float] | None:
        """Return a picture and its scale: as wide as wanted, else its own size, never too wide or too tall."""
        drawing = self.pictures.drawing(picture, where)
        if drawing is None or not drawing.width or not drawing.height:
            return None
        wanted = self.length(picture.values, "width", width, where) or wanted
        tall = self.length(picture.values, "height", width, where)
        natural = self.theme.scale * (0.5 if picture.kind != "art" else 1.0)
        k = wanted / drawing.width if wanted else tall / drawing.height if tall else natural
        if not wanted and not tall and tallest:
            k = tallest / drawing.height if picture.kind != "art" else min(k, tallest / drawing.height)
        return drawing, min(k, width / drawing.width)

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

    def words(self, inlines: Inlines, style: str, width: float, around: Around) -> Lines:
        """Return a line of one of the theme's styles."""
        look = self.theme.words(style, around.box)
        return Lines(self.setter.lines(inlines, look, width))


def placed(drawing: Drawing, x: float, y: float, k: float) -> Place:
    """Return a drawing at scale k with its corner at x, y; what leaves its rectangle is cut off, as in SVG."""
    edge = rect(drawing.x, drawing.y, drawing.width, drawing.height)
    return Place(drawing, (k, 0.0, 0.0, k, x - drawing.x * k, y - drawing.y * k), edge)


def rule_items(look: HeadingStyle, width: float, y: float, k: float = 1.0) -> list[Item]:
    """Return the rule of a heading with its ornament, as wide as the column; k scales the ornament."""
    if not look.rule:
        return []
    if look.ornament == "lozenge":
        a, b = 2.0 * k, 1.2 * k
        points = ((width - 2 * a, y), (width - a, y - b), (width, y), (width - a, y + b))
        return [line(0, y, width - 2 * a, y, look.colour, look.rule), polygon(points, fill=look.colour)]
    rules = [line(0, y, width, y, look.colour, look.rule)]
    if look.ornament == "double":
        rules.append(line(0, y + 1.1 * k, width, y + 1.1 * k, look.colour, look.rule * 0.4))
    return list(rules)
