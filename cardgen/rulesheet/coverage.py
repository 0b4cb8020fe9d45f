"""Which clauses of the rules each medium tells: the rule sheet in its forms, and the pieces that have words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cardgen.base.errors import Problem, did_you_mean
from cardgen.base.files import FileError, Files
from cardgen.model import Component, Kit
from cardgen.rulesheet.blocks import Cite, Fence, TextRun, passages, walk
from cardgen.rulesheet.manuscript import answers
from cardgen.rulesheet.sheet import Medium, RuleSheet
from cardgen.source.seeds import Clause, Seeds

FORMS: Final[tuple[Medium, ...]] = ("sheet", "booklet", "zine")
"""The forms of the rule sheet that clauses are looked for in."""

_NUMBER = r"[A-Z]{2,4}-Q?\d+[a-z]?(?:\.[a-z])?\b"
_TELLS = re.compile(rf"\btells:?((?:[\s,]+{_NUMBER})+)")


@dataclass(frozen=True)
class ClauseCoverage:
    """What each medium tells: its name → the numbers of clauses and of whole rules."""

    seeds: Seeds
    cited: Mapping[str, frozenset[str]]

    def tells(self, medium: str, clause: Clause) -> bool:
        """Return whether a medium tells a clause, by itself or with its whole rule."""
        return not self.cited.get(medium, frozenset()).isdisjoint((clause.id, clause.rule))

    def problems(self) -> Iterator[Problem]:
        """Yield what a medium needs and does not tell, and marks and clauses of what there is not."""
        known = sorted({id for c in self.seeds.clauses for id in (c.id, c.rule)} | self.seeds.by_id.keys())
        for clause in self.seeds.clauses:
            if clause.rule not in self.seeds.by_id:
                hint = did_you_mean(clause.rule, self.seeds.by_id)
                yield Problem(f"there is no rule {clause.rule}", clause.where, hint=hint, code="unknown-rule")
            for medium in clause.media:
                if medium not in self.cited:
                    hint = did_you_mean(medium, self.cited)
                    yield Problem(
                        f"there is no medium '{medium}'", clause.where, hint=hint, code="unknown-medium"
                    )
                elif not self.tells(medium, clause):
                    mark = f'{{{{ rule("{clause.id}") }}}}' if medium in FORMS else f"tells: {clause.id}"
                    hint = f"write it there with {mark}, or name other media"
                    message = f"{medium} does not tell {clause.id}: {clause.says}"
                    yield Problem(message, clause.where, hint=hint, code="untold")
        for medium, ids in self.cited.items():
            for id in sorted(ids.difference(known)):
                message = f"{medium} is marked to tell {id}, which is no clause"
                yield Problem(message, self.seeds.where, hint=did_you_mean(id, known), code="unknown-clause")

    def __str__(self) -> str:
        """Return the matrix: a line for each clause, a column for each medium; `–` is told, `MISSING` is not."""
        asked = {medium for clause in self.seeds.clauses for medium in clause.media}
        media = [medium for medium in self.cited if medium in asked or self.cited[medium]]
        wide = max(map(len, (c.id for c in self.seeds.clauses)), default=0)
        lines = ["  ".join([" " * wide, *(f"{medium:7}" for medium in media)]).rstrip()]
        for clause in self.seeds.clauses:
            row = [f"{clause.id:{wide}}"]
            for medium in media:
                lacks = "MISSING" if medium in clause.media else "–"
                row.append(f"{'told' if self.tells(medium, clause) else lacks:{max(7, len(medium))}}")
            lines.append("  ".join([*row, clause.says]))
        missing = sum(line.count("MISSING") for line in lines)
        return "\n".join([*lines, f"{len(self.seeds.clauses)} clauses, {missing} missing"])


def coverage(sheet: RuleSheet) -> ClauseCoverage | None:
    """Return what the media of a kit tell of its rules, or None where the seeds file has no `clauses:`."""
    if sheet.seeds is None or not sheet.seeds.clauses:
        return None
    forms: dict[str, frozenset[str]] = {form: _cited(sheet.on(form)) for form in FORMS}
    book = sheet.on("booklet")
    written = any(isinstance(b, Fence) and b.kind == "answers" and b.blocks for b in walk(book.blocks))
    # a booklet answers what no box of rulings does, unless somebody wrote its answers
    asked = set() if written else {block.where for block in answers(book)}
    forms["booklet"] |= {ruling.id for ruling in sheet.seeds.rulings if ruling.where in asked}
    pieces = {component.id: frozenset(_marked(sheet.kit, component)) for component in sheet.kit.components}
    return ClauseCoverage(sheet.seeds, {**forms, **pieces})


def _cited(sheet: RuleSheet) -> frozenset[str]:
    """Return what the marks of a sheet tell; a mark tells nothing that has only a label or another mark before it."""
    found = set[str]()
    for passage in passages(sheet.blocks):
        words = False
        for one in passage:
            found.update(one.clauses if isinstance(one, Cite) and words else ())
            words = not isinstance(one, Cite) and (words or (isinstance(one, TextRun) and _has_words(one)))
    return frozenset(found)


def _has_words(run: TextRun) -> bool:
    """Return whether a run says something; a question or a label such as **Match.** only names what follows."""
    said, loud = run.text.strip(), run.bold or run.italic
    label = said.endswith("?") or (loud and said.endswith((".", ":")) and len(said.split()) < 6)
    return not label and re.search(r"\w", said) is not None


def _marked(kit: Kit, component: Component) -> Iterator[str]:
    """Yield the numbers behind `tells` in the comments of a component's templates, and in the data of its cards."""
    for name in {t for c in component.cards for t in (c.face, c.back, component.face, component.back) if t}:
        with suppress(FileError):  # reported where it is drawn
            for found in _TELLS.finditer(Files(kit.root).text(name)):
                yield from re.findall(_NUMBER, found[1])
    for card in component.cards:
        yield from _in_data(card.fields)


def _in_data(value: object) -> Iterator[str]:
    match value:
        case Mapping():
            for key, inside in value.items():
                yield from re.findall(_NUMBER, str(inside)) if key == "tells" else _in_data(inside)
        case list() | tuple():
            for inside in value:
                yield from _in_data(inside)
