"""What is counted while games are played; tallies of many workers add up to one, and none grows with the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain, combinations, repeat
from typing import Any

from cardgen.simulation.statistics import Deals, Numbers

TENTHS = 11  # a game is looked at when 0, 10 … 100 % of it have been played
_MOST_TIMES = 20_000  # results of pairs, before they are added up
_SHOWN = 60  # of so many games the one that is like most is chosen
CHOICE, FORCED, IDLE = range(3)
"""Decisions with several moves; with one; and with one that moves no piece, no chip and no point."""
Path = Sequence[Sequence[float]]
"""The standing of each side, round by round."""


@dataclass(slots=True)
class CardCount:
    """What became of one card, all its copies and all games together."""

    stuck: int = 0
    chosen: int = 0  # of the draws those that the owner's move named
    draws: Deals = field(default_factory=Deals)  # how often it came into a hand, and won by who held it
    lies: Deals = field(default_factory=Deals)  # how often it came to lie before somebody who never held it
    plays: Deals = field(default_factory=Deals)  # how often it came into play, or lay before somebody
    left: Deals = field(default_factory=Deals)  # how often its owner's move took it out of the hand

    def add(self, other: CardCount) -> None:
        """Add another count."""
        self.stuck += other.stuck
        self.chosen += other.chosen
        for mine, its in zip(self.deals(), other.deals(), strict=True):
            mine.add(its)

    def deals(self) -> tuple[Deals, Deals, Deals, Deals]:
        """Return all that is counted deal by deal."""
        return self.draws, self.lies, self.plays, self.left

    @property
    def used(self) -> Deals:
        """How often it was played: where it never comes into play, such as an event, how often it left a hand."""
        return self.plays if self.plays.of else self.left


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game worth a look: its number and seed, and how it went round by round."""

    game: int
    seed: int
    winner: int
    lead_changes: int
    decided: float
    behind: float
    rounds: int
    moves: int
    standing: tuple[tuple[float, ...], ...]

    @property
    def finish(self) -> float:
        """How far the first is ahead of the second at the end."""
        *_, second, first = sorted(self.standing[-1])
        return first - second


@dataclass(slots=True)
class SideCount:
    """How the winners of some games got there, or all others: what they gained, held, could choose and scored."""

    gains: list[Deals] = field(default_factory=lambda: [Deals(), Deals()])  # in each half
    hand: Deals = field(default_factory=Deals)  # at half time
    forced: Deals = field(default_factory=Deals)
    idle: Deals = field(default_factory=Deals)
    parts: dict[str, Deals] = field(default_factory=dict)  # of the score, at the end

    def deals(self) -> Iterator[Deals]:
        """Yield all that is counted deal by deal."""
        yield from (*self.gains, self.hand, self.forced, self.idle, *self.parts.values())

    def part(self, name: str) -> Deals:
        """Return a part of the score."""
        return self.parts.setdefault(name, Deals())

    def add(self, other: SideCount) -> None:
        """Add those of other games."""
        its = (*other.gains, other.hand, other.forced, other.idle)
        for mine, more in zip((*self.gains, self.hand, self.forced, self.idle), its, strict=True):
            mine.add(more)
        for name, deals in other.parts.items():
            self.part(name).add(deals)


@dataclass(slots=True)
class WayCount:
    """The games that ended one way and had a winner."""

    games: int = 0
    won: SideCount = field(default_factory=SideCount)
    lost: SideCount = field(default_factory=SideCount)

    def deals(self) -> Iterator[Deals]:
        """Yield all that is counted deal by deal."""
        yield from (*self.won.deals(), *self.lost.deals())

    def add(self, other: WayCount) -> None:
        """Add other games."""
        self.games += other.games
        self.won.add(other.won)
        self.lost.add(other.lost)


