"""What players of Bartender (Aarwares) can know of each other's cards."""

from __future__ import annotations

import random
from typing import Any

from cardgen.engine import HIDDEN
from cardgen.games import make_game
from tests.games.kits import kit_of

GAME: Any = make_game(kit_of("bartender-aarwares"), 2)


def played(given: dict[str, Any], *moves: str) -> Any:
    s = GAME.position(given)
    for move in moves:
        GAME.play_text(s, move)
    return s


def worlds(s: Any, seat: int, number: int = 60) -> list[Any]:
    rng = random.Random(3)
    view = GAME.view(s, seat)
    return [GAME.sample_world(view, rng) for _ in range(number)]


def called(s: Any, cards: list[int]) -> set[str]:
    return set(GAME.pieces.list(cards))


def test_the_backs_of_a_hand_tell_how_many_coins_are_in_it() -> None:
    view = GAME.view(GAME.position({"hands": {"P1": ["R7", "C5", "S3", "C6"]}}), 0)
    assert view.piles["hand P1"] == [HIDDEN] * 2
    assert view.piles["purse P1"] == [HIDDEN] * 2


def test_everybody_knows_who_lies_buried_at_the_bottom() -> None:
    given = {"hands": {"P0": ["S9"], "P1": ["C2"]}, "bars": {"P1": ["Q1", "H5"]}, "hole": ["S10", "S6"]}
    s = played(given, "P0 digs with S9", "P0 buries P1.Q1")
    assert {GAME.pieces.name(world.piles["deck"][-1]) for world in worlds(s, 1)} == {"Q1"}
    assert len({tuple(world.piles["deck"]) for world in worlds(s, 1)}) > 1


def test_a_face_down_bid_may_be_any_coin_that_the_bidder_can_have() -> None:
    game: Any = make_game(kit_of("bartender-aarwares"), 2, {"bid_format": "sealed"})
    s = game.position({"hands": {"P0": ["C5", "C2"], "P1": ["C9"]}, "market": ["Q1"]})
    game.play_text(s, "P0 bids for Q1 with C5")
    view = game.view(s, 1)
    assert view.piles["bid P0"] == [HIDDEN]
    rng = random.Random(5)
    bids = set()
    for _ in range(200):
        world = game.sample_world(view, rng)
        bids.update(game.pieces.list(world.piles["bid P0"]))
    assert bids == {"CA", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C10"}


def test_nobody_is_imagined_to_hold_a_bartender_or_a_customer() -> None:
    s = GAME.deal(5)
    for world in worlds(s, 0, 20):
        assert {GAME.pieces.cards[card].kind for card in world.piles["hand P1"]} <= {"raider", "shovel"}
        assert called(world, world.piles["hand P0"]) == called(s, s.piles["hand P0"])
