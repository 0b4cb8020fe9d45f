"""The statistics of a report: every interval is over deals, and says at which level it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import cbrt, ceil, erfc, exp, inf, lgamma, log, log10, pi, sqrt
from statistics import NormalDist

from cardgen.results.numbers import Mean, Share, Spread

LEVEL = 0.95
_NORMAL = NormalDist()


@lru_cache(maxsize=4096)
def within(freedom: float = inf, level: float = LEVEL) -> float:
    """Return in how many standard errors a share `level` of Student's distribution lies; of the normal one by default."""
    errors = _NORMAL.inv_cdf((1 + level) / 2)
    if freedom == inf:
        return errors
    height = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)
    for _ in range(
        99
    ):  # Newton's way: from below, where both tails fall ever more slowly, it never goes too far
        slope = 2 * height * exp(-(freedom + 1) / 2 * log(1 + errors * errors / freedom))
        step = (chance(errors, freedom) - (1 - level)) / slope
        errors += step
        if abs(step) < 1e-13 * errors:
            break
    return errors


def chance(errors: float, freedom: float = inf) -> float:
    """Return how likely something lies so many standard errors or more from its mean, to either side, by chance."""
    if freedom == inf:
        return erfc(abs(errors) / sqrt(2))
    square = errors * errors
    return _beta(freedom / 2, 0.5, freedom / (freedom + square), square / (freedom + square))


def _beta(a: float, b: float, x: float, rest: float) -> float:
    """Return the incomplete beta function, regularized, at `x`; `rest` is 1 - x, said apart so that nothing cancels out.

    The continued fraction of NIST's Digital Library of Mathematical Functions, 8.17.22, from the side where it is quick.
    """
    if not x or not rest:
        return float(not rest)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(b, a, rest, x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(rest)) / a
    below = 1 / (1 - (a + b) * x / (a + 1))
    above, whole = 1.0, below
    for n in range(1, 10_000):
        even = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n))
        odd = -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1))
        for part in (even, odd):
            below, above = 1 / (1 + part * below), 1 + part / above
            whole *= below * above
        if abs(below * above - 1) < 1e-15:
            break
    return front * whole


def at_least(wins: float, of: float, share: float) -> float:
    """Return how likely so many wins of so many times, or more, come by chance where each is won with this share; exactly."""
    return _beta(wins, of - wins + 1, share, 1 - share) if wins > 0 else 1.0


def simultaneous(lines: int, level: float = LEVEL) -> float:
    """Return the level of each of so many intervals that all hold together at `level` (C. E. Bonferroni, 1936)."""
    return 1 - (1 - level) / max(1, lines)


def holm(chances: Sequence[float]) -> list[float]:
    """Return the chances that any of so many would look so odd (S. Holm, Scandinavian Journal of Statistics, 1979)."""
    adjusted = [1.0] * len(chances)
    worst = 0.0
    for place, one in enumerate(sorted(range(len(chances)), key=lambda n: chances[n])):
        worst = adjusted[one] = max(worst, min(1.0, chances[one] * (len(chances) - place)))
    return adjusted


def more_games(games: int, wider: float) -> int:
    """Return how many games make an interval narrower by a factor, to two digits, rounded up."""
    wanted = games * wider * wider
    step = 10 ** max(0, ceil(log10(max(1.0, wanted))) - 2)
    return int(ceil(wanted / step) * step)


def wilson(wins: float, of: float, errors: float | None = None) -> Share:
    """Return the share of wins with its Wilson score interval (E. B. Wilson, JASA 1927).

    Ties may count as parts of a win, so `wins` need not be whole.
    """
    if not of:
        return Share(0.0, 0.0, 1.0, 0)
    z = within() if errors is None else errors
    share = wins / of
    middle = share + z * z / (2 * of)
    spread = z * sqrt(max(0.0, share * (1 - share)) / of + z * z / (4 * of * of))
    whole = 1 + z * z / of
    low, high = max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
    return Share(share, 0.0 if not wins else low, 1.0 if wins == of else high, round(of))


