"""What one build keeps for the next one: small files in the folder for caches.

Some of them hold code that will be run (compiled templates), so only folders that belong to us and that nobody
else can write to are read; with any other folder everything is made anew. Each file begins with a line that vouches
for its name and its bytes: what is damaged, or lies under the name of another, was never kept. A file that cannot
be read or written is no mistake: it only means more work.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
import time
from pathlib import Path

from cardgen.base.names import put

_FORGOTTEN_AFTER = 90 * 86_400.0  # seconds; the files of a kit that nobody has changed for so long


def default_folder() -> Path:
    """Return `$CARDGEN_CACHE`, or this platform's place for caches."""
    chosen = os.environ.get("CARDGEN_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path  # only where a cache is used at all

    try:
        return user_cache_path("cardgen", appauthor=False)  # Windows: beside the settings, not among them
    except (RuntimeError, KeyError, OSError):  # nobody knows where this user is at home
        return Path(tempfile.gettempdir()) / f"cardgen-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


def name_for(*words: object) -> str:
    """Return a short name of letters and digits for words, such as a folder, whose name need not be UTF-8."""
    said = "|".join(str(word) for word in words if word)
    return hashlib.sha256(said.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def is_private(folder: Path) -> bool:
    """Tell whether a folder is there, is ours, and can be written to by nobody else."""
    try:
        about = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(about.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True  # Windows keeps a user's folders apart by itself
    return about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def read_kept(path: Path) -> bytes | None:
    """Return what an earlier build kept in this file, None when there is nothing that may be used."""
    if not is_private(path.parent):
        return None
    try:
        line, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return data if line == _vouching(path, data) else None


def keep(path: Path, data: bytes) -> str:
    """Keep the data for the next build and return "", or why that is impossible; nobody ever sees half a file."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(path.parent):
            return "others can write there"
        draft.write_bytes(b"%s\n%s" % (_vouching(path, data), data))
        put(draft, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        return error.strerror or type(error).__name__
    return ""


def _vouching(path: Path, data: bytes) -> bytes:
    """Return the line that vouches for data under this name."""
    digest = hashlib.sha256(os.fsencode(path.name) + b"\0")
    digest.update(data)
    return b"cardgen-kept " + digest.hexdigest().encode()


def forget_old(folder: Path) -> None:
    """Remove the files of a folder that have not been written for three months."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if time.time() - path.stat().st_mtime > _FORGOTTEN_AFTER:
                path.unlink(missing_ok=True)
