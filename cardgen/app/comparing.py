"""`cardgen compare`: what somebody names on either side, and what both come to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.app.build import chosen_options
from cardgen.app.diff import state_of
from cardgen.app.games_asked import GamesAsked
from cardgen.base.errors import CardgenError, did_you_mean
from cardgen.players import known_bots
from cardgen.simulation import WrongAnswer
from cardgen.simulation.comparison import Comparison, Side, compare
from cardgen.source import load_kit
from cardgen.source.what_if import load_changed, read_change

if TYPE_CHECKING:
    from cardgen.app.progress import Say

_BOT = re.compile(r"(apart:)?[A-Za-z_][\w-]*(:\w+)?")


def compare_sides(asked: GamesAsked, a: Sequence[str], b: Sequence[str], say: Say) -> tuple[Comparison, str]:
    """Return the comparison and the command that makes it again; WrongAnswer for words that name nothing."""
    with ExitStack() as open_states:
        sides = [_side(asked.folder, name, said, open_states) for name, said in (("a", a), ("b", b))]
        counts = [asked.counts(side.kit) for side in sides][-1]
        how = open_states.enter_context(asked.how(sides[0].kit, say))
        try:
            found = compare(sides[0], sides[1], counts, games=asked.games, seed=asked.seed, **how)
        except WrongAnswer:
            raise
        except ValueError as refused:
            raise WrongAnswer("players", str(refused)) from None
        return found, asked.again({"a": tuple(a), "b": tuple(b)}, counts)


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
        elif all(_is_bot(one) or one.strip() in kit.strategies for one in word.split(",")):
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
