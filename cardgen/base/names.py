"""Names of files that every disk can hold: Windows keeps some for its devices, and cannot tell some others apart."""

from __future__ import annotations

import re
import unicodedata

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


def as_one(name: str) -> str:
    """Return what is equal for names that some disks take for one: Foo and foo, an ö and an o with two dots."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
