"""Every process that cardgen starts, and how it is started: nothing else in the package starts one.

A child of ours is this Python with our own `sys.path`, told from the outside, and with a safe path (`-P`): the folder in
which somebody works is a stranger's kit perhaps, and never a place to import from. Programs of others are looked for in
the absolute folders of `$PATH` alone.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.projects import let_run_around

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Child = subprocess.Popen[bytes]
_SAFE = "PYTHONSAFEPATH"
_GIVEN = os.environ.get(_SAFE)
_ALONE = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows: Ctrl-C is not for it


def start(serve: str, *words: str | int) -> Child:
    """Start a Python of ours that calls `module:function` with these words; OSError when there is none to start.

    Its stdin and stdout are pipes, its folder is ours once it runs. Ctrl-C is for us: we send it home.
    """
    if not sys.executable:
        raise OSError("no Python to start")
    module, _, name = serve.partition(":")
    code = f"import sys, os; sys.path[:] = {import_path()!r}; "
    with contextlib.suppress(OSError):  # somebody has removed the folder in which we work
        code += f"os.chdir({os.getcwd()!r}); "  # noqa: PTH109
    code += f"from {module} import {name}; {name}(*{words!r})"
    return subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(sys.executable).anchor,  # what is relative in the environment leads to nothing there
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        start_new_session=True,
        creationflags=_ALONE,
    )


def begin_again_in_utf8() -> None:
    """Become the same command with names of files in UTF-8, whatever the locale says: a kit has letters of its own.

    What is printed keeps the letters that the terminal knows. Nothing happens where Python was told how it reads names.
    """
    if "utf8" in sys._xoptions or not sys.executable:
        return
    letters = sys.stdout.encoding if sys.stdout else "utf-8"
    environment = {"PYTHONIOENCODING": f"{letters}:backslashreplace", **os.environ}
    os.execve(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]], environment)


def import_path() -> list[str]:
    """Return our `sys.path` for a child; "" is not in it, which is the folder in which somebody works."""
    return [place for place in sys.path if place]


def pool(workers: int, method: str | None = None) -> ProcessPoolExecutor | None:
    """Return processes of ours that take tasks, started by `fork`, `spawn`, `forkserver` or as is usual here.

    None where processes cannot wait for one another (a container without /dev/shm): then one works alone. From now on
    each Python that this process starts has a safe path: whom `multiprocessing` starts, and when, is its own affair,
    and the environment is all that reaches them.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    os.environ[_SAFE] = "1"
    with contextlib.suppress(OSError, ImportError):
        return ProcessPoolExecutor(workers, get_context(method), _begin_to_work, (str(Path().absolute()),))
    return None


def end_pool(workers: ProcessPoolExecutor, grace: float = 0.0) -> None:
    """End the processes, whatever they are doing, also one that has not yet learned how to be stopped.

    With `grace` they are asked with SIGTERM first, and have so many seconds to tidy up.
    """
    processes = list((getattr(workers, "_processes", None) or {}).values())
    for process in processes if grace else ():
        process.terminate()
    for process in processes if grace else ():
        process.join(grace)
    for process in processes:
        process.kill()
    workers.shutdown(wait=False, cancel_futures=True)


def _begin_to_work(place: str) -> None:
    """Leave Ctrl-C to the process that asked, and end when that one does; the rules there may run if they may here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    let_run_around(Path(place))


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


# ---- programs of others ------------------------------------------------------------------------------


def program(name: str) -> str | None:
    """Return the program of this name, None when there is none; one that lies where somebody works is not looked for."""
    places = [place for place in os.get_exec_path() if Path(place).is_absolute()]
    places = [""] if Path(name).is_absolute() else places
    ends = ["", *filter(None, os.environ.get("PATHEXT", "").split(os.pathsep))]  # on Windows git is git.EXE
    wanted = (f"{Path(place) / name}{end}" for place in places for end in ends)
    return next(filter(None, map(shutil.which, wanted)), None)


def run_program(
    words: Sequence[str], said: bytes, seconds: float, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[bytes]:
    """Return what a program answers that is told something; FileNotFoundError, TimeoutError."""
    found = program(words[0])
    if found is None:
        raise FileNotFoundError(words[0])
    try:
        return subprocess.run(
            [found, *words[1:]],
            input=said,
            capture_output=True,
            timeout=seconds,
            check=False,
            env={**_as_given(), **environment},
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError from None


def talk_with(words: Sequence[str]) -> Child | None:
    """Start a program that reads from descriptor 3 and writes to 4, our pipes; None where a system has no such thing.

    It ends with all that it has started, by `end_talk`.
    """
    if not hasattr(os, "killpg") or (shell := program("sh")) is None:
        return None
    pipes = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1'
    return subprocess.Popen(
        [shell, "-c", pipes, shell, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=_as_given(),
        start_new_session=True,
    )


def end_talk(child: Child) -> None:
    """End a program that we talk with, and whatever it has started."""
    _kill_all(child)
    child.wait()


@contextlib.contextmanager
def answers_within(child: Child, seconds: float) -> Iterator[threading.Event]:
    """End a program that we talk with, and whatever it has started, after so many seconds: the event says that they were over."""
    over = threading.Event()

    def end() -> None:
        over.set()
        _kill_all(child)

    timer = threading.Timer(seconds, end)
    timer.start()
    try:
        yield over
    finally:
        timer.cancel()
        timer.join()  # afterwards the child may be waited for, and its number be that of another process


def _kill_all(child: Child) -> None:
    with contextlib.suppress(OSError):
        os.killpg(child.pid, signal.SIGKILL)


def open_beside(words: Sequence[str]) -> None:
    """Start a program that stays when we go, and do not wait for it; OSError when it cannot be started."""
    subprocess.Popen(
        [program(words[0]) or words[0], *words[1:]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=_as_given(),
        start_new_session=True,
        creationflags=_ALONE,
    )


def browse(address: str) -> None:
    """Open a page in the user's browser, if there is one."""
    import webbrowser

    with contextlib.suppress(Exception):
        webbrowser.open(address)


def _as_given() -> dict[str, str]:
    """Return the environment as we got it: the safe path is for our own children."""
    others = {name: value for name, value in os.environ.items() if name != _SAFE}
    return others if _GIVEN is None else {**others, _SAFE: _GIVEN}
