"""Set-ups for online tables: what the rules of a kit deal, at each number of players, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.packages import brought, files_of
from cardgen.targets.beginning import Beginning, Laid

if TYPE_CHECKING:
    from cardgen.engine import Game
    from cardgen.model import Kit

_SEED = 1  # the same deal whenever it is built


def beginnings_of(kit: Kit, options: Mapping[str, str | int | bool]) -> tuple[Beginning, ...]:
    """Return the table after set-up for each number of players; nothing for a kit without rules.

    CardgenError where the rules of a stranger fail at it.
    """
    from cardgen.games import NoRules, make_game

    found = []
    for players in kit.players.counts:
        try:
            game = make_game(kit, players, options)
        except NoRules:
            return ()
        except ValueError:  # these house rules are for another number of players
            continue
        found.append(_beginning(game))
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
    from cardgen.engine import blaming

    with blaming(game, f"{game.kit.title} for {game.players} players", "deal"):
        state = game.deal(_SEED)
        zones, chips = game.zones(state), game.counters(state)
    places = game.zoned.by_name
    laid = []
    for name, place in places.items():
        zone = place.zone
        laid.append(
            Laid(
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
