"""What tests ask of a rule sheet that was read: the rules it cites and its headings."""

from __future__ import annotations

from cardgen.rulesheet import RuleSheet
from cardgen.rulesheet.blocks import Cite, Fence, Heading, all_inlines, walk, words


def cited_rules(sheet: RuleSheet) -> tuple[str, ...]:
    """Return the numbers of all rules the sheet cites, in reading order, each once."""
    found = (rule for i in all_inlines(sheet.blocks) if isinstance(i, Cite) for rule in i.rules)
    return tuple(dict.fromkeys(found))


def outline(sheet: RuleSheet) -> tuple[tuple[int, str], ...]:
    """Return level and words of every heading, titles of boxes included, in reading order."""
    found: list[tuple[int, str]] = []
    for block in walk(sheet.blocks):
        if isinstance(block, Heading):
            found.append((block.level, words(block.inlines)))
        elif isinstance(block, Fence) and block.level:
            found.append((block.level, words(block.title)))
    return tuple(found)
