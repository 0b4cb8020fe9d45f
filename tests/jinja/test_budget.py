"""What a template does costs as much as it takes: no few letters keep a computer busy for long."""

from __future__ import annotations

import ast

import pytest
from jinja2 import DictLoader, TemplateError

from cardgen.jinja.expressions import Expression, ExpressionError, understood, worked_out
from cardgen.jinja.sandbox import MAX_STEPS, Sandbox


def steps(body: str) -> int:
    """Return what a template costs."""
    room = Sandbox(DictLoader({"card": body}), markup=True)
    room.start()
    room.get_template("card").render()
    return room.steps


LOOP = "{%% for i in range(1000) %%}%s{%% endfor %%}"


@pytest.mark.parametrize(
    ("little", "much", "times"),
    [
        (LOOP % "{{ i }}", LOOP % ("{{ i ** 2 }}" * 50), 20),
        (LOOP % "", "{% for i in range(1000) if " + "i > 2 and " * 50 + "i %}{% endfor %}", 20),
        ("{% macro m() %}{% endmacro %}" + LOOP % "{{ m() }}", "{% macro m() %}" + "{{ 1 ** 2 }}" * 50 + "{% endmacro %}" + LOOP % "{{ m() }}", 10),
        (LOOP % "{% for j in [1] %}{% endfor %}", LOOP % ("{% for j in [" + "1 ** 2," * 50 + "] %}{% endfor %}"), 10),
        ("{{ ('ab' * 20000) | upper }}", "{% set x = ('ab' * 20000) | sort %}", 20),
        ("{{ ('ab ' * 20000) | upper }}", "{{ ('ab ' * 20000) | title }}", 8),
        ("{% set x = range(9999) | list %}", "{% set x = range(9999) | sort %}", 3),
    ],
    ids=["body", "test", "macro", "what is gone through", "letters sorted", "letters one by one", "entries sorted"],
)  # fmt: skip
def test_more_work_costs_more(little: str, much: str, times: int) -> None:
    assert steps(much) > times * steps(little)


def test_what_kits_do_is_cheap() -> None:
    rows = "{% for i in range(60) %}{% for j in range(20) %}<use x='{{ i * 2.5 }}' y='{{ j * 2.5 }}'/>{% endfor %}{% endfor %}"
    assert steps(rows) < MAX_STEPS / 10


def test_a_number_read_from_letters_is_as_small_as_any() -> None:
    with pytest.raises(ExpressionError, match="a number this large"):
        Expression("('f' * 100000) | int(0, 16) == 5").value({})
    assert Expression("'ff' | int(0, 16)").value({}) == 255


def test_expressions_that_differ_in_their_texts_are_compiled_once_and_name_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = understood.cache_info().misses
    with monkeypatch.context() as here:
        here.setattr(ast, "parse", None)  # Jinja's lexer made a tree of 1.5, beside those of other threads
        given = [worked_out(f"'{n}' ~ x == \"{n}b\" and 1.5 > 1", {"x": "b"}) for n in "acd"]
    assert given == [True] * 3
    assert understood.cache_info().misses == before + 1
    with pytest.raises(ExpressionError, match="no 'sun'"):
        worked_out("x['sun'] == 'a'", {"x": {"moon": "a"}})


def test_no_loop_is_dear_enough_to_wait_for() -> None:
    with pytest.raises(TemplateError, match="steps"):
        steps("{% for a in range(9999) %}" + LOOP % ("{{ 1.1 ** 60 }}" * 20) + "{% endfor %}")
