"""A text that somebody's editor wrote and we change: its mark and its line ends stay as they are."""

from __future__ import annotations

from typing import NamedTuple

_MARK = "\ufeff"


class TextFile(NamedTuple):
    """A text with plain line ends, and what its file has instead of them; a file of several kinds keeps them in its text."""

    text: str
    mark: str = ""
    end: str = "\n"

    def bytes_of(self, text: str) -> bytes:
        """Return the bytes of a file like this one that says `text`."""
        return (self.mark + text.replace("\n", self.end)).encode()


def plain(data: bytes) -> TextFile:
    text = data.decode("utf-8")
    mark = _MARK if text.startswith(_MARK) else ""
    text = text.removeprefix(mark)
    windows, old, new = text.count("\r\n"), text.count("\r"), text.count("\n")
    end = "\r\n" if windows and windows == old == new else "\r" if old and not new else "\n"
    return TextFile(text.replace(end, "\n"), mark, end)
