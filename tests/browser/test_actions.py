"""Everything that can be done on the pages that edit, by mouse and by keys, on a wide window and on a phone (`actions.yaml`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import wait
from tests.browser.test_edit import cell
from tests.browser.test_table import nodes
from tests.studio.small import edit, small_kit

ACTIONS = yaml.safe_load(Path(__file__).with_name("actions.yaml").read_text("utf-8"))
FIELDS = """\
      wild: {type: bool, default: false}
      tags: {list: [bold, quick], default: []}
      picture: {type: picture, default: ""}
"""


def take(page: Any, step: str, picture: Path) -> Any:
    """Do one step of an action, such as `click .make`."""
    verb, _, rest = step.partition(" ")
    if verb in ("file", "load"):
        with page.expect_file_chooser() if verb == "file" else page.expect_download() as got:
            take(page, rest, picture)
        return got.value.set_files(picture) if verb == "file" else None
    at, _, more = rest.partition(" > " if verb == "drag" else " =")
    if verb in ("press", "type"):
        return page.keyboard.press(rest) if verb == "press" else page.keyboard.type(rest)
    if verb == "wait":
        return page.wait_for_timeout(int(rest))
    one = page.locator(cell(0, at[1:]) if at[0] == "@" else at).first
    if verb == "key":
        one = one.locator("xpath=ancestor-or-self::*[self::button or self::a or self::summary][1]")
        reached = "e => (e.focus(), document.activeElement === e && e.tabIndex >= 0)"
        wait(lambda: one.evaluate(reached) or page.wait_for_timeout(100), 10)  # it may just be made again
        return page.keyboard.press("Enter")
    if verb == "pull":
        one.evaluate("e => e.scrollIntoView({block: 'center'})")
        box, mm = one.bounding_box(), page.locator(".plate").bounding_box()["width"] / 69
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        across, down = (float(n) * mm for n in more.split())
        page.mouse.move(x, y)
        page.mouse.down()
        page.keyboard.down("Alt")  # free of what it would snap to
        page.mouse.move(x + across, y + down, steps=3)
        page.mouse.up()
        return page.keyboard.up("Alt")
    does: dict[str, Callable[[], Any]] = {
        "click": one.click,
        "dblclick": one.dblclick,
        "shift": lambda: one.click(modifiers=["Shift"]),
        "hover": one.hover,
        "focus": one.focus,
        "fill": lambda: one.fill(more.strip().encode().decode("unicode_escape")),
        "select": lambda: one.select_option(label=more.strip()),
        "drag": lambda: one.drag_to(page.locator(more).first),
    }
    return does[verb]()


def holds(kit: Path, action: dict[str, Any]) -> bool:
    """Whether the files are as the action says: ^ is where a file begins."""

    def text(name: str) -> str:
        return f"^{(kit / name).read_text('utf-8')}" if (kit / name).is_file() else ""

    there = all(words in text(name) for name, words in action.get("writes", {}).items())
    return there and all(words not in text(name) for name, words in action.get("lacks", {}).items())


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
@pytest.mark.parametrize("way", ["mouse", "keys"])
@pytest.mark.parametrize("place", ACTIONS)
def test_each_action_is_done_by_mouse_and_by_keys(
    place: str, way: str, width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    kit = small_kit(tmp_path / "games" / "data")
    edit(kit / "game.yaml", "    cards: cards", f"{FIELDS}    cards: cards")
    (kit / "game.yaml").open("a").write("checks:\n- {that: decks.main.total == 4}\n")
    Image.new("RGB", (90, 60), "red").save(tmp_path / "pic.png")
    running = start(tmp_path / "games", environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(running.home + place, width=width, height=900, color_scheme=scheme, quiet=True)
    page.wait_for_selector("#face img.painted, .handles .box, #found svg, .begins img, .make:enabled, .tile")
    done = []
    for action in ACTIONS[place]:
        if way not in action or action.get("wide" if width < 600 else "narrow"):
            continue
        for step in action[way].splitlines():
            take(page, step, tmp_path / "pic.png")
        if "sees" in action:
            page.wait_for_selector(action["sees"], state="attached", timeout=60_000)
        try:
            wait(lambda action=action: page.wait_for_timeout(30) or holds(kit, action), 15)  # type: ignore[misc]
        except AssertionError:
            raise AssertionError(f"{action['does']}: {action}") from None
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), action["does"]
        assert nodes(page) == [] or way == "mouse", action["does"]
        page.wait_for_timeout(700)  # what was written is read again
        done.append(action["does"])
    assert len(done) > 1
