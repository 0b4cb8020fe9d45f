"""Problems with a place: every mistake of a kit's author is a `Problem`, and all are reported at once."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

Level = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file of the kit; `line` and `column` count from 1, 0 means "the whole file".

    In a table it is called by its `cell`, such as `Cards!D7`; line and column are those of the row and the cell.
    """

    file: str
    line: int = 0
    column: int = 0
    cell: str = ""

    def __bool__(self) -> bool:
        return bool(self.file)  # what is made in Python stands in no file

    def __str__(self) -> str:
        if self.cell:
            return f"{self.file}: {self.cell}"
        return ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])


class HintedError(Exception):
    """What is wrong, in words for people, and what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


NOWHERE = Location("")
"""The place of what is made in Python."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a kit: where it is, what is wrong, what was expected, and how to mend it.

    `trail` is the breadcrumb from the file down to the value ("cards", "K17", "count"); `code` is a
    short stable name ("unknown-key", "text-overflow") for `--json` and for the tests.
    """

    message: str
    where: Location | None = None
    trail: tuple[str, ...] = ()
    hint: str = ""
    level: Level = "error"
    code: str = ""

    def __str__(self) -> str:
        head = f"{self.where}: " if self.where else ""
        lines = [f"{head}{self.level}: {self.message}"]
        if self.trail:
            lines.append(f"  in {' › '.join(self.trail)}")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


def _sort_key(problem: Problem) -> tuple[str, int, int, str]:
    where = problem.where or Location("")
    return (where.file, where.line, where.column, problem.message)


class CardgenError(Exception):
    """The kit cannot be used as it stands; `problems` says why, sorted by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(problems, key=_sort_key))
        super().__init__("\n".join(str(p) for p in self.problems))

    def __reduce__(self) -> tuple[type[CardgenError], tuple[tuple[Problem, ...]]]:
        return (type(self), (self.problems,))


class Problems:
    """Collects problems while the work goes on, so that the author sees all of them at once."""

    def __init__(self) -> None:
        self._found: dict[Problem, None] = {}

    def add(
        self,
        message: str,
        where: Location | None = None,
        *,
        trail: tuple[str, ...] = (),
        hint: str = "",
        level: Level = "error",
        code: str = "",
    ) -> None:
        """Note one problem; the same problem is noted once."""
        self.extend([Problem(message, where, trail, hint, level, code)])

    def replace(self, old: Problem, new: Problem) -> None:
        """Say one problem in other words, now that more is known about it."""
        self._found.pop(old, None)
        self._found[new] = None

    def clear(self) -> None:
        """Forget all of them."""
        self._found.clear()

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note several problems."""
        self._found.update(dict.fromkeys(problems))

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self._found, key=_sort_key))

    def __len__(self) -> int:
        return len(self._found)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that stop a build, sorted by place."""
        return tuple(p for p in self if p.level == "error")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The problems that do not stop a build, sorted by place."""
        return tuple(p for p in self if p.level == "warning")

    def raise_errors(self) -> None:
        """Raise `CardgenError` with every problem found so far if one of them is an error."""
        if self.errors:
            raise CardgenError(self)


MANY = 20
"""So many problems of one kind are shown; the rest are summed up."""


_OF_A_CARD = re.compile(r"^card (\S+): ")


def once(problems: Iterable[Problem]) -> list[Problem]:
    """Return one problem for each mistake: what one place says of many cards names the first of them."""
    cards: dict[Problem, list[str]] = {}
    for problem in problems:
        mistake, of = problem, ""
        found = _OF_A_CARD.match(problem.message)
        if problem.where and found:
            mistake, of = replace(problem, message=problem.message[found.end() :]), found[1]
        elif problem.where and problem.trail[:1] == ("cards",) and len(problem.trail) > 1:
            mistake, of = replace(problem, trail=("cards", "", *problem.trail[2:])), problem.trail[1]
        cards.setdefault(mistake, []).append(of)
    return [_of_cards(mistake, list(dict.fromkeys(ids))) for mistake, ids in cards.items()]


def _of_cards(mistake: Problem, ids: list[str]) -> Problem:
    some = ", ".join(ids[:3]) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")
    if mistake.trail[1:2] == ("",):
        return replace(mistake, trail=("cards", some, *mistake.trail[2:]))
    if not some:
        return mistake
    return replace(mistake, message=f"card{'s' * (len(ids) > 1)} {some}: {mistake.message}")


def summed_up(problems: Iterable[Problem], most: int = MANY) -> Iterator[Problem]:
    """Yield problems as a person wants to read them: of each kind the first few, and how many more there are."""
    kinds: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        alike = kinds.setdefault((problem.level, problem.code), [])
        alike.append(problem)
        if len(alike) <= most or not problem.code:
            yield problem
    for (level, code), alike in kinds.items():
        if more := alike[most:] if code else ():
            files = list(dict.fromkeys(problem.where.file for problem in more if problem.where))
            where = f" in {', '.join(files[:3])}{', …' if len(files) > 3 else ''}" if files else ""
            message = f"and {len(more)} more of this kind ({code}){where}"
            yield Problem(message, level="error" if level == "error" else "warning", code=code)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint naming the closest known words, or all of them when nothing is close."""
    words = sorted(set(known))
    folded = {one.casefold(): one for one in words}
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    if word.casefold() in folded:
        close = [folded[word.casefold()]]
    if close:
        return f"did you mean '{close[0]}'?"
    if not words:
        return ""
    shown = ", ".join(words[:12]) + (", …" if len(words) > 12 else "")
    return f"known: {shown}"
