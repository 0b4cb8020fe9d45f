"""Faces → printable pages: first a plan of what lies where, then the drawings.

    plan = plan_kit(kit, SheetSettings(paper, "A4", backs="long-edge"))   # pure geometry, testable as text
    pages = draw_sheets(plan, faces)                                      # a `SheetPage` for each page
    by_kind = component_pages(plan, pages)                                # for one PDF per kind of component

What cannot be placed is in `plan.problems`; everything else is planned all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.base.lazy import lazily

if TYPE_CHECKING:
    from cardgen.sheets.draw import SheetPage, component_pages, draw_sheets
    from cardgen.sheets.order import FaceSource, cut_minutes, plan_kit
    from cardgen.sheets.paper import Box, Edges, Sheet
    from cardgen.sheets.pictograms import pictogram, pictogram_names
    from cardgen.sheets.plan import KitPlan, PagePlan, Piece, Plan, Slot
    from cardgen.sheets.wishes import BACKS, Backs, SheetSettings

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

__getattr__ = lazily(
    __name__,
    {
        "draw": "SheetPage component_pages draw_sheets",
        "order": "FaceSource cut_minutes plan_kit",
        "paper": "Box Edges Sheet",
        "pictograms": "pictogram pictogram_names",
        "plan": "KitPlan PagePlan Piece Plan Slot",
        "wishes": "BACKS Backs SheetSettings",
    },
)
