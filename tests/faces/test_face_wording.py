from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.drawing import Drawing, Text, apply
from tests.faces.face_kit import SIZE, box, codes, draw, svg, words

OSWALD = "font-family:Oswald;font-size:4px"


def texts(drawing: Drawing) -> list[Text]:
    return [i for i in drawing.items if isinstance(i, Text)]


def test_card_text_sets_bold_italic_and_icons(tmp_path: Path) -> None:
    icon = '<defs><symbol id="coin" viewBox="0 0 10 10"><circle r="4"/></symbol></defs>'
    drawing, faces = draw(tmp_path, svg(icon + box("{{ card.text }}")), text="Pay **two** {coin} *now*.")
    assert [(t.words, t.font.weight, t.font.italic) for t in texts(drawing)] == [
        ("Pay ", 400, False),
        ("two", 700, False),
        (" ", 400, False),
        (" ", 400, False),
        ("now", 400, True),
        (".", 400, False),
    ]
    assert len(list(drawing.arts())) == 1
    assert codes(faces) == []


def test_an_icon_file_of_the_kit_serves_every_template(tmp_path: Path) -> None:
    (tmp_path / "kit" / "art").mkdir(parents=True)
    icons = svg(
        '<symbol id="mug" viewBox="0 0 8 10"><rect width="8" height="10" fill="currentColor"/></symbol>'
    )
    (tmp_path / "kit" / "art" / "icons.svg").write_text(icons, encoding="utf-8")
    drawing, faces = draw(tmp_path, svg(box("{{ card.text }}", style="fill:#ff0000")), text="a {mug}")
    assert b'color="#ff0000"' in next(drawing.arts()).svg
    assert codes(faces) == []


def test_an_icon_file_without_a_size_is_told_by_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "kit" / "art").mkdir(parents=True)
    file = tmp_path / "kit" / "art" / "icons.svg"
    file.write_text('<svg xmlns="http://www.w3.org/2000/svg"><symbol id="mug" viewBox="0 0 8 10"/></svg>')
    _, faces = draw(tmp_path, svg(box("{{ card.text }}")), text="a {mug}")
    (problem,) = faces.problems
    assert problem.message.endswith("kit/art/icons.svg: the <svg> has no viewBox and no size")
    assert problem.hint == 'write into its <svg> for instance viewBox="0 0 100 100"'


def test_line_breaks_of_the_data_break_lines_and_those_of_the_template_do_not(tmp_path: Path) -> None:
    drawing, _ = draw(tmp_path, svg(box("\n   {{ card.text }}\n   and more\n")), text="one\ntwo")
    assert words(drawing) == "one\ntwo and more"


def test_tspans_change_the_look(tmp_path: Path) -> None:
    body = f'<text y="9" style="{OSWALD}">a <tspan style="fill:#f00;font-size:2px" font-weight="700">b</tspan> c</text>'
    drawing, _ = draw(tmp_path, svg(body))
    assert [(t.words, t.fill, t.size, t.font.weight) for t in texts(drawing)] == [
        ("a ", "#000000", 4, 400),
        ("b", "#ff0000", 2, 700),
        (" c", "#000000", 4, 400),
    ]


def test_looks_are_inherited_and_style_sheets_are_heard(tmp_path: Path) -> None:
    body = f'<style>text{{fill:#00f}} .big{{font-size:8px}}</style><g style="{OSWALD};text-anchor:end" opacity="0.5"><text class="big" x="50" y="9">A</text></g>'
    drawing, _ = draw(tmp_path, svg(body))
    (text,) = texts(drawing)
    assert (text.fill, text.size, text.opacity) == ("#0000ff", 8, 0.5)
    assert text.x < 50


def looked_at(tmp_path: Path, sheet: str, attributes: str = 'class="a b"') -> Text:
    """Return the text of a template with a style sheet."""
    body = f'<g id="frame"><text id="t" {attributes} x="5" y="9" font-family="Oswald">x</text></g>'
    drawing, faces = draw(tmp_path, svg(f"<style>{sheet}</style>{body}"))
    assert codes(faces) == []
    return texts(drawing)[0]


