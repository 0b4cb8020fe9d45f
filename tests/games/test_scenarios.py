"""The scenarios hold, and together they prove every rule and every value of every option."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.engine import Game, ScenarioResult, run_scenarios
from cardgen.games import SHIPPED, make_game
from tests.games.kits import kit_of

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "tests" / "scenarios"


TABLES: dict[tuple[Any, ...], Game[Any]] = {}


def make(slug: str, players: int, options: Mapping[str, Any]) -> Game[Any]:
    key = (slug, players, str(sorted(options.items())))
    if key not in TABLES:  # a game is the rules alone; what is played is in the state
        TABLES[key] = make_game(kit_of(slug), players, options)
    return TABLES[key]


@lru_cache
def results(slug: str) -> list[ScenarioResult]:
    return [result for file in sorted(FOLDER.glob(f"{slug}*.yaml")) for result in run_scenarios(file, make)]


# One test for a game, not for each of a thousand scenarios: nothing is played only to know their names.
@pytest.mark.parametrize("slug", list(SHIPPED))
def test_the_scenarios_hold(slug: str) -> None:
    problems = [f"{r.name}: {problem}" for r in results(slug) for problem in r.problems]
    assert not problems, "\n".join(problems)
    assert results(slug)


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_every_rule_has_a_scenario(slug: str) -> None:
    seeds = yaml.safe_load((ROOT / "seeds" / f"{slug}.yaml").read_text("utf-8"))
    proven = {rule for result in results(slug) for rule in result.rules}
    rules = {rule["id"] for rule in seeds["rules"] if rule["kind"] == "rule"}
    assert sorted(rules - proven) == []
    known = {entry["id"] for entry in (*seeds["rules"], *seeds["rulings"])}
    assert sorted(proven - known) == [], "a scenario names rules that do not exist"


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_every_value_of_every_option_has_a_scenario_of_its_ruling(slug: str) -> None:
    missing = []
    for option in kit_of(slug).options.values():
        proven = [r for r in results(slug) if option.ruling in r.rules and option.name in r.options]
        missing += [
            f"{option.name}={value}"
            for value in option.choices
            if not any(r.options[option.name] == value for r in proven)
        ]
    assert missing == []


def test_the_examples_of_the_documentation_hold(tmp_path: Path) -> None:
    blocks: list[list[str]] = [[]]
    for line in (ROOT / "docs" / "scenarios.md").read_text("utf-8").splitlines():
        if line.startswith("    ") or not line:
            blocks[-1].append(line[4:])
        elif blocks[-1]:
            blocks.append([])
    examples = [b for b in blocks if any(row.lstrip("- ").startswith("scenario:") for row in b)]
    assert len(examples) == 5
    for number, rows in enumerate(examples):
        file = tmp_path / f"{number}.yaml"
        text = "\n".join(row for row in rows if "…" not in row)
        if text.lstrip().startswith("- "):
            indented = "\n".join(f"  {row}" for row in text.splitlines())
            text = f"game: biergarten\nplayers: 2\nscenarios:\n{indented}\n"
        file.write_text(text, "utf-8")
        for result in run_scenarios(file, make):
            assert not result.problems, "\n".join(map(str, result.problems))


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_what_a_position_can_say_can_be_expected(slug: str) -> None:
    kit = kit_of(slug)
    for players in kit.players.counts:
        game = make(slug, players, {})
        facts = game.facts(game.deal(1))
        known = {
            "known",
            *facts,
            *(f"{word} {name}" for word, said in facts.items() if isinstance(said, dict) for name in said),
        }
        assert [word for word in game.words() if word not in known | {*getattr(facts, "families", ())}] == []
