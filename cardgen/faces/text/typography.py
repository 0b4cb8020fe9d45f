"""Reads CSS's words about type: sizes, weights, line heights, features, as a `TextStyle`."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from cardgen.faces.svg.tree import DocumentError
from cardgen.faces.svg.values import colour, length
from cardgen.faces.text.style import TextStyle

_FEATURE = re.compile(r"[\"'](\w{4})[\"']\s*(\d+|on|off)?")
_WEIGHTS = {"normal": 400, "bold": 700, "lighter": 300, "bolder": 700}
_NUMERIC = {
    "lining-nums": "lnum",
    "oldstyle-nums": "onum",
    "tabular-nums": "tnum",
    "proportional-nums": "pnum",
    "slashed-zero": "zero",
}


@lru_cache(maxsize=4096)
def text_style(
    family: str,
    size: str,
    weight: str,
    slant: str,
    fill: str,
    current: str,
    line_height: str,
    letter_spacing: str,
    opacity: float,
    features: str,
    numeric: str,
    shift: str,
    k: float,
    folder: Path | None,
) -> TextStyle:
    """Return the style that CSS values mean, with lengths times `k`; `DocumentError` says what is wrong."""
    if not family.strip():
        raise DocumentError(
            "the text has no font-family", "unknown-font", "write font-family:Roboto, or another family"
        )
    em = length(size)
    if em <= 0:
        raise DocumentError("the text has the size 0", "text-option", "write font-size:4px")
    if "url(" in fill:
        raise DocumentError(
            "a text is filled with a gradient or pattern",
            "refused-feature",
            "give it a plain colour, or make it a path",
        )
    paint, alpha = ("#000000", 0.0) if fill == "none" else colour(current if fill == "currentColor" else fill)
    spacing = 0.0 if letter_spacing == "normal" else length(letter_spacing, em=em)
    rise = {"baseline": 0.0, "super": 0.35 * em, "sub": -0.2 * em}.get(shift)
    return TextStyle(
        family=family,
        size=em * k,
        weight=_weight(weight),
        italic=slant.startswith(("italic", "oblique")),
        fill=paint,
        line_height=_line_height(line_height, em),
        letter_spacing=spacing * k,
        opacity=opacity * alpha,
        features=_features(features, numeric),
        rise=(length(shift, em=em, whole=em) if rise is None else rise) * k,
        folder=folder,
    )


def _weight(text: str) -> int:
    if text in _WEIGHTS:
        return _WEIGHTS[text]
    if text.isdigit() and 1 <= int(text) <= 1000:
        return int(text)
    raise DocumentError(f"font-weight is '{text}', expected normal, bold or 100 to 900", "text-option")


def _line_height(text: str, em: float) -> float:
    if text in ("normal", ""):
        return 1.2
    try:
        value = float(text)
    except ValueError:
        value = length(text, em=em, whole=em) / em
    if not 0.3 <= value <= 10:
        raise DocumentError(
            f"line-height is '{text}'", "text-option", "1.2 is usual: 1.2 times the size of the letters"
        )
    return value


def _features(settings: str, numeric: str) -> tuple[str, ...]:
    found = [
        f"{tag}={0 if value in ('off', '0') else 1 if not value.isdigit() else value}"
        for tag, value in _FEATURE.findall(settings)
    ]
    found += [f"{_NUMERIC[word]}=1" for word in numeric.split() if word in _NUMERIC]
    return tuple(found)


def font_size(text: str, em: float) -> float:
    """Return a font-size in user units; `em` is the size it is relative to."""
    named = {"smaller": em / 1.2, "larger": em * 1.2, "small": 13.0, "medium": 16.0, "large": 18.0}
    return named[text] if text in named else length(text, em=em, whole=em)


def number(text: str | None) -> float:
    """Return an opacity from 0 to 1; what is no number is 1."""
    if not text:
        return 1.0
    try:
        value = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return 1.0
    return min(max(value, 0.0), 1.0)
