"""The pipeline on one screen: load, check, compose faces, impose sheets, draw art, write files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.app.fingerprint import build_key, content_hash, drawn_hash, tool_hash
from cardgen.app.manifest import (
    keep_true,
    manifest_of,
    outdated_editions,
    publish,
    staging,
    up_to_date,
    write_manifest,
)
from cardgen.app.settings import BuildSettings
from cardgen.app.shared import SharedCache, name_of, shared_cache
from cardgen.app.wanted import wanted_of
from cardgen.base.cache import default_folder
from cardgen.base.errors import CardgenError, Location, Problem, Problems, did_you_mean
from cardgen.base.files import MAX_PICTURE, read_named, real
from cardgen.base.language import furnished, is_pseudo, speaking
from cardgen.base.names import as_one, unfit

if TYPE_CHECKING:
    from cardgen.app.changes import Changes
    from cardgen.app.progress import Say
    from cardgen.app.wanted import Wanted
    from cardgen.export.output import Output
    from cardgen.faces.art.form import Engine
    from cardgen.faces.art.worker import ArtQueue
    from cardgen.faces.compose import Faces
    from cardgen.model import Kit
    from cardgen.rulesheet.coverage import ClauseCoverage
    from cardgen.targets.target import Target

_STATED = ("statement", "needs", "not-a-number")
_OF_A_DRAFT = (
    *_STATED,
    "text-overflow",
    "missing-glyph",
    "unknown-icon",
    "lonely-star",
)  # what a draft may have
_NAMED = 4  # so few files of a part are named


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a build left behind."""

    game: str
    folder: Path
    files: tuple[str, ...]
    fresh: bool
    warnings: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    """What was changed so that a target takes the kit, and what a look saves."""
    changes: Changes | None = None
    part: bool = False
    told: Mapping[str, list[str]] = field(default_factory=dict)
    """What was changed so that a target takes the kit (`adapted`), and what it does not take (`left_out`)."""
    paper: str = ""
    """How many sheets the whole kit takes, and how many by the area of its pieces."""
    outdated: tuple[str, ...] = ()
    """Other editions in the folder that show an earlier state of the kit."""
    manifest: Mapping[str, Any] = field(default_factory=dict)
    """What kit.json says of this build alone."""

    def summary(self) -> str:
        """Return a line for a person; one for each thing to know of a part that was printed."""
        lines = list(self.changes.lines(self.game)) if self.changes else []
        if self.fresh:
            lines.append(f"{self.game}: nothing has changed, {self.folder} is up to date")
        elif self.part and 0 < len(self.files) <= _NAMED:
            lines += [f"{self.game}: {self.folder / name}" for name in self.files]
        elif self.files or not self.changes:
            lines.append(f"{self.game}: {len(self.files)} files in {self.folder}{self.paper}")
        if self.outdated:
            old = ", ".join(self.outdated)
            lines.append(f"  outdated: {old}; --all-editions builds them again, --clean removes them")
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for `--json`."""
        return {
            "game": self.game,
            "folder": str(self.folder),
            "files": list(self.files),
            "up_to_date": self.fresh,
            **({"notes": list(self.notes)} if self.notes else {}),
            **({"outdated": list(self.outdated)} if self.outdated else {}),
            **({"changed": self.changes.as_dict()} if self.changes else {}),
            **self.told,
        }


def fresh_kit(folder: Path, settings: BuildSettings) -> BuildResult | None:
    """Return the kit as it was built when it is up to date, None when it has to be built."""
    # a draft is built again, so that its warnings are reported again; a part is printed whenever somebody asks for it
    if settings.force or settings.clean or settings.draft or settings.part:
        return None
    slug = real(folder).name
    target = settings.out / slug
    names = up_to_date(target, _key(folder, settings))
    if names is None:
        return None
    return BuildResult(slug, target, names, fresh=True, outdated=outdated_editions(target))


def kit_as_asked(source: Path | Kit, settings: BuildSettings, say: Say) -> BuildResult:
    """Return a kit as it was built, here or by another machine that shares a cache, or build it: see `build_kit`."""
    if not isinstance(source, Path):
        return build_kit(source, settings, say)
    if fresh := fresh_kit(source, settings):
        return fresh
    if not settings.cache or settings.draft or settings.part or is_pseudo(settings.language):
        return build_kit(source, settings, say)
    cache = shared_cache(settings.cache)
    key = _key(source, settings)
    result = None if settings.force else _taken(cache, key, source, settings)
    if result is None:
        result = build_kit(source, settings, say)
        # what warns has to be heard on every machine, and what was saved meanwhile may be in it or not
        if not result.warnings and key == _key(source, settings):
            record = {**result.manifest, "notes": list(result.notes)}
            cache.offer(name_of(key, result.game), record, result.folder)
    return replace(result, warnings=(*result.warnings, *cache.complaints))


def _taken(cache: SharedCache, key: str, folder: Path, settings: BuildSettings) -> BuildResult | None:
    """Return a kit with the files that another machine has made of it, None when they are not in the cache."""
    slug = real(folder).name
    target = settings.out / slug
    record = dict(cache.record(name_of(key, slug)) or {})
    notes = record.pop("notes", None)
    if (
        record.get("game") != slug
        or not isinstance(notes, list)
        or not all(isinstance(n, str) for n in notes)
    ):
        return None
    (build,) = record["builds"].values()
    with suppress(CardgenError), staging(target) as stage:
        if build["key"] != key or not cache.fetch(record, stage):
            return None
        publish(stage, target, write_manifest(record, stage, target, settings.clean))
        return BuildResult(
            slug,
            target,
            tuple(file["name"] for file in build["files"]),
            fresh=False,
            notes=(*notes, f"taken from {cache}"),
            told={what: build[what] for what in ("adapted", "left_out") if what in build},
            paper=_paper(build["files"]),
            outdated=outdated_editions(target),
        )
    return None  # a build says what is wrong here


def build_kit(source: Path | Kit, settings: BuildSettings, say: Say) -> BuildResult:
    """Build a kit, from its folder or as it is in memory, into `settings.out/<slug>`, whatever is there.

    Raises CardgenError with every problem of the kit; then, and after Ctrl-C, the old files are untouched.
    """
    folder = source if isinstance(source, Path) else None
    slug = real(source).name if isinstance(source, Path) else source.slug
    target = settings.out / slug
    if folder and real(target) == real(folder):
        message = f"the results of {slug} would lie among its own files"
        hint = "choose another folder with --out"
        raise CardgenError([Problem(message, Location(str(folder)), hint=hint, code="out-is-the-kit")])
    content = content_hash(folder, target) if folder else ""
    problems = Problems()
    said: Mapping[str, Any] = {}
    place = target_of(folder, settings, problems)
    key = build_key(content, _asked(place, settings, slug)) if folder else ""

    with art_queue(settings, say) as arts, staging(target) as stage:
        arts.open()  # it imports its engine while we read
        say(f"{slug}: reading")
        if is_pseudo(settings.language):
            settings = replace(settings, draft=True)  # it shows what does not fit
        kit, problems = load_checked(source, settings.draft, settings.language)
        settings = settings.for_looks(kit.first_look)
        chosen = chosen_options(kit, settings.options)
        faces = faces_of(kit, settings.look, chosen, problems, settings.art_engine)
        faces.draft = settings.draft
        with speaking(kit.language):
            kit, wanted, files, summary = _print(kit, faces, arts, stage, settings, problems, say, place)
        if settings.part:
            keep_true(stage, target)
            publish(stage, target)
        else:
            from cardgen.faces.address import addresses, alike

            composed = faces.composed()
            drawn = {"faces": addresses(composed), "alike": alike(composed, faces.kit.version)}
            said = manifest_of(kit, stage, files, content, key, settings, drawn, summary)
            publish(stage, target, write_manifest(said, stage, target, settings.clean))
        faces.save()
    names = tuple(file.name for file in files)
    old = () if settings.part else outdated_editions(target)
    notes = [*summary.get("adapted", ()), *dict.fromkeys(file.said for file in files if file.said)]
    return BuildResult(
        slug,
        target,
        names,
        fresh=False,
        warnings=problems.warnings,
        notes=tuple(notes),
        changes=wanted.changes,
        part=settings.part,
        told=summary,
        paper=_paper([file.about for file in files]),
        outdated=old,
        manifest=said,
    )


def other_editions(folder: Path, settings: BuildSettings) -> list[BuildSettings]:
    """Return the settings of every edition of a kit that its kit.json keeps."""
    from cardgen.app.manifest import editions

    found = [settings.as_edition(said) for said in editions(settings.out / real(folder).name)]
    return [one for one in found if one]


def _paper(files: Iterable[Mapping[str, Any]]) -> str:
    """Return the end of the line that tells of a build: ", 17 sheets, 15 by area"; nothing without a whole kit."""
    for about in files:
        match about:
            case {"sheets": int(sheets), "sheets_by_area": int(least)}:
                return f", {sheets} sheet{'s' if sheets != 1 else ''}, {least} by area"
    return ""


def target_of(folder: Path | None, settings: BuildSettings, problems: Problems) -> Target | None:
    """Return the target that is asked for, None for a printer at home; CardgenError when it cannot be had."""
    if not settings.target:
        return None
    from cardgen.app.for_target import target_for

    return target_for(settings.target, folder, settings, problems)


def _key(folder: Path, settings: BuildSettings) -> str:
    """Return the hash of everything that a build of a folder is made from."""
    slug = real(folder).name
    place = target_of(folder, settings, Problems())
    return build_key(content_hash(folder, settings.out / slug), _asked(place, settings, slug))


def _asked(place: Target | None, settings: BuildSettings, slug: str) -> list[tuple[str, object]]:
    """Return the settings that change the bytes that come out, with what stands in the target's files.

    For online tables these are also the folder of the pictures, whose addresses they hold, and the rules.
    """
    asked = settings.shapes_output()
    if place:
        asked.append(("target", read_named(place.file)))
        from cardgen.app.beginning import rules_hash
        from cardgen.targets.target import MAKERS, reads

        if "base_url" in MAKERS[place.maker].uses and not settings.base_url:
            asked.append(("folder", str(real(settings.out))))
        if MAKERS[place.maker].plays:
            asked.append(("rules", rules_hash(slug)))
        asked += [
            (f"read by {place.name}", read_named(file, MAX_PICTURE))
            for file in reads(place, settings.profile)
        ]
    return asked


def _print(
    kit: Kit,
    faces: Faces,
    arts: ArtQueue,
    stage: Path,
    settings: BuildSettings,
    problems: Problems,
    say: Say,
    place: Target | None = None,
) -> tuple[Kit, Wanted, list[Output], dict[str, list[str]]]:
    """Compose, lay out, draw and write into `stage`.

    Returns the kit as it was printed, what of it, the files, and what people are told.
    """
    from cardgen.app.outputs import documents, pictures

    wanted = wanted_of(kit, settings)
    say(f"{kit.slug}: composing faces")
    _compose(wanted, faces, arts)
    if settings.changed_since is not None:
        from cardgen.app.changes import changes_since

        wanted = wanted._replace(
            changes=changes_since(kit, wanted.components, faces.composed(), settings, problems)
        )
    if settings.draft and any(problem.code in _OF_A_DRAFT for problem in (*problems, *faces.problems)):
        kit = replace(kit, version=f"{kit.version} draft")  # on sheets; a face has no room for it
    say(f"{kit.slug}: laying out pages")
    summary: dict[str, list[str]] = {}
    if place:
        from cardgen.app.for_target import TargetSummary, files_for

        made = TargetSummary()
        files = files_for(place, kit, wanted, faces, settings, problems, made)
        summary = made.as_dict()
    elif settings.format == "png":
        files = pictures(wanted, faces, settings, problems)
    else:
        files = documents(kit, wanted, faces, settings, problems)
    print_files(files, faces, arts, stage, problems, say, kit.slug)
    return kit, wanted, files, summary


def print_files(
    files: Sequence[Output],
    faces: Faces,
    arts: ArtQueue,
    stage: Path,
    problems: Problems,
    say: Say,
    slug: str,
) -> None:
    """Have the art of laid-out files drawn and write them into `stage`; CardgenError when anything is wrong."""
    problems.extend(faces.problems)
    _check_names(files, faces.kit, problems)
    problems.raise_errors()
    for file in files:
        arts.want(file.arts())
    forms = arts.forms(problems, faces.art_stands)
    problems.raise_errors()
    from cardgen.export.plates import Press  # ReportLab: 4 MB, only now that the workers are gone

    with Press(forms) as press:
        for file in files:
            file.begin(forms)
        for number, file in enumerate(sorted(files, key=lambda file: file.late)):
            say(f"{slug}: writing", number, len(files))
            (stage / file.name).parent.mkdir(parents=True, exist_ok=True)
            file.write(stage / file.name, press)


def _check_names(files: Sequence[Output], kit: Kit, problems: Problems) -> None:
    """Note files that some disk cannot hold, or takes for one."""
    seen: dict[str, str] = {}
    hint = "give the card, the component or the target's file another name"
    for file in files:
        if why := unfit(file.name):
            message = f"the file {file.name} cannot be written on every computer: {why}"
            problems.add(message, kit.where, hint=hint, code="file-name")
        elif (other := seen.setdefault(as_one(file.name), file.name)) != file.name:
            message = f"{other} and {file.name} would be one file on Windows and macOS"
            problems.add(message, kit.where, hint=hint, code="one-file")


def _compose(wanted: Wanted, faces: Faces, arts: ArtQueue) -> None:
    """Compose every face, and let the workers begin with what is on it."""
    for component in wanted.components:
        for card in component.cards:
            for face in (faces.front(card), faces.back(card)):
                arts.want(face.arts() if face else ())


def check_kit(source: Path | Kit, language: str = "") -> list[Problem]:
    """Return everything that is wrong with a kit: files, counts, rules, and all that a build draws, in every look.

    In its own language the catalogues of others are looked through as well. What is drawn is kept for the next build.
    """
    kit, problems = _read_checked(source, language=language, catalogues=True)
    if kit and not any(problem.code == "not-a-number" for problem in problems):
        # Also one whose checks fail: its faces and its sheet are looked at in the same run. A number that is none
        # would be reported again wherever it is printed.
        with speaking(kit.language):
            _draw_all(kit, problems)
            if any(component.safe for component in kit.components):
                from cardgen.targets.safe import beyond_safe

                problems.extend(beyond_safe(kit, kit.first_look))
            problems.extend(_uncovered(kit, language))
    return list(problems)


def _uncovered(kit: Kit, language: str) -> Iterator[Problem]:
    """Yield the clauses that a medium needs and does not tell; in the kit's own language those of all its languages."""
    from cardgen.languages.reading import in_language, languages_of
    from cardgen.source import read_kit

    if not (coverage := _coverage(kit)):
        return
    yield from coverage.problems()
    for other in languages_of(kit.root) if not language and not kit.made_here else ():
        spoken, _ = read_kit(kit.root, in_language(other))
        if spoken and (coverage := _coverage(spoken)):
            yield from (replace(one, message=f"{other}: {one.message}") for one in coverage.problems())


