"""Free tables on the server: seats that push pieces about, each with its own secret, and what each is answered."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.model.kit import Kit, unmarked
from cardgen.source.screen import hints_of
from cardgen.studio.chairs import Asks, BaseRoom, Chair, TablePictures
from cardgen.studio.files import page_at
from cardgen.studio.guard import CSP_PICTURE
from cardgen.studio.payload import Payload, kit_payload
from cardgen.studio.writing import Writers
from cardgen.table.free import FreeTable
from cardgen.table.free_rules import fingerprint_of, free_begun
from cardgen.table.journal import Journal
from cardgen.table.sitting import NotNow

if TYPE_CHECKING:
    Answer = Callable[[Request], Awaitable[tuple[Any, dict[str, Any]]]]

MOST_SEATS = 6
MOST_ACTIONS = 20_000
"""So many actions has a table, so that nobody fills the disk."""
_HELD = 10.0  # seconds that a grip lasts which nobody renews
_KEYS = 200  # actions whose answers are remembered, for a page that asks again because it heard none


class FreeChair(Chair):
    """A seat of a free table, or the chair of those who watch: the one after the last seat."""

    table: FreeRoom

    def message(self) -> Payload:
        """Return the table as this seat sees it."""
        room = self.table
        payload = room.free.message(self.seat, self.name_of)
        payload["seats"] = [
            {"name": name, "here": bool(room.chairs[n].news), "seconds": room.free.spent[n]}
            for n, name in enumerate(room.free.names)
        ]
        payload["watching"] = len(room.chairs[-1].news)
        payload["asks"] = room.asks and {"seat": room.asks.seat, "missing": sorted(room.asks.missing)}
        payload["held"] = room.held_by()
        payload["stopped"] = room.stopped
        return payload | room.deal


class FreeRoom(BaseRoom):
    """A free table that is open: what lies there, its journal, and who holds a piece just now."""

    def __init__(
        self,
        kit: Kit,
        free: FreeTable,
        journal: Journal,
        pictures: TablePictures,
        chairs: Sequence[str],
        writers: Writers,
    ) -> None:
        super().__init__(len(free.names), pictures, writers)
        self.kit, self.free, self._journal = kit, free, journal
        self.chairs = [FreeChair(self, seat, secret) for seat, secret in enumerate(chairs)]
        self._held: dict[str, tuple[int, float]] = {}
        self._answered: dict[tuple[int, str], list[str]] = {}
        self._asks: Asks | None = None

    @property
    def journal(self) -> Journal:
        """The file of the game."""
        return self._journal

    def same_with(self, kit: Kit) -> bool:
        """Whether the table would begin with the same pieces."""
        said = hints_of(kit).get("free")
        return self.journal.lines[0].get("kit") == fingerprint_of(kit, said)

    @property
    def asks(self) -> Asks | None:
        """Who wants to take something back now; a wish ends with the next action."""
        return self._asks if self._asks and self._asks.version == self.free.version else None

    def held_by(self) -> dict[str, int]:
        """Return the pieces that somebody holds, by their handles."""
        now = monotonic()
        self._held = {handle: held for handle, held in self._held.items() if held[1] > now}
        return {handle: seat for handle, (seat, _) in self._held.items()}

    def grab(self, seat: int, handles: Sequence[str]) -> None:
        """Let a seat hold these pieces and no others; NotNow when somebody else was faster."""
        held = self.held_by()
        for handle in handles:
            if held.get(handle, seat) != seat:
                raise NotNow(f"{self.free.names[held[handle]]} holds that")
        self._held = {h: one for h, one in self._held.items() if one[0] != seat}
        self._held |= dict.fromkeys(handles, (seat, monotonic() + _HELD))
        self.tell()

    async def do(self, seat: int, asked: Mapping[str, Any]) -> list[str]:
        """Do what a seat asks, once for each `key`; return the cards that it alone is shown. NotNow, CardgenError."""
        key = (seat, str(asked.get("key", ""))[:40])
        if key[1] and key in self._answered:
            return self._answered[key]
        held = self.held_by()
        pieces = asked.get("pieces")
        for handle in pieces if isinstance(pieces, list) else ():
            if held.get(str(handle), seat) != seat:
                raise NotNow(f"{self.free.names[held[str(handle)]]} holds that")
        said = {name: value for name, value in asked.items() if name != "key"}
        luck = secrets.randbits(64)
        async with self._turn:
            if len(self.journal.lines) > MOST_ACTIONS:
                raise NotNow("this table has seen enough; begin another one")
            shown, happen = self.free.attempt(seat, said, luck)
            at = int(time())
            try:
                await self.look_at_kit()
                await self._writers.note(self.journal, {"do": said, "seat": seat, "luck": luck, "at": at})
            except CardgenError as error:
                self.stopped = error.problems[0].message
                self.tell()
                raise
            self.free.passed(at)
            happen()
        self.stopped = ""
        self._answered[key] = shown
        for old in list(self._answered)[:-_KEYS]:
            del self._answered[old]
        self._held = {h: one for h, one in self._held.items() if one[0] != seat}
        self.tell()
        return shown

    async def take_back(self, seat: int, asker: int, agrees: bool) -> None:
        """Take back the asker's last action and all after it as soon as all who are here have agreed."""
        asks = self.asks
        if asks is None or asks.seat != asker:
            if seat != asker:
                raise NotNow("nobody wants to take that back any more")
            if not self.free.last_of(seat):
                raise NotNow("there is nothing to take back")
            here = {chair.seat for chair in self.chairs[:-1] if chair.news}
            asks = self._asks = Asks(seat, self.free.version, here - {seat})
        if not agrees:
            self._asks = None
        else:
            asks.missing.discard(seat)
            if not asks.missing:
                self._asks = None
                async with self._turn:
                    number = self.free.last_of(asker)
                    await self._writers.note(self.journal, {"undo": number, "seat": asker})
                    self.free.undo(asker, number)
        self.tell()

    def links(self, name: str) -> Payload:
        """Return the secrets of all seats, and of the chair of those who watch."""
        seats = [
            {"name": person, "bot": "", "secret": chair.secret}
            for person, chair in zip(self.free.names, self.chairs, strict=False)
        ]
        return {
            "table": name,
            "game": self.kit.slug,
            "seats": seats,
            "watch": self.chairs[-1].secret,
            "free": True,
        }


