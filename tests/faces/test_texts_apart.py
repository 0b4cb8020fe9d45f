"""A line without a box that runs into another text is told, as a text is that does not fit its box."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.app.build import check_kit
from cardgen.base.drawing import Text
from cardgen.base.errors import Problem
from cardgen.faces.compose import Faces
from cardgen.faces.svg.layers import inked
from tests.conftest import MakeKit
from tests.faces.face_kit import box, kit, svg
from tests.languages.kits import FACE, FILES, GERMAN, GERMAN_RULES

STYLE = "font-family:Zilla Slab;font-size:4px;"


def line(words: str, x: float, y: float = 20, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" style="{STYLE}" {more}>{words}</text>'


def told_of(tmp_path: Path, *texts: str) -> list[Problem]:
    faces = Faces(kit(tmp_path, svg("\n".join(texts))))
    faces.front(faces.kit.components[0].cards[0])
    return [problem for problem in faces.problems if problem.code == "text-collision"]


def test_a_line_that_runs_into_another_is_told_with_both_and_how_far(tmp_path: Path) -> None:
    (problem,) = told_of(tmp_path, line("LETZTE RUNDE", 5), line("15 Punkte", 25))
    assert "the text in 'LETZTE RUNDE' runs 8.0 mm " in problem.message
    assert "into the text in '15 Punkte': “LETZTE RUNDE” and “15 Punkte”" in problem.message
    assert problem.level == "error"
    assert "data-fit" in problem.hint


@pytest.mark.parametrize(
    "others",
    [
        [line("LETZTE RUNDE", 5), line("15", 40)],  # beside it
        [line("LETZTE RUNDE", 5), line("15 Punkte", 25, 24.5)],  # below it
        [line("LETZTE RUNDE", 5), line("LETZTE RUNDE", 5.2, 20.2)],  # its shadow
        [line("LETZTE RUNDE", 5), line("15 Punkte", 25, more='data-fit="none"')],  # meant
        [line("LETZTE RUNDE", 5), line("15 Punkte", 25, more='fill-opacity="0.2"')],  # a watermark
        [line("g", 5), line("T", 5, 24)],  # a descender comes near, and its advance is wider than its ink
        [
            box("Ein langer Text im Kasten"),
            box("Noch ein Kasten", name="other"),
        ],  # boxes are told by their size
    ],
)
def test_lines_that_keep_apart_or_are_meant_are_not(tmp_path: Path, others: list[str]) -> None:
    assert told_of(tmp_path, *others) == []


def test_a_line_that_runs_into_a_text_in_a_box_is_the_one_to_be_shortened(tmp_path: Path) -> None:
    for texts in (line("STAPEL", 2, 9), box("Regeln")), (box("Regeln"), line("STAPEL", 2, 9)):
        (problem,) = told_of(tmp_path, *texts)
        assert "the text in 'STAPEL' runs" in problem.message
        assert "into the text in 'rules'" in problem.message


def test_turned_lines_are_measured_as_they_are_turned(tmp_path: Path) -> None:
    turn = 'transform="rotate(45 20 30)"'
    apart = [line("EINE ZEILE", 20, 30, turn), line("NOCH EINE", 20, 34.2, turn)]
    assert told_of(tmp_path, *apart) == []  # the upright boxes around their letters would touch
    assert len(told_of(tmp_path, apart[0], line("NOCH EINE", 20, 32, turn))) == 1


def test_ink_ends_where_the_letter_ends(tmp_path: Path) -> None:
    faces = Faces(kit(tmp_path, svg(line("H", 10))))
    (text,) = (item for item in faces.front(faces.kit.components[0].cards[0]).items if isinstance(item, Text))
    (quad,) = inked(text)
    assert quad[0][1] == pytest.approx(20 - 4 * 0.65, abs=0.3)  # its capital height
    assert quad[2][1] == pytest.approx(20, abs=0.01)
    assert 10 < quad[0][0] < quad[1][0] < 10 + text.glyphs[0].advance * 4


def test_a_translation_that_is_longer_is_told_in_its_language(make_kit: MakeKit) -> None:
    beside = f"<g>{line('{{ card.id }} lamps', 28, 84)}</g></svg>"
    files = {**FILES, "face.svg": FACE.replace("</svg>", beside), "rules.de.md.j2": GERMAN_RULES}
    short = make_kit({**files, "i18n/de.yaml": GERMAN})
    assert [p for p in [*check_kit(short), *check_kit(short, "de")] if p.code == "text-collision"] == []
    long = make_kit({**files, "i18n/de.yaml": GERMAN.replace("noch dunkel", "noch immer ganz dunkel")})
    (problem,) = (p for p in check_kit(long, "de") if p.code == "text-collision")
    assert "in 'noch immer ganz dunkel' runs" in problem.message
    assert "into the text in 'A1 lamps' in 'de'" in problem.message
    assert "face.svg:7" in problem.trail[0]
