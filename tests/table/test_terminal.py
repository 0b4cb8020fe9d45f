"""Playing in the terminal: what somebody types, and what they read."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from cardgen.engine import SavedGame
from cardgen.table.sitting import Sitting
from cardgen.table.terminal import play
from tests.conftest import Said
from tests.table.test_sitting import again, table

RULES = {"AH-014": "A bid is higher than the last."}


def typed(sitting: Sitting, *lines: str, seats: tuple[int, ...] = (0,)) -> tuple[bool, str]:
    """What stands on the screen after these lines; then somebody stops."""
    left = list(lines)

    def ask(prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    screen = Console(file=io.StringIO(), width=100)
    over = play(sitting, seats, screen, ask, RULES)
    return over, screen.file.getvalue()  # type: ignore[attr-defined]


def alone(path: Path) -> Sitting:
    return table("auction-hearts", path, players=3, bots=("", "random", "random"))


def test_a_number_plays_a_move_and_words_narrow_the_list_down(tmp_path: Path) -> None:
    sitting = alone(tmp_path / "a.jsonl")
    typed(sitting, "passes")
    before = len(sitting.played)
    _, screen = typed(sitting, "zzz", "?", "1")
    assert "is no move of this game" in screen
    assert len(sitting.played) > before


def test_a_refusal_cites_the_rule(tmp_path: Path) -> None:
    _, screen = typed(alone(tmp_path / "a.jsonl"), "? bids 4000")
    assert "Not allowed:" in screen
    assert "AH-0" in screen


def test_a_move_is_taken_back_and_the_game_goes_on_later(tmp_path: Path) -> None:
    sitting = alone(tmp_path / "a.jsonl")
    _, screen = typed(sitting, "passes", "undo")
    assert "The game is kept in" in screen
    assert not any(played.says == "Ana passes" for played in sitting.played)
    assert again(sitting).state == sitting.state


def test_what_is_saved_can_be_played_again(tmp_path: Path, cardgen: Callable[..., Said]) -> None:
    sitting = alone(tmp_path / "a.jsonl")
    file = tmp_path / "mine.json"
    typed(sitting, "passes", f"save {file}")
    saved = SavedGame.read(file)
    assert saved.bots == ("person", "random", "random")
    assert "Ana passes" in saved.moves
    assert cardgen("replay", str(file)).code == 0


def test_a_wrong_bot_and_a_wrong_number_of_players_are_told(cardgen: Callable[..., Said]) -> None:
    assert "no bot 'gredy'" in cardgen("play", "cheers", "--seats", "you,gredy").err
    assert "players" in cardgen("play", "cheers", "--players", "9").err
    assert "--seats has no 'you'" in cardgen("play", "cheers", "--seats", "greedy").err
