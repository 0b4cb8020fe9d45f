"""What is on a piece as it lies on a sheet, where that is more than its face: data of a component. Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from cardgen.base.contour import Point
from cardgen.base.drawing import Matrix, Path

Line: TypeAlias = tuple[float, float, float, float]
Feet: TypeAlias = Literal["fold", "slot", "plastic"]
"""What a standee stands on: its own ends bent outwards, a strip of card in a slot, a foot that is bought."""
FEET: tuple[Feet, ...] = get_args(Feet)
FOLDED = frozenset({"standees", "dice"})
"""Kinds whose pieces are cut by an outline and folded."""


class FlatFace(NamedTuple):
    """A face on a flat piece: whose (None: the piece's own card), which side, where it goes, and what of it is seen.

    Where several lie in one place, the last is seen.
    """

    side: Literal["front", "back"]
    matrix: Matrix
    seen: Path
    card: Any = None


@dataclass(frozen=True, slots=True)
class Flat:
    """What is on a flat piece: its faces, the lines to score, where to glue, and where its name is printed.

    A name has its middle, the room for it, and how far it is turned, in degrees.
    """

    parts: tuple[FlatFace, ...] = ()
    folds: tuple[Line, ...] = ()
    glue: tuple[tuple[Point, ...], ...] = ()
    names: tuple[tuple[float, float, float, float], ...] = ()
