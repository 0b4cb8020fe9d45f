"""A room as two friends use it: one begins a game at a desk, one comes in with six letters on a phone."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import Show
from tests.browser.studio_running import REPOSITORY, wait
from tests.browser.test_table import nodes
from tests.browser.test_table_counts import pictures
from tests.studio.small import small_kit

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    """The address of a server with CHEERS and a kit without rules."""
    small_kit(tmp_path / "data")
    shutil.copytree(REPOSITORY / "data" / "cheers", tmp_path / "data" / "cheers")
    words = [sys.executable, "-m", "cardgen", "serve", "data", "--port", "8690", "--journals", "rooms"]
    lines: list[str] = []
    process = subprocess.Popen(
        words,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    threading.Thread(target=lambda out: lines.extend(out), args=(process.stdout,), daemon=True).start()
    wait(lambda: any("Ctrl-C" in line for line in lines))
    found = re.search(r"http://\S+/", "".join(lines))
    assert found, lines
    yield found[0]
    process.send_signal(signal.SIGINT)
    assert process.wait(15) == 130, lines  # as Ctrl-C ends every command


def test_two_friends_meet_in_a_room_play_and_play_again(home: str, show: Show) -> None:
    ana = show(home, width=1280)
    ana.wait_for_selector(".games")
    ana.click("input[value=small] ~ b")
    ana.wait_for_selector("text=free table")
    assert nodes(ana) == []
    ana.fill("#name", "Ana")
    ana.click("text=Open the room")
    ana.wait_for_selector(".places")
    assert nodes(ana) == []
    letters = ana.inner_text(".letters")

    ben = show("/".join(home.split("/")[:3]) + "/", quiet=True, **PHONE)  # a wrong code is a 404
    ben.wait_for_selector("#letters")
    assert nodes(ben) == []
    ben.fill("#letters", "AAAAAA")
    ben.tap("button[type=submit]")
    ben.wait_for_selector(".wrong:not(:empty)")
    ben.fill("#letters", letters.lower())
    ben.tap("button[type=submit]")
    ben.wait_for_selector(".pick-seat")
    assert "Ana invites you" in ben.inner_text("h1")
    assert nodes(ben) == []
    ben.tap("text=Sit down")  # a name is needed
    ben.fill("#name", "Ben")
    ben.tap("text=Sit down")
    ben.wait_for_selector(".places")
    assert nodes(ben) == []
    assert ben.evaluate("document.documentElement.scrollWidth") == 390

    ana.wait_for_selector(".places >> text=Ben")
    ana.click("#deal")
    for page in (ana, ben):
        page.wait_for_selector(".heap")
        assert "/room/" not in page.url
    ben.reload()
    ben.wait_for_selector(".heap")

    seat = """() => fetch("message").then((one) => one.json()).then((one) => one.you)"""
    sat = [page.evaluate(seat) for page in (ana, ben)]
    ana.click(".to-room")  # the next game of the same people
    ana.wait_for_selector("#deal")
    first = ben.url
    ana.click("#deal")
    ana.wait_for_selector(".heap")
    ben.wait_for_function("document.title.includes('free table')")
    ben.wait_for_selector(".heap")
    assert ben.url == first
    assert [page.evaluate(seat) for page in (ana, ben)] == sat[::-1], "everybody moves on by a seat"


def test_who_comes_late_watches_plays_for_a_bot_and_finds_the_way_back(home: str, show: Show) -> None:
    ana = show(home, width=1280)
    ana.wait_for_selector(".games")
    ana.click("input[value=cheers] ~ b")
    ana.fill("#name", "Ana")
    ana.click("text=Open the room")
    ana.wait_for_selector("#deal")
    sheet = ana.frame_locator(".reading iframe")
    sheet.get_by_role("heading", name="Set-up").first.wait_for()  # the rules, to be read while waiting
    assert nodes(ana) == []
    if folder := os.environ.get("WHOLE_GAMES"):
        ana.screenshot(path=f"{folder}/waiting-1280.png", full_page=True)
    link = ana.input_value(".address input")
    ana.click("#deal")
    ana.wait_for_selector(".felt .seat, .felt")
    eva = show(link, **PHONE)
    eva.wait_for_selector(".pick-seat")
    assert "The game has begun" in eva.inner_text("main")
    eva.fill("#name", "Eva")
    eva.tap("text=Come in without a seat")
    eva.tap("text=Watch")
    eva.wait_for_selector("#felt .seat >> nth=2")
    eva.wait_for_selector("text=You watch")
    assert "/watch/" in eva.url
    assert not eva.locator(".hand-box .piece, #undo:visible, .say:visible, .can").count()
    assert nodes(eva) == []
    pictures(eva)
    if folder := os.environ.get("WHOLE_GAMES"):
        eva.screenshot(path=f"{folder}/watching-390.png")
        eva.set_viewport_size({"width": 1280, "height": 800})
        eva.screenshot(path=f"{folder}/watching-1280.png")
        eva.set_viewport_size({"width": 390, "height": 844})
    ana.click("#tab-table")
    ana.wait_for_selector("text=1 watching")
    eva.tap(".to-room")
    eva.tap("text=Sit here >> nth=0")
    eva.tap("text=To the table")
    eva.wait_for_selector(".hand-box .piece")
    mine = eva.url
    ana.wait_for_function("document.querySelector('#tales').textContent.includes('is played by Eva')")
    eva.goto(link)  # the invitation again: the own seat is remembered
    eva.tap("text=Go on where you were")
    eva.wait_for_selector(".hand-box .piece")
    assert eva.url == mine
    other = show(mine, width=768)  # another device
    other.wait_for_selector(".hand-box .piece")
