"""The strip of tiny pages in the print guide: what is on which page, drawn from the plan itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.drawing import Path, PathCommand, circle, rect
from cardgen.base.language import noted, tr
from cardgen.sheets.furniture import heading
from cardgen.sheets.guide.work import inside, page_words
from cardgen.sheets.marks.pen import GREY, HAIRLINE, WHITE, Pen, width
from cardgen.sheets.paper import Rect
from cardgen.sheets.plan.pageplan import KitPlan, PagePlan

OFFSET = 1.7  # a back peeps out behind its front by this much
LEAF_GAP = 0.8
_LEVELS = 3  # of names below the pages: each is on the first that is free
_PAGES = (noted("guide"), noted("test"), noted("test of given sheets"))
_SCALES = (20, 22, 24, 26)
_CLOSEST = 1.0  # between groups that have no room
_TINY = (30, 36, 44)  # where there are more groups than these have room for


class PageGroup(NamedTuple):
    """Pages that belong together: fronts to draw, whether each has a back behind it, and all page numbers."""

    name: str
    fronts: tuple[PagePlan, ...]
    behind: bool
    numbers: tuple[int, ...]


def page_groups(plan: KitPlan) -> list[PageGroup]:
    """Return the pages of a kit in groups, in printing order."""
    groups: list[tuple[tuple[object, ...], list[PagePlan]]] = []
    for page in plan.pages:
        if page.role == "guide":
            key: tuple[object, ...] = ("guide",)
        elif page.role == "test":
            key = ("test",)
        elif page.role == "stock-test":
            key = ("test of given sheets",)
        elif page.side == "back" and plan.settings.duplex:
            key = groups[-1][0]
        else:
            components = page.component_ids
            kind = plan.kit.component(components[0]).kind if components else ""
            key = (page.role, "back" if page.behind else page.side, kind, page.paper, page.way, page.stock)
        if groups and groups[-1][0] == key:
            groups[-1][1].append(page)
        else:
            groups.append((key, [page]))
    return [_group(key, pages, plan) for key, pages in groups]


def _group(key: tuple[object, ...], pages: list[PagePlan], plan: KitPlan) -> PageGroup:
    duplex = plan.settings.duplex
    fronts = tuple(p for p in pages if not (duplex and p.side == "back"))
    name = tr(str(key[0]))  # one of _PAGES, or replaced below
    if len(key) > 1:
        titles = list(dict.fromkeys(plan.kit.component(c).title for p in fronts for c in p.component_ids))
        name = inside(titles[0] if len(titles) == 1 else tr(str(key[2])))
        if key[1] == "back":
            name += tr(", backs")
    return PageGroup(name, fronts, len(fronts) < len(pages), tuple(p.number for p in pages))


def draw_page_map(pen: Pen, groups: Sequence[PageGroup], box: Rect, note: str, grown: float = 1.0) -> None:
    """Draw every page at the largest scale that shows them all; long groups are cut short if none does.

    The drawing is enlarged by `grown` afterwards; the scale that is said counts that in.
    """
    most, said, gap = _fit(groups, box.width, grown)
    scale = said * grown
    heading(pen, box.y, tr("PAGES"), box.x, box.right, tr("at 1 : {scale}.", scale=said) + f" {note}")
    y, x = box.y + 8.0, box.x
    ends = [0.0] * _LEVELS
    tallest = max((p.paper.height for g in groups for p in g.fronts), default=0) / scale
    for number, group in enumerate(groups):
        shown = group.fronts[:most]
        start = x
        leaves = sum(_leaf_width(page, group.behind, scale) + LEAF_GAP for page in shown)
        if gap <= _CLOSEST and x + leaves + 8 > box.right:
            rest = sum(len(one.numbers) for one in groups[number:])
            pen.text(x, y + tallest / 2, f"+ {rest}", 2.7, fill=GREY, display=True)
            break  # of so many pages the first are drawn
        for page in shown:
            _leaf(pen, page, group.behind, x, y, 1 / scale)
            x += _leaf_width(page, group.behind, scale) + LEAF_GAP
        x -= LEAF_GAP
        if len(shown) < len(group.fronts):
            more = f"+ {len(group.fronts) - len(shown)}"
            pen.text(x + 1.2, y + tallest / 2, more, 2.7, fill=GREY, display=True)
            x += 7
        under = y + tallest + OFFSET + 1.8
        pen.line(start, under, x, under, 0.25, pen.accent)
        pen.text(start, under + 3.4, page_words(group.numbers), 2.7, display=True)
        wide = pen.width(group.name, 2.3)
        left = max(box.x, min(start, box.right - wide))
        level = min(range(_LEVELS), key=lambda n: max(ends[n], left))
        ends[level] = left + wide + 1
        # the names stand in the table above, whole: here they may be short
        pen.fitted(left, under + 6.4 + 2.8 * level, group.name, box.width, 2.3, warn=False, fill=GREY)
        x += gap


def _leaf_width(page: PagePlan, behind: bool, scale: float) -> float:
    return page.paper.width / scale + (OFFSET if behind else 0.0)


def _fit(groups: Sequence[PageGroup], room: float, grown: float) -> tuple[int, int, float]:
    """Return how many leaves of a group to draw, 1 : scale, and the gap between groups."""
    for most in (99, 12, 8, 6, 4, 3, 2, 1):
        for scale in _SCALES if most > 1 else (*_SCALES, *_TINY):
            total = 0.0
            for group in groups:
                shown = group.fronts[:most]
                leaves = sum(_leaf_width(p, group.behind, scale * grown) + LEAF_GAP for p in shown) - LEAF_GAP
                # the numbers below need their width as well
                words = width(page_words(group.numbers), 2.7, display=True)
                total += max(leaves + (7 if len(shown) < len(group.fronts) else 0), words - 1.5)
            gap = (room - total) / max(1, len(groups) - 1)
            if gap > 2.5:
                return most, scale, min(gap, 16.0)
    return 1, _TINY[-1], max(_CLOSEST, gap)


def _leaf(pen: Pen, page: PagePlan, behind: bool, x: float, y: float, k: float) -> None:
    w, h = page.paper.width * k, page.paper.height * k
    if behind:
        fill = WHITE if page.role == "guide" else pen.tint(0.32)
        pen.rect(x + OFFSET, y + OFFSET, w, h, fill=fill, stroke=GREY, line_width=0.18)
    pen.rect(x - 0.35, y - 0.35, w + 0.7, h + 0.7, fill=WHITE)
    pen.rect(x, y, w, h, fill=WHITE, stroke=GREY, line_width=0.18)
    match page.role:
        case "guide":
            pen.rect(x + 0.6, y + 1.1, w / 2, 1, fill=pen.accent)
            pen.rect(x + 0.6, y + 2.7, w - 1.2, 3, fill=pen.tint(0.3))
            for line in range(8):
                if 6.6 + line * 0.85 < h - 0.8:
                    pen.rect(x + 0.6, y + 6.6 + line * 0.85, w - (1.2 if line % 3 else 3), 0.3, fill=HAIRLINE)
        case "test":
            q = w * 0.15
            for part in (0.27, 0.71):
                pen.line(x + w / 2 - q, y + part * h, x + w / 2 + q, y + part * h, 0.35, pen.accent)
                pen.line(x + w / 2, y + part * h - q, x + w / 2, y + part * h + q, 0.35, pen.accent)
        case "stock-test" if page.stock:
            for cell in page.stock.cells:
                wide, high = cell.width * k, cell.height * k
                pen.rect(x + cell.x * k, y + cell.y * k, wide, high, stroke=pen.accent, line_width=0.12)
        case _:
            _cells(pen, page, x, y, k)


def _cells(pen: Pen, page: PagePlan, x: float, y: float, k: float) -> None:
    """Draw all slots of a page as one path in the accent; backs beside a fold are pale."""
    front: list[PathCommand] = []
    back: list[PathCommand] = []
    for slot in page.slots:
        t = slot.trim
        if not slot.plain:
            (back if slot.side == "back" and page.side == "fold" else front).extend(
                slot.contour.moved((k, 0.0, 0.0, k, x, y)).commands
            )
            continue
        if slot.round:
            radius = max(0.2, t.width / 2 * k - 0.1)
            shape = circle(x + (t.x + t.width / 2) * k, y + (t.y + t.height / 2) * k, radius)
        else:
            wide, high = max(0.2, t.width * k - 0.3), max(0.2, t.height * k - 0.3)
            shape = rect(x + t.x * k + 0.15, y + t.y * k + 0.15, wide, high)
        pale = slot.side == "back" and page.side == "fold"
        (back if pale else front).extend(shape.commands)
    for commands, fill in ((front, pen.accent), (back, pen.tint(0.32))):
        if commands:
            pen.items.append(Path(tuple(commands), fill=fill))
