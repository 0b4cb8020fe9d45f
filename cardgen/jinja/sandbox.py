"""The one closed room in which all that a kit says in Jinja runs: no files outside the kit, no code, no endless work.

Checks, `each:` and texts come in as expressions, faces and rule sheets as files. Every loop turn, every call, all that
is gone through and all that is printed costs from a budget that is new for each card, so that a template can at worst
be refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from itertools import chain
from types import NoneType
from typing import Any

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
    Undefined,
    lexer,
    nodes,
)
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing, pass_context
from markupsafe import Markup

from cardgen.base.errors import Location, did_you_mean
from cardgen.base.syntax import without_trees
from cardgen.jinja import dialect
from cardgen.jinja.dialect import MAX_NUMBER, MAX_POWER, fits
from cardgen.jinja.mistakes import TooMuchError, our_mistake, trusted

without_trees(lexer)

LINE_BREAK = "\u2028"
"""A line break of the kit's data inside the SVG, apart from the line breaks of the SVG itself."""

MAX_STEPS = 200_000
"""Loop turns and calls for one card; `_ONE_STEP` letters, `_A_FEW` entries or parts of a loop's body cost as much."""
MAX_OUTPUT = 20_000_000
"""Letters printed for one card."""
MAX_DEPTH = 60
"""Brackets, filters and operators around one another; Jinja's work grows with the third power of them."""

_ONE_STEP = 64
_ENTRY = 16  # an entry is gone through by Python, letters are by C
_A_FEW = _ONE_STEP // _ENTRY
_BY_C = frozenset((
    *("capital", "capitalize", "e", "escape", "float", "forceescape", "int", "join", "lower", "replace", "reverse"),
    *("string", "trim", "truncate", "upper"),
))  # fmt: skip
"""Filters that take a text as a whole; to the others each of its letters is an entry."""
_SORTING = frozenset(["dictsort", "groupby", "sort", "unique"])
_SORTED = 4  # sorting takes so many times as long as going through
_SHORT_WORK = frozenset(["count", "d", "default", "first", "last", "length", "safe"])
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BREAK = re.compile("\r\n|\r|\n")
_KINDS: Mapping[type, str] = {
    **dict.fromkeys([int, float], "a number"),
    **dict.fromkeys([list, tuple], "a list"),
    **{str: "a text", bool: "true or false", NoneType: "nothing (the value is empty)"},
}


class Missing(StrictUndefined):
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
        if isinstance(thing, Mapping):
            hint = did_you_mean(str(name), [str(k) for k in thing])
            return f"there is no '{name}' here" + (f" ({hint})" if hint else "")
        if isinstance(thing, list | tuple) and str(name).lstrip("-").isdigit():
            return f"there is no entry {name} in a list of {len(thing)}"
        kind = _KINDS.get(type(thing)) or f"'{type(thing).__name__.lower()}'"
        return f"{kind} has no '{name}'"


