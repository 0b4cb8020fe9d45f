"""Whole games of people who click every move themselves, at a desk and with a phone: the five kits with rules, and two that have none."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from cardgen.engine import play_and_save
from cardgen.games import make_game
from tests.browser.conftest import Show
from tests.browser.studio_running import REPOSITORY, Running, wait
from tests.browser.test_free import begun
from tests.browser.test_table import PLAYER, set_up
from tests.browser.test_table_counts import MISSING, pictures, wrong
from tests.games.kits import kit_of
from tests.studio.small import small_kit
from tests.table.playing import GAMES

PICTURES = os.environ.get("WHOLE_GAMES")  # a folder for pictures to look at
SIZES: dict[str, dict[str, Any]] = {
    "1280": {"width": 1280, "height": 800},
    "390": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
    "768": {"width": 768, "height": 1024},
}
PEOPLE = {"auction-hearts": 3, "bartender-2012": 3, "cheers": 3}  # the others are for two
GUIDED = ("bartender-aarwares", "cheers")
"""Games where who clicks anything needs hundreds of moves: what greedy bots would do is clicked."""
CLICKED = 9  # lines of the story before one looks whether everything is seen

# Notes each move that the page shows in its line of the last move, and each sentence that is read aloud.
WATCH = """() => {
  const shown = (window.shown = []);
  new MutationObserver(() => {
    const now = document.querySelector("#last").textContent;
    if (now && shown.at(-1) !== now) shown.push(now);
  }).observe(document.querySelector("#last"), {childList: true, subtree: true, characterData: true});
}"""
# Points at what one move is about, until it is played: pieces and places, words, and the sentence where it has no blanks.
CLICK = """async (number) => {
  const { you } = await import(new URL("js/pointing.js", document.baseURI));
  const message = await (await fetch("message")).json();
  const [verb, handles] = message.moves.find((one) => one[2] === number) ?? [];
  if (!verb) throw Error(`no move ${number}: ${message.moves.length} and ${message.more} more, turn ${message.turn} of ${message.you}`);
  const labelled = (text) => [...document.querySelectorAll("#ask .ask-buttons button, #ask .chip.word")].find((one) => one.textContent.trim() === text);
  const shown = (handle) => document.querySelector(`.can[data-handle="${CSS.escape(handle)}"]`)
    ?? labelled(handle.startsWith("s:") ? message.seats[handle.slice(2)].name : handle.slice(2));
  const tales = () => document.querySelectorAll("#tales > li").length, before = tales();
  const left = [...handles], late = performance.now() + 5000;
  for (; tales() === before; await new Promise((done) => setTimeout(done, 10))) {
    const next = left.find(shown);
    if (performance.now() > late) throw Error(`${verb} ${handles}: ${left} of it cannot be clicked; ${document.querySelector("#ask").textContent}`);
    if (next) (shown(next).click(), left.splice(left.indexOf(next), 1));
    else if (!left.length) [...document.querySelectorAll("#ask .ask-buttons button")].find((one) => one.textContent.startsWith(you(message.phrases[verb]).split("{")[0]))?.click();
  }
}"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("whole") / "kits"
    small_kit(folder)
    for kit in (*(f"data/{slug}" for slug in GAMES), "tests/samples/orchard-project/data/orchard"):
        shutil.copytree(REPOSITORY / kit, folder / kit.rpartition("/")[2])
    running = Running(folder)
    yield running
    running.stop(9)


def look(pages: dict[str, Any], slug: str, when: str) -> None:
    """Keep a picture of each page, where somebody asks for them."""
    for width, page in pages.items():
        pictures(page)
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/{slug}-{when}-{width}.png")


def told(page: Any, lines: int) -> None:
    """Wait until the story of a page has so many lines, or the game is over."""
    wait(lambda: page.locator("#tales > li").count() >= lines or page.locator("dialog.result").count() > 0)


