"""Numbers, days and plural forms of every language, with Babel as judge."""

from __future__ import annotations

from datetime import date

import pytest
from babel import Locale as Judge
from babel import localedata
from babel.dates import format_date
from babel.numbers import format_decimal

from cardgen.base.locales import known_locale, locale_of

SOME = [
    "ar",
    "cs",
    "de",
    "de-CH",
    "en",
    "es-MX",
    "fr",
    "ga",
    "hu",
    "ja",
    "lv",
    "pl",
    "pt-PT",
    "sl",
    "th",
    "zh-Hant-TW",
    "zh-TW",
]
ALL = sorted({name.replace("_", "-") for name in localedata.locale_identifiers()} - set(SOME))
NUMBERS = [0, 1, -1, 1234, 1234.5, -1234567.8915, 0.0005, 0.0015, 2.5, 1e15, -0.0001]
COUNTED = [*range(23), *range(98, 113), 1000, 1_000_000, 1_000_001, 0.5, 1.0, 1.1, 2.25, -1, -3]


def judged(name: str) -> None:
    ours, judge = known_locale(name), Judge.parse(name, sep="-")
    assert ours, name
    assert ours.name == (judge.get_language_name() or judge.language), name
    for month in range(1, 13):
        day = date(2026, month, month + 7)
        assert ours.day(day) == format_date(day, "long", locale=judge), name
    for form, decimals in (("#,##0.###", None), ("#,##0.00", 2), ("#,##0", 0)):
        for number in NUMBERS:
            assert ours.number(number, decimals) == format_decimal(number, format=form, locale=judge), name
    assert [ours.form(n) for n in COUNTED] == [judge.plural_form(n) for n in COUNTED], name
    assert set(ours.plural) == judge.plural_form.tags


@pytest.mark.parametrize("name", SOME)
def test_a_language_writes_as_unicode_says(name: str) -> None:
    judged(name)


@pytest.mark.thorough
def test_every_language_writes_as_unicode_says() -> None:
    for name in ALL:
        judged(name)


def test_a_region_that_is_unknown_writes_as_its_language_and_a_language_that_is_unknown_as_english() -> None:
    assert known_locale("de-XX") == known_locale("de")
    assert known_locale("tlh") is None
    assert locale_of("tlh") == locale_of("en") == known_locale("EN-us")
