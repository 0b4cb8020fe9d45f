"""Words beyond cards and chips: pieces of a player, dice, cards that all but their owner see, renewal, passing, teams."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cardgen import contract
from cardgen.base.errors import CardgenError
from cardgen.engine import OVER, IllegalMove, Misplaced, Recorder
from cardgen.engine.playing import rollout
from cardgen.games import make_game
from cardgen.source import load_kit
from tests.ruledata.kits import copied, refused, table

GAME = """
game: bits
title: Bits
version: "1"
players: {min: 2, max: 4}
credits: {design: Us}
decks:
  cards:
    size: mini
    face: f.svg
    stock: paper
    fields: {suit: {type: text}, rank: {type: int}, side: {type: text, default: ""}}
    cards:
      - {each: {s: [red, blue], r: [1, 2, 3, 4, 5, 6]}, id: "{{ s[0] }}{{ r }}", suit: "{{ s }}", rank: "{{ r }}", side: "{{ 'fox' if r < 3 else 'hen' }}"}
tokens:
  cubes:
    size: 20x20mm
    face: f.svg
    stock: wood
    cards: [{id: A, count: 5}, {id: B, count: 5}, {id: C, count: 5}, {id: D, count: 5}]
  coins: {size: 20x20mm, face: f.svg, stock: wood, cards: [{id: coin, count: 30}]}
"""
FACE = '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="69mm" viewBox="0 0 50 69"/>'


TRICK = """
zones:
  deck: {begins: cards, seen_by: nobody}
  hand: {each: player, seen_by: owner}
  played: {each: player}
  won: {each: player}
rest: deck
notes: {leader: nobody}
set up: [set leader to last(players), deal 4 from deck to each hand]
turn:
  play:
    rule: AB-001
    trick: {leader: leader, follows: suit, won: won}
    after: [{if my hand is empty: [end]}, go to play]
score: count(won of me)
"""


def game(place: Path, rules: str, players: int = 3, regions: str = "", kit: str = GAME) -> Any:
    """Return a game of these rules with the bits of a small kit, and perhaps the table `regions`."""
    folder = place / "data" / "bits"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(kit + "tables: {regions: regions.yaml}\n" * bool(regions), "utf-8")
    (folder / "regions.yaml").write_text(regions, "utf-8")
    (folder / "f.svg").write_text(FACE, "utf-8")
    (folder / "rules.yaml").write_text(rules, "utf-8")
    return make_game(load_kit(folder), players)


def kept(made: Any) -> None:
    """Play some games, and see that the contract of every game is kept."""
    for seed in range(20):
        rollout(made.deal(seed), random.Random(seed), 3000)
    contract.keeps(made, seeds=range(2))


def test_a_field_that_is_a_number_here_and_a_word_there_is_no_number(tmp_path: Path) -> None:
    """It can be equal to something; sums and sizes would fail while somebody plays."""
    rules = """
zones: {deck: {begins: cards, seen_by: nobody}, hand: {each: player}, coins: {begins: coins}}
set up: [deal 1 from deck to each hand]
turn:
  look: {rule: BT-001, moves: {look: {says: "looks at {card}", card: my hand where rank == 3 or rank == fox, do: [end]}}}
score: sum(c.rank for c in my hand)
"""
    text = GAME.replace(
        "cards: [{id: coin, count: 30}]",
        "fields: {rank: {type: text}}, cards: [{id: coin, rank: fox, count: 30}]",
    )
    with pytest.raises(CardgenError) as wrong:
        game(tmp_path, rules, kit=text)
    (problem,) = wrong.value.problems
    assert problem.message == "sum(…) is of numbers, not of a number on some cards and a word on others"
    assert "another field" in problem.hint
    assert problem.where
    assert (problem.where.line, problem.where.column) == (6, 8)


def test_pieces_belong_to_players_and_are_counted_where_they_are(tmp_path: Path) -> None:
    made = game(
        tmp_path,
        """
zones:
  deck: {begins: cards, seen_by: nobody}
  pool: {each: player, begins: cubes}
  region: {each: [north, south]}
turn:
  place:
    rule: BT-001
    moves:
      place:
        says: places 2 in {r}
        r: region
        needs: [count(my pool) >= 2: you have no two left]
        do: [move 2 of my cubes from my pool to region of r]
      take:
        says: takes {piece} back
        piece: my cubes in region of north
        do: [move piece from region of north to my pool, draw 1 from deck to region of south]
      stop: {says: stops, do: [end]}
