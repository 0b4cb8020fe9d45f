"""A bartender of good sense: fills the own combination, spoils what looks like another's, gives junk away."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from operator import itemgetter, mul

from cardgen.engine import HIDDEN, Move, Moves
from cardgen.games.cheers.goals import STEP, Goals
from cardgen.games.cheers.state import CheersTable
from cardgen.games.cheers.view import seen_hands

_WIN = 10.0  # a combination that is complete, against one that lacks a card
_SPOIL = 1.5  # a rival's prospects against the same prospects of one's own: what helps one of them is gone for good
_STRANGER = 0.5  # at Masquerade anybody may be a teammate
_FRESH = 0.03  # a new hand
_WHIM = 0.04  # how often chance decides in a long game: else two players may push a card to and fro for ever
_LONG = 40  # turns after which a game is a long one
_AT_HAND = 0.03  # a missing kind that a teammate is known to hold


class GreedyBartender:
    """Looks at what an action does to each bar; knows the own combination and guesses at the others'."""

    name = "greedy"
    looks = True

    def choose(self, view: CheersTable, moves: Moves, rng: random.Random) -> Move:
        """Return the move after which the bars look best."""
        if view.turns > _LONG and view.phase.name == "take a turn" and rng.random() < _WHIM:
            return rng.choice(list(moves))
        worth = self._worth(view)
        if view.phase.name in ("declare or not", "call CHEERS or not"):
            return max(moves, key=worth)
        return max(((worth(move), rng.random(), move) for move in moves), key=itemgetter(0, 1))[2]

    def rank(self, view: CheersTable, moves: Moves, rng: random.Random) -> list[Move]:
        """Return the moves, those after which the bars look best first."""
        worth = self._worth(view)
        return sorted(moves, key=lambda move: (worth(move), rng.random()), reverse=True)

    def _worth(self, view: CheersTable) -> Callable[[Move], float]:
        match view.phase.name:
            case "declare or not":
                return lambda move: move[0] == "declare"
            case "call CHEERS or not":
                gain = Hopes(view).cheers(*view.about)
                return lambda move: gain if move[0] == "call" else 1e-12
            case "give two cards away":
                return Hopes(view).gift
            case "clear a card away":
                return Hopes(view).clear
        return Hopes(view).action


