"""Simulations, scenarios and replays from the command line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import pytest

from cardgen.app.play import _never_played, check_play, read_players
from cardgen.app.progress import Say
from cardgen.base.files import shipped
from cardgen.source import load_kit
from tests.conftest import Cardgen
from tests.games.kits import kit_of
from tests.ruledata.kits import copied

SCENARIO = """\
scenario: Two tiles with one colour in common sell a barrel
game: biergarten
players: 2
given: {gardens: {P0: C37 C01}}
score: {P0: SCORE}
"""


def test_a_simulation_reports_on_the_terminal_and_as_json(cardgen: Cardgen, tmp_path: Path) -> None:
    said = cardgen.works(
        "simulate", "biergarten", "--players", "2", "--games", "20", "--bots", "random", "--json", "r.json"
    )
    assert "Biergarten: 20 games, 2 players (random, random), seed 1" in said.out
    report = json.loads((tmp_path / "r.json").read_text("utf-8"))
    (table,) = report["tables"]
    assert sum(table["endings"].values()) == 20
    assert (
        report["run"]["command"]
        == "cardgen simulate biergarten --players 2 --games 20 --seed 1 --bots random"
    )


def test_the_same_seed_gives_the_same_report_on_one_core_and_on_two(cardgen: Cardgen, tmp_path: Path) -> None:
    common = (
        "simulate",
        "biergarten",
        "--players",
        "2",
        "--games",
        "60",
        "--bots",
        "random",
        "--seed",
        "9",
        "--json",
    )

    cardgen(*common, "one.json", "--jobs", "1")
    cardgen(*common, "two.json", "--jobs", "2")

    assert (tmp_path / "one.json").read_text("utf-8") == (tmp_path / "two.json").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "players"),
    [("3", (3,)), ("3-6", (3, 4, 5, 6)), ("3,5", (3, 5)), ("5, 3-4,4", (5, 3, 4))],
)
def test_numbers_of_players_are_a_number_a_range_or_a_list(text: str, players: tuple[int, ...]) -> None:
    assert read_players(kit_of("auction-hearts"), text) == players


@pytest.mark.thorough
def test_every_number_of_players_and_every_house_rule_is_one_command(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    said = cardgen.works(
        *("simulate", "biergarten", "--players", "2,3", "--each-option", "--option", "side=ales"),
        *("--games", "1", "--bots", "random", "--json", "r.json"),
    )
    assert said.out.startswith("Biergarten: 24 games at 24 tables, played by random, seed 1\n")
    assert "House rules at all tables: side = ales\n" in said.out
    data = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert [table["players"] for table in data["tables"]] == [2] * 12 + [3] * 12
    tried = [{k: v for k, v in t["changed_options"].items() if k != "side"} for t in data["tables"][1:12]]
    assert tried[0] == {}, "the Lagers side, which is the other value of the option that was chosen"
    assert all(len(options) == 1 for options in tried[1:])
    assert {"kit", "run", "tables", "houses", "refused", "endless", "together"} <= set(data)
    assert len(data["houses"]) == 22
    assert data["run"]["command"].endswith("--option side=ales --each-option")
    # rules that the game tells of, that nobody needed here, and that a scenario proves
    assert "Not watched: " not in said.out
    assert "  BG-Q9 (scenario: " in said.out
    assert "\x1b" not in said.out


def test_without_players_as_many_play_as_can(cardgen: Cardgen) -> None:
    said = cardgen("simulate", "biergarten", "--games", "1", "--bots", "random")

    assert "Biergarten: 1 games, 5 players" in said.out


def test_an_interrupt_reports_what_is_finished_and_ends_with_130(
    cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:  # type: ignore[no-untyped-def]
    @contextmanager
    def impatient(quiet: bool) -> Iterator[Say]:
        def say(step: str, done: int = 0, total: int = 0) -> None:
            if done >= 2:
                raise KeyboardInterrupt

        yield say

    monkeypatch.setattr("cardgen.app.progress.progress", impatient)

    said = cardgen(
        "simulate", "biergarten", "--players", "2-5", "--games", "1", "--bots", "random", "-j", "1"
    )

    assert said.code == 130
    assert said.out.startswith("Biergarten: 2 games at 2 tables of 4, interrupted")


def _saved(cardgen: Cardgen, games: int) -> None:
    """Leave games of two players in `saved`."""
    asked = ("--players", "2", "--games", str(games), "--bots", "random")
    cardgen.works("simulate", "biergarten", *asked, "--save-games", "saved")


def test_a_saved_game_is_replayed_to_the_end_and_to_any_move(cardgen: Cardgen, tmp_path: Path) -> None:
    _saved(cardgen, 2)
    first, _second = sorted((tmp_path / "saved").iterdir())

    whole = cardgen("replay", str(first))
    part = cardgen("replay", str(first), "--to", "3")

    assert " wins\n" in whole.out
    assert part.code == 0
    assert [line for line in part.out.splitlines() if line.startswith("   3  ")]
    assert not [line for line in part.out.splitlines() if line.startswith("   4  ")]


def test_a_saved_game_that_was_tampered_with_names_the_move(cardgen: Cardgen, tmp_path: Path) -> None:
    _saved(cardgen, 1)
    (file,) = (tmp_path / "saved").iterdir()
    saved = json.loads(file.read_text("utf-8"))
    saved["moves"][2] = "P0 flies to the moon"
    file.write_text(json.dumps(saved), "utf-8")

    said = cardgen.fails("replay", str(file))
    assert "move 3 cannot be played" in said.err


def test_a_scenario_that_holds_and_one_that_does_not(cardgen: Cardgen, tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(SCENARIO.replace("SCORE", "1"), "utf-8")
    (tmp_path / "bad.yaml").write_text(SCENARIO.replace("SCORE", "2"), "utf-8")

    assert "1 of 1 scenarios hold" in cardgen("scenario", "good.yaml").out
    said = cardgen.fails("scenario", "good.yaml", "bad.yaml")
    assert "1 of 2 scenarios hold" in said.out
    assert "bad.yaml:5:13: error: the score of P0 is 1, expected 2" in said.err


def test_scenarios_of_a_folder_by_name_for_programs(cardgen: Cardgen, tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "good.yaml").write_text(SCENARIO.replace("SCORE", "1"), "utf-8")
    (folder / "bad.yaml").write_text(
        SCENARIO.replace("SCORE", "2").replace("score:", "also:\n- score:"), "utf-8"
    )
    (tmp_path / "empty").mkdir()

    found = json.loads(cardgen("scenario", "proofs", "--json").out)["scenarios"]

    of_each = [(one["file"], one["line"], one["variation"], one["holds"]) for one in found]
    assert of_each == [
        ("proofs/bad.yaml", 1, 0, True),
        ("proofs/bad.yaml", 6, 1, False),
        ("proofs/deep/good.yaml", 1, 0, True),
    ]
    listed = cardgen("scenario", "proofs", "--list")
    assert listed.out.splitlines()[1] == f"proofs/bad.yaml:6: {found[1]['scenario']}, variation 1"
    only = cardgen("scenario", "proofs", "--only", "no such name")
    assert (only.code, only.err) == (
        2,
        "error: --only: no scenario has 'no such name' in its name or among its rules\n",
    )
    assert "there are no scenarios in this folder" in cardgen("scenario", "empty").err


def test_many_problems_of_one_kind_are_summed_up(cardgen: Cardgen, tmp_path: Path) -> None:
    wrong = "".join(f"  - {{scenario: s{n}, score: {{P0: {n + 5}}}}}\n" for n in range(30))
    head = "\n".join(row for row in SCENARIO.splitlines() if not row.startswith(("score", "scenario")))
    (tmp_path / "many.yaml").write_text(f"{head}\nscenarios:\n{wrong}", "utf-8")

    said = cardgen("scenario", "many.yaml")

    assert said.err.count("the score of P0") == 20
    assert "error: and 10 more of this kind (scenario) in many.yaml" in said.err
    assert said.err.endswith("30 errors\n")


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        ("simulate biergarten --players 9", 2, "--players is '9', but Biergarten is for 2 to 5 players"),
        ("simulate biergarten --players 2-6", 2, "--players is '2-6', but Biergarten is for 2 to 5"),
        ("simulate auction-hearts --players 4,2", 2, "but Auction Hearts is for 3 to 6 players"),
        ("simulate biergarten --players 5-2", 2, "expected the smaller number first: 2-5"),
        ("simulate biergarten --players two", 2, "expected a number, a range or a list, such as 3,"),
        ("simulate biergarten --players 2-3-4", 2, "expected a number, a range or a list"),
        ("simulate cheers --players 3-4 --save-games s", 2, "--save-games is for one table"),
        ("simulate biergarten --bots greddy", 2, "--bots: no bot 'greddy' (did you mean 'greedy'"),
        ("simulate biergarten --until-ci 5", 2, "expected a number above 0 and below 0.5"),
        ("simulate biergarten --until-ci -1", 2, "expected a number above 0 and below 0.5"),
        (
            "simulate biergarten --until-ci 0.1 --watch team",
            2,
            "--watch: there is no team to watch: nobody plays in a team",
        ),
        ("simulate biergarten --option umbrella_shape=round", 1, "expected one of group, line"),
        ("simulate beergarden", 2, "did you mean 'biergarten'"),
        ("replay nowhere.json", 1, "cannot be read"),
        ("scenario nowhere.yaml", 1, "cannot be read"),
    ],
)
def test_what_cannot_be_played_is_a_problem_with_a_hint(
    cardgen, words: str, code: int, expected: str
) -> None:  # type: ignore[no-untyped-def]
    said = cardgen(*words.split())

    assert said.code == code
    assert expected in said.err


def test_check_plays_the_kit_and_reports_a_scenario_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.app.play._CHECK_GAMES", 3)
    monkeypatch.setattr("cardgen.app.play._CONTRACT_SECONDS", 0.3)
    kit = tmp_path / "data" / "biergarten"
    shutil.copytree(shipped() / "data" / "biergarten", kit, ignore=shutil.ignore_patterns("claims.yaml"))
    (kit / "scenarios").mkdir(exist_ok=True)
    (kit / "scenarios" / "wrong.yaml").write_text(SCENARIO.replace("SCORE", "7"), "utf-8")

    problems = check_play(load_kit(kit), tmp_path / "data", lambda _: None)

    assert [p.message for p in problems if p.level == "error"] == ["the score of P0 is 1, expected 7"]


def test_check_reads_the_stories_of_games_by_the_glossary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.app.play._CHECK_GAMES", 1)
    monkeypatch.setattr("cardgen.app.play._CONTRACT_SECONDS", 0.01)
    kit = copied("pig", tmp_path)
    seeds = tmp_path / "seeds" / "pig.yaml"
    glossary = "glossary:\n- {term: throw, means: To let the die fall., instead_of: [rolls]}\n"
    seeds.write_text(glossary + seeds.read_text("utf-8"), "utf-8")

    problems = check_play(load_kit(kit), tmp_path / "data", lambda _: None)

    (slip,) = [problem for problem in problems if problem.code == "one-word"]
    assert slip.message == "it says 'rolls' where the glossary has 'throw'"
    assert slip.where is not None
    assert slip.where.line == 2
    assert "rolls" in slip.hint


def test_where_processes_cannot_wait_for_one_another_one_plays_alone(cardgen: Cardgen, monkeypatch) -> None:
    asked = ("simulate", "cheers", "--players", "3", "--games", "40", "--json", "-")
    alone = cardgen(*asked, "--jobs", "1").out

    def refused(*_: object) -> None:
        raise PermissionError("no /dev/shm")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refused)
    assert cardgen(*asked, "--jobs", "2").out == alone


def test_a_card_that_was_hardly_ever_held_is_not_called_never_played() -> None:
    cards = [Made(id=name, drawn=drawn, copies=1) for name, drawn in (("S4", 0.2), ("S3", 0.4), ("S2", None))]
    found: Any = Made(
        tables=[Made(games=30, cards=cards)], union=Made(never=Made(unplayed=("S4", "S3", "S2")))
    )
    assert list(_never_played(found)) == ["S3"]
