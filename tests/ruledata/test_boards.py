"""Boards: places of a grid and of a map, what is beside them, and what is said of a place that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import CardgenError
from cardgen.ruledata.explain import explained
from tests.ruledata.test_additions import game, kept

MAP = """
zones:
  deck: {begins: cards, seen_by: nobody}
  pool: {each: player, begins: cubes}
  region: {map: regions}
notes: {home: {each: player, begins: north}}
values:
  held(r word): my cubes in region of r
set up:
  - for each p in players:
    - set home of p to region[place(p, players)]
    - move 1 of cubes of p from pool of p to region of home of p
turn:
  spread:
    rule: BT-001
    moves:
      spread:
        says: spreads to {r}
        r: region where any(held(c) is not empty for c in next to it)
        needs: [region of r is empty: "somebody is there (BT-002)"]
        do: [move 1 of my cubes from my pool to region of r]
      stop: {says: stops, otherwise: yes, do: [end]}
score: sum(regions[r].worth for r in reach from my home where held(it) is not empty)
"""
REGIONS = """
north: {worth: 1, next: [west, middle]}
south: {worth: 2, next: [west]}
west: {worth: 4, next: []}
middle: {worth: 8, next: [east]}
east: {worth: 16, next: [island]}
island: {worth: 32, next: [far]}
far: {worth: 64}
"""


LOOK = """
zones:
  deck: {begins: cards, seen_by: nobody}
  board: {grid: 4 by 3}
turn:
  look:
    rule: BT-001
    moves:
      look: {says: "looks at {c}", c: "WORD"}
      stop: {says: stops, do: [end]}
