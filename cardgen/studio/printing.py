"""What takes its time and pages ask for: one job at a time in a process of its own, and the files it leaves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.studio.payload import Payload, problem_payload
from cardgen.studio.worker_process import Refused, WorkerGone, WorkerProcess

if TYPE_CHECKING:
    from cardgen.app.build import BuildResult
    from cardgen.studio.render_worker import RenderWorker

_SILENT = {"print": 600.0, "simulate": 86_400.0}
"""Seconds without a word: a page of art for a print shop takes its time, and games of players that think more; people stop them."""
SANDBOX = "sandbox allow-scripts allow-downloads allow-modals"
"""For pages of a kit that a browser opens: an origin of their own, from which nothing here can be asked."""


class Jobs:
    """The one job of a kind that the pages of a kit may have running, and what came of the last one.

    `what` is what the worker is asked: a build or games. A file is written beside its place and moved when it is whole, so
    a job that is stopped leaves the old ones. What it has `found` so far, and the files of that, stay if it is stopped.
    """

    def __init__(self, folder: Path, what: str, tell: Callable[[Payload], None]) -> None:
        self.now: Payload = {"state": "idle"}
        self._what, self._tell = what, tell
        self._worker = WorkerProcess(folder, _SILENT[what], nice=5)
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether one is under way."""
        return self._task is not None

    def begin(self, asked: Mapping[str, Any], out: Path) -> None:
        """Begin one, if none is running."""
        if self.running:
            return
        self._say({"state": "running", "step": "starting", "done": 0, "of": 0, "found": {}})
        self._task = asyncio.create_task(self._run(asked, out))

    async def _run(self, asked: Mapping[str, Any], out: Path) -> None:
        begun = time.monotonic()
        try:
            found = await self._worker.follow(self._what, self._say, asked=dict(asked), out=out)
            self._say({**found, "seconds": round(time.monotonic() - begun, 1)})
        except Refused as refused:
            self._say({"state": "failed", "problems": refused.problems})
        except (WorkerGone, RuntimeError, KeyError) as error:
            stopped = self.now["state"] == "stopping"
            if stopped and self.now["found"]:
                self._say({"state": "done", "stopped": True, "problems": []})
            else:
                message = "you stopped it" if stopped else str(error)
                self._say(
                    {"state": "failed", "says": f"{message}; earlier files are as they were", "problems": []}
                )
        finally:
            self._task = None
            self._worker.close()  # a process with a whole kit in it is not kept until somebody prints again

    def stop(self) -> None:
        """End the one that runs; its earlier files stay."""
        if self.running:
            self.now |= {"state": "stopping"}
            self._worker.close()

    def close(self) -> None:
        """End the process at once."""
        self._worker.close()

    def holds(self, name: str) -> bool:
        """Return whether a file is one of those that the last one made."""
        files = self.now.get("found", {}).get("files") or self.now.get("files", ())
        return name in [file for file, _ in files]

    def _say(self, payload: Payload) -> None:
        self.now = {"found": self.now.get("found", {}), **payload}
        self._tell(payload)


# -- what is built ------------------------------------------------------------------------------------------------


def print_kit(
    worker: RenderWorker, say: Callable[[Payload], None], asked: dict[str, Any], out: Path
) -> Payload:
    """Build what a page asks for, or the page to share; `say` gets how far it is. Return the files or what is wrong."""

    def step(step: str, done: int = 0, total: int = 0) -> None:
        say({"state": "running", "step": step.partition(": ")[2] or step, "done": done, "of": total})

    from cardgen.app.offered import words_of
    from cardgen.studio.earlier import is_revision

    share, since = asked.pop("share", False) is True, asked.pop("since", "")
    try:
        if since and not (share and isinstance(since, str) and is_revision(since)):
            raise ValueError(f"--since is {since!r}, expected a revision of git, and a page to share")
        words = words_of(worker.folder, asked, out)
        return _shared(worker, words, since, out, step) if share else _built(worker, words, out, step)
    except ValueError as error:
        return {"state": "failed", "says": str(error), "problems": []}


def _built(worker: RenderWorker, words: dict[str, Any], out: Path, step: Callable[..., None]) -> Payload:
    from cardgen.app.build import kit_as_asked
    from cardgen.app.for_target import does_not_go_with
    from cardgen.app.settings import BuildSettings

    settings = BuildSettings.parse(**words, out=out)
    if wrong := does_not_go_with([settings.target], settings, BuildSettings()):
        raise ValueError(wrong)
    return _done(kit_as_asked(worker.folder, settings, step), worker.label)


def _done(result: BuildResult, label: str) -> Payload:
    payload = {
        "state": "done",
        "folder": str(result.folder),
        "files": [[name, (result.folder / name).stat().st_size] for name in result.files],
        "problems": [problem_payload(problem, label) for problem in result.warnings],
    }
    return {**payload, "fresh": result.fresh, "notes": list(result.notes), "outdated": list(result.outdated)}


def _shared(
    worker: RenderWorker, words: dict[str, Any], since: str, out: Path, step: Callable[..., None]
) -> Payload:
    from cardgen.app.share import SharePage
    from cardgen.base.files import real

    step("making the page")
    page = SharePage(worker.folder, words.get("language", ""), since)
    place = page.place(out)
    problems = page.write(place)
    data = [problem_payload(problem, worker.label) for problem in problems]
    files = [[place.name, place.stat().st_size]]
    return {"state": "done", "folder": str(out / real(worker.folder).name), "files": files, "problems": data}
