from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.drawing import Art, Item, Text
from cardgen.faces.text.fitting import TextBox, TextLayout, TextLine, break_lines, lay_out, text_width
from cardgen.faces.text.markup import TextStyle
from cardgen.faces.text.shaping import typeface
from tests.many import examples

ZILLA = TextStyle("Zilla Slab", 4.0)
COIN = Art(b"<svg/>", "coin", 0, 0, 20, 10)


def texts(items: tuple[Item, ...] | list[Item]) -> list[Text]:
    return [item for item in items if isinstance(item, Text)]


def lines(layout: TextLayout) -> list[str]:
    """Return the words of each line, top to bottom."""
    rows = itertools.groupby(texts(layout.items), key=lambda t: round(t.y, 3))
    return ["".join(t.words for t in row) for _, row in rows]


def line_of_text(words: str, style: TextStyle, x: float, y: float, anchor: str = "start") -> list[Text]:
    return texts(lay_out(TextLine(words, style, x, y, anchor)).items)  # type: ignore[arg-type]


def right(text: Text) -> float:
    return text.x + sum(g.advance for g in text.glyphs) * text.size


def set_in(words: str, width: float = 40, height: float | None = 100, **options: object) -> TextLayout:
    return lay_out(TextBox(words, ZILLA, 0, 0, width, height, **options))  # type: ignore[arg-type]


# -- one line -----------------------------------------------------------------------------------------


def test_a_ligature_copies_out_as_its_letters() -> None:
    (item,) = line_of_text("office", ZILLA, 0, 0)
    assert len(item.glyphs) < len("office")
    assert item.words == "office"


def test_kerning_brings_letters_together() -> None:
    roboto = TextStyle("Roboto", 10)
    apart = sum(text_width(c, TextStyle("Roboto", 10)) for c in "AVAV")
    (item,) = line_of_text("AVAV", roboto, 0, 0)
    assert right(item) < apart


@pytest.mark.parametrize(("anchor", "left"), [("start", 100.0), ("middle", 100 - 5), ("end", 100 - 10)])
def test_an_anchor_says_where_the_line_lies(anchor: str, left: float) -> None:
    size = 10 / text_width("Bier", TextStyle("Zilla Slab", 1))
    items = line_of_text("Bier", TextStyle("Zilla Slab", size), 100, 50, anchor)
    assert items[0].x == pytest.approx(left)
    assert items[0].y == 50


def test_letter_spacing_widens_every_letter_and_parts_ligatures() -> None:
    spaced = line_of_text("office", TextStyle("Zilla Slab", 4, letter_spacing=1), 0, 0)[0]
    assert len(spaced.glyphs) == 6
    assert right(spaced) == pytest.approx(
        sum(text_width(c, TextStyle("Zilla Slab", 4)) for c in "office") + 6, abs=0.2
    )


def test_a_break_in_point_text_makes_a_second_line() -> None:
    items = line_of_text("one\\ntwo", ZILLA, 0, 10)
    assert [(t.words, t.y) for t in items] == [("one", 10), ("two", pytest.approx(14.8))]


def test_text_width_is_what_is_drawn() -> None:
    (item,) = line_of_text("Fifteen barrels", ZILLA, 0, 0)
    assert text_width("Fifteen barrels", TextStyle("Zilla Slab", 4)) == pytest.approx(right(item))
    assert text_width("a\nwide one", TextStyle("Zilla Slab", 4)) == text_width(
        "wide one", TextStyle("Zilla Slab", 4)
    )


# -- breaking -----------------------------------------------------------------------------------------


def test_no_text_has_no_width_and_two_spaces_are_twice_as_wide_as_one() -> None:
    assert text_width("", TextStyle("Zilla Slab", 4)) == 0
    assert text_width("  ", TextStyle("Zilla Slab", 4)) == pytest.approx(
        2 * text_width(" ", TextStyle("Zilla Slab", 4))
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("closing-time", ["closing-", "time"]),
        ("red/blue/green", ["red/blue/", "green"]),
        ("minus -30000000000", ["minus", "-30000000000"]),
        ("2–4 players are", ["2–4", "players are"]),
        ("yes—certainly no", ["yes—", "certainly no"]),
        ("super\u00adfragile", ["super-", "fragile"]),
        ("one\u00a0two three", ["one\u00a0two", "three"]),
        ("a\u200bbbbbbbbbbb", ["a", "bbbbbbbbbb"]),
    ],
)
def test_lines_end_where_they_may(words: str, expected: list[str]) -> None:
    width = (
        max(text_width(line.replace("\u00ad", ""), TextStyle("Zilla Slab", 4)) for line in expected) + 0.05
    )
    broken = [texts(line.items(0, 0)) for line in break_lines(words, ZILLA, width)]
    shown = ["".join(t.words for t in row).rstrip() for row in broken]
    assert shown == [line.removesuffix("-") if "\u00ad" in words else line for line in expected]


