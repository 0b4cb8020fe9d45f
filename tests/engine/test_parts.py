"""Streams, phrases, choices, options and saved games, each by itself."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import (
    Choices,
    SavedGame,
    derive,
    fingerprint,
    house_rules,
    pick,
    read_option,
    replay,
    save,
    stream,
)
from cardgen.engine.streams import roll
from tests.engine.toy import snatch


def test_streams_of_one_seed_are_independent_and_never_change() -> None:
    assert stream(1, "deal").random() != stream(1, "luck").random()
    assert derive(1, "bot", 0) != derive(1, "bot", 1) != derive(2, "bot", 1)
    # saved games depend on these numbers
    assert derive(7, "deal") == 11032864308415530216
    assert roll(0, 6)[1] == 5


def test_the_dice_are_fair() -> None:
    luck, thrown = 5, Counter[int]()
    for _ in range(6000):
        luck, number = roll(luck, 6)
        thrown[number] += 1
    assert sorted(thrown) == [0, 1, 2, 3, 4, 5]
    assert all(880 < count < 1120 for count in thrown.values())


@pytest.mark.parametrize("count", [0, 1, 50])
def test_a_player_who_must_decide_and_cannot_is_an_error_and_no_endless_search(count: int) -> None:
    numbers = itertools.repeat(0.5, 10_000)  # a search without an end runs out of them
    none = Choices(count, lambda n: None, lambda move: False)
    with pytest.raises(LookupError, match=f"none of {count} candidates"):
        pick(none, numbers.__next__)


def test_choices_list_pick_and_count_the_legal_candidates() -> None:
    odd = Choices(100, lambda n: n if n % 2 else None, lambda n: n % 2 == 1)
    assert list(odd) == list(range(1, 100, 2))
    assert len(odd) == 50
    assert 7 in odd
    assert 8 not in odd
    assert "nonsense" not in odd
    rng = random.Random(3)
    picked = Counter(pick(odd, rng.random) for _ in range(5000))
    assert set(picked) == set(odd)
    assert max(picked.values()) < 2 * min(picked.values())
    assert odd.about(rng.random, 240) == 50
    assert 30 < odd.about(rng.random, 60) < 70


def test_house_rules_are_the_defaults_with_what_was_chosen() -> None:
    kit = snatch().kit
    assert house_rules(kit, {}) == {"mild": False}
    assert house_rules(kit, {"mild": True}) == {"mild": True}
    assert read_option(kit, "mild=true") == ("mild", True)
    with pytest.raises(ValueError, match="did you mean 'mild'"):
        house_rules(kit, {"mld": True})
    with pytest.raises(ValueError, match="'mild' is false, true, not 1"):
        house_rules(kit, {"mild": 1})
    with pytest.raises(ValueError, match="'mild' is false, true, not 'maybe'"):
        read_option(kit, "mild=maybe")


def test_a_table_needs_the_right_number_of_different_people() -> None:
    game = snatch()
    with pytest.raises(ValueError, match="for 2 to 3 players, not 9"):
        type(game)(game.kit, 9)
    with pytest.raises(ValueError, match="need 2 different names"):
        type(game)(game.kit, 2, names=("Ana", "Ana"))


def test_a_saved_game_is_written_read_and_replayed(tmp_path: Path) -> None:
    game = snatch(2)
    saved = save(game, 3, ["P0 snatches from P1", "P1 lets it go"], bots=["random", "random"])
    saved.write(tmp_path / "game.json")
    again = SavedGame.read(tmp_path / "game.json")
    assert again == saved
    state = replay(game, again)
    assert [len(hand) for hand in state.hands] == [4, 2]
    assert state.turn == 1


def test_a_saved_game_of_another_kit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = snatch(2)
    assert fingerprint(game) == fingerprint(snatch(3))
    save(game, 3, []).write(file)
    data = json.loads(file.read_text())
    file.write_text(json.dumps({**data, "kit": "0123456789ab"}))
    with pytest.raises(ValueError, match="another version of Snatch"):
        replay(game, SavedGame.read(file))
    file.write_text("[]")
    with pytest.raises(ValueError, match=r"game.json: no saved game"):
        SavedGame.read(file)


def test_a_saved_game_that_is_not_utf_8_is_a_problem_with_a_place(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(b'{"game": "B\xe4r"}')
    with pytest.raises(CardgenError, match=r"game.json:1:12: error: the file is not saved as UTF-8"):
        SavedGame.read(tmp_path / "game.json")
