"""A PDF file, object by object, on ReportLab's document level: it numbers, references and writes them.

ReportLab's canvas is left out on purpose: it would parse, encode and compress again what we keep ready, it forgets
resources of forms, and it costs 20 ms to import.
"""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfdoc

from cardgen.export.typecase import utf16


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


class Document:
    """A PDF being put together; objects have names, may refer to later ones, and keep the order they came in."""

    def __init__(self, title: str, language: str) -> None:
        self._pdf = pdfdoc.PDFDocument(invariant=1, pdfVersion=(1, 7), lang=language)
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
        """Set entries of the document's catalogue."""
        for name, value in entries.items():
            known = pdfdoc.PDFObjectReference(value.name) if isinstance(value, Ref) else value
            setattr(self._pdf.Catalog, name, known)

    def to_bytes(self) -> bytes:
        """Return the whole file."""
        data: bytes = self._pdf.format()
        return data


def text(words: str) -> bytes:
    """Return a text string as PDF writes it."""
    if words.isascii() and words.isprintable():
        return b"(" + words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode() + b")"
    return f"<FEFF{utf16(words)}>".encode()


def packed(data: bytes) -> bytes:
    """Return the data compressed, for a stream with `/Filter/FlateDecode`."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9)
    return packer.compress(data) + packer.flush()
