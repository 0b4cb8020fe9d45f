"""Minutes are decisions times the seconds of people, with an interval over their games; nothing is invented."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.app.schemas import report_schema
from cardgen.model.minutes import read_minutes
from cardgen.results.numbers import Minutes
from cardgen.simulation.pace import FEWEST, minutes_of, pace_of
from cardgen.simulation.statistics import spread
from tests.table.test_film import DATA, saved
from tests.table.test_playtests import timed

KIT = "cheers"
DECISIONS = replace(spread([60.0]), low=59.0, high=61.0, p5=40.0, p95=90.0)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("20", (20, 20)),
        ("15–25", (15, 25)),
        ("25 to 15", (15, 25)),
        ("a while", None),
        ("0", None),
        ("", None),
    ],
)
def test_what_a_box_says(said: str, told: tuple[float, float] | None) -> None:
    assert read_minutes(said) == told


def test_the_pace_is_seconds_by_decisions_and_its_interval_is_over_games() -> None:
    pace = pace_of([[10.0] * 20, [20.0] * 20, [15.0] * 10])

    assert pace is not None
    assert (pace.games, pace.seconds.of) == (3, 50)
    assert pace.seconds.mean == pytest.approx(15)
    assert pace.seconds.low is not None
    assert pace.seconds.low < 10, "three games that differ so say little, however many decisions they have"
    assert pace.seconds.low >= 0


def test_one_game_says_nothing_of_how_sure_it_is_and_a_few_decisions_nothing_at_all() -> None:
    alone = pace_of([[5.0, 9.0] * 20])

    assert alone is not None
    assert (alone.seconds.low, alone.seconds.high) == (None, None)
    assert pace_of([[3.0] * (FEWEST - 1)]) is None
    assert pace_of([]) is None


def test_minutes_are_decisions_times_seconds() -> None:
    found = minutes_of(DECISIONS, pace_of([[10.0, 14.0] * 30, [12.0, 13.0] * 30]), "20")

    assert found is not None
    assert found.by == "playtests"
    assert found.mean == pytest.approx(12.25)
    assert (found.p5, found.p95) == (pytest.approx(40 * 12.25 / 60), pytest.approx(90 * 12.25 / 60))
    assert found.span[0] < 12.25 < found.span[1] < inf


def test_without_playtests_the_box_speaks_and_without_a_box_nobody() -> None:
    found = minutes_of(DECISIONS, None, "15–25")

    assert found == Minutes("box", 20.0, pytest.approx(40 / 3), 20.0, 30.0, None, None, 20.0)
    assert minutes_of(DECISIONS, None, "a while") is None
    assert minutes_of(replace(DECISIONS, mean=0.0), None, "20") is None


def play(path: Path, took: float) -> None:
    """A game of people who take so long for each decision, to its end."""
    sitting, clock = timed(path)
    while not sitting.over:
        clock.now += took
        sitting.play(sitting.turn, sitting.version, 0)


def test_simulate_and_playtests_take_the_minutes_from_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path / "output" / "games" / "a.jsonl", 20)
    play(tmp_path / "output" / "games" / "b.jsonl", 24)
    saved(KIT, tmp_path / "output" / "games" / "bots.json")
    (tmp_path / "output" / "games" / "broken.jsonl").write_text('{"cardgen-table":1,"game":"cheers"}\n')
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(app, ["playtests", KIT, "--data", str(DATA), "--json"])
    people: dict[str, Any] = json.loads(run.stdout)["pace"]
    words = ["simulate", KIT, "--players", "3", "--games", "4", "--jobs", "1", "--data", str(DATA)]
    run = CliRunner().invoke(app, [*words, "--json", "r.json", "--report", "r.html"])

    assert run.exit_code == 0, run.output
    assert (
        "1 game is not counted for the minutes; cardgen playtests cheers output/games says why" in run.stderr
    )
    assert "Minutes, at" in run.stdout
    data = json.loads(Path("r.json").read_text("utf-8"))
    jsonschema.validate(data, report_schema())
    assert data["pace"] == people
    assert people["games"] == 2
    assert people["whole"]["minutes"]["of"] == people["whole"]["decisions"]["of"] == 2
    assert 20 < people["seconds"]["mean"] < 24
    (table,) = data["tables"]
    minutes, decisions = table["length"]["minutes"], table["length"]["decisions"]
    assert minutes["by"] == "playtests"
    assert minutes["mean"] == pytest.approx(decisions["mean"] * people["seconds"]["mean"] / 60)
    assert "no game of people was timed" not in Path("r.html").read_text("utf-8")

    empty = tmp_path / "empty"
    empty.mkdir()
    run = CliRunner().invoke(app, [*words, "--json", "r.json", "--playtests", "empty"])
    data = json.loads(Path("r.json").read_text("utf-8"))
    assert (data["pace"], data["tables"][0]["length"]["minutes"]["by"]) == (None, "box")
    assert data["run"]["command"].endswith("--playtests empty")
    assert "Minutes, at" not in run.stdout
    run = CliRunner().invoke(app, [*words, "--playtests", "none"])
    assert run.exit_code == 2
    assert "there is no folder 'none'" in run.output
