"""A table of Auction Hearts in words: what stories print and scenarios describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardgen.engine import OVER, Misplaced, derive, described

if TYPE_CHECKING:
    from cardgen.games.auction_hearts import AuctionHearts, Table


def facts(game: AuctionHearts, s: Table) -> dict[str, Any]:
    """Return the position in words."""
    names, called = game.names, game.pieces.list
    leader = (s.turn - len(s.trick)) % game.players
    played = {names[(leader + n) % game.players]: game.pieces.name(c) for n, c in enumerate(s.trick)}
    pain = [sum(game.suit[card] == s.pain for card in pile) for pile in s.won]
    return {
        "turn": names[s.turn],
        "phase": s.phase.name,
        "round": s.rounds,
        "dealer": names[s.dealer],
        "chips": dict(zip(names, s.chips, strict=True)),
        "pot": s.pot,
        "bids": s.bids[:],
        "namer": names[s.namer] if s.namer >= 0 else None,
        "pain": game.suits[s.pain] if s.pain >= 0 else None,
        "broken": s.broken,
        "carried": s.carried,
        "hands": {n: called([c for suit in s.hands[seat] for c in suit]) for seat, n in enumerate(names)},
        "trick": played,
        "tricks": dict(zip(names, s.tricks_won, strict=True)),
        "pain cards": dict(zip(names, pain, strict=True)),
        "aside": called(s.aside),
        "gone": s.gone,
        "winners": [names[seat] for seat in game.winners(s)] if s.phase is OVER else [],
        "ending": s.ended,
    }


def picture(game: AuctionHearts, s: Table) -> str:
    """Return chips and pot, and the hands when they are fresh."""
    chips = "   ".join(f"{name} {n}" for name, n in zip(game.names, s.chips, strict=True))
    lines = [f"{chips}   pot {s.pot}"]
    if s.phase is not OVER:
        for seat, name in enumerate(game.names):
            hand = sorted(
                (c for suit in s.hands[seat] for c in suit), key=lambda c: (game.suit[c], game.order[c])
            )
            lines.append(f"{name}: {' '.join(game.pieces.list(hand))}")
    return "\n".join(lines)


GIVEN = {
    "turn": "whose turn it is",
    "phase": "what they are to do (play a card)",
    "dealer": "who has dealt (the last seat)",
    "hands": "for each player, a list of cards",
    "chips": "for each player, a number of chips",
    "pot": "chips in the pot (0)",
    "bids": "bids so far, from eldest hand on, 0 for a pass",
    "namer": "who won the auction",
    "pain": "the pain suit",
    "broken": "whether it is broken (false)",
    "carried": "whether nobody won the last pot (false)",
    "trick": "the cards of this trick, in order",
    "won": "for each player, the cards of tricks they have taken this round",
    "tricks": "for each player, tricks taken in the whole game",
    "first_trick": "whether this is the first trick of the round (false if somebody has won cards)",
    "round": "the number of the round (1)",
}


def position(game: AuctionHearts, given: Mapping[str, Any]) -> Table:
    """Return a table as described; cards that are not described are set aside for this round."""
    from cardgen.games.auction_hearts import Table

    entry = described(game, given, GIVEN)
    s = Table(game)
    s.luck = derive(0, "luck")
    s.dealer = entry.seat("dealer", game.players - 1)
    s.phase = entry.phase("phase", "play a card")
    s.pot, s.rounds = entry.number("pot", 0), entry.number("round", 1)
    s.bids = list(given.get("bids", ()))
    s.high = max(s.bids, default=0)
    eldest = game.after[s.dealer]
    bidder = (eldest + s.bids.index(s.high)) % game.players if s.high else -1
    s.namer = entry.seat("namer", bidder if s.high or s.phase.name == "bid" else eldest)
    if s.phase.name == "play a card":
        s.pain = game.suits.index(entry.word("pain", "hearts", game.suits))
    s.broken, s.carried = bool(given.get("broken", False)), bool(given.get("carried", False))
    for seat, name in enumerate(game.names):
        for key in ("chips", "tricks"):
            if name in given.get(key, ()):
                getattr(s, "chips" if key == "chips" else "tricks_won")[seat] = int(given[key][name])
        if name in given.get("hands", ()):
            for card in entry.pieces("hands", name):
                s.hands[seat][game.suit[card]].append(card)
        if name in given.get("won", ()):
            s.won[seat] = entry.pieces("won", name)
    s.trick = entry.pieces("trick") if "trick" in given else []
    leader = eldest if s.phase.name == "bid" else s.namer
    s.turn = entry.seat("turn", (leader + len(s.bids if s.phase.name == "bid" else s.trick)) % game.players)
    _join_trick(game, s)
    # the round is over when the hands are empty
    longest = max(sum(map(len, hand)) for hand in s.hands)
    if s.phase.name == "play a card" and not given.get("first_trick", not given.get("won")):
        s.tricks = game.hand_size - longest
        if s.tricks <= 0:
            raise Misplaced("after the first trick hands are smaller than at the deal", "hands")
    s.aside = [card for card in range(len(game.pieces)) if card not in entry.used]
    return s


def _join_trick(game: AuctionHearts, s: Table) -> None:
    """Find out who is about to take the trick that lies on the table."""
    leader = (s.turn - len(s.trick)) % game.players
    for n, card in enumerate(s.trick):
        if n == 0:
            s.led, s.top, s.taker = game.suit[card], game.order[card], leader
        elif game.suit[card] == s.led and game.order[card] > s.top:
            s.top, s.taker = game.order[card], (leader + n) % game.players
