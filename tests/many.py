"""Many cases of one kind: a few of them before every commit, all of them in `make test`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings


def slow(*values: object) -> Any:
    """Return one case that `make check` leaves out."""
    return pytest.param(*values, marks=pytest.mark.slow)


def mostly_slow(cases: Iterable[Any], fast: int) -> list[Any]:
    """Return the cases for `parametrize`; the first and every `fast`-th after it are run by `make check`, too."""
    given = [case if hasattr(case, "marks") else pytest.param(*_values(case)) for case in cases]
    return [
        case if number % fast == 0 else case._replace(marks=[*case.marks, pytest.mark.slow])
        for number, case in enumerate(given)
    ]


def examples(few: int, many: int) -> settings:
    """Return how many examples to try: few where they are the same in every run, many where each run looks for new ones."""
    return settings(max_examples=few if settings().derandomize else many)


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)
