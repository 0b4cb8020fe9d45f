"""Cards that list deeds of rules.yaml: what is printed, in which language, and what is played are one thing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.base.errors import CardgenError
from cardgen.languages.entries import entries_of
from cardgen.languages.reading import in_language
from cardgen.source import load_kit, read_kit
from tests.conftest import Said

Cardgen = Callable[..., Said]
MANUAL = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
RULES = next(block.partition("```")[0] for block in MANUAL.split("```yaml\n") if "tax(n)" in block)
"""The deeds that the manual offers."""
GAME = """\
game: deeds
title: Deeds
version: "1"
players: {min: 2, max: 3}
credits: {design: Us}
decks:
  cards:
    title: Cards
    size: 63x88mm
    stock: paper
    face: faces/card.svg
    fields:
      does: {effects_of: deeds}
      text: {made_from: does.text}
    cards: cards.yaml
  coins: {title: Coins, size: 63x88mm, stock: paper, face: faces/card.svg, fields: {text: {type: text, default: ""}}, cards: [{id: coin, count: 60}]}
"""
FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">'
    '<rect id="box" x="5" y="5" width="53" height="78" fill="none"/>'
    '<text style="shape-inside:url(#box);font-family:Roboto;font-size:4px">{{ card.text }}</text></svg>'
)
CARDS = """\
- {id: cart, count: 6, does: [gain(1), draw(2)]}
- {id: court, count: 5, does: [pay(2), tax(1)]}
- {id: flight, count: 4, does: [bury, hide]}
- {id: feast, count: 4, does: [renew(3), drop(2)]}
- {id: fair, count: 4, does: [swap]}
- {id: spy, count: 4, does: [gain(5), look]}
- {id: horse, count: 4, does: [gain(2), again]}
- {id: stone, count: 5, does: []}
"""
POLISH = """\
language: pl
words:
  "Gain {n} {n:coin|coins}.": "Weź {n} {n:monetę|monety|monet}."
  "Draw {n} {n:card|cards}.": "Dobierz {n} {n:kartę|karty|kart}."
"""


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A kit with the deeds of the manual."""
    folder = tmp_path / "data" / "deeds"
    files = {"game.yaml": GAME, "faces/card.svg": FACE, "cards.yaml": CARDS, "rules.yaml": RULES}
    for name, text in {**files, "i18n/pl.yaml": POLISH}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def texts(folder: Path, language: str = "") -> dict[str, str]:
    """Return what the cards of a kit say."""
    kit = read_kit(folder, in_language(language))[0] if language else load_kit(folder)
    assert kit is not None
    return {card.id: card.text for card in kit.components[0].cards}


def test_cards_print_the_sentences_of_their_deeds(kit: Path) -> None:
    said = texts(kit)
    assert said["cart"] == "Gain 1 coin. Draw 2 cards."
    assert said["feast"] == "Discard your hand. Draw 3 cards. Discard 2 cards."
    assert said["stone"] == ""


SCENARIOS = """\
game: deeds
players: 3
scenarios:
  - scenario: A cart brings a coin and two cards
    rules: [MG-001]
    given: {hand P0: [cart.1], hand P1: [], hand P2: [], deck: [stone.1, stone.2, stone.3, stone.4]}
    moves: [P0 plays cart.1]
    expect: {purse P0: 1, hand P0: [stone.1, stone.2, stone.3], turn: P1}
  - scenario: A court pays what is there, and each other player pays one
    rules: [MG-001]
    given: {hand P0: [court.1], hand P1: [], hand P2: [], purse P0: 1, purse P1: 4, deck: [stone.1]}
    moves: [P0 plays court.1]
    expect: {purse P0: 1, purse P1: 3, purse P2: 0}
  - scenario: Who hides cannot be chosen, and the card has left the game
    rules: [MG-003]
    given: {hand P0: [flight.1], hand P1: [fair.1, spy.1], hand P2: [cart.2], deck: [stone.1, stone.2, stone.3]}
    moves: [P0 plays flight.1, P1 plays fair.1]
    legal: {exactly: [P1 swaps hands with P2]}
    also:
      - moves: [P0 plays flight.1, P1 plays fair.1, P1 swaps hands with P2]
        expect: {away: {has: flight.1}, laid P0: [], hand P1: [cart.2], hand P2: [spy.1, stone.2]}
  - scenario: A feast renews the hand and discards two
    rules: [MG-002]
    given: {hand P0: [feast.1, cart.1], hand P1: [], hand P2: [], deck: [stone.1, stone.2, stone.3, stone.4, stone.5]}
    moves: [P0 plays feast.1, "P0 discards stone.2, stone.3"]
    expect: {hand P0: [stone.4], discard: {has: [cart.1, stone.1, stone.2, stone.3]}, turn: P1}
  - scenario: A horse takes another turn
    rules: [MG-001]
    given: {hand P0: [horse.1], hand P1: [], hand P2: [], deck: [stone.1]}
    moves: [P0 plays horse.1]
    expect: {purse P0: 2, turn: P0}
"""


