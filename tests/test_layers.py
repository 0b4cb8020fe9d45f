"""The stages stand in a row: a module imports only from its left, and print and play never meet."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "cardgen"
GROUND = {"colours", "errors", "units", "drawing", "content", "installed", "kept"}

# What each stage may import besides itself.
ALLOWED: dict[str, set[str]] = {
    "colours": set(),
    "errors": set(),
    "units": set(),
    "drawing": set(),
    "content": set(),
    "installed": set(),
    "kept": set(),
    "model": GROUND,
    "effects": GROUND | {"model"},
    "source": GROUND | {"model", "effects"},
    "checks": GROUND | {"model", "source"},
    "faces": GROUND | {"model", "source"},
    "sheets": GROUND | {"model", "faces"},
    "export": GROUND | {"model", "faces", "sheets"},
    "rulesheet": GROUND | {"model", "source", "faces", "sheets", "export"},
    "engine": GROUND | {"model", "source"},
    "games": GROUND | {"model", "effects", "engine"},
    "simulate": GROUND | {"model", "engine", "games"},
}


def stage(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_stages(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
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


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_a_stage_imports_only_what_stands_to_its_left(name: str) -> None:
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        if stage(path) == name:
            wrong += [
                f"{path.relative_to(PACKAGE)} imports {s}"
                for s in imported_stages(path) - ALLOWED[name] - {name, "__version__"}
            ]
    assert wrong == []


def test_every_folder_of_the_package_is_a_known_stage() -> None:
    folders = {p.name for p in PACKAGE.iterdir() if p.is_dir() and any(p.glob("*.py"))}
    assert folders <= set(ALLOWED)
