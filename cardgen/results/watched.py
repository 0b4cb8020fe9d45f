"""The stream of a game: what leaves for a page, and what a film plays, move by move (`cardgen.table.steps` makes it)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from cardgen.results.declared import Many, Times, doc, written

Seat = Annotated[int, ("minimum", -1)]


@written
class MoveFrame:
    """One moment of a move: what it changes, apart from what the moment before it was."""

    told: Times = doc("So many of the move's sentences have been told by now.")
    pieces: Mapping[str, tuple[str, ...]] = doc(
        "Pieces that come into view: card and name by number. A film lists all of them once instead.",
        absent={},
    )
    zones: Mapping[str, Any] = doc(
        'What lies in each zone that has changed: numbers of pieces, null for one that is not seen, or `{"chips": 16}`.',
        absent={},
    )
    at: Mapping[str, tuple[float, ...]] = doc(
        "Column and row of each piece that has a new place; in the film of a free table mm, degrees, and 1 if it is fixed.",
        absent={},
    )
    turned: tuple[int, ...] = doc(
        "All pieces that lie sideways, or are turned further and named once for each quarter, or sixth of a hexagon, if they are others than before.",
        absent=(),
    )
    signs: tuple[Any, ...] = doc("In a film: figures of the table, name and value.", absent=())
    words: tuple[Any, ...] = doc("In a film: figures of each player.", absent=())
    turn: Seat = doc("In a film: whose turn it is now.", absent=-1)
    phase: str = doc("In a film: what is to be decided.", absent="")
    ahead: tuple[float, ...] = doc("In a film: how far each seat has come.", absent=())


@written
class WatchedMove:
    """A move as one viewer saw and heard it, from what was decided to the table after it."""

    n: Many = doc("Its number, from 1; a film leaves it out, because all moves are there.", absent=1)
    who: Seat = doc("The seat that moves.")
    say: str = doc(
        "The move as a sentence without the player's name; a card that one has not seen is `a card`."
    )
    tell: tuple[tuple[str, ...], ...] = doc("What came of it: sentences, each with the numbers of its rules.")
    frames: tuple[MoveFrame, ...] = doc(
        "The table moment by moment, in the order of the rules; the last is the table after the move."
    )
    seconds: float = doc("In a film: how long a person thought.", absent=0.0)
    remarks: tuple[tuple[Any, ...], ...] = doc(
        "In a film: what was said about it, seat and words.", absent=()
    )
