"""How a rule sheet looks: page, colours, type, boxes. All lengths in mm, colours as #rrggbb.

What `rules/theme.yaml` of a kit says lies over the default theme of `templates/rules/`; there a colour can be a
name of `colours:`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from os.path import lexists
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypeVar

from cardgen.base.drawing import FontKey
from cardgen.base.errors import Problems, did_you_mean
from cardgen.base.files import templates_dir
from cardgen.base.language import speaking, tr
from cardgen.base.units import parse_length
from cardgen.faces.text.fonts import UnknownFamilyError, font
from cardgen.faces.text.lacking import how_to_get
from cardgen.faces.text.markup import TextStyle
from cardgen.model import Kit
from cardgen.source.leaves import TEXT, YES_NO, matching, one_of, parsed, whole
from cardgen.source.nodes import Document
from cardgen.source.parse import Folder
from cardgen.source.shape import Keyed, Schema, Shape, json_schema, key, map_of, part
from cardgen.source.wrong import read

_THEME = "rules/theme.yaml"
_COLOUR = re.compile("#[0-9A-Fa-f]{6}")
_NONE: Final[Mapping[str, Any]] = MappingProxyType({})

Align: TypeAlias = Literal["start", "center", "end"]
Sides: TypeAlias = tuple[float, float, float, float]
"""Top, right, bottom, left."""
P = TypeVar("P", bound=Keyed)


def _length(value: Any) -> float:
    if type(value) not in (int, float, str):
        raise ValueError
    try:
        return parse_length(value) if isinstance(value, str) else float(value)
    except ValueError:
        raise ValueError from None  # in our words


def _above_nothing(value: Any) -> float:
    found = _length(value)
    if not found >= 0.1:
        raise ValueError
    return found


def _sides(value: Any) -> Sides:
    sides = [_length(side) for side in (value if isinstance(value, list) else [value])]
    if len(sides) not in (1, 2, 4):
        raise ValueError
    top, right, bottom, left = (sides * 4)[:4]
    return top, right, bottom, left


_MM: Final = {"type": ["number", "string"]}
_LENGTH = parsed(_length, "a length such as 3.2mm or 9pt", _MM)
_SIZE = parsed(_above_nothing, "a length of at least 0.1 mm, such as 3.2mm or 9pt", _MM)
_SIDES = parsed(
    _sides,
    "one length, two (vertical, horizontal) or four (clockwise from the top)",
    {"anyOf": [_MM, *({"type": "array", "items": _MM, "minItems": n, "maxItems": n} for n in (1, 2, 4))]},
)
_ALIGN: Shape[Align] = one_of("start", "center", "end")
_LAYOUT: Shape[Literal["stack", "row"]] = one_of("stack", "row")
_ORNAMENT: Shape[Literal["none", "lozenge", "double"]] = one_of("none", "lozenge", "double")
_COLOUR_OR_NAME = matching(r"[\s\S]*", '"#rrggbb", accent or a name of colours:', schema={"type": "string"})


class TypeStyle(Keyed, example="{size: 3.2mm}"):
    """One kind of words."""

    font: str = key(TEXT, "The font family.", default="Zilla Slab")
    size: float = key(_SIZE, "The size of the letters.", default=3.2)
    bold: bool = key(YES_NO, "Whether the letters are bold.", default=False)
    italic: bool = key(YES_NO, "Whether the letters are italic.", default=False)
    fill: str = key(_COLOUR_OR_NAME, "The colour of the letters.", default="#222222")
    leading: float = key(_SIZE, "From line to line, in sizes of the letters.", default=1.22)
    align: Align = key(_ALIGN, "Where the lines stand.", default="start")
    upper: bool = key(YES_NO, "Whether all letters are capitals.", default=False)


class BoxStyle(Keyed, example="{fill: panel, padding: 3mm}"):
    """How a container looks."""

    fill: str | None = key(_COLOUR_OR_NAME, "Its colour.", default=None)
    border: str | None = key(_COLOUR_OR_NAME, "The colour of its border.", default=None)
    border_width: float = key(_LENGTH, "How wide the border is.", default=0.4)
    radius: float = key(_LENGTH, "The radius of its corners.", default=0.0)
    padding: Sides = key(_SIDES, "Between the border and what is inside.", default=(0.0, 0.0, 0.0, 0.0))
    gap: float = key(_LENGTH, "Between what stands side by side.", default=4.0)
    space: float = key(_LENGTH, "Between the blocks inside.", default=1.6)
    art: str | None = key(TEXT, "An SVG template drawn behind it at its very size.", default=None)
    layout: Literal["stack", "row"] = key(
        _LAYOUT, "Whether items stand below or beside each other.", default="stack"
    )
    align: Align = key(_ALIGN, "Where the lines stand.", default="start")
    picture: float = key(_LENGTH, "How tall pictures may be.", default=0.0)
    title_art: str | None = key(TEXT, "An SVG template drawn behind its title.", default=None)
    title_padding: Sides = key(_SIDES, "Around the title.", default=(0.0, 0.0, 0.0, 0.0))
    divider: str | None = key(_COLOUR_OR_NAME, "The colour of the lines between items.", default=None)
    # a web page, whose boxes have no fixed size, shows these instead of art
    plain: str | None = key(_COLOUR_OR_NAME, "Its colour on a web page, instead of art.", default=None)
    plain_border: str | None = key(_COLOUR_OR_NAME, "Its border on a web page, instead of art.", default=None)
    title_plain: str | None = key(
        _COLOUR_OR_NAME, "Its title's colour on a web page, instead of art.", default=None
    )


class PageStyle(Keyed, example="{columns: 2}"):
    """The page: text runs in columns unless the content is too narrow for them."""

    margins: Sides = key(_SIDES, "The margins.", default=(12.0, 12.0, 15.0, 12.0))
    gap: float = key(_LENGTH, "Between the columns.", default=8.0)
    columns: int = key(whole(1, 12), "How many columns stand beside each other.", default=2)
    narrow: float = key(_LENGTH, "Narrower content has one column.", default=140.0)
    shrink: float = key(_SIZE, "How much smaller a sheet may become to fit its pages.", default=0.86)
    space: float = key(_LENGTH, "Between blocks.", default=2.4)
    section: float = key(_LENGTH, "Before a heading.", default=4.6)
    paper: str | None = key(_COLOUR_OR_NAME, "The colour of the paper.", default=None)


class HeadingStyle(Keyed, example="{ornament: lozenge}"):
    """The line below a section heading and the ornament at its end."""

    rule: float = key(_LENGTH, "How thick the line is.", default=0.5)
    colour: str = key(_COLOUR_OR_NAME, "The colour of the line.", default="#333333")
    ornament: Literal["none", "lozenge", "double"] = key(
        _ORNAMENT, "The ornament at the end of the line.", default="lozenge"
    )
    distance: float = key(_LENGTH, "From the words to the line.", default=1.4)
    below: float = key(_LENGTH, "From the line to what follows.", default=2.2)
    art: str | None = key(TEXT, "An SVG template drawn instead of the line.", default=None)
    art_height: float = key(_LENGTH, "How high the art is.", default=2.0)


class DiscStyle(Keyed, example="{radius: 2.7mm}"):
    """The numbered disc of a list item."""

    radius: float = key(_LENGTH, "The radius of the disc.", default=2.7)
    indent: float = key(_LENGTH, "Where the words start.", default=7.6)
    fill: str = key(_COLOUR_OR_NAME, "The colour of the disc.", default="#222222")
    gap: float = key(_LENGTH, "Between items.", default=1.6)


class FooterStyle(Keyed, example='{right: "page {page} of {pages}"}'):
    """The foot of each page; {title}, {version}, {notice}, {page} and {pages} are filled in."""

    left: str = key(TEXT, "The text at the left.", default="")
    right: str = key(TEXT, "The text at the right.", default="")
    rule: float = key(_LENGTH, "How thick the line above is.", default=0.4)
    colour: str = key(_COLOUR_OR_NAME, "The colour of the line.", default="#333333")
    height: float = key(_LENGTH, "How high the foot is.", default=11.4)


class BookletStyle(Keyed, example="{cover: cover.svg}"):
    """The booklet; all else looks as the sheet does, a little larger."""

    size: float = key(_SIZE, "The size of the letters that are read, at least 9.5 pt.", default=3.45)
    leading: float = key(_SIZE, "From line to line at least, in sizes of the letters.", default=1.28)
    chapter: float = key(_SIZE, "The size of the letters of a chapter's title.", default=8.4)
    cover: str | None = key(
        TEXT, "An SVG template as large as the page; its outer 5 mm are not printed.", default=None
    )
    ground: str | None = key(_COLOUR_OR_NAME, "The colour of a cover that has no template.", default=None)
    type: Mapping[str, TypeStyle] = key(
        map_of(part(TypeStyle)), "Type styles that differ in the booklet.", default=_NONE
    )
    boxes: Mapping[str, BoxStyle] = key(
        map_of(part(BoxStyle)), "Containers that differ in the booklet.", default=_NONE
    )


class Theme(Keyed, example="{type: {text: {size: 3.2mm}}}"):
    """Entries that are left out come from the default theme."""

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
    booklet: BookletStyle = key(part(BookletStyle), "The booklet.", default=BookletStyle())
    cite: bool = key(YES_NO, "Print the numbers of the rules small, for all readers.", default=False)
    fallback: str = key(
        TEXT, "A font family for letters that the others lack, on sheets and in the guide too.", default=""
    )
    furniture: Mapping[str, str] = key(
        map_of(TEXT), "Words of the program's own, such as rules, and back of {name}.", default=_NONE
    )
    scale: ClassVar[float] = 1.0  # how much larger or smaller `scaled` made it

    def words(self, name: str, box: str = "") -> TypeStyle:
        """Return the type style of `name`; inside a box its own one if there is (`steps.title`)."""
        kind = box.partition(".")[0]
        for known in (f"{box}.{name}", f"{kind}.{name}", name):
            if known in self.type:
                return self.type[known]
        return self.type["text"]

    def box(self, kind: str, variant: str = "") -> BoxStyle:
        """Return the look of a container; a variant nobody described looks like its kind."""
        return self.boxes.get(f"{kind}.{variant}") or self.boxes.get(kind) or BoxStyle()

    def as_booklet(self, page: PageStyle, size: float, least: float) -> Theme:
        """Return the theme on the pages of a booklet, with what it says of booklets over all else."""
        book = self.set_in(size, self.booklet.leading, least, page)
        types = {n: _over(book.words(n), style) for n, style in self.booklet.type.items()}
        return replace(book, type={**book.type, **types}).with_boxes_of_booklets()

    def with_boxes_of_booklets(self) -> Theme:
        """Return the theme with what it says of containers in booklets, for pages of one column."""
        boxes = {n: _over(self.box(*n.split(".", 1)), style) for n, style in self.booklet.boxes.items()}
        return replace(self, boxes={**self.boxes, **boxes})

    def set_in(self, size: float, leading: float, least: float, page: PageStyle) -> Theme:
        """Return the theme on other pages, with letters of this size; nothing that is read is smaller than `least`.

        Everything grows with the letters. What stands beside the words, such as a foot, may be smaller.
        """
        grown = self.scaled(size / self.words("text").size)
        styles = {
            name: style
            if name.rpartition(".")[2] in _BESIDE or name in _SMALL_PRINT
            else replace(style, size=max(style.size, least), leading=max(style.leading, _lead(name, leading)))
            for name, style in grown.type.items()
        }
        return replace(grown, type=styles, page=page)

    def scaled(self, factor: float) -> Theme:
        """Return the theme with everything but the page's margins made larger or smaller."""
        if factor == 1:
            return self
        box = ("border_width", "radius", "padding", "gap", "space", "picture", "title_padding")
        smaller = {
            "scale": self.scale * factor,
            "page": _scaled(self.page, factor, "gap", "space", "section"),
            "heading": _scaled(self.heading, factor, "rule", "distance", "below", "art_height"),
            "disc": _scaled(self.disc, factor, "radius", "indent", "gap"),
            "type": {name: _scaled(style, factor, "size") for name, style in self.type.items()},
            "boxes": {name: _scaled(style, factor, *box) for name, style in self.boxes.items()},
        }
        return Theme(**{**vars(self), **smaller})


