"""Templates that Inkscape has saved.

`tests/samples/inkscape-card.svg` was drawn by hand, with shape-inside texts that hold placeholders, and then
saved by Inkscape 1.2.2 itself (`inkscape --export-type=svg --export-filename=inkscape-card.svg drawn.svg`).
It tore `{{ card.name }}` into "{{ card.name }" and "}", and a placeholder in bold over three lines.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from cardgen.base.drawing import Drawing, Text
from cardgen.base.errors import Problems
from cardgen.faces.template import prepare
from tests.faces.face_kit import SIZE, codes, draw, svg

SAMPLE = Path(__file__).parents[1] / "samples" / "inkscape-card.svg"
DECK = 'xmlns:deck="https://cardgen.invalid/deck" '


def runs(drawing: Drawing) -> list[tuple[str, int]]:
    return [(i.words, i.font.weight) for i in drawing.items if isinstance(i, Text)]


@pytest.fixture
def sample() -> str:
    return SAMPLE.read_text("utf-8")


def test_a_template_saved_by_inkscape_is_a_card(tmp_path: Path, sample: str) -> None:
    drawing, faces = draw(
        tmp_path, sample, name="The Ex", value=3, wild=True, ground="#ddeeff", text="**pay** <two>"
    )
    assert codes(faces) == []
    text = "".join(words for words, _ in runs(drawing))
    assert text.startswith("WILDThe ExWhen The Ex sits")
    assert ("The Ex sits", 700) in runs(drawing)
    assert any("<two>" in words for words, _ in runs(drawing))
    ground, *coins = list(drawing.arts())
    assert b'fill="#ddeeff"' in ground.svg
    assert [round(c.matrix[4]) for c in coins[:3]] == [8, 18, 28]
    assert len({c.key for c in coins[:3]}) == 1


def test_what_a_card_does_not_have_is_not_drawn(tmp_path: Path, sample: str) -> None:
    drawing, _ = draw(tmp_path, sample, name="A Guest", value=0, wild=False, ground="#ddeeff", text="go")
    text = "".join(words for words, _ in runs(drawing))
    assert "WILD" not in text
    assert "When the guest sits" in text


def test_a_mistake_in_a_saved_file_is_on_the_line_of_the_file(tmp_path: Path, sample: str) -> None:
    broken = sample.replace("card.text", "card.txet")
    line = next(n for n, row in enumerate(broken.split("\n"), 1) if "card.txet" in row)
    _, faces = draw(tmp_path, broken, name="A", value=0, wild=False, ground="#fff", text="go")
    (problem,) = faces.problems
    assert "did you mean 'text'?" in problem.message
    assert problem.where is not None
    # the lines of one text become one line, where its own tag ended
    assert abs(problem.where.line - line) <= 15


def test_every_start_tag_ends_on_its_line(sample: str) -> None:
    before, after = (
        etree.fromstring(sample.encode()),
        etree.fromstring(prepare(sample, "x", Problems()).encode()),
    )
    lines = {e.get("id"): e.sourceline for e in before.iter() if e.get("id")}
    kept = {e.get("id"): e.sourceline for e in after.iter() if e.get("id")}
    assert {name: lines[name] for name in kept} == kept
    assert {"coin", "words", "rules", "small"} <= set(kept)


def test_a_file_without_inkscape_is_left_as_it_is() -> None:
    template = svg("{% if 1 < 2 %}<g/>{% endif %}")
    assert prepare(template, "x", Problems()) == template


def test_deck_attributes_work_in_a_file_drawn_by_hand(tmp_path: Path) -> None:
    body = """<g id="a" deck:if="card.value > 1 and card.value < 9"><rect width="1" height="1" style="fill:#000;stroke:#fff" deck:fill="{{ card.fill }}"/></g>
      <rect id="no" width="2" height="2" deck:if="card.value == 0"/>"""
    drawing, faces = draw(tmp_path, svg(body, DECK + SIZE).replace("< 9", "&lt; 9"), value=2, fill="#abcdef")
    (piece,) = drawing.arts()
    assert b'fill="#abcdef"' in piece.svg
    assert b"fill:#000" not in piece.svg
    assert b"stroke:#fff" in piece.svg
    assert codes(faces) == []


def test_the_deck_prefix_need_not_be_declared(tmp_path: Path) -> None:
    drawing, faces = draw(tmp_path, svg('<rect width="1" height="1" deck:if="false"/>'))
    assert (drawing.items, codes(faces)) == ((), [])


def test_deck_for_and_if_on_one_element_ask_for_each_turn(tmp_path: Path) -> None:
    body = (
        '<g id="a"><rect width="1" height="1" deck:for="i in range(4)" deck:if="i % 2" deck:x="{{ i }}"/></g>'
    )
    drawing, _ = draw(tmp_path, svg(body, DECK + SIZE))
    (piece,) = drawing.arts()
    assert piece.svg.count(b"<rect") == 2
    assert b'x="3"' in piece.svg


def test_deck_href_chooses_a_part(tmp_path: Path) -> None:
    body = '<defs><symbol id="cat" viewBox="0 0 1 1"><path d="M0 0h1"/></symbol></defs><use xlink:href="#dog" width="5" height="5" deck:href="#{{ card.pet }}"/>'
    drawing, faces = draw(tmp_path, svg(body, DECK + SIZE), pet="cat")
    assert len(list(drawing.arts())) == 1
    assert codes(faces) == []


def test_a_deck_attribute_without_a_placeholder_is_a_warning(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg('<rect width="1" height="1" deck:fill="card.fill"/>', DECK + SIZE))
    (problem,) = [p for p in faces.problems if p.code == "deck-attribute"]
    assert problem.level == "warning"
    assert 'deck:fill="{{ card.fill }}"' in problem.hint


def test_a_file_with_deck_attributes_must_be_well_formed(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg('<rect deck:if="1"/>\n{% if 1 < 2 %}{% endif %}', DECK + SIZE))
    problem = faces.problems.errors[0]
    assert problem.code == "template-syntax"
    assert "write &lt;" in problem.hint
    assert str(problem.where).startswith("kit/faces/card.svg:3")


def test_flowed_text_of_an_old_inkscape_is_refused_by_name(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg('<g id="a"><flowRoot><flowPara>x</flowPara></flowRoot></g>'))
    (problem,) = faces.problems
    assert "old Inkscape" in problem.message


@pytest.mark.parametrize(
    ("family", "first"),  # as Inkscape 1.2 notes them for 6 mm letters in a box that begins at 5
    [("Roboto", 10.25), ("Lora", 10.466), ("Oswald", 10.58), ("Zilla Slab", 10.472), ("Cinzel", 10.094)],
)
def test_flowed_text_stands_where_inkscape_puts_it(tmp_path: Path, family: str, first: float) -> None:
    flowed = (
        '<defs><rect id="r" x="5" y="5" width="40" height="40"/></defs><text xml:space="preserve" style="'
        f"font-size:6px;line-height:1.25;font-family:'{family}';shape-inside:url(#r);white-space:pre"
        '"><tspan x="5" y="9">HHH HHH</tspan></text>'
    )
    drawing, faces = draw(tmp_path, svg(flowed))
    (line,) = [item for item in drawing.items if isinstance(item, Text)]
    assert not list(faces.problems)
    assert line.y == pytest.approx(first, abs=0.02)
