"""Functions: over lists, and of players, cards and numbers."""

from __future__ import annotations

import re
from dataclasses import replace

from cardgen.engine.spaces import OPPOSITE, WAYS
from cardgen.ruledata import nodes as n
from cardgen.ruledata.file import Slip, near
from cardgen.ruledata.kinds import NUMBERS, UNKNOWN, Ex, blank_code, constant, counted, said
from cardgen.ruledata.kinds import alike as kinds_alike
from cardgen.ruledata.meaning import LAID, Meaning
from cardgen.ruledata.naming import NameScope
from cardgen.ruledata.words import FUNCTIONS, OVER_LISTS, PLACES

LONG = 1_000  # letters of Python: what is asked of each player is written out
OF_SPACES = {"space": "piece", "spaces": "grid", "borders": "grid", "beside": "space", "way": "space", "opposite": "word", **dict.fromkeys(("connected", "still_connected", "outside", "unbroken", "onward"), "space*")}  # fmt: skip
"""What functions of spaces want first."""
_LYING = re.compile(r"\[\*(L\[P_\w+\[\w+\]\]|L\['[\w ]+'\])\]")
_LIFTED = re.compile(rf"without\({_LYING.pattern}, \((s\.spaces\.get\(\w+, -1\)), \)\)")
_SIMPLE = re.compile(r"[PK]\[(?:'[\w ]*'|P_\w+\[\w+\])\]|\w+")


def somebody(code: str) -> str:
    """Return Python for a player who must be somebody; what is quickly read is looked at without a call."""
    if re.fullmatch(r"(s\.)?\w+", code):
        return f"({code} if {code} != -1 else somebody(-1))"
    return f"somebody({code})"


_DISTINCT = "list(dict.fromkeys("


def _by_and_by(code: str) -> str:
    """Return Python that takes a field of cards one after another, where a list would have all of them first."""
    code = code[len(_DISTINCT) : -2] if code.startswith(_DISTINCT) else code
    found = re.sub(r"\[F_(\w+)\[(x\d+)\] for \2 in (\S.*)\]", r"map(G_\1, \3)", code)
    return code if " for " in found else found


