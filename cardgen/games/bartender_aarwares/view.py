"""What is seen and said at a table of Bartender: who sees what, worlds that agree with it, positions in words."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Mapping
from typing import Any

from cardgen.engine import EVERYTHING, HIDDEN, Game, Given, IllegalMove, Refusal, derive, reading
from cardgen.engine.zones import ZonePlace
from cardgen.games.bartender_aarwares.state import NO_CARD, BarTable, Pub

_WHOSE = re.compile(r"['’]s\s+")  # P1's Q1, which may also be written P1.Q1


class BarSight(Pub, Game[BarTable]):
    """What each seat knows, and how players of Bartender say it."""

    def known(self, s: BarTable, seat: int) -> set[int]:
        """Return whom the hole took to the bottom of the pile (AB-050); everybody has seen it."""
        return set() if s.bottom == NO_CARD else {s.bottom}

    def lies(self, s: BarTable, place: ZonePlace) -> Any:
        """Return what lies at a place; a hand is two lists."""
        if place.zone.name == "hand":
            return [s.hands[place.owner], s.purses[place.owner]]
        return super().lies(s, place)

    def view(self, s: BarTable, seat: int) -> BarTable:
        """Return the table as a seat sees it: only the own hand, no face-down pile, no face-down bid.

        Bars, market, hole and discards lie open (AB-009, AB-015, AB-043), the backs of a hand tell its coins, and
        everybody has seen whom the hole took to the bottom of the pile (AB-050).
        """
        v = super().view(s, seat)
        for other, coin in enumerate(s.sealed):
            if other != seat and coin != NO_CARD:
                v.sealed[other] = HIDDEN
        return v

    def sample_world(self, view: BarTable, rng: random.Random) -> BarTable:
        """Return a full table that agrees with all the viewer has seen; all such tables are equally likely.

        A card that was seen going back into a pile cannot be one that somebody drew before.
        """
        me = view.viewer
        seen = {*view.discard, *view.coin_discard, *view.hole, *view.market, *view.box, view.bottom}
        seen.update(*view.bartenders, *view.customers, view.hands[me], view.purses[me])
        unseen = [card for card in range(len(self.pieces)) if card not in seen]
        world = view.copy()
        tools = [card for card in unseen if self.is_tool[card]]
        world.hands = _dealt(view, view.hands, view.drawn, tools, rng)
        coins = [card for card in unseen if self.is_coin[card]]
        world.purses = _dealt(view, view.purses, view.earned, coins, rng)
        world.deck = [*tools, *(card for card in unseen if self.is_bartender[card] or self.is_customer[card])]
        rng.shuffle(world.deck)
        if view.bottom != NO_CARD:
            world.deck.insert(0, view.bottom)
        world.coin_deck = coins
        rng.shuffle(world.coin_deck)
        for seat, coin in enumerate(view.sealed):
            if coin == HIDDEN:
                world.sealed[seat] = rng.choice(world.purses[seat])
        world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
        return world

    # -- in words

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a card, or for one on somebody's bar: P1's Q1; in the market it has no owner."""
        owner = state.owner(value) if field == "target" else -1
        if field != "target":
            return super().word(state, field, value)
        name = self.pieces.name(value)
        return f"{self.names[owner]}'s {name}" if owner >= 0 else name

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the card that is meant, P1's Q1 or P1.Q1; IllegalMove if it does not lie on the bar that is named."""
        if field != "target":
            return super().value(state, field, text)
        owner, dot, name = _WHOSE.sub(".", text).rpartition(".")
        card = self.pieces.find(name)
        if dot and state.owner(card) != self.seat(owner):
            says = f"{name} does not lie on {owner}'s bar"
            raise IllegalMove(text, Refusal("AB-015", says), self._described(state))
        return card

    def facts(self, s: BarTable) -> dict[str, Any]:
        """Return the position in words; piles begin with their top card."""
        called, seats = self.pieces.list, dict(zip(self.names, range(self.players), strict=True))
        return {
            **super().facts(s),
            "hands": {name: called(s.hands[seat] + s.purses[seat]) for name, seat in seats.items()},
            "bars": {name: called(s.bartenders[seat] + s.customers[seat]) for name, seat in seats.items()},
            "pairs": {name: s.pairs(seat) for name, seat in seats.items()},
            "hole total": s.hole_total(),
            "deck": {"main": called(s.deck[::-1]), "coins": called(s.coin_deck[::-1])},
            "discard": {"main": called(s.discard), "coins": called(s.coin_discard)},
            "sealed": {
                name: self.pieces.name(s.sealed[seat])
                for name, seat in seats.items()
                if s.sealed[seat] != NO_CARD
            },
        }

    def picture(self, s: BarTable) -> str:
        """Return bars with the turned cards in brackets, hands, market and hole as lines of text."""
        width = max(map(len, self.names))
        lines = []
        for seat, name in enumerate(self.names):
            turned = s.turned[seat]
            bar, guests = (
                " ".join(f"[{self.pieces.name(c)}]" if c in turned else self.pieces.name(c) for c in cards)
                or "-"
                for cards in (s.bartenders[seat], s.customers[seat])
            )
            hand = " ".join(self.pieces.list(s.hands[seat] + s.purses[seat])) or "-"
            lines.append(f"{name:{width}}  {bar} | {guests}   hand {hand}")
        market = " ".join(self.pieces.list(s.market)) or "-"
        piles = f"piles {len(s.deck)}, coins {len(s.coin_deck)}"
        lines.append(f"Market {market}   hole {s.hole_total()}   {piles}")
        return "\n".join(lines)

    def words(self) -> Collection[str]:
        """Return the entries that the description of a position may have; docs/scenarios.md explains each."""
        return (
            "turn", "phase", "first", "round", "hands", "bars", "turned", "market", "hole", "deck",
            "discard", "acts",
        )  # fmt: skip

    def position(self, given: Mapping[str, Any]) -> BarTable:
        """Return a table as described; cards that are not named lie in the draw piles, in the order of the box."""
        s = self.empty()
        with reading(self, given, self.words()) as entry:
            s.luck = derive(0, "luck")
            s.round = 1
            entry.fill(s)
            s.turn = entry.seat("turn", s.first)
            s.phase = entry.phase("phase", "act")
            if s.phase.name not in ("draw", "act"):
                entry.refuse("a position begins with 'draw' or 'act'", "phase")
            _seats(entry, s)
            _fit(entry, s.market, ("market",), self.is_bartender, "bartenders")
            _fit(entry, s.hole, ("hole",), self.is_shovel, "shovels")
            for key in ("deck", "discard"):
                piles = given.get(key)
                for word in piles if isinstance(piles, Mapping) else ():
                    if word not in ("main", "coins"):
                        entry.refuse(f"no '{word}' here, expected main: and coins:", key, word)
            no_coins = tuple(not coin for coin in self.is_coin)
            s.discard = _cards(self, entry, ("discard", "main"), no_coins, "all but coins")
            s.coin_discard = _cards(self, entry, ("discard", "coins"), self.is_coin, "coins")
            s.deck = _cards(self, entry, ("deck", "main"), no_coins, "all but coins")[::-1]
            s.coin_deck = _cards(self, entry, ("deck", "coins"), self.is_coin, "coins")[::-1]
            for name, pile, cards in (("main", s.deck, self.main), ("coins", s.coin_deck, self.coins)):
                rest = [card for card in cards if card not in entry.used]
                if name in (given.get("deck") or {}):
                    s.box += rest
                else:
                    pile += rest[::-1]
        return s


