"""A real browser: Playwright with the system's Chromium. `make browser` installs both and runs these tests."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.build import rule_sheet_text

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-sync",
)

Open = Callable[..., Any]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "no Chromium: apt-get install chromium"
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Open]:
    """Return a function that opens a file; whatever the page logs as an error fails the test."""
    pages, said = [], []

    def open_one(file: Path, width: int = 1280, **context: Any) -> Any:
        page = chromium.new_page(viewport={"width": width, "height": 900}, **context)
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(file.resolve().as_uri())
        pages.append(page)
        return page

    yield open_one
    for page in pages:
        page.close()
    assert said == []


@pytest.fixture(scope="session")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Return a function that writes the web rule sheet of a kit, each once."""
    folder = tmp_path_factory.mktemp("sheets")

    def written(kit: Path) -> Path:
        path = folder / f"{kit.name}.html"
        if not path.is_file():
            path.write_text(rule_sheet_text(kit, "html", {}), "utf-8")
        return path

    return written
