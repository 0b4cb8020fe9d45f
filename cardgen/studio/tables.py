"""Tables on the server: who may open which seat, what each is sent, and bots that play when it is their turn.

Each seat has a secret of its own, and with it an application of its own: one can see its table, its moves and the
pictures of what it has seen, and nothing else of the studio (decision 028).
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import re
import secrets
import threading
from collections import ChainMap
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, time_ns
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from cardgen.base.destination import write_whole
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.files import FileError, games_dir, opened, read_bytes
from cardgen.engine import Bot, IllegalMove, fingerprint
from cardgen.engine.lesson import Lesson
from cardgen.games import make_game, player_counts
from cardgen.model import Kit
from cardgen.players import known_bots, strategies
from cardgen.source.screen import hints_of
from cardgen.source.seeds import Seeds
from cardgen.studio import free
from cardgen.studio.chairs import GRACE, Asks, BaseRoom, Chair, TablePictures, looks_of, written_last
from cardgen.studio.files import page_of
from cardgen.studio.guard import CSP_PICTURE
from cardgen.studio.payload import Payload, kit_payload
from cardgen.studio.playtest import note_asked, playtest_routes
from cardgen.studio.thinking import Thinkers
from cardgen.studio.writing import Writers
from cardgen.table.gathering import name_said
from cardgen.table.journal import Journal
from cardgen.table.layout import layout_of, pictured, zone_names
from cardgen.table.lesson import LessonSitting
from cardgen.table.opening import reopened
from cardgen.table.sitting import NAMES, Line, NotNow, Seat, Sitting
from cardgen.table.words import printed_on


class Placed(NamedTuple):
    """Where a table of a room lies: its name, its file, and the secrets of its seats, which are not in that file."""

    name: str
    path: Path
    chairs: list[str]


class _Shared(NamedTuple):
    """A kit that tables share: its folder, and how its files were."""

    kit: Kit
    folder: Path
    looks: str


PACE = 0.7
"""Seconds before a bot plays, so that people can follow."""
MOST_LISTED = 50
"""So many games are told of in a lobby."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_LONGEST = 20_000  # bytes of a request
_MOST_PICKED = 20  # things that one sentence mentions
_FEW = 10  # tables; with so many everything is looked through
_JUST_WRITTEN = 2 * 10**9  # nanoseconds; clocks of disks are coarse
_TIDIES = 30.0  # seconds between two times of tidying up, which stop every table for a moment


class RuledChair(Chair):
    """A seat at a table with rules."""

    table: TableRoom

    def message(self) -> Payload:
        """Return the table as the seat sees it, with the pictures of all that it sees."""
        payload = self.table.sitting.message(self.seat)
        cards = {card for card, _ in payload["pieces"].values()} | set(payload["met"].values())
        cards |= set(payload.get("lesson", {}).get("show", ()))
        payload["faces"] = {card: self.name_of(card, "front") for card in sorted(cards)}
        payload["pace"] = self.table.pace
        sitting, asks = self.table.sitting, self.table.asks
        can = sitting.can_undo(self.seat) and not asks
        payload["undo"] = sorted(sitting.people - {self.seat}) if can else None  # who must agree
        payload["next"] = self.table.next[self.seat] if self.table.next else ""
        payload["watching"] = len(self.table.chairs[-1].news)
        payload["asks"] = asks and {"seat": asks.seat, "missing": sorted(asks.missing)}
        for seat, chair in zip(payload["seats"], self.table.chairs, strict=False):
            seat["here"] = bool(chair.news)
            seat["free"] = 0 if seat["here"] else chair.back_within
        payload["stopped"] = self.table.stopped
        return payload | self.table.deal


