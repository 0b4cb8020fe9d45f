"""Scenario files: what they can say, and how they say what is wrong, with file, line and column."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import Game, Misplaced, ScenarioResult, phrases, reading, run_scenarios
from cardgen.engine.scenario import listed
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
    expect: {turn: P1, hands.P0: [N1], hands: {P1: {count: 1, has: N5, lacks: [N7]}}, shown.P0: {not: []}, shown: {P1: []}}
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
    assert [(r.name, r.rules, dict(r.options), r.where.line, r.variation) for r in results] == [
        ("Showing scores", ("SN-002",), {}, 5, 0),
        ("Showing scores", ("SN-002",), {"mild": True}, 15, 1),
        ("Showing scores", ("SN-002",), {}, 16, 2),
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
        "11:25: shown.P0 is [N2], expected count 2",
        "12:17: the score of P0 is 2, expected 7",
        "13:15: SN-009 was not used",
        "14:13: this move must be allowed: you hold no such card, or they hold none (SN-001)",
        "15:15: this move is allowed, and must not be",
        "15:28: this move is refused by another rule: you hold no such card, or they hold none (SN-001)",
        '16:27: P1 sees that hands.P0 is ["?"], expected [N1]',
    ]


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        ("{scenario: x, moves: [P0 sings], score: {P0: 0}}", "5:27: 'sings' is no move of this game, expected"),
        ("{scenario: x, moves: [P1 shows N5], score: {P0: 0}}", "5:27: this move is not allowed: it is P0's turn (SN-004)"),
        ("{scenario: x, given: {hands: {P0: [N1, N1]}}, score: {P0: 0}}", "5:44: N1 lies somewhere else already"),
        ("{scenario: x, given: {hands: {P0: [Q1]}}, score: {P0: 0}}", "5:40: no piece 'Q1'"),
        ("{scenario: x, given: {hands: {P9: []}}, score: {P0: 0}}", "5:39: nobody called 'P9'"),
        ("{scenario: x, given: {shown: {P1: null}}, score: {P0: 0}}", "5:39: shown.P1 is nothing, expected a value"),
        ("{scenario: x, given: {hand: []}, score: {P0: 0}}", "5:33: a position of snatch has no 'hand' (did you mean 'hands'?)"),
        ("{scenario: x, options: {mildd: 1}, score: {P0: 0}}", "5:36: Snatch has no option 'mildd'"),
        ("{scenario: x, players: 7, score: {P0: 0}}", "for 2 to 3 players, not 7"),
        ("{scenario: x, game: chess, score: {P0: 0}}", "5:25: no rules for 'chess'"),
        ("{scenario: x, sees: {P9: {turn: P0}}}", "5:30: nobody called 'P9' is at the table"),
        ("{scenario: x, seed: 1, score: {P0: 0}}", "5:25: a position is given or dealt from a seed, not both"),
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
    assert message in "\n".join(map(str, run(tmp_path, f"  - {scenario}\n")[0].problems))


def test_all_that_is_wrong_in_a_file_is_told_at_once(tmp_path: Path) -> None:
    scenarios = """\
  - {scenario: x, moves: P0 passes, score: {P0: 1.5}}
  - {players: two, expct: {}}
  - {scenario: y, legal: {exactly: 3}, illegal: [{P0 passes: 7}], also: [{also: []}]}
