"""What a language is called, how it writes numbers and days, and its plural forms: Unicode's tables, in locales.json.

`benchmarks/locales.py` writes the file from Babel's copy of them. A region is there where it differs from its language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

TABLES = Path(__file__).with_name("locales.json")
_RELATION = re.compile(r"([nivft]|e)(?: mod (\d+))?( not)? in ([\d.,]+)")
_FORMS = ("zero", "one", "two", "few", "many", "other")


class Locale(NamedTuple):
    """What Unicode's tables say of a language."""

    name: str
    decimal: str
    group: str
    pattern: str
    """Of a day, with {d} or {dd}, {month} and {y}."""
    months: tuple[str, ...]
    plural: Mapping[str, str]
    """Rules in Unicode's words by form; `other` has none."""

    def number(self, value: float, decimals: int | None = None) -> str:
        """Return a number with so many decimals, None for up to three."""
        said = format(Decimal(str(value)), f",.{3 if decimals is None else decimals}f")
        if decimals is None:
            said = said.rstrip("0").rstrip(".") if "." in said else said
        signs = {",": self.group, ".": self.decimal}
        return "".join(signs.get(letter, letter) for letter in said)

    def day(self, day: date) -> str:
        return self.pattern.format(
            d=day.day, dd=f"{day.day:02}", month=self.months[day.month - 1], y=day.year
        )

    def form(self, n: float) -> str:
        digits = format(abs(Decimal(str(n))), "f").partition(".")[2] if n != int(n) else ""
        of = {"n": abs(n), "i": int(abs(n)), "v": len(digits), "e": 0}
        of |= {"f": int(digits or 0), "t": int(digits.rstrip("0") or 0)}
        return next((form for form, rule in self.plural.items() if _fits(rule, of)), "other")


def _fits(rule: str, of: Mapping[str, float]) -> bool:
    return any(all(_holds(one, of) for one in either.split(" and ")) for either in rule.split(" or "))


def _in_c(rule: str) -> str:
    """Return a plural rule for whole numbers in the language of gettext."""
    either = []
    for one in rule.split(" or "):
        both = [_relation_in_c(relation) for relation in one.split(" and ")]
        if "0" not in both:
            either.append(" && ".join(said for said in both if said != "1") or "1")
    return " || ".join(either) or "0"


def _relation_in_c(relation: str) -> str:
    found = _RELATION.fullmatch(relation)
    assert found, relation
    operand, modulus, without, ranges = found.groups()
    if operand not in "ni":  # what whole numbers have no digits of
        return str(int(_holds(relation, {operand: 0})))
    value = f"n % {modulus}" if modulus else "n"
    parts = [one.split("..") for one in ranges.split(",")]
    said = " || ".join(
        f"{value} == {part[0]}" if len(part) == 1 else f"{value} >= {part[0]} && {value} <= {part[1]}"
        for part in parts
    )
    return f"!({said})" if without else f"({said})" if len(parts) > 1 else said


def _holds(relation: str, of: Mapping[str, float]) -> bool:
    found = _RELATION.fullmatch(relation)
    assert found, relation
    operand, modulus, without, ranges = found.groups()
    value = of[operand] % int(modulus) if modulus else of[operand]
    spans = (one.split("..") if ".." in one else (one, one) for one in ranges.split(","))
    within = any(value == int(value) and int(first) <= value <= int(last) for first, last in spans)
    return within != bool(without)


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, Any]]:
    return dict(json.loads(TABLES.read_text(encoding="utf-8")))


@lru_cache(maxsize=16)
def known_locale(language: str) -> Locale | None:
    """Return what is known of a language, also of its region (pt, pt-BR, zh-Hant-TW); None of one that Unicode lacks."""
    language, *parts = language.replace("_", "-").split("-")
    names = [language.lower()]
    for part in parts:
        names.append(f"{names[-1]}-{part.title() if len(part) == 4 else part.upper()}")
    known = [_tables()[name] for name in names if name in _tables()]
    if not known or names[0] not in _tables():
        return None
    said = {key: value for one in known for key, value in one.items()}
    return Locale(**{**said, "months": tuple(said["months"])})


def called(language: str) -> str:
    """Return the name of a language in its own words, a region behind it as it is; its code if Unicode lacks it."""
    found, (_, dash, region) = known_locale(language), language.partition("-")
    return f"{found.name} ({region})" if found and dash else found.name if found else language


def locale_of(language: str) -> Locale:
    """Return what is known of a language; of one that Unicode lacks, what is known of English."""
    found = known_locale(language) or known_locale("en")
    assert found
    return found


@lru_cache(maxsize=16)
def counted_forms(language: str) -> tuple[str, ...]:
    """Return the plural forms that whole numbers of a game have in a language, in the order of Unicode and gettext."""
    there = {*map(locale_of(language).form, range(201))}
    return tuple(form for form in _FORMS if form in there)


def gettext_forms(language: str) -> str:
    """Return the plural forms of a language as the head of a gettext catalogue says them."""
    forms, rules = counted_forms(language), locale_of(language).plural
    said = "".join(f"{_in_c(rules[form])} ? {n} : " for n, form in enumerate(forms[:-1]))
    return f"nplurals={len(forms)}; plural=({said}{len(forms) - 1});"
