"""Every game at every number of players: at a desk and on a phone all that lies on the table can be seen."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from cardgen.games import player_counts
from cardgen.source import load_kit
from tests.browser.conftest import Show
from tests.browser.studio_running import REPOSITORY, Running
from tests.browser.test_table import set_up
from tests.stranger import installed
from tests.studio.small import small_kit
from tests.table.playing import GAMES, NAMES

COUNTS = [
    *((slug, n) for slug in GAMES for n in player_counts(load_kit(REPOSITORY / "data" / slug))),
    *(("harbour", n) for n in (2, 3, 4)),
    *(("night-market", n) for n in (2, 4)),
]
HALFWAY = 14  # moves of one's own
SIZES: list[tuple[int, int, Any]] = [(1280, 800, "light"), (390, 844, "dark")]

# Plays some moves for this seat, whatever they are, and says how many.
PLAYED = """async (most) => {
  const post = (what) => fetch("moves", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(what)});
  let n = 0, luck = 5;
  for (let waits = 0; n < most && waits < 400; ) {
    const told = await (await fetch("message")).json();
    if (told.over) break;
    if (!told.moves.length) { waits++; await new Promise((go) => setTimeout(go, 25)); continue; }
    luck = (luck * 1103515245 + 12345) % 2147483648;
    await post({version: told.version, move: told.moves[luck % told.moves.length][2]});
    n++;
  }
  return n;
}"""

# What sticks out, is covered, or cannot be reached by scrolling, in words.
WRONG = """() => {
  const wrong = [], inside = (a, b, slack = 2) => a.left >= b.left - slack && a.right <= b.right + slack;
  const page = {left: 0, right: innerWidth};
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  if (document.documentElement.scrollHeight > innerHeight + 1) wrong.push(`the page is ${document.documentElement.scrollHeight} px high`);
  const sideways = (el) => { for (let p = el.parentElement; p; p = p.parentElement) { const o = getComputedStyle(p).overflowX; if ((o === "auto" || o === "scroll") && p.scrollWidth > p.clientWidth + 1) return p; } return null; };
  const clipped = (el) => { const a = el.getBoundingClientRect(); let scrolls = false; for (let p = el.parentElement; p && p !== document.body; p = p.parentElement) { const s = getComputedStyle(p), b = p.getBoundingClientRect(); scrolls ||= s.overflowX === "auto" && p.scrollWidth > p.clientWidth + 1; if (!scrolls && s.overflowX === "hidden" && !inside(a, b)) return p; if (s.overflowY === "hidden" && (a.bottom > b.bottom + 3 || a.top < b.top - 3)) return p; } return null; };
  for (const zone of document.querySelectorAll("#felt .zone, #hand .zone")) {
    if (zone.hidden) continue;
    const a = zone.getBoundingClientRect(), name = zone.dataset.zone;
    if (!a.width || !a.height) wrong.push(`${name} has no size`);
    if (!sideways(zone) && !inside(a, page)) wrong.push(`${name} sticks out of the page`);
    if (clipped(zone)) wrong.push(`${name} is cut off by ${clipped(zone).className}`);
    for (const piece of zone.querySelectorAll(".piece")) {
      const b = piece.getBoundingClientRect();
      if (!b.width || !b.height) wrong.push(`a piece in ${name} has no size`);
      else if (!sideways(piece) && !inside(b, page)) wrong.push(`a piece in ${name} sticks out of the page`);
      else if (clipped(piece)) wrong.push(`a piece in ${name} is cut off by ${clipped(piece).className}`);
    }
  }
  const hand = [...document.querySelectorAll("#hand .piece")].map((one) => one.getBoundingClientRect());
  for (const [n, a] of hand.entries()) {
    const next = hand[n + 1];
    if (next && Math.abs(next.top - a.top) < a.height / 2 && next.left - a.left < 14) wrong.push(`of card ${n + 1} in hand ${Math.round(next.left - a.left)} px can be touched`);
    if (a.bottom > innerHeight + a.height * 0.1) wrong.push(`card ${n + 1} in hand hangs ${Math.round(a.bottom - innerHeight)} px below the window`);
  }
  for (const box of document.querySelectorAll("#ask button, #ask .sentence, #ask h2, .seat .seat-head")) {
    const a = box.getBoundingClientRect();
    if (a.width && !sideways(box) && !inside(a, page)) wrong.push(`${box.className || box.tagName} sticks out: ${box.textContent.slice(0, 30)}`);
  }
  const story = document.querySelector("#panel-story");
  if (story.scrollHeight - story.scrollTop - story.clientHeight > 2) wrong.push("the last line of the story is hidden");
  return [...new Set(wrong)];
}"""

# What people need at once: the hand, boards, the last move, and one's own garden as the largest thing of the table.
MISSING = """() => {
  const missing = [], felt = document.querySelector("#felt");
  const seen = (name, where) => {
    const one = document.querySelector(where), b = one?.getBoundingClientRect();
    const [top, bottom] = felt.contains(one) ? [felt.getBoundingClientRect().top, felt.getBoundingClientRect().bottom] : [0, innerHeight];
    if (b && (b.top < top - 1 || b.bottom > bottom + 8 || !b.width)) missing.push(name);
  };
  const phone = innerWidth < 900, garden = document.querySelector(".own .zone-grid");
  seen("the hand", "#hand .piece");
  if (phone) (seen("the last move", "#last"), seen("one's own side, with the score", ".own .seat"));
  seen("the board", "#felt .zone-board .lying");
  if (!phone && felt.scrollHeight > felt.clientHeight + 1) missing.push(`${felt.scrollHeight - felt.clientHeight} px of the table`);
  const area = (one) => one.offsetWidth * one.offsetHeight;
  const others = [...document.querySelectorAll("#felt .seat:not(.mine), #felt .middle, #felt .zone-board")];
  if (garden && others.some((one) => area(one) > area(garden))) missing.push("a garden as the largest thing");
  return missing;
}"""


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A studio that has Harbour, too."""
    folder = tmp_path_factory.mktemp("counts")
    with pytest.MonkeyPatch.context() as patch:
        rules = installed(folder / "project", patch)
    shutil.copytree(REPOSITORY / "tests/samples/night-market-project", rules.parent, dirs_exist_ok=True)
    with (rules.parent / "harbour-0.1.0.dist-info/entry_points.txt").open("a") as entries:
        entries.write("night-market = night_market_rules:NightMarket\n")
    path = {"PYTHONPATH": f"{REPOSITORY}:{rules.parent}"}
    running = Running(small_kit(rules.parent / "data").parent, environment=path)
    yield running
    running.stop(9)


