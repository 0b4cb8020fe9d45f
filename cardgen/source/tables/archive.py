"""The zip files that .xlsx and .ods are: opened with care, because anybody's file may be a bomb."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import IO, Any, Final

from lxml import etree

from cardgen.base.svg import STRANGERS_XML
from cardgen.source.tables.grid import broken

MAX_UNPACKED: Final = 150_000_000
"""Bytes of one part when it is unpacked: a million rows that only have a colour take half of it."""
_LARGE: Final = 2_000_000
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


class Archive:
    """The parts of an .xlsx or .ods file that messages call `label`; FileError when it cannot be used."""

    def __init__(self, data: bytes, label: str, program: str) -> None:
        self.label = label
        self._hint = f"open it in {program} and save it again"
        if data.startswith(_OLE):
            raise self._locked() if "EncryptedPackage".encode("utf-16-le") in data else self._old()
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
            raise self._broken() from None
        self.names = set(self._zip.namelist())

    def needs(self, part: str) -> None:
        """Raise FileError when a part is not there without which it is no such file."""
        if part not in self.names:
            raise self._broken()

    def elements(self, name: str, *wanted: str, but: Sequence[re.Pattern[bytes]] = ()) -> Iterator[Any]:
        """Yield the elements of a part that have one of these local names, as they end.

        An element is whole when it comes; with a child among `wanted`, too, the child comes first. What matches `but`
        is taken out of a large part before it is read, one pattern after the other.
        """
        tags = [f"{{*}}{tag}" for tag in wanted]
        try:
            info = self._zip.getinfo(name)
            if info.flag_bits & 1:
                raise self._locked()
            if info.file_size > MAX_UNPACKED:
                what = f"a part of the file is larger than {MAX_UNPACKED / 1e6:g} MB when it is unpacked"
                raise broken(self.label, what, "copy the cells that you need into a new file")
            with self._zip.open(info) as packed:
                part: IO[bytes] = packed
                if but and info.file_size > _LARGE:
                    data = packed.read()
                    for pattern in but:
                        data = pattern.sub(b"", data)
                    part = io.BytesIO(data)
                parts = etree.iterparse(part, events=("end",), tag=tags, **STRANGERS_XML)
                for number, (_, element) in enumerate(parts):
                    if number == 0 and element.getroottree().docinfo.internalDTD is not None:
                        raise self._broken()  # no spreadsheet has one, and it is full of tricks
                    yield element
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
            raise self._broken() from None
        except (etree.XMLSyntaxError, RuntimeError, UnicodeError, ValueError, OSError):
            raise self._broken() from None

    def _broken(self) -> Exception:
        return broken(self.label, "the file is damaged or no spreadsheet: it cannot be read", self._hint)

    def _locked(self) -> Exception:
        return broken(
            self.label, "the file is protected with a password", "save a copy of it without a password"
        )

    def _old(self) -> Exception:
        hint = "open it in a spreadsheet program and save it as .xlsx"
        return broken(self.label, "the file is an old Excel file (.xls), whatever it is called", hint)


def forget(element: Any) -> None:
    """Let go of an element that was read, and of what stood before it."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]
