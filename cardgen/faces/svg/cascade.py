"""What CSS says about an element: attributes, style sheets, `style=""`, what is inherited, and a text's look.

The rules of `<style>` are read by tinycss2, their selectors by cssselect2; both are imported for a template with a
`<style>` only. A card is a printed page: what stands in `@media print` and `@media all` applies, rules for other
media and under conditions do not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardgen.base.svg import SVG, Element, SvgError, colour, length, properties
from cardgen.base.units import digits
from cardgen.faces.svg.refused import AROUND, TEXT_PROPERTIES
from cardgen.faces.text.markup import TextStyle

_ON_PAPER = frozenset(["", "all", "print", "only all", "only print"])
_ROOT = {"font-size": "16px", "fill": "#000000"}
_LOOK = {
    "font-family": "",
    "font-size": "16",
    "font-weight": "400",
    "font-style": "normal",
    "fill": "#000000",
    "fill-opacity": "",
    "opacity": "",
    "color": "#000000",
    "line-height": "normal",
    "letter-spacing": "normal",
    "font-feature-settings": "normal",
    "font-variant-numeric": "normal",
    "baseline-shift": "baseline",
    "direction": "ltr",
    "word-break": "",
    "lang": "",
}
"""The properties that make a `TextStyle`, and what they are when nobody says."""

_ATTRIBUTES = {*_LOOK, "display", "inline-size", "visibility", "white-space"} | {
    *("stroke", "stroke-width", "stroke-opacity", "text-align", "text-anchor", "text-transform", "text-wrap"),
    *(TEXT_PROPERTIES.keys() - {"transform"}),  # as an attribute a transform is drawn
}
"""The properties that may also be attributes,"""
_OWN = {"opacity", "display", "font", "baseline-shift"} | {*("shape-inside", "shape-padding", "inline-size")}
"""and those that are not inherited."""

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_FEATURE = re.compile(r"[\"'](\w{4})[\"']\s*(\d+|on|off)?")
_WEIGHTS = {"normal": 400, "bold": 700, "lighter": 300, "bolder": 700}
_NUMERIC = {
    "lining-nums": "lnum",
    "oldstyle-nums": "onum",
    "tabular-nums": "tnum",
    "proportional-nums": "pnum",
    "slashed-zero": "zero",
}


def printed(css: str) -> str:
    """Return a style sheet as it is on paper: without `@media`, and of what stood in it only what is printed."""
    if "@media" not in css.lower():
        return css
    import tinycss2  # type: ignore[import-untyped]

    kept = []
    for rule in tinycss2.parse_stylesheet(css):
        if rule.type != "at-rule" or rule.lower_at_keyword != "media":
            kept.append(rule.serialize())
        elif {" ".join(q.split()) for q in tinycss2.serialize(rule.prelude).lower().split(",")} & _ON_PAPER:
            kept.append(printed(tinycss2.serialize(rule.content or ())))
    return "".join(kept)


class StyleSheet:
    """The rules of a style sheet; `not_understood` are selectors that make no sense."""

    def __init__(self, css: str) -> None:
        import cssselect2  # type: ignore[import-untyped]
        import tinycss2

        self._matcher = cssselect2.Matcher()
        self.not_understood: list[str] = []
        for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                self.not_understood.append(tinycss2.serialize(rule.prelude).strip())
                continue
            styles: tuple[dict[str, str], dict[str, str]] = ({}, {})
            for entry in tinycss2.parse_blocks_contents(rule.content):
                if entry.type == "declaration":
                    value = [part for part in entry.value if part.type != "comment"]
                    styles[entry.important][entry.lower_name] = tinycss2.serialize(value).strip()
            for selector in selectors:
                if selector.pseudo_element is None:
                    self._matcher.add_selector(selector, styles)

    def with_style(self, node: Any, style: str) -> dict[str, str]:
        """Return what the rules and its own `style` say about one element; `!important` goes first."""
        urgent = ";".join(part for part in style.split(";") if "!important" in part)
        plain: dict[str, str] = {}
        important: dict[str, str] = {}
        for *_, (usual, weighty) in self._matcher.match(node):
            plain.update(usual)
            important.update(weighty)
        return {**plain, **properties(style), **important, **properties(urgent)}


_style_sheet = lru_cache(maxsize=64)(StyleSheet)  # the cards of one template share it


class Cascade:
    """Tells the properties of the elements of one document."""

    def __init__(self, root: Element, css: str) -> None:
        self._computed: dict[Element, dict[str, str]] = {}
        self.sheet: StyleSheet | None = None
        if css and next(root.iter(SVG + "text"), None) is not None:
            from cssselect2 import ElementWrapper

            self.sheet = _style_sheet(css)
            # now, because texts are taken out of the tree one by one
            self._nodes = {n.etree_element: n for n in ElementWrapper.from_xml_root(root).iter_subtree()}

    def computed(self, element: Element) -> dict[str, str]:
        """Return the properties of an element, those of its parents included where they inherit."""
        found = self._computed.get(element)
        if found is not None:
            return found
        parent = element.getparent()
        inherited = self.computed(parent) if parent is not None else _ROOT
        own = self.own(element)
        found = {k: v for k, v in inherited.items() if k not in _OWN}
        found.update((k, v) for k, v in own.items() if v != "inherit")
        if "font-size" in own:
            em = length(inherited.get("font-size"), 16.0)
            found["font-size"] = f"{_font_size(own['font-size'], em):.6g}"
        if "opacity" in own or "opacity" in inherited:
            found["opacity"] = str(_share(inherited.get("opacity")) * _share(own.get("opacity")))
        if inherited.get("display") == "none":
            found["display"] = "none"
        for name in AROUND & inherited.keys():
            if inherited[name] not in ("none", "normal"):
                found[name] = inherited[name]
        self._computed[element] = found
        return found

    def own(self, element: Element) -> Mapping[str, str]:
        """Return what is said about an element itself: attributes, then style sheets, then `style=""`."""
        own = {k: v for k, v in element.attrib.items() if k in _ATTRIBUTES}
        if _XML_LANG in element.attrib:
            own["lang"] = element.attrib[_XML_LANG]
        style = element.get("style") or ""
        if self.sheet is None:
            return {**own, **properties(style)} if style else own
        return {**own, **self.sheet.with_style(self._nodes[element], style)}


def text_style(look: Mapping[str, str], k: float, folder: Path | None, language: str = "") -> TextStyle:
    """Return the style that computed properties mean, with lengths times `k`; `SvgError` says what is wrong."""
    return _text_style(tuple([look.get(name, usual) for name, usual in _LOOK.items()]), k, folder, language)


@lru_cache(maxsize=4096)
def _text_style(look: tuple[str, ...], k: float, folder: Path | None, language: str) -> TextStyle:
    family, size, weight, slant, fill, fill_opacity, opacity, current, line_height, *others = look
    letter_spacing, features, numeric, shift, direction, word_break, lang = others
    if not family.strip():
        raise SvgError(
            "the text has no font-family", "unknown-font", "write font-family:Roboto, or another family"
        )
    em = length(size)
    if em <= 0:
        raise SvgError("the text has the size 0", "text-option", "write font-size:4px")
    if "url(" in fill:
        raise SvgError(
            "a text is filled with a gradient or pattern",
            "refused-feature",
            "give it a plain colour, or make it a path",
        )
    paint, alpha = ("#000000", 0.0) if fill == "none" else colour(current if fill == "currentColor" else fill)
    spacing = 0.0 if letter_spacing == "normal" else length(letter_spacing, em=em)
    rise = {"baseline": 0.0, "super": 0.35 * em, "sub": -0.2 * em}.get(shift)
    return TextStyle(
        family=family,
        size=em * k,
        weight=_weight(weight),
        italic=slant.startswith(("italic", "oblique")),
        fill=paint,
        line_height=_line_height(line_height, em),
        letter_spacing=spacing * k,
        opacity=_share(opacity) * _share(fill_opacity) * alpha,
        features=_features(features, numeric),
        rise=(length(shift, em=em, whole=em) if rise is None else rise) * k,
        folder=folder,
        rtl=direction == "rtl",
        word_break=word_break,
        language=lang if _LANGUAGE.fullmatch(lang) else language,
    )


def _weight(text: str) -> int:
    if text in _WEIGHTS:
        return _WEIGHTS[text]
    if 1 <= digits(text, 0) <= 1000:
        return digits(text, 0)
    raise SvgError(f"font-weight is '{text}', expected normal, bold or 100 to 900", "text-option")


def _line_height(text: str, em: float) -> float:
    if text in ("normal", ""):
        return 1.2
    try:
        value = float(text)
    except ValueError:
        value = length(text, em=em, whole=em) / em
    if not 0.3 <= value <= 10:
        raise SvgError(
            f"line-height is '{text}'", "text-option", "1.2 is usual: 1.2 times the size of the letters"
        )
    return value


def _features(settings: str, numeric: str) -> tuple[tuple[str, int], ...]:
    found = [(tag, digits(value, 0 if value == "off" else 1)) for tag, value in _FEATURE.findall(settings)]
    found += [(_NUMERIC[word], 1) for word in numeric.split() if word in _NUMERIC]
    return tuple(found)


def _font_size(text: str, em: float) -> float:
    """Return a font-size in user units; `em` is the size it is relative to."""
    named = {"smaller": em / 1.2, "larger": em * 1.2, "small": 13.0, "medium": 16.0, "large": 18.0}
    return named[text] if text in named else length(text, em=em, whole=em)


def _share(text: str | None) -> float:
    """Return an opacity from 0 to 1; what is no number is 1."""
    if not text:
        return 1.0
    try:
        value = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return 1.0
    return min(max(value, 0.0), 1.0)
