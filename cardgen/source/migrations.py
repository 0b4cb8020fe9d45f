"""What game.yaml said otherwise once and is still read: a table, a warning at each place, and the text with today's keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from cardgen.base.errors import Problems
from cardgen.base.formats import KIT, moved
from cardgen.model import KINDS
from cardgen.model.kit import DESIGNERS
from cardgen.model.made_of import read_stock
from cardgen.source.cells import NoCell, with_cell, with_key
from cardgen.source.nodes import Block, Document, Step, plain
from cardgen.source.parse import parse_yaml
from cardgen.source.tables.flow import flow


class Migration(NamedTuple):
    """A key that is called otherwise since a version: `old` in the blocks at `at`, * being any key.

    `today` makes the value of the new key from the old one, None where the old key may stay. `read_as` is how templates
    read it, such as credits.author; "" when none does. `when` are the words for what `today` takes, if that is not all.
    """

    at: tuple[str, ...]
    old: str
    new: str
    since: str
    today: Callable[[Any], Any]
    read_as: str = ""
    when: str = ""

    def line(self, value: Any) -> str:
        """Return the line of game.yaml that holds today."""
        return f"{self.new}: {flow(self.today(value))}"


def _board(words: Any) -> dict[str, str] | None:
    """Return `{board: 1.5mm, paper: 200 g/m²}` for `200 g/m², on 1.5 mm board`; None where no board is named."""
    made = read_stock(words) if isinstance(words, str) and "{" not in words else None
    if not made or not made.board:
        return None
    return {"board": f"{made.board:g}mm"} | ({"paper": made.paper} if made.paper else {})


def _words(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


MIGRATIONS: Final = (
    *(Migration((kind, "*"), "stock", "made_of", "1.0.0", _board, when=" with a board") for kind in KINDS),
    *(Migration(("credits",), old, "design", "1.0.0", _words, f"credits.{old}") for old in DESIGNERS[1:]),
)


def old_keys(document: Document) -> Iterator[tuple[tuple[Step, ...], Migration]]:
    """Yield the path of each block with an old key that has another name now; a block with both names says both."""
    taken = set()
    for one in MIGRATIONS:
        for path in _blocks(document, one.at):
            block = document.get(*path)
            if one.old not in block or one.new in block or (path, one.new) in taken:
                continue
            if one.today(plain(block[one.old])) is not None:
                taken.add((path, one.new))
                yield path, one


def _blocks(document: Document, at: tuple[str, ...]) -> Iterator[tuple[Step, ...]]:
    paths: list[tuple[Step, ...]] = [()]
    for step in at:
        found = [(path, document.get(*path)) for path in paths]
        paths = [
            (*path, key)
            for path, block in found
            if isinstance(block, Block)
            for key in block
            if step in (key, "*")
        ]
    return (path for path in paths if isinstance(document.get(*path), Block))


def warn_of_old_keys(document: Document) -> None:
    """Note a warning at each old key, with the line to write."""
    for path, one in old_keys(document):
        message = moved(f"'{one.old}'{one.when}", f"'{one.new}'", one.since)
        hint = f"write {one.line(plain(document.get(*path, one.old)))}, or let cardgen migrate do it"
        document.note(message, *path, one.old, at_key=True, hint=hint, level="warning", code="old-key")


def migrated(text: str) -> tuple[str, tuple[Migration, ...]]:
    """Return the text of a game.yaml in today's format and with today's keys, and what was done; comments and layout stay.

    NoCell for a text that is no kit, and for what cannot be written without touching anything else.
    """
    done: list[Migration] = []
    while True:
        document = parse_yaml(text, "game.yaml", Problems())
        if document is None or not isinstance(document.data, Block):
            raise NoCell("the file is no block of keys")
        path, one = next(old_keys(document), ((), None))
        if one is None:
            break
        value, done = plain(document.get(*path, one.old)), [*done, one]
        text = with_key(text, path, one.old, one.new)
        if (today := one.today(value)) != value:
            text = with_cell(text, path, one.new, today)
    if (document.get("format") or 1) < KIT:
        text = with_cell(text, (), "format", KIT)
    return text, tuple(done)
