"""Set-ups for online tables: what the rules of a kit deal, at each number of players, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import CardgenError, Problems
from cardgen.base.packages import brought, files_of
from cardgen.targets.beginning import Beginning, ZoneStart

if TYPE_CHECKING:
    from cardgen.engine import Game
    from cardgen.model import Kit

_SEED = 1  # the same deal whenever it is built


def beginnings_of(
    kit: Kit, options: Mapping[str, str | int | bool], problems: Problems
) -> tuple[Beginning, ...]:
    """Return the table after set-up for each number of players; nothing for a kit without rules.

    Where a stranger's rules may not run, or fail, that is reported as a warning: the kit itself can be made all the same.
    """
    from cardgen.games import NoRules, make_game, untrusted

    found = []
    try:
        for players in kit.players.counts:
            try:
                found.append(_beginning(make_game(kit, players, options)))
            except NoRules as none:
                if untrusted(kit.slug):
                    problems.add(f"nothing is set up: {none}", kit.where, level="warning", code="not-set-up")
                return ()
            except ValueError:  # these house rules are for another number of players
                continue
    except CardgenError as failed:
        problems.extend(replace(problem, level="warning") for problem in failed.problems)
        return ()
    return tuple(found)


def rules_hash(slug: str) -> str:
    """Return the hash of the code that sets up a kit's game: a rulebook that changed deals anew."""
    room = Path(__file__).parents[1]
    files = sorted((room / "engine").glob("*.py"))
    own = room / "games" / slug.replace("-", "_")
    value = brought("cardgen.games").get(slug)
    files += sorted(own.rglob("*.py")) if own.is_dir() else files_of(value) if value else []
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _beginning(game: Game[Any]) -> Beginning:
    from cardgen.engine import diagnosing

    with diagnosing(game, f"{game.kit.title} for {game.players} players", "deal"):
        state = game.deal(_SEED)
        zones, chips = game.zones(state), game.counters(state)
    places = game.zoned.by_name
    laid = []
    for name, place in places.items():
        zone = place.zone
        laid.append(
            ZoneStart(
                zone.name,
                place.owner,
                zone.seen_by,
                zone.lies,
                zone.use or "",
                zone.on,
                tuple(game.pieces.cards[piece].id for piece in zones.get(name, ())),
                chips.get(name, 0),
                zone.holds == "chips",
                _made_of(game, zone.field if zone.holds == "chips" else ""),
            )
        )
    return Beginning(game.names, tuple(laid))


def _made_of(game: Game[Any], field: str) -> str:
    """Return the component of the chips in a zone: the one in which chips begin, where that is one alone."""
    begins = {zone.begins for zone in game.layout if zone.holds == "chips" and zone.begins}
    return begins.pop() if field and len(begins) == 1 else ""
