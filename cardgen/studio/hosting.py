"""The server for friends elsewhere: a page to begin a game, rooms by their codes, and the tables in them.

The first part of an address decides: the host's secret leads to the page on which games are begun, a guest's to the
room and the table, an invitation to the room, six letters alone to the invitation while the room is young, and nothing
else to anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from time import time
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from cardgen.base.errors import CardgenError, Problem
from cardgen.base.files import templates_dir
from cardgen.model import Kit
from cardgen.studio.chairs import TablePictures
from cardgen.studio.files import file_routes, page_at
from cardgen.studio.guard import CSP_PICTURE, CSP_RULES, Guard, secret_in
from cardgen.studio.payload import Payload
from cardgen.studio.rooms import DAYS, MOST_BYTES, Clock, GameRoom, Rooms, network_of
from cardgen.studio.tables import Tables, asked_in
from cardgen.table.gathering import CODE
from cardgen.table.sitting import NotNow

OPEN_TO_ALL = ("", "code", "health")
"""What needs no secret: a page that asks for six letters, and a word for those who look whether the server is well."""
_SWEEP = 60.0
_MOST_SHOWN = 4  # cards of a kit


class HostedTables(Tables):
    """Tables of kits that stay as they were when the server was started."""

    def __init__(self, kits: Mapping[str, Path], files: Path, folder: Path) -> None:
        super().__init__(kits, file_routes(files), files, folder)
        self._read: dict[str, Kit] = {}
        self._setups: dict[str, Payload] = {}
        self._sheets: dict[str, str] = {}

    def kit(self, slug: str) -> Kit:
        """Return a kit; KeyError for none such, CardgenError for a wrong one."""
        if slug not in self._read:
            self._read[slug] = super().kit(slug)
        return self._read[slug]

    def setup(self, slug: str) -> Payload:
        """Return what may be chosen for a new room."""
        if slug not in self._setups:
            self._setups[slug] = super().setup(slug)
        return self._setups[slug]

    def rules(self, slug: str, options: Mapping[str, str]) -> str:
        """Return the rule sheet of a kit with these house rules as a page; CardgenError for a wrong one."""
        from cardgen.app.build import rule_sheet_text

        key = f"{slug} {sorted(options.items())}"
        if key not in self._sheets:
            self._sheets[key] = rule_sheet_text(self.kit(slug), "html", options)
        return self._sheets[key]


class Hosting:
    """The answers to every address of the server."""

    def __init__(
        self,
        kits: Mapping[str, Path],
        folder: Path,
        hosts: Callable[[], Iterable[str]],
        origin: str = "",
        days: float = DAYS,
        clock: Clock = time,
    ) -> None:
        self.files = templates_dir() / "studio"
        self.tables = HostedTables(kits, self.files, folder)
        self.rooms = Rooms(folder, self.tables, days, clock)
        self.secret = secret_in(folder / "host" / "secret")
        self.origin = origin
        static = file_routes(self.files)
        self._room = Starlette(routes=[*self._of_a_room(), *static])
        self._door = Starlette(routes=[Route("/", page_at(self.files, "code")), *static])
        begins = Starlette(routes=[*self._of_the_host(), *static], lifespan=self._life)
        for app in (self._room, self._door, begins):
            app.router.redirect_slashes = False
        self.app = Guard(begins, self.secret, hosts, lambda: (self._others, self), origin)

    def __contains__(self, first: object) -> bool:
        """Whether the first part of an address leads anywhere."""
        try:
            said = str(first)
            return said in OPEN_TO_ALL or bool(CODE.fullmatch(said.upper())) or said in self.rooms
        except NotNow:
            return True  # this is reported by `_others`

    @contextlib.asynccontextmanager
    async def _life(self, app: object) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            sweeping.cancel()
            self.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            self.rooms.sweep()

    def dismiss(self) -> None:
        """End every stream, so that the server can stop."""
        for room in list(self.rooms.open.values()):
            room.close()

    def close(self) -> None:
        """Close everything; what was played is on disk."""
        self.rooms.close()
        self.tables.close()

    # -- whose request it is ----------------------------------------------------------------------------

    async def _others(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request that does not come from the host."""
        first = scope["root_path"].lstrip("/")
        request = Request(scope, receive)
        app: Any
        if first == "code":
            app = self._door
        elif first in OPEN_TO_ALL:
            app = RedirectResponse("/code/", 303) if not first else PlainTextResponse("well\n")
        elif CODE.fullmatch(first.upper()):
            app = self._by_code(request, first.upper())
        else:
            try:
                app = await self._of_a_guest(scope, self.rooms.find(first), first)
            except NotNow as error:
                app = JSONResponse({"says": str(error)}, 503)
        await app(scope, receive, send)

    def _by_code(self, request: Request, code: str) -> Response:
        """Lead from six letters to the invitation: a page by itself, our own page by the address it asks for."""
        posted = request.method == "POST"
        try:
            room = self.rooms.by_code(who(request), code)
        except NotNow as error:
            return JSONResponse({"says": str(error)}, 429) if posted else PlainTextResponse(f"{error}\n", 429)
        if room:
            to = f"/{room.gathering.invitation}/"
            return JSONResponse({"to": to}) if posted else RedirectResponse(to, 303)
        message = "no room has this code now; a code is good for a day, the link for longer"
        return JSONResponse({"says": message}, 404) if posted else PlainTextResponse(f"{message}\n", 404)

    async def _of_a_guest(self, scope: Any, room: GameRoom | None, secret: str) -> Any:
        """Return what answers a guest, or somebody who was invited: the table, or the room around it."""
        if room is None:  # it ended while this request was read
            return PlainTextResponse("this room has ended\n", 410)
        await room.wake()
        inner = scope["path"].removeprefix(f"/{secret}")
        scope["state"] = {"room": room, "guest": room.guest_of(secret)}
        if inner.startswith("/room/"):
            scope["root_path"] = scope["app_root_path"] = f"/{secret}/room"
            return self._room
        if inner.startswith("/watch/") and (watching := room.watching):
            scope["root_path"] = scope["app_root_path"] = f"/{watching}"
            scope["path"] = f"/{watching}{inner.removeprefix('/watch')}"
            return self.tables.app
        if secret not in self.tables.secrets:
            return (
                RedirectResponse(f"/{secret}/room/", 303)
                if inner == "/"
                else PlainTextResponse("gone\n", 404)
            )
        if scope["method"] == "POST" and room.table and room.table.journal.size > MOST_BYTES:
            return JSONResponse({"says": "this game has become too long for the server; deal a new one"}, 507)
        return self.tables.app

    # -- the host ---------------------------------------------------------------------------------------

    def _of_the_host(self) -> list[Route]:
        return [
            Route("/", page_at(self.files, "begin")),
            Route("/games", self._games),
            Route("/games/{slug}/{card:int}.svg", self._shown),
            Route("/rooms", self._begin, methods=["POST"]),
        ]

    async def _games(self, request: Request) -> Response:
        return JSONResponse(
            {"games": [await asyncio.to_thread(self._game, slug) for slug in sorted(self.tables.kits)]}
        )

    def _game(self, slug: str) -> Payload:
        keys = (
            "slug",
            "title",
            "subtitle",
            "accent",
            "minutes",
            "players",
            "pieces",
            "plays",
            "counts",
            "options",
        )
        try:
            setup = self.tables.setup(slug)
        except CardgenError as error:
            return {"slug": slug, "title": slug, "trouble": error.problems[0].message}
        return {**{key: setup[key] for key in keys}, "shown": len(self._cards(slug))}

    def _cards(self, slug: str) -> list[str]:
        """Return the cards that stand for a game: those of its print guide, else the first."""
        kit = self.tables.kit(slug)
        flat = [card.id for part in kit.components if part.kind in ("decks", "tiles") for card in part.cards]
        hero = kit.guide.get("hero", ())
        named = [str(one) for one in hero if str(one) in flat] if isinstance(hero, list | tuple) else []
        return (named or flat)[:_MOST_SHOWN]

    async def _shown(self, request: Request) -> Response:
        slug = request.path_params["slug"]
        return await self._picture(slug if slug in self.tables.kits else "", request.path_params["card"])

    async def _picture(self, slug: str, number: int) -> Response:
        cards = self._cards(slug) if slug else []
        if number >= len(cards):
            raise HTTPException(404)

        def drawn() -> bytes | None:
            pictures: TablePictures = self.tables.pictures_of(self.tables.kit(slug))
            return pictures.svg(cards[number], "front")

        headers = {"content-security-policy": CSP_PICTURE, "cache-control": "private, max-age=86400"}
        return Response(await asyncio.to_thread(drawn) or b"", media_type="image/svg+xml", headers=headers)

    async def _begin(self, request: Request) -> Response:
        asked = await asked_in(request)

        async def begin() -> Payload:
            room = await asyncio.to_thread(self.rooms.begin, who(request), asked)
            guest = await room.come(asked.get("name"))
            await room.sit(guest, 0)
            return {"to": f"/{room.gathering.guests[guest].secret}/room/"}

        return await _answered(begin())

    # -- a room -----------------------------------------------------------------------------------------

    def _of_a_room(self) -> list[Route]:
        return [
            Route("/", page_at(self.files, "room")),
            Route("/told", self._room_payload),
            Route("/live", self._live),
            Route("/come", self._come, methods=["POST"]),
            Route("/sit", self._sit, methods=["POST"]),
            Route("/deal", self._deal, methods=["POST"]),
            Route("/code.svg", self._code),
            Route("/games/{card:int}.svg", self._of_this_game),
            Route("/rules.html", self._rules),
        ]

    async def _room_payload(self, request: Request) -> Response:
        room: GameRoom = request.state.room
        shown = len(self._cards(room.gathering.kit))
        return JSONResponse(
            {**room.payload(request.state.guest), "shown": shown, "origin": self._origin(request)}
        )

    async def _live(self, request: Request) -> Response:
        visitor = request.state.room.visitors[_guest(request)]
        return visitor.news.follow(request, visitor.came, visitor.left)  # type: ignore[no-any-return]

    async def _come(self, request: Request) -> Response:
        asked, room = await asked_in(request), request.state.room
        if request.state.guest is not None:
            raise HTTPException(403, "you are in this room already")

        async def come() -> Payload:
            guest = await room.come(asked.get("name"))
            said = ""
            try:
                await room.sit(guest, asked.get("seat"))
            except (NotNow, ValueError) as error:  # somebody was faster: the room is shown all the same
                said = str(error)
            return {"to": f"/{room.gathering.guests[guest].secret}/", "says": said}

        return await _answered(come())

    async def _sit(self, request: Request) -> Response:
        asked = await asked_in(request)
        return await _answered(request.state.room.sit(_guest(request), asked.get("seat")))

    async def _deal(self, request: Request) -> Response:
        await asked_in(request)
        return await _answered(request.state.room.deal(_guest(request)))

    async def _of_this_game(self, request: Request) -> Response:
        return await self._picture(request.state.room.gathering.kit, request.path_params["card"])

    async def _rules(self, request: Request) -> Response:
        """The rule sheet, to be read while others come."""
        room: GameRoom = request.state.room
        said = room.gathering
        if not self.tables.kit(said.kit).rules:
            raise HTTPException(404)
        try:
            page = await asyncio.to_thread(self.tables.rules, said.kit, said.options)
        except CardgenError as error:
            return PlainTextResponse(f"{error.problems[0].message}\n", 410)
        return HTMLResponse(page, headers={"content-security-policy": CSP_RULES})

    async def _code(self, request: Request) -> Response:
        import segno

        room: GameRoom = request.state.room
        code = segno.make(f"{self._origin(request)}/{room.gathering.invitation}/", error="m", micro=False)
        picture = io.BytesIO()
        code.save(picture, kind="svg", border=4, dark="#111", light="#fff", xmldecl=False, omitsize=True)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    def _origin(self, request: Request) -> str:
        return self.origin or f"http://{request.headers['host']}"


