"""Whose mistake it is when Jinja fails, and what it is in the author's words."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from jinja2 import Environment, TemplateError, TemplateRuntimeError
from jinja2.exceptions import SecurityError

from cardgen.base.errors import did_you_mean

_OURS = "in what cardgen offers to templates"
_KINDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
_OPERANDS = {"int": "a number", "float": "a number", "str": "text", "list": "a list", "tuple": "a list"}


class TooMuchError(SecurityError):
    """A template asks for more work than any card needs."""


def trusted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of ours as templates call it by a name: its arguments are the author's, any other failure is ours.

    Arguments are compared with the function's annotations only after it has failed, so they cost nothing.
    """

    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TemplateError, RecursionError, MemoryError):
            raise
        except Exception as error:
            wrong = _wrong_argument(name, function, args, kwargs)
            if wrong:
                raise TemplateRuntimeError(wrong) from None
            raise our_mistake(error) from None

    return called


def our_mistake(error: Exception) -> Exception:
    """Return an exception marked as a mistake of cardgen: no template is to blame for it."""
    error.add_note(_OURS)
    return error


def said(error: Exception, sandbox: Environment) -> str:
    """Return why a template failed, in the author's words; raises the exception again when the mistake is ours."""
    if _OURS in getattr(error, "__notes__", ()):
        raise error
    if isinstance(error, TemplateError):
        return plain_words(str(error.message or error), sandbox)
    if isinstance(error, RecursionError):
        return "the template calls itself without end"
    if isinstance(error, ZeroDivisionError):
        return "it divides by zero"
    message = str(error)
    found = re.search(r"(\S+) not supported between instances of '(\w+)' and '(\w+)'", message)
    found = found or re.search(r"unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'", message)
    if not found:
        return f"the values do not fit ({message})"
    left, right = (_OPERANDS.get(name, "a value") for name in (found[2], found[3]))
    return f"{found[1].strip(chr(39) + ':')} does not work with {left} and {right}"


def plain_words(message: str, sandbox: Environment) -> str:
    """Return Jinja's message without its advice about Jinja."""
    unknown = re.match(r"No (filter|test) named '(\w+)'", message)
    if unknown:
        known = sandbox.filters if unknown[1] == "filter" else sandbox.tests
        hint = did_you_mean(unknown[2], [name for name in known if not name.startswith("_")])
        return f"there is no {unknown[1]} '{unknown[2]}' ({hint})"
    letter = re.search(r"unexpected char (.+) at \d+", message)
    if letter:
        return f"{letter[1]} is not expected here"
    first = message.partition(". Jinja was looking for")[0].partition(". You probably made")[0]
    return first.rstrip(".")


def _wrong_argument(
    name: str, function: Callable[..., Any], args: Iterable[Any], kwargs: Mapping[str, Any]
) -> str:
    """Return what is wrong with the arguments of a function, "" when they are of the kinds that it wants."""
    signature = inspect.signature(function, eval_str=True)
    try:
        given = signature.bind(*args, **kwargs).arguments
    except TypeError as error:
        return f"{name}: {error}"
    for word, value in given.items():
        parameter = signature.parameters[word]
        for one in value if parameter.kind is parameter.VAR_POSITIONAL else [value]:
            if parameter.kind is not parameter.VAR_KEYWORD and not _fits(one, parameter.annotation):
                kinds = get_args(parameter.annotation) or [parameter.annotation]
                wanted = [
                    _KINDS.get(kind, f"a {kind.__name__.lower()}") for kind in kinds if kind is not NoneType
                ]
                return f"{name}: {word} is {one!r:.60}, expected {' or '.join(wanted)}"
    return ""


def _fits(value: Any, wanted: Any) -> bool:
    if wanted in (Any, object, inspect.Parameter.empty):
        return True
    if wanted is float:
        return isinstance(value, int | float) and math.isfinite(value)
    kind = get_origin(wanted)
    return isinstance(value, wanted if kind in (None, UnionType) else kind)
