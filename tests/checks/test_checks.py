from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cardgen.base.errors import Problems
from cardgen.checks import CHECKS, code_of, run_checks
from cardgen.checks.__main__ import checks_page, example_of
from cardgen.source import load_kit, load_seeds
from cardgen.source.nodes import plain
from cardgen.source.parse import parse_yaml
from cardgen.source.seeds import seeds_file

if TYPE_CHECKING:
    from tests.conftest import MakeKit

GAME: dict[str, Any] = {
    "game": "kit",
    "title": "A Game",
    "version": "1.0",
    "players": {"min": 2, "max": 4},
    "credits": {"design": "Somebody"},
    "decks": {
        "main": {
            "size": "poker",
            "face": "face.svg",
            "fields": {"value": {"type": "int"}, "text": {"type": "text", "default": ""}},
            "cards": [{"id": "A1", "value": 1, "count": 4}, {"id": "A2", "value": 2, "count": 4}],
        }
    },
}
FACE = "<svg><text>{{ card.value }} {{ card.text }}</text></svg>"
SEEDS = {
    "rules": [{"id": "XX-001", "says": "Everybody draws."}],
    "rulings": [{"id": "XX-Q1", "asks": "Who begins?", "ruling": "The youngest."}],
}
ALL = [check for checks in CHECKS.values() for check in checks]


def merged(base: Any, over: Any) -> Any:
    if isinstance(base, dict) and isinstance(over, dict):
        return {**base, **{key: merged(base.get(key), value) for key, value in over.items()}}
    return over


def problems_of(
    make_kit: MakeKit, over: Any = None, files: dict[str, str] | None = None, code: str = ""
) -> Problems:
    over = over or {}
    seeds_over = {
        key: over.pop(key) for key in ("rules", "rulings", "glossary") if isinstance(over.get(key), list)
    }
    texts = {"game.yaml": json.dumps(merged(GAME, over)), "face.svg": FACE, **(files or {})}
    folder = make_kit({**texts, "../seeds.yaml": json.dumps(merged(SEEDS, seeds_over))})
    return run_checks(load_kit(folder), seeds=load_seeds(folder.parent / "seeds.yaml"), code=code)


def test_a_good_kit_passes_every_check(make_kit: MakeKit) -> None:
    assert [str(problem) for problem in problems_of(make_kit)] == []


@pytest.mark.parametrize("check", ALL, ids=code_of)
def test_the_example_of_every_check_fails_it(check: Any, make_kit: MakeKit) -> None:
    document = parse_yaml(example_of(check), "example", Problems())
    assert document is not None
    over = plain(document.data)
    files: dict[str, str] = {"prices.yaml": "beer: 1"} if "prices.yaml" in example_of(check) else {}
    if isinstance(over, str):
        files, over = {over: "<svg/>"}, {}
    if "rules.md.j2" in over:
        files, over = over, {"rules": "rules.md.j2"}
    found = problems_of(make_kit, over, files)
    assert code_of(check) in {problem.code for problem in found}
    assert all(problem.where for problem in found)


@pytest.mark.parametrize("check", ALL, ids=code_of)
def test_every_check_says_what_why_and_shows_an_example(check: Any) -> None:
    what, blank, *why = (check.__doc__ or "").splitlines()
    assert what.endswith(".")
    assert blank == ""
    assert "".join(why).strip()
    assert example_of(check)


