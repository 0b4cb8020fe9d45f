"""The rule sheet as plain Markdown, as GitHub shows it: pictures become their descriptions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cardgen.rulesheet.blocks import (
    Block,
    Box,
    Break,
    Cite,
    Figure,
    Heading,
    Inline,
    Inlines,
    Listing,
    PageBreak,
    Paragraph,
    Picture,
    Run,
    Table,
    Terms,
    split_pictures,
)
from cardgen.rulesheet.sheet import RuleSheet, box_level

_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")
_LEADING = re.compile(r"^(#{1,6} |[-+] |\d+[.)] |:{3,}|={3,}|-{3,}|> )")
_DASHES = {"start": "---", "center": ":-:", "end": "--:"}


def rule_markdown(sheet: RuleSheet) -> str:
    """Return the rule sheet as GitHub-flavoured Markdown that reads well as it stands.

    Raises `CardgenError` when the sheet could not be read: here nobody else would say so.
    """
    sheet.problems.raise_errors()
    return "\n\n".join(_blocks(sheet.blocks)) + "\n"


def _blocks(blocks: Sequence[Block]) -> list[str]:
    return [text for block in blocks for text in _block(block)]


def _block(block: Block) -> list[str]:
    match block:
        case Heading():
            return [f"{'#' * block.level} {_line(block.inlines)}"]
        case Paragraph():
            return [_line(block.inlines)]
        case Listing():
            return [_listing(block)]
        case Terms():
            return ["\n\n".join((f"**{_line(term)}**", *_blocks(said))).strip() for term, said in block.pairs]
        case Table():
            return [_table(block)]
        case Figure():
            said = [f"*{_escaped(p.alt)}*" for p in block.pictures if p.alt and p.kind == "art"]
            caption = _line(block.caption)
            if caption and len(said) == 1 and said[0].strip("*") in caption:
                said = []  # the caption already says what is to be seen
            return [text for text in (" ".join(said), caption) if text]
        case PageBreak():
            return ["---"]
        case Box():
            return _box(block)


def _box(box: Box) -> list[str]:
    title = [f"{'#' * box_level(box)} {_line(box.title)}"] if box.title and box.kind != "column" else []
    if box.kind in ("at-a-glance", "gallery"):
        return [
            *title,
            *(_captions(b) if isinstance(b, Listing) else "\n\n".join(_block(b)) for b in box.blocks),
        ]
    return [*title, *_blocks(box.blocks)]


def _captions(listing: Listing) -> str:
    """Return pictures with captions as a list; a drawn picture keeps its description."""
    lines = []
    for item in listing.items:
        inlines: Inlines = ()
        for block in item:
            if isinstance(block, Paragraph):
                inlines += block.inlines
            elif isinstance(block, Figure):
                inlines += (*block.pictures, *block.caption)
        pictures, rest = split_pictures(inlines)
        said = "; ".join(_escaped(p.alt) for p in pictures if p.alt)
        caption = _line(rest)
        lines.append(
            f"- {caption}" + (f" (*{said}*)" if said and any(p.kind == "art" for p in pictures) else "")
        )
    return "\n".join(lines)


def _listing(listing: Listing) -> str:
    shown = []
    for number, item in enumerate(listing.items, listing.start):
        mark = f"{number}. " if listing.ordered else "- "
        text = "\n\n".join(_blocks(item))
        indent = " " * len(mark)
        lines = [indent + line if line and i else line for i, line in enumerate(text.split("\n"))]
        shown.append(mark + "\n".join(lines))
    apart = any(len(item) > 1 for item in listing.items)
    return ("\n\n" if apart else "\n").join(shown)


def _table(table: Table) -> str:
    def row(cells: Sequence[Inlines]) -> str:
        filled = [*(_line(cell) for cell in cells), *([""] * (len(table.aligns) - len(cells)))]
        return "| " + " | ".join(filled) + " |"

    head = row(table.head or ((),) * len(table.aligns))
    rule = "|" + "|".join(_DASHES[align] for align in table.aligns) + "|"
    return "\n".join([head, rule, *(row(cells) for cells in table.rows)])


def _line(inlines: Iterable[Inline]) -> str:
    parts: list[str] = []
    for inline in inlines:
        match inline:
            case Run(text, bold, italic):
                parts.append(_marked(text, bold, italic))
            case Break():
                parts.append("<br>")
            case Cite(rules):
                if parts:
                    parts[-1] = parts[-1].rstrip()
                parts.append(f"<sup>{', '.join(rules)}</sup>")
            case Picture():
                parts.append(f"*{_escaped(inline.alt)}*" if inline.alt else "")
    text = re.sub(r"  +", " ", "".join(parts)).strip()
    return _LEADING.sub(lambda m: "\\" + m[1], text)


def _marked(text: str, bold: bool, italic: bool) -> str:
    stars = "*" * (2 * bold + italic)
    inner = text.strip()
    if not stars or not inner:
        return _escaped(text)
    # the marks must touch the words, or they are not marks
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{stars}{_escaped(inner)}{stars}{after}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
