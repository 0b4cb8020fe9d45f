"""An earlier state of a kit, and what is different now: a git revision with its faces, or what the last build listed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.studio.told import Told, kit_told

if TYPE_CHECKING:
    from cardgen.studio.desk import Desk

BUILD = "build"
"""What pages call the last build; every other state is a git revision."""
_REVISION = re.compile(r"[A-Za-z0-9@][A-Za-z0-9._/@{}~^+-]{0,199}")
_ABOUT = ("name", "count")


def is_revision(said: str) -> bool:
    """Return whether something could be a revision: one word that is no option and names no file in a commit."""
    return bool(_REVISION.fullmatch(said))


def answer_states(desk: Desk) -> list[Told]:
    """Return the git revisions that a page offers: the last commit and the last tag."""
    from cardgen.app.diff import revisions

    return [
        {"id": id, "title": "The last commit" if id == "HEAD" else f"The tag {id}", "says": says}
        for id, says in revisions(desk.folder)
    ]


def answer_earlier(desk: Desk, revision: str, look: str, known: list[str]) -> Told:
    """Return the kit as it was in a revision, drawn: cards, faces by address, the SVGs; CardgenError.

    Only the commit's name when that is among those that the server knows already.
    """
    from cardgen.app.diff import commit_of, revision_of
    from cardgen.studio.desk import Desk as EarlierDesk

    commit = commit_of(revision, desk.folder)
    if commit in known:
        return {"commit": commit}
    with revision_of(commit, desk.folder) as folder:
        then = EarlierDesk(folder)
        then.looks = [look]  # drawn beside the first one, if the kit had it then
        svgs: dict[str, bytes] = {}
        wrong: list[Told] = []
        for told in then.read():
            svgs |= told.get("svgs", {})
            wrong += told.get("problems", [])
        if then.kit is None:
            first = wrong[0]
            where = (
                Location(first["short"], first["line"], first["column"]) if first["short"] else Location("")
            )
            message = f"the kit could not be read at {revision}: {where}: {first['message']}"
            raise CardgenError([Problem(message, hint="choose another state", code="earlier")])
        kit = kit_told(then.kit)
        faces = then.drawn.get(look) or then.drawn[then.looks[0]]
    return {
        "commit": commit,
        "cards": kit["cards"],
        "components": kit["components"],
        "faces": faces,
        "svgs": svgs,
    }


def last_build(folder: Path, look: str, first: str) -> Told | None:
    """Return what kit.json in a folder of results lists of the faces in a look; None when it lists none."""
    try:
        builds = json.loads((folder / "kit.json").read_text("utf-8"))["builds"]
        for build in builds.values():
            if build["settings"]["look"] in ((look, None) if look == first else (look,)) and not (
                build.get("language") or build["settings"].get("options")
            ):
                faces = {
                    str(card): {side: name for side, name in sides.items() if isinstance(name, str)}
                    for card, sides in build["faces"].items()
                }
                if faces:
                    return {"cards": None, "components": [], "faces": faces}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass  # none was made, or by an earlier cardgen
    return None


def changes(then: Told, kit: Told, faces: Mapping[str, Mapping[str, str]]) -> Told:
    """Return what is different about each card: its kind of change, data before and now, addresses of its faces."""
    from cardgen.app.diff import changed_sides

    now = {card["id"]: card for card in kit["cards"]}
    old = {card["id"]: card for card in then["cards"]} if then["cards"] is not None else None
    before = then["faces"] if old is None else old
    changed: Told = {}
    for id, card in now.items():
        sides = changed_sides(then["faces"].get(id, {}), faces.get(id, {}))
        data = _data(old[id], card) if old is not None and id in old else []
        if id not in before:
            changed[id] = {"kind": "new", "data": [], "sides": sides}
        elif data or (sides and id in faces):
            kind = "changed" if data or old is None else "redrawn"
            changed[id] = {"kind": kind, "data": data, "sides": sides}
    components = {component["id"]: component for component in then["components"]}
    gone = [
        {
            "id": id,
            "name": old[id]["name"] if old else id,
            "component": components.get(old[id]["in"]) if old else None,
            "sides": changed_sides(then["faces"].get(id, {}), {}),
        }
        for id in before
        if id not in now
    ]
    return {"cards": changed, "gone": gone}


def _data(then: Told, now: Told) -> list[Told]:
    from cardgen.app.diff import differences, in_words

    found = [one for name in _ABOUT for one in differences(name, then[name], now[name])]
    found += differences("component", then["in"], now["in"])
    found += differences("", then["fields"], now["fields"])
    return [{"name": one.name, "before": in_words(one.before), "now": in_words(one.now)} for one in found]
