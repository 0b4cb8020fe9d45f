"""The atelier: wanted art comes from the cache first and from the artists second, while the main process goes on.

Artists are processes of their own, so that both cores work and a bad SVG cannot hang or kill the tool. An artist
imports its engine (0.25 s) as soon as it starts. Started first, it is ready by the time the kit is read, and the main
process never pays for the import nor for the memory.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import BinaryIO, cast

from cardgen.base.drawing import Art
from cardgen.base.errors import Location, Problems
from cardgen.faces.art.caps import ArtFault
from cardgen.faces.art.engines import ArtEngineMissing, draw_form, send
from cardgen.faces.art.form import ArtCache, ArtForm, Engine

SECONDS_PER_ART = 60.0  # the largest drawn board takes 0.1 s
# CairoSVG draws 0.4 to 0.7 MB of SVG in a second and typst ten times as much; an artist takes 0.25 s to come.
_SECONDS_PER_BYTE: dict[Engine, float] = {"cairosvg": 2.2e-6, "typst": 0.3e-6}
_WORTH_ANOTHER_ARTIST = 0.5


class _Died(ArtFault):
    """The artist's process ended over a piece of art, or somebody killed it."""


class Artist:
    """One process that draws one SVG after another; OSError when no process can be started."""

    def __init__(self, engine: Engine) -> None:
        if not sys.executable:
            raise OSError("no Python to start")
        self.engine: Engine = engine
        self.version: str | None = None
        # Our own sys.path, not the child's guess: a kit's folder must never be a place to import from.
        code = f"import sys; sys.path[:] = {sys.path!r}; from cardgen.faces.art.engines import serve; serve({engine!r})"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=-1,
            start_new_session=True,  # Ctrl-C is for us: we send it home
        )
        self._in = cast(BinaryIO, self._process.stdin)
        self._out = cast(BinaryIO, self._process.stdout)

    def draw(self, svg: bytes) -> ArtForm:
        """Return the SVG as a form; raises `ArtFault` or `ArtEngineMissing`."""
        late = threading.Event()

        def stop() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(SECONDS_PER_ART, stop)
        timer.daemon = True
        timer.start()
        try:
            if self.version is None:
                self.version = str(self._answer())
            send(self._in, svg)
            answer = self._answer()
        except (EOFError, OSError, pickle.UnpicklingError):
            self.close()
            if late.is_set():
                raise ArtFault(f"drawing it took longer than {SECONDS_PER_ART:g} seconds") from None
            raise _Died("the art engine crashed on it") from None
        finally:
            timer.cancel()
        return cast(ArtForm, answer)

    def _answer(self) -> object:
        """Return what the process says next; what it could not do is raised."""
        answer = pickle.load(self._out)
        if isinstance(answer, ArtEngineMissing):
            self.close()
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def alive(self) -> bool:
        """Whether it can take another SVG."""
        return self._process.poll() is None

    def close(self) -> None:
        """Send it home at once."""
        self._process.kill()
        for pipe in (self._in, self._out):
            with contextlib.suppress(OSError):  # what was still to be written has no reader any more
                pipe.close()
        self._process.wait()


class Staff(AbstractContextManager["Staff"]):
    """Artists who stay from one kit to the next, because each needs 0.25 s to come; a `with` block sends them home."""

    def __init__(self) -> None:
        self.waiting: list[Artist] = []

    def __exit__(self, *failure: object) -> None:
        while self.waiting:
            self.waiting.pop().close()

    def call(self, engine: Engine) -> Artist:
        """Return an artist who waits, or a new one; OSError when no process can be started."""
        for artist in self.waiting:
            if artist.engine == engine and artist.alive:
                self.waiting.remove(artist)
                return artist
        return Artist(engine)


