"""Which scenarios prove which rules: what a simulation cannot show, somebody may have written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.model.rulebook import Seeds
    from cardgen.simulation import Proofs


def proofs(game: str, seeds: Seeds | None, files: Sequence[Path]) -> Proofs:
    """Return the rules of a game that an engine can keep or break, and the scenarios that prove each."""
    from cardgen.simulation import Proofs

    rules: tuple[str, ...] = ()
    if seeds:
        rules = (*(r.id for r in seeds.rules if r.kind == "rule"), *(r.id for r in seeds.rulings))
    if not files:  # an installed cardgen has the kits without their tests: that says nothing about the rules
        return Proofs(rules)
    found: dict[str, dict[str, None]] = {}
    for file in files:
        for entry in _entries(file):
            if entry.get("game") == game and isinstance(entry.get("rules"), list):
                for rule in entry["rules"]:
                    found.setdefault(str(rule), {})[str(entry.get("scenario"))] = None
    return Proofs(rules, {rule: tuple(names) for rule, names in found.items()})


def _entries(file: Path) -> Iterator[Mapping[str, Any]]:
    """Yield each scenario of a file with what it has from the rest of the file; broken ones are for `check`."""
    from cardgen.base.errors import Problems
    from cardgen.base.files import FileError, read_text
    from cardgen.source.nodes import plain
    from cardgen.source.parse import parse_yaml

    try:
        document = parse_yaml(read_text(file, str(file)), str(file), Problems())
    except FileError:
        return
    data = plain(document.data) if document else None
    if not isinstance(data, dict):
        return
    for own in _listed(data.get("scenarios", [data])):
        entry = {**data, **own}
        yield entry
        yield from ({**entry, **variation} for variation in _listed(entry.get("also")))


def _listed(entries: Any) -> Iterator[dict[str, Any]]:
    yield from (entry for entry in (entries if isinstance(entries, list) else []) if isinstance(entry, dict))