def widened(mean: Mean, errors: float, *, share: bool) -> Mean:
    """Return a mean with an interval of so many standard errors instead of that of 95 %; of a share it's Wilson's."""
    if mean.low is None or mean.high is None:
        return mean
    if not share:
        low, high = (mean.mean + (end - mean.mean) * errors / within() for end in (mean.low, mean.high))
        return Mean(mean.mean, low, high, mean.of)
    # as many games as that interval is of, for which a Wilson interval reaches so far
    square, spread = ((mean.high - mean.low) / 2) ** 2, mean.mean * (1 - mean.mean)
    a, b = square - 0.25, 2 * square - spread
    inverse = (-b - sqrt(max(0.0, b * b - 4 * a * square))) / (2 * a) if a else inf
    worth = within() ** 2 / inverse if inverse > 0 else 0.0
    found = wilson(mean.mean * worth, worth, errors)
    return Mean(mean.mean, found.low, found.high, mean.of)


def widened_gain(gain: Mean, errors: float, usual: float) -> Mean:
    """Return how much more is won than usual, with an interval as wide as of so many standard errors.

    It is exact, for as many games as the gain is worth (C. J. Clopper and E. S. Pearson, Biometrika 1934): far out, where the oddest of
    many cards is looked for, a rare win is no normal number.
    """
    if gain.low is None or gain.high is None:
        return gain
    share = min(0.98, max(0.02, usual + gain.mean))  # if nothing is won, deals do not differ
    error = (gain.high - gain.low) / 2 / within()
    of, tail = share * (1 - share) / error**2, chance(errors) / 2
    low, high = _where(share * of, of, tail), 1 - _where((1 - share) * of, of, tail)
    return Mean(gain.mean, low - usual, high - usual, gain.of)


def _where(wins: float, of: float, tail: float) -> float:
    """Return the smallest share of which so many wins or more are no rarer than a tail."""
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if at_least(wins, of, middle) > tail else (middle, high)
    return low


