"""Jinja2's expression language for kits: `{{ big }}` in `each:`, and the kit's own checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any

from jinja2 import TemplateSyntaxError, Undefined, meta, nodes
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.utils import consume

from cardgen.base.errors import Location, Problem, did_you_mean
from cardgen.jinja.mistakes import plain_words, said
from cardgen.jinja.sandbox import MAX_DEPTH, Sandbox, levels

MAX_SOURCE = 2_000
MAX_VALUE = 5_000
"""Letters and entries that one expression gives: a cards file may hold thousands of them."""


class ExpressionError(Exception):
    """An expression cannot be understood or cannot run; `hint` says how to mend it.

    `texts` are the names in it, such as ("tables", "numbers", "row"), of which it needs a number and that are texts.
    """

    def __init__(
        self, message: str, hint: str = "", texts: Mapping[tuple[str, ...], str] | None = None
    ) -> None:
        super().__init__(message)
        self.hint, self.texts = hint, texts or {}

    def at_their_places(self, places: Mapping[tuple[str, ...], Location]) -> list[Problem]:
        """Return what is wrong with those of `texts` that the kit's files hold, at their places: once for all that count with it."""
        hint = "what counts with it needs a number"
        return [
            Problem(
                f"{path[-1]} is '{text}', expected a number", places[path], path, hint, code="not-a-number"
            )
            for path, text in self.texts.items()
            if path in places
        ]


