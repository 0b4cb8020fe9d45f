"""The files of a build: which there are, what is on their pages, and how each is written."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.app.settings import BuildSettings
from cardgen.base.drawing import Page
from cardgen.base.errors import Problem, Problems
from cardgen.base.language import tr
from cardgen.base.names import as_one
from cardgen.base.units import MM_PER_INCH, Size
from cardgen.export.output import Output, Pdf, Png, TextOutput
from cardgen.sheets.paper import SAFE

if TYPE_CHECKING:
    from cardgen.app.ink import SheetInk
    from cardgen.app.wanted import Wanted
    from cardgen.base.drawing import Art, Drawing
    from cardgen.export.plates import Press
    from cardgen.faces.art.form import ArtForm
    from cardgen.faces.compose import Faces
    from cardgen.model import Card, Component, Kit
    from cardgen.sheets import KitPlan, SheetSettings

_FOR_LACK_OF_PAPER = {"too-large-for-paper", "paper-too-small", "fold-does-not-fit", "no-room-for-guide"}


@dataclass(frozen=True, slots=True)
class SheetPdf(Pdf):
    """A PDF of sheets, with the ink that they take."""

    ink: SheetInk | None = None

    @property
    def about(self) -> dict[str, Any]:
        """How many pages it has, and the ink of each if that was measured."""
        return {**super(SheetPdf, self).about, **(self.ink.about(self.pages) if self.ink else {})}

    @property
    def said(self) -> str:
        """How much ink the look saves."""
        if self.ink is None or self.ink.share is None:
            return ""
        return f"this look needs about {round(100 * self.ink.share)} % of the ink of the first one"

    @property
    def late(self) -> bool:
        """Whether its guide says how much ink it takes."""
        return self.ink is not None and self.ink.tells(self.pages)

    def arts(self) -> Iterator[Art]:
        for page in self.pages:
            yield from page.drawing.arts()
        if self.ink:
            yield from self.ink.arts()

    def begin(self, forms: Mapping[str, ArtForm]) -> None:
        """Begin to measure the ink."""
        if self.ink:
            self.ink.start(forms)

    def write(self, path: Path, press: Press) -> None:
        pages = self.ink.filled(self.pages) if self.ink else self.pages
        Pdf(self.name, self.title, pages, self.language, self.duplex).write(path, press)


def pictures(wanted: Wanted, faces: Faces, settings: BuildSettings, problems: Problems) -> list[Output]:
    """Return one PNG for each face; equal backs of a component are one file.

    Two that would be one file, where Foo and foo are one as well, are noted, and so is one of too many pixels.
    """
    folder = f"png{'-changed' if wanted.changes else ''}{settings.look_suffix}"
    files: dict[str, tuple[Png, Card]] = {}

    def picture(name: str, face: Drawing, card: Card) -> None:
        _, other = files.setdefault(as_one(name), (Png(name, face, settings.dpi), card))
        if other is not card:
            message = f"the pictures of the cards {other.id} and {card.id} would be one file, {name}"
            problems.add(message, card.where, hint="give one of them another id", code="one-file")

    for component in wanted.printed:
        backs: set[int] = set()
        for card in component.cards:
            picture(f"{folder}/{component.id}-{card.id}.png", faces.front(card), card)
            back = None if settings.fronts_only else faces.back(card)
            if back is not None and id(back) not in backs:
                backs.add(id(back))
                picture(f"{folder}/{component.id}-{card.id}-back.png", back, card)
        _check_pixels(component, settings.dpi, problems)
    return [file for file, _ in files.values()]


def _check_pixels(component: Component, dpi: int, problems: Problems) -> None:
    from cardgen.export.png import MAX_PIXELS

    size = component.size
    width, height = ((side + 2 * component.bleed) / MM_PER_INCH for side in (size.width, size.height))
    if width * height * dpi**2 > MAX_PIXELS:
        most = math.floor(math.sqrt(MAX_PIXELS / (width * height)))
        message = f"a picture of {component.title} at {dpi} dpi has more than {MAX_PIXELS / 1e6:g} megapixels"
        problems.add(message, component.where, hint=f"try --dpi {most}", code="too-many-pixels")


def documents(
    kit: Kit, wanted: Wanted, faces: Faces, settings: BuildSettings, problems: Problems
) -> list[Output]:
    """Return the PDFs and texts of a kit, laid out."""
    files: list[Output] = []
    if components := wanted.printed:
        files += _sheets(replace(kit, components=components), wanted, faces, settings, problems)
    if wanted.rules and not any(problem.code == "paper-too-small" for problem in problems):
        files += _rules(kit, faces, settings)
    return files


def _sheets(
    kit: Kit, wanted: Wanted, faces: Faces, settings: BuildSettings, problems: Problems
) -> Iterator[Output]:
    """Yield the PDF of a part; of the whole kit its PDF, and one for each kind of component or kinds that share sheets."""
    from cardgen.app.ink import SheetInk
    from cardgen.rulesheet import fallback_of
    from cardgen.sheets import component_pages, draw_sheets, plan_kit

    plan = plan_kit(kit, sheet_settings(wanted, settings), faces)
    problems.extend(_of_a_margin(kit, plan, settings) if plan.settings.inset else plan.problems)
    fallback = fallback_of(kit, problems)
    sheets = draw_sheets(plan, faces, fallback, problems)
    ink = SheetInk(plan, sheets, faces, fallback) if wanted.kit or wanted.changes else None
    end = f"{settings.paper_name}{settings.look_suffix}.pdf"
    duplex = settings.backs if settings.backs in ("long-edge", "short-edge") else None
    parts = {} if wanted.name else component_pages(plan, sheets)
    whole = [((wanted.name or "kit",), sheets)] if wanted.kit or wanted.name else []
    for names, pages in [*whole, *parts.items()]:
        name = "-".join(names)
        kinds = ", ".join(tr(kind) for kind in names)
        words = tr("print-and-play kit") if name == "kit" else tr("in part") if wanted.name else kinds
        title = f"{kit.title} {kit.version}, {words}"
        paper = (plan.sheets, plan.by_area) if name == "kit" else None
        file = f"{kit.slug}-{name}-{end}"
        yield SheetPdf(file, title, pages, kit.language, duplex, sheets=paper, ink=ink)


def sheet_settings(wanted: Wanted, settings: BuildSettings) -> SheetSettings:
    """Return how the sheets of a kit, of a part, or of what is different since an earlier print are laid out."""
    from cardgen.sheets import SheetSettings

    listed = wanted.changes is not None
    inset = settings.margin - SAFE
    return SheetSettings(
        paper=Size(settings.paper.width - 2 * inset, settings.paper.height - 2 * inset),
        paper_name=settings.paper_title,
        backs=settings.backs,
        offset=settings.offset,
        gutter=settings.gutter,
        guide=settings.guide and (wanted.kit or listed),
        test=settings.guide and settings.test and wanted.kit and not listed,
        swaps=wanted.changes.swaps if wanted.changes else None,
        inset=inset,
        printer=settings.printer,
    )


def _of_a_margin(kit: Kit, plan: KitPlan, settings: BuildSettings) -> Iterator[Problem]:
    """Yield the problems of a plan whose printer leaves more free than sheets do, and what that costs."""
    from cardgen.sheets import plan_kit

    whose = f"the printer {settings.printer}" if settings.printer else "--margin"
    free = f"{whose} leaves {settings.margin:g} mm free on each edge, sheets need {SAFE:g} mm"
    for problem in plan.problems:
        of_paper = problem.code in _FOR_LACK_OF_PAPER
        yield replace(problem, hint=f"{free}; {problem.hint}") if of_paper else problem
    without = plan_kit(kit, replace(plan.settings, paper=settings.paper, inset=0.0))
    if plan.sheets > without.sheets and not any(p.level == "error" for p in plan.problems):
        yield Problem(
            f"a margin of {settings.margin:g} mm costs paper: {plan.sheets} sheets instead of {without.sheets}",
            kit.where,
            hint=f"{free}; the comb on the duplex test shows what a printer really leaves free",
            level="warning",
            code="margin",
        )


def _rules(kit: Kit, faces: Faces, settings: BuildSettings) -> list[Output]:
    from cardgen.rulesheet import load_rules, rule_html, rule_markdown, rule_pages

    sheet = load_rules(kit, faces.options, numbers=settings.numbers)
    look = f"{'-numbers' if settings.numbers else ''}{settings.look_suffix}"
    paper = "" if settings.paper_name == "a4" else f"-{settings.paper_name}"
    pages = [Page(drawing) for drawing in rule_pages(sheet, faces, settings.paper)]
    title = f"{kit.title} {kit.version}, {tr('rules')}"
    return [
        Pdf(f"{kit.slug}-rules{paper}{look}.pdf", title, pages, kit.language),
        TextOutput(f"{kit.slug}-rules{look}.html", rule_html(sheet.on("web"), faces)),
        TextOutput(f"{kit.slug}-rules{look}.md", rule_markdown(sheet.on("text"))),
    ]
