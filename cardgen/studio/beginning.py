"""A new game that is begun on the page: the same files as `cardgen new` writes, in the folder that the studio shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.app.layouts import layouts, looks
from cardgen.app.start import begin, slug_of, starters
from cardgen.base.files import kit_dirs, real, shown
from cardgen.studio.payload import Payload


def place_of(folder: Path) -> Path:
    """Return the project to which a new game in a folder of kits belongs; ValueError where none can be begun."""
    if (folder / "game.yaml").is_file():
        raise ValueError("the studio shows this one kit; start it in the folder where your games are")
    if real(folder).name == "data":
        return folder.resolve().parent
    if kit_dirs(folder):
        raise ValueError(
            f"new games go into a folder called data, and the kits of {shown(real(folder))} are in none"
        )
    return folder


def beginnings(folder: Path, why_not: str) -> Payload:
    """Return what a game can begin with, and where it would go or why it cannot."""
    try:
        place = "" if why_not else str(real(place_of(folder)))
    except ValueError as error:
        place, why_not = "", str(error)
    keys = ("title", "group", "says", "size")
    return {
        "place": place,
        "why_not": why_not,
        "layouts": {name: {key: one.get(key, "") for key in keys} for name, one in layouts().items()},
        "looks": looks(),
        "starters": starters(),
    }


def begin_here(folder: Path, asked: dict[str, Any], kits: Mapping[str, Path]) -> str:
    """Write a new game, or a copy of one of the kits, as the page asks; return its slug.

    ValueError for what cannot be, CardgenError when it is there.
    """
    title, starter, look, source = (asked.get(key, "") for key in ("title", "starter", "look", "from"))
    names, players = asked.get("layouts", []), asked.get("players", [])
    right = all(
        isinstance(one, str)
        for one in (title, starter, look, source, *(names if isinstance(names, list) else [None]))
    )
    if not right or not isinstance(players, list) or not all(type(n) is int for n in players):
        raise ValueError(
            "expected a title, a starter or layouts with a look, and the fewest and the most players"
        )
    if not slug_of(title) or Path(title).name != title or "\\" in title:
        raise ValueError(f"'{title}' is no title for a game: it needs a letter or a digit, and no slash")
    if [bool(starter), bool(names), source in kits].count(True) != 1:
        raise ValueError("expected a starter, layouts or a kit to copy")
    many = "-".join(map(str, players)) if names else None
    more = {"layout": ",".join(names), "look": look, "place": place_of(folder)}
    return begin(title, many, None, None, kits.get(source), starter, **more).wanted.slug
