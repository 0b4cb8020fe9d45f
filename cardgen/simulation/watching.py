"""Sits beside each game, looks at the table before every move, and keeps the tally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import compress, count
from operator import ne
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from cardgen.engine import Choices, Game, Move, Moves, Phase, State, Tell
from cardgen.engine.telling import MISSING
from cardgen.results.table import ROUGHLY
from cardgen.simulation.statistics import Deals, Numbers
from cardgen.simulation.tally import CHOICE, FORCED, IDLE, CardCount, EndingCount, Tally

_LOOK_AT = 7  # the moves are counted at every seventh decision: often enough, and prime to most turns
MOST_CARDS = 120
"""Of a kit with more cards that differ no pairs are counted: games can't say anything of so many."""
_EXACT = 1000  # more moves than that are counted in steps of a hundredth


class Row(NamedTuple):
    """What a game is compared by with another one of the same deal: how it came out, and the sum of its moves."""

    deal: int
    moves: int
    measures: Mapping[str, float]
    wins: tuple[float, ...] = ()
    rotation: int = 0
    denied: tuple[int, int, int] = (0, 0, 0)
    """Decisions of who does without, where something was denied, and forced."""


class _Zone(NamedTuple):
    """What a zone is to a watcher: whose hand (-1), before whom it lies (None: it is nobody's), or a stock."""

    hand: int
    front: int | None
    stock: bool


