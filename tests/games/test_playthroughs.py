"""One game for each number of players, told as a story and compared line by line."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from cardgen.engine import RandomBot, story
from cardgen.games import SHIPPED, make_game, player_counts
from tests.games.kits import kit_of

FOLDER = Path(__file__).parent.parent / "playthroughs"
PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
TABLES = [(slug, players) for slug in SHIPPED for players in player_counts(kit_of(slug))]


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_the_game_is_the_one_that_was_read_and_approved(slug: str, players: int, golden: bool) -> None:
    game = make_game(kit_of(slug), players, names=PEOPLE[:players])
    # the last player does not think, so that every kind of move turns up
    told = story(game, players, [*[game.greedy()] * (players - 1), RandomBot()])
    file = FOLDER / f"{slug}-{players}.txt"
    if golden:
        FOLDER.mkdir(exist_ok=True)
        file.write_text(told, "utf-8")
    approved = file.read_text("utf-8") if file.is_file() else ""
    changed = difflib.unified_diff(
        approved.splitlines(), told.splitlines(), "approved", "told", lineterm="", n=2
    )
    assert told == approved, "look at the difference, then run with --golden\n" + "\n".join([*changed][:40])


def test_every_playthrough_belongs_to_a_game() -> None:
    expected = {f"{slug}-{players}.txt" for slug, players in TABLES}
    assert {file.name for file in FOLDER.glob("*.txt")} == expected
