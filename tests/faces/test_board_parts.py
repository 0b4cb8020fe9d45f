"""Places of boards from `parts/board.svg.j2`: one line in a template, drawn without complaint, and found by the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from cardgen.app.film import printed_spots
from cardgen.base.files import templates_dir
from cardgen.faces.compose import Faces
from cardgen.source import load_kit
from tests.studio.small import small_kit

PAGE = Path(__file__).parents[2] / "docs" / "templates.md"
FACE = """\
{{%- from "parts/board.svg.j2" import {name} -%}}
<svg xmlns="http://www.w3.org/2000/svg" width="306mm" height="206mm" viewBox="-3 -3 306 206">
  <rect x="-3" y="-3" width="306" height="206" fill="#eeeeee"/>
  {call}
</svg>
"""
LINES = {
    name: f"{{{{ {name}({said}) }}}}"
    for name, said in re.findall(
        r"^    \{\{ (track|grid|hexes|path|market)\((.*)\) \}\}$", PAGE.read_text("utf-8"), re.M
    )
}


def spots(folder: Path, name: str, call: str) -> list[tuple[float, float]]:
    kit = small_kit(folder)
    head = kit / "game.yaml"
    board = {"map": {"title": "Map", "size": "300x200mm", "face": "faces/map.svg", "cards": "map.yaml"}}
    head.write_text(head.read_text("utf-8") + yaml.safe_dump({"boards": board}), "utf-8")
    (kit / "map.yaml").write_text("[{id: M1, name: Map}]", "utf-8")
    (kit / "faces" / "map.svg").write_text(FACE.format(name=name, call=call), "utf-8")
    loaded = load_kit(kit)
    faces = Faces(loaded)
    faces.front(loaded.card("M1"))
    assert [str(problem) for problem in faces.problems] == []
    return printed_spots(loaded)("M1", "front")


@pytest.mark.parametrize(
    ("name", "many", "first", "last"),
    [
        ("track", 51, (14.8, 16.5), (264.4, 30.3)),
        ("grid", 64, (20, 20), (160, 160)),
        ("hexes", 20, (20, 21.55), (110, 73.51)),
        ("path", 6, (20, 20), (20, 60)),
        ("market", 6, (31.5, 64), (266.5, 64)),
    ],
)
def test_the_line_in_the_docs_makes_places_that_a_table_finds(
    name: str, many: int, first: tuple[float, float], last: tuple[float, float], tmp_path: Path
) -> None:
    found = spots(tmp_path, name, LINES[name])
    assert (len(found), found[0], found[-1]) == (many, first, last)


def test_two_parts_share_a_board_by_where_their_numbers_begin(tmp_path: Path) -> None:
    found = spots(tmp_path, "grid, track", "{{ track(10, 150, 9, begin=4) }}{{ grid(10, 10, 2, 2) }}")
    assert found[:5] == [(20, 20), (40, 20), (20, 40), (40, 40), (14.8, 156.5)]
    assert len(found) == 14


def test_each_part_is_on_the_page_about_templates() -> None:
    text = (templates_dir() / "parts" / "board.svg.j2").read_text("utf-8")
    assert {*re.findall(r"macro (\w+)\(", text)} - {"number"} == set(LINES)