@dataclass(slots=True)
class Tension:
    """Who leads, and by how much, in games that somebody won."""

    games: int = 0
    margin: list[Numbers] = field(default_factory=lambda: [Numbers() for _ in range(TENTHS)])
    standing: list[Numbers] = field(default_factory=lambda: [Numbers() for _ in range(TENTHS)])
    hands: list[Numbers] = field(default_factory=lambda: [Numbers() for _ in range(TENTHS)])
    leader_wins: list[Deals] = field(default_factory=lambda: [Deals() for _ in range(TENTHS)])
    income: list[Deals] = field(default_factory=lambda: [Deals() for _ in range(TENTHS - 1)])
    parts: dict[str, list[Numbers]] = field(default_factory=dict)  # of the score, by what they are
    ways: dict[str, WayCount] = field(default_factory=dict)  # by how the game ended
    lead_changes: Numbers = field(default_factory=Numbers)
    decided: list[int] = field(default_factory=lambda: [0] * 5)
    decided_last: Deals = field(default_factory=Deals)
    finish: Numbers = field(default_factory=Numbers)
    deficit: Numbers = field(default_factory=Numbers)
    behind_at_half: Deals = field(default_factory=Deals)
    changed: GameSummary | None = None  # the one whose lead changed most often, and so on
    came_back: GameSummary | None = None
    one_sided: GameSummary | None = None
    some: list[GameSummary] = field(default_factory=list)

    def deals(self) -> Iterator[Deals]:
        """Yield all that is counted deal by deal."""
        for numbers in (
            *self.margin,
            *self.standing,
            *self.hands,
            *(one for part in self.parts.values() for one in part),
            self.lead_changes,
            self.finish,
            self.deficit,
        ):
            yield numbers.deals
        yield from (*self.leader_wins, *self.income, self.decided_last, self.behind_at_half)
        for way in self.ways.values():
            yield from way.deals()

    def count(
        self,
        path: Path,
        won: Sequence[int],
        deal: Mapping[str, int],
        hands: Sequence[Sequence[int]] = (),
        parts: Sequence[Mapping[str, Sequence[float]]] = (),
    ) -> None:
        """Count a game: the standing of each side after each round, the sides that have won, the cards in each hand, and the parts of each score."""
        if not _has_course(path, won):
            return
        last = len(path) - 1
        self.games += 1
        for tenth in range(TENTHS):
            standing = path[round(tenth * last / (TENTHS - 1))]
            *_, second, first = sorted(standing)
            self.margin[tenth].count(first - second)
            for value in standing:
                self.standing[tenth].count(value)
            for cards in hands[round(tenth * last / (TENTHS - 1))] if hands else ():
                self.hands[tenth].count(cards)
            for name, scores in (parts[round(tenth * last / (TENTHS - 1))] if parts else {}).items():
                for value in scores:
                    self._part(name)[tenth].count(value)
            ahead = leaders(standing)
            self.leader_wins[tenth].count(sum(side in won for side in ahead) / len(ahead) / len(won))
        self._count_income(path)
        changes, leader = 0, -1
        for standing in path:
            ahead = leaders(standing)
            if len(ahead) == 1 and ahead[0] != leader:
                changes += leader >= 0
                leader = ahead[0]
        winner, since = won[0], last
        if len(won) == 1:
            while since and leaders(path[since - 1]) == [winner]:
                since -= 1
        behind = max(max(standing) - standing[winner] for standing in path)
        decided = since / last
        fifth = min(4, int(decided * 5 + 1e-9))
        self.lead_changes.count(changes)
        self.decided[fifth] += 1
        self.decided_last.count(fifth == 4)
        self.deficit.count(behind)
        half = path[round(last / 2)]
        self.behind_at_half.count(half[winner] < max(half))
        whole = tuple(tuple(standing) for standing in path)
        one = GameSummary(
            winner=winner, lead_changes=changes, decided=decided, behind=behind, standing=whole, **deal
        )
        self.finish.count(one.finish)
        self._show([one])

    def count_way(
        self,
        ending: str,
        path: Path,
        won: Sequence[int],
        sides: Sequence[Sequence[int]],
        kinds: Sequence[tuple[int, int]],
        hands: Sequence[Sequence[int]] = (),
        parts: Sequence[Mapping[str, Sequence[float]]] = (),
    ) -> None:
        """Count how winners and others got there, in a game that ended so; `kinds` are the decisions of seats that were looked at."""
        if not _has_course(path, won):
            return
        last = len(path) - 1
        way = self.ways.setdefault(ending, WayCount())
        way.games += 1
        half = round(last / 2)
        by_seat: dict[int, SideCount] = {}
        for side, seats in enumerate(sides):
            its = way.won if side in won else way.lost
            for gains, (before, after) in zip(its.gains, ((0, half), (half, last)), strict=True):
                gains.count(path[after][side] - path[before][side])
            by_seat |= dict.fromkeys(seats, its)
        for seat, kind in kinds:
            by_seat[seat].forced.count(kind >= FORCED)
            by_seat[seat].idle.count(kind == IDLE)
        for seat, its in by_seat.items():
            if hands:
                its.hand.count(hands[half][seat])
            for name, scores in (parts[last] if parts else {}).items():
                its.part(name).count(scores[seat])

    def _count_income(self, path: Path) -> None:
        """Count what each side gains in each tenth; a tenth that ends within a round has its part of that round."""
        last = len(path) - 1
        before = path[0]
        for tenth, gains in enumerate(self.income, 1):
            round_, part = divmod(tenth * last, TENTHS - 1)
            now = path[round_]
            if part:
                after = path[round_ + 1]
                now = [
                    value + (then - value) * part / (TENTHS - 1)
                    for value, then in zip(now, after, strict=True)
                ]
            for value, was in zip(now, before, strict=True):
                gains.count(value - was)
            before = now

    def _part(self, name: str) -> list[Numbers]:
        if name not in self.parts:
            self.parts[name] = [Numbers() for _ in range(TENTHS)]
        return self.parts[name]

    def add(self, other: Tension) -> None:
        """Add other games."""
        for part, numbers in other.parts.items():
            for mine, its in zip(self._part(part), numbers, strict=True):
                mine.add(its)
        self.games += other.games
        for ending, way in other.ways.items():
            self.ways.setdefault(ending, WayCount()).add(way)
        for name in ("margin", "standing", "hands"):
            for mine, its in zip(getattr(self, name), getattr(other, name), strict=True):
                mine.add(its)
        for name in ("leader_wins", "income"):
            for deals, its_deals in zip(getattr(self, name), getattr(other, name), strict=True):
                deals.add(its_deals)
        self.decided = [mine + its for mine, its in zip(self.decided, other.decided, strict=True)]
        for name in ("lead_changes", "decided_last", "finish", "deficit", "behind_at_half"):
            getattr(self, name).add(getattr(other, name))
        self._show([game for game in (other.changed, other.came_back, other.one_sided) if game])
        self.some = [*self.some, *other.some][:_SHOWN]

    def _show(self, games: Sequence[GameSummary]) -> None:
        """Keep what is worth a look; of equal games the first one that was played."""
        for one in games:
            if len(self.some) < _SHOWN and one not in self.some:
                self.some.append(one)
            if self.changed is None or one.lead_changes > self.changed.lead_changes:
                self.changed = one
            if self.came_back is None or one.behind > self.came_back.behind:
                self.came_back = one
            never = not one.lead_changes and not one.behind
            if never and (self.one_sided is None or one.finish > self.one_sided.finish):
                self.one_sided = one


