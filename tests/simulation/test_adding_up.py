"""Figures of several lots of games are added up."""

from __future__ import annotations

from cardgen.simulation.tally import Deals, Tally


def test_games_that_nobody_won_are_added_to_games_that_somebody_won() -> None:
    won, lost = Tally(side_wins=[Deals()]), Tally()
    won.add(lost)
    assert len(won.side_wins) == 1
    lost.add(won)
    assert len(lost.side_wins) == 1
