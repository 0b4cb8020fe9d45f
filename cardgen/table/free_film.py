"""The evening of a free table as a film: its journal done again, each action a step of the stream that films play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.engine import in_a_row
from cardgen.model import Kit
from cardgen.table.free import LAID, TABLE, FreeTable
from cardgen.table.free_rules import fingerprint_of, free_begun
from cardgen.table.sitting import NotNow
from cardgen.table.steps import changed

Line = Mapping[str, Any]
_LAYOUT = {"table": "middle", "area": "own", "hand": "hand"}
_SHOW = {"area": "mat", "hand": "fan", "table": "mat"}


def free_again(kit: Kit, lines: Sequence[Line], said: Mapping[str, Any] | None, path: Path) -> FreeTable:
    """Return the table of a journal as it began; CardgenError when the kit has other pieces or another set-up by now."""
    begun, now = lines[0].get("kit"), [fingerprint_of(kit, said), fingerprint_of(kit, said, ruled=False)]
    if begun not in now:
        raise film_refused(path, f"{kit.title} has other pieces or another set-up than when this table began")
    backs = {c.id: c.id if c.back or one.has_back else "" for one in kit.components for c in one.cards}
    # where the rules were written after that evening, it did not begin by them
    said = said if begun == now[0] else {}
    return free_begun(kit, [str(one) for one in lines[0]["players"]], backs, said, int(lines[0]["seed"]))


def actions_of(table: FreeTable, lines: Sequence[Line], path: Path) -> Iterator[tuple[int, Line, str]]:
    """Do the actions of a journal again, one by one; yield each with the number of its line and what was said of it.

    CardgenError at the end of one that several people have not ended: it would show their hands.
    """
    for number, line in enumerate(lines[1:], 2):
        start = len(table.story)
        try:
            table.again(line)
        except (NotNow, KeyError, TypeError, ValueError) as error:
            raise film_refused(path, f"line {number} cannot be done: {error}") from None
        yield number, line, "; ".join(one.to(-1) for one in table.story[start:])
    if not table.state.over and len(table.sitting) > 1:
        names = in_a_row([table.names[seat] for seat in sorted(table.sitting)])
        hint = "open the table and choose End the evening; everybody who has played must agree"
        raise film_refused(path, f"{names} have not ended this evening: this would show every hand", hint)


def free_film(
    kit: Kit, lines: Sequence[Line], said: Mapping[str, Any] | None, path: Path
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the film of a journal (`table.film`), and the layout that shows it."""
    table = free_again(kit, lines, said, path)
    pieces: dict[str, list[str]] = {}
    start = before = _looks(table, pieces)
    steps = []
    for _, line, text in actions_of(table, lines, path):
        if (now := _looks(table, pieces)) == before and not text:
            continue
        who = table.story[-1].who if text else int(line.get("seat", 0))
        text = text or "tidies up"
        steps.append({"who": who, "say": text, "tell": [], "frames": [{"told": 0, **changed(before, now)}]})
        before = now
    end = {"over": table.state.over, "winners": [], "scores": [], "how": "the evening was ended"}
    players = [{"name": name, "bot": ""} for name in table.names]
    film: dict[str, Any] = {
        "free": True,
        "game": kit.slug,
        "title": kit.title,
        "players": players,
        "options": [],
        "seed": "",
        "kit": "",
    }
    film |= {"hands": [f"hand {name}" for name in table.names], "pieces": pieces, "setup": [[one, ""] for one in table.begun]}  # fmt: skip
    film |= {"start": start, "steps": steps, "end": end if table.state.over else {**end, "how": ""}, "marks": []}  # fmt: skip
    zones = {
        place.name.partition(" ")[0] if place.seat >= 0 else place.name: {
            "show": _SHOW.get(place.show, "pile"),
            "area": _LAYOUT.get(place.show, "middle"),
            "title": {"area": "Before", "hand": "Hand"}.get(place.show, place.title),
            **({"on": TABLE} if place.show == "pile" else {}),
            **({"size": place.box[2:]} if place.show in ("table", "area") else {}),
        }
        for place in table.state.places.values()
        if place.show != "row"
    }
    return film, {
        "zones": zones,
        "back": next((one.back for one in table.state.pieces if one.back), ""),
        "beside": [],
    }


def _looks(table: FreeTable, pieces: dict[str, list[str]]) -> dict[str, Any]:
    """Return what lies where; a piece that lies face down, or in a closed pile, is seen by nobody."""
    state = table.state
    zones: dict[str, list[int | None]] = {}
    at: dict[str, list[float]] = {}
    rows = [place for place in state.places.values() if place.show == "row"]
    for place in state.places.values():
        if place.show == "row":
            continue
        name = f"{place.name.partition(' ')[0]} {table.names[place.seat]}" if place.seat >= 0 else place.name
        lying = sorted(place.pieces, key=lambda n: not state.pieces[n].fixed)
        lying += [n for row in rows for n in row.pieces] if name == TABLE else []
        zones[name] = [n if place.show == "hand" or state.pieces[n].up else None for n in lying]
        if place.show == "pile":
            at[name] = [round(one, 1) for one in place.box[:2]]
        for i, n in enumerate(lying if place.show in LAID else ()):
            piece = state.pieces[n]
            left, top = state.places[piece.place].box[:2] if piece.place != place.name else (0.0, 0.0)
            lies = [round(left + piece.x, 1), round(top + piece.y, 1), piece.turn, int(piece.fixed)]
            at[str(n) if piece.up else f"{name}/{i}"] = lies
        pieces |= {str(n): [state.pieces[n].card, state.pieces[n].name] for n in zones[name] if n is not None}
    words: list[list[list[Any]]] = [[] for _ in table.names]
    signs: list[list[Any]] = [[f"d{die['sides']}", die["value"]] for die in state.dice]
    for one in state.counters:
        (words[one["seat"]] if "seat" in one else signs).append([one["title"], one["value"]])
    rest = {"signs": signs, "words": words, "turn": state.turn, "phase": TABLE, "ahead": [0] * len(table.names)}  # fmt: skip
    return {"zones": zones, "at": at, "turned": [], **rest}


def film_refused(path: Path, message: str, hint: str = "") -> CardgenError:
    """Return a problem of the file of a free table."""
    return CardgenError([Problem(message, Location(str(path)), hint=hint, code="saved-game")])
