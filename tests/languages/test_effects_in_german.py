"""What the cards of Bartender (2012) do, in German, and words of other games by a table of phrases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
import yaml

from cardgen.base.files import shipped
from cardgen.games.bartender_2012.effects.act import ACTS
from cardgen.games.bartender_2012.effects.language import Bartending
from cardgen.games.bartender_2012.effects.worth import NUMBERS, STANDING
from cardgen.source import read_kit
from cardgen.source.effects import Part, Verb, Vocabulary, Words, arg, whole

GERMAN = Path(__file__).with_name("bartender-2012.de.txt")


def texts_in(language: str) -> dict[str, str]:
    kit, problems = read_kit(
        shipped() / "data" / "bartender-2012", lambda kit, _: replace(kit, language=language)
    )
    assert kit is not None
    assert not list(problems)
    return {card.id: card.text for name in ("patrons", "schemes") for card in kit.cards[name] if card.text}


def test_all_cards_say_in_german_what_was_read_and_found_right(golden: bool) -> None:
    said = texts_in("de")
    assert said.keys() == texts_in("en").keys()
    text = "".join(f"{id}: {words}\n" for id, words in said.items())
    if golden:
        GERMAN.write_text(text, "utf-8")
    assert text == GERMAN.read_text("utf-8")


def test_no_card_mixes_languages() -> None:
    english = {
        "the",
        "of",
        "you",
        "card",
        "cards",
        "PATRON",
        "SCHEME",
        "HOUR",
        "SHIFT",
        "NIGHT",
        "player",
        "worth",
    }
    for id, words in texts_in("de").items():
        assert not english & set(words.replace(",", " ").replace(".", " ").split()), id


@pytest.mark.parametrize("word", sorted({*ACTS, *NUMBERS, *STANDING}))
def test_every_word_has_german_in_every_form(word: str) -> None:
    """The examples of the manual, which has one for each word."""
    words, role = Bartending(), "SCHEME"
    verb = ACTS.get(word) or NUMBERS.get(word) or STANDING[word]
    if not verb.example and word in ("plain",):
        return
    effects = yaml.safe_load(f"{{{verb.example}}}")
    role = "PATRON" if {"worth", "on_enter"} & effects.keys() else "SCHEME"
    effects = {"worth": 1, **effects} if role == "PATRON" else effects
    read, problems = words.read(role, effects)
    assert not problems, [*map(str, problems)]
    said = words.text_in("de", read, None, {})
    assert said != words.text_in("en", read, None, {})
    assert "  " not in said
    assert "None" not in said


def said(**effects: object) -> str:
    role = "SCHEME" if "on_play" in effects else "PATRON"
    given = effects if role == "SCHEME" else {"worth": 1, **effects}
    read, problems = Bartending().read(role, given)
    assert not problems, [*map(str, problems)]
    return Bartending().text_in("de", read, None, {})


def test_german_turns_its_sentences_round() -> None:
    draw = {"draw": {"who": "self", "cards": 2}}
    away = {"discard": {"who": "self", "cards": 1, "choice": "theirs"}}
    assert said(on_play=[draw, away]) == "Ziehe 2 Karten, dann wirf 1 Karte deiner Wahl ab."
    assert said(on_play=[{"may": draw}, away]) == (
        "Du darfst 2 Karten ziehen. Ob du das tust oder nicht: Wirf 1 Karte deiner Wahl ab."
    )
    assert said(on_play=["offer_reveal", draw]) == "Der BIC darf aufdecken. Dann ziehst du 2 Karten."
    assert said(at_shift_end=[draw]) == "Am Ende der SCHICHT ziehst du 2 Karten."
    assert said(
        on_enter=[
            {"lock": {"what": "PATRON", "next_hours": 2}},
            {"lock": {"what": "REVEAL", "next_hours": 2}},
        ]
    ) == (
        "Beim Eintreten: In den nächsten 2 STUNDEN darf kein GAST gespielt werden und der BIC nicht aufdecken."
    )


def test_a_translators_own_word_for_a_kind_is_printed() -> None:
    read, _ = Bartending().read("PATRON", {"worth": {"others": "TOURIST"}})
    for own, said in ("BUSGAST", "BUSGAST"), ("TOURIST", "TOURISTEN"):
        text = Bartending().text_in("de", read, None, {"TOURIST": own})
        assert text == f"So viel wert, wie weitere {said} in der BAR sind."


class Sail(Verb):
    """For tests."""

    sentence = "sail {miles} miles"
    miles: int = arg(whole(1, 9))


class Anchor(Verb):
    """For tests."""

    sentence = "drop the anchor"


class Sailing(Vocabulary):
    """A language for tests."""

    parts: ClassVar = {"does": Part(Words("deed", Sail, Anchor), "What it does.", "on arrival {}.")}
    of: ClassVar = {"SHIP": ("does",)}
    phrases: ClassVar = {
        "de": {"sail": "segle {miles} Meilen", "does": "bei der Ankunft {}.", "then": ", dann "}
    }


def test_words_of_another_game_speak_by_a_table_of_phrases() -> None:
    words = Sailing()
    effects, problems = words.read("SHIP", {"does": [{"sail": {"miles": 3}}, "anchor"]}, None)
    assert not problems
    assert (
        words.text_in("de-CH", effects, None, {}) == "Bei der Ankunft segle 3 Meilen, dann drop the anchor."
    )
    assert words.text_in("en", effects, None, {}) == "On arrival sail 3 miles, then drop the anchor."
    assert words.text_in("en-x-pseudo", effects, None, {}).startswith("‹")
    assert (words.speaks("de"), words.speaks("en-GB"), words.speaks("fr")) == (True, True, False)
