"""A table beside the games of the library: the same measures, sure or not, and only for who asks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.app.schemas import report_schema
from cardgen.base.own import table as table_beside
from cardgen.results.declared import plain
from cardgen.simulation import library
from cardgen.simulation.library import MEASURES, beside, measured
from tests.games.kits import kit_of
from tests.report import small
from tests.report.test_page import page, told
from tests.report.typed import typed_table

ROW = {"version": "1", "players": 2, "played": 100}
GAMES = [
    {"game": f"g{n}", "title": f"Game {n}", **ROW, "half": n / 10, "decisions": 10 * n} for n in range(1, 6)
]
DATA = {"date": "2026-11-28", "cardgen": "1.0", "bots": "greedy", "seed": 1, "games": GAMES}


@pytest.fixture
def _five(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "table_beside", lambda module, name: DATA)


def test_measures_are_those_of_the_table() -> None:
    found = measured(typed_table(small.table(tension=small.tension(half=0.6))))

    assert {*found} <= {*MEASURES}
    fair = 1 / 3
    assert found["half"][0] == pytest.approx((0.6 - fair) / (1 - fair))
    assert found["half"][1:] == pytest.approx(((0.58 - fair) / (1 - fair), (0.62 - fair) / (1 - fair)))
    assert measured(typed_table(small.table(games=0))) == {}


@pytest.mark.usefixtures("_five")
def test_a_game_is_no_background_of_its_own() -> None:
    found = {one.name: one for one in beside(typed_table(small.table()), "g5").measures}

    assert found["half"].games == ("Game 1", "Game 2", "Game 3", "Game 4")
    assert (found["half"].p25, found["half"].p75) == pytest.approx((0.175, 0.325))
    assert "waits" not in found, "no game of the library has it"


@pytest.mark.usefixtures("_five")
def test_what_is_not_sure_is_named_and_not_drawn() -> None:
    wide = small.tension()
    wide["leader_wins"] = [one | {"low": 0.1, "high": 0.9} for one in wide["leader_wins"]]
    one = beside(typed_table(small.table(tension=wide)), "small")
    sure = {found.name: found.sure for found in one.measures}
    assert sure["decisions"]
    assert not sure["half"]
    assert not any(found.sure for found in beside(typed_table(small.table(games=29)), "small").measures)

    html = page(small.report(small.table(tension=wide)) | {"library": [plain(one)]})
    part = told(re.split(r'<section id="(?=\w)', html.partition('<section id="library"')[2])[0])
    assert "half of 5: 20.0 to 40.0" in part
    assert "Not sure enough to be shown: wins of the leader at half time" in part
    assert 'id="library"' not in page()


def test_a_report_reads_the_library_only_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(library, "table_beside", lambda module, name: read.append(name) or DATA)
    words = ["simulate", "cheers", "--players", "3", "--games", "6", "-j", "1", "--json", str(tmp_path / "a")]

    def found(*more: str) -> dict[str, Any]:
        assert CliRunner().invoke(app, [*words, *more]).exit_code == 0
        data: dict[str, Any] = json.loads((tmp_path / "a").read_text())
        jsonschema.validate(data, report_schema())
        return data

    assert "library" not in found()
    assert not read
    (one,) = (asked := found("--library"))["library"]
    assert (read, one["players"], one["most"]) == (["library.yaml"], 3, 100)
    assert asked["run"]["command"].endswith(" --library")


def test_the_library_is_of_the_kits_as_they_ship() -> None:
    data = table_beside(library.__file__, "library.yaml")

    assert len(data["games"]) == 18
    for row in data["games"]:
        assert {*row} - {"game", "title", "version", "players", "played"} <= {*MEASURES}
    shipped = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")
    known = {row["game"]: row["version"] for row in data["games"]}
    again = "play them again: python benchmarks/library.py"
    assert {slug: known[slug] for slug in shipped} == {slug: kit_of(slug).version for slug in shipped}, again
