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

# One walk through each page: what `make core`, and so each commit, opens in a browser; the first case of each.
CORE = frozenset(
    [
        "test_every_step_of_the_tour",
        "test_a_game_is_made_from_nothing_printed_shared_and_played",
        "test_a_deck_is_edited_on_the_page",
        "test_a_picture_is_dropped_and_chosen_by_keys",
        "test_a_box_is_moved_and_resized",
        "test_each_save_plays_ten_games_and_tells_mistakes",
        "test_cards_are_chosen_and_printed",
        "test_games_are_played_by_keys_and_a_value_is_written",
        "test_nobody_is_kept_out_and_nothing_sticks_out",
        "test_a_strangers_kit_runs_nothing_and_asks_nobody",
        "test_the_report_prints",
        "test_nothing_sticks_out_and_no_word_is_covered",
        "test_a_film_steps_plays_and_jumps_and_fetches_nothing",
        "test_a_shared_game_is_seen_whole_at_every_width",
        "test_two_people_play_a_kit_without_rules",
        "test_a_garden_is_learnt_to_the_end",
        "test_a_move_that_is_lost_is_sent_again",
        "test_a_piece_is_dragged_to_its_place",
        "test_two_friends_meet_in_a_room_play_and_play_again",
        "test_people_play_a_whole_game_by_clicking_and_all_see_every_move",
        "test_axe_finds_nothing_from_the_lobby_to_the_result",
    ]
)
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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    walked = set()
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            name = item.nodeid.partition("[")[0]
            if name.partition("::")[2] in CORE and name not in walked:
                item.add_marker(pytest.mark.core)
                walked.add(name)


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
