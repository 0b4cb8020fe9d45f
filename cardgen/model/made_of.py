"""What a piece is made of: its board, what is glued onto it, and how its back comes behind its front. Lengths in mm."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Sides: TypeAlias = Literal["duplex", "wrap", "pins", "labels", "front"]
"""How front and back meet: both sides of a sheet, folded round the board, two sheets on pins, two label sheets, no back."""
SIDES: tuple[Sides, ...] = get_args(Sides)
Edge: TypeAlias = Literal["raw", "spine"]
EDGES: tuple[Edge, ...] = get_args(Edge)

MATERIALS = ("card", "paper", "label", "board", "stickers")
"""The words that `made_of:` takes instead of a block."""
THIN = 0.5
"""Board up to this thickness goes through a printer: nothing is glued onto it."""
USUAL = 2.0
"""The thickness of a board of which nothing else is known."""
_GLUE = 0.05  # on each side of the board
_CALIPERS = ((80, 0.10), (100, 0.12), (160, 0.18), (200, 0.22), (250, 0.28), (300, 0.33))  # g/m², mm


@dataclass(frozen=True, slots=True)
class MadeOf:
    """`made_of:` of a component. `board` is the thickness of its core, 0 for none; `paper` is what is glued onto it.

    `sides` and `edge` are what the kit's author asks for; "" leaves the choice to `Component.sides`.
    """

    board: float = 0.0
    paper: str = ""
    sides: Sides | Literal[""] = ""
    edge: Edge = "raw"

    @property
    def mounted(self) -> bool:
        """Whether something is glued onto a board."""
        return self.board > THIN

    @property
    def grams(self) -> int:
        """The weight of the paper in g/m², 0 when nothing says it."""
        found = re.search(r"(\d+)\s*g(?:/m|sm|\b)", self.paper)
        return int(found[1]) if found else 0

    @property
    def caliper(self) -> float:
        """The thickness of the paper, between the usual ones in proportion; that of 200 g/m² when nothing says it."""
        grams = self.grams or 200
        low = max((one for one in _CALIPERS if one[0] <= grams), default=_CALIPERS[0])
        high = min((one for one in _CALIPERS if one[0] >= grams), default=_CALIPERS[-1])
        if low[0] >= high[0]:
            return low[1]
        return low[1] + (high[1] - low[1]) * (grams - low[0]) / (high[0] - low[0])

    @property
    def spine(self) -> float:
        """From crease to crease of a sheet that is folded round the board.

        The middle of the paper runs a quarter circle of half its thickness round each edge, and half of both
        quarters belongs to the spine.
        """
        return self.board + 2 * _GLUE + math.pi / 4 * self.caliper


def read_stock(words: str) -> MadeOf:
    """Return what words for people say: `300 g/m²`, `200 g/m², on 1.5 mm board`, `1 to 2 mm board`."""
    if "board" not in words or "no board" in words:
        return MadeOf(paper=words)
    boards = re.findall(r"(\d+(?:\.\d+)?)\s*mm", words)
    paper = re.split(r",?\s*(?:mounted\s+)?on\b", words)[0].strip()
    if "board" in paper:
        paper = ""
    return MadeOf(float(boards[-1]) if boards else USUAL, "label" if "label" in paper else paper)


def material(word: str) -> MadeOf:
    """Return what one of `MATERIALS` means."""
    if word == "stickers":
        word = "label"
    return MadeOf(board=USUAL) if word == "board" else MadeOf(paper=word)
