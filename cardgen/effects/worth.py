"""What a PATRON is worth, and what changes it while a card lies in the BAR: words and sums side by side.

BT-Q10, BT-057: worth depends on who else is in the BAR. It is found in this order: the PATRON's own number or
formula, then every `add` in the BAR, then every `at_least`. Totals may be negative.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardgen.effects.language import (
    CHOSEN,
    Exactly,
    KindName,
    OneOf,
    Reader,
    Verb,
    Whole,
    arg,
    many,
    number,
    one,
    read_verb,
    shown,
    signed,
    table_of,
)

if TYPE_CHECKING:
    from cardgen.effects.table import Table

_LOW, _HIGH = -9, 9  # what is printed in the corner
_NO_LIMIT = 99
INSTEAD_OF_PACKED = " instead of {packed_at}"
"""Stands in a text until the number of the rules is known."""

# -- numbers


class Number:
    """A number that is found anew whenever somebody looks: `value` of the n-th PATRON in the BAR."""

    __slots__ = ()

    @abstractmethod
    def value(self, s: Table, n: int) -> int:
        """Return the number for the n-th PATRON in the BAR."""

    @abstractmethod
    def alone(self) -> int:
        """Return the number in an empty BAR: the one that is printed."""

    def most(self) -> int:
        """Return a number that it never exceeds by itself."""
        return _NO_LIMIT

    @abstractmethod
    def sentence(self) -> str:
        """Return what the card says about it; nothing for a plain number."""

    def amount(self) -> str:
        """Return the number in words, as it stands after `Worth`; nothing if it cannot stand there."""
        return ""

    def each(self) -> str:
        """Return what is counted, as it stands after `for each`; nothing if nothing is."""
        return ""


@dataclass(frozen=True, slots=True)
class Plain(Number):
    """A number as printed."""

    number: int

    def value(self, s: Table, n: int) -> int:
        """Return it."""
        return self.number

    def alone(self) -> int:
        """Return it."""
        return self.number

    def most(self) -> int:
        """Return it."""
        return self.number

    def sentence(self) -> str:
        """Return nothing: the number in the corner says it."""
        return ""


class Counted(Number, Verb):
    """A verb that is a number."""

    __slots__ = ()

    def alone(self) -> int:
        """Return 0: there is nobody to count."""
        return 0

    def sentence(self) -> str:
        """Return what the PATRON is worth."""
        return f"Worth {self.amount()}."


@dataclass(frozen=True, slots=True)
class Others(Counted):
    """How many other PATRONs of a kind are in the BAR."""

    word = "others"
    sole = "kind"
    example = "worth: {others: TOURIST}"
    kind: str = arg(KindName())

    def value(self, s: Table, n: int) -> int:
        """Return how many there are without the PATRON itself."""
        kinds, kind = s.game.kind, s.game.kinds.index(self.kind)
        return sum([kinds[card] == kind for card in s.patrons]) - (kinds[s.patrons[n]] == kind)

    def amount(self) -> str:
        """Return the number in words."""
        return f"the number of other {self.kind}s in the BAR"

    def each(self) -> str:
        """Return what is counted."""
        return f"other {self.kind} in the BAR"


@dataclass(frozen=True, slots=True)
class SchemesInBar(Counted):
    """How many SCHEMEs lie in the BAR."""

    word = "schemes_in_bar"
    example = "worth: {min: [4, schemes_in_bar]}"

    def value(self, s: Table, n: int) -> int:
        """Return their number."""
        return len(s.schemes)

    def amount(self) -> str:
        """Return the number in words."""
        return "the number of SCHEMEs in the BAR"

    def each(self) -> str:
        """Return what is counted."""
        return "SCHEME in the BAR"


@dataclass(frozen=True, slots=True)
class MaxPrinted(Counted):
    """The highest printed value among the other PATRONs in the BAR; 0 if there are none."""

    word = "max_printed"
    sole = "among"
    example = "worth: {clamp: {of: {max_printed: others}, from: 0, to: 3}}"
    among: str = arg(OneOf("others"))

    def value(self, s: Table, n: int) -> int:
        """Return the highest number in the corners of the others."""
        printed = s.game.printed
        return max([printed[card] for m, card in enumerate(s.patrons) if m != n], default=0)

    def amount(self) -> str:
        """Return the number in words."""
        return "the highest printed value among the other PATRONs in the BAR"


@dataclass(frozen=True, slots=True)
class Sum(Number):
    """A number and 1 for each of something."""

    start: int
    count: Number

    def value(self, s: Table, n: int) -> int:
        """Return both together."""
        return self.start + self.count.value(s, n)

    def alone(self) -> int:
        """Return the number it starts from."""
        return self.start + self.count.alone()

    def sentence(self) -> str:
        """Return what is added."""
        return f"+1 for each {self.count.each()}."


@dataclass(frozen=True, slots=True)
class Bounded(Number):
    """A number that is never smaller or larger than its limits."""

    of: Number
    low: int | None
    high: int | None

    def value(self, s: Table, n: int) -> int:
        """Return the number within its limits."""
        return self._within(self.of.value(s, n))

    def alone(self) -> int:
        """Return the number in an empty BAR within its limits."""
        return self._within(self.of.alone())

    def most(self) -> int:
        """Return the upper limit."""
        return self._within(self.of.most())

    def _within(self, value: int) -> int:
        if self.low is not None and value < self.low:
            return self.low
        return self.high if self.high is not None and value > self.high else value

    def sentence(self) -> str:
        """Return the sentence of the number and the limits in brackets."""
        parts = [
            f"at {word} {number(n)}"
            for word, n in (("least", self.low), ("most", self.high))
            if n is not None
        ]
        worth = "worth " if isinstance(self.of, Sum) else ""
        return f"{self.of.sentence().removesuffix('.')} ({worth}{', '.join(parts)})."


# -- conditions


class Condition(Verb):
    """Something that is so or not so for a PATRON in the BAR."""

    __slots__ = ()

    @abstractmethod
    def holds(self, s: Table, n: int) -> bool:
        """Return whether it is so for the n-th PATRON."""

    @abstractmethod
    def says(self) -> str:
        """Return it in words, as it stands after `Worth 1 instead`."""


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    """At least one PATRON of a kind is in the BAR."""

    word = "any"
    sole = "kind"
    example = "worth: {if: {any: ARTIST}, then: 0, else: 2}"
    kind: str = arg(KindName())

    def holds(self, s: Table, n: int) -> bool:
        """Return whether there is one."""
        kinds, kind = s.game.kind, s.game.kinds.index(self.kind)
        return any(kinds[card] == kind for card in s.patrons)

    def says(self) -> str:
        """Return it in words."""
        return f"while {one(self.kind)} is in the BAR"


@dataclass(frozen=True, slots=True)
class OthersAtLeast(Condition):
    """So many other PATRONs of a kind are in the BAR."""

    word = "others"
    sole = "kind"
    example = "worth: {if: {others: REGULAR, at_least: 1}, then: 1, else: 3}"
    kind: str = arg(KindName())
    at_least: int = arg(Whole(1, 9), beside=True)

    def holds(self, s: Table, n: int) -> bool:
        """Return whether there are that many."""
        return Others(self.kind).value(s, n) >= self.at_least

    def says(self) -> str:
        """Return it in words."""
        if self.at_least == 1:
            return f"while another {self.kind} is in the BAR"
        return f"while at least {self.at_least} other {self.kind}s are in the BAR"


@dataclass(frozen=True, slots=True)
class EnteredHour(Condition):
    """The PATRON entered in this HOUR or later."""

    word = "entered_hour"
    sole = "who"
    example = "worth: {if: {entered_hour: self, at_least: 6}, then: 3, else: 1}"
    who: str = arg(OneOf("self"))
    at_least: int = arg(Whole(2, 10), beside=True)

    def holds(self, s: Table, n: int) -> bool:
        """Return whether it entered late enough."""
        return s.entered[n] >= self.at_least

    def says(self) -> str:
        """Return it in words."""
        return f"if it entered in HOUR {self.at_least} or later"


CONDITIONS: dict[str, type[Condition]] = table_of((AnyOf, OthersAtLeast, EnteredHour))


@dataclass(frozen=True, slots=True)
class If(Number):
    """One number while a condition holds, else another: the printed one."""

    condition: Condition
    then: int
    otherwise: int

    def value(self, s: Table, n: int) -> int:
        """Return the number that holds now."""
        return self.then if self.condition.holds(s, n) else self.otherwise

    def alone(self) -> int:
        """Return the printed number."""
        return self.otherwise

    def most(self) -> int:
        """Return the larger of the two."""
        return max(self.then, self.otherwise)

    def sentence(self) -> str:
        """Return what changes it."""
        return f"Worth {number(self.then)} instead {self.condition.says()}."


NUMBERS: dict[str, type[Counted]] = table_of((Others, SchemesInBar, MaxPrinted))
_FORMS = ("min", "max", "sum", "clamp", "if")


def read_number(r: Reader, value: Any, path: tuple[str, ...]) -> Number | None:
    """Return what a PATRON is worth, or None after noting what is wrong."""
    match value:
        case bool():
            pass
        case int():
            size = Whole(_LOW, _HIGH).read(r, value, path)
            return None if size is None else Plain(size)
        case "schemes_in_bar":
            return SchemesInBar()
        case {"min": (int(bound), of), **rest} | {"max": (int(bound), of), **rest} if not rest:
            within = read_number(r, of, (*path, next(iter(value))))
            if "min" in value:
                return within and Bounded(within, None, bound)
            return within and Bounded(within, bound, None)
        case {"clamp": {"of": of, "from": int(low), "to": int(high), **more}, **rest} if (
            not rest and not more
        ):
            within = read_number(r, of, (*path, "clamp", "of"))
            if low >= high:
                r.note(f"clamp goes from {low} to {high}, expected a smaller number first", (*path, "clamp"))
            return within and Bounded(within, low, high)
        case {"sum": (int(start), of), **rest} if not rest:
            count = read_number(r, of, (*path, "sum"))
            if count and not count.each():
                r.note("a sum is a number and something that is counted", (*path, "sum"), "such as others")
                return None
            return count and Sum(start, count)
        case {"if": condition, "then": int(then), "else": int(otherwise), **rest} if not rest:
            holds = read_verb(r, condition, (*path, "if"), CONDITIONS, "condition")
            return If(holds, then, otherwise) if holds else None
        case Mapping():
            if next(iter(value), None) not in _FORMS:
                return read_verb(r, value, path, NUMBERS, "number")
    known = "a number, schemes_in_bar, {others: KIND}, {max_printed: others}, {sum: [n, …]}, {min: [n, …]}, "
    known += "{max: [n, …]}, {clamp: {of: …, from: n, to: n}} or {if: …, then: n, else: n}"
    r.note(f"{shown(value)} is no worth", path, f"write {known}")
    return None


# -- what holds while a card lies in the BAR


class Standing(Verb):
    """Something that holds as long as the card lies in the BAR."""

    __slots__ = ()

    @abstractmethod
    def says(self) -> str:
        """Return it in words."""


@dataclass(frozen=True, slots=True)
class ChangeWorth(Standing):
    """Every PATRON of a kind is worth more or less, or at least so much."""

    word = "worth"
    example = "in_bar: [{worth: {of: TOURIST, add: 1}}]"
    of: str = arg(KindName(chosen=True))
    add: int = arg(Whole(-9, 9), default=0)
    at_least: int | None = arg(Whole(-9, 9), default=None)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """One of the two must be there."""
        if (self.add == 0) == (self.at_least is None):
            r.note("worth needs either add, which is not 0, or at_least", path)

    def says(self) -> str:
        """Return it in words."""
        if self.at_least is not None:
            floor = number(self.at_least)
            return f"{one(self.of)} worth less than {floor} is worth {floor}"
        kind = "PATRON of that kind" if self.of == CHOSEN else self.of
        return f"each {kind} is worth {signed(self.add)}"


@dataclass(frozen=True, slots=True)
class PackedAt(Standing):
    """The packed bar needs another number of points."""

    word = "packed_at"
    sole = "points"
    example = "in_bar: [{packed_at: 15}]"
    points: int = arg(Whole(1, 40))

    def says(self) -> str:
        """Return it in words; the number of the rules is filled in by the card's text."""
        return f"the packed-bar victory needs {many(self.points, 'point')}{INSTEAD_OF_PACKED}"


