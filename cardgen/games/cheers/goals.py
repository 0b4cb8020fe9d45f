"""Victory combinations of CHEERS: how they are drawn, how likely each is, and which cards make them up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

STEP = 1000  # more than the steps to any combination


class Goals:
    """Every combination that can be drawn, by number.

    A mix is what lies at a bar as one number, `unit[kind]` for each card of that kind; `met` tells as bits
    which combinations a mix fulfils.
    """

    def __init__(self, kinds: Sequence[str], bar: Mapping[str, Any]) -> None:
        self.kinds = tuple(range(len(kinds)))
        self.size: int = bar["goal"]  # CH-020
        self.places: int = bar["places"]  # CH-029
        self.each: int = bar["tokens_each"]  # CH-014
        self._out: int = bar["stacks_out"]  # CH-018
        drawn: Counter[tuple[int, ...]] = Counter()
        for out in combinations(self.kinds, self._out):
            left = [kind for kind in self.kinds if kind not in out for _ in range(self.each)]
            drawn.update(combinations(left, self.size))
        self.tokens: tuple[tuple[int, ...], ...] = tuple(sorted(drawn))
        if not drawn:
            raise ValueError(
                f"no combination of {self.size} can be drawn from the goal tokens of the table 'bar'"
            )
        self.weights: tuple[int, ...] = tuple(drawn[tokens] for tokens in self.tokens)
        self.number = {tokens: n for n, tokens in enumerate(self.tokens)}
        self.needs = [tuple(tokens.count(kind) for kind in self.kinds) for tokens in self.tokens]
        # a seventh card lies there for a moment
        self.unit = [(self.places + 2) ** kind for kind in self.kinds]
        # what so many cards of a kind are to each combination: steps on the way, and STEP for each one to spare
        self.steps = [
            [[_steps(lie, need) for need in needed] for lie in range(self.places + 2)]
            for needed in zip(*self.needs, strict=True)
        ]
        self.met: dict[int, int] = {}
        for n, tokens in enumerate(self.tokens):
            self._add_mixes(1 << n, sorted(set(tokens)), tokens)

    def _add_mixes(self, goal: int, allowed: Sequence[int], cards: tuple[int, ...]) -> None:
        """Note every mix of these cards and more of the allowed kinds.  CH-046 to CH-049, CH-Q20."""
        mix = self.mix(cards)
        self.met[mix] = self.met.get(mix, 0) | goal
        if len(cards) < self.places:
            for place, kind in enumerate(allowed):
                self._add_mixes(goal, allowed[place:], (*cards, kind))

    def mix(self, kinds: Sequence[int]) -> int:
        """Return the mix of cards of these kinds."""
        return sum(self.unit[kind] for kind in kinds)

    def counts(self, mix: int) -> list[int]:
        """Return how many cards of each kind are in a mix."""
        base = self.places + 2
        return [mix // unit % base for unit in self.unit]

    def progress(self, mix: int, goal: int) -> int:
        """Return how many cards of a combination are in a mix, less those of other kinds."""
        cards = list(zip(self.counts(mix), self.needs[goal], strict=True))
        return sum(min(has, needs) if needs else -has for has, needs in cards)

    def draw(self, chance: random.Random) -> int:
        """Draw a combination in the seven steps of the rules.  CH-016 to CH-020."""
        stacks = [[kind] * self.each for kind in self.kinds]  # CH-016
        chance.shuffle(stacks)  # CH-017: no stack is taken apart
        left = [kind for stack in stacks[self._out :] for kind in stack]  # CH-018
        chance.shuffle(left)  # CH-019
        return self.number[tuple(sorted(left[: self.size]))]  # CH-020

    def draw_for_teams(self, chance: random.Random, teams: int, distinct: bool) -> tuple[int, ...]:
        """Return a combination for each team.  CH-Q10: equal ones are allowed unless they shall differ."""
        drawn: list[int] = []
        while len(drawn) < teams:
            goal = self.draw(chance)
            if not (distinct and goal in drawn):
                drawn.append(goal)
        return tuple(drawn)

    def sample(
        self, known: Sequence[int], ruled_out: Sequence[int], distinct: bool, rng: random.Random
    ) -> tuple[int, ...] | None:
        """Return combinations for all teams as likely as `draw_for_teams` gives them; None to try again.

        `known` holds the number of a combination or -1; those in `ruled_out` (bits, for each team) are none.
        """
        goals = tuple(
            goal if goal >= 0 else rng.choices(self.all, self.allowed(out))[0]
            for goal, out in zip(known, ruled_out, strict=True)
        )
        if not distinct:
            return goals
        if len(set(goals)) < len(goals):
            return None
        # A team that drew again had less to choose from: what is left was likelier than by itself.
        total, most = sum(self.weights), max(self.weights)
        chance, taken = 1.0, 0
        for place, goal in enumerate(goals):
            chance *= (total - place * most) / (total - taken)
            taken += self.weights[goal]
        return goals if rng.random() < chance else None

    @property
    def all(self) -> range:
        """Every combination's number."""
        return range(len(self.tokens))

    def allowed(self, ruled_out: int) -> list[int]:
        """Return the weights of all combinations, 0 for those that are ruled out."""
        return [0 if ruled_out >> n & 1 else weight for n, weight in enumerate(self.weights)]


def _steps(lie: int, need: int) -> int:
    return min(lie, need) + STEP * max(0, lie - need) if need else -lie
