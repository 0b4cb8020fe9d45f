"""Finished PDFs turned, folded, cut and glued as paper would be: front and back of every piece must coincide.

Nothing of `cardgen.sheets` takes part in the judgement: `printed_sheets` reads the PDF, and this module knows
only what paper, printers and scissors do.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardgen.base.drawing import Page
from cardgen.base.units import PAPERS, Size
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.faces.art.form import ArtForm, ArtObject
from cardgen.model import Card, Component, Kit
from cardgen.sheets import SheetSettings, draw_sheets, plan_kit
from tests.sheets.printed_sheets import Affine, Face, MarkedFaces, Point, Rim, Sheet, at, inverse, read
from tests.sheets.sample_kits import component, kit

NEAR = 0.02  # mm: what four decimals in a PDF leave
ENOUGH = 2.5  # mm of bleed, where the paper has no room for all of it
WHITE_AT_THE_FOLD = 3.0  # glued and cut away
UNDER_THE_NEXT = 4.0  # a part of a board goes on for so much where the next part is laid on it


class _NoPictograms(dict[str, ArtForm]):
    """Nothing is judged by the small pictures beside the words of a sheet, so they stay empty."""

    def __missing__(self, key: str) -> ArtForm:
        return EMPTY


EMPTY = ArtForm(1, 1, False, (ArtObject((b"<</Subtype/Form/BBox[0 0 1 1]/Resources<<>>>>",), b""),))
NO_PICTOGRAMS = _NoPictograms(one=EMPTY)


class Job(NamedTuple):
    """A kit, how it is printed, and the pages that come out."""

    kit: Kit
    settings: SheetSettings
    sheets: list[Sheet]
    edge: str
    known: dict[str, tuple[Card, str]]

    def card(self, face: Face) -> Card:
        return self.known[face.colour][0]

    def side(self, face: Face) -> str:
        return self.known[face.colour][1]

    def made(self, face: Face) -> Component:
        return self.kit.component(self.card(face).component)

    def trim(self, face: Face) -> Rim:
        """Return where the face is cut, on its page."""
        size = self.made(face).size
        onto = face.onto(size.width, size.height)
        return Rim.of([at(onto, (0, 0)), at(onto, (size.width, size.height))])

    def top(self, face: Face) -> Point:
        """Return which way the top of the face looks."""
        size = self.made(face).size
        onto = face.onto(size.width, size.height)
        return -onto[2], -onto[3]


def printed(components: Sequence[Component], chosen: SheetSettings) -> Job:
    made = kit(components)
    faces = MarkedFaces(made)
    plan = plan_kit(made, chosen, faces)
    pages = [Page(s.drawing, s.trim_box, s.bleed_box) for s in draw_sheets(plan, faces)]
    target = io.BytesIO()
    if not pages:
        return Job(made, chosen, [], "", faces.known)
    duplex = chosen.backs if chosen.backs in ("long-edge", "short-edge") else None
    write_pdf(pages, target, title="Test", press=Press(NO_PICTOGRAMS), duplex=duplex)
    sheets, edge = read(target.getvalue())
    return Job(made, chosen, sheets, edge, faces.known)


# ---- what is printed

papers = st.one_of(
    st.sampled_from([PAPERS["a4"], PAPERS["letter"], PAPERS["a3"]]),
    st.builds(Size, st.floats(190, 330), st.floats(220, 420)),
)
bleeds = st.sampled_from([0.0, 1.5, 2.0, 3.0, 4.0, 5.0])


@st.composite
def cards(draw: st.DrawFn) -> list[Component]:
    """Up to three components of cards, tiles or tokens, some of them with one size."""
    sizes = draw(st.lists(st.tuples(st.floats(16, 125), st.floats(16, 125)), min_size=1, max_size=2))
    made = []
    for id in "abc"[: draw(st.integers(1, 3))]:
        kind = draw(st.sampled_from(["decks", "decks", "tiles", "tokens"]))
        width, height = draw(
            st.sampled_from([*sizes, (63.0, 88.0), (88.0, 63.0), (44.0, 67.0), (70.0, 120.0)])
        )
        round_ = kind == "tokens" and draw(st.booleans())
        if kind == "tokens":
            width, height = min(width, 45.0), min(width if round_ else height, 45.0)
        made.append(
            component(
                f"{id}{kind}",
                kind,
                (width, height),
                draw(st.integers(1, 12)),
                copies=draw(st.integers(1, 2)),
                shape="round" if round_ else "rect",
                bleed=draw(bleeds),
                back=draw(st.sampled_from(["back.svg", "back.svg", None])),
                stock=draw(st.sampled_from(["300 g/m²", "300 g/m²", "200 g/m², on 2 mm board"])),
            )
        )
    return made


def settings_for(*backs: str) -> st.SearchStrategy[SheetSettings]:
    return st.builds(
        SheetSettings,
        papers,
        st.just("test paper"),
        st.sampled_from(backs),
        offset=st.one_of(st.just((0.0, 0.0)), st.tuples(st.floats(-3, 3), st.floats(-3, 3))),
        gutter=st.sampled_from([0.0, 2.0, 3.0, 6.0, 10.0]),
        guide=st.just(False),
        test=st.just(False),
    )


def chosen(backs: str, paper: str = "a4", **more: object) -> SheetSettings:
    return SheetSettings(PAPERS[paper], paper.title(), backs, guide=False, test=False, **more)  # type: ignore[arg-type]


TURNED = component("turned", size=(130, 90), cards=4)  # four lie on an upright page when they are turned
LYING = component("lying", size=(55, 133), cards=9)  # five in a row on a landscape page
BOTH = component("both", size=(43, 133), cards=8)  # turned and on a landscape page
TALL = component("tall", size=(63, 88), cards=8)  # eight on a landscape page of Letter, six upright
MIXED = [
    component("cards", size=(63, 88), cards=5),
    component("tiles", "tiles", (63, 63), 7, bleed=0),
    component("rounds", "tokens", (25, 25), 7, shape="round", bleed=1.5),
    component("squares", "tokens", (20, 32), 7, bleed=1.5),
]


# ---- what paper does


class _Pair(NamedTuple):
    """Two sides of one piece of paper, and where a point of the back lies when looked at through the front."""

    front: Sheet
    back: Sheet
    through: _Through


class _Through(NamedTuple):
    sheet: Sheet
    edge: str
    error: Point  # how far this printer sets a back to the right and up, seen from the front

    def __call__(self, point: Point) -> Point:
        # A page wider than high is printed turned anticlockwise: its top looks to the paper's left (RFC 8011).
        wide = self.sheet.width > self.sheet.height
        x, y = (point[1], self.sheet.width - point[0]) if wide else point
        width, height = sorted((self.sheet.width, self.sheet.height))
        if self.edge == "short":
            y = height - y
        else:
            x = width - x
        x, y = x + self.error[0], y - self.error[1]
        return (self.sheet.width - y, x) if wide else (x, y)


def _mounted(job: Job, face: Face) -> bool:
    """Say whether a board comes between this face and the other one."""
    return bool(job.made(face).back) and "board" in job.made(face).stock and job.settings.backs != "none"


def _leaves(job: Job) -> Iterator[_Pair]:
    """Yield the sheets of paper that have two sides, as this job says they are printed."""
    backs = [s for s in job.sheets if s.faces and all(job.side(f) == "back" for f in s.faces)]
    backs = [s for s in backs if not any(_mounted(job, f) for f in s.faces)]
    if job.edge:  # the printer turns the paper: odd and even pages share a sheet
        for number, sheet in enumerate(job.sheets):
            if sheet in backs:
                assert number % 2 == 1
                yield _Pair(job.sheets[number - 1], sheet, _Through(sheet, job.edge, job.settings.offset))
    else:
        fronts = [s for s in job.sheets if not any(_mounted(job, f) for f in s.faces)]
        for front, back in zip(fronts, backs, strict=False):
            yield _Pair(front, back, _Through(back, "long", job.settings.offset))


def _close(a: Sequence[float], b: Sequence[float]) -> bool:
    return all(abs(p - q) < NEAR for p, q in zip(a, b, strict=True))


def _assert_meets(job: Job, front: Face, back: Face, landed: _Through | _Folded) -> None:
    """Turn a piece over its upright middle: its back has the same corners, and stands on the same foot."""
    assert job.card(front).id == job.card(back).id, f"{job.card(back).id} lies behind {job.card(front).id}"
    size = job.made(front).size
    onto = front.onto(size.width, size.height)
    behind = back.onto(size.width, size.height)
    for u, v in ((0.0, 0.0), (size.width, 0.0), (0.0, size.height)):
        here, there = at(onto, (size.width - u, v)), landed(at(behind, (u, v)))
        assert _close(here, there), f"{job.card(front).id}: {here} and {there}"


def _assert_pairs(
    job: Job, fronts: Sequence[Face], backs: Sequence[Face], landed: _Through | _Folded
) -> None:
    wanted = [f for f in fronts if job.made(f).back]
    assert len(wanted) == len(backs)
    for front in wanted:
        middle = job.trim(front).middle
        (back,) = [b for b in backs if math.dist(landed(job.trim(b).middle), middle) < 1]
        _assert_meets(job, front, back, landed)


# ---- duplex, and fronts and backs glued together


def _assert_backs_lie_behind_their_fronts(job: Job) -> None:
    assert job.edge == {"long-edge": "long", "short-edge": "short"}.get(job.settings.backs, "")
    for pair in _leaves(job):
        assert {job.side(f) for f in pair.front.faces} == {"front"}
        assert (pair.front.width, pair.front.height) == (pair.back.width, pair.back.height)
        _assert_pairs(job, pair.front.faces, pair.back.faces, pair.through)


def _assert_all_is_printed(job: Job) -> None:
    count = Counter((job.card(f).id, job.side(f)) for s in job.sheets for f in s.faces)
    wanted: Counter[tuple[str, str]] = Counter()
    for made in job.kit.components:
        for card in made.cards:
            wanted[card.id, "front"] = card.count
            if made.back and job.settings.backs != "none":
                wanted[card.id, "back"] = card.count
    assert count == wanted


# ---- fold


class _Folded(NamedTuple):
    line: float

    def __call__(self, point: Point) -> Point:
        return 2 * self.line - point[0], point[1]


def _fold_line(sheet: Sheet) -> float:
    """Return where the dashed line down the page is."""
    dashed = {
        round(ink.points[0][0], 3)
        for ink in sheet.inks
        if ink.dash and ink.stroke == "#2d2d2d" and abs(ink.points[0][0] - ink.points[1][0]) < 1e-3
    }
    (line,) = dashed
    return line


def _assert_backs_fold_behind_their_fronts(job: Job) -> None:
    for sheet in job.sheets:
        fronts = [f for f in sheet.faces if job.side(f) == "front"]
        backs = [f for f in sheet.faces if job.side(f) == "back"]
        if fronts and backs and not _mounted(job, backs[0]):
            folded = _Folded(_fold_line(sheet))
            _assert_pairs(job, fronts, backs, folded)
            rounds = fronts[0].round or any(job.made(f).kind == "tokens" for f in fronts)
            for face in sheet.faces:
                across = (
                    face.seen.right <= folded.line
                    if job.side(face) == "front"
                    else folded.line <= face.seen.left
                )
                assert across, f"{job.card(face).id} runs over the fold"
                if not rounds:
                    away = min(abs(face.seen.left - folded.line), abs(face.seen.right - folded.line))
                    assert away > WHITE_AT_THE_FOLD - NEAR, (
                        f"no white between {job.card(face).id} and the fold"
                    )


# ---- board between front and back


class _Wrapped(NamedTuple):
    """A sheet folded at two creases round the edge of a board: what is as far behind one as before the other."""

    upper: float
    lower: float

    def __call__(self, point: Point) -> Point:
        return point[0], self.upper - (point[1] - self.lower)


def _creases(sheet: Sheet) -> list[_Wrapped]:
    """Return the pairs of level dashed lines, from the top."""
    dashed = {
        round(ink.points[0][1], 3)
        for ink in sheet.inks
        if ink.dash and ink.stroke == "#2d2d2d" and abs(ink.points[0][1] - ink.points[1][1]) < 1e-3
    }
    ys = sorted(dashed)
    return [_Wrapped(*pair) for pair in zip(ys[::2], ys[1::2], strict=True)]


def _assert_a_board_comes_between_front_and_back(job: Job) -> None:
    """Each back is folded round the board or lies on a sheet of its own, which is turned like a page of a book."""
    glued: dict[str, list[Sheet]] = {"front": [], "back": []}
    for sheet in job.sheets:
        mounted = [f for f in sheet.faces if _mounted(job, f)]
        sides = {job.side(f) for f in mounted}
        if len(sides) == 2:
            for strip in _creases(sheet):
                around = [f for f in mounted if abs(job.trim(f).bottom - strip.upper) < NEAR]
                behind = [f for f in mounted if abs(job.trim(f).top - strip.lower) < NEAR]
                assert strip.lower - strip.upper == pytest.approx(2 + 2 * 0.05 + math.pi / 4 * 0.22, abs=NEAR)
                _assert_pairs(job, around, behind, strip)
        for side in sides if len(sides) == 1 else ():
            glued[side].append(sheet)
    for front, back in zip(glued["front"], glued["back"], strict=True):
        assert (front.width, front.height) == (back.width, back.height)
        _assert_pairs(job, front.faces, back.faces, _Folded(front.width / 2))


# ---- bleed, marks and room


def _assert_art_runs_past_every_cut_and_into_no_other_piece(job: Job) -> None:
    for sheet in job.sheets:
        trims = [(face, job.trim(face)) for face in sheet.faces]
        for (a, one), (b, other) in combinations(trims, 2):
            if a.round and b.round:
                reach = sum(r.seen.right - r.seen.left for r in (a, b)) / 2
                assert math.dist(one.middle, other.middle) > reach - NEAR
            else:
                assert not one.meets(other), f"{job.card(a).id} lies on {job.card(b).id}"
                assert not a.seen.meets(other), f"{job.card(a).id} bleeds into {job.card(b).id}"
                assert not b.seen.meets(one), f"{job.card(b).id} bleeds into {job.card(a).id}"
        for face, trim in trims:
            _assert_bleeds(job, sheet, face, trim, [t for f, t in trims if f is not face])


def _assert_bleeds(job: Job, sheet: Sheet, face: Face, trim: Rim, others: Sequence[Rim]) -> None:
    """Past each side: all of the bleed, or half of what lies between two neighbours when that is less.

    At the end of what a printer reaches it may be less, but never below two and a half millimetres.
    """
    bleed = job.made(face).bleed
    if face.round:  # as many as fit, but each with all of its bleed
        assert _close(
            face.seen, (trim.left - bleed, trim.top - bleed, trim.right + bleed, trim.bottom + bleed)
        )
        return
    if _mounted(job, face) and _creases(sheet):
        bleed = min(bleed, 2.0)  # half of the spine, where that is less
    level = [t for t in others if t.top < trim.bottom - 0.1 and trim.top + 0.1 < t.bottom]
    plumb = [t for t in others if t.left < trim.right - 0.1 and trim.left + 0.1 < t.right]
    gaps = {
        "left": (trim.left - face.seen.left, [trim.left - t.right for t in level]),
        "right": (face.seen.right - trim.right, [t.left - trim.right for t in level]),
        "top": (trim.top - face.seen.top, [trim.top - t.bottom for t in plumb]),
        "bottom": (face.seen.bottom - trim.bottom, [t.top - trim.bottom for t in plumb]),
    }
    for side, (past, apart) in gaps.items():
        between = min((gap for gap in apart if gap > -NEAR), default=math.inf)
        wanted = min(bleed, between / 2)
        slack = max(map(abs, job.settings.offset)) if job.side(face) == "back" else 0.0
        rims = {
            "left": face.seen.left,
            "right": sheet.width - face.seen.right,
            "top": face.seen.top,
            "bottom": sheet.height - face.seen.bottom,
        }
        kept = 19.8 if _mounted(job, face) and side in ("top", "bottom") else 5  # targets for pins
        if rims[side] - kept < slack + NEAR:
            wanted = min(wanted, max(past, ENOUGH))
        assert past == pytest.approx(wanted, abs=NEAR), f"{job.card(face).id} {side}"


def _assert_a_knife_laid_on_the_marks_cuts_on_every_trim_and_nowhere_else(job: Job) -> None:
    for sheet in job.sheets:
        marks = [line for line in sheet.lines() if 1 < math.dist(*line) < 5]
        upright = [(a[0], min(a[1], b[1]), max(a[1], b[1])) for a, b in marks if abs(a[0] - b[0]) < 1e-3]
        level = [(a[1], min(a[0], b[0]), max(a[0], b[0])) for a, b in marks if abs(a[1] - b[1]) < 1e-3]
        # what is folded is cut from its front
        side = job.side(sheet.faces[0])
        if side == "back" and _mounted(job, sheet.faces[0]):
            assert not marks, "glued backs are cut from their fronts"
            continue
        trims = [job.trim(f) for f in sheet.faces if not f.round and job.side(f) == side]
        every = [job.trim(f) for f in sheet.faces if not f.round]
        xs = [x for t in every for x in (t.left, t.right)]
        ys = [y for t in every for y in (t.top, t.bottom)]
        assert all(min((abs(x - t) for t in xs), default=9) < NEAR for x, _, _ in upright), (
            "a mark cuts nothing"
        )
        assert all(min((abs(y - t) for t in ys), default=9) < NEAR for y, _, _ in level), (
            "a mark cuts nothing"
        )
        for trim in trims:
            for x in (trim.left, trim.right):
                assert any(abs(m - x) < NEAR and end < trim.top for m, _, end in upright)
                assert any(abs(m - x) < NEAR and start > trim.bottom for m, start, _ in upright)
            for y in (trim.top, trim.bottom):
                assert any(abs(m - y) < NEAR and end < trim.left for m, _, end in level)
                assert any(abs(m - y) < NEAR and start > trim.right for m, start, _ in level)
        rims = {_ends(*line) for line in sheet.lines("#ffffff")}
        for x, start, end in upright:
            _assert_clear(
                job, sheet, Rim(x - 0.04, start, x + 0.04, end), _ends((x, start), (x, end)) in rims
            )
        for y, start, end in level:
            _assert_clear(
                job, sheet, Rim(start, y - 0.04, end, y + 0.04), _ends((start, y), (end, y)) in rims
            )


def _ends(a: Point, b: Point) -> tuple[Point, ...]:
    return tuple(sorted((round(x, 2), round(y, 2)) for x, y in (a, b)))


def _assert_clear(job: Job, sheet: Sheet, mark: Rim, rimmed: bool) -> None:
    """A mark lies on no piece; with a white rim, which shows it on any colour, it may lie on what is cut away."""
    for face in sheet.faces:
        if not face.round:
            trim = job.trim(face)
            near = Rim(trim.left - 0.5, trim.top - 0.5, trim.right + 0.5, trim.bottom + 0.5)
            assert not (near if rimmed else face.seen).meets(mark), "a mark lies on a piece"


def _assert_nothing_is_lost_at_the_rim(job: Job) -> None:
    for sheet in job.sheets:
        backs = any(job.side(f) == "back" for f in sheet.faces)
        slack = max(map(abs, job.settings.offset)) if backs else 0.0
        rim = Rim(5, 5, sheet.width - 5, sheet.height - 5)
        said = [Rim.of(ink.points) for ink in sheet.inks if job.kit.accent in (ink.fill, ink.stroke)]
        for face in sheet.faces:
            seen = face.seen
            assert not any(seen.meets(bar) for bar in said), f"{job.card(face).id} lies on a header"
            assert seen.left > rim.left - slack - NEAR, job.card(face).id
            assert seen.top > rim.top - slack - NEAR, job.card(face).id
            assert seen.right < rim.right + slack + NEAR, job.card(face).id
            assert seen.bottom < rim.bottom + slack + NEAR, job.card(face).id


# ---- together


def _assert_a_page_is_of_one_paper_and_its_boxes_hold_its_pieces(job: Job) -> None:
    for sheet in job.sheets:
        assert len({job.made(f).stock for f in sheet.faces}) == 1, "paper and board on one page"
        trims = [job.trim(f) for f in sheet.faces]
        assert _close(sheet.trim_box, Rim.of([p for t in trims for p in (t[:2], t[2:])]))
        assert _close(sheet.bleed_box, Rim.of([p for f in sheet.faces for p in (f.seen[:2], f.seen[2:])]))


def _assert_paper_agrees(job: Job) -> None:
    _assert_all_is_printed(job)
    _assert_a_page_is_of_one_paper_and_its_boxes_hold_its_pieces(job)
    _assert_backs_lie_behind_their_fronts(job)
    _assert_backs_fold_behind_their_fronts(job)
    _assert_a_board_comes_between_front_and_back(job)
    _assert_art_runs_past_every_cut_and_into_no_other_piece(job)
    _assert_a_knife_laid_on_the_marks_cuts_on_every_trim_and_nowhere_else(job)
    _assert_nothing_is_lost_at_the_rim(job)


ROUNDS = component("r", "tokens", (16, 16), 7, shape="round", bleed=1.5)
FAT = component(size=(63, 88), cards=5, bleed=5)
HARD: dict[str, tuple[list[Component], SheetSettings]] = {
    f"{name}, {backs}": ([made], chosen(backs, offset=(0.4, -1.1)))
    for name, made in (("turned", TURNED), ("landscape", LYING), ("turned on landscape", BOTH))
    for backs in ("long-edge", "short-edge", "separate", "fold")
} | {
    "landscape Letter": ([TALL], chosen("long-edge", "letter", offset=(-0.7, 0.2), gutter=2.0)),
    "landscape Letter, short edge": ([TALL], chosen("short-edge", "letter", offset=(-0.7, 0.2))),
    "turned cards with a gutter": ([TURNED], chosen("short-edge", "a3", gutter=4.0)),
    "alike, but on other paper": (
        [component("a", cards=4, stock="300 g/m²"), component("b", cards=4, stock="200 g/m², on 2 mm board")],
        chosen("long-edge"),
    ),
    "a narrow gutter": ([component(cards=4)], chosen("long-edge", gutter=3.0)),
    "a gutter as wide as both bleeds": ([component(cards=4)], chosen("long-edge", gutter=6.0)),
    "a wide gutter": ([component(cards=5)], chosen("short-edge", "letter", gutter=10.0)),
    "twelve with a wide gutter": ([component(cards=12)], chosen("none", gutter=10.0)),
    "cards, tiles and tokens": (MIXED, chosen("long-edge", offset=(1.0, 0.5))),
    "cards, tiles and tokens, folded": (MIXED, chosen("fold")),
    "cards, tiles and tokens, Letter": (MIXED, chosen("short-edge", "letter", offset=(-1.0, 0.5))),
    "folded with 5 mm of bleed": ([FAT], chosen("fold")),
    "folded squares with 4 mm of bleed": (
        [component(size=(63, 63), cards=5, bleed=4)],
        chosen("fold", "letter"),
    ),
    "nine on Letter": ([component(cards=9)], chosen("long-edge", "letter", offset=(0.4, -1.1))),
    "nine on Letter, short edge": ([component(cards=9)], chosen("short-edge", "letter", offset=(0.4, -1.1))),
    "a board on Letter": ([component("b", "boards", (260, 180), 1)], chosen("long-edge", "letter")),
    "folded at the sides": ([component(cards=4)], chosen("fold", "letter")),
    "folded in lines": ([component(size=(63, 63), cards=6)], chosen("fold", "letter")),
    "cards and aids lying the other way": (
        [
            component("a", cards=5),
            component("b", "aids", (88, 63), 3),
            component("c", "tiles", cards=9, back=None),
        ],
        chosen("long-edge", "letter", offset=(0.4, -1.1)),
    ),
    "rounds with backs beside a board without": (
        [component("b", "boards", (200, 130), 1, back=None), ROUNDS],
        chosen("long-edge", offset=(0.4, -1.1)),
    ),
    "rounds with backs beside a board without, short edge": (
        [component("b", "boards", (200, 130), 1, back=None), ROUNDS],
        chosen("short-edge", offset=(0.4, -1.1)),
    ),
    "wrapped and on pins": (
        [
            component(f"{name}{kind}", kind, size, count, stock="200 g/m², on 2 mm board", shape=shape)
            for name, kind, size, count, shape in (
                ("a", "tiles", (63, 63), 4, "rect"),
                ("b", "tiles", (40, 70), 14, "rect"),
                ("c", "tokens", (25, 25), 9, "round"),
                ("d", "boards", (200, 130), 1, "rect"),
            )
        ],
        chosen("short-edge", offset=(1.0, 2.0)),
    ),
    "rounds and tiles on labels": (
        [
            component(
                "r", "tokens", (25, 25), 90, shape="round", bleed=1.5, stock="label sheets, on 1.5 mm board"
            ),
            component("t", "tiles", (63, 63), 9, stock="label sheets, on 1.5 mm board"),
        ],
        chosen("long-edge", "letter", offset=(1.0, 2.0)),
    ),
    "folded rounds": ([component("r", "tokens", (25, 25), 9, shape="round", bleed=1.5)], chosen("fold")),
}


def test_hard_cases_are_as_hard_as_they_say() -> None:
    for made, wide, across in ((TURNED, False, True), (LYING, True, False), (BOTH, True, True)):
        sheet = printed([made], chosen("long-edge")).sheets[0]
        left, right = sheet.faces[0].mark[:2]
        assert (sheet.width > sheet.height) == wide
        assert (abs(right[0] - left[0]) < 1) == across


@pytest.mark.parametrize("case", HARD)
def test_a_hard_case_can_be_turned_folded_and_cut(case: str) -> None:
    _assert_paper_agrees(printed(*HARD[case]))


def test_single_cards_with_backs_get_them_where_the_others_have_none() -> None:
    made = component(cards=4, back=None)
    own = replace(made, cards=(replace(made.cards[0], back="own.svg"), *made.cards[1:]))
    job = printed([own], chosen("long-edge"))
    sides = Counter((job.card(f).id, job.side(f)) for s in job.sheets for f in s.faces)
    assert sides == {("C1", "back"): 1, **{(f"C{n}", "front"): 1 for n in range(1, 5)}}
    (pair,) = _leaves(job)
    (back,) = pair.back.faces
    (front,) = [f for f in pair.front.faces if job.card(f).id == "C1"]
    _assert_meets(job, front, back, pair.through)


@pytest.mark.parametrize(
    ("few", "many", "unfolded"), [(9, 45, "B"), (45, 9, "A"), (9, 18, "A"), (27, 18, "A")]
)
def test_no_more_is_unfolded_than_has_to_be(few: int, many: int, unfolded: str) -> None:
    made = [
        component("a", cards=few),
        component("b", cards=many, stock="x"),
        component("c", size=(90, 90), cards=3, stock="y"),
    ]
    job = printed(made, chosen("fold"))
    apart = {
        job.card(f).id[0] for s in job.sheets for f in s.faces if len({job.side(one) for one in s.faces}) == 1
    }
    assert unfolded in apart
    assert not {"A", "B"} - {unfolded} & apart


@settings(max_examples=40)
@given(cards(), settings_for("long-edge", "short-edge", "fold", "separate", "none"))
def test_any_pieces_can_be_turned_folded_and_cut(components: list[Component], wishes: SheetSettings) -> None:
    _assert_paper_agrees(printed(components, wishes))


@settings(max_examples=30)
@given(
    st.tuples(st.floats(20, 120), st.floats(20, 120)),
    st.integers(1, 60),
    st.sampled_from([1.5, 3.0, 5.0]),
    st.sampled_from([0.0, 2.0, 6.0, 10.0]),
    papers,
)
@example((63.0, 88.0), 12, 3.0, 0.0, PAPERS["a4"])
@example((63.0, 88.0), 12, 3.0, 6.0, PAPERS["a4"])
@example((57.0, 57.0), 12, 3.0, 2.0, PAPERS["a4"])
@example((63.0, 88.0), 9, 3.0, 0.0, PAPERS["letter"])
@example((63.0, 63.0), 12, 3.0, 0.0, PAPERS["letter"])
@example((44.0, 63.0), 18, 3.0, 0.0, PAPERS["letter"])
def test_a_deck_takes_no_more_pages_than_it_must(
    size: tuple[float, float], count: int, bleed: float, gutter: float, paper: Size
) -> None:
    wishes = SheetSettings(paper, "test paper", "none", gutter=gutter, guide=False, test=False)
    job = printed([component(size=size, cards=count, bleed=bleed, back=None)], wishes)

    def most(room: float, length: float, beside: float = bleed + 2.5) -> int:
        """Lay one card after the other until none fits: bleed, half a millimetre and a mark of 2 mm stay free."""
        free, laid = room - 2 * beside, 0
        while laid * (length + gutter) + length <= free + 1e-4:
            laid += 1
        return laid

    short, long = sorted((paper.width, paper.height))
    ways = [
        # header and footer take 22 mm, or 5.8 mm at the sides; then a mark of 2.6 mm may stand on the bleed
        max(most(across - 10, w) * most(down - 22, h), most(across - 15.8, w) * most(down - 10, h, 2.6))
        for across, down in ((short, long), (long, short))
        for w, h in (size, size[::-1])
    ]
    if max(ways):
        # fewer where the last ones lie turned in what the others leave free
        assert len(job.sheets) <= math.ceil(count / max(ways))
        assert count * size[0] * size[1] <= len(job.sheets) * (paper.width - 10) * (paper.height - 10)


# ---- rounds


@settings(max_examples=12)
@given(st.floats(12, 60), st.integers(1, 30), bleeds, papers)
def test_a_round_is_cut_on_its_circle_and_only_its_front_has_one(
    diameter: float, count: int, bleed: float, paper: Size
) -> None:
    made = component("r", "tokens", (diameter, diameter), count, shape="round", bleed=bleed)
    job = printed([made], SheetSettings(paper, "test paper", guide=False, test=False))
    for sheet in job.sheets:
        circles = [Rim.of(i.points) for i in sheet.inks if i.stroke == "#6a6a6a" and len(i.points) > 30]
        for face in sheet.faces:
            trim = job.trim(face)
            assert face.round
            found = [c for c in circles if _close(c, trim)]
            assert len(found) == (job.side(face) == "front")


# ---- boards in parts


class _Half(NamedTuple):
    """Half a diamond at the end of a split: where it would be closed, and the way it looks."""

    base: tuple[Point, Point]
    toward: Point


class _Part(NamedTuple):
    """A page of a board, all in mm of the board: what scissors and splits leave, what is seen, its diamonds."""

    cell: Rim
    seen: Rim
    halves: list[_Half]


def _halves(sheet: Sheet, accent: str) -> Iterator[_Half]:
    for ink in sheet.inks:
        if ink.fill == accent and len(ink.points) == 3:
            a, nose, b = ink.points
            yield _Half((a, b), (nose[0] - (a[0] + b[0]) / 2, nose[1] - (a[1] + b[1]) / 2))


def _part(job: Job, sheet: Sheet, face: Face, size: tuple[float, float]) -> _Part:
    """Read one part as somebody with scissors does: cut on the marks, lay the next part on a split with a tab."""
    bleed, seen = job.made(face).bleed, face.seen
    onto_board = inverse(face.onto(*size))
    # another part may lie above or below: what is further off belongs to that one
    far = 16 if len(sheet.faces) < 3 else 12.5
    own = Rim(seen.left - 16, seen.top - far, seen.right + 16, seen.bottom + far)
    halves = [h for h in _halves(sheet, job.kit.accent) if Rim.of(h.base).within(own) == Rim.of(h.base)]
    marks = [
        line
        for line in sheet.lines()
        if 0.5 < math.dist(*line) < 16 and Rim.of(line).within(own) == Rim.of(line)
    ]
    lines = []
    for side, (end, along, inward) in enumerate(
        ((seen.left, 0, 1), (seen.top, 1, 1), (seen.right, 0, -1), (seen.bottom, 1, -1))
    ):
        cut = {
            a[along]
            for a, b in marks
            if abs(a[along] - b[along]) < 1e-3 and -NEAR < (a[along] - end) * inward < 8
        }
        open_ = {
            h.base[0][along]
            for h in halves
            if abs(h.toward[along]) > 1 and -NEAR < (h.base[0][along] - end) * inward < 8
        }
        if cut:  # cut on the marks; where a split is, its diamonds stand on the same line
            assert max(cut | open_) - min(cut | open_) < NEAR
            assert (min(cut) - end) * inward == pytest.approx(bleed, abs=NEAR)
            lines.append(min(cut))
        elif open_:  # a tab: the next part is laid here
            assert side > 1
            assert (min(open_) - end) * inward == pytest.approx(UNDER_THE_NEXT, abs=NEAR)
            lines.append(min(open_))
        else:  # between others: no room for marks, but the art ends where it must
            middle = seen.middle
            x, y = at(onto_board, (end, middle[1]) if along == 0 else (middle[0], end))
            outer = any(
                abs(abs(v - rim) - bleed) < NEAR for v, rim in ((x, 0), (y, 0), (x, size[0]), (y, size[1]))
            )
            lines.append(end + inward * (bleed if outer else UNDER_THE_NEXT))
    cell = Rim(*lines)
    moved = [
        _Half((at(onto_board, h.base[0]), at(onto_board, h.base[1])), at((*onto_board[:4], 0, 0), h.toward))
        for h in halves
    ]
    return _Part(_on_board(onto_board, cell), _on_board(onto_board, seen), moved)


def _on_board(onto_board: Affine, rim: Rim) -> Rim:
    return Rim.of([at(onto_board, (rim.left, rim.top)), at(onto_board, (rim.right, rim.bottom))])


def _closes(a: _Half, b: _Half) -> bool:
    near = all(min(math.dist(p, q) for q in b.base) < 3 * NEAR for p in a.base)
    return near and _close(a.toward, (-b.toward[0], -b.toward[1]))


@settings(max_examples=15)
@given(
    st.tuples(st.floats(150, 520), st.floats(150, 520)),
    st.sampled_from([0.0, 2.0, 3.0]),
    st.sampled_from(["fold", "long-edge", "short-edge"]),
    papers,
)
@example((300.0, 195.0), 3.0, "long-edge", PAPERS["a4"])
@example((420.0, 420.0), 3.0, "long-edge", PAPERS["a4"])
@example((195.0, 300.0), 3.0, "long-edge", PAPERS["letter"])
@example((500.0, 180.0), 3.0, "long-edge", PAPERS["a4"])
@example((276.0, 110.0), 3.0, "long-edge", PAPERS["letter"])
@example((480.0, 60.0), 3.0, "fold", PAPERS["letter"])
def test_the_parts_of_a_board_glued_as_their_marks_say_show_the_whole_board(
    size: tuple[float, float], bleed: float, backs: str, paper: Size
) -> None:
    board = component("board", "boards", size, 1, bleed=bleed)
    job = printed([board], SheetSettings(paper, "test paper", backs, guide=False, test=False))  # type: ignore[arg-type]
    for side in ("front", "back"):
        pages = [(sheet, [f for f in sheet.faces if job.side(f) == side]) for sheet in job.sheets]
        # on each page of a board in parts a small picture of the whole shows where the parts belong
        parts = [
            _part(job, sheet, face, size)
            for sheet, faces in pages
            if len(faces) > 1
            for face in faces
            if not _small(face, size)
        ]
        if parts:
            _assert_whole(parts, size)


def _small(face: Face, size: tuple[float, float]) -> bool:
    a, b = face.onto(*size)[:2]
    return math.hypot(a, b) < 0.9


def _assert_whole(parts: list[_Part], size: tuple[float, float]) -> None:
    for a, b in combinations(parts, 2):
        assert not a.cell.meets(b.cell, 3 * NEAR), "a piece of the board is there twice"
    assert sum(_area(p.cell) for p in parts) == pytest.approx(size[0] * size[1], rel=1e-3)
    whole = Rim.of([p for part in parts for p in (part.cell[:2], part.cell[2:])])
    assert all(abs(a - b) < 2 * NEAR for a, b in zip(whole, (0, 0, *size), strict=True))
    halves = [half for part in parts for half in part.halves]
    for half in halves:
        assert sum(_closes(half, other) for other in halves) == 1, "a diamond stays open"


def _area(rim: Rim) -> float:
    return (rim.right - rim.left) * (rim.bottom - rim.top)
