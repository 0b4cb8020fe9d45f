"""Tables on the server: who may open which seat, what each is sent, and bots that play when it is their turn.

Each seat has a secret of its own, and with it an application of its own: one can see its table, its moves and the
pictures of what it has seen, and nothing else of the studio (decision 028).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import date
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from cardgen.base.errors import CardgenError
from cardgen.engine import Bot, IllegalMove
from cardgen.games import make_game, player_counts
from cardgen.model import Kit
from cardgen.source.seeds import Seeds
from cardgen.studio.guard import CSP_PICTURE
from cardgen.studio.told import Told, kit_told
from cardgen.table.journal import Journal
from cardgen.table.layout import layout_of
from cardgen.table.sitting import NotNow, Seat, Sitting

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.faces.compose import Faces

_LONGEST = 20_000  # bytes of a request
_STILL_THERE = 15.0  # seconds after which a silent stream says so


class Pictures:
    """The faces of a kit for its tables: composed when the first is asked for, drawn one by one."""

    def __init__(self, kit: Kit, faces: Faces) -> None:
        self._kit, self._faces = kit, faces
        self._cards = {card.id: card for component in kit.components for card in component.cards}
        self._svgs: dict[tuple[str, str], bytes] = {}

    def has(self, card: str, side: str) -> bool:
        """Return whether a card has this side."""
        return self._drawing(card, side) is not None

    def svg(self, card: str, side: str) -> bytes | None:
        """Return a side of a card as SVG; None when it has none."""
        if (card, side) not in self._svgs:
            from cardgen.export.svg import drawing_svg

            drawing = self._drawing(card, side)
            if drawing is None:
                return None
            self._svgs[card, side] = drawing_svg(drawing).encode()
        return self._svgs[card, side]

    def _drawing(self, card: str, side: str) -> Drawing | None:
        found = self._cards.get(card)
        if found is None:
            return None
        return self._faces.front(found) if side == "front" else self._faces.back(found)


class Chair:
    """A seat as the server knows it: its secret, who listens, and which pictures it has been told of."""

    def __init__(self, table: TableRoom, seat: int, secret: str) -> None:
        self.table, self.seat, self.secret = table, seat, secret
        self.listeners: set[asyncio.Queue[bool]] = set()
        self._names: dict[str, tuple[str, str]] = {}

    def name_of(self, card: str, side: str) -> str:
        """Return the name of a picture for this seat: no other seat's names tell it, nor does the picture."""
        name = blake2b(f"{card} {side}".encode(), key=self.secret.encode()[:64], digest_size=16).hexdigest()
        self._names[name] = (card, side)
        return name

    def picture(self, name: str) -> bytes | None:
        """Return a picture that this seat has been told of."""
        found = self._names.get(name)
        return self.table.pictures.svg(*found) if found else None

    def message(self) -> Told:
        """Return the table as the seat sees it, with the pictures of all that it sees."""
        told = self.table.sitting.message(self.seat)
        cards = {card for card, _ in told["pieces"].values()}
        told["faces"] = {card: self.name_of(card, "front") for card in sorted(cards)}
        told["pace"] = self.table.pace
        told["alone"] = sum(not one.bot for one in self.table.sitting.seats) == 1
        return told


