"""rules.yaml in the studio: mistakes are told at each save, and ten games show what they met."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import wait
from tests.browser.test_table import nodes
from tests.ruledata.kits import copied

BESIDE = """(line) => { const area = document.querySelector("#ruling"), mark = document.querySelector(".gutter .wrong");
return Math.abs(mark.getBoundingClientRect().top - area.getBoundingClientRect().top - 8 - (line - 1) * 20 + area.scrollTop) < 2; }"""


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


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_mistakes_are_marked_while_somebody_types(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    folder = copied("crazy-eights", tmp_path / "kits")
    rules = folder / "rules.yaml"
    said = rules.read_text("utf-8")
    running = start(folder, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    address = f"{running.home}rules?kit=crazy-eights&form=edit"
    page = show(address, width=width, color_scheme=scheme, quiet=True)
    page.wait_for_selector("#ruling-says.good:has-text('No mistakes')")
    line = said[: said.index("count(deck) > 0")].count("\n") + 1
    page.focus("#ruling")
    page.evaluate(
        "(at) => document.activeElement.setSelectionRange(at, at)", said.index("count(deck) > 0") + 6
    )
    page.keyboard.type("x")
    page.wait_for_selector(f".gutter .wrong:text-is('▸ {line}')", state="attached")
    page.wait_for_selector("#ruling-says:has-text('1 mistake')")
    page.click(".slips button")  # the number is beside its line
    page.wait_for_function(BESIDE, arg=line)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []
    assert rules.read_text("utf-8") == said
    page.goto(f"{running.home}problems?kit=crazy-eights")  # what was typed is kept
    page.goto(address)
    page.wait_for_selector(".ruling-note:has-text('not saved')")
    page.click(".slips button:has-text('xdeck')")
    assert page.evaluate("getSelection().toString()") == "xdeck"
    page.keyboard.type("de")
    page.keyboard.press("Control+ ")
    page.wait_for_selector(".ruling-words [aria-selected=true]:has-text('deck')")
    assert nodes(page) == []
    page.keyboard.press("Enter")
    page.wait_for_selector("#ruling-says:has-text('No mistakes')")
    page.keyboard.press("Control+Home")
    page.keyboard.type("# mine")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+s")
    wait(lambda: rules.read_text("utf-8") == f"# mine\n  {said}")
    page.wait_for_selector("#met-below .met-moves")
    page.click(".ruling [aria-label='Undo: rules.yaml']")
    wait(lambda: rules.read_text("utf-8") == said)
    page.wait_for_function("(said) => document.querySelector('#ruling').value === said", arg=said)
    page.focus("#ruling")
    page.keyboard.type("# mine")
    rules.write_text(f"{said}# theirs\n", "utf-8")
    page.click(".ruling-note >> text=Take theirs")
    page.wait_for_selector(".ruling .row:has-text('Saved')")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "ruling"
