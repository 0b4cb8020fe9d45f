"""A game as a story to read: every move as its player would say it, and by which rule things happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.engine.bots import Bot
from cardgen.engine.choices import Move, Moves
from cardgen.engine.game import Game
from cardgen.engine.playing import play_game
from cardgen.engine.state import State
from cardgen.engine.telling import Recorder


def story(game: Game[Any], seed: int, bots: Sequence[Bot]) -> str:
    """Return the game of this seed as text: moves, rules applied, the table after each round, the end."""
    lines = [f"{game.kit.title} for {game.players} players: {', '.join(game.names)}"]
    chosen = [
        f"{name} = {game.options[name]}"
        for name, o in game.kit.options.items()
        if game.options[name] != o.default
    ]
    lines += [f"House rules: {', '.join(chosen) or 'none'}"]
    lines += [f"Seed {seed}, bots {', '.join(bot.name for bot in bots)}", "", "Set-up", ""]
    recorder = Recorder()
    rounds = 0

    def events() -> list[str]:
        return [f"    {event}" for event in recorder.take()]

    def before(state: State, move: Move, moves: Moves) -> None:
        nonlocal rounds
        lines.extend(events())
        if game.rounds(state) > rounds:
            rounds = game.rounds(state)
            lines.extend(["", *_indented(game.picture(state)), "", f"Round {rounds}", ""])
        lines.append(game.say(state, move))

    end = play_game(game, seed, bots, watch=before, tell=recorder.tell)
    lines += [*events(), "", *_indented(game.picture(end)), "", f"The end: {game.ending(end)}"]
    lines += [f"{name}: {score}" for name, score in zip(game.names, game.scores(end), strict=True)]
    lines.append(f"Winner: {', '.join(game.names[seat] for seat in game.winners(end)) or 'nobody'}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()]
