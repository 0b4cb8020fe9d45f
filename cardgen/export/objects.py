"""A PDF file, object by object, on ReportLab's document level: it numbers, references and writes them.

A font is five of them: a subset, its widths, and what its glyphs stand for.

ReportLab's canvas is left out on purpose: it would parse, encode and compress again what we keep ready, it forgets
resources of forms, and it costs 20 ms to import.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfdoc

from cardgen.export.embedded import EmbeddedFont, utf16
from cardgen.export.operators import number

_SYMBOLIC, _ITALIC = 4, 64


class Ref(NamedTuple):
    """Stands for another object's number, which is known when the file is written."""

    name: str


class _Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object whose bytes are ready, but for the numbers of the objects it refers to."""

    __RefOnly__ = 1

    def __init__(self, parts: tuple[bytes | Ref, ...], stream: bytes | None) -> None:
        self._parts = parts
        self._stream = stream

    def format(self, document: Any) -> bytes:
        numbers = document.idToObjectNumberAndVersion
        data = b"".join([b"%d 0 R" % numbers[p.name][0] if isinstance(p, Ref) else p for p in self._parts])
        if self._stream is not None:
            data = b"%s/Length %d>>\nstream\n%s\nendstream\n" % (data[:-2], len(self._stream), self._stream)
        document.updateSignature(data)
        return data


class PdfDocument:
    """A PDF being put together; objects have names, may refer to later ones, and keep the order they came in."""

    def __init__(self, title: str, language: str) -> None:
        epoch = os.environ.pop(
            "SOURCE_DATE_EPOCH", None
        )  # ReportLab wants a number there, and we print no date
        try:
            self._pdf = pdfdoc.PDFDocument(invariant=1, pdfVersion=(1, 7), lang=language)
        finally:
            if epoch is not None:
                os.environ["SOURCE_DATE_EPOCH"] = epoch
        # In place of ReportLab's, which always states a date.
        self._pdf.info = _Raw((b"<</Title ", text(title), b"/Creator(cardgen)/Producer(ReportLab)>>"), None)
        self._pdf.Outlines = self._pdf.Catalog.Outlines = None
        self._has: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._has

    def add(self, name: str, *parts: bytes | Ref, stream: bytes | None = None) -> Ref:
        """Put an object into the file; with a `stream` (already packed) the parts must end with `>>`."""
        self._has.add(name)
        self._pdf.Reference(_Raw(parts, stream), name)
        return Ref(name)

    def catalog(self, **entries: bytes | Ref) -> None:
        for name, value in entries.items():
            known = pdfdoc.PDFObjectReference(value.name) if isinstance(value, Ref) else value
            setattr(self._pdf.Catalog, name, known)

    def to_bytes(self) -> bytes:
        data: bytes = self._pdf.format()
        return data


def text(words: str) -> bytes:
    if words.isascii() and words.isprintable():
        return b"(" + words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode() + b")"
    return f"<FEFF{utf16(words)}>".encode()


def packed(data: bytes) -> bytes:
    """Return the data compressed, for a stream with `/Filter/FlateDecode`."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9)
    return packer.compress(data) + packer.flush()


def embed(document: PdfDocument, embedded: EmbeddedFont, glyphs: Iterable[int]) -> Ref:
    """Put a font with only these glyphs into the file and return the reference to it."""
    font, own = embedded.font, embedded.name
    used = sorted({0, *glyphs})
    name = f"/{_tag(font.postscript_name, used)}+{font.postscript_name}"
    data = font.subset(used)
    if font.is_cff:
        form, file, length = "CIDFontType0", "/FontFile3", "/Subtype/OpenType"
    else:
        form, file, length = "CIDFontType2/CIDToGIDMap/Identity", "/FontFile2", f"/Length1 {len(data)}"
    flags, angle = (_SYMBOLIC | _ITALIC, -12) if font.key.italic else (_SYMBOLIC, 0)
    up, down, capitals = font.ascent * 1000, -abs(font.descent) * 1000, font.cap_height * 1000
    system = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"

    head = f"<</Filter/FlateDecode{length}>>".encode()
    program = document.add(f"{own}.program", head, stream=packed(data))
    head = (
        f"<</Type/FontDescriptor/FontName{name}/Flags {flags}/FontBBox[{_box(data)}]/ItalicAngle {angle}"
        f"/Ascent {up:.0f}/Descent {down:.0f}/CapHeight {capitals:.0f}/StemV 80{file} "
    ).encode()
    descriptor = document.add(f"{own}.descriptor", head, program, b">>")
    head = f"<</Type/Font/Subtype/{form}/BaseFont{name}{system}/FontDescriptor ".encode()
    widths = f"/DW 0/W[{_widths(embedded, used)}]>>".encode()
    descendant = document.add(f"{own}.cid", head, descriptor, widths)
    unicode = document.add(
        f"{own}.unicode", b"<</Filter/FlateDecode>>", stream=packed(_to_unicode(embedded, used))
    )
    head = f"<</Type/Font/Subtype/Type0/Encoding/Identity-H/BaseFont{name}/DescendantFonts[".encode()
    return document.add(f"{own}.font", head, descendant, b"]/ToUnicode ", unicode, b">>")


def _tag(name: str, glyphs: list[int]) -> str:
    digest = hashlib.sha256(f"{name} {glyphs}".encode()).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])


def _box(sfnt: bytes) -> str:
    tables = (sfnt[at : at + 16] for at in range(12, 12 + 16 * int.from_bytes(sfnt[4:6], "big"), 16))
    start = next(int.from_bytes(table[8:12], "big") for table in tables if table[:4] == b"head")
    head = sfnt[start : start + 54]
    upem = int.from_bytes(head[18:20], "big")
    edges = (int.from_bytes(head[i : i + 2], "big", signed=True) for i in range(36, 44, 2))
    return " ".join(f"{edge * 1000 / upem:.0f}" for edge in edges)


def _widths(embedded: EmbeddedFont, glyphs: list[int]) -> str:
    """Return the widths, glyphs with neighbouring numbers in one list."""
    words: list[str] = []
    before = -2
    for glyph in glyphs:
        if glyph != before + 1:
            words.append(f"{']' if words else ''}{glyph}[")
        words.append(f"{number(embedded.width(glyph))} ")
        before = glyph
    return "".join(words).replace(" ]", "]").rstrip() + "]"


def _to_unicode(embedded: EmbeddedFont, glyphs: list[int]) -> bytes:
    pairs = [f"<{g:04X}><{utf16(embedded.texts[g])}>" for g in glyphs if embedded.texts.get(g)]
    lines = [
        "/CIDInit/ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def",
        "/CMapName/Adobe-Identity-UCS def/CMapType 2 def",
        "1 begincodespacerange<0000><FFFF>endcodespacerange",
    ]
    for start in range(0, len(pairs), 100):  # at most 100 in one block, says the format
        block = pairs[start : start + 100]
        lines += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    lines.append("endcmap CMapName currentdict/CMap defineresource pop end end")
    return "\n".join(lines).encode()