score: SCORE
"""


def test_a_game_on_a_map_is_written_in_sentences(tmp_path: Path) -> None:
    made = game(tmp_path, MAP, 3, REGIONS)
    s = made.deal(1)
    assert made.scores(s) == [1, 2, 4]
    assert [made.say(s, move) for move in made.moves(s)] == ["P0 spreads to middle"]
    assert s.phase.why_not(s, ("spread", "west")).rule == "BT-002"
    assert s.phase.why_not(s, ("spread", "far")).rule == "BT-001"
    made.play_text(s, "P0 spreads to middle")
    assert made.scores(s) == [9, 2, 4]
    kept(made)


def test_a_saved_game_knows_its_neighbours(tmp_path: Path) -> None:
    """Other ways on the map are other rules, whatever the file says; unchanged ones are not."""
    tables = (REGIONS, REGIONS, REGIONS.replace("[west, middle]", "[west]"))
    one, same, other = (game(tmp_path / str(n), MAP, 3, table).rules_hash for n, table in enumerate(tables))
    assert one == same
    assert one != other


@pytest.mark.parametrize(
    ("word", "places"),
    [
        ("next to b2", "a2 b1 b3 c2"),
        ("next to a1", "a2 b1"),
        ("around b2", "a1 a2 a3 b1 b3 c1 c2 c3"),
        ("around d1", "c1 c2 d2"),
        ("above b1", "b2 b3"),
        ("below b3", "b2 b1"),
        ("left of c1", "b1 a1"),
        ("right of c1", "d1"),
        ("row of b2", "a2 b2 c2 d2"),
        ("column of d2", "d1 d2 d3"),
        ("reach from a1 where it in row of a1", "a1 b1 c1 d1"),
        ("reach from a1 where it in [c1, c2]", "a1"),
        ("reach from a1 where it in [b1, b2, d3, c3]", "a1 b1 b2"),
        ("[first(below b3)]", "b2"),
        ("next to first(below a3) on board", "a1 a3 b2"),
        ("next to first(below a1)", ""),
        ("below b2 + above b2", "b1 b3"),
        ("below b3 where it != b2", "b1"),
    ],
)
def test_words_about_places_of_a_grid(word: str, places: str, tmp_path: Path) -> None:
    made = game(tmp_path, LOOK.replace("WORD", word).replace("SCORE", "0"))
    looks = [move[1] for move in made.moves(made.deal(1)) if move[0] == "look"]
    if word.partition(" ")[0] in ("above", "below", "left", "right"):
        assert looks == places.split()  # the nearest first
    assert sorted(looks) == sorted(places.split())


@pytest.mark.parametrize(
    ("size", "word", "number"),
    [  # Connect Four has 69 lines, tic-tac-toe 8; 4 by 3: 3 in rows, none in columns of 3
        ("7 by 6", "lines of 4", 69),
        ("3 by 3", "lines of 3", 8),
        ("4 by 3", "lines of 4", 3),
        ("3 by 3", "lines of 3 through b2", 4),
        ("3 by 3", "lines of 3 through a2", 2),
        ("1 by 5", "lines of 2", 4),
        ("20 by 20", "lines of 20", 42),
    ],
)
def test_lines_of_a_grid(size: str, word: str, number: int, tmp_path: Path) -> None:
    rules = LOOK.replace("WORD", "board").replace("SCORE", f"count({word})").replace("4 by 3", size)
    made = game(tmp_path, rules)
    assert f"board, a grid of {size} places: cards" in explained(made)
    assert made.scores(made.deal(1)) == [number] * 3


def test_a_place_beside_nothing_and_words_that_are_names_elsewhere(tmp_path: Path) -> None:
    """Without a board, `row of me` and `below` are what the file calls so."""
    rules = LOOK.replace("  board: {grid: 4 by 3}", "  row: {each: player}\n  around: {}").replace("WORD", "row of me + around").replace("SCORE", "count(my row)")  # fmt: skip
    assert game(tmp_path, rules).deal(1).piles["row P0"] == []


def test_a_grid_has_the_size_that_the_kit_says(tmp_path: Path) -> None:
    """The number in the rule sheet is that of the board."""
    rules = LOOK.replace("4 by 3", "regions.wide by 2").replace("WORD", "board").replace("SCORE", "0")
    made = game(tmp_path, rules, 3, "{wide: 3}")
    assert [move[1] for move in made.moves(made.deal(1)) if move[0] == "look"] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    refused(tmp_path / "none", rules, "{wide: 300}", "grid is 'regions.wide by 2'", "7 by 6, or", 4)


def refused(folder: Path, text: str, table: str, says: str, hint: str, line: int) -> None:
    """See that rules are refused with these words and this hint, at a column of this line of rules.yaml."""
    with pytest.raises(CardgenError) as wrong:
        game(folder, text, 3, table)
    found = [problem for problem in wrong.value.problems if says in problem.message]
    assert found, wrong.value
    assert hint in found[0].hint
    assert found[0].where
    assert found[0].where.file.endswith("rules.yaml")
    assert (found[0].where.line, found[0].where.column > 0) == (line, True)


@pytest.mark.parametrize(
    ("old", "new", "says", "hint"),
    [
        ('"WORD"', "next to e1", "'e1' is not on 'board', which is 4 by 3", "its places are a1 to d3"),
        ('"WORD"', "board where count(board of a4) > 0", "'a4' is not on 'board', which is 4 by 3", "a1 to d3"),
        ('"WORD"', "next to red", "'red' is not on 'board'", ""),
        ('"WORD"', "next to me", "'next to PLACE' wants a place, not a player", ""),
        ("SCORE", "count(lines of 5)", "there is no line of 5 on 'board', which is 4 by 3", "lines of 2 to 4"),
        ("SCORE", "count(lines of turns_taken)", "must be a number known before the game", "lines of 4"),
        ("SCORE", "count(lines of 3 through z9)", "'z9' is not on 'board'", "a1 to d3"),
        ("SCORE", "count(next to a1 on bord)", "no zone called 'bord' is a board", "did you mean 'board'?"),
        ("SCORE", "count(reach from a1)", "expected 'where', not ')'", "reach from PLACE where CONDITION"),
        ("grid: 4 by 3", "grid: 4x3", "grid is '4x3', expected columns by rows, at most 20 each", "grid: 7 by 6"),
        ("grid: 4 by 3", "grid: 21 by 3", "grid is '21 by 3', expected columns by rows", "grid: 7 by 6"),
        ("grid: 4 by 3", "grid: 4 by 3, each: player", "zone 'board' is divided already", "one of them"),
        ("grid: 4 by 3", "grid: 4 by 3, track: regions", "zone 'board' has grid and track, expected one of them", "a zone of its own"),
        ("grid: 4 by 3", "grid: 4 by 3, dice: 2", "zone 'board' has grid and dice, expected one of them", "a zone of its own"),
        ("SCORE", "count(below(a1))", "there is no function 'below'", "below PLACE"),
        ("grid: 4 by 3", "map: ''", "map names no table", "map: regions"),
        ("grid: 4 by 3", "map: region", "the kit has no table 'region'", "did you mean 'regions'?"),
        ("  board: {grid: 4 by 3}", "  board: {map: regions}\n  other: {grid: 2 by 2}", "on which board? there are board and other", "on board"),
    ],
)  # fmt: skip
def test_a_mistake_about_a_board_is_said_at_its_place(
    old: str, new: str, says: str, hint: str, tmp_path: Path
) -> None:
    text = LOOK.replace(old, new).replace("WORD", "next to a1").replace("SCORE", "0")
    at = "next to a1" if "other" in new else new
    line = next(n for n, said in enumerate(text.splitlines(), 1) if at in said)
    refused(tmp_path, text, REGIONS, says, hint, line)


@pytest.mark.parametrize(
    ("table", "score", "says", "hint"),
    [
        ("north: {next: [nroth]}", "0", "the table 'regions': 'north' is next to 'nroth', which is no row", "did you mean 'north'?"),
        ("[{next: []}]", "0", "the table 'regions' has no rows by name", "north: {next: [east]}"),
        ("new york: {next: []}", "0", "'new york' can be no name of a place", ""),
        ("a: {next: [b]}\nb: {next: []}", "count(around a)", "'around PLACE' asks for a grid, and this is 'board', which is a map", "next to"),
        ("a: {next: [b]}\nb: {next: []}", "count(lines of 2)", "there is no line of 2 on 'board', which is a map", "lines are on a grid"),
        ("north: {next: []}\nsouth: {next: []}", "count(next to soth)", "nothing is called 'soth'", "did you mean 'south'?"),
    ],
)  # fmt: skip
def test_a_mistake_about_a_map_is_said_at_its_place(
    table: str, score: str, says: str, hint: str, tmp_path: Path
) -> None:
    text = LOOK.replace("grid: 4 by 3", "map: regions").replace("WORD", "board").replace("SCORE", score)
    refused(tmp_path, text, table, says, hint, line=11 if score != "0" else 4)
