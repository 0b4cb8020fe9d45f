"""What happened and by which rule: the story of a game, kept only when somebody listens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardgen.engine.telling import Tell


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: the numbers of its rules, a sentence, figures by name, and the deed it was."""

    rule: str
    says: str
    figures: Mapping[str, float] = field(default_factory=dict)
    did: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules, one by one."""
        return tuple(self.rule.split())

    def __str__(self) -> str:
        return f"{self.says}  ({self.rule})"


class Recorder:
    """Give its `tell` to a state, and it keeps all that happens there."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.tell = Tell(self._keep)

    def _keep(self, rule: str, says: str, *, did: str = "", **figures: float) -> None:
        self.events.append(Event(rule, says, figures, did))

    def take(self) -> list[Event]:
        """Return the events since the last call."""
        events, self.events = self.events, []
        return events
