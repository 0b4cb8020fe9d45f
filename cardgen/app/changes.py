"""Which pieces are not as an earlier kit.json has them: what to take out of the box, what to print and put in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.app.change import changed_sides, outline_of
from cardgen.app.settings import MANIFEST, BuildSettings
from cardgen.base.errors import CardgenError, Location, Problem, Problems
from cardgen.base.files import FileError, read_text, shown
from cardgen.faces.address import addresses, alike
from cardgen.sheets.guide.swaps import Swap

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.model import Component, Kit

Sides = Mapping[str, str]
"""The address of a face by its side."""
_BUILD_AGAIN = "build the earlier state of the kit once more, and name the kit.json of that build"


@dataclass(frozen=True)
class Changes:
    """What is different from an earlier kit: `swaps` in the order of the kit, what is gone at the end of its component."""

    since: str
    """What messages call the earlier kit.json."""
    swaps: tuple[Swap, ...]
    pieces: int
    """How many pieces there are to choose from."""

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many copies of each card are printed."""
        return {swap.card: swap.put for swap in self.swaps if swap.put}

    def lines(self, slug: str) -> Iterator[str]:
        if not self.swaps:
            yield f"{slug}: nothing is different from {self.since}, so nothing is printed"
            return
        put = sum(self.counts.values())
        if put:
            yield f"{slug}: {put} of {self.pieces} pieces are new or different since {self.since}"
        else:
            yield f"{slug}: no piece is new or different since {self.since}, so nothing is printed"
        for words, swaps in (("take out", self.out), ("put in", self.put)):
            if swaps:
                yield f"  {words}: {', '.join(f'{card} × {n}' if n > 1 else card for card, n in swaps)}"
        for why in dict.fromkeys(why for swap in self.swaps for why in swap.why if swap.put):
            yield f"  {why}: {', '.join(swap.card for swap in self.swaps if swap.put and why in swap.why)}"

    @property
    def out(self) -> list[tuple[str, int]]:
        """What is taken out: cards and how many."""
        return [(swap.card, swap.out) for swap in self.swaps if swap.out]

    @property
    def put(self) -> list[tuple[str, int]]:
        """What is put in: cards and how many."""
        return [(swap.card, swap.put) for swap in self.swaps if swap.put]

    def as_dict(self) -> dict[str, Any]:
        why = {swap.card: list(swap.why) for swap in self.swaps}
        return {"since": self.since, "take_out": dict(self.out), "put_in": dict(self.put), "why": why}


class _Earlier(NamedTuple):
    """What an earlier kit.json says: components by id (title, cards and counts), faces, and what was compared."""

    components: Mapping[str, tuple[str, Mapping[str, int]]]
    faces: Mapping[str, Sides]
    compared: str
    cuts: Mapping[str, Mapping[str, Any]]
    """The size, the corner and the shape of each component, where the earlier kit.json says them."""
    masked: bool
    """Whether `faces` leave the version and ids out."""

    def unlike(self, was: str, new: Sides, cut: Mapping[str, Any], sides: Sequence[str]) -> tuple[str, ...]:
        """Return what of a card that was is different now: front, back, size, corner."""
        old = self.faces.get(was, {})
        own = next((id for id, (_, cards) in self.components.items() if was in cards), "")
        before = self.cuts.get(own, cut)
        faces = changed_sides(old, new, sides) if old else sides
        return (*faces, *(key for key in cut if before[key] != cut[key]))


def _cut(size: Sequence[float], corner: float, shape: str) -> dict[str, Any]:
    return {"size": [float(side) for side in size], "corner": float(corner), "shape": shape}


def changes_since(
    kit: Kit,
    components: Sequence[Component],
    composed: Mapping[str, Mapping[str, Drawing]],
    settings: BuildSettings,
    problems: Problems,
) -> Changes:
    """Return what is different in these `components` from what `--changed-since` names; CardgenError when it cannot be read.

    `composed` are the faces of today. The version of the kit and a card's own id on its face are not compared, nor are
    backs where none are printed. A card with another id that looks the same is the same one.
    """
    assert settings.changed_since is not None
    path, data = _found(settings.changed_since, kit)
    earlier = _earlier(path, data, settings, problems)
    faces = alike(composed, kit.version) if earlier.masked else addresses(composed)
    sides = ("front",) if settings.backs == "none" else ("front", "back")
    were = {
        card: (id, count)
        for id, (_, cards) in earlier.components.items()
        for card, count in cards.items()
        if count
    }
    there = {card.id for component in kit.components for card in component.cards}
    whole = not settings.only
    swaps: list[Swap] = []
    renamed: set[str] = set()
    for component in components:
        cut = _cut(
            (component.size.width, component.size.height),
            component.corner,
            f"{component.shape} {outline_of(component)}",
        )
        gone = [c for c in earlier.components.get(component.id, ("", {}))[1] if c in were and c not in there]
        for card in component.cards:
            new = faces.get(card.id, {})
            was = card.id if card.id in were else ""
            why = earlier.unlike(was, new, cut, sides) if was else ("new",)
            if not was:  # the same picture under another id is the same piece
                same = (id for id in gone if id not in renamed and not earlier.unlike(id, new, cut, sides))
                if was := next(same, ""):
                    renamed.add(was)
                    why = ()
            count = were[was][1] if was else 0
            out, put = count, card.count
            if not why:
                out, put = max(0, count - card.count), max(0, card.count - count)
            if out or put:
                swaps.append(Swap(component.title, card.id, card.name, out, put, why or ("number",)))
        if whole or component.id in settings.only or component.kind in settings.only:
            swaps += [
                Swap(component.title, id, id, were[id][1], 0, ("gone",)) for id in gone if id not in renamed
            ]
    if whole:
        asked = {component.id for component in components}
        for id, (title, before) in earlier.components.items():
            if id not in asked:
                swaps += [
                    Swap(title, card, card, n, 0, ("gone",))
                    for card, n in before.items()
                    if n and card not in there
                ]
    pieces = sum(component.pieces for component in components)
    return Changes(shown(path), tuple(swaps), pieces)


