"""`i18n/de.yaml`: the words of a kit in another language, as people write and keep them.

    language: de

    cards:
      # one imperative for each step
      #: **Draw one** from the supply
      aid.steps.1.says@5f1c2: "**Zieh** eins aus der Auslage"

    faces/aid.svg:
      YOUR TURN: DU BIST DRAN

A key names a text of the kit; behind `@` stands the hash of the text that was translated. Comments that begin with `#:`
(the original) and `#-` (what it was when it was translated) are the program's; all others are people's and stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml

from cardgen.base.errors import Location
from cardgen.languages.entries import Entry, short_hash
from cardgen.source.nodes import Block, Document

OBSOLETE = "obsolete"
GLOSSARY = "glossary"
REVIEW = "00000"
"""The hash of a translation that somebody must look at, though its original has not changed."""
_KEY = re.compile(r"(?P<key>.*?)(?:@(?P<hash>[0-9a-f]{5}))?", re.DOTALL)
_PLAIN = re.compile(r"[^\W\d_][\w.+/()’ -]*")
_PLAIN_VALUE = re.compile(r"[^\W\d_][^\n:#{}\[\]\\]*")
_ESCAPED = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff]")
_BLANK = " \t\r\n"  # what YAML takes for blank: a no-break space is text, and may be a translation
_NOT_TEXT = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n", "none"})
_DEFAULT_HEAD = (
    "# What this kit says in another language. docs/languages.md tells how it is filled in.",
    "# #: is the original, #- what it was when it was translated; cardgen translate keeps both, and everything else you write.",
)


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One translation as it stands in a catalogue; `text` is empty when it is still to be made."""

    section: str
    key: str
    hash: str | None
    text: str
    where: Location
    forms: tuple[str, ...] = ()
    """Of a word of the glossary: all that a translation may say for it, the first of them being `text`."""


