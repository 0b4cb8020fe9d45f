"""The files of a build: which there are, what is on their pages, and how each is written."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardgen.app.settings import BuildSettings
from cardgen.base.drawing import Page
from cardgen.base.errors import Problems
from cardgen.base.tongue import tr
from cardgen.base.units import MM_PER_INCH
from cardgen.export.output import Output, Pdf, Png, Words

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.faces.compose import Faces
    from cardgen.model import Card, Component, Kit

Options: TypeAlias = Mapping[str, str | int | bool]


class Wanted(NamedTuple):
    """What `--only` leaves of a kit."""

    components: tuple[Component, ...]
    kit: bool
    rules: bool


def pictures(wanted: Wanted, faces: Faces, settings: BuildSettings, problems: Problems) -> list[Output]:
    """Return one PNG for each face; equal backs of a component are one file.

    Two that would be one file, where Foo and foo are one as well, are noted, and so is one of too many pixels.
    """
    folder = f"png{settings.look_suffix}"
    files: dict[str, tuple[Png, Card]] = {}

    def picture(name: str, face: Drawing, card: Card) -> None:
        _, other = files.setdefault(_as_a_file(name), (Png(name, face, settings.dpi), card))
        if other is not card:
            message = f"the pictures of the cards {other.id} and {card.id} would be one file, {name}"
            problems.add(message, card.where, hint="give one of them another id", code="one-file")

    for component in wanted.components:
        backs: set[int] = set()
        for card in component.cards:
            picture(f"{folder}/{component.id}-{card.id}.png", faces.front(card), card)
            back = faces.back(card)
            if back is not None and id(back) not in backs:
                backs.add(id(back))
                picture(f"{folder}/{component.id}-{card.id}-back.png", back, card)
        _check_pixels(component, settings.dpi, problems)
    return [file for file, _ in files.values()]


def _as_a_file(name: str) -> str:
    """Return what is equal for names that some disks take for one."""
    return unicodedata.normalize("NFC", name).casefold()


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
    if wanted.components:
        files += _sheets(replace(kit, components=wanted.components), wanted.kit, faces, settings, problems)
    if wanted.rules:
        files += _rules(kit, faces, settings)
    return files


def _sheets(
    kit: Kit, whole: bool, faces: Faces, settings: BuildSettings, problems: Problems
) -> Iterator[Output]:
    """Yield the kit's PDF when it is `whole`, and one PDF for each kind of component."""
    from cardgen.rulesheet import fallback_of
    from cardgen.sheets import SheetSettings, component_pages, draw_sheets, plan_kit

    plan = plan_kit(
        kit,
        SheetSettings(
            paper=settings.paper,
            paper_name=settings.paper_title,
            backs=settings.backs,
            offset=settings.offset,
            gutter=settings.gutter,
            guide=whole,
            test=whole,
        ),
        faces,
    )
    problems.extend(plan.problems)
    sheets = draw_sheets(plan, faces, fallback_of(kit, problems), problems)
    end = f"{settings.paper_name}{settings.look_suffix}.pdf"
    duplex = settings.backs if settings.backs in ("long-edge", "short-edge") else None
    parts = component_pages(plan, sheets)
    for name, pages in [("kit", sheets)] * whole + list(parts.items()):
        title = f"{kit.title} {kit.version}, {tr('print-and-play kit') if name == 'kit' else tr(name)}"
        yield Pdf(f"{kit.slug}-{name}-{end}", title, pages, kit.language, duplex)


def _rules(kit: Kit, faces: Faces, settings: BuildSettings) -> list[Output]:
    """Return the rule sheet as PDF, HTML and Markdown."""
    from cardgen.rulesheet import load_rules, rule_html, rule_markdown, rule_pages

    sheet = load_rules(kit, faces.options, numbers=settings.numbers)
    look = f"{'-numbers' if settings.numbers else ''}{settings.look_suffix}"
    paper = "" if settings.paper_name == "a4" else f"-{settings.paper_name}"
    pages = [Page(drawing) for drawing in rule_pages(sheet, faces, settings.paper)]
    title = f"{kit.title} {kit.version}, {tr('rules')}"
    return [
        Pdf(f"{kit.slug}-rules{paper}{look}.pdf", title, pages, kit.language),
        Words(f"{kit.slug}-rules{look}.html", rule_html(sheet.on("web"), faces)),
        Words(f"{kit.slug}-rules{look}.md", rule_markdown(sheet.on("text"))),
    ]
