"""The structure of rules.yaml: zones, notes, values, deeds, steps and moves, each with its expressions read."""

from __future__ import annotations

import difflib
import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import yaml

from cardgen.ruledata import nodes as n
from cardgen.ruledata.file import NAME, RulesFile, Slip, near, start
from cardgen.ruledata.grammar import KEYWORDS, expression
from cardgen.ruledata.scanner import Scanner, scanner_of
from cardgen.ruledata.sentences import RULE, SentenceReader
from cardgen.ruledata.shorts import notes_of, secret_of, short_of, written_out
from cardgen.ruledata.words import DEED, MOVE, NOTE, RESERVED, STEP, TOP, ZONE
from cardgen.source.kit_shape import PLAYERS

TAKEN = (
    *("piles", "chips", "spots", "dice", "known", "seen", "turn", "turns", "left", "phase", "about", "stack", "luck"),
    *("stacked", "viewer", "ending", "game", "tell", "copy", "roll", "shuffle", "ask", "answered", "apply", "lack"),
    *("sideways", "move", "draw", "pay", "deal", "own", "card", "cards", "end_after", "next_turn", "unsaid", "limits", "fields"),
    *("to_dict", "from_dict", "winners", "tie", "layouts", "spaces", "ahead", "held", "shuffles", "since", "since_own", "waits"),
)  # fmt: skip
_ARGUMENTS = {
    "player": "seat", "who": "seat", "other": "seat", "target": "seat", "winner": "seat", "dealer": "seat",
    "leader": "seat", "card": "piece", "cards": "piece*", "hand": "piece*", "n": "num", "number": "num", "word": "word",
    "players": "seat*", "yes": "bool", "space": "space", "spaces": "space*",
}  # fmt: skip
"""What is meant by an argument of this name, or by this word behind another name: `fall(player)`, `trip(c word)`."""

BOARDS = ("grid", "hexes", "map")
"""What makes a zone a board."""
LISTS = {"numbers": "num*", "words": "word*", "players": "seat*"}
"""What a note can be a list of."""


@dataclass
class ZoneLines:
    """What rules.yaml says of a zone. `of` is table, seat or keys."""

    name: str
    at: int
    of: str = "table"
    keys: tuple[str | int, ...] = ()
    said: dict[str, tuple[str, int]] = field(default_factory=dict)
    only: n.Expression | None = None
    only_said: str = ""
    shown_to: n.Expression | None = None
    most: n.Expression | None = None
    part: n.Expression | None = None  # which cards of its component begin here
    heap: n.Expression | None = None  # how many chips each player begins with
    written: n.Expression | None = None  # a letter for each card
    laid_out: n.Expression | None = None  # what lies here where somebody looks
    needs: list[Need] = field(default_factory=list)

    def get(self, key: str) -> str:
        return self.said.get(key, ("", 0))[0]

    @property
    def limit(self) -> str:
        """Which cards can lie here, as it is written."""
        holds = self.get("holds")
        return ", ".join(
            [f"holds: {holds}"] * bool(holds) + [f"only: {self.only_said}"] * bool(self.only_said)
        )

    @property
    def open(self) -> bool:
        """Whether it is a grid without edges."""
        return self.get("grid") == "open"

    @property
    def chips(self) -> bool:
        return "chips" in self.said

    @property
    def dice(self) -> int:
        return int(self.get("dice") or 0)

    @property
    def sides(self) -> int:
        return int(self.get("sides") or 6)

    @property
    def seen_by(self) -> str:
        return self.get("seen_by") or "all"


@dataclass
class NoteLines:
    """What is remembered: for all (`each` is empty), for each player, or for each of the zones of a name."""

    name: str
    at: int
    kind: str
    first: int | bool | str
    each: str = ""
    secret: n.Expression | None = None
    dealt: n.Expression | None = None
    said: bool = True
    one_of: n.Expression | None = None


@dataclass
class ValueOrDeed:
    """A value or a deed: its name, its arguments with their kinds, and what it is."""

    name: str
    at: int
    arguments: tuple[tuple[str, str], ...]
    value: n.Expression = n.UNREAD
    block: n.Sentences = n.EMPTY
    says: str = ""
    """The sentence of a card that names the deed."""


