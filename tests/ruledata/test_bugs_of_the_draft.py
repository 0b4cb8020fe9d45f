"""What broke rules as data once, each as a small game: it is played, or said at its line."""

from __future__ import annotations

import pickle
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import OVER, Misplaced, RandomBot, play_and_save, replay
from cardgen.engine.playing import rollout
from cardgen.games import make_game
from cardgen.ruledata import game_of
from cardgen.ruledata.file import RulesFile
from cardgen.ruledata.outline import Outline
from tests.ruledata.kits import CLASSICS, NAMES, changed, copied, kit_of, table
from tests.ruledata.test_additions import game

SMALL = """
zones:
  deck: {begins: cards, seen_by: nobody}
  hand: {each: player, seen_by: owner}
  pile: {lies: pile}
notes: {drawn: 0, luck_of: {each: player, begins: 0, secret: 1..6}, owner_of: {each: spot, begins: nobody}}
values: {red: 1}
turn:
  play:
    rule: KP-001
    moves:
      play: {says: "plays {card}", card: my hand, do: [move card to pile]}
      draw: {says: draws, needs: [deck is not empty: no card is left], do: [draw 1 from deck to my hand]}
      stop: {says: stops, otherwise: yes, do: [end]}
score: count(my hand)
"""
ZONES = "  pile: {lies: pile}\n"


def small(place: Path, *changes: tuple[str, str], kit: str = "oh-hell") -> Any:
    """Return a small game at a table of three, with some changes."""
    text = SMALL.replace("owner_of: {each: spot, begins: nobody}", "plain: 0")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = place / "rules.yaml"
    path.write_text(text, "utf-8")
    return game_of(kit_of(kit), path)(kit_of(kit), 3, {})


def refused(place: Path, *changes: tuple[str, str]) -> str:
    with pytest.raises(CardgenError) as wrong:
        small(place, *changes)
    return "\n".join(map(str, wrong.value.problems))


# A1: the flow of a deed comes from what it says, however it is written, through other deeds, in any order
@pytest.mark.parametrize(
    "deeds",
    [
        "  over: [end]\n",
        "  over:\n    - if me == me: [end]\n",
        "  over: [if me == me: end]\n",
        "  over: [do really]\n  really: [{if me == me: [end]}]\n",
        "  really:\n    - end because it is over\n  over: [do really]\n",
    ],
)
def test_an_end_in_a_deed_ends_the_game(deeds: str, tmp_path: Path) -> None:
    game = small(
        tmp_path,
        ("do: [move card to pile]", "do: [move card to pile, do over]"),
        ("score:", f"deeds:\n{deeds}score:"),
    )
    s = game.deal(1)
    game.play_text(s, "P0 draws")
    game.play_text(s, f"P1 {'draws'}")
    game.play_text(s, "P2 draws")
    s.phase.play(s, game.moves(s)[0])
    assert s.phase is OVER


# A2: what is secret is imagined anew in each world, and dice that others hold are rolled again
def test_secret_notes_and_hidden_dice_are_sampled(tmp_path: Path) -> None:
    game = small(tmp_path, (ZONES, f"{ZONES}  cup: {{each: player, dice: 3, seen_by: owner}}\n"))
    s = game.deal(3)
    s.luck_of[:] = [4, 5, 6]
    view = game.view(s, 0)
    assert view.luck_of[0] == 4
    assert 5 not in view.luck_of
    assert view.dice["cup P1"] == [0, 0, 0] != view.dice["cup P0"]
    worlds = [game.sample_world(view, random.Random(n)) for n in range(60)]
    assert {world.luck_of[1] for world in worlds} == {1, 2, 3, 4, 5, 6}
    assert {world.luck_of[0] for world in worlds} == {4}
    assert len({tuple(world.dice["cup P1"]) for world in worlds}) > 20
    assert {tuple(world.dice["cup P0"]) for world in worlds} == {tuple(s.dice["cup P0"])}
    assert all(
        game.view(world, 0).to_dict() == view.to_dict()
        for world in worlds[:5]
        if not setattr(world, "viewer", -1)
    )


# A3: sentences that sound alike
def test_the_sentence_that_says_most_is_read_first(tmp_path: Path) -> None:
    game = small(tmp_path, ("says: stops, otherwise: yes", "says: plays no more"))
    s = game.deal(1)
    assert game.read(s, "P0 plays no more") == ("stop",)
    assert "sounds like the move 'play'" in refused(
        tmp_path,
        ("says: draws, needs: [deck is not empty: no card is left], do", "says: 'plays {n}', n: 1..3, do"),
    )


# A4: names of Python, and what divides by nothing, are in test_hostile_rules and test_mistakes
def test_a_zone_may_be_called_as_python_likes_it_or_not(tmp_path: Path) -> None:
    game = small(tmp_path, (ZONES, f"{ZONES}  pass: {{}}\n  lambda: {{each: [class, del]}}\n"))
    assert {"pass", "lambda class", "lambda del"} <= set(game.deal(1).piles)


