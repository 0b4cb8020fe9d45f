"""The language of effects: texts, mistakes, invented cards, and its page in the documentation."""

from __future__ import annotations

import inspect
import random
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.own import table
from cardgen.engine import OVER, pick
from cardgen.faces.compose import Faces
from cardgen.games.bartender_2012.effects.act import ACTS
from cardgen.games.bartender_2012.effects.language import Bartending
from cardgen.games.bartender_2012.effects.sentences import LANGUAGES
from cardgen.games.bartender_2012.effects.worth import STANDING
from cardgen.games.bartender_2012.rules import Bartender
from cardgen.model import Card, Kit
from cardgen.source import load_kit, read_kit
from cardgen.source.effects import kit_effects
from cardgen.source.effects.manual import manual
from cardgen.source.nodes import plain
from tests.games.kits import ROOT, kit_of
from tests.kits.breaking import words
from tests.many import examples

KIT = kit_of("bartender-2012")
CARDS = [card for deck in ("patrons", "schemes") for card in KIT.cards[deck]]
WORDS = Bartending()
SCOPE = kit_effects(KIT).scope
PRINTED = yaml.safe_load((Path(__file__).parent / "printed.yaml").read_text("utf-8"))
SAMPLES = ROOT / "tests" / "samples" / "effects"

KitWith = Callable[..., Kit]


def test_every_mistake_is_guarded_against_and_every_language_says_every_word() -> None:
    folder = Path(inspect.getfile(Bartending)).parent
    code = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    assert [name for name in table(folder / "x", "mistakes.yaml") if f'"{name}"' not in code] == []
    english, *others = (table(folder / "x", f"sentences.{language}.yaml").keys() for language in LANGUAGES)
    for other in others:
        assert english - other <= {"OfTheNight", "Company", "Condition"}, (
            "families of English sentences alone"
        )


def more_cards(tmp_path: Path, patrons: str = "", schemes: str = "") -> Path:
    """Return the folder of the kit with more cards written into its files."""
    folder = tmp_path / "bartender-2012"
    if not folder.exists():
        shutil.copytree(KIT.root, folder)
    for name, text in (("patrons.yaml", patrons), ("schemes.yaml", schemes)):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(text)
    return folder


@pytest.fixture
def kit_with(tmp_path: Path) -> KitWith:
    """Return a function that loads the kit with more cards written into its files."""

    def make(patrons: str = "", schemes: str = "") -> Kit:
        return load_kit(more_cards(tmp_path, patrons, schemes))

    return make


def mistakes(effects: Any, role: str = "SCHEME") -> list[str]:
    _, problems = WORDS.read(role, effects, SCOPE, ("cards", "X01", "effects"))
    return [problem.message for problem in problems]


# -- texts


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_what_is_printed_on_every_card_is_made_from_its_effects(card: Card) -> None:
    made = {name: card.fields[name] for name in ("value", "changes", "text") if name in card.fields}
    assert made == PRINTED[card.id]


def test_no_card_of_the_kit_writes_by_hand_what_its_effects_say() -> None:
    assert len(CARDS) == len(PRINTED) == 48
    for name in ("patrons.yaml", "schemes.yaml"):
        for card in yaml.safe_load((KIT.root / name).read_text("utf-8")):
            assert not {"text", "value", "changes"} & set(card), card["id"]


