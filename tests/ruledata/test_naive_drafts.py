"""Drafts of designers who cannot program: each round of messages is followed alone, and the third draft plays."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardgen.app.start import NewGame, new_game
from cardgen.base.errors import CardgenError
from cardgen.contract import standings_agree_with_the_end
from cardgen.engine import OVER, place_of
from cardgen.engine.playing import rollout
from cardgen.games import make_game
from cardgen.source import load_kit

DRAFTS = sorted((Path(__file__).parent / "drafts").glob("*.yaml"))


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda path: str(path.stem))
def test_two_rounds_of_messages_lead_to_a_game(draft: Path, tmp_path: Path) -> None:
    """Behind each line that is wrong its file has the hint that leads on: `# > hint`."""
    name, lines = draft.stem[:-2], draft.read_text("utf-8").splitlines()
    new_game(tmp_path, NewGame(name.title(), parts=("deck", "play")))
    folder = tmp_path / "data" / name
    (folder / "rules.yaml").write_text("\n".join(lines), "utf-8")
    hints = [
        (number, hint.strip()) for number, line in enumerate(lines, 1) for hint in line.split("# > ")[1:]
    ]
    if hints:
        with pytest.raises(CardgenError) as wrong:
            make_game(load_kit(folder), 3)
        assert sorted((one.where.line or 0, one.hint) for one in wrong.value.problems if one.where) == sorted(
            hints
        )
        return
    game = make_game(load_kit(folder), 3)
    assert place_of(game, "standing").file.endswith("rules.yaml"), "no line of cardgen is shown to a designer"
    for seed in range(20):
        standings_agree_with_the_end(game, seed)
        state = game.deal(seed)
        rollout(state, random.Random(seed))
        assert state.phase is OVER
