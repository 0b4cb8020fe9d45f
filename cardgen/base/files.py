"""Files: where the shipped ones lie, and how those of a kit are found and read, with limits and never elsewhere.

What a kit names lies in its own folder or among the shared templates; `..`, links and absolute paths lead out of
neither. All text is UTF-8 and no longer than people write it.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cardgen.base.errors import CardgenError, Location, Problem, did_you_mean

MAX_TEXT = 2_000_000
MAX_DRAWING = 8_000_000
MAX_PICTURE = 30_000_000
MAX_FONT = 40_000_000
"""Bytes of a file that people write, of an SVG, of a picture in pixels, and of a font."""

_MAX_LISTED = 2_000
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".svg", ".gif", ".tif", ".tiff", ".heic"})
_PACKAGE = Path(__file__).resolve().parents[1]


@lru_cache(maxsize=1)
def shipped() -> Path:
    """Return the folder that holds `data/`, `templates/` and `seeds/` as shipped with cardgen."""
    installed = _PACKAGE / "_content"
    return installed if installed.is_dir() else _PACKAGE.parent


def templates_dir() -> Path:
    """Return the shared templates."""
    return shipped() / "templates"


OF_CARDGEN = frozenset({"new", "report", "studio", "targets"})
"""Folders of the templates that no kit uses: what new games, pages in the browser and targets are made of."""


def seeds_dir() -> Path:
    """Return the numbered rules of the shipped games."""
    return shipped() / "seeds"


def kit_dirs(data: Path) -> list[Path]:
    """Return every kit folder in `data`, sorted by name; a kit is a folder with a game.yaml."""
    return sorted(p.parent for p in data.glob("*/game.yaml"))


def find_kit(name: str, data: Path, ours: bool = True) -> Path | None:
    """Return the folder of a kit given by path or by name: in `data`, then, with `ours`, among the shipped kits."""
    for folder in (Path(name), data / name, *([shipped() / "data" / name] if ours else [])):
        with contextlib.suppress(OSError, ValueError):  # no file has such a name
            if (folder / "game.yaml").is_file():
                return folder
    return None


def kit_around(place: Path) -> Path | None:
    """Return the kit in whose folder a place lies, the nearest from there upwards."""
    return next((above for above in _upwards(place) if (above / "game.yaml").is_file()), None)


def data_around(place: Path) -> Path | None:
    """Return the folder of kits to which a place belongs: nearest upwards, `data/` with kits, or what holds its kit."""
    for above in _upwards(place):
        if (above / "game.yaml").is_file():
            return above.parent
        if kit_dirs(above / "data"):
            return above / "data"
    return None


def real(place: Path) -> Path:
    """Return where a place lies when all links are followed; `Path.resolve` raises where links go round in a circle."""
    return Path(os.path.realpath(place))


def _upwards(place: Path) -> tuple[Path, ...]:
    there = real(place)
    return (there, *there.parents)


def check_writable(path: Path) -> None:
    """Raise CardgenError when no file can be written here; folders above it are made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        handle, draft = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
        os.close(handle)
        Path(draft).unlink()
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file whole or not at all, over an earlier one; CardgenError says why it cannot be written."""
    draft = path.with_name(f".{path.name[:40]}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        draft.write_bytes(data if isinstance(data, bytes) else data.encode())
        draft.replace(path)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def _unwritable(path: Path, error: OSError | ValueError) -> CardgenError:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    problem = Problem(f"this file cannot be written: {reason}", Location(str(path)), code="cannot-write")
    return CardgenError([problem])


class FileError(Exception):
    """A file cannot be used; `where` is the place in it that is wrong, None when it is not there to be looked at."""

    def __init__(
        self,
        message: str,
        hint: str | Callable[[], str] = "",
        code: str = "missing-file",
        where: Location | None = None,
    ) -> None:
        super().__init__(message)
        self._hint, self.code, self.where = hint, code, where

    @property
    def hint(self) -> str:
        """How to mend it; what is called alike is looked for only when somebody wants to know."""
        return self._hint if isinstance(self._hint, str) else self._hint()

    def problem(self, asked: Location, trail: tuple[str, ...] = ()) -> Problem:
        """Return what is wrong, at its own place or else where the kit asked for the file."""
        return Problem(str(self), self.where or asked, () if self.where else trail, self.hint, code=self.code)


class Found(NamedTuple):
    """A file that may be read: where it lies and what messages call it."""

    path: Path
    label: str


class Files:
    """The files that a kit may name: those in its folder first, then the shared templates.

    `label` is what messages call the folder; left out, it is the folder as seen from where one works. In a `language`
    that is not the kit's own, faces/aid.de.svg stands for faces/aid.svg.
    """

    def __init__(self, root: Path, label: str | None = None, language: str = "") -> None:
        self.root = root
        self._language = language
        self._label = shown(root) if label is None else label
        self._found: dict[tuple[str, bool], Found | FileError] = {}

    def name_of(self, name: str) -> str:
        """Return a file's name as messages show it, such as data/biergarten/tiles.yaml."""
        return _joined(self._label, name)

    def find(self, name: str, what: str = "", shared: bool = True) -> Found:
        """Return the file for a name such as `faces/tile.svg`; FileError says why there is none to be had."""
        key = (name, shared)
        if key not in self._found:
            try:
                self._found[key] = self._find(name, what, shared)
            except FileError as error:
                self._found[key] = error
        found = self._found[key]
        if isinstance(found, FileError):
            raise found
        return found

    def text(self, name: str) -> str:
        """Return what stands in a file; FileError when it is not there, too large or not UTF-8."""
        return read_text(*self.find(name))

    def labels(self) -> set[str]:
        """Return what messages call the files that were found so far."""
        return {found.label for found in self._found.values() if isinstance(found, Found)}

    def variant(self, name: str) -> Found | None:
        """Return the file of the kit that stands for another one in this language, None if there is none."""
        for other in variants(name, self._language):
            if (self.root / other).is_file():
                try:
                    return self._find_as_named(other, "", shared=False)
                except FileError:
                    continue
        return None

    def _find(self, name: str, what: str, shared: bool) -> Found:
        return (self._language and self.variant(name)) or self._find_as_named(name, what, shared)

    def _find_as_named(self, name: str, what: str, shared: bool) -> Found:
        copy = "copy the file into the kit and name it from there"
        if name.startswith(("/", "~")) or Path(name).is_absolute() or name[1:2] == ":":
            message = f"'{name}' is a path on this computer, expected a file in the kit's folder"
            raise FileError(message, copy, "outside-file")
        if "\\" in name:
            raise FileError(
                f"'{name}' has a backslash, expected /", f"write {name.replace(chr(92), '/')}", "path"
            )
        roots = {self.root: self._label}
        if shared:
            roots.setdefault(templates_dir(), shown(templates_dir()))
        for root, label in roots.items():
            try:
                path = (root / name).resolve()
                inside = path.is_relative_to(root.resolve())
                is_file = path.is_file()
                is_folder = path.exists() and not is_file
            except (OSError, ValueError, RuntimeError):
                continue
            if not inside:
                link = "leads" if ".." in Path(name).parts else "is a link that leads"
                raise FileError(f"'{name}' {link} out of the kit's folder", copy, "outside-file")
            if is_folder:
                raise FileError(f"'{name}' is a folder, expected a file")
            if is_file:
                return Found(path, _joined(label, name))
        where = "the kit's folder" + (" and the shared templates" if shared else "")
        message = f"there is no {what}{' ' if what else ''}'{name}' in {where}"
        raise FileError(message, lambda: did_you_mean(name, _alike(roots, Path(name).suffix)))


