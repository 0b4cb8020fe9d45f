"""Bartender (2012) as data beside the rules in Python that ship: the same moves, refusals, stories, views and winners from the same deals."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen import contract
from cardgen.engine import HIDDEN, OVER, Misplaced, Tell
from cardgen.games.bartender_2012.rules import Bartender
from cardgen.languages.reading import in_language
from cardgen.ruledata import game_of
from cardgen.source import load_kit, read_kit
from tests.games.kits import kit_of
from tests.many import thorough
from tests.ruledata.kits import SAMPLES

ROOT = Path(__file__).parents[2]
DATA = ROOT / "data" / "bartender-2012"
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
KIT = kit_of("bartender-2012")
MIXED: tuple[dict[str, Any], ...] = (
    {"draft": "exchange", "hands": "redraft", "auction": "secret", "no_bid": "skip_shift"},
    {"hands": "refill_to_5", "opener": "free", "pass_final": False, "draw_every_hour": 1},
    {"hands": "redraft", "opener": "random", "reveal_rest": "top", "last_standing": False},
)
SINGLE = [
    {one.name: of.value} for one in KIT.options.values() for of in one.values if of.value != one.default
]
TABLES = [(players, tuple(one.items())) for one in ({}, *SINGLE, *MIXED) for players in (4, 3, 5, 6)]
SAID = (
    "bic", "last_bic", "goal", "hour", "hours", "shift", "minimum", "good", "bad", "had", "exchanged", "opener", "high", "owners",
    "passed", "passes", "mid", "schemes_left", "patrons_left", "patrons_played", "granted", "closing", "owed", "turn", "luck",
)  # fmt: skip


@cache
def kind_of(place: Path) -> tuple[Any, Any]:
    """Return the game of the data, and its kit: the one that ships, whose cards say what they do in words of the data."""
    folder = place / "data" / "barkeepers"
    shutil.copytree(DATA, folder)
    shutil.copy(RULES / "bartender-2012.yaml", folder / "rules.yaml")
    more = yaml.safe_load((RULES / "bartender-2012-cards.yaml").read_text("utf-8"))
    game = (folder / "game.yaml").read_text("utf-8").partition("\nchecks:")[0]
    game = game.replace("game: bartender-2012", "game: barkeepers")  # there is no Python of this name
    game = re.sub(r"      (value|changes|text): .*\n", "", game)
    (folder / "game.yaml").write_text(re.sub(r"      effects: .*\n", FIELDS, game) + "\n", "utf-8")
    for component in ("patrons", "schemes"):
        path = folder / f"{component}.yaml"
        cards = yaml.safe_load(path.read_text("utf-8"))
        for card, shipped in zip(cards, KIT.component(component).cards, strict=True):
            del card["effects"]
            card |= {"value": getattr(shipped, "value", 0), "does": [], **more.get(card["id"], {})}
        path.write_text(yaml.safe_dump(cards, allow_unicode=True), "utf-8")
    path = folder / "i18n" / "de.yaml"
    german = yaml.safe_load(path.read_text("utf-8"))
    german["words"] |= yaml.safe_load((RULES / "bartender-2012.de.yaml").read_text("utf-8"))
    path.write_text(yaml.safe_dump(german, allow_unicode=True), "utf-8")
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
def table(place: Path, players: int, options: tuple[tuple[str, Any], ...]) -> tuple[Any, Any]:
    """Return both at one table: so many players, and house rules."""
    kind, kit = kind_of(place)
    return kind(kit, players, dict(options)), Bartender(KIT, players, dict(options))


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
    for name in SAID[:11]:
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


def compare(data: Any, python: Any, s: Any, q: Any, seed: int, most: int = 2000) -> None:
    """Play one game on in both, move for move."""
    heard: dict[int, list[tuple[set[str], str]]] = {0: [], 1: []}
    for number, one in enumerate((s, q)):
        hears = heard[number].append
        one.tell = Tell(lambda rule, says, hears=hears, **_: hears((set(rule.split()), says)))
        (data, python)[number].opened(one)
    rng, said = random.Random(seed), ""
    for moves in range(most):
        where = (seed, moves, python.options, data.players, said)
        assert heard[0] == heard[1] or not said, where
        same(data, python, s, q, where)
        if s.phase is OVER or (most < 2000 and q.phase.name == "draft a card"):  # too few cards are described
            break
        mine = {data.say(s, move): move for move in data.moves(s)}
        its = {python.say(q, move): move for move in python.moves(q)}
        assert sorted(mine) == sorted(its), where
        if rng.random() < 0.1 or not said:
            seen(data, python, s, q, rng, where)
            refused(python, s, q, rng, where)
        low = [f"{data.names[s.turn]} passes"] if "bid" in s.phase.name and rng.random() < 0.5 else []
        said = rng.choice([one for one in low if one in its] or sorted(its))
        heard[0].clear()
        heard[1].clear()
        s.phase.play(s, mine[said])
        q.phase.play(q, its[said])


@pytest.mark.parametrize("games", [12, thorough(200)])
def test_the_same_games_as_in_python(games: int, tmp_path: Path) -> None:
    for seed in range(games):
        data, python = table(tmp_path, *TABLES[seed * 9 % len(TABLES)])
        q = python.deal(seed)
        compare(data, python, begun(data, q), q, seed)


def positions(node: Any, players: int = 3, options: Any = None) -> Iterator[tuple[int, dict[str, Any], Any]]:
    """Yield each position that the scenarios of the kit describe, with its players and house rules."""
    for one in node if isinstance(node, list) else [node]:
        players, options = one.get("players", players), one.get("options", options or {})
        if one.get("given", {}).get("phase") != "draft a card" and "given" in one:
            yield players, options, one["given"]
        for more in ("then", "also"):
            yield from positions(one.get(more, []), players, options)


def put(data: Any, python: Any, q: Any) -> Any:
    """Return the table of the data as a described one in Python."""
    s = data.deal(0)
    s.piles |= lying(data, q)
    for name in SAID:
        setattr(s, name, copy(getattr(q, name)))
    s.holder, s.out, s.still_in = q.high_seat, [not alive for alive in q.alive], sum(q.alive)
    s.waiting = q.stack[-1].turn if q.mid else -1
    s.named = [python.kinds[kind] for kind in q.named if kind >= 0]
    ids = [card.id for card in python.pieces.cards]
    s.bettor = next(
        (who for card, who in zip(q.schemes, q.scheme_owners, strict=True) if ids[card] == "S18"), -1
    )
    s.sideways = [
        card for card, hour in zip(q.patrons, q.entered, strict=True) if ids[card] == "P07" and hour > 5
    ]
    s.no_patron, s.no_scheme, s.known = q.locked("PATRON"), q.locked("SCHEME"), list(q.known)
    s.phase, s.stage = data.phase_named(q.phase.name), "bid" if q.phase.name == "bid" else "hour"
    s.stack.clear()
    return s


@pytest.mark.parametrize("every", [9, thorough(1)])
def test_described_positions_go_on_as_in_python(every: int, tmp_path: Path) -> None:
    scenarios = yaml.safe_load((ROOT / "tests" / "scenarios" / "bartender-2012.yaml").read_text("utf-8"))
    for number, (players, options, given) in enumerate([*positions(scenarios["scenarios"])][::every]):
        data, python = table(tmp_path, players, tuple(sorted(options.items())))
        try:
            q = python.position(given)
        except Misplaced:  # a change of another position
            continue
        if q.phase.name in ("bid", "play a card"):
            compare(data, python, put(data, python, q), q, number, 40)


def test_it_keeps_what_every_game_owes(tmp_path: Path) -> None:
    kind, kit = kind_of(tmp_path)
    contract.keeps(kind(kit, 5, {"auction": "secret", "hands": "redraft"}), seeds=range(1))


@pytest.mark.parametrize(("language", "entering"), [("", "When it enters: "), ("de", "Beim Eintreten: ")])
def test_cards_print_what_they_do_in_the_same_words(language: str, entering: str, tmp_path: Path) -> None:
    kind_of(tmp_path)
    folders = (DATA, tmp_path / "data" / "barkeepers")
    kits: list[Any] = [
        read_kit(folder, in_language(language))[0] if language else load_kit(folder) for folder in folders
    ]
    for component in ("patrons", "schemes"):
        for shipped, card in zip(*(kit.component(component).cards for kit in kits), strict=True):
            text = shipped.text.removeprefix(entering)
            assert card.text == (text[:1].upper() + text[1:] if card.does else ""), card.id
