"""The JSON of a report read back as the tree that wrote it; what is left out of a small report stays out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from cardgen.report.finding import Verdict
from cardgen.report.judging import verdicts
from cardgen.results.report import SimulationReport
from cardgen.results.table import TableReport


def typed(data: Any) -> SimulationReport:
    """Return the report."""
    found: SimulationReport = read(SimulationReport, data)
    return found


def typed_table(data: Any) -> TableReport:
    """Return one table of a report."""
    found: TableReport = read(TableReport, data)
    return found


def read(hint: Any, value: Any) -> Any:
    """Return a value as its type says."""
    inner = get_args(hint)
    if value is None or hint is Any or hint is NoneType:
        return value
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        absent = {one.name: one.metadata.get("absent") for one in fields(hint)}
        told = {name: value.get(name, None if one is MISSING else one) for name, one in absent.items()}
        return hint(**{name: read(hints[name], one) for name, one in told.items()})  # type: ignore[operator]
    if get_origin(hint) is tuple:
        return tuple(read(inner[0], one) for one in value)
    if get_origin(hint) is Mapping:
        return {inner[0](key): read(inner[1], one) for key, one in value.items()}
    parts = [one for one in inner if is_dataclass(one) or get_origin(one)]
    return read(parts[0], value) if parts else value


def judged(data: Any) -> list[Verdict]:
    """Return what the page says of the first table of a report."""
    found = typed(data)
    return verdicts(found, found.tables[0] if found.tables else None)
