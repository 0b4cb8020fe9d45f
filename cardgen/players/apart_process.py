"""The process of a player that is kept apart. It hears views and says moves."""

from __future__ import annotations

import json
import os
import pickle
import random
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Problem
from cardgen.base.projects import let_run_around
from cardgen.engine import RAISED, Game, diagnosed, place_of
from cardgen.players.named import make_bot


def serve(hear: Any, say: Any) -> None:
    """Answer every line with a line, until nobody asks any more."""
    begun = json.loads(hear.readline() or "null")
    if begun is None:
        return
    # who starts this process has made both; a player has not been asked yet
    let_run_around(Path())
    game: Game[Any] = pickle.loads(b64decode(begun["game"]))
    bot: Any = None
    dice = random.Random()
    for line in hear:
        asked = json.loads(line)
        if "dice" in asked:
            version, numbers, gauss = asked["dice"]
            dice.setstate((version, tuple(numbers), gauss))
            bot = None  # a new game, and a new player
        try:
            bot = bot or make_bot(game, begun["bot"])
            view = game.state.from_dict(game, asked["view"])
            move = bot.choose(view if bot.looks else None, view.phase.moves(view), dice)
            answer: dict[str, Any] = {"move": move}
            json.dumps(answer)
        except RAISED as error:
            answer = _failure(error, game, bot)
        say.write(json.dumps(answer) + "\n")
        say.flush()


def _failure(error: Any, game: Game[Any], bot: Any) -> dict[str, Any]:
    found = error if isinstance(error, CardgenError) else diagnosed(error, game, bot)
    problem: Problem = (
        found.problems[0] if found else Problem(f"{type(error).__name__}: {error}", place_of(bot, "choose"))
    )
    where = problem.where and (problem.where.file, problem.where.line, problem.where.column)
    return {"problem": problem.message, "where": where}


def main() -> None:
    """Serve on what was standard output; what the player prints goes to standard error."""
    say = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    serve(sys.stdin, say)