def _found(given: Path, kit: Kit) -> tuple[Path, dict[str, Any]]:
    """Return the earlier kit.json and what it holds: the file, or that of a folder of results."""
    path = given
    if given.is_dir():
        places = [given / MANIFEST, given / kit.slug / MANIFEST]
        path = next((place for place in places if place.is_file()), places[0])
    label = shown(path)
    if not path.is_file():
        what = f"there is no {MANIFEST} in {shown(given)}" if given.is_dir() else "there is no such file"
        hint = "--changed-since takes the kit.json of what you printed, or the folder that holds it"
        if not given.exists():
            hint += f"; to build what differs from a state of git, write --since {given}"
        raise _wrong(what, label, hint)
    try:
        data = json.loads(read_text(path, label))
    except FileError as error:
        raise CardgenError([error.problem(Location(label))]) from None
    except json.JSONDecodeError as error:
        where = Location(label, error.lineno, error.colno)
        raise _wrong(f"this is no whole {MANIFEST}: {error.msg}", where, _BUILD_AGAIN) from None
    except (ValueError, RecursionError):
        raise _wrong(f"this is no {MANIFEST}", label, _BUILD_AGAIN) from None
    if not isinstance(data, dict) or not isinstance(data.get("builds"), dict) or "game" not in data:
        raise _wrong(f"this is no {MANIFEST} of a build", label, _BUILD_AGAIN)
    if data["game"] != kit.slug:
        hint = f"name the {MANIFEST} of {kit.slug}, or the folder that holds the results of all games"
        raise _wrong(f"this {MANIFEST} is that of '{data['game']}', not of '{kit.slug}'", label, hint)
    return path, data


def _wrong(message: str, where: Location | str, hint: str) -> CardgenError:
    place = where if isinstance(where, Location) else Location(where)
    return CardgenError([Problem(message, place, hint=hint, code="earlier-kit")])


def _count(n: object) -> int:
    if type(n) is not int or n < 0:
        raise ValueError
    return n


def _earlier(path: Path, data: Any, settings: BuildSettings, problems: Problems) -> _Earlier:
    label = shown(path)
    try:
        components = {
            str(one["id"]): (str(one["title"]), {str(card): _count(n) for card, n in one["cards"].items()})
            for one in data["components"]
        }
        builds = [
            (name, build)
            for name, build in data["builds"].items()
            if isinstance(build.get("faces"), dict) and build["faces"] and not build["settings"].get("only")
        ]
        if not builds:
            raise _wrong(f"this {MANIFEST} lists no faces of a whole kit", label, _BUILD_AGAIN)
        wanted = (
            settings.look,
            settings.language,
            sorted([name, value] for name, value in settings.options.items()),
        )

        def unlike(build: Any) -> tuple[bool, ...]:
            said = build["settings"]
            options = sorted([str(name), str(value)] for name, value in said.get("options") or ())
            known = (said.get("look"), said.get("language") or "", options)
            return tuple(a != b for a, b in zip(known, wanted, strict=True))

        # the first of those that are alike in most
        name, build = min(builds, key=lambda entry: unlike(entry[1]))
        faces = {
            str(card): {str(side): str(address) for side, address in sides.items()}
            for card, sides in (build.get("alike") or build["faces"]).items()
        }
        cuts = {
            str(one["id"]): _cut(one["size_mm"], one["corner_mm"], f"{one['shape']} {one.get('outline', '')}")
            for one in data["components"]
            if "corner_mm" in one
        }
        other = unlike(build)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _wrong(f"this {MANIFEST} is damaged, or of another cardgen", label, _BUILD_AGAIN) from None
    if any(other):
        what = [word for word, wrong in zip(("look", "language", "house rules"), other, strict=True) if wrong]
        problems.add(
            f"{' and '.join(what)} of this build {'are' if len(what) > 1 or other[2] else 'is'} not in the "
            f"earlier {MANIFEST}: its build '{name}' was compared, from which whatever looks different is printed",
            Location(label),
            hint="build the earlier kit in the same way, too, to print only what changed since",
            level="warning",
            code="earlier-kit",
        )
    return _Earlier(components, faces, name, cuts, bool(build.get("alike")))
