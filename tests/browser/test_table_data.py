"""Kits whose rules are data, played in a browser from the lobby to the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser.conftest import Show, Start
from tests.browser.test_table import PLAYER, set_up
from tests.ruledata.kits import copied


@pytest.mark.parametrize(("name", "width"), [("crazy-eights", 1280), ("goofspiel", 390)])
def test_a_game_whose_rules_are_data_is_played_to_its_end(
    name: str, width: int, start: Start, show: Show, tmp_path: Path
) -> None:
    running = start(copied(name, tmp_path))
    lobby = show(f"{running.home}play?kit={name}")
    seat = set_up(lobby, name, [("Ana", ""), ("Ben", "greedy")], seed=3)[0]
    page = show(seat, width=width, height=844)
    page.wait_for_selector("#ask .ask-title")
    page.evaluate(PLAYER, 7)
    page.wait_for_selector("dialog.result", timeout=90_000)
    (file,) = (running.folder.parent / "output" / "games").glob(f"{name}-*.jsonl")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert "over" in lines[-1]
    assert {line["by"] for line in lines if "move" in line} == {"person", "greedy"}
