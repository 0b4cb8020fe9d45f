"""What a report says comes out again when other code counts the saved games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen.app.play import SimulatedTable, kit_named, simulate_tables
from tests.many import thorough
from tests.simulation.recount import DATA, tables

CASES = [
    ("cheers", 3, 24),
    thorough("cheers", 4, 200),
    thorough("auction-hearts", 4, 30),
    thorough("bartender-aarwares", 2, 200),
    thorough("bartender-2012", 4, 200),
    thorough("biergarten", 2, 60),
]


@pytest.mark.parametrize(("slug", "players", "games"), CASES)
def test_saved_games_say_what_the_report_says(slug: str, players: int, games: int, tmp_path: Path) -> None:
    table = SimulatedTable((players,), seed=3, each_option=slug == "cheers")
    found = simulate_tables(kit_named(slug, DATA), table, games, save=tmp_path, jobs=1)
    report = json.loads(found.to_json())

    counted = {json.dumps(one.options, sort_keys=True): one for one in tables(tmp_path)}

    assert len(counted) == len(report["tables"])
    for its in report["tables"]:
        mine = counted[json.dumps(its["changed_options"], sort_keys=True)]
        assert len(mine.games) == its["games"] == games
        assert 1 - len(mine.decided) / games == pytest.approx(its["nobody"]["share"])
        assert sum(one.rounds for one in mine.games) / games == pytest.approx(its["length"]["rounds"]["mean"])
        moves = sum(len(one.moves) for one in mine.games) / games
        assert moves == pytest.approx(its["length"]["decisions"]["mean"])
        for by, shares in (("team", mine.by_side()), ("order", mine.by_order()), ("seat", mine.by_seat())):
            lines = its["fair"][by]["lines"] if its["fair"][by] else []
            assert [line["share"] for line in lines] == pytest.approx(shares if lines else [])
        cards = mine.cards()
        for card in its["cards"] if its["changed_options"] == {} else ():
            if card["by"] == "hand" or card["id"] in cards:  # where tokens lie it does not read
                times, won, average = cards[card["id"]]
                assert card["strength"] == pytest.approx(won - average, abs=1e-9), card["id"]
                assert times
    book = counted["{}"]
    for house in report["houses"]:
        other = counted[json.dumps({house["option"]: house["value"]}, sort_keys=True)]
        apart = other.against(book)
        assert house["met"] == sum(apart.pop("met"))
        for name, numbers in apart.items():
            if numbers and name in house["against"]:
                assert house["against"][name]["mean"] == pytest.approx(sum(numbers) / len(numbers), abs=1e-9)
