"""A kit is printed from the page, by mouse and by keys, and a studio that is killed leaves no half file."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import wait
from tests.browser.test_table import nodes
from tests.studio.small import small_kit


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_cards_are_chosen_and_printed(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=width, color_scheme=scheme)
    page.click("[aria-label='Choose A1']")  # by mouse
    if width == 390:  # one card at a time
        page.click("[aria-label='Card before']")
    page.focus("td[data-row='2'][data-key='id']")
    page.keyboard.press("Space")  # by keys
    assert nodes(page) == []
    page.focus("#print-these")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Cards: A1, A3")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []

    page.select_option("#of-paper", "letter")
    page.focus("#of-copies")
    page.keyboard.press("ArrowUp")
    assert page.inner_text("#side code") == "cardgen build small --paper letter --only main:A1,A3 --copies 2"
    page.focus(".make")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # a second press begins no second build
    page.wait_for_selector(".files a.name")
    assert page.locator(".toast").count() == 0
    assert nodes(page) == []
    (name,) = page.locator(".files a.name").all_inner_texts()
    assert name == "small-only-main-A1+A3-x2-letter.pdf"
    with page.expect_download() as got:
        page.click(f"[aria-label='Download {name}']")
    assert Path(got.value.path()).read_bytes().startswith(b"%PDF-")

    page.click("text=More settings")
    page.fill("#of-gutter", "wide")
    page.click(".make")
    page.wait_for_selector("[role=alert]:has-text('--gutter')")
    page.wait_for_selector(".ask.wrong #of-gutter")
    page.click("text=Page to share")
    page.wait_for_selector(".files >> text=small-share.html")

    page.goto(f"{running.home}print?kit=small")  # what a target lacks is shown where it is asked
    page.check("[name=target][value=drivethrucards]", force=True)
    page.click(".make")
    page.locator(".ask.wrong #of-profile").wait_for()


def test_a_killed_studio_leaves_no_half_file(start: Start, tmp_path: Path, show: Show) -> None:
    folder = small_kit(tmp_path / "kits")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}print?kit=small&target=tgc", quiet=True)
    page.click(".make")
    page.wait_for_selector(".now progress")
    wait(lambda: bool(list((tmp_path / "output").rglob(".building-*"))))
    running.stop(signal.SIGKILL)
    place = tmp_path / "output" / "small"
    wait(lambda: not list(place.glob(".building-*")), 20)
    made = [file for file in place.rglob("*") if file.is_file()]
    assert made == [] or (place / "kit.json") in made  # all or none
