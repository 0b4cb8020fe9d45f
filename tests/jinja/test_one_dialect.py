"""One dialect: every name, filter, test, method and operator does the same wherever a kit says something in Jinja."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.base.errors import Problems
from cardgen.base.files import Files
from cardgen.checks import run_checks
from cardgen.faces.template import face_templates
from cardgen.jinja import dialect, sandbox
from cardgen.jinja.expressions import MAX_VALUE, ExpressionError, understood
from cardgen.jinja.sandbox import Sandbox
from cardgen.jinja.speech import speech
from cardgen.rulesheet import load_rules, rule_markdown
from cardgen.source import load_kit
from cardgen.source.expand import Unfilled, filled
from tests.conftest import MakeKit
from tests.many import thorough

DOCS = (Path(__file__).parents[2] / "docs" / "templates.md").read_text("utf-8")
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 50 69"/>'

# What is said, and what it comes to. Rows are joined with == and must be true everywhere.
SAID: dict[str, str] = {
    # functions
    "abs(-3)": "3",
    "ceil(1.2)": "2",
    "floor(1.8)": "1",
    "hypot(3, 4)": "5",
    "len('abc')": "3",
    "max([1, 3, 2])": "3",
    "max(1, 3)": "3",
    "min([4, 3])": "3",
    "range(2000) | length": "2000",
    "round(2.567, 1)": "2.6",
    "round(2.4) ~ ''": "'2'",
    "sqrt(9)": "3",
    "sum([1, 2, 3])": "6",
    "cos(60) | round(6)": "0.5",
    "sin(180) ~ ''": "'0.0'",
    # operators
    "'ab' * 2": "'abab'",
    "3 * 'ab'": "'ababab'",
    "2 ** 3": "8",
    "7 // 2": "3",
    "7 / 2": "3.5",
    "7 % 4": "3",
    "7 - 2 + 1": "6",
    "-3 + +4": "1",
    "[1] + [2, 3]": "[1, 2, 3]",
    "'a' + 'b'": "'ab'",
    "'a' ~ 1 ~ none ~ 1.5": "'a1None1.5'",
    "1 < 2 <= 2 != 3": "true",
    "2 > 1 >= 1 and not false or false": "true",
    "'a' in 'abc' and 'd' not in ['a']": "true",
    "'yes' if 1 else 'no'": "'yes'",
    "'abcdef'[1:3]": "'bc'",
    "[1, 2, 3][-1]": "3",
    "{'a': {'b': 4} }.a['b']": "4",
    "(1, 2)": "(1, 2)",
    # filters
    "-3 | abs": "3",
    "range(5) | batch(2) | map('length') | list": "[2, 2, 1]",
    "'ab' | capitalize": "'Ab'",
    "'two words' | capital": "'Two words'",
    "[1, 2] | count": "2",
    "nothing | d('x')": "'x'",
    "nothing | default('x')": "'x'",
    "{'b': 1, 'a': 2} | dictsort | first | first": "'a'",
    "'<' | e | length": "4",
    "'<' | escape | length": "4",
    "'<' | forceescape | length": "4",
    "'12.5' | float": "12.5",
    "[{'k': 1}, {'k': 1}] | groupby('k') | map(attribute='grouper') | list": "[1]",
    "'12' | int + 1": "13",
    "{'a': 1} | items | list": "[('a', 1)]",
    "[1, 'b'] | join('-')": "'1-b'",
    "[{'n': 'a'}, {'n': 'b'}] | join('', attribute='n')": "'ab'",
    "[1, 2] | last": "2",
    "[1, 2] | length": "2",
    "'ab' | list": "['a', 'b']",
    "'AB' | lower": "'ab'",
    "['a'] | map('upper') | list": "['A']",
    "[1, 2] | max": "2",
    "[1, 2] | min": "1",
    "[1, 2, 3] | reject('odd') | list": "[2]",
    "[{'n': 1}, {'n': 0}] | rejectattr('n') | list": "[{'n': 0}]",
    "'abab' | replace('a', 'c', 1)": "'cbab'",
    "'abc' | reverse": "'cba'",
    "2.567 | round(1)": "2.6",
    "2.1 | round(0, 'ceil')": "3",
    "'ab' | safe": "'ab'",
    "[1, 2, 3] | select('odd') | list": "[1, 3]",
    "[{'n': 1}, {'n': 2}] | selectattr('n', 'gt', 1) | list": "[{'n': 2}]",
    "[3, 1, 2] | sort": "[1, 2, 3]",
    "12 | string": "'12'",
    "'<b>a</b>' | striptags": "'a'",
    "[1, 2] | sum": "3",
    "[{'n': 1}, {'n': 2}] | sum('n', 10)": "13",
    "[[1], [2]] | sum(start=[])": "[1, 2]",
    "'ab cd' | title": "'Ab Cd'",
    "' a ' | trim": "'a'",
    "'one two three' | truncate(7)": "'one...'",
    "[1, 1, 2] | unique | list": "[1, 2]",
    "'ab' | upper": "'AB'",
    "'one two' | wordcount": "2",
    "7 | words": "'seven'",
    # tests
    **{
        f"{thing} is {test}": "true"
        for test, thing in {
            "!= 2": 1, "< 2": 1, "<= 1": 1, "== 1": 1, "> 1": 2, ">= 2": 2, "boolean": "true", "callable": "range",
            "defined": 1, "divisibleby 3": 9, "eq 1": 1, "equalto 1": 1, "even": 2, "false": "false",
            "filter": "'upper'", "float": 1.5, "ge 1": 1, "greaterthan 1": 2, "gt 1": 2, "in [1]": 1, "integer": 1,
            "iterable": "[]", "le 1": 1, "lessthan 2": 1, "lower": "'a'", "lt 2": 1, "mapping": "{}", "ne 2": 1,
            "none": "none", "number": 1, "odd": 1, "sameas none": "none", "sequence": "[]", "string": "'a'",
            "test": "'odd'", "true": "true", "undefined": "nothing", "upper": "'A'",
        }.items()
        if test[0] not in "!<=>"
    },
    **{f"[1] | select('{sign}', {value}) | list": "[1]" for sign, value in
       {"!=": 2, "<": 2, "<=": 1, "==": 1, ">": 0, ">=": 1}.items()},
    "'a' is not escaped": "true",
    # methods
    "{'a': 1}.get('b', 2)": "2",
    "{'a': 1}.items() | list": "[('a', 1)]",
    "{'a': 1}.keys() | list": "['a']",
    "{'a': 1}.values() | list": "[1]",
    "[1, 2, 1].count(1) + [1, 2].index(2)": "3",
    "(1, 2, 1).count(1) + (1, 2).index(2)": "3",
    "range(2, 9, 3).start + range(2, 9, 3).stop + range(2, 9, 3).step": "14",
    "range(3).count(1) + range(3).index(2)": "3",
    "(2.0).is_integer()": "true",
}  # fmt: skip
ARGUMENTS = {
    **{"count": ("a",), "endswith": ("b",), "find": ("b",), "index": ("b",), "partition": (" ",)},
    **{
        "removeprefix": ("a",),
        "removesuffix": ("b",),
        "rfind": ("b",),
        "rindex": ("b",),
        "rpartition": (" ",),
    },
    **{"startswith": ("a",)},
}
for method in sorted((dialect.ATTRIBUTES[str] or frozenset()) - {"striptags", "unescape"}):
    given = ARGUMENTS.get(method, ())
    SAID[f"'a Bb'.{method}({', '.join(map(repr, given))})"] = repr(getattr("a Bb", method)(*given))
KNOWN = [f"({said}) == ({value})" for said, value in SAID.items() if "nothing" not in said]

REFUSED = {
    "10 ** 10 ** 10": "a power this high is not allowed here",
    "1000000 * 1000000 * 1000000": "a number this large is not allowed here",
    "1000000000000 * 2": "a number this large is not allowed here",
    "'a' * 1000000000": "a text or list longer than 1,000,000 is not allowed here",
    "range(10001)": "a range longer than 10,000 is not allowed here",
    " + ".join(["range(9000) | list"] * 12): "a text or list longer than 100,000 is not allowed here",
    "5 | round(13)": "round takes up to 12 decimals",
    "round(5, -13)": "round takes up to 12 decimals",
    "[1] * 3": "the operator * is for numbers",
    "'%9d' % 1": "the operator % is for numbers",
    "1 / 0": "it divides by zero",
    "1 + 'a'": "+ does not work with a number and text",
    "1 < 'a'": "< does not work with a number and text",
    "''.__class__": "'__class__' is not available in expressions",
    "''['format'](1)": "'format' is not available in expressions",
    "'{:9}'.format(1)": "'format' is not available in expressions",
    "'a'.ljust(9)": "'ljust' is not available in expressions",
    "[].append(1)": "'append' is not available in expressions",
    "{}.update({})": "'update' is not available in expressions",
    "range.__name__": "'__name__' is not available in expressions",
    "'a' | center(9)": "there is no filter 'center'",
    "'a' | attr('upper')": "there is no filter 'attr'",
    "1 is nonsense": "there is no test 'nonsense'",
    "'a'.colour": "a text has no 'colour'",
    "{'colour': 1}.color": "there is no 'color' here (did you mean 'colour'?)",
    "[1][3]": "there is no entry 3 in a list of 1",
    "7 | capital": "capital: text is 7, expected text",
    "'a' | words": "words: number is 'a', expected a whole number",
    "'a' | replace(1, 2)": "replace: old is 1, expected text",
    "'a' | words(1, 2)": "words: too many positional arguments",
}


def by_check(said: str) -> Any:
    return understood(said).value({})


def by_each(said: str) -> Any:
    return filled(f"{{{{ {said} }}}}", {}, ())


def by_text(said: str) -> Any:
    return filled(f"It is {{{{ {said} }}}}.", {}, ())


Entrance = Callable[[str], str]


@pytest.fixture(params=["check", "each", "text", "face", "rule sheet"])
def refusal(request: pytest.FixtureRequest, tmp_path: Path, make_kit: MakeKit) -> Entrance:
    """A function that says something at one of the entrances and returns what it is told."""

    def told(said: str) -> str:
        match request.param:
            case "face":
                (tmp_path / "face.svg").write_text(f"{{{{ {said} }}}}", "utf-8")
                problems = Problems()
                templates = face_templates(Files(tmp_path, "kit"), problems)
                assert templates.render("face.svg", {}, "card A1") is None
            case "rule sheet":
                kit = load_kit(make_kit(kit_of([], rules=f"{{{{ {said} }}}}")))
                problems = load_rules(kit).problems
            case by:
                enter = {"check": by_check, "each": by_each, "text": by_text}[by]
                with pytest.raises((ExpressionError, Unfilled)) as caught:
                    enter(said)
                return str(getattr(caught.value, "error", caught.value))
        (problem,) = problems
        assert problem.where is not None
        assert problem.where.line == 1
        return problem.message

    return told


def kit_of(rows: list[str], rules: str = "x") -> dict[str, str]:
    holes = [f"{{{{ {row} }}}}" for row in rows]
    game = {
        "game": "kit",
        "title": "Kit",
        "version": "1",
        "players": {"min": 2, "max": 2},
        "credits": {"design": "Us"},
        "rules": "rules.md.j2",
        "decks": {
            "main": {
                "size": "mini",
                "face": "face.svg",
                "note": " ".join(holes) or "Cards",
                "fields": {"made": {"type": "any"}},
                "cards": [{"each": {"big": ["b"]}, "id": "A{{ big }}", "made": holes}],
            }
        },
        "checks": [{"that": row} for row in rows],
    }
    return {
        "game.yaml": yaml.safe_dump(game, width=10_000),
        "face.svg": BLANK,
        "lines.svg": "\n".join(holes),
        "rules.md.j2": "\n\n".join(holes) or rules,
    }


def test_what_the_dialect_knows_does_the_same_at_every_entrance(make_kit: MakeKit) -> None:
    kit = load_kit(make_kit(kit_of(KNOWN)))
    problems = Problems()

    assert [p.message for p in run_checks(kit) if p.code == "statement"] == []
    assert dict(zip(KNOWN, kit.card("Ab").made, strict=True)) == dict.fromkeys(KNOWN, True)
    assert kit.component("main").note == " ".join(["true"] * len(KNOWN))
    face = face_templates(Files(kit.root, "kit"), problems).render("lines.svg", {}, "card Ab")
    assert face is not None, [*problems]
    assert dict(zip(KNOWN, face.text.split("\n"), strict=True)) == dict.fromkeys(KNOWN, "True")
    sheet = load_rules(kit)
    assert [*sheet.problems] == []
    assert rule_markdown(sheet).split() == ["True"] * len(KNOWN)


@pytest.mark.parametrize("said", [said for said in SAID if "nothing" in said])
def test_a_name_that_is_not_there_has_a_default_in_a_template(said: str, tmp_path: Path) -> None:
    (tmp_path / "face.svg").write_text(f"{{{{ ({said}) == ({SAID[said]}) }}}}", "utf-8")
    for markup in (True, False):
        room = Sandbox(markup=markup)
        assert room.from_string(f"{{{{ ({said}) == ({SAID[said]}) }}}}").render() == "True"


@pytest.mark.parametrize("said", REFUSED)
def test_what_the_dialect_refuses_is_refused_with_the_same_words_at_every_entrance(
    said: str, refusal: Entrance
) -> None:
    assert REFUSED[said] in refusal(said)


def test_the_table_above_names_the_whole_dialect() -> None:
    said = "\n".join(SAID)
    assert [n for n in dialect.FUNCTIONS if not re.search(rf"\b{n}\(", said)] == []
    assert [n for n in dialect.FILTERS if not re.search(rf"\| {n}\b", said)] == []
    tests = [n for n in dialect.TESTS if f" is {n}" not in said and f"'{n}'" not in said]
    assert tests == ["escaped"]  # said with `not`
    kinds = (str, list, tuple, range, float)
    methods = {name for kind in kinds for name in dialect.ATTRIBUTES[kind] or ()}
    rest = {name for name in methods if f".{name}" not in said}
    assert rest == {"striptags", "unescape", "grouper", "list"}  # of texts marked `safe`, and of groups


# -- limits --------------------------------------------------------------------------------------------


def hostile() -> Iterator[tuple[str, str]]:
    double = "{% set a = ['a'] %}" + "{% set a = [a, a] %}" * 40
    text = "{% set a = 'a' %}" + "{% set a = a ~ a %}" * 18
    often = "{% for i in range(9999) %}{% for j in range(19) %}"
    ends = "{% endfor %}{% endfor %}"
    yield "a list of lists of lists, printed", double + "{{ a }}"
    yield "as a text", double + "{{ a | string | length }}"
    yield "joined", double + "{{ a ~ '' }}"
    yield "compared", double.replace("a =", "b =").replace("[a, a]", "[b, b]") + double + "{{ a == b }}"
    yield "as an entry", "{% set a = ['a'] %}" + "{% set a = {'x': a, 'y': a} %}" * 40 + "{{ a }}"
    yield (
        "as arguments",
        "{% macro m(n) %}{% if n %}{{ m(n - 1, varargs, varargs) }}{% else %}{{ varargs }}{% endif %}{% endmacro %}{{ m(40) }}",
    )
    yield (
        "in a namespace",
        "{% set n = namespace(a=['a']) %}" + "{% set n.a = [n.a, n.a] %}" * 40 + "{{ n.a }}",
    )
    yield "many long texts together", text + "{% set b = " + "~".join(["a"] * 6000) + " %}"
    yield "a long text gone through often", text + often + "{% set b = a | upper %}" + ends
    yield "a long text looked at often", text + often + "{% if a is lower %}{% endif %}" + ends
    yield (
        "a long list cut often",
        "{% set a = range(9999) | list %}" + often + "{% set b = a[1:] %}" + ends,
    )
    yield "a long list added often", "{% set a = range(9999) | list %}" + often + "{% set b = a + a %}" + ends
    yield "many arguments", "{% for i in range(9999) %}{{ loop.cycle(*range(9999)) }}{% endfor %}"
    yield "much of the template itself", "{% for i in range(9999) %}" + "x" * 9999 + "{% endfor %}"
    yield "a constant", "{% for i in range(9999) %}{{ '" + "x" * 9999 + "' }}{% endfor %}"
    yield "a set block", "{% for i in range(9999) %}{% set x %}" + "x" * 9999 + "{% endset %}{% endfor %}"
    yield "escaped again and again", text + "{% set a = a | replace('a', '&') | forceescape %}" * 9
    yield "escaped by its short name", text + "{% set a = a | replace('a', '&') | e %}" * 9
    yield "format", "{{ '{:900000000}'.format(1) }}"
    yield "format of safe text", "{{ ('{:900000000}' | safe).format(1) }}"


SLOWEST = {
    "as a text",
    "joined",
    "compared",
    "as an entry",
    "as arguments",
    "in a namespace",
}  # nothing for seconds


@pytest.mark.parametrize(
    ("what", "said"), [thorough(*case) if case[0] in SLOWEST else case for case in hostile()]
)
def test_no_few_letters_make_endless_work(what: str, said: str) -> None:
    for markup in (True, False):
        room = Sandbox(FilesOf(said), markup=markup)
        with pytest.raises(
            Exception, match=r"takes more than|prints more than|not allowed here|not available"
        ):
            room.get_template("a").render()


class FilesOf(sandbox.BaseLoader):
    """A loader that has one template."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        return self.text, template, lambda: True


