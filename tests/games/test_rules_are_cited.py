"""Every numbered rule is cited where the game applies it, or is marked as table talk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from cardgen.games import SHIPPED, game_class
from tests.games.kits import kit_of

ROOT = Path(__file__).parent.parent.parent


def cited(text: str, prefix: str) -> set[str]:
    """Rules named in a text; `BG-011 to BG-015` names five."""
    found = set(re.findall(rf"{prefix}-Q?\d+", text))
    for first, last in re.findall(rf"{prefix}-(\d+) to {prefix}-(\d+)", text):
        found |= {f"{prefix}-{n:03}" for n in range(int(first), int(last) + 1)}
    return found


def test_a_range_names_every_rule_in_it() -> None:
    assert cited("# BG-008 to BG-010 and BG-Q2", "BG") == {"BG-008", "BG-009", "BG-010", "BG-Q2"}


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_every_rule_and_ruling_is_cited_in_the_game(slug: str) -> None:
    seeds = yaml.safe_load((ROOT / "seeds" / f"{slug}.yaml").read_text("utf-8"))
    stem = slug.replace("-", "_")
    files = sorted((ROOT / "cardgen" / "games" / stem).rglob("*.py"))
    files += (ROOT / "data" / slug).glob("rules.yaml")
    names = cited("\n".join(path.read_text("utf-8") for path in files), game_class(kit_of(slug)).prefix)
    rules = {rule["id"] for rule in seeds["rules"] if rule["kind"] == "rule"}
    options = {ruling["id"] for ruling in seeds["rulings"]}
    assert sorted(rules - names) == []
    assert sorted(options - names) == []
    known = {rule["id"] for rule in seeds["rules"]} | options
    assert sorted(names - known) == [], "the game cites rules that do not exist"
