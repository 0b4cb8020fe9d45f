"""Targets: their files, found and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardgen.base.errors import Location, Problem, Problems, did_you_mean
from cardgen.base.files import shown, templates_dir
from cardgen.base.packages import settings_folder
from cardgen.source.leaves import FILLED, TEXT
from cardgen.source.parse import read_yaml
from cardgen.source.shape import Key, Record, list_of, part
from cardgen.source.wrong import read

FOLDER: Final = "targets"


class Maker(NamedTuple):
    """What makes the files of a target: the module that does, and a sentence for people."""

    module: str
    says: str


MAKERS: Final[Mapping[str, Maker]] = {
    "boxes": Maker("boxes", "Things that hold the kit, to cut, fold and glue."),
    "pictures": Maker("pictures", "A picture of each face, in the pixels that a service asks for."),
    "cutting": Maker("cutting.job", "Sheets for a machine that cuts, and what its knife follows."),
}


@dataclass(frozen=True, slots=True)
class Target:
    """A place where a kit can go: `maker` is the name of one of MAKERS, `asks` what its block says (a `Says`)."""

    name: str
    title: str
    says: str
    links: tuple[str, ...]
    maker: str
    asks: Any
    file: Path
    where: Location


def folders(kit: Path | None) -> list[Path]:
    """Return the folders in which targets are looked for, the nearest first."""
    near = [kit / FOLDER, kit.parent.parent / FOLDER] if kit else []
    return [*near, settings_folder() / FOLDER, templates_dir() / FOLDER]


def find_targets(kit: Path | None = None) -> dict[str, Path]:
    """Return the file of each target by name, for a kit's folder or for any kit; a nearer one hides a farther one."""
    found: dict[str, Path] = {}
    for folder in folders(kit):
        for file in sorted(folder.glob("*.yaml")):
            found.setdefault(file.stem, file)
    return dict(sorted(found.items()))


def named_target(name: str, kit: Path | None, problems: Problems) -> Target | None:
    """Return the target of this name, or None after noting that there is none or what is wrong with its file."""
    known = find_targets(kit)
    if name not in known:
        hint = did_you_mean(name, known)
        problems.extend([Problem(f"there is no target '{name}'", hint=hint, code="unknown-target")])
        return None
    return read_target(known[name], problems)


def read_target(file: Path, problems: Problems) -> Target | None:
    """Return the target that a file describes, or None after noting everything that is wrong with it."""
    label = f"{shown(file.parent)}/{file.name}"
    document = read_yaml(file, label, problems)
    said = read(_shape(), document) if document else None
    if document is None or said is None:
        return None
    asked = [name for name in MAKERS if said.get(name) is not None]
    if len(asked) != 1:
        message = (
            f"there are {' and '.join(asked)}, expected one of them" if asked else "nothing says what is made"
        )
        document.note(message, hint=f"expected one of {', '.join(MAKERS)}", code="no-maker")
        return None
    (maker,) = asked
    return Target(
        file.stem,
        said["title"],
        said.get("says", ""),
        said.get("links", ()),
        maker,
        said[maker],
        file,
        document.where(maker),
    )


def module_of(maker: str) -> Any:
    """Return the module of a maker, with `Says` and `make`."""
    return import_module(f"cardgen.targets.{MAKERS[maker].module}")


@lru_cache(maxsize=1)
def _shape() -> Record[dict[str, Any]]:
    """Return the shape of a target's file."""
    keys = {
        "title": Key(FILLED, "The target's name for people."),
        "says": Key(TEXT, "One sentence: what one gets, and what to do with it.", ""),
        "links": Key(list_of(FILLED), "Where the service explains itself.", ()),
    }
    keys |= {name: Key(part(module_of(name).Says), maker.says, None) for name, maker in MAKERS.items()}
    return Record(keys, lambda values: values, name="Target", says="A place where a kit can go.")
