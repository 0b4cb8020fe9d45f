"""What a text asks of its font and does not get, told once and at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import Problem
from cardgen.faces.compose import Faces
from cardgen.faces.text import fonts, lacking
from cardgen.faces.text.lacking import script_of
from cardgen.faces.text.markup import lonely_stars
from tests.faces.face_kit import FRAME_TEXT, box, draw, kit, svg

LORAS = fonts._packaged("fontpkg_lora")
LORA = '<text id="t" x="2" y="20" style="font-family:Lora;font-size:4px">{{ card.words }}</text>'


def told(tmp_path: Path, face: str, *words: str) -> list[Problem]:
    made = kit(tmp_path, face, [{"id": f"C{n}", "words": said} for n, said in enumerate(words, 1)])
    faces = Faces(made)
    for card in made.components[0].cards:
        faces.front(card)
    return list(faces.problems)


@pytest.fixture
def latin_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no family at hand that has the letters, whatever is installed."""
    monkeypatch.setattr(lacking, "families_with", lambda characters, folder: ())


@pytest.mark.usefixtures("latin_only")
def test_a_script_that_a_font_lacks_is_one_problem_for_all_cards(tmp_path: Path) -> None:
    (problem,) = told(tmp_path, svg(LORA), "카드", "점수 7", "seven", "카드 카드")
    assert problem.message == "the font 'Lora' has no Hangul (카 드 점 수): 3 cards, the first is card C1"
    assert str(problem.where) == "kit/cards.yaml:1:3"
    assert problem.hint == (
        "pip install noto-cjk-sans-jp-regular noto-cjk-sans-jp-bold, or put another font that has them into the kit's "
        "fonts folder; and write font-family:'Lora','Noto Sans CJK JP'"
    )


@pytest.mark.usefixtures("latin_only")
@pytest.mark.parametrize(
    ("words", "script", "hint"),
    [
        ("שלום", "Hebrew", "pip install fontpkg-heebo, "),
        ("سلام", "Arabic", "pip install fontpkg-almarai, "),
        ("ไทย", "Thai", "pip install fontpkg-noto-sans-thai, "),
        ("かな", "Hiragana", "pip install noto-cjk-sans-jp-regular "),
        (
            "क",
            "Devanagari",
            "put a font that has them into the kit's fonts folder, such as Noto Sans Devanagari",
        ),
    ],
)
def test_a_script_is_told_with_what_to_install(tmp_path: Path, words: str, script: str, hint: str) -> None:
    (problem, *_) = told(tmp_path, svg(LORA), words, f"{words} 2")
    assert problem.message.startswith(f"the font 'Lora' has no {script} (")
    assert problem.level == "error"
    assert problem.hint.startswith(hint)


@pytest.mark.parametrize(
    ("family", "hint"),
    [
        (
            "Noto Sans KR",
            "pip install noto-cjk-sans-jp-regular noto-cjk-sans-jp-bold, and name 'Noto Sans CJK JP'",
        ),
        ("heebo", "pip install fontpkg-heebo"),
        ("Loora", "did you mean 'Lora'?; or try pip install fontpkg-loora"),
    ],
)
def test_a_family_that_is_not_there_is_never_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, family: str, hint: str
) -> None:
    monkeypatch.setattr(fonts, "_packaged", lambda module: LORAS if module == "fontpkg_lora" else None)
    fonts.families.cache_clear()
    fonts._looked_for.cache_clear()
    drawing, faces = draw(tmp_path, svg(LORA.replace("Lora", family).replace("{{ card.words }}", "so")))
    fonts.families.cache_clear()
    fonts._looked_for.cache_clear()
    (problem,) = faces.problems
    assert (problem.message, problem.code) == (f"no font family '{family}'", "unknown-font")
    assert hint in problem.hint
    assert not drawing.items


def test_two_scripts_are_two_problems_and_families_at_hand_are_named(tmp_path: Path) -> None:
    face = svg(LORA.replace("Lora", "Alfa Slab One"))
    lacking = told(tmp_path, face, "Жук", "Жар 카", "α")
    assert ["hangul" in p.message for p in lacking].count(True) == 1
    (cyrillic,) = [p for p in lacking if "Cyrillic" in p.message]
    assert cyrillic.hint.startswith("Lora, ")
    assert " … have them: " in cyrillic.hint
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
