"""A table without rules: pieces that people push about, and what each of them may know of it (decision 064).

Nothing here says what is allowed in a game. What is refused is what hands could not do either: to move what somebody
else has just moved, to draw from an empty pile, to reach into another's hand. Shuffles and dice come from the luck that
the server gives each action, so that a journal of actions plays the same evening again.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Any, Literal

from cardgen.engine import in_a_row
from cardgen.table.sitting import NotNow

TABLE = "table"
"""The place in the middle: all that lies neither before a player nor in a pile."""
MOST_AT_ONCE = 100
"""So many pieces are moved by one action."""
MOST_SAID = 300
"""So many letters has a note or a remark."""
_MOST_THINGS = {"dice": 12, "counters": 24, "notes": 40}
_SIDES = (4, 6, 8, 10, 12, 20)
BREAK = 900
"""Seconds without an action after which nobody sits at the table any more."""
_KEPT = 40  # actions that can be taken back
_GAP = 4.0  # mm between pieces that are laid side by side
_STEP = 1.2  # mm from one piece of a stack to the next
_WORDS = {"decks": "card", "tiles": "tile", "tokens": "token"}

Show = Literal["table", "pile", "row", "area", "hand"]
LAID: tuple[Show, ...] = ("table", "row", "area")
"""Where pieces lie beside each other, each with its spot."""


@dataclass(slots=True, eq=False)
class FreePiece:
    """A printed piece: `back` is the card whose back it shows ("" for a blank one), `size` in mm.

    `handle` is what a page calls it, "" while nobody could point at it: in a pile it has none, and it gets another one
    whenever it comes out of a pile or a hand. `changed` is the version in which it was moved last, `by` whom.
    """

    card: str
    name: str
    word: str
    size: tuple[float, float]
    round: bool
    back: str
    place: str = ""
    x: float = 0.0
    y: float = 0.0
    turn: int = 0
    up: bool = True
    fixed: bool = False
    handle: str = ""
    changed: int = 0
    by: int = -1
    shown: frozenset[int] = frozenset()
    """The seats that are shown this piece of somebody's hand; that ends when it leaves the hand."""
    cut: bool = False
    """Whether its picture is transparent beyond a contour of its own."""

    @property
    def form(self) -> dict[str, bool]:
        """What a page is told of its shape, nothing for a rectangle."""
        return {name: True for name, is_so in (("round", self.round), ("cut", self.cut)) if is_so}


