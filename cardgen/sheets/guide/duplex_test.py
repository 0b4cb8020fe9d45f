"""The duplex test: how far does this printer set the back beside the front? `guide/duplex-test.svg` draws it."""

from __future__ import annotations

from cardgen.base.drawing import PlacedDrawing
from cardgen.model import Named
from cardgen.sheets.furniture import footer, header
from cardgen.sheets.marks.inked import draw_marks
from cardgen.sheets.marks.pen import Pen
from cardgen.sheets.plan.backs import flip_axis, flip_point
from cardgen.sheets.plan.pageplan import FaceSource, KitPlan, PagePlan


def draw_test(pen: Pen, plan: KitPlan, page: PagePlan, faces: FaceSource) -> None:
    """Draw one side of the duplex test; its marks, header and footer are drawn over what the template says."""
    sheet = page.paper
    targets = [(sheet.right - 58.5, 71.0), (sheet.right - 58.5, sheet.height - 50.0)]
    if page.side == "back":
        axis = flip_axis(plan.settings.backs, sheet)
        targets = [flip_point(x, y, sheet, axis) for x, y in targets]
    names = ("width", "height", "left", "right")
    drawn = faces.drawing(
        "guide/duplex-test.svg",
        "the duplex test",
        sheet=Named({name: getattr(sheet, name) for name in names}, "length of the sheet"),
        side=page.side,
        targets=targets,
        edge=plan.settings.flip_edge,
        inset=plan.settings.inset,
        guide=next((p.number for p in plan.pages if p.role == "guide"), 0),
        fallback=pen.lettering.fallback,
    )
    pen.items.append(PlacedDrawing(drawn))
    draw_marks(pen, sheet, page.marks)
    header(pen, plan, page)
    footer(pen, sheet, page.todo)
