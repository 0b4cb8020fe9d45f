"""The games that can be played, by the name of their kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import did_you_mean
from cardgen.base.packages import brought, loaded
from cardgen.model import Kit

if TYPE_CHECKING:
    from cardgen.engine import Game

# One rulebook, one file. Others' games come through the entry point group `cardgen.games`.
GAMES: Mapping[str, str] = {
    "auction-hearts": "cardgen.games.auction_hearts.rules:AuctionHearts",
    "bartender-2012": "cardgen.games.bartender_2012.rules:Bartender",
    "bartender-aarwares": "cardgen.games.bartender_aarwares.rules:Bartender",
    "biergarten": "cardgen.games.biergarten.rules:Biergarten",
    "cheers": "cardgen.games.cheers.rules:Cheers",
}


def playable() -> tuple[str, ...]:
    """Return the names of all kits that have rules as code, sorted."""
    return tuple(sorted({*GAMES, *brought("cardgen.games")}))


def game_class(slug: str) -> type[Game[Any]]:
    """Return the rulebook of a kit; KeyError says which kits have one."""
    value = GAMES.get(slug) or brought("cardgen.games").get(slug)
    if value is None:
        raise KeyError(f"no rules for '{slug}' ({did_you_mean(slug, playable())})")
    found: type[Game[Any]] = loaded(value)
    return found


def make_game(
    kit: Kit,
    players: int,
    options: Mapping[str, object] | None = None,
    names: Sequence[str] | None = None,
) -> Game[Any]:
    """Return the kit's rulebook at one table: so many players, these house rules, these names."""
    return game_class(kit.slug)(kit, players, options, names)


def player_counts(kit: Kit) -> tuple[int, ...]:
    """Return every number of players, those that are a house rule (option `players`) included."""
    others = kit.options["players"].choices if "players" in kit.options else ()
    return tuple(sorted({*kit.players.counts, *(n for n in others if isinstance(n, int))}))


__all__ = ["GAMES", "game_class", "make_game", "playable", "player_counts"]
