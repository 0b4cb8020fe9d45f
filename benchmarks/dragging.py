"""How many frames a second a drag has with 300 pieces on the free table: python -m benchmarks.dragging

The page of one of two seats notes the time of each `requestAnimationFrame` while the mouse drags a piece to and fro, and
once more while five pieces are dragged together. Playwright and a Chromium are needed, as for the tests in a browser.
"""

from __future__ import annotations

import itertools
import json
import shutil
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import NAMES, QUIET
from tests.browser.studio_running import Running
from tests.studio.small import CARDS, small_kit

WATCH = """() => { window.times = []; const note = (now) => { times.push(now); window.noting = requestAnimationFrame(note); };
 window.noting = requestAnimationFrame(note); }"""
STOP = "() => { cancelAnimationFrame(noting); return times; }"


def frames(page: Any, handles: list[str]) -> list[float]:
    """Drag these pieces for 200 moves of the mouse; return how long each frame took, in ms."""
    page.keyboard.press("Escape")
    if not handles:  # the mouse moves and nothing is dragged: what the machine can do
        page.evaluate(WATCH)
        for n in range(200):
            page.mouse.move(300 + n % 100 * 5, 2)
        times = page.evaluate(STOP)
        return [b - a for a, b in itertools.pairwise(times)]
    for handle in handles:
        page.locator(f".pc[data-id='{handle}']").dispatch_event("pointerdown", {"button": 0, "shiftKey": True, "pointerType": "mouse", "pointerId": 1, "clientX": 1, "clientY": 1})  # fmt: skip
        page.evaluate("dispatchEvent(new PointerEvent('pointerup', {pointerId: 1, shiftKey: true}))")
    box = page.locator(f".pc[data-id='{handles[-1]}']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y + 10)
    page.evaluate(WATCH)
    for n in range(200):
        page.mouse.move(300 + n % 100 * 5, 200 + n % 50 * 6)
    times = page.evaluate(STOP)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_timeout(600)
    return [b - a for a, b in itertools.pairwise(times)]


def told(name: str, took: list[float]) -> str:
    """Return a line about frames."""
    some = sorted(took)
    late = sum(one > 25 for one in some)
    return (
        f"{name}: {1000 * len(some) / sum(some):.0f} frames a second, half within {some[len(some) // 2]:.1f} ms, "
        f"19 of 20 within {some[len(some) * 95 // 100]:.1f} ms, {late} of {len(some)} took more than 25 ms"
    )


def main() -> None:
    """Print what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        kit = small_kit(Path(folder) / "kits")
        (kit / "cards.yaml").write_text(CARDS.replace("count: 2", "count: 298"), "utf-8")
        (kit / "table.yaml").write_text("free:\n  deal: [{pile: main, cards: 100, to: table}, {pile: main, cards: 100, to: table}, {pile: main, cards: 100, to: table}]\n", "utf-8")  # fmt: skip
        running = Running(kit.parent, environment={"CARDGEN_CACHE": f"{folder}/cache"})
        try:
            seats = [{"name": "Ana", "bot": ""}, {"name": "Ben", "bot": ""}]
            body = json.dumps({"kit": "small", "seats": seats, "free": True}).encode()
            origin = running.home.split("/", 3)[:3]
            asked = urllib.request.Request(f"{running.home}tables", body, {"Content-Type": "application/json", "Origin": "/".join(origin)})  # fmt: skip
            secret = json.loads(urllib.request.urlopen(asked).read())["seats"][0]["secret"]
            with sync_playwright() as player:
                browser = player.chromium.launch(
                    executable_path=next(filter(None, map(shutil.which, NAMES))), args=list(QUIET)
                )
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                page.goto(f"{'/'.join(origin)}/{secret}/")
                page.wait_for_selector(".pc")
                page.wait_for_timeout(1500)
                handles = page.evaluate("[...document.querySelectorAll('.pc')].map((one) => one.dataset.id)")
                print(f"{len(handles)} pieces on the table")
                print(told("nothing", frames(page, [])))
                print(told("one piece", frames(page, handles[-1:])))
                print(told("five pieces", frames(page, handles[-5:])))
                browser.close()
        finally:
            running.stop()


if __name__ == "__main__":
    main()
