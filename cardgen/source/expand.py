"""`{{ }}` in YAML worked out: cards that `each:` makes, and words of game.yaml that quote the kit's own numbers."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardgen.base.language import speaking, tr
from cardgen.jinja.expressions import ExpressionError, understood
from cardgen.jinja.speech import speech
from cardgen.model import Component, Kit, Named, Option
from cardgen.model.kit import read_only
from cardgen.source.leaves import frozen, written
from cardgen.source.nodes import Block, Document, Items, Step, plain
from cardgen.source.wrong import shown

MAX_CARDS = 5_000
_MAX_TEXT = 2_000_000
_HOLE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)


def product(card: Block, document: Document, path: tuple[Step, ...]) -> Iterator[dict[str, Any]]:
    """Yield one card's data for every combination of the values of `each:`; what fails is noted once."""
    each = card["each"]
    here = (*path, "each")

    def refuse(message: str, *at: Step, hint: str = "") -> None:
        document.note(message, *at, hint=hint, code="each")

    if not isinstance(each, Block) or not each:
        what = shown(each, document.place(*here)) if each or each is None else "empty"
        hint = "each: {suit: [hearts, spades]}"
        refuse(f"each is {what}, expected names with their values", *here, hint=hint)
        return
    wrong = [name for name, values in each.items() if not isinstance(values, Items) or not values]
    for name in wrong:
        value = each[name]
        what = "an empty list" if isinstance(value, Items) else shown(value, document.place(*here, name))
        refuse(f"{name} is {what}, expected a list of values", *here, name, hint=f"{name}: [a, b]")
    if wrong:
        return
    total = math.prod(len(values) for values in each.values())
    if total > MAX_CARDS:
        refuse(f"each makes {total} cards, expected {MAX_CARDS} or fewer", *here)
        return
    templates = {key: value for key, value in card.items() if key != "each"}
    failed: set[tuple[Step, ...]] = set()
    written = 0
    for combination in itertools.product(*each.values()):
        names = dict(zip(each, combination, strict=True))
        made: dict[str, Any] = {}
        for key, value in templates.items():
            try:
                made[key] = filled(value, names, (*path, key))
            except Unfilled as failure:
                if failure.path not in failed:
                    failed.add(failure.path)
                    failure.note(document)
                continue
            written += _weight(made[key])
        if written > _MAX_TEXT:
            refuse(f"each makes more than {_MAX_TEXT / 1e6:g} MB of text", *here)
            return
        if not failed:
            yield made


class Unfilled(Exception):
    """An expression in a card failed; says which text of which value."""

    def __init__(self, error: ExpressionError, text: str, path: tuple[Step, ...]) -> None:
        super().__init__(text)
        self.error = error
        self.text = text
        self.path = path

    def note(self, document: Document) -> None:
        """Note what is wrong with the expression, at its value."""
        message = f"in {{{{ {self.text} }}}}: {self.error}"
        document.note(message, *self.path, hint=self.error.hint, code="expression")


def filled(value: Any, names: Mapping[str, Any], path: tuple[Step, ...]) -> Any:
    """Return the value with every `{{ expression }}` in its texts worked out; raises `Unfilled`."""
    if isinstance(value, dict):
        return {key: filled(item, names, (*path, key)) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, names, (*path, number)) for number, item in enumerate(value)]
    if not isinstance(value, str) or "{{" not in value:
        return value
    whole = _HOLE.fullmatch(value.strip())
    if whole and "{{" not in whole[1]:
        return _evaluated(whole[1], names, path)  # a lone expression keeps its type
    return _HOLE.sub(lambda hole: _as_text(_evaluated(hole[1], names, path)), value)


def _evaluated(source: str, names: Mapping[str, Any], path: tuple[Step, ...]) -> Any:
    try:
        return _plain(understood(source).value(names))
    except ExpressionError as error:
        raise Unfilled(error, source.strip(), path) from None


def _plain(value: Any) -> Any:
    match value:
        case None | str() | bool() | int():
            return value
        case float() if math.isfinite(value):
            return value
        case list() | tuple() | range():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case _:
            raise ExpressionError("it gives no text, number or list")


def _as_text(value: Any) -> str:
    return "" if value is None else written(value)


def _weight(value: Any) -> int:
    if isinstance(value, dict):
        return sum(_weight(item) for item in value.values())
    if isinstance(value, list):
        return sum(_weight(item) for item in value)
    return len(value) if isinstance(value, str) else 8


# -- words of game.yaml


def with_words(kit: Kit, document: Document) -> Kit:
    """Return the kit with the expressions in its subtitle, notes, options and guide worked out."""
    with speaking(kit.language):
        return _with_words(kit, document)


def _with_words(kit: Kit, document: Document) -> Kit:
    names = {**kit.names(), **speech(kit.language, kit.words)}

    def worked_out(value: Any, *at: Step) -> Any:
        try:
            return filled(value, names, at)
        except Unfilled as failure:
            if texts := failure.error.at_their_places(kit.places):
                document.problems.extend(texts)
            else:
                failure.note(document)
            return ""

    def words(text: str, *at: Step) -> str:
        return str(worked_out(text, *at)) if "{{" in text else text

    def component(c: Component) -> Component:
        texts: dict[str, Any] = {key: words(getattr(c, key), c.kind, c.id, key) for key in ("note", "stock")}
        return replace(c, **texts, title=tr(c.part, title=c.title) if c.part else c.title)

    def option(o: Option) -> Option:
        path = ("options", o.name, "values")
        values = tuple(replace(v, says=words(v.says, *path, str(v.value))) for v in o.values)
        numbers = o.range and replace(o.range, says=words(o.range.says, "options", o.name, "range", "says"))
        return replace(o, values=values, range=numbers)

    return replace(
        kit,
        subtitle=words(kit.subtitle, "subtitle"),
        credits=read_only({key: words(text, "credits", key) for key, text in kit.credits.items()}),
        components=tuple(component(c) for c in kit.components),
        options=Named({name: option(o) for name, o in kit.options.items()}, "option"),
        guide=frozen({key: worked_out(plain(value), "guide", key) for key, value in kit.guide.items()}),
    )
