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
        for box, radius in self.pieces:
            # each in a picture of its own: the whole mask, so much finer, would take a gigabyte
            left, top = int((box.x - x0) * scale) - 1, int((box.y - y0) * scale) - 1
            wide, tall = int(box.width * scale) + 4, int(box.height * scale) + 4
            piece = Image.new("L", (wide * _FINER, tall * _FINER), 0)
            at = [
                ((value - origin) * scale - start) * _FINER
                for value, origin, start in (
                    (box.x, x0, left),
                    (box.y, y0, top),
                    (box.right, x0, left),
                    (box.bottom, y0, top),
                )
            ]
            if not isinstance(radius, float | int):
                k = scale * _FINER
                points = [
                    ((x - x0) * k - left * _FINER - 0.5, (y - y0) * k - top * _FINER - 0.5)
                    for x, y in radius.points
                ]
                ImageDraw.Draw(piece).polygon(points, fill=255)
                small = piece.reduce(_FINER)
                mask.paste(255, (left, top), small)
                continue
            edges = (round(at[0]), round(at[1]), round(at[2]) - 1, round(at[3]) - 1)
            ImageDraw.Draw(piece).rounded_rectangle(edges, radius * scale * _FINER, fill=255)
            small = piece.reduce(_FINER)
            mask.paste(255, (left, top), small)
        return mask
