"""Worlds that a seat samples come as often as deals, shuffles and hidden choices lead to them.

Nothing here knows how a game samples. A small position is written with "?" for the cards whose places are not known.
Every way to lay them is played on with the same moves, every roll and every shuffle falling in every way, and every
move "*" being each that is legal. The ways in which the viewer has seen the same all along are the worlds that it
thinks possible, with their exact shares; `sample_world` must bring these and no others, as often as that.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import cycle, islice, permutations
from math import prod
from pathlib import Path
from typing import Any

import pytest

from cardgen import load_kit
from cardgen.engine import Game, IllegalMove, State
from cardgen.games import make_game
from tests.games.kits import kit_of
from tests.stranger import installed

SEED = 12
MANY = 1000  # times that moves are tried until they have been made
SURE = 4.0  # standard deviations: one honest sampler in 30,000 would be taken for a crooked one, if the seed were not fixed

World = tuple[Any, ...]


@dataclass(frozen=True)
class Small:
    """A position of few cards, `unknown` being those that lie at the "?", and what is played from it."""

    game: str
    given: dict[str, Any]
    unknown: str
    moves: tuple[str, ...] = ()
    viewer: int = 0
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    luck: int = 0  # another truth


THREE = {"P0": ["C01", "C02"], "P1": "??", "P2": "??"}
SUPPLY = ["C03", "C04", "C05"]
NIGHT = {"turn": "P1", "bic": "P1", "deck": "?"}
GRAVE = {"bars": {"P1": ["Q1", "H5"]}, "hole": ["S10", "S6"], "deck": "?", "coin_deck": []}

POSITIONS = {
    "biergarten: nothing has happened": Small(
        "biergarten", {"hands": {"P0": ["C01", "C02"], "P1": "??"}, "supply": SUPPLY, "deck": "???"},
        "C06 C07 C08 C09 C10",
    ),
    "biergarten: what everybody saw P1 take may be with P2 by now": Small(
        "biergarten", {"turn": "P1", "hands": THREE, "supply": SUPPLY, "deck": "??"}, "C06 C07 C08 C09 C10 C11",
        ("P1 takes C03 from the supply", "P1 lays C06 north of H2", "P1 leaves the garden as it is",
         "P2 draws blindly from P1's hand"),
        players=3,
    ),
    "biergarten: P1 may have had it, or may have it from P2": Small(
        "biergarten", {"turn": "P1", "hands": THREE, "supply": SUPPLY, "deck": "?"}, "C06 C07 C08 C09 C10",
        ("P1 draws blindly from P2's hand", "P1 lays C06 north of H2"), players=3,
    ),
    "biergarten: tiles that everybody saw are shuffled into the deck, and P1 draws": Small(
        "biergarten",
        {"turn": "P1", "stale": 9, "hands": {"P0": ["C01", "C02"], "P1": "?", "P2": "?"}, "supply": SUPPLY, "deck": "??"},
        "C06 C07 C08 C09", ("P1 renews the supply", "P1 draws from the deck"), players=3, luck=3,
    ),
    "cheers: nothing has happened": Small(
        "cheers", {"hands": {"P0": ["Rr.1"], "P1": "?", "P2": "?", "P3": "?"}, "deck": "?"}, "Gg.1 Bb.1 Yy.1 Pp.1",
        players=4,
    ),
    "cheers: cards that everybody saw come back with those of P1, and P1 draws": Small(
        "cheers",
        {"turn": "P1", "hands": {"P0": ["Rr.1"], "P1": "??", "P2": "?"}, "deck": "?", "discard": ["Rr.2", "Rg.1"],
         "known": ["Rr.2", "Rg.1"]},
        "Gg.1 Bb.1 Yy.1 Pp.1", ("P1 discards the hand",), players=3, options={"reshuffle": True},
    ),
    "bartender-aarwares: nothing has happened": Small(
        "bartender-aarwares",
        {"hands": {"P0": ["S9"], "P1": "? C2", "P2": "??"}, "deck": "??", "coin_deck": []},
        "R2 R3 R4 R5 R6", players=3,
    ),
    "bartender-aarwares: coins are as hidden as tools": Small(
        "bartender-aarwares",
        {"hands": {"P0": ["S9"], "P1": "??"}, "deck": [], "coin_deck": "??"},
        "C2 C3 C4 C5",
    ),
    "bartender-aarwares: shovels that everybody saw are shuffled into the pile, and P1 draws": Small(
        "bartender-aarwares", {**GRAVE, "hands": {"P0": ["S9"], "P1": "C2 C3 C4 C5 ?"}}, "R2 R3",
        ("P0 digs with S9", "P0 buries P1.Q1", "P1 does not answer", "P1 plays no shovel", "P1 draws"),
    ),
    "bartender-2012: nothing has happened": Small(
        "bartender-2012", {**NIGHT, "hands": {"P0": ["P01.1"], "P1": "?", "P2": "??"}, "deck": "??"},
        "P03.1 P05.1 P06.1 P07.1 P08.1", players=3,
    ),
    "bartender-2012: a draft, one choice before its end": Small(
        "bartender-2012",
        {"phase": "draft a card", "packets": {"P0": ["P01.1", "P02.1"], "P1": "??", "P2": "??"}, "deck": "?"},
        "P03.1 P05.1 P06.1 P07.1 P08.1", ("P0 keeps P01.1", "*"), players=3,
    ),
    "bartender-2012: a draft, and P1 has kept one of what P0 passed on": Small(
        "bartender-2012",
        {"phase": "draft a card", "packets": {"P0": ["P01.1", "P02.1", "P09.1"], "P1": "???", "P2": "???"}, "deck": []},
        "P03.1 P05.1 P06.1 P07.1 P08.1 P10.1", ("P0 keeps P01.1", "*", "*", "P0 keeps P03.1", "*"), players=3,
    ),
    "bartender-2012: P1 steals from P2, and plays what may be from there": Small(
        "bartender-2012", {**NIGHT, "hands": {"P0": ["P01.1"], "P1": "S06.1 ? ?", "P2": "??"}},
        "P03.1 P05.1 P06.1 P07.1 P08.1", ("P1 plays S06.1", "P1 chooses P2", "P1 plays P03.1"), players=3,
    ),
    "bartender-2012: P1 and P2 swap hands": Small(
        "bartender-2012", {**NIGHT, "hands": {"P0": ["P01.1"], "P1": "S17 ? ?", "P2": "?"}},
        "P03.1 P05.1 P06.1 P07.1", ("P1 plays S17", "P1 chooses P2", "P1 plays P03.1"), players=3,
    ),
    "bartender-2012: bids in secret": Small(
        "bartender-2012",
        {"phase": "bid", "opener": "P1", "minimum": 19, "hands": {"P0": ["P01.1"], "P1": "?", "P2": "?"}, "deck": "?"},
        "P03.1 P05.1 P06.1", ("*", "*"), players=3, options={"auction": "secret"},
    ),
    "auction-hearts: nothing has happened": Small(
        "auction-hearts",
        {"pain": "hearts", "hand": {"P0": ["2S", "3S"], "P1": "??", "P2": "??", "P3": "??"}},
        "4S 5H 6D 7C 8S 9H", players=4,
    ),
    "auction-hearts: P1 has no spades": Small(
        "auction-hearts",
        {"pain": "hearts", "hand": {"P0": ["2S", "3S"], "P1": "??", "P2": "??", "P3": "??"}},
        "4S 5H 6D 7C 8S 9H", ("P0 plays 2S", "P1 plays 6D"), players=4,
    ),
    "auction-hearts: P1 has no spades, P2 no diamonds": Small(
        "auction-hearts",
        {"pain": "hearts", "hand": {"P0": ["2S", "3S", "3D"], "P1": "5H QD ?", "P2": "8S 7C ?", "P3": "9S JD ?"}},
        "4S 6D 6C",
        ("P0 plays 2S", "P1 plays 5H", "P2 plays 8S", "P3 plays 9S",
         "P3 plays JD", "P0 plays 3D", "P1 plays QD", "P2 plays 7C"),
        players=4,
    ),
    "harbour: what P1 took from the quay is known": Small(
        "harbour", {"hand P0": ["F1.1"], "hand P1": "??", "quay": ["F2.1", "G1.1", "T1.1"], "deck": "???"},
        "F1.2 F1.3 G1.2 T1.2 T3.1",
        ("P0 takes F2.1 from the quay", "P0 loads nothing", "P1 takes G1.1 from the quay", "P1 loads nothing"),
    ),
    "harbour: P1 loads what lay in the hand or came from the deck": Small(
        "harbour", {"turn": "P1", "hand P0": ["F1.1"], "hand P1": "??", "quay": ["F2.1", "G1.1", "T1.1"], "deck": "???"},
        "F1.2 F1.3 G1.2 T1.2 T3.1", ("P1 draws from the deck", "P1 loads F1.2"),
    ),
}  # fmt: skip


# -- every way in which it can have come to this


class Dice:
    """Every fall of the dice, one after the other while there are `more`; with a seed, one fall by chance."""

    def __init__(self, seed: int | None = None) -> None:
        self.chance = None if seed is None else random.Random(seed)
        self.falls: list[int] = []
        self.sides: list[int] = []
        self.at = 0
        self.more = True

    def roll(self, luck: int, sides: int) -> tuple[int, int]:
        if self.at == len(self.falls):
            self.falls.append(self.chance.randrange(sides) if self.chance else 0)
            self.sides.append(sides)
        self.at += 1
        return luck, self.falls[self.at - 1]

    def shuffle(self, luck: int, pieces: MutableSequence[int]) -> int:
        for n in range(len(pieces) - 1):
            other = n + self.roll(luck, len(pieces) - n)[1]
            pieces[n], pieces[other] = pieces[other], pieces[n]
        return luck

    @property
    def share(self) -> Fraction:
        return Fraction(1, prod(self.sides))

    def on(self) -> None:
        while self.falls and self.falls[-1] == self.sides[-1] - 1:
            self.falls.pop()
            self.sides.pop()
        if self.falls:
            self.falls[-1] += 1
        self.at, self.more = 0, bool(self.falls)


def laid(given: Any, cards: Iterator[str]) -> Any:
    """A position with cards at its "?"."""
    if isinstance(given, str) and "?" in given:
        return [next(cards) if sign == "?" else sign for sign in given.replace("?", " ? ").split()]
    if isinstance(given, Mapping):
        return {key: laid(value, cards) for key, value in given.items()}
    return given


def ways(small: Small) -> Iterator[dict[str, Any]]:
    """Every way to lay the unknown cards; those that are the same but for the order in a hand are one."""
    order = small.unknown.split()
    for cards in permutations(order):
        given = laid(small.given, iter(cards))
        parts = [
            *given.get("hands", {}).values(),
            *given.get("hand", {}).values(),
            *given.get("packets", {}).values(),
        ]
        places = [[order.index(card) for card in part if card in order] for part in parts]
        if all(place == sorted(place) for place in places):
            yield given


def story(
    game: Game[Any], small: Small, begun: State, dice: Dice, seen: Sequence[str] = ()
) -> tuple[State, list[str]] | None:
    """How it goes with these dice, and what the viewer sees of it; None if that cannot be, or is not what was `seen`."""
    state, sights = begun.copy(), list[str]()
    for move in ("", *small.moves):
        if move:
            moves = list(game.moves(state))
            try:
                chosen = moves[dice.roll(0, len(moves))[1]] if move == "*" else game.read(state, move)
            except IllegalMove:
                return None
            if chosen not in moves:
                return None
            game.play(state, chosen)
        sights.append(json.dumps(game.view(state, small.viewer).to_dict()))
        if seen and sights[-1] != seen[len(sights) - 1]:
            return None
    return state, sights


def lies(game: Game[Any], small: Small, state: State) -> World:
    """Where the cards lie that the position names: the order of a hand says nothing, that of a pile does."""
    named = set(re.findall(r"[\w.]+", f"{small.unknown} {small.given}")) & set(game.pieces.names)
    followed = {game.pieces.find(card) for card in named}
    found = []
    for name, pieces in game.zones(state).items():
        pile = name in game.zoned.by_name and game.zoned.by_name[name].zone.lies == "pile"
        found += [(name, n if pile else 0, piece) for n, piece in enumerate(pieces) if piece in followed]
    return (*sorted(found), *getattr(state, "offers", ()))


def possible(game: Game[Any], small: Small) -> tuple[State, dict[World, Fraction]]:
    """How it went, with the share of each world in which the viewer has seen the same."""
    with pytest.MonkeyPatch.context() as patch:
        starts = [game.position(given) for given in ways(small)]
        for dice, start in zip(map(Dice, range(small.luck, MANY)), cycle(starts), strict=False):
            patch.setattr("cardgen.engine.state.roll", dice.roll)
            patch.setattr("cardgen.engine.state.shuffle", dice.shuffle)
            if truth := story(game, small, start, dice):
                break
        assert truth, "nobody can have made these moves"
        shares: dict[World, Fraction] = defaultdict(Fraction)
        for start in starts:
            dice = Dice()
            patch.setattr("cardgen.engine.state.roll", dice.roll)
            patch.setattr("cardgen.engine.state.shuffle", dice.shuffle)
            while dice.more:
                if same := story(game, small, start, dice, truth[1]):
                    shares[lies(game, small, same[0])] += dice.share
                dice.on()
    whole = sum(shares.values())
    return truth[0], {world: share / whole for world, share in shares.items()}


# -- held against what is sampled


def likely(chi_square: float, freedom: int) -> bool:
    """Whether chance alone brings such a sum of squares (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * freedom)
    return chi_square <= freedom * (1 - spread + SURE * spread**0.5) ** 3


