"""What `cardgen league` found: how each kind of player does among each other kind, and the mix that nobody beats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from cardgen.results.declared import Fraction, Many, Times, doc, written
from cardgen.results.numbers import Mean, Share
from cardgen.results.report import Gain


@written
class Strategy:
    """A kind of player, and how it does."""

    name: str = doc("Its name, as `--bots` reads it.")
    share: Fraction = doc("Its part of the mix that nobody beats.")
    low: Fraction = doc(
        "The lower end of its 95 % interval, from how the intervals of the matrix carry over."
    )
    high: Fraction = doc("The upper end.")
    beaten_by: tuple[str, ...] = doc("Those who surely win more than a fair share among players like it.")
    against_mix: float = doc("What it gains against that mix: how many more games it wins than a fair share.")


@written
class Kingmaking:
    """Whether the side in last place, that wins no more, decides which of the others wins."""

    games: Times = doc(
        "How many games of the first kind of player were looked at, other ones than those of the matrix."
    )
    choices: Share = doc(
        "The part of them in whose last fifth the side behind all others had a choice; one of these decisions is looked at."
    )
    hopeless: Share = doc("The part of these after which that side won no game that was played on.")
    moved: Mean = doc(
        "In hopeless ones: how much more often another side wins after one move than after another. Two moves are chosen in"
        " half of the worlds that the seat cannot tell apart, and compared in the others."
    )
    played_on: Times = doc("How many games are played on from each decision at most.")


@written
class LeagueReport:
    """The result of `cardgen league --json`: kinds of players, each alone among each other kind."""

    format: Literal[1] = doc("The version of this shape. It grows when a field goes or means something else.")
    kit: str = doc("The game.")
    players: Many = doc("How many play.")
    options: Mapping[str, Any] = doc("The house rules that hold.")
    seed: int = doc("The seed of all games.")
    base: str = doc("The kind of player that the habits belong to: `--bots`.")
    strategies: tuple[Strategy, ...] = doc(
        "The kinds of players, those first that most of the mix is made of."
    )
    dominant: str | None = doc(
        "Who surely wins more than a fair share among each other kind, while nobody does among its kind; null where there is none."
    )
    pairs: tuple[Gain, ...] = doc(
        "Each kind alone among each other kind: what it wins beyond a seat of the same deals. All intervals hold together."
    )
    value: float = doc(
        "What the best answer to the mix gains; 0 where nobody gains anything. Above it, no mix of these kinds is safe."
    )
    games: Times = doc("How many games were played in all for the matrix.")
    interrupted: bool = doc("Whether it was stopped early: pairs are missing then, and count as even.")
    command: str = doc("The command that makes the same file.")
    kingmaking: Kingmaking | None = doc(
        "Who decides who wins; null unless asked for, and with fewer than three sides.", default=None
    )

    def pair(self, one: str, other: str) -> Gain | None:
        """Return how one does among others; None where it was not played."""
        return next((gain for gain in self.pairs if (gain.bot, gain.base) == (one, other)), None)
