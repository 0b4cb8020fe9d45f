"""Printers that a user has measured once: how far they set backs beside fronts, what they leave free, how they flip.

They are kept in `printers.yaml` in the folder of the user's settings, a file that a person may edit as well.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn

from cardgen.app.settings import margin_of, offset_of
from cardgen.base.destination import write_whole
from cardgen.base.errors import CardgenError, Location, Problem, Problems, did_you_mean
from cardgen.base.files import shown
from cardgen.base.projects import settings_folder
from cardgen.base.units import parse_paper
from cardgen.sheets.paper import BACKS

if TYPE_CHECKING:
    from pathlib import Path

    from cardgen.source.nodes import Document

NO_PRINTER = "none"
"""What a build says that wants no printer, though one is the default."""
_NAME = re.compile(r"\w[\w .-]{0,39}")
_HEAD = "# What cardgen printer keeps. Comments that fill a line stay, here at the top."
_FLIPS = {
    "long-edge": "flips on the long edge",
    "short-edge": "flips on the short edge",
    "separate": "prints backs apart from fronts",
    "fold": "prints backs beside fronts, to be folded",
    "none": "prints no backs",
}


@dataclass(frozen=True)
class Printer:
    """What is known of a printer, in words of the command line; "" where nothing is."""

    offset: str = ""
    margin: str = ""
    backs: str = ""
    paper: str = ""

    def lines(self) -> Iterator[str]:
        if self.offset:
            x, y = offset_of(self.offset)
            yield f"backs are moved by {x:g}, {y:g} mm"
        if self.margin:
            yield f"prints up to {margin_of(self.margin):g} mm from the edge"
        if self.backs:
            yield _FLIPS[self.backs]
        if self.paper:
            yield f"paper {self.paper}"

    def __str__(self) -> str:
        return "; ".join(self.lines()) or "nothing is known of it"


_READ = {"offset": offset_of, "margin": margin_of, "backs": lambda word: _backs(word), "paper": parse_paper}
"""How the words of each entry are read; ValueError says what was expected."""


@dataclass(frozen=True)
class Printers:
    """The printers of this user by name, and which of them builds are for unless they say otherwise."""

    known: Mapping[str, Printer]
    default: str = ""

    def named(self, name: str) -> Printer:
        """Return a printer; CardgenError when there is none of this name."""
        if name not in self.known:
            hint = (
                did_you_mean(name, self.known) or f"cardgen printer {name} --offset 0.4,-0.2 makes it known"
            )
            raise _error(f"no printer '{name}' is known", Location(shown(_file())), hint)
        return self.known[name]


def read_printers() -> Printers:
    """Return the printers that are kept; CardgenError with all that is wrong in their file, which stays as it is."""
    from cardgen.source.parse import read_yaml

    path = _file()
    if not os.path.lexists(path):
        return Printers({})
    problems = Problems()
    document = read_yaml(path, shown(path), problems)
    found = _printers(document) if document else Printers({})
    if problems.errors:
        raise CardgenError(
            replace(p, hint=p.hint or "mend the file, or remove it and measure again")
            for p in problems.errors
        )
    return found


def _printers(document: Document) -> Printers:
    data = document.data
    if not isinstance(data, dict | None):
        document.note("this is no list of printers", hint="expected printers: and default:", code="printers")
        return Printers({})
    data = data or {}
    for key in data:
        if key not in ("printers", "default"):
            hint = did_you_mean(str(key), ("printers", "default"))
            document.note(f"unknown entry '{key}'", str(key), at_key=True, hint=hint, code="printers")
    some = data.get("printers") or {}
    if not isinstance(some, dict):
        document.note("expected a name and what is known for each printer", "printers", code="printers")
        some = {}
    known = {str(name): _printer(document, str(name), said) for name, said in some.items()}
    default = data.get("default") or ""
    if default and default not in known:
        hint = did_you_mean(str(default), known)
        document.note(
            f"default is '{default}', which is no printer here", "default", hint=hint, code="printers"
        )
    return Printers(known, str(default))


def _printer(document: Document, name: str, said: Any) -> Printer:
    if not isinstance(said, dict | None):
        document.note(
            "expected what is known of this printer",
            "printers",
            name,
            hint="{offset: '0.4,-0.2'}",
            code="printers",
        )
        said = None
    words: dict[str, str] = {}
    for key, value in (said or {}).items():
        if key not in _READ:
            hint = did_you_mean(str(key), _READ)
            document.note(
                f"unknown entry '{key}'", "printers", name, str(key), at_key=True, hint=hint, code="printers"
            )
            continue
        text = "" if value is None else str(value)
        try:
            if not isinstance(value, str):
                raise ValueError(f"{key} is '{text}', expected text such as {_SUCH[key]}")
            _READ[key](text)
        except ValueError as error:
            document.note(str(error).removeprefix("--"), "printers", name, str(key), code="printers")
        else:
            words[key] = text
    return Printer(**words)


_SUCH = {"offset": '"0.4,-0.2"', "margin": "6mm", "backs": "long-edge", "paper": "a4"}


def answer(
    name: str | None, words: Mapping[str, str | None], *, default: bool | None, remove: bool
) -> list[str]:
    """Do what `cardgen printer` is asked for, and return what it answers; ValueError for words that mean nothing."""
    said = any(word is not None for word in words.values()) or default is not None
    if name is None:
        if said or remove:
            raise ValueError("a printer needs a name, such as cardgen printer home --offset 0.4,-0.2")
        printers = read_printers()
        listed = [
            f"{known}{' (default)' if known == printers.default else ''}: {printer}"
            for known, printer in printers.known.items()
        ]
        return listed or [
            "no printer is known; cardgen printer home --offset 0.4,-0.2 keeps what the duplex test says"
        ]
    if remove:
        if said:
            raise ValueError("--remove forgets a printer, so there is nothing to remember of it")
        forget_printer(name)
        return [f"{name} is known no longer"]
    printer = keep_printer(name, default, **words) if said else read_printers().named(name)
    is_default = " (default)" if read_printers().default == name else ""
    return [f"{name}{is_default}: {printer}"]


def keep_printer(name: str, default: bool | None, **words: str | None) -> Printer:
    """Keep what is said of a printer beside what is known of it, and return it.

    With `default`, builds are for it from now on, or no longer. ValueError for words that mean nothing.
    """
    if not _NAME.fullmatch(name) or name == NO_PRINTER:
        raise ValueError(f"a printer cannot be called '{name}', expected a short name such as home")
    said = {key: word.strip() for key, word in words.items() if word is not None}
    for key, word in said.items():
        _READ[key](word)
    printers = read_printers()
    printer = replace(printers.known.get(name, Printer()), **said)
    chosen = printers.default
    if default is not None:
        chosen = name if default else ("" if chosen == name else chosen)
    _write(Printers({**printers.known, name: printer}, chosen))
    return printer


def forget_printer(name: str) -> None:
    """Keep a printer no longer; CardgenError when there is none of this name."""
    printers = read_printers()
    printers.named(name)
    rest = {other: printer for other, printer in printers.known.items() if other != name}
    _write(Printers(rest, "" if printers.default == name else printers.default))


def printed_on(
    name: str | None,
    *,
    paper: str | None,
    backs: str | None,
    offset: str | None,
    margin: str | None,
    test: bool | None,
) -> tuple[dict[str, Any], str]:
    """Return what a build is told, from its own words and what is known of the printer, and what to say of the latter.

    Without a `name` it is the default printer, if there is one. What the command line says goes before. A printer
    whose offset is known needs no duplex test. The offset is only that of the printer's own way to turn the sheet.
    """
    printers = Printers({}) if name == NO_PRINTER else _asked(name)
    called = name if name and name != NO_PRINTER else printers.default
    printer = printers.named(called) if called else Printer()
    turned = backs if backs is not None else printer.backs or "long-edge"
    measured = printer.offset if turned == (printer.backs or "long-edge") else ""
    known = offset is None and bool(measured)
    words = {
        "paper": paper if paper is not None else printer.paper or "a4",
        "backs": turned,
        "offset": (measured or "0,0") if offset is None else offset,
        "margin": margin if margin is not None else printer.margin or "0",
        "test": (not known) if test is None else test,
        "printer": called,
    }
    if not called:
        return words, ""
    said = [str(replace(printer, offset=measured))]
    if printer.offset and not measured:
        said.append(f"its offset is not used, which is that of {printer.backs or 'long-edge'}")
    elif known and not words["test"]:
        said.append("no duplex test")
    return words, f"for the printer {called}: {'; '.join(said)}"


def _asked(name: str | None) -> Printers:
    try:
        return read_printers()
    except CardgenError as error:
        if name:
            raise
        hint = f"; --printer {NO_PRINTER} builds without it"
        raise CardgenError(replace(p, hint=p.hint + hint) for p in error.problems) from None


def _write(printers: Printers) -> None:
    path = _file()
    lines = [_HEAD]
    if path.is_file():
        lines += [line for line in path.read_text("utf-8").splitlines() if line.lstrip().startswith("#")]
    lines = list(dict.fromkeys(lines))
    if printers.default:
        lines.append(f"default: {json.dumps(printers.default, ensure_ascii=False)}")
    lines.append("printers:" if printers.known else "printers: {}")
    for name, printer in printers.known.items():
        said = ", ".join(f"{key}: {json.dumps(word)}" for key in _READ if (word := getattr(printer, key)))
        lines.append(f"  {json.dumps(name, ensure_ascii=False)}: {{{said}}}")
    write_whole(path, "\n".join(lines) + "\n")


def _file() -> Path:
    try:
        return settings_folder() / "printers.yaml"
    except (RuntimeError, KeyError, OSError):
        _nowhere()


def _nowhere() -> NoReturn:
    hint = "set CARDGEN_CONFIG to a folder"
    raise _error("nobody knows where this user's settings are kept", Location("printers.yaml"), hint)


def _error(message: str, where: Location, hint: str) -> CardgenError:
    return CardgenError([Problem(message, where, hint=hint, code="printers")])


def _backs(word: str) -> None:
    if word not in BACKS:
        raise ValueError(f"backs is '{word}', expected one of {', '.join(BACKS)}")
