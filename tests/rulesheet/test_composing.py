"""Pages chosen over the whole book: full, in order, nothing lost, nothing torn that would stand together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.app.build import faces_of
from cardgen.base.drawing import Drawing, PlacedDrawing, Text, apply
from cardgen.base.drawing import Path as Shape
from cardgen.base.errors import Problems
from cardgen.base.units import Size, parse_paper
from cardgen.model import Kit
from cardgen.rulesheet import booklet_pages, large_print_pages, load_rules
from cardgen.rulesheet.composing import SIZES, Strip, _Book, composed
from cardgen.rulesheet.flow import Fixed, FlowPiece, FlowStack, Framed, Lines
from cardgen.source import load_kit
from tests.many import mostly_thorough

ROOT = Path(__file__).parent.parent.parent
KITS = {
    name: ROOT / "data" / name
    for name in ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")
}
SAMPLES = {
    name: ROOT / "tests" / "samples" / f"{name}-project" / "data" / name
    for name in ("harbour", "night-market")
}
A5, HALF_LETTER = Size(148, 210), Size(139.7, 215.9)
ROOM = 100.0


def anything(pages: int) -> float:
    return 0.0


def fours(pages: int) -> float:
    return 5.0 * (-pages % 4)


def block(height: float, **more: object) -> Strip:
    return Strip((Fixed(height, before=2.0),), 0, **more)  # type: ignore[arg-type]


def lines(count: int) -> Lines:
    return Lines(tuple(Fixed(4.0) for _ in range(count)), before=2.0)


def chapters(*heights: Sequence[float]) -> list[Strip]:
    """Chapters, each a title and blocks of these heights."""
    found = []
    for n, blocks in enumerate(heights):
        found.append(Strip((Fixed(8.0, before=6.0, keep=True),), n, begins=True))
        found += [Strip((Fixed(height, before=2.0),), n) for height in blocks]
    return found


def heights(pages: Sequence[FlowStack]) -> list[list[float]]:
    return [[round(piece.height, 1) for piece in page.pieces] for page in pages]


def test_later_pages_count_when_an_early_one_ends() -> None:
    # whoever fills the first page to the brim leaves 20 mm alone on the last
    book = [block(30, begins=True), block(30), block(30), block(30), block(30)]
    assert heights(composed(book, ROOM, anything).pages) in (
        [[30.0, 30.0, 30.0], [30.0, 30.0]],
        [[30.0, 30.0], [30.0, 30.0, 30.0]],
    )
    # two pages either way, and the better of both ways to the same end
    assert heights(
        composed([block(30, begins=True), block(25), block(30), block(15)], ROOM, anything).pages
    ) == [
        [30.0, 25.0],
        [30.0, 15.0],
    ]
    book = [block(58, begins=True), block(20), block(20), block(60), block(40)]
    pages = composed(book, ROOM + 4, anything).pages
    assert heights(pages) == [[58.0, 20.0, 20.0], [60.0, 40.0]]


def test_a_title_is_not_the_last_on_its_page() -> None:
    for first in range(60, 90, 3):
        book = chapters([first], [40, 40])
        for page in composed(book, ROOM, anything).pages:
            assert not page.pieces[-1].keep


def test_a_chapter_goes_on_where_that_fills_pages_and_begins_one_where_there_is_room() -> None:
    full = composed(chapters([82], [82]), ROOM, anything).pages
    assert [len(page.pieces) for page in full] == [2, 2]
    short = composed(chapters([30], [30]), ROOM, anything).pages
    assert [len(page.pieces) for page in short] == [4]


def test_pictures_grow_and_shrink_so_that_pages_are_full() -> None:
    def shown(height: float) -> Strip:
        sizes = tuple(Fixed(height * size, before=2.0) for size in SIZES)
        return Strip(sizes, 0, begins=True)

    (grown,) = composed([shown(60), block(10)], ROOM, anything).pages
    assert grown.pieces[0].height == pytest.approx(81)
    (shrunk,) = composed([shown(100), block(10)], ROOM, anything).pages
    assert shrunk.pieces[0].height in (pytest.approx(86), pytest.approx(80))
    (as_meant,) = composed([shown(86), block(10)], ROOM, anything).pages
    assert as_meant.pieces[0].height == pytest.approx(86)


def test_gaps_stretch_within_limits_and_more_above_a_chapter() -> None:
    strips = [block(20, begins=True), block(20), block(20), block(20), block(8)]
    (page,) = composed(strips, ROOM, anything).pages
    assert page.height == pytest.approx(ROOM)
    assert all(piece.before <= 5.0 + 1e-6 for piece in page.pieces)


def test_a_cut_box_keeps_its_frame_and_a_third_on_either_side() -> None:
    inside = FlowStack(tuple(Fixed(8.0, before=2.0 if i else 0.0) for i in range(18)))
    drawn: list[float] = []

    def frame(width: float, height: float) -> list[Shape]:
        drawn.append(height)
        return []

    box = Framed(inside, 90.0, (3.0, 3.0, 3.0, 3.0), frame, before=2.0)
    strip = Strip((box,), 0, begins=True, within=0.5, least=1 / 3)
    pages = composed([strip], ROOM, anything).pages
    assert len(pages) == 2
    for page in pages:
        (piece,) = page.pieces
        assert isinstance(piece, Framed)
        assert piece.padding == (3.0, 3.0, 3.0, 3.0)
        assert piece.height >= min(box.height / 3, 0.45 * ROOM)
        assert len([*piece.draw(0, 0, piece.height)]) == 0
    assert len(drawn) == 2

    # no cut is thought of that would leave the last line alone, with a frame of its own
    _, cuts = _Book((strip,), ROOM, False)._pieces_at((0, ""))
    least = min(box.height / 3, 0.45 * ROOM)
    assert cuts
    assert all(least <= min(cut.head.height, cut.tail.height) for cut in cuts)


def test_a_number_of_pages_is_reached_by_spreading_before_a_page_is_left_empty() -> None:
    book = chapters(*([[30, 30]] * 4))  # five short pages or four full ones
    assert len(composed(book, ROOM, fours).pages) == 4


def test_what_is_seen_together_faces_itself() -> None:
    # three pages of 90 before it would have it turn the page between 5 and 6
    for before in range(1, 4):
        book = chapters(*([[82]] * before))
        last = before
        book.append(Strip((Fixed(8.0, before=6.0, keep=True),), last, begins=True, spread=True))
        book += [Strip((Fixed(28.0, before=2.0),), last, spread=True) for _ in range(5)]
        pages = composed(book, ROOM, anything).pages
        shown = [
            n for n, page in enumerate(pages, 2) if any(round(piece.height) == 28 for piece in page.pieces)
        ]
        assert shown[0] % 2 == 0 or len(shown) == 1 or len(pages) == before + 2


def test_notes_have_room_in_the_margin() -> None:
    # the words of the note leave 10 mm beside them; what follows takes the margin
    tall = Strip((Fixed(10.0, before=2.0),), 0, begins=True, aside=60.0)
    wide = Strip((Fixed(86.0, before=2.0),), 1, begins=True, wide=True)
    assert [len(page.pieces) for page in composed([tall, wide], ROOM, anything).pages] == [2]
    narrow = Strip((Fixed(60.0, before=2.0),), 0, begins=True, aside=60.0)
    broad = Strip((Fixed(36.0, before=2.0),), 1, begins=True, wide=True)
    assert [len(page.pieces) for page in composed([narrow, broad], ROOM, anything).pages] == [2]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 40), st.booleans(), st.booleans()),
        min_size=1,
        max_size=24,
    )
)
def test_nothing_is_lost_and_nothing_sticks_out(parts: list[tuple[int, bool, bool]]) -> None:
    book = []
    for n, (count, begins, whole) in enumerate(parts):
        piece: FlowPiece = Fixed(min(4.0 * count, 96.0), before=2.0) if whole else lines(count)
        book.append(Strip((piece,), sum(b for _, b, _ in parts[: n + 1]), begins=begins or n == 0))
    pages = composed(book, ROOM, anything).pages
    assert all(page.height <= ROOM + 0.05 for page in pages)
    told = sum(
        len(piece.lines) if isinstance(piece, Lines) else piece.height / 4
        for page in pages
        for piece in page.pieces
    )
    meant = sum(min(count, 24) if whole else count for count, _, whole in parts)
    assert told == pytest.approx(meant)


def test_what_has_no_room_anywhere_has_a_page_for_itself() -> None:
    book = [block(50, begins=True), block(140), block(50)]
    assert heights(composed(book, ROOM, anything).pages) == [[50.0], [140.0], [50.0]]


# ---- the games -------------------------------------------------------------------------------------


def drawn(kit: Kit) -> object:
    return faces_of(kit, kit.first_look or "full", {}, Problems())


def printed(drawing: Drawing, top: float, bottom: float, smallest: float) -> list[tuple[float, float]]:
    """From where to where something stands between two heights, notes in the margin left out."""
    found = []
    for item in drawing.items:
        match item:
            case Text() if item.size >= smallest and item.words.strip():
                ends = (item.y - item.size, item.y)
            case PlacedDrawing():
                corners = [
                    apply(item.matrix, x, y)[1]
                    for x in (item.drawing.x, item.drawing.x + item.drawing.width)
                    for y in (item.drawing.y, item.drawing.y + item.drawing.height)
                ]
                ends = (min(corners), max(corners))
            case Shape(fill=str()):
                down = [float(n) for letter, *ns in item.commands for n in ns[1::2] if letter != "A"]
                ends = (min(down, default=0.0), max(down, default=0.0))
            case _:
                continue
        if ends[0] >= top - 1 and ends[1] <= bottom + 1:
            found.append(ends)
    return sorted(found)


def filled(drawing: Drawing, top: float, bottom: float, smallest: float = 3.3) -> float:
    """How far down a page something stands; what is below a hole of 40 mm does not count."""
    reached = top
    for start, end in printed(drawing, top, bottom, smallest):
        if start > reached + 40:
            break
        reached = max(reached, end)
    return (reached - top) / (bottom - top)


def shares(kit: Kit, size: Size) -> list[float]:
    """How full each inner page of a booklet is."""
    sheet = load_rules(kit).on("booklet")
    pages = booklet_pages(sheet, drawn(kit), size)
    assert not list(sheet.problems)
    top = (size.height - 190) / 2
    notes = sheet.theme.furniture["notes"]
    inner = [page.drawing for page in pages[1:-1]]
    empty = [
        page
        for page in inner
        if any(isinstance(i, Text) and i.words.strip().lower() == notes.lower() for i in page.items)
    ]
    assert len(empty) <= 1
    return [filled(page, top, top + 181) for page in inner if page not in empty]


@pytest.mark.parametrize("name", SAMPLES)
def test_pages_of_a_small_booklet_are_full(name: str) -> None:
    found = shares(load_kit(SAMPLES[name]), A5)
    assert len(found) in (5, 6)
    assert min(found) > 0.55, found


@pytest.mark.parametrize(
    "size", [A5, pytest.param(HALF_LETTER, marks=pytest.mark.thorough)], ids=["a5", "half-letter"]
)
@pytest.mark.parametrize("name", mostly_thorough(KITS, 5))
def test_pages_of_a_booklet_are_full(name: str, size: Size) -> None:
    found = shares(load_kit(KITS[name]), size)
    assert len(found) in (14, 17, 18)
    assert min(found[1:]) > 0.6, found
    assert sum(found) / len(found) > 0.8, found


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", mostly_thorough(KITS, 5))
def test_pages_in_large_print_are_full(name: str, paper: str) -> None:
    kit, size = load_kit(KITS[name]), parse_paper(paper)
    sheet = load_rules(kit).on("large-print")
    pages = large_print_pages(sheet, drawn(kit), size)
    assert not list(sheet.problems)
    found = [filled(page, 18, size.height - 18) for page in pages[:-1]]
    assert min(found) > 0.55, found
    assert sum(found) / len(found) > 0.8, found
