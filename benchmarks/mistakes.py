"""Mistakes that `cardgen replay --judge` marks in games whose truth is known: how many marks are wrong, how many mistakes are found.

    python benchmarks/mistakes.py [--games 40] [--judges ismcts:50,ismcts:100,ismcts:400] [--seed 1] [NAME …]

Each game is solved, so each decision has moves that are best if everyone plays on without a mistake. In a *sound* game nobody
errs, and every mark is wrong. In a *planted* one a decision is drawn at which a move costs half a win or more, and the worst is made.
The intervals are Wilson's. One process; the same seed gives the same table.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.engine import OVER, Move, stream
from cardgen.games import make_game
from cardgen.simulation.mistakes import Judge, Mistake
from cardgen.simulation.statistics import wilson
from cardgen.source import load_kit
from cardgen.source.what_if import load_changed, read_change

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "tests" / "samples" / "classics" / "data"
_EVEN = 1e-6  # values that differ by less are equal
_BLUNDER = 0.45  # of a win: from a win to a draw, or more
LOTTERY = """\
zones:
  goal: {begins: cards, use: stock}
notes:
  points: {each: player}
  drawn: {each: player}
turn:
  draw lots:
    rule: PG-002
    moves:
      MOVES
deeds:
  lot:
    - let die be roll(100)
    - add die to my points
    - add 1 to my drawn
    - if all(drawn of p == 4 for p in players): [end]
    - next turn
