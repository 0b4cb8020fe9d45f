"""Lessons: the engine plays each, whatever does not hold is reported at its line, and the same script makes the paper."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.app.first_game import first_game
from cardgen.app.play import check_play, kit_named, lesson_of, lessons_of
from cardgen.base.errors import CardgenError, Problems
from cardgen.engine import IllegalMove
from cardgen.engine.lesson import read_lesson
from cardgen.languages.entries import entries_of
from cardgen.languages.reading import held_against, in_language, load_catalogue
from cardgen.model import Kit
from cardgen.source import load_kit, read_kit
from cardgen.table.sitting import NotNow
from tests.app.lessons import LESSON, sitting_of, strangers_kit
from tests.games.kits import kit_of

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.parametrize("slug", ["biergarten", "cheers"])
def test_the_shipped_lessons_hold(slug: str) -> None:
    data = REPOSITORY / "data"
    (lesson,), problems = lessons_of(kit_named(slug, data), data)
    assert problems == []
    rules = [step.new for step in lesson.said.steps if step.new]
    assert 8 <= len(rules) == len(set(rules)) <= 11
    assert all(step.wrong and step.done for step in lesson.said.steps)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "solution: P0 places on c3",
            "solution: P0 places on a3",
            "24:21: error: the solution does not reach the goal: winners is",
        ),
        (
            "solution: P0 places on b2",
            "solution: P0 places on a2",
            "13:15: error: the solution is not allowed",
        ),
        ("solution: P0 places on b2", "solution: P0 jumps", "13:15: error: the solution cannot be played: "),
        (
            "P0 places on c1: {legal: true",
            "P0 places on c3: {legal: true",
            "26:24: error: this try is right: it reaches the goal",
        ),
        ("P0 places on c1: {legal: true, ", "P0 places on c1: {", "error: this try is allowed by the rules"),
        (
            "P0 places on a1: {rule: TT-002, ",
            "P0 places on a1: {legal: true, ",
            "error: this try is refused, not legal",
        ),
        (
            "P0 places on a1: {rule: TT-002",
            "P0 places on a1: {rule: TT-003",
            "error: this try is refused by another rule",
        ),
        ("new: TT-003", "new: TT-033", "18:10: error: there is no rule TT-033"),
        ("later: [TT-004]", "later: [TT-044]", "4:9: error: there is no rule TT-044"),
        ("your {X.1}", "your {X.9}", "11:12: error: {X.9} is no piece of the game"),
        ("the middle is best", "{M} is best", "17:12: error: {M} is no piece of the game"),
        ("show: [X]", "show: [Y]", "9:12: error: the kit has no card 'Y'"),
        (
            "goal: {board b2: {count: 1}}",
            "goal: {board b2: {count: 0}}",
            "error: the goal is reached before anything is done",
        ),
        ("moves: [P1 places on b1]", "moves: [P1 places on a1]", "21:13: error: this move is not allowed"),
        ("given: {board a1: [X.1]", "given: {board a9: [X.1]", "a position of tic-tac-toe has no 'board a9'"),
        ("ask: score.P0", "ask: scores.P9", "error: scores.P9 is no part of the position"),
        ('"0": You have', '"1": You have', "error: 1 is right here, so it needs no answer"),
        ("ask: score.P0", "ask: score", "expected a number to count"),
        ("ask: score.P0", "ask: score.P0\n    which: 1", "expected named numbers to choose from"),
        ("ask: score.P0", "ask: score\n    which: 5", "none of score is 5, expected some to choose from"),
        ("ask: score.P0", "ask: score\n    which: 1", "there is no '0' in score"),
        ("ask: score.P0", "ask: score.P0\n    tap: bord", "there is no zone 'bord' to tap"),
        ("    ask: score.P0\n", "", "error: step 3 needs a solution: or an ask:"),
        (
            "says: Three in a row win.",
            f"says: {'three ' * 21}win.",
            "error: a sentence of the rule has 22 words",
        ),
        ("    task: Win.\n", "", "error: 'task' is missing"),
        ("done: A line.", "dune: A line.", "error: unknown key 'dune'"),
    ],
)
def test_what_does_not_hold_is_reported_where_it_is_written(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    assert old in LESSON
    kit = load_kit(strangers_kit(tmp_path, LESSON.replace(old, new)))
    lessons, problems = lessons_of(kit, kit.root.parent)
    assert lessons == []
    assert any("first-game.yaml:" in str(one) and told in str(one) for one in problems), [*map(str, problems)]
    with pytest.raises(CardgenError):
        lesson_of(kit, kit.root.parent)


def test_a_check_plays_the_lessons(tmp_path: Path) -> None:
    kit = load_kit(strangers_kit(tmp_path, LESSON.replace("on c3", "on a3")))
    found = [one.message for one in check_play(kit, kit.root.parent, lambda said: None)]
    assert any("does not reach the goal" in message for message in found)


def test_a_strangers_kit_needs_the_script_alone_for_its_paper(tmp_path: Path) -> None:
    kit = strangers_kit(tmp_path)
    args = ["rules", str(kit), "--format", "first-game", "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(app, args)
    assert done.exit_code == 0, done.output
    document = pdfium.PdfDocument(tmp_path / "out" / "tic-tac-toe" / "tic-tac-toe-first-game-a4.pdf")
    assert [tuple(map(round, page.get_size())) for page in document] == [
        (842, 595)
    ] * 2  # one leaf, to be folded
    said = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    told = (
        "Take out of the box",
        "Place your next piece in the middle.",
        "What is your score now?",
        "Three in a row win.",
    )
    for words in (*told, "The rules so far", "Now play", "Ana places on c3."):
        assert words in said, said
    page = document[1].get_textpage()
    found = page.search("Ana places on c3").get_next()
    assert found
    (first, low, *_), (last, *_) = page.get_charbox(found[0]), page.get_charbox(found[0] + 10)
    assert first > last  # the answers stand on their heads, at the foot
    assert low < 150


def test_a_kit_without_a_lesson_says_what_to_write(tmp_path: Path) -> None:
    kit = strangers_kit(tmp_path)
    for args, told in (
        (["teach", str(kit), "--lan"], "--lan is for --browser"),
        (["teach", str(kit), "--browser", "--lesson", "second"], "has no lesson 'second'"),
    ):
        done = CliRunner().invoke(app, args)
        assert done.exit_code
        assert told in f"{' '.join(done.output.split())} {done.exception}"


CATALOGUE = """\
language: de
table.yaml:
  Board: Brett
