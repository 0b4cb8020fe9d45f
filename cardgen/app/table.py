"""`cardgen table`: a kit's cards as a spreadsheet, or back as YAML, without loss."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.base.destination import Destination, write_whole
from cardgen.base.errors import CardgenError, Location, Problem, Problems, did_you_mean
from cardgen.base.files import real, shown
from cardgen.base.line_ends import plain
from cardgen.model import Kit
from cardgen.source.defined import Defined, cards_in, defined, difference
from cardgen.source.kit_shape import Source
from cardgen.source.rewrite import with_values
from cardgen.source.tables.files import BOOKS, TEXTS
from cardgen.source.tables.flow import flow, json_cards, yaml_cards
from cardgen.source.tables.sheet import CardSheet, sheet_of
from cardgen.source.tables.write import csv_bytes, formulas_in, ods_bytes, sheet_names, xlsx_bytes

KINDS = (".xlsx", ".ods", ".csv", ".tsv", ".json", ".yaml")
"""How the name of a file to be written may end."""


@dataclass
class TablesWritten:
    """What was written: each file with the components in it, the new `cards:` of each component (none for files that lie
    outside of the kit's folder), what is to be known."""

    files: dict[Path, list[str]] = field(default_factory=dict)
    cards: dict[tuple[str, str], str] = field(default_factory=dict)
    warnings: list[Problem] = field(default_factory=list)
    switched: bool = False


@dataclass(frozen=True)
class _Draft:
    """A file to be written: where, its bytes, and the components in it with their sheets' names."""

    path: Path
    data: bytes
    components: tuple[tuple[Defined, str], ...]


def write_tables(
    root: Path,
    to: str,
    only: Sequence[str] = (),
    *,
    expand: bool = False,
    force: bool = False,
    switch: bool = False,
) -> TablesWritten:
    """Write the cards of a kit into a table file (`to` ends in one of `KINDS`), and return what was written.

    A name without a folder lies in the kit's. With `only`, these components; with `expand`, the cards that `each:`
    makes; with `force`, over a file that is there; with `switch`, `game.yaml` names the new file afterwards.

    Every file is read again before it is put in place: CardgenError when one card would not be what it was, when a file
    is there already, and for everything that is wrong with the kit. ValueError for words that nobody knows.
    """
    suffix = Path(to).suffix.lower().replace(".yml", ".yaml")
    if suffix not in KINDS:
        raise ValueError(f"--to is '{to}', expected a file that ends in {', '.join(KINDS)}")
    kit, components = defined(root)
    unknown = [name for name in only if name not in {one.name for one in components}]
    if unknown:
        hint = did_you_mean(unknown[0], [one.name for one in components])
        raise ValueError(f"{kit.slug} has no component '{unknown[0]}' ({hint})")
    chosen = [one for one in components if not only or one.name in only]
    path = Path(to) if "/" in to or "\\" in to else root / to
    inside = real(path).is_relative_to(real(root))
    if switch and not inside:
        raise ValueError(
            f"--switch: {path} does not lie in the kit's folder, and game.yaml could not name it"
        )
    drafts = _drafts(kit, path, suffix, chosen, expand)
    _refuse_to_replace([draft.path for draft in drafts], force)
    result = TablesWritten()
    for draft in drafts:
        result.files[draft.path] = [component.name for component, _ in draft.components]
        if not inside:
            continue
        name = real(draft.path).relative_to(real(root)).as_posix()
        for component, sheet in draft.components:
            plain = sheet in ("", component.name)
            source = flow(name) if plain else flow({"file": name, "sheet": sheet})
            result.cards[(component.kind, component.name)] = source
    result.warnings += _formulas(drafts, suffix, expand)
    for draft in drafts:
        Destination(draft.path).write(draft.data)
    if switch:
        _switch(root, kit, result)
    return result


def _drafts(kit: Kit, path: Path, suffix: str, chosen: Sequence[Defined], expand: bool) -> list[_Draft]:
    """Return the files to be written, each read again and found equal."""
    names = sheet_names([one.name for one in chosen])
    if suffix in BOOKS:
        groups = [(path, list(zip(chosen, names, strict=True)))]
    elif len(chosen) == 1:
        groups = [(path, [(chosen[0], "")])]
    else:
        groups = [(path.with_name(f"{path.stem}-{one.name}{path.suffix}"), [(one, "")]) for one in chosen]
    problems = Problems()
    drafts = []
    for place, group in groups:
        wide = {one.name: expand for one, _ in group}
        draft = _Draft(place, _bytes(suffix, [one for one, _ in group], wide), tuple(group))
        lost = _lost(kit, draft, suffix)
        again = [name for name in lost if not wide[name]]
        if again:  # an each: that such a file cannot say is written out
            wide |= dict.fromkeys(again, True)
            draft = _Draft(place, _bytes(suffix, [one for one, _ in group], wide), tuple(group))
            lost = _lost(kit, draft, suffix)
        for name, what in lost.items():
            hint = "write .xlsx or .yaml" if suffix in TEXTS else "write .yaml"
            message = f"{suffix} cannot say the cards of {name} as they are: {what}"
            problems.add(message, Location(str(place)), hint=hint, code="table-loses")
        drafts.append(draft)
    problems.raise_errors()
    return drafts


def _bytes(suffix: str, components: Sequence[Defined], expand: dict[str, bool]) -> bytes:
    first = components[0]
    match suffix:
        case ".yaml":
            return yaml_cards(first.written(expand[first.name])).encode()
        case ".json":
            return json_cards(first.written(expand[first.name])).encode()
        case ".csv" | ".tsv":
            return csv_bytes(_sheet(first, expand[first.name]), "\t" if suffix == ".tsv" else ",")
        case ".ods":
            return ods_bytes([_sheet(one, expand[one.name]) for one in components])
        case _:
            return xlsx_bytes([_sheet(one, expand[one.name]) for one in components])


def _sheet(component: Defined, expand: bool) -> CardSheet:
    return sheet_of(component.name, component.written(expand), component.takes, component.defaults)


def _lost(kit: Kit, draft: _Draft, suffix: str) -> dict[str, str]:
    """Return the components that a file does not say as they are, each with what is lost first."""
    lost = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"draft{suffix}"
        file.write_bytes(draft.data)
        for component, sheet in draft.components:
            problems = Problems()
            source = Source(file.name, sheet or None)
            cards = cards_in(file, source, component, kit, problems)
            what = next((problem.message for problem in problems), "") or difference(component.made, cards)
            if what:
                lost[component.name] = what
    return lost


def _refuse_to_replace(paths: Sequence[Path], force: bool) -> None:
    problems = Problems()
    for path in paths:
        if path.exists() and not force:
            hint = "name another file, or write over it with --force"
            problems.add("this file is there already", Location(str(path)), hint=hint, code="file-exists")
    problems.raise_errors()
    for path in paths:
        Destination(path).check()


def _formulas(drafts: Sequence[_Draft], suffix: str, expand: bool) -> list[Problem]:
    if suffix not in TEXTS:
        return []
    found = []
    for draft in drafts:
        ids = [one for component, _ in draft.components for one in formulas_in(_sheet(component, expand))]
        if ids:
            cards = ", ".join(ids[:5]) + (", …" if len(ids) > 5 else "")
            message = f"a spreadsheet program takes texts that begin with = + - or @ for formulas: {cards}"
            hint = "write .xlsx or .ods, which say that it is text"
            found.append(Problem(message, Location(str(draft.path)), (), hint, "warning", "formula"))
    return found


def _switch(root: Path, kit: Kit, result: TablesWritten) -> None:
    """Let game.yaml name the new files; it stays as it was when the kit would not be the same."""
    game = root / "game.yaml"
    before = game.read_bytes()
    file = plain(before)
    values: dict[tuple[str, ...], str] = {
        (kind, name, "cards"): said for (kind, name), said in result.cards.items()
    }
    write_whole(game, file.bytes_of(with_values(file.text, values)))
    try:
        from cardgen.source import load_kit

        after = load_kit(root)
        for old, new in zip(kit.components, after.components, strict=True):
            if what := difference(old.cards, new.cards):
                raise CardgenError(
                    [Problem(f"the cards would not be the same: {what}", Location(shown(game)))]
                )
    except BaseException:
        write_whole(game, before)
        raise
    result.switched = True
