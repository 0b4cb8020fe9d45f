"""The table as people use it: lobby, pointing, keys, phones, one screen for several, and whole games in two browsers."""

from __future__ import annotations

import random
import signal
import time
from typing import Any

import pytest

from tests.browser.conftest import Show, complaints
from tests.browser.studio_running import Running, wait

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
    const told = document.querySelectorAll("#tales > li").length;
    if (document.querySelector("dialog.result") || told >= (window.enough ?? Infinity)) return clearInterval(timer);
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
    asked = {"kit": slug, "seats": [{"name": n, "bot": b} for n, b in seats], "pace": 0} | more
    told = page.evaluate(
        """async (asked) => (await fetch("tables", {method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify(asked)})).json()""",
        asked,
    )
    origin = page.url.split("/")[2]
    return [f"http://{origin}/{seat['secret']}/" for seat in told["seats"]]


def nodes(page: Any) -> list[str]:
    """What axe complains about, with the elements."""
    return [f"{one['id']}: {node['html'][:150]}" for one in complaints(page) for node in one["nodes"]]


def test_keys_alone_play_a_whole_game(running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=cheers")
    (seat, _) = set_up(lobby, "cheers", [("Ana", ""), ("Ben", "greedy"), ("Cleo", "greedy")], seed=3)[:2]
    page = show(seat, quiet=True)  # what is pressed a moment too late is refused
    page.wait_for_selector("#ask .ask-title")
    chosen, chance = 0, random.Random(3)  # a fixed rhythm may choose and take back the same for ever
    end = time.monotonic() + 80
    while time.monotonic() < end:
        state = page.evaluate(
            """() => document.querySelector("dialog.result") ? "over"
            : document.activeElement?.matches("#felt .can, #hand .can, #ask .ask-buttons button, #ask .chip.word")
            ? "on it" : document.querySelector(".can, #ask .ask-buttons button") ? "mine" : "waits" """
        )
        if state == "over":
            break
        if state == "on it" and chance.random() < 0.3:
            page.keyboard.press("Enter")
            chosen += 1
        elif state == "waits":
            page.wait_for_timeout(10)
        else:
            page.keyboard.press("Tab")
    assert chosen > 5
    assert page.locator("dialog.result").count() == 1


def test_a_lobby_gives_everybody_a_link_and_a_code_and_one_screen_is_enough(
    running: Running, show: Show
) -> None:
    page = show(f"{running.home}play?kit=auction-hearts")
    page.wait_for_selector(".status:has-text('Up to date')")
    page.get_by_label("Who sits on seat 2").select_option("person")
    page.get_by_role("button", name="Deal").click()
    page.wait_for_selector("img.qr")
    assert page.locator("img.qr").count() == 2
    assert "cardgen studio --lan" in page.inner_text(".note")
    loaded = "[...document.querySelectorAll('img.qr')].every((one) => one.complete && one.naturalWidth)"
    wait(lambda: page.evaluate(loaded))
    page.get_by_role("link", name="All at this screen").click()
    page.wait_for_selector("#ask .ask-title", state="attached")
    for _ in range(6):
        page.wait_for_selector(".curtain, .can, #ask .chip.word, #ask .ask-buttons button")
        if page.locator(".curtain").count():
            hidden = page.evaluate("document.querySelector('#main').hidden")
            assert hidden, "a hand can be seen behind the curtain"
            page.keyboard.press("Escape")
            assert page.locator(".curtain").count() == 1
            page.locator(".curtain button").click()
            page.wait_for_selector("#ask .ask-title")
            break
        button = page.locator("#ask .ask-buttons button, #ask .chip.word").first.element_handle()
        button.click()
        # until the table has answered, the question that was answered still stands there
        page.wait_for_function("one => !one.isConnected || document.querySelector('.curtain')", arg=button)
    else:
        pytest.fail("it was never the other one's turn")
    assert page.locator(".seat.mine").count() == 1


def test_a_game_goes_on_after_the_server_was_killed(running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=cheers", quiet=True)
    seats = set_up(lobby, "cheers", [("Ana", ""), ("Ben", ""), ("Cleo", "greedy")])[:2]
    pages = [show(seat, quiet=True) for seat in seats]
    for page in pages:
        page.wait_for_selector("#ask .ask-title")
    mine = next(page for page in pages if page.locator(".can").count())
    hand = [page.locator("#hand .piece").count() for page in pages]
    running.stop(signal.SIGKILL)
    mine.wait_for_selector("body.lost")
    assert mine.locator(".toast.bad").count() == 1
    again = "async () => { const { toast } = await import('./js/dom.js'); for (const _ of 'abc') toast('Too quick.'); }"
    mine.evaluate(
        again.replace(
            "./js", mine.locator("script[type=module]").first.evaluate("one => one.src").rsplit("/", 1)[0]
        )
    )
    assert mine.locator(".toast", has_text="Too quick.").count() == 1, (
        "a phone that is tapped quickly has one message"
    )
    time.sleep(0.3)
    running.start()
    for page, held in zip(pages, hand, strict=True):
        page.wait_for_selector("body:not(.lost)", timeout=20_000)
        assert page.locator("#hand .piece").count() == held
    mine.evaluate(PLAYER, 5)
    other = pages[1 - pages.index(mine)]
    other.wait_for_selector("#tales > li:nth-child(2)", state="attached")
    lobby = show(f"{running.home}play?kit=cheers", quiet=True)
    lobby.get_by_role("button", name="Go on with the game of Ana, Ben, Cleo").wait_for()


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 390)])
def test_axe_finds_nothing_at_the_table_and_in_the_lobby(
    theme: str, width: int, running: Running, show: Show
) -> None:
    lobby = show(f"{running.home}play?kit=biergarten", width=width, color_scheme=theme)
    lobby.wait_for_selector(".seats")
    assert complaints(lobby) == []
    for slug, bots in (("biergarten", 2), ("bartender-aarwares", 1), ("auction-hearts", 3)):
        seats = [("Ana", ""), *((f"B{n}", "random") for n in range(bots))]
        page = show(set_up(lobby, slug, seats)[0], width=width, color_scheme=theme)
        page.wait_for_selector(".can, #ask .ask-buttons button, #ask .chip.word")
        page.wait_for_timeout(500)
        assert nodes(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Story and rules").first.click()
        page.get_by_role("tab", name="Table").click()
        page.wait_for_timeout(400)
        assert nodes(page) == []


def test_what_cannot_be_done_says_why_with_rule_and_sentence(running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=auction-hearts")
    seats = set_up(lobby, "auction-hearts", [("Ana", ""), ("Ben", "random"), ("Cleo", "random")], seed=3)
    page = show(seats[0])
    page.wait_for_selector("#hand .piece")
    page.wait_for_selector("#ask .chip.word, #ask .ask-buttons button")
    page.locator("#hand .piece").first.click()
    page.wait_for_selector(".refused")
    said = page.locator(".refused").inner_text()
    assert "Not allowed" in said
    assert "AH-" in said
    assert len(page.locator(".refused .why").inner_text()) > 10


def test_a_trick_is_seen_whole_before_it_is_taken_and_heard_by_who_cannot_see_it(
    running: Running, show: Show
) -> None:
    lobby = show(f"{running.home}play?kit=auction-hearts")
    seats = set_up(
        lobby, "auction-hearts", [("Ana", ""), *((name, "random") for name in ("Ben", "Cleo", "Dan"))], seed=5
    )
    page = show(seats[0], width=390, height=844)
    page.evaluate("""() => {
        const seen = (window.tricks = []), heard = (window.heard = new Set());
        setInterval(() => {
            const there = document.querySelectorAll("[data-zone=trick] .piece").length;
            if (seen.at(-1) !== there) seen.push(there);
            for (const one of document.querySelectorAll(".sr[role=status]")) heard.add(one.textContent);
        }, 15);
    }""")

    def go_on() -> bool:
        page.evaluate(
            """() => (document.querySelector("#hand .piece.can") ?? document.querySelector(".chip.word") ?? [...document.querySelectorAll(".ask-buttons .btn")].at(-1))?.click()"""
        )
        return bool(page.evaluate("window.tricks.includes(4)"))

    wait(go_on)
    wait(lambda: page.evaluate("window.tricks.slice(window.tricks.indexOf(4)).length > 1"))
    assert any(" takes " in words for words in page.evaluate("[...window.heard]"))
    assert page.locator("#last").inner_text().strip()
    assert page.locator("#last").bounding_box()["y"] < 844