@pytest.mark.parametrize(
    ("role", "effects", "text"),
    [
        ("SCHEME", {"on_play": [{"draw": {"who": "BIC", "cards": 1}}]}, "The BIC draws 1 card."),
        (
            "SCHEME",
            {"on_play": [{"discard": {"who": "everybody_from_self_going_right", "cards": 2, "choice": "random"}}]},
            "Starting with you and going right, each player discards 2 cards at random.",
        ),
        ("SCHEME", {"on_play": [{"lock": {"what": "PATRON", "next_hours": 2}}]}, "No PATRON may be played during the next 2 HOURs."),
        ("SCHEME", {"on_play": [{"may": {"draw": {"who": "self", "cards": 2}}}]}, "You may draw 2 cards."),
        ("SCHEME", {"on_play": ["offer_reveal"]}, "The BIC may reveal."),
        (
            "SCHEME",
            {"on_play": [{"draw": {"who": "BIC", "cards": 2}}, {"draw": {"who": "self", "cards": 1}}, {"discard": {"who": "self", "cards": 1, "choice": "theirs"}}]},
            "The BIC draws 2 cards, then you draw 1 card, then discard 1 card of your choice.",
        ),
        (
            "PATRON",
            {"worth": 1, "on_enter": [{"hours": {"add": 1, "at_most": 10}}, {"draw": {"who": "self", "cards": 1}}]},
            "When it enters: this SHIFT has 1 more HOUR, at most 10 in all, then you draw 1 card.",
        ),
        (
            "SCHEME",
            {"on_play": [{"grant": {"plays": "SCHEME", "more": 1}}]},
            "You may play one more SCHEME this HOUR.",
        ),
        (
            "PATRON",
            {"worth": {"if": {"others": "VIP", "at_least": 2}, "then": 4, "else": 1}},
            "Worth 4 instead while at least 2 other VIPs are in the BAR.",
        ),
        (
            "PATRON",
            {"worth": 1, "in_bar": [{"worth": {"of": "ARTIST", "add": -2}}, "stays"]},
            "While in the BAR: each ARTIST is worth −2. Cannot leave the BAR before the end of the SHIFT.",
        ),
        (
            "SCHEME",
            {"at_shift_end": [{"if": {"bic": "self", "takes": "GOOD NIGHT"}, "then": {"draw": {"who": "self", "cards": 3}}}]},
            "If you are the BIC at the end of this SHIFT and get a GOOD NIGHT, you draw 3 cards.",
        ),
        (
            "SCHEME",
            {"on_play": [{"look": {"top": 3, "take": 1, "rest": "top"}}]},
            "Look at the top 3 cards of the BAR deck. Take 1 into your hand and put the rest back on top in any order.",
        ),
    ],
)  # fmt: skip
def test_effects_that_no_card_has_yet_read_well(role: str, effects: dict[str, Any], text: str) -> None:
    found, problems = WORDS.read(role, effects, SCOPE)
    assert problems == []
    assert WORDS.text(found, SCOPE) == text


# -- mistakes


