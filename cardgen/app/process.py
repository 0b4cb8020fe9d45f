"""A run as a process: streams that are closed or know few letters, and whoever tells it to stop."""

from __future__ import annotations

import _thread
import contextlib
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

_EPOCH = re.compile("[0-9]{1,10}")
_STOPPING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class _Caught:
    """Which signal told this process to stop."""

    signal = 0
    serves = False


def serving() -> None:
    """Say that this run goes on until it is told to stop: then that is its end, and interrupts nothing."""
    _Caught.serves = True


def last_words() -> str:
    """Return what a run says that was told to stop."""
    return "ended" if _Caught.serves else "interrupted; earlier results are untouched"


def leave(status: int) -> NoReturn:
    """End this process; with 128 and the signal that told it to."""
    if not _Caught.signal:
        sys.exit(status)
    close_streams()
    # Python would end with SIGINT whatever the signal was, when it was just making a class from text
    os._exit(128 + _Caught.signal)


def was_stopped() -> bool:
    """Tell whether a signal told this run to stop."""
    return bool(_Caught.signal)


@contextmanager
def stoppable() -> Iterator[None]:
    """Make SIGTERM and SIGHUP what Ctrl-C is, a KeyboardInterrupt; nothing interrupts the tidying up that follows.

    What is ignored, as under nohup, stays ignored.
    """
    before: dict[Any, Any] = {}

    def stop(number: int, _: object) -> None:
        _Caught.signal = number
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    def swallowed(lost: Any) -> None:
        # it came while Python tidied something up, which lets no exception out: once more, in a moment
        if _Caught.signal and lost.exc_type is KeyboardInterrupt:
            for each in before:
                signal.signal(each, stop)
            threading.Timer(0.01, _again, (_Caught.signal,)).start()
        else:
            unraisable(lost)

    unraisable, sys.unraisablehook = sys.unraisablehook, swallowed
    _Caught.signal, _Caught.serves = 0, False
    if threading.current_thread() is threading.main_thread():
        for each in _STOPPING:
            handler = signal.getsignal(each)
            if handler in (signal.SIG_DFL, signal.default_int_handler) or _is_ours(handler):
                before[each] = signal.signal(each, stop)
    try:
        yield
    finally:
        sys.unraisablehook = unraisable
        for each, handler in before.items():
            signal.signal(each, handler)


def _again(number: int) -> None:
    if sys.platform == "win32":
        _thread.interrupt_main(number)  # there os.kill ends the process at once
    else:
        os.kill(os.getpid(), number)


def _is_ours(handler: object) -> bool:
    """Tell whether the program itself has been listening since it began."""
    begun = sys.modules.get("cardgen.__main__") or sys.modules["__main__"]
    return callable(handler) and handler is getattr(begun, "_stop", None)


def open_streams() -> None:
    """Let every stream be there and take any letter.

    The number of a closed stream would be given to the next file that is opened, and what is meant for the terminal
    would be written into it. A letter that the terminal's code page does not have is printed as its number.
    """
    if not _EPOCH.fullmatch(os.environ.get("SOURCE_DATE_EPOCH", "0")):
        del os.environ["SOURCE_DATE_EPOCH"]  # we print no date; libraries that read one fail over a word
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free: this one
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def close_streams() -> None:
    """Write what is still to be printed; one whom nobody listens to any more has nothing more to say."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
