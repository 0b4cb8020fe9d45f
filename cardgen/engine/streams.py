"""Randomness from one seed, in independent streams: the same seed is the same game on any machine."""

from __future__ import annotations

import random
from collections.abc import MutableSequence
from hashlib import blake2b

_MASK = (1 << 64) - 1


def derive(seed: int, *path: str | int) -> int:
    """Return a 64-bit seed for one purpose ("deal", "luck", "bot", 2) that tells nothing about the others."""
    text = "/".join(str(part) for part in (seed, *path))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def stream(seed: int, *path: str | int) -> random.Random:
    """Return the random stream for one purpose."""
    return random.Random(derive(seed, *path))


def roll(luck: int, sides: int) -> tuple[int, int]:
    """Return the next luck and a number from 0 to `sides` - 1.

    This is the dice inside a state: one integer, so that a state is copied and saved with its future
    (splitmix64, Steele et al. 2014).
    """
    luck = (luck + 0x9E3779B97F4A7C15) & _MASK
    mixed = ((luck ^ (luck >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return luck, ((mixed ^ (mixed >> 31)) * sides) >> 64


def shuffle(luck: int, pieces: MutableSequence[int]) -> int:
    """Shuffle in place and return the next luck.

    One long random number names one of all orders, digit by digit in the factorial number system: a few
    times faster than a roll for each card, and far more orders than any deck has.
    """
    luck, _ = roll(luck, 1)
    number = 0
    for block in range(1 + len(pieces) // 56):  # 64 bytes name the order of 56 cards with bits to spare
        digest = blake2b(luck.to_bytes(8, "big"), digest_size=64, salt=block.to_bytes(2, "big")).digest()
        number = number << 512 | int.from_bytes(digest, "big")
    for place in range(len(pieces) - 1, 0, -1):
        number, other = divmod(number, place + 1)
        pieces[place], pieces[other] = pieces[other], pieces[place]
    return luck