@pytest.mark.parametrize(
    ("role", "effects", "message"),
    [
        ("SCHEME", {"on_play": [{"dra": {"who": "self", "cards": 1}}]}, "unknown act 'dra'"),
        ("SCHEME", {"on_play": [{"draw": {"who": "me", "cards": 1}}]}, "who is 'me'"),
        ("SCHEME", {"on_play": [{"draw": {"who": "self"}}]}, "'cards' is missing"),
        ("SCHEME", {"on_play": [{"draw": {"who": "self", "cards": "two"}}]}, "cards is 'two', expected a whole number"),
        ("SCHEME", {"on_play": [{"draw": {"who": "self", "cards": 0}}]}, "cards is 0, expected a whole number"),
        ("SCHEME", {"on_play": [{"draw": {"who": "self", "cards": True}}]}, "cards is true"),
        ("SCHEME", {"on_play": [{"draw": {"who": "self", "cards": 1, "from": "top"}}]}, "draw takes no 'from'"),
        ("SCHEME", {"on_play": [{"draw": 2}]}, "draw is 2, expected {who: …, cards: …}"),
        ("SCHEME", {"on_play": ["draw"]}, "'draw' is no act"),
        ("SCHEME", {"on_play": {"draw": {"who": "self", "cards": 1}}}, "expected a list"),
        ("SCHEME", {"on_play": [{"remove": {"choose": "patron", "kind": "POET"}}]}, "no PATRON can be of the kind 'POET'"),
        ("SCHEME", {"on_play": [{"remove": {"choose": "patron", "printed": {"at_least": 8}}}]}, "no PATRON of this kit can be chosen"),
        ("SCHEME", {"on_play": [{"remove": {"choose": "patron", "kind": "SUIT", "printed": {"at_most": 0}}}]}, "no PATRON of this kit"),
        (
            "SCHEME",
            {"on_play": [{"remove": {"choose": "patron", "worth": {"at_least": 12}}}]},
            "no PATRON of this kit can be chosen",
        ),
        ("SCHEME", {"on_play": [{"remove": {"choose": "patron", "worth": 3}}]}, "worth is 3, expected {at_least: n}"),
        ("SCHEME", {"on_play": [{"hours": {"add": 1}}]}, "more HOURs need at_most"),
        ("SCHEME", {"on_play": [{"hours": {"add": -1, "at_most": 9}}]}, "add is −1"),
        ("SCHEME", {"on_play": [{"goal": {"add": 2, "at_least": 1}}]}, "a goal that goes up needs at_most"),
        ("SCHEME", {"on_play": ["choose_kind"]}, "a kind is named and never used"),
        ("SCHEME", {"in_bar": [{"worth": {"of": "k", "add": 1}}]}, "k is used, but no kind was named"),
        ("SCHEME", {"in_bar": [{"worth": {"of": "VIP"}}]}, "worth needs either add"),
        ("SCHEME", {"on_enter": [{"draw": {"who": "self", "cards": 1}}]}, "no rule asks a SCHEME for 'on_enter'"),
        ("SCHEME", {"worth": 3}, "no rule asks a SCHEME for 'worth'"),
        ("SCHEME", {"on_ply": []}, "effects have no 'on_ply'"),
        ("SCHEME", {}, "this SCHEME does nothing"),
        ("SCHEME", {"at_shift_end": [{"lock": {"what": "PATRON", "next_hours": 1}}]}, "no rule asks for 'lock' in at_shift_end"),
        ("SCHEME", {"on_play": [{"no_token": "BAD NIGHT"}]}, "no rule asks for 'no_token' in on_play"),
        ("SCHEME", {"on_play": [{"take_token": {"who": "self", "token": "GOOD NIGHT", "tokens": 2, "instead_of": 1}}]}, "instead_of is for"),
        ("SCHEME", {"on_play": [{"may": "offer_reveal"}]}, "'offer_reveal' cannot be left to the player"),
        ("SCHEME", {"on_play": [{"look": {"top": 1, "take": 1, "rest": "bottom"}}]}, "expected fewer than the 1"),
        ("SCHEME", {"on_play": [{"offer_reveal": None, "then": 1}]}, "'then' does not belong to offer_reveal"),
        ("PATRON", {"worth": 1, "on_play": []}, "no rule asks a PATRON for 'on_play'"),
        ("PATRON", {}, "a PATRON needs its worth"),
        ("PATRON", {"worth": "lots"}, "'lots' is no worth"),
        ("PATRON", {"worth": {"sum": [1, "max_printed"]}}, "a sum is a number and something that is counted"),
        ("PATRON", {"worth": {"clamp": {"of": "schemes_in_bar", "from": 3, "to": 1}}}, "clamp goes from 3 to 1"),
        ("PATRON", {"worth": {"if": {"nay": "VIP"}, "then": 1, "else": 1}}, "unknown condition 'nay'"),
        ("PATRON", {"worth": 1, "in_bar": [{"stays": "forever"}]}, "stays is 'forever', expected the word alone"),
        ("PATRON", {"worth": 1, "on_enter": ["choose_kind"]}, "no rule asks for 'choose_kind' in on_enter"),
        ("PATRON", {"worth": 99999}, "worth is 99999, expected a whole number from -9 to 9"),
        ("PATRON", {"worth": {"if": {"any": "VIP"}, "then": 1}}, "'else' is missing"),
        ("PATRON", {"worth": {"if": {"any": "VIP"}, "then": 1, "els": 2}}, "'else' is missing"),
        ("PATRON", {"worth": {"if": {"any": "VIP"}, "then": 1, "els": 2}}, "'els' does not belong to if"),
    ],
)  # fmt: skip
def test_a_mistake_is_told(role: str, effects: dict[str, Any], message: str) -> None:
    assert any(message in found for found in mistakes(effects, role)), mistakes(effects, role)


