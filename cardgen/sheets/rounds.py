"""Tokens: rounds packed like a honeycomb, square ones on a grid, a heading for each size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cardgen.sheets.grid import OFF_BLEED, SHORTEST, crop_marks
from cardgen.sheets.guides import CutCircle, Guide, Heading
from cardgen.sheets.paper import Box, Edges
from cardgen.sheets.plan import Piece, Slot

GAP = 1.0  # between the bleeds of two rounds
TICKS = 1.3  # the ticks of a cut circle reach this far beyond the bleed
HEADING = 6.0  # from the top of a heading to the first bleed below it
APART = 4.2  # from the last bleed of a block to the next heading
FIRST = 4.2  # from the top of the field to the first heading

_EPS = 1e-6


class Column(NamedTuple):
    """The part of a page that tokens may fill: the field, symmetrical about `axis`."""

    field: Box
    text_left: float
    text_right: float

    @property
    def axis(self) -> float:
        """The vertical middle line."""
        return self.field.x + self.field.width / 2


@dataclass
class _Page:
    slots: list[Slot] = field(default_factory=list)
    guides: list[Guide] = field(default_factory=list)
    cuts: int = 0


def pack(
    pieces: Sequence[Piece], column: Column
) -> list[tuple[tuple[Slot, ...], tuple[Guide, ...], int]] | None:
    """Return pages of tokens as (slots, guides, straight cuts); None when one is too large for the page.

    Larger ones come first; several sizes share a page, each under its own heading.
    """
    groups: dict[tuple[str, float, float, float], list[Piece]] = {}
    for piece in pieces:
        c = piece.component
        groups.setdefault((c.shape, c.size.width, c.size.height, c.bleed), []).append(piece)
    pages = [_Page()]
    y = column.field.y + FIRST
    for (shape, width, height, bleed), group in sorted(
        groups.items(), key=lambda g: (-g[0][1], -g[0][2], g[0])
    ):
        block = _Rounds(column, width, bleed) if shape == "round" else _Squares(column, width, height, bleed)
        if not block.fits:
            return None
        rest = list(group)
        while rest:
            rows = block.rows_below(y)
            if not rows:
                if not pages[-1].slots:
                    return None
                pages.append(_Page())
                y = column.field.y + FIRST
                continue
            slots, guides, rest, bottom, cuts = block.place(rest, y, rows)
            title = f"Ø {width:g} mm" if shape == "round" else f"{width:g} × {height:g} mm"
            note = _names([s.piece for s in slots])
            heading = Heading(column.text_left, y, column.text_right, title, note)
            page = pages[-1]
            page.slots += slots
            page.guides += [heading, *guides]
            page.cuts += cuts
            y = bottom + APART
    return [(tuple(p.slots), tuple(p.guides), p.cuts) for p in pages if p.slots]


def _names(pieces: Sequence[Piece]) -> str:
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece.component.title] = counts.get(piece.component.title, 0) + 1
    return ", ".join(f"{n} × {title}" for title, n in counts.items())


class _Rounds(NamedTuple):
    """Rows of n, n - 1, n … circles; every second row lies in the gaps of the first."""

    column: Column
    diameter: float
    bleed: float

    @property
    def outer(self) -> float:
        return self.diameter / 2 + self.bleed

    @property
    def pitch(self) -> float:
        return 2 * self.outer + GAP

    @property
    def across(self) -> int:
        return math.floor((self.column.field.width - 2 * self.outer) / self.pitch + _EPS) + 1

    @property
    def fits(self) -> bool:
        side = max(self.outer, (self.outer + TICKS) * 0.8661)
        return 2 * side <= self.column.field.width + _EPS

    def rows_below(self, y: float) -> int:
        first = y + HEADING + 2 * self.outer + TICKS
        room = self.column.field.bottom - first
        return 0 if room < -_EPS else 1 + math.floor(room / (self.pitch * math.sqrt(3) / 2) + _EPS)

    def place(
        self, pieces: list[Piece], y: float, rows: int
    ) -> tuple[list[Slot], list[Guide], list[Piece], float, int]:
        slots: list[Slot] = []
        guides: list[Guide] = []
        rest = list(pieces)
        cy = y + HEADING + self.outer
        full = min(self.across, len(rest))
        for row in range(rows):
            if not rest:
                break
            seats = full if row % 2 == 0 or full == 1 else full - 1
            if full == 1 and row:  # a column of single rounds cannot interlock
                cy += self.pitch * (1 - math.sqrt(3) / 2)
                if cy + self.outer + TICKS > self.column.field.bottom + _EPS:
                    cy -= self.pitch
                    break
            taken = min(seats, len(rest))
            start = (seats - taken) // 2
            for seat in range(start, start + taken):
                cx = self.column.axis + (seat - (seats - 1) / 2) * self.pitch
                slots.append(
                    _slot(rest.pop(0), cx - self.diameter / 2, cy - self.diameter / 2, Edges.all(self.bleed))
                )
                guides.append(CutCircle(cx, cy, self.diameter / 2, self.bleed))
            last = cy
            cy += self.pitch * math.sqrt(3) / 2
        return slots, guides, rest, last + self.outer, 0


class _Squares(NamedTuple):
    """Rows of square or oblong tokens that share their cuts."""

    column: Column
    width: float
    height: float
    bleed: float

    @property
    def margin(self) -> float:
        return self.bleed + OFF_BLEED + SHORTEST

    @property
    def across(self) -> int:
        return math.floor((self.column.field.width - 2 * self.margin) / self.width + _EPS)

    @property
    def fits(self) -> bool:
        return self.across >= 1

    def rows_below(self, y: float) -> int:
        room = self.column.field.bottom - self.margin - (y + HEADING + self.margin)
        return max(0, math.floor(room / self.height + _EPS))

    def place(
        self, pieces: list[Piece], y: float, rows: int
    ) -> tuple[list[Slot], list[Guide], list[Piece], float, int]:
        across = min(self.across, len(pieces))
        taken, rest = pieces[: across * rows], pieces[across * rows :]
        left = self.column.axis - across * self.width / 2
        top = y + HEADING + self.margin
        slots = []
        for i, piece in enumerate(taken):
            row, col = divmod(i, across)
            bleed = Edges(
                0 if col else self.bleed,
                0 if row else self.bleed,
                0 if col + 1 < across and i + 1 < len(taken) else self.bleed,
                0 if i + across < len(taken) else self.bleed,
            )
            slots.append(_slot(piece, left + col * self.width, top + row * self.height, bleed))
        bottom = max(s.trim.bottom for s in slots) + self.margin
        room = Box(self.column.field.x, y + HEADING, self.column.field.width, bottom - y - HEADING)
        marks: list[Guide] = list(crop_marks(slots, room, self.bleed + OFF_BLEED, SHORTEST))
        lines = len({s.x for s in slots}) + len({s.y for s in slots}) + 2
        return slots, marks, rest, bottom, lines


def _slot(piece: Piece, x: float, y: float, bleed: Edges) -> Slot:
    size = piece.component.size
    return Slot(piece, "front", x, y, size.width, size.height, 0, bleed, Box(0, 0, size.width, size.height))
