"""`--cache URL`: finished kits that several machines share, in a folder or at any address that fsspec knows.

    kits/<name>      what kit.json says of a build, under the hash of all that the build is made from
    files/<sha256>   a file of a build, under the hash of its bytes

Nothing in it is believed: a file is used when it has the hash that its name says, a record when its first line vouches for its
name and its text, by a secret if the machines share one. What cannot be reached costs time and is reported once. docs/security.md
says what it means to trust a cache.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import platform
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Protocol, TypeVar

from cardgen.app.manifest import files_of_record
from cardgen.base.destination import write_whole
from cardgen.base.errors import CardgenError, Problem
from cardgen.base.files import FileError, read_bytes

SECRET = "CARDGEN_CACHE_SECRET"
_PATIENCE = 30.0  # seconds for one file
_LONGEST_RECORD = 8_000_000
_LONGEST_FILE = 500_000_000
T = TypeVar("T")


class _Storage(Protocol):
    """Where files lie by name."""

    def read(self, name: str, limit: int) -> bytes | None:
        """Return a file, None when there is none that may be read; any other exception says that the place is lost."""

    def write(self, name: str, data: bytes) -> None:
        """Write a file; any exception says why it cannot be."""


class _SharedFolder:
    """A folder that several machines see."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, name: str, limit: int) -> bytes | None:
        if not self._root.absolute().parent.is_dir():
            raise FileNotFoundError("the folder is not there")
        try:
            return read_bytes(self._root / name, name, limit)
        except FileError:
            return None

    def write(self, name: str, data: bytes) -> None:
        try:
            write_whole(self._root / name, data)
        except CardgenError as error:
            raise OSError(error.problems[0].message) from None


class _Remote:
    """An address of fsspec, such as s3://bucket/folder."""

    def __init__(self, url: str) -> None:
        from fsspec.core import url_to_fs  # type: ignore[import-untyped]

        self._system, self._root = url_to_fs(url)

    def read(self, name: str, limit: int) -> bytes | None:
        try:
            data: bytes = self._system.cat_file(f"{self._root}/{name}", end=limit + 1)
        except FileNotFoundError:
            return None
        return data if len(data) <= limit else None

    def write(self, name: str, data: bytes) -> None:
        path = f"{self._root}/{name}"
        self._system.makedirs(path.rpartition("/")[0], exist_ok=True)
        self._system.pipe_file(path, data)


