"""Playing in the terminal: what somebody types, and what they read."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from cardgen.app.play import run_scenarios_of
from cardgen.engine import SavedGame
from cardgen.source.screen import hints_of
from cardgen.table.kept import read_kept
from cardgen.table.layout import layout_of
from cardgen.table.sitting import Sitting
from cardgen.table.terminal import Terminal, _picture, _result, play
from tests.conftest import Cardgen
from tests.table.test_sitting import again, table

RULES = {"AH-014": "A bid is higher than the last."}


def answers(*lines: str) -> Callable[[str], str]:
    """What somebody types, line by line; then the keyboard is taken away."""
    left = list(lines)

    def ask(prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return ask


def typed(sitting: Sitting, *lines: str, seats: tuple[int, ...] = (0,)) -> tuple[bool, str]:
    """What stands on the screen after these lines; then somebody stops."""
    screen = Console(file=io.StringIO(), width=100)
    over = play(sitting, seats, Terminal(screen, answers(*lines), RULES, layout_of(sitting.game)))
    return over, screen.file.getvalue()  # type: ignore[attr-defined]


def alone(path: Path) -> Sitting:
    return table("auction-hearts", path, players=3, bots=("", "random", "random"))


def test_a_number_plays_a_move_and_words_narrow_the_list_down(tmp_path: Path) -> None:
    sitting = alone(tmp_path / "a.jsonl")
    typed(sitting, "passes")
    before = len(sitting.played)
    _, screen = typed(sitting, "zzz", "?", "99999", "1")
    assert "is no move of this game" in screen
    assert "There is no move 99999, expected 1 to " in screen
    assert len(sitting.played) > before


def test_a_trick_is_seen_whole_before_it_is_taken(tmp_path: Path) -> None:
    _, screen = typed(alone(tmp_path / "a.jsonl"), "passes", *["1"] * 12)
    lines = [line.strip() for line in screen.splitlines()]
    (taken, *_) = [n for n, line in enumerate(lines) if " takes " in line]
    assert lines[taken - 1].startswith("Trick  ")
    assert lines[taken - 1].count("(") == 3, "the card that decides it lies in it"


def test_a_grid_of_the_rules_is_printed_row_by_row(tmp_path: Path) -> None:
    sitting = table("../tests/samples/classics/data/tic-tac-toe", tmp_path / "a.jsonl", bots=("", "random"))
    _, screen = typed(sitting, "2")
    lines = [" ".join(line.split()) for line in screen.splitlines()]
    first = lines.index("Board a3 b3 c3")
    assert lines[first + 1 : first + 3] == ["a2 b2 c2", "a1 b1 c1"]
    (last,) = [n for n, line in enumerate(lines) if line.startswith("Board") and n > first]
    assert "X" in lines[last + 2].split()[1], "b1"


def test_figures_of_an_hour_that_has_not_begun_are_left_out(tmp_path: Path) -> None:
    sitting = table("bartender-2012", tmp_path / "a.jsonl", players=3, bots=("", "random", "random"))
    layout = layout_of(sitting.game, hints_of(sitting.game.kit))
    shown = []
    for hides in (layout["hides"], []):
        screen = Console(file=io.StringIO(), width=100)
        screen.print(_picture(sitting, 0, {**layout, "hides": hides}))
        shown.append([word in screen.file.getvalue() for word in ("SHIFT", "HOUR", "goal ")])  # type: ignore[attr-defined]
    assert shown == [[True, False, False], [True, True, True]]


def test_what_is_on_a_card_is_said(tmp_path: Path) -> None:
    sitting = table("biergarten", tmp_path / "b.jsonl", players=2, bots=("", "random"))
    game = sitting.game
    layout = layout_of(game, hints_of(game.kit))
    hand = [game.pieces.cards[n] for n in sitting.message(0)["zones"]["hand Ana"]]
    screen = Console(file=io.StringIO(), width=150)
    play(sitting, (0,), Terminal(screen, answers("card c41", "card zzz"), RULES, layout))
    said = screen.file.getvalue()  # type: ignore[attr-defined]
    tile = game.kit.component("common").cards[40]
    assert (tile.id, tile.walls) == ("C41", ("N", "W"))
    assert (
        said.count("C41  colours yellow; hedges north and west; shields east and south; parasols 3 yellow")
        >= 1
    )
    assert "There is no card zzz." in said
    for card in hand:
        assert f"{card.id}  colours " in said


def test_a_refusal_cites_the_rule(tmp_path: Path) -> None:
    _, screen = typed(alone(tmp_path / "a.jsonl"), "? bids 4000")
    assert "Not allowed:" in screen
    assert "AH-0" in screen


def test_a_move_is_taken_back_and_the_game_goes_on_later(tmp_path: Path) -> None:
    sitting = alone(tmp_path / "a.jsonl")
    _, screen = typed(sitting, "passes", "undo")
    assert (
        f"The game is kept in {sitting.journal.path}. To go on: cardgen play --resume {sitting.journal.path}"
        in screen
    )
    assert not any(played.text == "Ana passes" for played in sitting.played)
    assert again(sitting).state == sitting.state


def test_what_is_saved_can_be_played_again(tmp_path: Path, cardgen: Cardgen) -> None:
    sitting = alone(tmp_path / "a.jsonl")
    file = tmp_path / "mine.json"
    _, screen = typed(sitting, "passes", f"save {file}", f"save {file}")
    assert "this file is there already" in screen
    saved = SavedGame.read(file)
    assert saved.bots == ("person", "random", "random")
    assert "Ana passes" in saved.moves
    cardgen.works("replay", str(file))


def test_a_wrong_bot_and_a_wrong_number_of_players_are_told(cardgen: Cardgen) -> None:
    assert "no bot 'gredy'" in cardgen("play", "cheers", "--seats", "you,gredy").err
    assert "players" in cardgen("play", "cheers", "--players", "9").err
    assert "--seats has no 'you'" in cardgen("play", "cheers", "--seats", "greedy").err


def test_a_number_after_a_question_mark_says_by_which_rules_the_move_goes(tmp_path: Path) -> None:
    sitting = alone(tmp_path / "a.jsonl")
    typed(sitting)
    before = sitting.state.copy()
    _, screen = typed(sitting, "? 1")
    assert "AH-014" in screen
    assert RULES["AH-014"] in screen
    assert sitting.state == before


def test_a_question_becomes_a_scenario_that_holds(tmp_path: Path) -> None:
    folder = tmp_path / ("a long name [and a bracket] " * 4).strip()
    folder.mkdir()
    file = folder / "asked.yaml"
    _, screen = typed(alone(tmp_path / "a.jsonl"), "? bids 4000", f"scenario {file}", f"scenario {file}")
    assert f"written to {file}" in screen
    assert f"{file}: error: this file is there already" in screen
    assert "illegal:" in file.read_text()
    assert run_scenarios_of([file], Path(__file__).parents[2] / "data")[1] == []


def test_what_others_hold_is_not_written_while_they_play(tmp_path: Path) -> None:
    sitting = table("cheers", tmp_path / "a.jsonl", players=3)
    _, screen = typed(sitting, "", f"scenario {tmp_path / 'a.yaml'}", seats=(0, 1, 2))
    assert "Not now: a position tells what everybody holds" in screen
    assert not (tmp_path / "a.yaml").exists()


def test_the_form_at_the_end_is_kept_with_the_game(tmp_path: Path) -> None:
    sitting = table("cheers", tmp_path / "a.jsonl", players=3, bots=("", "random", "random"))
    for _ in range(400):
        if sitting.over:
            break
        if sitting.seats[sitting.turn].bot:
            sitting.play_bot(sitting.think())
        else:
            sitting.play(0, sitting.version, 0)
    assert sitting.over
    _, screen = typed(sitting, "4", "long", "y", "more lemons")
    assert "how was it?" in screen
    assert read_kept(sitting.journal.path).forms == {
        0: {"fun": 4, "length": "too long", "again": True, "words": "more lemons"}
    }


def test_a_narrow_window_shows_every_word(tmp_path: Path) -> None:
    sitting = table("cheers", tmp_path / "a.jsonl", players=3)
    screen = Console(file=io.StringIO(), width=40)
    screen.print(_picture(sitting, 0, layout_of(sitting.game)))
    text = screen.file.getvalue()  # type: ignore[attr-defined]
    assert all(len(line.rstrip()) <= 40 for line in text.splitlines())
    assert all(
        sitting.game.pieces.names[piece] in text for piece in sitting.game.zones(sitting.state)["hand Ana"]
    )
    assert "goal-cherry.12" not in text, "the box is no part of the table"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kit": "another"}, "has other cards than when this game began"),
        ({"game": "chess"}, "there is no kit 'chess' here"),
        ({"players": ["Ana"]}, "its first line lacks what a table is set up from"),
        ({"bots": ["", "gredy", "random"]}, "gredy"),
        ({"seed": "x"}, "its first line lacks what a table is set up from"),
    ],
)
def test_a_game_that_cannot_go_on_says_why(
    change: dict[str, object], says: str, tmp_path: Path, cardgen: Cardgen
) -> None:
    file = alone(tmp_path / "a.jsonl").journal.path
    first, *others = file.read_text().splitlines()
    file.write_text("\n".join([json.dumps({**json.loads(first), **change}), *others, ""]))
    told = cardgen.fails("play", "--resume", str(file))
    assert "this game cannot go on" in told.err
    assert says in " ".join(told.err.split())


def test_two_who_share_a_victory_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = table("cheers", tmp_path / "a.jsonl", players=3)
    for seats, says in (((0, 2), "Ana and Cleo win:"), ((1,), "Ben wins:"), ((), "Nobody wins:")):
        monkeypatch.setattr(type(sitting.game), "winners", lambda *_, seats=seats: seats)
        screen = Console(file=io.StringIO(), width=100)
        _result(sitting, screen)
        assert screen.file.getvalue().startswith(says)  # type: ignore[attr-defined]


def test_before_somebody_else_takes_the_keyboard_the_last_hand_is_wiped_away(tmp_path: Path) -> None:
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=3, bots=("", "", "random"))
    screen = Console(file=io.StringIO(), width=100, force_terminal=True)
    asked: list[str] = []

    def ask(prompt: str) -> str:
        shown = screen.file.getvalue()  # type: ignore[attr-defined]
        if "take the keyboard" in prompt:
            asked.append(shown.rpartition("\x1b[3J")[2])
        elif len(asked) == 3:
            raise EOFError
        return "" if "take the keyboard" in prompt else "passes"

    play(sitting, (0, 1), Terminal(screen, ask, RULES, layout_of(sitting.game)))
    assert asked == ["", "", ""], "nothing of a hand is left, also not to be scrolled back to"


@pytest.mark.parametrize("seats", [(0,), (0, 1)])
def test_where_there_is_no_keyboard_the_game_is_kept(seats: tuple[int, ...], tmp_path: Path) -> None:
    def ask(prompt: str) -> str:
        raise RuntimeError("input(): lost sys.stdin")

    screen = Console(file=io.StringIO(), width=200)
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=3, bots=("", "", "random"))
    assert not play(sitting, seats, Terminal(screen, ask, RULES, layout_of(sitting.game)))
    assert f"The game is kept in {sitting.journal.path}" in screen.file.getvalue()  # type: ignore[attr-defined]


def test_who_takes_the_keyboard_reads_all_since_their_own_last_move(tmp_path: Path) -> None:
    sitting = table("cheers", tmp_path / "a.jsonl", players=3, bots=("", "", "random"))
    _, screen = typed(sitting, *["", "1", "1", "1"] * 20, seats=(0, 1))
    moves = [one["who"] for one in sitting.story(0)].count(2)
    read = [line for line in screen.splitlines() if line.startswith("Cleo ")]
    assert len(read) >= 2 * (moves - 1) > 2, "both of them read what the third one did"
