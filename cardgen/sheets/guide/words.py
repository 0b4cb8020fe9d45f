"""The kit's own words on sheets and in the guide: what of them cannot be printed as it stands, at its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardgen.base.drawing import FontKey
from cardgen.base.errors import Location, Problems
from cardgen.faces.text.fonts import Font, UnknownFamilyError, font, qualify
from cardgen.faces.text.lacking import by_script, remedy
from cardgen.faces.text.markup import lonely_stars
from cardgen.model import Kit
from cardgen.sheets.marks.pen import Lettering

_NAMED = 6
THEME = "rules/theme.yaml"


class _Said(NamedTuple):
    """Words of a kit: where they stand, and what messages call them."""

    where: Location
    called: str
    words: str


def tell_words(kit: Kit, fallback: str, problems: Problems) -> None:
    """Tell letters for which no font of the sheets has a glyph, one problem a script, and stars that do not pair.

    `fallback` is the family that the kit's theme names for such letters.
    """
    lettering = Lettering(fallback, kit.fonts)
    said = [one for one in _said(kit) if one.words]
    try:
        fonts = _fonts(lettering)
    except UnknownFamilyError:
        return  # the theme's own problem
    lacking = [
        c for c in dict.fromkeys("".join(one.words for one in said)) if not any(f.has(c) for f in fonts)
    ]
    for script, letters in by_script(c for c in lacking if ord(c) >= 32).items():
        here = [one for one in said if not set(letters).isdisjoint(one.words)]
        called = ", ".join(dict.fromkeys(one.called for one in here[:3])) + (" …" if len(here) > 3 else "")
        some = " ".join(letters[:_NAMED]) + (" …" if len(letters) > _NAMED else "")
        family = lettering.fallback or "Roboto"
        hint = remedy(family, script, letters, lettering.folder, f"fallback: {{name}} in {THEME}")
        message = f"the fonts of sheets and guide have no {script} ({some}), in {called}"
        problems.add(message, here[0].where, hint=hint, code="missing-glyph")
    for one in said:
        for words in lonely_stars(one.words)[:1]:
            problems.add(
                f"a star without its other half is printed as it stands, in {one.called}: “{words}”",
                one.where,
                hint="a closing ** stands directly behind a word, an opening one directly before it; write \\* for a star",
                level="error" if "**" in words else "warning",
                code="lonely-star",
            )


def _fonts(lettering: Lettering) -> list[Font]:
    names = ["Roboto"]  # what stands in Oswald falls back to it
    if lettering.fallback:
        names += [name.strip().strip("'\"") for name in lettering.fallback.split(",")]
    return [font(FontKey(qualify(name, lettering.folder))) for name in names if name]


def _said(kit: Kit) -> Iterator[_Said]:
    yield _Said(kit.where, "the title of the game", kit.title + kit.title.upper())
    yield _Said(kit.where, "the tagline of the guide", str(kit.guide.get("tagline") or kit.subtitle))
    yield _Said(kit.where, "the notice of the credits", kit.small_print)
    yield _Said(kit.where, "the version", str(kit.version))
    for value in (kit.guide.get("figure") or {}).values():
        yield _Said(kit.where, "the figure of the guide", str(value))
    for component in kit.components:
        called = f"{component.kind}.{component.id}"
        yield _Said(component.where, f"the title of {called}", component.title)
        yield _Said(component.where, f"the note of {called}", component.note)
        yield _Said(component.where, f"the stock of {called}", component.stock)
