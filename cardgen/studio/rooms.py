"""Rooms: people come in by one invitation, sit down, play game after game, and find their table again for two weeks.

Everything of a room is in one folder, whose place follows from its code: no list of rooms is kept anywhere. The first
part of each address begins with the code, so that a proxy can send a room always to the same server (decision 065).
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
import secrets
import shutil
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Problem
from cardgen.studio import free
from cardgen.studio.chairs import GRACE, BaseRoom
from cardgen.studio.free import FreeRoom
from cardgen.studio.payload import Payload
from cardgen.studio.streams import News
from cardgen.studio.tables import Placed, TableRoom, Tables
from cardgen.table.gathering import CODE, Gathering, room_file
from cardgen.table.journal import Journal
from cardgen.table.sitting import NAMES, NotNow

DAYS = 14.0
"""A room ends so many days after its last move."""
BOT = "greedy"
"""Who plays where nobody sits when a game is dealt."""
CODE_HOURS = 24.0
"""So long after a room began its six letters alone lead into it; the link does as long as there is the room."""
WRONG_CODES = (10, 600.0)
"""So many wrong codes of one address within so many seconds."""
WRONG_CODES_OF_ALL = (1000, 600.0)
NEW_ROOMS = (20, 3600.0)
"""So many rooms of one address within so many seconds."""
MOST_OPEN = 2000
"""So many rooms are in memory at once."""
IDLE = 600.0
"""Seconds after which a room in which nobody is goes out of memory; it is on disk."""
MOST_BYTES = 5_000_000
"""Of one game's journal."""
LEAST_FREE = 200_000_000
"""Bytes that the disk must have for a new room or a new game."""
_SECRET = re.compile(rf"({CODE.pattern})-[\w-]{{20,64}}")

Clock = Callable[[], float]


class Tries:
    """So many tries of each address within a time; `clock` says the time in seconds."""

    def __init__(self, most: tuple[int, float], clock: Clock) -> None:
        self._most, self._seconds = most
        self._clock, self._window = clock, 0.0
        self._tried: Counter[str] = Counter()

    def left(self, who: str) -> int:
        """Return how many tries somebody has left."""
        if self._clock() - self._window >= self._seconds:
            self._window = self._clock()
            self._tried.clear()
        return self._most - self._tried[who]

    def count(self, who: str) -> None:
        """Count a try."""
        self._tried[who] += 1


def network_of(host: str) -> str:
    """Return who is asking: an address of IPv4, or the network of IPv6 that one household has."""
    with contextlib.suppress(ValueError):
        if ip_address(host).version == 6:
            return str(ip_network(f"{host}/64", strict=False))
    return host


class Visitor:
    """A guest whose page shows the room, or the table: what the page is sent, and whether anybody is there."""

    def __init__(self, room: GameRoom, guest: int) -> None:
        self.room, self.guest = room, guest
        self.news = News(lambda: room.payload(guest))
        self._left = room.clock()

    @property
    def here(self) -> bool:
        """Whether a page of this guest is open."""
        seat = self.room.gathering.seat_of(self.guest)
        table = self.room.table
        return bool(self.news) or bool(table and seat is not None and table.chairs[seat].news)

    @property
    def away(self) -> bool:
        """Whether this guest has been away for so long that somebody else may have the seat."""
        table, seat = self.room.table, self.room.gathering.seat_of(self.guest)
        if self.here:
            return False
        if table and seat is not None:
            return table.chairs[seat].back_within == 0
        return self.room.clock() - self._left >= GRACE

    def came(self) -> None:
        """Tell everybody."""
        self.room.tell()

    def left(self) -> None:
        """Remember when, and tell everybody."""
        self._left = self.room.clock()
        self.room.tell()


