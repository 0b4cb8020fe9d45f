"""A project in which somebody works, and whether its Python may run: a stranger's kit runs nothing.

What may run are the modules that `pyproject.toml` names for cardgen, with what they import from the project, as the user
has seen them: they are kept whole, and what has changed since is asked again, with the difference. Nothing else of the
project can be imported, and what runs is compiled from the very bytes that were compared.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

from cardgen.base.destination import write_whole
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.files import MAX_TEXT, FileError, read_bytes, templates_dir

_GROUPS = ("games", "effects", "bots")
_KEPT = "trusted-projects.json"


def project_around(place: Path) -> Path | None:
    """Return the project in which a place lies: the nearest folder upwards whose pyproject.toml brings something."""
    there = Path(os.path.realpath(place))
    for folder in (there, *there.parents):
        with contextlib.suppress(FileError):
            if b'entry-points."cardgen.' in read_bytes(folder / "pyproject.toml", "", MAX_TEXT):
                return folder
    return None


def entries_of(project: Path, group: str) -> Mapping[str, str]:
    """Return what a project's pyproject.toml brings under a group; CardgenError when it is no TOML."""
    import tomllib

    path = project / "pyproject.toml"
    try:
        said = read_bytes(path, str(path), MAX_TEXT).decode()
        entries = tomllib.loads(said)["project"]["entry-points"][group]
        return {name: value for name, value in entries.items() if isinstance(value, str)}
    except ValueError as error:  # also what is no UTF-8
        at = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        where = Location(str(path), int(at[1]), int(at[2])) if at else Location(str(path))
        what = str(error).partition(" (at ")[0]
        raise CardgenError([Problem(f"this is no TOML: {what}", where, code="syntax")]) from None
    except (FileError, KeyError, TypeError, AttributeError):
        return {}


def settings_folder() -> Path:
    """Return `$CARDGEN_CONFIG`, or this platform's place for what a user has chosen."""
    chosen = os.environ.get("CARDGEN_CONFIG")
    if chosen:
        return Path(chosen)
    from platformdirs import user_config_path

    return user_config_path("cardgen", appauthor=False)


def near(what: str, kit: Path | None) -> list[Path]:
    """Return the folders in which files of a sort are looked for, the nearest first: in a kit, beside kits, the user's, ours."""
    places = [kit, kit.parent.parent] if kit else []
    with contextlib.suppress(RuntimeError, KeyError):  # nobody knows this user's home
        places.append(settings_folder())
    return [place / what for place in (*places, templates_dir())]


def found_near(what: str, kit: Path | None) -> dict[str, Path]:
    """Return the YAML files of a sort by name; a nearer one hides a farther one."""
    found: dict[str, Path] = {}
    for folder in near(what, kit):
        for file in sorted(folder.glob("*.yaml")):
            found.setdefault(file.stem, file)
    return dict(sorted(found.items()))


# ---- what the user has said -----------------------------------------------------------------------------


class ProjectGrant(NamedTuple):
    """What a user allowed of a project: its modules by their file names as they were, None: as they are, always."""

    project: Path
    modules: Mapping[str, str] | None


def grants() -> list[ProjectGrant]:
    """Return all that this user has allowed; nothing from a file that another could have written."""
    path = settings_folder() / _KEPT
    try:
        about = path.lstat()
        ours = not hasattr(os, "getuid") or (
            about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        )
        said = json.loads(read_bytes(path, "", 50_000_000)) if ours else {}
        return [ProjectGrant(Path(place), modules) for place, modules in said.items()]
    except (
        OSError,
        ValueError,
        RuntimeError,
        AttributeError,
        FileError,
    ):  # also: nobody knows this user's home
        return []


def trust(project: Path, may_run: bool = True, always: bool = False) -> None:
    """Let the Python of a project run from now on as it is, `always` also when it changes, or no longer; CardgenError."""
    real = Path(os.path.realpath(project))
    kept = {str(grant.project): grant.modules for grant in grants() if grant.project != real}
    if may_run:
        kept[str(real)] = None if always else _as_texts(modules_of(real))
    write_whole(settings_folder() / _KEPT, json.dumps(kept, indent=1) + "\n", private=True)


