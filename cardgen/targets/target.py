"""Targets: their files, found and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardgen.base.errors import Location, Problem, Problems, did_you_mean
from cardgen.base.files import shown
from cardgen.base.projects import found_near
from cardgen.source.leaves import FILLED, TEXT, matching
from cardgen.source.parse import read_yaml
from cardgen.source.shape import Key, Keyed, Record, Schema, json_schema, key, list_of, part
from cardgen.source.wrong import read
from cardgen.targets.sizes import RulesPart

FOLDER: Final = "targets"


class Maker(NamedTuple):
    """What makes the files of a target: the module that does, and a sentence for people.

    `uses` are the settings of a build that it listens to; with others it is not built, so that nothing that somebody
    asked for is passed over in silence. One that `plays` asks how the game is set up, which its rules say.
    """

    module: str
    says: str
    uses: tuple[str, ...] = ("paper", "base_url", "sleeved", "backs", "offset")
    plays: bool = False


MAKERS: Final[Mapping[str, Maker]] = {
    "boxes": Maker("boxes", "Things that hold the kit, to cut, fold and glue.", uses=("paper", "sleeved")),
    "pictures": Maker("pictures", "A picture of each face, in the pixels that a service asks for.", uses=()),
    "pages": Maker(
        "pages", "A PDF with one piece a page, its bleed and cut told, maybe in inks.", uses=("profile",)
    ),
    "cutting": Maker(
        "cutting.job",
        "Sheets for a machine that cuts, and what its knife follows.",
        uses=("paper", "backs", "offset"),
    ),
    "trimmed": Maker(
        "trimmed", "A picture of each face as it is cut, for tables that take them one by one.", uses=()
    ),
    "pcio": Maker("pcio", "A room of playingcards.io: one file to import.", uses=(), plays=True),
    "tts": Maker(
        "tts",
        "The kit as one saved object of Tabletop Simulator, and a saved game for each number of players.",
        uses=("base_url",),
        plays=True,
    ),
}


class TriedPart(Keyed, example="{what: two decks at the shop, on: 2026-05-02}"):
    """A trial of a target's files: the program or the people, and the day."""

    what: str = key(FILLED, "The program with its version, or what was ordered, uploaded or cut.")
    on: str = key(matching(r"\d{4}-\d\d-\d\d", "a date such as 2026-05-02"), "The day.")
    test: str | None = key(FILLED, "The test of cardgen that tries it; left out, a person did.", default=None)


@dataclass(frozen=True, slots=True)
class Target:
    """A place where a kit can go: `maker` is the name of one of MAKERS, `asks` what its block says (its `OPTIONS`)."""

    name: str
    title: str
    says: str
    links: tuple[str, ...]
    steps: tuple[str, ...]
    tried: tuple[TriedPart, ...]
    listed: str
    rules: tuple[RulesPart, ...]
    maker: str
    asks: Any
    file: Path
    where: Location


def find_targets(kit: Path | None = None) -> dict[str, Path]:
    """Return the file of each target by name, for a kit's folder or for any kit; a nearer one hides a farther one."""
    return found_near(FOLDER, kit)


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
    found = Problems()
    target = _read(file, found)
    problems.extend(found)
    return None if found.errors else target


def _read(file: Path, problems: Problems) -> Target | None:
    label = f"{shown(file.parent)}/{file.name}"
    document = read_yaml(file, label, problems)
    said = read(shape(), document) if document else None
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
    faults = getattr(module_of(maker), "faults", None)
    for entry, message in faults(said[maker]) if faults else ():
        document.note(message, maker, entry, code="wrong-target")
    return Target(
        file.stem,
        said["title"],
        said.get("says", ""),
        said.get("links", ()),
        said.get("steps", ()),
        said.get("tried", ()),
        said.get("listed", ""),
        said.get("rules", ()),
        maker,
        said[maker],
        file,
        document.where(maker),
    )


def module_of(maker: str) -> Any:
    """Return the module of a maker, with `OPTIONS` and `make`."""
    return import_module(f"cardgen.targets.{MAKERS[maker].module}")


def reads(target: Target, profile: Path | None) -> list[Path]:
    """Return the files that a target reads besides its own and the kit's."""
    profile_of = getattr(module_of(target.maker), "profile_of", None)
    found = profile_of(target, profile) if profile_of else None
    return [found] if found else []


def target_schema() -> Schema:
    schema = json_schema(shape(), "A target")
    return {
        **schema,
        "oneOf": [{"required": [name], "properties": {name: {"type": "object"}}} for name in MAKERS],
    }


def _block(maker: str) -> Record[Any]:
    """Return the shape of a maker's block, called by the maker's name."""
    own = part(module_of(maker).OPTIONS)
    block: Record[Any] = Record(own.keys, own.make, name=f"{maker.capitalize()}Part", doc=own.doc)
    block.expected = own.expected
    return block


@lru_cache(maxsize=1)
def shape() -> Record[dict[str, Any]]:
    keys = {
        "title": Key(FILLED, "The target's name for people."),
        "says": Key(TEXT, "One sentence: what one gets, and what to do with it.", ""),
        "links": Key(list_of(FILLED), "Where the service explains itself.", ()),
        "steps": Key(
            list_of(FILLED), "What to do with the files, a sentence each; they stand in README.txt.", ()
        ),
        "tried": Key(
            list_of(part(TriedPart)), "What its files were tried with, and when; left out, it is untried.", ()
        ),
        "listed": Key(TEXT, "Where its list of sizes comes from, and when it was read.", ""),
        "rules": Key(
            list_of(part(RulesPart)), "The rule sheet or booklet as the service takes it, each a product.", ()
        ),
    }
    keys |= {name: Key(_block(name), maker.says, None) for name, maker in MAKERS.items()}
    return Record(keys, lambda values: values, name="Target", doc="A place where a kit can go.")
