"""`python -m cardgen.ruledata [FILE]` writes docs/rules.md (or FILE): a tutorial, and a reference made of the words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from cardgen.base import own
from cardgen.ruledata import words
from cardgen.ruledata.sentences import written


def manual() -> str:
    """Return docs/rules.md."""
    return own.manual("rules", reference="\n".join(_reference()))


def _reference() -> Iterator[str]:
    for title, keys in (
        ("Keys of the file", words.TOP),
        ("Keys of a zone", words.ZONE),
        ("Keys of a note", words.NOTE),
        ("Keys of a step", words.STEP),
        ("Keys of a trick", words.TRICK),
        ("Keys of bets", words.BETS),
        ("Keys of an auction", words.AUCTION),
        ("Keys of a move, besides its choices", words.MOVE),
        ("Keys of a deed that cards name", words.DEED),
        ("Names", words.NAMES),
    ):
        yield from _table(title, ("key", "means"), {f"`{key}`": text for key, text in keys.items()})
    for title, patterns in (("Sentences", words.SENTENCES), ("Sentences with a colon", words.HEADS)):
        rows = {f"`{written(pattern)}`": text for pattern, text in patterns.values()}
        yield from _table(title, ("sentence", "does"), rows)
    rows = {f"`{example}`": text for example, text in words.PLACES.values()}
    yield from _table("Places of a board", ("words", "give"), rows)
    yield from _table(
        "Functions over a list: `f(list)`, `f(list, it.value)`, `f(x.value for x in list)`",
        ("function", "gives"),
        {f"`{name}`": text for name, (_, text) in words.OVER_LISTS.items()},
    )
    rows = {f"`{example}`": text for example, text in words.FUNCTIONS.values()}
    yield from _table("Other functions", ("function", "gives"), rows)


def _table(title: str, heads: tuple[str, str], rows: Mapping[str, str]) -> Iterator[str]:
    yield from ("", f"## {title}", "", f"| {heads[0]} | {heads[1]} |", "|---|---|")
    for name, text in rows.items():
        yield f"| {re.sub(r'[|]', '/', name)} | {re.sub(r'[|]', '/', text)} |"


if __name__ == "__main__":
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "rules.md"
    file.write_bytes(manual().encode())
