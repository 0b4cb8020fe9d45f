"""The style of a rule sheet's web page: the theme as custom properties and rules, and the fonts it needs."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping

import uharfbuzz as hb

from cardgen.base.drawing import FontKey, contrast
from cardgen.base.files import templates_dir
from cardgen.faces.text.fonts import UnknownFamilyError, font
from cardgen.rulesheet.theme import BoxStyle, Theme, TypeStyle

MM_IN_REM = 0.31
"""How many rem stand for a millimetre of the printed sheet."""
_READABLE = 3.0  # of large words; what a theme chose for print is not judged more strictly here
_TYPE = (
    *("text", "title", "masthead.text", "heading-2", "heading-3", "heading-4", "box-title", "step-title"),
    *("number", "value", "label", "part", "caption", "gallery.caption", "table-head", "credits.text"),
)
"""The kinds of words that sheet.css sets."""
_SELECTORS = {"at-a-glance": ".glance", "step": ".steps>ol>li", "panels": ".panels td", "table": ".lines"}
_BOARD = "display:table;margin:0 auto .6rem;padding:.2rem 2.5rem;border:3px solid;border-radius:.35rem"
Values = dict[str, str]


def style_sheet(theme: Theme, characters: set[str]) -> str:
    """Return the CSS of a page that shows these characters: its fonts, the theme, and one layout for all themes."""
    layout = (templates_dir() / "rules" / "sheet.css").read_text("utf-8")
    rules = [f"{selector}{{{_declared(values)}}}" for selector, values in _boxes(theme)]
    root = f":root{{{_declared(_root(theme))}}}"
    css = "\n".join([*_font_faces(theme, characters), root, layout, *rules, ""])
    return css.replace("<", r"\3c ")  # whatever a theme says, it never ends the style element


def _declared(values: Mapping[str, str]) -> str:
    return ";".join(f"{name}:{value}" for name, value in values.items())


def _root(theme: Theme) -> Values:
    found = {
        "--paper": _ground(theme),
        "--rule": theme.heading.colour,
        "--disc": theme.disc.fill,
        "--cite": theme.words("cite").fill,
    }
    if theme.heading.ornament == "lozenge":
        found["--lozenge"] = '""'
    for name in _TYPE:
        found |= _words(name, theme.words(name))
    return found


def _ground(theme: Theme) -> str:
    return theme.page.paper or "#ffffff"


def _words(name: str, style: TypeStyle) -> Values:
    """Return the custom properties of one kind of words."""
    generic = "sans-serif" if style.font in ("Oswald", "Roboto") else "serif"
    found = {
        "font": f"'{style.font}',{generic}",
        "size": f"{style.size * MM_IN_REM:.3f}rem",
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


def _boxes(theme: Theme) -> Iterator[tuple[str, Values]]:
    """Yield the rules of the theme's own boxes, and of the titles in them."""
    for name, style in theme.type.items():
        box, dot, part = name.rpartition(".")
        if dot and part == "box-title":
            yield f".{box.replace('.', '-')}>:is(h2,h3)", _words(part, style)
        elif dot and part == "step-title":
            yield f".{box} h3", _words(part, style)
    for name, look in theme.boxes.items():
        selector = _SELECTORS.get(name, "." + name.replace(".", "-"))
        yield selector, _look(look, row=name == "panels", variant="." in name)
        if look.title_plain:
            yield f"{selector}>:is(h2,h3)", {"background": f"{look.title_plain};{_BOARD}"}
        if name.startswith("call-out"):
            yield from _inside(theme, name, selector, look)


def _inside(theme: Theme, name: str, selector: str, box: BoxStyle) -> Iterator[tuple[str, Values]]:
    """Yield the colours of words in a call-out: its own where they can be read on its plain ground."""
    ground = box.plain or box.fill or _ground(theme)
    own = theme.words("text", name).fill
    if own != theme.words("text").fill and contrast(own, ground) >= _READABLE:
        yield selector, {"color": own, "--cite": own}
    heading = theme.type.get(f"{name}.heading-3")
    if heading and contrast(heading.fill, ground) >= _READABLE:
        yield f"{selector} * h3", _words("heading-3", heading)


def _look(box: BoxStyle, row: bool, variant: bool) -> Values:
    """Return the look of a box; the cells of a row share one, so they have no corners of their own.

    A variant (`call-out.foot`) is seen instead of the box it varies, so what it lacks it says.
    """
    found: Values = {}
    fill = box.plain or box.fill
    border = box.plain_border or box.border
    if fill or variant:
        found["background"] = fill or "none"
    if border:
        wide = "1px 0" if row else f"{max(1.0, box.border_width * 5):.1f}px"
        found |= {"border": f"solid {border}", "border-width": wide}
    elif variant:
        found |= {"border": "0"} if any(box.padding) else {"border": "0", "padding": "0"}
    if (box.radius or box.plain) and not row:
        found["border-radius"] = f"{max(box.radius, 2.0) * MM_IN_REM:.2f}rem"
    if box.align != "start" or variant:
        found["text-align"] = box.align
    return found


# ---- fonts ------------------------------------------------------------------------------------------


def _font_faces(theme: Theme, characters: set[str]) -> Iterator[str]:
    """Yield an `@font-face` rule for each font of the theme, with these characters alone, as a data URI."""
    base = theme.words("text").font
    keys = {FontKey(s.font, 700 if s.bold else 400, s.italic) for s in theme.type.values()}
    keys |= {FontKey(base, 700, False), FontKey(base, 400, True)}
    for key in sorted(keys, key=lambda k: (k.family, k.weight, k.italic)):
        try:
            data = base64.b64encode(_subset(key, characters)).decode()
        except UnknownFamilyError:
            continue  # the problems of the theme name it
        style = "italic" if key.italic else "normal"
        yield (
            f"@font-face{{font-family:'{key.family}';font-weight:{key.weight};font-style:{style};"
            f"font-display:swap;src:url(data:font/ttf;base64,{data}) format('truetype')}}"
        )


def _subset(key: FontKey, characters: set[str]) -> bytes:
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update({ord(c) for c in characters} | {0x20})
    wanted.flags = hb.SubsetFlags.NO_HINTING
    unused = (int.from_bytes(tag.encode(), "big") for tag in ("DSIG", "GDEF"))
    wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(unused)
    return bytes(hb.subset(font(key).face, wanted).blob.data)
