"""Kits that begin with layouts: templates without pictures, in six looks, each with its fields and one card to show it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cardgen.base.errors import did_you_mean
from cardgen.base.files import templates_dir
from cardgen.base.own import manual, templates

LOW_INK = {"paper": "#ffffff", "tint": "#ffffff", "accent": "#dddddd", "on_accent": "#222222"}
"""What is other in the second look of each kit."""
_FONTS = {"head": "Alfa Slab One", "body": "Zilla Slab"}


@lru_cache
def _table(name: str) -> dict[str, dict[str, Any]]:
    import yaml

    found: dict[str, dict[str, Any]] = yaml.safe_load((templates_dir() / "layouts" / name).read_text("utf-8"))
    return found


def layouts() -> Mapping[str, Mapping[str, Any]]:
    """Return the layouts by name: title, group, kind of component, what it is, size, fields, and a card."""
    return _table("layouts.yaml")


def looks() -> Mapping[str, Mapping[str, Any]]:
    """Return the looks by name: title, what it is, two fonts and a palette."""
    return _table("looks.yaml")


def chosen(said: str, look: str) -> tuple[list[str], str]:
    """Return the layouts of such as "portrait,token", and the look; ValueError that lists what there is."""
    names = list(dict.fromkeys(name.strip() for name in said.split(",") if name.strip()))
    for name in names or [said]:
        if name not in layouts():
            known = "\n".join(f"  {key}: {one['says']}" for key, one in layouts().items())
            raise ValueError(f"there is no layout '{name}', expected one or several of\n{known}")
    if all(layouts()[name]["kind"] == "boxes" or name == "back" for name in names):
        raise ValueError(
            "a back or a box alone is no game, expected a layout for cards, tiles, tokens or boards, too"
        )
    if "tuck-front" in names and "decks" not in components(names):
        raise ValueError("tuck-front is the front of a box for decks, and no layout for cards is among these")
    look = look or next(iter(looks()))
    if look not in looks():
        known = "; ".join(f"{key}: {one['says']}" for key, one in looks().items())
        raise ValueError(f"there is no look '{look}' ({did_you_mean(look, looks())}); the looks are {known}")
    return names, look


def dressed(name: str, look: str) -> str:
    """Return the template of a layout in the fonts of a look."""
    text = (templates_dir() / "layouts" / f"{name}.svg").read_text("utf-8")
    for part, font in _FONTS.items():
        text = text.replace(f"'{font}'", f"'{looks()[look][part]}'")
    return text


def components(names: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Return the components that layouts become, by kind: decks with the back among them, if it is."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name in names:
        layout = layouts()[name]
        if layout["kind"] == "boxes" or name == "back":
            continue
        own = {"corner": "", **layout, "id": name.replace("-", "_"), "template": name}
        backed = "back" in names and layout["kind"] == "decks" and layout["size"] == "poker"
        own["back"] = "faces/back.svg" if backed else ""
        found.setdefault(layout["kind"], []).append(own)
    return found


def laid_out(names: Sequence[str], look: str) -> tuple[dict[str, object], dict[str, str]]:
    """Return what the template of game.yaml may ask, and the other files of the kit by name."""
    kinds = components(names)
    palette = looks()[look]["palette"]
    files = {f"faces/{name}.svg": dressed(name, look) for name in names}
    files |= signs(files.values())
    for one in (one for some in kinds.values() for one in some):
        files[f"{one['id']}.yaml"] = cards_of(one)
    asked: dict[str, object] = {
        "kinds": kinds,
        "look": looks()[look],
        "low_ink": {**palette, **LOW_INK},
        "boxes": "tuck-front" in names,
        "boxed": [one["id"] for one in kinds.get("decks", [])],
    }
    return asked, files


def signs(texts: Iterable[str]) -> dict[str, str]:
    """Return the file of signs, if one of these templates asks for it."""
    name = "art/signs.svg"
    wanted = any(name in text for text in texts)
    return {name: (templates_dir() / "layouts" / name).read_text("utf-8")} if wanted else {}


def flow(value: Any) -> str:
    """Return plain data on one line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return (
        json.dumps(value, ensure_ascii=False)
        if not isinstance(value, str) or not value.isidentifier()
        else value
    )


def cards_of(one: Mapping[str, Any]) -> str:
    """Return the cards file of a component: one card that shows what can stand there."""
    lines = [
        f"- id: {one['template']}-1",
        *(f"  {key}: {flow(value)}" for key, value in one["sample"].items()),
    ]
    return "\n".join(
        ["# One entry for each different card; `count` is how many copies are printed.", *lines, ""]
    )


def manual_of_layouts() -> str:
    """Return docs/layouts.md."""
    templates("manuals", markup=False, ends=True).filters["code"] = lambda word: f"`{word}`"
    shown = {name: {"size": "", **one} for name, one in layouts().items()}
    return manual(
        "layouts", layouts=shown, looks=looks(), groups=dict.fromkeys(one["group"] for one in shown.values())
    )
