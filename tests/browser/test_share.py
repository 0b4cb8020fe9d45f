"""The page of `cardgen share`, opened from a file: by finger, by keyboard, in the dark, without a network."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.share import SharePage
from tests.browser.conftest import LISTEN, complaints
from tests.studio.small import edit, small_kit
from tests.table.test_film import DATA

# of the rule sheet's frame: neither this test's own scripts nor axe, which asks every frame of a file, can look into it
BLOCKED = ("Blocked script execution in 'about:srcdoc'", "Failed to execute 'postMessage'")


HURRY = """const later = setTimeout, pauses = (globalThis.pauses = []);
globalThis.setTimeout = (done, ms = 0) => later(() => {
    done();
    if (ms > 300) pauses.push([ms, parseInt(document.querySelector("#count")?.textContent)]);
}, Math.min(ms, 1));"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("share") / "page.html"
    file.write_text(SharePage(DATA / "biergarten").made(None)[0])
    return file


def opened(chromium: Any, file: Path, said: list[str], width: int, scheme: str = "light") -> Any:
    context = chromium.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True, reduced_motion="reduce"
    )
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.on("console", lambda m: None if m.text.startswith(BLOCKED) else said.append(m.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "request",
        lambda r: (
            None if r.url.startswith(("data:", "file:", "blob:", "about:srcdoc")) else said.append(r.url)
        ),
    )
    page.goto(file.as_uri())
    page.locator(".fan img[src]").first.wait_for()
    return page


@pytest.mark.parametrize(
    ("width", "scheme"),
    [(1600, "light"), (1280, "dark"), (768, "light"), (390, "light"), (390, "dark")],
)
def test_a_shared_game_is_seen_whole_at_every_width(
    chromium: Any, shared: Path, width: int, scheme: str
) -> None:
    said: list[str] = []
    page = opened(chromium, shared, said, width, scheme)
    page.get_by_role("button", name="Home tiles").click()
    assert page.locator("[data-card=C01]").is_hidden()
    faces = page.locator(".deck:visible .look img")
    faces.last.scroll_into_view_if_needed()
    page.locator(".deck:visible li:last-child .look img[src]").wait_for()
    assert all(faces.evaluate_all("all => Promise.all(all.map(i => i.decode().then(() => i.naturalWidth)))"))

    tall = page.locator("#sheet").bounding_box()["height"]
    inside = page.frame_locator("#sheet").locator("html").evaluate("h => h.getBoundingClientRect().height")
    assert tall == pytest.approx(inside, abs=4), "the rule sheet is there to its end"
    page.frame_locator("#sheet").get_by_label("numbers").check()
    page.frame_locator("#sheet").locator(".cite a").first.click()
    assert page.frame_locator("#sheet").locator("main").count() == 1, "the frame stays where it is"

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.locator("button:visible, .deck label:visible, #top a").evaluate_all(
        "all => all.map(e => [e.textContent, e.getBoundingClientRect()]).filter(([, b]) => b.height < 44)"
    )
    wrong = [(v["id"], v["nodes"][0]["html"][:120]) for v in complaints(page)]
    page.context.close()
    assert (small, wrong, said) == ([], [], [])


def test_a_piece_is_enlarged_turned_and_remarked_upon_by_keyboard(chromium: Any, shared: Path) -> None:
    said: list[str] = []
    page = opened(chromium, shared, said, 1280)
    page.get_by_role("button", name="Enlarge C02").focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("dialog")
    front = page.locator("#zoom-face").get_attribute("src")
    page.keyboard.press("f")
    assert page.locator("#side").inner_text() == "back"
    assert page.locator("#zoom-face").get_attribute("src") not in (front, "undefined", None)
    page.keyboard.press("ArrowRight")
    assert box.get_by_role("heading").inner_text() == "C03"
    page.keyboard.press("Shift+ArrowRight")  # by keys, from the middle
    assert re.fullmatch(r"front, \d+ × \d+ mm", page.locator("#side").inner_text())
    place = page.locator("#zoom-face").bounding_box()
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 4)
    pin = page.locator("#side").inner_text().removeprefix("front, ").replace(" × ", "×")
    box.get_by_label("Your remark").fill("Too green.\nReally.")
    box.get_by_role("button", name="Add remark").press("Enter")
    wrong = [violation["id"] for violation in complaints(page)]
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Enlarge C02"

    page.get_by_label("C05", exact=True).check()
    page.get_by_label("C07", exact=True).check()
    assert page.get_by_role("complementary").inner_text().startswith("Ticked: 2")
    page.locator("#says").fill("Alike.")
    page.get_by_role("button", name="Add remark").click()
    assert page.get_by_role("complementary").count() == 0
    page.locator("#says").fill("<b>Fun</b>")
    page.get_by_role("button", name="Add remark").click()
    letter = page.get_by_label("This text is for the designer")
    wanted = f"Remarks on Biergarten 1.0\n\n[C03 front {pin}] Too green.\n  Really.\n\n[C05, C07] Alike.\n\n[biergarten] <b>Fun</b>"
    assert letter.input_value() == wanted
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy remarks").click()
    page.get_by_text("Copied.").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == wanted

    page.reload()
    assert letter.input_value() == wanted, "they stay in the browser"
    page.get_by_role("button", name="Remove").first.click()
    assert "[C03" not in letter.input_value()
    wrong += [violation["id"] for violation in complaints(page)]
    page.context.close()
    assert (wrong, said) == ([], [])