def _has_course(path: Path, won: Sequence[int]) -> bool:
    """Return whether a game had rounds, sides to compare and a winner."""
    return len(path) > 1 and bool(won) and len(path[0]) > 1


def leaders(standing: Sequence[float]) -> list[int]:
    """Return the sides that nobody is ahead of."""
    best = max(standing)
    return [side for side, value in enumerate(standing) if value == best]


@dataclass(slots=True)
class EndingCount:
    """Games that ended one way: how long they were, and who won."""

    rounds: Numbers = field(default_factory=Numbers)
    decisions: Numbers = field(default_factory=Numbers)
    wins: dict[str, list[Deals]] = field(default_factory=dict)
    """By team, order and seat, as fairness asks."""
    last: Counter[str] = field(default_factory=Counter)
    """The kinds of decision that ended those that were watched."""

    def count(self, rounds: int, decisions: int, wins: Mapping[str, Sequence[float]]) -> None:
        """Count a game; what each line has won of it, nothing where nobody has won."""
        self.rounds.count(rounds)
        self.decisions.count(decisions)
        for by, parts in wins.items():
            for deals, part in zip(self._lines(by, len(parts)), parts, strict=False):
                deals.count(part)

    def _lines(self, by: str, many: int) -> list[Deals]:
        known = self.wins.setdefault(by, [])
        known += [Deals() for _ in range(many - len(known))]
        return known

    def deals(self) -> Iterator[Deals]:
        """Yield all that is counted deal by deal."""
        yield from (self.rounds.deals, self.decisions.deals)
        for lines in self.wins.values():
            yield from lines

    def add(self, other: EndingCount) -> None:
        """Add other games."""
        self.rounds.add(other.rounds)
        self.decisions.add(other.decisions)
        self.last.update(other.last)
        for by, lines in other.wins.items():
            for mine, its in zip(self._lines(by, len(lines)), lines, strict=False):
                mine.add(its)


