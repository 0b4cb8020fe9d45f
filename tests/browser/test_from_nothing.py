"""A game is made from nothing on the page alone: cards in suits, a board, tokens and aids; printed, shared, played.

CARDGEN_TOUR=docs/images pytest tests/browser/test_from_nothing.py makes the pictures of docs/tour.md, too.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from tests.browser.conftest import Show
from tests.browser.studio_running import Running, wait
from tests.browser.test_edit import cell, shows

Start = Callable[..., Running]
SUITS = {"b": "Moon", "c": "Leaf", "d": "Drop"}


def typed(page: Any, row: int, key: str, words: str) -> None:
    page.focus(cell(row, key))
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    shows(page, row, key, words)


def picture(page: Any, name: str) -> None:
    if folder := os.environ.get("CARDGEN_TOUR"):
        page.wait_for_timeout(6000)  # until nothing is announced any more
        shot = Image.open(io.BytesIO(page.screenshot()))
        shot.save(Path(folder) / f"tour-{name}.webp", quality=80, method=6)


def test_a_game_is_made_from_nothing_printed_shared_and_played(
    start: Start, tmp_path: Path, show: Show
) -> None:
    games = tmp_path / "games"
    (games / "data").mkdir(parents=True)
    running = start(games, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}new", width=1280)
    page.wait_for_selector("[aria-label='Cards'] img")
    page.keyboard.type("Lantern Road")
    for name in ("portrait", "corners", "token", "player-aid"):  # portrait is chosen at first
        page.focus(f"input[value='{name}']")
        page.keyboard.press("Space")
    page.click("text=Make the game")
    page.wait_for_url("**/edit?kit=lantern-road*")
    kit = games / "data" / "lantern-road"

    page.click("#new-component")  # the board
    page.focus("input[value='score-track']")
    page.keyboard.press("Space")
    page.click("text=Add it")
    page.wait_for_url("**/edit?kit=lantern-road&in=score_track")
    shows(page, 0, "id", "score-track-1")

    page.goto(f"{running.home}edit?kit=lantern-road&in=corners")
    shows(page, 0, "id", "corners-1")
    for row, (suit, words) in enumerate(SUITS.items(), 1):
        page.click("[aria-label='What can be done with corners-1']")
        page.click(".pop >> text=Duplicate")
        page.wait_for_function("(n) => document.querySelectorAll('#grid tbody tr').length === n", arg=row + 1)
        page.focus(cell(1, "suit"))
        page.keyboard.press("Enter")
        page.select_option("select.editor", label=suit)
        shows(page, 1, "suit", suit)
        typed(page, 1, "name", f"{words}: draw a card")
        typed(page, 1, "value", str(row + 1))
    picture(page, "cards")
    cards = yaml.safe_load((kit / "corners.yaml").read_text("utf-8"))
    assert {card["suit"]: card["name"] for card in cards[1:]} == {
        suit: f"{words}: draw a card" for suit, words in SUITS.items()
    }

    page.goto(f"{running.home}card?kit=lantern-road&card=corners-1&edit=1")  # its name on its face
    page.click("#new-text")
    wait(lambda: '<text id="text-1"' in (kit / "faces" / "corners.svg").read_text("utf-8"), 10)
    page.wait_for_selector(".written:has-text('text-1')")
    page.click(".chip:has-text('name')")
    wait(lambda: ">{{ card.name }}</text>" in (kit / "faces" / "corners.svg").read_text("utf-8"), 10)
    picture(page, "face")

    page.goto(f"{running.home}print?kit=lantern-road")
    page.wait_for_selector(".make:not([disabled])")
    page.click(".make")
    page.wait_for_selector(".files a.name", timeout=60_000)
    assert any(name.endswith(".pdf") for name in page.locator(".files a.name").all_inner_texts())
    page.click("text=Page to share")
    page.wait_for_selector(".files >> text=lantern-road-share.html", timeout=60_000)

    page.goto(f"{running.home}play?kit=lantern-road&free=1")
    page.wait_for_selector(".lobby-box")
    for n, name in enumerate(["Ana", "Ben"], 1):
        page.select_option(f".seats li:nth-child({n}) select", "person")
        page.fill(f".seats li:nth-child({n}) .name", name)
        page.keyboard.press("Tab")
    page.click("text=Lay the table")
    page.wait_for_selector(".link")
    table = show(page.locator(".link").first.input_value(), width=1280)
    table.wait_for_selector(".heap")
    assert table.locator(".heap").count() > 0
    picture(table, "table")
