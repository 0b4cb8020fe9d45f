"""A component and its SVG template become a drawing: ordered layers of shared art and set text.

`Faces` draws the cards of a kit; whoever sets words of his own takes them to `cardgen.faces.text`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.base.lazy import lazily

if TYPE_CHECKING:
    from cardgen.faces.compose import Faces

__all__ = ["Faces"]

# an exporter that only needs fonts imports no lxml
if not TYPE_CHECKING:  # a type checker knows the names by themselves, and wrong ones too
    __getattr__ = lazily(__name__, {"compose": "Faces"})
