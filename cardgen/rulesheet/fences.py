"""Fenced containers for markdown-it: `::: name Title {key=value}` … `:::`, nested as deep as you like."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

_OPEN = re.compile(r"(:{3,})\s*([A-Za-z][\w-]*)\s*(.*?)\s*")
_CLOSE = re.compile(r":{3,}\s*")
_CODE = re.compile(r"\s*(`{3,}|~{3,})")


def fences(md: MarkdownIt) -> None:
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
