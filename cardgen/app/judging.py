"""`cardgen replay --judge`: the largest mistake of each player in a saved game, as a player of ours sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.app.film import free_lines, game_in, moves_to
from cardgen.app.whatif import duration
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.engine import Game, Move, State, diagnosing
from cardgen.simulation import WrongAnswer
from cardgen.simulation.mistakes import Judge, Mistake
from cardgen.table.film import Doubt, Judgement, play_said
from cardgen.table.kept import Kept
from cardgen.table.words import named

if TYPE_CHECKING:
    from cardgen.app.progress import Say


def judgement(
    file: Path, data: Path, to: int | None, player: str, say: Say, tell: Callable[[str], None]
) -> Judgement:
    """Tell about how long it will take, and look at every decision with a choice, or at those before Ctrl-C.

    WrongAnswer for a player that is none, or that makes no estimates.
    """
    if free_lines(file):
        message = "is an evening of a free table: no rules say what else could have been done"
        raise CardgenError([Problem(message, Location(str(file)), code="saved-game")])
    game, kept = game_in(file, data)
    try:
        judge = Judge(game, player)
    except ValueError as wrong:
        raise WrongAnswer("judge", str(wrong)) from None
    many, timed = 0, list[float]()
    for number, state, _ in _choices(game, kept, to):
        many += 1
        if many & (many - 1) == 0:  # the first, second, fourth …: more of the early ones, which take longer
            with diagnosing(game, str(file), f"move {number}"):
                timed.append(judge.seconds(state))
    takes = duration(many * sum(timed) / max(1, len(timed)))
    tell(f"{player} looks at {_counted(many)}, about {takes}; Ctrl-C keeps what was found")
    looked, found = 0, list[tuple[Mistake, Doubt]]()
    interrupted = False
    try:
        for number, state, move in _choices(game, kept, to):
            with diagnosing(game, str(file), f"move {number}"):
                one = judge.mistake(state, move, number, many)
            found += [(one, _doubt(game, player, state, move, one))] if one else []
            looked += 1
            say("looking at decisions", looked, many)
    except KeyboardInterrupt:
        interrupted = True
    largest = {one.seat: (one.number, doubt) for one, doubt in sorted(found, key=lambda it: it[0].loss.mean)}
    text = f"The bot {player} looked at {_counted(looked)} as their players saw them"
    text += f", then it was stopped; {many - looked} are left" * interrupted
    sure = sum(one.sure for one, _ in found)
    text += f". It is sure of {sure or 'no'} mistake{'s' * (sure != 1)}"
    text += f" and suspects {len(found) - sure}{' more' * bool(sure)}" if len(found) > sure else ""
    text += "; the largest of each player is marked" if len(found) > len(largest) else ""
    text += ". It may be wrong." if found else "."
    return Judgement(text, dict(largest.values()), interrupted)


def _counted(decisions: int) -> str:
    return f"{decisions} decision{'s' * (decisions != 1)}"


def _choices(game: Game[Any], kept: Kept, to: int | None) -> Iterator[tuple[int, State, Move]]:
    """Yield each decision with a choice: the number of its move, the table before it, and the move that was made."""
    with diagnosing(game, str(kept.path), "set-up"):
        state = game.deal(kept.saved.seed)
    for number, one in enumerate(moves_to(kept, to), 1):
        with diagnosing(game, str(kept.path), f"move {number}"):
            many = len(state.phase.moves(state))
        before = state.copy() if many > 1 else None
        move = play_said(game, state, one.text, kept, number)
        if before:
            yield number, before, move


def _share(part: float) -> str:
    return f"{100 * part:.0f}\N{NO-BREAK SPACE}%"


def _doubt(game: Game[Any], player: str, state: State, made: Move, one: Mistake) -> Doubt:
    loss, words = one.loss, game.say(state, one.better).partition(" ")[2]
    low, high = loss.span
    by = f"the bot {player} estimates {_share(loss.mean)} of a win more ({100 * low:.0f} to {_share(high)})"
    text = f"{named(game, game.say(state, made))}. For “{named(game, words)}” {by}."
    text += "" if one.sure else " Such a small loss may be the bot's own error."
    return Doubt(one.seat, words, by, text)
