"""Many games, one report: how they end, how long they are, whether they are fair, what each card does."""

from cardgen.simulation.findings import CardReport, Findings, Proofs
from cardgen.simulation.report import Report
from cardgen.simulation.run import BOTS, Progress, Setup, make_bot, record, set_up
from cardgen.simulation.statistics import Deals, Share, Spread, wilson
from cardgen.simulation.survey import NotPlayed, Plan, Survey, plan, simulate, survey

__all__ = [
    "BOTS",
    "CardReport",
    "Deals",
    "Findings",
    "NotPlayed",
    "Plan",
    "Progress",
    "Proofs",
    "Report",
    "Setup",
    "Share",
    "Spread",
    "Survey",
    "make_bot",
    "plan",
    "record",
    "set_up",
    "simulate",
    "survey",
    "wilson",
]
