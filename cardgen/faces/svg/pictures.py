"""How a picture lies in its box: cropped, whole or stretched, where the crop looks, and what clips it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import hypot
from typing import NamedTuple

from cardgen.base.drawing import Art, Matrix, Path, PathCommand, apply, multiply, rounded
from cardgen.base.errors import did_you_mean
from cardgen.base.pictures import Picture
from cardgen.base.svg import SVG, Box, Element, SvgError, length, properties, transform
from cardgen.base.svg_outline import commands_of, unreadable, unreadable_points
from cardgen.base.units import MM_PER_INCH
from cardgen.faces.art.photo import address

DPI = 300
"""Dots per inch that a printed picture has unless somebody wants fewer."""
_MANY, _LARGE = 1200, 2_000_000

_FITS = {"cover": "slice", "contain": "meet", "fill": "none"}
_RATIO = re.compile(r"(?:defer\s+)?(?:none|x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?)\s*")
_WHERE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_WORDS = ({"left": 0.0, "center": 0.5, "right": 1.0}, {"top": 0.0, "center": 0.5, "bottom": 1.0})
_PERCENT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)%?")
_CRISP = frozenset({"pixelated", "crisp-edges", "optimizeSpeed"})
_GEOMETRY = ("x", "y", "width", "height", "preserveAspectRatio", "href")
_NONE = ("", "none", "normal", "auto", "inline", "visible", "1", "1.0", "100%")
_NEEDS_AN_ENGINE = ("mask", "filter", "mix-blend-mode", "visibility", "transform-origin")
_LOOKS = re.compile(r"opacity|clip-path|mask|filter|display|visibility|transform|image|blend")
_CLIP = re.compile(r"url\(\s*[\"']?#([^)\"'\s]+)[\"']?\s*\)")


class Meant(NamedTuple):
    """What an `<image>` shows: a picture of pixels, or a drawing as art that fills the box `own`; `name` is its file."""

    name: str
    own: Box
    pixels: Picture | None = None
    drawn: Art | None = None
    group: str = ""
    """The id of all that is in the drawing, for a place where it cannot be placed as it is."""


class Inside(NamedTuple):
    """A drawing that is a picture: what its file is called, and its root."""

    label: str
    root: Element


class Fitted(NamedTuple):
    """Where a picture lies: the matrix from its own units to those of its element, and the part that is seen.

    `crop` is in the picture's own units, None for all of it; `box` is what is seen, in the element's units.
    """

    matrix: Matrix
    crop: Box | None
    box: Box


def look(element: Element) -> dict[str, str]:
    """Return what an element says about itself, as attributes and in its style."""
    return {**element.attrib, **properties(element.get("style") or "")}


def is_crisp(element: Element) -> bool:
    return look(element).get("image-rendering", "") in _CRISP


def fitted(element: Element, own: Box, whole: tuple[float, float]) -> Fitted | None:
    """Return how a picture fills its `<image>`, None when there is no room; `whole` is what 100% means.

    `SvgError` and ValueError say what cannot be read.
    """
    said = look(element)
    x, y = length(element.get("x"), whole=whole[0]), length(element.get("y"), whole=whole[1])
    wide, high = (
        None if said.get(name, "auto").strip() in ("", "auto") else length(said[name], whole=of)
        for name, of in zip(("width", "height"), whole, strict=True)
    )
    px, py, pw, ph = own
    w = wide if wide is not None else pw if high is None else high * pw / ph
    h = high if high is not None else ph if wide is None else wide * ph / pw
    if w <= 0 or h <= 0:
        return None
    fit, across, down = _fit(element)
    if fit == "none":
        return Fitted((w / pw, 0.0, 0.0, h / ph, x - px * w / pw, y - py * h / ph), None, (x, y, w, h))
    k = (max if fit == "slice" else min)(w / pw, h / ph)
    left, top = x + (w - pw * k) * across, y + (h - ph * k) * down
    if fit == "meet":
        return Fitted((k, 0.0, 0.0, k, left - px * k, top - py * k), None, (left, top, pw * k, ph * k))
    if focus := _focus(element):
        left = min(max(x + w / 2 - focus[0] * pw * k, x + w - pw * k), x)
        top = min(max(y + h / 2 - focus[1] * ph * k, y + h - ph * k), y)
    matrix = (k, 0.0, 0.0, k, left - px * k, top - py * k)
    if max(pw * k - w, ph * k - h) < 1e-6 * max(w, h):
        return Fitted(matrix, None, (x, y, w, h))
    crop = (px + (x - left) / k, py + (y - top) / k, w / k, h / k)
    return Fitted(matrix, crop, (x, y, w, h))


def _fit(element: Element) -> tuple[str, float, float]:
    """Return slice, meet or none, and where what is too long or too short lies, 0 to 1 across and down."""
    ratio = (element.get("preserveAspectRatio") or "xMidYMid").strip()
    found = _RATIO.fullmatch(ratio)
    if not found:
        message = f"preserveAspectRatio is '{ratio}', expected such as xMidYMid slice, xMidYMid meet or none"
        raise SvgError(message, "picture", 'write data-fit="cover", "contain" or "fill"')
    across, down = _WHERE[found[1] or "Mid"], _WHERE[found[2] or "Mid"]
    fit = found[3] or ("none" if ratio.endswith("none") else "meet")
    word = (element.get("data-fit") or "").strip()
    if word and word not in _FITS:
        message = f"data-fit of a picture is '{word}', expected cover, contain or fill"
        hint = did_you_mean(word, _FITS)
        hint = (
            hint if hint.startswith("did") else "cover crops it, contain shows all of it, fill stretches it"
        )
        raise SvgError(message, "picture", hint)
    return (_FITS[word] if word else fit), across, down


def _focus(element: Element) -> tuple[float, float] | None:
    """Return the point of a picture that a crop keeps in the middle as far as it can, 0 to 1 across and down."""
    said = (element.get("data-focus") or "").replace(",", " ").split()
    if not said:
        return None
    if len(said) == 1 and said[0] in ("top", "bottom"):
        said = ["center", said[0]]
    said = [*said, "center"][:2] if len(said) == 1 else said
    if said[0] in ("top", "bottom") or said[-1] in ("left", "right"):
        said.reverse()
    found = [_share(word, words) for word, words in zip(said, _WORDS, strict=False)]
    if len(said) != 2 or found[0] is None or found[1] is None:
        message = f"data-focus is '{element.get('data-focus')}', expected such as 30% 20%, or left top"
        raise SvgError(message, "picture", "how far from the left, then from the top, the crop looks")
    return found[0], found[1]


def _share(word: str, words: Mapping[str, float]) -> float | None:
    if word in words:
        return words[word]
    found = _PERCENT.fullmatch(word)
    share = float(found[1]) / 100 if found else 2.0
    return share if share <= 1 else None


# ---- placed as they are -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What holds for a picture that is placed as it is: how far it is seen through, and outlines that clip it, in mm."""

    opacity: float
    clips: tuple[Path, ...]