def who(request: Request) -> str:
    """Return whom a limit counts: the address of whoever asks, as the server or its proxy says."""
    return network_of(request.client.host if request.client else "")


def _guest(request: Request) -> int:
    if request.state.guest is None:
        raise HTTPException(403, "say your name first")
    return int(request.state.guest)


async def _answered(action: Awaitable[Payload | None]) -> Response:
    """Return what came of something, or why nothing did."""
    try:
        return JSONResponse(await action or {})
    except NotNow as error:
        return JSONResponse({"says": str(error)}, 409)
    except ValueError as error:
        return JSONResponse({"says": str(error)}, 422)
    except CardgenError as error:
        return JSONResponse({"says": error.problems[0].message}, 507)


def readable(kits: Iterable[Path], say: Callable[[str], None]) -> dict[str, Path]:
    """Return the kits that can be read by their names; the others are said. CardgenError when none is left."""
    from cardgen.base.files import real
    from cardgen.source import load_kit

    found, problems = {}, list[Problem]()
    for kit in kits:
        try:
            load_kit(kit)
            found[real(kit).name] = kit
        except CardgenError as error:
            problems += error.problems
            say(f"{kit} is left out: {error.problems[0].message}")
    if not found:
        raise CardgenError(problems or [Problem("there is no kit to serve", code="no-kit")])
    return found
