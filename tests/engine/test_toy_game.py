"""The contract holds for a small game with hidden hands, interrupts and several winners."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import (
    EndlessGame,
    GameBroken,
    IllegalMove,
    RandomBot,
    Recorder,
    play_game,
    run_scenarios,
    story,
)
from tests.engine import contract
from tests.engine.toy import ACT, BLOCK, Table, snatch


@pytest.mark.parametrize("players", [2, 3])
def test_the_toy_game_keeps_the_contract(players: int) -> None:
    game = snatch(players)
    phases: dict[str, set[Any]] = {}
    for seed in range(8):
        contract.it_ends_with_winners(game, seed)
        contract.pieces_are_conserved(game, seed)
        contract.copies_and_dicts_are_the_same_state(game, seed)
        contract.copies_share_nothing_that_changes(game, seed)
        contract.moves_print_and_parse_back(game, seed)
        contract.legal_moves_and_play_agree(game, seed, phases)
        contract.replaying_gives_the_same_game(game, seed)
        contract.views_keep_secrets(game, seed, every=2)
        contract.views_hide_what_the_zones_say(game, seed, every=2)
        contract.rules_told_are_declared(game, seed)
        contract.sampled_worlds_can_be_played_on(game, seed)
    contract.sampled_worlds_are_no_better_than_chance(game, range(150))


def test_a_question_interrupts_and_the_turn_goes_on_afterwards() -> None:
    game = snatch()
    state = game.position({"hands": {"P0": ["N1"], "P1": ["N5", "N6"], "P2": ["N7"]}})
    game.play_text(state, "P0 snatches from P1")
    assert (state.phase, state.turn, state.about) == (BLOCK, 1, (0,))
    assert [waiting.phase for waiting in state.stack] == [ACT]
    game.play_text(state, "P1 shows N5")
    assert (state.phase, state.turn, state.stack) == (ACT, 1, [])
    assert state.shown[1] == [game.pieces.find("N5")]


def test_an_interrupted_state_is_written_and_read() -> None:
    game = snatch()
    state = game.deal(1)
    game.play(state, ("snatch", 2))
    twin = Table.from_dict(game, state.to_dict())
    assert twin == state
    assert twin.stack == state.stack
    assert twin != game.deal(1)


def test_copies_of_a_card_have_names_of_their_own() -> None:
    pieces = snatch().pieces
    assert pieces.names[-3:] == ("N9.1", "N9.2", "N9.3")
    assert pieces.find("N9.2") == len(pieces) - 2
    with pytest.raises(ValueError, match=r"no piece 'N9\.7' \(did you mean"):
        pieces.find("N9.7")


def test_an_illegal_move_names_move_rule_and_position() -> None:
    game = snatch()
    state = game.position({"hands": {"P0": ["N1"], "P1": ["N5"]}})
    with pytest.raises(IllegalMove) as refused:
        game.play_text(state, "P0 shows N5")
    assert refused.value.rule == "SN-001"
    assert str(refused.value).startswith("P0 shows N5: not allowed")
    assert "N5" in refused.value.position
    with pytest.raises(IllegalMove, match="it is P0's turn") as refused:
        game.play_text(state, "P1 shows N5")
    assert refused.value.rule == "SN-004"
    with pytest.raises(IllegalMove, match="P0 is to act now"):
        game.play_text(state, "P0 lets it go")
    with pytest.raises(IllegalMove, match="no such card"):
        game.play(state, "nonsense")
    with pytest.raises(ValueError, match="is no move of this game, expected 'shows"):
        game.play_text(state, "P0 sings")
    with pytest.raises(ValueError, match="nobody called 'P7'"):
        game.play_text(state, "P7 shows N5")


class Liar:
    """Sees its view and answers with a move that is not there."""

    name, looks = "liar", True

    def choose(self, view: Table, moves: Any, rng: random.Random) -> Any:
        assert view.viewer == view.turn
        return ("show", 99)


def test_a_bot_that_cheats_is_stopped() -> None:
    with pytest.raises(GameBroken, match=r"'liar' chooses what is not allowed: .* you hold no such card"):
        play_game(snatch(), 1, [Liar(), Liar(), Liar()])


def test_an_endless_game_is_noticed() -> None:
    with pytest.raises(EndlessGame, match="seed 1"):
        play_game(snatch(), 1, [RandomBot()] * 3, limit=2)


def test_a_recorder_hears_rules_and_copies_stay_silent() -> None:
    game = snatch()
    state = game.position({"hands": {"P0": ["N1"], "P1": ["N5"]}})
    recorder = Recorder()
    state.tell = recorder.tell
    game.play_text(state.copy(), "P0 shows N1")
    assert recorder.take() == []
    game.play_text(state, "P0 shows N1")
    assert [(event.rule, event.says) for event in recorder.take()] == [("SN-002", "P0 shows N1")]


def test_an_event_may_have_several_rules_figures_and_a_deed() -> None:
    game = snatch()
    state = game.position({"hands": {"P0": ["N1"], "P1": ["N5"]}})
    recorder = Recorder()
    state.tell = recorder.tell
    for text in ("P0 snatches from P1", "P1 lets it go", "P0 shows N5"):
        game.play_text(state, text)
    stolen, shown = recorder.take()
    assert (stolen.rules, stolen.did, stolen.figures) == (("SN-001", "SN-003"), "steal", {})
    assert (shown.rules, shown.did, shown.figures) == (("SN-002",), "show", {"value": 5})


def test_a_scenario_hears_each_of_several_rules(tmp_path: Path) -> None:
    file = tmp_path / "snatch.yaml"
    file.write_text(
        "{scenario: Stealing, game: snatch, players: 2, given: {hands: {P0: [N1], P1: [N5]}},"
        " moves: [P0 snatches from P1, P1 lets it go], applies: [SN-001, SN-003, SN-002]}",
        "utf-8",
    )
    (result,) = run_scenarios(file, lambda slug, players, options: snatch(players))
    assert [problem.message for problem in result.problems] == ["SN-002 was not used"]


def test_a_story_tells_moves_rules_and_winner() -> None:
    told = story(snatch(2), 4, [RandomBot()] * 2)
    assert told.startswith("Snatch for 2 players: P0, P1\nHouse rules: none\n")
    assert re.search(r"\n    P1 shows .*  \(SN-002\)\n", told)
    assert "Winner: P" in told