score: count(my cubes in region of north) * 10 + count(cubes of me in region of south) + count(region of north where owner(it) == me)
""",
    )
    s = made.deal(1)
    assert [len(s.piles[f"pool P{n}"]) for n in range(3)] == [5, 5, 5]
    assert made.pieces.list(s.piles["pool P1"]) == ["B.1", "B.2", "B.3", "B.4", "B.5"]
    assert len(s.piles["box"]) == 5
    made.play_text(s, "P0 places 2 in north")
    made.play_text(s, "P1 places 2 in north")
    made.play_text(s, "P2 places 2 in south")
    assert made.scores(s) == [22, 22, 2]
    assert [made.say(s, m) for m in made.moves(s) if m[0] == "take"] == [
        "P0 takes A.1 back",
        "P0 takes A.2 back",
    ]
    kept(made)


def test_dice_are_things_that_others_may_not_see(tmp_path: Path) -> None:
    made = game(
        tmp_path,
        """
zones:
  deck: {begins: cards, seen_by: nobody}
  cup: {each: player, dice: 2, sides: 4, seen_by: owner}
  middle: {dice: 3}
turn:
  roll:
    rule: BT-001
    moves:
      roll: {says: rolls, do: [roll my cup, roll middle]}
      stop: {says: stops, needs: [sum(my cup) > 4: not enough], do: [end]}
score: sum(my cup) + count(my cup where it == 4) + max(middle)
""",
    )
    s = made.deal(2)
    assert all(1 <= face <= 4 for n in range(3) for face in s.dice[f"cup P{n}"])
    assert made.facts(s)["middle"] == s.dice["middle"]
    assert made.view(s, 1).dice["cup P0"] == [0, 0]
    described = made.position({"cup P0": [4, 4], "middle": [6, 1, 1]})
    assert made.scores(described)[0] == 8 + 2 + 6
    kept(made)


def test_all_but_the_owner_see_a_hand(tmp_path: Path) -> None:
    made = game(
        tmp_path,
        """
zones:
  deck: {begins: cards, seen_by: nobody}
  hand: {each: player, seen_by: others}
  laid: {}
set up: [deal 3 from deck to each hand]
turn:
  play:
    rule: BT-001
    moves:
      play:
        says: plays card {n}
        n: 1..count(my hand)
        do:
          - move my hand[n] to laid
    after: [if my hand is empty: last round]
skips: hand of it is empty
score: count(laid where suit == red)
""",
    )
    s = made.deal(1)
    assert made.view(s, 0).piles["hand P0"] == [-1, -1, -1]
    assert made.view(s, 0).piles["hand P1"] == s.piles["hand P1"]
    kept(made)


def test_a_deck_renews_itself_and_hands_are_passed(tmp_path: Path) -> None:
    made = game(
        tmp_path,
        """
zones:
  deck: {begins: cards, seen_by: nobody, renewed_from: discard}
  discard: {lies: pile}
  hand: {each: player, seen_by: owner}
notes: {turns_played: 0, out: {each: player, begins: no}}
skips: out of it
set up: [deal 3 from deck to each hand]
turn:
  play:
    rule: BT-001
    moves:
      play: {says: "plays {card}", card: my hand, do: [move card to discard, draw 1 from deck to my hand]}
    after:
      - add 1 to turns_played
      - if turns_played % 3 == 0: [pass each hand to the left]
      - if turns_played >= 30: [end]
score: count(my hand where suit == red)
""",
    )
    s = made.deal(1)
    before = [s.piles[f"hand P{n}"][:] for n in range(3)]
    for name in ("P0", "P1"):
        s.phase.play(s, made.moves(s)[0])
        assert len(s.piles[f"hand {name}"]) == 3
    kept_hands = [s.piles[f"hand P{n}"][:] for n in range(3)]
    s.phase.play(s, made.moves(s)[0])
    assert s.piles["hand P1"] == kept_hands[0] != before[1]
    assert set(kept_hands[0]) <= made.known(s, 0)  # who passed them knows where they are
    assert made.view(s, 0).piles["hand P1"] == kept_hands[0]
    s.out[1], s.turns_played, there = True, 2, [s.piles[f"hand P{n}"][:] for n in range(3)]
    s.phase.play(s, made.moves(s)[0])
    assert [s.piles[f"hand P{n}"] for n in (0, 1)] == [there[2], there[1]]  # who has left is passed over
    rollout(s, random.Random(1))
    assert all(len(s.piles[f"hand P{n}"]) == 3 for n in range(3))
    kept(made)


@pytest.mark.parametrize(
    ("ends", "winners"),
    [("everybody: {wins if: count(laid) >= 2}", (0, 1, 2)), ("everybody: {loses if: count(laid) >= 2}", ())],
)
def test_players_win_or_lose_together(ends: str, winners: tuple[int, ...], tmp_path: Path) -> None:
    made = game(tmp_path, f"{TOGETHER}{ends}\n")
    s = made.deal(1)
    rollout(s, random.Random(1))
    assert made.winners(s) == winners
    assert made.sides(s) == [(0, 1, 2)]


TOGETHER = """
zones: {deck: {begins: cards, seen_by: nobody}, laid: {}, role: {each: player, seen_by: owner}}
set up: [deal 1 from deck to each role]
turn:
  play:
    rule: BT-001
    moves:
      play: {says: turns one over, do: [draw 1 from deck to laid]}
    after: [if count(laid) >= 3: end]
