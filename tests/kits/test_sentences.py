"""What the paper of each game says, form by form, and what it must not say: `sentences.yaml` beside this file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from cardgen.base.drawing import Drawing, PlacedDrawing, Text
from tests.games.kits import kit_of
from tests.kits.conftest import faces_of, said_by

SAID = yaml.safe_load(Path(__file__).with_name("sentences.yaml").read_text("utf-8"))


def drawn(drawing: Drawing) -> Iterator[str]:
    for item in drawing.items:
        if isinstance(item, Text):
            yield item.words
        elif isinstance(item, PlacedDrawing):
            yield from drawn(item.drawing)


def plain(text: str) -> str:
    """Words as they are compared: a line may end anywhere, and quotation marks are of any kind."""
    for sign, typed in {"’": "'", "“": '"', "”": '"', "*": "", "\\": ""}.items():
        text = text.replace(sign, typed)
    return " ".join(text.split()).casefold()


@cache
def paper(game: str, form: str) -> str:
    """All words of a form of the sheet, or of all fronts and backs."""
    if form != "faces":
        return plain(said_by(game, form))  # type: ignore[arg-type]
    faces = faces_of(game)
    cards = [card for component in kit_of(game).components for card in component.cards]
    sides = [faces.front(card) for card in cards] + [back for card in cards if (back := faces.back(card))]
    return plain(" ".join(" ".join(drawn(side)) for side in sides))


@pytest.mark.parametrize(
    ("game", "form", "says", "never"),
    [
        pytest.param(game, form, one.get("says", []), one.get("never", []), id=f"{game}-{form}-{n}")
        for game, entries in SAID.items()
        for n, one in enumerate(entries)
        for form in one["forms"]
    ],
)
def test_the_paper_says_what_is_true(game: str, form: str, says: list[str], never: list[str]) -> None:
    words = paper(game, form)
    assert [one for one in says if plain(one) not in words] == []
    assert [one for one in never if plain(one) in words] == []
