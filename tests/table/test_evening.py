"""A whole evening: three people's seats driven by scripts, the server restarted in the middle, replayed from disk."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from cardgen.engine import SavedGame, replay
from cardgen.games import make_game
from cardgen.table.saved import saved_game
from tests.games.kits import kit_of
from tests.table.playing import GAMES
from tests.table.served import ask, begin, studio

PEOPLE = ["Ana", "Ben", "Cleo"]


async def evening(slug: str, folder: Path) -> None:
    made, rng = studio(folder), random.Random(31)
    told = await begin(made, slug, [(name, "") for name in PEOPLE])
    secrets = [seat["secret"] for seat in told["seats"]]
    sitting = made.tables.open[told["table"]].sitting
    bots = [sitting.game.greedy() for _ in PEOPLE]
    restarts = {7, 20}
    while not sitting.over:
        seat = sitting.turn
        message = json.loads((await ask(made, f"/{secrets[seat]}/message"))[1])
        view, moves = sitting.game.view(sitting.state, seat), sitting.moves(seat)
        number = moves.index(bots[seat].choose(view, moves, rng))
        asked = {"version": message["version"], "move": number}
        status, body = await ask(made, f"/{secrets[seat]}/moves", asked)
        assert status == 200, body
        if len(sitting.played) in restarts:
            before = sitting
            await made.close()
            made = studio(folder)
            assert (await ask(made, f"/{secrets[0]}/message"))[0] == 200
            sitting = made.tables.open[told["table"]].sitting
            assert sitting.state == before.state
            assert sitting is not before
    await made.close()

    last = studio(folder)
    last.tables.reopen(told["table"])
    opened = last.tables.open[told["table"]].sitting
    assert opened.state == sitting.state
    assert [opened.message(seat)["story"] for seat in range(3)] == [
        sitting.message(seat)["story"] for seat in range(3)
    ]
    assert last.tables.all()[0]["over"]
    file = folder / "saved.json"
    saved_game(opened).write(file)
    saved = SavedGame.read(file)
    game = make_game(kit_of(slug), 3, saved.options, saved.players)
    assert replay(game, saved).phase is opened.state.phase
    assert tuple(saved.scores) == tuple(game.scores(opened.state))
    await last.close()


def test_an_evening_of_cheers_is_replayed_from_disk(tmp_path: Path) -> None:
    asyncio.run(evening("cheers", tmp_path))


@pytest.mark.thorough
@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "cheers"])
def test_a_whole_evening_is_replayed_from_disk(slug: str, tmp_path: Path) -> None:
    asyncio.run(evening(slug, tmp_path))
