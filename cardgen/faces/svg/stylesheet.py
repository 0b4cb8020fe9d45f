"""The rules of `<style>` elements, read by tinycss2, their selectors by cssselect2.

Both libraries are imported for a template with a `<style>` only. A card is a printed page: what stands in
`@media print` and `@media all` applies, rules for other media and under conditions do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cardgen.faces.svg.values import Element

_ON_PAPER = frozenset(["", "all", "print", "only all", "only print"])


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
            says: tuple[dict[str, str], dict[str, str]] = ({}, {})
            for entry in tinycss2.parse_blocks_contents(rule.content):
                if entry.type == "declaration":
                    value = [part for part in entry.value if part.type != "comment"]
                    says[entry.important][entry.lower_name] = tinycss2.serialize(value).strip()
            for selector in selectors:
                if selector.pseudo_element is None:
                    self._matcher.add_selector(selector, says)

    def nodes(self, root: Element) -> Mapping[Element, Any]:
        """Return every element of a tree as `properties` wants it."""
        import cssselect2

        return {
            node.etree_element: node for node in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree()
        }

    def properties(self, node: Any) -> tuple[dict[str, str], dict[str, str]]:
        """Return what the rules say about one element, and what they call `!important`."""
        plain: dict[str, str] = {}
        important: dict[str, str] = {}
        for *_, (usual, urgent) in self._matcher.match(node):
            plain.update(usual)
            important.update(urgent)
        return plain, important


@lru_cache(maxsize=64)
def style_sheet(css: str) -> StyleSheet:
    """Return the rules of a style sheet; the cards of one template share them."""
    return StyleSheet(css)
