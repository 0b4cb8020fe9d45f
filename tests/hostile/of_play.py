"""Cases of playing: tables that the rules count with, saved games and scenarios."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.hostile.trial import ROOT, Case

# ---- tables and fields that count

_PLAYED = {
    "cheers": "simulate {} --players 3 --games 1 --jobs 1 --bots random",
    "auction-hearts": "simulate {} --players 4 --games 1 --jobs 1 --bots random",
    "biergarten": "simulate {} --players 2 --games 1 --jobs 1 --bots random",
    "bartender-2012": "simulate {} --players 3 --games 1 --jobs 1 --bots random",
    "bartender-aarwares": "simulate {} --players 2 --games 1 --jobs 1 --bots random",
}
_COUNTED = {
    ("cheers", "bar.yaml"): ("places", "hand", "tokens_each", "stacks_out", "goal"),
    ("biergarten", "barrels.yaml"): ("one_colour", "walled_garden", "hand", "supply", "spare_homes"),
    ("bartender-2012", "numbers.yaml"): (
        "hand",
        "shifts",
        "hours",
        "lowest_bid",
        "highest_bid",
        "out_at",
        "reveal",
    ),
    ("bartender-aarwares", "cast.yaml"): ("hand", "needed", "closing_time"),
    ("bartender-aarwares", "hole.yaml"): ("limit",),
}
_NO_COUNTS = {"null": "null", "a-word": "many", "negative": "-1", "a-list": "[3]", "a-half": "2.5"}


def _numbers(game: str, file: str, key: str) -> Iterable[Case]:
    text = (ROOT / "data" / game / file).read_text("utf-8")
    found = re.search(rf"^{key}: *(\S+)", text, re.M)
    assert found, f"{game}/{file} has no {key}"
    line = text[: found.start()].count("\n") + 1
    values = {**_NO_COUNTS, "gone": None, "huge": "999999999"}
    for name, value in values.items():
        changed = f"{key}x: {found[1]}" if value is None else f"{key}: {value}"
        where = f"{game}/{file}" if value is None else f"{game}/{file}:{line}"
        yield Case(
            f"play-{game}-{key}-{name}", base=game, edit={file: (found[0], changed)},
            run=_PLAYED[game].format(game), says=key, at=where,
        )  # fmt: skip


def _tables() -> Iterable[Case]:
    for (game, file), keys in _COUNTED.items():
        for key in keys:
            yield from _numbers(game, file, key)
    for game, file in (("cheers", "bar.yaml"), ("cheers", "teams.yaml"), ("cheers", "ingredients.yaml"), ("auction-hearts", "seats.yaml"), ("biergarten", "barrels.yaml"), ("biergarten", "boards.yaml"), ("bartender-2012", "numbers.yaml"), ("bartender-aarwares", "cast.yaml"), ("bartender-aarwares", "hole.yaml")):  # fmt: skip
        for name, text in {
            "empty": "",
            "list": "[1, 2]\n",
            "block": "{a: 1}\n",
            "text": "hello\n",
            "number": "5\n",
        }.items():
            yield Case(
                f"play-{game}-{file}-{name}",
                base=game,
                files={file: text},
                run=_PLAYED[game].format(game),
                at=f"{game}/",
            )
    edits: dict[str, tuple[str, str, tuple[str, str], str]] = {
        "cheers-for-12": (
            "cheers",
            "game.yaml",
            ("max: 6", "max: 12"),
            "simulate cheers --players 12 --games 1 --jobs 1",
        ),
        "cheers-for-1": (
            "cheers",
            "game.yaml",
            ("min: 3", "min: 1"),
            "simulate cheers --players 1 --games 1 --jobs 1",
        ),
        "cheers-sizes-null": ("cheers", "teams.yaml", ("sizes: [2, 1]", "sizes: null"), ""),
        "cheers-sizes-of-words": ("cheers", "teams.yaml", ("sizes: [2, 1]", "sizes: [two, one]"), ""),
        "cheers-turns-of-nobody": (
            "cheers",
            "teams.yaml",
            ("turns: [A1, B, A2, B]", "turns: [A1, B, Z9, B]"),
            "",
        ),
        "cheers-turns-empty": ("cheers", "teams.yaml", ("turns: [A1, B, A2, B]", "turns: []"), ""),
        "cheers-small-nobody": ("cheers", "teams.yaml", ("small: B", "small: Q"), ""),
        "cheers-letter-null": ("cheers", "ingredients.yaml", ("letter: R", "letter: null"), ""),
        "cheers-letter-twice": ("cheers", "ingredients.yaml", ("letter: R", "letter: G"), ""),
        "cheers-letter-long": ("cheers", "ingredients.yaml", ("letter: R", "letter: Red"), ""),
        "cheers-without-mint": (
            "cheers",
            "ingredients.yaml",
            ("mint: {name: Mint, one: mint, several: mints, letter: G, glass: a highball}\n", ""),
            "",
        ),
        "hearts-out-nobody": ("auction-hearts", "seats.yaml", ("out: []", "out: [ZZ]"), ""),
        "hearts-out-null": ("auction-hearts", "seats.yaml", ("out: []", "out: null"), ""),
        "hearts-hand-14": ("auction-hearts", "seats.yaml", ("hand: 13", "hand: 14"), ""),
        "hearts-hand-1": ("auction-hearts", "seats.yaml", ("hand: 13", "hand: 1"), ""),
        "hearts-ones-null": ("auction-hearts", "seats.yaml", ("ones: 25", "ones: null"), ""),
        "hearts-nobody-for-4": ("auction-hearts", "seats.yaml", ("players: 4", "players: 7"), ""),
        "biergarten-no-line": ("biergarten", "boards.yaml", ("line:", "lime:"), ""),
    }
    for name, (game, file, edit, words) in edits.items():
        yield Case(
            f"play-{name}",
            base=game,
            edit={file: edit},
            run=words or _PLAYED[game].format(game),
            at=f"{game}/",
        )
    yield Case(
        "play-hearts-without-kings",
        base="auction-hearts",
        files={"cards.yaml": _without_kings},
        run=_PLAYED["auction-hearts"].format("auction-hearts"),
        at="auction-hearts/",
    )
    yield Case(
        "play-cheers-one-card",
        base="cheers",
        files={"cards.yaml": lambda p: p.write_text("- {id: RG, big: cherry, small: mint}\n")},
        run=_PLAYED["cheers"].format("cheers"),
        at="cheers/",
    )


def _without_kings(path: Path) -> None:
    text = (ROOT / "data/auction-hearts/cards.yaml").read_text("utf-8")
    (path.parent / "cards.yaml").write_text(text.replace("'K': 13, ", "").replace(", K]", "]"), "utf-8")


# ---- saved games

_SAVE = "simulate cheers --players 3 --games 1 --jobs 1 --bots random --seed 7 --save-games saved"


def _saved(
    id: str, change: Callable[[dict], object] | str | bytes, exit: int | tuple[int, ...] = 1, **more: object
) -> Case:  # type: ignore[type-arg]
    def edit(path: Path) -> None:
        game = next(path.parent.glob("saved/*.json"))
        if not callable(change):
            game.write_bytes(change.encode() if isinstance(change, str) else change)
        else:
            data = json.loads(game.read_text("utf-8"))
            done = change(data)
            game.write_text(json.dumps(data if done is None else done), "utf-8")
        game.rename(path.parent / "game.json")

    given: dict[str, object] = {
        "files": {"/x": edit},
        "first": _SAVE,
        "run": "replay game.json",
        "exit": exit,
        "at": "game.json" if exit == 1 else "",
        **more,
    }
    return Case(f"saved-{id}", **given)  # type: ignore[arg-type]


def _games() -> Iterable[Case]:
    whole = {
        "empty": "", "binary": bytes(range(256)), "list": "[]", "null": "null", "text": '"x"', "number": "5", "deep": "[" * 100_000,
        "utf-16": "{}".encode("utf-16"), "nan": "NaN", "another-program": '{"a": 1}', "5000-digits": '{"cardgen-game": ' + "9" * 5000 + "}",
        "half-a-letter": b'{"cardgen-game": 1, "game": "\xed\xa0\x80"}',
    }  # fmt: skip
    for name, content in whole.items():
        yield _saved(name, content)
    for key in ("cardgen-game", "game", "players", "options", "seed", "kit", "moves", "bots", "scores"):
        for name, value in {
            "null": None,
            "number": 5,
            "text": "x",
            "list": [1, [2]],
            "block": {"a": {"b": 1}},
            "float": 1.5,
            "true": True,
            "gone": ...,
        }.items():
            if (key, name) in {("seed", "number"), ("bots", "list"), ("scores", "list"), ("options", "null")}:
                continue
            yield _saved(
                f"{key}-{name}",
                lambda d, key=key, value=value: (
                    d.pop(key) and None if value is ... else d.update({key: value})
                ),
                (0, 1),
            )  # type: ignore[misc]
    edits: dict[str, Callable[[dict], object]] = {  # type: ignore[type-arg]
        "game-of-the-root": lambda d: d.update(game="/etc"),
        "game-above": lambda d: d.update(game="../../x"),
        "game-nul": lambda d: d.update(game="a\0b"),
        "game-of-300-letters": lambda d: d.update(game="g" * 300),
        "game-without-rules": lambda d: d.update(game="kit"),
        "two-players": lambda d: d.update(players=d["players"][:2]),
        "players-alike": lambda d: d.update(players=["P0"] * 3),
        "players-of-two-words": lambda d: d.update(players=["P 0", "P1", "P2"]),
        "players-numbers": lambda d: d.update(players=[1, 2, 3]),
        "players-lists": lambda d: d.update(players=[["a"], ["b"], ["c"]]),
        "option-unknown": lambda d: d.update(options={"nonesuch": 1}),
        "option-value": lambda d: d.update(options={"mode": "chaos"}),
        "option-list": lambda d: d.update(options={"mode": [1]}),
        "seed-huge": lambda d: d.update(seed=10**400),
        "seed-negative": lambda d: d.update(seed=-1),
        "kit-another": lambda d: d.update(kit="0" * 12),
        "a-move-is-none": lambda d: d["moves"].insert(3, "P0 dances"),
        "a-move-is-empty": lambda d: d["moves"].insert(3, ""),
        "a-move-of-nobody": lambda d: d["moves"].insert(3, "Z9 plays"),
        "a-move-is-null": lambda d: d["moves"].insert(3, None),
        "a-move-is-a-number": lambda d: d["moves"].insert(3, 5),
        "a-move-is-a-list": lambda d: d["moves"].insert(3, ["P0"]),
        "a-move-of-a-megabyte": lambda d: d["moves"].insert(3, "P0 " + "x" * 1_000_000),
        "a-move-of-many-digits": lambda d: d["moves"].insert(3, "P0 plays " + "9" * 5000),
        "a-move-is-gone": lambda d: d["moves"].pop(2) and None,
        "moves-turned": lambda d: d["moves"].reverse(),
        "moves-after-the-end": lambda d: d["moves"].append(d["moves"][-1]),
        "another-key": lambda d: d.update(extra=1),
        "format-2": lambda d: d.update({"cardgen-game": 2}),
    }  # fmt: skip
    for name, change in edits.items():
        yield _saved(name, change)
    yield _saved("terminal-letters", lambda d: d["moves"].insert(3, "\x1b[2J\x1b]0;owned\x07"), lacks="\x1b")
    for to in ("-1", "99999999", "9" * 400):
        yield _saved(f"to-{to[:9]}", lambda d: None, (1, 2), run=f"replay game.json --to {to}")


# ---- scenarios

_HEAD = "scenario: A test\ngame: cheers\nplayers: 3\n"


def _scenarios() -> Iterable[Case]:
    texts = {
        "empty": "", "list": "[]", "null": "null", "text": "hello", "number": "5", "only-a-head": _HEAD,
        "scenarios-null": "game: cheers\nscenarios: null\n",
        "scenarios-number": "game: cheers\nscenarios: 5\n",
        "scenarios-of-numbers": "game: cheers\nscenarios: [1, 2]\n",
        "game-unknown": "scenario: A\ngame: nonesuch\nplayers: 3\ngiven: {}\nmoves: []\nexpect: {turn: P0}\n",
        "game-number": "scenario: A\ngame: 5\nplayers: 3\nexpect: {turn: P0}\n",
        "game-path": "scenario: A\ngame: ../../etc\nplayers: 3\nexpect: {turn: P0}\n",
        "players-0": _HEAD.replace("3", "0") + "expect: {turn: P0}\n",
        "players-huge": _HEAD.replace("3", "9" * 400) + "expect: {turn: P0}\n",
        "players-word": _HEAD.replace("3", "three") + "expect: {turn: P0}\n",
        "given-list": _HEAD + "given: [1]\nexpect: {turn: P0}\n",
        "given-null": _HEAD + "given: null\nexpect: {turn: P0}\n",
        "given-unknown": _HEAD + "given: {nonesuch: 1}\nexpect: {turn: P0}\n",
        "given-deep": _HEAD + "given: " + "{a: " * 50 + "1" + "}" * 50 + "\nexpect: {turn: P0}\n",
        "seed-word": _HEAD + "seed: abc\nexpect: {turn: P0}\n",
        "seed-list": _HEAD + "seed: [1]\nexpect: {turn: P0}\n",
        "moves-null": _HEAD + "seed: 1\nmoves: null\nexpect: {turn: P0}\n",
        "moves-number": _HEAD + "seed: 1\nmoves: 5\nexpect: {turn: P0}\n",
        "moves-of-lists": _HEAD + "seed: 1\nmoves: [[1]]\nexpect: {turn: P0}\n",
        "moves-unknown": _HEAD + "seed: 1\nmoves: [P0 dances]\nexpect: {turn: P0}\n",
        "legal-null": _HEAD + "seed: 1\nlegal:\n",
        "legal-number": _HEAD + "seed: 1\nlegal: 5\n",
        "legal-empty": _HEAD + "seed: 1\nlegal: []\n",
        "also-null": _HEAD + "seed: 1\nexpect: {phase: play}\nalso:\n",
        "also-number": _HEAD + "seed: 1\nexpect: {phase: play}\nalso: 5\n",
        "also-of-nulls": _HEAD + "seed: 1\nexpect: {phase: play}\nalso: [null]\n",
        "sees-nobody": _HEAD + "seed: 1\nsees: {Z9: {hand: []}}\n",
        "sees-list": _HEAD + "seed: 1\nsees: [P0]\n",
        "expect-empty": _HEAD + "seed: 1\nexpect: {}\n",
        "expect-list": _HEAD + "seed: 1\nexpect: [1]\n",
        "expect-unknown": _HEAD + "seed: 1\nexpect: {nonesuch: 1}\n",
        "rules-number": _HEAD + "seed: 1\nrules: [5]\nexpect: {turn: P9}\n",
        "rules-text": _HEAD + "seed: 1\nrules: CH-001\nexpect: {turn: P9}\n",
        "option-unknown": _HEAD + "seed: 1\noptions: {nonesuch: 1}\nexpect: {turn: P0}\n",
        "option-list": _HEAD + "seed: 1\noptions: [1]\nexpect: {turn: P0}\n",
        "rejects-null": _HEAD + "seed: 1\nrejects:\n",
        "name-number": "scenario: 5\ngame: cheers\nplayers: 3\nseed: 1\nexpect: {turn: P9}\n",
    }  # fmt: skip
    for name, text in texts.items():
        yield Case(f"scenario-{name}", files={"/s.yaml": text}, run="scenario s.yaml", at="s.yaml")


CASES = [*_tables(), *_games(), *_scenarios()]
