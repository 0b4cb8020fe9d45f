"""What players read of a piece at an online table: the words of its card, without the marks of print."""

from __future__ import annotations

import re

from cardgen.faces.text.markup import MarkupRun, TextStyle, rich
from cardgen.jinja.sentences import worded
from cardgen.model import Card, Component

_ICON = re.compile(r"\{([\w.:-]+)\}")
_PLAIN = TextStyle()


def words_of(component: Component, card: Card) -> str:
    """Return the texts of a card in the order in which its component declares them, a line for each.

    These are fields of type `text`, and texts that are made from effects; what `translate: false` says is for the
    template alone is none. "" for a card without words.
    """
    found = []
    for name, declared in component.fields.items():
        prose = "made_from" in declared or declared.get("type") == "text"
        value = card.fields.get(name)
        if prose and declared.get("translate") is not False and isinstance(value, str) and worded(value):
            found.append(plain(value))
    return "\n".join(dict.fromkeys(found))


def plain(text: str) -> str:
    """Return a text without its marks: `**Fresh:** worth {coin} 1` is read `Fresh: worth coin 1`."""
    runs = (piece.text for piece in rich(text, _PLAIN) if isinstance(piece, MarkupRun))
    return _ICON.sub(r"\1", "".join(runs)).strip()
