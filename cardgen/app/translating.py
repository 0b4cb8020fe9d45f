"""`cardgen translate`: the catalogue of a language written or renewed, and what in it is still to be done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.destination import Destination, write_whole
from cardgen.base.errors import CardgenError, Location, Problem, Problems
from cardgen.base.files import FileError, read_named, read_text, real, shown
from cardgen.base.line_ends import plain
from cardgen.languages.catalogue import (
    Catalogue,
    CatalogueEntry,
    Handed,
    read_catalogue,
    renewed,
    written_lines,
)
from cardgen.languages.entries import Entry, entries_of
from cardgen.languages.exchange import Package, handed_back, notes_on, on_screen, units_of
from cardgen.languages.po import po_of, read_po
from cardgen.languages.reading import (
    FOLDER,
    catalogue_file,
    check_marked,
    check_sheet,
    fits,
    held_against,
    own_language,
    own_sheet,
    sheet_mark,
    short,
)
from cardgen.languages.terms import check_terms, terms_in
from cardgen.languages.xliff import read_xliff, xliff_of
from cardgen.model import Kit
from cardgen.source import read_kit
from cardgen.source.parse import parse_yaml

MOST_SHOWN = 40
LANGUAGE = re.compile(r"(?!pseudo$)[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
"""What a catalogue may be called after."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """What became of a catalogue: how many texts there are, those without a translation, and those whose original changed."""

    file: str
    total: int
    missing: tuple[Entry, ...]
    stale: tuple[tuple[Entry, CatalogueEntry], ...]
    obsolete: tuple[CatalogueEntry, ...]
    written: bool
    current: bool
    problems: tuple[Problem, ...]
    advice: str = ""

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
        return self.current and not (self.missing or self.stale)

    def lines(self) -> Iterator[str]:
        done = self.total - len(self.missing) - len(self.stale)
        yield f"{self.file}: {self.total} texts, {done} translated, {len(self.missing)} missing, {len(self.stale)} stale"
        for entry, said in self.stale[:MOST_SHOWN]:
            yield f"  stale    {said.where}: {short(entry.called)}: “{short(entry.text)}” was translated as “{short(said.text)}”"
        for entry in self.missing[:MOST_SHOWN]:
            yield f"  missing  {short(entry.called)}: “{short(entry.text)}” ({entry.where})"
        if len(self.missing) > MOST_SHOWN:
            yield f"  … and {len(self.missing) - MOST_SHOWN} more; the file has them all"
        for said in self.obsolete:
            moved = "now at the end of the file" if self.written else "will be moved to the end of the file"
            yield f"  obsolete {said.section} › {short(said.key)}: {moved}"
        if self.advice:
            yield f"  {self.advice}"
        if not self.written and not self.current:
            yield "  the file is not as cardgen translate would write it; run it without --check"

    def as_dict(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "texts": self.total,
            "missing": [f"{e.section}/{e.key}" for e in self.missing],
            "stale": [f"{e.section}/{e.key}" for e, _ in self.stale],
            "obsolete": [f"{s.section}/{s.key}" for s in self.obsolete],
            "written": self.written,
        }


def renew(folder: Path, language: str, write: bool = True, back: Path | None = None) -> Renewal:
    """Write or renew `i18n/<language>.yaml` of a kit, or with `write` False only tell what would become of it.

    What is in a PO or XLIFF file that came `back` is put in. Raises CardgenError when the kit cannot be read, when the file
    is no catalogue, or when what came back is damaged or fits another kit; then it stays as it is.
    """
    kit, problems, entries = _opened(folder, language)
    file = catalogue_file(folder, language)
    label = f"{kit.where.file.removesuffix('game.yaml')}{FOLDER}/{language}.yaml"
    if not real(file).is_relative_to(real(folder)):
        message = "this is a link that leads out of the kit's folder, where nothing is written"
        raise CardgenError([Problem(message, Location(label), code="outside-file")])
    try:
        if file.is_file():
            read_text(file, label)
    except FileError as error:
        raise CardgenError([error.problem(Location(label))]) from None
    written = plain(read_named(file)) if file.is_file() else plain(b"")
    before, found = written.text, Problems()
    earlier = _read(before, label, language, found)
    found.raise_errors()
    after = renewed(before, language, entries, _handed(back, kit, before, language, entries) if back else ())
    gone = (
        {(s.section, s.key) for s in held_against(earlier, entries, Problems()).unused} if earlier else set()
    )
    flaws = Problems()
    now = _read(after, label, language, flaws) or Catalogue(language, label)
    there = {(said.section, said.key) for said in now.said}
    obsolete = [s for s in earlier.said if (s.section, s.key) in gone - there and s.text] if earlier else []
    state = held_against(now, entries, flaws)
    check_terms(now, entries, state.used, flaws)
    current = after == before
    if write and not current:
        write_whole(file, written.bytes_of(after))
    wrong = [
        p
        for p in flaws
        if p.code in ("translation-names", "translation-marks", "translation-glossary", "translation")
    ]
    sheet = Problems()
    check_sheet(kit, language, sheet)
    missing = tuple(e for e in state.missing)
    return Renewal(
        label,
        state.total,
        missing,
        state.stale,
        tuple(obsolete),
        write and not current,
        current or write,
        (*problems.warnings, *wrong, *sheet.warnings),
        _unmarked(kit, language),
    )


def _opened(folder: Path, language: str) -> tuple[Kit, Problems, list[Entry]]:
    """Return a kit, what is wrong with it, and its texts; CardgenError when there is nothing to translate."""
    kept: list[Kit] = []

    def look(kit: Kit, problems: Problems) -> Kit:
        check_marked(kit, problems)
        kept.append(kit)
        return kit

    kit, problems = read_kit(folder, look)
    if kit is None:
        raise CardgenError(problems)
    if language == own_language(folder):
        message = f"'{language}' is the kit's own language"
        raise CardgenError([Problem(message, kit.place("language"), code="own-language")])
    return kit, problems, entries_of(kept[0])


class Translatable(NamedTuple):
    """A text of a kit with what a catalogue says for it, "" for nothing; a stale one is that of an earlier original."""

    entry: Entry
    said: str
    stale: bool


def wordings(folder: Path, language: str, text: str) -> list[Translatable]:
    """Return every text of a kit beside what the text of a catalogue says for it; CardgenError where either is wrong."""
    _, _, entries = _opened(folder, language)
    found = Problems()
    _read(text, f"{FOLDER}/{language}.yaml", language, found)
    found.raise_errors()
    said = written_lines(renewed(text, language, entries))
    lines = [(entry, said[entry.section, entry.key]) for entry in entries if not entry.like]
    return [
        Translatable(entry, line.text, bool(line.text) and line.hash not in (None, entry.hash))
        for entry, line in lines
    ]


def reworded(folder: Path, language: str, text: str, one: Handed) -> str:
    """Return the text of a catalogue with a translation in it; CardgenError for one that could not be printed."""
    _, _, entries = _opened(folder, language)
    entry = next((entry for entry in entries if (entry.section, entry.key) == (one.section, one.key)), None)
    problems = Problems()
    if entry is None:
        problems.add("the kit does not say this any more, read the page again", code="translation")
    else:
        fits(entry, CatalogueEntry(one.section, one.key, None, one.text, Location("")), problems)
    problems.raise_errors()
    after = renewed(text, language, entries, [one])
    _read(after, f"{FOLDER}/{language}.yaml", language, problems)  # a letter that nobody sees may be in it
    problems.raise_errors()
    return after


def _handed(back: Path, kit: Kit, text: str, language: str, entries: Sequence[Entry]) -> list[Handed]:
    """Return what a translator says in a file that came back; CardgenError when any of it cannot be used."""
    label = shown(back)
    try:
        data = read_named(back)
        as_po = back.suffix.lower() in (".po", ".pot")
        package = read_po(read_text(back, label), label) if as_po else read_xliff(data, label)
    except FileError as error:
        raise CardgenError([error.problem(Location(label))]) from None
    problems = Problems()
    for what, there, here in (("game", package.game, kit.slug), ("language", package.language, language)):
        if there and there != here:
            problems.add(
                f"the {what} of this file is '{there}', expected '{here}'",
                Location(label, 1),
                code="other-file",
            )
    problems.raise_errors()
    handed = handed_back(replace(package, language=language), kit.slug, text, entries, label, problems)
    problems.raise_errors()
    return handed


def hand_out(
    folder: Path,
    language: str,
    out: Path,
    formats: Iterable[str],
    pictures: Path | None = None,
    say: Callable[[str], None] = lambda words: None,
) -> list[Path]:
    """Write the catalogue of a language for translators' programs, as `po` or `xliff`; return the files.

    With `pictures`, each text that is printed, or shown at the table, has a picture there, with its place outlined;
    without a browser those of the table have none, and `say` says so. CardgenError when the kit cannot be read.
    """
    from cardgen.app.placing import keep_picture, outlined, places_of, write_pictures
    from cardgen.app.screening import screens

    kept: list[Kit] = []
    kit, problems = read_kit(folder, lambda kit, _: kept.append(kit) or kit)  # type: ignore[func-returns-value]
    if kit is None:
        raise CardgenError(problems)
    entries = entries_of(kept[0])
    text = plain(read_named(catalogue_file(folder, language))).text
    places = places_of(folder, entries, pages=pictures is not None)
    notes = notes_on(kept[0], kit, entries)
    words = _read(text, "", language, Problems()) or Catalogue(language, "")
    for entry in entries:
        notes[entry] += [
            f"Glossary: {one.key} = {', '.join(one.forms)}" for one in terms_in(entry.text, words)
        ]
    names = write_pictures(places, pictures) if pictures else {}
    left = [one for one in entries if pictures and one not in places and on_screen(one)]
    try:
        for entry, there, box in screens(kit, left) if left else ():
            names[entry] = keep_picture(outlined(there, box), pictures or out, entry, len(names) + 1)
        for entry in left:
            notes[entry] += ["No picture: no filmed game shows it."] * (entry not in names)
    except CardgenError as error:
        say(f"no pictures of the table: {error.problems[0].message}")
    for entry, name in names.items():
        notes[entry].append(f"Picture: {name}")
    most = {entry: place.most for entry, place in places.items()}
    units, gone = units_of(text, language, entries, notes, most)
    package = Package(kit.slug, kit.version, kit.language, language, tuple(units), tuple(gone))
    written = []
    for format in formats:
        file = out / kit.slug / f"{kit.slug}-{language}.{'po' if format == 'po' else 'xlf'}"
        Destination(file).write(po_of(package) if format == "po" else xliff_of(package))
        written.append(file)
    return written


def _unmarked(kit: Kit, language: str) -> str:
    """Return what a rule sheet should say of what it translates, "" if it does."""
    name, text = own_sheet(kit, language)
    return (
        f"{name}: write {sheet_mark(kit)} at its end, and it is told when {kit.rules} changes"
        if name and f"{kit.rules}@" not in text
        else ""
    )


def _read(text: str, label: str, language: str, problems: Problems) -> Catalogue | None:
    document = parse_yaml(text, label, problems) if text.strip() else None
    return read_catalogue(document, language) if document else None
