"""Lifts a page out of a PDF, with all it needs, as a form: the bridge from the art engine's file into ours."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Mapping
from typing import Any

import pikepdf

from cardgen.faces.art.form import ArtForm, ArtObject


def pdf_to_form(pdf: bytes) -> ArtForm:
    """Return the first page of a PDF as a form with all it needs."""
    with pikepdf.open(io.BytesIO(pdf)) as source:
        page = source.pages[0]
        x0, y0, x1, y1 = (float(v) for v in page.mediabox)
        form = page.as_form_xobject()
        if (
            "/Group" in form.stream_dict
        ):  # what lies in it blends with what is below, as in the drawing it is a slice of
            del form.stream_dict["/Group"]
        lift = _Lift()
        lift.number(form)
        return ArtForm(x1 - x0, y1 - y0, lift.transparent, lift.objects())


class _Lift:
    """Takes objects out of a PDF, the first one asked for becoming number 0."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int], int] = {}
        self._made: dict[int, ArtObject] = {}
        self.transparent = False

    def objects(self) -> tuple[ArtObject, ...]:
        return tuple(self._made[n] for n in range(len(self._made)))

    def number(self, thing: pikepdf.Object) -> int:
        key = thing.objgen
        if key in self._numbers:
            return self._numbers[key]
        number = self._numbers[key] = len(self._numbers)  # before its parts: they may refer back
        raw = None
        if isinstance(thing, pikepdf.Stream):
            raw, parts = self._stream(thing)
        else:
            parts = self._value(thing)
        self._made[number] = ArtObject(_joined(parts), raw)
        return number

    def _stream(self, thing: pikepdf.Stream) -> tuple[bytes, list[bytes | int]]:
        entries = {k: v for k, v in thing.stream_dict.items() if k not in ("/Length", "/Type")}
        if "/Filter" not in entries or (
            entries["/Filter"] == "/FlateDecode"
            and entries.get("/Subtype") != "/Image"
            and "/DecodeParms" not in entries
        ):
            entries.pop("/Filter", None)
            content = thing.read_bytes()
            if "/BBox" in entries:
                content = _plainly_coloured(content)
            packed = zlib.compress(content)
            return packed, [b"<<", b"/Filter/FlateDecode", *self._entries(entries), b">>"]
        return thing.read_raw_bytes(), [b"<<", *self._entries(entries), b">>"]

    def _entries(self, entries: Mapping[str, Any]) -> list[bytes | int]:
        parts: list[bytes | int] = []
        for name, value in entries.items():
            if name in ("/Parent", "/StructParent", "/StructParents"):
                continue
            if (name in ("/ca", "/CA") and float(value) < 1) or (name == "/SMask" and value != "/None"):
                self.transparent = True
            if name == "/BM" and value not in ("/Normal", "/Compatible"):
                self.transparent = True
            parts += [name.encode("latin-1"), b" ", *self._part(value)]
        return parts

    def _part(self, value: Any) -> list[bytes | int]:
        if isinstance(value, pikepdf.Object) and value.is_indirect:
            return [self.number(value)]
        return self._value(value)

    def _value(self, value: Any) -> list[bytes | int]:
        if value is None:
            return [b"null"]
        if isinstance(value, bool):
            return [b"true" if value else b"false"]
        if isinstance(value, int):
            return [b"%d" % value]
        if not isinstance(value, pikepdf.Object):  # Decimal
            text = format(value, "f")
            return [(text.rstrip("0").rstrip(".") if "." in text else text).encode()]
        if isinstance(value, pikepdf.Array):
            if (
                len(value) == 2 and value[0] == "/ICCBased"
            ):  # svg2pdf says that its RGB is sRGB: so is all of ours
                return [b"/DeviceGray" if value[1].N == 1 else b"/DeviceRGB"]
            items = [part for item in value for part in (*self._part(item), b" ")]
            return [b"[", *items[:-1], b"]"]
        if isinstance(value, pikepdf.Dictionary):
            return [b"<<", *self._entries(dict(value.items())), b">>"]
        return [value.unparse()]


_COLOURED = re.compile(rb"/cs\d+ (cs|CS)\n((?:[\d.]+ ){3})(?:scn|SCN)\n")


def _plainly_coloured(content: bytes) -> bytes:
    """Return the operators of a form with `r g b rg` where svg2pdf first names the space of its colours."""
    return _COLOURED.sub(lambda m: m[2] + (b"rg\n" if m[1] == b"cs" else b"RG\n"), content)


def _joined(parts: list[bytes | int]) -> tuple[bytes | int, ...]:
    """Return the parts with neighbouring bytes made one."""
    joined: list[bytes | int] = []
    for part in parts:
        if isinstance(part, bytes) and joined and isinstance(joined[-1], bytes):
            joined[-1] += part
        else:
            joined.append(part)
    return tuple(joined)
