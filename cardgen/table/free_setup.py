"""How a free table begins: every printed piece in a place, laid out by itself or as `free:` in the kit's table.yaml says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardgen.engine import stream
from cardgen.model import Card, Component, Kit
from cardgen.model.kit import unmarked
from cardgen.table.free import LAID, TABLE, FreePiece, FreePlace, FreeState, free_spot

_GAP = 16.0  # mm between what lies on the table
_TITLE = 18.0  # mm above a pile, for its name
_AREA = (400.0, 100.0)  # mm, before each player; more where mats are larger
_WIDE = 480.0  # mm that the middle of the table has, if nothing is larger
_LEAST = 30.0  # mm beside each other, so that names of small piles can be read
_FEW = 8  # so many kinds of token get a pile each; more lie in one
_WORDS = {
    "decks": "card",
    "tiles": "tile",
    "tokens": "token",
    "boards": "board",
    "mats": "mat",
    "aids": "aid",
    "standees": "standee",
    "dials": "dial",
    "spinners": "spinner",
}


@dataclass(slots=True)
class _Footprint:
    """What takes a rectangle of the middle: a pile, or a piece that lies open."""

    wide: float
    high: float
    places: list[FreePlace] = field(default_factory=list)
    piece: int = -1


def free_table(
    kit: Kit, players: int, backs: Mapping[str, str], hints: Mapping[str, Any] | None = None, seed: int = 0
) -> FreeState:
    """Return the table of a kit before anybody has touched it.

    `backs` names for each card the one whose back looks the same, "" where it has none. Closed piles are shuffled with
    the seed, and then dealt from as the hints say. Boards and mats lie in the middle, what every player has before each.
    """
    said = dict(hints or {})
    state = FreeState([], {})
    pieces: dict[str, list[int]] = {}
    for component in kit.components:
        if component.id in said.get("away", ()) or component.kind == "dice" or not component.stays:
            continue  # the table has dice of its own, and pieces are out of their frame
        for card in component.cards:
            for _ in range(card.count):
                pieces.setdefault(component.id, []).append(len(state.pieces))
                state.pieces.append(_piece(component, card, backs.get(card.id, "")))
    before = [c for c in kit.components if _before_each(c, players) and c.id not in said.get("away", ())]
    high = max([_AREA[1], *(c.size.height + 8 for c in before)])
    wide = max(_AREA[0], 60 + sum(c.size.width + 4 for c in before))
    state.places[TABLE] = FreePlace(TABLE, "The table", "table", (0.0, 0.0, _WIDE, 300.0))
    for seat in range(players):
        state.places[f"area {seat}"] = FreePlace(f"area {seat}", "", "area", (0.0, 0.0, wide, high), seat)
        state.places[f"hand {seat}"] = FreePlace(f"hand {seat}", "", "hand", (0.0, 0.0, 0.0, 0.0), seat)
    _put(state, said.get("lies", {}))
    boxes = [*_said(state, said.get("places", {}), pieces, kit)]
    for component in kit.components:
        boxes += _laid(state, component, pieces.get(component.id, []), players)
    _arrange(state, boxes)
    luck = stream(seed, "free table")
    for place in state.places.values():
        if (
            place.show == "pile"
            and place.closed
            and said.get("places", {}).get(place.name, {}).get("shuffled", True)
        ):
            luck.shuffle(place.pieces)
    _deal(state, said.get("deal", ()), players)
    state.dice = [
        {
            "sides": d["sides"],
            "value": (d["faces"] or [d["sides"]])[0],
            **({"faces": d["faces"]} if d["faces"] else {}),
        }
        for d in said.get("dice", ())
        for _ in range(d["count"])
    ]
    for name, counter in said.get("counters", {}).items():
        one = {"title": counter["title"] or name, "value": counter["begins"]}
        state.counters += [{**one, "seat": seat} for seat in range(players)] if counter["each"] else [one]
    return state


def _piece(component: Component, card: Card, back: str) -> FreePiece:
    size = (component.size.width, component.size.height)
    is_round = component.shape == "round"
    return FreePiece(
        card.id,
        unmarked(card.name),
        _WORDS[component.kind],
        size,
        is_round,
        back,
        cut=not component.plain,
    )


def _before_each(component: Component, players: int) -> bool:
    """Return whether every player has one of these: as many as can play, or more."""
    return component.kind in ("mats", "aids") and component.total >= players


def _lie(state: FreeState, number: int, place: FreePlace) -> None:
    piece = state.pieces[number]
    if place.show in LAID:
        piece.x, piece.y = free_spot(state, place, piece.size)
    piece.place = place.name
    place.pieces.append(number)


def _put(state: FreeState, lies: Mapping[str, Sequence[float]]) -> None:
    """Lay the boards and pieces that table.yaml gives a spot of their own; copies of one lie beside it."""
    for card, (x, y) in lies.items():
        for i, n in enumerate([n for n, piece in enumerate(state.pieces) if piece.card == card]):
            piece = state.pieces[n]
            _lie(state, n, state.places[TABLE])
            piece.fixed = piece.word == "board"
            piece.x, piece.y = x + piece.size[0] / 2 + i * 4, y + piece.size[1] / 2 + i * 4


def _laid(
    state: FreeState, component: Component, numbers: Sequence[int], players: int
) -> Iterable[_Footprint]:
    """Lay the pieces of a component that lie nowhere yet; yield what takes room in the middle."""
    rest = [n for n in numbers if not state.pieces[n].place]
    if not rest:
        return
    wide, high = component.size.width, component.size.height
    if _before_each(component, players):
        each = 1
        designs = list(dict.fromkeys(state.pieces[n].card for n in rest))
        if component.kind == "aids" and len(designs) > 1 and len(rest) >= players * len(designs):
            rest = [n for _, n in sorted((i % (len(rest) // len(designs)), n) for i, n in enumerate(rest))]
            each = len(designs)
        for seat in range(players):
            for n in rest[seat * each : (seat + 1) * each]:
                _lie(state, n, state.places[f"area {seat}"])
        rest = [n for n in rest if not state.pieces[n].place]
        if rest:
            yield _pile(state, component.id, component.title, rest, wide, high, closed=False)
    elif component.kind in ("boards", "mats", "aids"):
        for n in rest:
            state.pieces[n].fixed = component.kind == "boards"
            yield _Footprint(wide, high, piece=n)
    elif component.kind not in ("decks", "tiles"):
        designs = list(dict.fromkeys(state.pieces[n].card for n in rest))
        if len(rest) == players == len(designs):
            for seat, n in enumerate(rest):
                _lie(state, n, state.places[f"area {seat}"])
        elif len(designs) <= _FEW:
            for design in designs:
                these = [n for n in rest if state.pieces[n].card == design]
                if len(these) == 1:
                    yield _Footprint(wide, high, piece=these[0])
                    continue
                yield _pile(
                    state,
                    f"{component.id} {design}",
                    state.pieces[these[0]].name,
                    these,
                    wide,
                    high,
                    closed=False,
                )
        else:
            yield _pile(state, component.id, component.title, rest, wide, high, closed=component.has_back)
    elif component.has_back:
        box = _pile(state, component.id, component.title, rest, wide, high, closed=True)
        discard = FreePlace(f"{component.id} discard", "Discard", "pile", (0.0, 0.0, wide, high))
        state.places[discard.name] = discard
        yield _Footprint(wide * 2 + _GAP, high + _TITLE, [*box.places, discard])
    else:
        yield _pile(state, component.id, component.title, rest, wide, high, closed=False)


def _pile(
    state: FreeState, name: str, title: str, numbers: Sequence[int], wide: float, high: float, closed: bool
) -> _Footprint:
    place = state.places[name] = FreePlace(name, title, "pile", (0.0, 0.0, wide, high), closed=closed)
    for n in numbers:
        _lie(state, n, place)
        state.pieces[n].up = not closed
    return _Footprint(max(wide, _LEAST), high + _TITLE, [place])


def _said(
    state: FreeState, places: Mapping[str, Mapping[str, Any]], pieces: Mapping[str, Sequence[int]], kit: Kit
) -> Iterable[_Footprint]:
    """Lay the pieces that table.yaml speaks of; yield the places that it gives no spot."""
    for name, said in places.items():
        if "size" in said:  # a row of the rules
            row = FreePlace(name, said["title"], "row", (0.0, 0.0, *said["size"]))
            row.cells, row.keys = said.get("cells", (0, 0)), said.get("keys", ())
            row.halves = said.get("halves", ())
            state.places[name] = row
            yield _Footprint(row.box[2], row.box[3] + _TITLE, [row])
            continue
        numbers = [
            n
            for one in said["begins"]
            for n in pieces.get(one, [n for n, piece in enumerate(state.pieces) if piece.card == one])
            if not state.pieces[n].place
        ]
        sizes = (
            [state.pieces[n].size for n in numbers]
            or [(c.size.width, c.size.height) for c in kit.components if c.kind == "decks"]
            or [(63.0, 88.0)]
        )
        wide, high = max(w for w, _ in sizes), max(h for _, h in sizes)
        up = said["face"] == "up" if said["face"] else not any(state.pieces[n].back for n in numbers)
        box = _pile(state, name, said["title"] or name, numbers, wide, high, closed=not up)
        if said["at"]:
            box.places[0].box = (float(said["at"][0]), float(said["at"][1]), wide, high)
        else:
            yield box


def _arrange(state: FreeState, boxes: Iterable[_Footprint]) -> None:
    """Give everything in the middle its spot: large things first, in rows that are centred.

    A row that would lie on something that table.yaml gives a spot lies below it.
    """
    table = state.places[TABLE]
    fixed = [p.box for p in state.places.values() if p.show == "pile" and p.box[:2] != (0.0, 0.0)]
    put = [state.pieces[n] for n in table.pieces]
    fixed += [(one.x - one.size[0] / 2, one.y - one.size[1] / 2, *one.size) for one in put]
    rest = sorted(boxes, key=lambda box: (-round(box.high / 60), -box.wide * box.high))
    wide = max([_WIDE, *(box.wide + 2 * _GAP for box in rest), *(x + w + _GAP for x, _, w, _ in fixed)])
    rows: list[list[_Footprint]] = [[]]
    for box in rest:
        if rows[-1] and sum(b.wide + _GAP for b in rows[-1]) + box.wide > wide - _GAP:
            rows.append([])
        rows[-1].append(box)
    y = _GAP
    for row in rows:
        x = (wide - sum(b.wide + _GAP for b in row) + _GAP) / 2
        high = max((b.high for b in row), default=0.0)
        while under := [t + h for s, t, w, h in fixed if s < wide - x and x < s + w and t < y + high and y < t + h]:  # fmt: skip
            y = max(under) + _GAP
        for box in row:
            if box.piece >= 0:
                _lie(state, box.piece, table)
                piece = state.pieces[box.piece]
                piece.x, piece.y = x + box.wide / 2, y + high / 2
            for n, place in enumerate(box.places):
                w, h = place.box[2:]
                place.box = (
                    x + n * (w + _GAP) + (max(0.0, _LEAST - w) / 2 if len(box.places) == 1 else 0.0),
                    y + (high - box.high) / 2 + _TITLE,
                    w,
                    h,
                )
            x += box.wide + _GAP
        y += high + _GAP
    y = max([y, *(top + h for _, top, _, h in fixed)])
    table.box = (0.0, 0.0, wide, max(y + 100.0, wide * 0.4))


def _deal(state: FreeState, deals: Iterable[Mapping[str, Any]], players: int) -> None:
    """Deal what the hints say: so many from a pile to each, or so many turned up on the table."""
    for deal in deals:
        pile = state.places.get(deal["pile"])
        if pile is None:  # its pieces lie otherwise: before the players, or one by one
            continue
        for _ in range(deal["cards"]):
            for seat in range(players) if deal["to"] != "table" else (-1,):
                if not pile.pieces:
                    return
                n = pile.pieces.pop()
                place = state.places[TABLE if seat < 0 else f"{deal['to']} {seat}"]
                state.pieces[n].up = place.show != "hand"
                _lie(state, n, place)
