"""Lengths and sizes: parsed once, kept in millimetres everywhere."""

from __future__ import annotations

import re
from dataclasses import dataclass

MM_PER_INCH = 25.4
PT_PER_MM = 72 / MM_PER_INCH

_MM = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": 1 / PT_PER_MM, '"': MM_PER_INCH}
_LENGTH = re.compile(r'\s*(\d+(?:\.\d+)?|\.\d+)\s*(mm|cm|in|pt|")\s*')
_PAIR = re.compile(r"\s*([\d.]+)\s*(mm|cm|in|pt)?\s*[x×]\s*([\d.]+)\s*(mm|cm|in|pt)?\s*")
MAX_MM = 2000.0


def digits(text: str, usual: int) -> int:
    """Return the whole number that up to nine digits from 0 to 9 write, or what is usual: ² is a digit for Python, too."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else usual


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in mm."""

    width: float
    height: float

    def turned(self) -> Size:
        """Return the size after a quarter turn."""
        return Size(self.height, self.width)

    def __str__(self) -> str:
        return f"{self.width:g} × {self.height:g} mm"


# The names designers use. Poker is the metric 63 × 88 that European sleeves are cut for; the American
# 2.5 × 3.5 in is `poker-us`.
SIZES: dict[str, Size] = {
    "poker": Size(63, 88),
    "poker-us": Size(63.5, 88.9),
    "bridge": Size(57, 89),
    "tarot": Size(70, 120),
    "mini": Size(44, 63),
    "mini-us": Size(41, 63),
    "square-63": Size(63, 63),
    "square-70": Size(70, 70),
}

PAPERS: dict[str, Size] = {
    "a4": Size(210, 297),
    "letter": Size(215.9, 279.4),
    "a3": Size(297, 420),
    "tabloid": Size(279.4, 431.8),
    "legal": Size(215.9, 355.6),
}


def parse_length(text: str) -> float:
    """Return millimetres for `63mm`, `6.3 cm`, `2.5in`, `2.5"` or `12pt`; ValueError says what is wrong."""
    found = _LENGTH.fullmatch(text)
    if not found:
        raise ValueError(f"'{text}' is not a length, expected a number with mm, cm, in or pt, such as 63mm")
    value = float(found[1]) * _MM[found[2]]
    if value > MAX_MM:
        raise ValueError(f"'{text}' is longer than {MAX_MM:g} mm")
    return value


def parse_size(text: str, named: dict[str, Size] = SIZES) -> Size:
    """Return a `Size` for a name (`poker`, `square-63`), for `63x88mm`, or `40mm` both ways; ValueError says what is wrong."""
    key = text.strip().lower()
    if key in named:
        return named[key]
    square = re.fullmatch(r"square-(\d+(?:\.\d+)?)", key)
    if square:
        return _checked(float(square[1]), float(square[1]), text)
    if named is SIZES and _LENGTH.fullmatch(key):
        both = parse_length(key)
        return _checked(both, both, text)
    pair = _PAIR.fullmatch(key)
    if pair:
        unit_h = pair[4] or pair[2] or "mm"
        unit_w = pair[2] or unit_h
        return _checked(float(pair[1]) * _MM[unit_w], float(pair[3]) * _MM[unit_h], text)
    names = ", ".join(named)
    raise ValueError(f"'{text}' is not a size, expected one of {names}, or WIDTHxHEIGHT such as 63x88mm")


def parse_paper(text: str) -> Size:
    """Return the paper for `a4`, `letter`, `a3`, `tabloid`, `legal` or any `WxH` such as `200x280mm`."""
    return parse_size(text, PAPERS)


def _checked(width: float, height: float, text: str) -> Size:
    if not (1 <= width <= MAX_MM and 1 <= height <= MAX_MM):
        raise ValueError(f"size '{text}' is impossible, expected 1 to {MAX_MM:g} mm on each side")
    return Size(width, height)