@pytest.mark.parametrize(
    ("card", "effects", "word", "message"),
    [
        # limits around sums: the corner would say one number, the text another
        ("P01", "{worth: {max: [3, {sum: [1, {others: VIP}]}]}}", "max", "the card would be printed as 3 and more"),
        ("P01", "{worth: {clamp: {of: {sum: [1, {others: VIP}]}, from: 2, to: 5}}}", "clamp", "the card would be printed as 2"),
        ("P01", "{worth: {min: [1, {sum: [1, {others: VIP}]}]}}", "min", "this is always 1"),
        ("P01", "{worth: {min: [0, schemes_in_bar]}}", "min", "this is always 0"),
        ("P01", "{worth: {min: [4, {max: [1, schemes_in_bar]}]}}", "min", "there is nothing to limit in max"),
        ("P01", "{worth: {min: [4, {if: {any: VIP}, then: 1, else: 2}]}}", "min", "there is nothing to limit in if"),
        ("P01", "{worth: {max: [1, 3]}}", "max", "there is nothing to limit in a number"),
        # numbers inside forms, and what is too wide for its badge
        ("P01", "{worth: {sum: [true, {others: VIP}]}}", "sum", "sum is [true"),
        ("P01", "{worth: {sum: [99999, {others: VIP}]}}", "99999", "the number in sum is 99999"),
        ("P01", "{worth: {max: [12, schemes_in_bar]}}", "12", "the number in max is 12"),
        ("P01", "{worth: {min: [99, schemes_in_bar]}}", "99", "the number in min is 99"),
        ("P01", "{worth: {min: [4, true]}}", "true", "true is no worth"),
        ("S01", "{on_play: [{remove: {choose: patron, worth: {at_most: 99}}}]}", "worth", "worth is {at_most: 99}"),
        ("S01", "{on_play: [{remove: {choose: patron, printed: {at_least: true}}}]}", "printed", "printed is {at_least: true}"),
        # who is another one, if the card is none
        ("S01", "{on_play: [{remove: {choose: other_patron}}]}", "choose", "the card is no PATRON itself"),
        ("P01", "{worth: 1, on_enter: [{remove: {choose: other_patron, kind: VIP}}]}", "choose", "the card is no VIP itself"),
        ("P01", "{worth: 1, on_enter: [{remove_scheme: {choose: other_scheme}}]}", "choose", "the card is no SCHEME itself"),
        ("S01", "{on_play: [{remove_scheme: {choose: any_scheme}}]}", "choose", "a SCHEME does not send itself away"),
        # acts that nobody can leave
        ("S01", "{on_play: [{may: {draw: {who: BIC, cards: 1}}}]}", "may", "'draw' cannot be left to the player here"),
        # cards that can do nothing, or the same twice
        ("P01", "{worth: {if: {any: REGULAR}, then: 1, else: 2}}", "any", "the card itself is a REGULAR, so this is always so"),
        ("P01", "{worth: {if: {any: VIP}, then: 2, else: 2}}", "if", "it is worth 2 either way"),
        ("P01", "{worth: {if: {others: VIP, at_least: 9}, then: 1, else: 2}}", "others", "9 VIPs can never be in the BAR"),
        ("S01", "{in_bar: [{packed_at: 20}]}", "packed_at", "the rules say 20 already"),
        ("P01", "{worth: 1, in_bar: [{packed_at: 15}, {packed_at: 12}]}", "{packed_at: 12}", "packed_at is said twice"),
        ("S01", "{on_play: [choose_kind, choose_kind], in_bar: [{worth: {of: k, add: 1}}]}", "choose_kind]", "choose_kind is said twice"),
        ("S01", "{on_play: [{lock: {what: PATRON, next_hours: 1}}, {lock: {what: PATRON, next_hours: 2}}]}", "{lock: {what: PATRON, next_hours: 2", "lock is said twice"),
        ("S01", "{at_shift_end: [{take_token: {who: BIC, token: BAD NIGHT, tokens: 1, instead_of: 1}}]}", "take_token", "1 instead of 1 changes nothing"),
    ],
)  # fmt: skip
def test_what_would_print_one_thing_and_play_another_is_refused_at_its_place(
    tmp_path: Path, card: str, effects: str, word: str, message: str
) -> None:
    folder = more_cards(tmp_path)
    for name in ("patrons.yaml", "schemes.yaml"):
        file = folder / name
        lines = file.read_text("utf-8").splitlines(keepends=True)
        begin = next((n for n, line in enumerate(lines) if line == f"- id: {card}\n"), None)
        if begin is not None:
            line = next(n for n in range(begin, begin + 9) if lines[n].startswith("  effects: "))
            lines[line] = f"  effects: {effects}\n"
            file.write_text("".join(lines), "utf-8")
            break
    kit, problems = read_kit(folder)
    assert kit is None
    (problem,) = problems.errors
    assert message in problem.message
    assert problem.where is not None
    assert problem.where.line == line + 1
    assert lines[line][problem.where.column - 1 :].startswith(word)


