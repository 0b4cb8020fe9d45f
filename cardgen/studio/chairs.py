"""What tables with rules and without have in common on the server: seats with their secrets, pictures, news."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any

from cardgen.base.drawing import PlacedDrawing
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.model import Kit
from cardgen.source import load_kit
from cardgen.studio.payload import Payload
from cardgen.studio.streams import MOST_STREAMS, News
from cardgen.studio.writing import Writers
from cardgen.table.journal import Journal

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.faces.compose import Faces

GRACE = 60.0
"""Seconds that somebody may be away before the others may let a bot play; `table.yaml` may say otherwise."""
MOST_WATCH = 24
"""So many pages may follow a table that nobody sits at; one more closes the oldest."""
_LOOKS_AGAIN = 0.25  # seconds between two looks at the files of a kit


class TablePictures:
    """The faces of a kit for its tables: composed when the first is asked for, drawn one by one."""

    def __init__(self, kit: Kit, faces: Faces, looks: str) -> None:
        self.kit, self._faces, self.looks = kit, faces, looks
        self._cards = {card.id: card for component in kit.components for card in component.cards}
        self._svgs: dict[tuple[str, str], bytes] = {}
        self._drawn = RLock()  # faces share what is drawn only once, and several threads ask for them
        self._stamps, self._looked = stamps_of(kit), monotonic()

    def stamps(self) -> list[tuple[int, int]]:
        """Return `stamps_of` the kit: all its tables ask with each move, and its files are looked at a few times a second."""
        if monotonic() > self._looked + _LOOKS_AGAIN:
            self._stamps, self._looked = stamps_of(self.kit), monotonic()
        return self._stamps

    def has(self, card: str, side: str) -> bool:
        """Return whether a card has this side."""
        return self._drawing(card, side) is not None

    def svg(self, card: str, side: str) -> bytes | None:
        """Return a side of a card as SVG; None when it has none."""
        with self._drawn:
            if (card, side) not in self._svgs:
                from cardgen.export.svg import drawing_svg
                from cardgen.faces.compose import trim

                drawing = self._drawing(card, side)
                if drawing is None:
                    return None
                component = self.kit.component(self._cards[card].component)
                if not component.plain:  # what lies beyond its contour is transparent
                    cut = PlacedDrawing(drawing, clip=trim(component, side))
                    drawing = replace(drawing, items=(cut,))
                self._svgs[card, side] = drawing_svg(drawing).encode()
            return self._svgs[card, side]

    def spots(self, card: str, side: str) -> list[tuple[float, float]]:
        """Return the middles of the spots that a side of a card names, in mm."""
        with self._drawn:
            return [(spot.x, spot.y) for spot in self._faces.spots(self._cards[card], side)]

    def _drawing(self, card: str, side: str) -> Drawing | None:
        found = self._cards.get(card)
        if found is None:
            return None
        with self._drawn:
            return self._faces.front(found) if side == "front" else self._faces.back(found)

    def backs(self) -> dict[str, str]:
        """Return for each card the first whose back looks the same, "" where it has none.

        A card that lies face down is named by its back alone: a name of its own would tell which one it is.
        """
        found: dict[str, str] = {}
        first: dict[bytes, str] = {}
        for component in self.kit.components:
            for card in component.cards:
                back = self.svg(card.id, "back") if card.back or component.back else None
                found[card.id] = first.setdefault(back, card.id) if back else ""
        return found


class Chair:
    """A seat as the server knows it: its secret, the pages that show it, and which pictures it has been told of.

    The one after the last seat is for spectators, however many there are: it sees what everybody sees, and does nothing.
    """

    def __init__(self, table: Any, seat: int, secret: str) -> None:
        self.table, self.seat, self.secret = table, seat, secret
        self.watches = seat == table.players
        self.news = News(self.message, MOST_WATCH if self.watches else MOST_STREAMS)
        self._left = monotonic()
        self._names: dict[str, tuple[str, str]] = {}
        self._named: dict[tuple[str, str], str] = {}

    def name_of(self, card: str, side: str) -> str:
        """Return the name of a picture for this seat: no other seat's names tell it, nor does the picture."""
        if (card, side) not in self._named:
            said = f"{card} {side} {self.table.pictures.looks}"  # browsers keep what they were sent
            keyed = blake2b(said.encode(), key=self.secret.encode()[:64], digest_size=16)
            name = self._named[card, side] = keyed.hexdigest()
            self._names[name] = (card, side)
        return self._named[card, side]

    def picture(self, name: str) -> bytes | None:
        """Return a picture that this seat has been told of."""
        found = self._names.get(name)
        return self.table.pictures.svg(*found) if found else None

    def message(self) -> Payload:
        """Return what this seat sees."""
        raise NotImplementedError

    @property
    def back_within(self) -> int:
        """The seconds in which its person may come back before others may let a bot play; 0 when they are over."""
        return max(0, math.ceil(self._left + float(self.table.grace) - monotonic()))

    def came(self) -> None:
        """Tell everybody that somebody is here; bots go on."""
        self.table.go_on()
        self.table.tell()

    def left(self) -> None:
        """Tell everybody that nobody is here any more."""
        self._left = monotonic()
        self.table.tell()


