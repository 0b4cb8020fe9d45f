"""Names of files with `{card}` and the like in them, filled in."""

from __future__ import annotations

import posixpath
import re
from pathlib import PurePosixPath
from typing import Any, Final

from cardgen.base.errors import Location, Problems, did_you_mean
from cardgen.base.names import as_one, fitting, unfit
from cardgen.source.leaves import parsed
from cardgen.source.shape import Shape

WORDS: Final = ("game", "size", "component", "card", "side", "hash", "copies", "copy", "number")
_WORD = re.compile(r"\{([^{}]*)\}")
LETTERS: Final = 10
"""So many digits of a face's address stand for `{hash}`."""


def pattern(*words: str) -> Shape[str]:
    """Return the shape of a file's name that may hold these words in braces."""

    def parse(value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise ValueError
        for word in _WORD.findall(value):
            if word not in words:
                known = ", ".join(f"{{{one}}}" for one in words)
                near = did_you_mean(word, words)
                raise ValueError(
                    f"one of {known} in braces, not {{{word}}}"
                    + (f" ({near})" if near.startswith("did") else "")
                )
        plain = _WORD.sub("x", value)
        path = PurePosixPath(plain)
        if path.is_absolute() or ".." in path.parts or path.name in ("", "."):
            raise ValueError("a name inside the target's folder")
        if set(plain) & set("{}") or not plain.isprintable() or unfit(plain):
            raise ValueError("a name that every disk can hold")
        return value

    example = "a file's name such as {size}/{card}.png"
    return parsed(parse, example, {"type": "string", "minLength": 1, "examples": ["{size}/{card}.png"]})


def filled(name: str, **values: object) -> str:
    """Return a name with its words filled in; a card COM1 is COM1_.png, because Windows has a device of that name."""
    return fitting(_WORD.sub(lambda found: str(values[found[1]]), name))


def seen_from(file: str, other: str) -> str:
    """Return the name of another file of the bundle as seen from the folder of a file."""
    return posixpath.relpath(other, PurePosixPath(file).parent.as_posix())


class Register:
    """The files of a bundle: no two may be one file, where Foo and foo are one as well on some disks."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._known: dict[str, str] = {}

    def enter(self, name: str, owner: str, where: Location | None) -> None:
        """Note who a file belongs to; a second owner of one file is told."""
        other = self._known.setdefault(as_one(name), owner)
        if other != owner:
            self._problems.add(
                f"{other} and {owner} would be one file, {name}",
                where,
                hint="give one of them another id, or the target's names {component}, {card} or {hash}",
                code="one-file",
            )
