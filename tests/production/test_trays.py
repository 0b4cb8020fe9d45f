"""Lids, trays and dividers: walls are folded up by hand, pieces meet, contents fit."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.languages.reading import in_language
from cardgen.production.boxes import divide, well
from cardgen.production.dielines import Dieline, Hinged, Sleeve, Tray
from cardgen.production.held import boxes_of, held_by, pack, room_for, thickness
from cardgen.source import read_kit
from tests.games.kits import kit_of
from tests.production.folding import Flat, crossings, folded, inside, sound, spread

TRAYS = st.builds(
    Tray,
    length=st.floats(50, 300),
    width=st.floats(18, 220),
    height=st.floats(12, 70),
    card=st.sampled_from((0.25, 0.35, 0.5)),
    liner=st.sampled_from((0.0, 1.5, 2.0)),
    wall=st.sampled_from((0.0, 1.5)),
)


def corners(dieline: Dieline) -> list[Flat]:
    return [(corner.x, corner.y) for corner in dieline.cuts[0]]


class Folded:
    """A tray in space: the floor lies in z = 0, walls and tabs are folded towards the reader."""

    def __init__(self, dieline: Dieline) -> None:
        level = sorted({y1 for _, y1, _, y2 in dieline.folds if y1 == y2})
        upright = sorted({x1 for x1, y1, x2, y2 in dieline.folds if x1 == x2})
        (self.north, self.south), (self.west, self.east) = level, upright
        n, s, w, e, eps = self.north, self.south, self.west, self.east, 1e-6
        cut = corners(dieline)
        walls = {
            "north": ((0.0, n), (1.0, n), -90.0),
            "south": ((0.0, s), (1.0, s), 90.0),
            "west": ((w, 0.0), (w, 1.0), 90.0),
            "east": ((e, 0.0), (e, 1.0), -90.0),
        }
        where = {
            "north": [p for p in cut if w - eps <= p[0] <= e + eps and p[1] <= n + eps],
            "south": [p for p in cut if w - eps <= p[0] <= e + eps and p[1] >= s - eps],
            "west": [p for p in cut if p[0] <= w + eps and n - eps <= p[1] <= s + eps],
            "east": [p for p in cut if p[0] >= e - eps and n - eps <= p[1] <= s + eps],
        }
        self.walls = {name: folded(where[name], [walls[name]]) for name in walls}
        self.tabs = {}
        for name, down in (("north", -1), ("south", 1)):
            for end, x, angle in (("west", w, 90.0), ("east", e, -90.0)):
                tab = [
                    p
                    for p in cut
                    if (p[0] < w - eps if end == "west" else p[0] > e + eps)
                    and (p[1] < n - eps if down < 0 else p[1] > s + eps)
                ]
                self.tabs[f"{name} {end}"] = folded(tab, [((x, 0.0), (x, 1.0), angle), walls[name]])


@given(TRAYS)
def test_the_walls_of_a_folded_tray_stand_and_meet(tray: Tray) -> None:
    box = Folded(tray.dieline())
    for name, axis, at in (
        ("north", 1, box.north), ("south", 1, box.south), ("west", 0, box.west), ("east", 0, box.east),
    ):  # fmt: skip
        assert spread(box.walls[name], axis) == pytest.approx((at, at), abs=1e-6)
        low, high = spread(box.walls[name], 2)
        assert low >= -1e-6
        assert high == pytest.approx(spread(box.walls["north"], 2)[1], abs=0.01)
    # the ends of the long walls stand where the short walls are
    assert spread(box.walls["north"], 0) == pytest.approx((box.west, box.east), abs=1e-6)


@given(TRAYS)
def test_the_contents_of_a_tray_have_the_room_it_promises(tray: Tray) -> None:
    box = Folded(tray.dieline())
    high = spread(box.walls["north"], 2)[1]
    assert box.east - box.west - tray.card - 2 * tray.wall == pytest.approx(tray.length)
    assert box.south - box.north - tray.card - 2 * tray.wall == pytest.approx(tray.width)
    assert high - tray.card / 2 - tray.liner == pytest.approx(tray.height)


@given(TRAYS)
def test_tabs_lie_behind_the_short_walls_and_never_meet(tray: Tray) -> None:
    box = Folded(tray.dieline())
    for end, at in (("west", box.west), ("east", box.east)):
        wall = box.walls[end]
        for name in ("north", "south"):
            tab = box.tabs[f"{name} {end}"]
            assert len(tab) >= 2
            assert spread(tab, 0) == pytest.approx((at, at), abs=1e-6)
            for axis in (1, 2):  # within the short wall: nothing is seen of it, nothing is glued on air
                assert spread(wall, axis)[0] - 1e-6 <= spread(tab, axis)[0]
                assert spread(tab, axis)[1] <= spread(wall, axis)[1] + 1e-6
        assert spread(box.tabs[f"north {end}"], 1)[1] < spread(box.tabs[f"south {end}"], 1)[0]


@given(TRAYS, st.floats(12, 40))
def test_the_lid_goes_over_the_tray_with_a_millimetre_of_air(tray: Tray, high: float) -> None:
    lid = tray.over(high)
    inner, outer = Folded(tray.dieline()), Folded(lid.dieline())
    for low, top in (("west", "east"), ("north", "south")):
        outside = getattr(inner, top) - getattr(inner, low) + tray.card
        room = getattr(outer, top) - getattr(outer, low) - lid.card
        assert 1.0 - 1e-6 <= room - outside <= 1.1 + 1e-6


@given(TRAYS)
def test_outlines_are_simple_and_glue_lies_inside(tray: Tray) -> None:
    for dieline in (tray.dieline(), *tray.parts()):
        assert sound(corners(dieline), dieline.glue)


@given(TRAYS)
def test_two_parts_make_the_whole_tray(tray: Tray) -> None:
    whole = corners(tray.dieline())
    first, second = (corners(part) for part in tray.parts())
    (split,) = {x for x, y in second if y == min(y for _, y in second)} & {x for x, _ in second if x == min(x for x, _ in second)}  # fmt: skip
    assert min(x for x, _ in first) == min(x for x, _ in whole)
    assert max(x for x, _ in second) == max(x for x, _ in whole)
    # the strip carries the second part: it lies below it, and ends before its edges do
    assert max(x for x, _ in first) - split == pytest.approx(14)
    strip = [y for x, y in first if x > split]
    edge = [y for x, y in second if x == split]
    assert min(edge) < min(strip)
    assert max(strip) < max(edge)


def test_everything_of_biergarten_lies_in_its_tray() -> None:
    kit = kit_of("biergarten")
    box = next(box for box in boxes_of(kit) if box.kind == "lid-tray")
    (length, width, height), packing = room_for(kit, box)
    assert (length, width, height) == (212, 151, 43.5)
    assert packing is not None
    count: dict[str, int] = {}
    for row in packing.rows:
        assert sum(stack.width for stack in row) <= length
        for stack in row:
            for component in stack.components:
                assert stack.width >= component.size.width + 3 or stack.depth >= component.size.width + 3
            count["+".join(c.id for c in stack.components)] = (
                count.get("+".join(c.id for c in stack.components), 0) + stack.pieces
            )
    assert sum(max(stack.depth for stack in row) for row in packing.rows) <= width
    assert count["common+home"] == 64
    assert count["aid"] == 5
    # 22 tiles on board, the board, the booklet, the folded mat, a millimetre of air
    highest = max(stack.high for row in packing.rows for stack in row)
    assert highest == pytest.approx(22 * 1.75)
    assert height >= highest + 2.25 + 1.1 + 2 * 0.2 + 1 - 0.2


@pytest.mark.parametrize(
    "slug", ["auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers"]
)
def test_the_largest_board_lies_flat_in_the_tray_of_any_kit(slug: str) -> None:
    from cardgen.model.box import Box

    kit = kit_of(slug)
    box = Box(name="kit", kind="lid-tray")
    (length, width, height), packing = room_for(kit, box)
    assert packing is not None
    for component in held_by(kit, box):
        if component.kind == "boards":
            assert max(component.size.width, component.size.height) + 2 <= length
            assert min(component.size.width, component.size.height) + 3 <= width
    assert height > max(stack.high for row in packing.rows for stack in row)


def test_stocks_say_how_thick_a_piece_is() -> None:
    kit = kit_of("biergarten")
    said = {component.id: thickness(component) for component in kit.components}
    assert said["common"] == 1.75
    assert said["cellar"] == 2.25
    assert said["aid"] == 0.25
    assert said["supply"] == pytest.approx(0.2)


def test_a_translated_stock_is_as_thick_as_it_was() -> None:
    kit = kit_of("biergarten")
    german, _ = read_kit(Path("data/biergarten"), in_language("de"))
    assert german
    assert german.original
    for one in kit.components:
        assert thickness(german.component(one.id)) == thickness(one)


def test_dividers_meet_in_their_slots_and_wells_hold_their_pieces() -> None:
    kit = kit_of("biergarten")
    rows = [
        tuple(kit.component(name) for name in row) for row in (("common", "common", "home"), ("aid", "mugs"))
    ]
    room = (212.0, 151.0, 43.5)
    long, *short = list(divide(rows, room, 0.35))
    assert long.length == room[0] - 0.5
    assert [len(one.slots) for one in short] == [1, 1, 1]
    # every short one stands in a slot of the long one: half and half, and room for both layers of card
    assert len(long.slots) == len(short)
    for one in short:
        assert one.height == long.height <= room[2]
        assert one.deep + long.deep >= one.height + 0.9
        assert one.slot >= 2 * one.card + 0.2
        (slot,) = one.slots
        assert slot.from_top
        assert not any(other.from_top for other in long.slots)
        assert min(slot.at, one.length - slot.at) == pytest.approx(6)  # it ends 6 mm behind the long one
    # wells: as wide as the tray, and wider than what lies in them
    at = sorted(slot.at + 0.25 for slot in long.slots)
    assert all(b - a >= 3 for a, b in itertools.pairwise(at))
    for row in rows:
        assert sum(well(component).width for component in row) <= room[0]
        assert all(well(c).width >= c.size.width + 3 for c in row)
    assert sum(max(well(component).height for component in row) for row in rows) <= room[1]


@given(st.floats(20, 60), st.sampled_from((0.25, 0.35, 0.5)))
def test_the_slots_of_a_divider_are_cut_through_both_layers(high: float, card: float) -> None:
    from cardgen.production.dielines import Divider, DividerSlot

    strip = Divider(
        "one", 120, high, (DividerSlot(30, True), DividerSlot(70, False), DividerSlot(100, False)), card
    )
    dieline = strip.dieline()
    outline, *windows = (([(c.x, c.y) for c in cut]) for cut in dieline.cuts)
    assert crossings(outline) == []
    # folded along the middle, what is cut above lies on what is cut below
    for cut in (outline, *windows):
        mirrored = {(round(x, 6), round(2 * high - y, 6)) for x, y in cut}
        assert mirrored == {(round(x, 6), round(y, 6)) for x, y in cut}
    (window,) = windows
    assert min(y for _, y in window) == pytest.approx(high - (high / 2 + 0.5))
    assert all(inside(point, outline) for point in window)


def test_a_packing_is_the_lowest_that_fits() -> None:
    kit = kit_of("cheers")
    floor_of = room_for(kit, boxes_of(kit)[0])[0]
    assert floor_of[0] > 0
    from cardgen.base.units import Size

    wide = pack(kit, kit.components, Size(300, 200))
    narrow = pack(kit, kit.components, Size(210, 150))
    assert wide.height <= narrow.height


HINGED = st.builds(
    Hinged,
    length=st.floats(50, 200),
    width=st.floats(35, 150),
    height=st.floats(12, 70),
    card=st.sampled_from((0.25, 0.35, 0.5)),
)


@given(HINGED)
def test_a_hinged_lid_closes_over_the_walls_of_its_tray(box: Hinged) -> None:
    dieline = box.dieline()
    assert sound(corners(dieline), dieline.glue)
    level = sorted({y1 for _, y1, _, y2 in dieline.folds if y1 == y2})
    lid_front, hinge, back, front = level
    rise = [((0.0, back), (1.0, back), -90.0)]
    closed = [((0.0, hinge), (1.0, hinge), -90.0), *rise]
    cut = corners(dieline)
    top = folded([p for p in cut if lid_front - 1e-6 <= p[1] <= hinge + 1e-6 and abs(p[0]) < 3], closed)
    wall = folded(
        [p for p in cut if p[1] < lid_front - 1e-6 and -3 < p[0] < box.l + 3],
        [((0.0, lid_front), (1.0, lid_front), -90.0), *closed],
    )
    stands = front - back  # the front wall of the tray
    high = spread(folded([(0.0, hinge)], rise), 2)[1]
    assert spread(top, 2) == pytest.approx((high, high), abs=1e-6), "the lid lies on the walls"
    assert spread(wall, 1)[0] - stands - box.card >= 0.5 - 1e-6, "its front wall is before that of the tray"
    assert 12 - 1e-6 <= high - spread(wall, 2)[0] < high, "and reaches down, not through the table"
    west = max(x1 for x1, y1, x2, y2 in dieline.folds if x1 == x2 and x1 < -1e-6)
    assert -west - box.card >= 0.5 - 1e-6, "its side walls are beside those of the tray"


@given(TRAYS)
def test_a_tray_slides_in_its_sleeve(tray: Tray) -> None:
    length, width, high = tray.outside
    tube = Sleeve(width, length, high, tray.card).dieline()
    assert sound(corners(tube), tube.glue)
    first, left, front, right = sorted(x1 for x1, _, x2, _ in tube.folds if x1 == x2)
    assert front - left - tray.card - high == pytest.approx(0.8)
    assert right - front - tray.card - width == pytest.approx(0.8)
    assert left - first - tray.card - width == pytest.approx(0.8)
    end = max(x for x, _ in corners(tube))
    assert 0 < (front - left) - (end - right) <= 0.5, "the last side goes over the tab"
    assert tube.bounds[3] == pytest.approx(length)
