"""Everything on a sheet that is not a component: marks to cut, fold, glue and line up by, as plain data."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from cardgen.base.drawing import PathCommand
from cardgen.sheets.paper import Rect

Toward: TypeAlias = Literal["left", "right", "up", "down"]


TICKS = 1.3  # the ticks of a cut circle reach this far beyond the bleed
FOLD_REACH = 3.5  # the fold line runs this far beyond the strip …
FOLD_TIP = 2.5  # … and its triangles stand beyond it
TAB_CORNER = 9.0  # cut off a glue tab at each end
DIAMOND = 4.0  # from the middle of a diamond to its tips
SCISSORS = 5.0


class Crop(NamedTuple):
    """A short black line that points at a trim edge from outside the bleed.

    One `on_art` stands on the bleed, where the paper has no room beyond it: a white rim shows it on any colour.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    on_art: bool = False


class CutNumber(NamedTuple):
    """The place of a cut in the order that needs the fewest cuts; a disc, or a plain digit."""

    x: float
    y: float
    number: int
    radius: float = 1.7
    disc: bool = True


class Fold(NamedTuple):
    """The fold line between fronts and backs, with a hatched gutter that is glued and cut away.

    `strip` is the gutter beside the components; the line runs past it on both ends by `reach`.
    """

    strip: Rect
    reach: float = FOLD_REACH


class Crease(NamedTuple):
    """A level dashed line that is scored and folded round the edge of a board, from x1 to x2 with a tick at both ends."""

    x1: float
    x2: float
    y: float


class Pin(NamedTuple):
    """A target that a pin goes through: rings of 1, 2 and 3 mm say how far off a hole is."""

    x: float
    y: float
    name: str
    to_left: bool


class StopEdges(NamedTuple):
    """What is cut out of a label sheet: the thick left and lower edge lie flush with the board, right when `mirrored`."""

    box: Rect
    mirrored: bool


class CutCircle(NamedTuple):
    """The trim of a round token, with six short ticks outside its bleed to line up a punch."""

    cx: float
    cy: float
    radius: float
    bleed: float


class CutOutline(NamedTuple):
    """The line along which a piece is cut that is neither a rectangle nor a circle, or lies among such pieces."""

    commands: tuple[PathCommand, ...]


class Score(NamedTuple):
    """A dashed line on a piece that is scored and folded."""

    x1: float
    y1: float
    x2: float
    y2: float


class GlueHere(NamedTuple):
    """A hatched part of a piece that is glued below another."""

    corners: tuple[tuple[float, float], ...]


class PieceName(NamedTuple):
    """What a piece is called, on the piece itself: in the middle of (x, y), turned by so many degrees."""

    x: float
    y: float
    width: float
    turn: float
    words: str


class GlueTab(NamedTuple):
    """A hatched tab beside (or below) a part of a board, which the next part is laid on."""

    box: Rect
    toward: Toward
    words: str


class Diamond(NamedTuple):
    """Half a diamond at the end of a split; both halves must close. `solid` is the side that is filled."""

    x: float
    y: float
    solid: Toward
    ghost: bool


class Scissors(NamedTuple):
    """A small picture of scissors beside a line that is cut before gluing."""

    x: float
    y: float
    words: str = ""


class Registration(NamedTuple):
    """Ring on the front, cross on the back: held against the light they make one mark."""

    x: float
    y: float
    form: Literal["ring", "cross"]


class HeadingMark(NamedTuple):
    """A line above a block of tokens: "Ø 30 mm", a note, a hairline to the right edge of the block."""

    x: float
    y: float
    right: float
    title: str
    note: str


class Hint(NamedTuple):
    """A pictogram of 5 mm and one sentence above the footer: what to do with this sheet."""

    x: float
    y: float
    width: float
    icon: str
    words: str


class Assembly(NamedTuple):
    """How the parts of a board come together: three steps and a small map with this part marked.

    `columns` and `rows` are the trim edges of the parts, in mm of the board, from 0 to its width and height. So many
    parts as `here` are on the page, from `part` on.
    """

    box: Rect
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    part: int
    rotation: int = 0
    here: int = 1

    @property
    def parts(self) -> int:
        return (len(self.columns) - 1) * (len(self.rows) - 1)


Mark: TypeAlias = (
    Crop
    | CutNumber
    | Fold
    | Crease
    | Pin
    | StopEdges
    | CutCircle
    | CutOutline
    | Score
    | GlueHere
    | PieceName
    | GlueTab
    | Diamond
    | Scissors
    | Registration
    | HeadingMark
    | Hint
    | Assembly
)
