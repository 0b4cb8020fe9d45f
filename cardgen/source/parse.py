"""YAML files → located nodes.

`yaml.safe_load` is never used on kits: it keeps the last of two equal keys, expands alias bombs and
reads `no` as False. Here the parser's events are read one by one, without recursion, and everything a kit has
no use for (aliases, tags, merge keys) is a problem with a place. Unquoted values are those of YAML 1.2: `no`,
`on`, `12:30` and `007` are text, not surprises.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from yaml import events

from cardgen.base.errors import Location, Problems
from cardgen.base.files import FileError, Files, read_text
from cardgen.source.nodes import Block, Document, Items, Place, Step
from cardgen.source.syntax import LOOKS_LIKE_SPACE, NO_SPACE, explain_syntax

MAX_DEPTH = 40
MAX_NODES = 200_000

Scalar: TypeAlias = str | int | float | bool | None

_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# A leading zero makes it text, so that card ids such as 007 survive; more than 18 digits is no quantity.
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,4})?")

# Everything invisible but tab and line ends; the Unicode line breaks too, because editors do not count them.
INVISIBLE = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Folder:
    """A kit's folder while its YAML is read: what cannot be found or read is noted, and reading goes on.

    `sources` are the files that were read.
    """

    def __init__(self, root: Path, problems: Problems) -> None:
        self.root = root
        self.problems = problems
        self.sources: list[Path] = []
        self.files = Files(root)
        self.name_of = self.files.name_of

    def find(
        self,
        name: str,
        asking: Document,
        *path: Step,
        what: str = "file",
        shared: bool = False,
        hint: str = "",
    ) -> Path | None:
        """Return the file that is named at this path of a document, or None after noting why there is none.

        With `shared`, the shared templates count too. `hint` says what to do when it is not there.
        """
        try:
            return self.files.find(name, what, shared).path
        except FileError as error:
            problem = error.problem(asking.where(*path), asking.trail(*path))
            if hint and error.code == "missing-file":
                problem = replace(problem, hint=hint)
            self.problems.extend([problem])
            return None

    def open_yaml(self, name: str) -> Document | None:
        """Return the located data of a YAML file that nothing but its name leads to, or None after noting why not."""
        try:
            return self.read_yaml(self.files.find(name).path, name)
        except FileError as error:
            self.problems.extend([error.problem(Location(self.name_of(name)))])
            return None

    def read_yaml(self, path: Path, name: str, root: tuple[str, ...] = ()) -> Document | None:
        """Return the located data of a found YAML file, or None after noting what is wrong with it."""
        document = read_yaml(path, self.name_of(name), self.problems, root)
        if path not in self.sources:
            self.sources.append(path)
        return document


def read_yaml(path: Path, label: str, problems: Problems, root: tuple[str, ...] = ()) -> Document | None:
    """Return the located data of a YAML file that messages call `label`, or None after noting what is wrong with it."""
    try:
        return parse_yaml(read_text(path, label), label, problems, root)
    except FileError as error:
        problems.extend([error.problem(Location(label))])
        return None


def parse_yaml(text: str, file: str, problems: Problems, root: tuple[str, ...] = ()) -> Document | None:
    """Return the located data of one YAML file, or None after noting why it cannot be used.

    `problems` receives everything found: what YAML itself refuses, and what a kit may not use.
    """
    if _invisible_characters(text, file, problems):
        return None
    reader = _YamlReader(text, file, problems)
    try:
        reader.read(yaml.parse(text, Loader=_LOADER))
    except yaml.YAMLError as error:
        explain_syntax(error, text, file, problems, reader.quote)
        return None
    reader.tell_of_commas()
    if reader.lost:
        return None
    return Document(file, reader.data, reader.at, root, problems=problems)


def plain_value(text: str) -> Scalar:
    """Return what an unquoted value means: true, false, null, a number, or else the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and not text.lstrip("+-").isdigit():
        number = float(text)
        return number if math.isfinite(number) else text
    return text


