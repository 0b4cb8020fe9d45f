"""The pages of a rule sheet: blocks laid out, cut into pages, each with its foot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cardgen.base.drawing import Drawing, Item, line, rect
from cardgen.base.units import PT_PER_MM, Size
from cardgen.faces.text.lacking import by_script, remedy
from cardgen.rulesheet import blocks, running
from cardgen.rulesheet.boxes import box
from cardgen.rulesheet.composing import (
    SIZES,
    Strip,
    composed,
    is_a_title,
    named,
    strips_of,
    title_of,
)
from cardgen.rulesheet.flow import Page, Piece, Stack, Turn, paginate, sections
from cardgen.rulesheet.layout import Around, Layout, Maker
from cardgen.rulesheet.manuscript import flat
from cardgen.rulesheet.running import table
from cardgen.rulesheet.setter import Pictures, Setter
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import Theme, filled

MAKERS: Mapping[type[blocks.Block], Maker] = {
    blocks.Heading: running.heading,
    blocks.Paragraph: running.paragraph,
    blocks.Listing: running.listing,
    blocks.Terms: running.terms,
    blocks.Figure: running.figure,
    blocks.PageBreak: running.page_break,
    blocks.Table: table,
    blocks.Box: box,
}
"""Who makes the pieces of each kind of block."""

_STEP = 0.01
_TOLERANCE = 0.05  # mm
_MOST_STRETCH = 3.2


def rule_pages(sheet: RuleSheet, faces: object, paper: Size) -> list[Drawing]:
    """Return the rule sheet as pages of this paper.

    A sheet that needs more pages than it has page breaks for is made a little smaller, as far as its
    theme allows; what still does not fit runs on to further pages. Nothing is left out: what is taller
    than a page or has no glyph becomes a problem of the sheet.
    """
    pictures = Pictures(faces, sheet)
    found = _fitting(sheet, pictures, paper, sheet.blocks)
    more = _fitting(sheet, pictures, paper, sheet.by_number) if sheet.numbers and sheet.cited else None

    _tell_of_pages(sheet, found.pages, paper)
    tell_of_letters(sheet, pictures, (found.setter,))
    pictures.hand_over()
    pages = [(part, page) for part in (found, more) if part for page in part.pages]
    return [_page(sheet, part, page, (n, len(pages)), paper) for n, (part, page) in enumerate(pages, 1)]


def _tell_of_pages(sheet: RuleSheet, pages: Sequence[Page], paper: Size) -> None:
    for number, page in enumerate(pages, 1):
        if page.over > _TOLERANCE:
            message = f"page {number} of the rule sheet is {page.over:.1f} mm too tall for {paper}"
            hint = "make a picture or a box on it smaller"
            sheet.problems.add(message, sheet.where, hint=hint, code="rules-overflow")


def tell_of_letters(
    sheet: RuleSheet, pictures: Pictures, setters: Iterable[Setter], what: str = "the rule sheet"
) -> None:
    """Note the words that are wider than their place, and the letters that the fonts lack."""
    fonts: dict[str, dict[str, None]] = {}
    for setter in setters:
        for said in setter.too_wide:
            message = f"'{said}' is wider than its place in {what}"
            hint = "shorten the longest word or give it more room"
            sheet.problems.add(message, sheet.where, hint=hint, code="rules-overflow")
        for character, font in setter.missing.items():
            fonts.setdefault(font, {})[character] = None
    for font, characters in fonts.items():
        for script, letters in by_script("".join(characters)).items():
            hint = remedy(font, script, letters, pictures.fonts, "fallback: {name} in rules/theme.yaml")
            some = " ".join(letters[:6]) + (" …" if len(letters) > 6 else "")
            message = f"the font '{font}' has no {script} ({some})"
            sheet.problems.add(message, sheet.where, hint=hint, code="missing-glyph")


LARGE = 14 / PT_PER_MM
"""The letters of a sheet in large print."""
_LARGE_LEADING = 1.36
_LARGE_MARGIN = 18.0
_LARGE_NARROW = 1.6  # so that two steps stand beside each other, and no columns
READABLE = 6 / PT_PER_MM
"""The smallest words in pictures of a booklet, and of a sheet in large print."""
_LARGE_TOO = ("credits.text", "masthead.text", "label", "part", "number")


def large_print_pages(sheet: RuleSheet, faces: object, paper: Size) -> list[Drawing]:
    """Return the sheet in letters of 14 pt, in one column, on as many pages as it needs."""
    pictures = Pictures(faces, sheet)
    own = sheet.theme_in(pictures.faces.look)
    width, room = paper.width - 2 * _LARGE_MARGIN, paper.height - 2 * _LARGE_MARGIN
    page = replace(
        own.page,
        margins=(_LARGE_MARGIN,) * 4,
        columns=1,
        narrow=_LARGE_NARROW * width,  # everything stands below each other, but for steps
        space=4.4,
        section=8.0,
    )
    theme = own.set_in(LARGE, _LARGE_LEADING, LARGE, page).with_boxes_of_booklets()
    small = {n: replace(s, size=max(s.size, LARGE)) for n, s in theme.type.items() if n in _LARGE_TOO}
    theme = replace(theme, type={**theme.type, **small}, footer=replace(own.footer, height=_LARGE_MARGIN - 4))
    setter = Setter(theme, pictures)
    by_number = sheet.by_number if sheet.numbers and sheet.cited else ()
    said = [*flat((*sheet.blocks, *by_number))]
    layout = Layout(theme, pictures, sheet.problems, setter, MAKERS, readable=READABLE)
    layouts = [replace(layout, grow=size) for size in SIZES]
    strips = [*_large_strips(layouts, said, Around(width, space=page.space), room)]
    bodies = composed(strips, room, lambda count: 0.0, ends_anywhere=True).pages
    pages = tuple(Page(body, max(0.0, body.height - room)) for body in bodies)
    made = _Set(theme, setter, (), pages)
    _tell_of_pages(sheet, pages, paper)
    tell_of_letters(sheet, pictures, (setter,), "the sheet in large print")
    pictures.hand_over()
    return [_page(sheet, made, one, (n, len(pages)), paper, stretch=0.0) for n, one in enumerate(pages, 1)]


def _large_strips(
    layouts: Sequence[Layout], said: Sequence[blocks.Block], around: Around, room: float
) -> Iterator[Strip]:
    """Yield blocks as strips; a chapter begins with a heading, or with a box whose frame is the board of its title."""
    layout, chapter = layouts[0], 0
    for block, follows in zip(said, (*said[1:], None), strict=True):
        if is_a_title(block, layout) and block.title:
            board = title_of(layout, block, around)
            found = [Strip((replace(board, before=layout.theme.page.section, keep=True),), chapter)]
            inner = replace(around, box=named(block))
            found += _large_strips(layouts, block.blocks, inner, room)
            begins = True
        else:
            found = [*strips_of(layouts, block, around, chapter, follows, room)]
            begins = not chapter or (isinstance(block, blocks.Heading) and block.level <= 2)
        if begins and found and not around.box:
            chapter += 1
            found = [replace(strip, begins=False) for strip in found]
            found[0] = replace(found[0], begins=True, weight=3.0)
        yield from (replace(strip, chapter=chapter) for strip in found)


@dataclass(frozen=True, slots=True)
class _Set:
    """The sheet set at one scale."""

    theme: Theme
    setter: Setter
    pieces: tuple[Piece, ...]
    pages: tuple[Page, ...]

    @property
    def fits(self) -> bool:
        """Whether the sheet has as many pages as it has page breaks for."""
        return len(self.pages) <= len(sections(self.pieces)) and not any(
            p.over > _TOLERANCE for p in self.pages
        )


def _fitting(sheet: RuleSheet, pictures: Pictures, paper: Size, said: Sequence[blocks.Block]) -> _Set:
    """Return blocks of the sheet at the largest scale at which it keeps to its own page breaks.

    When none does, it has its full size and runs on from page to page, its breaks forgotten.
    """
    theme = sheet.theme_in(pictures.faces.look)
    top, right, bottom, left = theme.page.margins
    width, room = paper.width - left - right, paper.height - top - bottom

    def at(scale: float) -> _Set:
        smaller = theme.scaled(scale)
        setter = Setter(smaller, pictures)
        pieces = Layout(smaller, pictures, sheet.problems, setter, MAKERS).page(said, width)
        return _Set(smaller, setter, tuple(pieces), tuple(paginate(pieces, room)))

    full = at(1.0)
    if full.fits:
        return full
    low, high = theme.page.shrink, 1.0
    best = at(low)
    if not best.fits:
        running = [piece for piece in full.pieces if not isinstance(piece, Turn)]
        return replace(full, pages=tuple(paginate(running, room)))
    while high - low > _STEP:
        middle = (low + high) / 2
        found = at(middle)
        if found.fits:
            low, best = middle, found
        else:
            high = middle
    return best


def _page(
    sheet: RuleSheet,
    found: _Set,
    page: Page,
    number: tuple[int, int],
    paper: Size,
    stretch: float = _MOST_STRETCH,
) -> Drawing:
    look = found.theme.page
    top, _, bottom, left = look.margins
    items: list[Item] = []
    if look.paper:
        items.append(rect(0, 0, paper.width, paper.height, fill=look.paper))
    items += _stretched(page.body, paper.height - top - bottom, stretch).draw(left, top, page.body.height)
    items += _foot(sheet, found, number, paper)
    return Drawing(f"{sheet.kit.slug} rules {number[0]}", 0, 0, paper.width, paper.height, tuple(items))


def _stretched(body: Stack, room: float, most: float) -> Stack:
    """Spread what is left of a nearly full page between its blocks."""
    gaps = len(body.pieces) - 1
    spare = room - body.height
    if gaps < 1 or spare <= 0 or spare > 0.25 * room:
        return body
    more = min(most, spare / gaps)
    first, *others = body.pieces
    return replace(body, pieces=(first, *(replace(piece, before=piece.before + more) for piece in others)))


def _foot(sheet: RuleSheet, found: _Set, number: tuple[int, int], paper: Size) -> Iterator[Item]:
    theme, setter = found.theme, found.setter
    look, style = theme.footer, theme.words("footer")
    _, right, _, left = theme.page.margins
    y = paper.height - look.height
    if look.rule:
        yield line(left, y, paper.width - right, y, look.colour, look.rule)
    names = {
        "title": sheet.kit.title,
        "version": sheet.kit.version,
        "page": str(number[0]),
        "pages": str(number[1]),
        "notice": sheet.kit.credits.get("notice", "").partition(".")[0],
    }
    words = [filled(look.left, names), filled(look.right, names)]
    room = paper.width - left - right - 3.0
    needs = sum(setter.width((blocks.Run(said),), style) for said in words)
    if needs > room:
        style = replace(style, size=style.size * room / needs)
    baseline = y + 1.6 * style.size
    yield from setter.on_baseline(words[0], style, left, baseline, "start")
    yield from setter.on_baseline(words[1], style, paper.width - right, baseline, "end")
