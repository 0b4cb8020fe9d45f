"""Sees that files of a kit are saved, however an editor does it, and that the folder is gone or there again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import NamedTuple
from zipfile import is_zipfile

from cardgen.base.files import real

STEP, GROUP = 15, 150
"""ms: when nothing more comes for a step, what came is one save; a burst is told of at the latest after a group."""
_LOOK = 1.0  # seconds between two looks at whether the folder is still there
_ADDED = 1  # as watchfiles says it
_IGNORED = {".git", "__pycache__", ".DS_Store", "output", ".idea", ".vscode"}


class Seen(NamedTuple):
    """Files that were saved, by their names in the kit's folder; `gone` when the folder itself has gone."""

    files: tuple[str, ...]
    gone: bool = False


def matters(name: str) -> bool:
    """Tell whether a file is one that a kit may be made from, and no note that an editor or a tool keeps for itself."""
    path = Path(name)
    last = path.name
    return (
        not _IGNORED & set(path.parts)
        and not last.endswith(("~", ".swp", ".swx", ".swo", ".tmp", ".part", ".crswap"))
        and not last.startswith((".#", "#", ".~", ".building-"))
        and last != "4913"  # vim tries whether it may write
    )


async def watch(folder: Path, stop: asyncio.Event) -> AsyncIterator[Seen]:
    """Yield what is saved in a folder until `stop` is set; the folder may vanish and come back."""
    import watchfiles

    while not stop.is_set():
        if not folder.is_dir():
            yield Seen((), gone=True)
            while not folder.is_dir():
                if await _stopped(stop, _LOOK / 2, until=folder):
                    return
            yield Seen(("game.yaml",))  # all of it may be new
        number = _number(folder)
        root = real(folder)
        try:
            async for changes in watchfiles.awatch(
                root,
                watch_filter=None,
                debounce=GROUP,
                step=STEP,
                stop_event=stop,
                rust_timeout=int(_LOOK * 500),
                yield_on_timeout=True,
                ignore_permission_denied=True,
            ):
                names = _names(root, changes)
                if names:
                    await _written(root, names)
                    yield Seen(names)
                if _number(folder) != number:
                    break  # another folder lies there now, or none
        except (OSError, RuntimeError):  # it went just now
            await asyncio.sleep(0.05)
        if not stop.is_set() and folder.is_dir() and _number(folder) != number:
            yield Seen(("game.yaml",))


async def _written(root: Path, names: Iterable[str]) -> None:
    """Wait until spreadsheets are whole, which are written piece by piece; after a second they are told as they are."""
    loop = asyncio.get_running_loop()
    end = loop.time() + _LOOK
    for path in (root / name for name in names if name.endswith((".xlsx", ".ods"))):
        while loop.time() < end and path.exists() and not is_zipfile(path):
            await asyncio.sleep(0.02)


def _names(root: Path, changes: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Return what was saved, written or deleted; what came and went meanwhile was an editor's own affair."""
    kinds: dict[str, set[int]] = {}
    for kind, path in changes:
        kinds.setdefault(path, set()).add(int(kind))
    found = set()
    for path, what in kinds.items():
        with contextlib.suppress(ValueError):
            name = Path(path).relative_to(root).as_posix()
            passing = _ADDED in what and not Path(path).exists()
            if name != "." and matters(name) and not passing:
                found.add(name)
    return tuple(sorted(found))


def _number(folder: Path) -> tuple[int, int] | None:
    try:
        about = folder.stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino


async def _stopped(stop: asyncio.Event, seconds: float, until: Path) -> bool:
    """Wait a while or until the folder is there; return whether it is time to stop."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while loop.time() < end and not until.is_dir():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 0.1)
            return True
    return stop.is_set()
