"""What is concluded from shuffles, and what is not; cards said without their owner, and given for several zones together."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import HIDDEN, IllegalMove, Misplaced
from cardgen.games import make_game
from tests.games.kits import kit_of
from tests.ruledata.test_additions import game

KIT = kit_of("bartender-aarwares")
SEALED: Any = make_game(KIT, 3, {"bid_format": "sealed"})
OLD = {"P0": ["C2"], "P1": ["C5", "C6"], "P2": ["C3"]}


def drawn(hand: dict[str, list[str]], *moves: str) -> Any:
    """Return a table at which the coins C7 to C9 have been shuffled into a pile, and P0 has drawn one of them."""
    given = {
        "phase": "draw", "hands": hand, "bars": {"P0": ["K1", "H2"], "P1": ["K2", "H3"]}, "market": ["Q1"],
        "deck": ["R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"], "coin_deck": [], "coin_discard": ["C7", "C8", "C9"],
    }  # fmt: skip
    s = SEALED.position(given)
    for move in ("P0 draws", *moves):
        SEALED.play_text(s, move)
    return s


def coins(s: Any, seat: int, place: str) -> set[str]:
    """Return all that a seat imagines at a place of another one."""
    view, rng = SEALED.view(s, seat), random.Random(1)
    worlds = [SEALED.sample_world(view, rng) for _ in range(80)]
    assert all(SEALED.view(world, seat) == view for world in worlds)
    return {name for world in worlds for name in SEALED.pieces.list(world.piles[place])}


def test_a_coin_from_before_the_shuffle_is_none_of_those_shuffled() -> None:
    assert coins(drawn(OLD), 0, "purse P1") == {"C3", "C5", "C6"}
    assert coins(drawn(OLD), 1, "purse P0") == {"C2", "C3", "C7", "C8", "C9"}


def test_a_bid_of_coins_from_before_the_shuffle_is_one_of_them() -> None:
    s = drawn(OLD, "P0 bids for Q1 with C2", "P1 bids C6")
    view = SEALED.view(s, 2)
    assert view.piles["bid P1"] == view.piles["purse P1"] == [HIDDEN]
    assert coins(s, 2, "bid P1") | coins(s, 2, "purse P1") == {"C2", "C5", "C6"}


def test_which_coin_is_bid_does_not_show_in_those_that_are_left() -> None:
    new = next(name for name in ("C7", "C8", "C9") if f"P0 bids for Q1 with {name}" in said(drawn(OLD)))
    views = [SEALED.view(drawn(OLD, f"P0 bids for Q1 with {coin}"), 1) for coin in ("C2", new)]
    assert views[0].waits == views[1].waits


def said(s: Any) -> list[str]:
    return [SEALED.say(s, move) for move in SEALED.moves(s)]


def test_a_card_that_only_one_player_has_needs_no_owner() -> None:
    s = SEALED.position({"hands": {"P0": ["R7"]}, "bars": {"P1": ["Q1"]}, "market": ["J1"]})
    with pytest.raises(IllegalMove, match=r"J1 tends no bar of another player \(AB-027\)"):
        SEALED.play_text(s, "P0 raids J1 with R7")
    SEALED.play_text(s, "P0 raids Q1 with R7")
    assert SEALED.facts(s)["market"] == ["J1", "Q1"]
    with pytest.raises(IllegalMove, match=r"P1 is to draw now \(AB-024\)"):
        SEALED.play_text(SEALED.position({"turn": "P1", "phase": "draw"}), "P1 raids Q1 with R7")


def test_a_card_lies_in_the_first_zone_that_lets_it() -> None:
    s = SEALED.position({"hands": {"P0": ["C5", "R7"]}})
    assert SEALED.facts(s)["hands"]["P0"] == ["R7", "C5"]
    with pytest.raises(Misplaced, match="hands › P0 › 1: K1 cannot lie here"):
        SEALED.position({"hands": {"P0": ["C5", "K1"]}})


@pytest.mark.parametrize("known", ["passed", "taken", "aside", "aside of A"])
def test_which_of_the_cards_one_knows_was_kept_does_not_show(known: str, tmp_path: Path) -> None:
    """P0 has passed a hand, or all have seen P1 take a card, or all know what lies aside; then somebody keeps a card of it in secret."""
    begins = {"passed": [], "taken": ["draw 3 from deck to row", "for each p in players: [move first(row) to hand of p]"]}  # fmt: skip
    keys = "each: [A, B], " if known == "aside of A" else ""
    aside = known not in begins
    made = game(
        tmp_path,
        f"""
zones: {{deck: {{begins: cards, seen_by: nobody}}, row: {{}}, aside: {{{keys}seen_by: nobody}}, hand: {{each: player, seen_by: owner}}, chosen: {{each: player, seen_by: owner}}}}
set up: {["deal 3 from deck to each hand", *begins.get(known, ["draw 3 from deck to row", f"move row to {known}"])]}
turn:
  keep:
    rule: BT-001
    who: players
    secret: yes
    moves:
      keep: {{says: "keeps {{card}}", card: {known if aside else "my hand"}, do: [move card to my chosen]}}
    after: [pass each hand to the left, if my hand is empty: [end], go to keep]
score: 0
""",
    )
    s = made.deal(1)
    viewer, there = (1, known.replace(" of", "")) if aside else (0, "hand P1")
    for _ in range({"passed": 4, "taken": 1}.get(known, 0)):
        s.phase.play(s, made.moves(s)[0])
    assert (s.turn, HIDDEN in made.view(s, viewer).piles[there]) == (1 - viewer, known == "taken")
    views = []
    for move in made.moves(s):
        after = s.copy()
        after.phase.play(after, move)
        views.append(made.view(after, viewer))
    assert all(view == views[0] for view in views)