@dataclass
class Need:
    """A condition of a move, its reason ("" if it explains itself), and the rule that it cites besides."""

    at: int
    condition: n.Expression
    said: str
    reason: str = ""
    rule: str = ""


@dataclass
class Choice:
    """A choice of a move: its name, and the list that it is from."""

    name: str
    at: int
    items: n.Expression
    said: str


@dataclass
class MoveLines:
    name: str
    at: int
    says: str
    rule: str
    also: str = ""
    choices: list[Choice] = field(default_factory=list)
    needs: list[Need] = field(default_factory=list)
    refuse: str = ""
    whys: list[Need] = field(default_factory=list)
    otherwise: bool = False
    do: n.Sentences = n.EMPTY


@dataclass
class StepLines:
    name: str
    at: int
    in_turn: bool
    rule: str = ""
    condition: n.Expression | None = None
    begins: n.Sentences = n.EMPTY
    who: n.Expression | None = None
    who_said: str = ""
    secret: bool = False
    unseen: bool = False
    about: tuple[str, ...] = ()
    moves: list[MoveLines] = field(default_factory=list)
    do: n.Sentences = n.EMPTY
    after: n.Sentences = n.EMPTY

    @property
    def ident(self) -> str:
        """The name as a part of a name in Python."""
        return self.name.replace(" ", "_")


