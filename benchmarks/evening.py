"""How long a person waits for a table while fifty tables are played: python -m benchmarks.evening [TABLES] [BOT]

A page is open at each of them, and three at the person's own: they are sent what happens there, too.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.table.served import Listening, ask, begin, studio

SECONDS = 20


async def evening(tables: int, bot: str) -> list[float]:
    """Return how long each move of a person took while bots play at all the other tables, in ms."""
    waited: list[float] = []
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        made = studio(Path(folder))
        games = ("cheers", "biergarten", "auction-hearts", "bartender-aarwares", "bartender-2012")
        for n in range(tables):
            seats = [("Ana", bot), ("Ben", bot), ("Cleo", bot)]
            told = await begin(made, games[n % len(games)], seats, pace=0.7)
            Listening(made, told["seats"][0]["secret"])
        end = time.perf_counter() + SECONDS
        games_begun = 0
        sitting = None
        while time.perf_counter() < end:
            if sitting is None or sitting.over:
                slug = games[games_begun % len(games)]
                games_begun += 1
                told = await begin(made, slug, [("Ana", ""), ("Ben", ""), ("Cleo", "")])
                sitting = made.tables.open[told["table"]].sitting
                for one in told["seats"]:
                    Listening(made, one["secret"])
            seat = sitting.turn
            body = {"version": sitting.version, "move": rng.randrange(len(sitting.moves(seat)))}
            start = time.perf_counter()
            status, answer = await ask(made, f"/{told['seats'][seat]['secret']}/moves", body)
            waited.append((time.perf_counter() - start) * 1000)
            assert status == 200, json.loads(answer)
            await asyncio.sleep(0.05)
        await made.close()
    return waited


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    found = sorted(asyncio.run(evening(many, sys.argv[2] if len(sys.argv) > 2 else "greedy")))
    print(
        f"{len(found)} moves beside {many} tables: median {median(found):.1f} ms, "
        f"19 of 20 within {found[len(found) * 95 // 100]:.1f} ms, longest {found[-1]:.1f} ms"
    )
