"""The table of games, and games from elsewhere."""

from __future__ import annotations

import random

import pytest

import cardgen.games
from cardgen.games import SHIPPED, game_class, make_game, playable, player_counts
from tests.games.kits import kit_of


def test_every_game_of_the_table_is_the_one_of_its_kit() -> None:
    for slug in SHIPPED:
        assert game_class(kit_of(slug)).slug == slug
        assert make_game(kit_of(slug), kit_of(slug).players.min).kit is kit_of(slug)


def test_an_unknown_game_is_answered_with_what_there_is() -> None:
    with pytest.raises(KeyError, match="did you mean 'biergarten'"):
        game_class("biergaten")


def test_a_package_of_somebody_else_can_add_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"snatch": "tests.engine.toy:Snatch"}
    monkeypatch.setattr(cardgen.games, "brought", lambda group: entry if group == "cardgen.games" else {})
    assert "snatch" in playable()
    assert game_class("snatch").prefix == "SN"


def test_other_numbers_of_players_may_be_a_house_rule() -> None:
    hearts = kit_of("auction-hearts")
    assert player_counts(hearts) == (3, 4, 5, 6)
    assert make_game(hearts, 5).options["players"] == 5
    assert make_game(hearts, 4, {"players": 3}).players == 3
    with pytest.raises(ValueError, match="'players' is 4, 3, 5, 6, not 2"):
        make_game(hearts, 2)
    assert player_counts(kit_of("biergarten")) == (2, 3, 4, 5)


def test_a_name_is_one_word() -> None:
    with pytest.raises(ValueError, match="one word"):
        make_game(kit_of("biergarten"), 2, names=("Ana Maria", "Ben"))


def test_words_of_a_name_have_no_break_spaces_between() -> None:
    names = ("Mary\xa0Ann", "Ann", "Bo\xa0at\xa0Ann")
    game = make_game(kit_of("cheers"), 3, names=names)
    assert game.seat("Mary Ann") == 0
    state, rng = game.deal(3), random.Random(1)
    while not game.over(state):
        moves = list(game.moves(state))
        for move in rng.sample(moves, min(8, len(moves))):
            assert game.read(state, game.say(state, move)) == move
        game.play(state, rng.choice(moves))
