"""Sentences: a verb first, one a line. Patterns in `words` say how each is written; this reads them."""

from __future__ import annotations

import re
from typing import Any

import yaml

from cardgen.ruledata import nodes as n
from cardgen.ruledata.file import NAME, RulesFile, Slip, near, start
from cardgen.ruledata.grammar import expression, text, tight
from cardgen.ruledata.scanner import Scanner, scanner_of, unquoted
from cardgen.ruledata.words import HEADS, SENTENCES

RULE = re.compile(r"\b[A-Z]{2,4}-Q?\d{1,3}\b")
_SLOT = re.compile(r"\{(\w+):(\w+)\}|(\[)|(\])|([a-z]+)")
_ALL = {**SENTENCES, **HEADS}
_FIRST = {"", *(verb.split()[0] for verb in _ALL)}


class SentenceReader:
    """Reads sentences of one file; a mistake is noted, and reading goes on with the next sentence."""

    def __init__(self, file: RulesFile) -> None:
        self.file = file

    # -- blocks

    def block(self, node: Any) -> n.Sentences:
        """Return the sentences of a node: a list of them, or one."""
        if node is None:
            return n.Sentences(0, ())
        at = start(node)
        if isinstance(node, yaml.ScalarNode):
            return n.Sentences(at, self._line(node) if node.value.strip() else ())
        if node.flow_style:
            return self._flow(node)
        found: list[n.Sentence] = []
        if isinstance(node, yaml.MappingNode):
            found += self._pairs(node)
        else:
            for item in node.value:
                found += self.block(item).sentences
        return n.Sentences(at, tuple(found))

    def _line(self, node: yaml.ScalarNode) -> tuple[n.Sentence, ...]:
        said = node.value
        try:
            s = scanner_of(self.file, node)
            sentence = self._sentence(s, "")
            if sentence.verb in HEADS:
                raise Slip("a colon and sentences follow here", start(node))
            s.done()
            return (sentence,)
        except Slip as slip:
            self.file.note(slip, start(node), said)
            if found := re.match(r"let (\w+) be\b", said):  # what it would have named is no second mistake
                return (n.Sentence(start(node), "let", {"name": found[1], "given": n.UNREAD}, said),)
            return ()

    def _pairs(self, node: yaml.MappingNode) -> list[n.Sentence]:
        found = []
        for key, value in node.value:
            try:
                if not isinstance(key, yaml.ScalarNode):
                    raise Slip("expected a sentence before the colon", start(key))
                s = scanner_of(self.file, key)
                head = self._sentence(s, "")
                s.done()
                if head.verb == "tell":
                    found.append(self._telling(head, *self._text_of(value)))
                    continue
                self._takes_block(head)
            except Slip as slip:
                self.file.note(slip, start(key), getattr(key, "value", "") if isinstance(key, yaml.ScalarNode) else "")  # fmt: skip
                inside = self.block(value)
                if str(key.value).startswith("if "):  # what it holds may end the game, and be wrong, too
                    found.append(n.Sentence(start(key), "if", {"condition": n.UNREAD}, "", inside))
                continue
            found.append(n.Sentence(head.at, head.verb, head.parts, head.said, self.block(value)))
        return found

    def _takes_block(self, head: n.Sentence) -> None:
        if head.verb not in HEADS and head.verb != "last round":
            raise Slip("no colon comes after this sentence", head.at, near("", [*HEADS, "last round"]))

    def _text_of(self, node: yaml.Node) -> tuple[str, int]:
        return self.file.word(node), start(node)

    # -- sentences in brackets

    def _flow(self, node: yaml.Node) -> n.Sentences:
        at = start(node)
        try:
            s = scanner_of(self.file, node)
            return self._bracket(s)
        except Slip as slip:
            self.file.note(slip, at)
            return n.Sentences(at, ())

    def _bracket(self, s: Scanner) -> n.Sentences:
        at, opened = s.here(), s.accept("[", "{")
        closed = "]" if opened == "[" else "}"
        found: list[n.Sentence] = []
        while not s.accept(closed):
            if s.accept("{"):
                found.append(self._item(s, "}"))
                s.expect("}")
            elif s.peek().kind == "quoted":
                token = s.take()
                inner = Scanner(unquoted(token.text), 0, len(unquoted(token.text)), s.at(token.at + 1))
                found.append(self._item(inner, ""))
                inner.done()
            else:
                found.append(self._item(s, closed))
            if not s.accept(",") and not s.sees(closed):
                raise s.unexpected(f"',' or '{closed}'")
        return n.Sentences(at, tuple(found))

    def _item(self, s: Scanner, closed: str) -> n.Sentence:
        head = self._sentence(s, "," + closed)
        if head.verb == "tell":
            s.expect(":")
            return self._telling(head, *s.free_text("," + closed))
        if not s.sees(":"):
            if head.verb in HEADS:
                raise Slip(f"'{head.said}' wants a colon and sentences", head.at)
            return head
        self._takes_block(head)
        s.take()
        if s.sees("[", "{"):
            block = self._bracket(s)
        else:
            one = self._item(s, closed)
            block = n.Sentences(one.at, (one,))
        return n.Sentence(head.at, head.verb, head.parts, head.said, block)

    # -- one sentence

    def _sentence(self, s: Scanner, stops: str) -> n.Sentence:
        """Read a sentence by its pattern; free words in it end at one of the stops."""
        at, first = s.here(), s.peek()
        if first.kind != "name":
            raise s.unexpected("a sentence")
        verb = self._verb(s)
        parts: dict[str, Any] = {}
        pattern = _ALL[verb][0]
        skipping = False
        rest = pattern.removeprefix(verb)
        for found in _SLOT.finditer(rest):
            slot, kind, opens, closes, word = found.groups()
            if opens:
                skipping = not s.sees(rest[found.end() :].split()[0].rstrip("]"))
            elif closes:
                skipping = False
            elif skipping:
                continue
            elif word:
                s.expect(word, f"write it as: {written(pattern)}")
                if word in ("top", "credit"):
                    parts[word] = True
            else:
                parts[slot] = self._slot(s, kind, stops)
                if kind == "text" and not parts[slot].text:
                    raise s.unexpected("a reason")
        said = s.text[first.at : s.pos].strip()
        return n.Sentence(at, verb, parts, re.sub(r"\s+", " ", said))

    def _verb(self, s: Scanner) -> str:
        token = s.peek()
        two = f"{token.text} {s.after().text}"
        for verb in (two, token.text):
            if verb in _ALL:
                for _ in verb.split():
                    s.take()
                return verb
        hint = near(two if two in ("next", "go") else token.text, _ALL)
        raise Slip(f"no sentence begins with '{token.text}'", s.here(), hint)

    def _slot(self, s: Scanner, kind: str, stops: str) -> Any:
        match kind:
            case "e":
                return expression(s)
            case "z":
                return tight(s)
            case "name":
                at, name = s.here(), s.name()
                if not NAME.fullmatch(name):
                    raise Slip(f"'{name}' can be no name", at)
                return name
            case "way":
                return expression(s) if s.accept("by") else s.name("sideways, upright, or by 1")
            case "zone" | "side":
                at = s.here()
                return n.Name(at, s.name("the name of a zone" if kind == "zone" else "left or right"))
            case "zones":
                return self._zones(s)
            case "step":
                at, words = s.here(), [s.name("the name of a step")]
                while s.peek().kind == "name" and not s.sees("about"):
                    words.append(s.take().text)
                return n.Name(at, " ".join(words))
            case "list":
                items = [expression(s)]
                while s.sees(",") and s.after().text not in _FIRST:
                    s.take()
                    items.append(expression(s))
                return tuple(items)
            case "text":
                return text(*s.free_text(stops + ":" if "," in stops else ""))
            case "figures":
                return self._figures(s)
            case "given":
                verb = s.peek().text
                if verb in ("draw", "pay") and not s.after().text.startswith(("(", ".", "[")):
                    return self._sentence(s, stops)
                return expression(s)
            case "rules":
                first = s.peek()
                found = RULE.match(s.text, first.at, s.end)
                rules = []
                while found:
                    rules.append(found[0])
                    s.pos, s._peeked = found.end(), None
                    if s.sees(",") and RULE.match(s.text, s.after().at, s.end):
                        s.take()
                    found = RULE.match(s.text, s.peek().at, s.end)
                if not rules:
                    raise Slip("expected the number of a rule", s.here(), "tell NM-007: a coin at the gate")
                return tuple(rules)
        raise AssertionError(kind)

    def _figures(self, s: Scanner) -> tuple[tuple[str, n.Expression], ...]:
        """Read numbers with their names: `high as winning_bid, pot as pot_won`."""
        found: list[tuple[str, n.Expression]] = []
        while not found or s.accept(","):
            value = expression(s)
            s.expect("as", "with high as winning_bid")
            found.append((s.name("a name for the number"), value))
        return tuple(found)

    def _zones(self, s: Scanner) -> tuple[n.Name, ...]:
        found = []
        while not s.sees("to"):
            found.append(n.Name(s.here(), s.name("the name of a zone")))
            s.accept(",", "and")
        if not found:
            raise s.unexpected("the names of zones, or everything")
        return tuple(found)

    def _telling(self, head: n.Sentence, said: str, at: int) -> n.Sentence:
        return n.Sentence(head.at, "tell", {**head.parts, "text": text(said, at)}, f"tell: {said}")


def written(pattern: str) -> str:
    """Return a pattern as one writes the sentence: move CARDS [from ZONE] to ZONE."""
    names = {
        "what": "CARDS",
        "number": "N",
        "zone": "ZONE",
        "come": "ZONE",
        "to": "ZONE",
        "one": "ZONE",
        "two": "ZONE",
        "zones": "ZONES",
        "who": "PLAYER",
        "target": "NOTE",
        "given": "VALUE",
        "rules": "AB-012",
    }
    return re.sub(r"\{(\w+):\w+\}", lambda m: names.get(m[1], m[1].upper()), pattern)
