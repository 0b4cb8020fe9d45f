"""Which work a kit takes, in the order it is done, how long it takes, and the words for it.

The guide shows eight steps, twelve where that many are needed, and more on a page of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.language import figure, noted, root_of, spoken, tr, trn
from cardgen.model import Component, Kind
from cardgen.sheets.furniture import HEAD
from cardgen.sheets.paper import Sheet
from cardgen.sheets.plan.grid import cut_lines
from cardgen.sheets.plan.pageplan import KitPlan, PagePlan, mounted

COLUMNS, MOST = 4, 8
STEP = 22.6  # height of a row of steps
HERO_TOP = 43.0
HERO = (63.0, 40.0)  # height of the hero panel, and the least it may shrink to
ROW = (13.4, 6.4)  # height of a row of the table, and the least
_ROOMY = (
    46.0,
    9.0,
)  # the hero panel and a row of the table, where steps that can be spared have room as well
KINDS = (
    *(noted("decks"), noted("tiles"), noted("tokens"), noted("boards"), noted("mats"), noted("aids")),
    *(noted("Decks"), noted("Tiles"), noted("Tokens"), noted("Boards"), noted("Mats"), noted("Aids")),
    *(noted("standees"), noted("dice"), noted("dials"), noted("spinners"), noted("punchboards")),
    *(noted("Standees"), noted("Dice"), noted("Dials"), noted("Spinners"), noted("Punchboards")),
)
"""Kinds of components as the guide calls them."""


class Step(NamedTuple):
    """One step: pictogram, title, a sentence or two, and how gladly it is left out (0: never)."""

    icon: str
    title: str
    words: str
    spare: int = 0


def cut_minutes(plan: KitPlan) -> int:
    """Return the minutes of cutting and gluing: 12 s a cut, 40 s a circle or another outline, 3 s a corner or a given cell, 3 min a glued sheet.

    Rounded up to five minutes.
    """
    seconds = 0
    for page in plan.pages:
        if page.side not in ("front", "fold", "part", "single"):
            continue
        fronts = [s for s in page.slots if s.side == "front"]
        if page.stock:
            seconds += page.cuts * 12 + len(page.slots) * 3
            continue
        circles = sum(s.round for s in fronts) + sum(len(s.piece.component.held) for s in fronts)
        if page.role == "shapes" and not page.cuts:
            circles = len(fronts)
        corners = 4 * sum(bool(s.piece.component.corner) and not s.round for s in fronts)
        glued = page.side in ("fold", "part") or mounted(s.piece.component for s in page.slots)
        seconds += page.cuts * 12 + circles * 40 + corners * 3 + glued * 180
    return -(-seconds // 300) * 5


def work_steps(plan: KitPlan, most: int = MOST) -> list[Step]:
    """Return the steps this kit needs; if there are more, those that can be spared are left out, never others."""
    steps = [*_printing(plan), *_making(plan)]
    while len(steps) > most and (least := max(steps, key=lambda step: step.spare)).spare:
        steps.remove(least)
    return steps


def guide_room(paper: Sheet) -> tuple[float, Sheet, float]:
    """Return how much the guide is enlarged on this paper, the sheet before that, and how far down it may be drawn on."""
    k = max(1.0, min(paper.width / 210, paper.height / 297))
    return k, Sheet(paper.width / k, paper.height / k), (paper.height - 16) / k


def step_rows(plan: KitPlan, paper: Sheet) -> int:
    """Return how many rows of steps are on the guide: 2, 3 where there is room, 0 for a page of their own."""
    _, sheet, limit = guide_room(paper)
    steps = (*_printing(plan), *_making(plan))
    needed = sum(not step.spare for step in steps)
    if len(steps) <= MOST:
        return 2
    fewer = 2 if needed <= MOST else 0  # tips alone make nothing smaller than it reads well
    hero, row = _ROOMY if fewer else (HERO[1], ROW[1])
    if needed > 3 * COLUMNS or plan.settings.swaps is not None:
        return fewer
    room = limit - HERO_TOP - hero - beside_steps(sheet) - 3 * STEP
    return 3 if room >= len(table_groups(plan)) * row + 2.4 else fewer


def beside_steps(sheet: Sheet) -> float:
    """Return what headings and the map of pages need on the guide."""
    return HEAD * 3 + 1 + 3.6 + sheet.height / 20 + 11.6


def table_groups(plan: KitPlan) -> list[list[Component]]:
    """Return the components of each line of the guide's table; with many of them, tokens and aids share one each."""
    components = [c for c in plan.kit.components if c.total and c.stays]
    groups: list[list[Component]] = [[c] for c in components]
    for kind in ("tokens", "aids", "mats"):
        if len(groups) > 6 and sum(c.kind == kind for c in components) > 1:
            same = [c for c in components if c.kind == kind]
            first = groups.index([same[0]])
            groups = [g for g in groups if g[0].kind != kind]
            groups.insert(min(first, len(groups)), same)
    return groups