@pytest.mark.parametrize(
    ("sheet", "fill"),
    [
        ("#t{fill:#f00} .a{fill:#00f} text{fill:#0f0}", "#ff0000"),
        (".a.b{fill:#f00} .a{fill:#00f}", "#ff0000"),
        (".a{fill:#00f} .b{fill:#f00}", "#ff0000"),
        ("text{fill:#f00 !important} #t{fill:#00f}", "#ff0000"),
        ("#frame &gt; text{fill:#f00}", "#ff0000"),
        ("g text:first-child, .none{fill:#f00}", "#ff0000"),
        ("[class~=b]{fill:/* no comment */#f00}", "#ff0000"),
        ("text::before{fill:#00f} text:hover{fill:#00f}", "#000000"),
        ("@media print{.a{fill:#f00}}", "#ff0000"),
        ("@media all{.a{fill:#f00}} @media screen{.a{fill:#00f}}", "#ff0000"),
        ("@media Screen, Print{.a{fill:#f00}}", "#ff0000"),
        ("@media print{@media screen{.a{fill:#00f}} .a{fill:#f00}}", "#ff0000"),
        ("@media print and (min-width:1px){.a{fill:#00f}}", "#000000"),
        ("@supports (x:y){.a{fill:#00f}} @page{size:a4} .b{fill:#f00}", "#ff0000"),
    ],
)
def test_style_sheets_are_heard_as_a_printed_page_hears_them(tmp_path: Path, sheet: str, fill: str) -> None:
    assert looked_at(tmp_path, sheet).fill == fill


@pytest.mark.parametrize(
    ("style", "fill"),
    [("fill:#f00", "#ff0000"), ("fill:#f00 !important", "#ff0000"), ("fill:#f00;", "#ff0000")],
)
def test_an_elements_own_style_wins(tmp_path: Path, style: str, fill: str) -> None:
    urgent = "!important" if "!important" in style else ""
    assert looked_at(tmp_path, f"#t{{fill:#00f {urgent}}}", f'fill="#0f0" style="{style}"').fill == fill


def test_an_important_rule_wins_over_an_elements_own_style(tmp_path: Path) -> None:
    sheet = "text{fill:#f00!important;font-size:8px}"
    text = looked_at(tmp_path, sheet, 'style="fill:#00f;font-size:5px"')
    assert (text.fill, text.size) == ("#ff0000", 5)


def test_art_and_texts_hear_the_same_media(tmp_path: Path) -> None:
    sheet = "<style>@media screen{.a{fill:#00f}} @media print{.a{fill:#f00}} .b{fill:#0f0}</style>"
    drawing, _ = draw(tmp_path, svg(sheet + '<rect class="a" width="5" height="5"/>'))
    (piece,) = drawing.arts()
    assert b"#f00" in piece.svg
    assert b"#0f0" in piece.svg
    assert b"@media" not in piece.svg
    assert b"#00f" not in piece.svg


def test_transforms_turn_and_move_the_text(tmp_path: Path) -> None:
    body = f'<g transform="translate(10 20)"><text transform="rotate(90) scale(2)" x="3" y="0" style="{OSWALD}">A</text></g>'
    drawing, _ = draw(tmp_path, svg(body))
    (text,) = texts(drawing)
    assert text.size == pytest.approx(8)
    assert apply(text.matrix, text.x, text.y) == pytest.approx((10, 26))


def test_each_line_that_inkscape_placed_stays_in_its_place(tmp_path: Path) -> None:
    body = f'<text x="5" y="10" style="{OSWALD}"><tspan x="5" y="10">one</tspan><tspan x="7" y="15">two</tspan></text>'
    drawing, _ = draw(tmp_path, svg(body))
    assert [(t.words, t.x, t.y) for t in texts(drawing)] == [("one", 5, 10), ("two", 7, 15)]


def test_inline_size_wraps_below_a_first_baseline(tmp_path: Path) -> None:
    body = f'<text x="31" y="30" style="{OSWALD};inline-size:30;text-anchor:middle">a long line of words that wraps</text>'
    drawing, _ = draw(tmp_path, svg(body))
    first, second = texts(drawing)[:2]
    assert first.y == pytest.approx(30)
    assert second.y > 30
    assert 16 <= first.x < 31


def test_alignment_and_options_of_a_box(tmp_path: Path) -> None:
    face = box("Bier", style="text-align:end", options='data-valign="bottom"', rect="5,5,50,40")
    (text,) = texts(draw(tmp_path, svg(face))[0])
    assert text.x > 40
    assert text.y > 40


def test_text_wrap_balances_the_lines_of_a_box(tmp_path: Path) -> None:
    sentence = "send another guest with a printed value of two or less home"
    greedy = texts(draw(tmp_path, svg(box(sentence)))[0])
    even = texts(draw(tmp_path, svg(box(sentence, style="text-wrap:balance")))[0])
    assert greedy[-1].words == "home"
    assert even[-1].words.endswith("or less home")