@pytest.mark.parametrize(
    ("role", "effects", "text"),
    [
        ("PATRON", "{worth: {others: SUIT}}", "Worth the number of SUITs in the BAR."),
        ("PATRON", "{worth: {others: REGULAR}}", "Worth the number of other REGULARs in the BAR."),
        ("PATRON", "{worth: {if: {others: VIP, at_least: 1}, then: 1, else: 2}}", "Worth 1 instead while a VIP is in the BAR."),
        ("PATRON", "{worth: 1, in_bar: [stays, {worth: {of: ARTIST, at_least: 2}}, {worth: {of: ARTIST, add: 1}}]}",
         "While in the BAR: each ARTIST is worth +1 and an ARTIST worth less than 2 is worth 2. Cannot leave the BAR before the end of the SHIFT."),
        ("SCHEME", "{on_play: [{may: {draw: {who: self, cards: 2}}}, {discard: {who: self, cards: 1, choice: theirs}}]}",
         "You may draw 2 cards. Whether you do or not, you discard 1 card of your choice."),
        ("SCHEME", "{on_play: [{may: {goal: {add: 2, at_most: 20}}}]}", "You may raise the BIC’s goal by 2 (at most 20)."),
        ("SCHEME", "{on_play: [{may: {goal: {add: -2, at_least: 1}}}]}", "You may lower the BIC’s goal by 2 (at least 1)."),
        ("SCHEME", "{on_play: [{may: {hours: {add: 2, at_most: 9}}}]}", "You may make this SHIFT 2 HOURs longer, at most 9 in all."),
        ("SCHEME", "{on_play: [{may: {look: {top: 3, take: 1, rest: top}}}]}",
         "You may look at the top 3 cards of the BAR deck. If you do, take 1 into your hand and put the rest back on top in any order."),
        ("SCHEME", "{on_play: [{draw: {who: BIC, cards: 1}}, {remove: {choose: patron}}]}", "The BIC draws 1 card, then you send one PATRON to BREAKAGE."),
        ("SCHEME", "{on_play: [{draw: {who: choose_other, cards: 1}}, {steal: {from: choose_other, cards: 1}}]}",
         "Another player of your choice draws 1 card, then you take 1 card at random from the hand of any player but you."),
        ("SCHEME", "{on_play: [{lock: {what: PATRON, next_hours: 2}}, {next_auction_min: 8}, {lock: {what: SCHEME, next_hours: 1}}, {draw: {who: self, cards: 1}}]}",
         "Draw 1 card, then no SCHEME may be played during the next HOUR, and no PATRON may be played during the next 2 HOURs, and in the next auction no bid may be lower than 8."),
        ("SCHEME", "{on_play: [reveal_top, {draw: {who: self, cards: 1}}]}",
         "Reveal the top card of the BAR deck. A PATRON enters the BAR without its effect; a SCHEME goes to BREAKAGE. Then draw 1 card."),
        ("SCHEME", "{on_play: [{grant: {plays: PATRON, more: 2, or_reveal: true}}, {draw: {who: self, cards: 1}}]}",
         "Draw 1 card, then you may play 2 more PATRONs this HOUR. For each of them that you do not play, the BIC may reveal."),
        ("SCHEME", "{on_play: [choose_kind, {draw: {who: self, cards: 1}}], in_bar: [{worth: {of: k, at_least: 2}}]}",
         "Name a kind of PATRON, then draw 1 card. While in the BAR: a PATRON of that kind worth less than 2 is worth 2."),
    ],
)  # fmt: skip
def test_what_could_be_taken_in_two_ways_is_said_in_one(role: str, effects: str, text: str) -> None:
    card = "P01" if role == "PATRON" else "S01"
    found, problems = WORDS.read(role, yaml.safe_load(effects), SCOPE, ("cards", card, "effects"))
    assert problems == []
    assert WORDS.text(found, SCOPE) == text


