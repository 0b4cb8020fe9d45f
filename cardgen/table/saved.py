"""A table as a saved game: the same file that a simulation writes, so that every tool can play it again."""

from __future__ import annotations

from cardgen.engine import SavedGame, save
from cardgen.table.sitting import Sitting


def saved_game(sitting: Sitting) -> SavedGame:
    """Return the game as far as it was played; `bots` has "person" for people."""
    scores = sitting.game.scores(sitting.state) if sitting.over else ()
    bots = [one.bot or "person" for one in sitting.seats]
    return save(sitting.game, sitting.seed, [one.text for one in sitting.played], bots=bots, scores=scores)
