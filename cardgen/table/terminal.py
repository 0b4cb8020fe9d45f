"""A table in the terminal: a picture of it, numbered moves, and an answer to "why not?"."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardgen.base.destination import Destination
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.language import tr
from cardgen.engine import Game, IllegalMove, in_a_row
from cardgen.model.kit import unmarked
from cardgen.table.kept import LENGTHS, form_of
from cardgen.table.layout import counted
from cardgen.table.lesson import YOU, LessonSitting
from cardgen.table.saved import saved_game
from cardgen.table.sitting import NotNow, Sitting
from cardgen.table.words import named, printed_on

MOST_LISTED = 30
_MOST_SHOWN = 40
_FEW = 8
_COLOURS = ("blue", "yellow", "green", "magenta", "cyan", "red")
HELP = """\
a number      plays that move; words narrow the list down: "lays", "C15"
? words       says why that is not allowed: ? plays Rb at Ana
? a number    says by which rules that move goes
rule NUMBER   says a rule
card NAME     says what is on a card: C15, or a word of its name
undo          takes your last move back, when you play alone
remark words  keeps what you think of the last move
save FILE     writes the game so far, for cardgen replay
scenario FILE writes the position as YAML, for cardgen scenario: a question becomes a proof
quit          stops; cardgen play --resume goes on later"""

GONE = (EOFError, KeyboardInterrupt, RuntimeError)
"""Raised by input() when nobody types any more; the last where there is no standard input."""

TEACHES = "show plays the step, skip goes on, why gives the reason, quit stops"


@dataclass(frozen=True)
class Terminal:
    """Where lines are read and written.

    `ask` shows a prompt and returns a line; EOFError and KeyboardInterrupt stop. `rules` says each rule in a sentence,
    `layout` how the zones are called and which are shown (`layout_of`).
    """

    console: Console
    ask: Callable[[str], str]
    rules: Mapping[str, str]
    layout: Mapping[str, Any]


def play(sitting: Sitting, seats: Sequence[int], terminal: Terminal) -> bool:
    """Play until the game is over (True) or somebody stops (False); `seats` are people at this terminal."""
    console, layout = terminal.console, terminal.layout
    shown = dict.fromkeys(range(sitting.game.players), 0)
    console.print(f"[b]{sitting.game.kit.title}[/b]  ·  help: what can be typed", highlight=False)
    _tell_set_up(sitting, seats, console)
    while not sitting.over:
        seat = sitting.turn
        if sitting.seats[seat].bot:
            sitting.play_bot(sitting.think())
            continue
        looking = seat if seat in seats else seats[0]
        if len(seats) > 1:
            _wipe(console)
            try:
                terminal.ask(f"{sitting.seats[seat].name}, take the keyboard and press Enter ")
            except GONE:
                return _stopped(sitting, console)
        shown[looking] = _tell(sitting, looking, shown[looking], terminal)
        console.print(_picture(sitting, looking, layout))
        if not _turn(sitting, seat, terminal):
            return False
        shown = {one: min(moves, len(sitting.played)) for one, moves in shown.items()}
    _tell(sitting, seats[0], shown[seats[0]], terminal)
    console.print(_picture(sitting, seats[0], layout))
    _result(sitting, console)
    for seat in seats:
        _form(sitting, seat, terminal)
    return True


def _stopped(sitting: Sitting, console: Console) -> bool:
    """Say where the game is and how it goes on, and return False."""
    path = sitting.journal.path
    _whole(console, f"The game is kept in {path}. To go on: cardgen play --resume {shlex.quote(str(path))}")
    return False


def _wipe(console: Console) -> None:
    """Take the last hand off the screen, and out of what can be scrolled back to: somebody else takes the keyboard."""
    if console.is_terminal:
        console.clear()
        if not console.legacy_windows:
            console.file.write("\x1b[3J")


class _Wish(Exception):
    """What somebody who learns types instead of a move: show, skip, why or quit."""


def teach(sitting: LessonSitting, terminal: Terminal) -> bool:
    """Lead through a lesson to its end (True), or until somebody stops (False)."""
    console, rules = terminal.console, terminal.rules

    def listen(prompt: str) -> str:
        try:
            line = terminal.ask(prompt).strip()
        except GONE:
            line = "quit"
        if line in ("show", "skip", "why", "quit", "exit"):
            raise _Wish(line)
        return line

    console.print(f"[b]{sitting.lesson.said.lesson}[/b]  ·  {TEACHES}", highlight=False)
    while (step := sitting.now) is not None:
        at, page = sitting.at, sitting.payload()
        console.rule(f"{at + 1}/{sitting.many}  {page['name']}", align="left")
        for text in (page["says"] or rules.get(page["new"], ""), page["story"]):
            console.print(text, highlight=False, markup=False)
        console.print(_picture(sitting, YOU, terminal.layout))
        while not sitting.solved and sitting.at == at:
            console.print(page["task"], style="bold", highlight=False, markup=False)
            for name, _ in page["named"]:
                console.print(f"  {name}", highlight=False, markup=False)
            try:
                if not step.ask:
                    _turn(sitting, YOU, replace(terminal, ask=listen))
                elif line := listen("> "):
                    sitting.do(sitting.to_count(int(line) if line.isdecimal() else line))
            except IllegalMove as refused:
                console.print(f"{refused.refusal.says} ({refused.rule})", highlight=False, markup=False)
            except _Wish as wish:
                match str(wish):
                    case "show":
                        shown = sitting.to_show()
                        _whole(console, str(next(iter(shown.values()))))
                        sitting.do(shown)
                    case "skip":
                        sitting.do(sitting.to_go(at + 1))
                    case "why":
                        console.print(
                            page["why"] or rules.get(page["new"], ""), highlight=False, markup=False
                        )
                    case _:
                        return False
        if sitting.solved:
            console.print(page["done"] or tr("That is right."), style="green", highlight=False, markup=False)
            sitting.do(sitting.to_go(at + 1))
    console.print(sitting.payload()["end"], style="bold", highlight=False, markup=False)
    if not sitting.over:
        try:
            on = terminal.ask("play goes on from here: ").strip() == "play"
        except GONE:
            on = False
        if on:
            sitting.do(sitting.to_go_on())
            return play(sitting, [YOU], terminal)
    return True


def _turn(sitting: Sitting, seat: int, terminal: Terminal) -> bool:
    """Ask until a move is made or taken back; False when somebody stops."""
    console, rules = terminal.console, terminal.rules
    game, name = sitting.game, sitting.seats[seat].name
    view = game.view(sitting.state, seat)
    moves = sitting.moves(seat)
    said = [view.phase.say(view, move) for move in moves]
    words = [named(game, one, ids=True) for one in said]
    chosen, asked, shows = list(range(len(moves))), "", True
    while True:
        if shows:
            console.print(
                f"{_player(seat, name)}, {view.phase.name}:  [dim]{view.phase.rule}[/dim]", highlight=False
            )
            console.print(_listed(words, chosen), highlight=False)
        shows = True
        try:
            line = terminal.ask("> ").strip()
        except GONE:
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
                    return _stopped(sitting, console)
                case "help":
                    console.print(HELP, highlight=False)
                    shows = False
                case "undo":
                    sitting.undo(seat)
                    return True
                case "save":
                    path = new_file(Path(rest or f"{game.slug}-game.json"))
                    saved_game(sitting).write(path)
                    _whole(console, f"written to {path}")
                    shows = False
                case "remark":
                    if rest:
                        sitting.remark(seat, rest)
                    console.print("noted" if rest else "Type remark and your words.", highlight=False)
                    shows = False
                case "scenario":
                    path = Path(rest or f"{game.slug}-move-{len(sitting.played)}.yaml")
                    write_new(path, sitting.scenario(seat, asked=asked))
                    _whole(console, f"written to {path}: cardgen scenario {path}")
                    shows = False
                case "card":
                    console.print(_cards(game, terminal.layout, rest), highlight=False)
                    shows = False
                case "rule":
                    console.print(_rule(sitting, seat, rest.upper(), rules), highlight=False)
                    shows = False
                case "?" if rest.isdecimal() and 1 <= int(rest) <= len(chosen):
                    n = chosen[int(rest) - 1]
                    console.print(_explained(sitting, seat, moves[n], words[n], rules), highlight=False)
                    shows = False
                case "?":
                    asked = rest or asked
                    console.print(_why(sitting, seat, rest, rules), highlight=False)
                    shows = False
                case _ if line in said:
                    sitting.play(seat, sitting.version, said.index(line))
                    return True
                case _:
                    fits = [n for n in range(len(moves)) if _fits(line, said[n]) or _fits(line, words[n])]
                    if not fits and line.isdecimal():
                        shows = False
                        console.print(
                            f"There is no move {line}, expected 1 to {len(chosen)}.", highlight=False
                        )
                    elif not fits:
                        asked, shows = line, False
                        console.print(_why(sitting, seat, line, rules), highlight=False)
                    chosen = fits or chosen
        except NotNow as error:
            _whole(console, f"Not now: {error}.")
        except IllegalMove as refused:
            if isinstance(sitting, LessonSitting):
                raise  # what a lesson answers is no refusal
            console.print(f"Not allowed: {refused.refusal.says} ({refused.rule})", highlight=False)
        except CardgenError as error:
            _whole(console, str(error.problems[0]), style="red")


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
    if refusal.rule:
        sitting.asked_for(seat, refusal.rule)
    else:
        return f"{refusal.says[:1].upper()}{refusal.says[1:]}."
    sentence = rules.get(refusal.rule, "")
    return f"Not allowed: {refusal.says}.\n  {refusal.rule}  {sentence}".rstrip()


def _explained(sitting: Sitting, seat: int, move: Any, words: str, rules: Mapping[str, str]) -> Table:
    """Return a move with the rules by which it goes, as far as the player can know."""
    grid = Table.grid(padding=(0, 2))
    grid.add_row("", Text(words, style="bold"))
    for rule in sitting.rules_of(seat, move) or [sitting.state.phase.rule]:
        grid.add_row(Text(rule, style="dim"), Text(rules.get(rule, "")))
    return grid


def _cards(game: Any, layout: Mapping[str, Any], words: str) -> Table:
    """Return what is on the cards that a player means: by their number, or by words of their name."""
    printed = printed_on(game, layout.get("words", {}))
    kit = [card for component in game.components(game.kit) for card in component.cards]
    meant = [card for card in kit if card.id.lower() == words.lower()]
    grid = Table.grid(padding=(0, 2))
    for card in meant or [card for card in kit if words and _fits(words, card.name)][:MOST_LISTED]:
        grid.add_row(Text(unmarked(card.name), style="bold"), Text(printed.get(card.id, "")))
    if not grid.row_count:
        grid.add_row(f"There is no card {words}." if words else "Type card and its name, or a word of it.")
    return grid


def _rule(sitting: Sitting, seat: int, number: str, rules: Mapping[str, str]) -> str:
    if number not in rules:
        return (
            f"There is no rule {number}." if number else "Type rule and a number from the margin of a move."
        )
    sitting.asked_for(seat, number)
    return f"{number}  {rules[number]}"


def _whole(console: Console, text: str, style: str | None = None) -> None:
    """Print lines as they are, so that a path or a command can be copied whole: the window breaks them, not we."""
    console.print(text, style=style, highlight=False, markup=False, soft_wrap=True)


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet; CardgenError for one that is, or cannot be."""
    Destination(new_file(path)).write(text)


