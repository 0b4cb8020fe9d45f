"""Jinja in a rule sheet: numbers of the kit, chosen options, and mistakes at their line."""

from __future__ import annotations

import pytest

from cardgen.rulesheet import rule_markdown
from tests.rulesheet.conftest import Make
from tests.rulesheet.read_sheets import cited_rules


def test_numbers_come_from_the_kit(sheet_of: Make) -> None:
    sheet = sheet_of("{{ decks.main.total | words | capital }} cards, {{ players.max }} players.")
    assert rule_markdown(sheet) == "Five cards, 4 players.\n"


def test_an_option_reads_as_if_it_were_the_rule(sheet_of: Make) -> None:
    text = "{% if options.tie.chosen == 'last' %}Last wins.{% else %}First wins.{% endif %} {{ options.tie.says }}"
    assert rule_markdown(sheet_of(text)) == "First wins. The first player wins a tie.\n"
    assert rule_markdown(sheet_of(text, {"tie": "last"})) == "Last wins. The last player wins a tie.\n"


@pytest.mark.parametrize("tag", ["{% if true %}two{% endif %}", "{% for n in [1, 2] %}{{ n }} {% endfor %}"])
def test_a_line_of_words_keeps_its_end_behind_a_tag(sheet_of: Make, tag: str) -> None:
    sheet = sheet_of(f"::: call-out Mind\nOne {tag}\n:::\n\nAfter.\n")
    box, after = sheet.blocks
    assert "Mind" in repr(box)
    assert "After." in repr(after)
    assert "After." not in repr(box)


def test_unknown_options_and_values_are_problems(sheet_of: Make) -> None:
    sheet = sheet_of("x", {"ties": "last"})
    assert [(p.code, p.hint) for p in sheet.problems] == [("unknown-option", "did you mean 'tie'?")]
    assert [p.code for p in sheet_of("x", {"tie": "lost"}).problems] == ["unknown-option-value"]


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("# A\n\n{{ decks.mian.total }}\n", 3),
        ("# A\n{% if %}\n", 2),
        ("# A\n\n{% for i in range(2) %}\ntext {{ i }}\n{% endfor %}\n::: galery\n:::\n", 6),
        ("# A\n{{ face('K9') }}\n", 2),
        ("a\n{# long\ncomment #}\n\n::: galery\n:::\n", 5),
    ],
)
def test_a_mistake_has_the_line_of_the_template(sheet_of: Make, rules: str, line: int) -> None:
    (problem,) = sheet_of(rules).problems
    assert problem.where is not None
    assert (problem.where.file, problem.where.line) == ("kit/rules.md.j2", line)


def test_a_face_says_its_name_and_brackets_do_no_harm(sheet_of: Make) -> None:
    sheet = sheet_of("Take {{ face('K2', height='20mm') }} now. {{ rule('XX-001', 'XX-002') }}")
    assert "*Mug (small)*" in rule_markdown(sheet)
    assert cited_rules(sheet) == ("XX-001", "XX-002")


def test_a_rule_sheet_cannot_read_outside_its_kit(sheet_of: Make) -> None:
    (problem,) = sheet_of("{% include '../secret.txt' %}").problems
    assert problem.code == "outside-file"


def test_endless_work_is_refused(sheet_of: Make) -> None:
    text = "{% for i in range(9999) %}{% for j in range(9999) %}x{% endfor %}{% endfor %}"
    assert [p.code for p in sheet_of(text).problems] == ["template-error"]
