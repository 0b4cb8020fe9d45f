"""A barkeeper of good sense: bids what the night can hold, fills the bar in charge and empties it otherwise."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from cardgen.effects.act import Act
from cardgen.effects.bar import ChooseKind, Remove, RemoveScheme, Return, RevealTop
from cardgen.effects.hands import Discard, Draw, Look, Steal, SwapHands
from cardgen.effects.night import Goal, Hours, Lock, NextAuctionMin, ReopenAuction
from cardgen.effects.table import REVEAL
from cardgen.effects.tokens import May
from cardgen.effects.worth import worths
from cardgen.engine import Move, Moves
from cardgen.games.bartender_2012_choices import NONE, YES
from cardgen.games.bartender_2012_table import enter, locked

if TYPE_CHECKING:
    from cardgen.games.bartender_2012_table import Table

_REVEAL = 2.2  # what a PATRON is worth that the BIC picks from five cards
_CARD = 0.8  # a card in hand, in points of the BAR
_CAUTION = 1.0  # how far below the expected total a bid stays


class Barkeeper:
    """Counts what each card would change now, for or against the BIC; remembers nothing."""

    name = "greedy"
    looks = True

    def choose(self, view: Table, moves: Moves, rng: random.Random) -> Move:
        """Return the move that helps most now."""
        listed: list[Any] = list(moves)
        if len(listed) == 1:
            return listed[0]
        me = view.turn
        match view.phase.name:
            case "draft a card":
                # what is kept goes to the player on the left
                return min(listed, key=lambda card: keep_worth(view, card))
            case "bid" | "bid in secret" | "speak up" | "bid again":
                return self._bid(view, listed)
            case "play a card":
                return self._play(view, listed, me)
            case "reveal or not" | "do it or not":
                return YES
            case "let a PATRON in":
                best = max(listed[:-1], key=lambda card: change(view, card, me))
                return best if change(view, best, me) > 0 else NONE
            case "discard":
                return min(listed, key=lambda card: keep_worth(view, card))
            case "choose a card in the BAR":
                n, *_ = view.about
                return max(listed, key=lambda card: target_worth(view, view.game.acts[n], card, me))
            case "choose a player":
                rivals = [seat for seat in listed if seat != NONE]
                return max(rivals, key=lambda seat: (len(view.hands[seat]), seat == view.bic))
            case "name a kind":
                return max(listed, key=lambda kind: kind_worth(view, kind, me))
            case "take a card":
                return max(listed, key=lambda card: keep_worth(view, card))
            case "exchange cards":
                poor = [card for card in listed if card != NONE and keep_worth(view, card) < 1]
                return poor[0] if poor else NONE
        return rng.choice(listed)

    def _bid(self, s: Table, bids: list[int]) -> int:
        expected = sum(worths(s)) + 1.0 if s.phase.name == "bid again" else expect(s, s.turn)
        caution = _CAUTION + 2.0 * s.bad[s.turn]
        enough = [bid for bid in bids if bid != NONE and bid <= expected - caution]
        if not enough:
            return NONE
        return min(enough) if s.phase.name != "bid in secret" else max(enough[0], enough[-1] - 1)

    def _play(self, s: Table, moves: list[int], me: int) -> int:
        game = s.game
        if moves[-1] < NONE:  # cards may be exchanged
            poor = sum(keep_worth(s, card) < 1 for card in s.hands[me])
            if poor >= 2:
                return moves[-1]
            moves = moves[:-1]
        best, most = NONE, 0.3
        for card in moves[:-1]:
            if not game.is_patron[card]:
                value = scheme_worth(s, card, me)
                if value > most:
                    best, most = card, value
        if best != NONE:
            return best
        # without a PATRON the BIC reveals
        revealing = not s.patrons_played and not locked(s, REVEAL)
        limit = (_REVEAL - _CARD / 2 if me == s.bic else -_REVEAL + 0.6) if revealing else 0.3
        for card in moves[:-1]:
            if game.is_patron[card]:
                value = sign(s, me) * change(s, card, me) + bonus(s, card, me)
                if value > limit:
                    best, limit = card, value
        return best


def sign(s: Table, me: int) -> int:
    """Return 1 for who wants a high total, -1 for who does not."""
    return 1 if me == s.bic else -1


def change(s: Table, card: int, seat: int) -> int:
    """Return what a PATRON would change in the total of the BAR."""
    before = sum(worths(s))
    enter(s, card, seat)
    after = sum(worths(s))
    del s.patrons[-1], s.owners[-1], s.entered[-1]
    return after - before


def loss(s: Table, card: int) -> int:
    """Return what the total loses when a PATRON leaves."""
    before = sum(worths(s))
    n = s.patrons.index(card)
    kept = s.patrons.pop(n), s.owners.pop(n), s.entered.pop(n)
    after = sum(worths(s))
    s.patrons.insert(n, kept[0])
    s.owners.insert(n, kept[1])
    s.entered.insert(n, kept[2])
    return before - after


def keep_worth(s: Table, card: int) -> float:
    """Return roughly what a card is worth in a hand."""
    if s.game.is_patron[card]:
        return abs(s.game.printed[card]) + 0.3 * bool(s.game.first_acts[card])
    return 2.0


def expect(s: Table, me: int) -> float:
    """Return the total to expect with this seat in charge."""
    game = s.game
    others = [len(hand) for seat, hand in enumerate(s.hands) if seat != me and s.alive[seat]]
    full = min(1.0, sum(others) / (game.hand * max(1, len(others))))
    turns = max(1, round(game.shift_hours / (len(others) + 1)))
    own = sorted((game.printed[card] for card in s.hands[me] if game.is_patron[card]), reverse=True)[:turns]
    mine = sum(max(_REVEAL, value) for value in own) + _REVEAL * (turns - len(own))
    return mine + (game.shift_hours - turns) * (_REVEAL * (1 - full) - 0.2 * full) + 0.8


def bonus(s: Table, card: int, me: int) -> float:
    """Return what a PATRON does on entering, in points for the player."""
    return sum(act_worth(s, s.game.acts[n], card, me) for n in s.game.first_acts[card])


def scheme_worth(s: Table, card: int, me: int) -> float:
    """Return what a SCHEME does, in points for the player."""
    game = s.game
    value = sum(act_worth(s, game.acts[n], card, me) for n in game.first_acts[card])
    own, mine = sum(worths(s)), sign(s, me) > 0
    if game.token_acts[card]:  # what changes the BIC's token is for the BIC, and late
        value += (1.5 if own < s.goal else 0.0) if mine and s.hour > s.hours - 3 else 0.0
    if game.end_acts[card] and not mine:
        value += 1.5 if own < s.goal else 0.0
    for standing in game.changes[card]:
        if standing.of in game.kinds:
            kind = game.kinds.index(standing.of)
            value += sign(s, me) * standing.add * sum(game.kind[c] == kind for c in s.patrons)
    return value


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
        return -sign(s, me) * loss(s, card)
    return 0.5 if s.scheme_owners[s.schemes.index(card)] != me else -0.5


def act_worth(s: Table, act: Act, card: int, me: int) -> float:
    """Return what an act does, in points for the player."""
    game, side = s.game, sign(s, me)
    match act:
        case Draw():
            return _CARD * act.cards * (1 if act.who == "self" else 0.5 if act.who != "BIC" else side)
        case Discard():
            return (
                _CARD
                * act.cards
                * (-0.5 if act.who == "self" else 0.8 if act.who == "choose_other" else -0.1)
            )
        case Steal():
            return 1.5 * _CARD if any(s.hands[seat] for seat in range(game.players) if seat != me) else 0.0
        case Look():
            return 1.3
        case Remove() | Return() | RemoveScheme():
            targets = act.targets(s, card, me)
            return max((target_worth(s, act, target, me) for target in targets), default=0.0) - 0.5
        case May():
            return max(0.0, act_worth(s, act.act, card, me))
        case Lock():
            if s.hour >= s.hours or act.what not in ("PATRON", "REVEAL"):
                return 0.0
            return -side * (_REVEAL if act.what == "REVEAL" else 0.3) * 0.8
        case Hours():
            return side * act.add * _REVEAL * 0.7
        case Goal():
            return -side * act.add * 0.8
        case ChooseKind():
            add = sum(standing.add for standing in game.changes[card])
            counts = [sum(game.kind[c] == kind for c in s.patrons) for kind in range(len(game.kinds))]
            return max(side * add * count for count in counts) - 1.2 * (s.hour < s.hours - 3)
        case RevealTop():
            return side * 0.6
        case ReopenAuction():
            return 2.0 if side < 0 and s.hour > s.hours - 3 and sum(worths(s)) > s.goal else 0.0
        case SwapHands():
            most = max((len(h) for seat, h in enumerate(s.hands) if seat != me and s.alive[seat]), default=0)
            return _CARD * (most - len(s.hands[me]))
        case NextAuctionMin():
            return 0.4 if s.shift < game.shifts else 0.0
    return 0.2
