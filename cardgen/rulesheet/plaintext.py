"""The rule sheet as plain Markdown, as GitHub shows it: pictures become their descriptions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cardgen.rulesheet import blocks
from cardgen.rulesheet.sheet import RuleSheet

_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")
_CITED = re.compile(r"<sup>[^<]*</sup>")
_LEADING = re.compile(r"^(#{1,6} |[-+] |\d+[.)] |:{3,}|={3,}|-{3,}|> )")
_DASHES = {"start": "---", "center": ":-:", "end": "--:"}


def rule_markdown(sheet: RuleSheet) -> str:
    """Return the rule sheet as GitHub-flavoured Markdown that reads well as it stands.

    Raises `CardgenError` when the sheet could not be read: here nobody else would say so.
    """
    sheet.problems.raise_errors()
    said = (*sheet.blocks, *sheet.appendix)
    text = "\n\n".join(_all(said)) + "\n"
    return text if sheet.theme.cite else _CITED.sub("", text)


def _all(said: Sequence[blocks.Block]) -> list[str]:
    return [text for block in said for text in _block(block)]


def _block(block: blocks.Block) -> list[str]:
    match block:
        case blocks.Heading():
            return [f"{'#' * block.level} {_line(block.inlines)}"]
        case blocks.Paragraph():
            return [_line(block.inlines)]
        case blocks.Listing():
            return [_listing(block)]
        case blocks.Terms():
            return ["\n\n".join((f"**{_line(term)}**", *_all(said))).strip() for term, said in block.pairs]
        case blocks.Table():
            return [_table(block)]
        case blocks.Figure():
            said = [f"*{_escaped(p.alt)}*" for p in block.pictures if p.alt and p.kind == "art"]
            caption = _line(block.caption)
            if caption and len(said) == 1 and said[0].strip("*") in caption.replace("*", ""):
                said = []  # the caption already says what is to be seen
            return [text for text in (" ".join(said), caption) if text]
        case blocks.PageBreak():
            return ["---"]
        case blocks.Fence():
            return _box(block)


def _box(box: blocks.Fence) -> list[str]:
    title = [f"{'#' * box.level} {_line(box.title)}"] if box.level else []
    if box.kind in ("at-a-glance", "gallery"):
        return [*title, "\n".join(_entry(figure) for figure in box.figures)]
    return [*title, *_all(box.blocks)]


def _entry(figure: blocks.Figure) -> str:
    """Return pictures with a caption as an item of a list; drawn ones keep their description."""
    said = "; ".join(_escaped(p.alt) for p in figure.pictures if p.alt)
    drawn = said and any(p.kind == "art" for p in figure.pictures)
    return f"- {_in_one(figure.caption)}" + (f" (*{said}*)" if drawn else "")


def _listing(listing: blocks.Listing) -> str:
    shown = []
    for number, item in enumerate(listing.items, listing.start):
        mark = f"{number}. " if listing.ordered else "- "
        text = "\n\n".join(_all(item))
        indent = " " * len(mark)
        lines = [indent + line if line and i else line for i, line in enumerate(text.split("\n"))]
        shown.append(mark + "\n".join(lines))
    apart = any(len(item) > 1 for item in listing.items)
    return ("\n\n" if apart else "\n").join(shown)


def _table(table: blocks.Table) -> str:
    def row(cells: Sequence[blocks.Inlines]) -> str:
        filled = [*map(_in_one, cells), *([""] * (len(table.aligns) - len(cells)))]
        return "| " + " | ".join(filled) + " |"

    head = row(table.head or ((),) * len(table.aligns))
    rule = "|" + "|".join(_DASHES[align] for align in table.aligns) + "|"
    return "\n".join([head, rule, *(row(cells) for cells in table.rows)])


def _in_one(inlines: Iterable[blocks.Inline]) -> str:
    """Return words where a line cannot end: in a cell of a table, in a list."""
    return _line(inlines).replace("  \n", " ")


def _line(inlines: Iterable[blocks.Inline]) -> str:
    parts: list[str] = []
    for inline in inlines:
        match inline:
            case blocks.TextRun(text, bold, italic):
                parts.append(_marked(text, bold, italic))
            case blocks.Break():
                parts.append("\n")
            case blocks.Cite(rules):
                parts.append(f"<sup>{', '.join(rules)}</sup>")
            case blocks.PictureBlock():
                parts.append(f"*{_escaped(inline.alt)}*" if inline.alt else "")
    text = re.sub(r"  +", " ", "".join(parts)).strip()
    text = re.sub(r" ?\n", "  \n", text)  # two spaces end a line, and nobody sees them
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
