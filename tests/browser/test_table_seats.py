"""Seats and the people in them: codes for phones, who has gone, who wants no motion, who cannot see well."""

from __future__ import annotations

import io
import itertools
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.studio.serve import own_addresses
from tests.browser.conftest import Show, Start, complaints
from tests.browser.studio_running import REPOSITORY, Running
from tests.browser.test_table import PLAYER, nodes, set_up
from tests.browser.test_table_counts import PLAYED
from tests.ruledata.test_additions import FACE
from tests.ruledata.test_tiles import HEX_KIT, HEXES
from tests.studio.small import small_kit

# -- a reader of QR codes of our own: versions 1 to 9, level M, bytes; it believes what it sees, without correction

_CENTRES = {1: (), 2: (18,), 3: (22,), 4: (26,), 5: (30,), 6: (34,)}
_CENTRES |= {7: (6, 22, 38), 8: (6, 24, 42), 9: (6, 26, 46)}
_BLOCKS = {1: [16], 2: [28], 3: [44], 4: [32] * 2, 5: [43] * 2, 6: [27] * 4, 7: [31] * 4}
_BLOCKS |= {8: [38, 38, 39, 39], 9: [36, 36, 36, 37, 37]}
_MASKS = (
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)


def modules(picture: Image.Image) -> list[list[bool]]:
    """The dark modules of a picture of a code."""
    grey = picture.convert("L").point(lambda value: 255 if value < 128 else 0)
    left, top, right, bottom = grey.getbbox() or (0, 0, 0, 0)
    finder = next(x for x in range(left, right) if not grey.getpixel((x, top + 2))) - left
    size = round((right - left) / (finder / 7))
    step = (right - left) / size
    assert abs((right - left) - (bottom - top)) <= 2, "a code is square"
    middle = [round((n + 0.5) * step) for n in range(size)]
    return [[bool(grey.getpixel((left + x, top + y))) for x in middle] for y in middle]


def read(code: list[list[bool]]) -> str:
    """What a code says."""
    size, version = len(code), (len(code) - 17) // 4
    places = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    form = sum(code[y][x] << 14 - n for n, (y, x) in enumerate(places)) ^ 0x5412
    assert form >> 13 == 0, "level M"
    mask = _MASKS[form >> 10 & 7]
    taken = {(y, x) for y in range(9) for x in range(9)}
    taken |= {(y, x) for a in range(9) for b in range(size - 8, size) for y, x in ((a, b), (b, a))}
    taken |= {(6, n) for n in range(size)} | {(n, 6) for n in range(size)}
    if version > 6:
        taken |= {p for a in range(6) for b in range(size - 11, size - 8) for p in ((a, b), (b, a))}
    for cy in _CENTRES[version]:
        for cx in _CENTRES[version]:
            if {(cy, cx)} & {(6, 6), (6, size - 7), (size - 7, 6)}:
                continue
            taken |= {(cy + y, cx + x) for y in range(-2, 3) for x in range(-2, 3)}
    bits = []
    for column, right in enumerate([*range(size - 1, 6, -2), *range(5, 0, -2)]):
        for y in range(size) if column % 2 else reversed(range(size)):
            bits += [code[y][x] ^ (not mask(y, x)) for x in (right, right - 1) if (y, x) not in taken]
    words = [
        sum(bit << 7 - n for n, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits) - 7, 8)
    ]
    blocks: list[list[int]] = [[] for _ in _BLOCKS[version]]
    stream = iter(words)
    for n in range(max(_BLOCKS[version])):
        for block, length in zip(blocks, _BLOCKS[version], strict=True):
            if n < length:
                block.append(next(stream))
    number = int.from_bytes(bytes(word for block in blocks for word in block), "big")
    total = 8 * sum(_BLOCKS[version])
    assert number >> total - 4 == 4, "bytes"
    length = number >> total - 12 & 255
    return (number >> total - 12 - 8 * length & (1 << 8 * length) - 1).to_bytes(length, "big").decode()


