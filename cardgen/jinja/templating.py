"""Jinja2 for kits from strangers: no files outside the kit, no code, no bombs, no endless work.

Every loop turn, macro call and printed character costs from a budget that is new for each card, so
that a template can at worst be refused.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import chain
from pathlib import PurePath
from typing import Any

from jinja2 import BaseLoader, BytecodeCache, StrictUndefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS
from jinja2.runtime import Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace, missing, pass_context
from markupsafe import Markup

from cardgen.base.errors import did_you_mean
from cardgen.jinja.sandbox import MAX_DEPTH, levels

LINE_BREAK = "\u2028"
"""A line break of the kit's data inside the SVG, apart from the line breaks of the SVG itself."""

MAX_STEPS = 200_000  # loop turns and macro calls for one card
MAX_OUTPUT = 20_000_000  # characters printed for one card
MAX_STRING = 1_000_000
MAX_ITEMS = 100_000
MAX_RANGE = 10_000
_BY_PYTHON, _BY_C = (
    8,
    64,
)  # things that are gone through for one step: by a filter, by a comparison or a method
_MAX_NUMBER = 1e12
_MAX_DECIMALS = 12

_FILTERS = [
    "abs",
    "batch",
    "capitalize",
    "count",
    "d",
    "default",
    "dictsort",
    "e",
    "escape",
    "first",
    "float",
    "forceescape",
    "groupby",
    "int",
    "items",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "sort",
    "string",
    "striptags",
    "sum",
    "title",
    "trim",
    "truncate",
    "unique",
    "upper",
    "wordcount",
]
_WALKERS = frozenset(
    [
        "batch",
        "dictsort",
        "groupby",
        "join",
        "list",
        "map",
        "max",
        "min",
        "reject",
        "rejectattr",
        "reverse",
        "select",
        "selectattr",
        "sort",
        "sum",
        "unique",
    ]
)
_METHODS_THAT_GROW = frozenset(
    [
        "format",
        "format_map",
        "ljust",
        "rjust",
        "center",
        "zfill",
        "expandtabs",
        "replace",
        "join",
        "translate",
        "encode",
        "to_bytes",
    ]
)
_SIZED = (str, list, tuple, dict, range)
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BREAK = re.compile("\r\n|\r|\n")


class TooMuchError(SecurityError):
    """A template asks for more work than any card needs."""


class KitUndefined(StrictUndefined):
    """A name that the kit does not have; the message says which and what was meant."""

    @property
    def _undefined_message(self) -> str:
        name, thing = self._undefined_name, self._undefined_obj
        if self._undefined_hint:
            return str(self._undefined_hint)
        if name is None:
            return "a value is missing"
        if thing is missing:
            return f"'{name}' is not known"
        if isinstance(thing, Undefined):
            return thing._undefined_message
        try:  # cards and kit parts explain themselves
            getattr(thing, str(name))
        except AttributeError as error:
            if "object has no attribute" not in str(error):
                return str(error)
        if isinstance(thing, dict) or hasattr(thing, "keys"):
            hint = did_you_mean(str(name), [str(k) for k in thing])
            return f"there is no '{name}' here" + (f" ({hint})" if hint else "")
        if isinstance(thing, list | tuple) and str(name).lstrip("-").isdigit():
            return f"there is no entry {name} in a list of {len(thing)}"
        return f"{_kind_of(thing)} has no '{name}'"


def _kind_of(thing: Any) -> str:
    kinds = {
        str: "a text",
        int: "a number",
        float: "a number",
        bool: "true or false",
        list: "a list",
        tuple: "a list",
    }
    if thing is None:
        return "nothing (the value is empty)"
    return kinds.get(type(thing), f"'{type(thing).__name__.lower()}'")


