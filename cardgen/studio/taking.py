"""Icons as a page takes them: found by words, and one put into the kit's file with its set in the credits, as one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.app.icons import find_icons, icon_file, icons_of, with_credit, with_icon
from cardgen.source import load_kit
from cardgen.source.cells import NoCell
from cardgen.studio.edits import Edits
from cardgen.studio.payload import Payload


def icons_payload(edits: Edits, words: str, start: int) -> Payload:
    """Return icons of the set for these words, and what the kit has: its colours and its own icons."""
    kit, file = load_kit(edits.folder), icon_file(edits.folder)
    icons, total = find_icons(words, start)
    return {
        "icons": icons,
        "total": total,
        "palette": dict(kit.looks[kit.first_look].palette) if kit.looks else {},
        "own": icons_of(edits.read(file)),
        "file": file,
        "version": edits.version(file),
        "read_only": edits.read_only,
        **edits.steps(),
    }


def take_icon(edits: Edits, asked: Mapping[str, Any]) -> Payload:
    """Write an icon of the set into the kit's file; return the lines that are different. Raises as `Edits.change` does."""
    icon, own, colour = (asked.get(key) for key in ("icon", "as", "colour"))
    if not isinstance(icon, str) or not isinstance(own, str) or not isinstance(colour, str):
        raise NoCell("expected an icon, its name in texts and a colour")
    if colour and all(colour not in look.palette for look in load_kit(edits.folder).looks.values()):
        raise NoCell(f"the palette has no colour '{colour}'")
    file = icon_file(edits.folder)
    also = ("game.yaml", with_credit)
    return edits.put(file, asked, lambda text: with_icon(text, icon, own, colour), f"{{{own}}} is new", also)
