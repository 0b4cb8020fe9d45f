"""A kit read in another language: its catalogue found, held against the kit, and put in place of the original."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from jinja2 import meta
from jinja2.exceptions import TemplateSyntaxError

from cardgen.base.errors import Level, Location, Problems, did_you_mean
from cardgen.base.files import FileError, Files, read_text, variants
from cardgen.base.language import PSEUDO, furnished, is_pseudo, lengthened, root_of
from cardgen.jinja.expressions import sandbox
from cardgen.languages.catalogue import REVIEW, Catalogue, CatalogueEntry, nearest, read_catalogue
from cardgen.languages.entries import Entry, entries_of, short_hash
from cardgen.model import Kit
from cardgen.model.kit import read_only
from cardgen.source.game_file import Translate
from cardgen.source.parse import read_yaml
from cardgen.source.spoken import leads_somewhere, names_in, spoken

FOLDER = "i18n"
_OWN = re.compile(r"^language:\s*[\"']?([A-Za-z-]+)", re.MULTILINE)
_VERSION = re.compile(r"\{#[^#]*@([0-9a-f]{5})\s*#\}")
_CITED = re.compile(r"\brule\(([^()]*)\)")
_RULE = re.compile(r"[A-Z]{2,4}-Q?\d{1,3}[a-z]?")
_JINJA = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}", re.DOTALL)
_ICON = re.compile(r"(?<!\{)\{([A-Za-z][\w.-]*)\}(?!\})")
_MARK = re.compile(r"(?<!\\)\*+")
_LINE_END = re.compile(r"\\n|\n")


@dataclass(frozen=True, slots=True)
class TranslationState:
    """How far a translation has come: the entries without one, those whose original has changed, and what fits nothing."""

    total: int
    missing: tuple[Entry, ...]
    stale: tuple[tuple[Entry, CatalogueEntry], ...]
    unused: tuple[CatalogueEntry, ...]
    used: dict[tuple[str, str], CatalogueEntry]


def catalogue_file(folder: Path, language: str) -> Path:
    """Return where the words of a kit in a language stand."""
    return folder / FOLDER / f"{language}.yaml"


def languages_of(folder: Path) -> tuple[str, ...]:
    """Return the languages that a kit has catalogues of, sorted."""
    return tuple(sorted(file.stem for file in (folder / FOLDER).glob("*.yaml")))


def own_language(folder: Path) -> str:
    """Return what game.yaml says a kit's own language is, without reading the rest of it."""
    with contextlib.suppress(FileError):
        found = _OWN.search(read_text(folder / "game.yaml", "game.yaml"))
        return found[1] if found else "en"
    return "en"


def in_language(language: str) -> Translate:
    """Return what makes of a kit the same kit in a language; what is wrong with the translation is noted."""

    def translate(kit: Kit, problems: Problems) -> Kit:
        if is_pseudo(language):
            return pseudo(kit)
        check_marked(kit, problems)
        return translated(kit, language, problems)

    return translate


def looked_through(kit: Kit, problems: Problems) -> Kit:
    """Return the kit as it is, after noting what is wrong with each of its catalogues."""
    check_marked(kit, problems)
    if not kit.made_here:
        for language in languages_of(kit.root):
            translated(kit, language, problems)
    return kit


def check_marked(kit: Kit, problems: Problems) -> None:
    """Note paths of `translate:` that lead to no text, and fields of which nothing is read."""
    for component in kit.components:
        for name, field in component.fields.items():
            marked = field.get("translate")
            if not isinstance(marked, tuple | list):
                continue
            at = (component.kind, component.id, "fields", name)
            if field.get("type") != "any":
                message = f"translate lists names of {name}, but only any has such; write true or false"
                problems.add(message, kit.place(*at, "translate"), trail=at, code="translate-path")
                continue
            there = {key for card in component.cards for key in names_in(card.fields.get(name))}
            for key in marked:
                if key not in there:
                    message, hint = f"no card has '{key}' in {name}", did_you_mean(key, there)
                    problems.add(
                        message, kit.place(*at, "translate"), trail=at, hint=hint, code="translate-path"
                    )
    for path in kit.translate:
        if not leads_somewhere(kit, path):
            table = path.partition(".")[0]
            hint = "" if table in kit.tables else did_you_mean(table, kit.tables)
            message = f"translate names '{path}', but no table has a text there"
            problems.add(
                message, kit.place("translate"), trail=("translate",), hint=hint, code="translate-path"
            )


