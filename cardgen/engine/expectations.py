"""What a scenario expects of a position: values, tests, and a sentence for whatever differs or proves nothing."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from cardgen.base.errors import did_you_mean

Test: TypeAlias = Callable[[Any, Any, Callable[[], Collection[str]]], bool]
_PLAIN: Final = re.compile(r"[A-Za-z_][\w.'’ +-]*[\w.'’+]|[A-Za-z_]|\d+[A-Za-z]\w*")
_SAID: Final = frozenset(("true", "false", "null", "yes", "no", "on", "off"))


def as_yaml(value: Any) -> str:
    """Return a value as one would write it in a scenario."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str() if "\n" in value:
            return "".join(f"\n    {line}" for line in value.strip().splitlines()) + "\n  "
        case str():
            plain = _PLAIN.fullmatch(value) and value.lower() not in _SAID
            return value if plain else json.dumps(value, ensure_ascii=False)
        case Mapping():
            return f"{{{', '.join(f'{as_yaml(key)}: {as_yaml(item)}' for key, item in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(as_yaml, value))}]"
    return str(value)


class Difference(NamedTuple):
    """Something that is not as expected: where it is written, and a sentence that begins with its path."""

    trail: tuple[str, ...]
    message: str


def differences(
    facts: Mapping[str, Any], expected: Mapping[str, Any], words: Callable[[], Collection[str]] = lambda: ()
) -> Iterator[Difference]:
    """Yield what differs, entry by entry.

    An expected mapping names some of the entries; `{count: 2}`, `{has: C01}`, `{lacks: C01}`,
    `{at_least: 3}`, `{at_most: 5}`, `{not: 0}` and `{any_order: [C01, C02]}` are tests; a text is compared line by line without regard to
    the width of its columns; all else must be equal. `words` returns what the game knows, so that a mistyped card in
    `lacks` is not taken for one that is not there.
    """
    for path, value in expected.items():
        actual: Any = facts
        for step in path.split("."):
            if not isinstance(actual, Mapping) or step not in actual:
                known = did_you_mean(step, actual) if isinstance(actual, Mapping) else "nothing below it"
                yield Difference((path,), f"{path} is no part of the position ({known})")
                break
            actual = actual[step]
        else:
            yield from _compare((path,), path, actual, value, words)


def _compare(
    trail: tuple[str, ...], path: str, actual: Any, expected: Any, words: Callable[[], Collection[str]]
) -> Iterator[Difference]:
    if isinstance(expected, Mapping) and expected and all(key in _TESTS for key in expected):
        for key, value in expected.items():
            try:
                holds = _TESTS[key](actual, value, words)
            except _Unfit as unfit:
                yield Difference((*trail, key), f"{path}: {unfit}")
                continue
            if not holds:
                message = f"{path} is {as_yaml(actual)}, expected {key.replace('_', ' ')} {as_yaml(value)}"
                yield Difference((*trail, key), message)
    elif isinstance(expected, Mapping) and expected and isinstance(actual, Mapping):
        for key, value in expected.items():
            if key in actual:
                yield from _compare((*trail, key), f"{path}.{key}", actual[key], value, words)
            else:
                known = did_you_mean(key, _TESTS)
                known = known if known.startswith("did") else did_you_mean(key, map(str, actual))
                yield Difference((*trail, key), f"{path} has no {key}{f' ({known})' if known else ''}")
    elif not same(actual, expected):
        yield Difference(trail, f"{path} is {as_yaml(actual)}, expected {as_yaml(expected)}")


def same(actual: Any, expected: Any) -> bool:
    """Return whether two values are equal; 1 is not true, and a text may have wider columns."""
    if isinstance(actual, str) and isinstance(expected, str):
        return _rows(actual) == _rows(expected)
    return as_yaml(actual) == as_yaml(expected)


def _rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


# -- tests; what can never fail, or never hold, is refused


class _Unfit(Exception):
    """A test that says nothing about what it looks at."""


def _among(actual: Any, word: str) -> Collection[Any]:
    if isinstance(actual, str):
        return actual.split()
    if isinstance(actual, (list, tuple, Mapping)):
        return actual
    raise _Unfit(f"{word} is for lists, this is {as_yaml(actual)}")


def _some(value: Any, word: str) -> list[Any]:
    some = value if isinstance(value, list) else [value]
    if not some or any(isinstance(item, (list, Mapping)) or item is None for item in some):
        raise _Unfit(f"{word} takes a word or a list of words, not {as_yaml(value)}")
    return some


def _known(some: Collection[Any], actual: Collection[Any], words: Callable[[], Collection[str]]) -> None:
    """Refuse a word that cannot be among others, whatever happens."""
    for item in some:
        if item in actual:
            continue
        if isinstance(item, str) and item not in (known := words()):
            raise _Unfit(f"there is no '{item}' in this game ({did_you_mean(item, known)})")
        if not isinstance(item, str) and any(isinstance(other, str) for other in actual):
            raise _Unfit(f"{as_yaml(item)} cannot be among {as_yaml([*actual])}")


def _count(actual: Any, value: Any, _: Callable[[], Collection[str]]) -> bool:
    if type(value) is not int or value < 0:
        raise _Unfit(f"count takes a whole number, not {as_yaml(value)}")
    return len(_among(actual, "count")) == value


def _has(actual: Any, value: Any, words: Callable[[], Collection[str]]) -> bool:
    among, some = _among(actual, "has"), _some(value, "has")
    _known(some, among, words)
    return all(item in among for item in some)


def _lacks(actual: Any, value: Any, words: Callable[[], Collection[str]]) -> bool:
    among, some = _among(actual, "lacks"), _some(value, "lacks")
    _known(some, among, words)
    return not any(item in among for item in some)


def _not(actual: Any, value: Any, words: Callable[[], Collection[str]]) -> bool:
    if _kind(actual) != _kind(value) and None not in (actual, value):
        raise _Unfit(f"not {as_yaml(value)} says nothing, this is {as_yaml(actual)}")
    if isinstance(value, str) and value.strip() and "\n" not in value and len(value.split()) == 1:
        _known([value], [actual], words)
    return not same(actual, value)


def _kind(value: Any) -> str:
    match value:
        case bool():
            return "yes or no"
        case int() | float():
            return "a number"
        case list() | tuple():
            return "a list"
        case Mapping():
            return "entries"
    return "a text"


def _bound(word: str, holds: Callable[[Any, Any], Any]) -> Test:
    def test(actual: Any, value: Any, _: Callable[[], Collection[str]]) -> bool:
        if type(value) not in (int, float):
            raise _Unfit(f"{word} takes a number, not {as_yaml(value)}")
        if type(actual) not in (int, float):
            raise _Unfit(f"{word} is for numbers, this is {as_yaml(actual)}")
        return bool(holds(actual, value))

    return test


def _any_order(actual: Any, value: Any, _: Callable[[], Collection[str]]) -> bool:
    if not isinstance(value, list):
        raise _Unfit(f"any_order takes a list, not {as_yaml(value)}")
    if not isinstance(actual, (list, tuple)):
        raise _Unfit(f"any_order is for lists, this is {as_yaml(actual)}")
    return sorted(map(as_yaml, actual)) == sorted(map(as_yaml, value))


_TESTS: Final[Mapping[str, Test]] = {
    "count": _count,
    "has": _has,
    "lacks": _lacks,
    "not": _not,
    "at_least": _bound("at_least", operator.ge),
    "at_most": _bound("at_most", operator.le),
    "any_order": _any_order,
}
