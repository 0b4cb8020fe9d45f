"""A catalogue as translators' programs take it: each text with its address, its place, what is known of it, and back again.

What a unit is called, says and means is decided here; `po.py` and `xliff.py` write and read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError

from cardgen.base.errors import NOWHERE, Location, Problems
from cardgen.base.locales import counted_forms
from cardgen.jinja.expressions import Expression, ExpressionError, sandbox
from cardgen.languages.catalogue import REVIEW, CatalogueEntry, FileLine, Handed, written_lines
from cardgen.languages.entries import Entry, short_hash
from cardgen.languages.reading import fits, short
from cardgen.model import KINDS, Kit

_HOLE = re.compile(r"(\{\{.*?\}\})", re.DOTALL)
_ON_SCREEN = {"table.yaml": "play", "lessons": "teach"}
_ICON = re.compile(r"(?<!\{)\{[A-Za-z][\w.-]*\}(?!\})")
_PLURAL = re.compile(r"\{\{\s*plural\((.*?)\)\s*\}\}", re.DOTALL)
_WORD = re.compile(r"(\{\{.*?\}\}|\s+)", re.DOTALL)
_NO_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
_TEMPLATES = (".svg", ".j2")
WORDS = "words"


@dataclass(frozen=True, slots=True)
class Unit:
    """One text on its way to a translator or back: its address, what it says, what is said for it in each plural form.

    `review` says that somebody must look at it, `before` what the original was when it was translated; `comments` are
    people's, `notes` are the program's. `where` is the place in the kit, or on the way back in the file that came.
    """

    address: str
    text: str
    plural: str = ""
    said: tuple[str, ...] = ()
    review: bool = False
    before: str = ""
    comments: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    where: Location = NOWHERE
    most: int = 0
    """So many letters fit, 0 where nobody knows."""


@dataclass(frozen=True, slots=True)
class Package:
    """All units of a game in a language, and whose they are; `gone` are translations of what the kit says no more."""

    game: str
    version: str
    source: str
    language: str
    units: tuple[Unit, ...]
    gone: tuple[Unit, ...] = ()


def address_of(entry: Entry) -> str:
    """Return what a text is called: card and field, option and value; of templates the file."""
    return entry.section if entry.by_sentence else f"{entry.section}/{entry.key}"


def units_of(
    text: str,
    language: str,
    entries: Sequence[Entry],
    notes: Mapping[Entry, Sequence[str]],
    most: Mapping[Entry, int],
) -> tuple[list[Unit], list[Unit]]:
    """Return all texts of a kit with what a catalogue, `text`, says of them; and what it keeps of texts that are gone."""
    lines = written_lines(text)
    units = []
    for entry in entries:
        line = lines.pop((entry.section, entry.key), _NOTHING)
        if entry.like and not line.text:
            continue  # said once, with the first of its copies
        review = bool(line.text) and line.hash is not None and line.hash != entry.hash
        source, forms = _outward(entry.text), counted_forms(language)
        unit = Unit(
            address_of(entry),
            source,
            said=_said(line.text, Unit("", source), ()) if line.text else ("",),
            review=review,
            before=_outward(line.before) if review else "",
            comments=_comments(line),
            notes=tuple(notes.get(entry, ())),
            where=entry.where,
            most=most.get(entry, 0),
        )
        units.append(_in_forms(unit, forms))
    gone = [
        Unit(key, _outward("\n".join(line.original) or key), said=(_outward(line.text),))
        for (section, key), line in lines.items()
        if line.text and section == "obsolete"
    ]
    return units, gone


def handed_back(
    package: Package, game: str, text: str, entries: Sequence[Entry], label: str, problems: Problems
) -> list[Handed]:
    """Return what a file from a translator says of the texts of a kit; what is wrong with it is noted at its lines.

    `text` is the catalogue as it is. A text whose original has changed since the file was written is to be reviewed.
    """
    lines, forms = written_lines(text), counted_forms(package.language)
    known = {_found_by(address_of(e), _outward(e.text)): e for e in entries}
    met: dict[tuple[str, str], Unit] = {}
    handed: list[Handed] = []
    for unit in package.units:
        name = _found_by(unit.address, unit.text)
        first = met.setdefault(name, unit)
        if first is not unit:
            message = f"{_called(unit)} is there twice, first in line {first.where.line}"
            problems.add(message, unit.where, hint="delete one of the two", code="translation-twice")
            continue
        entry = known.get(name)
        section, _, key = (
            (unit.address, "", unit.text.replace("\n", r"\n")) if name[1] else unit.address.partition("/")
        )
        if not section or not key:
            problems.add(f"'{unit.address}' is no address of a text", unit.where, code="translation-address")
            continue
        line = lines.get((section, key), _NOTHING)
        original = _in_forms(Unit("", _outward(entry.text) if entry else unit.text), forms)
        same = bool(line.text) and unit.said == _said(line.text, original, forms)
        now = line.text if same else _inward(_one_text(unit, entry, forms, problems), entry)
        hash, was = None, ""
        if entry and (unit.text, unit.plural) not in (
            (original.text, original.plural),
            (_outward(entry.text), ""),
        ):
            hash, was = short_hash(unit.text), unit.text
        elif unit.review and entry:
            hash = line.hash if line.hash not in (None, entry.hash) else REVIEW
        comments = unit.comments if unit.comments != _comments(line) else None
        if now or comments:
            handed.append(Handed(section, key, now, hash, was, comments))
        if entry and now and not same and not was:
            fits(entry, CatalogueEntry(section, key, None, now, unit.where), problems)
    if package.units and not known.keys() & met.keys():
        problems.add(f"no text of this file belongs to {game}", Location(label, 1), code="other-file")
    return handed


_NOTHING = FileLine("", None, "", True)


def _found_by(address: str, text: str) -> tuple[str, str]:
    """Return what tells a text from all others: its address, and in a template what it says."""
    return address, text if address == WORDS or address.endswith(_TEMPLATES) else ""


def _called(unit: Unit) -> str:
    return f"“{short(unit.text)}” of {unit.address}"


def _comments(line: FileLine) -> tuple[str, ...]:
    return tuple(comment.removeprefix("#").strip() for comment in line.comments)


def _outward(text: str) -> str:
    r"""Return a text as translators see it: a `\n` of a template is the end of a line, and what no file may hold is not there."""
    return _NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", text.replace(r"\n", "\n"))


def _inward(text: str, entry: Entry | None) -> str:
    return text.replace("\n", r"\n") if entry and r"\n" in entry.text and "\n" not in entry.text else text


def _as_ends(text: str, original: str) -> str:
    """Return a translation with the line ends of its original around it, as gettext wants them."""
    if not text.strip("\n"):
        return text
    before = original[: len(original) - len(original.lstrip("\n"))]
    return before + text.strip("\n") + original[len(original.rstrip("\n")) :]


# -- plural forms


def _in_forms(unit: Unit, forms: Sequence[str]) -> Unit:
    """Return a unit in the plural forms of its language where its text has one `plural`; else as it is."""
    own = _forms_in(unit.text)
    if own is None or not {"one", "other"} <= own.keys():
        return unit
    said = (
        _forms_in(unit.said[0])
        if unit.said and "plural(" in unit.said[0]
        else dict.fromkeys(forms, *unit.said)
    )
    if said is None:
        return unit
    return replace(
        unit,
        text=own["one"],
        plural=own["other"],
        said=tuple(said.get(f) or said.get("other", "") for f in forms),
    )


def _said(text: str, original: Unit, forms: Sequence[str]) -> tuple[str, ...]:
    """Return what a catalogue says of a text in the forms in which it is handed out."""
    if original.plural:
        said = _forms_in(_outward(text)) if "plural(" in text else dict.fromkeys(forms, _outward(text))
        return tuple(said.get(f) or said.get("other", "") for f in forms) if said else ()
    return (_as_ends(_outward(text), original.text),)


def _forms_in(text: str) -> dict[str, str] | None:
    """Return a text in each form of its one `plural`, None when it has none or says it in another way."""
    found = list(_PLURAL.finditer(text))
    if len(found) != 1 or text.count("plural(") != 1:
        return None
    try:
        call = next(iter(sandbox().parse(found[0][0]).find_all(nodes.Call)))
    except (TemplateSyntaxError, StopIteration):
        return None
    before, after = text[: found[0].start()], text[found[0].end() :]
    forms: dict[str, str] = {}
    for form in call.kwargs:
        if not isinstance(form.value, nodes.Const) or not isinstance(form.value.value, str):
            return None
        forms[form.key] = f"{before}{form.value.value}{after}"
    return forms


def _one_text(unit: Unit, entry: Entry | None, forms: Sequence[str], problems: Problems) -> str:
    """Return what is said for a unit as one text with a `plural` in it where the forms differ, "" when one is missing."""
    if not unit.plural:
        return unit.said[0] if unit.said else ""
    if not any(unit.said):
        return ""
    if len(unit.said) != len(forms) or not all(unit.said):
        there = sum(map(bool, unit.said))
        message = f"{_called(unit)} has {there} plural forms, expected {len(forms)}: {', '.join(forms)}"
        problems.add(message, unit.where, code="translation-names")
        return ""
    if len(set(unit.said)) == 1:
        return unit.said[0]
    parts = [_WORD.split(said) for said in unit.said]
    head = _alike(parts)
    tail = _alike([part[head:][::-1] for part in parts])
    counts = _PLURAL.search(entry.text) if entry else None
    counted = counts[1].partition(",")[0].strip() if counts else "n"
    said = ", ".join(
        f"{form}={_as_expression(part[head : len(part) - tail])}"
        for form, part in zip(forms, parts, strict=True)
    )
    if forms[-1] != "other":
        said += f", other={_as_expression(parts[-1][head : len(parts[-1]) - tail])}"
    return f"{''.join(parts[0][:head])}{{{{ plural({counted}, {said}) }}}}{''.join(parts[0][len(parts[0]) - tail :])}"


def _alike(parts: Sequence[Sequence[str]]) -> int:
    """Return how many pieces are alike in all from the start."""
    count = 0
    for pieces in zip(*parts, strict=False):
        if len(set(pieces)) > 1:
            break
        count += 1
    return count


def _as_expression(pieces: Iterable[str]) -> str:
    """Return words as an expression of Jinja; a {{ }} among them is added to them."""
    whole = [piece for piece in _HOLE.split("".join(pieces)) if piece]
    said = [f"({p[2:-2].strip()})" if p.startswith("{{") else _quoted(p) for p in whole]
    return " ~ ".join(said) or '""'


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


# -- what a translator is told


def notes_on(written: Kit, kit: Kit, entries: Sequence[Entry]) -> dict[Entry, list[str]]:
    """Return for each text of a kit, as it is `written`, what its {{ }}, icons and marks are."""
    names = {"kit": kit, "players": kit.players, "tables": kit.tables, "cards": kit.cards}
    names |= {kind: getattr(kit, kind) for kind in KINDS}
    return {entry: [*_notes(entry, names)] for entry in entries}


def on_screen(entry: Entry) -> str:
    """Return the command that shows a text on a screen, "" for one that is not shown at a table."""
    return _ON_SCREEN.get(entry.section.partition("/")[0], "")


def _notes(entry: Entry, names: Mapping[str, Any]) -> Iterator[str]:
    for hole in dict.fromkeys(_HOLE.findall(entry.text)):
        try:
            value = Expression(hole[2:-2]).value(names)
        except ExpressionError:
            value = None
        now = f", now “{value}”" if isinstance(value, str | int | float) and str(value) else ""
        yield f"Keep {hole}: the program fills it in{now}."
    for icon in dict.fromkeys(_ICON.findall(_HOLE.sub("", entry.text))):
        yield f"Keep {icon}: it is a picture."
    if "**" in entry.text:
        yield "**Two stars** around words print them bold."
    if r"\n" in entry.text or "\n" in entry.text.strip():
        yield "The line breaks are printed."
    if command := on_screen(entry):
        yield f"On the screen: cardgen {command} {names['kit'].slug} --browser."
