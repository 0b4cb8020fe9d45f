"""`cardgen studio` as somebody starts it: a process of its own that prints its address."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]


class Running:
    """A studio that runs; `home` is the address it printed."""

    def __init__(
        self,
        folder: Path,
        port: int = 8617,
        environment: dict[str, str] | None = None,
        lan: bool = False,
        words: tuple[str, ...] = (),
    ) -> None:
        self.words = words or ("studio", folder.name)
        self.folder, self.port, self.environment, self.lan = folder, port, environment or {}, lan
        self.lines: list[str] = []
        self.start()

    def start(self) -> None:
        words = [
            sys.executable,
            "-m",
            "cardgen",
            *self.words,
            "--no-browser",
            "--port",
            str(self.port),
            *(["--lan"] if self.lan else []),
        ]
        self.process = subprocess.Popen(
            words,
            cwd=self.folder.parent,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY), **self.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.lines.clear()
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        wait(lambda: any("Ctrl-C" in line for line in self.lines))
        found = re.search(r"http://\S+/" if self.words[0] == "studio" else r"http://\S+", "".join(self.lines))
        assert found, self.lines
        self.home = found[0]
        port = re.search(r":(\d+)/", self.home)
        assert port
        self.port = int(port[1])

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        for line in process.stdout:
            self.lines.append(line)

    def stop(self, how: int = signal.SIGINT) -> int:
        """Send a signal and return how it ended."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(15)


def wait(until: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.03)
