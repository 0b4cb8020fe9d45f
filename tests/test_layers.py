"""The stages stand in a row: a module imports only from its left, and print and play never meet."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "cardgen"
# What each room may import besides itself, `base` and the package's own name and version.
ALLOWED: dict[str, set[str]] = {
    "base": set(),
    "results": set(),
    "model": set(),
    "jinja": {"model"},
    "source": {"model", "jinja"},
    "checks": {"model", "jinja", "source"},
    "faces": {"model", "jinja", "source"},
    "languages": {"model", "jinja", "source", "faces"},
    "sheets": {"model", "faces"},
    "export": {"model", "faces", "sheets"},
    "production": {"model", "faces", "sheets", "export"},
    "rulesheet": {"model", "jinja", "source", "faces", "sheets", "export"},
    "targets": {"model", "jinja", "source", "faces", "sheets", "export", "production", "rulesheet"},
    "studio": {
        "model",
        "jinja",
        "source",
        "checks",
        "faces",
        "sheets",
        "export",
        "rulesheet",
        "app",
        "engine",
        "games",
        "table",
        "players",
        "simulation",
    },
    "engine": {"jinja", "model", "source"},
    "ruledata": {"model", "source", "engine"},
    "games": {"model", "source", "engine", "ruledata"},
    "contract": {"model", "engine", "games"},
    "table": {"model", "engine", "games"},
    "players": {"engine", "games"},
    "simulation": {"model", "results", "engine", "games", "players"},
    "openspiel": {"engine"},
    "report": {"model", "results", "faces", "export"},
    "rules": {"engine"},
    "effects": {"source"},
    "testing": {"source", "engine", "contract", "app"},
}


def stage(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def lines_that_import(path: Path) -> list[ast.Import | ast.ImportFrom]:
    tree = ast.parse(path.read_text("utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported_stages(path: Path) -> set[str]:
    found = set()
    for node in lines_that_import(path):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            modules = [node.module]
            if node.module == "cardgen":
                modules = [f"cardgen.{a.name}" for a in node.names]
        elif isinstance(node, ast.Import):
            modules = [a.name for a in node.names]
        else:
            continue
        found |= {m.split(".")[1] for m in modules if m.startswith("cardgen.")}
    return found


def file_of(name: str) -> Path | None:
    """The file of a module or package of cardgen; None for anything else."""
    place = PACKAGE.parent.joinpath(*name.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if name.startswith("cardgen") and file.is_file()), None)


def imported_files(path: Path) -> set[Path]:
    """The files of the package that a file imports, for types and inside functions, too."""
    found = set()
    for node in lines_that_import(path):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found |= {file_of(f"{node.module}.{alias.name}") or file_of(node.module) for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {file_of(alias.name) for alias in node.names}
    return {file for file in found if file} - {path}


def test_no_two_files_import_each_other_not_even_by_a_detour() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    imports = {file: imported_files(file) for file in files}
    while free := [file for file, needs in imports.items() if not needs & imports.keys()]:
        for file in free:
            del imports[file]
    assert [str(file.relative_to(PACKAGE)) for file in imports] == []


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_a_stage_imports_only_what_stands_to_its_left(name: str) -> None:
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        if stage(path) == name:
            wrong += [
                f"{path.relative_to(PACKAGE)} imports {s}"
                for s in imported_stages(path) - ALLOWED[name] - {name, "base", "__version__"}
            ]
    assert wrong == []


def test_the_studio_stands_at_the_end_and_the_command_line_alone_opens_it() -> None:
    callers = {p for p in PACKAGE.rglob("*.py") if "studio" in imported_stages(p) and stage(p) != "studio"}
    assert callers == {PACKAGE / "app" / "cli.py"}


def test_every_folder_of_the_package_is_a_known_stage() -> None:
    rooms = {stage(p) for p in PACKAGE.rglob("*.py")} - {"__init__", "__main__"}
    assert rooms == {*ALLOWED, "app"}


def test_the_words_of_a_game_are_printed_without_its_rules() -> None:
    code = "import sys; import cardgen.games.bartender_2012.effects.language; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith("cardgen.")}
    assert {".".join(name.split(".")[:2]) for name in loaded} == {
        "cardgen.base", "cardgen.games", "cardgen.model", "cardgen.source",
    }  # fmt: skip
    assert not {name for name in loaded if ".bartender_2012." in name and ".effects" not in name}
