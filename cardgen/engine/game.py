"""The contract of a game: what every rulebook in `cardgen/games` provides, and what it gets for free."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from cardgen.base.errors import did_you_mean
from cardgen.engine.bots import Bot
from cardgen.engine.choices import Move, Moves
from cardgen.engine.phase import OVER, IllegalMove, Phase, Refusal
from cardgen.engine.pieces import Pieces
from cardgen.engine.state import State
from cardgen.model import Component, Kit

S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """One rulebook at one table: a kit, a number of players, and the house rules they agreed on.

    It knows what never changes during a game; all that changes is in the state. The pieces are the
    kit's own copies by index, so the game never repeats a count or a value that the kit has.
    """

    slug: ClassVar[str]
    prefix: ClassVar[str]
    turn_rule: ClassVar[str]
    phases: ClassVar[tuple[Phase[Any], ...]]
    # what the rules read of cards, and which tables: a saved game is of the kit that it was played with
    fields_that_count: ClassVar[tuple[str, ...]] = ()
    tables_that_count: ClassVar[tuple[str, ...]] = ()
    hand_zones: ClassVar[tuple[str, ...]] = ("hand",)
    play_zones: ClassVar[tuple[str, ...]] = ()
    stock_zones: ClassVar[tuple[str, ...]] = ("deck", "box")

    def __init__(
        self,
        kit: Kit,
        players: int,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.kit = kit
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
        if any(not name or name.split() != [name] for name in self.names):
            raise ValueError("the name of a player is one word")  # moves begin with it
        self.pieces = Pieces(self.components(kit))
        self._phase_by_name = {phase.name: phase for phase in (*self.phases, OVER)}

    # -- what a rulebook provides

    @abstractmethod
    def components(self, kit: Kit) -> Iterable[Component]:
        """Return the components that the game moves about, in an order that never changes."""

    @abstractmethod
    def deal(self, seed: int) -> S:
        """Return the table after set-up."""

    @abstractmethod
    def view(self, s: S, seat: int) -> S:
        """Return what a seat can see: the same state with every secret replaced by `HIDDEN`."""

    @abstractmethod
    def sample_world(self, view: S, rng: random.Random) -> S:
        """Return one full state that agrees with all the viewer has seen; each such world is possible."""

    @abstractmethod
    def zones(self, s: S) -> dict[str, list[int]]:
        """Return where each piece lies; every piece is in exactly one zone.

        A zone that each player has ends with the player's name: "deck", "hand P0", "garden P0".
        `hand_zones` and `play_zones` name the zones where pieces are held and lie when they are played,
        without that name; `stock_zones` are those where pieces wait that nobody needs now.
        """

    def counters(self, s: S) -> dict[str, int]:
        """Return how many chips or tokens without a face lie where; their sum never changes."""
        return {}

    @abstractmethod
    def scores(self, s: S) -> list[int]:
        """Return the score of each seat as it stands."""

    @abstractmethod
    def winners(self, s: S) -> tuple[int, ...]:
        """Return the winning seats of a game that is over."""

    @abstractmethod
    def ending(self, s: S) -> str:
        """Return how the game ended, in a few words."""

    @abstractmethod
    def facts(self, s: S) -> dict[str, Any]:
        """Return the position as words: what scenarios expect and stories print."""

    @abstractmethod
    def position(self, given: Mapping[str, Any]) -> S:
        """Return the table as a scenario describes it; `Misplaced` says which entry is wrong."""

    @abstractmethod
    def greedy(self) -> Bot:
        """Return a bot that plays like a sensible person."""

    def opened(self, s: S) -> None:
        """Tell what dealing has done, now that somebody listens; a game whose set-up has rules tells them."""

    def deeds(self) -> tuple[str, ...]:
        """Return the names of all that must happen in some game, such as each thing that a card can do.

        `tell(…, did=name)` says that it did; a simulation lists what was never done.
        """
        return ()

    def picture(self, s: S) -> str:
        """Return what lies on the table as lines of text, for stories."""
        return ""

    def rounds(self, s: S) -> int:
        """Return how many rounds have been begun."""
        return 0

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a value in a move; a game adds its own fields."""
        if field == "card":
            return self.pieces.name(value)
        if field == "seat":
            return str(self.names[value])
        return str(value)

    def value(self, state: Any, field: str, words: str) -> Any:
        """Return the value of the words in a move; ValueError says what was expected."""
        if field == "card":
            return self.pieces.find(words)
        if field == "seat":
            return self.seat(words)
        if field == "number":
            return int(words)
        return words

    # -- what it gets for free

    def moves(self, s: S) -> Moves:
        """Return the legal moves of the seat whose turn it is."""
        return s.phase.moves(s)

    def play(self, s: S, move: Move) -> None:
        """Carry out a move in place; IllegalMove names the move, the rule and the position."""
        if move not in s.phase.moves(s):
            raise IllegalMove(self._try_say(s, move), self._why_not(s, move), self.describe(s))
        s.phase.play(s, move)

    def over(self, s: S) -> bool:
        """Return whether the game is over."""
        return s.phase is OVER

    def say(self, s: S, move: Move) -> str:
        """Return the move as a sentence: who does what."""
        return f"{self.names[s.turn]} {s.phase.say(s, move)}"

    def read(self, s: S, text: str) -> Move:
        """Return the move that a sentence means.

        IllegalMove if the rules do not allow that player or that kind of move now; ValueError if it is
        no sentence of this game.
        """
        who, _, words = text.strip().partition(" ")
        seat = self.seat(who)
        if s.phase is OVER:
            raise IllegalMove(text, Refusal(self.turn_rule, "the game is over"), self.describe(s))
        if seat != s.turn:
            says = f"it is {self.names[s.turn]}'s turn"
            raise IllegalMove(text, Refusal(self.turn_rule, says), self.describe(s))
        move = s.phase.read(s, words)
        if move is not None:
            return move
        if not any(phrase.matches(words) for phase in self.phases for phrase in phase.phrases.values()):
            raise ValueError(f"'{words}' is no move of this game, expected {self._expected(s)}")
        says = f"{self.names[seat]} is to {s.phase.name} now"
        raise IllegalMove(text, Refusal(s.phase.rule, says), self.describe(s))

    def play_text(self, s: S, text: str) -> Move:
        """Carry out a move given as a sentence and return it."""
        move = self.read(s, text)
        try:
            self.play(s, move)
        except IllegalMove as refused:
            raise IllegalMove(text, refused.refusal, refused.position) from None
        return move

    def seat(self, name: str) -> int:
        """Return the seat of a player; ValueError says who is at the table."""
        try:
            return self.names.index(name)
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

    def describe(self, s: S) -> str:
        """Return the position as a few lines of text."""
        return "\n".join(f"  {key}: {value}" for key, value in self.facts(s).items() if value not in ([], {}))

    def _why_not(self, s: S, move: Move) -> Refusal:
        try:
            return s.phase.why_not(s, move)
        except (KeyError, IndexError, TypeError, ValueError):
            return Refusal(s.phase.rule, "that is no move of this game")

    def _try_say(self, s: S, move: Move) -> str:
        try:
            return self.say(s, move)
        except (KeyError, IndexError, TypeError, ValueError):
            return f"{self.names[s.turn]}: {move!r}"

    def _expected(self, s: S) -> str:
        sentences = [f"'{phrase.template}'" for phrase in s.phase.phrases.values()]
        return " or ".join(sentences) or "nothing"


