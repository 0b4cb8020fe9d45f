"""A table of Bartender in words: what players say, what stories print, what scenarios describe."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cardgen.engine import Game, Given, IllegalMove, Misplaced, Refusal, derive, described
from cardgen.games.bartender_aarwares.pub import Pub
from cardgen.games.bartender_aarwares.state import NO_CARD, BarTable

GIVEN = (
    "turn", "phase", "first", "round", "hands", "bars", "turned", "market", "hole", "deck", "discard",
    "acts",
)  # fmt: skip
"""The entries of a described position; docs/scenarios.md explains each."""


class Words(Pub, Game[BarTable]):
    """How players of Bartender say it."""

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a card, or for one on somebody's bar: P1.Q1; in the market it has no owner."""
        owner = state.owner(value) if field == "target" else -1
        if field != "target":
            return super().word(state, field, value)
        name = self.pieces.name(value)
        return f"{self.names[owner]}.{name}" if owner >= 0 else name

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the card that is meant; IllegalMove if it does not lie on the bar that is named."""
        if field != "target":
            return super().value(state, field, text)
        owner, dot, name = text.rpartition(".")
        card = self.pieces.find(name)
        if dot and state.owner(card) != self.seat(owner):
            says = f"{name} does not lie on {owner}'s bar"
            raise IllegalMove(text, Refusal("AB-015", says), self.describe(state))
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
        lines.append(
            f"Market {market}   hole {s.hole_total()}   piles {len(s.deck)}, coins {len(s.coin_deck)}"
        )
        return "\n".join(lines)

    def words(self) -> Collection[str]:
        """Return the entries that the description of a position may have."""
        return GIVEN

    def position(self, given: Mapping[str, Any]) -> BarTable:
        """Return a table as described; cards that are not named lie in the draw piles, in the order of the box."""
        entry = described(self, given, self.words())
        s = self.empty()
        s.luck = derive(0, "luck")
        s.round = 1
        entry.fill(s)
        s.turn = entry.seat("turn", s.first)
        s.phase = entry.phase("phase", "act")
        if s.phase.name not in ("draw", "act"):
            raise Misplaced("a position begins with 'draw' or 'act'", "phase")
        _seats(entry, s)
        _fit(self, s.market, ("market",), self.is_bartender, "bartenders")
        _fit(self, s.hole, ("hole",), self.is_shovel, "shovels")
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


def _seats(entry: Given, s: BarTable) -> None:
    """Lay out the bars and give the hands."""
    game = s.game
    held = tuple(map(max, game.is_tool, game.is_coin))
    laid = tuple(map(max, game.is_bartender, game.is_customer))
    for key in ("hands", "bars", "turned"):
        for seat, name in entry.of_seats(key):
            match key:
                case "hands":
                    cards = _cards(game, entry, (key, name), held, "raiders, shovels and coins")
                    s.hands[seat] = [card for card in cards if game.is_tool[card]]
                    s.purses[seat] = [card for card in cards if game.is_coin[card]]
                    s.drawn[seat], s.earned[seat] = [0] * len(s.hands[seat]), [0] * len(s.purses[seat])
                case "bars":
                    cards = _cards(game, entry, (key, name), laid, "bartenders and customers")
                    s.bartenders[seat] = [card for card in cards if game.is_bartender[card]]
                    s.customers[seat] = [card for card in cards if game.is_customer[card]]
                case "turned":
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
        raise Misplaced(f"expected a list of cards of {name}'s bar", "turned", name)
    s.turned[seat] = [s.game.pieces.find(card) for card in listed]
    if len({s.game.is_bartender[card] for card in s.turned[seat]}) > 1:
        raise Misplaced("bartenders and customers cannot both be without partners", "turned", name)


def _cards(game: Pub, entry: Given, path: tuple[str, ...], fits: tuple[bool, ...], what: str) -> list[int]:
    """Return the listed cards, all of a kind that belongs there."""
    value: Any = entry.entries
    for key in path:
        if not isinstance(value, Mapping):
            raise Misplaced("expected main: and coins:, each a list", *path[:-1])
        if key not in value:
            return []
        value = value[key]
    cards = entry.pieces(*path)
    _fit(game, cards, path, fits, what)
    return cards


def _fit(game: Pub, cards: list[int], path: tuple[str, ...], fits: tuple[bool, ...], what: str) -> None:
    """See that all cards are of a kind that belongs there."""
    for n, card in enumerate(cards):
        if not fits[card]:
            raise Misplaced(f"{game.pieces.name(card)} cannot lie here, expected {what}", *path, n)
        if card in game.unused:
            raise Misplaced(f"{game.pieces.name(card)} takes no part in this game", *path, n)
