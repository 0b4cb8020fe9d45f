"""Turns with more moves than are sent at once: what one points at fetches those that mention it."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.table.seen import Offered, pointed_at
from tests.table.served import ask, begin, studio
from tests.wide import wide

HANDLES = st.sampled_from(["p1", "p2", "p3", "z:bar Ana", "s:0", "s:1", "w:1", "w:2", "w:north"])
MOVES = st.lists(
    st.tuples(st.sampled_from(["play", "swap"]), st.lists(HANDLES, max_size=3)), min_size=1, max_size=60
)


def numbered(moves: list[tuple[str, list[str]]]) -> list[Offered]:
    return [[verb, handles, n] for n, (verb, handles) in enumerate(moves)]


def straight(handles: list[str], picked: list[str]) -> bool:
    """Whether each kind is picked in the order in which the sentence says it."""
    kinds = {one[0] for one in picked}
    of = {kind: [one for one in handles if one[0] == kind] for kind in kinds}
    want = {kind: [one for one in picked if one[0] == kind] for kind in kinds}
    return all(of[kind][: len(want[kind])] == want[kind] for kind in kinds)


@given(MOVES, st.integers(1, 8), st.randoms(use_true_random=False))
def test_whoever_points_at_all_that_a_move_mentions_finds_it(
    moves: list[tuple[str, list[str]]], most: int, luck: random.Random
) -> None:
    everything = numbered(moves)
    wanted = luck.choice(everything)
    for n in range(len(wanted[1]) + 1):
        found, more = pointed_at(everything, wanted[1][:n], 10_000)
        assert wanted in found
        assert more == 0
        some, more = pointed_at(everything, wanted[1][:n], most)
        assert len(some) + more == len(found)
        assert len(some) <= most


@given(MOVES, st.lists(HANDLES, max_size=2))
def test_what_is_sent_of_many_mentions_all_that_can_be_pointed_at(
    moves: list[tuple[str, list[str]]], picked: list[str]
) -> None:
    everything = numbered(moves)
    whole, _ = pointed_at(everything, picked, 10_000)
    some, more = pointed_at(whole, picked, 0)
    assert some == []
    assert more == len(whole)
    places = {(verb, straight(one, picked), n, h) for verb, one, _ in whole for n, h in enumerate(one)}
    for most in range(1, len(whole) + 1):
        some, _ = pointed_at(everything, picked, most)
        if len(some) < most:  # none was cut off
            sent = {(verb, straight(one, picked), n, h) for verb, one, _ in some for n, h in enumerate(one)}
            assert sent == places


def test_a_game_with_thousands_of_moves_is_played_by_pointing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = wide(tmp_path / "project", monkeypatch)

    async def evening() -> None:
        made = studio(tmp_path / "games")
        made.tables.kits = {**made.tables.kits, "harbour": kit}
        told = await begin(made, "harbour", [("Ana", ""), ("Ben", "")])
        sitting = made.tables.open[told["table"]].sitting
        ana, ben = (f"/{seat['secret']}" for seat in told["seats"])
        await ask(made, f"{ana}/moves", {"version": 0, "move": 0})
        message = json.loads((await ask(made, f"{ana}/message"))[1])
        many = len(sitting.moves(0))
        assert many > 3000
        assert len(message["moves"]) + message["more"] == many
        assert len(message["moves"]) < 500, "a few that show what can be pointed at"
        for secret, version in ((ana, 0), (ben, 0)):
            status, _ = await ask(made, f"{secret}/pointed", {"version": version, "picked": []})
            assert status == 409
        status, other = await ask(made, f"{ben}/pointed", {"version": 1, "picked": []})
        assert (status, json.loads(other)) == (200, {"moves": [], "more": 0})
        for wrong in (
            {},
            {"version": 1},
            {"version": "1", "picked": []},
            {"version": 1, "picked": ["p1"] * 99},
        ):
            assert (await ask(made, f"{ana}/pointed", wrong))[0] == 400
        picked: list[str] = []
        wanted = sitting.moves(0)[-1]
        handles = next(one for one in message["moves"] if one[0] == "trade")[1]
        card, other_card = (f"p{piece}" for piece in wanted[1:3])
        assert {one[0] for one in handles} == {"p", "w"}
        for handle in (card, other_card, f"w:{wanted[3]}"):
            picked.append(handle)
            body = {"version": 1, "picked": picked}
            found = json.loads((await ask(made, f"{ana}/pointed", body))[1])
            assert all(set(picked) <= set(one[1]) for one in found["moves"])
        ((_, said, number),) = found["moves"]
        assert said == picked
        assert number == many - 1
        assert (await ask(made, f"{ana}/moves", {"version": 1, "move": number}))[0] == 200
        assert sitting.played[-1].text.endswith(f"at {wanted[3]}")
        await made.close()

    asyncio.run(evening())


def test_few_moves_are_all_sent() -> None:
    moves = numbered([("play", list(pair)) for pair in itertools.combinations(["p1", "p2", "p3"], 2)])
    assert pointed_at(moves, (), 3) == (moves, 0)


def test_what_is_said_in_order_can_be_pointed_at_in_order() -> None:
    def gives(first: str, second: str, third: str) -> tuple[str, list[str]]:
        return "give", ["p1", first, second, third]

    backwards = [gives(who, card, "s:1") for who in ("s:0", "s:2") for card in ("p2", "p3")]
    in_order = [gives("s:1", card, who) for who in ("s:0", "s:2") for card in ("p2", "p3")]
    sent, more = pointed_at(numbered([*backwards, *in_order]), ["p1", "s:1"], 7)
    assert more == 2
    assert {one[1][2] for one in sent if one[1][1] == "s:1"} == {"p2", "p3"}


def test_who_points_twice_at_one_thing_means_it_twice() -> None:
    moves = numbered([("pair", ["p1", "p2"]), ("pair", ["p1", "p1"])])
    assert pointed_at(moves, ["p1", "p1"], 9) == ([moves[1]], 0)
