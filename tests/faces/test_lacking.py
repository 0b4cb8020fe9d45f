"""What a text asks of its font and does not get, told once and at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import Problem
from cardgen.faces.compose import Faces
from cardgen.faces.text import fonts
from cardgen.faces.text.lacking import script_of
from cardgen.faces.text.markup import lonely_stars
from tests.faces.face_kit import FRAME_TEXT, box, draw, kit, svg

LORA = '<text id="t" x="2" y="20" style="font-family:Lora;font-size:4px">{{ card.words }}</text>'


def told(tmp_path: Path, face: str, *words: str) -> list[Problem]:
    made = kit(tmp_path, face, [{"id": f"C{n}", "words": said} for n, said in enumerate(words, 1)])
    faces = Faces(made)
    for card in made.components[0].cards:
        faces.front(card)
    return list(faces.problems)


def test_a_script_that_a_font_lacks_is_one_problem_for_all_cards(tmp_path: Path) -> None:
    (problem,) = told(tmp_path, svg(LORA), "카드", "점수 7", "seven", "카드 카드")
    assert problem.message == "the font 'Lora' has no Hangul (카 드 점 수): 3 cards, the first is card C1"
    assert str(problem.where) == "kit/cards.yaml:1:3"
    assert problem.hint == (
        "put a font that has them into the kit's fonts folder, such as Noto Sans KR, "
        "and write font-family:'Lora','Noto Sans KR'"
    )


def test_two_scripts_are_two_problems_and_families_at_hand_are_named(tmp_path: Path) -> None:
    face = svg(LORA.replace("Lora", "Alfa Slab One"))
    lacking = told(tmp_path, face, "Жук", "Жар 카", "α")
    assert ["hangul" in p.message for p in lacking].count(True) == 1
    (cyrillic,) = [p for p in lacking if "Cyrillic" in p.message]
    assert cyrillic.hint.startswith("Lora, Oswald, Playfair Display … have them")
    assert "font-family:'Alfa Slab One','" in cyrillic.hint


@pytest.mark.parametrize(
    ("character", "script"),
    [("한", "Hangul"), ("漢", "Chinese characters"), ("ひ", "Hiragana"), ("ж", "Cyrillic"), ("☃", "signs")],
)
def test_scripts_are_called_as_people_call_them(character: str, script: str) -> None:
    assert script_of(character) == script


@pytest.mark.parametrize(
    ("words", "lonely"),
    [
        ("**Une fois par tour : **", ["**Une fois par", "par tour : **"]),
        ("**bold** and *italic* and ***both***", []),
        ("2*3, 2 * 3, **** and \\*\\*", []),
        ("a *word", ["a *word"]),
        ("회전**당 한 번", ["회전**당 한 번"]),
        ("plain", []),
    ],
)
def test_stars_that_do_not_pair(words: str, lonely: list[str]) -> None:
    assert lonely_stars(words) == lonely


def test_stars_that_do_not_pair_are_told_at_the_card(tmp_path: Path) -> None:
    (problem,) = told(tmp_path, svg(box("{{ card.words }}")), "**Une fois par tour : ** piochez")
    assert (
        problem.message
        == "card C1: a ** without its other half is printed as it stands, in 'rules': “**Une fois par”"
    )
    assert (problem.level, str(problem.where)) == ("error", "kit/cards.yaml:1:3")


def test_a_family_without_bold_is_told_as_one_without_italic_is(tmp_path: Path) -> None:
    face = svg(FRAME_TEXT.format("{{ card.words }}").replace("Roboto", "Alfa Slab One"))
    problems = told(tmp_path, face, "**so** and *so*", "**again**")
    assert sorted((p.code, p.level) for p in problems) == [("no-bold", "warning"), ("no-italic", "warning")]
    _, faces = draw(tmp_path / "b", svg(FRAME_TEXT.format("**so** and *so*")))
    assert not list(faces.problems)


def test_a_mistyped_font_is_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scans: list[int] = []
    modules = fonts._font_modules
    monkeypatch.setattr(fonts, "_font_modules", lambda: scans.append(1) or modules())
    (problem,) = told(tmp_path, svg(LORA.replace("Lora", "Lorna")), *"abcdefgh")
    assert problem.code == "unknown-font"
    assert len(scans) <= 2


def test_a_generic_family_alone_is_no_font(tmp_path: Path) -> None:
    (problem,) = told(tmp_path, svg(LORA.replace("Lora", "sans-serif")), "a", "b")
    assert problem.message == "'sans-serif' names no font: it is another one on every computer"
    assert "font-family:Roboto,sans-serif" in problem.hint


@pytest.mark.parametrize("name", ["Grog.ttc", "Grog.woff2", "Grog.WOFF"])
def test_a_font_file_of_another_kind_is_told(tmp_path: Path, name: str) -> None:
    made = kit(tmp_path, svg(LORA), [{"id": "A", "words": "a"}], files={f"fonts/{name}": "wOF2"})
    faces = Faces(made)
    faces.front(made.card("A"))
    (problem,) = faces.problems
    assert problem.message.startswith(f"fonts/{name} is a ")
    assert problem.hint


def test_an_icon_that_holds_a_text_is_told_by_its_name(tmp_path: Path) -> None:
    icon = '<defs><symbol id="coin" viewBox="0 0 9 9"><text style="font-family:Lora">1</text></symbol></defs>'
    (problem,) = told(tmp_path, svg(icon + LORA), "pay {coin}")
    assert problem.message.endswith("the icon {coin} holds a text")
