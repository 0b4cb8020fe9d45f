"""How games go, counted again: a report's lengths by ending, forced decisions, gains and pairs of cards, from saved games."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import cardgen.games
from cardgen.app.play import SimulatedTable, kit_named, simulate_tables
from cardgen.games import make_game
from cardgen.report.judging import verdicts
from cardgen.simulation import combos
from cardgen.simulation.statistics import Deals
from cardgen.simulation.tally import PairCounts
from tests.games.kits import kit_of
from tests.many import thorough
from tests.simulation import recount, shelf

PAGES = 10  # of each game; 40 name none either


def tenth_of(n: int, many: int) -> int:
    """Return in which tenth a decision is, halves up."""
    return int(10 * n / (many - 1) + 0.5)


def on_the_table(game: Any, s: Any) -> Any:
    zones = {name: list(pieces) for name, pieces in game.zones(s).items() if name not in game.stock_zones}
    return zones, dict(game.counters(s)), list(game.standing(s))


def hands(game: Any, s: Any) -> list[int]:
    zones = game.zones(s)
    return [sum(len(zones.get(f"{zone} {name}", ())) for zone in game.hand_zones) for name in game.names]


def again(
    game: Any, saved: dict[str, Any]
) -> tuple[list[tuple[bool, bool]], list[list[float]], list[int], list[list[int]]]:
    """Return of each decision whether it was forced, and idle; the standing as rounds begin and at the end; who decided; and hands then."""
    s = game.deal(saved["seed"])
    seen, path, begun = [], [list(game.standing(s))], game.rounds(s)
    turns, held = [], [hands(game, s)]
    for text in saved["moves"]:
        if game.rounds(s) != begun:
            begun = game.rounds(s)
            path.append(list(game.standing(s)))
            held.append(hands(game, s))
        turns.append(s.turn)
        one, before = len(list(game.moves(s))) == 1, on_the_table(game, s)
        game.play_text(s, text)
        seen.append((one, one and on_the_table(game, s) == before))
    return seen, [*path, list(game.standing(s))], turns, held


def height(path: Sequence[Sequence[float]], seat: int, at: float) -> float:
    """Return a standing between two rounds by proportion."""
    place = at * (len(path) - 1)
    low = min(int(place + 1e-9), len(path) - 2)
    return path[low][seat] + (path[low + 1][seat] - path[low][seat]) * (place - low)


@pytest.mark.parametrize(
    ("slug", "players", "games"), [("bartender-aarwares", 3, 12), thorough("bartender-2012", 5, 40)]
)
def test_the_course_of_saved_games_is_that_of_the_report(
    slug: str, players: int, games: int, tmp_path: Path
) -> None:
    found = simulate_tables(
        kit_named(slug, recount.DATA), SimulatedTable((players,), seed=3), games, save=tmp_path, jobs=1
    )
    its = json.loads(found.to_json())["tables"][0]
    game = make_game(kit_of(slug), players)

    forced: dict[int, list[tuple[bool, bool]]] = defaultdict(list)
    gains: list[list[float]] = [[] for _ in range(10)]
    rounds: dict[str, list[int]] = defaultdict(list)
    decisions: dict[str, list[int]] = defaultdict(list)
    wins: dict[str, list[list[float]]] = defaultdict(list)
    ways: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for file in sorted(tmp_path.glob("*.json")):
        saved = json.loads(file.read_text("utf-8"))
        kinds, path, turns, held = again(game, saved)
        seen = recount.played_again(game, saved)
        first = int(file.stem.rsplit("-", 1)[1]) - 1  # where the first look falls goes round
        for n, kind in enumerate(kinds):
            if (n + first) % 7 == 0:
                forced[tenth_of(n, len(kinds))].append(kind)
        if seen.won:
            wins[seen.ending].append(seen.won)
            half = round((len(path) - 1) / 2)
            for seat, won in enumerate(seen.won):
                who = "winners" if won else "others"
                way = ways[seen.ending]
                way[f"{who} first_half"].append(path[half][seat] - path[0][seat])
                way[f"{who} second_half"].append(path[-1][seat] - path[half][seat])
                way[f"{who} hand"].append(held[half][seat])
                mine = [kind for n, kind in enumerate(kinds) if (n + first) % 7 == 0 and turns[n] == seat]
                way[f"{who} forced"] += [one for one, _ in mine]
                way[f"{who} idle"] += [idle for _, idle in mine]
            for tenth, seat in ((t, s) for t in range(10) for s in range(players)):
                gains[tenth].append(height(path, seat, (tenth + 1) / 10) - height(path, seat, tenth / 10))
        rounds[seen.ending].append(seen.rounds)
        decisions[seen.ending].append(len(saved["moves"]))

    choices = its["choices"]
    for tenth in range(11):
        assert choices["forced_over"][tenth]["of"] == len(forced[tenth])
        assert choices["forced_over"][tenth]["share"] == pytest.approx(fmean(one for one, _ in forced[tenth]))
        assert choices["idle_over"][tenth]["share"] == pytest.approx(fmean(idle for _, idle in forced[tenth]))
    assert any(one["share"] for one in choices["idle_over"])
    assert [one["mean"] for one in its["tension"]["income"]] == pytest.approx([fmean(one) for one in gains])
    for ending, way in its["tension"]["ways"].items():
        assert way["games"] == len(wins[ending])
        for who, story in (("winners", way["winners"]), ("others", way["others"])):
            for what in ("first_half", "second_half", "hand", "forced", "idle"):
                counted = ways[ending].pop(f"{who} {what}")
                assert story[what]["of"] == len(counted)
                value = story[what]["share" if what in ("forced", "idle") else "mean"]
                assert value == pytest.approx(fmean(counted)), (ending, who, what)
    assert not any(way for way in ways.values())
    assert set(its["by_ending"]) == (set(rounds) if len(rounds) > 1 else set())
    for ending, use in its["by_ending"].items():
        assert use["rounds"]["of"] == its["endings"][ending] == len(rounds[ending])
        assert use["rounds"]["mean"] == pytest.approx(fmean(rounds[ending]))
        assert use["decisions"]["mean"] == pytest.approx(fmean(decisions[ending]))
        if wins[ending]:
            shares = [line["share"] for line in use["wins"]["seat"]]
            assert shares == pytest.approx([fmean(won) for won in zip(*wins[ending], strict=True)])


@pytest.fixture
def shelved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"shelf": "tests.simulation.shelf:Shelf"})


@pytest.mark.usefixtures("shelved")
def test_two_cards_that_win_together_are_named() -> None:
    result = shelf.played(shelf.Rules(score=shelf.couple), games=200).result()
    pairs = result.tables[0].pairs

    assert pairs is not None
    assert (pairs.sure, [pair.cards for pair in pairs.oddest]) == (1, [("C3", "C7")])
    says = [one.says for one in verdicts(result, result.tables[0])]
    assert "Two cards win more together than alone: C3 with C7." in says


@pytest.mark.thorough
@pytest.mark.usefixtures("shelved")
def test_no_pair_is_named_where_cards_do_not_work_together() -> None:
    strong = {f"cards of {n}": shelf.Rules(players=n, score=shelf.strong_cards, values=5) for n in (2, 3, 4)}
    games = {**shelf.HEALTHY, **strong, "one card": shelf.FLAWED["one card"]}
    named = [
        (name, seed, pairs.oddest)
        for name, rules in games.items()
        for seed in range(PAGES)
        if (pairs := shelf.played(rules, 400, seed).result().tables[0].pairs) and pairs.sure
    ]

    print(f"{len(named)} of {PAGES * len(games)} pages name a pair")
    assert len(named) <= 0.02 * PAGES * len(games), named


def test_pairs_are_hands_that_have_both_and_what_they_are_held_against_is_what_cards_bring() -> None:
    counts, hands = PairCounts(), [(("A", "B", "C"), 1.0), (("A", "B"), 0.0), (("B", "C", "D"), 0.0)] * 40
    for cards, won in hands:
        counts.count(cards, won)
        counts.close()
    counts.settle()
    mine: dict[Any, list[float]] = defaultdict(list)
    for cards, won in hands:
        for pair in combinations(cards, 2):
            mine[pair].append(won)
    assert {pair: (deals.of, deals.mean) for pair, deals in counts.known.items()} == {
        pair: (len(won), fmean(won)) for pair, won in mine.items()
    }
    brings = combos._brings(counts.known)
    for card in "ABCD":
        its = [pair for pair in mine if card in pair]
        left = sum(len(mine[pair]) * (fmean(mine[pair]) - brings.expected(pair)[0]) for pair in its)
        assert left == pytest.approx(0, abs=0.01), "least squares leave nothing to a card"


def test_cards_that_players_choose_are_in_no_pair() -> None:
    counts = PairCounts({pair: Deals(50, 50, 40.0, 50, 40.0, 40.0) for pair in combinations("ABCDE", 2)})
    cards = [card(name, chosen) for name, chosen in zip("ABCDE", (0.5, 0, 0, 0, 0), strict=True)]
    found = combos.pairs(counts, cards)
    assert found is not None
    assert found.tried == 6


def card(name: str, chosen: float) -> Any:
    return type("Card", (), {"id": name, "chosen": chosen})


def test_an_ending_that_one_kind_of_decision_brings_names_it() -> None:
    table = SimulatedTable((4,), ("random",), seed=2)
    found = simulate_tables(kit_named("bartender-2012", recount.DATA), table, 50, jobs=1).tables[0].by_ending
    assert {name: use.last for name, use in found.items() if use.last} == {
        "the best explanation": "judge the explanations",
        "nobody could explain it": "judge the explanations",
        "a bystander explained it": "judge the explanations",
    }
