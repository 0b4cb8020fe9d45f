"""A game is simulated on the page: the report fills, a slider chooses a value, and only then a file is written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.test_table import nodes

DATA = Path(__file__).parents[2] / "data"
CARD = "li:has-text('of') a"


@pytest.mark.parametrize(
    ("width", "scheme", "file", "path", "values", "line"),
    [
        (1280, "light", "seats.yaml", "tables.seats.0.ones", "25..26", "ones: ?, fives: 5}"),
        (390, "dark", "pips.yaml", "tables.pips.size.other", "1.34,1.39", "other: ?"),
    ],
)
def test_games_are_played_by_keys_and_a_value_is_written(
    width: int,
    scheme: str,
    file: str,
    path: str,
    values: str,
    line: str,
    start: Start,
    tmp_path: Path,
    show: Show,
) -> None:
    folder = shutil.copytree(DATA / "auction-hearts", tmp_path / "kits" / "auction-hearts")
    running = start(folder, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(
        f"{running.home}simulate?kit=auction-hearts&players=4&games=4&path={path}",
        width=width,
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    page.set_default_timeout(90_000)
    is_now, wanted = values.replace("..", ",").split(",")
    page.fill("#of-from", is_now)
    page.fill("#of-to", wanted)
    if "," in values:
        page.fill("#of-step", "0.05")
    assert f"--sweep {path}={values}" in page.inner_text("#go code")
    assert nodes(page) == []
    before = (folder / file).read_text()
    page.focus("#play")
    page.keyboard.press("Enter")
    page.wait_for_selector("#stop")
    page.wait_for_selector("#play")
    page.frame_locator("iframe").locator("h1").wait_for()
    assert page.inner_text(".report-head h2") == "Report of 4 games"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []
    assert (folder / file).read_text() == before
    page.focus(".write input")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("tr.on td:first-child").startswith(wanted)
    page.focus("#write-it")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"text=The file says {wanted} by now")
    assert (folder / file).read_text() == before.replace(
        line.replace("?", is_now), line.replace("?", wanted), 1
    )
    page.click(CARD)
    page.wait_for_url("**/card?*")
