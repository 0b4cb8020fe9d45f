"""What the rule sheets show is true: set-up pictures are positions of the game, example turns are played by the engine.

Both stand in the kit's `scenarios/examples.yaml`, which the sheet reads as `tables.examples`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cardgen.base.drawing import Drawing, Place
from cardgen.base.files import shipped
from cardgen.engine import Game
from cardgen.engine.scenario import run_scenarios
from cardgen.engine.zones import HIDDEN
from cardgen.faces.compose import Faces
from cardgen.games import make_game
from cardgen.rulesheet import load_rules
from cardgen.rulesheet.blocks import Picture, all_inlines
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
        if isinstance(item, Place):
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
    assert lies(shown) in seen


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_of_the_set_up_shows_that_position(name: str) -> None:
    """Every card that lies open in the picture lies open there, and nothing that is hidden is shown."""
    kit = kit_of(name)
    game, shown = position(name, SET_UP)
    sheet = load_rules(kit, example(name, SET_UP)["options"])
    pictures = [p for p in all_inlines(sheet.blocks) if isinstance(p, Picture) and p.name.startswith("setup")]
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


def sheet_options(sheet: Any) -> dict[str, Any]:
    return {name: choice.chosen for name, choice in sheet.choices.items()}
