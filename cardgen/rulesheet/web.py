"""The rule sheet as one web page that needs nothing else: its pictures, fonts and styles are inside.

What it looks like stands in `templates/rules/`: sheet.html.j2 and sheet.css.
"""

from __future__ import annotations

import contextlib
import re
from functools import lru_cache
from typing import get_args

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from cardgen.base.files import templates_dir
from cardgen.base.units import parse_length
from cardgen.export.svg import svg_sprites
from cardgen.rulesheet.blocks import Block, Inline, Picture, Run, all_inlines
from cardgen.rulesheet.pictures import Pictures
from cardgen.rulesheet.sheet import FURNITURE, RuleSheet
from cardgen.rulesheet.webstyle import MM_IN_REM, style_sheet

_WIDE, _NARROW = 186.0, 136.0  # the masthead is drawn for a screen and for a telephone


def rule_html(sheet: RuleSheet, faces: object) -> str:
    """Return the whole page; it reads well on a telephone and prints well, too."""
    pictures = Pictures(faces, sheet)
    theme = sheet.theme_in(pictures.faces.look)
    arts = [pictures.art(theme.masthead, width, 0.0) for width in (_WIDE, _NARROW) if theme.masthead]
    found = (inline for inline in all_inlines(sheet.blocks) if isinstance(inline, Picture))
    drawings = [d for d in (*arts, *map(pictures.drawing, found)) if d is not None and d.height]
    sprites, shown = svg_sprites(dict.fromkeys(drawings), "r")

    def svg(picture: Picture) -> Markup | None:
        drawing = pictures.drawing(picture)
        return _shown(shown[drawing]) if drawing is not None and drawing.height else None

    page = _template().render(
        kit=sheet.kit,
        blocks=sheet.blocks,
        theme=theme,
        furniture=FURNITURE,
        css=Markup(style_sheet(theme, _characters(sheet))),
        sprites=Markup(sprites),
        masthead=[_shown(shown[art]) for art in arts if art is not None and art in shown],
        svg=svg,
        size=lambda *how: _size(pictures, *how),
    )
    pictures.hand_over()
    return page


@lru_cache(maxsize=1)
def _template() -> Template:
    env = Environment(
        loader=FileSystemLoader(templates_dir() / "rules"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    for kind in (*get_args(Block), *get_args(Inline)):
        env.tests[kind.__name__.lower()] = lambda value, kind=kind: isinstance(value, kind)
    return env.get_template("sheet.html.j2")


def _characters(sheet: RuleSheet) -> set[str]:
    """Return all that the fonts may have to show: each may be asked for any word."""
    said = "".join(inline.text for inline in all_inlines(sheet.blocks) if isinstance(inline, Run))
    return {*said, *said.upper(), *"0123456789,.•"}


def _shown(svg: str) -> Markup:
    """Return the picture as a part of the element around it, which has the words for who cannot see it."""
    return Markup(re.sub(r' role="img" aria-label="[^"]*"', ' aria-hidden="true"', svg, count=1))


def _size(pictures: Pictures, picture: Picture, width: str, tallest: float) -> str:
    """Return how wide a picture is: as it says, as the figure around it says, or in its own size."""
    wanted = picture.values.get("width") or width
    if re.fullmatch(r"\d+(\.\d+)?%", wanted):
        return wanted
    with contextlib.suppress(ValueError):  # the pages have told what is wrong with it
        return f"{parse_length(wanted) * MM_IN_REM:.2f}rem"
    drawing = pictures.drawing(picture)
    assert drawing is not None
    k = 0.5 if picture.kind != "art" else 1.0
    k = min(k, tallest / drawing.height) if tallest else k
    return f"{drawing.width * k * MM_IN_REM:.2f}rem"
