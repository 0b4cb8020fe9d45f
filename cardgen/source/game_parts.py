"""The parts of game.yaml on their own: head, components, options, looks. Types are the schema's; sense is checked here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardgen.base.errors import Problems, did_you_mean
from cardgen.model import Card, Component, Kind, Look, Named, Option, OptionValue
from cardgen.model.kit import read_only
from cardgen.source.fields import NAME, frozen, typed_key
from cardgen.source.files import Folder
from cardgen.source.nodes import Block, Document, Step
from cardgen.source.valid import validated

if TYPE_CHECKING:
    from cardgen.source.schema import ComponentPart, LookPart, OptionPart, PlayersPart

_DEFAULT_BLEED = 3.0
_DEFAULT_TOKEN_BLEED = 1.5
# Names a template could not reach: they are what every mapping has by itself.
_TAKEN = frozenset({"items", "keys", "values", "get"})
_DESIGNERS = ("design", "designer", "designers", "author", "authors")


def check_name(what: str, document: Document, path: tuple[Step, ...], problems: Problems) -> None:
    """Note a name that no template and no check could write."""
    name = str(path[-1])
    if re.fullmatch(NAME, name) and name not in _TAKEN:
        return
    mended = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
    problems.add(
        f"'{name}' cannot be the name of a {what}, "
        + ("it has another meaning in templates" if name in _TAKEN else "expected letters, digits and _"),
        document.where_key(*path),
        trail=document.trail(*path),
        hint=f"write {mended}:" if name not in _TAKEN and re.fullmatch(NAME, mended) else "",
        code="name",
    )


def check_head(folder: Folder, document: Document) -> None:
    """Check the sense of the kit's own lines: the folder's name, the players, the credits."""
    problems = folder.problems
    slug, own = document.get("game"), folder.root.resolve().name
    if isinstance(slug, str) and slug != own and re.fullmatch(r"[a-z0-9][a-z0-9-]*", slug):
        problems.add(
            f"game is '{slug}', but the folder is called '{own}'",
            document.where("game"),
            trail=document.trail("game"),
            hint=f"write game: {own}, or rename the folder",
            code="slug",
        )
    players: PlayersPart | None = validated("PlayersPart", document, ("players",), None)
    if players and players.min > players.max:
        problems.add(
            f"players.min is {players.min} and players.max is {players.max}, expected min to be the smaller one",
            document.where("players", "min"),
            trail=document.trail("players"),
            hint=f"write players: {{min: {players.max}, max: {players.min}}}",
            code="players",
        )
    given = document.get("credits")
    if not isinstance(given, Block) or not any(given.get(key) for key in _DESIGNERS):
        problems.add(
            "the credits name no designer",
            document.where("credits"),
            trail=("credits",),
            hint="write credits: {design: the designer's name}",
            level="warning",
            code="credits",
        )


def make_component(
    folder: Folder, document: Document, kind: Kind, name: str, cards: tuple[Card, ...]
) -> Component | None:
    """Return the component with its defaults filled in, or None when its own lines are wrong."""
    path = (kind, name)
    for key in ("face", "back"):
        said = document.get(*path, key)
        if isinstance(said, str) and said:
            at = (*path, key)
            folder.find(said, document.where(*at), document.trail(*at), what="template", shared=True)
    part: ComponentPart | None = validated("ComponentPart", document, path, None)
    if part is None:
        return None
    tokens = kind == "tokens"
    bleed = part.bleed
    if bleed is None:
        bleed = _DEFAULT_TOKEN_BLEED if tokens else _DEFAULT_BLEED
    component = Component(
        id=name,
        kind=kind,
        title=part.title or name.replace("_", " ").capitalize(),
        size=part.size,
        shape=part.shape or ("round" if tokens else "rect"),
        bleed=bleed,
        corner=part.corner,
        face=part.face,
        back=part.back,
        cards=cards,
        where=document.where_key(*path),
        note=part.note,
        stock=part.stock,
        fields=frozen(document.get(*path, "fields") or {}),
        needs=part.needs or "",
    )
    _check_measures(component, document, folder.problems)
    return component


def _check_measures(component: Component, document: Document, problems: Problems) -> None:
    path = (component.kind, component.id)
    short = min(component.size.width, component.size.height)

    def refuse(key: str, message: str, hint: str) -> None:
        problems.add(
            message, document.where(*path, key), trail=document.trail(*path, key), hint=hint, code="measure"
        )

    if component.bleed > short / 2:
        refuse(
            "bleed",
            f"bleed is {component.bleed:g} mm on a piece of {component.size}, expected at most {short / 2:g} mm",
            "3mm is usual",
        )
    if component.corner > short / 2:
        refuse(
            "corner",
            f"corner is {component.corner:g} mm on a piece of {component.size}, expected at most {short / 2:g} mm",
            "3mm is usual; shape: round makes a circle",
        )
    if component.shape == "round" and component.size.width != component.size.height:
        refuse(
            "size",
            f"size is {component.size}, expected both sides equal for a round piece",
            "write shape: rect for an oblong piece",
        )


def make_option(document: Document, name: str, problems: Problems) -> Option | None:
    """Return a house rule, or None when its lines are wrong."""
    path = ("options", name)
    check_name("option", document, path, problems)
    part: OptionPart | None = validated("OptionPart", document, path, None)
    if part is None:
        return None
    block = document.get(*path, "values")
    values = []
    for key, says in part.values.items():
        value = typed_key(block, key)
        values.append(OptionValue(value if isinstance(value, (str, int, bool)) else key, says))
    choices = [value.value for value in values]
    if not any(part.default == choice and type(part.default) is type(choice) for choice in choices):
        shown_choices = ", ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in choices)
        hint = did_you_mean(str(part.default), [str(c) for c in choices])
        if str(part.default) in [str(c) for c in choices]:
            text = isinstance(part.default, str)
            hint = (
                f"write default: {part.default}, no quotes"
                if text
                else f'write default: "{part.default}", with quotes'
            )
        problems.add(
            f"default is '{part.default}', expected one of its values: {shown_choices}",
            document.where(*path, "default"),
            trail=document.trail(*path, "default"),
            hint="" if hint.startswith("known") else hint,
            code="option-default",
        )
    return Option(
        name=name,
        title=part.title or name.replace("_", " ").capitalize(),
        values=tuple(values),
        default=part.default,
        ruling=part.ruling,
        where=document.where_key(*path),
    )


def make_looks(document: Document, problems: Problems) -> Named[Look]:
    """Return the looks; a colour that one look has and another lacks is noted, as are rule colours no look has."""
    block = document.get("looks")
    looks: dict[str, Look] = {}
    for name in block if isinstance(block, Block) else ():
        part: LookPart | None = validated("LookPart", document, ("looks", name), None)
        if part:
            title = part.title or name.replace("-", " ").capitalize()
            looks[name] = Look(name, title, read_only(part.palette))
    for name, look in looks.items():
        for other in looks.values():
            for colour in [c for c in other.palette if c not in look.palette]:
                problems.add(
                    f"the look {name} has no colour '{colour}', but the look {other.name} has",
                    document.where("looks", name, "palette"),
                    trail=document.trail("looks", name, "palette"),
                    hint=f'write {colour}: "{other.palette[colour]}"',
                    code="look-colour",
                )
    rule_colours = document.get("rule_colours")
    known = {colour for look in looks.values() for colour in look.palette}
    for number, colour in enumerate(rule_colours if isinstance(rule_colours, list) else ()):
        if isinstance(colour, str) and colour not in known and looks:
            problems.add(
                f"no look has the rule colour '{colour}'",
                document.where("rule_colours", number),
                trail=("rule_colours",),
                hint=did_you_mean(colour, known),
                code="rule-colour",
            )
    return Named(looks or {"full": Look("full", "Full colour", read_only({}))}, "look")
