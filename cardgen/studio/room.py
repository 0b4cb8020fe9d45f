"""One open kit: what its pages are shown, and who tells them when a file is saved."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

from cardgen.base.files import output_dir, shown
from cardgen.studio import earlier
from cardgen.studio.payload import Payload
from cardgen.studio.printing import Jobs
from cardgen.studio.watching import Seen, watch
from cardgen.studio.worker_process import Refused, WorkerGone, WorkerProcess

_PATIENCE = 0.15  # seconds: an editor may empty a file before it writes it
_IDLE = 0.8  # seconds without a save: then there is time to look at everything
_SLOW = 180.0  # seconds that all of a kit's art may take when none of it was ever drawn
_ON_A_SCREEN = 40  # faces
_FIRST = 160  # pixels
_WITH_EARLIER = 96_000_000  # bytes of pictures that are kept though no face has them now


def _missing(file: Path) -> bool:
    try:
        return file.stat().st_size == 0
    except OSError:
        return True


def _counted(problems: list[Payload]) -> Payload:
    """Return how many errors and warnings there are; equal ones, on many cards, count once, as on pages."""
    keys = ("level", "file", "line", "column", "code")
    said = re.compile(r"^card \S+?: ")
    different = {(*(problem[key] for key in keys), said.sub("", problem["message"])) for problem in problems}
    levels = [level for level, *_ in different]
    return {"errors": levels.count("error"), "warnings": levels.count("warning")}


class Pictures:
    """SVGs by address; those that were asked for or told of last stay longest."""

    def __init__(self, most: int = _WITH_EARLIER) -> None:
        self._most = most
        self._bytes = 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def add(self, svgs: dict[str, bytes]) -> None:
        """Keep more of them, and forget the oldest."""
        for name, svg in svgs.items():
            if name not in self._kept:
                self._bytes += len(svg)
            self._kept[name] = svg
            self._kept.move_to_end(name)
        while self._bytes > self._most and len(self._kept) > 1:
            self._bytes -= len(self._kept.popitem(last=False)[1])

    def get(self, name: str) -> bytes | None:
        """Return one, or None."""
        found = self._kept.get(name)
        if found is not None:
            self._kept.move_to_end(name)
        return found


class Room:
    """A kit that is watched: its faces, its problems, and the pages that listen."""

    def __init__(self, slug: str, folder: Path) -> None:
        self.slug, self.folder = slug, folder
        self.label = shown(folder)
        self.kit: Payload | None = None
        self.looks: dict[str, dict[str, Payload]] = {}
        self.problems: list[Payload] = []
        self.stale: list[str] = []
        self._looked_at: list[Payload] = []
        """What only the whole check found; it is told until that has looked again."""
        self.state: Payload = {"state": "reading"}
        self.serial = 0
        """How often something was saved."""
        self.said = 0
        """How much was told to pages: by this number one that has just come knows whether it missed anything."""
        self.pictures = Pictures()
        self._asked_for: OrderedDict[str, None] = OrderedDict()
        """Addresses of the faces that pages asked for last."""
        self.ready = asyncio.Event()
        """Set when the kit was read once, or could not be."""
        self._front = WorkerProcess(folder)
        self._back = WorkerProcess(folder, _SLOW, nice=5)
        self._then = WorkerProcess(folder, _SLOW, nice=5)
        """Draws earlier states: in a process of its own, as the rules of an earlier kit have the names of today's."""
        self.jobs = {
            "builds": Jobs(folder, "print", lambda payload: self._say("build", payload)),
            "games": Jobs(folder, "simulate", lambda payload: self._say("games", payload)),
        }
        self._states: OrderedDict[tuple[str, str], Payload] = OrderedDict()
        """Commit and look → the kit as it was then."""
        self._asked_then: dict[tuple[str, str], asyncio.Task[Payload]] = {}
        """Revision and look → the drawing for which every page waits that asks meanwhile."""
        self._drafts: dict[str, object] = {}
        """Page → its newest draft."""
        self._draft_turn = asyncio.Lock()
        self._back_serial = -1
        self._back_turn = asyncio.Lock()
        self._listeners: set[asyncio.Queue[tuple[str, Payload] | None]] = set()
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._seen: asyncio.Queue[Seen] = asyncio.Queue()
        self._files: tuple[str, ...] = ()
        self._written: dict[str, tuple[int, int, int] | None] = {}
        """Files that pages wrote, as they were then: what is noticed of them later is no news."""
        self._reading: set[asyncio.Task[None]] = set()

    # -- life -----------------------------------------------------------------------------------------

    def open(self) -> None:
        """Begin to watch."""
        self._seen.put_nowait(Seen(()))
        self._tasks = [asyncio.create_task(self._look()), asyncio.create_task(self._work())]

    async def close(self) -> None:
        """End the processes and send every page away."""
        self._stop.set()
        self.dismiss()
        self.kill()
        tasks = [*self._tasks, *self._reading, *self._asked_then.values()]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task

    def dismiss(self) -> None:
        """Send every page away; theirs are streams that never end by themselves."""
        for listener in self._listeners:
            listener.put_nowait(None)

    def kill(self) -> None:
        """End the processes at once."""
        self._front.close()
        self._back.close()
        self._then.close()
        for jobs in self.jobs.values():
            jobs.close()

    @property
    def listened(self) -> bool:
        """Whether any page is open, or something is printed or played."""
        return bool(self._listeners) or self.at_work

    @property
    def at_work(self) -> bool:
        """Whether a job is under way."""
        return any(jobs.running for jobs in self.jobs.values())

    async def _look(self) -> None:
        async for seen in watch(self.folder, self._stop):
            files = tuple(name for name in seen.files if self._state_of(name) != self._written.get(name, ""))
            if files or seen.gone:
                self._seen.put_nowait(seen._replace(files=files))

    def saved(self, file: str) -> None:
        """Read a file that a page has just written, without waiting until it is noticed."""
        self._written[file] = self._state_of(file)
        self._seen.put_nowait(Seen((file,)))

    def _state_of(self, file: str) -> tuple[int, int, int] | None:
        """Return what is different as soon as somebody writes a file, None where there is none."""
        try:
            about = (self.folder / file).stat()
        except OSError:
            return None
        return about.st_ino, about.st_mtime_ns, about.st_size

    async def _work(self) -> None:
        while True:
            seen = await self._seen.get()
            while not self._seen.empty():
                more = self._seen.get_nowait()
                seen = Seen(tuple(dict.fromkeys(seen.files + more.files)), more.gone)
            if seen.gone:
                self._gone()
                continue
            self.serial += 1
            self._files = seen.files
            if any(name.startswith("fonts/") or name.endswith(".py") for name in seen.files):
                self._front.close()  # its fonts and words are loaded: a new process loads them anew
                self._back.close()
            await self._whole_files(seen.files)
            # not waited for: a save that comes while the worker draws makes it begin anew
            self._meanwhile(self._reload(self.serial))

    def _meanwhile(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _reload(self, serial: int) -> None:
        await self._read(serial)
        if serial == self.serial:
            await self._check(serial)

    async def _whole_files(self, names: tuple[str, ...]) -> None:
        """Wait a moment when a file is gone or empty: an editor may be about to write it."""
        loop = asyncio.get_running_loop()
        end = loop.time() + _PATIENCE
        while loop.time() < end and any(_missing(self.folder / name) for name in names):
            await asyncio.sleep(0.02)

    async def _read(self, serial: int, again: bool = True) -> None:
        self._say_state({"state": "reading", "file": self._files[0] if self._files else None})
        try:
            await self._front.read(self._event, self._files or None, self._looked_at_now())
        except WorkerGone as gone:
            if serial != self.serial:
                return None  # what was saved since is read anew
            if again and "crashed" in str(gone):
                return await self._read(serial, again=False)  # perhaps it was not the kit's doing
            self._tell_problems(
                [self._own(str(gone), "save the file again when it is mended", "worker-gone")], self._all()
            )
        self.ready.set()
        return None

    async def _check(self, serial: int) -> None:
        """Have all that is not drawn at once looked at as well: other looks, sheets, rule sheet, art engine."""
        await asyncio.sleep(_IDLE)
        quick = [problem for problem in self.problems if problem not in self._looked_at]
        if serial != self.serial or any(problem["level"] == "error" for problem in quick):
            return
        with contextlib.suppress(WorkerGone, Refused, KeyError, RuntimeError):
            found = await self.slow("check")
            if serial == self.serial:
                self._looked_at = [problem for problem in found if problem not in quick]
                if found != self.problems:
                    self._tell_problems(found, self.stale)

    def _gone(self) -> None:
        self.serial += 1  # what is being looked at just now is no longer true
        message = "the folder of this kit has gone"
        self._tell_problems(
            [self._own(message, "its faces stay; it is read again when it is there", "gone")], self._all()
        )
        self.ready.set()

    def _all(self) -> list[str]:
        return [card["id"] for card in self.kit["cards"]] if self.kit else []

    def _own(self, message: str, hint: str, code: str) -> Payload:
        return {
            "level": "error",
            "code": code,
            "file": self.label,
            "short": self.label,
            "line": 0,
            "column": 0,
            "in": [],
            "message": message,
            "hint": hint,
        }

    # -- what the worker tells --------------------------------------------------------------------------

    def _event(self, payload: Payload) -> None:
        match payload["event"]:
            case "kit":
                self.kit = payload["kit"]
                known = {card["id"] for card in self.kit["cards"]}
                for faces in self.looks.values():
                    for name in [name for name in faces if name not in known]:
                        del faces[name]
                self._say("kit", {})
                self.ready.set()
            case "faces":
                if not self.looks and payload["svgs"]:
                    self._meanwhile(self._warm_up(next(iter(payload["svgs"]))))
                self.pictures.add(payload["svgs"])
                self.looks.setdefault(payload["look"], {}).update(payload["faces"])
                self._say_state({"state": "drawing", "done": payload["done"], "of": payload["of"]})
                news = {key: payload[key] for key in ("look", "faces", "why")}
                self._say("saved", {"file": self._files[0] if self._files else None, **news})
            case "drawn":
                self._say_fresh(payload["seconds"])
            case "problems":
                more = [problem for problem in self._looked_at if problem not in payload["problems"]]
                self._tell_problems([*payload["problems"], *more], payload["stale"])

    async def _warm_up(self, face: str) -> None:
        """Have a small picture made: for the first one, the worker loads and starts what draws pictures."""
        with contextlib.suppress(WorkerGone, Refused, KeyError, RuntimeError):
            await self._front.ask("thumbnail", name=face, width=_FIRST)

    def _tell_problems(self, problems: list[Payload], stale: list[str]) -> None:
        self.problems, self.stale = problems, stale
        self._say("problems", {"problems": problems, "stale": stale})
        counted = _counted(problems)
        self._say_state({"state": "problems" if counted["errors"] else "fresh", **counted})

    def _say_fresh(self, seconds: float) -> None:
        """Say how long drawing took, which is news once: a page that comes later is told that all is up to date."""
        self.state = {"state": "fresh", **_counted(self.problems)}
        self._say("state", {**self.state, "seconds": seconds})

    def _say_state(self, state: Payload) -> None:
        if state != self.state:
            self.state = state
            self._say("state", state)

    def _say(self, event: str, what: Payload) -> None:
        self.said += event not in ("state", "build", "games")
        for listener in self._listeners:
            listener.put_nowait((event, what))

    async def news(self) -> AsyncIterator[tuple[str, Payload]]:
        """Yield what happens from now on, beginning with how things are."""
        listener: asyncio.Queue[tuple[str, Payload] | None] = asyncio.Queue()
        self._listeners.add(listener)
        try:
            yield "hello", {"said": self.said, "state": self.state}
            while True:
                try:
                    said = await asyncio.wait_for(listener.get(), 15)
                except TimeoutError:
                    yield "", {}  # so that a page notices when the server has gone
                    continue
                if said is None:
                    return
                yield said
        finally:
            self._listeners.discard(listener)

    # -- what pages ask -------------------------------------------------------------------------------

    def whole(self) -> Payload:
        """Return the kit with its faces in the first look, its problems and its state."""
        kit = self.kit or {
            "slug": self.slug,
            "title": self.slug,
            "version": "",
            "accent": "#444444",
            "looks": [],
            "components": [],
            "cards": [],
            "rules": False,
        }
        first = kit["looks"][0]["id"] if kit["looks"] else "full"
        return {
            **kit,
            "folder": self.label,
            "said": self.said,
            "read": self.kit is not None,
            "faces": {first: self.looks.get(first, {})},
            "problems": self.problems,
            "stale": self.stale,
            "state": self.state,
        }

    async def look(self, look: str) -> dict[str, Payload]:
        """Return the faces in a look, card → side → address; KeyError for one that the kit does not have."""
        if look not in self.looks:
            found = await self._front.ask("look", look=look)
            self.pictures.add(found["svgs"])
            self.looks[look] = found["faces"]
        return self.looks[look]

    async def card(self, card: str, look: str, side: str) -> Payload:
        """Return what lies behind one face."""
        found: Payload = await self._front.ask("card", card=card, look=look, side=side)
        self.pictures.add(found.pop("svgs"))
        return found

    async def icons(self) -> dict[str, str]:
        """Return the addresses of the icons that texts may name."""
        found: Payload = await self._front.ask("icons")
        self.pictures.add(found["svgs"])
        return dict(found["icons"])

    async def draft(self, page: str, **asked: object) -> Payload | None:
        """Return the face of a card with another value, which is in no file; None when the page asks for a newer one."""
        mine = self._drafts[page] = object()
        async with self._draft_turn:
            if self._drafts.get(page) is not mine:
                return None
            try:
                found: Payload = await self._front.ask("draft", **asked)
            except (Refused, KeyError, WorkerGone, RuntimeError) as error:
                problems = error.problems if isinstance(error, Refused) else []
                found = {"says": problems[0]["message"] if problems else ""}
        if self._drafts.get(page) is not mine:
            return None
        del self._drafts[page]
        self.pictures.add(found.pop("svgs", {}))
        return found

    async def handles(self, card: str, look: str, side: str) -> Payload:
        """Return what of a face can be taken; from the worker that answers while it draws."""
        found: Payload = await self._front.ask("handles", card=card, look=look, side=side)
        return found

    async def dragged(self, **asked: Any) -> Payload:
        """Return the address of a face as it would be with what a page is about to write."""
        payload: Payload = await self._front.ask("dragged", **asked)
        self.pictures.add({payload["face"]: payload.pop("svg")})
        return payload

    async def picture(self, name: str) -> bytes | None:
        """Return the SVG with this address, None when nothing has it."""
        found = self.pictures.get(name)
        if found is None:
            with contextlib.suppress(KeyError, Refused):
                found = await self.slow("svg", name=name)
                self.pictures.add({name: found})
        return found

    def shows(self, name: str) -> bool:
        """Tell whether a face with this address is there."""
        return any(name in sides.values() for faces in list(self.looks.values()) for sides in faces.values())

    def _looked_at_now(self) -> set[str]:
        """Return the cards whose faces pages asked for last: these are on a screen, or near it."""
        return {
            card
            for faces in self.looks.values()
            for card, sides in faces.items()
            if any(name in self._asked_for for name in sides.values())
        }

    async def thumbnail(self, name: str, width: int) -> bytes:
        """Return a face that is shown now as a small WebP; KeyError for one that is not."""
        self._asked_for[name] = None
        self._asked_for.move_to_end(name)
        while len(self._asked_for) > _ON_A_SCREEN:
            self._asked_for.popitem(last=False)
        key = f"{name}@{width}"
        found = self.pictures.get(key)
        if found is None:
            found = bytes(await self._front.ask("thumbnail", name=name, width=width))
            self.pictures.add({key: found})
        return found

    async def slow(self, what: str, **asked: Any) -> Any:
        """Return an answer that takes its time, from a second worker that has read the files as they are now."""
        async with self._back_turn:
            if self._back_serial != self.serial or not self._back.alive:
                serial = self.serial
                await self._back.ask("renew")
                self._back_serial = serial
        return await self._back.ask(what, **asked)

    async def ruling(self, text: str) -> Payload:
        """Return what is wrong with a text as rules.yaml; where the kit can't be read, what is wrong without its cards."""
        try:
            found: Payload = await self.slow("ruling", text=text)
        except Refused:
            found = await self._back.ask("ruling", text=text)
        return found

    async def film(self, left: Callable[[], Awaitable[bool]], **asked: Any) -> str:
        """Return the film of a game; when the page that asked has left, nobody plays it to its end."""
        film = asyncio.ensure_future(self.slow("film", **asked))
        while not (await asyncio.wait({film}, timeout=0.05))[0]:
            if await left():
                self._back.give_up()
        return str(await film)

    async def states(self) -> list[Payload]:
        """Return the earlier states that there are: what was built last, the last commit, the last tag."""
        if self.kit is None:
            return []
        found = await self._then.ask("states")
        first = self.kit["looks"][0]["id"]
        if await asyncio.to_thread(earlier.last_build, self.results, first, first):
            found.insert(0, {"id": earlier.BUILD, "title": "The last build", "says": str(self.results)})
        return list(found)

    @property
    def results(self) -> Path:
        """The folder of what is built: what people printed last."""
        return output_dir() / self.slug

    async def since(self, state: str, look: str) -> Payload:
        """Return what is different since an earlier state; KeyError for none such, Refused when it cannot be drawn."""
        if self.kit is None:
            raise Refused([self._own("the kit cannot be read", "mend it first", "no-kit")])
        faces = await self.look(look)
        if state == earlier.BUILD:
            first = self.kit["looks"][0]["id"]
            then = await asyncio.to_thread(earlier.last_build, self.results, look, first)
            if then is None:
                raise KeyError("no build")
        elif earlier.is_revision(state):
            place = (state, look)
            if place not in self._asked_then:
                self._asked_then[place] = asyncio.create_task(self._as_it_was(state, look))
                self._asked_then[place].add_done_callback(lambda _: self._asked_then.pop(place))
            then = await asyncio.shield(self._asked_then[place])  # a page that leaves ends none
        else:
            raise KeyError(state)
        found = earlier.changes(then, self.kit, faces)
        for one in (*found["cards"].values(), *found["gone"]):  # a build lists faces and keeps no pictures
            for side in one["sides"].values():
                if side[0] and self.pictures.get(side[0]) is None:
                    side[0] = None
        return {"state": state, "look": look, **found}

    async def _as_it_was(self, revision: str, look: str) -> Payload:
        known = [
            commit
            for (commit, drawn), then in self._states.items()
            if drawn == look and all(self.pictures.get(name) is not None for name in then["svgs"])
        ]
        payload: Payload = await self._then.ask("earlier", revision=revision, look=look, known=known)
        place = (payload["commit"], look)
        if "cards" in payload:
            self.pictures.add(payload["svgs"])
            self._states[place] = {**payload, "svgs": list(payload["svgs"])}
            while len(self._states) > 4:
                self._states.popitem(last=False)
            if not self._then.busy:
                self._then.close()  # a process with fonts in it is not kept until somebody compares again
        self._states.move_to_end(place)
        return self._states[place]
