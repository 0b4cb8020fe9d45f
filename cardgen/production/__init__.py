"""Things that hold a kit: boxes, trays and dividers to cut and fold."""

from cardgen.production.boxes import BoxSheets, box_pages
from cardgen.production.dielines import Dieline

__all__ = ["BoxSheets", "Dieline", "box_pages"]