def _coverage(kit: Kit) -> ClauseCoverage | None:
    from cardgen.rulesheet.coverage import coverage
    from cardgen.rulesheet.sheet import load_rules

    return coverage(load_rules(kit)) if kit.rules else None


def coverage_of(folder: Path, language: str = "") -> ClauseCoverage:
    """Return which clauses of the rules each medium tells; CardgenError where the kit has none."""
    kit, _ = load_checked(folder, language=language)
    if not (coverage := _coverage(kit)):
        hint = "write clauses: into its seeds file (docs/making-a-kit.md)"
        raise CardgenError([Problem(f"{kit.slug} has no clauses", kit.where, hint=hint, code="no-clauses")])
    return coverage


def _draw_all(kit: Kit, problems: Problems) -> None:
    """Draw all that a build draws, in every look, and note what is wrong with it: what is whole is looked at anyway."""
    from cardgen.app.outputs import documents

    settings = BuildSettings()
    for look in kit.looks or ("full",):
        faces = faces_of(kit, look, {}, Problems())
        faces.draft = is_pseudo(kit.language)
        wanted = wanted_of(kit, settings)
        with art_queue(settings, lambda step, done=0, total=0: None) as arts:
            _compose(wanted, faces, arts)
            # sheets have the same words in each look; pictures in the rules may ask for it
            if look != kit.first_look:
                wanted = wanted._replace(components=())
            try:
                for file in documents(kit, wanted, faces, settings, problems):
                    arts.want(file.arts())
            except CardgenError as error:
                problems.extend(error.problems)
            arts.forms(faces.problems, faces.art_stands)
        problems.extend(faces.problems)
        faces.save()