@dataclass(slots=True)
class Turns:
    """How much there is to decide in the course of a game, by tenths of its decisions."""

    forced: list[Deals] = field(default_factory=lambda: [Deals() for _ in range(TENTHS)])
    idle: list[Deals] = field(default_factory=lambda: [Deals() for _ in range(TENTHS)])

    def count(self, kinds: Sequence[tuple[int, int]], decisions: int) -> None:
        """Count a game of so many decisions; those that were looked at were a choice, forced or idle."""
        last = max(1, decisions - 1)
        for n, kind in kinds:
            tenth = ((TENTHS - 1) * n + last // 2) // last
            self.forced[tenth].count(kind >= FORCED)
            self.idle[tenth].count(kind == IDLE)

    def add(self, other: Turns) -> None:
        """Add other games."""
        for mine, its in zip((*self.forced, *self.idle), (*other.forced, *other.idle), strict=True):
            mine.add(its)


@dataclass(slots=True)
class PairCounts:
    """How often two cards came into one hand, and how often its player won."""

    known: dict[tuple[str, str], Deals] = field(default_factory=dict)
    hands: list[tuple[Sequence[str], float]] = field(default_factory=list)  # of the deal that is played
    times: Counter[tuple[tuple[tuple[str, str], int], float]] = field(default_factory=Counter)
    """Deals in which a pair came so often and won so much, before they are added up."""

    def count(self, cards: Sequence[str], won: float) -> None:
        """Count a hand: the cards that came into it, each once and in order."""
        self.hands.append((cards, won))

    def close(self) -> None:
        """End the deal that is played."""
        played = Counter(chain.from_iterable(combinations(cards, 2) for cards, _ in self.hands))
        wins: dict[tuple[str, str], float] = {}
        for cards, won in self.hands:
            for pair in combinations(cards, 2) if won else ():
                wins[pair] = wins.get(pair, 0.0) + won
        self.times.update(zip(played.items(), map(wins.get, played, repeat(0.0)), strict=False))
        self.hands.clear()

    def settle(self) -> None:
        """Add up the deals that have ended."""
        for ((pair, of), wins), times in self.times.items():
            alike = (times * of * of, times * wins * wins, times * wins * of)
            self._of(pair).add(Deals(times, times * of, times * wins, *alike))
        self.times.clear()

    def _of(self, pair: tuple[str, str]) -> Deals:
        if pair not in self.known:
            self.known[pair] = Deals()
        return self.known[pair]

    def add(self, other: PairCounts) -> None:
        """Add other hands."""
        for pair, deals in other.known.items():
            self._of(pair).add(deals)
        self.times.update(other.times)
        if len(self.times) > _MOST_TIMES:
            self.settle()


@dataclass(slots=True)
class Tally:
    """Everything a report is made of."""

    games: int = 0
    watched: int = 0  # games of which every move was watched
    units: int = 0  # games, or rounds where each is one of its own: what cards are counted by
    nobody: Deals = field(default_factory=Deals)  # games without a winner
    endings: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)  # as they are told: "BT-021 BT-022"
    deeds: Counter[str] = field(default_factory=Counter)
    options_read: set[str] = field(default_factory=set)  # that the rules asked for by name
    figures: dict[str, Numbers] = field(default_factory=dict)
    cards: dict[str, dict[str, CardCount]] = field(default_factory=dict)  # of each kind of bot
    met: list[CardCount] = field(default_factory=list)  # of these cards, in the deal that is played
    card_wins: dict[str, Deals] = field(default_factory=dict)  # what a card's players are compared with
    most_used: Counter[str] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)  # the most that were wanted and not there
    emptied: Counter[str] = field(default_factory=Counter)  # games in which a pile ran empty
    rounds: Numbers = field(default_factory=Numbers)
    decisions: Numbers = field(default_factory=Numbers)
    branching: Numbers = field(default_factory=Numbers)
    phases: Counter[str] = field(default_factory=Counter)  # decisions, and below some of them looked at
    looked_at: dict[str, Counter[float]] = field(default_factory=dict)
    waits: Numbers = field(default_factory=Numbers)
    scores: list[Numbers] = field(default_factory=list)
    winning: Numbers = field(default_factory=Numbers)
    lead: Numbers = field(default_factory=Numbers)
    level: Deals = field(default_factory=Deals)
    ties: Deals = field(
        default_factory=Deals
    )  # of two equal best sides, one of which wins: the one that sits first
    first: Counter[int] = field(default_factory=Counter)
    sides: Counter[tuple[tuple[int, ...], ...]] = field(default_factory=Counter)
    seat_wins: list[Deals] = field(default_factory=list)  # of the games that somebody won, as all below
    side_wins: list[Deals] = field(default_factory=list)
    order_wins: list[Deals] = field(default_factory=list)
    bot_wins: dict[str, Deals] = field(default_factory=dict)
    by_ending: dict[str, EndingCount] = field(default_factory=dict)
    tension: Tension = field(default_factory=Tension)
    turns: Turns = field(default_factory=Turns)
    pairs: PairCounts = field(default_factory=PairCounts)

    @property
    def rules(self) -> Counter[str]:
        """How often each rule was used; one event may use several."""
        used: Counter[str] = Counter()
        for rules, times in self.told.items():
            for rule in rules.split():
                used[rule] += times
        return used

    def close_deal(self, closely: bool = True) -> None:
        """End the deal that is played; unless it was watched `closely` only its moves and its end were counted."""
        for deals in (self.nobody, self.level, self.ties, *self.seat_wins, *self.side_wins, *self.order_wins):
            deals.close()
        for deals in self.bot_wins.values():
            deals.close()
        for numbers in (self.rounds, self.decisions, self.winning, self.lead, *self.scores):
            numbers.deals.close()
        for count in self.by_ending.values():
            for deals in count.deals():
                deals.close()
        if closely:
            self._close_watched()

    def _close_watched(self) -> None:
        self.pairs.close()
        for deals in (
            *self.card_wins.values(),
            *self.tension.deals(),
            *self.turns.forced,
            *self.turns.idle,
        ):
            deals.close()
        for count in self.met:
            for deals in count.deals():
                deals.close()
        self.met.clear()
        for numbers in (self.branching, self.waits, *self.figures.values()):
            numbers.deals.close()

    def add(self, other: Tally) -> None:
        """Add another tally of the same table."""
        self.games += other.games
        self.watched += other.watched
        self.units += other.units
        for each in fields(self):
            if isinstance(mine := getattr(self, each.name), (Deals, Numbers, Tension, Turns, PairCounts)):
                mine.add(getattr(other, each.name))
        for name in ("endings", "told", "deeds", "emptied", "phases", "first", "sides"):
            getattr(self, name).update(getattr(other, name))
        for phase, numbers in other.looked_at.items():
            self.looked_at.setdefault(phase, Counter()).update(numbers)
        for name, ended in other.by_ending.items():
            self.by_ending.setdefault(name, EndingCount()).add(ended)
        for name, figure in other.figures.items():
            self.figures.setdefault(name, Numbers()).add(figure)
        for bot, counts in other.cards.items():
            known = self.cards.setdefault(bot, {})
            for card, count in counts.items():
                known.setdefault(card, CardCount()).add(count)
        for wins_by in ("bot_wins", "card_wins"):
            for bot, wins in getattr(other, wins_by).items():
                getattr(self, wins_by).setdefault(bot, Deals()).add(wins)
        self.options_read |= other.options_read
        self.most_used |= other.most_used  # the greater of both
        self.missing |= other.missing
        for listed, kind in (
            ("scores", Numbers),
            ("seat_wins", Deals),
            ("side_wins", Deals),
            ("order_wins", Deals),
        ):
            ours: list[Any] = getattr(self, listed)
            theirs = getattr(other, listed)
            ours += [kind() for _ in theirs[len(ours) :]]
            for one, its in zip(ours, theirs, strict=False):  # shorter where nobody has won a game
                one.add(its)
