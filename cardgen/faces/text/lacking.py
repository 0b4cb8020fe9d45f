"""What a font lacks: letters, reported by their script and with the families that have them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from cardgen.base.drawing import FontKey
from cardgen.base.systems import pip_line
from cardgen.faces.text.fonts import families, font, plain_name, qualify

_SIGNS = "signs"
_CALLED = {"CJK": "Chinese characters", "HANGUL": "Hangul", "LATIN": "Latin letters", "OLD": _SIGNS}
_CJK = ("Noto Sans CJK JP", "noto-cjk-sans-jp-regular noto-cjk-sans-jp-bold")
_KNOWN = {
    "Hebrew": ("Heebo", "fontpkg-heebo"),
    "Arabic": ("Almarai", "fontpkg-almarai"),
    "Thai": ("Noto Sans Thai", "fontpkg-noto-sans-thai"),
    "Hangul": _CJK,
    "Hiragana": _CJK,
    "Katakana": _CJK,
    "Chinese characters": _CJK,
    "Devanagari": ("Noto Sans Devanagari", ""),
    "Georgian": ("Noto Sans Georgian", ""),
    "Armenian": ("Noto Sans Armenian", ""),
}
"""A family for each script, and the packages that hold it; each of these was looked up. The Japanese one has Korean
and all of Chinese, too: the language of a text chooses among its shapes."""
_EAST = re.compile(r"(noto|source han) (sans|serif) (cjk )?(jp|kr|sc|tc)")
_LETTERS = {
    "Latin letters": "aß",
    "Greek": "αΩ",
    "Cyrillic": "жЯ",
    "Hebrew": "אש",
    "Arabic": "عبي",
    "Devanagari": "कि",
    "Thai": "กั",
    "Georgian": "აჰ",
    "Armenian": "աՖ",
    "Hangul": "한글",
    "Hiragana": "あゃ",
    "Katakana": "アー",
    "Chinese characters": "漢字",
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
    known, package = _KNOWN.get(script, (_FALLBACK, ""))
    name = there[0] if there else known
    way = write.format(families=f"'{family}','{name}'", name=name)
    if there:
        have = " and ".join(there[:2]) if len(there) < 3 else f"{', '.join(there[:3])} …"
        return (
            f"{have} {'has' if len(there) == 1 else 'have'} {'it' if len(characters) == 1 else 'them'}: {way}"
        )
    if script == _SIGNS:
        way = write.format(families=f"'{family}','Another Family'", name="a family that has them")
        return f"use other characters, draw them as {{icons}}, or name a second family that has them: {way}"
    if package:
        return f"{pip_line(*package.split())}, or put another font that has them into the kit's fonts folder; and write {way}"
    return f"put a font that has them into the kit's fonts folder, such as {name}, and write {way}"


def how_to_get(family: str) -> str:
    """Return how a family comes to this computer that is not there."""
    if _EAST.fullmatch(family.casefold()):
        return f"{pip_line(*_CJK[1].split())}, and name '{_CJK[0]}', which has Chinese, Japanese and Korean"
    for name, package in _KNOWN.values():
        if package and name.casefold() == family.casefold():
            return pip_line(package)
    package = re.sub(r"[^a-z0-9]+", "-", family.casefold()).strip("-")
    return "try " + pip_line(f"fontpkg-{package}")


def scripts_at_hand() -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Return the scripts that installed families have, each with its families, and how to get others."""
    found = {script: families_with(letters, None) for script, letters in _LETTERS.items()}
    lacking = {script: _KNOWN[script][1] for script, there in found.items() if not there and script in _KNOWN}
    return {script: there for script, there in found.items() if there}, lacking
