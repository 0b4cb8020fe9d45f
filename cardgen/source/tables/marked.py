"""Words that are bold or italic inside a cell, as the stars that cards have for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


class Letters(NamedTuple):
    """Some letters of a cell that look alike."""

    text: str
    bold: bool = False
    italic: bool = False


def marked(runs: Sequence[Letters]) -> str:
    """Return a text with `**` round what is bold in it and `*` round what is italic.

    What all letters of the cell have in common is how the cell looks, and no word of the card: it gives no stars.
    """
    said = [run for run in runs if run.text and not run.text.isspace()]
    bold = any(run.bold for run in said) and not all(run.bold for run in said)
    italic = any(run.italic for run in said) and not all(run.italic for run in said)
    joined: list[Letters] = []
    for text, b, i in runs:
        one = Letters(text, b and bold, i and italic)
        if joined and joined[-1][1:] == one[1:]:
            joined[-1] = joined[-1]._replace(text=joined[-1].text + text)
        else:
            joined.append(one)
    return "".join(_starred(run) for run in joined)


def both(runs: Sequence[Letters]) -> tuple[str, str]:
    """Return the words of a cell, plain and with stars."""
    return "".join(run.text for run in runs), marked(runs)


def _starred(run: Letters) -> str:
    stars = "**" * run.bold + "*" * run.italic
    if not stars:
        return run.text
    lines = []
    for line in run.text.split("\n"):  # stars stand directly before the first and behind the last letter
        found = re.fullmatch(r"(\s*)(.*?)(\s*)", line, re.DOTALL)
        before, words, after = found.groups() if found else ("", line, "")
        lines.append(f"{before}{stars}{words}{stars[::-1]}{after}" if words else line)
    return "\n".join(lines)
