"""Snatch with options, one of which its rulebook refuses for three players: a kit for surveys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.model import Kit
from tests.engine.toy import Snatch
from tests.games import kits


class Strict(Snatch):
    slug = "strict"

    def __init__(
        self,
        kit: Kit,
        players: int,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(kit, players, options, names)
        if self.players == 3 and self.options["mild"]:
            raise ValueError("three players cannot play mildly (SN-Q1)")


def kit() -> Kit:
    rows = {f"N{n}": {"value": n} for n in range(1, 10)}
    cards = kits.component("decks", "cards", kits.cards("cards", rows))
    options = [kits.option("mild", False, True), kits.option("pace", "slow", "quick", "hasty")]
    return kits.kit("strict", (2, 3), [cards], options)
