"""The language of effects: texts, mistakes, invented cards, and its page in the documentation."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.engine import OVER, pick
from cardgen.errors import CardgenError
from cardgen.games.bartender_2012 import Bartender
from cardgen.games.effects import PARTS, card_text, check_effects, effects_page, effects_text, read_effects
from cardgen.games.effects_acts import ACTS
from cardgen.games.effects_language import plain
from cardgen.games.effects_worth import STANDING
from cardgen.model import Card, Kit
from cardgen.source import load_kit
from tests.games.kits import NOWHERE, ROOT, kit_of

KIT = kit_of("bartender-2012")
CARDS = [card for deck in ("patrons", "schemes") for card in KIT.cards[deck]]
SAMPLES = ROOT / "tests" / "samples" / "effects"

KitWith = Callable[..., Kit]


@pytest.fixture
def kit_with(tmp_path: Path) -> KitWith:
    """Return a function that loads the kit with more cards written into its files."""

    def make(patrons: str = "", schemes: str = "") -> Kit:
        folder = tmp_path / "bartender-2012"
        if not folder.exists():
            shutil.copytree(KIT.root, folder)
        for name, text in (("patrons.yaml", patrons), ("schemes.yaml", schemes)):
            with (folder / name).open("a", encoding="utf-8") as file:
                file.write(text)
        return load_kit(folder)

    return make


def invented(effects: dict[str, Any], deck: str = "schemes", **fields: Any) -> Card:
    fields.setdefault("kind", "TOURIST")
    fields.setdefault("value", 1)
    return Card("X01", "Invented", 1, deck, NOWHERE, {**fields, "effects": effects})


def mistakes(effects: dict[str, Any], deck: str = "schemes", **fields: Any) -> list[str]:
    _, problems = read_effects(KIT, invented(effects, deck, **fields))
    return [problem.message for problem in problems]


# -- texts


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_the_text_of_every_card_is_what_its_effects_say(card: Card) -> None:
    assert card_text(KIT, card) == card.text


def test_the_kit_has_48_different_cards_and_no_mistake_in_their_effects() -> None:
    assert len(CARDS) == 48
    assert check_effects(KIT) == []


@pytest.mark.parametrize(
    ("deck", "effects", "text"),
    [
        ("schemes", {"on_play": [{"draw": {"who": "BIC", "cards": 1}}]}, "The BIC draws 1 card."),
        (
            "schemes",
            {"on_play": [{"discard": {"who": "everybody_from_self_going_right", "cards": 2, "choice": "random"}}]},
            "Going right from you, each player discards 2 random cards.",
        ),
        ("schemes", {"on_play": [{"lock": {"what": "PATRON", "next_hours": 2}}]}, "No PATRON may be played during the next 2 HOURs."),
        ("schemes", {"on_play": [{"may": {"draw": {"who": "self", "cards": 2}}}]}, "You may draw 2 cards."),
        ("schemes", {"on_play": [{"offer_reveal": "BIC"}]}, "The BIC may reveal."),
        (
            "schemes",
            {"on_play": [{"grant": {"who": "self", "plays": "SCHEME", "more": 1, "during": "this_hour"}}]},
            "You may play one more SCHEME this HOUR.",
        ),
        (
            "patrons",
            {"worth": {"if": {"others": "VIP", "at_least": 2}, "then": 4, "else": 1}},
            "Worth 4 instead while at least 2 other VIPs are in the BAR.",
        ),
        (
            "patrons",
            {"worth": 1, "in_bar": [{"worth": {"of": "ARTIST", "add": -2}}, {"stays": "self"}]},
            "While in the BAR: each ARTIST is worth −2 and cannot leave the BAR before the end of the SHIFT.",
        ),
        (
            "schemes",
            {"at_shift_end": [{"if": {"bic": "self", "takes": "GOOD NIGHT"}, "then": {"draw": {"who": "self", "cards": 3}}}]},
            "If you are the BIC at the end of this SHIFT and get a GOOD NIGHT, you draw 3 cards.",
        ),
        (
            "schemes",
            {"on_play": [{"look": {"top": 3, "take": 1, "rest": "top", "order": "own"}}]},
            "Look at the top 3 cards of the BAR deck. Take 1 into your hand and put the rest back on top in any order.",
        ),
    ],
)  # fmt: skip
def test_effects_that_no_card_has_yet_read_well(deck: str, effects: dict[str, Any], text: str) -> None:
    found, problems = read_effects(KIT, invented(effects, deck))
    assert problems == []
    assert effects_text(found) == text


# -- mistakes


@pytest.mark.parametrize(
    ("deck", "effects", "message"),
    [
        ("schemes", {"on_play": [{"dra": {"who": "self", "cards": 1}}]}, "unknown act 'dra'"),
        ("schemes", {"on_play": [{"draw": {"who": "me", "cards": 1}}]}, "who is 'me'"),
        ("schemes", {"on_play": [{"draw": {"who": "self"}}]}, "draw needs 'cards'"),
        ("schemes", {"on_play": [{"draw": {"who": "self", "cards": "two"}}]}, "cards is 'two', expected a whole number"),
        ("schemes", {"on_play": [{"draw": {"who": "self", "cards": 0}}]}, "cards is 0, expected a whole number"),
        ("schemes", {"on_play": [{"draw": {"who": "self", "cards": True}}]}, "cards is true"),
        ("schemes", {"on_play": [{"draw": {"who": "self", "cards": 1, "from": "top"}}]}, "draw takes no 'from'"),
        ("schemes", {"on_play": [{"draw": 2}]}, "draw is 2, expected {who: …, cards: …}"),
        ("schemes", {"on_play": ["draw"]}, "'draw' is no act"),
        ("schemes", {"on_play": {"draw": {"who": "self", "cards": 1}}}, "expected a list"),
        ("schemes", {"on_play": [{"remove": {"choose": "patron", "kind": "POET"}}]}, "no PATRON can be of the kind 'POET'"),
        ("schemes", {"on_play": [{"remove": {"choose": "patron", "printed": {"at_least": 8}}}]}, "no PATRON of this kit can be chosen"),
        ("schemes", {"on_play": [{"remove": {"choose": "patron", "kind": "SUIT", "printed": {"at_most": 0}}}]}, "no PATRON of this kit"),
        (
            "schemes",
            {"on_play": [{"remove": {"choose": "patron", "worth": {"at_least": 12}}}]},
            "no PATRON of this kit can be chosen",
        ),
        ("schemes", {"on_play": [{"remove": {"choose": "patron", "worth": 3}}]}, "worth is 3, expected {at_least: n}"),
        ("schemes", {"on_play": [{"hours": {"add": 1}}]}, "more HOURs need at_most"),
        ("schemes", {"on_play": [{"hours": {"add": 1, "at_least": "current_hour"}}]}, "does not go with this limit"),
        ("schemes", {"on_play": [{"goal": {"add": 2, "at_least": 1}}]}, "a goal that goes up needs at_most"),
        ("schemes", {"on_play": [{"choose_kind": "k"}]}, "a kind is named and never used"),
        ("schemes", {"in_bar": [{"worth": {"of": "k", "add": 1}}]}, "k is used, but no kind was named"),
        ("schemes", {"in_bar": [{"worth": {"of": "VIP"}}]}, "worth needs either add"),
        ("schemes", {"on_enter": [{"draw": {"who": "self", "cards": 1}}]}, "no rule asks a SCHEME for 'on_enter'"),
        ("schemes", {"worth": 3}, "no rule asks a SCHEME for 'worth'"),
        ("schemes", {"on_ply": []}, "effects have no 'on_ply'"),
        ("schemes", {}, "this SCHEME does nothing"),
        ("schemes", {"at_shift_end": [{"lock": {"what": "PATRON", "next_hours": 1}}]}, "no rule asks for 'lock' in at_shift_end"),
        ("schemes", {"on_play": [{"no_token": {"who": "BIC", "token": "BAD NIGHT"}}]}, "no rule asks for 'no_token' in on_play"),
        ("schemes", {"on_play": [{"take_token": {"who": "self", "token": "GOOD NIGHT", "tokens": 2, "instead_of": 1}}]}, "instead_of is for"),
        ("schemes", {"on_play": [{"may": {"offer_reveal": "BIC"}}]}, "'offer_reveal' cannot be left to the player"),
        ("schemes", {"on_play": [{"look": {"top": 1, "take": 1, "rest": "bottom", "order": "own"}}]}, "expected fewer than the 1"),
        ("schemes", {"on_play": [{"offer_reveal": "BIC", "then": 1}]}, "'then' does not belong to offer_reveal"),
        ("patrons", {"worth": 1, "on_play": []}, "no rule asks a PATRON for 'on_play'"),
        ("patrons", {}, "a PATRON needs its worth"),
        ("patrons", {"worth": 2}, "alone in the BAR it is worth 2, but 1 is printed"),
        ("patrons", {"worth": "lots"}, "'lots' is no worth"),
        ("patrons", {"worth": {"sum": [1, {"max_printed": "others"}]}}, "a sum is a number and something that is counted"),
        ("patrons", {"worth": {"clamp": {"of": "schemes_in_bar", "from": 3, "to": 1}}}, "clamp goes from 3 to 1"),
        ("patrons", {"worth": {"if": {"nay": "VIP"}, "then": 1, "else": 1}}, "unknown condition 'nay'"),
        ("patrons", {"worth": 1, "in_bar": [{"stays": "forever"}]}, "stays is 'forever', expected self"),
        ("patrons", {"worth": 1, "on_enter": [{"choose_kind": "k"}]}, "no rule asks for 'choose_kind' in on_enter"),
    ],
)  # fmt: skip
def test_a_mistake_is_told(deck: str, effects: dict[str, Any], message: str) -> None:
    assert any(message in found for found in mistakes(effects, deck)), mistakes(effects, deck)


def test_all_mistakes_are_told_at_once_with_their_place(kit_with: KitWith) -> None:
    kit = kit_with(
        schemes="""
