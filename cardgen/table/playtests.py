"""What saved games say about a game: how long it takes, who waits, what is regretted, asked for and said."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Any

from cardgen.engine import Recorder
from cardgen.engine.game import Game
from cardgen.model.minutes import LONGER, SHORTER, read_minutes
from cardgen.table.film import play_said
from cardgen.table.free import BREAK
from cardgen.table.kept import LENGTHS, Kept

_WORD = re.compile(r"[\w.+-]*\w")


@dataclass(frozen=True, slots=True)
class Said:
    """A remark: where it was made, the last move before it, and the rules and cards that move was about."""

    file: str
    after: int
    who: str
    text: str
    move: str
    rules: tuple[str, ...]
    cards: tuple[str, ...]


@dataclass(slots=True)
class Playtests:
    """All games of one kit that were found. Times are of games in which people played; `waits` is a part of 1 by seat.

    `minutes` are those of whole games, `lengths` their moves; `thought` are the seconds of people's decisions, game by game.
    """

    game: str
    title: str
    kit_minutes: str
    games: int = 0
    of_people: int = 0
    unfinished: int = 0
    moves: list[int] = field(default_factory=list)
    minutes: list[float] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    thought: list[list[float]] = field(default_factory=list)
    slowest: list[tuple[float, str, str]] = field(default_factory=list)
    waits: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    longest_wait: dict[int, float] = field(default_factory=dict)
    regretted: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    remarks: list[Said] = field(default_factory=list)
    fun: Counter[int] = field(default_factory=Counter)
    length: Counter[str] = field(default_factory=Counter)
    again: Counter[bool] = field(default_factory=Counter)
    words: list[tuple[str, str]] = field(default_factory=list)
    free: list[dict[str, Any]] = field(default_factory=list)
    """Evenings at a free table: `minutes`, `deeds` by player, and what was `said`."""

    @property
    def agrees(self) -> str:
        """How the games' length agrees with `minutes:` of game.yaml: "within", "shorter", "longer", or "" for nothing known."""
        span = read_minutes(self.kit_minutes)
        if span is None or not self.minutes:
            return ""
        middle = median(self.minutes)
        return (
            "shorter" if middle < span[0] * SHORTER else "longer" if middle > span[1] * LONGER else "within"
        )

    @property
    def decisions(self) -> list[float]:
        """The seconds of all decisions of people."""
        return [seconds for game in self.thought for seconds in game]

    def by_rule(self) -> dict[str, list[Said]]:
        """Return the remarks by the rules of the moves they follow, the most first."""
        return _most_first((rule, one) for one in self.remarks for rule in one.rules)

    def by_card(self) -> dict[str, list[Said]]:
        """Return the remarks by the cards of the moves they follow, the most first."""
        return _most_first((card, one) for one in self.remarks for card in one.cards)

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "game": self.game,
            "games": self.games,
            "of_people": self.of_people,
            "unfinished": self.unfinished,
            "free_tables": self.free,
            "moves": self.moves,
            "minutes": {
                "told": self.kit_minutes,
                "played": [round(one, 1) for one in self.minutes],
                "median": round(median(self.minutes), 1) if self.minutes else None,
                "agrees": self.agrees,
            },
            "decisions": {
                "median_seconds": round(median(self.decisions), 1) if self.decisions else None,
                "slowest": [{"seconds": s, "move": text, "file": file} for s, text, file in self.slowest],
            },
            "downtime": [
                {
                    "seat": seat,
                    "part": round(median(parts), 3),
                    "longest_wait_seconds": round(self.longest_wait.get(seat, 0), 1),
                }
                for seat, parts in sorted(self.waits.items())
            ],
            "regretted": dict(self.regretted.most_common()),
            "asked": dict(self.asked.most_common()),
            "remarks": [
                {
                    "file": one.file,
                    "after": one.after,
                    "who": one.who,
                    "text": one.text,
                    "move": one.move,
                    "rules": list(one.rules),
                    "cards": list(one.cards),
                }
                for one in self.remarks
            ],
            "by_rule": {rule: [one.text for one in said] for rule, said in self.by_rule().items()},
            "by_card": {card: [one.text for one in said] for card, said in self.by_card().items()},
            "forms": {
                "fun": {str(n): self.fun[n] for n in sorted(self.fun)},
                "length": {word: self.length[word] for word in LENGTHS if self.length[word]},
                "again": {"yes": self.again[True], "no": self.again[False]},
                "words": [{"file": file, "words": words} for file, words in self.words],
            },
        }


