"""A face's address: a short name for what is drawn, the same for faces that look the same and for no others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import file_digest, sha256
from pathlib import Path as FilePath

from cardgen.base.drawing import Art, Drawing, Item, Mark, Path, Place, Text
from cardgen.faces.text.fonts import font, plain_name

LETTERS = 32
"""So many hexadecimal digits long is an address: 128 bits, so that no two faces share one by chance."""


def address(drawing: Drawing) -> str:
    """Return the address of a drawing: what is drawn where, with the letters of the very font files.

    Not its name nor what is read aloud: two cards that look alike are one picture.
    """
    return _address(drawing, {})


def addresses(faces: Mapping[str, Mapping[str, Drawing]]) -> dict[str, dict[str, str]]:
    """Return the addresses of cards' sides: `{"C17": {"front": "5f…", "back": "0a…"}}`."""
    known: dict[int, str] = {}
    return {
        card: {side: _address(drawing, known) for side, drawing in sides.items()}
        for card, sides in faces.items()
    }


def _address(drawing: Drawing, known: dict[int, str]) -> str:
    found = known.get(id(drawing))
    if found is None:
        parts = [repr((drawing.x, drawing.y, drawing.width, drawing.height))]
        parts += (_said(item, known) for item in drawing.items if not isinstance(item, Mark))
        found = sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:LETTERS]
        known[id(drawing)] = found
    return found


def _said(item: Item, known: dict[int, str]) -> str:
    match item:
        case Art(_, key, x, y, width, height, matrix):
            return f"art {key} {x} {y} {width} {height} {matrix}"
        case Text():
            glyphs = " ".join([f"{g.id},{g.advance},{g.dx},{g.dy}" for g in item.glyphs])
            family = f"{plain_name(item.font.family)} {item.font.weight} {item.font.italic}"
            place = f"{item.size} {item.x} {item.y} {item.matrix} {item.fill} {item.opacity}"
            return f"text {family} {_letters_of(font(item.font).path)} {place} {glyphs}"
        case Path():
            return f"path {item!r}"
        case Place():
            return f"place {_address(item.drawing, known)} {item.matrix} {item.clip!r} {item.opacity}"
        case _:
            return ""


def _letters_of(file: FilePath) -> str:
    about = file.stat()
    return _hash_of(file, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=256)
def _hash_of(file: FilePath, _changed: int, _size: int) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()
