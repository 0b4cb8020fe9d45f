"""The checks of a kit that loads: is it complete, is it enough, is it used, will it print, can it be read?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from cardgen.base.errors import Problem, Problems
from cardgen.base.files import FileError, read_text
from cardgen.checks import citations, composition, glossary, printing, unused
from cardgen.checks.subject import Subject
from cardgen.model import Kit
from cardgen.source.seeds import Seeds, read_seeds, seeds_file

__all__ = ["CHECKS", "run_checks"]

CheckFunction: TypeAlias = Callable[[Subject], Iterator[Problem]]

CHECKS: Mapping[str, tuple[CheckFunction, ...]] = MappingProxyType(
    {
        "Composition": (composition.statement, composition.twin),
        "Sufficiency": (composition.needs,),
        "Rules": (
            citations.option_ruling,
            citations.cited_rule,
            citations.sheet_rule,
            citations.ruling_option,
            glossary.one_word,
        ),
        "Unused parts": (
            unused.unused_field,
            unused.unused_option,
            unused.unused_table,
            unused.unused_file,
        ),
        "Print": (printing.bleed, printing.safe_area, printing.text_marks),
        "Colour": (printing.accent_contrast, printing.grey_colours),
    }
)
"""Every check by its kind."""


def code_of(check: CheckFunction) -> str:
    """Return the short name that stands in `--json` output: the function's name with hyphens."""
    return check.__name__.replace("_", "-")


def run_checks(kit: Kit, *, seeds: Seeds | None = None, code: str = "") -> Problems:
    """Return what the checks find in a kit that loads.

    `seeds` are read from `seeds/<slug>.yaml` when not given. `code` is the source of the game's rules engine:
    a field that only the engine reads counts as used. Left out, it is the kit's rules.yaml, if it has one.
    """
    problems = Problems()
    if seeds is None and (path := seeds_file(kit)):
        seeds, found = read_seeds(path)
        problems.extend(found)
    rules = kit.root / "rules.yaml"
    if not code and not kit.made_here and rules.is_file():
        with suppress(FileError):  # what is wrong with it is said when it is played
            code = read_text(rules, str(rules))
    subject = Subject(kit, seeds, code)
    for functions in CHECKS.values():
        for check in functions:
            problems.extend(
                replace(problem, code=problem.code or code_of(check)) for problem in check(subject)
            )
    return problems
