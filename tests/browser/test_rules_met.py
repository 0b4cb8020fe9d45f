"""rules.yaml in the studio: mistakes are told at each save, and ten games show what they met."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.test_table import nodes
from tests.ruledata.kits import copied


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_each_save_plays_ten_games_and_tells_mistakes(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    folder = copied("crazy-eights", tmp_path / "kits")
    running = start(folder)
    page = show(f"{running.home}rules?kit=crazy-eights&form=met", width=width, color_scheme=scheme)
    page.wait_for_selector(".met-moves")
    text = page.inner_text(".met")
    assert "10 games of random players" in text
    assert "refused" in page.inner_text("tr:has-text('needs count(deck) > 0')")
    assert page.locator(".odd").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []
    rules = folder / "rules.yaml"
    said = rules.read_text("utf-8")
    rules.write_text(said.replace("count(deck) > 0", "count(deck) > 99", 1), "utf-8")
    page.wait_for_selector(".odd:has-text('never possible')")
    rules.write_text(said.replace("count(deck) > 0", "count(dekc) > 0", 1), "utf-8")
    page.wait_for_selector(".met-wrong:has-text('dekc')")
    page.goto(f"{running.home}problems?kit=crazy-eights")
    page.wait_for_selector("li.error:has-text('dekc')")
    assert "rules.yaml:" in page.inner_text("li.error:has-text('dekc')")
    rules.write_text(said, "utf-8")
    page.wait_for_selector("li.error", state="detached")
