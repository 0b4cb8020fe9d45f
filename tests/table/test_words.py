"""Names for pieces in sentences: those on the cards, and what somebody hears who has not seen them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.engine.zones import in_a_row
from cardgen.games import make_game
from cardgen.source import load_kit
from cardgen.table.seen import hushed
from cardgen.table.words import named, printed_on
from tests.games.kits import kit_of
from tests.stranger import installed


def test_a_story_has_the_names_on_the_cards_and_a_list_of_moves_the_pieces_too() -> None:
    game: Any = make_game(kit_of("bartender-2012"), 3)
    says = "Ana takes P01.2 and S18, not P99"
    assert named(game, says) == "Ana takes Corner Regular and Side Bet, not P99"
    assert named(game, says, ids=True) == "Ana takes Corner Regular (P01.2) and Side Bet (S18), not P99"


def test_cards_of_one_name_with_other_numbers_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch)
    game: Any = make_game(load_kit(tmp_path / "data" / "harbour"), 2)
    assert named(game, "Ana loads G6.1 and F1.2") == "Ana loads Grain (G6) and Herring"
    pub: Any = make_game(kit_of("bartender-aarwares"), 3)
    assert named(pub, "K1 and K2b and J1 are alike") == "Landlord and Landlord and Potboy are alike"


def test_pieces_that_nobody_has_seen_are_counted() -> None:
    game: Any = make_game(kit_of("auction-hearts"), 4)
    known = {game.pieces.find("QC")}
    assert hushed(game, "Ben takes 2H", known) == "Ben takes a card"
    assert hushed(game, "Ben takes 2H and 3H", known) == "Ben takes 2 cards"
    assert hushed(game, "Ben takes 2H, 3H and 4H, then QC", known) == "Ben takes 3 cards, then QC"
    assert hushed(game, "Ben takes 2H, QC and 4H", known) == "Ben takes a card, QC and a card"
    garden: Any = make_game(kit_of("biergarten"), 2)
    assert hushed(garden, "it is C07", set()) == "it is a tile"
    assert hushed(garden, "C07, C08 and C09 go", set()) == "3 tiles go"


def test_words_stand_in_a_row_as_one_says_them() -> None:
    assert [in_a_row(["A", "B", "C"][:n]) for n in range(4)] == ["", "A", "A and B", "A, B and C"]


def test_what_a_name_does_not_say_is_said_in_players_words() -> None:
    words = {"G": "green", "Y": "yellow", "N": "north", "umbrellas": "parasols", "shields": ""}
    garden: Any = make_game(kit_of("biergarten"), 2)
    assert (
        printed_on(garden, words)["C01"]
        == "colours green and yellow; walls north; parasols 1 green and 1 yellow"
    )
    night: Any = make_game(kit_of("bartender-2012"), 3)
    assert printed_on(night, {})["P01"] == "value 2", "the name says that it is a REGULAR"
    assert printed_on(night, {})["S01"] == "Draw 2 cards."
    bar: Any = make_game(kit_of("cheers"), 3)
    assert printed_on(bar, {}) == {}, "every name says both glasses"
