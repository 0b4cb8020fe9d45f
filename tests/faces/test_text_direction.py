"""Text that is written from the right. No font here has Hebrew letters; their order is seen in what glyphs stand for."""

from __future__ import annotations

import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest
from bidi import get_display  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.drawing import Art, FontKey, Item, Text
from cardgen.faces.text.fitting import TextBox, TextLayout, break_lines, lay_out, text_width
from cardgen.faces.text.fonts import font
from cardgen.faces.text.lines import Glyphs, from_left_to_right
from cardgen.faces.text.markup import TextStyle
from cardgen.faces.text.shaping import from_the_right, levels_of

ZILLA = TextStyle("Zilla Slab", 4.0)
COIN = Art(b"<svg/>", "coin", 0, 0, 20, 10)


def set_in(words: str, width: float = 80, **options: object) -> TextLayout:
    return lay_out(TextBox(words, ZILLA, 0, 0, width, 100, icons={"coin": COIN}, **options))  # type: ignore[arg-type]


def rows(layout: TextLayout) -> list[str]:
    """Return each line from left to right as it stands on paper, an icon as ¤."""
    return ["".join(shown(item) for item in row) for _, row in groupby(layout.items, key=baseline)]


def shown(item: Item) -> str:
    return item.words if isinstance(item, Text) else "¤"


def baseline(item: Item) -> float:
    if isinstance(item, Art):  # it stands a little below the line
        return round(item.matrix[5] + item.height * item.matrix[3] - 0.18 * 4, 3)
    assert isinstance(item, Text)
    return round(item.y, 3)


def left(item: Item) -> float:
    return item.matrix[4] if isinstance(item, Art) else item.x  # type: ignore[union-attr]


def right(item: Item) -> float:
    assert isinstance(item, Text)
    return item.x + sum(g.advance for g in item.glyphs) * item.size


@pytest.mark.parametrize(
    ("words", "on_paper"),
    [
        ("אב גד הו", "וה דג בא"),
        ("12 אב גד", "דג בא 12"),
        ("אב 12 גד", "דג 12 בא"),
        ("אב 1,234.5 גד", "דג 1,234.5 בא"),
        ("אב 2-4 גד", "דג 2-4 בא"),
        ("אב 2–4 גד", "דג 4–2 בא"),
        ("אב Bier und Brezel גד", "דג Bier und Brezel בא"),
        ("אב Bier 12 גד", "דג Bier 12 בא"),
        ("אב, גד!", "!דג ,בא"),
        ("אב-Bier-גד", "דג-Bier-בא"),
        ("(אב) גד", "דג )בא("),
        ("אב (Bier) גד", "דג )Bier( בא"),
        ("ask אב גד now", "ask דג בא now"),
        ("ask אב 12 גד now", "ask דג 12 בא now"),
        ("price: אב, ok", "price: בא, ok"),
        ("**12** אב *גד*", "דג בא 12"),
        ("אב **גד** הו", "וה דג בא"),
        ("א**ב**ג", "גבא"),
        ("אב {coin} גד", "דג ¤ בא"),
        ("pay 2 {coin} אב", "pay 2 ¤ בא"),
        ("2 {coin} אב", "בא ¤ 2"),
        ("السعر 12", "12 رعسلا"),
    ],
)
def test_a_line_stands_as_the_unicode_algorithm_says(words: str, on_paper: str) -> None:
    layout = set_in(words)
    assert rows(layout) == [on_paper]
    assert [left(item) for item in layout.items] == sorted(left(item) for item in layout.items)


def test_brackets_are_mirrored_and_copy_out_as_they_were_written() -> None:
    zilla = font(FontKey("Zilla Slab")).shaper
    glyphs = [g for item in set_in("(אב)").items if isinstance(item, Text) for g in item.glyphs]
    assert [g.text for g in glyphs if g.id] == [")", "("]
    assert [g.id for g in glyphs if g.id] == [zilla.get_nominal_glyph(ord(c)) for c in "()"]


