"""Where games lie while they are played, and a table opened again from its file, in the terminal as in the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.engine import Bot, Game, fingerprint
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.table.journal import Journal
from cardgen.table.sitting import Seat, Sitting


def reopened(
    path: Path, kit_named: Callable[[str], Kit], bot_named: Callable[[Game[Any], str], Bot]
) -> Sitting:
    """Return the table of a file, where it was; CardgenError when it cannot go on.

    It cannot when the file is no game or lacks what a table is set up from, when there is no such kit or it has other
    cards by now, and when its moves do not fit the rules any more. KeyError of `kit_named` says that there is no kit.
    """
    journal = Journal.read(path)
    first = journal.lines[0]
    if first.get("free"):
        raise _stuck(path, "a free table needs a page; add --browser")
    try:
        seats = [Seat(str(one), str(bot)) for one, bot in zip(first["players"], first["bots"], strict=True)]
        slug, options, made_from, _ = first["game"], dict(first["options"]), first["kit"], int(first["seed"])
    except (KeyError, TypeError, ValueError):
        raise _stuck(path, "its first line lacks what a table is set up from") from None
    try:
        kit = kit_named(str(slug))
        game = make_game(kit, len(seats), options, [one.name for one in seats])
    except (KeyError, ValueError) as error:
        raise _stuck(path, str(error).strip("\"'")) from None
    if made_from != fingerprint(game):
        raise _stuck(path, f"{kit.title} has other cards than when this game began")
    try:
        return Sitting(game, seats, journal, lambda name: bot_named(game, name))
    except ValueError as error:
        raise _stuck(path, str(error).partition("\n")[0]) from None


def _stuck(path: Path, why: str) -> CardgenError:
    return CardgenError([Problem(f"this game cannot go on: {why}", Location(str(path)), code="no-game")])
