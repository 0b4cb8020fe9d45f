"""Artists: processes of their own that draw art, so that both cores work and a bad SVG cannot hang or kill the tool.

An artist imports its engine (0.25 s) as soon as it starts. Started first, it is ready by the time the kit is read,
and the main process never pays for the import nor for the memory. The talk over the pipes is pickles, both ends
being ours.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import threading
from typing import BinaryIO, cast

from cardgen.base.errors import CardgenError
from cardgen.faces.art.caps import ArtFault
from cardgen.faces.art.engines import ArtEngineMissing, Engine, draw_form, load_engine
from cardgen.faces.art.form import ArtForm

SECONDS_PER_ART = 60.0  # the largest drawn board takes 0.1 s


def _send(pipe: BinaryIO, message: object) -> None:
    pickle.dump(message, pipe, protocol=5)
    pipe.flush()


class Artist:
    """One process that draws one SVG after another; OSError when no process can be started."""

    def __init__(self, engine: Engine) -> None:
        if not sys.executable:
            raise OSError("no Python to start")
        self.engine: Engine = engine
        self.version: str | None = None
        # Our own sys.path, not the child's guess: a kit's folder must never be a place to import from.
        code = f"import sys; sys.path[:] = {sys.path!r}; from cardgen.faces.art.artists import serve; serve({engine!r})"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1
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
            _send(self._in, svg)
            answer = self._answer()
        except (EOFError, OSError, pickle.UnpicklingError):
            self.close()
            if late.is_set():
                raise ArtFault(f"drawing it took longer than {SECONDS_PER_ART:g} seconds") from None
            raise ArtFault("the art engine crashed on it") from None
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


class Staff(contextlib.AbstractContextManager["Staff"]):
    """Artists who stay from one kit to the next, because each needs 0.25 s to come; a `with` block sends them home."""

    def __init__(self) -> None:
        self._waiting: list[Artist] = []

    def __exit__(self, *failure: object) -> None:
        while self._waiting:
            self._waiting.pop().close()

    def call(self, engine: Engine) -> Artist:
        """Return an artist who waits, or a new one; OSError when no process can be started."""
        for artist in self._waiting:
            if artist.engine == engine and artist.alive:
                self._waiting.remove(artist)
                return artist
        return Artist(engine)

    def wait(self, artist: Artist) -> None:
        """Let an artist who has nothing in hand wait for the next kit."""
        self._waiting.append(artist)


# ---- in the artist's own process


def serve(engine: Engine) -> None:
    """Be the artist: greet, then answer every SVG on stdin with a form or an exception, until stdin ends."""
    import os
    import signal

    # Ctrl-C is for the process that started us; it closes our stdin.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    _cap_memory()
    try:
        _send(answers, load_engine(engine))
    except ArtEngineMissing as missing:
        _send(answers, missing)
        return
    import pikepdf  # noqa: F401  # now, while the main process still reads the kit

    with contextlib.suppress(
        EOFError, OSError, pickle.UnpicklingError
    ):  # nobody asks, nobody listens any more
        while True:
            _send(answers, _drawn(pickle.load(sys.stdin.buffer), engine))


def _drawn(svg: bytes, engine: Engine) -> ArtForm | Exception:
    try:
        return draw_form(svg, engine)
    except (ArtFault, CardgenError) as fault:
        return fault
    except MemoryError:
        return ArtFault("drawing it needs too much memory")
    except Exception as error:
        return ArtFault(f"{type(error).__name__}: {error}")


def _cap_memory(limit: int = 4 << 30) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