def differs(sampled: Sequence[World], shares: Mapping[World, Fraction]) -> str:
    """What is wrong with a sample, if anything is."""
    times: dict[World, int] = dict.fromkeys(shares, 0)
    for world in sampled:
        if world not in times:
            return f"a world that cannot be: {world}"
        times[world] += 1
    expected = {world: float(share) * len(sampled) for world, share in shares.items()}
    assert min(expected.values()) > 7
    chi_square = sum((times[world] - expected[world]) ** 2 / expected[world] for world in shares)
    if likely(chi_square, len(shares) - 1):
        return ""
    return f"chi square is {chi_square:.0f} for {len(shares)} worlds: {sorted(times.values())}"


def table(small: Small, folder: Path, patch: pytest.MonkeyPatch) -> Game[Any]:
    if small.game != "harbour":
        return make_game(kit_of(small.game), small.players, small.options)
    installed(folder, patch)
    return make_game(load_kit(folder / "data" / "harbour"), small.players, small.options)


@pytest.mark.parametrize("name", POSITIONS)
def test_worlds_come_as_often_as_they_are_likely(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = POSITIONS[name]
    game = table(small, tmp_path, monkeypatch)
    state, shares = possible(game, small)
    assert len(shares) > 1, "there is nothing to think about"
    view, rng = game.view(state, small.viewer), random.Random(SEED)
    often = max(400, int(8 / min(shares.values())))
    one = [lies(game, small, game.sample_world(view, rng)) for _ in range(often)]
    assert differs(one, shares) == ""
    many = [lies(game, small, world) for world in islice(game.worlds(view, rng), often)]
    assert differs(many, shares) == ""