@pytest.mark.parametrize("kind", ["PATRON", "SCHEME", "k"])
def test_a_kind_that_is_called_as_another_word_is_refused_where_it_would_be_printed(kind: str) -> None:
    scope = replace(SCOPE, kinds=(*SCOPE.kinds, kind))
    written = {"on_play": [{"remove": {"choose": "patron", "kind": kind}}]}
    _, (problem,) = WORDS.read("SCHEME", written, scope, ("cards", "S01", "effects"))
    assert problem.message.startswith(f"the kind {kind} would be printed as the word {kind}")


def test_what_is_printed_last_is_done_last(kit_with: KitWith) -> None:
    lock = "{lock: {what: PATRON, next_hours: 1}}, {draw: {who: self, cards: 1}}"
    card = re.sub("{look: .*?}}", lock.replace("\\", ""), LOOK_FOR_TWO)
    game = Bartender(kit_with(schemes=card), 3)
    acts = game.first_acts[game.pieces.find("X08.1")]
    assert [game.acts[n].word for n in acts] == ["draw", "draw", "lock"]


def test_cards_put_back_on_top_are_drawn_in_that_order(kit_with: KitWith) -> None:
    cards = LOOK_FOR_TWO.replace("take: 2, rest: bottom", "take: 1, rest: top").replace(
        "draw: {who: self", "draw: {who: BIC"
    )
    game = Bartender(kit_with(schemes=cards), 3)
    s = game.position({"hands": {"P0": ["X08.1", "S01.1"], "P1": ["P05.1"]}, "turn": "P0", "bic": "P1",
                       "deck": ["P01.1", "P02.1", "P03.1", "P04", "P09.1"]})  # fmt: skip
    game.play_text(s, "P0 plays X08.1")
    game.play_text(s, "P0 takes P02.1")
    assert s.phase.name == "put cards on the deck"
    game.play_text(s, "P0 puts P01.1 on top of the BAR deck")
    game.play_text(s, "P0 puts P04 on top of the BAR deck")
    assert game.pieces.list(s.hands[1]) == ["P05.1", "P03.1"]
    assert game.pieces.list(s.deck[::-1]) == ["P04", "P01.1", "P09.1"]


def test_all_mistakes_are_told_at_once_with_the_place_of_each_word(tmp_path: Path) -> None:
    folder = more_cards(
        tmp_path,
        schemes="""
- id: X09
  name: Nonsense
  group: draw
  stamp: bottle
  effects:
    on_play:
      - {draw: {who: everyone, cards: 20}}
      - {remove: {choose: patron, kind: GHOST}}
    on_enter: [{draw: {who: self, cards: 1}}]
""",
    )
    kit, problems = read_kit(folder)
    assert kit is None
    lines = (folder / "schemes.yaml").read_text("utf-8").splitlines()
    told = {p.message.split(",")[0]: p for p in problems if p.level == "error"}
    assert list(told) == [
        "who is 'everyone'", "cards is 20", "no PATRON can be of the kind 'GHOST'", "no rule asks a SCHEME for 'on_enter'",
    ]  # fmt: skip
    for message, word in zip(told, ("who:", "cards:", "kind: GHOST", "on_enter:"), strict=True):
        where = told[message].where
        assert where is not None
        assert lines[where.line - 1][where.column - 1 :].startswith(word)
    assert told["who is 'everyone'"].trail == ("cards", "X09", "effects", "on_play", "#1", "draw", "who")


