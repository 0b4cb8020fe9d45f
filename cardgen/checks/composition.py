"""Is the kit what it says it is? The kit's own statements, and pieces that cannot be told apart."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Problem
from cardgen.checks.subject import Subject
from cardgen.jinja.expressions import ExpressionError, understood
from cardgen.model import Card

_FEW = 6


def statement(subject: Subject) -> Iterator[Problem]:
    """A sentence under `checks:` is not true of the kit, or cannot be worked out.

    Counts drift while a design changes. A kit therefore states what its rulebook promises, in Jinja's expression
    language, and the statement is worked out before anything is printed. The names are `players`, `decks`,
    `tiles`, `tokens`, `boards`, `mats`, `aids`, `cards`, `options`, `tables` and the kit's own lines.

        checks:
          - {that: "decks.main.total == 52", why: AH-001}
    """
    names = subject.kit.names()
    for number, check in enumerate(subject.kit.checks):
        trail = ("checks", f"#{number + 1}")
        rule = f" ({check.why})" if check.why else ""
        try:
            expression = understood(check.that)
            if expression.value(names):
                continue
            message = f"this check fails{rule}: {expression.why_false(names)}"
            hint = f"the check says {_one_line(check.that)}{_places(expression.counted(names))}"
            yield Problem(message, check.where, trail, hint=hint, code="statement")
        except ExpressionError as error:
            message = f"this check cannot be worked out{rule}: {error}"
            yield Problem(message, check.where, trail, hint=error.hint, code="statement")


def _places(counted: tuple[object, ...]) -> str:
    """Return where the few cards stand that a check counted: the one too many is among them."""
    cards = [thing for thing in counted if isinstance(thing, Card)]
    if not 0 < len(cards) <= _FEW:
        return ""
    return "; it counts " + ", ".join(f"{card.id} ({card.where})" for card in cards)


def twin(subject: Subject) -> Iterator[Problem]:
    """Two cards of a component say the same in every field.

    Most often one of them is a copy that was meant to be changed. Where two equal cards are wanted, one card with
    `count: 2` says so. Cards with names of their own, or with a template that prints the id, are left alone.

        decks:
          main:
            cards:
              - {id: A1, value: 3}
              - {id: A2, value: 3}
    """
    for component in subject.kit.components:
        if not component.fields or "card.id" in subject.templates(component):
            continue
        seen: dict[str, str] = {}
        for card in component.cards:
            own_name = "" if card.name == card.id else card.name
            key = repr((own_name, card.face, card.back, sorted(card.fields.items())))
            other = seen.setdefault(key, card.id)
            if other != card.id:
                yield Problem(
                    f"the cards {other} and {card.id} are the same in every field",
                    card.where,
                    ("cards", card.id),
                    hint=f"change one of them, or write count: 2 on {other}",
                    level="warning",
                    code="twin",
                )


def _one_line(text: str) -> str:
    return " ".join(text.split())
