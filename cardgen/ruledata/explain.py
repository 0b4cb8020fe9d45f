"""Rules in prose: what `cardgen rules GAME --format explain` prints, from the same lines that are played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.ruledata import nodes as n
from cardgen.ruledata.outline import MoveLines, NoteLines, Outline, StepLines, ZoneLines

_SEEN = {"all": "everybody sees it", "owner": "its owner sees it", "nobody": "nobody sees it", "others": "all but its owner see it"}  # fmt: skip


def explained(game: Any) -> str:
    """Return the rules of a game that is data: zones, set-up, the turn with its steps and moves, the end."""
    titles = {component.id: component.title for component in game.kit.components}
    return "\n".join(_lines(game.kit.title, game.outline, titles)) + "\n"


def _lines(title: str, outline: Outline, titles: Mapping[str, str]) -> Iterator[str]:
    yield title
    yield ""
    yield "Zones"
    for zone in outline.zones.values():
        besides = f", and so do others if {_said(outline, zone.shown_to)}" if zone.shown_to else ""
        yield f"  {_zone(zone, besides, titles)}"
    for note in outline.notes.values():
        each = " for each player" if note.each == "player" else f" for each {note.each}" if note.each else ""
        yield f"  {note.name}: noted{each}, at first {_word(note)}{', in secret' if note.secret else ''}"
    if outline.values:
        yield from ("", "Values")
        for value in outline.values.values():
            names = ", ".join(name for name, _ in value.arguments)
            yield f"  {value.name}{f'({names})' if names else ''}: {_said(outline, value.value)}"
    for heading, key in (
        ("Before all else", "before set up"),
        ("Set-up", "set up"),
        ("What is told of it", "opening"),
        ("Before each turn", "before turn"),
    ):
        if block := outline.blocks.get(key):
            yield from ("", heading, *_block(block, 1))
    yield from ("", "A turn")
    turn = [step for step in outline.steps.values() if step.in_turn]
    for number, step in enumerate(turn, 1):
        yield from _step(outline, step, f"{number}. ")
    skips = outline.expressions.get("skips")
    over = f"; a player is passed over if {_said(outline, skips)}" if skips else ""
    yield f"  Then the next player's turn begins{over}."
    if block := outline.blocks.get("after turn"):
        yield from ("", "After each turn", *_block(block, 1))
    answers = [step for step in outline.steps.values() if not step.in_turn]
    if answers:
        yield from ("", "When a player is asked")
        for step in answers:
            yield from _step(outline, step, "")
    if outline.deeds:
        yield from ("", "Deeds")
        for deed in outline.deeds.values():
            names = ", ".join(name for name, _ in deed.arguments)
            yield f"  {deed.name}{f'({names})' if names else ''}:"
            if deed.says:
                yield f"    on a card: {deed.says}"
            yield from _block(deed.block, 2)
    yield from ("", "The end")
    if ends := outline.words.get("ends"):
        yield f"  The game is over when {ends[0]}."
    if "score" in outline.expressions:
        yield f"  Score: {_said(outline, outline.expressions['score'])}"
    if "wins if" in outline.expressions:
        yield f"  A player wins if {_said(outline, outline.expressions['wins if'])}."
        return
    for word, condition in outline.everybody.items():
        yield f"  All {word.replace('s if', ' if')} {_said(outline, condition).rstrip('}')}."
    if outline.everybody:
        return
    if order := [_said(outline, one) for one in outline.wins]:
        yield f"  In this order, the most wins: {order[0][1:-1] if order[0][0] == '[' else ', '.join(order)}"
    ties = outline.words.get("ties", ("shared", 0))[0]
    who = {"shared": "shared", "nobody": "won by nobody"}.get(ties, f"won by the {ties} player in turn order")
    yield f"  A tie is {who}."


def _zone(zone: ZoneLines, besides: str, titles: Mapping[str, str]) -> str:
    each = {"seat": ", one for each player", "keys": f", one for each of {', '.join(map(str, zone.keys))}"}
    if zone.get("shared"):
        each["seat"] += f" and one of nobody, {zone.get('shared')}"
    if zone.get("grid") or zone.get("hexes"):
        of = zone.get("grid") or f"{zone.get('hexes')} hexagonal"
        each["keys"] = f", a grid of {of} places"
    if zone.open:
        each |= {"seat": ", an open grid for each player", "table": ", an open grid"}
    what = "chips" if zone.chips else f"{zone.dice} dice" if zone.dice else "cards"
    begins = zone.get("begins") or (zone.get("chips") if zone.get("chips") not in ("yes", "true") else "")
    first = f"; {titles.get(begins.split()[0], begins)} begin here" if begins else ""
    return f"{zone.name}{each.get(zone.of, '')}: {what}, {_SEEN[zone.seen_by]}{besides}{first}"


def _step(outline: Outline, step: StepLines, number: str) -> Iterator[str]:
    rule = f" ({step.rule})" if step.rule else ""
    who = f", decided by {step.who_said} one after another" if step.who else ""
    only = f", only if {_said(outline, step.condition)}" if step.condition else ""
    yield f"  {number}{step.name[0].upper()}{step.name[1:]}{rule}{who}{only}"
    yield from _block(step.begins, 2)
    yield from _block(step.do, 2)
    for move in step.moves:
        yield from _move(outline, move, step)
    if step.after.sentences:
        yield "    Then:"
        yield from _block(step.after, 3)


def _move(outline: Outline, move: MoveLines, step: StepLines) -> Iterator[str]:
    rule = f" ({move.rule})" if move.rule != step.rule else ""
    chosen = ", ".join(f"{choice.name} one of {choice.said}" for choice in move.choices)
    only = ", if nothing else is possible" if move.otherwise else ""
    also = f" (or: {re.sub(r'[{}]', '', move.also)})" if move.also else ""
    yield f"    - {re.sub(r'[{}]', '', move.says)}{also}{f', {chosen}' if chosen else ''}{only}{rule}"
    for need in move.needs:
        yield f"        needs {need.said}{f': {need.reason}' if need.reason else ''}{f' ({need.rule})' if need.rule else ''}"
    for why in move.whys:
        when = "otherwise" if why.said == "yes" else f"if {why.said}"
        yield f"        refused {when}: {why.reason}{f' ({why.rule})' if why.rule else ''}"
    yield from _block(move.do, 4)


def _block(block: n.Sentences, depth: int) -> Iterator[str]:
    for sentence in block.sentences:
        colon = ":" if sentence.block and sentence.block.sentences else ""
        yield f"{'  ' * depth}{sentence.said}{colon}"
        if sentence.block:
            yield from _block(sentence.block, depth + 1)


def _said(outline: Outline, node: n.Expression | None) -> str:
    """Return an expression as it is written: up to the end of its line."""
    if node is None:
        return ""
    text = outline.file.text
    first = node.at
    while first > 0 and text[first - 1] in "([-":
        first -= 1
    line = text[first : text.find("\n", first) if "\n" in text[first:] else None]
    if line[:1] in (">", "|"):  # it is in the lines below
        below = re.match(r"[^\n]*((?:\n[ ]+[^\n]*)+)", text[first:])
        line = below[1] if below else line
        return re.sub(r"\s+", " ", re.sub(r"\s#[^\n]*", "", line)).strip()
    return re.sub(r"\s+#.*", "", line).strip().strip("\"'")


def _word(note: NoteLines) -> str:
    if note.kind == "bool":
        return "yes" if note.first else "no"
    if note.kind.endswith("*"):
        return "an empty list"
    return {"seat": "nobody", "piece": "nothing"}.get(note.kind, str(note.first) or "nothing")
