"""What is recognised without pydantic is what the schema accepts, and becomes the same values."""

from __future__ import annotations

import inspect
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from cardgen.source import schema
from cardgen.source.plain import PARTS, plainly

MODELS: dict[str, type[BaseModel]] = {
    name: model
    for name, model in inspect.getmembers(schema, inspect.isclass)
    if issubclass(model, BaseModel) and model.model_fields
}

CARD: dict[str, Any] = {"id": "K17", "name": "Cat", "count": 3, "face": "a.svg", "back": "b.svg"}
FIELD: dict[str, Any] = {
    "type": "int",
    "one_of": ["a", 1, True],
    "list": ["a"],
    "counts": ["a"],
    "effects_of": "PATRON",
    "made_from": "effects.text",
    "min": 0,
    "max": 1.5,
    "default": [1],
}
COMPONENT: dict[str, Any] = {
    "title": "Cats",
    "size": "63x88mm",
    "bleed": "3mm",
    "shape": "round",
    "corner": 0,
    "face": "a.svg",
    "back": None,
    "stock": "",
    "note": "soft",
    "needs": "10 * n",
    "fields": {"text": FIELD},
    "cards": "cats.yaml",
}
OPTION: dict[str, Any] = {"title": "T", "ruling": "AB-Q1", "default": 3, "values": {"3": "Three."}}
RIGHT: dict[str, dict[str, Any]] = {
    "PlayersPart": {"min": 2, "max": 4},
    "LookPart": {"title": "Full", "palette": {"ink": "#2b1d1a"}},
    "FieldPart": FIELD,
    "CardPart": CARD,
    "ComponentPart": COMPONENT,
    "OptionPart": OPTION,
    "CheckPart": {"that": "1 == 1", "why": ""},
    "GamePart": {
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
        "looks": {"full": {"palette": {}}},
        "rule_colours": ["ink"],
        "tables": {"costs": "costs.yaml"},
        "guide": {"hero": [["K17"]]},
        **{kind: {"main": COMPONENT} for kind in ("decks", "tiles", "tokens", "boards", "mats", "aids")},
        "options": {"tie": OPTION},
        "checks": [{"that": "1 == 1"}],
    },
}
ODD: list[Any] = [
    None,
    "",
    " ",
    "a",
    "K17",
    "a b",
    "63x88mm",
    "63x0mm",
    "poker",
    "3mm",
    "-3mm",
    "#bcc06a",
    "#bcc06a\n",
    "#fff",
    "round",
    "text",
    "2",
    "ü",
    "\ud800",
    True,
    False,
    0,
    1,
    -1,
    10_000,
    10_001,
    10**30,
    0.0,
    1.0,
    0.5,
    float("inf"),
    [],
    ["a"],
    [1.5],
    [None],
    [""],
    {},
    {"a": "b"},
    {"a": ""},
    {"a": None},
    {1: "b"},
    {"a": "#bcc06a"},
    {"3": "Three."},
]


def values_of(value: Any) -> Any:
    """Return models and namespaces as plain dictionaries."""
    if isinstance(value, BaseModel):
        return {name: values_of(getattr(value, name)) for name in type(value).model_fields}
    if isinstance(value, SimpleNamespace):
        return {name: values_of(item) for name, item in vars(value).items()}
    if isinstance(value, dict):
        return {key: values_of(item) for key, item in value.items()}
    if isinstance(value, list):
        return [values_of(item) for item in value]
    return (type(value), value)


def agree(part: str, data: Any) -> bool:
    """Tell whether the part was accepted; fails when the schema sees it differently."""
    found = plainly(part, data)
    if found is None:
        return False
    try:
        judged = MODELS[part].model_validate(data)
    except ValidationError as error:
        pytest.fail(f"{part} {data!r} was accepted, but the schema says {error}")
    assert values_of(found) == values_of(judged)
    return True


@pytest.mark.parametrize("part", sorted(MODELS))
def test_every_key_of_the_schema_is_known_and_right_values_need_no_pydantic(part: str) -> None:
    assert set(RIGHT) == set(PARTS) == set(MODELS)
    assert set(RIGHT[part]) == set(MODELS[part].model_fields)
    assert agree(part, RIGHT[part])
    required = {key: RIGHT[part][key] for key, f in MODELS[part].model_fields.items() if f.is_required()}
    assert agree(part, required), "the defaults differ"


@pytest.mark.parametrize("part", sorted(MODELS))
def test_no_odd_value_is_accepted_that_the_schema_refuses(part: str) -> None:
    for key, right in RIGHT[part].items():
        for odd in ODD:
            agree(part, {**RIGHT[part], key: odd})
            if isinstance(right, dict):
                for inner in right:
                    agree(part, {**RIGHT[part], key: {**right, inner: odd}})
            if isinstance(right, list):
                agree(part, {**RIGHT[part], key: [odd]})
        agree(part, {k: v for k, v in RIGHT[part].items() if k != key})
    agree(part, {**RIGHT[part], "colour": "red"})
    for odd in ODD:
        agree(part, odd)


@given(part=st.sampled_from(sorted(MODELS)), data=st.data())
def test_any_mixture_is_judged_as_the_schema_judges_it(part: str, data: st.DataObject) -> None:
    leaf = st.sampled_from(ODD) | st.text(max_size=4) | st.integers() | st.floats(allow_nan=False)
    keys = st.sampled_from([*RIGHT[part], "colour"])
    mixture = data.draw(st.dictionaries(keys, leaf | st.lists(leaf, max_size=2), max_size=4))
    agree(part, {**RIGHT[part], **mixture})


def test_the_shipped_kits_are_read_without_pydantic() -> None:
    code = (
        "import sys\nfrom cardgen.base.content import kit_dirs, shipped\nfrom cardgen.source import load_kit\n"
        "kits = [load_kit(folder) for folder in kit_dirs(shipped() / 'data')]\n"
        "assert kits\nprint('pydantic' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
