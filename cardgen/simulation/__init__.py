"""Many games, one report: how they end, how long they are, whether they are fair, what each card does."""

from cardgen.simulation.findings import Proofs
from cardgen.simulation.report import Report
from cardgen.simulation.run import GamesSoFar, Progress, Setup, WrongAnswer, record, set_up
from cardgen.simulation.statistics import Deals, wilson
from cardgen.simulation.survey import Plan, Survey, plan, simulate, survey
