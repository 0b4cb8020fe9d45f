"""A component's `fields:`: what its cards may say about themselves, as the shape of such a card."""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NoReturn

from cardgen.base.errors import did_you_mean
from cardgen.source.kit_shape import CardPart, FieldPart
from cardgen.source.leaves import ANYTHING, TEXT, YES_NO, number, one_of, whole, written
from cardgen.source.nodes import Block, Document, Step
from cardgen.source.shape import NOTHING, Fault, Key, Record, Shape, Wrong, list_of, map_of, part
from cardgen.source.wrong import read

NAME: Final = r"[A-Za-z][A-Za-z0-9_]*"
"""What names in templates and checks look like."""

_STANDARD: Final = part(CardPart).keys
_TAKEN: Final = frozenset({*_STANDARD, "component", "where", "fields", "copies", "total"})
_KINDS: Final = ("type", "one_of", "list", "counts", "effects_of", "made_from")


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field: its name, its kind, and what a card may say; `of` is what follows the kind."""

    name: str
    kind: str
    key: Key
    of: str = ""

    @property
    def made(self) -> bool:
        """True when no card may give a value, because it is made from another field."""
        return self.kind == "made_from"


def card_shape(fields: Mapping[str, Field]) -> Record[tuple[CardPart, Mapping[str, Any]]]:
    """Return the shape of a card with these fields: what every card has, and the values of its fields."""

    def make(values: dict[str, Any]) -> tuple[CardPart, Mapping[str, Any]]:
        said = CardPart(**{word: value for word, value in values.items() if word in _STANDARD})
        own = {name: values.get(name, f.key.default) for name, f in fields.items() if not f.made}
        return said, MappingProxyType(own)

    keys = {name: field.key for name, field in fields.items()}
    return Record({**keys, **_STANDARD}, make, example="{id: A1}", what="field")


def field_shape(
    kind: str, choices: tuple[Any, ...] = (), low: float | None = None, high: float | None = None
) -> Shape[Any]:
    """Return the shape of the values of a field; counts name every choice, 0 where the card is silent."""
    words = ", ".join(map(written, choices))
    match kind:
        case "text":
            return TEXT
        case "bool":
            return YES_NO
        case "int":
            return whole(low, high)
        case "number":
            return number(low, high)
        case "one_of":
            return one_of(*choices, guess=True)
        case "list":
            return list_of(one_of(*choices, guess=True), expected=f"a list of {words}")
        case "counts":
            names = one_of(*map(str, choices), expected=f"one of {words}", guess=True)
            counts = map_of(whole(0), names=names, expected=f"a block such as {{{choices[0]}: 1}}")
            zero = dict.fromkeys(choices, 0)

            def every(value: Any) -> Mapping[Any, int]:
                given = counts.read(value)
                return MappingProxyType({choice: given.get(str(choice), 0) for choice in zero})

            return Shape(every, counts.schema)
        case _:
            return ANYTHING


def read_fields(document: Document, *path: Step) -> dict[str, Field]:
    """Return the fields declared in the `fields:` block at `path`, noting whether the declarations make sense.

    Wrong types are noted with the file as a whole.
    """
    block = document.get(*path)
    fields: dict[str, Field] = {}
    for name in block if isinstance(block, Block) else ():
        if not re.fullmatch(NAME, name) or keyword.iskeyword(name) or name in _TAKEN:
            taken = "every card has that by itself" if name in _TAKEN else "expected letters, digits and _"
            message = f"'{name}' cannot be the name of a field: {taken}"
            document.note(message, *path, name, at_key=True, code="field-name")
        fields[name] = _field(name, document, (*path, name)) or Field(name, "any", Key(ANYTHING, "", None))
    _check_effects(fields, document, path)
    return fields


def _field(name: str, document: Document, path: tuple[Step, ...]) -> Field | None:
    said = read(part(FieldPart), document, *path, quietly=True)
    if said is None:
        return None

    def refuse(message: str, key: str, hint: str = "") -> None:
        document.note(message, *path, key, within=path, hint=hint, code="field")

    kinds = [kind for kind in _KINDS if getattr(said, kind) is not None]
    if len(kinds) != 1:
        message = "the field has no kind, expected type, one_of, list, counts, effects_of or made_from"
        hint = "such as {type: text}"
        if kinds:
            message, hint = f"the field has both {' and '.join(kinds)}, expected one of them", ""
        document.note(message, *path, at_key=True, hint=hint, code="field")
        return None
    kind = said.type or kinds[0]
    of = said.effects_of or said.made_from or ""
    if of:
        for extra in [word for word in ("min", "max", "default") if word in vars(said)][:1]:
            refuse(f"a field with {kind} has no {extra}", extra)
        if said.made_from:
            return Field(name, kind, Key(_made(name, of), "", default=""), of)
        return Field(name, kind, Key(ANYTHING, "", missing=_missing(name)), of)
    choices = said.one_of or said.list or said.counts or ()
    doubles = [str(c) for (_, c), times in Counter((type(c), c) for c in choices).items() if times > 1]
    if doubles:
        refuse(f"{', '.join(sorted(doubles))} is listed twice", kind, "keep one of the two")
        return None
    low, high = said.min, said.max
    if kind not in ("int", "number") and (low is not None or high is not None):
        key = "min" if low is not None else "max"
        refuse(f"a {kind} field has no min or max", key, "only int and number have")
        low = high = None
    if low is not None and high is not None and low > high:
        refuse(f"min is {low:g} and max is {high:g}, expected min to be the smaller one", "min")
        return None
    shape = field_shape(kind, choices, low, high)
    default: Any = None if "default" in vars(said) else NOTHING
    if said.default is not None:
        default = read(shape, document, *path, "default")
    return Field(name, kind, Key(shape, "", default, _missing(name)))


def _missing(name: str) -> str:
    return f"the component's fields: expect it; give {name} a default: there if cards may leave it out"


def _made(name: str, source: str) -> Shape[NoReturn]:
    """Return the shape of a field that no card writes."""
    message = f"{name} is written by hand, but it is made from {source.partition('.')[0]}"
    hint = "leave it out; words of your own belong into a field such as flavour"

    def refused(value: Any) -> NoReturn:
        raise Wrong([Fault((), value, message, hint=hint, about="refused")])

    return Shape(refused, lambda _: {"not": {}})


def speaks(language: str, other: str) -> bool:
    """Return whether two languages such as `en` and `en-GB` are one."""
    return language.partition("-")[0].lower() == other.partition("-")[0].lower()


def _check_effects(fields: Mapping[str, Field], document: Document, path: tuple[Step, ...]) -> None:
    """Note what is wrong with fields that hold effects or are made from them."""

    def refuse(name: str, key: str, message: str, hint: str) -> None:
        document.note(message, *path, name, key, within=(*path, name), hint=hint, code="field")

    holds = [field.name for field in fields.values() if field.kind == "effects_of"]
    for name in holds[1:]:
        refuse(name, "effects_of", f"there are effects in '{holds[0]}' already", "keep one of the two")
    facets, language = _facets([fields[name] for name in holds], str(document.get("game")), refuse)
    known = [f"{name}.{facet}" for name in holds for facet in facets]
    for field in fields.values():
        if field.made and field.of not in known:
            hint = did_you_mean(field.of, known) or "effects_of declares the field that holds effects"
            message = f"made_from is '{field.of}', and nothing is called so"
            refuse(field.name, "made_from", message, hint)
    # the words of effects are of one language: elsewhere a card says in its own what it does
    by_hand = () if speaks(str(document.get("language") or "en"), language) else ("text",)
    for facet in facets:
        own = fields.get(facet)
        if own and not own.made and facet not in by_hand:
            hint = (
                f"write {facet}: {{made_from: {holds[0]}.{facet}}}; words of your own go into another field"
            )
            message = f"'{facet}' would be written by hand beside the effects that decide it"
            refuse(facet, own.kind if own.kind in _KINDS else "type", message, hint)


def _facets(
    holds: Sequence[Field], slug: str, refuse: Callable[[str, str, str, str], None]
) -> tuple[tuple[str, ...], str]:
    """Return what can be made from the effects of a game, and in which language; wrong roles are noted."""
    if not holds:
        return (), "en"
    from cardgen.source.effects import words_of  # few kits have effects

    words = words_of(slug)
    if words is None:
        hint = "a package brings them as an entry point of the group cardgen.effects"
        refuse(holds[0].name, "effects_of", f"the words of '{slug}' for effects are not known", hint)
        return (), "en"
    for field in holds:
        if field.of not in words.of:
            says = f"effects_of is '{field.of}', expected {' or '.join(words.of)}"
            refuse(field.name, "effects_of", says, "")
    return ("text", *words.facets), words.language
