"""A game is made from nothing on the page alone: cards in suits, a board, tokens and aids; printed, shared, played.

CARDGEN_TOUR=docs/images pytest tests/browser/test_from_nothing.py makes the pictures of docs/tour.md, too.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import wait
from tests.browser.test_edit import PASTE, cell, shows
from tests.browser.test_free import begun, says

SUITS = {"a": "Sun", "b": "Moon", "c": "Leaf", "d": "Drop", "e": "Peak"}
SAYS = ["Draw 2 {card}", "Give a {card}", "Swap hands", "Skip a turn", "Score twice", "{lantern} wild"]
"""What the cards of each suit do, by their values from 1."""


def pasted(page: Any, rows: list[list[str]]) -> None:
    """Paste rows of a spreadsheet over the first card, and wait until the last row is there."""
    page.focus(cell(0, "id"))
    page.evaluate(PASTE, "\n".join("\t".join(row) for row in rows))
    last = f"{cell(len(rows) - 1, 'value')}:text-is('{rows[-1][-1]}')"
    page.wait_for_selector(
        f"tr:has({cell(len(rows) - 1, 'id')}:text-is('{rows[-1][0]}')) {last}", timeout=120_000
    )


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

    for found, own in (("cards outline", "card"), ("lamp", "lantern")):
        page.goto(f"{running.home}icons?kit=lantern-road&find={found}")
        page.wait_for_selector("#found svg")
        page.fill("#side .typed", own)
        if own == "card":
            picture(page, "icons")
        page.click("text=Take it")
        page.wait_for_selector(f"#written:has-text('{own}')")

    deck = [
        [f"{suit}{n}", says, "1", suit, str(n)] for suit in SUITS for n, says in enumerate(SAYS, 1)
    ]  # 30 cards in 5 suits, each value with a text of its own
    page.goto(f"{running.home}edit?kit=lantern-road&in=corners")
    shows(page, 0, "id", "corners-1")
    pasted(page, deck)
    picture(page, "cards")
    cards = yaml.safe_load((kit / "corners.yaml").read_text("utf-8"))
    assert [[one["id"], one["name"], "1", one["suit"], str(one["value"])] for one in cards] == deck
    page.goto(f"{running.home}edit?kit=lantern-road&in=token")
    shows(page, 0, "id", "token-1")
    pasted(page, [[f"T{suit}", f"{words} point", "6", suit, "1"] for suit, words in SUITS.items()])
    page.goto(f"{running.home}edit?kit=lantern-road&in=player_aid")
    shows(page, 0, "id", "player-aid-1")
    typed(page, 0, "foot", "First to 20 points.")
    typed(page, 0, "count", "4")

    page.goto(f"{running.home}card?kit=lantern-road&card=a1&edit=1")
    page.wait_for_selector("#element option:has-text('panel-frame')", state="attached")
    face = kit / "faces" / "corners.svg"
    page.select_option(
        "#element",
        label=next(
            one for one in page.locator("#element option").all_inner_texts() if one.startswith("panel-frame")
        ),
    )
    page.click("button:has-text('Delete panel-frame')")
    wait(lambda: "panel-frame" not in face.read_text("utf-8"), 10)
    page.wait_for_selector(".written:has-text('panel-frame')")
    page.click("#new-text")
    wait(lambda: '<text id="text-1"' in face.read_text("utf-8"), 10)
    page.wait_for_selector(".written:has-text('text-1')")
    page.click(".chip:has-text('value')")
    wait(lambda: face.read_text("utf-8").count("{{ card.value }}</text>") == 3, 10)
    picture(page, "face")
    page.goto(f"{running.home}problems?kit=lantern-road")
    page.wait_for_selector("text=Nothing is wrong")

    page.goto(f"{running.home}print?kit=lantern-road")
    page.wait_for_selector(".make:not([disabled])")
    page.click(".make")
    page.wait_for_selector(".files a.name", timeout=90_000)
    assert any(name.endswith(".pdf") for name in page.locator(".files a.name").all_inner_texts())
    page.click("text=Page to share")
    page.wait_for_selector(".files >> text=lantern-road-share.html", timeout=90_000)

    links = begun(running, show, "lantern-road", ["Ana", "Ben"])
    ana, ben = (show(link, width=1280) for link in links[:2])
    for one in (ana, ben):
        one.wait_for_selector(".heap")
    for _ in range(2):  # some turns: draw, play, flip, move, take, count
        for me, other, name in ((ana, ben, "Ana"), (ben, ana, "Ben")):
            me.keyboard.press("d")
            me.wait_for_selector(".fan-card")
            me.click(".fan-card >> nth=0")
            me.click("#dock >> text=Play")
            says(other, f"{name} plays")
            mine = me.locator(".lay-table .pc:not(.fixed)").last
            mine.focus()
            me.keyboard.press("f")
            says(other, f"{name} turns")
            me.locator(".lay-table .pc:not(.fixed)").last.focus()
            me.keyboard.press("h")
            says(other, f"{name} takes")
            me.click("text=End turn")
            other.wait_for_function("() => document.title.startsWith('Your turn')")
    ana.click("[aria-label='Put a counter down']")
    ana.fill("input[aria-label='What does it count?']", "Points")
    ana.keyboard.press("Enter")
    ana.locator("[aria-label='Points: one more']").first.dispatch_event("click")
    ben.wait_for_selector("[aria-label='Points: 1']", state="attached")
    picture(ana, "table")
