"""Playing with hand and mouse: pieces are dragged, thousands of moves are pointed at, remarks and the form are sent."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import REPOSITORY, Running, wait
from tests.browser.test_table import PLAYER, set_up
from tests.wide import wide


def kept(running: Running) -> list[dict[str, Any]]:
    """The lines of the one game that was played."""
    (file,) = (running.folder.parent / "output" / "games").glob("*.jsonl")
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def middle(piece: Any) -> tuple[float, float]:
    box = piece.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("width", [1280, 390])
def test_a_piece_is_dragged_to_its_place(width: int, running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=cheers")
    seats = set_up(lobby, "cheers", [("Ana", ""), ("Ben", "greedy"), ("Cleo", "greedy")], seed=3)
    page = show(seats[0], width=width, height=844)
    page.wait_for_selector("#hand .piece.can")
    moves = [line["move"] for line in kept(running) if "move" in line]
    held = page.locator("#hand .piece").count()
    card = page.locator("#hand .piece.can").first
    name = card.get_attribute("aria-label")
    x, y = middle(card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=4)
    page.wait_for_selector(".ghost-piece")
    target = page.locator("[data-zone].can").first
    target.scroll_into_view_if_needed()
    page.mouse.move(*middle(target), steps=8)
    page.wait_for_selector("[data-zone].over")
    page.mouse.up()
    wait(lambda: page.locator(".ghost-piece").count() == 0)
    wait(lambda: page.locator("#tales > li").count() > len(moves) + 1)
    mine = [line["move"] for line in kept(running) if line.get("by") == "person"]
    assert len(mine) == 1
    assert mine[0].startswith("Ana plays")
    assert name
    assert page.locator("#hand .piece").count() <= held


def test_a_piece_that_is_dropped_nowhere_goes_back(running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=cheers")
    seats = set_up(lobby, "cheers", [("Ana", ""), ("Ben", "greedy"), ("Cleo", "greedy")], seed=3)
    page = show(seats[0])
    page.wait_for_selector("#hand .piece.can")
    x, y = middle(page.locator("#hand .piece.can").first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=4)
    page.wait_for_selector(".ghost-piece")
    page.mouse.move(4, 4, steps=4)
    page.mouse.up()
    wait(lambda: page.locator(".ghost-piece, .away, .over").count() == 0)
    assert not [line for line in kept(running) if line.get("by") == "person"]
    page.keyboard.press("Escape")
    assert page.locator("#hand .picked").count() == 0


@pytest.mark.parametrize("width", [1280, 390])
def test_one_of_thousands_of_moves_is_pointed_at(
    width: int, tmp_path: Path, start: Start, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    wide(project, monkeypatch)
    path = {"PYTHONPATH": f"{REPOSITORY}:{project}"}
    running = start(project / "data" / "harbour", environment=path)
    lobby = show(f"{running.home}play?kit=harbour")
    seats = set_up(lobby, "harbour", [("Ana", ""), ("Ben", "random")], seed=4)
    page = show(seats[0], width=width, height=844)
    page.get_by_role("button", name="Draw from the deck").click()
    page.wait_for_selector("#ask .ask-title:has-text('Load')")
    page.wait_for_selector("#hand .piece.can")
    assert page.locator("#hand .piece.can").count() >= 3, "every card of the hand can be chosen"
    page.locator("#hand .piece.can").nth(2).click()
    page.wait_for_selector("#hand .piece.picked")
    page.locator("#felt .piece.can").last.click()
    typed = page.locator(".blank-input")
    typed.fill("4000")
    typed.press("Enter")
    page.wait_for_selector(".blank-input[aria-invalid]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    typed.fill("377")
    typed.press("Enter")
    page.wait_for_selector("#tales > li:has-text('at 377')", state="attached")
    said = next(line["move"] for line in kept(running) if "377" in line.get("move", ""))
    assert re.fullmatch(r"Ana trades \S+ for \S+ at 377", said)


def test_remarks_and_the_form_at_the_end_are_kept_with_the_game(running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=cheers")
    seats = set_up(lobby, "cheers", [("Ana", ""), ("Ben", "greedy"), ("Cleo", "greedy")], seed=3)
    page = show(seats[0], quiet=True)  # that an empty form is refused stands on the console
    page.wait_for_selector("#hand .piece.can")
    page.get_by_role("tab", name="Table").click()
    words = page.get_by_label("Remark on the last move")
    page.get_by_role("button", name="Note it").click()
    assert words.evaluate("one => one === document.activeElement"), "an empty remark asks for words"
    words.fill("who is this?")
    page.get_by_role("button", name="Note it").click()
    page.wait_for_selector(".toast:has-text('Noted with the last move')")
    assert words.input_value() == ""
    page.wait_for_timeout(1200)
    page.locator("#hand .piece.can").first.click()
    page.evaluate(PLAYER, 3)
    page.wait_for_selector(
        "li .thought:has-text('0:0')"
    )  # the clock of who has thought: it measures, and ends no turn
    page.wait_for_selector("dialog.result", timeout=60_000)
    page.get_by_role("button", name="Send").click()
    page.wait_for_selector(".toast:has-text('nothing is filled in')")
    for label in ("4", "too long", "no"):
        page.locator(".end-form label", has_text=re.compile(f"^{label}$")).click()
    page.get_by_label("In your words").fill("Again with <b>five</b>.")
    page.get_by_role("button", name="Send").click()
    page.wait_for_selector("[role=status]:has-text('Thank you')")
    lines = kept(running)
    (remark,) = (line for line in lines if "remark" in line)
    assert (remark["remark"], remark["seat"]) == ("who is this?", 0)
    (form,) = (line["form"] for line in lines if "form" in line)
    assert form == {"fun": 4, "length": "too long", "again": False, "words": "Again with <b>five</b>."}
    seconds = [line["seconds"] for line in lines if line.get("by") == "person"]
    assert seconds[0] >= 0.3, "the first decision was thought about"


def test_a_position_is_saved_as_a_scenario(running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=cheers")
    seats = set_up(lobby, "cheers", [("Ana", ""), ("Ben", "greedy"), ("Cleo", "greedy")], seed=3)
    page = show(seats[0], accept_downloads=True)
    page.wait_for_selector("#hand .piece.can")
    page.get_by_role("tab", name="Table").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as scenario").click()
    assert waiting.value.suggested_filename.startswith("cheers-move-")
    text = Path(waiting.value.path()).read_text("utf-8")
    assert "game: cheers" in text


def test_a_hand_is_sorted_and_arranged_and_a_finger_that_rests_looks_closely(
    running: Running, show: Show
) -> None:
    lobby = show(f"{running.home}play?kit=auction-hearts")
    people = [("Ana", ""), ("Ben", ""), ("Cleo", "")]
    seats = set_up(lobby, "auction-hearts", people, seed=3)
    page, *others = (show(seat) for seat in seats)
    page.wait_for_selector("#hand .piece")

    def hand() -> list[str]:
        return [one.get_attribute("aria-label") for one in page.locator("#hand .piece").all()]

    cards = hand()
    suits = [card.rpartition(" ")[2] for card in cards]
    assert sum(a != b for a, b in itertools.pairwise(suits)) == len(set(suits)) - 1, "suit by suit"
    boxes = page.locator("#hand .piece")
    page.mouse.move(boxes.nth(1).bounding_box()["x"] + 8, boxes.nth(1).bounding_box()["y"] + 60)
    page.mouse.down()
    page.mouse.move(boxes.nth(6).bounding_box()["x"] + 45, boxes.nth(6).bounding_box()["y"] + 60, steps=9)
    page.mouse.up()
    arranged = [*cards[:1], *cards[2:7], cards[1], *cards[7:]]
    wait(lambda: hand() == arranged, 10)
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Sort", exact=True).click()
    wait(lambda: hand() == cards)
    page.evaluate(
        """() => document.querySelector("#hand .piece").dispatchEvent(
        new PointerEvent("pointerdown", {pointerType: "touch", bubbles: true}))"""
    )
    page.wait_for_selector(".loupe")
    assert page.locator("#hand .picked").count() == 0
    for one in (page, *others):  # whoever begins bids, and the bid stands at the bidder
        if one.locator("#ask .chip.word, #ask .ask-buttons button").count():
            one.evaluate("() => document.querySelector('#ask .chip.word')?.click()")
            other = others[0] if one is page else page
            other.wait_for_selector(".seat .called:not([hidden]):has-text('bids')")
            break
    else:
        pytest.fail("nobody could bid")
