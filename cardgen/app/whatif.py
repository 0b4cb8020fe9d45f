"""What if: a kit on disk with other numbers, as `cardgen simulate --set … --sweep …` plays it and `cardgen tune` finds it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from math import ceil, inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import Problem

if TYPE_CHECKING:
    from cardgen.app.progress import Say
    from cardgen.model import Kit
    from cardgen.results.numbers import Pace
    from cardgen.simulation.survey import Variant
    from cardgen.simulation.tuning import Race, Table, Tuning
    from cardgen.source.what_if import Supposed


def variants(folder: Path, kit: Kit, sets: Sequence[str], sweeps: Sequence[str]) -> list[Variant]:
    """Return the kit in a folder with other numbers: all of `sets`, with each combination of the values of `sweeps`.

    What is as the files say is left out. ValueError for words that say no change, CardgenError for paths that lead nowhere,
    all at once.
    """
    from cardgen.source.what_if import read_change, read_sweep, tried, value_at

    combinations = tried([read_change(said) for said in sets], [read_sweep(said) for said in sweeps])
    wanted = (
        tuple(one for one in changes if (was := value_at(kit, one)) != one.value or was is None)
        for changes in combinations
    )
    return list(changed_kits(folder, kit, [changes for changes in wanted if changes]).values())


def changed_kits(
    folder: Path, kit: Kit, wanted: Sequence[tuple[Supposed, ...]]
) -> dict[tuple[Supposed, ...], Variant]:
    """Return the kit in a folder with each of these changes; CardgenError for paths that lead nowhere, all at once."""
    from cardgen.base.errors import CardgenError, Problems
    from cardgen.simulation.survey import Variant
    from cardgen.source.what_if import load_changed, value_at

    problems = Problems()
    found = {}
    for changes in wanted:
        try:
            other = load_changed(folder, changes)
        except CardgenError as error:
            problems.extend(one for one in error.problems if one not in list(problems))
            continue
        alone = changes[0] if len(changes) == 1 else None
        called = ", ".join(map(str, changes))
        found[changes] = Variant(
            called,
            other,
            alone.value if alone else called,
            value_at(kit, alone) if alone else None,
            _broken(kit, other),
        )
    if problems:
        raise CardgenError(problems)
    return found


def tune_kit(
    folder: Path,
    goals: Sequence[str],
    vary: Sequence[str],
    table: Table,
    say: Say,
    print_: Callable[[str], None],
    pace: Callable[[], Pace | None],
    **how: Any,
) -> Tuning:
    """Return what `cardgen tune` finds; WrongAnswer for words that name nothing."""
    from cardgen.app.play import as_problems
    from cardgen.simulation import WrongAnswer
    from cardgen.simulation.goals import read_aim
    from cardgen.simulation.tuning import MOST_CHANGES, tune
    from cardgen.source import load_kit
    from cardgen.source.what_if import read_sweep, tried

    kit = load_kit(folder)
    aims = [read_aim(said) for said in goals]
    if not aims:
        raise WrongAnswer("goal", "tune towards what? name one, such as 'rounds 4..6'")
    try:
        sweeps = [read_sweep(said) for said in vary]
        tried([], [sweep[:1] for sweep in sweeps])
        many = sum(map(len, sweeps))
        if not sweeps or many > MOST_CHANGES:
            raise ValueError(
                f"{many} values may change, expected 1 to {MOST_CHANGES}, such as tables.bar.hand=3..6"
            )
    except ValueError as wrong:
        raise WrongAnswer("vary", str(wrong).replace("--sweep", "--vary")) from None

    def begins(race: Race, warnings: Sequence[str], seconds: float) -> None:
        for warning in warnings:
            print_(f"warning: --goal: {warning}")
        workers = how.get("jobs") or os.cpu_count() or 1
        takes, many = duration(race.most_games * seconds / workers), len(race.first)
        print_(
            f"{kit.slug}: {many} change{'s' * (many != 1)} of one number; at most {race.most_games:,} games,"
            f" about {takes} with {workers} process{'es' if workers > 1 else ''}; Ctrl-C gives the best so far"
        )

    with as_problems(kit):
        return tune(
            kit,
            table,
            aims,
            sweeps,
            lambda wanted: changed_kits(folder, kit, wanted),
            pace=pace() if any(aim.timed for aim in aims) else None,
            say=say,
            begins=begins,
            **how,
        )


def duration(seconds: float) -> str:
    """Return how long something takes, in words."""
    for unit, of, most in (("second", 1, 90), ("minute", 60, 90), ("hour", 3600, inf)):
        many = ceil(seconds / of)
        if many < most:
            return f"{many} {unit}{'s' * (many != 1)}"
    return ""


def _broken(kit: Kit, other: Kit) -> tuple[str, ...]:
    """Return what the kit states about itself, in `checks:` and `needs:`, and is no longer true of the other."""
    known = {problem.message for problem in _stated(kit)}
    return tuple(problem.message for problem in _stated(other) if problem.message not in known)


def _stated(kit: Kit) -> list[Problem]:
    from cardgen.checks import composition
    from cardgen.checks.subject import Subject

    subject = Subject(kit, None, "")
    return [*composition.statement(subject), *composition.needs(subject)]
