"""Harbour as code, in the order of its rules; HB-005 and its like are numbers in seeds/harbour.yaml."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from cardgen import engine
from cardgen.engine import OVER, Move, Moves, Phase, Piles, PilesTable, Refusal, Zone, applies, each, phrases
from cardgen.model import Component, Kit


class Table(PilesTable):
    """The piles, and what is counted. The top card of the deck is its first, and so is the oldest card of the quay."""

    game: Harbour
    unsaid = ("fresh", "turns")
    storms: int = 0
    left: int = -1  # turns to the end, -1 while the tide is high
    turns: int = 1
    fresh: list[int] = each(0)


@applies("HB-008")
class Fetch(Phase[Table]):
    """First step: take a card of the quay or draw one.  HB-005."""

    name, rule = "fetch a card", "HB-005"
    phrases = phrases(take="takes {card} from the quay", draw="draws from the deck")

    def moves(self, s: Table) -> Moves:
        return [("take", card) for card in s.piles["quay"]] + ([("draw",)] if s.piles["deck"] else [])

    def play(self, s: Table, move: Move) -> None:
        if move[0] == "take":
            s.move(move[1], "quay", s.own("hand"))
            self.refill(s, s.piles["quay"], s.piles["deck"])
        else:
            s.move(s.piles["deck"][0], "deck", s.own("hand"))
        s.phase = LOAD

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("HB-005", "it is not on the quay" if move[0] == "take" else "the deck has run out")

    def refill(self, s: Table, quay: list[int], deck: list[int]) -> None:
        """A card taken from the quay is replaced, and heavy cards bring storms.  HB-006, HB-008."""
        while len(quay) < s.game.numbers["quay"] and deck:
            s.move(deck[0], "deck", "quay")
            if s.game.pieces.cards[quay[-1]].value >= s.game.numbers["storm"]:
                s.storms += 1
                s.move(quay[0], "quay", "overboard")
                if s.tell:
                    s.tell("HB-008", f"storm {s.storms} is raging")


@applies("HB-009, HB-Q1")
class Load(Phase[Table]):
    """Second step: load one card, or nothing.  HB-007, HB-011."""

    name, rule = "load a ship", "HB-007"
    phrases = phrases(nothing="loads nothing", load="loads {card}")

    def moves(self, s: Table) -> Moves:
        return [("nothing",), *(("load", card) for card in s.piles[s.own("hand")])]

    def play(self, s: Table, move: Move) -> None:
        if move[0] == "load":
            s.move(move[1], s.own("hand"), s.own("ships"))
            if s.left < 0:  # HB-011: what is fresh earns more while the tide is high
                s.fresh[s.turn] += s.game.pieces.cards[move[1]].fresh
        self.end_turn(s)

    def end_turn(self, s: Table) -> None:
        """Has the tide turned, and who is next?  HB-005, HB-009, HB-Q1."""
        stormy = s.game.options["tide"] == "fast" and s.storms >= s.game.numbers["fast_storms"]
        if s.left > 0:
            s.left -= 1
        elif stormy or not s.piles["deck"]:
            s.left = 2 * s.game.players - 1 - s.turn  # HB-009: this round to its end, and one more
            if s.tell:
                s.tell("HB-009 HB-Q1", "the tide has turned", storms=s.storms)
        s.turn, s.turns = (s.turn + 1) % s.game.players, s.turns + 1
        s.phase = OVER if s.left == 0 else FETCH if s.piles["quay"] or s.piles["deck"] else LOAD


FETCH, LOAD = Fetch(), Load()


class Harbour(Piles[Table]):
    """Harbour for 2 to 4 players."""

    slug, prefix, turn_rule = "harbour", "HB", "HB-005"
    phases: ClassVar = (FETCH, LOAD)
    layout = (
        Zone("deck", seen_by="nobody", lies="pile"),  # HB-003
        Zone("quay"),
        Zone("overboard", lies="pile"),
        Zone("hand", "seat", seen_by="owner", lies="fan"),
        Zone("ships", "seat", use="play"),
    )
    rest = ("deck", "overboard")
    fields_that_count, tables_that_count = ("good", "value", "fresh"), ("numbers",)
    tables_read: ClassVar[engine.Tables] = {
        "numbers": engine.table(**dict.fromkeys(("hand", "quay", "storm", "ship", "full"), engine.whole(1)))
    }

    @property
    def numbers(self) -> Mapping[str, int]:
        return self.kit.tables["numbers"]  # type: ignore[no-any-return]

    def components(self, kit: Kit) -> Iterable[Component]:
        return (kit.component("cargo"),)  # HB-001

    def deal(self, seed: int) -> Table:
        s, deck = self.empty(), list(range(len(self.pieces)))
        engine.stream(seed, "deal").shuffle(deck)
        # HB-003; who begins is table talk (HB-004): here it is the first seat
        for pile in (*(f"hand {name}" for name in self.names), "quay"):
            s.piles[pile] = [deck.pop(0) for _ in range(self.numbers[pile.split()[0]])]
        s.piles["deck"], s.phase = deck, FETCH
        return s

    def worth(self, aboard: list[int]) -> int:
        """Return what the ships of a player are worth.  HB-002, HB-010."""
        cards = [self.pieces.cards[card] for card in aboard]
        size = Counter(card.good for card in cards)
        cargo: int = sum(card.value for card in cards if size[card.good] >= self.numbers["ship"])
        return cargo + self.numbers["full_bonus"] * sum(n >= self.numbers["full"] for n in size.values())

    def scores(self, s: Table) -> list[int]:
        return [self.worth(s.piles[f"ships {name}"]) + s.fresh[n] for n, name in enumerate(self.names)]

    def winners(self, s: Table) -> tuple[int, ...]:
        scores = self.scores(s)  # HB-012: the last of those who tie
        return (max(range(self.players), key=lambda seat: (scores[seat], seat)),)

    def ending(self, s: Table) -> str:
        return "the tide has turned"

    def rounds(self, s: Table) -> int:
        return -(-s.turns // self.players)

    def greedy(self) -> engine.Bot:
        return Harbourmaster()


class Harbourmaster:
    """Collects what it has most of, and leaves no card ashore."""

    name, looks = "greedy", True

    def choose(self, view: Table, moves: Moves, rng: random.Random) -> Move:
        cards = view.game.pieces.cards
        mine = Counter(
            cards[card].good for card in view.piles[view.own("hand")] + view.piles[view.own("ships")]
        )
        promise = {move: 2 * mine[cards[move[1]].good] + cards[move[1]].value for move in moves if move[1:]}
        return max(moves, key=lambda move: promise.get(move, 5 if move == ("draw",) else 0))