class TableRoom:
    """A table that is open: its sitting, its chairs, and the bots' turns."""

    def __init__(
        self, sitting: Sitting, pictures: Pictures, seeds: Seeds | None, chairs: list[str], pace: float
    ) -> None:
        self.sitting, self.pictures, self.seeds, self.pace = sitting, pictures, seeds, pace
        self.chairs = [Chair(self, seat, secret) for seat, secret in enumerate(chairs)]
        self._turn = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self.broken = ""

    def changed(self) -> None:
        """Tell every seat that there is something to see, and let bots go on."""
        for chair in self.chairs:
            for listener in chair.listeners:
                listener.put_nowait(True)
        self.go_on()

    def go_on(self) -> None:
        """Let the bots play, if it is their turn."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        sitting = self.sitting
        while not sitting.over and not self.broken and sitting.seats[sitting.turn].bot:
            await asyncio.sleep(self.pace)
            async with self._turn:
                if sitting.over or not sitting.seats[sitting.turn].bot:
                    break
                version = sitting.version
                try:
                    move = await asyncio.to_thread(sitting.think)
                    if version == sitting.version:
                        sitting.play_bot(move)
                except (CardgenError, IllegalMove) as error:
                    self.broken = str(error)
            for chair in self.chairs:
                for listener in chair.listeners:
                    listener.put_nowait(True)

    async def act(self, change: Callable[[], None]) -> None:
        """Do something at the table while nothing else happens there."""
        async with self._turn:
            change()
        self.changed()

    def close(self) -> None:
        """Send everybody away."""
        if self._bots:
            self._bots.cancel()
        for chair in self.chairs:
            for listener in chair.listeners:
                listener.put_nowait(False)


class Tables:
    """All tables of a studio: new ones, those on disk, and the application of a seat by its secret."""

    def __init__(
        self,
        kits: Mapping[str, Path],
        static: list[Route],
        files: Path,
        folder: Path = Path("output", "games"),
    ) -> None:
        self.kits, self.files, self.folder = kits, files, folder
        self.open: dict[str, TableRoom] = {}
        self.secrets: dict[str, Chair] = {}
        """The chair of each secret."""
        self._pictures: dict[str, Pictures] = {}
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/table", self._table),
                Route("/message", self._message),
                Route("/live", self._live),
                Route("/moves", self._moves, methods=["POST"]),
                Route("/why", self._why, methods=["POST"]),
                Route("/undo", self._undo, methods=["POST"]),
                Route("/remarks", self._remark, methods=["POST"]),
                Route("/faces/{name}.svg", self._face),
                *static,
            ]
        )

    # -- opening --------------------------------------------------------------------------------------

    def kit(self, slug: str) -> Kit:
        """Return a kit as its files are now; KeyError for none such, CardgenError for a wrong one."""
        from cardgen.source import load_kit

        return load_kit(self.kits[slug])

    def setup(self, slug: str) -> Told:
        """Return what a lobby asks: numbers of players, house rules, bots; `plays` is False for a kit without rules."""
        from cardgen.games import NoRules, game_class

        kit = self.kit(slug)
        told = kit_told(kit)
        try:
            game_class(slug)
        except NoRules as error:
            return {**told, "plays": False, "why": str(error)}
        return {
            **told,
            "plays": True,
            "counts": list(player_counts(kit)),
            "bots": ["greedy", "random"],
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

    def begin(self, asked: Mapping[str, Any]) -> Told:
        """Set up a table; ValueError or CardgenError say what is wrong with what was asked."""
        slug = str(asked["kit"])
        kit = self.kit(slug)
        seats = [Seat(str(one["name"]), str(one.get("bot", ""))) for one in asked["seats"]]
        options = {str(name): value for name, value in dict(asked.get("options", {})).items()}
        game = make_game(kit, len(seats), options, [one.name for one in seats])
        seed = int(asked.get("seed", secrets.randbelow(1_000_000)))
        name = f"{slug}-{date.today().isoformat()}-{secrets.token_hex(4)}"
        chairs = [secrets.token_urlsafe(24) for _ in seats]
        path = self.folder / f"{name}.jsonl"
        sitting = Sitting.begin(
            game, seats, seed, lambda line: Journal.begin(path, {**line, "chairs": chairs}), _bot_of(game)
        )
        return self._opened(name, sitting, chairs, float(asked.get("pace", 0.7)))

    def reopen(self, name: str) -> Told:
        """Open a table again that is on disk; KeyError for none such."""
        if name in self.open:
            return self._links(name)
        if (
            not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name)
            or not (path := self.folder / f"{name}.jsonl").is_file()
        ):
            raise KeyError(name)
        journal = Journal.read(path)
        first = journal.lines[0]
        seats = [Seat(one, bot) for one, bot in zip(first["players"], first["bots"], strict=True)]
        game = make_game(self.kit(first["game"]), len(seats), first["options"], first["players"])
        return self._opened(name, Sitting(game, seats, journal, _bot_of(game)), first["chairs"], 0.7)

    def _opened(self, name: str, sitting: Sitting, chairs: list[str], pace: float) -> Told:
        from cardgen.app.play import seeds_of

        kit = sitting.game.kit
        room = self.open[name] = TableRoom(sitting, self._pictures_of(kit), seeds_of(kit), chairs, pace)
        for chair in room.chairs:
            self.secrets[chair.secret] = chair
        return self._links(name)

    def _links(self, name: str) -> Told:
        room = self.open[name]
        seats = [
            {"name": seat.name, "bot": seat.bot, "secret": chair.secret}
            for seat, chair in zip(room.sitting.seats, room.chairs, strict=True)
        ]
        return {"table": name, "game": room.sitting.game.slug, "seats": seats}

    def _pictures_of(self, kit: Kit) -> Pictures:
        from cardgen.app.build import faces_of
        from cardgen.base.errors import Problems

        key = f"{kit.root} {kit.version}"
        if key not in self._pictures:
            self._pictures[key] = Pictures(kit, faces_of(kit, None, {}, Problems()))
        return self._pictures[key]

    def close(self) -> None:
        """Close every table; what was played is on disk."""
        for room in self.open.values():
            room.close()

    # -- what a seat is answered ----------------------------------------------------------------------

    def _chair(self, request: Request) -> Chair:
        return self.secrets[request.scope["root_path"].lstrip("/")]

    async def _page(self, request: Request) -> Response:
        return FileResponse(self.files / "table.html", media_type="text/html; charset=utf-8")

    async def _table(self, request: Request) -> Response:
        chair = self._chair(request)
        room = chair.table
        game = room.sitting.game
        told = kit_told(game.kit)
        layout = layout_of(game, game.kit.tables.get("table"))
        back = layout.pop("back")
        boards = {zone.get("face") for zone in layout["zones"].values()} - {None, ""}
        rules = {number: rule.sentence for number, rule in room.seeds.by_id.items()} if room.seeds else {}
        return JSONResponse(
            {
                **{key: told[key] for key in ("slug", "title", "accent", "components")},
                "cards": [{key: card[key] for key in ("id", "in", "name")} for card in told["cards"]],
                "layout": layout,
                "back": {"card": back, "name": chair.name_of(back, "back")} if back else None,
                "boards": {card: chair.name_of(card, "front") for card in sorted(boards)},
                "rules": rules,
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
        return JSONResponse(self._chair(request).message())

    async def _live(self, request: Request) -> Response:
        chair = self._chair(request)

        async def lines() -> AsyncIterator[bytes]:
            listener: asyncio.Queue[bool] = asyncio.Queue()
            chair.listeners.add(listener)
            try:
                yield _event(chair.message())
                while True:
                    try:
                        more = await asyncio.wait_for(listener.get(), _STILL_THERE)
                    except TimeoutError:
                        yield b": still here\n\n"
                        continue
                    while not listener.empty():
                        more = listener.get_nowait() and more
                    if not more:
                        return
                    yield _event(chair.message())
            finally:
                chair.listeners.discard(listener)

        return StreamingResponse(lines(), media_type="text/event-stream")

    async def _moves(self, request: Request) -> Response:
        chair = self._chair(request)
        asked = await asked_in(request)
        version, move = asked.get("version"), asked.get("move")
        if type(version) is not int or not isinstance(move, int | str):
            raise HTTPException(400, "expected a version and a move")
        try:
            await chair.table.act(lambda: chair.table.sitting.play(chair.seat, version, move))
        except NotNow as error:
            return JSONResponse({"says": str(error)}, 409)
        except IllegalMove as refused:
            return JSONResponse({"rule": refused.rule, "says": refused.refusal.says}, 422)
        except CardgenError as error:
            return JSONResponse({"says": error.problems[0].message}, 507)
        except ValueError as error:
            return JSONResponse({"says": str(error)}, 422)
        return JSONResponse({"version": chair.table.sitting.version})

    async def _why(self, request: Request) -> Response:
        chair = self._chair(request)
        asked = await asked_in(request)
        refusal = chair.table.sitting.why_not(chair.seat, str(asked.get("words", ""))[:300])
        seeds = chair.table.seeds
        found = seeds.by_id.get(refusal.rule) if seeds else None
        return JSONResponse(
            {"rule": refusal.rule, "says": refusal.says, "sentence": found.sentence if found else ""}
        )

    async def _undo(self, request: Request) -> Response:
        chair = self._chair(request)
        try:
            await chair.table.act(lambda: chair.table.sitting.undo(chair.seat))
        except NotNow as error:
            return JSONResponse({"says": str(error)}, 409)
        return JSONResponse({})

    async def _remark(self, request: Request) -> Response:
        chair = self._chair(request)
        text = str((await asked_in(request)).get("text", "")).strip()
        if text:
            await chair.table.act(lambda: chair.table.sitting.remark(chair.seat, text))
        return JSONResponse({})

    async def _face(self, request: Request) -> Response:
        svg = self._chair(request).picture(request.path_params["name"])
        if svg is None:
            raise HTTPException(404)
        headers = {"content-security-policy": CSP_PICTURE, "cache-control": "private, max-age=86400"}
        return Response(svg, media_type="image/svg+xml", headers=headers)


def _event(told: Told) -> bytes:
    return f"event: table\ndata: {json.dumps(told, ensure_ascii=False)}\n\n".encode()


async def asked_in(request: Request) -> dict[str, Any]:
    """Return the JSON block of a request; an HTTPException for anything else."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise HTTPException(415, "expected JSON")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LONGEST:
            raise HTTPException(413, "that is too long")
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(body)
        if isinstance(found, dict):
            return found
    raise HTTPException(400, "expected a block of JSON")


def _bot_of(game: Any) -> Callable[[str], Bot]:
    from cardgen.players import make_bot

    return lambda name: make_bot(game, name)
