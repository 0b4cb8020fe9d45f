"""A game from its first deal to its end as plain data: what a page, a picture or a terminal needs to show it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.engine import Event, IllegalMove, Move, diagnosing, hurrying, in_a_row, meant
from cardgen.engine.game import Game
from cardgen.engine.state import EVERYTHING
from cardgen.table.kept import Kept
from cardgen.table.seen import seen
from cardgen.table.setup import setup_lines
from cardgen.table.steps import Steps

_PONDERS = 6.0  # seconds of computing for one move of a saved game
_MOST_LEADS = 12


@dataclass(frozen=True, slots=True)
class Doubt:
    """The move that looked better, in words, and a sentence that says by how much; `text` is all of it for people."""

    seat: int
    better: str
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was found: how much was looked at, and the largest sure mistake of each player by the number of its move."""

    text: str
    doubts: dict[int, Doubt]
    interrupted: bool

    def lines(self) -> Iterator[str]:
        """Yield it as a terminal shows it: one line for each player, and what was looked at."""
        yield self.text
        yield from (f"{number:4}  {one.text}" for number, one in sorted(self.doubts.items()))

    def mark(self, shot: dict[str, Any]) -> None:
        """Write it into a film: a sentence at the move, and a mark to jump to."""
        shot["judged"] = self.text
        for number, one in self.doubts.items():
            shot["steps"][number - 1]["doubt"] = {"better": one.better, "by": one.by}
            mark = {"at": number, "kind": "doubt", "word": "mistake?", "says": one.text, "seat": one.seat}
            shot["marks"].append(mark)
        shot["marks"].sort(key=lambda mark: mark["at"])


def film(game: Game[Any], kept: Kept, moments: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    """Return a game as a film: `setup` as it is told, `start`, and `steps` that hold what each move changes.

    Every face is shown, but pieces that nobody sees; the zones in `hands` are for their owners. A step has `who`, `say`
    and `tell` as in a story, the `frames` that lead to the table after it (`table.steps`), the last with `signs`, `words`,
    `turn` and `ahead` (how far each seat has come, in the unit of the game's `standing`) where they changed, and the
    `seconds` that a person took. `marks` are moves worth jumping to: among them those told by a rule of `moments`, which
    says what they are called.

    CardgenError names the move that the rules of today do not allow, and refuses a game that several people still play.
    """
    return _Shooting(game, kept, moments).film()


class _Shooting:
    def __init__(self, game: Game[Any], kept: Kept, moments: Mapping[str, str]) -> None:
        self.game, self.kept, self.moments = game, kept, moments
        self.pieces: dict[str, list[str]] = {}

    def film(self) -> dict[str, Any]:
        game, kept = self.game, self.kept
        with diagnosing(game, str(kept.path), "set-up"):
            state = game.deal(kept.saved.seed)
            setup = setup_lines(game, state)
        watched = Steps(game, state, (EVERYTHING,))
        start = {**self.known(watched.now[0]), **self.counted(state)}
        before, steps, rounds = start, [], [game.rounds(state)]
        remarks = {n: [r for r in kept.remarks if r.after == n] for n in {r.after for r in kept.remarks}}
        for number, move in enumerate(kept.moves, 1):
            who = int(state.turn)
            play_said(game, state, move.text, kept, number)
            events, [frames] = watched.take()
            now = self.counted(state)
            frames = [self.known(frame) for frame in frames]
            frames[-1] |= {key: value for key, value in now.items() if before[key] != value}
            tell = sentences(events)
            step = {"who": who, "say": move.text.partition(" ")[2], "tell": tell, "frames": frames}
            if move.seconds is not None and move.by == "person":
                step["seconds"] = move.seconds
            if number in remarks:
                step["remarks"] = [[one.seat, one.text] for one in remarks[number]]
            steps.append(step)
            rounds.append(game.rounds(state))
            before = now
        over = game.over(state)
        if not over and len(kept.people) > 1:
            names = in_a_row([game.names[seat] for seat in sorted(kept.people)])
            hint = "finish it first; with cardgen play --browser --resume a bot may play for players who left"
            raise refused(f"{names} have not finished this game: a film would show every hand", kept, hint)
        people = [one if one != "person" else "" for one in kept.saved.bots] or [""] * game.players
        data = {
            "game": game.slug,
            "title": game.kit.title,
            "players": [{"name": name, "bot": bot} for name, bot in zip(game.names, people, strict=True)],
            "options": house_rules(game),
            "seed": str(kept.saved.seed),
            "kit": kept.saved.kit,
            "hands": sorted(
                place.name for place in game.zoned.by_name.values() if place.zone.seen_by == "owner"
            ),
            "pieces": self.pieces,
            "setup": setup,
            "start": start,
            "steps": steps,
            "end": {
                "over": over,
                "winners": list(game.winners(state)) if over else [],
                "scores": list(game.scores(state)) if over else [],
                "how": game.ending(state) if over else kept.saved.stopped,
            },
        }
        data["marks"] = _marks(data, rounds, self.moments)
        return data

    def known(self, seen: dict[str, Any]) -> dict[str, Any]:
        """Return what is seen without the pieces it is about; the film knows each of them once."""
        self.pieces |= seen.get("pieces", {})
        return {key: value for key, value in seen.items() if key != "pieces"}

    def counted(self, state: Any) -> dict[str, Any]:
        """Return whose turn it is and what is counted at this moment."""
        looks = {key: value for key, value in seen(self.game, state).items() if key in ("signs", "words")}
        with diagnosing(self.game, str(self.kept.path), "standing"):
            ahead = [round(float(one), 2) for one in self.game.standing(state)]
        return {**looks, "turn": int(state.turn), "phase": state.phase.name, "ahead": ahead}


def sentences(events: Sequence[Event]) -> list[list[str]]:
    """Return what was told: sentences with the numbers of their rules."""
    return [[event.says, event.rule] for event in events]


def play_said(game: Game[Any], state: Any, text: str, kept: Kept, number: int) -> Move:
    """Play a move of a file and return it; CardgenError where the rules do not allow it."""
    at = (str(kept.path), f"seed {kept.saved.seed}", f"move {number}")
    with diagnosing(game, *at, but=ValueError), hurrying(_PONDERS, lambda: None):
        try:
            return game.play_text(state, text)
        except (IllegalMove, ValueError) as error:
            if not meant(error):
                raise
            raise refused(f"move {number} cannot be played: {error}", kept) from None


def refused(message: str, kept: Kept, hint: str = "") -> CardgenError:
    """Return a problem of a game's file; what only a terminal understands is shown, not sent to it."""
    message = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in message[:600])
    return CardgenError([Problem(message, Location(str(kept.path)), hint=hint, code="saved-game")])


