"""What ends outside the safe area is told, once for all cards, at its line in the template."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Cardgen
from tests.targets.kits import CARDS, face, lay, part

TARGET = "title: My printer\npictures: {dpi: 50, sizes: [{name: poker, size: 63x88mm, bleed: 3mm, safe: 4mm SHAPE}]}\n"


def told(
    cardgen: Cardgen, folder: Path, inside: str, component: str | None = None, **files: str
) -> list[Any]:
    target = TARGET.replace("SHAPE", "")
    lay(folder, component, **{"face.svg": face(inside=inside), "targets/mine.yaml": target, **files})
    said = cardgen.works("build", "kit", "--for", "mine", "--out", "out", "--json")
    return [problem for problem in json.loads(said.out)["problems"] if problem["code"] == "safe-area"]


def text(x: float, y: float, words: str = "Gull", more: str = "") -> str:
    return f'\n<text {more} x="{x}" y="{y}" style="font-family:Roboto;font-size:4px" data-fit="none">{words}</text>'


def test_words_near_the_cut_are_told_with_their_line_and_cards(cardgen: Cardgen, tmp_path: Path) -> None:
    (found,) = told(cardgen, tmp_path, text(1.5, 40, more='id="title"'))
    assert found["message"].startswith("text “title” ends 1.")
    assert found["message"].endswith("mm inside the cut on the front of A1, A2, A3; My printer wants 4 mm")
    assert (found["file"], found["line"]) == ("kit/face.svg", 2)


def test_where_the_ink_ends_counts_not_where_the_letters_may(cardgen: Cardgen, tmp_path: Path) -> None:
    # 4 mm letters stand on a line 5 mm above the cut: no word of this one goes below it
    assert told(cardgen, tmp_path, text(30, 83.9, "nnn")) == []
    assert len(told(cardgen, tmp_path, text(30, 83.9, "ggg"))) == 1


@pytest.mark.parametrize(
    ("layer", "ends"),
    [
        (
            '<g id="sea"><rect x="-3" y="-3" width="69" height="50"/></g>',
            None,
        ),  # a background goes to the bleed
        (
            '<g id="frame"><rect x="2" y="2" width="59" height="84"/></g>',
            "layer “frame” ends 2.0 mm inside the cut",
        ),
        (
            '<g id="ship"><rect x="1" y="-3" width="20" height="20"/></g>',
            "layer “ship” ends 1.0 mm inside the cut",
        ),
        ('<g id="well"><rect x="4" y="4" width="55" height="80"/></g>', None),
        ('<g><rect x="2" y="2" width="59" height="84"/></g>', None),  # nobody could say which
    ],
)
def test_a_named_layer_may_reach_the_bleed_or_stay_inside(
    cardgen: Cardgen, tmp_path: Path, layer: str, ends: str | None
) -> None:
    found = told(cardgen, tmp_path, f"\n{layer}")
    assert len(found) == (ends is not None)
    assert not ends or found[0]["message"].startswith(ends)


def test_different_words_at_one_place_are_told_together(cardgen: Cardgen, tmp_path: Path) -> None:
    (found,) = told(cardgen, tmp_path, text(1, 40, "{{ card.name }}"), part(cards=CARDS))
    assert found["message"].startswith("text “A1” and others of its place end ")


def test_a_face_that_is_placed_on_another_is_not_looked_at_there(cardgen: Cardgen, tmp_path: Path) -> None:
    cards = "[{id: A1}, {id: B1, face: placing.svg}]"
    placing = face(inside='<use href="face:A1" x="20" y="30" width="20" height="28"/>')
    (found,) = told(cardgen, tmp_path, text(1, 40), part(cards=cards), **{"placing.svg": placing})
    assert "on the front of A1; " in found["message"]


def test_on_a_round_piece_the_cut_is_a_circle(cardgen: Cardgen, tmp_path: Path) -> None:
    coin = part("tokens", "coin", "30x30mm", "[{id: C}]", "face: coin.svg, bleed: 3mm")
    target = TARGET.replace("63x88mm", "30x30mm").replace("SHAPE", ", shape: round")
    files = {"targets/mine.yaml": target}
    inner = {**files, "coin.svg": face(30, 30, inside=text(13, 16))}
    outer = {**files, "coin.svg": face(30, 30, inside=text(19, 8))}
    assert told(cardgen, tmp_path, "", coin, **inner) == []
    assert len(told(cardgen, tmp_path, "", coin, **outer)) == 1


@pytest.mark.parametrize(("safe", "told"), [("", False), ("safe: 1.2mm, ", False), ("safe: 2.5mm, ", True)])
def test_check_tells_words_beyond_the_safe_area_that_the_kit_itself_asks_for(
    cardgen: Cardgen, tmp_path: Path, safe: str, told: bool
) -> None:
    frame = '\n<g id="frame"><rect x="1" y="1" width="61" height="86"/></g>'
    own = part().replace("size: ", f"{safe}size: ", 1)
    assert not safe or safe in own
    lay(tmp_path, own, **{"face.svg": face(inside=text(1.5, 40, more='id="title"') + frame)})
    run = cardgen("check", "kit", "--json")
    found = [one for one in json.loads(run.out)["problems"] if one["code"] == "safe-area"]
    assert len(found) == told
    for one in found:
        assert (one["file"], one["line"], one["level"]) == ("kit/face.svg", 2, "warning")
        assert one["message"].startswith("text “title” ends 1.")
        assert one["message"].endswith("mm inside the cut on the front of A1, A2, A3; safe: is 2.5 mm")
