"""The files of a kit: found inside its folder or the shared templates, read with limits, never elsewhere."""

from __future__ import annotations

import os
from pathlib import Path

from cardgen.base.content import templates_dir
from cardgen.base.errors import Location, Problems, did_you_mean
from cardgen.source.nodes import Document
from cardgen.source.parse import parse_yaml

MAX_BYTES = 2_000_000
_MAX_LISTED = 2_000


class Folder:
    """A kit's folder while it is read: finds and reads files, and remembers which ones were read."""

    def __init__(self, root: Path, problems: Problems) -> None:
        self.root = root
        self.problems = problems
        self.sources: list[Path] = []
        self._shown = _shown(root)

    def name_of(self, name: str) -> str:
        """Return a file's name as messages show it, such as data/biergarten/tiles.yaml."""
        return f"{self._shown}/{name}" if self._shown != "." else name

    def find(
        self,
        name: str,
        asked: Location,
        trail: tuple[str, ...],
        *,
        what: str = "file",
        shared: bool = False,
    ) -> Path | None:
        """Return the file, or None after noting why there is none.

        `asked` and `trail` say where the kit names it. With `shared`, the shared templates count too.
        """

        def refuse(message: str, hint: str, code: str) -> None:
            self.problems.add(message, asked, trail=trail, hint=hint, code=code)

        if name.startswith(("/", "~")) or Path(name).is_absolute() or name[1:2] == ":":
            refuse(
                f"'{name}' is a path on this computer, expected a file in the kit's folder",
                "copy the file into the kit and name it from there",
                "path-outside",
            )
            return None
        if "\\" in name:
            refuse(f"'{name}' has a backslash, expected /", f"write {name.replace(chr(92), '/')}", "path")
            return None
        roots = [self.root, templates_dir()] if shared else [self.root]
        for root in roots:
            try:
                path = (root / name).resolve()
                inside = path.is_relative_to(root.resolve())
                found = path.is_file()
                taken = path.exists() and not found
            except (OSError, ValueError, RuntimeError):
                continue
            if not inside:
                link = ".." not in Path(name).parts
                refuse(
                    f"'{name}' {'is a link that leads' if link else 'leads'} out of the kit's folder",
                    "copy the file into the kit and name it from there",
                    "path-outside",
                )
                return None
            if found:
                return path
            if taken:
                refuse(f"'{name}' is a folder, expected a file", "", "missing-file")
                return None
        places = "the kit's folder and the shared templates" if shared else "the kit's folder"
        refuse(
            f"there is no {what} '{name}' in {places}",
            did_you_mean(name, _alike(roots, Path(name).suffix)),
            "missing-file",
        )
        return None

    def read_text(self, path: Path, name: str) -> str | None:
        """Return the text of a found file, or None after noting that it is too large or not UTF-8."""
        where = Location(self.name_of(name))
        try:
            if path.stat().st_size > MAX_BYTES:
                limit = f"{MAX_BYTES / 1e6:g} MB"
                self.problems.add(f"the file is larger than {limit}", where, code="too-large")
                return None
            raw = path.read_bytes()
        except OSError as error:
            self.problems.add(f"the file cannot be read ({error.strerror})", where, code="unreadable")
            return None
        if path not in self.sources:
            self.sources.append(path)
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            before = raw[: error.start].decode("utf-8", errors="replace")
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            self.problems.add(
                "the file is not saved as UTF-8, this character cannot be read",
                Location(self.name_of(name), line, column),
                hint="choose the encoding UTF-8 when you save it",
                code="encoding",
            )
            return None

    def read_yaml(self, path: Path, name: str, root: tuple[str, ...] = ()) -> Document | None:
        """Return the located data of a found YAML file, or None after noting what is wrong with it."""
        text = self.read_text(path, name)
        return None if text is None else parse_yaml(text, self.name_of(name), self.problems, root)


def _shown(root: Path) -> str:
    """Return the folder as the author knows it: from the working folder when it lies below."""
    try:
        return root.resolve().relative_to(Path.cwd()).as_posix()
    except (OSError, ValueError):
        return root.as_posix()


def _alike(roots: list[Path], suffix: str) -> list[str]:
    """Return the names of the files with this suffix, as a kit would write them."""
    names: list[str] = []
    for root in roots:
        for folder, folders, files in os.walk(root):
            folders[:] = sorted(f for f in folders if not f.startswith("."))
            base = Path(folder).relative_to(root)
            names += [(base / file).as_posix() for file in sorted(files) if Path(file).suffix == suffix]
            if len(names) > _MAX_LISTED:
                break
    return names[:_MAX_LISTED]