@dataclass(frozen=True, slots=True)
class Handed:
    """What came back from a translator for one text; `text` "" leaves the catalogue's as it is, `hash` None fits today's original.

    `was` is the original that was translated, where it has changed; `comments` None are as they were.
    """

    section: str
    key: str
    text: str
    hash: str | None = None
    was: str = ""
    comments: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All translations of a file, in its order."""

    language: str
    file: str
    said: tuple[CatalogueEntry, ...] = ()


def split_key(written: str) -> tuple[str, str | None]:
    """Return what a key names and the hash that it carries, None if it has none."""
    match = _KEY.fullmatch(written)
    assert match
    return match["key"], match["hash"]


def read_catalogue(document: Document, language: str) -> Catalogue:
    """Return the translations in a located YAML file; what cannot be one is noted there."""
    data = document.data
    if data is None:
        data = Block(document.at)
    if not isinstance(data, Block):
        document.note("the file is no block of sections", hint="begin with language: de", code="translation")
        return Catalogue(language, document.file)
    named = data.get("language")
    if named != language:
        hint = f"write language: {language}"
        what = "missing" if named is None else f"'{named}'"
        document.note(
            f"language is {what}, but the file is called {language}.yaml",
            *(["language"] if "language" in data else []),
            hint=hint,
            code="translation",
        )
    found: list[CatalogueEntry] = []
    for section, entries in data.items():
        if section in ("language", OBSOLETE) or entries is None:
            continue
        if not isinstance(entries, Block):
            hint = f"write {section}: and below it the translations, each on its own line"
            document.note(f"{section} is no section of translations", section, hint=hint, code="translation")
            continue
        for key, value in entries.items():
            name, hash = split_key(key)
            forms = _forms(value) if section == GLOSSARY else ()
            if forms:
                value = forms[0].rstrip("*")
            if value is not None and not isinstance(value, str):
                raw = entries.values_at[key].raw
                if isinstance(value, Block | list) or raw is None:
                    hint = "text with { } or ': ' needs quotes"
                    document.note(
                        f"the translation of '{key}' is no text", section, key, hint=hint, code="translation"
                    )
                    continue
                value = raw  # 12 and true are words here
            found.append(
                CatalogueEntry(section, name, hash, value or "", document.where_key(section, key), forms)
            )
    return Catalogue(language, document.file, tuple(found))


def _forms(value: object) -> tuple[str, ...]:
    """Return the forms of a word of the glossary, () where it is no list of texts."""
    return (
        tuple(map(str, value))
        if isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
        else ()
    )


# -- renewing the file


@dataclass(slots=True)
class FileLine:
    """An entry of the file as it is written: comments above it, the key's parts, and the value's own letters."""

    key: str
    hash: str | None
    raw: str
    empty: bool
    comments: list[str] = field(default_factory=list)
    original: list[str] = field(default_factory=list)  # the original, as it stands above
    was: list[str] = field(default_factory=list)  # the earlier original of a stale one
    text: str = ""
    forms: tuple[str, ...] = ()

    @property
    def before(self) -> str:
        """What was translated, where the original is another one now."""
        original = "\n".join(self.original)
        return original if original and short_hash(original) == self.hash else "\n".join(self.was)

    def take(self, one: Handed) -> None:
        """Say what came back from a translator."""
        if one.text:
            if one.text != self.text:
                said = [one.text, *self.forms[1:]]
                self.raw = (
                    f" [{', '.join(map(in_quotes, said))}]" if self.forms else f" {_scalar_value(one.text)}"
                )
            self.empty, self.hash = False, one.hash
            if one.was:
                self.original = one.was.split("\n")
        if one.comments is not None:
            self.comments = [f"# {comment}".rstrip() for comment in one.comments]


@dataclass(slots=True)
class _Section:
    comments: list[str] = field(default_factory=list)
    lines: dict[str, FileLine] = field(default_factory=dict)


@dataclass(slots=True)
class _File:
    head: list[str] = field(default_factory=list)
    sections: dict[str, _Section] = field(default_factory=dict)
    tail: list[str] = field(default_factory=list)


def written_lines(text: str) -> dict[tuple[str, str], FileLine]:
    """Return the lines of a catalogue as they are written, by section and key."""
    sections = _parsed(text).sections.items()
    return {(name, key): line for name, section in sections for key, line in section.lines.items()}


def renewed(text: str, language: str, entries: Sequence[Entry], handed: Iterable[Handed] = ()) -> str:
    """Return a catalogue with all entries of a kit, in the order of the kit; no translation and no comment is lost.

    `text` is the file as it was, "" for a new one; it must be a catalogue that `read_catalogue` finds nothing wrong with.
    What a translator `handed` back is put in.
    """
    old = _parsed(text)
    for one in handed:
        lines = old.sections.setdefault(one.section, _Section()).lines
        lines.setdefault(one.key, FileLine(one.key, None, "", True)).take(one)
    unused = {
        (name, key): line for name, section in old.sections.items() for key, line in section.lines.items()
    }
    changed = _changed(unused, entries)
    out: list[str] = [*(old.head or (_DEFAULT_HEAD if not text.strip() else ())), f"language: {language}"]
    aside = old.sections.pop(OBSOLETE, _Section())
    for key in [key for name, key in unused if name == OBSOLETE]:
        unused.pop((OBSOLETE, key))
    names = dict.fromkeys(entry.section for entry in entries)
    words = {key: line for (name, key), line in unused.items() if name == GLOSSARY and line.forms}
    for name in (*names, *([GLOSSARY] if words and GLOSSARY not in names else ())):
        section = old.sections.pop(name, _Section())
        out += ["", *section.comments, f"{_scalar(name)}:"]
        group = ""
        for entry in (e for e in entries if e.section == name):
            line = unused.pop((name, entry.key), None) or unused.pop((name, changed.get(entry, "")), None)
            if line is None:  # a part of the kit that came back
                line = aside.lines.pop(f"{name}/{entry.key}", None)
            if entry.like and (line is None or line.empty):
                continue  # said once, with the first of its copies
            first = (
                entry.key.partition(".")[0] if name in ("cards", "options", "components", "rulings") else ""
            )
            if first and group and first != group:
                out.append("")
            group = first
            out += _written(entry, line)
        for key, line in words.items() if name == GLOSSARY else ():
            if unused.pop((name, key), None):  # a translator's own word
                out += [f"  {comment}" for comment in line.comments] + [f"  {_scalar(key)}:{line.raw}"]
    for section in old.sections.values():
        aside.comments += section.comments
    for (name, key), line in unused.items():
        if not line.empty or line.comments:
            line.was = []
            aside.lines.setdefault(f"{name}/{key}", line)
    if aside.lines or aside.comments:
        out += ["", *aside.comments, f"{OBSOLETE}:"]
        for key, line in aside.lines.items():
            hash = f"@{line.hash}" if line.hash else ""
            out += [f"  {c}" for c in line.comments] + [f"  #: {c}".rstrip(_BLANK) for c in line.original]
            out.append(f"  {_scalar(key + hash)}:{line.raw}")
    if old.tail:
        out += ["", *old.tail]
    return "\n".join(out) + "\n"


def _changed(unused: dict[tuple[str, str], FileLine], entries: Iterable[Entry]) -> dict[Entry, str]:
    """Return for new sentences of templates the old ones that they replace: those that are much alike."""
    new = [e for e in entries if e.by_sentence and (e.section, e.key) not in unused]
    known = {(e.section, e.key) for e in entries}
    found: dict[Entry, str] = {}
    for entry in new:
        gone = [
            key
            for (section, key), line in unused.items()
            if section == entry.section
            and (section, key) not in known
            and not line.empty
            and key not in found.values()
        ]
        if near := nearest(entry.key, gone):
            found[entry] = near
    return found


def nearest(sentence: str, others: Sequence[str]) -> str:
    """Return the sentence of which another one is a new version, "" if there is none."""
    import difflib

    close = difflib.get_close_matches(sentence, others, n=1, cutoff=0.6)
    return close[0] if close else ""


def _written(entry: Entry, line: FileLine | None) -> Iterator[str]:
    """Yield the lines of an entry: people's comments, the original, what it was, key and translation."""
    if line is None:
        if not entry.by_sentence:
            yield from _original(entry.text)
        yield f"  {_scalar(_with_hash(entry, None))}:"
        return
    stale = line.hash is not None and line.hash != entry.hash
    if entry.by_sentence and line.key != entry.key:
        stale, line.original, line.hash = True, line.key.split("\n"), short_hash(line.key)
    if line.empty:
        stale = False
    yield from (f"  {comment}" for comment in line.comments)
    if stale:
        if line.original and short_hash("\n".join(line.original)) == line.hash:
            line.was = line.original
        yield from (f"  #- {was}".rstrip(_BLANK) for was in line.was)
    if not entry.by_sentence:
        yield from _original(entry.text)
    yield f"  {_scalar(_with_hash(entry, line.hash if stale else None))}:{line.raw}"


