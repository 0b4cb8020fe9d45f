"""The class of a game made from its rules.yaml: zones, notes and words of the engine, and how tables are pickled."""

from __future__ import annotations

import hashlib
import keyword
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.packages import loaded
from cardgen.engine import Zone, house_rules
from cardgen.engine.fields import Seat, begins, each
from cardgen.model import Kit
from cardgen.ruledata import nodes as n
from cardgen.ruledata.file import RulesFile
from cardgen.ruledata.game import WRITTEN, DataGame, DataTable, beside
from cardgen.ruledata.kept import KEPT
from cardgen.ruledata.module import Module
from cardgen.ruledata.outline import NoteLines, Outline, ZoneLines
from cardgen.ruledata.sentences import RULE

_GAMES: dict[tuple[str, str, str], type[DataGame]] = {}
_PYTHON: Mapping[str, Any] = {"num": int, "bool": bool, "word": str, "seat": Seat, "piece": int}


def game_of(kit: Kit, path: Path) -> type[DataGame]:
    """Return the class of a kit's rules.yaml; CardgenError says everything that is wrong with it.

    The same file beside the same cards gives the same class, so that tables can be compared and pickled.
    """

    file = RulesFile(path)
    key = (str(path.resolve()), hashlib.sha256(file.text.encode()).hexdigest(), _print(kit))
    found = _GAMES.get(key)
    if found is None:
        found = _made(kit, Outline(file))
        while len(_GAMES) >= KEPT:
            del _GAMES[next(iter(_GAMES))]
        _GAMES[key] = found
    return found


def read_again(
    root: str,
    players: int,
    options: tuple[tuple[str, object], ...],
    names: tuple[str, ...],
    pieces: tuple[str, ...],
    kit: Kit | None,
    path: Path,
) -> Any:
    """Return a game that was pickled; ValueError if its kit has other pieces by now."""
    from cardgen.engine.setting import _again
    from cardgen.source import load_kit

    kit = kit or load_kit(Path(root))
    return _again(game_of(kit, path), root, players, options, names, pieces, kit)


def _print(kit: Kit) -> str:
    """Return what tells the kit's cards, tables and options from those of another version."""
    cards = [[c.id, card.id, card.count, dict(card.fields)] for c in kit.components for card in c.cards]
    options = [[name, option.default, list(option.choices)] for name, option in kit.options.items()]
    text = repr((kit.slug, kit.players, cards, dict(kit.tables), options))
    return hashlib.sha256(text.encode()).hexdigest()


def drafted(kit: Kit | None, path: Path, text: str) -> tuple[list[Problem], list[str]]:
    """Return what is wrong with a text as the rules.yaml of a kit, and the names that are in it; nothing is kept or played.

    Of a kit that can't be read, None, it is what needs no cards to be wrong.
    """
    said = Outline(RulesFile(path, text))
    moves = (move.name for step in said.steps.values() for move in step.moves)
    names = sorted({*said.zones, *said.notes, *said.values, *said.deeds, *said.steps, *moves} - {""})
    try:
        if kit is None:
            said.file.fail()
        else:
            _made(kit, said)
    except CardgenError as error:
        return list(error.problems), names
    return [], names


def _made(kit: Kit, outline: Outline) -> type[DataGame]:
    file = outline.file
    if python := beside(file.text) or WRITTEN.get(kit.slug, ""):
        loaded(f"{python}:check_kit")(kit)
    most = max(kit.players.counts)
    module = Module(outline, kit, most, house_rules(kit, {}))
    file.fail()
    zones = [
        zone for lines in outline.zones.values() if not lines.dice for zone in _zones(lines, outline.values)
    ]
    for number, zone in enumerate(
        zones
    ):  # a component is shared out by the rules, and begins once for the engine
        if (
            zone.begins
            and zone.begins in [other.begins for other in zones[:number]]
            and _shared(outline, zone.begins)
        ):
            zones[number] = replace(zone, begins="")
    if not any(zone.name == "box" for zone in zones) and _leaves_over(kit, outline, zones):
        zones.append(Zone("box", use="stock"))
    rules = RULE.findall(file.text)
    first = next(step for step in outline.steps.values() if step.moves)
    name = re.sub(r"\W", "_", kit.slug).title().replace("_", "")
    module_name = f"rules_of_{re.sub(chr(92) + 'W', '_', kit.slug)}"
    where = Location(file.shown, file.line(first.at))
    rest = re.split(r"[ ,]+", outline.words.get("rest", ("", 0))[0].strip())
    stock = [z.name for z in zones if z.of == "table" and z.holds == "pieces" and (z.seen_by == "nobody" or z.name == "discard")]  # fmt: skip
    loose = [z.name for z in zones if z.of == "table" and z.holds == "pieces"]
    laid = {f"{zone.name} {key}".strip() for zone in outline.laid_out.values() for key in zone.keys or ("",)}
    uses = {f"{use}_zones": tuple(z.name for z in zones if z.use == use) for use in ("play", "stock")}
    uses = {"play_zones": (*uses["play_zones"], *sorted(laid)), "stock_zones": (*uses["stock_zones"], "box")}
    return type(
        name,
        (DataGame,),
        {
            **(uses if laid else {}),
            "__module__": module_name,
            "__doc__": kit.title,
            "slug": kit.slug,
            "prefix": (rules or ["XX-000"])[0].partition("-")[0],
            "turn_rule": outline.words.get("turn rule", (first.rule, 0))[0],
            "layout": tuple(zones),
            "state": _table(f"{name}Table", module_name, outline),
            "rest": tuple(filter(None, rest)) or tuple(stock or loose or [zone.name for zone in zones[:1]]),
            "ties": outline.words.get("ties", ("shared", 0))[0],
            "ends": outline.words.get("ends", ("the game is over", 0))[0],
            "standing_unit": outline.words.get("unit", ("points", 0))[0],
            "by_round": outline.words.get("by round", ("no", 0))[0] in ("yes", "true"),
            "looks_ahead": int(outline.words.get("looks ahead", ("0", 0))[0]),
            "outline": outline,
            "module": module,
            "rules_path": file.path,
            "written_at": where,
            "again": staticmethod(read_again),
            "tells": tuple(sorted(module.told)),
            "fields_that_count": tuple(sorted(module.used_fields - {"id", "name"})),
            "tables_that_count": tuple(sorted(module.used_tables)),
        },
    )


