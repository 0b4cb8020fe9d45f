"""A move step by step, as each viewer may see it: one stream that the page, films and moving pictures play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeAlias

from cardgen.engine import Event, Game, Recorder
from cardgen.engine.state import EVERYBODY, EVERYTHING
from cardgen.table.seen import lying

Frame: TypeAlias = dict[str, Any]
"""What a moment changes: `pieces`, `zones` and `at` entry by entry, all else whole; `told` sentences were said by then."""
_ENTRIES = frozenset({"pieces", "zones", "at"})


class Steps:
    """Listens to a game and looks at its table at every moment of a move, through the eyes of each viewer.

    A viewer is a seat, EVERYBODY, or EVERYTHING: all pieces but those that nobody sees. A moment is when something has been told,
    and when pieces are about to leave a place (`Recorder`); the order is that of the rules.
    """

    def __init__(self, game: Game[Any], state: Any, viewers: Sequence[int]) -> None:
        self.game, self.state, self.viewers = game, state, viewers
        self._unseen = {place.name for place in game.zoned.by_name.values() if place.zone.seen_by == "nobody"}
        self._recorder = Recorder(self._moment)
        state.tell = self._recorder.tell
        self._all = list(range(len(game.pieces)))
        self.now = self._looks()

    def look(self, viewer: int) -> Frame:
        """Return what a viewer sees lying on the table now."""
        if viewer == EVERYBODY:
            return lying(self.game, self.game.public(self.state))
        if viewer != EVERYTHING:
            return lying(self.game, self.game.view(self.state, viewer))
        found = lying(self.game, self.state)
        for name in self._unseen & found["zones"].keys():
            found["zones"][name] = [None] * len(found["zones"][name])
        return found

    def _looks(self) -> list[Frame]:
        return [self.look(viewer) for viewer in self.viewers]

    def _moment(self) -> list[Frame] | None:
        """Return what each viewer sees; None while a piece is between two places."""
        if sorted(chain.from_iterable(self.game.zones(self.state).values())) != self._all:
            return None
        return self._looks()

    def take(self) -> tuple[list[Event], list[list[Frame]]]:
        """Return what was told since the last call, and for each viewer the frames that lead to how the table is now.

        The last frame is the table after the move, also if it changes nothing; the others do.
        """
        moments, events = self._recorder.moments, self._recorder.take()
        before, self.now = self.now, self._looks()
        found = []
        for n, viewer in enumerate(self.viewers):
            known = [event.only is None or viewer in (EVERYTHING, *event.only) for event in events]
            frames: list[Frame] = []
            last = before[n]
            for count, looks in [*moments, (len(events), self.now)]:
                if looks is None:
                    continue
                if news := changed(last, looks[n]):
                    frames.append({"told": sum(known[:count]), **news})
                elif frames:
                    frames[-1]["told"] = sum(known[:count])
                last = looks[n]
            found.append(frames or [{"told": sum(known)}])
        return events, found


def changed(before: Frame, now: Frame) -> Frame:
    """Return what is different: pieces, zones and places one by one, all else whole; a zone that is gone is empty."""
    found: Frame = {}
    for key, value in now.items():
        if key not in _ENTRIES:
            if before[key] != value:
                found[key] = value
        elif some := {name: one for name, one in value.items() if before[key].get(name) != one}:
            found[key] = some
    if gone := [name for name in before["zones"] if name not in now["zones"]]:
        found["zones"] = {**found.get("zones", {}), **{name: [] for name in gone}}
    return found
