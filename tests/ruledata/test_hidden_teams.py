"""Words for teams that nobody knows, for places that are nobody's, and for what only some hear or see."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import OVER, Tell
from tests.ruledata.test_additions import game, kept

MASKS = """
zones:
  deck: {begins: cards, seen_by: nobody, lies: pile}
  hand: {each: player, seen_by: owner, shown_to: "side of viewer == side of player and side of viewer == red"}
  stall: {each: player, shared: the market, called: "{owner}'s stall"}
notes:
  side: {each: player, begins: none, secret: "[red, blue] if masked else []"}
  limit: 0
values:
  masked: number_of_players == 4
  last_one: with_most(place(p, players) for p in players)
  cheap(c card): c.rank < 3
before set up:
  - for each p in players: [set side of p to red if p == last_one or place(p, players) == 1 else blue]
  - set limit to number_of_players
opening:
  - tell BT-009: "{count(players where side of it == red)} are red"
set up: [deal 2 from deck to each hand, turn of last_one]
turn:
  trade:
    rule: BT-001
    moves:
      put:
        says: puts {card} on {stall of at}
        also: for {stall of at} gives {card}
        card: my hand
        at: players + [nobody]
        needs:
          - at != me: not on {called(my stall)} (BT-004)
        refuse:
          - card in stall of nobody: "{card} lies at {called(stall of nobody)} (BT-003)"
          - card not in my hand: "{card} is not yours"
        do:
          - move card from my hand to stall of at
          - if at == nobody: [cite BT-006 for me]
          - if cheap(card) and count(my hand) > 0:
            - let first_of be my hand[1]
            - tell BT-005 to me: "you still have {first_of}"
          - tell BT-002: "{called(stall of at)} has {card}"
          - draw 1 from deck to my hand
          - if deck is empty: [last round]
          - ask after(me) to say something about card
      passes: {says: passes, otherwise: yes}
answers:
  say something:
    rule: BT-007
    unseen: yes
    with: card
    moves:
      take:
        says: says yes
        do:
          - if card in stall of nobody:
            - end because {card} is on {called(stall of nobody)}
      leave: {says: says no}
