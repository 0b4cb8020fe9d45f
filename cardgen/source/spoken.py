"""All that players read of a kit, gone through once: what is collected for a translator is what a translation replaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeAlias

from cardgen.base.errors import Location
from cardgen.jinja.sentences import worded
from cardgen.model import Card, Component, Kit, Named
from cardgen.model.kit import read_only
from cardgen.source.effects.deeds import said_by_deeds
from cardgen.source.leaves import written
from cardgen.source.nodes import Document, Step
from cardgen.source.seeds import Seeds

Say: TypeAlias = Callable[[str, str, str, Location], str]
"""Gets the section, the key in it, the text and where it stands; returns what is said instead."""

_NAMES = frozenset({"design", "designer", "designers", "author", "authors", "artist", "artists"})
_NO_NAME = frozenset({"traditional", "anonymous", "unknown", "and", "the", "of", "with"})
"""Words instead of a name or beside one: a text that has such a word has a translation."""
_OF_A_STEP = ("name", "says", "why", "story", "task", "done")
_OF_THE_GUIDE = ("tagline", "figure", "sleeves")
_CHOICES = ("one_of", "list", "counts")


def spoken(kit: Kit, say: Say) -> Kit:
    """Return the kit with every text that players read as `say` says it, in the order of its files."""

    def words(section: str, key: str, text: str, where: Location) -> str:
        return say(section, key, text, where) if isinstance(text, str) and worded(text) else text

    def of_kit(key: str) -> str:
        return words("kit", key, getattr(kit, key), kit.place(key))

    head: dict[str, Any] = {key: of_kit(key) for key in ("title", "subtitle", "minutes")}
    credits_ = {
        key: text
        if key in _NAMES and not _NO_NAME & {*str(text).casefold().split()}
        else words("kit", f"credits.{key}", text, kit.place("credits", key))
        for key, text in kit.credits.items()
    }
    guide = {
        key: _deep(value, f"guide.{key}", _in(words, "kit", kit.place("guide", key)))
        if key in _OF_THE_GUIDE
        else value
        for key, value in kit.guide.items()
    }
    looks = {
        name: replace(look, title=words("looks", name, look.title, kit.place("looks", name, "title")))
        for name, look in kit.looks.items()
    }
    for text in said_by_deeds(kit):
        words("words", text, text, kit.where)
    return replace(
        kit,
        **head,
        credits=read_only(credits_),
        looks=Named(looks, "look"),
        components=tuple(_component(kit, component, words) for component in kit.components),
        options=Named(dict(_options(kit, words)), "option"),
        tables=Named(_tables(kit, words), "table"),
        guide=read_only(guide),
    )


def _in(say: Say, section: str, where: Location) -> Callable[[str, str], str]:
    """Return what says the texts of one section that stand at one place."""
    return lambda key, text: say(section, key, text, where)


def _component(kit: Kit, component: Component, say: Say) -> Component:
    suffix = "_" + component.id.rpartition("_")[2] if component.part else ""  # a part is called as the whole
    id = component.id.removesuffix(suffix)
    at = (component.kind, id)
    texts: dict[str, Any] = {
        key: say("components", f"{id}.{key}", getattr(component, key), kit.place(*at, key))
        for key in ("title", "note", "stock")
        if key != "stock" or not component.given  # the name of a file
    }
    for name, field in component.fields.items():
        if field.get("translate") is True and any(kind in field for kind in _CHOICES):
            for choice in next(field[kind] for kind in _CHOICES if kind in field):
                say("words", str(choice), str(choice), kit.place(*at, "fields", name))
    cards = tuple(_card(kit, component, card, card.id.removesuffix(suffix), say) for card in component.cards)
    return replace(component, **texts, made_of=component.made, cards=cards)


def _card(kit: Kit, component: Component, card: Card, id: str, say: Say) -> Card:
    def at(name: str) -> Location:
        return kit.places.get(("cards", id, name), card.where)

    name = card.name if card.name == id else say("cards", f"{id}.name", card.name, at("name"))
    fields = dict(card.fields)
    for key, field in component.fields.items():
        if key not in fields:
            continue
        said, where = f"{id}.{key}", at(key)
        marked = field.get("translate")
        if field.get("type") == "text" and marked is not False:
            fields[key] = say("cards", said, fields[key], where)
        elif field.get("type") == "any" and marked:
            names = frozenset(marked) if isinstance(marked, tuple | list) else None
            fields[key] = _deep(fields[key], said, _in(say, "cards", where), names)
    return replace(card, name=name, fields=MappingProxyType(fields))


def _options(kit: Kit, say: Say) -> Iterator[tuple[str, Any]]:
    for name, option in kit.options.items():
        at = ("options", name)
        values = tuple(
            replace(
                v,
                says=say(
                    "options",
                    f"{name}.{written(v.value)}",
                    v.says,
                    kit.place(*at, "values", written(v.value)),
                ),
            )
            for v in option.values
        )
        title = say("options", f"{name}.title", option.title, kit.place(*at, "title"))
        numbers = option.range and replace(
            option.range,
            says=say("options", f"{name}.range", option.range.says, kit.place(*at, "range", "says")),
        )
        yield name, replace(option, title=title, values=values, range=numbers)


def _tables(kit: Kit, say: Say) -> dict[str, Any]:
    tables = dict(kit.tables)
    for path in kit.translate:
        name, *rest = path.split(".")
        if name in tables:
            tables[name] = _at(tables[name], rest, name, _in(say, "tables", kit.place("tables", name)))
    return tables


def names_in(value: Any) -> frozenset[str]:
    if isinstance(value, Mapping):
        return frozenset(map(str, value)).union(*map(names_in, value.values()))
    if isinstance(value, tuple):
        return frozenset().union(*map(names_in, value))
    return frozenset()


def leads_somewhere(kit: Kit, path: str) -> bool:
    """Return whether a path of `translate:` leads to a text of a table."""
    found: list[str] = []
    name, *rest = path.split(".")

    def note(key: str, text: str) -> str:
        found.append(key)
        return text

    if name in kit.tables:
        _at(kit.tables[name], rest, name, note)
    return bool(found)


def _at(value: Any, path: list[str], key: str, say: Callable[[str, str], str]) -> Any:
    """Return a value with the texts at a path in other words; * is any step."""
    if not path:
        return _deep(value, key, say)
    step, *rest = path
    if isinstance(value, Mapping):
        return MappingProxyType({
            name: _at(one, rest, f"{key}.{name}", say) if step in ("*", str(name)) else one
            for name, one in value.items()
        })  # fmt: skip
    if isinstance(value, tuple):
        return tuple(
            _at(one, rest, f"{key}.{n}", say) if step in ("*", str(n)) else one
            for n, one in enumerate(value, 1)
        )
    return value


def _deep(
    value: Any,
    key: str,
    say: Callable[[str, str], str],
    names: frozenset[str] | None = None,
    named: bool = True,
) -> Any:
    """Return a value with all texts in it in other words, or those only that stand below one of the `names`."""
    if isinstance(value, Mapping):
        return MappingProxyType({
            name: _deep(one, f"{key}.{name}", say, names, names is None or name in names)
            for name, one in value.items()
        })  # fmt: skip
    if isinstance(value, list | tuple):
        inside = named if names is not None else True
        return tuple(_deep(one, f"{key}.{n}", say, names, inside) for n, one in enumerate(value, 1))
    if isinstance(value, str) and worded(value) and (names is None or named):
        return say(key, value)
    return value


def spoken_seeds(seeds: Seeds, say: Say) -> Seeds:
    """Return the rules, rulings and words of a game as `say` says them.

    Which words are not used for a thing is known in the kit's own language alone.
    """

    def words(section: str, key: str, text: str, where: Location) -> str:
        return say(section, key, text, where) if worded(text) else text

    rules = tuple(replace(r, says=words("rules", r.id, r.says, r.where)) for r in seeds.rules)
    rulings = tuple(
        replace(
            r,
            asks=words("rulings", f"{r.id}.asks", r.asks, r.where),
            ruling=words("rulings", f"{r.id}.ruling", r.ruling, r.where),
        )
        for r in seeds.rulings
    )
    glossary = tuple(
        replace(
            t,
            term=words("glossary", t.term, t.term, t.where),
            means=words("glossary", f"{t.term}.means", t.means, t.where),
            instead_of=(),
        )
        for t in seeds.glossary
    )
    return replace(seeds, rules=rules, rulings=rulings, glossary=glossary)


def seeds_in(kit: Kit, seeds: Seeds) -> Seeds:
    """Return the rules, rulings and words of a game in the language of a kit."""
    if not kit.original:
        return seeds
    return spoken_seeds(seeds, lambda section, key, text, at: kit.said.get(section, {}).get(key, text))


def _spoken_in(document: Document, section: str, say: Say) -> Callable[..., None]:
    """Return what puts a text of a document in other words; a text is its own key."""

    def words(at: Any, key: str, *path: Step, kept: str = "") -> None:
        text = at.get(key) if isinstance(at, dict) else None
        if isinstance(text, str) and worded(text):
            said = say(section, text, text, document.where(*path, key))
            if said != text:
                at[kept or key] = said

    return words


def spoken_screen(document: Document, say: Say) -> None:
    """Put what a table on a screen calls its zones and asks players into its document as `say` says it."""
    words = _spoken_in(document, "table.yaml", say)
    for block in ("zones", "asks"):
        said = document.get(block)
        for name, one in said.items() if isinstance(said, dict) else ():
            words(said, name, block)
            words(one, "title", block, name)
            words(one, "shared", block, name)


def section_of(lesson: Document) -> str:
    """Return where the words of a lesson stand in a catalogue: its folder and file."""
    return "/".join(lesson.file.split("/")[-2:])


def spoken_lesson(document: Document, say: Say) -> None:
    """Put the words of a lesson into its document as `say` says them."""
    words = _spoken_in(document, section_of(document), say)
    words(document.data, "lesson")
    steps = document.get("steps")
    for n, step in enumerate(steps if isinstance(steps, list) else ()):
        if not isinstance(step, dict):
            continue
        for key in _OF_A_STEP:
            words(step, key, "steps", n)
        words(step, "answer" if "answer" in step else "solution", "steps", n, kept="answer")
        wrong = step.get("wrong")
        for move, one in wrong.items() if isinstance(wrong, dict) else ():
            words(wrong, move, "steps", n, "wrong")
            words(one, "say", "steps", n, "wrong", move)
    words(document.data, "end")
