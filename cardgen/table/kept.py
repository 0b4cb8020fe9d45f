"""A game as its file keeps it: the journal of a table, or what a simulation has saved."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cardgen.engine import SavedGame
from cardgen.table.journal import Journal
from cardgen.table.sitting import NAMES

LENGTHS = ("too short", "right", "too long")
MOST_WORDS = 2000


def form_of(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the form at the end as somebody filled it in: `fun` 1 to 5, `length`, `again`, `words`; what makes no sense is left out."""
    form: dict[str, Any] = {}
    if type(fun := asked.get("fun")) is int and 1 <= fun <= 5:
        form["fun"] = fun
    if (length := asked.get("length")) in LENGTHS:
        form["length"] = length
    if isinstance(again := asked.get("again"), bool):
        form["again"] = again
    if isinstance(words := asked.get("words"), str) and words.strip():
        form["words"] = words.strip()[:MOST_WORDS]
    return form


@dataclass(frozen=True, slots=True)
class KeptMove:
    """A move as it was made: by whom ("person", or a bot's name), and after how many seconds (None: not known)."""

    text: str
    seconds: float | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody said after so many moves."""

    seat: int
    after: int
    text: str


@dataclass(frozen=True, slots=True)
class RuleAsked:
    """A rule that somebody asked for after so many moves: why a move is not allowed, or what a number says."""

    seat: int
    after: int
    rule: str


@dataclass(slots=True)
class Kept:
    """A game on disk. `moves` are those that stand; `regretted` were taken back by a person, with the seat that did.

    `forms` are what people answered at the end, by seat.
    """

    path: Path
    saved: SavedGame
    moves: list[KeptMove] = field(default_factory=list)
    regretted: list[tuple[int, KeptMove]] = field(default_factory=list)
    undone: list[KeptMove] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    asked: list[RuleAsked] = field(default_factory=list)
    forms: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    people: set[int] = field(default_factory=set)
    """The seats that were ever a person's."""

    @property
    def of_people(self) -> bool:
        """Whether a person has ever played here."""
        return bool(self.people)

    @property
    def seconds(self) -> float | None:
        """How long was played, with moves that were taken back; None where nobody looked at a clock."""
        timed = [one.seconds for one in (*self.moves, *self.undone) if one.seconds is not None]
        return sum(timed) if timed else None


def read_kept(path: Path) -> Kept:
    """Return the game of a file, a table's (.jsonl) or a saved one; CardgenError or ValueError when it is none."""
    if path.suffix != ".jsonl":
        saved = SavedGame.read(path)
        return Kept(path, saved, [KeptMove(text) for text in saved.moves])
    return _of_journal(path, Journal.look(path))


_SEAT = re.compile(r"(?<![\w.])P(0|[1-9]\d*)(?!\w)")


def introduced(kept: Kept, pieces: Collection[str]) -> Kept:
    """Return a game in which players without names have people's: P0, as files of simulated games say, is Ana.

    A game whose `pieces` could be taken for players stays as it is, and so does one that broke off: whoever wrote its
    rules compares it with a message that says P0.
    """
    players = kept.saved.players
    seats = [f"P{seat}" for seat in range(len(players))]
    if list(players) != seats or len(seats) > len(NAMES) or kept.saved.stopped:
        return kept
    if not {name.partition(".")[0] for name in pieces}.isdisjoint(seats):
        return kept

    def name(found: re.Match[str]) -> str:
        return NAMES[int(found[1])] if int(found[1]) < len(seats) else found[0]

    moves = [replace(one, text=_SEAT.sub(name, one.text)) for one in kept.moves]
    saved = replace(kept.saved, players=NAMES[: len(seats)], moves=tuple(one.text for one in moves))
    return replace(kept, saved=saved, moves=moves)


def _of_journal(path: Path, lines: list[dict[str, Any]]) -> Kept:
    first = lines[0]
    try:
        names, bots = tuple(map(str, first["players"])), list(map(str, first["bots"]))
        saved = SavedGame(first["game"], names, dict(first["options"]), first["seed"], first["kit"], ())
    except (KeyError, TypeError, ValueError):
        raise ValueError(
            f"{path}: no game of cardgen: its first line lacks what a table is set up from"
        ) from None
    kept = Kept(path, saved, people={seat for seat, bot in enumerate(bots) if not bot})
    for line in lines[1:]:
        match line:
            case {"move": str(sentence)}:
                kept.asked += _asked(line.get("asked"), len(kept.moves))
                kept.moves.append(KeptMove(sentence, _seconds(line.get("seconds")), str(line.get("by", ""))))
            case {"undo": int(seat)} if 0 <= seat < len(names):
                _take_back(kept, seat)
            case {"remark": str(text), "seat": int(seat), "at": int(after)}:
                kept.remarks.append(Remark(seat, after, text))
            case {"form": dict(form), "seat": int(seat)}:
                kept.forms[seat] = form_of(form)
            case {"seat": int(seat), "bot": str(bot)} if 0 <= seat < len(bots):
                bots[seat] = bot
                kept.people |= set() if bot else {seat}
    kept.saved = SavedGame(
        saved.game,
        names,
        saved.options,
        saved.seed,
        saved.kit,
        tuple(one.text for one in kept.moves),
        tuple(bot or "person" for bot in bots),
    )
    return kept


def _asked(said: Any, after: int) -> list[RuleAsked]:
    found = []
    for one in said if isinstance(said, list) else ():
        match one:
            case [int(seat), str(rule)]:
                found.append(RuleAsked(seat, after, rule))
    return found


def _seconds(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and value >= 0 else None


def _take_back(kept: Kept, seat: int) -> None:
    """Take back the last move of a seat and all after it; remarks of those moves stay with the one before."""
    name = kept.saved.players[seat]
    while kept.moves:
        last = kept.moves.pop()
        kept.undone.append(last)
        if last.text.startswith(f"{name} "):
            kept.regretted.append((seat, last))
            return