class Expression:
    """One expression, understood; `value` runs it.

    Raises `ExpressionError` when the text is not an expression.
    """

    def __init__(self, source: str) -> None:
        if len(source) > MAX_SOURCE:
            raise ExpressionError(f"the expression is longer than {MAX_SOURCE} letters")
        self.source = source.strip()
        try:
            tree = self._parsed()
            if len(levels(tree)) > MAX_DEPTH:
                raise ExpressionError(f"the expression is nested more than {MAX_DEPTH} levels deep")
            template = _template(tree)
            self.wanted = meta.find_undeclared_variables(template)
            self.wanted |= {name.name for name in template.find_all(nodes.Name) if name.name == "self"}
            self._run = _compiled(tree)
        except TemplateSyntaxError as error:
            ends = r"unexpected '?end of (?:template|print statement)'?"
            message = re.sub(ends, "it ends too early", plain_words(error.message or "", sandbox()))
            message = message.replace("expected token", "expected")
            message = message.replace("end of print statement", "the end")
            raise ExpressionError(message, _syntax_hint(self.source)) from None
        except ExpressionError:
            raise
        except Exception as error:  # a nest too deep for Jinja or Python is the author's, whatever it raises
            message = f"the expression is nested too deeply or cannot be understood ({type(error).__name__})"
            raise ExpressionError(message) from None

    def value(self, names: Mapping[str, Any]) -> Any:
        """Return what the expression gives; ExpressionError says why it gives nothing."""
        value = self._valued(self._run, names)
        if _size(value) > MAX_VALUE:
            raise ExpressionError(f"it gives more than {MAX_VALUE:,} letters or entries")
        return value

    def why_false(self, names: Mapping[str, Any]) -> str:
        """Return the values on both sides of the comparison that failed: "left side is 11, right side is 10"."""
        tree = self._parsed()
        while isinstance(tree, nodes.And):
            tree = tree.left if not self._part(tree.left, names) else tree.right
        if not isinstance(tree, nodes.Compare) or len(tree.ops) != 1:
            return f"it gives {shown(self._part(tree, names))}"
        left, right = self._part(tree.expr, names), self._part(tree.ops[0].expr, names)
        return f"left side is {shown(left)}, right side is {shown(right)}"

    def counted(self, names: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return what the failed comparison's left side counted or added up, where it did."""
        tree = self._parsed()
        node = tree.expr if isinstance(tree, nodes.Compare) else None
        if not isinstance(node, nodes.Filter) or node.name not in ("sum", "length", "count") or not node.node:
            return ()
        found = self._part(node.node, names)
        return tuple(found) if isinstance(found, list | tuple) else ()

    def _parsed(self) -> nodes.Expr:
        parser = Parser(sandbox(), self.source, state="variable")
        tree = parser.parse_expression()
        if not parser.stream.eos:
            token = parser.stream.current.value
            raise ExpressionError(f"'{token}' is not expected here", _syntax_hint(self.source))
        return tree

    def _part(self, tree: nodes.Expr, names: Mapping[str, Any]) -> Any:
        return self._valued(_compiled(deepcopy(tree)), names)  # compiling builds the budget into the tree

    def _valued(self, run: Callable[[Mapping[str, Any]], Any], names: Mapping[str, Any]) -> Any:
        for name in sorted(self.wanted):
            if name not in names and name not in sandbox().globals:
                raise ExpressionError(f"nothing is called '{name}'", did_you_mean(name, names))
        sandbox().start()
        try:
            value = run({name: names[name] for name in self.wanted if name in names})
            if hasattr(value, "__next__"):
                value = tuple(value)
            for one in (value, *value) if isinstance(value, list | tuple) else (value,):
                if isinstance(one, Undefined):
                    bool(one)  # raises, with the reason
            return value
        except Exception as error:
            texts = self._texts(names) if isinstance(error, TypeError) else {}
            raise ExpressionError(said(error, sandbox()), texts=texts) from None

    def _texts(self, names: Mapping[str, Any]) -> dict[tuple[str, ...], str]:
        """Return the names that are counted or compared with, and that are texts."""
        found = {}
        whole = nodes.List([self._parsed()])  # of a node only those inside it are found
        for node in whole.find_all((nodes.BinExpr, nodes.UnaryExpr, nodes.Compare)):
            for part in node.iter_child_nodes():
                path = _path(part.expr if isinstance(part, nodes.Operand) else part)
                value: Any = names
                for step in path:
                    value = value.get(step) if isinstance(value, Mapping) else None
                if path and isinstance(value, str):
                    found[path] = value
        return found


def _path(node: nodes.Node) -> tuple[str, ...]:
    """Return ("tables", "numbers", "row") for tables.numbers.row, nothing for what is no name."""
    if isinstance(node, nodes.Name):
        return (node.name,)
    above = _path(node.node) if isinstance(node, nodes.Getattr) else ()
    return (*above, node.attr) if above and isinstance(node, nodes.Getattr) else ()


sandbox = lru_cache(maxsize=1)(
    Sandbox
)  # the room for expressions is built once, an expression is compiled once
understood = lru_cache(maxsize=1024)(Expression)


def worked_out(source: str, names: Mapping[str, Any]) -> Any:
    """Return what an expression gives; those that differ in their texts alone are compiled once."""
    alike, texts = _without_texts(source)
    try:
        return understood(alike).value({**names, **texts})
    except ExpressionError:  # the reason names the texts
        return understood(source).value(names)


@lru_cache(maxsize=4096)
def _without_texts(source: str) -> tuple[str, dict[str, str]]:
    """Return an expression with a name for each of its texts, and the texts."""
    if "\\" in source:
        return source, {}
    texts = {f"text_{n}_": text[1:-1] for n, text in enumerate(_TEXT.findall(source))}
    names = iter(texts)
    return _TEXT.sub(lambda _: f" {next(names)} ", source), texts


_TEXT = re.compile(r"'[^']*'|\"[^\"]*\"")


def _compiled(tree: nodes.Expr) -> Callable[[Mapping[str, Any]], Any]:
    """Return what works an expression out with names: Jinja's own way goes through every global name each time."""
    room = sandbox()
    template, known = room.from_string(_template(tree)), dict(room.globals)

    def run(names: Mapping[str, Any]) -> Any:
        context = Context(room, {**known, **names}, None, template.blocks)
        consume(template.root_render_func(context))
        return context.vars["result"]

    return run


def _template(tree: nodes.Expr) -> nodes.Template:
    body = nodes.Template([nodes.Assign(nodes.Name("result", "store"), tree, lineno=1)], lineno=1)
    body.set_environment(sandbox())
    return body


def _size(value: Any) -> int:
    """Return how many letters and entries a value holds, as far as anybody counts."""
    size, inside = 0, [value]
    while inside and size <= MAX_VALUE:
        thing = inside.pop()
        if isinstance(thing, str | list | tuple | range | Mapping):
            size += len(thing)
        if isinstance(thing, list | tuple | Mapping):
            inside += thing.values() if isinstance(thing, Mapping) else thing
    return size


def shown(value: Any) -> str:
    """Return a value as a message shows it, shortened."""
    match value:
        case bool():
            text = "true" if value else "false"
        case str():
            text = f"'{value}'"
        case None:
            text = "empty"
        case float():
            text = f"{value:g}"
        case list() | tuple() | set() | range():
            text = f"[{', '.join(shown(v) for v in list(value)[:8])}{', …' if len(value) > 8 else ''}]"
        case _ if type(value).__name__ == "Card":
            text = f"card {value.id}"
        case _:
            text = str(value)
    return text if len(text) <= 120 else text[:119] + "…"


def _syntax_hint(source: str) -> str:
    bare = source
    for operator in ("==", "!=", "<=", ">="):
        bare = bare.replace(operator, "")
    if "=" in bare and "(" not in bare:
        return "write == to compare"
    if "&&" in source or "||" in source:
        return "write 'and', 'or'"
    return ""
