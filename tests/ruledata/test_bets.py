"""`bets:`, one line for a round of betting: the same games as when it is written out, and as OpenSpiel's poker."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import OVER
from cardgen.ruledata.explain import explained
from tests.many import thorough
from tests.ruledata.kits import CLASSICS, refused
from tests.ruledata.test_additions import GAME, game, kept
from tests.ruledata.test_referees import chance, loaded, pytestmark, same_moves

needs_openspiel = pytestmark
PAIRS = GAME.replace("s: [red, blue], r: [1, 2, 3, 4, 5, 6]", "r: [1, 2, 3], s: [red, blue]").replace(
    "count: 30", "count: 60"
)
LEDUC = (CLASSICS / "leduc-poker" / "rules.yaml").read_text("utf-8")
LEDUC = LEDUC.replace("numbers.stake", "14").replace("numbers.ante", "1")
BETS = """    bets: {stake: 2 * round, raises: 2}
    after:
      - if count(staying) == 1: [do win(first(staying))]
      - if round == 2:
        - if worth(first(players)) != worth(last(players)): [do win(with_most(worth(p) for p in players))]
        - for each p in players: [pay pot of p from pot of p to coins of p]
        - end
      - set round to 2
      - draw 1 from deck to open
      - go to bet
"""
SHORT = LEDUC[: LEDUC.index("    moves:")] + BETS + LEDUC[LEDUC.index("deeds:") :]
SHORT = SHORT.replace("raised: 0, calls: 0, ", "").replace(
    "  owed: max(pot of p for p in players) - my pot\n", ""
)
THREE = (
    LEDUC[: LEDUC.index("notes:")]
    + """notes: {round: 1}
values:
  worth(p player): -1 if folded of p else first(hand of p).rank + 10 * count(open where rank == first(hand of p).rank)
  winning: players where worth(it) == max(worth(p) for p in players)
set up:
  - for each p in players: [pay 14 from bank to coins of p, pay 1 from coins of p to pot of p]
  - deal 1 from deck to each hand
turn:
  bet:
    rule: LE-001
    bets: {stake: 2 * round, raises: 2, leader: first(players)}
    after:
      - if count(staying) == 1 or round == 2: [end]
      - set round to 2
      - draw 1 from deck to open
      - go to bet
