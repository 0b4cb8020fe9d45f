"""Numbers as people read them, and the yardsticks by which the report judges; the page prints both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, log10
from typing import Any

NB = "\u00a0"

FAIR_BAND = 0.03
"""A table hardly notices three wins more or less in a hundred games."""
CARD_MATTERS = 0.02
"""A card is looked at when it surely moves more than so many wins in a hundred."""
FULL_BOX = 0.9
"""From here on a box is only just big enough."""
ROUND_MATTERS = 0.5
"""A house rule that changes the length by less is not felt."""
FEW = 30
"""Of fewer games than these nothing is said to hold up that has no interval of its own: the rarest, the longest, the most."""
VAGUE = 0.5
"""An interval of a share that is wider than this tells nothing."""
DECIDED_LATE = 0.75
"""Who leads at half time should not win more often than that."""
UNEVEN = 2.5
"""Games are told to be of uneven length when the long ones have so many times the rounds of the short ones."""
FORCED = 0.5
"""Where more decisions than this have one move only, there is little to choose."""

_SMALL = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def pc(share: float, digits: int = 1) -> str:
    """Return a share in per cent: 38.1 %."""
    if 0 < share < 0.5 * 10 ** -(digits + 2):
        return f"<{10**-digits:g}{NB}%"
    return f"{share * 100:.{digits}f}{NB}%"


def pts(difference: float, digits: int = 1) -> str:
    """Return a difference of shares in points, with its sign: +6.1, −2.0."""
    return sign(difference * 100, digits)


def sign(number: float, digits: int = 1) -> str:
    """Return a number with its sign, but for nought, which has none."""
    said = f"{number:+.{digits}f}"
    return said[1:] if float(said) == 0 else said.replace("-", "−")


def num(number: float, digits: int = 1) -> str:
    """Return a number with groups of thousands and a real minus."""
    return f"{number:,.{digits}f}".replace("-", "−")


def many(number: float) -> str:
    """Return a whole number with groups: 4,000."""
    return f"{number:,.0f}"


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


def either_way(mean: Mapping[str, Any], digits: int = 1, times: float = 1) -> str:
    """Return how far an interval reaches: ± 1.5; nothing where there is too little to tell."""
    low, high = mean["low"], mean["high"]
    return "" if low is None or high is None else f" ±{NB}{num((high - low) / 2 * times, digits)}"


def about(mean: Mapping[str, Any]) -> str:
    """Return a mean with how far its interval reaches, to no more digits than that has a meaning: 7.8 ± 0.14, 1,180 ± 54."""
    low, high = mean["low"], mean["high"]
    coarse = low is not None and high is not None and high - low >= 10
    return f"{num(mean['mean'], 0 if coarse else 1)}{either_way(mean, 0 if coarse else 2)}"


def count(number: int, one: str, more: str = "", capital: bool = False) -> str:
    """Return `three cards`, `one card`, for sentences; from 13 on in figures."""
    word = _SMALL[number] if number < len(_SMALL) else many(number)
    said = f"{word} {one if number == 1 else more or one + 's'}"
    return sentence(said) if capital else said


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


def sure(difference: Mapping[str, Any], by: float) -> bool:
    """Return whether a difference surely lies further from nought than `by`."""
    low, high = difference["low"], difference["high"]
    return low is not None and high is not None and (low > by or high < -by)


def typed(house: Mapping[str, Any]) -> str:
    """Return a house rule, or another change, as it is typed: equal_turns=true, tables.bar.hand=5."""
    return str(house.get("change") or "") or f"{house['option']}={plain(house['value'])}"


def plain(value: object) -> str:
    """Return the value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def label(card: Mapping[str, Any]) -> str:
    """Return a card's name and id, once where both are the same."""
    return str(card["id"]) if card["name"] == card["id"] else f"{card['name']} ({card['id']})"
