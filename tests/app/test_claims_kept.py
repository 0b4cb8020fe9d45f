"""What a claim says is looked at again when the game changes, and not when only its pictures or its translations do."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from cardgen.app import play
from cardgen.engine import hunting

PIG = Path(__file__).parent.parent / "samples" / "classics" / "data" / "pig"
CLAIM = """\
game: pig
scenario: the pot is never less than nothing
players: 2
for_all: {}
that: ["pot >= 0"]
"""


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = copytree(PIG, tmp_path / "data" / "pig")
    (folder / "scenarios" / "claims.yaml").write_text(CLAIM)
    return folder


@pytest.fixture
def hunts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games of every search for counter-examples."""
    found: list[int] = []
    games = hunting._Search.games

    def counted(self: hunting._Search, many: int) -> None:
        found.append(many)
        games(self, many)

    monkeypatch.setattr(hunting._Search, "games", counted)
    return found


def checked(kit: Path, *, keeping: bool = True) -> list[str]:
    claims = kit / "scenarios" / "claims.yaml"
    results, problems = play.run_scenarios_of([claims], kit.parent, keeping=keeping)
    assert len(results) == 1
    return [problem.message for problem in problems]


def test_claims_that_held_are_looked_at_again_only_when_the_game_changes(kit: Path, hunts: list[int]) -> None:
    assert checked(kit) == checked(kit) == []
    assert hunts == [hunting.HUNT]
    face = kit / "faces" / next(one.name for one in (kit / "faces").iterdir())
    face.write_text(face.read_text() + "<!-- another picture -->")
    assert checked(kit) == []
    assert len(hunts) == 1
    for name in ("numbers.yaml", "rules.yaml", "scenarios/claims.yaml"):
        before = len(hunts)
        (kit / name).write_text((kit / name).read_text() + "# otherwise\n")
        assert checked(kit) == []
        assert len(hunts) == before + 1, name


def test_a_claim_that_is_denied_is_told_every_time(kit: Path, hunts: list[int]) -> None:
    claims = kit / "scenarios" / "claims.yaml"
    claims.write_text(CLAIM.replace(">= 0", "== 0"))
    for _ in range(2):
        (message,) = checked(kit)
        assert message.startswith("there is a counter-example")
    assert len(hunts) == 2


def test_who_asks_for_a_search_gets_one(kit: Path, hunts: list[int]) -> None:
    checked(kit)
    checked(kit, keeping=False)  # cardgen scenario
    assert len(hunts) == 2
