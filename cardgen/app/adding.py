"""Layouts taken into a kit that is there: templates, cards files, and their entries in game.yaml, whose comments stay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

from cardgen.app.layouts import LOW_INK, cards_of, chosen, components, dressed, looks, signs
from cardgen.app.start import filled
from cardgen.base.destination import write_whole
from cardgen.base.files import read_named
from cardgen.base.line_ends import plain
from cardgen.model import KINDS
from cardgen.source.cells import why_read_only, with_cell, with_entry

_COLOUR = re.compile(r"\bpalette\.(\w+)")


class Addition(NamedTuple):
    """What layouts add to a kit: the components by id, game.yaml before and after, and new files by name."""

    ids: list[str]
    before: bytes
    after: bytes
    files: Mapping[str, str]


def addition(kit: Path, said: str, look: str) -> Addition:
    """Return what layouts such as "portrait,token" add to a kit; ValueError for what cannot be, and nothing is written.

    A name that is taken gets a number. Colours that the templates need and a look of the kit lacks are added to its palette.
    """
    if why_not := why_read_only(kit):
        raise ValueError(why_not)
    names, look = chosen(said, look)
    if "tuck-front" in names:
        raise ValueError("tuck-front is for the boxes of a new game; write boxes: into game.yaml yourself")
    file = plain(read_named(kit / "game.yaml"))
    text, files = file.text, dict[str, str]()
    head = yaml.safe_load(text) or {}
    taken = {name for kind in KINDS for name in head.get(kind) or {}}
    back = ""
    if "back" in names:
        tried = ["faces/back.svg", *(f"faces/back-{n}.svg" for n in range(2, 1000))]
        back = next(name for name in tried if not (kit / name).exists())
        files[back] = dressed("back", look)
    ids: list[str] = []
    for kind, some in components(names).items():
        for one in some:
            number, own = 1, one["id"]
            while own in taken or any((kit / name).exists() for name in (f"{own}.yaml", _face(own))):
                number += 1
                own = f"{one['id']}_{number}"
            layout, one = one["template"], {**one, "id": own, "template": own.replace("_", "-")}
            files |= {_face(own): dressed(layout, look), f"{own}.yaml": cards_of(one)}
            shown = {**one, "back": back if one["back"] else ""}
            text = with_entry(text, kind, own, filled("component.yaml", {"kind": kind, "one": shown}))
            taken.add(own)
            ids.append(own)
    if not (kit / "art" / "signs.svg").exists():
        files |= signs(files.values())
    text = with_layout_inks(text, "\n".join(files.values()), look)
    return Addition(ids, file.bytes_of(file.text), file.bytes_of(text), files)


def add(kit: Path, said: str, look: str) -> list[Path]:
    """Write layouts into a kit, game.yaml last, and return the files. Raises as `addition` does."""
    new = addition(kit, said, look)
    write_files(kit, new.files)
    write_whole(kit / "game.yaml", new.after)
    return [kit / name for name in (*new.files, "game.yaml")]


def write_files(kit: Path, files: Mapping[str, str]) -> None:
    """Write new files of a kit; ValueError when one leads out of it."""
    for name, text in files.items():
        path = kit / name
        if not path.parent.resolve().is_relative_to(kit.resolve()):
            raise ValueError(f"{path.parent.name} is a link out of the kit")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)


def _face(own: str) -> str:
    return f"faces/{own.replace('_', '-')}.svg"


def with_layout_inks(text: str, templates: str, look: str) -> str:
    """Return game.yaml in which each look has the colours of these templates; those it has stay as they are."""
    wanted, chosen_by_a_card = set(_COLOUR.findall(templates)), "palette[" in templates
    palette = looks()[look]["palette"]
    inks = {name: ink for name, ink in palette.items() if chosen_by_a_card or name in wanted}
    return with_inks(text, inks, looks()[look]["title"])


def with_inks(text: str, inks: Mapping[str, str], title: str = "Full colour") -> str:
    """Return game.yaml in which each look has these colours; those it has stay as they are."""
    known = (yaml.safe_load(text) or {}).get("looks")
    if not known:
        said = ", ".join(f'{name}: "{ink}"' for name, ink in inks.items())
        block = f"  full:\n    title: {title}\n    palette: {{{said}}}\n"
        return with_entry(text, "looks", "full", block)
    for name, said in known.items():
        own = (said or {}).get("palette") or {}
        new = {key: LOW_INK.get(key, ink) if "low" in str(name) else ink for key, ink in inks.items()}
        if not own and new:
            text = with_cell(text, ("looks", name), "palette", new)
            continue
        for key, ink in new.items():
            if key not in own:
                text = with_cell(text, ("looks", name, "palette"), key, ink)
    return text
