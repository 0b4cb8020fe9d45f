"""The page of `cardgen replay --html`: plays from a file, by keyboard and by touch, and asks nobody for anything."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from cardgen.app.film import film_page, game_in, printed_spots
from cardgen.app.moving import WIDE, Camera, moving_picture
from cardgen.app.screening import screens
from cardgen.games import make_game
from cardgen.languages.entries import entries_of
from cardgen.source import load_kit
from cardgen.source.screen import hints_of
from cardgen.table.film import Doubt, Judgement, film
from cardgen.table.layout import layout_of
from tests.browser.conftest import complaints
from tests.games.kits import kit_of
from tests.table.test_film import DATA, saved
from tests.table.test_free import do, sat_down

BOTTOMS = "(found) => found.map((one) => one.getBoundingClientRect().bottom)"


@pytest.fixture(scope="module")
def page_of_cheers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("film")
    file = folder / "film.html"
    doubt = Doubt(0, "passes", "the bot ismcts:100 estimates 40 % of a win more (30 to 50 %)", "Ana errs.")
    judged = Judgement("The bot ismcts:100 looked at 30 decisions.", {3: doubt}, interrupted=False)
    file.write_text(film_page(saved("cheers", folder / "game.json"), DATA, judged=judged))
    return file


def test_a_moving_picture_is_the_page_step_by_step(tmp_path: Path) -> None:
    alive: weakref.WeakValueDictionary[int, Image.Image] = weakref.WeakValueDictionary()
    most: list[int] = []
    pictures = Camera.pictures

    def watched(camera: Camera, stills: Any) -> Iterator[Image.Image]:
        for picture in pictures(camera, stills):
            alive[len(most)] = picture
            most.append(len(alive))
            yield picture

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Camera, "pictures", watched)
        game = saved("cheers", tmp_path / "game.json")
        for name in ("a.webp", "a.gif"):
            most.clear()
            alive.clear()
            many = sum(len(step["frames"]) for step in film(*game_in(game, DATA))["steps"][2:7])
            assert moving_picture(game, DATA, tmp_path / name, 3, 7) == many > 5
            with Image.open(tmp_path / name) as picture:
                assert (picture.format, picture.width) == (name[2:].upper(), WIDE)
                assert 4 < picture.n_frames <= many  # equal ones are one that lasts longer
                first = picture.convert("RGB")
                bright = first.resize((10, 10)).convert("L").getextrema()
                assert bright[1] - bright[0] > 60, "it shows something"
                picture.seek(4)
                assert picture.convert("RGB").tobytes() != first.tobytes()
    assert max(most) < 5, "the encoder of GIF takes one after the other"


def test_a_free_evening_is_a_moving_picture_with_every_piece_where_it_lay(tmp_path: Path) -> None:
    async def evening() -> str:
        made, name, seats = await sat_down(tmp_path)
        await do(made, seats[0], do="turn-up", of="schemes")
        for seat in seats[:3]:
            await do(made, seat, do="end")
        return name

    with ThreadPoolExecutor() as beside:  # Playwright has a loop in this thread
        file = tmp_path / f"{beside.submit(asyncio.run, evening()).result()}.jsonl"
    assert moving_picture(file, DATA, tmp_path / "a.webp", 0, 1) == 2
    with Image.open(tmp_path / "a.webp") as picture:
        before = picture.convert("RGB")
        picture.seek(1)
        moved = ImageChops.difference(before, picture.convert("RGB")).point(lambda value: value > 60 and 255)
    left, top, right, bottom = moved.crop((0, 60, WIDE, before.height)).getbbox() or (0, 0, 0, 0)
    assert 30 < right - left < WIDE
    assert 30 < bottom - top < 460, "only the middle of the table has changed"


@pytest.mark.parametrize(
    ("width", "scheme"), [(1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")]
)
def test_a_film_steps_plays_and_jumps_and_fetches_nothing(
    chromium: Any, page_of_cheers: Path, width: int, scheme: Any
) -> None:
    said: list[str] = []
    context = chromium.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "request", lambda r: None if r.url.startswith(("data:", "file:", "blob:")) else said.append(r.url)
    )
    page.goto(page_of_cheers.as_uri())
    count = page.locator("#count")
    count.filter(has_text="0 of").wait_for()
    last = int(count.inner_text().split(" of ")[1])
    faces = page.locator(".piece img").evaluate_all(
        "all => Promise.all(all.map(i => i.decode().then(() => i.naturalWidth)))"
    )
    assert faces
    assert all(faces), "every face can be painted"
    assert "win" not in page.locator("#side header").inner_text(), "who wins is told at the end"

    page.locator("body").press("ArrowRight")
    page.locator("body").press("ArrowRight")
    assert count.inner_text() == f"2 of {last}"
    assert page.locator(".tale.here").get_attribute("data-n") == "2"
    page.get_by_role("button", name="One move back").click()
    assert count.inner_text() == f"1 of {last}"
    page.locator("body").press("]")
    assert int(count.inner_text().split()[0]) > 1
    page.locator("body").press("Home")
    page.locator("body").press("ArrowRight")
    page.locator("body").press("Home")
    page.get_by_role("button", name="Play", exact=True).click()
    count.filter(has_text="1 of").wait_for()
    page.get_by_role("button", name="Pause").click()

    page.locator(".film-mark").first.evaluate(
        "(one) => one.classList.add('bare')"
    )  # as where many stand close
    line, marks = (page.locator(one).evaluate_all(BOTTOMS) for one in (".line-box", ".film-mark"))
    assert max(marks) <= line[0] + 1
    page.locator(".judged .chip").click()
    assert count.inner_text() == f"3 of {last}"
    assert "the bot ismcts:100 estimates 40 %" in page.locator(".tale.here .doubted").inner_text()
    page.locator(".tale:not(.setup) .told").last.locator(".chip.rule").first.click()
    box = page.get_by_role("dialog")
    assert box.is_visible()
    jump = box.get_by_role("button").last
    goes_to = jump.inner_text()
    jump.click()
    assert count.inner_text() == f"{goes_to} of {last}"
    page.locator("body").press("End")
    assert count.inner_text() == f"{last} of {last}"
    assert page.locator(".seat.won").count() > 0
    assert "win" in page.locator("#head").inner_text()

    before = page.locator(".zone .piece.down").count()
    page.locator("body").press("Home")
    page.get_by_text("Open hands").click()
    assert page.locator(".zone .piece.down").count() > before, "hands lie face down"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    serious = [(v["id"], v["nodes"][0]["html"][:120]) for v in complaints(page)]
    context.close()
    assert (serious, said) == ([], [])


MIDDLES = """(body) => {
    const board = body.getBoundingClientRect();
    return [...body.querySelectorAll(".piece")].map((piece) => {
        const at = piece.getBoundingClientRect();
        return [(at.x + at.width / 2 - board.x) / board.width, (at.y + at.height / 2 - board.y) / board.height];
    });
}"""


def test_pieces_that_share_a_spot_stand_around_it_and_more_than_half_of_each_is_seen(
    chromium: Any, tmp_path: Path
) -> None:
    kit = load_kit(DATA / "biergarten")
    layout = layout_of(make_game(kit, 2), hints_of(kit), printed_spots(kit))
    file = tmp_path / "film.html"
    file.write_text(film_page(saved("biergarten", tmp_path / "game.json"), DATA))
    context = chromium.new_context(
        viewport={"width": 1440, "height": 900}, offline=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(file.as_uri())
    board = page.locator("[data-board]").first
    board.wait_for()
    while board.locator(".piece").count() < 2:
        page.locator("body").press("ArrowRight")
    page.wait_for_timeout(400)
    found = board.evaluate(MIDDLES)
    context.close()
    wide, high = kit.component("cellar").size.width, kit.component("cellar").size.height
    x, y = layout["zones"]["token"]["spots"][0]
    beside = 0.28 * kit.component("mugs").size.width
    for (right, down), at in zip(found, (x - beside, x + beside), strict=True):
        assert (right * wide, down * high) == pytest.approx((at, y), abs=0.6), "mm"


def test_on_a_phone_boards_can_be_read_and_the_controls_stay(chromium: Any, tmp_path: Path) -> None:
    file = tmp_path / "film.html"
    file.write_text(film_page(saved("biergarten", tmp_path / "game.json", players=5), DATA))
    page = chromium.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page.goto(file.as_uri())
    board = page.locator("[data-board]").first
    board.wait_for()
    assert board.bounding_box()["width"] > 300
    for y in (0, 400, 10_000):
        page.locator(".cinema").evaluate("(one, y) => one.scrollTo(0, y)", y)
        place = page.locator(".play-btn").bounding_box()
        assert 0 <= place["y"] <= 844 - place["height"]
    names = [violation["id"] for violation in complaints(page)]
    page.set_viewport_size({"width": 1280, "height": 860})
    page.locator("body").press("End")
    seats = "all => all.map(one => [one.offsetWidth, one.querySelector('.zone-grid').offsetHeight, one.scrollHeight - one.offsetHeight])"
    for wide, garden, beyond in page.locator(".rivals .seat").evaluate_all(seats):
        assert (wide > 200, garden > 80, beyond <= 0) == (True, True, True), (
            "each of five has room for a garden"
        )
    page.close()
    assert names == []


def test_the_picture_of_a_text_for_its_translator_has_the_box_around_its_letters() -> None:
    kit = kit_of("cheers")
    wanted = ("Deck", "The stool", "One cherry of two.", "Seven cards are too many. Clear one away")
    entries = [one for one in entries_of(kit) if one.text in (*wanted, "Do you declare victory?")]
    found = {one.text: (picture.convert("L"), box) for one, picture, box in screens(kit, entries)}
    assert sorted(found) == sorted(wanted)  # only a house rule asks the last
    for text in wanted:
        picture, (x, y, width, height) = found[text]
        dark = picture.crop((int(x), int(y), int(x + width), int(y + height))).point(
            lambda c: 255 * (c < 120)
        )
        left, _, right, _ = dark.getbbox() or (99, 0, 0, 0)
        assert left < 4, text
        assert right > 4 * len(text), text
        assert (y < 40) is text.endswith((".", "away")), text  # what is said stands above the table
