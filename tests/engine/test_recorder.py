"""Which rules a game tells of is read from its modules."""

from __future__ import annotations

from typing import Any, cast

from cardgen.engine import Game, told_rules
from tests.engine.telling import Telling


def test_told_rules_finds_every_way_of_telling_and_nothing_else() -> None:
    told = told_rules(cast("type[Game[Any]]", Telling))

    assert told == (*(f"TG-{number:03}" for number in range(1, 10)), "TG-Q1")
