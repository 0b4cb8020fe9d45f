"""Drawings become files: PDF, PNG and SVG. Nothing is decided here.

Names load when they are asked for, so that a PDF does not wait for what only a PNG needs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.export.pages import Bookmark, Box, Page
    from cardgen.export.pdf import Duplex, write_pdf
    from cardgen.export.plates import Press
    from cardgen.export.png import pdf_pages_to_png, write_png
    from cardgen.export.svg import drawing_svg, svg_sprites
    from cardgen.faces.artform import ArtForm, ArtForms

_HOMES = {
    "ArtForm": "cardgen.faces.artform",
    "ArtForms": "cardgen.faces.artform",
    "Bookmark": "cardgen.export.pages",
    "Box": "cardgen.export.pages",
    "Duplex": "cardgen.export.pdf",
    "Page": "cardgen.export.pages",
    "Press": "cardgen.export.plates",
    "drawing_svg": "cardgen.export.svg",
    "pdf_pages_to_png": "cardgen.export.png",
    "svg_sprites": "cardgen.export.svg",
    "write_pdf": "cardgen.export.pdf",
    "write_png": "cardgen.export.png",
}

__all__ = [
    "ArtForm",
    "ArtForms",
    "Bookmark",
    "Box",
    "Duplex",
    "Page",
    "Press",
    "drawing_svg",
    "pdf_pages_to_png",
    "svg_sprites",
    "write_pdf",
    "write_png",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'cardgen.export' has no attribute '{name}'")
    return getattr(importlib.import_module(home), name)
