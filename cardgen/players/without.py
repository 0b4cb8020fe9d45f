"""A player that never makes some moves, or always where it can: what a card, or a kind of move, is worth to who may not use it."""

from __future__ import annotations

import random
import re
from typing import Any

from cardgen.base.errors import did_you_mean
from cardgen.engine import Bot, Choices, Game, Move, Moves, pick

_WORD = re.compile(r"[^\W_][\w-]*")
_FIELD = re.compile(r"\{\w+\}")


class Without:
    """Plays like another player among the moves that are left to it; where none is left it plays on as it must.

    With `always` the others are forbidden to it, and it makes such a move wherever there is one.

    It counts what it was `asked`: in how many of these decisions something was `denied` to it, and how often it was `forced`,
    since nothing else was left. `what` is a card by its id, the name of a kind of move such as `bid`, or a word of the sentence that says it, such as
    `deck` in `draws from the deck`. ValueError says what there is.
    """

    looks = True

    def __init__(self, game: Game[Any], bot: Bot, what: str, *, always: bool = False) -> None:
        self.bot = bot
        self.name = f"{bot.name}{' always ' if always else ' without '}{what}"
        self._always = always
        self.thinks = float(getattr(bot, "thinks", 0.0))
        self.asked = self.denied = self.forced = 0
        self._game = game
        cards = {game.pieces.cards[piece].id for piece in range(len(game.pieces))}
        asked = re.sub(r"^(card|move)[ :]", "", what).strip()
        self._card = asked if asked in cards else ""
        self._kinds = frozenset() if self._card else _kinds(game, asked)
        if not self._card and not self._kinds:
            kinds = kinds_of(game)
            near = did_you_mean(asked, [*kinds, *sorted(cards)])
            if not near.startswith("did"):
                near = f"moves: {', '.join(kinds)}; or a card such as {min(cards)}" if cards else near
            raise ValueError(f"no card and no kind of move '{asked}' ({near})")

    def choose(self, view: Any, moves: Moves, rng: random.Random) -> Move:
        """Return one of the moves that are left."""
        left = self._left(view.phase, moves)
        self.asked += 1
        chosen = self.bot.choose(view if self.bot.looks else None, left, rng)
        return chosen if chosen in left else pick(left, rng.random)

    def _left(self, phase: Any, moves: Moves) -> Moves:
        if not self._card and not any((type(phase), kind) in self._kinds for kind in phase.phrases):
            return moves
        if isinstance(moves, Choices):
            candidate, legal = moves.candidate, moves.legal

            def one(number: int) -> Move | None:
                move = candidate(number)
                return None if move is None or self._banned(phase, move) else move

            if not any(self._banned(phase, move) for move in moves):
                return moves
            few: Moves = Choices(moves.count, one, lambda move: legal(move) and not self._banned(phase, move))
            some = any(True for _ in few)
        else:
            few = [move for move in moves if not self._banned(phase, move)]
            if len(few) == len(moves):
                return moves
            some = bool(few)
        self.denied += some
        self.forced += not some
        return few if some else moves

    def _banned(self, phase: Any, move: Move) -> bool:
        return self._named(phase, move) != self._always

    def _named(self, phase: Any, move: Move) -> bool:
        if not self._card:
            return (type(phase), phase.parts(move)[0]) in self._kinds
        cards = self._game.pieces.cards
        return any(piece < len(cards) and cards[piece].id == self._card for piece in phase.pieces(move))


def kinds_of(game: Game[Any]) -> dict[str, str]:
    """Return the kinds of moves of a game: their names, and the sentences that say them."""
    return {kind: phrase.template for phase in game.phases for kind, phrase in phase.phrases.items()}


def _kinds(game: Game[Any], asked: str) -> frozenset[tuple[type, str]]:
    """Return the phases and kinds of moves that somebody names: by name, or else by a word of their sentence."""
    every = [
        (type(phase), kind, phrase.template)
        for phase in game.phases
        for kind, phrase in phase.phrases.items()
    ]
    named = [(phase, kind) for phase, kind, _ in every if kind == asked]
    if not named:
        word = asked.casefold()
        named = [
            (phase, kind)
            for phase, kind, template in every
            if word in map(str.casefold, _WORD.findall(_FIELD.sub(" ", template)))
        ]
    return frozenset(named)
