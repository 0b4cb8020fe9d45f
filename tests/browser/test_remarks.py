"""Remarks of a shared page come back as text: the studio shows each as a thing to answer, pinned to its card."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.test_table import nodes
from tests.studio.small import small_kit

TEXT = "Remarks on Small 1.0\n\n[A1 front 20×30 mm] Too <b>green</b>.\n  Really.\n\n[A1, A3] Alike.\n\n[small] Fun"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_remarks_are_things_to_answer(
    width: int, scheme: str, start: Start, tmp_path: Path, show: Show
) -> None:
    running = start(small_kit(tmp_path / "kits").parent, environment={"CARDGEN_CACHE": str(tmp_path / "c")})
    file = tmp_path / "remarks.txt"
    file.write_text(TEXT, "utf-8")
    page = show(f"{running.home}problems?kit=small", width=width, color_scheme=scheme)
    page.set_input_files("#remarks input[type=file]", str(file))
    page.wait_for_selector("text=3 remarks to answer")
    assert "Too <b>green</b>.\nReally." in page.locator(".remarks li").first.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []
    page.fill("#remarks-text", TEXT)  # the same again, pasted, adds nothing
    page.wait_for_selector("text=3 remarks to answer")
    page.focus(".remarks li:last-child input")
    page.keyboard.press("Space")
    page.reload()
    page.wait_for_selector("text=2 remarks to answer")
    page.click("text=Remove answered")
    assert page.locator(".remarks li").count() == 2
    page.click(".remarks a >> nth=0")
    page.wait_for_url("**/card?kit=small&card=A1&pin=20*")
    page.wait_for_selector(".plate .pin")
    pin, plate = page.locator(".plate .pin").bounding_box(), page.locator(".plate").bounding_box()
    assert pin["x"] + 9 - plate["x"] == pytest.approx(plate["width"] * 23 / 69, abs=4)
    assert nodes(page) == []