@dataclass(slots=True)
class Deals:
    """What was counted deal by deal: what happens in the games of one deal is no independent evidence.

    A deal that is played once from each of four seats gives four games, but hardly the evidence of four
    deals: the best hand wins whoever holds it. So the interval is that of the sums per deal
    (the ratio estimate of cluster sampling, W. G. Cochran, Sampling Techniques, chapter 6). Only sums
    are kept, so that the counts of many workers add up.

    What is counted one by one belongs to the deal that is played; `close` ends it.
    """

    deals: int = 0
    of: int = 0
    wins: float = 0.0
    of_squared: int = 0
    wins_squared: float = 0.0
    wins_times_of: float = 0.0
    open_of: int = 0
    open_wins: float = 0.0

    def count(self, wins: float) -> None:
        """Count one time in the deal that is played."""
        self.open_of += 1
        self.open_wins += wins

    def close(self) -> None:
        """End the deal that is played, if it came to anything."""
        if self.open_of:
            self.add_deal(self.open_wins, self.open_of)
            self.open_of, self.open_wins = 0, 0.0

    def add_deal(self, wins: float, of: int) -> None:
        """Count one deal: so many wins of so many times."""
        self.deals += 1
        self.of += of
        self.wins += wins
        self.of_squared += of * of
        self.wins_squared += wins * wins
        self.wins_times_of += wins * of

    def add(self, other: Deals) -> None:
        """Add other deals."""
        self.deals += other.deals
        self.of += other.of
        self.wins += other.wins
        self.of_squared += other.of_squared
        self.wins_squared += other.wins_squared
        self.wins_times_of += other.wins_times_of
        self.open_of += other.open_of
        self.open_wins += other.open_wins

    def above(self, fair: float) -> Deals:
        """Return the same deals with the wins above a fair share, to be added to those of other tables."""
        return Deals(
            self.deals,
            self.of,
            self.wins - fair * self.of,
            self.of_squared,
            self.wins_squared - 2 * fair * self.wins_times_of + fair * fair * self.of_squared,
            self.wins_times_of - fair * self.of_squared,
        )

    @property
    def mean(self) -> float:
        """Wins by times, 0 for none."""
        return self.wins / self.of if self.of else 0.0

    @property
    def error(self) -> float | None:
        """The standard error of the mean, from how the deals differ; None where that cannot be known.

        Of one deal nothing is known, and of some that came out alike only that they did.
        """
        if self.deals < 2:
            return None
        mean = self.mean
        apart = self.wins_squared - 2 * mean * self.wins_times_of + mean * mean * self.of_squared
        # what is left of two large sums that are equal
        if apart <= 1e-12 * max(1.0, self.wins_squared, mean * mean * self.of_squared):
            return None
        return sqrt(apart * self.deals / (self.deals - 1)) / self.of

    def margin(self, level: float = LEVEL) -> float | None:
        """Return how far from the mean the truth may be; None where the deals do not say."""
        error = self.error
        return None if error is None else within(self.deals - 1, level) * error

    @property
    def hedged(self) -> Deals:
        """The same with a time more to either side, so that a few deals that agree by chance are not certain.

        For differences from what is usual, -1 to 1; of many deals it changes nothing (compare `difference`).
        """
        return Deals(
            self.deals,
            self.of + 2,
            self.wins,
            self.of_squared + 2,
            self.wins_squared + 2,
            self.wins_times_of,
        )

    def share_at(self, level: float) -> Share:
        """Return the share of wins: Wilson's interval for as many games as the deals are worth.

        That many independent games would vary as these deals do (E. L. Korn and B. I. Graubard, Survey Methodology
        1998). Where all deals came out alike, neither all won nor all lost, as many as chance could hide may still
        come out otherwise (the rule of three).
        """
        if not self.of:
            return wilson(0, 0)
        mean, error = self.mean, self.error
        if 0 < mean < 1 and error is None and self.of > self.deals:
            hidden = 1 - (1 - level) ** (1 / self.deals)
            away = hidden * max(mean, 1 - mean)
            return Share(mean, max(0.0, mean - away), min(1.0, mean + away), self.of)
        worth = self.worth
        found = wilson(mean * worth, worth, within(max(1, self.deals - 1), level))
        return Share(mean, found.low, found.high, self.of)

    @property
    def worth(self) -> float:
        """How many independent games would tell as much."""
        mean, error = self.mean, self.error
        known = error is not None and 0 < mean < 1
        return mean * (1 - mean) / (error * error) if known and error else float(self.deals)

    @property
    def share(self) -> Share:
        """The share of wins, with its 95 % interval."""
        return self.share_at(LEVEL)

    def oddity(self, fair: float) -> float:
        """Return how likely a share is by chance to be as far from a fair one as this."""
        mean = self.mean
        if not self.deals or not 0 < fair < 1:
            return 1.0
        if 0 < mean < 1 and self.error is None and self.of > self.deals:
            return float((1 - abs(mean - fair) / max(mean, 1 - mean)) ** self.deals)
        return chance((mean - fair) / sqrt(fair * (1 - fair) / self.worth), max(1, self.deals - 1))


def mean_of(deals: Deals, level: float = LEVEL) -> Mean:
    """Return the mean over deals with its interval."""
    margin = deals.margin(level)
    low, high = (None, None) if margin is None else (deals.mean - margin, deals.mean + margin)
    return Mean(deals.mean, low, high, deals.of)


def difference(deals: Deals, *, shares: bool, level: float = LEVEL) -> Mean:
    """Return the mean of differences between games of the same deals, with its interval; that of shares at a level.

    That of shares has one pair added to either side (D. G. Bonett and R. M. Price, Journal of Educational and
    Behavioral Statistics 2012), so that a few pairs that agree by chance are not certain.
    """
    if not shares:
        return mean_of(deals)
    if not deals.deals:
        return Mean(0.0, None, None, 0)
    # of each deal the mean of its pairs counts, for deals have equally many
    many, each = deals.deals, deals.of / deals.deals
    total, squares = deals.wins / each, deals.wins_squared / each / each
    middle = total / (many + 2)
    error = sqrt(max(0.0, (squares + 2) / (many + 2) - middle * middle) / (many + 2))
    margin = within(max(1, many - 1), level) * error
    return Mean(deals.mean, max(-1.0, middle - margin), min(1.0, middle + margin), deals.of)


