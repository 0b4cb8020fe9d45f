"""What a rule sheet says, before anybody decides how it looks: blocks and the inlines in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import chain, dropwhile
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from cardgen.base.errors import Location

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TextRun:
    """Words of one weight and slope."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class PictureBlock:
    """A real face of the kit (`face`, `back`) or a drawn picture of its rules folder (`art`).

    `name` is the card's id (`C17`, `C17@low-ink`) or the picture's file name without `.svg`; `values` go
    into the picture's template.
    """

    kind: Literal["face", "back", "art"]
    name: str
    alt: str = ""
    values: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Cite:
    """The numbered rules that the words before it state, and as they are marked: CH-036.a is one clause of CH-036."""

    rules: tuple[str, ...]
    clauses: tuple[str, ...] = ()

    @property
    def numbers(self) -> str:
        """The rules as they are printed: `4,12` for AB-004 and AB-012."""
        return ",".join(map(self.number, self.rules))

    @staticmethod
    def number(rule: str) -> str:
        """Return one rule as it is printed."""
        return rule.rpartition("-")[2].lstrip("0")


@dataclass(frozen=True, slots=True)
class Break:
    """A new line inside a paragraph."""


Inline: TypeAlias = TextRun | PictureBlock | Cite | Break
Inlines: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    inlines: Inlines
    where: Location


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title of the game. `settings` follow the words: `## The draft {colour=pink}`."""

    level: int
    inlines: Inlines
    where: Location
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, numbered when `ordered`; an item is a sequence of blocks."""

    items: tuple[tuple[Block, ...], ...]
    where: Location
    ordered: bool = False
    start: int = 1


@dataclass(frozen=True, slots=True)
class Terms:
    """A list of terms, each with its explanation."""

    pairs: tuple[tuple[Inlines, tuple[Block, ...]], ...]
    where: Location

    @property
    def explained(self) -> tuple[tuple[Block, ...], ...]:
        """The explanations, without their terms."""
        return tuple(said for _, said in self.pairs)


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `head` may be empty, `aligns` has one entry for each column."""

    head: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    aligns: tuple[Literal["start", "center", "end"], ...]
    where: Location


@dataclass(frozen=True, slots=True)
class Figure:
    """Pictures on a line of their own, side by side when there are several, with a caption below."""

    pictures: tuple[PictureBlock, ...]
    caption: Inlines
    where: Location
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced container: `::: kind Title {settings}` with blocks inside."""

    kind: str
    title: Inlines
    blocks: tuple[Block, ...]
    where: Location
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def style(self) -> str:
        """The variant that it asks for (`{style=tip}`), empty for none."""
        return self.settings.get("style", "")

    @property
    def name(self) -> str:
        """The name by which a theme knows it: its kind, or `kind.variant`."""
        return f"{self.kind}.{self.style}" if self.style else self.kind

    @property
    def icon(self) -> PictureBlock | None:
        """The picture beside its title (`{icon=bell}`)."""
        return PictureBlock("art", self.settings["icon"]) if self.settings.get("icon") else None

    @property
    def weight(self) -> float:
        """How much of the width a column takes beside the others (`::: column 2`)."""
        said = self.settings.get("weight") or words(self.title)
        return max(0.1, float(said)) if re.fullmatch(r"\d+(\.\d+)?", said) else 1.0

    @property
    def level(self) -> int:
        """The level of heading that its title is; 0 when it has no title to show."""
        if not self.title or self.kind == "column":  # a column's title is its weight
            return 0
        return 2 if self.kind == "steps" else 3

    @classmethod
    def of(
        cls, kind: str, figures: Iterable[Figure], where: Location, settings: Mapping[str, str] = _NONE
    ) -> Fence:
        """Return a box of figures, each with its words."""
        items = tuple((Paragraph((*f.pictures, *f.caption), f.where),) for f in figures)
        return cls(kind, (), (Listing(items, where),), where, settings)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Its pictures, each with the words beside it: one for a list item or a paragraph."""
        return tuple(_figures(self.blocks))


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows starts a new page."""

    where: Location