def _with_hash(entry: Entry, stale: str | None) -> str:
    if entry.by_sentence:
        return f"{entry.key}@{stale}" if stale else entry.key
    return f"{entry.key}@{stale or entry.hash}"


def _original(text: str) -> Iterator[str]:
    for part in text.split("\n"):
        yield f"  #: {part}".rstrip(_BLANK)


def _scalar(text: str) -> str:
    """Return a key as YAML writes it: plain where it can be, else in double quotes."""
    bare, at, hash = text.rpartition("@")
    body = bare if at and re.fullmatch(r"[0-9a-f]{5}", hash) else text
    if (
        _PLAIN.fullmatch(body)
        and not body.endswith(" ")
        and body.lower() not in _NOT_TEXT
        and len(text) < 120
    ):
        return text
    quoted = in_quotes(text)
    return quoted if len(quoted) < 1000 else f"? {quoted}\n  "


def in_quotes(text: str) -> str:
    """Return a text as YAML writes it on one line, in double quotes."""
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def _scalar_value(text: str) -> str:
    """Return a translation as YAML writes it: plain where it can be, else in double quotes."""
    bare = _PLAIN_VALUE.fullmatch(text) and not text.endswith(tuple(_BLANK)) and text.lower() not in _NOT_TEXT
    return text if bare and text.isprintable() else in_quotes(text)


