"""What a PATRON is worth, and what changes it while a card lies in the BAR: words and sums side by side.

BT-Q10, BT-057: worth depends on who else is in the BAR. It is found in this order: the PATRON's own number or
formula, then every `add` in the BAR, then every `at_least`. Totals may be negative.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardgen.games.bartender_2012.effects.guards import BarWord, mistake
from cardgen.games.bartender_2012.effects.scope import CHOSEN, Company, CompanyOf, KindName, most_of
from cardgen.source.effects import Reader, Value, Verb, Words, arg, shown, whole
from cardgen.source.shape import Shape

if TYPE_CHECKING:
    from cardgen.games.bartender_2012.state import NightTable

_PRINTED = whole(-9, 9)  # what fits into the corner
_NO_LIMIT = 99
# -- numbers


class FoundNumber(BarWord):
    """A number that is found anew whenever somebody looks: `value` of the n-th PATRON in the BAR."""

    may_be_limited: ClassVar[bool] = False

    @abstractmethod
    def value(self, s: NightTable, n: int) -> int:
        """Return the number for the n-th PATRON in the BAR."""

    def span(self) -> tuple[int, int, int]:
        """Return what it never falls below by itself, what it is in an empty BAR, and what it never exceeds."""
        return 0, 0, _NO_LIMIT  # there is nobody to count

    def alone(self) -> int:
        """Return the number in an empty BAR: the one that is printed."""
        return self.span()[1]


class Plain(FoundNumber):
    """A number as printed: the corner says it."""

    number: int = arg(_PRINTED)

    def value(self, s: NightTable, n: int) -> int:
        return self.number

    def span(self) -> tuple[int, int, int]:
        return self.number, self.number, self.number


class _Numbers(Words[FoundNumber]):
    """What may stand as the worth of a PATRON."""

    def read(self, r: Reader, value: Any, path: tuple[str, ...], part: str = "") -> FoundNumber | None:
        """Return the number or what finds it."""
        if not isinstance(value, int) or isinstance(value, bool):
            return super().read(r, value, path, part)
        if not -9 <= value <= 9:
            mistake(r, "too large", path, what="worth", number=value, expected=Value(_PRINTED).says())
            return None
        return Plain(value)

    def says(self) -> str:
        """Return that a plain number will do."""
        return "a number or how to find it"

    def any_of(self, names: Any) -> dict[str, Any]:
        """Return all of them, a plain number first."""
        return {"anyOf": [_PRINTED.schema({}), *super().any_of(names)["anyOf"]]}


NUMBERS = _Numbers("worth", title="Worth")


def _others(s: NightTable, n: int, name: str) -> int:
    them = s.game.of_kind[name]
    return len(them.intersection(s.patrons)) - (s.patrons[n] in them)


class Others(FoundNumber):
    """How many other PATRONs of a kind are in the BAR."""

    sole = "kind"
    example = "worth: {others: TOURIST}"
    may_be_limited = True
    of: Company = arg(CompanyOf(), key="kind")

    def value(self, s: NightTable, n: int) -> int:
        """Return how many there are without the PATRON itself."""
        return _others(s, n, self.of.kind)


class SchemesInBar(FoundNumber):
    """How many SCHEMEs lie in the BAR."""

    example = "worth: {min: [4, schemes_in_bar]}"
    may_be_limited = True

    def value(self, s: NightTable, n: int) -> int:
        return len(s.schemes)


class MaxPrinted(FoundNumber):
    """The highest printed value among the other PATRONs in the BAR; 0 if there are none."""

    example = "worth: {clamp: {of: max_printed, from: 0, to: 3}}"
    may_be_limited = True

    def value(self, s: NightTable, n: int) -> int:
        printed = s.game.printed
        return max([printed[card] for m, card in enumerate(s.patrons) if m != n], default=0)

    def span(self) -> tuple[int, int, int]:
        return -9, 0, 9


class _Pair:
    """An argument such as `[4, schemes_in_bar]`: a number, and one that is found."""

    def __init__(self, bound: Shape[int]) -> None:
        self.bound = Value(bound)

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> tuple[int, FoundNumber] | None:
        """Return both."""
        match value:
            case [bound, of] if isinstance(bound, int) and not isinstance(bound, bool):
                found = NUMBERS.read(r, of, (*path, "#2"))
                if self.bound.read(Reader(), bound, path) is None:
                    what, expected = f"the number in {path[-1]}", self.bound.says()
                    mistake(r, "too large", (*path, "#1"), what=what, number=bound, expected=expected)
                    return None
                return (bound, found) if found else None
        mistake(r, "no pair", path, what=path[-1], value=shown(value))
        return None

    def says(self) -> str:
        """Return how it is written."""
        return "[n, and a number or how to find it]"

    def schema(self) -> dict[str, Any]:
        """Return both."""
        pair = [self.bound.schema(), NUMBERS.schema()]
        return {"type": "array", "prefixItems": pair, "minItems": 2, "maxItems": 2}


class Sum(FoundNumber):
    """A number and 1 for each of what is counted."""

    sole = "pair"
    example = "worth: {sum: [1, {others: TOURIST}]}"
    may_be_limited = True
    pair: tuple[int, FoundNumber] = arg(_Pair(_PRINTED))

    guards: ClassVar = {
        "nothing to count": lambda it, r, part: not isinstance(it.pair[1], Others | SchemesInBar)
    }

    def value(self, s: NightTable, n: int) -> int:
        return self.pair[0] + self.pair[1].value(s, n)

    def span(self) -> tuple[int, int, int]:
        first = self.pair[0] + self.pair[1].alone()
        return first, first, _NO_LIMIT


class _Bounded(FoundNumber):
    """A number that is never smaller or larger than its limits."""

    @abstractmethod
    def limits(self) -> tuple[FoundNumber, int, int]:
        """Return the number, the least and the most that it can be."""

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """What is limited is counted or looked up, and the limits leave it something."""
        of, low, high = self.limits()
        least, first, most = of.span()
        if low >= high:
            mistake(r, "upside down", path, self, low=low, high=high)
        elif not of.may_be_limited:
            name = "limits of limits" if isinstance(of, _Bounded) else "nothing to limit"
            mistake(r, name, path, what=of.word if of.word != "plain" else "a number")
        elif isinstance(of, Sum) and low > first:
            mistake(r, "printed as more", path, low=low, first=first)
        elif isinstance(of, Sum) and low != -_NO_LIMIT:
            mistake(r, "never less", path, low=low, first=first)
        elif high <= least or low >= most:
            mistake(r, "always the same", path, size=high if high <= least else low)

    def value(self, s: NightTable, n: int) -> int:
        of, low, high = self.limits()
        value = of.value(s, n)
        return (
            low if value < low else high if value > high else value
        )  # asked for every bar a player imagines

    def span(self) -> tuple[int, int, int]:
        of, low, high = self.limits()
        least, first, most = (max(low, min(high, size)) for size in of.span())
        return least, first, most


class Min(_Bounded):
    """A number, but at most so much."""

    sole = "pair"
    example = "worth: {min: [4, {sum: [1, {others: TOURIST}]}]}"
    pair: tuple[int, FoundNumber] = arg(_Pair(whole(-9, 20)))

    @property
    def room(self) -> int | None:
        """How much is added at most to the first number of a sum, which is never less."""
        return self.pair[0] - self.pair[1].alone() if isinstance(self.pair[1], Sum) else None

    def limits(self) -> tuple[FoundNumber, int, int]:
        return self.pair[1], -_NO_LIMIT, self.pair[0]


class Max(_Bounded):
    """A number, but at least so much."""

    sole = "pair"
    example = "worth: {max: [1, max_printed]}"
    pair: tuple[int, FoundNumber] = arg(_Pair(_PRINTED))

    def limits(self) -> tuple[FoundNumber, int, int]:
        return self.pair[1], self.pair[0], _NO_LIMIT


class Clamp(_Bounded):
    """A number, but at least so much and at most so much."""

    example = "worth: {clamp: {of: schemes_in_bar, from: 1, to: 3}}"
    of: FoundNumber = arg(NUMBERS)
    low: int = arg(_PRINTED, key="from")
    high: int = arg(whole(-9, 20), key="to")

    def limits(self) -> tuple[FoundNumber, int, int]:
        return self.of, self.low, self.high


# -- conditions


class Condition(BarWord):
    """Something that is so or not so for a PATRON in the BAR."""

    @abstractmethod
    def holds(self, s: NightTable, n: int) -> bool:
        """Return whether it is so for the n-th PATRON."""


class AnyOf(Condition):
    """At least one PATRON of a kind is in the BAR."""

    word = "any"
    sole = "kind"
    example = "worth: {if: {any: ARTIST}, then: 0, else: 2}"
    kind: str = arg(KindName())

    guards: ClassVar = {
        "always so": lambda it, r, part: r.scope and r.scope.kind_of.get(r.card) == it.kind,
        "none of the kind": lambda it, r, part: most_of(r, Company(it.kind, own=False)) == 0,
    }

    def holds(self, s: NightTable, n: int) -> bool:
        return not s.game.of_kind[self.kind].isdisjoint(s.patrons)


class OthersAtLeast(Condition):
    """So many other PATRONs of a kind are in the BAR."""

    word = "others"
    sole = "kind"
    example = "worth: {if: {others: REGULAR, at_least: 1}, then: 1, else: 3}"
    of: Company = arg(CompanyOf(), key="kind")
    at_least: int = arg(whole(1, 9), beside=True)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """There are so many in the kit."""
        most = most_of(r, self.of)
        if most is not None and most < self.at_least:
            mistake(r, "too few of the kind", path, self, most=most)

    def holds(self, s: NightTable, n: int) -> bool:
        return _others(s, n, self.of.kind) >= self.at_least


class EnteredHour(Condition):
    """The PATRON entered in this HOUR or later."""

    example = "worth: {if: {entered_hour: {at_least: 6}}, then: 3, else: 1}"
    at_least: int = arg(whole(2, 10))

    def holds(self, s: NightTable, n: int) -> bool:
        return s.entered[n] >= self.at_least


class If(FoundNumber):
    """One number while a condition holds, otherwise the printed one."""

    sole = "condition"
    example = "worth: {if: {any: TROUBLE}, then: -1, else: 3}"
    condition: Condition = arg(
        Words("condition", AnyOf, OthersAtLeast, EnteredHour, title="Conditions of worth")
    )
    then: int = arg(_PRINTED, beside=True)
    otherwise: int = arg(_PRINTED, key="else", beside=True)

    guards: ClassVar = {"either way": lambda it, r, part: it.then == it.otherwise}

    def value(self, s: NightTable, n: int) -> int:
        return self.then if self.condition.holds(s, n) else self.otherwise

    def span(self) -> tuple[int, int, int]:
        return min(self.then, self.otherwise), self.otherwise, max(self.then, self.otherwise)


NUMBERS.add(Others, SchemesInBar, MaxPrinted, Sum, Min, Max, Clamp, If)


# -- what holds while a card lies in the BAR


class ChangeWorth(BarWord):
    """Every PATRON of a kind is worth more or less, or at least so much."""

    word = "worth"
    example = "in_bar: [{worth: {of: TOURIST, add: 1}}]"
    of: str = arg(KindName(chosen=True))
    add: int = arg(_PRINTED, default=0)
    at_least: int | None = arg(_PRINTED, default=None)

    @property
    def of_named(self) -> bool:
        """Whether it is of the kind that was named."""
        return self.of == CHOSEN

    guards: ClassVar = {
        "neither": lambda it, r, part: (it.add == 0) == (it.at_least is None),
        "none of the kind": lambda it, r, part: (
            not it.of_named and most_of(r, Company(it.of, own=False)) == 0
        ),
    }


class PackedAt(BarWord):
    """The packed bar needs another number of points."""

    sole = "points"
    example = "in_bar: [{packed_at: 15}]"
    points: int = arg(whole(1, 40))

    guards: ClassVar = {"as the rules say": lambda it, r, part: r.scope and it.points == r.scope.packed_at}


class Stays(BarWord):
    """The card cannot leave the BAR before the end of the SHIFT."""

    example = "in_bar: [stays]"


class _Standing(Words[Verb]):
    """What may hold in the BAR; each thing is said once."""

    def together(self, r: Reader, verbs: Sequence[tuple[Verb, tuple[str, ...]]]) -> None:
        """Note what is said twice; the card would print two numbers for one thing."""
        seen: dict[Any, Verb] = {}
        for verb, path in verbs:
            floor = isinstance(verb, ChangeWorth) and verb.at_least is not None
            key = (verb.word, getattr(verb, "of", ""), floor)
            if key in seen:
                mistake(r, "twice", path, verb, hint="once with both together is enough")
            seen[key] = verb


STANDING: Words[Verb] = _Standing(
    "thing that holds in the BAR", ChangeWorth, PackedAt, Stays, title="While in the BAR"
)


def worths(s: NightTable) -> list[int]:
    """Return what each PATRON in the BAR is worth now, in the order in which they entered."""
    game, printed, formula = s.game, s.game.printed, s.game.formula
    # 1. the PATRON's own number or formula, with limits of its own
    found: list[int] = [
        own.value(s, n) if (own := formula[card]) else printed[card] for n, card in enumerate(s.patrons)
    ]
    if game.changing.isdisjoint(s.patrons) and game.changing.isdisjoint(s.schemes):
        return found
    changes = [(card, -1) for card in s.patrons if game.changes[card]]
    changes += [(card, s.named[n]) for n, card in enumerate(s.schemes) if game.changes[card]]
    floors: list[tuple[frozenset[int], int]] = []
    for card, chosen in changes:
        for change in game.changes[card]:
            them = game.of_kind[chosen if change.of == CHOSEN else change.of]
            if them.isdisjoint(s.patrons):
                continue
            if change.at_least is not None:
                floors.append((them, change.at_least))
                continue
            # 2. every change is added
            for n, other in enumerate(s.patrons):
                if other in them:
                    found[n] += change.add
    # 3. nobody of the kind is worth less
    for them, least in floors:
        found = [max(own, least) if n in them else own for n, own in zip(s.patrons, found, strict=True)]
    return found
