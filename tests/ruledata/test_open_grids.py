"""Grids without edges: spaces and what is beside them, tiles that move at once, and what is wrong with them."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import OVER, Choices, IllegalMove, Misplaced
from cardgen.engine.diagnosis import GameBroken
from cardgen.ruledata.explain import explained
from tests.ruledata.kits import refused
from tests.ruledata.test_additions import game, kept
from tests.ruledata.test_tiles import TILES

KIT = (
    TILES
    + """\
    fields: {doors: {list: [N, E, S, W]}, seats: {counts: [red, blue], default: {}}}
    cards:
      - {id: a, count: 6, doors: [N, S], seats: {red: 2}}
      - {id: b, count: 6, doors: [E, W], seats: {red: 1, blue: 1}}
      - {id: c, count: 4, doors: [N, E, S, W]}
"""
)
RULES = """
zones:
  bag: {begins: tiles, seen_by: nobody}
  hand: {each: player, seen_by: owner}
  garden: {each: player, grid: open}
rest: bag
notes: {laid: 0}
values:
  open(tile card, next card, e word): e in tile.doors and opposite(e) in next.doors
  areas: groups of spaces(my garden) where open(my garden at via, my garden at it, way(via, it))
  rooms: max(count(area) for area in areas)
  seated: sum(t.seats[red] for t in my garden)
  round_it: count(outside(spaces(my garden)))
  ends_at(c space, e word): count(unbroken(spaces(my garden), c, e)) * 10 + count(onward(spaces(my garden), c, e))
  far: count(reach from space(first(my garden)) where my garden at it is not nothing)
  doors_out: sum(flat(list(my garden at beside(space(t), e) is nothing for e in t.doors) for t in my garden))
  all_rooms: joined(rooms of p for p in players)
set up:
  - deal 5 from bag to each hand
  - for each p in players: [draw 1 from bag to hand of p, move last(hand of p) to garden of p]
turn:
  lay:
    rule: BT-001
    moves:
      lay:
        says: lays {tile} {space}
        tile: my hand
        space: borders(my garden)
        refuse: [my garden at space is not nothing: "{my garden at space} lies there (BT-002)", space not in borders(my garden): it is not beside the garden]
        do: [move tile to my garden at space, add 1 to laid]
  arrange:
    rule: BT-003
    moves:
      keep: {says: keeps the garden}
      swap:
        says: swaps {one} and {two}
        one: my garden
        two: my garden
        needs: [one < two: two tiles are swapped]
        do:
          - move [one, two] to my garden at [space(two), space(one)]
      move:
        says: moves {tile} {space}
        tile: my garden
        space: borders(my garden)
        needs:
          - still_connected(spaces(my garden), space(tile), space): it would fall apart (BT-004)
        do: [move tile to my garden at space]
      take:
        says: takes back {tile}
        tile: my garden
        needs: [count(my garden) > 3]
        do: [move tile to my hand]
    after:
      - if laid < 8: [next turn]
      - go to arrange again
  arrange again:
    rule: BT-005
    moves: arrange
    after: [end]