@dataclass(slots=True)
class FreePlace:
    """Where pieces lie: `box` is its left, top, width and height in mm, `pieces` are numbers from the bottom up.

    A pile that is `closed` holds its pieces face down. What belongs to a `seat` lies before it, wherever that is on a
    page. A row lies in the middle; one that is divided has so many columns and rows of `cells`, whose `keys` go from its
    top left. Hexagons are two columns wide, and begin at the columns and rows of `halves`.
    """

    name: str
    title: str
    show: Show
    box: tuple[float, float, float, float]
    seat: int = -1
    closed: bool = False
    pieces: list[int] = field(default_factory=list)
    cells: tuple[int, int] = (0, 0)
    keys: tuple[str, ...] = ()
    halves: tuple[tuple[int, int], ...] = ()

    def cell(self, n: int) -> tuple[float, float]:
        """Return the middle of a cell, in mm from the corner."""
        columns, rows = self.cells
        column, row = self.halves[n] if self.halves else (n % columns, n // columns)
        middle = column + (1 if self.halves else 0.5)
        return middle * self.box[2] / columns, (row + 0.5) * self.box[3] / rows

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return where something comes to lie that is put down at a point: in the middle of a cell, if there are any."""
        cells = [self.cell(n) for n in range(len(self.keys))]
        return min(cells, key=lambda cell: hypot(cell[0] - x, cell[1] - y), default=(x, y))


@dataclass(slots=True)
class FreeState:
    """All that lies on the table: what is taken back when something is taken back."""

    pieces: list[FreePiece]
    places: dict[str, FreePlace]
    dice: list[dict[str, Any]] = field(default_factory=list)
    counters: list[dict[str, Any]] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)
    turn: int = 0
    pointed: tuple[int, str] = (0, "")
    """The version in which somebody pointed at a piece last, and its handle."""
    ends: frozenset[int] = frozenset()
    """The seats that want to end the evening."""
    over: bool = False
    wish: tuple[int, int] | None = None
    """Who has asked whom for a card at random and has no answer yet."""


@dataclass(slots=True)
class FreeLine:
    """A line of the story: "draws|draw" and what follows, for those who know more in `known` by their seats."""

    who: int
    verb: str
    rest: str
    known: dict[int, str] = field(default_factory=dict)

    def to(self, seat: int) -> str:
        """Return what a seat reads after the name of who did it."""
        third, _, own = self.verb.partition("|")
        words = self.known.get(seat, self.rest)
        return f"{own if seat == self.who and own else third} {words}".strip()


class FreeTable:
    """The table, its story, and the actions that change it."""

    def __init__(self, state: FreeState, names: Sequence[str], begun: Sequence[str] = ()) -> None:
        self.state, self.names = state, list(names)
        self.begun = list(begun)
        """Sentences about how the table was set up."""
        self.version = 0
        self.story: list[FreeLine] = []
        self.done: dict[int, tuple[int, bytes]] = {}
        """The newest actions by their number: who did it, and the table before it."""
        self.spent = [0] * len(self.names)
        """The seconds that each seat was on turn, breaks left out."""
        self._clock = 0
        self.sat: set[int] = set()
        """The seats at which somebody has ever done something."""
        self._handles = 0
        for place in state.places.values():
            for number in place.pieces:
                self._lay(number, place)

    @property
    def sitting(self) -> set[int]:
        """The seats that have a say in the end: those that did something, or hold something."""
        return self.sat | {
            place.seat for place in self.state.places.values() if place.show == "hand" and place.pieces
        }

    # -- what is done

    def do(self, seat: int, asked: Mapping[str, Any], luck: int) -> list[str]:
        """Do what a seat asks; return the cards that it alone is shown, from the top. NotNow changes nothing."""
        shown, happen = self.attempt(seat, asked, luck)
        happen()
        return shown

    def attempt(self, seat: int, asked: Mapping[str, Any], luck: int) -> tuple[list[str], Callable[[], None]]:
        """Return what a seat would be shown, and what lets the action happen: before that nothing has changed.

        `asked` has `do`, the name of the action, and what that needs; `v` is the version that its page shows. NotNow says
        why it cannot be done.
        """
        action = _ACTIONS.get(str(asked.get("do")))
        if action is None:
            raise NotNow("nothing is done like that here")
        if self.state.over and asked.get("do") != "say":
            raise NotNow("this evening has ended")
        before, handles, lines = pickle.dumps(self.state, 5), self._handles, len(self.story)
        self.version += 1
        try:
            shown = action(self, seat, _Action(self, seat, asked), random.Random(luck)) or []
            after = (self.state, self._handles, self.story[lines:])
        finally:
            self.state, self._handles, self.version = pickle.loads(before), handles, self.version - 1
            del self.story[lines:]

        def happen() -> None:
            self.state, self._handles, added = after
            self.version += 1
            self.sat.add(seat)
            self.story += added
            self.done[self.version] = (seat, before)
            for old in [number for number in self.done if number <= self.version - _KEPT]:
                del self.done[old]

        return shown, happen

    def again(self, line: Mapping[str, Any]) -> None:
        """Do what a line of a journal says; NotNow, KeyError, TypeError, ValueError where that cannot have been."""
        if type(line.get("at")) is int:
            self.passed(line["at"])
        if "undo" in line:
            self.undo(int(line["seat"]), int(line["undo"]))
        elif "do" in line:
            self.do(int(line["seat"]), line["do"], int(line["luck"]))

    def undo(self, seat: int, number: int) -> None:
        """Lay the table as it was before an action, by its version; what was seen stays said."""
        if number not in self.done:
            raise NotNow("that is too long ago to be taken back")
        count = sum(one >= number for one in self.done)
        what = "the last deed" if count == 1 else f"the last {count} deeds"
        self.version += 1
        self.state = pickle.loads(self.done[number][1])
        for piece in self.state.pieces:
            piece.changed = self.version
        for newer in [one for one in self.done if one >= number]:
            del self.done[newer]
        self.story.append(FreeLine(seat, "takes back|take back", what))

    def last_of(self, seat: int) -> int:
        """Return the newest action of a seat that can be taken back; 0 for none."""
        return max((number for number, (who, _) in self.done.items() if who == seat), default=0)

    def passed(self, at: int) -> None:
        """Count the time since the last action for who is on turn; `at` is in seconds."""
        if self._clock and 0 <= at - self._clock < BREAK:
            self.spent[self.state.turn] += at - self._clock
        self._clock = at

    def _new_handle(self) -> str:
        self._handles += 1
        return f"p{self._handles}"

    def _lay(self, number: int, place: FreePlace, again: bool = True) -> None:
        piece = self.state.pieces[number]
        piece.place = place.name
        if place.show == "pile":
            piece.handle, piece.up, piece.turn = "", not place.closed, 0
        elif again or not piece.handle:
            piece.handle = self._new_handle()

    def _move(self, number: int, to: FreePlace, by: int) -> None:
        """Put a piece on top of what lies in a place; its handle stays where everybody could follow it."""
        piece = self.state.pieces[number]
        before = self.state.places[piece.place]
        before.pieces.remove(number)
        to.pieces.append(number)
        followed = before.show in LAID and to.show in LAID
        self._lay(number, to, again=not followed)
        piece.changed, piece.by, piece.shown = self.version, by, frozenset()

    def say(self, who: int, verb: str, rest: str = "", known: Mapping[int, str] | None = None) -> None:
        """Write a line of the story."""
        self.story.append(FreeLine(who, verb, rest, dict(known or {})))

    # -- what is known

    def message(self, seat: int, picture: Callable[[str, str], str]) -> dict[str, Any]:
        """Return all that a seat sees; `picture` names a side of a card for this seat alone. A spectator's seat is past the last."""
        payload: dict[str, Any] = {
            "v": self.version,
            "you": seat,
            "turn": self.state.turn,
            # copies: what is new is found by comparing with what was sent last
            "dice": [dict(one) for one in self.state.dice],
            "counters": [dict(one) for one in self.state.counters],
            "notes": [dict(one) for one in self.state.notes],
            "pointed": list(self.state.pointed),
            "hand": [],
            "begun": self.begun,
            "shown": [],
            "over": self.state.over,
            "ends": sorted(self.state.ends),
            "wish": self.state.wish and list(self.state.wish),
            "last": self.last_of(seat),
            "story": [
                {"n": n, "who": line.who, "says": line.to(seat)} for n, line in enumerate(self.story, 1)
            ],
            "hands": [len(self.state.places[f"hand {n}"].pieces) for n in range(len(self.names))],
        }

        def face(piece: FreePiece, up: bool) -> dict[str, Any]:
            if up:
                name = picture(piece.card, "front")
                payload[f"f:{name}"] = piece.name
                return {"face": name}
            return {"back": picture(piece.back, "back") if piece.back else ""}

        for place in self.state.places.values():
            pieces = [self.state.pieces[number] for number in place.pieces]
            if place.show == "hand":
                if place.seat == seat:
                    payload["hand"] = [
                        {
                            "id": piece.handle,
                            "size": piece.size,
                            **piece.form,
                            **({"to": sorted(piece.shown)} if piece.shown else {}),
                            **face(piece, True),
                        }
                        for piece in pieces
                    ]
                payload["shown"] += [  # in an order that says nothing of the hand
                    {"by": place.seat, **face(piece, True)}
                    for piece in sorted(pieces, key=lambda one: (one.name, one.card))
                    if seat in piece.shown
                ]
                continue
            about: dict[str, Any] = {"title": place.title, "show": place.show, "box": place.box}
            about |= {"seat": place.seat} if place.seat >= 0 else {}
            if place.show == "pile":
                about |= {"n": len(pieces), "closed": place.closed}
                if pieces:
                    top = pieces[-1]
                    about |= {
                        "size": top.size,
                        **top.form,
                        "word": top.word,
                        **face(top, not place.closed),
                    }
            else:
                about |= {"cells": place.cells, "keys": place.keys} if place.keys else {}
                about |= {"halves": place.halves} if place.halves else {}
                about["order"] = [piece.handle for piece in pieces]
                for piece in pieces:
                    payload[f"p:{piece.handle}"] = {
                        "in": place.name,
                        "at": [round(piece.x, 1), round(piece.y, 1)],
                        "size": piece.size,
                        "word": piece.word,
                        **piece.form,
                        **({"turn": piece.turn} if piece.turn else {}),
                        **({"fixed": True} if piece.fixed else {}),
                        **face(piece, piece.up),
                    }
            payload[f"at:{place.name}"] = about
        return payload


class _Action:
    """What a seat asks for, read piece by piece; NotNow says what cannot be meant."""

    def __init__(self, table: FreeTable, seat: int, asked: Mapping[str, Any]) -> None:
        self.table, self.seat, self.asked = table, seat, asked
        self.state = table.state

    def place(self, key: str, default: str = "") -> FreePlace:
        """Return the place that is named."""
        found = self.state.places.get(str(self.asked.get(key, default)))
        if found is None:
            raise NotNow("there is no such place")
        return found

    def pile(self, key: str = "of") -> FreePlace:
        """Return the pile that is named."""
        found = self.place(key)
        if found.show != "pile":
            raise NotNow(f"{found.title} is no pile")
        return found

    def pieces(self) -> list[int]:
        """Return the pieces that are named, each once, in their order on the table; what somebody else moved since is refused."""
        handles = self.asked.get("pieces")
        if not isinstance(handles, list) or not 0 < len(handles) <= MOST_AT_ONCE:
            raise NotNow(f"1 to {MOST_AT_ONCE} pieces are moved at once")
        known = {piece.handle: n for n, piece in enumerate(self.state.pieces) if piece.handle}
        version = self.whole("v", 0, 1 << 53, 1 << 53)
        found = []
        for handle in dict.fromkeys(map(str, handles)):
            number = known.get(handle)
            if number is None or not self._reaches(self.state.places[self.state.pieces[number].place]):
                raise NotNow("that piece lies somewhere else now")
            piece = self.state.pieces[number]
            if piece.changed > version and piece.by not in (-1, self.seat):
                raise NotNow(f"{self.table.names[piece.by]} was faster")
            found.append(number)
        return found

    def _reaches(self, place: FreePlace) -> bool:
        return place.show != "hand" or place.seat == self.seat

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """Return a whole number within limits."""
        value = self.asked.get(key, default)
        if type(value) is not int or not least <= value <= most:
            raise NotNow(f"{key} is a whole number from {least} to {most}")
        return value

    def text(self, key: str = "says") -> str:
        """Return some words, without space around them."""
        value = self.asked.get(key, "")
        words = " ".join(value.split()) if isinstance(value, str) else ""
        if len(words) > MOST_SAID:
            raise NotNow(f"that has {len(words)} letters, {MOST_SAID} fit")
        return words

    def point(self, place: FreePlace) -> tuple[float, float] | None:
        """Return where in a place something is laid, in mm from its corner; None where nothing is said."""
        at = self.asked.get("at")
        if at is None:
            return None
        if not isinstance(at, list) or len(at) != 2 or not all(type(one) in (int, float) for one in at):
            raise NotNow("a point is two numbers")
        _, _, wide, high = place.box
        x, y = (float(one) for one in at)
        return place.nearest(min(max(0.0, x), wide), min(max(0.0, y), high))  # in this order NaN becomes 0


def _called(table: FreeTable, pieces: Sequence[int], seen: Callable[[FreePiece], bool]) -> str:
    """Return what pieces are called by somebody who sees some of them: "Tea 3", "a card", "2 cards and Tea 3"."""
    state = table.state
    names = Counter(state.pieces[n].name for n in pieces if seen(state.pieces[n]))
    hidden = Counter(state.pieces[n].word for n in pieces if not seen(state.pieces[n]))
    if len(names) > 3:
        hidden += Counter(state.pieces[n].word for n in pieces if seen(state.pieces[n]))
        names.clear()
    words = [f"{count} {name}" if count > 1 else name for name, count in names.items()]
    words += [f"{count} {word}s" if count > 1 else f"a {word}" for word, count in hidden.items()]
    return in_a_row(words)


def _open_to_all(table: FreeTable) -> Callable[[FreePiece], bool]:
    def seen(piece: FreePiece) -> bool:
        place = table.state.places[piece.place]
        return place.show != "hand" and (not place.closed if place.show == "pile" else piece.up)

    return seen


def _everything(piece: FreePiece) -> bool:
    return True


def _to(table: FreeTable, place: FreePlace, reader: int = -1) -> str:
    """Return where something goes, as a seat reads it."""
    if place.show == "area":
        return "before " + ("you" if place.seat == reader else table.names[place.seat])
    return "to the table" if place.show == "table" else f"to {place.title}"


def free_spot(state: FreeState, place: FreePlace, size: tuple[float, float]) -> tuple[float, float]:
    """Return the middle of the first free spot in a place, row by row; where all is full, one a little beside the last."""
    wide, high = size
    if place.cells[0]:
        lying = {(round(state.pieces[n].x), round(state.pieces[n].y)) for n in place.pieces}
        cells = [place.cell(n) for n in range(len(place.keys))]
        return next((cell for cell in cells if (round(cell[0]), round(cell[1])) not in lying), cells[-1])
    taken = [
        (one.x - one.size[0] / 2, one.y - one.size[1] / 2, *one.size)
        for one in (state.pieces[n] for n in place.pieces)
    ]
    if place.show == "table":
        taken += [
            (x, y, w, h) for x, y, w, h in (p.box for p in state.places.values() if p.show in ("pile", "row"))
        ]
    y = _GAP
    while y + high <= place.box[3] + 0.01:
        x = _GAP
        while x + wide <= place.box[2]:
            under = [
                t
                for t in taken
                if x < t[0] + t[2] and t[0] < x + wide and y < t[1] + t[3] and t[1] < y + high
            ]
            if not under:
                return x + wide / 2, y + high / 2
            x = max(t[0] + t[2] for t in under) + _GAP
        y += max(8.0, high / 4)
    shift = 5.0 * (len(place.pieces) % 12)
    return min(wide / 2 + _GAP + shift, place.box[2]), min(high / 2 + _GAP + shift, place.box[3])


# -- the actions


def _move(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    numbers, to = asked.pieces(), asked.place("to", TABLE)
    state = table.state
    _not_fixed(state, numbers)
    before = _open_to_all(table)
    was_open = {n: before(state.pieces[n]) for n in numbers}
    from_hand = [n for n in numbers if state.places[state.pieces[n].place].show == "hand"]
    at, first = asked.point(to), state.pieces[numbers[0]]
    apart = {n: (state.pieces[n].x - first.x, state.pieces[n].y - first.y) for n in numbers}
    same = {state.pieces[n].place for n in numbers} == {first.place} and not from_hand
    where = {state.pieces[n].place for n in numbers}
    for n in numbers:
        piece = state.pieces[n]
        if n in from_hand:
            piece.up, piece.turn = not asked.asked.get("down"), 0
        spot = at or (free_spot(state, to, piece.size) if to.show in LAID else (0.0, 0.0))
        table._move(n, to, seat)
        if at:
            x, y = apart[n] if same else (numbers.index(n) * 14.0, 0.0)
            spot = to.nearest(min(max(at[0] + x, 0.0), to.box[2]), min(max(at[1] + y, 0.0), to.box[3]))
        piece.x, piece.y = spot
    now = _open_to_all(table)

    def seen(piece: FreePiece) -> bool:
        return was_open[state.pieces.index(piece)] or now(piece)

    what = _called(table, numbers, seen)
    own = {seat: _called(table, numbers, lambda piece: seen(piece) or state.pieces.index(piece) in from_hand)}
    if to.show == "hand":
        if to.seat == seat:
            table.say(
                seat,
                "takes|take",
                f"{what} into the hand",
                {
                    seat: f"{what if len(from_hand) == len(numbers) else _called(table, numbers, _everything)} into your hand"
                },
            )
        else:
            known = {
                one: f"{table.names[to.seat]} {_called(table, numbers, _everything)}"
                for one in (seat,)
                if from_hand
            }
            known[to.seat] = f"you {_called(table, numbers, _everything)}"
            table.say(seat, "gives|give", f"{table.names[to.seat]} {what}", known)
    elif from_hand:
        down = " face down" if not any(now(state.pieces[n]) for n in numbers) and to.show != "pile" else ""
        known = {to.seat: f"{what}{down} {_to(table, to, to.seat)}"}
        known[seat] = f"{own[seat]}{down} {_to(table, to, seat)}"
        table.say(seat, "plays|play", f"{what}{down} {_to(table, to)}", known)
    elif where != {to.name} or to.show == "pile":
        known = {to.seat: f"{what} {_to(table, to, to.seat)}"}
        table.say(seat, "moves|move", f"{what} {_to(table, to)}", known)


def _other_hand(seat: int, asked: _Action) -> FreePlace:
    to = asked.place("to")
    if to.show != "hand" or to.seat == seat:
        raise NotNow("that is between you and another player")
    return to


def _show(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    """Cards of the own hand are shown to one other player, until they leave the hand or `down` takes that back."""
    numbers, to, state = asked.pieces(), _other_hand(seat, asked), table.state
    name, ends = table.names[to.seat], bool(asked.asked.get("down"))
    if any(state.places[state.pieces[n].place].show != "hand" for n in numbers):
        raise NotNow("only cards of your hand are shown to one player")
    if all((to.seat in state.pieces[n].shown) != ends for n in numbers):
        raise NotNow(f"{name} does not see that" if ends else f"{name} sees that already")
    for n in numbers:
        state.pieces[n].shown = state.pieces[n].shown - {to.seat} | (set() if ends else {to.seat})
    what, called = _called(table, numbers, lambda piece: False), _called(table, numbers, _everything)
    if ends:
        known = {seat: f"showing {name} {called}", to.seat: f"showing you {called}"}
        table.say(seat, "stops|stop", f"showing {name} {what}", known)
    else:
        known = {seat: f"{name} {called}", to.seat: f"you {called}"}
        table.say(seat, "shows|show", f"{name} {what}", known)


def _ask(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    """Ask another player for a card at random: only that player may give it."""
    to = _other_hand(seat, asked)
    name = table.names[to.seat]
    if not to.pieces:
        raise NotNow(f"{name} has nothing in the hand")
    table.state.wish = (seat, to.seat)
    table.say(seat, "asks|ask", f"{name} for a card at random", {to.seat: "you for a card at random"})


def _random(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    """A card at random goes from the own hand to another one, or `down` says no to who has asked."""
    to, own, state = _other_hand(seat, asked), table.state.places[f"hand {seat}"], table.state
    name, wished = table.names[to.seat], table.state.wish == (to.seat, seat)
    if asked.asked.get("down"):
        if not wished:
            raise NotNow(f"{name} has not asked for a card")
        state.wish = None
        table.say(seat, "gives|give", f"{name} no card", {to.seat: "you no card"})
        return
    if not own.pieces:
        raise NotNow("there is nothing in your hand")
    n = luck.choice(own.pieces)
    table._move(n, to, seat)
    state.wish = None if wished else state.wish
    piece, rest = state.pieces[n], f"at random from {table.names[seat]}'s hand"
    known = {to.seat: f"{piece.name} {rest}", seat: f"{piece.name} at random from your hand"}
    table.say(to.seat, "takes|take", f"a {piece.word} {rest}", known)


def _not_fixed(state: FreeState, numbers: Iterable[int]) -> None:
    for n in numbers:
        if state.pieces[n].fixed:
            raise NotNow(f"{state.pieces[n].name} is fixed to the table")


def _draw(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    pile, count = asked.pile(), asked.whole("n", 1, MOST_AT_ONCE, 1)
    if not pile.pieces:
        raise NotNow(f"{pile.title} is empty")
    _hand_out(table, seat, pile, seat, min(count, len(pile.pieces)))


def _hand_out(table: FreeTable, by: int, pile: FreePlace, to: int, count: int) -> None:
    state, closed = table.state, pile.closed
    drawn = pile.pieces[-count:][::-1]
    for n in drawn:
        piece = state.pieces[n]
        in_hand = piece.word in ("card", "tile")
        place = state.places[f"hand {to}" if in_hand else f"area {to}"]
        spot = (0.0, 0.0) if in_hand else free_spot(state, place, piece.size)
        table._move(n, place, by)
        piece.x, piece.y = spot
    names = _called(table, drawn, _everything)
    what = _called(table, drawn, (lambda piece: False) if closed else _everything)
    if by == to:
        table.say(
            by,
            "draws|draw" if closed else "takes|take",
            f"{what} from {pile.title}",
            {by: f"{names} from {pile.title}"},
        )


def _deal(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    pile, each = asked.pile(), asked.whole("n", 1, MOST_AT_ONCE)
    seats = len(table.names)
    if len(pile.pieces) < each * seats:
        raise NotNow(f"{each} to each takes {each * seats}, and {pile.title} has {len(pile.pieces)}")
    for _ in range(each):
        for player in range(seats):
            _hand_out(table, -1, pile, (seat + 1 + player) % seats, 1)
    word = (
        table.state.pieces[table.state.places[f"hand {seat}"].pieces[-1]].word
        if table.state.places[f"hand {seat}"].pieces
        else "piece"
    )
    table.say(
        seat, "deals|deal", f"{f'{each} {word}s' if each > 1 else f'a {word}'} to each from {pile.title}"
    )


def _flip(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    numbers, state = asked.pieces(), table.state
    if any(state.places[state.pieces[n].place].show == "hand" for n in numbers):
        raise NotNow("a hand is not turned over")
    seen = {n: state.pieces[n].up for n in numbers}
    for n in numbers:
        piece = state.pieces[n]
        piece.up = not piece.up
        piece.changed, piece.by = table.version, seat
    what = _called(table, numbers, lambda piece: True if piece.up else seen[state.pieces.index(piece)])
    way = {state.pieces[n].up for n in numbers}
    table.say(
        seat,
        "turns|turn",
        f"{what} {'over' if len(way) > 1 else 'face up' if way == {True} else 'face down'}",
    )


def _turn(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    numbers, by, state = asked.pieces(), asked.whole("by", -270, 270, 90), table.state
    for n in numbers:
        piece = state.pieces[n]
        piece.turn = (piece.turn + by) % 360
        piece.changed, piece.by = table.version, seat
    table.say(seat, "rotates|rotate", _called(table, numbers, _open_to_all(table)))


def _stack(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    numbers, state = asked.pieces(), table.state
    _not_fixed(state, numbers)
    first = state.pieces[numbers[0]]
    place, x, y = state.places[first.place], first.x, first.y
    if place.show not in LAID:
        raise NotNow("a stack lies on the table")
    for step, n in enumerate(numbers):
        table._move(n, place, seat)
        state.pieces[n].x, state.pieces[n].y = x + step * _STEP, y + step * _STEP
    table.say(seat, "stacks|stack", f"{len(numbers)} pieces")


def _lift(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    numbers, state = asked.pieces(), table.state
    for n in numbers:
        order = state.places[state.pieces[n].place].pieces
        order.remove(n)
        order.insert(0 if asked.asked.get("down") else len(order), n)


def _fix(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    numbers, state = asked.pieces(), table.state
    loose = any(not state.pieces[n].fixed for n in numbers)
    for n in numbers:
        state.pieces[n].fixed = loose
    what = _called(table, numbers, _open_to_all(table))
    table.say(seat, *(("fixes|fix", f"{what} to the table") if loose else ("frees|free", what)))


def _shuffle(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    pile = asked.pile()
    if not pile.pieces:
        raise NotNow(f"{pile.title} is empty")
    luck.shuffle(pile.pieces)
    table.say(seat, "shuffles|shuffle", f"{pile.title} ({len(pile.pieces)})")


def _gather(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    """All of a pile goes onto another one, and comes to lie as that one does."""
    pile, to = asked.pile(), asked.pile("to")
    if pile is to or not pile.pieces:
        raise NotNow(f"{pile.title} is empty" if not pile.pieces else "a pile does not go onto itself")
    count = len(pile.pieces)
    for n in list(pile.pieces):
        table._move(n, to, seat)
    table.say(seat, "puts|put", f"{pile.title} ({count}) onto {to.title}")


def _over(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    """A pile is turned over as a whole: what was below is on top."""
    pile = asked.pile()
    pile.closed = not pile.closed
    pile.pieces.reverse()
    for n in pile.pieces:
        table.state.pieces[n].up = not pile.closed
    table.say(seat, "turns|turn", f"{pile.title} {'face down' if pile.closed else 'face up'}")


def _turn_up(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    """The top piece of a pile is laid on the table, face up unless `down` says no."""
    pile = asked.pile()
    if not pile.pieces:
        raise NotNow(f"{pile.title} is empty")
    n, to = pile.pieces[-1], asked.place("to", TABLE)
    piece = table.state.pieces[n]
    spot = asked.point(to) or (free_spot(table.state, to, piece.size) if to.show != "pile" else (0.0, 0.0))
    table._move(n, to, seat)
    piece.x, piece.y = spot
    down = bool(asked.asked.get("down")) and pile.closed
    piece.up = not (to.closed if to.show == "pile" else down)
    verb = "turns up|turn up" if pile.closed and piece.up else "lays out|lay out"
    table.say(seat, verb, f"{_called(table, [n], _open_to_all(table))} from {pile.title}")


def _peek(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> list[str]:
    """The top of a pile, or pieces that lie face down: only this seat sees them, and everybody reads that it did."""
    state = table.state
    if "of" in asked.asked:
        pile, count = asked.pile(), asked.whole("n", 1, MOST_AT_ONCE, 1)
        if not pile.pieces:
            raise NotNow(f"{pile.title} is empty")
        seen = pile.pieces[-count:][::-1]
        what = "the top card" if len(seen) == 1 else f"the top {len(seen)} cards"
        table.say(seat, "looks|look", f"at {what} of {pile.title}")
        return [state.pieces[n].card for n in seen]
    numbers = asked.pieces()
    table.say(seat, "looks|look", f"at {_called(table, numbers, _open_to_all(table))} from below")
    return [state.pieces[n].card for n in numbers]


def _look(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> list[str]:
    pile = asked.pile()
    table.say(seat, "looks|look", f"through {pile.title}")
    return [table.state.pieces[n].card for n in reversed(pile.pieces)]


def _search(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> list[str]:
    """What a pile holds, sorted by name: its order stays unknown."""
    pile = asked.pile()
    table.say(seat, "searches|search", pile.title)
    pieces = sorted((table.state.pieces[n] for n in pile.pieces), key=lambda piece: (piece.name, piece.card))
    return [piece.card for piece in pieces]


def _pick(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    """A card that was found in a pile is taken, and a closed pile is shuffled after it."""
    pile, card = asked.pile(), str(asked.asked.get("card"))
    found = [n for n in pile.pieces if table.state.pieces[n].card == card]
    if not found:
        raise NotNow(f"that is not in {pile.title} any more")
    pile.pieces.remove(found[-1])
    pile.pieces.append(found[-1])
    _hand_out(table, seat, pile, seat, 1)
    if pile.closed:
        luck.shuffle(pile.pieces)
        table.say(seat, "shuffles|shuffle", pile.title)


def _shift(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    """A pile is pushed to another spot of the table."""
    pile, at = asked.pile(), asked.point(table.state.places[TABLE])
    if at is None:
        raise NotNow("a point is two numbers")
    wide, high = pile.box[2:]
    pile.box = (max(0.0, at[0] - wide / 2), max(0.0, at[1] - high / 2), wide, high)
    table.say(seat, "moves|move", pile.title)


def _roll(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    dice = table.state.dice
    if not dice:
        raise NotNow("there are no dice on the table")
    one = asked.whole("die", -1, len(dice) - 1, -1)
    rolled = dice if one < 0 else [dice[one]]
    for die in rolled:
        die["value"] = luck.choice(die["faces"]) if die.get("faces") else luck.randint(1, die["sides"])
    table.say(seat, "rolls|roll", in_a_row([str(die["value"]) for die in rolled]))


def _die(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    sides = asked.whole("sides", 0, 20)
    if not sides:
        if not table.state.dice:
            raise NotNow("there are no dice on the table")
        gone = table.state.dice.pop()
        table.say(seat, "takes|take", f"a d{gone['sides']} away")
        return
    if sides not in _SIDES:
        raise NotNow(f"a die has {in_a_row([str(one) for one in _SIDES])} sides")
    _has_room(table, "dice")
    table.state.dice.append({"sides": sides, "value": sides})
    table.say(seat, "puts|put", f"a d{sides} on the table")


def _has_room(table: FreeTable, what: str) -> None:
    if len(getattr(table.state, what)) >= _MOST_THINGS[what]:
        raise NotNow(f"{_MOST_THINGS[what]} {what} are enough")


def _counter(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    counters = table.state.counters
    if "n" not in asked.asked:
        _has_room(table, "counters")
        title = asked.text("title")[:30] or f"Counter {len(counters) + 1}"
        counters.append({"title": title, "value": 0})
        table.say(seat, "puts|put", f"the counter {title} on the table")
        return
    if not counters:
        raise NotNow("there is no counter")
    counter = counters[asked.whole("n", 0, len(counters) - 1)]
    counter["value"] = max(counter.get("min", -9999), min(9999, asked.whole("value", -9999, 9999)))
    of = f"{table.names[counter['seat']]}'s {counter['title']}" if "seat" in counter else counter["title"]
    table.say(seat, "sets|set", f"{of} to {counter['value']}")


def _note(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    notes, words = table.state.notes, asked.text()
    if "n" in asked.asked:
        if not notes:
            raise NotNow("there is no note")
        number = asked.whole("n", 0, len(notes) - 1)
        old = notes.pop(number)
        if words:
            notes.insert(number, {**old, "says": words})
        table.say(seat, *(("notes|note", f"“{words}”") if words else ("takes|take", "a note away")))
        return
    if not words:
        raise NotNow("a note says something")
    _has_room(table, "notes")
    middle = table.state.places[TABLE]
    at = asked.point(middle) or (middle.box[2] / 2, middle.box[3] / 2)
    notes.append({"says": words, "at": [round(at[0], 1), round(at[1], 1)]})
    table.say(seat, "notes|note", f"“{words}”")


def _say(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    words = asked.text()
    if not words and "pieces" in asked.asked:
        numbers = asked.pieces()
        if table.state.places[table.state.pieces[numbers[0]].place].show == "hand":
            raise NotNow("nobody else sees what is in your hand")
        table.state.pointed = (table.version, table.state.pieces[numbers[0]].handle)
        table.say(seat, "points|point", f"at {_called(table, numbers, _open_to_all(table))}")
    elif words:
        table.say(seat, "says|say", f"“{words}”")
    else:
        raise NotNow("nothing was said")


def _turn_over(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    table.state.turn = (table.state.turn + 1) % len(table.names)
    name = table.names[table.state.turn]
    table.say(seat, "ends the turn;|end the turn;", f"{name} is next", {table.state.turn: "you are next"})


def _end(table: FreeTable, seat: int, asked: _Action, luck: random.Random) -> None:
    """End the evening as soon as all who have sat here agree; `down` says no to those who want to."""
    state = table.state
    if asked.asked.get("down"):
        if not state.ends:
            raise NotNow("nobody wants to end the evening")
        state.ends = frozenset()
        table.say(seat, "wants|want", "to play on")
        return
    state.ends |= {seat}
    state.over = state.ends >= table.sitting
    table.say(
        seat,
        "ends|end" if state.over else "wants|want",
        "the evening" if state.over else "to end the evening",
    )


_ACTIONS: dict[str, Callable[[FreeTable, int, _Action, random.Random], list[str] | None]] = {
    "move": _move,
    "show": _show,
    "ask": _ask,
    "random": _random,
    "draw": _draw,
    "deal": _deal,
    "flip": _flip,
    "turn": _turn,
    "stack": _stack,
    "lift": _lift,
    "fix": _fix,
    "shuffle": _shuffle,
    "gather": _gather,
    "over": _over,
    "turn-up": _turn_up,
    "peek": _peek,
    "look": _look,
    "search": _search,
    "pick": _pick,
    "shift": _shift,
    "roll": _roll,
    "die": _die,
    "counter": _counter,
    "note": _note,
    "say": _say,
    "turnover": _turn_over,
    "end": _end,
}
ACTIONS = tuple(_ACTIONS)
"""The names of all that can be done."""
