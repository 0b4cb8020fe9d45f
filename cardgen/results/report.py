"""All that a simulation found out: the tables, what house rules change, what players are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from cardgen.base.errors import Problem
from cardgen.results.declared import Fraction, Many, Times, doc, written
from cardgen.results.found import Findings, OfCard
from cardgen.results.library import Library
from cardgen.results.numbers import Mean, Pace, Share
from cardgen.results.table import TableReport


@written
class WhichKit:
    """Which game was played, and which version of it."""

    game: str = doc("The name of the kit.")
    title: str = doc("Its title.")
    subtitle: str = doc("Its subtitle.")
    version: str = doc("Its version.")
    language: str = doc("Its language.")
    accent: str = doc("Its colour.")
    minutes: str = doc("How long the box says a game takes.")
    players: tuple[Many, ...] = doc("The fewest and the most players.")
    notice: str = doc("What it says of whose it is.")
    fingerprint: str = doc("Changes when a piece, a count, a value or a table that the rules read changes.")


@written
class HowMade:
    """How it was made, without what changes nothing: the number of processes, the hour, how long it took."""

    command: str = doc("The command that makes the same file; empty from a program.")
    saved: str = doc(
        "The folder that `--save-games` wrote them to, as it is typed.",
        absent="",
    )
    seed: int = doc("The seed of all games.")
    games: Times = doc("How many games were played at all tables.")
    wanted: Times = doc("How many there were to be.")
    decisions: Times = doc("How many decisions were made in them.")
    interrupted: bool = doc("Whether it was stopped early.")
    options: Mapping[str, Any] = doc("The house rules that hold at all tables.")
    cardgen: str = doc("The version of cardgen.")
    python: str = doc("The version of Python.")


@written
class Correction:
    """The correction that keeps 'not fair' honest over all lines of all tables."""

    lines: Times = doc("How many lines of fairness are looked at together.")
    level: Fraction = doc("The level of each `wide` interval, so that all hold together at 95 %.")
    says: str = doc("The correction in words.")


@written
class House:
    """One value of one option against the table that is played otherwise alike, with the same deals."""

    players: Many = doc("How many play.")
    option: str = doc("The option.")
    value: Any = doc("The value that is tried out.")
    base: Any = doc("The value of the table it is compared with.")
    title: str = doc("What the option is called.")
    ruling: str = doc("The ruling it belongs to.")
    says: str = doc("What the value says.")
    base_says: str = doc("What the other one says.")
    games: Times = doc("How many pairs of games.")
    met: Times = doc("How many of them differ in a move or in the result; 0: no game met this rule.")
    against: Mapping[str, Mean] = doc(
        "How much more of each measure: rounds, decisions, top, lead, level, first (wins of who begins), nobody, `side 1` … (wins of each team), `ending: …`, `figure: …` (its mean in a game). Shares are 0 to 1.",
    )
    refused: str | None = doc("Why the rulebook refuses it at this table.")
    change: str = doc(
        "What is compared when that is no house rule, such as `tables.bar.hand=5`; option, title, ruling and says are empty then.",
        absent="",
    )
    breaks: tuple[str, ...] = doc(
        "The kit's own checks that are not true then.",
        absent=(),
    )
    read: bool = doc(
        "Whether the rules ever asked for the option; false: no line of code reads it.",
        absent=True,
    )
    before: Mapping[str, float] = doc(
        "How much there is of each measure at the table it is compared with.", absent={}
    )

    @property
    def unmet(self) -> bool:
        """Whether no game met this rule: all of them went move for move as without it."""
        return bool(self.games) and not self.met

    @property
    def called(self) -> str:
        """The rule as it is written: equal_turns = true."""
        return self.change or f"{self.option} = {as_typed(self.value)}"

    @property
    def typed(self) -> str:
        """The rule as it is typed: equal_turns=true, tables.bar.hand=5."""
        return self.change or f"{self.option}={as_typed(self.value)}"


@written
class NotPlayed:
    """A table that was not played."""

    players: Many = doc("How many play.")
    options: Mapping[str, Any] = doc("Its options.")
    reason: str = doc("Why.")
    problem: Problem | None = None

    def __str__(self) -> str:
        return f"{self.players} players, {house_rules(self.options) or 'by the book'}: {self.reason}"


@written
class Gain:
    """The share that one player wins among others who are all alike, from every seat of every deal."""

    also: ClassVar = ("sure",)

    bot: str = doc("The one.")
    base: str = doc("All others.")
    games: Times = doc("How many games it played.")
    deals: Times = doc("How many deals, each once from every seat.")
    share: Fraction = doc("How many of them it wins.")
    fair: Fraction = doc("How many a seat wins in the same deals when all are like the others.")
    gain: Mean = doc("The difference, deal by deal.")
    luck: Mean = doc(
        "The part of the variance of wins that a seat keeps when players change seats: the deal's."
    )
    skill: Mean = doc("The part of it that goes with the player, without what chance adds in a few deals.")
    asked: Times = doc("How many decisions it had, where it has to do without something; else 0.", default=0)
    denied: Times = doc("In how many of them a move was forbidden to it.", default=0)
    forced: Times = doc("In how many it made such a move, because there was no other.", default=0)

    wide: Share | None = doc(
        "In the ladder the wins with Wilson's interval, so wide that those of all steps hold together, as do those of `gain`.",
        default=None,
    )

    @property
    def sure(self) -> bool:
        """Whether the interval of the gain leaves out 0."""
        return self.gain.sure


@written
class CardWorth(OfCard):
    """The worth of a card to a seat that has it by lot: the same deal with it and without, won by the same players."""

    also: ClassVar = ("sure",)

    bot: str = doc("Who plays on all seats.")
    deals: Times = doc("How many deals, each of them once with the card and once without.")
    share: Fraction = doc("How many of them the seat wins with it.")
    gain: Mean = doc(
        "How many more than without, deal by deal; with those of `points` the intervals of all cards hold together."
    )
    points: Mean = doc("How many points more it scores.")
    chosen: bool = doc(
        "Whether players choose such cards, from packets or an open row, and the seat has to choose this one first.",
        default=False,
    )
    by_round: bool = doc(
        "Whether only the first round is played, because each is a game of its own.", default=False
    )
    refused: str | None = doc("Why the card can't be given to a seat; null if it can.", default=None)

    @property
    def sure(self) -> bool:
        """Whether the interval of the wins leaves out 0."""
        return self.gain.sure


@written
class Insight:
    """How much skill, how much luck, and what a card or a kind of move is worth, at one number of players."""

    players: Many = doc("How many play.")
    interrupted: bool = doc("Whether it was stopped early.")
    ladder: tuple[Gain, ...] = doc("Each player among those one step weaker, the weakest first.")
    without: tuple[Gain, ...] = doc("Players who may not use a card or make a kind of move.")
    cards: tuple[CardWorth, ...] = doc(
        "Cards that a seat has by lot, with `--worth`.", default=(), seldom=True
    )


@written
class SimulationReport:
    """The numbers of a report, as `cardgen simulate --json` writes them."""

    format: Literal[1] = doc("The version of this shape. It grows when a field goes or means something else.")
    kit: WhichKit = doc("Which game.")
    run: HowMade = doc("How it was made.")
    correction: Correction | None = doc("What keeps 'not fair' honest.")
    pace: Pace | None = doc("How long people took for a decision; null where there are no playtests.")
    tables: tuple[TableReport, ...] = doc("Every table; one alone is a list of one.")
    houses: tuple[House, ...] = doc("House rules against the tables by the book.")
    refused: tuple[NotPlayed, ...] = doc("Tables that the rulebook refuses.")
    endless: tuple[NotPlayed, ...] = doc("Tables with a game that does not end.")
    insight: tuple[Insight, ...] = doc(
        "Skill, luck and worth, by number of players; empty unless asked for.",
        absent=(),
    )
    together: Findings = doc("What all tables found together.")
    library: tuple[Library, ...] = doc(
        "Each table beside the games of the library, with `--library`.", default=(), seldom=True
    )


def as_typed(value: object) -> str:
    """Return the value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def house_rules(options: Mapping[str, Any]) -> str:
    """Return options with their values, as they are written on a command line."""
    return ", ".join(f"{name} = {as_typed(value)}" for name, value in options.items())
