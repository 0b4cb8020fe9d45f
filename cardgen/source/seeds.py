"""`seeds/<game>.yaml` → `Seeds`: a rulebook as numbered facts, with the rulings on what it leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from cardgen.base.errors import CardgenError, Location, Problems
from cardgen.base.files import seeds_dir
from cardgen.model import Kit
from cardgen.source.leaves import ANYTHING, YES_NO, matching, one_of
from cardgen.source.nodes import Document
from cardgen.source.parse import Folder
from cardgen.source.shape import Keyed, Schema, Shape, json_schema, key, list_of, part
from cardgen.source.wrong import read

RuleKind: TypeAlias = Literal["rule", "table-talk"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One fact of the rulebook in our own words; table talk binds people, not the engine."""

    id: str
    says: str
    kind: RuleKind
    where: Location

    @property
    def sentence(self) -> str:
        return self.says


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question the rulebook leaves open, the answer of this kit, and the option that changes it."""

    id: str
    asks: str
    ruling: str
    option: str | None
    where: Location
    table: bool = True
    """Whether it is for players; False for what programs do, which never reaches paper."""

    @property
    def sentence(self) -> str:
        return self.ruling


@dataclass(frozen=True, slots=True)
class Term:
    """A word that players meet everywhere for one thing, and the words that are not used for it."""

    term: str
    means: str
    instead_of: tuple[str, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class WordSlip:
    """A word that stands for another one of the glossary."""

    word: str
    term: Term

    @property
    def message(self) -> str:
        return f"it says '{self.word}' where the glossary has '{self.term.term}'"

    @property
    def hint(self) -> str:
        """Where the glossary says so."""
        return f"one word for one thing: {self.term.where}"


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a rule or ruling that can be told by itself, and the media that must tell it."""

    id: str
    says: str
    media: tuple[str, ...]
    where: Location

    @property
    def rule(self) -> str:
        """The number of its rule or ruling."""
        return self.id.partition(".")[0]


@dataclass(frozen=True)
class Seeds:
    """The rules, rulings, words and clauses of one game, in the order of the file; no clauses where none are asked for."""

    game: str
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    glossary: tuple[Term, ...]
    where: Location
    clauses: tuple[Clause, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Rule | Ruling]:
        return {**{rule.id: rule for rule in self.rules}, **{ruling.id: ruling for ruling in self.rulings}}

    def slips(self, text: str) -> Iterator[WordSlip]:
        """Yield the words of a text that the glossary has other words for."""
        if not any(pattern.search(text) for pattern in self._any):
            return  # nearly always
        for term in self.glossary:
            for word in term.instead_of:
                found = re.finditer(_alone(_written(word)), text, _case(word))
                yield from (WordSlip(one[0], term) for one in found)

    @cached_property
    def _any(self) -> tuple[re.Pattern[str], ...]:
        """What finds any word that is not used: one pattern for words in any case, one for those with capitals."""
        words: dict[int, list[str]] = {}
        for word in (word for term in self.glossary for word in term.instead_of):
            words.setdefault(_case(word), []).append(_written(word))
        return tuple(re.compile(_alone("|".join(some)), case) for case, some in words.items())


def _written(word: str) -> str:
    """Return the pattern of a word, with all endings if it ends in *."""
    ending = r"\w*" if word.endswith("*") else ""
    return r"\s+".join(map(re.escape, word.removesuffix("*").split())) + ending


def _alone(pattern: str) -> str:
    return rf"(?<![\w-])(?:{pattern})(?![\w-])"


def _case(word: str) -> int:
    """Return how a word is looked for: with capitals as written, else in any case."""
    return 0 if word != word.lower() else re.IGNORECASE


# -- how it is written

_WORDS: Final = matching(r"\s*\S[\s\S]*", "text", schema={"type": "string", "pattern": r"\S"})
_OPTION: Final = matching(r"[\s\S]*", "the name of an option", schema={"type": "string"})
_KIND: Shape[RuleKind] = one_of("rule", "table-talk", expected="rule or table-talk", guess=True)


class RulePart(Keyed, example="{id: BG-001, says: Everybody draws a card.}"):
    """One fact of the rulebook."""

    id: str = key(matching(r"[A-Z]{2,4}-\d{3}[a-z]?", "a number such as BG-001"), "Its number.")
    says: str = key(_WORDS, "The fact in our own words.")
    kind: RuleKind = key(_KIND, "table-talk binds people, not the engine.", default="rule")


class RulingPart(Keyed, example="{id: BG-Q1, asks: May one pass?, ruling: Yes.}"):
    """One question that the rulebook leaves open."""

    id: str = key(matching(r"[A-Z]{2,4}-Q\d{1,3}[a-z]?", "a number such as BG-Q1"), "Its number.")
    asks: str = key(_WORDS, "The question.")
    ruling: str = key(_WORDS, "The answer of this kit.")
    option: str | None = key(_OPTION, "The option that changes it.", default=None)
    table: bool = key(
        YES_NO, "false for what programs do, such as a limit of rounds: it never reaches paper.", default=True
    )


