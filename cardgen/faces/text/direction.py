"""Text that holds words written from the right: what the Unicode algorithm (UAX #9) says about its order.

Every character has a level. Odd levels are written from the right, even ones from the left; in a Hebrew
line the letters have level 1, numbers and Latin words level 2. A line is put in order after it has been
broken, so whole stretches of one level change places, and HarfBuzz orders the glyphs inside a stretch.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Protocol, TypeVar

_FIRST = "\u0590"
_FROM_THE_RIGHT = frozenset(["R", "AL", "RLE", "RLO", "RLI"])
_LEVEL = re.compile(r"Level\(\s*(\d+)")


class Levelled(Protocol):
    """A stretch of one level."""

    level: int


T = TypeVar("T", bound=Levelled)


def from_the_right(text: str) -> bool:
    """Tell whether a text holds anything that is written from the right."""
    return not text.isascii() and any(
        c >= _FIRST and unicodedata.bidirectional(c) in _FROM_THE_RIGHT for c in text
    )


@lru_cache(maxsize=1024)
def levels_of(text: str) -> tuple[int, ...]:
    """Return the level of each character; a line break has that of the paragraph which it ends."""
    from bidi import get_display  # type: ignore[import-untyped]  # 17 ms, for few texts

    # python-bidi gives its levels only as this list, with one for each byte of UTF-8
    told = _LEVEL.findall(get_display(text, debug=True).partition("\n    levels: [")[2])
    starts = accumulate((len(c.encode()) for c in text), initial=0)
    return tuple(int(told[start]) for start, _ in zip(starts, text, strict=False))


def by_level(text: str, levels: Sequence[int]) -> list[tuple[str, int]]:
    """Return the stretches of a text that have one level, in the order in which they are read."""
    return [
        ("".join(character for character, _ in group), level)
        for level, group in groupby(zip(text, levels, strict=False), key=itemgetter(1))
    ]


def from_left_to_right(line: Sequence[T]) -> list[T]:
    """Return the stretches of one line as they stand on paper (rule L2)."""
    order = list(line)
    for level in range(max((part.level for part in order), default=0), 0, -1):
        start = 0
        for high, group in groupby(list(order), key=lambda part: part.level >= level):
            stop = start + sum(1 for _ in group)
            if high:
                order[start:stop] = order[start:stop][::-1]
            start = stop
    return order