def surroundings(
    element: Element, ids: Mapping[str, Element], css: str, whole: tuple[float, float], view: Matrix
) -> Surroundings | None:
    """Return what holds for a picture, None when only an art engine can show it where it stands.

    `css` is the document's style sheet, `whole` what 100% means, and `view` leads from its units to mm.
    """
    if css and _LOOKS.search(css):
        return None
    chain = [element, *element.iterancestors()]
    opacity = 1.0
    clips: list[Path] = []
    matrix = view
    for one in reversed(chain):
        above = one.getparent() is None
        if one.tag != SVG + ("svg" if above else "image" if one is element else "g"):
            return None
        said = look(one)
        if any(said.get(name, "") not in _NONE for name in _NEEDS_AN_ENGINE):
            return None
        if "transform" in properties(one.get("style") or ""):
            return None
        if not above:
            matrix = multiply(matrix, transform(one.get("transform")))
        if said.get("opacity", "") not in _NONE:
            others = [child for child in one if isinstance(child.tag, str)]
            if one is not element and (above or len(others) != 1):
                return None  # a group fades as a whole
            opacity *= _opacity(said["opacity"])
        if said.get("clip-path", "none") != "none":
            found = _CLIP.fullmatch(said["clip-path"].strip())
            outline = _outline(ids.get(found[1]), whole) if found and not above else None
            if outline is None:
                return None
            clips.append(Path(tuple(_moved(outline, matrix)), fill="#000000"))
    return Surroundings(opacity, tuple(clips))


