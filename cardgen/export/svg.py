"""Draws drawings as SVG for web pages: text as outlines (so no fonts travel), shared pieces once.

Art may come from a stranger's kit, and an SVG in a page may do whatever a page may. So only drawing elements and
harmless attributes pass; names get a prefix so that two pieces never mean each other's gradients.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import Any

from cardgen.base.drawing import (
    IDENTITY,
    Art,
    Drawing,
    Matrix,
    Path,
    PathCommand,
    PlacedDrawing,
    Text,
    multiply,
)
from cardgen.export.embedded import EmbeddedFont, EmbeddedFonts
from cardgen.export.operators import matrix, number
from cardgen.faces.art.caps import svg_size
from cardgen.faces.art.photo import photo_symbol

_ELEMENTS = frozenset(
    {"svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
    | {"text", "tspan", "image", "style", "linearGradient", "radialGradient", "stop", "pattern", "clipPath"}
    | {"mask", "marker", "title", "desc"}
)
_SVG = "{http://www.w3.org/2000/svg}"
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_LOCAL_URL = re.compile(r"url\(\s*['\"]?#([^)'\"\s]+)['\"]?\s*\)")
_ANY_URL = re.compile(r"url\(\s*['\"]?(?!#)[^)]*\)|@import|expression\s*\(", re.I)
_PICTURE = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]*")
_OWN_BOX = frozenset(
    {"width", "height", "viewBox", "preserveAspectRatio", "x", "y", "id", "version", "class"}
)


def drawing_svg(drawing: Drawing) -> str:
    """Return one SVG that needs nothing else, as large as the drawing."""
    sprites = _Sprites("c")
    body = "".join(sprites.items(drawing))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(drawing.width)}mm" height="{number(drawing.height)}mm"'
        f' viewBox="{_box(drawing)}" role="img" aria-label="{_label(drawing)}">'
        f"<defs>{sprites.definitions()}</defs>{body}</svg>"
    )


def svg_sprites(drawings: Iterable[Drawing], prefix: str = "c") -> tuple[str, Mapping[Drawing, str]]:
    """Return one hidden SVG with all definitions, and for each drawing the `<svg>` that shows it from there.

    Both go into the same HTML page, the hidden one first. A shown SVG has the drawing's proportions and no size
    of its own; the page's style sheet sizes it.
    """
    sprites = _Sprites(prefix)
    shown = {}
    for drawing in drawings:
        name = sprites.drawing(drawing)
        shown[drawing] = (
            f'<svg viewBox="{_box(drawing)}" role="img" aria-label="{_label(drawing)}">'
            f'<use href="#{name}" {_place(drawing)}/></svg>'
        )
    # Not display:none, which would switch gradients and clips off as well.
    hidden = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    return f"{hidden}<defs>{sprites.definitions()}</defs></svg>", shown


def _box(drawing: Drawing) -> str:
    return " ".join(number(v) for v in (drawing.x, drawing.y, drawing.width, drawing.height))


def _place(thing: Drawing | Art) -> str:
    sides = (("x", thing.x), ("y", thing.y), ("width", thing.width), ("height", thing.height))
    return " ".join(f'{name}="{number(value)}"' for name, value in sides)


def _label(drawing: Drawing) -> str:
    words = " ".join(text.words.strip() for text in drawing.texts() if text.words.strip())
    return escape(f"{drawing.name}: {words}" if words else drawing.name)


def _transform(values: Matrix) -> str:
    return "" if values == IDENTITY else f' transform="matrix({matrix(values)})"'


def _fade(opacity: float) -> str:
    return "" if opacity >= 1 else f' opacity="{number(opacity, 3)}"'


class _Sprites:
    """Collects what several drawings share: drawings, art, glyphs and clips, each once."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._fonts = EmbeddedFonts()
        self._found: dict[str, str] = {}
        self._names: dict[str, dict[object, str]] = {"d": {}, "a": {}, "c": {}}

    def definitions(self) -> str:
        return "".join(self._found.values())

    def _shared(self, kind: str, thing: object, markup: Callable[[str], str]) -> str:
        """Return the id of a shared thing; its markup is written for the first who wants it."""
        names = self._names[kind]
        if thing not in names:
            name = names[thing] = f"{self._prefix}{kind}{len(names) + 1}"
            self._found[name] = markup(name)
        return names[thing]

    def drawing(self, drawing: Drawing) -> str:
        def markup(name: str) -> str:
            return f'<symbol id="{name}" viewBox="{_box(drawing)}">{"".join(self.items(drawing))}</symbol>'

        return self._shared("d", drawing, markup)

    def items(self, drawing: Drawing) -> Iterator[str]:
        for item in drawing.items:
            match item:
                case Text():
                    yield self._text(item)
                case Path():
                    yield _path(item)
                case PlacedDrawing():
                    yield self._placed(item)
                case Art():
                    yield f'<use href="#{self._art(item)}" {_place(item)}{_transform(item.matrix)}/>'

    def _placed(self, place: PlacedDrawing) -> str:
        use = f'<use href="#{self.drawing(place.drawing)}" {_place(place.drawing)}'
        if place.clip is None and place.opacity >= 1:
            return f"{use}{_transform(place.matrix)}/>"
        # In a group, because not every viewer fades or clips a <use>.
        clip = "" if place.clip is None else f' clip-path="url(#{self._clip(place.clip)})"'
        return f"<g{_transform(place.matrix)}{_fade(place.opacity)}{clip}>{use}/></g>"

    def _clip(self, clip: Path) -> str:
        path = f'<path d="{_outline(clip.commands)}"/>'
        return self._shared("c", clip.commands, lambda name: f'<clipPath id="{name}">{path}</clipPath>')

    def _art(self, art: Art) -> str:
        return self._shared("a", art.key, lambda name: symbol(art.svg, name))

    def _text(self, text: Text) -> str:
        """Return the glyphs in font units, which are whole numbers and so the shortest."""
        embedded = self._fonts.of(text.font)
        upem = embedded.font.upem
        scale = text.size / upem
        placed = multiply(text.matrix, (scale, 0.0, 0.0, -scale, text.x, text.y))
        glyphs = []
        pen = 0.0
        for glyph in text.glyphs:
            name = self._glyph(embedded, glyph.id)
            if name:
                x, y = round((pen + glyph.dx) * upem), round(glyph.dy * upem)
                glyphs.append(f'<use href="#{name}"{_at("x", x)}{_at("y", y)}/>')
            pen += glyph.advance
        if not glyphs:
            return ""
        return f'<g fill="{escape(text.fill)}"{_transform(placed)}{_fade(text.opacity)}>{"".join(glyphs)}</g>'

    def _glyph(self, embedded: EmbeddedFont, glyph: int) -> str:
        """Return the id of a glyph's outline, "" for a glyph without one, such as a space."""
        name = f"{self._prefix}{embedded.name.lower()}-{glyph}"
        if name not in self._found:
            outline = glyph_outline(embedded.font, glyph)
            self._found[name] = f'<path id="{name}" d="{outline}"/>' if outline else ""
        return name if self._found[name] else ""


