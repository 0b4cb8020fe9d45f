"""What a YAML parser's complaint means to somebody who writes a kit."""

from __future__ import annotations

import re

import yaml

from cardgen.base.errors import Location, Problems
from cardgen.base.own import table

# Noticed at the end of the file or one line later, made where the quote or the key stands.
_NOTICED_LATE = ("end of stream", "document indicator", "could not find expected ':'")
_PAIR = re.compile(r"\s*(?:- +)?([\w-]+): +(.*)")


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
    if quote and quote[2] == row + 1:
        problems.add(
            f"the quote that is opened here ends only in line {row + 1}",
            Location(file, quote[0], quote[1]),
            hint="close it in its own line",
            code="yaml",
        )
        return
    message, hint = _meaning(said, lines[row], column, (opened.line if opened is not None else row) + 1)
    problems.add(message, Location(file, row + 1, column + 1), hint=hint, code="yaml")


def _quoted(pair: re.Match[str]) -> str:
    if len(pair[2]) > 60 or '"' in pair[2] or "\\" in pair[2]:
        return "put the whole text in quotes"
    return f'put the text in quotes: {pair[1]}: "{pair[2]}"'


def _meaning(said: str, line: str, column: int, opened: int) -> tuple[str, str]:
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" in indent and column <= len(indent):
        return "a tab indents this line, expected spaces", "replace the tab by spaces"
    sign = line[column : column + 1]
    if "cannot start any token" in said:
        if sign == "\t":
            return "a tab stands here, expected a space", "replace the tab by spaces"
        return f"text may not begin with {sign or 'this'} unless it is quoted", "put the text in quotes"
    pair = _PAIR.match(line)
    if pair and pair.start(2) < column and pair[2][:1] in tuple("{[*&!%@`"):
        return "more follows where the value should end", _quoted(pair)
    if pair and "mapping values" in said:
        if column > pair.start(2):
            return "the text contains a ':'", _quoted(pair)
        return "the line is indented more than the line before it", "align the keys of one block"
    for one in table(__file__, "syntax.yaml"):
        if one["said"] in said:
            return one["means"].format(opened=opened), one["hint"].format(opened=opened)
    return f"this is not valid YAML ({said})", ""