def new_file(path: Path) -> Path:
    """Return the path of a file that is not there yet; CardgenError for one that is, or cannot be."""
    Destination(path).check()
    if path.exists():
        hint = "name another file"
        raise CardgenError(
            [Problem("this file is there already", Location(str(path)), hint=hint, code="file-exists")]
        )
    return path


def _form(sitting: Sitting, seat: int, terminal: Terminal) -> None:
    """Ask how it was; Enter leaves a question out."""
    name, console, ask = sitting.seats[seat].name, terminal.console, terminal.ask
    console.print(f"\n{_player(seat, name)}, how was it? Enter skips a question.", highlight=False)
    try:
        fun = ask("Fun, 1 to 5: ").strip()
        length = ask("The game was too short, right, or too long: ").strip().lower()
        again = ask("Would you play this game again, yes or no: ").strip().lower()
        words = ask("In your words: ").strip()
    except GONE:
        return
    answers: dict[str, Any] = {"fun": int(fun) if fun.isdecimal() else None, "words": words}
    answers["length"] = next(
        (one for one in LENGTHS if length and (one.startswith(length) or one.endswith(length))), ""
    )
    answers["again"] = {"y": True, "n": False}.get(again[:1])
    filled = form_of(answers)
    if filled:
        try:
            sitting.answer(seat, filled)
        except CardgenError as error:
            _whole(console, str(error.problems[0]), style="red")


