"""Recounts what a report says from saved games, by code of its own: the engine plays the moves again, nobody else is asked.

    cardgen simulate cheers --players 3 --games 300 --each-option --save-games games
    python -m tests.simulation.recount games

Only what lies in the files is read: seed, house rules, moves and scores.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from cardgen.games import make_game
from tests.games.kits import kit_of

DATA = Path(__file__).parents[2] / "data"


@dataclass
class Hand:
    """What one seat had in a game, or in a round where each is one of its own, and which part of the win."""

    held: set[int]
    lay: set[int]
    won: float


@dataclass
class Seen:
    """One saved game, played again."""

    seed: int
    moves: list[str]
    winners: tuple[int, ...]
    sides: list[tuple[int, ...]]
    first: int
    rounds: int
    ending: str
    scores: list[int]
    hands: list[Hand] = field(default_factory=list)

    @property
    def won(self) -> list[float]:
        """The part of the win of each side; nothing where nobody won."""
        best = [any(seat in self.winners for seat in side) for side in self.sides]
        return [each / sum(best) for each in best] if any(best) else []

    @property
    def beginner(self) -> int:
        """The side that begins."""
        return next(n for n, side in enumerate(self.sides) if self.first in side)


def in_hand(slug: str, s: Any, seat: int) -> Iterable[int]:
    """Return the cards that a seat holds, as the state of each game has them."""
    match slug:
        case "auction-hearts" | "cheers":
            return list(s.piles[f"hand {s.game.names[seat]}"])
        case "bartender-aarwares":
            return [card for zone in ("hand", "purse") for card in s.piles[f"{zone} {s.game.names[seat]}"]]
        case "bartender-2012":  # in the draft a hand is what has been kept so far
            return list((s.took if "draft" in type(s.phase).__name__.lower() else s.hands)[seat])
    return list(s.hands[seat])


def in_front(slug: str, s: Any, seat: int) -> Iterable[int]:
    """Return the cards that lie before a seat."""
    match slug:
        case "bartender-aarwares":
            return [card for zone in ("staff", "guests") for card in s.piles[f"{zone} {s.game.names[seat]}"]]
        case "biergarten":
            return list(s.gardens[seat].values())
    return ()


def played_again(game: Any, saved: Mapping[str, Any]) -> Seen:
    """Return a saved game, move by move."""
    slug, seats = game.slug, range(game.players)
    s = game.deal(saved["seed"])
    sides = [tuple(side) for side in game.sides(s) if side]
    seen = Seen(saved["seed"], saved["moves"], (), sides, game.first(s), 0, "", [])
    held: list[set[int]] = [set() for _ in seats]
    lay: list[set[int]] = [set() for _ in seats]
    owner: dict[int, int] = {}
    begun, before = game.rounds(s), game.scores(s)

    def look() -> None:
        for seat in seats:
            held[seat].update(in_hand(slug, s, seat))
        known = set().union(*held)
        for seat in seats:
            for card in in_front(slug, s, seat):
                if card not in known:
                    lay[owner.setdefault(card, seat)].add(card)

    def close(won: Sequence[float]) -> None:
        for seat in seats:
            seen.hands.append(Hand(held[seat].copy(), lay[seat] - held[seat], won[seat]))
            held[seat].clear()
            lay[seat].clear()

    def of_round() -> list[float]:
        gains = [now - was for now, was in zip(game.scores(s), before, strict=True)]
        return [(gain == max(gains)) / gains.count(max(gains)) for gain in gains]

    for text in saved["moves"]:
        if game.by_round and game.rounds(s) != begun:
            close(of_round())
            begun, before = game.rounds(s), game.scores(s)
        if seen.first < 0 and s.phase.name == "bid":
            seen.first = s.turn
        look()
        game.play_text(s, text)
    look()
    seen.winners, seen.rounds, seen.ending = game.winners(s), game.rounds(s), game.ending(s)
    seen.scores = game.scores(s)
    assert game.over(s)
    assert seen.scores == saved["scores"]
    part = dict.fromkeys(seats, 0.0)
    for side, share in zip(seen.sides, seen.won, strict=False):
        part |= dict.fromkeys(side, share)
    close(of_round() if game.by_round else [part[seat] for seat in seats])
    return seen


@dataclass
class Table:
    """All saved games of one table."""

    game: Any
    options: dict[str, Any]
    games: list[Seen]

    @property
    def decided(self) -> list[Seen]:
        """The games that somebody won."""
        return [one for one in self.games if one.won]

    def by_side(self) -> list[float]:
        """Return how often each side wins, of the games that somebody won."""
        return [fmean(parts) for parts in zip(*(one.won for one in self.decided), strict=True)]

    def by_seat(self) -> list[float]:
        """Return how often each seat wins; each of a team has its win."""
        sides = [{seat: n for n, side in enumerate(one.sides) for seat in side} for one in self.decided]
        seats = range(self.game.players)
        return [
            fmean(one.won[of[seat]] for one, of in zip(self.decided, sides, strict=True)) for seat in seats
        ]

    def by_order(self) -> list[float]:
        """Return how often the side wins that begins, the one after it, and so on clockwise."""
        found = []
        for one in self.decided:
            many = self.game.players
            clockwise = [(one.first + step) % many for step in range(many)]
            order = sorted(range(len(one.sides)), key=lambda n: min(clockwise.index(s) for s in one.sides[n]))
            found.append([one.won[side] for side in order])
        return [fmean(parts) for parts in zip(*found, strict=True)]

    def cards(self) -> dict[str, tuple[int, float, float]]:
        """Return of each card how often somebody held it, how often those won, and those of the average card.

        Of a card that nobody ever held, those before whom it first lay.
        """
        held: dict[str, list[float]] = defaultdict(list)
        lay: dict[str, list[float]] = defaultdict(list)
        for hand in (hand for one in self.games for hand in one.hands):
            for found, pieces in ((held, hand.held), (lay, hand.lay)):
                for piece in pieces:
                    found[self.game.pieces.cards[piece].id].append(hand.won)
        known = {}
        for found in (lay, held):
            if found:
                average = fmean(won for wins in found.values() for won in wins)
                known.update({card: (len(wins), fmean(wins), average) for card, wins in found.items()})
        return known

    def against(self, book: Table) -> dict[str, list[float]]:
        """Return what is otherwise than by the book, deal by deal: wins of who begins, nobody wins, rounds."""
        base = {one.seed: one for one in book.games}
        pairs = [(base[one.seed], one) for one in self.games]
        both = [(was, now) for was, now in pairs if was.won and now.won]
        return {
            "first": [now.won[now.beginner] - was.won[was.beginner] for was, now in both],
            "nobody": [float(not now.won) - float(not was.won) for was, now in pairs],
            "rounds": [float(now.rounds - was.rounds) for was, now in pairs],
            "met": [float((was.moves, was.scores) != (now.moves, now.scores)) for was, now in pairs],
        }


def tables(folder: Path) -> list[Table]:
    """Return the tables whose games lie in a folder, those by the book first."""
    found: dict[str, Table] = {}
    for file in sorted(folder.glob("*.json")):
        saved = json.loads(file.read_text(encoding="utf-8"))
        key = json.dumps([saved["game"], len(saved["players"]), saved["options"]])
        if key not in found:
            kit = kit_of(saved["game"])
            game = make_game(kit, len(saved["players"]), saved["options"], saved["players"])
            found[key] = Table(game, saved["options"], [])
        found[key].games.append(played_again(found[key].game, saved))
    return sorted(found.values(), key=lambda one: (one.game.players, len(one.options)))


def said(numbers: Sequence[float]) -> str:
    """Return a mean with the interval that everybody knows: two standard errors either way."""
    if len(numbers) < 2:
        return "too few"
    middle, error = fmean(numbers), stdev(numbers) / sqrt(len(numbers))
    return (
        f"{middle * 100:+.1f} points ({(middle - 2 * error) * 100:+.1f} to {(middle + 2 * error) * 100:+.1f})"
    )


def lines(found: Sequence[Table]) -> Iterator[str]:
    """Yield what the saved games say, table by table."""
    books = {table.game.players: table for table in found if not table.options}
    for table in found:
        rules = ", ".join(f"{name}={value}" for name, value in table.options.items()) or "by the book"
        games = table.games
        yield f"{table.game.slug}, {table.game.players} players, {rules}: {len(games)} games"
        yield f"  nobody wins {1 - len(table.decided) / len(games):.1%}; {fmean(g.rounds for g in games):.2f} rounds"
        for name, shares in (("side", table.by_side()), ("order", table.by_order())):
            yield f"  wins by {name}: {', '.join(f'{share:.1%}' for share in shares)}"
        book = books.get(table.game.players)
        if table.options and book:
            apart = table.against(book)
            yield f"  against the book: met in {sum(apart['met']):.0f}; who begins wins {said(apart['first'])}"
            yield f"    nobody wins {said(apart['nobody'])}; rounds {fmean(apart['rounds']):+.2f}"
            continue
        cards = sorted(table.cards().items(), key=lambda one: one[1][1] - one[1][2])
        for card, (times, won, average) in [*cards[:4], *cards[-6:]]:
            yield f"  {card}: {times} times, {won:.1%} won, the average card {average:.1%}: {won - average:+.1%}"


if __name__ == "__main__":
    print("\n".join(lines(tables(Path(sys.argv[1])))))