def _at(name: str, value: int) -> str:
    return f' {name}="{value}"' if value else ""


def _path(path: Path) -> str:
    if path.fill is None and path.stroke is None:
        return ""
    words = [f'<path d="{_outline(path.commands)}" fill="{escape(path.fill or "none")}"']
    if path.stroke is not None:
        words.append(f'stroke="{escape(path.stroke)}" stroke-width="{number(path.width)}"')
        if path.dash:
            words.append(f'stroke-dasharray="{" ".join(number(d) for d in path.dash)}"')
        if path.cap != "butt":
            words.append(f'stroke-linecap="{path.cap}"')
        if path.join != "miter":
            words.append(f'stroke-linejoin="{path.join}"')
    return " ".join(words) + f"{_fade(path.opacity)}/>"


def _outline(commands: tuple[PathCommand, ...]) -> str:
    return "".join(command[0] + " ".join(number(float(v)) for v in command[1:]) for command in commands)


@lru_cache(maxsize=4096)
def glyph_outline(font: Any, glyph: int) -> str:
    """Return a glyph as the data of a path, in units of its font, y up."""
    import uharfbuzz as hb

    words: list[str] = []

    def say(letter: str) -> Any:
        return lambda *values: values[-1].append(letter + " ".join(str(round(v)) for v in values[:-1]))

    functions = hb.DrawFuncs()
    functions.set_move_to_func(say("M"))
    functions.set_line_to_func(say("L"))
    functions.set_quadratic_to_func(say("Q"))
    functions.set_cubic_to_func(say("C"))
    functions.set_close_path_func(say("Z"))
    font.shaper.draw_glyph(glyph, functions, words)
    return "".join(words)


