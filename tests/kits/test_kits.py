"""What is true of all five kits: their checks hold and can fail, rules and options agree, faces and sheets are whole.

How many cards of which kind there are is said once, in the `checks:` of each game.yaml; tests/kits/broken.yaml shows that
each of them can fail.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.drawing import Drawing
from cardgen.base.files import kit_dirs, seeds_dir, shipped
from cardgen.base.units import PT_PER_MM, parse_paper
from cardgen.checks import run_checks
from cardgen.faces.compose import Faces
from cardgen.model import Kit
from cardgen.rulesheet import RuleSheet, rule_markdown, rule_pages
from cardgen.source import load_seeds
from tests.games.kits import kit_of
from tests.kits.breaking import BROKEN, copy_of, failures
from tests.kits.conftest import sheet_of
from tests.many import mostly_slow, thorough
from tests.rulesheet.read_sheets import cited_rules

DATA = shipped() / "data"
GAMES = tuple(folder.name for folder in kit_dirs(DATA))

SHARED = {
    "auction-hearts": (14, 75),
    "bartender-2012": (8, 180),
    "bartender-aarwares": (3, 150),
    "biergarten": (4, 130),
    "cheers": (6, 110),
}
"""Of each kit: how many different backs there are, and how many pieces of art its faces share at most."""

REFUSED = re.compile(r"<filter|<mask|mix-blend-mode|paint-order|clip-rule|hsl\(|var\(")
"""What the art engine gets wrong."""

# In the source of a rule sheet, what is not a number of the game.
NOT_SAID = re.compile(
    r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}"  # what the kit says
    r"|^\s*\d+\. |^### \d |^::: .*?$"  # numbers of list items and of steps, weights and widths
    r"|^A (?:card|tile) with [^\n]*: [^\n]*$",  # the call-outs of a picture
    re.DOTALL | re.MULTILINE,
)
# Kits whose sheets take every number from the kit, but for: the skull starts on 0, A1 is the name of a seat.
SAID: dict[str, set[str]] = {"bartender-aarwares": {"0"}, "biergarten": set(), "cheers": {"1"}}


@pytest.fixture(scope="module", params=GAMES)
def kit(request: pytest.FixtureRequest) -> Kit:
    return kit_of(request.param)


# ---- checks -------------------------------------------------------------------------------------------


def test_no_check_finds_anything(kit: Kit) -> None:
    assert [str(problem) for problem in run_checks(kit)] == []


ROWS = [pytest.param(slug, row, id=f"{slug}: {row['what']}") for slug in BROKEN for row in BROKEN[slug]]


@pytest.mark.parametrize(("slug", "row"), mostly_slow(ROWS, fast=5, test=3))
def test_a_broken_kit_fails_its_check_with_file_and_line(
    tmp_path: Path, slug: str, row: dict[str, Any]
) -> None:
    folder = copy_of(DATA / slug, tmp_path, row)
    problems = failures(folder)
    found = [problem for problem in problems if row["fails"] in problem.hint]
    assert found, [str(problem) for problem in problems]
    where = found[0].where
    assert where is not None
    assert where.file.endswith("game.yaml")
    assert "that:" in (folder / "game.yaml").read_text("utf-8").splitlines()[where.line - 1]


@pytest.mark.parametrize("slug", BROKEN)
def test_each_check_of_a_kit_is_broken_by_a_row(slug: str) -> None:
    for check in kit_of(slug).checks:
        assert any(row["fails"] in check.that for row in BROKEN[slug]), check.that


# ---- rules and options ----------------------------------------------------------------------------------


def test_rules_and_rulings_are_numbered_without_a_gap(kit: Kit) -> None:
    seeds = load_seeds(seeds_dir() / f"{kit.slug}.yaml")
    prefix = seeds.rules[0].id.partition("-")[0]
    assert [rule.id for rule in seeds.rules] == [f"{prefix}-{n:03}" for n in range(1, len(seeds.rules) + 1)]
    assert [rule.id for rule in seeds.rulings] == [f"{prefix}-Q{n}" for n in range(1, len(seeds.rulings) + 1)]


def test_rulings_and_options_point_at_each_other(kit: Kit) -> None:
    """That neither points at nothing is one of our checks."""
    for ruling in load_seeds(seeds_dir() / f"{kit.slug}.yaml").rulings:
        if ruling.option:
            assert kit.options[ruling.option].ruling == ruling.id
    for option in kit.options.values():
        assert option.range or option.name == "players" or option.default == option.choices[0], option.name


# ---- looks and templates --------------------------------------------------------------------------------


def test_the_kit_holds_no_code_and_nothing_the_art_engine_gets_wrong(kit: Kit) -> None:
    files = [path for path in kit.root.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} <= {".yaml", ".svg", ".j2"}
    drawn = [path for path in files if path.suffix != ".yaml"]
    assert [path.name for path in drawn if REFUSED.search(path.read_text("utf-8"))] == []


def test_every_look_names_the_same_colours(kit: Kit) -> None:
    assert list(kit.looks["full"].palette) == list(kit.looks["low-ink"].palette)


# ---- faces ----------------------------------------------------------------------------------------------


def test_every_face_composes_without_a_problem(kit: Kit, faces: Faces, fronts: dict[str, Drawing]) -> None:
    cards = [(component, card) for component in kit.components for card in component.cards]
    backs = [faces.back(card) for _, card in cards]
    assert [str(problem) for problem in faces.problems] == []
    assert all(drawing.items for drawing in fronts.values())
    assert [back is None for back in backs] == [component.back is None for component, _ in cards]
    different, pieces = SHARED[kit.slug]
    assert len({id(back) for back in backs if back}) == different
    drawings = [*fronts.values(), *filter(None, backs)]
    assert len({art.key for drawing in drawings for art in drawing.arts()}) < pieces


def test_small_print_is_5_and_a_half_points_and_all_other_text_7(
    kit: Kit, faces: Faces, fronts: dict[str, Drawing]
) -> None:
    aids = {f"back of {card.id}": back for card in kit.cards.aid if (back := faces.back(card))}
    for name, drawing in {**fronts, **aids}.items():
        for text in drawing.texts():
            small = kit.version in text.words or text.words in (name, kit.title) or text.words[:3] == " · "
            assert text.size * PT_PER_MM >= (5.5 if small else 7), (name, text.words)


# ---- the rule sheet -------------------------------------------------------------------------------------


def assert_cites_every_rule(kit: Kit, sheet: RuleSheet, chosen: object) -> None:
    seeds = load_seeds(seeds_dir() / f"{kit.slug}.yaml")
    cited = set(cited_rules(sheet))
    assert [str(problem) for problem in sheet.problems] == [], chosen
    assert {rule.id for rule in seeds.rules if rule.kind == "rule"} - cited == set(), chosen
    assert cited - set(seeds.by_id) == set(), chosen


def test_every_rule_is_cited_or_table_talk(kit: Kit) -> None:
    assert_cites_every_rule(kit, sheet_of(kit.slug), {})


@pytest.mark.parametrize("slug", SAID)
def test_numbers_are_never_written_into_the_sheet(slug: str) -> None:
    text = NOT_SAID.sub("", (DATA / slug / "rules.md.j2").read_text("utf-8"))
    assert set(re.findall(r"\d+", text)) == SAID[slug]


_REPLACING = ("biergarten", "bartender-2012")
"""Kits with a house rule that takes the place of a rule, which is then not cited."""


@pytest.mark.thorough
def test_every_option_changes_the_sheet_and_leaves_every_rule_cited(kit: Kit, sheets: Any) -> None:
    told: dict[str, object] = {}
    for chosen, sheet in sheets:
        said = rule_markdown(sheet)
        assert said not in told, (chosen, told[said])
        told[said] = chosen
        if not chosen or kit.slug not in _REPLACING:
            assert_cites_every_rule(kit, sheet, chosen)


@pytest.mark.parametrize("paper", ["a4", thorough("letter")])
def test_the_sheet_is_four_full_pages_in_legible_type(kit: Kit, faces: Faces, paper: str) -> None:
    assert_four_pages(sheet_of(kit.slug), faces, paper)


@pytest.mark.thorough
def test_whatever_is_chosen_the_sheet_is_four_full_pages(kit: Kit, sheets: Any) -> None:
    for chosen, sheet in sheets[1:]:
        faces = Faces(kit, options=chosen)
        if kit.slug in ("auction-hearts", "bartender-2012"):  # a house rule may leave a paragraph out there
            assert len(rule_pages(sheet, faces, parse_paper("letter"))) == 4, chosen
            assert not (*sheet.problems, *faces.problems), chosen
        else:
            assert_four_pages(sheet, faces, "letter")


def assert_four_pages(sheet: RuleSheet, faces: Faces, paper: str) -> None:
    """Two sheets of paper with print on both sides, none of it crammed and no page left open."""
    size = parse_paper(paper)
    pages = rule_pages(sheet, faces, size)
    assert [str(problem) for problem in (*sheet.problems, *faces.problems)] == []
    assert len(pages) == 4
    usual = sheet.theme_in(faces.look).words("text").size
    for page in pages:
        above = [text for text in page.texts() if text.y < size.height - sheet.theme.page.margins[2]]
        assert max(text.y for text in above) > 0.85 * (size.height - 12), page.name
        if paper == "a4" or page is pages[0]:  # the shorter paper has its long tables a little smaller
            assert sum(len(t.words) for t in above if t.size >= 0.92 * usual - 1e-6) > 400, page.name
