"""A kit's folder while its YAML is read: what cannot be found or read is noted, and reading goes on."""

from __future__ import annotations

from pathlib import Path

from cardgen.base.errors import Location, Problems
from cardgen.base.files import FileError, Files, read_text
from cardgen.source.nodes import Document
from cardgen.source.parse import parse_yaml


class Folder:
    """The files of a kit and the problems with them; `sources` are those that were read."""

    def __init__(self, root: Path, problems: Problems) -> None:
        self.root = root
        self.problems = problems
        self.sources: list[Path] = []
        self._files = Files(root)
        self.name_of = self._files.name_of

    def find(
        self, name: str, asked: Location, trail: tuple[str, ...], *, what: str = "file", shared: bool = False
    ) -> Path | None:
        """Return the file, or None after noting why there is none.

        `asked` and `trail` say where the kit names it. With `shared`, the shared templates count too.
        """
        try:
            return self._files.find(name, what, shared).path
        except FileError as error:
            self.problems.extend([error.problem(asked, trail)])
            return None

    def read_yaml(self, path: Path, name: str, root: tuple[str, ...] = ()) -> Document | None:
        """Return the located data of a found YAML file, or None after noting what is wrong with it."""
        label = self.name_of(name)
        try:
            text = read_text(path, label)
        except FileError as error:
            self.problems.extend([error.problem(Location(label))])
            return None
        if path not in self.sources:
            self.sources.append(path)
        return parse_yaml(text, label, self.problems, root)
