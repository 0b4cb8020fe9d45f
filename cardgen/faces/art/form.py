"""Drawn art as our own PDF objects, quick to load, easy to send, ready to be written; kept from build to build.

The name of what is kept is the sha256 of the SVG's key, the engine, its version, the cairo library's version and the
format; so it never goes stale, it only grows old and is pruned. What is damaged, or lies in the place of another,
counts as missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from cardgen.base.cache import default_folder, keep, read_kept
from cardgen.base.packages import versions

Engine: TypeAlias = Literal["cairosvg", "typst"]
ENGINES: tuple[Engine, ...] = get_args(Engine)

_MAGIC = b"cardgen-art-1"
FORMAT = "art-3"  # change it when what draw_form makes changes
MAX_BYTES = 256_000_000
_DAY = 86_400.0


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


class ArtCache:
    """The drawn art in one folder; with a folder that cannot be written it forgets everything, with one warning."""

    def __init__(self, folder: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        self.folder = default_folder() if folder is None else folder
        self.max_bytes = max_bytes
        self.warning = ""
        self._salts: dict[Engine, str] = {}
        self._written = False

    def get(self, key: str, engine: Engine) -> ArtForm | None:
        """Return the art drawn earlier, or None."""
        path = self._path(key, engine)
        try:
            form = ArtForm.from_bytes(read_kept(path) or b"")
        except (ValueError, TypeError):
            return None
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)
        return form

    def put(self, key: str, engine: Engine, form: ArtForm) -> None:
        """Keep the drawn art; a folder that cannot be written sets `warning`."""
        self._write(self._path(key, engine), form.to_bytes())
        self._written = True

    def drawn_by(self, engine: Engine, version: str) -> None:
        """Note which library draws now ("cairosvg 2.9.1, cairo 1.16.0"): after a change, everything is drawn anew.

        Asking the library itself would cost 0.15 s in a build that draws nothing; so the artists tell.
        """
        if self._stored_version(engine) != version:
            self._write(self._version_file(engine), version.encode())
            self._salts.pop(engine, None)

    def settled(self, files: Iterable[Path]) -> bool:
        """Return whether `settle` was called with just these SVG files as they are now: little will need drawing.

        Other files are passed over: a changed word in a table of cards seldom means new art.
        """
        try:
            return self._settled_file(files).is_file()
        except OSError:  # a name that no folder can have
            return False

    def settle(self, files: Iterable[Path]) -> None:
        """Note that everything these files need is drawn."""
        self._write(self._settled_file(files), b"")

    def prune(self) -> None:
        """Remove the entries unused for longest until the folder fits `max_bytes`; only after something was written."""
        if not self._written:
            return
        self._written = False
        entries: list[tuple[float, int, str]] = []
        for folder, _, names in os.walk(self.folder / FORMAT):
            for name in names:
                with contextlib.suppress(OSError):
                    path = os.path.join(folder, name)  # noqa: PTH118  # thousands of entries
                    about = os.stat(path)  # noqa: PTH116
                    entries.append((about.st_mtime, about.st_size, path))
        total = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if total <= self.max_bytes:
                break
            with contextlib.suppress(OSError):
                os.unlink(path)  # noqa: PTH108
            total -= size

    def _path(self, key: str, engine: Engine) -> Path:
        if engine not in self._salts:
            installed = f"{engine} {versions().get(engine, '')}".rstrip()
            self._salts[engine] = f"{FORMAT} {installed} {self._stored_version(engine)}"
        name = hashlib.sha256(f"{self._salts[engine]} {key}".encode()).hexdigest()
        return self.folder / FORMAT / name[:2] / name[2:]

    def _version_file(self, engine: Engine) -> Path:
        return self.folder / "drawn-by" / engine

    def _stored_version(self, engine: Engine) -> str:
        return (read_kept(self._version_file(engine)) or b"").decode("utf-8", "replace")

    def _settled_file(self, files: Iterable[Path]) -> Path:
        state = hashlib.sha256()
        for file in sorted(f for f in files if f.suffix == ".svg"):
            state.update(os.fsencode(file))
            try:
                about = file.stat()
                state.update(f"\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
            except OSError:
                state.update(b"\0gone\n")
        return self.folder / FORMAT / "settled" / state.hexdigest()

    def _write(self, path: Path, data: bytes) -> None:
        wrong = "" if self.warning else keep(path, data)
        if wrong:
            self.warning = f"drawn art cannot be kept in {self.folder} ({wrong}); every build draws it again"
