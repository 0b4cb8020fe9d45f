"""The kit's own words in guide, heads and footers: every letter is printed, or told with a family that has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from cardgen.app.build import check_kit
from cardgen.base.drawing import Drawing, PlacedDrawing, Text
from cardgen.base.errors import Problem, Problems
from cardgen.base.language import speaking
from cardgen.base.units import PAPERS
from cardgen.faces.compose import Faces
from cardgen.model import Kit
from cardgen.rulesheet import fallback_of
from cardgen.sheets import SheetSettings, draw_sheets, plan_kit
from cardgen.sheets.guide.print_guide import draw_guide
from cardgen.sheets.guide.work import inside, work_steps
from cardgen.sheets.marks.pen import Lettering, Pen
from cardgen.source.game_file import load_kit
from tests.faces.face_kit import SIZE, kit, svg

PLAIN_FACE = svg('<rect width="63" height="88"/>', SIZE)


def words_of(drawing: Drawing) -> Iterator[Text]:
    for item in drawing.items:
        if isinstance(item, PlacedDrawing):
            yield from words_of(item.drawing)
        elif isinstance(item, Text):
            yield item


def made(tmp_path: Path, title: str = "Cards", note: str = "", files: dict[str, str] | None = None) -> Kit:
    found = kit(tmp_path, PLAIN_FACE, files=files)
    (component,) = found.components
    return replace(found, components=(replace(component, title=title, note=note),))


def drawn(found: Kit) -> tuple[list[Text], list[Problem]]:
    problems = Problems()
    faces = Faces(found, problems=problems)
    plan = plan_kit(found, SheetSettings(), faces)
    pages = draw_sheets(plan, faces, fallback_of(found, problems), problems)
    return [text for page in pages for text in words_of(page.drawing)], list(problems)


def test_a_letter_that_the_sheets_lack_is_told_at_its_component_with_a_family_that_has_it(
    tmp_path: Path,
) -> None:
    _, (problem,) = drawn(made(tmp_path, "Cǎrds", "Two ǎ"))
    assert str(problem.where) == "kit/game.yaml:9:5"
    assert problem.message == (
        "the fonts of sheets and guide have no Latin letters (ǎ), in the title of decks.main, the note of decks.main"
    )
    assert problem.hint.startswith(
        "Bungee, Crimson Text, Lora … have it: fallback: Bungee in rules/theme.yaml"
    )


def test_letters_of_a_script_that_no_family_has_are_one_problem_with_a_font_to_look_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.faces.text.lacking.families_with", lambda characters, folder: ())
    _, (problem,) = drawn(made(tmp_path, "점수 카드", "두 장"))
    assert "no Hangul (점 수 카 드 두 장)" in problem.message
    assert problem.hint.startswith("pip install noto-cjk-sans-jp-regular ")
    assert problem.hint.endswith("fallback: Noto Sans CJK JP in rules/theme.yaml")
    assert problem.code == "missing-glyph"


def test_the_family_that_the_theme_names_has_the_letter(tmp_path: Path) -> None:
    theme = {"rules/theme.yaml": "fallback: Bungee\n"}
    texts, problems = drawn(made(tmp_path, "Cǎrds", "Two ǎ", theme))
    assert problems == []
    found = [text for text in texts if "ǎ" in text.words]
    assert {text.font.family for text in found} == {"Bungee"}
    assert len(found) >= 3  # the table, its note, and the head of the sheet
    assert all(glyph.id for text in texts for glyph in text.glyphs)


def test_a_family_that_is_not_there_is_told_at_its_line_of_the_theme(tmp_path: Path) -> None:
    _, problems = drawn(made(tmp_path, files={"rules/theme.yaml": "disc: {}\nfallback: Bungeee\n"}))
    (problem,) = [p for p in problems if p.code == "unknown-font"]
    assert problem.where
    assert problem.where.line == 2


@pytest.mark.parametrize(
    ("note", "level"),
    [("**Une fois : ** oui", "error"), ("two *ducks", "warning"), ("2*3 * 4 and **so**", "")],
)
def test_stars_that_do_not_pair_are_told(tmp_path: Path, note: str, level: str) -> None:
    _, problems = drawn(made(tmp_path, note=note))
    assert [p.level for p in problems] == [level] * bool(level)


def test_check_tells_what_build_would_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "ducks"
    folder.mkdir()
    (folder / "face.svg").write_text(PLAIN_FACE)
    (folder / "game.yaml").write_text(
        "game: ducks\ntitle: 오리\nversion: '1'\nplayers: {min: 2, max: 4}\ncredits: {design: Ann}\n"
        "decks:\n  main: {size: poker, face: face.svg, cards: [{id: A}], note: '**a** 장**'}\n"
    )
    monkeypatch.chdir(tmp_path)
    found = check_kit(Path("ducks"))
    assert [(p.code, p.where and p.where.line) for p in found] == [("missing-glyph", 1), ("lonely-star", 7)]


@pytest.mark.parametrize(("share", "size"), [(1.01, 1.0), (0.95, 0.92), (0.88, 0.85)])
def test_words_grow_smaller_before_they_are_cut(share: float, size: float) -> None:
    pen = Pen("#2a6db3")
    words = "Player mugs and first-player mug"
    wide = pen.fitted(10, 10, words, share * pen.width(words, 4.0), 4.0)
    (text,) = [item for item in pen.items if isinstance(item, Text)]
    assert text.words == words
    assert text.size == pytest.approx(4.0 * size)
    assert wide <= share * pen.width(words, 4.0)
    assert not pen.cut


ROOT = Path(__file__).parents[2]
KITS = [
    *sorted(ROOT.glob("data/*/game.yaml")),
    *sorted(ROOT.glob("tests/samples/*-project/data/*/game.yaml")),
]
KITS = [game for game in KITS if game.parent.name != "regatta"]  # it needs a package of its own


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", KITS, ids=lambda game: game.parent.name)
def test_the_guide_prints_each_step_that_cannot_be_spared(game: Path, paper: str) -> None:
    found = load_kit(game.parent)
    faces = Faces(found)
    plan = plan_kit(found, SheetSettings(PAPERS[paper], paper.title()), faces)
    steps = work_steps(plan, 1000)
    guides = [page for page in plan.pages if page.role == "guide"]
    said = []
    for page in guides:
        pen = Pen(found.accent, Lettering("", found.fonts, found.language))
        draw_guide(pen, plan, page, faces)
        said += [text.words for text in words_of(pen.drawing("guide", page.paper))]
    for step in steps:
        assert step.spare or step.title in said
    shown = sum(step.title in said for step in steps)
    assert shown == len(steps) if len(guides) == 2 else shown in (8, 12, len(steps))
    assert len(guides) == 1 + (sum(not step.spare for step in steps) > 12)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_rounds_are_cut_by_a_step_where_the_guide_has_room_and_one_board_has_its_name(paper: str) -> None:
    found = load_kit(ROOT / "data" / "bartender-2012")
    faces = Faces(found)
    plan = plan_kit(found, SheetSettings(PAPERS[paper], paper.title()), faces)
    pen = Pen(found.accent)
    (page,) = (page for page in plan.pages if page.role == "guide")
    draw_guide(pen, plan, page, faces)
    said = " ".join(text.words for text in words_of(pen.drawing("guide", page.paper)))
    assert "Cut the rounds" in said
    assert "Tokens and bar board, before you cut." in said


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_names_of_many_pages_and_words_of_many_steps_are_whole_and_no_title_meets_the_next_step(
    language: str,
) -> None:
    found = replace(load_kit(ROOT / "tests/samples/workbench-project/data/workbench"), language=language)
    faces = Faces(found)
    with speaking(language):
        plan = plan_kit(found, SheetSettings(), faces)
        pen, map_ = Pen(found.accent), Pen(found.accent)
        first, page = (page for page in plan.pages if page.role == "guide")
        draw_guide(map_, plan, first, faces)
        draw_guide(pen, plan, page, faces)
        titles = [step.title for step in work_steps(plan, 100)]
    names = [text for text in words_of(map_.drawing("map", first.paper)) if text.size == 2.3 and text.y > 250]
    assert not [text for text in names if text.words.endswith("…")]
    for one, other in combinations(names, 2):
        assert one.y != other.y or one.x + map_.width(one.words, 2.3) < other.x, f"{one} {other}"
    texts = [*words_of(pen.drawing("guide", page.paper))]
    assert min(text.size for text in texts if 25 < text.y < 270) >= 2.4  # the rest is header and footer
    drawn = [text for text in texts if text.words in titles]
    assert len(drawn) == len(titles)
    for text in drawn:
        beside = [other.x for other in drawn if other.y == text.y and other.x > text.x]
        wide = pen.width(text.words, text.size, display=True)
        assert all(text.x + wide < x - 18.3 for x in beside), text.words  # its picture is before it


@pytest.mark.parametrize("slug", ["biergarten", "auction-hearts", "cheers"])
def test_a_sheet_is_glued_onto_board_by_one_step_only(slug: str) -> None:
    found = load_kit(Path(__file__).parents[2] / "data" / slug)
    plan = plan_kit(found, SheetSettings(), Faces(found))
    glued = {c for page in plan.pages if page.way for c in page.component_ids}
    assert glued >= {
        component.id for component in found.components if component.made.mounted and component.stays
    }
    assert "Mount on board" not in [step.title for step in work_steps(plan, 1000)]


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Player aids", "player aids"),
        ("BIC badge", "BIC badge"),
        ("A", "a"),
        ("First-player mug", "first-player mug"),
        ("", ""),
    ],
)
def test_a_title_inside_a_list_begins_small_unless_it_is_an_acronym(title: str, said: str) -> None:
    assert inside(title) == said
