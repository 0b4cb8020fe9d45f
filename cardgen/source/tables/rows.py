"""A grid of cells → located nodes: a row becomes the block that a card of a YAML file is.

What a cell means is said by the field that it fills. Everything after that is the same for both kinds of files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from cardgen.base.errors import HintedError, Problems, did_you_mean
from cardgen.source.leaves import written
from cardgen.source.nodes import Block, Document, Items, Place
from cardgen.source.parse import INVISIBLE, parse_yaml, plain_value
from cardgen.source.tables.grid import Cell, CellGrid, CellRow


class Takes(NamedTuple):
    """What a column takes: the kind of its field, its choices, and the smallest and largest number."""

    kind: str
    choices: tuple[Any, ...] = ()
    low: float | None = None
    high: float | None = None


STANDARD: Final[Mapping[str, Takes]] = {
    "id": Takes("id"),
    "name": Takes("line"),
    "count": Takes("int", low=1),
    "face": Takes("line"),
    "back": Takes("line"),
    "each": Takes("any"),
}
"""The columns that every table of cards may have."""

NESTED: Final = ("any", "effects_of")
_YES: Final = frozenset(
    ("x", "yes", "true", "✓", "✔", "wahr", "vrai", "verdadero", "vero", "waar", "verdadeiro")
)
_NO: Final = frozenset(("no", "false", "falsch", "faux", "falso", "onwaar"))
LONE: Final = re.compile(r"\{\{(?:(?!\}\}).)*\}\}", re.DOTALL)
_BLANK: Final = re.compile(r'(\\*)"(\s*)"')
_SCIENTIFIC: Final = re.compile(r"-?\d+([.,]\d+)?E\+?\d+")
_TURNED: Final = "a spreadsheet does that by itself: give the column the format Text, and type it again"
_FIRST_ROWS: Final = 30
_MOST_COLUMNS: Final = 1_000
_MOST_MERGED: Final = 100


class CellFault(HintedError):
    """A cell cannot be used: why, behind `value is`, and what to do."""


class TableColumn(NamedTuple):
    """A column that says something: the way to its value in a card, and what it takes."""

    number: int
    path: tuple[str, ...]
    takes: Takes

    @property
    def header(self) -> str:
        return ".".join(self.path)


def table_of(grid: CellGrid, problems: Problems, root: tuple[str, ...] = ()) -> Document | None:
    """Return the rows of any table as blocks, the header giving their keys; an empty cell is None.

    None after noting that the header cannot be read.
    """
    return _RowReader(grid, None, problems, root).document()


def cards_of(grid: CellGrid, fields: Mapping[str, Takes], problems: Problems) -> Document | None:
    """Return the rows of a table of cards as blocks; what its columns and cells do not allow is noted.

    None when its header cannot be read.
    """
    return _RowReader(grid, fields, problems, ("cards",)).document()


class _RowReader:
    """Reads one grid; without `fields` it is a table of anything."""

    def __init__(
        self, grid: CellGrid, fields: Mapping[str, Takes] | None, problems: Problems, root: tuple[str, ...]
    ) -> None:
        self.grid, self.problems, self.root = grid, problems, root
        self.known = None if fields is None else {**STANDARD, **fields}
        self.columns: list[TableColumn] = []
        self.ignored: set[int] = set()  # columns of notes, and those that were reported already
        self.unknown: list[str] = []  # the columns that unknown ones are likely to be

    def document(self) -> Document | None:
        lacking: dict[str, Place | None] = {}
        rows = iter(self.grid.rows)
        header = next((row for row in rows if not _first(row).plain.startswith("#")), None)
        items = Items(Place(0, 0) if header is None else self.grid.place(header, min(header.cells)))
        if header is not None:
            if not self._header(header):
                return None
            there = {column.path[0] for column in self.columns}
            for name in [name for name in self.known or () if name not in there]:
                reported = any(near == name for near in self.unknown)
                lacking[name] = None if reported else self.grid.place(header, max(header.cells))
            notes = set()
            for row in rows:
                if self._is_note(row):
                    notes.add(row.number)
                    continue
                block = self._block(row)
                if block is not None:
                    items.append(block)
                    items.items_at.append(block.at)
            self._check_merged(header, notes)
        return Document(self.grid.file, items, items.at, self.root, problems=self.problems, lacking=lacking)

    def _note(
        self,
        row: CellRow,
        column: int,
        message: str,
        hint: str = "",
        code: str = "wrong-value",
        field: str = "",
    ) -> None:
        where = self.grid.place(row, column).within(self.grid.file)
        own = next((one.number for one in self.columns if one.path == ("id",)), 0)
        of_a_card = own in row.cells and column != own and row.cells[own].plain != "id"
        trail = (*self.root, row.cells[own].plain, *([field] if field else [])) if of_a_card else self.root
        self.problems.add(message, where, trail=trail, hint=hint, code=code)

    # -- the header

    def _header(self, row: CellRow) -> bool:
        """Read the header; return whether there is any use in reading on."""
        if len(row.cells) > _MOST_COLUMNS:
            message = f"the header has {len(row.cells):,} columns, at most {_MOST_COLUMNS:,} are read"
            self._note(row, min(row.cells), message, code="too-large")
            return False
        if self.known is not None and not _has_id(row):
            first = [one for one in self.grid.rows[:_FIRST_ROWS] if one.number > row.number]
            later = next((one.number for one in first if _has_id(one)), 0)
            hint = "the first row names the fields: id, name, count …"
            if any(cell.plain.casefold() == "id" for cell in row.cells.values()):
                hint = "write id and the names of fields as game.yaml does, in small letters"
            elif later:
                hint = f"if row {later} is the header, begin every row above it with #"
            self._note(row, min(row.cells), "the table has no column 'id'", hint, "missing-key")
            return False
        seen: dict[tuple[str, ...], int] = {}
        for number, cell in sorted(row.cells.items()):
            if cell.fault and cell.kind == "wrong":
                self._note(row, number, f"this header is {cell.fault[0]}", cell.fault[1])
                self.ignored.add(number)
                continue
            word = cell.plain
            column = None if word.startswith("#") else self._column(row, number, word)
            if column is None:
                self.ignored.add(number)
            elif column.path in seen:
                other = self.grid.called(row.number, seen[column.path])
                message = f"there are two columns called '{word}', the other one at {other}"
                self._note(row, number, message, "keep one of the two", "duplicate-key")
                self.ignored.add(number)
            else:
                seen[column.path] = number
                self.columns.append(column)
        return True

    def _column(self, row: CellRow, number: int, word: str) -> TableColumn | None:
        first, *rest = (step.strip() for step in word.split("."))
        if self.known is None:
            return TableColumn(number, (first, *rest), Takes("any"))
        takes = self.known.get(first)
        if takes is None:
            hint = did_you_mean(first, self.known)
            if not hint.startswith("did"):
                hint += "; a column of notes begins with #"
            elif rest:
                hint = hint[:-2] + "." + ".".join(rest) + hint[-2:]
            self.unknown += [name for name in self.known if hint == f"did you mean '{name}'?"]
            self._note(row, number, f"unknown column '{word}'", hint, "unknown-field")
            return None
        if not rest:
            return TableColumn(number, (first,), takes)
        if first == "each":
            return TableColumn(number, (first, ".".join(rest)), Takes("entries"))
        if takes.kind in NESTED:
            return TableColumn(number, (first, *rest), Takes("any"))
        if takes.kind == "counts":
            name = word.partition(".")[2].strip()
            words = [written(choice) for choice in takes.choices]
            if name in words:
                return TableColumn(number, (first, name), Takes("int"))
            message = f"unknown column '{word}', expected {first}. and one of {', '.join(words)}"
            near = did_you_mean(name, words)
            self._note(row, number, message, near if near.startswith("did") else "", "unknown-field")
            return None
        message = f"the column '{word}' names a part of {first}, which has none"
        self._note(row, number, message, f"write {first}", "unknown-field")
        return None

    # -- the rows

    def _is_note(self, row: CellRow) -> bool:
        own = next((column.number for column in self.columns if column.path == ("id",)), min(row.cells))
        if own in row.cells:
            return row.cells[own].plain.startswith("#") and (self.known is not None or len(row.cells) == 1)
        return len(row.cells) == 1 and _first(row).plain.startswith("#")

    def _block(self, row: CellRow) -> Block | None:
        own = next((column.number for column in self.columns if column.path == ("id",)), 0)
        made = any(column.path[0] == "each" and column.number in row.cells for column in self.columns)
        block = Block(self.grid.place(row, own if own in row.cells else min(row.cells)))
        filled: set[int] = set()
        for column in self.columns:
            cell = row.cells.get(column.number)
            if cell is None:
                if self.known is not None and self._is_covered(row.number, column.number):
                    self._put(block, row, column, _harmless_in(row, column), None)
                elif self.known is None:
                    self._put(block, row, column, None, None)
                continue
            filled.add(column.number)
            try:
                value = self._value(cell, column, made)
            except CellFault as fault:
                message = f"{column.header} {fault}"
                self._note(row, column.number, message, fault.hint, field=column.path[0])
                value = _harmless_in(row, column)
            self._put(block, row, column, value, cell)
        for number in row.cells.keys() - filled - self.ignored:
            self.ignored.add(number)
            hint = "write a field of the cards above it, or #notes for a column of notes"
            self._note(row, number, "this column has no header", hint, "unknown-field")
        return block if filled or self.known is None else None

    def _value(self, cell: Cell, column: TableColumn, made: bool) -> Any:
        if cell.kind == "wrong" and cell.fault:
            raise CellFault(f"is {cell.fault[0]}", cell.fault[1])
        text = cell.value if isinstance(cell.value, str) else cell.shown
        if found := INVISIBLE.search(text):
            message = f"holds an invisible character (U+{ord(found[0]):04X})"
            raise CellFault(message, "delete it and type the place again")
        if made and "{{" in text and column.takes.kind not in ("entries", *NESTED):
            whole = column.takes.kind not in ("list", "counts") or LONE.fullmatch(text.strip())
            if whole:
                return cell.shown if column.takes.kind in ("text", "line") else text.strip()
        return meaning(cell, column.takes, self.grid.comma)

    def _put(self, block: Block, row: CellRow, column: TableColumn, value: Any, cell: Cell | None) -> None:
        raw = None if cell is None or isinstance(cell.value, str) else cell.shown or str(cell.value)
        place = self.grid.place(row, column.number, raw)
        _moved(value, place)
        *above, last = column.path
        for step in above:
            inner = block.get(step)
            if inner is None:
                inner = Block(place)
                block[step], block.keys_at[step], block.values_at[step] = inner, place, place
            if not isinstance(inner, Block):
                last = step  # it says something already
                break
            block = inner
        if last in block:
            message = f"{column.header} and another column both say {column.path[0]} of this card"
            self._note(row, column.number, message, "keep one of the two", "duplicate-key")
            return
        block[last], block.keys_at[last], block.values_at[last] = value, place, place

    def _is_covered(self, row: int, column: int) -> bool:
        """Tell whether a merge has emptied a cell: that is reported once, not with each of them."""
        merged = self.grid.merged[:_MOST_MERGED]
        return any(m.top <= row <= m.bottom and m.left <= column <= m.right for m in merged)

    def _check_merged(self, header: CellRow, notes: set[int]) -> None:
        """Note cells that are one: all but the first are empty, whatever they look like."""
        used = {column.number for column in self.columns}
        last = self.grid.rows[-1].number
        for merged in self.grid.merged:
            rows = range(max(merged.top, header.number), min(merged.bottom, last) + 1)
            if set(rows) <= notes or not used & set(range(merged.left, min(merged.right, 20_000) + 1)):
                continue
            message = f"the cells {merged} are merged, and all but the first are empty"
            hint = "take the merge back, and write what each of them says"
            self._note(CellRow(merged.top, merged.top, {}), merged.left, message, hint, "merged")


def _has_id(row: CellRow) -> bool:
    return any(cell.plain == "id" for cell in row.cells.values())


def _first(row: CellRow) -> Cell:
    return row.cells[min(row.cells)]


def _moved(value: Any, place: Place) -> None:
    """Give every part of a value the place of its cell."""
    if isinstance(value, Block):
        value.at = place
        for key, inner in value.items():
            value.keys_at[key] = value.values_at[key] = place
            _moved(inner, place)
    elif isinstance(value, Items):
        value.at = place
        value.items_at = [place] * len(value)
        for inner in value:
            _moved(inner, place)


def _harmless_in(row: CellRow, column: TableColumn) -> Any:
    """Return a value that nobody complains about, in place of one that was reported already."""
    takes = column.takes
    match takes.kind:
        case "id":
            return f"row-{row.number}"
        case "int" | "number":
            return int(takes.low or takes.high or 1)
        case "bool":
            return False
        case "one_of":
            return takes.choices[0]
        case "list" | "entries":
            return Items(Place(0, 0))
        case "counts":
            return Block(Place(0, 0))
        case _:
            return "told"


# -- what a cell means


def meaning(cell: Cell, takes: Takes, comma: bool = False) -> Any:
    """Return the value of a cell for a column that takes such values, or what its shape will complain about.

    Raises `Fault` where a spreadsheet has made something else of what was typed.
    """
    match takes.kind:
        case "text":
            return _text(cell)
        case "line":
            return _shown(cell)
        case "id":
            return _id(cell)
        case "bool":
            word = cell.plain.casefold()
            if isinstance(cell.value, bool):
                return cell.value
            typed = cell.kind in ("number", "date")
            return cell.value if typed else True if word in _YES else False if word in _NO else cell.plain
        case "int" | "number":
            number = _number(cell, comma)
            return _as_shown(number, cell) if takes.kind == "number" else number
        case "one_of":
            _no_date(cell)
            return _choice(cell.value, cell.plain, takes.choices)
        case "list":
            return _items(_choice(text, text, takes.choices) for text in _split(cell))
        case "counts":
            return _counts(cell)
        case "entries":
            return _items(anything(text) for text in _split(cell))
        case "any" | "effects_of":
            return _any(cell)
        case _:
            return cell.shown


def _shown(cell: Cell) -> str:
    if cell.fault:
        raise CellFault(f"is {cell.fault[0]}", cell.fault[1])
    return cell.shown


def _text(cell: Cell) -> str:
    shown = _shown(cell)
    blank = _BLANK.fullmatch(shown)
    if not blank:
        return shown
    return shown[1:] if blank[1] else blank[2]


def _id(cell: Cell) -> str:
    _no_date(cell)
    shown = _shown(cell).strip()
    if (
        cell.kind in ("number", "word")
        and _SCIENTIFIC.fullmatch(shown)
        and ("+" in shown or cell.kind == "number")
    ):
        raise CellFault(f"is the number {shown}, expected a word such as 1E5", _TURNED)
    return cell.plain if cell.kind in ("word", "text") else shown


def _no_date(cell: Cell) -> None:
    if cell.kind == "date":
        shown = f" ({cell.shown})" if cell.shown else ""
        raise CellFault(f"is a date here{shown}, expected a word such as MAR1 or 2-3", _TURNED)


def _number(cell: Cell, comma: bool) -> Any:
    if cell.kind == "date":
        shown = f" ({cell.shown})" if cell.shown else ""
        raise CellFault(
            f"is a date here{shown}, expected a number", "give the cell the format Number, and type it again"
        )
    if not isinstance(cell.value, str):
        return cell.value
    word = cell.value.strip()
    if re.fullmatch(r"[-+]?\d+,\d+", word):
        if not comma:
            raise CellFault(f"is '{word}', expected a number", f"write {word.replace(',', '.')}")
        word = word.replace(",", ".")
    if re.fullmatch(r"[-+]?[\d.,]+\s*%", word):
        raise CellFault(f"is '{word}', expected a number", "write the number itself: 0.5 for 50 %, or 50")
    value = plain_value(word)
    return value if type(value) in (int, float) else word


def _as_shown(value: Any, cell: Cell) -> Any:
    """Return 1.0 for a 1 that is shown so; the file only stores the number."""
    return float(value) if type(value) is int and re.search(r"\.0+$|,00?$", cell.shown) else value


def _choice(value: Any, word: str, choices: tuple[Any, ...]) -> Any:
    """Return the choice that is meant: one of the same kind, or else the one that is written so."""
    for choice in choices:
        if type(choice) is type(value) and choice == value:
            return choice
    words = {word} if isinstance(value, str | bool) else {word, written(value)}
    for choice in choices:
        if written(choice) in words:
            return choice
        if isinstance(choice, bool) and word.casefold() in (_YES if choice else _NO):
            return choice
    return word


def _split(cell: Cell) -> Iterator[str]:
    """Yield the entries of a list; behind a backslash `;` and a space belong to one, `[]` is a list without entries."""
    _no_date(cell)
    text = cell.plain
    if text == "[]":
        return
    entry = ""
    for found in re.finditer(r"\\([;\\ ])|(;)|([\s\S])", text + ";"):
        if not found[2]:
            entry += "\1" if found[1] == " " else found[1] or found[3]
            continue
        if kept := entry.strip().replace("\1", " "):
            yield kept
        entry = ""


def _counts(cell: Cell) -> Any:
    block = Block(Place(0, 0))
    for entry in _split(cell):
        name, colon, number = entry.rpartition(":")
        if not colon or not name.strip():
            raise CellFault(
                f"is '{cell.plain[:40]}', expected how many of each", "write G: 2; R: 1, or a column for each"
            )
        block[name.strip()] = plain_value(number.strip()) if number.strip() else None
    return block


def _any(cell: Cell) -> Any:
    if cell.kind == "date":
        return _shown(cell)
    if not isinstance(cell.value, str):
        return _as_shown(cell.value, cell)
    return anything(cell.value, typed=cell.kind == "text")


def anything(text: str, typed: bool = False) -> Any:
    """Return what a text means where anything may stand: lists and blocks as YAML has them in one line.

    In a cell that is text already (`typed`), words such as 007 and true stay text.
    """
    text = text.strip()
    if not text or text.startswith("{{") or text[0] not in "[{\"'":
        return text if typed or not text else plain_value(text)
    found = Problems()
    document = parse_yaml(text, "", found)
    if document is None or len(found):
        first = next(iter(found), None)
        message = first.message if first else "it is not YAML"
        raise CellFault(f"cannot be read: {message}", first.hint if first else "")
    return document.data


def _items(values: Iterator[Any]) -> Items:
    items = Items(Place(0, 0))
    items.extend(values)
    return items