lessons/first-game.yaml:
  Place: Setzen
  Place a piece on an empty square.: Setze ein Teil auf ein freies Feld.
  "Ben has a piece below your {X.1}.": "Ben hat ein Teil unter deinem {X.1}."
  Win.: Gewinne.
  P0 places on c3: Setze auf c3.
  "Not there: the middle is best.": "Nicht da: Die Mitte ist am besten."
  "You have a line.": "Du hast {X.9} eine Reihe."
rules:
  TT-004: Niemand gewinnt, wenn das Brett voll ist.
"""


def read_in(folder: Path, catalogue: str) -> tuple[Kit | None, list[str]]:
    (folder / "i18n" / "de.yaml").write_text(catalogue, "utf-8")
    kit, problems = read_kit(folder, in_language("de"))
    return kit, [str(problem) for problem in problems]


def test_a_lesson_is_in_the_language_of_its_catalogue_and_what_is_missing_is_told(tmp_path: Path) -> None:
    folder = strangers_kit(tmp_path)
    (folder / "table.yaml").write_text("zones: {board a1: {title: Board}}\n", "utf-8")
    (folder / "i18n").mkdir()
    wrong = read_in(folder, CATALOGUE)[1]
    assert any("the translation has {X.9}, the original does not" in one for one in wrong), wrong
    entries = [entry.text for entry in entries_of(load_kit(folder)) if entry.section.startswith("lessons/")]
    assert {"Three in a row", "Three in a row win.", "You have a line.", "P0 places on c3"} <= {*entries}
    kit, told = read_in(folder, CATALOGUE.replace("{X.9} ", ""))
    assert kit
    assert sum("texts are not translated" in one for one in told) == 1, told
    missing = held_against(
        load_catalogue(kit, "de", Problems()), entries_of(load_kit(folder)), Problems()
    ).missing
    assert ("lessons/first-game.yaml", "Three in a row") in [(one.section, one.key) for one in missing]
    sitting = sitting_of(kit, tmp_path)
    said = sitting.message(0)["lesson"]
    assert said["story"] == "Ben hat ein Teil unter deinem X."
    assert (said["name"], said["says"]) == ("Setzen", "Setze ein Teil auf ein freies Feld.")
    assert said["words"]["Try it"] == "Probiere es"
    with pytest.raises(IllegalMove, match="Nicht da"):
        sitting.play(0, sitting.version, "places on c1")
    paper = first_game(kit, sitting.lesson)
    assert [step.answer for step in paper.steps][1] == "Setze auf c3."
    assert paper.later == ("Niemand gewinnt, wenn das Brett voll ist.",)
    assert "Brett" in {lying.place for lying in paper.steps[0].lying}


def test_one_of_several_is_named(tmp_path: Path) -> None:
    asks = LESSON.replace("ask: score.P0", "ask: score\n    which: 1\n    tap: board")
    kit = load_kit(strangers_kit(tmp_path, asks.replace('{"0": You', "{any: You")))
    sitting = sitting_of(kit, tmp_path)
    sitting.play(0, sitting.version, "places on b2")
    sitting.do(sitting.to_go(1))
    sitting.play(0, sitting.version, "places on c3")
    sitting.do(sitting.to_go(2))
    assert (sitting.payload()["tap"], sitting.payload()["named"]) == ("board", [])  # players are no pieces
    for wrong in ("Ben", "Cleo", 1):
        with pytest.raises(IllegalMove, match="You have a line"):
            sitting.to_count(wrong)
    assert sitting.to_show() == {"counted": "Ana"}
    sitting.do(sitting.to_count("Ana"))
    sitting.do(sitting.to_go(3))
    assert not sitting.payload()["goesOn"]
    with pytest.raises(NotNow, match="the lesson goes on"):
        sitting.to_go_on()  # the game is won
    assert [step.answer for step in first_game(kit, sitting.lesson).steps][2] == "Ana"


def test_the_last_position_is_played_on(tmp_path: Path) -> None:
    kit = load_kit(strangers_kit(tmp_path, LESSON.partition("  - new: TT-003")[0]))
    sitting = sitting_of(kit, tmp_path)
    with pytest.raises(NotNow, match="the lesson goes on"):
        sitting.to_go_on()
    assert sitting.setup == [[]] * 2  # a position that was laid tells no set-up
    sitting.play(0, sitting.version, "places on b2")
    sitting.do(sitting.to_go(1))
    assert sitting.payload()["goesOn"]
    assert sitting.message(0)["moves"] == []
    sitting.do(sitting.to_go_on())
    assert "lesson" not in sitting.message(0)
    sitting.play_bot(sitting.think())
    assert len(sitting.moves(0)) == 5  # of nine squares four are taken
    said = sitting.game.say(sitting.state, sitting.moves(0)[0])
    sitting.play(0, sitting.version, said.partition(" ")[2])
    assert sitting.turn == 1


def test_what_your_team_seeks_lies_before_you_on_paper() -> None:
    kit = kit_of("cheers")
    lesson = read_lesson(kit.root / "lessons" / "first-game.yaml")
    lying = {one.place: one.cards for one in first_game(kit, lesson).steps[0].lying}
    assert list(lying["Combination (you)"].values()).count("goal-cherry") == 2
    assert [place for place in lying if place.startswith("Combination")] == ["Combination (you)"]
    assert len(lying["Hand (you)"]) == 3


def test_a_lesson_is_played_to_its_end_in_the_terminal(tmp_path: Path) -> None:
    kit = strangers_kit(tmp_path)
    typed = "places on c1\n? places on a1\nwhy\nplaces on b2\nshow\n7\n1\n"
    done = CliRunner().invoke(app, ["teach", str(kit)], input=typed)
    assert done.exit_code == 0, done.output
    said = " ".join(done.output.split())
    for words in ("Place your next piece in the middle.", "Not there: the middle is best. (TT-002)"):
        assert words in said, said
    for words in ("A piece is there.", "Ana places on c3", "Count again."):
        assert words in said, said
    assert said.endswith("You know enough to play.")
    assert "Not allowed: Not there" not in said
    stopped = CliRunner().invoke(app, ["teach", str(kit)], input="skip\nquit\n")
    assert stopped.exit_code == 0
    assert "Three in a row win." in stopped.output
    assert "You know enough" not in stopped.output