score: first(my role).rank
"""


def test_teams_may_be_known_at_the_end_only(tmp_path: Path) -> None:
    made = game(tmp_path, f"{TOGETHER}teams: first(my role).side\n", 4)
    s = made.deal(3)
    rollout(s, random.Random(1))
    sides = [made.pieces.cards[s.piles[f"role {name}"][0]].side for name in made.names]
    assert sorted(map(sorted, made.sides(s))) == sorted(
        [seat for seat in range(4) if sides[seat] == side] for side in dict.fromkeys(sides)
    )
    best = max(sum(made.scores(s)[seat] for seat in side) for side in made.sides(s))
    assert sum(made.scores(s)[seat] for seat in made.winners(s)) == best


@pytest.mark.parametrize(
    ("said", "ranks", "holds"),
    [
        ("are a run of rank", (2, 4, 3), True),
        ("are a run of rank", (2, 4, 5), False),
        ("are all of one suit", (1, 2, 3), True),
        ("are all different in rank", (1, 2, 2), False),
        ("are all of one rank", (2, 2), True),
    ],
)
def test_sets_are_asked_in_words(said: str, ranks: tuple[int, ...], holds: bool, tmp_path: Path) -> None:
    made = game(
        tmp_path, TOGETHER.replace("score: first(my role).rank", f"score: 1 if my role {said} else 0")
    )
    s = made.deal(1)
    by_rank = {rank: [f"r{rank}", f"b{rank}"] for rank in range(1, 7)}
    s.piles["role P0"] = [made.pieces.find(by_rank[rank].pop(0)) for rank in ranks]
    assert made.scores(s)[0] == int(holds)


def test_who_has_most_is_a_player(tmp_path: Path) -> None:
    made = game(tmp_path, TOGETHER.replace("score: first(my role).rank", "score: 1 if who has most first(role of it).rank == me else 0"))  # fmt: skip
    s = made.deal(5)
    ranks = [made.pieces.cards[s.piles[f"role P{n}"][0]].rank for n in range(3)]
    assert made.scores(s) == [int(n == ranks.index(max(ranks))) for n in range(3)]
    assert s.phase is not OVER


def test_a_turn_can_begin_with_a_step_without_moves(tmp_path: Path) -> None:
    made = game(
        tmp_path,
        """
zones: {deck: {begins: cards, seen_by: nobody}, laid: {}, won: {each: player}}
turn:
  turn up: {do: [draw 1 from deck to laid]}
  choose:
    rule: BT-001
    moves:
      take: {says: "takes {card}", card: laid, do: [move card to my won]}
    after:
      - if count(deck) < 3: [end]
score: count(my won)
""",
    )
    s = made.deal(1)
    turns = 0
    while s.phase is not OVER:
        assert (s.turn, len(s.piles["laid"])) == (turns % len(made.names), 1)
        made.play(s, made.moves(s)[0])
        turns += 1
    assert turns == sum(made.scores(s)) > len(made.names)


REASONS = """
zones:
  reds: {begins: cards where suit == red and number_of_players == 3, seen_by: nobody}
  rest: {begins: cards where rank > 1, seen_by: nobody}
  hand: {each: player, seen_by: owner}
  bar: {each: player}
notes: {raids: 0}
set up: [deal 1 from rest to each hand, for each p in players: [draw 1 from reds to bar of p, turn bar of p sideways]]
opening:
  - cite BT-003
  - tell BT-002: "{me} begins, with {bar of players}"
