"""What a file consists of: pages that hold a drawing, and the bookmarks that lead to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing

Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height in mm, in the space of the drawing it belongs to."""


class Page(NamedTuple):
    """A page as large as its drawing; `trim` and `bleed` become the PDF's TrimBox and BleedBox.

    `bookmark` leads to the top of the page, indented by `level`; `label` is what a viewer shows as its number.
    """

    drawing: Drawing
    trim: Box | None = None
    bleed: Box | None = None
    bookmark: str | None = None
    level: int = 0
    label: str | None = None


class Bookmark(NamedTuple):
    """One more line in the viewer's side bar: a place on a page (counted from 0), `y` mm from the drawing's origin."""

    title: str
    page: int
    level: int = 0
    y: float | None = None
