"""`cardgen tune`: goals and ranges as they are typed, and the race for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.app.build import chosen_options
from cardgen.app.games_asked import GamesAsked
from cardgen.app.playtests import pace_in
from cardgen.app.whatif import changed_kit, duration
from cardgen.base.files import games_dir
from cardgen.results.tuning import NumberChange
from cardgen.simulation import WrongAnswer
from cardgen.simulation.comparison import Side
from cardgen.simulation.goals import read_aim
from cardgen.simulation.tuning import MOST_CHANGES, Race, Tuning
from cardgen.source import load_kit
from cardgen.source.what_if import Supposed, read_sweep, tried, value_at

if TYPE_CHECKING:
    from cardgen.app.progress import Say
    from cardgen.model import Kit


@dataclass(frozen=True)
class TuneOrder:
    """What somebody asks for."""

    asked: GamesAsked
    goals: Sequence[str]
    vary: Sequence[str]

    def tune(self, say: Say, tell: Callable[[str], None]) -> tuple[Tuning, str]:
        """Tell how long it will take, and return what is found and the command; WrongAnswer for words that name nothing."""
        asked = self.asked
        kit = load_kit(asked.folder)
        aims = [read_aim(said) for said in self.goals]
        if not aims:
            raise WrongAnswer("goal", "tune towards what? name one, such as 'rounds 4..6'")
        vary = self._vary(kit)
        players = asked.count(kit)
        side = Side("today", kit, asked.names, chosen_options(kit, asked.options))
        timed = any(aim.timed for aim in aims)
        pace = pace_in(str(asked.folder), asked.playtests or games_dir(), asked.data)[0] if timed else None
        with asked.how(kit) as how:
            race = Race(
                side,
                players,
                aims,
                vary,
                lambda changes: changed_kit(
                    asked.folder, kit, [Supposed(tuple(one.path.split(".")), one.now) for one in changes]
                ),
                asked.games,
                asked.seed,
                pace,
                how,
                say,
            )
            warnings, seconds = race.trial()
            for warning in warnings:
                tell(f"warning: --goal: {warning}")
            workers, many = asked.workers, len(race.first)
            takes = duration(race.most_games * seconds / workers)
            tell(
                f"{kit.slug}: {many} change{'s' * (many != 1)} of one number; at most {race.most_games:,} games,"
                f" about {takes} with {workers} process{'es' * (workers > 1)}; Ctrl-C gives the best so far"
            )
            found = race.run()
        return found, asked.again({"goal": tuple(self.goals), "vary": tuple(self.vary)}, (players,))

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
