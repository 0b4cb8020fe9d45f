"""The sizes that a service prints, and how a face of another size becomes one of them.

Two named methods: a face is scaled, both ways alike, until it covers the service's card; where it has less bleed than
the service wants, the art at its edge is mirrored outwards; of a round piece the rim is drawn wider, as its bleed is a
ring. Both have limits, and what was done is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from cardgen.base.drawing import (
    Drawing,
    Item,
    Matrix,
    PlacedDrawing,
    Rectangle,
    multiply,
    rect,
    rotate,
    scale,
    translate,
)
from cardgen.base.units import MM_PER_INCH, Size
from cardgen.model import Component
from cardgen.model.flat import FOLDED
from cardgen.source.leaves import FILLED, LENGTH, SIZE, matching, one_of, parsed, whole
from cardgen.source.shape import Keyed, key, list_of
from cardgen.targets.names import pattern

_ABOUT: Final = 0.005
"""mm; what no knife and no eye can tell apart."""

_SOFT: Final = 0.1
"""mm; the last of a round drawing, which fades into its ground."""

_REPORTED: Final = 0.05
"""mm; a smaller change is made and not worth a word."""


def _percent(value: Any) -> float:
    found = re.fullmatch(r"(\d{1,3}(?:\.\d+)?) ?%", value.strip()) if isinstance(value, str) else None
    if not found:
        raise ValueError
    return float(found[1]) / 100


def _pixels(value: Any) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{2,5}) ?[x×] ?(\d{2,5})", value.strip()) if isinstance(value, str) else None
    if not found:
        raise ValueError
    return int(found[1]), int(found[2])


PERCENT = parsed(_percent, "a part such as 1.5 %", {"type": "string", "examples": ["1.5 %"]})
PIXELS = parsed(_pixels, "pixels such as 825x1125", {"type": "string", "examples": ["825x1125"]})


class SizePart(Keyed, example="{name: poker, size: 2.5x3.5in, bleed: 0.125in}"):
    """One size that a service prints."""

    name: str = key(
        matching(r"[\w.-]+", "a short name such as small-square"),
        "What the service calls it; part of file names.",
    )
    size: Size = key(SIZE, "The piece as it is cut.")
    bleed: float = key(LENGTH, "What is printed beyond the cut.", default=0.0)
    pixels: tuple[int, int] | None = key(
        PIXELS, "The picture with its bleed, where the service asks for exactly these pixels.", default=None
    )
    safe: float = key(LENGTH, "How far inside the cut words and signs must stay.", default=0.0)
    shape: str = key(one_of("rect", "round", "hex"), "What is cut out.", default="rect")
    product: str | None = key(
        FILLED, "What the service calls the product, if it is not the name.", default=None
    )
    takes: tuple[str, ...] = key(
        list_of(FILLED), "Only these components, by id or kind; otherwise all that fit.", default=()
    )
    scale: float | None = key(
        PERCENT, "How much larger or smaller a face may become for this size.", default=None
    )

    def bleeds(self, dpi: float) -> tuple[float, float]:
        """Return the bleed at the sides and at top and bottom in mm: what the pixels ask for, if it says any."""
        if self.pixels is None:
            return (self.bleed, self.bleed)
        wide, high = (side / dpi * MM_PER_INCH for side in self.pixels)
        return ((wide - self.size.width) / 2, (high - self.size.height) / 2)

    def picture(self, dpi: float) -> tuple[int, int]:
        """Return the pixels of a picture with its bleed."""
        wide, high = (side + 2 * self.bleed for side in (self.size.width, self.size.height))
        return self.pixels or (round(wide / MM_PER_INCH * dpi), round(high / MM_PER_INCH * dpi))


class RulesPart(Keyed, example="{product: LargeBooklet, form: booklet, size: 5x8in, bleed: 0.125in}"):
    """The rules as a product of a service, or a PDF that goes with the pieces."""

    form: str = key(
        one_of("sheet", "booklet", "none"),
        "The rule sheet, its booklet page by page, or none where the service takes none.",
        default="sheet",
    )
    says: str = key(FILLED, "What to do with it, or why there is none; it is written into README.txt.")
    product: str = key(FILLED, "What the service calls it.", default="Rules")
    file: str | None = key(
        pattern("game", "number"),
        "The name of a picture of each page, by {number}; left out, all pages are one PDF.",
        default=None,
    )
    size: Size | None = key(SIZE, "A page as it is cut; left out, the paper, or A5.", default=None)
    bleed: float = key(LENGTH, "How much white is around it.", default=0.0)
    safe: float = key(LENGTH, "How far inside the cut a booklet is printed.", default=6.35)
    pixels: tuple[int, int] | None = key(PIXELS, "The picture of a page with its bleed.", default=None)
    most: int | None = key(whole(1), "The most pages that the product has.", default=None)


@dataclass(frozen=True, slots=True)
class Fit:
    """How the faces of a component become a size: scaled by `scale`, turned a quarter or not, with `bleed` around.

    `lost` is what is cut from each side of the face, `mirrored` what its bleed lacks; pairs of mm across and down, on
    the service's card.
    """

    part: SizePart
    size: Size
    bleed: tuple[float, float]
    scale: float = 1.0
    turned: bool = False
    lost: tuple[float, float] = (0.0, 0.0)
    mirrored: tuple[float, float] = (0.0, 0.0)

    @property
    def round(self) -> bool:
        """Whether the bleed is a ring."""
        return self.part.shape == "round"

    @property
    def words(self) -> str:
        """What was changed, for people; "" for nothing."""
        said = []
        if self.turned:
            said.append("turned a quarter")
        if abs(self.scale - 1) > 0.0001:
            said.append(f"scaled by {self.scale:.4g} to {self.part.name}, {self.size}")
        if max(self.lost) > _REPORTED:
            said.append(f"cut by {_pair(self.lost)} on each side")
        if max(self.mirrored) > _REPORTED:
            said.append(f"{'rim widened' if self.round else 'edges mirrored'} by {_pair(self.mirrored)}")
        return ", ".join(said)

    def matrix(self, component: Component, side: str) -> Matrix:
        """Return where the component's trimmed face comes to lie on the card, whose corner is 0,0.

        A back is turned the other way than its front, so that a card that is turned over sideways stays upright.
        """
        size = component.size
        home = multiply(scale(self.scale), translate(-size.width / 2, -size.height / 2))
        if self.turned:
            home = multiply(rotate(90 if side == "front" else -90), home)
        return multiply(translate(self.size.width / 2, self.size.height / 2), home)

    @property
    def window(self) -> Rectangle:
        """The card with its bleed."""
        across, down = self.bleed
        return (-across, -down, self.size.width + 2 * across, self.size.height + 2 * down)

    def drawing(self, face: Drawing, component: Component, side: str, mirror: bool = True) -> Drawing:
        """Return a face as the service wants it, bleed included; without `mirror` the edge stays as it is."""
        x, y, width, height = self.window
        whole = Drawing(
            face.name, x, y, width, height, (PlacedDrawing(face, self.matrix(component, side)),), face.alt
        )
        across, down = self.mirrored
        if not mirror or max(across, down) <= _ABOUT:
            return whole
        left, top, right, bottom = x + across, y + down, x + width - across, y + height - down
        inked = Drawing(face.name, left, top, right - left, bottom - top, whole.items)
        items: list[Item] = [PlacedDrawing(inked, clip=rect(left, top, right - left, bottom - top))]
        if self.round:
            wide, high = inked.width - 2 * _SOFT, inked.height - 2 * _SOFT
            own = rect(left + _SOFT, top + _SOFT, wide, high, radius=min(wide, high) / 2)
            wide, high = width / wide, height / high
            ring = (wide, 0.0, 0.0, high, (1 - wide) * (x + width / 2), (1 - high) * (y + height / 2))
            items = [PlacedDrawing(inked, ring), PlacedDrawing(inked, clip=own)]
        for i, j in () if self.round else product((-1, 0, 1), repeat=2):
            wide, high = (across if i else right - left), (down if j else bottom - top)
            if (i, j) == (0, 0) or min(wide, high) <= _ABOUT:
                continue
            corner = (left if i <= 0 else right - wide, top if j <= 0 else bottom - high)
            over = (2 * (left if i < 0 else right), 2 * (top if j < 0 else bottom))
            back: Matrix = (
                -1.0 if i else 1.0,
                0.0,
                0.0,
                -1.0 if j else 1.0,
                over[0] if i else 0.0,
                over[1] if j else 0.0,
            )
            items.append(PlacedDrawing(inked, back, clip=rect(*corner, wide, high)))
        return Drawing(face.name, x, y, width, height, tuple(items), face.alt)


def _pair(lengths: tuple[float, float]) -> str:
    across, down = (f"{max(0.0, length):.2f}".rstrip("0").rstrip(".") for length in lengths)
    return f"{across} mm" if across == down else f"{across} mm across and {down} mm down"


_ADD: Final = "in a copy of the target's file, add the size if the service has it, or raise `scale:`"


class Misfit(Exception):
    """No size takes a component: why, and what to do about it."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.why, self.hint = why, hint


