"""A component and its SVG template become a drawing: ordered layers of shared art and set text.

Names load when they are asked for, so that an exporter that only needs fonts imports nothing else.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.faces.breaking import Word
    from cardgen.faces.faces import Faces
    from cardgen.faces.fonts import Font, UnknownFamilyError, families, font
    from cardgen.faces.markup import IconMark, Piece, Run, plain, rich
    from cardgen.faces.pen import Icon
    from cardgen.faces.style import TextStyle
    from cardgen.faces.text import Layout, Line, TextBox, break_lines, lay_out, line_of_text, text_width

_HOMES = {
    "Faces": "faces",
    "Font": "fonts",
    "Icon": "pen",
    "IconMark": "markup",
    "Layout": "text",
    "Line": "text",
    "Piece": "markup",
    "Run": "markup",
    "TextBox": "text",
    "TextStyle": "style",
    "UnknownFamilyError": "fonts",
    "Word": "breaking",
    "break_lines": "text",
    "families": "fonts",
    "font": "fonts",
    "lay_out": "text",
    "line_of_text": "text",
    "plain": "markup",
    "rich": "markup",
    "text_width": "text",
}

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


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'cardgen.faces' has no attribute '{name}'")
    return getattr(importlib.import_module(f"cardgen.faces.{home}"), name)
