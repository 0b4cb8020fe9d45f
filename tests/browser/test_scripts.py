"""Text in other scripts stands where a browser puts it: the same words, fonts, size and width, letter by letter."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
import uharfbuzz as hb
from PIL import Image, ImageChops, ImageFilter

from cardgen.app.build import check_kit
from cardgen.base.drawing import Art, Drawing, FontKey, Text
from cardgen.export.plates import Press
from cardgen.export.png import write_png
from cardgen.faces.text.fitting import TextBox, break_lines, lay_out
from cardgen.faces.text.fonts import font
from cardgen.faces.text.lines import BrokenLine
from cardgen.faces.text.markup import MarkupRun, TextStyle, rich
from cardgen.source import load_kit

KIT = Path(__file__).parents[1] / "samples" / "scripts-project" / "data" / "scripts"
Shown: TypeAlias = tuple[list[tuple[Any, ...]], float]
CARDS = ["HE", "AR", "KO", "JA", "TH"]
SCALE = 20  # dots of the page for a mm, so that its rounding does not count
NEAR = 0.03  # mm
LEVEL = 0.06  # mm; a browser rounds how high a font is to whole dots
UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
COIN = Art(b"<svg/>", "coin", 0, 0, 10, 10)

# What a browser does otherwise unless it is asked: it pulls Japanese brackets together, puts a thin space
# between kana and Latin letters, and begins lines with small kana. A Korean line ends between words here.
CSS = """
* { margin: 0; padding: 0 } body { background: #fff; min-height: 1200px }
div { white-space: pre-line; unicode-bidi: plaintext; line-break: strict;
  text-spacing-trim: space-all; text-autospace: no-autospace; color: #22313f }
i { display: inline-block; width: .95em; height: .95em; vertical-align: -.18em }
u { display: inline-block; width: 0; height: 0 }
"""
LETTERS = """() => [...document.querySelectorAll("div")].map(div => {
  const found = [], parts = new Intl.Segmenter("en", {granularity: "grapheme"});
  const walk = document.createTreeWalker(div, NodeFilter.SHOW_TEXT), at = div.getBoundingClientRect();
  const add = (said, box) => found.push([said, box.left, box.right, (box.top + box.bottom) / 2 - at.top]);
  for (let node; (node = walk.nextNode());)
    for (const {segment, index} of parts.segment(node.data)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      const box = range.getBoundingClientRect();
      if (segment.trim() && box.width) add(segment, box);
    }
  for (const icon of div.querySelectorAll("i")) add("\\ufffc", icon.getBoundingClientRect());
  return [found, div.querySelector("u").getBoundingClientRect().bottom - at.top];
})"""


class Letter(NamedTuple):
    """What stands on a line, and from where to where in mm."""

    line: int
    left: float
    right: float
    said: str


def letters_of(items: Any, lead: float, first: float) -> list[Letter]:
    """Return the letters of a drawing, one for each cluster of glyphs, and its icons."""
    found: list[Letter] = []
    for item in items:
        if isinstance(item, Art):
            a, _, _, d, x, y = item.matrix
            line = round((y + (item.y + item.height / 2) * d - first) / lead)
            found.append(Letter(line, item.x * a + x, (item.x + item.width) * a + x, "\ufffc"))
        if isinstance(item, Text):
            x, line = item.x, round((item.y - first) / lead)
            for glyph in item.glyphs:
                wide = glyph.advance * item.size
                if glyph.text:
                    found.append(Letter(line, x, x + wide, glyph.text))
                elif found:
                    found[-1] = found[-1]._replace(right=x + wide)
                x += wide
    return [one for one in found if one.said.strip() and one.right - one.left > 1e-6]


class Page:
    """A page of the browser with fonts of ours."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.shows = 0
        self.letters: frozenset[str] = frozenset()
        self.page.route("https://fonts.invalid/**", self._serve)

    def _serve(self, route: Any) -> None:
        family, _, weight = route.request.url.rpartition("/")[2].replace("%20", " ").partition("@")
        headers = {"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}
        route.fulfill(body=_subset(family, int(weight), self.letters), headers=headers)

    def show(
        self, texts: Sequence[str], style: TextStyle, width: float, lang: str = "en", **css: str
    ) -> list[Shown]:
        """Set each text in a box; return its letters (what, left, right, middle) and its first base line, in mm."""
        self.letters = frozenset(" ".join(texts))
        self.shows += 1  # a browser keeps the fonts of an address
        names = [name.strip() for name in style.family.split(",")]
        faces = "".join(
            f"@font-face{{font-family:'{name}';font-weight:{weight};src:url('https://fonts.invalid/{self.shows}/{name}@{weight}')}}"
            for name in names
            for weight in (400, 700)
        )
        families = ",".join(f"'{name}'" for name in names)
        look = f"font:{style.size * SCALE}px/{style.line_height} {families};width:{width * SCALE}px;"
        look += "".join(f"{name.replace('_', '-')}:{value};" for name, value in css.items())
        boxes = "".join(f"<div><u></u>{_html(text, style)}</div>" for text in texts)
        self.page.set_content(
            f"<!doctype html><html lang={lang}><meta charset=utf-8><style>{faces}{CSS}div{{{look}}}</style>{boxes}"
        )
        self.page.evaluate("Promise.all([...document.fonts].map(face => face.load())).then(() => 0)")
        return [
            ([(said, *(n / SCALE for n in place)) for said, *place in found], first / SCALE)
            for found, first in self.page.evaluate(LETTERS)
        ]

    def picture(self, text: str, style: TextStyle, width: float, height: float, **css: Any) -> Image.Image:
        """Return what a box with this text looks like."""
        self.show([text], style, width, color=style.fill, **css)
        clip = {"x": 0, "y": 0, "width": width * SCALE, "height": height * SCALE}
        return Image.open(io.BytesIO(self.page.screenshot(clip=clip, full_page=True)))


@lru_cache(maxsize=64)
def _subset(family: str, weight: int, letters: frozenset[str]) -> bytes:
    """Return a font with these letters alone, and all that it does with them: the whole is 16 MB of Japanese."""
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update(map(ord, letters))
    return bytes(hb.subset(font(FontKey(family, weight)).face, wanted).blob.data)


def _html(text: str, style: TextStyle) -> str:
    html = ""
    for piece in rich(text, style, {"coin": COIN}):
        if isinstance(piece, MarkupRun):
            tag = "b" if piece.style.weight > 500 else "span"
            html += f"<{tag}>{escape(piece.text)}</{tag}>"
        else:
            html += "<i></i>"
    return html


@pytest.fixture(scope="module")
def shown(chromium: Any) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 1200, "height": 900})
    yield Page(page)
    page.close()


def differences(ours: Sequence[Letter], theirs: Shown, lead: float) -> list[str]:
    """Return where letters stand otherwise; a ligature of ours is compared with all its letters."""
    left = [(int(middle // lead), said, low, high) for said, low, high, middle in theirs[0]]
    wrong = []
    for one in ours:
        said = "".join(c for c in one.said if c not in UNSEEN)
        low, high = one.left - NEAR, one.right + NEAR
        here = [
            t for t in left if t[0] == one.line and t[2] > low and t[3] < high and t[1].strip(UNSEEN) in said
        ]
        same = sorted("".join(t[1].strip(UNSEEN) for t in here)) == sorted(said)
        ends = min((t[2] for t in here), default=0), max((t[3] for t in here), default=0)
        if same and abs(ends[0] - one.left) < NEAR and abs(ends[1] - one.right) < NEAR:
            for t in here:
                left.remove(t)
        else:
            wrong.append(f"ours: {one}")
    return wrong + [f"theirs: {t}" for t in left]


def compare(page: Page, texts: Sequence[str], style: TextStyle, width: float, **css: Any) -> list[str]:
    """Set the same texts twice and return what differs."""
    wrong = []
    for text, theirs in zip(texts, page.show(texts, style, width, **css), strict=True):
        layout = lay_out(TextBox(text, style, 0, 0, width, None, icons={"coin": COIN}))
        first = next(item.y for item in layout.items if isinstance(item, Text))
        said = differences(letters_of(layout.items, style.lead, first), theirs, style.lead)
        if abs(first - theirs[1]) > LEVEL:
            said.append(f"base line at {first}, not at {theirs[1]}")
        wrong += [f"{text!r}: {one}" for one in said]
    return wrong


def style_of(kit: Any, card: str) -> TextStyle:
    return TextStyle(kit.card(card).fields["family"], 3.8, line_height=1.45, language=card.lower())


def css_of(card: str) -> dict[str, str]:
    return {"lang": card.lower()} | ({"word_break": "keep-all"} if card == "KO" else {})


def test_the_sample_kit_has_no_problem() -> None:
    assert check_kit(KIT) == []


@pytest.mark.parametrize("card", CARDS)
def test_each_letter_of_a_card_stands_where_a_browser_puts_it(card: str, shown: Page) -> None:
    kit = load_kit(KIT)
    text = kit.card(card).fields["text"]
    for width in (51, 33, 24):
        assert compare(shown, [text], style_of(kit, card), width, **css_of(card)) == []


@pytest.mark.parametrize("card", CARDS)
def test_a_card_looks_as_in_a_browser(card: str, shown: Page, tmp_path: Path) -> None:
    kit = load_kit(KIT)
    text, style = kit.card(card).fields["text"], replace(style_of(kit, card), fill="#000000")
    theirs = shown.picture(text, style, 51, 56, **css_of(card))
    layout = lay_out(TextBox(text, style, 0, 0, 51, 56, icons={"coin": COIN}))
    items = tuple(item for item in layout.items if isinstance(item, Text))
    write_png(
        Drawing("text", 0, 0, 51, 56, items),
        tmp_path / "ours.png",
        press=Press({}),
        pixels=(51 * SCALE, 56 * SCALE),
    )
    with Image.open(tmp_path / "ours.png") as ours:
        # a browser puts base lines on whole dots and letters with grey edges of its own: look from a little afar
        pictures = [
            picture.convert("L").resize((51 * 5, 56 * 5), Image.Resampling.BOX) for picture in (ours, theirs)
        ]
    apart = ImageChops.difference(*pictures)
    ink = sum(255 - value for value in pictures[0].tobytes())
    assert ink > 200_000
    assert sum(apart.tobytes()) < 0.14 * ink
    assert max(apart.filter(ImageFilter.BoxBlur(1)).tobytes()) < 90


@pytest.mark.parametrize("align", ["left", "right", "center", "end"])
@pytest.mark.parametrize("card", ["HE", "AR"])
def test_alignment_is_that_of_a_browser(card: str, align: Any, shown: Page) -> None:
    kit = load_kit(KIT)
    assert compare(shown, [kit.card(card).fields["text"]], style_of(kit, card), 51, align=align) == []


HEBREW = [
    "אב (גד) הו", "(אב)", "אב [ג(ד)ה] ו!", "ask (אב) now", "אב (ask) גד?", "אב 12:30 גד", "אב -5 גד", "אב 5% גד", "אב $5 גד",
    "אב 1/2 גד", "2+3=5 אב", "אב +5 גד", "אב ~ גד", "אב #5 גד", "\u2067Bier אב\u2069 ask", "ask \u2067אב, גד\u2069!",
    "אב \u2066Bier (1)\u2069 גד", "ask \u2068אב\u2069, now", "Bier: \u200fאב!", "אב C++ גד", "אב **C++** גד", "אב “Bier” גד.",
    "**12** (אב) *3*", "אב... גד", "אב – Bier – גד", "a א1 ב2 c", "א1a ב2b", "x (א) [ב] {ג}", "אב,12,גד", "1. אב\n2. גד\n3) הו",
    "Bier\nאב Bier\nBier אב", "{coin}2 אב", "אב {coin}", "אב (2{coin})!", "A {coin} אב {coin} B", "\u202bBier אב\u202c!",
]  # fmt: skip


def test_the_order_of_hebrew_numbers_brackets_and_isolates_is_that_of_a_browser(shown: Page) -> None:
    style = TextStyle("Heebo", 3.8, line_height=1.45)
    assert compare(shown, HEBREW, style, 50) == []
    right = replace(style, rtl=True)
    assert compare(shown, HEBREW, right, 50, direction="rtl", unicode_bidi="normal") == []


def test_the_order_of_any_hebrew_is_that_of_a_browser(shown: Page) -> None:
    dice = random.Random(5)
    texts = ["".join(dice.choices("אבגדab12 .,-()[]+%/:!", k=16)) + "ש" for _ in range(120)]
    texts = [" ".join(text.split()) for text in texts]
    assert compare(shown, texts, TextStyle("Heebo", 3.8, line_height=1.45), 60, hyphens="manual") == []


ARABIC = [
    "السَّلامُ عليكم",
    "لا إله",
    "**ال**كل",
    "ك**ت**اب",
    "كت*ا*ب {coin}",
    "٣٫٥ كغ",
    "ال{coin}كل",
    "ه\u200dه ه\u200cه",
    "(أ) [ب]؟",
]


def test_arabic_letters_join_across_a_change_of_weight_as_in_a_browser(shown: Page) -> None:
    assert compare(shown, ARABIC, TextStyle("Almarai", 3.8, line_height=1.45), 60) == []


KANA = [
    *"あアｶ漢、。・！？っッーゃャ々〜ｯ",
    "12",
    "ab",
    "「漢字」",
    "（ア）",
    "漢字",
    "ゲーム",
    "5%",
    "7℃",
    " ",
]
HANGUL = [
    "한글",
    "카드",
    "를",
    "는",
    "(패)를 ",
    "“만선” ",
    "12",
    "12개",
    "ab",
    ", ",
    ". ",
    "! ",
    "? ",
    "[덱] ",
    "「패」",
    " ",
]


@pytest.mark.parametrize(
    ("units", "style", "css"),
    [
        (KANA, {}, "normal"),
        (KANA, {"word_break": "keep-all"}, "keep-all"),
        (HANGUL, {}, "keep-all"),
        ([*HANGUL, "漢字"], {"word_break": "keep-all"}, "keep-all"),
        ([*HANGUL, "漢字"], {"word_break": "normal"}, "normal"),
    ],
    ids=["Japanese", "Japanese in words", "Korean", "Korean in words", "Korean anywhere"],
)
def test_lines_break_where_a_browser_breaks_them(units: list[str], style: Any, css: str, shown: Page) -> None:
    dice = random.Random(7)
    texts = [" ".join("".join(dice.choices(units, k=24)).split()) for _ in range(150)]
    lang = "ja" if units is KANA else "ko"
    look = TextStyle(
        "Noto Sans CJK JP", 3.8, line_height=1.45, language=lang, features=(("kern", 0),), **style
    )
    theirs = [
        _lines(found, look.lead)
        for found, _ in shown.show(texts, look, 25.3, lang, word_break=css, font_kerning="none")
    ]
    ours = [[_said(line) for line in break_lines(text, look, 25.3)] for text in texts]
    assert [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]] == []


def _lines(found: Sequence[tuple[Any, ...]], lead: float) -> list[str]:
    rows: dict[int, str] = {}
    for said, _, _, middle in found:
        row = int(middle // lead)
        rows[row] = rows.get(row, "") + said
    return [rows[row] for row in sorted(rows)]


def _said(line: BrokenLine) -> str:
    texts = [item for item in line.items(0, 0) if isinstance(item, Text)]
    return "".join(text.words for text in texts).replace(" ", "")
