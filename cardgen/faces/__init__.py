"""A component and its SVG template become a drawing: ordered layers of shared art and set text.

Names load when they are asked for, so that an exporter that only needs fonts imports nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.base.lazy import lazily

if TYPE_CHECKING:
    from cardgen.faces.compose import Faces
    from cardgen.faces.text.breaking import Word
    from cardgen.faces.text.fitting import (
        Layout,
        Line,
        TextBox,
        break_lines,
        lay_out,
        line_of_text,
        text_width,
    )
    from cardgen.faces.text.fonts import Font, UnknownFamilyError, families, font
    from cardgen.faces.text.inking import Icon
    from cardgen.faces.text.markup import IconMark, Piece, Run, plain, rich
    from cardgen.faces.text.style import TextStyle

__all__ = [
    "Faces",
    "Font",
    "Icon",
    "IconMark",
    "Layout",
    "Line",
    "Piece",
    "Run",
    "TextBox",
    "TextStyle",
    "UnknownFamilyError",
    "Word",
    "break_lines",
    "families",
    "font",
    "lay_out",
    "line_of_text",
    "plain",
    "rich",
    "text_width",
]

__getattr__ = lazily(
    __name__,
    {
        "text.breaking": "Word",
        "compose": "Faces",
        "text.fonts": "Font UnknownFamilyError families font",
        "text.markup": "IconMark Piece Run plain rich",
        "text.inking": "Icon",
        "text.style": "TextStyle",
        "text.fitting": "Layout Line TextBox break_lines lay_out line_of_text text_width",
    },
)
