"""The parts of game.yaml on their own: head, components, options, looks. Types are their shapes'; sense is checked here."""

from __future__ import annotations

import re

from cardgen.base.errors import did_you_mean
from cardgen.model import Card, Component, Kind, Look, Named, Option, OptionValue
from cardgen.model.kit import read_only
from cardgen.source.fields import NAME
from cardgen.source.files import Folder
from cardgen.source.kit_shape import SLUG, Choice, ComponentPart, LookPart, OptionPart, PlayersPart
from cardgen.source.leaves import frozen, written
from cardgen.source.nodes import Block, Document, Step
from cardgen.source.scalars import plain_value
from cardgen.source.shape import part
from cardgen.source.wrong import read

_DEFAULT_BLEED = 3.0
_DEFAULT_TOKEN_BLEED = 1.5
# Names a template could not reach: they are what every mapping has by itself.
_TAKEN = frozenset({"items", "keys", "values", "get"})
_DESIGNERS = ("design", "designer", "designers", "author", "authors")


def check_name(what: str, document: Document, *path: Step) -> None:
    """Note a name that no template and no check could write."""
    name = str(path[-1])
    taken = name in _TAKEN
    if re.fullmatch(NAME, name) and not taken:
        return
    mended = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
    why = "it has another meaning in templates" if taken else "expected letters, digits and _"
    hint = f"write {mended}:" if not taken and re.fullmatch(NAME, mended) else ""
    document.note(
        f"'{name}' cannot be the name of a {what}, {why}", *path, at_key=True, hint=hint, code="name"
    )


def check_head(folder: Folder, document: Document) -> None:
    """Check the sense of the kit's own lines: the folder's name, the players, the credits."""
    slug, own = document.get("game"), folder.root.resolve().name
    if isinstance(slug, str) and slug != own and re.fullmatch(SLUG, slug):
        message = f"game is '{slug}', but the folder is called '{own}'"
        document.note(message, "game", hint=f"write game: {own}, or rename the folder", code="slug")
    players = read(part(PlayersPart), document, "players", quietly=True)
    if players and players.min > players.max:
        low, high = players.min, players.max
        message = f"players.min is {low} and players.max is {high}, expected min to be the smaller one"
        hint = f"write players: {{min: {high}, max: {low}}}"
        document.note(message, "players", "min", within=("players",), hint=hint, code="players")
    given = document.get("credits")
    if not isinstance(given, Block) or not any(given.get(key) for key in _DESIGNERS):
        hint = "write credits: {design: the designer's name}"
        document.note("the credits name no designer", "credits", hint=hint, level="warning", code="credits")


def make_component(
    folder: Folder, document: Document, kind: Kind, name: str, cards: tuple[Card, ...]
) -> Component | None:
    """Return the component with its defaults filled in, or None when its own lines are wrong."""
    path = (kind, name)
    for key in ("face", "back"):
        template = document.get(*path, key)
        if isinstance(template, str) and template:
            at = (*path, key)
            folder.find(template, document.where(*at), document.trail(*at), what="template", shared=True)
    said = read(part(ComponentPart), document, *path, quietly=True)
    if said is None:
        return None
    tokens = kind == "tokens"
    bleed = said.bleed
    if bleed is None:
        bleed = _DEFAULT_TOKEN_BLEED if tokens else _DEFAULT_BLEED
    component = Component(
        id=name,
        kind=kind,
        title=said.title or name.replace("_", " ").capitalize(),
        size=said.size,
        shape=said.shape or ("round" if tokens else "rect"),
        bleed=bleed,
        corner=said.corner,
        face=said.face,
        back=said.back,
        cards=cards,
        where=document.where_key(*path),
        note=said.note,
        stock=said.stock,
        fields=frozen(document.get(*path, "fields") or {}),
        needs=said.needs or "",
    )
    _check_measures(component, document)
    return component


def _check_measures(component: Component, document: Document) -> None:
    short = min(component.size.width, component.size.height)
    most = f"on a piece of {component.size}, expected at most {short / 2:g} mm"

    def refuse(key: str, message: str, hint: str) -> None:
        document.note(message, component.kind, component.id, key, hint=hint, code="measure")

    if component.bleed > short / 2:
        refuse("bleed", f"bleed is {component.bleed:g} mm {most}", "3mm is usual")
    if component.corner > short / 2:
        hint = "3mm is usual; shape: round makes a circle"
        refuse("corner", f"corner is {component.corner:g} mm {most}", hint)
    if component.shape == "round" and component.size.width != component.size.height:
        message = f"size is {component.size}, expected both sides equal for a round piece"
        refuse("size", message, "write shape: rect for an oblong piece")


def typed_key(block: Block, key: str) -> Choice:
    """Return what a key means when keys are values: `3:` is the number 3, `"3":` is text."""
    raw = block.keys_at[key].raw
    value = key if raw is None else plain_value(raw)
    return value if isinstance(value, (str, int, bool)) else key


def make_option(document: Document, name: str) -> Option | None:
    """Return a house rule, or None when its lines are wrong."""
    path = ("options", name)
    check_name("option", document, *path)
    said = read(part(OptionPart), document, *path, quietly=True)
    if said is None:
        return None
    block = document.get(*path, "values")
    values = tuple(OptionValue(typed_key(block, key), says) for key, says in said.values.items())
    if not any(said.default == v.value and type(said.default) is type(v.value) for v in values):
        words = [written(value.value) for value in values]
        default = written(said.default)
        hint = did_you_mean(default, words)
        if default in words:
            text = isinstance(said.default, str)
            hint = (
                f"write default: {default}, no quotes" if text else f'write default: "{default}", with quotes'
            )
        message = f"default is '{default}', expected one of its values: {', '.join(words)}"
        hint = "" if hint.startswith("known") else hint
        document.note(message, *path, "default", hint=hint, code="option-default")
    return Option(
        name=name,
        title=said.title or name.replace("_", " ").capitalize(),
        values=values,
        default=said.default,
        ruling=said.ruling,
        where=document.where_key(*path),
    )


def make_looks(document: Document) -> Named[Look]:
    """Return the looks; a colour that one look has and another lacks is noted, as are rule colours no look has."""
    block = document.get("looks")
    looks: dict[str, Look] = {}
    for name in block if isinstance(block, Block) else ():
        said = read(part(LookPart), document, "looks", name, quietly=True)
        if said:
            looks[name] = Look(name, said.title or name.replace("-", " ").capitalize(), said.palette)
    for name, look in looks.items():
        for other in looks.values():
            for colour in [c for c in other.palette if c not in look.palette]:
                message = f"the look {name} has no colour '{colour}', but the look {other.name} has"
                hint = f'write {colour}: "{other.palette[colour]}"'
                document.note(message, "looks", name, "palette", hint=hint, code="look-colour")
    rule_colours = document.get("rule_colours")
    known = {colour for look in looks.values() for colour in look.palette}
    for number, colour in enumerate(rule_colours if isinstance(rule_colours, list) else ()):
        if isinstance(colour, str) and colour not in known and looks:
            message, hint = f"no look has the rule colour '{colour}'", did_you_mean(colour, known)
            at = ("rule_colours", number)
            document.note(message, *at, within=("rule_colours",), hint=hint, code="rule-colour")
    return Named(looks or {"full": Look("full", "Full colour", read_only({}))}, "look")
