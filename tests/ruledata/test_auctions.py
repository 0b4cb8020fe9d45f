"""`auction:`, bids in one line: as plain Python sells, as the starter's bids written out, and as Auction Hearts bids once round."""

from __future__ import annotations

import random
import shutil
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import OVER
from cardgen.games import make_game
from cardgen.ruledata.explain import explained
from cardgen.source import load_kit
from tests.many import thorough
from tests.ruledata.kits import refused
from tests.ruledata.test_additions import game, kept

RULES = """
zones:
  deck: {begins: cards, seen_by: nobody}
  lot: {}
  won: {each: player, use: play}
  bank: {chips: coins}
  coins: {each: player, chips: yes}
notes: {sold: 0}
set up:
  - for each p in players: [pay 7 from bank to coins of p]
turn:
  show: {do: [draw 1 from deck to lot, add 1 to sold]}
  bid:
    rule: AU-001
    auction: {least: 2, leader: after(me, sold)}
    after:
      - if winner != nobody: [pay high from coins of winner to bank, move lot to won of winner]
      - if sold == 5: [end]
      - go to show
score: sum(c.rank for c in my won)
"""
SEALED = """
    who: players
    secret: yes
    moves:
      bid: {says: "bids {n}", n: 0..my coins, do: [set my bid to n]}
    after:
      - let high be max(bid of p for p in players)
      - let buyers be players where bid of it == high
      - let winner be first(buyers) if count(buyers) == 1 else nobody
"""
DATA = Path(__file__).parents[2] / "data"
Bids = Generator[tuple[int, list[int]], int, tuple[int, int]]


def rising(coins: list[int], leader: int, once: bool, by: int) -> Bids:
    """Sell something: yield who may bid what, 0 to pass; return who has it, -1 for nobody, and the price."""
    order = [(leader + n) % len(coins) for n in range(len(coins))]
    high, holder, at = 0, -1, 0
    staying = [*order]
    while staying and not (len(staying) == 1 and holder >= 0):
        who = order[at % len(order)]
        at += 1
        if who not in staying:
            continue
        if once and at > len(order):
            break
        said = yield who, [*range(high + by if high else 2, coins[who] + 1), 0]
        if said:
            high, holder = said, who
        else:
            staying.remove(who)
    return holder, high


