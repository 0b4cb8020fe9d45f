"""rules.yaml as located YAML: nothing is constructed, so nothing can be run; what is wrong is collected with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import yaml

from cardgen.base.errors import CardgenError, Location, Problem, Problems, did_you_mean
from cardgen.base.files import FileError, read_text, shown
from cardgen.source.parse import parse_yaml
from cardgen.source.syntax import LOOKS_LIKE_SPACE, NO_SPACE

LONGEST = 200_000  # letters of a file
DEEPEST = 30  # levels of a file
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,40}")


class Slip(Exception):
    """A mistake in the rules: what is wrong, where (a letter of the file; None: where one is reading), and a hint."""

    def __init__(self, message: str, at: int | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.at, self.hint = message, at, hint


class RulesFile:
    """The text of a rules.yaml, its YAML nodes, and what is wrong with it."""

    def __init__(self, path: Path, text: str | None = None) -> None:
        self.path, self.shown = path, shown(path)
        self.problems = Problems()
        self.may_end = False  # a sentence that could not be read has words that end a game
        if text is None:
            try:
                text = read_text(path, self.shown)
            except FileError as wrong:
                raise CardgenError([wrong.problem(Location(self.shown))]) from None
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._starts = [0, *(m.end() for m in re.finditer("\n", self.text))]

    @cached_property
    def root(self) -> yaml.Node | None:
        """Its nodes, or None after noting why there are none."""
        if len(self.text) > LONGEST:
            self.slip(0, f"the file is longer than {LONGEST:,} letters")
            return None
        try:
            return self._read()
        except (yaml.YAMLError, UnicodeEncodeError):
            said, known = Problems(), bool(self.problems.errors)
            parse_yaml(self.text, self.shown, said)
            self.problems.extend([one for one in said if one.code == "yaml" or not known])
            return None

    def _read(self) -> yaml.Node | None:
        """Return the nodes of the file, or None after noting what rules may not use."""
        depth, wrong = 0, False
        for event in yaml.parse(self.text, Loader=_LOADER):
            depth += isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent)
            depth -= isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent)
            what = ""
            if depth > DEEPEST:
                what = f"this is nested more than {DEEPEST} levels deep"
            elif isinstance(event, yaml.AliasEvent):
                what = "rules have no aliases (*)"
            elif getattr(event, "anchor", None):
                what = "rules have no anchors (&)"
            elif getattr(event, "tag", None):
                what = "rules have no tags (!)"
            if what:
                hint = "write it out; text that begins with *, & or ! needs quotes"
                self.slip(event.start_mark.index if event.start_mark else 0, what, hint)
                wrong = True
                if depth > DEEPEST:
                    return None
        return None if wrong else yaml.compose(self.text, Loader=_LOADER)

    def place(self, at: int) -> Location:
        """Return line and column of a letter."""
        line = bisect_right(self._starts, max(at, 0))
        return Location(self.shown, line, max(at, 0) - self._starts[line - 1] + 1)

    def line(self, at: int) -> int:
        """Return the line of a letter."""
        return bisect_right(self._starts, max(at, 0))

    def slip(self, at: int, message: str, hint: str = "") -> None:
        self.problems.add(message, self.place(at), hint=hint, code="rules")

    def note(self, slip: Slip, at: int, about: str = "") -> None:
        """Note a slip at its own place, or at the given one, with the words that it is about; one without words was noted."""
        if not slip.message:
            return
        self.may_end = self.may_end or bool(re.search(r"\b(end|last round)\b", about))
        at = at if slip.at is None else slip.at
        about = re.sub(r"\s+", " ", about).strip()
        said = f"'{about if len(about) < 90 else about[:89] + '…'}': " if about else ""
        hint = slip.hint
        if not hint or _VAGUE.match(hint) or "no sentence begins" in slip.message:
            line = self.text[self._starts[self.line(at) - 1] :].partition("\n")[0]
            hint = idiom(about or _KEY.sub("", line)) or hint
        self.slip(at, said + slip.message, hint)

    def fail(self) -> None:
        """Raise everything that was noted."""
        if self.problems.errors:
            # one mistake is often seen twice where it stands: the first one says most
            kept: dict[tuple[str, int, int], Problem] = {}
            for problem in self.problems:
                where = problem.where or Location("")
                kept.setdefault((where.file, where.line, where.column), problem)
            raise CardgenError(kept.values())

    # -- nodes

    def entries(self, node: yaml.Node | None, what: str = "") -> Iterator[tuple[str, yaml.Node, int]]:
        """Yield key, value and place of a block of entries; a key that is there twice is a mistake."""
        if node is None or (isinstance(node, yaml.ScalarNode) and not node.value):
            return
        if not isinstance(node, yaml.MappingNode):
            self.slip(start(node), f"expected {what or 'entries'}, each with its name and a colon")
            return
        seen: set[str] = set()
        for key, value in self._joined(node) if node.flow_style else node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.slip(start(key), "expected a name before the colon")
            elif LOOKS_LIKE_SPACE.match(key.value):
                self.slip(start(key), *NO_SPACE)
            elif key.value in seen:
                self.slip(start(key), f"'{key.value}' is there twice")
            else:
                seen.add(key.value)
                yield key.value, value, start(key)

    def _joined(self, node: yaml.MappingNode) -> Iterator[tuple[yaml.Node, yaml.Node]]:
        """Yield the entries in braces; what YAML divided at a comma in brackets, such as `max(a, b)`, is one again."""
        pairs = list(node.value)
        while pairs:
            key, value = pairs.pop(0)
            first, end = value.start_mark, value.end_mark
            plain = isinstance(value, yaml.ScalarNode) and not value.style
            while plain and pairs and _open(self.text[first.index : end.index]):
                end = pairs[0][1].end_mark if pairs[0][1].value else pairs[0][0].end_mark
                pairs.pop(0)
            if end is not value.end_mark:
                value = yaml.ScalarNode(value.tag, self.text[first.index : end.index], first, end)
            yield key, value

    def known(
        self, node: yaml.Node | None, what: str, keys: Iterable[str]
    ) -> Iterator[tuple[str, yaml.Node, int]]:
        """Yield the entries with a known key; the others are mistakes."""
        keys = tuple(keys)
        for key, value, at in self.entries(node, what):
            if key in keys:
                yield key, value, at
            else:
                self.slip(at, f"{what} has no '{key}'", near(key, keys))

    def word(self, node: yaml.Node) -> str:
        """Return the text of a node."""
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        self.slip(start(node), "expected a word here, not a list or entries")
        return ""

    def yes(self, node: yaml.Node) -> bool:
        said = self.word(node)
        if said not in ("yes", "no", "true", "false"):
            self.slip(start(node), f"this is '{said}', expected yes or no")
        return said in ("yes", "true")


def _open(text: str) -> bool:
    return text.count("(") > text.count(")") or text.count("[") > text.count("]")


def start(node: yaml.Node) -> int:
    """Return the first letter of a node."""
    return int(node.start_mark.index)


SYNONYMS = {
    "visible_to": "seen_by", "visibility": "seen_by", "hidden": "seen_by", "owner": "each", "per": "each", "count": "chips",
    "setup": "set up", "set-up": "set up", "start": "set up", "state": "notes", "remembers": "notes", "memory": "notes",
    "phases": "turn", "turns": "turn", "actions": "turn", "functions": "deeds", "scoring": "score", "players": "each",
    "condition": "needs", "if": "needs", "effect": "do", "effects": "do", "label": "says", "text": "says", "first": "begins with",
    "first n": "first 3 of", "top": "first 3 of", "len": "count", "size": "count", "most": "with_most", "least": "with_least",
    "nth": "my hand[2]", "discard": "move", "play": "move", "take": "move", "give": "move", "put": "move", "remove": "move",
    "face": "seen_by", "winner": "wins", "full": "all(board of c is not empty for c in board)",
    "print": "tell", "win": "end", "goto": "go to", "while": "repeat while", "foreach": "for each", "call": "do", "increase": "add",
}  # fmt: skip
"""What people write who have not read the manual, and what they mean."""
IDIOMS = [
    (re.compile(said), meant)
    for said, meant in (
        (r"^(\w[\w ]*?) = (.+)$", r"set \1 to \2"),
        (r"^(\w+(?:, ?\w+)+)$", r"a list is in brackets: [\1]"),
        (r"^(move|show) (\w+(?:(?:,| and|, and) \w+)+) (?:from|to)\b", r"several cards are a list in brackets: \1 [a, b] to …"),
        (r"^(draw|deal|pay) an? \w+", r"a number alone says how many: \1 1 from … to …"),
        (r"^(draw|deal|pay) (\d+) \w+ (?:from|to)\b", r"a number alone says how many: \1 \2 from … to …"),
        (r"^(?:add|subtract) (\d+) (\w+)$", r"add \1 to my \2"),
        (r"\b(\d+) (?:rounds|turns)\b", r"turns_taken >= \1 * number_of_players"),
        (r"\bsame (\w+)", r"cards are all of one \1; of two cards: one.\1 == two.\1"),
        (r"\bdifferent (?:in )?(\w+)|\b(\w+?)s? are different", r"cards are all different in \1\2"),
        (r"^(?:the )?(?:most|highest|largest) (\w+)$", r"[my \1]: the highest wins; the lowest: [-my \1]"),
        (r"\b(?:number of )?cards? (?:left )?in ((?:my )?\w+)", r"count(\1)"),
        (r"\b(?:only|just) one player\b", "count(players where coins of it > 0) == 1"),
        (r"\b(?:has|have|having) (?:no|any|more|less|at|only|\d+)\b", "my coins == 0, coins of p == 0, or count(my hand) == 0"),
        (r"\b(?:next|left|other) player\b", "after(me) is the next player, others are all others"),
        (r"^(?:each|every|all) players?\b|\b(?:all|every) (?:other )?players\b", "for each p in players: [a sentence with p]"),
        (r"\bmiddle\b|\bcent(?:re|er)\b", "a place has a name, such as board of c3"),
        (r"\bneighbou?rs?\b", "for each c in next to place: [a sentence with board of c]"),
        (r"\b(?:next to|beside|adjacent to|touch\w*) an?\b", "any(board of c is not empty for c in next to place)"),
        (r"\bfull\b", "all(board of c is not empty for c in board), or count(row) == 5"),
        (r"^(?:gain|get|earn|win|lose|score|receive)\b.*", "pay 2 from bank to my coins, or add 2 to my points"),
        (r"\b(?:is|are) (?:out|eliminated|dead)\b", "a note out: {each: player, begins: no}; set out of p to yes; skips: out of it"),
        (r"\broll (?:an? |the |\d+ )?di(?:e|ce)\b", "let die be roll(6)"),
        (r"\b(?:re)?shuffle (\w+) (?:into|to|in|back)\b", r"deck: {begins: …, renewed_from: \1}"),
        (r"^if .*\bthen\b", "if CONDITION: sentence"),
        (r"\b(\d+|any|two|three|four) (?:of|from|cards of) (my hand|row)\b", r"choose(\2, 3) are all sets of three"),
        (r"\b(?:the|an?) (\w+)", r"write \1, without an article"),
    )
]  # fmt: skip
"""What sentences sound like before one knows their words, and how they are written."""
_VAGUE = re.compile("write it as|known: |write == |a name of yours|only the move")
_KEY = re.compile(r"^[\s-]*(?:\w[\w ]*: )?")


def idiom(said: str) -> str:
    """Return how a sentence or an expression is written that sounds like this, or ""."""
    said = said.partition(": ")[0]  # no reason, no story
    found = ((pattern.search(said), meant) for pattern, meant in IDIOMS if "{" not in said)
    return next((one.expand(meant) for one, meant in found if one), "")


def near(name: str, known: Iterable[str]) -> str:
    """Return a hint: the word that was meant, or all there are in their order."""
    known = list(dict.fromkeys(str(one) for one in known))
    meant = SYNONYMS.get(name.lower())
    if meant and (meant in known or " " in meant or "[" in meant):
        return f"did you mean '{meant}'?"
    hint = did_you_mean(name, known)
    if not hint.startswith("known: "):
        return hint
    return f"known: {', '.join(known[:14])}{', …' if len(known) > 14 else ''}"
