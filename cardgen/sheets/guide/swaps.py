"""What to take out of a box and what to put in, when a kit is printed again in part."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.base.language import noted


class Swap(NamedTuple):
    """A piece that is not as it was: so many of it go out of the box, so many new ones come in."""

    component: str
    """The title of what it belongs to."""
    card: str
    called: str
    out: int
    put: int
    why: tuple[str, ...] = ()
    """What is different: new, gone, number, front, back, size, corner, shape."""


WHY = (
    noted("new"),
    noted("gone"),
    noted("number"),
    noted("front"),
    noted("back"),
    noted("size"),
    noted("corner"),
    noted("shape"),
)
