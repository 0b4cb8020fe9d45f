"""Writes cardgen/base/locales.json: each language's name, numbers, days and plural forms, from Babel's tables.

    python benchmarks/locales.py

Babel is 33 MB, of which cardgen reads 100 kB. A region says only what it writes otherwise than its language; one that
writes nothing otherwise is left out.
"""

from __future__ import annotations

import json
import re
from typing import Any

from babel import Locale, UnknownLocaleError, localedata
from babel.numbers import get_decimal_symbol, get_group_symbol

from cardgen.base.locales import TABLES


def main() -> None:
    """Write the file."""
    names = {_tag(name): name for name in localedata.locale_identifiers()}
    for tag in list(names):  # zh-TW is zh-Hant-TW, sr-ME is sr-Latn-ME
        language, *parts = tag.split("-")
        if len(parts) == 2:
            names.setdefault(f"{language}-{parts[1]}", f"{language}_{parts[1]}")
    tables: dict[str, dict[str, Any]] = {}
    for tag in sorted(names, key=lambda tag: (tag.count("-"), tag)):
        try:
            said = _said(Locale.parse(names[tag]))
        except UnknownLocaleError:
            continue
        above = _above(tag, tables)
        own = {key: value for key, value in said.items() if above.get(key) != value}
        if own or "-" not in tag:
            tables[tag] = own
    text = json.dumps(tables, ensure_ascii=False, indent=0, sort_keys=True)
    TABLES.write_text(re.sub(r'(?<=[",\[])\n(?=["\]])', "", text) + "\n", encoding="utf-8")
    print(f"{TABLES}: {len(tables)} languages and regions")


def _tag(name: str) -> str:
    return name.replace("_", "-")


def _above(tag: str, tables: dict[str, dict[str, Any]]) -> dict[str, Any]:
    parts = tag.split("-")
    said: dict[str, Any] = {}
    for length in range(1, len(parts)):
        said |= tables.get("-".join(parts[:length]), {})
    return said


def _said(locale: Locale) -> dict[str, Any]:
    days = locale.date_formats["long"].pattern
    months = locale.months["format"]["wide" if "MMMM" in days else "abbreviated"]
    if "MMM" not in days:
        months = {number: str(number) for number in months}
    pattern = ""
    for part in re.finditer(r"'([^']*)'|([A-Za-z])\2*|[^A-Za-z']+", days):
        names = {"d": "{d}", "dd": "{dd}", "MMMM": "{month}", "MMM": "{month}", "M": "{month}", "y": "{y}"}
        if part[2] == "G":
            pattern += locale.eras["abbreviated"][1]
        else:
            pattern += part[1] or "'" if part[0].startswith("'") else names[part[0]] if part[2] else part[0]
    return {
        "name": locale.get_language_name() or locale.language,
        "decimal": get_decimal_symbol(locale),
        "group": get_group_symbol(locale),
        "pattern": pattern,
        "months": [months[number] for number in range(1, 13)],
        "plural": dict(sorted(locale.plural_form.rules.items())),
    }


if __name__ == "__main__":
    main()