@dataclass(frozen=True, slots=True)
class Stays(Standing):
    """The card cannot leave the BAR before the end of the SHIFT."""

    word = "stays"
    sole = "who"
    example = "in_bar: [{stays: self}]"
    who: str = arg(Exactly("self", "self"))

    def says(self) -> str:
        """Return it in words."""
        return "cannot leave the BAR before the end of the SHIFT"


STANDING: dict[str, type[Standing]] = table_of((ChangeWorth, PackedAt, Stays))


def worths(s: Table) -> list[int]:
    """Return what each PATRON in the BAR is worth now, in the order in which they entered."""
    game = s.game
    # 1. the PATRON's own number or formula, with limits of its own
    found = [game.worth[card].value(s, n) for n, card in enumerate(s.patrons)]
    changes = [(card, -1) for card in s.patrons if game.changes[card]]
    changes += [(card, s.named[n]) for n, card in enumerate(s.schemes) if game.changes[card]]
    if not changes:
        return found
    kinds = [game.kind[card] for card in s.patrons]
    floors: list[tuple[int, int]] = []
    for card, chosen in changes:
        for change in game.changes[card]:
            kind = chosen if change.of == CHOSEN else game.kinds.index(change.of)
            if change.at_least is not None:
                floors.append((kind, change.at_least))
                continue
            # 2. every change is added
            for n, own in enumerate(kinds):
                if own == kind:
                    found[n] += change.add
    # 3. nobody of the kind is worth less
    for kind, least in floors:
        for n, own in enumerate(kinds):
            if own == kind and found[n] < least:
                found[n] = least
    return found
