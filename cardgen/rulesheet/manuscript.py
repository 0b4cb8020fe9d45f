"""A rule sheet put in the order of a book: cover, chapters, what stands on the back. Nothing is laid out here.

What is marked in the sheet is kept as it is marked; what is not is made from what a sheet has anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias
from unicodedata import normalize

from cardgen.base.errors import Location, Problems
from cardgen.rulesheet.blocks import (
    Block,
    Cite,
    Fence,
    Figure,
    Heading,
    Inline,
    Inlines,
    Listing,
    PageBreak,
    Paragraph,
    Table,
    Terms,
    TextRun,
    all_inlines,
    rebuilt,
    split_pictures,
    walk,
    words,
)
from cardgen.rulesheet.markdown import read_blocks
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.source.seeds import Ruling, Term

Kind: TypeAlias = Literal["", "contents", "answers", "index"]

_TITLED = ("steps", "options", "rulings")  # boxes whose title is that of a chapter
_ALL_TITLED = (*_TITLED, "call-out", "example", "set-up", "gallery")  # in a sheet without headings
_SENTENCE = re.compile(r".*?\w.*?[.!](?=\s|$)", re.DOTALL)
_NUMBERS = re.compile(r"\s*\([A-Z]{2,4}-Q?\d+[a-z]?(?:,? (?:and )?[A-Z]{2,4}-Q?\d+[a-z]?)*\)")


@dataclass(frozen=True, slots=True)
class Chapter:
    """What stands below one title; `titled` when its first block is a box that shows the title itself."""

    title: Inlines
    blocks: tuple[Block, ...]
    where: Location
    kind: Kind = ""
    titled: bool = False
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        return words(self.title)

    @property
    def boxed(self) -> bool:
        """Whether its title is that of a small box."""
        return self.titled and isinstance(self.blocks[0], Fence) and self.blocks[0].level > 2


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A book before it is laid out. `facts` are figures with a value; `marked` says whether the author wrote the back."""

    masthead: tuple[Block, ...]
    facts: tuple[Figure, ...]
    cover: tuple[Block, ...]
    chapters: tuple[Chapter, ...]
    back: tuple[Block, ...]
    marked: bool
    credits: tuple[Fence, ...]
    terms: tuple[Term, ...]

    @property
    def noted(self) -> bool:
        """Whether the author wrote notes for the margin."""
        return any(
            isinstance(block, Fence) and block.kind == "note"
            for chapter in self.chapters
            for block in walk(chapter.blocks)
        )


def manuscript(sheet: RuleSheet) -> Manuscript:
    """Return a sheet, as it is read in a booklet, in the order of a book."""
    found = _Sorted(sheet)
    for block in flat(sheet.blocks):
        found.take(block)
    return found.book()


def flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks one below the other: what stood in columns follows, and pages end where they are full."""
    for block in blocks:
        match block:
            case PageBreak():
                pass
            case Fence(kind="columns"):
                columns = [column for column in block.blocks if isinstance(column, Fence)]
                if legend := _legend(columns):
                    yield Fence("beside", (), legend, block.where, {"wide": "yes"})
                    continue
                beside = len(columns) > 2 and all(_begins_with_a_picture(column) for column in columns)
                for column in columns:
                    inside = tuple(flat(column.blocks))
                    yield from (Fence("beside", (), inside, column.where),) if beside else inside
            case Fence(kind="column"):
                yield from flat(block.blocks)
            case _:
                yield rebuilt(block, flat)


def _legend(columns: Sequence[Fence]) -> tuple[Block, ...]:
    """Return a picture and the words beside it when two columns hold just that; nothing when they hold more."""
    if len(columns) != 2:
        return ()
    one, other = (tuple(flat(column.blocks)) for column in columns)
    for picture, said in ((one, other), (other, one)):
        match picture:
            case [Figure(caption=())] if said and all(
                isinstance(b, Paragraph | Listing | Terms) for b in said
            ):
                return (*picture, *said)
    return ()


def _begins_with_a_picture(column: Fence) -> bool:
    return len(column.blocks) > 1 and isinstance(column.blocks[0], Figure) and not column.blocks[0].caption


class _Sorted:
    """Sorts the blocks of a sheet into the parts of a book."""

    def __init__(self, sheet: RuleSheet) -> None:
        self._sheet = sheet
        self._words = sheet.theme.furniture
        self._parts: dict[str, list[Block]] = {"masthead": [], "cover": [], "quick-reference": []}
        self._facts: list[Figure] = []
        self._pieces: list[Figure] = []
        self._credits: list[Fence] = []
        self._chapters: list[Chapter] = []
        headed = any(isinstance(block, Heading) and block.level == 2 for block in flat(sheet.blocks))
        headed |= any(isinstance(block, Fence) and block.kind == "chapter" for block in sheet.blocks)
        self._titled = _TITLED if headed else _ALL_TITLED

    def take(self, block: Block) -> None:
        match block:
            case Fence(kind="masthead" | "cover" | "quick-reference" as part):
                self._parts[part] += block.blocks
            case Fence(kind="at-a-glance"):
                for figure in block.figures:
                    (self._facts if self._is_fact(figure) else self._pieces).append(figure)
            case Fence(kind="credits"):
                self._credits.append(block)
            case Fence(kind="contents" | "answers" | "index" as kind):
                title = block.title or (TextRun(self._words[kind]),)
                self._chapters.append(Chapter(title, block.blocks, block.where, kind, False, block.settings))
            case Fence(kind="chapter"):
                self._chapters.append(
                    Chapter(block.title, block.blocks, block.where, settings=block.settings)
                )
            case Heading(level=2):
                self._chapters.append(Chapter(block.inlines, (), block.where, settings=block.settings))
            case Fence(kind=kind, title=title) if title and kind in self._titled:
                said = tuple(inline for inline in title if isinstance(inline, TextRun))
                self._chapters.append(Chapter(said, (block,), block.where, titled=True))
            case _:
                self._go_on(block)

    def _go_on(self, block: Block) -> None:
        last = self._chapters[-1] if self._chapters else None
        if last is None or last.kind:
            self._chapters.append(Chapter((), (block,), block.where))
        else:
            self._chapters[-1] = replace(last, blocks=(*last.blocks, block))

    def book(self) -> Manuscript:
        """Return the parts, with those that nobody wrote made of what there is."""
        seeds, where = self._sheet.seeds, self._sheet.where
        written = {chapter.kind: n for n, chapter in enumerate(self._chapters) if chapter.kind}
        chapters = [*_notes_joined(chapter for chapter in self._chapters if chapter.blocks or chapter.title)]
        before = [c for c in chapters[:1] if _introduces(c)]
        front: list[Chapter] = []
        if "contents" not in written:
            front.append(Chapter(self._said("contents"), (), where, "contents"))
        if self._pieces:
            most = min(len(self._pieces), 4 if len(self._pieces) > 6 else 3)
            gallery = Fence.of("gallery", self._pieces, where, {"most": str(most)})
            before.append(Chapter(self._said("in_the_box"), (gallery,), where))
        chapters = [*front, *before, *(c for c in chapters if c not in before)]
        rulings = answers(self._sheet)
        chapters = [
            replace(c, blocks=rulings) if c.kind == "answers" and not c.blocks else c for c in chapters
        ]
        if "answers" not in written and rulings:
            chapters.append(Chapter(self._said("answers"), rulings, where, "answers"))
        terms = (
            tuple(sorted(seeds.glossary, key=lambda t: normalize("NFKD", t.term).casefold())) if seeds else ()
        )
        if "index" not in written and terms:
            chapters.append(Chapter(self._said("index"), (), where, "index"))
        match self._sheet.appendix:
            case (Heading(inlines=title), *listed):
                chapters.append(Chapter(title, tuple(listed), where))
        written_back = tuple(self._parts["quick-reference"])
        return Manuscript(
            tuple(self._parts["masthead"]),
            tuple(self._facts),
            tuple(self._parts["cover"]),
            tuple(chapters),
            written_back or tuple(_in_short(chapters)),
            bool(written_back),
            tuple(self._credits),
            terms,
        )

    def _is_fact(self, figure: Figure) -> bool:
        """Say whether this is a figure such as **2-5** players, not a part of the box."""
        if any(picture.kind != "art" for picture in figure.pictures):
            return False
        match figure.caption:
            case [TextRun(bold=True), *_]:
                return True
        said = words(figure.caption).casefold()
        return any(said.startswith(self._words[name].casefold()) for name in ("players", "minutes"))

    def _said(self, name: str) -> Inlines:
        return (TextRun(self._words[name]),)


def _notes_joined(chapters: Iterable[Chapter]) -> Iterator[Chapter]:
    """Yield chapters, with the notes that stood before the first heading in the first one."""
    notes: tuple[Block, ...] = ()
    for chapter in chapters:
        if not chapter.title and all(isinstance(b, Fence) and b.kind == "note" for b in chapter.blocks):
            notes += chapter.blocks
            continue
        blocks = (*chapter.blocks, *notes) if chapter.titled else (*notes, *chapter.blocks)
        yield replace(chapter, blocks=blocks)
        notes = ()


def _introduces(chapter: Chapter) -> bool:
    """Say whether a chapter is a word before all others, which needs no picture."""
    return not chapter.kind and all(isinstance(block, Paragraph) for block in chapter.blocks)


def answers(sheet: RuleSheet) -> tuple[Block, ...]:
    """Return the rulings of the kit as questions with their answers, but for those that a box of rulings tells.

    A house rule that was chosen answers for itself.
    """
    boxes = [block for block in walk(sheet.blocks) if isinstance(block, Fence) and block.kind == "rulings"]
    inlines = [*all_inlines(boxes)]
    text = " ".join(inline.text for inline in inlines if isinstance(inline, TextRun))
    cited = {rule for inline in inlines if isinstance(inline, Cite) for rule in inline.rules}
    found: list[Block] = []
    for ruling in sheet.seeds.rulings if sheet.seeds else ():
        asked, answer = _inlines(ruling.asks, sheet), _inlines(_answer(ruling, sheet), sheet)
        if ruling.id in cited or words(asked) in text:
            continue
        bold = tuple(replace(inline, bold=True) for inline in asked if isinstance(inline, TextRun))
        found.append(Paragraph((*bold, TextRun(" "), *answer), ruling.where))
    return tuple(found)


def _answer(ruling: Ruling, sheet: RuleSheet) -> str:
    choice = sheet.choices.get(ruling.option or "")
    return choice.says if choice is not None and choice.changed else ruling.ruling


def _inlines(text: str, sheet: RuleSheet) -> tuple[Inline, ...]:
    """Return a sentence of the seeds file, whose few marks are those of Markdown."""
    line = _NUMBERS.sub("", " ".join(text.split()))
    blocks = read_blocks(
        line, file=sheet.where.file, lines=(), problems=Problems(), language=sheet.kit.language
    )
    match blocks:
        case [Paragraph(inlines=inlines)]:
            return inlines
    return (TextRun(line),)


def _in_short(chapters: Sequence[Chapter]) -> Iterator[Block]:
    """Yield what one asks for at the table: the steps of a turn, each in a sentence, then the tables."""
    every = [block for chapter in chapters for block in walk(chapter.blocks)]
    for block in every:
        if isinstance(block, Fence) and block.kind == "steps":
            lists = tuple(one for one in block.blocks if isinstance(one, Listing))
            yield replace(block, blocks=tuple(rebuilt(one, first_words) for one in lists))
    for chapter in chapters:
        if chapter.kind:
            continue
        for table in (block for block in walk(chapter.blocks) if isinstance(block, Table)):
            if chapter.title:
                yield Heading(3, chapter.title, table.where)
            yield table


def first_words(item: Iterable[Block]) -> Iterator[Block]:
    """Yield the heading of a step and its first sentence, without pictures."""
    for block in item:
        match block:
            case Heading():
                yield block
            case Paragraph():
                said = first_sentence(block.inlines)
                if words(said):
                    yield replace(block, inlines=said)
                    return


def first_sentence(inlines: Inlines) -> Inlines:
    """Return a line up to the end of its first sentence, without the pictures before it; bold words at its head are none."""
    _, said = split_pictures(inlines)
    found: list[Inline] = []
    for i, inline in enumerate(said):
        heads = i == 0 and isinstance(inline, TextRun) and inline.bold and words(said[1:])
        if not heads and isinstance(inline, TextRun) and (whole := _SENTENCE.match(inline.text)):
            return (*found, replace(inline, text=whole[0]))
        found.append(inline)
    return tuple(found)