class TableRoom(BaseRoom):
    """A table with rules that is open: its sitting, and the bots' turns."""

    def __init__(
        self,
        sitting: Sitting,
        pictures: TablePictures,
        seeds: Seeds | None,
        chairs: list[str],
        pace: float,
        thinkers: Thinkers,
        writers: Writers,
        grace: float = GRACE,
    ) -> None:
        super().__init__(sitting.game.players, pictures, writers, grace)
        self.sitting, self.seeds, self.pace = sitting, seeds, pace
        self.thinkers = thinkers
        self.chairs = [RuledChair(self, seat, secret) for seat, secret in enumerate(chairs)]
        self._bots: asyncio.Task[None] | None = None
        self._soon: asyncio.Handle | None = None
        self._asks: Asks | None = None
        self.next: list[str] = []
        """The secrets of the next game, of each who sat here and of who watches; none before it is dealt."""

    @property
    def journal(self) -> Journal:
        """The file of the game."""
        return self.sitting.journal

    def same_with(self, kit: Kit) -> bool:
        """Whether the cards are still those of the game."""
        game = self.sitting.game
        return fingerprint(make_game(kit, game.players, game.options, game.names)) == fingerprint(game)

    @property
    def teaches(self) -> bool:
        """Whether a lesson answers what is tried here."""
        return False

    @property
    def asks(self) -> Asks | None:
        """Who wants to take a move back now; a wish ends with the next move."""
        return self._asks if self._asks and self._asks.version == self.sitting.version else None

    async def take_back(self, seat: int, asker: int, agrees: bool) -> None:
        """Take back the asker's last move as soon as everybody has agreed; NotNow when there is none, or no such wish."""
        asks, sitting = self.asks, self.sitting
        if asks is None or asks.seat != asker:
            if seat != asker:
                raise NotNow("nobody wants to take that move back any more")
            if not sitting.can_undo(seat):
                raise NotNow("there is nothing to take back")
            asks = self._asks = Asks(seat, sitting.version, sitting.people - {seat})
        if agrees:
            asks.missing.discard(seat)
            if not asks.missing:
                agreed = sitting.people - {asker}
                await self.act(lambda: sitting.to_undo(asker, agreed if self.asks is asks else ()))
        else:
            self._asks = None
        self.tell()

    async def deal_again(self, begin: Callable[[Mapping[str, Any]], Payload]) -> str:
        """Deal the next game as in a room, everybody a seat further, and return its name; "" if it is dealt. NotNow before the end."""
        sitting, game = self.sitting, self.sitting.game
        async with self._turn:
            if not sitting.over or self.deal:
                raise NotNow("the room deals the next game" if self.deal else "the game is not over")
            if self.next:
                return ""
            seats = [{"name": one.name, "bot": one.bot} for one in sitting.seats]
            asked = {"kit": game.slug, "options": dict(game.options), "pace": self.pace}
            payload = await asyncio.to_thread(begin, {**asked, "seats": [seats[-1], *seats[:-1]]})
            first, *others = [one["secret"] for one in payload["seats"]]
            self.next = [*others, first, payload["watch"]]
        self.tell()
        return str(payload["table"])

    def changed(self) -> None:
        """Tell every seat that there is something to see, and let bots go on."""
        self.stopped = ""
        self.tell()
        self.go_on()

    def go_on(self) -> None:
        """Let the bots play, if it is their turn."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        sitting = self.sitting
        while not sitting.over and not self.stopped and sitting.seats[sitting.turn].bot:
            await asyncio.sleep(self.pace)
            await self.thinkers.wait_for_people()
            async with self._turn:
                if sitting.over or not sitting.seats[sitting.turn].bot:
                    break
                version = sitting.version
                try:
                    move = await self.thinkers.choose(sitting)
                    await self.thinkers.wait_for_people()
                    if version == sitting.version:
                        await self._do(sitting.to_play_bot(move))
                except CardgenError as error:
                    self.stopped = error.problems[0].message
                except Exception as error:  # a bot may be anybody's
                    self.stopped = (
                        f"the bot '{sitting.seats[sitting.turn].bot}' has failed: {type(error).__name__}"
                    )
            self.tell()

    async def _do(self, line: Line) -> None:
        """Let a line happen when it is on the disk; meanwhile other tables are answered."""
        sitting, write = self.sitting, self._writers.note
        await self.look_at_kit()
        await write(sitting.journal, line)
        sitting.happen(line)
        if last := sitting.last_line(line):
            with contextlib.suppress(CardgenError):  # only a mark for lists of games
                await write(sitting.journal, last)

    async def act(self, wanted: Callable[[], Line]) -> None:
        """Do what a line says that is made when nothing else happens at the table."""
        async with self._turn:
            self.thinkers.people += 1
            try:
                await self._do(wanted())
            except CardgenError as error:
                self.stopped = error.problems[0].message
                self.tell()
                raise
            finally:
                self.thinkers.people -= 1
        self._soon = asyncio.get_running_loop().call_soon(self.changed)  # whoever did it is answered first

    def close(self) -> None:
        """Send everybody away."""
        for one in (self._soon, self._bots):
            if one:
                one.cancel()
        super().close()

    def links(self, name: str) -> Payload:
        """Return who sits where, with the secret of each seat, and of the chair of those who watch."""
        seats = [
            {"name": seat.name, "bot": seat.bot, "secret": chair.secret}
            for seat, chair in zip(self.sitting.seats, self.chairs, strict=False)
        ]
        watch = self.chairs[-1].secret
        return {"table": name, "game": self.sitting.game.slug, "seats": seats, "watch": watch}


class LessonRoom(TableRoom):
    """A lesson that is open: the lesson plays for the others."""

    sitting: LessonSitting

    @property
    def teaches(self) -> bool:
        """Whether the lesson still leads; afterwards its last position is played on."""
        return not self.sitting.on

    def go_on(self) -> None:
        """Wait for the person who learns; bots play where the lesson is played on."""
        if not self.teaches:
            super().go_on()

    async def look_at_kit(self) -> None:
        """A lesson goes on with the cards with which it began."""


class Tables:
    """All tables of a studio: new ones, those on disk, and the application of a seat by its secret."""

    def __init__(
        self,
        kits: Mapping[str, Path],
        static: list[Route],
        files: Path,
        folder: Path | None = None,
    ) -> None:
        folder = folder or games_dir()
        self.kits, self.files, self.folder = kits, files, folder
        self.open: dict[str, BaseRoom] = {}
        self._looks: TemporaryDirectory[str] | None = None
        self.secrets: dict[str, Chair] = {}
        """The chair of each secret."""
        self._asleep = {secret: path.stem for path in _files(folder) for secret in _chairs(path)}
        self.doors: Mapping[str, object] = ChainMap(self.secrets, self._asleep)  # type: ignore[arg-type]
        """Every secret that leads to a seat: also those of tables on disk, which are opened when somebody comes."""
        self._opening = threading.Lock()
        self._tidied = 0.0
        self._thinkers, self._writers = Thinkers(), Writers()
        self._pictures: dict[str, TablePictures] = {}
        self._kits: dict[str, _Shared] = {}
        self._free = Starlette(routes=[*free.free_routes(files, self._free_asked), *static])
        self._ruled = Starlette(
            routes=[
                Route("/", self._page),
                Route("/table", self._table),
                Route("/message", self._message),
                Route("/steps", self._steps),
                Route("/live", self._live),
                Route("/moves", self._moves, methods=["POST"]),
                Route("/pointed", self._pointed, methods=["POST"]),
                Route("/why", self._why, methods=["POST"]),
                Route("/undo", self._undo, methods=["POST"]),
                Route("/remarks", self._remark, methods=["POST"]),
                Route("/say", self._say, methods=["POST"]),
                Route("/lesson", self._lesson, methods=["POST"]),
                Route("/hand-over", self._hand_over, methods=["POST"]),
                Route("/on", self._on, methods=["POST"]),
                Route("/again", self._again, methods=["POST"]),
                Route("/faces/{name}.svg", self._face),
                *playtest_routes(self._asked_of),
                *static,
            ]
        )

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request of a seat; after a restart its table is opened again."""
        secret = scope["root_path"].lstrip("/")
        if secret not in self.secrets:
            name = self._asleep[secret]
            try:
                await asyncio.to_thread(self.reopen, name)
            except CardgenError as error:
                await PlainTextResponse(error.problems[0].message, 410)(scope, receive, send)
                return
            self.open[name].go_on()
        chair = self.secrets[secret]
        app: Any = self._ruled if isinstance(chair, RuledChair) else self._free
        if chair.watches and scope["method"] == "POST":
            app = _not_now("you only watch")
        await app(scope, receive, send)

    # -- opening --------------------------------------------------------------------------------------

    def kit(self, slug: str) -> Kit:
        """Return a kit as its files are now; KeyError for none such, CardgenError for a wrong one."""
        from cardgen.source import load_kit

        folder, kept = self.kits[slug], self._kits.get(slug)
        if kept is None or (kept.folder, kept.looks) != (folder, looks_of(kept.kit)):
            begun = time_ns()
            kit = load_kit(folder)
            kept = _Shared(kit, folder, looks_of(kit))
            if written_last(kit) <= begun - _JUST_WRITTEN:  # else perhaps while it was read
                self._kits[slug] = kept
        return kept.kit

    def setup(self, slug: str) -> Payload:
        """Return what a lobby asks: numbers of players, house rules, bots; `plays` is False for a kit without rules."""
        from cardgen.games import NoRules, game_class

        kit = self.kit(slug)
        payload = kit_payload(kit)
        counts = list(player_counts(kit))
        try:
            game_class(kit)
        except NoRules as error:
            hints_of(kit)
            alone = {"counts": counts, "names": list(NAMES), "bots": [], "options": []}
            return {**payload, **alone, "plays": False, "why": str(error)}
        game = make_game(kit, counts[0])
        hints_of(kit, zone_names(game))  # what is wrong with them is reported before anybody plays
        return {
            **payload,
            "plays": True,
            "names": list(NAMES),
            "counts": counts,
            "bots": [*known_bots(), *strategies(game)],
            "options": [
                {
                    "id": name,
                    "title": option.title or name,
                    "ruling": option.ruling,
                    "default": option.default,
                    "values": [{"value": one.value, "says": one.says} for one in option.values],
                }
                for name, option in kit.options.items()
                if name != "players"
            ],
        }

    def begin(self, asked: Mapping[str, Any], at: Placed | None = None) -> Payload:
        """Set up a table; ValueError or CardgenError say what is wrong with what was asked."""
        slug = str(asked["kit"])
        kit = self.kit(slug)
        seats = _seats_asked(asked.get("seats"))
        kept: dict[str, Any] = {"room": True} if at else {}
        if asked.get("look") is True:
            at = self._to_look_at(slug, len(seats))
        if asked.get("free") is True:
            return self._begin_free(kit, seats, at)
        options = {str(name): value for name, value in dict(asked.get("options", {})).items()}
        game = make_game(kit, len(seats), options, [one.name for one in seats])
        for one in seats:
            if one.bot:
                _bot_of(game)(one.bot)  # a wrong name is reported now
        seed = asked.get("seed")
        alone = sum(not one.bot for one in seats) < 2
        if type(seed) is not int or not alone or not 0 <= seed < 2**53:
            seed = (
                secrets.randbelow(10_000) if alone else secrets.randbelow(2**53)
            )  # which nobody can try out
        pace = _pace(asked.get("pace"))
        if pace != PACE:
            kept["pace"] = pace
        name, path, chairs = at or self._place(slug, len(seats))
        sitting = Sitting.begin(
            game, seats, seed, lambda line: Journal.begin(path, {**line, **kept}), _bot_of(game)
        )
        if not at:
            _keep_chairs(path, chairs)
        return self._opened(name, sitting, chairs, pace)

    def _place(self, slug: str, seats: int) -> Placed:
        name = f"{slug}-{date.today().isoformat()}-{secrets.token_hex(4)}"
        return Placed(name, self.folder / f"{name}.jsonl", _new_chairs(seats + 1))

    def _to_look_at(self, slug: str, seats: int) -> Placed:
        """Return where the one table of a kit lies that is only looked at: it goes with the studio, and is no game."""
        self._looks = self._looks or TemporaryDirectory(prefix="cardgen-table-")
        name = f"look-{slug}"
        if name in self.open:
            self.put_away(name)
        path = Path(self._looks.name) / f"{name}.jsonl"
        path.unlink(missing_ok=True)
        return Placed(name, path, _new_chairs(seats + 1))

    def teach(self, kit: Kit, lesson: Lesson) -> Payload:
        """Set up a lesson in the language of a kit; like a table that is only looked at it goes with the studio, and is no game."""
        at = self._to_look_at(kit.slug, lesson.said.players)
        return self._opened(at.name, LessonSitting.of(kit, lesson, at.path), at.chairs, PACE)

    def _begin_free(self, kit: Kit, seats: list[Seat], at: Placed | None) -> Payload:
        """Set up a free table; ValueError for more people than fit round it."""
        if len(seats) > free.MOST_SEATS or any(seat.bot for seat in seats):
            raise ValueError(f"1 to {free.MOST_SEATS} people sit at a free table, and no bots")
        names = [seat.name for seat in seats]
        name, path, chairs = at or self._place(kit.slug, len(seats))
        pictures = self.pictures_of(kit)
        room = free.begin(kit, names, pictures, path, self._writers, chairs)
        if not at:
            _keep_chairs(path, chairs)
        return self._admit(name, room)

    def reopen(self, name: str) -> Payload:
        """Open a table again that is on disk; KeyError for none such, CardgenError when it cannot go on."""
        with self._opening:
            if name in self.open:
                return self.open[name].links(name)
            if not _NAME.fullmatch(name) or not (path := self.folder / f"{name}.jsonl").is_file():
                raise KeyError(name)
            return self._reopened(name, path)

    def resume(self, path: Path) -> Payload:
        """Open the table of any file; CardgenError when it cannot go on."""
        name = path.stem if _NAME.fullmatch(path.stem) else f"game-{secrets.token_hex(4)}"
        return self._reopened(name, path)

    def reopen_at(self, at: Placed) -> Payload:
        """Open the table of a room again; CardgenError when it cannot go on."""
        return self._reopened(at.name, at.path, at.chairs)

    def _reopened(self, name: str, path: Path, chairs: list[str] | None = None) -> Payload:
        journal = Journal.read(path)
        if journal.lines[0].get("free"):
            kit = self._kit_of(journal)
            pictures = self.pictures_of(kit)
            people = journal.lines[0].get("players")
            chairs = chairs or self._chairs_of(path, len(people) if isinstance(people, list) else 0)
            return self._admit(name, free.reopen(journal, kit, pictures, self._writers, chairs))
        sitting = reopened(path, self.kit, lambda game, bot: _bot_of(game)(bot))
        chairs = chairs or self._chairs_of(path, len(sitting.seats))
        return self._opened(name, sitting, chairs, _pace(journal.lines[0].get("pace")))

    def _chairs_of(self, path: Path, seats: int) -> list[str]:
        """Return the secrets of a game on disk; those that it has not yet are made, and kept for tomorrow."""
        chairs = _chairs(path)
        if len(chairs) <= seats:
            chairs = [*chairs, *_new_chairs(seats + 1 - len(chairs))]
            _keep_chairs(path, chairs)
        return chairs

    def all(self) -> list[Payload]:
        """Return the tables that can be gone on with, the newest first; those on disk are not opened for it."""
        payloads = []
        for path in sorted(_files(self.folder), key=lambda one: one.stat().st_mtime, reverse=True)[
            :MOST_LISTED
        ]:
            try:
                lines = Journal.look(path)
            except CardgenError:
                continue
            first = lines[0]
            bots = list(first["bots"])
            for line in lines:
                if "seat" in line and "bot" in line:
                    bots[line["seat"]] = line["bot"]
            payloads.append(
                {
                    "table": path.stem,
                    "game": first["game"],
                    "players": first["players"],
                    "bots": bots,
                    "moves": sum("move" in line or "do" in line for line in lines),
                    "free": bool(first.get("free")),
                    "when": int(path.stat().st_mtime),
                    "over": _ends(lines),
                    "open": path.stem in self.open,
                    "here": path.stem in self.open and any(one.news for one in self.open[path.stem].chairs),
                }
            )
        return payloads

    def _opened(self, name: str, sitting: Sitting, chairs: list[str], pace: float) -> Payload:
        from cardgen.app.play import seeds_of

        kit = sitting.game.kit
        room = (LessonRoom if isinstance(sitting, LessonSitting) else TableRoom)(
            sitting,
            self.pictures_of(kit),
            seeds_of(kit),
            chairs,
            pace,
            self._thinkers,
            self._writers,
            _hints(kit).get("grace", GRACE),
        )
        return self._admit(name, room)

    def _admit(self, name: str, room: BaseRoom) -> Payload:
        self.open[name] = room
        for chair in room.chairs:
            self.secrets[chair.secret] = chair
        # what a table is made of stays: looking through all of it for garbage would stop every table for a moment
        if (now := monotonic()) > self._tidied + _TIDIES or len(self.open) == 1:
            self._tidied = now
            gc.collect(0 if len(self.open) > _FEW else 2)
            gc.freeze()
        return room.links(name)

    def put_away(self, name: str) -> None:
        """Close one table; it is on disk."""
        room = self.open.pop(name)
        for chair in room.chairs:
            self._forget(chair)
        room.close()

    def _forget(self, chair: Chair) -> None:
        if self.secrets.get(chair.secret) is chair:  # the next game of a room has the same links
            del self.secrets[chair.secret]

    def seat(self, name: str, seat: int, secret: str) -> None:
        """Give a seat to somebody else: the link of who sat there leads to it no longer."""
        room = self.open[name]
        old = room.chairs[seat]
        chairs = list(room.chairs)
        chairs[seat] = type(old)(room, seat, secret)
        room.chairs = chairs
        self._forget(old)
        self.secrets[secret] = chairs[seat]
        old.news.close()
        room.tell()

    def _kit_of(self, journal: Journal) -> Kit:
        slug = str(journal.lines[0].get("game"))
        if slug not in self.kits:
            message = f"this table cannot go on: there is no kit '{slug}' here"
            raise CardgenError([Problem(message, Location(str(journal.path)), code="no-game")])
        return self.kit(slug)

    def pictures_of(self, kit: Kit) -> TablePictures:
        """Return the faces of a kit, the same for all its tables."""
        from cardgen.app.build import faces_of
        from cardgen.base.errors import Problems

        kept = self._kits.get(kit.slug)
        key = kept.looks if kept and kept.kit is kit else looks_of(kit)  # just asked for: it was looked at
        if key not in self._pictures:
            self._pictures[key] = TablePictures(kit, faces_of(kit, None, {}, Problems()), key)
        return self._pictures[key]

    def close(self) -> None:
        """Close every table; what was played is on disk."""
        self._thinkers.close()
        for room in self.open.values():
            room.close()
        self._writers.close()
        if self._looks:
            self._looks.cleanup()
        gc.unfreeze()

    # -- what a seat is answered ----------------------------------------------------------------------

    async def _chair(self, request: Request) -> RuledChair:
        chair = self.secrets[request.scope["root_path"].lstrip("/")]
        assert isinstance(chair, RuledChair)
        return chair

    async def _free_asked(self, request: Request) -> tuple[Chair, dict[str, Any]]:
        asked = await asked_in(request) if request.method == "POST" else {}
        return self.secrets[request.scope["root_path"].lstrip("/")], asked

    async def _asked_of(self, request: Request) -> tuple[RuledChair, dict[str, Any]]:
        return await self._chair(request), await asked_in(request)

    async def _page(self, request: Request) -> Response:
        return page_of(self.files, "table")

    async def _table(self, request: Request) -> Response:
        chair = await self._chair(request)
        room = chair.table
        game = room.sitting.game
        payload = kit_payload(game.kit)
        layout = layout_of(game, _hints(game.kit), room.pictures.spots)
        back = layout.pop("back")
        boards, printed = pictured(layout), printed_on(game, layout.get("words", {}))
        rules = {number: rule.sentence for number, rule in room.seeds.by_id.items()} if room.seeds else {}
        return JSONResponse(
            {
                **{key: payload[key] for key in ("slug", "title", "accent", "components")},
                "cards": [
                    {key: card[key] for key in ("id", "in", "name")} | {"says": printed.get(card["id"], "")}
                    for card in payload["cards"]
                ],
                "layout": layout,
                "back": {"card": back, "name": chair.name_of(back, "back")} if back else None,
                "boards": {card: chair.name_of(card, side) for card, side in sorted(boards.items())},
                "rules": rules,
                "asks": {one.id: one.asks for one in room.seeds.rulings} if room.seeds else {},
                "glossary": [[one.term, one.instead_of] for one in room.seeds.glossary] if room.seeds else [],
                "lesson": room.teaches,
                "room": bool(room.deal),
                "watches": chair.watches,
                "bots": [] if isinstance(room, LessonRoom) else [*known_bots(), *strategies(game)],
                "options": [
                    {
                        "title": option.title or name,
                        "says": getattr(option.find(game.options[name]), "says", ""),
                    }
                    for name, option in game.kit.options.items()
                    if game.options[name] != option.default
                ],
            }
        )

    async def _message(self, request: Request) -> Response:
        return JSONResponse((await self._chair(request)).message())

    async def _steps(self, request: Request) -> Response:
        """The last moves as this seat saw them, for somebody who looked away."""
        chair = await self._chair(request)
        after = request.query_params.get("after", "0")
        if not (after.isascii() and after.isdecimal() and len(after) < 8):
            raise HTTPException(400, "expected after=N, a number of moves")
        return JSONResponse(chair.table.sitting.steps(chair.seat, int(after)))

    async def _live(self, request: Request) -> Response:
        chair = await self._chair(request)
        return chair.news.follow(request, chair.came, chair.left)

    async def _moves(self, request: Request) -> Response:
        chair = await self._chair(request)
        asked = await asked_in(request)
        version, move = asked.get("version"), asked.get("move")
        if type(version) is not int or not (type(move) is int or isinstance(move, str)):
            raise HTTPException(400, "expected a version and a move")
        try:
            await chair.table.act(lambda: chair.table.sitting.to_play(chair.seat, version, move))
        except NotNow as error:
            return _not_now(str(error))
        except IllegalMove as refused:
            status = 200 if chair.table.teaches else 422  # to try is what a lesson is for
            return JSONResponse({"rule": refused.rule, "says": refused.refusal.says}, status)
        except CardgenError as error:
            return JSONResponse({"says": error.problems[0].message}, 507)
        except ValueError as error:
            return JSONResponse({"says": str(error)}, 422)
        return JSONResponse({"version": chair.table.sitting.version})

    async def _pointed(self, request: Request) -> Response:
        """The moves that mention what somebody points at, where there are too many to send them all."""
        chair, asked = await self._asked_of(request)
        version, picked = asked.get("version"), asked.get("picked")
        if type(version) is not int or not isinstance(picked, list) or len(picked) > _MOST_PICKED:
            raise HTTPException(400, "expected a version and what is picked")
        try:
            return JSONResponse(
                chair.table.sitting.pointed(chair.seat, version, [str(one) for one in picked])
            )
        except NotNow as error:
            return _not_now(str(error))

    async def _why(self, request: Request) -> Response:
        chair = await self._chair(request)
        asked = await asked_in(request)
        refusal = chair.table.sitting.why_not(chair.seat, str(asked.get("words", ""))[:300])
        note_asked(chair, refusal.rule)
        seeds = chair.table.seeds
        found = seeds.by_id.get(refusal.rule) if seeds else None
        return JSONResponse(
            {"rule": refusal.rule, "says": refusal.says, "sentence": found.sentence if found else ""}
        )

    async def _undo(self, request: Request) -> Response:
        """Somebody takes a move back, or agrees (or not) that the seat `for` does."""
        chair, asked = await self._asked_of(request)
        asker, agrees = asked.get("for", chair.seat), asked.get("agree", True)
        if type(asker) is not int or type(agrees) is not bool:
            raise HTTPException(400, "expected a seat and whether you agree")
        return await _done(chair.table.take_back(chair.seat, asker, agrees))

    async def _remark(self, request: Request) -> Response:
        chair = await self._chair(request)
        text = str((await asked_in(request)).get("text", "")).strip()
        if not text:
            return JSONResponse({})
        return await _done(chair.table.act(lambda: chair.table.sitting.to_remark(chair.seat, text)))

    async def _say(self, request: Request) -> Response:
        """Somebody says something to all at the table, or points at a piece."""
        chair, asked = await self._asked_of(request)
        words, piece = asked.get("says", ""), asked.get("piece")
        if not isinstance(words, str) or type(piece) not in (int, type(None)):
            raise HTTPException(400, "expected words, or the number of a piece")
        words = " ".join(words.split())
        return await _done(chair.table.act(lambda: chair.table.sitting.to_say(chair.seat, words, piece)))

    async def _lesson(self, request: Request) -> Response:
        """Somebody who learns is shown the step, counts something, goes to a step, or plays a game at the end."""
        chair, asked = await self._asked_of(request)
        room = chair.table
        if not isinstance(room, LessonRoom):
            raise HTTPException(404)
        sitting = room.sitting
        match asked:
            case {"show": True}:
                wanted = sitting.to_show
            case {"count": int() | str() as number}:
                wanted = partial(sitting.to_count, number)
            case {"step": int(n)}:
                wanted = partial(sitting.to_go, n)
            case {"on": True}:
                wanted = sitting.to_go_on
            case {"play": True}:
                seats = [{"name": one.name, "bot": one.bot} for one in sitting.seats]
                table = {
                    "kit": sitting.game.slug,
                    "seats": seats,
                    "options": dict(sitting.lesson.said.options),
                }
                payload = await asyncio.to_thread(self.begin, table)
                return JSONResponse({"secret": payload["seats"][chair.seat]["secret"]})
            case _:
                raise HTTPException(400, "expected show, count, step, on or play")
        try:
            return await _done(room.act(wanted))
        except IllegalMove as refused:
            return JSONResponse({"rule": refused.rule, "says": refused.refusal.says})

    async def _hand_over(self, request: Request) -> Response:
        """A seat is given to a bot or taken back: one's own, or to a bot that of somebody who is not there."""
        chair = await self._chair(request)
        asked = await asked_in(request)
        seat, bot, chairs = asked.get("seat", chair.seat), asked.get("bot", ""), chair.table.chairs
        if type(seat) is not int or not 0 <= seat < chair.table.players or not isinstance(bot, str):
            raise HTTPException(400, "expected a seat and a bot")
        if bot and bot not in (*known_bots(), *strategies(chair.table.sitting.game)):
            raise HTTPException(422, f"there is no bot '{bot[:40]}'")
        sitting = chair.table.sitting
        if seat != chair.seat:
            if not bot or chairs[seat].news or sitting.seats[seat].bot:
                return _not_now("only the seat of a person who is not here can be given to a bot")
            if wait := chairs[seat].back_within:
                name = sitting.seats[seat].name
                return _not_now(f"{name} may come back; in {wait} s a bot may play for {name}")
        return await _done(chair.table.act(lambda: sitting.to_hand_over(seat, bot, chair.seat)))

    async def _on(self, request: Request) -> Response:
        """Try again what could not go on."""
        chair = await self._chair(request)
        await asked_in(request)
        chair.table.changed()
        return JSONResponse({})

    async def _again(self, request: Request) -> Response:
        """Deal the next game of those who sit here, once this one is over."""
        chair, _ = await self._asked_of(request)
        try:
            name = await chair.table.deal_again(self.begin)
        except NotNow as error:
            return _not_now(str(error))
        except (CardgenError, ValueError) as error:
            return JSONResponse(
                {"says": error.problems[0].message if isinstance(error, CardgenError) else str(error)}, 422
            )
        if name:
            self.open[name].go_on()
        return JSONResponse({})

    async def _face(self, request: Request) -> Response:
        svg = await asyncio.to_thread((await self._chair(request)).picture, request.path_params["name"])
        if svg is None:
            raise HTTPException(404)
        headers = {"content-security-policy": CSP_PICTURE, "cache-control": "private, max-age=86400"}
        return Response(svg, media_type="image/svg+xml", headers=headers)


