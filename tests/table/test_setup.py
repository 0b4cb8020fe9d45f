"""The set-up is told before the first move: to each seat what it may hear, in the browser, the terminal and films alike."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.contract import rules_told_are_declared
from cardgen.engine import Game, stream
from cardgen.table.film import film
from cardgen.table.kept import read_kept
from cardgen.table.setup import setup_lines
from tests.engine.toy import snatch
from tests.table.playing import GAMES, again, step, table
from tests.table.test_terminal import typed

HOUSES: list[tuple[str, dict[str, Any]]] = [
    *((slug, {}) for slug in GAMES),
    ("cheers", {"mode": "masquerade"}),
    ("cheers", {"mode": "master"}),
]


@pytest.mark.parametrize("slug", GAMES)
def test_what_one_holds_is_named_and_what_others_hold_is_counted(slug: str, tmp_path: Path) -> None:
    sitting = table(slug, tmp_path / "a.jsonl", players=4)
    game = sitting.game
    for seat, name in enumerate(game.names):
        told = sitting.message(seat)["setup"]
        says = [sentence for sentence, _ in told]
        (own,) = (one for one in says if one.startswith(f"{name}'s "))
        zone = own.removeprefix(f"{name}'s ").partition(":")[0]
        held = game.zones(game.view(sitting.state, seat))[f"{zone} {name}"]
        assert set(own.partition(": ")[2].replace(" and ", ", ").split(", ")) == set(game.pieces.list(held))
        others = "\n".join(one for one in says if f"a {zone} of " in one)
        assert all(other in others for other in game.names if other != name)
        assert name not in others
        assert any(rule for _, rule in told), "the game's own sentences cite their rules"


@pytest.mark.parametrize(("slug", "options"), HOUSES)
def test_the_set_up_is_told_alike_in_worlds_that_a_seat_cannot_tell_apart(
    slug: str, options: dict[str, Any], tmp_path: Path
) -> None:
    game = table(slug, tmp_path / "a.jsonl", players=4, **options).game
    differ = set()
    for seed in range(4):
        state = game.deal(seed)
        for seat in range(4):
            told = setup_lines(game, game.view(state, seat))
            for n in range(3):
                world = game.sample_world(game.view(state, seat), stream(n, "world"))
                assert setup_lines(game, game.view(world, seat)) == told
                differ.add(json.dumps(setup_lines(game, world)) == json.dumps(setup_lines(game, state)))
    assert False in differ, "the worlds are different ones"


def test_a_combination_is_told_to_its_team_alone(tmp_path: Path) -> None:
    sitting = table("cheers", tmp_path / "a.jsonl", players=4)
    game, s = sitting.game, sitting.state
    goals = {team: game._env["v_in_words"](s, 0, team) for team in "AB"}  # type: ignore[attr-defined]
    for seat in range(4):
        told = json.dumps(sitting.setup[seat], ensure_ascii=False)
        own = s.team[seat]  # type: ignore[attr-defined]
        assert goals[own] in told
        assert goals["AB".replace(own, "")] not in told


def test_at_the_masquerade_nobody_is_told_who_plays_with_whom(tmp_path: Path) -> None:
    sitting = table("cheers", tmp_path / "a.jsonl", players=4, mode="masquerade")
    teams, _ = sitting.setup[1][0]
    assert teams.count("team") == 1
    assert "Ben" in teams
    assert "Ana" not in teams


def test_a_film_tells_what_everybody_was_dealt_in_the_same_words(tmp_path: Path) -> None:
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=3, bots=("", "random", "random"))
    shot = film(sitting.game, read_kept(tmp_path / "a.jsonl"))
    told = [sentence for sentence, _ in shot["setup"]]
    for seat, name in enumerate(sitting.game.names):
        (own,) = (one for one, _ in sitting.setup[seat] if one.startswith(f"{name}'s hand"))
        assert own in told


def test_taking_back_and_opening_again_leave_the_set_up_as_it_was(tmp_path: Path) -> None:
    sitting = table("cheers", tmp_path / "a.jsonl", players=3, bots=("", "random", "random"))
    before = [list(told) for told in sitting.setup]
    while sitting.turn:
        sitting.play_bot(sitting.think())
    step(sitting, random.Random(1))
    sitting.undo(0)
    assert sitting.setup == before
    assert again(sitting).setup == before


def test_the_terminal_tells_it_first_and_nobodys_hand_to_several_at_one_screen(tmp_path: Path) -> None:
    alone = table("auction-hearts", tmp_path / "a.jsonl", players=3, bots=("", "random", "random"))
    _, screen = typed(alone)
    assert screen.index("Set-up") < screen.index("Ana's hand: ") < screen.index("Ana, bid")
    both = table("auction-hearts", tmp_path / "b.jsonl", players=3, bots=("", "", "random"))
    _, screen = typed(both, "", seats=(0, 1))
    assert "'s hand: " not in screen
    assert "deals" in screen


def test_a_game_that_cannot_tell_a_view_is_told_so_and_is_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = snatch(2)

    def opened(self: Game[Any], s: Any) -> None:
        if s.tell:
            s.tell("TO-001", dict(enumerate(self.pieces.names))[s.hands[0][0]])

    monkeypatch.setattr(type(game), "opened", opened)
    state = game.deal(1)
    whole = setup_lines(game, state)
    assert whole[0][0] in game.pieces.names
    told = setup_lines(game, game.view(state, 1))
    assert [rule for _, rule in told] == [""] * len(told)
    with pytest.raises(CardgenError, match="cannot tell P1 the set-up of a view: KeyError"):
        rules_told_are_declared(game, 1)


def test_a_card_that_a_seat_does_not_see_may_not_be_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = table("auction-hearts", tmp_path / "a.jsonl", players=3).game
    unseen = game.pieces.name(game.zones(game.deal(1))["hand Ana"][0])
    monkeypatch.setattr(
        type(game), "opened", lambda _, s: s.tell("AH-009", f"Ana has {unseen}.") if s.tell else None
    )
    with pytest.raises(CardgenError, match=f"tells Ben of {unseen} at set-up, which Ben does not see"):
        rules_told_are_declared(game, 1)