score: (6 * sum(pot of p for p in players) / count(winning) if me in winning else 0) - 6 * my pot
"""
)
MANY = pytest.mark.parametrize("games", [50, thorough(1000)])


def _plain(verb: str) -> str:
    return {"check": "call", "bet": "raise"}.get(verb, verb)


@MANY
def test_poker_in_one_line_is_the_game_written_out(games: int, tmp_path: Path) -> None:
    long, short = (game(tmp_path / str(n), rules, 2, kit=PAIRS) for n, rules in enumerate((LEDUC, SHORT)))
    kept(short)
    for seed in range(games):
        rng, a, b = random.Random(seed), long.deal(seed), short.deal(seed)
        while a.phase is not OVER:
            ours, theirs = ({_plain(m[0]): m for m in s.game.moves(s)} for s in (b, a))
            assert (ours.keys(), b.turn, b.piles, b.chips) == (theirs.keys(), a.turn, a.piles, a.chips)
            word = rng.choice(sorted(ours))
            long.play(a, theirs[word])
            short.play(b, ours[word])
        assert (b.phase, short.scores(b), b.chips) == (OVER, long.scores(a), a.chips)


KUHN = (
    THREE.replace("cards,", "cards where suit == red,", 1)
    .replace("raises: 2", "raises: 1")
    .replace("2 * round", "1")
)
KUHN = KUHN.replace("if count(staying) == 1 or round == 2: ", "").replace("[end]", "end")
KUHN = KUHN[: KUHN.index("      - set round")] + KUHN[KUHN.index("score:") :]
ACTIONS = {"leduc": ("fold", "check call", "bet raise"), "kuhn": ("fold check", "bet call")}


@needs_openspiel
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("name", "rules"), [("leduc", THREE), ("kuhn", KUHN)])
@MANY
def test_openspiel_bets_alike(games: int, name: str, rules: str, players: int, tmp_path: Path) -> None:
    made = game(tmp_path, rules, players, kit=PAIRS.replace("r: [1, 2, 3]", f"r: {[*range(1, players + 2)]}"))

    def card(s: Any, pile: str) -> int:
        card = made.pieces.names[s.piles[pile][0]]
        return (int(card[1]) - 1) * 2 + (card[0] == "b") if name == "leduc" else int(card[1]) - 1

    def action_of(move: Any) -> int:
        return next(n for n, verbs in enumerate(ACTIONS[name]) if move[0] in verbs.split())

    for seed in range(games):
        theirs, s, rng = loaded(f"{name}_poker(players={players})"), made.deal(seed), random.Random(seed)
        chance(theirs, [card(s, f"hand {who}") for who in made.names])
        while s.phase is not OVER:
            assert theirs.current_player() == s.turn
            ours = same_moves(s, theirs, action_of)
            action = rng.choice(sorted(ours))
            s.phase.play(s, ours[action])
            theirs.apply_action(action)
            if theirs.is_chance_node():
                chance(theirs, [card(s, "open")])
        assert theirs.is_terminal()
        assert [score / 6 for score in made.scores(s)] == pytest.approx(theirs.returns())


def test_a_described_round_of_betting_goes_on(tmp_path: Path) -> None:
    made = game(tmp_path, THREE, 3, kit=PAIRS.replace("r: [1, 2, 3]", "r: [1, 2, 3, 4]"))
    given = {"better": "P2", "raises": 1, "calls": 1, "folded": {"P0": True}, "coins": {"P1": 11, "P2": 13}, "pot": {"P0": 1, "P1": 3, "P2": 1}}  # fmt: skip
    s = made.position({**given, "hand": {"P0": ["r1"], "P1": ["r2"], "P2": ["b2"]}})
    assert [made.say(s, move) for move in made.moves(s)] == ["P2 folds", "P2 calls", "P2 raises"]
    assert s.phase.why_not(s, ("bet",)).says == "there is a bet already"
    made.play_text(s, "P2 raises")
    assert [made.say(s, move) for move in made.moves(s)] == ["P1 folds", "P1 calls"]  # P0 has folded
    assert s.phase.why_not(s, ("raise",)).says == "no more raises are allowed"
    made.play_text(s, "P1 calls")
    assert (s.turn, s.round, s.better, s.raises, s.calls, s.chips["pot P1"]) == (1, 2, -1, 0, 0, 5)
    assert "Bet (LE-001), decided by [better otherwise first(round(first(players)) where" in explained(made)


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        ("stake: 2 * round, ", "", "bets have no stake, by which they are raised", 19),
        ("raises: 2,", "raise: 2,", "bets: has no 'raise'", 19),
        ("raises: 2,", "to: my pot,", "'my pot' is no name", 19),
        ("    after:", "    who: players\n    after:", "bets: says itself 'who'", 20),
        ("notes: {round: 1}", "notes: {round: 1}\nvalues: {calls: 3}", "bets: keeps a note 'calls', and that is a value here", 18),
        ("stake: 2 * round", "stake: 2 * rank", "nothing is called 'rank'", 19),
        ("raises: 2,", "to: open,", "'open' is there once, not for each player", 19),
    ],
)  # fmt: skip
def test_bets_that_are_wrong_are_told_at_their_line(tmp_path: Path, old: str, new: str, says: str, line: int) -> None:  # fmt: skip
    assert old in THREE
    found = refused(lambda: game(tmp_path, THREE.replace(old, new, 1), kit=PAIRS))
    assert any(says in message and at == line for message, at in found), found


@pytest.mark.parametrize(
    "half",
    ["abc", "5", "[a, b]", "[bets, b]", "{? [a, b] : c}", "{? {a: b} : c}", "{bets: abc}", "{trick: [1]}"],
)
def test_a_step_that_is_half_written_is_refused_in_words(tmp_path: Path, half: str) -> None:
    found = refused(lambda: game(tmp_path, f"{THREE[: THREE.index('  bet:')]}  bet: {half}\n", kit=PAIRS))
    assert THREE[: THREE.index("  bet:")].count("\n") + 1 in [at for _, at in found], found
