"""One table: who sits where, what was played, and what each of them sees and may do."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cardgen.base.errors import CardgenError
from cardgen.engine import (
    EVERYBODY,
    OVER,
    Bot,
    Game,
    IllegalMove,
    Move,
    Recorder,
    Refusal,
    State,
    fingerprint,
    in_a_row,
)
from cardgen.engine.streams import stream
from cardgen.table.journal import Journal
from cardgen.table.position import scenario_of
from cardgen.table.seen import Offered, entry_of, offered, pointed_at, seen
from cardgen.table.setup import setup_lines
from cardgen.table.steps import Frame, Steps

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ida", "Jon")
"""What players are called who have not said their names."""
MOST_OFFERED = 1500
"""So many moves are sent to a seat at once; of more, those that mention what is pointed at (`pointed`)."""

MOST_ASKED = 50
"""So many rules that were asked for are kept with one move."""
MOST_SAID = 100
"""So many remarks of one seat are kept with a game, and so often it is given to a bot."""
LONGEST_REMARK, LONGEST_WORDS = 2000, 300  # letters of a remark, and of what is said at the table
MOST_WORDS = 300  # of one seat, said at the table
MOST_WATCHED = 40
"""So many last moves can be watched again, by who looked away."""
MOST_FORMS = 10  # of one seat: the last one counts

Line: TypeAlias = Mapping[str, Any]
"""A line of a journal: a move, a seat that is handed over, a remark."""


class NotNow(Exception):
    """What was asked cannot be done at this moment: somebody else's turn, an old page, or a game that is over."""


@dataclass(slots=True)
class Seat:
    """One place at the table: a person, or a bot by name ("" for a person)."""

    name: str
    bot: str = ""


@dataclass(slots=True)
class _PlayedMove:
    """A move with what each seat heard of it."""

    text: str
    entries: list[dict[str, Any]] = field(default_factory=list)
    frames: list[list[Frame]] = field(default_factory=list)
    """What each seat saw of it, moment by moment; only of the last moves."""
    _packed: bytes = b""

    def pack(self) -> None:
        """Keep the frames as bytes: of 200 tables they are a million objects, in which garbage would be looked for."""
        self._packed, self.frames = pickle.dumps(self.frames), []

    def frames_of(self, seat: int) -> list[Frame]:
        """Return what a seat saw; nothing of a move long ago."""
        frames = self.frames or (pickle.loads(self._packed) if self._packed else [])
        return frames[seat] if frames else []

    def forget(self) -> None:
        """Let go of what was seen."""
        self._packed, self.frames = b"", []


