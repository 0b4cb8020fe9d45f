"""Words of other scripts: where their lines break, how their letters join, which shape a language wants.

tests/browser/test_scripts.py compares all of it with a browser; here no font has the letters.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.base.drawing import Art, Drawing, FontKey, Text
from cardgen.faces.text import fonts, shaping
from cardgen.faces.text.fitting import TextBox, break_lines, lay_out
from cardgen.faces.text.fonts import families, font
from cardgen.faces.text.lines import words_of
from cardgen.faces.text.markup import TextStyle, rich
from cardgen.faces.text.shaping import neighbours, typeface
from tests.faces.face_kit import box, draw, svg

ROBOTO = TextStyle("Roboto", 4.0)
COIN = {"coin": Art(b"<svg/>", "coin", 0, 0, 10, 10)}


def texts(drawing: Drawing) -> list[Text]:
    return [item for item in drawing.items if isinstance(item, Text)]


def broken(words: str, word_break: str = "") -> str:
    """Return a text with a | wherever a line may end."""
    style = TextStyle("Roboto", 4.0, word_break=word_break)
    parts = words_of(rich(words, style, COIN))
    said = []
    for word in parts:
        glyphs = (
            "".join(g.text for shaped in part.shaped for g in shaped.glyphs)
            if hasattr(part, "shaped")
            else "¤"
            for part in word.parts
        )
        said.append("".join(glyphs) + " " * len(word.spaces))
    return "|".join(said)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("札を2枚。", "札|を|2|枚。"),
        ("「大漁だ」と", "「大|漁|だ」|と"),
        ("ボーナスっ", "ボー|ナ|スっ"),
        ("ラッキー！次", "ラッ|キー！|次"),
        ("時々〜人", "時々〜|人"),
        ("札（手）へ", "札|（手）|へ"),
        ("他——她", "他|——|她"),
        ("から**商品**を", "か|ら|商|品|を"),
        ("「**商**」", "「商」"),
        ("つき{coin}を", "つ|き|¤|を"),
        ("つき{coin}。", "つ|き|¤。"),
        ("2{coin}", "2¤"),
        ("100％と5%と7℃", "100％|と|5%|と|7℃"),
        ("￥100", "￥100"),
        ("か\u3099き", "か\u3099|き"),
        ("카드를 두 장", "카드를 |두 |장"),
        ("카드(패)를", "카드|(패)|를"),
        ("카드{coin}를", "카드¤를"),
        ("3개", "3개"),
        ("漢字와 한글", "漢|字와 |한글"),
        ("กา\u200bมา", "กา|มา"),
        ("{coin}\u200bกา", "¤||กา"),
        ("well-known and/or", "well-|known |and/|or"),
        ("well-**known**", "well-known"),
    ],
)
def test_a_line_may_end_where_readers_of_the_script_expect_it(words: str, lines: str) -> None:
    assert broken(words).replace("||", "|") == lines.replace("||", "|")


@pytest.mark.parametrize(
    ("words", "word_break", "lines"),
    [
        ("카드를", "normal", "카|드|를"),
        ("카드를", "keep-all", "카드를"),
        ("札を引く。次", "keep-all", "札を引く。|次"),
        ("2枚の札", "keep-all", "2枚の札"),
    ],
)
def test_word_break_chooses(words: str, word_break: str, lines: str) -> None:
    assert broken(words, word_break) == lines


def test_a_template_may_choose_it(tmp_path: Path) -> None:
    for word_break, lines in (("", 1), ("word-break:normal", 3)):
        face = svg(box("카드를", style=word_break, rect="5,5,5,40"))
        drawing, _ = draw(tmp_path / word_break.replace(":", "-"), face)
        assert len({text.y for text in texts(drawing)}) == lines


def test_arabic_letters_see_their_neighbours_and_others_do_not() -> None:
    assert neighbours("\u0628\u0643\u0644 \u0645", 1, 2) == ("\u0628", "\u0644")
    assert neighbours("\u0628 \u0643\ufffc\u0644", 2, 3) == ("", "")
    assert neighbours("abc", 1, 2) == ("", "")
    face = typeface(ROBOTO)
    assert [s.width for s in face.shape("\u0643", 1, "\u0628", "\u0644")] == [
        s.width for s in face.shape("\u0643", 1)
    ]
    (shaped,) = face.shape("\u0643\u0644", 1, "\u0628", "")
    assert [glyph.text for glyph in shaped.glyphs] == ["\u0644", "\u0643"]


def test_letters_and_their_marks_stay_in_one_font() -> None:
    found = typeface(TextStyle("Zilla Slab, Roboto", 4.0))._by_font("e\u0301\u0301x")
    assert [text for text, _ in found] == ["e\u0301\u0301", "x"]
    assert [chosen.key.family for _, chosen in found] == ["Roboto", "Zilla Slab"]


def test_thai_and_latin_letters_of_one_word_are_shaped_by_their_own_rules() -> None:
    found = typeface(ROBOTO)._by_font("ab2กา3x")
    assert [text for text, _ in found] == ["ab2", "กา3", "x"]


def test_a_text_may_begin_at_the_right_whatever_it_says() -> None:
    for rtl, places in ((False, [0.0, 80.0]), (True, [80.0, 80.0])):
        layout = lay_out(TextBox("Bier!\\n12 אב", TextStyle("Roboto", 4.0, rtl=rtl), 0, 0, 80, 40))
        rows: dict[float, list[Text]] = {}
        for item in layout.items:
            assert isinstance(item, Text)
            rows.setdefault(item.y, []).append(item)
        first, second = rows.values()
        side = max(t.x + sum(g.advance for g in t.glyphs) * t.size for t in first) if rtl else first[0].x
        assert side == pytest.approx(places[0])
        assert max(t.x + sum(g.advance for g in t.glyphs) * t.size for t in second) == pytest.approx(80)
        assert "".join(t.words for t in first) == ("!Bier" if rtl else "Bier!")


@pytest.mark.parametrize(("align", "at"), [("left", 5.0), ("right", 58.0), ("start", 58.0), ("end", 5.0)])
def test_left_and_right_are_left_and_right(tmp_path: Path, align: str, at: float) -> None:
    drawing, _ = draw(tmp_path, svg(box("אב", style=f"text-align:{align};font-family:Roboto")))
    (text,) = texts(drawing)
    ends = text.x, text.x + sum(g.advance for g in text.glyphs) * text.size
    assert at in (pytest.approx(ends[0]), pytest.approx(ends[1]))


def test_a_line_from_the_right_ends_at_its_point(tmp_path: Path) -> None:
    words = '<g><text x="40" y="9" style="font-family:Roboto;font-size:4px;direction:rtl">Bier</text></g>'
    drawing, _ = draw(tmp_path, svg(words))
    (text,) = texts(drawing)
    assert text.x + sum(g.advance for g in text.glyphs) * text.size == pytest.approx(40)


def test_the_language_of_a_text_reaches_its_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    shape = shaping._shape
    monkeypatch.setattr(
        shaping,
        "_shape",
        lambda text, chosen, rtl, features, language, *more: (
            asked.append(f"{text} {language}") or shape(text, chosen, rtl, features, language, *more)
        ),
    )
    shaping._typeface.cache_clear()
    text = '<text x="9" y="9" style="font-family:Lora;font-size:4px"{}>{}</text>'
    body = (
        text.format(' lang="ja"', "one")
        + f'<g xml:lang="zh-Hant">{text.format("", "two")}</g>'
        + text.format("", "six")
    )
    draw(tmp_path, svg(f"<g>{body}</g>"))
    shaping._typeface.cache_clear()
    assert {"one ja", "two zh-Hant", "six en"} <= set(asked)


def test_large_families_come_from_a_package_for_each_weight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for weight, letter in (("regular", 400), ("bold", 700)):
        folder = tmp_path / f"noto_cjk_serif_tc_{weight}"
        folder.mkdir()
        (folder / "__init__.py").write_text("raise SystemExit('this is never run')")
        shutil.copy(font(FontKey("Zilla Slab", letter)).path, folder / f"NotoSerifCJKtc-{weight}.otf")
    monkeypatch.syspath_prepend(str(tmp_path))
    for cached in (fonts._large, fonts.families, fonts._looked_for, fonts.font):
        cached.cache_clear()
    assert "Noto Serif CJK TC" in families()
    assert "Noto Serif CJK KR" not in families()
    assert font(FontKey("noto serif cjk tc", 600)).key == FontKey("Noto Serif CJK TC", 700)
    for cached in (fonts._large, fonts.families, fonts._looked_for, fonts.font):
        cached.cache_clear()


def test_letters_are_kerned_where_a_line_may_end_but_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        shaping.Typeface, "kern", lambda self, last, first: -0.25 if last + first == "すべ" else 0.0
    )
    style = TextStyle("Roboto", 4.0)
    (line,) = break_lines("あすべて", style, 100)
    letter = typeface(style).shape("あ")[0].width * 4
    assert line.width == pytest.approx(4 * letter - 1)
    (text,) = line.items(0, 0)
    assert isinstance(text, Text)
    assert sum(g.advance for g in text.glyphs) * 4 == pytest.approx(line.width)
    first, second = break_lines("あすべて", style, 2 * letter + 0.01)
    assert first.width == second.width == pytest.approx(2 * letter)


@pytest.mark.parametrize(("language", "word"), [("bg", "вгдпт"), ("sr", "б"), ("ro", "ş"), ("tr", "fi")])
def test_a_font_shows_the_shapes_that_readers_of_a_language_know(language: str, word: str) -> None:
    shapes = [
        [
            glyph.id
            for shaped in typeface(TextStyle("Lora", 4, language=said)).shape(word)
            for glyph in shaped.glyphs
        ]
        for said in (language, "en", "")
    ]
    assert shapes[0] != shapes[1] == shapes[2]


def test_a_variable_font_of_the_kit_has_its_weights(tmp_path: Path) -> None:
    folder = tmp_path / "fonts"
    folder.mkdir()
    shutil.copy(font(FontKey("Oswald")).path, folder / "oswald.ttf")
    family = fonts.qualify("Oswald", folder)
    assert family != "Oswald"
    light, bold = (font(FontKey(family, weight)) for weight in (300, 700))
    assert (light.key.weight, bold.key.weight) == (300, 700)
    glyph = light.shaper.get_nominal_glyph(ord("m"))
    assert light.advance(glyph) < bold.advance(glyph)
