"""What names mean: zones and notes of the file, tables and words of the kit, players, and values."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.base.syntax import parsed
from cardgen.ruledata import nodes as n
from cardgen.ruledata.boards import Board, through
from cardgen.ruledata.file import Slip, near
from cardgen.ruledata.helpers import BUILTINS, PLAIN
from cardgen.ruledata.kinds import MISTAKE, Ex, alike, constant, kind_of, said
from cardgen.ruledata.lending import Lending
from cardgen.ruledata.outline import ValueOrDeed, ZoneLines
from cardgen.ruledata.words import JOINED, NAMES, PLACES

SHORT = 140  # letters of Python: a value that is no longer is written out where it is asked for
_WORDS = {"for", "in", "if", "else", "and", "or", "not", "is", "None", "True", "False", "BLANK", "OPPOSITE", "WAYS", "get", "fromkeys"}  # fmt: skip
PURE = {*BUILTINS, *PLAIN, *_WORDS}  # nothing that changes while a game is played
_SIMPLE = re.compile(r"(s\.)?-?\w+(\[\d+\])?|'[\w ]*'")  # what may be worked out twice
_ABOUT = re.compile(r"s\.about\[(\d+)\]")
_SEAT = re.compile(r"me|[lm]_\w+|s\.about\[\d+\]")
YES, NO = constant(True, "bool"), constant(False, "bool")
NOBODY, NOTHING = Ex("-1", "seat", value=-1), Ex("-1", "piece", value=-1)


@dataclass(slots=True)
class NameScope:
    """What names mean at one place: those that are bound, and what `it` is.

    `hoists` are values worked out before a loop, by the name they get; None where there is no place for them.
    """

    names: dict[str, Ex] = field(default_factory=dict)
    it: Ex | None = None
    loops: int = 0
    chance: bool = False
    hoists: dict[str, str] | None = None

    def inside(self, it: Ex | None = None, **names: Ex) -> NameScope:
        """Return the scope in a loop over something."""
        return NameScope({**self.names, **names}, it or self.it, self.loops + 1, self.chance, self.hoists)


class Naming(Lending):
    edge_kind = "any"  # of the edges of tiles

    def expr(self, node: n.Expression, scope: NameScope) -> Ex:
        raise NotImplementedError

    def safe(self, node: n.Expression, scope: NameScope, wanted: str = "") -> Ex:
        raise NotImplementedError

    # -- names

    def _name(self, name: str, scope: NameScope) -> Ex:
        if name in scope.names:
            return scope.names[name]
        if name == "?":
            return MISTAKE
        it = scope.it
        if name == "it":
            if it is None:
                raise Slip("nothing is looked at here, so there is no 'it'", hint="it belongs into where (…)")
            return it
        if it is not None and it.kind == "piece" and name in self.fields:
            return self._field(it, name)
        if it is not None and it.kind.startswith("row:") and self._has_column(it.kind[4:], name):
            return self._column(it.kind[4:], name, it)
        found = self._of_file(name, scope) or self._of_table(name)
        if found:
            return found
        if name in self.words:
            return constant(name, "word")
        board = next((one for one in self.boards.values() if all(one.size)), None)
        if board and re.fullmatch(r"[a-z]\d{1,2}", name):
            raise Slip(f"'{name}' is not on {board.said}", hint=f"its places are {board.keys[0]} to {board.keys[-1]}")  # fmt: skip
        names = [*scope.names, *self.outline.zones, *self.outline.notes, *self.outline.values, *self.tables, *sorted(self.words), *NAMES]  # fmt: skip
        if it is not None:
            names += self.fields
        hint = near(name, names)
        if any(choice.name == name for step in self.outline.steps.values() for move in step.moves for choice in move.choices):  # fmt: skip
            hint = f"only the move that chooses '{name}' knows it; an answer: ask … to STEP about {name}, and with: {name} in that step"  # fmt: skip
        raise Slip(f"nothing is called '{name}'", hint=f"a name of yours: let {name} be …, or in notes: {name}: nobody" if hint.startswith("known") else hint)  # fmt: skip

    def _of_file(self, name: str, scope: NameScope) -> Ex | None:
        outline = self.outline
        if zone := outline.zones.get(name):
            if zone.of == "table":
                return self._zone(zone, repr(name))
            if zone.of == "keys":
                return Ex(repr(zone.keys), kind_of(zone.keys), value=zone.keys, sure=True)
            raise Slip(f"whose {name}?", hint=self._whose(name))
        if note := outline.notes.get(name):
            if note.each:
                raise Slip(f"whose {name}?", hint=self._whose(name))
            return Ex(f"s.{name}", note.kind, note=note)
        if value := outline.values.get(name):
            return self._value(value, [], scope)
        if name in self.tables:
            self.used_tables.add(name)
            return Ex(name, f"table:{name}")
        return None

    def _of_table(self, name: str) -> Ex | None:
        match name:
            case "me":
                return Ex("me", "seat", sure=True)
            case "players":
                seats = tuple(range(self.players))
                return Ex(repr(seats), "seat*", value=seats, sure=True)
            case "others":
                return Ex("OTHERS[me]", "seat*", sure=True)
            case "asker":
                return Ex("asker(s)", "seat", sure=True)
            case "nobody":
                return NOBODY
            case "nothing":
                return NOTHING
            case "yes" | "true":
                return YES
            case "no" | "false":
                return NO
            case "number_of_players":
                return constant(self.players, "num")
            case "sideways":
                if by := self.outline.turns_by:
                    raise Slip(f"this file turns tiles by {by}", hint=f"{by}(card) == 1")
                return Ex("s.sideways", "piece*")
            case "turns_left":
                return Ex("s.left", "num")
            case "turns_taken":
                return Ex("s.turns", "num")
        return None

    def _whose(self, name: str) -> str:
        word = f", or '{name}' in quotes for the word" if name in self.words else ""
        return f"write my {name}, or {name} of …{word}"

    def _of(self, node: n.Of, scope: NameScope) -> Ex:
        name, outline = node.name, self.outline
        whose = self.expr(node.whose, scope)
        if zone := outline.zones.get(name):
            if zone.of == "table":
                raise Slip(f"'{name}' is there once, not for each player", node.at, f"write {name}")
            if zone.of == "keys" and node.mine:
                raise Slip(f"'{name}' is nobody's own", node.at, f"write {name} of …")
            if (
                zone.of == "seat"
                and whose.kind == "seat*"
                and not (zone.chips or zone.dice or zone.get("track"))
            ):
                p, x = self.fresh(), self.fresh()
                there = f"P[P_{name}[{p}]]" if whose.sure else f"P.get(P_{name}[{p}], ())"
                return Ex(f"[{x} for {p} in {whose.code} for {x} in {there}]", "piece*")
            if zone.of == "seat" and whose.kind not in ("seat", "any"):
                raise Slip(f"'{name} of …' wants a player, not {said(whose.kind)}", node.whose.at)
            if zone.of == "keys" and not alike(kind_of(zone.keys[0]), whose.kind):
                raise Slip(f"'{name} of …' wants {said(kind_of(zone.keys[0]))}, not {said(whose.kind)}", node.whose.at)  # fmt: skip
            if zone.of == "keys" and whose.constant and whose.value not in zone.keys:
                raise Slip(f"there is no {name} of {whose.value}", node.whose.at, near(str(whose.value), map(str, zone.keys)))  # fmt: skip
            return self._zone(
                zone, f"P_{name}[{whose.code}]", whose.sure or whose.constant or bool(zone.get("shared"))
            )
        if name in outline.notes:
            return self._note_of(node, whose)
        if (value := outline.values.get(name)) and not value.arguments and whose.kind == "seat":
            found = self.value(name)  # worth of p: that of another player
            seat = whose.code if whose.sure else f"somebody({whose.code})"
            return found if found.constant else Ex(f"v_{name}(s, {seat})", found.kind)
        if value:
            return self._value(value, [whose], scope)
        if whose.kind == "piece" and name in self.fields:
            return self._field(whose, name)
        if component := next((c for c in self.kit.components if c.id == name), None):
            return self._pieces_of(component.id, whose)
        known = [
            *outline.zones,
            *outline.notes,
            *outline.values,
            *(self.fields if whose.kind == "piece" else ()),
        ]
        raise Slip(f"nothing is called '{name}'", node.at, near(name, known))

    def _pieces_of(self, component: str, whose: Ex) -> Ex:
        """Return the pieces of a component that belong to a player: one design for each seat."""
        if whose.kind not in ("seat", "any"):
            raise Slip(f"'{component} of …' wants a player, not {said(whose.kind)}")
        designs = len(self.kit.component(component).cards)
        if designs < self.players:
            raise Slip(f"'{component}' has {designs} designs, so {self.players} players have no pieces each", hint="one card for each player, with its count")  # fmt: skip
        return Ex(f"PIECES[{component!r}][{whose.code}]", "piece*")

    def _note_of(self, node: n.Of, whose: Ex) -> Ex:
        note = self.outline.notes[node.name]
        if not note.each:
            raise Slip(f"'{note.name}' is remembered once, not for each player", node.at, f"write {note.name}, or note {note.name}: {{each: player}}")  # fmt: skip
        if node.mine and note.each != "player":
            raise Slip(f"'{note.name}' is nobody's own", node.at, f"write {note.name} of …")
        if note.each == "player":
            if whose.kind not in ("seat", "any"):
                raise Slip(f"'{note.name} of …' wants a player, not {said(whose.kind)}", node.whose.at)
            if whose.sure:
                return Ex(f"s.{note.name}[{whose.code}]", note.kind, note=note, place=whose.code)
            nobodys = () if note.kind.endswith("*") else note.first
            code = f"of_somebody(s.{note.name}, {whose.code}, {nobodys!r})"
            if _SIMPLE.fullmatch(whose.code):
                code = f"({nobodys!r} if {whose.code} == -1 else s.{note.name}[{whose.code}])"
            return Ex(code, note.kind, note=note, place=f"somebody({whose.code})")
        keys = self.outline.zones[note.each].keys
        if whose.constant and whose.value not in keys:
            raise Slip(f"there is no {note.name} of {whose.value}", node.whose.at, near(str(whose.value), map(str, keys)))  # fmt: skip
        key = (
            whose.code
            if whose.sure or whose.constant
            else f"known(s.{note.name}, {whose.code}, {note.name!r})"
        )
        self._risks += key != whose.code
        return Ex(f"s.{note.name}[{key}]", note.kind, note=note, place=key)

    def _zone(self, zone: ZoneLines, place: str, sure: bool = True) -> Ex:
        if zone.chips:
            return Ex(f"K[{place}]" if sure else f"K.get({place}, 0)", "num", zone=zone, place=place)
        if zone.dice:
            return Ex(
                f"s.dice[{place}]" if sure else f"s.dice.get({place}, ())", "num*", zone=zone, place=place
            )
        if zone.get("track"):
            return Ex(f"s.spots[{place}]", f"row:{zone.get('track')}", zone=zone, place=place)
        return Ex(
            f"P[{place}]" if sure else f"P.get({place}, ())", "piece*", zone=zone, place=place, sure=sure
        )

    # -- boards

    def _places(self, node: n.OnBoard, scope: NameScope) -> Ex:
        word, outline = node.word, self.outline
        taken = word in {*outline.zones, *outline.notes, *outline.values}
        if JOINED.get(word) == "of" and (taken or not (self.boards or self.open_grids or node.condition)):
            of = n.Of(node.at, word, node.of)
            return self.expr(of if node.condition is None else n.Where(node.at, of, node.condition), scope)
        given = self.expr(node.of if word != "lines" else node.through or node.of, scope)
        if given.item == "space" or (given.item == "any" and self.open_grids and not self.boards):
            return self._spaces(node, given, scope)
        board = self._board_called(node)
        if word != "lines" or node.through is not None:
            if given.kind not in ("word", "any", *["word*"] * (word == "groups")) and not given.constant:
                raise Slip(f"'{PLACES[word][0]}' wants a place, not {said(given.kind)}", node.of.at, "lines of 4 through c" if word == "lines" else "")  # fmt: skip
            if given.constant and word != "groups" and given.value not in board.keys:
                raise Slip(f"'{given.value}' is not on {board.said}", node.of.at, near(str(given.value), board.keys))  # fmt: skip
        if word == "lines":
            return self._lines(node, board, given, scope)
        if word == "distance":
            return self._distance(node, board, given, scope)
        table = "next" if word in ("reach", "groups") else word
        if table not in board.words:
            raise Slip(
                f"'{PLACES[word][0]}' asks for a grid{' of squares' * (board.sides == 6)}, and this is {board.said}",
                hint="next to PLACE",
            )
        if word == "reach" and node.through is not None:
            return Ex(
                f"along({self.tiled(board)}, {given.code}, {self.edge(node.through, scope)})",
                "word*",
                sure=True,
            )
        code = f"B_{board.name}_{table}"
        self.env[code] = board.words[table]
        if word == "groups" and node.condition is not None:
            return Ex(f"groups({code}, {given.code}, {self._fits(node.condition, 'word', scope)})", "word**", sure=True)  # fmt: skip
        if word != "reach" or node.condition is None:
            return Ex(f"{code}.get({given.code}, ())", "word*", sure=True)
        return Ex(
            f"reach({code}, {given.code}, {self._fits(node.condition, 'word', scope)})", "word*", sure=True
        )

    def _fits(self, condition: n.Expression, kind: str, scope: NameScope) -> str:
        """Return Python of what `reach` asks of each place, and of the one from which it is reached."""
        x, y = self.fresh(), self.fresh()
        fits = self.expr(condition, scope.inside(Ex(x, kind, sure=True), via=Ex(y, kind, sure=True))).code
        return f"lambda {x}, {y}: {fits}, True" if re.search(rf"\b{y}\b", fits) else f"lambda {x}: {fits}"

    def _spaces(self, node: n.OnBoard, given: Ex, scope: NameScope) -> Ex:
        """Return spaces of an open grid: those beside one, or all that can be reached from it."""
        if node.word in ("reach", "groups") and node.condition is not None:
            kind = "space*" if node.word == "reach" else "space**"
            return Ex(f"{node.word}(NEAR, {given.code}, {self._fits(node.condition, 'space', scope)})", kind, sure=True)  # fmt: skip
        if node.word == "reach" and node.through is not None:
            return Ex(
                f"along({self.tiled()}, {given.code}, {self.edge(node.through, scope)})", "space*", sure=True
            )
        called = {"next": "next_to", "around": "around"}.get(node.word)
        if not called:
            raise Slip(f"'{PLACES[node.word][0]}' asks for a grid with an end, and this space is on an open one", hint="next to SPACE, or beside(space, north)")  # fmt: skip
        return Ex(f"{called}({given.code})", "space*", sure=True)

    def _on_space(self, node: n.OnSpace, scope: NameScope) -> Ex:
        """Return the tile on a space."""
        zone, space = self.laid(self.expr(node.of, scope), node.of), self.expr(node.space, scope)
        if space.kind not in ("space", "any"):
            raise Slip(f"'at' wants a space, not {said(space.kind)}", node.space.at)
        return Ex(f"{self.layout(zone)}.get({space.code}, -1)", "piece", zone=zone.zone, place=zone.place)

    def laid(self, found: Ex, node: n.Expression) -> Ex:
        """Return a zone that is an open grid; Slip if it is none."""
        if found.zone is None or not found.zone.open or not found.is_list:
            raise Slip("expected an open grid here", node.at, "garden: {each: player, grid: open}")
        return found

    @staticmethod
    def layout(zone: Ex) -> str:
        """Return Python for the tiles of an open grid by their spaces."""
        return f"L[{zone.place}]" if zone.sure else f"L.get({zone.place}, EMPTY)"

    def _board_called(self, node: n.OnBoard) -> Board:
        known = list(self.boards)
        name = node.board or (known[0] if len(known) == 1 else "")
        if not name and known:
            raise Slip(f"on which board? there are {' and '.join(known)}", hint=f"{PLACES[node.word][0]} on {known[0]}")  # fmt: skip
        if name not in self.boards:
            raise Slip(f"no zone called '{name}' is a board" if name else "no zone is a board", hint=near(name, known) if known else "board: {grid: 3 by 3}, or board: {map: TABLE}")  # fmt: skip
        return self.boards[name]

    def tiled(self, board: Board | None = None) -> str:
        """Return Python for the edges of tiles, what lies beside each place of their board, and what the places are called."""
        zone = next((zone for zone in self.outline.zones.values() if zone.get("edges")), None)
        if zone and zone.open and board is None:
            self.used_fields.add(field := zone.get("edges"))
            self.edge_kind = self.fields[field].rstrip("*")
            place = f"P_{zone.name}[me]" if zone.of == "seat" else repr(zone.name)
            return f"Laid(s, L[{place}]), F_{field}, OPEN"
        name = zone.name if zone else ""
        if name not in self.boards or (board and board.name != name):
            raise Slip(
                "no grid here has tiles with edges", hint="board: {grid: 5 by 5, edges: FIELD}, or hexes:"
            )
        field = self.outline.zones[name].get("edges")
        self.used_fields.add(field)
        self.env[f"B_{name}_facing"] = self.boards[name].facing()
        self.edge_kind = self.fields[field].rstrip("*")
        return f"s, F_{field}, B_{name}_facing"

    def edge(self, node: n.Expression, scope: NameScope) -> str:
        """Return Python for what an edge of a tile may be."""
        found = self.expr(node, scope)
        if not alike(self.edge_kind, found.kind):
            raise Slip(f"an edge is {said(self.edge_kind)}, not {said(found.kind)}", node.at)
        return found.code

    def _distance(self, node: n.OnBoard, board: Board, given: Ex, scope: NameScope) -> Ex:
        assert node.through is not None
        to = self.expr(node.through, scope)
        if to.kind not in ("word", "any"):
            raise Slip(f"'{PLACES[node.word][0]}' wants a place, not {said(to.kind)}", node.through.at)
        code = f"B_{board.name}_distance"
        self.env[code] = board.distances()
        return Ex(f"{code}.get({given.code}, {{}}).get({to.code}, {len(board.keys)})", "num")

    def _lines(self, node: n.OnBoard, board: Board, given: Ex, scope: NameScope) -> Ex:
        length = self.expr(node.of, scope)
        if not length.constant or length.kind != "num":
            raise Slip("how long a line is must be a number known before the game", node.of.at, "lines of 4, or lines of numbers.line")  # fmt: skip
        if not 2 <= length.value <= max(board.size):
            raise Slip(f"there is no line of {length.value} on {board.said}", node.of.at, f"lines of 2 to {max(board.size)}" if all(board.size) else "lines are on a grid")  # fmt: skip
        code, lines = f"B_{board.name}_lines_{length.value}", board.lines(length.value)
        if node.through is None:
            self.env[code] = lines
            return Ex(code, "word**", sure=True)
        self.env[f"{code}_through"] = through(lines, board.keys)
        return Ex(f"{code}_through.get({given.code}, ())", "word**", sure=True)

    # -- values

    def _folded(self, name: str, found: Ex) -> Ex:
        """Return a value as a constant, if it looks at nothing but cards, tables, options and the number of players."""
        if found.constant:
            return found
        try:
            value = _fixed(self._now(found.code))
        except Exception:  # it is not known yet; or where it is used the mistake has its line
            return found
        if len(code := repr(value)) >= 60:
            self.env[code := f"C_{name}"] = value
        there = value if isinstance(value, tuple) else (value,)
        kind = kind_of(value) if found.kind == "any" else found.kind
        return Ex(code, kind, value=value, sure=found.sure or (found.item == "seat" and -1 not in there))

    def _now(self, code: str, **given: Any) -> Any:
        """Return what Python gives that asks for nothing but cards, tables, options and who plays; NameError if it asks for more."""
        known = {**self.env, **PLAIN, **given, "__builtins__": BUILTINS}
        tree = list(ast.walk(parsed(code, "eval")))
        names = [(node.id, node.ctx) for node in tree if isinstance(node, ast.Name)]
        bound = {name for name, context in names if isinstance(context, ast.Store)}
        bound |= {node.arg for node in tree if isinstance(node, ast.arg)}
        if not all(name in known or name in BUILTINS or name in bound for name, _ in names):
            raise NameError(code)
        return eval(code, known)

    def by_seat(self, code: str, seat: str, sure: bool) -> str:
        """Return Python that looks up what code gives for a seat, where nothing else decides; "" where something does.

        The entry of nobody is the last.
        """
        key = re.sub(_alone(seat), "x", code)
        if key not in self.seated:
            try:
                self.seated[key] = [self._now(key, x=n) for n in range(self.players)]
                _fixed(self.seated[key])
                self.seated[key].append(self._now(key, x=-1))
            except Exception:
                self.seated.setdefault(key, [])
        found = self.seated[key]
        if len(found) < self.players + (not sure):
            return ""
        name = next(
            (name for name, known in self.env.items() if name[:2] == "S_" and known == found),
            f"S_{self.fresh()}",
        )
        self.env[name] = found
        return f"{name}[{seat}]"

    def looked_up(self, code: str, scope: NameScope) -> str:
        """Return Python that looks a list up by the one seat that decides it, or the same Python."""
        named = {"me": True} | {one.code: one.sure for one in scope.names.values() if one.kind == "seat"}
        asked = [one for one in named if _SEAT.fullmatch(one) and re.search(_alone(one), code)]
        if len(asked) != 1:
            return code
        return self.by_seat(code, asked[0], named[asked[0]] and asked[0][:2] in ("me", "l_")) or code

    def doubted(self, code: str) -> bool:
        """Return whether a seat may be nobody after all: one that was asked about, or that a refused move names."""
        return "about[" in code or (self.refusing and code.startswith("m_"))

    def _value(self, value: ValueOrDeed, given: list[Ex], scope: NameScope) -> Ex:
        if len(given) != len(value.arguments):
            raise Slip(f"'{value.name}' wants {len(value.arguments)} in its brackets, not {len(given)}")
        for (name, kind), one in zip(value.arguments, given, strict=True):
            if not alike(kind, one.kind) and not (one.code == "-1" and kind in ("seat", "piece")):
                raise Slip(f"'{name}' of {value.name} is {said(kind)}, not {said(one.kind)}")
        found = self.value(value.name)
        if found.constant:
            return replace(found, zone=None, note=None, place="")
        if [kind for _, kind in value.arguments] == ["piece"] and not found.sides and not found.is_list:
            key = self.of_cards(found.code, f"l_{value.arguments[0][0]}")
            if key and not found.code.startswith("F_"):
                return Ex(f"W{key[1:]}[{given[0].code}]", found.kind)
        if [kind for _, kind in value.arguments] == ["seat"] and not (given[0].note and given[0].note.secret) and (code := self.by_seat(found.code, f"l_{value.arguments[0][0]}", given[0].sure)):  # fmt: skip
            there = self.env[code.partition("[")[0]]
            sure = found.item == "seat" and all(-1 not in (one if isinstance(one, list | tuple) else (one,)) for one in there[:-1])  # fmt: skip
            return Ex(f"{code.partition('[')[0]}[{given[0].code}]", found.kind, sure=sure)
        if table := self._of_two_cards(value, found, given):
            return Ex(table, found.kind)
        about = [asked[1] for one in given if (asked := _ABOUT.fullmatch(one.code))]
        if given and len(about) == len(given) and scope.hoists is not None and scope.loops and value.name not in self.risky:  # fmt: skip
            names = dict(zip((name for name, _ in value.arguments), given, strict=True))
            name = "_".join(["h", value.name, *about])
            scope.hoists[name] = self.expr(value.value, NameScope(names)).code
            return Ex(name, found.kind)
        if given and len(found.code) <= SHORT and not self.value_hoists.get(value.name) and all(_SIMPLE.fullmatch(one.code) for one in given):  # fmt: skip
            names = dict(zip((name for name, _ in value.arguments), given, strict=True))
            return replace(
                self.expr(value.value, NameScope(names)), zone=None, note=None, place=""
            )  # written out: no call
        if value.name in self.risky:
            self._risks += 1
        elif not given and scope.hoists is not None and scope.loops:
            inline = len(found.code) < 300 and not self.value_hoists.get(value.name)
            scope.hoists[f"h_{value.name}"] = found.code if inline else f"v_{value.name}(s, me)"
            return Ex(f"h_{value.name}", found.kind)
        if not given and len(found.code) < 60 and not self.value_hoists.get(value.name):
            return replace(found, zone=None, note=None, place="")
        there = [one.sure for one, (_, kind) in zip(given, value.arguments, strict=True) if kind == "seat"]
        prefix = "u" if there and all(there) else "v"
        if prefix == "u":
            self.of_somebody.setdefault(value.name, False)
        return Ex(f"{prefix}_{value.name}(s, me{''.join(', ' + one.code for one in given)})", found.kind, value=found.value)  # fmt: skip

    def _of_two_cards(self, value: ValueOrDeed, found: Ex, given: list[Ex]) -> str:
        """Return Python that looks up what a longer value gives of two cards and words that are written here; "" if more decides."""
        kinds = [kind for _, kind in value.arguments]
        cards = [one.code for one, kind in zip(given, kinds, strict=True) if kind == "piece"]
        words = [one for one, kind in zip(given, kinds, strict=True) if kind == "word" and one.constant]
        short = len(found.code) <= SHORT and not re.search(r"\bv_\w+\(", found.code)
        if short or len(cards) != len("ab") or len(cards) + len(words) != len(kinds) or not self._unchanging(value.name):  # fmt: skip
            return ""
        names = iter("ab")
        asked = ", ".join(next(names) if kind == "piece" else one.code for one, kind in zip(given, kinds, strict=True))  # fmt: skip
        name = self.paired.setdefault(f"v_{value.name}(None, -1, {asked})", f"Q_{len(self.paired)}")
        return f"{name}[{cards[0]}][{cards[1]}]"

    def _unchanging(self, name: str) -> bool:
        """Return whether nothing but cards and words decides a value, however often it is asked."""
        if name not in self.unchanging:
            self.unchanging[name] = False  # while it is looked at
            code = " ".join([self.value(name).code, *self.value_hoists[name].values()])
            others = set(re.findall(r"\b[uv]_(\w+)\(s, me\b", code))
            names = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"\b[uv]_\w+\(s, me\b|'[^'\\]*'", "", code)))
            known = {*PURE, *(f"l_{one}" for one, _ in self.outline.values[name].arguments)}
            alone = all(one in known or re.fullmatch(r"x\d+|[CFNQTWh]_\w+", one) for one in names)
            self.unchanging[name] = alone and name not in self.risky and all(map(self._unchanging, others))
        return self.unchanging[name]

    def value(self, name: str) -> Ex:
        """Return what a value of the file is, whatever the order in which they are written."""
        if name in self.value_codes:
            return self.value_codes[name]
        value = self.outline.values[name]
        if name in self._working:
            circle = " needs ".join([*self._working[self._working.index(name) :], name])
            raise Slip(f"a value is made of itself: {circle}", value.at)
        self._working.append(name)
        risks, self._risks = self._risks, 0
        hoists: dict[str, str] = {}
        try:
            names = {argument: Ex(f"l_{argument}", kind) for argument, kind in value.arguments}
            found = self.safe(value.value, NameScope(names, hoists=hoists))
        finally:
            self._working.pop()
        if self._risks:
            self.risky.add(name)
        if not (self._risks or value.arguments or hoists or found == MISTAKE):
            found = self._folded(name, found)
        self._risks = risks
        self.value_codes[name], self.value_hoists[name] = found, hoists
        return found


def _alone(code: str) -> str:
    """Return a pattern for Python that is no part of a longer name."""
    return rf"(?<![\w.]){re.escape(code)}(?!\w)"


def _fixed(value: Any) -> Any:
    """Return what never changes, lists as tuples; ValueError if it is something else."""
    if isinstance(value, list | tuple):
        return tuple(map(_fixed, value))
    if type(value) in (int, bool, str):
        return value
    raise ValueError(value)
