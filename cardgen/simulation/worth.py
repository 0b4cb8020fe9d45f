"""A card's worth by lot: a seat that is drawn has it at the start because of an exchange, and the same deal is played without.

Who drew or chose a card and won may have been ahead, or chosen well. Here chance alone decides who has it: a randomised
experiment (R. A. Fisher, The Design of Experiments, 1935) with pairs of games of one deal.
"""

from __future__ import annotations

import re
from collections.abc import Collection, MutableSequence, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias, Unpack

from cardgen.base.errors import did_you_mean
from cardgen.engine import Bot, EndlessGame, Game, Move, Moves, State, derive, play_game, stream
from cardgen.results.numbers import Mean
from cardgen.results.report import CardWorth
from cardgen.simulation.line import each_of
from cardgen.simulation.run import How, Setup, WrongAnswer, seated
from cardgen.simulation.statistics import Deals, difference, mean_of, simultaneous

ALL = "all"
_PROBES = 8  # deals that show which cards can be given
_PASSED = (
    0.5  # of what a seat is dealt: where more goes on to other seats, packets are passed and a card is chosen
)
_TASK = 40  # games, about
_TIMED = 5  # games, or a second of them, before it is said how long all take
_UNMIXED = "the set-up does not shuffle it"
_UNHELD = "no player is dealt a card of its pile, draws its first one unseen, or can take one that lies open at the start"
_NOTHING = Mean(0.0, None, None, 0)

_Result: TypeAlias = tuple[float, float]
"""The part of a win and the score of the seat that got the card."""
_Pair: TypeAlias = tuple[int, float, _Result]
"""Which card, what is won with it, and how much more than without."""


class _Enough(BaseException):
    """A game needs no more moves; nobody's rules may catch it."""


class _Takes:
    """Plays like another player, but its first move that can name one of some pieces names it."""

    looks = True

    def __init__(self, bot: Bot, pieces: Collection[int]) -> None:
        self.bot, self.name, self.pieces, self.took = bot, bot.name, set(pieces), set[int]()
        self.has = set[int]()

    def choose(self, view: Any, moves: Moves, rng: Random) -> Move:
        """Return such a move once, then any."""
        named = view.phase.pieces
        if self.pieces and (few := [move for move in moves if self.pieces.intersection(named(move))]):
            moves = few
        move = self.bot.choose(view if self.bot.looks else None, moves, rng)
        if self.pieces:
            self.took = self.pieces.intersection(named(move))
            self.pieces -= self.took
        return move


class _Exchange(NamedTuple):
    """A copy of the card, the piece that it changes places with, and whether the seat has the card thereby or lacks it."""

    card: int
    other: int
    gives: bool
    seat: int
    checked: bool
    """Whether the table shows it as soon as it is dealt."""

    def of(self, piece: int) -> int:
        """Return what lies where a piece lay."""
        return {self.card: self.other, self.other: self.card}.get(piece, piece)


class _Outcome(NamedTuple):
    """A game: its end (or that of its first round, where each is a game of its own), and how it began."""

    end: State
    round: int
    before: Sequence[int]

    def of(self, seat: int) -> _Result:
        """Return what a seat came to."""
        game = self.end.game
        scores = game.scores(self.end)
        if game.by_round:
            gains = [now - then for now, then in zip(scores, self.before, strict=True)]
            best = [gain == max(gains) for gain in gains]
            return best[seat] / sum(best), gains[seat]
        winners = set(game.winners(self.end))
        won = [side for side in game.sides(self.end) if winners.intersection(side)]
        return any(seat in side for side in won) / max(1, len(won)), scores[seat]


