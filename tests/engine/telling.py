"""Every way in which a game may tell of a rule, for the test that finds them; nobody plays this."""

from __future__ import annotations

from typing import Any, ClassVar

from cardgen.engine import Refusal
from tests.engine.telling_elsewhere import act


def told(s: Any, late: bool) -> Refusal:
    s.tell("TG-001", "directly")
    s.tell("TG-002 TG-003", "two rules at once", did="both", total=5)
    s.tell(rule="TG-004", says="by the name of the argument")
    s.tell("TG-005" if late else "TG-006", "one way or the other")
    rule = "TG-007" if late else "TG-Q1"
    s.tell(rule, "by a variable")
    award(s, 1, rule="TG-008")
    act(s)
    unused = "TG-090"
    assert unused
    return Refusal("TG-091", "a refusal is not told, nor is TG-092 in a sentence")


def award(s: Any, seat: int, rule: str) -> None:
    """A function that is given the rule. TG-093"""
    s.tell(rule, f"{seat} gets a chip")


class Telling:
    prefix: ClassVar = "TG"
    other: ClassVar = "TG-094"
