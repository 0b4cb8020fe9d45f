"""A rule sheet as a booklet: pages with a margin for notes, numbered twice so that contents and index are true.

Both papers share one live area, so a booklet on A5 and one on half letter have the same lines on the same pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from cardgen.base.drawing import Drawing, Item, Link, Page, Tag, Text, line
from cardgen.base.errors import Location
from cardgen.base.language import root_of
from cardgen.base.units import PT_PER_MM, Size
from cardgen.rulesheet.blocks import (
    Block,
    Fence,
    Figure,
    Heading,
    Inlines,
    Paragraph,
    Table,
    TextRun,
    all_inlines,
)
from cardgen.rulesheet.composer import READABLE, Composer
from cardgen.rulesheet.composing import (
    SIZES,
    Composed,
    Leaf,
    Strip,
    composed,
    is_a_title,
    strips_of,
    title_of,
)
from cardgen.rulesheet.cover import draw_cover
from cardgen.rulesheet.flow import Fixed, FlowPiece, FlowStack, Lines
from cardgen.rulesheet.layout import Around
from cardgen.rulesheet.manuscript import Chapter, Manuscript, manuscript
from cardgen.rulesheet.running import heading, table_needs
from cardgen.rulesheet.setter import SheetPictures
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import PageStyle, Theme, TypeStyle
from cardgen.sheets.folding import MOST_SHEETS
from cardgen.source.seeds import Term

LIVE = Size(124, 190)
"""What is printed on, in the middle of either page."""
TEXT, GAP, MARGIN = 94.0, 4.0, 26.0
LEAST = 9.5 / PT_PER_MM
"""The smallest letters of running text."""
ROOM = 181.0  # of the live area; the rest is the foot
_FOLIO = LIVE.height - 1.2  # the baseline of the page's number
_NARROW = 140.0
_APART = 7.0  # before a chapter that begins below another
_NOTES_APART = 3.0
_BELOW_TITLE = 1.4
_TURNS = 6  # after which contents and index must be true
_LISTED = 1.0  # contents are seen on one page
_LEADER = 1.5
_LETTERS = (1.0, 1.05, 1.1, 1.13, 1.16)  # of the letters, tried for the one that fills the pages best


class PageNumbers(NamedTuple):
    """On which page each chapter begins, on which pages each word of the index stands, and how many pages there are."""

    chapters: tuple[int, ...] = ()
    words: tuple[tuple[int, ...], ...] = ()
    last: int = 0


def booklet_theme(theme: Theme, size: float) -> Theme:
    """Return the theme of a sheet for a booklet in letters of this size: one column, a narrow page."""
    page = PageStyle(
        margins=(0.0, 0.0, 0.0, 0.0),
        gap=GAP,
        columns=1,
        narrow=_NARROW,
        space=theme.page.space * 1.1,
        section=theme.page.section * 1.2,
    )
    return theme.as_booklet(page, max(size, LEAST), LEAST)


def booklet_pages(sheet: RuleSheet, faces: object, page: Size) -> list[Page]:
    """Return the pages of a booklet, a multiple of four; `sheet` is as it is read in a booklet.

    What does not fit, or has no letter in the kit's fonts, becomes a problem of the sheet.
    """
    composer = Composer(sheet, SheetPictures(faces, sheet), page, "booklet", "the booklet")
    said, size = manuscript(sheet), sheet.theme.booklet.size
    books = [_Booklet(composer, said, size * more) for more in _LETTERS]
    best = min(books, key=lambda book: book.cost)
    pages = best.pages()
    best.tell(len(pages))
    return pages


@dataclass
class _Booklet:
    composer: Composer
    said: Manuscript
    letters: float
    over: dict[int, float] = field(default_factory=dict)
    entries: dict[str, float] = field(default_factory=dict)  # how tall each entry of the index is
    held: bool = False

    def __post_init__(self) -> None:
        self.sheet, self.size = self.composer.sheet, self.composer.size
        self.theme = booklet_theme(self.composer.theme, self.letters)
        own = self.composer.layout(self.theme, READABLE)
        self.setter = own.setter
        self.layout, *_ = self.layouts = tuple(replace(own, grow=size) for size in SIZES)
        style = self.theme.words("heading-2")
        large = replace(style, size=max(self.theme.booklet.chapter, style.size), leading=1.1)
        titled = replace(self.theme, type={**self.theme.type, "heading-2": large})
        self.titles = self.composer.layout(titled)
        self.corner = ((self.size.width - LIVE.width) / 2, (self.size.height - LIVE.height) / 2)

    # ---- the whole ---------------------------------------------------------------------------------

    @property
    def cost(self) -> float:
        """What is left empty in these letters; others than the theme's cost a little, and a back that is too tall much."""
        other = abs(self.letters - self.sheet.theme.booklet.size)
        return self._settled[0].cost + 0.4 * other + 100 * max(0.0, self._glance[2])

    @cached_property
    def _settled(self) -> tuple[Composed, PageNumbers]:
        """The pages filled, and numbered until contents and index say what is true."""
        numbers = PageNumbers(tuple(0 for _ in self.said.chapters), tuple(() for _ in self.said.terms))
        for turn in range(_TURNS):
            # lines of the index that swing to and fro are held at their tallest
            self.held = turn > 1
            made = self._composed(numbers)
            found = self._numbers(made.pages)
            if found == numbers:
                break
            numbers = found
        return made, numbers

    def _composed(self, numbers: PageNumbers) -> Composed:
        strips = [
            strip
            for n, chapter in enumerate(self.said.chapters)
            for strip in self._chapter(n, chapter, numbers)
        ]
        return composed(strips, ROOM, _closing)

    def pages(self) -> list[Page]:
        made, numbers = self._settled
        # headings have bookmarks anyway, but not the titles of small boxes
        boxed = {numbers.chapters[n]: c.name for n, c in enumerate(self.said.chapters) if c.boxed}
        inner = [self._page(body, n, boxed.get(n, "")) for n, body in enumerate(made.pages, 2)]
        while (len(inner) + 2) % 4:
            inner.append(Page(self._empty(len(inner) + 2)))
        back = self._back(len(inner) + 2)
        return [Page(draw_cover(self.layout, self.said, self.size)), *inner, Page(back)]

    def tell(self, pages: int) -> None:
        if pages > 4 * MOST_SHEETS:
            message = f"the booklet has {pages} pages on {pages // 4} sheets, a stapler takes {MOST_SHEETS}"
            hint, code = "shorten it, or sew it through the fold", "booklet-too-thick"
            self.sheet.problems.add(message, self.sheet.where, hint=hint, level="warning", code=code)
        setters = (self.setter, self.titles.setter)
        self.composer.tell(self.over, setters, ', or leave it out with {% if medium != "booklet" %}')

    # ---- chapters ----------------------------------------------------------------------------------

    @cached_property
    def _set(self) -> dict[int, list[Strip]]:
        """The strips of all chapters that are the same whatever the page numbers are."""
        noted = _Glossary(() if self.said.noted else self.said.terms, self.sheet.kit.language)
        return {
            n: self._laid(n, chapter.blocks, noted)
            for n, chapter in enumerate(self.said.chapters)
            if chapter.kind not in ("contents", "index")
        }

    def _chapter(self, n: int, chapter: Chapter, numbers: PageNumbers) -> list[Strip]:
        found = list(self._set.get(n, ()))
        match chapter.kind:
            case "contents":
                found = [*self._contents(n, numbers), *self._laid(n, chapter.blocks, _Glossary((), ""))]
            case "index":
                found = [*self._laid(n, chapter.blocks, _Glossary((), "")), *self._index(n, numbers)]
        if chapter.title and not chapter.titled:
            title = self._title(chapter.title, chapter.where, chapter.settings)
            found.insert(0, Strip((title,), n, wide=True))
        if not found:
            return []
        first = found[0]
        sizes = tuple(replace(piece, before=max(piece.before, _APART)) for piece in first.sizes)
        spread = _sets_up(chapter)
        found[0] = replace(first, sizes=sizes, begins=True, weight=3.0)
        return [replace(strip, spread=spread) for strip in found] if spread else found

    def _title(self, title: Inlines, where: Location, settings: Mapping[str, str]) -> FlowStack:
        style = self.titles.theme.words("heading-2")
        wide = self.titles.setter.width(title, style)
        layout = self.titles
        if wide > LIVE.width - 10:  # the ornament of its rule has room
            smaller = replace(style, size=max(0.66, (LIVE.width - 10) / wide) * style.size)
            theme = replace(layout.theme, type={**layout.theme.type, "heading-2": smaller})
            layout = replace(layout, theme=theme, setter=self.titles.setter)
        (piece,) = heading(layout, Heading(2, title, where, settings), Around(LIVE.width))
        return FlowStack((piece, Fixed(_BELOW_TITLE)), before=_APART, keep=True)

    # ---- pieces ------------------------------------------------------------------------------------

    def _laid(self, n: int, blocks: Sequence[Block], noted: _Glossary, box: str = "") -> list[Strip]:
        """Return blocks as strips, each in its column or over both, with the notes beside them."""
        found: list[Strip] = []
        waiting: list[FlowStack] = []
        blocks = [*_set_ups_apart(blocks)]
        for i, block in enumerate(blocks):
            if not (i or box) and self.said.chapters[n].titled and is_a_title(block, self.layout):
                found += self._under_its_title(n, block, noted)
                continue
            if isinstance(block, Fence) and block.kind == "note":
                waiting.append(self._note(block))
                continue
            follows = blocks[i + 1] if i + 1 < len(blocks) else None
            wide = self._is_wide(block) or (
                isinstance(block, Heading) and follows is not None and self._is_wide(follows)
            )
            if not wide:
                waiting += map(self._note, noted.notes(block))
            around = self._around(LIVE.width if wide else TEXT, box)
            for strip in strips_of(self.layouts, block, around, n, follows, ROOM):
                found.append(replace(strip, wide=True) if wide else _noted(strip, waiting))
                waiting = waiting if wide else []
        if waiting:
            last = found.pop() if found else Strip((Fixed(0.0),), n)
            found.append(_noted(last, waiting))
        return found

    def _under_its_title(self, n: int, box: Fence, noted: _Glossary) -> Iterator[Strip]:
        """Yield the title of a box over both columns, and below it what is in the box."""
        board = title_of(self.layout, box, self._around(LIVE.width))
        yield Strip((replace(board, before=_APART, keep=True),), n, wide=True)
        yield from self._laid(n, box.blocks, noted, box.name)

    def _around(self, width: float, box: str = "") -> Around:
        return Around(width, box, self.theme.page.space)

    def _is_wide(self, block: Block) -> bool:
        settings = getattr(block, "settings", {})
        if settings.get("wide"):
            return bool(settings["wide"] == "yes")
        match block:
            case Fence(kind="gallery" | "at-a-glance"):
                return True
            case Fence(kind="steps") if self.layout.look(block).layout == "row":
                return True
            case Fence():
                return any(self._is_wide(inside) for inside in block.blocks)
            case Figure():
                share = re.fullmatch(r"([\d.]+)%", settings.get("width", ""))
                if share:
                    return float(share[1]) > 75
                sized = self.layout.sized(block.pictures, LIVE.width, block.where)
                return sum(drawing.width * k for drawing, k in sized) > TEXT
            case Table():
                return table_needs(self.layout, block) > TEXT
        return False

    def _note(self, box: Fence) -> FlowStack:
        """Return a note below a thin line."""
        colour = self.theme.heading.colour
        rule = Fixed(1.6, (line(0, 0, MARGIN, 0, colour, 0.25),))
        title = (Paragraph(tuple(_bold(box.title)), box.where),) if box.title else ()
        around = Around(MARGIN, "note", 0.8)
        return FlowStack((rule, *self.layout.pieces((*title, *box.blocks), around)))

    # ---- contents and index ------------------------------------------------------------------------

    def _contents(self, n: int, numbers: PageNumbers) -> Iterator[Strip]:
        style = self.theme.words("text")
        listed = [(c.name, at) for c, at in zip(self.said.chapters, numbers.chapters, strict=True) if c.name]
        listed = [entry for entry in listed if entry[0] != self.said.chapters[n].name]
        listed.append((self.theme.furniture["at_a_glance"], numbers.last))
        whole = Tag("TOC")
        for i, (name, at) in enumerate(listed):
            link = Tag("Link", said=f"{name}, {at}")
            line_ = replace(self._entry(name, at, style), tag=link)
            entry = FlowStack((line_,), before=0.0 if i else 3.0, tag=Tag("TOCI", whole))
            yield Strip((entry,), n, after=_LISTED, weight=0.0, leads=(at, link) if at else None)
        if self.said.facts:
            facts = Fence.of("at-a-glance", self.said.facts, self.sheet.where)
            for piece in self.layout.pieces([facts], Around(TEXT, space=self.theme.page.space)):
                yield Strip((replace(piece, before=6.0, keep=False),), n)

    def _entry(self, name: str, at: int, style: TypeStyle) -> Fixed:
        """Return a line of the contents: a name, dots, the number of the page."""
        setter, colour = self.setter, self.theme.heading.colour
        number = replace(style, bold=True, fill=self.theme.words("folio").fill)
        height = style.size * 1.62
        baseline = height / 2 + setter.cap_height(style) / 2
        right = setter.width((TextRun(str(at)),), number)
        left = setter.width((TextRun(name),), style)
        if left > TEXT - 12:
            style = replace(style, size=style.size * (TEXT - 12) / left)
            left = TEXT - 12
        items = list(setter.on_baseline(name, style, 0, baseline, "start"))
        items += setter.on_baseline(str(at), number, TEXT, baseline, "end")
        start, end = left + 2.0, TEXT - max(right, 5.0) - 1.6
        if end > start:
            items.append(line(start, baseline, end, baseline, colour, 0.35, (0.35, _LEADER)))
        return Fixed(height, tuple(items))

    def _index(self, n: int, numbers: PageNumbers) -> Iterator[Strip]:
        """Yield a line or two for each word: what it means, and the pages where it stands."""
        style = self.theme.words("text")
        style = replace(style, size=LEAST, leading=min(style.leading, 1.24))
        where = replace(style, bold=True, fill=self.theme.words("folio").fill, align="end")
        room, whole = 22.0, Tag("L")
        for term, pages in zip(self.said.terms, numbers.words, strict=True):
            said = (TextRun(f"{term.term}  ", bold=True), TextRun(term.means))
            left = Lines(self.setter.lines(said, style, LIVE.width - room - GAP, role="Span"))
            right = Lines(self.setter.lines((TextRun(_ranges(pages)),), where, room, role="Span"))
            height = max(left.height, right.height, self.entries.get(term.term, 0.0) if self.held else 0.0)
            self.entries[term.term] = height
            items = [*left.draw(0, 0, left.height), *right.draw(LIVE.width - room, 0, right.height)]
            link = Tag("Link", said=f"{term.term}, {pages[0]}") if pages else None
            entry = Fixed(height, tuple(items), tag=link)
            item = FlowStack((FlowStack((entry,), tag=Tag("LBody")),), before=1.2, tag=Tag("LI", whole))
            leads = (pages[0], link) if link else None
            yield Strip((item,), n, after=0.05, weight=0.3, wide=True, leads=leads)

    def _numbers(self, pages: Sequence[Leaf]) -> PageNumbers:
        """Return where everything stands when the pages are broken in this way."""
        starts: dict[int, int] = {}
        found: list[list[int]] = [[] for _ in self.said.terms]
        patterns = [_pattern(term.term, self.sheet.kit.language) for term in self.said.terms]
        kinds = [chapter.kind for chapter in self.said.chapters]
        for number, body in enumerate(pages, 2):
            said = []
            for piece, strip in body.laid:
                starts.setdefault(strip.chapter, number)
                if kinds[strip.chapter] not in ("contents", "index"):
                    said.append(_words(piece))
            text = " ".join(said)
            for where, pattern in zip(found, patterns, strict=True):
                if pattern.search(text):
                    where.append(number)
        chapters = tuple(starts.get(n, 0) for n in range(len(self.said.chapters)))
        return PageNumbers(chapters, tuple(map(tuple, found)), -(-(len(pages) + 2) // 4) * 4)

    # ---- drawn -------------------------------------------------------------------------------------

    def _page(self, body: Leaf, number: int, bookmark: str) -> Page:
        """Return a page: the text at the fold, notes outside, the number at the foot outside."""
        x, y = self.corner
        left_page = number % 2 == 0
        text_x = x + (MARGIN + GAP if left_page else 0.0)
        note_x = x + (0.0 if left_page else TEXT + GAP)
        spare = ROOM - body.height
        self.over[number] = -spare
        items: list[Item] = []
        links: list[Link] = []
        notes: list[tuple[float, float, FlowPiece]] = []
        begun: dict[int, float] = {}
        taken: list[tuple[float, float]] = []
        at = 0.0
        name = ""
        for i, (piece, strip) in enumerate(body.laid):
            at += piece.before if i else 0.0
            left, width = (x, LIVE.width) if strip.wide else (text_x, TEXT)
            items += piece.draw(left, y + at, piece.height)
            above = 0.0 if self.said.noted else begun.setdefault(strip.chapter, at)
            if i or not body.torn:
                notes += [(at, above, note) for note in strip.notes]
            if strip.wide:
                taken.append((at, at + piece.height))
            if strip.leads:
                links.append(Link((left, y + at, width, piece.height), *strip.leads))
            at += piece.height
            name = name or self.said.chapters[strip.chapter].name
        items += self._notes(notes, taken, note_x, y, number)
        items += self._foot(number, name)
        return Page(self.composer.drawing(number, items), bookmark=bookmark, links=tuple(links))

    def _notes(
        self,
        notes: Sequence[tuple[float, float, FlowPiece]],
        taken: Sequence[tuple[float, float]],
        x: float,
        y: float,
        number: int,
    ) -> Iterator[Item]:
        """Yield the notes of a page, each beside its words or as near below them as there is room."""
        free = _free(taken)
        for wanted, above, note in notes:
            place = _place(free, wanted, note.height, above)
            if place is None:
                self._no_room(note, number)
                continue
            i, top = place
            start, end = free[i]
            around = (start, top - _NOTES_APART), (top + note.height + _NOTES_APART, end)
            free[i : i + 1] = [part for part in around if part[1] > part[0]]
            yield from note.draw(x, y + top, note.height)

    def _no_room(self, note: FlowPiece, number: int) -> None:
        """Note that there was no room for what the author wrote; a word that is explained in the index may go."""
        if self.said.noted:
            said = _words(note)
            self.sheet.problems.add(
                f"the note “{said[:40].strip()}…” does not fit beside page {number} of the booklet, "
                f"it is {note.height:.0f} mm tall",
                self.sheet.where,
                hint="shorten it, or put it beside other words",
                code="rules-overflow",
            )

    def _foot(self, number: int, name: str) -> Iterator[Item]:
        x, y = self.corner
        folio, small = self.theme.words("folio"), self.theme.words("footer")
        left_page = number % 2 == 0
        folio = replace(folio, bold=True)
        wide = self.setter.width((TextRun(str(number)),), folio) + 2.4
        edge, inner = (x, x + wide) if left_page else (x + LIVE.width, x + LIVE.width - wide)
        anchor: Literal["start", "end"] = "start" if left_page else "end"
        baseline = y + _FOLIO
        yield from self.setter.on_baseline(str(number), folio, edge, baseline, anchor)
        if name:
            yield from self.setter.on_baseline(name, small, inner, baseline, anchor)

    def _empty(self, number: int) -> Drawing:
        """Return a page with lines to write on."""
        x, y = self.corner
        where = self.sheet.where
        title = self._title((TextRun(self.theme.furniture["notes"]),), where, {})
        items = list(title.draw(x, y, title.height))
        at = y + title.height + 12.0
        while at < y + ROOM - 2:
            items.append(line(x, at, x + LIVE.width, at, self.theme.heading.colour, 0.15))
            at += 9.0
        items += self._foot(number, self.theme.furniture["notes"])
        return self.composer.drawing(number, items)

    @cached_property
    def _glance(self) -> tuple[FlowStack, FlowStack, float]:
        """What one asks for at the table, who made the game, and by how much both are too tall for the back."""
        around = Around(LIVE.width, space=self.theme.page.space)
        thanks = self.layout.stack(self.said.credits, around)
        room = LIVE.height - (thanks.height + 4.0 if thanks.pieces else 0.0)
        blocks = list(self.said.back)
        title = self._title((TextRun(self.theme.furniture["at_a_glance"]),), self.sheet.where, {})
        while True:
            pieces = self.layout.pieces(blocks, around)
            body = FlowStack((title, *pieces))
            if body.height <= room or self.said.marked or not blocks:
                break
            blocks.pop()
            while blocks and isinstance(blocks[-1], Heading):
                blocks.pop()
        return body, thanks, body.height - room

    def _back(self, number: int) -> Drawing:
        """Return the back page: what one asks for at the table, and who made the game at its foot."""
        x, y = self.corner
        body, thanks, self.over[number] = self._glance
        items = list(body.draw(x, y, body.height))
        items += thanks.draw(x, y + LIVE.height - thanks.height, thanks.height)
        return self.composer.drawing(number, items)


def _closing(pages: int) -> float:
    """Return what a number of pages costs beside cover and back: empty ones, for notes, are a pity."""
    return (0.0, 4.0, 14.0, 20.0)[-(pages + 2) % 4]


def _noted(strip: Strip, notes: Sequence[FlowPiece]) -> Strip:
    """Return a strip with notes beside it, below those that stand there already."""
    aside = strip.aside + sum(note.height + _NOTES_APART for note in notes)
    return replace(strip, notes=(*strip.notes, *notes), aside=aside)


def _words(piece: FlowPiece) -> str:
    """Return the words of a piece as they are read, without those in pictures."""
    return " ".join(item.words for item in piece.draw(0, 0, piece.height) if isinstance(item, Text))


def _sets_up(chapter: Chapter) -> bool:
    """Say whether a chapter shows how the table is laid, which one wants to see at a glance."""
    return any(isinstance(block, Fence) and block.kind == "set-up" for block in chapter.blocks)


def _free(taken: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return where the margin of a page is free."""
    free: list[tuple[float, float]] = []
    at = 0.0
    for start, end in taken:
        if start - _NOTES_APART > at:
            free.append((at, start - _NOTES_APART))
        at = end + _NOTES_APART
    if at < ROOM:
        free.append((at, ROOM))
    return free


def _place(
    free: Sequence[tuple[float, float]], wanted: float, height: float, above: float
) -> tuple[int, float] | None:
    """Return the part of the margin where a note stands, and how far down: beside its words or below them.

    When there is no room it stands above them, but not above `above`.
    """
    for i, (start, end) in enumerate(free):
        top = max(start, wanted)
        if top + height <= end:
            return i, top
    for i, (start, end) in reversed([*enumerate(free)]):
        if end - height >= max(start, above):
            return i, end - height
    return None


def _set_ups_apart(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks, of a set-up its picture and then its steps."""
    for block in blocks:
        if isinstance(block, Fence) and block.kind == "set-up" and not block.title:
            yield from (b for b in block.blocks if isinstance(b, Figure))
            yield from (b for b in block.blocks if not isinstance(b, Figure))
        else:
            yield block


def _bold(inlines: Inlines) -> Iterator[TextRun]:
    return (replace(i, bold=True) for i in inlines if isinstance(i, TextRun))


_ENDINGS = {"en": "e?s", "de": "e|e?[nrs]|er[ns]"}
"""What a word of a language may end in when there are several of it, or in another case."""
_UMLAUTS = str.maketrans({"a": "[aä]", "o": "[oö]", "u": "[uü]", "A": "[AÄ]", "O": "[OÖ]", "U": "[UÜ]"})


def _pattern(term: str, language: str = "en") -> re.Pattern[str]:
    """Return what finds a word of the glossary, also when there are several: tile, tiles; Fass, Fässer."""
    endings = _ENDINGS.get(root_of(language), _ENDINGS["en"])
    words = [re.escape(word) for word in term.split()]
    small = term == term.lower()
    if root_of(language) == "de":
        words = [word.translate(_UMLAUTS) for word in words]
        words = [*(re.sub("e[mnrs]?$", "", word) + "(?:e[mnrs]?)?" for word in words[:-1]), words[-1]]
        small = term[:1].islower()
    plain = r"\s+".join(words)
    return re.compile(rf"(?<!\w){plain}(?:{endings})?(?!\w)", re.IGNORECASE if small else 0)


def _ranges(pages: Sequence[int]) -> str:
    """Return pages as an index lists them: 3, 5–7."""
    found: list[list[int]] = []
    for page in pages:
        if found and found[-1][-1] == page - 1:
            found[-1].append(page)
        else:
            found.append([page])
    return ", ".join(f"{r[0]}" if len(r) == 1 else f"{r[0]}–{r[-1]}" for r in found)


class _Glossary:
    """Explains each word of the glossary once, beside the words where it is first met."""

    def __init__(self, terms: Iterable[Term], language: str) -> None:
        self._left = {term: _pattern(term.term, language) for term in terms}

    def notes(self, block: Block) -> Iterator[Fence]:
        """Yield notes for the words that this block is the first to use."""
        said = " ".join(i.text for i in all_inlines([block]) if isinstance(i, TextRun))
        for term in [term for term, pattern in self._left.items() if pattern.search(said)][:2]:
            del self._left[term]
            words_ = (TextRun(f"{term.term}: ", bold=True), TextRun(term.means))
            yield Fence("note", (), (Paragraph(words_, term.where),), term.where)
