"""The contract of a game: what every rulebook in `cardgen/games` provides, and what it gets for free."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from functools import partial
from math import inf
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, get_args, get_origin

from cardgen.engine.choices import Bot, Move, Moves
from cardgen.engine.diagnosis import RAISED, diagnosed, no_choice, place_of
from cardgen.engine.given import Given, in_words, reading, said
from cardgen.engine.phase import OVER, IllegalMove, Refusal
from cardgen.engine.setting import Setting
from cardgen.engine.state import EVERYBODY, EVERYTHING, State
from cardgen.engine.zones import ZonePlace, conceal, reveal

S = TypeVar("S", bound=State)


def winners_first(standing: Sequence[float], winners: Collection[int]) -> list[float]:
    """Return a standing in which the winners of a game are one ahead of everyone else, if they are not ahead anyhow."""
    others = max((value for seat, value in enumerate(standing) if seat not in winners), default=-inf)
    if all(standing[seat] > others for seat in winners):
        return list(standing)
    return [others + 1 if seat in winners else value for seat, value in enumerate(standing)]


class Game(Setting, Generic[S]):
    """One rulebook at one table. It knows what never changes during a game; all that changes is in the state."""

    turn_rule: ClassVar[str]
    # what the rules read of cards, and which tables: a saved game is of the kit that it was played with
    fields_that_count: ClassVar[tuple[str, ...]] = ()
    tables_that_count: ClassVar[tuple[str, ...]] = ()
    rules_hash: str = ""  # of rules that are data: what they say
    # the rules that it tells of, where no Python declares them beside its code
    tells: ClassVar[tuple[str, ...] | None] = None
    # the zones that a simulation takes for hands, for pieces in play, and for what nobody needs now
    hand_zones: ClassVar[tuple[str, ...]] = ("hand",)
    play_zones: ClassVar[tuple[str, ...]] = ()
    stock_zones: ClassVar[tuple[str, ...]] = ("deck", "box")
    # who wins of those with the highest score: all of them, the one whose seat comes first or last, or nobody
    ties: ClassVar[Literal["shared", "first", "last", "nobody"]] = "shared"
    # what a standing counts, and whether each round is a game of its own for a simulation: cards are dealt anew, and
    # who has gained most in it has won it
    standing_unit: ClassVar[str] = "points"
    by_round: ClassVar[bool] = False
    # how many rounds players that think play on in mind, before they compare the standing; 0: to the end
    looks_ahead: ClassVar[int] = 0
    # where pieces go that a described position does not name: to the first of these zones that is not given
    rest: ClassVar[tuple[str, ...]] = ("deck", "box")

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in cls.__dict__.get("__orig_bases__", ()):
            of = get_args(base)
            if isinstance(get_origin(base), type) and isinstance(of[0], type) and issubclass(of[0], State):
                cls.state = of[0]
        if "tables_read" in cls.__dict__ and "tables_that_count" not in cls.__dict__:
            cls.tables_that_count = tuple(cls.tables_read)
        if "layout" in cls.__dict__:
            for use in ("hand", "play", "stock"):
                if f"{use}_zones" not in cls.__dict__:  # a game may know of more zones than it can list
                    setattr(cls, f"{use}_zones", tuple(zone.name for zone in cls.layout if zone.use == use))

    # -- what a rulebook provides

    @abstractmethod
    def deal(self, seed: int) -> S:
        """Return the table after set-up; `empty` is the one before it."""

    @abstractmethod
    def scores(self, s: S) -> list[int]:
        """Return the score of each seat as it stands."""

    @abstractmethod
    def greedy(self) -> Bot:
        """Return a bot that plays like a sensible person."""

    @property
    def blind(self) -> Game[S]:
        """The same rules at tables at which nobody looks, if they are quicker there: they are dealt, played and scored, and no more."""
        return self

    def quick(self) -> Bot:
        """Return who plays on in the minds of players that think: the greedy one, unless it takes its time."""
        return self.greedy()

    def strategies(self) -> Mapping[str, Bot]:
        """Return players of the game's own by name, each of whom is after something else than the greedy one."""
        return {}

    def far_enough(self, s: S, begun: S) -> bool:
        """Return whether players that think, and began to at a position, compare the standing here instead of playing on."""
        return bool(self.looks_ahead) and self.rounds(s) >= self.rounds(begun) + self.looks_ahead

    # -- what follows from zones and fields, unless a game knows better

    def empty(self) -> S:
        """Return the table before anything is dealt."""
        return cast("S", self.state(self))

    def zones(self, s: S) -> dict[str, list[int]]:
        """Return where each piece lies; every piece is in exactly one zone.

        A zone that each player has ends with the player's name: "deck", "hand P0", "garden P0".
        """
        return self.zoned.read(s)

    def counters(self, s: S) -> dict[str, int]:
        """Return how many chips or tokens without a face lie where; their sum never changes."""
        return self.zoned.count(s)

    def lies(self, s: S, place: ZonePlace) -> Any:
        """Return what the state has at a place, itself: a list, a list of lists, or a number of chips."""
        value = getattr(s, place.zone.field)
        return value if place.owner < 0 else value[place.owner]

    def known(self, s: S, seat: int) -> Set[int]:
        """Return pieces in zones that a seat does not see, whose place it knows all the same."""
        return frozenset()

    def view(self, s: S, seat: int) -> S:
        """Return what a seat can see: the same state with every secret replaced by `HIDDEN`."""
        v = s.copy()
        v.viewer, v.luck, v.stacked = seat, 0, ()
        known = self.known(s, seat)
        for place in self.zoned.unseen[seat]:
            if pieces := self.lies(v, place):
                conceal(pieces, known)
        return v

    def public(self, s: S) -> S:
        """Return what a spectator sees: what is left when every seat has looked; of a game for one, no hand either."""
        for seat in range(self.players):
            s = self.view(s, seat)
        s.viewer = EVERYBODY
        if self.players == 1:
            for place in self.zoned.of_pieces:
                if place.zone.seen_by == "owner" and (pieces := self.lies(s, place)):
                    conceal(pieces, frozenset())
        return s

    def sample_world(self, view: S, rng: random.Random) -> S:
        """Return one full state that agrees with all that the view shows; all such worlds are equally likely.

        A game in which more can be concluded than that (cards were swapped unseen, or came back) has its own way.
        """
        world = view.copy()
        seen = {piece for zone in self.zones(view).values() for piece in zone}
        unseen = [piece for piece in range(len(self.pieces)) if piece not in seen]
        rng.shuffle(unseen)
        for place in self.zoned.unseen[view.viewer]:
            reveal(self.lies(world, place), unseen)
        world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
        return world

    def worlds(self, view: S, rng: random.Random) -> Iterator[S]:
        """Yield such worlds without end; what the view lets one conclude is worked out once for all of them."""
        while True:
            yield self.sample_world(view, rng)

    def winners(self, s: S) -> tuple[int, ...]:
        """Return the winning seats of a game that is over: those with the highest score, or of them one, as `ties` says."""
        scores = self.scores(s)
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        if self.ties == "nobody":
            return best if len(best) == 1 else ()
        return best if self.ties == "shared" else best[:1] if self.ties == "first" else best[-1:]

    def sides(self, s: S) -> list[tuple[int, ...]]:
        """Return who wins together: the seats of each side, each seat for itself unless a game has teams."""
        return [(seat,) for seat in range(self.players)]

    def first(self, s: S) -> int:
        """Return the seat that begins, asked of a table that has just been dealt; -1 until it is known, asked again at each move."""
        return s.turn

    def standing(self, s: S) -> list[float]:
        """Return how far each seat has come, in one unit for all: who leads, and by how much. At the end nobody is ahead of a winner.

        It is asked of whole tables, also in mid-turn; players that think compare with it where they look no further.
        """
        return [float(score) for score in self.scores(s)]

    def score_parts(self, s: S) -> Mapping[str, Sequence[float]]:
        """Return what the score of each seat is made of, part by part; nothing where it is one thing only."""
        return {}

    def ending(self, s: S) -> str:
        """Return how the game ended, in a few words."""
        return s.ending

    def known_endings(self) -> int:
        """Return how many ways to end its rules have; 0 where they can't be counted."""
        return 0

    def rounds(self, s: S) -> int:
        """Return how many rounds have been begun: the field `round` of the state, if it has one."""
        return getattr(s, "round", 0)

    def facts(self, s: S) -> dict[str, Any]:
        """Return the position as words: what scenarios expect and stories print."""
        over = s.phase is OVER
        return {
            "turn": self.names[s.turn],
            "phase": s.phase.name,
            **in_words(self, s),
            "winners": [self.names[seat] for seat in self.winners(s)] if over else [],
            "ending": self.ending(s) if over else "",
        }

    def position(self, given: Mapping[str, Any]) -> S:
        """Return the table as a scenario describes it; `Misplaced` says which entry is wrong."""
        s = self.empty()
        with reading(self, given, self.words()) as entry:
            s.turn, s.phase = entry.seat("turn", 0), entry.phase("phase", self.phases[0].name)
            self.fill(s, entry)
            self.lay_rest(s, entry)
        return s

    def fill(self, s: S, entry: Given) -> None:
        """Put into a table all that is given."""
        entry.fill(s)

    def words(self) -> Collection[str]:
        """Return the entries that the description of a position may have."""
        return ("turn", "phase", *(name for name, *_ in said(self, self.state)))

    def lay_rest(self, s: S, entry: Given) -> None:
        """Put each piece that a description does not name into a zone of `rest`, in the order of the box."""
        zone = next((zone for zone in self.rest if zone not in entry.entries), self.rest[-1])
        rest = [piece for piece in range(len(self.pieces)) if piece not in entry.used]
        self.lies(s, self.zoned.by_name[zone]).extend(rest)

    def opened(self, s: S) -> None:
        """Tell what dealing has done, now that somebody listens; a game whose set-up has rules tells them.

        At a table it is told of each seat's view, so that nobody hears what another holds: leave out what is HIDDEN there.
        """

    def deeds(self) -> tuple[str, ...]:
        """Return the names of all that must happen in some game, such as each thing that a card can do.

        `tell(…, did=name)` says that it did; a simulation lists what was never done.
        """
        return ()

    def parts(self) -> Mapping[str, Collection[int]]:
        """Return the pieces of each part of the box that is no component of its own, such as the coins of a pack: `State.lack`."""
        return {}

    def picture(self, s: S) -> str:
        """Return what lies on the table as lines of text, for stories."""
        return ""

    # -- moves

    def moves(self, s: S) -> Moves:
        """Return the legal moves of the seat whose turn it is."""
        return s.phase.moves(s)

    def play(self, s: S, move: Move) -> None:
        """Carry out a move in place; IllegalMove names the move, the rule and the position."""
        phase = s.phase
        try:
            if legal := move in phase.moves(s):
                phase.play(s, move)
        except RAISED as error:
            found = no_choice(s) or diagnosed(error, self, suspect=place_of(phase, "play"))
            if found is None:
                raise
            raise found from error
        if not legal:
            raise IllegalMove(self._try_say(s, move), self._why_not(s, move), self._described(s))

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
            raise IllegalMove(text, Refusal(self.turn_rule, "the game is over"), self._described(s))
        if seat != s.turn:
            message = f"it is {self.names[s.turn]}'s turn"
            raise IllegalMove(text, Refusal(self.turn_rule, message), self._described(s))
        move = s.phase.read(s, words)
        if move is not None:
            return move
        if not any(phrase.matches(words) for phase in self.phases for phrase in phase.phrases.values()):
            raise ValueError(f"'{words}' is no move of this game, expected {self._expected(s)}")
        message = f"{self.names[seat]} is to {s.phase.name} now"
        raise IllegalMove(text, Refusal(s.phase.rule, message), self._described(s))

    def play_text(self, s: S, text: str) -> Move:
        """Carry out a move given as a sentence and return it."""
        move = self.read(s, text)
        try:
            self.play(s, move)
        except IllegalMove as refused:
            raise IllegalMove(text, refused.refusal, refused.described) from None
        return move

    def describe(self, s: S) -> str:
        """Return the position as a few lines of text."""
        return "\n".join(f"  {key}: {value}" for key, value in self.facts(s).items() if value not in ([], {}))

    def _described(self, s: S) -> Callable[[], str]:
        """Return what describes the position as it is now, however the game goes on."""
        return partial(self.describe, s.copy())

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
