"""Faces → printable pages: first a plan of what lies where, then the drawings.

    plan = plan_kit(kit, SheetSettings(paper, "A4", backs="long-edge"))   # pure geometry, testable as text
    pages = draw_sheets(plan, faces)                                      # a `SheetPage` for each page
    by_kind = component_pages(plan, pages)                                # for one PDF per kind of component

What cannot be placed is in `plan.problems`; everything else is planned all the same.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.sheets.draw import SheetPage, component_pages, draw_sheets
    from cardgen.sheets.order import FaceSource, cut_minutes, plan_kit
    from cardgen.sheets.paper import Box, Edges, Sheet
    from cardgen.sheets.pictograms import pictogram, pictogram_names
    from cardgen.sheets.plan import KitPlan, PagePlan, Piece, Plan, Slot
    from cardgen.sheets.settings import BACKS, Backs, SheetSettings

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

# Settings are wanted by every command, planning by builds, drawing needs fonts and shaping: each when it is asked for.
_HOMES = {
    **dict.fromkeys(("SheetPage", "component_pages", "draw_sheets"), "draw"),
    **dict.fromkeys(("FaceSource", "cut_minutes", "plan_kit"), "order"),
    **dict.fromkeys(("Box", "Edges", "Sheet"), "paper"),
    **dict.fromkeys(("pictogram", "pictogram_names"), "pictograms"),
    **dict.fromkeys(("KitPlan", "PagePlan", "Piece", "Plan", "Slot"), "plan"),
    **dict.fromkeys(("BACKS", "Backs", "SheetSettings"), "settings"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"cardgen.sheets.{_HOMES[name]}"), name)
