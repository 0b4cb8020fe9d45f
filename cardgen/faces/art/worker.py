"""Art is drawn in processes of their own while the main process goes on: a hostile SVG can neither hang nor kill it.

A worker imports its engine and pikepdf (0.1 s) as soon as it starts. Started first, it is ready by the time the kit is
read, and the main process pays neither for the import nor for the memory.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import re
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import BinaryIO, cast

from cardgen.base.children import start
from cardgen.base.drawing import Art
from cardgen.base.errors import Location, Problems
from cardgen.faces.art.caps import ArtFault
from cardgen.faces.art.engines import ArtEngineMissing, draw_form, send
from cardgen.faces.art.form import ArtForm, Engine

SECONDS_PER_ART = 60.0  # the largest drawn board takes 0.1 s


class _Died(ArtFault):
    """The worker's process ended over a piece of art, or somebody killed it."""


class ArtWorker:
    """One process that draws one SVG after another; OSError when no process can be started."""

    def __init__(self, engine: Engine) -> None:
        self._process = start("cardgen.faces.art.engines:serve", engine)
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
            send(self._in, svg)
            answer = pickle.load(self._out)
        except (EOFError, OSError, pickle.UnpicklingError):
            self.close()
            if late.is_set():
                raise ArtFault(f"drawing it took longer than {SECONDS_PER_ART:g} seconds") from None
            raise _Died("the art engine crashed on it") from None
        finally:
            timer.cancel()
        if isinstance(answer, ArtEngineMissing):
            self.close()
        if isinstance(answer, Exception):
            raise answer
        return cast(ArtForm, answer)

    @property
    def alive(self) -> bool:
        """Whether it can take another SVG."""
        return self._process.poll() is None

    def close(self) -> None:
        self._process.kill()
        for pipe in (self._in, self._out):
            with contextlib.suppress(OSError):  # what was still to be written has no reader any more
                pipe.close()
        self._process.wait()


_spare: dict[Engine, list[ArtWorker]] | None = None


def keep_workers(several: bool) -> None:
    """Let workers wait for the next kit where several are built, because starting one costs 0.1 s; or end those that wait."""
    global _spare
    for worker in (worker for waiting in (_spare or {}).values() for worker in waiting if not several):
        worker.close()
    _spare = (_spare or {}) if several else None


class ArtQueue(AbstractContextManager["ArtQueue"]):
    """Draws art in the background: `want` it as soon as it is known, ask for the `forms` when they are needed.

    `jobs` workers draw; each starts when there is something for it. Leaving the `with` block ends them, also after
    Ctrl-C. `progress(done, of)` is called as pieces are drawn.
    """

    def __init__(
        self,
        engine: Engine,
        jobs: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.engine: Engine = engine
        self._jobs = jobs
        self._progress = progress
        self._names: dict[str, str] = {}
        self._forms: dict[str, ArtForm] = {}
        self._missing: set[str] = set()
        self._faults: dict[str, ArtFault] = {}
        self._tasks: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[str, ArtForm | Exception]] = queue.SimpleQueue()
        self._workers: list[ArtWorker] = []
        self._threads: list[threading.Thread] = []
        self._closed = False

    def __exit__(self, *failure: object) -> None:
        self._closed = True
        self._let_go()

    def open(self) -> None:
        """Start the first worker now, because there will be something to draw."""
        if not self._threads:
            self._start()

    def want(self, arts: Iterable[Art]) -> None:
        """Ask for art, which is drawn in the background."""
        for art in arts:
            if art.key in self._names:
                continue
            self._names[art.key] = _name(art)
            self._missing.add(art.key)
            self._tasks.put((art.key, art.svg))
            if len(self._threads) < self._jobs:
                self._start()

    def forms(
        self, problems: Problems, stands: Callable[[str], tuple[Location, str] | None] = lambda key: None
    ) -> dict[str, ArtForm]:
        """Wait for all wanted art, let the workers go, and return it by key in the order it was first wanted.

        What could not be drawn is added to `problems`, at its place and with what was drawn, if `stands` knows them;
        raises `ArtEngineMissing` when nothing can draw.
        """
        while self._missing:
            key, result = self._done.get()
            self._missing.discard(key)
            if isinstance(result, ArtFault):
                self._faults[key] = result
            elif isinstance(result, Exception):
                raise result
            else:
                self._forms[key] = result
            if self._progress:
                self._progress(len(self._names) - len(self._missing), len(self._names))
        self._let_go(_spare)
        for key, name in self._names.items():
            if key in self._faults:
                where, subject = stands(key) or (None, "")
                message = f"the art {name} cannot be drawn: {self._faults[key]}"
                problems.add(message, where, trail=(subject,) if subject else (), code="art-failed")
        return {key: self._forms[key] for key in self._names if key in self._forms}

    def _let_go(self, spare: dict[Engine, list[ArtWorker]] | None = None) -> None:
        """End the workers, so that none sits there with 30 MB while pages are written; or have them wait in `spare`."""
        for worker in self._workers:
            if spare is not None and worker.alive:
                spare.setdefault(self.engine, []).append(worker)
            else:
                worker.close()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()
        self._workers.clear()
        self._threads.clear()

    def _start(self) -> None:
        try:
            worker: ArtWorker | None = self._worker()
        except OSError:
            worker = None  # no processes here: a thread of ours draws
        thread = threading.Thread(target=self._work, args=(worker,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _worker(self) -> ArtWorker:
        waiting = (_spare or {}).get(self.engine)
        worker = waiting.pop() if waiting else ArtWorker(self.engine)
        self._workers.append(worker)
        return worker

    def _work(self, worker: ArtWorker | None) -> None:
        while (task := self._tasks.get()) is not None:
            if self._closed:
                continue
            key, svg = task
            try:
                if worker and not worker.alive and not self._closed:  # the last SVG killed it
                    worker = self._worker()
                try:
                    form = worker.draw(svg) if worker else draw_form(svg, self.engine)
                except _Died:
                    if self._closed:
                        raise
                    worker = self._worker()  # perhaps it was not the SVG's doing
                    form = worker.draw(svg)
            except Exception as error:
                # Whatever it is, it must reach the main thread, or that waits for ever.
                self._done.put((key, error))
            else:
                self._done.put((key, form))


_LABEL = re.compile(rb"\b(inkscape:label|id)\s*=\s*[\"']([^\"']+)[\"']")


def _name(art: Art) -> str:
    """Return what to call the art in a message: the first label or id in it."""
    found = dict(reversed(_LABEL.findall(art.svg[:20_000])))
    name = found.get(b"inkscape:label") or found.get(b"id")
    return f"'{name.decode('utf-8', 'replace')}'" if name else f"{art.key[:8]} (it has no id)"


def jobs_for(engine: Engine, jobs: int) -> int:
    """Return how many workers draw: those asked for, or one, or one for each core where drawing is slow."""
    return jobs or (os.cpu_count() or 1 if engine == "cairosvg" else 1)
