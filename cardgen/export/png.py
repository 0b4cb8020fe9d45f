"""Writes PNG pictures of drawings, through the very PDF that is printed, at exactly the pixels a service asks for."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple, TypeAlias

from cardgen.base.contour import Contour
from cardgen.base.destination import write_whole
from cardgen.base.drawing import Drawing, Page, PlacedDrawing, Rectangle
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.units import MM_PER_INCH
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press

if TYPE_CHECKING:
    from PIL.Image import Image

Cut: TypeAlias = Literal["bleed", "trim"]
MAX_PIXELS = 400_000_000
COARSE = 200.0
"""A picture of fewer dpi is drawn at `FINE` dpi and made smaller, so that hairlines keep their weight."""
FINE = 300.0


def write_png(
    drawing: Drawing,
    target: Path | BinaryIO,
    dpi: float = 300,
    *,
    press: Press,
    pixels: tuple[int, int] | None = None,
    box: Cut | Rectangle = "bleed",
) -> tuple[int, int]:
    """Write a drawing as PNG (RGB on white) and return its width and height in pixels.

    `box` is all of the drawing ("bleed"), a face without its bleed ("trim"), or a rectangle in its mm. Without
    `pixels` the size is that of the box at `dpi`, rounded; with `pixels` the picture fills exactly these, at one
    scale both ways, what is too long being cut evenly. ValueError when that is more pixels than memory holds.
    """
    picture = drawn_picture(drawing, dpi, press=press, pixels=pixels, box=box)
    picture.save(target, "PNG", dpi=(dpi, dpi))
    return picture.size


def drawn_picture(
    drawing: Drawing,
    dpi: float = 300,
    *,
    press: Press,
    pixels: tuple[int, int] | None = None,
    box: Cut | Rectangle = "bleed",
) -> Image:
    """Return what `write_png` writes, before it is written."""
    cut = _cut(drawing, box)
    view = View(drawing, cut, pixels or _pixels(cut, dpi), dpi if pixels is None else 0.0)
    (picture,) = pictures([view], press)
    return picture


class View(NamedTuple):
    """What a picture shows: a rectangle of a drawing in its mm, in so many pixels; `dpi` 0 is what these come to."""

    drawing: Drawing
    box: Rectangle
    pixels: tuple[int, int]
    dpi: float = 0.0


def pictures(views: Sequence[View], press: Press, fine: float = FINE) -> Iterator[Image]:
    """Yield the picture of each view, drawn through one PDF; ValueError for more pixels than memory holds.

    One of fewer than `COARSE` dpi is drawn at `fine` dpi and made smaller.
    """
    import pypdfium2

    for view in views:
        wide, high = view.pixels
        if min(wide, high) < 1 or wide * high > MAX_PIXELS:
            raise ValueError(f"a picture of {wide} × {high} pixels cannot be made")
    pdf = io.BytesIO()
    windows = [Page(_window(view.drawing, view.box, view.pixels)) for view in views]
    write_pdf(windows, pdf, title=views[0].drawing.name, press=press)
    with pypdfium2.PdfDocument(pdf) as document:
        for view, page in zip(views, document, strict=True):
            dpi = view.dpi or view.pixels[0] / view.box[2] * MM_PER_INCH
            yield picture_of(page, view.pixels, ceil(fine / dpi) if dpi < COARSE else 1)
            page.close()


def write_sheet(
    faces: Sequence[Drawing],
    target: Path | BinaryIO,
    columns: int,
    rows: int,
    cell: tuple[int, int],
    press: Press,
    cut: float | Contour = 0.0,
) -> None:
    """Write trimmed faces as one PNG, row by row in cells of so many pixels; cells without a face are white.

    With a `cut`, all that lies beyond corners of this radius, or beyond a contour, is transparent.
    """
    from PIL import Image

    size = (columns * cell[0], rows * cell[1])
    sheet = Image.new("RGBA", size) if cut else Image.new("RGB", size, "white")
    places: dict[Drawing, list[tuple[int, int]]] = {}
    for number, face in enumerate(faces):
        places.setdefault(face, []).append((number % columns * cell[0], number // columns * cell[1]))
    views = [View(face, _cut(face, "trim"), cell) for face in places]
    for view, picture in zip(views, pictures(views, press), strict=True):
        mask = mask_of(cut, cell, view.box[2]) if cut else None
        for place in places[view.drawing]:
            sheet.paste(picture, place, mask)
    sheet.save(target, "PNG")


def mask_of(cut: float | Contour, size: tuple[int, int], width: float) -> Image:
    """Return what is left of a picture `width` mm wide when it is cut, as a mask; drawn larger, so that it is smooth."""
    from PIL import Image, ImageDraw

    times = 4
    mask = Image.new("L", (size[0] * times, size[1] * times), 0)
    box = (0, 0, size[0] * times - 1, size[1] * times - 1)
    if isinstance(cut, float | int):
        ImageDraw.Draw(mask).rounded_rectangle(box, cut * size[0] / width * times, fill=255)
    else:
        k = times * size[0] / width
        ImageDraw.Draw(mask).polygon([(x * k - 0.5, y * k - 0.5) for x, y in cut.points], fill=255)
    return mask.reduce(times)


def _pixels(box: Rectangle, dpi: float) -> tuple[int, int]:
    return round(box[2] / MM_PER_INCH * dpi), round(box[3] / MM_PER_INCH * dpi)


def _cut(drawing: Drawing, box: Cut | Rectangle) -> Rectangle:
    """Return the rectangle that "bleed" or "trim" means: a face's trim starts at 0,0 and its bleed before that."""
    if not isinstance(box, str):
        return box
    if box == "bleed":
        return (drawing.x, drawing.y, drawing.width, drawing.height)
    return (0.0, 0.0, drawing.width + 2 * drawing.x, drawing.height + 2 * drawing.y)


