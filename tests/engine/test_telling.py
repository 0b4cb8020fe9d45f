"""Rules noted where they act are told with a sentence, and declared beside the code."""

from __future__ import annotations

import pytest

from cardgen.engine import Recorder, applies, told_rules
from cardgen.engine.telling import DECLARED, rules_in
from tests.engine.toy import Snatch, snatch


def test_what_is_noted_goes_with_the_next_sentence_in_the_order_of_rules() -> None:
    recorder = Recorder()
    tell = recorder.tell
    tell.apply("SN-Q2")
    tell.apply("SN-001 SN-Q2", "")
    tell("SN-003", "this happens")
    tell("SN-004", "and this")
    assert [event.rule for event in recorder.events] == ["SN-001 SN-003 SN-Q2", "SN-004"]


def test_a_rule_may_wait_for_a_certain_sentence() -> None:
    recorder = Recorder()
    tell = recorder.tell
    tell.apply("SN-001", to="SN-005")
    tell("SN-003", "something else comes first")
    tell("SN-005 SN-002", "this was it")
    assert [event.rule for event in recorder.events] == ["SN-003", "SN-001 SN-002 SN-005"]


def test_nothing_is_noted_where_nobody_listens() -> None:
    state = snatch().deal(1)
    state.apply("SN-001")
    recorder = Recorder()
    state.tell = recorder.tell
    state.tell("SN-002", "now somebody does")
    assert [event.rule for event in recorder.events] == ["SN-002"]


def test_a_declaration_lists_numbers_and_ranges() -> None:
    assert [*rules_in("AH-008 to AH-010, AH-Q6")] == ["AH-008", "AH-009", "AH-010", "AH-Q6"]


@pytest.mark.parametrize("text", ["", "AH", "AH-001 AH-002", "AH-001 to BG-003", "AH-001,"])
def test_a_declaration_that_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="is no number of a rule"):
        applies(text)(lambda: None)


def test_the_rules_of_a_game_are_those_of_its_prefix_that_any_module_declares() -> None:
    assert told_rules(Snatch) == ("SN-001", "SN-002", "SN-003")
    before = len(DECLARED)
    applies("SN-090, XY-001")(lambda: None)
    try:
        assert told_rules(Snatch)[-1] == "SN-090"
    finally:
        del DECLARED[before:]