_BESIDE = ("cite", "footer", "number", "folio")
_SMALL_PRINT = ("credits.text", "note.text", "label", "part", "masthead.text")


def _lead(name: str, leading: float) -> float:
    """Return the least leading of a kind of words: running text needs air, a line of its own does not."""
    return leading if name == "text" else leading - 0.06 if name.endswith(".text") else 0.0


def _scaled(style: P, factor: float, *lengths: str) -> P:
    """Return a style with some of its lengths made larger or smaller."""

    def times(value: Any) -> Any:
        return tuple(side * factor for side in value) if isinstance(value, tuple) else value * factor

    return replace(style, **{name: times(getattr(style, name)) for name in lengths})


# ---- theme files -----------------------------------------------------------------------------------


def theme_schema() -> Schema:
    schema = json_schema(part(Theme), "A cardgen rule-sheet theme")
    for block in (schema, *schema["$defs"].values()):
        for setting in block["properties"].values():
            del setting["default"]  # what holds by default stands in the default theme
    return schema


def load_themes(kit: Kit, problems: Problems) -> dict[str, Theme]:
    """Return the kit's theme for each of its looks; what its own file does not say comes from the default."""
    fonts = kit.fonts
    found: list[tuple[Document, Theme]] = []
    colours = {"accent": kit.accent}
    for root in (templates_dir(), kit.root):
        folder = Folder(root, problems)
        there = lexists(root / _THEME)  # a link may lead out of the kit, or nowhere
        document = folder.open_yaml(_THEME) if there else None
        if document is None or document.data is None:
            continue
        said = read(part(Theme), document, partly=True, code="theme-value")
        if said:
            found.append((document, _in_words(said, kit, ours=root != kit.root)))
            colours |= said.colours
    return {look: _theme(found, look, colours, fonts) for look in (*kit.looks, "full")}


