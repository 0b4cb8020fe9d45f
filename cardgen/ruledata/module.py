"""One module of Python for each table: its zones, steps, moves and scores, compiled with the lines of rules.yaml."""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from types import CodeType
from typing import Any, Final, NamedTuple

from cardgen.base.syntax import compiled, parsed
from cardgen.engine.phase import Phrase
from cardgen.engine.setting import HouseRules
from cardgen.model import Kit
from cardgen.ruledata import nodes as n
from cardgen.ruledata.acting import DEEP, OPENLY, Acting
from cardgen.ruledata.blind import needed, read_in
from cardgen.ruledata.file import Slip, near
from cardgen.ruledata.grammar import text
from cardgen.ruledata.growing import Placing
from cardgen.ruledata.kinds import MISTAKE, Ex, kind_of, said
from cardgen.ruledata.naming import PURE, NameScope
from cardgen.ruledata.outline import Choice, MoveLines, Need, Outline, StepLines, ZoneLines

FIELD_WORD = {
    "piece": "card",
    "seat": "seat",
    "num": "number",
    "word": "word",
    "piece*": "cards",
    "bool": "yes",
    "space": "space",
}
_FIELD = re.compile(r"\{([^{}]*)\}")
SHORT: Final = 6  # so few lines that follow a move are written behind it
DEAR: Final = 2  # a value with so many loops is kept until something changes that it asks for
MOST_KEPT: Final = 500
OFTEN: Final = 2  # a zone that a function asks for so often is looked up once
_ZONE = r"[PL]\[(?:P_\w+\[(?:me|l_\w+)\]|'[\w ]+')\]"
_SEATS = r"\((?:-?\d+, ?)+(?:-?\d+)?\)"
_LIST = re.compile(rf"{_ZONE}|of_\w+|S_x\d+\[\S+\]|{_SEATS}")
_ASKED = re.compile(r"P\[(?:P_\w+\[l_\w+\]|'[\w ]+')\]|P\.get\(P_\w+\[l_\w+\], \(\)\)")
_NO_LIST = re.compile(r"PIECES|L\[|\.items|\.values")
_BOTH = re.compile(rf"\[\*({_ZONE}), \*({_ZONE})\]")


class Made(NamedTuple):
    """A step that was compiled: what its phase is called, and what players say in it."""

    name: str
    ident: str
    rule: str
    phrases: Mapping[str, Phrase]
    secret: bool
    line: int
    also: Mapping[str, tuple[Phrase, tuple[int, ...]]]
    bare: str = ""


class Shortened(Phrase):
    """A sentence whose end is left out where the number in it is 0: a tile is laid, or laid and turned by 2."""

    __slots__ = ("short",)

    def __init__(self, short: str, end: str) -> None:
        super().__init__(short + end)
        self.short = Phrase(short)

    def say(self, game: Any, state: Any, values: tuple[Any, ...]) -> str:
        return super().say(game, state, values) if values[-1] else self.short.say(game, state, values[:-1])

    def matches(self, text: str) -> bool:
        return super().matches(text) or self.short.matches(text)

    def read(self, game: Any, state: Any, text: str) -> tuple[Any, ...] | None:
        if (values := super().read(game, state, text)) is not None:
            return values
        values = self.short.read(game, state, text)
        return None if values is None else (*values, 0)


class _Chosen(NamedTuple):
    choice: Choice
    var: str
    items: Ex
    item: str


class Module(Acting):
    """Writes the whole of one table, and compiles it."""

    code: tuple[CodeType, ...]
    hash: str
    """Twelve letters that change when the rules do, but not with their comments."""
    source: str
    did: tuple[str, ...] = ()

    def __init__(
        self,
        outline: Outline,
        kit: Kit,
        players: int,
        options: HouseRules,
        counting: bool = False,
        blind: bool = False,
    ) -> None:
        super().__init__(outline, kit, players, options, blind)
        self.counting = counting  # whether what moves need is counted, for `met_in_games`
        self.made: list[Made] = []
        self.follows: dict[str, list[tuple[int, str, int]]] = {}  # what comes after a move of a step
        self.called: dict[str, tuple[str, ...]] = {}  # the words of choices among words, by their names
        self.most: dict[str, int | None] = {}  # how much each zone holds at this table
        self.shown_zones: set[str] = set()
        self.shown: dict[str, bool] = {}  # values that are shown, and whether each player has one
        self.shown_cards: set[str] = set()  # those that are cards
        self.shown_players: set[str] = set()  # those that are players
        self.together: dict[str, tuple[str, ...]] = {}  # values that are what a player has in some zones
        self.kept: set[str] = set()  # values that are worked out anew when something has changed
        self._bare = ""
        self._orders: dict[tuple[int, str], list[str]] = {}
        self.open_notes: set[str] = set()  # notes that nothing is to be secret of at this table
        self.turn = [step for step in outline.steps.values() if step.in_turn]
        if not self._check_zones():
            return
        try:
            kinds, unread = None, None
            while (kinds, unread) != (self.about_kinds, self.unread):  # known when all has been written
                kinds, unread, self.made = dict(self.about_kinds), self.unread, []
                self.begin()
                self._write()
                if outline.file.problems.errors:
                    return
                self.unread = unread - read_in(self.lines, unread)
        except RecursionError:
            outline.file.slip(0, "an expression is nested too deeply")
            return
        self._compile()

    def _check_zones(self) -> bool:
        """Say what zones name and the kit does not have; return whether the rest can be understood without it."""
        file, tables = self.file, self.kit.tables
        components, tracks = [component.id for component in self.kit.components], True
        for zone in self.outline.zones.values():
            for key, known, what in (
                ("begins", components, "component"),
                ("holds", components, "component"),
                ("on", components, "component"),
                ("track", list(tables), "table"),
                ("map", list(tables), "table"),
                ("renewed_from", list(self.outline.zones), "zone"),
                ("edges", list(self.fields), "field"),
            ):
                if (name := zone.get(key)) and name not in known:
                    where = zone.said.pop(key)[1]
                    tracks = tracks and key != "track"
                    who = "no zone is called" if what == "zone" else f"the kit has no {what}"
                    many = key == "begins" and name[:1].isdigit()
                    file.slip(where, f"{who} '{name}'", "chips: yes, and begins: 3; of cards, in set up: deal 4 from deck to each hand" if many else near(name, known))  # fmt: skip
            if zone.get("edges"):
                self._check_edges(zone)
            chips = zone.get("chips")
            if chips and chips not in ("yes", "true", *components):
                file.slip(zone.said["chips"][1], f"the kit has no component '{chips}'", near(chips, ["yes", *components]))  # fmt: skip
        for name in re.split(r"[ ,]+", self.outline.words.get("rest", ("", 0))[0]):
            if name and name not in (*self.outline.zones, "box"):
                file.slip(self.outline.words["rest"][1], f"no zone is called '{name}'", near(name, self.outline.zones))  # fmt: skip
        return tracks

    def _check_edges(self, zone: ZoneLines) -> None:
        """Say which tile has not as many edges as its place; tiles that are turned lie in one grid."""
        where, field = zone.said["edges"][1], zone.get("edges")
        sides, many = (6, "six") if "hexes" in zone.said else (4, "four")
        example = "[road, field, city, field]" if sides == 4 else "[road, field, field, road, field, field]"
        if not {"grid", "hexes"} & {*zone.said}:
            self.file.slip(
                where, f"zone '{zone.name}' is no grid, and tiles lie in one", "{grid: 5 by 5, edges: FIELD}"
            )
        elif next(one for one in self.outline.zones.values() if one.get("edges")) is not zone:
            self.file.slip(where, "tiles with edges lie in another grid already", "one grid has edges")
        elif not self.fields[field].endswith("*"):
            self.file.slip(
                where,
                f"'{field}' is {said(self.fields[field])}, expected a list of {many} edges",
                example,
            )
        for component in self.kit.components:
            for card in component.cards:
                edges = card.fields.get(field, ())
                if isinstance(edges, list | tuple) and len(edges) not in (0, sides):
                    self.file.slip(
                        where, f"card {card.id}: {field} lists {len(edges)} edges, expected {sides}", example
                    )
                    return
                if (
                    edges
                    and sides == 6
                    and not (component.shape == "hex" and component.size.height > component.size.width)
                ):
                    self.file.slip(where, f"tiles of {component.id} are no hexagons with a corner on top, as places of '{zone.name}' are", "in game.yaml: shape: {hex: pointy}")  # fmt: skip
                    return

    # -- the whole

    def _write(self) -> None:
        if not self.turn:
            return
        for name in self.outline.values:
            self._write_value(name)
        for deed in self.outline.deeds.values():
            self.depth_of_deeds = deed.name in self.circling
            at = self._function(f"d_{deed.name}", ", me" + "".join(f", l_{a}" for a, _ in deed.arguments) + ", n=0" * self.depth_of_deeds, deed.at)  # fmt: skip
            if self.depth_of_deeds:
                says = f"'{deed.name}' does itself again and again, {DEEP} deep"
                self.emit(1, f"if n > {DEEP}: endless({says!r})", deed.at)
            names = {a: Ex(f"l_{a}", kind, sure=kind == "seat") for a, kind in deed.arguments}
            decided = self.block(deed.block, 1, NameScope(names))
            self.depth_of_deeds = False
            if not decided:
                self.emit(1, "return False", deed.at)
            self._open(at, deed.at, "")
        self._write_turns()
        for step in self.outline.steps.values():
            self._write_step(step)
        self._write_ends()
        self._write_values_of_somebody()
        self.lines = [line for line in self.lines if line[1].partition(OPENLY)[2] in {"", *self.openly}]
        self.hash = self._hash()
        for name, node in self.outline.strategies.items():  # players, not rules: the hash is without them
            self._returns(f"strategy_{name}", node, "num", {})
        for number, node in enumerate(self.outline.score_parts.values()):
            self._returns(f"score_part_{number}", node, "num", {})
        self._write_values_of_somebody()
        if self.blind:
            self.lines = needed(self.lines, self.paired)

    def _function(self, name: str, arguments: str, at: int) -> int:
        self.emit(0, f"def {name}(s{arguments}):", at)
        return len(self.lines)

    def _method(self, name: str, arguments: str, at: int) -> int:
        self.emit(0, f"def {name}(self, s{arguments}):", at)
        return len(self.lines)

    def _open(self, first: int, at: int, me: str = "s.turn") -> None:
        """Give a function that was just written the names that it uses."""
        at_hand = self._asked_about(first, at)
        if me or self.lines[first - 1][1].startswith(("def d_", "def v_", "def u_")):
            at_hand += self._at_hand(first, at)
        body = "\n".join(text for _, text, _ in (*at_hand, *self.lines[first:]))
        named = (("P", "s.piles", r"\bP\b"), ("K", "s.chips", r"\bK[.[]"), ("L", "s.layouts", r"\bL[.[]"), ("me", me, r"\bme\b"))  # fmt: skip
        head = [(1, f"{name} = {value}", self.file.line(at)) for name, value, used in named if value and re.search(used, body)]  # fmt: skip
        self.lines[first:first] = [*head, *at_hand]

    def _asked_about(self, first: int, at: int) -> list[tuple[int, str, int]]:
        """Give what a question is about a name in the methods of its step, if they ask for it often; return the lines that do."""
        body = "\n".join(text for _, text, _ in self.lines[first:])
        if "(self, s" not in self.lines[first - 1][1] or "s.about =" in body:
            return []
        often = [
            one for one, count in Counter(re.findall(r"\bs\.about\[(\d+)\]", body)).items() if count >= OFTEN
        ]
        for one in often:
            self.lines[first:] = [
                (depth, text.replace(f"s.about[{one}]", f"q{one}"), line)
                for depth, text, line in self.lines[first:]
            ]
        return [(1, f"q{one} = s.about[{one}]", self.file.line(at)) for one in often]

    def _at_hand(self, first: int, at: int) -> list[tuple[int, str, int]]:
        """Give the zones that a function asks for often a name in it; return the lines that do."""
        body = "\n".join(text for _, text, _ in self.lines[first:])
        given = {one for one in re.findall(r"\bl_\w+", self.lines[first - 1][1]) if not re.search(rf"\b{one} = |for {one} in", body)}  # fmt: skip
        often = Counter(zone for zone in re.findall(_ZONE, body) if given.issuperset(re.findall(r"\bl_\w+", zone)))  # fmt: skip
        names = {zone: f"z{number}" for number, (zone, count) in enumerate(often.items()) if count >= OFTEN}
        for place in range(first, len(self.lines)):
            depth, text, line = self.lines[place]
            text = re.sub(_ZONE, lambda found: names.get(found[0], found[0]), text)
            self.lines[place] = depth, text, line
        return [(1, f"{name} = {zone}", self.file.line(at)) for zone, name in names.items()]

    def _hoisted(self, depth: int, at: int, hoists: Mapping[str, str]) -> None:
        for name, code in hoists.items():
            self.emit(depth, f"{name} = {code}", at)

    def _write_value(self, name: str) -> None:
        value = self.outline.values[name]
        try:
            found = self.value(name)
        except Slip as slip:
            self.file.note(slip, value.at)
            return
        first = self._function(
            f"v_{name}", ", me" + "".join(f", l_{a}" for a, _ in value.arguments), value.at
        )
        self._hoisted(1, value.value.at or value.at, self.value_hoists[name])
        self._give(name, found, value.value.at or value.at)
        self._open(first, value.at, "")

    def _give(self, name: str, found: Ex, at: int) -> None:
        """Return what a value is; where looking is dear, what it was as long as the same cards lie in the zones that it asks for."""
        arguments, code = self.outline.values[name].arguments, found.code
        places = list(dict.fromkeys(_ASKED.findall(code)))
        left = _ASKED.sub("", code)
        names = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"'[^'\\]*'", "", left)))
        given = {f"l_{one}" for one, kind in arguments if kind in ("seat", "word")}
        free = {
            one for one in names if not (one in PURE or one in given or re.fullmatch(r"x\d+|[A-Z]_\w+", one))
        }
        if (
            free
            or not places
            or not 0 < len(arguments) == len(given)
            or found.is_list
            or code.count(" for ") < DEAR
        ):
            self.emit(1, f"return {code}", at)
            return
        key = ", ".join(f"l_{one}" for one, _ in arguments)
        for number, place in enumerate(places):
            self.emit(1, f"a{number} = {place}", at)
            code = code.replace(place, f"a{number}")
        self.kept.add(name)
        same = " and ".join(f"was[{number}] == a{number}" for number in range(len(places)))
        self.emit(1, f"was = KEPT_{name}.get(({key}))", at)
        self.emit(1, f"if was and {same}: return was[-1]", at)
        self.emit(1, f"found = {code}", at)
        self.emit(1, f"if len(KEPT_{name}) > {MOST_KEPT}: KEPT_{name}.clear()", at)
        self.emit(
            1, f"KEPT_{name}[{key}] = {''.join(f'[*a{number}], ' for number in range(len(places)))}found", at
        )
        self.emit(1, "return found", at)

    def _write_values_of_somebody(self) -> None:
        """Write values again, for a player who is there for certain; these may ask for others."""
        while left := [name for name, written in self.of_somebody.items() if not written]:
            for name in left:
                value = self.outline.values[name]
                names = {one: Ex(f"l_{one}", kind, sure=kind == "seat") for one, kind in value.arguments}
                self.of_somebody[name] = True
                self._returns(
                    f"u_{name}", value.value, "", names, ["me", *(f"l_{one}" for one in names)], name
                )

    def _write_turns(self) -> None:
        outline, players = self.outline, self.players
        after = outline.blocks.get("after turn", n.Sentences(0, ()))
        first = self._function("end_turn", "", after.at)
        self.block(after, 1, NameScope())
        step, at = self.turn[0], after.at
        skips = outline.expressions.get("skips")
        if skips is not None:
            holds = self.safe(skips, NameScope(it=Ex("t", "seat", sure=True)))
            self.emit(1, "t = me", skips.at)
            self.emit(1, f"for _ in range({players}):", skips.at)
            self.emit(2, f"t = (t + 1) % {players}", skips.at)
            self.emit(2, f"if not {holds.code}: break", skips.at)
            self.emit(1, "if s.left > 0: s.left -= 1", skips.at)
            self.emit(1, "s.turn, s.turns = t, s.turns + 1", skips.at)
            self.emit(1, "if s.left == 0:", skips.at)
            self.emit(2, "s.phase = OVER; return", skips.at)
        else:
            waits = next((one for one in self.turn if one.moves), step)  # a step without moves is no phase
            self.emit(1, f"s.next_turn(PH_{waits.ident})", at)
        self.emit(1, f"if s.phase is not OVER: enter_{step.ident}(s)", at)
        self._open(first, at)

    def _next(self, step: StepLines) -> str:
        number = self.turn.index(step)
        return self.enters(self.turn[number + 1].ident) if number + 1 < len(self.turn) else "end_turn(s)"

    def _write_step(self, step: StepLines) -> None:
        kinds = self.about_kinds.get(step.name, ("any",) * len(step.about))
        about = {name: Ex(f"s.about[{number + 1}]", kind, sure=kind == "seat") for number, (name, kind) in enumerate(zip(step.about, kinds, strict=False))}  # fmt: skip
        first = self._function(f"enter_{step.ident}", "", step.at)
        before = self.outline.blocks.get("before turn")
        if step.in_turn and step is self.turn[0] and before is not None:
            self.block(before, 1, NameScope())
        following = self._next(step) if step.in_turn else "AFTER[s.phase.name](s)"
        if step.condition is not None:
            condition = self.safe(step.condition, NameScope(dict(about)))
            self.emit(1, f"if not {condition.code}: {following}; return", step.condition.at)
        decided = self.block(step.begins, 1, NameScope(dict(about)))
        if not step.moves:
            if not decided and not self.block(step.do, 1, NameScope(dict(about))):
                self.emit(1, following, step.at)
            self._open(first, step.at)
            return
        if not decided:
            self.emit(1, f"s.phase = PH_{step.ident}", step.at)
            if step.who is not None:
                who = self.safe(step.who, NameScope(), "seat*")
                if step.in_turn and who.code.startswith("ROUND["):  # there is always somebody
                    self.emit(1, f"who = {who.code}", step.who.at)
                    self.emit(1, "s.about, s.turn = (who[1:], s.turn), who[0]", step.who.at)
                else:
                    ask = "decide(s" if step.in_turn else f"ask(s, PH_{step.ident}"
                    self.emit(1, f"if not {ask}, {who.code}): return after_{step.ident}_all(s)", step.who.at)
        self._open(first, step.at)
        if step.who is not None:
            first = self._function(f"who_{step.ident}", "", step.who.at)
            self.emit(1, f"return {self.safe(step.who, NameScope(), 'seat*').code}", step.who.at)
            self._open(first, step.who.at)
        self._write_after(step, about, following)
        self._write_moves(step, about)

    def _write_after(self, step: StepLines, about: Mapping[str, Ex], following: str) -> None:
        first = self._function(f"after_{step.ident}", "", step.at)
        inside: dict[str, Ex] = {}
        if step.who is not None and step.in_turn:
            self._write_waiting(step)
            first = self._function(f"after_{step.ident}_all", "", step.at)
        elif not step.in_turn:
            self.emit(1, "waiting = s.about[0]", step.at)
            self.emit(1, "if waiting:", step.at)
            self.emit(2, "s.turn, s.about = waiting[0], (waiting[1:], *s.about[1:])", step.at)
            self.emit(2, "return", step.at)
            self.emit(1, "about = s.answered()", step.at)
            if step.who is not None:
                self.emit(1, f"after_{step.ident}_all(s)", step.at)
                first = self._function(f"after_{step.ident}_all", "", step.at)
            else:
                self.emit(1, "me = s.turn", step.at)
                inside = {name: Ex(one.code.removeprefix("s."), one.kind, sure=one.sure) for name, one in about.items()}  # fmt: skip
        if not self.block(step.after, 1, NameScope(inside)):
            self.emit(1, following if step.in_turn else "AFTER[s.phase.name](s)", step.after.at or step.at)
        if step.in_turn and step.who is None:
            self.follows[step.ident] = self.lines[first:]
        self._open(first, step.at, "" if inside or not step.in_turn else "s.turn")

    def _write_waiting(self, step: StepLines) -> None:
        self.emit(1, "waiting, turn = s.about", step.at)
        self.emit(1, "if waiting:", step.at)
        self.emit(2, "s.turn, s.about = waiting[0], (waiting[1:], turn)", step.at)
        self.emit(1, "else:", step.at)
        self.emit(2, "s.turn, s.about = turn, ()", step.at)
        self.emit(2, f"after_{step.ident}_all(s)", step.at)

    # -- moves

    def _write_moves(self, step: StepLines, about: Mapping[str, Ex]) -> None:
        moves = [(move, *self._chosen(move, about)) for move in step.moves]
        # where nothing but one choice is to be made, what is chosen is the move
        bare = len(moves) == 1 and len(moves[0][1]) == 1 and not moves[0][0].also
        self._bare = step.moves[0].name if bare else ""
        phrases, also = {}, dict[str, tuple[Phrase, tuple[int, ...]]]()
        for move, chosen, _scope in moves:
            other = Phrase(self._template(move, chosen, move.also)) if move.also else None
            order = self._orders.get((move.at, move.name), [])
            phrases[move.name] = self._phrase(move, chosen)
            now = self._orders[move.at, move.name]
            if other and set(now) == set(order):
                also[move.name] = other, tuple(map(order.index, now))
        self._check_alike(step, phrases)
        first = self._method(f"moves_{step.ident}", "", step.at)
        if lazy := _lazy(moves):
            self._write_lazy(step, moves)
        else:
            self._write_list(step, moves)
            self.emit(1, "return m", step.at)
        self._open(first, step.at)
        if not lazy:
            self._write_pick(step, moves)
        self._write_play(step, moves)
        self._write_why(step, moves)
        # the one that says most is tried first, so that 'plays no more' is not taken for 'plays {card}'
        ordered = dict(sorted(phrases.items(), key=lambda one: -len(_FIELD.sub("", one[1].template))))
        self.made.append(
            Made(
                step.name,
                step.ident,
                step.rule,
                ordered,
                step.secret,
                self.file.line(step.at),
                also,
                self._bare,
            )
        )

    def _chosen(self, move: MoveLines, about: Mapping[str, Ex]) -> tuple[list[_Chosen], NameScope]:
        scope, chosen = NameScope(dict(about), hoists={}), list[_Chosen]()
        for choice in move.choices:
            items = Ex("()", "any*")
            try:
                items = self.expr(choice.items, scope)
                if items.kind.startswith("table:"):
                    items = self._rows(items.kind[6:])
                if items == MISTAKE:
                    raise Slip("")
                if isinstance(some := choice.items, n.Some) and some.at == some.number.at:  # not `first 4 of`
                    raise Slip(f"'{choice.said}' are the first ones, and one of them would be chosen", hint="several at once: choose(my hand, 2)")  # fmt: skip
                if not items.is_list:
                    raise Slip(f"what can be chosen is a list, not {said(items.kind)}", hint=near(choice.name, ["says", "rule", "needs", "refuse", "otherwise", "do"]) if len(choice.name) > 3 else "")  # fmt: skip
                if items.item not in FIELD_WORD and not items.item.startswith("row:"):
                    raise Slip(f"nobody can say which one of {said(items.kind)} is meant", hint="choose cards, players, numbers, words or rows")  # fmt: skip
            except Slip as slip:
                self.file.note(slip, choice.at, f"{choice.name}: {choice.said}")
            var = f"m_{choice.name}"
            zone = items.zone if items.item == "piece" else None
            chosen.append(_Chosen(choice, var, items, items.item))
            scope.names[choice.name] = Ex(var, items.item, zone=zone, place=items.place if zone else "", sure=items.sure)  # fmt: skip
        return chosen, scope

    def _phrase(self, move: MoveLines, chosen: list[_Chosen]) -> Phrase:
        """Return the sentence of a move; what stands in brackets at its end is left out where the number in it is 0."""
        template = self._template(move, chosen, move.says)
        short, bracket, end = template.partition("[")
        if not bracket:
            return (Placing if "{space_" in template else Phrase)(template)
        last = next((one for one in chosen if _FIELD.findall(move.says)[-1:] == [one.choice.name]), None)
        if not end.endswith("]") or len(_FIELD.findall(end)) != 1 or not last or last.item != "num":
            self.file.slip(move.at, f"'{move.says}': brackets are for the end of a sentence, with one choice that is a number", "says: lays {tile} on {place}[, turned by {n}]")  # fmt: skip
        return Shortened(short, end.replace("]", ""))

    def _template(self, move: MoveLines, chosen: list[_Chosen], sentence: str) -> str:
        by_name = {one.choice.name: one for one in chosen}
        zones = dict[str, str]()

        def plain(found: re.Match[str]) -> str:
            """Take `{hand of who}`, the zone of a player who is chosen, for `{who}`."""
            zone, _, name = found[1].partition(" of ")
            there = self.outline.zones.get(zone)
            if name in by_name and there and there.of == "seat" and by_name[name].item == "seat":
                zones[name] = zone
                return f"{{{name}}}"
            return found[0]

        says = _FIELD.sub(plain, sentence)
        said_names = _FIELD.findall(says)
        for name in said_names:
            if name not in by_name:
                self.file.slip(move.at, f"'{sentence}' says {{{name}}}, and the move has no such choice", near(name, by_name))  # fmt: skip
            elif said_names.count(name) > 1:
                self.file.slip(move.at, f"'{sentence}' says {{{name}}} twice", "each choice stands in the sentence once")  # fmt: skip
        missing = [name for name in by_name if name not in said_names]
        if missing and not set(said_names) - set(by_name):
            self.file.slip(move.at, f"'{sentence}' does not say {{{missing[0]}}}, so two moves would sound the same", f"says: {sentence} {{{missing[0]}}}")  # fmt: skip
        used: dict[str, int] = {}
        order: list[_Chosen] = []

        def word(found: re.Match[str]) -> str:
            one = by_name.get(found[1])
            if one is None:
                return ""
            order.append(one)
            kind = f"row_of_{one.item[4:]}_" if one.item.startswith("row:") else FIELD_WORD.get(one.item, "word")  # fmt: skip
            if found[1] in zones:
                kind = f"zone_{zones[found[1]]}_"
            elif one.item == "word" and one.items.constant and one.choice.name.isalpha() and one.choice.name not in FIELD_WORD.values():  # fmt: skip
                kind = one.choice.name  # only these words can be said
                self.called[kind] = tuple(dict.fromkeys((*self.called.get(kind, ()), *one.items.value)))
            elif one.item == "num" and one.choice.name == "chips":
                kind = "chips"
            elif one.item == "space":
                kind = f"space_{self._grid_of(move, one)}_"
            used[kind] = used.get(kind, 0) + 1
            return f"{{{kind}{used[kind] if used[kind] > 1 else ''}}}"

        template = _FIELD.sub(word, says)
        if not template.strip() or re.search(r"[{}]", _FIELD.sub("", template)):
            self.file.slip(move.at, f"'{sentence}' is no sentence", "says: plays {card}")
            template = move.name
        if re.search(r"\}\s*\{(?!space_)", template):
            self.file.slip(move.at, f"'{sentence}' says two choices without a word between them", "says: gives {card} to {who}")  # fmt: skip
        chosen[:] = chosen  # the order of loops is the order in which they are written
        self._orders[move.at, move.name] = [one.var for one in order]
        return template

    def _grid_of(self, move: MoveLines, one: _Chosen) -> str:
        """Return the open grid on which a chosen space is."""
        if one.items.zone is None and len(self.open_grids) > 1:
            self.file.slip(move.at, f"{one.choice.name}: on which grid? there are {' and '.join(self.open_grids)}", f"choose from borders({self.open_grids[0]}), or the like")  # fmt: skip
        return one.items.zone.name if one.items.zone else self.open_grids[0]

    def _check_alike(self, step: StepLines, phrases: Mapping[str, Phrase]) -> None:
        seen: dict[str, str] = {}
        several = any("{cards" in phrase.template for phrase in phrases.values())
        for move in step.moves:
            phrase = phrases[move.name]
            for one in [phrase, phrase.short] if isinstance(phrase, Shortened) else [phrase]:
                bones = re.sub(r"\s+", " ", _FIELD.sub("{}", one.template)).strip().lower()
                if several:  # `{cards}` says them as `{x}, {y} and {z}` does
                    bones = re.sub(r"\{\}(?:,(?: and)? \{\}| and \{\})+", "{}", bones)
                if bones in seen:
                    self.file.slip(move.at, f"'{move.says}' sounds like the move '{seen[bones]}'", "let each move of a step say something else")  # fmt: skip
                seen.setdefault(bones, move.name)

    def _move_tuple(self, move: MoveLines) -> str:
        order = self._orders[move.at, move.name]
        if self._bare:
            return order[0] if order else "0"
        return f"({move.name!r}, {', '.join(order)})" if order else f"({move.name!r},)"

    def _condition(self, need: Need, scope: NameScope) -> Ex:
        found = self.safe(need.condition, scope, "bool")
        return replace(found, code=f"met({need.at}, {found.code})") if self.counting else found

    def _looked_through(self, move: MoveLines, chosen: list[_Chosen], scope: NameScope, others: str, mark: str = "") -> tuple[int, list[str]]:  # fmt: skip
        """Write what a move asks before its choices are looked through; return how deep that is, and the loops."""
        depth = 1
        if move.otherwise:
            self.emit(1, f"if not {others}:", move.at)
            depth = 2
        inside = NameScope(scope.names, None, 1 if chosen else 0, False, scope.hoists)
        conditions = [(need, self._condition(need, inside)) for need in move.needs]
        self._hoisted(depth, move.at, scope.hoists or {})
        own = {one.choice.name for one in chosen}
        waiting = [(set(n.names_in(need.condition)) & own, found) for need, found in conditions]
        free = [found.code for names, found in waiting if not names and found.code != "True"]
        waiting = [(names, found) for names, found in waiting if names and found.code != "True"]
        if free:
            self.emit(depth, f"if {' and '.join(free)}:", move.at)
            depth += 1
        bound: set[str] = set()
        parts = []
        for one in chosen:
            alone = [f"if {found.code}" for names, found in waiting if names == {one.choice.name}]
            items = one.items.code
            if (
                (alone or items.startswith(("[", "([*")))
                and len(chosen) > 1
                and not own & set(n.names_in(one.choice.items))
            ):  # asked once, not once for each before
                kept = f"[{one.var} for {one.var} in {items} {' '.join(alone)}]" if alone else items
                self.emit(depth, f"of_{mark}{one.var} = {kept}", move.at)
                self.emit(depth, f"if of_{mark}{one.var}:", move.at)
                depth += 1
                items = f"of_{mark}{one.var}"
                waiting = [(names, found) for names, found in waiting if names != {one.choice.name}]
            parts.append(f"for {one.var} in {items}")
            bound.add(one.choice.name)
            parts += [f"if {found.code}" for names, found in waiting if names <= bound]
            waiting = [(names, found) for names, found in waiting if not names <= bound]
        return depth, parts

    def _write_list(
        self, step: StepLines, moves: list[tuple[MoveLines, list[_Chosen], NameScope]], picked: bool = False
    ) -> None:
        """Write the list of moves; where one of them is `picked` at once it may be a zone itself."""
        begun = len(self.lines)
        self.emit(1, "m = []", step.at)
        for move, chosen, scope in moves:
            self._list_moves(move, chosen, scope)
        if len(moves) == 1 and (last := self.lines[-1])[:2] == (
            1,
            f"m += {last[1][5:]}",
        ):  # nothing else is to be there
            self.lines[begun : begun + 1] = []
            of = last[1][5:]
            self.lines[-1] = (
                1,
                f"m = {of if of[0] == '[' or (picked and not _NO_LIST.search(of)) else f'[*{of}]'}",
                last[2],
            )
        if not any(move.otherwise and not move.choices and not move.needs for move in step.moves):
            self.emit(1, f"if not m: no_move(s, {step.name!r})", step.at)

    def _list_moves(self, move: MoveLines, chosen: list[_Chosen], scope: NameScope) -> None:
        depth, parts = self._looked_through(move, chosen, scope, "m")
        made = self._move_tuple(move)
        if not parts:
            self.emit(depth, f"m.append({made})", move.at)
        elif parts == [f"for {made} in {chosen[0].items.code}"]:
            self.emit(depth, f"m += {chosen[0].items.code}", move.at)
        else:
            self.emit(depth, f"m += [{made} {' '.join(parts)}]", move.at)

    def _write_lazy(self, step: StepLines, moves: list[tuple[MoveLines, list[_Chosen], NameScope]]) -> None:
        """Write moves that are made when somebody asks: on an open grid there are hundreds of them."""
        named, sizes = dict[str, str](), list[str]()
        candidate, legal = list[tuple[int, str, int]](), list[tuple[int, str, int]]()
        for number, (move, chosen, scope) in enumerate(moves):
            inside = NameScope(scope.names, None, 1 if chosen else 0, False, scope.hoists)
            found = [
                ({*n.names_in(need.condition)}, self._condition(need, inside).code) for need in move.needs
            ]
            conditions = [one for one in found if one[1] != "True"]
            asked_for = " ".join(code for _, code in conditions)
            self._hoisted(1, move.at, {name: code for name, code in (scope.hoists or {}).items() if name in asked_for})  # fmt: skip
            own, line = {one.choice.name for one in chosen}, self.file.line(move.at)
            free = [code for names, code in conditions if not own & names]
            asked, made = (
                " and ".join(code for names, code in conditions if own & names),
                self._move_tuple(move),
            )
            for one in chosen:
                if (code := one.items.code) not in named:
                    of = named[code] = f"of{len(named)}"
                    listed = code if _LIST.fullmatch(code) or code[0] in "([" else f"[*{code}]"
                    listed = re.sub(r"^\[\*borders\((.+)\)\]$", r"Bordering(\1)", listed)
                    self.emit(1, f"{of} = {listed}; len_{of} = len({of})", move.at)
            lists = [named[one.items.code] for one in chosen]
            size = " * ".join(f"len_{of}" for of in lists) or "1"
            self.emit(1, f"c{number} = {size}{f' if {joined} else 0' if (joined := ' and '.join(free)) else ''}", move.at)  # fmt: skip
            sizes.append(f"c{number}")
            candidate.append((2, f"if n < c{number}:", line))
            for one, of in [*zip(chosen, lists, strict=True)][:0:-1]:
                candidate.append((3, f"{one.var} = {of}[n % len_{of}]; n //= len_{of}", line))
            candidate += [
                (3, f"{one.var} = {of}[n]", line) for one, of in zip(chosen[:1], lists, strict=False)
            ]
            candidate += [
                (3, f"if not {one.var}: return None", line)
                for one in chosen
                if one.items.code.startswith("borders(")
            ]
            candidate.append((3, f"return {made if not asked else f'{made} if {asked} else None'}", line))
            candidate.append((2, f"n -= c{number}", line))
            there = [f"{one.var} in {of}" for one, of in zip(chosen, lists, strict=True)]
            legal.append((2, f"if k == {move.name!r}:", line))
            legal += [(3, f"_, {', '.join(self._orders[move.at, move.name])}, = move", line)] * bool(chosen)
            legal.append(
                (3, f"return bool({' and '.join(filter(None, [f'c{number}', *there, asked]))})", line)
            )
        line = self.file.line(step.at)
        self.emit(1, f"if not ({' + '.join(sizes)}): no_move(s, {step.name!r})", step.at)
        whole = [(1, "def candidate(n):", line), *candidate, (1, "def legal(move):", line), (2, "k = move[0]", line), *legal]  # fmt: skip
        self.lines += [*whole, (2, "return False", line), (1, f"return Choices({' + '.join(sizes)}, candidate, legal)", line)]  # fmt: skip

    def _write_pick(self, step: StepLines, moves: list[tuple[MoveLines, list[_Chosen], NameScope]]) -> None:
        """Write how one of the moves is taken at random: all are counted, and that one alone is made."""
        if self.counting:
            return
        first = self._method(f"pick_{step.ident}", ", number", step.at)
        if self._bare:
            self._write_list(step, moves, picked=True)
            self.emit(1, "return m[int(number() * len(m))]", step.at)
            self._open(first, step.at)
            return
        counts, picks = list[str](), list[tuple[list[str], int]]()
        for move, chosen, scope in moves:
            count, begun = f"c{len(counts)}", len(self.lines)
            depth, parts = self._looked_through(move, chosen, scope, f"({' + '.join(counts)})", f"{count}_")
            if any(text == "if False:" for _, text, _ in self.lines[begun:]):  # at this table it is no move
                del self.lines[begun:]
                continue
            if depth > 1:
                self.lines.insert(begun, (1, f"{count} = 0", self.file.line(move.at)))
            made, several = f"return {self._move_tuple(move)}", f"of_{count}"
            loops = [tuple(part[4:].split(" in ", 1)) for part in parts if part.startswith("for ")]
            number, pick = f"len({several})", [f"return {several}[n]"]
            if not parts:
                number, pick = "1", [made]
            elif len(parts) == len(loops):
                number, pick = self._counted_out(depth, move.at, loops, several, made, first)
            else:
                self.emit(depth, f"{several} = [{made[7:]} {' '.join(parts)}]", move.at)
            if depth == 1 and number == "1":
                count = "1"
            else:
                self.emit(depth, f"{count} = {number}", move.at)
            counts.append(count)
            picks.append((pick, move.at))
        self.emit(1, f"n = int(number() * ({' + '.join(counts) or 0}))", step.at)
        for count, (pick, at) in zip(counts, picks, strict=True):
            self.emit(1, f"if n < {count}:", at)
            for line in pick:
                self.emit(2, line, at)
            self.emit(1, f"n -= {count}", at)
        self.emit(1, f"no_move(s, {step.name!r})", step.at)
        self._open(first, step.at)

    def _size(self, items: str) -> str:
        """Return Python for how many entries a list has; a number, if it is the same for every player."""
        lists = (
            [ast.literal_eval(items)]
            if re.fullmatch(_SEATS, items)
            else self.env.get(items.partition("[")[0], [])
        )
        sizes = {len(one) for one in lists if isinstance(one, list | tuple)}
        return str(sizes.pop()) if len(sizes) == 1 else f"len({items})"

    def _counted_out(self, depth: int, at: int, loops: list[tuple[str, ...]], several: str, made: str, start: int) -> tuple[str, list[str]]:  # fmt: skip
        """Return Python for how many moves choices give, without making them, and the lines that make number `n` of them.

        A first list that no other asks for is multiplied; of the others the last is counted.
        """
        (one, ones), *chain = loops
        lead = bool(chain) and not any(re.search(rf"\b{one}\b", of) for _, of in chain)
        *outer, (last, of) = chain if lead else loops
        both = _BOTH.fullmatch(ones)
        if not chain and (both or _LIST.fullmatch(ones)):  # no list is made of it before the roll
            sizes = both.groups() if both else (ones,)
            return " + ".join(map(self._size, sizes)), [f"{one} = {ones}[n]; {made}"]
        if lead and not outer and _LIST.fullmatch(ones) and _LIST.fullmatch(of):
            size = self._size(of)
            return f"{self._size(ones)} * {size}", [
                f"{one}, {last} = {ones}[n // {size}], {of}[n % {size}]; {made}"
            ]
        each = several
        if outer:
            if lead and ones[:3] != "of_":  # there it has been asked
                self.emit(depth, f"{several} = 0", at)
                self.emit(depth, f"if {ones}:", at)
                depth += 1
            counted = f"sum([len({of}) {' '.join(f'for {var} in {items}' for var, items in outer)}])"
            if len(outer) == 1 and outer[0][1] == "OTHERS[me]" and self.players > 1:
                seats = [f"o{number}" for number in range(1, self.players)]
                unpacked = [(1, f"{', '.join(seats)}, = OTHERS[me]", self.lines[start - 1][2])]
                if self.lines[start : start + 1] != unpacked:
                    self.lines[start:start] = unpacked
                counted = " + ".join("len(" + re.sub(rf"\b{outer[0][0]}\b", seat, of) + ")" for seat in seats)
            self.emit(depth, f"{several} = {counted}", at)
        else:
            self.emit(depth, f"{several} = {of if of[0] == '[' else f'[*{of}]'}", at)
            each = f"len({several})"
        number = f"{each}{f' * len({ones})' if lead else ''}"
        lines = [
            f"{one} = {ones if _LIST.fullmatch(ones) else f'[*{ones}]'}[n // {each}]; n %= {each}"
        ] * lead
        if not outer:
            return number, [*lines, f"{last} = {several}[n]; {made}"]
        lines += [f"{'    ' * deep}for {var} in {items}:" for deep, (var, items) in enumerate(outer)]
        inside = "    " * len(outer)
        found = (f"x = {of}", f"if n < len(x): {last} = [*x][n]; {made}", "n -= len(x)")
        return number, [*lines, *(inside + line for line in found)]

    def _write_play(self, step: StepLines, moves: list[tuple[MoveLines, list[_Chosen], NameScope]]) -> None:
        first = self._method(f"play_{step.ident}", ", chosen", step.at)
        if len(moves) > 1:
            self.emit(1, "k = chosen[0]", step.at)
        for number, (move, _, scope) in enumerate(moves):
            depth = 1
            if len(moves) > 1:
                self.emit(1, f"{'el' if number else ''}if k == {move.name!r}:", move.at)
                depth = 2
            self._unpacked(move, depth)
            self.body(move.do, depth, NameScope(scope.names), True)
        if step.who is not None and step.in_turn:  # at once: this is most of what happens in a trick
            self._write_waiting(step)
        elif len(follows := self.follows.get(step.ident, ())) in range(1, SHORT):
            self.lines += follows
        else:
            self.emit(1, f"after_{step.ident}(s)", step.at)
        self._open(first, step.at)

    def _write_why(self, step: StepLines, moves: list[tuple[MoveLines, list[_Chosen], NameScope]]) -> None:
        first = self._method(f"why_{step.ident}", ", chosen", step.at)
        self.refusing = True
        if not self._bare:
            self.emit(1, "k = chosen[0]", step.at)
        for move, chosen, scope in moves:
            self.emit(1, "if True:" if self._bare else f"if k == {move.name!r}:", move.at)
            self._unpacked(move, 2)
            inside = NameScope(scope.names, None, 1 if chosen else 0, False, scope.hoists)
            whys = [(need, self._condition(need, inside).code) for need in move.whys]
            self._hoisted(2, move.at, scope.hoists or {})
            for need, code in whys:
                self.emit(2, f"if {code}: return Refusal({need.rule or move.rule!r}, {self._reason(need, inside)})", need.at)  # fmt: skip
            for one in chosen:
                says = move.refuse or f"{one.choice.name} is one of: {one.choice.said}"
                self.emit(2, f"if {one.var} not in {one.items.code}: return Refusal({move.rule!r}, {says!r})", one.choice.at)  # fmt: skip
            for need in move.needs:
                found = self._condition(need, inside)
                says = self._reason(need, inside)
                if not need.reason and found.sides:
                    a, word, b = found.sides
                    says += f" + ', and that is ' + {self.worded(a)} + {f' {word} '!r} + {self.worded(b)}"
                self.emit(
                    2, f"if not {found.code}: return Refusal({need.rule or move.rule!r}, {says})", need.at
                )
            says = move.refuse or ("another move is possible" if move.otherwise else "that is no choice now")
            self.emit(2, f"return Refusal({move.rule!r}, {says!r})", move.at)
        self.refusing = False
        self.emit(1, f"return Refusal({step.rule!r}, 'that is no choice now')", step.at)
        self._open(first, step.at)

    def _unpacked(self, move: MoveLines, depth: int) -> None:
        """Give the choices of a move their names."""
        if order := self._orders[move.at, move.name]:
            self.emit(depth, f"{order[0]} = chosen" if self._bare else f"_, {', '.join(order)} = chosen", move.at)  # fmt: skip

    def _reason(self, need: Need, scope: NameScope) -> str:
        """Return Python that says why not; what is in braces is worked out."""
        if not need.reason:
            return repr(f"it needs {need.said}")
        try:
            return self.text(text(need.reason, need.at), NameScope(scope.names))
        except Slip as slip:
            self.file.note(slip, need.at, need.reason)
        return "''"

    # -- the end

    def _write_ends(self) -> None:
        outline = self.outline
        for name in ("score", "standing", "aims"):
            if (node := outline.expressions.get(name)) is not None:
                self._returns(f"{name}_of", node, "num", {})
        if outline.wins:
            first = self._function("wins_of", ", me, score", outline.wins[0].at)
            scope = NameScope({"score": Ex("score", "num")}, hoists={})
            codes = [self.safe(one, scope, "num" if not isinstance(one, n.Quoted) else "").code for one in outline.wins]  # fmt: skip
            self._hoisted(1, outline.wins[0].at, scope.hoists or {})
            self.emit(1, f"return ({', '.join(codes)},)", outline.wins[0].at)
            self._open(first, outline.wins[0].at, "")
        if (node := outline.expressions.get("wins if")) is not None:
            self._returns("has_won", node, "bool", {})
        if (node := outline.expressions.get("possible")) is not None:
            self._returns("possible", node, "bool", {})
        for word, node in outline.everybody.items():
            self._returns(word.replace(" ", "_"), node, "bool", {})
        if (node := outline.expressions.get("teams")) is not None:
            self._returns("team_of", node, "", {})
        for key in ("before set up", "set up", "opening"):
            if (block := outline.blocks.get(key)) is not None:
                first = self._function(key.replace(" ", "_"), ", chance=None", block.at)
                self.lots = key == "set up"
                self.body(block, 1, NameScope(), key == "set up")
                self.lots = False
                self._open(first, block.at)
        if (block := outline.blocks.get("opening")) is not None and not self.only_told(block):
            self.file.slip(block.at, "what is opened is told, and nothing else is done", "tell AB-001: …")
        told = [one.parts.get("did") for one in outline.every_sentence() if one.verb == "tell"]
        self.did = tuple(sorted({word for node in told for word in n.words_in(node)}))
        self._write_shown()
        for zone in outline.zones.values():
            if zone.only is not None:
                first = self._function(f"only_{zone.name}", ", piece, me", zone.only.at)
                found = self.safe(zone.only, NameScope(_place_names(zone), Ex("piece", "piece")), "bool")
                self.emit(1, f"return {found.code}", zone.only.at)
                self._open(first, zone.only.at, "")
            if zone.part is not None:
                found = self.safe(zone.part, NameScope({}, Ex("piece", "piece")), "bool")
                if re.search(r"\bs\b|\b[PK]\b|\bme\b", found.code):
                    self.file.slip(zone.part.at, "where cards begin must be known before the game", "ask for fields of cards, options and number_of_players")  # fmt: skip
                elif zone.of != "table":
                    self.file.slip(zone.at, f"'{zone.name}' is there several times, and cards cannot be shared out to it", "let them begin in one zone, and move them in set up")  # fmt: skip
                self._function(f"begins_{zone.name}", ", piece", zone.part.at)
                self.emit(1, f"return {found.code}", zone.part.at)
            if zone.shown_to is not None:
                first = self._function(f"shown_{zone.name}", ", viewer, me", zone.shown_to.at)
                names = {**_place_names(zone), "viewer": Ex("viewer", "seat", sure=True)}
                found = self.safe(zone.shown_to, NameScope(names), "bool")
                self.emit(1, f"return {found.code}", zone.shown_to.at)
                self._open(first, zone.shown_to.at, "")
            if zone.written is not None:
                first = self._function(f"written_{zone.name}", ", piece, me=-1", zone.written.at)
                found = self.safe(zone.written, NameScope({}, Ex("piece", "piece")), "word")
                self.emit(1, f"return {found.code}", zone.written.at)
                self._open(first, zone.written.at, "")
            for number, need in enumerate(zone.needs):
                self._returns(f"fits_{zone.name}_{number}", need.condition, "bool", _keyed(zone), ["key"])
            if fills := zone.get("filled_by"):
                deed = outline.deeds.get(fills)
                if deed is None or [kind for _, kind in deed.arguments] not in (["word"], ["num"], ["any"]):
                    where = zone.said["filled_by"][1]
                    self.file.slip(
                        where, f"'{fills}' is no deed with the key of a zone", near(fills, outline.deeds)
                    )
            if zone.most is not None:
                found = self.safe(zone.most, NameScope(), "num")
                zone.said["most"] = (str(found.value) if found.constant else "", zone.at)
                self.most[zone.name] = found.value if found.constant else None
        for zone in outline.laid_out.values():
            assert zone.laid_out is not None
            names = _keyed(zone) if zone.of == "keys" else _place_names(zone)
            self._returns(
                f"laid_{zone.name}", zone.laid_out, "", names, ["key"] if zone.of == "keys" else ["me"]
            )
            parts = [one.id for one in self.kit.components]
            if zone.get("holds") not in ("", *parts):
                self.file.slip(zone.at, f"'{zone.get('holds')}' is no component", near(zone.get("holds"), parts))  # fmt: skip
        for note in outline.notes.values():
            for word, can in (("secret", note.secret), ("dealt", note.dealt), ("one_of", note.one_of)):
                if can is None:
                    continue
                found = self.safe(can, NameScope())
                if found.is_list and not _same(found.item, note.kind.rstrip("*")):
                    self.file.slip(can.at, f"'{note.name}' is {said(note.kind)}, and can be {said(found.kind)}")  # fmt: skip
                elif word == "secret" and found.constant and not found.value:
                    self.open_notes.add(note.name)
                elif not found.is_list and found.kind != "any":
                    self.file.slip(can.at, f"{word} is a list, not {said(found.kind)}", f"{word}: 1..6")
                first = self._function(f"{word}_{note.name}", ", me", note.at)
                self.emit(1, f"return {found.code}", note.at)
                self._open(first, note.at, "")

    def _write_shown(self) -> None:
        """Write what scenarios and screens are shown besides, and what a described position leaves out."""
        outline = self.outline
        for name, at in outline.lists.get("shows", ()):
            value = outline.values.get(name)
            if (zone := outline.zones.get(name)) and zone.of == "seat":
                self.shown_zones.add(name)
                continue
            if value is None or [kind for _, kind in value.arguments] not in ([], ["seat"]):
                self.file.slip(at, f"'{name}' is no value, or wants more than a player", near(name, outline.values))  # fmt: skip
                continue
            kind = self.value(name).kind
            if kind not in ("num", "bool", "word", "any", "piece*", "word*", "seat*"):
                self.file.slip(at, f"'{name}' is {said(kind)}, and a number, a word or cards can be shown")
            self.shown[name] = bool(value.arguments)
            if kind == "seat*":
                self.shown_players.add(name)
            if kind == "piece*":
                self.shown_cards.add(name)
                if value.arguments and (zones := self._laid_together(value.value, value.arguments[0][0])):
                    self.together[name] = zones
        for number, (line, at) in enumerate(outline.lists.get("picture", ())):
            try:
                self._returns(f"line_{number}", text(line, at), "word", {})
            except Slip as slip:
                self.file.note(slip, at, line)
        for name, (node, at) in outline.described.items():
            zone = outline.zones.get(name)
            if name not in (*outline.notes, "phase", "turn") and not (zone and zone.of == "seat"):
                self.file.slip(at, f"'{name}' is neither a note nor a zone of each player", near(name, ["phase", "turn", *outline.notes]))  # fmt: skip
                continue
            note = outline.notes.get(name)
            wanted = note.kind if note else {"phase": "word", "turn": "seat"}.get(name, "num")
            self._returns(f"given_{name}", node, wanted, {"phase": Ex("s.phase.name", "word"), "turn": Ex("s.turn", "seat", sure=True)})  # fmt: skip
        for zone in outline.zones.values():
            if zone.heap is not None:
                self._returns(f"heap_{zone.name}", zone.heap, "num", {})

    def _laid_together(self, node: n.Expression, player: str) -> tuple[str, ...]:
        """Return the zones of a player that a value adds up, and nothing else: `hand of p + purse of p`; else nothing."""
        match node:
            case n.Both(word="+", left=left, right=right):
                parts = self._laid_together(left, player), self._laid_together(right, player)
                return (*parts[0], *parts[1]) if all(parts) else ()
            case n.Of(name=zone, whose=n.Name(name=whose)) if whose == player and zone in self.outline.zones:
                return (zone,)
        return ()

    def _returns(self, name: str, node: n.Expression, wanted: str, names: dict[str, Ex], given: Sequence[str] = ("me",), value: str = "") -> None:  # fmt: skip
        scope = NameScope(names, hoists={})
        found = self.safe(node, scope, wanted)
        first = self._function(name, "".join(f", {one}" for one in given), node.at)
        self._hoisted(1, node.at, scope.hoists or {})
        if value:
            self._give(value, found, node.at)
        else:
            self.emit(1, f"return {found.code}", node.at)
        self._open(first, node.at, "")

    def _whole(self) -> list[tuple[int, str, int]]:
        """Return all lines, those of tables before the others."""
        known = (f"W{name} = [{code} for x in range(len({re.findall(r'[FW]_[^[]+', code)[0]}))]; G{name} = entry_of(W{name})" for code, name in self.tabled.items())  # fmt: skip
        kept = (f"KEPT_{name} = {{}}" for name in sorted(self.kept))
        size = f"len(F_{min(self.used_fields, default='')})"
        pairs = (f"{name} = OfTwoCards(lambda a, b: {code}, {size})" for code, name in self.paired.items())
        return [*((0, text, self.file.line(0)) for text in (*known, *kept, *pairs)), *self.lines]

    def _compile(self) -> None:
        whole = self._whole()
        self.source = _text(whole)
        begins = [number for number, (depth, _, _) in enumerate(whole) if not depth]
        self.code = tuple(_code(tuple(whole[a:b]), str(self.file.path)) for a, b in pairwise([*begins, len(whole)]))  # fmt: skip

    def _hash(self) -> str:
        notes = sorted((note.name, note.kind, repr(note.first)) for note in self.outline.notes.values())
        boards = [repr(board) for board in self.boards.values()]
        fixed = [(name, value) for name, value in sorted(self.env.items()) if name[:2] in ("C_", "S_")]
        return hashlib.sha256(
            f"{_text(self._whole())}{notes}{boards or ''}{fixed or ''}".encode()
        ).hexdigest()[:12]