def _most_first(pairs: Iterable[tuple[str, Said]]) -> dict[str, list[Said]]:
    found: dict[str, list[Said]] = defaultdict(list)
    for name, one in pairs:
        found[name].append(one)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def gather(about: Playtests, game: Game[Any], kept: Kept) -> None:
    """Add a game to what is known; the game is played again for the rules and cards of remarks and regrets."""
    file = kept.path.name
    state = game.deal(kept.saved.seed)
    recorder = Recorder()
    state.tell = recorder.tell
    game.opened(state)
    recorder.take()
    facts: list[tuple[tuple[str, ...], tuple[str, ...]]] = [((), ())]
    seats: list[int] = []
    for number, move in enumerate(kept.moves, 1):
        seats.append(int(state.turn))
        play_said(game, state, move.text, kept, number)
        rules = dict.fromkeys(rule for event in recorder.take() for rule in event.rules)
        facts.append((tuple(rules), cards_in(game, move.text)))
    about.games += 1
    about.of_people += kept.of_people
    about.unfinished += not game.over(state)
    about.moves.append(len(kept.moves))
    for one in kept.remarks:
        at = min(max(0, one.after), len(kept.moves))
        who = game.names[one.seat] if 0 <= one.seat < game.players else ""
        text = kept.moves[at - 1].text if at else ""
        about.remarks.append(Said(file, at, who, one.text, text, *facts[at]))
    for _, move in kept.regretted:
        for card in cards_in(game, move.text) or (move.text.partition(" ")[2],):
            about.regretted[card] += 1
    about.asked.update(one.rule for one in kept.asked)
    for form in kept.forms.values():
        _add_form(about, form, file)
    if kept.of_people:
        _add_times(about, kept, seats, over=game.over(state))


def _add_form(about: Playtests, form: Mapping[str, Any], file: str) -> None:
    if "fun" in form:
        about.fun[form["fun"]] += 1
    if "length" in form:
        about.length[form["length"]] += 1
    if "again" in form:
        about.again[form["again"]] += 1
    if "words" in form:
        about.words.append((file, form["words"]))


def _add_times(about: Playtests, kept: Kept, seats: list[int], *, over: bool) -> None:
    """Add how long people thought, and how long each seat had nothing to do; only whole games tell how long one takes."""
    seconds = kept.seconds
    if seconds is None:
        return
    if over:
        about.minutes.append(seconds / 60)
        about.lengths.append(len(kept.moves))
    spent = [one.seconds or 0.0 for one in kept.moves]
    about.thought.append(
        [one.seconds for one in kept.moves if one.by == "person" and one.seconds is not None]
    )
    slow = [
        (s, one.text, kept.path.name) for s, one in zip(spent, kept.moves, strict=True) if one.by == "person"
    ]
    about.slowest = sorted([*about.slowest, *slow], reverse=True)[:5]
    total = sum(spent)
    for seat in range(len(kept.saved.players)):
        if kept.saved.bots[seat : seat + 1] != ("person",):
            continue
        waiting = longest = now = 0.0
        for who, s in zip(seats, spent, strict=True):
            now = 0.0 if who == seat else now + s
            waiting += 0.0 if who == seat else s
            longest = max(longest, now)
        if total:
            about.waits[seat].append(waiting / total)
        about.longest_wait[seat] = max(longest, about.longest_wait.get(seat, 0.0))


def cards_in(game: Game[Any], sentence: str) -> tuple[str, ...]:
    """Return the cards that a sentence names, each once, by id."""
    pieces = game.pieces
    found = (word for word in _WORD.findall(sentence) if pieces.knows(word))
    return tuple(dict.fromkeys(pieces.cards[pieces.find(word)].id for word in found))


def free_evening(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the journal of a free table says: minutes without long breaks, deeds by player, what was said."""
    names = [str(name) for name in lines[0]["players"]]
    actions = [line for line in lines[1:] if "do" in line]
    times = [int(line["at"]) for line in actions if type(line.get("at")) is int]
    between = [b - a for a, b in pairwise(times) if 0 <= b - a < BREAK]
    by = Counter(names[line["seat"]] for line in actions)
    said = [[names[one["seat"]], one["do"]["says"]] for one in actions if one["do"].get("do") == "say"]
    return {"minutes": round(sum(between) / 60, 1), "deeds": dict(by), "said": said}
