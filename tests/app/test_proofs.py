"""Which scenarios prove which rules is read from the files, without playing them."""

from __future__ import annotations

from pathlib import Path

from cardgen.app.play import proofs, scenario_files
from cardgen.source import load_kit, load_seeds

PROJECT = Path(__file__).parents[1] / "samples" / "harbour-project"


def test_the_sample_game_has_a_scenario_for_each_rule_and_ruling() -> None:
    seeds = load_seeds(PROJECT / "seeds" / "harbour.yaml")

    found = proofs("harbour", seeds, scenario_files(load_kit(PROJECT / "data" / "harbour")))

    assert found.scenarios is not None
    assert set(found.rules) == set(found.scenarios)
    assert "HB-004" not in found.rules, "table talk binds nobody"
    assert "HB-Q1" in found.rules
    assert found.says["HB-Q1"].count("?") == 1, "an answer alone, such as Yes., says nothing"


def test_variations_and_what_all_have_in_common_are_read(tmp_path: Path) -> None:
    file = tmp_path / "harbour.yaml"
    file.write_text(
        "game: harbour\nplayers: 2\nrules: [HB-001]\nexpect: {storms: 0}\nscenarios:\n"
        "  - {scenario: First, also: [{scenario: Second, rules: [HB-002], score: {P0: 0}}]}\n"
        "  - {scenario: Third, rules: [HB-002]}\n"
        "  - {scenario: Of another game, game: biergarten, rules: [HB-003]}\n",
        "utf-8",
    )
    broken = tmp_path / "broken.yaml"
    broken.write_text("scenarios: [{scenario: Fourth, game: harbour, rules: HB-003}, nonsense]", "utf-8")

    found = proofs("harbour", None, [file, broken, tmp_path / "nowhere.yaml"])

    assert found.rules == ()
    assert found.scenarios == {"HB-001": ("First",), "HB-002": ("Second", "Third")}


def test_without_scenario_files_nothing_is_said_about_scenarios() -> None:
    assert proofs("harbour", None, []).scenarios is None
