"""What a YAML parser's complaint means to somebody who writes a kit."""

from __future__ import annotations

import re
from typing import TypeAlias

import yaml

from cardgen.base.errors import Location, Problems
from cardgen.base.own import table

# Noticed at the end of the file or one line later, made where the quote or the key stands.
_NOTICED_LATE = ("end of stream", "document indicator", "could not find expected ':'")
_PAIR = re.compile(r"\s*(?:- +)*(\w[^:{\[\"']*):(?:$| +(.*))")
_CONFLICT = re.compile(r"<{7} |={7}$|>{7} ")
LOOKS_LIKE_SPACE = re.compile("[ \t]*([\u00a0\u2000-\u200b\u202f\u3000\ufeff])")
NO_SPACE = ("a character that only looks like a space indents this line", "delete it and type spaces")
_IN_QUOTES = r"\"[^\"]*\"|'[^']*'"
_CLOSING = {"[": "]", "{": "}"}
_ITEMS = "write '- ' before each item of a list"

_Found: TypeAlias = "tuple[str, str, int, int]"  # message and hint, row and column


def explain_syntax(
    error: yaml.YAMLError, text: str, file: str, problems: Problems, quote: tuple[int, int, int] | None = None
) -> None:
    """Add the parser's error as a located problem in plain words.

    `quote` is the last quoted text that went over several lines: line and column where it began, line where it ended.
    """
    lines = re.split(r"\r\n|\r|\n", text)
    said = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    opened = getattr(error, "context_mark", None)
    if opened is not None and any(words in said for words in _NOTICED_LATE):
        mark = opened
    row, column = (mark.line, mark.column) if mark is not None else (0, 0)
    if row >= len(lines) or (row == len(lines) - 1 and not lines[row] and row > 0):
        row = max(i for i, line in enumerate(lines) if line or i == 0)
        column = len(lines[row])
    column = min(column, len(lines[row]))
    conflict = next((i for i, line in enumerate(lines) if _CONFLICT.match(line)), None)
    if conflict is not None:
        hint = "keep one of the two versions, and delete the lines <<<<<<<, ======= and >>>>>>>"
        found: _Found = ("two versions that git could not join stand here", hint, conflict, 0)
    elif quote and quote[2] == row + 1:
        found = (f"the quote that is opened here ends only in line {row + 1}", "close it in its own line", quote[0] - 1, quote[1] - 1)  # fmt: skip
    elif "expected ',' or" in said and opened is not None:
        found = _in_brackets(
            lines, row, column, (opened.line, opened.column), "a ',' is missing here or before"
        )
    elif "expected node content" in said and (at := _opened(lines, row, column)):
        found = _in_brackets(lines, row, column, at, "a value is missing before this")
    else:
        found = _in_a_line(said, lines, row, column)
    problems.add(found[0], Location(file, found[2] + 1, found[3] + 1), hint=found[1], code="yaml")


def _opened(lines: list[str], row: int, column: int) -> tuple[int, int] | None:
    """Return where the innermost bracket is that is open at a place."""
    closed = 0
    for number in range(row, -1, -1):
        line = re.sub(
            _IN_QUOTES, lambda found: "." * len(found[0]), lines[number][: column if number == row else None]
        )
        for at in range(len(line) - 1, -1, -1):
            closed += line[at] in "]}"
            if line[at] in "[{":
                if not closed:
                    return number, at
                closed -= 1
    return None


def _in_brackets(lines: list[str], row: int, column: int, begins: tuple[int, int], missing: str) -> _Found:
    """Return what is wrong inside of [ ] or { }: they are not closed, or what is missing there."""
    first, at = begins
    sign = lines[first][at : at + 1]
    closing = _CLOSING.get(sign, "]")
    rest = "\n".join([lines[first][at:], *lines[first + 1 :]])
    depth = 0
    for letter in re.sub(_IN_QUOTES, "", rest):
        depth += (letter in "[{") - (letter in "]}")
        if not depth:
            return f"{missing}, after '{sign}'", "write ',' between two values; text with ': ' or {icon} needs quotes", row, column  # fmt: skip
    return f"the '{sign}' is not closed", f"add '{closing}' at its end; text that begins with '{sign}' needs quotes", first, at  # fmt: skip


