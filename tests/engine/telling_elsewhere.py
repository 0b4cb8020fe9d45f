"""What a game has from elsewhere in its package, such as a language of card effects."""

from __future__ import annotations

from typing import Any


def act(s: Any) -> None:
    s.tell("TG-009", "the effect is carried out")
    s.tell("XY-001", "a rule of another game")
