"""`seeds/<game>.yaml` → `Seeds`: the numbered rules and rulings of one game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Problems, did_you_mean
from cardgen.model.rulebook import Rule, Ruling, Seeds
from cardgen.source.files import Folder
from cardgen.source.nodes import Block, Document, Items, Step
from cardgen.source.wrong import Want, advice, shown

_RULE_ID = re.compile(r"[A-Z]{2,4}-\d{3}[a-z]?")
_RULING_ID = re.compile(r"[A-Z]{2,4}-Q\d{1,3}[a-z]?")
_KINDS = ("rule", "table-talk")


def load_seeds(path: Path) -> Seeds:
    """Return the rules and rulings in a file; raises `CardgenError` with every problem."""
    seeds, problems = read_seeds(path)
    if seeds is None:
        raise CardgenError(problems)
    return seeds


def read_seeds(path: Path) -> tuple[Seeds | None, Problems]:
    """Return the rules and rulings in a file with its warnings, or None with everything that is wrong."""
    problems = Problems()
    folder = Folder(path.parent, problems)
    document = folder.read_yaml(path, path.name)
    if document is None:
        return None, problems
    reader = _Reader(document, problems)
    rules, rulings = reader.rules(), reader.rulings()
    seeds = Seeds(path.stem, tuple(rules), tuple(rulings), document.where())
    return (None if problems.errors else seeds), problems


class _Reader:
    def __init__(self, document: Document, problems: Problems) -> None:
        self.document = document
        self.problems = problems
        self.seen: dict[str, int] = {}
        if not isinstance(document.data, Block):
            self._refuse((), f"the file is {shown(document.data)}, expected rules: and rulings:")
            return
        for key in document.data:
            if key not in ("game", "title", "source", "rules", "rulings"):
                hint = did_you_mean(key, ("game", "title", "source", "rules", "rulings"))
                self.problems.add(
                    f"unknown key '{key}'", document.where_key(key), hint=hint, code="unknown-key"
                )

    def rules(self) -> list[Rule]:
        rules = []
        for path, entry in self._entries("rules", ("id", "says", "kind")):
            id = self._id(path, entry, _RULE_ID, "BG-001")
            says = self._text(path, entry, "says")
            kind = entry.get("kind", "rule")
            if kind not in _KINDS:
                place = self.document.place(*path, "kind")
                message = f"kind is {shown(kind, place)}, expected rule or table-talk"
                hint = did_you_mean(str(kind), _KINDS)
                self._refuse((*path, "kind"), message, "" if hint.startswith("known") else hint)
            elif id and says:
                rules.append(Rule(id, says, kind, self.document.where(*path)))
        return rules

    def rulings(self) -> list[Ruling]:
        rulings = []
        for path, entry in self._entries("rulings", ("id", "asks", "ruling", "option")):
            id = self._id(path, entry, _RULING_ID, "BG-Q1")
            asks, ruling = self._text(path, entry, "asks"), self._text(path, entry, "ruling")
            option = entry.get("option")
            if option is not None and not isinstance(option, str):
                self._wrong((*path, "option"), option, "the name of an option", "text")
            elif id and asks and ruling:
                rulings.append(Ruling(id, asks, ruling, option, self.document.where(*path)))
        return rulings

    def _entries(self, key: str, known: tuple[str, ...]) -> list[tuple[tuple[Step, ...], Block]]:
        listed = self.document.get(key)
        if not isinstance(listed, Items):
            if isinstance(self.document.data, Block) and (key in self.document.data or key == "rules"):
                self._wrong((key,), listed, "a list", "list")
            return []
        found: list[tuple[tuple[Step, ...], Block]] = []
        for number, entry in enumerate(listed):
            path = (key, number)
            if not isinstance(entry, Block):
                self._wrong(path, entry, f"a block with {', '.join(known)}", "block")
                continue
            for name in entry:
                if name not in known:
                    self.problems.add(
                        f"unknown key '{name}'",
                        self.document.where_key(*path, name),
                        trail=self.document.trail(*path),
                        hint=did_you_mean(name, known),
                        code="unknown-key",
                    )
            found.append((path, entry))
        return found

    def _id(self, path: tuple[Step, ...], entry: Block, pattern: re.Pattern[str], example: str) -> str | None:
        id = self._text(path, entry, "id")
        if id is None:
            return None
        if not pattern.fullmatch(id):
            self._refuse((*path, "id"), f"id is '{id}', expected a number such as {example}")
            return None
        line = self.document.place(*path).line
        if id in self.seen:
            self._refuse(
                (*path, "id"), f"{id} is written twice, first in line {self.seen[id]}", code="duplicate-id"
            )
            return None
        self.seen[id] = line
        return id

    def _text(self, path: tuple[Step, ...], entry: Block, key: str) -> str | None:
        if key not in entry:
            self._refuse(path, f"'{key}' is missing", code="missing-key")
            return None
        value = entry[key]
        if not isinstance(value, str) or not value.strip():
            self._wrong((*path, key), value, "text", "text")
            return None
        return value

    def _wrong(self, path: tuple[Step, ...], value: Any, expected: str, want: Want) -> None:
        place = self.document.place(*path)
        last = path[-1]
        name = last if isinstance(last, str) else f"entry {last + 1}"
        message = f"{name} is {shown(value, place)}, expected {expected}"
        self._refuse(path, message, advice(want, str(last), value, place) if isinstance(last, str) else "")

    def _refuse(
        self, path: tuple[Step, ...], message: str, hint: str = "", code: str = "wrong-value"
    ) -> None:
        where, trail = self.document.where(*path), self.document.trail(*path)
        self.problems.add(message, where, trail=trail, hint=hint, code=code)
