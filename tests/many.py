"""Many cases of one kind: a few of them before every commit, more in `make test`, all of them in `make thorough`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings


def slow(*values: object) -> Any:
    """Return one case that `make check` leaves out."""
    return pytest.param(*values, marks=pytest.mark.slow)


def thorough(*values: object) -> Any:
    """Return one case that `make test` leaves out, too."""
    return pytest.param(*values, marks=[pytest.mark.slow, pytest.mark.thorough])


def mostly_thorough(cases: Iterable[Any], test: int) -> list[Any]:
    """Return the cases for `parametrize`; of those that `make check` leaves out, `make test` runs every `test`-th."""
    given = [case if hasattr(case, "marks") else pytest.param(*_values(case)) for case in cases]
    more = [pytest.mark.slow, pytest.mark.thorough]
    return [
        case if number % test == 0 else case._replace(marks=[*case.marks, *more])
        for number, case in enumerate(given)
    ]


def mostly_slow(cases: Iterable[Any], fast: int, test: int = 3) -> list[Any]:
    """Return the cases for `parametrize`; the first and every `fast`-th after it are run by `make check`, too.

    Of the others `make test` runs every `test`-th: the fast ones look at the same lines.
    """
    given = [case if hasattr(case, "marks") else pytest.param(*_values(case)) for case in cases]
    more = [[pytest.mark.slow], [pytest.mark.slow, pytest.mark.thorough]]
    return [
        case if number % fast == 0 else case._replace(marks=[*case.marks, *more[number % test != 0]])
        for number, case in enumerate(given)
    ]


def examples(few: int, many: int) -> settings:
    """Return how many examples to try: few where they are the same in every run, many where each run looks for new ones."""
    return settings(max_examples=few if settings().derandomize else many)


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)
