"""The five kits as they were approved: every page planned as text, and one page of each kind as a picture."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from cardgen.base.files import shipped
from cardgen.base.units import PAPERS
from cardgen.sheets import Backs, SheetSettings, plan_kit
from tests.games.kits import kit_of
from tests.golden_pages import assert_look_as_approved, golden_names, pages_of
from tests.kits.conftest import faces_of
from tests.kits.heard import check_by_others, check_heard
from tests.many import mostly_thorough
from tests.sheets.plan_text import plan_text

DATA = shipped() / "data"
SLUGS = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")
GOLDEN = Path(__file__).parent / "golden"
LETTER = ("biergarten", "letter fold")
"""The kit that is also shown on another paper, in its other look, folded."""


@pytest.mark.parametrize(("paper", "backs"), [("a4", "long-edge"), ("letter", "fold")])
@pytest.mark.parametrize("slug", SLUGS)
def test_the_sheets_of_a_kit_are_planned_as_approved(
    slug: str, paper: str, backs: Backs, golden: bool
) -> None:
    kit = kit_of(slug)
    plan = plan_kit(kit, SheetSettings(PAPERS[paper], paper.title(), backs), faces_of(slug))
    text = plan_text(plan) + "\n"
    path = GOLDEN / "plans" / f"{slug}-{paper}-{backs}.txt"
    if golden:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), "look at the difference, then run with --golden"


def _kinds_of_pages(pdf: Path) -> dict[str, int]:
    """Return the page of each bookmark and the one behind it, named by the bookmark."""
    with pypdfium2.PdfDocument(pdf) as document:
        marks = [(entry.get_title(), entry.get_dest().get_index()) for entry in document.get_toc()]
        count = len(document)
    starts = {page for _, page in marks}
    found = {}
    for title, page in marks:
        name = re.sub(r"[^a-z]+", "-", title.split(",")[0].lower()).strip("-")
        found[name] = page
        if page + 1 < count and page + 1 not in starts and title not in ("Print guide", "Duplex test"):
            found[f"{name}-behind"] = page + 1
    return found


@pytest.mark.parametrize("slug", mostly_thorough(SLUGS, 5))
def test_the_pages_of_a_kit_look_as_approved(
    slug: str, tmp_path: Path, golden: bool, cardgen: Callable[..., object]
) -> None:
    cardgen("build", str(DATA / slug), "--out", str(tmp_path))
    kit, rules = tmp_path / slug / f"{slug}-kit-a4.pdf", tmp_path / slug / f"{slug}-rules.pdf"
    kinds = _kinds_of_pages(kit)
    pictures = dict(zip(kinds, pages_of(kit, *kinds.values()), strict=True))
    for number, page in enumerate(pages_of(rules), 1):
        pictures[f"rules-{number}"] = page
    check_heard(rules)
    check_by_others(rules)
    _compare(slug, pictures, tmp_path, golden)


@pytest.mark.thorough
def test_the_pages_of_another_paper_look_and_fold_look_as_approved(
    tmp_path: Path, golden: bool, cardgen: Callable[..., object]
) -> None:
    slug, name = LETTER
    wishes = ("--paper", "letter", "--backs", "fold", "--look", "low-ink", "--only", "kit")
    cardgen("build", str(DATA / slug), "--out", str(tmp_path), *wishes)
    kit = tmp_path / slug / f"{slug}-kit-letter-low-ink.pdf"
    kinds = {name: page for name, page in _kinds_of_pages(kit).items() if not name.endswith("-behind")}
    _compare(
        name.replace(" ", "-"),
        dict(zip(kinds, pages_of(kit, *kinds.values()), strict=True)),
        tmp_path,
        golden,
    )


def _compare(folder: str, pictures: dict[str, Image.Image], scratch: Path, golden: bool) -> None:
    assert_look_as_approved(pictures, GOLDEN / folder, scratch / "pages", golden)
    assert golden_names(GOLDEN / folder) == set(pictures)


@pytest.mark.parametrize("slug", mostly_thorough(SLUGS, 5))
def test_a_card_of_each_component_composes_in_low_ink(slug: str) -> None:
    kit = kit_of(slug)
    faces = faces_of(slug, "low-ink")
    for component in kit.components:
        faces.front(component.cards[0])
        faces.back(component.cards[0])
    assert [str(problem) for problem in faces.problems] == []
