"""Fonts for web pages: the few characters that a page shows, inside its style sheet."""

from __future__ import annotations

import base64

import uharfbuzz as hb

from cardgen.base.drawing import FontKey
from cardgen.faces.text.fonts import font


def font_rule(key: FontKey, family: str, characters: set[str]) -> str:
    """Return the `@font-face` rule of a font that pages call `family`, with these characters alone, as a data URI.

    UnknownFamilyError where there is no such font.
    """
    data = base64.b64encode(_subset(key, characters)).decode()
    style = "italic" if key.italic else "normal"
    return (
        f"@font-face{{font-family:'{family}';font-weight:{key.weight};font-style:{style};"
        f"font-display:swap;src:url(data:font/ttf;base64,{data}) format('truetype')}}"
    )


def _subset(key: FontKey, characters: set[str]) -> bytes:
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update({ord(c) for c in characters} | {0x20})
    wanted.flags = hb.SubsetFlags.NO_HINTING
    marked = any("\u0590" <= c <= "\u109f" for c in characters)  # there marks stand where GDEF says
    unused = (int.from_bytes(tag.encode(), "big") for tag in ("DSIG", *(() if marked else ("GDEF",))))
    wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(unused)
    return bytes(hb.subset(font(key).face, wanted).blob.data)
