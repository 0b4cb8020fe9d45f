"""Python's syntax trees, one thread at a time: Python counts how deep it is in one place for all threads."""

from __future__ import annotations

import ast
from threading import RLock
from types import CodeType
from typing import Any

_ONE = RLock()


def parsed(source: str | bytes, mode: str = "exec") -> Any:
    """Return the syntax tree of a source, as `ast.parse` does."""
    with _ONE:  # else a finalizer lets another thread in, and both end with "recursion depth mismatch"
        return ast.parse(source, mode=mode)


def compiled(tree: ast.Module, file: str) -> CodeType:
    """Return the code of a module's syntax tree, as `compile` does."""
    with _ONE:
        return compile(tree, file, "exec")


def without_trees(lexer: Any) -> None:
    """Let Jinja's lexer read 1.5 as a number; it makes a syntax tree of it, and knows nothing of the other threads."""
    lexer.literal_eval = float
