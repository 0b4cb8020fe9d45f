"""Regatta as code: play one of your cards and do what it says; who has sailed farthest wins."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from cardgen import engine
from cardgen.engine import HIDDEN, OVER, Game, Move, Moves, Phase, State, phrases
from cardgen.model import Component, Kit
from cardgen.source.effects import kit_effects

HAND = 3


class Course(State):
    """The deck, the open hands, the cards that were played, and how far each ship has sailed."""

    __slots__ = ("deck", "hands", "miles", "played")

    def __init__(self, game: Regatta) -> None:
        super().__init__(game)
        self.deck: list[int] = []
        self.played: list[int] = []
        self.hands: list[list[int]] = [[] for _ in game.names]
        self.miles = [0 for _ in game.names]

    def copy(self) -> Course:
        new = Course(self.game)
        new._copy_base(self)
        new.deck, new.played, new.miles = self.deck[:], self.played[:], self.miles[:]
        new.hands = [hand[:] for hand in self.hands]
        return new


class Order(Phase[Course]):
    """Play one card and do what it says, word for word."""

    name, rule, bare = "play a card", "RG-001", "play"
    phrases = phrases(play="plays {card}")

    def moves(self, s: Course) -> Moves:
        return s.hands[s.turn][:]

    def play(self, s: Course, move: Move) -> None:
        s.hands[s.turn].remove(move)
        s.played.append(move)
        for deed in s.game.effects[s.game.pieces.cards[move].id].when_played:
            deed.do(s, s.turn)
        players = s.game.players
        waiting = [(s.turn + n) % players for n in range(1, players + 1)]
        s.turn = next((seat for seat in waiting if s.hands[seat]), s.turn)
        s.phase = self if s.hands[s.turn] else OVER


ORDER = Order()


class Regatta(Game[Course]):
    """Regatta for 2 or 3 players; all hands are open."""

    slug, prefix, turn_rule = "regatta", "RG", "RG-001"
    phases: ClassVar = (ORDER,)
    fields_that_count = ("does",)

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        self.effects = kit_effects(kit).by_card

    def components(self, kit: Kit) -> Iterable[Component]:
        return (kit.component("orders"),)

    def deal(self, seed: int) -> Course:
        s = Course(self)
        s.deck, s.phase = list(range(len(self.pieces))), ORDER
        engine.stream(seed, "deal").shuffle(s.deck)
        s.hands = [[s.deck.pop() for _ in range(HAND)] for _ in self.names]
        return s

    def scores(self, s: Course) -> list[int]:
        return s.miles[:]

    def winners(self, s: Course) -> tuple[int, ...]:
        return tuple(seat for seat, miles in enumerate(s.miles) if miles == max(s.miles))

    def ending(self, s: Course) -> str:
        return "nobody has a card left"

    def zones(self, s: Course) -> dict[str, list[int]]:
        hands = {f"hand {name}": s.hands[seat] for seat, name in enumerate(self.names)}
        return {"deck": s.deck, "played": s.played, **hands}

    def view(self, s: Course, seat: int) -> Course:
        v = s.copy()
        v.viewer, v.deck = seat, [HIDDEN for _ in s.deck]
        return v

    def sample_world(self, view: Course, rng: random.Random) -> Course:
        world = view.copy()
        seen = {card for hand in (*view.hands, view.played) for card in hand}
        world.deck = [card for card in range(len(self.pieces)) if card not in seen]
        rng.shuffle(world.deck)
        world.viewer = engine.EVERYTHING
        return world

    def facts(self, s: Course) -> dict[str, Any]:
        hands = {name: self.pieces.list(s.hands[seat]) for seat, name in enumerate(self.names)}
        return {
            "turn": self.names[s.turn],
            "hands": hands,
            "miles": dict(zip(self.names, s.miles, strict=True)),
        }

    def position(self, given: Mapping[str, Any]) -> Course:
        entry = engine.described(self, given, {"turn": "whose turn it is", "hands": "for each player, cards"})
        s = Course(self)
        s.turn, s.phase = entry.seat("turn", 0), ORDER
        for name in entry.mapping("hands"):
            s.hands[self.seat(name)] = entry.pieces("hands", name)
        s.deck = [card for card in range(len(self.pieces)) if card not in entry.used]
        return s

    def greedy(self) -> engine.Bot:
        return engine.RandomBot()
