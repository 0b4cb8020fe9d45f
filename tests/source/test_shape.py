"""A shape gives a value of its type or a located problem, and its JSON Schema accepts what it reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, replace
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry

from cardgen.base.errors import Problems
from cardgen.base.units import Size
from cardgen.engine import lesson
from cardgen.rulesheet.theme import BoxStyle, PageStyle, Theme, TypeStyle
from cardgen.source import kit_shape, seeds, stock
from cardgen.source.leaves import COLOUR, FILLED, TEXT, YES_NO, matching, number, one_of, whole
from cardgen.source.nodes import Document
from cardgen.source.parse import parse_yaml
from cardgen.source.shape import (
    DRAFT,
    Fault,
    Key,
    Keyed,
    Record,
    Shape,
    Wrong,
    json_schema,
    key,
    list_of,
    map_of,
    part,
)
from cardgen.source.wrong import read


def read_or_faults(shape: Shape[Any], data: Any) -> tuple[Any, list[Fault]]:
    """Return the value as its shape reads it, or every mistake; both cannot be."""
    try:
        return shape.read(data), []
    except Wrong as wrong:
        return None, wrong.faults


# -- any shape, any data


class Sample(NamedTuple):
    """A shape with the types that its values have."""

    shape: Shape[Any]
    types: tuple[type, ...]


LEAVES = st.sampled_from(
    [
        Sample(TEXT, (str,)),
        Sample(FILLED, (str,)),
        Sample(COLOUR, (str,)),
        Sample(matching("[a-c]+", "letters"), (str,)),
        Sample(whole(), (int,)),
        Sample(whole(0, 3), (int,)),
        Sample(whole(1, most=4), (int,)),
        Sample(number(), (int, float)),
        Sample(number(-0.5, 2.5), (int, float)),
        Sample(YES_NO, (bool,)),
        Sample(one_of("a", 1, False), (str, int, bool)),
    ]
)


def _record(keys: dict[str, tuple[Sample, bool]]) -> Sample:
    made = {word: Key(one.shape, "", *([] if needed else [None])) for word, (one, needed) in keys.items()}
    return Sample(Record(made, dict), (dict,))


SHAPES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(lambda one, n: Sample(list_of(one.shape, n), (tuple,)), inner, st.integers(0, 1)),
        st.builds(lambda one, n: Sample(map_of(one.shape, n), (Mapping,)), inner, st.integers(0, 1)),  # type: ignore[arg-type]
        st.builds(lambda one: Sample(map_of(one.shape, names=one_of("a", "b")), (Mapping,)), inner),
        st.builds(
            _record, st.dictionaries(st.sampled_from("abc"), st.tuples(inner, st.booleans()), max_size=3)
        ),
    ),
    max_leaves=5,
)
SINGLE = (
    st.none()
    | st.booleans()
    | st.integers(-2, 5)
    | st.sampled_from([0.5, -1.5, 2.25, "", "a", "b", "abc", "#bcc06a", "\n", "1", "true", "ü"])
    | st.text(
        st.characters(codec="utf-8", exclude_characters="\n"), max_size=3
    )  # `$` of Python's schemas allows one
)
DATA = st.recursive(
    SINGLE,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from("abcd") | st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(SHAPES, DATA)
def test_a_value_is_of_the_type_that_was_declared_or_every_mistake_has_its_path(
    sample: Sample, data: Any
) -> None:
    found, faults = read_or_faults(sample.shape, data)
    assert isinstance(found, sample.types) or faults
    for fault in faults:
        value = data
        for step in fault.inside[: -1 if fault.about != "value" else None]:
            value = value[step]
        assert fault.about != "value" or value is fault.value


@given(SHAPES, DATA)
def test_the_json_schema_accepts_what_the_shape_reads_and_nothing_else(sample: Sample, data: Any) -> None:
    right = not read_or_faults(sample.shape, data)[1]
    assert Draft202012Validator(sample.shape.schema({})).is_valid(data) is right


# -- the files of kits

CARD: dict[str, Any] = {
    "id": "K17",
    "name": "Cat",
    "count": 3,
    "face": "a.svg",
    "back": "b.svg",
    "each": {"a": [1]},
}
FIELD: dict[str, Any] = {
    "type": "int",
    "one_of": ["a", 1, True],
    "list": ["a"],
    "counts": ["a"],
    "effects_of": "PATRON",
    "made_from": "effects.text",
    "min": 0,
    "max": 1.5,
    "dpi": 150,
    "default": [1],
    "translate": ["says"],
}
COMPONENT: dict[str, Any] = {
    "title": "Cats",
    "size": "63x88mm",
    "bleed": "3mm",
    "shape": "round",
    "corner": 0,
    "face": "a.svg",
    "back": None,
    "layout": "nest",
    "turns": 0,
    "safe": "2mm",
    "made_of": {"board": "2mm", "paper": "200 g/m²", "sides": "pins", "edge": "raw"},
    "stock": "",
    "note": "soft",
    "needs": "10 * n",
    "balance": {"cost": "price", "worth": "points", "group": "suit"},
    "fields": {"text": FIELD},
    "cards": "cats.yaml",
}
OPTION: dict[str, Any] = {"title": "T", "ruling": "AB-Q1", "default": 3, "values": {"3": "Three."}}
OPTION["range"] = {"min": 1, "max": 50, "says": "At most {n}."}
COMMON = {word: COMPONENT[word] for word in ("title", "bleed", "made_of", "stock", "note", "needs", "fields")}
DIE = COMMON | {"sides": 6, "edge": "16mm", "count": 2, "face": "a.svg", "cards": "a.yaml"}
DIAL = COMMON | {
    "size": "84mm",
    "values": "0-19",
    "pin": "4mm",
    "window": {"track": "26.5-35.5mm", "upper": "76mm", "face": "a.svg"},
    "face": "a.svg",
    "cards": "a.yaml",
}
SPINNER = COMMON | {
    "size": "86mm",
    "sectors": {"Rain": 1, "Sun": 2.5},
    "pin": "4mm",
    "face": "a.svg",
    "arrow": "a.svg",
    "cards": "a.yaml",
}
PUNCHBOARD = COMMON | {
    "size": "174x118mm",
    "corner": "3mm",
    "nicks": {"tool": "die"},
    "frame": {"rim": "6mm", "web": "3.2mm", "face": "a.svg"},
    "holds": {"coins": 6},
}
GAME: dict[str, Any] = {
    "format": 1,
    "boxes": {
        "cards": {
            "kind": "tuck",
            "for": ["cards"],
            "title": "All",
            "sleeved": True,
            "thickness": "0.3mm",
            "card": "0.35mm",
            "greyboard": "1.5mm",
            "inside": "212x151x44mm",
            "wells": [["cards"]],
            "hero": ["A1"],
            "flaps": "ink",
            "tongue": "#222222",
            "art": {"front": "a.svg"},
        }
    },
    "game": "cats-2",
    "title": "Cats",
    "subtitle": "",
    "version": "1.0",
    "players": {"min": 2, "max": 4},
    "minutes": 20,
    "language": "en",
    "accent": "#bcc06a",
    "credits": {"design": "Ana"},
    "rules": None,
    "looks": {"full": {"title": "Full", "palette": {"ink": "#2b1d1a"}}},
    "plates": {
        "foil": {"ink": "Foil", "shows": "#c9a227", "overprint": False, "at_home": True, "least": "0.25mm"}
    },
    "rule_colours": ["ink"],
    "tables": {"costs": "costs.yaml"},
    "translate": ["cats.*.title"],
    "guide": {"hero": [["K17"]]},
    **{kind: {"main": COMPONENT} for kind in ("decks", "tiles", "tokens", "boards", "mats", "aids")},
    "standees": {"main": COMPONENT | {"feet": "slot"}},
    "dice": {"main": DIE},
    "dials": {"main": DIAL},
    "spinners": {"main": SPINNER},
    "punchboards": {"main": PUNCHBOARD},
    "options": {"tie": OPTION},
    "strategies": {"hoarder": "never sells, always bids"},
    "checks": [{"that": "1 == 1", "why": ""}],
    "words": {
        "say": {"use": ["utilize"]},
        "openings": ["Note that"],
        "longest": 20,
        "accept": ["What a night"],
    },
}
RULE = {"id": "AB-001", "says": "Everybody draws.", "kind": "rule"}
TERM = {"term": "coin", "means": "What drinks cost.", "instead_of": ["token*"]}
RULING = {"id": "AB-Q1", "asks": "May one pass?", "ruling": "No.", "option": None, "table": False}
CLAUSE = {"id": "AB-001.a", "says": "Draw.", "media": ["sheet"]}
TYPE = dict.fromkeys(("bold", "italic", "upper"), True) | {
    "font": "Roboto", "size": "9pt", "fill": "ink", "leading": 1.2, "align": "center",
}  # fmt: skip
BOX: dict[str, Any] = {
    **dict.fromkeys(("fill", "border", "divider", "plain", "plain_border", "title_plain"), "ink"),
    **dict.fromkeys(("border_width", "radius", "gap", "space", "picture"), "1mm"),
    "padding": ["1mm", 2],
    "title_padding": "1mm",
    **dict.fromkeys(("art", "title_art"), "a.svg"),
    "layout": "row",
    "align": "end",
}
THEME: dict[str, Any] = {
    "colours": {"ink": "#222222"},
    "looks": {"low-ink": {"ink": "#000000"}},
    "page": {"margins": "12mm", "columns": 1, "paper": None},
    "heading": {"ornament": "none", "art": "a.svg"},
    "disc": {"radius": 2},
    "footer": {"left": "{title}"},
    "booklet": {"size": "3.6mm"},
    "type": {"text": TYPE},
    "boxes": {"steps": BOX},
    "masthead": "a.svg",
    "cite": False,
    "fallback": "Noto Sans KR",
    "furniture": {"rules": "Regeln"},
}
STOCK: dict[str, Any] = {
    "title": "Labels",
    "like": ["24-up"],
    "paper": "a4",
    "kind": "label",
    "prints": "104mm",
    "cells": {
        "size": "64x33.9mm",
        "shape": "rect",
        "corner": "2mm",
        "grid": "3x8",
        "first": "6.97x12.9mm",
        "gap": "2.03x0mm",
    },
    "safe": "2mm",
    "bleed": "gap",
    "shift": "0.4x-0.2mm",
    "backs": "none",
    "feed": "top",
    "says": "a",
}
TRY = {"say": "No.", "rule": "BG-001", "legal": True}
STEP = {
    **dict.fromkeys(
        ("new", "name", "says", "why", "story", "task", "solution", "ask", "tap", "done", "answer"), "a"
    ),
    "show": ["C01"],
    "given": {"turn": "P0"},
    "seed": 1,
    "deals": [["C01"]],
    "moves": ["P0 passes", {"P0 draws": "C01"}],
    "goal": {"turn": "P1"},
    "wrong": {"any": "No.", "P0 passes": TRY},
    "which": 0,
    "paper": False,
}
RIGHT: dict[type[Keyed], dict[str, Any]] = {
    kit_shape.PlayersPart: GAME["players"],
    kit_shape.LookPart: GAME["looks"]["full"],
    kit_shape.PlatePart: GAME["plates"]["foil"],
    kit_shape.FieldPart: FIELD,
    kit_shape.CardPart: CARD,
    kit_shape.ComponentPart: COMPONENT,
    kit_shape.StandeePart: COMPONENT | {"feet": "slot"},
    kit_shape.CommonPart: COMMON,
    kit_shape.DicePart: DIE,
    kit_shape.DialPart: DIAL,
    kit_shape.WindowPart: DIAL["window"],
    kit_shape.SpinnerPart: SPINNER,
    kit_shape.PunchboardPart: PUNCHBOARD,
    kit_shape.NicksPart: PUNCHBOARD["nicks"],
    kit_shape.FramePart: PUNCHBOARD["frame"],
    kit_shape.MadeOfPart: COMPONENT["made_of"],
    kit_shape.OptionPart: OPTION,
    kit_shape.RangePart: OPTION["range"],
    kit_shape.CheckPart: GAME["checks"][0],
    kit_shape.GamePart: GAME,
    seeds.RulePart: RULE,
    seeds.RulingPart: RULING,
    seeds.TermPart: TERM,
    seeds.SeedsPart: {
        "game": "a",
        "title": "A",
        "source": 1,
        "rules": [RULE],
        "rulings": [RULING],
        "glossary": [TERM],
        "media": ["sheet", "booklet"],
        "clauses": [CLAUSE],
    },
    seeds.ClausePart: CLAUSE,
    kit_shape.BalancePart: COMPONENT["balance"],
    kit_shape.VoicePart: GAME["words"],
    lesson.WrongTry: TRY,
    lesson.LessonStep: STEP,
    lesson.LessonFile: {
        "lesson": "a",
        "game": "a",
        "players": 2,
        "options": {"side": "ales"},
        "minutes": 6,
        "steps": [STEP],
        "end": "a",
        "later": ["BG-001"],
    },
    stock.StockPart: STOCK,
    stock.CellsPart: STOCK["cells"],
    TypeStyle: TYPE,
    BoxStyle: BOX,
    Theme: THEME,
}
PARTS = pytest.mark.parametrize("kind", RIGHT)
ODD: list[Any] = [
    None, "", " ", "a", "K17", "a b", "63x88mm", "63x0mm", "poker", "3mm", "-3mm", "#bcc06a", "#bcc06a\n", "#fff",
    "round", "text", "2", "ü", "\ud800", True, False, 0, 1, -1, 10_000, 10_001, 10**30, 0.0, 1.0, 0.5, float("inf"),
    [], ["a"], [1.5], [None], [""], [[]], {}, {"a": "b"}, {"a": ""}, {"a": None}, {"a": "#bcc06a"},
    {"3": "Three."},
]  # fmt: skip


# the cards themselves are read by another shape
CARDS = Registry[Any]().with_contents(
    [("cards.schema.json", {"$schema": DRAFT, "$defs": {"card": {}, "entry": {}}})]
)
EDITORS = {kind: Draft202012Validator(json_schema(part(kind), ""), registry=CARDS) for kind in RIGHT}


def reads(kind: type[Keyed], data: Any) -> bool:
    """Return whether a part is right; what is read must also be right for an editor."""
    right = not read_or_faults(part(kind), data)[1]
    assert not right or EDITORS[kind].is_valid(data)
    return right


@PARTS
def test_every_key_may_be_there_and_only_the_needed_ones_must(kind: type[Keyed]) -> None:
    right, keys = RIGHT[kind], part(kind).keys
    assert set(right) == set(keys)
    assert reads(kind, right)
    needed = {word for word in keys if word in part(kind).block_schema({})["required"]}
    assert reads(kind, {word: right[word] for word in needed})
    for word in right:
        assert reads(kind, {w: value for w, value in right.items() if w != word}) is (word not in needed)
    assert not reads(kind, {**right, "oddity": "red"})


@PARTS
def test_no_odd_value_is_more_than_wrong(kind: type[Keyed]) -> None:
    needed = part(kind).block_schema({})["required"]
    # blocks that may be left out are read here one at a time: with all of them in each, a game takes a minute
    beside = {w: value for w, value in RIGHT[kind].items() if w in needed or not isinstance(value, dict)}
    for word, right in RIGHT[kind].items():
        for odd in ODD:
            reads(kind, {**beside, word: odd})
            if isinstance(right, dict):
                for inner in right:
                    reads(kind, {**beside, word: {**right, inner: odd}})
            if isinstance(right, list):
                reads(kind, {**beside, word: [odd]})
    for odd in ODD:
        reads(kind, odd)


LEAF = st.sampled_from(["", "a", "3mm", "#bcc06a", "poker", "K17", True, None, 0, 1, 0.5]) | st.text(
    max_size=4
)


@given(st.sampled_from(list(RIGHT)), st.data())
def test_every_mistake_in_a_file_has_a_place(kind: type[Keyed], data: st.DataObject) -> None:
    words = st.sampled_from([*RIGHT[kind], "oddity"])
    mixture = data.draw(st.dictionaries(words, LEAF | st.lists(LEAF, max_size=2), max_size=4))
    given = {**RIGHT[kind], **mixture}
    problems = Problems()
    document = parse_yaml(json.dumps(given), "a.yaml", problems)
    if document is None or len(problems):  # no YAML, or a character that no printed text may hold
        return
    found = read(part(kind), document)
    assert (found is None) is (len(problems) > 0) is not reads(kind, given)
    for problem in problems:
        assert problem.where is not None
        assert (problem.where.file, problem.where.line) == ("a.yaml", 1)
        assert problem.where.column > 0
        assert problem.message
        assert problem.code


# -- what a part is


class Cat(Keyed, example="{name: Ana}"):
    """One cat."""

    name: str = key(FILLED, "What it is called.")
    lives: int = key(whole(0, 9), "How many are left.", default=9)
    friend: str | None = key(FILLED, "Whom it likes.", default=None)


def document(text: str) -> Document:
    """Return a file of cats."""
    found = parse_yaml(text, "cats.yaml", Problems())
    assert found is not None
    return found


def test_what_is_left_out_has_its_default_and_what_is_empty_is_nothing() -> None:
    cat = read(part(Cat), document("name: Ana\nfriend:\n"))
    assert cat == Cat(name="Ana", lives=9, friend=None)
    assert cat is not None
    assert vars(cat) == {"name": "Ana", "friend": None}
    assert hash(cat) == hash(Cat(name="Ana"))
    assert cat != Cat(name="Ana", lives=8)


def test_a_part_cannot_be_changed_but_a_changed_one_made() -> None:
    cat = Cat(name="Ana")
    with pytest.raises(FrozenInstanceError):
        cat.lives = 8  # type: ignore[misc]
    assert replace(cat, lives=8).lives == 8
    assert repr(cat) == "Cat(name='Ana')"


def test_all_mistakes_are_told_at_once_each_at_its_place_with_what_to_write() -> None:
    cats = document("- {name: Ana, lives: two}\n- {nmae: Bo}\n- Cleo\n")
    assert read(list_of(part(Cat)), cats) is None
    assert [str(problem) for problem in cats.problems] == [
        "cats.yaml:1:22: error: lives is 'two', expected a whole number from 0 to 9\n  in #1 › lives\n  hint: write lives: 2",
        "cats.yaml:2:3: error: 'name' is missing\n  in #2\n  hint: name: What it is called.",
        "cats.yaml:2:4: error: unknown key 'nmae'\n  in #2\n  hint: did you mean 'name'?",
        "cats.yaml:3:3: error: item 3 of the list is 'Cleo', expected a block such as {name: Ana}\n  in #3",
    ]


def test_what_is_right_can_be_used_beside_what_is_wrong() -> None:
    cats = document("{a: {name: Ana, lives: 3}, b: {name: Bo, lives: 30}, c: {lives: 3}}")
    left = read(map_of(part(Cat)), cats, partly=True)
    assert left == {"a": Cat(name="Ana", lives=3), "b": Cat(name="Bo")}
    assert len(cats.problems) == 2


def test_a_size_is_read_as_one() -> None:
    component = part(kit_shape.ComponentPart).read(COMPONENT)
    assert component.size == Size(63, 88)
    assert component.bleed == 3.0


def test_a_part_that_holds_parts_of_its_kind_refers_to_itself() -> None:
    tree: Record[dict[str, Any]] = Record({}, dict, name="Tree")
    tree.keys = {"branches": Key(list_of(tree), "Smaller trees.", ())}
    schema = json_schema(tree, "A tree")
    assert schema["$defs"]["Tree"]["properties"]["branches"]["items"] == {"$ref": "#/$defs/Tree"}
    assert Draft202012Validator(schema).is_valid({"branches": [{"branches": []}]})
    assert not Draft202012Validator(schema).is_valid({"branches": [{"branch": []}]})


def test_the_margins_of_a_page_are_one_two_or_four_lengths() -> None:
    margins = part(PageStyle).keys["margins"].shape
    assert margins.read("1cm") == (10, 10, 10, 10)
    assert margins.read([1, 2]) == (1, 2, 1, 2)
    assert margins.read([1, 2, 3, 4]) == (1, 2, 3, 4)
    for wrong in ([], [1, 2, 3], ["big"], True):
        with pytest.raises(Wrong):
            margins.read(wrong)