def rule_sheet_text(
    folder: Path | Kit, form: str, options: Mapping[str, str], numbers: bool = False, language: str = ""
) -> str:
    """Return the rule sheet as Markdown (`md`) or as one HTML page (`html`)."""
    from cardgen.faces.compose import Faces
    from cardgen.rulesheet import load_rules, rule_html, rule_markdown

    kit, problems = load_checked(folder, language=language)
    chosen = chosen_options(kit, options)
    sheet = load_rules(kit, chosen, numbers=numbers)
    if form == "md":
        return rule_markdown(sheet.on("text"))
    faces = Faces(kit, options=chosen, problems=problems)
    page = rule_html(sheet.on("web"), faces)
    problems.raise_errors()
    return page


def load_checked(source: Path | Kit, draft: bool = False, language: str = "") -> tuple[Kit, Problems]:
    """Return a kit, from its folder or as it is in memory, and its warnings.

    In another `language` it is translated, and what is wrong with the translation is told.

    Raises CardgenError when a file or a check is wrong. What a kit states about itself (`checks:`, `needs:`) may be
    untrue in a draft: that becomes a warning.
    """
    kit, problems = _read_checked(source, draft, language)
    problems.raise_errors()
    assert kit is not None
    return kit, problems


def _read_checked(
    source: Path | Kit, draft: bool = False, language: str = "", catalogues: bool = False
) -> tuple[Kit | None, Problems]:
    """Return what `load_checked` returns, and a kit also when checks fail; None when it cannot be read.

    With `catalogues`, in the kit's own language, also what is wrong with all translations.
    """
    from cardgen.checks import run_checks
    from cardgen.source import read_kit

    translate = None
    if language and not isinstance(source, Path):
        message = f"a kit made in Python has one language, which is '{source.language}'"
        raise CardgenError([Problem(message, source.where, code="unknown-language")])
    if isinstance(source, Path) and (language or catalogues):
        from cardgen.languages.reading import in_language, looked_through

        translate = in_language(language) if language else looked_through
    kit, problems = read_kit(source, translate) if isinstance(source, Path) else (source, Problems())
    if kit and not kit.original and not furnished(kit.language):
        message = (
            f"cardgen's own words on sheets and guide are not there in '{kit.language}', they are English"
        )
        where = kit.place("language")
        problems.add(message, where, trail=("language",), level="warning", code="furniture-language")
    for problem in run_checks(kit.original or kit) if kit else ():
        stated = draft and problem.code in _STATED
        problems.extend([replace(problem, level="warning") if stated else problem])
    return kit, problems


