"""Draws the pictures of docs/table.md anew: python -m benchmarks.table_pictures [FOLDER], by default docs/images.

Needs Chromium and Playwright (`make browser`), and the tests beside the package.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.conftest import NAMES, QUIET
from tests.browser.studio_running import REPOSITORY, Running
from tests.browser.test_table import PLAYER, set_up

SIZE = {"width": 1280, "height": 800}
MOVES = 24  # lines of the story, so that gardens have grown
KITS = ("data/biergarten", "tests/samples/night-market-project/data/night-market")


def shot(page: Any, to: Path) -> None:
    """Write what a page shows, once its pictures are there and nothing travels."""
    page.evaluate("() => Promise.all([...document.images].map((one) => one.decode().catch(() => null)))")
    page.wait_for_timeout(800)
    Image.open(io.BytesIO(page.screenshot())).save(to, quality=82, method=6)
    print(to)


def main(to: Path) -> None:
    """Play a while at both tables, and take their pictures."""
    path = next(filter(None, map(shutil.which, NAMES)))
    with tempfile.TemporaryDirectory() as place, sync_playwright() as player:
        for kit in KITS:
            shutil.copytree(REPOSITORY / kit, Path(place) / "kits" / Path(kit).name)
        running = Running(Path(place) / "kits")
        browser = player.chromium.launch(executable_path=path, args=list(QUIET))
        try:
            lobby = browser.new_page()
            lobby.goto(f"{running.home}play?kit=biergarten")
            people = [("Ana", ""), ("Ben", "greedy"), ("Cleo", "greedy")]
            page = browser.new_page(viewport=SIZE)
            page.goto(set_up(lobby, "biergarten", people, seed=12)[0])
            page.wait_for_selector("#ask .ask-title")
            page.evaluate(f"window.enough = {MOVES}")
            page.evaluate(PLAYER, 7)
            page.wait_for_selector(f"#tales > li:nth-child({MOVES})", state="attached", timeout=120_000)
            page.wait_for_selector(".can, #ask .ask-buttons button")
            shot(page, to / "table.webp")
            seats = set_up(
                lobby, "night-market", [(name, "") for name in ("Ana", "Ben", "Cleo")], free=True, seed=5
            )
            page = browser.new_page(viewport=SIZE)
            page.goto(seats[0])
            page.wait_for_selector(".heap")
            page.locator(".heap").first.focus()
            for key in ("d", "d", "d"):
                page.keyboard.press(key)
                page.wait_for_timeout(400)
            shot(page, to / "free-table.webp")
        finally:
            browser.close()
            running.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else REPOSITORY / "docs" / "images")
