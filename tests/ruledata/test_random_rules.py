"""Small rule files that chance writes, word by word as the manual has them: each is played to its end, or refused with a place."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from time import monotonic

import pytest

from cardgen import contract
from cardgen.base.errors import CardgenError
from cardgen.model import Kit
from cardgen.ruledata import game_of
from cardgen.source import load_kit
from tests.many import thorough
from tests.ruledata.test_additions import FACE, GAME

ZONES = """zones:
  deck: {begins: cards, seen_by: nobody, renewed_from: away}
  away: {lies: pile}
  row: {seen_by: SEEN}
  hand: {each: player, seen_by: OWN}
  laid: {each: player, use: play}
  bank: {chips: coins}
  coins: {each: player, chips: yes}
  dice: {each: player, dice: 2, seen_by: owner}
  board: {grid: 2 by 2}
rest: deck
notes:
  count_of_all: 0
  points: {each: player}
  marked: {each: player, begins: no}
  leader: nobody
  top: nothing
  mask: {each: player, secret: 1..3}
set up: [deal 3 from deck to each hand, for each p in players: [pay 2 from bank to coins of p]]
"""
END = "if turns_taken >= 9: [last round]"


class Writer:
    """Writes sentences and expressions of the kind that is wanted, smaller the deeper they are."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def of(self, kind: str, depth: int = 0) -> str:
        """Return an expression of a kind."""
        ways = _WAYS[kind]
        said = self.rng.choice(ways[: max(2, len(ways) - 2 * depth)])
        return self.filled(said, depth + 1)

    def filled(self, said: str, depth: int) -> str:
        """Return a pattern with an expression for each kind in capitals, a smaller one the deeper it is."""
        words = []
        for word in said.split(" "):
            bare = word.strip("()[],:")
            if bare in _WAYS:
                word = word.replace(bare, self.of(bare, depth))
            words.append(word)
        return " ".join(words)

    def sentences(self, depth: int = 0) -> str:
        """Return a list of sentences in brackets."""
        many = self.rng.randint(1, 3)
        return f"[{', '.join(self.filled(self.rng.choice(_SENTENCES), depth) for _ in range(many))}]"

    def file(self) -> str:
        """Return a file of rules."""
        rng = self.rng
        text = ZONES.replace("SEEN", rng.choice(("all", "nobody"))).replace(
            "OWN", rng.choice(("owner", "others", "all"))
        )
        text += f"before turn: {self.sentences()}\n" if rng.random() < 0.3 else ""
        text += "turn:\n"
        for number in range(rng.randint(1, 3)):
            text += f"  step {'abc'[number]}:\n    rule: AB-00{number + 1}\n"
            text += f"    if: {self.of('COND')}\n" if rng.random() < 0.2 else ""
            text += rng.choice(
                (
                    "",
                    "",
                    "    who: players\n",
                    "    who: players\n    secret: yes\n",
                    "    who: round(leader)\n",
                )
            )
            text += "    moves:\n"
            for move in range(rng.randint(1, 3)):
                name, kind = rng.choice(
                    (("card", "CARDS"), ("n", "NUMS"), ("who", "SEATS"), ("place", "PLACES"), ("", ""))
                )
                text += f"      move{move}:\n        says: does {number}{move}{f' with {{{name}}}' if name else ''}\n"
                text += f"        {name}: {self.of(kind)}\n" if name else ""
                text += f"        needs: [{self.of('COND')}: no]\n" if rng.random() < 0.4 else ""
                text += f"        do: {self.sentences()}\n"
            text += "      rests: {says: rests, otherwise: yes}\n"
            text += f"    after: [{END}, {self.sentences()[1:]}\n"
        return text + f"score: {self.of('NUM')}\n"


