"""The studio's ways of looking at faces for judging them: other eyes, grey, real size, thumbnails."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.browser.conftest import Start, complaints
from tests.browser.studio_running import Running, wait
from tests.studio.small import edit, small_kit

GREEN, RED = (0x2E, 0x8B, 0x2E), (0xC8, 0x32, 0x1E)
SEEN_AS = {  # Machado, Oliveira & Fernandes 2009, table 1, severity 1.0
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
CHOSEN = "document.querySelector('.look-as input:checked').value"


@pytest.fixture
def studio(start: Start, tmp_path: Path) -> Running:
    """Return a studio with a kit of a red sign on green ground."""
    kit = small_kit(tmp_path)
    edit(kit / "game.yaml", "#bcc06a", "#2e8b2e")
    edit(kit / "faces" / "card.svg", "{{ card.colour }}", "#c8321e")
    return start(kit, port=8680)


def seen(colour: tuple[int, int, int], eyes: str) -> tuple[int, ...]:
    """Return a colour as the filter should show it, computed anew."""
    if eyes == "grey":
        return (round(sum(part * value for part, value in zip((0.3, 0.59, 0.11), colour, strict=True))),) * 3
    light = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    rows = [sum(m * v for m, v in zip(row, light, strict=True)) for row in SEEN_AS[eyes]]
    kept = [min(1.0, max(0.0, v)) for v in rows]
    return tuple(round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)) for v in kept)


def pixels(page: Any, selector: str) -> tuple[tuple[int, ...], ...]:
    """Return the colours of the ground and of the sign of a face as they are on the screen."""
    shot = Image.open(io.BytesIO(page.locator(selector).screenshot())).convert("RGB")
    at = ((0.15, 0.5), (0.5, 30 / 88))
    return tuple(shot.getpixel((int(x * shot.width), int(y * shot.height))) for x, y in at)  # type: ignore[misc]


def near(found: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= 3 for a, b in zip(found, wanted, strict=True))


def test_faces_are_seen_through_the_published_matrices_and_nothing_else_is(
    studio: Running, show: Any
) -> None:
    page = show(f"{studio.home}gallery?kit=small")
    page.wait_for_selector(".cell[data-id=A1] img.painted")
    assert all(map(near, pixels(page, ".cell[data-id=A1] .face"), (GREEN, RED)))
    for eyes in ("grey", *SEEN_AS):
        page.locator("#look-as").click()
        page.locator(f".look-as input[value={eyes}]").check(force=True)
        page.keyboard.press("Escape")
        page.wait_for_selector(".look-as", state="detached")
        assert f"eyes={eyes}" in page.url
        found = pixels(page, ".cell[data-id=A1] .face")
        assert all(map(near, found, (seen(GREEN, eyes), seen(RED, eyes)))), (eyes, found)
        filters = page.evaluate(
            "[...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).filter.includes('#eyes')).map((e) => e.className)"
        )
        assert set(filters) == {"face-img painted", "face-img"} or set(filters) == {"face-img painted"}
    page.reload()
    page.wait_for_selector(".cell[data-id=A1] img.painted")
    assert near(pixels(page, ".cell[data-id=A1] .face")[1], seen(RED, "tritanopia"))
    page.locator(".cell[data-id=A1] a").click()
    page.wait_for_selector(".pages li")  # the last that is told: the stage is drawn for the last time
    wait(lambda: near(pixels(page, ".plate")[1], seen(RED, "tritanopia")))
    page.locator("#after").click()
    page.wait_for_selector("h1 >> text=Deuce")
    assert "eyes=tritanopia" in page.url
    page = show(f"{studio.home}sheets?kit=small&eyes=protanopia")
    page.wait_for_selector("img.paper")
    assert "eyes-protanopia" in page.locator("img.paper").first.evaluate("(i) => getComputedStyle(i).filter")


def width(page: Any, selector: str) -> float:
    found: float = page.locator(selector).evaluate("(e) => e.getBoundingClientRect().width")
    return found


def test_real_size_is_measured_with_a_bank_card_by_keyboard_alone_and_kept(
    studio: Running, show: Any
) -> None:
    page = show(f"{studio.home}gallery?kit=small&size=real")
    page.wait_for_selector(".cell[data-id=A1] img.painted")
    a_card = ".cell[data-id=A1] .face"
    assert width(page, a_card) == pytest.approx(63 * 96 / 25.4, abs=0.5)
    page.get_by_text("Real size, as if the screen had 96 dots per inch").wait_for()
    page.locator("#look-as").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".look-as input")
    for _ in range(3):  # past the two choices to the button
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.look-as .btn')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.calibrate[open]")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    outline = width(page, ".bank-card")
    assert outline > 85.6 * 96 / 25.4 + 30
    assert page.locator(".bank-card").evaluate("(e) => e.offsetWidth / e.offsetHeight") == pytest.approx(
        85.60 / 53.98, rel=0.01
    )
    while not page.evaluate("document.activeElement.textContent === 'It fits'"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Real size, measured on this screen").wait_for()
    assert width(page, a_card) == pytest.approx(63 * outline / 85.6, abs=0.5)
    page.reload()
    page.wait_for_selector(".cell[data-id=A1] img.painted")
    assert width(page, a_card) == pytest.approx(63 * outline / 85.6, abs=0.5)
    page.goto(f"{studio.home}card?kit=small&card=A1&zoom=true")
    page.wait_for_selector(".layered img")
    page.locator(".plate").wait_for()  # it has no width before its picture comes
    assert width(page, ".plate") == pytest.approx(69 * outline / 85.6, abs=0.5)
    page.get_by_text("Millimetres measured on this screen").wait_for()


def test_the_corner_of_the_outline_is_pulled_and_what_was_measured_can_be_forgotten(
    studio: Running, show: Any
) -> None:
    page = show(f"{studio.home}gallery?kit=small&size=real")
    page.wait_for_selector(".cell[data-id=A1] img.painted")
    page.locator("#look-as").click()
    page.locator(".look-as .btn").click()
    box = page.locator(".bank-card").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 3, box["y"] + box["height"] - 3)
    page.mouse.down()
    page.mouse.move(box["x"] + 428, box["y"] + 260)
    page.mouse.up()
    assert width(page, ".bank-card") == pytest.approx(428, abs=1)
    page.get_by_text("It fits").click()
    assert width(page, ".cell[data-id=A1] .face") == pytest.approx(63 * 428 / 85.6, abs=1)
    page.locator("#look-as").click()
    page.locator(".look-as .btn").click()
    page.get_by_text("Forget what was measured").click()
    page.get_by_text("Real size, as if the screen had 96 dots per inch").wait_for()
    assert width(page, ".cell[data-id=A1] .face") == pytest.approx(63 * 96 / 25.4, abs=0.5)


def test_thumbnails_are_twelve_millimetres_wide_and_the_choice_is_dropped_by_its_chip(
    studio: Running, show: Any
) -> None:
    page = show(f"{studio.home}gallery?kit=small")
    page.wait_for_selector(".cell[data-id=A1] img.painted")
    page.locator("#look-as").click()
    page.locator(".look-as input[value=thumbs]").check(force=True)
    page.keyboard.press("Escape")
    assert width(page, ".cell[data-id=A1] .face") == pytest.approx(12 * 96 / 25.4, abs=0.5)
    assert "size=thumbs" in page.url
    page.get_by_label("Drop Thumbnails").click()
    assert width(page, ".cell[data-id=A1] .face") > 80
    assert "size=" not in page.url
    page.goto(f"{studio.home}card?kit=small&card=A1")
    page.wait_for_selector(".layered img")
    page.get_by_text("Thumb").click()
    assert width(page, ".plate") == pytest.approx(12 * 96 / 25.4 * 69 / 63, abs=0.5)
    assert "zoom=shelf" in page.url


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("wide", [1440, 390])
def test_the_menu_and_the_measuring_are_accessible_and_fit(
    studio: Running, show: Any, wide: int, theme: str
) -> None:
    page = show(f"{studio.home}gallery?kit=small&size=real&eyes=grey&theme={theme}", width=wide)
    page.wait_for_selector(".cell[data-id=A1] img.painted")
    page.locator("#look-as").click()
    assert page.evaluate(CHOSEN) == "grey"
    found = complaints(page)
    page.locator(".look-as .btn").click()
    page.wait_for_selector("dialog.calibrate[open]")
    found += complaints(page)
    box = page.locator(".bank-card").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= wide
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
