"""Texts are translated on a page, beside their originals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import wait
from tests.browser.test_table import nodes
from tests.studio.small import edit, small_kit


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_card_is_translated_and_printed(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    file = folder / "i18n" / "de.yaml"
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=width, color_scheme=scheme, quiet=True)
    page.click("#words")
    page.fill("[aria-label='Another language']", "de")
    page.keyboard.press("Enter")
    text = "article[data-key='de cards/A1.text']"
    page.fill(f"{text} textarea", "Zieh **eine Karte.")
    page.keyboard.press("Tab")
    page.wait_for_selector(f"{text} >> text=has no other half")
    assert not file.exists()
    page.fill(f"{text} textarea", "Zieh eine Karte.")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(f"{text} >> text=In i18n/de.yaml")
    assert "A1.text@" in file.read_text("utf-8")
    assert nodes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    edit(file, "Zieh eine Karte.", "Nimm eine Karte.")
    page.focus(f"{text} textarea")  # while one types nothing is read again
    page.fill(f"{text} textarea", "Zieh zwei Karten.")
    page.keyboard.press("Tab")
    page.click(f"{text} >> text=Write mine")
    wait(lambda: "Zieh zwei Karten." in file.read_text("utf-8"), 10)
    page.click("text=Undo: de: cards/A1.text")
    wait(lambda: "Nimm eine Karte." in file.read_text("utf-8"), 10)
    page.click("text=Print it")
    page.wait_for_selector("text=--language de")
