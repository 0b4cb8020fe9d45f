"""Rules that do nothing: values and deeds that nothing uses, steps and moves that no game meets, and sentences that tell too much."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any, cast

from cardgen.base.errors import CardgenError, Problem
from cardgen.engine import Recorder
from cardgen.engine.choices import RandomBot
from cardgen.engine.playing import play_game
from cardgen.model import Kit
from cardgen.ruledata.game import DataGame
from cardgen.ruledata.meeting import SECONDS, met_in_games
from cardgen.source.effects.deeds import called

_GAMES = 30
_LISTENED = 4  # games in which sentences are listened to


def idle(kit: Kit, kind: type[DataGame]) -> list[Problem]:
    """Return a warning for each value, deed, step and move that nothing uses, and for each sentence that names a hidden card."""
    return [*_unused(kit, kind), *_never_met(kit, kind), *_leaks(kit, kind)]


def _warning(kind: type[DataGame], at: int, message: str, hint: str) -> Problem:
    return Problem(message, kind.outline.file.place(at), hint=hint, level="warning", code="rules-idle")


def _unused(kit: Kit, kind: type[DataGame]) -> Iterator[Problem]:
    outline = kind.outline
    said = re.findall(r"\w+", re.sub(r"(?m)(?:^|\s)#.*$", "", outline.file.text))
    fields = (one for c in kit.components for card in c.cards for one in card.fields.values())
    listed = (one for value in fields for one in (value if isinstance(value, list | tuple) else [value]))
    on_cards = {named.name for one in listed if isinstance(one, str) and (named := called(one))}
    for what, there in (("value", outline.values), ("deed", outline.deeds)):
        for name, one in there.items():
            if said.count(name) < 2 and not (what == "deed" and name in on_cards):
                yield _warning(kind, one.at, f"nothing uses the {what} '{name}'", "use it, or delete it")


def _never_met(kit: Kit, kind: type[DataGame]) -> Iterator[Problem]:
    """Yield steps and moves that random games never meet, by the book and by house rules; where games are too long to tell, it says so."""
    found, outline = met_in_games(kit, kind, _GAMES, house_rules=True), kind.outline
    if found["games"] < _GAMES:
        if not found["problems"]:  # which other checks tell
            message = f"{found['games']} of {_GAMES} random games took {SECONDS:g} seconds, so steps and moves that no game meets are not looked for"
            yield _warning(kind, 0, message, "is a game longer than it should be?")
        return
    for one in found["steps"]:
        step = outline.steps[one["step"]]
        if not one["met"]:
            hint = "ask a player to it in some sentence" if one["answer"] else "look at its if:, and at go to"
            yield _warning(kind, step.at, f"no game of {_GAMES} came to the step '{step.name}'", hint)
            continue
        for move, met in zip(step.moves, one["moves"], strict=True):
            if not met["offered"] and not move.otherwise:
                refused = [need["that"] for need in met["needs"] if need["asked"] == need["refused"] > 0]
                hint = f"'{refused[0]}' never held" if refused else "look at its list of choices"
                message = f"the move '{move.says or move.name}' was never possible in {_GAMES} games"
                yield _warning(kind, move.at, message, hint)


def _leaks(kit: Kit, kind: type[DataGame]) -> Iterator[Problem]:
    """Yield sentences for everybody that name a card which no spectator sees before or after the move."""
    leaks: dict[str, tuple[str, str]] = {}
    betrayed: set[str] = set()
    for number in range(_LISTENED):
        players = [*kit.players.counts][number % len(kit.players.counts)]
        game: Any = kind(kit, players, {}, tuple(f"Player{seat}" for seat in range(players)))
        with contextlib.suppress(CardgenError):  # other checks say why
            leaks |= (listener := _Listener(game)).play(number + 1)
            betrayed |= listener.betrayed
    for rule, (message, name) in leaks.items():
        at = max(0, kind.outline.file.text.find(f"tell {rule}"))
        hint = "tell … to me: is for one player; or name no card"
        yield _warning(kind, at, f"everyone hears of {name}, which others may not see: “{message}”", hint)
    for name in sorted(betrayed):
        message = f"the step '{name}' is secret, and others see at once what was chosen in it"
        hint = "choose into a zone with seen_by: owner, or a note with secret:"
        yield _warning(kind, kind.outline.steps[name].at, message, hint)


class _Listener:
    def __init__(self, game: Any) -> None:
        self.game, self.state = game, cast(Any, None)
        self.named = {name: piece for piece, name in enumerate(game.pieces.names)}
        names = "|".join(map(re.escape, self.named))
        self.pattern = re.compile(rf"(?<![\w.-])(?:{names})(?![\w-]|\.\w)")
        self.recorder = Recorder(self.seen)
        self.before: set[int] = set(self.named.values())
        self.found: dict[str, tuple[str, str]] = {}
        self.betrayed: set[str] = set()

    def play(self, seed: int) -> dict[str, tuple[str, str]]:
        bots = [RandomBot() for _ in self.game.names]
        play_game(self.game, seed, bots, watch=self.watch, tell=self.recorder.tell)
        return self.found

    def seen(self) -> set[int]:
        if self.state is None:
            return set()
        return {piece for zone in self.game.zones(self.game.public(self.state)).values() for piece in zone}

    def betrays(self, state: Any, moves: Any) -> bool:
        """Return whether others see which of its first choices somebody makes, while they are still to choose."""
        if not (state.phase.secret and state.about and state.about[0]):
            return False
        views = []
        for move in list(moves)[:3]:
            table = state.copy()
            self.game.play(table, move)
            views.append(self.game.view(table, table.turn).to_dict())
        return any(one != views[0] for one in views)

    def watch(self, state: Any, move: Any, moves: Any) -> None:
        self.state = state
        if state.phase.name not in self.betrayed and self.betrays(state, moves):
            self.betrayed.add(state.phase.name)
        after = self.seen()
        open_then = self.before.union(after, *(seen for _, seen in self.recorder.moments))
        for event in self.recorder.take():
            hidden = [name for name in self.pattern.findall(event.says) if self.named[name] not in open_then]
            if hidden and event.only is None:
                self.found.setdefault(event.rule, (event.says, hidden[0]))
        self.before = after
