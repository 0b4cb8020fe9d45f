"""Titles of components inside a sentence."""

from __future__ import annotations


def inside(title: str) -> str:
    """Return a title as it stands after the first word of a list: "player aids", but still "BIC badge"."""
    first = title.split(" ", 1)[0]
    return title if first[1:].upper() == first[1:] and len(first) > 1 else title[:1].lower() + title[1:]