class _Dealt:
    """A deal: what is shuffled together in its set-up, and of each such pile a piece by lot and the seat that has it.

    Of a pile of which nobody is dealt anything the seat is the one that begins, where some of it lies open for all; else the one
    that draws its first piece unseen: `play` finds it. Until then no player has seen any of it, so its cards don't decide who that is.
    """

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game, self.seed = game, seed
        piles = self.piles = list[set[int]]()
        game.mixed = lambda pieces: piles.append(set(pieces))
        try:
            state = game.deal(seed)
        finally:
            game.mixed = None
        self.shuffled = set[int]().union(*piles)
        seat = self.seat = stream(seed, "worth").randrange(game.players)
        self.held = self._lie(state, seat)
        self.dealt = [
            pile & set().union(*(self._lie(state, n) for n in range(game.players))) for pile in piles
        ]
        hidden = self._lie(state, None)
        shared = self._lie(state, -1) - hidden
        self.open = {n for n, pile in enumerate(piles) if pile & shared and not self.dealt[n]}
        own = [sorted(pile & (shared if n in self.open else self.held)) for n, pile in enumerate(piles)]
        self.slots = [
            (state.turn if n in self.open else seat, stream(seed, "slot", n).choice(has)) if has else None
            for n, has in enumerate(own)
        ]

    def _lie(self, state: State, seat: int | None) -> set[int]:
        """Return the pieces in all zones of a seat; of None those that nobody sees."""
        zones, places = self.game.zones(state), self.game.zoned.of_pieces
        return {
            piece
            for place in places
            if (place.zone.seen_by == "nobody" if seat is None else place.owner == seat)
            for piece in zones.get(place.name, ())
        }

    def pile(self, card: str) -> int:
        """Return the first pile that has the card and a piece for a seat; -1 without one."""
        cards = self.game.pieces.cards
        has = (any(cards[piece].id == card for piece in pile) for pile in self.piles)
        return next((n for n, there in enumerate(has) if there and self.slots[n]), -1)

    def exchange(self, card: str, packets: Collection[int]) -> _Exchange | None:
        """Return what gives the seat a copy more, or takes one from it; None where nothing can change places.

        Of what the seat will choose from a packet, or draw, the piece that was drawn by lot gives way.
        """
        n, cards, rng = self.pile(card), self.game.pieces.cards, stream(self.seed, "worth", card)
        if n < 0 or not (found := self.slots[n]) or (n in self.open and n not in packets):
            return None
        seat, slot = found
        copies = [piece for piece in sorted(self.piles[n]) if cards[piece].id == card]
        others = sorted(self.piles[n].difference(copies))
        if n in packets or not self.dealt[n]:
            one, gives = (slot, False) if slot in copies else (rng.choice(copies), True)
            others = [slot] if gives else others
        else:
            one = rng.choice(copies)
            gives = one not in self.held
            others = [piece for piece in others if (piece in self.held) == gives]
        return (
            _Exchange(one, rng.choice(others), gives, seat, n not in packets and bool(self.dealt[n]))
            if others
            else None
        )

    def play(
        self, names: Sequence[str], packets: Collection[int], swap: _Exchange | None = None
    ) -> _Outcome | None:
        """Return the game; None if it does not end, the set-up undoes the exchange, or the seat can't take the card."""
        game, bots = self.game, seated(self.game, names, 0)
        takes: list[tuple[int, _Takes]] = []
        for n in packets:
            if n < len(self.slots) and (slot := self.slots[n]):
                seat, piece = slot
                bots[seat] = bot = _Takes(bots[seat], [swap.of(piece) if swap else piece])
                takes.append((seat, bot))
        began: list[_Outcome] = []
        undrawn = {n: set[int]() for n, some in enumerate(self.dealt) if not (some or swap or n in self.open)}

        def mix(pieces: MutableSequence[int]) -> None:
            if swap and swap.card in pieces and swap.other in pieces:
                pieces[:] = map(swap.of, pieces)
                game.mixed = None  # a later deal is as it is

        def watch(state: State, move: Move, moves: Moves) -> None:
            if not began:
                began.append(_Outcome(state, game.rounds(state), game.scores(state)))
                if swap and swap.checked and (swap.card in self._lie(state, swap.seat)) != swap.gives:
                    raise _Enough
            for seat, bot in takes:
                if not bot.has <= self._lie(state, seat):
                    raise _Enough  # naming a card is not having it
                bot.has, bot.took = bot.took, set()  # this move is made next
            if game.by_round and game.rounds(state) > began[0].round:
                began.append(began[0]._replace(end=state.copy()))
                raise _Enough
            self._draw(state, undrawn)

        game.mixed = mix
        try:
            end = play_game(game, self.seed, bots, watch=watch)
            if not any(bot.pieces for _, bot in takes):
                began += [one._replace(end=end) for one in began]
        except (EndlessGame, _Enough):
            pass
        finally:
            game.mixed = None
        return began[1] if len(began) > 1 else None

    def _draw(self, state: State, undrawn: dict[int, set[int]]) -> None:
        """Note the first piece of each pile that leaves it, and to whom it goes."""
        if not undrawn:
            return
        hidden = self._lie(state, None)
        for n, before in [*undrawn.items()]:
            if gone := sorted(before - hidden):
                piece = stream(self.seed, "slot", n).choice(gone)
                seats = [seat for seat in range(self.game.players) if piece in self._lie(state, seat)]
                self.slots[n] = (seats[0], piece) if seats else None
                del undrawn[n]
            else:
                undrawn[n] = self.piles[n] & hidden

    def passes(self, names: Sequence[str]) -> list[float]:
        """Return of each pile which part of what the seat is dealt another seat has at once, before anything is shuffled again."""
        game, most = self.game, [0.0] * len(self.piles)
        again: list[bool] = []

        def watch(state: State, move: Move, moves: Moves) -> None:
            game.mixed = lambda pieces: again.append(True)
            if again:
                raise _Enough
            for seat in range(game.players):
                if seat != self.seat and (gone := self._lie(state, seat) & self.held):
                    most[:] = [
                        max(part, len(gone & pile) / max(1, len(self.held & pile)))
                        for part, pile in zip(most, self.piles, strict=True)
                    ]

        with suppress(EndlessGame, _Enough):
            play_game(game, self.seed, seated(game, names, 0), watch=watch)
        game.mixed = None
        return most


