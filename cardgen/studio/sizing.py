"""Pieces of another size: what that changes in game.yaml and in the templates of their faces."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.base.units import Size, parse_size
from cardgen.faces.tags import NotWritable, tags_in, with_attributes
from cardgen.model import Component
from cardgen.source import load_kit
from cardgen.source.cells import NoCell

_NEAR = 0.01  # of a proportion


def another_size(folder: Path, asked: Mapping[str, Any]) -> tuple[Component, Size, list[str]]:
    """Return the component that is asked for, its new size and its templates; NoCell says why it keeps its size.

    KeyError when the kit has no such component, or it is not of the size that the page has seen.
    """
    kit = load_kit(folder)
    component = kit.component(str(asked.get("in")))
    if asked.get("was") != [component.size.width, component.size.height]:
        raise KeyError(f"{component.id} is {component.size} by now; nothing was written")
    said = asked.get("size")
    if not isinstance(said, list) or len(said) != 2 or any(type(one) not in (int, float) for one in said):
        raise NoCell("expected a width and a height in mm")
    try:
        size = parse_size("x".join(f"{one:.6g}" for one in said) + "mm")
    except ValueError:
        raise NoCell(f"{said[0]:g} × {said[1]:g} mm, expected 1 to 2000 mm on each side") from None
    if component.cut or component.held or component.flat or component.part or component.given:
        raise NoCell(f"the size of {component.title} belongs to their shape or stock; change it in game.yaml")
    users: dict[str, set[str]] = {}
    for one in kit.components:
        for card in one.cards:
            for name in filter(None, (card.face or one.face, card.back or one.back)):
                users.setdefault(name, set()).add(one.title)
    own = sorted(name for name, titles in users.items() if component.title in titles)
    for name in own:
        if others := users[name] - {component.title}:
            raise NoCell(f"{name} is the face of {', '.join(sorted(others))}, too; copy the template first")
        if not (folder / name).is_file():
            raise NoCell(f"{name} comes with cardgen; copy it into the kit's folder first")
    return component, size, own


def resized(name: str, source: str, component: Component, size: Size) -> str:
    """Return a template for pieces of another size; NoCell where its numbers are computed.

    A piece of the same proportions is drawn larger or smaller as a whole. In another one all stays where it is, and what
    reached over the whole of the piece still does.
    """
    tags, bleed, old = tags_in(source), component.bleed, component.size
    try:
        numbers = (tags[0].said(source, "viewBox") or "").replace(",", " ").split()
        left, top, wide, high = map(float, numbers)
    except (IndexError, ValueError):
        raise NoCell(f"{name} stays as it is: its first line has no viewBox in numbers") from None
    unit = wide / (old.width + 2 * bleed)
    by = size.width / old.width
    by = by if abs(size.height / old.height - by) < _NEAR else 1.0
    edge = bleed * unit / by
    spans = {
        "width": ("x", left, wide, left + bleed * unit - edge, size.width * unit / by + 2 * edge),
        "height": ("y", top, high, top + bleed * unit - edge, size.height * unit / by + 2 * edge),
    }
    (*_, x, across), (*_, y, down) = spans.values()
    head = {"width": f"{size.width + 2 * bleed:g}mm", "height": f"{size.height + 2 * bleed:g}mm"}
    jobs = [(0, {**head, "viewBox": " ".join(map(_said, (x, y, across, down)))})]
    for number, tag in enumerate(tags[1:], 1):
        for side, (place, was, long, now, longer) in spans.items():
            if (tag.said(source, place), tag.said(source, side)) == (_said(was), _said(long)):
                jobs.append((number, {place: _said(now), side: _said(longer)}))
    try:
        for number, new in jobs:
            source = with_attributes(source, number, new)
    except NotWritable as refusal:
        raise NoCell(f"{name} stays as it is: {refusal}") from None
    return source


def _said(number: float) -> str:
    return f"{round(number, 3) + 0.0:g}"
