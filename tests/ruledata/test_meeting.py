"""How often games meet what stands in rules.yaml: the counts are those of a recount, and nothing else changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardgen.engine.choices import RandomBot
from cardgen.engine.playing import play_game
from cardgen.games import game_class, make_game
from cardgen.ruledata.meeting import met_in_games
from cardgen.source import load_kit
from tests.ruledata.kits import CLASSICS, changed, copied


def met(folder: Path, games: int = 10) -> dict[str, Any]:
    """Return what games meet of a kit's rules."""
    kit = load_kit(folder)
    kind: Any = game_class(kit)
    return met_in_games(kit, kind, games)


def test_counts_are_those_of_a_recount() -> None:
    kit = load_kit(CLASSICS / "crazy-eights")
    decisions = plays = drawn = fits = asked = 0
    for number in range(3):
        game: Any = make_game(kit, [*kit.players.counts][number % len(kit.players.counts)])

        def watch(state: Any, move: Any, moves: Any, game: Any = game) -> None:
            nonlocal decisions, plays, drawn, fits, asked
            if state.phase.name == "play":
                decisions += 1
                plays += any(one[0] == "play" for one in moves)
                drawn += move[0] == "draw"
                hand = state.piles[f"hand {game.names[state.turn]}"]
                asked += len(hand)
                fits += sum(one[0] == "play" for one in moves)

        play_game(game, number + 1, [RandomBot() for _ in game.names], watch=watch)
    found = met(CLASSICS / "crazy-eights", 3)
    assert (found["games"], found["problems"]) == (3, [])
    play = next(step for step in found["steps"] if step["step"] == "play")
    first, draw = play["moves"][:2]
    assert (play["met"], first["offered"], draw["played"]) == (decisions, plays, drawn)
    assert (first["needs"][0]["asked"], first["needs"][0]["refused"]) == (asked, asked - fits)
    line = (
        (CLASSICS / "crazy-eights/rules.yaml").read_text("utf-8").splitlines()[first["needs"][0]["line"] - 1]
    )
    assert "fits(card)" in line


def test_what_can_never_happen_stays_at_nothing(tmp_path: Path) -> None:
    folder = copied("crazy-eights", tmp_path)
    changed(folder, "count(deck) > 0", "count(deck) > 99")
    draw = met(folder)["steps"][0]["moves"][1]
    assert (draw["offered"], draw["played"]) == (0, 0)
    assert draw["needs"][0]["asked"] == draw["needs"][0]["refused"] > 0
    assert draw["needs"][1]["asked"] == 0


def test_a_rule_that_breaks_ends_the_games_and_is_told(tmp_path: Path) -> None:
    folder = copied("crazy-eights", tmp_path)
    changed(folder, "count(deck) > 0", "1 / count(deck) >= 0")
    found = met(folder)
    assert "this divides by 0" in found["problems"][0].message
    assert found["games"] < 10