@dataclass(slots=True)
class Asks:
    """Somebody wants to take a move back: the seat, at which version, and who has not agreed yet."""

    seat: int
    version: int
    missing: set[int]


def stamps_of(kit: Kit) -> list[tuple[int, int]]:
    """Return when each file of a kit was written and how long it is."""
    return [_stamp(path) for path in kit.sources]


def _stamp(path: Path) -> tuple[int, int]:
    with contextlib.suppress(OSError):
        about = path.stat()
        return about.st_mtime_ns, about.st_size
    return 0, 0


def looks_of(kit: Kit) -> str:
    """Return letters that change whenever a file of the kit's folder does: drawings and pictures make faces, too."""
    said = f"{kit.root} {kit.version} {kit.language} {stamps_of(kit)} {_below(kit)}"
    return blake2b(said.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def written_last(kit: Kit) -> int:
    """Return when the newest file of a kit was written, in nanoseconds."""
    return max(when for when, _ in (*stamps_of(kit), *_below(kit).values()))


def _below(kit: Kit) -> dict[str, tuple[int, int]]:
    files = sorted(f"{folder}/{name}" for folder, _, names in os.walk(kit.root) for name in names)
    return {path: _stamp(Path(path)) for path in files}


class BaseRoom:
    """A table that is open: its chairs, and one deed at a time."""

    def __init__(self, players: int, pictures: TablePictures, writers: Writers, grace: float = GRACE) -> None:
        self.players, self.pictures, self.grace, self._writers = players, pictures, grace, writers
        self.chairs: Sequence[Chair] = ()
        self._turn = asyncio.Lock()
        self.deal: Payload = {}
        """Which game of a room this is: {"deal": 2}; nothing at a table that is in none."""
        self.stopped = ""
        """Why nobody can go on for now: the game cannot be saved, its kit is another one, or a bot has failed."""
        self._stamps = stamps_of(pictures.kit)

    @property
    def journal(self) -> Journal:
        """The file of the game."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Whether somebody's deed is on its way to the disk."""
        return self._turn.locked()

    def same_with(self, kit: Kit) -> bool:
        """Whether the game would be the same one with the kit as its files are now."""
        raise NotImplementedError

    async def look_at_kit(self) -> None:
        """CardgenError when the files of the kit make another game by now: this one ends. A file half written ends nothing."""
        if (stamps := self.pictures.stamps()) == self._stamps:
            return
        try:
            now = await asyncio.to_thread(load_kit, self.pictures.kit.root)
            same = await asyncio.to_thread(self.same_with, now)
        except (CardgenError, ValueError):
            return
        if not same:
            message = (
                f"{now.title} has changed since this game began, so the game ends here; its file is kept"
            )
            raise CardgenError([Problem(message, Location(str(self.journal.path)), code="kit-changed")])
        self._stamps = stamps

    def tell(self) -> None:
        """Tell every seat what is new."""
        for chair in self.chairs:
            chair.news.tell()

    def links(self, name: str) -> Payload:
        """Return who sits where, with the secret of each seat."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Let bots play, if there are any."""

    def close(self) -> None:
        """Send everybody away."""
        for chair in self.chairs:
            chair.news.close()
