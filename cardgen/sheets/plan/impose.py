"""A whole kit as pages in printing order: which components share pages, which layout they get, what cannot be placed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Literal, NamedTuple

from cardgen.base.errors import Problems
from cardgen.base.language import figure, tr
from cardgen.base.units import Size
from cardgen.model import Component, Kind, Kit
from cardgen.model.flattened import flattened_out
from cardgen.model.made_of import Sides
from cardgen.sheets.guide.work import step_rows
from cardgen.sheets.paper import SMALLEST, Furniture, PageRoom, Sheet, SheetSettings
from cardgen.sheets.plan.backs import Leaf, leaf
from cardgen.sheets.plan.given import given_pages, tests_of
from cardgen.sheets.plan.grid import plain_pages, usual_rooms
from cardgen.sheets.plan.gutterfold import folded, folded_cards, folded_tokens, half_of
from cardgen.sheets.plan.mounting import APART, apart, rooms, wrapped
from cardgen.sheets.plan.packing import pack
from cardgen.sheets.plan.pageplan import FaceSource, KitPlan, PagePlan, Piece, Side, pieces_of
from cardgen.sheets.plan.shaped import MANY_SIZES, WORTH, hexagon_pages, is_nested, is_packed, nested_pages
from cardgen.sheets.plan.sharing import FrontsPage, share
from cardgen.sheets.plan.splits import Split, kindest, part_pages, split, words_crossed

_ALONE: Mapping[Kind, str] = {"standees": "standees", "dice": "dice", "dials": "discs", "spinners": "discs"}
"""What is made in a way of its own has pages of its own."""
GUIDE_PAPER = Size(200, 265)  # the guide and the duplex test need this much


def plan_kit(kit: Kit, settings: SheetSettings | None = None, faces: FaceSource | None = None) -> KitPlan:
    """Return the pages of a kit with everything decided but nothing drawn.

    With `faces` a board that needs several pages is split where the fewest words are cut; without, it
    is split evenly. What cannot be placed is in `problems`, and everything else is still planned.
    """
    settings = settings or SheetSettings()
    problems = Problems()
    paper = Sheet.portrait(settings.paper)
    pages: list[PagePlan] = []
    if paper.width >= SMALLEST.width and paper.height >= SMALLEST.height:
        found = batches(flattened_out(kit.components), settings)
        laid = [impose(batch, settings, problems, faces) for batch in found]
        if settings.backs == "fold":
            once = plan_kit(kit, replace(settings, backs="none"))
            _unfold(found, laid, 2 * once.sheets - settings.guide, settings, problems)
        leaves = _leaves(share(chain(*laid), settings.gutter), settings)
        pages = _ordered(kit, leaves, settings, paper, problems)
        first = KitPlan(kit, settings, _numbered(pages))
        if any(page.role == "guide" and not step_rows(first, paper) for page in pages):
            pages = _ordered(kit, leaves, settings, paper, problems, steps=True)
    else:
        problems.add(
            f"paper {settings.paper_name} is {settings.paper}, sheets need at least {SMALLEST}",
            kit.where,
            hint="choose a4, letter, a3 or tabloid",
            code="paper-too-small",
        )
    return KitPlan(kit, settings, _numbered(pages), tuple(problems))


def _numbered(pages: Sequence[PagePlan]) -> tuple[PagePlan, ...]:
    return tuple(page._replace(number=number) for number, page in enumerate(pages, 1))


def _leaves(laid: Sequence[FrontsPage], settings: SheetSettings) -> list[Leaf]:
    """Return the sheets of paper; backs that are glued on come last, so that no printer turns them by mistake."""
    leaves: list[Leaf] = []
    glued: list[Leaf] = []
    for page, two_sided in laid:
        if page.way in APART:
            front, back = apart(page, settings)
            leaves.append((front,))
            glued.append((back,))
        else:
            leaves.append(leaf(page, settings, two_sided))
    return leaves + glued


def _ordered(
    kit: Kit,
    leaves: list[Leaf],
    settings: SheetSettings,
    paper: Sheet,
    problems: Problems,
    steps: bool = False,
) -> list[PagePlan]:
    """Return the pages with the sheet of paper each is on; with duplex every front has an odd number.

    The guide comes first, but last where the printer turns the sheets: nothing must lie behind it there. Its `steps` may
    have a page of their own.
    """
    backed = [pages for pages in leaves if len(pages) > 1]
    both_sides = settings.duplex and bool(backed)
    roomy = paper.width >= GUIDE_PAPER.width and paper.height >= GUIDE_PAPER.height
    if settings.guide and leaves and not roomy:
        problems.add(
            f"{settings.paper_name} is too small for the print guide and the duplex test, they are left out",
            kit.where,
            hint=f"they need at least {GUIDE_PAPER}",
            level="warning",
            code="no-room-for-guide",
        )
    sheets: list[Leaf] = []
    guide: list[Leaf] = []
    if settings.guide or settings.test:
        guide += [
            (page,) for page in tests_of(page.stock for leaf_ in leaves for page in leaf_ if page.stock)
        ]
    if settings.guide and leaves and roomy:
        guide.append((PagePlan("guide", "single", paper, tr("read this page first")),))
        if steps:
            guide.append((PagePlan("guide", "single", paper, tr("step by step")),))
    if not both_sides:
        sheets += guide
    if settings.test and both_sides and roomy:
        sheets.append(leaf(PagePlan("test", "single", paper, tr("Duplex test")), settings, two_sided=True))
    first = len(sheets) + 1
    sheets += backed if settings.duplex else [pages[:1] for pages in backed]
    ordered = [page._replace(sheet_no=number) for number, pages in enumerate(sheets, 1) for page in pages]
    if not settings.duplex:
        ordered += [back._replace(sheet_no=number) for number, (_, back) in enumerate(backed, first)]
    last = guide if both_sides else []
    single = (page for page, *behind in [*leaves, *last] if not behind)
    return ordered + [page._replace(sheet_no=number) for number, page in enumerate(single, len(sheets) + 1)]


def _unfold(
    found: Sequence[Batch],
    laid: list[list[FrontsPage]],
    most: int,
    settings: SheetSettings,
    problems: Problems,
) -> None:
    """Lay what wastes most by folding on pages of its own, until the kit has no more than `most` pages.

    They are those of two prints on one side, all fronts and then whatever may lie behind them.
    """
    flat = [
        impose(batch, replace(settings, backs="separate"), Problems())
        if any(one.page.side == "fold" and not one.page.way for one in pages)
        else pages
        for batch, pages in zip(found, laid, strict=True)
    ]
    spared = {i: gain for i in range(len(laid)) if (gain := _pages(laid[i]) - _pages(flat[i])) > 0}
    while spared and (over := _pages(share(chain(*laid), settings.gutter)) - most) > 0:
        # the least that is enough, else the most
        i = min(spared, key=lambda i: (spared[i] < over, spared[i] if spared[i] >= over else -spared[i]))
        del spared[i]
        component = found[i].first
        problems.add(
            f"{component.title}: folded it takes {_pages(laid[i])} sheets, its fronts and backs on pages of "
            f"their own {_pages(flat[i])}, so that is how they come",
            component.where,
            hint="glue front and back sheets together, or choose a larger paper",
            level="warning",
            code="fold-takes-more",
        )
        laid[i] = flat[i]


def _pages(laid: Sequence[FrontsPage]) -> int:
    return sum(1 + (one.two_sided or one.page.way in APART) for one in laid)


class Batch(NamedTuple):
    """Components that share pages; tokens of several sizes are one batch.

    `way` says how a board comes between front and back, "" for none.
    """

    components: tuple[Component, ...]
    two_sided: bool
    way: Sides | Literal[""] = ""

    @property
    def first(self) -> Component:
        """The component that stands for all when it comes to size."""
        return self.components[0]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return pieces_of(self.components)


def batches(components: Sequence[Component], settings: SheetSettings) -> list[Batch]:
    """Return the components grouped into batches: those with backs first, else in the order of the kit.

    Alike in size (they may lie the other way), bleed and stock, and all with backs or all without.
    """
    groups: dict[tuple[object, ...], list[Component]] = {}
    for component in components:
        if not component.total:
            continue
        backed = settings.backs != "none"
        two_sided = backed and component.sides == "duplex"
        way = component.sides if backed and component.sides not in ("duplex", "front") else ""
        sides = sorted((component.size.width, component.size.height))
        alike: tuple[object, ...] = (*sides, component.bleed)
        if component.given:
            groups.setdefault((not two_sided, way, component.given), []).append(component)
            continue
        if component.shape == "hex":
            alike = (*alike, "hex", component.layout)
        if is_packed(component):
            alike = (_ALONE.get(component.kind, "tokens"),)
        elif way:  # a neighbour's back would show at a shared edge, because glued sheets meet less exactly
            alike = (*alike, component.id)
        key = (not two_sided, way, component.paper, component.made.board, *alike)
        groups.setdefault(key, []).append(component)
    ordered = sorted(groups.items(), key=lambda entry: bool(entry[0][0]))
    return [Batch(tuple(group), not key[0], group[0].sides if key[1] else "") for key, group in ordered]


def impose(
    batch: Batch, settings: SheetSettings, problems: Problems, faces: FaceSource | None = None
) -> list[FrontsPage]:
    """Return the pages of a batch; what cannot be placed is noted in `problems`."""
    if stock := batch.first.given:
        return [
            FrontsPage(page._replace(way=batch.way), batch.two_sided)
            for page in given_pages(batch.pieces, stock)
        ]
    if batch.way == "wrap":
        if pages := wrapped(batch.pieces, settings):
            return [FrontsPage(page, False) for page in pages]
        if batch.first.made.sides == "wrap":
            problems.add(
                f"{batch.first.title} ({batch.first.size}) does not fit above its back on {settings.paper_name}, "
                "fronts and backs come on sheets of their own with targets for pins",
                batch.first.where,
                hint="write sides: pins, or choose a larger paper",
                level="warning",
                code="wrap-does-not-fit",
            )
        batch = batch._replace(way="pins")
    if is_nested(batch.components):
        return _nested(batch, settings, problems)
    if batch.first.shape == "hex":
        return _hexagons(batch, settings, problems)
    if is_packed(batch.first):
        return _tokens(batch, settings, problems)
    if batch.way:
        way = batch.way
        pages = plain_pages(batch.pieces, settings, lambda sheet: rooms(sheet, way))
        if pages is None and batch.first.stays:
            return _boards(batch, settings, problems, faces)
        return [FrontsPage(page._replace(way=way), False) for page in pages or []]
    folding = batch.two_sided and settings.backs == "fold"
    if folding and (folded := folded_cards(batch.pieces, settings.paper)):
        return [FrontsPage(page, False) for page in folded]
    pages = plain_pages(batch.pieces, settings)
    if pages is None:
        return _boards(batch, settings, problems, faces)
    if folding:
        problems.add(
            f"{batch.first.title} ({batch.first.size}) does not fit beside its back on {settings.paper_name}, "
            "the backs come on pages of their own",
            batch.first.where,
            hint="glue front and back sheets together, or choose a larger paper",
            level="warning",
            code="fold-does-not-fit",
        )
    return [FrontsPage(page, batch.two_sided) for page in pages]


def _tokens(batch: Batch, settings: SheetSettings, problems: Problems) -> list[FrontsPage]:
    sheet = Sheet.portrait(settings.paper)
    room = rooms(sheet, batch.way) if batch.way else (sheet.room("bands"), sheet.room("sides"))
    laid: list[FrontsPage] = []
    fitting: list[Component] = []
    for component in batch.components:
        if pack([Piece(component, component.cards[0], 1)], sheet, room[0]) is not None:
            fitting.append(component)
        elif component.shape == "round":
            _too_large(component, settings, problems)
        else:  # too large to be packed: printed as a board, whole or in parts
            board = replace(component, kind="boards")
            laid += impose(batch._replace(components=(board,)), settings, problems)
    if not fitting:
        return laid
    pieces = Batch(tuple(fitting), batch.two_sided).pieces
    if batch.two_sided and settings.backs == "fold" and (folded := folded_tokens(pieces, sheet)):
        return [FrontsPage(page, False) for page in folded] + laid
    fewest = min((pack(pieces, sheet, one) or [] for one in room), key=len)
    if len({c.size for c in fitting}) >= MANY_SIZES:
        nested, rest = nested_pages(pieces, sheet, room)
        if not rest and len(nested) + WORTH <= len(fewest):
            fewest = nested
    return laid + [FrontsPage(page._replace(way=batch.way), batch.two_sided) for page in fewest]


def _hexagons(batch: Batch, settings: SheetSettings, problems: Problems) -> list[FrontsPage]:
    sheet, rooms_ = _rooms_for(batch, settings)
    pages = hexagon_pages(batch.pieces, sheet, rooms_, settings)
    if pages is None:
        for component in batch.components:
            _too_large(component, settings, problems)
    return _finished(pages or [], batch, sheet, settings)


def _nested(batch: Batch, settings: SheetSettings, problems: Problems) -> list[FrontsPage]:
    sheet, rooms_ = _rooms_for(batch, settings)
    pages, rest = nested_pages(batch.pieces, sheet, rooms_)
    for component in batch.components:
        if any(piece.component is component for piece in rest):
            _too_large(component, settings, problems)
    return _finished(pages, batch, sheet, settings)


def _rooms_for(batch: Batch, settings: SheetSettings) -> tuple[Sheet, Sequence[PageRoom]]:
    """Return the sheet, and what pieces may take of it; the left half where their backs lie beside a fold."""
    sheet = Sheet.portrait(settings.paper)
    if batch.way:
        return sheet, rooms(sheet, batch.way)
    if batch.two_sided and settings.backs == "fold":
        return sheet, (PageRoom(half_of(sheet)),)
    return sheet, usual_rooms(sheet)


def _finished(
    pages: Sequence[PagePlan], batch: Batch, sheet: Sheet, settings: SheetSettings
) -> list[FrontsPage]:
    """Return pages with what their backs ask for."""
    if batch.two_sided and settings.backs == "fold":
        return [FrontsPage(folded(page, sheet), False) for page in pages]
    return [FrontsPage(page._replace(way=batch.way), batch.two_sided) for page in pages]


def _boards(
    batch: Batch, settings: SheetSettings, problems: Problems, faces: FaceSource | None
) -> list[FrontsPage]:
    """Return every part of every board, its fronts before its backs; both are glued on one board."""
    laid: list[FrontsPage] = []
    for piece in batch.pieces:
        cuts = split(piece.component.size, settings.paper, piece.component.bleed)
        if cuts is None:
            continue
        sides: tuple[Side, ...] = (
            ("front", "back") if (batch.two_sided or batch.way) and piece.has_back else ("front",)
        )
        for side in sides:
            here = kindest(cuts, words_crossed(piece, side, faces)) if faces else cuts
            name = piece.component.title if piece.card.name == piece.card.id else piece.card.name
            title = f"{name}, {figure(piece.component.size.width)} × {figure(piece.component.size.height)}"
            if len(sides) > 1:
                title += f", {tr(side)}"
            laid += [FrontsPage(page, False) for page in _parts(here, piece, side, title)]
    for component in batch.components:
        if split(component.size, settings.paper, component.bleed) is None:
            _too_large(component, settings, problems)
    return laid


def _parts(cuts: Split, piece: Piece, side: Side, title: str) -> list[PagePlan]:
    furniture: Furniture = "sides" if cuts.stack > 1 else "bands"
    return [
        PagePlan(
            *("board", "part", cuts.sheet, title, slots, marks),
            cuts=4 * len(slots),
            part=(first, cuts.parts),
            furniture=furniture,
        )
        for first, slots, marks in part_pages(cuts, piece, side)
    ]


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
