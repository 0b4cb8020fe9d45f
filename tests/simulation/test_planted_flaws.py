"""The flaws of benchmarks/flaws.py: each is planted in a kit that can still be set up."""

import pytest

from benchmarks.flaws import FLAWS, _planted
from cardgen.simulation import plan


@pytest.mark.parametrize("name", FLAWS)
def test_every_flaw_can_be_planted(name: str) -> None:
    flaw = FLAWS[name]
    with _planted(flaw) as kit:
        assert plan(kit, (flaw.players,)).tables
