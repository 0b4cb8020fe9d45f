"""Harbour as code, in the order of its rules; HB-005 and its like are numbers in seeds/harbour.yaml."""

from __future__ import annotations

import random
from collections import Counter
from typing import ClassVar

from cardgen import rules
from cardgen.model import Card
from cardgen.rules import Move, Moves, Phase, Piles, PilesTable, Refusal, Zone, applies, each, phrases


class Table(PilesTable):
    """The piles, and what is counted. The first card of the quay is the one that has lain there longest."""

    game: Harbour
    unsaid = ("fresh",)
    storms: int = 0
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
            s.draw("deck", s.own("hand"))
        s.phase = LOAD

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("HB-005", "it is not on the quay" if move[0] == "take" else "the deck has run out")

    def refill(self, s: Table, quay: list[int], deck: list[int]) -> None:
        """A card taken from the quay is replaced, and heavy cards bring storms.  HB-006, HB-008."""
        while len(quay) < s.game.numbers["quay"] and deck:
            s.draw("deck", "quay")
            if s.card(quay[-1]).value >= s.game.numbers["storm"]:
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
                s.fresh[s.turn] += s.card(move[1]).fresh
        self.end_turn(s)

    def end_turn(self, s: Table) -> None:
        """Has the tide turned, and who is next?  HB-005, HB-009, HB-Q1."""
        stormy = s.game.options["tide"] == "fast" and s.storms >= s.game.numbers["fast_storms"]
        if (stormy or not s.piles["deck"]) and s.end_after(more=1) and s.tell:
            s.tell("HB-009 HB-Q1", "the tide has turned", storms=s.storms)
        s.next_turn(FETCH if s.piles["quay"] or s.piles["deck"] else LOAD)


FETCH, LOAD = Fetch(), Load()


class Harbour(Piles[Table]):
    """Harbour for 2 to 4 players."""

    slug, prefix, turn_rule = "harbour", "HB", "HB-005"
    phases: ClassVar = (FETCH, LOAD)
    layout = (
        Zone("deck", seen_by="nobody", lies="pile", begins="cargo"),  # HB-001
        Zone("quay"),
        Zone("overboard", lies="pile"),
        Zone("hand", "seat", seen_by="owner", lies="fan"),
        Zone("ships", "seat", use="play"),
    )
    rest = ("deck", "overboard")
    ties, ends = "last", "the tide has turned"  # HB-012
    fields_that_count = ("good", "value", "fresh")
    tables_read: ClassVar[rules.Tables] = {
        "numbers": rules.table(**dict.fromkeys(("hand", "quay", "storm", "ship", "full"), rules.whole(1)))
    }

    def set_up(self, s: Table) -> None:
        # HB-003; who begins is table talk (HB-004): here it is the first seat
        s.deal("deck", hand=self.numbers["hand"], quay=self.numbers["quay"])

    def worth(self, aboard: list[Card]) -> int:
        """Return what the ships of a player are worth.  HB-002, HB-010."""
        size = Counter(card.good for card in aboard)
        cargo = sum(card.value for card in aboard if size[card.good] >= self.numbers["ship"])
        full = sum(n >= self.numbers["full"] for n in size.values())
        return int(cargo + full * self.numbers["full_bonus"])

    def scores(self, s: Table) -> list[int]:
        return [self.worth(s.cards(f"ships {name}")) + s.fresh[n] for n, name in enumerate(self.names)]

    def greedy(self) -> rules.Bot:
        return Harbourmaster()


class Harbourmaster:
    """Collects what it has most of, and leaves no card ashore."""

    name, looks = "greedy", True

    def choose(self, view: Table, moves: Moves, rng: random.Random) -> Move:
        mine = Counter(card.good for card in view.cards(view.own("hand"), view.own("ships")))
        cards = {move: view.card(move[1]) for move in moves if move[1:]}
        promise = {move: 2 * mine[card.good] + card.value for move, card in cards.items()}
        return max(moves, key=lambda move: promise.get(move, 5 if move == ("draw",) else 0))