def house_rules(game: Game[Any]) -> list[dict[str, str]]:
    """Return the house rules that differ from the book as players say them: `title` and what it `says`."""
    return [
        {"title": option.title or name, "says": getattr(option.find(game.options[name]), "says", "")}
        for name, option in game.kit.options.items()
        if game.options[name] != option.default and name != "players"
    ]


def _marks(data: dict[str, Any], rounds: Sequence[int], moments: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return what is worth jumping to: rounds, who takes the lead, great moments, remarks, the end."""
    names = [one["name"] for one in data["players"]]
    steps = data["steps"]
    marks = [
        {"at": n, "kind": "round", "word": f"{now}", "says": f"Round {now} begins"}
        for n, (before, now) in enumerate(itertools.pairwise(rounds), 1)
        if now > before and now > 1
    ]
    ahead, leader = data["start"]["ahead"], -1
    leads = []
    for n, step in enumerate(steps, 1):
        ahead = step["frames"][-1].get("ahead", ahead)
        best = [seat for seat, value in enumerate(ahead) if value == max(ahead)]
        if len(best) == 1 and best[0] != leader:
            leader = best[0]
            sentence = f"{names[leader]} takes the lead"
            leads.append({"at": n, "kind": "lead", "word": names[leader], "says": sentence, "seat": leader})
    # where the lead goes to and fro all the time, it says nothing
    marks += leads if len(leads) <= _MOST_LEADS else []
    reached = set[tuple[str, int]]()  # by whom: what is told again turn by turn has happened once
    for n, step in enumerate(steps, 1):
        seat = step["who"]
        called: dict[str, str] = {}
        for sentence, rules in step["tell"] if n < len(steps) else ():  # the end has a mark of its own
            called |= {moments[rule]: sentence for rule in rules.split() if rule in moments}
        for word, sentence in called.items():
            if (word, seat) not in reached:
                marks.append({"at": n, "kind": "event", "word": word, "says": sentence, "seat": seat})
                reached.add((word, seat))
        for seat, text in step.get("remarks", ()):
            sentence = f"{names[seat]} said: {text}"
            marks.append({"at": n, "kind": "event", "word": "remark", "says": sentence, "seat": seat})
    if data["end"]["over"]:
        who = in_a_row([names[seat] for seat in data["end"]["winners"]]) or "Nobody"
        marks.append({"at": len(steps), "kind": "end", "word": who, "says": f"The end: {data['end']['how']}"})
    return sorted(marks, key=lambda mark: mark["at"])
