"""cardgen tune: goals that are read, a planted flaw that is found back, and goals that cannot be met."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.app.games_asked import GamesAsked
from cardgen.app.schemas import tune_schema
from cardgen.app.tuning import TuneOrder
from cardgen.app.whatif import duration
from cardgen.results.numbers import Reading
from cardgen.simulation import Report, WrongAnswer, simulate
from cardgen.simulation.goals import check_aims, read_aim
from cardgen.simulation.tuning import Race
from cardgen.source import load_kit

ROOT = Path(__file__).parents[2]
DATA, CLASSICS = ROOT / "data", ROOT / "tests" / "samples" / "classics" / "data"


def run(*words: str, data: Path = CLASSICS, code: int = 0) -> str:
    found = CliRunner().invoke(app, ["tune", *words, "--data", str(data)])
    assert found.exit_code == code, found.output + str(found.exception)
    return found.output


def tuned(file: Path, *words: str, data: Path = CLASSICS) -> tuple[str, dict[str, Any]]:
    text = run(*words, "--json", str(file), data=data)
    found: dict[str, Any] = json.loads(file.read_text())
    jsonschema.validate(found, tune_schema())
    return text, found


def test_rules_that_are_data_are_tuned_and_the_smallest_change_is_confirmed(tmp_path: Path) -> None:
    vary = ("--vary", "tables.numbers.goal=20,28,31,44")
    words = (
        "pig",
        "--goal",
        "decisions 22..30",
        *vary,
        "--games",
        "80",
        "--players",
        "2",
        "--bots",
        "random",
    )
    text, found = tuned(tmp_path / "a.json", *words, "-j", "1")

    (change,) = found["best"]["changes"]
    assert found["outcome"] == "changed"
    assert (change["path"], change["before"]) == ("tables.numbers.goal", 50)
    assert change["now"] in (28, 31), "with 50 a game takes 44 decisions, with 30 26"
    (reading,) = found["best"]["readings"]
    assert reading["met"]
    assert reading["low"] < reading["value"] < reading["high"]
    ran = [one for one in found["tried"] if one["changes"] and one["games"] == 80]
    fit = [one["changes"][0]["now"] for one in ran if all(each["met"] for each in one["readings"])]
    assert max(fit) == change["now"], "the least distance from 50"
    # the confirmation has seeds of its own, and compare plays it again
    fresh = found["comparison"]["report"]["run"]["seed"]
    assert fresh != found["seed"]
    assert f"80 games with fresh seeds (--seed {fresh})" in text
    assert f"tables.numbers.goal: 50 → {change['now']}" in text
    assert "rounds" in text.partition("What else surely differs")[2], "a shorter game has fewer rounds"
    assert "decisions" not in text.partition("What else surely differs")[2], "that is the goal"
    said = f"--a bots=random --b bots=random --b tables.numbers.goal={change['now']} --players 2 --games 80"
    file = tmp_path / "c.json"
    again = (
        "compare",
        "pig",
        *said.split(),
        "--seed",
        str(fresh),
        "--json",
        str(file),
        "--data",
        str(CLASSICS),
    )
    assert CliRunner().invoke(app, again).exit_code == 0
    assert json.loads(file.read_text())["comparisons"] == found["comparison"]["comparisons"]
    # the same on any number of processes
    assert tuned(tmp_path / "b.json", *words, "-j", "2")[1] == found


def test_it_says_before_it_begins_how_many_games_and_how_long() -> None:
    words = ("--goal", "decisions 1..200", "--vary", "tables.numbers.goal=48..52", "--games", "40", "-j", "1")
    text = run("pig", *words, "--bots", "random")

    assert "pig: 4 changes of one number; at most 360 games, about" in text
    assert "with 1 process;" in text
    assert "The kit as it is meets every goal: nothing has to change." in text
    assert [duration(seconds) for seconds in (0.2, 91, 5_401)] == ["1 second", "2 minutes", "2 hours"]


def test_a_goal_that_cannot_be_met_is_answered_with_what_comes_nearest(tmp_path: Path) -> None:
    words = ("pig", "--goal", "decisions >= 500", "--vary", "tables.numbers.goal=40,60,70", "--games", "40")
    text, found = tuned(tmp_path / "t.json", *words, "--bots", "random", "-j", "1")

    assert found["outcome"] == "not met"
    assert found["comparison"] is None
    assert [one["now"] for one in found["best"]["changes"]] == [70]
    assert (
        "Nothing that was tried meets every goal. This comes nearest:\n  tables.numbers.goal: 50 → 70" in text
    )
    assert "surely missed" in text


def test_fewer_numbers_are_changed_before_more() -> None:
    """Two goals that no single number meets: the hand drains the deck, the goal makes the game long."""
    words = ("--goal", "rounds 2.6..3.4", "--goal", "figure deck_left 15..21", "--players", "4", "-j", "1")
    text = run(
        *(
            "cheers",
            *words,
            "--games",
            "40",
            "--vary",
            "tables.bar.hand=3..6",
            "--vary",
            "tables.bar.goal=4..5",
        ),
        data=DATA,
    )

    assert "tables.bar.hand: 3 → " in text
    assert "tables.bar.goal: 5 → 4" in text


def test_a_planted_flaw_is_found_back(tmp_path: Path) -> None:
    kit = tmp_path / "bartender-2012"
    shutil.copytree(DATA / "bartender-2012", kit)
    file = kit / "patrons.yaml"
    before, id_, after = file.read_text("utf-8").partition("- id: P01\n")
    file.write_text(before + id_ + after.replace("{worth: 2}", "{worth: 9}", 1), "utf-8")
    words = ("--goal", "rounds 3.8..4.6", "--goal", "ending most GOOD NIGHTs 25..45 %", "--players", "4")
    text, found = tuned(
        tmp_path / "t.json",
        *("bartender-2012", *words, "--vary", "cards.P01.effects.worth=1..9", "--games", "120", "-j", "2"),
        data=tmp_path,
    )

    assert found["outcome"] == "changed"
    assert found["best"]["changes"][0]["now"] in (1, 2, 3), "2 is printed"
    assert "a packed bar" in text.partition("What else surely differs")[2]


def test_ctrl_c_gives_the_best_so_far() -> None:
    def say(step: str, done: int = 0, total: int = 0) -> None:
        if done >= 100:
            raise KeyboardInterrupt

    asked = GamesAsked(
        command="tune", folder=CLASSICS / "pig", data=CLASSICS, players="4", bots="random", games=80, jobs=1
    )
    order = TuneOrder(asked, ["decisions 28..38"], ["tables.numbers.goal=30,80"])
    found, command = order.tune(say, lambda line: None)

    assert command.endswith(" --players 4 --games 80 --seed 1 --bots random")
    assert found.found.outcome == "interrupted"
    assert found.found.best.changes[0].now == 30
    assert "Interrupted. The best so far, not confirmed:\n  tables.numbers.goal: 50 → 30" in str(found)


def test_what_fails_with_fresh_seeds_is_not_called_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that only the games of the race were kind to: here they call 49 met."""
    readings = Race._readings

    def kind(self: Race, report: Report) -> list[list[Reading]]:
        found = readings(self, report)
        raced = report.seed == self.seed
        return [[replace(one, met=raced) for one in its] for its in found]

    monkeypatch.setattr(Race, "_readings", kind)
    words = ("--goal", "decisions 500..600", "--vary", "tables.numbers.goal=49", "--games", "40", "-j", "1")
    text = run("pig", *words, "--bots", "random")

    assert "confirming tables.numbers.goal: 50 → 49" in text
    assert "Nothing that was tried meets every goal" in text


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        (
            "round 4..6",
            "'round 4..6': 'round' cannot be measured (did you mean 'rounds'?; known: first player,",
        ),
        ("each sea within 3 points", "'each sea' cannot be measured (did you mean 'each seat'?"),
        ("ending <= 5 %", "'ending' cannot be measured (did you mean 'each ending'?"),
        ("rounds", "'rounds' is no goal, expected such as 'first player within 3 points'"),
        ("rounds 6..4", "'rounds 6..4', expected the smaller number first"),
        ("rounds 4..6 %", "expected no %, as in 4..6"),
        ("nobody wins <= 5", "expected %, as in 20..30 %"),
        ("rounds within 3 points", "rounds has no fair share, expected a range such as 4..6"),
    ],
)
def test_goals_that_say_nothing_are_refused(goal: str, says: str) -> None:
    with pytest.raises(WrongAnswer) as wrong:
        read_aim(goal)
    assert wrong.value.about == "goal"
    assert says in str(wrong.value)


