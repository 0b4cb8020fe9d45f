"""What a font lacks: letters, told by their script and with the families that have them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from cardgen.base.drawing import FontKey
from cardgen.faces.text.fonts import families, font, plain_name, qualify

_SIGNS = "signs"
_CALLED = {"CJK": "Chinese characters", "HANGUL": "Hangul", "LATIN": "Latin letters", "OLD": _SIGNS}
_KNOWN = {
    "Hangul": "Noto Sans KR",
    "Hiragana": "Noto Sans JP",
    "Katakana": "Noto Sans JP",
    "Chinese characters": "Noto Sans SC",
    "Arabic": "Noto Sans Arabic",
    "Hebrew": "Noto Sans Hebrew",
    "Thai": "Noto Sans Thai",
    "Devanagari": "Noto Sans Devanagari",
    "Georgian": "Noto Sans Georgian",
    "Armenian": "Noto Sans Armenian",
}
_FALLBACK = "Noto Sans"


def script_of(character: str) -> str:
    """Return what people call the script of a letter: "Hangul", "Cyrillic"; "signs" for what is no letter."""
    if not unicodedata.category(character).startswith(("L", "M")):
        return _SIGNS
    word = unicodedata.name(character, _SIGNS).split()[0].partition("-")[0]
    return _CALLED.get(word, word.capitalize())


def by_script(characters: Iterable[str]) -> dict[str, str]:
    """Return characters, each once and without blanks, sorted by their scripts."""
    found: dict[str, str] = {}
    for character in dict.fromkeys(characters):
        if not character.isspace():
            script = script_of(character)
            found[script] = found.get(script, "") + character
    return found


@lru_cache(maxsize=256)
def families_with(characters: str, folder: Path | None) -> tuple[str, ...]:
    """Return the families at hand that have all these characters; a kit's own fonts lie in `folder`."""
    return tuple(
        name
        for name in families(folder)
        if all(font(FontKey(qualify(name, folder))).has(character) for character in characters)
    )


def remedy(family: str, script: str, characters: str, folder: Path | None, write: str) -> str:
    """Return where these characters can be had; in `write`, {families} stands for a list of two families."""
    family = plain_name(family)
    there = families_with(characters, folder)
    name = there[0] if there else _KNOWN.get(script, _FALLBACK)
    way = write.format(families=f"'{family}','{name}'", name=name)
    if there:
        have = " and ".join(there[:2]) if len(there) < 3 else f"{', '.join(there[:3])} …"
        return (
            f"{have} {'has' if len(there) == 1 else 'have'} {'it' if len(characters) == 1 else 'them'}: {way}"
        )
    if script == _SIGNS:
        way = write.format(families=f"'{family}','Another Family'", name="a family that has them")
        return f"use other characters, draw them as {{icons}}, or name a second family that has them: {way}"
    return f"put a font that has them into the kit's fonts folder, such as {name}, and write {way}"
