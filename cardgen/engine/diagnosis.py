"""Whose mistake it is when a game cannot go on: the file and the line of who wrote its rules or its bot.

An exception in a stranger's rules is a mistake of theirs, and becomes a `GameBroken` with a located problem. One in
a game that ships with cardgen, or in cardgen itself, stays what it is: a bug of ours.
"""

from __future__ import annotations

import linecache
import signal
import sys
import sysconfig
import threading
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.files import shown


class Stuck(BaseException):
    """Some code has computed for too long; `except Exception` does not stop it."""


Raised: TypeAlias = Exception | SystemExit | Stuck
"""What ends a game and is not the wish of whoever runs it."""
RAISED = (Exception, SystemExit, Stuck)

_CARDGEN = Path(__file__).resolve().parents[1]
_OURS = (_CARDGEN / "engine", _CARDGEN / "ruledata")
_PYTHON = Path(sysconfig.get_path("stdlib")).resolve()
_SITES = frozenset(Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib"))
_LONGEST = 300  # letters of a message


class GameBroken(CardgenError):
    """The rules or a bot of a game raised, or gave what cannot be used; its problem names the author's line."""

    def at(self, *trail: str, hint: str = "") -> GameBroken:
        """Return the same with what is known of the game: who plays, the seed, the move."""
        problems = (replace(p, trail=(*trail, *p.trail), hint=p.hint or hint) for p in self.problems)
        return type(self)(problems)


@contextmanager
def diagnosing(game: Any, *trail: str, others: tuple[object, ...] = (), but: Any = ()) -> Iterator[None]:
    """Raise what the author's code raises inside as `GameBroken`; problems, and errors of `but` that are meant, pass."""
    try:
        yield
    except GameBroken as broken:
        raise broken.at(*trail) from broken.__cause__
    except RAISED as error:
        if isinstance(error, but) and meant(error):
            raise
        found = diagnosed(error, game, *others)
        if found is None:
            raise
        raise found.at(*trail) from error


def diagnosed(
    error: Raised, game: Any, *others: object, suspect: Location | None = None
) -> GameBroken | None:
    """Return what was raised as a problem at its author's line; None when it is a problem already, or ours.

    `game` is a game or its class; `others` are further objects whose classes the author may have written, such as
    bots. Where no line of theirs was running, it is the `suspect`'s, or else the game's.
    """
    if isinstance(error, CardgenError):
        return error if isinstance(error, GameBroken) else None
    if isinstance(error, RecursionError) and (where := getattr(game, "written_at", None)):  # no Python
        message, hint = (
            "turns go round, and nobody has a choice in any",
            "see the if: of each step, or write end",
        )
        return GameBroken([Problem(message, where, hint=hint, code="rules")])
    frame = _line_of_author(error, _homes(game, *others))
    if frame is not None:
        file, line, name = frame
        if _is_below(file, _CARDGEN):
            return None
        where = Location(shown(Path(file)), line)
        code = "rules"
        match error:
            case SystemExit():
                does = "calls exit, and that ends cardgen"
            case Stuck():
                does, code = f"was still here after {error} seconds of computing", "stuck"
            case _:
                does = f"raises {_named(error)}"
        return GameBroken([Problem(f"{name} {does}", where, code=code)])
    kind = game if isinstance(game, type) else type(game)
    if suspect is None and shipped(kind):
        return None
    last = traceback.extract_tb(error.__traceback__)[-1:]
    ours = "".join(f" ({Path(f.filename).name}:{f.lineno})" for f in last)
    message = f"the rules gave cardgen what it cannot use: {_named(error)}{ours}"
    return GameBroken([Problem(message, suspect or place_of(kind), code="rules")])


@contextmanager
def hurrying(seconds: float, made: Callable[[], object]) -> Iterator[None]:
    """Raise `Stuck` in whatever computes for so long while `made`, such as the number of moves, stays the same.

    Only time of the processor counts. Where Python has no such alarm (Windows, and in threads) nothing is raised.
    """
    alarm = getattr(signal, "SIGVTALRM", None)
    if alarm is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    last = made()

    def ring(*_: object) -> None:
        nonlocal last
        before, last = last, made()
        if last == before:
            raise Stuck(f"{seconds:g}")

    old = signal.signal(alarm, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(alarm, old)


def no_choice(state: Any) -> GameBroken | None:
    """Return the problem of a phase that gives the player whose turn it is nothing to choose from; None if it does."""
    phase = state.phase
    try:
        moves = phase.moves(state)
        usable = isinstance(moves, Collection)
        if usable and any(True for _ in moves):
            return None
    except RAISED:
        return None
    name, where = f"{type(phase).__qualname__}.moves", place_of(phase, "moves")
    if usable:
        message, hint = (
            f"{name} offers no move, and the game is not over",
            "there must be a move, even if it is 'passes'",
        )
    else:
        gives = "nothing" if moves is None else f"a {type(moves).__name__}"
        message, hint = f"{name} returns {gives}, expected a list of moves or Choices", ""
    return GameBroken([Problem(message, where, hint=hint, code="rules")])


def meant(error: BaseException) -> bool:
    """Return whether somebody wrote `raise`, in rules or here; not what Python itself refuses, such as int('x')."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return True
    line = linecache.getline(frames[-1].filename, frames[-1].lineno or 0)
    return line.strip().startswith("raise ") and not _is_below(frames[-1].filename, _PYTHON)


def shipped(kind: type[Any]) -> bool:
    """Return whether a class is part of cardgen."""
    return kind.__module__.partition(".")[0] == "cardgen" and not hasattr(kind, "written_at")


def place_of(what: Any, *methods: str) -> Location:
    """Return where the first of these methods that is the author's own is written, or else the class."""
    return author_of(what, *methods)[1]


def author_of(what: Any, *methods: str) -> tuple[str, Location]:
    """Return what a problem is said of, such as `Table.copy`, and where it is written.

    `what` is a class or an object. It is the first of the methods that does not come from the engine, else the class.
    """
    kind = what if isinstance(what, type) else type(what)
    for method in methods:
        owner = next(base for base in (*kind.__mro__, kind) if method in vars(base) or base is object)
        found = vars(owner).get(method)
        code = getattr(getattr(found, "fget", found), "__code__", None)
        file = code.co_filename if code else "<"
        if code and not file.startswith("<") and Path(file).resolve().parent not in _OURS:
            return f"{kind.__qualname__}.{method}", Location(shown(Path(file)), code.co_firstlineno)
    if where := getattr(kind, "written_at", None):  # rules that are no Python
        return kind.__qualname__, where
    module = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if module is None:
        return kind.__qualname__, Location(kind.__module__)
    head = f"class {kind.__name__}"
    lines = enumerate(linecache.getlines(module), 1)
    at = (number for number, line in lines if line.lstrip().startswith((f"{head}(", f"{head}:", f"{head}[")))
    return kind.__qualname__, Location(shown(Path(module)), next(at, 0))


def _named(error: BaseException) -> str:
    text = next(iter(str(error).splitlines()), "").strip()
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _line_of_author(error: BaseException, homes: frozenset[str]) -> tuple[str, int, str] | None:
    """Return the innermost line that is neither Python's nor a library's nor the engine's."""
    walk = [
        (f.f_code.co_filename, line, f.f_code.co_qualname)
        for f, line in traceback.walk_tb(error.__traceback__)
    ]
    if isinstance(error, SyntaxError) and error.filename:
        walk.append((error.filename, error.lineno or 0, "<module>"))
    for file, line, name in reversed(walk):
        if file.startswith("<") or (_is_below(file, _CARDGEN) and not _is_below(file, _CARDGEN / "games")):
            continue
        if _home(file) in homes or not any(_is_below(file, folder) for folder in (_PYTHON, *_SITES)):
            return file, line, name.replace("<module>", Path(file).name)
    return None


def _homes(*whose: object) -> frozenset[str]:
    """Return the files, or the packages' folders, in which the classes of these objects are written."""
    kinds = [what if isinstance(what, type) else type(what) for what in whose]
    for kind in tuple(kinds):
        kinds += [type(phase) for phase in getattr(kind, "phases", ())]
        kinds += [state] if isinstance(state := getattr(kind, "state", None), type) else []
    modules = {base.__module__ for kind in kinds for base in kind.__mro__}
    files = (getattr(sys.modules.get(name), "__file__", None) for name in modules)
    return frozenset(_home(file) for file in files if file and not _is_ours(file))


def _home(file: str) -> str:
    """Return the package below site-packages in which a file lies, or the file."""
    path = Path(file).resolve()
    for site in _SITES:
        if path.is_relative_to(site):
            return str(site / path.relative_to(site).parts[0])
    return str(path)


def _is_ours(file: str) -> bool:
    return _is_below(file, _CARDGEN) or (
        _is_below(file, _PYTHON) and not any(_is_below(file, s) for s in _SITES)
    )


def _is_below(file: str, folder: Path) -> bool:
    try:
        return Path(file).resolve().is_relative_to(folder)
    except (OSError, ValueError):
        return False
