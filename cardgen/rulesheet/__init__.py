"""Rule sheets: a kit's `rules.md.j2` as pages, as one web page and as plain Markdown.

Numbers come from the kit, options read as if they had always been the rule, pictures are the real faces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardgen.rulesheet.sheet import RuleSheet, cited_rules, load_rules, outline

if TYPE_CHECKING:
    from cardgen.rulesheet.pages import rule_pages
    from cardgen.rulesheet.plain import rule_markdown
    from cardgen.rulesheet.web import rule_html

__all__ = [
    "RuleSheet",
    "cited_rules",
    "load_rules",
    "outline",
    "rule_html",
    "rule_markdown",
    "rule_pages",
]

_HOMES = {"rule_html": "web", "rule_markdown": "plain", "rule_pages": "pages"}


def __getattr__(name: str) -> Any:
    # the three outputs load when they are asked for: pages need fonts, the web page the SVG export
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'cardgen.rulesheet' has no attribute '{name}'")
    import importlib

    return getattr(importlib.import_module(f"cardgen.rulesheet.{home}"), name)
