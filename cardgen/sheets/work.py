"""Which work a kit takes, in the order it is done; at most eight steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.model import Component
from cardgen.sheets.leaves import mounted
from cardgen.sheets.pagemap import page_words
from cardgen.sheets.plan import KitPlan, PagePlan
from cardgen.sheets.titles import inside

MOST = 8


class Step(NamedTuple):
    """One step: pictogram, title, a sentence or two, and how gladly it is left out (0: never)."""

    icon: str
    title: str
    words: str
    spare: int = 0


def _radii(components: Sequence[Component]) -> str:
    """Return the radii of the corners of most pieces, "2.5 or 3"; a single odd piece buys no punch."""
    pieces = sum(c.total for c in components)
    many = {c.corner for c in components if 10 * c.total >= pieces}
    return " or ".join(f"{corner:g}" for corner in sorted(many))


def work_steps(plan: KitPlan) -> list[Step]:
    """Return the steps this kit needs, the least important left out if there are more than eight."""
    steps = [*_printing(plan), *_making(plan)]
    while len(steps) > MOST:
        steps.remove(max(steps, key=lambda step: step.spare))
    return steps


def _printing(plan: KitPlan) -> list[Step]:
    pages = plan.pages
    steps = []
    test = [p.number for p in pages if p.role == "test"]
    if test:
        words = f"Pages {page_words(test)} on one sheet. Hold it to the light."
        steps.append(Step("light", "First the test", words))
    steps.append(Step("print-100", "Print at 100 %", "“Actual size”, not “fit to page”. Check the ruler."))
    work = [p for p in pages if p.slots]
    backs = [p.number for p in work if p.side == "back"]
    fronts = [p.number for p in work if p.side == "front"]
    if backs and plan.settings.duplex:
        edge = "short" if plan.settings.backs == "short-edge" else "long"
        span = page_words(sorted({*fronts, *backs}))
        words = f"{_pages(fronts + backs)} {span} on both sides of the paper."
        steps.append(Step(f"duplex-{edge}", f"Flip on the {edge} edge", words))
    elif backs:
        words = f"{_pages(fronts)} {page_words(fronts)}, then their backs: {page_words(backs)}."
        steps.append(Step("page-order", "Fronts, then backs", words))
    folds = [p.number for p in work if p.side == "fold"]
    if folds:
        words = f"{_pages(folds)} {page_words(folds)}: print one side, fold on the line, glue inside."
        steps.append(Step("fold", "Fold", words))
    single = [p.number for p in work if p.side in ("single", "part")]
    if single:
        words = f"{_pages(single)} {page_words(single)}: fronts only, nothing behind."
        steps.append(Step("single-sided", "Print one side", words, 1))
    return steps


def _making(plan: KitPlan) -> list[Step]:
    work = [p for p in plan.pages if p.slots]
    components = [c for c in plan.kit.components if c.total]
    rounds = any(c.shape == "round" for c in components)
    on_board = [c for c in components if mounted([c])]
    steps = []
    parts = [p for p in work if p.side == "part"]
    if parts or on_board:
        words = "Thin and up to the rim. Press flat for an hour."
        if parts:
            words = f"{_pages([p.number for p in parts])} {page_words([p.number for p in parts])}: close the diamonds."
        steps.append(Step("glue", "Glue", words, 5 if not parts else 0))
    if on_board:
        words = f"{_named(on_board)}, before you cut."
        steps.append(Step("cardboard", "Mount on board", words))
    if any(p.cuts for p in work):
        steps.append(Step("cut", "Cut long lines first", _cutting(work), 0))
    if rounds:
        words = "Scissors or punch. Turn the paper, not the hand."
        steps.append(Step("scissors", "Cut the rounds", words, 4))
    rounded = [c for c in components if c.corner and c.shape == "rect"]
    if rounded:
        words = f"Radius {_radii(rounded)} mm with a punch, or leave them square."
        steps.append(Step("round-corners", "Round the corners", words, 3))
    if any(c.kind == "decks" for c in components):
        words = "Thin paper? Sleeve every card with a playing card."
        steps.append(Step("sleeve", "Sleeve", words, 2))
    if not steps or len(steps) < 3:
        steps.append(Step("page-order", "Keep the order", "Stack sheets as printed: cards stay sorted.", 5))
    return steps


def _cutting(pages: list[PagePlan]) -> str:
    """Say how the first sheet with shared lines is cut."""
    for page in pages:
        if page.role == "cards" and page.side in ("front", "single") and len(page.slots) > 1:
            xs = {round(v, 3) for s in page.slots for v in (s.trim.x, s.trim.right)}
            ys = {round(v, 3) for s in page.slots for v in (s.trim.y, s.trim.bottom)}
            name = page.slots[0].piece.component.title
            return f"{name}: {len(xs)} cuts down, then {len(ys)} across each strip."
    return "From mark to mark, the longest cut first."


def _pages(numbers: list[int]) -> str:
    return "Page" if len(numbers) == 1 else "Pages"


def _named(components: Sequence[Component]) -> str:
    """Return components as a list in words: by title, or by kind when they are many."""
    names = [c.title for c in components]
    if len(names) > 3:
        names = list(dict.fromkeys(c.kind.capitalize() for c in components))
    if len(names) == 1:
        return names[0]
    rest = [inside(name) for name in names[1:]]
    return ", ".join([names[0], *rest[:-1]]) + f" and {rest[-1]}"