def _shared(outline: Outline, component: str) -> bool:
    """Return whether zones say which cards of a component begin there."""
    return all(lines.part for lines in outline.zones.values() if lines.get("begins") == component)


def _leaves_over(kit: Kit, outline: Outline, zones: list[Zone]) -> bool:
    """Return whether pieces may be left over: of a zone that each player has, or of a component that is shared out."""
    least = min(kit.players.counts)
    return any(lines.part for lines in outline.zones.values()) or any(
        zone.of == "seat" and zone.begins and zone.holds == "pieces"
        and sum(card.count for card in kit.component(zone.begins).cards) > least
        for zone in zones
    )  # fmt: skip


def _zones(lines: ZoneLines, values: Collection[str]) -> list[Zone]:
    """Return the zones of the engine; how they look follows from who sees them."""
    seen, track = lines.seen_by, lines.get("track")
    lies = lines.get("lies") or ("grid" if lines.open else "track" if track else "fan" if seen == "owner" else "pile" if seen == "nobody" else "row")  # fmt: skip
    said: dict[str, Any] = {
        "seen_by": seen,
        "lies": lies,
        "on": lines.get("on"),
        "spots": track,
        "begins": lines.get("begins"),
    }
    if lines.chips:
        kind = lines.get("chips")
        said |= {"holds": "chips", "begins": "" if kind in ("yes", "true") else kind}
    if lines.get("use"):
        said["use"] = lines.get("use")
    if lines.most is not None and any(
        name in values for name in n.names_in(lines.most)
    ):  # not the same at every table
        said["most"] = lambda game, _: game.module.most[lines.name]
    elif lines.get("most").isdecimal():
        said["most"] = int(lines.get("most"))
    if keyword.iskeyword(lines.name):
        said["field"] = f"{lines.name}_"  # fields are names in Python
    if lines.get("shared"):
        return [Zone(lines.name, "seat", **said), Zone(lines.name, **{**said, "begins": ""})]
    if lines.of != "keys":
        return [Zone(lines.name, "seat" if lines.of == "seat" else "table", **said)]
    return [Zone(f"{lines.name} {key}", **said) for key in lines.keys]


def _table(name: str, module: str, outline: Outline) -> type[DataTable]:
    """Return the class of a table: its notes are declared fields."""
    notes: dict[str, Any] = {}
    body: dict[str, Any] = {"__module__": "cardgen.ruledata.game", "__qualname__": name}
    unsaid = [*DataTable.unsaid]
    for note in outline.notes.values():
        many = note.kind.endswith("*")
        kind = _PYTHON[note.kind.rstrip("*")]
        kind = list.__class_getitem__(kind) if many else kind
        unsaid += [note.name] * (note.kind == "piece" or not note.said)
        if note.each in ("", "player"):
            notes[note.name] = list.__class_getitem__(kind) if note.each else kind
            if note.each or not many:
                body[note.name] = (each() if many else each(note.first)) if note.each else note.first
            continue
        keys = outline.zones[note.each].keys
        notes[note.name] = dict.__class_getitem__((type(keys[0]), kind))
        body[note.name] = begins(_firsts(note, keys))
        unsaid.append(note.name)
    if any(zone.open for zone in outline.zones.values()):
        notes["layouts"], body["layouts"] = dict[str, dict[int, int]], begins(_layouts)
        notes["spaces"] = dict[int, int]
        unsaid += ["layouts", "spaces"]
    body["unsaid"], body["__annotations__"] = tuple(unsaid), notes
    made: type[DataTable] = type(DataTable).__call__(type(DataTable), name, (DataTable,), body)
    return made


def _layouts(game: Any) -> dict[str, dict[int, int]]:
    """Return the open grids of a table, by the name of each, without tiles."""
    return {place.name: {} for place in game.zoned.of_pieces if game.is_open(place)}


def _firsts(note: NoteLines, keys: tuple[str | int, ...]) -> Any:
    return lambda game: {key: [] if note.kind.endswith("*") else note.first for key in keys}
