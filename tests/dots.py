"""SVG in dots, by CairoSVG: without a PNG in between, which takes longer than the drawing."""

from __future__ import annotations

import numpy as np
from cairosvg.parser import Tree
from cairosvg.surface import PNGSurface


def dark(svg: bytes, wide: float, tall: float) -> np.ndarray:
    """What an SVG draws on a white page of so many dots: True where it is dark."""
    surface = PNGSurface(
        Tree(bytestring=svg), None, 96, None, None, None, 1, round(wide), round(tall), "white"
    )
    drawn = surface.cairo
    return np.frombuffer(drawn.get_data(), np.uint8).reshape(round(tall), -1, 4)[:, : round(wide), 1] < 128
