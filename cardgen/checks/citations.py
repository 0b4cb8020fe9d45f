"""Do the numbers of rules and rulings exist in the seeds?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.base.errors import Location, Problem, did_you_mean
from cardgen.checks.subject import Subject

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
    if subject.seeds is None:
        return
    known = subject.seeds.by_id
    for option in subject.kit.options.values():
        if option.ruling and option.ruling not in known:
            trail = ("options", option.name, "ruling")
            yield Problem(
                f"there is no rule or ruling {option.ruling} in {subject.seeds.where.file}",
                subject.kit.place(*trail),
                trail,
                hint=did_you_mean(option.ruling, known),
                code="option-ruling",
            )


def cited_rule(subject: Subject) -> Iterator[Problem]:
    """A check cites a rule that the seeds do not have.

    `why:` tells whoever breaks the check which sentence of the rulebook stands behind it.

        checks:
          - {that: "decks.main.total > 0", why: XX-999}
    """
    if subject.seeds is None:
        return
    for number, check in enumerate(subject.kit.checks):
        for cited in _NUMBER.findall(check.why):
            if cited not in subject.seeds.by_id:
                yield Problem(
                    f"there is no rule {cited} in {subject.seeds.where.file}",
                    check.where,
                    ("checks", f"#{number + 1}", "why"),
                    hint=did_you_mean(cited, subject.seeds.by_id),
                    code="cited-rule",
                )


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
                if cited[0] not in subject.seeds.by_id:
                    yield Problem(
                        f"there is no rule {cited[0]} in {subject.seeds.where.file}",
                        Location(folder + subject.kit.rules, line, call.start() + cited.start() + 1),
                        hint=did_you_mean(cited[0], subject.seeds.by_id),
                        code="sheet-rule",
                    )


def ruling_option(subject: Subject) -> Iterator[Problem]:
    """A ruling names an option that the kit does not have.

    The ruling promises players a choice; without the option nobody can choose. (The example is a part of the seeds file.)

        rulings:
          - {id: XX-Q1, asks: Who begins?, ruling: The youngest., option: first_player}
    """
    if subject.seeds is None:
        return
    for ruling in subject.seeds.rulings:
        if ruling.option is not None and ruling.option not in subject.kit.options:
            yield Problem(
                f"the kit has no option '{ruling.option}'",
                ruling.where,
                ("rulings", ruling.id, "option"),
                hint=did_you_mean(ruling.option, subject.kit.options),
                code="ruling-option",
            )
