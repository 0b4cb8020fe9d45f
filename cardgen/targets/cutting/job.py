"""What a machine that cuts gets of a kit: pages to print, contours to follow, and a note with the order of work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from cardgen.targets.cutting.options import CuttingOptions

if TYPE_CHECKING:
    from cardgen.base.drawing import Page
    from cardgen.export.output import Output
    from cardgen.sheets.marks.pen import Lettering
    from cardgen.sheets.paper import SheetSettings
    from cardgen.sheets.plan.pageplan import Slot
    from cardgen.targets.cutting.contours import CutPass
    from cardgen.targets.cutting.field import Bed
    from cardgen.targets.cutting.layout import CutSheet
    from cardgen.targets.cutting.words import CuttingRun
    from cardgen.targets.order import Order

OPTIONS = CuttingOptions


@dataclass(frozen=True, slots=True)
class Job:
    """A kit laid out for a machine; `runs` are the numbers of sheets with the same contours, each as (first, last)."""

    sheets: tuple[CutSheet, ...]
    layers: tuple[tuple[CutPass, ...], ...]
    runs: tuple[tuple[int, int], ...]
    field: Bed
    settings: SheetSettings

    def name_of(self, run: tuple[int, int]) -> str:
        """Return what files of a run of sheets are called: sheets-01-to-05."""
        return _named(run, len(self.sheets))


def plan(order: Order) -> Job:
    """Return the sheets of an order and where they are cut; what is too large is left out of the order."""
    from cardgen.sheets.paper import Sheet, SheetSettings
    from cardgen.sheets.plan.shaped import WORTH
    from cardgen.targets.cutting.contours import contours_of
    from cardgen.targets.cutting.field import field_of
    from cardgen.targets.cutting.layout import groups_of, sheets_of

    asks: CuttingOptions = order.target.asks
    settings = SheetSettings(order.paper, order.paper_name, order.backs, order.offset)
    if settings.backs == "fold":
        order.problems.add(
            f"{order.target.title} cannot cut sheets that are folded and glued, backs are on pages of their own",
            order.kit.where,
            hint="glue each back behind its front before you cut, or print with --backs long-edge",
            level="warning",
            code="fold-is-not-cut",
        )
        settings = SheetSettings(order.paper, order.paper_name, "separate", order.offset)
    field = field_of(Sheet.portrait(order.paper), asks)
    backed = settings.backs != "none"
    components = [c for c in order.kit.components if not c.given]
    for component in order.kit.components:
        if component.given:
            cut = "by hand" if component.given.kind == "roll" else "already"
            why = f"its sheets, {component.given.name}, are cut {cut}"
            order.leave_out(component, why, hint="print it with cardgen build")
    sheets, too_large = sheets_of(groups_of(components, asks, backed), field)
    nested, rest = sheets_of(groups_of(components, asks, backed, together=True), field)
    if not rest and len(nested) + WORTH <= len(sheets):
        sheets = nested
    paper = _titled(order.paper_name)
    room = f"{field.room.width:g} × {field.room.height:g} mm"
    for component in too_large:
        order.leave_out(
            component,
            f"{component.size}, and {paper} has room for {room} inside the marks"
            if field.marks
            else f"{component.size}, and it cuts {room} of {paper}",
            hint="print it with cardgen build and cut it by hand, or choose a larger paper",
        )
    layers = [contours_of(sheet, field, asks.over) for sheet in sheets]
    runs: list[tuple[int, int]] = []
    for number in range(1, len(sheets) + 1):
        this, before = number - 1, number - 2
        alike = runs and _stack(sheets[before]) == _stack(sheets[this]) and layers[before] == layers[this]
        if alike:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return Job(tuple(sheets), tuple(layers), tuple(runs), field, settings)


def make(order: Order) -> Iterator[Output]:
    """Yield for each stock a PDF, for sheets with the same contours a file of each format, and a note."""
    from cardgen.export.output import Pdf, TextOutput
    from cardgen.rulesheet import fallback_of
    from cardgen.sheets.marks.pen import Lettering
    from cardgen.targets.cutting.words import PrintRun, note, print_on

    asks: CuttingOptions = order.target.asks
    job = plan(order)
    if not job.sheets:
        return
    kit = order.kit
    lettering = Lettering(fallback_of(kit, order.problems), kit.fonts, kit.language)
    begin = f"{kit.slug}-{order.paper_name}"
    stacks = []
    seen: dict[object, str] = {}  # backs that are alike have one picture
    numbered = enumerate(job.sheets, 1)
    for (stock, two_sided, glued), own in groupby(numbered, key=lambda entry: _stack(entry[1])):
        numbers = [number for number, _ in own]
        sides = "fronts-and-backs" if glued else "both-sides" if two_sided else "one-side"
        pdf = f"{begin}-{job.name_of((numbers[0], numbers[-1]))}-{sides}.pdf"
        pages: list[Page] = []
        runs: list[CuttingRun] = []
        for run in job.runs:
            if run[0] in numbers:
                printed, files, summary = _of_run(order, job, run, begin, lettering, seen)
                pages += printed
                runs.append(summary)
                yield from files
        if glued:  # all fronts and then all backs, so that no printer puts them on one sheet
            pages = [*pages[::2], *pages[1::2]]
        duplex = job.settings.backs if two_sided and not glued and job.settings.duplex else None
        title = f"{kit.title} {kit.version}, {job.name_of((numbers[0], numbers[-1])).replace('-', ' ')}"
        yield Pdf(pdf, title, pages, kit.language, duplex)  # type: ignore[arg-type]
        stacks.append(PrintRun(pdf, stock, two_sided, glued, tuple(runs)))
        contours = ", ".join(f"{run.cut}.{form}" for run in runs for form in asks.formats[:1])
        order.products.append(f"Print {pdf} on {print_on(stock)}, then cut by {contours}")
    order.products.append(f"How to cut, step by step and with measures: {begin}-how-to-cut.txt")
    text = note(
        kit.title, order.target.title, asks, job.field, _titled(order.paper_name), stacks, job.settings
    )
    yield TextOutput(f"{begin}-how-to-cut.txt", text)


def _titled(paper: str) -> str:
    """Return the name of a paper as people write it: A4, Letter, 200x280mm."""
    return paper.upper() if paper in ("a3", "a4") else paper.capitalize()


def _stack(sheet: CutSheet) -> tuple[str, bool, bool]:
    return sheet.stock, sheet.two_sided, sheet.glued


def _named(run: tuple[int, int], of: int) -> str:
    first, last = (f"{number:0{max(2, len(str(of)))}}" for number in run)
    return f"sheet-{first}" if first == last else f"sheets-{first}-to-{last}"


def _of_run(
    order: Order, job: Job, run: tuple[int, int], begin: str, lettering: Lettering, seen: dict[object, str]
) -> tuple[list[Page], list[Output], CuttingRun]:
    """Return the pages of sheets with the same contours, the files beside them, and what the note tells of them.

    `seen` has the picture of each side that has one, by what is on it.
    """
    from cardgen.export.output import Data, TextOutput
    from cardgen.sheets.paper import around
    from cardgen.sheets.plan.pageplan import faces_in
    from cardgen.targets.cutting.contours import extent
    from cardgen.targets.cutting.dxf import contours_dxf
    from cardgen.targets.cutting.pages import Numbered, back_page, backs_of, front_page
    from cardgen.targets.cutting.svg import contours_svg
    from cardgen.targets.cutting.words import CuttingRun

    asks: CuttingOptions = order.target.asks
    kit, field, paper = order.kit, job.field, job.field.sheet
    layers = job.layers[run[0] - 1]
    cut = f"{begin}-{job.name_of(run)}"
    pages: list[Page] = []
    files: list[Output] = []
    pictures: dict[str, None] = {}
    for number in range(run[0], run[1] + 1):
        sheet = job.sheets[number - 1]
        one = Numbered(sheet, number, len(job.sheets), cut)
        sides = [("front", front_page(one, kit, order.faces, field, lettering), sheet.slots)]
        if sheet.two_sided:
            back = back_page(one, kit, order.faces, field, job.settings, lettering)
            sides.append(("back", back, backs_of(sheet, paper, job.settings)))
        for side, page, slots in sides:
            pages.append(page)
            if asks.cutouts and not any(slot.piece.component.nicked for slot in slots):
                end = f"-{side}" if sheet.two_sided else ""
                name = f"{begin}-{job.name_of((number, number))}{end}.png"
                shown = tuple(
                    (*(id(one) for one, _ in faces_in(slot, order.faces)), slot.trim, slot.rotation)
                    for slot in slots
                )
                if seen.setdefault(shown, name) == name:
                    files.append(_cutout(name, page, slots, asks.cutouts, job))
                pictures.setdefault(seen[shown])
    first = job.sheets[run[0] - 1]
    titles = dict.fromkeys(job.sheets[number - 1].title for number in run)
    title = " … ".join(titles)
    called = job.name_of(run).replace("-", " ")
    for form in asks.formats:
        if form == "svg":
            whole_title = f"{kit.title}, {called}: {title}"
            files.append(TextOutput(f"{cut}.svg", contours_svg(layers, paper, whole_title)))
        else:
            files.append(Data(f"{cut}.dxf", contours_dxf(layers, paper)))
    whole = around([extent(curve) for layer in layers for curve in layer.curves])
    summary = CuttingRun(cut, called.capitalize(), title, len(first.slots), layers, whole, tuple(pictures))
    return pages, files, summary


def _cutout(name: str, page: Page, slots: Sequence[Slot], dpi: int, job: Job) -> Output:
    from cardgen.targets.cutting.cutouts import Cutout
    from cardgen.targets.cutting.layout import bounds, corner_of

    pieces = tuple(
        (slot.trim, corner_of(slot.piece.component) if slot.plain else slot.contour) for slot in slots
    )
    x, y, width, height = bounds(slots)
    holes = tuple(hole.moved(slot.matrix) for slot in slots for hole in slot.piece.component.holes)
    return Cutout(name, page.drawing, dpi, (x, y, width, height), pieces, holes)