def _numbers(plan: KitPlan, *sides: str) -> list[int]:
    return [p.number for p in plan.pages if p.slots and p.side in sides and p.way != "wrap"]


def _of_way(plan: KitPlan, way: str, behind: bool = False) -> list[int]:
    return [p.number for p in plan.pages if p.way == way and p.behind == behind]


def _printing(plan: KitPlan) -> list[Step]:
    steps = []
    test = [p.number for p in plan.pages if p.role == "test"]
    if test:
        words = tr("Pages {pages} on one sheet. Hold it to the light.", pages=page_words(test))
        steps.append(Step("light", tr("First the test"), words))
    steps.append(
        Step("print-100", tr("Print at 100 %"), tr("“Actual size”, not “fit to page”. Check the ruler."))
    )
    if tests := [p for p in plan.pages if p.role == "stock-test" and p.stock and p.stock.kind != "roll"]:
        words = trn(
            "{pages} on plain paper. Hold it to the light with the sheet that it names.",
            "{pages} on plain paper. Hold each to the light with the sheet that it names.",
            len(tests),
            pages=pages([page.number for page in tests]),
        )
        steps.append(Step("stock-test", tr("Test the given sheets"), words))
    backs, fronts = _numbers(plan, "back"), _numbers(plan, "front")
    if backs and plan.settings.duplex:
        edge = plan.settings.flip_edge
        words = tr("{pages} on both sides of the paper.", pages=pages(sorted({*fronts, *backs})))
        if plan.settings.printer and plan.settings.offset != (0.0, 0.0):
            words += " " + tr("Backs are moved for the printer “{name}”.", name=plan.settings.printer)
        title = tr("Flip on the long edge") if edge == "long" else tr("Flip on the short edge")
        steps.append(Step(f"duplex-{edge}", title, words))
    elif backs:
        words = tr("{fronts}, then their backs: {backs}.", fronts=pages(fronts), backs=page_words(backs))
        steps.append(Step("page-order", tr("Fronts, then backs"), words))
    if folds := _numbers(plan, "fold"):
        words = tr("{pages}: print one side, fold on the line, glue inside.", pages=pages(folds))
        steps.append(Step("fold", tr("Fold"), words))
    if single := _numbers(plan, "single", "part"):
        words = tr(
            "{pages}: nothing on the other side.", pages=pages(sorted({*single, *_of_way(plan, "wrap")}))
        )
        steps.append(Step("single-sided", tr("Print one side"), words, 1))
    return steps


