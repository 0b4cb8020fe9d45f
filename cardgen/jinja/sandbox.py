"""The closed room in which a kit's expressions run.

A kit may come from a stranger, so an expression can look at data and nothing else: the attributes and filters that may
be used are listed here, and whatever could grow a text or a number without bounds is refused or limited.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, Undefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from cardgen.base.errors import did_you_mean

MAX_TEXT = 5_000
MAX_RANGE = 1_000
MAX_DEPTH = 60
"""Brackets, filters and operators around one another; Jinja's work grows with the third power of them."""

_MAX_NUMBER = 10**12

# fmt: off
FILTERS = frozenset({
    "abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby", "int",
    "items", "join", "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr",
    "replace", "reverse", "round", "select", "selectattr", "sort", "string", "sum", "title", "trim",
    "unique", "upper",
})
_ATTRIBUTES: dict[type, frozenset[str]] = {
    str: frozenset({
        "capitalize", "casefold", "count", "endswith", "find", "index", "isalpha", "isdigit", "islower",
        "isupper", "lower", "lstrip", "removeprefix", "removesuffix", "rstrip", "split", "startswith",
        "strip", "swapcase", "title", "upper",
    }),
    tuple: frozenset({"count", "index"}),
    list: frozenset({"count", "index"}),
    range: frozenset({"start", "stop"}),
}
# fmt: on


class _Missing(StrictUndefined):
    """A name or a field that does not exist, told in the kit's own words."""

    @property
    def _undefined_message(self) -> str:
        name = str(self._undefined_name)
        if self._undefined_hint:
            return self._undefined_hint
        if self._undefined_obj is missing:
            return f"nothing is called '{name}'"
        try:
            getattr(self._undefined_obj, name)
        except AttributeError as error:
            if type(self._undefined_obj).__module__.startswith("cardgen."):
                return str(error)
        except Exception:
            pass
        if isinstance(self._undefined_obj, Mapping):
            hint = did_you_mean(name, [str(k) for k in self._undefined_obj])
            return f"no entry '{name}'" + (f" ({hint})" if hint else "")
        return f"no '{name}' here"


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox with only what `FILTERS` and `_ATTRIBUTES` name, and with bounded results."""

    intercepted_binops = frozenset({"+", "*", "**", "%", "//", "/"})

    def __init__(self) -> None:
        super().__init__(undefined=_Missing)
        self.filters = {name: self.filters[name] for name in FILTERS}
        self.filters["replace"] = _replace
        self.filters["join"] = _join
        self.filters["round"] = _round
        self.globals = {
            "range": _range,
            "min": min,
            "max": max,
            "sum": sum,
            "len": len,
            "round": _round,
            "abs": abs,
        }

    def wrap_str_format(self, value: Any) -> None:
        """Keep `str.format` out: '{:999999999}'.format(1) would fill the memory."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Allow the data of the kit and the few methods of plain values that are listed."""
        if attr.startswith("_"):
            return False
        if type(obj).__module__.startswith("cardgen."):
            return True
        if isinstance(obj, Mapping):
            return attr in ("items", "keys", "values", "get")
        return attr in _ATTRIBUTES.get(type(obj), ())

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Work out an operation whose result cannot grow beyond bounds."""
        if operator == "**":
            raise SecurityError("'**' is not available, multiply instead")
        if operator == "+" and isinstance(left, (str, list, tuple)) and isinstance(right, (str, list, tuple)):
            if len(left) + len(right) > MAX_TEXT:
                raise SecurityError(f"the result is longer than {MAX_TEXT}")
        elif operator == "*" and isinstance(left, str) and isinstance(right, int):
            if len(left) * right > MAX_TEXT:
                raise SecurityError(f"the result is longer than {MAX_TEXT}")
        elif not all(isinstance(v, (int, float)) and abs(v) <= _MAX_NUMBER for v in (left, right)):
            if isinstance(left, Undefined) or isinstance(right, Undefined):
                return super().call_binop(context, operator, left, right)
            raise SecurityError(f"'{operator}' needs two numbers (up to {_MAX_NUMBER:.0e})")
        return super().call_binop(context, operator, left, right)


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > MAX_RANGE:
        raise SecurityError(f"range() is limited to {MAX_RANGE} numbers")
    return numbers


def _round(value: float, precision: int = 0) -> float:
    if not 0 <= precision <= 12:  # round(5, -10**9) would work out 10 to the power of a billion
        raise SecurityError("round() takes 0 to 12 decimals")
    return round(value, precision)


def _replace(text: str, old: str, new: str) -> str:
    result_length = len(text) + text.count(old) * (len(new) - len(old))
    if max(len(text), result_length) > MAX_TEXT:
        raise SecurityError(f"the result is longer than {MAX_TEXT} letters")
    return text.replace(old, new)


def _join(values: Iterable[Any], separator: str = "") -> str:
    parts: list[str] = []
    length = 0
    for value in values:
        parts.append(str(value))
        length += len(parts[-1]) + len(separator)
        if length > MAX_TEXT:
            raise SecurityError(f"the result is longer than {MAX_TEXT} letters")
    return separator.join(parts)


def levels(tree: nodes.Node) -> list[list[nodes.Node]]:
    """Return the nodes of a tree by how deep they lie; of those deeper than `MAX_DEPTH` only the first level."""
    found: list[list[nodes.Node]] = []
    level = [tree]
    while level and len(found) <= MAX_DEPTH:
        found.append(level)
        level = [child for node in level for child in node.iter_child_nodes()]
    return found


@lru_cache(maxsize=1)
def sandbox() -> Sandbox:
    """Return the one sandbox; Jinja builds it once."""
    return Sandbox()
