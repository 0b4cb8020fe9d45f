"""A move step by step: the order is that of the rules, and each seat sees of every moment what it may know."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cardgen.app.film import game_in
from cardgen.engine import stream
from cardgen.engine.state import EVERYTHING
from cardgen.games import make_game
from cardgen.source import load_kit
from cardgen.table.film import film
from cardgen.table.steps import Steps
from tests.many import mostly_thorough
from tests.table.playing import GAMES, NAMES, step, table

DATA = Path(__file__).parents[2] / "data"


def test_the_card_that_decides_a_trick_lies_in_it_before_it_is_taken(tmp_path: Path) -> None:
    sitting, rng = table("auction-hearts", tmp_path / "a.jsonl", players=4), random.Random(3)
    taken = 0
    while not sitting.over and len(sitting.played) < 240:
        lying, last = len(sitting.state.piles["trick"]), sitting.state.phase.name
        step(sitting, rng)
        if lying < 3 or last != "play a card":
            continue
        for seat in range(4):
            [move] = sitting.steps(seat, len(sitting.played) - 1)
            trick = move["frames"][0]["zones"]["trick"]
            assert len(trick) == 4
            assert None not in trick
            assert move["frames"][0]["zones"].keys() & {f"won {name}" for name in sitting.game.names} == set()
            assert {sitting.game.pieces.cards[piece].id for piece in trick} <= set(
                sitting.message(seat)["met"].values()
            )
        taken += 1
    assert taken > 10


@pytest.mark.parametrize("slug", GAMES)
def test_the_steps_of_a_move_lead_to_what_a_seat_sees_after_it(slug: str, tmp_path: Path) -> None:
    sitting, rng = table(slug, tmp_path / "a.jsonl"), random.Random(4)
    game = sitting.game
    now = [
        {key: sitting.message(seat)[key] for key in ("zones", "at", "turned")} for seat in range(game.players)
    ]
    several = 0
    for _ in range(60):
        if sitting.over:
            break
        step(sitting, rng)
        for seat in range(game.players):
            message, state = sitting.message(seat), now[seat]
            [move] = message["steps"]
            several += len(move["frames"]) > 1
            for frame in move["frames"]:
                state = {
                    "zones": {**state["zones"], **frame.get("zones", {})},
                    "at": {**state["at"], **frame.get("at", {})},
                    "turned": frame.get("turned", state["turned"]),
                }
            assert state["zones"] == message["zones"]
            assert state["turned"] == message["turned"]
            assert message["at"].items() <= state["at"].items()
            assert move["frames"][-1]["told"] == len(move["tell"])
            now[seat] = state
    assert several


@pytest.mark.parametrize("slug", mostly_thorough(GAMES, 3))
def test_the_steps_are_alike_in_worlds_that_a_seat_cannot_tell_apart(slug: str, tmp_path: Path) -> None:
    sitting, rng = table(slug, tmp_path / "a.jsonl", seed=5), random.Random(14)
    game = sitting.game
    compared = 0
    for n in range(120):
        if sitting.over:
            break
        who = sitting.turn
        for seat in range(game.players):
            if seat == who:
                continue
            view = game.view(sitting.state, seat)
            worlds = [game.sample_world(view, stream(n * 10 + one, "world")) for one in range(2)]
            move = game.say(worlds[0], rng.choice(list(worlds[0].phase.moves(worlds[0]))))
            sent = []
            for world in worlds:
                if move not in {game.say(world, one) for one in world.phase.moves(world)}:
                    break
                watched = Steps(game, world, (seat,))
                game.play_text(world, move)
                sent.append(json.dumps(watched.take()[1]))
            if len(sent) == 2 and _plain(worlds[0], game, seat) == _plain(worlds[1], game, seat):
                compared += 1
                assert sent[0] == sent[1], move
        step(sitting, rng)
    assert compared > 20


def _plain(world: Any, game: Any, seat: int) -> str:
    """What the seat sees after the move: where that differs, it has learned what differs."""
    return repr(Steps(game, world, (seat,)).now)


def test_a_game_of_piles_shows_what_was_moved_before_more_is_moved_from_elsewhere(tmp_path: Path) -> None:
    folder = DATA.parent / "tests" / "samples" / "classics" / "data" / "goofspiel"
    game: Any = make_game(load_kit(folder), 2, {}, NAMES[:2])
    state = game.deal(3)
    watched = Steps(game, state, (EVERYTHING,))
    first, second = [name for name, there in game.zones(state).items() if there][:2]
    for _ in range(2):
        state.move(state.piles[first][0], first, second)
    state.move(state.piles[second][0], second, first)
    _, [frames] = watched.take()
    assert [len(frame["zones"][second]) for frame in frames] == [
        len(state.piles[second]) + 1,
        len(state.piles[second]),
    ]


@pytest.mark.parametrize("slug", ["auction-hearts", "biergarten"])
def test_what_pages_and_films_play_is_as_the_schema_says(slug: str, tmp_path: Path) -> None:
    schema = json.loads((DATA / "steps.schema.json").read_text("utf-8"))
    sitting, rng = table(slug, tmp_path / "a.jsonl"), random.Random(9)
    alone = table(slug, tmp_path / "b.jsonl", bots=("", *["random"] * 5))
    for _ in range(40):
        step(sitting, rng)
        step(alone, rng) if alone.turn == 0 else alone.play_bot(alone.think())
    moves = [*sitting.steps(1, 0), *film(*game_in(alone.journal.path, DATA))["steps"]]
    assert len(moves) > 70
    for move in json.loads(json.dumps(moves)):
        jsonschema.validate(move, schema)


def test_what_is_kept_of_the_last_moves_is_told_to_who_looked_away(tmp_path: Path) -> None:
    sitting, rng = table("cheers", tmp_path / "a.jsonl", players=3), random.Random(6)
    for _ in range(10):
        step(sitting, rng)
    kept = sitting.steps(1, 4)
    assert [one["n"] for one in kept] == list(range(5, len(sitting.played) + 1))
    assert [{**one, "frames": 0} for one in kept] == [{**one, "frames": 0} for one in sitting.story(1)[4:]]
    assert sitting.steps(1, len(sitting.played)) == []
