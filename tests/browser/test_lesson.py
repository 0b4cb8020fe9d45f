"""Lessons in a browser: both are played to the end, with a wrong try, Show me, a look-up, and keys alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import REPOSITORY, wait
from tests.browser.test_table import nodes
from tests.many import thorough


@pytest.fixture
def taught(start: Start, show: Show, tmp_path: Path) -> Callable[..., Any]:
    """Return a function that opens the lesson of a kit as `cardgen teach` does."""

    def open_one(slug: str, **page: Any) -> Any:
        shutil.copytree(REPOSITORY / "data" / slug, tmp_path / "data" / slug)
        running = start(tmp_path / "data" / slug, words=("teach", slug, "--browser"))
        found = show(running.home, **page)
        found.wait_for_selector("#lesson .step", timeout=60_000)
        return found

    return open_one


TAPS = {4: ("7", "1"), 6: ("C32 / H2", "C14 / H2"), 9: ("9", "6")}
"""What is tapped in these steps: first something wrong, then the answer."""


def at(page: Any) -> str:
    return str(page.locator("#lesson .kicker .num").inner_text())


def done(page: Any) -> None:
    page.wait_for_selector("#next")


def go_on(page: Any) -> None:
    before = page.locator("#lesson h2").inner_text()
    page.click("#next")
    wait(lambda: page.locator("#lesson h2").inner_text() != before)


@pytest.mark.parametrize("width", [1280, thorough(390)])
def test_a_garden_is_learnt_to_the_end(taught: Callable[..., Any], width: int) -> None:
    page = taught("biergarten", width=width, height=844)
    assert nodes(page) == []
    # a wrong try is answered and changes nothing
    page.click(".zone [aria-label^='H1']")
    page.wait_for_selector("#lesson .bad")
    assert "The lesson goes on with H4." in page.locator("#lesson .bad").inner_text()
    assert page.locator(".own .piece").count() == 0
    assert nodes(page) == []
    assert page.locator(".piece.meant").get_attribute("aria-label").startswith("H4")
    page.click(".piece.meant")
    done(page)
    assert page.locator(".own .piece").count() == 1
    go_on(page)
    assert at(page) == "2 of 11"
    # a question finds the rule, with its number
    page.keyboard.press("?")
    page.keyboard.type("Can I turn a tile?")
    wait(lambda: "BG-033" in page.locator(".rule-list li").first.inner_text())
    page.click("#tab-lesson")
    for n in range(2, 12):
        assert at(page) == f"{n} of 11"
        if page.locator("#lesson input[type=number]").count():
            page.fill("#lesson input[type=number]", "77")
            page.keyboard.press("Enter")
            page.wait_for_selector("#lesson .bad")
        if n in TAPS:  # a spot of the cellar, or a seam in Ben's garden
            wrong, right = TAPS[n]
            page.locator(f".tap[aria-label='{wrong}']").click()
            page.wait_for_selector("#lesson .bad")
            assert nodes(page) == []
            page.locator(f".tap[aria-label='{right}']").click()
        else:
            page.get_by_role("button", name="Show me").click()
        done(page)
        assert page.locator(".tap").count() == 0
        go_on(page)
    assert "11 of 11 rules" in page.locator("#lesson").inner_text()
    assert page.locator(".beads").get_attribute("aria-valuenow") == "11"
    assert nodes(page) == []
    garden = page.locator(".own .piece").count()
    page.get_by_role("button", name="Play on").click()
    page.wait_for_selector("#ask .ask-title")
    wait(lambda: page.locator("#lesson").count() == 0)
    wait(lambda: page.locator(".own .piece").count() == garden == 6)  # where the lesson has left it
    page.get_by_role("button", name="Leave the garden as it is").click()
    wait(lambda: "a last time" in page.locator("#ask .ask-title").inner_text(), 30)  # Ben had his turn


def test_keys_alone_lead_through_a_round(taught: Callable[..., Any]) -> None:
    page = taught("cheers", width=390, height=844, has_touch=True)
    assert nodes(page) == []
    card = page.locator("#hand .piece.meant")
    card.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".own .can")
    page.locator(".own .can").first.focus()
    page.keyboard.press("Enter")
    done(page)
    for n in range(2, 11):
        page.wait_for_function("document.activeElement?.id === 'next'")  # who plays with keys goes on there
        page.keyboard.press("Enter")
        wait(lambda n=n: at(page) == f"{n} of 10")
        shown = page.get_by_role("button", name="Show me")
        shown.focus()
        page.keyboard.press("Enter")
        done(page)
    page.keyboard.press("Enter")
    page.wait_for_selector("#lesson .acts .btn-main >> text=Play a game")
    assert nodes(page) == []
    page.get_by_role("button", name="Start again").click()
    wait(lambda: at(page) == "1 of 10")
    page.keyboard.press("s")
    wait(lambda: at(page) == "2 of 10")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
