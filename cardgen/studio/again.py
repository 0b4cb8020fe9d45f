"""`cardgen build --watch`: builds a kit again after each save, until Ctrl-C."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from cardgen.studio.watching import Seen, watch


def build_again(
    folders: Sequence[Path], build: Callable[[Sequence[Path]], None], say: Callable[[str], None]
) -> None:
    """Build all kits, then each anew whose files are saved; `build` tells problems itself and raises none.

    Returns when somebody presses Ctrl-C.
    """
    try:
        asyncio.run(_run(folders, build, say))
    except KeyboardInterrupt:
        say("no longer watching")


async def _run(
    folders: Sequence[Path], build: Callable[[Sequence[Path]], None], say: Callable[[str], None]
) -> None:
    stop = asyncio.Event()
    seen: asyncio.Queue[tuple[Path, Seen]] = asyncio.Queue()

    async def look(folder: Path) -> None:
        async for one in watch(folder, stop):
            await seen.put((folder, one))

    tasks = [asyncio.create_task(look(folder)) for folder in folders]
    await asyncio.sleep(0.1)  # what is saved while the first build runs is seen, too
    try:
        build(folders)
        say("watching; Ctrl-C ends it")
        while True:
            batch = [await seen.get()]
            while not seen.empty():
                batch.append(seen.get_nowait())
            for folder in [folder for folder, one in batch if one.gone]:
                say(f"{folder} has gone; it is built again when it is there")
            saved = {folder: one for folder, one in batch if one.files}
            if saved:
                names = list(dict.fromkeys(name for one in saved.values() for name in one.files))
                say(f"saved: {', '.join(names[:5])}{', …' if len(names) > 5 else ''}")
                build(list(saved))
    finally:
        stop.set()
        for task in tasks:
            task.cancel()
