"""Small SVG pictures that stretch: x in per cent of whatever width there is, y in pixels, words never scaled.

A picture is an `<svg>` without a viewBox, so that circles and words keep their size on a telephone and on a wide screen.
Curves, which cannot be written in per cent, lie in a nested `<svg viewBox="0 0 100 100" preserveAspectRatio="none">`
with strokes that do not scale. Colours are CSS classes (decision 030). No picture is read out: its numbers stand beside
it as words, or after it in a table that only a screen reader meets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Any

from markupsafe import Markup

from cardgen.results.numbers import ShareAt, SummaryAt

Point = Mapping[str, Any]


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


def _n(value: float) -> str:
    said = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if said == "-0" else said


def _svg(height: float, body: str, name: str = "", more: str = ' aria-hidden="true"') -> Markup:
    return Markup(f'<svg class="plot {name}" height="{_n(height)}"{more}>{body}</svg>')


def _told(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return the numbers of a picture as a table for who cannot see it."""
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(word)}</td>' for word in row)}</tr>" for row in rows)
    return (
        f'<div class="unseen"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, name: str) -> str:
    return f'<line x1="{_n(x1)}%" y1="{_n(y1)}" x2="{_n(x2)}%" y2="{_n(y2)}" class="{name}"/>'


def _rect(x: float, y: float, w: float, h: float, name: str, more: str = "") -> str:
    return f'<rect x="{_n(x)}%" y="{_n(y)}" width="{_n(w)}%" height="{_n(max(0, h))}" class="{name}"{more}/>'


def _dot(x: float, y: float, r: float, name: str) -> str:
    return f'<circle cx="{_n(x)}%" cy="{_n(y)}" r="{_n(r)}" class="{name}"/>'


def _text(x: float, y: float, words: str, name: str = "", anchor: str = "middle", dx: float = 0) -> str:
    shift = f' dx="{_n(dx)}"' if dx else ""
    at = "" if anchor == "start" else f' text-anchor="{anchor}"'
    called = f' class="{name}"' if name else ""
    return f'<text x="{_n(x)}%" y="{_n(y)}"{shift}{at}{called}>{escape(words)}</text>'


def _curves(y: float, height: float, body: str) -> str:
    """Return a field of 100 x 100, upside up, for curves; their strokes keep their width."""
    box = 'viewBox="0 0 100 100" preserveAspectRatio="none"'
    return f'<svg x="0" y="{_n(y)}" width="100%" height="{_n(height)}" {box} class="curves">{body}</svg>'


def _path(points: Sequence[tuple[float, float]], name: str, close: bool = False) -> str:
    d = "M" + "L".join(f"{_n(x)} {_n(100 - y)}" for x, y in points) + ("Z" if close else "")
    return f'<path d="{d}" class="{name}"/>'


def _stairs(points: Sequence[tuple[float, float]], name: str) -> str:
    """Return a line that keeps its height until the next point."""
    d = [f"M{_n(points[0][0])} {_n(100 - points[0][1])}"]
    d += [f"H{_n(x)}V{_n(100 - y)}" for x, y in points[1:]]
    return f'<path d="{"".join(d)}" class="{name}"/>'


# ---- what the rows of a table show: their numbers stand beside them ----------------------------------


def row(label: str, picture: Markup, number: str, reach: str, tag: str = "", **more: str) -> dict[str, Any]:
    """Return a row of a table of pictures, as the template shows it."""
    return {"label": label, "tag": tag, "picture": picture, "number": number, "range": reach, **more}


def whisker(
    scale: Scale,
    low: float | None,
    at: float,
    high: float | None,
    *,
    wide: tuple[float, float] | None = None,
    fair: float | None = None,
    band: tuple[float, float] | None = None,
    name: str = "",
    height: float = 34,
    ticks: Sequence[float] = (),
) -> Markup:
    """Return one row: dot, 95 % whisker, if wanted the thin wider one, the line of what is fair and the band round it."""
    y = height / 2
    parts = []
    if band:
        parts.append(_rect(scale(band[0]), 0, scale(band[1]) - scale(band[0]), height, "band"))
    parts += [_line(scale(t), 0, scale(t), height, "grid") for t in ticks]
    if fair is not None:
        parts.append(_line(scale(fair), 0, scale(fair), height, "fair"))
    if wide:
        parts.append(_line(scale(wide[0]), y, scale(wide[1]), y, f"whisker thin {name}"))
    if low is not None and high is not None:
        parts.append(_line(scale(low), y, scale(high), y, f"whisker {name}"))
        parts += [_line(scale(e), y - 4, scale(e), y + 4, f"whisker cap {name}") for e in (low, high)]
    if name == "off":  # an accent may be red as well, so that the shape tells it too
        diamond = '<path d="M0-7.5 7.5 0 0 7.5-7.5 0Z" class="mark off"/>'
        parts.append(f'<svg x="{_n(scale(at))}%" y="{_n(y)}" overflow="visible">{diamond}</svg>')
    else:
        parts.append(_dot(scale(at), y, 5.5, f"mark {name}"))
    return _svg(height, "".join(parts))


def axis(
    scale: Scale,
    ticks: Sequence[float],
    say: Callable[[float], str],
    *,
    fair: float | None = None,
    fair_says: str = "",
) -> Markup:
    """Return the row of numbers under such rows."""
    parts = []
    for t in ticks:
        x = scale(t)
        gap = abs(x - scale(fair)) if fair is not None and fair_says else 99
        if gap >= 8:  # nearer it would lie under the words of what is fair
            near = " near" if gap < 17 else ""  # no room for it on a telephone
            parts.append(
                _text(x, 12, say(t), "tick" + near, "start" if x < 2 else "end" if x > 98 else "middle")
            )
    if fair is not None and fair_says:
        x = scale(fair)
        parts.append(
            _text(x, 12, fair_says, "tick strong", "start" if x < 8 else "end" if x > 92 else "middle")
        )
    return _svg(18, "".join(parts), "axis")


def bar(scale: Scale, value: float, whole: float | None, name: str = "", height: float = 22) -> Markup:
    """Return a bar in a track: so much of so much, both from zero; without a whole there is no track."""
    y = (height - 12) / 2
    track = "" if whole is None else _rect(0, y, scale(whole), 12, "track", ' rx="2"')
    return _svg(height, track + _rect(0, y, scale(value), 12, f"fill {name}", ' rx="2"'))


# ---- pictures of their own: their numbers follow as a table ------------------------------------------


def histogram(
    bins: Sequence[tuple[str, float]],
    caption: str,
    *,
    inside: Iterable[bool] = (),
    label: bool = True,
    height: float = 150,
    every: int = 1,
    span: tuple[float, float, str] | None = None,
) -> Markup:
    """Return bars from zero, each with its name and its share of the whole.

    `inside`: those of the middle nine in ten, which are darker; `span`: a bracket under them, in per cent, with words;
    `every`: which of the names are written.
    """
    number = len(bins)
    top = max((share for _, share in bins), default=0) or 1.0
    shown = list(inside) or [True] * number
    base = height - (38 if span else 20)
    parts = [_line(0, base, 100, base, "base")]
    for i, (name, share) in enumerate(bins):
        h = (base - 18) * share / top
        middle = 100 * (i + 0.5) / number
        parts.append(
            _rect(100 * (i + 0.11) / number, base - h, 78 / number, h, "fill" if shown[i] else "fill pale")
        )
        if label and share > 0:
            said = f"{share * 100:.0f} %" if share > 0.005 else "<1 %"
            parts.append(_text(middle, base - h - 5, said, "value strong" if share == top else "value"))
        if i % every == 0:
            parts.append(_text(middle, base + 14, name, "tick"))
    if span:
        a, b, words = span
        y = base + 22
        parts += [
            _line(a, y, b, y, "span"),
            _line(a, y - 3, a, y + 3, "span"),
            _line(b, y - 3, b, y + 3, "span"),
        ]
        parts.append(_text(min(max((a + b) / 2, 22), 78), y + 14, words, "note"))
    rows = [(name, f"{share * 100:.1f} %") for name, share in bins]
    return _svg(height, "".join(parts), "histogram") + Markup(_told(caption, ("number", "share"), rows))


def fan(
    points: Sequence[SummaryAt], caption: str, *, most: float, unit: str, ticks: Sequence[float]
) -> Markup:
    """Return the mean, the middle half and nine tenths of something over a game, from zero."""
    height, top = 150.0, 10.0
    base = height - 20
    y, px = Scale(0, most), Scale(0, most, base, top)
    outer = [(p.at * 100, y(p.p95)) for p in points] + [(p.at * 100, y(p.p5)) for p in reversed(points)]
    inner = [(p.at * 100, y(p.p75)) for p in points] + [(p.at * 100, y(p.p25)) for p in reversed(points)]
    middle = [(p.at * 100, y(p.mean)) for p in points]
    body = _path(outer, "area outer", True) + _path(inner, "area inner", True) + _path(middle, "curve")
    parts = [_line(0, px(t), 100, px(t), "grid" if t else "base") for t in ticks]
    parts.append(_curves(top, base - top, body))
    parts += [
        _text(0, px(t) - 3, f"{t:g}{f' {unit}' if t == ticks[-1] else ''}", "tick", "start")
        for t in ticks
        if t
    ]
    last = points[-1]
    parts += [_clock(base), _dot(100, px(last.mean), 3.5, "mark")]
    parts.append(_text(100, px(last.mean) - 8, f"{last.mean:.1f}", "value strong", "end"))
    heads = ("played", "mean", "5 %", "25 %", "75 %", "95 %")
    rows = [
        (f"{p.at:.0%}", f"{p.mean:.1f}", *(f"{n:.1f}" for n in (p.p5, p.p25, p.p75, p.p95))) for p in points
    ]
    return _svg(height, "".join(parts), "fan") + Markup(_told(caption, heads, rows))


def _clock(base: float) -> str:
    """Return the words under an axis that runs over a game."""
    ends = _text(0, base + 14, "start", "tick", "start") + _text(100, base + 14, "end", "tick", "end")
    return ends + _text(50, base + 14, "half", "tick")


def odds(points: Sequence[ShareAt], caption: str, *, fair: float | None) -> Markup:
    """Return how often who is ahead now wins in the end, with its interval, 0 to 100 %."""
    height, top = 150.0, 10.0
    base = height - 20
    px = Scale(0, 1, base, top)
    parts = [_line(0, px(t), 100, px(t), "grid" if t else "base") for t in (0, 0.5, 1)]
    if fair is not None:
        parts.append(_line(0, px(fair), 100, px(fair), "fair"))
        parts.append(_text(100, px(fair) + 13, f"fair {fair * 100:.0f} %", "tick", "end"))
    field = [(p.at * 100, p.high * 100) for p in points]
    field += [(p.at * 100, p.low * 100) for p in reversed(points)]
    curve = [(p.at * 100, p.share * 100) for p in points]
    parts.append(_curves(top, base - top, _path(field, "area inner", True) + _path(curve, "curve")))
    parts.append(_text(0, px(1) - 3, "100 %", "tick", "start"))
    half = min(points, key=lambda p: abs(p.at - 0.5))
    parts += [_clock(base), _dot(50, px(half.share), 4, "mark")]
    parts.append(_text(50, px(half.share) - 9, f"{half.share * 100:.0f} %", "value strong"))
    rows = [
        (f"{p.at:.0%}", f"{p.share * 100:.1f} %", f"{p.low * 100:.1f} to {p.high * 100:.1f} %")
        for p in points
    ]
    told = _told(caption, ("played", "leader wins", "interval"), rows)
    return _svg(height, "".join(parts), "odds") + Markup(told)


def game(standing: Sequence[Sequence[float]], names: Sequence[str], winner: int, caption: str) -> Markup:
    """Return one game: where each side stood after each round; the winner is the heavy line."""
    steps = max(1, len(standing) - 1)
    every = [value for s in standing for value in s]
    least, most = min(0, *every), max(1, *every)
    height, top, wide = 140.0, 10.0, 64.0
    base = height - 20
    px, y = Scale(least, most, base, top), Scale(least, most)
    last_row = standing[-1]
    order = sorted(range(len(names)), key=lambda i: i == winner)
    lines = "".join(
        _stairs([(wide * k / steps, y(s[i])) for k, s in enumerate(standing)], f"side s{_rank(i, winner)}")
        for i in order
    )
    parts = [_line(0, px(0), 100, px(0), "base"), _curves(top, base - top, lines)]
    last = -99.0
    # labels keep a line's distance, and the lowest may not fall off the picture
    places = sorted((px(last_row[i]), i) for i in range(len(names)))
    lowest = base + 8
    room = [lowest - 14 * (len(places) - 1 - k) for k in range(len(places))]
    for (at, i), limit in zip(places, room, strict=True):
        last = max(min(at, limit), last + 14)
        said = f"{names[i]}: {last_row[i]:g}"
        parts.append(_dot(wide, px(last_row[i]), 3, f"mark e{_rank(i, winner)}"))
        parts.append(_text(wide, last + 4, said, "value strong" if i == winner else "value", "start", 7))
    parts += [
        _text(0, base + 14, "start", "tick", "start"),
        _text(wide, base + 14, f"round {steps}", "tick", "end"),
    ]
    rows = [(str(k), *(f"{value:g}" for value in s)) for k, s in enumerate(standing)]
    return _svg(height, "".join(parts), "game") + Markup(_told(caption, ("round", *names), rows))


def _rank(side: int, winner: int) -> int:
    """Return 0 for the winner, and 1, 2 … for the others in the order of their seats."""
    return 0 if side == winner else min(5, side + 1 - (side > winner))


def scatter(
    points: Sequence[Point],
    name: str,
    *,
    x: Scale,
    y: Scale,
    xticks: Sequence[float],
    yticks: Sequence[float],
    x_says: str,
    y_up: str,
    y_down: str,
    band: float,
) -> Markup:
    """Return strength against use; each point is a link with a whisker.

    A point has x, y, low, high, kind (strong, weak or even), said, href, `at` (which row it is) and `label`, or none.
    """
    height, top = 430.0, 20.0
    base = height - 38
    px = Scale(y.least, y.most, base, top)
    parts = [_rect(0, px(band), 100, px(-band) - px(band), "band")]
    parts += [_line(x(t), top, x(t), base, "grid") for t in xticks]
    parts += [_line(0, px(t), 100, px(t), "grid" if t else "fair") for t in yticks]
    for t in yticks:
        said = f"{t * 100:+.0f}".replace("-", "−") + " points" * (t == yticks[-1]) if t else "average card"
        parts.append(_text(0, px(t) - 4, said, "tick", "start"))
    for t in xticks:
        end = "start" if x(t) < 3 else "end" if x(t) > 97 else "middle"
        parts.append(_text(x(t), base + 16, f"{t * 100:.0f} %", "tick", end))
    parts.append(_text(0, base + 33, x_says, "note", "start"))
    parts += [_text(100, top - 6, y_up, "note", "end"), _text(100, base + 33, y_down, "note", "end")]
    for p in sorted(points, key=lambda p: bool(p["kind"] != "even")):
        cx, cy = x(p["x"]), px(p["y"])
        parts.append(
            f'<a href="{escape(p["href"])}" class="pt {p["kind"]}" data-card="{escape(p["at"])}"'
            f' aria-label="{escape(p["said"])}">'
            f'<line x1="{_n(cx)}%" y1="{_n(px(p["low"]))}" x2="{_n(cx)}%" y2="{_n(px(p["high"]))}" class="whisker"/>'
            f'<circle cx="{_n(cx)}%" cy="{_n(cy)}" r="14" class="catch"/>{_shape(cx, cy, p["kind"])}</a>'
        )
    for at, y_at, side, words in _labels([(x(p["x"]), px(p["y"]), p["label"]) for p in points if p["label"]]):
        parts.append(
            _text(at, y_at + 4, words, "value strong halo", "end" if side < 0 else "start", 10 * side)
        )
    return _svg(height, "".join(parts), "scatter", f' role="group" aria-label="{escape(name)}"')


def _labels(points: Sequence[tuple[float, float, str]]) -> Iterator[tuple[float, float, int, str]]:
    """Yield a place for each label: neighbours take different sides of their points, and keep a line's distance."""
    groups: list[list[tuple[float, float, str]]] = []
    for p in sorted(points):
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


def _shape(x: float, y: float, kind: str) -> str:
    """Return a mark that needs no colour: up, down, or a ring."""
    if kind == "even":
        return f'<circle cx="{_n(x)}%" cy="{_n(y)}" r="4" class="ring"/>'
    d = "M0-6.5 6.2 4.6H-6.2Z" if kind == "strong" else "M0 6.5 6.2-4.6H-6.2Z"
    return f'<svg x="{_n(x)}%" y="{_n(y)}" overflow="visible" class="tri"><path d="{d}"/></svg>'
