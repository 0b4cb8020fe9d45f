"""Which components share pages: those that are alike in kind, size, bleed and stock, and both have backs or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.model import Component
from cardgen.sheets.plan import Piece
from cardgen.sheets.wishes import SheetSettings


class Batch(NamedTuple):
    """Components that share pages; tokens of several sizes are one batch."""

    components: tuple[Component, ...]
    two_sided: bool

    @property
    def first(self) -> Component:
        """The component that stands for all when it comes to size."""
        return self.components[0]

    @property
    def total(self) -> int:
        """How many pieces there are, copies included."""
        return sum(c.total for c in self.components)

    @property
    def tokens(self) -> bool:
        """Whether these are laid out as tokens: several sizes on a page."""
        return laid_out_as_tokens(self.first)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every physical piece, in the order of the files."""
        return tuple(
            Piece(component, card, n)
            for component in self.components
            for card in component.cards
            for n in range(1, card.count + 1)
        )


def laid_out_as_tokens(component: Component) -> bool:
    """Say whether pieces are packed as tokens are: rounds always, square ones when they are tokens."""
    return component.kind == "tokens" or component.shape == "round"


def has_backs(component: Component) -> bool:
    """Say whether anything of the component is printed on both sides."""
    return component.back is not None or any(card.back for card in component.cards)


def batches(components: Sequence[Component], settings: SheetSettings) -> list[Batch]:
    """Return the components grouped into batches: those with backs first, else in the order of the kit."""
    groups: dict[tuple[object, ...], list[Component]] = {}
    for component in components:
        if not component.total:
            continue
        two_sided = settings.backs != "none" and has_backs(component)
        alike: tuple[object, ...] = (component.kind, component.size, component.bleed)
        if laid_out_as_tokens(component):
            alike = ("tokens",)
        groups.setdefault((not two_sided, component.stock, *alike), []).append(component)
    ordered = sorted(groups.items(), key=lambda entry: bool(entry[0][0]))
    return [Batch(tuple(group), not key[0]) for key, group in ordered]
