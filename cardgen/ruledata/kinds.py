"""What a piece of rules is once it is understood: Python, and the kind of thing that it gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cardgen.ruledata.outline import NoteLines, ZoneLines

UNKNOWN: Final[Any] = object()
VEILED: Final[Mapping[str, Any]] = {"num": -999_999_999, "word": "?", "bool": None, "seat": -2, "piece": -2}
"""What stands for a secret note that a viewer does not see."""


@dataclass(frozen=True, slots=True)
class Ex:
    """A piece of Python and its kind: num, bool, word, seat, piece, any, row:TABLE, table:TABLE, a list of them (piece*).

    `zone` or `note` is what it reads, at `place` (Python that gives the name of the place, or the key of the note).
    `sure` is a player, or a key, that is there for certain; `value` is what a constant is.
    """

    code: str
    kind: str
    zone: ZoneLines | None = None
    note: NoteLines | None = None
    place: str = ""
    sure: bool = False
    value: Any = UNKNOWN
    sides: tuple[Ex, str, Ex] | None = None

    @property
    def is_list(self) -> bool:
        return self.kind.endswith("*")

    @property
    def item(self) -> str:
        return self.kind[:-1] if self.is_list else self.kind

    @property
    def constant(self) -> bool:
        """Whether it is known before anybody plays."""
        return self.value is not UNKNOWN


MISTAKE: Final = Ex("0", "any")
"""What stands for something that is wrong and was told; what is made of it is told no more."""


def constant(value: Any, kind: str) -> Ex:
    """Return what is known before anybody plays."""
    return Ex(repr(value), kind, value=value)


_SAID: Final[Mapping[str, str]] = {
    "num": "a number",
    "bool": "yes or no",
    "word": "a word",
    "seat": "a player",
    "piece": "a card",
    "space": "a space",
    "counts": "how many there are of each",
    "any": "something",
    "mixed": "a number on some cards and a word on others",
}
_MANY: Final[Mapping[str, str]] = {
    "piece": "cards",
    "seat": "players",
    "num": "numbers",
    "word": "words",
    "space": "spaces",
}


def said(kind: str) -> str:
    if kind.endswith("**"):
        return "a list of lists"
    if kind.endswith("*"):
        return f"a list of {_MANY.get(kind[:-1], 'rows' if kind.startswith('row:') else 'things')}"
    if kind.startswith("row:"):
        return f"a row of the table '{kind[4:]}'"
    if kind.startswith("table:"):
        return f"the table '{kind[6:]}'"
    return _SAID[kind]


NUMBERS: Final = ("num", "any", "bool")


def alike(one: str, two: str) -> bool:
    """Return whether things of two kinds can be equal."""
    if one == two or "any" in (one.rstrip("*"), two.rstrip("*")):
        return True
    return {one, two} <= {"num", "bool"} or ({one, two} <= {"num", "word", "mixed"} and "mixed" in (one, two))


def kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "num"
    if isinstance(value, str):
        return "word"
    if isinstance(value, list | tuple):
        kinds = {kind_of(one) for one in value}
        return f"{kinds.pop() if len(kinds) == 1 else 'any'}*"
    return "any"


class Blank(int):
    """The number that a card would have which is not there: 0 in sums and where sizes are compared, equal to itself alone."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    __hash__ = int.__hash__


BLANK: Final = Blank()


def blank(kind: str) -> Any:
    """Return what a field of this kind is where there is no card."""
    if kind.endswith("*"):
        return ()
    return {"num": BLANK, "bool": False, "seat": -1, "piece": -1, "space": -1, "counts": {}}.get(kind, -1 if kind.startswith("row:") else None)  # fmt: skip


def blank_code(kind: str) -> str:
    """Return Python for it."""
    value = blank(kind)
    return "BLANK" if value is BLANK else repr(value)


def counted(found: Ex) -> str:
    """Return the hint for a list, or for a field of two kinds, where a number is meant."""
    if found.kind == "mixed":
        return "give all of them a number, or one kind of card another field"
    return "count(…) says how many" if found.is_list else ""


def can_lack(one: Ex) -> bool:
    """Return whether it can be nobody or nothing."""
    return one.kind in ("seat", "piece", "space") or one.kind.startswith("row:")