def test_an_ending_that_does_not_come_is_nought_of_the_games() -> None:
    report = simulate(load_kit(CLASSICS / "pig"), 2, games=20, jobs=1)
    aim = read_aim("each ending >= 5 %")

    came, never = aim.readings(report, ["nobody dares"])
    assert (came.about, came.value, came.met) == ("ending somebody has reached the goal", 1, True)
    assert (never.about, never.value, never.met) == ("ending nobody dares", 0, False)
    # of one that only rare games met: it counts, and is said
    (warning,) = check_aims([read_aim("ending a draw <= 5 %")], report, None)
    assert "none of 20 trial games ended 'a draw'" in warning


@pytest.mark.parametrize(
    ("said", "bounds"),
    [
        ("First player within 3 points", ("first player", "", -0.03, 0.03, True)),
        ("rounds at least 4.5", ("rounds", "", 4.5, float("inf"), False)),
        ("each ending >= 5 %", ("ending", "", 0.05, float("inf"), False)),
        ("ending 'a packed bar' 20 % .. 40 %", ("ending", "a packed bar", 0.2, 0.4, False)),
        ("card P01 within 2 points", ("card", "P01", -0.02, 0.02, True)),
        ("never played cards = 0", ("never played cards", "", 0, 0, False)),
    ],
)
def test_a_goal_is_read(said: str, bounds: tuple[Any, ...]) -> None:
    aim = read_aim(said)

    assert (aim.measure, aim.about, aim.least, aim.most, aim.within) == bounds


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--goal", "card P9 within 3 points"), "these games have no card"),
        (("--goal", "figure dies 3..4"), "there is no figure 'dies' (did you mean 'die'?)"),
        (("--goal", "nobody wins <= 5 %", "--vary", "tables.numbers.goal=9"), "is set twice"),
        (("--goal", "each team within 3 points"), "these games have no team"),
        (("--goal", "rounds 4..6", "--bots", "gredy"), "--bots: no bot 'gredy' (did you mean 'greedy'?)"),
        (("--goal", "rounds 4..6", "--players", "9"), "--players is '9'"),
        ((), "--goal: tune towards what?"),
        (
            ("--goal", "rounds 4..6"),
            "--vary: 'tables.numbers.goal=50' is what the files say, expected other values",
        ),
    ],
)
def test_words_that_name_nothing_are_told_before_the_race(words: tuple[str, ...], says: str) -> None:
    vary = f"tables.numbers.goal={50 if 'is what the files' in says else 30}"
    assert says in run("pig", *words, "--vary", vary, "--games", "40", "-j", "1", code=2)


def test_paths_that_lead_nowhere_say_where_it_could_be() -> None:
    words = ("bartender-2012", "--goal", "rounds 4..6", "--vary", "cards.P01.worth=2..9", "--players", "3")
    text = str(CliRunner().invoke(app, ["tune", *words, "--data", str(DATA)]).exception)

    assert "cards.P01.worth=2: card P01 has no 'worth'" in text
    assert "did you mean 'cards.P01.effects.worth'?" in text
