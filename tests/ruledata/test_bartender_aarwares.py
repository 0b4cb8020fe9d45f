"""Bartender (Aarwares) as data beside the rules in Python that ship: moves, refusals, stories, views and winners are the same."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import OVER, IllegalMove, Recorder
from cardgen.engine.state import State
from cardgen.games.bartender_aarwares.rules import BarGame
from cardgen.ruledata import game_of
from tests.games.kits import kit_of
from tests.many import thorough
from tests.ruledata.kits import SAMPLES

KIT = kit_of("bartender-aarwares")
SINGLE = [{name: value} for name, option in KIT.options.items() for value in option.choices]
HOUSE: list[dict[str, Any]] = [
    {},
    *(one for one in SINGLE if KIT.options[next(iter(one))].default not in one.values()),
    {"repair": "free", "bury_from": "any_bar", "counter_chain": True, "rescue_shovel_to": "hole"},
    {"bury_from": "any_bar_or_market", "raid_tie": "attacker", "ace_value": 11, "bid_format": "once"},
    {"bid_format": "sealed", "actions_per_turn": 2, "discard_before_draw": True, "rescue_turned": False},
    {"win_all_paired": True, "reshuffle": False},
    {"win_check": "own_turn_end", "decks": "one_deck_20_coins", "ace_value": 1},
    {"stands_up": "at_once", "rescue_shovel_to": "hole", "win_all_paired": True},
    {"stands_up": "at_once", "repair": "free"},
]
TABLES = [(players, options) for options in HOUSE for players in (2, 3, 4)]
MOST = 300  # decisions of one game


@cache
def table(folder: Path, number: int) -> tuple[Any, BarGame]:
    """Return both at one table."""
    players, options = TABLES[number % len(TABLES)]
    path = folder / "rules.yaml"
    if not path.exists():
        shutil.copy(SAMPLES / "classics" / "rules" / "bartender-aarwares.yaml", path)
    return game_of(KIT, path)(KIT, players, options), BarGame(KIT, players, options)


@pytest.fixture
def sorted_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both shuffle the same cards into the same order; Python draws from the end of a pile, data from its beginning."""
    plain = State.shuffle

    def shuffle(self: Any, pieces: Any, chance: Any = None, *, first_on_top: bool = False) -> None:
        pieces.sort()
        plain(self, pieces, chance, first_on_top=first_on_top)
        if not first_on_top:
            pieces.reverse()

    monkeypatch.setattr(State, "shuffle", shuffle)


def of_python(q: Any) -> dict[str, Any]:
    """Return a position of the rules in Python."""
    seats = range(q.game.players)
    return {
        "turn": q.turn, "phase": q.phase.name, "first": q.first, "round": q.round, "acts": q.acts, "winner": q.winner,
        "ending": q.ending, "deck": q.deck[::-1], "coin deck": q.coin_deck[::-1], "discard": q.discard,
        "coin discard": q.coin_discard, "hole": q.hole, "market": q.market, "box": sorted(q.box), "hands": q.hands,
        "purses": [[card for card in q.purses[p] if card != q.sealed[p]] if q.viewer in (-1, p) else q.purses[p][q.sealed[p] != -2:] for p in seats],
        "bids": [[coin] * (coin != -2) for coin in q.sealed],
        "staff": q.bartenders, "guests": q.customers, "turned": q.turned, "locked": q.locked,
    }  # fmt: skip


def of_data(s: Any) -> dict[str, Any]:
    """Return a position of the data in the same words."""
    piles, names = s.piles, s.game.names

    def each(zone: str) -> list[list[int]]:
        return [piles[f"{zone} {name}"] for name in names]

    turned = [[card for card in s.sideways if card in (*a, *b)] for a, b in zip(each("staff"), each("guests"), strict=True)]  # fmt: skip
    return {
        "turn": s.turn, "phase": s.phase.name, "first": s.first, "round": s.rounds, "acts": s.acts, "winner": s.winner,
        "ending": s.ending, "deck": piles["deck"], "coin deck": piles["coin_deck"], "discard": piles["discard"],
        "coin discard": piles["coin_discard"], "hole": piles["hole"], "market": piles["market"], "box": sorted(piles["box"]),
        "hands": each("hand"), "purses": each("purse"), "bids": each("bid"), "staff": each("staff"), "guests": each("guests"),
        "turned": turned, "locked": s.locked,
    }  # fmt: skip


