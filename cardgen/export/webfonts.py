"""Fonts for web pages: the few characters that a page shows, inside its style sheet."""

from __future__ import annotations

import base64

from cardgen.base.drawing import FontKey
from cardgen.faces.text.fonts import subset


def font_rule(key: FontKey, family: str, characters: set[str]) -> str:
    """Return the `@font-face` rule of a font that pages call `family`, with these characters alone, as a data URI.

    UnknownFamilyError where there is no such font.
    """
    data = base64.b64encode(subset(key, characters)).decode()
    style = "italic" if key.italic else "normal"
    return (
        f"@font-face{{font-family:'{family}';font-weight:{key.weight};font-style:{style};"
        f"font-display:swap;src:url(data:font/ttf;base64,{data}) format('truetype')}}"
    )
