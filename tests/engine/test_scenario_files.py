"""Scenario files: what they can say, and how they say what is wrong, with file, line and column."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import Game, ScenarioResult, run_scenarios
from tests.engine.toy import Snatch, snatch


def make(slug: str, players: int, options: Mapping[str, Any]) -> Game[Any]:
    if slug != "snatch":
        raise KeyError(f"no rules for '{slug}' (known: snatch)")
    return Snatch(snatch().kit, players, options)


HEAD = """\
game: snatch
players: 2
given: {hands: {P0: [N1, N2], P1: [N5]}}
scenarios:
"""


def run(tmp_path: Path, scenarios: str) -> list[ScenarioResult]:
    file = tmp_path / "cases.yaml"
    file.write_text(HEAD + scenarios, "utf-8")
    return run_scenarios(file, make)


def found(results: list[ScenarioResult]) -> list[str]:
    """What was found, as line:column: message."""
    return [f"{p.where.line}:{p.where.column}: {p.message}" for r in results for p in r.problems if p.where]


def test_a_scenario_that_holds(tmp_path: Path) -> None:
    results = run(
        tmp_path,
        """\
  - scenario: Showing scores
    rules: [SN-002]
    moves: [P0 shows N2]
    expect: {turn: P1, hands.P0: [N1], hands: {P1: {count: 1, has: N5, lacks: [N7]}}, shown.P0: {not: []}}
    score: {P0: 2}
    applies: [SN-002]
    legal: {exactly: [P1 shows N5, P1 snatches from P0]}
    illegal: {P1 shows N7: SN-001, P0 shows N1: SN-004}
    sees: {P1: {hands: {P0: ["?"]}}}
    also:
      - {options: {mild: true}, moves: [P0 shows N1], score: {P0: 1}}
      - {moves: [random], expect: {phase: game over}}
""",
    )
    assert found(results) == []
    assert [(r.name, r.rules, dict(r.options), r.where.line) for r in results] == [
        ("Showing scores", ("SN-002",), {}, 5),
        ("Showing scores", ("SN-002",), {"mild": True}, 5),
        ("Showing scores", ("SN-002",), {}, 5),
    ]


def test_what_does_not_hold_is_found_at_its_line(tmp_path: Path) -> None:
    results = run(
        tmp_path,
        """\
  - scenario: All wrong
    moves: [P0 shows N2]
    expect:
      turn: P0
      hands.P0: [N2]
      hand.P0: [N1]
      shown.P0: {count: 2}
    score: {P0: 7}
    applies: [SN-009]
    legal: [P1 shows N7]
    illegal: [P1 shows N5, {P1 shows N7: SN-002}]
    sees: {P1: {hands.P0: [N1]}}
