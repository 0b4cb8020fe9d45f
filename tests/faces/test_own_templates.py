"""A card may have a face and a back of its own; art is as large as it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.faces.art.caps import svg_size
from cardgen.faces.compose import Faces
from tests.faces.face_kit import FRAME_TEXT, kit, svg, words


@pytest.mark.parametrize(("face", "front"), [(None, "front of all"), ("faces/own.svg", "front of one")])
@pytest.mark.parametrize(("back", "behind"), [(None, "back of all"), ("backs/own.svg", "back of one")])
def test_a_card_may_have_templates_of_its_own(
    tmp_path: Path, face: str | None, front: str, back: str | None, behind: str
) -> None:
    files = {
        "faces/own.svg": svg(FRAME_TEXT.format("front of one")),
        "backs/own.svg": svg(FRAME_TEXT.format("back of one")),
    }
    made = kit(
        tmp_path,
        svg(FRAME_TEXT.format("front of all")),
        back=svg(FRAME_TEXT.format("back of all")),
        files=files,
    )
    card = replace(made.card("C1"), face=face, back=back)
    faces = Faces(made)
    assert words(faces.front(card)) == front
    drawn = faces.back(card)
    assert drawn
    assert words(drawn) == behind


@pytest.mark.parametrize(
    ("width", "mm"), [("69mm", 69), ("6.9cm", 69), ("2in", 50.8), ("72pt", 25.4), ("96", 25.4), ("6pc", 25.4)]
)
def test_art_is_as_large_as_its_root_says(width: str, mm: float) -> None:
    assert svg_size(f'<svg width="{width}" height="10mm"/>'.encode()) == pytest.approx((mm, 10))
