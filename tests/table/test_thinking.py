"""Bots that take their time think in a process of their own; when it is killed the game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

from tests.table.served import ask, begin, settled, studio


def test_a_bot_that_thinks_leaves_the_server_free_and_may_be_killed(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        told = await begin(made, "cheers", [("Ana", ""), ("Ben", "rollout:2"), ("Cleo", "ismcts:20")])
        ana, room = told["seats"][0]["secret"], made.tables.open[told["table"]]
        killed = 0
        for _ in range(4):
            await settled(made, told["table"])
            sitting = room.sitting
            assert room.stopped == ""
            if sitting.over:
                break
            assert sitting.turn == 0
            asked = {"version": sitting.version, "move": 0}
            assert (await ask(made, f"/{ana}/moves", asked))[0] == 200
            assert (await ask(made, f"/{ana}/message"))[0] == 200
            pool = made.tables._thinkers._apart
            if pool and not killed:
                for process in list(pool._processes.values()):
                    os.kill(process.pid, signal.SIGKILL)
                killed += 1
        assert killed
        assert len(room.sitting.played) > 5
        await made.close()

    asyncio.run(evening())
