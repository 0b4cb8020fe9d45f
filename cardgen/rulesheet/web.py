"""The rule sheet as one web page that needs nothing else: its pictures, fonts and styles are inside."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from cardgen.base.drawing import Drawing, FontKey
from cardgen.base.units import parse_length
from cardgen.export.svg import svg_sprites
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
    words,
)
from cardgen.rulesheet.pictures import Pictures
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import Theme
from cardgen.rulesheet.webfonts import font_faces
from cardgen.rulesheet.webstyle import MM_IN_REM, style_sheet

_WIDE, _NARROW = 186.0, 136.0  # the masthead is drawn for a screen and for a telephone


def rule_html(sheet: RuleSheet, faces: object) -> str:
    """Return the whole page; it reads well on a telephone and prints well, too."""
    pictures = Pictures(faces, sheet)
    page = _Page(sheet, pictures, sheet.theme_in(pictures.faces.look))
    body = page.blocks(sheet.blocks)
    sprites, shown = svg_sprites(page.used, "r")
    for drawing, mark in page.marks.items():
        body = body.replace(mark, _shown(shown[drawing]))
    page.pictures.hand_over()
    fonts = font_faces(_characters(sheet, page))
    kit = sheet.kit
    foot = escape(" · ".join(part for part in (kit.title, kit.credits.get("notice", "")) if part))
    return (
        f'<!doctype html>\n<html lang="{escape(kit.language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(kit.title)}: rules</title>\n<style>\n{fonts}\n{style_sheet(page.theme)}</style>\n"
        f"</head>\n<body>\n{sprites}\n<main>\n{body}</main>\n<footer>{foot}</footer>\n</body>\n</html>\n"
    )


def _shown(svg: str) -> str:
    """Return the picture as a part of the element around it, which has the words for who cannot see it."""
    return re.sub(r' role="img" aria-label="[^"]*"', ' aria-hidden="true"', svg, count=1)


def _characters(sheet: RuleSheet, page: _Page) -> dict[FontKey, Iterable[str]]:
    """Return each font of the theme with the characters it may have to show: all of the sheet's."""
    text = set("".join(page.said)) | set("0123456789,.•")
    text |= set("".join(page.said).upper())
    keys: set[FontKey] = set()
    base = page.theme.words("text")
    for style in page.theme.type.values():
        keys.add(FontKey(style.font, 700 if style.bold else 400, style.italic))
    keys |= {FontKey(base.font, 700, False), FontKey(base.font, 400, True)}
    return dict.fromkeys(keys, text)


