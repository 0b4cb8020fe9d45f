"""A page of pieces as a picture on a transparent ground, for programs that find the contours themselves."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.contour import Contour
from cardgen.base.drawing import Art, Drawing, Rectangle
from cardgen.base.units import MM_PER_INCH
from cardgen.export.output import Output
from cardgen.sheets.paper import Rect

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardgen.export.plates import Press

_FINER = 4  # a mask is drawn so many times finer, for smooth edges


@dataclass(frozen=True, slots=True)
class Cutout(Output):
    """Pieces of a page, everything beyond their contours transparent; `pieces` are trims in mm with the radius of their corners, or the contour on the page."""

    page: Drawing
    dpi: int
    box: Rectangle
    pieces: Sequence[tuple[Rect, float | Contour]]
    holes: Sequence[Contour] = ()

    @property
    def about(self) -> dict[str, Any]:
        return {"dpi": self.dpi}

    def arts(self) -> Iterator[Art]:
        return self.page.arts()

    def write(self, path: Path, press: Press) -> None:
        """Write the picture, exactly as large as the contours together."""
        from PIL import Image

        from cardgen.export.png import write_png

        opaque = io.BytesIO()
        write_png(self.page, opaque, self.dpi, press=press, box=self.box)
        with Image.open(opaque) as picture:
            whole = picture.convert("RGB")
        whole.putalpha(self._mask(whole.size))
        whole.save(path, "PNG", dpi=(self.dpi, self.dpi))

    def _mask(self, size: tuple[int, int]) -> Image:
        from PIL import Image, ImageDraw

        x0, y0, _, _ = self.box
        scale = self.dpi / MM_PER_INCH
        mask = Image.new("L", size, 0)
        fine = scale * _FINER
        for box, cut in self.pieces:
            # each in a picture of its own: the whole mask, so much finer, would take a gigabyte
            left, top = int((box.x - x0) * scale) - 1, int((box.y - y0) * scale) - 1
            wide, tall = int(box.width * scale) + 4, int(box.height * scale) + 4
            piece = Image.new("L", (wide * _FINER, tall * _FINER), 0)

            def at(x: float, y: float, left: int = left, top: int = top) -> tuple[float, float]:
                return ((x - x0) * scale - left) * _FINER, ((y - y0) * scale - top) * _FINER

            if isinstance(cut, float | int):
                (x1, y1), (x2, y2) = at(box.x, box.y), at(box.right, box.bottom)
                edges = (round(x1), round(y1), round(x2) - 1, round(y2) - 1)
                ImageDraw.Draw(piece).rounded_rectangle(edges, cut * fine, fill=255)
            else:
                points = [(x - 0.5, y - 0.5) for x, y in (at(*point) for point in cut.points)]
                ImageDraw.Draw(piece).polygon(points, fill=255)
            for hole in self.holes:
                points = [(x - 0.5, y - 0.5) for x, y in (at(*point) for point in hole.points)]
                ImageDraw.Draw(piece).polygon(points, fill=0)
            mask.paste(255, (left, top), piece.reduce(_FINER))
        return mask