def translated(kit: Kit, language: str, problems: Problems) -> Kit:
    """Return a kit in a language, with the original where there is no translation; that, too, is noted."""
    entries = entries_of(kit)
    catalogue = load_catalogue(kit, language, problems)
    if catalogue is None:
        return kit
    state = held_against(catalogue, entries, problems)
    if state.missing:
        some = ", ".join(entry.called for entry in state.missing[:3])
        more = f" and {len(state.missing) - 3} more" if len(state.missing) > 3 else ""
        message = f"{len(state.missing)} of {state.total} texts are not translated and stay as they are: {some}{more}"
        hint = f"cardgen translate {kit.slug} {language} adds them to the catalogue and lists them"
        problems.add(
            message, Location(catalogue.file), hint=hint, level="warning", code="translation-missing"
        )
    if not furnished(language):
        message = f"cardgen's own words on sheets and guide are not there in '{language}', they stay English"
        problems.add(message, Location(catalogue.file), level="warning", code="furniture-language")
    check_sheet(kit, language, problems)
    used = {entry: said.text for entry, said in state.used.items()}
    moved = {e.where: state.used[e.section, e.key].where for e in entries if (e.section, e.key) in state.used}
    return with_words(kit, language, used, moved)


def check_sheet(kit: Kit, language: str, problems: Problems) -> None:
    """Note that the rule sheet has no translation, that it is one of an earlier original, or cites other rules."""
    if not kit.rules:
        return
    name, text = own_sheet(kit, language)
    here = kit.where.file.removesuffix("game.yaml")
    if not name:
        message = f"there is no rule sheet in '{language}', the original is printed"
        hint = f"translate {kit.rules} as {variants(kit.rules, language)[0]}"
        problems.add(
            message, kit.place("rules"), trail=("rules",), hint=hint, level="warning", code="rules-language"
        )
        return
    original = _text_of(kit, kit.rules)
    marked = _VERSION.search(text)
    if marked and marked[1] != short_hash(original):
        message = f"{kit.rules} has changed since this was translated"
        hint = f"when the translation fits again, write {sheet_mark(kit)}"
        where = Location(here + name, text.count("\n", 0, marked.start()) + 1)
        problems.add(message, where, hint=hint, level="warning", code="translation-stale")
    before, after = (set(_RULE.findall(" ".join(_CITED.findall(one)))) for one in (original, text))
    for lacking, what in (
        (before - after, f"the translation cites none of these rules of {kit.rules}"),
        (after - before, f"{kit.rules} cites none of these rules of the translation"),
    ):
        if lacking:
            some = ", ".join(sorted(lacking)[:8]) + (" …" if len(lacking) > 8 else "")
            problems.add(f"{what}: {some}", Location(here + name), level="warning", code="rules-cited")


def own_sheet(kit: Kit, language: str) -> tuple[str, str]:
    """Return the name and the text of the rule sheet in a language; "" twice if there is none."""
    for name in variants(kit.rules or "", language):
        if (kit.root / name).is_file():
            return name, _text_of(kit, name)
    return "", ""


def _text_of(kit: Kit, name: str) -> str:
    """Return the text of a file of the kit, "" when it cannot be read: whoever prints it tells why."""
    with contextlib.suppress(FileError):
        return Files(kit.root, "").text(name)
    return ""


def sheet_mark(kit: Kit) -> str:
    """Return the comment by which a translated rule sheet says what it translates."""
    return f"{{# {kit.rules}@{short_hash(_text_of(kit, str(kit.rules)))} #}}"


