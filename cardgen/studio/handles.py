"""What of a face can be taken by handles: its boxes, pictures and shapes, where each is written, and why some cannot be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.drawing import IDENTITY, Matrix, multiply
from cardgen.base.errors import CardgenError, Problem
from cardgen.base.files import FileError, Files, real
from cardgen.base.svg import SVG, Box, Element, parse, properties, transform, view_box
from cardgen.base.svg_outline import extent
from cardgen.faces.tags import SourceTag, content_in, declaration, tags_in, why_not, with_marks
from cardgen.model.kit import unmarked
from cardgen.source.cells import as_text
from cardgen.studio.edits import version_of
from cardgen.studio.painting import painted
from cardgen.studio.payload import Payload, inside

if TYPE_CHECKING:
    from cardgen.faces.compose import Faces
    from cardgen.model import Card, Component, Kit

_MARK = "data-handle"
_KINDS = frozenset(["rect", "circle", "ellipse", "image", "use", "text"])
_PLACES = {
    "rect": ("x", "y", "width", "height"),
    "image": ("x", "y", "width", "height"),
    "use": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "text": ("x", "y"),
}
_HIDDEN = frozenset(SVG + name for name in ("defs", "symbol", "clipPath", "mask", "pattern", "marker"))
_BOX = re.compile(r"url\(\s*[\"']?#([^\"')]+)")
_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)\s*")
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_STYLED = ("font-family", "font-size", "font-weight", "text-anchor", "text-align", "fill")
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
_MOST = 400
_MOST_OTHERS = 40
_FLAT = 1e-6


class _Frame(NamedTuple):
    """How units of the template become mm from the corner of the trim."""

    scale: tuple[float, float]
    shift: tuple[float, float]

    def through(self, matrix: Matrix) -> list[list[float]]:
        """Return for each axis factor and shift: mm = factor × number + shift."""
        a, _, _, d, e, f = matrix
        (kx, ky), (dx, dy) = self.scale, self.shift
        return [[a * kx, e * kx + dx], [d * ky, f * ky + dy]]


def handles_of(kit: Kit, faces: Faces, card: Card, side: str, label: str) -> Payload:
    """Return the elements of a face with their boxes in mm, their places in the file, and what keeps some from being moved.

    CardgenError when there is no template or it cannot be filled in.
    """
    name = faces.template(card, side)
    try:
        found = Files(kit.root, label).find(name or "")
        data = found.path.read_bytes()
        source = as_text(data).text
    except (FileError, OSError, ValueError) as error:
        raise CardgenError([Problem(str(error), code="no-template")]) from None
    rendered = faces.filled_in(card, side, with_marks(source, _MARK, _KINDS))
    if rendered is None:
        faces.problems.raise_errors()
        raise CardgenError([Problem("the template cannot be filled in", code="template-error")])
    own = real(found.path).is_relative_to(real(kit.root))
    component = kit.component(card.component)
    elements, others, frame = _elements(rendered.text, source, component)
    places = Counter(faces.printed_at(card, side, rendered, line) for line in others)
    return {
        "file": inside(found.label, label),
        "version": version_of(data),
        "why_not": "" if own else f"{name} comes with cardgen; copy it into the kit's folder to change it",
        "elements": elements[:_MOST],
        "frame": frame.through(IDENTITY) if frame else None,
        "fields": {"name": "text"}
        | {name: str(said.get("type", "")) for name, said in component.fields.items()},
        "others": [[inside(at.file, label), at.line, times] for at, times in places.items()][:_MOST_OTHERS],
    }


def answer_dragged(worker: Any, kit: Kit, card: str, look: str, side: str, asked: dict[str, Any]) -> Payload:
    """Return a face as it would be with what a page is about to write into its template; nothing is written or kept.

    KeyError when that cannot be drawn, or the file is not as the page has seen it.
    """
    from cardgen.export.svg import drawing_svg
    from cardgen.faces.address import address

    one, key = kit.card(card), (card, look, side, asked.get("version"))
    if worker.draft is None or worker.draft[0] is not kit or worker.draft[1] != key:
        answer_handles(worker, kit, card, look, side)
        if worker.draft is None or worker.draft[1] != key:
            raise KeyError("the template has changed")
    faces, rendered = worker.draft[2:]
    at = {tag.said(rendered.text, _MARK): n for n, tag in enumerate(tags_in(rendered.text))}
    moves = [{**move, "n": at[str(move["n"])]} for move in asked["moves"] if str(move["n"]) in at]
    text, _ = painted(rendered.text, {"moves": moves})
    drawing = faces.drafted(one, side, rendered._replace(text=re.sub(rf' {_MARK}="\d+"', "", text)))
    if not drawing.items:
        raise KeyError("no draft")
    return {"face": address(drawing), "svg": drawing_svg(drawing).encode()}


def _elements(text: str, source: str, component: Component) -> tuple[list[Payload], list[int], _Frame | None]:
    """Return what is written in the template itself, the lines of the rendered text of all that is not, and the frame."""
    root, tags = parse(text.encode()), tags_in(source)
    found: list[Payload] = []
    others: list[int] = []
    view = view_box(root)
    if view is None:
        return found, others, None
    size, bleed = component.size, component.bleed
    scale = ((size.width + 2 * bleed) / view[2], (size.height + 2 * bleed) / view[3])
    frame = _Frame(scale, (-view[0] * scale[0] - bleed, -view[1] * scale[1] - bleed))
    ids = {one.get("id"): one for one in root.iter() if isinstance(one.tag, str) and one.get("id")}
    times = Counter(one.get(_MARK) for one in root.iter() if isinstance(one.tag, str))
    for element, matrix in _drawn(root, IDENTITY):
        placed = _boxed(element, ids)
        payload = _payload(element, placed, matrix, frame, (view[2], view[3]))
        if element.get(_MARK) is None or placed.get(_MARK) is None:
            others.append(element.sourceline or 1)
        elif payload:
            found.append(payload | _written(element, placed, tags, source, times))
    return found, others, frame


def _drawn(element: Element, outer: Matrix) -> Iterator[tuple[Element, Matrix]]:
    for child in element:
        if not isinstance(child.tag, str) or child.tag in _HIDDEN:
            continue
        matrix = multiply(outer, transform(child.get("transform")))
        if child.tag.removeprefix(SVG) in _KINDS:
            yield child, matrix
        else:
            yield from _drawn(child, matrix)


def _boxed(element: Element, ids: dict[str, Element]) -> Element:
    """Return what says where an element is: the box of a flowed text, else the element."""
    shape = _BOX.match(properties(element.get("style") or "").get("shape-inside", ""))
    box = ids.get(shape[1]) if shape else None
    return element if box is None else box


def _payload(
    element: Element, placed: Element, matrix: Matrix, frame: _Frame, whole: tuple[float, float]
) -> Payload | None:
    kind, keys = element.tag.removeprefix(SVG), _PLACES[placed.tag.removeprefix(SVG)]
    try:
        numbers = [float(placed.get(name) or 0) for name in keys]
    except ValueError:
        numbers = [0.0] * len(keys)
    if kind == "use" and not (placed.get("width") and placed.get("height")):
        kind, keys, numbers = "point", keys[:2], numbers[:2]
    if kind == "text" and placed is element:
        kind = "point"
    box = _around(element, numbers) if kind == "point" else extent(placed, whole)
    if kind == "use":
        box = tuple(numbers)  # type: ignore[assignment]
    if box is None:
        return None
    axes = frame.through(matrix)
    x, y, wide, high = box
    (kx, dx), (ky, dy) = axes
    words = " ".join("".join(element.itertext()).split())
    name = element.get("id") or element.get(_LABEL) or unmarked(words)[:24] or kind
    turned = abs(matrix[1]) > _FLAT or abs(matrix[2]) > _FLAT or kx <= 0 or ky <= 0
    return {
        "kind": kind,
        "name": name,
        "box": [round(v, 3) for v in (x * kx + dx, y * ky + dy, wide * kx, high * ky)],
        "factor": [kx, ky],
        "numbers": dict(zip(keys, numbers, strict=True)),
        "turned": turned or (placed is not element and bool(placed.get("transform"))),
    }


def _around(element: Element, numbers: list[float]) -> Box:
    """Return about where a line of text lies, or what has no size of its own: enough to take it by."""
    style = {**element.attrib, **properties(element.get("style") or "")}
    found = _NUMBER.match(style.get("font-size", ""))
    size, words = float(found[0]) if found else 4.0, "".join(element.itertext()).split()
    wide = max(size, 0.5 * size * len(" ".join(words)))
    left = {"middle": wide / 2, "end": wide}.get(style.get("text-anchor", ""), 0.0)
    return numbers[0] - left, numbers[1] - 0.8 * size, wide, size


def _written(
    element: Element, placed: Element, tags: list[SourceTag], source: str, times: Counter[str | None]
) -> Payload:
    """Return where an element and its box are written, what it says of its looks, and why it stays as it is."""
    tag, box = tags[int(element.get(_MARK))], tags[int(placed.get(_MARK))]
    drawn, keys = times[placed.get(_MARK)], _PLACES[box.name]
    why = why_not(source, box, keys)
    if not why and drawn > 1:
        why = f"it is drawn {drawn} times from line {box.line}"
    odd = [name for name in keys if not _NUMBER.fullmatch(box.said(source, name) or "0")]
    why = why or (f"its {odd[0]} is {box.said(source, odd[0])}, which is no plain number" if odd else "")
    style = {name: _look(tag, source, name) for name in _STYLED}
    style |= {name: tag.said(source, name) for name in ("data-valign", "data-fit", "rx")}
    own = {"n": int(element.get(_MARK)), "style": style, "fixed": tag.inside, **content_in(source, tag)}
    return {**own, "at": int(placed.get(_MARK)), "line": box.line, "text_line": tag.line, "why": why}


def _look(tag: SourceTag, source: str, name: str) -> str | None:
    """Return what a tag says of a property in its style or as an attribute."""
    style = tag.said(source, "style") or ""
    place = declaration(style, name)
    return style[slice(*place)] if place else tag.said(source, name)


def answer_handles(worker: Any, kit: Kit, card: str, look: str, side: str) -> Payload:
    """Return what of a face can be taken, with the fonts and the colours that there are."""
    from cardgen.faces.compose import Faces
    from cardgen.faces.text.fonts import families

    faces = Faces(kit, look)
    payload = handles_of(kit, faces, kit.card(card), side, worker.label)
    marked = faces.filled_in(kit.card(card), side)
    worker.draft = (kit, (card, look, side, payload["version"]), faces, marked) if marked else None
    palette = kit.looks[look].palette if look in kit.looks else {}
    found = sorted(kit.root.glob("art/**/*.*"))
    art = [one.relative_to(kit.root).as_posix() for one in found if one.suffix.lower() in _PICTURES][:_MOST]
    return {**payload, "fonts": list(families(kit.fonts)), "palette": dict(palette), "art": art}
