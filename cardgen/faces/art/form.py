"""Drawn art as our own PDF objects: easy to send from the process that drew it, ready to be written."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Literal, TypeAlias, get_args

Engine: TypeAlias = Literal["svg2pdf", "typst", "cairosvg"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
"""The art engines, the best first."""
MODULES: dict[Engine, str] = {"svg2pdf": "svg2pdf_py", "typst": "typst", "cairosvg": "cairosvg"}


@dataclass(frozen=True, slots=True)
class ArtObject:
    """One PDF object: its dictionary as bytes with numbers of other objects left open, and its packed stream."""

    head: tuple[bytes | int, ...]
    stream: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ArtForm:
    """A drawn piece of art, ready to be written into a PDF: `objects[0]` is the form.

    The form's own space has its y upwards and goes from 0,0 to width,height, in any unit: it is scaled where it is placed.
    """

    width: float
    height: float
    transparent: bool
    objects: tuple[ArtObject, ...]


def engine_here() -> Engine:
    """Return the best art engine that is installed here; the last one when none is, whose absence is then an error."""
    return next((name for name in ENGINES if find_spec(MODULES[name])), "cairosvg")
