"""The table at one moment: all that a game must remember, and nothing of how it is played."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableSequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cardgen.engine.fields import Declared, Limit, begins
from cardgen.engine.phase import OVER, Asked, Phase
from cardgen.engine.streams import roll, shuffle
from cardgen.engine.telling import MISSING, Tell

if TYPE_CHECKING:
    from typing import Self

EVERYTHING = -1
"""The viewer of a state that hides nothing."""
EVERYBODY = -2
"""The viewer who is no seat: a spectator sees what everybody sees (`Game.public`)."""


class State(metaclass=Declared):
    """Plain numbers and lists. A game declares its fields (`cardgen.engine.fields` says how), and no more.

    `phase` and `turn` say what is to be decided and by whom. A question in between (defend? which card?)
    lies on `stack`: `ask` puts the present one aside, `answered` takes it up again. `luck` is the dice
    of the game, `stacked` says what a scenario wants of the next deals; `viewer` is the seat that sees this state, or `EVERYTHING`; `ending` is how the game ended.
    """

    game: Any
    tell: Tell | None
    phase: Phase[Any] = OVER
    turn: int = 0
    about: tuple[Any, ...] = ()
    stack: list[Asked]
    luck: int = 0
    stacked: tuple[tuple[int, ...], ...] = begins(lambda game: game.stacked)
    viewer: int = EVERYTHING
    ending: str = ""

    unsaid: ClassVar[tuple[str, ...]] = ()
    """Fields that no scenario and no story names: what only the code keeps in mind."""

    limits: ClassVar[Mapping[str, Limit]] = {}
    """What fields that count something can be, where that is not anything from 0: `{"hour": Limit(most=…)}`."""

    if TYPE_CHECKING:  # made from the fields

        def __init__(self, game: Any) -> None: ...

        def copy(self) -> Self:
            """Return an independent copy; nobody records it."""

    def roll(self, sides: int) -> int:
        """Return a number from 0 to `sides` - 1 from the dice of the game."""
        self.luck, number = roll(self.luck, sides)
        return number

    def shuffle(
        self, pieces: MutableSequence[int], chance: Random | None = None, *, first_on_top: bool = False
    ) -> None:
        """Shuffle in place with the dice of the game, or before they are there by chance.

        A scenario may want some pieces to be dealt first: those come from the end, or `first_on_top` from the beginning.
        """
        if chance:
            chance.shuffle(pieces)
        else:
            self.luck = shuffle(self.luck, pieces)
        if self.stacked:
            wanted, *rest = self.stacked
            self.stacked = tuple(rest)
            missing = [piece for piece in wanted if piece not in pieces]
            if missing:
                names = ", ".join(self.game.pieces.list(missing))
                raise ValueError(
                    f"{names} cannot be dealt, that is not among the {len(pieces)} that are shuffled"
                )
            others = [piece for piece in pieces if piece not in wanted]
            pieces[:] = [*wanted, *others] if first_on_top else [*others, *wanted[::-1]]
        if self.game.mixed:
            self.game.mixed(pieces)
        if self.tell:
            self.tell.mixed.update(pieces)

    def ask(self, phase: Phase[Any], seat: int, about: tuple[Any, ...] = ()) -> None:
        """Interrupt what is going on: `seat` decides `phase` first."""
        self.stack.append(Asked(self.phase, self.turn, self.about))
        self.phase, self.turn, self.about = phase, seat, about

    def answered(self) -> tuple[Any, ...]:
        """Go back to what was interrupted; returns what the question was about."""
        about, waiting = self.about, self.stack.pop()
        self.phase, self.turn, self.about = waiting.phase, waiting.turn, waiting.about
        return about

    def apply(self, *rules: str, to: str = "", only: Collection[int] | None = None) -> None:
        """Note rules where they act, if anybody listens; they are told with the next sentence, or that of rule `to`.

        `only` are the seats that may hear the number while they play, where it would give a secret away.
        """
        if self.tell:
            self.tell.apply(*rules, to=to, only=only)

    def lack(self, rule: str, says: str, **parts: int) -> None:
        """Tell, if anybody listens, how many pieces of a part of the box are wanted and not there: the box is too small.

        A part is a component, a card (one kind of chip), or one of the `parts` of the game; 0 tells nothing.
        """
        missing: dict[str, Any] = {MISSING + part: number for part, number in parts.items() if number > 0}
        if self.tell and missing:
            self.tell(rule, says, **missing)

    @classmethod
    def _names(cls) -> list[str]:
        return sorted(name for name in cls.fields if name[0] != "_")

    def to_dict(self) -> dict[str, Any]:
        """Return the state as plain data that JSON can hold."""
        return {name: _plain(getattr(self, name)) for name in self._names()}

    @classmethod
    def from_dict(cls, game: Any, data: Mapping[str, Any]) -> Self:
        """Return the state that `to_dict` wrote."""
        new = cls(game)
        for name in cls._names():
            setattr(new, name, _restored(game, data[name]))
        return new

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.game, self.to_dict())


def _plain(value: Any) -> Any:
    match value:
        case list():
            return [_plain(item) for item in value]
        case tuple():
            return {"tuple": [_plain(item) for item in value]}
        case dict():
            # in their order, which may decide how moves are numbered
            return {"dict": [[key, _plain(item)] for key, item in value.items()]}
        case Phase():
            return {"phase": value.name}
        case Asked():
            return {"asked": [_plain(value.phase), value.turn, _plain(value.about)]}
    return value


def _restored(game: Any, value: Any) -> Any:
    match value:
        case list():
            return [_restored(game, item) for item in value]
        case {"tuple": items}:
            return tuple(_restored(game, item) for item in items)
        case {"dict": pairs}:
            return {key: _restored(game, item) for key, item in pairs}
        case {"phase": name}:
            return game.phase_named(name)
        case {"asked": [phase, turn, about]}:
            return Asked(_restored(game, phase), turn, _restored(game, about))
    return value
