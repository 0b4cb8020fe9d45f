"""What simulations found out, as the plain data that `--json` writes; docs/report-json.md describes it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from cardgen.base.packages import __version__
from cardgen.simulation.fairness import Fairness
from cardgen.simulation.findings import CardReport, Findings
from cardgen.simulation.pace import Pace, minutes_data
from cardgen.simulation.statistics import Share, Spread

FORMAT = 1
"""The version of the shape: a field that goes or means something else makes it higher, a new one does not."""


def document(
    tables: Sequence[Mapping[str, Any]],
    *,
    kit: Mapping[str, Any],
    seed: int,
    options: Mapping[str, Any],
    correction: Mapping[str, Any] | None,
    found: Findings,
    command: str = "",
    interrupted: bool = False,
    houses: Sequence[Mapping[str, Any]] = (),
    refused: Sequence[Mapping[str, Any]] = (),
    endless: Sequence[Mapping[str, Any]] = (),
    insight: Sequence[Mapping[str, Any]] = (),
    pace: Pace | None = None,
) -> dict[str, Any]:
    """Return all of a report as plain data; `found` is what its tables found together."""
    return {
        "format": FORMAT,
        "kit": dict(kit),
        "run": {
            "command": command,
            "seed": seed,
            "games": sum(table["games"] for table in tables),
            "wanted": sum(table["wanted"] for table in tables),
            "decisions": round(
                sum(table["length"]["decisions"]["mean"] * table["games"] for table in tables)
            ),
            "interrupted": interrupted,
            "options": dict(options),
            "cardgen": __version__,
            "python": ".".join(map(str, sys.version_info[:3])),
        },
        "correction": correction,
        "pace": pace.to_dict() if pace else None,
        "tables": [_timed(table, pace, kit["minutes"]) for table in tables],
        "houses": list(houses),
        "refused": list(refused),
        "endless": list(endless),
        "insight": list(insight),
        "together": found_data(found),
    }


def _timed(table: Mapping[str, Any], pace: Pace | None, told: str) -> dict[str, Any]:
    length = table["length"]
    return {**table, "length": {**length, "minutes": minutes_data(length["decisions"], pace, told)}}


def as_json(data: Mapping[str, Any]) -> str:
    """Return plain data as JSON text; the same data is the same text."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def found_data(found: Findings) -> dict[str, Any]:
    """Return what games used and never did."""
    return {
        "watched": found.watched,
        "cards": [card_data(name, card) for name, card in found.cards.items()],
        "never": {
            "undrawn": list(found.cards_undrawn),
            "unplayed": list(found.cards_unplayed),
            "deeds": list(found.deeds_undone),
            "rules": list(found.rules_unused),
            "unwatched": list(found.rules_unwatched),
        },
        "deeds": dict(found.deeds),
        "rules_used": dict(found.rules_used),
    }


def card_data(name: str, card: CardReport) -> dict[str, Any]:
    """Return a card as plain data."""
    return {"id": name, **asdict(card), "sure": card.sure}


def share_data(share: Share) -> dict[str, Any]:
    """Return a share as plain data."""
    return asdict(share)


def spread_data(spread: Spread) -> dict[str, Any]:
    """Return a spread as plain data; the numbers of its histogram are texts there."""
    return asdict(spread) | {"counts": {f"{number:g}": times for number, times in spread.counts.items()}}


def question_data(question: Fairness) -> dict[str, Any]:
    """Return a question of fairness as plain data."""
    return {
        "shown": question.shown,
        "chance": question.chance,
        "lines": [
            {
                "name": line.name,
                **share_data(line.share),
                "wide": share_data(line.wide),
                "unfair": line.unfair(question.fair),
            }
            for line in question.lines
        ],
    }
