"""The rules as something to print and fold: booklet, zine, large print. Written whole or not at all.

These files stand beside those of a build and are no part of one: `kit.json` does not list them, and a build leaves
them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.app.build import BuildResult, art_queue, chosen_options, faces_of, load_checked, print_files
from cardgen.app.manifest import publish, staging
from cardgen.app.settings import BuildSettings
from cardgen.base.drawing import Page
from cardgen.base.errors import CardgenError, Problem, Problems
from cardgen.base.language import speaking, tr

if TYPE_CHECKING:
    from cardgen.app.progress import Say
    from cardgen.export.output import Output
    from cardgen.faces.compose import Faces
    from cardgen.model import Kit

PAPERS: Mapping[str, tuple[str, ...]] = {
    "booklet": ("a4", "letter"),
    "zine": ("a4", "letter", "a3", "tabloid"),
    "large-print": ("a4", "letter"),
    "first-game": ("a4", "letter"),
}
"""What the rules can be printed as, and on which paper."""
_PAGES = {"a4": "a5", "letter": "half-letter"}


def print_rules(folder: Path, form: str, settings: BuildSettings, say: Say) -> BuildResult:
    """Write the rules of a kit as a booklet, a zine or in large print into `settings.out/<slug>`.

    Raises CardgenError with every problem; then, and after Ctrl-C, the old files are untouched.
    """
    slug = folder.resolve().name
    target = settings.out / slug
    with art_queue(settings, say) as arts, staging(target) as stage:
        say(f"{slug}: reading")
        kit, problems = load_checked(folder, language=settings.language)
        if kit.rules is None and form != "first-game":
            message = f"{kit.slug} has no rule sheet"
            hint = "name it in game.yaml: rules: rules.md.j2"
            raise CardgenError([Problem(message, kit.where, hint=hint, code="no-rules")])
        settings = settings.for_looks(kit.first_look)
        faces = faces_of(kit, settings.look, chosen_options(kit, settings.options), problems)
        say(f"{slug}: laying out pages")
        with speaking(kit.language):
            files = _files(kit, form, faces, settings, problems)
        print_files(files, faces, arts, stage, problems, say, slug)
        publish(stage, target)
        faces.save()
    return BuildResult(slug, target, tuple(file.name for file in files), False, problems.warnings)


def _files(kit: Kit, form: str, faces: Faces, settings: BuildSettings, problems: Problems) -> list[Output]:
    from cardgen.export.output import Pdf
    from cardgen.rulesheet import booklet_pages, fallback_of, large_print_pages, load_rules, zine_pages
    from cardgen.sheets.folding import booklet_size, draw_saddle, draw_zine
    from cardgen.sheets.marks.pen import Lettering

    if form == "first-game":
        return _first_game(kit, faces, settings, problems)
    sheet = load_rules(kit, faces.options, numbers=settings.numbers)
    fonts = kit.root / "fonts"
    lettering = Lettering(
        fallback_of(kit, Problems()), fonts.resolve() if fonts.is_dir() else None, kit.language
    )
    paper, end = settings.paper, f"{'-numbers' if settings.numbers else ''}{settings.look_suffix}.pdf"
    title = f"{kit.title} {kit.version}, {tr('rules')}"
    name = f"{kit.slug}-{form}"
    if form == "large-print":
        pages = [Page(drawing) for drawing in large_print_pages(sheet.on("large-print"), faces, paper)]
        return [
            Pdf(
                f"{name}-{settings.paper_name}{end}",
                tr("{title} in large print", title=title),
                pages,
                kit.language,
            )
        ]
    if form == "zine":
        small = zine_pages(sheet.on("zine"), faces, paper)
        folded = [draw_zine(small, paper, kit.title, kit.accent, lettering)]
        return [
            Pdf(
                f"{name}-{settings.paper_name}{end}",
                tr("{title} as a zine", title=title),
                folded,
                kit.language,
            )
        ]
    pages = booklet_pages(sheet.on("booklet"), faces, booklet_size(paper))
    sheets = draw_saddle(
        [page.drawing for page in pages], paper, f"{kit.title}, {tr('rules')}", kit.accent, lettering
    )
    name = f"{name}-{_PAGES[settings.paper_name]}"
    to_fold = tr("{title}, to be printed on both sides and folded", title=title)
    return [
        Pdf(f"{name}{end}", title, pages, kit.language),
        Pdf(f"{name}-imposed{end}", to_fold, sheets, kit.language, "short-edge"),
    ]


def _first_game(kit: Kit, faces: Faces, settings: BuildSettings, problems: Problems) -> list[Output]:
    """Return the leaf of a first game, to be folded, from the first lesson of the kit."""
    from cardgen.app.first_game import first_game
    from cardgen.app.play import lesson_of
    from cardgen.export.output import Pdf
    from cardgen.rulesheet import fallback_of
    from cardgen.rulesheet.first_game import first_game_pages
    from cardgen.sheets.folding import booklet_size, draw_saddle
    from cardgen.sheets.marks.pen import Lettering

    game = first_game(kit, lesson_of(kit, kit.root.parent))
    pages = first_game_pages(kit, faces, booklet_size(settings.paper), game, problems)
    lettering = Lettering(fallback_of(kit, Problems()), kit.fonts, kit.language)
    sheets = draw_saddle(pages, settings.paper, game.title, kit.accent, lettering)
    name = f"{kit.slug}-first-game-{settings.paper_name}{settings.look_suffix}.pdf"
    return [Pdf(name, game.title, sheets, kit.language, "short-edge")]
