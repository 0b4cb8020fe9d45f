"""`cardgen compare`: what somebody names on either side, and what both come to."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.app.build import chosen_options
from cardgen.app.cluster import workers_of
from cardgen.app.diff import state_of
from cardgen.app.play import read_players
from cardgen.base.errors import CardgenError, Problem, did_you_mean
from cardgen.games import NoRules
from cardgen.players import known_bots
from cardgen.simulation import WrongAnswer
from cardgen.simulation.comparison import Comparison, Side, compare
from cardgen.source import load_kit
from cardgen.source.what_if import load_changed, read_change

if TYPE_CHECKING:
    from cardgen.app.progress import Say

_BOT = re.compile(r"(apart:)?[A-Za-z_][\w-]*(:\w+)?")


def compare_sides(
    folder: Path,
    a: Sequence[str],
    b: Sequence[str],
    players: str | None,
    games: int,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    say: Say,
) -> tuple[Comparison, str]:
    """Return the comparison and the command that makes it again; WrongAnswer for words that name nothing."""
    with ExitStack() as open_states:
        sides = [_side(folder, name, said, open_states) for name, said in (("a", a), ("b", b))]
        for one in ("a", "b"):
            side = sides[one == "b"]
            try:
                counts = (side.kit.players.max,) if players is None else read_players(side.kit, players)
            except ValueError as error:
                raise WrongAnswer("players", f"it is {error}") from None
        slug = sides[0].kit.slug
        command = ["cardgen", "compare", folder.name]
        for flag, said in (("--a", a), ("--b", b)):
            command += [word for one in said for word in (flag, one)]
        command += ["--players", ",".join(map(str, counts)), "--games", str(games), "--seed", str(seed)]
        with workers_of(cluster) as spread:
            try:
                found = compare(
                    sides[0],
                    sides[1],
                    counts,
                    games=games,
                    seed=seed,
                    jobs=jobs,
                    executor=spread.executor,
                    in_flight=spread.in_flight,
                    progress=lambda done, of: say(f"{slug}: playing", done, of),
                )
            except WrongAnswer:
                raise
            except NoRules as none:
                kit = sides[0].kit
                raise CardgenError([Problem(str(none), kit.where, code="cannot-set-up")]) from None
            except ValueError as refused:
                raise WrongAnswer("players", str(refused)) from None
        return found, shlex.join(command)


def _side(folder: Path, name: str, said: Sequence[str], open_states: ExitStack) -> Side:
    """Return what the words after --a or --b name, told apart by how they look."""
    state, called = folder, ""
    bots: tuple[str, ...] = ("greedy",)
    options: dict[str, str] = {}
    changes = []
    words = []
    kit = load_kit(folder)
    for word in said:
        what, sign, value = word.partition("=")
        what = what.removeprefix("option ").strip()
        if what == "option" and "=" in value:
            what, _, value = value.partition("=")
        if sign and what == "bots":
            bots = tuple(one.strip() for one in value.split(",") if one.strip()) or bots
            words.append(f"played by {', '.join(bots)}")
        elif sign and "." in what:
            try:
                changes.append(read_change(word))
            except ValueError as wrong:
                raise WrongAnswer(name, str(wrong)) from None
            words.append(word)
        elif sign:
            options[what] = value.strip()
            words.append(f"{what} = {value.strip()}")
        elif all(_is_bot(one) for one in word.split(",")):
            bots = tuple(one.strip() for one in word.split(","))
            words.append(f"played by {', '.join(bots)}")
        elif called:
            raise WrongAnswer(name, f"'{word}' is a second state beside '{called}', expected one")
        else:
            state, called = _state(word, folder, name, open_states)
            words.insert(0, called)
    if state is not folder or changes:
        kit = load_changed(state, changes) if changes else load_kit(state)
    chosen = chosen_options(kit, options)
    return Side("; ".join(words) or "the kit as it is", kit, bots, {n: chosen[n] for n in options})


def _is_bot(word: str) -> bool:
    word = word.strip()
    return bool(_BOT.fullmatch(word)) and word.removeprefix("apart:").partition(":")[0] in known_bots()


def _state(word: str, folder: Path, name: str, open_states: ExitStack) -> tuple[Path, str]:
    try:
        return open_states.enter_context(state_of(word, folder))
    except CardgenError as error:
        near = did_you_mean(word, known_bots())
        if near.startswith("did"):
            raise WrongAnswer(name, f"'{word}' is no state of the kit and no bot ({near})") from None
        raise error
