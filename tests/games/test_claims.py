"""Claims: every "always" and "never" on paper is looked at in many games, and what is false is found."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from cardgen.app.play import scenario_files, unclaimed
from cardgen.base.errors import CardgenError
from cardgen.engine import Game, ScenarioResult, run_scenarios
from cardgen.games import SHIPPED, make_game
from cardgen.source import load_kit
from tests.games.kits import kit_of

DATA = Path(__file__).parent.parent.parent / "data"
HUNT = 8
"""Games in which each of these has to be found: as many as `cardgen check` plays."""

PLANTED = {
    "auction-hearts: a round always brings thirteen chips": """
        for_all: {}
        when: ["pain", "phase == 'play a card'"]
        that:
          - >-
            [hand.values() | sum(start=[]) | list, won.values() | sum(start=[]) | list, trick]
            | sum(start=[]) | map('last') | select('eq', pain[0] | upper) | list | length == 13
        """,
    "auction-hearts: an ace takes every trick that it leads": """
        players: 4
        for_all: "{who} plays {card}"
        when: ["'A' in (trick | map('first'))", "hand['{who}'] | length > 1", "'{card}'[0] != 'A'"]
        that: ["(taker if trick else turn) != '{who}'"]
        """,
    "bartender-2012: any PATRON of his own would have helped": """
        for_all: "{who} plays {card}"
        when: ["'{card}'[0] == 'P'"]
        that: ["total > before.total"]
        """,
    "bartender-2012: the Stag Party is worth at most 4": """
        for_all: {card: patrons}
        swap: [patrons, deck]
        when: ["'{card}'[:3] == 'P06'"]
        that: ["worth[patrons.index('{card}')] <= 4"]
        """,
    "bartender-2012: the Stag Party is worth at most 3": """
        for_all: {card: patrons}
        swap: [patrons, deck]
        when: ["'{card}'[:3] == 'P06'"]
        that: ["worth[patrons.index('{card}')] <= 3"]
        """,
    "bartender-aarwares: a bar has a pair for every customer": """
        for_all: {who: players}
        that: ["pairs['{who}'] == bars['{who}'] | map('first') | select('eq', 'H') | list | length"]
        """,
    "biergarten: barrels never fall": """
        for_all: {move: "{who} {does}", each: players}
        that: ["scores['{each}'] >= before.scores['{each}']"]
        """,
    "cheers: a card can be moved to any bar, even the own": """
        for_all: {who: "[turn]", card: "bars[turn]", bar: bars}
        when: ["phase == 'take a turn'"]
        legal: ["{who} moves {card} to {bar}'s bar"]
        """,
    "cheers: there is always a bar with seven cards": """
        for_all: {team: "['A', 'B']"}
        players: 4
        exists: {bar: bars}
        that: ["teams['{bar}'] == '{team}' and bars['{bar}'] | length == 7"]
        """,
    "cheers: a bar never holds more than six cards": """
        for_all: {bar: bars}
        that: ["bars['{bar}'] | length <= 6"]
        """,
}
SOONER = {"bartender-2012: the Stag Party is worth at most 3": 4}
"""What swapped cards find in half as many games."""


def hunted(file: Path, games: int) -> list[ScenarioResult]:
    def make(slug: str, players: int, options: Any) -> Game[Any]:
        return make_game(kit_of(slug), players, options)

    return run_scenarios(file, make, games=games)


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_claim_that_is_false_is_found_and_replayed(planted: str, tmp_path: Path) -> None:
    game, _, says = planted.partition(": ")
    lines = [line.removeprefix("        ") for line in PLANTED[planted].splitlines()]
    file = tmp_path / "planted.yaml"
    file.write_text(f"game: {game}\nscenario: {says}\n" + "\n".join(lines))
    (result,) = hunted(file, SOONER.get(planted, HUNT))
    (problem,) = result.problems
    assert problem.message.startswith("there is a counter-example: "), problem
    replayed = tmp_path / "replayed.yaml"
    replayed.write_text(result.counter_example)
    (again,) = hunted(replayed, 1)
    assert [p.message for p in again.problems] == [
        problem.message.removeprefix("there is a counter-example: ")
    ]


@pytest.mark.parametrize("slug", SHIPPED)
@pytest.mark.parametrize(
    "games", [pytest.param(1, id="few"), pytest.param(60, id="many", marks=pytest.mark.thorough)]
)
def test_what_the_games_claim_holds(slug: str, games: int) -> None:
    results = hunted(DATA / slug / "scenarios" / "claims.yaml", games)
    assert [str(problem) for result in results for problem in result.problems] == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_sentence_that_claims_something_has_a_claim_or_a_reason_to_need_none(slug: str) -> None:
    kit = kit_of(slug)
    assert [str(problem) for problem in unclaimed(kit, scenario_files(kit))] == []


def test_a_new_always_is_reported_and_a_claim_of_what_is_not_printed(tmp_path: Path) -> None:
    folder = copytree(DATA / "cheers", tmp_path / "data" / "cheers")
    sheet = folder / "rules.md.j2"
    text = sheet.read_text().replace("This never causes CHEERS.", "Nothing happens. Lemons always win.")
    sheet.write_text(text)
    claims = folder / "scenarios" / "claims.yaml"
    claims.write_text(
        claims.read_text().replace('after any action": CH-Q1', 'after any action": A team wins alone')
    )
    kit = load_kit(folder)
    found = [problem.message for problem in unclaimed(kit, scenario_files(kit))]
    assert found == [
        "no scenario and no rule is called 'A team wins alone'",
        "it says 'always', and no claim looks for a counter-example: Lemons always win",
        "no printed sentence says 'this never causes cheers'",
    ]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("for_all: {}\ngiven: {turn: P0}\nexpect: {turn: P0}", "'given' does not belong here"),
        ("players: 3\nwhen: [turn]\nexpect: {turn: P0}", "'when' does not belong here"),
        ("for_all: {who: plyers}\nexpect: {turn: P0}", "nothing is called 'plyers'"),
        ("for_all: {}\nwhen: [hour > 30]\nexpect: {turn: P0}", "nothing was met that it is about"),
        ("for_all: {}\nthat: [gaol]", "cannot be worked out: nothing is called 'gaol'"),
    ],
)
def test_a_claim_that_is_written_wrongly_is_told(lines: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "claim.yaml"
    inside = lines.replace("\n", "\n    ")
    file.write_text(f"game: bartender-2012\nscenarios:\n  - scenario: Something\n    {inside}\n")
    problems = [problem.message for result in hunted(file, 2) for problem in result.problems]
    assert any(says in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("that", "wrong"),
    [
        ("that: [\"bars['{bar}'] == ['Rg.1']\", '1 == 1']", ""),
        ("that: [\"bars['{bar}'] | length == 2\"]", "true of none of 4: bars['{bar}'] | length == 2"),
        ("expect: {turn: P0}", "'exists' fills in blanks of that:, which is missing"),
    ],
)
def test_there_must_be_one(that: str, wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(
        "scenario: One bar\ngame: cheers\nplayers: 4\ngiven: {bars: {P1: [Rg.1]}}\nexists: {bar: bars}\n"
        + that
    )
    try:
        messages = [problem.message for result in hunted(file, 1) for problem in result.problems]
    except CardgenError as error:
        messages = [problem.message for problem in error.problems]
    assert messages == ([wrong] if wrong else [])
