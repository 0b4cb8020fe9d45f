"""Games made of piles: cards and tokens in piles, chips in heaps, tokens on a track, and turns that pass round the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, TypeVar

from cardgen.base.errors import did_you_mean
from cardgen.engine.fields import begins
from cardgen.engine.game import Game
from cardgen.engine.given import Given
from cardgen.engine.phase import OVER, Phase
from cardgen.engine.state import State
from cardgen.engine.streams import derive, stream
from cardgen.engine.zones import ZonePlace
from cardgen.model import Card, Component, Kit


class PilesTable(State):
    """A table of piles by name ("deck", "hand P0"), one for each zone and seat of the game's layout.

    `chips` says how many lie in a zone of chips, `spots` where on its track a token stands, counted from 0. The top of a
    pile is its first piece. `left` is how many turns are still to come, -1 as long as nobody knows.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("piles", "chips", "spots", "known", "turns")

    piles: dict[str, list[int]] = begins(lambda game: {place.name: [] for place in game.zoned.of_pieces})
    chips: dict[str, int] = begins(lambda game: {place.name: 0 for place in game.zoned.of_chips})
    spots: dict[str, int] = begins(lambda game: dict.fromkeys(game.tracks, 0))
    known: list[int]  # pieces in hidden piles that everybody saw going there
    turns: int = 1
    left: int = -1

    def own(self, zone: str) -> str:
        """Return the name of the pile that the player whose turn it is has in a zone."""
        return f"{zone} {self.game.names[self.turn]}"

    def card(self, piece: int) -> Card:
        """Return the card that a piece is a copy of."""
        card: Card = self.game.pieces.cards[piece]
        return card

    def cards(self, *piles: str) -> list[Card]:
        """Return the cards in some piles, in their order."""
        cards, there = self.game.pieces.cards, self.piles
        try:
            return [cards[piece] for pile in piles for piece in there[pile]]
        except KeyError:
            raise _unknown(there, *piles) from None

    def move(self, piece: int, come: str, to: str) -> None:
        """Move a piece to the end of another pile; from an open pile everybody sees where it goes."""
        piles, known = self.piles, self.known
        if self.tell:
            self.tell.step(come)
        try:
            pile = piles[to]
            piles[come].remove(piece)
        except KeyError:
            raise _unknown(piles, come, to) from None
        pile.append(piece)
        if piece in known:
            known.remove(piece)
        zones = self.game.zoned.by_name
        if zones[come].zone.seen_by == "all" != zones[to].zone.seen_by:
            known.append(piece)

    def draw(self, come: str, to: str, number: int = 1) -> list[int]:
        """Move the top pieces of a pile to another one, as many as there are; returns them."""
        try:
            drawn = self.piles[come][: max(number, 0)]
        except KeyError:
            raise _unknown(self.piles, come) from None
        for piece in drawn:
            self.move(piece, come, to)
        return drawn

    def pay(self, come: str, to: str, number: int) -> int:
        """Move chips, as many as there are; returns how many."""
        chips = self.chips
        if self.tell:
            self.tell.step(come)
        try:
            paid = min(number, chips[come])
            chips[to] += paid
        except KeyError:
            raise _unknown(chips, come, to) from None
        chips[come] -= paid
        return paid

    def deal(self, come: str, **zones: int) -> None:
        """Deal from a pile, or from a heap of chips, so many to each of these zones: `s.deal("deck", hand=5, quay=4)`.

        Zone after zone, and where each player has one, player after player. ValueError if there are too few.
        """
        for zone, number in zones.items():
            for place in self.game.places(zone):
                there = self.chips[come] if come in self.chips else len(self.piles[come])
                if there < number:
                    raise ValueError(f"{come} holds {there}, {number} are to be dealt to {place.name}")
                if come in self.chips:
                    self.pay(come, place.name, number)
                else:
                    self.draw(come, place.name, number)

    def ahead(self, place: str, steps: int) -> int:
        """Return the spot so many steps on from where a token stands; after the last spot comes the first."""
        if place not in self.spots:
            raise _unknown(self.spots, place)
        spot: int = self.spots[place] + steps
        end = self.game.tracks[place]
        return spot % end if end else spot

    def end_after(self, *, more: int = 0) -> bool:
        """Play this round to its end, and so many rounds more; returns False if that had been said before.

        A round ends with the turn of the last seat.
        """
        if self.left >= 0:
            return False
        self.left = (more + 1) * self.game.players - self.turn
        return True

    def next_turn(self, phase: Phase[Any]) -> None:
        """Let the next player clockwise begin with this phase; the last turn of all ends the game."""
        if self.left > 0:
            self.left -= 1
        self.turn = (self.turn + 1) % self.game.players
        if self.left == 0:
            self.phase = OVER
        else:
            self.phase, self.turns = phase, self.turns + 1


