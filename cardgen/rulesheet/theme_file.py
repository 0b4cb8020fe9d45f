"""Reads a theme: `rules/theme.yaml` of the kit over the default one in `templates/rules/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cardgen.base.drawing import FontKey
from cardgen.base.errors import Problems, did_you_mean
from cardgen.base.files import templates_dir
from cardgen.faces.text.fonts import UnknownFamilyError, font
from cardgen.faces.text.markup import TextStyle
from cardgen.model import Kit
from cardgen.rulesheet.theme import (
    NAMED_COLOUR,
    BoxStyle,
    DiscStyle,
    FooterStyle,
    HeadingStyle,
    PageStyle,
    Theme,
    TypeStyle,
)
from cardgen.source.leaves import TEXT, YES_NO
from cardgen.source.nodes import Document
from cardgen.source.parse import Folder
from cardgen.source.shape import Part, Schema, json_schema, key, map_of, part
from cardgen.source.wrong import read

THEME = "rules/theme.yaml"
_COLOUR = re.compile("#[0-9A-Fa-f]{6}")
_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


class ThemePart(Part, example="{type: {text: {size: 3.2mm}}}"):
    """What it does not say comes from the default theme."""

    colours: Mapping[str, str] = key(map_of(TEXT), "Names for colours.", default=_NONE)
    looks: Mapping[str, Mapping[str, str]] = key(
        map_of(map_of(TEXT)), "Other colours in a look of the kit.", default=_NONE
    )
    page: PageStyle = key(part(PageStyle), "The page.", default=PageStyle())
    heading: HeadingStyle = key(part(HeadingStyle), "The line below a heading.", default=HeadingStyle())
    disc: DiscStyle = key(part(DiscStyle), "The numbers of a list.", default=DiscStyle())
    footer: FooterStyle = key(part(FooterStyle), "The foot of each page.", default=FooterStyle())
    type: Mapping[str, TypeStyle] = key(
        map_of(part(TypeStyle)), "Type styles by name; box.name holds inside that box only.", default=_NONE
    )
    boxes: Mapping[str, BoxStyle] = key(
        map_of(part(BoxStyle)), "Containers by kind, or kind.variant.", default=_NONE
    )
    masthead: str | None = key(TEXT, "An SVG template behind the title.", default=None)
    cite: bool = key(YES_NO, "Print the numbers of the rules small.", default=True)


def theme_schema() -> Schema:
    """Return the JSON Schema of a theme, for editors."""
    schema = json_schema(part(ThemePart), "A cardgen rule-sheet theme")
    for block in (schema, *schema["$defs"].values()):
        for setting in block["properties"].values():
            del setting["default"]  # what holds by default stands in the default theme
    return schema


def load_themes(kit: Kit, problems: Problems) -> dict[str, Theme]:
    """Return the kit's theme for each of its looks; what its own file does not say comes from the default."""
    fonts, own = kit.root / "fonts", kit.root / THEME
    files = [(templates_dir().parent, templates_dir() / THEME, f"templates/{THEME}")]
    if own.is_file() and own.resolve().is_relative_to(kit.root.resolve()):
        files.append((kit.root, own, THEME))
    found: list[tuple[Document, ThemePart]] = []
    colours: dict[str, str] = {}
    for folder, path, name in files:
        document = Folder(folder, problems).read_yaml(path, name)
        if document is None or document.data is None:
            continue
        said = read(part(ThemePart), document, partly=True, code="theme-value")
        if said:
            found.append((document, said))
            colours |= said.colours
        colours.setdefault("accent", kit.accent)
    return {
        look: _theme(found, look, colours, fonts if fonts.is_dir() else None) for look in (*kit.looks, "full")
    }


def _theme(
    files: list[tuple[Document, ThemePart]], look: str, colours: Mapping[str, str], fonts: Path | None
) -> Theme:
    for _, said in files:
        colours = {**colours, **said.looks.get(look, {})}
    whole: ThemePart = ThemePart()
    for document, said in files:
        whole = _over(whole, _usable(said, document, colours, fonts))
    text = whole.type.get("text", TypeStyle())
    boxes: dict[str, BoxStyle] = {}
    for name in sorted(whole.boxes):  # a kind before its variants, which build on it
        boxes[name] = _over(boxes.get(name.partition(".")[0], BoxStyle()), whole.boxes[name])
    return Theme(
        page=whole.page,
        heading=whole.heading,
        disc=whole.disc,
        footer=whole.footer,
        type={"text": text, **{n: _over(text, style) for n, style in whole.type.items() if n != "text"}},
        boxes=boxes,
        colours=colours,
        masthead=whole.masthead,
        cite=whole.cite,
    )


def _over(below: Any, above: Any) -> Any:
    """Return what one theme says, and where it says nothing what the other does."""
    if isinstance(above, Part):
        return type(above)(**_over(vars(below), vars(above)))
    if isinstance(above, Mapping):
        return {**below, **{name: _over(below.get(name, one), one) for name, one in above.items()}}
    return above


def _usable(said: Any, document: Document, colours: Mapping[str, str], fonts: Path | None, *path: str) -> Any:
    """Return a part of a theme with the colours looked up, without those and the fonts that nobody knows."""
    if isinstance(said, Mapping):
        return {name: _usable(one, document, colours, fonts, *path, name) for name, one in said.items()}
    if not isinstance(said, Part):
        return said
    keys = part(type(said)).keys
    given: dict[str, Any] = {}
    for name, value in vars(said).items():
        at = (*path, name)
        if value is not None and keys[name].shape is NAMED_COLOUR:
            colour = colours.get(value, value)
            if _COLOUR.fullmatch(colour):
                given[name] = colour
                continue
            message = f"{name} is '{value}', expected #rrggbb or a name below colours"
            document.note(message, *at, hint=did_you_mean(value, colours), code="theme-value")
        elif name == "font":
            try:
                font(FontKey(TextStyle(value, folder=fonts).families[0]))
                given[name] = value
            except UnknownFamilyError as error:
                hint = did_you_mean(error.family, error.known)
                document.note(str(error), *at, hint=hint, code="unknown-font")
        else:
            given[name] = _usable(value, document, colours, fonts, *at)
    return type(said)(**given)