def test_the_page_about_checks_is_in_step_with_them(golden: bool) -> None:
    page = Path(__file__).parents[2] / "docs" / "checks.md"
    if golden:
        page.write_text(checks_page(), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == checks_page(), "run python -m cardgen.checks"


def test_codes_are_unique() -> None:
    assert len({code_of(check) for check in ALL}) == len(ALL)


def test_a_statement_that_holds_is_silent(make_kit: MakeKit) -> None:
    over = {"checks": [{"that": "cards.main | sum(attribute='count') == decks.main.total", "why": "XX-001"}]}
    assert not problems_of(make_kit, over)


def test_what_only_the_engine_reads_is_used(make_kit: MakeKit) -> None:
    over = {"decks": {"main": {"fields": {"power": {"type": "int", "default": 1}}}}}
    assert [p.code for p in problems_of(make_kit, over)] == ["unused-field"]
    assert not problems_of(make_kit, over, code="return card.power")


@pytest.mark.parametrize(
    ("sheet", "codes"),
    [
        ("# Rules\n\n::: options\n:::\n", ["unused-option"]),
        ("# Rules\n\n{{ options.open_hands.says }}\n", []),
    ],
)
def test_a_house_rule_must_be_told_in_the_rule_sheet(make_kit: MakeKit, sheet: str, codes: list[str]) -> None:
    over = {
        "rules": "rules.md.j2",
        "options": {"open_hands": {"default": "no", "values": {"yes": "Open.", "no": "Secret."}}},
    }
    texts = {"game.yaml": json.dumps(merged(GAME, over)), "face.svg": FACE}
    folder = make_kit({**texts, "rules.md.j2": sheet})
    assert [p.code for p in run_checks(load_kit(folder))] == codes


def test_icons_that_only_texts_use_are_used(make_kit: MakeKit) -> None:
    icons = '<svg><symbol id="beer" viewBox="0 0 9 9"/></svg>'
    assert not problems_of(make_kit, files={"art/icons.svg": icons})


@pytest.mark.parametrize(
    "face",
    [
        '<svg><use href="art/stag.svg#a"/></svg>',
        "<svg>{% include 'art/stag.svg' %}</svg>",
        '<svg><use href="art/{{ card.id }}.svg"/></svg>',
        "<svg>{% include \"art/\" ~ card.id ~ '.svg' %}</svg>",
    ],
)
def test_a_picture_that_a_template_names_is_used(make_kit: MakeKit, face: str) -> None:
    texts = FACE.replace("<svg>", "") and FACE.replace("</svg>", "") + face + "</svg>"
    assert not problems_of(make_kit, files={"face.svg": texts, "art/stag.svg": "<svg/>"})


def test_pieces_with_names_of_their_own_are_no_twins(make_kit: MakeKit) -> None:
    cards = [{"id": "A1", "name": "One", "value": 1}, {"id": "A2", "name": "Two", "value": 1}]
    assert not problems_of(make_kit, {"decks": {"main": {"cards": cards}}})


def test_a_suggested_accent_is_dark_enough(make_kit: MakeKit) -> None:
    (problem,) = problems_of(make_kit, {"accent": "#f2c94c"})
    suggested = re.search(r"#\w{6}", problem.hint)
    assert suggested
    assert not problems_of(make_kit, {"accent": suggested[0]})


@pytest.mark.parametrize(
    ("needs", "codes"), [("2 * n", []), ("2 * n + 1", ["needs"]), ("n * n - n - 3", ["needs"])]
)
def test_eight_pieces_are_enough_for_every_number_of_players_or_not(
    make_kit: MakeKit, needs: str, codes: list[str]
) -> None:
    # with 2, 3 and 4 players; the last one asks for one piece too many at the full table only
    assert [p.code for p in problems_of(make_kit, {"decks": {"main": {"needs": needs}}})] == codes


@pytest.mark.parametrize("colours", [["#c0392b", "#3f7f3f"], ["#3f7f3f", "#c0392b"], ["#101010", "#efefef"]])
@pytest.mark.parametrize("order", [1, -1])
def test_colours_are_apart_in_grey_whichever_is_named_first(
    make_kit: MakeKit, colours: list[str], order: int
) -> None:
    palette = dict(zip(("one", "two"), colours[::order], strict=True))
    over = {"rule_colours": ["one", "two"], "looks": {"full": {"palette": palette}}}
    alike = "#c0392b" in colours
    assert ["grey-colours"] * alike == [p.code for p in problems_of(make_kit, over)]


@pytest.mark.parametrize(
    ("text", "closed"),
    [("{beer} {beer}", True), ("{beer} {", False), ("} {", False)],
)
def test_braces_come_in_pairs(make_kit: MakeKit, text: str, closed: bool) -> None:
    cards = [{"id": "A1", "value": 1, "text": text}, {"id": "A2", "value": 2}]
    codes = [p.code for p in problems_of(make_kit, {"decks": {"main": {"cards": cards}}})]
    assert ("text-marks" in codes) != closed


def test_the_seeds_lie_beside_the_data_folder(make_kit: MakeKit, tmp_path: Path) -> None:
    make_kit(
        {"data/kit/game.yaml": json.dumps(GAME), "data/kit/face.svg": FACE, "seeds/kit.yaml": "rules: []"}
    )
    kit = load_kit(tmp_path / "kit" / "data" / "kit")
    assert seeds_file(kit) == (tmp_path / "kit" / "seeds" / "kit.yaml").resolve()
