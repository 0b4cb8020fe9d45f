"""Grids of hexagons: words about their places, and the printed board, which is the same one; Hex itself is refereed beside other games."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import Misplaced
from cardgen.ruledata.boards import grid
from cardgen.table.layout import cells_of
from cardgen.table.seen import lying
from tests.faces.test_board_parts import spots
from tests.ruledata.test_additions import game
from tests.ruledata.test_boards import LOOK, refused
from tests.ruledata.test_tiles import HEX_KIT, HEXES, made_of


@pytest.mark.parametrize(
    ("size", "word", "places"),
    [  # the lowest row of three, as the highest, is not further in
        ("4 by 3", "next to b2", "a2 b1 b3 c1 c2 c3"),
        ("4 by 3", "around b1", "a1 a2 b2 c1"),
        ("4 by 3", "next to d2", "c2 d1 d3"),
        ("4 by 3", "left of c1", "a1 b1"),
        ("4 by 3", "right of c1", "d1"),
        ("4 by 3", "row of a2", "a2 b2 c2 d2"),
        ("4 by 3", "column of a2", "a1 a2 a3"),
        ("4 by 3", "board where distance from a1 to it == 2", "a3 b2 b3 c1"),
        ("4 by 3", "reach from a1 where it in [a2, a3, c1]", "a1 a2 a3"),
        ("4 by 3 leaning", "next to b2", "a1 a2 b1 b3 c2 c3"),
        ("4 by 3 leaning", "board where distance from d1 to it >= 4", "a2 a3 b3"),
        ("1 by 1", "next to a1", ""),
    ],
)
def test_words_about_places_of_hexagons(size: str, word: str, places: str, tmp_path: Path) -> None:
    rules = LOOK.replace("grid: 4 by 3", f"hexes: {size}").replace("WORD", word).replace("SCORE", "0")
    made = game(tmp_path, rules)
    looks = [move[1] for move in made.moves(made.deal(1)) if move[0] == "look"]
    assert sorted(looks) == places.split()


def test_lines_of_hexagons_go_three_ways(tmp_path: Path) -> None:
    for n, (size, word, number) in enumerate((("4 by 3", "3", 12), ("3 by 3 leaning", "2", 16), ("3 by 3 leaning", "2 through b2", 6))):  # fmt: skip
        rules = LOOK.replace("grid: 4 by 3", f"hexes: {size}").replace("WORD", "board").replace("SCORE", f"count(lines of {word})")  # fmt: skip
        made = game(tmp_path / str(n), rules)
        assert made.scores(made.deal(1)) == [number] * 3


def test_steps_on_squares_and_on_a_map(tmp_path: Path) -> None:
    assert [grid("b", (3, 3)).distances()["a1"][key] for key in ("a1", "b1", "c3")] == [0, 1, 4]
    rules = LOOK.replace("grid: 4 by 3", "map: regions").replace("WORD", "board").replace("SCORE", "10 * distance from a to c + distance from a to d")  # fmt: skip
    made = game(tmp_path, rules, 3, "a: {next: [b]}\nb: {next: [c]}\nc: {next: []}\nd: {next: []}\n")
    assert made.scores(made.deal(1)) == [24] * 3  # no way leads to d: as far as there are places


@pytest.mark.parametrize("leaning", [False, True])
def test_the_board_that_is_printed_is_the_board_that_is_played(leaning: bool, tmp_path: Path) -> None:
    """Hexagons of the part, in their order, are the places of the rows from the top; the table shows them there, too."""
    said = f"hexes: 4 by 3{' leaning' * leaning}"
    made = game(tmp_path, LOOK.replace("grid: 4 by 3", said).replace("WORD", "board").replace("SCORE", "0"))
    drawn = spots(tmp_path / "kit", "hexes", f"{{{{ hexes(0, 0, 4, 3, width=20, leaning={leaning}) }}}}")
    printed = [(round(x / 10), round(y / 17.3 - 2 / 3)) for x, y in drawn]
    cells = [cells_of(made)[f"board {column}{row}"]["cell"] for row in (3, 2, 1) for column in "abcd"]
    assert [(cell[0] + 1, cell[1]) for cell in cells] == printed
    assert {tuple(cell[2:]) for cell in cells} == {(10 if leaning else 9, 3)}


@pytest.mark.parametrize(
    ("old", "new", "says", "hint", "line"),
    [
        ("hexes: 4 by 3", "hexes: 4 by 30", "hexes is '4 by 30', expected columns by rows", "5 by 5 leaning", 4),
        ("hexes: 4 by 3", "grid: 4 by 3 leaning", "grid is '4 by 3 leaning', expected columns by rows", "7 by 6", 4),
        ("hexes: 4 by 3", "hexes: 4 by 3, grid: 2 by 2", "zone 'board' is divided already", "grid, hexes or map", 4),
        ("hexes: 4 by 3", "hexes: 4 by 3, dice: 2", "zone 'board' has hexes and dice", "a zone of its own", 4),
        ("count(board)", "count(above a1)", "'above PLACE' asks for a grid of squares, and this is 'board', which is 4 by 3 hexagons", "next to", 11),
        ("count(board)", "count(next to e1)", "'e1' is not on 'board', which is 4 by 3 hexagons", "", 11),
        ("count(board)", "distance from a1", "expected 'to'", "distance from PLACE to PLACE", 11),
        ("count(board)", "distance from a1 to 3", "'distance from PLACE to PLACE' wants a place, not a number", "", 11),
    ],
)  # fmt: skip
def test_mistakes_about_hexagons(old: str, new: str, says: str, hint: str, line: int, tmp_path: Path) -> None:
    rules = (
        LOOK.replace("grid: 4 by 3", "hexes: 4 by 3")
        .replace("WORD", "board")
        .replace("SCORE", "count(board)")
    )
    assert old in rules
    refused(tmp_path, rules.replace(old, new), "a: {next: []}", says, hint, line)


def test_a_hexagon_is_turned_by_sixths(tmp_path: Path) -> None:
    made = made_of(tmp_path, HEXES, HEX_KIT)
    s = made.position({"board b2": ["c.1"], "sixths": {"c.1": 5}, "hand P0": ["e.1"]})
    assert made.facts(s)["sixths"] == {"c.1": 5}
    made._env["turn_by"](s, s.piles["board b2"], 2, 6)
    assert lying(made, made.view(s, 1))["turned"] == s.piles["board b2"]
    with pytest.raises(Misplaced, match=r"c\.1 is turned by 6, expected 0 to 5"):
        made.position({"sixths": {"c.1": 6}})


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("sixths(first", "quarters(first", "this file turns tiles by sixths"),
        ("score: my points", "score: count(sideways)", "this file turns tiles by sixths"),
        ("{hex: pointy}", "hex", "tiles of tiles are no hexagons with a corner on top, as places of 'board' are"),
        ("road, field, field, road, field, field", "road, field, field, road", "card a: edges lists 4 edges, expected 6"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_hexagons_is_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(CardgenError) as wrong:
        made_of(tmp_path, HEXES.replace(old, new), HEX_KIT.replace(old, new))
    assert says in [one.message for one in wrong.value.problems]
