"""The pictograms of the sheets, in the accent of the kit; each is drawn once per document."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from cardgen.base.drawing import Art, Drawing
from cardgen.base.files import Files, templates_dir

SIZE = 24.0

# The colours the file is drawn in, and how strong the accent is on white in each.
_DRAWN_IN = {"#2a6db3": 1.0, "#d0dfee": 0.22, "#aac5e1": 0.4}


def mix(colour: str, strength: float) -> str:
    """Return a colour at this strength on white paper, opaque."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * strength):02x}" for part in parts)


@lru_cache(maxsize=1)
def _symbols() -> dict[str, str]:
    text = Files(templates_dir()).text("sheets/pictograms.svg")
    found = re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', text, re.S)
    return {name: re.sub(r"<title>.*?</title>", "", body).strip() for name, body in found}


def pictogram_names() -> tuple[str, ...]:
    """Return every pictogram by name."""
    return tuple(_symbols())


@lru_cache(maxsize=256)
def pictogram(name: str, accent: str) -> Drawing:
    """Return a pictogram of 24 × 24 mm in an accent; KeyError when there is none of that name."""
    body = _symbols()[name]
    body = re.sub("|".join(_DRAWN_IN), lambda drawn: mix(accent, _DRAWN_IN[drawn[0]]), body)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE:g}mm" height="{SIZE:g}mm" '
        f'viewBox="0 0 {SIZE:g} {SIZE:g}">{body}</svg>'
    ).encode()
    art = Art(svg, hashlib.sha256(svg).hexdigest(), 0, 0, SIZE, SIZE)
    return Drawing(f"pictogram {name}", 0, 0, SIZE, SIZE, (art,))
