"""The shapes of single values: texts, numbers, choices, lengths."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, TypeVar

from cardgen.base.errors import did_you_mean
from cardgen.base.units import SIZES, Size, parse_length, parse_size
from cardgen.source.shape import Fault, Schema, Shape, Want, Wrong

T = TypeVar("T")


def parsed(
    parse: Callable[[Any], T],
    expected: str,
    schema: Schema,
    want: Want = "other",
    hint: str = "",
    guess: tuple[str, ...] = (),
) -> Shape[T]:
    """Return the shape of what `parse` makes a value of.

    Its ValueError says what was expected, when that is not `expected`. The nearest word of `guess` is hinted at.
    """

    def read(value: Any) -> T:
        try:
            return parse(value)
        except ValueError as error:
            near = did_you_mean(value, guess) if isinstance(value, str) else ""
            help = near if near.startswith("did") else hint
            raise Wrong([Fault((), value, str(error) or expected, want, help)]) from None

    return Shape(read, lambda _: dict(schema), single=True)


def kept(fits: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """Return what `parsed` needs for a value that stays as it is written, when it fits."""

    def parse(value: Any) -> Any:
        if not fits(value):
            raise ValueError
        return value

    return parse


def frozen(value: Any) -> Any:
    """Return plain data that cannot be changed: tuples and read-only mappings."""
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(frozen(item) for item in value)
    return value


ANYTHING: Shape[Any] = parsed(frozen, "anything", {})
YES_NO: Shape[bool] = parsed(
    kept(lambda v: isinstance(v, bool)), "true or false", {"type": "boolean"}, "bool"
)
"""The shape of yes or no, written true or false."""


def matching(pattern: str, expected: str, want: Want = "text", schema: Schema | None = None) -> Shape[str]:
    """Return the shape of a text that matches a pattern as a whole; half a character, as in "\\ud800", is no text."""
    matches = re.compile(pattern).fullmatch
    half = re.compile("[\ud800-\udfff]").search

    def fits(value: Any) -> bool:
        return isinstance(value, str) and matches(value) is not None and (value.isascii() or not half(value))

    return parsed(kept(fits), expected, schema or {"type": "string", "pattern": f"^{pattern}$"}, want)


_TEXT, _FILLED = {"type": "string"}, {"type": "string", "minLength": 1}
TEXT = matching(r"[\s\S]*", "text", schema=_TEXT)
FILLED = matching(r"[\s\S]*\S[\s\S]*", "text", schema=_FILLED)
FILE = matching(r"[\s\S]+", "the name of a file", schema=_FILLED)
COLOUR = matching("#[0-9A-Fa-f]{6}", 'a colour such as "#bcc06a"', "colour")


def whole(low: float | None = None, high: float | None = None, most: int | None = None) -> Shape[int]:
    """Return the shape of a whole number; `most` is a limit that is named only to those who pass it."""

    def parse(value: Any) -> int:
        if type(value) is not int or not _within(value, low, high):
            raise ValueError
        if most is not None and value > most:
            raise ValueError(f"{most} or fewer")
        return value

    schema = _limited("integer", low, high if most is None else most)
    return parsed(parse, "a whole number" + _bounds(low, high), schema, "int")


def number(low: float | None = None, high: float | None = None) -> Shape[int | float]:
    return parsed(
        kept(lambda value: type(value) in (int, float) and _within(value, low, high)),
        "a number" + _bounds(low, high),
        _limited("number", low, high),
        "number",
    )


def _within(value: float, low: float | None, high: float | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _limited(kind: str, low: float | None, high: float | None) -> Schema:
    limits = {"minimum": low, "maximum": high}
    return {"type": kind, **{word: limit for word, limit in limits.items() if limit is not None}}


def _bounds(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low:g} to {high:g}"
    return f" of {low:g} or more" if low is not None else f" of {high:g} or less" if high is not None else ""


def written(choice: Any) -> str:
    """Return a choice as it stands in a file."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def one_of(*choices: Any, expected: str = "", guess: bool = False) -> Shape[Any]:
    """Return the shape of one of a few words or numbers, 1 not being true; with `guess` the nearest word is hinted at."""
    known = {(type(choice), choice) for choice in choices}
    words = tuple(written(choice) for choice in choices)
    return parsed(
        kept(lambda value: not isinstance(value, (dict, list)) and (type(value), value) in known),
        expected or f"one of {', '.join(words)}",
        {"enum": list(choices)},
        guess=words if guess else (),
    )


def _length(value: Any) -> float:
    if type(value) in (int, float) and value == 0:
        return 0.0
    try:
        return parse_length(value if isinstance(value, str) else "")
    except ValueError:
        raise ValueError from None  # in our words


def _size(value: Any) -> Size:
    try:
        return parse_size(value if isinstance(value, str) else "")
    except ValueError as error:
        raise ValueError("1 to 2000 mm on each side" if "impossible" in str(error) else "") from None


LENGTH = parsed(
    _length,
    "a length such as 3mm or 0.125in",
    {"type": ["string", "integer"], "examples": ["3mm", "0.125in", 0]},
    "length",
)
SIZE = parsed(
    _size,
    f"a size such as 63x88mm or 2.5x3.5in, or one of {', '.join(SIZES)}",
    {"type": "string", "examples": ["63x88mm", "2.5x3.5in", *SIZES]},
)
