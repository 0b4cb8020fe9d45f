"""The pages of a rule sheet, in its own size and in large print: each with its foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.base.drawing import Drawing, Item, line
from cardgen.base.units import PT_PER_MM, Size
from cardgen.rulesheet.blocks import Block, Heading, TextRun
from cardgen.rulesheet.composer import READABLE, Composer, PageSetting, largest
from cardgen.rulesheet.composing import SIZES, Strip, composed, is_a_title, strips_of, title_of
from cardgen.rulesheet.flow import FlowPage
from cardgen.rulesheet.layout import Around, Layout
from cardgen.rulesheet.manuscript import flat
from cardgen.rulesheet.setter import SheetPictures
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import filled

_STEP = 0.01
_MOST_STRETCH = 3.2
LARGE = 14 / PT_PER_MM
"""The letters of a sheet in large print."""
_LARGE_LEADING = 1.36
_LARGE_MARGIN = 18.0
_LARGE_NARROW = 1.6  # so that two steps stand beside each other, and no columns
_LARGE_TOO = ("credits.text", "masthead.text", "label", "part", "number")


def rule_pages(sheet: RuleSheet, faces: object, paper: Size) -> list[Drawing]:
    """Return the rule sheet as pages of this paper.

    A sheet that needs more pages than it has page breaks for is made a little smaller, as far as its
    theme allows; what still does not fit runs on to further pages. Nothing is left out: what is taller
    than a page or has no glyph becomes a problem of the sheet.
    """
    composer = Composer(sheet, SheetPictures(faces, sheet), paper, "rules", "the rule sheet")
    said = [sheet.blocks, *filter(None, [sheet.appendix])]
    return _drawn(composer, [_fitting(composer, blocks) for blocks in said], _MOST_STRETCH)


def large_print_pages(sheet: RuleSheet, faces: object, paper: Size) -> list[Drawing]:
    """Return the sheet in letters of 14 pt, in one column, on as many pages as it needs."""
    composer = Composer(sheet, SheetPictures(faces, sheet), paper, "rules", "the sheet in large print")
    own = composer.theme
    page = replace(
        own.page,
        margins=(_LARGE_MARGIN,) * 4,
        columns=1,
        narrow=_LARGE_NARROW
        * (paper.width - 2 * _LARGE_MARGIN),  # all stands below each other, but for steps
        space=4.4,
        section=8.0,
    )
    theme = own.set_in(LARGE, _LARGE_LEADING, LARGE, page).with_boxes_of_booklets()
    small = {n: replace(s, size=max(s.size, LARGE)) for n, s in theme.type.items() if n in _LARGE_TOO}
    theme = replace(theme, type={**theme.type, **small}, footer=replace(own.footer, height=_LARGE_MARGIN - 4))
    live = composer.live(theme)
    said = [*flat((*sheet.blocks, *sheet.appendix))]
    layout = composer.layout(theme, READABLE)
    layouts = [replace(layout, grow=size) for size in SIZES]
    strips = [*_large_strips(layouts, said, Around(live.width, space=page.space), live.height)]
    bodies = composed(strips, live.height, lambda count: 0.0, ends_anywhere=True).pages
    pages = tuple(FlowPage(body, max(0.0, body.height - live.height)) for body in bodies)
    return _drawn(composer, [PageSetting(layout, pages)], 0.0)


def _large_strips(
    layouts: Sequence[Layout], said: Sequence[Block], around: Around, room: float
) -> Iterator[Strip]:
    """Yield blocks as strips; a chapter begins with a heading, or with a box whose frame is the board of its title."""
    layout, chapter = layouts[0], 0
    for block, follows in zip(said, (*said[1:], None), strict=True):
        if is_a_title(block, layout) and block.title:
            board = title_of(layout, block, around)
            found = [Strip((replace(board, before=layout.theme.page.section, keep=True),), chapter)]
            found += _large_strips(layouts, block.blocks, replace(around, box=block.name), room)
            begins = True
        else:
            found = [*strips_of(layouts, block, around, chapter, follows, room)]
            begins = not chapter or (isinstance(block, Heading) and block.level <= 2)
        if begins and found and not around.box:
            chapter += 1
            found = [replace(strip, begins=False) for strip in found]
            found[0] = replace(found[0], begins=True, weight=3.0)
        yield from (replace(strip, chapter=chapter) for strip in found)


def _fitting(composer: Composer, said: Sequence[Block]) -> PageSetting:
    """Return blocks of the sheet at the largest scale at which it keeps to its own page breaks.

    When none does, it has its full size and runs on from page to page, its breaks forgotten.
    """
    theme = composer.theme

    def at(scale: float) -> PageSetting:
        return composer.paged(theme.scaled(scale), said)

    full = at(1.0)
    if full.keeps_its_breaks:
        return full
    smallest = at(theme.page.shrink)
    if not smallest.keeps_its_breaks:
        return composer.run_on(full)
    return largest(smallest, at, lambda found: found.keeps_its_breaks, (theme.page.shrink, 1.0), _STEP)


def _drawn(composer: Composer, settings: Sequence[PageSetting], stretch: float) -> list[Drawing]:
    """Return all pages, after noting what is wrong with those of the sheet itself."""
    first = settings[0]
    composer.tell({n: page.over for n, page in enumerate(first.pages, 1)}, [first.layout.setter])
    pages = [(setting, page) for setting in settings for page in setting.pages]
    return [
        composer.drawn(setting, page, n, _foot(composer, setting.layout, n, len(pages)), stretch)
        for n, (setting, page) in enumerate(pages, 1)
    ]


def _foot(composer: Composer, layout: Layout, number: int, pages: int) -> Iterator[Item]:
    theme, setter, kit, paper = layout.theme, layout.setter, composer.sheet.kit, composer.size
    look, style = theme.footer, theme.words("footer")
    _, right, _, left = theme.page.margins
    y = paper.height - look.height
    if look.rule:
        yield line(left, y, paper.width - right, y, look.colour, look.rule)
    names = {
        "title": kit.title,
        "version": kit.version,
        "page": str(number),
        "pages": str(pages),
        "notice": kit.credits.get("notice", "").partition(".")[0],
    }
    words = [filled(look.left, names), filled(look.right, names)]
    room = composer.live(theme).width - 3.0
    needs = sum(setter.width((TextRun(said),), style) for said in words)
    if needs > room:
        style = replace(style, size=style.size * room / needs)
    baseline = y + 1.6 * style.size
    yield from setter.on_baseline(words[0], style, left, baseline, "start")
    yield from setter.on_baseline(words[1], style, paper.width - right, baseline, "end")
