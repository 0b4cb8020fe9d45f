"""Which work a kit takes, in the order it is done (at most eight steps), how long it takes, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.model import Component
from cardgen.sheets.plan.grid import cut_lines
from cardgen.sheets.plan.pageplan import KitPlan, PagePlan, mounted

MOST = 8


class Step(NamedTuple):
    """One step: pictogram, title, a sentence or two, and how gladly it is left out (0: never)."""

    icon: str
    title: str
    words: str
    spare: int = 0


def cut_minutes(plan: KitPlan) -> int:
    """Return the minutes of cutting and gluing: 12 s a cut, 40 s a circle, 3 s a corner, 3 min a glued sheet.

    Rounded up to five minutes.
    """
    seconds = 0
    for page in plan.pages:
        if page.side not in ("front", "fold", "part", "single"):
            continue
        fronts = [s for s in page.slots if s.side == "front"]
        circles = sum(s.round for s in fronts)
        corners = 4 * sum(bool(s.piece.component.corner) and not s.round for s in fronts)
        glued = page.side in ("fold", "part") or mounted(s.piece.component for s in page.slots)
        seconds += page.cuts * 12 + circles * 40 + corners * 3 + glued * 180
    return -(-seconds // 300) * 5


def work_steps(plan: KitPlan) -> list[Step]:
    """Return the steps this kit needs, the least important left out if there are more than eight."""
    steps = [*_printing(plan), *_making(plan)]
    while len(steps) > MOST:
        steps.remove(max(steps, key=lambda step: step.spare))
    return steps


def _numbers(plan: KitPlan, *sides: str) -> list[int]:
    return [p.number for p in plan.pages if p.slots and p.side in sides]


def _printing(plan: KitPlan) -> list[Step]:
    steps = []
    test = [p.number for p in plan.pages if p.role == "test"]
    if test:
        words = f"Pages {page_words(test)} on one sheet. Hold it to the light."
        steps.append(Step("light", "First the test", words))
    steps.append(Step("print-100", "Print at 100 %", "“Actual size”, not “fit to page”. Check the ruler."))
    backs, fronts = _numbers(plan, "back"), _numbers(plan, "front")
    if backs and plan.settings.duplex:
        edge = plan.settings.flip_edge
        words = f"{pages(sorted({*fronts, *backs}))} on both sides of the paper."
        steps.append(Step(f"duplex-{edge}", f"Flip on the {edge} edge", words))
    elif backs:
        words = f"{pages(fronts)}, then their backs: {page_words(backs)}."
        steps.append(Step("page-order", "Fronts, then backs", words))
    if folds := _numbers(plan, "fold"):
        words = f"{pages(folds)}: print one side, fold on the line, glue inside."
        steps.append(Step("fold", "Fold", words))
    if single := _numbers(plan, "single", "part"):
        words = f"{pages(single)}: fronts only, nothing behind."
        steps.append(Step("single-sided", "Print one side", words, 1))
    return steps


def _making(plan: KitPlan) -> list[Step]:
    work = [p for p in plan.pages if p.slots]
    components = [c for c in plan.kit.components if c.total]
    on_board = [c for c in components if mounted([c])]
    steps = []
    if parts := _numbers(plan, "part"):
        steps.append(Step("glue", "Glue", f"{pages(parts)}: close the diamonds."))
    elif on_board:
        steps.append(Step("glue", "Glue", "Thin and up to the rim. Press flat for an hour.", 5))
    if on_board:
        steps.append(Step("cardboard", "Mount on board", f"{_named(on_board)}, before you cut."))
    if any(p.cuts for p in work):
        steps.append(Step("cut", "Cut long lines first", _cutting(work)))
    if any(c.shape == "round" for c in components):
        words = "Scissors or punch. Turn the paper, not the hand."
        steps.append(Step("scissors", "Cut the rounds", words, 4))
    rounded = [c for c in components if c.corner and c.shape == "rect"]
    if rounded:
        words = f"Radius {_radii(rounded)} mm with a punch, or leave them square."
        steps.append(Step("round-corners", "Round the corners", words, 3))
    if any(c.kind == "decks" for c in components):
        words = "Thin paper? Sleeve every card with a playing card."
        steps.append(Step("sleeve", "Sleeve", words, 2))
    if len(steps) < 3:
        steps.append(Step("page-order", "Keep the order", "Stack sheets as printed: cards stay sorted.", 5))
    return steps


def _radii(components: Sequence[Component]) -> str:
    """Return the radii of the corners of most pieces, "2.5 or 3"; a single odd piece buys no punch."""
    total = sum(c.total for c in components)
    many = {c.corner for c in components if 10 * c.total >= total}
    return " or ".join(f"{corner:g}" for corner in sorted(many))


def _cutting(work: Sequence[PagePlan]) -> str:
    """Say how the first sheet with shared lines is cut."""
    for page in work:
        if page.role == "cards" and page.side in ("front", "single") and len(page.slots) > 1:
            down, across = map(len, cut_lines(page.slots))
            name = page.slots[0].piece.component.title
            return f"{name}: {down} cuts down, then {across} across each strip."
    return "From mark to mark, the longest cut first."


def _named(components: Sequence[Component]) -> str:
    """Return components as a list in words: by title, or by kind when they are many."""
    names = [c.title for c in components]
    if len(names) > 3:
        names = list(dict.fromkeys(c.kind.capitalize() for c in components))
    if len(names) == 1:
        return names[0]
    rest = [inside(name) for name in names[1:]]
    return ", ".join([names[0], *rest[:-1]]) + f" and {rest[-1]}"


# ---- words


def inside(title: str) -> str:
    """Return a title as it stands after the first word of a list: "player aids", but still "BIC badge"."""
    first = title.split(" ", 1)[0]
    return title if first[1:].upper() == first[1:] and len(first) > 1 else title[:1].lower() + title[1:]


def page_words(numbers: Sequence[int]) -> str:
    """Return page numbers as people say them: "21", "17, 18", "5 to 16, 21"."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    words = [f"{a}" if a == b else f"{a}, {b}" if b == a + 1 else f"{a} to {b}" for a, b in runs]
    return ", ".join(words)


def pages(numbers: Sequence[int]) -> str:
    """Return the numbers after the word that suits them: "Page 21", "Pages 5 to 16"."""
    return f"{'Page' if len(numbers) == 1 else 'Pages'} {page_words(numbers)}"


def paper_title(name: str) -> str:
    """Return a paper's name as people write it: A4, Letter, 200x280mm."""
    return name.upper() if len(name) == 2 else name.capitalize() if name.isalpha() else name
