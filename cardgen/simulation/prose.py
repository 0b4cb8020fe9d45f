"""What reports and surveys have in common when they are told: plain data, JSON, and lines of text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from cardgen.simulation.statistics import Share


class Told:
    """Something found out: plain data (`to_dict`), JSON (`to_json`) and, as `str`, text for a terminal or a file.

    Those that build on it are dataclasses and say their `lines`.
    """

    __slots__ = ()

    def lines(self) -> Iterable[str]:
        """Yield the text line by line."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]

    def to_json(self) -> str:
        """Return it as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def percent(share: Share) -> str:
    """Return a share with its interval."""
    return f"{share.share:6.1%}  ({share.low:.1%} to {share.high:.1%})"


def house_rules(options: Mapping[str, Any]) -> str:
    """Return options with their values, as they are written on a command line."""
    values = {name: str(v).lower() if isinstance(v, bool) else v for name, v in options.items()}
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def names(of: Sequence[str]) -> str:
    """Return names in a row, or `none`."""
    return ", ".join(of) or "none"


def spelled(figure: str) -> str:
    """Return the name of a figure as words."""
    return figure.replace("_", " ")


def columns(rows: Sequence[Sequence[str]], left: Iterable[str]) -> Iterable[str]:
    """Yield a table with a head; the columns of these names are set to the left, all others to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    set_left = [name in left for name in rows[0]]
    for row in rows:
        cells = (
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, set_left, strict=True)
        )
        yield "  ".join(cells).rstrip()