Block: TypeAlias = Paragraph | Heading | Listing | Terms | Table | Figure | Fence | PageBreak


def words(inlines: Iterable[Inline]) -> str:
    """Return the plain words of a line: what remains when looks and pictures are left out."""
    said = (i.text if isinstance(i, TextRun) else " " if isinstance(i, Break) else "" for i in inlines)
    return "".join(said).strip()


def split_pictures(inlines: Inlines) -> tuple[tuple[PictureBlock, ...], Inlines]:
    """Return the pictures that lead a line, and the words after them."""
    rest = tuple(dropwhile(_leads, inlines))
    pictures = tuple(i for i in inlines[: len(inlines) - len(rest)] if isinstance(i, PictureBlock))
    if rest and isinstance(rest[0], TextRun):
        rest = (replace(rest[0], text=rest[0].text.lstrip()), *rest[1:])
    return pictures, rest


def rebuilt(block: Block, change: Callable[[Sequence[Block]], Iterable[Block]]) -> Block:
    """Return a block with what is inside it changed: the blocks of a box, of each item, of each explanation."""
    match block:
        case Fence():
            return replace(block, blocks=tuple(change(block.blocks)))
        case Listing():
            return replace(block, items=tuple(tuple(change(item)) for item in block.items))
        case Terms():
            return replace(block, pairs=tuple((term, tuple(change(said))) for term, said in block.pairs))
        case _:
            return block


def reworded(said: Any, change: Callable[[Inline], Inline]) -> Any:
    """Return blocks, or a part of one, with every inline in them changed."""
    match said:
        case TextRun() | PictureBlock() | Cite() | Break():
            return change(said)
        case tuple():
            return tuple(reworded(one, change) for one in said)
        case Paragraph() | Heading() | Listing() | Terms() | Table() | Figure() | Fence():
            parts = {part.name: reworded(getattr(said, part.name), change) for part in fields(said)}
            return replace(said, **parts)
        case _:
            return said


def _leads(inline: Inline) -> bool:
    return isinstance(inline, PictureBlock | Break) or (
        isinstance(inline, TextRun) and not inline.text.strip()
    )


def _figures(blocks: Iterable[Block]) -> Iterator[Figure]:
    for block in blocks:
        match block:
            case Figure():
                yield block
            case Paragraph():
                yield Figure(*split_pictures(block.inlines), block.where)
            case Listing():
                for item in block.items:
                    parts = list(_figures(item))
                    pictures = tuple(picture for part in parts for picture in part.pictures)
                    caption = tuple(inline for part in parts for inline in part.caption)
                    settings = {name: value for part in parts for name, value in part.settings.items()}
                    yield Figure(pictures, caption, block.where, settings)


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield every block, outer ones before those inside them."""
    for block in blocks:
        yield block
        match block:
            case Fence(blocks=inside):
                yield from walk(inside)
            case Listing(items=groups) | Terms(explained=groups):
                for group in groups:
                    yield from walk(group)


def all_inlines(blocks: Iterable[Block]) -> Iterator[Inline]:
    """Yield every inline of the blocks and of all blocks inside them, in reading order."""
    return chain.from_iterable(passages(blocks))


def passages(blocks: Iterable[Block]) -> Iterator[Inlines]:
    """Yield the inlines of each block, and of each cell of a table, by themselves."""
    for block in walk(blocks):
        match block:
            case Paragraph() | Heading():
                yield block.inlines
            case Table():
                yield from (cell for row in (block.head, *block.rows) for cell in row)
            case Terms():
                yield from (term for term, _ in block.pairs)
            case Figure():
                yield (*block.pictures, *block.caption)
            case Fence():
                yield (*((block.icon,) if block.icon else ()), *block.title)
