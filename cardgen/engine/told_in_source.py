"""TODO: goes when every game declares its rules. Which rules a game tells of, read from its source text."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType
from typing import Any

_IMPORTED = re.compile(r"^ *(?:from|import) +([\w.]+)", re.MULTILINE)


@lru_cache(maxsize=16)
def told_in_source(game: type[Any]) -> tuple[str, ...]:
    """Return the rules that a game tells its recorder about, sorted: those a simulation can watch.

    They are read from the module of the game, those beside it whose names begin with its name, and
    those of the same package that these import, such as a language of card effects.
    """
    numbers = re.compile(rf"{game.prefix}-Q?\d+(?: +{game.prefix}-Q?\d+)*")
    found: set[str] = set()
    for source in _sources(game.__module__):
        for text in _told(ast.parse(source)) if f"{game.prefix}-" in source else ():
            if numbers.fullmatch(text):
                found.update(text.split())
    return tuple(sorted(found))


def _sources(own: str) -> Iterator[str]:
    """Yield the text of each module that a game consists of."""
    package = own.partition(".")[0]
    home = own.removesuffix(".rules")  # a game in a folder of its own
    waiting = [name for name in sys.modules if name == own or name.startswith((f"{home}_", f"{home}."))]
    seen = set(waiting)
    while waiting:
        module = sys.modules[waiting.pop()]
        try:
            source = inspect.getsource(module)
        except (OSError, TypeError):  # an empty file, or a package without one
            continue
        yield source
        imported = {thing.__name__ for thing in vars(module).values() if isinstance(thing, ModuleType)}
        imported.update(_IMPORTED.findall(source))
        for name in imported - seen:
            if name.partition(".")[0] == package and name in sys.modules:
                seen.add(name)
                waiting.append(name)


def _told(tree: ast.Module) -> Iterator[str]:
    """Yield the texts that may reach a `tell`: directly, through a function of the game, or by a variable."""
    passed = list(_passed(tree))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        # rule = "A" if … else "B", and further down tell(rule, …)
        names = {part.id for part in _passed(function) if isinstance(part, ast.Name)}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and any(getattr(to, "id", "") in names for to in node.targets):
                passed += _either(node.value)
    for part in passed:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def _passed(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what any call is given; a Refusal names a rule, but is not told."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            if "Refusal" in (getattr(call.func, "id", ""), getattr(call.func, "attr", "")):
                continue
            for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
                yield from _either(argument)


def _either(node: ast.expr) -> list[ast.expr]:
    """Return what `a if … else b` may be, one way or the other."""
    return [*_either(node.body), *_either(node.orelse)] if isinstance(node, ast.IfExp) else [node]