class Hopes:
    """What the bars are worth to the player who looks at them."""

    def __init__(self, view: CheersTable) -> None:
        self.view = view
        self.game = view.game
        me = view.viewer
        team = view.team[me]
        self.share = [
            1.0 if its == team else -_SPOIL * (_STRANGER if its == HIDDEN else 1.0) for its in view.team
        ]
        self.goal = view.goals[team]
        if self.goal == HIDDEN:
            self.goal = self._guess(team)
        self.at_hand = 0
        for seat in seen_hands(view, me) - {me}:
            for card in view.hands[seat]:
                self.at_hand |= 1 << self.game.big[card]
        self.now = [self.of(bar, mix) for bar, mix in enumerate(view.mix)]
        self.lying = [{self.game.big[card] for card in there} for there in view.bars]
        self._gains: dict[tuple[int, int], float] = {}

    def _guess(self, team: int) -> int:
        """Return what an apprentice takes the combination for, from what the master mixes."""
        goals = self.game.goals
        out = 0
        for bar, its in enumerate(self.view.team):
            if its == team:
                out |= self.view.ruled_out[bar]
        mix = self.view.mix[self.view.masters[team]]
        chances = goals.allowed(out)
        return max(goals.all, key=lambda goal: chances[goal] * prospect(goals, mix, goal) ** 2)

    def of(self, bar: int, mix: int) -> float:
        """Return the worth of a bar if this mix lay there."""
        share = self.share[bar]
        if share > 0:
            return share * prospect(self.game.goals, mix, self.goal, self.at_hand)
        return share * danger(self.game.goals, mix)

    def gain(self, card: int, bar: int) -> float:
        """Return what one more card at a bar changes; a seventh means that its owner clears one away."""
        unit, there = self.game.unit, self.view.bars[bar]
        key = unit[card], bar  # of a card only its kind counts
        found = self._gains.get(key)
        if found is None:
            after = self.view.mix[bar] + unit[card]
            if len(there) < self.game.places:
                found = self.of(bar, after)
            else:
                best = max if self.share[bar] > 0 else min
                found = best([self.of(bar, after - one) for one in {unit[other] for other in (*there, card)}])
            found = self._gains[key] = found - self.now[bar]
        return found

    def cheers(self, card: int, bar: int) -> float:
        """Return what a CHEERS at a bar changes, against the bar as it was before the card came."""
        game, view = self.game, self.view
        wanted = game.small[card]
        before = self._before(card, bar)
        loss = self.of(bar, before - game.goals.unit[wanted]) - self.of(bar, before)
        met = [other for other in view.bars[bar] if game.big[other] == wanted and other != card]
        pairs = game.pairs[bar]
        played = {to: self.gain(card, to) for to in range(len(view.bars)) if to != bar}
        best = -1.0
        for other in met:
            given = {to: self.gain(other, to) for to in played}
            if self.share[bar] > 0:
                # a teammate, or oneself, gives where it helps
                best = max(best, *(played[one] + given[two] for one, two in pairs))
            else:
                # a rival gives as likely here as there, and not to help
                best = max(best, min(0.0, sum(played[one] + given[two] for one, two in pairs) / len(pairs)))
        return loss + best

    def _before(self, card: int, bar: int) -> int:
        """Return the mix at a bar without a card that was just played there, if it was."""
        mix = self.view.mix[bar]
        return mix - self.game.unit[card] if card in self.view.bars[bar] else mix

    def action(self, move: Move) -> float:
        """Return what an action changes."""
        game, view = self.game, self.view
        if len(move) == 1:
            return _FRESH
        kind, card, bar = move
        if kind == "move":
            me = view.turn
            left = self.of(me, view.mix[me] - game.unit[card]) - self.now[me]
            return left + self.gain(card, bar)
        if game.small[card] in self.lying[bar]:
            return self.cheers(card, bar)
        return self.gain(card, bar)

    def gift(self, move: Move) -> float:
        """Return what giving two cards away changes."""
        _, card, one, other, two = move
        bar = self.view.about[1]
        left = self.view.mix[bar] - self.game.unit[card] - self.game.unit[other]
        return self.of(bar, left) + self.gain(card, one) + self.gain(other, two)

    def clear(self, move: Move) -> float:
        """Return the worth of a bar without a card."""
        bar = self.view.about[0]
        return self.of(bar, self.view.mix[bar] - self.game.unit[move[1]])


@lru_cache(maxsize=200_000)
def prospect(goals: Goals, mix: int, goal: int, at_hand: int = 0) -> float:
    """Return how far a mix is on the way to a combination: 0 to 1, more if it is complete."""
    if goals.met.get(mix, 0) >> goal & 1:
        return _WIN
    step, hope = 0, 0.0
    for kind, (lie, need) in enumerate(zip(goals.counts(mix), goals.needs[goal], strict=True)):
        step += goals.steps[kind][lie][goal]
        hope += _AT_HAND * (lie < need and at_hand >> kind & 1)
    return _near(goals)[step] + hope


@lru_cache(maxsize=64)
def _near(goals: Goals) -> dict[int, float]:
    """Return the prospects of a mix that is not complete, by the sum of its steps."""
    found, most, room = {}, goals.places + 2, goals.places - goals.size
    for spare, way in product(range(most), range(-most, goals.size + 1)):
        far = way - 0.5 * max(0, spare - room)  # they will need the places
        found[spare * STEP + way] = (max(far, 0.0) / goals.size) ** 2 + 0.01 * far
    return found


@lru_cache(maxsize=200_000)
def danger(goals: Goals, mix: int) -> float:
    """Return how far a mix is on the way to a combination that nobody knows."""
    near = _near(goals)
    rows = (steps[lie] for steps, lie in zip(goals.steps, goals.counts(mix), strict=True))
    far = (min(near[step], 1.0) for step in map(sum, zip(*rows, strict=True)))
    return float(sum(map(mul, goals.weights, far)) / sum(goals.weights))