def test_codes_of_a_table_lead_phones_of_the_network_to_their_seats(
    tmp_path: Path, start: Start, show: Show
) -> None:
    addresses = own_addresses()
    if not addresses:
        pytest.skip("this machine is in no network")
    running = start(small_kit(tmp_path / "kits").parent, lan=True)
    assert any(f"http://{addresses[0]}:{running.port}/" in line for line in running.lines)
    page = show(f"{running.home}play?kit=auction-hearts", device_scale_factor=3)
    for seat in (2, 3):
        page.get_by_label(f"Who sits on seat {seat}").select_option("person")
    page.get_by_role("button", name="Deal").click()
    page.wait_for_selector("img.qr")
    page.evaluate("() => Promise.all([...document.images].map((one) => one.decode()))")
    codes = [code.screenshot() for code in page.locator("img.qr").all()]
    said = [read(modules(Image.open(io.BytesIO(code)))) for code in codes]
    links = [one.get_attribute("href") for one in page.get_by_role("link", name="Sit down here").all()]
    assert len(set(said)) == 3
    assert all(link.startswith(f"http://{addresses[0]}:{running.port}/") for link in said)
    for link, here in zip(said, links, strict=True):
        assert link.split("/", 3)[3] == str(here).split("/", 3)[3], "the same seat as the link beside it"
    phone = show(said[1], width=390, height=844, quiet=True)  # without https a browser leaves out what it may
    phone.wait_for_selector("#ask .ask-title")
    assert phone.locator(".seat.mine").count() == 1
    assert phone.locator("#hand .piece").count() == 17
    refused = show(f"http://{addresses[0]}:{running.port}/{'x' * 32}/", quiet=True)
    assert "there is nothing here" in refused.content()


def test_the_seat_of_somebody_who_has_gone_is_played_by_a_bot_until_they_come_back(
    start: Start, show: Show, tmp_path: Path
) -> None:
    kit = small_kit(tmp_path / "kits").parent / "cheers"
    shutil.copytree(REPOSITORY / "data" / "cheers", kit)
    hints = kit / "table.yaml"
    hints.write_text(f"{hints.read_text()}\ngrace: 1\n")
    lobby = show(f"{start(kit.parent).home}play?kit=cheers")
    ana, ben, _ = set_up(lobby, "cheers", [("Ana", ""), ("Ben", ""), ("Cleo", "greedy")], seed=3, pace=0.1)
    page, other = show(ana, quiet=True), show(ben)  # a move may meet a seat that is just handed over
    page.wait_for_selector("#ask .ask-title")
    page.get_by_role("tab", name="Table").click()
    row = page.locator("#people li", has_text="Ben")
    row.filter(has_not_text="not here").filter(has_text="here").wait_for()
    assert row.get_by_role("button").count() == 0, "nobody takes the seat of somebody who is here"
    away = page.locator("#felt .is:text-is('not here')")
    away.wait_for(state="detached")  # on the table, too, before anybody has moved
    other.close()
    row.filter(has_text="not here").wait_for()
    away.wait_for()
    row.get_by_role("button", name="Let a bot play instead").click()
    row.filter(has_text="a bot plays").wait_for()
    page.evaluate(PLAYED, 1)
    page.wait_for_selector("#tales > li:has(b:text-is('Ben'))", state="attached")
    back = show(ben, width=390, height=844)
    back.wait_for_selector("#ask .ask-title")
    back.get_by_role("button", name="Story and rules").first.click()
    back.get_by_role("tab", name="Table").click()
    back.get_by_role("button", name="Play yourself").click()
    row.filter(has_not_text="not here").filter(has_text="here").wait_for()
    assert not row.filter(has_text="a bot plays").count()


