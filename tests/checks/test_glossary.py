"""One word for one thing: what is read, what is not, and where a slip is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen.checks import run_checks
from cardgen.source import load_kit, load_seeds
from tests.conftest import MakeKit

GAME = {
    "game": "kit",
    "title": "Kit",
    "version": "1.0",
    "players": {"min": 2, "max": 4},
    "credits": {"design": "Somebody"},
    "rules": "rules.md.j2",
    "decks": {
        "main": {
            "size": "poker",
            "note": "a note",
            "face": "face.svg",
            "fields": {"text": {"type": "text", "default": ""}, "kind": {"one_of": ["umbrella", "none"]}},
            "cards": [{"id": "A1", "text": "shade", "kind": "umbrella"}, {"id": "A2", "kind": "none"}],
        }
    },
    "options": {"shape": {"default": "line", "values": {"line": "In a line.", "group": "In a group."}}},
}
FACE = "<svg>\n<text>{{ card.text }}{{ card.kind }}</text>\n</svg>"
SHEET = "# Kit\n\n{{ options.shape.says }}\n"
GLOSSARY = [
    {"term": "parasol", "means": "Gives shade.", "instead_of": ["umbrella*"]},
    {"term": "BAR deck", "means": "The cards to draw.", "instead_of": ["draw pile", "Bar"]},
]


def slips(make_kit: MakeKit, face: str = FACE, sheet: str = SHEET, game: object = None) -> list[str]:
    seeds = {"rules": [{"id": "XX-001", "says": "Everybody draws."}], "glossary": GLOSSARY}
    texts = {"game.yaml": json.dumps(game or GAME), "face.svg": face, "rules.md.j2": sheet}
    folder = make_kit({**texts, "../seeds.yaml": json.dumps(seeds)})
    found = run_checks(load_kit(folder), seeds=load_seeds(folder.parent / "seeds.yaml"))
    assert {p.code for p in found} <= {"one-word"}
    return [f"{Path(p.where.file).name}:{p.where.line} {p.message}" for p in found if p.where]


def test_fields_files_and_values_that_nobody_reads_may_be_called_anything(make_kit: MakeKit) -> None:
    face = '<svg>\n<!-- umbrella -->\n<style>.umbrella {}</style><g id="umbrella"/>\n<text>{{ card.kind }}</text>\n</svg>'
    sheet = "{# umbrella #}\n{% set umbrella = 1 %}{{ options.shape.says }}\n\n::: call-out Shade {icon=umbrella}\nx\n:::\n"
    assert slips(make_kit, face + "{{ card.text }}", sheet) == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("an Umbrella", ["umbrella"]),
        ("two umbrellas", ["umbrellas"]),
        ("two **umbrellas**", ["umbrellas"]),
        ("a draw\n  pile", []),  # a word at a line's end stands alone
        ("the draw  pile", ["draw  pile"]),
        ("the Bar", ["Bar"]),
        ("the BAR deck, a bar", []),
        ("a barumbrella", []),
    ],
)
def test_a_word_is_found_in_any_case_unless_it_has_capitals(
    make_kit: MakeKit, said: str, told: list[str]
) -> None:
    found = slips(make_kit, sheet=SHEET + said)
    assert [message.split("'")[1].casefold() for message in found] == [word.casefold() for word in told]


def test_the_line_is_told_in_a_template_a_sheet_and_a_picture_description(make_kit: MakeKit) -> None:
    face = FACE.replace("{{ card.text }}", "{{ card.text }}\n  an umbrella\n")
    sheet = SHEET + '\nShade.\n{{ face("A1", "a red umbrella") }}\n'
    assert slips(make_kit, face, sheet) == [
        "face.svg:3 it says 'umbrella' where the glossary has 'parasol'",
        "rules.md.j2:6 it says 'umbrella' where the glossary has 'parasol'",
    ]


def test_cards_options_notes_and_titles_are_read(make_kit: MakeKit) -> None:
    text = json.dumps(GAME)
    for written in ("shade", "a note", "In a line."):
        (slip,) = slips(make_kit, game=json.loads(text.replace(written, "An umbrella.")))
        assert "'umbrella'" in slip


def test_the_pages_of_an_aid_are_read_but_not_the_names_of_their_pictures(make_kit: MakeKit) -> None:
    game = json.loads(json.dumps(GAME))
    game["decks"]["main"]["fields"]["text"] = {"type": "any", "default": ""}
    game["decks"]["main"]["cards"][0]["text"] = {
        "layout": "umbrella",
        "rows": [{"shows": "umbrella", "says": "Open it."}, "Shade."],
    }
    assert slips(make_kit, game=game) == []
    for written in ("Open it.", "Shade."):
        (slip,) = slips(make_kit, game=json.loads(json.dumps(game).replace(written, "Open the umbrella.")))
        assert "'umbrella'" in slip
    assert len(slips(make_kit, game=json.loads(json.dumps(game).replace("Shade.", "Umbrella")))) == 1
