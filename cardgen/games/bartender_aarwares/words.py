"""A table of Bartender in words: what players say, what stories print, what scenarios describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardgen.engine import OVER, Given, IllegalMove, Misplaced, Refusal, derive, described
from cardgen.games.bartender_aarwares.state import NO_CARD, Table

if TYPE_CHECKING:
    from cardgen.games.bartender_aarwares.rules import Bartender


def target(game: Bartender, s: Table, card: int) -> str:
    """Return a card with the owner of its bar: P1.Q1; in the market it has none."""
    owner = s.owner(card)
    name = game.pieces.name(card)
    return f"{game.names[owner]}.{name}" if owner >= 0 else name


def read_target(game: Bartender, s: Table, text: str) -> int:
    """Return the card that is meant; IllegalMove if it does not lie on the bar that is named."""
    owner, dot, name = text.rpartition(".")
    card = game.pieces.find(name)
    if dot and s.owner(card) != game.seat(owner):
        raise IllegalMove(text, Refusal("AB-015", f"{name} does not lie on {owner}'s bar"), game.describe(s))
    return card


def facts(game: Bartender, s: Table) -> dict[str, Any]:
    """Return the position in words; piles begin with their top card."""
    called = game.pieces.list
    seats = range(game.players)
    return {
        "turn": game.names[s.turn],
        "phase": s.phase.name,
        "round": s.rounds,
        "first": game.names[s.first],
        "hands": _each(game, [called(s.hands[seat] + s.purses[seat]) for seat in seats]),
        "bars": _each(game, [called(s.bartenders[seat] + s.customers[seat]) for seat in seats]),
        "turned": _each(game, [called(s.turned[seat]) for seat in seats]),
        "pairs": _each(game, [game.pairs(s, seat) for seat in seats]),
        "market": called(s.market),
        "hole": called(s.hole),
        "hole total": game.hole_total(s),
        "deck": {"main": called(s.deck[::-1]), "coins": called(s.coin_deck[::-1])},
        "discard": {"main": called(s.discard), "coins": called(s.coin_discard)},
        "sealed": {
            game.names[seat]: game.pieces.name(coin) for seat, coin in enumerate(s.sealed) if coin != NO_CARD
        },
        "box": called(s.box),
        "acts": s.acts,
        "winners": [game.names[seat] for seat in game.winners(s)] if s.phase is OVER else [],
        "ending": s.ended,
    }


def _each(game: Bartender, values: list[Any]) -> dict[str, Any]:
    return dict(zip(game.names, values, strict=True))


def picture(game: Bartender, s: Table) -> str:
    """Return bars with the turned cards in brackets, hands, market and hole as lines of text."""
    width = max(map(len, game.names))
    lines = []
    for seat, name in enumerate(game.names):
        turned = s.turned[seat]
        bar, guests = (
            " ".join(f"[{game.pieces.name(c)}]" if c in turned else game.pieces.name(c) for c in cards) or "-"
            for cards in (s.bartenders[seat], s.customers[seat])
        )
        hand = " ".join(game.pieces.list(s.hands[seat] + s.purses[seat])) or "-"
        lines.append(f"{name:{width}}  {bar} | {guests}   hand {hand}")
    market = " ".join(game.pieces.list(s.market)) or "-"
    lines.append(
        f"Market {market}   hole {game.hole_total(s)}   piles {len(s.deck)}, coins {len(s.coin_deck)}"
    )
    return "\n".join(lines)


# ---------------------------------------------------------------------------------------------------------
# Positions of scenarios
# ---------------------------------------------------------------------------------------------------------

GIVEN = {
    "turn": "whose turn it is (the first player's)",
    "phase": "draw, or act (act)",
    "first": "the first player (the first seat)",
    "round": "the number of the round (1)",
    "hands": "for each player, a list of raiders, shovels and coins (none)",
    "bars": "for each player, a list of bartenders and customers (none)",
    "turned": "for each player, those of them that are turned sideways (none)",
    "market": "a list of bartenders (none)",
    "hole": "a list of shovels (none)",
    "deck": "main: and coins:, lists of cards, the top one first; what they do not name is out of the game",
    "discard": "main: and coins:, lists of cards (none)",
    "acts": "attacks and bids made in this turn (0)",
}


def position(game: Bartender, given: Mapping[str, Any]) -> Table:
    """Return a table as described; cards that are not named lie in the draw piles, in the order of the box."""
    entry = described(game, given, GIVEN)
    s = Table(game)
    s.luck = derive(0, "luck")
    s.first = entry.seat("first", 0)
    s.turn = entry.seat("turn", s.first)
    s.phase = entry.phase("phase", "act")
    if s.phase.name not in ("draw", "act"):
        raise Misplaced("a position begins with 'draw' or 'act'", "phase")
    s.rounds, s.acts = entry.number("round", 1), entry.number("acts", 0)
    _seats(entry, s)
    s.market = _cards(game, entry, ("market",), game.is_bartender, "bartenders")
    s.hole = _cards(game, entry, ("hole",), game.is_shovel, "shovels")
    no_coins = tuple(not coin for coin in game.is_coin)
    s.discard = _cards(game, entry, ("discard", "main"), no_coins, "all but coins")
    s.coin_discard = _cards(game, entry, ("discard", "coins"), game.is_coin, "coins")
    s.deck = _cards(game, entry, ("deck", "main"), no_coins, "all but coins")[::-1]
    s.coin_deck = _cards(game, entry, ("deck", "coins"), game.is_coin, "coins")[::-1]
    for name, pile, cards in (("main", s.deck, game.main), ("coins", s.coin_deck, game.coins)):
        rest = [card for card in cards if card not in entry.used]
        if name in (given.get("deck") or {}):
            s.box += rest
        else:
            pile += rest[::-1]
    return s


def _seats(entry: Given, s: Table) -> None:
    """Lay out the bars and give the hands."""
    game = s.game
    held = tuple(map(max, game.is_tool, game.is_coin))
    laid = tuple(map(max, game.is_bartender, game.is_customer))
    for key in ("hands", "bars", "turned"):
        for name in entry.mapping(key) if key in entry.entries else ():
            try:
                seat = game.seat(str(name))
            except ValueError as wrong:
                raise Misplaced(str(wrong), key, str(name)) from None
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


def _turn(entry: Given, s: Table, seat: int, name: str) -> None:
    """Turn some cards of a bar sideways."""
    listed = entry.entries["turned"][name]
    bar = s.game.pieces.list(s.bartenders[seat] + s.customers[seat])
    if not isinstance(listed, list) or any(card not in bar for card in listed):
        raise Misplaced(f"expected a list of cards of {name}'s bar", "turned", name)
    s.turned[seat] = [s.game.pieces.find(card) for card in listed]
    if len({s.game.is_bartender[card] for card in s.turned[seat]}) > 1:
        raise Misplaced("bartenders and customers cannot both be without partners", "turned", name)


def _cards(
    game: Bartender, entry: Given, path: tuple[str, ...], fits: tuple[bool, ...], what: str
) -> list[int]:
    """Return the listed cards, all of a kind that belongs there."""
    value: Any = entry.entries
    for key in path:
        if not isinstance(value, Mapping):
            raise Misplaced("expected main: and coins:, each a list", *path[:-1])
        if key not in value:
            return []
        value = value[key]
    cards = entry.pieces(*path)
    for n, card in enumerate(cards):
        if not fits[card]:
            raise Misplaced(f"{game.pieces.name(card)} cannot lie here, expected {what}", *path, n)
        if card in game.unused:
            raise Misplaced(f"{game.pieces.name(card)} takes no part in this game", *path, n)
    return cards
