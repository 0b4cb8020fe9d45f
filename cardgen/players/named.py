"""Players by name: ours, those that think, and those of packages that are installed or of a project that may run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple

from cardgen.base.errors import CardgenError, Problem, did_you_mean
from cardgen.base.packages import brought
from cardgen.engine import RAISED, Bot, Game, RandomBot, diagnosed, place_of
from cardgen.players.apart import Apart
from cardgen.players.ismcts import Ismcts
from cardgen.players.rollout import Rollout
from cardgen.players.without import Without

GROUP = "cardgen.bots"
"""The group of entry points under which packages bring players."""
OURS = ("greedy", "random", "rollout", "ismcts")
_SAID = re.compile(r"(never|always|hoards):? +(.+)")
_LIMITED = re.compile(
    r"(.+) (without|always) (.+?)"
)  # the last of several, so that the others are its player's
_WORLDS = 6  # of `rollout`
_SECONDS = 0.2  # of `ismcts`
_BUDGET = re.compile(r"(\d+)(ms|s)?")
_PATIENCE = 6.0  # seconds of computing that nobody needs who was not asked to think


class _Thinking(NamedTuple):
    number: int
    seconds: float


def known_bots() -> tuple[str, ...]:
    """Return the names of all players that can be asked for."""
    return (*OURS, *(name for name in sorted(brought(GROUP)) if name not in OURS))


def strategies(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of a game's own kinds of player: those of its rules, and those of `strategies:` in game.yaml."""
    return tuple(dict.fromkeys((*game.strategies(), *game.kit.strategies)))


def read_strategy(said: str, base: str = "greedy") -> str:
    """Return the player that is meant: "never sells, always bids" is "greedy without sells always bids".

    Other words are a player's name, in whose place `base` plays where none is said.
    """
    name = ""
    for one in map(str.strip, said.split(",")):
        if found := _SAID.fullmatch(one):
            name = f"{name or base} {'always' if found[1] == 'always' else 'without'} {found[2]}"
        elif name:
            such = "a player and what limits it, such as random, never sells"
            raise ValueError(f"'{one}' comes after '{name}', expected {such}")
        else:
            name = one
    return name


def make_bot(game: Game[Any], name: str) -> Bot:
    """Return a player by its name; ValueError says which there are.

    `greedy`, `random`, `rollout:6` (worlds), `ismcts:200ms` (of computing) or `ismcts:2000` (games in mind), the name under which a package
    brings one, with a text for it after a colon, and `apart:` before any of them: in a process of its own.
    A name that the game itself knows, from `strategies:` of its rules or of game.yaml, comes before those of packages.
    `greedy without bid` never makes such moves, as long as there are others; `greedy always bid` makes one wherever it can.
    """
    if name == "random":  # asked for each seat of each game, and most of those are short
        return RandomBot()
    if limited := _LIMITED.fullmatch(name):
        return Without(game, make_bot(game, limited[1]), limited[3], always=limited[2] == "always")
    kind, colon, more = name.partition(":")
    match kind:
        case "random" | "greedy" if colon:
            raise ValueError(f"the bot '{kind}' takes nothing after its name, but '{name}' says '{more}'")
        case "greedy":
            return game.greedy()
        case "rollout":
            asked = _budget(name, more, _Thinking(_WORLDS, 0.0))
            if asked.seconds:
                raise ValueError(f"the bot '{name}' counts worlds, expected such as rollout:{_WORLDS}")
            return Rollout(asked.number)
        case "ismcts":
            return Ismcts(*_budget(name, more, _Thinking(0, _SECONDS)))
        case "apart":
            make_bot(game, more)  # to refuse here what would be refused there
            return Apart(game, more)
    if bot := game.strategies().get(name):
        return bot
    if said := game.kit.strategies.get(name):
        meant = read_strategy(said)
        if meant.partition(" ")[0] in strategies(game):
            raise ValueError(f"'{said}' begins with another strategy, expected a player such as greedy")
        bot = make_bot(game, meant)
        bot.name = name
        return bot
    if kind not in brought(GROUP):
        raise ValueError(f"no bot '{name}' ({did_you_mean(kind, (*known_bots(), *strategies(game)))})")
    return _brought(game, kind, more)


def _budget(name: str, more: str, usual: _Thinking) -> _Thinking:
    if not more and ":" not in name:
        return usual
    found = _BUDGET.fullmatch(more)
    if not found or not int(found[1]):
        kind = name.partition(":")[0]
        raise ValueError(f"the bot '{name}' is not understood, expected such as {kind}:200ms or {kind}:2000")
    number = int(found[1])
    match found[2]:
        case "ms":
            return _Thinking(0, number / 1000)
        case "s":
            return _Thinking(0, float(number))
    return _Thinking(number, 0.0)


def _brought(game: Game[Any], name: str, more: str) -> Bot:
    """Return a player that a package brings; CardgenError where it cannot be made, at its author's line."""
    value = brought(GROUP)[name]
    entry = f"the entry point {name} = '{value}'"
    module, _, called = value.partition(":")
    kind: Any = None
    try:
        kind = getattr(import_module(module), called, None)
        bot: Bot | None = None if kind is None else kind(more) if more else kind()
    except RAISED as error:
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            raise _no_entry(f"{entry} names a module that cannot be found") from None
        if diagnosis := diagnosed(error, game, *([kind] if kind else [])):
            raise diagnosis.at(entry) from error
        raise
    if bot is None:
        raise _no_entry(f"{entry} names '{called}', which {module} does not have")
    games: Iterable[str] = getattr(bot, "games", ())
    if games and game.slug not in games:
        raise ValueError(f"the bot '{name}' plays {', '.join(games)}, not {game.slug}")
    if not callable(getattr(bot, "choose", None)):
        message = f"{type(bot).__name__} is no bot, expected a method choose(view, moves, rng)"
        raise CardgenError([Problem(message, place_of(bot), (entry,), code="rules")])
    for word, usual in (("name", name), ("looks", True)):
        if not hasattr(bot, word):
            setattr(bot, word, usual)
    return bot


def _no_entry(message: str) -> CardgenError:
    hint = "name it in pyproject.toml as you import it, and install the package again"
    return CardgenError([Problem(message, hint=hint, code="entry-point")])


def patience(game: Game[Any], names: Iterable[str]) -> float:
    """Return how many seconds of computing a decision of these players may take."""
    longest = 0.0
    for name in names:
        bot = make_bot(game, name)
        longest = max(longest, float(getattr(bot, "thinks", 0.0)))
    return _PATIENCE + longest
