"""What CSS may say of a shape and no art engine reads, said as every engine reads it.

Variables are filled in, transforms and sizes of a style become attributes, and a style sheet that uses any of this, or
selectors beyond tag, .class and #id, is written into the elements it is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardgen.base.svg import SVG, Element, SvgError, length, properties
from cardgen.faces.svg.cascade import StyleSheet

_GEOMETRY = frozenset(["x", "y", "cx", "cy", "r", "rx", "ry", "width", "height"])
_UNUSUAL = re.compile(
    r"\bvar\(|(?<![\w-])(?:transform(?:-origin)?|x|y|cx|cy|r|rx|ry|width|height)\s*:"
    r"|:(?:is|not|where|has|root|nth-|first-|last-|only-|empty)"
)
_VAR = re.compile(r"\bvar\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_FUNCTION = re.compile(r"([a-zA-Z]+)\s*\(([^)]*)\)")
_ANGLE = re.compile(r"([-+.\deE]+)(deg|rad|turn|grad)")
_DEGREES = {"deg": 1.0, "rad": 57.29577951308232, "turn": 360.0, "grad": 0.9}
_SIDES = {
    "translateX": "translate({} 0)",
    "translateY": "translate(0 {})",
    "scaleX": "scale({} 1)",
    "scaleY": "scale(1 {})",
    "rotateZ": "rotate({})",
}
_NESTED = 20  # variables in variables


def plainly(root: Element, written: str, css: str) -> str:
    """Say it plainly in the tree, `written` being its text and `css` its style sheets; returns the sheets that stay.

    Raises `SvgError` for a variable without a value and for a transform that cannot be read.
    """
    if not _UNUSUAL.search(written):
        return css
    said = _inlined(root, css) if css and _UNUSUAL.search(css) else {}
    values: dict[Element, Mapping[str, str]] = {}
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag == SVG + "style":
            if said:
                element.text = None
            continue
        try:
            _say(element, said, values)
        except SvgError as error:
            error.element = element
            raise
    return "" if said else css


def _say(
    element: Element, said: Mapping[Element, dict[str, str]], values: dict[Element, Mapping[str, str]]
) -> None:
    """Say one element plainly; `values` are the variables of those before it."""
    style = said.get(element) or dict(properties(element.get("style") or ""))
    known = dict(values.get(element.getparent(), {}))
    own = {name: value for name, value in style.items() if name.startswith("--")}
    known.update({name: _filled_in(value, {**known, **own}) for name, value in own.items()})
    values[element] = known
    for name, value in element.attrib.items():
        if "var(" in value and name != "style":
            element.set(name, _filled_in(value, known))
    style = {n: _filled_in(v, known) for n, v in style.items() if not n.startswith("--")}
    if element.tag not in (SVG + "text", SVG + "tspan"):
        _as_attributes(element, style)
    if style:
        element.set("style", ";".join(f"{name}:{value}" for name, value in style.items()))
    elif "style" in element.attrib:
        del element.attrib["style"]


def _inlined(root: Element, css: str) -> dict[Element, dict[str, str]]:
    """Return what each element's style says, the sheet's rules included."""
    from cssselect2 import ElementWrapper  # type: ignore[import-untyped]

    sheet = StyleSheet(css)
    nodes = ((node, node.etree_element) for node in ElementWrapper.from_xml_root(root).iter_subtree())
    return {element: sheet.with_style(node, element.get("style") or "") for node, element in nodes}


def _filled_in(value: str, known: Mapping[str, str], depth: int = 0) -> str:
    if "var(" not in value:
        return value
    if depth > _NESTED:
        raise SvgError(f"'{value[:60]}' uses itself", "refused-feature", "write the value")

    def meant(found: re.Match[str]) -> str:
        said: str | None = known.get(found[1], found[2])
        if said is None:
            hint = f"write {found[1]}: … into the style of the <svg>, or the value itself"
            raise SvgError(f"the variable {found[1]} has no value", "refused-feature", hint)
        return _filled_in(said.strip(), known, depth + 1)

    return _VAR.sub(meant, value)


def _as_attributes(element: Element, style: dict[str, str]) -> None:
    """Move what only attributes say to every engine out of a style."""
    for name in _GEOMETRY & style.keys():
        if (value := style.pop(name)) != "auto":
            element.set(name, value)
    moved, origin = style.pop("transform", ""), style.pop("transform-origin", "")
    if moved and moved != "none":
        moved = " ".join(_one(name, inside) for name, inside in _FUNCTION.findall(moved)) or moved
        if origin:
            x, y = _point(origin)
            moved = f"translate({x:g} {y:g}) {moved} translate({-x:g} {-y:g})"
        element.set("transform", moved)


def _one(name: str, inside: str) -> str:
    """Return one function of a CSS transform as the attribute has it: degrees and user units, without their names."""
    numbers = []
    for part in re.split(r"[\s,]+", inside.strip()):
        angle = _ANGLE.fullmatch(part)
        try:
            number = float(angle[1]) * _DEGREES[angle[2]] if angle else length(part)
        except ValueError:
            hint = "write lengths in px and angles in deg"
            raise SvgError(f"'{name}({inside})' is not a transform", "refused-feature", hint) from None
        numbers.append(f"{number:g}")
    return _SIDES.get(name, f"{name}({{}})").format(" ".join(numbers))


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = (length(part) for part in text.split()[:2])
    except ValueError:
        message = f"transform-origin is '{text}', expected two lengths"
        raise SvgError(message, "refused-feature", "write them in px: 20px 15px") from None
    return x, y
