"""The language in which cardgen's own words are printed, and what is written otherwise in another language.

Messages of the command line and problems are English; `tr` is for what stands on paper and on web pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardgen.base.locales import counted_forms, locale_of

PSEUDO = "pseudo"
"""The language that nobody speaks: every text a third longer, in brackets, with accents."""
DOMAIN = "furniture"
CATALOGUES = Path(__file__).resolve().parents[1] / "locale"
"""The folder of gettext catalogues: de/LC_MESSAGES/furniture.po."""

_OWN = "en"
_spoken: ContextVar[str] = ContextVar("spoken", default=_OWN)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Print cardgen's own words in a language for as long as the block runs."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def spoken() -> str:
    """Return the language in which cardgen's own words are printed just now."""
    return _spoken.get()


def tr(words: str, **values: object) -> str:
    """Return words of cardgen's own in the language that is spoken, with their {names} filled in."""
    said = _said_in(_spoken.get())(words)
    return said.format(**values) if values else said


def trn(one: str, other: str, n: int, **values: object) -> str:
    """Return words of cardgen's own that go with a number, in the form that the language has for it; {n} is the number."""
    language = _spoken.get()
    found = _catalogue(language) if language != _OWN else None
    forms = found.get(one) if found else None
    if forms and isinstance(forms, tuple):
        said = forms[counted_forms(language).index(locale_of(language).form(n))]
    else:
        said = _said_in(language)(one if n == 1 else other)
    return said.format(n=n, **values)


def noted(words: str) -> str:
    """Return words as they are; `tr` translates them where they are printed."""
    return words


def figure(value: float, form: str = "g") -> str:
    """Return a number as `format` does, with the decimal sign of the language that is spoken."""
    said = format(value, form)
    language = _spoken.get()
    if root_of(language) == _OWN or "." not in said:
        return said
    return said.replace(".", locale_of(language).decimal)


def furnished(language: str) -> bool:
    """Return whether cardgen's own words are there in a language."""
    return root_of(language) == _OWN or is_pseudo(language) or bool(_file_of(language))


def root_of(language: str) -> str:
    return language.partition("-")[0].lower()


def is_pseudo(language: str) -> bool:
    """Return whether it is the language that nobody speaks, made of another (`en-x-pseudo`)."""
    return language == PSEUDO or language.endswith(f"-x-{PSEUDO}")


def suffix_of(language: str) -> str:
    """Return a language as names of files and folders say it: de, pt-BR, pseudo."""
    return PSEUDO if is_pseudo(language) else language


@lru_cache(maxsize=16)
def _said_in(language: str) -> Callable[[str], str]:
    if is_pseudo(language):
        return lengthened
    found = _catalogue(language)
    if not found:
        return str

    def said(words: str) -> str:
        translated = found.get(words)
        return translated if isinstance(translated, str) and translated else words

    return said


def _file_of(language: str) -> Path | None:
    for name in (language.replace("-", "_"), root_of(language)):
        file = CATALOGUES / name / "LC_MESSAGES" / f"{DOMAIN}.po"
        if re.fullmatch(r"\w+", name) and file.is_file():
            return file
    return None


@lru_cache(maxsize=16)
def _catalogue(language: str) -> Mapping[str, str | tuple[str, ...]]:
    """Return what the furniture says in a language by its English words; nothing where there is no catalogue."""
    file = None if root_of(language) == _OWN else _file_of(language)
    if file is None:
        return {}
    import polib  # type: ignore[import-untyped]

    return {
        entry.msgid: tuple(entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural)) or entry.msgstr
        for entry in polib.pofile(str(file)).translated_entries()
    }


# -- numbers and plural forms


def number_in(language: str, value: float, decimals: int | None = None) -> str:
    """Return a number as a language writes it: 1,234.5 in English, 1.234,5 in German."""
    return locale_of(language).number(value, decimals)


def plural_forms(language: str) -> tuple[str, ...]:
    """Return the forms that a language has for counted things: one and other in English, one, few, many … elsewhere."""
    return (*sorted(locale_of(language).plural), "other")


def plural_in(language: str, n: float, forms: Mapping[str, str]) -> str:
    """Return the form that goes with a number; LookupError names the form that is missing."""
    form = locale_of(language).form(n)
    if form in forms:
        return forms[form]
    if "other" in forms:
        return forms["other"]
    raise LookupError(f"plural has no form '{form}', and none called other")


def date_in(language: str, day: Any) -> str:
    """Return a day (2026-05-01) as a language writes it: May 1, 2026."""
    return locale_of(language).day(date.fromisoformat(str(day)))


# -- the language that nobody speaks

OPENING, CLOSING = "‹", "›"
_ACCENTS = str.maketrans(
    "aceinouyACEINOUYs", "àçéîñöûÿÀÇÉÎÑÖÛŸš"
)  # what every Latin font has, the display faces too
_UNTOUCHED = re.compile(
    r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}"  # Jinja
    r"|\{[\w.:<>%-]*\}"  # {icon}, {name} of the furniture
    r"|<[^<>]*>"
    r"|!?\[[^\]]*\]\([^)]*\)"
    r"|&#?\w+;"
    r"|\\n"  # the end of a line, as templates write it
    r"|‹[^‹›]*›",  # what is in brackets already
    re.DOTALL,
)
_WHOLE = re.compile(r"‹[^‹›]*(?:‹[^‹›]*›[^‹›]*)*›", re.DOTALL)
_LETTER = re.compile(r"[^\W\d_]")
_VOWELS = re.compile(r"[àéîöûÀÉÎÖÛ]")


def lengthened(words: str) -> str:
    """Return a text a third longer, in brackets and with accents; marks, {icons}, Jinja and numbers are untouched."""
    bare = _UNTOUCHED.sub("", words)
    if not _LETTER.search(bare) or _WHOLE.fullmatch(words.strip()):
        return words
    parts, at = [], 0
    for kept in _UNTOUCHED.finditer(words):
        parts += [words[at : kept.start()].translate(_ACCENTS), kept[0]]
        at = kept.end()
    parts.append(words[at:].translate(_ACCENTS))
    missing = max(0, -(-len(bare.strip()) // 3) - 2)
    for number in range(0, len(parts), 2):  # vowels twice, from the left, until it is long enough
        doubled, missing = _doubled(parts[number], missing)
        parts[number] = doubled
    whole = "".join(parts)
    inner = whole.strip()
    start = whole.index(inner) if inner else 0
    return f"{whole[:start]}{OPENING}{inner}{CLOSING}{whole[start + len(inner) :]}"


def _doubled(text: str, missing: int) -> tuple[str, int]:
    if not missing:
        return text, 0
    vowels = list(_VOWELS.finditer(text))
    step = max(1, len(vowels) // missing) if vowels else 1
    chosen = [vowel.start() for vowel in vowels[::step]][:missing]
    each, rest = divmod(missing, len(chosen)) if chosen else (0, 0)
    out, at = [], 0
    for number, place in enumerate(chosen):
        times = min(3, each + (number < rest))
        out += [text[at : place + 1], text[place] * times]
        missing -= times
        at = place + 1
    return "".join([*out, text[at:]]), missing
