"""What the person who prints may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cardgen.base.units import PAPERS, Size

Backs: TypeAlias = Literal["long-edge", "short-edge", "fold", "separate", "none"]
BACKS: tuple[Backs, ...] = ("long-edge", "short-edge", "fold", "separate", "none")


@dataclass(frozen=True, slots=True)
class SheetSettings:
    """Paper, backs and marks of one print job; lengths in mm.

    `backs` says how backs meet their fronts: printed duplex and flipped on the long or the short edge,
    folded beside them (gutterfold), on pages of their own, or not at all. `offset` is what the duplex
    test reads: x to the right and y **up**, seen from the front. `gutter` is the gap between cards; 0
    lets one cut serve two cards, twice the bleed gives each card its whole bleed.
    """

    paper: Size = PAPERS["a4"]
    paper_name: str = "A4"
    backs: Backs = "long-edge"
    offset: tuple[float, float] = (0.0, 0.0)
    gutter: float = 0.0
    marks: bool = True
    guide: bool = True
    test: bool = True

    @property
    def duplex(self) -> bool:
        """Whether the printer turns the sheet."""
        return self.backs in ("long-edge", "short-edge")
