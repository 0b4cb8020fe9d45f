"""Faces → printable pages: first a plan of what lies where, then the drawings.

    plan = plan_kit(kit, SheetSettings(paper, "A4", backs="long-edge"))   # pure geometry, testable as text
    pages = draw_sheets(plan, faces)                                      # a `SheetPage` for each page
    by_kind = component_pages(plan, pages)                                # for one PDF per kind of component

What cannot be placed is in `plan.problems`; everything else is planned all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardgen.sheets.order import FaceSource, cut_minutes, plan_kit
from cardgen.sheets.paper import Box, Edges, Sheet
from cardgen.sheets.plan import KitPlan, PagePlan, Piece, Plan, Slot
from cardgen.sheets.settings import BACKS, Backs, SheetSettings

if TYPE_CHECKING:
    from cardgen.sheets.draw import SheetPage, component_pages, draw_sheets
    from cardgen.sheets.pictograms import pictogram, pictogram_names

__all__ = [
    "BACKS",
    "Backs",
    "Box",
    "Edges",
    "FaceSource",
    "KitPlan",
    "PagePlan",
    "Piece",
    "Plan",
    "Sheet",
    "SheetPage",
    "SheetSettings",
    "Slot",
    "component_pages",
    "cut_minutes",
    "draw_sheets",
    "pictogram",
    "pictogram_names",
    "plan_kit",
]

# Drawing needs fonts and shaping; planning does not, so it stays quick to import.
_DRAWING = {
    "SheetPage": "draw",
    "component_pages": "draw",
    "draw_sheets": "draw",
    "pictogram": "pictograms",
    "pictogram_names": "pictograms",
}


def __getattr__(name: str) -> Any:
    if name in _DRAWING:
        from importlib import import_module

        return getattr(import_module(f"cardgen.sheets.{_DRAWING[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
