"""What players agree on before they begin: a kit, their names, and house rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, MutableSequence, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar
from weakref import WeakValueDictionary

from cardgen.base.errors import Problem, did_you_mean
from cardgen.engine.diagnosis import GameBroken, author_of
from cardgen.engine.phase import NBSP, OVER, Phase
from cardgen.engine.state import State
from cardgen.engine.tables import Tables, check_tables
from cardgen.engine.zones import Pieces, Places, Zone
from cardgen.model import Component, Kit
from cardgen.source.leaves import written

_TABLES: WeakValueDictionary[tuple[Any, ...], Setting] = WeakValueDictionary()
"""Every game that is at hand, by what it was made from: states that were pickled come back to it."""


class Setting(ABC):
    """What never changes during a game: a kit, a number of players, and the house rules they agreed on.

    A game looks up in `prepare` what its rules need of the kit. Its state is made of this class, and its `Game`
    inherits it. The pieces are the kit's own copies by index, so that no count or value is repeated.
    """

    slug: ClassVar[str]
    prefix: ClassVar[str]
    phases: ClassVar[tuple[Phase[Any], ...]] = ()
    state: ClassVar[type[State]] = State
    layout: ClassVar[tuple[Zone, ...]] = ()
    # what a story calls a piece that its hearer has not seen
    piece_word: ClassVar[str] = "card"
    # what the rules read in the kit's tables, by the name of each: `table(hand=whole(1, 10))`
    tables_read: ClassVar[Tables] = MappingProxyType({})

    def __init__(
        self,
        kit: Kit,
        players: int,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.kit = kit
        check_tables(kit, self.tables_read)
        self.options = house_rules(kit, options or {})
        if "players" in kit.options:
            # other numbers of players are a house rule of this kit
            if players not in kit.players.counts and "players" not in (options or {}):
                self.options = house_rules(kit, {**(options or {}), "players": players})
            players = self.options["players"]
        elif players not in kit.players.counts:
            raise ValueError(
                f"{kit.title} is for {kit.players.min} to {kit.players.max} players, not {players}"
            )
        self.players = players
        self.names: tuple[str, ...] = tuple(names or (f"P{seat}" for seat in range(players)))
        if len(self.names) != players or len(set(self.names)) != players:
            raise ValueError(f"{players} players need {players} different names, got {', '.join(self.names)}")
        if any(not name or name.replace(NBSP, "").split() != [name.replace(NBSP, "")] for name in self.names):
            # moves begin with it
            raise ValueError("a player's name is one word, or several with no-break spaces (U+00A0) between")
        # the fields of moves and states that are numbers, and what players call each
        self.called: dict[str, tuple[str, ...]] = {"seat": self.names}
        self._check_layout()
        self.pieces = Pieces(self.components(kit))
        self.stacked: tuple[tuple[int, ...], ...] = ()  # what a scenario wants to be dealt
        # what an experiment does to pieces that have just been shuffled; no state and no view knows of it
        self.mixed: Callable[[MutableSequence[int]], None] | None = None
        # what all chips are worth together, where they are counted
        self.chips_in_box: int | None = None
        for zone in self.layout:
            if zone.holds == "chips" and zone.begins:
                chips = sum(card.count for card in kit.component(zone.begins).cards)
                self.chips_in_box = chips + (self.chips_in_box or 0)
        self.zoned = Places(self.layout, self.names, self.state.fields)
        self._phase_by_name = {phase.name: phase for phase in (*self.phases, OVER)}
        self.prepare()
        _TABLES[self._made_from()] = self

    def _check_layout(self) -> None:
        """Raise what the zones name and the kit does not have, as their author's mistake."""
        name, where = author_of(self)
        wrong = [Problem(f"{name} {message}", where, code="rules") for message in self._mislaid()]
        if wrong:
            raise GameBroken(wrong)

    def _mislaid(self) -> list[str]:
        """Return what is wrong with the zones."""
        components, tables = [component.id for component in self.kit.components], list(self.kit.tables)
        wrong = [
            f"says {word}='{name}' of its zone '{zone.name}', and the kit has no such {what} ({did_you_mean(name, known)})"
            for zone in self.layout
            for word, name, what, known in (
                ("begins", zone.begins, "component", components),
                ("on", zone.on, "component", components),
                ("spots", zone.spots, "table", tables),
            )
            if name and name not in known
        ]
        begun = [zone.begins for zone in self.layout if zone.begins]
        twice = (name for name in dict.fromkeys(begun) if begun.count(name) > 1)
        return wrong + [f"lets '{name}' begin in two zones" for name in twice]

    def _made_from(self) -> tuple[Any, ...]:
        return (
            type(self),
            str(self.kit.root.resolve()),
            self.players,
            tuple(sorted(self.options.items())),
            self.names,
            self.pieces.names,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave the kit behind: where a game of the same kit is at hand it is that one, else the kit is read again.

        Only a kit that was made in Python travels along, for it lies nowhere.
        """
        kit = self.kit if self.kit.made_here else None
        return _again, (*self._made_from(), kit)

    def prepare(self) -> None:  # noqa: B027  (a game may have nothing to look up)
        """Look up what the rules need of the kit and the house rules, once; `pieces` are there already."""

    @abstractmethod
    def components(self, kit: Kit) -> Iterable[Component]:
        """Return the components that the game moves about, in an order that never changes."""

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a value in a move; a game adds its own fields."""
        if field == "card":
            return self.pieces.name(value)
        return str(self.called[field][value] if field in self.called else value)

    def unseen(self, number: int) -> str:
        """Return what a story says of pieces that its hearer has not seen: "a card", "3 cards"."""
        word = self.piece_word
        return f"{number} {word}s" if number > 1 else f"{'an' if word[0] in 'aeiou' else 'a'} {word}"

    def value(self, state: Any, field: str, words: str) -> Any:
        """Return the value of the words in a move; ValueError says what was expected."""
        if field == "card":
            return self.pieces.find(words)
        if field == "seat":
            return self.seat(words)
        if field in self.called:
            known = self.called[field]
            if words not in known:
                raise ValueError(f"'{words}' is no {field} ({did_you_mean(words, known)})")
            return known.index(words)
        if field in ("number", "chips"):
            if not words.removeprefix("-").isdecimal():
                raise ValueError(f"'{words}' is no number{' of chips' * (field == 'chips')}")
            return int(words)
        return words

    def handle(self, state: Any, field: str, value: Any) -> str:
        """Return what one points at to mean a value in a move, found by its words.

        "p12" is the piece with the number 12, "z:bar Ana" a zone, "s:2" a seat, "w:north" anything else. A game whose
        pieces lie at places of their own says "c:garden Ana:1,0" for a place; its `cells` say what lies there.
        """
        words = self.word(state, field, value)
        if self.pieces.knows(words):
            return f"p{self.pieces.find(words)}"
        owner = self.names[value] if type(value) is int and 0 <= value < self.players else ""
        for zone in (words, field, f"{field} {owner}"):
            if owner in words and zone in self.zoned.by_name:
                return f"z:{zone}"
        return f"s:{value}" if owner and owner in words else f"w:{words}"

    def cells(self, state: Any) -> dict[int, tuple[int, int]]:
        """Return column and row of each piece that lies in a grid or on a spot; those of a spot are its number and 0."""
        return {}

    def turned(self, state: Any) -> Collection[int]:
        """Return the pieces that lie sideways; one that is turned further is there once for each quarter or sixth."""
        return ()

    def seat(self, name: str) -> int:
        """Return the seat of a player; ValueError says who is at the table."""
        try:
            return self.names.index(name.replace(" ", NBSP))
        except ValueError:
            hint = did_you_mean(name, self.names)
            raise ValueError(f"nobody called '{name}' is at the table ({hint})") from None

    def phase_named(self, name: str) -> Phase[Any]:
        """Return the phase with this name; ValueError says what is known."""
        try:
            return self._phase_by_name[name]
        except KeyError:
            hint = did_you_mean(name, self._phase_by_name)
            raise ValueError(f"no phase '{name}' ({hint})") from None


def _again(
    kind: type[Setting],
    root: str,
    players: int,
    options: tuple[tuple[str, object], ...],
    names: tuple[str, ...],
    pieces: tuple[str, ...],
    kit: Kit | None,
) -> Setting:
    """Return the game that was pickled; ValueError if its kit has other pieces by now."""
    found = _TABLES.get((kind, root, players, options, names, pieces))
    if found is None:
        from cardgen.source import load_kit

        found = kind(kit or load_kit(Path(root)), players, dict(options), names)
        if found.pieces.names != pieces:
            raise ValueError(f"{root} has other pieces now than when this was pickled")
    return found


class HouseRules(dict[str, Any]):
    """The value of every option; one that the rules ask for and the kit does not have is the kit's mistake.

    `read` are those that somebody has asked for by name.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of an option, or else the default."""
        self.read.add(name)
        return super().get(name, default)

    def __missing__(self, name: str) -> Any:
        raise ValueError(f"the rules ask for the option '{name}', which game.yaml does not have")

    def __reduce__(self) -> tuple[Any, ...]:
        return HouseRules, (dict(self),)


def house_rules(kit: Kit, chosen: Mapping[str, object]) -> HouseRules:
    """Return the value of every option of the kit; ValueError for an unknown option or value."""
    rules = HouseRules({name: option.default for name, option in kit.options.items()})
    for name, value in chosen.items():
        if name not in rules:
            raise ValueError(f"{kit.title} has no option '{name}' ({did_you_mean(name, rules)})")
        # True == 1 in Python, but an option of numbers is not an option of yes and no
        option = kit.options[name]
        if option.find(value) is None:
            quoted = f"'{value}'" if isinstance(value, str) else written(value)
            raise ValueError(f"option '{name}' is {option.allowed}, not {quoted}")
        rules[name] = value
    return rules


def read_option(kit: Kit, text: str) -> tuple[str, str | int | bool]:
    """Return name and value of `name=value`; ValueError says what is allowed."""
    name, _, word = text.partition("=")
    found = kit.options[name].read(word) if name in kit.options else None
    return name, house_rules(kit, {name: word if found is None else found.value})[name]