turn:
  act:
    rule: BT-001
    moves:
      raid:
        says: raids {rival}'s {target} with {card}
        card: my hand where rank > 2
        needs: [raids < 2]
        rival: others
        target: bar of rival
        refuse:
          - card not in my hand: "{card} is not in hand"
          - raids >= 2: "{raids} raids have been made (BT-004)"
          - card.rank <= 2: "{card} is {3 - card.rank} too low"
          - yes: "{target} is not {rival}'s (BT-005)"
        do:
          - add 1 to raids
          - if card in sideways or count(bar of others) > 1: [cite BT-006]
          - else: [cite BT-007]
          - tell BT-001 as 'raid' with raids + 2 as stopped: "{target} leaves {rival}"
          - move target to my bar
      burn: {says: burns it down, do: [tell BT-001 as ('fire' if raids == 0 else 'smoke'): it is hot, end]}
    after: [if raids == 3: [end]]
score: raids if me == players[1] else 0
ties: nobody
"""


def test_a_reason_says_what_it_is_about_and_reasons_come_in_their_order(tmp_path: Path) -> None:
    made = game(tmp_path, REASONS)
    s = made.position(
        {"hand P0": ["b5", "b2"], "bar P1": ["r2"], "bar P2": ["r3"], "sideways": ["r3"], "rest": ["b3"]}
    )

    def why(words: str) -> str:
        with pytest.raises(IllegalMove) as refused:
            made.play_text(s.copy(), f"P0 raids {words}")
        return f"{refused.value.refusal.says} ({refused.value.rule})"

    assert why("P1's r2 with b4") == "b4 is not in hand (BT-001)"
    assert why("P1's r3 with b2") == "b2 is 1 too low (BT-001)"  # that is asked before the target
    assert why("P1.r3 with b5") == "r3 is not P1's (BT-005)"
    s.raids = 2
    assert why("P2.r3 with b2") == "2 raids have been made (BT-004)"
    s.raids = 1
    made.play_text(s, "P0 raids P2’s r3 with b5")
    assert made.facts(s)["bar P0"] == ["r3"]
    assert made.facts(s)["sideways"] == []  # a card that moves lies upright
    with pytest.raises(Misplaced, match="expected a list of cards"):
        made.position({"sideways": ["x"]})


def test_cards_of_a_component_begin_in_several_zones(tmp_path: Path) -> None:
    made = game(tmp_path, REASONS)
    assert {made.pieces.cards[piece].suit for piece in made.begun["reds"]} == {"red"}
    assert len(made.begun["reds"]) == 6
    assert made.pieces.list(made.begun["rest"]) == ["b2", "b3", "b4", "b5", "b6"]
    assert made.pieces.list(made.begun["box"]) == ["b1"]
    s = made.deal(1)
    assert sorted(made.turned(s)) == sorted(piece for n in range(3) for piece in s.piles[f"bar P{n}"])
    assert len(made.turned(s)) == 3
    kept(made)


def test_stories_cite_what_applied_and_name_what_happened(tmp_path: Path) -> None:
    made, listener = game(tmp_path, REASONS), Recorder()
    s = made.deal(1)
    s.piles["hand P0"][:1] = [made.pieces.find("b6")]
    s.tell = listener.tell
    made.opened(s)
    (opened,) = listener.take()
    bars = made.pieces.say([s.piles[f"bar P{n}"][0] for n in range(3)])
    assert (opened.rule, opened.says) == ("BT-002 BT-003", f"P0 begins, with {bars}")
    raid = next(move for move in made.moves(s) if move[0] == "raid")
    made.play(s, raid)
    (told,) = listener.take()
    assert (told.rule, told.did, told.figures) == ("BT-001 BT-006", "raid", {"stopped": 3})
    assert made.deeds() == ("fire", "raid", "smoke")


def test_a_tie_may_be_won_by_nobody(tmp_path: Path) -> None:
    made = game(tmp_path, REASONS)
    for raids, winners in ((0, ()), (1, (0,))):
        s = made.deal(1)
        s.raids = raids
        made.play_text(s, "P0 burns it down")
        assert made.winners(s) == winners


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        ("cards where suit == red and", "cards where raids == 0 and", "must be known before the game", 3),
        ("bar: {each: player}", "bar: {each: player, begins: cards where rank == 1}", "is there several times", 6),
        ("sideways]]", "backwards]]", "cards are turned sideways or upright, not 'backwards'", 8),
        ("as 'raid'", "as 3", "names what happened with a word, not with a number", 31),
        ("{3 - card.rank}", "{3 - card.rnak}", "no card has a field 'rnak'", 25),
        ("ties: nobody", "ties: everybody", "expected shared, first, last or nobody", 36),
    ],
)  # fmt: skip
def test_a_mistake_in_these_is_said_at_its_line(old: str, new: str, says: str, line: int, tmp_path: Path) -> None:  # fmt: skip
    assert REASONS.count(old) == 1
    found = refused(lambda: game(tmp_path, REASONS.replace(old, new)))
    assert [message for message, _ in found if says in message]
    assert {at for _, at in found if at} == {line}


TURNED = """
zones:
  deck: {begins: cards, seen_by: nobody}
  pile: {}
  other: {}
  hand: {each: player, seen_by: owner}
