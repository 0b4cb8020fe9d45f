"""Gettext's PO, as Poedit and Weblate have it: a package of texts written, and read when it comes back."""

from __future__ import annotations

import re
from typing import Any

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.locales import gettext_forms
from cardgen.languages.exchange import Package, Unit

_LINE = re.compile(r"line (\d+)\)?:? ?(.*)", re.DOTALL)
_WRITTEN = re.compile(
    r"""(?:(?:#[~|,]*\s*)?msg\w+(?:\[\d+\])?\s+|(?:#[~|]\s*)?)"(?:[^"\\]|\\.)*"\s*|#(?![~|]).*|#[~|]?\s*|\s*"""
)
_GAME = "X-Cardgen-Game"


def po_of(package: Package) -> str:
    """Return a package as a PO file."""
    import polib  # type: ignore[import-untyped]

    file = polib.POFile(wrapwidth=0)
    file.header = f"{package.game} in {package.language}. cardgen translate {package.game} {package.language} --from FILE takes it back."
    file.metadata = {
        "Project-Id-Version": f"{package.game} {package.version}",
        "Language": package.language.replace("-", "_"),
        "Last-Translator": "",
        "Language-Team": "",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": gettext_forms(package.language),
        "X-Source-Language": package.source,
        _GAME: package.game,
    }
    for unit in (*package.units, *package.gone):
        several = {"msgid_plural": unit.plural, "msgstr_plural": dict(enumerate(unit.said))}
        at = (unit.where.file.replace(" ", "%20"), str(unit.where.line or ""))
        most = [f"At most about {unit.most} letters fit."] if unit.most else []
        file.append(
            polib.POEntry(
                msgctxt=unit.address,
                msgid=unit.text,
                **(several if unit.plural else {"msgstr": "".join(unit.said)}),
                tcomment="\n".join(unit.comments),
                comment="\n".join([*unit.notes, *most]),
                occurrences=[at] if unit.where else [],
                flags=["fuzzy"] if unit.review else [],
                previous_msgid=unit.before or None,
                obsolete=unit in package.gone,
            )
        )
    return f"{file}\n" if not str(file).endswith("\n") else str(file)


def read_po(text: str, label: str) -> Package:
    """Return the package in a PO file; CardgenError says in which line it is damaged."""
    import polib

    text = text.replace("\r\n", "\n")
    if "msgid" not in text:
        raise CardgenError([_damaged("this is no PO file: it has no msgid", label, 1)])
    for number, line in enumerate(text.split("\n"), 1):
        if not _WRITTEN.fullmatch(line):
            raise CardgenError([_damaged(f"the PO file is damaged here: {line[:40]}", label, number)])
    try:
        file = polib.pofile(text)
    except (OSError, ValueError, IndexError, KeyError) as error:
        found = _LINE.search(str(error))
        why = f": {found[2]}" if found and found[2] else ""
        raise CardgenError(
            [_damaged(f"the PO file is damaged here{why}", label, int(found[1]) if found else 1)]
        ) from None
    head: dict[str, str] = dict(file.metadata)
    units = tuple(_unit(entry, label) for entry in file if not entry.obsolete)
    for unit, entry in zip(units, (e for e in file if not e.obsolete), strict=True):
        if not entry.msgctxt:
            hint = "keep msgctxt as it was written"
            raise CardgenError([_damaged(f"“{unit.text[:40]}” has no msgctxt", label, entry.linenum, hint)])
    language = head.get("Language", "").replace("_", "-")
    return Package(head.get(_GAME, ""), "", head.get("X-Source-Language", ""), language, units)


def _unit(entry: Any, label: str) -> Unit:
    several = tuple(entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural))
    return Unit(
        entry.msgctxt or "",
        entry.msgid,
        entry.msgid_plural or "",
        several if entry.msgid_plural else (entry.msgstr,),
        "fuzzy" in entry.flags,
        entry.previous_msgid or "",
        tuple(entry.tcomment.split("\n")) if entry.tcomment else (),
        where=Location(label, entry.linenum or 0),
    )


def _damaged(message: str, label: str, line: int, hint: str = "") -> Problem:
    return Problem(message, Location(label, line), hint=hint, code="translation-file")
