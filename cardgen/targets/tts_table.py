"""Where a kit lies on a table of Tabletop Simulator: all of it as it comes out of the box, or set up to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cardgen.model import Component, Kind, Kit
from cardgen.targets.beginning import TABLE, Beginning, ZoneStart
from cardgen.targets.spread import Spot, spread
from cardgen.targets.tts_objects import COLOURS, UPRIGHT, Design, Object, ObjectMaker, Pile, hand_of, saved

_BOARDS: Final[frozenset[Kind]] = frozenset({"boards", "mats"})
_GAP = 8.0  # mm between pieces that lie apart
_CENTRE, _SEAT, _SHELF = (
    560.0,
    290.0,
    280.0,
)  # mm: how wide the rows are in the middle, at a seat, on the shelf
_HAND: Final[Spot] = (290.0, 90.0)


def saved_object(kit: Kit, designs: Mapping[str, Design], mm_per_unit: float) -> Object:
    """Return the whole kit as one saved object: cards in decks, tiles in bags, equal tokens in stacks."""
    piles = [pile for component in kit.components for pile in _put_away(_pieces(component, designs))]
    placed = spread([pile.size for pile in piles], _CENTRE, 2 * _GAP)
    maker = ObjectMaker(mm_per_unit, f"{kit.slug} kit")
    return saved(maker.at(pile, spot) for pile, spot in zip(piles, placed.spots, strict=True))


def _pieces(component: Component, designs: Mapping[str, Design]) -> list[Design]:
    return [designs[card.id] for card in component.copies() if card.id in designs]


def _put_away(designs: Sequence[Design]) -> list[Pile]:
    """Return the piles in which pieces lie in their box: those of one component that can lie on each other."""
    piles = []
    for component in dict.fromkeys(design.component.id for design in designs):
        own = [design for design in designs if design.component.id == component]
        if own[0].is_card or own[0].component.kind == "tiles":
            piles.append(Pile(own, face_up=own[0].component.kind == "aids"))
        else:
            piles += [Pile([d for d in own if d is one]) for one in {id(d): d for d in own}.values()]
    return piles


def saved_game(
    kit: Kit, designs: Mapping[str, Design], beginning: Beginning, mm_per_unit: float, title: str
) -> Object:
    """Return a game that is set up: what is common in the middle, each player's things at a seat, the rest beside."""
    return _SetUp(kit, designs, beginning, mm_per_unit).saved(title)


