"""What a stranger's rules.yaml may try, and what chance makes of a good one: a message or a game, and nothing runs."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError, Problem
from cardgen.engine import RandomBot, Recorder
from cardgen.engine.playing import play_game, rollout
from cardgen.games import make_game
from cardgen.ruledata import game_of
from cardgen.source import load_kit
from tests.many import thorough
from tests.ruledata.kits import CLASSICS, NAMES, kit_of
from tests.ruledata.test_mistakes import lay

CANARY = "canary-of-rules"
EVIL = f"__import__('os').system('touch {CANARY}')"
WARE = "card.ware == my stroller.ware"
GATE = "tell NM-007: a coin at the gate"
HOSTILE = {
    "zone name": ("  discard:", f'  "discard = {EVIL} #":'),
    "zone name in a family": ("  box:", f'  bag: {{each: ["x\\n{EVIL}"]}}\n  box:'),
    "keyword of Python": ("  box: ", "  pass: {}\n  class: {each: [pass, class, import]}\n  box: "),
    "note name": ("turn:\n", f'notes: {{"x = {EVIL} #": 0}}\nturn:\n'),
    "dunder note": ("turn:\n", "notes: {__class__: 0}\nturn:\n"),
    "value name": ("turn:\n", f'values:\n  "f(a={EVIL})": 1\nturn:\n'),
    "deed name": ("deeds:\n", f'deeds:\n  "f(a={EVIL})": [next turn]\n'),
    "step name": ("  trade:", f'  "trade(s): {EVIL} #":'),
    "move name": ("      nothing:", f'      "nothing\'): {EVIL} #":'),
    "choice name": ("        card: my hand\n        refuse", f'        "card in [{EVIL}] for x": my hand\n        refuse'),
    "attribute": (WARE, "card.__class__ == my stroller.ware"),
    "attribute of a row": (WARE, "card.ware == my stroller.__class__"),
    "call": (WARE, EVIL),
    "builtin": (WARE, "open('x') == 1"),
    "lambda": (WARE, "(lambda: 1)() == 1"),
    "told text": (GATE, f"tell NM-007: \"' + {EVIL} + '\""),
    "told braces": (GATE, f'tell NM-007: "{{{EVIL}}}"'),
    "told figure": (GATE, 'tell NM-007: "{class} {paid}"'),
    "quoted word": (WARE, f"card.ware == 'x\\\\' + {EVIL} + \\\\''"),
    "tag": ("rest: deck discard", f"rest: !!python/object/apply:os.system ['touch {CANARY}']"),
    "format": ("says: sells {card}", 'says: "sells {card} {0.__class__}"'),
    "ends": ("ends: the lanterns are out", f"ends: \"x' + {EVIL} + '\""),
    "because": ("- last round: [tell NM-010: the lanterns go out]", f"- last round because x' + {EVIL} + '"),
    "reason": (": this stall wants something else", f": x' + {EVIL} + '"),
    "bomb": ("rest: deck discard", "rest: &a [1]\nties2: [*a, *a]"),
    "huge range": (WARE, "3 in 1..999999999"),
    "huge range while playing": (WARE, "3 in 1..card.value * 999999999"),
    "huge power": (WARE, "9 * 9 * 9 * 9 * 9 * 9 * 9 * 999999999 * 999999999 > 1"),
    "huge sets": (WARE, "count(choose(deck, 1, 40)) > 3"),
    "huge sets of sets": (WARE, "count(choose(choose(deck, 5), 2)) > 3"),
    "deep brackets": (WARE, "(" * 300 + "1" + ")" * 300),
    "deep of": (WARE, "hand of " * 200 + "me == 1"),
    "deep YAML": ("rest: deck discard", "rest: " + "[" * 3000 + "]" * 3000),
    "long": ("rest: deck discard", "rest: deck discard # " + "x" * 300_000),
    "no steps": ("turn:\n", "turn: {}\nanswers:\n"),
    "null byte": ("rest: deck discard", "rest: deck\0discard"),
    "a loop in a loop": (WARE, "count(deck) > sum(count(x in deck for x in deck) for y in 1..900) + sum(1 for z in 1..900)"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_runs_nothing_and_takes_no_time(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before, problems = time.process_time(), tuple[Problem, ...]()
    try:
        folder = lay(tmp_path, *HOSTILE[name])
        game = make_game(load_kit(folder), 2)
        s: Any = game.deal(1)
        s.tell = Recorder().tell
        rollout(s, random.Random(1))
    except CardgenError as told:
        problems = told.problems
    assert all(problem.where and problem.message for problem in problems)
    assert not any(" raises " in problem.message for problem in problems)
    assert not list(tmp_path.rglob(CANARY))
    assert time.process_time() - before < 10


def test_compiled_rules_see_no_more_of_python_than_they_need() -> None:
    game: Any = make_game(kit_of("court"), 3)
    env = game._env
    assert sorted(env["__builtins__"]) == [
        "abs", "all", "any", "bool", "dict", "filter", "int", "len", "list", "map", "max", "min", "range", "set", "sorted", "str",
        "sum", "tuple",
    ]  # fmt: skip
    names = {name for name in re.findall(r"[A-Za-z_]\w*", game.module.source) if name.startswith("__")}
    assert not names


# -- words of good files deleted, doubled and put elsewhere


def mutant(text: str, rng: random.Random) -> str:
    words = re.split(r"(\w+|[^\w\s])", text)
    for _ in range(rng.randint(1, 3)):
        one, other = (rng.randrange(1, len(words), 2) for _ in range(2))
        how = rng.random()
        words[one] = "" if how < 0.3 else f"{words[one]} {words[one]}" if how < 0.5 else words[other]
    return "".join(words)


@pytest.mark.parametrize("cases", [40, thorough(200)])
@pytest.mark.parametrize("name", NAMES)
def test_a_mutant_is_played_or_refused_with_a_place(name: str, cases: int, tmp_path: Path) -> None:
    kit, text = kit_of(name), (CLASSICS / name / "rules.yaml").read_text("utf-8")
    path = tmp_path / "rules.yaml"
    for case in range(cases):
        rng = random.Random(f"{name} {case}")
        path.write_text(mutant(text, rng), "utf-8")
        try:
            game = game_of(kit, path)(kit, kit.players.min, {})
            play_game(game, 1, [RandomBot()] * game.players, limit=300, seconds=5)
        except CardgenError as told:
            for problem in told.problems:
                assert problem.where, (case, problem)
                assert " raises " not in problem.message, (case, problem)
                assert "gave cardgen" not in problem.message, (case, problem)
