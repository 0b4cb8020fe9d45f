"""`cardgen tune`: goals and ranges as they are typed, and the race for them."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.app.build import chosen_options
from cardgen.app.cluster import workers_of
from cardgen.app.play import as_problems, read_players
from cardgen.app.playtests import pace_in
from cardgen.app.whatif import changed_kit, duration
from cardgen.results.tuning import NumberChange
from cardgen.simulation import WrongAnswer
from cardgen.simulation.comparison import Side
from cardgen.simulation.goals import read_aim
from cardgen.simulation.tuning import MOST_CHANGES, Race, Tuning
from cardgen.source import load_kit
from cardgen.source.what_if import Supposed, read_sweep, tried, value_at
from cardgen.table.opening import games_dir

if TYPE_CHECKING:
    from cardgen.app.progress import Say
    from cardgen.model import Kit


@dataclass(frozen=True)
class TuneOrder:
    """What somebody asks for."""

    folder: Path
    data: Path
    goals: Sequence[str]
    vary: Sequence[str]
    players: int | None
    bots: str
    options: Mapping[str, str]
    games: int
    seed: int

    @property
    def command(self) -> str:
        """The command that finds the same."""
        given = (
            ("--goal", self.goals),
            ("--vary", self.vary),
            ("--option", map("=".join, self.options.items())),
        )
        words = [word for flag, some in given for one in some for word in (flag, one)]
        words += [f"--players={self.players}"] * (self.players is not None)
        words += [f"--bots={self.bots}"] * (self.bots != "greedy")
        more = ("--games", str(self.games), "--seed", str(self.seed))
        return shlex.join(["cardgen", "tune", self.folder.resolve().name, *words, *more])

    def tune(
        self, jobs: int, cluster: str | None, playtests: Path | None, say: Say, tell: Callable[[str], None]
    ) -> Tuning:
        """Tell how long it will take, and return what is found; WrongAnswer for words that name nothing."""
        kit = load_kit(self.folder)
        aims = [read_aim(said) for said in self.goals]
        if not aims:
            raise WrongAnswer("goal", "tune towards what? name one, such as 'rounds 4..6'")
        vary = self._vary(kit)
        try:
            players = read_players(kit, str(self.players or kit.players.max))[0]
        except ValueError as error:
            raise WrongAnswer("players", f"it is {error}") from None
        bots = tuple(word.strip() for word in self.bots.split(",") if word.strip()) or ("greedy",)
        side = Side("today", kit, bots, chosen_options(kit, self.options))
        timed = any(aim.timed for aim in aims)
        pace = pace_in(str(self.folder), playtests or games_dir(), self.data)[0] if timed else None
        with workers_of(cluster) as spread, as_problems(kit):
            race = Race(
                side,
                players,
                aims,
                vary,
                lambda changes: changed_kit(
                    self.folder, kit, [Supposed(tuple(one.path.split(".")), one.now) for one in changes]
                ),
                self.games,
                self.seed,
                pace,
                {"jobs": jobs or None, "executor": spread.executor, "in_flight": spread.in_flight},
                say,
            )
            warnings, seconds = race.trial()
            for warning in warnings:
                tell(f"warning: --goal: {warning}")
            workers, many = jobs or os.cpu_count() or 1, len(race.first)
            takes = duration(race.most_games * seconds / workers)
            tell(
                f"{kit.slug}: {many} change{'s' * (many != 1)} of one number; at most {race.most_games:,} games,"
                f" about {takes} with {workers} process{'es' * (workers > 1)}; Ctrl-C gives the best so far"
            )
            return race.run()

    def _vary(self, kit: Kit) -> list[list[NumberChange]]:
        try:
            sweeps = [read_sweep(said) for said in self.vary]
            tried([], [sweep[:1] for sweep in sweeps])  # no number twice
            if not 0 < (many := sum(map(len, sweeps))) <= MOST_CHANGES:
                such = "such as tables.bar.hand=3..6"
                raise ValueError(f"{many} values may change, expected 1 to {MOST_CHANGES}, {such}")
            vary = [[NumberChange(one.name, value_at(kit, one), one.value) for one in its] for its in sweeps]
            if not any(one.now != one.before for its in vary for one in its):
                raise ValueError(f"'{self.vary[0]}' is what the files say, expected other values, too")
        except ValueError as wrong:
            raise WrongAnswer("vary", str(wrong)) from None
        return vary
