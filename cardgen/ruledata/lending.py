"""What a kit lends to its rules: fields of cards, words, options, and tables with their rows and columns."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Any

from cardgen.engine.setting import HouseRules
from cardgen.engine.spaces import OPPOSITE
from cardgen.engine.tables import place_in_table
from cardgen.model import Kit
from cardgen.ruledata.boards import WIDEST, Board, grid, map_of, numbered, size_of
from cardgen.ruledata.file import RulesFile, Slip, near
from cardgen.ruledata.kinds import BLANK, MISTAKE, NUMBERS, Ex, alike, blank, constant, kind_of, said
from cardgen.ruledata.outline import Outline, ZoneLines
from cardgen.source.wrong import shown

_PLAIN = {"and", "or", "not", "in", "if", "else", "True", "False", "None", "min", "max", "abs", "bool", "get"}


class Lending:
    """Knows the kit at one table, for one outline."""

    def __init__(self, outline: Outline, kit: Kit, players: int, options: HouseRules) -> None:
        self.outline, self.kit, self.players, self.options = outline, kit, players, options
        self.file: RulesFile = outline.file
        self.tables = {name: plain(table) for name, table in kit.tables.items()}
        order = [tuple((first + n) % players for n in range(players)) for first in range(players)]
        self.env: dict[str, Any] = {"BLANK": BLANK, "ROUND": order, "OTHERS": [one[1:] for one in order]}
        self.used_fields: set[str] = set()
        self.used_sets: set[str] = set()  # fields by whose values the cards are put into sets
        self.used_tables: set[str] = set()
        self.seated: dict[str, list[Any]] = {}  # what Python gives for each player, and last for nobody
        self.tabled: dict[str, str] = {}  # what is worked out once for each card: a name, by the Python
        self.paired: dict[str, str] = {}  # what two cards alone decide: a name, by the Python
        self.unchanging: dict[str, bool] = {}
        self.counter = itertools.count()
        self.refusing = False  # whether it is said why a move is refused: what it names may not be there
        self.lots = False  # whether what is rolled now is part of set-up
        self.value_codes: dict[str, Ex] = {}
        self.value_hoists: dict[str, dict[str, str]] = {}
        self.of_somebody: dict[str, bool] = {}  # values of a player who is there: whether they are written
        self._working: list[str] = []
        self.risky: set[str] = set()  # values that may fail, or need a die: they are not worked out too early
        self._risks = 0
        self.open_grids = [zone.name for zone in outline.zones.values() if zone.open]
        self.boards = {zone.name: board for zone in outline.zones.values() if (board := self._board(zone))}
        self.fields: dict[str, str] = {"id": "word", "name": "word"}
        self.words: set[str] = set()
        self._learn()

    def _board(self, zone: ZoneLines) -> Board | None:
        """Return the board that a zone is; the places of a map are the rows of its table."""
        if zone.open:
            return None
        if key := next((key for key in ("grid", "hexes") if key in zone.said), ""):
            said, at = zone.said[key]
            leaning = " leaning" if key == "hexes" and said.endswith(" leaning") else ""
            size = size_of(numbered(said.removesuffix(leaning), self.tables))
            if not size:
                also = " leaning" if key == "hexes" else ""
                self.file.slip(at, f"{key} is '{said[:40]}', expected columns by rows, at most {WIDEST} each", f"{key}: 7 by 6{also and f', 5 by 5{also}'}, or numbers.columns by numbers.rows")  # fmt: skip
            board = grid(zone.name, size or (1, 1), key == "hexes", bool(leaning))
            zone.keys = board.keys
            zone.said[key] = (f"{board.size[0]} by {board.size[1]}{leaning}", at)
            return board
        name = zone.get("map")
        if not name or name not in self.tables:  # Module says so
            return None
        rows, at = self.tables[name], zone.said["map"][1]
        if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
            self.file.slip(at, f"the table '{name}' has no rows by name", "north: {next: [east]}")
            return None
        try:
            board = map_of(zone.name, rows)
        except ValueError as error:
            self.file.slip(at, f"the table '{name}': {error}", near(str(error).rsplit("'", 2)[1], rows))
            return None
        self.used_tables.add(name)
        zone.keys = board.keys
        return board

    def _learn(self) -> None:
        """Learn the fields of cards, and every word that some card, option or table of the kit has."""
        for component in self.kit.components:
            for card in component.cards:
                self._word(card.name)
                for name, value in card.fields.items():
                    kind = "counts" if isinstance(value, Mapping) and {*map(type, value.values())} == {int} else kind_of(value)  # fmt: skip
                    there = self.fields.get(name, kind)
                    both = "mixed" if {kind, there} <= {"num", "word", "mixed"} else "any"
                    self.fields[name] = kind if there in (kind, "any*") else there if kind == "any*" else both
                    self._word(list(value) if kind == "counts" else value)
        for option in self.kit.options.values():
            for value in option.choices:
                self._word(value)
        for table in self.tables.values():
            self._word(table)
        for zone in self.outline.zones.values():
            self._word([*zone.keys, *OPPOSITE] if zone.open else list(zone.keys))
        for note in self.outline.notes.values():
            self._word(note.first)

    def _word(self, value: Any) -> None:
        if isinstance(value, str) and len(value) < 40:
            self.words.add(value)
        elif isinstance(value, dict):
            self.words.update(key for key in value if isinstance(key, str))
            for one in value.values():
                self._word(one)
        elif isinstance(value, list | tuple):
            for one in value:
                self._word(one)

    def fresh(self) -> str:
        """Return a name that nothing else has."""
        return f"x{next(self.counter)}"

    def fixed(self, known: dict[Any, Any]) -> str:
        """Return the name of a dictionary that never changes."""
        name = next((key for key, there in self.env.items() if key[:2] == "N_" and there == known), f"N_{self.fresh()}")  # fmt: skip
        self.env[name] = known
        return name

    def of_cards(self, code: str, x: str) -> str:
        """Return Python that gives of a card what only its fields decide, worked out before anybody plays; "" if it may change."""
        if one := re.fullmatch(rf"[FW](_\w+)\[{x}\]", code):
            return f"G{one[1]}"
        names = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"'[^'\\]*'", "", code)))
        known = {name for name in names if name[:2] in ("F_", "N_", "W_")}
        kinds = [self.fields.get(name[2:]) for name in known]
        if not known or names - known - _PLAIN - {x} or "any" in kinds:
            return ""
        key = re.sub(rf"\b{x}\b", "x", code)
        return "G" + self.tabled.setdefault(key, f"_{len(self.tabled)}")

    # -- tables and fields

    def _in_table(self, table: str) -> Any:
        """Return the rows or entries of a table, after noting one that has none."""
        rows = self.tables[table]
        self.used_tables.add(table)
        if not rows or not isinstance(rows, dict | list):
            message = f"the table '{table}' is {shown(rows or None)}, expected rows or entries"
            where = place_in_table(self.kit, table)
            self.file.problems.add(
                message, where, hint="the rules read it: - {players: 4, hand: 13}, or hand: 13", code="table"
            )
            raise Slip("")
        return rows

    def _row(self, table: str, number: Ex) -> Ex:
        rows = self._in_table(table)
        kind = f"row:{table}"
        if number.kind == kind:
            return number
        if isinstance(rows, list):
            if number.kind not in NUMBERS:
                raise Slip(f"the rows of '{table}' are counted from 1, and this is {said(number.kind)}")
            if number.constant:
                if not 1 <= number.value <= len(rows):
                    raise Slip(f"the table '{table}' has rows 1 to {len(rows)}, and no {number.value}")
                index = Ex(str(number.value - 1), kind, sure=True)
            else:
                self._risks += 1
                index = Ex(f"row({table!r}, {len(rows)}, {number.code})", kind)
            if rows and not isinstance(rows[0], dict):
                name = f"T_{table}"
                self.env[name] = tuple(_frozen(one) for one in rows)
                return Ex(f"{name}[{index.code}]", kind_of(rows[0]))
            return index
        if number.constant and number.value not in rows:
            raise Slip(f"the table '{table}' has no '{number.value}'", hint=near(str(number.value), rows))
        inner = all(isinstance(one, dict) for one in rows.values())
        if inner:
            return Ex(number.code, kind)
        item = self._kind(table, {(key,): one for key, one in rows.items()})
        name = f"T_{table}"
        self.env[name] = {**{key: _frozen(one) for key, one in rows.items()}, -1: blank(item)}
        self._risks += 1
        return Ex(f"entry({name}, {number.code}, {table!r})", item)

    def _rows(self, table: str) -> Ex:
        rows = self._in_table(table)
        if isinstance(rows, list):
            if not isinstance(rows[0], dict):
                kind = self._kind(table, {(number,): one for number, one in enumerate(rows)})
                self.env[f"T_{table}"] = tuple(_frozen(one) for one in rows)
                return Ex(f"T_{table}", f"{kind}*")
            return constant(tuple(range(len(rows))), f"row:{table}*")
        if isinstance(rows, dict) and rows and all(isinstance(one, dict) for one in rows.values()):
            return constant(tuple(rows), f"row:{table}*")
        if isinstance(rows, dict) and rows:
            raise Slip(f"the table '{table}' has entries, no rows", hint=f"{table}.{next(iter(rows))}")
        raise Slip(
            f"the table '{table}' is {shown(rows or None)}, expected rows", hint="- {players: 4, hand: 13}"
        )

    def _field(self, of: Ex, name: str) -> Ex:
        if of == MISTAKE:
            return of
        if of.kind == "piece":
            if name not in self.fields:
                raise Slip(f"no card has a field '{name}'", hint=near(name, self.fields))
            self.used_fields.add(name)
            return Ex(f"F_{name}[{of.code}]", self.fields[name])
        if of.kind.startswith("table:"):
            table = self._in_table(of.kind[6:])
            if not isinstance(table, dict) or name not in table:
                known = table if isinstance(table, dict) else ()
                hint = near(name, known) or f"write {of.kind[6:]}[1].{name} for that of the first row"
                raise Slip(f"the table '{of.kind[6:]}' has no '{name}'", hint=hint)
            value = table[name]
            if isinstance(value, dict):
                return Ex(repr(name), f"row:{of.kind[6:]}", value=name)
            self._kind(of.kind[6:], {(name,): value})
            return constant(_frozen(value), kind_of(value))
        if of.kind.startswith("row:"):
            return self._column(of.kind[4:], name, of)
        if of.is_list and of.item == "piece" and name in self.fields:
            hint = f"list(c.{name} for c in …), or for a set: … are all of one {name}"
            raise Slip(f"{said(of.kind)} has no '{name}', each card in it has", hint=hint)
        board = next(iter(self.boards), "") if of.kind == "word" else ""
        raise Slip(f"{said(of.kind)} has no '{name}'", hint=f"of the piece at a place: first({board} of c).{name}" if board else "")  # fmt: skip

    def _column(self, table: str, name: str, row: Ex) -> Ex:
        rows = self._in_table(table)
        have = {key: one for key, one in (enumerate(rows) if isinstance(rows, list) else rows.items()) if isinstance(one, dict)}  # fmt: skip
        columns = dict.fromkeys(key for one in have.values() for key in one)
        if name not in columns:
            raise Slip(f"the rows of the table '{table}' have no '{name}'", hint=near(name, columns))
        kind = self._kind(table, {(key, name): one[name] for key, one in have.items() if name in one})
        code = f"T_{table}__{name}"
        nothing = blank(kind)
        if row.constant and row.value != -1 and name in (known := rows[row.value]):
            return constant(_frozen(known[name]), kind)
        if isinstance(rows, list):
            self.env[code] = (*(_frozen(one.get(name, nothing)) for one in rows), nothing)
        else:
            self.env[code] = {**{key: _frozen(one.get(name, nothing)) for key, one in rows.items()}, -1: nothing}  # fmt: skip
        return Ex(f"{code}[{row.code}]", kind)

    def _kind(self, table: str, values: Mapping[tuple[str | int, ...], Any]) -> str:
        """Return the kind of values that stand in a table, after noting each that is empty or unlike the others."""
        kinds = {path: kind_of(value) for path, value in values.items()}
        kind = max([one for path, one in kinds.items() if values[path] is not None] or ["any"], key=[*kinds.values()].count)  # fmt: skip
        for path, value in values.items():
            if (value is None and kind != "word") or not alike(kinds[path], kind):  # a word may be nobody
                what = f"row {path[-1] + 1}" if isinstance(path[-1], int) else path[-1]
                message = f"{what} is {shown(value)}, expected {said(kind)}"
                hint = "the rules read it" + (
                    ", and it is that elsewhere in this table" if len(values) > 1 else ""
                )
                where = place_in_table(self.kit, table, *path)
                self.file.problems.add(message, where, trail=("tables", table), hint=hint, code="table")
                holder = self.tables[table]
                for step in path[:-1]:
                    holder = holder[step]
                holder[path[-1]] = blank(kind)
        return kind

    def _has_column(self, table: str, name: str) -> bool:
        rows = self._in_table(table)
        return any(isinstance(one, dict) and name in one for one in (rows if isinstance(rows, list) else rows.values()))  # fmt: skip


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(one) for one in value) if isinstance(value, list | tuple) else value
