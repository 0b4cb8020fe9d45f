"""Many kits at once: each is built in a process, and they are reported in the order in which they were asked for."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from cardgen.app.build import BuildResult, fresh_kit, kit_as_asked
from cardgen.app.progress import Say
from cardgen.app.settings import BuildSettings
from cardgen.app.shared import shared_cache
from cardgen.base.children import end_pool, pool
from cardgen.base.errors import CardgenError, Problem
from cardgen.faces.art.worker import keep_workers

Built = BuildResult | CardgenError
_GRACE = 5.0  # seconds in which a build that is called off tidies up


def build_many(
    asked: Mapping[Path, Sequence[BuildSettings]], jobs: int, progress: Callable[[], Say]
) -> Iterator[Built]:
    """Yield what became of each kit, for each of the settings it is asked for with.

    Kits that are up to date are reported at once; of the others `jobs` are built at a time (0: one for each core), a single
    one in this process. The builds of one kit follow each other, because they share a folder.
    """
    for url in {one.cache for settings in asked.values() for one in settings if one.cache}:
        shared_cache.cache_clear()
        shared_cache(url)  # an address of no kind is one mistake, not one of each kit
    fresh = {folder: [fresh_kit(folder, one) for one in settings] for folder, settings in asked.items()}
    stale = [folder for folder, found in fresh.items() if None in found]
    at_once = min(jobs or os.cpu_count() or 1, len(stale))
    workers = pool(at_once) if at_once > 1 else None
    try:
        keep_workers(len(stale) > 1 and not workers)
        tasks = {folder: workers.submit(_build_all, folder, asked[folder]) for folder in stale if workers}
        for number, (folder, known) in enumerate(fresh.items()):
            if folder in tasks:
                progress()(f"{folder.name}: building", number, len(fresh))
                yield from tasks.pop(folder).result()
            elif folder in stale:
                yield from (_built(folder, one, progress()) for one in asked[folder])
                if len(stale) > 1:
                    gc.collect()  # kits are full of circles, and the next one needs the memory
            else:
                yield from (one for one in known if one)
    finally:
        keep_workers(False)
        if workers:
            end_pool(workers, _GRACE)


def _build_all(folder: Path, settings: Sequence[BuildSettings]) -> list[Built]:
    """Build a kit in a process of its own."""
    # called off, it takes its scratch folder away
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    keep_workers(True)  # they end with this process
    try:
        return [_built(folder, one, lambda step, done=0, total=0: None) for one in settings]
    except MemoryError:
        message = "building it needs more memory than there is beside the others"
        hint = "build fewer kits at once: --jobs 1"
        return [CardgenError([Problem(message, hint=hint, code="out-of-memory")])]
    finally:
        signal.signal(signal.SIGTERM, before)
        gc.collect()


def _built(folder: Path, settings: BuildSettings, say: Say) -> Built:
    try:
        # a build of the same kit before this one may be what is asked for
        return kit_as_asked(folder, settings, say)
    except CardgenError as error:
        return error
