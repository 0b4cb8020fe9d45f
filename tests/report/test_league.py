"""The page of a league: each sentence when the numbers are sure, and colour only where a cell is."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from cardgen.report.league import called, is_habit, league_page, league_verdicts
from cardgen.results.league import Kingmaking, LeagueReport, Strategy
from cardgen.results.numbers import Mean, Share
from cardgen.results.report import Gain
from tests.games.kits import kit_of

KIT = kit_of("cheers")

Ends = tuple[float, float]
PAYS, EVEN, COSTS, WIDE = (0.05, 0.3), (-0.02, 0.02), (-0.3, -0.05), (-0.2, 0.2)
NO_KINGS, KINGS = (-0.02, 0.04), (0.2, 0.5)


def league(
    among_greedy: Mapping[str, Ends],
    kings: Ends | None = NO_KINGS,
    dominant: str | None = None,
    parts: Mapping[str, Ends] | None = None,
) -> LeagueReport:
    """A league of greedy players and habits: what each habit wins among greedy players, and its part of the mix."""

    def pair(bot: str, base: str, ends: Ends) -> Gain:
        mean = Mean(sum(ends) / 2, *ends, 300)
        return Gain(bot, base, 300, 100, 0.3, 0.3, mean, mean, mean)

    names = ["greedy", *among_greedy]
    pairs = [pair(name, "greedy", ends) for name, ends in among_greedy.items()]
    pairs += [pair("greedy", name, EVEN) for name in among_greedy]
    parts = parts or {}
    found = kings and Kingmaking(
        100, Share(1, 0.9, 1, 100), Share(0.6, 0.5, 0.7, 100), Mean(sum(kings) / 2, *kings, 60), 80
    )
    return LeagueReport(
        format=1,
        kit="a",
        players=3,
        options={},
        seed=1,
        base="greedy",
        strategies=tuple(Strategy(name, 0.5, *parts.get(name, (0.0, 1.0)), (), 0.0) for name in names),
        dominant=dominant,
        pairs=tuple(pairs),
        value=0.0,
        games=600,
        interrupted=False,
        command="cardgen league a",
        kingmaking=found or None,
    )  # fmt: skip


DECK = "greedy always deck"


@pytest.mark.parametrize(
    ("found", "level", "says"),
    [
        (league({DECK: PAYS}), "look", "“Always deck” wins more than greedy."),
        (league({DECK: PAYS}, dominant=DECK), "look", "“Always deck” beats each other kind of player."),
        (league({DECK: COSTS}, dominant="greedy"), "fine", "No habit pays: greedy beats each other kind."),
        (league({DECK: EVEN}), "fine", "No habit wins more than greedy."),
        (league({DECK: WIDE}), "open", "Whether a habit wins more than greedy, these games cannot say."),
        (league({"ismcts:80": PAYS}), "note", "A search of 80 games wins more than greedy."),
        (league({"random": COSTS}), "note", "Chance wins less than greedy."),
        (league({DECK: EVEN}, parts={"greedy": (0.2, 0.8), DECK: (0.2, 0.8)}), "fine", "No single kind of play is enough."),
        (league({DECK: PAYS}, parts={"greedy": (0, 0.01), DECK: (0.99, 1)}), "note", "“Always deck” is the whole mix that nobody beats."),
        (league({DECK: EVEN}, KINGS), "look", "Players who cannot win any more decide who does."),
        (league({DECK: EVEN}, NO_KINGS), "fine", "Players who cannot win any more hardly decide who does."),
        (league({DECK: EVEN}, (0.02, 0.2)), "note", "Players who cannot win any more have some say in who does."),
        (league({DECK: EVEN}, WIDE), "open", "Whether players who cannot win decide who does, these games cannot say."),
    ],
)  # fmt: skip
def test_a_sentence_is_as_grave_as_it_is_sure(found: LeagueReport, level: str, says: str) -> None:
    told = [(one.level, one.says.replace("\u00a0", " ")) for one in league_verdicts(found)]

    assert (level, says) in told
    assert len({one for _, one in told}) == len(told)


def test_of_two_sides_nothing_is_said_of_kingmaking() -> None:
    found = league({DECK: EVEN}, kings=None)

    assert not [one for one in league_verdicts(found) if one.to == "kings"]
    assert "With two sides nobody decides" in league_page(found, KIT, "1.0")


def test_kinds_are_said_in_words() -> None:
    assert called("greedy without rob always deck", "greedy") == "never rob, always deck"
    assert called("random without rob", "greedy") == "chance, never rob"
    assert called("greedy", "greedy") == "greedy"
    assert [is_habit(name) for name in ("settler", "random always deck", "ismcts:20", "greedy")] == [True, True, False, False]  # fmt: skip


def test_a_cell_has_colour_only_if_it_is_sure_and_the_page_stands_alone() -> None:
    page = league_page(league({DECK: PAYS, "greedy without rob": WIDE}), KIT, "1.0")
    cells = re.findall(r'<td data-i="(-?\d)"( class="sure")?><b>([^<]+)', page)

    assert ("2", ' class="sure"', "+17.5") in cells
    assert all(bool(sure) == (level != "0") for level, sure, _ in cells)
    assert [level for level, *_ in cells].count("0") == 3
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert page == league_page(league({DECK: PAYS, "greedy without rob": WIDE}), KIT, "1.0")
    sections = re.findall(r'<section id="(\w+)"', page)
    assert sections == ["habits", "mix", "kings", "made"]
    assert set(re.findall(r'<li><a href="#(\w+)"', page)) <= {*sections, "verdict"}