class Sandbox(ImmutableSandboxedEnvironment):
    """A Jinja2 environment that can be trusted with a stranger's kit.

    `markup` is for SVG: texts are escaped, and blocks leave their line ends. `functions` are known besides those of
    the dialect. With `mark_lines` everything printed tells its line of the template (`printed_lines`).
    """

    intercepted_binops = frozenset(["+", "*", "**", "%", "/", "//"])

    def __init__(
        self,
        loader: BaseLoader | None = None,
        *,
        markup: bool = False,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        compiled: BytecodeCache | None = None,
        mark_lines: bool = False,
    ) -> None:
        super().__init__(
            autoescape=markup,
            undefined=Missing,
            loader=loader,
            finalize=self._printed,
            trim_blocks=not markup,
            lstrip_blocks=not markup,
            keep_trailing_newline=True,
            auto_reload=False,
            bytecode_cache=compiled,
        )
        self.steps = self.printed = 0
        self._mark_lines = mark_lines
        filters = {**dialect.FILTERS, **({} if markup else dialect.PLAIN_FILTERS)}
        inner: list[Callable[..., Any]] = [self._weighed, self._counted, self._step, self._joined]
        self.filters = {name: self._metered(name, one) for name, one in filters.items()}
        self.filters.update((f"{one.__name__}_", one) for one in inner)
        self.tests = {name: self._metered(name, one) for name, one in dialect.TESTS.items()}
        self.globals = {
            **dialect.FUNCTIONS,
            **(dialect.OF_TEMPLATES if loader else {}),
            **{name: trusted(name, function) for name, function in (functions or {}).items()},
        }

    def start(self) -> None:
        """Begin a new card with a full budget."""
        self.steps = self.printed = 0

    # -- the budget ----------------------------------------------------------------------------------

    def _spend(self, steps: int, letters: int = 0) -> None:
        self.steps += steps
        self.printed += letters
        if self.steps > MAX_STEPS:
            raise TooMuchError(f"the template takes more than {MAX_STEPS:,} steps for one card")
        if self.printed > MAX_OUTPUT:
            raise TooMuchError(f"the template prints more than {MAX_OUTPUT:,} characters for one card")

    def _weigh(self, value: Any, letter: int = 1, times: int = 1) -> None:
        """Spend what it takes to go through a text, or through a list and all that lies in it, so many times."""
        if isinstance(value, str):
            if len(value) * letter * times >= _ONE_STEP:
                self._spend(len(value) * letter * times // _ONE_STEP)
        elif isinstance(value, range):
            self._spend(len(value) * times // _A_FEW)
        elif _HEAVY[type(value)]:
            self._weigh_inside(value, times)

    def _weigh_inside(self, whole: Any, times: int) -> None:
        weight, most = 0, (MAX_STEPS - self.steps + 1) * _ONE_STEP
        inside = [whole]
        while inside and weight <= most:  # a list of lists of lists may be far larger than it looks
            thing = inside.pop()
            weight += len(thing) * _ENTRY
            for entry in thing.values() if isinstance(thing, Mapping) else thing:
                if isinstance(entry, str):
                    weight += len(entry)
                elif _HEAVY[type(entry)] and not isinstance(entry, range):
                    inside.append(entry)
        self._spend(weight * times // _ONE_STEP)

    def _metered(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the filter, test or function, paying for the size of what it is given and of what it gives."""
        if name in _SHORT_WORK:
            return function
        place = 1 if hasattr(function, "jinja_pass_arg") else 0  # behind the context or environment
        letter = 1 if name in _BY_C or name in dialect.TESTS else _ENTRY
        times = _SORTED if name in _SORTING else 1

        @wraps(function)
        def metered(*args: Any, **kwargs: Any) -> Any:
            for value in args[place : place + 2]:
                if _HEAVY[type(value)]:
                    self._weigh(value, letter, times)
            result = function(*args, **kwargs)
            if isinstance(result, str):
                fits(len(result))
            elif hasattr(result, "__next__"):
                return self._going_through(result)
            return result

        return metered

    def _going_through(self, things: Iterator[Any]) -> Iterator[Any]:
        for number, thing in enumerate(things):
            if number % _A_FEW == 0:
                self._spend(1)
            yield thing

    # pass_context keeps Jinja from calculating these once, when it compiles the template
    @pass_context
    def _weighed(self, context: Context, value: Any, looked_up: bool) -> Any:
        if not (looked_up and isinstance(value, Mapping)):
            self._weigh(value)
        return value

    @pass_context
    def _joined(self, context: Context, parts: tuple[Any, ...]) -> str:
        for part in parts:
            self._weigh(part)
        texts = [part if isinstance(part, str) else str(part) for part in parts]
        fits(sum(map(len, texts)))
        if context.eval_ctx.autoescape and any(isinstance(text, Markup) for text in texts):
            return Markup("").join(texts)
        return "".join(texts)

    @pass_context
    def _step(self, context: Context, value: Any, steps: int, letters: int) -> Any:
        self._spend(steps, letters)
        return value

    @pass_context
    def _counted(self, context: Context, things: Iterable[Any], steps: int, letters: int) -> Iterator[Any]:
        for thing in things:
            self._spend(steps, letters)
            yield thing

    def _printed(self, value: Any) -> Any:
        """Return what is printed for a value: short numbers, clean text, nothing for an empty value."""
        if isinstance(value, float):
            return _number(value)
        if value is None:
            return ""
        if not _HEAVY[type(value)]:
            return value
        if not isinstance(value, str):
            self._weigh(value)
            value = str(value)
        self._spend(0, len(value))
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
            raise TemplateSyntaxError(f"this is nested more than {MAX_DEPTH} levels deep", deep.lineno)
        for node in chain.from_iterable(found):  # in one walk: large templates have many nodes
            match node:
                case nodes.For():
                    if node.recursive:
                        raise TemplateSyntaxError("a recursive loop is not allowed here", node.lineno)
                    node.iter = _through(
                        node.iter, "_counted_", *_cost([*node.body, *([node.test] if node.test else [])])
                    )
                case nodes.Macro() | nodes.CallBlock() | nodes.Block():
                    node.body.insert(0, _step_node(node.lineno, *_cost(node.body)))
                case nodes.Operand() if not isinstance(node.expr, nodes.Const):
                    node.expr = _through(node.expr, "_weighed_", node.op in ("in", "notin"))
                case nodes.Getitem(arg=nodes.Slice()):
                    node.node = _through(node.node, "_weighed_", False)
                case nodes.Concat():
                    whole = nodes.Tuple(node.nodes, "load", lineno=node.lineno)
                    node.nodes = [_through(whole, "_joined_")]
                case nodes.List() | nodes.Tuple(ctx="load"):
                    node.items = [_held(part) for part in node.items]
                case nodes.Pair():
                    node.value = _held(node.value)
                case nodes.ScopedEvalContextModifier() | nodes.OverlayScope():
                    raise TemplateSyntaxError("autoescape cannot be switched off here", node.lineno)
        source.body.insert(0, _step_node(1, *_cost(source.body)))
        if self._mark_lines:
            _mark(source, kwargs.get("filename") or (args[1] if len(args) > 1 else None) or "")
        return super()._generate(source, *args, **kwargs)

    # -- operators, attributes and calls ---------------------------------------------------------------

    def call_binop(self, context: Context, operator_: str, left: Any, right: Any) -> Any:
        """Calculate, unless the result would be huge."""
        work: Callable[[Any, Any], Any] = self.binop_table[operator_]
        if isinstance(left, int | float) and isinstance(right, int | float):
            if operator_ == "+":
                return left + right
            if abs(left) > MAX_NUMBER or abs(right) > MAX_NUMBER:
                raise TooMuchError("a number this large is not allowed here")
            if operator_ == "**" and (abs(left) > 1e6 or abs(right) > MAX_POWER):
                raise TooMuchError("a power this high is not allowed here")
            result = work(left, right)
            if isinstance(result, complex) or abs(result) > MAX_NUMBER:
                raise TooMuchError("a number this large is not allowed here")
            return result
        text, times = (left, right) if isinstance(left, str) else (right, left)
        if operator_ == "*" and isinstance(text, str) and isinstance(times, int):
            fits(len(text) * times)
        elif operator_ != "+" and not isinstance(left, Undefined) and not isinstance(right, Undefined):
            raise SecurityError(f"the operator {operator_} is for numbers")
        elif hasattr(left, "__len__") and hasattr(right, "__len__"):
            fits(len(left) + len(right), dialect.MAX_TEXT if isinstance(left, str) else dialect.MAX_ITEMS)
            self._spend((len(left) + len(right)) // _ONE_STEP)
        return work(left, right)

    def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
        """Call what a template may call; a method costs what it goes through, and so do lists that are handed on."""
        whose = getattr(obj, "__self__", None)
        if whose is not None:
            self._weigh(whose)
        if len(args) > _A_FEW:
            self._spend(len(args) // _A_FEW)
        for value in args:
            if _HEAVY[type(value)]:
                self._weigh(value)
        for value in kwargs.values():
            self._weigh(value)
        return context.call(obj, *args, **kwargs)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute or an entry; what fails inside a property of ours is our mistake."""
        try:
            value = getattr(obj, attribute)
        except AttributeError:
            try:
                return obj[attribute]
            except (TypeError, LookupError):
                return self.undefined(obj=obj, name=attribute)
        except (TemplateError, RecursionError):
            raise
        except Exception as error:
            if type(obj).__module__.startswith("cardgen."):
                our_mistake(error)
            raise
        if self.is_safe_attribute(obj, attribute, value):
            return value
        return self.unsafe_undefined(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Tell whether a template may read an attribute: the kit's data yes, files, code and growing texts no."""
        if attr.startswith("_"):
            return False
        names = _READABLE[type(obj)]
        return names is None or attr in names

    def unsafe_undefined(self, obj: Any, attribute: str) -> Any:
        """Return the undefined that explains why an attribute was refused."""
        hint = f"'{attribute}' is not available in expressions"
        return self.undefined(hint, obj=obj, name=attribute, exc=SecurityError)

    def wrap_str_format(self, value: Any) -> None:
        """Keep `str.format` out: '{:999999999}'.format(1) would fill the memory."""


class _Heavy(dict[type, bool]):
    """Which kinds of things are long or hold others, asked once for each kind."""

    def __missing__(self, kind: type) -> bool:
        self[kind] = issubclass(kind, str | list | tuple | range | Mapping)
        return self[kind]


class _Readable(dict[type, frozenset[str] | None]):
    """The attributes that may be read of each kind of thing, None for all that are public."""

    def __missing__(self, kind: type) -> frozenset[str] | None:
        listed = [names for known, names in dialect.ATTRIBUTES.items() if issubclass(kind, known)]
        other = None if kind.__module__.startswith("cardgen.") else frozenset[str]()
        self[kind] = listed[0] if listed else other
        return self[kind]


_HEAVY, _READABLE = _Heavy(), _Readable()


# -- what is built into a template so that it pays ----------------------------------------------------


def levels(tree: nodes.Node) -> list[list[nodes.Node]]:
    """Return the nodes of a tree by how deep they lie; of those deeper than `MAX_DEPTH` only the first level."""
    found: list[list[nodes.Node]] = []
    level = [tree]
    while level and len(found) <= MAX_DEPTH:
        found.append(level)
        level = [child for node in level for child in node.iter_child_nodes()]
    return found


def _through(node: Any, name: str, *values: Any) -> nodes.Filter:
    given = [nodes.Const(value, lineno=node.lineno) for value in values]
    return nodes.Filter(node, name, given, [], None, None, lineno=node.lineno)


def _step_node(line: int, steps: int, letters: int) -> nodes.ExprStmt:
    return nodes.ExprStmt(_through(nodes.Const(0, lineno=line), "_step_", steps, letters), lineno=line)


def _held(node: nodes.Expr) -> nodes.Expr:
    """Return what is put into a list, paying for all that it holds: `[a, a]` doubles that with a few letters."""
    literal = isinstance(node, nodes.Const | nodes.List | nodes.Tuple | nodes.Dict)
    return node if literal else _through(node, "_weighed_", False)


def _cost(body: Iterable[nodes.Node]) -> tuple[int, int]:
    """Return the steps of a turn of a loop or a call of a macro, and how many letters of the template it prints."""
    parts = letters = 0
    inside = list(body)
    while inside:
        node = inside.pop()
        parts += 1
        if isinstance(node, nodes.TemplateData):
            letters += len(node.data)
        elif isinstance(node, nodes.Const):
            letters += len(node.value) if isinstance(node.value, str) else 0
        elif isinstance(node, nodes.For):  # its turns pay for themselves
            inside += [node.iter, *node.else_]
        elif isinstance(node, nodes.CallBlock):
            inside.append(node.call)
        elif not isinstance(node, nodes.Macro | nodes.Block):
            inside += node.iter_child_nodes()
    return 1 + parts // _A_FEW, letters


# -- where a printed line comes from ------------------------------------------------------------------

_MARK = re.compile("\ue000([^\ue001]*):(\\d+)\ue001")
_LEADING = re.compile(f"(?:\\s*{_MARK.pattern})+")


def _mark(source: nodes.Template, filename: str) -> None:
    """Write the template's line before every piece of its text: blocks without a line end leave no other trace."""
    for data in source.find_all(nodes.TemplateData):
        parts = enumerate(data.data.split("\n"), data.lineno)
        data.data = "\n".join(f"\ue000{filename}:{line}\ue001{part}" for line, part in parts)


def printed_lines(marked: str, label: str, own: bool = False) -> Iterator[tuple[str, Location]]:
    """Yield each line of a text printed with `mark_lines` from the template `label`, and where it comes from.

    With `own`, what an included file prints belongs to the line that includes it.
    """

    def places(text: str) -> list[Location]:
        return [Location(name, int(line)) for name, line in _MARK.findall(text) if not own or name == label]

    here = Location(label, 1)
    for text in marked.split("\n"):
        leading = _LEADING.match(text)
        # of the marks before the first word the last one is its own
        here = (places(leading[0]) or [here])[-1] if leading else here
        yield _MARK.sub("", text), here
        here = (places(text) or [here])[-1]


def _number(value: float) -> str:
    """Return a number as SVG and people like it: 12.5, not 12.500000000000002."""
    if not math.isfinite(value):
        return "0"
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
