"""The games that can be played, by the name of their kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import CardgenError, Location, Problem, did_you_mean
from cardgen.base.files import shown
from cardgen.base.packages import brought, loaded
from cardgen.base.projects import changes, entries_of, is_trusted, project_around
from cardgen.model import Kit

if TYPE_CHECKING:
    from cardgen.engine import Game

RULES = "rules.yaml"
"""Rules that are data: a file of this name beside game.yaml."""

SHIPPED = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")
"""The games that come with cardgen."""

# Their rules in Python, one rulebook, one file; those of Auction Hearts, Bartender (Aarwares) and CHEERS are their rules.yaml. Others' games come through the entry point group `cardgen.games`.
GAMES: Mapping[str, str] = {
    "bartender-2012": "cardgen.games.bartender_2012.rules:Bartender",
    "biergarten": "cardgen.games.biergarten.rules:Biergarten",
}


def playable() -> tuple[str, ...]:
    """Return the names of all games that come with cardgen or with a package, sorted."""
    return tuple(sorted({*SHIPPED, *brought("cardgen.games")}))


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


def why_not(module: str) -> str:
    """Return what to do before the rules of the project in which one works may run: what is new, or what has changed."""
    project = project_around(Path())
    changed = any(changes(project)) if project else False
    return f"{module}.py has changed since it was allowed" if changed else f"look at {module}.py"


def rules_of(kit: Kit) -> Path | None:
    """Return the rules.yaml of a kit, or None; a kit made in Python has none."""
    path = kit.root / RULES
    return path if not kit.made_here and path.is_file() else None


def has_rules(kit: Kit) -> bool:
    """Return whether a kit can be played: by a rules.yaml beside it, or by rules in Python that may run."""
    return rules_of(kit) is not None or kit.slug in {*GAMES, *brought("cardgen.games")}


def game_class(kit: Kit | str) -> type[Game[Any]]:
    """Return the rulebook of a kit: its rules.yaml, or its class in Python; NoRules, a KeyError, says who has one.

    A name alone is that of rules in Python.

    CardgenError when there are both, when rules.yaml is wrong, and when a package promises rules and does not have
    them: its entry point is wrong, or its module raises.
    """
    slug = kit if isinstance(kit, str) else kit.slug
    path = None if isinstance(kit, str) else rules_of(kit)
    value = GAMES.get(slug) or brought("cardgen.games").get(slug)
    if path is not None and not isinstance(kit, str):
        if not path.resolve().is_relative_to(kit.root.resolve()):
            message = "this is a link that leads out of the kit's folder"
            raise CardgenError([Problem(message, Location(shown(path)), hint="copy the file", code="rules")])
        if value is not None:
            message = f"the rules of '{slug}' are here and in Python ({value})"
            hint = "keep one of them: delete rules.yaml, or the entry point in pyproject.toml"
            raise CardgenError([Problem(message, Location(shown(path)), hint=hint, code="rules")])
        from cardgen.ruledata import game_of

        return game_of(kit, path)
    if value is None:
        if module := untrusted(slug):
            raise NoRules(f"the rules of '{slug}' may not run yet: {why_not(module)}, then: cardgen trust")
        near = did_you_mean(slug, playable())
        raise NoRules(
            f"no rules for '{slug}' in Python: it can be printed and not played yet; "
            + (near if near.startswith("did") else "docs/adding-a-game.md shows how to write them")
        )
    if slug in GAMES:
        shipped: type[Game[Any]] = loaded(value)
        return shipped
    return _brought(slug, value)


def _brought(slug: str, value: str) -> type[Game[Any]]:
    """Return the class that an entry point names; CardgenError says what is wrong with it, and where."""
    from importlib import import_module

    from cardgen.engine import RAISED, Game, diagnosed, place_of

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
        if told := diagnosed(error, Game):
            raise told.at(entry, hint=_now_at(error)) from error
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


def _now_at(error: BaseException) -> str:
    """Return where a name that cardgen does not have there any more is found; "" for other mistakes."""
    from importlib import import_module

    if not isinstance(error, ImportError) or not (error.name or "").startswith("cardgen"):
        return ""
    wanted = str(error).split("'")[1]
    for public in ("cardgen.rules", "cardgen.effects", "cardgen.model", "cardgen"):
        if wanted in import_module(public).__all__:
            return f"write from {public} import {wanted}"
    return "docs/api.md has every name that stays"


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
    made = game_class(kit)
    if kit.slug in GAMES and made.__module__.startswith("cardgen."):
        return made(kit, players, options, names)
    from cardgen.engine import diagnosing

    with diagnosing(made, f"{kit.title} for {players} players", "set-up", but=ValueError):
        return made(kit, players, options, names)


def player_counts(kit: Kit) -> tuple[int, ...]:
    """Return every number of players, those that are a house rule (option `players`) included."""
    others = kit.options["players"].choices if "players" in kit.options else ()
    return tuple(sorted({*kit.players.counts, *(n for n in others if isinstance(n, int))}))
