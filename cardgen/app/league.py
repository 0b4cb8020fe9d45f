"""`cardgen league`: kinds of players as they are typed, and how they do among each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from cardgen.app.build import chosen_options
from cardgen.app.games_asked import GamesAsked
from cardgen.app.whatif import duration
from cardgen.base.packages import VERSION
from cardgen.engine import EndlessGame, play_game
from cardgen.players import make_bot, read_strategy, strategies
from cardgen.report.league import league_page
from cardgen.simulation import Setup, WrongAnswer, set_up
from cardgen.simulation.league import League, games_of, league
from cardgen.source import load_kit

if TYPE_CHECKING:
    from cardgen.app.progress import Say
    from cardgen.model import Kit

MOST_KINDS = 12  # kinds of players: each is a row and a column


class LeaguePlan(NamedTuple):
    """The table of a league, its kinds of players, how many games they play, and about how long these take."""

    setup: Setup
    names: list[str]
    games: int
    takes: str


def read_league(asked: GamesAsked, kit: Kit, said: Sequence[str], tell: Callable[[str], None]) -> LeaguePlan:
    """Return the league that is asked for, and tell which games do not end; WrongAnswer for words that name nothing."""
    many, base = asked.count(kit), asked.bots
    setup, game = set_up(kit, many, (base,), chosen_options(kit, asked.options), asked.seed)
    if game.players < 2:
        raise WrongAnswer("players", "a league is for games of two or more players")
    names = [base]
    for one in said or strategies(game):
        try:
            names.append(read_strategy(one, base))
        except ValueError as wrong:
            raise WrongAnswer("strategy", str(wrong)) from None
    names = list(dict.fromkeys(names))
    if not 1 < len(names) <= MOST_KINDS:
        such = "such as --strategy 'never sells'"
        raise WrongAnswer(
            "strategy",
            f"{len(names)} kind{'s' * (len(names) > 1)} of player, expected 2 to {MOST_KINDS}, {such}",
        )
    began = perf_counter()
    for number, name in enumerate(names):
        try:
            bot = make_bot(game, name)
        except ValueError as wrong:
            raise WrongAnswer("strategy" if number else "bots", str(wrong)) from None
        try:
            play_game(game, asked.seed, [bot] * game.players)
        except EndlessGame:
            tell(f"warning: a game of players like '{name}' does not end; such games are not counted")
    each = (perf_counter() - began) / len(names)
    most = games_of(len(names), game.players, asked.games)
    return LeaguePlan(setup, names, most, f"about {duration(most * each / asked.workers)}")


def play_league(
    asked: GamesAsked, said: Sequence[str], say: Say, tell: Callable[[str], None]
) -> tuple[League, str]:
    """Return the league and the command that plays it again, after it was told how long it will take."""
    kit = load_kit(asked.folder)
    with asked.how(kit, say) as how:
        plan = read_league(asked, kit, said, tell)
        tell(f"{kit.slug}: {len(plan.names)} kinds of players; {plan.games:,} games, {plan.takes}")
        found = league(plan.setup, plan.names, asked.games, **how)
    return found, asked.again({"strategy": tuple(said)}, asked.counts(kit))


def page_of(asked: GamesAsked, found: League, command: str) -> str:
    """Return the page of a league."""
    return league_page(found.result(command), load_kit(asked.folder), VERSION)
