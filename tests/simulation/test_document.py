"""The JSON of a report keeps the shape that is written down, and is the same on any number of processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import cardgen.games
from cardgen.app.schemas import report_manual, report_schema
from cardgen.simulation import Survey, plan, simulate, survey
from tests.games.kits import kit_of
from tests.simulation import strict

CHEERS = kit_of("cheers")


@pytest.fixture
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"strict": "tests.simulation.strict:Strict"})


def checked(found: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(found.to_json())
    jsonschema.validate(data, report_schema())
    return data


def of_strict(**how: Any) -> Survey:
    return survey(plan(strict.kit(), (2, 3), each_option=True), games=40, **how)


@pytest.mark.usefixtures("_strict")
def test_every_report_keeps_the_shape() -> None:
    data = checked(of_strict(jobs=1))

    assert data["format"] == 1
    assert [(table["players"], table["changed_options"]) for table in data["tables"]][:2] == [
        (2, {}),
        (2, {"mild": True}),
    ]
    assert len(data["houses"]) == 6, "three values for two players, two and a refused one for three"
    assert data["refused"] == [
        {"players": 3, "options": {"mild": True}, "reason": "three players cannot play mildly (SN-Q1)"}
    ]


@pytest.mark.usefixtures("_strict")
def test_the_bytes_are_the_same_on_two_processes() -> None:
    assert of_strict(jobs=2).to_json() == of_strict(jobs=1).to_json()


def test_a_table_with_teams_keeps_the_shape_and_says_where_numbers_come_from() -> None:
    (table,) = checked(simulate(CHEERS, 3, games=30, jobs=1))["tables"]

    assert [side["name"] for side in table["sides"]] == ["Team A", "Team B"]
    assert [side["seats"] for side in table["sides"]] == [[0, 2], [1]]
    assert table["fair"]["scores"] is None, "a score of CHEERS says only who has won"
    tension = table["tension"]
    assert tension["games"] == 30
    assert [at["at"] for at in tension["margin"]] == [n / 10 for n in range(11)]
    assert {replay["why"] for replay in tension["replays"]} <= {
        "like most",
        "most back and forth",
        "greatest comeback",
        "most one-sided",
    }
    assert sum(tension["decided"].values()) == 30
    # nobody draws a token: there is no share and no margin, not a zero
    tokens = [card for card in table["cards"] if card["component"] == "goals"]
    assert tokens
    assert all(card["drawn"] is None and card["stuck"] is None for card in tokens)


def test_the_page_about_the_shape_is_made_of_it() -> None:
    page = Path(__file__).parents[2] / "docs" / "report-json.md"
    assert page.read_text("utf-8") == report_manual(), (
        "run: python -m cardgen.app.schemas > docs/report-json.md"
    )


def test_what_is_no_report_is_refused() -> None:
    data = json.loads(simulate(CHEERS, 3, games=1, jobs=1).to_json())
    data["tables"][0]["nobody"]["share"] = 2
    del data["run"]["seed"]
    found = jsonschema.Draft202012Validator(report_schema()).iter_errors(data)
    assert {(*one.absolute_path, one.validator) for one in found} == {
        ("tables", 0, "nobody", "share", "maximum"),
        ("run", "required"),
    }


def test_where_each_round_is_dealt_anew_cards_are_judged_by_the_round() -> None:
    (table,) = simulate(kit_of("auction-hearts"), 4, games=1, jobs=1).to_dict()["tables"]

    assert table["cards_by"] == "round"
    assert simulate(CHEERS, 3, games=1, jobs=1).to_dict()["tables"][0]["cards_by"] == "game"