async def _done(action: Awaitable[None]) -> Response:
    """Return what a seat is answered when something was done, or why it was not."""
    try:
        await action
    except NotNow as error:
        return _not_now(str(error))
    except CardgenError as error:
        return JSONResponse({"says": error.problems[0].message}, 507)
    return JSONResponse({})


def _not_now(message: str) -> Response:
    return JSONResponse({"says": message}, 409)


async def asked_in(request: Request, most: int = _LONGEST) -> dict[str, Any]:
    """Return the JSON block of a request; an HTTPException for anything else."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise HTTPException(415, "expected JSON")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise HTTPException(413, "that is too long")
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(body)
        json.dumps(found, ensure_ascii=False).encode()  # half a letter cannot be written down
        if isinstance(found, dict):
            return found
    raise HTTPException(400, "expected a block of JSON")


def _pace(said: object) -> float:
    """Return the seconds before a bot plays that somebody asked for, as usual where that is no number."""
    return min(10.0, max(0.0, said)) if isinstance(said, int | float) else PACE


def _hints(kit: Kit) -> dict[str, Any]:
    with contextlib.suppress(CardgenError):  # its author is told in the lobby
        return hints_of(kit)
    return {}


def _files(folder: Path) -> list[Path]:
    """Return the games on disk that began at a table of the server, whose names are addresses, too."""
    with contextlib.suppress(OSError):
        return [path for path in folder.glob("*.jsonl") if _NAME.fullmatch(path.stem)]
    return []


def _ends(lines: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether a journal's game is over: what is said later changes nothing, a move taken back does."""
    keys = [key for line in lines for key in ("over", "undo", "move") if key in line]
    return keys[-1:] == ["over"]