turn:
  act:
    rule: BT-001
    moves:
      draw: {says: draws, do: [turn first 2 of deck sideways, draw 1 from deck to pile]}
      deal: {says: deals, do: [turn first 1 of deck sideways, deal 1 from deck to each hand]}
      push: {says: pushes, do: [draw 2 from deck to pile, turn first 2 of pile sideways, move pile to other]}
      pass: {says: passes, do: [draw 2 from deck to my hand, turn my hand sideways, pass each hand to the left]}
      swap: {says: swaps, do: [draw 2 from deck to pile, turn last 1 of pile sideways, swap pile and other]}
      gather: {says: gathers, do: [draw 2 from deck to pile, turn pile sideways, gather pile to deck]}
      end: {says: ends it, do: [end]}
score: 0
"""


@pytest.mark.parametrize("said", ["draws", "deals", "pushes", "passes", "swaps", "gathers"])
def test_a_card_that_moves_lies_upright(said: str, tmp_path: Path) -> None:
    made = game(tmp_path, TURNED)
    s = made.deal(1)
    made.play_text(s, f"P0 {said}")
    assert s.sideways == s.piles["deck"][: said == "draws"]  # the one that has been turned, and stays


def test_a_trick_in_one_line(tmp_path: Path) -> None:
    """Oh hell with `trick:` is the same game as in the words that it stands for; test_referees.py has that one refereed."""
    folder = copied("oh-hell", tmp_path)
    rules = (folder / "rules.yaml").read_text("utf-8")
    begin, end = rules.index("    who: round(leader)"), rules.index("      - tell OH-006")
    short = "    trick: {leader: leader, follows: suit, trump: first(turned).suit, won: won}\n    after:\n"
    rules = rules[:begin] + short + rules[end:]
    for line in ("for each p in players: [move played of p to won of winner]", "set leader to winner"):
        assert rules.count(f"      - {line}\n") == 1
        rules = rules.replace(f"      - {line}\n", "")
    (folder / "rules.yaml").write_text(rules, "utf-8")
    kit = load_kit(folder)
    for players in (3, 4, 5):
        one, other = table("oh-hell", players), make_game(kit, players)
        for seed in range(10):
            a, b, rng = one.deal(seed), other.deal(seed), random.Random(seed)
            while a.phase is not OVER:
                moves = list(a.phase.moves(a))
                assert moves == list(b.phase.moves(b))
                a.phase.play(a, move := rng.choice(moves))
                b.phase.play(b, move)
            assert one.scores(a) == other.scores(b)


def test_without_trumps_the_highest_of_the_suit_led_wins_and_others_may_be_thrown(tmp_path: Path) -> None:
    made = game(tmp_path, TRICK, 3)
    kept(made)
    s = made.position({"hand P0": ["r2"], "hand P1": ["b6"], "hand P2": ["r1"], "leader": "P2", "turn": "P2"})
    for _ in range(3):
        s.phase.play(s, next(iter(s.phase.moves(s))))
    assert made.scores(s) == [3, 0, 0]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("{follows: suit}", "a trick has no leader, or nothing that is followed"),
        ("{leader: leader, follows: suit, trumps: red}", "a trick has no 'trumps'"),
        ("{leader: leader, follows: suit, to: my played}", "'my played' is no name"),
        ("{leader: leader, follows: suit, to: table}", "table"),
        ("{leader: leader, follows: suit}\n    who: players", "a trick says itself 'who'"),
    ],
)
def test_a_trick_that_is_wrong_is_told_at_its_line(wrong: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(CardgenError) as caught:
        game(tmp_path, TRICK.replace("{leader: leader, follows: suit, won: won}", wrong))
    (problem, *_) = caught.value.problems
    assert says in problem.message
    assert problem.where
    assert problem.where.line == 13 + wrong.count("\n")
