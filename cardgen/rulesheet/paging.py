"""Cuts a sheet into pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.rulesheet.flow import Piece, Stack, Turn


@dataclass(frozen=True, slots=True)
class Page:
    """The pieces of one page; `over` is how far the last one sticks out."""

    body: Stack
    over: float = 0.0


def paginate(pieces: Sequence[Piece], room: float) -> list[Page]:
    """Return the pages: cut at every `Turn` and where the room ends; nothing is ever left out."""
    pages: list[Page] = []
    section: list[Piece] = []
    for piece in (*pieces, Turn()):
        if not isinstance(piece, Turn):
            section.append(piece)
            continue
        rest: Piece | None = Stack(tuple(section)) if section else None
        while rest is not None:
            head, tail = rest.split(room)
            if head is None:
                head, tail = rest.split(room, True)
            if head is None:
                assert isinstance(rest, Stack)
                head = Stack(rest.pieces[:1])
                tail = Stack(rest.pieces[1:]) if rest.pieces[1:] else None
            assert isinstance(head, Stack)
            pages.append(Page(head, max(0.0, head.height - room)))
            rest = tail
        section = []
    return pages
