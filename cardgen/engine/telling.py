"""Which rules a game applies: noted where they act, told with a sentence, and declared beside the code.

    @applies("AH-031, AH-Q2 to AH-Q4")
    def break_suit(s: Table) -> None:
        ...
        if only_pain:
            s.apply("AH-Q3")
        if s.tell:
            s.tell("AH-031", "hearts are broken")      # told as AH-031 AH-Q3

Where nobody listens, `s.tell` is None, `s.apply` does nothing, and a declaration costs nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T", bound=Callable[..., Any])

MISSING = "missing_"
"""How figures begin that say how many pieces of a part of the box were wanted and not there."""

_NUMBER = re.compile(r"([A-Z]{2,4}-Q?)(\d+)")


class Tell:
    """What a state tells its listener. It is called with a sentence and its rules; `apply` notes further rules.

    `hear` takes what happens: rule numbers with spaces between them, a sentence, a deed `did`, figures by name.
    Without `to` a rule goes with the next sentence; with `to="AH-024"` it waits for the one that begins with that
    rule, however much is told before. `only` are the seats that may hear a sentence, or a number of a rule, while they
    play, for what gives a secret away; whoever watches the game afterwards hears all. `mixed` are the pieces that were
    shuffled since they were last asked for: nobody knows any more where they are. `step` is called before pieces leave
    a place, for whoever wants to see the table as it is then.
    """

    __slots__ = ("_hear", "mixed", "noted", "only", "step", "withheld")

    def __init__(self, hear: Callable[..., None], step: Callable[[str], None] | None = None) -> None:
        self._hear = hear
        self.step: Callable[[str], None] = step or _unwatched
        self.noted: dict[str, list[str]] = {}
        self.only: Collection[int] | None = None
        self.withheld: dict[str, Collection[int]] = {}
        self.mixed: set[int] = set()

    def apply(self, *rules: str, to: str = "", only: Collection[int] | None = None) -> None:
        """Note rules for a sentence to come; an empty text adds none."""
        noted = self.noted.setdefault(to, [])
        for rule in rules:
            if only is None:
                self.withheld.pop(rule, None)
            elif rule not in noted or rule in self.withheld:
                self.withheld[rule] = {*self.withheld.get(rule, ()), *only}
        noted.extend(rules)

    def __call__(
        self, rule: str, says: str, *, did: str = "", only: Collection[int] | None = None, **figures: float
    ) -> None:
        """Tell what happens, by this rule (or several with spaces between them) and by those that were noted."""
        self.only = only
        noted = self.noted
        if noted:
            rule = cite(rule, *noted.pop("", ()), *noted.pop(rule.partition(" ")[0], ()))
        self._hear(rule, says, did=did, **figures)


def _unwatched(place: str) -> None:
    """Nobody looks."""


@lru_cache(maxsize=4096)  # few ways to be right happen again and again
def cite(*rules: str) -> str:
    """Return these numbers as one text for `tell`, each once: rules, then rulings; an empty text adds none."""
    numbers = {number for each in rules for number in each.split()}
    return " ".join(sorted(numbers, key=lambda number: ("Q" in number, len(number), number)))


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: the numbers of its rules, a sentence, figures by name, and the deed it was.

    `only` are the seats that may hear of it while the game is played; None: everybody. `withheld` are the numbers that
    only some seats may hear. `mixed` are the pieces that had been shuffled since the move began.
    """

    rule: str
    says: str
    figures: Mapping[str, float] = field(default_factory=dict)
    did: str = ""
    only: Collection[int] | None = None
    withheld: Mapping[str, Collection[int]] = field(default_factory=dict)
    mixed: Collection[int] = ()

    def rule_for(self, seat: int) -> str:
        """Return the numbers of the rules that a seat may hear."""
        if not self.withheld:
            return self.rule
        return " ".join(
            number for number in self.rules if seat in self.withheld.get(number, range(seat, seat + 1))
        )

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules, one by one."""
        return tuple(self.rule.split())

    def __str__(self) -> str:
        return f"{self.says}  ({self.rule})"


class Recorder:
    """Give its `tell` to a state, and it keeps all that happens there.

    With `look`, `moments` are what it returned each time something was told, and before pieces left another place than
    the last ones did: a card lies in the trick before the trick is taken. Each comes with how much had been told by then.
    """

    def __init__(self, look: Callable[[], Any] | None = None) -> None:
        self.events: list[Event] = []
        self.moments: list[tuple[int, Any]] = []
        self._look, self._place = look, ""
        self.tell = Tell(self._keep, self._step if look else None)

    def _keep(self, rule: str, says: str, *, did: str = "", **figures: float) -> None:
        tell = self.tell
        withheld = {number: tell.withheld.pop(number) for number in rule.split() if number in tell.withheld}
        self.events.append(Event(rule, says, figures, did, tell.only, withheld, frozenset(tell.mixed)))
        if self._look:
            self.moments.append((len(self.events), self._look()))

    def _step(self, place: str) -> None:
        if self._look and place != self._place:
            self._place = place
            self.moments.append((len(self.events), self._look()))

    def take(self) -> list[Event]:
        """Return the events since the last call; moments are forgotten."""
        self.tell.mixed.clear()
        self.moments, self._place = [], ""
        events, self.events = self.events, []
        return events


class Declaration(NamedTuple):
    """The rules that a function, or a phase with all its methods, may tell of."""

    module: str
    name: str
    rules: tuple[str, ...]


DECLARED: list[Declaration] = []
"""Every declaration of all modules that have been imported."""


def applies(rules: str) -> Callable[[T], T]:
    """Declare which rules a function or a class applies and tells of: `@applies("AH-014 to AH-019, AH-Q6")`."""

    def declare(what: T) -> T:
        DECLARED.append(Declaration(what.__module__, what.__qualname__, tuple(rules_in(rules))))
        return what

    return declare


def rules_in(text: str) -> Iterator[str]:
    """Yield the numbers in a text; "AH-014 to AH-016" are three."""
    for part in text.split(","):
        first, *last = _NUMBER.findall(part) or [("", "")]
        if not first[0] or len(last) > 1 or (last[:1] and (" to " not in part or last[0][0] != first[0])):
            raise ValueError(f"'{part.strip()}' is no number of a rule; write AH-014 to AH-019, AH-Q6")
        width = len(first[1])
        for number in range(int(first[1]), int((last or [first])[0][1]) + 1):
            yield f"{first[0]}{number:0{width}}"


def told_rules(game: type[Any]) -> tuple[str, ...]:
    """Return the rules that a game tells of, sorted: those that a simulation can watch.

    They are those of its prefix that it and its modules declare.
    """
    if game.tells is not None:
        return tuple(game.tells)
    rules = {rule for declared in DECLARED for rule in declared.rules if rule.startswith(f"{game.prefix}-")}
    return tuple(sorted(rules))
