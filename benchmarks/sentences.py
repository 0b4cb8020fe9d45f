"""Bold sentences of the reports of the five kits, counted again from the saved games of the same run.

    python benchmarks/sentences.py [--games 400] [--seed 1] [--out FOLDER]

Greedy players play each kit, and `cardgen simulate` writes the page's numbers and every game. Then each game is dealt again
and played again, move by move. The counting here shares no line with the watcher behind the page: it asks the rules for zones,
scores, standing, rounds and winners only. The table of docs/insight.md is what this prints. Exit code 1: a number differs.
FOLDER keeps the games; what is there already is not played again. One process.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import Any

from flaws import ROOT

from cardgen.engine import Game, Recorder, told_rules
from cardgen.engine.playing import SavedGame
from cardgen.games import game_class
from cardgen.source import load_kit

TABLES = {"auction-hearts": 4, "bartender-2012": 4, "bartender-aarwares": 4, "biergarten": 3, "cheers": 4}


BOLD = {"auction-hearts": 4, "bartender-2012": 6, "bartender-aarwares": 4, "biergarten": 5, "cheers": 6}
"""The tables that `cardgen simulate` plays unless it is asked for others: of each the boldest sentences of its page."""


def leading(standing: Sequence[float]) -> list[int]:
    return [side for side, value in enumerate(standing) if value == max(standing)]


class Recount:
    """The saved games of one table, played again."""

    def __init__(self, folder: Path, slug: str, players: int) -> None:
        self.found: dict[str, list[float]] = defaultdict(list)
        self.cards: dict[str, list[float]] = defaultdict(list)
        self.most: dict[str, int] = defaultdict(int)
        self.phases: dict[str, int] = defaultdict(int)
        self.endings: dict[str, list[int]] = defaultdict(list)
        self.moves: dict[str, list[int]] = defaultdict(list)
        self.rules: set[str] = set()
        kit = load_kit(ROOT / "data" / slug)
        self.watched = set(told_rules(game_class(kit)))
        for at, file in enumerate(sorted((folder / "saved").iterdir())):
            saved = SavedGame.read(file)
            game = game_class(kit)(kit, len(saved.players), names=saved.players)
            assert game.players == players
            self.play(game, saved, at)

    def play(self, game: Game[Any], saved: SavedGame, at: int) -> None:
        """Play a game again and count it; every seventh decision is looked at, from another one in each game."""
        heard = Recorder()
        table = game.deal(saved.seed)
        table.tell = heard.tell
        game.opened(table)
        spoke: dict[int, int] = {}
        sides, begins, before = list(game.sides(table)), game.first(table), game.scores(table)
        held: list[set[int]] = [set() for _ in game.names]
        path, now = [game.standing(table)], None
        empty: set[str] = set()
        turns = path[:]  # a game of one round is looked at turn by turn
        for number, move in enumerate(saved.moves):
            begun = game.rounds(table)
            if begins < 0 and table.phase.name == "bid":
                begins = table.turn
            empty |= {name for name, pieces in game.zones(table).items() if not pieces}
            self.phases[table.phase.name] += 1
            if now is not None and begun != now:
                path.append(game.standing(table))
                if game.by_round:
                    scores = game.scores(table)
                    self.hands(game, held, gained(before, scores))
                    before = scores
            elif now is not None and number % game.players == 0:
                turns.append(game.standing(table))
            now = begun
            self.look(game, table, held)
            if (number + at) % 7 == 0:
                self.found["forced"].append(
                    len([one for one, _ in zip(game.moves(table), "ab", strict=False)]) == 1
                )
                if table.turn in spoke:
                    self.found["waits"].append(number - spoke[table.turn] - 1)
            spoke[table.turn] = number
            if number % 11 == len(self.found["rounds"]) % 11:
                self.moves[table.phase.name].append(len(list(game.moves(table))))
            game.play_text(table, move)
        self.rules |= {rule for event in heard.take() for rule in event.rule.split()}
        self.look(game, table, held)
        path = [*(turns if len(path) == 1 else path), game.standing(table)]
        winners, scores = game.winners(table), game.scores(table)
        assert tuple(scores) == tuple(saved.scores)
        won = [side for side in sides if set(side) & set(winners)]
        wins = (
            gained(before, scores)
            if game.by_round
            else [any(n in side for side in won) / max(1, len(won)) for n in range(game.players)]
        )
        self.hands(game, held, wins)
        for name, parts in game.score_parts(table).items():
            self.found[f"part {name}"].append(mean(parts))
        self.found["coins out"].append("coin_deck" in empty)
        self.endings[game.ending(table)].append(sides.index(won[0]) if len(won) == 1 else -1)
        if not won:
            self.found["nobody"].append(1)
            return
        self.ended(game, saved, sides, won, begins)
        self.found["rounds"].append(game.rounds(table))
        self.tension([[max(one[seat] for seat in side) for side in sides] for one in path], sides, won)

    def look(self, game: Game[Any], table: Any, held: list[set[int]]) -> None:
        zones = game.zones(table)
        for seat, name in enumerate(game.names):
            for zone in game.hand_zones:
                held[seat].update(zones.get(f"{zone} {name}", ()))
        out = {piece for name, pieces in zones.items() if name not in game.stock_zones for piece in pieces}
        for part, pieces in game.pieces.ranges.items():
            self.most[part] = max(self.most[part], len(out & set(pieces)))

    def hands(self, game: Game[Any], held: list[set[int]], wins: Sequence[float]) -> None:
        for hand, win in zip(held, wins, strict=True):
            for piece in hand:
                self.cards[game.pieces.cards[piece].id].append(win)
            hand.clear()

    def ended(self, game: Game[Any], saved: SavedGame, sides: Any, won: Any, begins: int) -> None:
        self.found["decisions"].append(len(saved.moves))
        for seat in range(game.players):
            self.found[f"score {seat + 1}"].append(saved.scores[seat])
            side, place = (
                next(one for one in sides if (at % game.players) in one) for at in (seat, begins + seat)
            )
            self.found[f"seat {seat + 1}"].append((side in won) / len(won))
            self.found[f"order {seat + 1}"].append((place in won) / len(won))
        best = [seat for seat, score in enumerate(saved.scores) if score == max(saved.scores)]
        tops = sorted((max(saved.scores[seat] for seat in side) for side in sides), reverse=True)
        self.found["level"].append(tops[0] == tops[1])
        if len(best) == 2 and len(won) == 1:
            self.found["last of two"].append(best[1] in won[0])

    def tension(self, path: Sequence[Sequence[float]], sides: Any, won: Any) -> None:
        last = len(path) - 1
        for name, at in (("half", 0.5), ("late", 0.8)):
            ahead = leading(path[round(at * last)])
            self.found[name].append(sum(sides[side] in won for side in ahead) / len(ahead) / len(won))
        self.found["finish"].append(sorted(path[-1])[-1] - sorted(path[-1])[-2])
        half, winner = path[round(last / 2)], sides.index(won[0])
        self.found["behind"].append(half[winner] < max(half))
        ahead = 0
        while ahead < last and leading(path[last - 1 - ahead]) == [winner]:
            ahead += 1
        self.found["last fifth"].append(len(won) > 1 or 5 * (last - ahead) >= 4 * last)
        alone = [ahead[0] for one in path if len(ahead := leading(one)) == 1]
        self.found["changes"].append(sum(one != other for one, other in pairwise(alone)))

    def card(self, name: str) -> float:
        """Return how much more often a card wins than the average draw."""
        return mean(self.cards[name]) - mean(win for wins in self.cards.values() for win in wins)


def gained(before: Sequence[int], after: Sequence[int]) -> list[float]:
    """Return what each seat has won of a round: who gained most, a part each."""
    gains = [now - then for then, now in zip(before, after, strict=True)]
    best = [gain == max(gains) for gain in gains]
    return [one / sum(best) for one in best]


def ends(numbers: Sequence[float]) -> tuple[float, float]:
    """Return what one in twenty is below, and above: numbers in between where a place lies between two."""
    ordered = sorted(numbers)
    found = []
    for at in (0.05 * (len(ordered) - 1), 0.95 * (len(ordered) - 1)):
        low = ordered[int(at)]
        found.append(low + (ordered[min(int(at) + 1, len(ordered) - 1)] - low) * (at - int(at)))
    return found[0], found[1]


def common(told: dict[str, Any], counted: Recount, minutes: str) -> list[tuple[str, str, float, float]]:
    """Return sentences that each page has, likewise."""
    found, choices = counted.found, told["choices"]
    listed = {rule["id"] for rule in told["rules"]}
    unused = sum(rule["state"] == "unused" for rule in told["rules"])
    hands = [one for one in told["cards"] if one["by"] == "hand"]
    ends = [float(one) for one in minutes.replace("–", "-").split("-")]
    made = [
        ("decisions with one move", "%", 100 * (choices["forced"] or 0), 100 * mean(found["forced"])),
        ("decisions of others between two", "mean", choices["waits"]["mean"], mean(found["waits"])),
        (
            "the minutes on the box",
            "s a decision",
            told["length"]["minutes"]["seconds"],
            mean(ends) * 60 / mean(found["decisions"]),
        ),
        (
            "rules that did not come up",
            "number",
            unused,
            len((listed & counted.watched) - counted.rules),
        ),
        (
            f"all {len(hands)} cards of a hand, from the average card",
            "points, mean",
            100 * mean(abs(one["strength"]) for one in hands),
            mean(100 * abs(counted.card(one["id"])) for one in hands),
        ),
    ]
    if told["fair"]["level"]:
        made.append(
            ("games that end level", "%", 100 * told["fair"]["level"]["share"], 100 * mean(found["level"]))
        )
    return made


def rows(slug: str, told: dict[str, Any], counted: Recount) -> list[tuple[str, str, float, float]]:
    """Return sentences of a page with a number of each, and the same number counted here."""
    found, fair, length, tension = counted.found, told["fair"], told["length"], told["tension"]

    def line(by: str, number: int) -> tuple[float, float]:
        return 100 * fair[by]["lines"][number - 1]["share"], 100 * mean(found[f"{by} {number}"])

    def leader(name: str, tenth: int) -> tuple[float, float]:
        return 100 * tension["leader_wins"][tenth]["share"], 100 * mean(found[name])

    def span(name: str) -> list[tuple[str, str, float, float]]:
        low, high = ends(found[name])
        two = (("one in twenty below", "p5", low), ("one in twenty above", "p95", high))
        return [(f"{name} of a game", says, length[name][key], here) for says, key, here in two]

    def card(name: str) -> tuple[str, str, float, float]:
        its = next(one for one in told["cards"] if one["id"] == name)
        return f"{its['name']} ({name})", "points of wins", 100 * its["strength"], 100 * counted.card(name)

    def most(part: str) -> tuple[str, str, float, float]:
        its = next(one for one in told["box"] if one["part"] == part)
        return f"the box: {its['title']}", "at most", its["most"], counted.most[part]

    half = ("who leads at half time", "wins %", *leader("half", 5))
    behind = (
        "winners behind at half time",
        "%",
        100 * tension["behind_at_half"]["share"],
        100 * mean(found["behind"]),
    )
    changes = ("changes of the lead", "a game", tension["lead_changes"]["mean"], mean(found["changes"]))
    if slug == "auction-hearts":
        return [
            *span("decisions"),
            half,
            behind,
            changes,
            card("2C"),
            ("who is third", "wins %", *line("order", 3)),
        ]
    if slug == "bartender-2012":
        third = ("seat 3", "wins %", *line("seat", 3))
        return [third, *span("rounds"), half, changes, card("S20"), most("schemes")]
    if slug == "bartender-aarwares":
        fourth = ("who is fourth", "wins %", *line("order", 4))
        return [fourth, *span("decisions"), half, behind, card("C10")]
    if slug == "biergarten":
        score = ("seat 1 scores", "barrels", fair["scores"][0]["mean"], mean(found["score 1"]))
        last = (
            "of two equal players, who sits last",
            "wins %",
            100 - 100 * fair["ties"]["share"],
            100 * mean(found["last of two"]),
        )
        late = ("who leads after 80 %", "wins %", *leader("late", 8))
        phase = next(one for one in told["choices"]["phases"] if one["name"] == "rearrange")
        sample = (
            "moves to rearrange (other decisions)",
            "median",
            phase["median"],
            median(counted.moves["rearrange"]),
        )
        return [score, last, *span("rounds"), late, half, sample, most("common")]
    begins = ("the team that begins", "wins %", *line("order", 1))
    decisions = ("decisions", "a game", length["decisions"]["mean"], mean(found["decisions"]))
    return [begins, *span("rounds"), decisions, half, behind, most("ingredients")]


def bold(slug: str, told: dict[str, Any], counted: Recount) -> list[tuple[str, str, float, float]]:
    """Return the boldest sentences of a page of the default table, likewise; those above are not among them."""
    found, tension, games = counted.found, told["tension"], told["games"]

    def ending(name: str) -> tuple[str, str, float, float]:
        return f"end: {name}", "games", told["endings"][name], len(counted.endings[name])

    def phase(name: str) -> tuple[str, str, float, float]:
        its = next(one for one in told["choices"]["phases"] if one["name"] == name)
        return f"{name}, in a game", "times", its["per_game"], counted.phases[name] / games

    def card(name: str) -> tuple[str, str, float, float]:
        its = next(one for one in told["cards"] if one["id"] == name)
        return f"{its['name']} ({name})", "points of wins", 100 * its["strength"], 100 * counted.card(name)

    def part(name: str) -> tuple[str, str, float, float]:
        its = tension["parts"][name]
        return f"{name}, at the end", "barrels", its[-1]["mean"], mean(found[f"part {name}"])

    def first(by: str, number: int) -> tuple[float, float]:
        return 100 * told["fair"][by]["lines"][number - 1]["share"], 100 * mean(found[f"{by} {number}"])

    last = (
        "decided in the last fifth",
        "%",
        100 * tension["decided_last"]["share"],
        100 * mean(found["last fifth"]),
    )
    rounds = ("the longest game", "rounds", told["length"]["rounds"]["most"], max(found["rounds"]))
    short = ("the shortest game", "decisions", told["length"]["decisions"]["least"], min(found["decisions"]))
    finish = ("the lead at the end", "mean", tension["finish"]["mean"], mean(found["finish"]))
    if slug == "auction-hearts":
        return [last, rounds, finish, ("who is fourth", "wins %", *first("order", 4)), phase("bid")]
    if slug == "bartender-2012":
        ends = [ending(name) for name in ("a packed bar", "the best explanation")]
        nobody = ("no player wins", "games", told["nobody"]["share"] * games, len(found["nobody"]))
        return [*ends, nobody, card("S17"), ("who bids second", "wins %", *first("order", 2)), last]
    if slug == "bartender-aarwares":
        empty = (
            "coin deck ran empty",
            "%",
            100 * told["emptied"]["coin_deck"]["share"],
            100 * mean(found["coins out"]),
        )
        return [card("C8b"), last, short, phase("bid or pass"), empty]
    if slug == "biergarten":
        return [
            last,
            part("walled garden"),
            part("colour bonus"),
            finish,
            ("seat 1", "wins %", *first("seat", 1)),
        ]
    return [
        last,
        ("the team that begins", "wins %", *first("order", 1)),
        rounds,
        phase("clear a card away"),
        finish,
    ]


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path)
    said = asked.parse_args()
    if said.games > 400:
        asked.error("of more than 400 games of greedy players not all are watched (docs/insight.md)")
    wrong = 0
    print("| kit | the page speaks of | in | the page | counted again |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as made:
        for slug, players, asks in [(*one, rows) for one in TABLES.items()] + [
            (*one, bold) for one in BOLD.items()
        ]:
            folder = (said.out or Path(made)) / (slug if asks is rows else f"{slug}-{players}")
            if not (folder / "report.json").is_file():
                how = ("--players", players, "--games", said.games, "--seed", said.seed, "--jobs", 1)
                out = ("--json", folder / "report.json", "--save-games", folder / "saved")
                folder.mkdir(parents=True)
                subprocess.run(
                    [sys.executable, "-m", "cardgen", "simulate", slug, *map(str, (*how, *out))],
                    check=True,
                    cwd=ROOT,
                    stdout=subprocess.DEVNULL,
                )
            whole = json.loads((folder / "report.json").read_text("utf-8"))
            told, counted = whole["tables"][0], Recount(folder, slug, players)
            more = common(told, counted, whole["kit"]["minutes"]) if asks is rows else []
            for what, unit, page, here in [*asks(slug, told, counted), *more]:
                away = abs(page - here) > 1e-6 and "other decisions" not in what
                wrong += away
                mark = " **differs**" if away else ""
                print(
                    f"| {slug}{f', {players}' if asks is bold else ''} | {what} | {unit} | {page:,.2f} | {here:,.2f}{mark} |",
                    flush=True,
                )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
