"""The rule sheet as one web page that needs nothing else: its pictures, fonts and styles are inside.

What it looks like stands in `templates/rules/`: sheet.html.j2 and sheet.css.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import get_args

from jinja2 import Template
from markupsafe import Markup

from cardgen.base.drawing import FontKey, channels, contrast, lightness, luminance
from cardgen.base.files import Files, templates_dir
from cardgen.base.own import templates
from cardgen.base.units import parse_length
from cardgen.export.svg import svg_sprites
from cardgen.export.webfonts import font_rule
from cardgen.faces.text.fonts import UnknownFamilyError, font, qualify
from cardgen.rulesheet.blocks import Block, Inline, PictureBlock, TextRun, all_inlines
from cardgen.rulesheet.setter import SheetPictures
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import BoxStyle, Theme, TypeStyle

_MM_IN_REM = 0.31
"""How many rem stand for a millimetre of the printed sheet."""
_READABLE = 3.0  # of large words; what a theme chose for print is not judged more strictly here
_TYPE = (
    *("text", "title", "masthead.text", "heading-2", "heading-3", "heading-4", "box-title", "step-title"),
    *("number", "value", "label", "part", "caption", "gallery.caption", "table-head", "credits.text"),
)
"""The kinds of words that sheet.css sets."""
_SELECTORS = {"at-a-glance": ".glance", "step": ".steps>ol>li", "panels": ".panels td", "table": ".lines"}
_BOARD = "display:table;margin:0 auto .6rem;padding:.2rem 2.5rem;border:3px solid;border-radius:.35rem"
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_TITLES = ">:is(h2,h3)"  # of a box
_DARKEST = 9.0  # CIE lightness of a dark screen's paper
_LIGHT = 0.62  # luminance from which on a box is a sheet of paper, not a colour
_Values = dict[str, str]
_WIDE, _NARROW = 186.0, 136.0  # the masthead is drawn for a screen and for a telephone


def rule_html(sheet: RuleSheet, faces: object) -> str:
    """Return the whole page; it reads well on a telephone and prints well, too."""
    pictures = SheetPictures(faces, sheet)
    theme = sheet.theme_in(pictures.faces.look)
    arts = [pictures.art(theme.masthead, width, 0.0) for width in (_WIDE, _NARROW) if theme.masthead]
    found = (inline for inline in all_inlines(sheet.blocks) if isinstance(inline, PictureBlock))
    drawings = [d for d in (*arts, *map(pictures.drawing, found)) if d is not None and d.height]
    sprites, shown = svg_sprites(dict.fromkeys(drawings), "r")

    def svg(picture: PictureBlock) -> Markup | None:
        drawing = pictures.drawing(picture)
        return _shown(shown[drawing]) if drawing is not None and drawing.height else None

    page = _template().render(
        kit=sheet.kit,
        blocks=sheet.blocks,
        theme=theme,
        cited=sheet.cited_texts,
        numbers=theme.cite,
        css=Markup(_style_sheet(theme, _characters(sheet), pictures.fonts)),
        sprites=Markup(sprites),
        masthead=[_shown(shown[art]) for art in arts if art is not None and art in shown],
        svg=svg,
        size=lambda *how: _size(pictures, *how),
    )
    pictures.hand_over()
    return page


@lru_cache(maxsize=1)
def _template() -> Template:
    env = templates("rules", blocks=False, ends=True)
    for kind in (*get_args(Block), *get_args(Inline)):
        env.tests[kind.__name__.lower()] = lambda value, kind=kind: isinstance(value, kind)
    return env.get_template("sheet.html.j2")


def _characters(sheet: RuleSheet) -> set[str]:
    """Return all that the fonts may have to show: each may be asked for any word."""
    shown = (*sheet.blocks, *sheet.by_number)
    said = "".join(inline.text for inline in all_inlines(shown) if isinstance(inline, TextRun))
    said += sheet.theme.furniture["numbers"]
    said += sheet.kit.title + sheet.kit.small_print  # below the sheet
    return {*said, *said.upper(), *"0123456789,.•"}


def _shown(svg: str) -> Markup:
    """Return the picture as a part of the element around it, which has the words for who cannot see it."""
    return Markup(re.sub(r' role="img" aria-label="[^"]*"', ' aria-hidden="true"', svg, count=1))


def _size(pictures: SheetPictures, picture: PictureBlock, width: str, tallest: float) -> str:
    """Return how wide a picture is: as it says, as the figure around it says, or in its own size."""
    wanted = picture.values.get("width") or width
    if re.fullmatch(r"\d+(\.\d+)?%", wanted):
        return wanted
    with contextlib.suppress(ValueError):  # the pages have reported it
        return f"{parse_length(wanted) * _MM_IN_REM:.2f}rem"
    drawing = pictures.drawing(picture)
    assert drawing is not None
    k = 0.5 if picture.kind != "art" else 1.0
    k = min(k, tallest / drawing.height) if tallest else k
    return f"{drawing.width * k * _MM_IN_REM:.2f}rem"


# ---- style -----------------------------------------------------------------------------------------


def _style_sheet(theme: Theme, characters: set[str], folder: Path | None) -> str:
    """Return the CSS of a page that shows these characters: its fonts, the theme, and one layout for all themes.

    `folder` holds the fonts that the kit brings itself.
    """
    layout = Files(templates_dir()).text("rules/sheet.css")
    looks = [(":root", _root(theme)), *_boxes(theme)]
    root, *rules = (f"{selector}{{{_declared(values)}}}" for selector, values in looks)
    rules.append(f"@media screen and (prefers-color-scheme:dark){{{_night(looks)}}}")
    css = "\n".join([*_font_faces(theme, characters, folder), root, layout, *rules, ""])
    return css.replace("<", r"\3c ")  # whatever a theme says, it never ends the style element


def _night(looks: Sequence[tuple[str, _Values]]) -> str:
    """Return the rules in colours for a dark screen.

    Paper and light panels become dark, and their words light. A box in a colour of its own stays as it is by day, with its
    words; so does what lies behind pictures, which are drawn for it.
    """
    (_, root), *boxes = looks
    grounds = {selector: values["--ground"] for selector, values in boxes if "--ground" in values}
    kept = [selector for selector, ground in grounds.items() if luminance(ground) < _LIGHT]
    day = {name: said for name, said in root.items() if _COLOUR.fullmatch(said) and name != "--ground"}
    night = {name: _at_night(said) for name, said in day.items()}
    rules: list[tuple[str, _Values]] = [(":root", night)]
    for selector in grounds:
        words = "--box-title-colour" if selector.endswith(_TITLES) else "--text-colour"
        rules.append((selector, {**(day if selector in kept else night), "color": f"var({words})"}))
    for selector, values in boxes:
        inside = selector not in grounds and any(selector.startswith((f"{one}>", f"{one} ")) for one in kept)
        if not (selector in kept or inside):
            values = {name: _COLOUR.sub(lambda c: _at_night(c[0]), said) for name, said in values.items()}
            values.pop("--ground", None)
        rules.append((selector, values))
    return "".join(f"{selector}{{{_declared(values)}}}" for selector, values in rules if values)


@cache
def _at_night(colour: str) -> str:
    """Return a colour as light as it was dark, in its own hue, and never quite black."""
    hue, _, rich = rgb_to_hls(*channels(colour))
    wanted = max(_DARKEST, 102 - lightness(colour))
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        shown = "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, middle, rich * 0.85))
        low, high = (middle, high) if lightness(shown) < wanted else (low, middle)
    return shown


def _declared(values: Mapping[str, str]) -> str:
    return ";".join(f"{name}:{value}" for name, value in values.items())


def _root(theme: Theme) -> _Values:
    found = {
        "--paper": _ground(theme),
        "--ground": _ground(theme),
        "--rule": theme.heading.colour,
        "--disc": theme.disc.fill,
        "--cite": theme.words("cite").fill,
    }
    if theme.heading.ornament == "lozenge":
        found["--lozenge"] = '""'
    for name in _TYPE:
        found |= _words(name, theme.words(name), _fallbacks(theme))
    return found


def _fallbacks(theme: Theme) -> list[str]:
    """Return the families that have what another font of the theme lacks."""
    return [family for name in theme.fallback.split(",") if (family := name.strip().strip("'\""))]


def _ground(theme: Theme) -> str:
    return theme.page.paper or "#ffffff"


def _words(name: str, style: TypeStyle, fallbacks: Sequence[str] = ()) -> _Values:
    """Return the custom properties of one kind of words."""
    generic = "sans-serif" if style.font in ("Oswald", "Roboto") else "serif"
    families = ",".join(f"'{family}'" for family in (style.font, *fallbacks))
    found = {
        "font": f"{families},{generic}",
        "size": f"{style.size * _MM_IN_REM:.3f}rem",
        "weight": "700" if style.bold else "400",
        "colour": style.fill,
    }
    if style.italic:
        found["slope"] = "italic"
    if style.upper:
        found["case"] = "uppercase"
    if style.align != "start":
        found["align"] = style.align
    return {f"--{name.replace('.', '-')}-{part}": value for part, value in found.items()}


def _boxes(theme: Theme) -> Iterator[tuple[str, _Values]]:
    """Yield the rules of the theme's own boxes, and of the titles in them."""
    for name, style in theme.type.items():
        box, dot, part = name.rpartition(".")
        if dot and part == "box-title":
            yield f".{box.replace('.', '-')}{_TITLES}", _words(part, style, _fallbacks(theme))
        elif dot and part == "step-title":
            yield f".{box} h3", _words(part, style, _fallbacks(theme))
    for name, look in theme.boxes.items():
        selector = _SELECTORS.get(name, "." + name.replace(".", "-"))
        yield selector, _look(look, row=name == "panels", variant="." in name)
        if look.title_plain:
            board = {"--ground": look.title_plain, "background": f"{look.title_plain};{_BOARD}"}
            yield f"{selector}{_TITLES}", board
        if name.startswith("call-out"):
            yield from _inside(theme, name, selector, look)