class Watcher:
    """Watches one game after another and keeps the tally; games of one deal follow each other."""

    def __init__(self, game: Game[Any], bots: Sequence[str], *, compares: bool = False) -> None:
        self.game = game
        self.bots = tuple(bots)
        self.rows: list[Row] = []
        self._compares = compares
        many, kinds = game.players, dict.fromkeys(bots)
        self._tally = Tally(
            scores=[Numbers() for _ in range(many)],
            seat_wins=[Deals() for _ in range(many)],
            bot_wins={name: Deals() for name in kinds},
            card_wins={name: Deals() for name in kinds},
            cards={name: {} for name in kinds},
        )
        # every zone in the order in which the game names them, and what it is
        self._names: list[str] = []
        self._roles: list[_Zone] = []
        self._stocks: list[int] = []
        self._hands = [[f"{zone} {name}" for zone in game.hand_zones] for name in game.names]
        # components by number, and the most pieces of each that were in play at once
        self._component = [part for part, pieces in enumerate(game.pieces.ranges.values()) for _ in pieces]
        self._most = [0] * len(game.pieces.ranges)
        self._chips = chips_of(game)
        self._deal: int | None = None
        self._closely = True
        self._number = 0
        self._has_parts = True
        different = len({card.id for card in game.pieces.cards})
        self._pairs = different <= MOST_CARDS and len(kinds) == 1
        self.decisions = 0  # of the game that is played

    @property
    def games(self) -> int:
        """How many games have ended."""
        return self._tally.games

    def begin(self, number: int, deal: int, rotation: int, closely: bool = True) -> None:
        """Make ready for the next game, which is of this deal; bot n sits on seat n + `rotation`.

        Unless it is watched `closely` only its moves are counted, and how it ends.
        """
        if deal != self._deal:
            self._tally.close_deal(self._closely)
            self._deal = deal
        self._closely = closely
        self._number = number
        self._rotation = rotation
        self._of_seat = [self.bots[(seat - rotation) % len(self.bots)] for seat in range(self.game.players)]
        self._sides: list[tuple[int, ...]] = []
        self._first = -1
        self._moves = 0
        self._figures: dict[str, list[float]] = {}
        self.decisions = 0
        if closely:
            self._rng = Random(deal)
            self._path: list[list[float]] = []
            self._sizes: list[list[int]] = []
            self._parts: list[Mapping[str, Sequence[float]]] = []
            self._round, self._only_one = -1, True
            self._spoke = [-1] * self.game.players
            self._mover = -1
            self._said: list[tuple[Phase[Any], Move] | None] = [None] * self.game.players
            self._emptied: set[str] = set()
            self._filled: set[str] = set()
            self._counted: list[int] = []
            self._kinds: list[tuple[int, int]] = []
            self._deciders: list[int] = []  # the seats of these
            self._points: Sequence[float] | None = None  # before a forced move that names no piece
            self._new_cards()

    def _new_cards(self) -> None:
        seats = range(self.game.players)
        self._held: list[set[int]] = [set() for _ in seats]
        self._lay: dict[int, int] = {}
        self._played: list[set[int]] = [set() for _ in seats]
        self._left: list[set[int]] = [set() for _ in seats]
        self._chosen: list[set[int]] = [set() for _ in seats]
        self._holder: dict[int, int] = {}
        self._seen: list[list[int]] = [[] for _ in self._names]
        self._in_use = [0] * len(self._most)
        self._heaps: tuple[int, ...] = ()

    @property
    def tell(self) -> Tell:
        """A listener that counts rules and deeds and keeps the figures."""
        tally = self._tally
        rules, deeds, known = tally.told, tally.deeds, tally.figures

        def tell(rule: str, says: str, *, did: str = "", **figures: float) -> None:
            rules[rule] += 1
            if did:
                deeds[did] += 1
            for name, number in figures.items():
                if name.startswith(MISSING):
                    part = name.removeprefix(MISSING)
                    tally.missing[part] = max(tally.missing[part], int(number))
                    continue
                if name not in known:
                    known[name] = Numbers()
                known[name].count(number)
                if self._compares:
                    self._figures.setdefault(name, []).append(number)

        return Tell(tell)

    def watch(self, state: State, move: Move, moves: Moves) -> None:
        """Note the position before a move."""
        game, tally, number = self.game, self._tally, self.decisions
        if not number:
            self._open(state)
        elif self._first < 0:
            self._first = self.game.first(state)
        phase = state.phase.name
        tally.phases[phase] += 1
        seat = state.turn
        forced = False  # to a move that names no piece
        # where in a game the first look falls goes round, or openings would never be seen
        if (number + self._number) % _LOOK_AT == 0:
            many = moves.about(self._rng.random, ROUGHLY) if isinstance(moves, Choices) else len(moves)
            if many > _EXACT:
                step = 10 ** (len(str(many)) - 2)
                many = many // step * step
            tally.branching.count(many)
            if phase not in tally.looked_at:
                tally.looked_at[phase] = Counter()
            tally.looked_at[phase][many] += 1
            if self._spoke[seat] >= 0:
                tally.waits.count(number - self._spoke[seat] - 1)
            self._kinds.append((number, FORCED if many == 1 else CHOICE))
            self._deciders.append(seat)
            forced = many == 1 and not state.phase.pieces(move)
        self._spoke[seat] = number
        self.decisions = number + 1
        if self._compares:
            self._moves = crc32(repr(move).encode(), self._moves)
        begun, zones = game.rounds(state), game.zones(state)
        if begun != self._round:
            if self._round >= 0:
                if self._only_one:
                    del self._path[1:], self._sizes[1:], self._parts[1:]
                self._only_one = False
                self._note(state, zones)
                if game.by_round:
                    self._end_round(state)
            self._round = begun
        elif self._only_one and not number % game.players:
            self._note(state, zones)  # a game of one round is looked at as if each turn of all were one
        self._see(state, zones)
        self._points = game.standing(state) if forced else None
        self._mover, self._said[seat] = seat, (state.phase, move)

    def _see(self, state: State, zones: Mapping[str, list[int]]) -> None:
        """Note what has moved since the last look; a forced move that moved nothing, and no point, was idle."""
        moved, points = self._look(state, zones), self._points
        if not moved and points is not None and list(self.game.standing(state)) == list(points):
            self._kinds[-1] = (self._kinds[-1][0], IDLE)

    def glance(self, state: State, move: Move, moves: Moves) -> None:
        """Count a move."""
        if not self.decisions:
            self._open(state)
        elif self._first < 0:
            self._first = self.game.first(state)
        self.decisions += 1
        if self._compares:
            self._moves = crc32(repr(move).encode(), self._moves)

    def _open(self, state: State) -> None:
        """Note the table as it has been dealt."""
        self._sides = [side for side in self.game.sides(state) if side]
        self._first = self.game.first(state)
        if self._closely:
            self._has_parts = bool(self.game.score_parts(state))
            self._note(state, self.game.zones(state))
            if self.game.by_round:
                self._before = self.game.scores(state)

    def _note(self, state: State, zones: Mapping[str, list[int]]) -> None:
        """Note the standing of each side as a round begins, and the cards in each hand."""
        game, seats = self.game, self.game.standing(state)
        self._path.append([max(seats[seat] for seat in side) for side in self._sides])
        if self._has_parts:
            self._parts.append(game.score_parts(state))
        if game.hand_zones:
            self._sizes.append([sum([len(zones.get(zone, ())) for zone in own]) for own in self._hands])

    def _role(self, name: str) -> _Zone:
        """Return what the zone of this name is."""
        game = self.game
        owners = {
            f"{zone} {player}": seat for zone in game.hand_zones for seat, player in enumerate(game.names)
        }
        fronts = dict.fromkeys(game.play_zones, -1) | {
            f"{zone} {player}": seat for zone in game.play_zones for seat, player in enumerate(game.names)
        }
        return _Zone(owners.get(name, -1), fronts.get(name), name in game.stock_zones)

    def _lay_out(self, names: list[str]) -> None:
        """Note which zones there are, in their order; those that were there have been seen as they were."""
        seen = dict(zip(self._names, self._seen, strict=True))
        self._names = names
        self._roles = [self._role(name) for name in names]
        self._stocks = [place for place, role in enumerate(self._roles) if role.stock]
        self._seen = [seen.pop(name, []) for name in names]
        for gone in seen.values():
            for piece in gone:
                self._in_use[self._component[piece]] -= 1

    def _look(self, state: State, zones: Mapping[str, list[int]]) -> bool:
        """Note what has moved since the last look; return whether anything has."""
        if (names := list(zones)) != self._names:
            self._lay_out(names)
        seen, roles, now = self._seen, self._roles, list(zones.values())
        for place in self._stocks:  # of a stock it matters only that it is there
            if now[place]:
                self._filled.add(names[place])
            elif names[place] in self._filled:
                self._emptied.add(names[place])
            now[place] = seen[place]
        in_use, component, many = self._in_use, self._component, len(self._most) > 1
        fronts: list[tuple[int, Collection[int]]] = []
        more, moved = 0, False
        taken: list[tuple[int, set[int]]] = []
        given: list[tuple[int, set[int]]] = []
        for place in compress(count(), map(ne, seen, now)):
            moved = True
            pieces, old = now[place], seen[place]
            seen[place] = pieces[:]
            hand, front, _ = roles[place]
            grown = len(pieces) - len(old)
            more += grown
            if front is None and hand < 0 and not many:
                continue  # who looks for no hand, no front and no component wants to know no more
            new: Collection[int] = ()
            lost: set[int] = set()
            if grown > 0 and pieces[:-grown] == old:  # as most do: some came on top
                new = pieces[-grown:]
            else:
                lost = set(old).difference(pieces)
                if len(lost) + grown:
                    new = set(pieces).difference(old)
            if hand >= 0:
                if lost:
                    taken.append((hand, lost))
                if new:
                    given.append((hand, new := set(new)))
                    self._held[hand] |= new
                    for piece in new:
                        self._holder[piece] = hand
            elif front is not None and new:
                fronts.append((front, new))
            if many:
                for piece in new:
                    in_use[component[piece]] += 1
                for piece in lost:
                    in_use[component[piece]] -= 1
        swept = self._hands_changed(given, taken) if (given or taken) and self._mover >= 0 else ()
        # who held a piece last has played it; what was in no hand belongs to the owner of the zone
        for owner, new in fronts:
            for piece in new:
                if piece in swept:
                    continue
                seat = self._holder.get(piece, -1)
                if seat < 0:
                    seat = owner
                    if owner >= 0:
                        self._lay.setdefault(piece, owner)
                if seat >= 0:
                    self._played[seat].add(piece)
        if not many:
            in_use[0] += more
        if many or more > 0:
            self._count_pieces()
        return bool(self._chips and self._count_chips(state)) or moved

    def _hands_changed(
        self, given: Sequence[tuple[int, set[int]]], taken: Sequence[tuple[int, set[int]]]
    ) -> Collection[int]:
        """Note what a player took into the hand by a move that names it, and what a move took out of a hand.

        Where the owner's last move names pieces it is these; else all that left the hand of who moved, unless other
        hands lost pieces, too: then cards were only cleared away. What goes to another hand is not played. Returns what
        went beside the pieces that the move names: nobody played that.
        """
        for hand, new in given:
            if new and (chosen := new & self._named(hand)):
                self._chosen[hand] |= chosen
        if not taken:
            return ()
        passed: set[int] = set().union(*[new for _, new in given])
        lost = [(hand, left) for hand, pieces in taken if (left := pieces - passed)]
        if len(lost) == 1 and lost[0][0] == self._mover and len(lost[0][1]) == 1:
            self._left[self._mover] |= lost[0][1]  # one piece of who moved was meant, named or not
            return ()
        meant, swept = False, set()
        for hand, pieces in lost:
            if named := pieces & self._named(hand):
                self._left[hand] |= named
                meant = meant or hand == self._mover
            elif hand == self._mover and len(lost) == 1:
                self._left[hand] |= pieces
            swept |= pieces - named
        return swept if meant else ()

    def _named(self, seat: int) -> set[int]:
        """Return the pieces that the last move of a seat names."""
        said = self._said[seat]
        return set(said[0].pieces(said[1])) if said else set()

    def _count_pieces(self) -> None:
        """Note how many pieces of each component are in use."""
        for part, number in enumerate(self._in_use):
            if number > self._most[part]:
                self._most[part] = number

    def _count_chips(self, state: State) -> bool:
        """Note how many chips of each value are needed to lay out all heaps, large chips first; return whether any moved."""
        counters = self.game.counters(state)
        if (counted := list(counters.values())) == self._counted:
            return False
        self._counted = counted
        stock = self.game.stock_zones
        heaps = []
        for name, chips in counters.items():
            if name not in stock:
                heaps.append(max(0, chips))
            elif chips:
                self._filled.add(name)
            elif name in self._filled:
                self._emptied.add(name)
        if (now := tuple(heaps)) == self._heaps:
            return True
        self._heaps = now
        most = self._tally.most_used
        for name, number in laid_out(heaps, self._chips).items():
            if number > most[name]:
                most[name] = number
        return True

    def _end_round(self, state: State) -> None:
        """Count the cards of a round; who has gained most has won it. What was in hand at the last look has been played."""
        for role, pieces in zip(self._roles, self._seen, strict=True):
            if role.hand >= 0:
                self._played[role.hand].update(pieces)
        scores = self.game.scores(state)
        gains = [now - before for now, before in zip(scores, self._before, strict=True)]
        best = max(gains)
        won = [seat for seat, gain in enumerate(gains) if gain == best]
        self._count_cards([(seat in won) / len(won) for seat in range(self.game.players)], ())
        self._before = scores
        self._new_cards()

    def _count_cards(self, wins: Sequence[float], stuck: Sequence[int]) -> None:
        """Count what every seat held and played, and whether it has won."""
        tally, cards = self._tally, self.game.pieces.cards
        tally.units += 1
        kept = set(stuck)
        for seat, won in enumerate(wins):
            bot = self._of_seat[seat]
            counts = tally.cards[bot]
            tally.card_wins[bot].count(won)
            held, played, left = self._held[seat], self._played[seat], self._left[seat]
            if self._pairs:
                tally.pairs.count(sorted({cards[piece].id for piece in held}), won)
            for piece in sorted(held | played):
                card = cards[piece].id
                count = counts.get(card)
                if count is None:
                    count = counts[card] = CardCount()
                tally.met.append(count)
                if piece in held:
                    count.draws.count(won)
                    count.chosen += piece in self._chosen[seat]
                    if piece in kept and self._holder[piece] == seat:
                        count.stuck += 1
                elif self._lay.get(piece) == seat:
                    count.lies.count(won)
                if piece in played:
                    count.plays.count(won)
                if piece in left:
                    count.left.count(won)

    def end(self, state: State) -> None:
        """Note how a game ended."""
        if not self.decisions:
            self._open(state)
        game, tally = self.game, self._tally
        winners, scores = game.winners(state), game.scores(state)
        sides = self._sides
        won = [number for number, side in enumerate(sides) if any(seat in winners for seat in side)]
        rounds, ending = game.rounds(state), game.ending(state)
        tally.games += 1
        tally.endings[ending] += 1
        tally.rounds.count(rounds)
        tally.decisions.count(self.decisions)
        best = sorted(scores, reverse=True)
        for numbers, score in zip(tally.scores, scores, strict=True):
            numbers.count(score)
        tally.winning.count(best[0])
        if len(best) > 1:
            tally.lead.count(best[0] - best[1])
            tally.level.count(best[0] == best[1])
            equal = [n for n, side in enumerate(sides) if scores[side[0]] == best[0]]
            if len(equal) == 2 and len(won) == 1:
                tally.ties.count(won == equal[:1])
        tally.nobody.count(not won)
        tally.first[self._first] += 1
        tally.sides[tuple(sides)] += 1
        wins = [0.0] * game.players
        for number in won:
            for seat in sides[number]:
                wins[seat] = 1 / len(won)
        order = self._in_order()
        by: dict[str, Sequence[float]] = {}
        if won:
            parts = [(side in won) / len(won) for side in range(len(sides))]
            by = {"team": parts, "order": [parts[side] for side in order], "seat": wins}
            self._count_wins(by)
        if ending not in tally.by_ending:
            tally.by_ending[ending] = EndingCount()
        tally.by_ending[ending].count(rounds, self.decisions, by)
        if self._closely:
            self._end_closely(state, ending, wins, won, rounds)
        if self._compares:
            self._compare(state, order, won, scores, rounds, wins)

    def _end_closely(
        self, state: State, ending: str, wins: Sequence[float], won: Sequence[int], rounds: int
    ) -> None:
        """Note what only who has seen every move can tell."""
        game, tally = self.game, self._tally
        zones = game.zones(state)
        self._see(state, zones)
        tally.watched += 1
        tally.turns.count(self._kinds, self.decisions)
        tally.emptied.update(self._emptied)
        if game.by_round:
            self._end_round(state)
        else:
            hands = (pieces for role, pieces in zip(self._roles, self._seen, strict=True) if role.hand >= 0)
            self._count_cards(wins, [piece for hand in hands for piece in hand])
        self._note(state, zones)
        deal = {"game": self._number + 1, "seed": self._deal or 0, "rounds": rounds, "moves": self.decisions}
        tally.tension.count(self._path, won, deal, self._sizes, self._parts)
        if said := self._said[self._mover] if self._mover >= 0 else None:
            tally.by_ending[ending].last[said[0].name] += 1
        kinds = [(seat, kind) for seat, (_, kind) in zip(self._deciders, self._kinds, strict=True)]
        tally.tension.count_way(ending, self._path, won, self._sides, kinds, self._sizes, self._parts)

    def _compare(
        self,
        state: State,
        order: Sequence[int],
        won: Sequence[int],
        scores: Sequence[float],
        rounds: int,
        wins: Sequence[float],
    ) -> None:
        """Keep what this game is compared by."""
        best, sides, winners = sorted(scores, reverse=True), self._sides, self.game.winners(state)
        measures = {
            "rounds": rounds,
            "decisions": self.decisions,
            "top": best[0],
            "nobody": float(not won),
        }
        if len(best) > 1:
            measures |= {"lead": best[0] - best[1], "level": float(best[0] == best[1])}
        if won:
            measures["first"] = (order[0] in won) / len(won)
            if any(len(side) > 1 for side in sides):
                measures |= {f"side {n + 1}": (n in won) / len(won) for n in range(len(sides))}
        measures[f"ending: {self.game.ending(state)}"] = 1.0
        measures |= {f"figure: {name}": sum(all_) / len(all_) for name, all_ in self._figures.items()}
        moves = crc32(repr((scores, winners)).encode(), self._moves)
        self.rows.append(Row(self._deal or 0, moves, measures, tuple(wins), self._rotation))

    def _in_order(self) -> list[int]:
        """Return the sides in the order in which they have their first turn, clockwise from who begins."""
        many = self.game.players
        side_of = {seat: number for number, side in enumerate(self._sides) for seat in side}
        return list(dict.fromkeys(side_of[(self._first + step) % many] for step in range(many)))

    def _count_wins(self, by: Mapping[str, Sequence[float]]) -> None:
        """Count what each line of each question of fairness has won."""
        tally = self._tally
        for counted, parts in ((tally.side_wins, by["team"]), (tally.order_wins, by["order"])):
            counted += [Deals() for _ in range(len(parts) - len(counted))]
            for deals, part in zip(counted, parts, strict=False):
                deals.count(part)
        for seat, win in enumerate(by["seat"]):
            tally.seat_wins[seat].count(win)
            tally.bot_wins[self._of_seat[seat]].count(win)

    def finish(self) -> Tally:
        """Return the tally of all games that ended."""
        self._tally.close_deal()
        self._tally.options_read |= self.game.options.read
        used = zip(self.game.pieces.ranges, self._most, strict=True)
        self._tally.most_used.update({name: number for name, number in used if number})
        return self._tally


