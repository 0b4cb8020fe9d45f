"""Many cases of one kind: a few of them before every commit, all of them in `make test`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


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


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)
