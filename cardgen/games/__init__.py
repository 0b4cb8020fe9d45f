"""The games that can be played, by the name of their kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import CardgenError, Location, Problem, did_you_mean
from cardgen.base.files import shown
from cardgen.base.packages import brought, entries_of, is_trusted, loaded, project_around
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


class NoRules(KeyError):
    """Nobody has written this kit's rules as code, or their package is not installed."""

    def __str__(self) -> str:
        return str(self.args[0])


def untrusted(slug: str) -> str:
    """Return the module that has a kit's rules in the project in which one works, if it may not run; else ""."""
    project = project_around(Path())
    if project is None or is_trusted(project):
        return ""
    return entries_of(project, "cardgen.games").get(slug, "").partition(":")[0]


def game_class(slug: str) -> type[Game[Any]]:
    """Return the rulebook of a kit; NoRules, a KeyError, says which kits have one.

    CardgenError when a package promises one and does not have it: its entry point is wrong, or its module raises.
    """
    value = GAMES.get(slug) or brought("cardgen.games").get(slug)
    if value is None:
        if module := untrusted(slug):
            raise NoRules(f"the rules of '{slug}' may not run yet: look at {module}.py, then: cardgen trust")
        raise NoRules(f"no rules for '{slug}' ({did_you_mean(slug, playable())})")
    if slug in GAMES:
        shipped: type[Game[Any]] = loaded(value)
        return shipped
    return _brought(slug, value)


def _brought(slug: str, value: str) -> type[Game[Any]]:
    """Return the class that an entry point names; CardgenError says what is wrong with it, and where."""
    from importlib import import_module

    from cardgen.engine import RAISED, Game, blamed, place_of

    module, _, name = value.partition(":")
    entry = f"the entry point {slug} = '{value}'"
    try:
        imported = import_module(module)
    except RAISED as error:
        if (
            isinstance(error, ModuleNotFoundError)
            and error.name
            and f"{module}.".startswith(f"{error.name}.")
        ):
            hint = "name the module in pyproject.toml as you import it, and install the package again"
            raise _wrong_entry(f"{entry} names a module that cannot be found: {error}", None, hint) from None
        if told := blamed(error, Game):
            raise told.at(entry) from error
        raise
    try:
        found = getattr(imported, name)
    except AttributeError:
        games = [n for n, what in vars(imported).items() if isinstance(what, type) and issubclass(what, Game)]
        own = [n for n in games if getattr(imported, n).__module__ == module]
        message = f"{entry} names '{name}', which {module} does not have"
        raise _wrong_entry(message, imported, did_you_mean(name, own)) from None
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise _wrong_entry(f"{entry} names what is no game, expected a class made from Game", imported, "")
    words = [word for word in ("slug", "prefix", "turn_rule") if not hasattr(found, word)]
    if lacking := [*words, *sorted(getattr(found, "__abstractmethods__", ()))]:
        message = f"{found.__name__} lacks {', '.join(lacking)}"
        raise CardgenError([Problem(message, place_of(found), (entry,), code="rules")])
    if found.slug != slug:
        message = f"{found.__name__}.slug is '{found.slug}', expected '{slug}', the name of its kit"
        raise CardgenError([Problem(message, place_of(found), (entry,), code="rules")])
    return found


def _wrong_entry(message: str, module: ModuleType | None, hint: str) -> CardgenError:
    where = Location(shown(Path(module.__file__))) if module and module.__file__ else None
    return CardgenError([Problem(message, where, hint=hint, code="entry-point")])


def make_game(
    kit: Kit,
    players: int,
    options: Mapping[str, object] | None = None,
    names: Sequence[str] | None = None,
) -> Game[Any]:
    """Return the kit's rulebook at one table: so many players, these house rules, these names.

    NoRules, a KeyError, for a kit without rules; ValueError for a table that the rulebook refuses; CardgenError
    names the author's line where the rules themselves fail.
    """
    made = game_class(kit.slug)
    if kit.slug in GAMES:
        return made(kit, players, options, names)
    from cardgen.engine import blaming

    with blaming(made, f"{kit.title} for {players} players", "set-up", but=ValueError):
        return made(kit, players, options, names)


def player_counts(kit: Kit) -> tuple[int, ...]:
    """Return every number of players, those that are a house rule (option `players`) included."""
    others = kit.options["players"].choices if "players" in kit.options else ()
    return tuple(sorted({*kit.players.counts, *(n for n in others if isinstance(n, int))}))


__all__ = ["GAMES", "NoRules", "game_class", "make_game", "playable", "player_counts", "untrusted"]
