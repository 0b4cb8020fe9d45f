"""A double of a system that is not POSIX, for every Python of an environment of its own: what Windows lacks is gone.

The standard library keeps what it has taken already; the packages and cardgen get what is left.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys

MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "curses", "readline", "syslog"}
OS = [
    "fork",
    "forkpty",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getgroups",
    "mkfifo",
    "mknod",
    "chown",
    "fchown",
    "lchown",
    "fchmod",
    "chroot",
    "killpg",
    "getpgid",
    "getpgrp",
    "setpgid",
    "setsid",
    "getsid",
    "setuid",
    "setgid",
    "getloadavg",
    "nice",
    "sched_getaffinity",
    "sched_setaffinity",
    "statvfs",
    "O_NOFOLLOW",
    "O_NONBLOCK",
    "O_DIRECTORY",
    "O_CLOEXEC",
    "O_SYNC",
    "pread",
    "pwrite",
    "confstr",
    "sysconf",
    "sync",
    "WNOHANG",
    "openpty",
    "ttyname",
]
SIGNALS = [
    "SIGHUP",
    "SIGALRM",
    "SIGVTALRM",
    "SIGPROF",
    "SIGUSR1",
    "SIGUSR2",
    "SIGQUIT",
    "SIGPIPE",
    "SIGWINCH",
    "SIGTSTP",
    "SIGXFSZ",
    "setitimer",
    "alarm",
    "pause",
]


class Lacking:
    """Finds none of the modules that are for POSIX alone."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def hide() -> None:
    """Take away what Windows does not have; processes are started anew there, never forked."""
    assert subprocess
    import asyncio
    import multiprocessing.popen_spawn_posix
    import multiprocessing.resource_tracker
    import shutil
    import tempfile
    import uuid

    assert asyncio
    assert shutil
    assert tempfile
    assert uuid
    multiprocessing.set_start_method("spawn", force=True)
    for name in MODULES & set(sys.modules):
        del sys.modules[name]
    sys.meta_path.insert(0, Lacking())  # type: ignore[arg-type]
    for module, names in ((os, OS), (signal, SIGNALS), (select, ["poll", "epoll"])):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)


def tell() -> None:
    """Say what is there."""
    there = {
        "fork": hasattr(os, "fork"),
        "poll": hasattr(select, "poll"),
        "SIGHUP": hasattr(signal, "SIGHUP"),
    }
    try:
        __import__("fcntl")
        there["fcntl"] = True
    except ImportError:
        there["fcntl"] = False
    print(*(f"{name}:{is_there}" for name, is_there in there.items()))
