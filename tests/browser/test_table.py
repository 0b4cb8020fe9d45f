"""The table as people use it: lobby, pointing, keys, phones, one screen for several, and whole games in two browsers."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Show, complaints
from tests.browser.studio_running import Running
from tests.studio.small import small_kit

Start = Callable[..., Running]

# Points at anything that may be chosen, as somebody does who plays anything, until the game is over.
PLAYER = """(seed) => {
  let luck = seed, posted = false, story = -1;
  const next = (n) => ((luck = (luck * 1103515245 + 12345) % 2147483648), luck % n);
  const fetched = window.fetch;
  window.fetch = async (...asked) => {
    if (String(asked[0]) === "moves") (posted = true), (story = document.querySelectorAll("#tales > li").length);
    return fetched(...asked);
  };
  const timer = setInterval(() => {
    if (document.querySelector("dialog.result")) return clearInterval(timer);
    if (posted && document.querySelectorAll("#tales > li").length === story) return;
    posted = false;
    const buttons = [...document.querySelectorAll("#ask .ask-buttons button, #ask .chip.word")];
    const all = [...buttons.filter((one) => one.textContent.trim() !== "Back"), ...document.querySelectorAll("#felt .can, #hand .can")];
    const back = buttons.find((one) => one.textContent.trim() === "Back");
    if (all.length) all[next(all.length)].click();
    else back?.click();
  }, 12);
}"""


def set_up(page: Any, slug: str, seats: list[tuple[str, str]], **more: Any) -> list[str]:
    """Set a table up from a page of the studio; return the address of each seat."""
    asked = {"kit": slug, "seats": [{"name": n, "bot": b} for n, b in seats], "pace": 0, **more}
    told = page.evaluate(
        """async (asked) => (await fetch("tables", {method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify(asked)})).json()""",
        asked,
    )
    origin = page.url.split("/")[2]
    return [f"http://{origin}/{seat['secret']}/" for seat in told["seats"]]


@pytest.fixture
def running(start: Start, tmp_path: Path) -> Running:
    return start(small_kit(tmp_path).parent)


SHORT: dict[str, dict[str, Any]] = {}


@pytest.mark.parametrize(
    "slug", ["auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers"]
)
def test_two_browsers_and_a_bot_finish_a_game(slug: str, running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit={slug}")
    seats = set_up(lobby, slug, [("Ana", ""), ("Ben", ""), ("Cleo", "greedy")], options=SHORT.get(slug, {}))
    pages = [show(seats[0]), show(seats[1], width=390, height=844)]
    for n, page in enumerate(pages):
        page.wait_for_selector("#ask .ask-title")
        page.evaluate(PLAYER, 7 + n)
    for page in pages:
        page.wait_for_selector("dialog.result", timeout=90_000)
    ends = [page.locator("dialog.result .ranks").inner_text() for page in pages]
    assert ends[0] == ends[1]
    files = list((running.folder.parent / "output" / "games").glob(f"{slug}-*.jsonl"))
    lines = [json.loads(line) for line in files[0].read_text("utf-8").splitlines()]
    assert "over" in lines[-1]
    assert {line["by"] for line in lines if "move" in line} == {"person", "greedy"}
