"""What players of Bartender (Aarwares) can know of each other's cards."""

from __future__ import annotations

import random
from typing import Any

from cardgen.engine import EVERYTHING, HIDDEN
from cardgen.games.bartender_aarwares.rules import BarGame
from cardgen.games.bartender_aarwares.state import BarTable
from tests.games.kits import kit_of

GAME = BarGame(kit_of("bartender-aarwares"), 2)


def played(given: dict[str, Any], *moves: str) -> BarTable:
    s = GAME.position(given)
    for move in moves:
        GAME.play_text(s, move)
    return s


def worlds(s: BarTable, seat: int, number: int = 60) -> list[BarTable]:
    rng = random.Random(3)
    view = GAME.view(s, seat)
    return [GAME.sample_world(view, rng) for _ in range(number)]


def called(s: BarTable, cards: list[int]) -> set[str]:
    return set(GAME.pieces.list(cards))


def test_the_backs_of_a_hand_tell_how_many_coins_are_in_it() -> None:
    view = GAME.view(GAME.position({"hands": {"P1": ["R7", "C5", "S3", "C6"]}}), 0)
    assert view.hands[1] == [HIDDEN] * 2
    assert view.purses[1] == [HIDDEN] * 2


def test_a_card_that_went_back_into_the_pile_is_none_that_was_drawn_before() -> None:
    # three shovels are shuffled into a pile of six; P1 holds two raiders from before and then draws four cards
    given = {
        "hands": {"P0": ["S9"], "P1": ["R2", "R3", "C2"]},
        "bars": {"P1": ["Q1", "H5"]},
        "hole": ["S10", "S6"],
        "deck": {"main": ["R4", "R5", "R6", "R7", "R8", "R9"], "coins": []},
    }
    s = played(
        given, "P0 digs with S9", "P0 buries P1.Q1", "P1 does not answer", "P1 plays no shovel", "P1 draws"
    )
    old, new = [], []
    for world in worlds(s, 0):
        assert world.viewer == EVERYTHING
        hand = GAME.pieces.list(world.hands[1])
        old += hand[:2]
        new += hand[2:]
    assert set(old) == {"R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"}
    assert {"S6", "S9", "S10"} <= set(new)


def test_everybody_knows_who_lies_buried_at_the_bottom() -> None:
    given = {"hands": {"P0": ["S9"], "P1": ["C2"]}, "bars": {"P1": ["Q1", "H5"]}, "hole": ["S10", "S6"]}
    s = played(given, "P0 digs with S9", "P0 buries P1.Q1")
    assert {GAME.pieces.name(world.deck[0]) for world in worlds(s, 1)} == {"Q1"}
    assert len({tuple(world.deck) for world in worlds(s, 1)}) > 1


def test_a_face_down_bid_may_be_any_coin_that_the_bidder_can_have() -> None:
    game = BarGame(kit_of("bartender-aarwares"), 2, {"bid_format": "sealed"})
    s = game.position({"hands": {"P0": ["C5", "C2"], "P1": ["C9"]}, "market": ["Q1"]})
    game.play_text(s, "P0 bids for Q1 with C5")
    view = game.view(s, 1)
    assert view.sealed[0] == HIDDEN
    rng = random.Random(5)
    bids = set()
    for _ in range(200):
        world = game.sample_world(view, rng)
        assert world.sealed[0] in world.purses[0]
        bids.add(game.pieces.name(world.sealed[0]))
    assert bids == {"CA", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C10"}


def test_nobody_is_imagined_to_hold_a_bartender_or_a_customer() -> None:
    s = GAME.deal(5)
    for world in worlds(s, 0, 20):
        assert {GAME.pieces.cards[card].kind for card in world.hands[1]} <= {"raider", "shovel"}
        assert called(world, world.hands[0]) == called(s, s.hands[0])
