"""What a listener hears of a game of Bartender: the rules that a position shows to have been applied.

Nothing here is called when nobody listens.
"""

from __future__ import annotations

from cardgen.games.bartender_aarwares.state import Table
from cardgen.games.citing import cite

BLOWS = {"raid": "raid", "advertise": "advertisement", "burial": "burial", "turned": "loss when turned"}
"""What players call the ways to lose a card."""

DEEDS = (
    "raid", "raid stopped by a raider", "raid stopped by a coin", "raid rescued",
    "advertisement", "advertisement stopped by a raider", "advertisement stopped by a coin", "advertisement rescued",
    "burial", "burial answered", "burial rescued", "loss when turned", "loss when turned rescued", "bid",
)  # fmt: skip


# -- set-up


def tell_set_up(s: Table) -> None:
    """Tell which cards are dealt, and why somebody begins."""
    tell, game = s.tell, s.game
    assert tell
    two = len(game.main) > len(game.pieces) / 2
    borrowed = not two and len(game.coins) > len(game.pieces) / 10
    rules = cite(
        "AB-002 AB-006 AB-007 AB-008 AB-011",
        "AB-005" if two else "AB-063" if borrowed else "AB-004",
        "AB-Q19" if game.players > 2 or borrowed else "",
    )
    tell(
        rules,
        f"{len(game.main)} cards and {len(game.coins)} coins are shuffled; {game.hand_size} cards for everybody",
    )
    tell("AB-014 AB-015 AB-Q21", "bartenders and customers go to the bars, and no hand is filled up")
    standing = [(game.pairs(s, seat), len(customers)) for seat, customers in enumerate(s.customers)]
    pairs = [pairs for pairs, _ in standing]
    first = standing[s.first]
    rules = cite(
        "AB-021",
        "AB-022" if pairs.count(first[0]) > 1 else "",
        "AB-Q17" if standing.count(first) > 1 else "",
    )
    tell(rules, f"{game.names[s.first]} begins, with pairs: {first[0]}, customers: {first[1]}")


# -- the turn


def card_rules(s: Table, card: int) -> str:
    """Return the rules by which a card goes to a bar at once."""
    if not s.game.is_bartender[card]:
        return cite("AB-013 AB-016")
    other = s.game.pieces.cards[card].suit in ("hearts", "diamonds")  # neither a customer nor a coin
    return cite("AB-012 AB-016", "AB-019" if other else "")


def coin_rules(pairs: int, room: int, drawn: int) -> str:
    """Return the rules by which coins are drawn for pairs, into a hand with room for so many cards."""
    return cite(
        "AB-017 AB-023 AB-024",
        "AB-025" if pairs > room else "",
        "AB-Q14" if drawn < min(pairs, room) else "",
    )


def hand_rules(s: Table, seat: int, pairs: int, before: int, room: int) -> str:
    """Return the rules by which a hand has been filled up, which had room `before` and still has `room`."""
    return cite(
        "AB-026",
        "AB-025" if pairs and not before else "",
        "AB-Q14" if room else "",
        "AB-Q15" if s.game.pairs(s, seat) > pairs else "",
        "AB-Q16" if s.turned[seat] and not before else "",
    )


# -- attack and defence


def blow_rules(s: Table, what: str) -> str:
    """Return the rules of an attack, whatever comes of it."""
    return cite("AB-051" if what == "raid" else "AB-058", act_rules(s))


def act_rules(s: Table) -> str:
    """Return the rule that counts attacks and bids, where it matters."""
    return cite("AB-Q13" if s.acts > 1 or s.acts == s.game.most_acts else "")


def ace_rules(s: Table, *cards: int) -> str:
    """Return the rules about the worth of aces, if one of these cards is an ace."""
    game = s.game
    aces = any(game.pieces.cards[card].ace for card in cards)
    ten = game.options["ace_value"] == 10  # AB-062
    return cite("" if not aces else "AB-062 AB-Q2" if ten else "AB-Q2")


def tell_stopped(s: Table, what: str, target: int, attack: int, card: int, seat: int) -> None:
    """Tell that a defence has held."""
    tell, game = s.tell, s.game
    assert tell
    by_coin = game.is_coin[card]
    tie = what == "raid" and (
        game.value_of[card] == game.value_of[attack] or game.options["raid_tie"] == "attacker"
    )
    again = bool(s.purses[s.turn]) or any(game.is_raider[held] for held in s.hands[s.turn])
    rules = cite(
        "AB-039 AB-057",
        "" if what == "raid" else "AB-060" if by_coin else "AB-061",
        "AB-056 AB-Q1" if tie else "",
        "AB-Q12" if again else "",
        blow_rules(s, what),
        ace_rules(s, attack, card),
    )
    says = f"{game.pieces.name(target)} stays with {game.names[seat]}"
    did = f"{BLOWS[what]} stopped by a {'coin' if by_coin else 'raider'}"
    tell_blow(s, rules, says, what, did, stopped=1)


def tell_lost(s: Table, what: str, target: int, turned: bool, also: str) -> None:
    """Tell where a card has gone that was lost; a burial is told with the hole."""
    game, card = s.game, s.game.pieces.name(target)
    if what == "advertise":
        alone = len(s.customers[s.turn]) > len(s.bartenders[s.turn])
        rules = cite("AB-028 AB-059", blow_rules(s, what), "AB-Q18" if alone or turned else "", also)
        tell_blow(s, rules, f"{card} comes over to {game.names[s.turn]}'s bar", what, BLOWS[what], stopped=0)
    elif what == "raid":
        rules = cite("AB-027 AB-052", blow_rules(s, what), also)
        tell_blow(s, rules, f"{card} goes to the market", what, BLOWS[what], stopped=0)
    elif what == "turned":
        tell_blow(s, "AB-009 AB-035", f"{card} goes to the market", what, BLOWS[what], stopped=0)


def tell_blow(s: Table, rules: str, says: str, what: str, did: str, *, stopped: int) -> None:
    """Tell what has come of an attack, as the share of attacks that were stopped."""
    tell = s.tell
    assert tell
    if what == "raid":
        tell(rules, says, did=did, raids_stopped=stopped)
    elif what == "advertise":
        tell(rules, says, did=did, advertisements_stopped=stopped)
    else:
        tell(rules, says, did=did)


# -- the market


def tell_bought(s: Table, target: int, leader: int, best: int, out: int, last: int) -> None:
    """Tell who has won a bid; `out` and `last` show whether somebody else was asked."""
    tell, game, opener = s.tell, s.game, s.turn
    assert tell
    asked = last != opener or leader != opener or bool(out & ~(1 << opener))
    others_hold = any(s.hands[seat] for seat in game.rivals[opener])  # raiders and shovels do not count
    rules = cite(
        "AB-053 AB-055 AB-057",
        "AB-054 AB-Q6" if asked else "",
        "AB-Q7" if others_hold else "",
        "AB-Q18" if len(s.bartenders[leader]) > len(s.customers[leader]) else "",
        act_rules(s),
    )
    tell(
        rules,
        f"{game.names[leader]} wins {game.pieces.name(target)} for {best}",
        did="bid",
        market_price=best,
    )


# -- the win


def win_rules(s: Table, seat: int) -> str:
    """Return the rules by which a bar is complete."""
    return cite(
        "AB-018 AB-036 AB-037 AB-038 AB-Q4",
        "AB-Q3" if len(s.bartenders[seat]) > s.game.needed else "",
    )