def journal(running: Running, slug: str) -> list[dict[str, Any]]:
    (file,) = (running.folder.parent / "output" / "games").glob(f"{slug}-*.jsonl")
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("slug", GAMES)
def test_people_play_a_whole_game_by_clicking_and_all_see_every_move(
    slug: str, running: Running, show: Show
) -> None:
    lobby = show(f"{running.home}play?kit={slug}")
    names = ("Ana", "Ben", "Cleo")[: PEOPLE.get(slug, 2)]
    seats = set_up(lobby, slug, [(name, "") for name in names], seed=12)
    # nothing moves, so that it goes quickly; a click that comes too late is refused, and nothing else goes wrong
    pages = {
        width: show(seat, **size, reduced_motion="reduce", quiet=True)
        for seat, (width, size) in zip(seats, SIZES.items(), strict=False)
    }
    for page in pages.values():
        page.wait_for_selector("#ask .ask-title")
        page.evaluate(WATCH)
    moves = (
        guided(running, slug, names, list(pages.values()))
        if slug in GUIDED
        else clicked(list(pages.values()))
    )
    next(moves)
    look(pages, slug, "begun")
    for page in pages.values():
        pictures(page)
        assert (wrong(page), page.evaluate(MISSING)) == ([], [])
    assert list(moves) == []
    for page in pages.values():
        page.wait_for_selector("dialog.result", timeout=240_000)
    look(pages, slug, "over")
    ends = [page.locator("dialog.result .ranks").inner_text() for page in pages.values()]
    assert len(set(ends)) == 1
    lines = journal(running, slug)
    many = sum("move" in line for line in lines)
    assert {line["by"] for line in lines if "move" in line} == {"person"}
    for page in pages.values():
        assert page.locator("#tales > li").count() == 1 + many, "the set-up, and all moves"
        assert page.evaluate("window.shown.length") > 0.8 * many


def clicked(pages: list[Any]) -> Iterator[None]:
    """Click anything on each page until the game is over; stop once in the middle."""
    for n, page in enumerate(pages):
        page.evaluate(f"window.enough = {CLICKED}")
        page.evaluate(PLAYER, 7 + n)
    for page in pages:
        told(page, CLICKED)
    yield
    for n, page in enumerate(pages):
        page.evaluate("window.enough = Infinity")
        page.evaluate(PLAYER, 17 + n)


def guided(running: Running, slug: str, names: tuple[str, ...], pages: list[Any]) -> Iterator[None]:
    """Click what greedy bots would do, each move on the page of its seat; stop once before the last."""
    seed = journal(running, slug)[0]["seed"]  # people do not choose it
    game: Any = make_game(kit_of(slug), len(names), {}, names)
    saved = play_and_save(game, seed, [game.greedy() for _ in names])
    state = game.deal(saved.seed)
    for number, says in enumerate(saved.moves, 1):
        if number == len(saved.moves):
            yield
        for page in pages:
            told(page, number)
        pages[state.turn].evaluate(CLICK, list(game.moves(state)).index(game.read(state, says)))
        game.play_text(state, says)
        assert [one["move"] for one in journal(running, slug) if "move" in one][number - 1 :] == [says]


ACT = """async ([what, wait]) => {
  const told = await (await fetch("message")).json();
  const of = Object.keys(told).filter((key) => key.startsWith("at:") && told[key].n && told[key].closed).map((key) => key.slice(3))[0]
    ?? Object.keys(told).filter((key) => key.startsWith("at:") && told[key].n && !/iscard/.test(key)).map((key) => key.slice(3))[0];
  const deeds = {
    draw: () => of && {do: "draw", of, n: 1},
    play: () => told.hand.length && {do: "move", pieces: [told.hand[0].id], to: told.hand.length % 2 ? "table" : `area ${told.you}`},
    turnover: () => ({do: "turnover"}),
  };
  const asked = deeds[what]();
  if (!asked) return null;
  const answer = await fetch("do", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({...asked, v: told.v})});
  if (!answer.ok) throw Error(await answer.text());
  return (await answer.json()).v;
}"""


@pytest.mark.parametrize("slug", ["orchard", "small"])
def test_two_people_play_a_kit_without_rules_until_every_card_is_played(
    slug: str, running: Running, show: Show
) -> None:
    links = begun(running, show, slug, ["Ana", "Ben"])
    pages = {width: show(link, **size) for link, (width, size) in zip(links[:2], SIZES.items(), strict=False)}
    for page in pages.values():
        page.wait_for_selector(".heap")
    look(pages, slug, "begun")
    deeds = 0

    def everybody_sees(page: Any, what: str) -> bool:
        nonlocal deeds
        if page.evaluate(ACT, [what, 0]) is None:
            return False
        deeds += 1
        for one in pages.values():  # each of the two reads of each deed
            wait(lambda one=one: one.locator(".tale").count() >= deeds, 10)  # type: ignore[misc]
        return True

    drawn = 0
    while True:
        turn = [everybody_sees(page, what) for page in pages.values() for what in ("draw", "play")]
        drawn += turn[0] + turn[2]
        if not any(turn):
            break
        for page in pages.values():
            everybody_sees(page, "turnover")
        if drawn in (4, 5):
            look(pages, slug, "middle")
    look(pages, slug, "over")
    counts = [page.locator("#felt .pc").count() for page in pages.values()]
    assert counts[0] == counts[1] >= drawn > 3, "all that was drawn lies on both tables"
    for page in pages.values():
        assert page.locator(".fan-card").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert sum("do" in line for line in journal(running, slug)) == deeds
