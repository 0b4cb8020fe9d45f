"""Is there enough in the box for everybody?"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Problem
from cardgen.checks.subject import Subject
from cardgen.jinja.expressions import ExpressionError, told, understood


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
        where = kit.place(*trail)
        for players in kit.players.counts:
            try:
                wanted = understood(component.needs).value({**kit.names(), "n": players})
                if isinstance(wanted, bool) or not isinstance(wanted, (int, float)):
                    raise ExpressionError(f"it gives {told(wanted)}, expected a number")
            except ExpressionError as error:
                yield Problem(
                    f"needs cannot be worked out: {error}", where, trail, hint=error.hint, code="needs"
                )
                break
            if component.total < wanted:
                yield Problem(
                    f"{players} players need {wanted:g} pieces, but there are {component.total}",
                    where,
                    trail,
                    hint="raise a count:, or allow fewer players",
                    code="needs",
                )
                break
