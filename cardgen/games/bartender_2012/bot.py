"""A barkeeper of good sense: bids what the night can hold, fills the bar in charge and empties it otherwise."""

from __future__ import annotations

import random
from typing import Any

from cardgen.engine import Move, Moves
from cardgen.games.bartender_2012.bot_bids import bid
from cardgen.games.bartender_2012.bot_worth import (
    CARD,
    REVEALED,
    bonus,
    guest_worth,
    keep_worth,
    kind_worth,
    scheme_worth,
    stake,
    target_worth,
)
from cardgen.games.bartender_2012.choices import NONE, YES
from cardgen.games.bartender_2012.state import Table

_NEAR = 3  # how little must be missing for a BIC to know which one play would have won


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
                return bid(view, listed)
            case "play a card":
                return play(view, listed, me)
            case "reveal or not" | "do it or not":
                return YES
            case "let a PATRON in":
                best = max(listed[:-1], key=lambda card: guest_worth(view, card, me))
                return best if guest_worth(view, best, me) > 0 else NONE
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
            case "judge the explanations":
                return me if can_explain(view, me) else rng.choice(listed)
        return rng.choice(listed)


def play(s: Table, moves: list[int], me: int) -> int:
    """Return the SCHEME that helps most, else the PATRON, if there is one that beats a reveal."""
    game = s.game
    if moves[-1] < NONE:  # cards may be exchanged
        poor = sum(keep_worth(s, card) < 1 for card in s.hands[me])
        if poor >= 2:
            return moves[-1]
        moves = moves[:-1]
    side = stake(s, me)
    best, most = NONE, 0.3
    for card in moves[:-1]:
        if not game.is_patron[card]:
            value = scheme_worth(s, card, me)
            if value > most:
                best, most = card, value
    if best != NONE or not side:
        return best
    # without a PATRON the BIC reveals
    revealing = not s.patrons_played and not s.locked("REVEAL")
    limit = (REVEALED - CARD / 2 if side > 0 else -REVEALED + 0.6) if revealing else 0.3
    for card in moves[:-1]:
        if game.is_patron[card]:
            value = side * guest_worth(s, card, me) + bonus(s, card, me)
            if value > limit:
                best, limit = card, value
    return best


def can_explain(s: Table, me: int) -> bool:
    """Return whether this seat is one of those who tie, or was BIC last and only just missed the goal."""
    best = max((s.good[seat], -s.bad[seat]) for seat, alive in enumerate(s.alive) if alive)
    return (s.good[me], -s.bad[me]) == best or s.goal - _NEAR <= s.total < s.goal
