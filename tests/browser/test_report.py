"""The page of a report in a real browser: on a telephone and on a wide screen, light and dark, on paper, for everybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from cardgen.faces.compose import Faces
from cardgen.report import report_page
from cardgen.simulation import plan, survey
from tests.browser.conftest import complaints
from tests.games.kits import kit_of
from tests.report.small import gain, insight, timed
from tests.report.typed import typed


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kit = kit_of("cheers")
    data = json.loads(survey(plan(kit, (3, 4), each_option=True), games=12, jobs=1).to_json())
    ladder = (gain("greedy", "random", 0.4), gain("ismcts:20", "greedy", 0.05, 0.2))
    without = (gain("greedy without Rb", "greedy", -0.1), gain("greedy without declare", "greedy", 0.01))
    data["insight"] = [insight(4, ladder, without)]
    changed = next(one for one in data["houses"] if one["players"] == 4 and one["met"])
    more = {"change": "tables.bar.hand=5", "title": "", "breaks": ["the deck has 50 cards"]}
    data["houses"].append(changed | more)
    data["pace"] = timed(20, 2)["pace"]
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(report_page(typed(data), Faces(kit)), "utf-8")
    return file


@pytest.mark.parametrize("width", [390, 768, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_fits_every_screen_and_axe_is_content(
    chromium: Any, page_file: Path, width: int, scheme: str
) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(page_file.as_uri())

    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert complaints(page) == []
    assert errors == []
    page.close()


def test_tables_sort_faces_show_and_minutes_follow_the_pace(chromium: Any, page_file: Path) -> None:
    page = chromium.new_page(viewport={"width": 1200, "height": 900})
    page.goto(page_file.as_uri())
    page.click("#all-cards .by >> text=Played")
    played = page.eval_on_selector_all("#all-cards tbody tr td:nth-child(4)", "e => e.map(x => +x.dataset.v)")
    assert played == sorted(played, reverse=True)

    page.locator(".scatter .pt").first.focus()
    assert page.locator(".peek.on svg").count() == 1

    before = page.inner_text("#pace-says")
    page.locator("#pace").press("ArrowRight")
    assert page.inner_text("#pace-says") != before
    page.close()


def test_without_scripts_all_is_there(chromium: Any, page_file: Path) -> None:
    room = chromium.new_context(java_script_enabled=False)
    page = room.new_page()
    page.goto(page_file.as_uri())
    assert page.locator("#all-cards tbody tr").last.is_visible()
    room.close()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_report_prints(chromium: Any, page_file: Path, tmp_path: Path, paper: str) -> None:
    page = chromium.new_page()
    page.goto(page_file.as_uri())
    page.pdf(path=tmp_path / "report.pdf", format=paper, print_background=True)
    with pypdfium2.PdfDocument(tmp_path / "report.pdf") as pdf:
        ink = [
            one.render(scale=0.5).to_pil().convert("L").point(lambda grey: grey < 200 and 255) for one in pdf
        ]
    full = [one.crop((0, 0, one.width, int(one.height * 0.93))).getbbox()[3] / one.height for one in ink]
    assert 5 <= len(full) <= 16
    assert min(full[:-1]) > 2 / 3, "no page but the last has an empty third"
    page.close()