_LINKS = ".links"  # beside the game, which people send around to be looked at


def _new_chairs(many: int) -> list[str]:
    return [secrets.token_urlsafe(24) for _ in range(many)]


def _keep_chairs(path: Path, chairs: list[str]) -> None:
    """Keep the secrets of the seats of a game; CardgenError when they cannot be written."""
    write_whole(path.with_suffix(_LINKS), json.dumps({"chairs": chairs}) + "\n", private=True)


def _chairs(path: Path) -> list[str]:
    """Return the secrets of the seats of a game on disk; none when it has none. Older games hold their own."""
    found: list[Any] = []
    with contextlib.suppress(FileError, ValueError, RecursionError):
        links = path.with_suffix(_LINKS)
        if kept := _chairs_in([json.loads(read_bytes(links, str(links), _LONGEST))]):
            return kept
    with contextlib.suppress(FileError, OSError, ValueError, RecursionError), opened(path, str(path)) as file:
        found.append(json.loads(file.readline(_LONGEST)))
        if not _chairs_in(found):  # moves are not taken apart
            found += [json.loads(line) for line in file if line.startswith(b'{"chairs":')]
    return _chairs_in(found)


def _chairs_in(lines: Iterable[Any]) -> list[str]:
    """Return the secrets that the lines of a journal say, the last that do."""
    found: list[str] = []
    for line in lines:
        chairs = line.get("chairs") if isinstance(line, Mapping) else None
        if isinstance(chairs, list) and all(isinstance(one, str) and len(one) >= 32 for one in chairs):
            found = chairs
    return found


def _seats_asked(asked: object) -> list[Seat]:
    """Return the seats that a lobby asks for; ValueError says what is wrong with one."""
    if not isinstance(asked, list) or not 1 <= len(asked) <= 100:
        raise ValueError("expected a list of seats")
    seats = []
    for one in asked:
        name, bot = (one.get("name"), one.get("bot", "")) if isinstance(one, dict) else (None, "")
        seats.append(Seat(name_said(name if isinstance(bot, str) else None), bot))
    if len({one.name for one in seats}) < len(seats):
        raise ValueError("two players have the same name")
    return seats


def _bot_of(game: Any) -> Callable[[str], Bot]:
    from cardgen.players import make_bot

    return lambda name: make_bot(game, name)
