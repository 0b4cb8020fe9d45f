"""What the code says beside what it declares: every rule that a function hands to a call, read from its source."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from operator import attrgetter

from cardgen.engine.telling import DECLARED, Declaration

_RULES = re.compile(r"[A-Z]{2,4}-Q?\d+(?: +[A-Z]{2,4}-Q?\d+)*")


def declarations(prefix: str) -> list[Declaration]:
    """Every declaration of a game's rules."""
    return [d for d in DECLARED if any(rule.startswith(f"{prefix}-") for rule in d.rules)]


def told_in(declared: Declaration) -> set[str]:
    """The rules that the lines of a function or a class may tell or note."""
    what = attrgetter(declared.name)(sys.modules[declared.module])
    tree = ast.parse(textwrap.dedent(inspect.getsource(what)))
    return {rule for text in _told(tree) if _RULES.fullmatch(text) for rule in text.split()}


def _told(tree: ast.Module) -> Iterator[str]:
    """Yield the texts that may reach a listener: directly, through another function, or by a variable."""
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
    """Yield what any call is given; a Refusal names a rule, but is not told, and a declaration is not a call."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            if {"Refusal", "applies"} & {getattr(call.func, "id", ""), getattr(call.func, "attr", "")}:
                continue
            for argument in (
                *call.args,
                *(keyword.value for keyword in call.keywords if keyword.arg != "to"),
            ):
                yield from _either(argument)


def _either(node: ast.expr) -> list[ast.expr]:
    """Return what `a if … else b` may be, one way or the other."""
    return [*_either(node.body), *_either(node.orelse)] if isinstance(node, ast.IfExp) else [node]
