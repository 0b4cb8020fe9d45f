"""Bots that think while the server answers: quick ones beside it, those that take their time in processes of their own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cardgen.base.children import end_pool, pool
from cardgen.engine.streams import stream

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from cardgen.engine import Bot, Game, Move
    from cardgen.table.sitting import Sitting

_QUICK = ("greedy", "random")  # done in milliseconds


class Thinkers:
    """Where the bots of all tables think; nothing is started before the first of them has to."""

    def __init__(self) -> None:
        self._beside: ThreadPoolExecutor | None = None
        self._apart: ProcessPoolExecutor | None = None
        self.people = 0
        """How many deeds of people are on their way, at all tables."""

    async def wait_for_people(self) -> None:
        """Return when nobody's deed is on its way, after a fifth of a second at the latest: bots don't mind."""
        for _ in range(40):
            if not self.people:
                return
            await asyncio.sleep(0.005)

    async def choose(self, sitting: Sitting) -> Move:
        """Return what the bot whose turn it is plays; the table stays as it is."""
        name = sitting.seats[sitting.turn].bot
        if name not in _QUICK:
            with contextlib.suppress(BrokenProcessPool, pickle.PicklingError, AttributeError, ImportError):
                return await self._in_a_process(sitting, name)
            self._end_processes()
        # one thread: several would take turns with the one that answers
        if not self._beside:
            self._beside = ThreadPoolExecutor(1, "bots")
            # whoever answers gets the interpreter back after a millisecond, not after five, each time it let go of it
            sys.setswitchinterval(min(sys.getswitchinterval(), 0.001))
        return await asyncio.get_running_loop().run_in_executor(self._beside, sitting.think)

    async def _in_a_process(self, sitting: Sitting, name: str) -> Move:
        asked = pickle.dumps((sitting.game.view(sitting.state, sitting.turn), name, sitting.luck))
        if self._apart is None:
            workers = max(1, (os.cpu_count() or 1) - 1)
            self._apart = pool(workers, "spawn")
        found = await asyncio.get_running_loop().run_in_executor(self._apart, _choose, asked)
        return pickle.loads(found)  # what our own process has written

    def _end_processes(self) -> None:
        if self._apart:
            end_pool(self._apart)
            self._apart = None

    def close(self) -> None:
        """Let nobody think any longer."""
        self._end_processes()
        if self._beside:
            self._beside.shutdown(wait=False, cancel_futures=True)
            self._beside = None


@lru_cache(maxsize=64)
def _bot(game: Game[Any], name: str) -> Bot:
    from cardgen.players import make_bot

    return make_bot(game, name)


def _choose(asked: bytes) -> bytes:
    view, name, luck = pickle.loads(asked)
    bot = _bot(view.game, name)
    return pickle.dumps(bot.choose(view, view.phase.moves(view), stream(*luck)))
