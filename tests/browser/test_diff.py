"""The page of `cardgen diff --html`, opened from a file."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from cardgen.app.diff import compare, diff_page
from tests.browser.conftest import complaints
from tests.studio.small import edit, small_kit


def test_the_slider_uncovers_what_was_before_and_nothing_is_fetched(chromium: Any, tmp_path: Path) -> None:
    old = small_kit(tmp_path / "old")
    new = Path(shutil.copytree(old, tmp_path / "new" / old.name))
    edit(new / "cards.yaml", "Deuce", "Duke")
    edit(new / "cards.yaml", "id: A3", "id: A4")
    file = tmp_path / "page.html"
    file.write_text(diff_page(compare(old, new, "before", "now")))
    said: list[str] = []
    context = chromium.new_context(viewport={"width": 390, "height": 900}, color_scheme="dark")
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda r: None if r.url.startswith(("data:", "file:")) else said.append(r.url))
    page.goto(file.as_uri())
    faces = page.locator("#A2 .faces img").evaluate_all("all => all.map(i => i.getBoundingClientRect().left)")
    assert faces[0] < faces[1]  # side by side at first
    assert page.evaluate("document.fonts.load('1em Oswald').then((all) => all.length)") == 1
    page.get_by_label("Difference").check()
    blend = "i => getComputedStyle(i).mixBlendMode"
    assert page.locator("#A2 img").nth(1).evaluate(blend) == "difference"
    page.get_by_label("Under a slider").check()
    slider = page.get_by_label("A2, front: from before to now")
    slider.focus()
    page.keyboard.press("Home")
    assert page.locator("#A2 .pair").evaluate("p => p.style.getPropertyValue('--at')") == "0%"
    widths = page.locator("#A2 img").evaluate_all("all => all.map(i => [i.naturalWidth, i.clientWidth])")
    assert all(natural > 0 and shown > 100 for natural, shown in widths)
    page.get_by_label("1 gone").uncheck()
    assert page.locator("#A3").is_hidden()
    assert page.locator("#A4").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    serious = [v["id"] for v in complaints(page) if v["impact"] in ("serious", "critical")]
    context.close()
    assert (serious, said) == ([], [])