def wrong(page: Any) -> list[str]:
    """What sticks out when nothing travels any more: bots may play on while one looks."""
    for _ in range(20):
        found: list[str] = page.evaluate(WRONG)
        if not found:
            break
        page.wait_for_timeout(250)
    return found


def pictures(page: Any) -> None:
    page.evaluate("() => Promise.all([...document.images].map((one) => one.decode().catch(() => null)))")
    page.wait_for_timeout(450)  # pieces travel


@pytest.mark.parametrize(("slug", "players"), COUNTS)
def test_all_that_lies_on_the_table_can_be_seen(
    slug: str, players: int, everywhere: Running, show: Show
) -> None:
    lobby = show(f"{everywhere.home}play?kit={slug}")
    bots = [(name, "random") for name in NAMES[1:players]]
    seat = set_up(lobby, slug, [(NAMES[0], ""), *bots], seed=players)[0]
    pages = [show(seat, width=w, height=h, color_scheme=theme) for w, h, theme in SIZES]
    for page in pages:
        page.wait_for_selector("#ask .ask-title")
        pictures(page)
        assert wrong(page) == []
    pages[0].evaluate(PLAYED, HALFWAY)
    if slug == "night-market":  # a board in use, without a line of table.yaml
        pages[0].reload()
        pages[0].wait_for_selector("#ask .ask-title")
        pictures(pages[0])
        assert pages[0].evaluate(MISSING) == []
    for page in pages:
        pictures(page)
        page.evaluate("() => document.querySelector('dialog.result')?.close()")
        assert wrong(page) == []


def test_without_motion_the_table_measures_what_it_has_just_set(everywhere: Running, show: Show) -> None:
    lobby = show(f"{everywhere.home}play?kit=cheers")
    seats = set_up(lobby, "cheers", [(name, "") for name in NAMES[:3]])
    page = show(seats[0], reduced_motion="reduce", width=1280, height=800)
    page.wait_for_selector("#ask .ask-title")
    pictures(page)
    halved = page.evaluate(
        """() => ["1", "0.5"].map((fit) => {
        document.querySelector("#felt").style.setProperty("--fit", fit);
        return document.querySelector("#felt .place").getBoundingClientRect().width; })"""
    )
    assert halved[1] == pytest.approx(halved[0] / 2)
    for height in (700, 800, 900, 800):  # it is fitted again, from another size each time
        page.set_viewport_size({"width": 1280, "height": height})
        pictures(page)
        if height >= 800:
            felt = "document.querySelector('#felt')"
            assert page.evaluate(f"{felt}.scrollHeight - {felt}.clientHeight") <= 1
