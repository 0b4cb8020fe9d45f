"""Lists keep their numbers, and a house rule names its other values."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardgen.rulesheet import RuleSheet, rule_markdown


@pytest.mark.parametrize("first", [1, 4, 9])
def test_a_list_goes_on_from_the_number_it_begins_with(
    sheet_of: Callable[..., RuleSheet], first: int
) -> None:
    text = rule_markdown(sheet_of(f"# Rules\n\n{first}. Draw\n{first + 1}. Play\n"))
    assert f"{first}. Draw" in text
    assert f"{first + 1}. Play" in text


@pytest.mark.parametrize("chosen", ["first", "last"])
def test_a_house_rule_tells_what_was_chosen_and_what_else_there_is(
    sheet_of: Callable[..., RuleSheet], chosen: str
) -> None:
    rules = "# Rules\n\n{{ options.tie.says }}\n\n{% for value, says in options.tie.others %}Else: {{ says }}\n{% endfor %}"
    other = {"first": "last", "last": "first"}[chosen]
    text = rule_markdown(sheet_of(rules, {"tie": chosen}))
    assert f"\nThe {chosen} player wins a tie." in text
    assert f"Else: The {other} player wins a tie." in text
    assert text.count("wins a tie") == 2
