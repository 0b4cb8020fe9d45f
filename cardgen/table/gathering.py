"""The people of a room: who was invited, who sits where, and which games were dealt. All of it is lines of a journal."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.engine.phase import NBSP
from cardgen.table.journal import Journal
from cardgen.table.sitting import Line, NotNow

LETTERS = "ABCDEFGHJKMNPQRTUVWXYZ"
"""Of a code: none that looks like another letter or a figure."""
CODE = re.compile(rf"[{LETTERS}]{{6}}")
LONGEST_NAME = 24
MOST_GUESTS = 24
"""So many people come into one room."""
MOST_DEALS = 50
"""So many games are dealt in one room."""
_PLAYER = re.compile(r"[\w.+'’-]+(\xa0[\w.+'’-]+)*")


def name_said(name: object) -> str:
    """Return a player's name as games have it, without breaks; ValueError for what is none."""
    said = NBSP.join(name.split()) if isinstance(name, str) else ""
    if len(said) > LONGEST_NAME or not _PLAYER.fullmatch(said):
        raise ValueError(f"a player's name has 1 to {LONGEST_NAME} letters, and no other signs than .+'-")
    return said


def new_code() -> str:
    """Return six letters that one can read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody who came in: the name, and the secret of a link that is this person's alone."""

    name: str
    secret: str


class Gathering:
    """Who is in a room, as its journal says. `seats` has the number of the guest on each, None where nobody sits."""

    def __init__(self, journal: Journal) -> None:
        first = journal.lines[0]
        self.journal = journal
        self.code, self.invitation = str(first["room"]), str(first["invitation"])
        self.kit, self.options, self.free = str(first["kit"]), dict(first["options"]), bool(first["free"])
        self.began = float(first["at"])
        self.guests: list[Invited] = []
        self.seats: list[int | None] = [None] * int(first["seats"])
        self.deals = 0
        for line in journal.lines[1:]:
            self.happen(line)

    @classmethod
    def begin(cls, folder: Path, asked: Mapping[str, Any], at: float) -> Gathering:
        """Return a new room whose files lie in a folder of its own; `asked` has kit, seats, options and free."""
        code = new_code()
        while (path := room_file(folder, code)).parent.exists():
            code = new_code()
        invitation = f"{code}-{secrets.token_urlsafe(16)}"  # 128 bits
        return cls(Journal.begin(path, {"room": code, "invitation": invitation, **asked, "at": int(at)}))

    @property
    def game_file(self) -> Path:
        """The journal of the game that was dealt last."""
        return self.journal.path.with_name(f"{self.deals}.jsonl")

    def seat_of(self, guest: int) -> int | None:
        """Return where a guest sits."""
        return self.seats.index(guest) if guest in self.seats else None

    def name_at(self, seat: int) -> str:
        """Return the name of who sits on a seat, "" for nobody."""
        guest = self.seats[seat]
        return "" if guest is None else self.guests[guest].name

    def seats_at(self, deal: int) -> list[int | None]:
        """Return who sits where in the next game: after the first one everybody moves on by a seat."""
        return [self.seats[-1], *self.seats[:-1]] if deal > 1 else list(self.seats)

    # -- what is done: a line first, and then it happens

    def to_come(self, name: object) -> Line:
        """Return the line of somebody who comes in; ValueError for a name that is none or is taken, NotNow in a full room."""
        said = name_said(name)
        if said in [guest.name for guest in self.guests]:
            raise ValueError("someone here has that name; choose another one, or open your own link again")
        if len(self.guests) >= MOST_GUESTS:
            raise NotNow(f"{MOST_GUESTS} people have come into this room; it is full")
        return {"guest": f"{self.code}-{secrets.token_urlsafe(24)}", "name": said}

    def to_sit(self, guest: int, seat: int | None) -> Line:
        """Return the line of a guest who takes a seat, or (None) gets up. Who may is the room's business."""
        return {"sit": seat, "by": guest}

    def to_deal(self, at: float) -> Line:
        """Return the line of the next game; NotNow after too many."""
        if self.deals >= MOST_DEALS:
            raise NotNow(f"{MOST_DEALS} games were played in this room; begin a new one")
        return {"deal": self.deals + 1, "at": int(at)}

    def do(self, line: Line) -> None:
        """Note a line and let it happen; CardgenError when it cannot be saved, and then nothing has happened."""
        self.journal.note(line)
        self.happen(line)

    def happen(self, line: Line) -> None:
        """Change the room as a line says."""
        match line:
            case {"guest": str(secret), "name": str(name)}:
                self.guests.append(Invited(name, secret))
            case {"sit": seat, "by": int(guest)}:
                self.seats = [None if one == guest else one for one in self.seats]
                if seat is not None:
                    self.seats[int(seat)] = guest
            case {"deal": int(number)}:
                self.seats = self.seats_at(number)
                self.deals = number


def room_file(folder: Path, code: str) -> Path:
    """Return the journal of a room: 441 folders, in each the rooms whose codes begin alike."""
    return folder / code[:2] / code / "room.jsonl"
