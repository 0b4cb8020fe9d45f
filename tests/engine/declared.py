"""What the code says beside what it declares, read from its source."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any

from cardgen.engine.telling import DECLARED, Declaration

_NO_GAME = ("builtins", "typing", "abc", "cardgen.engine")
_RULES = re.compile(r"[A-Z]{2,4}-Q?\d+(?: +[A-Z]{2,4}-Q?\d+)*")


def declarations(prefix: str) -> list[Declaration]:
    """Every declaration of a game's rules."""
    return [d for d in DECLARED if any(rule.startswith(f"{prefix}-") for rule in d.rules)]


def told_in(declared: Declaration) -> set[str]:
    """The rules that the lines of a function or a class hand to a call, which may tell them."""
    tree = _tree(_declaring(declared))
    passed = list(_passed(tree))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        # rule = "A" if … else "B", and further down tell(rule, …)
        names = {part.id for part in _passed(function) if isinstance(part, ast.Name)}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and any(getattr(to, "id", "") in names for to in node.targets):
                passed += _either(node.value)
    return _rules(passed)


def named_in(declared: Declaration) -> set[str]:
    """All rules that its lines name as values, whatever becomes of them, those of the classes below it included."""
    what = _declaring(declared)
    own = [part for part in getattr(what, "__mro__", [what]) if not part.__module__.startswith(_NO_GAME)]
    return set().union(*(_named(_tree(part)) for part in own))


def _named(tree: ast.Module) -> set[str]:
    """A refusal names a rule without telling it, and so does the rule of a phase."""
    refused = {
        part for call in ast.walk(tree) if _is_call_of(call, "Refusal", "applies") for part in ast.walk(call)
    }
    for line in ast.walk(tree):
        if isinstance(line, ast.ClassDef):
            refused |= {
                part for inside in line.body if "rule" in _targets(inside) for part in ast.walk(inside)
            }
    return _rules(node for node in ast.walk(tree) if node not in refused)


def _declaring(declared: Declaration) -> Any:
    return attrgetter(declared.name)(sys.modules[declared.module])


@cache
def _tree(what: Any) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(what)))


def _targets(node: ast.stmt) -> set[str]:
    """The names that a line gives a value, `name, rule = …` included."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return {getattr(part, "id", "") for target in targets for part in ast.walk(target)}


def _rules(parts: Iterable[ast.AST]) -> set[str]:
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return {rule for text in texts if _RULES.fullmatch(text.strip()) for rule in text.split()}


def _is_call_of(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Call) and not {*names}.isdisjoint(
        (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
    )


def _passed(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what any call is given; a Refusal names a rule, but is not told, and a declaration is not a call."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            if _is_call_of(call, "Refusal", "applies"):
                continue
            for argument in (
                *call.args,
                *(keyword.value for keyword in call.keywords if keyword.arg != "to"),
            ):
                yield from _either(argument)


def _either(node: ast.expr) -> list[ast.expr]:
    """Return what `a if … else b` may be, one way or the other."""
    return [*_either(node.body), *_either(node.orelse)] if isinstance(node, ast.IfExp) else [node]