def _player(seat: int, name: str) -> str:
    return f"[b {_COLOURS[seat % len(_COLOURS)]}]{name}[/]"


def _tell_set_up(sitting: Sitting, seats: Sequence[int], console: Console) -> None:
    """Print what the set-up was; of several people at one screen nobody's hand."""
    console.print("Set-up", highlight=False)
    first, *others = (sitting.setup[seat] for seat in seats)
    for text, rule in first:
        if all([text, rule] in lines for lines in others):
            _print_line(sitting, text, rule, console)


def _print_line(sitting: Sitting, text: str, rule: str, console: Console) -> None:
    line = f"{named(sitting.game, text)}  [dim]{rule}[/dim]"
    console.print(Padding(line, (0, 4)), highlight=False)


def _tell(sitting: Sitting, seat: int, shown: int, terminal: Terminal) -> int:
    """Print what has happened since, as a seat heard and saw it, step by step; return how many moves that were."""
    for played in sitting.played[shown:]:
        entry, said = played.entries[seat], 0
        who = sitting.seats[entry["who"]].name
        line = f"{_player(entry['who'], who)} {named(sitting.game, entry['say'])}"
        terminal.console.print(line, highlight=False)
        between = played.frames_of(seat)[:-1]  # how it lies at last is in the picture
        for frame in [*between, {"told": len(entry["tell"])}]:
            _tell_lying(sitting.game, frame.get("zones", {}), terminal)
            for text, rule in entry["tell"][said : frame["told"]]:
                _print_line(sitting, text, rule, terminal.console)
            said = frame["told"]
    return len(sitting.played)


