"""A number is what its cell shows, and what cannot be known is not guessed."""

from __future__ import annotations

import pytest

from cardgen.source.tables.formats import Signs, format_of, general

GERMAN = Signs(",", ".", english=False)


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ("General", 1.0, "1"),
        ("General", 0.1 + 0.2, "0.3"),
        ("General", 1e20, "1E+20"),
        ("0", 2.5, "3"),
        ("0.0", 1, "1.0"),
        ("0.0#", 1.5, "1.5"),
        ("000", 7, "007"),
        ("#,##0.00", 1234.5, "1,234.50"),
        ("#,##0", 1234567, "1,234,567"),
        ("0%", 0.5, "50%"),
        ("0%", 0.575, "58%"),
        ("0.00", 1.005 * 1000 / 1000, "1.01"),
        ("0.00", 1.1 * 1.35 * 10, "14.85"),
        ("0.0 %", 0.125, "12.5 %"),
        ("0.00E+00", 100000, "1.00E+05"),
        ('"No. "0', 5, "No. 5"),
        ("[$€-407] 0.00", 3.5, "€ 3.50"),
        ("_-* #,##0.00 €_-", 3.5, "3.50 €"),
        ("0;-0;;@", 0, ""),
        ("0.00_);(0.00)", -2, "(2.00)"),
        ('0.0,,"M"', 1234567, "1.2M"),
        ("0.00", -0.001, "0.00"),
        ("yyyy-mm-dd", 45000, "2023-03-15"),
        ("d. m. yyyy", 45000, "15. 3. 2023"),
        ("mmm-yy", 45000, "Mar-23"),
        ("dddd", 45000, "Wednesday"),
        ("h:mm", 0.5, "12:00"),
        ("h:mm AM/PM", 0.7, "4:48 PM"),
        ("mm:ss", 0.0123, "17:43"),
        ("[h]:mm", 1.5, "36:00"),
        ("yyyy-mm-dd", 59, "1900-02-28"),
    ],
)
def test_a_number_is_shown_through_its_format(code: str, value: float, shown: str) -> None:
    assert format_of(code).show(value) == shown


@pytest.mark.parametrize("code", ["# ?/?", "[<5]0;0.0", "[$-407]d. mmmm yyyy", "0!!0"])
def test_what_is_not_known_is_not_guessed(code: str) -> None:
    assert format_of(code).show(45000) is None


def test_another_language_has_its_own_signs_and_its_own_months() -> None:
    assert format_of("#,##0.00", GERMAN).show(1234.5) == "1.234,50"
    assert general(1.5, GERMAN) == "1,5"
    assert format_of("mmm-yy", GERMAN).show(45000) is None


def test_a_file_may_count_its_days_from_1904() -> None:
    assert format_of("yyyy-mm-dd", since_1904=True).show(0) == "1904-01-01"


@pytest.mark.parametrize(
    ("code", "date"), [("d.m.yy", True), ("[Red]0.00", False), ('"day" 0', False), ("[mm]:ss", True)]
)
def test_a_date_is_told_from_a_number(code: str, date: bool) -> None:
    assert format_of(code).date is date
