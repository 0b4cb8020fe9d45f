"""What the export tests share: setting a line of text, drawing art, and reading a PDF back."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Sequence
from functools import cache

import pikepdf
import pypdfium2
import uharfbuzz as hb
from PIL import Image

from cardgen.base.drawing import Art, Drawing, FontKey, Glyph, Matrix, Page, Path, Text, apply, multiply, rect
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.faces.art.engines import draw_form
from cardgen.faces.art.form import ArtForm
from cardgen.faces.text.fonts import font

SLAB = FontKey("Zilla Slab")
BOLD = FontKey("Zilla Slab", 700)
ROBOTO = FontKey("Roboto", 500)


def shape(words: str, key: FontKey = SLAB) -> tuple[Glyph, ...]:
    found = font(key)
    buffer = hb.Buffer()
    buffer.add_str(words)
    buffer.guess_segment_properties()
    hb.shape(found.shaper, buffer, {"dlig": True})
    clusters = [info.cluster for info in buffer.glyph_infos]
    starts = sorted(set(clusters))
    ends = dict(zip(starts, [*starts[1:], len(words)], strict=True))
    glyphs = []
    for index, (info, place) in enumerate(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)):
        new = index == 0 or clusters[index - 1] != info.cluster
        glyphs.append(
            Glyph(
                info.codepoint,
                place.x_advance / found.upem,
                place.x_offset / found.upem,
                place.y_offset / found.upem,
                words[info.cluster : ends[info.cluster]] if new else "",
            )
        )
    return tuple(glyphs)


def line(
    words: str, x: float = 5, y: float = 20, size: float = 4, key: FontKey = SLAB, **more: object
) -> Text:
    return Text(key, size, x, y, shape(words, key), **more)  # type: ignore[arg-type]


def art(body: str, x: float = 0, y: float = 0, width: float = 20, height: float = 20) -> Art:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">{body}</svg>'.encode()
    return Art(svg, hashlib.sha256(svg).hexdigest(), x, y, width, height)


@cache
def _drawn(svg: bytes) -> ArtForm:
    return draw_form(svg)


def forms(drawing: Drawing) -> dict[str, ArtForm]:
    return {a.key: _drawn(a.svg) for a in drawing.arts()}


def sheet(*items: object, width: float = 60, height: float = 40) -> Drawing:
    return Drawing("sheet", 0, 0, width, height, items)  # type: ignore[arg-type]


def square(fill: str, x: float = 0, y: float = 0, side: float = 20, opacity: float = 1) -> Path:
    return Path(rect(x, y, side, side).commands, fill=fill, opacity=opacity)


def printed(*drawings: Drawing | Page, **more: object) -> bytes:
    pages = [p if isinstance(p, Page) else Page(p) for p in drawings]
    found: dict[str, ArtForm] = {}
    for page in pages:
        found |= forms(page.drawing)
    target = io.BytesIO()
    write_pdf(pages, target, title=str(more.pop("title", "Test")), press=Press(found), **more)  # type: ignore[arg-type]
    return target.getvalue()


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf))


def copied(pdf: bytes, page: int = 0) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return str(document[page].get_textpage().get_text_bounded()).replace("\r\n", "\n")


def picture(pdf: bytes, per_mm: float = 4, page: int = 0) -> Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        width, height = document[page].get_size()
        found: Image.Image = document[page].render(scale=per_mm * 25.4 / 72).to_pil().convert("RGB")
    # pypdfium2 rounds up, so there may be one row or column too many
    return found.crop((0, 0, round(width / 72 * 25.4 * per_mm), round(height / 72 * 25.4 * per_mm)))


def colour_at(pdf: bytes, x: float, y: float) -> tuple[int, int, int]:
    found = picture(pdf).getpixel((round(x * 4), round(y * 4)))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def form_xobjects(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]


def starts_of_paths(pdf: bytes) -> Iterator[tuple[float, float]]:
    """Yield where each path starts on the first page in points, as a reader of the format works it out."""
    with opened(pdf) as document:
        page = document.pages[0]
        yield from _starts(page, page.obj.get("/Resources"), (1, 0, 0, 1, 0, 0))


def _starts(stream: object, resources: pikepdf.Object, matrix: Matrix) -> Iterator[tuple[float, float]]:
    kept: list[Matrix] = []
    for operands, operator in pikepdf.parse_content_stream(stream):  # type: ignore[arg-type]
        values: Sequence[float] = [float(v) for v in operands if not isinstance(v, pikepdf.Object)]  # type: ignore[arg-type]
        match str(operator):
            case "q":
                kept.append(matrix)
            case "Q":
                matrix = kept.pop()
            case "cm":
                matrix = multiply(matrix, tuple(values))  # type: ignore[arg-type]
            case "m":
                yield apply(matrix, values[0], values[1])
            case "Do":
                form = resources.XObject[str(operands[0])]
                yield from _starts(form, form.get("/Resources"), matrix)