def load_catalogue(kit: Kit, language: str, problems: Problems) -> Catalogue | None:
    """Return the catalogue of a kit, or None after noting why there is none."""
    file = catalogue_file(kit.root, language)
    label = f"{kit.where.file.removesuffix('game.yaml')}{FOLDER}/{language}.yaml"
    if kit.made_here or not file.is_file():
        known = ", ".join((*(languages_of(kit.root) if not kit.made_here else ()), PSEUDO))
        message = f"{kit.slug} has no words in '{language}', there is no {FOLDER}/{language}.yaml"
        hint = f"cardgen translate {kit.slug} {language} makes the file; known: {known}"
        problems.add(message, kit.place("language"), hint=hint, code="unknown-language")
        return None
    if not file.resolve().is_relative_to(kit.root.resolve()):
        message = f"{FOLDER}/{language}.yaml is a link that leads out of the kit's folder"
        problems.add(message, kit.where, hint="copy the file into the kit", code="outside-file")
        return None
    document = read_yaml(file, label, problems)
    return read_catalogue(document, language) if document else None


def held_against(catalogue: Catalogue, entries: Sequence[Entry], problems: Problems) -> TranslationState:
    """Return how far a catalogue goes with a kit; wrong, stale and unused translations are noted."""
    by_key = {(entry.section, entry.key): entry for entry in entries}
    sections = {entry.section: 0 for entry in entries}
    used: dict[tuple[str, str], CatalogueEntry] = {}
    stale: list[tuple[Entry, CatalogueEntry]] = []
    unused: list[CatalogueEntry] = []
    met: set[tuple[str, str]] = set()
    for said in catalogue.said:
        entry = by_key.get((said.section, said.key))
        if entry is None:
            if not said.forms:
                unused.append(said)
            continue
        met.add((entry.section, entry.key))
        if not said.text:
            continue
        if said.hash is not None and said.hash != entry.hash:
            stale.append((entry, said))
            _tell_stale(entry, said, problems)
            if not fits(entry, said, Problems()):
                continue  # the names of the original have changed: it could not be printed
        elif not fits(entry, said, problems):
            continue
        used[entry.section, entry.key] = said
    for entry in entries:
        if entry.like and (entry.section, entry.like) in used:
            used.setdefault((entry.section, entry.key), used[entry.section, entry.like])
    missing = tuple(
        e
        for e in entries
        if (e.section, e.key) not in used and not e.like and not any(e is s for s, _ in stale)
    )
    reported: set[str] = set()
    for said in unused:
        if said.section not in sections:  # a section that nobody knows is one mistake, whatever it holds
            if said.section in reported:
                continue
            reported.add(said.section)
        _tell_unused(said, sections, missing, problems)
    return TranslationState(sum(not e.like for e in entries), missing, tuple(stale), tuple(unused), used)


def _tell_stale(entry: Entry, said: CatalogueEntry, problems: Problems) -> None:
    original, translation = short(entry.text), short(said.text)
    if said.hash == REVIEW:
        message = f"somebody must look at this translation again: the original says “{original}”, it says “{translation}”"
        hint = f"when it fits, delete @{REVIEW}"
    else:
        message = f"the original has changed since it was translated: it says “{original}”, the translation “{translation}”"
        hint = f"look at {entry.where}; when the translation fits again, delete @{said.hash}"
    trail = (said.section, said.key)
    problems.add(message, said.where, trail=trail, hint=hint, level="warning", code="translation-stale")


def _tell_unused(
    said: CatalogueEntry, sections: dict[str, int], missing: Sequence[Entry], problems: Problems
) -> None:
    keys = [entry.key for entry in missing if entry.section == said.section]
    renew = "cardgen translate moves it to the end of the file"
    if said.section not in sections:
        message = f"nothing in the kit belongs to '{said.section}'"
        hint = did_you_mean(said.section, sections)
        hint = hint if hint.startswith("did") else renew
    elif ("." in said.section or said.section == "words") and (now := nearest(said.key, keys)) and said.text:
        problems.add(
            f"the original has changed since it was translated: “{short(said.key)}” is “{short(now)}” now, the "
            f"translation is “{short(said.text)}”",
            said.where,
            trail=(said.section,),
            hint="cardgen translate renews the entry",
            level="warning",
            code="translation-stale",
        )
        return
    else:
        message = f"the kit has no '{short(said.key)}' in {said.section}"
        hint = did_you_mean(said.key, keys) if keys else ""
        hint = hint if hint.startswith("did") else renew
    problems.add(
        message, said.where, trail=(said.section,), hint=hint, level="warning", code="translation-unused"
    )


