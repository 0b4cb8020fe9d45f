"""`cardgen replay --judge`: a planted mistake is marked, a perfect game is not, and nothing hidden is looked at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mistakes import GAMES, look
from cardgen.app.film import film_in
from cardgen.app.judging import judgement
from cardgen.engine import RandomBot, play_game, stream
from cardgen.engine.playing import save
from cardgen.simulation.mistakes import Judge
from cardgen.table.film import Judgement
from tests.conftest import Cardgen
from tests.engine.toy import snatch
from tests.ruledata.kits import CLASSICS, table

MISSED = "a1 b1 a2 c3 c1 b2 a3"  # Ana could win with a3 at once; Ben does not block it, twice
PERFECT = "b2 a1 c1 a3 a2 c2 b1 b3 c3"


def game_of(cells: str, path: Path) -> Path:
    game = table("tic-tac-toe")
    moves = [f"{game.names[n % 2]} places on {cell}" for n, cell in enumerate(cells.split())]
    save(game, 1, moves).write(path)
    return path


def judged(file: Path, player: str = "ismcts:20", to: int | None = None) -> tuple[Judgement, list[str]]:
    told: list[str] = []
    return judgement(file, CLASSICS, to, player, lambda *_: None, told.append), told


@pytest.mark.parametrize("player", ["ismcts:20", "rollout:6"])
def test_a_win_that_was_missed_is_marked_and_a_perfect_game_is_not(player: str, tmp_path: Path) -> None:
    found, told = judged(game_of(MISSED, tmp_path / "missed.json"), player)
    assert told[0].startswith(f"{player} looks at 7 decisions, about ")
    assert found.doubts[5].better == "places on a3"
    assert "Ana places on c1. For “places on a3” the bot " in found.doubts[5].text
    assert {n: one.seat for n, one in found.doubts.items()} == {5: 0, 6: 1}, (
        "Ben's fourth move was worse, too"
    )

    calm, _ = judged(game_of(PERFECT, tmp_path / "perfect.json"), player)
    assert calm.doubts == {}
    assert (
        calm.text
        == f"The bot {player} looked at 8 decisions as their players saw them. It is sure of no mistakes."
    )


def test_a_loss_that_may_be_an_error_of_the_bot_is_only_suspected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, own = game_of(MISSED, tmp_path / "missed.json"), " Such a small loss may be the bot's own error."
    found, _ = judged(file)
    assert "It is sure of 2 mistakes and suspects 1 more; the largest of each player is marked." in found.text
    assert not any(one.text.endswith(own) for one in found.doubts.values())
    monkeypatch.setattr("cardgen.simulation.mistakes._BIASED", 0.45)
    found, _ = judged(file)
    assert "It is sure of 1 mistake and suspects 2 more; " in found.text
    assert [one.text.endswith(own) for one in found.doubts.values()] == [False, True]


def test_where_nobody_errs_a_bot_is_hardly_ever_sure_and_finds_what_is_planted() -> None:
    """A small one of benchmarks/mistakes.py, in which the false alarms of more games are counted."""
    surely, games, found, planted = 0, 0, 0, 0
    for name in ("lottery", "kuhn-poker", "pig", "tic-tac-toe", "connect-four"):
        one = look(GAMES[name](), "ismcts:50", range(6))
        surely += sum(any(mark.sure for mark in marks) for marks in one.marks)
        games += one.games
        found, planted = found + len(one.found), planted + one.planted
    assert games >= 28
    assert surely <= 1
    assert found >= 0.8 * planted


def test_the_mark_stands_in_the_film_at_its_move(tmp_path: Path) -> None:
    file = game_of(MISSED, tmp_path / "game.json")
    found, _ = judged(file)
    _, shot, _ = film_in(file, CLASSICS)
    found.mark(shot)
    marks = [mark for mark in shot["marks"] if mark["kind"] == "doubt"]
    assert [mark["at"] for mark in marks] == sorted(found.doubts)
    assert [n for n, step in enumerate(shot["steps"], 1) if "doubt" in step] == sorted(found.doubts)
    assert json.loads(json.dumps(shot))["judged"].endswith("It may be wrong.")


def test_who_judges_sees_what_the_player_saw() -> None:
    game = snatch(3)
    judge, looked = Judge(game, "ismcts:6"), 0

    def again(s: Any, move: Any, moves: Any) -> None:
        nonlocal looked
        if len(moves) > 1 and looked < 2:
            others = [game.sample_world(game.view(s, s.turn), stream(n, "world")) for n in range(2)]
            assert any(other.to_dict() != s.to_dict() for other in others)
            same = [judge.mistake(one, move, 1, 9) for one in (s, *others)]
            assert same.count(same[0]) == len(same)
            looked += bool(same[0])

    for seed in range(6):
        play_game(game, seed, [RandomBot()] * 3, watch=again)
    assert looked == 2, "mistakes are found in the same worlds"


def test_intervals_hold_for_all_decisions_together() -> None:
    game = table("connect-four")
    s = game.deal(1)
    for text in ("a1", "g1", "b1", "g2", "c1"):
        game.play_text(s, f"{game.names[s.turn]} drops to {text}")
    made = game.read(s, f"{game.names[s.turn]} drops to g3")
    judge = Judge(game, "rollout:6")
    alone, among = (judge.mistake(s, made, 1, many) for many in (1, 60))
    assert alone
    assert among
    assert alone.loss.mean == among.loss.mean
    assert (alone.loss.low or 0) > (among.loss.low or 0) > 0.05


def test_ctrl_c_gives_what_was_found(
    cardgen: Cardgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = game_of(MISSED, tmp_path / "game.json")
    mistake = Judge.mistake

    def stopped(judge: Judge, state: Any, made: Any, number: int, decisions: int) -> Any:
        if number == 6:
            raise KeyboardInterrupt
        return mistake(judge, state, made, number, decisions)

    monkeypatch.setattr(Judge, "mistake", stopped)
    asked = ("replay", str(file), "--data", str(CLASSICS), "--judge", "ismcts:20")
    said = cardgen.fails(*asked, "--html", "film.html", code=130)
    assert "looked at 5 decisions as their players saw them, then it was stopped; 2 are left" in said.err
    assert "   5  Ana places on c1. For “places on a3”" in said.err
    assert (tmp_path / "film.html").stat().st_size > 100_000


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (
            "--judge greedy",
            "error: --judge: the bot 'greedy' estimates no moves, expected such as ismcts:100",
        ),
        ("--judge nobody", "error: --judge: no bot 'nobody'"),
        ("--judge ismcts:20 --gif a.gif", "error: --judge marks moves of a story or of --html"),
    ],
)
def test_who_cannot_judge_is_refused(more: str, says: str, cardgen: Cardgen, tmp_path: Path) -> None:
    file = game_of(PERFECT, tmp_path / "game.json")
    assert says in cardgen.fails("replay", str(file), "--data", str(CLASSICS), *more.split(), code=2).err
