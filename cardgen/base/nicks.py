"""Nicks: where the cut round a piece is left out, so that the piece holds in its frame until somebody pushes it. Lengths in mm."""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias, get_args

from cardgen.base.contour import Contour
from cardgen.base.outline import OutlineWalk

Tool: TypeAlias = Literal["machine", "die", "laser"]
TOOLS: tuple[Tool, ...] = get_args(Tool)
"""What cuts a punchboard: a machine at home, a die of steel rules, a laser."""
WEBS: Final[dict[Tool, float]] = {"machine": 2.0, "die": 3.2, "laser": 3.2}
"""The least between two cuts."""
BENDS: Final[dict[Tool, float]] = {"machine": 0.5, "die": 1.0, "laser": 0.1}
"""The least radius of an inner corner."""
LEAST: Final = 3
EVERY: Final = 35.0
_AWAY: Final = 1.5  # from a corner
_SHARE: Final = 0.3  # of the way to the next one that a nick may move
_STEP: Final = 0.5
_INCH: Final = 25.4


def nick_width(tool: Tool, thick: float, on_board: bool) -> float:
    """Return how wide a nick is: the thicker the board, the wider for a machine; 0.01 and 0.02 in for a laser."""
    if tool == "machine":
        return 0.5 + 0.2 * thick
    if tool == "die":
        return 0.4 if on_board else 0.3
    return (0.01 if on_board else 0.02) * _INCH


def nick_count(length: float) -> int:
    """Return how many nicks hold a piece with an outline of this length."""
    return max(LEAST, math.ceil(length / EVERY - 1e-6))


def nicked(contour: Contour, width: float) -> tuple[Contour, ...]:
    """Return what is cut of a contour: open lines between its nicks, each of which is moved to the straightest place near it."""
    walk = OutlineWalk(contour.points)
    count = nick_count(walk.length)
    share = walk.length / count
    reach = int(_SHARE * share / _STEP)
    middles = []
    for n in range(count):
        usual = share * (n + 0.5)
        tries = (usual + k * _STEP for k in range(-reach, reach + 1))
        middles.append(min(tries, key=lambda at: (round(abs(walk.turn(at, _AWAY)), 2), abs(at - usual))))
    ends = [*middles[1:], middles[0] + walk.length]
    return tuple(
        walk.part(start + width / 2, end - width / 2) for start, end in zip(middles, ends, strict=True)
    )
