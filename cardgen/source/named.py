"""A file with data that a kit names: YAML, JSON or a table, read into the same located nodes."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path

from cardgen.base.errors import Location, Problems
from cardgen.base.files import FileError, place_after, read_text
from cardgen.source.kit_shape import SOURCE, Source
from cardgen.source.nodes import Block, Document, Step
from cardgen.source.parse import Folder, parse_yaml, read_yaml
from cardgen.source.tables.files import BOOKS, SUFFIXES, TEXTS, read_grid, refusal, suffix_of
from cardgen.source.tables.rows import STANDARD, Takes, cards_of, table_of
from cardgen.source.wrong import read

_PAIR = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


def read_named(
    folder: Folder,
    source: Source,
    asking: Document,
    *path: Step,
    what: str,
    root: tuple[str, ...] = ("cards",),
    columns: Mapping[str, Takes] | None = None,
    likely: Collection[str] = (),
) -> Document | None:
    """Return the data of a file that is named at this path of a document, or None after noting what is wrong with it.

    `columns` say what the columns of a table of cards take; left out, it is a table of anything.
    """
    refused = refusal(source.file)
    if refused:
        folder.problems.extend([refused.problem(asking.where(*path), asking.trail(*path))])
        return None
    for key, given, kinds in (("sheet", source.sheet, BOOKS), ("separator", source.separator, TEXTS)):
        if given and suffix_of(source.file) not in kinds:
            message = f"'{source.file}' has no {key}, only files that end in {', '.join(kinds)} have"
            asking.note(message, *path[:-1], key, hint=f"leave {key} out", code="table-kind")
    fetched = f"cardgen pull {folder.root.resolve().name} fetches it" if source.address else ""
    file = folder.find(source.file, asking, *path, what=what, hint=fetched)
    if file is None:
        return None
    language = str(asking.get("language") or "en")
    if file not in folder.sources:
        folder.sources.append(file)
    label = folder.name_of(source.file)
    return read_data(
        file, label, source, folder.problems, root=root, columns=columns, likely=likely, language=language
    )


def read_table(folder: Folder, game: Document, name: str) -> Document | None:
    """Return the table of this name of a game.yaml, or None after noting what is wrong with its file.

    What is wrong with the entry itself is reported with the rest of game.yaml.
    """
    said = game.get("tables", name)
    path: tuple[Step, ...] = ("tables", name)
    source = Source(said) if isinstance(said, str) and said else None
    if isinstance(said, Block):
        source = read(SOURCE, game, *path, quietly=True)
        path = (*path, "file")
    if source is None:
        return None
    return read_named(folder, source, game, *path, what="table", root=("tables", name), likely=(name,))


def read_data(
    file: Path,
    label: str,
    source: Source,
    problems: Problems,
    *,
    root: tuple[str, ...],
    columns: Mapping[str, Takes] | None,
    likely: Collection[str] = (),
    language: str = "en",
) -> Document | None:
    """Return the data of a file that messages call `label`, or None after noting what is wrong with it."""
    suffix = suffix_of(source.file)
    try:
        if suffix == ".json":
            return parse_json(read_text(file, label), label, problems, root)
        if suffix not in SUFFIXES:
            return read_yaml(file, label, problems, root)
        grid = read_grid(
            file,
            label,
            sheet=source.sheet,
            likely=likely,
            separator=source.separator,
            known={*(columns or ()), *STANDARD},
            language=language,
        )
    except FileError as error:
        problems.extend([error.problem(Location(label))])
        return None
    return table_of(grid, problems, root) if columns is None else cards_of(grid, columns, problems)


def parse_json(text: str, file: str, problems: Problems, root: tuple[str, ...] = ()) -> Document | None:
    """Return the located data of a JSON file, or None after noting why it cannot be used."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        where = Location(file, *place_after(text[: error.pos]))
        message = f"this is no JSON from here on: {error.msg[0].lower()}{error.msg[1:]}"
        problems.add(message, where, hint="a comma too many, or a quotation mark too few?", code="syntax")
        return None
    except RecursionError:
        problems.add("nested too deeply", Location(file), code="too-deep")
        return None

    def letter(pair: re.Match[str]) -> str:
        high, low = int(pair[2], 16), int(pair[3], 16)
        return pair[1] + chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))

    # JSON is YAML but for letters beyond 65535, which it writes in two halves
    return parse_yaml(_PAIR.sub(letter, text), file, problems, root)
