"""Artists: processes of their own that draw art, so that both cores work and a bad SVG cannot hang or kill the tool.

An artist imports its engine (0.25 s) as soon as it starts. Started first, it is ready by the time the kit is read,
and the main process never pays for the import nor for the memory. The talk over the pipes is a length and a pickle,
both ends being ours.
"""

from __future__ import annotations

import contextlib
import pickle
import struct
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import BinaryIO, cast

from cardgen.base.errors import CardgenError, Problem
from cardgen.faces.art.caps import ArtFault
from cardgen.faces.art.engines import ArtEngineMissing, Engine, draw_form, load_engine
from cardgen.faces.art.form import ArtForm

SECONDS_PER_ART = 60.0  # the largest drawn board takes 0.1 s

_LENGTH = struct.Struct("<I")


def _send(pipe: BinaryIO, message: object) -> None:
    data = pickle.dumps(message, protocol=5)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def _receive(pipe: BinaryIO) -> object:
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


@dataclass(frozen=True, slots=True)
class _Ready:
    version: str


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
                self._greet()
            _send(self._in, svg)
            answer = _receive(self._out)
        except (EOFError, OSError):
            self.close()
            if late.is_set():
                raise ArtFault(f"drawing it took longer than {SECONDS_PER_ART:g} seconds") from None
            raise ArtFault("the art engine crashed on it") from None
        finally:
            timer.cancel()
        if isinstance(answer, ArtForm):
            return answer
        if isinstance(answer, Exception):
            raise answer
        raise TypeError(f"an artist answered {answer!r}")

    def _greet(self) -> None:
        hello = _receive(self._out)
        if isinstance(hello, ArtEngineMissing):
            self.close()
            raise hello
        if not isinstance(hello, _Ready):
            raise EOFError
        self.version = hello.version

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


def serve(engine: Engine) -> None:
    """Be the artist: greet, then answer every SVG on stdin with a form or an exception, until stdin ends."""
    import os
    import signal

    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C is for the process that started us; it closes our stdin
    wanted = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    _cap_memory()
    try:
        _send(answers, _Ready(load_engine(engine)))
    except ArtEngineMissing as missing:
        _send(answers, missing)
        return
    import pikepdf  # noqa: F401  # now, while the main process still reads the kit

    while True:
        try:
            svg = _receive(wanted)
        except EOFError:
            return
        try:
            answer: object = draw_form(cast(bytes, svg), engine)
        except (ArtFault, CardgenError) as fault:
            answer = fault
        except MemoryError:
            answer = ArtFault("drawing it needs too much memory")
        except Exception as error:
            answer = ArtFault(f"{type(error).__name__}: {error}")
        try:
            _send(answers, answer)
        except OSError:  # nobody listens any more
            return


def _cap_memory(limit: int = 4 << 30) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def fault_of(name: str, fault: ArtFault) -> Problem:
    """Return the problem that names the piece of art and says why it cannot be drawn."""
    return Problem(f"the art {name} cannot be drawn: {fault}", code="art-failed")