def cards_asked(game: Game[Any], asked: Sequence[str]) -> list[str]:
    """Return the cards that are asked for, or all; WrongAnswer for what is no card."""
    cards = list(dict.fromkeys(card.id for card in game.pieces.cards))
    found = [re.sub(r"^card[ :]", "", one).strip() for one in asked]
    for one in found:
        if one != ALL and one not in cards:
            raise WrongAnswer("worth", f"no card '{one}' ({did_you_mean(one, [*cards, ALL])})")
    return cards if ALL in found else list(dict.fromkeys(found))


class Trial:
    """Which cards can be given to a seat, which can't and why, and how many deals they get.

    All share `most` games, if that is said; else each gets as many deals as `games`.
    """

    def __init__(
        self, setup: Setup, asked: Sequence[str], base: str, games: int, most: int | None = None
    ) -> None:
        self.setup = replace(setup, bots=(base,) * setup.players)
        self.game = game = setup.game()
        probes = [_Dealt(game, derive(setup.seed, "worth", "probe", n)) for n in range(_PROBES)]
        mixed = {game.pieces.cards[n].id for probe in probes for n in probe.shuffled}
        every = cards_asked(game, asked)
        taken = set[int]().union(*(probe.open for probe in probes))
        played = [probe.play(self.setup.bots, taken) for probe in probes]  # finds who draws first, too
        if not all(played):
            taken = set()
            for probe in probes:
                probe.slots = [None if n in probe.open else slot for n, slot in enumerate(probe.slots)]
        self.cards = [card for card in every if any(probe.pile(card) >= 0 for probe in probes)]
        self.refused = {
            card: _UNHELD if card in mixed else _UNMIXED for card in every if card not in self.cards
        }
        passed = zip(*(probe.passes(self.setup.bots) for probe in probes if self.cards), strict=False)
        self.packets = taken | {n for n, parts in enumerate(passed) if sum(parts) > _PASSED * _PROBES}
        self.chosen = {
            card for card in self.cards if any(probe.pile(card) in self.packets for probe in probes)
        }
        self.deals = games if most is None else max(1, most // (len(self.cards) + 1))

    @property
    def games(self) -> int:
        """How many games are played: of each deal one for all cards, and one for each."""
        return self.deals * (len(self.cards) + 1) * bool(self.cards)

    def seconds(self) -> float:
        """Return about how long it takes in one process: the mean of some games, as one may be far longer than another."""
        began, played = perf_counter(), 0
        while played < _TIMED and (not played or perf_counter() - began < 1):
            dealt = _Dealt(self.game, derive(self.setup.seed, "clock", played))
            dealt.play(self.setup.bots, self.packets)
            played += 1
        return (perf_counter() - began) / played * self.games

    def run(self, **how: Unpack[How]) -> tuple[tuple[CardWorth, ...], bool]:
        """Return what each card is worth, the most first, and whether an interrupt (Ctrl-C) ended it early."""
        many, base = len(self.cards), self.setup.bots[0]
        wins, points = [Deals() for _ in self.cards], [Deals() for _ in self.cards]
        won, stopped = [0.0] * many, False
        ask = (self.setup, self.cards, self.packets)
        try:
            for pairs in each_of(_pairs, ask, self.deals * bool(many), max(1, _TASK // (many + 1)), **how):
                for n, share, (more, score) in pairs:
                    wins[n].add_deal(more, 1)
                    points[n].add_deal(score, 1)
                    won[n] += share
        except KeyboardInterrupt:
            stopped = True
        level = simultaneous(2 * many)  # of wins and scores
        found = [
            CardWorth(
                card,
                base,
                wins[n].deals,
                won[n] / max(1, wins[n].deals),
                difference(wins[n], shares=True, level=level),
                mean_of(points[n], level),
                card in self.chosen,
                self.game.by_round,
            )
            for n, card in enumerate(self.cards)
        ]
        found.sort(key=lambda one: -one.gain.mean)
        lost = [
            CardWorth(card, base, 0, 0.0, _NOTHING, _NOTHING, refused=why)
            for card, why in self.refused.items()
        ]
        return (*found, *lost), stopped


def _pairs(setup: Setup, cards: Sequence[str], packets: Collection[int], numbers: range) -> list[_Pair]:
    """Return the pairs of games of these deals: with each card and without it."""
    table, found = setup.game(), list[_Pair]()
    for number in numbers:
        dealt = _Dealt(table, derive(setup.seed, "worth", number))
        base = dealt.play(setup.bots, packets)
        for n, card in enumerate(cards):
            swap = dealt.exchange(card, packets) if base else None
            other = dealt.play(setup.bots, packets, swap) if swap else None
            if base and swap and other:
                has, lacks = (game.of(swap.seat) for game in ((other, base) if swap.gives else (base, other)))
                found.append((n, has[0], (has[0] - lacks[0], has[1] - lacks[1])))
    return found