def _mounting(plan: KitPlan) -> list[Step]:
    """Return how pieces with a board get their backs, two steps for each way that the kit uses."""
    steps = []
    if strips := _of_way(plan, "wrap"):
        words = tr("{pages}: along both dashed lines. Cut out the whole strip.", pages=pages(strips))
        steps.append(Step("score-spine", tr("Score the spine"), words))
        words = tr("Glue the front flush to a strip of board, pull the back round its edge.")
        steps.append(Step("wrap-spine", tr("Wrap the board"), words))
    if of_pins := [p for p in plan.pages if p.way == "pins" and not p.behind]:
        on_board = [p.number for p in of_pins if mounted(s.piece.component for s in p.slots)]
        if on_board:
            words = tr("{pages}: glue onto board. Stab A to D straight through.", pages=pages(on_board))
            steps.append(Step("pierce", tr("Glue fronts, pierce"), words))
        if alone := [p.number for p in of_pins if p.number not in on_board]:
            words = tr("{pages}: no board. Stab A to D straight through.", pages=pages(alone))
            steps.append(Step("pierce", tr("Pierce the fronts"), words))
        words = tr(
            "{pages}: stab each alone, hang it on pins, glue.",
            pages=pages(_of_way(plan, "pins", behind=True)),
        )
        steps.append(Step("pins", tr("Hang the backs"), words))
    if both := [p.number for p in plan.pages if p.way == "labels" and not p.stock]:
        words = tr("{pages} and the board: cut both thick lines, lay them flush, A to A.", pages=pages(both))
        steps.append(Step("stop-corner", tr("Labels to the corner"), words))
    return steps


def _making(plan: KitPlan) -> list[Step]:
    work = [p for p in plan.pages if p.slots]
    cut = {c for p in work for c in p.component_ids}  # pieces in a punchboard are pushed out
    components = [c for c in plan.kit.components if c.id in cut]
    loose = {
        c for p in work if not p.way and not p.stock for c in p.component_ids
    }  # others are glued by a step of their own
    on_board = [c for c in components if mounted([c]) and c.id in loose]
    steps = _mounting(plan)
    if parts := _numbers(plan, "part"):
        steps.append(Step("glue", tr("Glue"), tr("{pages}: close the diamonds.", pages=pages(parts))))
    elif on_board:
        steps.append(Step("glue", tr("Glue"), tr("Thin and up to the rim. Press flat for an hour."), 5))
    if on_board:
        steps.append(
            Step("cardboard", tr("Mount on board"), tr("{names}, before you cut.", names=_named(on_board)))
        )
    boards = [p for p in work if p.slots[0].piece.component.nicked]
    others = [p for p in work if p not in boards and not p.stock]
    if any(p.cuts for p in others if p.role != "shapes"):
        steps.append(Step("cut", tr("Cut long lines first"), _cutting(others)))
    steps += _shapes([p for p in others if p.way or p.slots[0].piece.component.kind not in _OWN])
    if fronts := [p.number for p in boards if not p.behind]:
        words = tr(
            "{pages}: cut the pieces in several passes, not the nicks, then the frame. Push from the back, trim.",
            pages=pages(fronts),
        )
        steps.append(Step("punch", tr("Punch out"), words))
    steps += _given(work)
    steps += _assembled(work, components)
    nested = {c for p in work if p.role == "shapes" for c in p.component_ids}
    by_hand = [c for c in components if not c.given or c.cut_by_hand]
    if any(c.shape == "round" and c.id not in nested for c in by_hand):
        words = tr("Scissors or punch. Turn the paper, not the hand.")
        steps.append(Step("scissors", tr("Cut the rounds"), words, 4))
    rounded = [c for c in by_hand if c.corner and c.shape == "rect" and c.stays]
    if rounded:
        words = tr("Radius {radius} mm with a punch, or leave them square.", radius=_radii(rounded))
        steps.append(Step("round-corners", tr("Round the corners"), words, 3))
    if any(c.kind == "decks" for c in components):
        words = tr("Thin paper? Sleeve every card with stiff card behind it.")
        steps.append(Step("sleeve", tr("Sleeve"), words, 2))
    if len(steps) < 3:
        steps.append(
            Step("page-order", tr("Keep the order"), tr("Stack sheets as printed: cards stay sorted."), 5)
        )
    return steps


