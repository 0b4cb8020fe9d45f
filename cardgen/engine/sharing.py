"""Pieces shared out among places that some of them cannot lie in: every way that fits is equally likely."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from math import factorial, prod

Room = tuple[int, ...]


def shared_out(
    kinds: Sequence[list[int]], barred: Sequence[Sequence[bool]], room: Room, rng: random.Random
) -> list[list[int]]:
    """Return what lies in each of some heaps: `room` is how much fits into each, `barred` in which a kind cannot lie.

    Each kind is shared out as often as there are ways for the rest to follow. ValueError if nothing fits.
    """
    # kinds that some heap lacks come first: the others can then be dealt in any way
    order = sorted(range(len(kinds)), key=lambda kind: -sum(barred[kind]))
    sizes = tuple(len(kinds[kind]) for kind in order)
    bars = tuple(tuple(map(bool, barred[kind])) for kind in order)
    heaps: list[list[int]] = [[] for _ in room]
    for n, kind in enumerate(order):
        if not any(map(any, bars[n:])):
            rest = [piece for other in order[n:] for piece in kinds[other]]
            rng.shuffle(rest)
            for heap, free in zip(heaps, room, strict=True):
                heap += [rest.pop() for _ in range(free)]
            break
        splits = _splits(sizes[n], room, bars[n])
        weights = [_ways(split) * _deals(sizes, bars, n + 1, _left(room, split)) for split in splits]
        if not any(weights):
            raise ValueError("no way to share them out")
        split = rng.choices(splits, weights)[0]
        pieces = kinds[kind]
        rng.shuffle(pieces)
        for heap, number in zip(heaps, split, strict=True):
            heap += [pieces.pop() for _ in range(number)]
        room = _left(room, split)
    return heaps


def _left(room: Room, split: Room) -> Room:
    return tuple(free - taken for free, taken in zip(room, split, strict=True))


@lru_cache(maxsize=100_000)
def _splits(size: int, room: Room, barred: tuple[bool, ...]) -> list[Room]:
    """Return every way to share out a number of pieces by count."""
    most = 0 if barred[0] else min(size, room[0])
    if len(room) == 1:
        return [(size,)] if size <= most else []
    return [
        (number, *rest) for number in range(most + 1) for rest in _splits(size - number, room[1:], barred[1:])
    ]


def _ways(split: Room) -> int:
    """Return in how many ways as many pieces as these can be shared out like this."""
    return factorial(sum(split)) // prod(map(factorial, split))


@lru_cache(maxsize=100_000)
def _deals(sizes: Room, barred: tuple[tuple[bool, ...], ...], kind: int, room: Room) -> int:
    """Return the number of deals of the remaining kinds into this room."""
    if not any(map(any, barred[kind:])):
        return _ways(room)
    return sum(
        _ways(split) * _deals(sizes, barred, kind + 1, _left(room, split))
        for split in _splits(sizes[kind], room, barred[kind])
    )