def _in_words(said: Theme, kit: Kit, ours: bool) -> Theme:
    """Return a theme with its words in the kit's language: `ours` from cardgen's catalogue, the kit's from its own."""
    own = kit.said.get("theme", {})

    def word(key: str, text: str) -> str:
        return tr(text) if ours else own.get(key, text)

    given = dict(vars(said))
    with speaking(kit.language):
        if "furniture" in given:
            given["furniture"] = {k: word(f"furniture.{k}", text) for k, text in said.furniture.items()}
        if "footer" in given:
            foot: dict[str, Any] = {
                k: word(f"footer.{k}", v) if k in ("left", "right") else v
                for k, v in vars(said.footer).items()
            }
            given["footer"] = FooterStyle(**foot)
    return Theme(**given)


def _theme(
    files: list[tuple[Document, Theme]], look: str, colours: Mapping[str, str], fonts: Path | None
) -> Theme:
    for _, said in files:
        colours = {**colours, **said.looks.get(look, {})}
    whole = Theme()
    for document, said in files:
        whole = _over(whole, _usable(said, document, colours, fonts))
    text = whole.type.get("text", TypeStyle())
    styles = {"text": text, **{n: _over(text, style) for n, style in whole.type.items() if n != "text"}}
    boxes: dict[str, BoxStyle] = {}
    for name in sorted(whole.boxes):  # a kind before its variants, which build on it
        boxes[name] = _over(boxes.get(name.partition(".")[0], BoxStyle()), whole.boxes[name])
    return replace(whole, type=styles, boxes=boxes, colours=colours)