@dataclass(slots=True)
class _Page:
    sheet: RuleSheet
    pictures: Pictures
    theme: Theme
    used: list[Drawing] = field(default_factory=list)
    marks: dict[Drawing, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)

    # ---- blocks ------------------------------------------------------------------------------------

    def blocks(self, blocks: Sequence[Block], level: int = 0) -> str:
        return "".join(self._block(block, level) for block in blocks)

    def _block(self, block: Block, level: int) -> str:
        match block:
            case Heading():
                tag = f"h{min(6, block.level)}"
                colour = self.theme.colours.get(block.settings.get("colour", ""))
                style = f' style="--rule:{colour}"' if colour else ""
                return f"<{tag}{style}>{self.inlines(block.inlines)}</{tag}>\n"
            case Paragraph():
                return f"<p>{self.inlines(block.inlines)}</p>\n"
            case Listing():
                tag = "ol" if block.ordered else "ul"
                start = (
                    f' start="{block.start}" style="--start:{block.start - 1}"' if block.start != 1 else ""
                )
                items = "".join(f"<li>{self._item(item)}</li>\n" for item in block.items)
                return f"<{tag}{start}>\n{items}</{tag}>\n"
            case Terms():
                pairs = "".join(
                    f"<dt>{self.inlines(term)}</dt><dd>{self._item(said)}</dd>\n"
                    for term, said in block.pairs
                )
                return f"<dl>\n{pairs}</dl>\n"
            case Table():
                return self._table(block)
            case Figure():
                return self._figure(block)
            case Box():
                return self._box(block)
            case PageBreak():
                return '<div class="page-break"></div>\n'

    def _item(self, blocks: Sequence[Block]) -> str:
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return self.inlines(blocks[0].inlines)
        return "\n" + self.blocks(blocks)

    def _table(self, table: Table) -> str:
        def row(cells: Sequence[Inlines], tag: str) -> str:
            shown = (
                f'<{tag} style="text-align:{align}">{self.inlines(cell)}</{tag}>'
                for cell, align in zip(cells, table.aligns, strict=False)
            )
            return f"<tr>{''.join(shown)}</tr>\n"

        kind = "lines" if table.head else "panels"
        head = f"<thead>{row(table.head, 'th')}</thead>\n" if table.head else ""
        body = "".join(row(cells, "td") for cells in table.rows)
        return f'<table class="{kind}">\n{head}<tbody>{body}</tbody></table>\n'

    def _figure(self, figure: Figure) -> str:
        width = figure.settings.get("width", "")
        pictures = "".join(self.picture(p, width) for p in figure.pictures)
        caption = f"<figcaption>{self.inlines(figure.caption)}</figcaption>" if figure.caption else ""
        return f"<figure>{pictures}{caption}</figure>\n"

    # ---- containers --------------------------------------------------------------------------------

    def _box(self, box: Box) -> str:
        match box.kind:
            case "masthead":
                return self._masthead(box)
            case "at-a-glance":
                return self._glance(box)
            case "gallery":
                return self._gallery(box)
            case "columns":
                weights = " ".join(f"{_weight(b)}fr" for b in box.blocks if isinstance(b, Box))
                return f'<div class="columns" style="--columns:{weights}">\n{self.blocks(box.blocks)}</div>\n'
            case "column":
                return f'<div class="column">\n{self.blocks(box.blocks)}</div>\n'
            case "set-up":
                figures = [b for b in box.blocks if isinstance(b, Figure)]
                others = [b for b in box.blocks if not isinstance(b, Figure)]
                inner = f"<div>{self.blocks(figures)}</div>\n<div>{self.blocks(others)}</div>\n"
                return f'<section class="set-up">\n{self._title(box, "h3")}{inner}</section>\n'
        style = box.settings.get("style", "")
        name = f"box {box.kind}{f' {box.kind}-{style}' if style else ''}"
        title = self._title(box, "h2" if box.kind == "steps" else "h3")
        icon = box.settings.get("icon")
        shown = f'<span class="icon">{self.picture(Picture("art", icon))}</span>' if icon else ""
        tag = "section" if box.kind in ("steps", "credits") else "aside"
        return f'<{tag} class="{escape(name)}">\n{shown}{title}{self.blocks(box.blocks)}</{tag}>\n'

    def _title(self, box: Box, tag: str) -> str:
        return f"<{tag}>{self.inlines(box.title)}</{tag}>\n" if box.title else ""

    def _masthead(self, box: Box) -> str:
        template = self.theme.masthead
        wide = self.pictures.art(template, _WIDE, 0.0) if template else None
        narrow = self.pictures.art(template, _NARROW, 0.0) if template else None
        if wide is None or narrow is None:
            return f'<header class="masthead">\n{self.blocks(box.blocks)}</header>\n'
        art = f'<div class="wide">{self._mark(wide)}</div><div class="narrow">{self._mark(narrow)}</div>'
        return f'<header class="masthead">\n{art}\n<div class="unseen">{self.blocks(box.blocks)}</div></header>\n'

    def _glance(self, box: Box) -> str:
        items = []
        for item in (i for b in box.blocks if isinstance(b, Listing) for i in b.items):
            inlines = tuple(i for b in item if isinstance(b, Paragraph | Figure) for i in _of(b))
            pictures, rest = split_pictures(inlines)
            shown = "".join(self.picture(p, tallest=15.0) for p in pictures)
            fact = bool(rest) and isinstance(rest[0], Run) and rest[0].bold
            items.append(
                f'<li class="{"fact" if fact else "part"}"><span class="shown">{shown}</span>'
                f"<span>{self.inlines(rest)}</span></li>\n"
            )
        return f'<ul class="glance">\n{"".join(items)}</ul>\n'

    def _gallery(self, box: Box) -> str:
        count = box.settings.get("columns", "")
        style = f' style="--count:{int(count)}"' if count.isdigit() else ""
        items = []
        for item in (i for b in box.blocks if isinstance(b, Listing) for i in b.items):
            inlines = tuple(i for b in item if isinstance(b, Paragraph | Figure) for i in _of(b))
            pictures, rest = split_pictures(inlines)
            shown = "".join(self.picture(p) for p in pictures)
            caption = f"<figcaption>{self.inlines(rest)}</figcaption>" if rest else ""
            items.append(f"<li><figure>{shown}{caption}</figure></li>\n")
        others = [b for b in box.blocks if not isinstance(b, Listing)]
        listing = f'<ul class="gallery"{style}>\n{"".join(items)}</ul>\n'
        return self._title(box, "h3") + listing + self.blocks(others)

    # ---- inlines -----------------------------------------------------------------------------------

    def inlines(self, inlines: Iterable[Inline]) -> str:
        parts: list[str] = []
        for inline in inlines:
            match inline:
                case Run(text, bold, italic):
                    self.said.append(text)
                    shown = escape(text, quote=False)
                    shown = f"<em>{shown}</em>" if italic else shown
                    parts.append(f"<strong>{shown}</strong>" if bold else shown)
                case Break():
                    parts.append("<br>")
                case Cite(rules):
                    if self.theme.cite:
                        if parts:
                            parts[-1] = parts[-1].rstrip()
                        numbers = ",".join(r.rpartition("-")[2].lstrip("0") for r in rules)
                        parts.append(f'<sup class="cite" title="{escape(", ".join(rules))}">{numbers}</sup>')
                case Picture():
                    parts.append(self.picture(inline, inline_=True))
        return "".join(parts)

    def picture(
        self, picture: Picture, width: str = "", *, tallest: float = 0.0, inline_: bool = False
    ) -> str:
        drawing = self.pictures.drawing(picture)
        if drawing is None or not drawing.height:
            return escape(picture.alt)
        k = 0.5 if picture.kind != "art" else 1.0
        k = min(k, tallest / drawing.height) if tallest else k
        size = f"{drawing.width * k * MM_IN_REM:.2f}rem"
        wanted = picture.values.get("width") or width
        if wanted.endswith("%"):
            size = wanted
        elif wanted:
            with contextlib.suppress(ValueError):  # the pages have told what is wrong with it
                size = f"{parse_length(wanted) * MM_IN_REM:.2f}rem"
        style = f"width:{escape(size)}"
        alt = escape(picture.alt or picture.name)
        return f'<span class="picture" role="img" aria-label="{alt}" style="{style}">{self._mark(drawing)}</span>'

    def _mark(self, drawing: Drawing) -> str:
        if drawing not in self.marks:
            self.used.append(drawing)
            self.marks[drawing] = f"\ue000{len(self.used)}\ue001"
        return self.marks[drawing]


def _of(block: Paragraph | Figure) -> Sequence[Inline]:
    return block.inlines if isinstance(block, Paragraph) else (*block.pictures, *block.caption)


def _weight(block: Box) -> str:
    said = block.settings.get("weight") or words(block.title)
    return said if re.fullmatch(r"\d+(\.\d+)?", said) else "1"
