"""The same sheet as pages, as a web page and as Markdown: nothing is lost in any of them."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import fontpkg_bungee
import pytest
from uharfbuzz import Face, Font

from cardgen.base.drawing import Mark, PlacedDrawing, Text
from cardgen.base.errors import CardgenError, Problems
from cardgen.base.units import parse_paper
from cardgen.faces.compose import Faces
from cardgen.rulesheet import RuleSheet, load_rules, rule_html, rule_markdown, rule_pages
from cardgen.rulesheet.blocks import Heading, walk, words
from cardgen.rulesheet.markdown import read_blocks
from tests.games.kits import kit_of
from tests.rulesheet.conftest import Make
from tests.rulesheet.read_sheets import outline

# Each container with the words that must come out everywhere, and how many pictures.
CONTAINERS = {
    "masthead": ("::: masthead\n# Tavern\n\nPour it\n:::", ["Tavern", "Pour it"], 0),
    "at-a-glance": ("::: at-a-glance\n- **2–4** players\n- ![k](face:K1) 3 kegs\n:::", ["2–4", "3 kegs"], 1),
    "gallery": ("::: gallery {columns=2}\n- ![k](keg) one\n- ![m](mug) two\n:::", ["one", "two"], 2),
    "set-up": ("::: set-up\n![t](table)\n1. Shuffle\n2. Deal\n:::", ["Shuffle", "Deal"], 1),
    "steps": (
        "::: steps Turns\n1. ### Draw\n   ![d](draw)\n\n   one card\n2. ### Play\n\n   it\n:::",
        ["one card"],
        1,
    ),
    "example": ("::: example Say\nAna plays.\n:::", ["Say", "Ana plays."], 0),
    "call-out": ("::: call-out Mind {icon=bell}\nDo not peek.\n:::", ["Mind", "Do not peek."], 1),
    "rulings": ("::: rulings Ours\nThe *youngest* begins.\n:::", ["Ours", "youngest"], 0),
    "options": ("::: options House\n**Long:** twice.\n:::", ["House", "Long:", "twice."], 0),
    "credits": ("::: credits\nBy A.\n:::", ["By A."], 0),
    "columns": ("::: columns\n::: column 2\nleft\n:::\n::: column\nright\n:::\n:::", ["left", "right"], 0),
    "picture": ("::: picture keg\nA keg of beer.\n:::", ["A keg of beer."], 1),
    "table": ("| a | b |\n|---|---|\n| ![k](keg) | cell |", ["cell"], 1),
    "terms": ("Keg\n: a barrel\n", ["Keg", "a barrel"], 0),
    "list": ("- one\n- two\n\n3. three\n4. four", ["one", "two", "three", "four"], 0),
}


def plain(html: str) -> str:
    """The words a reader of a web page sees."""
    body = html[html.index("<main>") :]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body).replace("&amp;", "&"))


def by_day(html: str) -> str:
    """The page without the colours of a dark screen."""
    return html[: html.index("@media screen and (prefers-color-scheme:dark){:root")]


class Balance(HTMLParser):
    """Finds tags that do not match."""

    VOID = frozenset({"meta", "br", "hr", "img", "input", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_container_comes_out_everywhere(sheet_of: Make, faces: Any, name: str) -> None:
    text, expected, pictures = CONTAINERS[name]
    sheet = sheet_of(text)
    pages = rule_pages(sheet, faces, parse_paper("a4"))
    printed = " ".join(t.words for t in pages[0].texts())
    html, markdown = rule_html(sheet, faces), rule_markdown(sheet)
    for said in expected:
        assert all(word in printed for word in said.split()), printed
        assert said in plain(html)
        assert said.strip(":") in markdown
    assert sum(isinstance(item, PlacedDrawing) for item in pages[0].items) == pictures
    assert html.count('class="picture"') == pictures
    assert list(sheet.problems) == []


def test_the_web_page_is_whole_and_needs_nothing_else(sheet_of: Make, faces: Any) -> None:
    html = rule_html(sheet_of("\n\n".join(text for text, _, _ in CONTAINERS.values())), faces)
    balance = Balance()
    balance.feed(html)
    assert (balance.wrong, balance.open) == ([], [])
    links = re.findall(r"(?:href|src|url)\s*[=(]\s*[\"']?([^\"')>\s]+)", html)
    assert all(link.startswith(("#", "data:")) for link in links), links
    assert "\ue000" not in html


def test_at_night_a_title_on_a_board_keeps_its_letters() -> None:
    kit = kit_of("bartender-aarwares")
    html = rule_html(load_rules(kit), Faces(kit))
    night = html[len(by_day(html)) :]
    boards = re.findall(r"\.call-out-\w+>:is\(h2,h3\)\{([^}]*;color:[^}]*)\}", night)
    assert len(boards) > 5
    assert all(board.endswith("color:var(--box-title-colour)") for board in boards)


def test_words_of_a_stranger_stay_words(sheet_of: Make, faces: Any) -> None:
    html = rule_html(sheet_of('a <script>alert(1)</script> & b\n\n!["><b>](keg)'), faces)
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; b" in html
    assert '"><b>' not in html


def test_names_and_settings_of_a_stranger_stay_words_too(sheet_of: Make, faces: Any) -> None:
    mean = "'\"></style><script>alert(1)</script>'"
    text = (
        "## Head {colour=mean}\n\n::: call-out T {style='\"><script>alert(1)</script>'}\nx\n:::\n\n"
        '![x](keg?width="><script>alert(1)</script>%)'
    )
    html = rule_html(sheet_of(text, rules__theme_yaml=f"colours: {{mean: {mean}}}\n"), faces)
    assert "<script" not in html
    assert html.count("</style") == 1
    balance = Balance()
    balance.feed(html)
    assert (balance.wrong, balance.open) == ([], [])


def test_words_of_the_program_and_of_the_kit_make_the_title(sheet_of: Make, faces: Any) -> None:
    html = rule_html(sheet_of("x"), faces)
    assert "<title>Tavern: rules</title>" in html
    assert "<footer>Tavern · A test.</footer>" in html


def test_the_theme_is_custom_properties_and_each_is_set(sheet_of: Make, faces: Any) -> None:
    theme = "type:\n  caption: {font: Oswald, size: 4, italic: true}\n"
    html = rule_html(sheet_of("x", rules__theme_yaml=theme), faces)
    root, _at_night = re.findall(r":root\{([^}]*)\}", html)
    declared = {name: value for name, _, value in (part.partition(":") for part in root.split(";"))}
    assert declared["--caption-font"] == "'Oswald',sans-serif"
    assert (declared["--caption-size"], declared["--caption-slope"]) == ("1.240rem", "italic")
    asked = set(re.findall(r"var\((--[\w-]+)\)", html))
    left_out = {name for name in asked - set(declared) if not name.endswith(("-slope", "-case", "-align"))}
    assert left_out == {"--columns"}, "which the columns themselves set"


def fonts_in(html: str) -> dict[tuple[str, str, str], Font]:
    """The fonts that a page brings, by family, weight and style, read back."""
    rule = r"font-family:'([^']+)';font-weight:(\d+);font-style:(\w+);[^}]*?base64,([^)]+)\)"
    return {
        (family, weight, style): Font(Face(base64.b64decode(data)))
        for family, weight, style, data in re.findall(rule, html)
    }


def shows(font: Font, letter: str) -> bool:
    return bool(font.get_nominal_glyph(ord(letter)))


@pytest.mark.parametrize("own", [False, True], ids=["from a package", "from the kit"])
def test_letters_that_the_fonts_of_the_theme_lack_are_in_the_fallback_that_the_page_brings(
    sheet_of: Make, faces: Any, tmp_path: Path, own: bool
) -> None:
    family = "Tavern" if own else "Bungee"
    if own:
        file = next(Path(fontpkg_bungee.__file__).parent.rglob("*.ttf"))
        renamed = file.read_bytes().replace("Bungee".encode("utf-16-be"), family.encode("utf-16-be"))
        (tmp_path / "kit" / "fonts").mkdir(parents=True)
        (tmp_path / "kit" / "fonts" / "tavern.ttf").write_bytes(renamed)
    sheet = sheet_of("# Tǎvern\n\nGo *ǎt* it.", rules__theme_yaml=f"fallback: {family}\n")
    html = rule_html(sheet, faces)
    fonts = fonts_in(html)
    of_title = fonts[family, "400", "normal"]
    assert shows(of_title, "ǎ")
    assert not shows(of_title, "v"), "which the theme's own font has"
    assert shows(fonts[family, "400", "italic"], "ǎ")
    assert f"--title-font:'Alfa Slab One','{family}',serif" in html


def test_a_page_without_such_letters_brings_no_fallback(sheet_of: Make, faces: Any) -> None:
    html = rule_html(sheet_of("# Tavern", rules__theme_yaml="fallback: Bungee\n"), faces)
    assert "Bungee" not in {family for family, *_ in fonts_in(html)}


def test_citations_are_small_and_name_the_rule(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of("Pay {{ rule('XX-004', 'XX-012') }} now.", numbers=True)
    assert 'Pay<sup class="cite">4,12</sup> now.' in rule_html(sheet, faces)
    assert ">Stop</em><sup" in rule_html(sheet_of("*Stop {{ rule('XX-004') }} now.*"), faces)
    assert rule_markdown(sheet) == "Pay<sup>XX-004, XX-012</sup> now.\n"
    (page,) = rule_pages(sheet, faces, parse_paper("a4"))
    cite = next(t for t in page.texts() if "4,12" in t.words)
    assert cite.size < 2


SEEDS = """
rules:
  - {id: XX-001, says: Somebody begins.}
  - {id: XX-004, says: "A drink costs <2 coins."}