@pytest.mark.parametrize(
    ("more", "once", "by"), [("", False, 1), ("raise: 2, ", False, 2), ("how: once, ", True, 1)]
)
@pytest.mark.parametrize("games", [30, thorough(1000)])
def test_plain_python_sells_to_the_same_player(
    games: int, more: str, once: bool, by: int, tmp_path: Path
) -> None:
    for players in (2, 4):
        made = game(tmp_path / str(players), RULES.replace("least", f"{more}least"), players)
        for seed in range(games // 2):
            s, rng, coins, won = made.deal(seed), random.Random(seed), [7] * players, [0] * players
            unsold = 0
            for lot in range(1, 6):
                unsold += 1
                auction = rising(coins, lot % players, once, by)
                try:
                    who, legal = next(auction)
                    while True:
                        ours = {made.say(s, m).partition(" bids ")[2] or "0": m for m in made.moves(s)}
                        assert (s.turn, {*map(int, ours)}) == (who, {*legal}), made.describe(s)
                        said = rng.choice(sorted(ours))
                        made.play(s, ours[said])
                        who, legal = auction.send(int(said))
                except StopIteration as end:
                    if end.value[0] >= 0:
                        coins[end.value[0]] -= end.value[1]
                        won[end.value[0]] += unsold
                        unsold = 0
                assert [s.chips[f"coins {name}"] for name in made.names] == coins
                assert [len(s.piles[f"won {name}"]) for name in made.names] == won
            assert s.phase is OVER
        kept(made)


def _alike(ours: Any, theirs: Any, games: int) -> None:
    """Play both at once, by the sentences of their moves."""
    for seed in range(games):
        a, b, rng = ours.deal(seed), theirs.deal(seed), random.Random(seed)
        while b.phase is not OVER:
            moves, others = ({s.game.say(s, m): m for m in s.game.moves(s)} for s in (a, b))
            assert (moves.keys(), a.turn, a.piles, a.chips) == (others.keys(), b.turn, b.piles, b.chips)
            said = rng.choice(sorted(moves))
            ours.play(a, moves[said])
            theirs.play(b, others[said])
        assert (a.phase, ours.scores(a), a.chips) == (OVER, theirs.scores(b), b.chips)


def test_sealed_bids_are_those_written_out(tmp_path: Path) -> None:
    short = RULES.replace("least: 2, leader: after(me, sold)", "how: sealed")
    line = "    auction: {how: sealed}\n    after:\n"
    long = short.replace(line, SEALED[1:]).replace("notes: {", "notes: {bid: {each: player}, ")
    assert long != short
    for players in (2, 4):
        made = [game(tmp_path / f"{n}{players}", text, players) for n, text in enumerate((short, long))]
        _alike(*made, 20)
    kept(made[0])


@pytest.mark.parametrize("how", ["how: sealed", "how: sealed, least: 2, most: 4"])
def test_a_sealed_bid_is_seen_by_its_player_until_all_have_bid(how: str, tmp_path: Path) -> None:
    made = game(tmp_path, RULES.replace("least: 2, leader: after(me, sold)", how), 3)
    s, rng = made.deal(1), random.Random(1)
    assert s.bid == [-1, -1, -1]
    for said in ("P0 bids 4", "P1 bids 3"):
        made.play_text(s, said)
    hidden = made.view(s, 2).bid[0]
    assert [made.view(s, seat).bid for seat in (0, 1, 2)] == [[4, hidden, -1], [hidden, 3, -1], [hidden, hidden, -1]]  # fmt: skip
    assert made.public(s).bid == [hidden, hidden, -1]
    assert made.facts(made.view(s, 1))["bid"] == {"P0": "?", "P1": 3, "P2": None}
    worlds = {made.sample_world(made.view(s, 2), rng).bid[0] for _ in range(200)}
    assert worlds == ({*range(8)} if how == "how: sealed" else {0, 2, 3, 4})
    made.play_text(s, "P2 bids 2")
    assert (s.sold, s.chips["coins P0"]) == (2, 3)
    assert (s.high, s.bidder) == (0, -1)  # of the next auction nobody knows more


def test_auction_hearts_bids_once_round(tmp_path: Path) -> None:
    """What its story notes of each bid is left out of both; where bids need not rise, they are written out."""
    shutil.copytree(DATA / "auction-hearts", tmp_path / "data/auction-hearts")
    shutil.copytree(DATA.parent / "seeds", tmp_path / "seeds")
    path = tmp_path / "data/auction-hearts/rules.yaml"
    text = path.read_text("utf-8")
    first, last = (
        text.index("    who: round(eldest)\n    moves:\n      passes"),
        text.index("      - if high == 0: [do all_passed]"),
    )
    short = "    auction: {how: once, least: least, most: most, leader: eldest}\n    after:\n      - set namer to winner\n"
    kit = load_kit(DATA / "auction-hearts")
    path.write_text(text[:first] + short + text[last:], "utf-8")
    for players in (3, 5):
        options = {"must_raise": True}
        _alike(make_game(load_kit(path.parent), players, options), make_game(kit, players, options), 3)


def test_a_described_auction_goes_on_and_refuses_with_reasons(tmp_path: Path) -> None:
    made = game(tmp_path, RULES, 3)
    s = made.position({"phase": "bid", "sold": 1, "high": 5, "bidder": "P0", "to_bid": "P1", "passed": {"P2": True}, "coins": {"P0": 7, "P1": 6}})  # fmt: skip
    assert [made.say(s, move) for move in made.moves(s)] == ["P1 bids 6", "P1 passes"]
    for n, says in (
        (4, "5 has been bid already"),
        (7, "at most 6 can be bid"),
        (0, "a bid is now at least 6"),
    ):
        assert s.phase.why_not(s, ("bid", n)).says == says
    made.play_text(s, "P1 passes")
    assert (s.chips["coins P0"], s.high, s.bidder, s.to_bid) == (2, 0, -1, -1)  # the next one begins anew
    assert "Bid (AU-001), decided by [to_bid otherwise (after(me, sold))]" in explained(made)


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        ("least: 2", "how: opn, least: 2", "how is 'opn', expected open, once, sealed", 15),
        ("least: 2", "how: sealed, raise: 2", "sealed bids are not raised", 15),
        ("least: 2", "lest: 2", "an auction has no 'lest'", 15),
        ("least: 2", "least: gold", "nothing is called 'gold'", 15),
        ("{least: 2, leader: after(me, sold)}", "3", "expected an auction, each with its name and a colon", 15),
        ("    auction:", "    who: players\n    auction:", "an auction says itself 'who'", 15),
        ("  lot: {}", "  lot: {}\n  high: {}", "auction: keeps a note 'high', and that is a zone here", 14),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_auction_is_told_at_its_line(old: str, new: str, says: str, line: int, tmp_path: Path) -> None:  # fmt: skip
    assert old in RULES
    found = refused(lambda: game(tmp_path, RULES.replace(old, new), 2))
    assert any(says in message and at == line for message, at in found), found
