"""What a cell of an Excel file shows: its number through its number format, as 0.5 is shown as 50 %.

A table of our own for the formats that people use. What is not in it, and what every country shows in another way, is
None: the cell is reported and nothing is guessed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Final, NamedTuple

BUILT_IN: Final = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss",
    47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""Formats that a file names by number only."""
IN_EACH_COUNTRY: Final = {14, 22, *range(27, 37), *range(50, 59)}
"""Numbers of date formats that each computer shows in its own country's way."""

_PIECE: Final = re.compile(
    r'"(?P<word>[^"]*)"|\\(?P<escaped>.)|(?P<space>_.)|\*.|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[(?:[A-Za-z]+\d*)\]'
    r"|(?P<code>General|AM/PM|A/P|[yY]+|[mM]+|[dD]+|[hH]+|[sS]+(?:\.0+)?|E[+-]0+|[0#?.,]+|[@%]|[-+ ()/:$€£¥])|(?P<other>.)",
    re.DOTALL,
)
_ELAPSED: Final = re.compile(r"\[([hms])+\]", re.IGNORECASE)
_MONTHS: Final = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
                  "October", "November", "December")  # fmt: skip
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Format(NamedTuple):
    """One number format: whether it shows a date, and what it makes of a number, None when that cannot be said."""

    date: bool
    show: Callable[[float], str | None]


class Signs(NamedTuple):
    """What stands before the decimals and between thousands, and whether names of months are English ones."""

    decimal: str = "."
    group: str = ","
    english: bool = True


ENGLISH: Final = Signs()


@lru_cache(maxsize=500)
def format_of(code: str, signs: Signs = ENGLISH, since_1904: bool = False) -> Format:
    """Return what a format code does; names of days and months are English ones."""
    sections = _sections(code)
    if any(_is_date(section) for section in sections[:1]):
        section = sections[0]
        foreign = re.search(r"\[\$[^\]]*-(?!\w*09\])", section) or not signs.english
        if foreign and re.search("[mM]{3}|[dD]{3}", section):
            return Format(True, lambda _: None)  # the names of months and days are words of another language
        return Format(True, lambda value: _date(value, section, since_1904))

    def show(value: float) -> str | None:
        number = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
        if any(re.match(r"\s*\[[<>=]", section) for section in sections):
            return None
        own_sign = number == 1
        return _number(abs(value) if own_sign else value, sections[number], signs)

    return Format(False, show)


def general(value: float, signs: Signs = ENGLISH) -> str:
    """Return a number as it is shown where no format was chosen: up to ten digits, large ones with an exponent."""
    if not math.isfinite(value):
        return str(value)
    if float(value).is_integer() and abs(value) < 1e11:
        return str(int(value))
    if 1e-4 <= abs(value) < 1e11:
        return f"{value:.10g}".replace(".", signs.decimal)
    digits, _, power = f"{value:.5E}".partition("E")
    return f"{digits.rstrip('0').rstrip('.')}E{power}".replace(".", signs.decimal)


def _sections(code: str) -> list[str]:
    """Return the parts of a format that semicolons divide: above zero, below, zero, text."""
    parts, quoted, last = [""], False, ""
    for letter in code:
        if letter == '"' and last != "\\":
            quoted = not quoted
        if letter == ";" and not quoted and last != "\\":
            parts.append("")
        else:
            parts[-1] += letter
        last = "" if last == "\\" else letter
    return parts


def _tokens(section: str) -> list[tuple[str, str]]:
    """Return the parts of a section, each with its kind: a word as it stands or a code of a value; colours are none."""
    return [(kind, found[kind]) for found in _PIECE.finditer(section) if (kind := found.lastgroup)]


def _is_date(section: str) -> bool:
    codes = (text for kind, text in _tokens(section) if kind == "code")
    return bool(_ELAPSED.search(section)) or any(code[0] in "yYmMdDhHsS" for code in codes)


def _number(value: float, section: str, signs: Signs) -> str | None:
    before, digits, after, power = "", "", "", ""
    for kind, text in _tokens(section):
        code = text if kind == "code" else ""
        if kind == "other" or (digits and (code == "General" or code[:1] in [*"0#?.,@"])):
            return None
        if code == "General" or code[:1] in [*"0#?.,@"]:
            digits = "General" if code == "@" else code
        elif code[:1] == "E":
            if not digits:
                return None
            power = code
        else:
            word = " " if kind == "space" else text  # as wide as a letter
            value *= 100 if code == "%" else 1
            before, after = (before, after + word) if digits else (before + word, after)
    if ("/" in after and ("#" in section or "?" in section)) or "?" in digits:
        return None  # a fraction
    if not digits:
        return (before + after).strip()
    if digits == "General":
        shown = general(abs(value), signs)
    elif power:
        shown = _scientific(abs(value), digits, power, signs)
    else:
        shown = _fixed(abs(value), digits, signs)
    sign = "-" if value < 0 and any(c in shown for c in "123456789") else ""
    return f"{sign}{before}{shown}{after}".strip()


