"""Files: where the shipped ones lie, and how those of a kit are found and read, with limits and never elsewhere.

What a kit names lies in its own folder or among the shared templates; `..`, links and absolute paths lead out of
neither. All text is UTF-8 and no longer than people write it. Only regular files are read: no pipe, no device.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple
from unicodedata import normalize

from cardgen.base.errors import CardgenError, Location, Problem, Problems, did_you_mean

MAX_TEXT = 2_000_000
MAX_DRAWING = 8_000_000
MAX_PICTURE = 30_000_000
MAX_FONT = 40_000_000
"""Bytes of a file that people write, of an SVG, of a picture in pixels, and of a font."""

_MAX_LISTED = 2_000
_MOST = 400_000_000  # bytes of a kit's folder
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".svg", ".gif", ".tif", ".tiff", ".heic"})
_PACKAGE = Path(__file__).resolve().parents[1]


@lru_cache(maxsize=1)
def shipped() -> Path:
    """Return the folder that holds `data/`, `templates/` and `seeds/` as shipped with cardgen."""
    installed = _PACKAGE / "_content"
    return installed if installed.is_dir() else _PACKAGE.parent


def templates_dir() -> Path:
    return shipped() / "templates"


OF_CARDGEN = frozenset({"manuals", "new", "report", "stock", "studio", "targets"})
"""Folders of the templates that no kit uses: what new games, pages in the browser and targets are made of."""


def seeds_dir() -> Path:
    return shipped() / "seeds"


def kit_dirs(data: Path) -> list[Path]:
    """Return every kit folder in `data`, sorted by name; a kit is a folder with a game.yaml."""
    return sorted(p.parent for p in data.glob("*/game.yaml"))


def kits_at(place: Path) -> list[Path]:
    """Return the kits of a place: a kit's folder or its game.yaml, a folder of kits, or a project with kits in `data/`."""
    with contextlib.suppress(OSError, ValueError):  # no file has such a name
        if (place / "game.yaml").is_file():
            return [place]
        if place.name == "game.yaml" and place.is_file():
            return [place.parent]
        return kit_dirs(place) or kit_dirs(place / "data")
    return []


def find_kits(said: str, data: Path, ours: bool = True) -> list[Path]:
    """Return the kits that a path or a name means: at the path, in `data`, then, with `ours`, among the shipped ones."""
    places = [Path(said)] if said else []
    if (
        said not in ("", ".", "..") and Path(said).name == said
    ):  # a name, and no way out of the folder of kits
        places += [data / said, *([shipped() / "data" / said] if ours else [])]
    return next(filter(None, map(kits_at, places)), [])


def find_kit(said: str, data: Path, ours: bool = True) -> Path | None:
    """Return the one kit that a path or a name means, see `find_kits`; None where there is none, or several."""
    found = find_kits(said, data, ours)
    return found[0] if len(found) == 1 else None


def output_dir() -> Path:
    """Return where results go unless somebody says so: `output` here, and beside the project from inside a kit."""
    kit = kit_around(Path())
    if kit is None:
        return Path("output")
    project = kit.parent.parent if kit.parent.name == "data" else kit.parent
    return Path(os.path.relpath(project / "output"))


def games_dir() -> Path:
    """Return the folder of games that people play."""
    return output_dir() / "games"


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
                path = _as_on_disk(root, name).resolve()
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
        raise FileError(message, lambda: self._called_like(name, roots))

    def _called_like(self, name: str, roots: Iterable[Path]) -> str:
        """Return the file that may be meant, else those of the kit: templates of cardgen are no help then."""
        near = did_you_mean(name, _alike(roots, Path(name).suffix))
        return near if near.startswith("did") else did_you_mean(name, _alike([self.root], Path(name).suffix))


def _as_on_disk(root: Path, name: str) -> Path:
    """Return the path of a file whose letters are put together another way on the disk: ö is one sign, or o and two dots."""
    path = root / name
    if name.isascii() or path.exists():
        return path
    path = root
    for part in Path(name).parts:
        exact, meant = path / part, normalize("NFC", part)
        alike = (
            []
            if exact.exists() or not path.is_dir()
            else [p for p in path.iterdir() if normalize("NFC", p.name) == meant]
        )
        path = alike[0] if alike else exact
    return path


