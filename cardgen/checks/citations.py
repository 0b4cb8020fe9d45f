"""Do the numbers of rules and rulings exist in the seeds?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.base.errors import Location, Problem, did_you_mean
from cardgen.checks.subject import Subject
from cardgen.source.seeds import Ruling

_CITATION = re.compile(r"\brule\([^)]*\)")
_NUMBER = re.compile(r"[A-Z]{2,4}-Q?\d+[a-z]?")


def option_ruling(subject: Subject) -> Iterator[Problem]:
    """An option names a ruling or a rule that the seeds do not have.

    A house rule exists because the rulebook leaves something open, or offers a variant; the number says where. A wrong
    number leads the reader of the rule sheet astray.

        options:
          draw_first:
            ruling: XX-Q99
            default: "yes"
            values: {"yes": Draw before you play., "no": Play first.}
    """
    for option in subject.kit.options.values():
        if option.ruling:
            trail = ("options", option.name, "ruling")
            yield from subject.unknown_rule(option.ruling, *trail, what="rule or ruling")


def cited_rule(subject: Subject) -> Iterator[Problem]:
    """A check cites a rule that the seeds do not have.

    `why:` tells whoever breaks the check which sentence of the rulebook stands behind it.

        checks:
          - {that: "decks.main.total > 0", why: XX-999}
    """
    for number, check in enumerate(subject.kit.checks, 1):
        for cited in _NUMBER.findall(check.why):
            yield from subject.unknown_rule(cited, "checks", f"#{number}", "why", where=check.where)


def sheet_rule(subject: Subject) -> Iterator[Problem]:
    """The rule sheet cites a rule that the seeds do not have.

    The small numbers lead a doubting player from the sheet to the rule; a wrong one leads nowhere. (The example is the rule
    sheet, as a line of YAML.)

        rules.md.j2: 'Everybody draws two. {{ rule("XX-999") }}'
    """
    if subject.seeds is None or subject.kit.rules is None:
        return
    folder = subject.kit.where.file.removesuffix("game.yaml")
    for line, text in enumerate(subject.rule_sheet.splitlines(), 1):
        for call in _CITATION.finditer(text):
            for cited in _NUMBER.finditer(call[0]):
                where = Location(folder + subject.kit.rules, line, call.start() + cited.start() + 1)
                yield from subject.unknown_rule(cited[0], where=where)
                rule = subject.seeds.by_id.get(cited[0])
                if isinstance(rule, Ruling) and not rule.table:
                    yield subject.problem(
                        f"{cited[0]} is for programs (table: false), not for paper", where=where
                    )


def ruling_option(subject: Subject) -> Iterator[Problem]:
    """A ruling names an option that the kit does not have.

    The ruling promises players a choice; without the option nobody can choose. (The example is a part of the seeds file.)

        rulings:
          - {id: XX-Q1, asks: Who begins?, ruling: The youngest., option: first_player}
    """
    for ruling in subject.seeds.rulings if subject.seeds else ():
        if ruling.option is not None and ruling.option not in subject.kit.options:
            message = f"the kit has no option '{ruling.option}'"
            hint = did_you_mean(ruling.option, subject.kit.options)
            yield subject.problem(message, "rulings", ruling.id, "option", where=ruling.where, hint=hint)
