"""Many games, one report: how they end, how long they are, whether they are fair, what each card does."""

from cardgen.simulate.report import CardReport, Report
from cardgen.simulate.run import BOTS, Progress, Setup, make_bot, record, simulate
from cardgen.simulate.statistics import Share, Spread, wilson

__all__ = [
    "BOTS",
    "CardReport",
    "Progress",
    "Report",
    "Setup",
    "Share",
    "Spread",
    "make_bot",
    "record",
    "simulate",
    "wilson",
]
