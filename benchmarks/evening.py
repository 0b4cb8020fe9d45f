"""How long a person waits for a table while fifty tables are played: python -m benchmarks.evening [TABLES] [BOT]

A page is open at each of them, and three at the person's own: they are sent what happens there, too.

`python -m benchmarks.evening free` has a free table with 300 pieces, six seats and two who watch: how long does an action
take until the last page has heard of it?
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
from typing import Any

from tests.studio.small import CARDS, small_kit
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


async def free_table() -> list[float]:
    """Return how long each action at a free table took until all of eight pages had heard of it, in ms."""
    waited: list[float] = []
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        kit = small_kit(Path(folder))
        text = (kit / "game.yaml").read_text("utf-8").replace("max: 4", "max: 6")
        (kit / "game.yaml").write_text(text, "utf-8")
        (kit / "cards.yaml").write_text(CARDS.replace("count: 2", "count: 298"), "utf-8")
        made = studio(Path(folder) / "games")
        made.tables.kits["small"] = kit
        names = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
        told = await begin(made, "small", [(name, "") for name in names], free=True)
        links = [one["secret"] for one in told["seats"]]
        free = made.tables.open[told["table"]].free
        pages = [Listening(made, secret) for secret in (*links, told["watch"], told["watch"])]

        async def do(seat: int, **deed: Any) -> None:
            heard = [len(page.heard) for page in pages]
            start = time.perf_counter()
            status, answer = await ask(made, f"/{links[seat]}/do", deed)
            assert status == 200, answer
            while any(len(page.heard) == before for page, before in zip(pages, heard, strict=True)):
                await asyncio.sleep(0)
            waited.append((time.perf_counter() - start) * 1000)

        await asyncio.sleep(0.2)
        await do(0, do="deal", of="main", n=50)
        for seat in range(len(links)):  # all 300 lie open on the table
            hand = free.state.places[f"hand {seat}"].pieces
            await do(seat, do="move", pieces=[free.state.pieces[n].handle for n in hand], to="table")
        waited.clear()
        for n in range(300):
            piece = rng.choice(free.state.pieces)
            at = [rng.randrange(400), rng.randrange(200)]
            await do(n % 6, do="move", v=free.version, pieces=[piece.handle], to="table", at=at)
            await asyncio.sleep(0.02)
        await made.close()
    return waited


if __name__ == "__main__" and sys.argv[1:] == ["free"]:
    found = sorted(asyncio.run(free_table()))
    print(
        f"300 pieces, 8 pages: median {median(found):.1f} ms, 19 of 20 within {found[285]:.1f} ms, longest {found[-1]:.1f} ms"
    )
elif __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    found = sorted(asyncio.run(evening(many, sys.argv[2] if len(sys.argv) > 2 else "greedy")))
    print(
        f"{len(found)} moves beside {many} tables: median {median(found):.1f} ms, "
        f"19 of 20 within {found[len(found) * 95 // 100]:.1f} ms, longest {found[-1]:.1f} ms"
    )
