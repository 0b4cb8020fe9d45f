"""All that a kit's Jinja can name: functions, filters, tests and attributes, the same wherever a kit is read.

A kit may come from a stranger. What is not listed here does not exist in a check, in `each:`, in a text, on a face or
in a rule sheet; what could grow a text or a number without bounds has a bounded twin here. docs/templates.md lists it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

from jinja2 import Environment, pass_environment, pass_eval_context
from jinja2.environment import TemplateModule
from jinja2.filters import FILTERS as ALL_FILTERS
from jinja2.filters import make_attrgetter
from jinja2.nodes import EvalContext
from jinja2.runtime import BlockReference, LoopContext, Macro
from jinja2.tests import TESTS as ALL_TESTS
from jinja2.utils import Namespace
from markupsafe import escape

from cardgen.base.language import noted, tr
from cardgen.jinja.mistakes import TooMuchError, trusted
from cardgen.model import Named

MAX_TEXT = 1_000_000
"""Letters of one text."""
MAX_ITEMS = 100_000
"""Entries of one list that two are joined into."""
MAX_RANGE = 10_000
MAX_NUMBER = 1e12
MAX_POWER = 64
MAX_DECIMALS = 12


def fits(length: int, most: int = MAX_TEXT) -> None:
    """Refuse a text or a list that would be too long; raises `TooMuchError`."""
    if length > most:
        raise TooMuchError(f"a text or list longer than {most:,} is not allowed here")


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > MAX_RANGE:
        raise TooMuchError(f"a range longer than {MAX_RANGE:,} is not allowed here")
    return numbers


def _decimals(wanted: int) -> int:
    # round(5, -10**9) works out 10 to the power of a billion, and not even Ctrl-C stops it
    if abs(wanted) > MAX_DECIMALS:
        raise TooMuchError(f"round takes up to {MAX_DECIMALS} decimals")
    return wanted


def _rounded(value: float, decimals: int | None = None) -> float:
    return round(value, None if decimals is None else _decimals(decimals))


def _round(value: float, precision: int = 0, method: str = "common") -> Any:
    return ALL_FILTERS["round"](value, _decimals(precision), method)


def _sum(values: Iterable[Any], start: Any = 0) -> Any:
    if isinstance(start, list | tuple):  # sum() would copy the list again for every value
        return type(start)(chain(start, *values))
    return sum(values, start)


@pass_environment
def _sum_of(environment: Environment, values: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
    return _sum(values if attribute is None else map(make_attrgetter(environment, attribute), values), start)


@pass_eval_context
def _join(context: EvalContext, values: Iterable[Any], d: str = "", attribute: Any = None) -> Any:
    if attribute is not None:
        values = map(make_attrgetter(context.environment, attribute), values)
    parts = [part if isinstance(part, str) else str(part) for part in values]
    fits(sum(map(len, parts)) + len(d) * len(parts))
    return ALL_FILTERS["join"](context, parts, d)


def _replace(text: object, old: str, new: str, count: int | None = None) -> str:
    words = text if isinstance(text, str) else str(text)
    times = words.count(old) if count is None else min(count, words.count(old))
    fits(len(words) + times * len(new))
    return words.replace(old, new, -1 if count is None else count)


def _int(value: Any, default: Any = 0, base: int = 10) -> Any:
    number = ALL_FILTERS["int"](value, default, base)
    if isinstance(number, int) and abs(number) > MAX_NUMBER:
        raise TooMuchError("a number this large is not allowed here")
    return number


def _batch(values: Iterable[Any], linecount: int, fill_with: Any = None) -> Any:
    return ALL_FILTERS["batch"](values, min(linecount, MAX_RANGE), fill_with)


# fmt: off
_NUMBERS = (
    noted("nought"), noted("one"), noted("two"), noted("three"),
    noted("four"), noted("five"), noted("six"), noted("seven"),
    noted("eight"), noted("nine"), noted("ten"), noted("eleven"),
    noted("twelve"), noted("thirteen"), noted("fourteen"), noted("fifteen"),
    noted("sixteen"), noted("seventeen"), noted("eighteen"), noted("nineteen"),
    noted("twenty"),
)
# fmt: on


def _words(number: int) -> str:
    """Return a small number as a word of the language that is spoken; larger ones keep their figures."""
    return tr(_NUMBERS[number]) if 0 <= number < len(_NUMBERS) else str(number)


def _capital(text: str) -> str:
    """Return the text with a capital first letter, the others as they are."""
    return text[:1].upper() + text[1:]


def _tidy(value: float) -> float:
    return 0.0 if abs(value) < 1e-12 else value


# fmt: off
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": abs, "ceil": math.ceil, "floor": math.floor, "hypot": math.hypot, "len": len, "max": max, "min": min,
    "range": _range, "round": _rounded, "sqrt": math.sqrt, "sum": _sum,
    "cos": lambda degrees: _tidy(math.cos(math.radians(degrees))),
    "sin": lambda degrees: _tidy(math.sin(math.radians(degrees))),
}
"""The functions that every expression and every template knows."""

OF_TEMPLATES: Mapping[str, Callable[..., Any]] = {"namespace": Namespace}
"""What only a template file can use: a loop that counts needs a namespace."""

_OF_JINJA = (
    "abs", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "first", "float",
    "forceescape", "groupby", "items", "last", "length", "list", "lower", "map", "max", "min",
    "reject", "rejectattr", "reverse", "safe", "select", "selectattr", "sort", "string", "striptags",
    "title", "trim", "truncate", "unique", "upper", "wordcount",
)
_OURS: Mapping[str, Callable[..., Any]] = {
    "batch": _batch, "capital": _capital, "join": _join, "replace": _replace, "words": _words,
}
FILTERS: Mapping[str, Callable[..., Any]] = {
    **{name: ALL_FILTERS[name] for name in _OF_JINJA},
    **{name: trusted(name, function) for name, function in _OURS.items()},
    "int": _int, "round": _round, "sum": _sum_of,
}
PLAIN_FILTERS: Mapping[str, Callable[..., Any]] = {
    **dict.fromkeys(["e", "escape", "forceescape"], lambda text: str(escape(str(text)))), "safe": str,
}
"""Filters that mark a text as SVG do without the mark where no SVG is printed."""

_TESTS = (
    "!=", "<", "<=", "==", ">", ">=", "boolean", "callable", "defined", "divisibleby", "eq", "equalto",
    "escaped", "even", "false", "filter", "float", "ge", "greaterthan", "gt", "in", "integer", "iterable",
    "le", "lessthan", "lower", "lt", "mapping", "ne", "none", "number", "odd", "sameas", "sequence",
    "string", "test", "true", "undefined", "upper",
)
TESTS: Mapping[str, Any] = {name: ALL_TESTS[name] for name in _TESTS}

ATTRIBUTES: Mapping[type, frozenset[str] | None] = {
    str: frozenset({
        "capitalize", "casefold", "count", "endswith", "find", "index", "isalnum", "isalpha", "isascii",
        "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle",
        "isupper", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rindex",
        "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "striptags",
        "swapcase", "title", "unescape", "upper",
    }),
    Named: None,
    Mapping: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "grouper", "index", "list"}),  # `grouper` and `list` are those of `groupby`
    range: frozenset({"count", "index", "start", "step", "stop"}),
    float: frozenset({"is_integer"}),
    LoopContext: frozenset({
        "changed", "cycle", "depth", "depth0", "first", "index", "index0", "last", "length", "nextitem",
        "previtem", "revindex", "revindex0",
    }),
    Macro: frozenset({"arguments", "caller", "catch_kwargs", "catch_varargs", "name"}),
    BlockReference: frozenset({"super"}),
    Namespace: None,
    TemplateModule: None,
}
"""What may be read of each kind of thing; None stands for all that it has under a public name."""
