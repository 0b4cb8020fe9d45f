"""A field of type picture: what a card may write there, and which files count as used."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cardgen.checks import run_checks
from cardgen.model import Kit
from cardgen.source import read_kit
from cardgen.source.kit_shape import FieldPart
from cardgen.source.shape import json_schema, part
from tests.conftest import MakeKit
from tests.pictures import corners, saved

GAME = """game: {name}
title: Birds
version: "1.0"
players: {{min: 2, max: 4}}
credits: {{design: Somebody}}
decks:
  main:
    size: poker
    face: face.svg
    cards: cards.yaml
    fields:
      photo: {field}
"""
FACE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"><image href="{{ card.photo }}" width="9" height="9"/></svg>'


def read(make_kit: MakeKit, field: str, cards: str) -> tuple[Kit | None, list[str]]:
    """Return a kit with heron.png and swan.webp in its folder art, and what is said about it."""
    folder = make_kit({"game.yaml": "", "cards.yaml": cards, "face.svg": FACE})
    (folder / "game.yaml").write_text(GAME.format(name=folder.name, field=field), "utf-8")
    (folder / "art").mkdir()
    (folder / "art/heron.png").write_bytes(saved(corners()))
    (folder / "art/swan.webp").write_bytes(saved(corners(), "WEBP"))
    kit, problems = read_kit(folder)
    return kit, [f"{problem.where}: {problem.message}" for problem in problems]


@pytest.mark.parametrize(
    ("field", "cards", "photos"),
    [
        ("{type: picture}", "- {id: A1, photo: art/heron.png}", ["art/heron.png"]),
        (
            '{type: picture, default: ""}',
            "- {id: A1}\n- {id: A2, photo: art/swan.webp}",
            ["", "art/swan.webp"],
        ),
        ('{type: picture, default: ""}', '- {id: A1, photo: ""}', [""]),
        ("{type: picture, default: art/heron.png}", "- {id: A1}", ["art/heron.png"]),
        (
            "{type: picture}",
            '- {each: {of: [heron.png, swan.webp]}, id: "{{ of }}", photo: "art/{{ of }}"}',
            ["art/heron.png", "art/swan.webp"],
        ),
    ],
)
def test_a_card_names_a_picture_of_the_kit(
    make_kit: MakeKit, field: str, cards: str, photos: list[str]
) -> None:
    kit, said = read(make_kit, field, cards)
    assert said == []
    assert kit is not None
    assert [card.photo for card in kit.decks.main.cards] == photos


@pytest.mark.parametrize(
    ("field", "cards", "says"),
    [
        ("{type: picture}", "- {id: A1, photo: art/hern.png}", "kit/cards.yaml:1:19: there is no picture 'art/hern.png' in the kit's folder"),
        ("{type: picture, default: art/hern.png}", "- {id: A1}", "kit/game.yaml:12:39: there is no picture 'art/hern.png' in the kit's folder"),
        ("{type: picture}", '- {id: A1, photo: ""}', "kit/cards.yaml:1:19: photo is '', expected the name of a picture such as art/heron.png"),
        ("{type: picture}", "- {id: A1, photo: face.jpg}", "kit/cards.yaml:1:19: there is no picture 'face.jpg' in the kit's folder"),
        ("{type: picture, dpi: 0}", "- {id: A1, photo: art/heron.png}", "kit/game.yaml:12:35: dpi is 0, expected a whole number from 1 to 2400"),
        ("{type: picture, min: 3}", "- {id: A1, photo: art/heron.png}", "kit/game.yaml:12:35: a picture field has no min or max"),
        ("{type: picture}", "- {id: A1, photo: cards.yaml}", "kit/cards.yaml:1:19: the picture 'cards.yaml' is something else, expected PNG, JPEG, WebP or SVG"),
    ],
)  # fmt: skip
def test_a_picture_that_cannot_be_used_is_told_where_it_is_named(
    make_kit: MakeKit, field: str, cards: str, says: str
) -> None:
    _, said = read(make_kit, field, cards)
    assert said == [says]


def test_a_table_of_cards_names_pictures_and_their_cells(make_kit: MakeKit) -> None:
    def read_table(rows: str) -> tuple[Kit | None, list[str]]:
        folder = make_kit({"cards.csv": "id,photo\n" + rows, "face.svg": FACE})
        game = GAME.format(name=folder.name, field='{type: picture, default: ""}')
        (folder / "game.yaml").write_text(game.replace("cards.yaml", "cards.csv"), "utf-8")
        (folder / "art").mkdir(exist_ok=True)
        for name in ("heron.png", "007"):
            (folder / "art" / name).write_bytes(saved(corners()))
        (folder / "1.5").write_bytes(saved(corners()))
        kit, problems = read_kit(folder)
        return kit, [f"{problem.where}: {problem.message}" for problem in problems]

    kit, said = read_table("A1,art/heron.png\nA2,\nA3,art/007\nA4,1.5\n")
    assert said == []
    assert kit is not None
    assert [card.photo for card in kit.decks.main.cards] == ["art/heron.png", "", "art/007", "1.5"]
    _, said = read_table("A1,art/heron.png\nA2,art/hern.png\n")
    assert said == ["kit/cards.csv: B3: there is no picture 'art/hern.png' in the kit's folder"]


def test_a_picture_of_the_shared_templates_is_none_of_the_kit(make_kit: MakeKit) -> None:
    (shared,) = list((Path(__file__).parents[2] / "templates").glob("*/*.svg"))[:1]
    name = shared.relative_to(Path(__file__).parents[2] / "templates").as_posix()
    _, said = read(make_kit, "{type: picture}", f"- {{id: A1, photo: {name}}}")
    assert said == [f"kit/cards.yaml:1:19: there is no picture '{name}' in the kit's folder"]


def test_a_picture_that_only_a_card_names_is_used_and_another_one_is_not(make_kit: MakeKit) -> None:
    kit, _ = read(make_kit, "{type: picture}", "- {id: A1, photo: art/../art/heron.png}")
    assert kit is not None
    said = [problem.message for problem in run_checks(kit) if problem.code == "unused-file"]
    assert said == ["nothing in the kit names the file art/swan.webp"]


def test_editors_know_the_field() -> None:
    schema = Draft202012Validator(json_schema(part(FieldPart), ""))
    assert schema.is_valid({"type": "picture", "dpi": 150, "default": ""})
    assert not schema.is_valid({"type": "picture", "dpi": "150"})
