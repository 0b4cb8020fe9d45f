"""The letters of rules.yaml as words, each with its place: what expressions and sentences are read from."""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml

from cardgen.ruledata.file import RulesFile, Slip

LONG = 2_000  # letters of an expression or a sentence
_SPACE = re.compile(r"(?:\s+(?:#[^\n]*)?)*")
_WORD = re.compile(
    r"(?P<number>\d{1,9})(?![\d\w])|(?P<name>[A-Za-z]\w{0,60})(?!\w)|(?P<quoted>'(?:[^'\n]|'')*'|\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<sign>\.\.|==|!=|<=|>=|[-+*/%()\[\]{},.<>:])",
    re.ASCII,
)
_SIMPLE = re.compile(r"[^'\"\\]*")


class Token(NamedTuple):
    """One word: its kind (number, name, quoted, sign; "" at the end), its text, and where it begins and ends."""

    kind: str
    text: str
    at: int
    end: int


class Scanner:
    """Words from one place of a file to another.

    A text in quotes that needs them undone is read apart from the file; then all of it stands where it begins.
    """

    def __init__(self, text: str, first: int, end: int, fixed: int | None = None) -> None:
        self.text, self.pos, self.end, self.fixed = text, first, end, fixed
        self.depth = 0  # of what is being read in brackets
        self._peeked: Token | None = None

    def at(self, pos: int) -> int:
        return pos if self.fixed is None else self.fixed

    def peek(self) -> Token:
        """Return the next word without taking it."""
        if self._peeked is None:
            self._peeked = self._read(self.pos)
        return self._peeked

    def after(self) -> Token:
        """Return the word after the next one."""
        return self._read(self.peek().end)

    def _read(self, pos: int) -> Token:
        space = _SPACE.match(self.text, pos, self.end)
        pos = space.end() if space else pos
        if pos >= self.end:
            return Token("", "", self.end, self.end)
        found = _WORD.match(self.text, pos, self.end)
        if not found:
            letter = self.text[pos]
            hint = "write == to compare" if letter == "=" else "close the quotes" if letter in "'\"" else ""
            if letter.isdigit():
                raise Slip("a number has at most nine digits, and no letters", self.at(pos))
            raise Slip(f"{letter!r} is not expected here" if letter == "'" else f"'{letter}' is not expected here", self.at(pos), hint)  # fmt: skip
        kind = found.lastgroup or ""
        return Token(kind, found[0], pos, found.end())

    def take(self) -> Token:
        """Return the next word and go on behind it."""
        token = self.peek()
        self.pos, self._peeked = token.end, None
        return token

    def sees(self, *words: str) -> bool:
        """Return whether the next word is one of these."""
        token = self.peek()
        return token.kind in ("name", "sign") and token.text in words

    def accept(self, *words: str) -> str:
        """Take the next word if it is one of these; "" if not."""
        return self.take().text if self.sees(*words) else ""

    def expect(self, word: str, hint: str = "") -> None:
        if not self.accept(word):
            raise self.unexpected(f"'{word}'", hint)

    def name(self, what: str = "a name") -> str:
        if self.peek().kind != "name":
            raise self.unexpected(what)
        return self.take().text

    def unexpected(self, wanted: str = "", hint: str = "") -> Slip:
        """Return the mistake that the next word is."""
        token = self.peek()
        where = self.at(token.at)
        if not token.kind:
            return Slip(f"expected {wanted}, it ends too early" if wanted else "it ends too early", where, hint)  # fmt: skip
        if token.text == ":" and not hint:
            hint = "put quotes around a text that holds ': '"
        said = token.text if token.kind == "quoted" else f"'{token.text}'"
        if wanted:
            return Slip(f"expected {wanted}, not {said}", where, hint)
        return Slip(f"{said} is not expected here", where, hint)

    def done(self) -> None:
        if self.peek().kind:
            raise self.unexpected()

    def here(self) -> int:
        return self.at(self.peek().at)

    def free_text(self, stops: str) -> tuple[str, int]:
        """Take words up to a stop that stands outside of brackets, or what is in quotes; returns also where they begin."""
        token = None
        try:
            token = self.peek()
        except Slip:  # whatever letters a text has
            space = _SPACE.match(self.text, self.pos, self.end)
            self.pos = space.end() if space else self.pos
        if token is not None:
            if token.kind == "quoted":
                self.take()
                return unquoted(token.text), self.at(token.at + 1)
            self.pos, self._peeked = token.at, None
        first, depth, pos = self.pos, 0, self.pos
        while pos < self.end:
            letter = self.text[pos]
            if letter in stops and not depth:
                break
            depth += (letter in "{[(") - (letter in "}])" and depth > 0)
            pos += 1
        self.pos = pos
        return re.sub(r"\s+", " ", self.text[first:pos]).strip(), self.at(first)


def unquoted(text: str) -> str:
    """Return what is in quotes, as YAML reads it."""
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError:
        value = None
    return value if isinstance(value, str) else text[1:-1]


def scanner_of(file: RulesFile, node: yaml.Node) -> Scanner:
    """Return the words of a node as they are written in the file."""
    first, end = node.start_mark.index, node.end_mark.index
    if end - first > LONG * (1 if isinstance(node, yaml.ScalarNode) else 20):
        raise Slip(f"this is longer than {LONG:,} letters", first, "write deeds or values, and use them here")
    style = getattr(node, "style", None)
    if isinstance(node, yaml.ScalarNode) and style in ("'", '"'):
        inside = file.text[first + 1 : end - 1]
        if _SIMPLE.fullmatch(inside) or inside == node.value:
            return Scanner(file.text, first + 1, end - 1)
        return Scanner(node.value, 0, len(node.value), first)
    if style in ("|", ">"):
        return Scanner(node.value, 0, len(node.value), first)
    return Scanner(file.text, first, end)
