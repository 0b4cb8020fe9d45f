"""A rule sheet as a zine: eight small pages of one sheet of paper, folded and cut once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from cardgen.base.drawing import Drawing, Item
from cardgen.base.units import PT_PER_MM, Size
from cardgen.rulesheet.blocks import Block, Box, Figure, Heading, Listing, Paragraph, Table, Terms
from cardgen.rulesheet.cover import compose
from cardgen.rulesheet.flow import Page, paginate
from cardgen.rulesheet.layout import Layout
from cardgen.rulesheet.manuscript import first_sentence, first_words, flat, manuscript
from cardgen.rulesheet.pages import MAKERS, tell_of_letters
from cardgen.rulesheet.setter import Pictures, Setter
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import PageStyle, Theme
from cardgen.sheets.folding import zine_size
from cardgen.sheets.paper import SAFE

PAGES = 8
LEAST = 8 / PT_PER_MM
"""The smallest letters of a zine."""
_MOST = 10.5 / PT_PER_MM
_EDGE = SAFE + 0.5  # from the edge of a page, which may be that of the paper
_FOOT = 4.0
_STEP = 0.04
_TOLERANCE = 0.05
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


@dataclass(frozen=True, slots=True)
class _Set:
    theme: Theme
    setter: Setter
    pages: tuple[Page, ...]

    @property
    def fits(self) -> bool:
        tall = any(page.over > _TOLERANCE for page in self.pages)
        return len(self.pages) < PAGES and not tall and not self.setter.too_wide


_Try: TypeAlias = tuple[_Set, list[Block], str]


def zine_pages(sheet: RuleSheet, faces: object, paper: Size) -> list[Drawing]:
    """Return the eight pages of a zine on this paper, in the largest letters in which it fits.

    What must be left out is told as a warning, and as a problem when that does not help, with the pages it would need.
    """
    pictures = Pictures(faces, sheet)
    size = zine_size(paper)
    said = manuscript(sheet)
    blocks = [block for block in flat(sheet.blocks) if not _of_the_cover(block)]
    found, without = _fitting(sheet, pictures, blocks, size)
    if len(found.pages) >= PAGES:
        letters = f"{LEAST * PT_PER_MM:g} pt"
        sheet.problems.add(
            f"a zine has {PAGES - 1} pages beside its cover, this one needs {len(found.pages)} of {size} "
            f"in letters of {letters} even without {without}",
            sheet.where,
            hint='leave out more with {% if medium != "zine" %}, or print it on --paper a3',
            code="zine-too-long",
        )
    elif without:
        sheet.problems.add(
            f"the zine has no room for {without}: that is left out",
            sheet.where,
            hint='say what it should leave out with {% if medium != "zine" %}, or print it on --paper a3',
            level="warning",
            code="zine-left-out",
        )
    tell_of_letters(sheet, pictures, (found.setter,), "the zine")
    pictures.hand_over()
    inner = [_page(sheet, found, page, number, size) for number, page in enumerate(found.pages, 2)]
    while len(inner) < PAGES - 1:
        inner.append(_page(sheet, found, None, len(inner) + 2, size))
    layout = Layout(found.theme, pictures, sheet.problems, found.setter, MAKERS)
    name = f"{sheet.kit.slug} zine 1"
    cover = Drawing(name, 0, 0, size.width, size.height, tuple(compose(layout, said, size)))
    return [cover, *inner[: PAGES - 1]]


def _of_the_cover(block: Block) -> bool:
    return isinstance(block, Box) and block.kind in ("masthead", "at-a-glance", "credits")


def _fitting(sheet: RuleSheet, pictures: Pictures, blocks: Sequence[Block], size: Size) -> tuple[_Set, str]:
    """Return the blocks in the largest letters in which they fit, and what had to be left out for that."""
    tries = (([*_headed(_shorter(blocks, kinds, most))], without) for kinds, most, without in _LEFT_OUT)
    sets = ((_at(sheet, pictures, kept, size, LEAST), kept, without) for kept, without in tries)
    best, kept, without = [*_until_it_fits(sets)][-1]
    if not best.fits:
        return best, without
    low, high = LEAST, _MOST
    while high - low > _STEP:
        middle = (low + high) / 2
        found = _at(sheet, pictures, kept, size, middle)
        if found.fits:
            low, best = middle, found
        else:
            high = middle
    return best, without


def _until_it_fits(tries: Iterable[_Try]) -> Iterator[_Try]:
    for one in tries:
        yield one
        if one[0].fits:
            return


def _without(blocks: Iterable[Block], kinds: Sequence[str]) -> Iterator[Block]:
    """Yield blocks but for these kinds; `figure` leaves the pictures of steps, which are small, and `step` does not."""
    for block in blocks:
        match block:
            case Box(kind=kind) if kind in kinds:
                pass
            case Figure() if "figure" in kinds:
                pass
            case Box():
                yield replace(block, blocks=tuple(_without(block.blocks, kinds)))
            case Listing(items=items) if "step" in kinds:
                kept = (tuple(_without(item, kinds)) for item in items)
                yield replace(block, items=tuple(kept))
            case _:
                yield block


def _shorter(blocks: Iterable[Block], kinds: Sequence[str], most: int) -> Iterator[Block]:
    """Yield blocks but for these kinds; of `words` only a sentence stays, for `most` paragraphs below a heading."""
    kept = _without(blocks, kinds)
    if "words" not in kinds:
        yield from kept
        return
    told = 0
    for block in kept:
        match block:
            case Heading():
                told = 0
                yield block
            case Paragraph():
                if told < most:
                    yield replace(block, inlines=first_sentence(block.inlines))
                told += 1
            case Table() | Terms() if "tables" in kinds:
                pass
            case Listing(items=items):
                yield replace(block, items=tuple(tuple(first_words(item)) for item in items))
            case Box():
                yield replace(block, blocks=tuple(_shorter(block.blocks, kinds, most)))
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


def _at(sheet: RuleSheet, pictures: Pictures, blocks: Sequence[Block], size: Size, letters: float) -> _Set:
    own = sheet.theme_in(pictures.faces.look)
    width, room = size.width - 2 * _EDGE, size.height - 2 * _EDGE - _FOOT
    k = letters / own.words("text").size
    page = PageStyle(
        margins=(_EDGE,) * 4,
        columns=1,
        narrow=2 * size.height,
        space=own.page.space * k * 0.7,
        section=own.page.section * k * 0.8,
    )
    theme = own.set_in(letters, 1.18, min(letters, LEAST), page)
    setter = Setter(theme, pictures)
    pieces = Layout(theme, pictures, sheet.problems, setter, MAKERS).page(blocks, width)
    return _Set(theme, setter, tuple(paginate(pieces, room)))


def _page(sheet: RuleSheet, found: _Set, page: Page | None, number: int, size: Size) -> Drawing:
    items: list[Item] = []
    if page is not None:
        body = page.body
        items += body.draw(_EDGE, _EDGE, body.height)
    style = replace(found.theme.words("folio"), size=2.4)
    items += found.setter.on_baseline(str(number), style, size.width / 2, size.height - _EDGE, "middle")
    return Drawing(f"{sheet.kit.slug} zine {number}", 0, 0, size.width, size.height, tuple(items))