class Atelier(AbstractContextManager["Atelier"]):
    """Draws art in the background: `want` it as soon as it is known, ask for the `forms` when they are needed.

    At most `jobs` artists work (default: one per core). With `open`, the first one starts before anything is
    wanted. Leaving the `with` block sends all artists home, also after Ctrl-C; of a `staff` those stay who are
    done. `progress(done, of)` is called as pieces are drawn.
    """

    def __init__(
        self,
        engine: Engine = "cairosvg",
        cache: ArtCache | None = None,
        jobs: int | None = None,
        progress: Callable[[int, int], None] | None = None,
        staff: Staff | None = None,
    ) -> None:
        self.engine: Engine = engine
        self.cache = cache
        self._jobs = max(1, jobs if jobs is not None else os.cpu_count() or 1)
        self._progress = progress
        self._staff = staff
        self._drawn = 0
        self._names: dict[str, str] = {}
        self._forms: dict[str, ArtForm] = {}
        self._missing: set[str] = set()
        self._faults: dict[str, ArtFault] = {}
        self._backlog = 0.0
        self._tasks: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[str, ArtForm | Exception, str | None]] = queue.SimpleQueue()
        self._artists: list[Artist] = []
        self._threads: list[threading.Thread] = []
        self._closed = False

    def __exit__(self, *failure: object) -> None:
        self._closed = True
        self._let_go(None)
        if self.cache:
            self.cache.prune()

    def open(self) -> None:
        """Let the first artist come now, because there will be something to draw."""
        if not self._threads:
            self._hire()

    def want(self, arts: Iterable[Art]) -> None:
        """Ask for art; what the cache has is there at once, the rest is drawn in the background."""
        for art in arts:
            if art.key in self._names:
                continue
            self._names[art.key] = _name(art)
            kept = self.cache.get(art.key, self.engine) if self.cache else None
            if kept is not None:
                self._forms[art.key] = kept
                continue
            self._missing.add(art.key)
            self._tasks.put((art.key, art.svg))
            self._backlog += len(art.svg) * _SECONDS_PER_BYTE[self.engine]
            busy = len(self._threads)
            if not busy or (busy < self._jobs and self._backlog > _WORTH_ANOTHER_ARTIST * busy):
                self._hire()

    def forms(
        self, problems: Problems, stands: Callable[[str], tuple[Location, str] | None] = lambda key: None
    ) -> dict[str, ArtForm]:
        """Wait for all wanted art, send the artists home, and return it by key in the order it was first wanted.

        What could not be drawn is added to `problems`, at its place and with what was drawn, if `stands` knows them;
        raises `ArtEngineMissing` when nothing can draw.
        """
        while self._missing:
            self._take(*self._done.get())
            if self._progress:
                self._progress(self._drawn, self._drawn + len(self._missing))
        self._let_go(self._staff)
        for key, name in self._names.items():
            if key in self._faults:
                where, subject = stands(key) or (None, "")
                message = f"the art {name} cannot be drawn: {self._faults[key]}"
                problems.add(message, where, trail=(subject,) if subject else (), code="art-failed")
        if self.cache and self.cache.warning:
            problems.add(self.cache.warning, level="warning", code="art-cache")
        return {key: self._forms[key] for key in self._names if key in self._forms}

    def _take(self, key: str, result: ArtForm | Exception, drawn_by: str | None) -> None:
        self._missing.discard(key)
        self._drawn += 1
        if isinstance(result, ArtFault):
            self._faults[key] = result
        elif isinstance(result, Exception):
            raise result
        else:
            self._forms[key] = result
            if self.cache and drawn_by:
                self.cache.drawn_by(self.engine, drawn_by)
            if self.cache:
                self.cache.put(key, self.engine, result)

    def _let_go(self, staff: Staff | None) -> None:
        """Let all artists go, so that none sits there with 40 MB while pages are written: to the staff, or home.

        Only those who have nothing in hand may go to the staff.
        """
        if not staff:
            for artist in self._artists:
                artist.close()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()
        for artist in self._artists:
            if staff and artist.alive:
                staff.waiting.append(artist)
            else:
                artist.close()
        self._artists.clear()
        self._threads.clear()
        self._backlog = 0.0

    def _hire(self) -> None:
        try:
            artist: Artist | None = self._staff.call(self.engine) if self._staff else Artist(self.engine)
        except OSError:
            artist = None  # no processes here: a thread of ours draws
        if artist:
            self._artists.append(artist)
        thread = threading.Thread(target=self._work, args=(artist,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _another(self) -> Artist:
        artist = Artist(self.engine)
        self._artists.append(artist)
        return artist

    def _work(self, artist: Artist | None) -> None:
        while (task := self._tasks.get()) is not None:
            if self._closed:
                continue
            key, svg = task
            try:
                if artist and not artist.alive and not self._closed:  # the last SVG killed it
                    artist = self._another()
                try:
                    form = artist.draw(svg) if artist else draw_form(svg, self.engine)
                except _Died:
                    if self._closed:
                        raise
                    artist = self._another()  # perhaps it was not the SVG's doing
                    form = artist.draw(svg)
            except Exception as error:
                # Whatever it is, it must reach the main thread, or that waits for ever.
                self._done.put((key, error, None))
            else:
                self._done.put((key, form, artist.version if artist else None))


_LABEL = re.compile(rb"\b(inkscape:label|id)\s*=\s*[\"']([^\"']+)[\"']")


def _name(art: Art) -> str:
    """Return what to call the art in a message: the first label or id in it."""
    found = dict(reversed(_LABEL.findall(art.svg[:20_000])))
    name = found.get(b"inkscape:label") or found.get(b"id")
    return f"'{name.decode('utf-8', 'replace')}'" if name else f"{art.key[:8]} (it has no id)"
