"""Batches → sheets of paper: chooses the layout of each batch and fills its pages."""

from __future__ import annotations

from dataclasses import replace

from cardgen.base.errors import Problems
from cardgen.model import Component
from cardgen.sheets.backs import flip
from cardgen.sheets.batches import Batch
from cardgen.sheets.fold import fold_grid, fold_page
from cardgen.sheets.grid import Grid, best_grid, cut_lines, fill, marks_with_bleed, marks_without_bleed
from cardgen.sheets.guides import Fold, Guide
from cardgen.sheets.leaves import Leaf, leaf, one_page, title_of, titles_of
from cardgen.sheets.paper import Box, Sheet
from cardgen.sheets.plan import Piece, Side
from cardgen.sheets.rounds import Column, pack
from cardgen.sheets.splits import Measure, Split, kindest, part_page, split
from cardgen.sheets.wishes import SheetSettings

_CALLED = {"tiles": "tiles", "decks": "cards"}
_HALF_GUTTER = 4.0  # tokens beside a fold keep this far from it


def impose(
    batch: Batch, settings: SheetSettings, problems: Problems, measure: Measure | None = None
) -> list[Leaf]:
    """Return the sheets of a batch; what cannot be placed is noted in `problems`."""
    if batch.tokens:
        return _tokens(batch, settings, problems)
    folding = batch.two_sided and settings.backs == "fold"
    if folding and (folded := _folded(batch, settings)):
        return folded
    grid = best_grid(batch.first.size, batch.first.bleed, settings.gutter, settings.paper, batch.total)
    if grid is None:
        return _boards(batch, settings, problems, measure)
    if folding:
        problems.add(
            f"{batch.first.title} ({batch.first.size}) does not fit beside its back on {settings.paper_name}, "
            "the backs come on pages of their own",
            batch.first.where,
            hint="glue front and back sheets together, or choose a larger paper",
            level="warning",
            code="fold-does-not-fit",
        )
    return _cards(batch, grid, settings)


def _cards(batch: Batch, grid: Grid, settings: SheetSettings) -> list[Leaf]:
    pieces = batch.pieces
    bare = not batch.first.bleed and not grid.gutter
    leaves = []
    for start in range(0, len(pieces), grid.capacity):
        slots = fill(grid, pieces[start : start + grid.capacity])
        marks: tuple[Guide, ...] = ()
        if settings.marks and bare:
            marks = marks_without_bleed(grid, slots, _CALLED.get(batch.first.kind, "pieces"))
        elif settings.marks:
            marks = marks_with_bleed(grid, slots)
        cuts = sum(map(len, cut_lines(slots)))
        title = title_of(pieces, start, len(slots))
        leaves.append(
            leaf("cards", grid.sheet, slots, marks, title, cuts, settings, two_sided=batch.two_sided)
        )
    return leaves


def _folded(batch: Batch, settings: SheetSettings) -> list[Leaf] | None:
    pieces = batch.pieces
    grid = fold_grid(batch.first.size, batch.first.bleed, settings.paper, len(pieces))
    if grid is None:
        return None
    leaves = []
    for start in range(0, len(pieces), grid.capacity):
        some = pieces[start : start + grid.capacity]
        slots, marks, cuts = fold_page(grid, some)
        title = title_of(pieces, start, len(some))
        leaves.append(one_page("cards", "fold", grid.sheet, slots, marks, title, cuts, settings))
    return leaves


# ---- tokens


def _tokens(batch: Batch, settings: SheetSettings, problems: Problems) -> list[Leaf]:
    sheet = Sheet.portrait(settings.paper)
    column = Column(sheet.field, sheet.left, sheet.right)
    leaves: list[Leaf] = []
    fitting: list[Component] = []
    for component in batch.components:
        if pack([Piece(component, component.cards[0], 1)], column) is not None:
            fitting.append(component)
        elif component.shape == "round":
            _too_large(component, settings, problems)
        else:  # too large to be packed: printed as a board, whole or in parts
            board = replace(component, kind="boards")
            leaves += impose(Batch((board,), batch.two_sided), settings, problems)
    if not fitting:
        return leaves
    pieces = list(Batch(tuple(fitting), batch.two_sided).pieces)
    if batch.two_sided and settings.backs == "fold" and (folded := _folded_tokens(pieces, sheet, settings)):
        return folded + leaves
    for slots, marks, cuts in pack(pieces, column) or []:
        leaves.append(
            leaf("tokens", sheet, slots, marks, titles_of(slots), cuts, settings, two_sided=batch.two_sided)
        )
    return leaves


def _folded_tokens(pieces: list[Piece], sheet: Sheet, settings: SheetSettings) -> list[Leaf] | None:
    """Return tokens on the left half of the page and their backs mirrored about the fold on the right."""
    field = sheet.field
    edge = sheet.axis - _HALF_GUTTER
    half = Box(field.x, field.y, edge - field.x, field.height - 8)
    pages = pack(pieces, Column(half, sheet.left, edge))
    if pages is None:
        return None
    leaves = []
    for slots, marks, cuts in pages:
        backs = tuple(flip(s, sheet, "vertical") for s in slots if s.piece.has_back)
        top, bottom = min(s.art.y for s in slots), max(s.art.bottom for s in slots)
        fold = Fold(Box(sheet.axis - 3, top, 6, bottom - top), 3.5)
        title = titles_of(slots)
        leaves.append(
            one_page("tokens", "fold", sheet, (*slots, *backs), (*marks, fold), title, cuts, settings)
        )
    return leaves


# ---- boards that need several pages


def _boards(batch: Batch, settings: SheetSettings, problems: Problems, measure: Measure | None) -> list[Leaf]:
    """Return every part of every board, its fronts before its backs; both are glued on one board."""
    cuts = split(batch.first.size, batch.first.bleed, settings.paper)
    if cuts is None:
        for component in batch.components:
            _too_large(component, settings, problems)
        return []
    leaves: list[Leaf] = []
    for piece in batch.pieces:
        sides: tuple[Side, ...] = ("front", "back") if batch.two_sided and piece.has_back else ("front",)
        for side in sides:
            here = kindest(cuts, piece, side, measure) if measure else cuts
            name = piece.component.title if piece.card.name == piece.card.id else piece.card.name
            title = f"{name}, {piece.component.size.width:g} × {piece.component.size.height:g}"
            if len(sides) > 1:
                title += f", {side}"
            leaves += _parts(here, piece, side, title, settings)
    return leaves


def _parts(cuts: Split, piece: Piece, side: Side, title: str, settings: SheetSettings) -> list[Leaf]:
    columns = len(cuts.columns) - 1
    leaves = []
    for number in range(cuts.parts):
        row, column = divmod(number, columns)
        slot, guides, lines = part_page(cuts, piece, side, column, row)
        part = (number + 1, cuts.parts)
        leaves.append(
            one_page("board", "part", cuts.sheet, (slot,), guides, title, lines, settings, part=part)
        )
    return leaves


def _too_large(component: Component, settings: SheetSettings, problems: Problems) -> None:
    room = Sheet.portrait(settings.paper).printable
    problems.add(
        f"{component.title} is {component.size}, {settings.paper_name} has room for "
        f"{room.width:g} × {room.height:g} mm",
        component.where,
        trail=(component.kind, component.id, "size"),
        hint="choose a smaller size or a larger paper",
        code="too-large-for-paper",
    )