@pytest.mark.parametrize("line", ["text: Draw two.", 'text: ""'])
def test_a_text_written_by_hand_is_refused(tmp_path: Path, line: str) -> None:
    own = f"- {{id: X09, group: draw, stamp: bottle, effects: {{on_play: [{{draw: {{who: self, cards: 1}}}}]}}, {line}}}\n"
    kit, problems = read_kit(more_cards(tmp_path, schemes=own))
    assert kit is None
    (problem,) = problems.errors
    assert problem.message == "text is written by hand, but it is made from effects"
    assert "flavour" in problem.hint


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("text: {made_from: effects.text}", "text: {type: text, default: nothing}", "'text' would be written by hand"),
        ("made_from: effects.value", "made_from: effects.worth", "made_from is 'effects.worth'"),
        ("made_from: effects.value", "made_from: deeds.value", "made_from is 'deeds.value'"),
        ("effects_of: PATRON", "effects_of: GUEST", "effects_of is 'GUEST', expected PATRON or SCHEME"),
        ("effects_of: PATRON", "effects_of: PATRON, default: {}", "a field with effects_of has no default"),
        ("effects_of: PATRON", "type: any", "made_from is 'effects.value'"),
    ],
)  # fmt: skip
def test_a_wrong_declaration_is_told(tmp_path: Path, was: str, now: str, message: str) -> None:
    folder = more_cards(tmp_path)
    file = folder / "game.yaml"
    text = file.read_text("utf-8")
    assert was in text
    file.write_text(text.replace(was, now, 1), "utf-8")
    kit, problems = read_kit(folder)
    assert kit is None
    assert any(message in p.message for p in problems.errors), [p.message for p in problems.errors]


SMALL = """
game: bartender-2012
title: Small
version: "1"
players: {min: 2, max: 2}
credits: {design: Ana}
decks:
  main:
    size: poker
    face: face.svg
    fields: {does: {effects_of: PATRON}, text: {made_from: does.text}, corner_number: {made_from: does.value}}
    cards:
      - {id: A, does: {worth: 3, in_bar: [{packed_at: 15}]}}
      - {id: B, does: {worth: {others: SUIT}}}
"""


def test_a_kit_without_kinds_and_numbers_may_speak_of_what_it_has(tmp_path: Path) -> None:
    folder = tmp_path / "bartender-2012"
    folder.mkdir()
    (folder / "game.yaml").write_text(SMALL.replace("{others: SUIT}", "schemes_in_bar"), "utf-8")
    (folder / "face.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"/>', "utf-8"
    )
    kit = load_kit(folder)
    assert kit.card("A").text == "While in the BAR: the packed-bar victory needs 15 points."
    assert [kit.card(name).corner_number for name in "AB"] == [3, 0]

    (folder / "game.yaml").write_text(SMALL, "utf-8")
    _, problems = read_kit(folder)
    assert [p.message for p in problems.errors] == ["no PATRON can be of the kind 'SUIT'"]


def test_a_kit_in_another_language_says_in_its_own_words_what_cards_do(tmp_path: Path) -> None:
    folder = more_cards(tmp_path)
    game = folder / "game.yaml"
    french = game.read_text("utf-8").replace("language: en", "language: fr")
    game.write_text(french, "utf-8")
    kit, problems = read_kit(folder)
    assert kit is not None
    assert [p.code for p in problems] == ["effects-language"]

    by_hand = french.replace("text: {made_from: effects.text}", 'text: {type: text, default: ""}')
    game.write_text(by_hand, "utf-8")
    for name in ("patrons", "schemes"):
        cards = folder / f"{name}.yaml"
        cards.write_text(
            cards.read_text("utf-8").replace("  effects:", "  text: Zieh zwei.\n  effects:"), "utf-8"
        )
    kit, problems = read_kit(folder)
    assert list(problems) == []
    assert kit is not None
    assert kit.card("S01").text == "Zieh zwei."


EVERY_WORD = st.sampled_from(
    [*WORDS.parts, *ACTS, *STANDING, "others", "any", "if", "then", "else", "min", "max", "sum", "clamp",
     "of", "from", "to", "who", "cards", "choice", "kind", "k", "VIP", "BIC", "self", "at_least", "at_most", "add"]
)  # fmt: skip
SCALARS = st.one_of(EVERY_WORD, st.integers(-20, 20), st.booleans(), st.none())
NONSENSE = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(EVERY_WORD, inner, max_size=3)
)


@examples(60, 150)
@given(effects=NONSENSE, role=st.sampled_from(["PATRON", "SCHEME"]))
def test_nonsense_is_told_and_never_breaks_anything(effects: Any, role: str) -> None:
    found, problems = WORDS.read(role, effects, SCOPE)
    assert problems or WORDS.text(found, SCOPE) or found.worth
    assert all(problem.message and problem.code.startswith("effects") for problem in problems)


