"""The effects of a kit's cards: typed, checked against the kit, and every mistake at its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from cardgen.base.errors import Problem, did_you_mean
from cardgen.effects.act import AT_END, Act
from cardgen.effects.acts import ACTS
from cardgen.effects.bar import ChooseKind
from cardgen.effects.language import CHOSEN, Reader, read_list, shown
from cardgen.effects.scope import Guest, Scope
from cardgen.effects.worth import STANDING, ChangeWorth, Number, Plain, Standing, Stays, read_number
from cardgen.model import Card, Kit

PARTS: Final = {
    "PATRON": ("worth", "on_enter", "in_bar", AT_END),
    "SCHEME": ("on_play", "in_bar", AT_END),
}
"""Which parts an effect may have, by what the card is."""

DECLARED: Final = "effects_of"
"""The word in a component's `fields:` that declares the field with the effects, and what its cards are."""


@dataclass(frozen=True, slots=True)
class Effects:
    """All that one card does; the parts are empty where it does nothing."""

    worth: Number
    on_enter: tuple[Act, ...] = ()
    on_play: tuple[Act, ...] = ()
    in_bar: tuple[Standing, ...] = ()
    at_shift_end: tuple[Act, ...] = ()

    @property
    def printed(self) -> int:
        """The number in the corner: what a PATRON is worth alone in the BAR."""
        return self.worth.alone()

    @property
    def changes(self) -> bool:
        """Whether its own worth can differ from the printed number."""
        return not isinstance(self.worth, Plain)


@dataclass(frozen=True, slots=True)
class Declared:
    """The field of a component that holds the effects of its cards, and whether they are PATRONs or SCHEMEs."""

    field: str
    role: str


def declared_effects(kit: Kit) -> dict[str, Declared]:
    """Return the components whose cards have effects, by id."""
    return {
        component.id: Declared(name, entry[DECLARED])
        for component in kit.components
        for name, entry in component.fields.items()
        if DECLARED in entry
    }


class KitEffects(NamedTuple):
    """What each card of a kit does, by id, what that can speak of, and every mistake in how it is written."""

    by_card: dict[str, Effects]
    scope: Scope
    problems: list[Problem]


def kit_effects(kit: Kit) -> KitEffects:
    """Return what the cards of a kit do."""
    declared = declared_effects(kit)
    scope = scope_of(kit)
    effects: dict[str, Effects] = {}
    problems: list[Problem] = []
    for component, (card, written) in _written(kit, declared):
        at = declared[component]
        trail = ("cards", card.id, at.field)
        effects[card.id], found = read_effects(scope, at.role, written, trail, kit.place)
        problems += found
    return KitEffects(effects, scope, problems)


def scope_of(kit: Kit) -> Scope:
    """Return what the effects of a kit can speak of."""
    declared = declared_effects(kit)
    patrons = [c for name, at in declared.items() if at.role == "PATRON" for c in kit.cards[name]]
    named, numbers = kit.tables.get("kinds"), kit.tables.get("numbers")
    kinds = [*(named if isinstance(named, Mapping) else ()), *map(_kind, patrons)]
    packed_at = numbers.get("packed_at") if isinstance(numbers, Mapping) else None
    scope = Scope(tuple(dict.fromkeys(filter(None, kinds))), packed_at=packed_at)
    guests: list[Guest] = []
    most_added = 0
    for component, (card, written) in _written(kit, declared):
        role = declared[component].role
        effects, _ = read_effects(scope, role, written)  # mistakes are noted when it is read for good
        most_added += card.count * sum(
            max(0, change.add) for change in effects.in_bar if isinstance(change, ChangeWorth)
        )
        if role == "PATRON":
            stays = any(isinstance(holds, Stays) for holds in effects.in_bar)
            printed, most = effects.printed, effects.worth.most()
            guests.append(Guest(card.id, _kind(card), card.count, printed, most, stays))
    return replace(scope, guests=tuple(guests), most_added=most_added)


def _kind(card: Card) -> str:
    return str(card.fields.get("kind", ""))


def _written(kit: Kit, declared: Mapping[str, Declared]) -> Iterator[tuple[str, tuple[Card, Any]]]:
    for component, at in declared.items():
        for card in kit.cards[component]:
            yield component, (card, card.fields.get(at.field))


def read_effects(
    scope: Scope, role: str, written: Any, trail: tuple[str, ...] = (), place: Any = None
) -> tuple[Effects, list[Problem]]:
    """Return what a card does and every mistake in how it is written; what is wrong is left out.

    `role` is PATRON or SCHEME; `trail` and `place` are for the problems (see `Reader`).
    """
    r = Reader(scope, trail, place)
    parts = PARTS[role]
    if not isinstance(written, Mapping):
        if written is not None:
            r.note(f"effects are {shown(written)}, expected entries", (), f"known: {', '.join(parts)}")
        written = {}
    for part in written:
        if part not in parts:
            elsewhere = any(part in others for others in PARTS.values())
            message = f"no rule asks a {role} for '{part}'" if elsewhere else f"effects have no '{part}'"
            r.note(message, (str(part),), did_you_mean(str(part), parts), "effects-unused")
    worth: Number = Plain(0)
    if role == "PATRON":
        if "worth" not in written:
            r.note("a PATRON needs its worth", (), "such as worth: 1")
        else:
            worth = read_number(r, written["worth"], ("worth",)) or worth
    acts = {}
    for moment in ("on_enter", "on_play", AT_END):
        acts[moment] = (
            read_list(r, written.get(moment, ()), (moment,), ACTS, "act") if moment in parts else ()
        )
        _check_moment(r, moment, acts[moment])
    in_bar = read_list(r, written.get("in_bar", ()), ("in_bar",), STANDING, "thing that holds in the BAR")
    _check_kind(r, acts["on_play"], in_bar)
    if role == "SCHEME" and not any((*acts.values(), in_bar)) and not r.problems:
        r.note("this SCHEME does nothing", (), code="effects-unused")
    return Effects(worth, acts["on_enter"], acts["on_play"], in_bar, acts[AT_END]), r.problems


def _check_moment(r: Reader, moment: str, acts: Sequence[Act]) -> None:
    for n, act in enumerate(acts):
        for each in _with_inner(act):
            if moment not in each.moments and each.word in ACTS:
                says = f"no rule asks for '{each.word}' in {moment}"
                hint = f"it belongs to {' or '.join(each.moments)}"
                r.note(says, (moment, f"#{n + 1}", act.word), hint, "effects-unused")


def _check_kind(r: Reader, on_play: Sequence[Act], in_bar: Sequence[Standing]) -> None:
    named = any(isinstance(act, ChooseKind) for act in on_play)
    used = any(isinstance(holds, ChangeWorth) and holds.of == CHOSEN for holds in in_bar)
    if named and not used:
        says, hint = "a kind is named and never used", "in_bar: [{worth: {of: k, add: 1}}]"
        r.note(says, ("on_play",), hint, "effects-unused")
    if used and not named:
        says, hint = f"{CHOSEN} is used, but no kind was named", "on_play: [{choose_kind: k}]"
        r.note(says, ("in_bar",), hint, "effects-target")


def _with_inner(act: Act) -> Iterator[Act]:
    yield act
    for inner in act.inner():
        yield from _with_inner(inner)
