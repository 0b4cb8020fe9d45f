"""Two tables and the same deals: how much differs from game to game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardgen.results.numbers import Mean
from cardgen.simulation.statistics import Deals, difference
from cardgen.simulation.watching import Row

_NUMBERS = ("rounds", "decisions", "top", "lead")
_ALWAYS = ("ending: ",)


def is_share(measure: str) -> bool:
    """Return whether a measure says of each game whether it is so, or which part of a win it is."""
    return measure not in _NUMBERS and not measure.startswith("figure: ")


@dataclass(slots=True)
class Pairs:
    """Games of one table and those of another one with the same deals, compared measure by measure.

    `met` counts the pairs that differ in any move or in the result: a rule that no game met changes nothing at all.
    """

    games: int = 0
    deals: int = 0
    each: int = 1  # games of a deal
    met: int = 0
    differences: dict[str, Deals] = field(default_factory=dict)
    before: dict[str, Deals] = field(default_factory=dict)  # the base alone, in the same games

    def add(self, base: Sequence[Row], other: Sequence[Row]) -> None:
        """Add the games of some deals, of both tables in the same order."""
        known = {name: None for row in (*base, *other) for name in row.measures if name.startswith(_ALWAYS)}
        names = dict.fromkeys([*self.differences, *known, *(name for row in base for name in row.measures)])
        deal, in_deal = None, 0
        others = {(row.deal, row.rotation): row for row in other}
        for mine in base:  # deals of one may be cut off, or lack a game that does not end
            if (its := others.get((mine.deal, mine.rotation))) is None:
                continue
            if mine.deal != deal:
                self._close(in_deal)
                deal, in_deal = mine.deal, 0
            in_deal += 1
            self.games += 1
            self.met += mine.moves != its.moves
            for name in names:
                always = name.startswith(_ALWAYS)
                if always:
                    apart = its.measures.get(name, 0.0) - mine.measures.get(name, 0.0)
                elif name in mine.measures and name in its.measures:
                    apart = its.measures[name] - mine.measures[name]
                else:
                    continue
                counted = self.differences.get(name)
                if counted is None:
                    counted = self.differences[name] = self._none_yet(always, in_deal - 1)
                    self.before[name] = self._none_yet(always, in_deal - 1)
                counted.count(apart)
                self.before[name].count(mine.measures.get(name, 0.0))
        self._close(in_deal)

    def _none_yet(self, always: bool, in_deal: int) -> Deals:
        """Return the count of what no game had until now; what can be said of every game counts as 0 in those."""
        if not always:
            return Deals()
        many, each = self.deals, self.each
        return Deals(many, many * each, of_squared=many * each**2, open_of=in_deal)

    def _close(self, games: int) -> None:
        if games:
            self.deals, self.each = self.deals + 1, games
        for deals in (*self.differences.values(), *self.before.values()):
            deals.close()

    def difference(self, measure: str) -> Mean:
        """Return how much more the other table has of a measure, with its interval."""
        return difference(self.differences.get(measure, Deals()), shares=is_share(measure))

    @property
    def widest(self) -> float:
        """How far either way the interval of the wins of who begins reaches, and that of games without a winner."""
        found = [self.difference(name) for name in ("first", "nobody")]
        return max((m.high - m.low) / 2 if m.low is not None and m.high is not None else 1.0 for m in found)
