"""A mistake in a scenario file is told with its place, whatever it is: never a traceback."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.base.errors import CardgenError
from cardgen.engine import Misplaced, run_scenarios
from cardgen.games import SHIPPED, make_game
from tests.games.kits import kit_of
from tests.games.test_scenarios import FOLDER, make
from tests.many import mostly_thorough, slow, thorough

WORDS = (
    "", "null", "{}", "[]", "[5]", "{x: 1}", "x", "5", "-1", "1.5", "true", "abc", "P0", "P9", "[P0]", "{P0: x}",
    "{P0: []}", "{P0: null}", "{by: P0, left: x}", "[[C01]]", "99999999999999999999", "'?'", '["?"]', "~",
)  # fmt: skip
"""What somebody may have written instead."""
KEYS = (
    "given",
    "expect",
    "sees",
    "legal",
    "illegal",
    "also",
    "then",
    "seed",
    "final",
    "hands",
    "turn",
    "phase",
    "anyhow",
)
TESTS = ("count", "has", "lacks", "not", "at_least", "any_order", "exactly")


@lru_cache
def scenarios_of(slug: str) -> tuple[str, list[str]]:
    """The head of a file with what is in common, and the lines of each scenario."""
    text = (FOLDER / f"{slug}.yaml").read_text("utf-8")
    head, *scenarios = text.split("\n  - scenario:")
    return head + "\n", [f"  - scenario:{one}\n" for one in scenarios]


def mistyped(text: str, rng: random.Random) -> str:
    """The text after one small edit."""
    rows = text.splitlines()
    at = rng.randrange(len(rows))
    row = rows[at]
    match rng.randrange(9):
        case 0:
            del rows[at]
        case 1:
            rows.insert(at, row)
        case 2:  # something else behind a colon
            parts = row.split(": ")
            n = rng.randrange(len(parts))
            parts[n] = rng.choice(WORDS) if n else parts[n]
            rows[at] = ": ".join(parts)
        case 3:
            rows[at] = f"{row.partition(':')[0]}: {rng.choice(WORDS)}"
        case 4:  # a word for another
            words = row.split(" ")
            words[rng.randrange(len(words))] = rng.choice(WORDS)
            rows[at] = " ".join(words)
        case 5 if row:  # a letter less
            n = rng.randrange(len(row))
            rows[at] = row[:n] + row[n + 1 :]
        case 6 if row:  # two letters the wrong way round
            n = rng.randrange(len(row))
            rows[at] = row[:n] + row[n : n + 2][::-1] + row[n + 2 :]
        case 7:
            indent = len(row) - len(row.lstrip())
            rows.insert(at + 1, f"{' ' * indent}{rng.choice(KEYS)}: {rng.choice(WORDS)}")
        case _:
            rows[at] = "  " * rng.randrange(4) + row.lstrip()
    return "\n".join(rows) + "\n"


def exchanged(text: str, rng: random.Random) -> str:
    """The same scenarios with another value somewhere, an entry less or an entry more."""
    data = yaml.safe_load(text)
    block: Any = data["scenarios"]
    while True:
        key: Any = rng.choice(list(block) if isinstance(block, dict) else range(len(block)))
        if not isinstance(block[key], (dict, list)) or not block[key] or rng.random() < 0.25:
            break
        block = block[key]
    match rng.randrange(8):
        case 0:
            del block[key]
        case 1 if isinstance(block, dict):
            block[rng.choice((*KEYS, "P9", "5", ""))] = block.pop(key)
        case 2 if isinstance(block, list):
            block.insert(key, block[rng.randrange(len(block))])
        case 3:
            block[key] = {rng.choice(TESTS): yaml.safe_load(rng.choice(WORDS))}
        case 4 if isinstance(block[key], int):
            block[key] += rng.choice((-100, -1, 1, 100))
        case _:
            block[key] = yaml.safe_load(rng.choice(WORDS))
    return json.dumps(data, indent=1)  # which is YAML, too


def tried(tmp_path: Path, slug: str, number: int, seed: int) -> Iterator[str]:
    """What is wrong with the way in which so many mistakes are told."""
    rng = random.Random(f"{slug} {seed}")
    head, scenarios = scenarios_of(slug)
    file = tmp_path / "mistyped.yaml"
    for _ in range(number):
        text = head + rng.choice(scenarios)
        if rng.random() < 0.6:
            text = exchanged(text, rng)
        else:
            text = mistyped(text, rng)
        file.write_text(text, "utf-8")
        try:
            problems = [p for result in run_scenarios(file, make) for p in result.problems]
        except CardgenError as wrong:
            problems = [*wrong.problems]
        except Exception as wrong:
            yield f"{type(wrong).__name__}: {wrong}\n{text}"
            continue
        for problem in problems:
            where = problem.where
            if where is None or where.file != str(file) or not where.line or not where.column:
                yield f"no place: {problem}\n{text}"


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_a_mistake_is_told_at_its_place(slug: str, tmp_path: Path) -> None:
    wrong = list(tried(tmp_path, slug, 20, 1))
    assert not wrong, wrong[0]


@pytest.mark.parametrize("seed", [slow(2), *map(thorough, range(3, 6))])
@pytest.mark.parametrize("slug", mostly_thorough(SHIPPED, 3))
def test_thousands_of_mistakes_are_told_at_their_places(slug: str, seed: int, tmp_path: Path) -> None:
    wrong = list(tried(tmp_path, slug, 300, seed))
    assert not wrong, wrong[0]


_PIECES = make_game(kit_of("bartender-2012"), 3).pieces
HALF = [_PIECES.name(n) for n in range(len(_PIECES) // 2)]
MISTAKES = [
    ("biergarten", "{given: {final: {by: P0, left: x}}", "final.left is 'x', expected a whole number"),
    ("biergarten", "{given: {final: {by: P7}}", "nobody called 'P7' is at the table"),
    ("biergarten", "{given: {final: {bye: P0}}", "no 'bye' here, expected by: and left:"),
    ("biergarten", "{given: {stale: -1}", "stale is -1, expected a whole number of 0 or more"),
    ("biergarten", "{given: {hands: {P0: [C01, C02, C03, C04]}}", "hands.P0 holds 4, expected 3 or fewer"),
    ("biergarten", "{given: {hands: {P0: [h1]}}", "no piece 'h1' (did you mean 'H1'?)"),
    ("biergarten", "{given: {hands: {P0: ['?']}}", "a position says which piece it is"),
    ("auction-hearts", "{given: {pain: cups}", "pain is 'cups' (did you mean 'clubs'?)"),
    ("auction-hearts", "{given: {pain: null, hand: {P0: [TS]}}", "no piece 'TS' (did you mean '10S'?)"),
    ("auction-hearts", "{given: {chips: {P0: -3}}", "chips.P0 is -3, expected a whole number of 0 or more"),
    ("auction-hearts", "{options: {bid_cap: 5}, given: {bids: [9]}", "bids.0 is '9' (known: 0, 1, 2, 3, 4, 5)"),
    ("auction-hearts", "{options: {rounds: 500}", "option 'rounds' is 0, 8, 12 or a whole number from 1 to 100, not 500"),
    ("auction-hearts", "{seed: abc", "seed is 'abc', expected a whole number"),
    ("auction-hearts", "{rules: [5]", "item 1 of rules is 5, expected text"),
    ("bartender-2012", "{given: {exchanged: P0}", "exchanged is 'P0', expected a list of players"),
    ("bartender-2012", "{given: {exchanged: [P8]}", "nobody called 'P8'"),
    ("bartender-2012", "{given: {good: {P0: 30}}", "good are 30 together, there are 12"),
    ("bartender-2012", "{given: {goal: 30}", "goal is 30, expected a whole number from 0 to 20"),
    ("bartender-2012", "{given: {schemes: {S14.1: {names: TOURISTT}}}", "'TOURISTT' is no kind of PATRON"),
    ("bartender-2012", "{given: {patrons: {P01.1: {hour: soon}}}", "patrons.P01.1.hour is 'soon'"),
    ("bartender-2012", "{given: {phase: draft a card, packets: {P0: [P01.1]}}", "cards, expected"),
    ("bartender-2012", f"{{given: {{phase: draft a card, packets: {{P0: [{', '.join(HALF)}]}}}}", "P2 has"),
    ("bartender-aarwares", "{given: {acts: -1}", "acts is -1, expected a whole number of 0 or more"),
    ("bartender-aarwares", "{given: {deck: {main: [K1]}}", "expected a list such as [C01, C02]"),
    ("cheers", "{given: {hands: {P0: [Rg.1, Rg.2, Gb.1, Gb.2, Pp.1]}}", "hand P0 holds 5, expected 3 or fewer"),
    ("cheers", "{given: {spot: 77}", "spot is '77'"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "said", "message"), MISTAKES)
def test_a_wrong_or_impossible_position_is_told(slug: str, said: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mistyped.yaml"
    claim = "expect: {turn: P0}, scenario: x"
    players = {"bartender-aarwares": 2, "biergarten": 2, "bartender-2012": 3}.get(slug, 4)
    file.write_text(f"game: {slug}\nplayers: {players}\nscenarios:\n  - {said}, {claim}}}\n", "utf-8")
    problems = [p for result in run_scenarios(file, make) for p in result.problems]
    assert message in "\n".join(p.message for p in problems), problems
    assert all(p.where and p.where.line == 4 and p.where.column > 5 for p in problems)


@pytest.mark.parametrize(
    ("slug", "players", "given", "places"),
    [
        (
            "bartender-aarwares", 2,
            {"market": ["R2"], "discard": ["C2"], "bars": {"P0": ["R9"]}, "sideways": ["R99"], "hole": ["Q1"], "deck": 3},
            ["bars P0 0", "deck", "discard 0", "hole 0", "market 0", "sideways"],
        ),
        (
            "biergarten", 2, {"final": {"by": "P7", "left": 9, "x": 1}, "hands": {"P0": ["C01", "C99"]}},
            ["final by", "final left", "final x", "hands P0 1"],
        ),
        (
            "cheers", 4, {"spot": 77, "team": {"P9": "A"}, "goal": {"A": "XX", "Z": "RR"}, "bars": {"P8": ["Rr.1"], "P0": ["Rr.9"]}},
            ["bars P0 0", "bars P8", "goal A", "goal Z", "spot", "team P9"],
        ),
        (
            "bartender-2012", 3, {"patrons": {"P01.1": {"owner": "P9", "x": 1}, "P99": "P0"}, "schemes": ["S99"]},
            ["patrons P01.1 owner", "patrons P01.1 x", "patrons P99", "schemes 0"],
        ),
        (
            "auction-hearts", 4, {"pain": "hearts", "hand": {"P0": ["2S", "3S"], "P1": ["4S"], "P2": ["5S", "5S"]}, "first_trick": "maybe"},
            ["first_trick", "hand P1", "hand P2 1"],
        ),
    ],
)  # fmt: skip
def test_no_check_of_a_game_ends_the_reading_and_nothing_is_told_twice(
    slug: str, players: int, given: dict[str, Any], places: list[str]
) -> None:
    options = {"mode": "masquerade"} if slug == "cheers" else {}
    with pytest.raises(Misplaced) as caught:
        make_game(kit_of(slug), players, options).position(given)
    told = [caught.value, *caught.value.also]
    assert sorted(" ".join(map(str, one.path)) for one in told) == places
