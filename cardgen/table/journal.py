"""A game on disk while it is played: one line for everything that happens, safe on disk before anybody sees it."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.files import FileError, read_bytes
from cardgen.base.formats import TABLE, too_new

_OURS = 0o600  # it holds the seed, every move and the links of all seats
_LONGEST = 100_000_000  # bytes; a game of a long evening has one million


class Journal:
    """The lines of one game. Only whole lines count: one that a crash has cut off was seen by nobody."""

    def __init__(self, path: Path, lines: list[dict[str, Any]]) -> None:
        self.path = path
        self.lines = lines
        self._length = 0

    @classmethod
    def begin(cls, path: Path, setting: Mapping[str, Any]) -> Journal:
        """Return a new journal with its first line; CardgenError when it cannot be written or is there already."""
        journal = cls(path, [])
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OURS))
        except OSError as error:
            raise _unwritten(path, error) from None
        try:
            journal.note({"cardgen-table": TABLE, **setting})
            _keep_name(path.parent)
        except CardgenError:
            with suppress(OSError):
                path.unlink()  # a game that never began
            raise
        return journal

    @classmethod
    def read(cls, path: Path) -> Journal:
        """Return the journal of a file; a last line that was cut off is taken away. CardgenError when it is none."""
        lines, whole, data = _read(path)
        with suppress(OSError):
            path.chmod(_OURS)
        if len(whole) < len(data):
            try:
                os.truncate(path, len(whole))
            except OSError as error:
                raise _unwritten(path, error) from None
        journal = cls(path, lines)
        journal._length = len(whole)
        return journal

    @staticmethod
    def look(path: Path) -> list[dict[str, Any]]:
        """Return the whole lines of a file that somebody may be writing; CardgenError when it is no game."""
        return _read(path)[0]

    @property
    def size(self) -> int:
        """How many bytes are on the disk."""
        return self._length

    def note(self, line: Mapping[str, Any]) -> None:
        """Add a line; it is on the disk when this returns. CardgenError when it cannot be, and then it is not there."""
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            with self.path.open("r+b", buffering=0) as file:
                self._is_ours(file.seek(0, os.SEEK_END), file)
                try:
                    if file.write(data) != len(data):
                        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                    os.fsync(file.fileno())
                except OSError:
                    with suppress(OSError):  # the next line takes away what is left of this one
                        file.truncate(self._length)
                    raise
        except OSError as error:
            raise _unwritten(self.path, error) from None
        self._length += len(data)
        self.lines.append(dict(line))

    def _is_ours(self, length: int, file: Any) -> None:
        """Leave no half line of ours behind; CardgenError when somebody else plays this game, too."""
        if length > self._length:
            file.seek(self._length)
            if file.read().endswith(b"\n"):
                message, hint = (
                    "this game is played at another table, too",
                    "close one of the two and open it again",
                )
                raise CardgenError(
                    [Problem(message, Location(str(self.path)), hint=hint, code="cannot-save")]
                )
            file.truncate(self._length)
        elif length < self._length:
            message, hint = "this game's file has become shorter", "put the file back from a copy"
            raise CardgenError([Problem(message, Location(str(self.path)), hint=hint, code="cannot-save")])
        file.seek(self._length)


def _read(path: Path) -> tuple[list[dict[str, Any]], bytes, bytes]:
    """Return the lines of a file, its bytes as far as lines are whole, and all of them; CardgenError when it is no game."""
    try:
        data = read_bytes(path, str(path), _LONGEST)
    except FileError as error:
        message = f"this game cannot be read: {error}"
        raise CardgenError([Problem(message, Location(str(path)), code="no-game")]) from None
    whole = data[: data.rfind(b"\n") + 1]
    try:
        lines = [json.loads(line) for line in whole.splitlines()]
        is_one = bool(lines) and all(isinstance(line, dict) for line in lines)
        if is_one and (newer := too_new(lines[0].get("cardgen-table"), TABLE, Location(str(path), 1))):
            raise CardgenError([newer])
        is_one = is_one and lines[0].get("cardgen-table") == TABLE
    except (ValueError, RecursionError):
        is_one = False
    if not is_one:
        raise CardgenError([Problem("this is no game of cardgen", Location(str(path)), code="no-game")])
    return lines, whole, data


def _keep_name(folder: Path) -> None:
    """Let the name of a new file outlive a crash, where the system lets one ask for that."""
    with suppress(OSError):
        entry = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(entry)
        finally:
            os.close(entry)


def _unwritten(path: Path, error: OSError) -> CardgenError:
    message = f"the game cannot be saved: {error.strerror}"
    hint = "make room on the disk, or choose another folder; nothing that was played is lost"
    return CardgenError([Problem(message, Location(str(path)), hint=hint, code="cannot-save")])
