"""The studio's "Changed since": faces beside what they were at a commit."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Start, complaints
from tests.browser.studio_running import REPOSITORY, Running, wait
from tests.studio.small import edit, small_kit
from tests.studio.test_earlier import git


@pytest.fixture
def studio(start: Start, tmp_path: Path) -> Running:
    """Return a studio with a kit that was committed, one card of which has another name now."""
    kit = small_kit(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "small")
    git(tmp_path, "commit", "-qm", "A first deck")
    edit(kit / "cards.yaml", "Deuce", "Duke")
    return start(kit, port=8700)


def serious(page: Any) -> list[str]:
    found = complaints(page)
    return [v["id"] for v in found if v["impact"] in ("serious", "critical")]


def test_a_changed_card_has_a_ribbon_a_filter_shows_it_and_a_slider_its_old_face(
    studio: Running, show: Any
) -> None:
    page = show(f"{studio.home}gallery?kit=small")
    page.wait_for_selector(".cell[data-id=A2] img.painted")
    page.locator("#since").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".look-as input[value=HEAD]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    page.wait_for_selector(".cell[data-id=A2] .ribbon >> text=changed")
    assert page.locator(".ribbon").count() == 1
    assert "since=HEAD" in page.url
    page.get_by_text("Compared since the last commit: 1 changed").wait_for()
    assert serious(page) == []
    edit(studio.folder / "cards.yaml", "- id: A3\n  name: Trey", "- id: B4\n  name: Four")
    page.wait_for_selector(".cell[data-id=B4] .ribbon >> text=new")
    page.wait_for_selector(".gone-card >> text=A3")
    page.wait_for_selector(".gone-card img.painted")
    page.get_by_text("Show only these").click()
    wait(lambda: page.locator(".cell").count() == 2)
    page.reload()
    page.wait_for_selector(".cell[data-id=A2] .ribbon")
    assert page.locator(".cell").count() == 2
    page.locator(".cell[data-id=A2] a").click()
    slider = page.get_by_label("front: from before to now")
    slider.wait_for()
    assert page.locator("table.was-is").inner_text().split() == ["name", "Deuce", "Duke"]
    wait(lambda: page.locator("img.was-is").evaluate_all("all => all.every((i) => i.naturalWidth > 0)"))
    names = page.locator("img.was-is").evaluate_all("all => all.map((i) => i.src)")
    assert len(set(names)) == 2
    slider.focus()
    page.keyboard.press("Home")
    assert page.locator(".pair").evaluate("p => p.style.getPropertyValue('--at')") == "0%"
    assert serious(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_telephone_too(studio: Running, show: Any, theme: str) -> None:
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    page = show(f"{studio.home}gallery?kit=small&since=HEAD&theme={theme}", width=390)
    page.wait_for_selector(".cell[data-id=A2] .ribbon")
    page.locator("#since").click()
    page.wait_for_selector(".look-as")
    assert (serious(page), page.evaluate(wider)) == ([], 0)
    page = show(f"{studio.home}card?kit=small&card=A2&since=HEAD&theme={theme}", width=390)
    page.get_by_label("front: from before to now").wait_for()
    assert (serious(page), page.evaluate(wider)) == ([], 0)


def test_what_git_does_not_know_is_said_and_nothing_is_compared(studio: Running, show: Any) -> None:
    page = show(f"{studio.home}gallery?kit=small", quiet=True)
    page.wait_for_selector(".cell[data-id=A2] img.painted")
    page.locator("#since").click()
    page.get_by_label("Another revision of git").fill("v9")
    page.keyboard.press("Enter")
    page.wait_for_selector("text='v9' is neither a kit nor an earlier state")
    assert "since=" not in page.url
    assert page.locator(".ribbon").count() == 0


def test_what_changed_since_the_last_build_is_printed_alone(start: Start, show: Any, tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    studio = start(kit, port=8710)
    page = show(f"{studio.home}sheets?kit=small", quiet=True)
    page.locator(".leaf img").first.wait_for()
    whole = page.locator(".leaf").count()
    page.get_by_text("What changed").click()
    page.get_by_text("nothing was built yet").wait_for()
    assert page.locator(".leaf").count() == whole
    wait(lambda: page.locator("input[name=what][value=all]").is_checked())

    subprocess.run(
        [sys.executable, "-m", "cardgen", "build", "small"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        check=True,
        capture_output=True,
    )
    page.get_by_text("What changed").click()
    page.get_by_role("heading", name="Nothing to print").wait_for()
    edit(kit / "cards.yaml", "Deuce", "Duke")
    page.locator(".swaps >> text=Take out: A2").wait_for()
    assert "print=changed" in page.url
    assert "changed_since=build" in str(page.locator(".job-foot a").get_attribute("href"))
    assert serious(page) == []
    page.reload()
    page.locator(".swaps >> text=Put in: A2").wait_for()
    assert page.locator(".leaf").count() < whole + 1
    page.get_by_text("The whole kit").click()
    wait(lambda: page.locator(".leaf").count() == whole)
    assert "print=" not in page.url


def test_a_save_while_the_card_page_loads_a_look_is_not_missed(studio: Running, show: Any) -> None:
    page = show(f"{studio.home}gallery?kit=small", quiet=True)  # the thumbnail from before is gone
    held: list[str] = []

    def faces() -> dict[str, str]:
        return dict(page.request.get(f"{studio.home}kits/small/faces?look=low-ink").json()["faces"]["A2"])

    def hold(route: Any) -> None:
        if held:
            route.continue_()
            return
        answer = route.fetch()
        held.append(faces()["front"])
        edit(studio.folder / "cards.yaml", "Duke", "Duchess")
        wait(lambda: faces()["front"] != held[0])
        time.sleep(0.5)  # an open stream has brought the news to the page
        route.fulfill(response=answer)

    page.route("**/kits/small/faces?look=low-ink", hold)
    page.goto(f"{studio.home}card?kit=small&card=A2&look=low-ink")
    page.locator(".layered img").wait_for()
    wait(lambda: page.locator(f".layered img[src*='{faces()['front']}']").count() == 1, 15)
