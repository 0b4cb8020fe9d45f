"""A player that may not: it never makes such a move while there is another, and plays on where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cardgen
from cardgen.app.play import kit_named
from cardgen.engine import RandomBot, play_game
from cardgen.games import make_game
from cardgen.players import Without, make_bot
from tests.engine.toy import snatch

DATA = Path(__file__).parents[2] / "data"
GAMES = {
    "auction-hearts": "bid",
    "bartender-2012": "deck",
    "bartender-aarwares": "raid",
    "biergarten": "deck",
    "cheers": "play",
}


def kinds(without: str, seed: int = 3) -> list[tuple[int, Any, list[Any]]]:
    game = snatch()
    bots = [Without(game, RandomBot(), without), RandomBot(), RandomBot()]
    seen: list[tuple[int, Any, list[Any]]] = []
    play_game(game, seed, bots, watch=lambda s, move, moves: seen.append((s.turn, move, list(moves))))
    return seen


def test_who_may_not_snatch_never_does_and_the_others_do() -> None:
    moves = [one for seed in range(20) for one in kinds("snatch", seed)]

    assert not [move for seat, move, _ in moves if seat == 0 and move[0] == "snatch"]
    assert [move for seat, move, _ in moves if seat == 1 and move[0] == "snatch"]


def test_who_always_snatches_does_wherever_it_can_and_shows_a_card_where_it_cannot() -> None:
    game = snatch()
    bots = [Without(game, RandomBot(), "snatch", always=True), RandomBot(), RandomBot()]
    seen: list[tuple[Any, list[Any]]] = []
    for seed in range(20):
        play_game(
            game,
            seed,
            bots,
            watch=lambda s, move, moves: seen.append((move, list(moves))) if s.turn == 0 else None,
        )
    able = [move for move, moves in seen if any(one[0] == "snatch" for one in moves)]
    assert able
    assert {move[0] for move in able} == {"snatch"}
    assert any(move[0] == "show" for move, _ in seen)
    assert make_bot(game, "random always snatch").name == "random always snatch"


def test_a_word_of_the_sentence_means_the_kind_too() -> None:
    game = snatch()
    assert Without(game, RandomBot(), "lets")._kinds == Without(game, RandomBot(), "accept")._kinds


def test_a_card_is_not_played_while_there_is_another() -> None:
    game = snatch()
    forced = 0
    for seed in range(20):
        for seat, move, moves in kinds("N9", seed):
            nines = [one for one in moves if one[0] == "show" and game.pieces.cards[one[1]].id == "N9"]
            if seat == 0 and move in nines:
                forced += 1
                assert nines == moves
    assert forced


def test_what_is_no_card_and_no_move_is_told_with_what_there_is() -> None:
    with pytest.raises(ValueError, match=r"'snach' \(did you mean 'snatch'\?\)"):
        Without(snatch(), RandomBot(), "snach")
    with pytest.raises(ValueError, match=r"moves: show, snatch, accept; or a card such as N1"):
        Without(snatch(), RandomBot(), "raise")


@pytest.mark.parametrize(("slug", "what"), GAMES.items())
def test_greedy_players_of_every_game_can_do_without(slug: str, what: str) -> None:
    kit = kit_named(slug, DATA)
    game = make_game(kit, kit.players.max)
    bot = make_bot(game, f"greedy without {what}")
    assert bot.name == f"greedy without {what}"
    kinds: list[str] = []

    def watch(s: Any, move: Any, moves: Any) -> None:
        if s.turn == 0 and len(moves) > 1:
            kinds.append((s.phase.name, s.phase.parts(move)[0]))

    play_game(game, 1, [bot, *(game.greedy() for _ in range(game.players - 1))], watch=watch)
    assert kinds
    assert cardgen.play(game, [f"greedy without {what}", "greedy"], 1).moves
