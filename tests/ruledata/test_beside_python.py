"""Three samples whose rules are written twice, in Python and as data: the same games, move for move."""

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
from cardgen.source.effects import words_of
from tests.many import thorough
from tests.ruledata.kits import SAMPLES, regatta
from tests.sample_game import HARBOUR, SampleGame

NIGHT_MARKET = SampleGame("night-market", "NightMarket", "NM")
REGATTA = SampleGame("regatta", "Regatta", "RG")


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


@pytest.mark.parametrize("games", [60, thorough(500)])
def test_cards_that_list_deeds_play_the_same_game_as_words_in_python(
    games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(SAMPLES / "regatta-project")
    monkeypatch.syspath_prepend(tmp_path)
    words_of.cache_clear()
    words, deeds = regatta(tmp_path)
    tables = [(make_game(deeds, players), REGATTA.rules.Regatta(words, players)) for players in (2, 3)]
    for seed in range(games):
        (data, python), rng = tables[seed % 2], random.Random(seed)
        s, q = data.deal(seed), python.deal(seed)
        q.deck = s.piles["deck"][::-1]
        q.hands = [s.piles[f"hand P{seat}"][:] for seat in range(data.players)]
        heard, there = Recorder(), Recorder()
        s.tell, q.tell = heard.tell, there.tell
        while s.phase is not OVER:
            assert (s.turn, s.piles["deck"][::-1], s.piles["played"]) == (q.turn, q.deck, q.played)
            assert [s.piles[f"hand P{seat}"] for seat in range(data.players)] == q.hands
            assert data.scores(s) == python.scores(q)
            said = rng.choice(ours := [data.say(s, move) for move in data.moves(s)])
            assert ours == [python.say(q, move) for move in python.moves(q)]
            for game, state in ((data, s), (python, q)):
                state.phase.play(state, game.read(state, said))
            assert [(e.rule, e.says) for e in heard.take()] == [(e.rule, e.says) for e in there.take()]
        assert q.phase is OVER
        assert (data.winners(s), data.ending(s)) == (python.winners(q), python.ending(q))
        assert data.scores(s) == python.scores(q)


def test_rules_as_data_and_in_python_at_once_are_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both(HARBOUR, tmp_path)
    monkeypatch.setattr("cardgen.games.brought", lambda group: {"harbour": "harbour_rules:Harbour"})
    with pytest.raises(
        CardgenError, match=r"rules\.yaml: error: the rules of 'harbour' are here and in Python"
    ):
        make_game(load_kit(tmp_path / "data" / "harbour"), 2)