def _tell_lying(game: Game[Any], zones: Mapping[str, Any], terminal: Terminal) -> None:
    """Print what lies open for a moment, such as a whole trick before it is taken."""
    cards, names = game.pieces.cards, game.pieces.names
    for name, there in zones.items():
        title, shown = _titled(game, terminal.layout, name)
        if shown and isinstance(there, list) and {*there} - {None} and not _is_grid(game, name):
            pieces = {str(n): (cards[n].id, names[n]) for n in there if n is not None}
            line = Text.assemble(title, "  ", (_pieces(game, pieces, there, {}), "dim"))
            terminal.console.print(Padding(line, (0, 4)))


def _picture(sitting: Sitting, seat: int, layout: Mapping[str, Any]) -> Padding:
    """Return what a seat sees: zones with the names of pieces, figures, and the game's own picture of what is laid out."""
    grid = Table.grid(padding=(0, 2))
    message = sitting.message(seat)
    game = sitting.game
    own = game.picture(game.view(sitting.state, seat))
    own = own if any(zone.lies == "grid" for zone in game.layout) else ""
    printed = printed_on(game, layout.get("words", {}))
    cells: dict[str, dict[int, list[Text]]] = {}
    for name, there in message["zones"].items():
        title, shown = _titled(game, layout, name)
        if not shown or (own and _is_grid(game, name)):
            continue
        if cell := layout["zones"].get(name, {}).get("cell"):
            label = _pieces(game, message["pieces"], there[-1:], {}) if there else name.rpartition(" ")[2]
            row = cells.setdefault(layout["zones"][name]["grid"], {}).setdefault(cell[1], [])
            row += [Text()] * (cell[0] - len(row))  # rows of hexagons are half a place apart
            row.append(Text(label, style="" if there else "dim"))
        elif isinstance(there, dict):
            grid.add_row(title, Text(str(there["chips"])))
        elif there:
            grid.add_row(title, Text(_pieces(game, message["pieces"], there, printed)))
    for board, rows in cells.items():
        lines = Table.grid(padding=(0, 2))
        for _, row in sorted(rows.items()):
            lines.add_row(*row)
        grid.add_row(board, lines)
    for name, value in message["signs"]:
        if name in layout.get("signs", [name]) and (value or name not in layout.get("hides", ())):
            grid.add_row(Text(counted(layout, name, value), style="dim"), Text(_yes(value)))
    for n, (one, words) in enumerate(zip(message["seats"], message["words"], strict=True)):
        counts = [(k, v) for k, v in words if "seat" not in layout or k in layout["seat"]]
        if counts:
            label = "  ".join(f"{_yes(v)} {counted(layout, k, v)}" for k, v in counts)
            grid.add_row(Text(one["name"], style=_COLOURS[n % len(_COLOURS)]), Text(label, style="dim"))
    if own:
        grid.add_row("", "")
        for line in own.splitlines():
            grid.add_row("", Text(line, no_wrap=True))
    return Padding(grid, (1, 2))


