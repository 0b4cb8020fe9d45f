"""What is left of a sheet of paper for the knife, and where the marks stand that guide it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardgen.sheets.paper import SAFE, Rect, Sheet
from cardgen.sheets.plan.mounting import PIN_DOWN, PIN_IN, PIN_REACH
from cardgen.targets.cutting.options import CuttingOptions, Form, MarksSays

_HEAD = 10.2  # header and footer live between SAFE and here, from the upper and lower edge
_OFF = 0.1  # pieces keep so far from them


class CornerMark(NamedTuple):
    """A registration mark: its corner of the sheet, its form, and the box that it fills."""

    corner: str
    form: Form
    box: Rect


class Bed(NamedTuple):
    """Where the knife may go on an upright sheet: anywhere in `room` but in the corners that are `kept` for marks."""

    sheet: Sheet
    room: Rect
    kept: tuple[Rect, ...] = ()
    marks: tuple[CornerMark, ...] = ()
    line: float = 0.0
    """How thick the lines of the marks are."""
    quiet: float = 0.0
    """Words at the left and the right end keep as far from the edges of the paper, if there are marks."""

    @property
    def printed(self) -> Rect:
        """What art may fill: all that a printer reaches between header and footer."""
        return Rect(SAFE, _HEAD, self.sheet.width - 2 * SAFE, self.sheet.height - 2 * _HEAD)

    @property
    def pin(self) -> float:
        """How far from the left and right the targets for pins are, clear of the machine's marks."""
        return max(
            PIN_IN, *(box.x + box.width + PIN_REACH for box in self.kept if box.x < self.sheet.axis), 0.0
        )

    def with_targets(self) -> Bed:
        """Return what is left where targets for pins are printed, so that a back meets its front on a board."""
        top = max(self.room.y, PIN_DOWN + PIN_REACH)
        low = min(self.room.bottom, self.sheet.height - PIN_DOWN - PIN_REACH)
        return self._replace(room=self.room._replace(y=top, height=low - top))

    def clear(self, box: Rect) -> bool:
        """Say whether a box lies where the knife may go."""
        return box.inside(self.room) and not any(_overlap(box, corner) for corner in self.kept)


def field_of(sheet: Sheet, asks: CuttingOptions) -> Bed:
    """Return where a machine cuts on this sheet, header and footer spared."""
    marks = asks.marks
    edge = max(asks.edge, marks.inset if marks else 0.0)
    side, head = max(edge, SAFE), max(edge, _HEAD + _OFF)
    room = Rect(side, head, sheet.width - 2 * side, sheet.height - 2 * head)
    if asks.area:
        wide, tall = min(asks.area.width, room.width), min(asks.area.height, room.height)
        room = Rect((sheet.width - wide) / 2, (sheet.height - tall) / 2, wide, tall)
    if marks is None:
        return Bed(sheet, room)
    kept = tuple(_in_corner(sheet, corner, marks.inset, marks.free) for corner in marks.corners)
    return Bed(sheet, room, kept, tuple(_marks(sheet, marks)), marks.line, marks.inset + marks.quiet)


def _marks(sheet: Sheet, marks: MarksSays) -> Iterator[CornerMark]:
    for corner, form in marks.corners.items():
        size = marks.size if form in ("square", "disc") else marks.arms
        yield CornerMark(corner, form, _in_corner(sheet, corner, marks.inset, size))


def _in_corner(sheet: Sheet, corner: str, inset: float, size: float) -> Rect:
    x = inset if corner.endswith("left") else sheet.width - inset - size
    y = inset if corner.startswith("top") else sheet.height - inset - size
    return Rect(x, y, size, size)


def _overlap(a: Rect, b: Rect) -> bool:
    slack = 1e-6
    return (
        a.x < b.right - slack and b.x < a.right - slack and a.y < b.bottom - slack and b.y < a.bottom - slack
    )