def variants(name: str, language: str) -> tuple[str, ...]:
    """Return the names of files that stand for one in a language, the nearest first: rules.de-AT.md.j2, rules.de.md.j2."""
    if not language:
        return ()
    folder, slash, file = name.rpartition("/")
    stem, dot, rest = file.partition(".")
    if not dot or not stem or not name.isprintable():
        return ()
    codes = dict.fromkeys((language, language.partition("-")[0]))
    return tuple(f"{folder}{slash}{stem}.{code}.{rest}" for code in codes)


def original_of(name: str) -> str:
    """Return the name of the file for which one with a language in its name would stand: faces/aid.svg of faces/aid.de.svg."""
    folder, slash, file = name.rpartition("/")
    stem, *middle = file.split(".")
    return f"{folder}{slash}{'.'.join([stem, *middle[1:]])}" if len(middle) > 1 else ""


@contextlib.contextmanager
def opened(path: Path, label: str) -> Iterator[BinaryIO]:
    """Open a regular file that messages call `label` to be read; FileError for what is none or unreadable.

    A pipe would let us wait for ever, and a device never ends.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _no_file(path.stat().st_mode, label)
        # O_NONBLOCK: what has become a pipe by now is not waited for
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise _no_file(os.fstat(handle).st_mode, label)
            yield file
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        message = f"the file cannot be read ({reason})"
        raise FileError(message, code="unreadable", where=Location(label)) from None


def _no_file(mode: int, label: str) -> FileError:
    kind = stat.filemode(mode)[0]
    what = {"d": "a folder", "p": "a pipe", "s": "a socket", "c": "a device", "b": "a device"}.get(
        kind, "none"
    )
    return FileError(f"this is {what}, expected a file", code="no-file", where=Location(label))


def read_bytes(path: Path, label: str, limit: int, hint: str = "") -> bytes:
    """Return the bytes of a file that messages call `label`; FileError when it is none, too large or unreadable."""
    with opened(path, label) as file:
        # not by its size alone: a file of /proc says that it has none
        data: bytes | None = file.read(limit + 1) if os.fstat(file.fileno()).st_size <= limit else None
        if data is None or len(data) > limit:
            message = f"the file is larger than {limit / 1e6:g} MB"
            raise FileError(message, hint, code="too-large", where=Location(label))
        return data


def read_named(path: Path, limit: int = MAX_TEXT) -> bytes:
    """Return the bytes of a file that somebody names; CardgenError when it is none, too large or unreadable."""
    try:
        return read_bytes(path, shown(path), limit)
    except FileError as error:
        raise CardgenError([error.problem(Location(shown(path)))]) from None


def read_beside(path: Path) -> bytes:
    """Return the bytes of a text that lies beside a kit, such as its numbered rules; CardgenError for a link, too."""
    if path.is_symlink():
        hint = "put what it leads to in its place"
        where = Location(shown(path))
        raise CardgenError(
            [Problem("this is a link, expected a file", where, hint=hint, code="outside-file")]
        )
    return read_named(path)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a kit's folder by their names below it, hidden ones left out; CardgenError.

    What is no file, or a link out of the folder, is a problem: a copy would hold what is none of the kit's.
    """
    problems, found, size = Problems(), {}, 0
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if any(part.startswith((".", "__")) for part in inside.parts) or (
            path.is_dir() and not path.is_symlink()
        ):
            continue
        label = _joined(shown(folder), inside.as_posix())
        try:
            if not real(path).is_relative_to(real(folder)):
                hint = "put what it leads to into the kit, or remove the link"
                raise FileError(
                    "this is a link that leads out of the kit's folder", hint, "outside-file", Location(label)
                )
            if path.is_symlink() and path.is_dir():
                hint = "put the files in their place, or remove the link"
                raise FileError("this is a link to a folder", hint, "no-file", Location(label))
            found[inside.as_posix()] = data = read_bytes(path, label, _MOST - size)
            size += len(data)
        except FileError as error:
            problems.extend([error.problem(Location(label))])
    problems.raise_errors()
    return found


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
            Location(label, *place_after(before)),
        ) from None


def place_after(before: str) -> tuple[int, int]:
    """Return line and column of the letter that follows on a text, whatever ends its lines."""
    lines = re.split("\r\n|\r|\n", before.removeprefix("\ufeff"))
    return len(lines), len(lines[-1]) + 1


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