def test_a_hyphen_is_drawn_but_not_copied() -> None:
    first, second = break_lines(
        "super\u00adfragile", ZILLA, text_width("super-f", TextStyle("Zilla Slab", 4))
    )
    drawn = texts(first.items(0, 0))
    assert len([g for t in drawn for g in t.glyphs]) == 6
    assert "".join(t.words for t in [*drawn, *texts(second.items(0, 0))]) == "superfragile"


def test_a_soft_hyphen_that_is_not_needed_stays_away() -> None:
    (line,) = break_lines("super\u00adfragile", ZILLA, 100)
    assert "".join(t.words for t in texts(line.items(0, 0))) == "superfragile"
    assert line.width == pytest.approx(
        text_width("super", TextStyle("Zilla Slab", 4)) + text_width("fragile", TextStyle("Zilla Slab", 4))
    )


def test_chinese_breaks_between_characters_but_not_before_a_full_stop() -> None:
    em = text_width("漢", TextStyle("Zilla Slab", 4))
    broken = [
        "".join(t.words for t in texts(line.items(0, 0)))
        for line in break_lines("漢漢漢漢。漢", ZILLA, 4 * em + 0.1)
    ]
    assert broken == ["漢漢漢", "漢。漢"]


def test_marks_stay_with_their_letter() -> None:
    (item,) = line_of_text("e\u0301t", TextStyle("Zilla Slab", 4), 0, 0)
    assert item.words == "e\u0301t"
    assert all(g.text != "\u0301" for g in item.glyphs)


# -- boxes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("align", "free"), [("start", 0.0), ("center", 0.5), ("end", 1.0)])
def test_a_line_is_aligned_in_its_box(align: str, free: float) -> None:
    layout = set_in("Bier", align=align)
    assert layout.items[0].x == pytest.approx(free * (40 - text_width("Bier", TextStyle("Zilla Slab", 4))))  # type: ignore[union-attr]


def test_justified_lines_reach_both_sides_but_the_last() -> None:
    layout = set_in("the last guest of a beer garden takes the first mug", width=30, align="justify")
    rights = [
        max(right(t) for t in row) for _, row in itertools.groupby(texts(layout.items), key=lambda t: t.y)
    ]
    assert all(r == pytest.approx(30, abs=0.01) for r in rights[:-1])
    assert rights[-1] < 29


@pytest.mark.parametrize(("valign", "share"), [("top", 0.0), ("middle", 0.5), ("bottom", 1.0)])
def test_a_text_stands_high_or_low_in_its_box(valign: str, share: float) -> None:
    top = texts(set_in("Bier").items)[0].y
    moved = texts(set_in("Bier", valign=valign).items)[0].y
    assert moved - top == pytest.approx(share * (100 - 4 * 1.2))


def test_balanced_lines_leave_no_short_word_alone_and_take_no_more_room() -> None:
    words = "send another guest with a printed value of two or less home"
    ragged, even = set_in(words, 55), set_in(words, 55, balance=True)
    assert lines(ragged)[-1] == "home"
    assert len(lines(even)) == len(lines(ragged)) == 3
    assert len(lines(even)[-1]) > 10
    assert " ".join(line.strip() for line in lines(even)) == words


def test_a_balanced_text_that_fits_on_one_line_stays_on_it() -> None:
    assert lines(set_in("Bier und Brezel", 60, balance=True)) == ["Bier und Brezel"]


def test_a_balanced_text_shrinks_no_more_than_another() -> None:
    words = "a word and another " * 6
    assert set_in(words, 40, 16, shrink=True, balance=True).scale == set_in(words, 40, 16, shrink=True).scale


def test_a_text_shrinks_as_little_as_it_must() -> None:
    words = "a word and another " * 6
    layout = set_in(words, 40, 16, shrink=True)
    assert layout.scale < 1
    assert not layout.overflow
    larger = lay_out(TextBox(words, TextStyle("Zilla Slab", 4 * layout.scale * 1.02), 0, 0, 40, 16))
    assert larger.overflow


def test_a_text_that_does_not_fit_says_how_much() -> None:
    layout = set_in("word " * 100, 40, 10, shrink=True, floor=0.5)
    assert layout.scale == 0.5
    assert layout.too_high == pytest.approx(layout.height - 10)
    assert set_in("Donaudampfschiff", 10).too_wide > 10


