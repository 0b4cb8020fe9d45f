"""Faces → printable pages: first a plan of what lies where, then the drawings.

    plan = plan_kit(kit, SheetSettings(paper, "A4", backs="long-edge"))   # pure geometry
    pages = draw_sheets(plan, faces)                                      # a `Page` for each page
    by_kind = component_pages(plan, pages)                                # for one PDF per kind of component

What cannot be placed is in `plan.problems`; everything else is planned all the same.

`plan` decides where every piece and mark lies, `marks` says what marks there are and draws them, `guide` draws
the pages that explain the kit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.base.lazy import lazily

if TYPE_CHECKING:
    from cardgen.sheets.draw import component_pages, draw_sheets
    from cardgen.sheets.guide.words import tell_words
    from cardgen.sheets.guide.work import cut_minutes
    from cardgen.sheets.marks.pen import pictogram, pictogram_names
    from cardgen.sheets.paper import BACKS, Backs, SheetSettings
    from cardgen.sheets.plan.impose import plan_kit
    from cardgen.sheets.plan.pageplan import KitPlan, PagePlan, Slot

lazily(
    __name__,
    {
        "draw": "component_pages draw_sheets",
        "guide.words": "tell_words",
        "guide.work": "cut_minutes",
        "marks.pen": "pictogram pictogram_names",
        "paper": "BACKS Backs SheetSettings",
        "plan.impose": "plan_kit",
        "plan.pageplan": "KitPlan PagePlan Slot",
    },
)