def _window(drawing: Drawing, cut: Rectangle, size: tuple[int, int]) -> Drawing:
    """Return a drawing that shows the cut and has exactly the proportions of the pixels."""
    x, y, width, height = cut
    # in mm, so that the pixels are filled and nothing is stretched
    pixel = min(width / size[0], height / size[1])
    wide, high = size[0] * pixel, size[1] * pixel
    left, top = x + (width - wide) / 2, y + (height - high) / 2
    return Drawing(drawing.name, left, top, wide, high, (PlacedDrawing(drawing),))


def pdf_pages_to_png(pdf: Path, folder: Path, dpi: float = 80) -> list[Path]:
    """Write every page of a PDF into a folder (`page-01.png` and so on) and return the files.

    CardgenError for a file that is no whole PDF, or a folder that cannot be written.
    """
    import pypdfium2

    files: list[Path] = []
    try:
        opened = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError:
        problem = Problem("this is no whole PDF", Location(str(pdf)), hint="build it again", code="no-pdf")
        raise CardgenError([problem]) from None
    with opened as document:
        digits = max(2, len(str(len(document))))
        for index in range(len(document)):
            page = document[index]
            width, height = (max(1, round(side / 72 * dpi)) for side in page.get_size())
            files.append(folder / f"page-{index + 1:0{digits}}.png")
            picture = io.BytesIO()
            picture_of(page, (width, height)).save(picture, "PNG", dpi=(dpi, dpi))
            write_whole(files[-1], picture.getvalue())
            page.close()
    return files


def picture_of(page: Any, size: tuple[int, int], finer: int = 1) -> Image:
    """Return a page drawn into exactly these pixels; pypdfium2's own `render` rounds the size up."""
    import pypdfium2
    import pypdfium2.raw as raw

    while finer > 1 and size[0] * size[1] * finer**2 > MAX_PIXELS / 4:
        finer -= 1
    width, height = size[0] * finer, size[1] * finer
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRx)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_ANNOT)
    picture: Image = bitmap.to_pil().convert("RGB")
    bitmap.close()
    return picture.reduce(finer) if finer > 1 else picture