# ---- art, made safe to stand inside a page


def symbol(svg: bytes, name: str) -> str:
    """Return the art as a `<symbol>` with this id that fills whatever box a `<use>` gives it."""
    from cardgen.base.svg import parse

    if (picture := photo_symbol(svg, name)) is not None:
        return picture
    root = parse(svg)
    box = root.get("viewBox")
    if not box:
        width, height = (side * 96 / 25.4 for side in svg_size(svg))
        box = f"0 0 {number(width)} {number(height)}"
    inside = "".join(_children(root, name))
    # What the root says about its children (a fill, a font) must not be lost with it.
    own = "".join(_attributes(root, name, without=_OWN_BOX))
    body = f"<g{own}>{inside}</g>" if own else inside
    return f'<symbol id="{name}" viewBox="{escape(box)}" preserveAspectRatio="none">{body}</symbol>'


def _children(element: Any, name: str) -> Iterator[str]:
    if element.text and element.text.strip():
        style = element.tag == f"{_SVG}style"
        yield _style_sheet(element.text, name) if style else escape(element.text, quote=False)
    for child in element:
        yield _element(child, name)
        if child.tail and child.tail.strip():
            yield escape(child.tail, quote=False)


def _element(element: Any, name: str) -> str:
    if not isinstance(element.tag, str):
        return ""
    tag = element.tag.removeprefix(_SVG)
    if tag not in _ELEMENTS:
        return ""
    inside = "".join(_children(element, name))
    attributes = "".join(_attributes(element, name))
    return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"


def _attributes(element: Any, name: str, without: frozenset[str] = frozenset()) -> Iterator[str]:
    for key, value in element.attrib.items():
        key = "href" if key == _XLINK_HREF else key
        if key in without or key.startswith(("{", "on")) or not re.fullmatch(r"[\w-]+", key):
            continue
        if key == "id":
            value = f"{name}-{value}"
        elif key == "class":
            value = " ".join(f"{name}-{one}" for one in value.split())
        elif key == "href":
            if value.startswith("#"):
                value = f"#{name}-{value[1:]}"
            elif not _PICTURE.fullmatch(value):
                continue
        else:
            if _ANY_URL.search(value):
                continue
            value = _own_urls(value, name)
        yield f' {key}="{escape(value)}"'


def _own_urls(text: str, name: str) -> str:
    return _LOCAL_URL.sub(rf"url(#{name}-\1)", text)


def _style_sheet(text: str, name: str) -> str:
    """Return the rules of a style sheet, reaching no farther than this piece of art."""
    text = re.sub(r"/\*.*?\*/|<!--|-->|@[^{;]*;", "", text, flags=re.S)
    rules = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        if "@" in selectors or "<" in selectors + body or _ANY_URL.search(body):
            continue
        scoped = ",".join(_selector(one, name) for one in selectors.split(","))
        rules.append(f"{scoped}{{{_own_urls(body, name).strip()}}}")
    return "".join(rules)


def _selector(selector: str, name: str) -> str:
    """Return a selector that means this piece of art alone: by where it is, and by names that only it has.

    For a browser, what a `<use>` in a `<use>` shows lies nowhere but in the part that it uses.
    """
    own = re.sub(r"([.#])([\w-]+)", rf"\1{name}-\2", selector.strip())
    named = own != selector.strip() and not re.search(r"[:\[]", own)
    return f"#{name} {own},{own}" if named else f"#{name} {own}"
