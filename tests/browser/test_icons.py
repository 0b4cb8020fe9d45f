"""Icons are found, coloured and taken on a page, and a text prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import wait
from tests.browser.test_edit import cell
from tests.browser.test_table import nodes
from tests.studio.small import small_kit


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_an_icon_is_taken_and_printed(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    file = folder / "art" / "icons.svg"
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=width, color_scheme=scheme, quiet=True)
    page.click("a:has-text('Icons')")
    page.wait_for_selector("#found svg")
    page.fill("input[type=search]", "beer")
    page.wait_for_selector("#many:text-is('2 icons')")
    assert nodes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.focus("#found input:checked")  # by keys
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#side h2:text-is('beer-outline')")
    page.click("#found label:has-text('beer') >> nth=0")  # by mouse or finger
    page.wait_for_selector("#side h2:text-is('beer')")
    page.fill("#side .typed", "mug")
    page.click("label[title='ground']")
    page.click("text=Take it")
    page.wait_for_selector("#written:has-text('{mug} is new in art/icons.svg')")
    assert '<symbol id="mug"' in file.read_text("utf-8")
    assert "palette.ground" in file.read_text("utf-8")
    page.click("text=Take it")
    page.wait_for_selector(".toast.bad:has-text('there is an icon {mug} already')")
    page.click("text=Undo: {mug} is new")
    wait(lambda: not file.exists(), 10)
    page.click("text=Take it")
    wait(file.exists, 10)
    assert nodes(page) == []

    page.goto(f"{running.home}edit?kit=small")
    page.wait_for_selector("#face img.painted")
    face = page.locator("#face img").get_attribute("data-face")
    page.focus(cell(0, "text"))
    page.keyboard.type("Take a {mug}")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector(`td[data-key=text] img[alt='{mug}']`)?.naturalWidth")
    page.wait_for_selector(f"#face img.painted:not([data-face='{face}'])")
    page.goto(f"{running.home}problems?kit=small")
    page.wait_for_selector("text=Nothing is wrong")
