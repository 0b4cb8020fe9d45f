"""Numbers as people read them, and the yardsticks by which the report judges; the page prints both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, isfinite, log10

from cardgen.model.kit import unmarked
from cardgen.results.found import CARD_MATTERS as CARD_MATTERS
from cardgen.results.found import CHOSEN as CHOSEN
from cardgen.results.found import CardReport
from cardgen.results.numbers import Estimate, Share
from cardgen.results.report import as_typed as as_typed
from cardgen.results.table import END_DECIDES as END_DECIDES
from cardgen.results.table import FAIR_BAND as FAIR_BAND
from cardgen.results.table import LATE_AT as LATE_AT
from cardgen.results.table import LEAD_COUNTS as LEAD_COUNTS
from cardgen.results.table import NOBODY as NOBODY
from cardgen.results.table import ONE_ENDING as ONE_ENDING
from cardgen.results.table import OVER_EARLY as OVER_EARLY
from cardgen.results.table import ROUGHLY

NB = "\u00a0"

DEVIATION = 0.25
"""What a standard deviation of the score is worth in wins: 0.28 among two or three equal players, 0.23 among five."""
FULL_BOX = 0.9
"""From here on a box is only just big enough."""
ROUND_MATTERS = 0.5
"""A house rule that changes the length by less is not felt."""
FEW = 30
"""Of fewer games than these nothing is said to hold up that has no interval of its own: the rarest, the longest, the most."""
VAGUE = 0.5
"""An interval of a share that is wider than this tells nothing."""
UNEVEN, MANY_MORE = 2.5, 20
"""Games are of uneven length when the long ones have so many times the decisions of the short ones, and so many more."""
SHORT = 2
"""A game of fewer decisions for each player is over before it has begun."""
FORCED = 0.5
"""Where more decisions than this have one move only, there is little to choose."""
OVERLOAD = 60
"""More moves than this in the middle decision are hard to weigh."""
NAMED = 5
"""So many cards are named in a sentence."""

_PIECES = {"tiles": "tile", "tokens": "token"}
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")  # fmt: skip


def pc(share: float, digits: int = 1) -> str:
    """Return a share in per cent: 38.1 %."""
    if 0 < share < 0.5 * 10 ** -(digits + 2):
        return f"<{10**-digits:g}{NB}%"
    return f"{num(share * 100, digits)}{NB}%"


def pts(difference: float, digits: int = 1) -> str:
    """Return a difference of shares in points, with its sign: +6.1, −2.0."""
    return sign(difference * 100, digits)


def sign(number: float, digits: int = 1) -> str:
    """Return a number with its sign, but for nought, which has none."""
    said = f"{number:+.{digits}f}"
    return said[1:] if float(said) == 0 else said.replace("-", "−")


def num(number: float, digits: int = 1) -> str:
    """Return a number with groups of thousands and a real minus, which nought has not."""
    said = f"{number:,.{digits}f}".replace("-", "−")
    return said if any(digit in "123456789" for digit in said) else said.removeprefix("−")


def many(number: float) -> str:
    """Return a whole number with groups: 4,000."""
    return f"{number:,.0f}"


def moves(number: float) -> str:
    """Return a number of moves: so many are not counted one by one."""
    return f"about {many(number)}" if number > ROUGHLY else many(number)


def games(number: float) -> str:
    """Return `1 game`, `4,000 games`."""
    return f"{many(number)} game{'s' if number != 1 else ''}"


def span(low: float, high: float, digits: int = 0) -> str:
    """Return `6 to 9`, or one number where both are the same."""
    a, b = num(low, digits), num(high, digits)
    return a if a == b else f"{a} to {b}"


def pspan(low: float, high: float, digits: int = 1) -> str:
    """Return an interval of shares: 39.2 to 42.2 %."""
    return f"{low * 100:.{digits}f} to {high * 100:.{digits}f}{NB}%"


def either_way(mean: Estimate, digits: int = 1, times: float = 1) -> str:
    """Return how far an interval reaches: ± 1.5; nothing where there is too little to tell."""
    low, high = mean.span
    return "" if high == inf else f" ±{NB}{num((high - low) / 2 * times, digits)}"


def rough(share: Share) -> str:
    """Return a share with how far its interval reaches, to whole points where it is wide: 62 % ± 7, 33 % ± 1.5."""
    margin = (share.high - share.low) * 50
    return f"{pc(share.share, 0)} ±{NB}{num(margin, 0 if margin >= 2 else 1)}"


def promised(games_: float, half_width: float) -> str:
    """Return how many games would tell; nothing where these say too little to promise anything."""
    return "" if half_width > VAGUE / 2 else f" About {games(games_)} would tell."


def about(mean: Estimate) -> str:
    """Return a mean with how far its interval reaches, to no more digits than that has a meaning: 7.8 ± 0.14, 1,180 ± 54."""
    low, high = mean.span
    coarse = 10 <= high - low < inf
    return f"{num(mean.mean, 0 if coarse else 1)}{either_way(mean, 0 if coarse else 2)}"


def count(number: int, one: str, more: str = "", capital: bool = False) -> str:
    """Return `three cards`, `one card`, for sentences; from 13 on in figures."""
    word = _SMALL[number] if number < len(_SMALL) else many(number)
    said = f"{word} {one if number == 1 else more or one + 's'}"
    return sentence(said) if capital else said


def pieces(kinds: Iterable[str], many: bool = False) -> str:
    """Return what pieces of these kinds are called: `card`, `tiles`, `card or token`; kinds are keys of game.yaml."""
    names = dict.fromkeys(_PIECES.get(kind, "card") for kind in kinds) or ("card",)
    return " or ".join(f"{name}s" if many else name for name in names)


def sentence(words: str) -> str:
    """Return words with a capital in front."""
    return words[:1].upper() + words[1:]


def listed(names: Sequence[str], most: int = 12) -> str:
    """Return names in a row, `A, B and C`; of very many the first."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def chance(p: float) -> str:
    """Return a probability as people say it."""
    if p < 0.0001:
        return "less than 1 in 10,000"
    if p >= 0.995:
        return "nearly all"
    if p < 0.01:
        return f"about 1 in {many(_round(1 / p))}"
    return f"about {p * 100:.0f} in 100"


def games_for(margin: float, share: float) -> int:
    """Return how many games put a share within so much of the truth, with 95 %, to one figure."""
    return int(_round(share * (1 - share) * (1.96 / margin) ** 2, up=True))


def rounded_up(number: float) -> int:
    """Return a number of games to one figure, rather more than too few."""
    return int(_round(number, up=True))


def _round(number: float, up: bool = False) -> float:
    """Return a number with one figure."""
    if number <= 0 or not isfinite(number):
        return 0.0
    step = 10 ** int(log10(number))
    return float(-(-number // step) * step if up else round(number / step) * step)


def label(card: CardReport) -> str:
    """Return a card's name and id, once where both are the same."""
    return card.id if card.name == card.id else f"{unmarked(card.name)} ({card.id})"
