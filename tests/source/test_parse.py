from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import Problems
from cardgen.source import parse
from cardgen.source.nodes import Document, plain
from cardgen.source.parse import MAX_DEPTH, parse_yaml

VISIBLE = st.characters(blacklist_categories=("Cc", "Cs", "Cn", "Zl", "Zp"), blacklist_characters="\ufeff")
WORDS = st.text(VISIBLE, max_size=12)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS
)
DATA = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(VISIBLE, min_size=1), inner, max_size=4)
    ),
    max_leaves=20,
)
YAML_LIKE = st.text(st.sampled_from(list("ab01 \n\t-:?,[]{}#&*!|>'\"%@`~<=.\\é\u2028\x00\r")), max_size=60)


def parsed(text: str) -> tuple[Document | None, list[str]]:
    problems = Problems()
    document = parse_yaml(text, "file.yaml", problems)
    return document, [p.code for p in problems]


def data(text: str) -> Any:
    document, codes = parsed(text)
    assert document is not None
    assert codes == []
    return plain(document.data)


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both of PyYAML's parsers: libyaml is missing on some machines."""
    monkeypatch.setattr(parse, "_LOADER", getattr(yaml, request.param))
    return str(request.param)


@given(DATA)
def test_data_survives_the_way_through_yaml(value: Any) -> None:
    assert data(json.dumps(value, ensure_ascii=False)) == value
    assert data(json.dumps(value, ensure_ascii=False, indent=2)) == value


@given(YAML_LIKE)
def test_any_text_gives_data_or_problems_inside_the_file(text: str) -> None:
    problems = Problems()
    document = parse_yaml(text, "file.yaml", problems)
    assert document is not None or problems.errors
    lines = re.split(r"\r\n|\r|\n", text)
    for problem in problems:
        assert problem.where is not None
        assert 1 <= problem.where.line <= len(lines)
        assert 1 <= problem.where.column <= len(lines[problem.where.line - 1]) + 1


@given(YAML_LIKE)
def test_both_parsers_of_pyyaml_agree_on_what_both_accept(text: str) -> None:
    results = []
    for parser in (yaml.CSafeLoader, yaml.SafeLoader):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(parse, "_LOADER", parser)
            results.append(parsed(text))
    (fast, fast_codes), (slow, slow_codes) = results
    if fast and slow and not fast_codes and not slow_codes:
        assert plain(fast.data) == plain(slow.data)


@given(st.lists(st.tuples(st.text("abc", min_size=1, max_size=3), st.integers(0, 999)), max_size=8))
def test_a_place_is_where_the_text_stands(pairs: list[tuple[str, int]]) -> None:
    text = "\n".join(f"- {{{key}:   {number}}}" for key, number in pairs)
    document, _ = parsed(text)
    assert document is not None
    lines = text.split("\n")
    for row, (key, number) in enumerate(pairs):
        value, name = document.where(row, key), document.where_key(row, key)
        assert lines[value.line - 1][value.column - 1 :].startswith(str(number))
        assert lines[name.line - 1][name.column - 1 :].startswith(key)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("007", "007"),
        ("2024-01-01", "2024-01-01"),
        ("0x1F", "0x1F"),
        (".nan", ".nan"),
        ("1e999", "1e999"),
        ("9" * 30, "9" * 30),
        ("true", True),
        ("False", False),
        ("-7", -7),
        ("1.50", 1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("~", None),
        ("", None),
        ("null", None),
        ("'7'", "7"),
        ('"true"', "true"),
    ],
)
def test_unquoted_values_mean_what_yaml_1_2_says(written: str, meant: Any, loader: str) -> None:
    value = data(f"key: {written}")["key"]
    assert value == meant
    assert type(value) is type(meant)


def test_keys_stay_as_they_are_typed() -> None:
    assert data("on: 1\n1: 2\n1.0: 3\nnull: 4\ntrue: 5") == {"on": 1, "1": 2, "1.0": 3, "null": 4, "true": 5}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: 1\na: 2", "duplicate-key"),
        ("1: a\n'1': b", "duplicate-key"),
        ("a: &x 1", "anchor"),
        ("a: *x", "alias"),
        ("a: {<<: {b: 1}}", "merge-key"),
        ("a: !!int 3", "tag"),
        ("a: !mine {b: 1}", "tag"),
        ("%TAG ! tag:x,2000:\n---\na: 1", "tag"),
        ("a: 1\n---\nb: 2", "several-documents"),
        ("a: \x07", "invisible-character"),
        ("a: b\u2028c", "invisible-character"),
        ('a: "\\0"', "invisible-character"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "too-deep"),
        ("{a: 1}: b", "key"),
        ("\ta: 1", "yaml"),
    ],
)
def test_what_a_kit_has_no_use_for_is_refused(text: str, code: str, loader: str) -> None:
    _, codes = parsed(text)
    assert code in codes


def test_a_file_with_too_many_values_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "MAX_NODES", 50)
    assert parsed("[" + "[]," * 20 + "]")[1] == []
    assert parsed("[" + "[]," * 60 + "]")[1] == ["too-large"]


def test_a_quoted_merge_key_is_an_ordinary_key() -> None:
    assert data('"<<": 1') == {"<<": 1}


def test_an_alias_bomb_costs_nothing() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    document, codes = parsed("\n".join(levels))
    assert document is None
    assert "alias" in codes


def test_nesting_far_too_deep_is_a_problem_and_not_a_crash() -> None:
    assert parsed("[" * 100_000)[1] in (["too-deep"], ["yaml"])


def test_the_breadcrumb_names_cards_by_their_id() -> None:
    document, _ = parsed("- {id: K1, walls: [N, E]}\n- {count: 2}")
    assert document is not None
    assert document.trail(0, "walls", 1) == ("K1", "walls", "#2")
    assert document.trail(1, "count") == ("#2", "count")


def test_a_path_that_leads_nowhere_is_placed_at_its_last_known_step() -> None:
    document, _ = parsed("a:\n  b: 1")
    assert document is not None
    assert str(document.where("a", "c", "d")) == "file.yaml:2:3"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("{says: Draw two, then pass, takes: 2}", {"says": "Draw two, then pass", "takes": 2}),
        ("- {says: one, two, three}", [{"says": "one, two, three"}]),
    ],
)
def test_a_text_that_a_comma_cuts_is_told_once_and_read_as_it_was_meant(
    loader: str, written: str, meant: Any
) -> None:
    document, codes = parsed(written)
    assert document is not None
    assert (plain(document.data), codes) == (meant, ["comma"])


@pytest.mark.parametrize(
    "written",
    [
        '{says: "one, two", none: }',
        "{one: , two: 2}",
        "{one:\n  , two: 2}",
        "one:\ntwo: 2\n",
        "[one, two]",
        "{}",
    ],
)
def test_a_comma_that_cuts_nothing_is_no_problem(loader: str, written: str) -> None:
    assert parsed(written)[1] == []


def test_a_key_without_a_colon_is_told(loader: str) -> None:
    assert parsed("{takes: 2, often}")[1] == ["comma"]
    assert parsed("{often, takes: 2}")[1] == ["comma"]
