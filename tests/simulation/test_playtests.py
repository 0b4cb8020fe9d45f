"""benchmarks/playtests.md says nothing that its command does not make, and no number without its interval."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.playtests import OTHERS, TESTS, page
from cardgen.app.play import kit_named, read_players

ROOT = Path(__file__).parents[2]
SAID = (ROOT / "benchmarks" / "playtests.md").read_text("utf-8").partition(OTHERS)[0]
# a share with its interval, a fair share in a cell of its own, and the level of the intervals
_WITH_INTERVAL = re.compile(r"-?\d+\.\d % \(-?\d+\.\d to \d+\.\d\)")


def without_intervals(text: str) -> list[str]:
    """The percentages that stand alone."""
    left = _WITH_INTERVAL.sub("", text)
    left = re.sub(r"\| \d+\.\d % \|", "|", left).replace("fair would be", "").replace("95 % interval", "")
    left = re.sub(r"what a [\d.]+% interval|, % \||\d+\.\d %$|\d+\.\d %\n\(`", "", left, flags=re.MULTILINE)
    return re.findall(r".*\d ?%.*", left)


def test_every_share_has_its_interval() -> None:
    assert without_intervals(SAID) == []
    assert without_intervals("who begins wins 60.0 % of games") != []


def test_every_kit_has_its_part_and_its_command() -> None:
    commands = re.findall(r"cardgen simulate (\S+) --players (\S+) --games (\d+) --seed 7( .*)?", SAID)
    assert {name for name, *_ in commands} == {test.kit for test in TESTS}
    assert {test.kit for test in TESTS} == {path.parent.name for path in ROOT.glob("data/*/game.yaml")}
    for name, players, _, _ in commands:
        read_players(kit_named(name, ROOT / "data"), players)


@pytest.mark.thorough
def test_the_page_is_made_of_the_games() -> None:
    made = "\n".join(page(8, ["cheers"]))

    part = SAID[SAID.index("## CHEERS") : SAID.index("## Bartender (Aarwares)")]
    heads = [line for line in part.splitlines() if line.startswith(("| players", "| house rule"))]
    assert [line for line in made.splitlines() if line.startswith(("| players", "| house rule"))] == heads
    assert "## Biergarten" not in made
    assert without_intervals(made) == []
