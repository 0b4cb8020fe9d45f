"""The server behind the pages: which address answers with what."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import re
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from cardgen.app.layouts import layouts, looks
from cardgen.base.errors import CardgenError
from cardgen.base.files import kit_dirs, kits_at, real, shipped, templates_dir
from cardgen.faces.address import LETTERS
from cardgen.games import RULES
from cardgen.source.cells import NoCell
from cardgen.studio.beginning import begin_here, beginnings
from cardgen.studio.brought import MOST_BYTES
from cardgen.studio.committing import commit, commit_payload
from cardgen.studio.editor import editor_command, open_in_editor
from cardgen.studio.edits import Changed, Conflict, Edits
from cardgen.studio.files import file_routes, page_of
from cardgen.studio.guard import CSP_PDF, CSP_PICTURE, CSP_RULES, Guard
from cardgen.studio.laying import laying, write_laying
from cardgen.studio.payload import Payload, problem_payload
from cardgen.studio.printing import SANDBOX
from cardgen.studio.room import Pictures, Room
from cardgen.studio.simulating import pages_with, report_of
from cardgen.studio.tables import Tables, asked_in
from cardgen.studio.taking import icons_payload, take_icon
from cardgen.studio.wording import translate, words_payload
from cardgen.studio.worker_process import Refused, WorkerGone, WorkerProcess

PAGES = (
    "gallery",
    "card",
    "edit",
    "balance",
    "sheets",
    "rules",
    "problems",
    "play",
    "setup",
    "new",
    "icons",
    "words",
    "print",
    "simulate",
)
_MOST_OPEN = 3
_FAR_PRINTER = "files are made on the machine of the studio only"
_FAR = "files are edited on the machine of the studio only"
_LARGE = 2_000_000  # bytes of cells that are written together
_THUMBNAIL = 800  # pixels across: up to these, a face comes from the worker that drew it
_FOR_EVER = "public, max-age=31536000, immutable"
_ONCE = "private, max-age=60"  # who waited for it goes there


class Studio:
    """The kits that may be opened, those that are, and the answers to every address."""

    def __init__(
        self, folder: Path | None, kits: Iterable[Path], secret: str, hosts: Callable[[], Iterable[str]]
    ) -> None:
        self.folder, self.hosts = folder, hosts
        self.first: str | None = None
        """The kit that is opened at once."""
        ours = kit_dirs(shipped() / "data")
        self.own = {real(kit).name: kit for kit in kits}
        self.kits = {**{kit.name: kit for kit in ours}, **self.own}
        self.rooms: dict[str, Room] = {}
        self.covers: dict[str, tuple[float, Payload]] = {}
        self.edits: dict[str, Edits] = {}
        self.read_only = ""
        """Why nothing can be edited, "" when it can."""
        self.pictures = Pictures()
        self.files = templates_dir() / "studio"
        self._cover_worker = WorkerProcess(Path())
        inner = Starlette(routes=self._routes(), exception_handlers={KeyError: _missing}, lifespan=self._life)
        inner.router.redirect_slashes = False
        self.tables = Tables(
            self.kits,
            file_routes(self.files),
            self.files,
        )
        self.app = Guard(inner, secret, hosts, lambda: (self.tables.app, self.tables.doors))

    def _routes(self) -> list[Route]:
        page = [Route(f"/{name}", self._page) for name in PAGES]
        return [
            Route("/", self._page),
            *page,
            *file_routes(self.files),
            Route("/kits", self._kits),
            Route("/layouts/{look}/{name}.webp", self._layout),
            Route("/begin", self._beginnings),
            Route("/begin", self._begin, methods=["POST"]),
            Route("/kits/{slug}", self._kit),
            Route("/kits/{slug}/cover", self._cover),
            Route("/kits/{slug}/live", self._live),
            Route("/kits/{slug}/faces", self._look),
            Route("/kits/{slug}/faces/{name}", self._face),
            Route("/kits/{slug}/cards/{card:path}", self._card),
            Route("/kits/{slug}/states", self._states),
            Route("/kits/{slug}/since", self._since),
            Route("/kits/{slug}/sheets", self._sheets),
            Route("/kits/{slug}/balance", self._balance),
            Route("/kits/{slug}/rules", self._rules),
            Route("/kits/{slug}/rules.html", self._rules_page),
            Route("/kits/{slug}/met", self._met),
            Route("/kits/{slug}/ruling", self._ruling, methods=["GET", "POST"]),
            Route("/kits/{slug}/open", self._open, methods=["POST"]),
            Route("/kits/{slug}/cells", self._cells),
            Route("/kits/{slug}/cells", self._change, methods=["POST"]),
            Route("/kits/{slug}/signs", self._signs),
            Route("/kits/{slug}/draft", self._draft, methods=["POST"]),
            Route("/kits/{slug}/layouts", self._add, methods=["POST"]),
            Route("/kits/{slug}/pictures", self._bring, methods=["POST"]),
            Route("/kits/{slug}/handles", self._handles),
            Route("/kits/{slug}/handles", self._paint, methods=["POST"]),
            Route("/kits/{slug}/handles/draft", self._dragged, methods=["POST"]),
            Route("/kits/{slug}/icons", self._icons),
            Route("/kits/{slug}/icons", self._take_icon, methods=["POST"]),
            Route("/kits/{slug}/words", self._words, methods=["GET", "POST"]),
            Route("/kits/{slug}/laying", self._laying, methods=["GET", "POST"]),
            Route("/kits/{slug}/commit", self._commit, methods=["GET", "POST"]),
            Route("/kits/{slug}/undo", partial(self._step, True), methods=["POST"]),
            Route("/kits/{slug}/redo", partial(self._step, False), methods=["POST"]),
            *self._jobs("builds", "printing"),
            Route("/kits/{slug}/games/{name}/{table:int}/{game:int}", self._film),
            *self._jobs("games", "simulating"),
            Route("/kits/{slug}/lobby", self._lobby),
            Route("/tables", self._all_tables),
            Route("/tables", self._new_table, methods=["POST"]),
            Route("/tables/{name}", self._old_table),
            Route("/tables/{name}/{seat:int}.svg", self._code),
        ]

    @contextlib.asynccontextmanager
    async def _life(self, app: object) -> AsyncIterator[None]:
        try:
            if self.first:  # it is drawn while the browser opens
                await self.room(self.first)
            yield
        finally:
            await self.close()

    async def close(self) -> None:
        """Close every room: no process stays behind."""
        self._cover_worker.close()
        self.tables.close()
        rooms, self.rooms = list(self.rooms.values()), {}
        for room in rooms:
            await room.close()

    def dismiss(self) -> None:
        """End the streams of every page."""
        for room in self.rooms.values():
            room.dismiss()

    def kill(self) -> None:
        """End every process at once."""
        self._cover_worker.close()
        for room in self.rooms.values():
            room.kill()

    async def room(self, slug: str) -> Room:
        """Return the room of a kit, opened if need be; KeyError when there is no such kit."""
        if slug not in self.rooms:
            folder = self.kits[slug]
            for other in [s for s, room in self.rooms.items() if not room.listened][: -_MOST_OPEN or None]:
                await self.rooms.pop(other).close()
            room = self.rooms[slug] = Room(slug, folder)
            room.open()
        self.rooms[slug] = self.rooms.pop(slug)  # the one that was asked for last is the last to be closed
        return self.rooms[slug]

    async def _ready(self, request: Request) -> Room:
        """Return the room of the kit that is asked for, once it was read."""
        room = await self.room(request.path_params["slug"])
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(room.ready.wait(), 20)
        return room

    # -- our own files --------------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        name = request.url.path.rsplit("/", 1)[-1] or "welcome"
        return page_of(self.files, name)

    # -- kits -----------------------------------------------------------------------------------------

    async def _kits(self, request: Request) -> Response:
        local = _is_local(request)
        await asyncio.to_thread(self._look_again)
        rows = [
            {
                "slug": slug,
                "own": slug in self.own,
                "folder": str(self.kits[slug]) if local and slug in self.own else "",
            }
            for slug in sorted(self.kits, key=lambda slug: (slug not in self.own, slug))
        ]
        folder = None if self.folder is None else real(self.folder).name
        return JSONResponse({"folder": folder, "kits": rows})

    def _look_again(self) -> None:
        """Find the kits that were made since the studio was started."""
        place = self.folder or Path()
        if not (place / "game.yaml").is_file():  # one kit alone was meant
            new = {real(kit).name: kit for kit in kits_at(place)}
            new = {slug: kit for slug, kit in new.items() if slug not in self.own}
            self.own |= new
            self.kits |= new

    async def _beginnings(self, request: Request) -> Response:
        why_not = self.read_only or ("" if _is_local(request) else _FAR)
        return JSONResponse(beginnings(self.folder or Path(), why_not))

    async def _layout(self, request: Request) -> Response:
        look, name = request.path_params["look"], request.path_params["name"]
        if name not in layouts() or look not in looks():
            raise KeyError(name)
        file = templates_dir() / "layouts" / "small" / look / f"{name}.webp"
        return FileResponse(file, media_type="image/webp")

    async def _begin(self, request: Request) -> Response:
        asked = await asked_in(request)

        def begun() -> Payload:
            try:
                slug = begin_here(self.folder or Path(), asked, self.kits)
            except ValueError as error:
                raise NoCell(str(error)) from None
            self._look_again()
            return {"kit": slug}

        if self.read_only:
            return JSONResponse({"says": self.read_only}, 403)
        return await self._edited(request, begun)

    async def _cover(self, request: Request) -> Response:
        slug = request.path_params["slug"]
        folder = self.kits[slug]
        saved = (folder / "game.yaml").stat().st_mtime if (folder / "game.yaml").is_file() else 0.0
        if self.covers.get(slug, (None,))[0] != saved:
            try:
                payload = await self._cover_worker.ask("cover", folder=str(folder))
                self.pictures.add(payload.pop("svgs"))
            except (Refused, WorkerGone) as error:
                problems = error.problems if isinstance(error, Refused) else []
                payload = {"slug": slug, "title": slug, "problems": len(problems) or 1}
            self.covers[slug] = (saved, payload)
            if not self._cover_worker.busy:
                self._cover_worker.close()
        return JSONResponse(self.covers[slug][1])

    async def _kit(self, request: Request) -> Response:
        room = await self._ready(request)
        local = _is_local(request)
        editor = "command" if local and editor_command() else "vscode" if local else ""
        root = str(real(room.folder)) if local else ""
        return JSONResponse({**room.whole(), "editor": editor, "root": root})

    async def _look(self, request: Request) -> Response:
        room = await self._ready(request)
        look = request.query_params.get("look", "")
        return await _answered(room.look(look), lambda faces: {"look": look, "faces": faces})

    async def _card(self, request: Request) -> Response:
        room = await self._ready(request)
        ask = request.query_params
        card = request.path_params["card"]
        made = await asyncio.to_thread(pages_with, room.results, report_of(room.folder), card)
        answer = room.card(card, ask.get("look", ""), ask.get("side", "front"))
        return await _answered(answer, lambda payload: {**payload, "made": made})

    async def _states(self, request: Request) -> Response:
        room = await self._ready(request)
        return await _answered(room.states(), lambda states: {"states": states})

    async def _since(self, request: Request) -> Response:
        room = await self._ready(request)
        ask = request.query_params
        return await _answered(room.since(ask.get("state", ""), ask.get("look", "")))

    async def _sheets(self, request: Request) -> Response:
        room = await self._ready(request)
        ask = request.query_params
        return await _answered(
            room.slow(
                "sheets",
                paper=ask.get("paper", "a4"),
                backs=ask.get("backs", "long-edge"),
                look=ask.get("look", ""),
                since=str(room.results) if ask.get("print") == "changed" else "",
            )
        )

    async def _balance(self, request: Request) -> Response:
        room = await self._ready(request)
        return await _answered(room.slow("balance", copies=request.query_params.get("count") != "different"))

    async def _rules(self, request: Request) -> Response:
        room = await self._ready(request)
        return await _answered(
            room.slow("rules", look=request.query_params.get("look", "")),
            lambda payload: {key: value for key, value in payload.items() if key != "html"},
        )

    async def _met(self, request: Request) -> Response:
        room = await self._ready(request)
        return await _answered(room.slow("met"))

    async def _rules_page(self, request: Request) -> Response:
        room = await self._ready(request)
        try:
            payload = await room.slow("rules", look=request.query_params.get("look", ""))
        except (Refused, WorkerGone) as error:
            raise HTTPException(409, str(error)) from None
        headers = {"content-security-policy": CSP_RULES}
        return Response(payload["html"], media_type="text/html; charset=utf-8", headers=headers)

    async def _face(self, request: Request) -> Response:
        slug, name = request.path_params["slug"], request.path_params["name"]
        stem, _, form = name.partition(".")
        if not re.fullmatch(rf"[0-9a-f]{{{LETTERS}}}", stem) or form not in ("svg", "png", "webp"):
            raise KeyError(name)
        headers = {"content-security-policy": CSP_PICTURE, "cache-control": _FOR_EVER, "etag": f'"{stem}"'}
        svg = self.pictures.get(stem) if slug not in self.rooms else None
        room = await self.room(slug) if svg is None else None
        if form == "svg":
            data = svg or (await room.picture(stem) if room else None)
        else:
            width = request.query_params.get("width", "750")
            room = room or await self.room(slug)
            try:
                wide = int(width) if width.isascii() and width.isdigit() and len(width) < 6 else 0
                small = form == "webp" and 0 < wide <= _THUMBNAIL and room.shows(stem)
                data = (
                    await room.thumbnail(stem, wide)
                    if small
                    else await room.slow("picture", name=stem, width=wide, form=form)
                )
            except (Refused, WorkerGone) as error:
                raise HTTPException(409, str(error)) from None
            except (
                KeyError
            ):  # drawn anew since the page was told of it: as it was, until it hears of the new one
                if form == "png" or not 0 < wide <= _THUMBNAIL:
                    raise
                form, data = "svg", room.pictures.get(stem)
                headers["cache-control"] = "no-store"
        if data is None:
            raise KeyError(name)
        kind = {"svg": "image/svg+xml", "png": "image/png", "webp": "image/webp"}[form]
        return Response(data, media_type=kind, headers=headers)

    # -- editing --------------------------------------------------------------------------------------

    def _edits(self, request: Request) -> Edits:
        slug = request.path_params["slug"]
        if slug not in self.edits:
            self.edits[slug] = Edits(self.kits[slug], self.read_only)
        return self.edits[slug]

    async def _edited(self, request: Request, change: Callable[[], Payload]) -> Response:
        """Return what was written as JSON; 409 where the file has changed meanwhile, 422 for what cannot be written."""
        if not _is_local(request):
            return JSONResponse({"says": _FAR}, 403)
        try:
            payload = await asyncio.to_thread(_with_problems, change)
        except Refused as refused:
            return JSONResponse({"problems": refused.problems, "says": refused.problems[0]["message"]}, 409)
        except Changed as changed:
            more = {"conflict": changed.cells} if isinstance(changed, Conflict) else {}
            return JSONResponse({"says": str(changed), "changed": True, **more}, 409)
        except NoCell as refusal:
            return JSONResponse({"says": str(refusal)}, 422)
        room = self.rooms.get(request.path_params.get("slug", ""))
        if room and payload.get("says"):
            room.saved(payload["file"])
        return JSONResponse(payload)

    async def _cells(self, request: Request) -> Response:
        edits, far = self._edits(request), "" if _is_local(request) else _FAR
        return await _answered(
            asyncio.to_thread(_with_problems, edits.payload),
            lambda payload: {
                **payload,
                "read_only": payload["read_only"] or far,
                "shipped": request.path_params["slug"] not in self.own,
            },
        )

    async def _change(self, request: Request) -> Response:
        asked, edits = await asked_in(request, _LARGE), self._edits(request)
        return await self._edited(
            request,
            lambda: {"say": edits.say, "number": edits.number, "resize": edits.resize}.get(
                str(asked.get("do")), edits.change
            )(asked),
        )

    async def _signs(self, request: Request) -> Response:
        return await _answered((await self._ready(request)).icons())

    async def _draft(self, request: Request) -> Response:
        """Return the face of a card as it is being typed; 204 for a draft that is not the newest any more."""
        asked, room = await asked_in(request, _LARGE), await self.room(request.path_params["slug"])
        if far := "" if _is_local(request) else _FAR:
            return JSONResponse({"says": far}, 403)
        drawn = {key: asked.get(key) for key in ("card", "key", "value", "look")}
        payload = await room.draft(str(asked.get("page")), **drawn)
        return (
            Response(status_code=204) if payload is None else JSONResponse({"n": asked.get("n"), **payload})
        )

    async def _add(self, request: Request) -> Response:
        asked, edits = await asked_in(request), self._edits(request)
        return await self._edited(request, lambda: edits.wear(asked) if "for" in asked else edits.add(asked))

    async def _handles(self, request: Request) -> Response:
        room, edits, ask = await self._ready(request), self._edits(request), request.query_params
        far = edits.read_only or ("" if _is_local(request) else _FAR)
        return await _answered(
            room.handles(ask.get("card", ""), ask.get("look", ""), ask.get("side", "front")),
            lambda payload: {**payload, "why_not": far or payload["why_not"], **edits.steps()},
        )

    async def _paint(self, request: Request) -> Response:
        asked, edits = await asked_in(request), self._edits(request)
        return await self._edited(request, lambda: edits.paint(asked))

    async def _dragged(self, request: Request) -> Response:
        asked, room = await asked_in(request), await self._ready(request)
        where = {key: str(asked.get(key, "")) for key in ("card", "look", "side")}
        return await _answered(room.dragged(**where, asked=asked))

    async def _bring(self, request: Request) -> Response:
        """Copy the picture file that is the body of a request into the kit."""
        edits, name, body = self._edits(request), request.query_params.get("name", ""), bytearray()
        if request.headers.get("content-type") != "application/octet-stream":
            raise HTTPException(415, "expected a picture file")
        async for part in request.stream():
            if len(body) <= MOST_BYTES:
                body += part
        return await self._edited(request, lambda: edits.bring(name, bytes(body)))

    async def _icons(self, request: Request) -> Response:
        edits, ask, far = self._edits(request), request.query_params, "" if _is_local(request) else _FAR
        start = int(said) if (said := ask.get("from", "0")).isdecimal() and len(said) < 6 else 0
        return await _answered(
            asyncio.to_thread(_with_problems, lambda: icons_payload(edits, ask.get("find", ""), start)),
            lambda payload: {**payload, "read_only": payload["read_only"] or far},
        )

    async def _take_icon(self, request: Request) -> Response:
        asked, edits = await asked_in(request), self._edits(request)
        return await self._edited(request, lambda: take_icon(edits, asked))

    async def _words(self, request: Request) -> Response:
        edits, far = self._edits(request), "" if _is_local(request) else _FAR
        if request.method == "POST":
            asked = await asked_in(request)
            return await self._edited(request, lambda: translate(edits, asked))
        language = request.query_params.get("language", "")
        try:
            return await _answered(
                asyncio.to_thread(_with_problems, lambda: words_payload(edits, language)),
                lambda payload: {**payload, "read_only": payload["read_only"] or far},
            )
        except NoCell as refusal:
            return JSONResponse({"problems": [{"message": str(refusal)}]}, 409)

    async def _ruling(self, request: Request) -> Response:
        """Return rules.yaml; or what is wrong with a text as the rules of the kit, which is written when that is asked for."""
        edits, far = self._edits(request), "" if _is_local(request) else _FAR
        if request.method == "GET":
            payload = await asyncio.to_thread(edits.rules)
            return JSONResponse({**payload, "read_only": payload["read_only"] or far})
        asked = await asked_in(request, _LARGE)
        text = asked.get("text")
        if not isinstance(text, str):
            raise HTTPException(400, "expected a text")
        if asked.get("write") is True:
            return await self._edited(request, lambda: edits.put(RULES, asked, lambda _: text, RULES))
        if why_not := edits.read_only or far:
            return JSONResponse({"says": why_not}, 403)
        return await _answered((await self._ready(request)).ruling(text))

    async def _laying(self, request: Request) -> Response:
        edits, far = self._edits(request), "" if _is_local(request) else _FAR
        asked = await asked_in(request) if request.method == "POST" else {}
        if asked.get("write") is True:
            return await self._edited(request, lambda: write_laying(edits, asked))
        try:
            payload = await asyncio.to_thread(_with_problems, lambda: laying(edits, asked))
        except Refused as refused:
            return JSONResponse({"problems": refused.problems}, 409)
        except NoCell as refusal:
            return JSONResponse({"problems": [{"message": str(refusal)}]}, 409)
        return JSONResponse({**payload, "read_only": payload["read_only"] or far})

    async def _commit(self, request: Request) -> Response:
        """Say what a commit would hold, or make it when that is asked for."""
        folder, why_not = self.kits[request.path_params["slug"]], self._edits(request).read_only
        if request.method == "POST":
            asked = await asked_in(request)
            if why_not:
                return JSONResponse({"says": why_not}, 403)
            return await self._edited(request, lambda: commit(folder, asked))
        why_not = why_not or ("" if _is_local(request) else _FAR)
        return await _answered(
            asyncio.to_thread(_with_problems, lambda: commit_payload(folder)),
            lambda payload: {**payload, "why_not": why_not or payload["why_not"]},
        )

    async def _step(self, back: bool, request: Request) -> Response:
        asked, edits = await asked_in(request), self._edits(request)
        return await self._edited(request, lambda: edits.step(back, asked.get("force") == "mine"))

    # -- jobs: builds and games ----------------------------------------------------------------------

    def _jobs(self, name: str, question: str) -> list[Route]:
        """Return the addresses of a kind of job: what may be asked, begin, stop, and the files that were made."""
        home = f"/kits/{{slug}}/{name}"
        return [
            Route(home, partial(self._offered, name, question)),
            Route(home, partial(self._begin_job, name), methods=["POST"]),
            Route(f"{home}/stop", partial(self._stop_job, name), methods=["POST"]),
            Route(f"{home}/{{name:path}}", partial(self._made, name)),
        ]

    async def _offered(self, name: str, question: str, request: Request) -> Response:
        room = await self._ready(request)
        more = {"why_not": self._why_not(request), "now": room.jobs[name].now}
        return await _answered(room.slow(question, results=room.results), lambda payload: {**payload, **more})

    def _why_not(self, request: Request) -> str:
        return self.read_only or ("" if _is_local(request) else _FAR_PRINTER)

    async def _begin_job(self, name: str, request: Request) -> Response:
        asked, room = await asked_in(request), await self._ready(request)
        if why_not := self._why_not(request):
            return JSONResponse({"says": why_not}, 403)
        if room.at_work:
            return JSONResponse({"says": "something is being made already"}, 409)
        room.jobs[name].begin(asked, room.results.parent)
        return JSONResponse(room.jobs[name].now)

    async def _stop_job(self, name: str, request: Request) -> Response:
        await asked_in(request)
        if why_not := self._why_not(request):
            return JSONResponse({"says": why_not}, 403)
        room = await self.room(request.path_params["slug"])
        room.jobs[name].stop()
        return JSONResponse(room.jobs[name].now)

    async def _made(self, job: str, request: Request) -> Response:
        """Return a file of the last job, or a page that one left; no others are there."""
        room = await self.room(request.path_params["slug"])
        name = request.path_params["name"]
        path = room.results / name
        known = room.jobs[job].holds(name) or (path.parent == room.results and path.suffix == ".html")
        if not known or not path.is_file():
            raise KeyError(name)
        shown = path.suffix in (".pdf", ".html", ".png") and "download" not in request.query_params
        how, policy = ("inline" if shown else "attachment"), (CSP_PDF if path.suffix == ".pdf" else SANDBOX)
        headers = {"content-security-policy": policy}
        return FileResponse(path, filename=path.name, content_disposition_type=how, headers=headers)

    async def _film(self, request: Request) -> Response:
        """Return the film of a game that a report shows."""
        room, asked = await self._ready(request), request.path_params
        page = room.results / asked["name"]
        if page.suffix != ".html" or not page.is_file():
            raise KeyError(asked["name"])
        try:
            film = await room.film(
                request.is_disconnected, page=page, table=asked["table"], game=asked["game"]
            )
        except Refused as refused:
            raise HTTPException(409, refused.problems[0]["message"]) from None
        except WorkerGone as gone:
            raise HTTPException(409, str(gone)) from None
        headers = {"content-security-policy": SANDBOX, "cache-control": _ONCE}
        return Response(film, media_type="text/html; charset=utf-8", headers=headers)

    # -- tables ---------------------------------------------------------------------------------------

    async def _lobby(self, request: Request) -> Response:
        slug = request.path_params["slug"]
        return await _answered(asyncio.to_thread(_with_problems, lambda: self.tables.setup(slug)))

    async def _new_table(self, request: Request) -> Response:
        asked = await asked_in(request)

        def begin() -> Payload:
            try:
                return self.tables.begin(asked)
            except (ValueError, KeyError, TypeError) as error:
                raise HTTPException(422, str(error)) from None

        return await self._sit_down(request, begin)

    async def _all_tables(self, request: Request) -> Response:
        return JSONResponse({"tables": await asyncio.to_thread(self.tables.all)})

    async def _old_table(self, request: Request) -> Response:
        name = request.path_params["name"]
        return await self._sit_down(request, lambda: self.tables.reopen(name))

    async def _sit_down(self, request: Request, make: Callable[[], Payload]) -> Response:
        """Answer with the links of a table's seats, for phones as well as for this machine."""
        try:
            payload = await asyncio.to_thread(_with_problems, make)
        except Refused as refused:
            return JSONResponse({"problems": refused.problems}, 409)
        self.tables.open[payload["table"]].go_on()
        return JSONResponse({**payload, "origin": self._origin(request)})

    def _origin(self, request: Request) -> str:
        """Return where the others reach this studio: by its address in the network if it has one."""
        ours = [host for host in self.hosts() if not host.startswith(("127.", "localhost"))]
        return f"http://{ours[0] if ours else request.headers['host']}"

    async def _code(self, request: Request) -> Response:
        import segno

        chairs = self.tables.open[request.path_params["name"]].chairs
        seat = request.path_params["seat"]
        if not 0 <= seat < len(chairs):
            raise KeyError(seat)
        code = segno.make(f"{self._origin(request)}/{chairs[seat].secret}/", error="m", micro=False)
        picture = io.BytesIO()
        code.save(picture, kind="svg", border=4, dark="#111", light="#fff", xmldecl=False, scale=4)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    # -- live -----------------------------------------------------------------------------------------

    async def _live(self, request: Request) -> Response:
        room = await self.room(request.path_params["slug"])

        async def lines() -> AsyncIterator[bytes]:
            async for event, what in room.news():
                yield (
                    f"event: {event}\ndata: {json.dumps(what)}\n\n".encode() if event else b": still here\n\n"
                )

        return StreamingResponse(lines(), media_type="text/event-stream")

    # -- the editor -----------------------------------------------------------------------------------

    async def _open(self, request: Request) -> Response:
        folder = self.kits[request.path_params["slug"]]
        if not _is_local(request):
            raise HTTPException(403, "files are opened on the machine of the studio only")
        asked = await asked_in(request, 4000)
        try:
            name, line, column = str(asked["file"]), int(asked["line"]), int(asked.get("column", 0))
        except (ValueError, KeyError, TypeError):
            raise HTTPException(400, "expected a file and a line") from None
        root = real(folder)
        try:
            file = real(root / name)
            inside = file.is_relative_to(root) and file.is_file()
        except (OSError, ValueError):
            inside = False
        if not inside or not name or name.startswith("-"):
            raise HTTPException(404, "that is no file of this kit")
        command = editor_command()
        if command is None:
            raise HTTPException(409, "no editor is known: set CARDGEN_EDITOR, such as CARDGEN_EDITOR=code")
        try:
            open_in_editor(command, file, line, column)
        except OSError as error:
            raise HTTPException(409, f"{command[0]} cannot be started: {error.strerror}") from None
        return JSONResponse({"opened": name})


def _with_problems(make: Callable[[], Payload]) -> Payload:
    """Return what is made; Refused with the problems of a kit that is wrong."""
    try:
        return make()
    except CardgenError as error:
        raise Refused([problem_payload(problem, "") for problem in error.problems]) from None


async def _answered(question: Any, shape: Callable[[Any], Any] = lambda payload: payload) -> Response:
    """Return an answer as JSON; 409 with the problems when the kit is too wrong for one."""
    try:
        return JSONResponse(shape(await question))
    except Refused as refused:
        return JSONResponse({"problems": refused.problems}, 409)
    except WorkerGone as gone:
        return JSONResponse({"problems": [], "gone": str(gone)}, 409)


def _missing(request: Request, error: Exception) -> Response:
    return Response("there is nothing here\n", 404, media_type="text/plain")


def _is_local(request: Request) -> bool:
    return request.client is None or request.client.host in ("127.0.0.1", "::1", "testclient")
