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


def another_size(folder: Path, asked: Mapping[str, Any]) -> tuple[Component, Size, dict[str, str]]:
    """Return the component that is asked for, its new size, and its templates by what they are called then.

    A template that other components have, too, gets a copy. NoCell says why the pieces keep their size.
    KeyError when the kit has no such component, or it is not of the size that the page has seen.
    """
    kit = load_kit(folder)
    component = kit.component(str(asked.get("in")))
    if asked.get("was") != [component.size.width, component.size.height]:
        raise KeyError(f"{component.id} is {component.size} by now; nothing was written")
    try:
        wide, high = asked["size"]
        size = parse_size(f"{wide:.6g}x{high:.6g}mm")
    except (KeyError, TypeError, ValueError):
        raise NoCell("expected a width and a height, 1 to 2000 mm each") from None
    if component.cut or component.held or component.flat or component.part or component.given:
        raise NoCell(f"the size of {component.title} belongs to their shape or stock; change it in game.yaml")
    if component.shape == "round" and size.width != size.height:
        raise NoCell(f"{component.title} are round: as wide as they are high")
    own, others = set[str](), set[str]()
    for one in kit.components:
        for card in one.cards:
            (own if one is component else others).update((card.face or one.face, card.back or one.back or ""))
    names = dict[str, str]()
    for name in sorted(own - {""}):
        if not (folder / name).is_file():
            raise NoCell(f"{name} comes with cardgen; copy it into the kit's folder first")
        names[name] = name if name not in others else _copy(folder, component, name)
    return component, size, names


def _copy(folder: Path, component: Component, name: str) -> str:
    """Return what the component's own copy of a template is called, which others have, too."""
    called = f"{name.removesuffix('.svg')}-{component.id}.svg"
    if name not in (component.face, component.back) or (folder / called).exists():
        raise NoCell(f"{name} is the face of other cards, too; copy the template first")
    return called


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