def test_an_expression_gives_no_more_than_a_card_needs() -> None:
    assert understood(f"'a' * {MAX_VALUE}").value({}) == "a" * MAX_VALUE
    for said in (
        f"'a' * {MAX_VALUE + 1}",
        f"range({MAX_VALUE + 1}) | list",
        "[range(4000) | list] + [range(4000)]",
    ):
        with pytest.raises(ExpressionError, match="more than 5,000 letters or entries"):
            understood(said).value({})


# -- the page about it ---------------------------------------------------------------------------------


def listed(title: str) -> set[str]:
    """Return the words in backquotes of a chapter of docs/templates.md."""
    chapter = DOCS.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return set(re.findall(r"`([^`]+)`", chapter))


def test_the_page_about_templates_lists_the_whole_dialect() -> None:
    functions = {word.partition("(")[0] for word in listed("Functions") if "(" in word}
    assert {*dialect.FUNCTIONS, *dialect.OF_TEMPLATES} - functions == set()
    assert functions - {*dialect.FUNCTIONS, *dialect.OF_TEMPLATES} == {
        "text_width", "rule", "picture", "face", "back", *speech("en", {}),
    }  # fmt: skip
    assert listed("Filters") == set(dialect.FILTERS)
    assert listed("Tests") == set(dialect.TESTS)
    methods = {name for names in dialect.ATTRIBUTES.values() for name in names or ()}
    assert methods - listed("Methods and attributes") == set()


def test_the_page_about_templates_says_the_limits() -> None:
    limits = DOCS.split("\n## Limits\n")[1].split("\n## ")[0]
    for limit in (
        sandbox.MAX_STEPS, sandbox.MAX_OUTPUT, sandbox.MAX_DEPTH, dialect.MAX_TEXT, dialect.MAX_ITEMS,
        dialect.MAX_RANGE, int(dialect.MAX_NUMBER), dialect.MAX_POWER, dialect.MAX_DECIMALS, MAX_VALUE,
    ):  # fmt: skip
        assert f"{limit:,}" in limits
