"""Two samples whose rules are written twice, in Python and as data: the same games, move for move."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import OVER, Recorder
from cardgen.games import make_game
from cardgen.ruledata import game_of
from cardgen.source import load_kit
from tests.many import thorough
from tests.ruledata.kits import SAMPLES
from tests.sample_game import HARBOUR, SampleGame

NIGHT_MARKET = SampleGame("night-market", "NightMarket", "NM")


def both(sample: SampleGame, place: Path) -> list[tuple[Any, Any]]:
    """Return the rules as data and in Python at each table: players, and each option one at a time."""
    folder = place / "data" / sample.slug
    shutil.copytree(sample.folder, folder)
    shutil.copy(SAMPLES / "classics" / "rules" / f"{sample.slug}.yaml", folder / "rules.yaml")
    kit = load_kit(folder)
    kind, python = game_of(kit, folder / "rules.yaml"), getattr(sample.rules, sample.called)
    chosen = [{name: c} for name, option in kit.options.items() for c in option.choices]
    return [
        (kind(kit, players, options), python(kit, players, options))
        for players in kit.players.counts
        for options in chosen
    ]


@pytest.mark.parametrize("games", [60, thorough(300)])
@pytest.mark.parametrize("sample", [NIGHT_MARKET, HARBOUR], ids=lambda sample: str(sample.slug))
def test_rules_as_data_play_the_same_game_as_python(sample: SampleGame, games: int, tmp_path: Path) -> None:
    tables = both(sample, tmp_path)
    for seed in range(games):
        data, python = tables[seed % len(tables)]
        s, q, rng = data.deal(seed), python.deal(seed), random.Random(seed)
        heard, there = Recorder(), Recorder()
        s.tell, q.tell = heard.tell, there.tell
        while True:
            assert (s.piles, s.chips, s.spots, s.turn) == (q.piles, q.chips, q.spots, q.turn)
            assert (s.phase is OVER) == (q.phase is OVER)
            assert (data.scores(s), data.rounds(s)) == (python.scores(q), python.rounds(q))
            for seat in range(data.players):
                assert data.view(s, seat).piles == python.view(q, seat).piles
            if s.phase is OVER:
                break
            assert s.phase.name == q.phase.name
            ours = {data.say(s, move): move for move in data.moves(s)}
            theirs = {python.say(q, move): move for move in python.moves(q)}
            assert sorted(ours) == sorted(theirs)
            said = rng.choice(sorted(ours))
            s.phase.play(s, ours[said])
            q.phase.play(q, theirs[said])
            assert [(e.rule, e.says) for e in heard.take()] == [(e.rule, e.says) for e in there.take()]
        assert data.winners(s) == python.winners(q)
        assert data.ending(s) == python.ending(q)


def test_rules_as_data_and_in_python_at_once_are_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both(HARBOUR, tmp_path)
    monkeypatch.setattr("cardgen.games.brought", lambda group: {"harbour": "harbour_rules:Harbour"})
    with pytest.raises(
        CardgenError, match=r"rules\.yaml: error: the rules of 'harbour' are here and in Python"
    ):
        make_game(load_kit(tmp_path / "data" / "harbour"), 2)
