"""What simulate, compare, tune and league are asked for alike: declared once for the options, their checks and the command that plays it again."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

if TYPE_CHECKING:
    from cardgen.app.play import SimulatedTable, Stop
    from cardgen.app.progress import Say
    from cardgen.model import Kit
    from cardgen.simulation import Progress
    from cardgen.simulation.run import How


@dataclass(frozen=True, kw_only=True)
class GamesAsked:
    """Which games are played, by whom and where; commands.yaml has the words of these options.

    WrongAnswer names the option that cannot be.
    """

    command: str
    folder: Path
    data: Path
    players: str | None = None
    games: int = 1000
    bots: str = "greedy"
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1
    until_sure: Sequence[str] = ()
    jobs: int = 0
    cluster: str | None = None
    json_file: Path | None = None
    page: Path | None = None
    playtests: Path | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by their names."""
        return tuple(word.strip() for word in self.bots.split(",") if word.strip()) or ("greedy",)

    @property
    def workers(self) -> int:
        """How many processes play on this machine."""
        return self.jobs or os.cpu_count() or 1

    def counts(self, kit: Kit) -> tuple[int, ...]:
        """Return the numbers of players; as many as can where none is said."""
        from cardgen.app.play import read_players
        from cardgen.simulation import WrongAnswer

        try:
            return read_players(kit, str(kit.players.max) if self.players is None else self.players)
        except ValueError as error:
            raise WrongAnswer("players", f"is {error}") from None

    def count(self, kit: Kit) -> int:
        """Return the number of players, where it is one."""
        from cardgen.simulation import WrongAnswer

        first, *more = self.counts(kit)
        if more:
            raise WrongAnswer("players", f"is '{self.players}', expected one number")
        return first

    @contextmanager
    def how(self, kit: Kit, say: Say | None = None) -> Iterator[How]:
        """Give those who play, and say how many games are played; what the rules refuse is a problem of the kit."""
        from cardgen.app.cluster import workers_of
        from cardgen.app.play import as_problems

        with workers_of(self.cluster) as spread, as_problems(kit):
            yield {
                "jobs": self.jobs or None,
                "executor": spread.executor,
                "in_flight": spread.in_flight,
                **({"progress": played(kit, say)} if say else {}),
            }

    def again(self, own: Mapping[str, Any], counts: tuple[int, ...]) -> str:
        """Return the command that comes to the same, a command's own options first; where it was played changes nothing."""
        shared = _same(counts, self.games, self.seed, self.names, self.options)
        given = {**own, **shared, "playtests": self.playtests}
        return again(self.command, self.folder.resolve().name, given)


def _same(
    counts: Iterable[int], games: int, seed: int, bots: tuple[str, ...], options: Mapping[str, str]
) -> dict[str, Any]:
    """Return the options that deal the same games again."""
    return {
        "players": ",".join(map(str, counts)),
        "games": str(games),
        "seed": str(seed),
        "bots": "" if bots == ("greedy",) else ",".join(bots),
        "option": tuple(map("=".join, options.items())),
    }


def again(command: str, slug: str, options: Mapping[str, Any]) -> str:
    """Return a command with what its options are given; those that are empty or False are left out."""
    words = ["cardgen", command, slug]
    for option, given in options.items():
        for one in given if isinstance(given, tuple | list) else (given,):
            words += [f"--{option}"] * bool(one) + [str(one)] * (bool(one) and one is not True)
    return shlex.join(words)


def command_of(table: SimulatedTable, games: int, kit: Kit, stop: Stop, playtests: Path | None = None) -> str:
    """Return the command that repeats a simulation; on how many cores it ran changes nothing."""
    from cardgen.source.leaves import written

    options = {name: written(value) for name, value in (table.options or {}).items()}
    given = {
        **_same(() if table.main else table.players, games, table.seed, table.bots, options),
        "each-option": table.each_option,
        "library": table.library,
        "ladder": table.ladder is not None,
        "ladder-games": ",".join(map(str, table.ladder or ())),
        "set": table.sets,
        "sweep": table.sweeps,
        "without": table.without,
        "worth": table.worth,
        "worth-games": table.worth_games,
        "until-ci": "" if stop.until_ci is None else f"{stop.until_ci:g}",
        "watch": stop.until_ci is not None and stop.watch,
        "until-sure": stop.until_sure,
        "playtests": playtests,
    }
    return again("simulate", kit.slug, given)


def played(kit: Kit, say: Say) -> Progress:
    """Return what says how many games are played."""
    return lambda done, of: say(f"{kit.slug}: playing", done, of)


_HINTS = get_type_hints(GamesAsked)
PLAYED: Mapping[str, tuple[Any, Any]] = {
    one.name: (_HINTS[one.name], one.default) for one in fields(GamesAsked)
} | dict.fromkeys(("options", "until_sure"), (list[str] | None, None))
"""The type and the default of each as an option."""
