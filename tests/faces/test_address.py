"""A face's address tells what is drawn, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.base.drawing import Art, Drawing, FontKey, Glyph, Item, Mark, PlacedDrawing, Tag, Text, rect
from cardgen.faces.address import LETTERS, address, addresses
from cardgen.faces.compose import Faces
from tests.games.kits import kit_of

ART = Art(b"<svg/>", "aa", 0, 0, 10, 10)
WORD = Text(FontKey("Roboto"), 3, 1, 2, (Glyph(40, 0.5, 0, 0, "A"),))
BOX = rect(0, 0, 5, 5, fill="#ff0000")
INSIDE = Drawing("icon", 0, 0, 1, 1, (BOX,))


def face(*items: Item, name: str = "A1 front", width: float = 63) -> Drawing:
    return Drawing(name, 0, 0, width, 88, items)


def test_equal_faces_of_two_cards_have_one_address() -> None:
    ours = face(ART, WORD, BOX, PlacedDrawing(INSIDE))
    theirs = face(ART, WORD, BOX, PlacedDrawing(replace(INSIDE)), name="B2 front")
    assert address(ours) == address(theirs)
    assert len(address(ours)) == LETTERS


def test_what_is_only_read_aloud_changes_no_address() -> None:
    assert address(face(Mark(Tag("P")), WORD, Mark())) == address(face(WORD))


@pytest.mark.parametrize(
    "other",
    [
        face(WORD, ART, BOX, PlacedDrawing(INSIDE)),
        face(replace(ART, key="bb"), WORD, BOX, PlacedDrawing(INSIDE)),
        face(replace(ART, x=1), WORD, BOX, PlacedDrawing(INSIDE)),
        face(ART, replace(WORD, fill="#ffffff"), BOX, PlacedDrawing(INSIDE)),
        face(ART, replace(WORD, font=FontKey("Roboto", 700)), BOX, PlacedDrawing(INSIDE)),
        face(ART, replace(WORD, font=FontKey("Oswald")), BOX, PlacedDrawing(INSIDE)),
        face(ART, replace(WORD, glyphs=(Glyph(41, 0.5, 0, 0, "A"),)), BOX, PlacedDrawing(INSIDE)),
        face(ART, replace(WORD, opacity=0.5), BOX, PlacedDrawing(INSIDE)),
        face(ART, WORD, rect(0, 0, 5, 5, fill="#00ff00"), PlacedDrawing(INSIDE)),
        face(ART, WORD, BOX, PlacedDrawing(replace(INSIDE, items=(ART,)))),
        face(ART, WORD, BOX, PlacedDrawing(INSIDE, opacity=0.5)),
        face(ART, WORD, BOX, PlacedDrawing(INSIDE, clip=BOX)),
        face(ART, WORD, BOX, PlacedDrawing(INSIDE), width=64),
    ],
)
def test_what_looks_different_has_another_address(other: Drawing) -> None:
    assert address(other) != address(face(ART, WORD, BOX, PlacedDrawing(INSIDE)))


def test_a_font_with_other_letters_is_another_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgen.faces import address as module

    before = address(face(WORD))
    monkeypatch.setattr(module, "_hash_of", lambda *file: "other letters")
    assert address(face(WORD)) != before


def test_looks_have_addresses_of_their_own_and_one_kit_is_always_the_same() -> None:
    kit = kit_of("cheers")

    def drawn(look: str) -> dict[str, dict[str, str]]:
        faces = Faces(kit, look)
        for card in kit.components[0].cards[:4]:
            faces.front(card), faces.back(card)
        return addresses(faces.composed())

    full, again, low_ink = drawn("full"), drawn("full"), drawn("low-ink")
    assert full == again
    assert all(full[card]["front"] != low_ink[card]["front"] for card in full)
    backs = {sides["back"] for sides in full.values()}
    assert len(full) == 4
    assert len(backs) == 1
