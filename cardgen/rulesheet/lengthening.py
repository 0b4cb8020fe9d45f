"""A rule sheet in the language that nobody speaks: every word of it a third longer, in brackets, with accents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardgen.base.errors import Problem, Problems
from cardgen.base.language import lengthened
from cardgen.rulesheet.blocks import Block, Inline, PictureBlock, TextRun, reworded

OVERFLOWS = frozenset(
    {"rules-overflow", "zine-too-long", "text-overflow", "missing-glyph", "unknown-icon", "lonely-star"}
)
"""What may happen to a sheet whose words are too long on purpose."""


class Lenient(Problems):
    """Problems of which those that longer words bring about are warnings."""

    def extend(self, problems: Iterable[Problem]) -> None:
        super().extend(replace(p, level="warning") if p.code in OVERFLOWS else p for p in problems)


def pseudo_blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return the blocks with all their words longer; citations, names of pictures and settings stay."""
    longer: tuple[Block, ...] = reworded(tuple(blocks), _longer)
    return longer


def _longer(inline: Inline) -> Inline:
    match inline:
        case TextRun():
            return replace(inline, text=lengthened(inline.text))
        case PictureBlock(alt=str(alt)) if alt:
            return replace(inline, alt=lengthened(alt))
    return inline
