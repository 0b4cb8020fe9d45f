"""What a page gets to know about a kit, as plain data for JSON."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Any, TypeAlias

import yaml

from cardgen.base.errors import Location, Problem
from cardgen.base.units import PAPERS
from cardgen.jinja.expressions import ExpressionError, understood
from cardgen.model import Card, Component, Kit
from cardgen.model.kit import as_json, unmarked

Payload: TypeAlias = dict[str, Any]

_MOST_LINES = 60
_ENTRY = re.compile(r"\s*- ")


def kit_payload(kit: Kit) -> Payload:
    """Return a kit's head, its components and its cards, without their faces."""
    from cardgen.games import rules_of

    hero = kit.guide.get("hero", ())
    return {
        "slug": kit.slug,
        "title": kit.title,
        "subtitle": kit.subtitle,
        "version": kit.version,
        "language": kit.language,
        "accent": kit.accent,
        "players": [kit.players.min, kit.players.max],
        "minutes": kit.minutes,
        "pieces": sum(component.pieces for component in kit.components if component.stays),
        "rules": kit.rules is not None,
        "sentences": rules_of(kit) is not None,
        "papers": list(PAPERS),
        "looks": [{"id": name, "title": look.title} for name, look in kit.looks.items()]
        or [{"id": "full", "title": "Full colour"}],
        "hero": [str(name) for name in hero] if isinstance(hero, list | tuple) else [],
        "components": [_component(component) for component in kit.components],
        "would_say": would_say(kit),
        "cards": [_card(kit, card) for component in kit.components for card in component.cards],
    }


def would_say(kit: Kit) -> list[Payload]:
    """Return the checks that fail because they end with another number than there is: which one it would be."""
    found = []
    for number, check in enumerate(kit.checks):
        left, _, said = check.that.rpartition("==")
        if not left or not said.strip().isdecimal():
            continue
        try:
            now = understood(left).value(kit.names())
        except ExpressionError:
            continue
        if type(now) is int and now != int(said):
            found.append({"check": number, "that": check.that, "now": now, "why": check.why})
    return found


def _component(component: Component) -> Payload:
    return {
        "id": component.id,
        "kind": component.kind,
        "title": component.title,
        "size": [component.size.width, component.size.height],
        "bleed": component.bleed,
        "shape": component.shape,
        "corner": component.corner,
        **({} if component.plain else {"outline": component.contour.shown}),
        "safe": component.safe,
        "stock": component.paper,
        "note": component.note,
        "face": component.face,
        "pieces": component.pieces,
        "different": len(component.cards),
        "fields": {name: as_json(spec) for name, spec in component.fields.items()},
    }


def _card(kit: Kit, card: Card) -> Payload:
    return {
        "id": card.id,
        "in": card.component,
        "name": unmarked(card.name),
        "count": card.count,
        "at": place_payload(kit, card.where),
        "fields": {name: as_json(value) for name, value in card.fields.items()},
    }


def place_payload(kit: Kit, where: Location) -> Payload:
    """Return a place with its file as the kit's folder knows it."""
    label = PurePosixPath(kit.where.file).parent.as_posix()
    return {"file": inside(where.file, label), "line": where.line, "column": where.column, "cell": where.cell}


def inside(file: str, label: str) -> str:
    """Return a file's name without the folder of the kit, which messages call `label`."""
    return file if label in ("", ".") else file.removeprefix(f"{label}/")


def problem_payload(problem: Problem, label: str) -> Payload:
    """Return a problem as `cardgen check --json` does, with `short`: its file as the kit's folder knows it."""
    where = problem.where or Location("")
    return {
        "level": problem.level,
        "code": problem.code,
        "file": where.file,
        "short": inside(where.file, label),
        "line": where.line,
        "column": where.column,
        "cell": where.cell,
        "in": list(problem.trail),
        "message": problem.message,
        "hint": problem.hint,
    }


def card_of(problem: Problem, known: Iterable[str]) -> str | None:
    """Return the id of the card that a problem is about, None when it is about more or less than one."""
    names = list(problem.trail)
    names += re.findall(r"^card (\S+?):", problem.message)
    for name in names:
        name = name.removeprefix("card ")
        if name in known:
            return name
    return None


def stale_cards(kit: Kit, problems: Iterable[Problem]) -> list[str]:
    """Return the cards whose faces are not what is written, because of errors: named there, of a component or a file that has one."""
    cards = {card.id: card for component in kit.components for card in component.cards}
    faces = {component.id: (component.face, component.back) for component in kit.components}
    label = PurePosixPath(kit.where.file).parent.as_posix()
    found: set[str] = set()
    for problem in problems:
        if problem.level != "error":
            continue
        named = card_of(problem, cards)
        if named is not None:
            found.add(named)
            continue
        file = inside(problem.where.file, label) if problem.where else ""
        theirs = {card.id for card in cards.values() if card.component in problem.trail} or {
            card.id
            for card in cards.values()
            if file == inside(card.where.file, label)
            or file in (card.face, card.back, *faces[card.component])
        }
        found |= theirs or set(cards)
    return [name for name in cards if name in found]


def changes_of(old: Card, new: Card) -> str:
    """Return in a few words what is different about a card: "count 1 → 2, text changed"."""
    from cardgen.app.change import card_data, change_of

    said = []
    found = change_of(card_data(old), card_data(new), {}, {})
    for one in found.data if found else ():
        short = [_short(one.before), _short(one.now)]
        said.append(f"{one.name} {short[0]} → {short[1]}" if all(short) else f"{one.name} changed")
    return ", ".join(said[:4])


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    word = " ".join(str(value).split()) if isinstance(value, str | int | float) else ""
    return word if len(word) <= 24 else ""


def entry_lines(text: str, line: int, column: int = 0) -> list[tuple[int, str]]:
    """Return the numbered lines of the list entry in which a line of YAML lies; without one the line, none for line 0.

    Of an entry that is written inline, `[{id: A}, {id: B}]`, they are what is between its brackets: it begins at `column`.
    """
    lines = text.splitlines()
    if not 0 < line <= len(lines):
        return []
    begins = lines[line - 1][max(0, column - 1) :]
    if column and begins.startswith("{") and not _ENTRY.fullmatch(lines[line - 1][: column - 1]):
        return _inline(lines[line - 1 :], line, column - 1)
    first = line - 1
    while first > 0 and not _ENTRY.match(lines[first]):
        first -= 1
    if not _ENTRY.match(lines[first]):  # a table
        return [(line, lines[line - 1])]
    indent = _indent(lines[first])
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or _indent(lines[last]) > indent):
        last += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    return [(n + 1, lines[n][indent:]) for n in range(first, min(last, first + _MOST_LINES))]


def _inline(lines: Sequence[str], number: int, column: int) -> list[tuple[int, str]]:
    """Return the numbered lines of a mapping in braces that begins in the first of these lines."""
    depth, last, end = 0, 0, len(lines[0])
    text = "\n".join([lines[0][column:], *lines[1:_MOST_LINES]])
    with contextlib.suppress(yaml.YAMLError):  # of a file that was cut off here, or is being written
        for event in yaml.parse(text):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if event.end_mark and isinstance(event, yaml.MappingEndEvent) and not depth:
                last, end = event.end_mark.line, event.end_mark.column
                break
    shown = text.split("\n")[: last + 1]
    shown[-1] = shown[-1][:end]
    return [(number + n, one[min(column, _indent(one)) if n else 0 :]) for n, one in enumerate(shown)]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
