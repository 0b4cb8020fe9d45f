"""Sentences that read badly are found where they stand; a kit may say otherwise, and what cardgen says of itself is read too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen.checks.subject import Subject
from cardgen.checks.voice import Voice, check_voice, voice_of
from cardgen.source import load_kit
from tests.checks.test_glossary import GAME
from tests.conftest import MakeKit
from tests.voice import complaints, messages, prose

VOICE = Voice.of({"say": {"again": ["anew"]}, "openings": ["What"], "longest": 6, "accept": ["red herring"]})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Shuffle anew.", [(8, "it says 'anew'")]),
        ("Draw. What you draw is yours.", [(6, "a sentence begins with 'What'")]),
        ("What now?", []),
        ("| What it earns. | x |", []),
        ("## What it earns\n", []),
        ("One two three four five six; and four more words.", []),
        ("One two three\nfour five six seven.", [(0, "7 words without a pause, expected at most 6")]),
        ("M 1 2 l 3.5-4 q aa9 b0 c d e f.", []),
        ("A red herring anew.", []),
        (r"One two three.\nFour five six seven.", []),  # a new line in a text of SVG
    ],
)
def test_a_sentence_is_read(text: str, found: list[tuple[int, str]]) -> None:
    assert [(flaw.at, flaw.message) for flaw in VOICE.flaws(text)] == found


def test_words_of_a_kit_come_on_top_of_ours_and_are_all_in_another_language() -> None:
    words = {"say": {"kaufe": ["erwirb*"]}, "longest": 3}
    assert [flaw.hint for flaw in voice_of("de", words).flaws("Erwirb anew.")] == ["say 'kaufe'"]
    assert len(list(voice_of("en", words).flaws("Erwirb anew what four words are."))) == 3


def test_each_flaw_is_told_at_its_line(make_kit: MakeKit) -> None:
    game = {**GAME, "words": {"say": {"discard": ["throw away"]}}}
    sheet = "# Kit\n\n{{ options.shape.says }}\n\nDraw one, and\nthrow away two.\n"
    face = "<svg>\n<text>{{ card.text }}</text>\n<text>Whoever draws wins.</text>\n</svg>"
    folder = make_kit({"game.yaml": json.dumps(game), "face.svg": face, "rules.md.j2": sheet})
    found = list(check_voice(Subject(load_kit(folder)), ["Ana deals anew"]))
    places = [(Path(p.where.file).name, p.where.line, p.message) for p in found]
    assert places == [
        ("face.svg", 3, "a sentence begins with 'Whoever'"),
        ("rules.md.j2", 6, "it says 'throw away'"),
        ("game.yaml", 1, "it says 'anew'"),
    ]
    assert {p.level for p in found} == {"warning"}


def test_documents_are_read_without_their_code_and_messages_without_their_values() -> None:
    text = "Say `anew`.\n\n    anew\n\n```\nanew\n```\nDone anew.\n"
    assert [text.count("\n", 0, flaw.at) for flaw in VOICE.flaws(prose(text))] == [7]
    code = "problems.add(f'{x} is\\nanew', where, hint='do it')\nother('no')"
    assert [said for _, said in messages(code)] == ["X is\nanew", "do it"]


def test_what_cardgen_says_of_itself_reads_well() -> None:
    assert list(complaints()) == []
