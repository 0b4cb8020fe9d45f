"""Harbour with thousands of moves a turn: a card for one on the quay, at any price."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.stranger import installed

PRICES = 400


def wide(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """Install the game until the test ends, and return the folder of its kit."""
    prices = f"range(1, {PRICES} + 1)"
    moves = f'("trade", a, b, n) for a in s.piles[s.own("hand")] for b in s.piles["quay"] for n in {prices}'
    installed(
        folder,
        patch,
        ('load="loads {card}")', 'load="loads {card}", trade="trades {card1} for {card2} at {number}")'),
        ('*(("load", card) for card in s.piles[s.own("hand")])]', f"*({moves})]"),
    )
    return folder / "data" / "harbour"
