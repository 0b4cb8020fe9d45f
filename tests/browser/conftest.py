"""A real browser: Playwright with the system's Chromium. `make browser` installs both and runs these tests."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.build import rule_sheet_text
from tests.browser.studio_running import Running
from tests.studio.small import small_kit

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-sync",
)


def complaints(page: Any, **asked: Any) -> list[Any]:
    """What axe finds wrong with a page for those who see, hear or point otherwise."""
    from axe_playwright_python.sync_playwright import Axe  # only `make browser` installs it

    found: list[Any] = Axe().run(page, **asked).response["violations"]
    return found


Show = Callable[..., Any]
Start = Callable[..., Running]

LISTEN = """
window.addEventListener("securitypolicyviolation", (e) => console.error("CSP", e.violatedDirective, e.blockedURI));
"""


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
def open_page(chromium: Any) -> Iterator[Show]:
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


@pytest.fixture
def start() -> Iterator[Start]:
    """Return a function that starts a studio, which ends after the pages that look at it."""
    running: list[Running] = []

    def begin(kit: Path, **more: Any) -> Running:
        running.append(Running(kit, **more))
        return running[-1]

    yield begin
    for one in running:
        one.stop(signal.SIGKILL)


@pytest.fixture
def running(start: Start, tmp_path: Path) -> Running:
    """A studio with a small kit."""
    return start(small_kit(tmp_path / "kits").parent)


_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if call.when == "call":
        item.stash[_FAILED] = report.failed
    return report


@pytest.fixture
def show(chromium: Any, start: Start, request: pytest.FixtureRequest) -> Iterator[Show]:
    """Return a function that opens an address; errors, refusals of the policy and foreign requests fail the test.

    When the test fails, what the pages show is printed.
    """
    contexts, said = [], []

    def open_one(address: str, width: int = 1440, height: int = 900, quiet: bool = False, **more: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, **more)
        context.add_init_script(LISTEN)
        contexts.append(context)
        page = context.new_page()
        origin = address.split("/", 3)[2]
        page.on(
            "request",
            lambda r: (
                said.append(r.url)
                if origin not in r.url and not r.url.startswith(("data:", "blob:"))
                else None
            ),
        )
        if not quiet:
            page.on("console", lambda m: said.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(address)
        return page

    yield open_one
    for context in contexts:
        if request.node.stash.get(_FAILED, False):
            for page in context.pages:
                print(page.url, page.evaluate("document.body.innerText.slice(0, 4000)"), sep="\n")
        context.close()
    assert said == []