standing: my points
score: my points
ends: all lots are drawn
"""
LOT = "lots{0}: {{says: draws {0} lots, do: [{1}do lot]}}"
Values = Mapping[Move, float]
"""What each move is worth to who decides if all play on without a mistake, as part of a win."""


@dataclass(frozen=True)
class Solved:
    """A game with its truth; `begin` gives the position from which its decisions are judged."""

    begin: Callable[[int], Any]
    values: Callable[[Any], Values]


# ---- games that are solved ------------------------------------------------------------------------------


def played(s: Any, move: Move) -> Any:
    """Return the position after a move."""
    after = s.copy()
    after.phase.play(after, move)
    return after


def board(name: str, empty: int) -> Solved:
    """Two players lay pieces on a board in turn: from random moves on, when so few places are empty."""
    game = make_game(load_kit(SAMPLES / name), 2)
    half = len(game.deal(1).piles["pool P0"])
    known: dict[tuple[int, ...], float] = {}

    def places(s: Any) -> list[Sequence[int]]:
        return [pile for zone, pile in s.piles.items() if zone.startswith("board ")]

    def best(s: Any) -> float:
        here = (s.turn, *(-1 if not pile else pile[0] // half for pile in places(s)))
        if here not in known:
            known[here] = max(values(s).values())
        return known[here]

    def values(s: Any) -> Values:
        found: dict[Move, float] = {}
        for move in s.phase.moves(s):
            after = played(s, move)
            won = game.winners(after) if after.phase is OVER else ()
            found[move] = (s.turn in won) / len(won) if won else 1 - best(after)
        return found

    def begin(seed: int) -> Any:
        rng = stream(seed, "begin")
        while True:
            s = game.deal(seed)
            while s.phase is not OVER and sum(not pile for pile in places(s)) > empty:
                s.phase.play(s, rng.choice(list(s.phase.moves(s))))
            if s.phase is not OVER:
                return s

    return Solved(begin, values)


def pig() -> Solved:
    """Two players push their luck to 25 points; solved by value iteration (T. Neller, C. Presser, 2004)."""
    goal, die = 25, range(2, 7)
    game = make_game(load_changed(SAMPLES / "pig", [read_change(f"tables.numbers.goal={goal}")]), 2)
    wins: dict[tuple[int, ...], float] = {}

    def moves(mine: int, other: int, pot: int) -> Values:
        def win(*at: int) -> float:
            return wins.get(at, 0.5)

        held = 1.0 if mine + pot >= goal else 1 - win(other, mine + pot, 0)
        rolled = (1 - win(other, mine, 0) + sum(win(mine, other, pot + n) for n in die)) / 6
        return {("roll",): rolled} | ({("stop",): held} if pot else {})

    every = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal + 6 - i)]
    for _ in range(60):
        for at in every:
            wins[at] = max(moves(*at).values())
    return Solved(game.deal, lambda s: moves(s.points[s.turn], s.points[1 - s.turn], s.pot))


def kuhn() -> Solved:
    """Who wins counts: who meets a bet folds the lowest card alone, and before one all moves are worth the same."""
    game = make_game(load_kit(SAMPLES / "kuhn-poker"), 2)

    def values(s: Any) -> Values:
        if s.bettor < 0:
            return {("pass",): 0.5, ("bet",): 0.5}
        rank = s.piles[f"hand {game.names[s.turn]}"][0]
        return {("pass",): 0.0, ("bet",): (-0.1, 0.5, 1.0)[rank]}

    return Solved(game.deal, values)


def lottery() -> Solved:
    """Three players draw lots, some more of them than others before the one that counts: no move is better than another."""
    several = [LOT.format(n, "let lost be roll(100), " * n) for n in range(4)]
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(SAMPLES / "pig", Path(place) / "pig")
        (folder / "rules.yaml").write_text(LOTTERY.replace("MOVES", "\n      ".join(several)), "utf-8")
        game = make_game(load_kit(folder), 3)
    return Solved(game.deal, lambda s: dict.fromkeys(s.phase.moves(s), 0.5))


GAMES: Mapping[str, Callable[[], Solved]] = {
    "lottery": lottery,
    "pig": pig,
    "kuhn-poker": kuhn,
    "tic-tac-toe": lambda: board("tic-tac-toe", 9),
    "connect-four": lambda: board("connect-four", 9),
}


# ---- what is judged -------------------------------------------------------------------------------------


@dataclass
class Found:
    """What was marked: in sound games, of their decisions and of games; of the mistakes that were planted."""

    games: int = 0
    decisions: int = 0
    marks: list[list[Mistake]] = field(default_factory=list)
    """Those of each sound game: all are wrong."""
    planted: int = 0
    found: list[Mistake] = field(default_factory=list)
    seconds: float = 0.0


def sound(game: Solved, seed: int) -> Iterator[tuple[Any, Values, Move]]:
    """Yield each decision with a choice of a game in which nobody errs, what its moves are worth, and the one that was made."""
    s, rng = game.begin(seed), stream(seed, "sound")
    while s.phase is not OVER:
        values = game.values(s)
        most = max(values.values()) - _EVEN
        made = rng.choice([move for move, value in values.items() if value >= most])
        if len(values) > 1:
            yield s.copy(), values, made
        s.phase.play(s, made)


def look(game: Solved, player: str, seeds: Sequence[int]) -> Found:
    """Return what a player marks in so many sound games, and of the mistakes planted in them."""
    found, began = Found(), time.thread_time()
    for seed in seeds:
        every = list(sound(game, seed))
        if not every:
            continue
        judge = Judge(every[0][0].game, player)
        marks = [judge.mistake(s, made, n, len(every)) for n, (s, _, made) in enumerate(every, 1)]
        found.games += 1
        found.decisions += len(every)
        found.marks.append([one for one in marks if one])
        lost = [n for n, (_, values, _) in enumerate(every) if _worst(values)[1] >= _BLUNDER]
        if lost:
            number = stream(seed, "planted").choice(lost)
            s, values, _ = every[number]
            found.planted += 1
            one = judge.mistake(s, _worst(values)[0], number + 1, len(every))
            found.found += [one] if one else []
    found.seconds = time.thread_time() - began
    return found


def _worst(values: Values) -> tuple[Move, float]:
    worst = min(values, key=lambda move: values[move])
    return worst, max(values.values()) - values[worst]


def row(name: str, player: str, found: Found) -> str:
    """Return a line of the table."""

    def share(part: int, of: int) -> str:
        one = wilson(part, of)
        return f"{part} of {of} ({100 * one.low:.0f} to {100 * one.high:.0f} %)" if of else "–"

    def cells(wanted: Callable[[Mistake], bool]) -> Iterator[str]:
        games = [[mark for mark in marks if wanted(mark)] for marks in found.marks]
        yield share(sum(map(bool, games)), found.games)
        yield share(sum(map(len, games)), found.decisions)
        yield share(sum(map(wanted, found.found)), found.planted)

    return f"| {' | '.join((name, player, *cells(lambda mark: True), *cells(lambda mark: mark.sure)))} |"


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=40)
    asked.add_argument("--judges", default="ismcts:50,ismcts:100,ismcts:400")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("names", nargs="*", metavar="NAME", default=[*GAMES])
    words = asked.parse_args()
    seeds = range(words.seed * 10_000, words.seed * 10_000 + words.games)
    marked = "sound games with a mark | decisions marked in them | planted mistakes found"
    print(f"| game | player | {marked} | sure: {marked.replace(' | ', ' | sure: ')} |")
    print("|---" * 8 + "|", flush=True)
    for name in words.names:
        game = GAMES[name]()
        for player in words.judges.split(","):
            found = look(game, player, seeds)
            print(row(name, player, found), f"{found.seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
