"""The print guide, the first or last page of every kit: what it is, what to print it on, in which order to work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.drawing import PlacedDrawing, scale
from cardgen.base.language import figure, tr, trn
from cardgen.model import Component
from cardgen.sheets.furniture import HEAD, footer, footer_place, header, heading
from cardgen.sheets.guide.change_list import draw_changes
from cardgen.sheets.guide.hero import Shown, draw_hero, faces_of
from cardgen.sheets.guide.pagemap import PageGroup, draw_page_map, page_groups
from cardgen.sheets.guide.work import (
    COLUMNS,
    HERO,
    HERO_TOP,
    ROW,
    STEP,
    Step,
    beside_steps,
    cut_minutes,
    guide_room,
    inside,
    page_words,
    paper_title,
    step_rows,
    table_groups,
    work_steps,
)
from cardgen.sheets.ink import ink_place
from cardgen.sheets.marks.pen import GREY, HAIRLINE, Pen
from cardgen.sheets.paper import Rect, Sheet
from cardgen.sheets.plan.pageplan import FaceSource, KitPlan, PagePlan

_LARGER = 4 / 3  # are steps on a page of their own, which has a column less
_SMALLEST_TITLE = 4.0
_SMALLEST_FIGURE = 0.4  # of its size


class _Row(NamedTuple):
    """One line of the table of components."""

    shown: tuple[Shown, ...]
    name: str
    note: str
    size: str
    pieces: str
    pages: str
    paper: str


def draw_guide(pen: Pen, plan: KitPlan, page: PagePlan, faces: FaceSource) -> None:
    """Draw a page of the print guide, the first or that of the steps; on larger paper all but header and footer grows with it."""
    paper = page.paper
    body = Pen(plan.kit.accent, pen.lettering)
    k, sheet, limit = guide_room(paper)
    if page.number == next(p.number for p in plan.pages if p.role == "guide"):
        _body(body, plan, faces, sheet, limit, k, step_rows(plan, paper))
    else:
        _steps_alone(body, plan, sheet, limit)
    header(pen, plan, page, tr("Print guide"), pill=False)
    pen.cut |= body.cut
    if k > 1:
        whole = body.drawing("print guide", sheet)
        pen.items.append(PlacedDrawing(whole, scale(k)))
    else:
        pen.items += body.items
    _notice(pen, plan, paper)


def _notice(pen: Pen, plan: KitPlan, paper: Sheet) -> None:
    """Say in the footer whose game this is and that the kit is not for sale."""
    notice = plan.kit.small_print
    first, dot, rest = notice.partition(". ")
    words = f"**{first}.** {rest}" if dot else (f"**{notice}**" if notice else "")
    room = footer_place(paper).todo.right - paper.left
    if pen.width(words, 2.0) > 1.85 * room:  # more than two lines: a line of its own, above the footer
        pen.fitted(paper.left, paper.height - 13.2, notice, paper.right - paper.left, 2.3, fill=GREY)
        words = tr("**Read this page first.**")
    footer(pen, paper, None, words)


def _body(
    pen: Pen, plan: KitPlan, faces: FaceSource, sheet: Sheet, limit: float, grown: float, lines: int
) -> None:
    """Draw all between header and footer, down to `limit`, with so many lines of steps; it is enlarged by `grown` afterwards."""
    kit, left, right = plan.kit, sheet.left, sheet.right
    groups = page_groups(plan)
    if plan.settings.swaps is not None:
        at = limit - (HEAD + 3.6 + sheet.height / 20 + 11.6)
        y = at - (HEAD + lines * STEP if lines else 0.0)
        _title(pen, plan, left, right)
        draw_changes(pen, plan, faces, Rect(left, HERO_TOP, right - left, y - 5 - HERO_TOP))
        _work(pen, plan, groups, Rect(left, y, right - left, limit - y), at, grown, lines)
        return
    rows = [_row(plan, group, faces) for group in table_groups(plan)]
    fixed = beside_steps(sheet) + lines * STEP
    hero, row = HERO[0], min(ROW[0], (54 if lines else 108) / max(1, len(rows)))
    spare = limit - HERO_TOP - hero - fixed - len(rows) * row
    if spare < 9:
        smaller = max(HERO[1], hero - (9 - spare))
        spare += hero - smaller
        hero = smaller
    if spare < 4.5 and rows:
        smaller = max(ROW[1], row - (4.5 - spare) / len(rows))
        spare += (row - smaller) * len(rows)
        row = smaller
    air = max(0.8, min(9.0, spare / 3))

    _title(pen, plan, left, right)
    draw_hero(pen, kit, faces, Rect(5, HERO_TOP, sheet.width - 10, hero), left, right, grown)
    y = heading(pen, HERO_TOP + hero + air, tr("COMPONENTS"), left, right)
    y = _table(pen, rows, row, y, left, right)
    top = y + 4 + air
    at = top + HEAD + lines * STEP - 3 + air if lines else top
    _work(pen, plan, groups, Rect(left, top, right - left, limit - top), at, grown, lines)


def _work(
    pen: Pen, plan: KitPlan, groups: Sequence[PageGroup], box: Rect, at: float, grown: float, lines: int
) -> None:
    """Draw what to do, if there are lines for it, and from y = `at` which pages there are."""
    if lines:
        y = _steps_heading(pen, box)
        _steps(pen, work_steps(plan, COLUMNS * lines), y, box.x, box.right, COLUMNS)
    draw_page_map(pen, groups, Rect(box.x, at, box.width, box.bottom - at), _order_note(groups), grown)


def _steps_alone(pen: Pen, plan: KitPlan, sheet: Sheet, limit: float) -> None:
    """Draw all steps, larger than beside the rest if that many fit."""
    steps = work_steps(plan, 100)
    y = _steps_heading(pen, Rect(sheet.left, 18, sheet.right - sheet.left, limit))
    k = _LARGER if STEP * _LARGER * -(-len(steps) // (COLUMNS - 1)) <= limit - y else 1.0
    part = Pen(plan.kit.accent, pen.lettering)
    _steps(part, steps, y / k, sheet.left / k, sheet.right / k, COLUMNS if k == 1 else COLUMNS - 1)
    pen.cut |= part.cut
    pen.items.append(PlacedDrawing(part.drawing("steps", Sheet(sheet.width / k, sheet.height / k)), scale(k)))


def _steps_heading(pen: Pen, box: Rect) -> float:
    """Draw the heading of the steps, with room for words about ink; return where it ends."""
    title = tr("PRINT, GLUE, CUT")
    y = heading(pen, box.y, title, box.x, box.right)
    begins = pen.width(title, 3.2, display=True) + 2.6
    ink_place(pen, box.x + begins, box.y + 2.1, box.width - begins)
    return y


def _title(pen: Pen, plan: KitPlan, left: float, right: float) -> None:
    kit = plan.kit
    figures_left = right - 73
    words = kit.title.upper()
    room = figures_left - 6 - left
    size = min(17.5, 17.5 * room / max(1.0, pen.width(words[:400], 17.5, display=True)))
    if size < _SMALLEST_TITLE:
        pen.fitted(left - 0.6, 31.2, words, room, _SMALLEST_TITLE, fill=pen.accent, display=True)
    else:
        pen.text(left - 0.6, 31.2, words, size, fill=pen.accent, display=True)
    line = str(kit.guide.get("tagline") or kit.subtitle)
    pen.fitted(left, 38, line, right - left, 3.1, fill=GREY)
    for i, (value, unit, note) in enumerate(_figures(plan)):
        x = figures_left + i * 26
        pen.line(x - 3, 17.9, x - 3, 31.2, 0.25, HAIRLINE)
        whole = pen.width(value, 8, display=True) + 0.9 + pen.width(unit, 3.2, display=True)
        k = min(1.0, 21.0 / whole)
        if k < _SMALLEST_FIGURE:
            pen.cut |= dict.fromkeys((value, unit))
        wide = pen.text(x, 24.6, value, 8 * k, display=True)
        pen.text(x + wide + 0.9 * k, 24.6, unit, 3.2 * k, fill=GREY, display=True)
        pen.box(Rect(x, 26.1, 21.5, 8), note, 2.4, fill=GREY, lead=1.2)


def _figures(plan: KitPlan) -> list[tuple[str, str, str]]:
    """Return three key figures: sheets, minutes, and sleeves or pieces (or what the kit's guide says)."""
    minutes = cut_minutes(plan)
    found = [
        (
            str(plan.sheets),
            trn("sheet", "sheets", plan.sheets),
            tr("of {paper} paper", paper=tr(paper_title(plan.settings.paper_name))),
        ),
        (str(minutes), trn("minute", "minutes", minutes), tr("of cutting and gluing")),
    ]
    if plan.settings.swaps is not None:
        put = sum(swap.put for swap in plan.settings.swaps)
        return [*found, (str(put), trn("piece", "pieces", put), tr("to put in"))]
    own = plan.kit.guide.get("figure")
    decks = [c for c in plan.kit.components if c.kind == "decks"]
    if own:
        found.append((str(own.get("value", "")), str(own.get("unit", "")), str(own.get("note", ""))))
    elif decks:
        sizes = {(c.size.width, c.size.height) for c in decks}
        w, h = min(sizes)
        note = tr("for {w} × {h} cards", w=figure(w), h=figure(h)) if len(sizes) == 1 else tr("for the cards")
        sleeves = sum(c.total for c in decks)
        found.append((str(sleeves), tr("sleeves"), note))
    else:
        found.append(
            (str(sum(c.pieces for c in plan.kit.components if c.stays)), tr("pieces"), tr("in the box"))
        )
    return found


# ---- the table of components


def _row(plan: KitPlan, group: Sequence[Component], faces: FaceSource) -> _Row:
    first = group[0]
    numbers = sorted({p.number for c in group for p in plan.pages_of(c.id)})
    backs = [
        p.number + 1 for p in plan.pages if p.number in numbers and p.side == "front" and plan.settings.duplex
    ]
    shown: list[Shown] = []
    if len(group) > 1:
        for component in group[:3]:
            shown += faces_of(component, faces, 1, back=False)
    else:
        shown = faces_of(first, faces, 2 if first.kind == "tokens" else 1, back=True)
    names = [c.title for c in group]
    title = names[0] if len(names) == 1 else ", ".join([names[0], *(inside(n) for n in names[1:])])
    return _Row(
        tuple(shown),
        title,
        first.note if len(group) == 1 else "",
        _size_words(group),
        str(sum(c.pieces for c in group)),
        page_words(sorted({*numbers, *backs})),
        ", ".join(dict.fromkeys(c.paper for c in group if c.paper)),
    )


_MOST_SIZES = 4  # what a cell of the table holds


def _size_words(group: Sequence[Component]) -> str:
    """Return sizes as "63 × 88" or "Ø 16, 20, 30"."""
    rounds = sorted({c.size.width for c in group if c.shape == "round"})
    words = ["Ø " + ", ".join(figure(d) for d in rounds)] if rounds else []
    hexes = sorted({min(c.size.width, c.size.height) for c in group if c.shape == "hex"})
    words += [tr("hexagons {sizes}", sizes=", ".join(map(figure, hexes)))] if hexes else []
    words += dict.fromkeys(
        " × ".join(figure(round(s, 1) if c.shape == "free" else s) for s in (c.size.width, c.size.height))
        for c in group
        if c.shape not in ("round", "hex")
    )
    if len({c.size for c in group}) > _MOST_SIZES:
        others = (s for c in group if c.shape != "hex" for s in (c.size.width, c.size.height))
        ends = sorted((*hexes, *others))
        return tr("many, {least} to {most}", least=figure(ends[0]), most=figure(ends[-1]))
    return ", ".join(words)


def _table(pen: Pen, rows: Sequence[_Row], tall: float, y: float, left: float, right: float) -> float:
    span = (right - left) / 189
    columns = [left + at * span for at in (0, 27, 91, 112, 127, 148)]
    for x, words in zip(columns[2:], (tr("Size in mm"), tr("Pieces"), tr("Pages"), tr("Paper")), strict=True):
        pen.text(x, y - 2.1, words, 2.35, fill=GREY)
    for row in rows:
        middle = y + tall / 2
        _thumbs(pen, row.shown, left, middle, tall - min(2.4, 0.2 * tall), 23 * span)
        room = columns[2] - columns[1] - 2
        if row.note and tall >= 9:
            pen.fitted(columns[1], middle - 0.5, row.name, room, 2.9, bold=True)
            pen.fitted(columns[1], middle + 3, row.note, room, 2.45, fill=GREY)
        elif tall >= 9 and pen.width(row.name, 2.9, bold=True) > room:
            pen.box(Rect(columns[1], y, room, tall), row.name, 2.9, bold=True, valign="middle", lead=1.2)
        else:
            wide = pen.fitted(columns[1], middle + 1, row.name, room, 2.9, bold=True)
            if row.note and room - wide > 15:
                pen.fitted(columns[1] + wide + 2, middle + 1, row.note, room - wide - 2, 2.35, fill=GREY)
        _cell(pen, columns[2], y, columns[3] - 1.5, tall, row.size)
        size = 4 if tall >= 7 else min(3.4, 0.72 * tall)
        pen.text(columns[3], middle + 1.35, row.pieces, size, fill=pen.accent, display=True)
        _cell(pen, columns[4], y, columns[5] - 1.5, tall, row.pages)
        _cell(pen, columns[5], y, right, tall, row.paper, 2.5, 1.22)
        y += tall
        pen.line(left, y, right, y, 0.15, HAIRLINE)
    return y


def _cell(
    pen: Pen, x: float, y: float, right: float, tall: float, words: str, size: float = 2.6, lead: float = 1.15
) -> None:
    pen.box(Rect(x, y, right - x, tall), words, size, valign="middle", lead=lead)


def _thumbs(pen: Pen, shown: Sequence[Shown], x: float, middle: float, tall: float, room: float) -> None:
    if not shown:
        return
    gap = 1.2
    k = min(
        tall / max(s.height for s in shown), (room - gap * (len(shown) - 1)) / sum(s.width for s in shown)
    )
    for face in shown:
        pen.place(face.drawing, x, middle - face.height * k / 2, k, clip=face.clip)
        x += face.width * k + gap


# ---- steps and notes


def _steps(pen: Pen, steps: Sequence[Step], y: float, left: float, right: float, columns: int) -> None:
    column = (right - left + 3) / columns
    for i, step in enumerate(steps):
        x, top = left + (i % columns) * column, y + 3.6 + (i // columns) * STEP
        pen.picture(step.icon, x - 0.6, top, 11.5)
        pen.number(x + 15.2, top + 1.9, i + 1, 1.9)
        pen.fitted(x + 18.3, top + 3, step.title, column - 19.3, 3, display=True)
        pen.box(Rect(x + 13.3, top + 5.4, column - 16.3, 16.2), step.words, 2.5, lead=1.28)


def _order_note(groups: Sequence[PageGroup]) -> str:
    behind = [g for g in groups if g.behind]
    if not behind:
        return tr("Print them all on one side.")
    last = behind[-1].numbers[-1] - 1
    if behind[-1] is groups[-1]:
        return tr("The pale page is the back of the sheet in front of it. Fronts have odd numbers.")
    return tr(
        "The pale page is the back of the sheet in front of it. Up to page {page}, fronts are the odd pages.",
        page=last,
    )