def _given(work: Sequence[PagePlan]) -> list[Step]:
    """Return how pieces are taken from sheets of given cells, a step for each stock."""
    steps = []
    for stock in dict.fromkeys(page.stock for page in work if page.stock):
        own = [page for page in work if page.stock == stock]
        components = [slot.piece.component for page in own for slot in page.slots]
        here = {"pages": pages([page.number for page in own]), "stock": stock.name}
        if stock.kind == "roll":
            title = tr("Cut the strips")
            words = tr(
                "{pages} on {stock}, its test page first. Tear at the dashes, cut along the ticks.", **here
            )
            steps.append(Step("cut", title, words))
            continue
        if not stock.sticks:
            title, words = (
                tr("Tear the cards"),
                tr("{pages} on {stock}: bend each line both ways, tear.", **here),
            )
        else:
            title, words = tr("Peel the labels"), tr("{pages} on {stock}.", **here)
            if mounted(components):
                words += " " + tr("Stick fronts onto board, cut round them.")
            if any(page.behind for page in own):
                words += " " + tr("Each back is in the cell of its front.")
        if any(component.cut_by_hand for component in components):
            words += " " + tr("Cut smaller pieces out along the print.")
        steps.append(Step("tear", title, words))
    return steps


def _shapes(work: Sequence[PagePlan]) -> list[Step]:
    """Return how hexagons and outlines are cut."""
    pages_of: dict[str, list[int]] = {}
    for page in work:
        if page.role == "shapes" and not page.behind:
            hexes = all(s.piece.component.shape == "hex" for s in page.slots)
            shared = hexes and page.slots[0].piece.component.layout == "shared"
            way = "straight" if page.cuts else "shared" if shared else "outline"
            pages_of.setdefault(way, []).append(page.number)
    said = {
        "straight": (
            "hex-1",
            tr("Hexagons, three times"),
            tr("{pages}: all lines across, turn by 60°, twice."),
        ),
        "shared": (
            "scissors",
            tr("Cut the honeycomb"),
            tr("{pages}: zigzags from rim to rim, then between tiles."),
        ),
        "outline": ("scissors", tr("Cut the outlines"), tr("{pages}: roughly first, then along each line.")),
    }
    return [
        Step(icon, title, words.replace("{pages}", pages(pages_of[way])))
        for way, (icon, title, words) in said.items()
        if way in pages_of
    ]


_OWN: tuple[Kind, ...] = ("standees", "dice", "dials", "spinners")


def _assembled(work: Sequence[PagePlan], components: Sequence[Component]) -> list[Step]:
    """Return how figures stand, how dice come about, and what is cut and pinned of discs that turn."""

    def of(*kinds: Kind, flat: bool | None = None) -> str:
        """Return the pages with such pieces, "" for none; pieces that are glued to their backs are cut like others."""
        numbers = [
            page.number
            for page in work
            if not page.way
            and any(
                c.kind in kinds and flat in (None, bool(c.flat and c.flat.parts))
                for c in (slot.piece.component for slot in page.slots)
            )
        ]
        return pages(numbers) if numbers else ""

    steps = []
    if found := of("standees", flat=True):
        words = tr("{pages}: score, fold at the head, glue, press. Then cut the outline.", pages=found)
        steps.append(Step("fold", tr("Fold the standees"), words))
    if feet := {(c.feet, c.on_board) for c in components if c.feet}:
        stands = {
            ("fold", False): tr("Bend both feet outwards, glue them onto card."),
            ("slot", False): tr("Fold the base double, glue, cut. Slot into slot."),
            ("slot", True): tr("Base and figure of board: slot into slot."),
            ("plastic", False): tr("Push each into its plastic foot."),
        }
        feet = {(way, board and way == "slot") for way, board in feet}
        said = [words for way, words in stands.items() if way in feet]
        for two in (said[:2], said[2:]):  # a step has room for two sentences
            steps += [Step("standee", tr("Let them stand"), " ".join(two))] if two else []
    if found := of("dice", flat=False):
        words = tr("{pages}: 1 on top; 5, 6, 2 turning away; 3 right, 4 left.", pages=found)
        steps.append(Step("die-sticker", tr("Stick the dice"), words))
    if found := of("dice", flat=True):
        words = tr(
            "{pages}: cut, score, fold all tabs back. Glue tab by tab and let each one set.",
            pages=found,
        )
        steps.append(Step("die-net", tr("Fold the dice"), words))
    if found := of("dials", "spinners"):
        words = tr("{pages}: cut them before the rim, while the sheet holds the piece.", pages=found)
        steps.append(Step("scissors", tr("Holes and windows"), words))
    if of("dials"):
        words = tr("Rivet from below through both discs. One finger should turn it.")
        steps.append(Step("dial", tr("Pin the dials"), words))
    if of("spinners"):
        words = tr("Washer, arrow, washer on a pin. Leave half a millimetre of play.")
        steps.append(Step("dial", tr("Pin the arrows"), words))
    return steps


