"""Auction Hearts as data beside the rules in Python that ship: the same moves, chips and winners from the same shuffles."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import OVER, derive
from cardgen.games.auction_hearts.rules import AuctionHearts
from cardgen.ruledata import game_of
from tests.games.kits import kit_of
from tests.many import thorough
from tests.ruledata.kits import SAMPLES

HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "bicycle"},
    {"all_pass": "redeal"},
    {"all_pass": "dealer_names"},
    {"carry_leader": "eldest"},
    {"must_raise": False},
    {"short": "debt"},
    {"end_pot": "void"},
    {"end_pot": "play_on"},
    {"rounds": 8},
    {"win_by": "tricks"},
    {"moon_wins_game": True},
    {"jack_single": True},
    {"bid_cap": 5},
    {"must_break": False},
    {"first_lead_no_pain": False},
    {"first_trick_no_pain": False},
)


@cache
def tables(folder: Path) -> list[tuple[Any, Any]]:
    """Return both at each table: three to six players, each house rule."""
    path = folder / "rules.yaml"
    shutil.copy(SAMPLES / "classics" / "rules" / "auction-hearts.yaml", path)
    kit = kit_of("auction-hearts")
    kind = game_of(kit, path)
    return [
        (kind(kit, players, options), AuctionHearts(kit, players, options))
        for options in HOUSE
        for players in (4, 3, 5, 6)
    ]


def begin(data: Any, seed: int, dealer: int) -> Any:
    """Return the table of the data, begun with the chance and the dealer of the rules in Python."""
    s = data.empty()
    for name, pile in data.begun.items():
        s.piles[name] = pile[:]
    s.luck, s.dealer, s.phase = derive(seed, "luck"), dealer, data.phases[0]
    s.purse[:] = [data._env["v_stake"](s, 0)] * data.players
    data._env["d_deal_round"](s, 0)
    data._env["enter_bid"](s)
    return s


@pytest.mark.parametrize("games", [68, thorough(2000)])
def test_the_same_moves_chips_and_winners_as_in_python(games: int, tmp_path: Path) -> None:
    both = tables(tmp_path)
    for seed in range(games):
        data, python = both[seed % len(both)]
        q = python.deal(seed)
        s, rng = begin(data, seed, q.dealer), random.Random(seed)
        for _ in range(400):
            assert (s.phase is OVER) == (q.phase is OVER)
            if s.phase is OVER:
                break
            assert (s.turn, s.phase.name, s.purse, s.pot) == (q.turn, q.phase.name, q.chips, q.pot)
            assert [len(s.piles[f"hand {n}"]) for n in data.names] == [sum(map(len, h)) for h in q.hands]
            ours = {data.say(s, move): move for move in data.moves(s)}
            theirs = {python.say(q, move): move for move in python.moves(q)}
            assert sorted(ours) == sorted(theirs)
            bids = q.phase.name == "bid" and rng.random() < 0.7
            said = min(ours, key=len) if bids else rng.choice(sorted(ours))
            s.phase.play(s, ours[said])
            q.phase.play(q, theirs[said])
        if s.phase is OVER:
            assert data.scores(s) == python.scores(q)
            assert data.winners(s) == python.winners(q)
