"""The pages of a rule sheet: blocks laid out, cut into pages, each with its foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cardgen.base.drawing import Drawing, Item, line, rect
from cardgen.base.units import Size
from cardgen.rulesheet.blocks import Run
from cardgen.rulesheet.flow import Piece, Stack, Turn, spaced
from cardgen.rulesheet.layout import Layout
from cardgen.rulesheet.paging import Page, paginate
from cardgen.rulesheet.pictures import Pictures
from cardgen.rulesheet.setting import Setter
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import Theme

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
    found = _fitting(sheet, pictures, paper)
    theme, setter, pages = found.theme, found.setter, found.pages
    for number, page in enumerate(pages, 1):
        if page.over > _TOLERANCE:
            sheet.problems.add(
                f"page {number} of the rule sheet is {page.over:.1f} mm too tall for {paper}",
                sheet.where,
                hint="make a picture or a box on it smaller",
                code="rules-overflow",
            )
    for said in setter.too_wide:
        sheet.problems.add(
            f"'{said}' is wider than its place in the rule sheet",
            sheet.where,
            hint="shorten the longest word or give it more room",
            code="rules-overflow",
        )
    for character, font in setter.missing.items():
        sheet.problems.add(
            f"font '{font}' has no '{character}'",
            sheet.where,
            hint="choose another character",
            code="missing-glyph",
        )
    pictures.hand_over()
    return [
        _page(sheet, theme, setter, page, number, len(pages), paper) for number, page in enumerate(pages, 1)
    ]


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
        return len(self.pages) <= _sections(self.pieces) and not any(p.over > _TOLERANCE for p in self.pages)


def _fitting(sheet: RuleSheet, pictures: Pictures, paper: Size) -> _Set:
    """Return the sheet at the largest scale at which it keeps to its own page breaks.

    When none does, it has its full size and runs on from page to page, its breaks forgotten.
    """
    theme = sheet.theme_in(pictures.faces.look)
    top, right, bottom, left = theme.page.margins
    width, room = paper.width - left - right, paper.height - top - bottom

    def at(scale: float) -> _Set:
        smaller = theme.scaled(scale)
        setter = Setter(smaller, pictures)
        pieces = Layout(smaller, pictures, sheet.problems, setter).page(sheet.blocks, width)
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


def _sections(pieces: Sequence[Piece]) -> int:
    groups, empty = 0, True
    for piece in (*pieces, Turn()):
        if isinstance(piece, Turn):
            groups += not empty
            empty = True
        else:
            empty = False
    return groups


def _page(
    sheet: RuleSheet, theme: Theme, setter: Setter, page: Page, number: int, count: int, paper: Size
) -> Drawing:
    top, _, bottom, left = theme.page.margins
    items: list[Item] = []
    if theme.page.paper:
        items.append(rect(0, 0, paper.width, paper.height, fill=theme.page.paper))
    room = paper.height - top - bottom
    items += _stretched(page.body, room).draw(left, top, page.body.height)
    items += _foot(sheet, theme, setter, number, count, paper)
    return Drawing(f"{sheet.kit.slug} rules {number}", 0, 0, paper.width, paper.height, tuple(items))


def _stretched(body: Stack, room: float) -> Stack:
    """Spread what is left of a nearly full page between its blocks."""
    gaps = len(body.pieces) - 1
    spare = room - body.height
    if gaps < 1 or spare <= 0 or spare > 0.25 * room:
        return body
    more = min(_MOST_STRETCH, spare / gaps)
    pieces = [spaced(piece, piece.before + (more if i else 0.0)) for i, piece in enumerate(body.pieces)]
    return replace(body, pieces=tuple(pieces))


def _foot(
    sheet: RuleSheet, theme: Theme, setter: Setter, number: int, count: int, paper: Size
) -> Iterator[Item]:
    look = theme.footer
    _, right, _, left = theme.page.margins
    y = paper.height - look.height
    if look.rule:
        yield line(left, y, paper.width - right, y, look.colour, look.rule)
    style = theme.words("footer")
    words_left, words_right = look.left, look.right
    names = {
        "title": sheet.kit.title,
        "version": sheet.kit.version,
        "page": str(number),
        "pages": str(count),
        "notice": sheet.kit.credits.get("notice", "").partition(".")[0],
    }
    for name, value in names.items():
        words_left = words_left.replace(f"{{{name}}}", value)
        words_right = words_right.replace(f"{{{name}}}", value)
    room = paper.width - left - right - 3.0
    needs = setter.width((Run(words_left),), style) + setter.width((Run(words_right),), style)
    if needs > room:
        style = replace(style, size=style.size * room / needs)
    baseline = y + 1.6 * style.size
    yield from setter.on_baseline(words_left, style, left, baseline, "start")
    yield from setter.on_baseline(words_right, style, paper.width - right, baseline, "end")
