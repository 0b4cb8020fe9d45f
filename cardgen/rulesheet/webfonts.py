"""Fonts that travel inside a web page: only the characters it shows, as data URIs."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping

import uharfbuzz as hb

from cardgen.base.drawing import FontKey
from cardgen.faces.text.fonts import UnknownFamilyError, font


def font_faces(used: Mapping[FontKey, Iterable[str]]) -> str:
    """Return the `@font-face` rules for fonts and the characters each must show; unknown fonts are left out."""
    rules = []
    for key, characters in sorted(used.items(), key=lambda u: (u[0].family, u[0].weight, u[0].italic)):
        try:
            data = _subset(key, characters)
        except UnknownFamilyError:
            continue
        source = base64.b64encode(data).decode()
        style = "italic" if key.italic else "normal"
        rules.append(
            f"@font-face{{font-family:'{key.family}';font-weight:{key.weight};font-style:{style};"
            f"font-display:swap;src:url(data:font/ttf;base64,{source}) format('truetype')}}"
        )
    return "\n".join(rules)


def _subset(key: FontKey, characters: Iterable[str]) -> bytes:
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update({ord(c) for c in characters} | {0x20})
    wanted.flags = hb.SubsetFlags.NO_HINTING
    unused = (int.from_bytes(tag.encode(), "big") for tag in ("DSIG", "GDEF"))
    wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(unused)
    return bytes(hb.subset(font(key).face, wanted).blob.data)
