"""Names of files that every disk can hold, and how a file gets its name: Windows has rules of its own for both."""

from __future__ import annotations

import re
import time
import unicodedata
from pathlib import Path

_DEVICES = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)", re.IGNORECASE)
_NO_LETTERS = re.compile(r'[<>:"|?*\\\x00-\x1f]')
_LONGEST = 255
"""Bytes of a name on Linux; macOS and Windows count letters."""


def unfit(name: str) -> str:
    """Return why Windows, macOS or Linux cannot hold a file of this name below a folder, "" if all can."""
    for part in name.split("/"):
        if found := _NO_LETTERS.search(part):
            return f"Windows has no {found[0]!r} in names"
        if not part or part != part.rstrip(". "):
            return "a name on Windows ends with a letter, not with a dot or a space"
        if _DEVICES.match(part):
            return f"Windows keeps the name {part.partition('.')[0].strip()} for a device"
        if len(part.encode("utf-8", "surrogateescape")) > _LONGEST:
            return f"a name has at most {_LONGEST} bytes"
    return ""


def fitting(name: str) -> str:
    """Return the name, with an underline wherever Windows would take it for a device or cut its end off."""
    return "/".join(_fitting(part) for part in name.split("/"))


def _fitting(part: str) -> str:
    part += "_" * (part != part.rstrip(". "))
    stem, dot, rest = part.partition(".")
    return f"{stem.rstrip()}_{dot}{rest}" if _DEVICES.match(part) else part


def put(draft: Path, place: Path) -> None:
    """Move a finished file to its place; OSError.

    On Windows another program may hold the earlier one open for a moment: a scanner, a cloud drive, a preview. We wait.
    """
    for pause in (0.02, 0.1, 0.4, 1.0):
        try:
            draft.replace(place)
            return
        except PermissionError as error:
            if not is_held_open(error):
                raise
            time.sleep(pause)
    draft.replace(place)


def is_held_open(error: OSError) -> bool:
    """Tell whether Windows says that another program has the file open (errors 5 and 32)."""
    return getattr(error, "winerror", None) in (5, 32)


def as_one(name: str) -> str:
    """Return what is equal for names that some disks take for one: Foo and foo, an ö and an o with two dots."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
