"""A rule sheet as a zine: eight small pages of one sheet of paper, folded and cut once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from cardgen.base.drawing import Drawing, Item
from cardgen.base.units import PT_PER_MM, Size
from cardgen.rulesheet.blocks import Block, Fence, Figure, Heading, Listing, Paragraph, Table, Terms, rebuilt
from cardgen.rulesheet.composer import Composer, PageSetting, largest
from cardgen.rulesheet.cover import compose
from cardgen.rulesheet.flow import FlowPage, FlowStack
from cardgen.rulesheet.manuscript import first_sentence, first_words, flat, manuscript
from cardgen.rulesheet.setter import SheetPictures
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import PageStyle
from cardgen.sheets.folding import zine_size
from cardgen.sheets.paper import SAFE

PAGES = 8
LEAST = 8 / PT_PER_MM
"""The smallest letters of a zine."""
_MOST = 10.5 / PT_PER_MM
_EDGE = SAFE + 0.5  # from the edge of a page, which may be that of the paper
_FOOT = 4.0
_STEP = 0.04
_PICTURES = ("gallery", "figure", "step")
_OTHERS = (*_PICTURES, "example", "options", "rulings")
_ALL = 1000
_LEFT_OUT: tuple[tuple[tuple[str, ...], int, str], ...] = (
    ((), _ALL, ""),
    (("gallery", "figure"), _ALL, "most pictures"),
    (_PICTURES, _ALL, "pictures"),
    (_OTHERS, _ALL, "pictures, examples and house rules"),
    ((*_OTHERS, "words"), _ALL, "more than a sentence of each paragraph"),
    ((*_OTHERS, "words", "tables"), _ALL, "tables, and more than a sentence of each paragraph"),
    *(
        ((*_OTHERS, "words", "tables"), most, f"tables, and more than {many} of each chapter")
        for most, many in (
            (4, "four sentences"),
            (3, "three sentences"),
            (2, "two sentences"),
            (1, "a sentence"),
        )
    ),
)
"""What a zine does without when there is no room for it, one after the other, and how many paragraphs stay of a chapter."""


def zine_pages(sheet: RuleSheet, faces: object, paper: Size) -> list[Drawing]:
    """Return the eight pages of a zine on this paper, in the largest letters in which it fits.

    What must be left out is reported as a warning, and as a problem when that does not help, with the pages it would need.
    """
    composer = Composer(sheet, SheetPictures(faces, sheet), zine_size(paper), "zine", "the zine")
    said = manuscript(sheet)
    blocks = [block for block in flat(sheet.blocks) if not _of_the_cover(block)]
    icons = str(sheet.kit.credits.get("icons", "")).strip()
    thanks = "" if icons in str(blocks) else icons  # the credits have no room
    found, without = _fitting(composer, blocks)
    over: dict[int, float] = {}
    if len(found.pages) >= PAGES:
        letters = f"{LEAST * PT_PER_MM:g} pt"
        sheet.problems.add(
            f"a zine has {PAGES - 1} pages beside its cover, this one needs {len(found.pages)} of {composer.size} "
            f"in letters of {letters} even without {without}",
            sheet.where,
            hint='leave out more with {% if medium != "zine" %}, or print it on --paper a3',
            code="zine-too-long",
        )
    else:
        over = {number: page.over for number, page in enumerate(found.pages, 2)}
        if without:
            sheet.problems.add(
                f"the zine has no room for {without}: that is left out",
                sheet.where,
                hint='say what it should leave out with {% if medium != "zine" %}, or print it on --paper a3',
                level="warning",
                code="zine-left-out",
            )
    composer.tell(over, [found.layout.setter])
    pages = [*found.pages, *(FlowPage(FlowStack(())) for _ in range(PAGES))][: PAGES - 1]
    cover = composer.drawing(1, compose(found.layout, said, composer.size, thanks))
    inner = (composer.drawn(found, page, n, _foot(composer, found, n)) for n, page in enumerate(pages, 2))
    return [cover, *inner]


def _of_the_cover(block: Block) -> bool:
    return isinstance(block, Fence) and block.kind in ("masthead", "at-a-glance", "credits")


def _fitting(composer: Composer, blocks: Sequence[Block]) -> tuple[PageSetting, str]:
    """Return the blocks in the largest letters in which they fit, and what had to be left out for that."""
    for kinds, most, without in _LEFT_OUT:
        at = partial(_at, composer, [*_headed(_shorter(blocks, kinds, most))])
        best = at(LEAST)
        if _fits(best):
            return largest(best, at, _fits, (LEAST, _MOST), _STEP), without
    return best, without


def _at(composer: Composer, blocks: Sequence[Block], letters: float) -> PageSetting:
    own, size = composer.theme, composer.size
    k = letters / own.words("text").size
    page = PageStyle(
        margins=(_EDGE, _EDGE, _EDGE + _FOOT, _EDGE),
        columns=1,
        narrow=2 * size.height,
        space=own.page.space * k * 0.7,
        section=own.page.section * k * 0.8,
    )
    return composer.paged(own.set_in(letters, 1.18, min(letters, LEAST), page), blocks)


def _fits(found: PageSetting) -> bool:
    return found.fits and len(found.pages) < PAGES and not found.layout.setter.too_wide


def _without(blocks: Iterable[Block], kinds: Sequence[str]) -> Iterator[Block]:
    """Yield blocks but for these kinds; `figure` leaves the pictures of steps, which are small, and `step` does not."""
    for block in blocks:
        match block:
            case Fence(kind=kind) if kind in kinds:
                pass
            case Figure() if "figure" in kinds:
                pass
            case Listing() if "step" not in kinds:
                yield block
            case _:
                yield rebuilt(block, partial(_without, kinds=kinds))


def _shorter(blocks: Iterable[Block], kinds: Sequence[str], most: int) -> Iterator[Block]:
    """Yield blocks but for these kinds; of `words` only a sentence stays, for `most` paragraphs below a heading."""
    kept = _without(blocks, kinds)
    if "words" not in kinds:
        yield from kept
        return
    count = 0
    for block in kept:
        match block:
            case Heading():
                count = 0
                yield block
            case Paragraph():
                if count < most:
                    yield replace(block, inlines=first_sentence(block.inlines))
                count += 1
            case Table() | Terms() if "tables" in kinds:
                pass
            case Listing():
                yield rebuilt(block, first_words)
            case Fence():
                yield rebuilt(block, partial(_shorter, kinds=kinds, most=most))
            case _:
                yield block


def _headed(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks without the headings below which nothing is left."""
    waiting: list[Block] = []
    for block in blocks:
        if not isinstance(block, Heading):
            yield from waiting
            yield block
            waiting.clear()
            continue
        while waiting and isinstance(last := waiting[-1], Heading) and last.level >= block.level:
            waiting.pop()
        waiting.append(block)


def _foot(composer: Composer, found: PageSetting, number: int) -> Iterable[Item]:
    style = replace(found.layout.theme.words("folio"), size=2.4)
    middle, low = composer.size.width / 2, composer.size.height - _EDGE
    return found.layout.setter.on_baseline(str(number), style, middle, low, "middle")