def test_icons_are_as_high_as_the_letters() -> None:
    layout = lay_out(TextBox("pay {coin} now", ZILLA, 0, 0, 60, 20, icons={"coin": COIN}))
    (icon,) = [i for i in layout.items if isinstance(i, Art)]
    assert icon.matrix[0] * icon.height == pytest.approx(0.95 * 4)
    before, after = texts(layout.items)
    assert icon.matrix[4] == pytest.approx(right(before))
    assert after.x == pytest.approx(right(before) + 2 * 0.95 * 4)


def test_an_icon_takes_the_colour_of_its_text() -> None:
    icon = Art(b'<svg color="#000000"/>', "k", 0, 0, 10, 10)
    red = lay_out(TextBox("{i}", TextStyle("Zilla Slab", 4, fill="#ff0000"), 0, 0, 60, 20, icons={"i": icon}))
    assert isinstance(red.items[0], Art)
    assert red.items[0].svg == b'<svg color="#ff0000"/>'
    assert red.items[0].key != "k"


def test_a_missing_glyph_is_said_and_drawn_as_a_box() -> None:
    layout = set_in("a 漢 b")
    assert layout.missing == "漢"
    assert any(g.id == 0 and g.text == "漢" for t in texts(layout.items) for g in t.glyphs)


def test_a_second_family_helps_out_without_complaint() -> None:
    only = TextStyle("Alfa Slab One", 4)
    both = TextStyle("Alfa Slab One, Roboto", 4)
    assert lay_out(TextBox("a ж", only, 0, 0, 60, 20)).missing == "ж"
    layout = lay_out(TextBox("a ж", both, 0, 0, 60, 20))
    assert layout.missing == ""
    assert {t.font.family for t in texts(layout.items)} == {"Alfa Slab One", "Roboto"}


def test_a_non_breaking_hyphen_needs_no_glyph_of_its_own() -> None:
    assert set_in("a\u2011b c\u00a0d").missing == ""


def test_a_box_on_a_baseline_puts_its_first_line_there() -> None:
    layout = lay_out(TextBox("one two three four", ZILLA, 0, 0, 20, None, baseline=33))
    assert texts(layout.items)[0].y == pytest.approx(33)
    assert layout.lines > 1
    assert not layout.overflow


def test_shaped_words_are_remembered() -> None:
    face = typeface(ZILLA)
    assert face.shape("remembered") is face.shape("remembered")


LETTERS = st.sampled_from("abcdefghijklmnop fi ff -/—–0123 éß.,\u00a0\u00ad\u200b\n漢字")


@examples(100, 400)
@given(
    words=st.text(LETTERS, min_size=1, max_size=120),
    width=st.floats(6, 60),
    height=st.floats(5, 40),
    size=st.floats(1.5, 8),
    floor=st.floats(0.3, 1),
    align=st.sampled_from(["start", "center", "end", "justify"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
)
def test_every_layout_keeps_its_promises(
    words: str, width: float, height: float, size: float, floor: float, align: str, valign: str
) -> None:
    style = TextStyle("Zilla Slab", size)
    layout = lay_out(TextBox(words, style, 3, 7, width, height, align, valign, True, floor))  # type: ignore[arg-type]
    assert floor <= layout.scale <= 1
    items = texts(layout.items)
    assert all(t.size == pytest.approx(size * layout.scale) for t in items)
    if not layout.too_wide:
        assert all(t.x >= 3 - 0.01 and right(t) <= 3 + width + 0.02 for t in items)
    if not layout.overflow:
        assert layout.height <= height + 0.01
    kept = "".join(t.words for t in items)
    invisible = " \n\u00ad\u200b"
    assert [c for c in kept if c not in invisible] == [c for c in words if c not in invisible]


def broken(text: str, letters: float) -> list[str]:
    """Return the lines of a text in a box as wide as so many missing letters."""
    wide = text_width("漢", ZILLA) * letters + 0.1
    found = [
        [s for w in line.words for p in w.parts for s in getattr(p, "shaped", ())]
        for line in break_lines(text, ZILLA, wide)
    ]
    return ["".join(g.text for s in line for g in s.glyphs) for line in found]


def test_korean_breaks_between_words_and_chinese_between_letters() -> None:
    assert broken("카드를 두장 뽑습니다", 4) == ["카드를", "두장", "뽑습니다"]
    assert broken("每名玩家抽兩張牌", 4) == ["每名玩家", "抽兩張牌"]
    assert broken("漢字를", 2) == ["漢", "字를"]
