"""Pieces of another size: game.yaml and the templates of their faces in one step, which undo takes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.app.build import faces_of
from cardgen.base.errors import Problems
from cardgen.source import load_kit
from cardgen.source.cells import NoCell
from cardgen.studio.edits import Changed, Edits
from tests.studio.small import BACK, FACE, GAME, edit, small_kit


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_kit(tmp_path)


def resize(folder: Path, *size: Any, was: tuple[float, float] = (63, 88), of: str = "main") -> dict[str, Any]:
    return Edits(folder).resize({"in": of, "size": list(size), "was": list(was)})


def told(folder: Path) -> list[str]:
    kit, problems = load_kit(folder), Problems()
    faces = faces_of(kit, None, {}, problems)
    faces.front(kit.card("A1")), faces.back(kit.card("A1"))
    return [problem.code for problem in (*problems, *faces.problems)]


def test_a_wider_piece_keeps_what_is_drawn_and_its_ground_grows(folder: Path) -> None:
    written = resize(folder, 80, 88)
    face, back = ((folder / "faces" / name).read_text("utf-8") for name in ("card.svg", "back.svg"))
    assert face.splitlines()[0].endswith('width="86mm" height="94mm" viewBox="-3 -3 86 94">')
    assert '<rect id="ground" x="-3" y="-3" width="86" height="94"' in face
    assert face.splitlines()[2:] == FACE.splitlines()[2:]
    assert 'width="86" height="94" fill="#333333"' in back
    assert '    size: "80x88mm"\n' in (folder / "game.yaml").read_text("utf-8")
    assert [written["file"], *(file for file, _ in written["also"])] == [
        "game.yaml",
        "faces/back.svg",
        "faces/card.svg",
    ]
    assert told(folder) == []
    Edits(folder).step(back=True)
    assert (folder / "game.yaml").read_text("utf-8") == GAME
    assert [(folder / "faces" / name).read_text("utf-8") for name in ("card.svg", "back.svg")] == [FACE, BACK]


def test_a_piece_of_the_same_proportions_is_drawn_larger_as_a_whole(folder: Path) -> None:
    resize(folder, 126, 176)
    head, ground, *rest = (folder / "faces" / "card.svg").read_text("utf-8").splitlines()
    assert head.endswith('width="132mm" height="182mm" viewBox="-1.5 -1.5 66 91">')
    assert 'x="-1.5" y="-1.5" width="66" height="91"' in ground
    assert rest == FACE.splitlines()[2:]
    assert told(folder) == []


def test_a_template_that_others_have_too_gets_a_copy(folder: Path) -> None:
    more = "  other: {title: Others, size: poker, face: faces/card.svg, fields: {colour: {type: text}, text: {type: text}},\n    cards: [{id: O1, name: Other, colour: red, text: Hm}]}\n"
    (folder / "game.yaml").write_text(GAME + more, "utf-8")
    resize(folder, 80, 88)
    kit = load_kit(folder)
    assert [(c.face, c.back) for c in kit.components] == [
        ("faces/card-main.svg", "faces/back.svg"),
        ("faces/card.svg", None),
    ]
    assert (folder / "faces" / "card.svg").read_text("utf-8") == FACE
    assert 'viewBox="-3 -3 86 94"' in (folder / "faces" / "card-main.svg").read_text("utf-8")
    assert told(folder) == []
    Edits(folder).step(back=True)
    assert (folder / "game.yaml").read_text("utf-8") == GAME + more


def test_what_has_no_size_to_write_says_why_and_nothing_is_written(folder: Path) -> None:
    for wrong in ((0, 88), (63,), ("63", 88), (63, 88, 1), (float("nan"), 9)):
        with pytest.raises(NoCell, match="expected a width and a height, 1 to 2000 mm each"):
            resize(folder, *wrong)
    with pytest.raises(Changed, match="main is 63 × 88 mm by now"):
        resize(folder, 70, 70, was=(60, 60))
    with pytest.raises(Changed):
        resize(folder, 70, 70, of="mine")
    edit(folder / "faces" / "card.svg", 'width="69mm"', 'width="{{ 69 }}mm"')
    with pytest.raises(NoCell, match=r"faces/card\.svg stays as it is: its width is computed"):
        resize(folder, 70, 70)
    (folder / "faces" / "card.svg").write_text(FACE, "utf-8")
    edit(folder / "game.yaml", "    corner: 3mm\n", "    shape: round\n")
    edit(folder / "game.yaml", "    size: 63x88mm\n", "    size: 63mm\n")
    with pytest.raises(NoCell, match="Cards are round"):
        resize(folder, 70, 71, was=(63, 63))
    (folder / "game.yaml").write_text(GAME, "utf-8")
    edit(folder / "game.yaml", "    corner: 3mm\n", "    shape: art/cut.svg#cut\n")
    (folder / "art").mkdir()
    (folder / "art" / "cut.svg").write_text(
        FACE.replace('<rect id="box"', '<path id="cut" d="M0 0H63V88H0Z"/><rect id="box"')
    )
    with pytest.raises(NoCell, match="belongs to their shape"):
        resize(folder, 70, 70)
    assert (folder / "faces" / "card.svg").read_text("utf-8") == FACE
