"""Finds template files: in the kit's folder first, then among the shared templates, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from jinja2 import BaseLoader, TemplateNotFound

from cardgen.base.content import templates_dir
from cardgen.base.errors import Problems, did_you_mean
from cardgen.faces.svg.inkscape import prepare

_MAX_TEMPLATE_BYTES = 8_000_000


class Source(NamedTuple):
    """A file that was found: where it lies and what messages call it."""

    path: Path
    label: str


class SourceError(Exception):
    """A file cannot be used; the message says why and the hint what to do."""

    def __init__(self, message: str, hint: str = "", code: str = "missing-file") -> None:
        super().__init__(message)
        self.hint = hint
        self.code = code


class Sources(BaseLoader):
    """The files that a kit's templates may read; also Jinja's loader."""

    def __init__(self, root: Path, label: str, problems: Problems) -> None:
        shared = templates_dir()
        try:
            shared_label = shared.relative_to(Path.cwd()).as_posix()
        except ValueError:
            shared_label = shared.as_posix()
        self._folders = ((root.resolve(), label), (shared.resolve(), shared_label))
        self._problems = problems
        self._found: dict[str, Source] = {}
        self._texts: dict[str, str] = {}

    def find(self, name: str) -> Source:
        """Return the file for a name such as `faces/tile.svg`; `SourceError` when there is none to be had."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._find(name)
        return found

    def labels(self) -> set[str]:
        """Return what messages call the files that were found so far."""
        return {source.label for source in self._found.values()}

    def _find(self, name: str) -> Source:
        inside = PurePosixPath(name)
        if inside.is_absolute() or ".." in inside.parts or "\\" in name or "\0" in name:
            raise SourceError(
                f"'{name}' leads out of the kit's folder",
                "name files relative to the kit's folder, such as faces/card.svg",
                "outside-file",
            )
        for folder, label in self._folders:
            path = (folder / inside).resolve()
            if not path.is_file():
                continue
            if not path.is_relative_to(folder):
                raise SourceError(
                    f"'{name}' is a link that leads out of {label}", "copy the file", "outside-file"
                )
            if path.stat().st_size > _MAX_TEMPLATE_BYTES:
                raise SourceError(
                    f"'{name}' is larger than {_MAX_TEMPLATE_BYTES // 1_000_000} MB", code="too-large"
                )
            return Source(path, f"{label}/{name}" if label not in ("", ".") else name)
        kit_label = self._folders[0][1] or "."
        raise SourceError(
            f"there is no '{name}' in {kit_label}/ or the shared templates",
            did_you_mean(name, self._siblings(inside)),
        )

    def _siblings(self, inside: PurePosixPath) -> list[str]:
        return [
            (inside.parent / path.name).as_posix()
            for folder, _ in self._folders
            if (folder / inside.parent).is_dir()
            for path in sorted((folder / inside.parent).iterdir())[:500]
            if path.is_file()
        ]

    def text(self, name: str) -> str:
        """Return a template's text, ready for Jinja: joined where Inkscape tore it."""
        source = self.find(name)
        if name not in self._texts:
            try:
                text = source.path.read_text("utf-8-sig").replace("\r\n", "\n")
            except UnicodeDecodeError:
                raise SourceError(
                    f"'{name}' is not UTF-8 text", "save it as plain SVG in UTF-8", "not-text"
                ) from None
            prepared = prepare(_without_declaration(text), source.label)
            self._problems.extend(prepared.problems)
            self._texts[name] = prepared.text
        return self._texts[name]

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return what Jinja compiles; its file name is the label that messages use."""
        try:
            return self.text(template), self.find(template).label, lambda: True
        except SourceError as error:
            raise TemplateNotFound(template, str(error)) from None


def _without_declaration(text: str) -> str:
    """Return the text without `<?xml …?>`, which would claim an encoding; its lines are kept."""
    head, mark, rest = text.partition("?>")
    if mark and head.lstrip().startswith("<?xml"):
        return "\n" * head.count("\n") + rest
    return text
