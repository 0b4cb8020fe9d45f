"""A component and its SVG template become a drawing: ordered layers of shared art and set text.

`Faces` draws the cards of a kit; whoever sets words of his own takes them to `cardgen.faces.text`. An exporter
that only needs fonts imports no lxml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.base.lazy import lazily

if TYPE_CHECKING:
    from cardgen.faces.compose import Faces

__all__ = ["Faces"]

lazily(__name__, {"compose": "Faces"})