def _dealt(
    view: BarTable, held: list[list[int]], came: list[list[int]], pool: list[int], rng: random.Random
) -> list[list[int]]:
    """Return hands dealt from the pool to all seats but the viewer's; what is left stays in the pool.

    The oldest places have the fewest possible cards, and those are possible for all younger places too: dealt in
    this order, each from all cards that fit, every deal is equally likely.
    """
    hands = [cards[:] for cards in held]
    places = sorted(
        (shuffle, seat, n)
        for seat, shuffles in enumerate(came)
        if seat != view.viewer
        for n, shuffle in enumerate(shuffles)
    )
    for shuffle, seat, n in places:
        # drawn anew each time: the first that fits would leave the others in an order that tells
        hands[seat][n] = pool.pop(
            rng.choice([at for at, card in enumerate(pool) if view.since[card] <= shuffle])
        )
    return hands


def _seats(entry: Given, s: BarTable) -> None:
    """Lay out the bars and give the hands."""
    game = s.game
    held = tuple(map(max, game.is_tool, game.is_coin))
    laid = tuple(map(max, game.is_bartender, game.is_customer))
    for seat, name in entry.of_seats("hands"):
        cards = _cards(game, entry, ("hands", name), held, "raiders, shovels and coins")
        s.hands[seat] = [card for card in cards if game.is_tool[card]]
        s.purses[seat] = [card for card in cards if game.is_coin[card]]
        s.drawn[seat], s.earned[seat] = [0] * len(s.hands[seat]), [0] * len(s.purses[seat])
    for seat, name in entry.of_seats("bars"):
        cards = _cards(game, entry, ("bars", name), laid, "bartenders and customers")
        s.bartenders[seat] = [card for card in cards if game.is_bartender[card]]
        s.customers[seat] = [card for card in cards if game.is_customer[card]]
    for seat, name in entry.of_seats("turned"):
        _turn(entry, s, seat, name)
    for seat in range(game.players):
        aside = [game.is_bartender[card] for card in s.turned[seat]]
        upright = len(s.bartenders[seat]) - sum(aside), len(s.customers[seat]) - aside.count(False)
        s.locked[seat] = min(upright)


def _turn(entry: Given, s: BarTable, seat: int, name: str) -> None:
    """Turn some cards of a bar sideways."""
    listed = entry.entries["turned"][name]
    bar = s.game.pieces.list(s.bartenders[seat] + s.customers[seat])
    if not isinstance(listed, list) or any(card not in bar for card in listed):
        entry.refuse(f"expected a list of cards of {name}'s bar", "turned", name)
        return
    s.turned[seat] = [s.game.pieces.find(card) for card in listed]
    if len({s.game.is_bartender[card] for card in s.turned[seat]}) > 1:
        entry.refuse("bartenders and customers cannot both be without partners", "turned", name)


def _cards(game: Pub, entry: Given, path: tuple[str, ...], fits: tuple[bool, ...], what: str) -> list[int]:
    """Return the listed cards, all of a kind that belongs there."""
    value: Any = entry.entries
    for key in path:
        if not isinstance(value, Mapping):
            entry.refuse("expected main: and coins:, each a list", *path[:-1])
            return []
        if key not in value:
            return []
        value = value[key]
    cards = entry.pieces(*path)
    _fit(entry, cards, path, fits, what)
    return cards


def _fit(entry: Given, cards: list[int], path: tuple[str, ...], fits: tuple[bool, ...], what: str) -> None:
    """See that all cards are of a kind that belongs there."""
    game: Any = entry.game
    for n, card in enumerate(cards):
        if not fits[card]:
            entry.refuse(f"{game.pieces.name(card)} cannot lie here, expected {what}", *path, n)
        if card in game.unused:
            entry.refuse(f"{game.pieces.name(card)} takes no part in this game", *path, n)
