"""What cards are worth to a barkeeper now: in the BAR, in the hand, and for what they do."""

from __future__ import annotations

from cardgen.games.bartender_2012.choices import NONE
from cardgen.games.bartender_2012.effects.act import Act
from cardgen.games.bartender_2012.effects.hands import Discard, Draw, Look, Steal, SwapHands
from cardgen.games.bartender_2012.effects.night import Goal, Grant, Hours, Lock, NextAuctionMin, ReopenAuction
from cardgen.games.bartender_2012.effects.room import ChooseKind, Remove, RemoveScheme, Return, RevealTop
from cardgen.games.bartender_2012.effects.tokens import May
from cardgen.games.bartender_2012.effects.worth import worths
from cardgen.games.bartender_2012.state import Table

# In points of the BAR, measured in games of greedy players and of one among random ones.
REVEALED = 2.2  # what a PATRON is worth that the BIC picks from five cards
CARD = 0.8  # a card in hand, in points of the BAR
_BEST_HOUR = 3.5  # what an HOUR may add when all goes well
_WORST_HOUR = 3.0  # and what it may cost
_TOKEN = 5.0  # a token that may be won or lost tonight
_PACKING = 4.0  # a card that brings a packed bar within reach


# -- how the night stands


def total(s: Table) -> int:
    """Return what the PATRONs in the BAR are worth together."""
    return sum(worths(s))


def sign(s: Table, me: int) -> int:
    """Return 1 for who wants a high total, -1 for who does not."""
    return 1 if me == s.bic else -1


def stake(s: Table, me: int) -> int:
    """Return the sign, or 0 where the night is decided and cards are better saved for another one."""
    return 0 if decided(s) else sign(s, me)


def outlook(s: Table) -> float:
    """Return the total at which the night ends if the BIC reveals in every HOUR that is left."""
    return total(s) + REVEALED * (s.hours - s.hour + 1)


def decided(s: Table) -> bool:
    """Return whether the goal is out of reach, or reached for good with no packed bar in sight."""
    if s.shift == s.game.shifts:
        return False  # the last night: there is nothing to save cards for
    now, left = total(s), s.hours - s.hour + 1
    best, worst = now + _BEST_HOUR * left, now - _WORST_HOUR * left
    return best < s.goal or (worst >= s.goal and best < s.packed_at())


def last_turn(s: Table) -> bool:
    """Return whether the SHIFT ends before this player's next HOUR."""
    return s.hour + sum(s.alive) > s.hours


# -- PATRONs


def change(s: Table, card: int, seat: int) -> int:
    """Return what a PATRON would change in the total of the BAR."""
    before = total(s)
    s.enter(card, seat)
    after = total(s)
    del s.patrons[-1], s.owners[-1], s.entered[-1]
    return after - before


def loss(s: Table, card: int) -> int:
    """Return what the total loses when a PATRON leaves."""
    before = total(s)
    n = s.patrons.index(card)
    kept = s.patrons.pop(n), s.owners.pop(n), s.entered.pop(n)
    after = total(s)
    s.patrons.insert(n, kept[0])
    s.owners.insert(n, kept[1])
    s.entered.insert(n, kept[2])
    return before - after


def guest_worth(s: Table, card: int, me: int) -> float:
    """Return what a PATRON in the BAR is worth to the BIC: points, and a packed bar that comes nearer."""
    points: float = change(s, card, me)
    packed = s.game.packed[card]
    if packed and (me != s.bic or outlook(s) >= packed):
        points += _PACKING
    return points


def keep_worth(s: Table, card: int) -> float:
    """Return roughly what a card is worth in a hand."""
    game = s.game
    if game.is_patron[card]:
        return (
            abs(game.printed[card]) + 0.3 * bool(game.first_acts[card]) + _PACKING * bool(game.packed[card])
        )
    return _TOKEN if game.token_acts[card] or game.end_acts[card] else 2.0


def bonus(s: Table, card: int, me: int) -> float:
    """Return what a PATRON does on entering, in points for the player."""
    return sum(act_worth(s, s.game.acts[n], card, me) for n in s.game.first_acts[card])