def test_each_deed_of_the_manual_is_played_as_it_is_printed(kit: Path, cardgen: Cardgen) -> None:
    (kit / "scenarios").mkdir()
    (kit / "scenarios/deeds.yaml").write_text(SCENARIOS, "utf-8")
    said = cardgen("check", str(kit))
    assert said.code == 0, said
    assert "never used" not in said.err, said


def test_translations_have_the_forms_of_their_language(kit: Path) -> None:
    assert texts(kit, "pl")["cart"] == "Weź 1 monetę. Dobierz 2 karty."
    assert texts(kit, "pl")["spy"].startswith("Weź 5 monet. ")
    assert texts(kit, "pl")["fair"] == "Swap hands with another player."
    keys = {entry.key for entry in entries_of(load_kit(kit)) if entry.section == "words"}
    assert {"Gain {n} {n:coin|coins}.", "Take another turn."} <= keys


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "message"),
    [
        ("cards.yaml", "draw(2)", "drew(2)", "cards.yaml:1:40", "the deeds of rules.yaml have no 'drew'"),
        ("cards.yaml", "draw(2)", "draw", "cards.yaml:1:40", "'draw' gives 0, and draw wants 1"),
        ("cards.yaml", "[swap]", "swap", "cards.yaml:5:30", "'does' is 'swap', expected a list of deeds"),
        ("cards.yaml", "[swap]", "[{draw: 2}]", "cards.yaml:5:31", "{draw: 2} is no deed"),
        ("rules.yaml", 'says: "Take another turn.", ', "", "cards.yaml:7:41", "the deed 'again' of rules.yaml has no says:"),
        ("rules.yaml", "deeds:\n", "deeds: [\n", "cards.yaml:1:31", "rules.yaml cannot be read (line "),
        ("game.yaml", "effects_of: deeds", "effects_of: deed", "game.yaml:13:26", "words of 'deeds' for effects are not known"),
        ("game.yaml", "{made_from: does.text}", "{type: text, default: ''}", "game.yaml:14:20", "would be written by hand beside the effects"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_reported_where_it_stands(
    kit: Path, file: str, old: str, new: str, place: str, message: str
) -> None:
    text = (kit / file).read_text("utf-8")
    assert old in text
    (kit / file).write_text(text.replace(old, new), "utf-8")
    with pytest.raises(CardgenError) as found:
        load_kit(kit)
    told = [(str(one.where), one.message) for one in found.value.problems]
    assert any(message in said and where.endswith(place) for where, said in told), told
    assert file == "game.yaml" or len(told) == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("cards.yaml", "[gain(2), again]", "[again, gain(2)]", "card horse has more behind 'again', which asks a player or decides whose turn it is"),
        ("cards.yaml", "[gain(2), again]", "[gain(two), again]", "card horse names the deed 'gain(two)', which is not there"),
        ("rules.yaml", '{n:card|cards}.", do: [draw n', '{m:card|cards}.", do: [draw n', "'Draw {n} {m:card|cards}.' has {m}, and draw is given no m"),
        ("rules.yaml", "draw(n):", "draw(n player):", "'n' of draw is seat, and a card can give a number or a word"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_told_by_check(
    kit: Path, file: str, old: str, new: str, message: str, cardgen: Cardgen
) -> None:
    text = (kit / file).read_text("utf-8")
    assert old in text
    (kit / file).write_text(text.replace(old, new), "utf-8")
    said = cardgen("check", str(kit))
    assert (said.code, message in said.err) == (1, True), said
