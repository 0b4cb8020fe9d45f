from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardgen.jinja.expressions import Expression, ExpressionError

NAMES: dict[str, Any] = {"n": 3, "word": "amber", "list": (1, 2, 3), "counts": {"G": 1}}


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("n + 1", 4),
        ("word[0] ~ n", "a3"),
        ("word | upper", "AMBER"),
        ("list | sum == n * 2", True),
        ("counts.G", 1),
        ("list | select('odd') | list", [1, 3]),
        ("'-' * n", "---"),
        ("max(list) - min(list)", 2),
        ("{'a': 1}['a']", 1),
        ("word.startswith('am')", True),
        ("word | replace('a', 'u')", "umber"),
        ("list | join('/')", "1/2/3"),
        ("n % 2", 1),
    ],
)
def test_an_expression_gives_its_value(source: str, value: Any) -> None:
    assert Expression(source).value(NAMES) == value


@pytest.mark.parametrize(
    "source",
    [
        "''.__class__.__mro__",
        "word.__init__.__globals__",
        "[].__class__.__base__.__subclasses__()",
        "self",
        "self.__init__",
        "cycler",
        "lipsum()",
        "namespace(a=1)",
        "counts.update({'a': 1})",
        "10 ** 10 ** 10",
        "word * 1000000000",
        "list * 1000000000",
        "'%1000000000d' % 1",
        "'{:1000000000}'.format(1)",
        "'{0.__class__}'.format(1)",
        "word.ljust(1000000000)",
        "word | center(1000000000)",
        "(1).to_bytes(1000000000, 'big')",
        "range(1000000000) | list",
        "'aa' | replace('a', 'a' * 9999) | replace('a', 'a' * 9999)",
        "range(1000) | join('x' * 9999)",
        "word | attr('__class__')",
        "list | map(attribute='__class__') | list",
        "(" * 3000 + "1" + ")" * 3000,
        "not " * 1000 + "n",
        "not " * 320 + "n",
        "n" + "|abs" * 320,
        "5 | round(-1000000000)",
        "5 | round(1000000000, 'ceil')",
        "round(5, -1000000000)",
        "1000000 * 1000000 * 1000000 * 1000000",
    ],
)
def test_an_expression_from_a_stranger_reaches_and_fills_nothing(source: str) -> None:
    with pytest.raises(ExpressionError):
        Expression(source).value(NAMES)


def test_an_expression_may_be_as_long_and_deep_as_people_write_them() -> None:
    assert Expression(" + ".join(["n"] * 50)).value(NAMES) == 150
    assert Expression(" ~ ".join(["word"] * 200)).value(NAMES) == "amber" * 200
    assert Expression(" and ".join(["n == 3"] * 50)).value(NAMES)
    assert Expression("(" * 20 + "n" + ")" * 20).value(NAMES) == 3


@given(st.text(st.sampled_from(list("nab1.,'|()[]{}+-*/%~<>=! ")), max_size=25))
@example("{{ n }}")
@example("n if")
def test_any_text_gives_a_value_or_an_expression_error(source: str) -> None:
    with contextlib.suppress(ExpressionError):
        Expression(source).value(NAMES)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("n == 4", "left side is 3, right side is 4"),
        ("n == 3 and list | length > 5", "left side is 3, right side is 5"),
        ("word in ['a', 'b']", "left side is 'amber', right side is ['a', 'b']"),
        ("list | select('gt', 5) | list", "it gives []"),
        ("not n", "it gives false"),
    ],
)
def test_a_false_statement_tells_both_sides(source: str, why: str) -> None:
    expression = Expression(source)
    assert not expression.value(NAMES)
    assert expression.why_false(NAMES) == why


def test_an_unknown_name_gets_a_suggestion() -> None:
    with pytest.raises(ExpressionError) as caught:
        Expression("wrod == 1").value(NAMES)
    assert str(caught.value) == "nothing is called 'wrod'"
    assert caught.value.hint == "did you mean 'word'?"