_SHAPES = {"round": "round", "rect": "a rectangle", "hex": "a hexagon", "free": "cut along a path of its own"}


def _lies_flat(component: Component) -> None:
    if component.kind in FOLDED:
        raise Misfit(
            f"{component.kind} are cut and folded by hand",
            "print them with cardgen build on card of your own",
        )


def fit(component: Component, sizes: Iterable[SizePart], most: float, mirror: float, dpi: float) -> Fit:
    """Return how a component fits the nearest of these sizes; Misfit says the numbers when it fits none.

    `most` is by how much a face may be scaled where the size does not say it, `mirror` how many mm may be mirrored.
    """
    _lies_flat(component)
    asked = {component.id, component.kind}
    sizes = [one for one in sizes if asked & set(one.takes) or (not one.takes and component.stays)]
    shaped = [one for one in sizes if one.shape == component.shape or (one.takes and one.shape == "hex")]
    if not shaped:
        what = _SHAPES[component.shape] if component.stays else "a punchboard"
        raise Misfit(f"no size in this list is {what}", _ADD)
    if component.tool not in ("", "laser"):
        why = f"its nicks are made for a {component.tool}, and there a laser cuts"
        raise Misfit(why, "write nicks: {tool: laser}")
    width, height = component.size.width, component.size.height
    ways = []
    for number, one in enumerate(shaped):
        for turned in (False, True) if width != height else (False,):
            wide, high = (height, width) if turned else (width, height)
            ratios = (one.size.width / wide, one.size.height / high)
            ways.append((max(abs(ratio - 1) for ratio in ratios), turned, number, one, ratios))
    off, turned, _, one, ratios = min(ways, key=lambda way: (round(way[0], 6), way[1], way[2]))
    limit = most if one.scale is None else one.scale
    if off > limit + 1e-9:
        if all(_is_larger(component.size, other.size, limit) for other in shaped):
            raise Misfit(f"no size in this list fits {component.size}, all are smaller", _ADD)
        off = max(abs(ratio - 1) for ratio in ratios)
        nearest = f"the nearest is {one.name}, {one.size}, {off:.1%} off".replace("%", " %")
        raise Misfit(f"no size in this list fits {component.size}, {nearest}", _ADD)
    grown = max(ratios)
    wide, high = (height, width) if turned else (width, height)
    bleed = one.bleeds(dpi)
    lost = (wide * grown - one.size.width) / 2, (high * grown - one.size.height) / 2
    lacks = [
        max(0.0, wanted - component.bleed * grown - cut) for wanted, cut in zip(bleed, lost, strict=True)
    ]
    if max(lacks) > mirror + 1e-9:
        raise Misfit(
            f"its bleed is {component.bleed:g} mm, {one.name} needs {max(bleed):.3g} mm",
            f"edges are mirrored by {mirror:g} mm at the most; give the component a `bleed:` of {max(bleed):.2g} mm",
        )
    return Fit(one, one.size, bleed, grown, turned, lost, (lacks[0], lacks[1]))


def _is_larger(size: Size, other: Size, limit: float) -> bool:
    """Tell whether a size has a longer or a shorter side that no turning brings onto another."""
    longer, shorter = (max(size.width, size.height), min(size.width, size.height))
    return longer > max(other.width, other.height) * (1 + limit) or shorter > min(
        other.width, other.height
    ) * (1 + limit)


def as_it_is(component: Component, bleed: float, safe: float, mirror: float) -> Fit:
    """Return how a component is printed in its own size with another bleed; Misfit when too much is missing."""
    _lies_flat(component)
    own = SizePart(name=component.id, size=component.size, bleed=bleed, safe=safe, shape=component.shape)
    lacks = max(0.0, bleed - component.bleed)
    if lacks > mirror + 1e-9:
        raise Misfit(
            f"its bleed is {component.bleed:g} mm, {bleed:g} mm is needed",
            f"edges are mirrored by {mirror:g} mm at the most; give the component a `bleed:` of {bleed:g} mm",
        )
    return Fit(own, component.size, (bleed, bleed), mirrored=(lacks, lacks))