class GameRoom:
    """A room that is open: its people, and the table at which they play, once a game was dealt."""

    def __init__(self, gathering: Gathering, tables: Tables, clock: Clock) -> None:
        self.gathering, self.tables, self.clock = gathering, tables, clock
        self.turn = asyncio.Lock()
        self.visitors = [Visitor(self, guest) for guest in range(len(gathering.guests))]
        self.used = clock()
        self.trouble = ""
        """Why the game that was dealt cannot go on."""

    @property
    def name(self) -> str:
        """What the table of the last game is called."""
        return f"{self.gathering.code}-{self.gathering.deals}"

    @property
    def table(self) -> BaseRoom | None:
        """The table of the last game, if it is open."""
        return self.tables.open.get(self.name) if self.gathering.deals else None

    @property
    def watching(self) -> str:
        """The secret of the chair of those who watch; "" before the first game."""
        return self.table.chairs[-1].secret if self.table else ""

    @property
    def over(self) -> bool:
        """Whether the last game is over; a free table is when its people say so, by dealing again."""
        table = self.table
        return not table or (table.sitting.over if isinstance(table, TableRoom) else True)

    @property
    def here(self) -> bool:
        """Whether any page of this room is open."""
        table = self.table
        return any(one.news for one in self.visitors) or bool(table and any(c.news for c in table.chairs))

    @property
    def last(self) -> float:
        """When somebody did something here, in seconds of the clock of files."""
        files = [self.gathering.journal.path, *([self.gathering.game_file] if self.gathering.deals else [])]
        return max((file.stat().st_mtime for file in files if file.exists()), default=0.0)

    @property
    def moved(self) -> bool:
        """Whether another server has written to this room's files: a proxy has sent its people there meanwhile."""
        if self.turn.locked() or (self.table and self.table.busy):
            return False
        files = [self.gathering.journal, *([self.table.journal] if self.table else [])]
        return any(one.path.stat().st_size > one.size for one in files)

    def guest_of(self, secret: str) -> int | None:
        """Return whose link this is; None for the invitation."""
        return next((n for n, one in enumerate(self.gathering.guests) if one.secret == secret), None)

    def payload(self, guest: int | None) -> Payload:
        """Return what a page of this room shows to a guest, or to somebody who was invited."""
        gathering, kit = self.gathering, self.tables.kit(self.gathering.kit)
        seats = [self._seat_payload(seat, guest) for seat in range(len(gathering.seats))]
        mine = None if guest is None else gathering.seat_of(guest)
        return {
            "kit": kit.slug,
            "title": kit.title,
            "subtitle": kit.subtitle,
            "accent": kit.accent,
            "minutes": kit.minutes,
            "rules": bool(kit.rules),
            "players": len(gathering.seats),
            "free": gathering.free,
            "code": gathering.code,
            "invitation": gathering.invitation,
            "host": gathering.guests[0].name if gathering.guests else "",
            "seats": seats,
            "others": [g.name for n, g in enumerate(gathering.guests) if gathering.seat_of(n) is None],
            "deals": gathering.deals,
            "over": bool(gathering.deals) and self.over,
            "trouble": self.trouble,
            "you": None if guest is None else {"name": gathering.guests[guest].name, "seat": mine},
            "watch": bool(self.watching),
            "table": bool(gathering.deals) and mine is not None and not self.trouble,
        }

    def _seat_payload(self, seat: int, guest: int | None) -> Payload:
        sits = self.gathering.seats[seat]
        here = sits is not None and self.visitors[sits].here
        return {
            "name": self.gathering.name_at(seat),
            "is": "free" if sits is None else "you" if sits == guest else "here" if here else "away",
            "takes": sits is None or (sits != guest and self.visitors[sits].away),
        }

    def tell(self) -> None:
        """Tell every page what is new."""
        for one in self.visitors:
            one.news.tell()

    # -- what people do

    async def come(self, name: object) -> int:
        """Let somebody in and return the guest's number; ValueError, NotNow, CardgenError."""
        async with self.turn:
            await asyncio.to_thread(self.gathering.do, self.gathering.to_come(name))
            self.visitors.append(Visitor(self, len(self.visitors)))
        self.tell()
        return len(self.visitors) - 1

    async def sit(self, guest: int, seat: object) -> None:
        """Give a guest a free seat, also that of somebody who left; None gets up. NotNow, ValueError, CardgenError."""
        if seat is not None and (type(seat) is not int or not 0 <= seat < len(self.gathering.seats)):
            raise ValueError("there is no such seat")
        async with self.turn:
            had = self.gathering.seat_of(guest)
            if had == seat:
                return
            if had is not None and self.gathering.deals and not self.over:
                raise NotNow("you have seen a hand of this game; take another seat when it is over")
            if seat is not None and not self._seat_payload(seat, guest)["takes"]:
                raise NotNow(f"{self.gathering.name_at(seat)} sits there")
            await asyncio.to_thread(self.gathering.do, self.gathering.to_sit(guest, seat))
            if self.gathering.deals:
                await self._move(guest, had, seat)
        self.tell()

    async def _move(self, guest: int, had: int | None, seat: int | None) -> None:
        """Let the links of a table that is open lead to those who sit there now."""
        if not self.table:
            return
        if had is not None:
            self.tables.seat(self.name, had, self._spare())
        if seat is not None:
            one, table = self.gathering.guests[guest], self.table
            self.tables.seat(self.name, seat, one.secret)
            if isinstance(table, TableRoom) and not table.sitting.over:
                await table.act(lambda: table.sitting.to_hand_over(seat, "", guest=one.name))
            self._opened()

    async def deal(self, guest: int) -> None:
        """Deal a game, the first or the next one; NotNow while one is played, CardgenError when it cannot be set up."""
        async with self.turn:
            if self.gathering.seat_of(guest) is None:
                raise NotNow("only somebody who sits here can deal")
            if not self.over and not self.trouble:
                raise NotNow("the game is not over")
            room_on(self.gathering.journal.path.parent)
            before, line = self.name, self.gathering.to_deal(self.clock())
            await asyncio.to_thread(self._begin, line)
            if before in self.tables.open:
                self.tables.put_away(before)
            self._opened()
        self.tell()
        if table := self.table:
            table.go_on()

    def _begin(self, line: Mapping[str, Any]) -> None:
        """Set the next table up, and note that; a file of a deal that nobody saw, because the server stopped, goes first."""
        gathering, number = self.gathering, line["deal"]
        seats = gathering.seats_at(number)
        at = Placed(
            f"{gathering.code}-{number}",
            gathering.journal.path.with_name(f"{number}.jsonl"),
            self._chairs(seats),
        )
        at.path.unlink(missing_ok=True)
        names = {gathering.guests[one].name for one in seats if one is not None}
        spare = iter([name for name in NAMES if name not in names])
        asked = [
            {"name": next(spare), "bot": "" if gathering.free else BOT}
            if one is None
            else {"name": gathering.guests[one].name}
            for one in seats
        ]
        table = {"kit": gathering.kit, "seats": asked, "options": gathering.options, "free": gathering.free}
        seed = secrets.randbelow(2**53)  # also for one person alone: others may come
        self.tables.begin({**table, "seed": seed}, at)
        try:
            gathering.do(line)
        except CardgenError:
            self.tables.put_away(at.name)
            raise

    async def wake(self) -> None:
        """Open the table of the last game again, if there was one; why it cannot go on is told in the room."""
        if not self.gathering.deals or self.table or self.trouble:
            return
        async with self.turn:
            at = Placed(self.name, self.gathering.game_file, self._chairs(self.gathering.seats))
            try:
                if not self.table:
                    await asyncio.to_thread(self.tables.reopen_at, at)
            except CardgenError as error:
                self.trouble = error.problems[0].message
                return
            self._opened()
        if self.table:
            self.table.go_on()

    def _opened(self) -> None:
        """Say at a table which game of the room it is; at a free table everybody has the own name."""
        self.trouble = ""
        if not (table := self.table):
            return
        table.deal = {"deal": self.gathering.deals}
        if isinstance(table, FreeRoom):
            for seat in range(len(self.gathering.seats)):
                table.free.names[seat] = self.gathering.name_at(seat) or table.free.names[seat]

    def _chairs(self, seats: Sequence[int | None]) -> list[str]:
        """Return the secret of each seat: that of the guest there, or one that nobody knows; then that of spectators."""
        found = [self._spare() if one is None else self.gathering.guests[one].secret for one in seats]
        return [*found, self._spare()]

    def _spare(self) -> str:
        return f"{self.gathering.code}-{secrets.token_urlsafe(24)}"

    def close(self) -> None:
        """Send everybody away; everything is on disk."""
        for one in self.visitors:
            one.news.close()
        if self.table:
            self.tables.put_away(self.name)


