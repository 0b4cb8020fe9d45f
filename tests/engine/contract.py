"""What every game owes, checked for one game at one table; the tests of each game call these."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

import pytest

from cardgen.engine import (
    HIDDEN,
    OVER,
    Choices,
    Game,
    IllegalMove,
    State,
    Tell,
    pick,
    replay,
    rollout,
    save,
    told_rules,
)

MANY = 150  # as many moves of a position as a test looks at
ENDLESS = (
    100_000  # decisions; chance players of Auction Hearts with a pot that is played on have needed 9,000
)


def positions(game: Game[Any], seed: int, limit: int = ENDLESS) -> Iterator[tuple[State, Any]]:
    """Yield each state of a random game with the move that follows; the state is live."""
    state = game.deal(seed)
    rng = random.Random(seed)
    for _ in range(limit):
        if state.phase is OVER:
            return
        move = pick(game.moves(state), rng.random)
        yield state, move
        game.play(state, move)
    pytest.fail(f"no end after {limit} decisions")


def final(game: Game[Any], seed: int) -> State:
    state = game.deal(seed)
    rollout(state, random.Random(seed), ENDLESS)
    return state


def it_ends_with_winners(game: Game[Any], seed: int) -> None:
    state = final(game, seed)
    assert state.phase is OVER
    assert list(game.moves(state)) == []
    assert game.winners(state) == tuple(sorted(set(game.winners(state))))
    assert all(0 <= seat < game.players for seat in game.winners(state))
    assert len(game.scores(state)) == game.players
    assert game.ending(state)


def pieces_are_conserved(game: Game[Any], seed: int) -> None:
    everything = list(range(len(game.pieces)))
    chips = sum(game.counters(game.deal(seed)).values())
    for state, _ in positions(game, seed):
        assert sorted(piece for zone in game.zones(state).values() for piece in zone) == everything
        assert sum(game.counters(state).values()) == chips


def copies_share_nothing_that_changes(game: Game[Any], seed: int) -> None:
    for number, (state, _) in enumerate(positions(game, seed)):
        if number % 20 == 0:
            twin = state.copy()
            for name, field in state.fields.items():
                if field.shape.kind != "whole":
                    own = {id(part) for part in _changing(getattr(state, name))}
                    assert own.isdisjoint(map(id, _changing(getattr(twin, name)))), f"copies share {name}"


def _changing(value: Any) -> Iterator[Any]:
    """Yield every list and dict in a value."""
    if isinstance(value, list | dict):
        yield value
    if isinstance(value, list | dict | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _changing(part)


def copies_and_dicts_are_the_same_state(game: Game[Any], seed: int) -> None:
    for number, (state, _) in enumerate(positions(game, seed)):
        if number % 9:
            continue
        written = json.dumps(state.to_dict())
        for twin in (state.copy(), deepcopy(state), type(state).from_dict(game, json.loads(written))):
            assert twin == state
            assert twin.phase is state.phase
            assert json.dumps(twin.to_dict()) == written
            assert list(islice(game.moves(twin), 50)) == list(islice(game.moves(state), 50))
            _play_on(twin, 40)
        assert json.dumps(state.to_dict()) == written, "playing on a copy changed the original"


def _play_on(state: State, moves: int) -> None:
    rng = random.Random(7)
    while state.phase is not OVER and moves:
        state.phase.play(state, pick(state.phase.moves(state), rng.random))
        moves -= 1


def moves_print_and_parse_back(game: Game[Any], seed: int) -> None:
    for number, (state, played) in enumerate(positions(game, seed)):
        moves = list(islice(game.moves(state), MANY)) if number % 10 == 0 else [played]
        said = [game.say(state, move) for move in moves]
        assert len(set(said)) == len(said)
        for move, text in zip(moves, said, strict=True):
            assert game.read(state, text) == move


def legal_moves_and_play_agree(game: Game[Any], seed: int, phases: dict[str, set[Any]]) -> None:
    """`phases` gathers moves of each phase over several games: some are illegal elsewhere."""
    rng = random.Random(seed)
    for number, (state, played) in enumerate(positions(game, seed)):
        seen = phases.setdefault(state.phase.name, set())
        seen.add(played)
        if number % 6 and number > 12:
            continue
        moves = game.moves(state)
        listed = list(islice(moves, MANY))
        assert listed, "a player must decide and cannot"
        assert len(set(listed)) == len(listed)
        assert isinstance(moves, Choices | list)
        assert played in moves
        for move in rng.sample(listed, min(3, len(listed))):
            assert move in moves
            game.play(state.copy(), move)
        foreign = sorted(set().union(*phases.values()), key=repr)
        for move in rng.sample(foreign, min(8, len(foreign))):
            if move in moves:
                assert move in listed or len(listed) == MANY
                continue
            assert move not in listed
            before = state.to_dict()
            with pytest.raises(IllegalMove) as refused:
                game.play(state, move)
            assert refused.value.rule.startswith(game.prefix), refused.value
            assert refused.value.refusal.says
            assert state.to_dict() == before, "a refused move changed the state"


def replaying_gives_the_same_game(game: Game[Any], seed: int) -> None:
    said = []
    state: Any = None
    for state, move in positions(game, seed):
        said.append(game.say(state, move))
    again = replay(game, save(game, seed, said))
    assert again.phase is OVER
    assert again.to_dict() == state.to_dict()


def views_keep_secrets(game: Game[Any], seed: int, every: int = 7) -> None:
    """A view is the same in every world that the viewer cannot tell apart, and offers the same moves."""
    rng = random.Random(seed)
    for number, (state, _) in enumerate(positions(game, seed)):
        if number % every:
            continue
        for seat in range(game.players):
            view = game.view(state, seat)
            assert view.luck == 0
            assert view.viewer == seat
            seen = json.dumps(view.to_dict())
            for _ in range(3):
                world = game.sample_world(view, rng)
                assert json.dumps(game.view(world, seat).to_dict()) == seen
                pieces = sorted(piece for zone in game.zones(world).values() for piece in zone)
                assert pieces == list(range(len(game.pieces))), "a sampled world lost or doubled pieces"
                assert HIDDEN not in pieces
        view = game.view(state, state.turn)
        assert list(islice(game.moves(view), 200)) == list(islice(game.moves(state), 200))


def views_hide_what_the_zones_say(game: Game[Any], seed: int, every: int = 7) -> None:
    """Whether a game hides by itself or lets the zones do it: every hidden piece, but those it knows, and no other."""
    for number, (state, _) in enumerate(positions(game, seed)):
        if number % every:
            continue
        real = game.zones(state)
        for seat in range(game.players):
            known = game.known(state, seat)
            view = game.zones(game.view(state, seat))
            for place in game.zoned.of_pieces:
                name, seen = place.name, view[place.name]
                hidden = place.zone.hidden_from(seat, place.owner)
                if hidden and place.zone.read:
                    continue  # it is whatever lies nowhere else
                expected = [HIDDEN if hidden and piece not in known else piece for piece in real[name]]
                # a hand by suit is hidden in another order
                assert sorted(seen) == sorted(expected) if hidden else seen == expected, name


def rules_told_are_declared(game: Game[Any], seed: int) -> None:
    """And what is noted is told before the game is over."""
    declared = set(told_rules(type(game)))

    def hear(rule: str, says: str, *, did: str = "", **figures: float) -> None:
        undeclared = set(rule.split()) - declared
        assert rule, f"by which rule? {says}"
        assert not undeclared, f"{undeclared} told, but declared nowhere: {says}"
        assert not did or did in game.deeds(), did

    state = game.deal(seed)
    state.tell = Tell(hear)
    game.opened(state)
    rollout(state, random.Random(seed), ENDLESS)
    assert not any(state.tell.noted.values()), f"noted, but never told: {state.tell.noted}"


def sampled_worlds_are_no_better_than_chance(game: Game[Any], seeds: range) -> None:
    """The truth turns up as often as any other possible world: as often as two samples agree."""
    rng = random.Random(11)
    truth = twins = worlds = 0
    for seed in seeds:
        for number, (state, _) in enumerate(positions(game, seed)):
            if number % 5:
                continue
            seat = rng.randrange(game.players)
            view = game.view(state, seat)
            one, two = (_hidden(game, game.sample_world(view, rng)) for _ in range(2))
            real = _hidden(game, state)
            worlds += 1
            truth += one == real
            twins += one == two
    # both are counts of rare events: compare within four standard deviations
    assert abs(truth - twins) <= 4 * (truth + twins + 1) ** 0.5, (truth, twins, worlds)
    assert truth < worlds


def _hidden(game: Game[Any], state: State) -> dict[str, Counter[int]]:
    return {
        name: Counter(zone) for name, zone in game.zones(state).items() if name.startswith(game.hand_zones)
    }


def sampled_worlds_can_be_played_on(game: Game[Any], seed: int) -> None:
    rng = random.Random(seed)
    for number, (state, _) in enumerate(positions(game, seed)):
        if number % 20 == 3:
            world = game.sample_world(game.view(state, state.turn), rng)
            rollout(world, rng, ENDLESS)
            assert world.phase is OVER


def same_seed_same_game_in_another_process(code: str, expected: str) -> None:
    """`code` prints a game; another process with another hash seed prints the same."""
    for hash_seed in ("1", "2"):
        out = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert out.strip() == expected.strip()