def _unknown(there: Mapping[str, Any], *names: str) -> LookupError:
    name = next(name for name in names if name not in there)
    return LookupError(f"there is no '{name}' ({did_you_mean(name, there)})")


P = TypeVar("P", bound=PilesTable)


class Piles(Game[P]):
    """A game of piles: of its own it has set-up, phases and scores, and the words for whatever else it counts.

    Scenarios call each pile by its name, a heap of chips by how many they are, a token on a track by its spot.
    """

    ends: ClassVar[str] = "the last round is over"
    """How a game ends, in a few words, where the table says nothing else."""

    @property
    def numbers(self) -> Mapping[str, Any]:
        """The table `numbers` of the kit."""
        return self.kit.tables["numbers"]  # type: ignore[no-any-return]

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return those that begin in some zone."""
        found = dict.fromkeys(zone.begins for zone in self.layout if zone.begins and zone.holds == "pieces")
        return [kit.component(name) for name in found]

    def _mislaid(self) -> list[str]:
        """Return what is wrong with the zones, and with what begins there."""
        wrong = super()._mislaid()
        begin = [zone for zone in self.layout if zone.begins and zone.holds == "pieces"]
        if self.layout and not begin and type(self).components is Piles.components:
            wrong.append("says of no zone what begins there, such as Zone('deck', begins='cards')")
        if self.ties not in ("shared", "first", "last", "nobody"):
            wrong.append(f"says ties = {self.ties!r}, expected 'shared', 'first', 'last' or 'nobody'")
        for zone in begin if not wrong else ():
            pieces = sum(card.count for card in self.kit.component(zone.begins).cards)
            if zone.of == "seat" and pieces < self.players:
                wrong.append(
                    f"lets {zone.begins} begin in '{zone.name}', {pieces} for {self.players} players"
                )
            elif (
                zone.of == "seat" and pieces > self.players and "box" not in (one.name for one in self.layout)
            ):
                wrong.append(f"needs a zone for {zone.begins} that are left over: Zone('box', use='stock')")
        return wrong

    # -- set-up

    def deal(self, seed: int) -> P:
        """Return the table after set-up: everything where it begins, what nobody sees shuffled, and `set_up` done."""
        s, chance = self.empty(), stream(seed, "deal")
        for name, pieces in self.begun.items():
            s.piles[name] = pieces[:]
            if self.zoned.by_name[name].zone.seen_by == "nobody":
                s.shuffle(s.piles[name], chance, first_on_top=True)
        for name, number in self._heaps(s, ()):
            s.chips[name] = number
        s.luck, s.phase = derive(seed, "luck"), self.phases[0]
        self._set_up(s, chance)
        return s

    def _set_up(self, s: P, chance: Random) -> None:
        """Do `set_up`; a game may want the chance of the deal for its lots."""
        self.set_up(s)

    def set_up(self, s: P) -> None:
        """Deal what players begin with: `s.deal("deck", hand=5)`."""

    @cached_property
    def begun(self) -> Mapping[str, list[int]]:
        """What lies in each pile before anything is dealt; of a zone that each player has, everybody gets one piece."""
        found: dict[str, list[int]] = {}
        for zone in self.layout:
            if not zone.begins or zone.holds != "pieces":
                continue
            pieces = list(self.pieces.ranges[zone.begins])
            if zone.of == "table":
                found.setdefault(zone.name, []).extend(pieces)
                continue
            found |= {place.name: [pieces.pop(0)] for place in self.places(zone.name)}
            if pieces:
                found.setdefault("box", []).extend(pieces)
        return found

    def _heaps(self, s: P, given: Collection[str]) -> Iterable[tuple[str, int]]:
        """Yield where the chips lie that are given nowhere."""
        for zone in self.layout:
            if zone.holds == "chips" and zone.begins and zone.name not in given:
                box = sum(card.count for card in self.kit.component(zone.begins).cards)
                yield zone.name, max(0, box - sum(s.chips.values()))

    # -- places

    @cached_property
    def tracks(self) -> Mapping[str, int | None]:
        """How many spots the track of each place on one has; None where no table of the kit says so."""
        return {
            place.name: len(self.kit.tables[place.zone.spots]) if place.zone.spots else None
            for place in self.zoned.of_pieces
            if place.zone.lies == "track"
        }

    def places(self, zone: str) -> Sequence[ZonePlace]:
        """Return the place of a zone, or that of each seat; ValueError says which zones there are."""
        try:
            return self._places[zone]
        except KeyError:
            hint = did_you_mean(zone, [known.name for known in self.layout])
            raise ValueError(f"no zone is called '{zone}' ({hint})") from None

    @cached_property
    def _places(self) -> Mapping[str, Sequence[ZonePlace]]:
        """The places of each zone."""
        found: dict[str, list[ZonePlace]] = {}
        for place in self.zoned.by_name.values():
            found.setdefault(place.zone.name, []).append(place)
        return found

    def zones(self, s: P) -> dict[str, list[int]]:
        """Return the piles."""
        return s.piles

    def counters(self, s: P) -> dict[str, int]:
        """Return the heaps of chips."""
        return s.chips

    def cells(self, s: P) -> dict[int, tuple[int, int]]:
        """Return the spot of each token that stands on a track."""
        return {piece: (spot, 0) for place, spot in s.spots.items() for piece in s.piles[place]}

    def lies(self, s: P, place: ZonePlace) -> list[int]:
        """Return the pile of a place."""
        return s.piles[place.name]

    def known(self, s: P, seat: int) -> set[int]:
        """Return the pieces that everybody saw going to where they lie."""
        return set(s.known)

    # -- the end

    def rounds(self, s: P) -> int:
        """Return how many rounds have been begun."""
        return -(-s.turns // self.players)

    def ending(self, s: P) -> str:
        """Return how the game ended, in a few words."""
        return s.ending or self.ends

    # -- words

    def facts(self, s: P) -> dict[str, Any]:
        """Return the position in words, each pile by its name."""
        piles = {name: self.pieces.list(pile) for name, pile in s.piles.items()}
        return {**super().facts(s), **piles, **s.chips, **s.spots}

    def words(self) -> Collection[str]:
        """Return the entries that the description of a position may have."""
        return (*super().words(), *self.zoned.by_name)

    def fill(self, s: P, entry: Given) -> None:
        """Put into a table all that is given."""
        super().fill(s, entry)
        for name in self.zoned.by_name:
            if name not in entry.entries:
                continue
            if name in s.chips:
                s.chips[name] = entry.number(name, 0, least=0)
            elif name in s.spots:
                end = self.tracks[name]
                s.spots[name] = entry.number(name, 0, least=0, most=None if end is None else end - 1)
            else:
                s.piles[name] = self.lay_given(s, entry, name)

    def lay_given(self, s: P, entry: Given, *at: str) -> list[int]:
        """Return the pieces that are given for a pile."""
        return entry.pieces(*at)

    def lay_rest(self, s: P, entry: Given) -> None:
        """Put what a description does not name where it begins, or, if that is given, into a zone of `rest`."""
        begun = self.begun or {self.rest[0]: list(range(len(self.pieces)))}
        for name, pieces in begun.items():
            rest = [piece for piece in pieces if piece not in entry.used]
            given = name in entry.entries and name not in s.spots
            free = [zone for zone in self.rest if zone in s.piles and zone not in entry.entries]
            last = [zone for zone in self.rest if zone in s.piles and zone != name]
            to = (free or last[-1:] or [name])[0] if given else name
            if given and to == name and rest:
                message = f"{len(rest)} more begin here, and no zone of `rest` is there for what {self.slug} leaves out"
                entry.refuse(message, name)
            s.piles[to].extend(rest)
        for name, number in self._heaps(s, entry.entries):
            s.chips[name] = number