def begin(
    kit: Kit,
    names: Sequence[str],
    pictures: TablePictures,
    path: Path,
    writers: Writers,
    chairs: list[str],
) -> FreeRoom:
    """Return a new free table of a kit; its journal is the file. CardgenError when that cannot be written."""
    line = {
        "free": True,
        "game": kit.slug,
        "players": list(names),
        "bots": [""] * len(names),
        "options": {},
        "seed": secrets.randbelow(2**53),
        "kit": fingerprint_of(kit, hints_of(kit).get("free")),
    }
    return _opened(kit, pictures, Journal.begin(path, line), writers, chairs)


def reopen(
    journal: Journal, kit: Kit, pictures: TablePictures, writers: Writers, chairs: list[str]
) -> FreeRoom:
    """Return the free table of a journal, where it was; CardgenError when its kit has other pieces by now."""
    try:
        if journal.lines[0].get("kit") != fingerprint_of(kit, hints_of(kit).get("free")):
            raise ValueError(f"{kit.title} has other pieces or another set-up than when it began")
        return _opened(kit, pictures, journal, writers, chairs)
    except (NotNow, KeyError, TypeError, ValueError) as error:
        message = f"this table cannot go on: {error}"
        raise CardgenError([Problem(message, Location(str(journal.path)), code="no-game")]) from None


def _opened(
    kit: Kit, pictures: TablePictures, journal: Journal, writers: Writers, chairs: list[str]
) -> FreeRoom:
    first = journal.lines[0]
    names, seed = [str(one) for one in first["players"]], int(first["seed"])
    free = free_begun(kit, names, pictures.backs(), hints_of(kit).get("free"), seed)
    for line in journal.lines[1:]:
        free.again(line)
    return FreeRoom(kit, free, journal, pictures, chairs, writers)


def free_routes(files: Path, asked_of: Answer) -> list[Route]:
    """Return the addresses of a seat at a free table; `asked_of` returns the chair and what it asks."""

    async def table(request: Request) -> Response:
        chair, _ = await asked_of(request)
        payload = {**kit_payload(chair.table.kit), "room": bool(chair.table.deal)}
        return JSONResponse({key: payload[key] for key in ("slug", "title", "accent", "room")})

    async def message(request: Request) -> Response:
        return JSONResponse((await asked_of(request))[0].message())

    async def live(request: Request) -> Response:
        chair, _ = await asked_of(request)
        return chair.news.follow(request, chair.came, chair.left)  # type: ignore[no-any-return]

    async def do(request: Request) -> Response:
        chair, asked = await asked_of(request)
        try:
            shown = await chair.table.do(chair.seat, asked)
        except NotNow as error:
            return JSONResponse({"says": str(error)}, 409)
        except CardgenError as error:
            return JSONResponse({"says": error.problems[0].message}, 507)
        called = {one: unmarked(chair.table.kit.card(one).name) for one in shown}
        faces = [{"card": one, "name": called[one], "face": chair.name_of(one, "front")} for one in shown]
        return JSONResponse({"v": chair.table.free.version, "shown": faces})

    async def grab(request: Request) -> Response:
        chair, asked = await asked_of(request)
        handles = asked.get("pieces")
        if not isinstance(handles, list) or len(handles) > 100:
            raise HTTPException(400, "expected a list of pieces")
        try:
            chair.table.grab(chair.seat, [str(one) for one in handles])
        except NotNow as error:
            return JSONResponse({"says": str(error)}, 409)
        return JSONResponse({})

    async def undo(request: Request) -> Response:
        chair, asked = await asked_of(request)
        asker, agrees = asked.get("for", chair.seat), asked.get("agree", True)
        if type(asker) is not int or type(agrees) is not bool:
            raise HTTPException(400, "expected a seat and whether you agree")
        try:
            await chair.table.take_back(chair.seat, asker, agrees)
        except NotNow as error:
            return JSONResponse({"says": str(error)}, 409)
        except CardgenError as error:
            return JSONResponse({"says": error.problems[0].message}, 507)
        return JSONResponse({})

    async def film(request: Request) -> Response:
        from cardgen.app.film import free_film_page

        room = (await asked_of(request))[0].table
        try:
            page = await asyncio.to_thread(free_film_page, room.kit, room.journal.lines, room.journal.path)
        except CardgenError as error:
            return JSONResponse({"says": error.problems[0].message}, 409)
        name = f"{room.kit.slug}-film.html"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(page, media_type="text/html", headers=headers)

    async def face(request: Request) -> Response:
        chair, _ = await asked_of(request)
        svg = await asyncio.to_thread(chair.picture, request.path_params["name"])
        if svg is None:
            raise HTTPException(404)
        headers = {"content-security-policy": CSP_PICTURE, "cache-control": "private, max-age=86400"}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    return [
        Route("/", page_at(files, "free")),
        Route("/table", table),
        Route("/message", message),
        Route("/live", live),
        Route("/do", do, methods=["POST"]),
        Route("/grab", grab, methods=["POST"]),
        Route("/undo", undo, methods=["POST"]),
        Route("/film", film),
        Route("/faces/{name}.svg", face),
    ]