MOVES = """() => document.getAnimations().filter((one) => one.playState === "running" && one.effect.getComputedTiming().duration > 1)
  .map((one) => `${one.animationName ?? one.transitionProperty ?? "a move"} of ${one.effect.target?.className}`)"""


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_at_all_moves_for_who_wants_no_motion(width: int, running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=cheers", reduced_motion="reduce")
    seats = [("Ana", ""), ("Ben", "greedy"), ("Cleo", "random")]
    seat = set_up(lobby, "cheers", seats, seed=3, pace=0.2)[0]
    page = show(seat, width=width, height=844, reduced_motion="reduce")
    page.wait_for_selector("#ask .ask-title")
    page.evaluate(
        """() => {
          window.moved = [];
          window.enough = 9;  // plays no further: the end of the game would lie over the page
          Element.prototype.animate = () => { throw new Error("something moves"); };
          const scroll = Element.prototype.scrollIntoView;
          Element.prototype.scrollIntoView = function (how) { if (how?.behavior === "smooth") window.moved.push("scrolls"); return scroll.call(this, how); };
          for (const kind of ["transitionrun", "animationstart"])
            document.addEventListener(kind, (event) => { if (parseFloat(event.elapsedTime) >= 0 && event.target.getAnimations().some((one) => one.effect.getComputedTiming().duration > 1)) window.moved.push(`${event.propertyName ?? event.animationName} of ${event.target.className}`); }, true);
        }"""
    )
    page.evaluate(PLAYER, 3)
    page.wait_for_selector("#tales > li:nth-child(9)", state="attached")
    assert page.evaluate(MOVES) == []
    if width < 900:
        page.get_by_role("button", name="Story and rules").first.click()
    page.get_by_role("tab", name="Rules").click()
    assert page.evaluate(MOVES) == []
    assert page.evaluate("() => window.moved") == []


def test_motion_is_seen_by_who_has_nothing_against_it(running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=cheers")
    seats = [("Ana", ""), ("Ben", "greedy"), ("Cleo", "random")]
    page = show(set_up(lobby, "cheers", seats, seed=3)[0])
    page.wait_for_selector("#hand .piece.can")
    page.evaluate(
        "() => { const old = Element.prototype.animate; window.n = 0; Element.prototype.animate = function (...all) { window.n++; return old.apply(this, all); }; }"
    )
    page.evaluate(PLAYER, 3)
    page.wait_for_selector("#tales > li:nth-child(6)", state="attached")
    assert page.evaluate("() => window.n") > 0


LOOKS = [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A studio for pages that are only looked at."""
    running = Running(small_kit(tmp_path_factory.mktemp("looks") / "kits").parent)
    yield running
    running.stop(9)


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_axe_finds_nothing_from_the_lobby_to_the_result(
    theme: str, width: int, shared: Running, show: Show
) -> None:
    how: dict[str, Any] = {"width": width, "height": 844, "color_scheme": theme, "reduced_motion": "reduce"}
    lobby = show(f"{shared.home}play?kit=cheers", **how)
    lobby.wait_for_selector(".seats")
    assert complaints(lobby) == []
    lobby.get_by_label("Who sits on seat 2").select_option("person")
    lobby.get_by_role("button", name="Deal").click()
    lobby.wait_for_selector("img.qr")
    assert nodes(lobby) == [], "a seat for everybody"
    lobby = show(f"{shared.home}play?kit=cheers", **how)
    seats = [("Ana", ""), ("Ben", "greedy"), ("Cleo", "greedy")]
    page = show(set_up(lobby, "cheers", seats, seed=3)[0], **how)
    page.wait_for_selector("#hand .piece.can")
    assert nodes(page) == [], "table and hand"
    page.locator("#hand .piece.can").first.click()
    page.wait_for_selector("#hand .picked")
    assert nodes(page) == [], "a card is picked up"
    if width < 900:
        page.get_by_role("button", name="Story and rules").first.click()
    for tab in ("Story", "Rules", "Table"):
        page.get_by_role("tab", name=tab).click()
        assert nodes(page) == [], tab
    assert page.locator("#panel-table .mat").count() == 4, "a phone has no room for them on the table"
    page.locator("#panel-table .mat").first.click()
    page.wait_for_selector(".loupe img")
    page.evaluate(PLAYER, 3)
    page.wait_for_selector("dialog.result", timeout=60_000)
    assert nodes(page) == [], "the result and its form"


def test_ears_hear_where_a_tile_goes_and_what_is_on_it(shared: Running, show: Show) -> None:
    lobby = show(f"{shared.home}play?kit=cheers")
    page = show(set_up(lobby, "biergarten", [("Ana", ""), ("Ben", "greedy")], seed=3)[0])

    def choose(where: str) -> None:
        page.locator(where).first.click()
        page.wait_for_timeout(300)

    page.wait_for_selector(".can")
    while not page.locator("#felt .spot").count():
        choose("#felt .piece.can, #ask .ask-buttons button, #hand .piece.can")
    places = [one.get_attribute("aria-label") for one in page.locator("#felt .spot").all()]
    assert len(set(places)) == len(places) > 1, "each place has a name of its own"
    assert all(re.search(r"(north|south|east|west) of [CH]\d+$", one) for one in places)
    tile = page.locator("#hand .piece").first.get_attribute("aria-label")
    assert re.match(r"C\d+: colours .*hedges (north|south|east|west)", tile), tile


def test_people_say_something_with_ready_phrases_and_point_at_a_piece(shared: Running, show: Show) -> None:
    lobby = show(f"{shared.home}play?kit=cheers")
    seats = set_up(lobby, "cheers", [("Ana", ""), ("Ben", ""), ("Cleo", "greedy")], seed=3)
    ana, ben = show(seats[0]), show(seats[1])
    ana.locator("#hand .piece.can").first.click()
    ana.locator("#felt .zone.can").first.click()
    ben.locator("#hand .piece.can").first.click()
    ben.wait_for_selector("#hand .picked")
    ana.get_by_role("button", name="Ready phrases").click()
    ana.get_by_role("button", name="One moment, please").click()
    ben.wait_for_selector(".toast:has-text('Ana says “One moment, please”')")
    assert ben.locator("#hand .picked").count() == 1, "what somebody says puts no card back"
    ana.get_by_role("button", name="Point at a piece").click()
    piece = "#felt .zone-row .piece[data-piece]"
    ana.locator(piece).first.click()
    ben.wait_for_selector(f"{piece}.shown-to-all")
    assert " points at " in ben.locator("#tales > li").last.inner_text()
    assert ben.locator("#hand .picked").count() == 1
    assert nodes(ben) == []


def test_sounds_follow_the_steps_and_can_be_off(shared: Running, show: Show) -> None:
    lobby = show(f"{shared.home}play?kit=cheers")
    page = show(set_up(lobby, "cheers", [("Ana", ""), ("Ben", "greedy"), ("Cleo", "greedy")], seed=3)[0])
    page.wait_for_selector("#ask .ask-title")
    page.evaluate(
        """() => { window.tones = 0; const old = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () { window.tones++; return old.call(this); }; }"""
    )
    page.get_by_role("tab", name="Table").click()  # before somebody touches the page it is silent
    page.evaluate(PLAYER, 3)
    page.wait_for_selector("#tales > li:nth-child(5)", state="attached")
    assert page.evaluate("window.tones") > 2
    page.locator(".switch", has_text="Sounds").click()
    page.evaluate("window.tones = 0")
    page.wait_for_selector("#tales > li:nth-child(9)", state="attached")
    assert page.evaluate("window.tones") == 0


def test_people_play_again_from_the_end_of_a_game_and_sit_a_seat_further(
    start: Start, tmp_path: Path, show: Show
) -> None:
    shutil.copytree(REPOSITORY / "tests/samples/classics/data/tic-tac-toe", tmp_path / "kits" / "tic-tac-toe")
    running = start(tmp_path / "kits")
    lobby = show(f"{running.home}play?kit=tic-tac-toe")
    seats = set_up(lobby, "tic-tac-toe", [("Ana", ""), ("Ben", "")])
    pages = [show(seats[0], quiet=True), show(seats[1], width=390, height=844, quiet=True)]
    for n, page in enumerate(pages):
        page.wait_for_selector("#ask .ask-title")
        page.evaluate(PLAYER, n)
    for page in pages:
        page.wait_for_selector("dialog.result", timeout=60_000)
    assert nodes(pages[0]) == []
    pages[1].click("text=Look at the table")
    pages[0].click("dialog.result >> text=Play again")
    pages[0].wait_for_url(lambda url: url != seats[0])
    pages[1].wait_for_selector("#ask >> text=To the next game")
    assert nodes(pages[1]) == []
    pages[1].click("#ask >> text=To the next game")
    pages[1].wait_for_url(lambda url: url != seats[1])
    for page, name in zip(pages, ("Ben", "Ana"), strict=True):
        page.wait_for_selector(".rivals .seat")
        assert name in page.locator(".rivals .seat").inner_text()
    turn = [page.locator("#ask .ask-title").inner_text() for page in pages]
    assert turn[0].startswith("Ben"), "Ben begins now"


def test_two_at_one_screen_point_at_cells_of_a_grid_and_play_again(
    start: Start, tmp_path: Path, show: Show
) -> None:
    shutil.copytree(REPOSITORY / "tests/samples/classics/data/tic-tac-toe", tmp_path / "kits" / "tic-tac-toe")
    lobby = show(f"{start(tmp_path / 'kits').home}play?kit=tic-tac-toe")
    seats = set_up(lobby, "tic-tac-toe", [("Ana", ""), ("Ben", "")])
    secrets = [seat.rstrip("/").rpartition("/")[2] for seat in seats]
    page = show(
        f"{seats[0]}#{','.join(f'{n}.{secret}' for n, secret in enumerate(secrets))}", width=390, height=844
    )
    for n, cell in enumerate(("a1", "b1", "a2", "b2", "a3")):
        if n:
            page.click(f".curtain >> text=I am {'Ben' if n % 2 else 'Ana'}")
        page.click(f".cells [data-handle='w:{cell}'].can")
    page.wait_for_selector("dialog.result:has-text('You win')")
    cells = {cell: page.locator(f"[data-zone='board {cell}']:has(.piece)") for cell in ("a1", "a3", "b1")}
    lie = {cell: one.bounding_box() for cell, one in cells.items()}
    assert lie["a1"]["x"] == lie["a3"]["x"] < lie["b1"]["x"]
    assert lie["a3"]["y"] < lie["a1"]["y"] == lie["b1"]["y"]
    page.click("dialog.result >> text=Play again")
    page.click(".curtain >> text=I am Ben")
    page.click(".cells [data-handle='w:c3'].can")
    page.wait_for_selector(".curtain >> text=I am Ana")


@pytest.mark.parametrize("width", [1280, 390])
def test_hexagons_lie_as_they_are_printed(start: Start, tmp_path: Path, show: Show, width: int) -> None:
    """Places of a lower row are half a hexagon further in, and a stone is as large as its place."""
    shutil.copytree(REPOSITORY / "tests/samples/classics/data/hex", tmp_path / "kits" / "hex")
    lobby = show(f"{start(tmp_path / 'kits').home}play?kit=hex")
    page = show(set_up(lobby, "hex", [("Ana", ""), ("Ben", "random")])[0], width=width, height=844)
    page.click(".hexagons [data-handle='w:c3'].can")
    page.wait_for_selector(".hexagons .piece >> nth=1")
    boxes = {
        cell: page.locator(f"[data-zone='board {cell}']").bounding_box() for cell in ("a1", "b2", "c2", "c3")
    }
    half = boxes["c3"]["width"] / 2
    assert boxes["c2"]["x"] - half == pytest.approx(boxes["c3"]["x"], abs=1) == boxes["b2"]["x"] + half
    assert boxes["c2"]["y"] - boxes["c3"]["y"] == pytest.approx(3**0.5 * half, abs=1)
    assert page.locator("[data-zone='board c3'] .piece").bounding_box()["width"] > 1.6 * half
    assert boxes["a1"]["x"] >= 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_tile_with_six_edges_is_turned_by_sixths(start: Start, tmp_path: Path, show: Show) -> None:
    folder = tmp_path / "kits" / "bits"
    folder.mkdir(parents=True)
    for name, text in {"game.yaml": HEX_KIT, "f.svg": FACE, "rules.yaml": HEXES}.items():
        (folder / name).write_text(text, "utf-8")
    lobby = show(f"{start(tmp_path / 'kits').home}play?kit=bits", quiet=True)
    page = show(set_up(lobby, "bits", [("Ana", ""), ("Ben", "")], seed=3)[0], quiet=True)
    for one in ("#ask .piece.can, .hand .piece.can", ".cells [data-zone='board b1'].can"):
        page.locator(one).first.click()
    page.locator("#ask .chip").filter(has_text=re.compile(r"^[1-5]$")).first.click()
    page.wait_for_function("() => document.querySelector('#tales').textContent.includes('on b1, turned')")
    turned = re.search(r"lays \w on b1, turned by (\d)", page.locator("#tales").inner_text())
    rotate = page.locator("[data-zone='board b1'] .piece").evaluate("(one) => one.style.rotate")
    assert turned
    assert rotate == f"{60 * int(turned[1])}deg"


def test_on_a_phone_the_lobby_ends_at_its_bar_and_bids_are_one_row(running: Running, show: Show) -> None:
    lobby = show(f"{running.home}play?kit=auction-hearts", width=390, height=844)
    lobby.wait_for_selector(".deal")
    bar, below = (lobby.locator(one).bounding_box() for one in (".lobby-foot", "#top nav, nav"))
    assert bar["y"] + bar["height"] == pytest.approx(below["y"], abs=1), "nothing is seen between them"
    boxes = [one.bounding_box() for one in lobby.locator(".lobby-foot .btn").all()]
    for left, right in itertools.pairwise(boxes):
        assert left["x"] + left["width"] < right["x"]
    assert nodes(lobby) == []
    for seed in range(3, 30):
        bots = [("Ben", "random"), ("Cleo", "random")]
        seat = set_up(lobby, "auction-hearts", [("Ana", ""), *bots], seed=seed)[0]
        page = show(seat, width=390, height=844)
        page.wait_for_selector("#ask .ask-title")
        page.wait_for_timeout(600)
        if page.locator("#ask .chip.word").count() > 30:
            break
    tops = page.evaluate("[...document.querySelectorAll('#ask .chip.word')].map((one) => one.offsetTop)")
    assert len(set(tops)) == 1
    assert page.locator("#felt .mat").bounding_box()["height"] > 40
    page.locator("#ask .chip.word").last.click()
    page.wait_for_function("() => document.querySelector('#tales').textContent.includes('bids 50')")
