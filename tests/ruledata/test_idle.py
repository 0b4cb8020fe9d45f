"""Rules that do nothing are warned of where they stand; rules that do something never are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.games import game_class
from cardgen.ruledata.idle import idle
from cardgen.source import load_kit
from tests.ruledata.kits import CLASSICS, NAMES, changed, copied

SHIPPED = Path(__file__).parents[2] / "data" / "auction-hearts"


def warnings(folder: Path) -> list[tuple[str, str, str]]:
    """Return what is said of the rules of a kit: the line, the message, the hint."""
    kit = load_kit(folder)
    kind: Any = game_class(kit)
    found = idle(kit, kind)
    assert all(one.level == "warning" for one in found)
    assert all(one.where for one in found)
    lines = (folder / "rules.yaml").read_text("utf-8").splitlines()
    return [(lines[one.where.line - 1] if one.where else "", one.message, one.hint) for one in found]


@pytest.mark.parametrize(
    "folder", [*(CLASSICS / name for name in NAMES), SHIPPED], ids=lambda folder: folder.name
)
def test_rules_that_do_something_are_left_alone(folder: Path) -> None:
    assert warnings(folder) == []


def test_games_that_are_too_long_to_tell_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.ruledata.meeting.SECONDS", 0)
    ((_, says, _),) = warnings(SHIPPED)
    assert (
        says
        == "0 of 30 random games took 3 seconds, so steps and moves that no game meets are not looked for"
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "hint"),
    [
        ("values:\n", "values:\n  spare(card): card.rank * 2  # spare\n", "spare(card)", "nothing uses the value 'spare'", "use it, or delete it"),
        ("values:\n", "deeds:\n  spare: [add 1 to drawn]\nvalues:\n", "spare:", "nothing uses the deed 'spare'", "use it, or delete it"),
        ("      pass:\n", "      skip: {says: skips, needs: [drawn > 99: not yet]}\n      pass:\n", "skip:", "the move 'skips' was never possible in 30 games", "'drawn > 99' never held"),
        ("  name a suit:", "  lose a turn:\n    rule: CE-005\n    moves: {lose: {says: loses a turn}}\n  name a suit:", "lose a turn:", "no game of 30 came to the step 'lose a turn'", "look at its if:, and at go to"),
        ("- set drawn to numbers.max", '- tell CE-006: "{me} draws {last(my hand)}"\n          - set drawn to numbers.max', "tell CE-006", "which others may not see", "tell … to me: is for one player; or name no card"),
        ("turn:\n", "turn:\n  mark:\n    rule: CE-004\n    who: players\n    secret: yes\n    moves: {mark: {says: 'marks {n}', n: 1..3, do: [set drawn to n]}}\n    after: [set drawn to 0]\n", "mark:", "the step 'mark' is secret, and others see at once what was chosen in it", "choose into a zone with seen_by: owner, or a note with secret:"),
    ],
)  # fmt: skip
def test_each_rule_that_does_nothing_is_warned_of_at_its_line(
    old: str, new: str, line: str, message: str, hint: str, tmp_path: Path
) -> None:
    folder = copied("crazy-eights", tmp_path)
    changed(folder, old, new)
    found = warnings(folder)
    assert [(line in where, message in says, hint) for where, says, hint in found] == [(True, True, hint)], (
        found
    )
