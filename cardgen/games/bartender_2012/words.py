"""A table of Bartender (2012) in words: what stories print and scenarios describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.engine import HIDDEN, OVER, Given, Misplaced, derive, described
from cardgen.games.bartender_2012.effects.worth import worths
from cardgen.games.bartender_2012.house import NOBODY, House
from cardgen.games.bartender_2012.state import Table


def facts(game: House, s: Table) -> dict[str, Any]:
    """Return the position in words."""
    names, called = game.names, game.pieces.list

    def who(seat: int) -> str:
        return names[seat] if seat >= 0 else "nobody"

    def by_name(values: list[Any]) -> dict[str, Any]:
        return dict(zip(names, values, strict=True))

    worth = worths(s)
    locks = {what: hours for what in ("PATRON", "SCHEME", "REVEAL") if (hours := _locked(s, what))}
    named = [game.kinds[kind] if kind != NOBODY else "none" for kind in s.named]
    over = s.phase is OVER
    return {
        "turn": names[s.turn],
        "phase": s.phase.name,
        "shift": s.shift,
        "hour": s.hour,
        "hours": s.hours,
        "bic": who(s.bic),
        "goal": s.goal,
        "high": s.high,
        "minimum": s.minimum,
        "offers": ["?" if offer == HIDDEN else max(offer, 0) for offer in s.offers],
        "good": by_name(s.good),
        "bad": by_name(s.bad),
        "out": [names[seat] for seat in range(game.players) if not s.alive[seat]],
        "had": by_name(s.had),
        "hands": by_name([called(hand) for hand in s.hands]),
        "packets": by_name([called(packet) for packet in s.packets]),
        "kept": by_name([called(kept) for kept in s.took]),
        "patrons": called(s.patrons),
        "owners": [who(owner) for owner in s.owners],
        "schemes": called(s.schemes),
        "named": named,
        "worth": worth,
        "total": sum(worth),
        "counted": s.total,
        "packed at": s.packed_at(),
        "locks": locks,
        "deck": called(s.deck[::-1]),
        "shown": called(s.shown),
        "looked": called(s.looked),
        "aside": called(s.aside),
        "breakage": called(s.breakage),
        "winners": [names[seat] for seat in game.winners(s)] if over else [],
        "ending": s.ended,
    }


def _locked(s: Table, what: str) -> list[str]:
    """Return when something may not happen: in this HOUR, in the next, or later."""
    words = {0: "this HOUR", 1: "next HOUR"}
    return [
        words.get(clock - s.clock, "later") for thing, clock in s.locks if thing == what and clock >= s.clock
    ]


def picture(game: House, s: Table) -> str:
    """Return tokens and hands, and who has charge."""
    called = game.pieces.list
    bic = f"last BIC {game.names[s.last_bic]}" if s.last_bic != NOBODY else "no BIC yet"
    lines = [f"{bic}   BAR deck {len(s.deck)}   BREAKAGE {len(s.breakage)}"]
    for seat, name in enumerate(game.names):
        out = "" if s.alive[seat] else "   out"
        lines.append(
            f"{name}: {s.good[seat]} GOOD {s.bad[seat]} BAD   {' '.join(called(s.hands[seat]))}{out}"
        )
    return "\n".join(lines)


GIVEN = {
    "phase": "what is to be done: play a card, bid (play a card)",
    "turn": "whose turn it is (the BIC)",
    "shift": "the number of the SHIFT (1)",
    "hour": "the number of the HOUR (1)",
    "hours": "how many HOURs this SHIFT has (8)",
    "bic": "the Bartender In Charge (the first seat)",
    "last_bic": "who was the BIC in the last SHIFT (nobody)",
    "opener": "who may bid first, where it would be drawn by lot",
    "goal": "the goal of the BIC (10)",
    "hands": "for each player, a list of cards (none)",
    "patrons": "PATRONs in the BAR: a list, or card: owner, or card: {owner: P0, hour: 6}",
    "schemes": "SCHEMEs in the BAR: a list, or card: owner, or card: {owner: P0, names: TOURIST}",
    "deck": "a list of cards, the top one first (all others, in the order of the box)",
    "breakage": "a list of cards (none)",
    "good": "for each player, GOOD NIGHTs (0)",
    "bad": "for each player, BAD NIGHTs (0); 2 are out of the game",
    "had": "for each player, HOURs so far in the game (0)",
    "minimum": "the lowest bid of the next auction (1)",
    "exchanged": "who has exchanged cards already",
}


def position(game: House, given: Mapping[str, Any]) -> Table:
    """Return a table as described; cards that are not described are the BAR deck."""
    entry = described(game, given, GIVEN)
    s = Table(game)
    s.luck = derive(0, "luck")
    s.phase = entry.phase("phase", "play a card")
    if s.phase.name not in ("play a card", "bid"):
        raise Misplaced("a position begins in the phase 'play a card' or 'bid'", "phase")
    s.shift, s.hour = entry.number("shift", 1), entry.number("hour", 1)
    s.hours, s.goal = entry.number("hours", game.shift_hours), entry.number("goal", 10)
    s.clock, s.minimum = s.hour, entry.number("minimum", game.lowest_bid)
    s.bic = entry.seat("bic", 0)
    s.last_bic = entry.seat("last_bic", NOBODY)
    s.opener = entry.seat("opener", NOBODY)
    if s.phase.name == "bid":
        s.bic = NOBODY
    s.turn = entry.seat("turn", max(s.bic, 0))
    s.schemes_left = s.patrons_left = 1
    for key, counts in (("good", s.good), ("bad", s.bad), ("had", s.had)):
        for name, number in entry.mapping(key).items() if key in given else ():
            counts[_seat(game, name, key)] = number
    s.alive = [bad < game.out_at for bad in s.bad]
    for name in given.get("exchanged", ()):
        s.exchanged[_seat(game, name, "exchanged")] = True
    for name in entry.mapping("hands") if "hands" in given else ():
        s.hands[_seat(game, name, "hands")] = entry.pieces("hands", name)
    for card, owner, more in _lying(game, entry, "patrons", "hour"):
        s.patrons.append(card)
        s.owners.append(owner)
        s.entered.append(int(more) if more else 1)
    for card, owner, more in _lying(game, entry, "schemes", "names"):
        s.schemes.append(card)
        s.scheme_owners.append(owner)
        s.named.append(game.kinds.index(str(more)) if more in game.kinds else NOBODY)
    if any(not game.is_patron[card] for card in s.patrons) or any(game.is_patron[card] for card in s.schemes):
        raise Misplaced("PATRONs lie under patrons:, SCHEMEs under schemes:", "patrons")
    s.breakage = entry.pieces("breakage") if "breakage" in given else []
    deck = entry.pieces("deck")[::-1] if "deck" in given else None
    rest = [card for card in range(len(game.pieces)) if card not in entry.used]
    s.deck = rest[::-1] if deck is None else deck
    s.box = [] if deck is None else rest
    s.history = [("draw", seat, card, 0) for seat, hand in enumerate(s.hands) for card in hand]
    return s


def _seat(game: House, name: object, key: str) -> int:
    try:
        return game.seat(str(name))
    except ValueError as wrong:
        raise Misplaced(str(wrong), key) from None


def _lying(game: House, entry: Given, key: str, more: str) -> list[tuple[int, int, Any]]:
    """Return the cards of the BAR, each with its owner and one thing more."""
    lying = entry.entries.get(key, [])
    if isinstance(lying, list):
        return [(card, NOBODY, None) for card in (entry.pieces(key) if lying else [])]
    found = []
    for name, about in entry.mapping(key).items():
        card = entry.piece(str(name), key, str(name))
        detail = about if isinstance(about, Mapping) else {"owner": about}
        owner = detail.get("owner")
        seat = NOBODY if owner in (None, "nobody") else _seat(game, owner, key)
        found.append((card, seat, detail.get(more)))
    return found