def _opacity(text: str) -> float:
    value = text.strip()
    try:
        number = float(value.removesuffix("%")) / (100 if value.endswith("%") else 1)
    except ValueError:
        return 1.0
    return min(max(number, 0.0), 1.0)


def _outline(clip: Element | None, whole: tuple[float, float]) -> list[PathCommand] | None:
    """Return the outline of a clip path that is a single plain shape, None for any other."""
    if (
        clip is None
        or clip.tag != SVG + "clipPath"
        or clip.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse"
    ):
        return None
    shapes = [shape for shape in clip if isinstance(shape.tag, str)]
    if len(shapes) != 1 or any(look(e).get("clip-path", "none") != "none" for e in (clip, *shapes)):
        return None
    rules = (look(e).get("clip-rule", "nonzero") for e in (clip, *shapes))
    commands = _of_shape(shapes[0], whole) if all(rule == "nonzero" for rule in rules) else None
    if commands is None or look(shapes[0]).get("display") == "none":
        return None
    matrix = multiply(transform(clip.get("transform")), transform(shapes[0].get("transform")))
    return list(_moved(commands, matrix))


def _of_shape(shape: Element, whole: tuple[float, float]) -> list[PathCommand] | None:
    def said(name: str, of: float) -> float | None:
        text = shape.get(name)
        return None if text in (None, "", "auto") else length(text, whole=of)

    wide, high = whole
    match shape.tag.removeprefix(SVG):
        case "rect":
            x, y = said("x", wide) or 0.0, said("y", high) or 0.0
            w, h = said("width", wide) or 0.0, said("height", high) or 0.0
            rx, ry = said("rx", wide), said("ry", high)
            rx, ry = (ry or 0.0) if rx is None else rx, (rx or 0.0) if ry is None else ry
            rx, ry = min(max(rx, 0.0), w / 2), min(max(ry, 0.0), h / 2)
        case "circle":
            r = said("r", hypot(wide, high) / 2**0.5) or 0.0
            x, y, w, h, rx, ry = (
                (said("cx", wide) or 0.0) - r,
                (said("cy", high) or 0.0) - r,
                2 * r,
                2 * r,
                r,
                r,
            )
        case "ellipse":
            rx, ry = said("rx", wide) or 0.0, said("ry", high) or 0.0
            x, y, w, h = (said("cx", wide) or 0.0) - rx, (said("cy", high) or 0.0) - ry, 2 * rx, 2 * ry
        case "polygon" if not unreadable_points(data := shape.get("points") or ""):
            return _of_path(f"M{data}Z")
        case "path" if not unreadable(data := shape.get("d") or ""):
            return _of_path(data)
        case _:
            return None
    if w <= 0 or h <= 0:
        return None
    if not rx or not ry:
        right, low = x + w, y + h
        return [("M", x, y), ("L", right, y), ("L", right, low), ("L", x, low), ("Z",)]
    return [*rounded(x, y, w, h, rx, ry)]


def _of_path(data: str) -> list[PathCommand] | None:
    """Return path data as absolute lines and curves; None where it has arcs or smooth curves, which an engine draws."""
    found = [] if set("AST") & set(data.upper()) else [*commands_of(data)]
    return found if found and found[0][0] == "M" else None


def _moved(commands: list[PathCommand], matrix: Matrix) -> Iterator[PathCommand]:
    for letter, *values in commands:
        points = [v for n in range(0, len(values), 2) for v in apply(matrix, values[n], values[n + 1])]
        yield (letter, *points)  # type: ignore[misc]


# ---- drawn by an art engine -------------------------------------------------------------------------


