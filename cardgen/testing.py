"""A kit's own proofs as tests for pytest, since 1.0.0: one line for each kind, one test for each case.

    from cardgen import testing

    test_kit = testing.checks("data/harbour")          # what `cardgen check` finds in files and faces
    test_rules = testing.scenarios("data/harbour")     # each scenario and each of its variations
    test_promises = testing.contract("data/harbour")   # what every game owes, at every table

Needs pytest. A folder that cannot be read is a CardgenError as soon as pytest collects the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.library import check
from cardgen.app.play import run_scenarios_of, scenario_files
from cardgen.base.errors import CardgenError, Problem
from cardgen.contract import keeps, named, tables
from cardgen.engine import Game
from cardgen.source import load_kit

__all__ = ["checks", "contract", "keeps", "named", "scenarios", "tables"]

Test = Callable[..., None]
"""A test function; pytest finds it by its name in the file."""


def checks(folder: Path | str, language: str = "") -> Test:
    """Return a test that fails with every error of a kit's files and faces; warnings do not count."""

    def test() -> None:
        _fail_with(problem for problem in check(folder, language) if problem.level == "error")

    return test


def scenarios(folder: Path | str) -> Test:
    """Return a test with a case for each scenario of the kit, and for each variation of one."""
    kit = load_kit(Path(folder))
    files = scenario_files(kit)
    results, wrong = run_scenarios_of(files, kit.root.parent, run=False)
    if wrong:
        raise CardgenError(wrong)

    def test(name: str) -> None:
        _fail_with(run_scenarios_of(files, kit.root.parent, only=(name,))[1])

    return _cases("name", dict.fromkeys(result.name for result in results), str)(test)


def contract(folder: Path | str, seeds: Iterable[int] = range(3)) -> Test:
    """Return a test with a case for each table: each number of players, each value of each house rule."""
    chosen = tuple(seeds)

    def test(game: Game[Any]) -> None:
        try:
            keeps(game, seeds=chosen)
        except CardgenError as error:
            _fail_with(error.problems)

    return _cases("game", tables(load_kit(Path(folder))), named)(test)


def _cases(word: str, values: Iterable[Any], called: Callable[[Any], str]) -> Callable[[Test], Test]:
    marked: Callable[[Test], Test] = pytest.mark.parametrize(word, [*values], ids=called)
    return marked


def _fail_with(problems: Iterable[Problem]) -> None:
    if broken := list(problems):
        pytest.fail("\n".join(str(problem) for problem in broken), pytrace=False)