def _inside(theme: Theme, name: str, selector: str, box: BoxStyle) -> Iterator[tuple[str, _Values]]:
    """Yield the colours of words in a call-out: its own where they can be read on its plain ground."""
    ground = box.plain or box.fill or _ground(theme)
    own = theme.words("text", name).fill
    if own != theme.words("text").fill and contrast(own, ground) >= _READABLE:
        yield selector, {"color": own, "--cite": own}
    heading = theme.type.get(f"{name}.heading-3")
    if heading and contrast(heading.fill, ground) >= _READABLE:
        yield f"{selector} * h3", _words("heading-3", heading, _fallbacks(theme))


def _look(box: BoxStyle, row: bool, variant: bool) -> _Values:
    """Return the look of a box; the cells of a row share one, so they have no corners of their own.

    A variant (`call-out.foot`) is seen instead of the box it varies, so what it lacks it says.
    """
    found: _Values = {}
    fill = box.plain or box.fill
    border = box.plain_border or box.border
    if fill or variant:
        found["background"] = fill or "none"
    if fill:
        found["--ground"] = fill
    if border:
        wide = "1px 0" if row else f"{max(1.0, box.border_width * 5):.1f}px"
        found |= {"border": f"solid {border}", "border-width": wide}
    elif variant:
        found |= {"border": "0"} if any(box.padding) else {"border": "0", "padding": "0"}
    if (box.radius or box.plain) and not row:
        found["border-radius"] = f"{max(box.radius, 2.0) * _MM_IN_REM:.2f}rem"
    if box.align != "start" or variant:
        found["text-align"] = box.align
    return found


