"""Rule sheets: a kit's `rules.md.j2` as pages, as one web page and as plain Markdown.

Numbers come from the kit, options read as if they had always been the rule, pictures are the real faces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.base.lazy import lazily
from cardgen.rulesheet.sheet import RuleSheet, load_rules
from cardgen.rulesheet.theme import fallback_of

if TYPE_CHECKING:
    from cardgen.rulesheet.booklet import booklet_pages
    from cardgen.rulesheet.pages import large_print_pages, rule_pages
    from cardgen.rulesheet.plaintext import rule_markdown
    from cardgen.rulesheet.web import rule_html
    from cardgen.rulesheet.zine import zine_pages

lazily(
    __name__,
    {
        "booklet": "booklet_pages",
        "pages": "large_print_pages rule_pages",
        "plaintext": "rule_markdown",
        "web": "rule_html",
        "zine": "zine_pages",
    },
)
