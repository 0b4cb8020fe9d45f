"""Mistakes, accidents and attacks: each is told as what it is, and nothing is lost, leaked or half written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.table import CASES
from tests.hostile.trial import tried

pytestmark = [pytest.mark.slow, pytest.mark.hostile]


@pytest.mark.parametrize("case", CASES)
def test_it_is_told_and_nothing_is_harmed(case: str, tmp_path: Path) -> None:
    wrong, said = tried(CASES[case], tmp_path)
    assert not wrong, f"{wrong}\n{said.code}\n{said.out[-1500:]}\n{said.err[-3000:]}"


def test_the_table_is_long_enough() -> None:
    assert len(CASES) >= 400
