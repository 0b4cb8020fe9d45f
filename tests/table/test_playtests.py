"""What saved games say: time that restarts and undo do not falsify, what is regretted, asked for, and said."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.app.playtests import playtests_of
from cardgen.base.errors import CardgenError
from cardgen.table.journal import Journal
from cardgen.table.kept import read_kept
from cardgen.table.sitting import Sitting
from tests.table.served import ask, begin, settled, studio
from tests.table.test_film import DATA, saved
from tests.table.test_sitting import again, table

KIT = "cheers"


class Clock:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def timed(path: Path, bots: tuple[str, ...] = ()) -> tuple[Sitting, Clock]:
    clock = Clock()
    sitting = table(KIT, path, players=3, bots=bots)
    sitting._now, sitting._since = clock, clock()
    return sitting, clock


def test_thinking_time_is_that_of_the_decision_whatever_is_said_meanwhile(tmp_path: Path) -> None:
    sitting, clock = timed(tmp_path / "a.jsonl")
    version = sitting.version
    clock.now += 20
    sitting.remark(1, "slow")
    sitting.asked_for(2, "CH-027")
    clock.now += 10
    sitting.play(0, version, 0)  # what others say does not make a page old
    assert sitting.journal.lines[-1]["seconds"] == 30
    opened = again(sitting)
    opened._now, opened._since = clock, clock()
    clock.now += 5
    opened.play(1, opened.version, 0)
    assert [one.seconds for one in read_kept(opened.journal.path).moves] == [30, 5]


def test_what_was_taken_back_counts_as_time_and_as_a_regret(tmp_path: Path) -> None:
    sitting, clock = timed(tmp_path / "a.jsonl", ("", "random", "random"))
    clock.now += 40
    sitting.play(0, sitting.version, "plays Rb.1 at Ana's bar" if False else 0)
    first = sitting.played[0].text
    clock.now += 8
    sitting.play_bot(sitting.think())
    sitting.undo(0)
    clock.now += 2
    sitting.play(0, sitting.version, 1)
    kept = read_kept(sitting.journal.path)
    assert kept.seconds == 50
    assert [(seat, one.text) for seat, one in kept.regretted] == [(0, first)]


def test_games_of_people_and_bots_are_gathered(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    sitting, clock = timed(folder / "a.jsonl")
    rng, waits = random.Random(1), [0.0, 0.0, 0.0]
    total = 0.0
    while not sitting.over:
        seat, took = sitting.turn, rng.choice([3.0, 7.0])
        clock.now += took
        total += took
        for other in range(3):
            waits[other] += took if other != seat else 0
        sitting.play(seat, sitting.version, rng.randrange(len(sitting.moves(seat))))
        if len(sitting.played) == 2:
            sitting.remark(0, "what was that?")
            sitting.asked_for(0, "CH-028")
    sitting.answer(1, {"fun": 4, "length": "right", "again": True, "words": "[b]nice[/b]"})
    saved(KIT, folder / "bots.json")
    saved("auction-hearts", folder / "other.json")
    (folder / "broken.jsonl").write_text('{"cardgen-table":1,"game":"cheers"}\n')
    (folder / "notes.json").write_text("{}")

    about, warnings = playtests_of(KIT, folder, DATA)
    told = about.to_json()

    assert (about.games, about.of_people, about.unfinished) == (2, 1, 0)
    assert ["not counted" in one.message for one in warnings] == [True]
    assert about.minutes == [pytest.approx(total / 60)]
    assert [one["part"] for one in told["downtime"]] == [round(one / total, 3) for one in waits]
    assert told["asked"] == {"CH-028": 1}
    assert told["remarks"][0]["move"] == sitting.played[1].text
    assert all(texts == ["what was that?"] for texts in told["by_rule"].values())
    assert told["by_rule"]
    assert told["forms"]["fun"] == {"4": 1}
    assert told["minutes"]["agrees"] in ("shorter", "within", "longer")
    run = CliRunner().invoke(app, ["playtests", KIT, str(folder), "--data", str(DATA)])
    assert run.exit_code == 0
    assert "[b]nice[/b]" in run.stdout
    assert "Remarks by rule" in run.stdout
    assert "not counted" in run.stderr
    run = CliRunner().invoke(app, ["playtests", KIT, str(folder), "--data", str(DATA), "--json"])
    assert json.loads(run.stdout)["games"] == 2


def test_without_games_it_says_where_they_come_from(tmp_path: Path) -> None:
    with pytest.raises(CardgenError, match="there are no games in"):
        playtests_of(KIT, tmp_path / "none", DATA)


def test_a_seat_says_what_it_thinks_and_gets_no_position_while_others_play(tmp_path: Path) -> None:
    async def evening() -> tuple[list[Any], list[dict[str, Any]]]:
        made = studio(tmp_path)
        told = await begin(made, KIT, [("Ana", ""), ("Ben", ""), ("Cleo", "random")])
        door = f"/{told['seats'][0]['secret']}"
        door2 = f"/{told['seats'][1]['secret']}"
        answers = [
            await ask(made, f"{door}/asked", {"rule": "CH-027"}),
            await ask(made, f"{door}/asked", {"rule": "XX-999"}),
            await ask(made, f"{door}/asked", {"rule": {"a": 1}}),
            await ask(made, f"{door}/form", {"fun": 9, "length": "odd"}),
            await ask(made, f"{door}/form", {"fun": 5}),
            await ask(made, f"{door}/scenario", {}),
            await ask(made, f"{door}/remarks", {"text": "hm"}),
        ]
        for one in (door, door2):
            message = json.loads((await ask(made, f"{one}/message"))[1])
            if message["moves"]:
                await ask(made, f"{one}/moves", {"version": message["version"], "move": 0})
        made.tables.close()
        return answers, Journal.look(tmp_path / f"{told['table']}.jsonl")[1:]

    answers, lines = asyncio.run(evening())
    assert [status for status, _ in answers] == [200, 200, 200, 422, 409, 409, 200]
    assert b"everybody holds" in answers[5][1]
    assert b"not over" in answers[4][1]
    assert [set(line) & {"asked", "form", "remark"} for line in lines[:2]] == [{"remark"}, {"asked"}]
    assert lines[1]["asked"] == [[0, "CH-027"]]


def test_somebody_alone_gets_the_position(tmp_path: Path) -> None:
    async def evening() -> Any:
        made = studio(tmp_path)
        told = await begin(made, KIT, [("Ana", ""), ("Ben", "random"), ("Cleo", "random")])
        await settled(made, told["table"])
        status, body = await ask(made, f"/{told['seats'][0]['secret']}/scenario", {"says": "May I?"})
        made.tables.close()
        return status, json.loads(body)

    status, told = asyncio.run(evening())
    assert status == 200
    assert told["name"].endswith(".yaml")
    assert 'scenario: "May I?"' in told["text"]
    assert "Ana" not in told["text"]
