"""A lesson for a kit of somebody else: a YAML file beside its rules.yaml, and nothing more."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardgen.app.play import lesson_of
from cardgen.model import Kit
from cardgen.table.lesson import LessonSitting

CLASSICS = Path(__file__).parents[1] / "samples" / "classics"
LESSON = """\
lesson: Three in a row
game: tic-tac-toe
players: 2
later: [TT-004]
steps:
  - new: TT-002
    name: Place
    says: Place a piece on an empty square.
    show: [X]
    given: {board a1: [X.1], board a2: [O.1]}
    story: Ben has a piece below your {X.1}.
    task: Place your next piece in the middle.
    solution: P0 places on b2
    goal: {board b2: {count: 1}}
    wrong:
      P0 places on a1: {rule: TT-002, say: A piece is there.}
      any: "Not there: the middle is best."
  - new: TT-003
    name: Three
    says: Three in a row win.
    moves: [P1 places on b1]
    task: Win.
    solution: P0 places on c3
    goal: {winners: [P0]}
    wrong:
      P0 places on c1: {legal: true, say: That is no line.}
    done: A line.
  - task: What is your score now?
    ask: score.P0
    wrong: {"0": You have a line.}
"""


def strangers_kit(folder: Path, lesson: str = LESSON) -> Path:
    """Return tic-tac-toe in a project of its own, with this lesson."""
    kit = folder / "data" / "tic-tac-toe"
    shutil.copytree(CLASSICS / "data" / "tic-tac-toe", kit)
    (folder / "seeds").mkdir()
    shutil.copy(CLASSICS / "seeds" / "tic-tac-toe.yaml", folder / "seeds")
    (kit / "lessons").mkdir()
    (kit / "lessons" / "first-game.yaml").write_text(lesson, "utf-8")
    return kit


def sitting_of(kit: Kit, folder: Path) -> LessonSitting:
    """Return the table of a kit's lesson."""
    return LessonSitting.of(kit, lesson_of(kit, kit.root.parent), folder / "lesson.jsonl")
