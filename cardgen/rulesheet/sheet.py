"""The rule sheet of a kit with its options chosen: blocks, theme and the problems found on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardgen.base.errors import Location, Problems
from cardgen.model import Kit
from cardgen.rulesheet.blocks import Block, Box, Cite, Heading, Paragraph, all_inlines, walk, words
from cardgen.rulesheet.chosen import Choice, OptionChoice, choose
from cardgen.rulesheet.filling import fill, rules_location
from cardgen.rulesheet.markdown import read_blocks
from cardgen.rulesheet.theme import Theme
from cardgen.rulesheet.theme_file import load_themes

FURNITURE = {"rules": "rules"}
"""The words of the program's own on a rule sheet; all others stand in the kit's files and in the theme."""


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """What a rule sheet says and how it looks; `problems` grows while it is drawn."""

    kit: Kit
    choices: Mapping[str, Choice]
    blocks: tuple[Block, ...]
    themes: Mapping[str, Theme]
    where: Location
    problems: Problems = field(default_factory=Problems)

    @property
    def theme(self) -> Theme:
        """The theme in full colour."""
        return self.themes["full"]

    def theme_in(self, look: str) -> Theme:
        """Return the theme in the colours of a look."""
        return self.themes.get(look, self.theme)


def load_rules(
    kit: Kit, options: Mapping[str, OptionChoice] | None = None, problems: Problems | None = None
) -> RuleSheet:
    """Return the rule sheet of a kit; options not named have their default.

    Mistakes of the author are collected in the sheet's `problems`.
    """
    noted = problems if problems is not None else Problems()
    choices = choose(kit, options or {}, noted)
    text, lines = fill(kit, choices, noted)
    where = rules_location(kit)
    blocks = read_blocks(text, file=where.file, lines=lines, problems=noted, language=kit.language)
    return RuleSheet(kit, choices, _with_masthead(blocks), load_themes(kit, noted), where, noted)


def _with_masthead(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Make a masthead of a title that stands at the top without one, and of the line below it."""
    if not blocks or not isinstance(blocks[0], Heading) or blocks[0].level != 1:
        return blocks
    count = 2 if len(blocks) > 1 and isinstance(blocks[1], Paragraph) else 1
    return (Box("masthead", (), blocks[:count], blocks[0].where), *blocks[count:])


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
        elif isinstance(block, Box) and block.level:
            found.append((block.level, words(block.title)))
    return tuple(found)
