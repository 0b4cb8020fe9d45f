"""A game is begun on the page and opened, by mouse and by keys, at each width."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.test_table import nodes
from tests.studio.small import edit, small_kit

DATA = Path(__file__).parents[2] / "data"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_game_is_begun_on_the_page(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    small_kit(tmp_path / "games" / "data")
    running = start(tmp_path / "games", environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(
        f"{running.home}new", width=width, color_scheme=scheme, quiet=True
    )  # a name that is taken is a 409
    page.wait_for_selector("[aria-label='Cards'] img")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []
    assert page.locator("button:has-text('Make the game')").is_disabled()
    page.keyboard.type("Night Ferry")  # the field has the focus
    page.focus("input[value='token']")
    page.keyboard.press("Space")
    page.click("text=A book by the fire")  # its pictures are in that look, too
    page.wait_for_function(
        "[...document.querySelectorAll('.begin img')].every((one) => /^layouts.letter/.test(one.getAttribute('src')))"
    )
    page.wait_for_function(
        "(one) => one.naturalWidth > 0", arg=page.query_selector("[value='portrait'] + * img")
    )
    page.select_option("[aria-label='Most players']", "6")
    assert "--players 2-6 --layout portrait,back,token --look letter" in page.inner_text("#side")
    page.click("text=Make the game")
    page.wait_for_url("**/edit?kit=night-ferry*")
    page.wait_for_selector("td[data-key='name']:has-text('Old Ferry')")
    assert (tmp_path / "games" / "data" / "night-ferry" / "faces" / "token.svg").is_file()

    page.goto(f"{running.home}new")
    page.click("text=A game that plays")
    page.fill(".title input", "Night Ferry")
    assert "cardgen new 'Night Ferry' --starter" in page.inner_text("#side")
    page.click("text=Make the game")
    page.wait_for_selector("#wrong:has-text('is there already')")


@pytest.mark.parametrize("width", [1280, 390])
def test_long_sentences_and_rows_of_buttons_stay_within_the_window(
    width: int, start: Start, tmp_path: Path, show: Show
) -> None:
    folder = shutil.copytree(DATA / "auction-hearts", tmp_path / "kits" / "auction-hearts").parent
    small = small_kit(folder)
    edit(small / "game.yaml", "looks:", "look:")
    running = start(
        folder, environment={"CARDGEN_CACHE": str(tmp_path / "cache")}, words=("studio", str(folder))
    )
    page = show(f"{running.home}new", width=width)
    page.wait_for_selector("text=New games go into a folder called data")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{running.home}play?kit=auction-hearts")
    page.wait_for_selector(".deal")
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    assert page.locator(".lobby-foot .btn").evaluate_all(cut) == []
    page.goto(f"{running.home}card?kit=small&card=A1")
    page.wait_for_selector("text=This kit cannot be read yet")
