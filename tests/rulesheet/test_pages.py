"""Pages: all words in order, nothing outside the frame, and a word about everything that does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.base.drawing import Drawing, Path, PlacedDrawing, Text
from cardgen.base.units import parse_paper
from cardgen.rulesheet import rule_pages
from tests.rulesheet.conftest import Make

LONG = "\n\n".join(
    f"## Part {n}\n\n"
    + " ".join(f"Word{n}x{i} and so on." for i in range(40))
    + f"\n\n1. first {n}\n2. second {n}"
    for n in range(1, 13)
)


def said(pages: list[Drawing]) -> str:
    """All words of the pages, footers left out, in painting order."""
    found = []
    for page in pages:
        body = [t for t in page.texts() if t.y < page.height - 12]
        found += [t.words for t in body]
    return " ".join(" ".join(found).split())


def edges(page: Drawing) -> Iterator[tuple[float, float]]:
    """Corners of everything that is drawn on a page."""
    for item in page.items:
        match item:
            case Text():
                seen = item.glyphs[:-1] if item.words.endswith(" ") else item.glyphs
                width = sum(g.advance for g in seen) * item.size
                yield item.x, item.y - 0.7 * item.size
                yield item.x + width, item.y
            case Path():
                for command in item.commands:
                    points = command[1:]
                    yield from zip(points[::2], points[1::2], strict=True)  # type: ignore[arg-type]
            case PlacedDrawing():
                a, b, c, d, e, f = item.matrix
                for x in (item.drawing.x, item.drawing.x + item.drawing.width):
                    for y in (item.drawing.y, item.drawing.y + item.drawing.height):
                        yield a * x + c * y + e, b * x + d * y + f


@pytest.mark.parametrize("paper", ["a4", "letter", "148x210mm", "a3", "90x140mm"])
def test_all_words_come_out_in_order_on_any_paper(sheet_of: Make, faces: Any, paper: str) -> None:
    pages = rule_pages(sheet_of(LONG), faces, parse_paper(paper))
    words = [w for w in said(pages).split() if w.startswith("Word")]
    assert words == [f"Word{n}x{i}" for n in range(1, 13) for i in range(40)]


@pytest.mark.parametrize("paper", ["a4", "letter", "148x210mm"])
def test_nothing_sticks_out_of_the_margins(sheet_of: Make, faces: Any, paper: str) -> None:
    rules = f"""\
::: at-a-glance
- **2-4** players
- {{{{ face("K1") }}}} cards
:::
{LONG}
::: call-out Mind
![x](keg)
Text in a box that is long enough to be broken into several lines of words, {"again and " * 30}
:::
| | |
|---|---|
| ![x](keg) | words in a table |
"""
    size = parse_paper(paper)
    sheet = sheet_of(rules)
    pages = rule_pages(sheet, faces, size)
    assert list(sheet.problems) == []
    top, right, _bottom, left = sheet.theme.page.margins
    for page in pages:
        for x, y in edges(page):
            assert left - 0.01 <= x <= size.width - right + 0.01, (x, y)
            assert top - 0.01 <= y <= size.height - 4, (x, y)


def test_a_sheet_keeps_to_its_page_breaks_by_getting_a_little_smaller(sheet_of: Make, faces: Any) -> None:
    text = " ".join(f"word{i}" for i in range(1050))
    pages = rule_pages(sheet_of(f"{text}\n\n---\n\nlast"), faces, parse_paper("a4"))
    assert len(pages) == 2
    sizes = {round(t.size, 2) for t in pages[0].texts() if t.words.startswith("word")}
    assert 2.79 <= max(sizes) < 3.25


def test_a_page_break_starts_a_page(sheet_of: Make, faces: Any) -> None:
    one, two = rule_pages(sheet_of("one\n\n---\n\ntwo"), faces, parse_paper("a4"))
    assert (said([one]), said([two])) == ("one", "two")


def test_what_is_too_tall_is_a_problem(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of("![tall](face:K1?height=300mm)")
    rule_pages(sheet, faces, parse_paper("297x100mm"))
    assert [p.code for p in sheet.problems] == ["rules-overflow"]
    assert [p.code for p in faces.problems] == ["rules-overflow"]


def test_a_word_too_long_for_its_column_gets_smaller_and_is_told_at_last(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of("# " + "Beer" * 8)
    (page,) = rule_pages(sheet, faces, parse_paper("a4"))
    assert max(x for x, _ in edges(page)) <= 210 - 14 + 0.01
    assert list(sheet.problems) == []
    sheet = sheet_of("# " + "Beer" * 60)
    rule_pages(sheet, faces, parse_paper("a4"))
    assert [p.code for p in sheet.problems] == ["rules-overflow"]


@pytest.mark.parametrize(
    ("said", "theme", "code"),
    [
        ("Cheers 🍺", "", "missing-glyph"),
        ("Hello", "type:\n  text: {font: Nonesuch}\n", "unknown-font"),
        ("![x](face:K9)", "", "unknown-card"),
    ],
)
def test_what_cannot_be_printed_is_a_problem(
    sheet_of: Make, faces: Any, said: str, theme: str, code: str
) -> None:
    sheet = sheet_of(said, rules__theme_yaml=theme)
    rule_pages(sheet, faces, parse_paper("a4"))
    assert code in [p.code for p in sheet.problems]


def test_the_foot_counts_the_pages(sheet_of: Make, faces: Any) -> None:
    pages = rule_pages(sheet_of("one\n\n---\n\ntwo"), faces, parse_paper("a4"))
    feet = [" ".join(t.words for t in page.texts() if t.y > page.height - 12) for page in pages]
    assert feet == ["Tavern · rules · version 1.0 page 1 of 2", "Tavern · rules · version 1.0 page 2 of 2"]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    blocks=st.lists(
        st.sampled_from(
            ["## Head", "text " * 30, "- a\n- b", "1. a\n2. b", "![x](keg)", "::: call-out T\nx\n:::", "---"]
        ),
        min_size=1,
        max_size=14,
    )
)
def test_any_mixture_of_blocks_makes_pages(sheet_of: Make, faces: Any, blocks: list[str]) -> None:
    sheet = sheet_of("\n\n".join(blocks))
    pages = rule_pages(sheet, faces, parse_paper("a4"))
    assert list(sheet.problems) == []
    assert said(pages).split().count("text") == 30 * blocks.count("text " * 30)
