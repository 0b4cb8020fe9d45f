"""Sentences made into Python, line by line; each line remembers where in rules.yaml it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cardgen.engine.setting import HouseRules
from cardgen.model import Kit
from cardgen.ruledata import nodes as n
from cardgen.ruledata.file import Slip, near
from cardgen.ruledata.functions import Functions, somebody
from cardgen.ruledata.kinds import NUMBERS, Ex, alike, said
from cardgen.ruledata.naming import NameScope
from cardgen.ruledata.outline import Outline, ZoneLines
from cardgen.ruledata.sentences import written
from cardgen.ruledata.words import FLOW, HEADS, SENTENCES
from cardgen.source.effects.deeds import called

ROUNDS = 10_000  # how often one `repeat` may go round
DEEP = 100  # deeds that do deeds
OPENLY = "  # openly "  # a line that is needed where cards lie in a zone that all saw going there
_SIMPLE_NUMBER = re.compile(r"\d+|s\.\w+(\[(me|l_\w+|\d+)\])?")


class Acting(Functions):
    """Writes what sentences do. A block is decided when each way through it has said what comes next."""

    def __init__(
        self, outline: Outline, kit: Kit, players: int, options: HouseRules, blind: bool = False
    ) -> None:
        super().__init__(outline, kit, players, options)
        self.blind = blind  # whether it is for tables at which nobody looks
        self.unread = {*outline.notes} - {"round"} if blind else set[str]()  # notes that no rule asks for
        self.about_kinds: dict[str, tuple[str, ...]] = {}
        self.on_credit: set[str] = set()  # zones of chips that may owe some

    def begin(self) -> None:
        """Forget what was written."""
        self.heard: set[str] | None = None  # names that are given for nothing but stories
        self.listening = False  # whether what is written is only done where somebody listens
        self.lines: list[tuple[int, str, int]] = []
        self.told: set[str] = set()
        self.of_somebody = dict.fromkeys(self.of_somebody, False)
        self.depth_of_deeds = False
        self.circling = self._circling_deeds()
        self.deed_fields: set[str] = set()  # fields of cards that list deeds
        self.flowing = self._flowing_deeds()
        self.turns = any(one.verb == "turn" for one in self.outline.every_sentence())
        verbs = {one.verb for one in self.outline.every_sentence()} if not self.blind else set[str]()
        moves = (move for step in self.outline.steps.values() for move in step.moves)
        chosen = (choice.items for move in moves for choice in move.choices)
        self.picked = {
            *n.names_in(tuple(chosen), owned=True)
        }  # zones from which somebody picks, and what else that names
        self.shows, mixed = bool(verbs & {"show", "swap", "pass"}), verbs & {"swap", "pass"}
        self.mixes = bool(mixed)
        self.openly = (
            {*self.outline.zones} if mixed else set[str]()
        )  # zones with cards that all saw going there

    def _flowing_deeds(self) -> set[str]:
        """Return the deeds that may decide what comes next, by themselves or through others."""
        flowing: set[str] = set()
        by_name = any(
            self._deed_of(one)[0] == "" for one in self.outline.every_sentence() if one.verb == "do"
        )
        more = True
        while more:
            more = False
            for name, deed in self.outline.deeds.items():
                if name in flowing:
                    continue
                for one in n.all_sentences(deed.block):
                    does = self._deed_of(one)[0] if one.verb == "do" else "-"
                    if one.verb in FLOW or does in flowing or (does == "" and by_name and flowing):
                        flowing.add(name)
                        more = True
                        break
        return flowing

    def _circling_deeds(self) -> set[str]:
        """Return the deeds that may do themselves, directly or through others; all, where one does what a card names."""
        does = {
            name: {self._deed_of(one)[0] for one in n.all_sentences(deed.block) if one.verb == "do"}
            for name, deed in self.outline.deeds.items()
        }
        if any("" in there for there in does.values()):
            return set(does)
        for _ in does:
            does = {name: there.union(*(does.get(one, ()) for one in there)) for name, there in does.items()}
        return {name for name, there in does.items() if name in there}

    def _deed_of(self, sentence: n.Sentence) -> tuple[str, tuple[n.Expression, ...]]:
        """Return the name and what is given of `do walk(3)`; no name where a card names the deed."""
        deed = sentence.parts.get("deed")
        if isinstance(deed, n.Name) and deed.name in self.outline.deeds:
            return deed.name, ()
        if isinstance(deed, n.Call) and deed.over is None and deed.name not in self.outline.values:
            return deed.name, deed.args
        return "", ()

    def emit(self, depth: int, text: str, at: int) -> None:
        self.lines.append((depth, text, self.file.line(at)))

    # -- blocks

    def block(self, block: n.Sentences, depth: int, scope: NameScope, flow: bool = True) -> bool:
        """Write sentences; returns whether each way through them has decided what comes next."""
        decided, before, first = False, "", False
        names = NameScope(dict(scope.names), scope.it, scope.loops, True, None)
        heard, self.heard = self.heard, self._heard(block) if self.heard is None else self.heard
        quiet, deep, listening = self._quiet(block), depth, self.listening
        for number, sentence in enumerate(block.sentences):
            self.listening = listening or number in quiet
            if self.blind and number in quiet:  # where nobody listens
                continue
            depth = deep + (number in quiet)
            if quiet.get(number):
                self.emit(deep, "if s.tell:", sentence.at)
            if decided:
                self.file.slip(sentence.at, "nothing comes here: the sentence above decides what follows")
                break
            try:
                if sentence.verb in ("else", "else if") and before not in ("if", "else if"):
                    raise Slip(f"'{sentence.verb}' follows an 'if'")
                if sentence.verb in HEADS:
                    done = self._compound(sentence, depth, names, flow)
                    if sentence.verb == "if":
                        first = done
                    elif sentence.verb in ("else", "else if"):
                        first = first and done
                        decided = sentence.verb == "else" and first
                else:
                    decided = self._sentence(sentence, depth, names, flow)
            except Slip as slip:
                self.file.note(slip, sentence.at, sentence.said)
                if sentence.verb == "let":  # what it would have named is no second mistake
                    names.names[sentence.parts["name"]] = Ex("0", "any")
            before = sentence.verb
        self.listening, self.heard = listening, heard
        return decided

    def _heard(self, block: n.Sentences) -> set[str]:
        """Return the names that `let` gives for nothing but stories; what nothing uses is worked out, for it may be wrong."""
        needed, told, lets = set[str](), set[str](), list[tuple[str, set[str]]]()

        def look(block: n.Sentences, asked: set[str]) -> None:
            for whole in self._together(block.sentences):
                tells, before = all(map(self._only_tells, whole)), asked
                for one in whole:
                    names = set(n.names_in(tuple(one.parts.values())))
                    if one.verb == "let" and tells:
                        lets.append((one.parts["name"], names | asked))
                    else:
                        (told if tells else needed).update(names)
                    if one.block:
                        before = before | names
                        look(one.block, before)

        look(block, set())
        for _ in lets:
            needed.update(*(names for name, names in lets if name in needed))
        return {name for name, _ in lets if name in told} - needed

    @staticmethod
    def _together(sentences: tuple[n.Sentence, ...]) -> Iterator[list[n.Sentence]]:
        """Yield sentences; an if goes with all that follows from it."""
        whole: list[n.Sentence] = []
        for one in sentences:
            if whole and one.verb not in ("else", "else if"):
                yield whole
                whole = []
            whole.append(one)
        if whole:
            yield whole

    def _quiet(self, block: n.Sentences) -> dict[int, bool]:
        """Return which sentences only tell, and need not be done where nobody listens; yes where such a row begins."""
        if self.listening:
            return {}
        number, found = 0, dict[int, bool]()
        for whole in self._together(block.sentences):
            tells = all(map(self._only_tells, whole))
            if tells and (self.blind or whole[0].verb not in ("tell", "cite")):
                found |= dict.fromkeys(range(number, number + len(whole)), False)
            number += len(whole)
        return {number: number - 1 not in found for number in found}

    def body(self, block: n.Sentences, depth: int, scope: NameScope, flow: bool) -> bool:
        """Write sentences of which there may be none."""
        count = len(self.lines)
        decided = self.block(block, depth, scope, flow)
        if len(self.lines) == count:
            self.emit(depth, "pass", block.at)
        return decided

    def _compound(self, sentence: n.Sentence, depth: int, scope: NameScope, flow: bool) -> bool:
        parts, at = sentence.parts, sentence.at
        block = sentence.block or n.Sentences(at, ())
        match sentence.verb:
            case "tell":
                self._tell(sentence, depth, scope)
            case "if" | "else if":
                condition = self.expr(parts["condition"], scope)
                self.emit(depth, f"{'if' if sentence.verb == 'if' else 'elif'} {condition.code}:", at)
                owing = {*self.on_credit}
                done = self.body(block, depth + 1, scope, flow)
                if condition.constant and not condition.value:  # at this table it never comes to that
                    self.on_credit = owing
                return done
            case "else":
                self.emit(depth, "else:", at)
                return self.body(block, depth + 1, scope, flow)
            case "for each":
                items = self.listed(parts["items"], scope, "'for each'")
                name = parts["name"]
                self._free(name)
                changing = items.zone is not None or items.kind == "any*"
                self.emit(depth, f"for l_{name} in {'list' if changing else ''}({items.code}):", at)
                inner = scope.inside(**{name: Ex(f"l_{name}", items.item, sure=items.sure)})
                self.body(block, depth + 1, inner, flow)
            case "repeat":
                number = self.number(parts["number"], scope, "'repeat … times'")
                self.emit(depth, f"for _ in range(min({ROUNDS}, {number.code})):", at)
                self.body(block, depth + 1, scope, flow)
            case "repeat until" | "repeat while":
                condition = self.expr(parts["condition"], scope)
                x = self.fresh()
                self.emit(depth, f"{x} = 0", at)
                self.emit(
                    depth, f"while {'not ' if sentence.verb == 'repeat until' else ''}{condition.code}:", at
                )
                self.emit(depth + 1, f"{x} += 1", at)
                says = f"'{sentence.said}' has gone round {ROUNDS:,} times"
                self.emit(depth + 1, f"if {x} > {ROUNDS}: endless({says!r})", at)
                self.body(block, depth + 1, scope, flow)
        return False

    def _free(self, name: str) -> None:
        if name in self.outline.zones or name in self.outline.notes:
            what = "zone" if name in self.outline.zones else "note"
            raise Slip(f"'{name}' is a {what} already", hint="set … to … changes a note")

    def _only(self, sentence: n.Sentence, scope: NameScope) -> str:
        """Return Python for those who hear it, as an argument; of one player, of some, or nothing where all do."""
        if (node := sentence.parts.get("who")) is None:
            return ""
        who = self.expr(node, scope)
        if who.item not in ("seat", "any"):
            raise Slip(f"players are told, not {said(who.kind)}", node.at)
        return f", only={'()' if who.code == '-1' else who.code if who.is_list else f'({who.code},)'}"

    def _tell(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        rules = " ".join(sentence.parts["rules"])
        said_: n.FreeWords = sentence.parts["text"]
        self.told |= set(sentence.parts["rules"])
        if "figures" in sentence.parts:
            numbers = [
                (name, self.number(node, scope, "'with'").code) for name, node in sentence.parts["figures"]
            ]
        else:
            numbers = [
                (part.name, found.code)
                for part in said_.parts
                if isinstance(part, n.Name)
                and (found := self.expr(part, scope)).kind == "num"
                and not found.constant
            ]
        figures = ", ".join(
            f"{name!r}: {code}" for name, code in numbers if name not in ("did", "only", "rule", "says")
        )
        also = self._only(sentence, scope) + (f", **{{{figures}}}" if figures else "")
        if (node := sentence.parts.get("did")) is not None:
            did = self.expr(node, scope)
            if did.kind not in ("word", "any"):
                raise Slip(f"'as' names what happened with a word, not with {said(did.kind)}", node.at, "as 'raid'")  # fmt: skip
            also += f", did={did.code}"
        self.emit(depth, f"if s.tell: s.tell({rules!r}, {self.text(said_, scope)}{also})", sentence.at)

    def _cite(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        parts = sentence.parts
        self.told |= set(parts["rules"])
        code = ", ".join(map(repr, parts["rules"]))
        code += f", to={parts['at'][0]!r}" if "at" in parts else ""
        self.emit(depth, f"if s.tell: s.apply({code}{self._only(sentence, scope)})", sentence.at)

    def only_told(self, block: n.Sentences | None, deeds: tuple[str, ...] = ()) -> bool:
        """Return whether sentences do nothing but tell, so that they need not be done where nobody listens."""
        return all(self._only_tells(one, deeds) for one in (block.sentences if block else ()))

    def _only_tells(self, one: n.Sentence, deeds: tuple[str, ...] = ()) -> bool:
        if one.verb in ("if", "else if", "else", "for each"):
            return self.only_told(one.block, deeds)
        if one.verb == "do":
            name = self._deed_of(one)[0]
            deed = self.outline.deeds.get(name)
            return deed is not None and name not in deeds and self.only_told(deed.block, (*deeds, name))
        if one.verb == "let" and not deeds and self.heard is not None and one.parts["name"] not in self.heard:
            return False  # the game needs it, or nothing does: it may be wrong
        if one.verb == "let":
            return not isinstance(one.parts["given"], n.Sentence) and "roll" not in calls_in(
                one.parts["given"]
            )
        if one.verb in ("set", "add", "subtract") and getattr(one.parts["target"], "name", "") in self.unread:
            return "roll" not in calls_in(tuple(one.parts.values()))
        return one.verb in ("tell", "cite")

    # -- sentences

    def _sentence(self, sentence: n.Sentence, depth: int, scope: NameScope, flow: bool) -> bool:
        if sentence.verb in FLOW:
            if not flow:
                raise Slip("what comes next is decided in steps and moves, not here")
            return self._flow(sentence, depth, scope)
        getattr(self, f"_{sentence.verb.replace(' ', '_')}")(sentence, depth, scope)
        return False

    def place(
        self,
        node: n.Expression,
        scope: NameScope,
        *,
        chips: bool | None = None,
        each: bool = False,
        grid: bool = False,
    ) -> Ex:
        """Return a zone; Slip if it is none, or if it holds something else."""
        if isinstance(node, n.Name) and node.name not in scope.names:
            zone = self.outline.zones.get(node.name)
            if zone is None and node.name not in self.outline.notes and node.name not in self.outline.values:
                hint = near(node.name, self.outline.zones)
                if chips and "known" in hint:
                    hint = f"zones: {node.name}: {{chips: yes}}"
                raise Slip(f"no zone is called '{node.name}'", node.at, hint)
            if zone is not None and zone.of == "keys":
                raise Slip(
                    f"which {node.name}? there are {len(zone.keys)}", node.at, f"write {node.name} of …"
                )
            if each and zone is not None and zone.of == "seat":
                raise Slip(f"whose {node.name}?", node.at, f"write to each {node.name}, to my {node.name}, or to {node.name} of …")  # fmt: skip
        found = self.expr(node, scope)
        if found.zone is None or isinstance(node, n.Call | n.Where):
            hint = near("", self.outline.zones)
            if found.kind == "word" and isinstance(node, n.Name) and self.boards:
                hint = f"{next(iter(self.boards))} of {node.name}"
            raise Slip("expected a zone here", node.at, hint)
        zone = found.zone
        if zone.dice or zone.get("track"):
            raise Slip(f"'{zone.name}' holds {'dice' if zone.dice else 'a token on a track'}", node.at, "roll my dice, or set my token to …")  # fmt: skip
        if zone.open and not grid:
            raise Slip(
                f"each tile of '{zone.name}' lies on a space", node.at, f"move TILE to {zone.name} at SPACE"
            )
        if chips is not None and zone.chips != chips:
            holds = "chips, no cards" if zone.chips else "cards, no chips"
            raise Slip(f"'{zone.name}' holds {holds}", node.at, "move cards, pay chips")
        return found

    def _move(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        parts, at = sentence.parts, sentence.at
        to = self.place(parts["to"], scope, chips=False, grid=True)
        what = self.expr(parts["what"], scope)
        if what.kind not in ("piece", "piece*", "any", "any*"):
            hint = "pay 3 from bank to my coins" if what.kind == "num" else ""
            raise Slip(f"'move' wants cards, not {said(what.kind)}", parts["what"].at, hint)
        come = self.place(parts["from_" if "from_" in parts else "come"], scope, chips=False, grid=True) if "come" in parts else None  # fmt: skip
        source, place = (come.zone, come.place) if come else (what.zone, what.place)
        if isinstance(parts["what"], n.Some) and come and what.zone is None:  # 2 of my cubes from pool
            some = parts["what"]
            inside = n.Both(some.at, "in", some.items, parts["come"])
            what = self.expr(n.Some(some.at, some.end, some.number, inside), scope)
        top = "top" in parts
        if to.zone and to.zone.open:
            if source and not source.open and not what.is_list:
                if not what.code.isidentifier():
                    self.emit(depth, f"{(tile := self.fresh())} = {what.code}", at)
                    what = replace(what, code=tile)
                self._one_move(depth, at, what.code, source, place, to, top=False)
            self._lay(sentence, depth, scope, what, to)
            return
        if "at" in parts:
            raise Slip(f"only tiles of an open grid lie on spaces, and '{to.zone and to.zone.name}' is none", parts["at"].at)  # fmt: skip
        if self.open_grids and (source is None or source.open):
            self.emit(depth, f"lift(s, {what.code if what.is_list else f'({what.code},)'})", at)
        whole = what.zone is not None and what.code == f"P[{what.place}]" and source is what.zone and place == what.place  # fmt: skip
        if whole and not top and source and to.zone:
            self._goes(source, to.zone)
            if self._unwatched(source):
                self._take(depth, at, place, to, "")
            else:
                self.emit(depth, f"draw(s, {place}, {to.place}, len({what.code}))", at)
        elif what.is_list and source and to.sure and not (self.mixes or top):
            self._goes(source, to.zone or source)
            self.emit(depth, f"move_all(s, {what.code}, {place}, {to.place})", at)
        elif what.is_list:
            x = self.fresh()
            self.emit(depth, f"for {x} in list({what.code}):", at)
            self._one_move(depth + 1, at, x, source, place, to, top)
        else:
            self._one_move(depth, at, what.code, source, place, to, top)

    def _lay(self, sentence: n.Sentence, depth: int, scope: NameScope, what: Ex, to: Ex) -> None:
        """Write that tiles are laid on spaces of an open grid, all at once."""
        assert to.zone
        self._goes(None, to.zone)
        tiles, spaces = what.code if what.is_list else f"({what.code},)", "None"
        if (node := sentence.parts.get("at")) is not None:
            at = self.expr(node, scope)
            if at.item not in ("space", "any") or at.is_list != what.is_list:
                raise Slip(f"'at' wants {'a list of spaces' if what.is_list else 'a space'}, not {said(at.kind)}", node.at)  # fmt: skip
            spaces = at.code if at.is_list else f"({at.code},)"
        self.emit(depth, f"lay(s, {tiles}, {to.place}, {spaces})", sentence.at)

    def _one_move(
        self, depth: int, at: int, piece: str, source: ZoneLines | None, come: str, to: Ex, top: bool
    ) -> None:
        target = to.zone
        assert target
        self._goes(source, target)
        if source is None:
            self.emit(depth, f"bring(s, {piece}, {to.place}{', True' if top else ''})", at)
            return
        turned = self.turns and source.seen_by != "nobody"  # nobody turns a card that nobody sees
        opened = self.blind or source.seen_by == "all"
        shut = not self.blind and target.seen_by != "all"
        picked = source.of == "seat" or source.name in self.picked
        aged = (
            shut and not opened and (source.seen_by != "nobody" or picked)
        )  # what is known of others changes
        lies = "while" if self.outline.turns_by else "if s.sideways and"
        if to.sure and piece.isidentifier() and not (self.mixes or top or aged):
            x = self.fresh()
            for line in (
                *[f"if s.tell: s.tell.step({come})"] * (not self.blind),
                f"try: P[{come}].remove({piece})",
                f"except WRONG: move(s, {piece}, {come}, {to.place})",
                f"P[{to.place}].append({piece})",
                *[f"if s.known and {piece} in s.known: s.known.remove({piece}){OPENLY}{source.name}"]
                * (not opened),
                *[f"s.known.append({piece})"] * (opened and shut),
                *[f"{lies} {piece} in s.sideways: s.sideways.remove({piece})"] * turned,
                *[
                    f"for {x} in s.seen:",
                    f"    if {piece} in {x}: forget_moved(s, ({piece},), {come}, {to.place})",
                ]
                * (self.shows and not opened),
            ):
                self.emit(depth, line, at)
            return
        self.emit(depth, f"move(s, {piece}, {come}, {to.place}{', True' if top else ''})", at)

    def _goes(self, source: ZoneLines | None, target: ZoneLines) -> None:
        """Note where cards go that all have seen: from an open zone, or from any, into one that is not."""
        if target.seen_by != "all" and (source is None or source.seen_by == "all"):
            self.openly.add(target.name)

    def _drawn(self, sentence: n.Sentence, scope: NameScope) -> Ex:
        parts = sentence.parts
        number = self.number(parts["number"], scope, f"'{sentence.verb}'")
        chips = sentence.verb == "pay"
        come, to = self.place(parts["come"], scope, chips=chips), self.place(parts["to"], scope, chips=chips)
        if "credit" in parts and come.zone:
            self.on_credit.add(come.zone.name)
        if chips:
            return Ex(f"pay(s, {come.place}, {to.place}, {number.code}{', True' if 'credit' in parts else ''})", "num")  # fmt: skip
        return Ex(f"{self._draws(come, to)}(s, {come.place}, {to.place}, {number.code})", "piece*", zone=to.zone, place=to.place)  # fmt: skip

    def _unwatched(self, source: ZoneLines) -> bool:
        """Return whether nobody looks, and nothing else can happen when cards of a zone are taken."""
        return self.blind and not (self.turns or self.open_grids or source.get("renewed_from"))

    def _take(self, depth: int, at: int, come: str, to: Ex, number: str) -> None:
        """Write that the first cards of such a zone are taken, or all if no number is given."""
        x = self.fresh()
        gone = f"del P[{come}][:len({x})]" if number else f"P[{come}].clear()"
        self.emit(depth, f"{x} = P[{come}][:{number}]; {gone}; P[{to.place}] += {x}", at)

    def _draws(self, come: Ex, to: Ex) -> str:
        assert come.zone
        assert to.zone
        self._goes(come.zone, to.zone)
        return "draw_renewed" if come.zone.get("renewed_from") else "draw"

    def _pay(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        self.emit(depth, self._drawn(sentence, scope).code, sentence.at)

    def _draw(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        parts = sentence.parts
        come, to = self.place(parts["come"], scope, chips=False), self.place(parts["to"], scope, chips=False)
        number = self.number(parts["number"], scope, "'draw'").code
        number = number if number.isdecimal() else f"max(0, int({number}))"
        if come.zone and self._unwatched(come.zone):
            self._take(depth, sentence.at, come.place, to, number)
        else:
            self._pay(sentence, depth, scope)

    def _refill(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        parts = sentence.parts
        to, come = self.place(parts["to"], scope, chips=False), self.place(parts["come"], scope, chips=False)
        number = self.number(parts["number"], scope, "'refill'")
        code = f"{self._draws(come, to)}(s, {come.place}, {to.place}, {number.code} - len(P[{to.place}]))"
        often = to.sure and _SIMPLE_NUMBER.fullmatch(number.code)  # there is nothing to draw
        if often and come.zone and self._unwatched(come.zone):
            self.emit(depth, f"if len(P[{to.place}]) < {number.code}:", sentence.at)
            self._take(depth + 1, sentence.at, come.place, to, f"{number.code} - len(P[{to.place}])")
            return
        self.emit(depth, f"if len(P[{to.place}]) < {number.code}: {code}" if often else code, sentence.at)

    def _deal(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        parts = sentence.parts
        number, come = self.number(parts["number"], scope, "'deal'"), self.place(parts["come"], scope)
        zone = self._each_zone(parts["zone"])
        assert come.zone
        self._goes(come.zone, zone)
        if come.zone.chips != zone.chips:
            raise Slip(f"'{come.zone.name}' and '{zone.name}' do not hold the same", hint="chips go to chips")
        self.emit(depth, f"deal(s, {come.place}, {zone.name!r}, {number.code})", sentence.at)

    def _each_zone(self, name: n.Name) -> ZoneLines:
        zone = self.outline.zones.get(name.name)
        if zone is None or zone.of != "seat":
            known = [z.name for z in self.outline.zones.values() if z.of == "seat"]
            raise Slip(f"'{name.name}' is no zone that each player has", name.at, near(name.name, known))
        return zone

    def _pass(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        zone, side = self._each_zone(sentence.parts["zone"]), sentence.parts["side"]
        if side.name not in ("left", "right"):
            raise Slip(f"cards are passed to the left or to the right, not '{side.name}'", side.at)
        if zone.chips or zone.dice or zone.get("track"):
            raise Slip(f"'{zone.name}' holds no cards", sentence.parts["zone"].at)
        seats, skips = f"range({self.players})", self.outline.expressions.get("skips")
        if skips is not None:
            gone = self.safe(skips, NameScope(it=Ex("t", "seat", sure=True)))
            seats = f"[t for t in {seats} if not {gone.code}]"
        way = 1 if side.name == "left" else -1
        self.emit(depth, f"pass_each(s, {zone.name!r}, {way}, {seats})", sentence.at)

    def _shuffle(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        zone = self.place(sentence.parts["zone"], scope, chips=False)
        self.emit(depth, f"shuffle(s, {zone.place})", sentence.at)

    def _sort(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        zone, x = self.place(sentence.parts["zone"], scope, chips=False), self.fresh()
        by = self.expr(sentence.parts["by"], scope.inside(Ex(x, "piece", sure=True)))
        if by.kind not in ("num", "bool", "word"):
            raise Slip(
                f"cards are sorted by numbers or words, not by {said(by.kind)}", sentence.parts["by"].at
            )
        key = self.of_cards(by.code, x) or f"lambda {x}: {by.code}"
        self.emit(depth, f"P[{zone.place}].sort(key={key})", sentence.at)

    def _roll(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        node = sentence.parts["zone"]
        found = self.expr(node, scope)
        if found.zone is None or not found.zone.dice:
            raise Slip("only zones of dice are rolled", node.at, "dice: {each: player, dice: 5}, or let die be roll(6)")  # fmt: skip
        self.emit(depth, f"roll_all(s, {found.place}, {found.zone.sides})", sentence.at)

    def _gather(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        names = []
        for name in sentence.parts["zones"]:
            if name.name == "everything":
                continue
            if name.name not in self.outline.zones:
                raise Slip(f"no zone is called '{name.name}'", name.at, near(name.name, self.outline.zones))
            names.append(name.name)
        if any(name in names or not names for name in self.open_grids):
            self.emit(depth, "lift(s)", sentence.at)
        to = self.place(sentence.parts["to"], scope, chips=False)
        self.emit(depth, f"gather(s, {to.place}, {tuple(names)!r})", sentence.at)

    def _swap(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        one, two = (self.place(sentence.parts[part], scope, chips=False) for part in ("one", "two"))
        self.emit(depth, f"swap(s, {one.place}, {two.place})", sentence.at)

    def _show(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        what, who = self.expr(sentence.parts["what"], scope), self.expr(sentence.parts["who"], scope)
        if what.item != "piece":
            raise Slip(f"'show' wants cards, not {said(what.kind)}", sentence.parts["what"].at)
        if who.kind not in ("seat", "any"):
            raise Slip(f"cards are shown to a player, not to {said(who.kind)}", sentence.parts["who"].at)
        seat = who.code if who.sure else somebody(who.code)
        if not self.blind:
            self.emit(
                depth, f"show(s, {what.code if what.is_list else f'[{what.code}]'}, {seat})", sentence.at
            )

    def _turn(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        what, way = self.expr(sentence.parts["what"], scope), sentence.parts["way"]
        if what.item != "piece":
            raise Slip(f"'turn' wants cards, not {said(what.kind)}", sentence.parts["what"].at)
        cards, turned = what.code if what.is_list else f"[{what.code}]", way if isinstance(way, str) else "by"
        if turned == "by":
            by = self.number(way, scope, "'by'").code
            sides = ", 6" if self.outline.turns_by == "sixths" else ""
            self.emit(depth, f"turn_by(s, {cards}, {by}{sides})", sentence.at)
            return
        if turned not in ("sideways", "upright"):
            raise Slip(
                f"cards are turned sideways or upright, not '{turned}'", hint="or by 1 quarter clockwise"
            )
        if turned == "sideways" and self.outline.turns_by:
            raise Slip(f"this file turns tiles by {self.outline.turns_by}", hint="turn … by 1")
        code = f"turn_{turned}(s, {cards})"
        if turned == "upright" and what.code.isidentifier() and not what.is_list:
            code = f"while {what.code} in s.sideways: s.sideways.remove({what.code})"
        self.emit(depth, code, sentence.at)

    def _let(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        name, given = sentence.parts["name"], sentence.parts["given"]
        self._free(name)
        found = self._drawn(given, scope) if isinstance(given, n.Sentence) else self.expr(given, scope)
        code = f"list({found.code})" if found.is_list and found.zone is not None else found.code
        self.emit(depth, f"l_{name} = {code}", sentence.at)
        scope.names[name] = Ex(f"l_{name}", found.kind, zone=found.zone if found.kind == "piece" else None, place=found.place if found.kind == "piece" else "", sure=found.sure)  # fmt: skip

    def _set(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        node, value = sentence.parts["target"], self.expr(sentence.parts["value"], scope)
        target = self.expr(node, scope)
        on_track = target.zone is not None and bool(target.zone.get("track"))
        if target.note is None and not on_track:
            zone = self.outline.zones.get(name := getattr(node, "name", ""))
            verb = "pay 1 from ZONE" if zone and zone.chips else "move CARDS"
            hint = f"{verb} to my {name}" if zone else near(name, self.outline.notes)
            raise Slip("only notes, and tokens on a track, can be set", node.at, hint)
        wanted = target.item if target.note and sentence.verb == "add" else target.kind
        if not alike(wanted, value.kind) and not (value.code == "-1" and target.kind in ("seat", "piece")):
            raise Slip(
                f"this remembers {said(target.kind)}, not {said(value.kind)}", sentence.parts["value"].at
            )
        if target.note and target.is_list and sentence.verb == "add":
            self.emit(depth, f"{target.code}.append({value.code})", sentence.at)
            return
        word = {"set": "=", "add": "+=", "subtract": "-="}[sentence.verb]
        if word != "=" and target.kind not in NUMBERS:
            raise Slip(f"'{sentence.verb}' changes numbers, not {said(target.kind)}", node.at)
        code = f"list({value.code})" if target.is_list else value.code
        if "F_" in code or "T_" in code or "BLANK" in code or "nth(" in code:
            code = {"num": f"int({code})", "word": f"str({code} or '')", "bool": f"bool({code})"}.get(target.kind, code)  # fmt: skip
        where = f"s.spots[{target.place}]" if on_track else f"s.{target.note.name}" if target.note else ""
        if target.note and target.note.each:
            where += f"[{target.place}]"
        self.emit(depth, f"{where} {word} {code}", sentence.at)

    _add = _subtract = _set

    def _do(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        name, given = self._deed_of(sentence)
        at = sentence.at
        deeper = ", n + 1" if self.depth_of_deeds and (not name or name in self.circling) else ""
        if not name or name not in self.outline.deeds:
            self._by_name(sentence, depth, scope, deeper)
            return
        deed = self.outline.deeds[name]
        if len(given) != len(deed.arguments):
            raise Slip(f"'{name}' wants {len(deed.arguments)} in its brackets, not {len(given)}")
        codes = []
        for (argument, kind), node in zip(deed.arguments, given, strict=True):
            one = self.expr(node, scope)
            if not alike(kind, one.kind) and not (one.code == "-1" and kind in ("seat", "piece")):
                raise Slip(f"'{argument}' of {name} is {said(kind)}, not {said(one.kind)}", node.at)
            codes.append(somebody(one.code) if kind == "seat" and not one.sure else one.code)
        call = f"d_{name}(s, me{''.join(f', {code}' for code in codes)}{deeper})"
        self.emit(depth, f"if {call}: return True" if name in self.flowing else call, at)

    def _by_name(self, sentence: n.Sentence, depth: int, scope: NameScope, deeper: str) -> None:
        node = sentence.parts["deed"]
        name = getattr(node, "name", "")
        unknown = Slip(f"there is no deed '{name}'", node.at, near(name, self.outline.deeds))
        if isinstance(node, n.Name | n.Call):
            raise unknown
        found = self.expr(node, scope)
        if found.kind not in ("word", "word*", "any", "any*"):
            raise unknown
        self._check_deeds_of_cards(node)
        loop = found.is_list
        x, there = self.fresh(), found.code
        code = f"deed_named({x if loop else there})"
        if loop and there.startswith("F_"):  # what each card does is worked out once
            self.deed_fields.add(there[2:].partition("[")[0])
            code, there = x, f"D_{there[2:]}"
        if loop:
            self.emit(depth, f"for {x} in {there}:", sentence.at)
        self.emit(depth + loop, f"if {code}(s, me{deeper}): return True", sentence.at)

    def _check_deeds_of_cards(self, node: n.Expression) -> None:
        """A card that names a deed that is not there is a mistake of the kit, told at the sentence."""
        if not isinstance(node, n.Dot):
            return
        free = {name for name, deed in self.outline.deeds.items() if not deed.arguments or deed.says}
        missing: dict[str, Any] = {}
        for component in self.kit.components:
            for card in component.cards:
                value = card.fields.get(node.name)
                words = list(value) if isinstance(value, list | tuple) else [value]
                for word in words:
                    if isinstance(word, str) and word and not self._is_deed(word):
                        missing.setdefault(word, card.id)
                for word in words[:-1]:
                    if isinstance(word, str) and (named := called(word)) and named.name in self.flowing:
                        raise Slip(
                            f"card {card.id} has more behind '{word}', which asks a player or decides whose turn it is: that would never be done",
                            node.at,
                            f"let {named.name} be the last deed of the card",
                        )
        if missing and len(missing) < len(free | set(self.outline.deeds)) + len(missing):
            word, card = next(iter(missing.items()))
            where = [m.name for step in self.outline.steps.values() for m in step.moves]
            if word not in where:
                raise Slip(
                    f"card {card} names the deed '{word}', which is not there", node.at, near(word, free)
                )

    def _is_deed(self, word: str) -> bool:
        """Return whether a card that says `draw(2)` names a deed, and gives it what it wants."""
        named = called(word)
        deed = self.outline.deeds.get(named.name) if named else None
        if not named or not deed:
            return False
        kinds = [kind for _, kind in deed.arguments]
        return len(kinds) == len(named.given) and all(
            kind != "num" or one.lstrip("-").isdecimal() for kind, one in zip(kinds, named.given, strict=True)
        )

    def _last_round(self, sentence: n.Sentence, depth: int, scope: NameScope) -> None:
        why = self.text(sentence.parts["why"], scope) if "why" in sentence.parts else ""
        more = (
            self.number(sentence.parts["more"], scope, "'and … more'").code
            if "more" in sentence.parts
            else ""
        )
        self.emit(depth, f"if s.end_after({f'more={more}' if more else ''}):", sentence.at)
        if why:
            self.emit(depth + 1, f"s.ending = {why}", sentence.at)
        if sentence.block:
            self.body(sentence.block, depth + 1, scope, flow=False)
        elif not why:
            self.emit(depth + 1, "pass", sentence.at)

    # -- what comes next

    def _flow(self, sentence: n.Sentence, depth: int, scope: NameScope) -> bool:
        parts, at = sentence.parts, sentence.at
        match sentence.verb:
            case "next turn":
                self.emit(depth, "end_turn(s); return True", at)
            case "go to":
                self.emit(depth, f"{self.enters(self._step(parts['step']))}; return True", at)
            case "turn of":
                who = self._seat(parts["who"], scope)
                first = next(step for step in self.outline.steps.values() if step.in_turn)
                counts = "" if self.lots else "s.turns += 1; "  # the first turn is counted already
                self.emit(depth, f"s.turn = {who}; {counts}enter_{first.ident}(s); return True", at)
            case "end":
                why = self.text(parts["why"], scope) if "why" in parts else "''"
                self.emit(depth, f"s.phase = OVER; s.ending = {why}; return True", at)
            case "ask":
                return self._ask(sentence, depth, scope)
        return True

    def _seat(self, node: n.Expression, scope: NameScope) -> str:
        who = self.expr(node, scope)
        if who.kind not in ("seat", "any"):
            raise Slip(f"expected a player, not {said(who.kind)}", node.at)
        return who.code if who.sure else somebody(who.code)

    def _ask(self, sentence: n.Sentence, depth: int, scope: NameScope) -> bool:
        parts, at = sentence.parts, sentence.at
        who = self.expr(parts["who"], scope)
        ident = self._step(parts["step"])
        step = next(step for step in self.outline.steps.values() if step.ident == ident)
        about = [self.expr(one, scope) for one in parts.get("about", ())]
        if step.in_turn:
            raise Slip(f"'{step.name}' is a step of the turn, and nobody is asked to do it", parts["step"].at, "put it below answers:")  # fmt: skip
        if len(about) != len(step.about):
            names = ", ".join(step.about) or "nothing"
            raise Slip(f"'{step.name}' is asked about {names}, and this gives {len(about)}", hint=f"ask … to {step.name} about …")  # fmt: skip
        kinds = tuple(one.kind for one in about)
        if not all(
            alike(a, b) for a, b in zip(self.about_kinds.setdefault(step.name, kinds), kinds, strict=True)
        ):
            raise Slip(f"'{step.name}' is asked elsewhere about another kind of thing")
        given = "".join(f", tuple({one.code})" if one.is_list else f", {one.code}" for one in about)
        if who.item != "seat" and who.kind != "any":
            raise Slip(f"players are asked, not {said(who.kind)}", parts["who"].at)
        if who.is_list:  # where nobody is there to be asked the turn goes on
            self.emit(depth, f"if ask(s, PH_{ident}, {who.code}{given}): return True", at)
            return False
        who_sure = self._seat(parts["who"], scope)
        self.emit(depth, f"s.ask(PH_{ident}, {who_sure}, ((),{given[1:]})); return True", at)
        return True

    def enters(self, ident: str) -> str:
        """Return Python that begins a step; where nothing is done before its moves that is no call."""
        step = next(step for step in self.outline.steps.values() if step.ident == ident)
        first = next(step for step in self.outline.steps.values() if step.in_turn)
        waits = step.moves and not (step.begins.sentences or step.condition or step.who or step is first)
        return f"s.phase = PH_{ident}" if waits else f"enter_{ident}(s)"

    def _step(self, name: n.Name) -> str:
        step = self.outline.steps.get(name.name)
        if step is None:
            raise Slip(f"there is no step '{name.name}'", name.at, near(name.name, self.outline.steps))
        return step.ident


def calls_in(node: Any) -> Iterator[str]:
    """Yield the names of all functions and values in an expression."""
    if isinstance(node, n.Call | n.Name):
        yield node.name
    for one in node if isinstance(node, tuple) else n.parts_of(node):
        yield from calls_in(one)


def example(verb: str) -> str:
    return written((SENTENCES.get(verb) or HEADS[verb])[0])
