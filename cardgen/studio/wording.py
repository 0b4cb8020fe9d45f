"""Texts of a kit in another language as a page shows them, and one translation written into its catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.app.translating import (
    FOLDER,
    LANGUAGE,
    Handed,
    own_language,
    reworded,
    wordings,
)
from cardgen.source.cells import NoCell
from cardgen.studio.edits import Conflict, Edits
from cardgen.studio.payload import Payload

_LONGEST = 20_000  # letters of a translation


def words_payload(edits: Edits, language: str) -> Payload:
    """Return the languages of a kit, and every text with its translation into one of them, "" for none yet."""
    known = sorted(file.stem for file in (edits.folder / FOLDER).glob("*.yaml"))
    own, language = own_language(edits.folder), language or next(iter(known), "")
    file = _file(language) if language else ""
    return {
        "own": own,
        "languages": known,
        "language": language,
        "texts": [
            {
                "section": entry.section,
                "key": entry.key,
                "text": entry.text,
                "line": str(entry.where),
                "said": said,
                "stale": stale,
            }
            for entry, said, stale in (wordings(edits.folder, language, edits.read(file)) if file else ())
        ],
        "read_only": edits.read_only,
        **edits.steps(),
    }


def translate(edits: Edits, asked: Mapping[str, Any]) -> Payload:
    """Write a translation of a text; Conflict where it is another one by now than the page has seen (`was`)."""
    language, section, key, text, was = (
        asked.get(name) for name in ("language", "section", "key", "text", "was")
    )
    if not all(isinstance(one, str) for one in (language, section, key, text, was)):
        raise NoCell("expected a language, a text of the kit and its translation")
    one = Handed(str(section), str(key), str(text).strip())
    if not one.text or len(one.text) > _LONGEST:
        raise NoCell(f"a translation has 1 to {_LONGEST:,} letters; Undo takes one back")
    file = _file(str(language))
    seen = {"version": edits.version(file)}
    said = wordings(edits.folder, str(language), edits.read(file))
    now = next((w.said for w in said if (w.entry.section, w.entry.key) == (section, key)), "")
    if now not in (was, one.text):
        place = {"file": file, "was": was, "theirs": now, "mine": one.text}
        raise Conflict(f"{file} was changed elsewhere since; nothing was written", [place])
    label = f"{language}: {section}/{key}"[:80]
    return edits.put(file, seen, lambda before: reworded(edits.folder, str(language), before, one), label)


def _file(language: str) -> str:
    if not LANGUAGE.fullmatch(language):
        raise NoCell(f"'{language}' is no language, expected one such as de or pt-BR")
    return f"{FOLDER}/{language}.yaml"