rulings:
  - {id: XX-Q1, asks: Who begins?, ruling: The youngest., option: tie}
glossary:
  - {term: coin, means: What drinks cost., instead_of: [token*]}
"""
CITES = "# Tavern\n\nPay {{ rule('XX-004') }} now. The youngest begins. {{ rule('XX-Q1') }}"


def test_players_read_no_numbers_and_referees_all(sheet_of: Make, faces: Any) -> None:
    def said(sheet: RuleSheet) -> list[str]:
        return [
            " ".join(text.words for text in page.texts())
            for page in rule_pages(sheet, faces, parse_paper("a4"))
        ]

    players = sheet_of(CITES, seeds_yaml=SEEDS)
    (page,) = said(players)
    assert "4" not in page
    assert "<sup>" not in rule_markdown(players)
    assert "XX-" not in rule_markdown(players)
    referees = sheet_of(CITES, numbers=True, seeds_yaml=SEEDS)
    page, explained = said(referees)
    assert "Pay \u202f4" in page
    assert "page 2 of 2" in explained
    markdown = rule_markdown(referees)
    for told in ("XX-004", "A drink costs <2 coins.", "Who begins? The youngest.", "small numbers"):
        assert told in explained
        assert told.replace("<", "\\<") in markdown
    assert "Somebody begins" not in explained, "which the sheet does not cite"


def test_a_web_page_has_a_switch_for_the_numbers_and_says_what_they_mean(sheet_of: Make, faces: Any) -> None:
    html = rule_html(sheet_of(CITES, seeds_yaml=SEEDS), faces)
    assert '<input type="checkbox" id="numbers"> Rule numbers' in html
    assert '<a href="#XX-004" title="A drink costs &lt;2 coins.">4</a>' in html
    assert '<dt id="XX-004">XX-004</dt><dd>A drink costs &lt;2 coins.</dd>' in html
    assert "body:not(:has(#numbers:checked, dt:target)) :is(.cite, .by-number) { display: none }" in html
    checked = rule_html(sheet_of(CITES, numbers=True, seeds_yaml=SEEDS), faces)
    assert 'id="numbers" checked>' in checked
    assert 'id="numbers"' not in rule_html(sheet_of("# Tavern"), faces), "nothing to switch"


def test_a_sheet_knows_its_rulings_its_words_and_where_it_is_read(sheet_of: Make) -> None:
    words = (
        "{% for r in rulings %}{{ r.asks }} {{ r.ruling }}{% endfor %} "
        "{% for t in glossary %}{{ t.term }}: {{ t.means }}{% endfor %} "
        "{{ 'overleaf' if medium == 'sheet' else 'below' if medium == 'web' else 'in the text' }}"
    )
    sheet = sheet_of(words, seeds_yaml=SEEDS)
    told = "Who begins? The youngest. coin: What drinks cost. "
    assert [rule_markdown(sheet.on(m)) for m in ("sheet", "web", "text")] == [
        f"{told}{where}\n" for where in ("overleaf", "below", "in the text")
    ]
    assert sheet.on("sheet").blocks is sheet.blocks


def test_markdown_reads_back_with_the_same_headings(sheet_of: Make) -> None:
    sheet = sheet_of("\n\n".join(text for text, _, _ in CONTAINERS.values()))
    markdown = rule_markdown(sheet)
    lines = list(range(1, markdown.count("\n") + 2))
    again = read_blocks(markdown, file="x.md", lines=lines, problems=Problems())
    found = [(b.level, words(b.inlines)) for b in walk(again) if isinstance(b, Heading)]
    assert tuple(found) == outline(sheet)


def test_markdown_escapes_what_is_not_meant(sheet_of: Make) -> None:
    markdown = rule_markdown(sheet_of(r"\# 2\*3 \[x\] a\|b \_c\_"))
    (paragraph,) = read_blocks(markdown, file="x.md", lines=[1, 2], problems=Problems())
    assert words(paragraph.inlines) == "# 2*3 [x] a|b _c_"  # type: ignore[union-attr]


def test_markdown_of_a_broken_sheet_is_refused(sheet_of: Make) -> None:
    with pytest.raises(CardgenError, match="nothing"):
        rule_markdown(sheet_of("{{ nothing }}"))


def test_the_masthead_of_a_theme_is_drawn_and_still_read_aloud(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of("::: masthead\n# Tavern\n:::", rules__theme_yaml="masthead: sign.svg\n")
    (page,) = rule_pages(sheet, faces, parse_paper("a4"))
    assert "rules/sign.svg" in faces.asked
    assert page.items[0] == Mark(page.items[0].tag)  # type: ignore[union-attr]
    assert page.items[0].tag.said == "Tavern"  # type: ignore[union-attr]
    assert isinstance(page.items[1], PlacedDrawing)
    assert '<div class="unseen"><h1>Tavern</h1>' in rule_html(sheet, faces)


def test_a_plain_variant_of_a_framed_box_has_no_frame_on_the_web_either(sheet_of: Make, faces: Any) -> None:
    theme = (
        "boxes:\n"
        '  call-out: {border: "#ffad26", align: center}\n'
        "  call-out.foot: {fill: null, border: null, align: start}\n"
    )
    html = rule_html(
        sheet_of("::: call-out {style=foot}\nMind the step.\n:::", rules__theme_yaml=theme), faces
    )
    html = by_day(html)
    (framed,) = re.findall(r"\.call-out\{([^}]*)\}", html)
    (foot,) = re.findall(r"\.call-out-foot\{([^}]*)\}", html)
    assert "solid #ffad26" in framed
    assert "center" in framed
    assert "border:0" in foot
    assert "text-align:start" in foot


@pytest.mark.parametrize(("ground", "colour"), [("#1b1328", "#fff4d8"), ("#ffffff", None)])
def test_words_of_a_call_out_take_its_colour_where_they_can_be_read(
    sheet_of: Make, faces: Any, ground: str, colour: str | None
) -> None:
    theme = (
        'type:\n  call-out.night.text: {size: 3, fill: "#fff4d8"}\n'
        f'boxes:\n  call-out.night: {{plain: "{ground}"}}\n'
    )
    html = rule_html(
        sheet_of("::: call-out {style=night}\nLast orders.\n:::", rules__theme_yaml=theme), faces
    )
    assert re.findall(r"\.call-out-night\{color:(#\w+)", by_day(html)) == ([colour] if colour else [])


def test_a_sheet_is_heard_in_its_order_with_lists_tables_and_pictures(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of(
        "# Tavern\n\nPour it\n\n## Play\n\nTake a mug\nand drink. ![a keg](keg) Now.\n\n1. Draw\n2. Play\n\n"
        "| what | worth |\n|---|---|\n| mug | 2 |\n\n::: call-out Mind\nDo not peek.\n:::\n"
    )
    (page,) = rule_pages(sheet, faces, parse_paper("a4"))
    heard: list[str] = []
    within: list[str] = []
    for item in page.items:
        if isinstance(item, Mark):
            within.append(item.tag.role) if item.tag else within.pop()
        elif isinstance(item, Text) and within:
            heard.append(f"{'/'.join(within)} {item.words}")
        elif isinstance(item, PlacedDrawing) and within:
            heard.append(f"{'/'.join(within)} [{item.drawing.alt}]")
    assert within == []
    assert heard == [
        "H1 Tavern",
        "P Pour it",
        "H2 Play",
        "P Take a mug and drink. ",
        "P [a keg]",
        "P  Now.",
        "LI/Lbl 1",
        "LI/LBody/P Draw",
        "LI/Lbl 2",
        "LI/LBody/P Play",
        "Table/TR/TH/P what",
        "Table/TR/TH/P worth",
        "Table/TR/TD/P mug",
        "Table/TR/TD/P 2",
        "H3 Mind",
        "P Do not peek.",
    ]


def test_words_at_the_end_of_a_line_do_not_run_together(sheet_of: Make, faces: Any) -> None:
    (page,) = rule_pages(sheet_of("word " * 200 + "end."), faces, parse_paper("a4"))
    assert (
        "".join(text.words for text in page.texts() if "word" in text.words or "end" in text.words)
        == "word " * 200 + "end."
    )


@pytest.mark.parametrize(
    ("language", "head"), [("he", '<html lang="he" dir="rtl">'), ("de", '<html lang="de">')]
)
def test_a_page_in_hebrew_is_written_from_the_right(
    sheet_of: Make, faces: Any, language: str, head: str
) -> None:
    sheet = sheet_of("Two")
    assert head in rule_html(replace(sheet, kit=replace(sheet.kit, language=language)), faces)


def test_a_paragraph_in_hebrew_starts_at_the_right_of_a_sheet(sheet_of: Make, faces: Any) -> None:
    ends = []
    for said in ("Two", "\u200fTwo"):  # the mark stands for a Hebrew letter, which no font here has
        (page,) = rule_pages(sheet_of(said), faces, parse_paper("a4"))
        (text,) = [t for t in page.texts() if "Two" in t.words]
        ends.append((text.x, text.x + sum(g.advance for g in text.glyphs) * text.size))
    (left, _), (start, right) = ends
    assert left < 60 < start
    assert right > 100
