"""Parts of a kit's files that are right beyond doubt, recognised without pydantic.

The schema (`cardgen.source.schema`) is the law and pydantic its judge: it explains every mistake, and it
describes the files to editors. But to import it takes 65 ms and 9 MB, and nearly every part of nearly every kit
is right. So the same is said here once more as a few lines of Python that only ever say "yes, with these
values" or "ask the schema". Whatever this module does not know, an unknown key above all, it does not accept;
tests/source/test_plain.py holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

from cardgen.base.units import parse_length, parse_size
from cardgen.source.fields import CARD_ID, HEX, MAX_COUNT, ROLES, SLUG

Rule: TypeAlias = Callable[[Any], Any]
"""Returns what a value becomes; raises `Doubt`."""


class Doubt(Exception):
    """The value may be wrong: the schema must judge."""


def plainly(part: str, data: Any) -> Any:
    """Return the values of a part as attributes when it is right beyond doubt, else None.

    `part` is the name of a class of the schema.
    """
    try:
        return PARTS[part](data)
    except Doubt:
        return None


class _Entry(NamedTuple):
    rule: Rule
    default: Any = None
    required: bool = False


def _must(rule: Rule) -> _Entry:
    return _Entry(rule, required=True)


def _may(rule: Rule, default: Any) -> _Entry:
    return _Entry(rule, default)


def _or_none(rule: Rule) -> _Entry:
    return _Entry(lambda value: None if value is None else rule(value))


def _part(others: bool = False, **entries: _Entry) -> Rule:
    """Return the rule of a block with these keys; `others` are ignored or make one doubt."""
    required = {key for key, entry in entries.items() if entry.required}

    def rule(data: Any) -> SimpleNamespace:
        if not isinstance(data, dict) or not required <= data.keys():
            raise Doubt
        if not others and not data.keys() <= entries.keys():
            raise Doubt
        return SimpleNamespace(
            **{key: e.rule(data[key]) if key in data else e.default for key, e in entries.items()}
        )

    return rule


def _anything(value: Any) -> Any:
    return value


def _text(value: Any) -> str:
    if type(value) is not str or not (value.isascii() or not re.search("[\ud800-\udfff]", value)):
        raise Doubt
    return value


def _filled(value: Any) -> str:
    return _text(value) or _doubt()


def _doubt() -> Any:
    raise Doubt


def _matching(pattern: str) -> Rule:
    return lambda value: value if re.fullmatch(pattern, _text(value)) else _doubt()


def _one_of(*words: str) -> Rule:
    return lambda value: value if _text(value) in words else _doubt()


def _whole(low: int, high: int) -> Rule:
    return lambda value: value if type(value) is int and low <= value <= high else _doubt()


def _number(value: Any) -> int | float:
    if type(value) not in (int, float):
        raise Doubt
    number: int | float = value
    return number


def _choice(value: Any) -> str | bool | int:
    return _text(value) if isinstance(value, str) else value if type(value) in (bool, int) else _doubt()


def _minutes(value: Any) -> str:
    return str(value) if type(value) is int else _text(value)


def _length(value: Any) -> float:
    return 0.0 if type(value) in (int, float) and value == 0 else _parsed(parse_length, value)


def _size(value: Any) -> Any:
    return _parsed(parse_size, value)


def _parsed(parse: Callable[[str], Any], value: Any) -> Any:
    try:
        return parse(_text(value))
    except ValueError:
        raise Doubt from None


def _list(rule: Rule, least: int = 0) -> Rule:
    def check(value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) < least:
            raise Doubt
        return [rule(item) for item in value]

    return check


def _dict(rule: Rule, least: int = 0) -> Rule:
    def check(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or len(value) < least:
            raise Doubt
        return {_text(key): rule(item) for key, item in value.items()}

    return check


_colour = _matching(HEX)
_choices = _list(_choice, 1)

_players = _part(min=_must(_whole(1, 100)), max=_must(_whole(1, 100)))
_look = _part(title=_or_none(_filled), palette=_may(_dict(_colour), {}))
_field = _part(
    type=_or_none(_one_of("text", "int", "number", "bool", "any")),
    one_of=_or_none(_choices),
    list=_or_none(_choices),
    counts=_or_none(_choices),
    effects_of=_or_none(_one_of(*ROLES)),
    made_from=_or_none(_filled),
    min=_or_none(_number),
    max=_or_none(_number),
    default=_may(_anything, None),
)
_card = _part(
    others=True,  # a component's `fields:` say what else a card may have
    id=_must(_matching(CARD_ID)),
    name=_or_none(_filled),
    count=_may(_whole(1, MAX_COUNT), 1),
    face=_or_none(_filled),
    back=_or_none(_filled),
)
_component = _part(
    title=_or_none(_filled),
    size=_must(_size),
    bleed=_or_none(_length),
    shape=_or_none(_one_of("rect", "round")),
    corner=_may(_length, 0.0),
    face=_must(_filled),
    back=_or_none(_filled),
    stock=_may(_text, ""),
    note=_may(_text, ""),
    needs=_or_none(_filled),
    fields=_may(_dict(_field), {}),
    cards=_must(_anything),
)
_option = _part(
    title=_or_none(_filled),
    ruling=_may(_text, ""),
    default=_must(_choice),
    values=_must(_dict(_filled, 1)),
)
_check = _part(that=_must(_filled), why=_may(_text, ""))
_components = _may(_dict(_component), {})
_game = _part(
    game=_must(_matching(SLUG)),
    title=_must(_filled),
    subtitle=_may(_text, ""),
    version=_must(_filled),
    players=_must(_players),
    minutes=_may(_minutes, ""),
    language=_may(_filled, "en"),
    accent=_may(_colour, "#444444"),
    credits=_may(_dict(_text), {}),
    rules=_or_none(_filled),
    looks=_may(_dict(_look), {}),
    rule_colours=_may(_list(_filled), []),
    tables=_may(_dict(_filled), {}),
    guide=_may(_dict(_anything), {}),
    decks=_components,
    tiles=_components,
    tokens=_components,
    boards=_components,
    mats=_components,
    aids=_components,
    options=_may(_dict(_option), {}),
    checks=_may(_list(_check), []),
)

PARTS: Mapping[str, Rule] = {
    "PlayersPart": _players,
    "LookPart": _look,
    "FieldPart": _field,
    "CardPart": _card,
    "ComponentPart": _component,
    "OptionPart": _option,
    "CheckPart": _check,
    "GamePart": _game,
}
"""The rule of each class of the schema."""