def inline(element: Element, meant: Meant, ids: dict[str, Element], whole: tuple[float, float]) -> None:
    """Rewrite an `<image>` so that any engine draws it where it lies."""
    place = fitted(element, meant.own, whole)
    for key in (*_GEOMETRY, "data-fit", "data-focus", "data-dpi"):
        element.attrib.pop(key, None)
    style = {k: v for k, v in properties(element.get("style") or "").items() if k not in ("width", "height")}
    if "style" in element.attrib:
        element.set("style", ";".join(f"{k}:{v}" for k, v in style.items()))
    element.tag = SVG + "g"
    if place is None:
        return
    around = element
    make = element.makeelement
    if place.crop is not None:
        x, y, w, h = (f"{v:g}" for v in place.box)
        # the same for the same crop, so that equal art is one
        name = f"crop-{sha256(f'{x} {y} {w} {h}'.encode()).hexdigest()[:12]}"
        clip = make(SVG + "clipPath", {"id": name})
        clip.append(make(SVG + "rect", {"x": x, "y": y, "width": w, "height": h}))
        around = make(SVG + "g", {"clip-path": f"url(#{name})"})
        element.extend([clip, around])
        ids[name] = clip
    if meant.pixels is None:
        around.append(make(SVG + "use", {"href": f"#{meant.group}", "transform": _written(place.matrix)}))
        return
    w, h = (str(side) for side in meant.pixels.stored)
    matrix = _written(multiply(place.matrix, meant.pixels.upright))
    picture = {"width": w, "height": h, "preserveAspectRatio": "none", "transform": matrix}
    if is_crisp(element):
        picture["image-rendering"] = "optimizeSpeed"
    around.append(make(SVG + "image", {**picture, "href": address(meant.pixels)}))


def _written(matrix: Matrix) -> str:
    return f"matrix({' '.join(f'{v:.9g}' for v in matrix)})"


# ---- dots -------------------------------------------------------------------------------------------


class Dots(NamedTuple):
    """How finely a picture is printed: dots per inch, and how wide it is seen on paper in mm."""

    dpi: float
    mm: float


def dots(place: Fitted, matrix: Matrix) -> Dots:
    """Return how finely a picture of pixels is printed, `matrix` leading from its element to mm."""
    a, b, c, d, _, _ = multiply(matrix, place.matrix)
    coarsest = max(hypot(a, b), hypot(c, d)) or 1e-9
    return Dots(MM_PER_INCH / coarsest, place.box[2] * hypot(matrix[0], matrix[1]))


def wanted_dpi(element: Element, of_field: int | None) -> float:
    """Return how many dots per inch are wanted: as the `<image>` says, else as the card's field does, else 300."""
    said = (element.get("data-dpi") or "").strip()
    if not said:
        return of_field or DPI
    try:
        value = float(said)
    except ValueError:
        value = -1.0
    if not 0 < value <= 2400:
        raise SvgError(
            f"data-dpi is '{said}', expected a number such as 150", "picture", "dots per inch of the paper"
        )
    return value


def dots_fault(meant: Meant, found: Dots, wanted: float, in_field: bool) -> tuple[str, str, str] | None:
    """Return the message, hint and code for a picture of too few dots, or of far too many; None when it is right.

    `in_field` is true for a picture that a card names in a field of its own.
    """
    picture = meant.pixels
    if picture is None:
        return None
    dpi = round(found.dpi)
    message = f"{meant.name} has {dpi:,} dpi at {found.mm:.3g} mm"
    needs = round(picture.width * wanted / found.dpi), round(picture.height * wanted / found.dpi)
    if dpi < wanted:
        enough = max(dpi, 1)
        hint = (
            f"take one of {needs[0]} × {needs[1]} pixels, print it smaller, or say that fewer dots will do: "
            f'data-dpi="{enough}" on the <image>{f", dpi: {enough} in the field" if in_field else ""}'
        )
        return f"{message}, wanted {wanted:g}", hint, "few-dots"
    if found.dpi > _MANY and len(picture.data) > _LARGE:
        size = len(picture.data) / 1e6
        hint = f"make it {needs[0]} × {needs[1]} pixels large"
        return f"{message} and {size:.1f} MB, {wanted:g} dpi would do", hint, "many-dots"
    return None
