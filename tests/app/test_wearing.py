"""A layout for cards that are there: fields go where they fit, others are listed, and the kit still checks."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from cardgen.app.build import check_kit
from cardgen.source import load_kit
from cardgen.source.cells import NoCell
from cardgen.studio.edits import Edits
from tests.studio.small import edit, small_kit


def test_fields_take_places_by_name_and_type_and_the_others_stay(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    edit(
        kit / "game.yaml",
        "    fields:",
        "    fields:\n      price: {type: int, default: 2}\n      luck: {type: int, default: 1}",
    )
    before, cards = (kit / "game.yaml").read_bytes(), (kit / "cards.yaml").read_bytes()
    edits = Edits(kit)
    told = edits.wear({"for": "main", "layout": "portrait", "look": ""})
    assert told["fields"] == {"cost": "price", "text": "text"}
    assert told["without"] == ["luck", "colour"]
    assert (kit / "cards.yaml").read_bytes() == cards
    main = yaml.safe_load((kit / "game.yaml").read_text("utf-8"))["decks"]["main"]
    assert main["face"] == "faces/main-portrait.svg"
    assert list(main["fields"]) == ["price", "luck", "colour", "text", "kind", "picture"]
    assert "{{ card.price }}" in (kit / main["face"]).read_text("utf-8")
    assert [one for one in check_kit(kit) if one.level == "error"] == []
    edits.step(back=True)
    assert (kit / "game.yaml").read_bytes() == before
    edits.wear({"for": "main", "layout": "portrait", "look": ""})
    assert load_kit(kit).component("main").face == "faces/main-portrait-2.svg"  # the first one stays


def test_suits_take_the_colours_of_the_layouts_suits(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    told = Edits(kit).wear({"for": "main", "layout": "corners", "look": ""})
    assert (told["fields"], told["without"]) == ({"suit": "colour"}, ["text"])
    face = (kit / "faces" / "main-corners.svg").read_text("utf-8")
    assert "palette[{'red': 'a', 'blue': 'b'}[card.colour]]" in face
    assert {"a", "b"} <= set(load_kit(kit).looks["low-ink"].palette)
    assert [one for one in check_kit(kit) if one.level == "error"] == []


@pytest.mark.parametrize(
    ("component", "layout", "why"),
    [("none", "portrait", "no component"), ("main", "token", "is 25 × 25 mm"), ("main", "none", "no layout"), ("main", "back", "alone is no game")],
)  # fmt: skip
def test_what_does_not_fit_is_refused_and_nothing_is_written(
    tmp_path: Path, component: str, layout: str, why: str
) -> None:
    kit = small_kit(tmp_path)
    before = sorted((path, path.read_bytes()) for path in kit.rglob("*.*"))
    with pytest.raises(NoCell, match=why):
        Edits(kit).wear({"for": component, "layout": layout, "look": ""})
    assert sorted((path, path.read_bytes()) for path in kit.rglob("*.*")) == before