def fallback_of(kit: Kit, problems: Problems) -> str:
    """Return the family that the kit's theme names for letters which the fonts of sheets and guide lack; "" for none."""
    if not lexists(kit.root / _THEME):
        return ""
    return load_themes(kit, problems)["full"].fallback


def filled(text: str, names: Mapping[str, str]) -> str:
    """Return words of the program's own with their {names} filled in."""
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _over(below: Any, above: Any) -> Any:
    """Return what one theme says, and where it says nothing what the other does."""
    if isinstance(above, Keyed):
        return type(above)(**_over(vars(below), vars(above)))
    if isinstance(above, Mapping):
        return {**below, **{name: _over(below.get(name, one), one) for name, one in above.items()}}
    return above


def _usable(said: Any, document: Document, colours: Mapping[str, str], fonts: Path | None, *path: str) -> Any:
    """Return a part of a theme with the colours looked up, without those and the fonts that nobody knows."""
    if isinstance(said, Mapping):
        return {name: _usable(one, document, colours, fonts, *path, name) for name, one in said.items()}
    if not isinstance(said, Keyed):
        return said
    keys = part(type(said)).keys
    given: dict[str, Any] = {}
    for name, value in vars(said).items():
        at = (*path, name)
        if value is not None and keys[name].shape is _COLOUR_OR_NAME:
            colour = colours.get(value, value)
            if _COLOUR.fullmatch(colour):
                given[name] = colour
                continue
            message = f"{name} is '{value}', expected #rrggbb or a name below colours"
            document.note(message, *at, hint=did_you_mean(value, colours), code="theme-value")
        elif name == "font" or (name == "fallback" and value):
            try:
                font(FontKey(TextStyle(value, folder=fonts).families[0]))
                given[name] = value
            except UnknownFamilyError as error:
                hint = f"{did_you_mean(error.family, error.known)}; or {how_to_get(error.family)}"
                document.note(str(error), *at, hint=hint, code="unknown-font")
        else:
            given[name] = _usable(value, document, colours, fonts, *at)
    return type(said)(**given)
