"""Unquoted YAML values in the sense of YAML 1.2: `no`, `on`, `12:30` and `007` are text, not surprises."""

from __future__ import annotations

import math
import re
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | bool | None

_WORDS: dict[str, Scalar] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
# A leading zero makes it text, so that card ids such as 007 survive; more than 18 digits is no quantity.
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,4})?")


def plain_value(text: str) -> Scalar:
    """Return what an unquoted value means: true, false, null, a number, or else the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and not text.lstrip("+-").isdigit():
        number = float(text)
        return number if math.isfinite(number) else text
    return text
