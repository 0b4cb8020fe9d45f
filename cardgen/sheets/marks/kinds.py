"""Everything on a sheet that is not a component: marks to cut, fold, glue and line up by, as plain data."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from cardgen.sheets.paper import Box

Toward: TypeAlias = Literal["left", "right", "up", "down"]


TICKS = 1.3  # the ticks of a cut circle reach this far beyond the bleed
FOLD_REACH = 3.5  # the fold line runs this far beyond the strip
TAB_CORNER = 9.0  # cut off a glue tab at each end
DIAMOND = 4.0  # from the middle of a diamond to its tips
SCISSORS = 5.0


def _square(x: float, y: float, half: float) -> Box:
    return Box(x - half, y - half, 2 * half, 2 * half)


class Crop(NamedTuple):
    """A short black line that points at a trim edge from outside the bleed."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def box(self) -> Box:
        """What it covers."""
        x1, y1, x2, y2 = self
        return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))

    def __str__(self) -> str:
        return f"crop {self.x1:.1f},{self.y1:.1f} to {self.x2:.1f},{self.y2:.1f}"


class CutNumber(NamedTuple):
    """The place of a cut in the order that needs the fewest cuts; a disc, or a plain digit."""

    x: float
    y: float
    number: int
    radius: float = 1.7
    disc: bool = True

    @property
    def box(self) -> Box:
        """What it covers."""
        return _square(self.x, self.y, self.radius)

    def __str__(self) -> str:
        return f"cut {self.number} at {self.x:.1f},{self.y:.1f}"


class Fold(NamedTuple):
    """The fold line between fronts and backs, with a hatched gutter that is glued and cut away.

    `strip` is the gutter beside the components; the line runs past it on both ends.
    """

    strip: Box

    @property
    def box(self) -> Box:
        """What it covers, triangles included."""
        s, reach = self.strip, FOLD_REACH + 2.5
        return Box(s.x, s.y - reach, s.width, s.height + 2 * reach)

    def __str__(self) -> str:
        s = self.strip
        return f"fold at x {s.x + s.width / 2:.1f}, y {s.y:.1f} to {s.bottom:.1f}"


class CutCircle(NamedTuple):
    """The trim of a round token, with six short ticks outside its bleed to line up a punch."""

    cx: float
    cy: float
    radius: float
    bleed: float

    @property
    def box(self) -> Box:
        """What it covers: the ticks stand at 30 degrees, so they reach less to the sides."""
        up = self.radius + self.bleed + TICKS
        side = max(self.radius + self.bleed, up * 0.8661)
        return Box(self.cx - side, self.cy - up, 2 * side, 2 * up)

    def __str__(self) -> str:
        return f"circle {self.cx:.1f},{self.cy:.1f} radius {self.radius:g}"


class GlueTab(NamedTuple):
    """A hatched tab beside (or below) a part of a board, which the next part is laid on."""

    box: Box
    toward: Toward
    words: str

    def __str__(self) -> str:
        return f"glue tab {self.toward}, y {self.box.y:.1f} to {self.box.bottom:.1f}: {self.words}"


class Diamond(NamedTuple):
    """Half a diamond at the end of a split; both halves must close. `solid` is the side that is filled."""

    x: float
    y: float
    solid: Toward
    ghost: bool

    @property
    def box(self) -> Box:
        """What it covers: half of it, or all when the other half is drawn dashed."""
        box = _square(self.x, self.y, DIAMOND)
        if self.ghost:
            return box
        if self.solid in ("left", "right"):
            return box._replace(x=self.x if self.solid == "right" else box.x, width=DIAMOND)
        return box._replace(y=self.y if self.solid == "down" else box.y, height=DIAMOND)

    def __str__(self) -> str:
        ghost = ", dashed beyond" if self.ghost else ""
        return f"diamond {self.x:.1f},{self.y:.1f} solid {self.solid}{ghost}"


class Scissors(NamedTuple):
    """A small picture of scissors beside a line that is cut before gluing."""

    x: float
    y: float
    words: str = ""

    @property
    def box(self) -> Box:
        """What it covers, with the words at its left."""
        beside = 34.0 if self.words else 0.0
        return Box(self.x - beside, self.y, SCISSORS + beside, SCISSORS)

    def __str__(self) -> str:
        return f"scissors {self.x:.1f},{self.y:.1f}"


class Registration(NamedTuple):
    """Ring on the front, cross on the back: held against the light they make one mark."""

    x: float
    y: float
    form: Literal["ring", "cross"]

    @property
    def box(self) -> Box:
        """What it covers."""
        return _square(self.x, self.y, 1.9 if self.form == "ring" else 1.1)

    def __str__(self) -> str:
        return f"registration {self.form} {self.x:.1f},{self.y:.1f}"


class Heading(NamedTuple):
    """A line above a block of tokens: "Ø 30 mm", a note, a hairline to the right edge of the block."""

    x: float
    y: float
    right: float
    title: str
    note: str

    @property
    def box(self) -> Box:
        """What it covers."""
        return Box(self.x, self.y, self.right - self.x, 3.2)

    def __str__(self) -> str:
        return f"heading y {self.y:.1f}: {self.title}, {self.note}"


class Hint(NamedTuple):
    """A pictogram of 5 mm and one sentence above the footer: what to do with this sheet."""

    x: float
    y: float
    width: float
    icon: str
    words: str

    @property
    def box(self) -> Box:
        """What it covers."""
        return Box(self.x, self.y, self.width, 5.0)

    def __str__(self) -> str:
        return f"hint {self.icon}: {self.words}"


class Assembly(NamedTuple):
    """How the parts of a board come together: three steps and a small map with this part marked.

    `columns` and `rows` are the trim edges of the parts, in mm of the board, from 0 to its width and height.
    """

    box: Box
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    part: int
    rotation: int = 0

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return (len(self.columns) - 1) * (len(self.rows) - 1)

    def __str__(self) -> str:
        columns, rows = len(self.columns) - 1, len(self.rows) - 1
        return f"map of {columns} x {rows} parts, this is part {self.part}"


Mark: TypeAlias = (
    Crop
    | CutNumber
    | Fold
    | CutCircle
    | GlueTab
    | Diamond
    | Scissors
    | Registration
    | Heading
    | Hint
    | Assembly
)