def begin(data: Any, q: Any) -> Any:
    """Return the table of the data with what was dealt in Python."""
    s, there = data.empty(), of_python(q)
    for pile, word in (("deck", "deck"), ("coin_deck", "coin deck"), ("box", "box")):
        s.piles[pile] = there[word][:]
    for zone, word in (("hand", "hands"), ("purse", "purses"), ("staff", "staff"), ("guests", "guests")):
        for name, cards in zip(data.names, there[word], strict=True):
            s.piles[f"{zone} {name}"] = cards[:]
    s.luck, s.first, s.turn, s.phase = q.luck, q.first, q.first, data.phases[0]
    data._env["enter_draw"](s)
    return s


def heard(recorder: Recorder) -> list[tuple[Any, ...]]:
    return [(e.rule, e.says, dict(e.figures), e.did, e.only) for e in recorder.take()]


def sentences(q: Any, rng: random.Random) -> Iterator[str]:
    """Yield sentences that are moves of this game somewhere, most of them wrong here."""
    game, name = q.game, q.game.names[q.turn]
    held = [card for hands in (q.hands, q.purses) for cards in hands for card in cards]
    lying = [card for bars in (q.bartenders, q.customers) for cards in bars for card in cards] + q.market

    def card() -> str:
        pieces = rng.choice([held, lying, range(len(game.pieces))]) or [0]
        return str(game.pieces.name(rng.choice(pieces)))

    def on_bar(market: bool) -> str:
        target = rng.choice(lying or [0])
        owner = q.owner(target)
        if owner < 0:
            return game.pieces.name(target) if market else f"{rng.choice(game.names)}'s {card()}"
        return f"{game.names[owner]}'s {game.pieces.name(target)}"

    for phase in game.phases:
        for kind, phrase in phase.phrases.items():
            words = phrase.template
            words = words.replace("{target}", game.pieces.name(rng.choice(lying or [0])) if kind == "open" else on_bar(kind == "bury"))  # fmt: skip
            yield f"{name} {words.replace('{card}', card()).replace('{card2}', card())}"
    about = q.about
    if q.phase.name == "rescue or not":
        yield f"{name} rescues {game.pieces.name(about[1])} with {card()}"


def answer(game: Any, state: Any, said: str) -> Any:
    """Return what a game says of a sentence: that it is a move, or why it is none."""
    s = state.copy()
    try:
        game.play_text(s, said)
    except IllegalMove as refused:
        return refused.refusal
    except ValueError:
        return "no sentence"
    return "played"


def compared(data: Any, python: BarGame, seed: int) -> None:
    """Play one game in both, move for move."""
    q, rng = python.deal(seed), random.Random(seed)
    s = begin(data, q)
    ours, theirs = Recorder(), Recorder()
    s.tell, q.tell = ours.tell, theirs.tell
    data.opened(s)
    python.opened(q)
    for number in range(MOST):
        assert heard(ours) == heard(theirs), number
        assert of_data(s) == of_python(q), number
        if q.phase is OVER:
            break
        for seat in range(data.players) if number % 20 == 0 else [rng.randrange(data.players)]:
            assert of_data(data.view(s, seat)) == of_python(python.view(q, seat)), number
        known = {data.say(s, move): move for move in data.moves(s)}
        legal = {python.say(q, move): move for move in python.moves(q)}
        assert sorted(known) == sorted(legal), number
        if number % 20 == 0:
            for said in sentences(q, rng):
                assert answer(data, s, said) == answer(python, q, said), (number, said)
        likely = [said for said in legal if not said.endswith(("passes", "ends the turn"))]
        said = rng.choice(sorted(likely or legal) if number % 5 else sorted(legal))
        s.phase.play(s, known[said])
        q.phase.play(q, legal[said])
    assert data.scores(s) == python.scores(q)
    assert data.standing(s) == python.standing(q)
    if q.phase is OVER:
        assert data.winners(s) == python.winners(q)


@pytest.mark.usefixtures("sorted_shuffles")
@pytest.mark.parametrize("games", [4, thorough(40)])
def test_moves_refusals_stories_views_and_winners_are_those_in_python(games: int, tmp_path: Path) -> None:
    for seed in range(games):
        # a few tables, or each of them again and again
        compared(*table(tmp_path, seed if games > len(TABLES) else seed * 13), seed)
