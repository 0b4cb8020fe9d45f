"""What if: a kit on disk with other numbers, as `cardgen simulate --set … --sweep …` plays it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import Problem

if TYPE_CHECKING:
    from cardgen.model import Kit
    from cardgen.simulation.survey import Variant
    from cardgen.source.what_if import Supposed


def variants(folder: Path, kit: Kit, sets: Sequence[str], sweeps: Sequence[str]) -> list[Variant]:
    """Return the kit in a folder with other numbers: all of `sets`, with each combination of the values of `sweeps`.

    What is as the files say is left out. ValueError for words that say no change, CardgenError for paths that lead nowhere,
    all at once.
    """
    from cardgen.base.errors import CardgenError, Problems
    from cardgen.source.what_if import read_change, read_sweep, tried, value_at

    combinations = tried([read_change(said) for said in sets], [read_sweep(said) for said in sweeps])
    problems = Problems()
    found = []
    for changes in combinations:
        changes = tuple(one for one in changes if (was := value_at(kit, one)) != one.value or was is None)
        try:
            found += [changed_kit(folder, kit, changes)] if changes else []
        except CardgenError as error:
            problems.extend(one for one in error.problems if one not in list(problems))
    if problems:
        raise CardgenError(problems)
    return found


def changed_kit(folder: Path, kit: Kit, changes: Sequence[Supposed]) -> Variant:
    """Return the kit in a folder with these changes; CardgenError for paths that lead nowhere."""
    from cardgen.simulation.survey import Variant
    from cardgen.source.what_if import load_changed, value_at

    other = load_changed(folder, changes)
    alone = changes[0] if len(changes) == 1 else None
    called = ", ".join(map(str, changes))
    before = value_at(kit, alone) if alone else None
    return Variant(called, other, alone.value if alone else called, before, _broken(kit, other))


def _broken(kit: Kit, other: Kit) -> tuple[str, ...]:
    """Return what the kit states about itself, in `checks:` and `needs:`, and is no longer true of the other."""
    known = {problem.message for problem in _stated(kit)}
    return tuple(problem.message for problem in _stated(other) if problem.message not in known)


def _stated(kit: Kit) -> list[Problem]:
    from cardgen.checks import composition
    from cardgen.checks.subject import Subject

    subject = Subject(kit, None, "")
    return [*composition.statement(subject), *composition.needs(subject)]


def duration(seconds: float) -> str:
    """Return how long something takes, in words."""
    unit, of = ("second", 1) if seconds < 90 else ("minute", 60) if seconds < 5400 else ("hour", 3600)
    many = ceil(seconds / of)
    return f"{many} {unit}{'s' * (many != 1)}"