def _in_a_line(said: str, lines: list[str], row: int, column: int) -> _Found:
    line = lines[row]
    indent = len(line) - len(line.lstrip())
    sign = line[column : column + 1]
    before = next((i for i in reversed(range(row)) if lines[i].split("#")[0].strip()), None)
    if "\t" in line[:indent] and column <= indent:
        return "a tab indents this line, expected spaces", "replace the tab by spaces", row, column
    for near in (row, before or 0):
        if odd := LOOKS_LIKE_SPACE.match(lines[near]):
            return *NO_SPACE, near, odd.start(1)  # fmt: skip
    if "cannot start any token" in said:
        if sign == "\t":
            return "a tab stands here, expected a space", "replace the tab by spaces", row, column
        return f"text may not begin with {sign or 'this'} unless it is quoted", "put the text in quotes", row, column  # fmt: skip
    pair = _PAIR.match(line)
    value = (pair[2] or "") if pair else ""
    if pair and value and pair.start(2) < column:
        if value[0] in "[{" and sign and not line[column:].strip("]} "):
            return f"there is one '{sign}' too many", "delete it", row, column
        if value[0] in "\"'" and line[:column].rstrip().endswith(value[0]):
            return "more follows after the closing quote", _quoted(pair[1], value), row, column
        if value[0] in "{[*&!%@`":
            return "more follows where the value should end", _quoted(pair[1], value), row, column
        if "mapping values" in said:
            return "the text contains a ':'", _quoted(pair[1], value), row, column
    if "mapping values" in said and pair and before is not None:
        return _after_a_value(lines[before].rstrip(), before, line, row, column)
    if "could not find expected ':'" in said:
        if re.match(r"\s*-\S", line):
            return "the space after '-' is missing", _ITEMS, row, column
        if before is not None and re.match(rf" {{{indent}}}- ", lines[before]):
            return "the '- ' before this line is missing", _ITEMS, row, column  # fmt: skip
    if column == indent and line.startswith("- ", indent):
        level = next((i for i in reversed(range(row)) if re.match(rf" {{0,{indent}}}\S", lines[i])), row)
        if re.match(rf" {{{indent}}}[^ -]", lines[level]):
            return "the '- ' before this line is missing", _ITEMS, level, indent
    if column == indent and any(words in said for words in ("block end", "expected key", "'-' indicator")):
        columns = _columns(lines[:row])
        nearest = [*[c for c in columns if c < indent][:1], *[c for c in columns if c > indent][-1:]]
        expected = " or ".join(str(column + 1) for column in nearest or [0])
        hint = "align the keys of one block, and the '-' of one list"
        return f"this line begins in column {indent + 1}, expected column {expected}", hint, row, column
    for one in table(__file__, "syntax.yaml"):
        if one["said"] in said:
            return one["means"], one["hint"], row, column
    return "the file cannot be read from here on", "look for a quote, bracket or ':' in this line and the line before", row, column  # fmt: skip


def _after_a_value(above: str, before: int, line: str, row: int, column: int) -> _Found:
    """Return what is wrong where a key follows a line that seems to hold a value."""
    key, sign, rest = above.strip().partition(":")
    indent = len(above) - len(above.lstrip())
    if sign and rest and not rest.startswith(" "):
        return f"the space after '{key}:' is missing", f"write '{key}: {rest}'", before, indent + len(key) + 1
    if not sign and not key.startswith("- "):
        name, _, value = (
            key.partition(" ") if len(line) - len(line.lstrip()) <= indent else (key, "", "")
        )  # a block follows only what ends in ':'
        return f"the ':' after '{name}' is missing", f"write '{name}: {value}".rstrip() + "'", before, indent + len(name)  # fmt: skip
    return "the line is indented more than the line before it", "align the keys of one block", row, column


def _columns(lines: list[str]) -> list[int]:
    """Return where the blocks begin that are open after these lines, the innermost first."""
    columns: list[int] = []
    for line in reversed(lines):
        begins = re.match(r"( *)((?:- +)*)[^ #]", line)
        if begins:
            ends = begins.end(1)
            inner = [begins.end(2)] if begins[2] and _PAIR.match(line) else []
            columns += [c for c in [*inner, ends] if not columns or c < columns[-1]]
    return columns


def _quoted(key: str, value: str) -> str:
    if value[0] in "\"'" and value.endswith(value[0]):
        value = value[1:-1]
    for quote in "\"'":
        if len(value) <= 60 and quote not in value and "\\" not in value:
            return f"put the text in quotes: {key}: {quote}{value}{quote}"
    return "put the whole text in quotes"
