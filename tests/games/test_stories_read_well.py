"""Stories are read by people who have never played: a checker reads many of them and says what nobody would say aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import Event, RandomBot, Recorder, play_game
from cardgen.games import make_game, player_counts
from cardgen.table.sitting import NAMES
from cardgen.table.words import named
from tests.games.kits import kit_of
from tests.games.watching import house_rules
from tests.many import thorough
from tests.stranger import installed
from tests.table.playing import GAMES

_THINGS = "chip|card|coin|barrel|tile|PATRON|SCHEME|HOUR|SHIFT|GOOD NIGHT|BAD NIGHT|pair|customer|shovel|trick|point|round|player"
WRONG = {
    "one is not many": rf"\b1 (?:[\w-]+ )?(?:{_THINGS})s\b",
    "many are not one": rf"(?<!1)(?<!SHIFT )(?<!HOUR )\b(?:0|[2-9]|\d{{2,}}) (?:{_THINGS})(?!s?\w)(?! \d| of)(?!s)\b",
    "a before a vowel": r"(?:\ba|^A) [aeioAEIO]\w",
    "an before none": r"\b[Aa]n [^aeiouAEIOU\W\d]",
    "a word twice": r"\b(\w+)\s\1\b",
    "a word of the code's": r"_|\b(?:None|True|False|NOBODY|HIDDEN)\b|[\[\]{}<>=|\\]|->|\?",
    "a player without a name": r"\bP\d\b",
    "somebody else is spoken to": r"\b(?:you|your|yours)\b",
    "not finished": r"(?:[,;:]|\b(?:and|or|of|to|the|a|an|with|for|by|at))$",
    "more than a line": r"[.!]$|[.!] [A-Z]|\n",
    "nothing between": r"[,;:] ?[,;:]|\( ?\)|^\s|\s$|\s\s|\s[,;:)]|^$",
}
"""What no sentence of a story has. They have no full stop, as a line of a list has none."""


def flaws(game: Any, sentence: str) -> Iterator[str]:
    """Yield what is wrong with a sentence as it is printed."""
    yield from (f"{name}: {sentence}" for name, pattern in WRONG.items() if re.search(pattern, sentence))
    if sentence.count("(") != sentence.count(")"):
        yield f"brackets: {sentence}"
    for word in re.findall(r"[\w.+-]*\w", sentence):
        if game.pieces.knows(word):
            card = game.pieces.cards[game.pieces.find(word)]
            if named(game, word) == card.name != card.id:  # else cards of one name are told apart
                yield f"{word} is called {card.name}: {sentence}"


def flaws_of_a_game(game: Any, seed: int, *, by_chance: bool) -> set[str]:
    """What is wrong with the story of a game: with its sentences, and with what is told twice."""
    recorder, found, before = Recorder(), set(), [""]

    def read(events: list[Event]) -> None:
        for event in events:
            says = named(game, event.says)
            found.update(flaws(game, says))
            if re.match(r"[A-Z][a-z]+ [a-z]", says) and not says.startswith((*game.names, *names)):
                found.add(f"begins a sentence with a capital: {says}")
            if event.says == before[0]:
                found.add(f"told twice: {says}")
            before[0] = event.says

    names = {card.name.split()[0] for card in game.pieces.cards}

    def watch(s: Any, move: Any, _: Any) -> None:
        read(recorder.take())
        before[0] = game.say(s, move)
        found.update(flaws(game, named(game, before[0])))

    bots = [RandomBot() if by_chance else game.greedy() for _ in game.names]
    end = play_game(game, seed, bots, watch=watch, tell=recorder.tell)
    read(recorder.take())
    return found | set(flaws(game, game.ending(end)))


def games(slug: str, counts: list[int]) -> Iterator[Any]:
    for players in counts:
        yield make_game(kit_of(slug), players, {}, NAMES[:players])


@pytest.mark.parametrize("slug", GAMES)
def test_a_story_reads_well(slug: str) -> None:
    counts = player_counts(kit_of(slug))
    for game in games(slug, [counts[0], counts[-1]]):
        assert flaws_of_a_game(game, 3, by_chance=False) == set()


@pytest.mark.parametrize("slug", [thorough(slug) for slug in GAMES])
def test_every_story_reads_well(slug: str) -> None:
    found = set()
    for game in games(slug, list(player_counts(kit_of(slug)))):
        for seed in range(12):
            found |= flaws_of_a_game(game, seed, by_chance=seed % 3 == 0)
    assert found == set()


@pytest.mark.parametrize("slug", [thorough(slug) for slug in GAMES])
def test_stories_by_every_house_rule_read_well(slug: str) -> None:
    found = set()
    counts = player_counts(kit_of(slug))
    for n, options in enumerate(house_rules(slug)):
        game = make_game(kit_of(slug), counts[n % len(counts)], options, NAMES[: counts[n % len(counts)]])
        for seed in range(4):
            found |= flaws_of_a_game(game, seed, by_chance=seed % 2 == 0)
    assert found == set()


def test_a_strangers_stories_read_well_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch)
    from cardgen.source import load_kit

    kit = load_kit(tmp_path / "data" / "harbour")
    for players in kit.players.counts:
        for seed in range(4):
            game: Any = make_game(kit, players, {}, NAMES[:players])
            assert flaws_of_a_game(game, seed, by_chance=seed % 2 == 0) == set()


@pytest.mark.parametrize(
    ("says", "flaw"),
    [
        ("Ana pays 1 chips", "one is not many"),
        ("Ana pays 2 chip", "many are not one"),
        ("Ana is worth 3 while a ARTIST is there", "a before a vowel"),
        ("Ana takes an card", "an before none"),
        ("Ana takes the Rose mug mug", "a word twice"),
        ("Ana plays by must_raise", "a word of the code's"),
        ("P0 plays", "a player without a name"),
        ("you may play one more", "somebody else is spoken to"),
        ("back to the box:", "not finished"),
        ("Ana may play. If not, Ben may", "more than a line"),
        ("Ana holds , and 3", "nothing between"),
        ("", "nothing between"),
        ("Ana takes Queen of clubs (QC)", "QC is called Queen of clubs"),
        ("Ana takes QC", "QC is called Queen of clubs"),
        ("Ana takes (2", "brackets"),
    ],
)
def test_the_checker_hears_it(says: str, flaw: str) -> None:
    game = make_game(kit_of("auction-hearts"), 4)
    assert [one.partition(":")[0] for one in flaws(game, says)] == [flaw]