""",
    )
    assert found(results) == [
        "8:13: turn is P1, expected P0",
        "9:17: hands.P0 is [N1], expected [N2]",
        "10:16: hand.P0 is no part of the position (did you mean 'hands'?)",
        "11:17: shown.P0 is [N2], expected count 2",
        "12:17: the score of P0 is 2, expected 7",
        "13:15: SN-009 was not used",
        "14:13: this move must be allowed: you hold no such card, or they hold none (SN-001)",
        "15:15: this move is allowed, and must not be",
        "15:28: this move is refused by another rule: you hold no such card, or they hold none (SN-001)",
        "16:27: P1 sees that hands.P0 is [?], expected [N1]",
    ]


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        ("{scenario: x, moves: [P0 sings], score: {}}", "5:27: 'sings' is no move of this game, expected"),
        ("{scenario: x, moves: [P1 shows N5], score: {}}", "5:27: this move is not allowed: it is P0's turn (SN-004)"),
        ("{scenario: x, given: {hands: {P0: [N1, N1]}}, score: {}}", "5:44: N1 lies somewhere else already"),
        ("{scenario: x, given: {hands: {P0: [Q1]}}, score: {}}", "5:40: no piece 'Q1'"),
        ("{scenario: x, given: {hands: {P9: []}}, score: {}}", "5:39: nobody called 'P9'"),
        ("{scenario: x, given: {hand: []}, score: {}}", "5:33: a position of snatch has no 'hand' (did you mean 'hands'?)"),
        ("{scenario: x, options: {mildd: 1}, score: {}}", "5:28: Snatch has no option 'mildd'"),
        ("{scenario: x, players: 7, score: {}}", "for 2 to 3 players, not 7"),
        ("{scenario: x, game: chess, score: {}}", "5:25: no rules for 'chess'"),
        ("{scenario: x, sees: {P9: {}}}", "5:30: nobody called 'P9' is at the table"),
        ("{scenario: x, seed: 1, score: {}}", "5:25: a position is given or dealt from a seed, not both"),
    ],
)  # fmt: skip
def test_a_scenario_that_cannot_be_run_says_why(tmp_path: Path, scenario: str, message: str) -> None:
    problems = found(run(tmp_path, f"  - {scenario}\n"))
    assert len(problems) == 1
    assert message in problems[0]


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        ("{scenario: x, expct: {}}", "cases.yaml:5:19: error: unknown key 'expct'"),
        ("{moves: []}", "cases.yaml:5:5: error: 'scenario' is missing"),
        ("{scenario: x}", "cases.yaml:5:5: error: this scenario proves nothing"),
        (
            "just words",
            "cases.yaml:5:5: error: item 1 of scenarios is 'just words', expected a block such as {scenario:",
        ),
        (
            "{scenario: x, also: [5]}",
            "cases.yaml:5:26: error: item 1 of also is 5, expected a block such as {options:",
        ),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_file_and_line(
    tmp_path: Path, scenario: str, message: str
) -> None:
    with pytest.raises(CardgenError) as wrong:
        run(tmp_path, f"  - {scenario}\n")
    assert message in str(wrong.value)


def test_all_that_is_wrong_in_a_file_is_told_at_once(tmp_path: Path) -> None:
    scenarios = """\
  - {scenario: x, moves: P0 passes, score: {P0: 1.5}}
  - {players: two, expct: {}}
  - {scenario: y, legal: {exactly: 3}, illegal: [{P0 passes: 7}], also: [{also: []}]}
"""
    with pytest.raises(CardgenError) as wrong:
        run(tmp_path, scenarios)
    assert [f"{p.where.line}:{p.where.column}: {p.message}" for p in wrong.value.problems if p.where] == [
        "5:26: moves is 'P0 passes', expected a list such as [a, b]",
        "5:49: P0 is 1.5, expected a whole number",
        "6:5: 'scenario' is missing",
        "6:5: this scenario proves nothing",
        "6:15: players is 'two', expected a whole number",
        "6:20: unknown key 'expct'",
        "7:36: exactly is 3, expected a list such as [a, b]",
        "7:62: P0 passes is 7, expected text",
        "7:75: unknown key 'also'",
    ]


def test_all_that_is_wrong_in_a_position_is_told_at_once(tmp_path: Path) -> None:
    given = "{hands: {P0: [N1, N1, Q1], P9: []}, turn: P0, shown: [N2]}"
    assert found(run(tmp_path, f"  - {{scenario: x, given: {given}, score: {{}}}}\n")) == [
        "5:44: N1 lies somewhere else already",
        "5:48: no piece 'Q1' (known: N1, N2, N3, N4, N5, N6, N7, N8, N9.1, N9.2, N9.3)",
        "5:57: nobody called 'P9' is at the table (known: P0, P1)",
        "5:79: shown is a list, expected entries such as P0: …",
    ]


def test_a_file_may_be_a_single_scenario(tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(
        "scenario: x\ngame: snatch\nplayers: 2\nseed: 1\nexpect: {hands.P0: {count: 3}}\n", "utf-8"
    )
    assert found(run_scenarios(file, make)) == []
    with pytest.raises(CardgenError, match="cannot be read"):
        run_scenarios(tmp_path / "none.yaml", make)