# ---- chips ----------------------------------------------------------------------------------------------

Chips = Sequence[tuple[str, int, int]]
"""Name, value and number of each kind of chip in the box, the most valuable first."""


def chips_of(game: Game[Any]) -> Chips:
    """Return the chips that a game counts; none where it counts none."""
    zones = [zone for zone in game.layout if zone.holds == "chips"]
    wanted = dict.fromkeys(name for zone in zones for name in (zone.begins, zone.name, zone.field))
    known = {component.id: component for component in game.kit.components if component.kind == "tokens"}
    parts = [known[name] for name in wanted if name in known]
    begun = any(zone.begins for zone in zones)  # a game of piles counts pieces, whatever is printed on them
    kinds = [
        (card.id, 1 if begun else int(card.fields.get("value") or 1), card.count)
        for component in parts
        for card in component.cards
    ]
    return sorted(kinds, key=lambda kind: -kind[1]) if zones else ()


def laid_out(heaps: Sequence[int], chips: Chips) -> dict[str, int]:
    """Return how many chips of each kind it takes to lay out heaps of these values, where the box has them.

    Large chips go first, as far as they reach; the smallest make up for all that is left, even if there are too few.
    """
    left, needed = list(heaps), {}
    for place, (name, value, held) in enumerate(chips):
        last = place == len(chips) - 1
        used = 0
        for heap, worth in enumerate(left):
            take = -(-worth // value) if last else min(worth // value, held - used)
            used += take
            left[heap] -= take * value
        needed[name] = used
    return needed