class Sitting:
    """A game that is being played. `version` grows with everything that changes what somebody sees.

    Whatever is played is in the journal before it changes the table, so that a table that is opened again from its
    journal is where it was. The seat after the last one is that of spectators, who see what everybody sees.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: Sequence[Seat],
        journal: Journal,
        bot_named: Callable[[str], Bot],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.seats, self.journal, self._now = game, list(seats), journal, now
        self._bot_named = bot_named
        self._bots: dict[str, Bot] = {}
        for one in seats:
            if one.bot:
                self._bot(one.bot)  # a wrong name is reported now
        self.people = {n for n, one in enumerate(seats) if not one.bot}
        """The seats that were ever a person's: their moves and hands stay theirs while a bot plays for them."""
        self._in_room = bool(journal.lines[0].get("room"))
        """Whether more people may come, who must find every secret kept."""
        self._seed_is_known = len(self.people) < 2 and not self._in_room
        self._notes: list[tuple[int, dict[str, Any]]] = []
        """What happened besides moves, each after so many of them; a move that is taken back takes none along."""
        self._asked: list[list[Any]] = []
        self._views: list[Any]
        self._may: list[Move] | None
        self._offered: list[Offered] | None
        self.spent = [0.0] * len(seats)
        """The seconds that the person of each seat took for moves, also for those that were taken back."""
        self.seed: int = journal.lines[0]["seed"]
        self.version = 0
        self._since = now()
        self._watched = False
        self._set_up()
        for line in journal.lines[1:]:
            self.happen(line)

    @classmethod
    def begin(
        cls,
        game: Game[Any],
        seats: Sequence[Seat],
        seed: int,
        journal: Callable[[Mapping[str, Any]], Journal],
        bot_named: Callable[[str], Bot],
    ) -> Sitting:
        """Return a new table; `journal` is given its first line."""
        return cls(game, seats, journal(setting_of(game, seats, seed)), bot_named)

    # -- what is known

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.phase is OVER

    @property
    def turn(self) -> int:
        """The seat that decides now."""
        return int(self.state.turn)

    def moves(self, seat: int) -> list[Move]:
        """Return what a seat may do now, as its own view tells it."""
        if self.over or seat != self.turn:
            return []
        if self._may is None:
            view = self._view(seat)
            self._may = list(view.phase.moves(view))
        return self._may

    def _view(self, seat: int) -> Any:
        """Return the view of a seat, or of spectators, for us, who change nothing in it; a bot gets one of its own."""
        if self._views[seat] is None:
            look = (
                self.game.public(self.state)
                if seat == self.game.players
                else self.game.view(self.state, seat)
            )
            self._views[seat] = look
        return self._views[seat]

    def message(self, seat: int) -> dict[str, Any]:
        """Return all that leaves for a seat: what it sees, what it may do, and the story as it heard it."""
        self._watch(seat)
        game, s = self.game, self.state
        view, phase = self._view(seat), s.phase
        moves, more = pointed_at(self._said(seat), (), MOST_OFFERED)
        over = None
        if self.over:
            over = {
                "winners": list(game.winners(s)),
                "scores": list(game.scores(s)),
                "ending": game.ending(s),
            }
        return {
            "game": game.slug,
            "version": self.version,
            "you": seat if seat < game.players else EVERYBODY,
            "turn": self.turn,
            "phase": phase.name,
            "rule": phase.rule,
            "over": over,
            "seats": [
                {"name": one.name, "is": "bot" if one.bot else "person", "seconds": round(seconds)}
                for one, seconds in zip(self.seats, self.spent, strict=True)
            ],
            **seen(game, view),
            "phrases": {verb: phrase.template for verb, phrase in phase.phrases.items()},
            "moves": moves,
            "more": more,
            "met": self._names_of(self.met[seat]),
            "setup": self.setup[seat],
            "story": self.story(seat),
            "steps": self.steps(seat, len(self.played) - 1)[-1:],
        }

    def steps(self, seat: int, after: int) -> list[dict[str, Any]]:
        """Return the moves after so many that can still be watched, as a seat heard and saw them: a story with `frames`."""
        self._watch(seat)
        first = max(0, after, len(self.played) - MOST_WATCHED)
        return [{**played.entries[seat], "frames": played.frames_of(seat)} for played in self.played[first:]]

    def story(self, seat: int) -> list[dict[str, Any]]:
        """Return what happened as a seat heard it: moves with their number, and between them who came and went."""
        moves = [(n, played.entries[seat]) for n, played in enumerate(self.played, 1)]
        notes = [(n, self._noticed(entry, seat)) for n, entry in self._notes]
        return [entry for _, entry in sorted([*moves, *notes], key=lambda one: one[0])]

    def _noticed(self, entry: dict[str, Any], seat: int) -> dict[str, Any]:
        """Return a note as a seat reads it: who has never seen a piece that somebody points at learns no name."""
        piece = entry.get("points")
        if piece is None:
            return entry
        known = piece in self.met[seat]
        name = self.game.pieces.names[piece] if known else self.game.unseen(1)
        return {**entry, "say": f"points at {name}", "points": piece if known else None}

    def pointed(self, seat: int, version: int, picked: Sequence[str]) -> dict[str, Any]:
        """Return the moves of a seat that mention all that it points at, and how many more there are; NotNow for an old page."""
        if version != self.version:
            raise NotNow("the table has changed since you looked at it")
        moves, more = pointed_at(self._said(seat), picked, MOST_OFFERED)
        return {"moves": moves, "more": more}

    def _said(self, seat: int) -> list[Offered]:
        if seat != self.turn:
            return []
        if self._offered is None:
            self._offered = offered(self.game, self._view(seat), self.moves(seat))
        return self._offered

    def _names_of(self, known: set[int]) -> dict[str, str]:
        """Return the card of each piece that a seat has met, by the piece's name: its story may speak of it."""
        pieces = self.game.pieces
        return {pieces.names[piece]: pieces.cards[piece].id for piece in sorted(known)}

    def why_not(self, seat: int, words: str) -> Refusal:
        """Return why a seat may not say this now: the rule and the reason; a Refusal without a rule when it is no move."""
        # asked of the view: a reason that only the whole table knows would tell what lies there
        view = self._view(seat)
        try:
            return self._refusal(view, self.game.read(view, f"{self.seats[seat].name} {words}"))
        except IllegalMove as refused:
            return refused.refusal
        except ValueError as error:
            return Refusal("", str(error))

    def _refusal(self, view: Any, move: Move) -> Refusal:
        try:
            return view.phase.why_not(view, move)  # type: ignore[no-any-return]
        except (KeyError, IndexError, TypeError, ValueError):  # it is about a piece that nobody here sees
            return Refusal(view.phase.rule, "that is none of the moves there are now")

    def rules_of(self, seat: int, move: Move) -> list[str]:
        """Return the rules that a move would use, as far as the seat can know: tried in a world that its view allows."""
        world = self.game.sample_world(self._view(seat), stream(*self.luck))
        recorder = Recorder()
        world.tell = recorder.tell
        self.game.play(world, move)
        return list(dict.fromkeys(rule for event in recorder.take() for rule in event.rules))

    def scenario(self, seat: int, title: str = "", asked: str = "") -> str:
        """Return the position as YAML; `asked` is a move, without the player's name, that is not allowed.

        NotNow at a table where anybody else was ever a person: the file tells what everybody holds.
        """
        if not self.over and (self._in_room or self.people != {seat}):
            raise NotNow(
                "a position tells what everybody holds; save it when the game is over, or play alone"
            )
        moves = [played.text for played in self.played]
        return scenario_of(self.game, self.seed, moves, title, [asked] if asked else [])

    # -- what is done: everything is a line of the journal first, and happens when that is on the disk

    def do(self, line: Line) -> None:
        """Note a line and let it happen; CardgenError when it cannot be saved, and then nothing has happened."""
        self.journal.note(line)
        self.happen(line)
        if last := self.last_line(line):
            with suppress(CardgenError):  # only a mark for lists of games
                self.journal.note(last)

    def play(self, seat: int, version: int, move: int | str) -> None:
        """Do what `to_play` says."""
        self.do(self.to_play(seat, version, move))

    def to_play(self, seat: int, version: int, move: int | str) -> Line:
        """Return the line of a move, by its number among `moves` or as a sentence without the player's name.

        NotNow for an old page or another's turn; IllegalMove.
        """
        if self.over:
            raise NotNow("the game is over")
        if seat != self.turn:
            raise NotNow(f"it is {self.seats[self.turn].name}'s turn")
        if self.seats[seat].bot:
            raise NotNow("a bot plays here; take the seat back first")
        if version != self.version:
            raise NotNow("the table has changed since you looked at it")
        moves = self.moves(seat)
        if not isinstance(move, str):
            if not 0 <= move < len(moves):
                raise NotNow("there is no such move")
            chosen = moves[move]
        else:
            view = self._view(seat)
            chosen = self.game.read(view, f"{self.seats[seat].name} {move}")
            if chosen not in moves:
                raise IllegalMove(move, self._refusal(view, chosen))
        return self._line_of(chosen, "person")

    def think(self) -> Move:
        """Return what the bot whose turn it is chooses; the table stays as it is."""
        seat = self.turn
        bot = self._bot(self.seats[seat].bot)
        view = self.game.view(self.state, seat)
        return bot.choose(view, view.phase.moves(view), stream(*self.luck))

    @property
    def luck(self) -> tuple[int, str, int]:
        """What the dice of a bot's choice come from: where the game is, not how often the table was opened."""
        return self.seed, f"bot {self.turn} {len(self.played)}", self.turn

    def play_bot(self, move: Move) -> None:
        """Play what `think` has chosen."""
        self.do(self.to_play_bot(move))

    def to_play_bot(self, move: Move) -> Line:
        """Return the line of what `think` has chosen."""
        return self._line_of(move, self.seats[self.turn].bot)

    def undo(self, seat: int) -> None:
        """Do what `to_undo` says."""
        self.do(self.to_undo(seat))

    def to_undo(self, seat: int, agreed: Collection[int] = ()) -> Line:
        """Return the line that takes back a person's last move and what came after it.

        NotNow before everybody else who was ever a person here has `agreed`: it may undo their moves, and whoever
        takes back a move knows what it showed.
        """
        if not self.can_undo(seat):
            raise NotNow("there is nothing to take back")
        if missing := sorted(self.people - {seat} - set(agreed)):
            raise NotNow(f"{in_a_row([self.seats[n].name for n in missing])} must agree first")
        return {"undo": seat, "agreed": sorted(agreed)} if agreed else {"undo": seat}

    def can_undo(self, seat: int) -> bool:
        """Return whether a person plays here who has made a move; a bot would make the same move again."""
        played = any(played.entries[seat]["who"] == seat for played in self.played)
        return played and seat in self.people and not self.seats[seat].bot

    def remark(self, seat: int, text: str) -> None:
        """Note what somebody says about the last move."""
        self.do(self.to_remark(seat, text))

    def to_remark(self, seat: int, text: str) -> Line:
        """Return the line of what somebody says about the last move; NotNow when it is too long, or one too many."""
        if len(text) > LONGEST_REMARK:
            raise NotNow(f"a remark has at most {LONGEST_REMARK} letters, this one has {len(text)}")
        if self._noted("remark", seat) >= MOST_SAID:
            raise NotNow(f"{MOST_SAID} remarks of one player are kept with a game")
        return {"remark": text, "seat": seat, "at": len(self.played)}

    def to_say(self, seat: int, words: str, piece: int | None = None) -> Line:
        """Return the line of what somebody says to all at the table, or ("") of a piece that it points at.

        NotNow when it is too long, one too many, or about a piece that the seat does not see.
        """
        if not words and piece not in self._known[seat]:
            raise NotNow("point at a piece that you see, or say something")
        if len(words) > LONGEST_WORDS:
            raise NotNow(f"that has {len(words)} letters, {LONGEST_WORDS} fit")
        if self._noted("words", seat) + self._noted("points", seat) >= MOST_WORDS:
            raise NotNow(f"{MOST_WORDS} sentences of one player are kept with a game")
        return {"words": words, "seat": seat} if words else {"points": piece, "seat": seat}

    def _noted(self, what: str, seat: int) -> int:
        return sum(line.get(what, "") != "" and line.get("seat") == seat for line in self.journal.lines)

    def asked_for(self, seat: int, rule: str) -> None:
        """Note that somebody asked for a rule: what its number says, or why a move is not allowed.

        It is kept with the next move: to ask changes nothing on disk, however often somebody does.
        """
        if [seat, rule] not in self._asked and len(self._asked) < MOST_ASKED:
            self._asked.append([seat, rule])

    def answer(self, seat: int, form: Mapping[str, Any]) -> None:
        """Note what somebody answers at the end; an answer that comes later stands."""
        self.do(self.to_answer(seat, form))

    def to_answer(self, seat: int, form: Mapping[str, Any]) -> Line:
        """Return the line of what somebody answers at the end (`kept.form_of`); NotNow before it."""
        if not self.over:
            raise NotNow("the game is not over")
        if self._noted("form", seat) >= MOST_FORMS:
            raise NotNow(f"{MOST_FORMS} answers of one player are kept with a game")
        return {"form": dict(form), "seat": seat}

    def hand_over(self, seat: int, bot: str) -> None:
        """Do what `to_hand_over` says."""
        self.do(self.to_hand_over(seat, bot))

    def to_hand_over(self, seat: int, bot: str, by: int | None = None, guest: str = "") -> Line:
        """Return the line that lets a bot play for a seat, or ("") a person again; `by` is the seat that does it.

        `guest` is the name of somebody who comes late and plays there from now on.

        NotNow when the seat is played so already, when it was handed over too often, and for a second person at a table
        that somebody set up to play alone: that person knows its seed.
        """
        if bool(bot) == bool(self.seats[seat].bot) and not guest:
            raise NotNow("a bot plays here already" if bot else "a person plays here already")
        if bot:
            self._bot(bot)  # a wrong name is reported now
            if self._noted("bot", seat) >= MOST_SAID:
                raise NotNow(f"this seat was given to a bot {MOST_SAID} times")
        elif self._seed_is_known and self.people - {seat}:
            raise NotNow(
                "this game was dealt for somebody who plays alone and knows its seed; deal a new one"
            )
        if guest:
            return {"seat": seat, "bot": "", "guest": guest}
        return {"seat": seat, "bot": bot} if by in (None, seat) else {"seat": seat, "bot": bot, "by": by}

    def _bot(self, name: str) -> Bot:
        if name not in self._bots:
            self._bots[name] = self._bot_named(name)
        return self._bots[name]

    # -- how it is done

    def _line_of(self, move: Move, by: str) -> Line:
        seconds = round(self._now() - self._since, 1)
        asked = {"asked": list(self._asked)} if self._asked else {}
        return {"move": self.game.say(self.state, move), "seconds": seconds, "by": by, **asked}

    def last_line(self, line: Line) -> Line | None:
        """Return the line that follows this one because it has ended the game."""
        return {"over": list(self.game.winners(self.state))} if self.over and "move" in line else None

    def happen(self, line: Line) -> None:
        """Change the table as a line says that is on the disk."""
        match line:
            case {"move": str(text)}:
                self.spent[self.turn] += line.get("seconds", 0.0) if line.get("by") == "person" else 0.0
                self._record(text)
                self._asked = [one for one in self._asked if one not in line.get("asked", ())]
            case {"undo": int(seat)}:
                last = max(n for n, played in enumerate(self.played) if played.entries[seat]["who"] == seat)
                self._again([played.text for played in self.played[:last]])
                self._notes = [(min(last, n), entry) for n, entry in self._notes]
                if agreed := [self.seats[n].name for n in line.get("agreed", ())]:
                    also = f"; {in_a_row(agreed)} {'agree' if len(agreed) > 1 else 'agrees'}"
                    self._note(seat, f"takes back the last move{also}")
            case {"seat": int(seat), "bot": str(bot)}:
                self.seats[seat].bot = bot
                by, name = line.get("by", seat), self.seats[seat].name
                if guest := line.get("guest"):
                    self._note(seat, f"is played by {guest} from now on")
                    self.people.add(seat)
                elif bot:
                    self._note(
                        by, "lets a bot play" + (f" for {name}, who is not here" if by != seat else "")
                    )
                else:
                    self._note(seat, "plays again" if seat in self.people else "takes the seat of a bot")
                    self.people.add(seat)
            case {"words": str(words), "seat": int(seat)}:  # it is heard, and nobody's thinking begins anew
                self._note(seat, f"says “{words}”", points=None)
                return
            case {"points": int(piece), "seat": int(seat)}:
                self._note(seat, "points", points=piece)
                return
            case _:
                return
        self.version += 1
        self._since = self._now()

    def _note(self, who: int, text: str, **more: Any) -> None:
        after = len(self.played)
        self._notes.append((after, {"n": after, "who": who, "say": text, "tell": [], **more}))

    def _begun(self) -> State:
        """Return the position before the first move."""
        state: State = self.game.deal(self.seed)
        return state

    def _watch(self, seat: int) -> None:
        """Look with the eyes of spectators, too, as soon as somebody watches: before that nobody pays for it."""
        if seat == self.game.players and not self._watched:
            self._watched = True
            self._again([played.text for played in self.played])

    def _again(self, moves: Sequence[str]) -> None:
        self._set_up()
        for text in moves:
            self._record(text)

    def _set_up(self) -> None:
        self.state = self._begun()
        seats = range(self.game.players + self._watched)
        viewers = [seat if seat < self.game.players else EVERYBODY for seat in seats]
        self._steps = Steps(self.game, self.state, viewers)
        self.played: list[_PlayedMove] = []
        self._moved()
        self._known = [_seen_in(frame) for frame in self._steps.now]
        """The pieces that each seat sees now."""
        self.met = [set(known) for known in self._known]
        """The pieces that each seat has seen so far."""
        self.setup = [setup_lines(self.game, self._view(seat)) for seat in seats]
        """What each seat is told before the first move."""

    def _moved(self) -> None:
        """Forget what was seen and might be done before."""
        self._views = [None] * (self.game.players + 1)
        self._may = self._offered = None

    def _record(self, text: str) -> None:
        game, s = self.game, self.state
        who, secret = self.turn, s.phase.secret
        game.play_text(s, text)
        self._moved()
        events, frames = self._steps.take()
        words = text.partition(" ")[2]
        played = _PlayedMove(text, frames=frames)
        for seat in range(len(self._known)):
            before, now = self._known[seat], _seen_in(self._steps.now[seat])
            between = {int(piece) for frame in frames[seat] for piece in frame.get("pieces", ())}
            self._known[seat] = now
            known = before | between
            self.met[seat] |= known | now
            it = entry_of(game, seat, known, now, who=who, text=words, events=events, secret=secret)
            played.entries.append({"n": len(self.played) + 1, **it})
        if self.played:
            self.played[-1].pack()
        self.played.append(played)
        if len(self.played) > MOST_WATCHED:
            self.played[-MOST_WATCHED - 1].forget()


def _seen_in(frame: Frame) -> set[int]:
    return set(map(int, frame["pieces"]))


def setting_of(game: Game[Any], seats: Sequence[Seat], seed: int) -> dict[str, Any]:
    """Return the first line of a journal: all that is needed to set the table up again."""
    defaults = {name: option.default for name, option in game.kit.options.items()}
    return {
        "game": game.slug,
        "players": [one.name for one in seats],
        "bots": [one.bot for one in seats],
        "options": {name: value for name, value in game.options.items() if value != defaults[name]},
        "seed": seed,
        "kit": fingerprint(game),
    }