# ---- fonts ------------------------------------------------------------------------------------------


def _font_faces(theme: Theme, characters: set[str], folder: Path | None) -> Iterator[str]:
    """Yield an `@font-face` rule for each font of the theme, with these characters alone, as a data URI.

    What a font lacks is in the first fallback that has it.
    """
    base = theme.words("text").font
    keys = {FontKey(s.font, 700 if s.bold else 400, s.italic) for s in theme.type.values()}
    keys |= {FontKey(base, 700, False), FontKey(base, 400, True)}
    wanted = dict.fromkeys(keys, characters)
    for key in keys:
        lacking = {character for character in characters if _lacks(key, character, folder)}
        for family in _fallbacks(theme):
            other = FontKey(family, key.weight, key.italic)
            has = {character for character in lacking if not _lacks(other, character, folder)}
            if has and other not in keys:
                wanted[other] = wanted.get(other, set()) | has
            lacking -= has
    for key in sorted(wanted, key=lambda k: (k.family, k.weight, k.italic)):
        try:
            yield font_rule(_own(key, folder), key.family, wanted[key])
        except UnknownFamilyError:
            continue  # the problems of the theme name it


def _own(key: FontKey, folder: Path | None) -> FontKey:
    """Return the font that the kit brings itself, if it has one of this name."""
    return replace(key, family=qualify(key.family, folder))


def _lacks(key: FontKey, character: str, folder: Path | None) -> bool:
    try:
        return not font(_own(key, folder)).has(character)
    except UnknownFamilyError:
        return True
