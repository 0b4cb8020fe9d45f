"""What is told before the first move: what the set-up was, and what everybody is dealt, as one seat may hear it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.engine import HIDDEN, Game, Recorder, in_a_row
from cardgen.table.seen import hushed, known_to


def setup_lines(game: Game[Any], view: Any) -> list[list[str]]:
    """Return sentences with the numbers of their rules; of a whole table, all that was dealt is named.

    The game tells it of the view: it cannot say what the seat does not see. Where a game's `opened` fails at what a view
    hides, only what is dealt is told; `cardgen check` says so to its author.
    """
    return [*_said(game, view), *([one, ""] for one in _dealt(game, view))]


def _said(game: Game[Any], view: Any) -> list[list[str]]:
    recorder = Recorder()
    before, view.tell = view.tell, recorder.tell
    try:
        game.opened(view)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        if HIDDEN not in {piece for there in game.zones(view).values() for piece in there}:
            raise  # it is not the view that is at fault
        recorder.take()
    finally:
        view.tell = before
    seen = known_to(game, view)
    return [[hushed(game, one.says, seen), one.rule] for one in recorder.take()]


def _dealt(game: Game[Any], view: Any) -> Iterator[str]:
    """Yield what each seat holds; where it is not seen, how much it is: players who hold as many share a sentence."""
    for zone in game.layout:
        if zone.of != "seat" or zone.seen_by != "owner" or zone.lies != "fan" or zone.holds != "pieces":
            continue
        lying = game.zones(view)
        held = {name: lying.get(f"{zone.name} {name}", ()) for name in game.names}
        word = game.piece_word
        unseen: dict[int, list[str]] = {}
        for name, there in held.items():
            if HIDDEN in there:
                unseen.setdefault(len(there), []).append(name)
            elif there:
                yield f"{name}'s {zone.name}: {in_a_row(game.pieces.list(sorted(there)))}"
        for n, names in unseen.items():
            several = len(names) > 1
            has = f"{in_a_row(names)} {'have' if several else 'has'} a{'n' * (zone.name[0] in 'aeiou')} {zone.name}"
            yield f"{has} of {n} {word}{'s' * (n != 1)}{' each' * several}"
