"""Comparing a position with what a scenario expects of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cardgen.base.errors import did_you_mean


def difference(facts: Mapping[str, Any], path: str, expected: Any) -> Iterator[tuple[str, str]]:
    """Yield what differs: a path such as `scores.P0`, and a sentence about it.

    An expected mapping names some of the entries; `{count: 2}`, `{has: C01}`, `{lacks: C01}`,
    `{at_least: 3}`, `{not: 0}` and `{any_order: [C01, C02]}` are tests; a text is compared line by line without regard to
    the width of its columns; all else must be equal.
    """
    actual: Any = facts
    for step in path.split("."):
        if not isinstance(actual, Mapping) or step not in actual:
            known = did_you_mean(step, actual) if isinstance(actual, Mapping) else "nothing below it"
            yield path, f"is no part of the position ({known})"
            return
        actual = actual[step]
    yield from _compare(path, actual, expected)


def _compare(path: str, actual: Any, expected: Any) -> Iterator[tuple[str, str]]:
    if isinstance(expected, Mapping) and expected and all(key in _TESTS for key in expected):
        for key, value in expected.items():
            if not _TESTS[key](actual, value):
                yield path, f"is {_shown(actual)}, expected {key.replace('_', ' ')} {_shown(value)}"
        return
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        for key, value in expected.items():
            yield from difference(actual, str(key), value) if key in actual else ((path, f"has no {key}"),)
        return
    if _rows(actual) != _rows(expected):
        yield path, f"is {_shown(actual)}, expected {_shown(expected)}"


def _rows(value: Any) -> Any:
    return [line.split() for line in value.strip().splitlines()] if isinstance(value, str) else value


def _shown(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        return "".join(f"\n    {line}" for line in value.strip().splitlines()) + "\n  "
    if isinstance(value, list):
        return f"[{', '.join(str(item) for item in value)}]"
    return "nothing" if value is None or value == "" else str(value)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "count": lambda actual, n: len(actual) == n,
    "has": lambda actual, some: all(item in actual for item in _items(some)),
    "lacks": lambda actual, some: not any(item in actual for item in _items(some)),
    "not": lambda actual, value: bool(actual != value),
    "at_least": lambda actual, n: bool(actual >= n),
    "any_order": lambda actual, all_of: Counter(actual) == Counter(all_of),
}
