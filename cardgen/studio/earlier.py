"""An earlier state of a kit, and what is different now: a git revision with its faces, or what the last build listed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.studio.payload import Payload, kit_payload

if TYPE_CHECKING:
    from cardgen.studio.render_worker import RenderWorker

BUILD = "build"
"""What pages call the last build; every other state is a git revision."""
_REVISION = re.compile(r"[A-Za-z0-9@][A-Za-z0-9._/@{}~^+-]{0,199}")


def is_revision(said: str) -> bool:
    """Return whether something could be a revision: one word that is no option and names no file in a commit."""
    return bool(_REVISION.fullmatch(said))


def answer_states(worker: RenderWorker) -> list[Payload]:
    """Return the git revisions that a page offers: the last commit and the last tag."""
    from cardgen.app.diff import revisions

    return [
        {"id": id, "title": "The last commit" if id == "HEAD" else f"The tag {id}", "says": text}
        for id, text in revisions(worker.folder)
    ]


def answer_earlier(worker: RenderWorker, revision: str, look: str, known: list[str]) -> Payload:
    """Return the kit as it was in a revision, drawn: cards, faces by address, the SVGs; CardgenError.

    Only the commit's name when that is among those that the server knows already.
    """
    from cardgen.app.diff import commit_of, revision_of
    from cardgen.studio.render_worker import RenderWorker as EarlierWorker

    commit = commit_of(revision, worker.folder)
    if commit in known:
        return {"commit": commit}
    with revision_of(commit, worker.folder) as folder:
        then = EarlierWorker(folder)
        then.looks = [look]  # drawn beside the first one, if the kit had it then
        svgs: dict[str, bytes] = {}
        wrong: list[Payload] = []
        for event in then.read():
            svgs |= event.get("svgs", {})
            wrong += event.get("problems", [])
        if then.kit is None:
            first = wrong[0]
            where = (
                Location(first["short"], first["line"], first["column"]) if first["short"] else Location("")
            )
            message = f"the kit could not be read at {revision}: {where}: {first['message']}"
            raise CardgenError([Problem(message, hint="choose another state", code="earlier")])
        kit = kit_payload(then.kit)
        faces = then.drawn.get(look) or then.drawn[then.looks[0]]
    return {
        "commit": commit,
        "cards": kit["cards"],
        "components": kit["components"],
        "faces": faces,
        "svgs": svgs,
    }


def last_build(folder: Path, look: str, first: str) -> Payload | None:
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


def changes(then: Payload, kit: Payload, faces: Mapping[str, Mapping[str, str]]) -> Payload:
    """Return what is different about each card: its kind of change, data before and now, addresses of its faces.

    What the last build listed are faces alone: a card whose face is another one has changed, nobody knows why.
    """
    from cardgen.app.change import change_of, in_words

    now = {card["id"]: {**card, "component": card["in"]} for card in kit["cards"]}
    if then["cards"] is None:
        old = {id: now.get(id, {"name": id, "component": None}) for id in then["faces"]}
    else:
        old = {card["id"]: {**card, "component": card["in"]} for card in then["cards"]}
    components = {component["id"]: component for component in then["components"]}
    changed: Payload = {}
    gone = []
    for id in {**now, **old}:
        found = change_of(old.get(id), now.get(id), then["faces"].get(id, {}), faces.get(id, {}))
        if found is None or (found.kind == "redrawn" and id not in faces):
            continue
        kind = "changed" if found.kind == "redrawn" and then["cards"] is None else found.kind
        data = [
            {"name": one.name, "before": in_words(one.before), "now": in_words(one.now)} for one in found.data
        ]
        if kind == "gone":
            was = components.get(old[id]["component"])
            gone.append({"id": id, "name": old[id]["name"], "component": was, "sides": found.sides})
        else:
            changed[id] = {"kind": kind, "data": data, "sides": found.sides}
    return {"cards": changed, "gone": gone}