def is_trusted(project: Path) -> bool:
    """Tell whether the Python of this project may run as it is now."""
    return _allowed(Path(os.path.realpath(project))) is not None


def changes(project: Path) -> Iterator[str]:
    """Yield what is different from what the user has allowed, as unified lines; nothing where nothing was allowed."""
    from difflib import unified_diff

    real = Path(os.path.realpath(project))
    before = next((grant.modules for grant in grants() if grant.project == real), None)
    now = _as_texts(modules_of(real))
    for file in sorted({*before, *now}) if before is not None else ():
        old, new = (one.get(file, "").splitlines() for one in (before or {}, now))
        yield from unified_diff(old, new, f"{file} as allowed", f"{file} now", lineterm="")


def _allowed(project: Path) -> Mapping[str, bytes] | None:
    """Return the modules of a project that may run, None where they may not; their bytes are what runs."""
    for grant in grants():
        if grant.project == project:
            now = modules_of(project)
            return now if grant.modules is None or grant.modules == _as_texts(now) else None
    return None


def _as_texts(modules: Mapping[str, bytes]) -> dict[str, str]:
    return {name: data.decode("utf-8", "surrogateescape") for name, data in modules.items()}


# ---- what runs ------------------------------------------------------------------------------------------


def modules_of(project: Path) -> dict[str, bytes]:
    """Return the Python files that a project names for cardgen, and those that these import from it."""
    wanted = [
        value.partition(":")[0].partition(".")[0].strip()
        for group in _GROUPS
        for value in entries_of(project, f"cardgen.{group}").values()
    ]
    found: dict[str, bytes] = {}
    seen: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name in seen or not name.isidentifier() or name in sys.stdlib_module_names or name == "cardgen":
            continue
        seen.add(name)
        for path in [project / f"{name}.py", *sorted((project / name).rglob("*.py"))]:
            if path.is_file() and Path(os.path.realpath(path)).is_relative_to(project):
                with contextlib.suppress(FileError):
                    data = found[path.relative_to(project).as_posix()] = read_bytes(path, "", MAX_TEXT)
                    wanted += _imported(data)
    return found


def _imported(source: bytes) -> Iterator[str]:
    """Yield the first names of what a module imports."""
    import ast

    from cardgen.base.trees import tree_of

    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        for node in ast.walk(tree_of(source)):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.partition(".")[0]


def let_run(project: Path) -> bool:
    """Let the modules of a project be imported if they may run, and nothing else of it; tell whether they may."""
    allowed = _allowed(project)
    if allowed is None:
        return False
    finder = next((one for one in sys.meta_path if isinstance(one, _Finder) and one.project == project), None)
    if finder is None:
        finder = _Finder(project)
        sys.meta_path.insert(0, finder)
    finder.modules = allowed
    return True


def let_run_around(place: Path) -> None:
    """Do the same for the project in which a place lies, if there is one: for a child, before rules are sent to it."""
    if project := project_around(place):
        let_run(project)


class _Finder:
    def __init__(self, project: Path) -> None:
        self.project = project
        self.modules: Mapping[str, bytes] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is, None where the project has none of this name."""
        inside = fullname.replace(".", "/")
        for file in (f"{inside}/__init__.py", f"{inside}.py"):
            if file in self.modules:
                there = self.project / file
                within = [str(there.parent)] if file.endswith("/__init__.py") else None
                loader = _Compared(fullname, str(there), self.modules[file])
                return spec_from_file_location(
                    fullname, there, loader=loader, submodule_search_locations=within
                )
        return None


class _Compared(SourceFileLoader):
    """Runs the bytes that were compared: neither what the file has become since, nor what is compiled beside it."""

    def __init__(self, fullname: str, path: str, source: bytes) -> None:
        super().__init__(fullname, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self._source, self.path)
