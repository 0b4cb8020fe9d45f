"""A face is taken by its handles: by mouse, by keys and in numbers, and one line of the template changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import wait
from tests.browser.test_table import nodes
from tests.studio.small import FACE, small_kit

LOOP = "{% for n in [1] %}<circle cx='50' cy='50' r='3'/>{% endfor %}</g>"


def choose(page: Any, name: str) -> None:
    labels = page.locator("#element option").all_inner_texts()
    label = next(one for one in labels if name in one and not one.startswith(f"box-{name}"))
    page.select_option("#element", label=label)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_box_is_moved_and_resized(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    file = folder / "faces" / "card.svg"
    whole = FACE.replace("</g>\n  <g id", LOOP + "\n  <g id")
    file.write_text(whole, "utf-8")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}card?kit=small&card=A1", width=width, color_scheme=scheme, quiet=True)
    page.click("#take")
    page.wait_for_selector(".handles .box")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []

    choose(page, "Draw one card")
    page.focus(".handles .chosen")
    page.keyboard.press("ArrowRight")  # half a millimetre
    page.keyboard.press("Shift+ArrowDown")  # two
    page.keyboard.press("Alt+ArrowLeft")  # half a millimetre narrower
    moved = whole.replace('x="6" y="55" width="51"', 'x="6.5" y="57" width="50.5"')
    wait(lambda: file.read_text("utf-8") == moved, 10)
    page.wait_for_selector(".written:has-text('x=\"6.5\"')")
    assert page.evaluate("document.activeElement.classList.contains('chosen')")

    page.fill("#at-height", "20")  # in numbers
    page.keyboard.press("Tab")
    wait(lambda: file.read_text("utf-8") == moved.replace('height="25"', 'height="20"'), 10)

    page.wait_for_selector(".written:has-text('height=\"20\"')")
    page.wait_for_timeout(800)  # it is drawn again
    choose(page, "circle, line 3")
    page.evaluate("document.querySelector('.handles .chosen').scrollIntoView({block: 'center'})")
    box = page.locator(".handles .chosen").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 6
    page.mouse.move(x, y)
    page.mouse.down()
    k = box["width"] / 28
    page.mouse.move(x - 14.4 * k, y, steps=5)  # 0.1 mm beside the safe area: it snaps
    assert page.locator(".guides i").count() > 0
    page.mouse.up()
    wait(lambda: 'cx="17" cy="30" r="14"' in file.read_text("utf-8"), 10)

    choose(page, "🔒 circle")
    page.wait_for_selector("text=drawn by a loop in line 3")
    choose(page, "ground")
    page.wait_for_selector("#look-fill")
    page.wait_for_function("() => document.querySelector('.written').innerText.includes('cx')")
    page.focus(".handles .chosen")
    for _ in range(3):
        before = file.read_text("utf-8")
        page.keyboard.press("Control+z")
        wait(lambda before=before: file.read_text("utf-8") != before, 10)  # type: ignore[misc]
        page.wait_for_timeout(400)
    assert file.read_text("utf-8") == whole

    file.write_text(whole.replace('height="25"', 'height="24"'), "utf-8")  # an editor beside the page
    choose(page, "Draw one card")
    page.wait_for_function("() => document.querySelector('#at-height').value === '24'")
    assert nodes(page) == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_several_are_moved_and_new_ones_are_made(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    file = folder / "faces" / "card.svg"
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}card?kit=small&card=A1&edit=1", width=width, color_scheme=scheme, quiet=True)
    page.wait_for_selector(".handles .box")

    def written(words: str) -> None:
        page.wait_for_selector(f".written:has-text('{words}')")
        page.wait_for_timeout(600)  # it is drawn again

    choose(page, "Draw one card")
    page.click("summary:has-text('Several at once')")
    page.check("label:has-text('circle') input")  # by keys or by finger
    page.wait_for_selector("summary:has-text('2 chosen')")
    assert nodes(page) == []
    page.focus(".handles .chosen")
    page.keyboard.press("ArrowRight")
    both = FACE.replace('x="6" y="55"', 'x="6.5" y="55"').replace('cx="31.5" cy="30"', 'cx="32" cy="30"')
    wait(lambda: file.read_text("utf-8") == both, 10)
    written('cx="32"')
    page.click(".orders >> text=Left")
    wait(lambda: 'cx="20.5" cy="30"' in file.read_text("utf-8"), 10)
    written("20.5")
    page.focus(".handles .chosen")
    for _ in range(2):
        page.keyboard.press("Control+z")
        page.wait_for_timeout(600)
    wait(lambda: file.read_text("utf-8") == FACE, 10)

    choose(page, "Draw one card")
    page.evaluate("document.querySelector('.handles .chosen').scrollIntoView({block: 'center'})")
    box = page.locator(".handles .chosen").bounding_box()
    k = box["width"] / 51
    page.keyboard.down("Shift")  # a frame around the box and not the circle
    page.mouse.move(box["x"] - 2 * k, box["y"] - 2 * k)
    page.mouse.down()
    page.mouse.move(box["x"] + 52 * k, box["y"] + 26 * k, steps=4)
    assert page.locator(".guides .frame").count() == 1
    page.mouse.up()
    page.mouse.click(box["x"] + 25 * k, box["y"] - 20 * k)  # the circle, too
    page.keyboard.up("Shift")
    page.wait_for_selector("summary:has-text('2 chosen')")
    page.mouse.move(box["x"] + 25 * k, box["y"] + 10 * k)
    page.mouse.down()
    page.mouse.move(box["x"] + 25 * k, box["y"] + 12.2 * k, steps=4)
    page.mouse.up()
    wait(lambda: 'x="6" y="57"' in file.read_text("utf-8"), 10)
    assert 'cx="31.5" cy="32"' in file.read_text("utf-8")
    written("57")

    choose(page, "ground")
    page.click(".chip:has-text('name')")  # the ground takes no words: a text of its own
    wait(lambda: file.read_text("utf-8").count("{{ card.name }}</text>") == 2, 10)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []
