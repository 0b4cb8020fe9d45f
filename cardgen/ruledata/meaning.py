"""Expressions made into Python: kinds checked, numbers and options of the kit written in as constants."""

from __future__ import annotations

import re
from dataclasses import replace

from cardgen.ruledata import nodes as n
from cardgen.ruledata.file import Slip, near
from cardgen.ruledata.kinds import (
    MISTAKE,
    NUMBERS,
    UNKNOWN,
    VEILED,
    Ex,
    alike,
    blank_code,
    can_lack,
    constant,
    counted,
    kind_of,
    said,
)
from cardgen.ruledata.naming import NameScope, Naming

LONGEST_RANGE = 1_000
LYING = re.compile(r"P\[(?:'[\w ]*'|P_\w+\[\w+\])\]|P\.get\(P_\w+\[\w+\], \(\)\)|s\.sideways")
_FREE = re.compile(
    r"[hs][._]\w+|\(not [hs][._]\w+\)"
)  # a note or what was worked out before, which no loop changes
SEVERAL, NARROW = 6, 90  # words that are asked one by one, in so many letters of Python each
LAID = re.compile(r"\[\*(L\[.+\])\]")
FEW = 20  # entries of a list that is looked through before anybody plays


class Meaning(Naming):
    """Understands the expressions of one outline at one table."""

    def _call(self, node: n.Call, scope: NameScope) -> Ex:
        raise NotImplementedError

    def text(self, text: n.FreeWords, scope: NameScope) -> str:
        """Return Python that says a text with all that is in its braces."""
        parts = [repr(one) if isinstance(one, str) else self._said(one, scope) for one in text.parts]  # fmt: skip
        return f"({' + '.join(parts)})" if parts else "''"

    def _said(self, node: n.Expression, scope: NameScope) -> str:
        """Return Python that says an expression; a value that is a card is written out, for a card can be there and hidden."""
        found = self.expr(node, scope)
        if found.kind == "piece" and isinstance(node, n.Either):
            then, other = (self._said(one, scope) for one in (node.then, node.other))
            return f"({then} if {self.expr(node.condition, scope).code} else {other})"
        if found.kind == "piece" and isinstance(node, n.Name | n.Call) and (value := self.outline.values.get(node.name)):  # fmt: skip
            given = [self.expr(one, scope) for one in node.args] if isinstance(node, n.Call) else []
            names = dict(zip((name for name, _ in value.arguments), given, strict=True))
            return self._said(value.value, NameScope(names))
        return self.worded(found)

    def worded(self, found: Ex) -> str:
        """Return Python that says a thing in words; what a viewer is not to know of a secret note is "?"."""
        if found.note and found.note.secret is not None and not found.is_list:
            plain = self.worded(replace(found, note=None))
            return f"('?' if {found.code} == {VEILED[found.kind]!r} else {plain})"
        if found.kind.startswith("row:"):
            return f"row_said(s, {found.kind[4:]!r}, {found.code})"
        by_kind = {
            "word": found.code if found.constant else f"str({found.code})",
            "piece": self._card_said(found),
            "seat": f"seat_said(s, {found.code})",
            "piece*": f"(s.game.pieces.say({found.code}) or 'nothing')",
            "seat*": f"seats_said(s, {found.code})",
            "word*": f"in_a_row({found.code})",
            "bool": f"('yes' if {found.code} else 'no')",
        }
        return by_kind.get(found.kind, f"str({found.code})")

    @staticmethod
    def _card_said(found: Ex) -> str:
        """Return Python that says a card: one that is there and hidden is "?", one that is not there is nothing."""
        if found.sure:
            return f"s.game.pieces.name({found.code})"
        ends = re.fullmatch(r"\((.+)\[(0|-1)\] if \1 else -1\)|end_of\((.+), (0|-1), -1\)", found.code)
        if ends:
            there, end = ends[1] or ends[3], ends[2] or ends[4]
            one = "[:1]" if end == "0" else "[-1:]"
            return f"(s.game.pieces.say(({there}){one}) or 'nothing')"
        if nth := re.fullmatch(r"nth\((.+), (\w+), -1\)", found.code):
            return f"(s.game.pieces.say(({nth[1]})[max(0, {nth[2]} - 1):{nth[2]}]) or 'nothing')"
        return f"piece_said(s, {found.code})"

    # -- expressions

    def safe(self, node: n.Expression, scope: NameScope, wanted: str = "") -> Ex:
        """Return what an expression means; a mistake is noted, and it is something."""
        try:
            found = self.expr(node, scope)
            if wanted and not alike(found.kind, wanted) and not (wanted == "bool" and found.is_list):
                raise Slip(f"expected {said(wanted)}, not {said(found.kind)}", node.at, counted(found) if wanted == "num" else "")  # fmt: skip
            return found
        except Slip as slip:
            self.file.note(slip, node.at)
        except RecursionError:
            self.file.slip(node.at, "this is nested too deeply")
        return MISTAKE

    def expr(self, node: n.Expression, scope: NameScope) -> Ex:
        """Return what an expression means; Slip says what is wrong."""
        try:
            return self._expr(node, scope)
        except Slip as slip:
            if slip.at is None:
                slip.at = node.at
            raise

    def _expr(self, node: n.Expression, scope: NameScope) -> Ex:
        match node:
            case n.WholeNumber(value=value):
                return constant(value, "num")
            case n.Quoted(text=text):
                return constant(text, "word")
            case n.FreeWords():
                return Ex(self.text(node, scope), "word")
            case n.Name(name=name):
                return self._name(name, scope)
            case n.Of():
                return self._of(node, scope)
            case n.Dot(of=n.Name(name=table), name=name) if table in self.tables and table in self.outline.zones and table not in scope.names:  # fmt: skip
                self.used_tables.add(table)  # a zone has no fields
                return self._field(Ex(table, f"table:{table}"), name)
            case n.Dot(of=of, name=name):
                return self._field(self.expr(of, scope), name)
            case n.Nth():
                return self._nth(self.expr(node.of, scope), self.expr(node.number, scope))
            case n.HouseRule(name=name):
                if name not in self.options:
                    raise Slip(f"the kit has no option '{name}'", hint=near(name, self.options))
                kinds = {kind_of(value) for value in self.kit.options[name].choices}
                return constant(self.options[name], kinds.pop() if len(kinds) == 1 else "any")
            case n.Listed(items=items):
                found = [self.expr(one, scope) for one in items]
                kinds = {one.kind for one in found}
                kind = f"{kinds.pop() if len(kinds) == 1 else 'any'}*"
                known = tuple(one.value for one in found) if all(one.constant for one in found) else UNKNOWN
                return Ex(f"({''.join(one.code + ', ' for one in found)})", kind, value=known, sure=all(one.sure for one in found))  # fmt: skip
            case n.Either():
                return self._either(node, scope)
            case n.One():
                return self._one(node, scope)
            case n.Both():
                return self._both(node, scope)
            case n.Where():
                return self._where(self.expr(node.items, scope), node.condition, scope)
            case n.Some():
                return self._some(node, scope)
            case n.Are():
                return self._are(node, scope)
            case n.Call():
                return self._call(node, scope)
            case n.OnBoard():
                return self._places(node, scope)
            case n.OnSpace():
                return self._on_space(node, scope)
        raise AssertionError(node)

    def listed(self, node: n.Expression, scope: NameScope, what: str) -> Ex:
        found = self.expr(node, scope)
        if found.kind.startswith("table:"):
            return self._rows(found.kind[6:])
        if not found.is_list and found.kind != "any":
            several = "choose(my hand, 3) chooses several cards" if found.kind == "piece" else ""
            raise Slip(f"{what} wants a list, not {said(found.kind)}", node.at, several)
        return found if found.is_list else replace(found, kind="any*")

    def number(self, node: n.Expression, scope: NameScope, what: str) -> Ex:
        found = self.expr(node, scope)
        if found.kind not in NUMBERS:
            raise Slip(f"{what} wants a number, not {said(found.kind)}", node.at, counted(found))
        return found

    # -- words between things

    def _either(self, node: n.Either, scope: NameScope) -> Ex:
        condition = self.expr(node.condition, scope)
        if condition.constant:
            self.expr(node.other if condition.value else node.then, scope)  # its mistakes
            return self.expr(node.then if condition.value else node.other, scope)
        one, two = self.expr(node.then, scope), self.expr(node.other, scope)
        if not alike(one.kind, two.kind):
            raise Slip(f"this is {said(one.kind)} or {said(two.kind)}", hint="both must be of one kind")
        kind = two.kind if one.kind in ("any", "any*") else one.kind
        return Ex(f"({one.code} if {condition.code} else {two.code})", kind, sure=one.sure and two.sure)

    def _one(self, node: n.One, scope: NameScope) -> Ex:
        of = self.expr(node.of, scope)
        match node.word:
            case "-":
                if of.kind not in NUMBERS:
                    raise Slip(f"minus wants a number, not {said(of.kind)}", hint=counted(of))
                return constant(-of.value, "num") if of.constant else Ex(f"(-{of.code})", "num")
            case "not":
                return constant(not of.value, "bool") if of.constant else Ex(f"(not {of.code})", "bool")
        if not of.is_list and of.kind not in ("any", "num"):
            raise Slip(f"'is empty' asks of a list, not of {said(of.kind)}", hint=f"of a place: {next(iter(self.boards), 'board')} of place is empty" if of.kind == "word" else "is nobody, or is nothing")  # fmt: skip
        empty = node.word == "is empty"
        return Ex(f"(not {of.code})" if empty else f"bool({of.code})", "bool")

    def _both(self, node: n.Both, scope: NameScope) -> Ex:
        word = node.word
        a = self.expr(node.left, scope)
        if word in ("and", "or"):
            b = self.expr(node.right, scope)
            for one, other in ((a, b), (b, a)):
                if one.constant:
                    return other if bool(one.value) == (word == "and") else constant(bool(one.value), "bool")
            return Ex(f"({a.code} {word} {b.code})", "bool")
        b = self.expr(node.right, scope)
        if word == "otherwise":
            return self._otherwise(a, b)
        if word == "..":
            for one in (a, b):
                if one.kind not in NUMBERS:
                    raise Slip(f"'..' stands between numbers, not {said(one.kind)}", hint=counted(one))
            if a.constant and b.constant:
                if b.value - a.value > LONGEST_RANGE:
                    raise Slip(f"a range has at most {LONGEST_RANGE:,} entries")
                return constant(tuple(range(a.value, b.value + 1)), "num*")
            return Ex(f"span({a.code}, {b.code})", "num*")
        if word in ("in", "not in"):
            return self._in(a, word, b)
        if word in ("==", "!=", "<", "<=", ">", ">="):
            return self._compared(a, word, b)
        return self._sum(a, word, b)

    def _otherwise(self, a: Ex, b: Ex) -> Ex:
        if not alike(a.kind, b.kind):
            raise Slip(f"this is {said(a.kind)}, otherwise {said(b.kind)}", hint="both must be of one kind")
        same = a.zone is b.zone and a.place == b.place
        if a.is_list:
            return Ex(f"({a.code} or {b.code})", a.kind if a.kind != "any*" else b.kind, zone=a.zone if same else None, place=a.place if same else "")  # fmt: skip
        if re.fullmatch(r"(s\.)?[a-z]\w*", a.code) and (a.kind in ("seat", "piece")):
            return Ex(f"({a.code} if {a.code} != -1 else {b.code})", a.kind)
        return Ex(f"otherwise({a.code}, {b.code})", a.kind)

    def _in(self, a: Ex, word: str, b: Ex) -> Ex:
        if not b.is_list and b.kind != "any":
            raise Slip(f"'{word}' wants a list on its right side, not {said(b.kind)}")
        if a.is_list and a.kind == b.kind:  # my cubes in north: those of them that are there
            x = self.fresh()
            keep = f"[{x} for {x} in {b.code} if {x} in {a.code}]" if word == "in" else self.without(a, b)
            return Ex(keep, b.kind, zone=b.zone if word == "in" else None, place=b.place if word == "in" else "")  # fmt: skip
        if not alike(a.kind, b.item):
            raise Slip(f"looks for {said(a.kind)} in {said(b.kind)}, and is never there")
        if b.constant and (a.constant or not b.value):
            return constant((bool(b.value) and a.value in b.value) == (word == "in"), "bool")
        return Ex(f"({a.code} {word} {b.code})", "bool")

    def _compared(self, a: Ex, word: str, b: Ex) -> Ex:
        if word in ("==", "!="):
            if not alike(a.kind, b.kind) and not ("-1" in (a.code, b.code) and can_lack(a if b.code == "-1" else b)):  # fmt: skip
                hint = ""
                for one, other in ((a, b), (b, a)):
                    name = one.zone.name if one.zone else one.note.name if one.note else ""
                    if other.kind == "word" and name in self.words:
                        hint = f"'{name}' in quotes is the word"
                    elif one.is_list and other.kind in ("num", "word"):
                        hint = counted(one)
                raise Slip(f"compares {said(a.kind)} with {said(b.kind)}, which are never equal", hint=hint)
        else:
            rows = a.kind == b.kind and (a.kind.startswith("row:") or a.kind == "piece")
            for one in (a, b):
                if one.kind not in NUMBERS and not rows:
                    raise Slip(f"'{word}' compares numbers, not {said(one.kind)}", hint=counted(one))
        for one, other in ((a, b), (b, a)):
            if one.code == "-1" and other.sure and other.kind == "seat" and not self.doubted(other.code):
                return constant(word == "!=", "bool")  # somebody is there
        if a.constant and b.constant and type(a.value) is type(b.value):
            value = {"==": a.value == b.value, "!=": a.value != b.value}.get(word)
            if value is None:
                value = {"<": a.value < b.value, "<=": a.value <= b.value, ">": a.value > b.value, ">=": a.value >= b.value}[word]  # fmt: skip
            return constant(value, "bool")
        for one, other in ((a, b), (b, a)):
            if one.constant and one.value == "" and other.kind in ("word", "mixed") and not other.note:
                among = "in" if word == "==" else "not in"
                return Ex(f"({other.code} {among} ('', None))", "bool", sides=(a, word, b))
        return Ex(f"({a.code} {word} {b.code})", "bool", sides=(a, word, b))

    def _sum(self, a: Ex, word: str, b: Ex) -> Ex:
        if a.is_list and b.is_list and word in "+-":
            if not alike(a.kind, b.kind):
                raise Slip(f"'{word}' of {said(a.kind)} and {said(b.kind)}")
            code = f"[*{a.code}, *{b.code}]" if word == "+" else self.without(a, b)
            return Ex(code, a.kind if a.kind != "any*" else b.kind)
        for one in (a, b):
            if one.kind not in NUMBERS:
                raise Slip(f"'{word}' wants numbers, not {said(one.kind)}", hint=counted(one))
        if a.constant and b.constant and not (word in "/%" and b.value == 0):
            x, y = a.value, b.value
            return constant({"+": x + y, "-": x - y, "*": x * y, "/": y and x // y, "%": y and x % y}[word], "num")  # fmt: skip
        if word not in "/%":
            return Ex(f"({a.code} {word} {b.code})", "num")
        if b.constant and b.value:
            return Ex(f"({a.code} {'//' if word == '/' else '%'} {b.code})", "num")
        self._risks += 1
        return Ex(f"{'divided' if word == '/' else 'rest'}({a.code}, {b.code})", "num")

    # -- lists

    def without(self, a: Ex, b: Ex) -> str:
        """Return Python for those of a list that are not in another."""
        x = self.fresh()
        return f"without({a.code}, {b.code})" if LYING.fullmatch(b.code) or "space" in (a.item, b.item) else f"[{x} for {x} in {a.code} if {x} not in {b.code}]"  # fmt: skip

    def _where(self, items: Ex, condition: n.Expression, scope: NameScope) -> Ex:
        if items.kind.startswith("table:"):
            items = self._rows(items.kind[6:])
        if not items.is_list:
            raise Slip(f"'where' wants a list before it, not {said(items.kind)}", hint="of a range: (1..3) where it > 1" if items.kind == "num" else "")  # fmt: skip
        if items.constant and (known := self._known(items, condition, scope)) is not None:
            return known
        x = self.fresh()
        it = Ex(x, items.item, sure=items.sure)
        before = {*(scope.hoists or ())}
        holds = self.expr(condition, scope.inside(it))
        if holds.constant:
            return items if holds.value else replace(items, code="()", value=())
        if items.item == "piece" and (places := self._lies_in(holds.code, x)):
            lying = f"lying({items.code}, {', '.join(places)})"
            quick = (
                f"({lying} if {items.code} else [])" if items.code == "s.sideways" else lying
            )  # often nothing is turned
            return replace(items, code=quick, value=UNKNOWN)
        if (
            items.constant and len(items.value) <= SEVERAL and items.item == "word" and " for " in holds.code
        ):  # one by one
            each = [
                self.expr(condition, scope.inside(Ex(repr(one), "word", value=one, sure=True))).code
                for one in items.value
            ]
            if max(map(len, each)) < NARROW:
                pairs = ", ".join(f"({one!r}, {code})" for one, code in zip(items.value, each, strict=True))
                return Ex(f"[{x} for {x}, holds in ({pairs}, ) if holds]", items.kind, sure=True)
        free, holds = self._asked_before(condition, scope, it, holds)
        having = self.having(holds, x) if items.item == "piece" else ""
        looked = f"[{x} for {x} in {items.code} if {holds.code}]"
        if items.item == "piece" and (
            found := re.fullmatch(rf"\(F_(\w+)\[{x}\] != (s\.\w+|'\w*')\)", holds.code)
        ):
            having, looked = "", f"[*filterfalse(E_{found[1]}[{found[2]}], {items.code})]"
            self.used_sets.add(found[1])
        if laid := LAID.fullmatch(items.code):  # each space with its tile at once
            tile = self.fresh()
            looked = f"[{x} for {x}, {tile} in {laid[1]}.items() if {holds.code.replace(f'{laid[1]}.get({x}, -1)', tile)}]"
        code = f"[*filter({having}, {items.code})]" if having else self.looked_up(looked, scope)
        if free and scope.hoists and not scope.loops:  # then it need not be worked out before all else
            name = free.removeprefix("(not ").removesuffix(")")
            if name in scope.hoists and name not in before and name not in holds.code:
                free = free.replace(name, scope.hoists.pop(name))
        if free:
            code = f"([*{items.code}] if {free} else {code})"
        return Ex(code, items.kind, zone=items.zone, place=items.place, sure=items.sure)

    def _asked_before(self, condition: n.Expression, scope: NameScope, it: Ex, holds: Ex) -> tuple[str, Ex]:
        """Return what of `a or b` is the same for all things of a list, and what is asked of each."""
        if isinstance(condition, n.Both) and condition.word == "or":
            a, b = (self.expr(one, scope.inside(it)) for one in (condition.left, condition.right))
            if (
                _FREE.fullmatch(a.code)
                and a.code != it.code
                and not b.constant
                and holds.code == f"({a.code} or {b.code})"
            ):
                return a.code, b
        return "", holds

    @staticmethod
    def _lies_in(code: str, x: str) -> list[str]:
        """Return the zones of a condition that asks for nothing but whether a card lies in one of them."""
        asked = rf"\({x} in ({LYING.pattern})\)"
        found = re.fullmatch(rf"{asked}|\({asked} or {asked}\)", code)
        return [one for one in found.groups() if one] if found else []

    def having(self, holds: Ex, x: str) -> str:
        """Return Python that asks whether a card is one of those whose field has a value; "" for another condition.

        All cards with a value are known before anybody plays: asking a set is quicker than comparing in Python.
        """
        found = re.fullmatch(rf"\(F_(\w+)\[{x}\] == (.+)\)", holds.code)
        if found and holds.sides and not re.search(rf"\b{x}\b", found[2]):
            self.used_sets.add(found[1])
            return f"E_{found[1]}[{found[2]}]"
        return self.of_cards(holds.code, x) if holds.kind == "bool" else ""

    def _known(self, items: Ex, condition: n.Expression, scope: NameScope) -> Ex | None:
        """Return some of a list that is known before anybody plays, if it is known which."""
        kept = []
        for one in items.value[:FEW]:
            holds = self.expr(condition, scope.inside(Ex(repr(one), items.item, value=one, sure=items.sure)))
            if not holds.constant:
                return None
            kept += [one] if holds.value else []
        return constant(tuple(kept), items.kind) if len(items.value) <= FEW else None

    def _some(self, node: n.Some, scope: NameScope) -> Ex:
        items, number = self.listed(node.items, scope, f"'{node.end} … of'"), self.number(node.number, scope, f"'{node.end} … of'")  # fmt: skip
        code = f"{items.code}[:max(0, {number.code})]" if node.end == "first" else f"last_of({items.code}, {number.code})"  # fmt: skip
        return replace(items, code=code, value=UNKNOWN)

    def _are(self, node: n.Are, scope: NameScope) -> Ex:
        items = self.listed(node.items, scope, f"'are … {node.field}'")
        x = self.fresh()
        of = self._field(Ex(x, items.item), node.field).code
        values = f"[{of} for {x} in {items.code}]"
        if node.how == "run":
            return Ex(f"is_run({values})", "bool")
        return Ex(f"{'all_alike' if node.how == 'alike' else 'all_different'}({values})", "bool")

    def _nth(self, of: Ex, number: Ex) -> Ex:
        if of.kind.startswith("table:"):
            return self._row(of.kind[6:], number)
        if of.kind == "counts":
            return Ex(f"{of.code}.get({number.code}, 0)", "num")
        if not of.is_list:
            raise Slip(f"only tables and lists have entries, not {said(of.kind)}")
        if number.kind not in NUMBERS:
            raise Slip(f"an entry is counted from 1, and this is {said(number.kind)}")
        if of.constant and of.item != "piece":
            return Ex(
                f"{self.fixed(dict(enumerate(of.value, 1)))}.get({number.code}, {blank_code(of.item)})",
                of.item,
            )
        return Ex(f"nth({of.code}, {number.code}, {blank_code(of.item)})", of.item)
