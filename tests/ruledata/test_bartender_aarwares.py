"""Bartender (Aarwares) as data beside the rules in Python that ship: moves, refusals, stories, views and winners are the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cardgen.engine import OVER, IllegalMove, Recorder, rollout
from cardgen.engine.scenario import scenarios_in
from cardgen.engine.state import State
from cardgen.games.bartender_aarwares.rules import BarGame
from cardgen.ruledata import game_of
from tests.games.kits import kit_of
from tests.games.test_scenarios import ROOT
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
NO_OWNER = {"P0 raids J1 with R7", "P0 bids for K1 with C4"}  # data wants whose bar it is
MOST = 300  # decisions of one game


RULES = game_of(KIT, SAMPLES / "classics" / "rules" / "bartender-aarwares.yaml")


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
        "picture": "" if max(q.sealed) > -2 else q.game.picture(q).replace(",", ""),
    }  # fmt: skip


def of_data(s: Any) -> dict[str, Any]:
    """Return a position of the data in the same words."""
    piles, names = s.piles, s.game.names

    def each(zone: str) -> list[list[int]]:
        return [piles[f"{zone} {name}"] for name in names]

    turned = [[card for card in s.sideways if card in (*a, *b)] for a, b in zip(each("staff"), each("guests"), strict=True)]  # fmt: skip
    return {
        "turn": s.turn, "phase": s.phase.name, "first": s.first, "round": s.round, "acts": s.acts, "winner": s.winner,
        "ending": s.ending, "deck": piles["deck"], "coin deck": piles["coin_deck"], "discard": piles["discard"],
        "coin discard": piles["coin_discard"], "hole": piles["hole"], "market": piles["market"], "box": sorted(piles["box"]),
        "hands": each("hand"), "purses": each("purse"), "bids": each("bid"), "staff": each("staff"), "guests": each("guests"),
        "turned": turned, "locked": s.locked,
        "picture": "" if any(each("bid")) else s.game.picture(s).replace(" and ", " ").replace(",", ""),
    }  # fmt: skip


def begin(data: Any, q: Any) -> Any:
    """Return the table of the data, described as it lies in Python."""
    there, named = of_python(q), data.pieces.list
    given = {word: there[word] for word in ("phase", "round", "acts")}
    for word in ("deck", "coin deck", "discard", "coin discard", "hole", "market"):
        given[word.replace(" ", "_")] = named(there[word])
    for zone, word in (("hand", "hands"), ("purse", "purses"), ("staff", "staff"), ("guests", "guests")):
        given[zone] = dict(zip(data.names, map(named, there[word]), strict=True))
    given["sideways"] = named(card for cards in q.turned for card in cards)
    s = data.position({**given, "turn": data.names[q.turn], "first": data.names[q.first]})
    s.luck = q.luck
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
    s.locked = q.locked[:]
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
            mine = data.view(s, seat)
            assert of_data(mine) == of_python(python.view(q, seat)), number
            if number % 20 == 0:  # worlds are tables that can be played on
                rollout(data.sample_world(mine, rng), rng)
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
def test_moves_refusals_stories_views_and_winners_are_those_in_python(games: int) -> None:
    for seed in range(games):
        table = TABLES[(seed if games > len(TABLES) else seed * 13) % len(TABLES)]  # a few tables, or each
        compared(RULES(KIT, *table), BarGame(KIT, *table), seed)


@pytest.mark.usefixtures("sorted_shuffles")
def test_scenarios_are_the_same_positions_and_moves() -> None:
    for file in (f"tests/scenarios/{KIT.slug}", f"data/{KIT.slug}/scenarios/examples"):
        for case in [
            case for case in scenarios_in(ROOT / f"{file}.yaml") if case.seed is None
        ]:  # data deals other cards
            data, python = RULES(KIT, case.players, case.options), BarGame(KIT, case.players, case.options)
            s = begin(data, q := python.position(case.given))
            for block in (case, *case.then):
                for said in block.moves:
                    assert of_data(s) == of_python(q), (case.scenario, said)
                    data.play_text(s, said)
                    python.play_text(q, said)
                for said in {*block.illegal} - NO_OWNER:
                    assert answer(data, s, said) == answer(python, q, said), (case.scenario, said)
            assert of_data(s) == of_python(q), case.scenario
            assert [data.facts(s)[word] for word in ("pairs", "hole_total")] == [python.facts(q)[word] for word in ("pairs", "hole total")]  # fmt: skip