- id: X09
  name: Nonsense
  count: 1
  group: draw
  stamp: bottle
  text: Draw two.
  effects: {on_play: [{draw: {who: everyone, cards: 20}}, {remove: {choose: patron, kind: GHOST}}]}
"""
    )
    problems = check_effects(kit)
    assert [problem.message.split(",")[0] for problem in problems] == [
        "who is 'everyone'",
        "cards is 20",
        "no PATRON can be of the kind 'GHOST'",
    ]
    line = (kit.root / "schemes.yaml").read_text("utf-8").splitlines().index("- id: X09") + 7
    assert all(problem.where and problem.where.line == line for problem in problems)
    assert problems[0].trail == ("cards", "X09", "effects", "on_play", "0", "draw", "who")
    with pytest.raises(CardgenError, match="GHOST"):
        Bartender(kit, 3)


def test_a_text_that_says_something_else_is_a_problem(kit_with: KitWith) -> None:
    lie = (
        (SAMPLES / "schemes.yaml").read_text("utf-8").replace("The BIC takes a BAD", "The BIC takes two BAD")
    )
    (problem,) = check_effects(kit_with(schemes=lie))
    assert problem.code == "effects-text"
    assert problem.hint.startswith("the effects say: The BIC takes a BAD NIGHT.")


WORDS = st.sampled_from(
    [*PARTS["patrons"], "on_play", *ACTS, *STANDING, "others", "any", "if", "then", "else", "min", "max", "sum", "clamp",
     "of", "from", "to", "who", "cards", "choice", "kind", "k", "VIP", "BIC", "self", "at_least", "at_most", "add"]
)  # fmt: skip
SCALARS = st.one_of(WORDS, st.integers(-20, 20), st.booleans(), st.none())
NONSENSE = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3)
)


@settings(max_examples=150, deadline=None)
@given(effects=NONSENSE, deck=st.sampled_from(["patrons", "schemes"]))
def test_nonsense_is_told_and_never_breaks_anything(effects: Any, deck: str) -> None:
    found, problems = read_effects(KIT, invented(effects, deck))
    assert problems or effects_text(found) or found.worth
    assert all(problem.message and problem.code.startswith("effects") for problem in problems)


# -- invented cards


def test_invented_cards_need_only_yaml(kit_with: KitWith) -> None:
    patrons, schemes = ((SAMPLES / f"{deck}.yaml").read_text("utf-8") for deck in ("patrons", "schemes"))
    kit = kit_with(patrons, schemes)
    assert check_effects(kit) == []
    for card_id in ("X01", "X02", "X03"):
        assert card_text(kit, kit.card(card_id)) == kit.card(card_id).text


def letters(kit_with: KitWith) -> Kit:
    return kit_with(*((SAMPLES / f"{deck}.yaml").read_text("utf-8") for deck in ("patrons", "schemes")))


@pytest.mark.parametrize("how", ["auction", "end_shift", "right_inherits"])
def test_an_invented_card_can_knock_out_the_bic_in_mid_shift(kit_with: KitWith, how: str) -> None:
    game = Bartender(letters(kit_with), 3, {"bic_out": how})
    s = game.position(
        {"bad": {"P0": 1}, "turn": "P1", "hour": 2, "hands": {"P0": ["P01.1"], "P1": ["X03.1", "P02.1"]}}
    )
    game.play_text(s, "P1 plays X03.1")
    assert not s.alive[0]
    assert s.phase.name == {"auction": "bid", "end_shift": "bid", "right_inherits": "play a card"}[how]
    if how == "auction":
        game.play_text(s, "P1 bids 3")
        game.play_text(s, "P2 passes")
        assert (s.bic, s.goal, s.phase.name, s.turn, s.hour) == (1, 3, "play a card", 1, 2)
    assert s.shift == (2 if how == "end_shift" else 1)


def test_two_effects_at_the_end_of_a_shift_come_in_the_order_of_the_bic(kit_with: KitWith) -> None:
    game = Bartender(letters(kit_with), 3)
    s = game.position(
        {"hour": 8, "goal": 1, "deck": ["P02.1"], "turn": "P0", "hands": {"P0": ["P09.1"], "P1": ["P03.1"]},
         "patrons": {"X01.1": "P1", "X01.2": "P2", "P01.1": "P0"}}
    )  # fmt: skip
    game.play_text(s, "P0 ends the HOUR")
    game.play_text(s, "P0 does not reveal")
    assert s.phase.name == "say which effect comes first"
    game.play_text(s, "P0 resolves X01.2 first")
    # one card was left in the BAR deck: who came first has drawn it
    assert game.pieces.list(s.hands[2]) == ["P02.1"]
    assert game.pieces.list(s.hands[1]) == ["P03.1"]


def test_games_with_invented_cards_end_and_lose_no_card(kit_with: KitWith) -> None:
    game = Bartender(letters(kit_with), 4)
    played = set()
    for seed in range(12):
        s, rng = game.deal(seed), random.Random(seed)
        while s.phase is not OVER:
            move = pick(game.moves(s), rng.random)
            game.play(s, move)
            played |= {game.pieces.cards[card].id for card in (*s.patrons, *s.schemes)}
            assert sorted(c for zone in game.zones(s).values() for c in zone) == list(range(len(game.pieces)))
    assert {"X01", "X02", "X03"} <= played


# -- the page


def test_the_page_about_effects_is_up_to_date(golden: bool) -> None:
    page = ROOT / "docs" / "effects.md"
    if golden:
        page.write_text(effects_page(), "utf-8")
    assert page.read_text("utf-8") == effects_page(), "run python -m cardgen.games.effects > docs/effects.md"


EXAMPLES = re.findall(r"```yaml\n(.+?)\n```", effects_page(), re.S)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_page_is_right(example: str) -> None:
    effects = plain(yaml.safe_load("{" + example.split("#")[0] + "}"))
    if "choose_kind" in example:
        effects["in_bar"] = [{"worth": {"of": "k", "add": 1}}]
    patron = bool({"worth", "on_enter"} & set(effects)) or "packed_at" in example
    if patron:
        effects.setdefault("worth", 1)
    found, problems = read_effects(KIT, invented(effects, "patrons" if patron else "schemes"))
    assert [p for p in problems if p.code != "effects-value"] == []
    assert effects_text(found)


def test_every_word_of_the_language_is_used_by_a_card_or_has_a_test() -> None:
    written = str([plain(card.effects) for card in CARDS])
    unused = {word for word in (*ACTS, *STANDING) if f"'{word}'" not in written}
    assert unused == set()