# -- invented cards


INVENTED = {
    "X01": "+1 for each REGULAR in the BAR, up to +2. At the end of this SHIFT you draw 1 card.",
    "X02": "Send one PATRON with printed value 1 or less to BREAKAGE, then this SHIFT has 1 fewer HOUR "
    "(it never ends before the current HOUR is over).",
    "X03": "The BIC takes a BAD NIGHT. At the end of this SHIFT you discard 1 card of your choice.",
}  # fmt: skip


def test_invented_cards_read_well(kit_with: KitWith) -> None:
    kit = letters(kit_with)
    assert {name: kit.card(name).text for name in INVENTED} == INVENTED
    assert (kit.card("X01").value, kit.card("X01").changes) == (1, True)


def letters(kit_with: KitWith) -> Kit:
    return kit_with(*((SAMPLES / f"{deck}.yaml").read_text("utf-8") for deck in ("patrons", "schemes")))


@pytest.mark.parametrize("look", ["full", "low-ink"])
def test_invented_cards_print_what_they_do(kit_with: KitWith, look: str) -> None:
    faces = Faces(letters(kit_with), look)
    for name, text in INVENTED.items():
        printed = " ".join(words(faces.front(faces.kit.card(name)))).replace("\u00a0", " ")
        assert re.sub(r"\W", "", text) in re.sub(r"\W", "", printed)
    assert [str(problem) for problem in faces.problems] == []


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


LOOK_FOR_TWO = """
- id: X08
  name: Long Look
  group: draw
  stamp: bottle
  count: 2
  effects: {on_play: [{look: {top: 4, take: 2, rest: bottom}}, {draw: {who: self, cards: 1}}]}
"""


@pytest.mark.parametrize(
    ("deck", "hand", "under"),
    [
        (["P01.1", "P02.1", "P03.1", "P04", "P09.1"], ["P01.1", "P02.1", "P09.1"], ["P03.1", "P04"]),
        # three cards in all: two are taken, and the one that is put back is drawn
        (["P01.1", "P02.1", "P03.1"], ["P01.1", "P02.1", "P03.1"], []),
        (["P01.1"], ["P01.1"], []),
        ([], [], []),
    ],
)
def test_two_of_the_cards_looked_at_are_taken_if_there_are_two(
    kit_with: KitWith, deck: list[str], hand: list[str], under: list[str]
) -> None:
    game = Bartender(kit_with(schemes=LOOK_FOR_TWO), 3)
    s = game.position({"hands": {"P0": ["X08.1", "S01.1"], "P1": ["P05.1"]}, "deck": deck})
    game.play_text(s, "P0 plays X08.1")
    while s.looked:
        game.play(s, next(iter(game.moves(s))))
    assert game.pieces.list(s.hands[0]) == ["S01.1", *hand]
    assert game.pieces.list(s.deck[::-1]) == under
    assert (s.turn, s.phase.name) == (0, "play a card")


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


def test_the_page_about_the_words_is_up_to_date(golden: bool) -> None:
    page = ROOT / "docs" / "effects-bartender-2012.md"
    if golden:
        page.write_text(manual(WORDS), "utf-8")
    assert page.read_text("utf-8") == manual(WORDS), (
        f"run python -m cardgen.source.effects.manual {KIT.slug} {page}"
    )


EXAMPLES = re.findall(r"```yaml\n(.+?)\n```", manual(WORDS), re.S)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_page_is_right(example: str) -> None:
    effects = yaml.safe_load("{" + example + "}")
    patron = bool({"worth", "on_enter"} & set(effects)) or "packed_at" in example
    if patron:
        effects.setdefault("worth", 1)
    found, problems = WORDS.read("PATRON" if patron else "SCHEME", effects, SCOPE)
    assert problems == []
    assert WORDS.text(found, SCOPE)


def test_every_word_of_the_language_is_used_by_a_card_or_has_a_test() -> None:
    written = str([plain(card.effects) for card in CARDS])
    unused = {word for word in (*ACTS, *STANDING) if f"'{word}'" not in written}
    assert unused == {"offer_reveal"}  # "The BIC may reveal." above