# -- SCHEMEs and acts


def scheme_worth(s: Table, card: int, me: int) -> float:
    """Return what a SCHEME does, in points for the player."""
    game = s.game
    value = sum(act_worth(s, game.acts[n], card, me) for n in game.first_acts[card])
    mine = me == s.bic
    # what changes the BIC's token is for the BIC, and late
    if game.token_acts[card] and mine and last_turn(s):
        value += token_worth(s, card)
    if game.end_acts[card] and not mine:
        value += _TOKEN if outlook(s) - REVEALED < s.goal else 0.0
    for standing in game.changes[card]:
        if standing.of in game.kinds:
            kind = game.kinds.index(standing.of)
            value += stake(s, me) * standing.add * sum(game.kind[c] == kind for c in s.patrons)
    return value


def insures(s: Table, card: int) -> bool:
    """Return whether a card keeps a BAD NIGHT from the BIC."""
    return any(s.game.acts[n].word == "no_token" for n in s.game.token_acts[card])


def token_worth(s: Table, card: int) -> float:
    """Return what it is worth to the BIC to change the token of the night."""
    over = outlook(s) - s.goal
    if insures(s, card):
        return _TOKEN if over < REVEALED else 0.0
    return _TOKEN if 0 <= over < REVEALED else 0.0


def kind_worth(s: Table, kind: int, me: int) -> float:
    """Return what it is worth to name a kind now."""
    card = s.about[1]
    add: int = sum(standing.add for standing in s.game.changes[card])
    return sign(s, me) * add * sum(s.game.kind[c] == kind for c in s.patrons)


def target_worth(s: Table, act: Act, card: int, me: int) -> float:
    """Return what it is worth to send a card out of the BAR."""
    if card == NONE:
        return 0.2
    if s.game.is_patron[card]:
        return -sign(s, me) * (loss(s, card) + _PACKING * bool(s.game.packed[card]))
    return 0.5 if s.scheme_owners[s.schemes.index(card)] != me else -0.5


def act_worth(s: Table, act: Act, card: int, me: int) -> float:
    """Return what an act does, in points for the player."""
    game, side = s.game, stake(s, me)
    match act:
        case Draw():
            return CARD * act.cards * (1 if act.who == "self" else 0.5 if act.who != "BIC" else side)
        case Discard():
            return (
                CARD * act.cards * (-0.5 if act.who == "self" else 0.8 if act.who == "choose_other" else -0.1)
            )
        case Steal():
            return 1.5 * CARD if any(s.hands[seat] for seat in range(game.players) if seat != me) else 0.0
        case Look():
            return 1.3
        case Remove() | Return() | RemoveScheme():
            targets = act.targets(s, card, me)
            most = max((target_worth(s, act, target, me) for target in targets), default=0.0)
            return (most if side else min(most, 0.0)) - 0.5
        case May():
            return max(0.0, act_worth(s, act.act, card, me))
        case Lock():
            if s.hour >= s.hours or act.what not in ("PATRON", "REVEAL"):
                return 0.0
            return -side * (REVEALED if act.what == "REVEAL" else 0.3) * 0.8
        case Hours():
            return side * act.add * REVEALED * 0.7
        case Goal():
            return -side * act.add * 0.8
        case ChooseKind():
            add: int = sum(standing.add for standing in game.changes[card])
            counts = [sum(game.kind[c] == kind for c in s.patrons) for kind in range(len(game.kinds))]
            return max(side * add * count for count in counts) - 1.2 * (not last_turn(s))
        case RevealTop():
            return side * 0.6
        case Grant():
            # who does not use it leaves a reveal to the BIC
            return side * REVEALED
        case ReopenAuction():
            return 2.0 if side < 0 and s.hour > s.hours - 3 and total(s) > s.goal else 0.0
        case SwapHands():
            most = max((len(h) for seat, h in enumerate(s.hands) if seat != me and s.alive[seat]), default=0)
            return CARD * (most - len(s.hands[me]))
        case NextAuctionMin():
            return 0.4 if s.shift < game.shifts else 0.0
    return 0.2
