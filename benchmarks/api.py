"""`python benchmarks/api.py [FILE]` writes docs/api.md (or FILE): the public names, from their docstrings."""

from __future__ import annotations

import ast
import inspect
import sys
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from cardgen.base.own import manual

MODULES = {
    "cardgen": "For programs: all that the command line does, and the parts of a kit made in Python.",
    "cardgen.rules": "The names that a game's own module imports.",
    "cardgen.effects": "The names that a vocabulary of effects imports.",
    "cardgen.model": "The parts of a kit, frozen and typed.",
    "cardgen.testing": "A kit's proofs, for pytest.",
}


@dataclass(frozen=True)
class Public:
    """A public name: how it is called, and its first sentence."""

    called: str
    about: str


@dataclass(frozen=True)
class Module:
    """A public module and its names, in the order of the alphabet."""

    name: str
    about: str
    names: tuple[Public, ...]


def modules() -> list[Module]:
    """Return the public modules with all their names."""
    return [Module(name, about, tuple(public(name))) for name, about in MODULES.items()]


def public(module: str) -> list[Public]:
    """Return the names of a module; ValueError for one that says nothing about itself."""
    home = import_module(module)
    return [
        Public(called(name, getattr(home, name)), about(module, name, getattr(home, name)))
        for name in sorted(home.__all__, key=str.lower)
        if not name.startswith("__")
    ]


def called(name: str, value: Any) -> str:
    """Return a name with its parameters, if it is a function."""
    if inspect.isclass(value) or not inspect.isroutine(inspect.unwrap(value)):
        return name
    words = [
        ("*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else "") + p.name
        for p in inspect.signature(value).parameters.values()
    ]
    return f"{name}({', '.join(words)})"


def about(module: str, name: str, value: Any) -> str:
    """Return the first paragraph of what a name says about itself: its docstring, or the one below a constant."""
    ours = (
        str(getattr(value, "__module__", "")).startswith("cardgen.")
        and getattr(value, "__name__", "") == name
    )
    said = inspect.getdoc(value) if ours else below(name, value)
    first = " ".join((said or "").split("\n\n")[0].split())
    if not first or (inspect.isclass(value) and first.startswith(f"{name}(")):
        raise ValueError(f"{module}.{name} has no docstring, expected one")
    return first.replace("|", "\\|")


def below(name: str, value: Any) -> str:
    """Return the text that stands below an assignment at its home, which is where the docstring of a constant is."""
    for home in (
        m for n, m in sorted(sys.modules.items()) if n.startswith("cardgen.") and vars(m).get(name) is value
    ):
        body = ast.parse(inspect.getsource(home)).body
        for line, following in pairwise(body):
            names = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
            text = isinstance(following, ast.Expr) and getattr(following.value, "value", "")
            if text and any(isinstance(n, ast.Name) and n.id == name for n in names):
                return str(text)
    return ""


def page() -> str:
    """Return the text of docs/api.md."""
    return manual("api", modules=modules())


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "docs/api.md").write_text(page(), encoding="utf-8")
