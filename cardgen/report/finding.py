"""What a finding is: a sentence with its evidence, and how gravely it is meant."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = {
    "look": "Deserves a look",
    "open": "Not enough games",
    "note": "For you to judge",
    "fine": "Holds up",
}
"""How a finding is meant, the gravest first."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One finding: a sentence, its numbers, the section it is shown in, and the cards it is about."""

    level: str
    says: str
    why: str
    to: str
    cards: tuple[str, ...] = ()
