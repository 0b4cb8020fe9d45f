"""What happened and by which rule: the story of a game, kept only when somebody listens."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: the number of the rule and a sentence."""

    rule: str
    says: str


class Recorder:
    """Give its `tell` to a state, and it keeps all that happens there."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def tell(self, rule: str, says: str) -> None:
        """Keep one event."""
        self.events.append(Event(rule, says))

    def take(self) -> list[Event]:
        """Return the events since the last call."""
        events, self.events = self.events, []
        return events


class RuleCounter:
    """Counts how often each rule was applied, and forgets the rest."""

    def __init__(self) -> None:
        self.rules: Counter[str] = Counter()

    def tell(self, rule: str, says: str) -> None:
        """Count one event."""
        self.rules[rule] += 1


def told_rules(game: type[Any]) -> tuple[str, ...]:
    """Return the rules that a game tells its recorder about, sorted: those a simulation can watch.

    They are read from the module of the game and those beside it whose names begin with its name.
    """
    own = game.__module__
    modules = [module for name, module in sys.modules.items() if name == own or name.startswith(f"{own}_")]
    number = re.compile(rf"{game.prefix}-Q?\d+")
    found: set[str] = set()
    for node in (node for module in modules for node in ast.walk(ast.parse(inspect.getsource(module)))):
        # rules reach `tell` directly or through a function of the game; a Refusal is not told
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") != "Refusal":
            for argument in node.args:
                for part in _either(argument):
                    if isinstance(part, ast.Constant) and number.fullmatch(str(part.value)):
                        found.add(str(part.value))
    return tuple(sorted(found))


def _either(node: ast.expr) -> list[ast.expr]:
    """Return what `a if … else b` may be, one way or the other."""
    return [*_either(node.body), *_either(node.orelse)] if isinstance(node, ast.IfExp) else [node]