class _SetUp:
    """A table for one number of players. Seats go round clockwise from the south, where the first player sits."""

    def __init__(
        self, kit: Kit, designs: Mapping[str, Design], beginning: Beginning, mm_per_unit: float
    ) -> None:
        self.kit, self.designs, self.beginning = kit, designs, beginning
        self.maker = ObjectMaker(mm_per_unit, f"{kit.slug} {beginning.players}")
        self.mm_per_unit = mm_per_unit
        self.left = {card.id: card.count for component in kit.components for card in component.cards}

    def saved(self, title: str) -> Object:
        objects = list(self._objects())
        players = list(COLOURS)[: self.beginning.players]
        return saved(
            objects,
            title,
            Table="Table_RPG",
            Sky="Sky_Museum",
            Grid={"Type": 0, "Lines": False, "Snapping": False, "Offset": False, "xSize": 2.0, "ySize": 2.0},
            Hands={"Enable": True, "DisableUnused": False, "Hiding": 0},
            Turns={
                "Enable": True,
                "Type": 1,
                "TurnOrder": players,
                "PassTurns": True,
                "TurnColor": players[0],
            },
        )

    def _objects(self) -> Iterator[Object]:
        beginning = self.beginning
        hands = [self._hand(seat) for seat in range(beginning.players)]
        zones = [self._laid(list(beginning.at(seat))) for seat in range(beginning.players)]
        common = [*self._boards(), *self._laid([one for one in beginning.at(TABLE) if not _is_kept(one)])]
        own = [[*self._each_ones(), *zone] for zone in zones]
        rest = self._laid([one for one in beginning.at(TABLE) if _is_kept(one)])
        rest += _put_away(
            [d for id, n in self.left.items() if id in self.designs for d in [self.designs[id]] * n]
        )

        centre = spread([pile.size for pile in common], _CENTRE, 2 * _GAP)
        for pile, spot in zip(common, centre.spots, strict=True):
            yield self.maker.at(pile, spot)
        seats = [spread([pile.size for pile in piles], _SEAT, _GAP) for piles in own]
        apart = max([_HAND[0], *(seat.width for seat in seats)]) + 4 * _GAP
        deep = max((seat.depth for seat in seats), default=0.0)
        far = centre.depth / 2 + 4 * _GAP + deep / 2
        wide = centre.width / 2
        for seat, (piles, placed) in enumerate(zip(own, seats, strict=True)):
            x, north = _place(seat, beginning.players, apart)
            turn = -1.0 if north else 1.0
            wide = max(wide, abs(x) + apart / 2)
            middle = (x, -far * turn)
            around = UPRIGHT if not north else 0.0
            for pile, spot in zip(piles, placed.spots, strict=True):
                yield self.maker.at(pile, (middle[0] + spot[0] * turn, middle[1] + spot[1] * turn), around)
            hand = (x, -(far + deep / 2 + 4 * _GAP + _HAND[1] / 2) * turn)
            colour = list(COLOURS)[seat]
            yield hand_of(colour, self.maker.guid(), hand, _HAND, 180.0 - around, self.mm_per_unit)
            step = _HAND[0] / (len(hands[seat]) + 1)
            for number, design in enumerate(hands[seat], 1):
                spot = (hand[0] + (number * step - _HAND[0] / 2) * turn, hand[1])
                yield self.maker.at(Pile([design]), spot, around)
        shelf = spread([pile.size for pile in rest], _SHELF, 2 * _GAP)
        for pile, spot in zip(rest, shelf.spots, strict=True):
            yield self.maker.at(pile, (wide + 6 * _GAP + shelf.width / 2 + spot[0], spot[1]))

    def _take(self, cards: Sequence[str]) -> list[Design]:
        """Return the designs of cards that are taken out of the box; of parts that are not wanted there are none."""
        found = []
        for card in cards:
            if self.left.get(card) and card in self.designs:
                self.left[card] -= 1
                found.append(self.designs[card])
        return found

    def _hand(self, seat: int) -> list[Design]:
        return self._take([c for one in self.beginning.at(seat) if _is_hand(one) for c in one.cards])

    def _laid(self, zones: Sequence[ZoneStart]) -> list[Pile]:
        """Return what lies in zones: piles as piles, everything else piece by piece."""
        piles: list[Pile] = []
        for zone in zones:
            designs = self._take(() if _is_hand(zone) else zone.cards)
            if zone.lies == "pile" or zone.use == "stock":
                piles += _together(designs, face_up=not zone.hidden)
            else:
                piles += [Pile([design], face_up=not zone.hidden) for design in designs]
            piles += self._chips(zone)
        return piles

    def _chips(self, zone: ZoneStart) -> list[Pile]:
        """Return chips as stacks of equal ones, the most numerous first."""
        component = next((one for one in self.kit.components if one.id == zone.made_of), None)
        if component is None or not zone.chips:
            return []
        kinds = sorted(component.cards, key=lambda card: -card.count)
        taken = self._take([card.id for card in kinds for _ in range(card.count)][: zone.chips])
        return _together(taken, face_up=True)

    def _boards(self) -> list[Pile]:
        """Return the boards and mats that lie in the middle: those of which there is one."""
        found = []
        for component in self.kit.components:
            if component.kind in _BOARDS and component.total == 1:
                found += [Pile([one], locked=True) for one in self._take([component.cards[0].id])]
        return found

    def _each_ones(self) -> list[Pile]:
        """Return what each player gets of the kit's mats and aids: one of each design there are enough of."""
        found = []
        for component in self.kit.components:
            if component.kind not in ("mats", "aids"):
                continue
            for card in component.cards:
                if card.count >= self.beginning.players:
                    found += [Pile([one]) for one in self._take([card.id])]
        return found


def _is_kept(zone: ZoneStart) -> bool:
    """Whether it lies beside the table: stock that nobody draws from, such as what is back in the box."""
    return zone.use == "stock" and not zone.hidden


def _is_hand(zone: ZoneStart) -> bool:
    return zone.seat != TABLE and (zone.use == "hand" or zone.seen_by == "owner")


def _together(designs: Sequence[Design], face_up: bool) -> list[Pile]:
    """Return the piles of what lies in one place: cards of a size on each other, tiles, and equal tokens."""
    cards: dict[tuple[bool, Spot], list[Design]] = {}
    for design in designs:
        mixed = design.is_card or design.component.kind == "tiles"
        cards.setdefault((mixed, design.size if mixed else (float(id(design)), 0.0)), []).append(design)
    return [Pile(pile, face_up) for pile in cards.values()]


def _place(seat: int, players: int, apart: float) -> tuple[float, bool]:
    """Return where a seat is along its side, in mm from the middle, and whether that is the north side.

    Clockwise from above: along the south from right to left, then along the north from left to right.
    """
    south = (players + 1) // 2
    north = seat >= south
    along = seat - south if north else south - 1 - seat
    many = players - south if north else south
    return (along - (many - 1) / 2) * apart, north