"""
    assert found(run(tmp_path, scenarios)) == [
        "5:26: moves is 'P0 passes', expected a list such as [a, b]",
        "5:49: P0 is 1.5, expected a whole number",
        "6:5: 'scenario' is missing",
        "6:5: this scenario proves nothing",
        "6:15: players is 'two', expected a whole number",
        "6:20: unknown key 'expct'",
        "7:36: exactly is 3, expected a list such as [a, b]",
        "7:62: P0 passes is 7, expected text",
        "7:74: this variation proves nothing",
        "7:75: unknown key 'also'",
    ]


@pytest.mark.parametrize(
    ("word", "near"), [("n1", "N1"), ("1N", "N1"), ("N9", "N9.1"), ("n9.2", "N9.2"), ("N33", "N3")]
)
def test_an_unknown_card_is_told_with_the_one_that_may_be_meant(tmp_path: Path, word: str, near: str) -> None:
    (message,) = found(
        run(tmp_path, f"  - {{scenario: x, given: {{hands: {{P0: [{word}]}}}}, score: {{P0: 0}}}}\n")
    )
    assert f"did you mean '{near}'?" in message


def test_all_that_is_wrong_in_a_position_is_told_at_once(tmp_path: Path) -> None:
    given = "{hands: {P0: [N1, N1, Q1], P9: []}, turn: P0, shown: [N2]}"
    assert found(run(tmp_path, f"  - {{scenario: x, given: {given}, score: {{P0: 0}}}}\n")) == [
        "5:44: N1 lies somewhere else already",
        "5:48: no piece 'Q1' (known: N1, N2, N3, N4, N5, N6, N7, N8, N9.1, N9.2, N9.3)",
        "5:57: nobody called 'P9' is at the table (known: P0, P1)",
        "5:79: shown is a list, expected entries such as P0: …",
    ]


BAD_FILL = Misplaced("a hand of three cards is unlucky", "hands", "P0")


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (BAD_FILL, BAD_FILL.message),
        (ZeroDivisionError("oh"), "Unlucky.position raises ZeroDivisionError: oh"),
    ],
)
def test_what_a_game_raises_over_a_position_does_not_hide_what_is_wrong_with_the_rest(
    tmp_path: Path, raised: Exception, said: str
) -> None:
    class Unlucky(Snatch):
        def position(self, given: Mapping[str, Any]) -> Any:
            s = self.empty()
            with reading(self, given, self.words()) as entry:
                s.phase = entry.phase("phase", self.phases[0].name)
                if entry.pieces("hands", "P0"):
                    raise raised
                entry.fill(s)
            return s

    file = tmp_path / "cases.yaml"
    file.write_text(
        HEAD + "  - {scenario: A, rules: [A], given: {shown: {P0: [N3, N99]}}, expect: {turn: P0}}\n"
    )
    results = run_scenarios(file, lambda slug, players, options: Unlucky(snatch().kit, players, options))
    told = [p.message for result in results for p in result.problems]
    assert len(told) == 2
    assert any(message.endswith(said) for message in told)
    assert any(message.startswith("no piece 'N99'") for message in told)


def test_what_a_game_raises_over_a_claim_is_told_once_and_the_other_claims_are_looked_at(
    tmp_path: Path,
) -> None:
    class Speechless(Snatch):
        def facts(self, s: Any) -> dict[str, Any]:
            raise KeyError("words")

    file = tmp_path / "cases.yaml"
    file.write_text(
        HEAD
        + """\
  - scenario: A
    rules: [SN-002]
    moves: []
    expect: {turn: P0}
    sees: {P1: {turn: P0}}
    score: {P0: 9}
    applies: [SN-009]
    illegal: [P0 shows N2]
"""
    )
    (result,) = run_scenarios(file, lambda slug, players, options: Speechless(snatch().kit, players, options))
    assert {p.message.split(" (")[0] for p in result.problems} == {
        f"{Speechless.facts.__qualname__} raises KeyError: 'words'",
        "the score of P0 is 0, expected 9",
        "SN-009 was not used",
        "this move is allowed, and must not be",
    }
    assert len(result.problems) == 4


def test_a_file_may_be_a_single_scenario(tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(
        "scenario: x\ngame: snatch\nplayers: 2\nseed: 1\nexpect: {hands.P0: {count: 3}}\n", "utf-8"
    )
    assert found(run_scenarios(file, make)) == []
    with pytest.raises(CardgenError, match="cannot be read"):
        run_scenarios(tmp_path / "none.yaml", make)


def test_one_wrong_entry_does_not_lose_the_others(tmp_path: Path) -> None:
    results = run(tmp_path, "  - {scenario: x, expct: {}}\n  - {scenario: y, score: {P0: 0}}\n  - 5\n")
    assert [(r.name, len(r.problems)) for r in results] == [("x", 2), ("y", 0), ("", 1)]


def test_what_all_have_in_common_and_is_wrong_is_told_with_all_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text("game: snatch\nplayers: two\nscenarios: [{scenario: x, expct: {}}]\n", "utf-8")
    with pytest.raises(CardgenError) as wrong:
        run_scenarios(file, make)
    assert [p.message for p in wrong.value.problems] == [
        "players is 'two', expected a whole number",
        "this scenario proves nothing",
        "unknown key 'expct'",
    ]


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("expect: {}", "expect is a block, expected at least one entry"),
        ("legal: []", "legal is a list, expected at least one entry"),
        ("legal:", "legal is empty, expected a list"),
        ("applies: []", "applies is a list, expected at least one entry"),
        ("score: {}", "score is a block, expected at least one entry"),
        ("also:", "also is empty, expected a list"),
        ("also: [{moves: [P0 shows N1]}]", "this variation proves nothing"),
        ("then: [{moves: [P0 shows N1]}]", "this checkpoint proves nothing"),
        ("sees: {P1: {}}", "P1 is a block, expected at least one entry"),
        ("expect: {hands: {}}", 'hands is {P0: [N1, N2], P1: [N5]}, expected {}'),
        ("expect: {hands.P0: {lacks: N9}}", "hands.P0: there is no 'N9' in this game"),
        ("expect: {hands.P0: {lacks: []}}", "hands.P0: lacks takes a word or a list of words, not []"),
        ("expect: {hands.P0: {lacks: 3}}", "hands.P0: 3 cannot be among [N1, N2]"),
        ("expect: {hands.P0: {not: 3}}", "hands.P0: not 3 says nothing, this is [N1, N2]"),
        ("expect: {turn: {not: P7}}", "turn: there is no 'P7' in this game"),
        ("expect: {turn: {at_least: 1}}", "turn: at_least is for numbers, this is P0"),
        ("expect: {turn: {count: 2}}", "turn.P0"),
        ("expect: {hands.P0: {count: two}}", "hands.P0: count takes a whole number, not two"),
        ("expect: {hands.P0: {any_order: N1}}", "hands.P0: any_order takes a list, not N1"),
        ("expect: {hands: {P0: {coutn: 2}}}", "expected {coutn: 2}"),
        ("expect: {hands: {P0: [N2]}}", "hands.P0 is [N1, N2], expected [N2]"),
        ("expect: {hands: {P2: [N2]}}", "hands has no P2 (known: P0, P1)"),
        ("score: {P7: 1}", "nobody called 'P7' is at the table"),
    ],
)  # fmt: skip
def test_a_proof_that_proves_nothing_is_refused(tmp_path: Path, claim: str, message: str) -> None:
    problems = [p for r in run(tmp_path, f"  - scenario: x\n    {claim}\n") for p in r.problems]
    if message == "turn.P0":  # a text of one word is counted as one
        message = "turn is P0, expected count 2"
    assert message in "\n".join(map(str, problems)), problems


def test_a_position_that_no_game_can_come_to_needs_a_reason(tmp_path: Path) -> None:
    hands = "given: {hands: {P0: [N1, N2, N3, N4]}, tries: -1}, expect: {hands.P0: {count: 4}}"
    assert found(run(tmp_path, f"  - {{scenario: x, {hands}}}\n")) == [
        "5:39: hands.P0 holds 4, expected 3 or fewer",
        "5:65: tries is -1, expected a whole number from 0 to 12",
    ]
    assert not found(run(tmp_path, f"  - {{scenario: x, anyhow: to see what shows, {hands}}}\n"))


def test_a_variation_adds_to_the_position_entry_by_entry(tmp_path: Path) -> None:
    scenario = """\
  - scenario: x
    expect: {hands: {P0: [N1, N2], P1: [N5]}}
    also:
      - {given: {hands: {P1: [N6]}}, expect: {hands: {P0: [N1, N2], P1: [N6]}}}
      - {given: {hands: {P0: null}}, expect: {hands: {P0: [], P1: [N5]}}}
      - {given: {hands: {P1: [N1]}}, score: {P0: 0}}