def test_lines_are_broken_as_they_are_read_and_then_put_in_order() -> None:
    width = text_width("אב 12 גד", TextStyle("Zilla Slab", 4)) + 0.01
    assert rows(set_in("אב 12 גד הו 12 זח", width)) == ["דג 12 בא", "חז 12 וה"]
    assert rows(set_in("ask אב גד", text_width("ask אב", TextStyle("Zilla Slab", 4)) + 0.01)) == [
        "ask בא",
        "דג",
    ]


def test_each_paragraph_starts_at_its_own_side() -> None:
    layout = set_in("12 אב\\nBier\\nאב")
    hebrew, latin, again = (list(row) for _, row in groupby(layout.items, key=baseline))
    assert right(hebrew[-1]) == right(again[-1]) == pytest.approx(80)
    assert left(latin[0]) == 0


@pytest.mark.parametrize(("align", "at"), [("start", 80), ("end", 0), ("center", 40)])
def test_alignment_is_mirrored(align: str, at: float) -> None:
    items = set_in("אב גד", align=align).items
    low, high = left(items[0]), right(items[-1])
    assert {"start": high, "end": low, "center": (low + high) / 2}[align] == pytest.approx(at)


def test_justified_lines_reach_both_sides() -> None:
    layout = set_in("אב גד הו 12 זח טי כל מנ סע פצ", 20, align="justify")
    first, *_ = (list(row) for _, row in groupby(layout.items, key=baseline))
    assert left(first[0]) == pytest.approx(0)
    assert right(first[-1]) == pytest.approx(20)


def test_a_hyphen_stands_at_the_left_end_of_its_line() -> None:
    first, second = break_lines("אבגד\u00adהוזח", ZILLA, text_width("אבגדה", TextStyle("Zilla Slab", 4)))
    drawn = [g for item in first.items(0, 0) if isinstance(item, Text) for g in item.glyphs]
    assert [g.text for g in drawn] == ["", *"דגבא"]
    assert [shown(item) for item in second.items(0, 0)] == ["חזוה"]


def test_letter_spacing_and_fallback_fonts_go_along() -> None:
    spaced = TextStyle("Alfa Slab One, Roboto", 4, letter_spacing=1)
    (line,) = break_lines("12 אב ж", spaced, 100)
    assert "".join(shown(item) for item in line.items(0, 0)) == "ж בא 12"
    assert line.width == pytest.approx(right(line.items(0, 0)[-1]))


def test_the_width_of_a_text_is_what_is_drawn() -> None:
    for words in ("אב (12) גד", "ask אב now"):
        assert text_width(words, TextStyle("Zilla Slab", 4)) == pytest.approx(
            right(set_in(words, align="end").items[-1]) - left(set_in(words, align="end").items[0])
        )


LETTERS = st.text(st.sampled_from("abאבגلم 123.,-()+%\u0661\u200f"), min_size=1, max_size=30)


@given(LETTERS.map(str.strip).filter(from_the_right))
def test_stretches_of_letters_stand_where_each_letter_would(text: str) -> None:
    letters = [Glyphs(ZILLA, (), level) for level in levels_of(text)]
    said = {id(glyphs): character for glyphs, character in zip(letters, text, strict=True)}
    assert "".join(said[id(glyphs)] for glyphs in from_left_to_right(letters)) == get_display(text)


@given(st.text(st.sampled_from("abאבג 12.,-()\n"), min_size=1, max_size=60), st.floats(8, 60))
def test_no_letter_is_lost(text: str, width: float) -> None:
    kept = sorted(g.text for item in set_in(text, width).items if isinstance(item, Text) for g in item.glyphs)
    assert [c for c in kept if c != " "] == sorted(c for c in text if not c.isspace())


def test_nothing_is_imported_for_latin_texts_without_a_style_sheet(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from tests.faces.face_kit import draw, svg, box
drawing, faces = draw(Path(sys.argv[1]), svg(box("café **and** 2–4 “Brezeln”")))
assert drawing.items and not faces.problems.errors
assert not {"bidi", "tinycss2", "cssselect2"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, cwd=Path(__file__).parents[2])
