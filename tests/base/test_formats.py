"""Files say which cardgen reads them: a later format is refused at its place, and the file stays as it is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cardgen.base.errors import CardgenError, Location
from cardgen.base.formats import too_new
from cardgen.base.packages import VERSION
from cardgen.engine import SavedGame
from tests.app.test_build import SAMPLE
from tests.conftest import Cardgen


def test_only_a_later_format_is_a_problem() -> None:
    where = Location("game.yaml", 1, 9)
    assert [too_new(said, 3, where) for said in (3, 1, "9", True, None, 9.5)] == [None] * 6
    problem = too_new(4, 3, where)
    assert problem
    assert str(problem) == (
        f"game.yaml:1:9: error: format is 4, expected at most 3: cardgen {VERSION} reads no later one\n"
        "  hint: a newer cardgen reads it: pip install --upgrade cardgen"
    )


def test_a_saved_game_of_a_later_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text('{"cardgen-game": 2, "stories": []}')
    with pytest.raises(CardgenError, match=r"game\.json: error: format is 2, expected at most 1"):
        SavedGame.read(tmp_path / "game.json")
    (tmp_path / "game.json").write_text('{"cardgen-game": "1"}')
    with pytest.raises(ValueError, match="saved by another version"):
        SavedGame.read(tmp_path / "game.json")


def test_a_build_does_not_write_over_a_kit_json_of_a_later_format(cardgen: Cardgen, tmp_path: Path) -> None:
    shutil.copytree(SAMPLE, tmp_path / "harbour")
    cardgen.works("build", "harbour", "--out", "out", "--only", "cargo", "--quiet")
    cardgen.works("build", "harbour", "--out", "out", "--quiet")
    file = tmp_path / "out/harbour/kit.json"
    said = json.loads(file.read_text("utf-8"))
    assert said["format"] == 1
    file.write_text(later := json.dumps({**said, "format": 2}))

    refused = cardgen.fails("build", "harbour", "--out", "out")
    assert "out/harbour/kit.json: error: format is 2, expected at most 1" in refused.err
    assert file.read_text() == later


def test_what_programs_read_has_a_format(cardgen: Cardgen) -> None:
    said = json.loads(cardgen("doctor", "--json").out)
    assert said["format"] == 1
    assert {"what", "state", "found", "hint"} == set(said["findings"][0])
