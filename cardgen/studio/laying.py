"""The set-up of a free table as a page edits it: how the kit would lie, and `free:` in its table.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from cardgen.games import player_counts
from cardgen.model import Kit
from cardgen.model.kit import unmarked
from cardgen.source import load_kit
from cardgen.source.cells import NoCell, with_block
from cardgen.source.screen import NAME, hints_in
from cardgen.studio.edits import Edits
from cardgen.studio.payload import Payload, kit_payload
from cardgen.table.free import TABLE, FreePlace, FreeState
from cardgen.table.free_setup import free_table


def laying(edits: Edits, asked: Mapping[str, Any]) -> Payload:
    """Return how the kit would lie with the `free` that is asked for, without it as its file says; nothing is written.

    CardgenError names what is wrong with it, NoCell says why the file cannot be written.
    """
    kit, text = load_kit(edits.folder), edits.read(NAME)
    new = _text(text, asked["free"]) if "free" in asked else text
    said, raw = _said(kit, new)
    backs = {card.id: card.id if c.has_back else "" for c in kit.components for card in c.cards}
    players = player_counts(kit)[0]
    state = free_table(kit, players, backs, {**said, "deal": ()})
    box, lying = state.places[TABLE].box, state.places[TABLE].pieces
    return {
        **{key: kit_payload(kit)[key] for key in ("slug", "title", "accent", "version", "rules")},
        "read_only": "this kit is made by a program, so there is no file to write"
        if kit.made_here
        else edits.read_only,
        "version_of_file": edits.version(NAME),
        "text": new,
        "free": raw,
        "size": [box[2], box[3]],
        "places": [_place(kit, state, one) for one in state.places.values() if one.show == "pile"],
        "lie": [
            {
                "card": piece.card,
                "title": piece.name,
                "word": piece.word,
                "box": [piece.x - piece.size[0] / 2, piece.y - piece.size[1] / 2, *piece.size],
            }
            for piece in {state.pieces[n].card: state.pieces[n] for n in lying[::-1]}.values()
        ],
        "components": [
            {
                **{"id": c.id, "title": c.title, "n": c.total},
                "cards": [[card.id, unmarked(card.name)] for card in c.cards] if c.stays else [],
            }
            for c in kit.components
        ],
    }


def write_laying(edits: Edits, asked: Mapping[str, Any]) -> Payload:
    """Write `free` into the kit's table.yaml as the page has seen it, if it says something that can be laid."""
    kit = load_kit(edits.folder)

    def made(text: str) -> str:
        new = _text(text, asked.get("free"))
        hints_in(kit, new)
        return new

    return edits.put(NAME, asked, made, "set-up of the free table")


def _text(text: str, free: Any) -> str:
    if not isinstance(free, dict) or not free:
        raise NoCell("a set-up says at least one thing")
    try:
        return with_block(text, "free", free)
    except yaml.YAMLError:
        raise NoCell("the file has mistakes; mend them in an editor first") from None


def _said(kit: Kit, text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a table.yaml says of the free table: as it is read, and as it is written."""
    try:
        raw = yaml.safe_load(text) if text else None
    except yaml.YAMLError:
        raw = {}
    if raw is None:
        return {}, {}
    return hints_in(kit, text).get("free", {}), dict(raw.get("free") or {})


def _place(kit: Kit, state: FreeState, place: FreePlace) -> Payload:
    """Return a pile with what its entry in table.yaml would say."""
    cards = [state.pieces[n].card for n in place.pieces]
    begins: list[str] = []
    for component in kit.components:
        ids = [card.id for card in component.cards]
        here = [one for one in dict.fromkeys(cards) if one in ids]
        begins += [component.id] if len(here) == len(ids) else here
    head = {"name": place.name, "title": place.title, "box": place.box, "n": len(cards), "begins": begins}
    return {**head, "closed": place.closed, "word": state.pieces[place.pieces[0]].word if cards else "piece"}
