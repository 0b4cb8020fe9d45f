"""A table beside the games of the library: the same measures, as `cardgen simulate --library` compares them."""

from __future__ import annotations

from typing import Literal

from cardgen.results.declared import Many, Times, doc, written


@written
class Beside:
    """One measure of a table, and how the games of the library do."""

    name: str = doc("Which measure.")
    says: str = doc("What is counted.")
    unit: Literal["share", "number"] = doc("A share, where 1 is all, or a number.")
    own: float = doc("The measure of this table.")
    low: float | None = doc("The lower end of its 95 % interval; null where it has none.")
    high: float | None = doc("Its upper end.")
    sure: bool = doc(
        "Whether the page shows it: of 30 games or more, with an interval not wider than the games of the library differ."
    )
    games: tuple[str, ...] = doc("The games of the library that have this measure, the lowest first.")
    values: tuple[float, ...] = doc("The measure of each of them.")
    p25: float = doc("A quarter of them have at most this.")
    p75: float = doc("Three quarters have at most this.")


@written
class Library:
    """A table beside the games of the library, without the game itself."""

    players: Many = doc("How many play at the table.")
    date: str = doc("The day on which the games of the library were played.")
    cardgen: str = doc("The version of cardgen that played them.")
    bots: str = doc("Who played there; other players have other measures.")
    fewest: Times = doc("How many games of each were played at least.")
    most: Times = doc("How many at most.")
    measures: tuple[Beside, ...] = doc("Each measure that this table and some games of the library have.")
