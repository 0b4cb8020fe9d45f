from __future__ import annotations

import io
from pathlib import Path as File

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.base.drawing import Drawing, Page, circle
from cardgen.base.drawing import line as path_line
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.export.png import pdf_pages_to_png, write_png
from tests.export.printing import art, forms, line, sheet, square


def card(width: float = 63, height: float = 88, bleed: float = 3) -> Drawing:
    """A red card whose bleed is blue."""
    whole = Drawing("card", -bleed, -bleed, width + 2 * bleed, height + 2 * bleed, ())
    blue = square("#0000ff", -bleed, -bleed, 200)
    red = art('<rect width="20" height="20" fill="#f00"/>', 0, 0, width, height)
    return Drawing(whole.name, whole.x, whole.y, whole.width, whole.height, (blue, red))


def png(drawing: Drawing, **more: object) -> Image.Image:
    target = io.BytesIO()
    size = write_png(drawing, target, press=Press(forms(drawing)), **more)  # type: ignore[arg-type]
    picture = Image.open(target)
    assert picture.size == size
    return picture


@pytest.mark.parametrize(
    ("more", "size"),
    [
        ({}, (815, 1110)),
        ({"box": "trim"}, (744, 1039)),
        ({"dpi": 600}, (1630, 2220)),
        ({"pixels": (825, 1125)}, (825, 1125)),
        ({"box": "trim", "pixels": (750, 1050)}, (750, 1050)),
        ({"box": (0, 0, 25.4, 12.7)}, (300, 150)),
        ({"dpi": 72.5, "box": (0, 0, 25.4, 25.4)}, (72, 72)),
    ],
)
def test_a_picture_has_exactly_the_pixels_asked_for(more: dict[str, object], size: tuple[int, int]) -> None:
    assert png(card(), **more).size == size


def test_the_poker_card_of_a_print_service_fits_to_the_pixel() -> None:
    assert png(card(63.5, 88.9, 3.175)).size == (825, 1125)


@settings(max_examples=15, deadline=None)
@given(st.floats(5, 60), st.floats(5, 60), st.integers(40, 200))
def test_any_size_is_rounded_never_up(width: float, height: float, dpi: int) -> None:
    drawing = Drawing("d", 0, 0, width, height, (square("#ff0000"),))
    assert png(drawing, dpi=dpi).size == (round(width / 25.4 * dpi), round(height / 25.4 * dpi))


def test_the_trim_shows_nothing_of_the_bleed() -> None:
    whole, cut = png(card()), png(card(), box="trim")
    assert whole.getpixel((2, 2)) == (0, 0, 255)
    assert {colour for _, colour in cut.getcolors() or []} == {(255, 0, 0)}


def test_other_proportions_are_filled_and_never_stretched() -> None:
    disc = Drawing("d", 0, 0, 40, 60, (square("#ffffff", 0, 0, 60), circle(20, 30, 15, fill="#000000")))
    found = png(disc, pixels=(400, 400)).convert("L").point(lambda v: 255 - v).getbbox()
    assert found is not None
    left, top, right, bottom = found
    assert right - left == pytest.approx(bottom - top, abs=1)
    assert right - left == pytest.approx(300, abs=2)
    assert (left + right) / 2 == pytest.approx(200, abs=1)


def test_a_picture_states_its_resolution() -> None:
    assert png(card(), dpi=300).info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_a_picture_that_no_memory_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be made"):
        png(card(), dpi=100_000)


def test_every_page_of_a_pdf_becomes_a_picture(tmp_path: File) -> None:
    write_pdf(
        [Page(sheet(line("one"))), Page(sheet(line("two")))], tmp_path / "a.pdf", title="A", press=Press({})
    )
    files = pdf_pages_to_png(tmp_path / "a.pdf", tmp_path / "proof" / "a", 50.8)
    assert [f.name for f in files] == ["page-01.png", "page-02.png"]
    assert [Image.open(f).size for f in files] == [(120, 80), (120, 80)]


@pytest.mark.parametrize("dpi", [60, 72, 150])
def test_a_hairline_keeps_its_weight_below_200_dpi(dpi: int) -> None:
    hair = Drawing("d", 0, 0, 30, 30, (path_line(4, 15.1, 26, 15.1, "#000000", 0.09),))
    shown = png(hair, dpi=dpi).convert("L")
    column = [255 - shown.getpixel((shown.width // 2, y)) for y in range(shown.height)]  # type: ignore[operator]
    ink = sum(column) / 255 / dpi * 25.4  # mm of black
    assert ink == pytest.approx(0.09, abs=0.03)
