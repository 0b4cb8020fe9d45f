"""What `minutes:` of game.yaml says, and when a game is said to take longer or shorter."""

from __future__ import annotations

import re

SHORTER, LONGER = 0.8, 1.25
"""A game is shorter than told below so many times the fewest minutes, longer above so many times the most."""


def read_minutes(said: str) -> tuple[float, float] | None:
    """Return the fewest and the most minutes that are told, such as 15 and 25 of `15–25`; None where no number is."""
    numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", said)]
    if not numbers or not min(numbers):
        return None
    return min(numbers), max(numbers)
