"""How a rule sheet looks: page, colours, type, boxes. All lengths in mm, colours as #rrggbb.

The styles are also what a theme file may say (`theme_file`), where a colour can be a name of `colours:`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias, TypeVar

from cardgen.base.units import parse_length
from cardgen.source.leaves import TEXT, YES_NO, matching, one_of, parsed, whole
from cardgen.source.shape import Part, Shape, key

Align: TypeAlias = Literal["start", "center", "end"]
Sides: TypeAlias = tuple[float, float, float, float]
"""Top, right, bottom, left."""
P = TypeVar("P", bound=Part)


def _length(value: Any) -> float:
    if type(value) not in (int, float, str):
        raise ValueError
    try:
        return parse_length(value) if isinstance(value, str) else float(value)
    except ValueError:
        raise ValueError from None  # in our words


def _sides(value: Any) -> Sides:
    sides = [_length(side) for side in (value if isinstance(value, list) else [value])]
    if len(sides) not in (1, 2, 4):
        raise ValueError
    top, right, bottom, left = (sides * 4)[:4]
    return top, right, bottom, left


_MM: Final = {"type": ["number", "string"]}
_LENGTH = parsed(_length, "a length such as 3.2mm or 9pt", _MM)
_SIDES = parsed(
    _sides,
    "one length, two (vertical, horizontal) or four (clockwise from the top)",
    {"anyOf": [_MM, *({"type": "array", "items": _MM, "minItems": n, "maxItems": n} for n in (1, 2, 4))]},
)
_ALIGN: Shape[Align] = one_of("start", "center", "end")
_LAYOUT: Shape[Literal["stack", "row"]] = one_of("stack", "row")
_ORNAMENT: Shape[Literal["none", "lozenge", "double"]] = one_of("none", "lozenge", "double")
NAMED_COLOUR = matching(r"[\s\S]*", '"#rrggbb", accent or a name of colours:', schema={"type": "string"})


class TypeStyle(Part, example="{size: 3.2mm}"):
    """One kind of words."""

    font: str = key(TEXT, "The font family.", default="Zilla Slab")
    size: float = key(_LENGTH, "The size of the letters.", default=3.2)
    bold: bool = key(YES_NO, "Whether the letters are bold.", default=False)
    italic: bool = key(YES_NO, "Whether the letters are italic.", default=False)
    fill: str = key(NAMED_COLOUR, "The colour of the letters.", default="#222222")
    leading: float = key(_LENGTH, "From line to line, in sizes of the letters.", default=1.22)
    align: Align = key(_ALIGN, "Where the lines stand.", default="start")
    upper: bool = key(YES_NO, "Whether all letters are capitals.", default=False)


class BoxStyle(Part, example="{fill: panel, padding: 3mm}"):
    """How a container looks."""

    fill: str | None = key(NAMED_COLOUR, "Its colour.", default=None)
    border: str | None = key(NAMED_COLOUR, "The colour of its border.", default=None)
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
    divider: str | None = key(NAMED_COLOUR, "The colour of the lines between items.", default=None)
    # a web page, whose boxes have no fixed size, shows these instead of art
    plain: str | None = key(NAMED_COLOUR, "Its colour on a web page, instead of art.", default=None)
    plain_border: str | None = key(NAMED_COLOUR, "Its border on a web page, instead of art.", default=None)
    title_plain: str | None = key(
        NAMED_COLOUR, "Its title's colour on a web page, instead of art.", default=None
    )


class PageStyle(Part, example="{columns: 2}"):
    """The page: text runs in columns unless the content is too narrow for them."""

    margins: Sides = key(_SIDES, "The margins.", default=(12.0, 12.0, 15.0, 12.0))
    gap: float = key(_LENGTH, "Between the columns.", default=8.0)
    columns: int = key(whole(), "How many columns stand beside each other.", default=2)
    narrow: float = key(_LENGTH, "Narrower content has one column.", default=140.0)
    shrink: float = key(_LENGTH, "How much smaller a sheet may become to fit its pages.", default=0.86)
    space: float = key(_LENGTH, "Between blocks.", default=2.4)
    section: float = key(_LENGTH, "Before a heading.", default=4.6)
    paper: str | None = key(NAMED_COLOUR, "The colour of the paper.", default=None)


class HeadingStyle(Part, example="{ornament: lozenge}"):
    """The line below a section heading and the ornament at its end."""

    rule: float = key(_LENGTH, "How thick the line is.", default=0.5)
    colour: str = key(NAMED_COLOUR, "The colour of the line.", default="#333333")
    ornament: Literal["none", "lozenge", "double"] = key(
        _ORNAMENT, "What stands at the end of the line.", default="lozenge"
    )
    distance: float = key(_LENGTH, "From the words to the line.", default=1.4)
    below: float = key(_LENGTH, "From the line to what follows.", default=2.2)
    art: str | None = key(TEXT, "An SVG template drawn instead of the line.", default=None)
    art_height: float = key(_LENGTH, "How high the art is.", default=2.0)


class DiscStyle(Part, example="{radius: 2.7mm}"):
    """The numbered disc of a list item."""

    radius: float = key(_LENGTH, "The radius of the disc.", default=2.7)
    indent: float = key(_LENGTH, "Where the words start.", default=7.6)
    fill: str = key(NAMED_COLOUR, "The colour of the disc.", default="#222222")
    gap: float = key(_LENGTH, "Between items.", default=1.6)


class FooterStyle(Part, example='{right: "page {page} of {pages}"}'):
    """The foot of each page; {title}, {version}, {notice}, {page} and {pages} are filled in."""

    left: str = key(TEXT, "What stands at the left.", default="")
    right: str = key(TEXT, "What stands at the right.", default="")
    rule: float = key(_LENGTH, "How thick the line above is.", default=0.4)
    colour: str = key(NAMED_COLOUR, "The colour of the line.", default="#333333")
    height: float = key(_LENGTH, "How high the foot is.", default=11.4)


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything that decides the look of a rule sheet; `cite` prints the numbers of the rules small."""

    page: PageStyle
    heading: HeadingStyle
    disc: DiscStyle
    footer: FooterStyle
    type: Mapping[str, TypeStyle]
    boxes: Mapping[str, BoxStyle]
    colours: Mapping[str, str]
    masthead: str | None = None
    cite: bool = True
    scale: float = 1.0

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

    def scaled(self, factor: float) -> Theme:
        """Return the theme with everything but the page's margins made larger or smaller."""
        if factor == 1:
            return self
        box = ("border_width", "radius", "padding", "gap", "space", "picture", "title_padding")
        return replace(
            self,
            scale=self.scale * factor,
            page=_scaled(self.page, factor, "gap", "space", "section"),
            heading=_scaled(self.heading, factor, "rule", "distance", "below", "art_height"),
            disc=_scaled(self.disc, factor, "radius", "indent", "gap"),
            type={name: _scaled(style, factor, "size") for name, style in self.type.items()},
            boxes={name: _scaled(style, factor, *box) for name, style in self.boxes.items()},
        )


def _scaled(style: P, factor: float, *lengths: str) -> P:
    """Return a style with some of its lengths made larger or smaller."""

    def times(value: Any) -> Any:
        return tuple(side * factor for side in value) if isinstance(value, tuple) else value * factor

    return replace(style, **{name: times(getattr(style, name)) for name in lengths})
