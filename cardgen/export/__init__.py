"""Drawings become files: PDF, PNG and SVG. Nothing is decided here.

Names load when they are asked for, so that a PDF does not wait for what only a PNG needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.base.drawing import Page
from cardgen.base.lazy import lazily

if TYPE_CHECKING:
    from cardgen.export.pdf import Duplex, write_pdf
    from cardgen.export.plates import Press
    from cardgen.export.png import pdf_pages_to_png, write_png
    from cardgen.export.svg import drawing_svg, svg_sprites

__all__ = [
    "Duplex",
    "Page",
    "Press",
    "drawing_svg",
    "pdf_pages_to_png",
    "svg_sprites",
    "write_pdf",
    "write_png",
]

lazily(
    __name__,
    {
        "pdf": "Duplex write_pdf",
        "plates": "Press",
        "png": "pdf_pages_to_png write_png",
        "svg": "drawing_svg svg_sprites",
    },
)
