"""The glossary of a translation: words of the original, and the forms in which a translation says them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardgen.base.errors import Problem, Problems
from cardgen.languages.catalogue import Catalogue, CatalogueEntry
from cardgen.languages.entries import Entry, entries_of
from cardgen.languages.reading import held_against, languages_of, load_catalogue, short
from cardgen.model import Kit
from cardgen.source import read_kit

_NOT_READ = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)


def terms_in(text: str, catalogue: Catalogue) -> Iterator[CatalogueEntry]:
    """Yield the words of a glossary that a text says; the longer ones first, and what is a part of them does not count."""
    text = _NOT_READ.sub(" ", text)
    for term in sorted((one for one in catalogue.said if one.forms), key=lambda one: -len(one.key)):
        text, times = _pattern(term.key, "(?:e?s)?").subn(" ", text)
        if times:
            yield term


def _pattern(word: str, ending: str = "") -> re.Pattern[str]:
    """Return what finds a word in a text; * is any letters, and a word with a capital is that alone."""
    parts = r"\s+".join(re.escape(part).replace(r"\*", r"\w*") for part in word.split())
    case = re.IGNORECASE if word.islower() or not ending else re.NOFLAG
    return re.compile(rf"(?<!\w){parts}{ending if not word.endswith('*') else ''}(?!\w)", case)


def check_terms(
    catalogue: Catalogue,
    entries: Sequence[Entry],
    used: Mapping[tuple[str, str], CatalogueEntry],
    problems: Problems,
) -> None:
    """Warn of each translation that says a word of the glossary in none of its forms."""
    for entry in entries:
        said = used.get((entry.section, entry.key))
        if said is None or entry.like or said.forms:
            continue
        for term in terms_in(entry.text, catalogue):
            if not any(_pattern(form).search(said.text) for form in term.forms):
                problems.add(
                    f"the original says '{term.key}', the translation “{short(said.text)}” none of {', '.join(term.forms)}",
                    said.where,
                    trail=(said.section, said.key),
                    hint=f"take a form of {term.where}, or add yours there",
                    level="warning",
                    code="translation-glossary",
                )


def read_terms(kit: Kit) -> list[Problem]:
    """Return what in each catalogue of a kit, as it is written, does not keep to its glossary."""
    problems, written = Problems(), list[Kit]()
    languages = languages_of(kit.root) if not kit.made_here else ()
    if languages:
        read_kit(kit.root, lambda kit, _: written.append(kit) or kit)  # type: ignore[func-returns-value]
    for language in languages if written else ():
        entries = entries_of(written[0])
        catalogue = load_catalogue(written[0], language, Problems())
        if catalogue and any(one.forms for one in catalogue.said):
            check_terms(catalogue, entries, held_against(catalogue, entries, Problems()).used, problems)
    return list(problems)