def _fixed(value: float, pattern: str, signs: Signs) -> str:
    whole, _, decimals = pattern.partition(".")
    thousands = (
        len(whole) - len(whole.rstrip(",")) if not decimals else len(decimals) - len(decimals.rstrip(","))
    )
    value /= 1000**thousands
    whole, decimals = whole.rstrip(",") if not decimals else whole, decimals.rstrip(",")
    # spreadsheets show fifteen digits: 57.49999999999999, which is what a computer makes of 0.575 * 100, is 57.5
    rounded = Decimal(f"{value:.15g}").quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    left, _, right = f"{rounded:f}".partition(".")
    least = decimals.count("0")
    while len(right) > least and right.endswith("0"):
        right = right[:-1]
    left = left.lstrip("0").rjust(whole.count("0"), "0")
    if "," in whole:
        left = re.sub(r"(?<=\d)(?=(\d{3})+$)", signs.group, left)
    return left + (
        signs.decimal + right if right or (least == 0 and "." in pattern and decimals == "") else ""
    )


def _scientific(value: float, pattern: str, power: str, signs: Signs) -> str:
    decimals = len(pattern.partition(".")[2])
    digits, _, exponent = f"{value:.{decimals}E}".partition("E")
    number = int(exponent)
    sign = "-" if number < 0 else "+" if power[1] == "+" else ""
    return f"{digits.replace('.', signs.decimal)}E{sign}{str(abs(number)).rjust(len(power) - 2, '0')}"


def moment(value: float, since_1904: bool = False) -> datetime | None:
    """Return the date that a number stands for; None outside the years that a spreadsheet knows."""
    if not 0 <= value < 2_958_466:
        return None
    # 1900 has a 29 February there, so that the days before March stand one off
    epoch = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30 if value >= 60 else 31)
    return epoch + timedelta(seconds=round(value * 86_400, 3))


def _date(value: float, section: str, since_1904: bool) -> str | None:
    parts_of_seconds = ".0" in section
    at = moment(value if parts_of_seconds else round(value * 86_400) / 86_400, since_1904)
    if at is None:
        return None
    if _ELAPSED.search(section):
        return _elapsed(value, section)
    noon = "AM/PM" in section.upper() or "A/P" in section.upper()
    shown, last = "", ""
    tokens = _tokens(section)
    for number, (kind, text) in enumerate(tokens):
        letter, width = text[:1].lower(), len(text)
        if kind in ("word", "escaped") or (kind == "other" and text in ".,;'-"):
            shown += text
        elif kind == "other":
            return None
        elif kind != "code":
            continue
        elif text in ("AM/PM", "A/P"):
            shown += ("AM" if at.hour < 12 else "PM")[: 2 if text == "AM/PM" else 1]
        elif letter == "m" and (last == "h" or _seconds_follow(tokens[number + 1 :])):
            shown += str(at.minute).rjust(min(width, 2), "0")
        elif letter == "m":
            name = _MONTHS[at.month - 1]
            shown += name[: {3: 3, 5: 1}.get(width)] if width > 2 else str(at.month).rjust(width, "0")
        elif letter == "y":
            shown += f"{at.year % 100:02}" if width <= 2 else str(at.year)
        elif letter == "d":
            name = _DAYS[at.weekday()]
            shown += (name[:3] if width == 3 else name) if width > 2 else str(at.day).rjust(width, "0")
        elif letter == "h":
            shown += str((at.hour % 12 or 12) if noon else at.hour).rjust(min(width, 2), "0")
        elif letter == "s":
            whole, _, parts = text.partition(".")
            shown += str(at.second).rjust(len(whole), "0")
            shown += f".{at.microsecond:06}"[: 1 + len(parts)] if parts else ""
        elif letter in "-+ ()/:.,":
            shown += text
        else:
            return None
        if kind == "code" and letter in "ymdhs":
            last = letter
    return shown.strip()


def _seconds_follow(rest: list[tuple[str, str]]) -> bool:
    letters = (text[0].lower() for kind, text in rest if kind == "code" and text[0].lower() in "ymdhs")
    return next(letters, "") == "s"


def _elapsed(value: float, section: str) -> str | None:
    seconds = round(value * 86_400)
    match section.lower().replace("\\", ""):
        case "[h]:mm" | "[hh]:mm":
            return f"{seconds // 3600}:{seconds % 3600 // 60:02}"
        case "[h]:mm:ss" | "[hh]:mm:ss":
            return f"{seconds // 3600}:{seconds % 3600 // 60:02}:{seconds % 60:02}"
        case "[m]:ss" | "[mm]:ss":
            return f"{seconds // 60}:{seconds % 60:02}"
        case _:
            return None
