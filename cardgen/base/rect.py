"""Rectangles in mm, y downwards, and the lengths around them."""

from __future__ import annotations

from typing import NamedTuple


class Rect(NamedTuple):
    """A rectangle on the page in mm, y downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        return (self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom)

    def inside(self, other: Rect, slack: float = 1e-6) -> bool:
        return (
            self.x >= other.x - slack
            and self.y >= other.y - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def grown(self, edges: Edges) -> Rect:
        return Rect(
            self.x - edges.left,
            self.y - edges.top,
            self.width + edges.left + edges.right,
            self.height + edges.top + edges.bottom,
        )

    def shrunk(self, edges: Edges) -> Rect:
        return self.grown(Edges(*(-edge for edge in edges)))

    def moved(self, dx: float, dy: float) -> Rect:
        return Rect(self.x + dx, self.y + dy, self.width, self.height)


class Edges(NamedTuple):
    """A length for each side, in mm: bleed, or room for marks."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    @classmethod
    def all(cls, length: float) -> Edges:
        return cls(length, length, length, length)


def around(boxes: list[Rect]) -> Rect:
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return Rect(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)
