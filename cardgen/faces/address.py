"""A face's address: a short name for what is drawn, the same for faces that look the same and for no others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import file_digest, sha256
from pathlib import Path as FilePath

from cardgen.base.drawing import Art, Drawing, FontKey, Glyph, Item, Mark, Path, PlacedDrawing, Text
from cardgen.faces.text.fonts import font, plain_name

LETTERS = 32
"""So many hexadecimal digits long is an address: 128 bits, so that no two faces share one by chance."""


def address(drawing: Drawing) -> str:
    """Return the address of a drawing: what is drawn where, with the letters of the very font files.

    Not its name nor what is read aloud: two cards that look alike are one picture.
    """
    return _Addresses().of(drawing)


def addresses(faces: Mapping[str, Mapping[str, Drawing]]) -> dict[str, dict[str, str]]:
    """Return the addresses of cards' sides: `{"C17": {"front": "5f…", "back": "0a…"}}`."""
    known = _Addresses()
    return {
        card: {side: known.of(drawing) for side, drawing in sides.items()} for card, sides in faces.items()
    }


def alike(faces: Mapping[str, Mapping[str, Drawing]], version: str) -> dict[str, dict[str, str]]:
    """Return addresses that do not change with the kit's `version` or a card's own id where words on its face say them."""
    number = re.escape(version.removeprefix("v"))
    versions = rf"\bv{number}(?![\w.])" + (rf"|(?<![\w.]){number}(?![\w.])" if "." in version else "")
    known = _Addresses()
    found: dict[str, dict[str, str]] = {}
    for card, sides in faces.items():
        known.hidden = re.compile(rf"{versions}|(?<!\w){re.escape(card)}(?!\w)")
        found[card] = {side: known.of(drawing) for side, drawing in sides.items()}
    return found


class _Addresses:
    """Addresses of drawings that are all alive, so that each drawing, glyph and font is looked at once.

    Words that are `hidden` count as the same ones, wherever they begin: what is centred moves with their width.
    """

    def __init__(self) -> None:
        self.hidden: re.Pattern[str] | None = None
        self._hits = 0
        self._drawings: dict[int, str] = {}
        self._glyphs: dict[int, str] = {}
        self._fonts: dict[FontKey, str] = {}

    def of(self, drawing: Drawing) -> str:
        found = self._drawings.get(id(drawing))
        if found is None:
            hits = self._hits
            parts = [repr((drawing.x, drawing.y, drawing.width, drawing.height))]
            parts += (self._said(item) for item in drawing.items if not isinstance(item, Mark))
            found = sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:LETTERS]
            if hits == self._hits:  # else it holds only for this card
                self._drawings[id(drawing)] = found
        return found

    def _said(self, item: Item) -> str:
        match item:
            case Art(_, key, x, y, width, height, matrix):
                return f"art {key} {x} {y} {width} {height} {matrix}"
            case Text() if self.hidden and self.hidden.search(item.words):
                self._hits += 1
                words = self.hidden.sub("\0", item.words)
                return f"words {self._font(item.font)} {item.size} {item.y} {item.matrix} {item.fill} {words}"
            case Text():
                place = f"{item.size} {item.x} {item.y} {item.matrix} {item.fill} {item.opacity}"
                return f"text {self._font(item.font)} {place} {self._letters(item.glyphs)}"
            case Path():
                return f"path {item!r}"
            case PlacedDrawing():
                return f"place {self.of(item.drawing)} {item.matrix} {item.clip!r} {item.opacity}"
            case _:
                return ""

    def _letters(self, glyphs: Sequence[Glyph]) -> str:
        known = self._glyphs
        for glyph in glyphs:
            if id(glyph) not in known:
                known[id(glyph)] = f"{glyph.id},{glyph.advance},{glyph.dx},{glyph.dy}"
        return " ".join([known[id(glyph)] for glyph in glyphs])

    def _font(self, key: FontKey) -> str:
        if key not in self._fonts:
            file = font(key).path
            about = file.stat()
            letters = _hash_of(file, about.st_mtime_ns, about.st_size)
            self._fonts[key] = f"{plain_name(key.family)} {key.weight} {key.italic} {letters}"
        return self._fonts[key]


@lru_cache(maxsize=256)
def _hash_of(file: FilePath, _changed: int, _size: int) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()
