"""Night Market as code, in the order of its rules; NM-006 and its like are in seeds/night-market.yaml."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, ClassVar

from cardgen import rules
from cardgen.model import Card
from cardgen.rules import Move, Moves, Phase, Piles, PilesTable, Zone, applies, phrases

WARES = ("tea", "lantern", "dumpling")  # NM-001


class Table(PilesTable):
    """The piles, the coins, and where each stroller stands on the lane."""

    game: NightMarket

    def stall(self, steps: int = 0) -> Any:
        """Return the stall to which so many steps bring the player on turn.  NM-002."""
        return self.game.kit.tables["stalls"][self.ahead(self.own("stroller"), steps)]

    def crowd(self, steps: int) -> list[str]:
        """Return who stands there already and is to be paid for it.  NM-Q1."""
        spot = self.ahead(self.own("stroller"), steps)
        there = [name for name in self.game.names if self.spots[f"stroller {name}"] == spot]
        return there if spot and self.game.options["crowd"] == "pay" else []


@applies("NM-007, NM-Q1")
class Stroll(Phase[Table]):
    """First step: play a card and go on by its value.  NM-006."""

    name, rule = "stroll", "NM-006"
    only = "NM-006: whoever holds a card strolls with one of their own"
    phrases = phrases(stroll="strolls with {card}", stay="stays")

    def moves(self, s: Table) -> Moves:
        return [("stroll", card) for card in s.piles[s.own("hand")]] or [("stay",)]

    def play(self, s: Table, move: Move) -> None:
        if move[0] == "stroll":
            s.move(move[1], s.own("hand"), "discard")
            self.walk(s, s.card(move[1]).value)
        s.phase = TRADE

    def walk(self, s: Table, steps: int) -> None:
        """Go past the gate, perhaps, and into the crowd.  NM-007, NM-Q1."""
        me, crowd, numbers = s.own("stroller"), s.crowd(steps), s.game.numbers
        before, s.spots[me] = s.spots[me], s.ahead(me, steps)
        if s.spots[me] < before and s.pay("bank", s.own("coins"), numbers["lap"]) and s.tell:
            s.tell("NM-007", "a coin at the gate")
        for name in crowd:
            if s.pay(s.own("coins"), f"coins {name}", numbers["crowd"]) and s.tell:
                s.tell("NM-Q1", f"{name} was here first and gets a coin")


@applies("NM-008, NM-010")
class Trade(Phase[Table]):
    """Second step: sell a card that the stall wants, or nothing; then draw.  NM-008, NM-009."""

    name, rule = "trade", "NM-008"
    only = "NM-008: you do not hold it, or this stall wants something else"
    phrases = phrases(nothing="sells nothing", sell="sells {card}")

    def moves(self, s: Table) -> Moves:
        wanted = s.stall()["ware"]
        return [("nothing",)] + [("sell", c) for c in s.piles[s.own("hand")] if s.card(c).ware == wanted]

    def play(self, s: Table, move: Move) -> None:
        if move[0] == "sell":
            s.move(move[1], s.own("hand"), s.own("sold"))
            paid = s.pay("bank", s.own("coins"), s.stall()["price"])
            if s.tell:
                s.tell("NM-008", f"the bank pays {paid}", paid=paid)
        s.draw("deck", s.own("hand"), s.game.numbers["hand"] - len(s.piles[s.own("hand")]))  # NM-009
        if not s.piles["deck"] and s.end_after() and s.tell:
            s.tell("NM-010", "the lanterns go out")
        s.next_turn(STROLL)


STROLL, TRADE = Stroll(), Trade()


class NightMarket(Piles[Table]):
    """Night Market for 2 to 4 players."""

    slug, prefix, turn_rule = "night-market", "NM", "NM-006"
    phases: ClassVar = (STROLL, TRADE)
    layout = (
        Zone("deck", seen_by="nobody", lies="pile", begins="wares"),  # NM-001
        Zone("discard", lies="pile"),
        Zone("hand", "seat", seen_by="owner", lies="fan", most=lambda game, _: game.numbers["hand"]),
        Zone("sold", "seat", use="play"),
        Zone("stroller", "seat", lies="track", on="lane", spots="stalls", begins="strollers"),  # NM-002
        Zone("bank", holds="chips", begins="coins"),  # NM-003
        Zone("coins", "seat", holds="chips"),
        Zone("box", use="stock"),
    )
    rest = ("deck", "discard")
    ties, ends = "last", "the lanterns are out"  # NM-012
    fields_that_count = ("ware", "value")
    tables_read: ClassVar[rules.Tables] = {
        "numbers": rules.table(**dict.fromkeys(("hand", "coins", "lap", "set", "crowd"), rules.whole(0))),
        "stalls": rules.list_of(
            rules.table(ware=rules.one_of(*WARES, "none"), price=rules.whole(0)), least=1
        ),
    }

    def set_up(self, s: Table) -> None:
        # NM-004; who begins is table talk (NM-005): here it is the first seat
        s.deal("deck", hand=self.numbers["hand"])
        s.deal("bank", coins=self.numbers["coins"])

    def scores(self, s: Table) -> list[int]:
        """Return the coins of each seat, and what its sets are worth.  NM-011."""
        return [s.chips[f"coins {name}"] + self.sets(s.cards(f"sold {name}")) for name in self.names]

    def sets(self, sold: list[Card]) -> int:
        wares = Counter(card.ware for card in sold)
        return int(self.numbers["set"] * min(wares[ware] for ware in WARES))

    def greedy(self) -> rules.Bot:
        return Merchant()


class Merchant:
    """Strolls to the stall that pays most for what is left in hand, and sells what it can."""

    name, looks = "greedy", True

    def choose(self, view: Table, moves: Moves, rng: random.Random) -> Move:
        return max(moves, key=lambda move: self.promise(view, move))

    def promise(self, view: Table, move: Move) -> float:
        if move[0] != "stroll":
            return 6 - view.card(move[1]).value if move[0] == "sell" else 0
        steps, rest = view.card(move[1]).value, [c for c in view.piles[view.own("hand")] if c != move[1]]
        stall = view.stall(steps)
        sells = any(view.card(card).ware == stall["ware"] for card in rest)
        return float(stall["price"] * sells - len(view.crowd(steps)))