def _radii(components: Sequence[Component]) -> str:
    """Return the radii of the corners of most pieces, "2.5 or 3"; a single odd piece buys no punch."""
    total = sum(c.total for c in components)
    many = {c.corner for c in components if 10 * c.total >= total}
    return tr(" or ").join(figure(corner) for corner in sorted(many))


def _cutting(work: Sequence[PagePlan]) -> str:
    """Say how the first sheet with shared lines is cut: one that is a grid of alike pieces and nothing else."""
    for page in work:
        if page.side in ("front", "single") and page.role != "shapes" and not page.behind and _is_grid(page):
            down, across = map(len, cut_lines(page.slots))
            name = page.slots[0].piece.component.title
            return tr(
                "{name}: {down} cuts down, then {across} across each strip.",
                name=name,
                down=down,
                across=across,
            )
    return tr("From mark to mark, the longest cut first.")


def _is_grid(page: PagePlan) -> bool:
    """Say whether all pieces of a page lie in rows and columns of one size, so that each line runs through."""
    slots = page.slots
    alike = {(slot.width, slot.height, slot.round) for slot in slots}
    columns, rows = ({round(at, 3) for at in ats} for ats in ([s.x for s in slots], [s.y for s in slots]))
    return (
        len(slots) > 1
        and len(alike) == 1
        and not slots[0].round
        and len(rows) == -(-len(slots) // len(columns))
    )


def _named(components: Sequence[Component]) -> str:
    """Return components as a list in words: by title, or several of a kind by kind when they are many."""
    names = [c.title for c in components]
    if len(names) > 3:
        kinds = Counter(c.kind for c in components)
        names = list(
            dict.fromkeys(tr(c.kind.capitalize()) if kinds[c.kind] > 1 else c.title for c in components)
        )
    if len(names) == 1:
        return names[0]
    rest = [inside(name) for name in names[1:]]
    return ", ".join([names[0], *rest[:-1]]) + tr(" and ") + rest[-1]


# ---- words


def inside(title: str) -> str:
    """Return a title as it stands after the first word of a list: "player aids", but still "BIC badge"."""
    if root_of(spoken()) == "de":
        return title  # nouns keep their capitals
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
    words = [f"{a}" if a == b else f"{a}, {b}" if b == a + 1 else tr("{a} to {b}", a=a, b=b) for a, b in runs]
    return ", ".join(words)


def pages(numbers: Sequence[int]) -> str:
    """Return the numbers after the word that suits them: "Page 21", "Pages 5 to 16"."""
    return trn("Page {pages}", "Pages {pages}", len(numbers), pages=page_words(numbers))


def paper_title(name: str) -> str:
    """Return a paper's name as people write it: A4, Letter, 200x280mm."""
    return name.upper() if len(name) == 2 else name.capitalize() if name.isalpha() else name