class KitEnvironment(ImmutableSandboxedEnvironment):
    """A Jinja2 environment that can be trusted with a stranger's template."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, loader: BaseLoader, compiled: BytecodeCache | None = None) -> None:
        super().__init__(
            autoescape=True,
            undefined=KitUndefined,
            loader=loader,
            finalize=self._printed,
            keep_trailing_newline=True,
            cache_size=400,
            auto_reload=False,
            bytecode_cache=compiled,
        )
        self.steps = 0
        self.printed = 0
        self.mark_lines = False
        bounded: dict[str, Any] = {
            "join": _bounded_join,
            "replace": _bounded_replace,
            "batch": _bounded_batch,
            "round": _bounded_round,
        }
        self.filters = {name: bounded.get(name, FILTERS[name]) for name in _FILTERS}
        self.filters.update({name: self._weighing(self.filters[name]) for name in _WALKERS})
        self.filters.update(
            weighed_=self._weighed,
            counted_=self._counted,
            step_=self._step,
            short_=_short,
        )
        self.globals = {
            "range": _bounded_range,
            "namespace": Namespace,  # a loop that counts needs one
            "sin": lambda degrees: _tidy(math.sin(math.radians(degrees))),
            "cos": lambda degrees: _tidy(math.cos(math.radians(degrees))),
            "sqrt": math.sqrt,
            "hypot": math.hypot,
            "floor": math.floor,
            "ceil": math.ceil,
            "round": _round,
            "min": self._weighing(min),
            "max": self._weighing(max),
        }

    def start(self) -> None:
        """Begin a new card with a full budget."""
        self.steps = self.printed = 0

    # -- the budget ----------------------------------------------------------------------------------

    def _spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise TooMuchError(f"the template takes more than {MAX_STEPS:,} steps for one card")

    def _weigh(self, value: Any, for_one_step: int = _BY_C) -> None:
        """Spend what it takes to go through a long text or list."""
        if isinstance(value, _SIZED) and len(value) >= for_one_step:
            self._spend(len(value) // for_one_step)

    def _weighing(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the filter or function, paying for the size of what it is given."""
        place = 1 if hasattr(function, "jinja_pass_arg") else 0  # behind the context or environment

        @wraps(function)
        def weighing(*args: Any, **kwargs: Any) -> Any:
            if len(args) > place:
                self._weigh(args[place], _BY_PYTHON)
            return function(*args, **kwargs)

        return weighing

    # pass_context keeps Jinja from calculating these once, when it compiles the template
    @pass_context
    def _weighed(self, context: Any, value: Any) -> Any:
        self._weigh(value)
        return value

    @pass_context
    def _step(self, context: Any, value: Any) -> Any:
        self._spend(1)
        return value

    @pass_context
    def _counted(self, context: Any, things: Iterable[Any]) -> Iterator[Any]:
        for thing in things:
            self._step(context, 0)
            yield thing

    def _printed(self, value: Any) -> Any:
        """Return what is printed for a value: short numbers, clean text, nothing for an empty value."""
        if value is None:
            return ""
        if isinstance(value, float):
            return _number(value)
        if isinstance(value, str):
            self.printed += len(value)
            if self.printed > MAX_OUTPUT:
                raise TooMuchError(f"the template prints more than {MAX_OUTPUT:,} characters for one card")
            if not isinstance(value, Markup):
                if "\n" in value or "\r" in value:
                    value = _BREAK.sub(LINE_BREAK, value)
                if _NOT_XML.search(value):
                    value = _NOT_XML.sub("\ufffd", value)
        return value

    def _generate(self, source: nodes.Template, *args: Any, **kwargs: Any) -> str:
        found = levels(source)
        if len(found) > MAX_DEPTH:
            deep = next((node for node in found[MAX_DEPTH] if node.lineno), source)
            self._refuse(f"this is nested more than {MAX_DEPTH} levels deep", deep)
        for node in chain.from_iterable(found):  # in one walk: large templates have many nodes
            match node:
                case nodes.For():
                    if node.recursive:
                        self._refuse("a recursive loop is not allowed here", node)
                    node.iter = _filtered(node.iter, "counted_")
                case nodes.Macro() | nodes.CallBlock() | nodes.Block():
                    node.body.insert(0, _step_node(node.lineno))
                case nodes.Operand() if not isinstance(node.expr, nodes.Const):
                    node.expr = _filtered(node.expr, "weighed_")
                case nodes.Concat():
                    node.nodes = [_filtered(part, "short_") for part in node.nodes]
                case nodes.ScopedEvalContextModifier() | nodes.OverlayScope():
                    self._refuse("autoescape cannot be switched off here", node)
        source.body.insert(0, _step_node(1))
        if self.mark_lines:
            _mark_lines(source, kwargs.get("filename") or (args[1] if len(args) > 1 else None) or "")
        return super()._generate(source, *args, **kwargs)

    @staticmethod
    def _refuse(message: str, node: nodes.Node) -> None:
        from jinja2 import TemplateSyntaxError

        raise TemplateSyntaxError(message, node.lineno)

    # -- operators and attributes ---------------------------------------------------------------------

    def call_binop(self, context: Any, operator_: str, left: Any, right: Any) -> Any:
        """Calculate, unless the result would be huge."""
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if operator_ == "+":
            if not numbers and hasattr(left, "__len__") and hasattr(right, "__len__"):
                limit = MAX_STRING if isinstance(left, str) else MAX_ITEMS
                if len(left) + len(right) > limit:
                    raise TooMuchError(f"a text or list longer than {limit:,} is not allowed here")
            return operator.add(left, right)
        if not numbers:
            raise SecurityError(f"the operator {operator_} is for numbers")
        if operator_ == "**":
            if abs(left) > 1e6 or abs(right) > 64:
                raise TooMuchError("a power this high is not allowed here")
            result = operator.pow(left, right)
        elif operator_ == "*":
            result = left * right
        else:
            result = left % right
        if isinstance(result, complex) or abs(result) > _MAX_NUMBER:
            raise TooMuchError("a number this large is not allowed here")
        return result

    def call(self, context: Any, obj: Any, *args: Any, **kwargs: Any) -> Any:
        """Call what a template may call; a method of a long text or list costs what it goes through."""
        self._weigh(getattr(obj, "__self__", None))
        return super().call(context, obj, *args, **kwargs)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Tell whether a template may read an attribute: data yes, files, code and growing texts no."""
        if attr in _METHODS_THAT_GROW and isinstance(obj, str | bytes | int | float):
            return False
        return not isinstance(obj, PurePath) and super().is_safe_attribute(obj, attr, value)

    def unsafe_undefined(self, obj: Any, attribute: str) -> Any:
        """Return the undefined that explains why an attribute was refused."""
        hint = f"'{attribute}' of {_kind_of(obj)} may not be used in a template"
        return self.undefined(hint, obj=obj, name=attribute, exc=SecurityError)


def _filtered(node: Any, name: str) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno)


def _step_node(line: int) -> nodes.ExprStmt:
    zero = nodes.Const(0, lineno=line)
    return nodes.ExprStmt(_filtered(zero, "step_"), lineno=line)


# -- where a printed line comes from ------------------------------------------------------------------

_MARK = re.compile("\ue000([^\ue001]*)\ue001")


def _mark_lines(source: nodes.Template, filename: str) -> None:
    for data in source.find_all(nodes.TemplateData):
        line = data.lineno
        parts = data.data.split("\n")
        for index in range(1, len(parts)):
            parts[index] = f"\ue000{filename}:{line + index}\ue001{parts[index]}"
        data.data = "\n".join(parts)


def source_line(marked: str, line: int) -> tuple[str, int] | None:
    """Return the template's (file, line) for a line of a text that was printed with `mark_lines`."""
    seen: tuple[str, int] | None = None
    for number, text in enumerate(marked.split("\n"), 1):
        marks = _MARK.findall(text)
        if marks:
            name, _, at = marks[0].rpartition(":")
            seen = (name, int(at))
        if number == line:
            return seen
    return seen


