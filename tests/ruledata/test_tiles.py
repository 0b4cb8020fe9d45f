"""Tiles that are turned until their edges match: laid by the words of rules.yaml, and by a referee in plain Python."""

from __future__ import annotations

import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import OVER, Misplaced, Recorder
from cardgen.engine.spaces import place_in_grid
from cardgen.ruledata.explain import explained
from cardgen.table.seen import lying
from tests.ruledata.kits import refused
from tests.ruledata.test_additions import game, kept

TILES = """
game: bits
title: Tiles
version: "0.1"
players: {min: 2, max: 4}
credits: {design: Us}
tiles:
  tiles:
    title: Tiles
    size: 45x45mm
    face: f.svg
"""
KIT = (
    TILES
    + """\
    fields: {edges: {list: [road, field, wall]}}
    cards:
      - {id: a, count: 4, edges: [road, field, road, field]}
      - {id: b, count: 4, edges: [road, road, field, field]}
      - {id: c, count: 3, edges: [wall, field, road, field]}
      - {id: d, count: 2, edges: [wall, road, field, road]}
      - {id: e, count: 2, edges: [field, field, field, field]}
      - {id: f, count: 3, edges: [wall, wall, road, road]}
  pawns: {title: Pawns, size: 10x10mm, face: f.svg, cards: [{id: pawn, count: 2}]}
"""
)
RULES = """
zones:
  bag: {begins: tiles, seen_by: nobody}
  hand: {each: player, seen_by: owner}
  board: {grid: 4 by 3, edges: edges}
  pawns: {begins: pawns}
rest: bag
notes: {points: {each: player}}
values:
  tile_at(c word): "'{first(board of c)} {quarters(first(board of c))}'"
set up:
  - draw 1 from bag to board of b2
  - for each p in players: [draw 2 from bag to hand of p]
turn:
  lay:
    rule: BT-001
    moves:
      lay:
        says: "lays {tile} on {place}[, turned by {n}]"
        tile: my hand
        place: board where board of it is empty and any(board of c is not empty for c in next to it)
        n: ways(tile)
        needs:
          - matches(tile, place, n): "the edges of {tile} are no edges of its neighbours (BT-002)"
        do: [move tile to board of place, turn tile by n, do count up(place)]
      pass: {says: passes, otherwise: yes, do: [end]}
    after: [draw 1 from bag to my hand]
deeds:
  count_up(place word):
    - for each e in [road, wall]:
      - if e in edges(first(board of place)) and open_ends(place, e) == 0:
        - add count(reach from place along e) to my points
        - tell BT-002: "{e} is closed, and {first(board of place)} is turned by {quarters(first(board of place))}"
picture: ["{joined(tile_at(c) for c in board where board of it is not empty)}"]
score: my points
""".replace("do count up(", "do count_up(")
HEX_KIT = re.sub(r"edges: \[(\w+), (\w+), (\w+), (\w+)\]", r"edges: [\1, \2, field, \3, \4, field]", KIT)
HEX_KIT = HEX_KIT.replace("size: 45x45mm", "size: 45mm\n    shape: {hex: pointy}")
HEXES = RULES.replace("grid: 4 by 3", "hexes: 4 by 3").replace("quarters", "sixths")
OPEN = RULES.replace("board: {grid: 4 by 3, edges", "board: {grid: open, edges").replace(
    "draw 1 from bag to board of b2", "move first(bag) to board"
)
OPEN = (
    re.sub(r"place: board where .+", "place: borders(board)", OPEN)
    .replace("board of place", "board at place")
    .replace("on {place}", "{place}")
)
OPEN = re.sub(
    r"picture: .+|  tile_at.+",
    "",
    OPEN.replace("first(board at place)", "board at place").replace("place word", "place space"),
).replace("values:", "")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # up, right, down, left
EVEN = ((0, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # of a row that is not further in
ODD = ((1, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (0, 1))
Tile = tuple[str, ...]


class Referee:
    """The same game, written without a word of rules.yaml: tiles are tuples, places are pairs."""

    def __init__(self, edges: dict[str, Tile], sides: int, open: bool = False) -> None:
        self.edges, self.there, self.points = edges, dict[tuple[int, int], Tile](), dict[str, int]()
        self.sides, self.open = sides, open

    def steps(self, y: int) -> tuple[tuple[int, int], ...]:
        return (
            STEPS if self.sides == 4 else (EVEN, ODD)[y % 2]
        )  # three rows: the lowest and the highest are even

    def turned(self, tile: Tile, n: int) -> Tile:
        for _ in range(n):
            tile = (tile[-1], *tile[:-1])
        return tile

    def moves(self, hand: list[str]) -> set[tuple[str, tuple[int, int], int]]:
        found = set()
        for name in hand:
            seen = set()
            for n in range(self.sides):
                tile = self.turned(self.edges[name], n)
                if tile in seen:
                    continue
                seen.add(tile)
                found |= {(name, (x, y), n) for x, y in self.places() if self.fits(tile, x, y)}
        return found

    def places(self) -> list[tuple[int, int]]:
        """Return where a tile may lie: in four columns and three rows, or beside another one."""
        if not self.open:
            return [(x, y) for x in range(4) for y in range(3)]
        return [(x + dx, y + dy) for x, y in self.there for dx, dy in STEPS]

    def fits(self, tile: Tile, x: int, y: int) -> bool:
        beside = [(side, self.there.get((x + dx, y + dy))) for side, (dx, dy) in enumerate(self.steps(y))]
        near = [(side, other) for side, other in beside if other]
        return (
            (x, y) not in self.there
            and bool(near)
            and all(tile[side] == other[side - self.sides // 2] for side, other in near)
        )

    def lay(self, who: str, name: str, place: tuple[int, int], n: int) -> None:
        self.there[place] = self.turned(self.edges[name], n)
        for edge in ("road", "wall"):
            if edge in self.there[place]:
                found, ends = self.connected(place, edge, set())
                self.points[who] = self.points.get(who, 0) + (0 if ends else len(found))

    def connected(self, place: tuple[int, int], edge: str, found: set[Any]) -> tuple[set[Any], int]:
        found.add(place)
        ends = 0
        for side, (dx, dy) in enumerate(self.steps(place[1])):
            other = (place[0] + dx, place[1] + dy)
            if self.there[place][side] != edge or other in found:
                continue
            if other in self.there:
                ends += self.connected(other, edge, found)[1]
            else:
                ends += 1
        return found, ends


def made_of(place: Path, rules: str = RULES, kit: str = KIT, players: int = 2) -> Any:
    return game(place, rules, players, kit=kit)


def _place(name: str | int) -> tuple[int, int]:
    if isinstance(name, int):
        x, y = place_in_grid(name)
        return x + 1, 1 - y
    return "abcd".index(name[0]), int(name[1]) - 1


@pytest.mark.parametrize(("rules", "kit", "sides"), [(RULES, KIT, 4), (HEXES, HEX_KIT, 6), (OPEN, KIT, 4)])
def test_a_referee_lays_the_same_tiles_and_counts_the_same_points(rules: str, kit: str, sides: int, tmp_path: Path) -> None:  # fmt: skip
    laid = 0
    for players in (2, 3):
        made = made_of(tmp_path / str(players), rules, kit, players)
        cards = zip(made.pieces.names, made.pieces.cards, strict=True)
        edges = {name: tuple(card.fields.get("edges", ())) for name, card in cards}
        for seed in range(100 if sides == 4 else 40):
            rng, s, referee = random.Random(seed), made.deal(seed), Referee(edges, sides, rules == OPEN)
            referee.there[1, 1] = edges[
                made.pieces.names[s.piles["board" if referee.open else "board b2"][0]]
            ]
            while s.phase is not OVER:
                who, moves = made.names[s.turn], list(made.moves(s))
                hand = [made.pieces.names[n] for n in s.piles[f"hand {who}"]]
                ours = {(made.pieces.names[m[1]], _place(m[2]), m[3]): m for m in moves if m[0] == "lay"}
                assert set(ours) == referee.moves(hand), made.describe(s)
                if ours:
                    chosen = rng.choice(sorted(ours))
                    made.play(s, ours[chosen])
                    referee.lay(who, *chosen)
                    laid += 1
                else:
                    made.play(s, moves[0])
                assert made.scores(s) == [referee.points.get(name, 0) for name in made.names]
    assert laid > 500
    kept(made)


def test_a_turned_tile_is_seen_told_saved_and_described(tmp_path: Path) -> None:
    made = made_of(tmp_path)
    s = made.position({"board b2": ["c.1"], "quarters": {"c.1": 1}, "hand P0": ["d.1", "e.1"]})
    there = [made.say(s, move) for move in made.moves(s)]
    assert there == [f"P0 lays {tile}" for tile in ("d.1 on b1, turned by 2", "d.1 on a2", "d.1 on a2, turned by 2", "d.1 on c2, turned by 3", "d.1 on b3", "e.1 on b1", "e.1 on b3")]  # fmt: skip
    s.piles["board b2"] += s.piles["pawns"]  # what lies on a tile has no edges
    assert [made.say(s, move) for move in made.moves(s)] == there
    tile = s.piles["hand P0"][0]
    refused = s.phase.why_not(s, ("lay", tile, "a2", 1))
    assert (refused.rule, refused.says) == ("BT-002", "the edges of d.1 are no edges of its neighbours")
    listener = Recorder()
    s.tell = listener.tell
    made.play_text(s, "P0 lays d.1 on c2, turned by 3")
    assert [event.says for event in listener.take()] == ["wall is closed, and d.1 is turned by 3"]
    assert made.facts(s)["quarters"] == {"c.1": 1, "d.1": 3}
    for seat in range(2):
        seen = made.view(s, seat)
        assert lying(made, seen)["turned"] == s.sideways == made.sample_world(seen, random.Random(1)).sideways
    again = pickle.loads(pickle.dumps(s))
    assert (again.to_dict(), again.copy().sideways) == (s.to_dict(), s.sideways)
    made._env["turn_by"](s, [tile], 6)
    assert made.facts(s)["quarters"]["d.1"] == 1  # all the way round, and two more
    for wrong, says in (({"c.1": 4}, "c.1 is turned by 4, expected 0 to 3"), (["c.1"], "expected tiles")):
        with pytest.raises(Misplaced, match=says):
            made.position({"quarters": wrong})
    assert "turn tile by n" in explained(made)


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        ("edges: edges}", "edges: id}", "id' is a word, expected a list of four edges", 5),
        ("edges: edges}", "edges: sides}", "the kit has no field 'sides'", 5),
        ("{grid: 4 by 3, edges: edges}", "{map: bits, edges: edges}", "zone 'board' is no grid, and tiles lie in one", 5),
        (", edges: edges", "", "no grid here has tiles with edges", 10),
        ("pawns: {begins: pawns}", "pawns: {grid: 2 by 2, edges: edges}", "tiles with edges lie in another grid already", 6),
        ("turn tile by n", "turn tile by place", "'by' wants a number, not a word", 25),
        ("turn tile by n", "turn tile by n, turn tile sideways", "this file turns tiles by quarters", 25),
        ("score: my points", "score: count(sideways)", "this file turns tiles by quarters", 35),
        ("matches(tile, place, n)", "matches(tile, n, n)", "matches(…) wants a place, not a number", 24),
        ("ways(tile)", "ways(place)", "ways(…) wants a tile, not a word", 22),
        ("open_ends(place, e)", "open_ends(place, 3)", "an edge is a word, not a number", 31),
        ("[, turned by {n}]", "[, turned by {n}", "brackets are for the end of a sentence, with one choice that is a number", 18),
        ("{tile} on {place}[, turned by {n}]", "{n} times {tile}[ on {place}]", "brackets are for the end of a sentence, with one choice that is a number", 18),
        ("says: passes,", "says: \"lays {t} on {p}\", t: my hand, p: board,", "sounds like the move 'lay'", 26),
        ("reach from place along e", "reach from place e", "expected 'where', not 'e'", 32),
    ],
)  # fmt: skip
def test_what_is_wrong_with_tiles_is_told_at_its_line(tmp_path: Path, old: str, new: str, says: str, line: int) -> None:  # fmt: skip
    assert old in RULES
    found = refused(lambda: made_of(tmp_path, RULES.replace(old, new)))
    assert any(message.endswith(says) and at == line for message, at in found), found


def test_a_tile_has_four_edges(tmp_path: Path) -> None:
    with pytest.raises(CardgenError) as wrong:
        made_of(tmp_path, kit=KIT.replace("[road, field, road, field]", "[road, field, road]"))
    assert [one.message for one in wrong.value.problems] == ["card a: edges lists 3 edges, expected 4"]