# B1: there is no note of what is not there
def test_a_note_of_a_key_that_is_not_there(tmp_path: Path) -> None:
    spots = (ZONES, f"{ZONES}  spot: {{each: 1..4}}\n")
    note = ("plain: 0", "owner_of: {each: spot, begins: nobody}")
    said = refused(tmp_path, spots, note, ("do: [move card to pile]", "do: [set owner_of of 9 to me]"))
    assert "there is no owner_of of 9" in said
    game = small(
        tmp_path, spots, note, ("do: [move card to pile]", "do: [set owner_of of (card.rank + 50) to me]")
    )
    s = game.deal(1)
    s.piles["hand P0"].append(s.piles["deck"].pop())
    with pytest.raises(CardgenError, match="there is no owner_of of 5"):
        s.phase.play(s, game.moves(s)[0])


# B2: recursion that ends is fine
def test_a_deed_may_do_itself_as_long_as_it_ends(tmp_path: Path) -> None:
    deed = "deeds:\n  fill(n): [if n > 0: [draw 1 from deck to my hand, do fill(n - 1)]]\nscore:"
    game = small(tmp_path, ("do: [draw 1 from deck to my hand]", "do: [do fill(7)]"), ("score:", deed))
    s = game.deal(1)
    game.play_text(s, "P0 draws")
    assert len(s.piles["hand P0"]) == 7


# B4: an end is found wherever it is written
def test_an_end_without_brackets_is_an_end(tmp_path: Path) -> None:
    small(tmp_path, ("otherwise: yes, do: [end]", "otherwise: yes, do: [if deck is empty: end]"))
    said = refused(tmp_path, ("do: [end]", "do: []"), ("values: {red: 1}", "values: {red: 1}\nends: the end"))
    assert "no rule ends the game" in said


# B5: who has nothing to choose
def test_a_step_without_a_move_is_said_not_raised(tmp_path: Path) -> None:
    game = small(tmp_path, ("rule: KP-001\n", "rule: KP-001\n    who: players\n"), (", otherwise: yes", ", needs: [no]"), ("needs: [deck is not empty: no card is left]", "needs: [my hand is not empty]"))  # fmt: skip
    with pytest.raises(CardgenError, match="step 'play' offers P0 no move"):
        rollout(game.deal(1), random.Random(1))


# trap 1: commas in brackets are commas
def test_commas_in_brackets_divide_nothing(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        ("do: [move card to pile]", "do: [do act(card, me, max(1, 2)), next turn]"),
        ("score: count(my hand)", "deeds:\n  act(card, who, n): [move card to pile, draw n from deck to hand of who]\nscore: max(count(my hand), 0)"),
        ("needs: [deck is not empty: no card is left]", "needs: [max(count(deck), 1) > 0: too few, min(1, 2) == 1]"),
        ("values: {red: 1}", "values: {red: max(1, 2), green: min(1, max(2, 3))}"),
    )  # fmt: skip
    s = game.deal(1)
    for name in ("P0", "P1", "P2"):
        game.play_text(s, f"{name} draws")
    s.phase.play(s, game.moves(s)[0])
    assert len(s.piles["hand P0"]) == 2


# trap 8: values in any order, and one count from 1
def test_values_use_one_another_in_any_order_and_lists_are_counted_from_1(tmp_path: Path) -> None:
    game = small(tmp_path, ("values: {red: 1}", "values:\n  second: third + my hand[1].rank\n  third: place(me, players)"), ("score: count(my hand)", "score: second"))  # fmt: skip
    s = game.deal(1)
    assert game.scores(s) == [1, 2, 3]


@pytest.mark.parametrize("name", NAMES)
def test_games_and_tables_are_pickled_and_come_back_the_same(name: str) -> None:
    game = table(name)
    s = game.deal(5)
    rollout_some(s)
    again = pickle.loads(pickle.dumps(s))
    assert again == s
    assert type(again) is type(s)
    assert pickle.loads(pickle.dumps(game)) is game


def rollout_some(s: Any) -> None:
    rng = random.Random(1)
    for _ in range(7):
        if s.phase is not OVER:
            s.phase.play(s, rng.choice(list(s.phase.moves(s))))


def test_a_game_that_was_saved_by_other_rules_is_refused(tmp_path: Path) -> None:
    from cardgen.source import load_kit

    folder = copied("pig", tmp_path)
    game = make_game(load_kit(folder), 2)
    saved = play_and_save(game, 1, [RandomBot(), RandomBot()])
    assert replay(game, saved).phase is OVER
    changed(folder, "# PG-003", "# PG-003, a comment")
    assert replay(make_game(load_kit(folder), 2), saved).phase is OVER
    changed(folder, "if die == 1:", "if die == 2:")
    with pytest.raises(ValueError, match="another version"):
        replay(make_game(load_kit(folder), 2), saved)
    assert saved == replace(saved)


@pytest.mark.parametrize("name", NAMES)
def test_every_problem_knows_its_place_and_the_file_reads_without_its_kit(name: str) -> None:
    file = RulesFile(CLASSICS / name / "rules.yaml")
    outline = Outline(file)
    assert not list(file.problems)
    assert outline.steps


