"""What comes too near to the knife: words and named layers that end outside the safe area of a service's card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardgen.base.drawing import Drawing, Item, Text
from cardgen.base.errors import Location, Problem
from cardgen.faces.compose import Faces
from cardgen.faces.svg.layers import Painter, inked
from cardgen.targets.sizes import Fit, SizePart

if TYPE_CHECKING:
    from cardgen.model import Card, Component, Kit
    from cardgen.targets.order import Order

_LABEL: Final = "{http://www.inkscape.org/namespaces/inkscape}label"
_ABOUT: Final = 0.05
"""mm; nearer to the line nobody looks."""
_SOME: Final = 3


class FacePart(NamedTuple):
    """A text or a layer of a face: what it is called, where its template has it, and its box (left, top, right, bottom)."""

    name: str
    where: Callable[[], Location]
    is_text: bool
    box: tuple[float, float, float, float]


@dataclass
class _Near:
    """What came too near at one place of a template: its name on the first card, and the cards."""

    name: str
    least: float
    cards: list[str] = field(default_factory=list)
    others: bool = False


class SafeChecker:
    """Knows what is where on a kit's faces; every face is composed anew for it, for a drawing has no names."""

    def __init__(self, kit: Kit, look: str, options: Mapping[str, Any]) -> None:
        self._seen: dict[int, tuple[Drawing, list[FacePart]]] = {}
        self._last: list[FacePart] = []
        looker = self

        class Noting(Painter):
            """A painter who notes the texts and named layers of the face that it draws."""

            def items(self) -> list[Item]:
                self.noted: list[FacePart] = []
                found = super().items()
                looker._last = self.noted  # a face that is placed on another one is finished before that
                return found

            def _layer(self, layer: Any, wrappers: list[Any]) -> list[Item]:
                name = layer.get(_LABEL) or layer.get("id") or ""
                if name and not wrappers and layer.tag.endswith("}g"):
                    box = _around(self._around(layer, self.wording.matrix(layer)) or ())
                    if box:
                        self.noted.append(FacePart(f"layer “{name}”", self._place_of(layer), False, box))
                return super()._layer(layer, wrappers)

            def _place_of(self, element: Any) -> Callable[[], Location]:
                line, teller = element.sourceline, self.teller
                return lambda: teller.locate(line) if line else Location(teller.template)

            def _set_text(self, text: Any) -> list[Item]:
                found = super()._set_text(text)
                box = _around(
                    c for item in found if isinstance(item, Text) for quad in inked(item) for c in quad
                )
                if box:
                    words = "".join(item.words for item in found if isinstance(item, Text))
                    name = f"text “{text.get('id')}”" if text.get("id") else f"text “{_short(words)}”"
                    self.noted.append(FacePart(name, self._place_of(text), True, box))
                return found

        self._faces = Faces(kit, look, options)
        self._faces.painter = Noting

    def on(self, card: Card, side: str) -> list[FacePart]:
        """Return the texts and named layers of a side of a card."""
        drawing = self._faces.front(card) if side == "front" else self._faces.back(card)
        if drawing is None:
            return []
        if id(drawing) not in self._seen:
            self._seen[id(drawing)] = (drawing, self._last)
        return self._seen[id(drawing)][1]


def _short(words: str) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= 30 else f"{plain[:29].rstrip()}…"


def _around(corners: Iterable[tuple[float, float]]) -> tuple[float, float, float, float] | None:
    points = list(corners)
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def look_at(order: Order, looker: SafeChecker, component: Component, fit: Fit) -> None:
    """Tell each text and named layer of a component that crosses the safe line, once for all its cards."""
    safe = max(fit.part.safe, component.safe or 0.0)
    if safe > 0:
        for message, where in _too_near(looker, component, fit, safe):
            message += f"; {order.target.title} wants {round(safe + 1e-9, 2):g} mm"
            order.to_look_at.append(f"{component.title}: {message}")
            order.problems.extend([_problem(message, where, component.title)])


def beyond_safe(kit: Kit, look: str) -> Iterator[Problem]:
    """Yield the words of a kit that end nearer to the cut than its own `safe:` says."""
    looker = SafeChecker(kit, look, {})
    for component in kit.components:
        safe, own = component.safe or 0.0, SizePart(name=component.id, size=component.size)
        for message, where in _too_near(looker, component, Fit(own, own.size, (0.0, 0.0)), safe, words=True):
            yield _problem(f"{message}; safe: is {safe:g} mm", where, component.kind, component.id)


def _problem(message: str, where: Location, *trail: str) -> Problem:
    hint = "move it inwards, or let a background reach the bleed"
    return Problem(message, where, trail, hint, "warning", code="safe-area")


def _too_near(
    looker: SafeChecker, component: Component, fit: Fit, safe: float, words: bool = False
) -> Iterator[tuple[str, Location]]:
    """Yield what crosses the safe line, once for each place of a template, and that place; only `words` of it where asked."""
    worst: dict[tuple[str, Location], _Near] = {}
    for card in component.cards:
        for side in ("front", "back"):
            for seen in looker.on(card, side):
                near = nearness(seen, component, fit)
                if near is None or near >= safe - _ABOUT or (words and not seen.is_text):
                    continue
                found = worst.setdefault((side, seen.where()), _Near(seen.name, near))
                found.least = min(found.least, near)
                found.cards.append(card.id)
                found.others |= seen.name != found.name
    yield from _warnings(worst)


def nearness(seen: FacePart, component: Component, fit: Fit) -> float | None:
    """Return how far inside the cut something ends, in mm on the service's card; None for what is meant to be cut.

    A layer that reaches the cut on a side is a background there; words must stay clear of it on all sides.
    """
    left, top, right, bottom = seen.box
    middle_x, middle_y = component.size.width / 2, component.size.height / 2
    half_x, half_y = fit.size.width / 2, fit.size.height / 2
    if fit.turned:
        half_x, half_y = half_y, half_x
    if not component.plain:
        ends = [component.contour.inside(x, y) for x in (left, right) for y in (top, bottom)]
        distances = [min(ends) * fit.scale]
    elif component.shape == "round":
        corners = [(x - middle_x, y - middle_y) for x in (left, right) for y in (top, bottom)]
        sides = [left - middle_x, right - middle_x, top - middle_y, bottom - middle_y]
        reach = max(hypot(x, y) for x, y in corners) if seen.is_text else max(abs(side) for side in sides)
        distances = [half_x - reach * fit.scale]
    else:
        distances = [
            half_x - (middle_x - left) * fit.scale,
            half_x - (right - middle_x) * fit.scale,
            half_y - (middle_y - top) * fit.scale,
            half_y - (bottom - middle_y) * fit.scale,
        ]
    if not seen.is_text:
        distances = [distance for distance in distances if distance > -_ABOUT]
    return min(distances, default=None)


def _warnings(worst: Mapping[tuple[str, Location], _Near]) -> Iterator[tuple[str, Location]]:
    """Yield what came too near in words, with its place."""
    for (side, where), near in worst.items():
        cards = list(dict.fromkeys(near.cards))
        more = f" and {len(cards) - _SOME} more" if len(cards) > _SOME else ""
        others = " and others of its place" if near.others else ""
        ends = f"{abs(near.least):.1f} mm {'inside' if near.least >= 0 else 'outside'} the cut"
        message = f"{near.name}{others} end{'' if others else 's'} {ends} on the {side} of {', '.join(cards[:_SOME])}{more}"
        yield message, where
