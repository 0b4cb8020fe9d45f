"""One file to write: which art it needs, what kit.json says of it, and how it is written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.contour import Contour
from cardgen.base.drawing import Art, Drawing, Page, Rectangle

if TYPE_CHECKING:
    from cardgen.export.pdf import Duplex
    from cardgen.export.plates import Press
    from cardgen.export.png import Cut
    from cardgen.faces.art.form import ArtForm


@dataclass(frozen=True, slots=True)
class Output(ABC):
    """One file to write; its name is that in the kit's folder of results."""

    name: str

    @property
    def about(self) -> dict[str, Any]:
        """What kit.json says of it besides its size and hash."""
        return {}

    @property
    def said(self) -> str:
        """What a person is told of it when it is written; "" for nothing."""
        return ""

    @property
    def late(self) -> bool:
        """Whether it is written after all others, because it says what is found out meanwhile."""
        return False

    def begin(self, forms: Mapping[str, ArtForm]) -> None:  # noqa: B027  # most have nothing to find out
        """Begin to find that out, now that all art is drawn."""

    def arts(self) -> Iterator[Art]:
        """Yield the art that must be drawn before it can be written."""
        return iter(())

    @abstractmethod
    def write(self, path: Path, press: Press) -> None:
        """Write it."""


@dataclass(frozen=True, slots=True)
class Pdf(Output):
    title: str
    pages: Sequence[Page]
    language: str
    duplex: Duplex | None = None
    sheets: tuple[int, int] | None = None
    """How many sheets of paper a whole kit takes, and how many by the area of its pieces."""

    @property
    def about(self) -> dict[str, Any]:
        """How many pages it has, and how many sheets of paper."""
        paper = dict(zip(("sheets", "sheets_by_area"), self.sheets or (), strict=False))
        return {"pages": len(self.pages), **paper}

    def arts(self) -> Iterator[Art]:
        for page in self.pages:
            yield from page.drawing.arts()

    def write(self, path: Path, press: Press) -> None:
        from cardgen.export.pdf import write_pdf

        write_pdf(self.pages, path, title=self.title, press=press, language=self.language, duplex=self.duplex)


@dataclass(frozen=True, slots=True)
class Png(Output):
    """One face as a picture; `pixels` and `box` as in `write_png`."""

    face: Drawing
    dpi: float
    pixels: tuple[int, int] | None = None
    box: Cut | Rectangle = "bleed"

    @property
    def about(self) -> dict[str, Any]:
        return {"dpi": self.dpi}

    def arts(self) -> Iterator[Art]:
        return self.face.arts()

    def write(self, path: Path, press: Press) -> None:
        from cardgen.export.png import drawn_picture

        picture = drawn_picture(self.face, self.dpi, press=press, pixels=self.pixels, box=self.box)
        press.save(picture, path, self.dpi)


@dataclass(frozen=True, slots=True)
class TextOutput(Output):
    """A text that is ready."""

    text: str

    def write(self, path: Path, press: Press) -> None:
        path.write_bytes(self.text.encode())


@dataclass(frozen=True, slots=True)
class Data(Output):
    """Bytes that are ready."""

    data: bytes

    def write(self, path: Path, press: Press) -> None:
        path.write_bytes(self.data)


@dataclass(frozen=True, slots=True)
class FaceGrid(Output):
    """Trimmed faces as one picture, row by row in cells of so many pixels.

    With a `cut`, what lies beyond corners of this radius (half the width makes a circle) or a contour is transparent.
    """

    faces: tuple[Drawing, ...]
    columns: int
    rows: int
    cell: tuple[int, int]
    cut: float | Contour = 0.0

    @property
    def about(self) -> dict[str, Any]:
        return {"cells": [self.columns, self.rows]}

    def arts(self) -> Iterator[Art]:
        for face in dict.fromkeys(self.faces):
            yield from face.arts()

    def write(self, path: Path, press: Press) -> None:
        from cardgen.export.png import write_sheet

        write_sheet(self.faces, path, self.columns, self.rows, self.cell, press, self.cut)


@dataclass(frozen=True, slots=True)
class ZipFile(Output):
    """A ZIP of other files, by their names; the same bytes whenever it is written."""

    members: tuple[Output, ...]

    def arts(self) -> Iterator[Art]:
        for member in self.members:
            yield from member.arts()

    def write(self, path: Path, press: Press) -> None:
        from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

        unpacked = path.with_name(f"{path.name}.part")
        with ZipFile(path, "w") as archive:
            for member in self.members:
                member.write(unpacked, press)
                entry = ZipInfo(member.name)  # of 1980, on whatever day it is written
                entry.external_attr = 0o644 << 16
                entry.create_system = 3
                entry.compress_type = ZIP_STORED if member.name.endswith(".png") else ZIP_DEFLATED
                archive.writestr(entry, unpacked.read_bytes())
                unpacked.unlink()