def _parsed(text: str) -> _File:
    """Return the parts of a catalogue with every comment."""
    found = _File()
    root = yaml.compose(text, Loader=yaml.SafeLoader) if text.strip() else None
    lines = text.replace("\r\n", "\n").split("\n")
    pairs: list[tuple[Any, Any]] = list(root.value) if isinstance(root, yaml.MappingNode) else []
    marks: list[tuple[int, int, Any]] = []  # first line, line after the last, what it is
    for name, body in pairs:
        if name.value == "language":
            marks.append((name.start_mark.line, body.end_mark.line + 1, None))
            continue
        section = found.sections.setdefault(name.value, _Section())
        marks.append((name.start_mark.line, name.start_mark.line + 1, section))
        entries = list(body.value) if isinstance(body, yaml.MappingNode) else []
        for number, (key, value) in enumerate(entries):
            first = key.start_mark.line
            limit = (
                entries[number + 1][0].start_mark.line
                if number + 1 < len(entries)
                else _next(pairs, body, lines)
            )
            end = _end(value, limit)
            raw = _raw(lines, key, value, end)
            bare, hash = split_key(key.value)
            empty = value.tag.endswith(":null") or value.value == ""
            line = FileLine(bare, hash, "" if empty and "#" not in raw else raw, empty)
            if isinstance(value, yaml.SequenceNode):
                line.forms = _forms([one.value for one in value.value])
            line.text = "" if empty else line.forms[0].rstrip("*") if line.forms else str(value.value)
            section.lines[bare] = line
            marks.append((first, end, line))
    at, waiting = 0, _Waiting()
    for first, end, thing in marks:
        waiting.read(lines[at:first])
        waiting.give(thing, found)
        at = max(at, end)
    waiting.read(lines[at:])
    found.tail = waiting.comments
    return found


class _Waiting:
    """Comments that were read and belong to what follows."""

    def __init__(self) -> None:
        self.comments: list[str] = []
        self.original: list[str] = []
        self.was: list[str] = []

    def read(self, lines: Iterable[str]) -> None:
        for line in (line.strip(_BLANK) for line in lines):
            if line.startswith("#:"):
                self.original.append(line[2:].removeprefix(" "))
            elif line.startswith("#-"):
                self.was.append(line[2:].removeprefix(" "))
            elif line.startswith("#"):
                self.comments.append(line)

    def give(self, thing: Any, found: _File) -> None:
        match thing:
            case None:
                found.head += self.comments
            case FileLine():
                thing.comments, thing.original, thing.was = self.comments, self.original, self.was
            case _Section():
                thing.comments = self.comments
        self.__init__()  # type: ignore[misc]


def _next(pairs: list[tuple[Any, Any]], body: Any, lines: list[str]) -> int:
    later = [name.start_mark.line for name, _ in pairs if name.start_mark.line > body.start_mark.line]
    return min(later, default=len(lines))


def _end(value: Any, limit: int) -> int:
    """Return the line behind a value; a block of text ends at what follows, blank lines and comments apart."""
    if getattr(value, "style", None) in ("|", ">"):
        return min(int(value.end_mark.line) + bool(value.end_mark.column), limit)
    if isinstance(value, yaml.SequenceNode) and not value.flow_style and value.value:
        value = value.value[-1]  # its own end is where the next thing begins
    return min(int(value.end_mark.line) + 1, limit)


def _raw(lines: list[str], key: Any, value: Any, end: int) -> str:
    """Return a value as it is written, what stands behind it on its line included."""
    first = lines[key.end_mark.line][key.end_mark.column :]
    written = "\n".join([first, *lines[key.end_mark.line + 1 : end]])
    written = re.sub(r"^\s*:", "", written, count=1)  # after a long key (`? …`) the colon begins a line
    return "\n".join(part.rstrip(_BLANK) for part in written.rstrip(_BLANK).split("\n"))
