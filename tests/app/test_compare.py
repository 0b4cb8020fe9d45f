"""cardgen compare and simulate --set: the same deals, what differs, and how many games a clearer answer needs."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.app.schemas import compare_schema
from cardgen.results.numbers import Mean
from cardgen.simulation.comparison import Line
from cardgen.simulation.statistics import more_games

DATA = Path(__file__).parents[2] / "data"


def run(*words: str, code: int = 0) -> str:
    found = CliRunner().invoke(app, [*words, "--data", str(DATA)])
    assert found.exit_code == code, found.output
    return found.output


def compared(*words: str, game: str = "cheers", games: int = 20, tmp: Path) -> dict[str, Any]:
    file = tmp / "c.json"
    run("compare", game, *words, "--games", str(games), "-j", "1", "--json", str(file))
    data: dict[str, Any] = json.loads(file.read_text())
    jsonschema.validate(data, compare_schema())
    return data


def test_alike_sides_differ_in_nothing_and_it_is_said(tmp_path: Path) -> None:
    text = run("compare", "cheers", "--b", "greedy", "--games", "20", "-j", "1")

    assert "all 20 pairs of games went move for move alike: no game met the difference" in text


def test_a_difference_is_that_of_the_same_deals_with_its_interval(tmp_path: Path) -> None:
    found = compared("--b", "tables.bar.hand=6", tmp=tmp_path)
    (table,) = found["comparisons"]
    measures = {line["measure"]: line for line in table["measures"]}

    assert (table["games"], table["players"]) == (20, 6)
    a, b = found["report"]["tables"]
    rounds = measures["rounds"]
    assert rounds["a"] == pytest.approx(a["length"]["rounds"]["mean"])
    assert rounds["b"] == pytest.approx(b["length"]["rounds"]["mean"])
    assert rounds["difference"] == pytest.approx(rounds["b"] - rounds["a"])
    assert rounds["low"] < rounds["difference"] < rounds["high"]
    assert b["change"] == "tables.bar.hand=6"
    assert found["report"]["run"]["command"].startswith("cardgen compare cheers --b tables.bar.hand=6")


def test_players_that_think_are_paired_with_those_that_do_not(tmp_path: Path) -> None:
    found = compared("--a", "settled", "--b", "random,greedy", games=24, tmp=tmp_path)

    assert found["comparisons"][0]["games"] == 24
    assert (found["a"]["bots"], found["b"]["bots"]) == (["settled"], ["random", "greedy"])


def test_house_rules_and_words_are_told_apart_by_how_they_look(tmp_path: Path) -> None:
    found = compared(
        "--a", "bots=random", "--b", "option=equal_turns=true", game="biergarten", games=2, tmp=tmp_path
    )

    assert (found["a"]["bots"], found["b"]["options"]) == (["random"], {"equal_turns": True})
    assert found["b"]["says"] == "equal_turns = true"


def test_an_earlier_revision_is_played_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = tmp_path / "data" / "cheers"
    shutil.copytree(DATA / "cheers", kit)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "First"]):
        subprocess.run([*git, *words], check=True)
    bar = kit / "bar.yaml"
    bar.write_text(bar.read_text("utf-8").replace("hand: 3", "hand: 5"), "utf-8")
    file = tmp_path / "c.json"
    words = ["compare", "cheers", "--a", "HEAD", "--data", str(tmp_path / "data"), "--games", "20", "-j", "1"]
    found = CliRunner().invoke(app, [*words, "--json", str(file)])

    assert found.exit_code == 0, found.output
    assert "a: HEAD" in found.output
    prints = [one["measures"] for one in json.loads(file.read_text())["comparisons"]]
    assert prints[0]
    # the kit as it is against the one whose hand is set back: the same games
    again = ["compare", "cheers", "--a", "HEAD", "--b", "tables.bar.hand=3"]
    found = CliRunner().invoke(app, [*again, *words[4:]])
    assert "no game met the difference" in found.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "compare what?"),
        (("--b", "gredy"), "'gredy' is no state of the kit and no bot (did you mean 'greedy'?)"),
        (("--b", "tables.bar.hand"), "neither a kit nor an earlier state"),
        (("--b", "greedy", "--players", "9"), "--players is '9', but CHEERS is for 3 to 6 players"),
    ],
)
def test_words_that_name_nothing_are_told(words: tuple[str, ...], says: str) -> None:
    found = CliRunner().invoke(app, ["compare", "cheers", *words, "--games", "4", "--data", str(DATA)])

    assert found.exit_code in (1, 2)
    assert says in found.output + str(found.exception)


def test_so_many_games_would_tell() -> None:
    assert more_games(100, 2.0) == 400
    assert more_games(100, 1.001) == 110
    assert Line("first", 0.5, 0.6, Mean(0.1, -0.1, 0.3, 100), 400).half_width == pytest.approx(0.2)


def test_set_and_sweep_are_tables_of_one_report_each_against_the_kit_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    text = run(
        *("simulate", "cheers", "--players", "4", "--games", "20", "-j", "1", "--json", str(file)),
        *("--sweep", "tables.bar.hand=3..4", "--set", "cards.Rg.count=1"),
    )
    data = json.loads(file.read_text())

    assert [table["change"] for table in data["tables"]] == [
        "",
        "cards.Rg.count=1",
        "cards.Rg.count=1, tables.bar.hand=4",
    ]
    assert [(one["change"], one["games"]) for one in data["houses"]] == [
        ("cards.Rg.count=1", 20),
        ("cards.Rg.count=1, tables.bar.hand=4", 20),
    ]
    assert "Changes against the kit as it is, deal by deal" in text
    assert "the kit says otherwise: this check fails (CH-004)" in text
    assert "--set cards.Rg.count=1 --sweep tables.bar.hand=3..4" in data["run"]["command"]


def test_without_and_wrong_words_are_usage_errors() -> None:
    assert "--without: no card and no kind of move 'raise'" in run(
        "simulate", "cheers", "--without", "raise", code=2
    )
    assert "--worth: no card 'P001' (did you mean 'P0" in run(
        "simulate", "bartender-2012", "--worth", "P001", code=2
    )
    assert "--worth-games is for --worth" in run("simulate", "cheers", "--worth-games", "9", code=2)
    assert "--sweep: 'hand=3..4', expected" in run("simulate", "cheers", "--sweep", "hand=3..4", code=2)


@pytest.mark.thorough
def test_never_bidding_is_told_with_what_it_costs(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    text = run(
        "simulate", "auction-hearts", "--games", "8", "-j", "1", "--without", "bid", "--json", str(file)
    )

    assert "greedy without bid  wins" in text
    (one,) = json.loads(file.read_text())["insight"][0]["without"]
    assert (one["bot"], one["games"], one["deals"]) == ("greedy without bid", 8, 2)


def test_another_shape_of_a_comparison_is_refused(tmp_path: Path) -> None:
    found = compared("--b", "greedy", games=4, tmp=tmp_path)
    measure = found["comparisons"][0]["measures"][0]

    for wrong in (
        found | {"format": 2},
        found | {"more": 1},
        found | {"comparisons": [found["comparisons"][0] | {"measures": [measure | {"sure": "yes"}]}]},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, compare_schema())
