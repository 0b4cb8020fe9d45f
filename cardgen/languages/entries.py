"""What of a kit can be translated: one entry for each text that players read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from cardgen.base.errors import Location, Problems
from cardgen.base.files import FileError, Files, original_of, read_text, templates_dir
from cardgen.faces.template import prepare
from cardgen.jinja.sentences import marked, sentences
from cardgen.model import Kit
from cardgen.source.nodes import Document
from cardgen.source.parse import Folder, read_yaml
from cardgen.source.seeds import read_seeds, seeds_file
from cardgen.source.spoken import spoken, spoken_lesson, spoken_screen, spoken_seeds

THEME = "rules/theme.yaml"
WORDS = "words"
_DRAWN = (".svg", ".j2")
_MOST_FILES = 2_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A text to be translated: where it belongs in a catalogue, what it says and where that stands.

    Texts of templates have no name: their key is what they say (`by_sentence`).
    """

    section: str
    key: str
    text: str
    where: Location
    like: str = ""
    """The key of the card that says it for this one: both were made by one line of `each:`."""

    @property
    def by_sentence(self) -> bool:
        """Whether the key is the text itself."""
        return self.section == WORDS or "." in self.section

    @property
    def hash(self) -> str:
        """The short hash of the text."""
        return short_hash(self.text)

    @property
    def called(self) -> str:
        return f"{self.section} › {self.key}"


def short_hash(text: str) -> str:
    """Return the hash by which a catalogue knows the text that was translated."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:5]


def entries_of(kit: Kit) -> list[Entry]:
    """Return everything that can be translated of a kit as it is written, in the order of the kit."""
    found: dict[tuple[str, str], Entry] = {}
    words: dict[tuple[str, str], Entry] = {}

    def note(section: str, key: str, text: str, where: Location) -> str:
        shelf = words if section == WORDS else found
        shelf.setdefault((section, key), Entry(section, key, text, where))
        return text

    spoken(kit, note)
    for key, text, where in _of_theme(kit):
        note("theme", key, text, where)
    path = seeds_file(kit) if not kit.made_here else None
    seeds = read_seeds(path)[0] if path else None
    for name, label, text in _templates(kit):
        for sentence in sentences(text):
            note(name, sentence.words, sentence.words, Location(label, sentence.line))
        for sentence in marked(text):
            note(WORDS, sentence.words, sentence.words, Location(label, sentence.line))
    for document in _taught(kit):
        (spoken_lesson if "steps" in document.data else spoken_screen)(document, note)
    if seeds:
        spoken_seeds(seeds, note)
    first: dict[tuple[str, str, Location], str] = {}
    for (section, key), entry in found.items():
        field = key.partition(".")[2]
        said = first.setdefault((field, entry.text, entry.where), key) if section == "cards" else key
        if said != key and entry.where:
            found[section, key] = replace(entry, like=said)
    order = sorted(found.values(), key=lambda entry: _RANK.get(entry.section, 5))
    return [*order, *words.values()]


_RANK = {
    "kit": 0,
    "components": 1,
    "cards": 2,
    "options": 3,
    "looks": 3,
    "tables": 4,
    "theme": 6,
    "glossary": 7,
}
_RANK |= {"rulings": 8, "rules": 9}


def _of_theme(kit: Kit) -> Iterator[tuple[str, str, Location]]:
    """Yield the words of the kit's own theme: its furniture and the foot of the rule sheet."""
    if kit.made_here or not (kit.root / THEME).is_file():
        return
    document = Folder(kit.root, Problems()).open_yaml(THEME)
    if document is None:
        return
    for block in ("furniture", "footer"):
        said: Any = document.get(block)
        for key, text in said.items() if isinstance(said, dict) else ():
            if isinstance(text, str) and (block == "furniture" or key in ("left", "right")) and _read(text):
                yield f"{block}.{key}", text, document.where(block, key)


def _taught(kit: Kit) -> Iterator[Document]:
    """Yield the lessons of a kit, and the table at which they are played: no other table is translated."""
    files = [] if kit.made_here else sorted((kit.root / "lessons").glob("*.yaml"))
    table = [kit.root / "table.yaml"] if files and (kit.root / "table.yaml").is_file() else []
    for file in [*table, *files]:  # what is wrong with one is noted by whoever plays it
        label = kit.where.file.removesuffix("game.yaml") + file.relative_to(kit.root).as_posix()
        if (document := read_yaml(file, label, Problems())) and isinstance(document.data, dict):
            yield document


def _read(text: str) -> bool:
    import re

    return any(c.isalpha() for c in re.sub(r"\{\w+\}", "", text))


def _templates(kit: Kit) -> Iterator[tuple[str, str, str]]:
    """Yield each template that has words: its name in the kit, what messages call it, and its text as Jinja gets it."""
    if kit.made_here:
        return
    files = Files(kit.root, PurePath(kit.where.file).parent.as_posix())
    there = _drawn(kit.root)
    names = [name for name in there if original_of(name) not in there]
    shared = [
        name
        for component in kit.components
        for name in (
            component.face,
            component.back,
            *(c.face for c in component.cards),
            *(c.back for c in component.cards),
        )
        if name and name not in names and (templates_dir() / name).is_file()
    ]
    for name in (*names, *dict.fromkeys(shared)):
        try:
            found = files.find(name)
            text = read_text(found.path, found.label).replace("\r\n", "\n")
        except FileError:
            continue
        if name == kit.rules or name.endswith(".md.j2"):
            continue
        yield name, found.label, prepare(text, found.label, Problems())


def _drawn(root: Path) -> list[str]:
    names = sorted(
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.suffix in _DRAWN and path.is_file() and "/." not in f"/{path.relative_to(root).as_posix()}"
    )
    return names[:_MOST_FILES]
