"""The cards of one component and its `fields:`, which say what such a card may tell about itself."""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NoReturn

from cardgen.base.errors import Location, did_you_mean
from cardgen.model import Card
from cardgen.source.expand import product
from cardgen.source.kit_shape import SOURCE, CardPart, FieldPart, Source
from cardgen.source.leaves import ANYTHING, TEXT, YES_NO, number, one_of, whole, written
from cardgen.source.named import read_named
from cardgen.source.nodes import Block, Document, Items, Step
from cardgen.source.parse import Folder
from cardgen.source.pictures import PICTURE, check_pictures
from cardgen.source.shape import NOTHING, Fault, Key, Record, Shape, Wrong, list_of, map_of, part
from cardgen.source.tables.rows import Takes
from cardgen.source.wrong import read, shown

NAME: Final = r"[A-Za-z][A-Za-z0-9_]*"
"""What names in templates and checks look like."""

Places = dict[tuple[str, ...], Location]

_STANDARD: Final = part(CardPart).keys
_TAKEN: Final = frozenset({*_STANDARD, "component", "where", "fields", "copies", "total"})
_KINDS: Final = ("type", "one_of", "list", "counts", "effects_of", "made_from")


@dataclass(frozen=True, slots=True)
class CardField:
    """One declared field: its name, its kind, and what a card may say; `of` is what follows the kind."""

    name: str
    kind: str
    key: Key
    of: str = ""
    choices: tuple[Any, ...] = ()
    low: float | None = None
    high: float | None = None

    @property
    def takes(self) -> Takes:
        kind = "made_from" if self.made else "line" if self.kind == "picture" else self.kind
        return Takes(kind, self.choices, self.low, self.high)

    @property
    def made(self) -> bool:
        """True when no card may give a value, because it is made from another field."""
        return self.kind == "made_from"


def card_shape(fields: Mapping[str, CardField]) -> Record[tuple[CardPart, Mapping[str, Any]]]:
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
        case "text" | "picture":
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


def read_fields(document: Document, *path: Step) -> dict[str, CardField]:
    """Return the fields declared in the `fields:` block at `path`, noting whether the declarations make sense.

    Wrong types are noted with the file as a whole.
    """
    block = document.get(*path)
    fields: dict[str, CardField] = {}
    for name in block if isinstance(block, Block) else ():
        if not re.fullmatch(NAME, name) or keyword.iskeyword(name) or name in _TAKEN:
            taken = "every card has that by itself" if name in _TAKEN else "expected letters, digits and _"
            message = f"'{name}' cannot be the name of a field: {taken}"
            document.note(message, *path, name, at_key=True, code="field-name")
        fields[name] = _field(name, document, (*path, name)) or CardField(
            name, "any", Key(ANYTHING, "", None)
        )
    _check_effects(fields, document, path)
    return fields


def _field(name: str, document: Document, path: tuple[Step, ...]) -> CardField | None:
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
            return CardField(name, kind, Key(_made(name, of), "", default=""), of)
        return CardField(name, kind, Key(ANYTHING, "", missing=_missing(name)), of)
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
    if said.dpi is not None and kind != "picture":
        refuse(f"a {kind} field has no dpi", "dpi", "only pictures have")
    shape = PICTURE if kind == "picture" and said.default != "" else field_shape(kind, choices, low, high)
    default: Any = None if "default" in vars(said) else NOTHING
    if said.default is not None:
        default = read(shape, document, *path, "default")
    return CardField(name, kind, Key(shape, "", default, _missing(name)), "", tuple(choices), low, high)


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


def _check_effects(fields: Mapping[str, CardField], document: Document, path: tuple[Step, ...]) -> None:
    """Note what is wrong with fields that hold effects or are made from them."""

    def refuse(name: str, key: str, message: str, hint: str) -> None:
        document.note(message, *path, name, key, within=(*path, name), hint=hint, code="field")

    holds = [field.name for field in fields.values() if field.kind == "effects_of"]
    for name in holds[1:]:
        refuse(name, "effects_of", f"there are effects in '{holds[0]}' already", "keep one of the two")
    facets, language = _facets([fields[name] for name in holds], document, refuse)
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
    holds: Sequence[CardField], document: Document, refuse: Callable[[str, str, str, str], None]
) -> tuple[tuple[str, ...], str]:
    """Return what can be made from the effects of a game, and in which language; wrong roles are noted."""
    if not holds:
        return (), "en"
    if all(
        field.of == "deeds" for field in holds
    ):  # of rules.yaml, whose sentences are in the kit's language
        return ("text",), str(document.get("language") or "en")
    from cardgen.source.effects import words_of  # few kits have effects

    slug = str(document.get("game"))
    words = words_of(slug)
    if words is None:
        hint = "effects_of: deeds for those of rules.yaml; a package brings others as an entry point of the group cardgen.effects"
        refuse(holds[0].name, "effects_of", f"the words of '{slug}' for effects are not known", hint)
        return (), "en"
    for field in holds:
        if field.of not in words.of:
            message = f"effects_of is '{field.of}', expected {' or '.join(words.of)}"
            refuse(field.name, "effects_of", message, "")
    return ("text", *words.facets), words.language


# -- the list of cards


class CardList(NamedTuple):
    """Where some of a component's cards are written: entries of a list in game.yaml, in a file of its own, in a table."""

    document: Document
    path: tuple[Step, ...]
    entries: range


