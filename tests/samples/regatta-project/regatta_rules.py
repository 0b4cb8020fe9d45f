"""Regatta as code: play one of your cards and do what it says; who has sailed farthest wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from cardgen import rules
from cardgen.effects import kit_effects
from cardgen.model import Component, Kit
from cardgen.rules import OVER, Game, Move, Moves, Phase, State, Zone, applies, each, phrases

HAND = 3


class Course(State):
    """The deck, the open hands, the cards that were played, and how far each ship has sailed."""

    deck: list[int]
    hands: list[list[int]] = each()
    played: list[int]
    miles: list[int] = each(0)


@applies("RG-001")
class Order(Phase[Course]):
    """Play one card and do what it says, word for word."""

    name, rule, bare = "play a card", "RG-001", "play"
    phrases = phrases(play="plays {card}")

    def moves(self, s: Course) -> Moves:
        return s.hands[s.turn][:]

    def play(self, s: Course, move: Move) -> None:
        s.hands[s.turn].remove(move)
        s.played.append(move)
        if s.tell:
            s.tell("RG-001", f"{s.game.pieces.name(move)} is played")
        for deed in s.game.effects[s.game.pieces.cards[move].id].when_played:
            deed.do(s, s.turn)
        players = s.game.players
        waiting = [(s.turn + n) % players for n in range(1, players + 1)]
        s.turn = next((seat for seat in waiting if s.hands[seat]), s.turn)
        if not s.hands[s.turn]:
            s.phase, s.ending = OVER, "nobody has a card left"


ORDER = Order()


class Regatta(Game[Course]):
    """Regatta for 2 or 3 players; all hands are open."""

    slug, prefix, turn_rule = "regatta", "RG", "RG-001"
    phases: ClassVar = (ORDER,)
    layout = (
        Zone("deck", seen_by="nobody", lies="pile"),
        Zone("hand", "seat", use="hand", lies="fan", field="hands"),
        Zone("played", use="play"),
    )
    fields_that_count = ("does",)

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        self.effects = kit_effects(kit).by_card

    def components(self, kit: Kit) -> Iterable[Component]:
        return (kit.component("orders"),)

    def deal(self, seed: int) -> Course:
        s = self.empty()
        s.deck, s.phase = list(range(len(self.pieces))), ORDER
        rules.stream(seed, "deal").shuffle(s.deck)
        s.hands = [[s.deck.pop() for _ in range(HAND)] for _ in self.names]
        return s

    def scores(self, s: Course) -> list[int]:
        return s.miles[:]

    def greedy(self) -> rules.Bot:
        return rules.RandomBot()
