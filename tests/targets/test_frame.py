"""A target: found, read, told when it is wrong, and everything that it takes is made."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from tests.conftest import Cardgen
from tests.spreadsheets import game, lay_out

CARDS = "[{id: A1, value: 1}, {id: A2, value: 2}]"
MINE = "title: My printer\npictures: {dpi: 100, sizes: [{name: card, size: 44x63mm, bleed: 3mm}]}\n"


def kit(folder: Path, **files: str | bytes) -> None:
    lay_out(folder / "kit", {"game.yaml": game(CARDS), **files})


def test_a_target_of_a_kit_is_made_and_listed(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path, **{"targets/mine.yaml": MINE})
    cardgen.works("build", "kit", "--for", "mine", "--out", "out")
    with Image.open(tmp_path / "out" / "kit" / "mine" / "card" / "A1-front.png") as picture:
        assert picture.size == (197, 272)
    listed = json.loads((tmp_path / "out" / "kit" / "kit.json").read_text())["builds"]["for mine a4"]
    assert sorted(file["name"] for file in listed["files"]) == [
        "mine/README.txt",
        "mine/card/A1-front.png",
        "mine/card/A2-front.png",
        "mine/cards.csv",
    ]
    assert cardgen("build", "kit", "--for", "mine", "--out", "out").out.startswith("kit: nothing has changed")
    (tmp_path / "kit" / "targets" / "mine.yaml").write_text(MINE.replace("100", "50"))
    assert "kit: 4 files in" in cardgen("build", "kit", "--for", "mine", "--out", "out").out


def test_what_is_wrong_with_a_target_is_told_at_its_place(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path, **{"targets/mine.yaml": MINE.replace("44x63mm", "'63'").replace("dpi", "dip")})
    said = cardgen.fails("build", "kit", "--for", "mine")
    assert "kit/targets/mine.yaml:2:12: error: unknown key 'dip'" in said.err
    assert "kit/targets/mine.yaml:2:" in said.err
    assert "'63', expected a size such as 63x88mm" in said.err


def test_a_target_that_is_not_there_is_told(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path)
    said = cardgen.fails("build", "kit", "--for", "tgx")
    assert "there is no target 'tgx'\n  hint: did you mean 'tgc'?" in said.err