@lru_cache(2048)
def _code(whole: tuple[tuple[int, str, int], ...], file: str) -> CodeType:
    """Return the code of one function; another table of the game has most of them in common."""
    tree = parsed(_text(whole))
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.excepthandler | ast.arg | ast.keyword):
            node.lineno = node.end_lineno = max(1, whole[node.lineno - 1][2])
            node.col_offset = node.end_col_offset = 0
            if isinstance(node, ast.If | ast.IfExp):
                node.test = _holds(node.test)
    return compiled(tree, file)


def _holds(test: ast.expr) -> ast.expr:
    """Return a test without `bool`: where Python asks whether something holds, a list answers that itself."""
    match test:
        case ast.BoolOp():
            test.values = [*map(_holds, test.values)]
        case ast.UnaryOp(op=ast.Not()):
            test.operand = _holds(test.operand)
        case ast.Call(func=ast.Name(id="bool"), args=[one]):
            return one
    return test


def _text(lines: Iterable[tuple[int, str, int]]) -> str:
    return "\n".join("    " * depth + text for depth, text, _ in lines) + "\n"


def _place_names(zone: ZoneLines) -> dict[str, Ex]:
    """Return what a condition of a zone calls its owner, or the key of one of a family."""
    names = {"player": Ex("me", "seat", sure=True)}
    if zone.of == "keys":
        names["key"] = Ex("me", kind_of(zone.keys[0]), sure=True)
    return names


def _keyed(zone: ZoneLines) -> dict[str, Ex]:
    """Return what the key of a zone of a family is called."""
    return {"key": Ex("key", kind_of(zone.keys[0]), sure=True)} if zone.keys else {}


def _lazy(moves: Iterable[tuple[MoveLines, list[_Chosen], NameScope]]) -> bool:
    """Return whether spaces of an open grid are chosen, from lists that do not depend on one another."""
    chosen = [(one, {other.choice.name for other in of}) for _, of, _ in moves for one in of]
    alone = not any(names.intersection(n.names_in(one.choice.items)) for one, names in chosen)
    spaces = any(one.item == "space" for one, _ in chosen)
    return alone and spaces and not any(move.otherwise for move, _, _ in moves)


def _same(one: str, two: str) -> bool:
    return one == two or "any" in (one, two)
