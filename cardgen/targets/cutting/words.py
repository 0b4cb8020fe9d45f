"""The note that lies beside the files of a machine that cuts: what to print, in which order to cut, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.units import MM_PER_INCH, Size
from cardgen.model.made_of import read_stock
from cardgen.sheets.paper import Rect, SheetSettings
from cardgen.targets.cutting.contours import CutPass
from cardgen.targets.cutting.field import Bed
from cardgen.targets.cutting.options import CuttingOptions

_CALLED = {
    "cut-pieces-with-nicks": "pieces with nicks, in several passes",
    "cut-frame": "the frame",
    "cut": "all round each piece",
    "cut-between": "edges between two zigzags",
    "cut-zigzags": "zigzags from rim to rim",
    "cut-lines": "lines that run through",
    "cut-corners": "corners",
    "score": "score lines",
    "cut-holes": "holes and windows",
    "cut-edges": "edges",
    "cut-across": "lines across",
    "cut-down": "lines down",
}


class CuttingRun(NamedTuple):
    """Sheets with the same contours: their files, and what stands on them."""

    cut: str
    sheets: str
    title: str
    pieces: int
    layers: tuple[CutPass, ...]
    whole: Rect
    pictures: tuple[str, ...] = ()


class PrintRun(NamedTuple):
    """Sheets that are printed in one go: the PDF, its stock, whether on both sides, and what is cut of it."""

    pdf: str
    stock: str
    two_sided: bool
    glued: bool
    runs: tuple[CuttingRun, ...]


def note(
    title: str,
    target: str,
    asks: CuttingOptions,
    field: Bed,
    paper: str,
    stacks: Sequence[PrintRun],
    settings: SheetSettings,
) -> str:
    sheet = field.sheet
    lines = [f"{title} for {target}, on {paper} ({Size(sheet.width, sheet.height)})", ""]
    lines += [f"{n}. {step}" for n, step in enumerate(asks.steps, 1)]
    lines += [""] * bool(asks.steps)
    if asks.marks:
        m = asks.marks
        corners = ", ".join(f"{form} at the {corner.replace('-', ' ')}" for corner, form in m.corners.items())
        lines += [
            f"Marks: {corners}; {m.inset:g} mm from the edges of the paper, squares {m.size:g} mm, "
            f"arms {m.arms:g} mm long and {m.line:g} mm thick.",
            "",
        ]
    lines.append(
        "Print everything at 100 %, never “fit to page”. Where a contour lies is measured from the upper"
    )
    lines.append("left corner of the paper to the upper left corner of all its lines together.")
    for stack in stacks:
        on = print_on(stack.stock)
        lines += ["", f"Print {stack.pdf}", f"  on {on}", f"  {_sides(stack, settings)}"]
        for run in stack.runs:
            lines += ["", *_run_lines(run, asks)]
    return "\n".join([*lines, ""])


def print_on(stock: str) -> str:
    """Return what a sheet is printed on, and the board that it is glued onto: no printer takes that."""
    made = read_stock(stock)
    if not made.mounted:
        return stock or "the paper you like"
    return f"{made.paper or 'the paper you like'}, glued onto {made.board:g} mm board"


def _sides(stack: PrintRun, settings: SheetSettings) -> str:
    if not stack.two_sided:
        glue = ". Glue the sheet onto the board, then cut" if read_stock(stack.stock).mounted else ""
        return f"on one side only{glue}"
    if stack.glued:
        return (
            "on one side: fronts and backs are sheets of their own. Glue a front onto the board and stab A to D\n"
            "  straight through. Stab its back alone, hang it on pins behind the front, glue it. Then cut from the front"
        )
    if settings.duplex:
        return f"on both sides, flip on the {settings.flip_edge} edge; the marks are on the fronts alone"
    return "each back on a page of its own after its front: glue the two together, then cut from the front"


def _run_lines(run: CuttingRun, asks: CuttingOptions) -> list[str]:
    w = run.whole
    where = f"{w.x:.2f} mm from the left, {w.y:.2f} mm from the top, {w.width:.2f} × {w.height:.2f} mm"
    inches = f"{w.width / MM_PER_INCH:.3f} × {w.height / MM_PER_INCH:.3f} in"
    each = " each" if " to " in run.sheets else ""
    lines = [f"  {run.sheets}: {run.title}, {run.pieces} piece{'s'[: run.pieces != 1]}{each}"]
    lines.append(
        f"    contours: {', '.join(f'{run.cut}.{form}' for form in asks.formats)}" if asks.formats else ""
    )
    lines.append(f"    at: {where} ({inches})")
    order = ", then ".join(f"{_CALLED[layer.name]} ({len(layer.curves)})" for layer in run.layers)
    lines.append(f"    cut: {order}")
    lines += [f"    picture: {name}" for name in run.pictures]
    return [line for line in lines if line]
