"""The pictures of a report: the numbers in them. How they are drawn stands in `templates/report/charts.j2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log10
from operator import attrgetter
from typing import Any

from markupsafe import Markup

from cardgen.base.own import templates

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """From numbers to per cent of the width, or to pixels of a height; what lies outside lands on the edge."""

    least: float
    most: float
    start: float = 0.0
    end: float = 100.0

    def __call__(self, value: float) -> float:
        """Return where a number lies."""
        span = self.most - self.least
        at = self.start + (self.end - self.start) * ((value - self.least) / span if span else 0.0)
        return min(max(at, min(self.start, self.end)), max(self.start, self.end))

    def ticks(self, wanted: int = 5) -> list[float]:
        """Return round numbers on the scale, about as many as wanted."""
        if self.most <= self.least:
            return [self.least]
        step = nice((self.most - self.least) / max(1, wanted))
        first = ceil(self.least / step - 1e-9)
        return [round(n * step, 10) for n in range(first, floor(self.most / step + 1e-9) + 1)]


def nice(least: float) -> float:
    """Return the first of 1, 2, 5, 10, 20 … (or 0.5, 0.2 …) that is not less."""
    if least <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(least))
    return next(f * power for f in (1, 2, 5, 10) if f * power >= least - 1e-9 * power)


def draw(picture: str, /, *numbers: Any, **how: Any) -> Markup:
    """Return a picture: the macro that is called so in `templates/report/charts.j2` says what it takes."""
    return Markup(re.sub(r"\n\s*", "", _pictures()[picture](*numbers, **how)))


@lru_cache(maxsize=1)
def _pictures() -> Mapping[str, Callable[..., str]]:
    env = templates("report")
    env.filters |= {"n": _n, "g": "{:g}".format, "pc0": lambda share: f"{share * 100:.0f} %"}
    env.filters["in_words"] = lambda one: (one[0], f"{one[1] * 100:.1f} %")
    env.filters["middle"] = lambda points: min(points, key=lambda p: abs(p.at - 0.5))
    env.globals |= {
        **{
            "Scale": Scale,
            "field": _field,
            "over": _over,
            "intervals": _intervals,
            "ends": _ends,
            "rank": _rank,
        },
        **{"behind": _behind, "climbs": _climbs, "labels_of_sides": _labels_of_sides, "rounds": _rounds},
        **{"signed": _signed, "beside": _beside},
    }
    return vars(env.get_template("charts.j2").module)


def _n(value: float) -> str:
    said = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if said == "-0" else said


def row(label: str, picture: Markup, number: str, reach: str, tag: str = "", **more: str) -> dict[str, Any]:
    """Return a row of a table of pictures, as the template shows it."""
    return {"label": label, "tag": tag, "picture": picture, "number": number, "range": reach, **more}


# ---- what the pictures ask


def _field(points: Sequence[Any], y: Scale, upper: str, lower: str = "") -> list[Point]:
    """Return the line of a number over a game, or the field between two."""
    up = [(p.at * 100, y(getattr(p, upper))) for p in points]
    return up + [(p.at * 100, y(getattr(p, lower))) for p in reversed(points) if lower]


def _over(points: Sequence[Any], names: str) -> list[list[str]]:
    """Return the numbers of these names over a game as rows of a table."""
    of = attrgetter(*names.split())
    return [[f"{p.at:.0%}", *(f"{n:z.1f}" for n in of(p))] for p in points]


def _intervals(points: Sequence[Any]) -> list[list[str]]:
    return [
        [f"{p.at:.0%}", f"{p.share * 100:.1f} %", f"{p.low * 100:.1f} to {p.high * 100:.1f} %"]
        for p in points
    ]


def _ends(standing: Sequence[Sequence[float]]) -> Point:
    every = [value for one in standing for value in one]
    return min(0, *every), max(1, *every)


def _climbs(standing: Sequence[Sequence[float]], side: int, y: Scale, wide: float, steps: int) -> list[Point]:
    return [(wide * k / steps, y(one[side])) for k, one in enumerate(standing)]


def _behind(sides: int, winner: int) -> list[int]:
    """Return the sides in the order in which they are drawn: the winner above all others."""
    return sorted(range(sides), key=lambda side: side == winner)


def _rounds(standing: Sequence[Sequence[float]]) -> list[list[str]]:
    return [[str(k), *(f"{value:g}" for value in one)] for k, one in enumerate(standing)]


def _labels_of_sides(values: Sequence[float], px: Scale, lowest: float) -> Iterator[tuple[int, float, float]]:
    """Yield the sides from above, each with where it is and where its label: a line apart, none below the picture."""
    last = -99.0
    places = sorted((px(value), side) for side, value in enumerate(values))
    for n, (at, side) in enumerate(places):
        last = max(min(at, lowest - 14 * (len(places) - 1 - n)), last + 14)
        yield side, at, last


def _rank(side: int, winner: int) -> int:
    """Return 0 for the winner, and 1, 2 … for the others in the order of their seats."""
    return 0 if side == winner else min(5, side + 1 - (side > winner))


def _signed(share: float) -> str:
    return f"{share * 100:+.0f}".replace("-", "−")


def _beside(
    points: Sequence[Mapping[str, Any]], x: Scale, px: Scale
) -> Iterator[tuple[float, float, int, str]]:
    """Yield a place for each label: neighbours take different sides of their points, and keep a line's distance."""
    groups: list[list[tuple[float, float, str]]] = []
    for p in sorted((x(p["x"]), px(p["y"]), p["label"]) for p in points if p["label"]):
        near = (g for g in groups if any(abs(p[0] - q[0]) < 7 and abs(p[1] - q[1]) < 22 for q in g))
        group = next(near, None)
        if group is None:
            groups.append([p])
        else:
            group.append(p)
    for group in groups:
        left = group[: len(group) // 2] if group[-1][0] < 90 else group
        for side, those in ((-1, left), (1, [p for p in group if p not in left])):
            last = -99.0
            for at, y, words in sorted(those, key=lambda p: p[1]):
                last = max(y, last + 13)
                yield at, last, side, words
