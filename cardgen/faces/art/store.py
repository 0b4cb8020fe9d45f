"""Drawn art kept on disk, so that an unchanged layer is never drawn again.

An entry's name is the sha256 of the SVG's key, the engine, its version, the cairo library's version and the format;
so entries never go stale, they only grow old and are pruned. Entries are written under another name and renamed:
two builds at once cannot see half an entry. A damaged entry counts as missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Iterable
from pathlib import Path

from cardgen.base.cache import default_folder, write_whole
from cardgen.base.packages import versions
from cardgen.faces.art.engines import Engine
from cardgen.faces.art.form import ArtForm

FORMAT = "art-1"  # change it when what draw_form makes changes
MAX_BYTES = 256_000_000
_DAY = 86_400.0


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
            form = ArtForm.from_bytes(path.read_bytes())
        except (OSError, ValueError, TypeError):
            return None
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)
        return form

    def put(self, key: str, engine: Engine, form: ArtForm) -> None:
        """Keep the drawn art; a folder that cannot be written sets `warning`."""
        if self.warning:
            return
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
        return self._settled_file(files).is_file()

    def settle(self, files: Iterable[Path]) -> None:
        """Note that everything these files need is drawn."""
        if not self.warning:
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
        return self.folder / f"{engine}-version"

    def _stored_version(self, engine: Engine) -> str:
        try:
            return self._version_file(engine).read_text("utf-8")
        except (OSError, ValueError):
            return ""

    def _settled_file(self, files: Iterable[Path]) -> Path:
        state = hashlib.sha256()
        for file in sorted(f for f in files if f.suffix == ".svg"):
            try:
                about = file.stat()
                state.update(f"{file}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
            except OSError:
                state.update(f"{file}\0gone\n".encode())
        return self.folder / FORMAT / "settled" / state.hexdigest()

    def _write(self, path: Path, data: bytes) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
        except OSError as error:
            self.warning = self.warning or (
                f"drawn art cannot be kept in {self.folder} ({error.strerror}); every build draws it again"
            )