class Misplaced(ValueError):
    """An entry of a described position is wrong; `path` leads to it ("hands", "P0", 1)."""

    def __init__(self, message: str, *path: str | int) -> None:
        self.message, self.path = message, path
        super().__init__(message, *path)

    def __str__(self) -> str:
        return f"{' › '.join(str(p) for p in self.path)}: {self.message}" if self.path else self.message


def house_rules(kit: Kit, chosen: Mapping[str, object]) -> dict[str, Any]:
    """Return the value of every option of the kit; ValueError for an unknown option or value."""
    rules: dict[str, Any] = {name: option.default for name, option in kit.options.items()}
    for name, value in chosen.items():
        if name not in rules:
            raise ValueError(f"{kit.title} has no option '{name}' ({did_you_mean(name, rules)})")
        # True == 1 in Python, but an option of numbers is not an option of yes and no
        allowed = kit.options[name].choices
        if not any(value == choice and type(value) is type(choice) for choice in allowed):
            shown = ", ".join(_shown(choice) for choice in allowed)
            raise ValueError(f"option '{name}' is {shown}, not {_shown(value)}")
        rules[name] = value
    return rules


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_option(kit: Kit, text: str) -> tuple[str, str | int | bool]:
    """Return name and value of `name=value`; ValueError says what is allowed."""
    name, _, word = text.partition("=")
    if name not in kit.options:
        raise ValueError(f"{kit.title} has no option '{name}' ({did_you_mean(name, kit.options)})")
    for choice in kit.options[name].choices:
        if word == _shown(choice):
            return name, choice
    shown = ", ".join(_shown(choice) for choice in kit.options[name].choices)
    raise ValueError(f"option '{name}' is {shown}, not '{word}'")
