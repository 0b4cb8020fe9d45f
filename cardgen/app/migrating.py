"""`cardgen migrate`: the files of a kit in today's format and with today's keys; comments and layout stay."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from cardgen.base.destination import write_whole
from cardgen.base.errors import CardgenError, Location, Problem, Problems
from cardgen.base.files import contents, read_named, real, shown
from cardgen.base.formats import KIT, too_new
from cardgen.source.cells import NoCell, as_text, why_read_only
from cardgen.source.migrations import migrated
from cardgen.source.parse import Folder

_GAME = "game.yaml"
_READ_KEYS = (".yaml", ".j2", ".svg", ".md")


class Migrated:
    """What is to be done to a kit: `files` by name, before and after, those that need nothing left out."""

    def __init__(self, folder: Path) -> None:
        """Look at a kit and change nothing; CardgenError for a game.yaml that cannot be read or written."""
        self.folder, problems = folder, Problems()
        document = Folder(folder, problems).open_yaml(_GAME)
        if document and (newer := too_new(document.get("format"), KIT, document.where("format"))):
            problems.extend([newer])
        problems.raise_errors()
        before = read_named(folder / _GAME)
        try:
            if reason := why_read_only(folder):
                raise NoCell(reason)
            text = as_text(before)
            after, done = migrated(text.text)
        except NoCell as error:
            where = Location(f"{shown(folder)}/{_GAME}")
            raise CardgenError([Problem(str(error), where, code="cannot-migrate")]) from None
        names = {one.read_as: one.read_as.removesuffix(one.old) + one.new for one in done if one.read_as}
        others = contents(folder) if names else {}
        texts = {name: data for name, data in others.items() if name.endswith(_READ_KEYS) and name != _GAME}
        files = {name: (data, _renamed(data, names)) for name, data in texts.items()}
        files[_GAME] = before, _renamed(text.bytes_of(after), names)
        self.files = {name: pair for name, pair in files.items() if pair[0] != pair[1]}

    def diff(self) -> Iterator[str]:
        for name, pair in self.files.items():
            label = f"{shown(self.folder)}/{name}"
            before, after = (data.decode("utf-8", "replace").splitlines() for data in pair)
            yield from difflib.unified_diff(before, after, label, label, lineterm="")

    def write(self) -> None:
        """Write the files, each whole or not at all; game.yaml is the last, so what was interrupted is done again."""
        for name, (_, after) in self.files.items():
            write_whole(real(self.folder / name), after)


def _renamed(data: bytes, names: Mapping[str, str]) -> bytes:
    """Return a text that reads keys by their new names, such as credits.design for credits.author."""
    for old, new in names.items():
        data = re.sub(rb"\b%s\b" % re.escape(old.encode()), new.encode(), data)
    return data
