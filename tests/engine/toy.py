"""Snatch, a game of nine cards made up for the tests: hidden hands, a question in between, and luck.

Each player holds three cards. On your turn you show a card, or snatch one unseen from an opponent, who may
block by showing an equal or higher card. Shown cards score their value. The game is over when nobody holds one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from cardgen.engine import (
    HIDDEN,
    OVER,
    Bot,
    Game,
    Limit,
    Move,
    Phase,
    RandomBot,
    Refusal,
    State,
    Whereabouts,
    Zone,
    applies,
    derive,
    described,
    each,
    phrases,
    stream,
)
from cardgen.model import Component, Kit
from tests.games import kits


class Table(State):
    game: Snatch
    unsaid = ("history",)
    limits: ClassVar = {"tries": Limit(most=12)}

    hands: list[list[int]] = each()
    shown: list[list[int]] = each()
    tries: int = 0
    history: list[tuple[Any, ...]]

    def unused(self, seat: int) -> list[int]:
        """The cards that nobody has been dealt."""
        used = {card for cards in (*self.hands, *self.shown) for card in cards}
        return [card for card in range(len(self.game.pieces)) if card not in used]


def next_turn(s: Table) -> None:
    for step in range(1, s.game.players + 1):
        seat = (s.turn + step) % s.game.players
        if s.hands[seat]:
            s.turn, s.phase = seat, ACT
            return
    s.phase = OVER


@applies("SN-002")
def show(s: Table, seat: int, card: int) -> None:
    s.hands[seat].remove(card)
    s.shown[seat].append(card)
    s.history.append(("show", seat, card))
    if s.tell:
        says = f"{s.game.names[seat]} shows {s.game.pieces.name(card)}"
        s.tell("SN-002", says, did="show", value=s.game.pieces.cards[card].value)


class Act(Phase[Table]):
    name, rule = "act", "SN-001"
    phrases = phrases(show="shows {card}", snatch="snatches from {seat}")

    def moves(self, s: Table) -> list[Move]:
        moves: list[Move] = [("show", card) for card in s.hands[s.turn]]
        if s.tries < 12:
            moves += [("snatch", n) for n, hand in enumerate(s.hands) if hand and n != s.turn]
        return moves

    def play(self, s: Table, move: Move) -> None:
        if move[0] == "show":
            show(s, s.turn, move[1])
            next_turn(s)
        else:
            s.tries += 1
            s.ask(BLOCK, move[1], (s.turn,))

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("SN-001", "you hold no such card, or they hold none")


@applies("SN-001, SN-003")
class Block(Phase[Table]):
    name, rule = "block", "SN-003"
    phrases = phrases(show="shows {card}", accept="lets it go")

    def moves(self, s: Table) -> list[Move]:
        return [("accept",), *(("show", card) for card in s.hands[s.turn])]

    def play(self, s: Table, move: Move) -> None:
        victim = s.turn
        (thief,) = s.answered()
        if move[0] == "show":
            show(s, victim, move[1])
        else:
            hand = s.hands[victim]
            card = hand.pop(s.roll(len(hand)))
            s.apply("SN-003")
            s.hands[thief].append(card)
            s.history.append(("steal", thief, victim, card))
            if s.tell:
                s.tell("SN-001", f"{s.game.names[thief]} has a card more", did="steal")
        assert s.turn == thief
        next_turn(s)

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("SN-003", "that does not block")


ACT, BLOCK = Act(), Block()


class Snatch(Game[Table]):
    slug, prefix, turn_rule = "snatch", "SN", "SN-004"
    phases: ClassVar = (ACT, BLOCK)
    layout = (
        Zone("hand", "seat", "owner", "fan", field="hands", most=3),
        Zone("shown", "seat", use="play"),
        Zone("box", seen_by="nobody", read=Table.unused),
    )

    def deeds(self) -> tuple[str, ...]:
        return ("show", "steal", "fly")

    def components(self, kit: Kit) -> Iterable[Component]:
        return (kit.component("cards"),)

    def deal(self, seed: int) -> Table:
        s = self.empty()
        pack = list(range(len(self.pieces)))
        stream(seed, "deal").shuffle(pack)
        for n, card in enumerate(pack[: 3 * self.players]):
            s.hands[n % self.players].append(card)
            s.history.append(("draw", n % self.players, card))
        s.luck, s.phase = derive(seed, "luck"), ACT
        return s

    def view(self, s: Table, seat: int) -> Table:
        v = s.copy()
        v.viewer, v.luck = seat, 0
        v.hands = [h[:] if n == seat else [HIDDEN] * len(h) for n, h in enumerate(s.hands)]
        for n, event in enumerate(v.history):
            if event[0] in ("draw", "steal") and seat not in event[1:-1]:
                v.history[n] = (*event[:-1], HIDDEN)
        return v

    def sample_world(self, view: Table, rng: random.Random) -> Table:
        seen = Whereabouts(self.players)
        me = view.viewer
        for event in view.history:
            match event:
                case ("draw", who, _) if who != me:
                    seen.draw(who)
                case ("show", who, card) if who != me:
                    seen.lose(who, card)
                case ("steal", thief, victim, card):
                    if me == thief:
                        seen.lose(victim, card)
                    elif me == victim:
                        seen.take(thief, card)
                    else:
                        seen.steal(thief, victim)
        known = {*view.hands[me], *(card for shown in view.shown for card in shown)}
        world = view.copy()
        world.hands, _ = seen.deal([c for c in range(len(self.pieces)) if c not in known], rng)
        world.hands[me] = view.hands[me][:]
        world.viewer, world.luck = -1, rng.getrandbits(64)
        return world

    def scores(self, s: Table) -> list[int]:
        return [sum(self.pieces.cards[card].value for card in shown) for shown in s.shown]

    def ending(self, s: Table) -> str:
        return "all cards are shown"

    def position(self, given: Mapping[str, Any]) -> Table:
        entry = described(self, given, self.words())
        s = self.empty()
        s.turn, s.phase = entry.seat("turn", 0), ACT
        entry.fill(s)  # whatever is not named is in the box
        return s

    def greedy(self) -> Bot:
        return RandomBot()


def snatch(players: int = 3) -> Snatch:
    rows = {f"N{n}": {"value": n} for n in range(1, 10)}
    rows["N9"]["count"] = 3
    cards = kits.component("decks", "cards", kits.cards("cards", rows))
    return Snatch(kits.kit("snatch", (2, 3), [cards], [kits.option("mild", False, True)]), players)