def fits(entry: Entry, said: CatalogueEntry, problems: Problems) -> bool:
    """Return whether a translation can stand for its original; what differs in names, icons and marks is noted."""
    before = len(problems.errors)

    def tell(message: str, hint: str, level: Level = "error", code: str = "translation-names") -> None:
        trail = (said.section, said.key)
        problems.add(message, said.where, trail=trail, hint=hint, level=level, code=code)

    for what, pattern in (("{{ }}", _names), ("{icon}", _icons)):
        there, here = pattern(entry.text), pattern(said.text)
        if here is None:
            tell("the translation cannot be read as Jinja", "look at its {{ }}")
            continue
        for name in sorted((there or set()) - here):
            tell(
                f"the original has {_shown(what, name)}, the translation lacks it",
                f"it says “{short(entry.text)}”",
            )
        for name in sorted(here - (there or set())):
            near = did_you_mean(name, there or ())
            tell(f"the translation has {_shown(what, name)}, the original does not", near)
    ends = [len(_LINE_END.findall(text.strip())) for text in (entry.text, said.text)]
    if ends[0] and not ends[1]:
        hint = f"write \\n in double quotes where a line ends; the original has {ends[0]}"
        tell("the translation has lost its line breaks", hint, "warning", "translation-marks")
    stars = Counter(map(len, _MARK.findall(entry.text))), Counter(map(len, _MARK.findall(said.text)))
    if any(count % 2 for count in stars[1].values()) and not any(count % 2 for count in stars[0].values()):
        hint = "every ** and * needs a second one"
        tell("a star of the translation has no other half", hint, code="translation-marks")
    elif stars[0] != stars[1]:
        hint = f"it says “{short(entry.text)}”"
        tell("other words are bold or italic than in the original", hint, "warning", "translation-marks")
    return len(problems.errors) == before


def _shown(what: str, name: str) -> str:
    return f"{{{name}}}" if what == "{icon}" else f"{{{{ {name} }}}}"


def _names(text: str) -> set[str] | None:
    """Return the names that the {{ }} and {% %} of a text use, None when they cannot be read."""
    if "{{" not in text and "{%" not in text:
        return set()
    try:
        # speech is the language's own business: a translation may need plural where the original does not
        return set(meta.find_undeclared_variables(sandbox().parse(text))) - {"_", "number", "plural", "date"}
    except TemplateSyntaxError:
        return None


def _icons(text: str) -> set[str]:
    return set(_ICON.findall(_JINJA.sub("", text)))


def short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:59] + "…"


def with_words(
    kit: Kit,
    language: str,
    used: Mapping[tuple[str, str], str],
    moved: Mapping[Location, Location] = MappingProxyType({}),
) -> Kit:
    """Return a kit with translations put in; those of templates, theme and rules wait in `said`.

    What is told of a text names its place in the catalogue: `moved` says where each stands there.
    """
    said: dict[str, dict[str, str]] = {}
    for (section, key), text in used.items():
        said.setdefault(section, {})[key] = text
    other = spoken(kit, lambda section, key, text, where: used.get((section, key), text))
    places = {trail: moved.get(where, where) for trail, where in kit.places.items()}
    first: dict[str, Location] = {}  # the place of a card in the catalogue
    for trail, where in kit.places.items():
        if trail[0] == "cards" and where in moved:
            first.setdefault(trail[1], moved[where])
    components = tuple(
        replace(c, cards=tuple(replace(card, where=first.get(card.id, card.where)) for card in c.cards))
        for c in other.components
    )
    return replace(
        other,
        language=language,
        original=kit,
        components=components,
        places=read_only(places),
        said=MappingProxyType({section: MappingProxyType(texts) for section, texts in said.items()}),
    )


def pseudo(kit: Kit) -> Kit:
    """Return a kit in the language that nobody speaks: each text that can be translated is a third longer."""
    used = {(e.section, e.key): lengthened(e.text) for e in entries_of(kit)}
    return with_words(kit, f"{root_of(kit.language)}-x-{PSEUDO}", used)
