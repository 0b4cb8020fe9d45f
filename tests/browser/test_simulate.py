"""A game is simulated on the page: the report fills, a slider chooses a value, and only then a file is written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.faces.compose import Faces
from cardgen.report import report_page
from cardgen.simulation import plan, survey
from tests.browser.conftest import Show, Start
from tests.browser.test_table import nodes
from tests.games.kits import kit_of

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


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_a_league_is_chosen_and_played_by_keys(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    folder = shutil.copytree(DATA / "cheers", tmp_path / "kits" / "cheers")
    running = start(folder, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    place = f"{running.home}simulate?kit=cheers&players=4&games=4"
    page = show(place, width=width, color_scheme=scheme, reduced_motion="reduce")
    page.set_default_timeout(90_000)
    page.focus("#of-report")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "of-league"
    ticked = page.locator(".kinds :checked")
    names = ticked.evaluate_all("all => all.map(one => one.value)")
    assert names == list(kit_of("cheers").strategies)
    for name in names:
        page.focus(f"[value='{name}']")
        page.keyboard.press("Space")
    assert "1 kind of player, expected 2 to 12" in page.inner_text("#go")
    assert page.is_disabled("#play")
    page.focus("#of-more")
    page.keyboard.type("never declare\nnobody")
    said = "--players 4 --games 4 --strategy 'never declare' --strategy nobody --report league.html"
    assert page.inner_text("#go code") == f"cardgen league cheers {said}"
    page.focus("#play")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=no bot 'nobody'")
    assert nodes(page) == []
    page.fill("#of-more", "never declare")
    page.focus("#play")
    page.keyboard.press("Enter")
    page.frame_locator("iframe").locator("h1").wait_for()
    page.wait_for_selector("#play")
    assert page.inner_text(".report-head h2") == "League of 2 kinds, 4 games of each pair"
    assert page.frame_locator("iframe").locator(".matrix tbody tr").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []


def test_a_report_in_the_studio_leads_to_faces_rules_and_films_and_as_a_file_nowhere(
    start: Start, tmp_path: Path, show: Show, open_page: Show
) -> None:
    folder = shutil.copytree(DATA / "cheers", tmp_path / "kits" / "cheers")
    running = start(folder, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    file = folder.parent / "output" / "cheers" / "cheers-report.html"
    file.parent.mkdir(parents=True)
    kit = kit_of("cheers")
    file.write_text(report_page(survey(plan(kit, (4,)), games=40, jobs=1).result(), Faces(kit)), "utf-8")
    title = "CHEERS: a league of 3 kinds of player"
    league = f'<title>{title}</title><script type="application/json" id="numbers">{{}}</script>'
    (file.parent / "league.html").write_text(league)
    (file.parent / "film.html").write_text("<title>A film</title>")
    page = show(f"{running.home}simulate?kit=cheers", color_scheme="dark")
    page.set_default_timeout(30_000)
    page.wait_for_selector("#others a")
    assert page.locator("#others a").all_inner_texts() == [title]
    assert page.get_attribute("#others a", "href") == "kits/cheers/games/league.html"
    report = page.frame_locator("iframe")
    for link, place in (
        ("#all-cards tbody tr:first-child th a", "**/card?kit=cheers&card=*"),
        ("#all-rules tbody tr:first-child th a", "**/rules?kit=cheers&rule=*"),
        ("#tension figure:first-child a", "**/games/cheers-report.html/0/*"),
    ):
        report.locator(link).click()
        page.wait_for_url(place)
        if "rule=" in place:
            number = page.url.rpartition("=")[2]
            said = page.frame_locator("#read iframe").locator(f"dt#{number}")
            said.wait_for()
            assert 0 <= said.evaluate("e => e.getBoundingClientRect().top") < 900
        if "games" in place:
            page.wait_for_selector("#felt .piece")
        page.go_back()
    page.route("**/cheers-report.html/0/*", lambda route: None)  # a long game: it is waited for, and given up
    report.locator("#tension figure:first-child a").click()
    page.wait_for_selector("dialog:has-text('The film is made') >> text=1 s")
    page.click("dialog >> text=Cancel")
    page.wait_for_selector("dialog", state="detached")
    assert "simulate?kit=cheers" in page.url
    page = show(f"{running.home}kits/cheers/games/cheers-report.html", quiet=True)
    page.click("#all-cards tbody tr:first-child th a")
    page.wait_for_url("**/card?kit=cheers&card=*")
    assert page.title().endswith(", CHEERS · cardgen studio")
    alone = open_page(file)
    places = alone.eval_on_selector_all("a", "all => all.map(a => a.getAttribute('href'))")
    assert all(one.startswith("#") and alone.locator(f"[id='{one[1:]}']").count() for one in places)
