"""Is the kit what it says it is, are its pieces told apart, and is there enough in the box for everybody?"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Problem
from cardgen.checks.subject import Subject
from cardgen.jinja.expressions import ExpressionError, shown, understood
from cardgen.model import Card

_FEW = 6


def statement(subject: Subject) -> Iterator[Problem]:
    """A sentence under `checks:` is not true of the kit, or cannot be worked out.

    Counts drift while a design changes. A kit therefore states what its rulebook promises, in Jinja's expression
    language, and the statement is worked out before anything is printed. The names are `players`, `decks`,
    `tiles`, `tokens`, `boards`, `mats`, `aids`, `standees`, `dice`, `dials`, `spinners`, `punchboards`, `cards`, `options`, `tables` and the kit's own lines.

        checks:
          - {that: "decks.main.total == 52", why: AH-001}
    """
    names = subject.kit.names()
    for number, check in enumerate(subject.kit.checks, 1):
        rule = f" ({check.why})" if check.why else ""
        try:
            expression = understood(check.that)
            if expression.value(names):
                continue
            message = f"this check fails{rule}: {expression.why_false(names)}"
            hint = f"the check says {' '.join(check.that.split())}{_places(expression.counted(names))}"
        except ExpressionError as error:
            if texts := error.at_their_places(subject.kit.places):
                yield from texts
                continue
            message = f"this check cannot be worked out{rule}: {error}"
            hint = error.hint
        yield subject.problem(message, "checks", f"#{number}", where=check.where, hint=hint)


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
                message = f"the cards {other} and {card.id} are the same in every field"
                hint = f"change one of them, or write count: 2 on {other}"
                yield subject.warning(message, "cards", card.id, where=card.where, hint=hint)


_COUNTABLE = 1e9


def needs(subject: Subject) -> Iterator[Problem]:
    """A component has fewer pieces than some number of players needs.

    `needs:` says how many pieces `n` players use, and every player count from min to max is tried: a deck that is large
    enough for two runs out with five.

        players: {min: 2, max: 5}
        decks:
          main:
            needs: 7 * n
    """
    kit = subject.kit
    for component in kit.components:
        if not component.needs:
            continue
        trail = (component.kind, component.id, "needs")
        for players in kit.players.counts:
            try:
                wanted = understood(component.needs).value({**kit.names(), "n": players})
                if isinstance(wanted, bool) or not isinstance(wanted, (int, float)):
                    raise ExpressionError(f"it gives {shown(wanted)}, expected a number")
                if not abs(wanted) < _COUNTABLE:
                    raise ExpressionError("it gives a number of pieces that nobody has")
            except ExpressionError as error:
                said = f"needs cannot be worked out: {error}"
                texts = error.at_their_places(kit.places)
                yield from texts or [subject.problem(said, *trail, hint=error.hint)]
                break
            if component.total < wanted:
                message = f"{players} players need {wanted:g} pieces, but there are {component.total}"
                yield subject.problem(message, *trail, hint="raise a count:, or allow fewer players")
                break
