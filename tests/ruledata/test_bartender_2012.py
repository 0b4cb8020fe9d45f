"""Bartender (2012) as data beside the rules in Python that ship: the same moves, refusals, stories, views and winners from the same deals."""

from __future__ import annotations

import random
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.engine import HIDDEN, OVER, Tell
from cardgen.games.bartender_2012.rules import Bartender
from cardgen.ruledata import game_of
from cardgen.source import load_kit
from tests.games.kits import kit_of
from tests.many import thorough
from tests.ruledata.kits import SAMPLES

DATA = Path(__file__).parents[2] / "data" / "bartender-2012"
RULES = SAMPLES / "classics" / "rules"
FIELDS = """\
      does: {effects_of: deeds}
      text: {made_from: does.text}
      value: {type: int, default: 0}
      beside: {one_of: ["", REGULAR, ARTIST, TROUBLE, VIP], default: ""}
      why: {type: text, default: ""}
      then: {type: int, default: 0}
      adds: {type: int, default: 0}
      packs: {type: int, default: 0}
      stays: {type: bool, default: false}
"""
HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"draft": "exchange"},
    {"hands": "refill_to_5"},
    {"hands": "redraft"},
    {"auction": "secret"},
    {"goal_fixed": 8},
    {"goal_fixed": 15, "balance_hours": "least_first"},
    {"opener": "random"},
    {"opener": "free", "no_bid": "goal_10"},
    {"no_bid": "goal_10"},
    {"no_bid": "skip_shift"},
    {"pass_final": False},
    {"reveal_rest": "top"},
    {"reveal_rest": "breakage"},
    {"reveal_rest": "shuffle"},
    {"draw_every_hour": 1},
    {"balance_hours": "least_first"},
    {"packed_first": False},
    {"bic_out": "end_shift"},
    {"last_standing": False},
    {"final_tie": "shared"},
    {"final_tie": "nobody"},
    {"draft": "exchange", "hands": "redraft", "auction": "secret", "no_bid": "skip_shift"},
    {"hands": "refill_to_5", "opener": "free", "pass_final": False, "draw_every_hour": 1},
    {"hands": "redraft", "opener": "random", "reveal_rest": "top", "last_standing": False},
)
TABLES = [(players, options) for options in HOUSE for players in (4, 3, 5, 6)]


@cache
def kind_of(place: Path) -> tuple[Any, Any]:
    """Return the game of the data, and its kit: the one that ships, whose cards say what they do in words of the data."""
    folder = place / "data" / "barkeepers"
    shutil.copytree(DATA, folder)
    shutil.copy(RULES / "bartender-2012.yaml", folder / "rules.yaml")
    more = yaml.safe_load((RULES / "bartender-2012-cards.yaml").read_text("utf-8"))
    game = (folder / "game.yaml").read_text("utf-8").partition("\nchecks:")[0]
    game = game.replace(
        "game: bartender-2012", "game: barkeepers"
    )  # no rules and effects in Python have this name
    game = re.sub(r"      (value|changes|text): .*\n", "", game)
    (folder / "game.yaml").write_text(re.sub(r"      effects: .*\n", FIELDS, game) + "\n", "utf-8")
    for component in ("patrons", "schemes"):
        path = folder / f"{component}.yaml"
        cards = yaml.safe_load(path.read_text("utf-8"))
        for card, shipped in zip(cards, kit_of("bartender-2012").component(component).cards, strict=True):
            del card["effects"]
            card |= {"value": getattr(shipped, "value", 0), "does": [], **more.get(card["id"], {})}
        path.write_text(yaml.safe_dump(cards, allow_unicode=True), "utf-8")
    kit = load_kit(folder)
    kind: Any = game_of(kit, folder / "rules.yaml")
    kind.state.shuffle = _turned(kind.state.shuffle)
    return kind, kit


def _turned(shuffle: Any) -> Any:
    """Return a shuffle with the last card on top, as the deck in Python has it."""

    def turned(s: Any, pieces: list[int], *chance: random.Random, **_: bool) -> None:
        shuffle(s, pieces, *chance)
        pieces.reverse()

    return turned


@cache
def table(place: Path, number: int) -> tuple[Any, Any]:
    """Return both at one table: so many players, and house rules."""
    players, options = TABLES[number]
    kind, kit = kind_of(place)
    return kind(kit, players, options), Bartender(kit_of("bartender-2012"), players, options)


def lying(data: Any, q: Any) -> dict[str, list[int]]:
    """Return the cards of the table in Python by the zones of the data."""
    there = {
        name: getattr(q, name)[:] for name in ("breakage", "patrons", "schemes", "shown", "looked", "aside")
    }
    there["deck"] = q.deck[::-1]
    drafting = q.phase.name == "draft a card"
    for seat, name in enumerate(data.names):
        there[f"hand {name}"], there[f"packet {name}"] = q.hands[seat][:], q.packets[seat][:]
        there[f"kept {name}"] = q.took[seat][:] if drafting else []
    return there


def begun(data: Any, q: Any) -> Any:
    """Return the table of the data as the one in Python was dealt."""
    s = next(
        s for seed in range(999) if (s := data.deal(seed)).turn == q.turn
    )  # the lot decides who bids first
    s.piles |= lying(data, q)
    s.luck = q.luck
    return s


