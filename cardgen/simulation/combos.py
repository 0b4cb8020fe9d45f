"""Pairs of cards that win more in one hand than the two cards bring by themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from operator import mul

from cardgen.results.found import CARD_MATTERS, CHOSEN, PAIR_DEALS, CardPair, CardReport, PairsUse
from cardgen.simulation.statistics import Deals, at_least, holm, simultaneous
from cardgen.simulation.tally import PairCounts

SURELY = 0.01
"""How seldom a game without such a pair has one: the page says other things that may be wrong as well."""
_SHOWN, _SWEEPS = 20, 30

Pair = tuple[str, str]


@dataclass(slots=True)
class _Brings:
    """What each card brings with any other: the general combining ability of a diallel cross (B. Griffing, 1956)."""

    middle: float
    of_card: dict[str, float]
    times: dict[str, int]

    def expected(self, pair: Pair) -> tuple[float, float]:
        """Return how often a pair would win by the sum of its cards, and by that or the product of their odds if larger."""
        one, other = (self.of_card[card] for card in pair)
        middle = _odds(self.middle)
        odds = _odds(self.middle + one) + _odds(self.middle + other) - middle
        total = self.middle + one + other
        return total, max(total, 1 / (1 + exp(-odds)))


def _odds(share: float) -> float:
    share = min(0.99, max(0.01, share))
    return log(share / (1 - share))


def _brings(known: Mapping[Pair, Deals]) -> _Brings:
    """Return what the cards bring, by least squares over all pairs."""
    middle = sum(deals.wins for deals in known.values()) / max(1, sum(deals.of for deals in known.values()))
    beside: dict[str, dict[str, int]] = defaultdict(dict)
    above: dict[str, float] = defaultdict(float)
    for (one, other), deals in known.items():
        for card, its in ((one, other), (other, one)):
            beside[card][its] = deals.of
            above[card] += deals.wins - middle * deals.of
    times = {card: sum(others.values()) for card, others in beside.items()}
    found = dict.fromkeys(times, 0.0)
    for _ in range(_SWEEPS):
        for card, others in beside.items():
            theirs = map(mul, others.values(), map(found.__getitem__, others))
            found[card] = (above[card] - sum(theirs)) / times[card]
    return _Brings(middle, found, times)


def pairs(counts: PairCounts, cards: Sequence[CardReport]) -> PairsUse | None:
    """Return which pairs surely win more than their cards; None where too few came to say so.

    Each is held against cards that were dealt: one that players choose is left out. A pair is left out of what its own
    cards bring (its leverage), and the chance of so many wins is exact, of as many games as the deals are worth.
    """
    counts.settle()
    dealt = {card.id for card in cards if (card.chosen or 0.0) <= CHOSEN}
    known = {pair: deals for pair, deals in counts.known.items() if dealt.issuperset(pair)}
    brings = _brings(known)
    tried = sorted(pair for pair, deals in known.items() if deals.deals >= PAIR_DEALS)
    if len(brings.times) < 4 or not tried:
        return None
    level = simultaneous(len(tried), 1 - SURELY)
    found, chances = [], []
    for pair in tried:
        deals = known[pair]
        total, most = brings.expected(pair)
        leverage = min(0.9, sum(deals.of / brings.times[card] for card in pair))
        expected = most - (deals.mean - total) * leverage / (1 - leverage)
        expected = min(0.99, max(0.001, expected))
        worth = min(deals.of, deals.worth) * (1 - leverage)
        usual = min(0.995, expected + CARD_MATTERS)
        # who wins no more than that is not named, however likely it is
        chances.append(at_least(deals.mean * worth, worth, usual) if deals.mean > usual else 1.0)
        found.append((pair, deals, expected))
    together = holm(chances)
    sure = [
        CardPair(pair, deals.share, expected, max(0.0, deals.share_at(level).low - expected), p_all)
        for (pair, deals, expected), p_all in zip(found, together, strict=True)
        if p_all < SURELY
    ]
    sure.sort(key=lambda one: (-one.at_least, one.p_all, one.cards))
    return PairsUse(len(tried), len(sure), tuple(sure[:_SHOWN]))