LIMITED = """
zones:
  deck: {begins: cards, seen_by: nobody}
  pool: {begins: cubes}
  hand: {each: player, seen_by: owner, only: it.suit == red}
  spot: {each: [a, b], holds: cubes}
rest: deck pool
values: {low(card): card.rank < 3}
picture: ["{first(my hand)} {last(my hand)} {my hand[1]} {first(hand of after(me))}"]
turn:
  play:
    rule: BT-001
    moves:
      play: {says: plays, do: [ask after(me) to answer]}
      stop: {says: stops, do: [end]}
answers:
  answer: {rule: BT-002, moves: {yes_: {says: agrees}}}
score: count(low(c) for c in my hand)
"""


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"hand P1": ["r1", "b1"]}, "b1 cannot lie here (only: it.suit == red)"),
        ({"hand": {"P1": ["b1", "r2"]}}, "b1 cannot lie here (only: it.suit == red)"),
        ({"spot a": ["A.1", "r1"]}, "r1 cannot lie here (holds: cubes)"),
        ({"phase": "answer"}, "'answer' answers a question, and nobody has asked it"),
    ],
)
def test_a_position_is_refused_that_no_game_comes_to(
    given: dict[str, Any], says: str, tmp_path: Path
) -> None:
    made = game(tmp_path, LIMITED)
    with pytest.raises(Misplaced) as wrong:
        made.position(given)
    assert (says, wrong.value.path[0]) == (str(wrong.value).partition(": ")[2], next(iter(given)))
    assert made.position({"hand P1": ["r1"], "spot a": ["A.1"], "phase": "play"}).piles["spot a"]


def test_a_card_that_is_there_and_hidden_is_not_nothing(tmp_path: Path) -> None:
    made = game(tmp_path, LIMITED)
    s = made.position({"hand P1": ["r1"]})
    assert made.picture(s) == "nothing nothing nothing r1"
    assert made.picture(made.view(s, 0)) == "nothing nothing nothing ?"
    s.turn = 1
    assert made.picture(made.view(s, 0)) == "? ? ? nothing"


def test_a_secret_note_is_open_while_it_can_be_nothing(tmp_path: Path) -> None:
    game = small(tmp_path, ("secret: 1..6}", 'secret: "1..6 if drawn == 0 else []"}'))
    s = game.deal(3)
    s.luck_of[:] = [4, 5, 6]
    assert 5 not in game.view(s, 0).luck_of
    s.drawn = 1
    view = game.view(s, 0)
    assert view.luck_of == game.sample_world(view, random.Random(1)).luck_of == [4, 5, 6]


def test_a_secret_note_is_a_question_mark_to_others(tmp_path: Path) -> None:
    """It was another card and another player, or a very long number; a card of a value was nothing."""
    said = ["own_card", "foe", "n", "colour", "well"]
    notes = "notes: {own_card: {each: player, begins: nothing, secret: my hand}, foe: {each: player, begins: nobody, secret: players}, n: {each: player, secret: 1..3}, colour: {each: player, begins: '', secret: [red]}, well: {each: player, begins: no, secret: [yes]}}\n"
    text = LIMITED.replace(
        "values: {",
        notes + "values: {end_of_hand(p player): first(hand of p) if well of p else last(hand of p), ",
    )
    text = re.sub(
        "picture: .*",
        f"picture: ['{' '.join(f'{{{one} of last(players)}}' for one in said)} {{end_of_hand(last(players))}}']",
        text,
    )
    made = game(tmp_path, text)
    s = made.deal(1)
    s.piles["hand P2"].append(s.piles["deck"].pop(next(n for n, p in enumerate(s.piles["deck"]) if p < 6)))
    s.own_card[2], s.foe[2], s.n[2], s.colour[2], s.well[2] = s.piles["hand P2"][0], 0, 3, "red", True
    own = made.pieces.names[s.own_card[2]]
    assert made.picture(made.view(s, 2)) == f"{own} P0 3 red yes {own}"
    assert made.picture(made.view(s, 0)) == "? ? ? ? ? ?"
    facts = [made.facts(made.view(s, seat)) for seat in (0, 2)]
    assert [[one[name]["P2"] for name in said] for one in facts] == [["?"] * 5, [own, "P0", 3, "red", True]]
    assert made.sample_world(made.view(s, 0), random.Random(1)).foe[2] in (0, 1, 2)


def test_an_empty_word_is_that_of_a_card_without_one(tmp_path: Path) -> None:
    needs = (
        "needs: [first(pile).suit == '': a card lies there, not first(pile).suit != '': a card lies there]"
    )
    game = small(tmp_path, ("needs: [deck is not empty: no card is left]", needs))
    s = game.deal(1)
    game.play_text(s, "P0 draws")
    game.play_text(s, "P1 draws")
    game.play_text(s, "P2 draws")
    game.play_text(s, next(words for move in game.moves(s) if "plays" in (words := game.say(s, move))))
    assert not any("draws" in game.say(s, move) for move in game.moves(s))