# -- what templates may call --------------------------------------------------------------------------


def _bounded_range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > MAX_RANGE:
        raise TooMuchError(f"a range longer than {MAX_RANGE:,} is not allowed here")
    return numbers


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > MAX_STRING // 2:
        raise TooMuchError(f"a text longer than {MAX_STRING // 2:,} characters is not allowed here")
    return value


def _bounded_join(values: Iterable[Any], d: str = "", attribute: str | int | None = None) -> Any:
    things = list(values)
    if attribute is not None:
        things = [t[attribute] if isinstance(t, dict) else getattr(t, str(attribute)) for t in things]
    if sum(len(t) if isinstance(t, str) else 20 for t in things) + len(d) * len(things) > MAX_STRING:
        raise TooMuchError(f"a text longer than {MAX_STRING:,} characters is not allowed here")
    if any(isinstance(t, Markup) for t in things):
        return Markup(d).join(things) if isinstance(d, Markup) else Markup.escape(d).join(things)
    return d.join(str(t) for t in things)


def _bounded_replace(s: Any, old: str, new: str, count: int | None = None) -> Any:
    text = s if isinstance(s, str) else str(s)
    times = text.count(old) if count is None else min(count, text.count(old))
    if len(text) + times * len(new) > MAX_STRING:
        raise TooMuchError(f"a text longer than {MAX_STRING:,} characters is not allowed here")
    return text.replace(old, new, -1 if count is None else count)


def _bounded_batch(value: Iterable[Any], linecount: int, fill_with: Any = None) -> Any:
    return FILTERS["batch"](value, min(linecount, MAX_RANGE), fill_with)


def _bounded_round(value: float, precision: int = 0, method: str = "common") -> float:
    _check_decimals(precision)
    rounded: float = FILTERS["round"](value, precision, method)
    return rounded


def _round(value: float, decimals: int | None = None) -> float:
    _check_decimals(decimals or 0)
    return round(value, decimals)


def _check_decimals(decimals: int) -> None:
    # round(5, -10**9) works out 10 to the power of a billion, and not even Ctrl-C stops it
    if abs(decimals) > _MAX_DECIMALS:
        raise TooMuchError(f"round takes up to {_MAX_DECIMALS} decimals")


def _number(value: float) -> str:
    """Return a number as SVG and people like it: 12.5, not 12.500000000000002."""
    if not math.isfinite(value):
        return "0"
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _tidy(value: float) -> float:
    return 0.0 if abs(value) < 1e-12 else value
