"""The web rule sheets as somebody opens them: on a telephone, at night, by keyboard, on a printer."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from cardgen.base.files import kit_dirs, shipped
from tests.browser.conftest import Show, complaints

SAMPLES = Path(__file__).parents[1] / "samples"
KITS = [
    *kit_dirs(shipped() / "data"),
    *(SAMPLES / f"{name}-project" / "data" / name for name in ("harbour", "night-market")),
]
EACH = pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)

# words in the very colour of their own ground: they might be meant to be hidden, so the judge lets them pass
UNSEEN = """() => [...document.querySelectorAll("main *")].filter(e => e.innerText?.trim()).filter(e => {
    const { color, backgroundColor } = getComputedStyle(e);
    return color === backgroundColor;
}).map(e => e.innerText)"""

Sheets = Callable[[Path], Path]

STICKS_OUT = """() => {
  const wide = document.documentElement.clientWidth;
  const found = document.documentElement.scrollWidth > wide ? [`page ${document.documentElement.scrollWidth}`] : [];
  for (const e of document.querySelectorAll("main *")) {
    const scroll = e.closest(".scroll");
    if (e.closest("svg, .unseen") || (scroll && scroll !== e)) continue;
    const box = e.getBoundingClientRect();
    if (box.width && (box.right > wide + 1 || box.left < -1)) found.push(`${e.tagName}.${e.className} at ${box.right}`);
    const hidden = getComputedStyle(e).overflowX !== "visible";
    if (!hidden && e.clientWidth && e.scrollWidth > e.clientWidth + 1) found.push(`in ${e.tagName}.${e.className}`);
  }
  return found;
}"""
COVERED = """() => {
  const words = [...document.querySelectorAll("h1, h2, h3, h4, p, li, td, dd")].filter(e => !e.closest(".unseen") && e.offsetParent);
  const found = [];
  for (const e of words) {
    const range = document.createRange();
    for (const node of e.childNodes) {
      if (node.nodeType !== 3 || !node.data.trim()) continue;
      range.selectNodeContents(node);
      const box = range.getClientRects()[0];
      if (!box || box.width < 2) continue;
      e.scrollIntoView({block: "center"});
      const at = range.getClientRects()[0];
      const top = document.elementFromPoint(at.left + 1, at.top + at.height / 2);
      if (top && top !== e && !e.contains(top) && !top.contains(e)) found.push(`${node.data.trim().slice(0, 30)} under ${top.tagName}.${top.className.baseVal ?? top.className}`);
    }
  }
  return found;
}"""


@EACH
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_nothing_sticks_out_and_no_word_is_covered(
    kit: Path, width: int, sheets: Sheets, open_page: Show
) -> None:
    page = open_page(sheets(kit), width)
    assert page.evaluate(STICKS_OUT) == []
    assert page.evaluate(COVERED) == []


@EACH
def test_numbers_of_rules_are_behind_a_switch_for_the_keyboard(
    kit: Path, sheets: Sheets, open_page: Show
) -> None:
    page = open_page(sheets(kit))
    cites = page.locator("main .cite")
    assert cites.count() > 5
    assert not cites.first.is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert cites.first.is_visible()
    number = cites.first.locator("a").first.get_attribute("href")
    page.locator(f"[id='{number[1:]}']").scroll_into_view_if_needed()
    assert page.locator(f"[id='{number[1:]}'] + dd").inner_text()
    assert page.evaluate(STICKS_OUT) == []


@EACH
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_judge_of_accessibility_finds_nothing_serious(
    kit: Path, width: int, scheme: str, sheets: Sheets, open_page: Show
) -> None:
    page = open_page(sheets(kit), width, color_scheme=scheme)
    found = complaints(page)
    serious = {
        rule["id"]: [f"{node['target']}: {node['failureSummary']}" for node in rule["nodes"]]
        for rule in found
        if rule["impact"] in ("serious", "critical")
    }
    assert serious == {}


@EACH
def test_at_night_the_paper_is_dark_and_on_a_printer_white(
    kit: Path, sheets: Sheets, open_page: Show
) -> None:
    def ground(page: Any) -> int:
        rgb = page.evaluate("getComputedStyle(document.body).backgroundColor").strip("rgb()").split(",")
        return sum(map(int, rgb)) // 3

    day, night = (open_page(sheets(kit), color_scheme=scheme) for scheme in ("light", "dark"))
    assert ground(day) > 220
    assert ground(night) < 60
    assert [page.evaluate(UNSEEN) for page in (day, night)] == [[], []]
    night.emulate_media(media="print")
    assert ground(night) == ground(day)
    assert not night.locator(".switch").first.is_visible()
    with pypdfium2.PdfDocument(io.BytesIO(night.pdf(format="A4"))) as pdf:
        assert 1 < len(pdf) < 20
        assert all(page.get_textpage().count_chars() > 20 for page in pdf)