@dataclass(slots=True)
class Numbers:
    """Numbers that were met in games: how often each, and their mean deal by deal."""

    counts: Counter[float] = field(default_factory=Counter)
    deals: Deals = field(default_factory=Deals)

    def count(self, number: float) -> None:
        """Count a number in the deal that is played."""
        self.counts[number] += 1
        self.deals.count(number)

    def add(self, other: Numbers) -> None:
        """Add others."""
        self.counts.update(other.counts)
        self.deals.add(other.deals)

    @property
    def spread(self) -> Spread:
        """How they are spread."""
        return spread(self.counts, self.deals)


QUANTILES = {"p5": 0.05, "p10": 0.1, "p25": 0.25, "median": 0.5, "p75": 0.75, "p90": 0.9, "p95": 0.95}


def spread(numbers: Mapping[float, int] | Iterable[float], deals: Deals | None = None) -> Spread:
    """Return how some numbers are spread, or how often each came; without deals each is one of its own."""
    counts = numbers if isinstance(numbers, Mapping) else Counter(numbers)
    ordered = sorted((number, times) for number, times in counts.items() if times)
    of = sum(times for _, times in ordered)
    if not ordered:
        nothing = dict.fromkeys(QUANTILES, 0.0)
        return Spread(mean=0.0, low=None, high=None, sd=0.0, of=0, **nothing, least=0.0, most=0.0, counts={})
    mean = sum(number * times for number, times in ordered) / of
    squares = sum((number - mean) ** 2 * times for number, times in ordered)
    if deals is None:
        deals = Deals(of, of, mean * of, of, squares + mean * mean * of, mean * of)
    found = mean_of(deals)
    if (
        found.low is not None and deals.deals == of > 2
    ):  # one number a deal: how skewed they are is known, too
        found = _unskewed(found, squares, sum((number - mean) ** 3 * times for number, times in ordered))
    return Spread(
        mean=mean,
        low=found.low,
        high=found.high,
        sd=sqrt(squares / max(1, of - 1)),
        of=of,
        **{name: _quantile(ordered, of, q) for name, q in QUANTILES.items()},
        least=ordered[0][0],
        most=ordered[-1][0],
        counts=dict(ordered),
    )


def _unskewed(found: Mean, squares: float, cubes: float) -> Mean:
    """Return a mean with the interval of skewed numbers, from the sums of squares and of cubes round it.

    Where few games are far longer than the others Student's interval holds too seldom (88 % for 25 lognormal numbers); this one
    is Hall's, whose monotone cubic takes skewness out (P. Hall, Journal of the Royal Statistical Society B, 1992).
    """
    many, mean = found.of, found.mean
    spread_ = sqrt(squares / many)
    skew = cubes / many / spread_**3 * sqrt(many * (many - 1)) / (many - 2) / sqrt(many)
    if abs(skew) < 1e-6:
        return found
    error, far = sqrt(squares / (many - 1) / many), within(many - 1)

    def end(errors: float) -> float:
        return mean - error * 3 / skew * (cbrt(1 + skew * (errors - skew / 6)) - 1)

    return Mean(mean, end(far), end(-far), found.of)


def _quantile(ordered: Sequence[tuple[float, int]], of: int, q: float) -> float:
    """Return the quantile of sorted numbers with how often each came, between two of them by proportion."""
    place = q * (of - 1)
    below, part = int(place), place - int(place)
    passed, low = 0, None
    for number, times in ordered:
        passed += times
        if low is None and passed > below:
            low = number
        if low is not None and passed > below + (part > 0):
            return low + (number - low) * part
    return float(ordered[-1][0])
