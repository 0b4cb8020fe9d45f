"""A lesson at a table: what is not meant is answered and changes nothing, and the step that follows finds its position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import IllegalMove
from cardgen.source import load_kit
from cardgen.table.lesson import LessonSitting
from cardgen.table.sitting import NotNow
from tests.app.lessons import LESSON, sitting_of, strangers_kit


def taught(folder: Path, lesson: str = LESSON) -> LessonSitting:
    return sitting_of(load_kit(strangers_kit(folder, lesson)), folder)


def lies(sitting: LessonSitting) -> dict[str, Any]:
    return {
        name: there
        for name, there in sitting.message(0)["zones"].items()
        if name.startswith("board") and there
    }


def test_a_try_that_is_not_meant_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    sitting = taught(tmp_path)
    before, kept = json.dumps(sitting.message(0)), len(sitting.journal.lines)
    with pytest.raises(IllegalMove) as refused:
        sitting.play(0, sitting.version, "places on c1")
    assert refused.value.refusal == ("TT-002", "Not there: the middle is best.")
    with pytest.raises(IllegalMove):
        sitting.play(0, sitting.version, "places on a1")  # the rules refuse it
    assert sitting.why_not(0, "places on a1").says == "A piece is there."
    assert sitting.why_not(0, "places on a2").rule == "TT-002"  # the step says nothing of it, the rules do
    assert (json.dumps(sitting.message(0)), len(sitting.journal.lines)) == (before, kept)


def test_steps_follow_each_other(tmp_path: Path) -> None:
    sitting = taught(tmp_path)
    told = sitting.message(0)["lesson"]
    assert (told["story"], told["marks"], told["rules"]) == ("Ben has a piece below your X.", [], [])
    sitting.play(0, sitting.version, "places on b2")
    told = sitting.message(0)
    assert told["lesson"]["solved"]
    assert told["lesson"]["rules"] == [["TT-002", "Place", "Place a piece on an empty square."]]
    assert told["moves"] == []  # nothing is to be done before the next step
    with pytest.raises(NotNow):
        sitting.play(0, sitting.version, "places on c3")
    sitting.do(sitting.to_go(1))
    assert [one["say"] for one in sitting.story(0)] == ["places on b2", "places on b1"]
    sitting.do(sitting.to_show())
    assert sitting.over
    assert sitting.message(0)["over"] is None  # a game that is won in a step is no end
    sitting.do(sitting.to_go(2))
    with pytest.raises(IllegalMove, match="You have a line"):
        sitting.do(sitting.to_count(0))
    sitting.do(sitting.to_count(1))
    sitting.do(sitting.to_go(3))
    assert sitting.message(0)["lesson"]["at"] == sitting.message(0)["lesson"]["of"] == 3


def test_another_right_move_is_right_and_the_lesson_goes_on_from_its_own(tmp_path: Path) -> None:
    free = LESSON.replace("goal: {board b2: {count: 1}}", "goal: {pool P0: {count: 3}}").replace(
        "      any:", "      P0 places on a2:"
    )
    free = free.replace('P0 places on a2: "Not', 'P0 places on a2: {rule: TT-002, say: "Not').replace(
        'best."', 'best."}'
    )
    sitting = taught(tmp_path, free)
    sitting.play(0, sitting.version, "places on c1")
    assert "board c1" in lies(sitting)
    sitting.do(sitting.to_go(1))
    assert sorted(lies(sitting)) == ["board a1", "board a2", "board b1", "board b2"]


def test_a_step_that_is_skipped_is_played_and_one_that_was_there_comes_back(tmp_path: Path) -> None:
    sitting = taught(tmp_path)
    sitting.do(sitting.to_go(1))
    assert sorted(lies(sitting)) == ["board a1", "board a2", "board b1", "board b2"]
    with pytest.raises(NotNow):
        sitting.to_go(3)
    sitting.do(sitting.to_go(0))
    assert sorted(lies(sitting)) == ["board a1", "board a2"]
    assert len(sitting.message(0)["lesson"]["rules"]) == 1


def test_what_a_lesson_has_not(tmp_path: Path) -> None:
    sitting = taught(tmp_path)
    assert not sitting.can_undo(0)
    for refused in (
        lambda: sitting.to_undo(0),
        lambda: sitting.to_hand_over(0, "greedy"),
        lambda: sitting.scenario(0),
        lambda: sitting.to_count(1),
    ):
        with pytest.raises(NotNow):
            refused()


def test_while_something_is_counted_nothing_is_played(tmp_path: Path) -> None:
    first = "steps:\n  - {task: What is your score?, ask: score.P0}\n"
    sitting = taught(tmp_path, LESSON.replace("steps:\n", first, 1))
    assert sitting.turn == 0
    assert sitting.message(0)["moves"] == []
    with pytest.raises(NotNow):
        sitting.play(0, sitting.version, "places on b2")
    with pytest.raises(IllegalMove, match="Count again"):
        sitting.to_count(1)
