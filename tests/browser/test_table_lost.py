"""A table whose server does not answer: requests that are lost, a server that is killed, one that hangs, a silent stream."""

from __future__ import annotations

import os
import re
import signal
from typing import Any

import pytest

from tests.browser.conftest import Show
from tests.browser.studio_running import Running
from tests.browser.test_table import PLAYER, set_up

SEATS = [("Ana", ""), ("Ben", "greedy")]
PLAYED = "#tales > li:has(b:text-is('Ana'))"


def at_table(running: Running, show: Show, **more: Any) -> Any:
    lobby = show(f"{running.home}play?kit=biergarten", quiet=True)  # it loses its server, too
    page = show(set_up(lobby, "biergarten", SEATS, seed=3)[0], quiet=True, **more)
    page.wait_for_selector("#felt .can")
    return page


def test_a_move_that_is_lost_is_sent_again(running: Running, show: Show) -> None:
    page = at_table(running, show)
    page.context.set_offline(True)
    page.locator("#felt .can").first.click()
    page.locator(".toast", has_text="sent again until it does").wait_for(timeout=6000)
    page.context.set_offline(False)
    page.wait_for_selector(PLAYED, timeout=8000, state="attached")
    page.locator(".toast", has_text="sent again").wait_for(state="detached")
    page.wait_for_selector("#felt .can")
    assert page.locator(PLAYED).count() == 1
    assert page.locator("link[rel=icon]").get_attribute("href") == "mark-turn.svg"


def test_a_move_that_was_made_while_the_server_was_away_is_played_when_it_is_back(
    running: Running, show: Show
) -> None:
    page = at_table(running, show)
    running.stop(signal.SIGKILL)
    page.locator("#felt .can").first.click()
    page.locator("body.lost").wait_for(state="attached")
    running.start()
    page.wait_for_selector(PLAYED, timeout=20_000, state="attached")
    page.locator("body:not(.lost)").wait_for(state="attached")
    assert page.locator(".toast").count() == 0


def test_a_server_that_hangs_is_told_and_plays_the_move_once(running: Running, show: Show) -> None:
    page = at_table(running, show)
    os.kill(running.process.pid, signal.SIGSTOP)
    try:
        page.locator("#felt .can").first.click()
        page.locator(".toast", has_text="has not answered yet").wait_for(timeout=6000)
        page.wait_for_timeout(7000)  # the first try is given up and sent again
    finally:
        os.kill(running.process.pid, signal.SIGCONT)
    page.wait_for_selector(PLAYED, timeout=10_000, state="attached")
    page.locator(".toast").wait_for(state="detached")
    assert page.locator(PLAYED).count() == 1


def test_a_stream_that_falls_silent_is_noticed_and_opened_again(running: Running, show: Show) -> None:
    page = at_table(running, show)
    page.clock.install()
    page.reload()
    page.wait_for_selector("#felt .can")
    os.kill(running.process.pid, signal.SIGSTOP)
    try:
        page.clock.fast_forward(26_000)
        page.locator("body.lost").wait_for(state="attached")
    finally:
        os.kill(running.process.pid, signal.SIGCONT)
    page.clock.fast_forward(2000)
    page.locator("body:not(.lost)").wait_for(state="attached")


@pytest.mark.parametrize("slug", ["biergarten", "cheers"])
def test_two_people_take_a_move_back_together_and_the_button_is_there_when_it_does_something(
    slug: str, running: Running, show: Show
) -> None:
    lobby = show(f"{running.home}play?kit={slug}")
    bots = [("Cleo", "greedy")] if slug == "cheers" else []
    seats = set_up(lobby, slug, [("Mary  Ann", ""), ("Ben", ""), *bots])[:2]
    pages = [show(seat) for seat in seats]
    for page in pages:
        page.wait_for_selector("#ask .ask-title")
        assert not page.locator("#undo").is_visible(), "there is nothing to take back"
    choice = ".can, #ask .ask-buttons button, #ask .chip.word"
    first = next(page for page in pages if page.locator(choice).count())
    other = next(page for page in pages if page is not first)
    first.evaluate("window.enough = 2")
    first.evaluate(PLAYER, 4)
    first.locator("#undo").wait_for()
    other.goto("about:blank")  # who is not here cannot agree
    first.locator("#undo").wait_for(state="hidden")
    other.goto(seats[pages.index(other)])
    first.locator("#undo").wait_for()
    first.get_by_role("tab", name="Table").click()
    first.get_by_role("button", name="Let a bot play", exact=True).click()
    first.locator("#undo").wait_for(state="hidden")  # it would make the same move again
    first.get_by_role("button", name="Play yourself").click()
    first.get_by_role("tab", name="Story").click()
    first.locator("#undo").click()
    first.locator(".asks", has_text="must agree").wait_for()
    assert first.locator("#undo").is_hidden(), "it was asked"
    other.get_by_role("button", name="Agree").click()
    other.locator("#tales > li", has_text="takes back the last move").wait_for()
    first.locator("#tales > li", has_text="takes back the last move").wait_for()
    assert first.locator("#tales > li").count() == 4, "set-up, to a bot and back, taken back"
    for page in pages:
        assert page.locator(".asks").count() == 0
        assert page.locator("#undo").is_hidden()
    assert pages[1].locator("#felt", has_text=re.compile(r"Mary\sAnn")).count() == 1


def test_a_link_is_text_and_copied_only_where_it_is(running: Running, show: Show) -> None:
    page = show(f"{running.home}play?kit=biergarten")
    page.get_by_label("Who sits on seat 2").select_option("person")
    page.get_by_label("Name on seat 1").fill("Mary Ann")
    page.get_by_role("button", name="Deal").click()
    link = page.get_by_label("Link of Mary Ann")
    link.wait_for()
    address = page.get_by_role("link", name="Sit down here").first.get_attribute("href")
    assert link.input_value().split("/")[3] == str(address).split("/")[3]
    page.evaluate(
        "() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })"
    )
    page.get_by_role("button", name="Copy the link").first.click()
    page.locator(".toast", has_text="copy it by hand").wait_for()
    assert page.evaluate("() => getSelection().toString()") == link.input_value()
    page.evaluate(
        "() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (words) => { window.copied = words; } } })"
    )
    page.get_by_role("button", name="Copy the link").first.click()
    page.locator(".toast", has_text="The link is copied").wait_for()
    assert page.evaluate("() => window.copied") == link.input_value()
