"""What leaves for a seat: the table as its view shows it, in plain data, and the story with nothing of others in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.engine import HIDDEN, Event, Game, Move

_WORD = re.compile(r"[\w.+-]*\w")
_OF_THE_TURN = frozenset({"turn", "phase", "winners", "ending"})
_UNSEEN = re.compile(r"\x00(?:(?:, | and )\x00)*")


def seen(game: Game[Any], view: Any) -> dict[str, Any]:
    """Return what lies where (`lying`), and what is counted, as the viewer of a view sees it.

    `signs` are figures and words of the table, `words` those of each seat.
    """
    signs, words = _signs(game, view)
    return {**lying(game, view), "signs": signs, "words": words}


def lying(game: Game[Any], view: Any) -> dict[str, Any]:
    """Return what lies where, as the viewer of a view sees it.

    `pieces` has id of the card and name of every piece that is seen, by its number; `zones` what lies in each: numbers
    of pieces in their order, null for one that is not seen, or `{"chips": 16}`. `at` has column and row of pieces on a
    grid. `turned` are pieces that lie sideways, each once for every quarter, or sixth of a hexagon.
    """
    found = game.zones(view)
    numbers, labels = game.pieces.numbers, game.pieces.labels
    zones: dict[str, Any] = {name: _as_they_lie(game, view, name, there) for name, there in found.items()}
    zones |= {name: {"chips": chips} for name, chips in game.counters(view).items()}
    known = {piece for there in found.values() for piece in there if piece != HIDDEN}
    return {
        "pieces": {numbers[piece]: labels[piece] for piece in sorted(known)},
        "zones": zones,
        "at": {numbers[piece]: list(place) for piece, place in game.cells(view).items() if piece in known},
        "turned": sorted(piece for piece in game.turned(view) if piece in known),
    }


def _as_they_lie(game: Game[Any], view: Any, name: str, there: Sequence[int]) -> list[int | None]:
    """Return the pieces of a zone as they lie; in another's hand the known ones first, for its order is nobody's business."""
    found: list[int | None] = (
        [None if piece == HIDDEN else piece for piece in there] if HIDDEN in there else [*there]
    )
    place = game.zoned.by_name.get(name)
    if place and place.zone.lies == "fan" and place.zone.hidden_from(view.viewer, place.owner):
        found.sort(key=lambda piece: (piece is None, piece or 0))
    return found


def _signs(game: Game[Any], view: Any) -> tuple[list[list[Any]], list[list[list[Any]]]]:
    """Return the figures and words of a view that are no pieces: of the table, and of each seat."""
    signs: list[list[Any]] = []
    words: list[list[list[Any]]] = [[] for _ in game.names]
    shown = set(game.counters(view))
    for name, value in game.facts(view).items():
        if name in _OF_THE_TURN or name in shown:
            continue
        if isinstance(value, Mapping) and tuple(value) == game.names:
            if all(_is_plain(one) for one in value.values()):
                for seat, one in enumerate(value.values()):
                    words[seat].append([name, one])
        elif _is_plain(value) and value not in ("", HIDDEN):
            signs.append([name, value])
    return signs, words


def _is_plain(value: Any) -> bool:
    return isinstance(value, (str, int, float, bool)) and "\n" not in str(value)


def known_to(game: Game[Any], view: Any) -> set[int]:
    """Return the pieces whose place and face the viewer of a view sees."""
    return {piece for there in game.zones(view).values() for piece in there if piece != HIDDEN}


def hushed(game: Game[Any], text: str, known: set[int]) -> str:
    """Return a sentence for somebody who knows these pieces: any other is "a card", several in a row "3 cards"."""

    def masked(found: re.Match[str]) -> str:
        word = found[0]
        return word if not game.pieces.knows(word) or game.pieces.find(word) in known else "\0"

    def counted(found: re.Match[str]) -> str:
        return game.unseen(found[0].count("\0"))

    return _UNSEEN.sub(counted, _WORD.sub(masked, text))


def entry_of(
    game: Game[Any],
    seat: int,
    before: set[int],
    after: set[int],
    *,
    who: int,
    text: str,
    events: Sequence[Event],
    secret: bool,
) -> dict[str, Any]:
    """Return a move and what came of it as a seat hears it: `{"who": 1, "say": …, "tell": [[sentence, rules]]}`.

    `before` are the pieces that the seat saw before the move, `after` those that it sees now.
    """
    known = before | after
    said = "has chosen" if secret and seat != who else hushed(game, text, known)
    return {
        "who": who,
        "say": said,
        "tell": [
            [hushed(game, event.says, known.difference(event.mixed) | after), event.rule_for(seat)]
            for event in events
            if event.only is None or seat in event.only
        ],
    }


Offered: TypeAlias = list[Any]
"""A move as a sentence with blanks: the name of the sentence, what fills each blank, and the number of the move."""


def offered(game: Game[Any], view: Any, moves: Sequence[Move]) -> list[Offered]:
    """Return moves as sentences with blanks: `["play", ["p12", "z:bar Ana"], 0]` (`Setting.handle`)."""
    phase = view.phase
    fields = {verb: [one.rstrip("0123456789") for one in said.fields] for verb, said in phase.phrases.items()}
    handles: dict[tuple[str, Any], str] = {}  # thousands of moves are about few things
    found = []
    for number, move in enumerate(moves):
        verb, values = phase.parts(move)
        said = []
        for meant in zip(fields[verb], values, strict=True):
            handle = handles.get(meant)
            if handle is None:
                handle = handles[meant] = game.handle(view, *meant)
            said.append(handle)
        found.append([verb, said, number])
    return found


def pointed_at(moves: Sequence[Offered], picked: Sequence[str], most: int) -> tuple[list[Offered], int]:
    """Return the moves that mention all that is picked, and how many are left out, 0 where they are at most so many.

    Of more, some are chosen in which everything stands that can be pointed at next, wherever it stands in its sentence.
    """
    fits = [move for move in moves if _mentions(move[1], picked)] if picked else moves
    if len(fits) <= most:
        return list(fits), 0
    met: set[tuple[str, bool, int, str]] = set()
    chosen = []
    for move in fits:
        verb, handles, _ = move
        straight = _in_order(handles, picked)
        places = {(verb, straight, n, handle) for n, handle in enumerate(handles)}
        if not handles or not places <= met:
            met |= places
            chosen.append(move)
    return chosen[:most], len(fits) - len(chosen[:most])


def _mentions(handles: Sequence[str], picked: Sequence[str]) -> bool:
    return all(handles.count(one) >= picked.count(one) for one in picked)


def _in_order(handles: Sequence[str], picked: Sequence[str]) -> bool:
    """Return whether things are picked in the order in which a sentence names things of their kind."""
    left: dict[str, list[str]] = {}
    for one in handles:
        left.setdefault(one[0], []).append(one)
    return all((kind := left.get(one[0])) and kind.pop(0) == one for one in picked)