@pytest.mark.parametrize("width", [1280, 390])
def test_the_film_is_a_minute_of_highlights_and_the_whole_game_a_button(
    chromium: Any, shared: Path, width: int
) -> None:
    said: list[str] = []
    page = opened(chromium, shared, said, width)
    page.context.add_init_script(HURRY)
    page.reload()
    page.locator("#reel").get_by_role("button").click()
    film = page.frame_locator("#reel iframe")
    film.get_by_role("button", name="Play", exact=True).wait_for()
    last = int(film.locator("#count").inner_text().split(" of ")[1])
    pauses = film.locator("body").evaluate("() => globalThis.pauses")
    assert 50_000 < sum(ms for ms, _ in pauses) <= 60_000
    seen = {move for _, move in pauses}
    labels = film.locator(".film-mark").evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")
    marks = {int(found[1]) for label in labels if (found := re.search(r", move (\d+):", label))}
    assert len(marks) > 5
    assert marks | {last} <= seen
    assert 40 < len(seen) < 50 < last
    wrong = [(v["id"], v["nodes"][0]["html"][:120]) for v in complaints(page)]
    assert film.locator(".controls").evaluate("(one) => one.scrollWidth <= one.clientWidth")
    film.get_by_role("button", name="The whole game").click()
    body = film.locator("body")
    body.evaluate(
        f"async () => {{ while (pauses.length < {len(pauses)} + 5) await new Promise(requestAnimationFrame); }}"
    )
    shown = body.evaluate("() => pauses")[len(pauses) :]
    assert [move for _, move in shown[:5]] == [1, 2, 3, 4, 5]
    assert film.get_by_role("button", name="Highlights in 60 seconds").count() == 1
    body.press("Home")
    faces = film.locator(".piece img").evaluate_all(
        "all => Promise.all(all.map(i => i.decode().then(() => i.naturalWidth)))"
    )
    assert faces
    assert all(faces)
    page.context.close()
    assert (wrong, said) == ([], [])


def test_what_changed_is_uncovered_by_a_slider(chromium: Any, tmp_path: Path) -> None:
    old = small_kit(tmp_path / "old")
    new = Path(shutil.copytree(old, tmp_path / "new" / old.name))
    edit(new / "cards.yaml", "Deuce", "Duke")
    file = tmp_path / "page.html"
    file.write_text(SharePage(new, since=str(old)).made(None)[0])
    said: list[str] = []
    page = opened(chromium, file, said, 390, "dark")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    assert page.locator(".pair").evaluate("p => p.style.getPropertyValue('--at')") == "0%"
    page.locator(".pair img[src]").nth(1).wait_for()
    assert all(page.locator(".pair img").evaluate_all("all => all.map(i => i.clientWidth > 100)"))
    wrong = [violation["id"] for violation in complaints(page)]
    page.context.close()
    assert (wrong, said) == ([], [])