def chosen_options(kit: Kit, words: Mapping[str, str]) -> dict[str, str | int | bool]:
    """Return a value for each of the words of `--option`; CardgenError names unknown options and values."""
    problems = Problems()
    chosen = kit.chosen(words, problems)
    problems.raise_errors()
    return {name: chosen[name].value for name in words}


def faces_of(
    kit: Kit,
    look: str | None,
    options: Mapping[str, str | int | bool],
    problems: Problems,
    engine: Engine | None = None,
) -> Faces:
    """Return the faces of a kit in a look, those that were composed before as they were kept."""
    from cardgen.faces.compose import Faces

    if look is not None and look not in (kit.looks or ("full",)):
        hint = did_you_mean(look, kit.looks)
        raise CardgenError(
            [Problem(f"{kit.slug} has no look '{look}'", kit.where, hint=hint, code="unknown-look")]
        )
    kept: dict[str, Any] = {}
    if not kit.made_here:  # else there are no files whose hash could vouch for what is kept
        data = [*kit.sources, *kit.root.glob("i18n/*.yaml"), *kit.root.glob("*.md.j2")]
        data += [kit.root / kit.rules] if kit.rules else []
        kept = {
            "compiled": default_folder() / "templates",
            "kept": default_folder() / "faces",
            "salt": f"{tool_hash()} {drawn_hash(kit.root, data)}",
        }
    return Faces(kit, look or kit.first_look, options=options, problems=problems, engine=engine, **kept)


def art_queue(settings: BuildSettings, say: Say) -> ArtQueue:
    """Return what has the art drawn in the background."""
    from cardgen.faces.art.worker import ArtQueue, jobs_for

    engine = settings.art_engine
    jobs = jobs_for(engine, settings.jobs)
    return ArtQueue(engine, jobs, lambda done, of: say("drawing art", done, of))
