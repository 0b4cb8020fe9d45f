"""How a rule sheet looks: page, colours, type, boxes. All lengths in mm, colours as #rrggbb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Align: TypeAlias = Literal["start", "center", "end"]
Sides: TypeAlias = tuple[float, float, float, float]
"""Top, right, bottom, left."""


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """One kind of words; `leading` is in em."""

    font: str = "Zilla Slab"
    size: float = 3.2
    bold: bool = False
    italic: bool = False
    fill: str = "#222222"
    leading: float = 1.22
    align: Align = "start"
    upper: bool = False


@dataclass(frozen=True, slots=True)
class BoxStyle:
    """How a container looks.

    `art` is an SVG template drawn behind it at its very size, `title_art` one behind its title;
    `picture` is how tall pictures may be, `space` what stands between the blocks inside. A web page, whose
    boxes have no fixed size, shows `plain`, `plain_border` and
    `title_plain` instead of art.
    """

    fill: str | None = None
    border: str | None = None
    border_width: float = 0.4
    radius: float = 0.0
    padding: Sides = (0.0, 0.0, 0.0, 0.0)
    gap: float = 4.0
    space: float = 1.6
    art: str | None = None
    layout: Literal["stack", "row"] = "stack"
    align: Align = "start"
    picture: float = 0.0
    title_art: str | None = None
    title_padding: Sides = (0.0, 0.0, 0.0, 0.0)
    divider: str | None = None
    plain: str | None = None
    plain_border: str | None = None
    title_plain: str | None = None


@dataclass(frozen=True, slots=True)
class PageStyle:
    """The page: text runs in `columns` beside each other unless the content is narrower than `narrow`.

    `space` stands between blocks, `section` before a heading; a sheet may be made smaller, down to
    `shrink`, so that it fits the pages it was written for.
    """

    margins: Sides = (12.0, 12.0, 15.0, 12.0)
    gap: float = 8.0
    columns: int = 2
    narrow: float = 140.0
    shrink: float = 0.86
    space: float = 2.4
    section: float = 4.6
    paper: str | None = None


@dataclass(frozen=True, slots=True)
class HeadingStyle:
    """The line below a section heading and the ornament at its end; `below` is the space after it.

    `art` is an SVG template drawn instead of the line, `art_height` high.
    """

    rule: float = 0.5
    colour: str = "#333333"
    ornament: Literal["none", "lozenge", "double"] = "lozenge"
    distance: float = 1.4
    below: float = 2.2
    art: str | None = None
    art_height: float = 2.0


@dataclass(frozen=True, slots=True)
class DiscStyle:
    """The numbered disc of a list item; `indent` is where the words start, `gap` stands between items."""

    radius: float = 2.7
    indent: float = 7.6
    fill: str = "#222222"
    gap: float = 1.6


@dataclass(frozen=True, slots=True)
class FooterStyle:
    """The foot of each page; {title}, {version}, {page} and {pages} are filled in."""

    left: str = "{title} · rules"
    right: str = "page {page} of {pages}"
    rule: float = 0.4
    colour: str = "#333333"
    height: float = 11.4


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
        for key in (f"{box}.{name}", f"{kind}.{name}", name):
            if key in self.type:
                return self.type[key]
        return self.type["text"]

    def box(self, kind: str, variant: str = "") -> BoxStyle:
        """Return the look of a container; a variant nobody described looks like its kind."""
        return self.boxes.get(f"{kind}.{variant}") or self.boxes.get(kind) or BoxStyle()

    def scaled(self, factor: float) -> Theme:
        """Return the theme with everything but the page's margins made larger or smaller."""
        if factor == 1:
            return self
        page, heading, disc = self.page, self.heading, self.disc
        return replace(
            self,
            scale=self.scale * factor,
            page=replace(
                page, gap=page.gap * factor, space=page.space * factor, section=page.section * factor
            ),
            heading=replace(
                heading,
                rule=heading.rule * factor,
                distance=heading.distance * factor,
                below=heading.below * factor,
                art_height=heading.art_height * factor,
            ),
            disc=replace(
                disc, radius=disc.radius * factor, indent=disc.indent * factor, gap=disc.gap * factor
            ),
            type={name: replace(style, size=style.size * factor) for name, style in self.type.items()},
            boxes={name: _scaled(style, factor) for name, style in self.boxes.items()},
        )


def _scaled(box: BoxStyle, factor: float) -> BoxStyle:
    return replace(
        box,
        border_width=box.border_width * factor,
        radius=box.radius * factor,
        padding=_times(box.padding, factor),
        gap=box.gap * factor,
        space=box.space * factor,
        picture=box.picture * factor,
        title_padding=_times(box.title_padding, factor),
    )


def _times(sides: Sides, factor: float) -> Sides:
    top, right, bottom, left = sides
    return (top * factor, right * factor, bottom * factor, left * factor)
