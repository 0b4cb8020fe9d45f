"""Measures how much ink drawings take, on small pictures of them through the very PDF that is printed."""

from __future__ import annotations

import io
import struct
import threading
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardgen.base.drawing import (
    Drawing,
    Page,
    Path,
    PlacedDrawing,
    Rectangle,
    multiply,
    rect,
    scale,
    translate,
)
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.export.png import picture_of
from cardgen.faces.art.form import ArtForm
from cardgen.sheets.ink import InkCoverage

_CELL = 160
"""Pixels of a cell, which a drawing fills but for a few on each side: fewer, and thin lines look thicker than they are."""
_AIR = 2


class Sample(NamedTuple):
    """A drawing, and what of it is looked at: the part of a rectangle in its mm that a path holds, and how much that is."""

    drawing: Drawing
    box: Rectangle
    cut: Path | None = None
    covers: float = 1.0


class Measuring:
    """Drawings being measured while the program goes on; ask for the `inks` when they are needed.

    They are encoded at once, with a press of their own: what is measured must not show in the files of a build.
    """

    def __init__(self, samples: Sequence[Sample], forms: Mapping[str, ArtForm]) -> None:
        self._count = len(samples)
        self._across = max(1, min(len(samples), 16))
        self._shares: list[float] = []
        self._found: list[InkCoverage] = []
        self._wrong: BaseException | None = None
        self._thread: threading.Thread | None = None
        if samples:
            pdf = self._sheet(samples, forms)
            # no daemon: a program that fails meanwhile waits for it, because pdfium crashes in a thread that is cut off
            self._thread = threading.Thread(target=self._look, args=(pdf,))
            self._thread.start()

    def inks(self) -> list[InkCoverage]:
        """Return the ink of each sample: the mean over what is looked at, on white paper."""
        if self._thread:
            self._thread.join()
        if self._wrong:
            raise self._wrong
        return self._found

    def _sheet(self, samples: Sequence[Sample], forms: Mapping[str, ArtForm]) -> io.BytesIO:
        places = []
        for number, (drawing, box, cut, covers) in enumerate(samples):
            x, y, width, height = box
            k = (_CELL - 2 * _AIR) / max(width, height)
            row, column = divmod(number, self._across)
            left, top = column * _CELL + _AIR, row * _CELL + _AIR
            clip = cut or rect(x, y, width, height)
            places.append(
                PlacedDrawing(drawing, multiply(translate(left - x * k, top - y * k), scale(k)), clip)
            )
            self._shares.append(width * height * k * k / _CELL**2 * covers)
        sheet = Drawing("ink", 0, 0, self._across * _CELL, self._down * _CELL, tuple(places))
        pdf = io.BytesIO()
        write_pdf([Page(sheet)], pdf, title="ink", press=Press(forms))
        return pdf

    @property
    def _down(self) -> int:
        return -(-self._count // self._across)

    def _look(self, pdf: io.BytesIO) -> None:
        try:
            self._found = self._seen(pdf)
        except BaseException as error:  # reported where somebody waits for it
            self._wrong = error

    def _seen(self, pdf: io.BytesIO) -> list[InkCoverage]:
        import pypdfium2
        from PIL import ImageChops

        with pypdfium2.PdfDocument(pdf) as document:
            picture = picture_of(document[0], (self._across * _CELL, self._down * _CELL))
        inks = [ImageChops.invert(band) for band in picture.split()]
        black = ImageChops.darker(ImageChops.darker(inks[0], inks[1]), inks[2])
        bands = [*(ImageChops.subtract(ink, black) for ink in inks), black]
        means = [band.convert("F").reduce(_CELL).tobytes() for band in bands]
        shares = [struct.unpack(f"{len(mean) // 4}f", mean) for mean in means]
        return [
            InkCoverage(*(min(1.0, share[n] / 255 / self._shares[n]) for share in shares))
            for n in range(self._count)
        ]
