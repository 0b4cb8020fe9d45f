"""Composed faces kept on disk from one build to the next, so that only what changed is set and taken apart anew.

A face is known by the whole SVG that its template printed, so whatever the template read (its card, other cards,
colours, options, tables, includes) has changed the name when it changed the face. Beyond that SVG a drawing
depends on the parts it took from other files, which are compared one by one, and on what `salt` stands for:
cardgen itself, the fonts, and every drawn file. A face with anything to complain about is never kept, so that
it is complained about every time.

The file is JSON: numbers and words, nothing that could be run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path as FilePath
from typing import Any, TypeAlias, TypeVar

from cardgen.base.cache import forget_old, keep, read_kept
from cardgen.base.drawing import IDENTITY, Art, Drawing, FontKey, Glyph, Item, Matrix, Path, Text
from cardgen.base.svg import Box
from cardgen.faces.art.photo import is_photo

T = TypeVar("T")
Row: TypeAlias = list[Any]

_FEW = 4
_SPARE = 100  # faces of other options or of a part of the kit stay too, but not for ever


class KeptFaces:
    """The faces of one kit in one look, by what their template printed."""

    def __init__(self, file: FilePath, salt: str) -> None:
        self._file = file
        self._salt = salt
        self._shelf = _Shelf()
        self._before: dict[str, Row] = {}
        self._now: dict[str, Row] = {}
        self._new = 0
        try:
            found = json.loads(read_kept(file) or b"{}")
            if found.get("salt") == salt:
                self._shelf = _Shelf(found)
                self._before = found["faces"]
        except (ValueError, TypeError, KeyError, AttributeError):  # damaged: everything is composed again
            self._shelf, self._before = _Shelf(), {}

    def get(self, svg: str, box: Box | None, name: str, part_hash: Callable[[str], str]) -> Drawing | None:
        """Return a drawing composed earlier from this SVG, or None when it must be composed.

        `box` is where it must fit, None when the SVG says that itself; `part_hash` tells what a file of parts
        says now.
        """
        key = _key(svg, box)
        row = self._before.get(key)
        if row is None or any(part_hash(file) != said for file, said in row[0]):
            return None
        try:
            items = tuple(self._shelf.item(entry) for entry in row[1])
            x, y, width, height = row[2]
        except (LookupError, ValueError, TypeError):  # damaged: composed again
            return None
        self._now[key] = row
        return Drawing(name, x, y, width, height, items)

    def add(self, svg: str, box: Box | None, drawing: Drawing, parts: Mapping[str, str]) -> None:
        """Note a composed drawing and the hashes of the files of parts that were at hand for it."""
        rows = [self._shelf.row(item) for item in drawing.items]
        if all(row is not None for row in rows):
            rect = [drawing.x, drawing.y, drawing.width, drawing.height]
            self._now[_key(svg, box)] = [sorted(parts.items()), rows, rect]
            self._new += 1

    def save(self) -> None:
        """Keep the faces of this build, and some of those that it did not ask for.

        A few new ones are sooner composed again than written with all the others.
        """
        if self._new <= _FEW:
            return
        unused = [key for key in self._before if key not in self._now]
        spare = {key: self._before[key] for key in unused[: max(_SPARE, len(self._now))]}
        faces = {**self._now, **spare}
        used = {row[1] for face in faces.values() for row in face[1] if row[0] == "art"}
        data = {"salt": self._salt, **self._shelf.tables(used), "faces": faces}
        keep(self._file, json.dumps(data, separators=(",", ":")).encode())
        forget_old(self._file.parent)


def _key(svg: str, box: Box | None) -> str:
    return sha256(f"{box}|{svg}".encode("utf-8", "surrogatepass")).hexdigest()


class _Shelf:
    """What many faces share, each once: fonts, glyphs and art. Items refer to them by their number."""

    def __init__(self, found: Mapping[str, Any] | None = None) -> None:
        found = found or {"fonts": [], "glyphs": [], "arts": {}}
        self._fonts = [FontKey(*row) for row in found["fonts"]]
        self._glyphs = [Glyph(*row) for row in found["glyphs"]]
        self._svgs: dict[str, bytes] = {key: svg.encode() for key, svg in found["arts"].items()}
        self._font_numbers = {font: number for number, font in enumerate(self._fonts)}

    @cached_property
    def _glyph_numbers(self) -> dict[Glyph, int]:
        return {glyph: number for number, glyph in enumerate(self._glyphs)}

    def tables(self, arts: Container[str]) -> dict[str, Any]:
        """Return all of it as plain data, but of the art only these pieces."""
        return {
            "fonts": [[f.family, f.weight, f.italic] for f in self._fonts],
            "glyphs": [[g.id, g.advance, g.dx, g.dy, g.text] for g in self._glyphs],
            "arts": {key: svg.decode() for key, svg in self._svgs.items() if key in arts},
        }

    def item(self, row: Row) -> Item:
        match row[0]:
            case "text":
                _, font, size, x, y, numbers, fill, matrix, opacity = row
                glyphs = tuple([self._glyphs[number] for number in numbers])
                return Text(self._fonts[font], size, x, y, glyphs, fill, _matrix(matrix), opacity)
            case "art":
                _, key, x, y, width, height, matrix = row
                return Art(self._svgs[key], key, x, y, width, height, _matrix(matrix))
            case _:
                _, commands, fill, stroke, width, dash, opacity, cap, join = row
                steps: Any = tuple(tuple(command) for command in commands)
                return Path(steps, fill, stroke, width, tuple(dash), opacity, cap, join)

    def row(self, item: Item) -> Row | None:
        """Return an item as a row; None for a placed drawing, which is a face of its own, and for a picture of pixels."""
        match item:
            case Text():
                font = _number(item.font, self._fonts, self._font_numbers)
                numbers = [_number(glyph, self._glyphs, self._glyph_numbers) for glyph in item.glyphs]
                matrix = _plain(item.matrix)
                return ["text", font, item.size, item.x, item.y, numbers, item.fill, matrix, item.opacity]
            case Art() if not is_photo(item.svg):  # those are large, and have their own place
                self._svgs[item.key] = item.svg
                return ["art", item.key, item.x, item.y, item.width, item.height, _plain(item.matrix)]
            case Path(commands, fill, stroke, width, dash, opacity, cap, join):
                return ["path", commands, fill, stroke, width, dash, opacity, cap, join]
            case _:
                return None


def _number(thing: T, things: list[T], numbers: dict[T, int]) -> int:
    """Return the place of a thing in a list, where it is put when it is new."""
    number = numbers.setdefault(thing, len(things))
    if number == len(things):
        things.append(thing)
    return number


def _plain(matrix: Matrix) -> Matrix | None:
    return None if matrix == IDENTITY else matrix


def _matrix(row: list[float] | None) -> Matrix:
    return IDENTITY if row is None else tuple(row)  # type: ignore[return-value]