def find_cards(
    folder: Folder, game: Document, fields: Mapping[str, CardField], *path: Step
) -> tuple[CardList, ...] | None:
    """Return where the cards named at `path` (a component's `cards:`) stand, or None after noting why not.

    There are several places when an entry of a list is a file: `- {file: more.csv}`.
    """
    said, finder = game.get(*path), _CardFinder(folder, fields, path)
    if isinstance(said, Items):
        return tuple(finder.listed(game, path, ()))
    if not isinstance(said, (str, Block)) or not said:
        return None
    found = finder.named(game, path, ())
    return None if found is None else tuple(found)


def names_a_file(entry: Any) -> bool:
    """Return whether an entry of a list of cards is a file with cards, and no card."""
    return isinstance(entry, Block) and "file" in entry and "id" not in entry and "each" not in entry


class _CardFinder(NamedTuple):
    """Finds the cards of a component, whose `cards:` stand at the path `asked`; `above` are the files on the way there."""

    folder: Folder
    fields: Mapping[str, CardField]
    asked: tuple[Step, ...]

    def listed(
        self, document: Document, path: tuple[Step, ...], above: tuple[Source, ...]
    ) -> Iterator[CardList]:
        """Yield the cards of a list, and in their place those of the files among them."""
        entries = document.get(*path)
        begun = 0
        for n, entry in enumerate(entries):
            if names_a_file(entry):
                yield CardList(document, path, range(begun, n))
                yield from self.named(document, (*path, n), above) or ()
                begun = n + 1
        yield CardList(document, path, range(begun, len(entries)))

    def named(
        self, document: Document, path: tuple[Step, ...], above: tuple[Source, ...]
    ) -> Iterator[CardList] | None:
        """Return the cards of a file that is named at this path, None after noting why there are none."""
        said = document.get(*path)
        known = (
            path == self.asked
        )  # what is wrong with the entry itself is reported with the rest of game.yaml
        source = Source(said) if isinstance(said, str) else read(SOURCE, document, *path, quietly=known)
        if source is None:
            return None
        at = (*path, "file") if isinstance(said, Block) else path
        if source in above:
            document.note(f"the files lead back to '{source.file}'", *at, code="files-in-a-circle")
            return None
        takes = {name: field.takes for name, field in self.fields.items()}
        likely = [str(step) for step in self.asked[1:2]]
        found = read_named(
            self.folder, source, document, *at, what="cards file", columns=takes, likely=likely
        )
        if found is None:
            return None
        if not isinstance(found.data, Items):
            message = f"the file is {shown(found.data, found.at)}, expected a list of cards"
            hint = "begin each card with '- ', such as - {id: A1, count: 2}"
            self.folder.problems.add(message, found.where(), hint=hint, code="wrong-value")
            return None
        return self.listed(found, (), (*above, source))


def read_cards(
    folder: Folder,
    component: str,
    listed: Sequence[CardList],
    fields: Mapping[str, CardField],
    places: Places,
) -> tuple[Card, ...]:
    """Return the cards of a component; every problem is noted at its own place.

    `places` receives the location of every value, by ("cards", id, field).
    """
    cards = []
    shape = card_shape(fields)
    for document, path, data in _expanded(listed):
        found = read(shape, document, *path, data=data)
        if found is None:
            continue
        said, values = found
        for key, asked in (("face", said.face), ("back", said.back)):
            if asked:
                folder.find(asked, document, *path, key, what="template", shared=True)
        where = document.where(*path)
        check_pictures(folder, document, path, data, [f.name for f in fields.values() if f.kind == "picture"])
        name = said.name or said.id
        cards.append(Card(said.id, name, said.count, component, where, values, said.face, said.back))
        places[("cards", said.id)] = where
        block = document.get(*path)
        for key in data:
            places[("cards", said.id, key)] = block.values_at[key].within(document.file)
            if key in fields and fields[key].kind == "effects_of":
                _note_places(data[key], document, (*path, key), ("cards", said.id, key), places)
    return tuple(cards)


def _expanded(listed: Sequence[CardList]) -> Iterator[tuple[Document, tuple[Step, ...], dict[str, Any]]]:
    for document, path, entries in listed:
        cards = document.get(*path)
        for n in entries:
            yield from expanded(cards[n], document, (*path, n))


def expanded(
    card: Any, document: Document, here: tuple[Step, ...]
) -> Iterator[tuple[Document, tuple[Step, ...], dict[str, Any]]]:
    """Yield what an entry of a list of cards says: one card, or all that its `each:` makes."""
    if not isinstance(card, Block):
        what = shown(card, document.place(*here))
        message = f"card {int(here[-1]) + 1} is {what}, expected a block such as {{id: A1}}"
        document.note(message, *here, within=here[:-1])
    elif "each" in card:
        for data in product(card, document, here):
            yield replace(document, called=(here, str(data.get("id")))), here, data
    else:
        yield document, here, card


def _note_places(
    data: Any, document: Document, path: tuple[Step, ...], trail: tuple[str, ...], places: Places
) -> None:
    """Note where each part of a nested value stands: an entry at its key, an item of a list as `#1`."""
    if isinstance(data, Block):
        named: dict[Step, str] = {key: key for key in data}
    else:
        named = {n: f"#{n + 1}" for n in range(len(data) if isinstance(data, Items) else 0)}
    for step, name in named.items():
        here = (*path, step)
        places[(*trail, name)] = document.where_key(*here)
        _note_places(data[step], document, here, (*trail, name), places)
