"""A table of Auction Hearts in words: what players say, what stories print, what scenarios describe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import did_you_mean
from cardgen.engine import OVER, Given, Misplaced, derive, described
from cardgen.games.auction_hearts.state import Table

if TYPE_CHECKING:
    from cardgen.games.auction_hearts.rules import AuctionHearts


def value(game: AuctionHearts, field: str, text: str) -> int:
    """Return the suit or the number of chips that is meant; ValueError says what was expected."""
    if field == "suit":
        if text not in game.suits:
            raise ValueError(f"'{text}' is no suit ({did_you_mean(text, game.suits)})")
        return game.suits.index(text)
    if not text.lstrip("-").isdecimal():
        raise ValueError(f"'{text}' is no number of chips")
    return int(text)


def facts(game: AuctionHearts, s: Table) -> dict[str, Any]:
    """Return the position in words."""
    names, called = game.names, game.pieces.list
    leader = s.turn - len(s.trick)
    hurt = [sum(game.suit_of[card] == s.pain for card in pile) for pile in s.won]
    return {
        "turn": names[s.turn],
        "phase": s.phase.name,
        "round": s.rounds,
        "dealer": names[s.dealer],
        "chips": _each(game, s.chips),
        "pot": s.pot,
        "bids": s.bids[:],
        "namer": names[s.namer] if s.namer >= 0 else None,
        "pain": game.suits[s.pain] if s.pain >= 0 else None,
        "broken": s.broken,
        "carried": s.carried,
        "hands": _each(game, [called(cards) for cards in _hands(s)]),
        "trick": {names[(leader + n) % game.players]: game.pieces.name(c) for n, c in enumerate(s.trick)},
        "hurt": _each(game, hurt),  # pain cards taken this round
        "won": _each(game, [called(pile) for pile in s.won]),
        "tricks": _each(game, s.tricks),
        "aside": called(s.aside),
        "gone": s.gone,
        "gains": _each(game, game.gains(s)),
        "winners": [names[seat] for seat in game.winners(s)] if s.phase is OVER else [],
        "ending": s.ended,
    }


def picture(game: AuctionHearts, s: Table) -> str:
    """Return chips, pot and hands as lines of text."""
    chips = "   ".join(f"{name} {number}" for name, number in zip(game.names, s.chips, strict=True))
    lines = [f"Chips: {chips}   pot {s.pot}"]
    if s.phase is not OVER:
        width = max(map(len, game.names))
        for name, hand in zip(game.names, s.hands, strict=True):
            suits = ["  ".join(game.pieces.list(sorted(cards, key=game.order.__getitem__))) for cards in hand]
            lines.append(f"{name:{width}}  {'    '.join(filter(None, suits))}")
    return "\n".join(lines)


def _each(game: AuctionHearts, values: list[Any]) -> dict[str, Any]:
    return dict(zip(game.names, values, strict=True))


def _hands(s: Table) -> list[list[int]]:
    return [[card for suit in hand for card in suit] for hand in s.hands]


# ---------------------------------------------------------------------------------------------------------
# Positions of scenarios
# ---------------------------------------------------------------------------------------------------------

GIVEN = {
    "phase": "bid, name the pain suit, or play a card (where a pain suit is given)",
    "dealer": "who has dealt (the last seat, so that P0 is eldest hand)",
    "turn": "whose turn it is (as the rules say)",
    "round": "the number of the round (1)",
    "carried": "whether nobody won the last pot (false)",
    "chips": "for each player, a number of chips (those they start with)",
    "pot": "chips in the pot (0)",
    "bids": "bids so far, from eldest hand on, 0 for a pass",
    "namer": "who won the auction (eldest hand)",
    "pain": "the pain suit",
    "broken": "whether it is broken (false)",
    "hands": "for each player, a list of cards (as many as the others have, in the order of the box)",
    "first_trick": "whether this is the first trick (with whole hands yes, else no)",
    "trick": "the cards of this trick, in order",
    "won": "for each player, cards of the tricks they have taken this round",
    "tricks": "for each player, how many tricks they have taken in the whole game (0)",
}


def position(game: AuctionHearts, given: Mapping[str, Any]) -> Table:
    """Return a table as described; cards that nobody is given lie aside for this round."""
    entry = described(game, given, GIVEN)
    s = Table(game)
    s.luck = derive(0, "luck")
    s.phase = entry.phase("phase", "play a card" if "pain" in given else "bid")
    s.dealer = entry.seat("dealer", game.players - 1)
    s.rounds, s.pot = entry.number("round", 1), entry.number("pot", 0)
    s.carried, s.broken = _yes(entry, "carried"), _yes(entry, "broken")
    for seat, number in _numbers(entry, "chips"):
        s.chips[seat] = number
    for seat, number in _numbers(entry, "tricks"):
        s.tricks[seat] = number
    eldest = game.after[s.dealer]
    _auction(entry, s, eldest)
    s.trick = entry.pieces("trick") if "trick" in given else []
    for seat, name in _seats(entry, "won"):
        s.won[seat] = entry.pieces("won", name)
    if s.phase.name == "play a card":
        s.pain = game.suits.index(entry.word("pain", "", game.suits))
        s.namer = entry.seat("namer", eldest)
        s.turn = entry.seat("turn", (s.namer + len(s.trick)) % game.players)
    _deal(entry, s)
    _look_at_trick(s)
    s.aside = [card for card in range(len(game.pieces)) if card not in entry.used]
    return s


def _auction(entry: Given, s: Table, eldest: int) -> None:
    game = s.game
    bids = entry.entries.get("bids", [])
    if not isinstance(bids, list) or not all(type(bid) is int and bid >= 0 for bid in bids):
        raise Misplaced("expected a list of numbers, 0 for a pass", "bids")
    if len(bids) > game.players - (s.phase.name == "bid"):
        raise Misplaced("everybody has spoken", "bids")
    s.bids, s.high = bids[:], max(bids, default=0)
    best = (eldest + bids.index(s.high)) % game.players if s.high else -1
    if s.phase.name == "bid":
        s.namer = best
        s.turn = entry.seat("turn", (eldest + len(bids)) % game.players)
    else:
        s.namer = s.turn = entry.seat("namer", best if s.high else eldest)


def _deal(entry: Given, s: Table) -> None:
    """Fill the hands; whoever has played to this trick holds a card less."""
    game = s.game
    given = dict(_seats(entry, "hands"))
    leader = s.turn - len(s.trick)
    played = [(seat - leader) % game.players < len(s.trick) for seat in range(game.players)]
    hands = {seat: entry.pieces("hands", name) for seat, name in given.items()}
    seat, first = next(iter(hands.items()), (0, []))
    s.left = len(first) + played[seat] if hands else game.hand_size
    rest = [card for card in game.pack if card not in entry.used]
    for seat in range(game.players):
        size = s.left - played[seat]
        if seat not in hands:
            hands[seat], rest = rest[:size], rest[size:]
            entry.used.update(hands[seat])
        if len(hands[seat]) != size:
            raise Misplaced(f"{game.names[seat]} has {len(hands[seat])} cards, expected {size}", "hands")
        for card in hands[seat]:
            s.hands[seat][game.suit_of[card]].append(card)
    whole = s.left == game.hand_size
    s.first = _yes(entry, "first_trick") if "first_trick" in entry.entries else whole


def _look_at_trick(s: Table) -> None:
    """Find out who is about to take the trick."""
    game = s.game
    for n, card in enumerate(s.trick, s.turn - len(s.trick)):
        if s.taker < 0:
            s.led = game.suit_of[card]
        if s.taker < 0 or (game.suit_of[card] == s.led and game.order[card] > s.top):
            s.top, s.taker = game.order[card], n % game.players


def _yes(entry: Given, key: str) -> bool:
    value = entry.entries.get(key, False)
    if not isinstance(value, bool):
        raise Misplaced(f"{key} is '{value}', expected true or false", key)
    return value


def _seats(entry: Given, key: str) -> Iterator[tuple[int, str]]:
    """Yield seat and name of everybody who has an entry."""
    if key in entry.entries:
        for name in entry.mapping(key):
            try:
                yield entry.game.seat(str(name)), str(name)
            except ValueError as wrong:
                raise Misplaced(str(wrong), key, str(name)) from None


def _numbers(entry: Given, key: str) -> Iterator[tuple[int, int]]:
    for seat, name in _seats(entry, key):
        number = entry.entries[key][name]
        if type(number) is not int:
            raise Misplaced(f"{key} of {name} is '{number}', expected a whole number", key, name)
        yield seat, number
