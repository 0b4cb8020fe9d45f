"""What a box holds: which pieces, how thick they are, and how much room they need. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardgen.base.units import Size
from cardgen.model import Card, Component, Kit
from cardgen.model.box import Box
from cardgen.production.dielines import up

_PER_GRAM = 0.001  # a card of 300 g/m² is 0.3 mm thick
_PLAIN = 0.3
_GLUED_ON = 0.25  # what is printed on both sides of a board, and the glue
SLEEVE = 0.12
"""What a sleeve of 50 µm adds to the thickness of a card."""
SLEEVE_WIDER = 3.0
"""What a sleeve adds to width and height."""
DEEPEST = 75.0
"""Of a stack in a tuck box; what is higher falls over, and no page holds its box."""
LOOSE = 3.0
"""Air around a stack in a tray."""
_BOOKLET, _BOOKLET_THICK = Size(210, 148), 1.1
_TOKENS = Size(91, 65)  # a token tray
_TOKENS_HIGH = 20.0
_FLAT = 100.0  # longer pieces lie on top of everything
_AIR = 1.0


def thickness(component: Component) -> float:
    """Return how thick one piece is, as `made_of` or its stock says: paper by its weight, board with what is glued on."""
    made = component.made
    if made.mounted:
        return made.board + _GLUED_ON
    return made.grams * _PER_GRAM or made.board or _PLAIN


@dataclass(frozen=True)
class HeldDeck:
    """Pieces that lie on one another: the largest says how wide and high the stack is."""

    components: tuple[Component, ...]
    size: Size
    count: int
    stack: float
    sleeved: bool

    @property
    def each(self) -> float:
        """The thickness of one piece, the mean of all, in its sleeve if it wears one."""
        return self.stack / self.count


def boxes_of(kit: Kit) -> list[Box]:
    """Return what the kit wants held; of a kit that says nothing, a tuck box for the cards of each size.

    What is mounted on board, or too high for a tuck box, goes into a lid and tray for the whole kit.
    """
    if kit.boxes:
        there = {component.id for component in kit.components}  # --only leaves some out
        return [box for box in kit.boxes.values() if {*box.holds, *sum(box.wells, ())} <= there]
    sizes: dict[Size, list[Component]] = {}
    for component in kit.components:
        if component.kind in ("decks", "tiles", "aids") and not component.on_board:
            sizes.setdefault(component.size, []).append(component)
    found: list[Box] = []
    for group in sizes.values():
        if all(component.kind == "aids" for component in group):
            continue
        holds = tuple(component.id for component in group)
        box = Box(name=group[0].id, holds=holds, where=group[0].where)
        if deck_of(kit, box).stack <= DEEPEST:
            found.append(box)
    return found or [Box(name="kit", kind="lid-tray", where=kit.where)]


def held_by(kit: Kit, box: Box) -> tuple[Component, ...]:
    """Return the components that a box holds, all of the kit if it names none."""
    if not box.holds:
        loose = tuple(c for c in kit.components if c.stays)
        if box.kind == "token-tray":
            return tuple(c for c in kit.components if c.kind == "tokens") or loose
        if box.kind in ("tuck", "hinged", "sleeve", "dividers"):
            return tuple(c for c in kit.components if c.kind in ("decks", "tiles")) or loose
        return loose
    return tuple(kit.component(name) for name in box.holds)


def deck_of(kit: Kit, box: Box, sleeved: bool | None = None) -> HeldDeck:
    """Return the stack that a tuck box holds, `sleeved` or not if that is asked for, else as the box says."""
    wear = box.sleeved if sleeved is None else sleeved
    components = held_by(kit, box)
    more = SLEEVE_WIDER if wear else 0.0
    size = Size(max(c.size.width for c in components) + more, max(c.size.height for c in components) + more)
    count = sum(c.total for c in components)
    stack = sum(c.total * (box.thickness or thickness(c)) for c in components) + count * SLEEVE * wear
    return HeldDeck(components, size, count, stack, wear)


def shown(kit: Kit, box: Box) -> tuple[str, ...]:
    """Return the cards whose faces the art of a box may show: its own, those of the guide, else some it holds."""
    if box.hero:
        return box.hero
    held = {card.id: card for component in held_by(kit, box) for card in component.cards}
    rows = kit.guide.get("hero") or ()
    named = [name for row in rows for name in (row if isinstance(row, (list, tuple)) else [row])]
    found = [str(name) for name in named if str(name).rpartition(":")[2] in held]
    return tuple(found[:5]) or tuple(_some(list(held.values())))


def _some(cards: Sequence[Card], most: int = 3) -> Iterable[str]:
    n = min(most, len(cards))
    return (cards[round(i * (len(cards) - 1) / max(1, n - 1))].id for i in range(n))


# ---- the room in a tray


class HeldStack(NamedTuple):
    """A stack of pieces of one size on the floor of a tray: what, how many, and its place with air around.

    Without components it is the tray of tokens.
    """

    components: tuple[Component, ...]
    pieces: int
    width: float
    depth: float
    high: float

    @property
    def title(self) -> str:
        """What lies there; "" for the tray of tokens."""
        return ", ".join(component.title for component in self.components)


class Packing(NamedTuple):
    """What lies in a tray: stacks in rows on the floor, and above them what is as large as the floor."""

    rows: tuple[tuple[HeldStack, ...], ...]
    flat: tuple[tuple[Component | None, float], ...]

    @property
    def height(self) -> float:
        """How high the walls must be."""
        highest = max((stack.high for row in self.rows for stack in row), default=0.0)
        return up(highest + sum(high for _, high in self.flat) + _AIR)


def room_for(kit: Kit, box: Box) -> tuple[tuple[float, float, float], Packing]:
    """Return length, width and height inside a tray for the whole kit, and how its pieces lie there.

    What the box itself says of its inside holds, whether that is enough or not.
    """
    components = held_by(kit, box)
    floor = _floor(kit, components)
    if box.inside:
        floor = Size(box.inside[0], box.inside[1])
    packing = pack(kit, components, floor, box.sleeved)
    if box.inside:
        return box.inside, packing
    return (floor.width, floor.height, packing.height), packing


def _floor(kit: Kit, components: Iterable[Component]) -> Size:
    """Return a floor on which the rule booklet and every board lie flat; a mat may be folded."""
    length, width = (_BOOKLET.width, _BOOKLET.height) if kit.rules else (60.0, 40.0)
    for component in components:
        if component.kind != "mats" or component.on_board:
            length = max(length, component.size.width, component.size.height)
            width = max(width, min(component.size.width, component.size.height))
    return Size(length + 2, width + 3)


def pack(kit: Kit, components: Sequence[Component], floor: Size, sleeved: bool = False) -> Packing:
    """Return the lowest way to lay everything into a tray with this floor."""
    flat: list[tuple[Component | None, float]] = [(None, _BOOKLET_THICK)] if kit.rules else []
    small: list[Component] = []
    tokens = False
    for component in components:
        if component.kind == "tokens":
            tokens = True
        elif max(component.size.width, component.size.height) > _FLAT:
            folded = 2 if max(component.size.width, component.size.height) > floor.width else 1
            flat.append((component, component.total * thickness(component) * folded))
        else:
            small.append(component)
    highest = sum(c.total * (thickness(c) + SLEEVE * sleeved) for c in small)
    step = 0.5
    # what the pieces would need if they could be poured in: nothing lower is tried
    poured = sum(
        c.total * (thickness(c) + SLEEVE * sleeved) * c.size.width * c.size.height for c in small
    ) / (floor.width * floor.height)
    high = max(
        _TOKENS_HIGH if tokens else 0.0,
        min((thickness(c) for c in small), default=step),
        math.floor(poured / step) * step,
    )
    while high < highest + step:
        for lying in (True, False):
            rows = _shelves(_stacks(kit, small, high, lying, sleeved, tokens), floor)
            if rows is not None:
                return Packing(rows, tuple(flat))
        high += max(step, high / 100)
    whole = _stacks(kit, small, highest + step, True, sleeved, tokens)
    return Packing(_shelves(whole, floor) or (tuple(whole),), tuple(flat))


def _stacks(
    kit: Kit, components: Iterable[Component], high: float, lying: bool, sleeved: bool, tokens: bool
) -> list[HeldStack]:
    found: list[HeldStack] = []
    alike: dict[tuple[Size, float], list[Component]] = {}
    for component in components:
        alike.setdefault((component.size, thickness(component)), []).append(component)
    for (size, bare), group in alike.items():
        each = bare + SLEEVE * sleeved
        more = LOOSE + SLEEVE_WIDER * sleeved
        sides = sorted((size.width + more, size.height + more), reverse=lying)
        left = sum(component.total for component in group)
        stacks = math.ceil(left / max(1, math.floor(high / each + 1e-6)))
        for i in range(stacks):
            pieces = math.ceil(left / (stacks - i))
            left -= pieces
            found.append(HeldStack(tuple(group), pieces, sides[0], sides[1], pieces * each))
    if tokens:
        found.append(HeldStack((), 1, _TOKENS.width, _TOKENS.height, _TOKENS_HIGH))
    return found


def _shelves(stacks: Sequence[HeldStack], floor: Size) -> tuple[tuple[HeldStack, ...], ...] | None:
    """Return the stacks in rows on the floor, None if it is too small for them."""
    rows: list[list[HeldStack]] = []
    depth = 0.0
    # equal pieces stay beside each other
    for stack in sorted(stacks, key=lambda s: -s.depth):
        if stack.width > floor.width:
            return None
        for row in rows:
            if sum(s.width for s in row) + stack.width <= floor.width:
                row.append(stack)
                break
        else:
            rows.append([stack])
            depth += stack.depth
    return tuple(map(tuple, rows)) if depth <= floor.height else None


def named(box: Box, kit: Kit) -> Box:
    """Return the box with a title: its own, or the titles of what it holds."""
    if box.title:
        return box
    titles = [component.title for component in held_by(kit, box)]
    return replace(box, title=", ".join(titles) if box.kind != "lid-tray" else kit.title)
