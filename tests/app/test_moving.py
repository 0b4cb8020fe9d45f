"""Which moments of a game a moving picture has, and what is said where none can be taken; the pictures: tests/browser."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.film import film_page, highlights
from cardgen.app.moving import MOST
from tests.table.test_film import DATA, saved


def test_a_film_has_the_side_of_the_board_that_is_played(tmp_path: Path) -> None:
    import base64
    import json
    import re
    import zlib

    for side, shown in (("lagers", "front"), ("ales", "back")):
        page = film_page(saved("biergarten", tmp_path / f"{side}.json", side=side), DATA)
        packed = re.search(r'id="packed"[^>]*>([^<]*)<', page)
        assert packed
        told = json.loads(zlib.decompress(base64.b64decode(packed[1]), -15))
        card, name = "cellar", told["kit"]["boards"]["cellar"]
        assert name == f"{card} {shown}"
        assert name in told["faces"]
        assert any(one["id"] == card for one in told["kit"]["cards"])


@pytest.mark.parametrize(
    ("first", "last", "marks"),
    [(0, 900, [5, 400, 899]), (0, 900, list(range(1, 900))), (30, 90, [12, 31, 95]), (0, 60, [])],
)
def test_of_a_long_game_sixty_moments_are_shown_with_both_ends_and_the_marks(
    first: int, last: int, marks: list[int]
) -> None:
    chosen = highlights(first, last, [{"at": mark, "kind": "lead"} for mark in marks], MOST)
    assert len(chosen) == len(set(chosen)) == MOST
    assert chosen == sorted(chosen)
    assert (chosen[0], chosen[-1]) == (first, last)
    inside = {mark for mark in marks if first < mark < last}
    assert len(inside) > 58 or inside <= set(chosen)
    assert highlights(3, 3 + MOST - 1, [], MOST) == list(range(3, 3 + MOST))


def test_where_not_all_can_be_shown_what_leads_to_a_mark_comes_before_gaps_and_rounds_go_first() -> None:
    rounds = [{"at": at, "kind": "round"} for at in range(10, 900, 10)]
    great = [{"at": at, "kind": "lead"} for at in (15, 333)]
    assert {15, 333} <= set(highlights(0, 900, [*rounds, *great], 12))
    assert highlights(0, 900, great, 8) == [0, 13, 14, 15, 331, 332, 333, 900]


def test_a_browser_that_hangs_is_ended_with_all_that_it_started(
    tmp_path: Path, cardgen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = tmp_path / "hangs"
    hangs.write_text(f"#!/bin/sh\nsleep 300 &\necho $$ $! > {tmp_path}/pids\nwait\n", "utf-8")
    hangs.chmod(0o755)
    monkeypatch.setenv("CARDGEN_BROWSER", str(hangs))
    monkeypatch.setattr("cardgen.app.moving.PATIENCE", 1.5)
    game = saved("cheers", tmp_path / "game.json")
    said = cardgen("replay", str(game), "--webp", str(tmp_path / "a.webp"))
    assert (said.code, "error: the browser has not answered for 1.5 seconds" in said.err) == (1, True), (
        said.err
    )
    assert not (tmp_path / "a.webp").exists()
    for pid in (tmp_path / "pids").read_text("utf-8").split():
        gone(int(pid))


def gone(pid: int) -> None:
    """Wait until a process has ended; what nobody waits for stays as a zombie in some containers."""
    for _ in range(200):
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text("utf-8").rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.02)
    raise AssertionError(f"process {pid} is still there")


@pytest.mark.parametrize(
    ("browser", "words", "says"),
    [
        ("/nowhere/browser", "", "no browser is found"),
        ("true", "", "the browser went away"),
        ("true", "--from 9 --to 4", "not 9 to 4"),
    ],
)
def test_what_takes_no_picture_is_said_and_nothing_is_written(
    browser: str, words: str, says: str, tmp_path: Path, cardgen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_BROWSER", browser)
    game = saved("cheers", tmp_path / "game.json")
    said = cardgen("replay", str(game), "--gif", str(tmp_path / "a.gif"), *words.split())
    assert (said.code, says in said.err) == (1, True), said.err
    assert not (tmp_path / "a.gif").exists()
