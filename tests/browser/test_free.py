"""The free table as two people use it: one at a desk with a mouse and keys, one at a phone."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import REPOSITORY, Running
from tests.browser.test_table import nodes
from tests.studio.small import edit, small_kit


def begun(running: Running, show: Show, slug: str, names: list[str]) -> list[str]:
    """Lay the table from the lobby; return the address of each seat, and the one to watch."""
    page = show(f"{running.home}play?kit={slug}&free=1", width=1280)
    page.wait_for_selector(".lobby-box")
    assert nodes(page) == []
    for n, name in enumerate(names):
        page.select_option(f".seats li:nth-child({n + 1}) select", "person")
        page.fill(f".seats li:nth-child({n + 1}) .name", name)
        page.keyboard.press("Tab")
    page.click("text=Lay the table")
    page.wait_for_selector(".link")
    return [one.input_value() for one in page.locator(".link").all()]


def says(page: Any, words: str) -> None:
    page.wait_for_function(
        "(words) => [...document.querySelectorAll('.tale')].some((one) => one.textContent.includes(words))",
        arg=words,
    )


def drag(page: Any, what: str, to: str) -> None:
    a, b = page.locator(what).first.bounding_box(), page.locator(to).first.bounding_box()
    page.mouse.move(a["x"] + a["width"] / 2, a["y"] + min(30, a["height"] / 2))
    page.mouse.down()
    page.mouse.move(b["x"] + b["width"] * 0.7, b["y"] + b["height"] / 2, steps=5)
    page.mouse.up()


def test_two_people_play_a_kit_without_rules(start: Start, tmp_path: Path, show: Show) -> None:
    running = start(small_kit(tmp_path / "kits").parent)
    links = begun(running, show, "small", ["Ana", "Ben"])
    assert len(links) == 3
    ana = show(links[0], width=1280)
    ben = show(links[1], width=390, height=844, has_touch=True, is_mobile=True)
    watcher = show(links[2], width=768)
    for page in (ana, ben, watcher):
        page.wait_for_selector(".heap")

    ana.locator(".heap").first.focus()  # by keys
    ana.keyboard.press("e")
    ana.fill("input[aria-label='How many cards to each?']", "1")
    ana.keyboard.press("Enter")
    says(ana, "You deal a card to each from Cards")
    ben.wait_for_selector(".fan-card")
    ben.tap(".fan-card")  # by finger, without a drag
    ben.tap("#dock >> text=Play")
    says(ana, "Ben plays")
    says(ben, "You play")
    ana.wait_for_selector(".lay-table .pc")
    drag(ana, ".fan-card", ".lay-area.mine")  # by mouse
    says(ana, "before you")
    assert ana.locator(".lay-area.mine .pc").count() == 1
    ana.locator(".heap").first.focus()
    ana.keyboard.press("k")
    ana.wait_for_selector("dialog.closely img")
    says(ben, "Ana looks at the top card of Cards")
    assert nodes(ana) == []
    ana.keyboard.press("Escape")

    ana.keyboard.press("d")  # to one player alone: by keys, by the list and by menu
    ana.locator(".fan-card").first.focus()
    ana.keyboard.press("w")
    ben.wait_for_selector(".shown-row img")
    says(watcher, "Ana shows Ben a card")
    assert watcher.locator(".shown-row img").count() == 0
    assert nodes(ben) == []
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(ana) == []
    ben.tap(".shown-row button")
    ben.wait_for_selector("dialog.closely img")
    ben.keyboard.press("Escape")
    ana.click("#tab-list")
    ana.click("[aria-label$='give or show']")
    ana.click("[role=menuitem]:has-text('Stop showing it to Ben')")
    ben.wait_for_selector(".shown-row", state="hidden")
    ana.click("#tab-story")
    ben.locator(".lay-area button.held").dispatch_event("click")
    ben.tap("[role=menuitem]:has-text('Ask Ana')")
    ana.wait_for_selector(".vote-box:has-text('Ben asks you for a card at random')")
    assert nodes(ana) == []
    ana.click(".vote-box >> text=Give one")
    ben.wait_for_selector(".fan-card")
    says(watcher, "Ben takes a card at random from Ana's hand")
    ben.tap(".fan-card")
    ben.tap("#dock >> [aria-label^='More']")
    ben.tap("[role=menuitem]:has-text('Give to Ana')")
    says(watcher, "Ben gives Ana a card")
    ana.locator(".fan-card").first.focus()
    ana.keyboard.press("b")
    says(watcher, "before Ana")

    ana.click("text=Take back")
    says_of = "wants to take back the last deed"
    ben.wait_for_selector(f".vote-box:has-text('{says_of}')")
    assert nodes(ben) == []
    ben.tap(".vote-box >> text=Agree")
    says(ana, "You take back the last deed")

    ana.click("#tab-list")  # for whoever cannot drag
    ana.click("[aria-label^='Move ']")
    ana.click("[role=menuitem]:has-text('Into your hand')")
    ana.wait_for_selector(".fan-card")
    ana.click("#tab-story")
    ana.fill("[placeholder='Say something']", "Your turn, Ben")
    ana.keyboard.press("Enter")
    says(watcher, "says “Your turn, Ben”")
    ana.click("text=End turn")
    ben.wait_for_function("() => document.title.startsWith('Your turn')")
    assert watcher.locator(".fan-card").count() == 0
    for page in (ana, ben, watcher):
        assert nodes(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_kit_with_rules_lies_on_a_free_table_too_and_a_lost_request_is_asked_again(
    start: Start, tmp_path: Path, show: Show
) -> None:
    shutil.copytree(REPOSITORY / "data" / "cheers", tmp_path / "kits" / "cheers")
    running = start(tmp_path / "kits")
    links = begun(running, show, "cheers", ["Ana", "Ben", "Cleo"])
    page = show(links[0], width=1600, quiet=True, color_scheme="dark", reduced_motion="reduce")
    page.wait_for_selector(".heap")
    lost = []

    def once(route: Any) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch())  # the server did it; the page never hears
            route.abort()

    page.route("**/do", once)
    page.keyboard.press("d")
    page.wait_for_selector(".fan-card")
    page.wait_for_timeout(1500)
    assert page.locator(".fan-card").count() == 1
    assert page.locator(".tale").count() == 1
    assert nodes(page) == []


@pytest.mark.parametrize("width", [390, 768, 1280, 1600])
def test_the_free_table_fits_its_window(start: Start, tmp_path: Path, show: Show, width: int) -> None:
    kit = small_kit(tmp_path / "kits")
    edit(kit / "game.yaml", "title: Cards", "title: Cards of many colours")
    page = show(begun(start(kit.parent), show, "small", ["Ana", "Ben"])[0], width=width)
    page.wait_for_selector(".heap")
    deck, discard = (one.bounding_box() for one in page.locator(".heap-place > .lay-title").all()[:2])
    assert deck["x"] + deck["width"] < discard["x"], "names of piles keep apart"
    felt = page.locator("#felt").bounding_box()
    for place in page.locator(".lay").all():
        box = place.bounding_box()
        assert felt["x"] - 1 <= box["x"] <= box["x"] + box["width"] <= felt["x"] + felt["width"] + 1
        assert felt["y"] - 1 <= box["y"] <= box["y"] + box["height"] <= felt["y"] + felt["height"] + 1
    pressed = page.evaluate(
        "[...document.querySelectorAll('button')].filter((one) => one.checkVisibility() && !one.closest('.world')"
        " && (one.offsetHeight < 32 || one.offsetWidth < 32)).map((one) => one.outerHTML.slice(0, 80))"
    )
    assert pressed == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_set_up_is_written_from_the_page_by_mouse_and_keys(
    start: Start, tmp_path: Path, show: Show, width: int
) -> None:
    folder = small_kit(tmp_path / "kits")
    running = start(folder.parent)
    page = show(f"{running.home}setup?kit=small", width=width, quiet=True)
    page.wait_for_selector(".spot")
    assert nodes(page) == []
    whole = page.evaluate(
        """() => [".ground", ".mat"].map((one) => document.querySelector(one).getBoundingClientRect())
        .flatMap(({left, right}) => [left, right])"""
    )
    assert whole[2] - whole[0] == pytest.approx(whole[1] - whole[3], abs=1.5), "nothing is cut at the right"
    drag(page, ".spot", ".mat")
    page.wait_for_selector(".new-line")
    spot = page.locator(".spot").first
    spot.focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowDown")
    page.fill("[aria-label='Dealt to each hand']", "1")
    page.select_option("[aria-label='Put one more piece on the table']", "A3")
    trey = page.locator(".spot.lying", has_text="Trey")
    trey.focus()
    page.keyboard.press("Shift+ArrowDown")
    page.wait_for_function("() => document.querySelector('#yaml pre').textContent.includes('A3: [20, 30]')")
    page.fill("[aria-label='From the left in mm']", "40")
    page.keyboard.press("Tab")
    page.locator(".place-name").first.click()
    page.keyboard.press("Tab")
    page.click("text=One more counter")
    page.wait_for_function("() => document.querySelector('#yaml pre').textContent.includes('cards: 1')")
    assert nodes(page) == []
    page.click("text=Save set-up")
    page.wait_for_selector("text=Saved in table.yaml")
    said = (folder / "table.yaml").read_text()
    assert "deal:\n    - {pile: main, cards: 1}\n" in said
    assert "lies:\n    A3: [40, 30]\n" in said
    assert "counter-1: {title: Score, each: true, begins: 0}" in said
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    (folder / "table.yaml").write_text(f"# mine\n{said}")
    page.click("text=One more die")
    page.wait_for_selector(".new-line:has-text('sides')")
    page.click("text=Save set-up")
    page.wait_for_selector("text=has changed since the page read it")
    assert (folder / "table.yaml").read_text() == f"# mine\n{said}"


def test_a_kit_that_may_not_be_written_offers_its_copy(start: Start, tmp_path: Path, show: Show) -> None:
    folder = small_kit(tmp_path / "kits")
    page = show(f"{start(folder.parent).home}gallery?kit=small", width=1280, quiet=True)

    def closed(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "read_only": "it comes with cardgen"})

    page.route("**/laying", closed)
    page.goto(page.url.replace("gallery", "setup"))
    page.wait_for_selector("text=It comes with cardgen.")
    page.click("[aria-label='Copy cardgen new my-small --from small']")
    assert page.locator("text=Save set-up").is_disabled()


def test_an_evening_ends_when_all_agree_and_its_film_plays(start: Start, tmp_path: Path, show: Show) -> None:
    running = start(small_kit(tmp_path / "kits").parent)
    links = begun(running, show, "small", ["Ana", "Ben"])
    ana, ben = show(links[0], width=1280), show(links[1], width=390)
    for page in (ana, ben):
        page.wait_for_selector(".heap")
    ana.locator(".heap").first.focus()
    ana.keyboard.press("d")
    ben.wait_for_selector("button.held:has-text('1')")
    ben.locator(".heap").first.focus()
    ben.keyboard.press("d")
    ana.click("#tab-who")
    ana.click("text=End the evening")
    ben.wait_for_selector(".vote-box:has-text('would like to end the evening')")
    assert nodes(ben) == []
    ben.click(".vote-box >> text=Agree")
    ana.wait_for_selector("text=Watch the film")
    assert nodes(ana) == []
    with ana.expect_download() as one:
        ana.click("text=Watch the film")
    film = tmp_path / "film.html"
    one.value.save_as(film)
    page = show(film.as_uri(), width=1280)
    page.wait_for_selector(".tale >> text=draws")
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('#count').textContent === '4 of 4'")
    heap = "one => { const a = one.getBoundingClientRect(), b = document.querySelector('.middle .zone-mat > .lying').getBoundingClientRect(); return [(a.x - b.x) / b.width, (a.y - b.y) / b.height]; }"
    table = ana.evaluate("async () => (await fetch('message')).json()")
    pile = next(one for key, one in table.items() if key.startswith("at:") and one["show"] == "pile")
    wide, high = table["at:table"]["box"][2:]
    assert page.locator(".zone-mat .zone-pile").first.evaluate(heap) == pytest.approx(
        [pile["box"][0] / wide, pile["box"][1] / high], abs=0.01
    )
    assert page.locator(".zone-fan .piece").count() == 2
    assert nodes(page) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_rows_and_grids_of_the_rules_have_their_place_on_the_table(
    start: Start, tmp_path: Path, show: Show, width: int
) -> None:
    shutil.copytree(
        REPOSITORY / "tests/samples/classics/data/connect-four", tmp_path / "kits" / "connect-four"
    )
    shutil.copytree(REPOSITORY / "data" / "auction-hearts", tmp_path / "kits" / "auction-hearts")
    running = start(tmp_path / "kits")
    links = begun(running, show, "connect-four", ["Ana", "Ben"])
    page = show(links[0], width=width, reduced_motion="reduce")
    page.wait_for_selector(".lay-row .cells span")
    cells = page.locator(".lay-row[data-id=board] .cells span")
    assert (cells.count(), cells.first.inner_text(), cells.last.inner_text()) == (42, "a6", "g1")
    if width == 1280:
        drag(page, ".lay-area.mine .pc", ".cells span:nth-child(39)")
    else:
        page.click(".lay-area.mine .pc >> nth=0")
        page.keyboard.press("m")
        page.get_by_role("menuitem", name="Board").click()
    says(page, "to Board")
    there = page.locator(".lay-row[data-id=board] .pc").bounding_box()
    cell = (cells.nth(38) if width == 1280 else cells.first).bounding_box()
    for side, size in (("x", "width"), ("y", "height")):
        assert abs(cell[side] + cell[size] / 2 - there[side] - there[size] / 2) < 2
    assert nodes(page) == []
    links = begun(running, show, "auction-hearts", ["Ana", "Ben", "Cleo"])
    page = show(links[0], width=width, reduced_motion="reduce")
    page.wait_for_selector(".fan-card")
    titles = [one.bounding_box() for one in page.locator(".lay-area:not(.mine) > .lay-title").all()]
    assert titles[0]["x"] + titles[0]["width"] <= titles[1]["x"], (
        "what one player has lies on no other's name"
    )
    page.evaluate(
        """async () => {
        const told = await (await fetch("message")).json();
        await fetch("do", {method: "POST", headers: {"Content-Type": "application/json"},
          body: JSON.stringify({do: "move", pieces: [told.hand[0].id], to: "trick", v: told.v})}); }"""
    )
    says(page, "to Trick")
    assert page.locator(".lay-row[data-id=trick] .pc").count() == 1
    assert nodes(page) == []
