"""How a table is shown: from the game alone, and with the hints of a kit's table.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.app.build import faces_of
from cardgen.app.film import printed_spots
from cardgen.base.errors import CardgenError, Problems
from cardgen.base.units import Size
from cardgen.engine import Game
from cardgen.faces.spots import spots_in
from cardgen.games import make_game, player_counts
from cardgen.source import load_kit
from cardgen.source.screen import hints_of
from cardgen.table.layout import counted, layout_of, zone_names
from tests.games.kits import kit_of
from tests.table.playing import GAMES, again, step, table

DATA = Path(__file__).parents[2] / "data"


@pytest.mark.parametrize("slug", GAMES)
def test_the_hints_of_our_games_name_what_is_there(slug: str, tmp_path: Path) -> None:
    kit = kit_of(slug)
    game = make_game(kit, player_counts(kit)[0])
    hints = hints_of(kit, zone_names(game))
    phases = {phase.name for phase in game.phases}
    assert set(hints["ask"]) <= phases
    sitting = table(slug, tmp_path / "a.jsonl")
    figures = set(sitting.game.facts(sitting.state)) | {
        zone.name for zone in game.layout if zone.holds == "chips"
    }
    assert {*hints.get("signs", ()), *hints.get("seat", ())} <= figures


def test_the_spots_are_those_of_the_side_that_is_played() -> None:
    kit = kit_of("biergarten")
    sides = {}
    for side in ("lagers", "ales"):
        zone = layout_of(make_game(kit, 2, {"side": side}), hints_of(kit), printed_spots(kit))["zones"][
            "token"
        ]
        sides[side] = zone["side"]
        assert len(zone["spots"]) == kit.tables["board"][side]["last"] + 1
        size = kit.component("cellar").size
        assert all(0 < x < size.width and 0 < y < size.height for x, y in zone["spots"])
    assert sides == {"lagers": "front", "ales": "back"}


def test_a_mistake_in_the_hints_is_told_with_its_place(tmp_path: Path) -> None:
    import shutil

    shutil.copytree(DATA / "cheers", tmp_path / "cheers")
    (tmp_path / "cheers" / "table.yaml").write_text(
        "zones:\n  dek: {title: Deck}\n  bar: {show: rwo}\nsings: []\n", "utf-8"
    )
    kit = load_kit(tmp_path / "cheers")
    with pytest.raises(CardgenError) as caught:
        hints_of(kit, {"deck", "bar"})
    said = [str(problem) for problem in caught.value.problems]
    assert any(
        "table.yaml:2:" in one and "no zone 'dek'" in one and "did you mean 'deck'" in one for one in said
    )
    assert any("table.yaml:3:" in one and "row" in one for one in said)
    assert any("sings" in one and "signs" in one for one in said)


@pytest.mark.parametrize(
    ("slug", "players", "shown"),
    [
        ("auction-hearts", 3, ["pot-mat"]),  # its column `rounds` is no house rule
        ("cheers", 3, ["stool", "draw-mat", "strip-3", "bar"]),
        ("cheers", 4, ["stool", "draw-mat", "strip-4", "bar"]),
    ],
)
def test_mats_lie_beside_the_game_and_those_of_other_tables_do_not(
    slug: str, players: int, shown: list[str]
) -> None:
    assert sorted(layout_of(make_game(kit_of(slug), players))["beside"]) == sorted(shown)


def test_a_card_that_lies_sideways_is_shown_so(tmp_path: Path) -> None:
    import random

    sitting, rng = table("bartender-aarwares", tmp_path / "a.jsonl", players=3), random.Random(1)
    turned: set[int] = set()
    while not sitting.over and not turned:
        step(sitting, rng)
        turned = {*sitting.state.sideways}
    assert turned
    for seat in range(3):
        assert set(sitting.message(seat)["turned"]) == turned
    assert set(again(sitting).message(0)["turned"]) == turned


def test_what_a_seat_has_met_keeps_its_name(tmp_path: Path) -> None:
    import random

    sitting, rng = table("bartender-2012", tmp_path / "a.jsonl", players=3), random.Random(1)
    first = {name for name, _ in (sitting.message(0)["pieces"][str(piece)][::-1] for piece in sitting.met[0])}
    for _ in range(6):
        step(sitting, rng)
    assert first <= set(sitting.message(0)["met"]), "a card that was passed on was seen all the same"
    assert not first & set(sitting.message(2)["met"]) or len(sitting.met[2]) > len(first)


def test_figures_that_mean_nobody_are_no_figures(tmp_path: Path) -> None:
    game: Game = table("auction-hearts", tmp_path / "a.jsonl", players=4).game
    assert all(value != -1 for _, value in _signs(game))


def _signs(game: Game) -> list[list[object]]:
    from cardgen.table.seen import seen

    return list(seen(game, game.view(game.deal(1), 0))["signs"])


def test_a_figure_is_one_or_many() -> None:
    layout = {"words": {"scores": "barrel|barrels", "line": "last round at"}}
    assert [counted(layout, "scores", n) for n in (0, 1, 2)] == ["barrels", "barrel", "barrels"]
    assert [counted(layout, name, 1) for name in ("line", "goal")] == ["last round at", "goal"]


def test_a_drawing_says_where_the_spots_of_its_board_are() -> None:
    project = DATA.parent / "tests" / "samples" / "night-market-project"
    kit = load_kit(project / "data" / "night-market")
    (lane,) = kit.component("lane").cards
    spots = faces_of(kit, None, {}, Problems()).spots(lane)
    assert [spot.name for spot in spots] == [f"spot-{n}" for n in range(len(kit.tables["stalls"]))]
    assert [(spot.x, spot.y) for spot in spots[:5]] == [
        (22.5, 22.5),
        (67.5, 22.5),
        (112.5, 22.5),
        (157.5, 22.5),
        (157.5, 67.5),
    ]
    assert {(spot.wide, spot.high) for spot in spots} == {(41.0, 41.0)}


def test_spots_are_found_in_groups_that_are_moved_and_in_a_group_of_that_name() -> None:
    text = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><g transform="translate(10 0) scale(2)">
    <circle id="spot-10" cx="10" cy="5" r="2"/><circle id="spot-9" cx="20" cy="5" r="2"/></g>
    <defs><rect id="spot-11" width="1" height="1"/></defs></svg>"""
    assert spots_in(text, Size(194, 94), 3) == [("spot-9", 97, 17, 16, 16), ("spot-10", 57, 17, 16, 16)]
    text = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50"><g id="spots"><rect id="b" width="10" height="20"/>
    <rect id="a" x="40" y="30" width="10" height="20"/></g></svg>"""
    assert spots_in(text, Size(50, 50), 0) == [("b", 5, 10, 10, 20), ("a", 45, 40, 10, 20)]