class Functions(Meaning):
    def _call(self, node: n.Call, scope: NameScope) -> Ex:
        name = node.name
        if name in self.outline.values:
            if node.over is not None:
                raise Slip(f"'{name}' is a value, and goes over no list", hint=f"list({name}(x) for x in …)")
            return self._value(self.outline.values[name], [self.expr(one, scope) for one in node.args], scope)
        if name == "covers":
            return self._covers(node, scope)
        if name in OVER_LISTS:
            return self._over(node, scope)
        if name not in FUNCTIONS:
            raise Slip(f"there is no function '{name}'", hint=PLACES[name][0] if name in PLACES else near(name, [*OVER_LISTS, *FUNCTIONS, *self.outline.values]))  # fmt: skip
        if node.over is not None:
            raise Slip(f"'{name}' goes over no list")
        return self._plain(node, scope)

    def _covers(self, node: n.Call, scope: NameScope) -> Ex:
        if node.over is not None or len(node.args) != 2:
            raise Slip("covers(…) wants two lists", hint="covers(list(c.suit for c in my hand), list(c.suit for c in order))")  # fmt: skip
        a, b = (self.listed(arg, scope, "covers(…)") for arg in node.args)
        if not kinds_alike(a.item, b.item):
            raise Slip(f"looks for {said(b.item)} in {said(a.kind)}, and is never there")
        if b.code.startswith(_DISTINCT):  # each once: no need to count
            return Ex(f"{{*{_by_and_by(a.code)}}}.issuperset({_by_and_by(b.code)})", "bool")
        return Ex(f"covers({a.code}, {_by_and_by(b.code)})", "bool")  # often the first is lacking

    def _over(self, node: n.Call, scope: NameScope) -> Ex:
        name = node.name
        if name in ("max", "min") and node.over is None and len(node.args) == 2:
            one = self.expr(node.args[0], scope)
            if not one.is_list:
                a, b = (self.number(arg, scope, name) for arg in node.args)
                return Ex(f"{name}({a.code}, {b.code})", "num")
        if not node.args or len(node.args) > 2:
            raise Slip(f"{name}(…) wants a list", hint=f"{name}(my hand), or {name}(… for x in …)")
        x, body = self.fresh(), None
        if node.over is not None:
            items = self.listed(node.over, scope, f"'for {node.var} in'")
            body = self.expr(node.args[0], scope.inside(**{node.var: Ex(x, items.item, sure=items.sure)}))
        else:
            items = self.listed(node.args[0], scope, f"{name}(…)")
            if len(node.args) == 2:
                body = self.expr(node.args[1], scope.inside(Ex(x, items.item, sure=items.sure)))
        if (
            body
            and name in ("sum", "max", "min", "with_most", "with_least", "run")
            and body.kind not in NUMBERS
        ):
            raise Slip(f"{name}(…) is of numbers, not of {said(body.kind)}", hint=counted(body))
        if not body and name in ("all", "with_most", "with_least"):
            raise Slip(f"{name}(…) wants to know what to look at", hint=f"{name}(it.value for it in …)")
        if not body and name in ("sum", "max", "min", "run") and items.item not in NUMBERS:
            raise Slip(f"{name}(…) is of numbers, not of {said(items.kind)}", hint="count(…) says how many")
        if body and name in ("count", "any") and items.item == "piece" and (having := self.having(body, x)):
            return Ex(f"{'sum' if name == 'count' else 'any'}(map({having}, {items.code}))", "num" if name == "count" else "bool")  # fmt: skip
        if body and name in ("sum", "max", "min", "all") and items.item == "piece" and (key := self.of_cards(body.code, x)):  # fmt: skip
            return self._listing(name, replace(items, code=f"map({key}, {items.code})"), None, x)
        if body and name in ("any", "all") and items.constant and items.item == "seat" and items.value and len(body.code) * len(items.value) < LONG:  # fmt: skip
            seats = [Ex(repr(seat), "seat", value=seat, sure=seat >= 0) for seat in items.value]
            inside = [
                scope.inside(**{node.var: one}) if node.over is not None else scope.inside(one)
                for one in seats
            ]
            asked = [self.expr(node.args[0 if node.over is not None else 1], one).code for one in inside]
            return Ex(f"bool({' or '.join(asked) if name == 'any' else ' and '.join(asked)})", "bool")
        laid = LAID.fullmatch(items.code)
        dear = body and (items.code.startswith("groups(") or re.search(r"\b[uv]_\w+\(", body.code))
        if body and dear and name in ("any", "all"):  # the first one often says it
            of = re.sub(r"^groups\(", "grouped(", items.code)
            return Ex(f"{name}({body.code} for {x} in {of})", "bool")
        if body and laid and name in ("count", "sum", "any", "all", "max", "min", "list", "flat"):
            tile = self.fresh()  # each space with its tile at once
            body = replace(body, code=body.code.replace(f"{laid[1]}.get({x}, -1)", tile))
            x, items = f"{x}, {tile}", replace(items, code=f"{laid[1]}.items()")
            if name in ("any", "all"):  # the first one often says it
                return Ex(f"{name}({body.code} for {x} in {items.code})", "bool")
        return self._listing(name, items, body, x)

    @staticmethod
    def _listing(name: str, items: Ex, body: Ex | None, x: str) -> Ex:
        of = items.code
        each = f"[{body.code} for {x} in {of}]" if body else of
        item = body.kind if body else items.item
        none = blank_code(items.item)
        match name:
            case "count":
                return Ex(f"sum([1 for {x} in {of} if {body.code}])" if body else f"len({of})", "num")
            case "sum":
                return Ex(f"sum({each})", "num")
            case "any":
                return Ex(f"any({each})" if body else f"bool({of})", "bool")
            case "all":
                return Ex(f"all({each})", "bool")
            case "max" | "min":
                return Ex(f"{name}({each}, default=0)", "num")
            case "with_most" | "with_least":
                key = f"lambda {x}: {body.code if body else x}"
                if body and re.fullmatch(
                    rf"F_\w+\[{x}\]", body.code
                ):  # a field alone needs no function of its own
                    key = f"G{body.code.partition('[')[0][1:]}"
                code = f"{'max' if name == 'with_most' else 'min'}({of}, key={key}, default={none})"
                return Ex(code, items.item)
            case "list":
                return Ex(each, f"{item}*")
            case "distinct":
                return Ex(f"list(dict.fromkeys({each}))", f"{item}*")
            case "sort":
                return replace(items, code=f"sorted({of}, key=lambda {x}: {body.code})" if body else f"sorted({of})", value=UNKNOWN)  # fmt: skip
            case "flat":
                if not item.endswith("*") and item != "any":
                    raise Slip(f"flat(…) is of lists, not of {said(f'{item}*')}", hint="flat(c.colours for c in my hand)")  # fmt: skip
                return Ex(f"flat({each})", item if item != "any" else "any*")
            case "joined":
                return Ex(f"joined({each})", "word")
            case "alike":
                return Ex(f"alike({each})", "num*")
        return Ex(f"longest_run({each})", "num")

    def _plain(self, node: n.Call, scope: NameScope) -> Ex:
        name = node.name
        wanted = {
            "after": (1, 2),
            "before": (1, 2),
            "place": (2, 2),
            "ahead": (2, 2),
            "choose": (2, 3),
            "so_many": (2, 3),
            "fraction": (2, 2),
            "matches": (3, 3),
            "edges": (1, 2),
            "ways": (1, 2),
            "open_ends": (2, 2),
            "beside": (2, 2),
            "way": (2, 2),
            "still_connected": (3, 3),
            "unbroken": (3, 3),
            "onward": (3, 3),
        }.get(name, (1, 1))
        if not wanted[0] <= len(node.args) <= wanted[1]:
            raise Slip(f"'{name}' wants {wanted[0]} in its brackets, not {len(node.args)}", hint=FUNCTIONS[name][0])  # fmt: skip
        if name in ("first", "last", "choose"):
            items = self.listed(node.args[0], scope, f"{name}(…)")
            if name == "choose":
                numbers = [self.number(one, scope, name).code for one in node.args[1:]]
                return Ex(f"combos({items.code}, {', '.join(numbers)})", items.kind + "*", zone=items.zone, place=items.place)  # fmt: skip
            end, code = ("0" if name == "first" else "-1"), items.code
            if items.constant and items.value:
                value = items.value[int(end)]
                return Ex(repr(value), items.item, value=value)
            if _SIMPLE.fullmatch(code):
                code = f"({code}[{end}] if {code} else {blank_code(items.item)})"
            else:
                code = f"end_of({code}, {end}, {blank_code(items.item)})"
            return Ex(code, items.item, zone=items.zone, place=items.place, sure=False)
        if name == "place":
            one, items = self.expr(node.args[0], scope), self.listed(node.args[1], scope, "place(…)")
            if items.constant and len(items.value) > 2 and len(set(items.value)) == len(items.value):
                places = self.fixed({value: n for n, value in enumerate(items.value, 1)})
                return Ex(f"{places}.get({one.code}, 0)", "num")
            return Ex(f"place_in({one.code}, {items.code})", "num")
        if name == "ahead":
            token, steps = self.expr(node.args[0], scope), self.number(node.args[1], scope, name)
            if token.zone is None or not token.zone.get("track"):
                raise Slip("ahead(…) wants a token on a track", node.args[0].at, "ahead(my stroller, 3)")
            return Ex(f"s.ahead({token.place}, {steps.code})", token.kind)
        if name in ("so_many", "signed", "fraction"):
            return self._in_words(node, scope)
        if name in ("matches", "ways", "edges", "quarters", "sixths", "open_ends"):
            return self._of_tiles(node, scope)
        if name in OF_SPACES:
            return self._of_spaces(node, scope)
        one = self.expr(node.args[0], scope)
        if name == "copies":
            if one.kind != "word":
                raise Slip(f"copies(…) wants the id of a card, not {said(one.kind)}", hint="copies('coin')")
            return Ex(f"COPIES.get({one.code}, 0)", "num")
        if name == "called":
            if one.zone is None:
                raise Slip(f"called(…) wants a zone, not {said(one.kind)}", hint="called(hand of p)")
            return Ex(f"called(s, {one.place})", "word")
        if name in ("abs", "roll"):
            if one.kind not in NUMBERS:
                raise Slip(f"{name}(…) wants a number, not {said(one.kind)}", hint=counted(one))
            if name == "abs":
                return Ex(f"abs({one.code})", "num")
            if not scope.chance:
                raise Slip("a die is rolled in sentences, not where things are only looked at", hint="let die be roll(6)")  # fmt: skip
            if one.constant and not 1 <= one.value <= 1000:
                raise Slip("a die has 1 to 1,000 sides")
            return Ex(f"rolled(s, {one.code}{', chance' if self.lots else ''})", "num")
        if name == "owner":
            if one.kind not in ("piece", "any"):
                raise Slip(f"owner(…) wants a card, not {said(one.kind)}")
            return Ex(f"OWNER.get({one.code}, -1)", "seat")
        if one.kind not in ("seat", "any"):
            raise Slip(f"{name}(…) wants a player, not {said(one.kind)}")
        seat = one.code if one.sure else somebody(one.code)
        self._risks += not one.sure
        if name == "round":
            return Ex(f"ROUND[{seat}]", "seat*", sure=True)
        by = self.number(node.args[1], scope, name).code if len(node.args) > 1 else "1"
        return Ex(f"(({seat} {'+' if name == 'after' else '-'} {by}) % {self.players})", "seat", sure=True)

    def _of_tiles(self, node: n.Call, scope: NameScope) -> Ex:
        """Return what asks for the edges of a tile, and how it is turned."""
        name, there = node.name, self.tiled()
        one = self.expr(node.args[0], scope)
        spot = "space" if "OPEN" in there else "word"
        wanted = spot if name == "open_ends" else "piece"
        if one.kind not in (wanted, "any"):
            raise Slip(f"{name}(…) wants {'a tile' if wanted == 'piece' else 'a place'}, not {said(one.kind)}", hint=FUNCTIONS[name][0])  # fmt: skip
        own = f"{there.split(', ')[-2]}[{one.code}]"
        if name == "open_ends":
            return Ex(f"open_ends({there}, {one.code}, {self.edge(node.args[1], scope)})", "num")
        by = f"s.sideways.count({one.code})"
        if name in ("quarters", "sixths"):
            if name != (turns_by := self.outline.turns_by or name):
                raise Slip(f"this file turns tiles by {turns_by}", hint=f"{turns_by}(tile)")
            return Ex(by, "num")
        if len(node.args) > 1 and name != "ways":
            by = self.number(node.args[-1], scope, f"{name}(…)").code
        if name == "edges":
            return Ex(f"turned({own}, {by})", f"{self.edge_kind}*")
        place = self.expr(node.args[1], scope) if len(node.args) > 1 else Ex("''", "word")
        if place.kind not in (spot if len(node.args) > 1 and name != "edges" else place.kind, "any"):
            raise Slip(f"{name}(…) wants a place, not {said(place.kind)}", hint=FUNCTIONS[name][0])
        if name == "ways":
            return Ex(f"ways({there}, {own}, {place.code})", "num*")
        return Ex(f"matches({there}, turned({own}, {by}), {place.code})", "bool")

    def _of_spaces(self, node: n.Call, scope: NameScope) -> Ex:
        """Return what asks for spaces of an open grid."""
        name, one = node.name, self.expr(node.args[0], scope)
        wanted = OF_SPACES[name]
        if wanted == "grid":
            there = self.laid(one, node.args[0])
            code = f"[*{self.layout(there)}]" if name == "spaces" else f"borders({self.layout(there)})"
            return replace(there, code=code, kind="space*", sure=True)
        if one.kind not in (wanted, "any") and not (name == "space" and one.kind == "piece"):
            raise Slip(f"{name}(…) wants {said(wanted)}, not {said(one.kind)}", node.args[0].at, FUNCTIONS[name][0])  # fmt: skip
        if name == "space":
            return Ex(f"s.spaces.get({one.code}, -1)", "space")
        if name == "opposite":
            return constant(OPPOSITE[one.value], "word") if one.value in OPPOSITE else Ex(f"OPPOSITE.get({one.code}, '')", "word")  # fmt: skip
        if len(node.args) == 1:
            return Ex(f"{name}({one.code})", "bool" if name == "connected" else "space*", sure=True)
        if lying := _LYING.fullmatch(one.code):  # spaces of a grid are asked for without a list of them
            one = replace(one, code=lying[1])
        way = self.expr(node.args[-1], scope)
        first = self.expr(node.args[1], scope)
        if name not in ("beside", "way") and first.kind not in ("space", "any"):
            raise Slip(f"{name}(…) begins at a space, not at {said(first.kind)}", node.args[1].at)
        if name == "still_connected":
            if way.kind not in ("space", "any"):
                raise Slip(f"{name}(…) ends at a space, not at {said(way.kind)}", node.args[-1].at)
            return Ex(f"{name}({one.code}, {first.code}, {way.code})", "bool")
        if name == "way" and way.kind in ("space", "any"):
            return Ex(f"WAY.get({way.code} - {one.code}, '')", "word")
        if way.kind not in ("word", "any") or (way.constant and way.value not in OPPOSITE):
            raise Slip(
                f"{name}(…) wants a direction", node.args[-1].at, "north, east, south or west; N, E, S or W"
            )
        step = str(WAYS[way.value]) if way.constant else f"WAYS[{way.code}]"
        if name == "beside":
            return Ex(f"({one.code} + {step})", "space", sure=True)
        if name == "unbroken" and (lifted := _LIFTED.fullmatch(one.code)):
            return Ex(f"unbroken({lifted[1]}, {first.code}, {step}, {lifted[2]})", "space*", sure=True)
        return Ex(f"{name}({one.code}, {first.code}, {step})", "space*", sure=True)

    def _in_words(self, node: n.Call, scope: NameScope) -> Ex:
        """Return a number in words, or one that is not rounded."""
        name = node.name
        numbers = node.args if name == "fraction" else node.args[:1]
        codes = [self.number(one, scope, f"{name}(…)").code for one in numbers]
        codes += [self.expr(one, scope).code for one in node.args[len(numbers) :]]
        self._risks += name == "fraction"
        return Ex(f"{name}({', '.join(codes)})", "num" if name == "fraction" else "word")