_WAYS = {
    "NUM": ["1", "count_of_all", "my points", "count( CARDS )", "my coins", "sum(c.rank for c in CARDS )", "( NUM + NUM )", "( NUM - NUM )", "max( NUM , NUM )", "( NUM if COND else NUM )", "count( PLACES )", "points of SEAT", "( NUM / NUM )", "count(dice of SEAT where it == 6)", "my mask", "sum(points of p for p in SEATS )", "CARD .rank"],
    "COND": ["my marked", "CARDS is empty", "NUM < NUM", "NUM == NUM", "SEAT == leader", "CARD != top", "( COND and COND )", "( COND or COND )", "( not COND )", "any(c.suit == red for c in CARDS )", "CARDS are all of one suit", "board of PLACE is empty", "CARD in CARDS", "all(points of p > NUM for p in SEATS )"],
    "CARDS": ["my hand", "row", "my laid", "hand of SEAT", "( CARDS where rank > NUM )", "( CARDS where suit == red )", "board of PLACE", "( CARDS otherwise CARDS )", "first 2 of CARDS", "sort( CARDS , it.rank)"],
    "CARD": ["first( CARDS )", "last( CARDS )", "top", "with_most( CARDS , it.rank)"],
    "SEAT": ["me", "leader", "after(me)", "with_most( SEATS , points of it)", "first( SEATS )", "(who has most count(laid of it))"],
    "SEATS": ["players", "others", "( SEATS where points of it > NUM )", "round( SEAT )"],
    "PLACE": ["a1", "b2", "first( PLACES )"],
    "PLACES": ["board", "( board where board of it is empty )", "next to a1", "( PLACES where board of it is not empty )", "reach from a1 where board of it is empty"],
    "NUMS": ["1..3", "( 1..3 where it < NUM )", "[1, 2, NUM ]", "((1..3) where it < NUM )"],
}  # fmt: skip
_AUTHORS = re.compile("more than once|other moves than the state")  # what a list of an author can do
_SENTENCES = [
    "draw NUM from deck to my hand", "move CARDS to row", "move CARD to my laid", "add NUM to my points", "set my marked to COND",
    "set leader to SEAT", "set top to CARD", "pay NUM from bank to my coins", "pay NUM from my coins to coins of SEAT",
    "move first 1 of my hand to board of PLACE", "refill row to 2 from deck", "set my mask to 2", "swap my hand and hand of SEAT",
    "pass each hand to the left", "show CARDS to SEAT", "roll my dice", "shuffle row", "tell AB-001: one more", "gather row, away to deck",
    "turn CARDS sideways", "let x be NUM", "if COND : [add NUM to my points]", "for each p in SEATS : [add NUM to points of p]",
    "repeat 2 times: [draw 1 from deck to row]", "if COND : [turn of SEAT ]", "if COND : [next turn]",
]  # fmt: skip


def bits(place: Path) -> Kit:
    """Return a small kit of cards, cubes and coins."""
    (place / "bits").mkdir()
    (place / "bits" / "game.yaml").write_text(GAME, "utf-8")
    (place / "bits" / "f.svg").write_text(FACE, "utf-8")
    return load_kit(place / "bits")


def written(case: int) -> str:
    """Return the rules that chance writes with a number."""
    return Writer(random.Random(case)).file()


def judged(kit: Kit, path: Path, case: int) -> str:
    """Return how it went with a file: played, or refused before or while playing; AssertionError where it was neither."""
    path.write_text(written(case), "utf-8")
    try:
        made = game_of(kit, path)(kit, 2 + case % 2, {})
    except CardgenError as told:
        return "refused" if all(one.where and one.where.line for one in told.problems) else str(told)
    problems = contract.broken(made, case, until=monotonic() + 5)
    odd = [one for one in problems if not (one.where and one.where.line) or " raises " in one.message]
    odd += [one for one in problems if one.code == "contract" and not _AUTHORS.search(one.message)]
    assert not odd, [str(one) for one in odd]
    return "stopped" if problems else "played"


@pytest.mark.parametrize("cases", [range(16), *(thorough(range(n, n + 40)) for n in range(16, 400, 40))])
def test_rules_of_chance_are_played_or_refused_with_a_place(cases: range, tmp_path: Path) -> None:
    kit = bits(tmp_path)
    went = Counter(judged(kit, kit.root / "rules.yaml", case) for case in cases)
    assert went["played"]
    assert set(went) <= {"played", "stopped", "refused"}
