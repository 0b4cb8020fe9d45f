"""A box that is too small is told by name and number: kits whose YAML has fewer pieces than a game wants."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from cardgen.results.table import PartUse
from cardgen.simulation import Report, simulate
from cardgen.source import load_kit
from tests.games.kits import ROOT


@pytest.fixture
def played(tmp_path: Path) -> Any:
    """Play a kit with a text of one of its files replaced by another one, or the whole file by a text."""

    def play(slug: str, file: str, old: str | None, new: str, players: int, **how: Any) -> Report:
        kit = tmp_path / "data" / slug
        shutil.copytree(ROOT / "data" / slug, kit)
        text = (kit / file).read_text(encoding="utf-8")
        assert old is None or old in text
        (kit / file).write_text(new if old is None else text.replace(old, new), encoding="utf-8")
        return simulate(load_kit(kit), players, bots=("random",), jobs=1, **how)

    return play


def short(report: Report) -> list[PartUse]:
    return [part for part in report.box if part.short]


def test_auction_hearts_with_too_few_chips(played: Any) -> None:
    report = played("auction-hearts", "game.yaml", "value: 1, count: 120", "value: 1, count: 70", 4, games=2)
    (chips,) = short(report)
    assert (chips.part, chips.wanted, chips.held) == ("chip-1", 80, 70)
    assert "Chip of 1             80 of 70  not enough" in str(report)


def test_biergarten_with_too_few_mugs(played: Any) -> None:
    rose = '- {id: rose, name: Rose mug, ground: "#dc6f94", dark: "#ad4469", paint: "#ad4469", emblem: hat}\n'
    report = played("biergarten", "tokens.yaml", rose, "", 5, games=1)
    (mugs,) = short(report)
    assert (mugs.part, mugs.most, mugs.missing, mugs.wanted, mugs.held) == ("mugs", 4, 1, 5, 4)
    assert "Player mugs            5 of 4  not enough" in str(report)


def test_biergarten_with_too_few_homes(played: Any) -> None:
    homes = (ROOT / "data" / "biergarten" / "homes.yaml").read_text(encoding="utf-8")
    five = homes[: homes.index("- id: H6")]
    report = played("biergarten", "homes.yaml", None, five, 5, games=1)
    (home,) = short(report)
    assert (home.part, home.missing, home.wanted, home.held) == ("home", 1, 6, 5)


def test_biergarten_without_a_home_for_everybody_is_refused(played: Any) -> None:
    homes = (ROOT / "data" / "biergarten" / "homes.yaml").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="5 players need 5 home tiles, the box has 4"):
        played("biergarten", "homes.yaml", None, homes[: homes.index("- id: H5")], 5, games=1)


def test_bartender_with_too_few_coins(played: Any) -> None:
    ten = "{{ 'B' if suit == 'diamonds' and rank not in ['K', 'Q', 'J', '10'] else deck }}"  # the one coin of deck A
    report = played("bartender-aarwares", "cards.yaml", 'deck: "{{ deck }}"', f'deck: "{ten}"', 2, games=4)
    (coins,) = short(report)
    assert (coins.part, coins.title, coins.missing, coins.wanted, coins.held) == (
        "coin_deck",
        "Coin deck",
        5,
        6,
        1,
    )


def test_bartender_2012_with_too_few_cards(played: Any) -> None:
    report = played("bartender-2012", "numbers.yaml", "bic_draws: 2", "bic_draws: 60", 6, games=1)
    (cards,) = short(report)
    assert (cards.part, cards.title, cards.missing, cards.held) == ("cards", "Cards", 50, 99)


def test_bartender_2012_with_too_few_tokens(played: Any) -> None:
    report = played(
        "bartender-2012", "game.yaml", "night: BAD, count: 12", "night: BAD, count: 2", 4, games=4
    )
    (nights,) = short(report)
    assert (nights.part, nights.title, nights.missing, nights.held) == ("bad-night", "BAD NIGHT", 3, 2)


def test_cheers_with_too_few_goal_tokens(played: Any) -> None:
    report = played(
        "cheers", "game.yaml", 'drink: "{{ drink }}", count: 12', 'drink: "{{ drink }}", count: 9', 6, games=1
    )
    (goals,) = [part for part in short(report) if part.part == "goals"]  # these six also use up all cards
    assert (goals.part, goals.missing, goals.wanted, goals.held) == ("goals", 15, 60, 45)


def test_cheers_with_too_few_team_tokens(played: Any) -> None:
    report = played(
        "cheers",
        "game.yaml",
        'team: "{{ team }}", count: 4',
        'team: "{{ team }}", count: 3',
        6,
        games=1,
        options={"mode": "masquerade"},
    )
    (teams,) = short(report)
    assert (teams.part, teams.missing, teams.held) == ("teams", 2, 9)
