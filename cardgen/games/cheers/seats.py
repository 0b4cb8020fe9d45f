"""Who sits where in CHEERS, with whom, and in which order they have their turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from cardgen.model import Kit

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Seating:
    """A table for so many players. A bar is a number: that of the seat, or one more for the empty stool.

    `team` is the team of each bar, `turns` the seats in their order, which starts again at its end.
    """

    team: tuple[int, ...]
    sizes: tuple[int, ...]
    turns: tuple[int, ...]
    stool: int
    hand_size: tuple[int, ...]

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return all bars from a seat on."""
        bars = len(self.team)
        return tuple((seat + n) % bars for n in range(bars))


def seating(kit: Kit, players: int, options: Mapping[str, Any]) -> Seating:
    """Return the seats and turns for so many players.  CH-007 to CH-011, CH-058, CH-063 to CH-071."""
    rows = [row for row in kit.tables["teams"] if row["players"] == players]  # CH-008
    # CH-009: a choice only where there is one
    row = next((row for row in rows if len(row["sizes"]) == options["teams"]), rows[0])
    sizes = tuple(row["sizes"])
    bar = kit.tables["bar"]
    names = tuple(dict.fromkeys(row["turns"]))  # CH-011: seats alternate as the first turns do
    letters = sorted({name[0] for name in names})
    team = tuple(letters.index(name[0]) for name in names)
    if options["mode"] == "masquerade":
        # CH-Q14: any seats, clockwise, no larger hands, nobody at the stool
        return Seating(team, sizes, tuple(range(players)), NOBODY, (bar["hand"],) * players)
    # CH-063 to CH-066; CH-Q11: the list as it is spelled, or as it is meant
    order = row["literal"] if options["odd_cycle"] == "literal_8" and "literal" in row else row["turns"]
    turns = tuple(names.index(name) for name in order)
    small = letters.index(row["small"]) if row["small"] else NOBODY  # CH-010
    # CH-071: the smaller team holds one card more
    hand_size = tuple(bar["hand"] + bar["odd_hand"] * (one == small) for one in team)
    if small == NOBODY:
        return Seating(team, sizes, turns, NOBODY, hand_size)
    # CH-067: the virtual teammate; its place is the last, where the alternation lacks somebody
    return Seating((*team, small), sizes, turns, players, hand_size)


def receivers(team: tuple[int, ...], giver: int, opponent_first: bool) -> list[tuple[int, int]]:
    """Return every pair of bars that may receive the two cards of a CHEERS, in either order.

    CH-035 to CH-037: two different ones, not the giver, and, where that is a rule, not both teammates.
    CH-Q8: everybody else may receive, the active player and the stool included.
    """
    others = [bar for bar in range(len(team)) if bar != giver]
    return [
        (one, two)
        for one, two in permutations(others, 2)
        if not opponent_first or not team[one] == team[two] == team[giver]
    ]


def share_out(sizes: tuple[int, ...], seats: tuple[int, ...]) -> list[dict[int, int]]:
    """Return every way to deal team tokens to these seats, so many of each team."""
    if len(sizes) == 1:
        return [dict.fromkeys(seats, 0)]
    ways = []
    last = len(sizes) - 1
    for members in combinations(seats, sizes[last]):
        rest = tuple(seat for seat in seats if seat not in members)
        ways += [{**way, **dict.fromkeys(members, last)} for way in share_out(sizes[:last], rest)]
    return ways
