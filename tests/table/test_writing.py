"""What the disk takes its time for stops one table, and shows nobody what is not written yet."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from cardgen.table.journal import Journal
from tests.table.playing import table
from tests.table.served import ask, begin, studio

PEOPLE = [("Ana", ""), ("Ben", "")]


def test_a_slow_disk_stops_one_table_and_nobody_sees_what_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes, written = threading.Event(), Journal.note

    async def evening() -> None:
        made = studio(tmp_path)
        slow, quick = [await begin(made, "biergarten", PEOPLE) for _ in range(2)]
        slow_room, quick_room = (made.tables.open[one["table"]] for one in (slow, quick))
        path = slow_room.sitting.journal.path

        def note(journal: Journal, line: Any) -> None:
            if journal.path == path:
                assert writes.wait(5), "the server waited for the disk"
            written(journal, line)

        monkeypatch.setattr(Journal, "note", note)
        seat = slow_room.sitting.turn
        asked = {"version": 0, "move": 0}
        address = f"/{slow['seats'][seat]['secret']}"
        waiting = [asyncio.create_task(ask(made, f"{address}/moves", asked)) for _ in range(2)]
        await asyncio.sleep(0)
        other = quick["seats"][quick_room.sitting.turn]["secret"]
        assert (await ask(made, f"/{other}/moves", asked))[0] == 200
        told = json.loads((await ask(made, f"{address}/message"))[1])
        assert (told["version"], told["story"]) == (0, [])
        assert not any(one.done() for one in waiting)
        writes.set()
        answers = [status for status, _ in await asyncio.gather(*waiting)]
        assert sorted(answers) == [200, 409], "the same move twice is played once"
        told = json.loads((await ask(made, f"{address}/message"))[1])
        assert (told["version"], len(told["story"])) == (1, 1)
        await made.close()

    asyncio.run(evening())


def test_what_was_asked_while_a_move_was_written_is_kept_with_the_next(tmp_path: Path) -> None:
    sitting = table("biergarten", tmp_path / "a.jsonl", players=2)
    seat = sitting.turn
    sitting.asked_for(seat, "BG-010")
    line = sitting.to_play(seat, sitting.version, 0)
    sitting.asked_for(seat, "BG-011")
    sitting.do(line)
    sitting.play(sitting.turn, sitting.version, 0)
    assert [one.get("asked") for one in sitting.journal.lines[1:]] == [[[seat, "BG-010"]], [[seat, "BG-011"]]]


def test_whoever_looks_first_everybody_gets_their_own_moves(tmp_path: Path) -> None:
    sitting = table("biergarten", tmp_path / "a.jsonl", players=3)
    for _ in range(4):
        turn = sitting.turn
        for seat in ((turn + 1) % 3, turn, (turn + 2) % 3):
            sent = len(sitting.message(seat)["moves"])
            assert sent == len(sitting.moves(seat))
            assert bool(sent) == (seat == turn)
        sitting.play(turn, sitting.version, 0)


def test_what_a_seat_may_do_is_worked_out_once_and_anew_after_a_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = table("biergarten", tmp_path / "a.jsonl", players=2)
    looked: list[int] = []
    view = type(sitting.game).view
    monkeypatch.setattr(
        type(sitting.game), "view", lambda game, s, seat: looked.append(seat) or view(game, s, seat)
    )
    for _ in range(3):
        first = sitting.message(sitting.turn)
        sitting.why_not(sitting.turn, "takes H1")
    assert looked == []
    seat = sitting.turn
    sitting.play(seat, sitting.version, 0)
    assert sorted(looked) == [0, 1], (
        "each seat hears the move, and for spectators nothing is worked out where there are none"
    )
    assert sitting.message(seat)["story"] != first["story"]
    assert sitting.message(sitting.turn)["moves"] != first["moves"]
