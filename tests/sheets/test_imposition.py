"""What must hold for any kit on any paper."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.drawing import apply
from cardgen.base.units import PAPERS, Size
from cardgen.model import Component
from cardgen.sheets import BACKS, KitPlan, PagePlan, SheetSettings, Slot, plan_kit
from cardgen.sheets.marks.kinds import Crop, CutCircle, Diamond, Fold, GlueTab, Registration
from cardgen.sheets.paper import Edges
from tests.many import examples
from tests.sheets.plan_text import covered, furniture_boxes, overlap, slot_text
from tests.sheets.sample_kits import component, kit

papers = st.one_of(
    st.sampled_from(sorted(PAPERS.values(), key=lambda s: s.width)),
    st.builds(Size, st.floats(125, 330), st.floats(145, 460)),
)
lengths = st.one_of(st.sampled_from([20.0, 44.0, 57.0, 63.0, 70.0, 88.0, 120.0]), st.floats(14, 480))


@st.composite
def components(draw: st.DrawFn) -> list[Component]:
    made = []
    for n, kind in enumerate(
        draw(st.lists(st.sampled_from(["decks", "tiles", "tokens", "boards"]), min_size=1, max_size=3))
    ):
        width, height = draw(lengths), draw(lengths)
        round_ = kind == "tokens" and draw(st.booleans())
        if kind == "tokens":
            width, height = min(width, 70), min(height, 70)
        made.append(
            component(
                f"{'abc'[n]}{kind}",
                kind,
                (width, width if round_ else height),
                draw(st.integers(1, 30 if kind != "boards" else 2)),
                copies=draw(st.integers(1, 2)),
                shape="round" if round_ else "rect",
                bleed=draw(st.sampled_from([0.0, 1.5, 3.0])),
                back=draw(st.sampled_from(["back.svg", None])),
            )
        )
    return made


@st.composite
def plans(draw: st.DrawFn) -> KitPlan:
    chosen = SheetSettings(
        draw(papers),
        "test paper",
        draw(st.sampled_from(BACKS)),
        gutter=draw(st.sampled_from([0.0, 2.0, 6.0])),
    )
    return plan_kit(kit(draw(components())), chosen)


def _apart(a: Slot, b: Slot) -> bool:
    if a.round and b.round:
        distance = math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
        return distance >= (a.width + b.width) / 2 + a.bleed.left + b.bleed.left - 1e-6
    return not overlap(a.trim, b.trim)


def no_two_pieces_overlap(plan: KitPlan) -> None:
    for page in plan.pages:
        for a, b in combinations(page.slots, 2):
            assert _apart(a, b), f"{slot_text(a)} and {slot_text(b)}"


def the_bleed_of_a_piece_never_covers_its_neighbour(plan: KitPlan) -> None:
    for page in plan.pages:
        for a, b in combinations(page.slots, 2):
            if not (a.round and b.round):
                assert not overlap(a.art, b.trim), f"{slot_text(a)} bleeds into {slot_text(b)}"
                assert not overlap(b.art, a.trim), f"{slot_text(b)} bleeds into {slot_text(a)}"


def everything_is_inside_the_printable_area_and_off_header_and_footer(plan: KitPlan) -> None:
    for page in plan.pages:
        bands = furniture_boxes(page)
        for slot in page.slots:
            assert slot.art.inside(page.paper.printable), slot_text(slot)
            assert not any(overlap(slot.art, band) for band in bands), slot_text(slot)
        for guide in page.marks:
            assert covered(guide).inside(page.paper.printable), str(guide)
            if not isinstance(guide, Registration):
                assert not any(overlap(covered(guide), band) for band in bands), str(guide)


def no_mark_lies_on_a_component(plan: KitPlan) -> None:
    for page in plan.pages:
        for guide in page.marks:
            if isinstance(guide, CutCircle):
                continue
            on_bleed = (
                isinstance(guide, Crop) and guide.on_art
            )  # never nearer to a trim than half a millimetre
            for slot in page.slots:
                taken = slot.trim.grown(Edges.all(0.5)) if on_bleed else slot.art
                assert not overlap(covered(guide), taken, 1e-4), f"{guide} on {slot_text(slot)}"


def signs_and_sentences_keep_clear_of_each_other(plan: KitPlan) -> None:
    for page in plan.pages:
        solid = [
            g for g in page.marks if not isinstance(g, CutCircle) and covered(g).width and covered(g).height
        ]
        for a, b in combinations(solid, 2):
            assert not overlap(covered(a), covered(b)), f"{a} on {b}"


def _turned_over(page: PagePlan, backs: str, x: float, y: float) -> tuple[float, float]:
    """Where a point of the back page lies on the front page, after turning the paper over its edge."""
    width, height = page.paper.width, page.paper.height
    hinge_upright = (backs == "long-edge") == (height >= width)  # the chosen edge of the paper stands upright
    return (width - x, y) if hinge_upright else (x, height - y)


def every_back_falls_on_its_front(plan: KitPlan) -> None:
    backs = plan.settings.backs
    way = "short-edge" if backs == "short-edge" else "long-edge"
    fronts_of = [p for p in plan.pages if p.side == "front" and p.slots]
    backs_of = [p for p in plan.pages if p.side == "back" and p.role != "test"]
    pairs = [*zip(fronts_of, backs_of, strict=True), *((p, p) for p in plan.pages if p.side == "fold")]
    for before, behind in pairs:
        fronts = {(s.card.id, s.piece.copy_no): s for s in before.slots if s.side == "front"}
        for slot in (s for s in behind.slots if s.side == "back"):
            other = fronts[slot.card.id, slot.piece.copy_no]
            w = slot.piece.component.size.width
            for u, v in ((0, 0), (w, 0), (3, slot.piece.component.size.height)):
                # Turning one card over swaps its left and right, and keeps its top on top.
                x, y = apply(slot.matrix, u, v)
                if before.side == "fold":
                    landed = (before.paper.width - x, y)
                else:
                    landed = _turned_over(behind, way, x, y)
                assert landed == pytest.approx(apply(other.matrix, w - u, v), abs=1e-6)


def _first(slot: Slot) -> bool:
    """Say whether a part of a board is the one that begins at its upper left as it lies."""
    w, size = slot.window, slot.piece.component.size
    return (abs(w.right - size.width) < 1e-6 if slot.rotation else w.x == 0) and w.y == 0


def every_copy_is_printed_exactly_once(plan: KitPlan) -> None:
    wanted: Counter[tuple[str, int, str]] = Counter()
    said = " ".join(str(p) for p in plan.problems if p.level == "error")
    for made in plan.kit.components:
        if made.title in said:
            continue  # reported, not lost
        for card in made.cards:
            for n in range(1, card.count + 1):
                wanted[card.id, n, "front"] += 1
                if made.back and plan.settings.backs != "none":
                    wanted[card.id, n, "back"] += 1
    printed = Counter(
        (s.card.id, s.piece.copy_no, s.side)
        for page in plan.pages
        for s in page.slots
        if page.side != "part" or _first(s)
    )
    assert printed == wanted


@examples(40, 100)
@given(papers, st.floats(210, 900), st.floats(210, 900))
def test_the_parts_of_a_board_cover_it_and_overlap_at_the_glue(
    paper: Size, width: float, height: float
) -> None:
    plan = plan_kit(
        kit([component("board", "boards", (width, height), 1, back=None)]), SheetSettings(paper, "test")
    )
    slots = [s for page in plan.pages if page.side == "part" for s in page.slots]
    if not slots:
        assert plan.problems or any(page.slots for page in plan.pages)
        return
    assert sum(s.window.width * s.window.height for s in slots) == pytest.approx(width * height)
    assert not any(overlap(a.window, b.window) for a, b in combinations(slots, 2))
    seen = [s.clip for s in slots]
    for clip, slot in zip(seen, slots, strict=True):
        inner = [c for c in seen if c is not clip and overlap(c, clip)]
        assert len(slots) == 1 or inner, f"{slot} shares no strip with a neighbour"


def a_tab_and_a_diamond_wait_for_every_inner_edge(plan: KitPlan) -> None:
    for page in plan.pages:
        if page.side == "part":
            right = [g for g in page.marks if isinstance(g, GlueTab) and g.toward == "right"]
            left_half = [g for g in page.marks if isinstance(g, Diamond) and g.solid == "left"]
            assert bool(right) == bool(left_half)
            assert len(left_half) in (len(right), 2 * len(right))


def fronts_have_odd_page_numbers_when_the_printer_turns_the_sheet(plan: KitPlan) -> None:
    if not plan.settings.duplex:
        return
    for front, back in zip(plan.pages, plan.pages[1:], strict=False):
        if front.side == "front":
            assert front.number % 2 == 1
            assert back.side == "back"
            assert front.sheet_no == back.sheet_no


def a_fold_has_fronts_on_one_side_and_backs_on_the_other(plan: KitPlan) -> None:
    for page in plan.pages:
        folds = [g for g in page.marks if isinstance(g, Fold)]
        assert len(folds) == (page.side == "fold")
        for fold in folds:
            middle = fold.strip.x + fold.strip.width / 2
            assert middle == pytest.approx(page.paper.axis)
            for slot in page.slots:
                assert (slot.x < middle) == (slot.side == "front")


PROMISES = (
    no_two_pieces_overlap,
    the_bleed_of_a_piece_never_covers_its_neighbour,
    everything_is_inside_the_printable_area_and_off_header_and_footer,
    no_mark_lies_on_a_component,
    signs_and_sentences_keep_clear_of_each_other,
    every_back_falls_on_its_front,
    every_copy_is_printed_exactly_once,
    a_tab_and_a_diamond_wait_for_every_inner_edge,
    fronts_have_odd_page_numbers_when_the_printer_turns_the_sheet,
    a_fold_has_fronts_on_one_side_and_backs_on_the_other,
)


@examples(50, 150)
@given(plans())
def test_any_plan_keeps_every_promise(plan: KitPlan) -> None:
    for promise in PROMISES:
        promise(plan)
