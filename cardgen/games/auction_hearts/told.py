"""Which rules of Auction Hearts a listener hears of: those that a position shows to have been applied.

Nothing here is called when nobody listens.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.auction_hearts.state import Table
from cardgen.games.citing import cite


def deal_rules(s: Table, again: bool) -> str:
    """Return the rules of a new round, dealt again where all have passed."""
    odd_chip = s.pot and not s.carried and not again  # all other chips have been won
    return cite(
        "AH-013 AH-Q16" if s.game.players == 4 else "AH-Q16 AH-Q17",
        "AH-Q8" if again else "AH-042",
        "AH-041 AH-Q19" if s.carried else "",
        "AH-Q15" if s.carried and s.game.options["rounds"] else "",
        "AH-Q9" if odd_chip else "",
    )


def auction_rules(s: Table) -> str:
    """Return the rules of an auction that somebody has won but not yet paid."""
    game, bids = s.game, [bid for bid in s.bids if bid]
    # either it had to be higher than another bid, or it was the first of equal ones
    beaten = len(bids) > 1 if game.must_raise else bids.count(s.high) > 1
    return cite(
        "AH-002 AH-014 AH-015 AH-017 AH-019",
        "AH-018" if len(bids) < len(s.bids) else "",
        "AH-Q6" if beaten else "",
        "AH-Q7" if s.high == min(game.bid_cap, s.chips[s.namer]) else "",
        "AH-Q13" if s.high == s.chips[s.namer] else "",
    )


def naming_rules(s: Table) -> str:
    """Return the rules by which there is a pain suit now, and somebody leads."""
    return cite(
        "AH-016",
        "" if s.pain == s.game.hearts else "AH-003",
        "AH-Q10" if s.carried else "AH-020 AH-021" if s.high else "AH-Q8",
        "AH-043" if s.carried and s.turn == s.namer else "",
    )


def trick_rules(s: Table) -> str:
    """Return the rules of a trick that has just become full: what its cards had to be, and could be."""
    game, pain, led = s.game, s.pain, s.led
    rules: list[str] = []
    leader = seat = game.after[s.turn]
    hurts = any(game.suit_of[card] == pain for card in s.trick)
    for card in s.trick:
        suit, hand = game.suit_of[card], s.hands[seat]
        if seat == leader:
            if s.first:
                if game.first_lead_no_pain and suit != pain and hand[pain]:
                    rules.append("AH-028")
            elif game.must_break and (suit == pain or hand[pain]) and (suit == pain) == _was_broken(s):
                rules.append("AH-032")  # a broken suit is led, or one that is not broken is not
        elif suit == led:
            if any(cards for other, cards in enumerate(hand) if other != led):
                rules.append("AH-022")
                if hurts and seat == s.taker:
                    rules.append("AH-Q18")  # it would pay not to follow
        else:
            rules.append("AH-023")
            if not s.first:
                if suit == pain:
                    rules.append("AH-030")
            elif suit != pain and hand[pain] and game.first_trick_no_pain:
                rules.append("AH-029")
        seat = game.after[seat]
    if s.left == 1:
        rules.append("AH-026")
    elif leader != s.taker:
        rules.append("AH-025")
    return cite("AH-024", *rules)


def _was_broken(s: Table) -> bool:
    """Return whether the pain suit was broken before this trick."""
    suit_of = s.game.suit_of
    return s.broken and any(suit_of[card] == s.pain for pile in s.won for card in pile)


def break_rules(s: Table) -> str:
    """Return the rules by which the first pain card could be played."""
    ruling = "AH-Q3" if s.trick else "AH-Q2" if s.first else "AH-Q4"
    limited = s.first or not s.trick  # a limit looks at this card: there was nothing else, or no limit
    free = any(cards for suit, cards in enumerate(s.hands[s.turn]) if suit != s.pain)
    return cite(
        "AH-031",
        ruling if limited else "",
        "AH-033 AH-Q5" if limited and free and s.game.options["preset"] == "bicycle" else "",
    )


def payment_rules(s: Table, seat: int, owed: int) -> str:
    """Return the rules by which a player pays."""
    return cite(
        "AH-004 AH-035 AH-036",
        "AH-Q12" if owed > s.chips[seat] else "",
        "AH-Q1" if sum(map(bool, s.won)) == 1 else "",  # every trick of the round, and no prize for it
    )


def pot_rules(s: Table, clear: Sequence[int]) -> str:
    """Return the rules by which these clear players win the pot, or nobody does."""
    several = 1 < len(clear) < s.game.players - 1
    two = several and len(clear) == 2
    refused = two and s.carried and s.game.options["jack_single"]
    return cite(
        "AH-005 AH-037" if len(clear) == 1 else "AH-005 AH-038" if two and not refused else "AH-040",
        "AH-Q11" if two and s.carried else "",
        "AH-Q20" if several and not two else "",
        "AH-044" if s.carried else "",
    )


def end_rules(s: Table) -> str:
    """Return the rules by which somebody has won."""
    tricks = s.moon >= 0 or s.game.options["win_by"] == "tricks"
    return cite(
        "AH-011 AH-047",
        "AH-027 AH-Q1" if tricks else "AH-045",
        "AH-046" if len(s.game.winners(s)) > 1 else "",
    )