class TermPart(Keyed, example="{term: parasol, means: Gives shade., instead_of: [umbrella]}"):
    """One word of the game."""

    term: str = key(_WORDS, "The word, as players meet it everywhere.")
    means: str = key(_WORDS, "What it is, in a sentence for the index of the rulebook.")
    instead_of: tuple[str, ...] = key(
        list_of(_WORDS),
        "Words that are not used for it; with capitals only as written, with * at the end for all endings.",
        default=(),
    )


class ClausePart(Keyed, example="{id: BG-001.a, says: You draw a card.}"):
    """A part of a rule that a medium may tell by itself."""

    id: str = key(
        matching(r"[A-Z]{2,4}-Q?\d{1,3}[a-z]?(\.[a-z])?", "a number such as BG-001.a"), "Its number."
    )
    says: str = key(_WORDS, "The clause in words; without it those of its rule.", default="")
    media: tuple[str, ...] | None = key(
        list_of(_WORDS), "Where it must be printed, instead of in the media: of the file.", default=None
    )


class SeedsPart(Keyed, example="{rules: [], rulings: []}"):
    """A file of rules and rulings."""

    game: Any = key(ANYTHING, "The game's name.", default=None)
    title: Any = key(ANYTHING, "The game's name for people.", default=None)
    source: Any = key(ANYTHING, "Where the rules come from.", default=None)
    rules: tuple[RulePart, ...] = key(list_of(part(RulePart)), "The facts of the rulebook.")
    rulings: tuple[RulingPart, ...] = key(list_of(part(RulingPart)), "What it leaves open.", default=())
    glossary: tuple[TermPart, ...] = key(
        list_of(part(TermPart)), "The words of the game: one word for one thing.", default=()
    )
    media: tuple[str, ...] = key(
        list_of(_WORDS),
        "Where each rule must be printed: sheet, booklet, zine, or a component by its id.",
        default=("sheet", "booklet"),
    )
    clauses: tuple[ClausePart, ...] | None = key(
        list_of(part(ClausePart)),
        "Rules cut into clauses; a rule that is not cut is one clause. Without this entry nothing is asked.",
        default=None,
    )


def seeds_schema() -> Schema:
    """Return the JSON Schema of a file of rules and rulings, for editors."""
    return json_schema(part(SeedsPart), "The rules of a cardgen game")


def seeds_file(kit: Kit) -> Path | None:
    """Return the file with the kit's numbered rules: in `seeds/` beside the kit's `data/`, else the shipped one."""
    name = f"{kit.slug}.yaml"
    for folder in (kit.root.resolve().parent.parent / "seeds", seeds_dir()):
        if (folder / name).is_file():
            return folder / name
    return None


def load_seeds(path: Path) -> Seeds:
    """Return the rules and rulings in a file; raises `CardgenError` with every problem."""
    seeds, problems = read_seeds(path)
    if seeds is None:
        raise CardgenError(problems)
    return seeds


def read_seeds(path: Path) -> tuple[Seeds | None, Problems]:
    """Return the rules and rulings in a file with its warnings, or None with everything that is wrong."""
    problems = Problems()
    document = Folder(path.parent, problems).read_yaml(path, path.name)
    if document is None:
        return None, problems
    said = read(part(SeedsPart), document)
    for listed in ("rules", "rulings"):
        _check_numbers(document, listed)
    if said is None or problems.errors:
        return None, problems
    where = document.where
    rules = tuple(Rule(r.id, r.says, r.kind, where("rules", n)) for n, r in enumerate(said.rules))
    rulings = tuple(
        Ruling(r.id, r.asks, r.ruling, r.option, where("rulings", n), r.table)
        for n, r in enumerate(said.rulings)
    )
    glossary = tuple(
        Term(t.term, t.means, t.instead_of, where("glossary", n)) for n, t in enumerate(said.glossary)
    )
    seeds = Seeds(path.stem, rules, rulings, glossary, where())
    if said.clauses is None:
        return seeds, problems
    cut = {
        c.id: Clause(c.id, c.says, said.media if c.media is None else c.media, where("clauses", n))
        for n, c in enumerate(said.clauses)
    }
    asked: list[Rule | Ruling] = [r for r in rules if r.kind == "rule"]
    asked += [r for r in rulings if r.table]
    whole = {r.id: Clause(r.id, r.sentence, said.media, r.where) for r in asked}
    for clause in cut.values():
        if clause.id != clause.rule:
            whole.pop(clause.rule, None)
        elif not clause.says and clause.rule in seeds.by_id:
            cut[clause.id] = replace(clause, says=seeds.by_id[clause.rule].sentence)
    order = {id: n for n, id in enumerate(seeds.by_id)}
    clauses = sorted({**whole, **cut}.values(), key=lambda c: order.get(c.rule, -1))
    return replace(seeds, clauses=tuple(clauses)), problems


def _check_numbers(document: Document, listed: str) -> None:
    seen: dict[str, int] = {}
    entries = document.get(listed)
    for number in range(len(entries) if isinstance(entries, list) else 0):
        id = document.get(listed, number, "id")
        if not isinstance(id, str):
            continue
        if id in seen:
            message = f"{id} is written twice, first in line {seen[id]}"
            document.note(message, listed, number, "id", code="duplicate-id")
        seen.setdefault(id, document.place(listed, number).line)
