"""Who leads, and by how much, in mid-game: what a player would say who looks at the table."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.engine import Game, Tell, play_game, winners_first
from cardgen.games import SHIPPED, make_game
from tests.engine import contract
from tests.games.kits import kit_of


def standing(slug: str, players: int, given: dict[str, Any]) -> list[float]:
    game = make_game(kit_of(slug), players)
    return game.standing(game.position(given))


@pytest.mark.parametrize("slug", SHIPPED)
def test_nobody_stands_higher_than_the_winner_of_a_game(slug: str) -> None:
    kit = kit_of(slug)
    contract.standings_agree_with_the_end(make_game(kit, kit.players.min), 1)


def test_biergarten_is_led_by_barrels() -> None:
    game = make_game(kit_of("biergarten"), 3)
    s = game.deal(1)
    assert game.standing(s) == [float(barrels) for barrels in game.scores(s)]


def test_cheers_is_led_by_the_best_bar_of_a_team_less_what_spoils_it() -> None:
    bars = {"P0": ["Rg.1", "Gr.1", "Ry.1", "Rb.1"], "P1": ["Yr.1", "Bg.1"], "P2": ["Rr.1", "Gg.1"]}
    given = {"goal": {"A": "RRGGB", "B": "RBBYY"}, "turn": "P3", "bars": bars}
    # P0: two of three cherries count, and a mint; P1: lemon and curaçao
    assert standing("cheers", 4, given) == [3.0, 2.0, 3.0, 2.0]
    bars["P0"].append("Pg.1")
    bars["P2"] = []
    assert standing("cheers", 4, given) == [2.0, 2.0, 2.0, 2.0], "plum is in no combination of theirs"


def test_auction_hearts_is_led_as_if_the_round_were_settled_now() -> None:
    game = make_game(kit_of("auction-hearts"), 4)
    s = game.deal(1)
    s.phase, s.pain, s.chips["pot"] = game.phase_named("play a card"), "hearts", 6
    s.chips |= {f"chips P{seat}": chips for seat, chips in enumerate((40, 50, 52, 52))}
    s.piles |= {
        f"won P{seat}": [game.pieces.find(card)] for seat, card in enumerate(("2H", "3H", "4H", "5C"))
    }
    assert game.standing(s) == [39.0, 49.0, 51.0, 61.0], "one is clear, and takes what the others owe"
    s.piles["won P2"] = []
    assert game.standing(s) == [39.0, 49.0, 56.0, 56.0], "two are clear, and share"
    s.piles["won P1"] = []
    assert game.standing(s) == [40.75, 51.75, 53.75, 53.75], "three are clear: anybody may still win it"
    s.piles["won P0"] = []
    assert game.standing(s) == [41.5, 51.5, 53.5, 53.5]
    tricks = make_game(kit_of("auction-hearts"), 4, {"win_by": "tricks"})
    s = tricks.deal(1)
    s.tricks = [0, 3, 1, 0]
    assert tricks.standing(s) == [0.0, 3.0, 1.0, 0.0]


def test_bartender_is_led_by_good_nights_and_the_one_that_is_coming() -> None:
    game = make_game(kit_of("bartender-2012"), 3)
    s = game.deal(1)
    s.good, s.bad = [1, 0, 2], [0, 1, 2]
    assert game.standing(s) == [1.0, -0.5, 1.0]
    s.alive[2] = False
    assert game.standing(s) == [1.0, -0.5, -1.0], "who was knocked out has nothing to hope for"
    s.hour, s.goal, s.bic = 3, 10, 1
    assert game.standing(s) == [1.0, -1.0, -1.0], "an empty bar would be a BAD NIGHT"
    patrons = [card for card, printed in enumerate(game.printed) if printed == 2 and not game.formula[card]]
    for card in patrons[:3]:
        s.enter(card)
    assert game.standing(s)[1] == pytest.approx(-0.5 + 0.6 - 0.5 * 0.4), "six points of ten"


def test_a_bar_of_aarwares_is_as_far_as_the_cards_it_needs() -> None:
    game = make_game(kit_of("bartender-aarwares"), 2)
    bars = {
        "P0": ["K1", "K2", "K3", "Q1", "H2", "H3", "H4", "H5"],
        "P1": ["K4", "HA", "H6", "H7", "H8", "H9"],
    }
    s = game.position({"bars": bars})
    # three alike and three guests, for the fourth must be the ace; one, the ace and three guests
    assert game.standing(s) == [6.0, 5.0]


def test_looking_at_the_standing_tells_nothing() -> None:
    for slug in SHIPPED:
        game = make_game(kit_of(slug), kit_of(slug).players.min)
        told: list[str] = []
        bots = [game.greedy()] * game.players

        def look(s: Any, *_: Any, told: list[str] = told, game: Game[Any] = game) -> None:
            before = len(told), dict(s.tell.noted)
            game.standing(s)
            assert (len(told), dict(s.tell.noted)) == before

        play_game(game, 2, bots, watch=look, tell=Tell(lambda rule, says, told=told, **_: told.append(says)))
        assert told


def test_winners_are_put_in_front_where_they_are_not() -> None:
    assert winners_first([3.0, 5.0, 5.0], (0,)) == [6.0, 5.0, 5.0]
    assert winners_first([3.0, 5.0, 5.0], (1, 2)) == [3.0, 5.0, 5.0]
    assert winners_first([3.0, 5.0], ()) == [3.0, 5.0]
    assert winners_first([3.0, 5.0], (0, 1)) == [3.0, 5.0]
