"""Where somebody wants something written: a file whole or not at all, a device or a pipe as it is, `-` for stdout."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.files import FileError, kit_around, original_of, read_text, real, shown
from cardgen.base.names import is_held_open, put

_NAMED_IN = frozenset({".yaml", ".yml", ".json", ".svg", ".j2", ".md"})
HELD = "close the program that has it open"
_ALWAYS_READ = frozenset({"scenarios", "i18n", "fonts", "rules"})


@dataclass(frozen=True)
class Destination:
    """A file that somebody names on the command line to be written. Nothing is written over what a kit is made from."""

    path: Path

    @property
    def is_stdout(self) -> bool:
        """Whether it goes where everything is printed that this run prints."""
        if str(self.path) == "-":
            return True
        try:
            about = self.path.stat()
            if stat.S_ISREG(about.st_mode) and not self.path.is_symlink():
                return False
            return os.path.samestat(about, os.fstat(1))
        except (OSError, ValueError):
            return False

    def check(self) -> None:
        """Raise CardgenError when nothing can be written here; folders above it are made."""
        if self.is_stdout or _is_stream(self.path):
            return
        kit = kit_made_from(self.path)
        if kit is not None:
            message = f"the kit {real(kit).name} is made from this file, so nothing is written over it"
            problem = Problem(message, Location(str(self.path)), hint="name another file", code="is-source")
            raise CardgenError([problem])
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _refuse_folder(self.path)
            _draft(self.path, 0o600).unlink()
        except (OSError, ValueError) as error:
            raise _unwritable(self.path, error) from None

    def write(self, data: str | bytes) -> None:
        self.check()
        data = data if isinstance(data, bytes) else data.encode()
        if not (self.is_stdout or _is_stream(self.path)):
            write_whole(self.path, data)
            return
        try:
            if self.is_stdout:
                sys.stdout.flush()
                sys.stdout.buffer.write(data)
                sys.stdout.flush()
            else:
                with self.path.open("ab", buffering=0) as stream:
                    stream.write(data)
        except BrokenPipeError:
            raise  # nobody listens any more: no problem of the file
        except (OSError, ValueError) as error:
            raise _unwritable(self.path, error) from None


def write_whole(path: Path, data: str | bytes, private: bool = False) -> None:
    """Write a file whole or not at all, over an earlier one whose mode it gets; CardgenError says why it cannot be.

    A `private` one may be read by its owner alone, from its first byte. A link is replaced, not followed.
    """
    draft = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_folder(path)
        before = path.lstat() if os.path.lexists(path) else None
        draft = _draft(path, 0o600 if private else 0o666)
        draft.write_bytes(data if isinstance(data, bytes) else data.encode())
        if before and stat.S_ISREG(before.st_mode) and not private:
            draft.chmod(stat.S_IMODE(before.st_mode))
        put(draft, path)
        draft = None
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    finally:
        if draft:
            with contextlib.suppress(OSError):
                draft.unlink()


def kit_made_from(path: Path) -> Path | None:
    """Return the kit that is made from a file that is there: from game.yaml, from what its files name; None for none."""
    there = real(path)
    if not there.is_file():
        return None
    if there.parent.name == "seeds":
        kit = there.parent.parent / "data" / there.stem
        return kit if (kit / "game.yaml").is_file() else None
    kit_or_none = kit_around(there.parent)
    if kit_or_none is None:
        return None
    inside = there.relative_to(kit_or_none)
    if inside.as_posix() == "game.yaml" or inside.parts[0] in _ALWAYS_READ:
        return kit_or_none
    names = "|".join(re.escape(name) for name in (there.name, original_of(there.name)) if name)
    named = re.compile(rf"(?<![\w.-])(?:{names})(?![\w.-])")
    for file in sorted(kit_or_none.rglob("*")):
        if file.suffix in _NAMED_IN and file != there and file.is_file():
            with contextlib.suppress(FileError):
                if named.search(read_text(file, shown(file))):
                    return kit_or_none
    return None


def _is_stream(path: Path) -> bool:
    """Tell whether something is there that is written to, not replaced: a device that is no disk, a pipe, /dev/stderr."""
    try:
        mode = path.stat().st_mode
        system = os.path.abspath(path).startswith(("/dev/", "/proc/"))  # noqa: PTH100  # where links lead to open files
    except (OSError, ValueError):
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode) or (system and stat.S_ISREG(mode))


def _refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    if path.exists() and not path.is_file():
        raise OSError(0, "it is a disk or a socket")


def _draft(path: Path, mode: int) -> Path:
    """Make an empty file beside another one, of a name that nobody can know before."""
    draft = path.with_name(f".{path.name[:40]}.{os.urandom(6).hex()}.tmp")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    return draft


def _unwritable(path: Path, error: OSError | ValueError) -> CardgenError:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    hint = HELD if isinstance(error, OSError) and is_held_open(error) else ""
    where = Location(str(path))
    problem = Problem(f"this file cannot be written: {reason}", where, hint=hint, code="cannot-write")
    return CardgenError([problem])
