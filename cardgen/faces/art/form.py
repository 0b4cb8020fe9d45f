"""A drawn piece of art as our own PDF objects: quick to load, easy to send, ready to be written."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

_MAGIC = b"cardgen-art-1"


@dataclass(frozen=True, slots=True)
class ArtObject:
    """One PDF object: its dictionary as bytes with numbers of other objects left open, and its packed stream."""

    head: tuple[bytes | int, ...]
    stream: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ArtForm:
    """A drawn piece of art, ready to be written into a PDF: lengths in points, `objects[0]` is the form.

    The form's own space is the PDF's: points, y up, from 0,0 to width,height.
    """

    width: float
    height: float
    transparent: bool
    objects: tuple[ArtObject, ...]

    def to_bytes(self) -> bytes:
        """Return the form as bytes that `from_bytes` reads back, with a checksum."""
        heads = [[p if isinstance(p, int) else p.decode("latin-1") for p in o.head] for o in self.objects]
        sizes = [-1 if o.stream is None else len(o.stream) for o in self.objects]
        head = json.dumps([self.width, self.height, self.transparent, heads, sizes]).encode()
        body = b"".join([head, b"\n", *(o.stream for o in self.objects if o.stream is not None)])
        return b"%s %08x\n" % (_MAGIC, zlib.crc32(body)) + body

    @classmethod
    def from_bytes(cls, data: bytes) -> ArtForm:
        """Return the form that `to_bytes` wrote; ValueError when the bytes are damaged."""
        first, _, body = data.partition(b"\n")
        if first != b"%s %08x" % (_MAGIC, zlib.crc32(body)):
            raise ValueError("not a drawn piece of art, or damaged")
        head, _, streams = body.partition(b"\n")
        width, height, transparent, heads, sizes = json.loads(head)
        objects = []
        position = 0
        for parts, size in zip(heads, sizes, strict=True):
            stream = None if size < 0 else streams[position : position + size]
            position += max(size, 0)
            objects.append(
                ArtObject(tuple(p if isinstance(p, int) else p.encode("latin-1") for p in parts), stream)
            )
        return cls(width, height, transparent, tuple(objects))


ArtForms: TypeAlias = Mapping[str, ArtForm]
"""Drawn art by the key of its SVG."""