class Rooms:
    """All rooms of a folder: those in memory, and those that are found on disk when somebody comes."""

    def __init__(self, folder: Path, tables: Tables, days: float = DAYS, clock: Clock = time.time) -> None:
        self.folder, self.tables, self.days, self.clock = folder, tables, days, clock
        self.open: dict[str, GameRoom] = {}
        self.wrong, self.wrong_of_all = Tries(WRONG_CODES, clock), Tries(WRONG_CODES_OF_ALL, clock)
        self.new = Tries(NEW_ROOMS, clock)

    def begin(self, who: str, asked: Mapping[str, Any]) -> GameRoom:
        """Return a new room; NotNow after too many of one address, ValueError for what cannot be played."""
        if self.new.left(who) <= 0:
            raise NotNow(f"{NEW_ROOMS[0]} rooms an hour can be begun from one address; try again later")
        room_on(self.folder)
        gathering = Gathering.begin(self.folder, room_asked(self.tables, asked), self.clock())
        self.new.count(who)
        return self._admit(gathering)

    def __contains__(self, first: object) -> bool:
        """Whether the first part of an address is the link of a guest, or an invitation."""
        return self.find(str(first)) is not None

    def find(self, first: str) -> GameRoom | None:
        """Return the room of a secret, read from its journal if need be; None when there is none or it has ended."""
        said = _SECRET.fullmatch(first)
        room = self.at(said[1]) if said else None
        if room and (room.gathering.invitation == first or room.guest_of(first) is not None):
            room.used = self.clock()
            return room
        return None

    def at(self, code: str) -> GameRoom | None:
        """Return the room of a code."""
        if (room := self.open.get(code)) and room.moved:
            self.open.pop(code).close()
        room = self.open.get(code) or self._read(code)
        return room if room and not self.ended(room) else None

    def by_code(self, who: str, code: str) -> GameRoom | None:
        """Return a young room by its six letters alone; NotNow for somebody who has guessed too often."""
        if min(self.wrong.left(who), self.wrong_of_all.left("")) <= 0:
            raise NotNow("too many wrong codes; wait ten minutes, or ask for the link")
        room = self.at(code) if CODE.fullmatch(code) else None
        if room and self.clock() - room.gathering.began < CODE_HOURS * 3600:
            return room
        self.wrong.count(who)
        self.wrong_of_all.count("")
        return None

    def ended(self, room: GameRoom) -> bool:
        """Return whether nothing has happened in a room for too long."""
        return self.clock() - room.last > self.days * 86400

    def _read(self, code: str) -> GameRoom | None:
        path = room_file(self.folder, code)
        if not path.is_file():
            return None
        with contextlib.suppress(CardgenError, KeyError, TypeError, ValueError, IndexError):
            return self._admit(Gathering(Journal.read(path)))
        return None

    def _admit(self, gathering: Gathering) -> GameRoom:
        if len(self.open) >= MOST_OPEN:
            self.sweep(0)
        if len(self.open) >= MOST_OPEN:
            raise NotNow("this server is full; try again in some minutes")
        room = self.open[gathering.code] = GameRoom(gathering, self.tables, self.clock)
        return room

    def sweep(self, idle: float = IDLE) -> None:
        """Let go of rooms that have ended, and of those in which nobody is."""
        now = self.clock()
        gone = [
            code
            for code, room in self.open.items()
            if self.ended(room) or room.moved or (not room.here and now - room.used >= idle)
        ]
        for code in gone:
            self.open.pop(code).close()
        if gone:  # what a table was made of may go, although it was to stay (`Tables._admit`)
            gc.unfreeze()
            gc.collect()
            gc.freeze()

    def close(self) -> None:
        """Close every room."""
        for room in self.open.values():
            room.close()
        self.open.clear()


def room_asked(tables: Tables, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the kit, the number of seats and the house rules of a new room; ValueError for what cannot be played."""
    slug, seats = str(asked.get("kit")), asked.get("seats")
    if slug not in tables.kits:
        raise ValueError("there is no such game here")
    setup = tables.setup(slug)
    is_free = asked.get("free") is True or not setup["plays"]
    if type(seats) is not int or seats not in setup["counts"] or (is_free and seats > free.MOST_SEATS):
        raise ValueError(f"{setup['title']} is not for so many players")
    wanted = asked.get("options") or {}
    if not isinstance(wanted, Mapping):
        raise ValueError("expected a block of house rules")
    known = {one["id"]: [value["value"] for value in one["values"]] for one in setup["options"]}
    for name, value in wanted.items():
        if value not in known.get(str(name), ()):
            raise ValueError("there is no such house rule")
    return {"kit": slug, "seats": seats, "options": dict(wanted), "free": is_free}


def room_on(folder: Path) -> None:
    """Raise CardgenError when the disk is nearly full."""
    place = next(one for one in (folder, *folder.parents) if one.exists())
    if shutil.disk_usage(place).free < LEAST_FREE:
        raise CardgenError([Problem("the disk of this server is nearly full", code="cannot-save")])
