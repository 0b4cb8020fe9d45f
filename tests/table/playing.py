"""Tables at which tests sit down: a game by name, its seats, and moves by chance."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from cardgen.engine import Game, RandomBot
from cardgen.games import make_game
from cardgen.source import load_kit
from cardgen.table.journal import Journal
from cardgen.table.sitting import Seat, Sitting

GAMES = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")
NAMES = ("Ana", "Ben", "Cleo", "Dario", "Eva", "Finn")


def table(
    slug: str, path: Path, players: int = 0, bots: tuple[str, ...] = (), seed: int = 5, **options: Any
) -> Sitting:
    """A new table with its journal at a path; whoever is no bot is a person."""
    kit = load_kit(Path(__file__).parents[2] / "data" / slug)
    players = players or kit.players.min
    names = NAMES[:players]
    game: Game[Any] = make_game(kit, players, options, names)
    seats = [Seat(name, bots[n] if n < len(bots) else "") for n, name in enumerate(names)]
    return Sitting.begin(game, seats, seed, lambda line: Journal.begin(path, line), lambda _: RandomBot())


def again(sitting: Sitting) -> Sitting:
    """The table as it is opened from its file alone."""
    first = sitting.journal.lines[0]
    game = make_game(sitting.game.kit, len(first["players"]), first["options"], tuple(first["players"]))
    seats = [Seat(name, bot) for name, bot in zip(first["players"], first["bots"], strict=True)]
    return Sitting(game, seats, Journal.read(sitting.journal.path), lambda _: RandomBot())


def step(sitting: Sitting, rng: random.Random) -> None:
    """Play one move by chance, for whoever's turn it is."""
    seat = sitting.turn
    sitting.play(seat, sitting.version, rng.randrange(len(sitting.moves(seat))))