def variants(name: str, language: str) -> tuple[str, ...]:
    """Return the names of files that stand for one in a language, the nearest first: rules.de-AT.md.j2, rules.de.md.j2."""
    if not language:
        return ()
    folder, slash, file = name.rpartition("/")
    stem, dot, rest = file.partition(".")
    if not dot or not stem or not name.isprintable():
        return ()
    tongues = dict.fromkeys((language, language.partition("-")[0]))
    return tuple(f"{folder}{slash}{stem}.{tongue}.{rest}" for tongue in tongues)


def original_of(name: str) -> str:
    """Return the name of the file for which one with a language in its name would stand: faces/aid.svg of faces/aid.de.svg."""
    folder, slash, file = name.rpartition("/")
    stem, *middle = file.split(".")
    return f"{folder}{slash}{'.'.join([stem, *middle[1:]])}" if len(middle) > 1 else ""


def read_bytes(path: Path, label: str, limit: int) -> bytes:
    """Return the bytes of a file that messages call `label`; FileError when it is too large or unreadable."""
    try:
        if path.stat().st_size > limit:
            message = f"the file is larger than {limit / 1e6:g} MB"
            raise FileError(message, code="too-large", where=Location(label))
        return path.read_bytes()
    except OSError as error:
        message = f"the file cannot be read ({error.strerror})"
        raise FileError(message, code="unreadable", where=Location(label)) from None


def read_text(path: Path, label: str) -> str:
    """Return the text of a file that messages call `label`; FileError when it is too large or not UTF-8."""
    data = read_bytes(path, label, MAX_DRAWING if path.suffix == ".svg" else MAX_TEXT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", errors="replace")
        raise FileError(
            "the file is not saved as UTF-8, this character cannot be read",
            "choose the encoding UTF-8 when you save it",
            "encoding",
            Location(label, before.count("\n") + 1, len(before) - before.rfind("\n")),
        ) from None


def shown(folder: Path) -> str:
    """Return the folder as the author knows it: from the working folder when it lies below."""
    try:
        return real(folder).relative_to(Path.cwd()).as_posix()
    except (OSError, ValueError):
        return folder.as_posix()


def _joined(folder: str, name: str) -> str:
    return name if folder in ("", ".") else f"{folder}/{name}"


def _alike(roots: Iterable[Path], suffix: str) -> list[str]:
    """Return the names of the files with this suffix, of pictures with any, as a kit would write them."""
    alike = _PICTURES if suffix.lower() in _PICTURES else {suffix}
    names: list[str] = []
    for root in roots:
        for folder, folders, files in os.walk(root):
            folders[:] = sorted(f for f in folders if not f.startswith("."))
            if root == templates_dir() == Path(folder):
                folders[:] = [f for f in folders if f not in OF_CARDGEN]
            base = Path(folder).relative_to(root)
            names += [
                (base / file).as_posix()
                for file in sorted(files)
                if Path(file).suffix.lower() in alike or Path(file).suffix == suffix
            ]
            if len(names) > _MAX_LISTED:
                break
    return names[:_MAX_LISTED]
