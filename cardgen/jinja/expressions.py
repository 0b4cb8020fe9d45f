"""Jinja2's expression language for kits: `{{ big }}` in `each:`, and the kit's own checks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jinja2 import TemplateError, TemplateSyntaxError, Undefined, UndefinedError, meta, nodes
from jinja2.environment import TemplateExpression
from jinja2.exceptions import SecurityError
from jinja2.parser import Parser

from cardgen.base.errors import did_you_mean
from cardgen.jinja.sandbox import FILTERS, MAX_DEPTH, levels, sandbox

MAX_SOURCE = 2_000


class ExpressionError(Exception):
    """An expression cannot be understood or cannot run; `hint` says how to mend it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Expression:
    """One expression, understood; `value` runs it.

    Raises `ExpressionError` when the text is not an expression.
    """

    def __init__(self, source: str) -> None:
        if len(source) > MAX_SOURCE:
            raise ExpressionError(f"the expression is longer than {MAX_SOURCE} letters")
        self.source = source.strip()
        env = sandbox()
        try:
            parser = Parser(env, self.source, state="variable")
            self.tree = parser.parse_expression()
            if not parser.stream.eos:
                token = parser.stream.current.value
                raise ExpressionError(f"'{token}' is not expected here", _syntax_hint(self.source))
            if len(levels(self.tree)) > MAX_DEPTH:
                raise ExpressionError(f"the expression is nested more than {MAX_DEPTH} levels deep")
            self._run = _compiled(self.tree)
            template = _template(self.tree)
            self.wanted = meta.find_undeclared_variables(template)
            self.wanted |= {name.name for name in template.find_all(nodes.Name) if name.name == "self"}
        except TemplateSyntaxError as error:
            raise ExpressionError(_plain_words(error.message or ""), _syntax_hint(self.source)) from None
        except ExpressionError:
            raise
        except (
            Exception
        ) as error:  # a nest too deep for Jinja or Python is the author's mistake, whatever it raises
            raise ExpressionError(_too_deep(error)) from None

    def value(self, names: Mapping[str, Any]) -> Any:
        """Return what the expression gives; ExpressionError says why it gives nothing."""
        return self._valued(self._run, names)

    def why_false(self, names: Mapping[str, Any]) -> str:
        """Return the values on both sides of the comparison that failed: "left side is 11, right side is 10"."""
        tree = self.tree
        while isinstance(tree, nodes.And):
            tree = tree.left if not self._valued(_compiled(tree.left), names) else tree.right
        if not isinstance(tree, nodes.Compare) or len(tree.ops) != 1:
            return f"it gives {told(self._valued(_compiled(tree), names))}"
        left = self._valued(_compiled(tree.expr), names)
        right = self._valued(_compiled(tree.ops[0].expr), names)
        return f"left side is {told(left)}, right side is {told(right)}"

    def counted(self, names: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return what the failed comparison's left side counted or added up, where it did."""
        tree = self.tree.expr if isinstance(self.tree, nodes.Compare) else None
        if (
            not isinstance(tree, nodes.Filter)
            or tree.name not in ("sum", "length", "count")
            or tree.node is None
        ):
            return ()
        found = self._valued(_compiled(tree.node), names)
        return tuple(found) if isinstance(found, (list, tuple)) else ()

    def _valued(self, run: TemplateExpression, names: Mapping[str, Any]) -> Any:
        for name in sorted(self.wanted):
            if name not in names and name not in sandbox().globals:
                raise ExpressionError(f"nothing is called '{name}'", did_you_mean(name, names))
        try:
            value: Any = run(**names)
            if isinstance(value, Undefined):
                bool(value)  # raises, with the reason
            if hasattr(value, "__next__"):
                value = tuple(value)
            if isinstance(value, (list, tuple)):
                for item in value:
                    if isinstance(item, Undefined):
                        bool(item)
            return value
        except UndefinedError as error:
            raise ExpressionError(str(error)) from None
        except SecurityError as error:
            raise ExpressionError(_plain_words(str(error))) from None
        except TemplateError as error:
            raise ExpressionError(_plain_words(str(error))) from None
        except ZeroDivisionError:
            raise ExpressionError("it divides by zero") from None
        except Exception as error:  # strangers' expressions may fail in any way; it is never our bug
            raise ExpressionError(_mixed_types(str(error))) from None


@lru_cache(maxsize=1024)
def understood(source: str) -> Expression:
    """Return the expression, compiled once; raises `ExpressionError`."""
    return Expression(source)


def _template(tree: nodes.Expr) -> nodes.Template:
    body = nodes.Template([nodes.Assign(nodes.Name("result", "store"), tree, lineno=1)], lineno=1)
    body.set_environment(sandbox())
    return body


def _compiled(tree: nodes.Expr) -> TemplateExpression:
    return TemplateExpression(sandbox().from_string(_template(tree)), undefined_to_none=False)


def told(value: Any) -> str:
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
            text = f"[{', '.join(told(v) for v in list(value)[:8])}{', …' if len(value) > 8 else ''}]"
        case _ if type(value).__name__ == "Card":
            text = f"card {value.id}"
        case _:
            text = str(value)
    return text if len(text) <= 120 else text[:119] + "…"


def _plain_words(message: str) -> str:
    unknown = re.fullmatch(r"No (filter|test) named '(\w+)'\.?.*", message, re.DOTALL)
    if unknown:
        known = FILTERS if unknown[1] == "filter" else sandbox().tests
        return f"there is no {unknown[1]} '{unknown[2]}' ({did_you_mean(unknown[2], known)})"
    unsafe = re.search(r"attribute '(\w+)'", message)
    if unsafe and "unsafe" in message:
        return f"'{unsafe[1]}' is not available in expressions"
    letter = re.search(r"unexpected char (.+) at \d+", message)
    if letter:
        return f"{letter[1]} is not expected here"
    message = re.sub(r"unexpected '?end of (?:template|print statement)'?", "it ends too early", message)
    return (
        message.replace("expected token", "expected").replace("end of print statement", "the end").rstrip(".")
    )


_TYPES = {"int": "a number", "float": "a number", "str": "text", "list": "a list", "tuple": "a list"}


def _mixed_types(message: str) -> str:
    found = re.search(r"(\S+) not supported between instances of '(\w+)' and '(\w+)'", message)
    found = found or re.search(r"unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'", message)
    if not found:
        return f"the values do not fit ({message})"
    left, right = (_TYPES.get(name, "a value") for name in (found[2], found[3]))
    return f"{found[1].strip(chr(39) + ':')} does not work with {left} and {right}"


def _too_deep(error: Exception) -> str:
    return f"the expression is nested too deeply or cannot be understood ({type(error).__name__})"


def _syntax_hint(source: str) -> str:
    bare = source
    for operator in ("==", "!=", "<=", ">="):
        bare = bare.replace(operator, "")
    if "=" in bare and "(" not in bare:
        return "write == to compare"
    if "&&" in source or "||" in source:
        return "write 'and', 'or'"
    return ""
