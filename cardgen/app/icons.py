"""A set of icons that comes as a package: found by words, and one put into a kit's own file of icons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from cardgen.base.drawing import FontKey
from cardgen.faces.svg.parts import ICON_FILES
from cardgen.faces.tags import NotWritable, tags_in, with_lines
from cardgen.faces.text.fonts import Font
from cardgen.source.cells import NoCell, with_cell, with_entry

ICON_SET = "Material Design Icons by Pictogrammers (Apache Licence 2.0)"
_EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\n</svg>\n'
_MEANT = {
    "attack": "sword", "coin": "circle-multiple", "gold": "treasure", "life": "heart", "meeple": "chess-pawn", "stone": "diamond-stone",
    "wheat": "barley", "wood": "tree", "die": "dice", "victory": "trophy", "food": "bread", "magic": "auto-fix", "worker": "account",
}  # fmt: skip
"""Words of games that the set has by other names."""


_SHOWN = 60


class FoundIcon(NamedTuple):
    """An icon of the set: its name, and its outline in a box of 512 × 512."""

    name: str
    d: str


@lru_cache
def _set() -> tuple[Mapping[str, int], Font]:
    """Return the signs by name, and their font."""
    from fonticon_mdi7 import MDI7

    names = {
        name.replace("_", "-"): ord(said.rpartition(".")[2])
        for name, said in vars(MDI7).items()
        if not name.startswith("_")
    }
    return names, Font(FontKey("icons"), Path(MDI7.__font_file__))


def find_icons(words: str, start: int = 0) -> tuple[list[FoundIcon], int]:
    """Return icons whose names have all of these words, the nearest first and full ones before outlines, and how many there are."""
    asked = [_MEANT.get(word, word) for word in re.findall(r"[a-z0-9]+", words.lower())]
    asked = [part for word in asked for part in word.split("-")]

    def far(name: str) -> tuple[bool, int, bool, int, str]:
        parts = name.split("-")
        return (
            not all(word in parts for word in asked),
            sum(not any(part.startswith(word) for part in parts) for word in asked),
            "outline" in parts or "off" in parts,
            len(parts),
            name,
        )

    found = sorted((name for name in _set()[0] if all(word in name for word in asked)), key=far)
    return [FoundIcon(name, _outline(name)) for name in found[start : start + _SHOWN]], len(found)


def _outline(name: str) -> str:
    from cardgen.export.svg import glyph_outline

    names, font = _set()
    return glyph_outline(font, font.shaper.get_nominal_glyph(names[name]))


def icon_file(kit: Path) -> str:
    """Return the file of a kit's icons: the one that is there, or the one that will be."""
    return next((name for name in ICON_FILES if (kit / name).is_file()), ICON_FILES[0])


def icons_of(text: str) -> list[str]:
    """Return the names of the icons in a kit's file."""
    return [tag.said(text, "id") or "" for tag in tags_in(text) if tag.name == "symbol"]


def with_icon(text: str, icon: str, own: str, colour: str) -> str:
    """Return a file of icons with one more: {own} in a text, in a colour of the palette or, with "", in black. NoCell says why not."""
    if icon not in _set()[0]:
        raise NoCell(f"the set has no icon '{icon}'")
    if not re.fullmatch(r"[A-Za-z][\w-]{0,40}", own):
        raise NoCell(f"an icon is called by letters, numbers and -, not '{own}'")
    if own in icons_of(text) or re.search(rf"\bid=[\"']{re.escape(own)}[\"']", text):
        raise NoCell(f"there is an icon {{{own}}} already")
    if not re.fullmatch(r"\w*", colour):
        raise NoCell(f"the palette has no colour '{colour}'")
    fill = f' fill="{{{{ palette.{colour} }}}}"' if colour else ""
    path = f'<path transform="matrix(1 0 0 -1 0 448)"{fill} d="{_outline(icon)}"/>'
    try:
        return with_lines(text or _EMPTY, [f'<symbol id="{own}" viewBox="0 0 512 512">{path}</symbol>'])
    except NotWritable as refusal:
        raise NoCell(f"the icons of this kit stay as they are: {refusal}") from None


def with_credit(text: str) -> str:
    """Return a game.yaml whose credits name the set, once."""
    said: Any = (yaml.safe_load(text) or {}).get("credits")
    before = str(said.get("icons", "")) if isinstance(said, dict) else ""
    if ICON_SET in before:
        return text
    if said is None:
        return with_entry(text, "credits", "icons", f"  icons: {ICON_SET}\n")
    return with_cell(text, ("credits",), "icons", f"{before}; {ICON_SET}" if before else ICON_SET)
