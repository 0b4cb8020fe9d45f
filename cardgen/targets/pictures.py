"""A picture of each face, in the pixels that a print service asks for."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.units import MM_PER_INCH, Size
from cardgen.export.output import Output, Png
from cardgen.source.leaves import FILLED, LENGTH, SIZE, whole
from cardgen.source.shape import Part, key, list_of, part
from cardgen.targets.order import Order


class SizeSays(Part, example="{name: poker, size: 2.5x3.5in, bleed: 0.125in}"):
    """One size of card that a service prints."""

    name: str = key(FILLED, "What the service calls it.")
    size: Size = key(SIZE, "The card as it is cut.")
    bleed: float = key(LENGTH, "What is printed beyond the cut.")


class Says(Part, example="{dpi: 300, sizes: [{name: poker, size: 2.5x3.5in, bleed: 0.125in}]}"):
    """`pictures:` a picture of each face."""

    dpi: int = key(whole(30, 2400), "Pixels to an inch.", default=300)
    sizes: tuple[SizeSays, ...] = key(list_of(part(SizeSays), least=1), "The sizes that it prints.")


def make(order: Order) -> Iterator[Output]:
    """Yield a picture of each face of the components that the service prints."""
    asks: Says = order.target.asks
    for component in order.kit.components:
        size = next((one for one in asks.sizes if one.size == component.size), None)
        if size is None:
            order.leave_out(component, f"nothing it prints is {component.size}")
            continue
        pixels = tuple(
            round((side + 2 * size.bleed) / MM_PER_INCH * asks.dpi)
            for side in (size.size.width, size.size.height)
        )
        for card in component.cards:
            for side, face in (("front", order.faces.front(card)), ("back", order.faces.back(card))):
                if face is not None:
                    yield Png(f"{size.name}/{card.id}-{side}.png", face, asks.dpi, (pixels[0], pixels[1]))
