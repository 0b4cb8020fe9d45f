"""What `cardgen tune` found: the smallest change that meets the goals, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from cardgen.results.comparison import ComparisonReport
from cardgen.results.declared import Many, Times, doc, written
from cardgen.results.numbers import Reading


@written
class NumberChange:
    """One number of the kit that is changed."""

    path: str = doc("Which, such as `tables.bar.hand`.")
    before: Any = doc("What the kit says.")
    now: Any = doc("The value that is tried.")

    def __str__(self) -> str:
        return f"{self.path}: {self.before} → {self.now}"


@written
class Attempt:
    """Some numbers that were tried."""

    changes: tuple[NumberChange, ...] = doc("What is changed; empty for the kit as it is.")
    games: Times = doc("How many games.")
    readings: tuple[Reading, ...] = doc("What they say of each goal.")
    breaks: tuple[str, ...] = doc("The kit's own checks that are not true then.")

    @property
    def met(self) -> bool:
        """Whether all goals look met."""
        return bool(self.games) and all(one.met for one in self.readings)

    @property
    def called(self) -> str:
        """Its changes in a row."""
        return ", ".join(map(str, self.changes)) or "the kit as it is"


@written
class TuningReport:
    """The result of `cardgen tune --json`: the smallest change of some numbers that meets the goals."""

    format: Literal[1] = doc("The version of this shape. It grows when a field goes or means something else.")
    outcome: Literal["unchanged", "changed", "not met", "interrupted"] = doc(
        "Whether the kit as it is meets the goals, a change does, nothing that was tried does, or it was stopped early."
    )
    best: Attempt = doc(
        "The smallest change that meets the goals, in games of fresh seeds; else what comes nearest."
    )
    today: Attempt = doc("The kit as it is, in the same games.")
    comparison: ComparisonReport | None = doc(
        "The kit as it is and with the change, in those fresh games, as `cardgen compare --json` writes it; null where nothing was confirmed."
    )
    tried: tuple[Attempt, ...] = doc("All that was tried in the race, the best first.")
    refused: tuple[str, ...] = doc("Changes that could not be played, and why.")
    goals: tuple[str, ...] = doc("The goals.")
    vary: tuple[str, ...] = doc("The numbers that may change, and their values.")
    players: Many = doc("How many play.")
    bots: tuple[str, ...] = doc("Who plays.")
    options: Mapping[str, Any] = doc("The house rules that hold.")
    seed: int = doc("The seed of the race.")
    games: Times = doc("How many games were played in all.")
    seconds: float | None = doc(
        "The seconds of a decision by which minutes were counted; null without such a goal."
    )
    command: str = doc("The command that makes the same file.")
