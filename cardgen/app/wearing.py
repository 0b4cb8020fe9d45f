"""A layout as the face of cards that are there: fields are matched by name and type, and nothing that is written is lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.app.adding import with_layout_inks
from cardgen.app.layouts import chosen, dressed, layouts, signs
from cardgen.base.files import read_named
from cardgen.base.line_ends import plain
from cardgen.base.units import parse_size
from cardgen.model import Component
from cardgen.source import load_kit
from cardgen.source.cells import with_cell

_BLEED = 3.0  # mm: that of every layout
_EMPTY: Mapping[str, Any] = {"text": "", "picture": "", "int": 0, "number": 0, "bool": False}


class Wearing(NamedTuple):
    """What a layout changes: game.yaml before and after, new files, the field in each place, and fields that have none."""

    before: bytes
    after: bytes
    files: Mapping[str, str]
    fields: Mapping[str, str]
    without: list[str]


def wearing(folder: Path, component: str, layout: str, look: str) -> Wearing:
    """Return what makes a layout the face of a component; ValueError for what cannot be, and nothing is written."""
    (layout,), look = chosen(layout, look)
    kit = load_kit(folder)
    try:
        own = kit.component(component)
    except KeyError:
        raise ValueError(f"the kit has no component '{component}'") from None
    said, size = layouts()[layout], own.size
    wide, high = (parse_size(said["size"]).width, parse_size(said["size"]).height)
    if (wide, high, _BLEED) != (size.width, size.height, own.bleed):
        measure = f"{wide:g} × {high:g} mm with {_BLEED:g} mm bleed"
        raise ValueError(f"{said['title']} is {measure}, and {own.title} are {size} with {own.bleed:g} mm")
    fields, new = _matched(said["fields"], own)
    template = _renamed(dressed(layout, look), said["fields"], fields, own)
    stem = f"faces/{own.id}-{layout}".replace("_", "-")
    name = next(
        name
        for n in range(1, 1000)
        if not (folder / (name := f"{stem}{f'-{n}' if n > 1 else ''}.svg")).exists()
    )
    files = {name: template} | ({} if (folder / "art" / "signs.svg").exists() else signs([template]))
    file = plain(read_named(folder / "game.yaml"))
    text = with_cell(file.text, (own.kind, own.id), "face", name)
    for key, field in new.items():
        if own.fields:
            text = with_cell(text, (own.kind, own.id, "fields"), key, field)
    if new and not own.fields:
        text = with_cell(text, (own.kind, own.id), "fields", new)
    text = with_layout_inks(text, template, look)
    without = [key for key in own.fields if key not in fields.values()]
    return Wearing(file.bytes_of(file.text), file.bytes_of(text), files, fields, without)


def _matched(wanted: Mapping[str, Any], own: Component) -> tuple[dict[str, str], dict[str, Any]]:
    """Return which field of the cards goes into each place of a layout, and the fields that the cards lack."""
    found = {key: key for key, said in wanted.items() if key in own.fields and _alike(said, own.fields[key])}
    for key, said in wanted.items():
        free = (name for name in own.fields if name not in found.values() and _alike(said, own.fields[name]))
        if key not in found and (name := next(free, None)):
            found[key] = name
    new = {}
    for key, said in wanted.items():
        if key in found:
            continue
        if key in own.fields:
            raise ValueError(f"the layout needs {key} to be another kind of field than {own.title} have")
        if "default" not in said and "one_of" not in said and said.get("type") not in _EMPTY:
            raise ValueError(f"the layout needs a field {key}, which {own.title} do not have")
        new[key] = {"default": said["one_of"][0] if "one_of" in said else _EMPTY[said["type"]], **said}
    return found, new


def _alike(said: Mapping[str, Any], own: Mapping[str, Any]) -> bool:
    if "one_of" in said:
        choices = own.get("one_of") or ()
        return 1 < len(choices) <= len(said["one_of"]) and all(
            re.fullmatch(r"[^\W\d]\w*", str(one)) for one in choices
        )
    return "type" in said and said["type"] == own.get("type")


def _renamed(template: str, wanted: Mapping[str, Any], fields: Mapping[str, str], own: Component) -> str:
    """Return a template that says the cards' own fields; their suits are the layout's, one after the other."""

    def said(one: re.Match[str]) -> str:
        key = one[1]
        name = f"card.{fields.get(key, key)}"
        if key not in fields or "one_of" not in wanted[key]:
            return name
        pairs = dict(zip(own.fields[fields[key]]["one_of"], wanted[key]["one_of"], strict=False))
        return name if all(mine == its for mine, its in pairs.items()) else f"{pairs}[{name}]"

    return re.sub(r"\bcard\.(\w+)", said, template)