def _invisible_characters(text: str, file: str, problems: Problems) -> bool:
    found = INVISIBLE.search(text)
    if not found:
        return False
    before = _LINE_END.split(text[: found.start()])
    problems.add(
        f"there is an invisible character here (U+{ord(found[0]):04X}), expected plain text",
        Location(file, len(before), len(before[-1]) + 1),
        hint="delete it and type the place again",
        code="invisible-character",
    )
    return True


_NO_KEY = object()
_SKIPPED = "\0skipped"


class _YamlReader:
    """Turns parser events into located data; `lost` says that a part of the file cannot be known."""

    def __init__(self, text: str, file: str, problems: Problems) -> None:
        self.text = text
        self.file = file
        self.problems = problems
        self.data: Any = None
        self.at = Place(1, 1)
        self.lost = False
        self.quote: tuple[int, int, int] | None = None  # the last quoted text over several lines: from, to
        self._stack: list[Block | Items] = []
        self._keys: list[Any] = []  # the key that waits for its value, one for each open container
        self._bare: list[
            tuple[Block, str]
        ] = []  # where a key without a ':' stands, or the text it goes on with
        self._documents = 0
        self._nodes = 0

    def read(self, stream: Iterator[Any]) -> None:
        for event in stream:
            kind = type(event)
            if kind is events.ScalarEvent:
                self._properties(event)
                place = self._place(event, None if event.style else event.value)
                if event.style in ("'", '"') and event.start_mark.line < event.end_mark.line:
                    self.quote = (place.line, place.column, event.end_mark.line + 1)
                self._value(self._scalar(event, place), place)
            elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
                self._properties(event)
                at = self._place(event)
                if len(self._stack) >= MAX_DEPTH:
                    self._problem(f"nested more than {MAX_DEPTH} levels deep", event, code="too-deep")
                    self.lost = True
                    return
                self._stack.append(Block(at) if kind is events.MappingStartEvent else Items(at))
                self._keys.append(_NO_KEY)
            elif kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
                done = self._stack.pop()
                self._keys.pop()
                self._value(done, done.at)
            elif kind is events.AliasEvent:
                self._problem(
                    f"aliases (*{event.anchor}) are not used in kits, expected the value itself",
                    event,
                    hint="repeat the value, or use each: for cards that differ little; "
                    "text that begins with * needs quotes",
                    code="alias",
                )
                self.lost = True
                self._value(None, self._place(event))
            elif kind is events.DocumentStartEvent and not self._document(event):
                return
            self._nodes += 1
            if self._nodes > MAX_NODES:
                self._problem("the file has too many values for one kit", event, code="too-large")
                self.lost = True
                return

    def _document(self, event: Any) -> bool:
        self._documents += 1
        if event.tags:
            self._problem("%TAG lines are not used in kits", event, hint="delete the line", code="tag")
        if self._documents > 1:
            self._problem(
                "a second document begins here (---), expected one document in a file",
                event,
                hint="delete the line ---, or move the rest to a file of its own",
                code="several-documents",
            )
            self.lost = True
        return self._documents == 1

    def _properties(self, event: Any) -> None:
        if event.anchor is not None:
            self._problem(
                f"anchors (&{event.anchor}) are not used in kits",
                event,
                hint=f"delete &{event.anchor}; text that begins with & needs quotes",
                code="anchor",
            )
        if event.tag is not None:
            short = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._problem(
                f"tags ({short}) are not used in kits, expected the plain value",
                event,
                hint=f"delete {short}; text that begins with ! needs quotes",
                code="tag",
            )

    def _scalar(self, event: Any, place: Place) -> Scalar:
        text: str = event.value
        found = INVISIBLE.search(text)
        if found:
            self._problem(
                f"the text contains an invisible character (U+{ord(found[0]):04X})",
                event,
                hint="in double quotes a backslash is special: write \\\\ for a backslash",
                code="invisible-character",
            )
            return INVISIBLE.sub("", text)
        return text if place.raw is None else plain_value(text)

    def _value(self, value: Any, place: Place) -> None:
        if not self._stack:
            self.data, self.at = value, place
            return
        parent = self._stack[-1]
        if isinstance(parent, Items):
            parent.append(value)
            parent.items_at.append(place)
        elif self._keys[-1] is _NO_KEY:
            self._keys[-1] = self._key(value, place, parent)
        else:
            key, self._keys[-1] = self._keys[-1], _NO_KEY
            if key is _SKIPPED:
                return
            if place.raw == "" and not self._after_a_colon(place) and self._goes_on(parent, key):
                return
            parent[key] = value
            parent.values_at[key] = place

    # ---- {says: one, two}: a comma that was meant as a part of the text begins another key -----------------

    def _after_a_colon(self, place: Place) -> bool:
        lines = _LINE_END.split(self.text)[place.line - 1 : place.line]  # none when the file ends too early
        before = lines[0][: place.column - 1].rstrip() if lines else ""
        return not before or before.endswith(":")

    def _goes_on(self, block: Block, key: str) -> bool:
        """Remember a key without a ':', and say whether it goes on with the text before it, which gets it back."""
        last = next(reversed(block), None)
        cut = last is not None and isinstance(block[last], str) and bool(block.values_at[last].raw)
        if last is None or not cut:
            self._bare.append((block, key))
            return False
        if not self._bare or self._bare[-1][0] is not block or self._bare[-1][1] != last:
            self._bare.append((block, last))
        block[last] += f", {key}"
        del block.keys_at[key]
        return True

    def tell_of_commas(self) -> None:
        """Note each text in { } that a comma has cut, and each key there that has no ':'."""
        for block, key in self._bare:
            text = block[key]
            if text is None:
                at, message = block.keys_at[key], f"'{_short(key)}' has neither ':' nor a value"
                hint = "write 'key: value'; a list stands in [ ], and a text with a comma in quotes"
            else:
                at, message = block.values_at[key], f"the text '{_short(text)}' is cut at its comma"
                quoted = len(text) <= 60 and '"' not in text and "\\" not in text
                hint = (
                    f'put the text in quotes: {key}: "{text}"' if quoted else "put the whole text in quotes"
                )
            self.problems.add(message, Location(self.file, at.line, at.column), hint=hint, code="comma")

    def _key(self, value: Any, place: Place, block: Block) -> str:
        def skipped(message: str, code: str, hint: str = "") -> str:
            where = Location(self.file, place.line, place.column)
            self.problems.add(message, where, hint=hint, code=code)
            return _SKIPPED

        if isinstance(value, (Block, Items)):
            self.lost = True
            self._bare = [one for one in self._bare if one[0] is not value]
            hint = 'text with {{ … }} needs quotes: id: "{{ big }}"'
            return skipped("a key must be a word, but here is a list or a block", "key", hint)
        # A key is what was typed: `on:` stays "on" and `1:` becomes "1"; `raw` keeps the difference.
        key = value if isinstance(value, str) else (place.raw or "")
        if not key:
            return skipped("a key is missing before the ':'", "key")
        if (odd := LOOKS_LIKE_SPACE.match(key)) and place.raw is not None and key[odd.end() :].isidentifier():
            return skipped(NO_SPACE[0], "invisible-character", NO_SPACE[1])
        if key == "<<" and place.raw is not None:
            self.lost = True
            hint = "repeat the values, or use each: for cards that differ little"
            return skipped("merge keys (<<) are not used in kits", "merge-key", hint)
        if key in block.keys_at:
            message = f"'{_short(key)}' is written twice, first in line {block.keys_at[key].line}"
            return skipped(message, "duplicate-key", "keep one of the two")
        block.keys_at[key] = place
        return key

    def _place(self, event: Any, raw: str | None = None) -> Place:
        return Place(event.start_mark.line + 1, event.start_mark.column + 1, raw)

    def _problem(self, message: str, event: Any, *, hint: str = "", code: str) -> None:
        place = self._place(event)
        self.problems.add(message, Location(self.file, place.line, place.column), hint=hint, code=code)


def _short(text: str, limit: int = 40) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
