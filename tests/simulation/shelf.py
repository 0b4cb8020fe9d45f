"""A shelf of small games whose flaws are known, and of healthy ones: what a report must say, and what it must not.

All are one game with other ways to score: everybody holds eight of forty cards, plays one in turn, and the card goes to a
discard pile; after eight rounds most points win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cardgen.engine import (
    OVER,
    Bot,
    Choices,
    Game,
    Move,
    Moves,
    Phase,
    RandomBot,
    State,
    Zone,
    derive,
    each,
    phrases,
    stream,
)
from cardgen.model import Component, Kit
from cardgen.simulation import Survey, plan, survey
from cardgen.simulation.run import How
from tests.games import kits

HAND = 8
COUPLE = (3, 7)
GEM = 7


class Evening(State):
    game: Shelf

    deck: list[int]
    hands: list[list[int]] = each()
    discard: list[int]
    points: list[int] = each(0)
    couple: list[int] = each(0)
    round: int = 1


class Turn(Phase[Evening]):
    name, rule = "play", "SH-001"
    phrases = phrases(play="plays {card}", ways="plays {card} {number}", crown="crowns {seat}", waits="waits")

    def moves(self, s: Evening) -> Moves:
        return s.game.how.moves(s)

    def play(self, s: Evening, move: Move) -> None:
        seat = s.turn
        if move[0] in ("play", "ways"):
            s.hands[seat].remove(move[1])
            s.discard.append(move[1])
        elif move[0] == "crown":
            s.discard.append(s.hands[seat].pop())
        if move[0] != "waits":
            s.game.how.score(s, seat, move)
        s.turn = (seat + 1) % s.game.players
        s.round += s.turn == 0
        if s.game.how.over(s):
            s.phase = OVER


TURN = Turn()


def any_card(s: Evening) -> Moves:
    return [("play", card) for card in s.hands[s.turn]]


def race(s: Evening, seat: int, move: Move) -> None:
    """Each card brings its value and a die; the cards hardly differ."""
    s.points[seat] += s.game.pieces.cards[move[1]].value + s.roll(10)


def out_of_cards(s: Evening) -> bool:
    return not any(s.hands)


def one_way(s: Evening) -> str:
    return "all cards are played"


@dataclass(frozen=True)
class Rules:
    """One game of the shelf: what it differs in from a race, and what a report says of it, by a piece of a sentence."""

    says: str = ""
    players: int = 4
    score: Callable[[Evening, int, Move], None] = race
    moves: Callable[[Evening], Moves] = any_card
    over: Callable[[Evening], bool] = out_of_cards
    ending: Callable[[Evening], str] = one_way
    sides: Sequence[tuple[int, ...]] = ()
    bots: tuple[str, ...] = ("greedy",)
    games: int = 200
    values: int = 2


class Shelf(Game[Evening]):
    """The game; `how` says which one."""

    slug, prefix, turn_rule = "shelf", "SH", "SH-001"
    how: ClassVar[Rules] = Rules()
    phases: ClassVar = (TURN,)
    layout = (
        Zone("deck", seen_by="nobody", lies="pile"),
        Zone("hand", "seat", "owner", "fan", field="hands"),
        Zone("discard", lies="pile"),
    )

    def components(self, kit: Kit) -> Iterable[Component]:
        return kit.components

    def deal(self, seed: int) -> Evening:
        s = self.empty()
        pack = list(range(len(self.pieces)))
        s.shuffle(pack, stream(seed, "deal"))
        for seat in range(self.players):
            s.hands[seat] = pack[HAND * seat : HAND * (seat + 1)]
        s.deck = pack[HAND * self.players :]
        s.luck, s.phase = derive(seed, "luck"), TURN
        return s

    def sides(self, s: Evening) -> list[tuple[int, ...]]:
        return list(self.how.sides) or super().sides(s)

    def scores(self, s: Evening) -> list[int]:
        sides = {seat: side for side in self.sides(s) for seat in side}
        return [sum(s.points[mate] for mate in sides[seat]) for seat in range(self.players)]

    def winners(self, s: Evening) -> tuple[int, ...]:
        return () if min(s.points) < 0 else super().winners(s)

    def ending(self, s: Evening) -> str:
        return self.how.ending(s)

    def greedy(self) -> Bot:
        return RandomBot()


def kit(players: int, values: int = 2) -> Kit:
    rows = {f"C{n}": {"value": n % values} for n in range(40)}
    cards = kits.component("decks", "cards", kits.cards("cards", rows))
    return kits.kit("shelf", (players, players), [cards], [])


def played(rules: Rules, games: int = 0, seed: int = 1, **how: Any) -> Survey:
    """Return the report on so many games of the shelf; the test has put the shelf among the games that can be played."""
    Shelf.how = rules
    told: How = {"jobs": 1, **how}  # type: ignore[typeddict-item]
    return survey(
        plan(kit(rules.players, rules.values), (rules.players,), bots=rules.bots, seed=seed),
        games=games or rules.games,
        **told,
    )


def cleared(s: Evening, seat: int, move: Move) -> None:
    """A race of which only half is played: then all hands are cleared away."""
    race(s, seat, move)
    if s.round == HAND // 2 and seat == s.game.players - 1:
        for hand in s.hands:
            s.discard += hand
            hand.clear()


def strong_cards(s: Evening, seat: int, move: Move) -> None:
    """A race that cards decide: each brings up to forty points, and a die."""
    s.points[seat] += 10 * (s.game.pieces.cards[move[1]].value) + s.roll(10)


def couple(s: Evening, seat: int, move: Move) -> None:
    """A race in which two cards bring much for who plays both."""
    race(s, seat, move)
    if move[1] in COUPLE:
        s.couple[seat] += 1
        s.points[seat] += 30 * (s.couple[seat] == len(COUPLE))


def gem(s: Evening, seat: int, move: Move) -> None:
    """A race in which one card brings eight points more."""
    race(s, seat, move)
    s.points[seat] += 8 * (move[1] == GEM)


def idol(s: Evening, seat: int, move: Move) -> None:
    """A race of dice, one of one to three for each card; late in the game who leads takes a certain card for another."""
    s.points[seat] += [s.roll(10) for _ in range(1 + move[1] % 3)][-1]
    first = s.points.index(max(s.points))
    for hand in s.hands if s.round > HAND // 2 else ():
        if GEM in hand and s.hands[first]:
            mine = s.hands[first]
            mine[0], hand[hand.index(GEM)] = GEM, mine[0]


# ---- flaws -----------------------------------------------------------------------------------------------


def lottery(s: Evening, seat: int, _: Move) -> None:
    """Every turn all points are drawn anew."""
    s.points[seat] = s.roll(1000)


def runaway(s: Evening, seat: int, move: Move) -> None:
    """Who has more gets more."""
    race(s, seat, move)
    s.points[seat] += s.points[seat] // 2


def crowned(s: Evening, seat: int, move: Move) -> None:
    """A race in which the last player names the winner."""
    if move[0] == "crown":
        s.points[move[1]] += 1000
    else:
        race(s, seat, move)


def crown_at_last(s: Evening) -> Moves:
    if len(s.hands[s.turn]) == 1 and s.turn == s.game.players - 1:
        return [("crown", seat) for seat in range(s.game.players)]
    return any_card(s)


def ahead(s: Evening, seat: int, move: Move) -> None:
    """A race with a lead for who begins."""
    race(s, seat, move)
    s.points[seat] += 2 * (seat == 0)


def solved(s: Evening, seat: int, move: Move) -> None:
    """There is nothing to decide, and who begins wins."""
    s.points[seat] += 1 + (seat == 0)


def ace(s: Evening, seat: int, move: Move) -> None:
    """One card wins the game."""
    race(s, seat, move)
    s.points[seat] += 100 * (move[1] == 7)


def rarely(s: Evening, seat: int, move: Move) -> None:
    """Two games in five have no winner."""
    race(s, seat, move)
    if out_of_cards(s) and s.roll(5) < 2:
        s.points[seat] = -1


def waiting(s: Evening) -> Moves:
    """Who holds the first card need not ever play on."""
    return any_card(s) or [("waits",)]


def three_hundred(s: Evening) -> Moves:
    cards = s.hands[s.turn]
    return Choices(40 * len(cards), lambda n: ("ways", cards[n // 40], n % 40), lambda move: move[1] in cards)


def soon_or_late(s: Evening) -> bool:
    return out_of_cards(s) or (s.turn == 0 and s.discard[0] % 3 == 0)


def two_more_ways(s: Evening) -> str:
    rare = {(3, True): "the last laugh", (4, True): "the first laugh"}
    return rare.get((s.discard[-1], s.discard[0] > 20), "all cards are played")


FLAWED = {
    "lottery": Rules("Leading is worth next to nothing", score=lottery),
    "runaway": Rules("it is over early", score=runaway),
    "kingmaker": Rules("The end decides", score=crowned, moves=crown_at_last),
    "first player": Rules("Seat 1 (begins) wins more than its share", score=ahead),
    "solved": Rules("Seat 1 (begins) wins more than its share: 100 %", 2, solved, lambda s: [("play", s.hands[s.turn][0])]),
    "solved, no choice": Rules("In 100 % of decisions there is only one move.", 2, solved, lambda s: [("play", s.hands[s.turn][0])]),
    "endless": Rules("A game of 4 does not end.", moves=waiting, over=lambda s: out_of_cards(s) and s.discard[0] != 3),
    "one card": Rules("in points: C7 +", score=ace),
    "nobody wins": Rules("of games no player wins", score=rarely),
    "drowned": Rules("offers 200 moves", moves=three_hundred),
    "uneven": Rules("Some games are far longer than others", over=soon_or_late),
    "one way": Rules("end one way: all cards are played", ending=two_more_ways, games=600),
    "too short": Rules("The game is over after", over=lambda s: s.round == 2),
    "blind": Rules("Thinking is not seen to beat chance", bots=("greedy", "random")),
}  # fmt: skip

HEALTHY = {
    "race of two": Rules(players=2),
    "race of three": Rules(players=3),
    "race of four": Rules(),
    "two teams": Rules(sides=((0, 2), (1, 3))),
}