shows: [rooms, seated, round_it, far, doors_out, all_rooms]
score: rooms
"""


@pytest.fixture
def made(tmp_path: Path) -> Any:
    return game(tmp_path, RULES, 2, kit=KIT)


def test_tiles_are_laid_named_moved_and_taken_back(made: Any) -> None:
    s = made.position({"garden": {"P0": "a.1 c.1\n.   b.1"}, "hand": {"P0": ["c.2"]}, "phase": "lay"})
    said = [made.say(s, move) for move in made.moves(s)]
    assert said == [f"P0 lays c.2 {space}" for space in ("north of a.1", "south of a.1", "west of a.1", "north of c.1", "east of c.1", "east of b.1", "south of b.1")]  # fmt: skip
    t = made.position({"garden": {"P0": "a.1 c.1\n.   b.1"}, "phase": "arrange"})
    assert made.picture(t) == "garden P0\na.1 c.1\n.   b.1\ngarden P1"
    assert "P0 moves a.1 west of b.1" in [made.say(t, move) for move in made.moves(t)]  # not south of itself
    made.play_text(s, "P0 lays c.2 west of b.1")  # the same space as south of a.1
    assert made.facts(s)["garden P0"] == "a.1 c.1\nc.2 b.1"
    assert isinstance(made.moves(s), Choices)
    assert len(made.moves(s)) == len(list(made.moves(s))) == len({*made.moves(s)})
    assert ("swap", 0, 1) not in made.moves(s)
    t = s.copy()
    made.play_text(t, "P0 swaps a.1 and b.1")
    assert made.facts(t)["garden P0"] == "b.1 c.1\nc.2 a.1"
    assert t.spaces[0] == s.spaces[6]
    made.play_text(s, "P0 takes back a.1")
    assert (made.facts(s)["garden P0"], s.piles["hand P0"][-1]) == (".   c.1\nc.2 b.1", 0)
    assert 0 not in made.cells(s)
    assert 0 not in s.spaces


def test_words_of_spaces(made: Any) -> None:
    s = made.position({"garden": {"P0": "a.1 b.1 b.2 .   b.3\nc.1 c.2", "P1": "a.2 a.3"}, "phase": "arrange"})
    facts = made.facts(s)
    shown = [facts[name]["P0"] if isinstance(facts[name], dict) else facts[name] for name in ("rooms", "seated", "round_it", "far", "doors_out", "all_rooms")]  # fmt: skip
    assert shown == [3, 5, 22, 5, 8, "3, 1"]
    ends_at, first = made._env["v_ends_at"], s.spaces[0]
    assert [ends_at(s, 0, first, e) for e in ("E", "east", "S", "W")] == [34, 34, 22, 11]
    with pytest.raises(GameBroken, match="'up' is no direction"):
        ends_at(s, 0, first, "up")
    assert made.cells(s)[made.pieces.find("c.2")] == (1, 1)
    assert made.handle(s, "space_garden_", first - 1) == "c:garden P0:-1,0"
    for one in (pickle.loads(pickle.dumps(s)), s.copy(), made.view(s, 1)):
        assert one.layouts == s.layouts
        assert one.layouts is not s.layouts
    with pytest.raises(GameBroken, match=r"b\.1 lies there already"):
        made._env["lay"](s, (0,), "garden P0", (s.spaces[6],))
    with pytest.raises(GameBroken, match="it must be said where this one lies"):
        made._env["lay"](s, (0,), "garden P0", None)
    with pytest.raises(GameBroken, match="2 tiles are laid on 1 spaces"):
        made._env["lay"](s, (0, 6), "garden P0", (first,))


def test_the_moves_of_a_step_serve_another_one_and_say_why_not(made: Any) -> None:
    kept(made)
    s = made.position({"garden": {"P0": "a.1 c.1 b.1"}, "phase": "arrange again", "laid": 8})
    for text, says in (
        ("P0 moves c.1 south of c.1", "it would fall apart (BT-004)"),
        ("P0 swaps c.1 and a.1", "two tiles are swapped (BT-005)"),
        ("P0 takes back a.1", "it needs count(my garden) > 3, and that is 3 > 3 (BT-005)"),
    ):
        with pytest.raises(IllegalMove, match=says.replace("(", r"\(").replace(")", r"\)")):
            made.play_text(s, text)
    with pytest.raises(ValueError, match=r"b\.2 does not lie in garden P0"):
        made.play_text(s, "P0 moves c.1 north of b.2")
    with pytest.raises(ValueError, match="no place, expected such as 'north of C31'"):
        made.play_text(s, "P0 moves c.1 over b.1")
    with pytest.raises(Misplaced):
        made.position({"garden": {"P0": "a.1 z.1"}})
    text = explained(made)
    assert "garden, an open grid for each player" in text
    assert text.count("swaps") == 2


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("grid: open}", "grid: open, seen_by: owner}", "zone 'garden' is an open grid: all see its tiles, and they are laid there in play"),
        ("move tile to my hand", "draw 1 from my garden to my hand", "each tile of 'garden' lies on a space"),
        ("move tile to my hand", "move tile to my hand at space(tile)", "only tiles of an open grid lie on spaces, and 'hand' is none"),
        ("to my garden at [space(two), space(one)]", "to my garden at space(one)", "'at' wants a list of spaces, not a space"),
        ("(my garden at via,", "(my hand at via,", "expected an open grid here"),
        ("my garden at it is not", "my garden at me is not", "'at' wants a space, not a player"),
        ("beside(space(t), e)", "beside(t, e)", "beside(…) wants a space, not a card"),
        ("beside(space(t), e)", "beside(space(t), up)", "nothing is called 'up'"),
        ("beside(space(t), e)", "beside(space(t), red)", "beside(…) wants a direction"),
        ("unbroken(spaces(my garden), c, e)", "unbroken(spaces(my garden), e, e)", "unbroken(…) begins at a space, not at a word"),
        ("still_connected(spaces(my garden), space(tile)", "still_connected(spaces(my garden), tile", "still_connected(…) begins at a space, not at a card"),
        ("space(tile), space)", "space(tile), tile)", "still_connected(…) ends at a space, not at a card"),
        ("count(outside(spaces(my garden)))", "count(row of space(first(my garden)))", "'row of PLACE' asks for a grid with an end, and this space is on an open one"),
        ("flat(list(", "flat(count(", "flat(…) is of lists, not of a list of numbers"),
        ("moves: arrange", "moves: arrange it", "no step above is called 'arrange it'"),
        ("garden: {each: player, grid: open}", "garden: {each: player, grid: open}\\n  other: {grid: open}", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_with_open_grids_is_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in RULES
    text = RULES.replace(old, new.replace("\\n", "\n"))
    if not says:
        game(tmp_path, text, 2, kit=KIT)
        return
    found = refused(lambda: game(tmp_path, text, 2, kit=KIT))
    assert any(message.endswith(says) and line for message, line in found), found


def test_players_that_know_no_game_lay_tiles(made: Any) -> None:
    for bot in (made.greedy(), made.quick()):
        s, rng = made.deal(3), random.Random(3)
        while s.phase is not OVER:
            s.phase.play(s, bot.choose(made.view(s, s.turn), s.phase.moves(s), rng))
        assert max(made.scores(s)) > 3


def test_a_step_that_offers_no_move_is_told(made: Any) -> None:
    s = made.deal(1)
    s.piles["hand P0"].clear()
    with pytest.raises(GameBroken, match="step 'lay' offers P0 no move"):
        made.moves(s)


def test_nothing_is_reached_without_end(tmp_path: Path) -> None:
    text = RULES.replace("where my garden at it is not nothing", "where my garden at it != first(bag)")
    made = game(tmp_path, text, 2, kit=KIT)
    with pytest.raises((GameBroken, CardgenError, ValueError), match="reaches more than 1,000 spaces"):
        made.facts(made.deal(1))