"""
    assert found(run(tmp_path, scenario)) == ["10:31: N1 lies somewhere else already"]


def test_checkpoints_between_moves(tmp_path: Path) -> None:
    scenario = """\
  - scenario: x
    moves: [P0 shows N2]
    expect: {turn: P1}
    then:
      - {moves: [P1 shows N5], expect: {turn: P0}, score: {P1: 5}, applies: [SN-002]}
      - {moves: [P0 shows N1], expect: {turn: P1}}
"""
    assert found(run(tmp_path, scenario)) == ["10:47: turn is P0, expected P1"]


@pytest.mark.parametrize("card", ["N1", "N2"])
def test_a_blind_draw_can_name_its_card(tmp_path: Path, card: str) -> None:
    scenario = f"""\
  - scenario: x
    given: {{turn: P1}}
    moves: [P1 snatches from P0, P0 lets it go]
    expect: {{hands.P1: {{count: 2}}}}
    also:
      - {{moves: [P1 snatches from P0, {{P0 lets it go: {card}}}], expect: {{hands.P1: [N5, {card}]}}}}
      - {{moves: [P1 snatches from P0, {{P0 lets it go: N7}}], expect: {{turn: P0}}}}
"""
    assert found(run(tmp_path, scenario)) == ["11:55: 'P0 lets it go' cannot bring N7"]


def test_a_part_of_a_file_can_be_run(tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    text = "  - {scenario: Hands are seen, rules: [SN-001], score: {P0: 0}}\n  - {scenario: Luck, score: {P0: 0}}\n"
    file.write_text(HEAD + text, "utf-8")
    assert [r.name for r in run_scenarios(file, make, ["luck"])] == ["Luck"]
    assert [r.name for r in run_scenarios(file, make, ["SN-001"])] == ["Hands are seen"]
    assert [r.name for r in listed(file)] == ["Hands are seen", "Luck"]


def test_half_a_sentence_is_told_as_one_that_lacks_its_quotes(tmp_path: Path) -> None:
    results = run(tmp_path, "  - {scenario: x, moves: [P0 shows N1, and waits], score: {P0: 1}}\n")
    assert [p.hint for r in results for p in r.problems] == [
        'a sentence with a comma needs quotes: "P0 shows N1, and waits"'
    ]


def test_a_sentence_with_a_comma_is_read_without_it_too() -> None:
    (said,) = phrases(wait="shows {card}, and waits").values()
    assert [
        said.matches(text) for text in ("shows N1, and waits", "shows N1 and waits", "shows N1 waits")
    ] == [True, True, False]
