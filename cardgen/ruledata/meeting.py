"""How often games meet each step, move and condition of a rules.yaml: what was never met was never tried."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

from cardgen.base.errors import CardgenError, Problem
from cardgen.engine.choices import RandomBot
from cardgen.engine.playing import play_game
from cardgen.model import Kit
from cardgen.ruledata.game import DataGame

GAMES = 10
SECONDS = 3.0  # of play, after which no further game begins


def met_in_games(
    kit: Kit, kind: type[DataGame], games: int = GAMES, house_rules: bool = False
) -> dict[str, Any]:
    """Return the steps of a kit's rules in order, each with its moves and what these need, and how often so many games met them.

    Players choose at random, and their number is another one from game to game; with `house_rules` every second game has
    some of these. `problems` are what went wrong; then, and after three seconds of play, no further game is played.
    """
    needs: dict[int, list[int]] = {}
    offered, played = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    outline, steps, problems = kind.outline, Counter[str](), list[Problem]()
    names = {step.name: [move.name for move in step.moves] for step in outline.steps.values()}

    def met(at: int, holds: Any) -> bool:
        asked = needs.setdefault(at, [0, 0])
        asked[0] += 1
        asked[1] += not holds
        return bool(holds)

    def watch(state: Any, move: Any, moves: Any) -> None:
        step, of = state.phase.name, names[state.phase.name]
        steps[step] += 1
        there = {one[0] for one in moves} if len(of) > 1 else set(of)
        offered.update((step, name) for name in there)
        played[step, move[0] if len(of) > 1 else of[0]] += 1

    counting: Any = type(kind.__name__, (kind,), {"met": staticmethod(met), "__module__": kind.__module__})
    counts, done, spent = [*kit.players.counts], 0, 0.0
    while done < games and spent < SECONDS:
        try:
            chance = random.Random(done)
            house = {
                name: chance.choice(one.choices)
                for name, one in kit.options.items()
                if house_rules and done % 2
            }
            game = counting(kit, counts[done % len(counts)], house)
            begun = time.perf_counter()
            play_game(game, done + 1, [RandomBot() for _ in game.names], watch=watch)
            spent += time.perf_counter() - begun
        except CardgenError as error:
            problems += error.problems
            break
        done += 1
    line = outline.file.line
    return {
        "games": done,
        "steps": [
            {
                "step": step.name,
                "rule": step.rule,
                "line": line(step.at),
                "answer": not step.in_turn,
                "met": steps[step.name],
                "moves": [
                    {
                        "says": move.says or move.name,
                        "rule": move.rule,
                        "line": line(move.at),
                        "offered": offered[step.name, move.name],
                        "played": played[step.name, move.name],
                        "needs": [
                            {"that": need.said, "why": need.reason, "line": line(need.at)}
                            | dict(zip(("asked", "refused"), needs.get(need.at, (0, 0)), strict=True))
                            for need in move.needs
                        ],
                    }
                    for move in step.moves
                ],
            }
            for step in outline.steps.values()
            if step.moves
        ],
        "problems": problems,
    }