@pytest.mark.parametrize(
    ("body", "code", "says"),
    [
        (box("x", style="font-family:Zila Slab"), "unknown-font", "no font family 'Zila Slab'"),
        (box("x", options='data-fit="shrnk"'), "text-option", "data-fit is 'shrnk', expected shrink or none"),
        (
            box("x", options='data-floor="2"'),
            "text-option",
            "data-floor is '2', expected a number from 0.1 to 1",
        ),
        (box("x", style="font-size:huge"), "text-option", "'huge' is not a length"),
        (box("x", style="fill:mauvish"), "text-option", "'mauvish' is not a colour"),
        (box("x", style="fill:url(#sky)"), "refused-feature", "filled with a gradient"),
        (
            '<text id="t" style="shape-inside:url(#no);font-family:Oswald">x</text>',
            "unknown-id",
            "does not exist",
        ),
        ('<text id="t" y="4">x</text>', "unknown-font", "has no font-family"),
    ],
)
def test_a_mistake_in_a_text_is_said_at_the_template(tmp_path: Path, body: str, code: str, says: str) -> None:
    _, faces = draw(tmp_path, svg(body))
    (problem,) = faces.problems
    assert problem.code == code
    assert says in problem.message
    assert problem.where is not None
    assert problem.where.file == "kit/faces/card.svg"
    assert problem.where.line == 2


def test_overflow_names_the_card_the_box_the_text_and_how_much(tmp_path: Path) -> None:
    face = svg(box("{{ card.text }}", options='data-fit="shrink"', rect="5,5,40,10"))
    _, faces = draw(tmp_path, face, text="Every guest at the bar drinks another round. " * 12)
    (problem,) = faces.problems
    assert problem.code == "text-overflow"
    assert problem.level == "error"
    assert str(problem.where) == "kit/cards.yaml:1:3"
    assert "card C1: the text in 'rules' is" in problem.message
    assert "mm too high even at 60% of its size: “Every guest at the bar" in problem.message
    assert problem.trail == ("kit/faces/card.svg:2",)


def test_text_that_shrank_a_lot_is_a_warning(tmp_path: Path) -> None:
    face = svg(box("{{ card.text }}", options='data-fit="shrink" data-floor="0.3"', rect="5,5,40,14"))
    _, faces = draw(tmp_path, face, text="Every guest at the bar drinks another round. " * 4)
    (problem,) = faces.problems
    assert (problem.code, problem.level) == ("text-shrunk", "warning")


def test_a_missing_glyph_is_named_with_its_number(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg(box("{{ card.text }}")), text="ale 🍺")
    (problem,) = faces.problems
    assert problem.code == "missing-glyph"
    assert "U+1F37A (beer mug)" in problem.message
    assert "in 'rules'" in problem.message


def test_an_unknown_icon_is_an_error_with_what_was_meant(tmp_path: Path) -> None:
    icon = '<defs><symbol id="coin" viewBox="0 0 10 10"><circle r="4"/></symbol></defs>'
    _, faces = draw(tmp_path, svg(icon + box("{{ card.text }}")), text="pay {coyn}")
    (problem,) = faces.problems
    assert problem.code == "unknown-icon"
    assert "did you mean 'coin'?" in problem.hint
    _, faces = draw(
        tmp_path, svg(icon + box("{{ card.text }}", style="font-family:Rboto")), text="pay {coyn}"
    )
    assert [one.code for one in faces.problems] == ["unknown-icon", "unknown-font"]


def test_a_family_without_italic_warns_once(tmp_path: Path) -> None:
    body = f'<text y="9" style="{OSWALD}">*a*</text><text y="19" style="{OSWALD};font-style:italic">b</text>'
    _, faces = draw(tmp_path, svg(body))
    (problem,) = faces.problems
    assert (problem.code, problem.level) == ("no-italic", "warning")


def test_white_space_is_kept_where_the_file_asks_for_it(tmp_path: Path) -> None:
    kept = f'<text xml:space="preserve" y="9" style="{OSWALD}">a   b</text>'
    plain = f'<text y="9" style="{OSWALD}">  a   b  </text>'
    assert words(draw(tmp_path / "1", svg(kept))[0]) == "a   b"
    assert words(draw(tmp_path / "2", svg(plain))[0]) == "a b"


def test_capitals_leave_icon_names_alone(tmp_path: Path) -> None:
    icon = '<defs><symbol id="coin" viewBox="0 0 10 10"><circle r="4"/></symbol></defs>'
    body = f'<text y="9" style="{OSWALD};text-transform:uppercase">pay {{coin}}</text>'
    drawing, faces = draw(tmp_path, svg(icon + body, SIZE))
    assert words(drawing) == "PAY "
    assert codes(faces) == []
