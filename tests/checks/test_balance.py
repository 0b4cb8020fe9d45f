"""What cards say before anybody plays: every figure is worked out here once more, in another way or by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import NOWHERE
from cardgen.base.units import Size
from cardgen.checks.balance import Balance, balances
from cardgen.model import Card, Component, Kit
from cardgen.source import load_kit
from tests.conftest import Cardgen
from tests.studio.small import small_kit

COSTS = {"A": (1, 1), "B": (2, 2), "C": (3, 3), "D": (4, 4), "E": (5, 5), "F": (3, 9)}
FIELDS = """\
    balance: {cost: price, worth: points}
    fields:
      price: {type: int}
      points: {type: int}
      kind: {one_of: [plain, odd]}
      text: {type: text, default: ""}
"""
TEXTS = {
    "A": "Draw {coin} and play it again.",
    "B": "Draw {coin} and play it twice.",
    "F": "Everybody discards.",
}


def kit_with_costs(folder: Path) -> Path:
    """A small kit whose cards cost what they are worth, but F."""
    kit = small_kit(folder)
    head = (kit / "game.yaml").read_text()
    fields = head[head.index("    fields:") : head.index("    cards:")]
    (kit / "game.yaml").write_text(head.replace(fields, FIELDS))
    cards = [
        f"- {{id: {id}, name: Card {id}, count: {2 if id == 'A' else 1}, price: {price}, points: {points}, "
        f"kind: {'odd' if id == 'F' else 'plain'}, text: '{TEXTS.get(id, '')}'}}\n"
        for id, (price, points) in COSTS.items()
    ]
    (kit / "cards.yaml").write_text("".join(cards))
    face = kit / "faces" / "card.svg"
    face.write_text(face.read_text().replace("{{ card.colour }}", "#444").replace("card.text", "card.kind"))
    return kit


@pytest.fixture
def found(tmp_path: Path) -> Balance:
    (one,) = balances(load_kit(kit_with_costs(tmp_path)))
    return one


def test_a_card_that_gives_too_much_is_the_outlier(found: Balance) -> None:
    assert found.curve
    assert [card.id for card, *_ in found.curve.outliers] == ["F"]
    # by hand: seven pieces, cost 19/7 and worth 25/7 on average
    wide = 2 * (1 - 19 / 7) ** 2 + sum((x - 19 / 7) ** 2 for x in (2, 3, 4, 5, 3))
    both = 2 * (1 - 19 / 7) * (1 - 25 / 7) + sum(
        (x - 19 / 7) * (y - 25 / 7) for x, y in ((2, 2), (3, 3), (4, 4), (5, 5), (3, 9))
    )
    assert found.curve.slope == pytest.approx(both / wide)
    assert found.curve.start == pytest.approx(25 / 7 - both / wide * 19 / 7)


def test_pieces_or_different_cards_are_counted(found: Balance) -> None:
    price = found.as_dict()["spread"]["price"]
    assert [(row["value"], row["count"], row["cards"]) for row in price] == [
        (1, 2, ["A"]), (2, 1, ["B"]), (3, 2, ["C", "F"]), (4, 1, ["D"]), (5, 1, ["E"]),
    ]  # fmt: skip
    other = Balance(found.component, copies=False).as_dict()["spread"]["price"]
    assert [row["count"] for row in other] == [1, 1, 2, 1, 1]
    cells = found.as_dict()["map"]["cells"]
    assert sum(cell["count"] for cell in cells) == 7
    assert [c["cards"] for c in cells if (c["row"], c["column"]) == ("odd", 3)] == [["F"]]


def test_texts_that_are_nearly_the_same_are_a_pair(found: Balance) -> None:
    told = found.as_dict()
    assert [pair["cards"] for pair in told["near"]] == [["A", "B"]]
    assert told["words"][0] == {"word": "draw", "count": 3, "cards": ["A", "B"]}
    assert {"word": "{coin}", "count": 3, "cards": ["A", "B"]} in told["words"]
    assert told["empty"] == [{"field": "text", "cards": ["C", "D", "E"]}]
    assert told["longest"][0] == {"letters": 30, "card": "A"}


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(-9, 9), st.integers(1, 5)), min_size=6, max_size=30))
def test_the_line_leaves_as_much_above_as_below(rows: list[tuple[int, int, int]]) -> None:
    cards = tuple(
        Card(f"C{n}", count=many, component="deck", fields={"cost": cost, "value": worth})
        for n, (cost, worth, many) in enumerate(rows)
    )
    deck = Component(
        "deck", "decks", "Deck", Size(63, 88), "rect", 3, 3, "f.svg", None, cards, NOWHERE, fields=NUMBERS
    )
    curve = Balance(deck).curve
    if curve is None:
        assert len({cost for cost, *_ in rows}) == 1 or len({worth for _, worth, _ in rows}) == 1
        return
    assert sum(card.count * more for card, *_, more in curve.cards) == pytest.approx(0, abs=1e-6)
    assert sum(card.count * cost * more for card, cost, _, more in curve.cards) == pytest.approx(0, abs=1e-6)


NUMBERS = {"cost": {"type": "int"}, "value": {"type": "int"}}


def test_a_kit_of_python_has_a_balance() -> None:
    assert balances(Kit("none", ())) == []


def test_the_terminal_names_the_outlier_and_its_line(cardgen: Cardgen, tmp_path: Path) -> None:
    kit_with_costs(tmp_path)
    said = cardgen.works("balance", "small")
    assert "Cards: 6 different, 7 printed" in said.out
    assert "F Card F gives" in said.out
    assert "small/cards.yaml:6:3)" in said.out
    assert json.loads(cardgen("balance", "small", "main", "--json").out)["components"][0]["copies"] == 7
    wrong = cardgen("balance", "small", "mein")
    assert (wrong.code, wrong.err) == (
        2,
        "error: no component 'mein' with cards to compare (did you mean 'main'?)\n",
    )


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("{cost: prize}", ":19:21: error: balance.cost is 'prize', but no field is called so"),
        ("{worth: kind}", ":19:22: error: balance.worth is 'kind', and that is no number"),
        ("{value: points}", "error: unknown key 'value'"),
    ],
)
def test_a_field_that_cannot_be_compared_is_an_error_at_its_place(
    entry: str, words: str, cardgen: Cardgen, tmp_path: Path
) -> None:
    kit = kit_with_costs(tmp_path)
    file = kit / "game.yaml"
    file.write_text(file.read_text().replace("{cost: price, worth: points}", entry))
    said = cardgen.fails("balance", "small")
    assert words in said.err
