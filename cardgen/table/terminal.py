"""A table in the terminal: a picture of it, numbered moves, and an answer to "why not?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardgen.base.errors import CardgenError
from cardgen.engine import IllegalMove
from cardgen.table.saved import saved_game
from cardgen.table.sitting import NotNow, Sitting

MOST_LISTED = 30
HELP = """\
a number      plays that move; words narrow the list down: "lays", "C15"
? words       says why that is not allowed: ? plays Rb at Ana
undo          takes your last move back, when you play alone
remark words  keeps what you think of the last move
save FILE     writes the game so far, for cardgen replay
quit          stops; cardgen play --resume goes on later"""


def play(
    sitting: Sitting,
    seats: Sequence[int],
    console: Console,
    ask: Callable[[str], str],
    rules: Mapping[str, str],
) -> bool:
    """Play until the game is over (True) or somebody stops (False); `seats` are people at this terminal.

    `ask` shows a prompt and returns a line; EOFError and KeyboardInterrupt stop. `rules` says each rule in a sentence.
    """
    heard = 0
    console.print(f"[b]{sitting.game.kit.title}[/b]  ·  help: what can be typed", highlight=False)
    while not sitting.over:
        seat = sitting.turn
        if sitting.seats[seat].bot:
            sitting.play_bot(sitting.think())
            continue
        looking = seat if seat in seats else seats[0]
        heard = _tell(sitting, looking, heard, console)
        if len(seats) > 1:
            ask(f"{sitting.seats[seat].name}, take the keyboard and press Enter ")
        console.print(_picture(sitting, looking))
        if not _turn(sitting, seat, console, ask, rules):
            return False
        heard = min(heard, len(sitting.played))
    _tell(sitting, seats[0], heard, console)
    console.print(_picture(sitting, seats[0]))
    _result(sitting, console)
    return True


def _turn(
    sitting: Sitting, seat: int, console: Console, ask: Callable[[str], str], rules: Mapping[str, str]
) -> bool:
    """Ask until a move is made or taken back; False when somebody stops."""
    game, name = sitting.game, sitting.seats[seat].name
    view = game.view(sitting.state, seat)
    moves = sitting.moves(seat)
    said = [view.phase.say(view, move) for move in moves]
    words = [_named(game, one) for one in said]
    chosen = list(range(len(moves)))
    while True:
        console.print(f"[b]{name}[/b], {view.phase.name}:  [dim]{view.phase.rule}[/dim]", highlight=False)
        console.print(_listed(words, chosen), highlight=False)
        try:
            line = ask("> ").strip()
        except (EOFError, KeyboardInterrupt):
            line = "quit"
        word, _, rest = line.partition(" ")
        try:
            if line.isdecimal() and 1 <= int(line) <= len(chosen):
                sitting.play(seat, sitting.version, chosen[int(line) - 1])
                return True
            match word:
                case "":
                    chosen = list(range(len(moves)))
                case "quit" | "exit":
                    console.print(f"The game is kept in {sitting.journal.path}", highlight=False)
                    return False
                case "help":
                    console.print(HELP, highlight=False)
                case "undo":
                    sitting.undo(seat)
                    return True
                case "save":
                    path = Path(rest or f"{game.slug}-game.json")
                    saved_game(sitting).write(path)
                    console.print(f"written to {path}", highlight=False)
                case "remark":
                    sitting.remark(seat, rest)
                case "?":
                    console.print(_why(sitting, seat, rest, rules), highlight=False)
                case _ if line in said:
                    sitting.play(seat, sitting.version, said.index(line))
                    return True
                case _:
                    fits = [n for n in range(len(moves)) if _fits(line, said[n]) or _fits(line, words[n])]
                    if not fits:
                        console.print(_why(sitting, seat, line, rules), highlight=False)
                    chosen = fits or chosen
        except NotNow as error:
            console.print(f"Not now: {error}.", highlight=False)
        except IllegalMove as refused:
            console.print(f"Not allowed: {refused.refusal.says} ({refused.rule})", highlight=False)
        except CardgenError as error:
            console.print(str(error.problems[0]), highlight=False, style="red")


def _fits(line: str, sentence: str) -> bool:
    return all(word in sentence.lower() for word in line.lower().split())


def _listed(words: Sequence[str], chosen: Sequence[int]) -> Table:
    grid = Table.grid(padding=(0, 2))
    for number, n in enumerate(chosen[:MOST_LISTED], 1):
        grid.add_row(Text(f"{number}", style="bold", justify="right"), Text(words[n]))
    if len(chosen) > MOST_LISTED:
        grid.add_row(
            "", Text(f"… {len(chosen) - MOST_LISTED} more: type a word of the move you want", style="dim")
        )
    return grid


def _why(sitting: Sitting, seat: int, words: str, rules: Mapping[str, str]) -> str:
    if not words:
        return "? and the words of a move: why is it not allowed?"
    refusal = sitting.why_not(seat, words)
    if not refusal.rule:
        return f"{refusal.says[:1].upper()}{refusal.says[1:]}."
    sentence = rules.get(refusal.rule, "")
    return f"Not allowed: {refusal.says}.\n  {refusal.rule}  {sentence}".rstrip()


def _named(game: Any, sentence: str) -> str:
    """Return a sentence with the names that stand on cards beside the names of pieces, where they differ."""

    def named(found: re.Match[str]) -> str:
        word = found[0]
        if not game.pieces.knows(word):
            return word
        card = game.pieces.cards[game.pieces.find(word)]
        return f"{card.name} ({word})" if card.name != card.id else word

    return re.sub(r"[\w.+-]*\w", named, sentence)


def _tell(sitting: Sitting, seat: int, heard: int, console: Console) -> int:
    """Print what has happened since, as a seat hears it; return how many moves that were."""
    for played in sitting.played[heard:]:
        told = played.heard[seat]
        who = sitting.seats[told["who"]].name
        console.print(f"[b]{who}[/b] {_named(sitting.game, told['say'])}", highlight=False)
        for says, rule in told["tell"]:
            console.print(
                Padding(f"{_named(sitting.game, says)}  [dim]{rule}[/dim]", (0, 4)), highlight=False
            )
    return len(sitting.played)


def _picture(sitting: Sitting, seat: int) -> Padding:
    """Return what a seat sees: zones with the names of pieces, figures, and the game's own picture where it has one."""
    grid = Table.grid(padding=(0, 2))
    message = sitting.message(seat)
    game = sitting.game
    own = game.picture(game.view(sitting.state, seat))
    for name, there in message["zones"].items():
        if isinstance(there, dict):
            grid.add_row(name, Text(str(there["chips"])))
        elif there and not (own and _is_grid(game, name)):
            grid.add_row(name, Text(_pieces(message, there)))
    for name, value in message["signs"]:
        grid.add_row(Text(name, style="dim"), Text(str(value), style="dim"))
    for one, words in zip(message["seats"], message["words"], strict=True):
        if words:
            grid.add_row(
                Text(one["name"], style="dim"), Text("  ".join(f"{k} {v}" for k, v in words), style="dim")
            )
    if own:
        grid.add_row("", "")
        for line in own.splitlines():
            grid.add_row("", Text(line, no_wrap=True))
    return Padding(grid, (1, 2))


def _is_grid(game: Any, name: str) -> bool:
    place = game.zoned.by_name.get(name)
    return place is not None and place.zone.lies == "grid"


def _pieces(message: Mapping[str, Any], there: Sequence[int | None]) -> str:
    if all(piece is None for piece in there):
        return f"{len(there)} face down"
    return "  ".join(_runs(message["pieces"][str(piece)][1] if piece is not None else "?" for piece in there))


def _runs(names: Iterator[str]) -> Iterator[str]:
    """Yield names, those of hidden pieces in a row as one."""
    hidden = 0
    for name in names:
        if name == "?":
            hidden += 1
            continue
        if hidden:
            yield f"{hidden}×?"
            hidden = 0
        yield name
    if hidden:
        yield f"{hidden}×?"


def _result(sitting: Sitting, console: Console) -> None:
    game, s = sitting.game, sitting.state
    winners = [game.names[seat] for seat in game.winners(s)]
    console.print(f"[b]{' and '.join(winners) or 'Nobody'} wins[/b]: {game.ending(s)}", highlight=False)
    for name, score in zip(game.names, game.scores(s), strict=True):
        console.print(f"  {name}: {score}", highlight=False)
