"""playingcards.io: the room, unpacked by others' programs, holds what is in the box."""

from __future__ import annotations

import importlib
import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Cardgen
from tests.targets.online import KIT, counted, imported, kit, room, saved

FIVE = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")


def of_type(widgets: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [widget for widget in widgets if widget["type"] == kind]


def check_against(folder: Path, file: str) -> list[dict[str, Any]]:
    """Counts, names and backs are those of kit.json; every picture is whole; nothing lies on anything else."""
    cards, components = counted(folder)
    widgets, pictures = room(folder / "pcio" / file)
    decks = {deck["id"]: deck for deck in of_type(widgets, "cardDeck")}
    piles = {pile["id"]: pile for pile in of_type(widgets, "cardPile")}
    flat = {cid for cid, c in components.items() if c["kind"] in ("boards", "mats") and c["pieces"] == 1}
    assert len(of_type(widgets, "board")) == len(flat)
    expected = {card: n for cid, c in components.items() if cid not in flat for card, n in c["cards"].items()}
    assert Counter(card["cardType"] for card in of_type(widgets, "card")) == Counter(expected)
    assert set(cards) == {*expected, *(card for cid in flat for card in components[cid]["cards"])}
    for card in of_type(widgets, "card"):
        deck = decks[card["deck"]]
        assert card["cardType"] in deck["cardTypes"]
        assert card["parent"] == deck["parent"]
        assert card["parent"] in piles
    for deck in decks.values():
        component = next(c for c in components.values() if c["title"] == deck["label"])
        width, height = component["size_mm"]
        assert deck["cardWidth"] / deck["cardHeight"] == pytest.approx(width / height, rel=0.02)
        for says in deck["cardTypes"].values():
            picture = pictures[says["image"]]
            assert picture.width / picture.height == pytest.approx(width / height, rel=0.03)
            cut = component["shape"] == "round"
            assert picture.mode == "RGBA" if cut else True
            assert not cut or picture.getpixel((0, 0))[3] == 0
    tables = [*piles.values(), *of_type(widgets, "board"), *of_type(widgets, "counter")]
    for one, other in combinations(tables, 2):
        assert not _overlap(one, other), (one, other)
    assert all(one["y"] + one["height"] <= 820 for one in tables)
    return widgets


def _overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_decks_piles_and_boards_hold_what_is_in_the_box(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path)
    cardgen.works("build", "kit", "--for", "pcio", "--out", "out")
    widgets = check_against(tmp_path / "out" / "kit", "kit.pcio")
    assert [pile["label"] for pile in of_type(widgets, "cardPile")] == [
        "Plain cards",
        "Two-faced cards",
        "Land",
        "Coins",
    ]
    plain, two_faced = of_type(widgets, "cardDeck")[:2]
    ace = dict(plain["cardTypes"]["A1"])
    assert ace.pop("image").startswith("package://userassets/A1-")
    assert ace == {"text": "Gain coin 2.", "secret": "code", "value": "1", "good": "true", "label": "Ace"}
    assert plain["backTemplate"]["objects"][0]["valueType"] == "static"
    assert two_faced["backTemplate"]["objects"][0] == {
        **two_faced["faceTemplate"]["objects"][0],
        "value": "back",
    }
    assert {card["faceup"] for card in of_type(widgets, "card") if card["deck"] == plain["id"]} == {False}
    # front and back of each are one picture
    assert all(says["back"] == says["image"] for says in two_faced["cardTypes"].values())
    assert len({says["back"] for says in two_faced["cardTypes"].values()}) == 2


@pytest.mark.thorough
def test_chips_that_the_rules_count_have_counters_and_lie_in_stacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cardgen: Cardgen
) -> None:
    project = Path(__file__).parents[1] / "samples" / "night-market-project"
    market = Path(shutil.copytree(project / "data" / "night-market", tmp_path / "data" / "night-market"))
    monkeypatch.syspath_prepend(str(project))
    monkeypatch.setattr("cardgen.engine.telling.DECLARED", [])
    rules = importlib.import_module("night_market_rules")
    monkeypatch.setattr("cardgen.games.game_class", lambda slug: rules.NightMarket)
    cardgen.works("build", str(market), "--for", "pcio", "--out", "out")
    widgets = check_against(tmp_path / "out" / "night-market", "night-market.pcio")
    counters = {widget["label"]: widget["counterValue"] for widget in of_type(widgets, "counter")}
    assert list(counters) == ["Bank", "Coins P0", "Coins P1", "Coins P2", "Coins P3"]
    assert sum(counters.values()) == 60
    assert counters["Coins P0"] > 0

    cardgen.works("build", str(market), "--for", "tts", "--out", "out")
    objects = saved(tmp_path / "out" / "night-market" / "tts" / "night-market-4-players.json")["ObjectStates"]
    stacks = sorted(one.get("Number", 1) for one in objects if one["Nickname"] == "Coin")
    assert stacks == sorted(counters.values())


def test_what_is_too_much_for_a_room_is_left_out_and_told(cardgen: Cardgen, tmp_path: Path) -> None:
    small = "title: A small room\npcio: {widgets: 22}\n"
    kit(tmp_path, KIT, **{"targets/pcio.yaml": small})
    said = cardgen.works("build", "kit", "--for", "pcio", "--out", "out")
    assert (
        "left out for A small room: Coins: with its 7 pieces there would be 28 things in the room" in said.err
    )
    widgets, _ = room(tmp_path / "out" / "kit" / "pcio" / "kit.pcio")
    assert len(widgets) <= 22
    assert "Plain cards" in {pile["label"] for pile in of_type(widgets, "cardPile")}


def test_the_same_bytes_twice(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path)
    for out in ("one", "two"):
        cardgen.works("build", "kit", "--for", "pcio", "--out", out)
    one, two = ((tmp_path / out / "kit" / "pcio" / "kit.pcio").read_bytes() for out in ("one", "two"))
    assert one == two


@pytest.mark.thorough
@pytest.mark.parametrize("name", FIVE)
def test_our_own_kits(name: str, tmp_path: Path) -> None:
    from cardgen.app.build import build_kit
    from cardgen.app.settings import BuildSettings

    build_kit(Path("data") / name, BuildSettings(out=tmp_path, target="pcio"), lambda *_: None)
    widgets = check_against(tmp_path / name, f"{name}.pcio")
    assert imported(tmp_path / name / "pcio" / f"{name}.pcio")
    counters = {widget["label"]: widget["counterValue"] for widget in of_type(widgets, "counter")}
    if name == "auction-hearts":  # its chips are counted by the rules
        assert {"Pot", *(f"Chips P{seat}" for seat in range(4))} <= set(counters)
        assert len({counters[f"Chips P{seat}"] for seat in range(4)}) == 1
