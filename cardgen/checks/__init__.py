"""The checks of a kit that loads: is it complete, is it enough, is it used, will it print, can it be read?"""

from cardgen.checks.reference import checks_page
from cardgen.checks.roster import CHECKS, run_checks, seeds_file

__all__ = ["CHECKS", "checks_page", "run_checks", "seeds_file"]
