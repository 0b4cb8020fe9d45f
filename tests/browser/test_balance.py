"""The page Balance: what the cards say before anybody plays, by mouse and by keys, at each width."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.test_table import nodes
from tests.checks.test_balance import kit_with_costs


@pytest.mark.parametrize(
    ("width", "scheme"), [(1600, "light"), (1280, "light"), (768, "light"), (390, "dark")]
)
def test_the_balance_of_a_deck(width: int, scheme: str, start: Start, tmp_path: Path, show: Show) -> None:
    kit = kit_with_costs(tmp_path / "kits")
    running = start(kit.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}balance?kit=small", width=width, color_scheme=scheme)
    page.wait_for_selector(".tile h2:text-is('Cost curve')")
    assert page.locator("circle.far, rect.far").count() == 1
    assert "Card F" in page.locator(".findings li").first.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []
    page.hover(".far")
    page.wait_for_selector(".tip .small-face img.painted")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tip", state="detached")
    page.focus(".bar-row >> nth=0")  # by keys
    page.wait_for_selector(".tip:has-text('Card A')")
    page.click(".seg span:text-is('Different')")
    page.wait_for_selector("[aria-label='By price'] rect[aria-label='price 1, plain: 1']")
    assert "count=different" in page.url

    file = kit / "cards.yaml"  # an editor beside the page
    file.write_text(file.read_text().replace("points: 9", "points: 3"))
    page.wait_for_selector(".far", state="detached")
    page.click(".tile:has-text('Longest texts') a >> nth=0")
    page.wait_for_selector("td[data-row='0'][data-key='id']:focus")
