"""A process that works for another one: it leaves Ctrl-C to that one, and does not outlive it."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def follow_parent() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that one does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