def _yes(value: object) -> str:
    return "yes" if value is True else "no" if value is False else f"{value}"


def _titled(game: Any, layout: Mapping[str, Any], name: str) -> tuple[Text, bool]:
    """Return what players call a zone, in its owner's colour, and whether anybody needs it: what is out of the game is not."""
    for seat, player in enumerate(game.names):
        if name.endswith(f" {player}"):
            bare = name[: -len(player) - 1]
            zone = layout["zones"].get(bare, {})
            title = Text(f"{player}, {zone.get('title', bare).lower()}", style=_COLOURS[seat % len(_COLOURS)])
            return title, not zone.get("out")
    zone = layout["zones"].get(name, {})
    return Text(zone.get("title", name)), not zone.get("out") and name != "box"


def _is_grid(game: Any, name: str) -> bool:
    place = game.zoned.by_name.get(name)
    return place is not None and place.zone.lies == "grid"


def _pieces(
    game: Game[Any],
    pieces: Mapping[str, Sequence[str]],
    there: Sequence[int | None],
    printed: Mapping[str, str],
) -> str:
    """Return what lies in a zone: a few pieces by their names, a line each where more is on them; many by their numbers."""
    if all(piece is None for piece in there):
        return f"{len(there)} face down"
    few = len(there) <= _FEW
    seen = [pieces[str(piece)] if piece is not None else ("", "?") for piece in there]
    said = [named(game, name, ids=True) if few and card else name for card, name in seen]
    if few and any(card in printed for card, _ in seen):
        return "\n".join(
            f"{name}  {printed.get(card, '')}".rstrip() for (card, _), name in zip(seen, said, strict=True)
        )
    names = list(_runs(iter(said)))
    more = len(names) - _MOST_SHOWN
    return "  ".join(names if more < 2 else [f"… {more} below", *names[-_MOST_SHOWN:]])


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
    wins = f"{in_a_row(winners) or 'Nobody'} {'win' if len(winners) > 1 else 'wins'}"
    console.print(f"[b]{wins}[/b]: {game.ending(s)}", highlight=False)
    for name, score in zip(game.names, game.scores(s), strict=True):
        console.print(f"  {name}: {score}", highlight=False)