class Outline:
    """All that a rules.yaml says, before anybody knows the kit."""

    def __init__(self, file: RulesFile) -> None:
        self.file, self.read = file, SentenceReader(file)
        self.zones: dict[str, ZoneLines] = {}
        self.laid_out: dict[str, ZoneLines] = {}  # zones that are worked out where somebody looks
        self.notes: dict[str, NoteLines] = {}
        self.values: dict[str, ValueOrDeed] = {}
        self.deeds: dict[str, ValueOrDeed] = {}
        self.steps: dict[str, StepLines] = {}
        self.blocks: dict[str, n.Sentences] = {}
        self.expressions: dict[str, n.Expression] = {}
        self.words: dict[str, tuple[str, int]] = {}
        self.wins: tuple[n.Expression, ...] = ()
        self.everybody: dict[str, n.Expression] = {}
        self.lists: dict[str, list[tuple[str, int]]] = {}
        self.described: dict[str, tuple[n.Expression, int]] = {}
        self.strategies: dict[str, n.Expression] = {}
        self.score_parts: dict[str, n.Expression] = {}
        try:
            self._read()
        except RecursionError:
            file.slip(0, "an expression is nested too deeply")

    def _read(self) -> None:
        file = self.file
        if file.root is None:
            if not file.problems.errors:
                file.slip(0, "the file is empty", "rules are entries such as zones:, turn: and score:")
            return
        if not isinstance(file.root, yaml.MappingNode):
            file.slip(start(file.root), "rules are entries such as zones:, turn: and score:")
            return
        for key, node, at in file.known(file.root, "rules.yaml", TOP):
            match key:
                case "zones":
                    for name, value, where in self._named(node, "a zone"):
                        zone = self._zone(name, value, where)
                        (self.zones if zone.laid_out is None else self.laid_out)[name] = zone
                case "notes":
                    for name, value, where in self._named(node, "a note"):
                        self.notes[name] = self._note(name, value, where)
                case "values" | "deeds":
                    for head, value, where in file.entries(node, key):
                        self._defined(key, head, value, where)
                case "turn" | "answers":
                    for name, value, where in file.entries(node, "steps"):
                        self._step(name, value, where, key == "turn")
                case "before set up" | "set up" | "opening" | "before turn" | "after turn":
                    self.blocks[key] = self.read.block(node)
                case "score" | "standing" | "aims" | "skips" | "wins if" | "possible":
                    self.expressions[key] = self.expr(node)
                    if key == "score":
                        self.score_parts = _summands(self.expressions[key], file.word(node))
                case "wins":
                    items = (
                        node.value if isinstance(node, yaml.SequenceNode) and not node.flow_style else [node]
                    )
                    found = [self.expr(one) for one in items]
                    self.wins = tuple(
                        x for one in found for x in (one.items if isinstance(one, n.Listed) else (one,))
                    )
                case "everybody":
                    for word, value, _ in file.known(node, "everybody", ("wins if", "loses if")):
                        self.everybody[word] = self.expr(value)
                case "teams":
                    said = file.word(node)
                    if said not in ("opposite", "none", ""):
                        self.expressions["teams"] = self.expr(node)
                    self.words[key] = (said, at)
                case "shows" | "picture":
                    self.lists[key] = [(file.word(one), start(one)) for one in getattr(node, "value", ()) if isinstance(one, yaml.Node)]  # fmt: skip
                    if not isinstance(node, yaml.SequenceNode):
                        file.slip(start(node), f"{key} is a list", "[hurt, gain]" if key == "shows" else "")
                case "strategies":
                    for name, value, where in self._named(node, "a strategy"):
                        self.strategies[name] = self.expr(value)
                        if name in PLAYERS:
                            file.slip(where, f"'{name}' is a player of every game", "choose another name")
                case "described":
                    for name, value, where in file.entries(node, key):
                        self.described[name] = (self.expr(value), where)
                case _:
                    said = file.word(node)
                    if key == "turn rule":
                        said = self._rule(node)
                    elif key == "by round":
                        file.yes(node)
                    elif key == "looks ahead" and not said.isdecimal():
                        file.slip(start(node), f"looks ahead is '{said}', expected a number")
                    if key == "ties" and said not in ("shared", "first", "last", "nobody"):
                        file.slip(start(node), f"ties is '{said}', expected shared, first, last or nobody")
                    self.words[key] = (said, start(node))
        self._complete()

    def _complete(self) -> None:
        file = self.file
        broken = bool(file.problems.errors)
        for key, example in (
            (
                "zones",
                "zones: {deck: {begins: cards, seen_by: nobody}, hand: {each: player, seen_by: owner}}",
            ),
            ("turn", "turn: {play: {rule: AB-001, moves: {…}}}"),
            ("score", "score: my coins   or   score: count(my won)"),
        ):
            turn = [step for step in self.steps.values() if step.in_turn]
            there = self.expressions if key == "score" else self.zones if key == "zones" else turn
            if key not in there and (key == "score" or not there) and not broken:
                file.slip(0, f"rules have no {key}", example)
        if self.steps and not any(step.moves for step in self.steps.values()) and not broken:
            file.slip(0, "no step has moves, so nobody ever decides anything", "moves: {play: {says: …}}")
        ends = self.everybody or file.may_end
        if (
            self.steps
            and not ends
            and not any(s.verb in ("end", "last round") for s in self.every_sentence())
        ):
            file.slip(0, "no rule ends the game", "write last round, or end, in some step")

    def every_sentence(self) -> Iterator[n.Sentence]:
        for block in self.every_block():
            yield from n.all_sentences(block)

    @cached_property
    def turns_by(self) -> str:
        """By what tiles are turned, `quarters` or `sixths`; "" where cards are only laid sideways."""
        if not any(
            one.verb == "turn" and not isinstance(one.parts["way"], str) for one in self.every_sentence()
        ):
            return ""
        return (
            "sixths"
            if any({"hexes", "edges"} <= {*zone.said} for zone in self.zones.values())
            else "quarters"
        )

    def every_block(self) -> Iterator[n.Sentences]:
        """Yield every block that stands by itself."""
        yield from self.blocks.values()
        yield from (deed.block for deed in self.deeds.values())
        for step in self.steps.values():
            yield from (step.begins, step.do, step.after)
            yield from (move.do for move in step.moves)

    # -- parts

    def expr(self, node: yaml.Node) -> n.Expression:
        """Read the expression of a node; after a mistake it is nothing."""
        s = None
        try:
            s = scanner_of(self.file, node)
            found = expression(s)
            s.done()
            return found
        except Slip as slip:
            self.file.note(slip, start(node), self.said(node))
            return n.UNREAD

    def said(self, node: yaml.Node) -> str:
        """Return how a node is written, on one line."""
        written = self.file.text[node.start_mark.index : node.end_mark.index]
        if getattr(node, "style", "") in ("|", ">"):  # in lines of its own, or in none: of a trick
            written = node.value
        return re.sub(r"\s+", " ", written).strip().strip("\"'")

    def _named(self, node: yaml.Node, what: str) -> Iterator[tuple[str, yaml.Node, int]]:
        for name, value, at in self.file.entries(node, what):
            if self._is_name(name, at, what):
                yield name, value, at

    def _is_name(self, name: str, at: int, what: str) -> bool:
        if not NAME.fullmatch(name):
            hint = "letters, digits and _, beginning with a letter, such as draw_pile"
            self.file.slip(at, f"'{name[:40]}' can be no name of {what}", hint)
            return False
        if name in KEYWORDS or name in RESERVED or name.startswith("_"):
            self.file.slip(at, f"'{name}' has a meaning of its own here", "choose another name")
            return False
        return True

    def _zone(self, name: str, node: yaml.Node, at: int) -> ZoneLines:
        z = ZoneLines(name, at)
        if isinstance(node, yaml.ScalarNode) and node.value.strip():
            self.file.slip(start(node), f"zone '{name}': expected entries in braces", "{begins: cards}")
            return z
        heap: yaml.Node | None = None
        for key, value, _ in self.file.known(node, "a zone", ZONE):
            if key == "begins":
                heap = value
            if key == "each":
                self._each(z, value)
            elif key in BOARDS:
                self._board(z, key, value)
            elif key == "only":
                z.only, z.only_said = self.expr(value), self.said(value)
            elif key == "shown_to":
                z.shown_to = self.expr(value)
            elif key == "most":
                z.most = self.expr(value)
            elif key == "written":
                z.written = self.expr(value)
            elif key == "laid_out":
                z.laid_out = self.expr(value)
            elif key == "needs":
                z.needs = self._needs(value)
            elif key == "begins" and " where " in self.said(value):
                self._part(z, value)
            else:
                z.said[key] = (self.file.word(value), start(value))
        if z.chips and z.of == "seat" and (begins := heap):
            z.said.pop("begins")
            z.heap = self.expr(begins)
        for key, allowed in (
            ("seen_by", ("all", "owner", "nobody", "others")),
            ("use", ("hand", "play", "stock")),
            ("lies", ("pile", "fan", "row", "grid", "track")),
        ):
            if key in z.said and z.get(key) not in allowed:
                said, where = z.said.pop(key)
                self.file.slip(where, f"{key} is '{said}', expected one of {', '.join(allowed)}", near(said, allowed))  # fmt: skip
        for key, most in (("dice", 20), ("sides", 100)):
            if key in z.said and not (z.get(key).isdecimal() and 1 <= int(z.get(key)) <= most):
                said, where = z.said.pop(key)
                self.file.slip(where, f"{key} is '{said}', expected a number from 1 to {most}")
        if "shared" in z.said and z.of != "seat":
            self.file.slip(z.said.pop("shared")[1], f"zone '{name}' is shared already", "shared: is for a zone with each: player")  # fmt: skip
        for key, there in (("written", z.written), ("filled_by", z.get("filled_by")), ("needs", z.needs)):
            if there and z.of != "keys":
                self.file.slip(at, f"zone '{name}' has no keys", f"{key}: is for a zone with each: [A, B]")
        if "{" in z.get("called").replace("{owner}", ""):
            self.file.slip(z.said.pop("called")[1], "only {owner} stands in braces here", "called: \"{owner}'s stall\"")  # fmt: skip
        board = next((key for key in BOARDS if key in z.said), "")
        for key in ("begins", "chips", "seen_by") if z.open else ():
            if key in z.said:
                self.file.slip(z.said.pop(key)[1], f"zone '{name}' is an open grid: all see its tiles, and they are laid there in play", f"give {key} to another zone")  # fmt: skip
        for key in ("track", "dice"):
            if board and key in z.said:
                _, where = z.said.pop(key)
                self.file.slip(where, f"zone '{name}' has {board} and {key}, expected one of them", f"give {key} a zone of its own")  # fmt: skip
        return z

    def _part(self, z: ZoneLines, node: yaml.Node) -> None:
        """Read which cards of a component begin in a zone: `pack where kind == coin`."""
        found = self.expr(node)
        if isinstance(found, n.Where) and isinstance(found.items, n.Name):
            z.said["begins"], z.part = (found.items.name, start(node)), found.condition
        elif found is not n.UNREAD:
            self.file.slip(start(node), "begins names no component", "begins: pack where kind == coin")

    def _divided(self, z: ZoneLines, node: yaml.Node) -> bool:
        if z.of == "table":
            return False
        self.file.slip(
            start(node), f"zone '{z.name}' is divided already", "each, grid, hexes or map: one of them"
        )
        return True

    def _board(self, z: ZoneLines, key: str, node: yaml.Node) -> None:
        said = self.file.word(node)
        if key == "grid" and said == "open":
            z.said[key] = (said, start(node))
            return
        if self._divided(z, node):
            return
        z.of, z.keys, z.said[key] = "keys", ("x",), (said, start(node))
        if key == "map" and not said:
            self.file.slip(start(node), "map names no table", "map: regions")

    def _each(self, z: ZoneLines, node: yaml.Node) -> None:
        said = self.said(node)
        if self._divided(z, node):
            return
        numbers = re.fullmatch(r"(\d{1,3})\s*\.\.\s*(\d{1,3})", said)
        if said == "player":
            z.of = "seat"
            return
        z.of = "keys"
        if isinstance(node, yaml.SequenceNode):
            for one in node.value:
                key = getattr(one, "value", "")
                if not isinstance(key, str) or not re.fullmatch(r"[A-Za-z0-9][\w-]{0,30}", key, re.ASCII):
                    self.file.slip(
                        start(one), f"'{str(key)[:40]}' can be no name of a zone", "letters and digits"
                    )
                else:
                    z.keys = (*z.keys, int(key) if key.isdecimal() else key)
            if len(set(map(type, z.keys))) > 1:
                z.keys = tuple(map(str, z.keys))
        elif numbers and int(numbers[1]) <= int(numbers[2]):
            z.keys = tuple(range(int(numbers[1]), int(numbers[2]) + 1))
        else:
            self.file.slip(start(node), f"each is '{said}', expected player, 1..6, or a list of names")
        z.keys = tuple(dict.fromkeys(z.keys)) or ("x",)

    def _note(self, name: str, node: yaml.Node, at: int) -> NoteLines:
        each, said, where = "", "", start(node)
        secret: n.Expression | None = None
        dealt: n.Expression | None = None
        one_of: n.Expression | None = None
        of, heard, begun = "", True, not isinstance(node, yaml.MappingNode)
        if isinstance(node, yaml.MappingNode):
            for key, value, _ in self.file.known(node, "a note", NOTE):
                if key == "secret":
                    secret = self.expr(value)
                    if isinstance(secret, n.Name) and secret.name in ("yes", "true"):
                        self.file.slip(start(value), "secret says what it can be, so that others can imagine it", "secret: 1..6, or secret: [yes, no]")  # fmt: skip
                elif key == "one_of":
                    one_of = self.expr(value)
                elif key == "dealt":
                    dealt = self.expr(value)
                elif key == "each":
                    each = self.file.word(value)
                elif key == "list":
                    of = self.file.word(value)
                    if of not in LISTS:
                        self.file.slip(start(value), f"a list of '{of}', expected {', '.join(LISTS)}", near(of, LISTS))  # fmt: skip
                elif key == "said":
                    heard = self.file.yes(value)
                else:
                    said, where, begun = self.file.word(value), start(value), True
        elif isinstance(node, yaml.ScalarNode):
            said = node.value
        if isinstance(node, yaml.SequenceNode) or said == "[]":
            self.file.slip(where, f"'{name}': lists are not remembered", "{list: numbers}, words or players; cards are in zones")  # fmt: skip
        if name in self.zones:
            self.file.slip(at, f"'{name}' is a zone already", "choose another name")
        elif name in TAKEN or keyword.iskeyword(name):
            self.file.slip(at, f"'{name}' is what every table remembers already", "choose another name")
        if each and each != "player" and (each not in self.zones or self.zones[each].of != "keys"):
            families = [z.name for z in self.zones.values() if z.of == "keys"]
            self.file.slip(at, f"each is '{each}', expected player, or a zone of which there are several", near(each, ["player", *families]))  # fmt: skip
            each = ""
        if of:
            return NoteLines(name, at, LISTS.get(of, "num*"), "", each, None, None, heard, one_of)
        kind, first = self._first(said if begun else "0")
        if dealt is not None and (secret is None or each != "player"):
            self.file.slip(
                at, f"'{name}' is no secret of each player", "dealt: goes with each: player and secret:"
            )
        return NoteLines(name, at, kind, first, each, secret, dealt, heard, one_of)

    @staticmethod
    def _first(said: str) -> tuple[str, int | bool | str]:
        """Return the kind of a note, and what it is at first."""
        if said in ("yes", "no", "true", "false"):
            return "bool", said in ("yes", "true")
        if said in ("nobody", "nothing"):
            return ("seat" if said == "nobody" else "piece"), -1
        if re.fullmatch(r"-?\d{1,9}", said):
            return "num", int(said)
        return "word", said

    def _defined(self, key: str, head: str, node: yaml.Node, at: int) -> None:
        try:
            name, arguments = self.signature(head, at)
        except Slip as slip:
            self.file.note(slip, at)
            return
        there = self.values if key == "values" else self.deeds
        if not self._is_name(name, at, "a value" if key == "values" else "a deed"):
            return
        if name in self.zones or name in self.notes:
            self.file.slip(at, f"'{name}' is a {'zone' if name in self.zones else 'note'} already", "choose another name")  # fmt: skip
        elif key == "values":
            there[name] = ValueOrDeed(name, at, arguments, self.expr(node))
        else:
            there[name] = self._deed(name, node, at, arguments)

    def _deed(
        self, name: str, node: yaml.Node, at: int, arguments: tuple[tuple[str, str], ...]
    ) -> ValueOrDeed:
        """Return a deed: sentences, or those with what a card says that names it."""
        deed = ValueOrDeed(name, at, arguments)
        keys = {str(key.value) for key, _ in node.value} if isinstance(node, yaml.MappingNode) else set()
        if not keys & set(DEED):
            deed.block = self.read.block(node)
            return deed
        for key, value, _ in self.file.known(node, "a deed", DEED):
            if key == "do":
                deed.block = self.read.block(value)
            else:
                deed.says = self.file.word(value)
                for slot in re.findall(r"\{(\w+):", deed.says):
                    if slot not in dict(arguments):
                        self.file.slip(start(value), f"'{deed.says}' has {{{slot}}}, and {name} is given no {slot}", near(slot, dict(arguments)))  # fmt: skip
        for argument, kind in arguments if deed.says else ():
            if kind not in ("num", "word", "any"):
                self.file.slip(at, f"'{argument}' of {name} is {kind}, and a card can give a number or a word")  # fmt: skip
        return deed

    def signature(self, head: str, at: int) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return the name and the arguments of such as `act(card, who)`."""
        s = Scanner(head, 0, len(head), at)
        name = s.name()
        arguments: list[tuple[str, str]] = []
        if s.accept("("):
            while not s.accept(")"):
                argument = s.name("a name for what is given")
                word = s.take().text if s.peek().kind == "name" else argument
                if word != argument and word not in _ARGUMENTS:
                    raise Slip(f"'{word}' is no kind of thing", at, near(word, _ARGUMENTS))
                if argument in KEYWORDS or argument in RESERVED:
                    raise Slip(f"'{argument}' has a meaning of its own here", at, "choose another name")
                arguments.append((argument, _ARGUMENTS.get(word, "any")))
                if not s.accept(",") and not s.sees(")"):
                    raise s.unexpected("',' or ')'")
        s.done()
        return name, tuple(arguments)

    # -- steps

    def _step(self, name: str, node: yaml.Node, at: int, in_turn: bool) -> None:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*(?: [A-Za-z][A-Za-z0-9_]*){0,5}", name):
            self.file.slip(at, f"'{name[:40]}' can be no name of a step", "words of letters and digits")
            return
        step = StepLines(name, at, in_turn)
        if any(step.ident == other.ident for other in self.steps.values()):
            self.file.slip(at, f"two steps are called '{name}'")
            return
        moves: yaml.Node | None = None
        there = set()
        self._short_notes(node, at)
        for key, value, _ in self.file.known(written_out(self.file, node, name), "a step", STEP):
            there.add(key)
            match key:
                case "rule":
                    step.rule = self._rule(value)
                case "if":
                    step.condition = self.expr(value)
                case "begins with":
                    step.begins = self.read.block(value)
                case "who":
                    step.who, step.who_said = self.expr(value), self.said(value)
                case "secret":
                    step.secret = self.file.yes(value)
                case "unseen":
                    step.unseen = self.file.yes(value)
                case "with":
                    names = value.value if isinstance(value, yaml.SequenceNode) else [value]
                    step.about = tuple(
                        w
                        for one in names
                        if self._is_name(w := self.file.word(one), start(one), "what it is about")
                    )
                case "moves":
                    moves = value
                case "do":
                    step.do = self.read.block(value)
                case "after":
                    step.after = self.read.block(value)
        if moves is not None:
            if isinstance(moves, yaml.ScalarNode) and moves.value:
                step.moves = self._moves_of(moves, step)
            else:
                for move, value, where in self.file.entries(moves, "moves"):
                    if found := self._move(move, value, where, step):
                        step.moves.append(found)
            if not step.rule and "rule" not in there:
                self.file.slip(at, f"step '{name}' cites no rule", "rule: AB-005")
            if "do" in there:
                self.file.slip(at, f"step '{name}' has moves and sentences", "write begins with: before, or after: behind the choice")  # fmt: skip
            if not step.moves and not self.file.problems.errors:
                self.file.slip(at, f"step '{name}' has no moves")
        elif not there & {"do", "trick", "bets", "auction"}:
            self.file.slip(at, f"step '{name}' has neither moves nor anything to do", "moves: …, or do: […]")
        if step.unseen and in_turn:
            self.file.slip(at, "'unseen' is for steps below answers:", "everybody sees whose turn it is")
        if step.about and in_turn:
            self.file.slip(at, "'with' is for steps below answers:", "ask PLAYER to STEP about CARD")
        self.steps[name] = step

    def _moves_of(self, node: yaml.ScalarNode, step: StepLines) -> list[MoveLines]:
        """Return the moves of a step above, for another one with a rule of its own."""
        other = self.steps.get(node.value)
        if other is None:
            self.file.slip(
                start(node), f"no step above is called '{node.value}'", near(node.value, self.steps)
            )
            return []
        return [
            replace(move, rule=step.rule if move.rule == other.rule else move.rule) for move in other.moves
        ]

    def _short_notes(self, node: yaml.Node, at: int) -> None:
        """Keep in mind what the short form of a step needs."""
        for name, (kind, first, each) in notes_of(node).items():
            if name in self.zones or name in self.values:
                self.file.slip(
                    at,
                    f"{short_of(node)}: keeps a note '{name}', and that is a {'zone' if name in self.zones else 'value'} here",
                    "choose another name",
                )
            elif name not in self.notes:
                secret = self.expr(secret_of(node)) if name == "bid" else None
                self.notes[name] = NoteLines(name, at, kind, first, each, secret)

    def _rule(self, node: yaml.Node) -> str:
        said = self.file.word(node)
        if not RULE.fullmatch(said):
            self.file.slip(start(node), f"'{said[:40]}' is no number of a rule", "such as AB-005")
            return "XX-000"
        return said

    def _move(self, name: str, node: yaml.Node, at: int, step: StepLines) -> MoveLines | None:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_ ]{0,40}", name):
            self.file.slip(at, f"'{name[:40]}' can be no name of a move", "letters and digits")
            return None
        move = MoveLines(name, at, name, step.rule)
        for key, value, where in self.file.entries(node, "what a move is"):
            match key:
                case "says":
                    move.says = self.file.word(value).strip()
                case "rule":
                    move.rule = self._rule(value)
                case "also":
                    move.also = self.file.word(value).strip()
                case "refuse":
                    if isinstance(value, yaml.ScalarNode):
                        move.refuse = self.file.word(value)
                    else:
                        move.whys = self._needs(value)
                case "otherwise":
                    move.otherwise = self.file.yes(value)
                case "needs":
                    move.needs = self._needs(value)
                case "do":
                    move.do = self.read.block(value)
                case _:
                    if not NAME.fullmatch(key) or key in KEYWORDS or key in RESERVED or isinstance(value, yaml.MappingNode) or difflib.get_close_matches(key, MOVE, 1, 0.75):  # fmt: skip
                        self.file.slip(where, f"a move has no '{key}'", near(key, MOVE))
                        continue
                    move.choices.append(Choice(key, where, self.expr(value), self.said(value)))
        return move

    def _needs(self, node: yaml.Node) -> list[Need]:
        found: list[Need] = []
        if isinstance(node, yaml.SequenceNode) and node.flow_style:
            try:
                s = scanner_of(self.file, node)
                s.expect("[")
                while not s.accept("]"):
                    found.append(self._need_in(s, s.accept("{")))
                    if not s.accept(",") and not s.sees("]"):
                        raise s.unexpected("',' or ']'")
            except Slip as slip:
                self.file.note(slip, start(node))
            return found
        for one in node.value if isinstance(node, yaml.SequenceNode) else [node]:
            if isinstance(one, yaml.MappingNode):
                for key, value in one.value:
                    found.append(
                        self._need(start(key), self.expr(key), self.said(key), self.file.word(value))
                    )
            elif ": " in one.value:  # with its reason, in quotes
                try:
                    s = scanner_of(self.file, one)
                    found.append(self._need_in(s, "", ""))
                    s.done()
                except Slip as slip:
                    self.file.note(slip, start(one), self.said(one))
            else:
                found.append(self._need(start(one), self.expr(one), self.said(one)))
        return found

    def _need_in(self, s: Scanner, braces: str, stops: str = ",]") -> Need:
        at, first = s.here(), s.peek().at
        if s.peek().kind == "quoted":
            token = s.take()
            inner = Scanner(s.text, token.at + 1, token.end - 1)
            condition, said = expression(inner), token.text[1:-1]
            inner.done()
        else:
            condition = expression(s)
            said = s.text[first : s.pos].strip()
        reason = s.free_text(",}" if braces else stops)[0] if s.accept(":") else ""
        if braces:
            s.expect("}")
        return self._need(at, condition, said, reason)

    @staticmethod
    def _need(at: int, condition: n.Expression, said: str, reason: str = "") -> Need:
        rules = RULE.findall(reason)
        reason = re.sub(r"\s*\(\s*\)", "", RULE.sub("", reason)).strip()
        return Need(at, condition, re.sub(r"\s+", " ", said), reason, rules[0] if rules else "")


def _summands(node: n.Expression, said: str) -> dict[str, n.Expression]:
    """Return what is added up in an expression, by its words or the name of its value; nothing where it is no sum."""
    found: list[n.Expression] = []
    while isinstance(node, n.Both) and node.word == "+":
        found.insert(0, node.right)
        node = node.left
    words, depth = [""], 0
    for letter in said:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "+" and not depth:
            words.append("")
        else:
            words[-1] += letter
    if not found or len(words) != len(found) + 1:
        return {}
    names = [word.replace("_", " ") if word.isidentifier() else word for word in map(str.strip, words)]
    terms = zip(names, [node, *found], strict=True)
    return {name[1:-1] if isinstance(one, n.Either) else name: one for name, one in terms}
