"""Deeds of rules.yaml as effects: a card lists them, `says:` is the sentence that it prints, and the same deed is played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import yaml

from cardgen.base.errors import CardgenError, Problem, did_you_mean
from cardgen.base.files import read_named
from cardgen.base.language import is_pseudo, lengthened
from cardgen.base.line_ends import plain
from cardgen.base.locales import counted_forms, locale_of
from cardgen.model import Kit
from cardgen.source.effects.verbs import Reader, shown
from cardgen.source.effects.vocabulary import Effects, Place, Vocabulary

ROLE = "deeds"
"""What `effects_of:` says of a field that lists deeds."""
CALL = re.compile(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*")
_SIGNATURE = re.compile(r"\s*(\w+)\s*(?:\((.*)\))?\s*")
_SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class SaidDeed(NamedTuple):
    """A deed as the rules declare it: the names of what it is given, and the sentence for cards ("" if no card may name it)."""

    arguments: tuple[str, ...]
    says: str


class NamedDeed(NamedTuple):
    """A deed as a card names it, such as `draw(2)`."""

    name: str
    given: tuple[str, ...]


def called(written: str) -> NamedDeed | None:
    """Return the deed of `draw(2)` or `steal`; None where it is written in another way."""
    found = CALL.fullmatch(written)
    if not found:
        return None
    given = tuple(one.strip() for one in found[2].split(",")) if (found[2] or "").strip() else ()
    return NamedDeed(found[1], given)


def deeds_of(folder: Path) -> Mapping[str, SaidDeed]:
    """Return the deeds of a kit's rules.yaml by name, none where it has no rules; ValueError where that cannot be read."""
    path = folder / "rules.yaml"
    try:
        return _deeds_in(plain(read_named(path)).text) if path.is_file() else {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise ValueError(f"line {mark.line + 1}" if mark else "no YAML") from None
    except (CardgenError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(str(error)) from None


@lru_cache(maxsize=4)
def _deeds_in(text: str) -> Mapping[str, SaidDeed]:
    data = yaml.load(text, Loader=_LOADER)
    deeds = data.get("deeds") if isinstance(data, dict) else None
    found = {}
    for head, value in deeds.items() if isinstance(deeds, dict) else ():
        if (name := _SIGNATURE.fullmatch(str(head))) and isinstance(value, dict):
            arguments = tuple(one.split()[0] for one in (name[2] or "").split(",") if one.strip())
            found[name[1]] = SaidDeed(arguments, str(value.get("says") or ""))
    return found


class Deeds(Vocabulary):
    """The words of a kit whose cards list deeds of its rules.yaml."""

    parts: ClassVar = {}
    of: ClassVar = {ROLE: ("deeds",)}

    def __init__(self, folder: Path, language: str) -> None:
        self.deeds: Mapping[str, SaidDeed] = {}
        self._wrong = ""  # why rules.yaml cannot be read
        try:
            self.deeds = deeds_of(folder)
        except ValueError as error:
            self._wrong = f"rules.yaml cannot be read ({error}), so nothing is known of the deeds of cards"
        self._reported: set[str] = set()  # names that are not there: one message each
        self.language = language  # type: ignore[misc]

    def speaks(self, language: str) -> bool:
        """Return that it does: its sentences are translated as other texts of the kit are."""
        return True

    def read(
        self,
        role: str,
        written: Any,
        scope: Any = None,
        trail: tuple[str, ...] = (),
        place: Place | None = None,
    ) -> tuple[Effects, list[Problem]]:
        """Return the deeds that a card lists and every mistake in how they are written."""
        r = Reader(scope, trail, place)
        if not isinstance(written, list | tuple):
            r.note(
                f"'{r.trail[-1]}' is {shown(written)}, expected a list of deeds",
                (),
                "such as [draw(2), steal], or []",
            )
            written = ()
        found = tuple(filter(None, (self._one(r, one, f"#{n}") for n, one in enumerate(written, 1))))
        return Effects({"deeds": found}, "part"), r.problems

    def _one(self, r: Reader, written: Any, n: str) -> NamedDeed | None:
        deed = called(written) if isinstance(written, str) else None
        if deed is None:
            r.note(
                f"{shown(written)} is no deed",
                (n,),
                "such as draw(2): a name, and in brackets what it is given",
            )
        elif (known := self.deeds.get(deed.name)) is None or not known.says:
            if self._wrong:
                if not self._reported:
                    r.note(self._wrong, (n,), "mend rules.yaml first")
            elif deed.name not in self._reported:
                hint = did_you_mean(deed.name, [name for name, one in self.deeds.items() if one.says])
                missing = f"the deeds of rules.yaml have no '{deed.name}'"
                message = missing if known is None else f"the deed '{deed.name}' of rules.yaml has no says:"
                r.note(message, (n,), hint or f"{deed.name}: {{says: What the card says., do: [...]}}")
            self._reported.add(deed.name)
        elif len(deed.given) != len(known.arguments):
            r.note(
                f"'{written}' gives {len(deed.given)}, and {deed.name} wants {len(known.arguments)}",
                (n,),
                f"{deed.name}({', '.join(known.arguments)})",
            )
        else:
            return deed
        return None

    def text_in(self, language: str, effects: Effects, scope: Any, words: Mapping[str, str]) -> str:
        """Return the sentences of a card's deeds, one after another."""
        spoken = " ".join(self._said(deed, language, words) for deed in effects["deeds"])
        return lengthened(spoken) if is_pseudo(language) else spoken

    def _said(self, deed: NamedDeed, language: str, words: Mapping[str, str]) -> str:
        known = self.deeds[deed.name]
        given = dict(zip(known.arguments, deed.given, strict=True))

        def filled(slot: re.Match[str]) -> str:
            value = given.get(slot[1], slot[0])
            if slot[2] is None:
                return words.get(value, value)
            forms = slot[2].split("|")
            form = locale_of(language).form(abs(int(value))) if value.lstrip("-").isdecimal() else "other"
            return forms[min(counted_forms(language).index(form), len(forms) - 1)]

        return _SLOT.sub(filled, words.get(known.says, known.says))


def written_deeds(kit: Kit) -> list[str]:
    """Return the deeds that cards of a kit name, as they are written, each once."""
    listed = [
        card.fields.get(name)
        for component in kit.components
        for name, entry in component.fields.items()
        if entry.get("effects_of") == ROLE
        for card in component.cards
    ]
    found = (one for some in listed if isinstance(some, list | tuple) for one in some)
    return list(dict.fromkeys(one for one in found if isinstance(one, str)))


def said_by_deeds(kit: Kit) -> Iterator[str]:
    """Yield what a translator has to say of the deeds that cards of a kit name: sentences, and words that are given."""
    written = written_deeds(kit)
    known = Deeds(kit.root, kit.language).deeds if written else {}
    for deed in filter(None, map(called, written)):
        if deed.name in known and known[deed.name].says:
            yield known[deed.name].says
            yield from (one for one in deed.given if one.isalpha())
