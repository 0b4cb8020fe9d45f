"""Markdown to blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal
from urllib.parse import parse_qsl, unquote

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import escapedSplit
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.deflist import deflist_plugin

from cardgen.base.errors import Location, Problems, did_you_mean
from cardgen.rulesheet.blocks import (
    Block,
    Break,
    Cite,
    Fence,
    Figure,
    Heading,
    Inline,
    Inlines,
    Listing,
    PageBreak,
    Paragraph,
    PictureBlock,
    Table,
    Terms,
    TextRun,
    split_pictures,
)

KINDS = (
    *(
        [
            "masthead",
            "at-a-glance",
            "gallery",
            "set-up",
            "steps",
            "example",
            "call-out",
            "options",
            "rulings",
            "credits",
        ]
    ),
    *(["columns", "column", "picture", "page-break"]),
    # where it is read, and what only a booklet has
    *(["sheet", "booklet", "chapter", "note", "cover", "contents", "answers", "index", "quick-reference"]),
)
"""Every container a rule sheet may use."""

_SETTINGS = re.compile(r"(.*?)\s*\{([^{}]*)\}\s*")
_OPEN = re.compile(r"(:{3,})\s*([A-Za-z][\w-]*)\s*(.*?)\s*")
_CLOSE = re.compile(r":{3,}\s*")
_CODE = re.compile(r"\s*(`{3,}|~{3,})")
_QUOTES = {"de": "„“‚‘", "fr": "«»‹›", "en": "“”‘’"}

_WEIGHT = re.compile(r"(?=.*[1-9])\d{1,4}(?:\.\d{1,6})?")


def read_blocks(
    text: str, *, file: str, lines: Sequence[int], problems: Problems, language: str = "en"
) -> tuple[Block, ...]:
    """Return the blocks of a Markdown text; `lines[n]` is the line of `file` that text line n came from."""
    quotes = _QUOTES.get(language.split("-")[0], _QUOTES["en"])
    md = MarkdownIt("commonmark", {"html": False, "typographer": True, "quotes": quotes})
    md.enable(["table", "replacements", "smartquotes"])
    md.use(deflist_plugin)
    md.use(_fences)
    try:
        tree = SyntaxTreeNode(md.parse(text))
        return _MarkdownReader(md, text, file, lines, problems).blocks(tree.children)
    except RecursionError:
        hint = "write fewer stars, brackets, lists or containers around one another"
        problems.add("this is nested too deeply to be read", Location(file), hint=hint, code="rules-too-deep")
        return ()


class _MarkdownReader:
    def __init__(
        self, md: MarkdownIt, text: str, file: str, lines: Sequence[int], problems: Problems
    ) -> None:
        self._md, self._text = md, text.split("\n")
        self._file, self._lines, self._problems = file, lines, problems
        self._here = Location(file, 1)

    def _where(self, node: SyntaxTreeNode) -> Location:
        if node.map is not None and self._lines:
            self._here = Location(self._file, self._lines[min(node.map[0], len(self._lines) - 1)])
        return self._here

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> tuple[Block, ...]:
        found = (self._block(node) for node in nodes)
        return tuple(block for block in found if block is not None)

    def _block(self, node: SyntaxTreeNode) -> Block | None:
        where = self._where(node)
        match node.type:
            case "heading":
                inlines, settings = self._heading(self._line(node), where)
                return Heading(int(node.tag[1]), inlines, where, settings)
            case "paragraph":
                inlines = self._line(node)
                pictures, rest = split_pictures(inlines)
                return Figure(pictures, (), where) if pictures and not rest else Paragraph(inlines, where)
            case "bullet_list" | "ordered_list":
                items = tuple(self.blocks(item.children) for item in node.children)
                start = int(node.attrs.get("start", 1))
                return Listing(items, where, node.type == "ordered_list", start)
            case "dl":
                return self._terms(node, where)
            case "table":
                return self._table(node, where)
            case "box":
                return self._box(node, where)
            case "hr":
                return PageBreak(where)
            case _:
                message = f"a rule sheet cannot hold a {node.type.replace('_', ' ')}"
                hint = "use paragraphs, headings, lists, tables and ::: containers"
                self._problems.add(message, where, hint=hint, code="rules-block")
                return None

    def _heading(self, inlines: Inlines, where: Location) -> tuple[Inlines, Mapping[str, str]]:
        """Return the words of a heading and the settings after them."""
        last = inlines[-1] if inlines else None
        if not isinstance(last, TextRun) or not _SETTINGS.fullmatch(last.text):
            return inlines, {}
        _, settings = self._settings(last.text, where)
        kept = last.text[: last.text.rindex("{")].rstrip()
        return (*inlines[:-1], TextRun(kept, last.bold, last.italic)), settings

    def _line(self, node: SyntaxTreeNode) -> Inlines:
        inner = node.children[0] if node.children else None
        return self._inlines(inner.children) if inner is not None and inner.type == "inline" else ()

    def _terms(self, node: SyntaxTreeNode, where: Location) -> Terms:
        pairs: list[tuple[Inlines, tuple[Block, ...]]] = []
        term: Inlines = ()
        for child in node.children:
            if child.type == "dt":
                term = self._line(child)
            else:
                pairs.append((term, self.blocks(child.children)))
                term = ()
        return Terms(tuple(pairs), where)

    def _table(self, node: SyntaxTreeNode, where: Location) -> Table:
        rows = [row.children for part in node.children for row in part.children]
        aligns = tuple(_align(cell) for cell in rows[0])
        for part in node.children[1:]:
            for row in part.children:
                self._tell_of_more_cells(row, len(aligns))
        cells = [tuple(self._line(cell) for cell in row) for row in rows]
        head = cells[0] if any(cells[0]) else ()
        return Table(head, tuple(cells[1:]), aligns, where)

    def _tell_of_more_cells(self, row: SyntaxTreeNode, columns: int) -> None:
        """Note the words behind the last column of a row, which Markdown leaves out."""
        if row.map is None:
            return
        cells = escapedSplit(self._text[row.map[0]].lstrip(" >").removeprefix("|"))
        left_out = " | ".join(cell.strip() for cell in cells[columns:] if cell.strip())
        if left_out:
            message = f"'{left_out}' stands behind the last of the table's {columns} columns"
            hint = r"give its first row as many columns, or write \| for a bar that is meant as one"
            self._problems.add(message, self._where(row), hint=hint, code="rules-table")

    def _box(self, node: SyntaxTreeNode, where: Location) -> Block | None:
        kind, _, rest = node.info.partition(" ")
        title, settings = self._settings(rest, where)
        if node.nester_tokens and not node.nester_tokens.opening.meta["closed"]:
            hint = "end it with a line ':::'"
            self._problems.add(f"::: {kind} is never closed", where, hint=hint, code="rules-fence")
        if kind not in KINDS:
            message, hint = f"unknown container '::: {kind}'", did_you_mean(kind, KINDS)
            self._problems.add(message, where, hint=hint, code="rules-container")
            return None
        blocks = self.blocks(node.children)
        said = settings.get("weight") or title
        if kind == "column" and said and not _WEIGHT.fullmatch(said):
            hint = "write ::: column 2 for one that is twice as wide as ::: column 1"
            message = f"a column cannot be '{said}' wide, expected a number such as 2 or 1.5"
            self._problems.add(message, where, hint=hint, code="rules-columns")
        if kind == "page-break":
            return PageBreak(where)
        if kind == "picture":
            return self._figure(title, settings, blocks, where)
        return Fence(kind, self._title(title), blocks, where, settings)

    def _figure(
        self, name: str, settings: Mapping[str, str], blocks: tuple[Block, ...], where: Location
    ) -> Figure:
        said: list[Inline] = []
        for block in blocks:
            if isinstance(block, Paragraph):
                said += ([TextRun(" ")] if said else []) + list(block.inlines)
        alt = settings.get("alt") or "".join(i.text for i in said if isinstance(i, TextRun))
        values = {
            k: v for k, v in settings.items() if k not in ("alt", "width", "height", "align", "caption")
        }
        caption = tuple(said) if settings.get("caption") != "none" else ()
        picture = PictureBlock("art", name.split(" ")[0], alt or name, values)
        return Figure((picture,), caption, where, settings)

    def _title(self, text: str) -> Inlines:
        tokens = self._md.parseInline(text) if text else []
        return self._inlines(SyntaxTreeNode(tokens).children[0].children) if tokens else ()

    def _settings(self, rest: str, where: Location) -> tuple[str, Mapping[str, str]]:
        found = _SETTINGS.fullmatch(rest)
        if not found:
            return rest.strip(), {}
        settings: dict[str, str] = {}
        for part in re.findall(r'[\w-]+=(?:"[^"]*"|\S+)|\S+', found[2]):
            key, equals, value = part.partition("=")
            if not equals:
                message = f"setting '{part}' has no value, expected {part}=…"
                self._problems.add(message, where, code="rules-setting")
                continue
            settings[key] = value.strip('"')
        return found[1].strip(), settings

    def _inlines(self, nodes: Sequence[SyntaxTreeNode], bold: bool = False, italic: bool = False) -> Inlines:
        found: list[Inline] = []
        for node in nodes:
            match node.type:
                case "text" | "code_inline" | "text_special":
                    _add_text(found, node.content, bold, italic)
                case "softbreak":
                    _add_text(found, " ", bold, italic)
                case "hardbreak":
                    found.append(Break())
                case "strong":
                    found += self._inlines(node.children, True, italic)
                case "em":
                    found += self._inlines(node.children, bold, True)
                case "image":
                    picture = self._picture(node)
                    if picture is not None:
                        found.append(picture)
                case "link":
                    scheme, _, target = str(node.attrs.get("href", "")).partition(":")
                    if scheme == "rule":
                        if found and isinstance(found[-1], TextRun):  # a citation stands at its very word
                            found[-1] = replace(found[-1], text=found[-1].text.rstrip())
                        ids = unquote(target).split(",")
                        rules = dict.fromkeys(id.partition(".")[0] for id in ids)
                        found.append(Cite(tuple(rules), tuple(ids)))
                    else:
                        found += self._inlines(node.children, bold, italic)
                case _:
                    _add_text(found, node.content, bold, italic)
        return tuple(found)

    def _picture(self, node: SyntaxTreeNode) -> PictureBlock | None:
        source = unquote(str(node.attrs.get("src", "")))
        address, _, query = source.partition("?")
        kind, colon, name = address.partition(":")
        alt = "".join(child.content for child in node.children) or str(node.content)
        values = dict(parse_qsl(query))
        if colon and kind in ("face", "back"):
            return PictureBlock("face" if kind == "face" else "back", name, alt, values)
        if colon and kind not in ("picture", "art"):
            message = f"picture '{source}' is not one of the kit"
            hint = "write ![words](name) for rules/name.svg, or {{ face('C17') }}"
            self._problems.add(message, self._here, hint=hint, code="rules-picture")
            return None
        return PictureBlock("art", name or address, alt, values)


def _add_text(found: list[Inline], text: str, bold: bool, italic: bool) -> None:
    last = found[-1] if found else None
    if isinstance(last, TextRun) and (last.bold, last.italic) == (bold, italic):
        found[-1] = TextRun(last.text + text, bold, italic)
    elif text:
        found.append(TextRun(text, bold, italic))


def _align(cell: SyntaxTreeNode) -> Literal["start", "center", "end"]:
    style = str(cell.attrs.get("style", ""))
    return "center" if "center" in style else "end" if "right" in style else "start"


# ---- fenced containers -----------------------------------------------------------------------------


def _fences(md: MarkdownIt) -> None:
    """Teach a parser the containers.

    A `:::` closes the innermost open container, so a container may lie in another without counting colons.
    The opening token carries `info` ("name rest of the line") and `meta["closed"]`.
    """
    md.block.ruler.before(
        "fence", "box", _box, {"alt": ["paragraph", "reference", "blockquote", "list", "table"]}
    )


def _box(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    found = _OPEN.fullmatch(_line(state, start))
    if not found:
        return False
    if silent:
        return True
    last = _closing_line(state, start, end)
    closed = last is not None
    inner_end = last if last is not None else end

    old_parent, old_max, old_indent = state.parentType, state.lineMax, state.blkIndent
    state.parentType = "box"
    state.lineMax = inner_end
    state.blkIndent = state.sCount[start]
    opening = state.push("box_open", "div", 1)
    opening.markup = found[1]
    opening.info = f"{found[2]} {found[3]}".strip()
    opening.block = True
    opening.map = [start, inner_end]
    opening.meta = {"closed": closed}
    state.md.block.tokenize(state, start + 1, inner_end)
    closing = state.push("box_close", "div", -1)
    closing.block = True
    state.parentType, state.lineMax, state.blkIndent = old_parent, old_max, old_indent
    state.line = inner_end + (1 if closed else 0)
    return True


def _closing_line(state: StateBlock, start: int, end: int) -> int | None:
    depth, code = 1, ""
    for number in range(start + 1, end):
        text = _line(state, number)
        ticks = _CODE.match(text)
        if ticks and (not code or ticks[1].startswith(code)):
            code = "" if code else ticks[1]
        if code:
            continue
        if text and state.sCount[number] < state.blkIndent:
            return None  # the list item around it ended
        if _CLOSE.fullmatch(text):
            depth -= 1
            if depth == 0:
                return number
        elif _OPEN.fullmatch(text):
            depth += 1
    return None


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