def same(data: Any, python: Any, s: Any, q: Any, where: Any) -> None:
    """Compare two tables; cards that a draft or a shuffle has put in another order get that of the Python."""
    assert (s.phase is OVER) == (q.phase is OVER), where
    assert data.standing(s) == pytest.approx(python.standing(q)), where
    if s.phase is OVER:
        assert (data.ending(s), data.scores(s)) == (python.ending(q), python.scores(q)), where
        assert data.winners(s) == python.winners(q), where
        return
    assert (s.phase.name, s.turn, s.luck) == (q.phase.name, q.turn, q.luck), where
    for name in (
        "bic",
        "last_bic",
        "goal",
        "hour",
        "hours",
        "shift",
        "minimum",
        "good",
        "bad",
        "had",
        "exchanged",
    ):
        assert getattr(s, name) == getattr(q, name), (name, where)
    assert s.out == [not alive for alive in q.alive], where
    for name, cards in lying(data, q).items():
        mixed = (name == "deck" and python.options["reveal_rest"] == "shuffle") or name.startswith(
            ("hand", "kept")
        )
        assert s.piles[name] == cards or (mixed and sorted(s.piles[name]) == sorted(cards)), (name, where)
        s.piles[name] = cards


def seen(data: Any, python: Any, s: Any, q: Any, rng: random.Random, where: Any) -> None:
    """Compare what each seat sees. Data shows a hand whose cards one knows, the Python only in the worlds that it imagines."""
    for seat in range(data.players):
        v, w = data.view(s, seat), python.view(q, seat)
        worlds = [lying(data, python.sample_world(w, rng)) for _ in range(2)]
        for name, cards in lying(data, w).items():
            more = [one for one, other in zip(v.piles[name], cards, strict=True) if one != other]
            assert HIDDEN not in more, (seat, name, v.piles[name], cards, where)
            assert all({*more} <= {*world[name]} for world in worlds), (seat, name, more, where)


def tries(python: Any, q: Any, rng: random.Random) -> list[str]:
    """Return things to say that may be no moves."""
    cards = [
        *rng.sample(range(len(python.pieces)), 2),
        *q.hands[q.turn][:2],
        *q.patrons[:1],
        *q.schemes[:1],
        *q.packets[q.turn][:1],
        *q.shown[:2],
    ]
    said = [
        "passes",
        "ends the HOUR",
        "exchanges cards",
        "draws as many",
        "chooses nothing",
        "chooses nobody",
        "reveals",
        "lets nobody in",
        "waits",
    ]
    said += [f"names {kind}" for kind in ("TOURIST", "VIP")] + [f"chooses {name}" for name in python.names]
    said += [f"{verb} {bid}" for verb in ("bids", "opens with") for bid in (0, 1, 7, 20, 21)]
    for card in map(python.pieces.name, cards):
        said += [f"{verb} {card}" for verb in ("plays", "keeps", "chooses", "takes", "discards")]
        said += [
            f"puts {card} aside",
            f"puts {card} under the BAR deck",
            f"lets {card} in",
            f"resolves {card} first",
        ]
    return said


def understood(s: Any, words: str) -> Any:
    try:
        return s.phase.read(s, words)
    except ValueError:  # somebody or something that there is not
        return None


def refused(python: Any, s: Any, q: Any, rng: random.Random, where: Any) -> None:
    """Compare what both say of moves that are not allowed."""
    for words in tries(python, q, rng):
        ours, theirs = understood(s, words), understood(q, words)
        assert (ours is None) == (theirs is None), (words, where)
        if theirs is not None and theirs not in q.phase.moves(q):
            assert ours not in s.phase.moves(s), (words, where)
            assert s.phase.why_not(s, ours) == q.phase.why_not(q, theirs), (words, where)


def compare(data: Any, python: Any, seed: int) -> int:
    """Play one game in both, move for move; returns how many moves there were."""
    q = python.deal(seed)
    s, rng = begun(data, q), random.Random(seed)
    heard: dict[int, list[tuple[set[str], str]]] = {0: [], 1: []}
    for number, one in enumerate((s, q)):
        hears = heard[number].append
        one.tell = Tell(lambda rule, says, hears=hears, **_: hears((set(rule.split()), says)))
        (data, python)[number].opened(one)
    said = ""
    for moves in range(2000):
        where = (seed, moves, python.options, data.players, said)
        assert heard[0] == heard[1], where
        same(data, python, s, q, where)
        if s.phase is OVER:
            break
        mine = {data.say(s, move): move for move in data.moves(s)}
        its = {python.say(q, move): move for move in python.moves(q)}
        assert sorted(mine) == sorted(its), where
        if rng.random() < 0.1:
            seen(data, python, s, q, rng, where)
            refused(python, s, q, rng, where)
        low = [f"{data.names[s.turn]} passes"] if "bid" in s.phase.name and rng.random() < 0.5 else []
        said = rng.choice([one for one in low if one in its] or sorted(its))
        heard[0].clear()
        heard[1].clear()
        s.phase.play(s, mine[said])
        q.phase.play(q, its[said])
    return moves


@pytest.mark.parametrize("games", [12, thorough(200)])
def test_the_same_games_as_in_python(games: int, tmp_path: Path) -> None:
    for seed in range(games):
        compare(*table(tmp_path, seed * 9 % len(TABLES)), seed)


def test_cards_print_what_they_do_in_the_same_words(tmp_path: Path) -> None:
    for component in ("patrons", "schemes"):
        pairs = zip(kit_of("bartender-2012").component(component).cards, kind_of(tmp_path)[1].component(component).cards, strict=True)  # fmt: skip
        for shipped, card in pairs:
            text = shipped.text.removeprefix("When it enters: ")
            assert card.text == (text[:1].upper() + text[1:] if card.does else ""), card.id
