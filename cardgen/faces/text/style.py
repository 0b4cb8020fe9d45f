"""How a piece of text looks: family, size, weight and the rest, in mm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from cardgen.faces.text.fonts import GENERIC, qualify


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The look of a run of text; lengths in mm.

    `family` is a CSS list: the first family is the font, the others are used for characters it lacks.
    `folder` is a kit's own fonts folder. `features` are OpenType switches such as "lnum" or "liga=0".
    """

    family: str = "Roboto"
    size: float = 3.0
    weight: int = 400
    italic: bool = False
    fill: str = "#000000"
    line_height: float = 1.2
    letter_spacing: float = 0.0
    opacity: float = 1.0
    features: tuple[str, ...] = ()
    rise: float = 0.0
    folder: Path | None = None

    @property
    def families(self) -> tuple[str, ...]:
        """The families of the list as `FontKey` names them, without CSS's generic ones."""
        return _families(self.family, self.folder)

    @property
    def lead(self) -> float:
        """The distance from one line to the next."""
        return self.size * self.line_height

    def emphasised(self, bold: bool, italic: bool) -> TextStyle:
        """Return the style of **bold** or *italic* words inside this one."""
        return _emphasised(self, bold, italic) if bold or italic else self


@lru_cache(maxsize=512)
def _families(css: str, folder: Path | None) -> tuple[str, ...]:
    names = [name.strip().strip("'\"").strip() for name in css.split(",")]
    real = [name for name in names if name and name.casefold() not in GENERIC]
    return tuple(qualify(name, folder) for name in real) or (css.strip(),)


@lru_cache(maxsize=4096)
def _emphasised(style: TextStyle, bold: bool, italic: bool) -> TextStyle:
    return replace(
        style, weight=max(style.weight, 700) if bold else style.weight, italic=style.italic or italic
    )
