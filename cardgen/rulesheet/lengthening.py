"""A rule sheet in the language that nobody speaks: every word of it a third longer, in brackets, with accents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardgen.base.errors import Problem, Problems
from cardgen.base.tongue import lengthened
from cardgen.rulesheet.blocks import (
    Block,
    Box,
    Figure,
    Heading,
    Inline,
    Listing,
    Paragraph,
    Picture,
    Run,
    Table,
    Terms,
)

OVERFLOWS = frozenset(
    {"rules-overflow", "zine-too-long", "text-overflow", "missing-glyph", "unknown-icon", "lonely-star"}
)
"""What may happen to a sheet whose words are too long on purpose."""


class Lenient(Problems):
    """Problems of which those that longer words bring about are warnings."""

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note several problems."""
        super().extend(replace(p, level="warning") if p.code in OVERFLOWS else p for p in problems)


def pseudo_blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return the blocks with all their words longer; citations, pictures and settings stay."""
    return tuple(map(_longer, blocks))


def _longer(block: Block) -> Block:
    match block:
        case Paragraph() | Heading():
            return replace(block, inlines=_line(block.inlines))
        case Listing():
            return replace(block, items=tuple(map(pseudo_blocks, block.items)))
        case Terms():
            return replace(
                block, pairs=tuple((_line(term), pseudo_blocks(said)) for term, said in block.pairs)
            )
        case Table():
            head = tuple(map(_line, block.head))
            return replace(block, head=head, rows=tuple(tuple(map(_line, row)) for row in block.rows))
        case Figure():
            pictures = tuple(_picture(one) for one in block.pictures)
            return replace(block, pictures=pictures, caption=_line(block.caption))
        case Box():
            return replace(block, title=_line(block.title), blocks=pseudo_blocks(block.blocks))
        case _:
            return block


def _line(inlines: Iterable[Inline]) -> tuple[Inline, ...]:
    return tuple(
        replace(i, text=lengthened(i.text))
        if isinstance(i, Run)
        else _picture(i)
        if isinstance(i, Picture)
        else i
        for i in inlines
    )


def _picture(picture: Picture) -> Picture:
    return replace(picture, alt=lengthened(picture.alt)) if picture.alt else picture
