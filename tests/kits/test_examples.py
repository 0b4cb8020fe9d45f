"""What the rule sheets show is true: set-up pictures are positions of the game, example turns are played by the engine.

Both stand in the kit's `scenarios/examples.yaml`, which the sheet reads as `tables.examples`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cardgen.base.drawing import Drawing, PlacedDrawing
from cardgen.base.files import shipped
from cardgen.engine import Game
from cardgen.engine.scenario import run_scenarios
from cardgen.engine.zones import HIDDEN
from cardgen.faces.compose import Faces
from cardgen.games import make_game
from cardgen.rulesheet import load_rules
from cardgen.rulesheet.blocks import PictureBlock, all_inlines
from cardgen.rulesheet.plaintext import rule_markdown
from cardgen.rulesheet.setter import SheetPictures
from tests.games.kits import kit_of

DATA = shipped() / "data"
GAMES = sorted(path.parent.parent.name for path in DATA.glob("*/scenarios/examples.yaml"))
SET_UP, TURN = "Set-up", "Example turn"


def plain(said: Any) -> Any:
    """What stands in a table of a kit, as a scenario gets it."""
    if isinstance(said, Mapping):
        return {key: plain(value) for key, value in said.items()}
    return [plain(value) for value in said] if isinstance(said, list | tuple) else said


def example(name: str, called: str) -> dict[str, Any]:
    said = plain(kit_of(name).tables["examples"])
    (found,) = (one for one in said["scenarios"] if one["scenario"] == called)
    return {"players": said.get("players"), "options": said.get("options", {}), **found}


def position(name: str, called: str) -> tuple[Game[Any], Any]:
    said = example(name, called)
    game = make_game(kit_of(name), said["players"], said["options"])
    return game, game.position(said["given"])


def drawn(drawing: Drawing) -> Iterator[str]:
    """The faces that a picture shows: `C17 front`."""
    for item in drawing.items:
        if isinstance(item, PlacedDrawing):
            yield item.drawing.name
            yield from drawn(item.drawing)


@pytest.mark.parametrize("name", GAMES)
def test_every_example_of_the_sheet_holds(name: str) -> None:
    file = DATA / name / "scenarios" / "examples.yaml"
    results = run_scenarios(file, lambda slug, players, options: make_game(kit_of(slug), players, options))
    assert [str(problem) for result in results for problem in result.problems] == []
    assert {SET_UP, TURN} <= {result.name.partition(" › ")[0] for result in results}
    assert example(name, TURN)["moves"]
    assert {"expect", "score", "then"} & set(example(name, TURN)), "a worked result"


@pytest.mark.parametrize("name", GAMES)
def test_the_set_up_lies_as_after_dealing(name: str) -> None:
    """Some game of as many players has the same phase with as many pieces in each zone, and the same chips."""
    game, shown = position(name, SET_UP)

    def lies(s: Any) -> tuple[str, dict[str, int], Counter[str]]:
        chips = Counter(game.counters(s)) if hasattr(game, "counters") else Counter()
        return s.phase.name, {zone: len(pieces) for zone, pieces in game.zones(s).items()}, chips

    dealt = game.deal(1)
    seen = [lies(dealt)]
    for _ in range(3 * game.players):  # what players choose before the first turn belongs to the set-up
        if game.over(dealt):
            break
        game.play(dealt, next(iter(game.moves(dealt))))
        seen.append(lies(dealt))
    assert lies(shown) in seen or lies(shown) in map(lies, map(game.deal, range(400)))


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_of_the_set_up_shows_that_position(name: str) -> None:
    """Every card that lies open in the picture lies open there, and nothing that is hidden is shown."""
    kit = kit_of(name)
    game, shown = position(name, SET_UP)
    sheet = load_rules(kit, example(name, SET_UP)["options"])
    pictures = [
        p for p in all_inlines(sheet.blocks) if isinstance(p, PictureBlock) and p.name.startswith("setup")
    ]
    assert pictures, "a picture rules/setup….svg"
    pieces = {card.id for card in game.pieces.cards}
    for picture in pictures:
        drawing = SheetPictures(Faces(kit, options=sheet_options(sheet)), sheet).drawing(picture)
        assert drawing is not None
        found = [face.removesuffix(" front") for face in drawn(drawing) if face.endswith(" front")]
        open_there = {
            game.pieces.cards[piece].id
            for place in game.zoned.of_pieces
            if place.zone.seen_by == "all"
            for piece in game.zones(shown)[place.name]
            if piece != HIDDEN
        }
        assert {face for face in found if face in pieces} <= open_there


# -- the worked example: its picture, its words and the engine name the same cards

EXAMPLE = {
    "auction-hearts": ("A whole round", {"hands"}),
    "bartender-2012": ("An example: HOUR 8", {"example-bar", "example-hour"}),
    "bartender-aarwares": ("An example: Ana’s turn", {"start", "played", "ended"}),
    "biergarten": ("An example turn", {"turn"}),
    "cheers": ("Four turns and a victory", {"turns"}),
}
"""The heading of each example, and the pictures that belong to it."""
_DRINKS = {"cherry": "R", "mint": "G", "curaçao": "B", "lemon": "Y", "plum": "P"}


def told(name: str, words: str) -> set[str]:
    """The cards that the words of an example name, each by its id."""
    kit = kit_of(name)
    if name == "cheers":
        found = re.findall(r"\b(\w+)\W+with a small (\w+)", words.lower())
        return {_DRINKS[big] + _DRINKS[small].lower() for big, small in found}
    if name == "bartender-aarwares":
        letters = {"raider": "R", "coin": "C", "shovel": "S"}
        return {letters[kind] + value for kind, value in re.findall(r"(raider|coin|shovel) of (\d+)", words)}
    called = {
        card.id: card.name if name == "bartender-2012" else card.id
        for part in kit.components
        for card in part.cards
    }
    return {
        id for id, says in called.items() if id[0].isupper() and re.search(rf"\b{re.escape(says)}\b", words)
    }


def differences(name: str, words: str, pictured: set[str]) -> list[str]:
    """What the words or the pictures of an example have that its scenario does not."""
    blocks = [
        s
        for s in plain(kit_of(name).tables["examples"])["scenarios"]
        if TURN.lower() in s["scenario"].lower()
    ]
    played = {
        word.partition(".")[0] for word in re.findall(r"\b[A-Z0-9][\w.]*\b", str(blocks).replace("\\n", " "))
    }
    return sorted(f"only told: {card}" for card in told(name, words) - played) + sorted(
        f"only pictured: {card}" for card in pictured - played
    )


def section(name: str) -> tuple[str, set[str]]:
    """The words of the example in the sheet of a game, and the cards in its pictures."""
    sheet = load_rules(kit_of(name), example(name, TURN)["options"])
    heading, pictures = EXAMPLE[name]
    text = rule_markdown(sheet)
    words = re.split(r"^#+ ", text[text.index(f" {heading}\n") :], maxsplit=1, flags=re.M)[0]
    drawer = SheetPictures(Faces(kit_of(name), options=sheet_options(sheet)), sheet)
    shown = [p for p in all_inlines(sheet.blocks) if isinstance(p, PictureBlock) and p.name in pictures]
    faces = {face for p in shown for face in drawn(drawer.drawing(p)) if face.endswith(" front")}
    pieces = {card.id for card in position(name, TURN)[0].pieces.cards}
    return words, {face.removesuffix(" front") for face in faces} & pieces


@pytest.mark.parametrize("name", GAMES)
def test_picture_words_and_engine_have_the_same_cards_in_an_example(name: str) -> None:
    words, pictured = section(name)
    assert pictured
    assert differences(name, words, pictured) == []


@pytest.mark.parametrize(
    ("name", "words", "pictured", "found"),
    [
        ("bartender-2012", "Ben plays the Quiet Couple.", {"P17"}, ["only told: P20"]),
        ("bartender-aarwares", "a coin of 10", {"R7"}, ["only told: C10"]),
        ("biergarten", "Ana lays C21, not C57.", {"C18"}, ["only told: C57"]),
        ("cheers", "a Lemon with a small plum", {"Rg", "Bp"}, ["only told: Yp", "only pictured: Bp"]),
        ("auction-hearts", "", {"QS", "chip-1"}, ["only pictured: chip-1"]),
    ],
)
def test_another_card_in_an_example_is_found(
    name: str, words: str, pictured: set[str], found: list[str]
) -> None:
    assert differences(name, words, pictured) == found


def sheet_options(sheet: Any) -> dict[str, Any]:
    return {name: choice.chosen for name, choice in sheet.choices.items()}