class SharedCache:
    """What other machines have built. `complaints` says once what does not work; everything is built here then."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._storage: _Storage | None = None if "://" in url else _SharedFolder(Path(url))
        self.complaints: list[Problem] = []
        self._readable = self._writable = True

    def __str__(self) -> str:
        return "the cache " + re.sub(r"//[^/@]*@", "//…@", self._url)  # no password on a screen

    def check(self) -> None:
        """Raise CardgenError when nothing here can speak to such an address."""
        if "://" not in self._url:
            return
        try:
            from fsspec import get_filesystem_class  # type: ignore[import-untyped]

            get_filesystem_class(self._url.partition("::")[0].partition("://")[0])
        except (ImportError, ValueError) as error:
            message = f"nothing here can speak to {self}: {error}"
            hint = "pip install 'cardgen[cache]', and what fsspec needs for such an address, such as s3fs"
            raise CardgenError([Problem(message, hint=hint, code="cache")]) from None

    def record(self, name: str) -> Mapping[str, Any] | None:
        """Return what is said of a build, None when nobody has built it or nobody vouches for it."""
        line, _, text = (self._read(f"kits/{name}", _LONGEST_RECORD) or b"").partition(b"\n")
        if not hmac.compare_digest(line, _vouching(name, text)):
            return None
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return said if isinstance(said, dict) and _is_plain(said) and files_of_record(said) else None

    def fetch(self, said: Mapping[str, Any], stage: Path) -> bool:
        """Write the files of a build into a folder; False when one of them is not there as it was."""
        for name, digest in files_of_record(said).items():
            data = self._read(_file(digest), _LONGEST_FILE) if re.fullmatch("[0-9a-f]{64}", digest) else None
            if data is None or hashlib.sha256(data).hexdigest() != digest:
                return False
            try:
                (stage / name).parent.mkdir(parents=True, exist_ok=True)
                (stage / name).write_bytes(data)
            except (OSError, ValueError):
                return False  # a build says what is wrong here, if anything is
        return True

    def offer(self, name: str, said: Mapping[str, Any], folder: Path) -> None:
        """Keep a build for others: its files first, so that nobody finds a record without them."""
        for file, digest in files_of_record(said).items():
            data = (folder / file).read_bytes() if self._writable else b""
            if hashlib.sha256(data).hexdigest() != digest or not self._write(_file(digest), data):
                return  # somebody has changed it since
        text = json.dumps(said, ensure_ascii=False).encode()
        self._write(f"kits/{name}", _vouching(name, text) + b"\n" + text)

    def _read(self, name: str, limit: int) -> bytes | None:
        try:
            return _within(lambda: self._there().read(name, limit)) if self._readable else None
        except Exception as error:  # each kind of storage has its own
            self._readable = self._writable = False
            self._complain("cannot be reached", error, "everything is built here")
            return None

    def _write(self, name: str, data: bytes) -> bool:
        try:
            if self._writable:
                _within(lambda: self._there().write(name, data))
        except Exception as error:
            self._writable = False
            self._complain("cannot be written", error, "what is built here is not shared")
        return self._writable

    def _there(self) -> _Storage:
        if self._storage is None:
            self._storage = _Remote(self._url)
        return self._storage

    def _complain(self, what: str, error: Exception, so: str) -> None:
        why = " ".join((str(error) or type(error).__name__).split())[:200]
        message = f"{self} {what}, {so}: {why}"
        self.complaints.append(Problem(message, level="warning", code="cache"))


@lru_cache(maxsize=8)
def shared_cache(url: str) -> SharedCache:
    """Return the cache at an address; where it was lost, this process does not ask again. CardgenError for an address of no kind."""
    cache = SharedCache(url)
    cache.check()
    return cache


def name_of(key: str, game: str) -> str:
    """Return the name of a build: of a kit that gives these bytes on a machine of this kind."""
    here = (sys.platform, platform.machine(), *sys.version_info[:2])
    return hashlib.sha256("|".join(map(str, (key, game, *here))).encode()).hexdigest()


def _is_plain(said: Any) -> bool:
    """Tell whether all texts can be printed, to a terminal too."""
    match said:
        case dict():
            return all(map(_is_plain, said)) and all(map(_is_plain, said.values()))
        case list():
            return all(map(_is_plain, said))
    return not isinstance(said, str) or said.isprintable()


def _file(digest: str) -> str:
    return f"files/{digest[:2]}/{digest}"


def _vouching(name: str, text: bytes) -> bytes:
    """Return the line that vouches for a record under its name."""
    secret = os.environ.get(SECRET, "").encode("utf-8", "surrogateescape")
    return b"cardgen-shared " + hmac.new(secret, name.encode() + b"\0" + text, "sha256").hexdigest().encode()


def _within(do: Callable[[], T]) -> T:
    """Return what something comes to; TimeoutError when it takes longer than anybody waits."""
    answers: SimpleQueue[tuple[T | None, Exception | None]] = SimpleQueue()

    def run() -> None:
        try:
            answers.put((do(), None))
        except Exception as error:
            answers.put((None, error))

    Thread(target=run, daemon=True).start()
    try:
        found, error = answers.get(timeout=_PATIENCE)
    except Empty:
        raise TimeoutError(f"no answer in {_PATIENCE:g} seconds") from None
    if error:
        raise error
    return found  # type: ignore[return-value]