score: count(my hand)
wins if: covers(list(c.suit for c in stall of nobody), [red, red]) and side of me == red
teams: side of me
"""


def masks(place: Path, players: int, rules: str = MASKS) -> Any:
    return game(place, rules, players)


def test_a_place_of_nobody_has_a_name_and_moves_can_be_said_in_two_ways(tmp_path: Path) -> None:
    made = masks(tmp_path, 3)
    s = made.position({"hand P0": ["r1", "r4"], "stall": ["r2"], "turn": "P0"})
    assert {made.say(s, move) for move in made.moves(s)} == {
        f"P0 puts {card} on {place}"
        for card in ("r1", "r4")
        for place in ("P1's stall", "P2's stall", "the market")
    }
    assert s.phase.read(s, "for the market gives r4") == s.phase.read(s, "puts r4 on the market")
    assert s.phase.read(s, "puts r4 on P1") == s.phase.read(s, "puts r4 on stall P1")
    with pytest.raises(ValueError, match=r"there is no 'the marked' .did you mean 'the market'"):
        s.phase.read(s, "puts r4 on the marked")
    for words, rule, says in (
        ("puts r2 on P1's stall", "BT-003", "r2 lies at the market"),
        ("puts r3 on P1's stall", "BT-001", "r3 is not yours"),
        ("puts r1 on P0's stall", "BT-004", "not on P0's stall"),
    ):
        assert s.phase.why_not(s, s.phase.read(s, words)) == (rule, says)
    made.play_text(s, "P0 puts r1 on the market")
    assert made.pieces.list(s.piles["stall"]) == ["r2", "r1"]
    assert s.piles["stall P0"] == []
    made.play_text(s, "P1 says yes")
    assert (s.phase, s.ending) == (OVER, "r1 is on the market")
    assert made.winners(s) == (0, 2)
    kept(made)


def test_nobody_need_win_where_a_condition_says_who_does(tmp_path: Path) -> None:
    made = masks(tmp_path, 3)
    s = made.position({"hand P0": ["b1"], "turn": "P0"})
    made.play_text(s, "P0 puts b1 on the market")
    made.play_text(s, "P1 says yes")
    assert s.phase is OVER
    assert made.winners(s) == ()


def test_teams_are_open_at_one_table_and_secret_at_another(tmp_path: Path) -> None:
    open_, masked = masks(tmp_path / "a", 3), masks(tmp_path / "b", 4)
    assert open_.view(open_.deal(1), 1).side == ["red", "blue", "red"]
    s = masked.deal(1)
    assert s.side == ["red", "blue", "blue", "red"]
    assert masked.view(s, 1).side == ["?", "blue", "?", "?"]
    assert -1 not in masked.view(s, 3).piles["hand P0"]  # of one side, which shows its hands
    assert -1 in masked.view(s, 2).piles["hand P1"]
    assert -1 in masked.view(s, 1).piles["hand P0"]
    s.phase = OVER
    assert masked.view(s, 1).side == ["red", "blue", "blue", "red"]


def test_a_question_that_nobody_else_knows_of(tmp_path: Path) -> None:
    made = masks(tmp_path, 3)
    s = made.position({"hand P0": ["r1", "r4"], "turn": "P0"})
    made.play_text(s, "P0 puts r1 on the market")
    assert (s.phase.name, s.turn) == ("say something", 1)
    assert (made.view(s, 1).phase.name, made.view(s, 1).turn) == ("say something", 1)
    assert (made.view(s, 2).phase.name, made.view(s, 2).turn) == ("trade", 0)


def test_some_sentences_and_numbers_are_for_some_alone(tmp_path: Path) -> None:
    made, heard = masks(tmp_path, 3), list[tuple[str, str, Any, Any]]()
    s = made.position({"hand P0": ["r1", "r4"], "turn": "P0"})
    tell = s.tell = Tell(lambda rule, says, **_: heard.append((rule, says, tell.only, dict(tell.withheld))))
    made.opened(s)
    s.phase.play(s, s.phase.read(s, "puts r1 on the market"))
    assert heard == [
        ("BT-009", "2 are red", None, {}),
        ("BT-005 BT-006", "you still have r4", (0,), {"BT-006": {0}}),
        ("BT-002", "the market has r1", None, {"BT-006": {0}}),
    ]
    assert made.tells == ("BT-002", "BT-005", "BT-006", "BT-009")


def test_what_only_a_story_asks_is_not_worked_out_without_one(tmp_path: Path) -> None:
    source = masks(tmp_path, 3).module.source
    assert re.search(r"        if s\.tell:\n(?: {12}.*\n)* {12}if \(\(F_rank\[m_card\] < 3\)", source)
    assert "v_last_one" not in source.replace("def v_last_one", "")  # known before anybody plays
    assert "def v_last_one(s, me):\n    return 2" in source


def test_what_an_else_does_is_done_without_a_story_too(tmp_path: Path) -> None:
    rules = MASKS.replace(
        "          - draw 1 from deck to my hand\n",
        '          - if cheap(card):\n            - "tell BT-008": cheap\n          - else: [add 10 to limit]\n'
        "          - let more be 0\n"
        '          - if cheap(card): [let more be 2, "tell BT-008: {more} more"]\n          - add more to limit\n'
        "          - draw 1 from deck to my hand\n",
    )
    made = masks(tmp_path, 3, rules)
    for card, limit in (("r1", 5), ("r4", 13)):
        s = made.position({"hand P0": ["r1", "r4"], "turn": "P0"})
        s.phase.play(s, s.phase.read(s, f"puts {card} on the market"))
        assert (s.tell, s.limit) == (None, limit)


def test_a_player_who_is_named_anew_has_another_hand(tmp_path: Path) -> None:
    rules = MASKS.replace(
        "          - draw 1 from deck to my hand\n",
        "          - do pass_on(after(me))\n",
    )
    rules += "deeds:\n  pass_on(p player):\n    - let p be after(p)\n    - set limit to count(hand of p) * 10 + count(hand of p)\n"
    made = masks(tmp_path, 3, rules)
    s = made.position({"hand P0": ["r1", "r4"], "hand P2": ["r2", "r3"], "turn": "P0"})
    s.phase.play(s, s.phase.read(s, "puts r1 on the market"))
    assert s.limit == 22


def test_notes_that_follow_from_the_table_are_there_in_described_positions(tmp_path: Path) -> None:
    made = masks(tmp_path, 4)
    assert made.position({}).limit == 4
    assert made.position({"side": {"P0": "blue"}}).side == ["blue", "blue", "blue", "red"]
    assert made.deal(1).turn == 3
    assert made.deal(1).turns == 1  # who begins has not had a turn


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("deck: {begins", "deck: {shared: a shop, begins", "zone 'deck' is shared already"),
        ("{owner}'s", "{who}'s", "only {owner} stands in braces here"),
        ("    rule: BT-001\n", "    rule: BT-001\n    unseen: yes\n", "'unseen' is for steps below answers:"),
        ("cite BT-006 for me", "cite BT-006 for card", "players are told, not a card"),
        ("[red, red])", "[1, 2])", "looks for a number in a list of words, and is never there"),
        ("[red, red])", ")", "covers(…) wants two lists"),
        ("called(my stall)", "called(limit)", "called(…) wants a zone, not a number"),
        ("also: for {stall of at}", "also: for {hand of card}", "'for {hand of card} gives {card}' says {hand of card}, and the move has no such choice"),
    ],
)  # fmt: skip
def test_mistakes_are_said(old: str, new: str, says: str, tmp_path: Path) -> None:
    assert old in MASKS
    with pytest.raises(CardgenError) as wrong:
        masks(tmp_path, 3, MASKS.replace(old, new, 1))
    assert says in " ".join(problem.message for problem in wrong.value.problems)
