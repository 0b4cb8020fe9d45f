"""Tuck boxes: folded by hand in space, the panels meet, the deck fits with air, flaps do not collide."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.units import PAPERS
from cardgen.production.dielines import Dieline, Tuck, commands, fits
from tests.production.folding import Flat, Vector, far, folded, inside, sound, spread

DECKS = st.builds(
    Tuck,
    width=st.floats(25, 120),
    height=st.floats(35, 150),
    stack=st.floats(1, 75),
    card=st.sampled_from((0.25, 0.35, 0.5)),
)


def outline(dieline: Dieline) -> list[Flat]:
    """The outer cut as a polygon, curves in four pieces."""
    found: list[Flat] = []
    for step in commands(dieline.cuts[0]):
        match step:
            case ("M" | "L", x, y):
                found.append((x, y))
            case ("C", x1, y1, x2, y2, x3, y3):
                x0, y0 = found[-1]
                for t in (0.25, 0.5, 0.75, 1.0):
                    k = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                    found.append(
                        (
                            k[0] * x0 + k[1] * x1 + k[2] * x2 + k[3] * x3,
                            k[0] * y0 + k[1] * y1 + k[2] * y2 + k[3] * y3,
                        )
                    )
    return found


def creases(dieline: Dieline) -> tuple[list[float], float]:
    """The x of the upright creases from the left, and the height of the box, read off the dashed lines."""
    upright = sorted(x1 for x1, _, x2, _ in dieline.folds if x1 == x2)
    heights = {round(abs(y2 - y1), 6) for x1, y1, x2, y2 in dieline.folds if x1 == x2}
    assert len(heights) == 1
    return upright, heights.pop()


class Folded:
    """A tuck box in space: the back lies in z = 0, everything is folded away from the reader."""

    def __init__(self, dieline: Dieline) -> None:
        (x0, x1, x2, x3), h = creases(dieline)
        self.depth_of_sides, self.height = x2 - x1, h
        cut = outline(dieline)
        end = max(x for x, _ in cut)

        def about(x: float) -> tuple[Flat, Flat, float]:
            return (x, 0.0), (x, 1.0), 90.0  # to the right of the crease, away from the reader

        def where(test: object) -> list[Flat]:
            return [p for p in cut if test(p)]  # type: ignore[operator]

        sides = ([about(x1)], [about(x2), about(x1)], [about(x3), about(x2), about(x1)])
        top: tuple[Flat, Flat, float] = ((0.0, 0.0), (1.0, 0.0), 90.0)
        low: tuple[Flat, Flat, float] = ((0.0, h), (1.0, h), -90.0)
        lid_edge = min(y for _, y in [(x1_, y1) for x1_, y1, _, y2 in dieline.folds if y1 == y2])
        tuck: tuple[Flat, Flat, float] = ((0.0, lid_edge), (1.0, lid_edge), 90.0)
        eps = 1e-6
        self.back = folded([(x0, 0), (x1, 0), (x1, h), (x0, h)], [])
        self.left = folded([(x1, 0), (x2, 0), (x2, h), (x1, h)], sides[0])
        self.front = folded([(x2, 0), (x3, 0), (x3, h), (x2, h)], sides[1])
        self.right = folded([(x3, 0), (end, 0), (end, h), (x3, h)], sides[2])
        self.tab = folded(where(lambda p: p[0] < x0 - eps), [((0.0, 0.0), (0.0, 1.0), -90.0)])
        self.lid = folded(where(lambda p: p[0] <= x1 and lid_edge - eps <= p[1] < -eps), [top])
        self.tongue = folded(where(lambda p: p[0] <= x1 and p[1] < lid_edge - eps), [tuck, top])
        self.outer = folded(where(lambda p: -eps <= p[0] <= x1 + eps and p[1] > h - eps), [low])
        self.inner = folded(
            where(lambda p: x2 - eps <= p[0] <= x3 + eps and p[1] > h - eps), [low, *sides[1]]
        )
        self.glue_on_inner = folded(dieline.glue[1], [low, *sides[1]])
        self.glue_on_tab = folded(dieline.glue[0], [((0.0, 0.0), (0.0, 1.0), -90.0)])
        self.dust = {
            "left top": folded(where(lambda p: x1 < p[0] < x2 and p[1] < -eps), [top, *sides[0]]),
            "right top": folded(where(lambda p: x3 < p[0] and p[1] < -eps), [top, *sides[2]]),
            "left low": folded(where(lambda p: x1 < p[0] < x2 and p[1] > h + eps), [low, *sides[0]]),
            "right low": folded(where(lambda p: x3 < p[0] and p[1] > h + eps), [low, *sides[2]]),
        }

    @property
    def across(self) -> float:
        return self.back[1][0] - self.back[0][0]

    @property
    def deep(self) -> float:
        return abs(self.front[0][2])


def near(one: Vector, other: Vector) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


@given(DECKS)
def test_the_sides_of_the_folded_tube_meet(tuck: Tuck) -> None:
    box = Folded(tuck.dieline())

    assert spread(box.left, 0) == pytest.approx((box.across, box.across))
    assert spread(box.front, 2) == pytest.approx((-box.deep, -box.deep))
    assert spread(box.front, 0) == pytest.approx((0, box.across), abs=1e-6)
    # the free edge of the right side comes to the edge of the back, a little short of it
    for free, corner in ((box.right[1], box.back[0]), (box.right[2], box.back[3])):
        assert near(free, corner) <= 0.5
        assert free[2] <= 0


@given(DECKS)
def test_the_deck_lies_inside_with_a_millimetre_of_air(tuck: Tuck) -> None:
    box = Folded(tuck.dieline())
    # creases lie in the middle of the card, so that half of it on each side takes room inside
    assert box.across - tuck.card - tuck.width >= 1 - 1e-6
    assert box.deep - tuck.card - tuck.stack >= 1 - 1e-6
    # dust flaps lie next to the deck, lid and bottom on them: reckoned is a whole layer at each end
    assert box.height - 2 * tuck.card - tuck.height >= 1 - 1e-6
    # and it does not rattle
    assert box.across - tuck.card - tuck.width <= 2
    assert box.deep - tuck.card - tuck.stack <= max(2.0, 0.04 * tuck.stack + 1.2, 9 - tuck.stack) + 1e-6


@given(DECKS)
def test_the_glue_tab_lies_behind_the_right_side(tuck: Tuck) -> None:
    box = Folded(tuck.dieline())
    assert spread(box.tab, 0) == pytest.approx((0, 0), abs=1e-6)
    low, high = spread(box.tab, 2)
    assert -box.deep + 1 <= low <= high < 0
    assert spread(box.tab, 1)[0] > 0
    assert spread(box.tab, 1)[1] < box.height
    # all of the glue is covered by the side that is pressed on it
    assert spread(box.right, 2)[0] <= spread(box.glue_on_tab, 2)[0]
    assert spread(box.glue_on_tab, 2)[1] <= spread(box.right, 2)[1]


@given(DECKS)
def test_lid_and_tongue_close_the_box_from_inside(tuck: Tuck) -> None:
    box = Folded(tuck.dieline())
    # the lid reaches from the back to the front, its crease in the plane of the front
    assert spread(box.lid, 1) == pytest.approx((0, 0), abs=1e-6)
    assert spread(box.lid, 2)[0] == pytest.approx(-box.deep, abs=0.6)
    # between the sides, with room for the thickness of both
    left, right = spread(box.lid, 0)
    assert left >= tuck.card
    assert box.across - right >= tuck.card
    left, right = spread(box.tongue, 0)
    assert left >= 0.9
    assert box.across - right >= 0.9
    # the tongue hangs straight down behind the front, longer than the notch leaves open, shorter than the box
    assert spread(box.tongue, 2) == pytest.approx((-box.deep, -box.deep), abs=1e-6)
    top, tip = spread(box.tongue, 1)
    assert 0 <= top < tip < box.height / 2
    assert tip >= tuck.N * 0.42 + 1


@given(DECKS)
def test_dust_flaps_lie_flat_and_never_meet(tuck: Tuck) -> None:
    box = Folded(tuck.dieline())
    for end, edge in (("top", 0.0), ("low", box.height)):
        left, right = box.dust[f"left {end}"], box.dust[f"right {end}"]
        for flap in (left, right):
            assert spread(flap, 1) == pytest.approx((edge, edge), abs=1e-6)
            nearest, deepest = spread(flap, 2)
            assert -box.deep <= nearest < deepest <= 0  # between front and back
        assert spread(right, 0)[1] < spread(left, 0)[0]  # one from each side
        assert spread(left, 0)[0] - spread(right, 0)[1] >= 0.09 * box.across


@given(DECKS)
def test_the_bottom_is_glued_where_both_flaps_lie(tuck: Tuck) -> None:
    box = Folded(tuck.dieline())
    for flap in (box.inner, box.outer):
        assert spread(flap, 1) == pytest.approx((box.height, box.height), abs=1e-6)
        low, high = spread(flap, 2)
        assert -box.deep - 1e-6 <= low < high <= 1e-6
        assert spread(flap, 0)[0] >= -1e-6
        assert spread(flap, 0)[1] <= box.across + 1e-6
    for axis in (0, 2):
        assert spread(box.outer, axis)[0] <= spread(box.glue_on_inner, axis)[0]
        assert spread(box.glue_on_inner, axis)[1] <= spread(box.outer, axis)[1]


@given(DECKS)
@settings(max_examples=40)
def test_the_outline_is_simple_and_glue_lies_inside_it(tuck: Tuck) -> None:
    for dieline in (tuck.dieline(), *tuck.halves()):
        cut = outline(dieline)
        assert sound(cut, dieline.glue)
        for x1, y1, x2, y2 in dieline.folds:  # a crease ends at a cut and begins at one, and lies on the card
            assert inside(((x1 + x2) / 2 + 1e-4, (y1 + y2) / 2 + 1e-4), cut)
            assert far((x1, y1), cut) < 0.6
            assert far((x2, y2), cut) < 0.6


@given(DECKS)
@settings(max_examples=40)
def test_the_halves_are_the_same_box(tuck: Tuck) -> None:
    whole = Folded(tuck.dieline())
    a, b = tuck.halves()
    (a0, a1), height = creases(a)
    (b0, b1), other = creases(b)
    assert height == other == pytest.approx(whole.height)
    assert a1 - a0 == b1 - b0 == pytest.approx(whole.across)
    # a: back and left side; b: front and right side. The tube closes twice.
    assert max(x for x, _ in outline(a)) - a1 == pytest.approx(whole.deep)
    assert whole.deep - (max(x for x, _ in outline(b)) - b1) == pytest.approx(0.3)
    for one in (a, b):
        assert -min(x for x, _ in outline(one)) == pytest.approx(tuck.G)


# What the decks of the five games come to: w, h, stack, inside, flat, and how they lie on A4 and Letter.
GAMES = (
    ("biergarten", 63, 63, 64 * 0.30, (64, 21, 64.5), (183, 123), "upright", "upright"),
    ("biergarten, sleeved", 66, 66, 64 * 0.42, (67, 29, 67.5), (205, 145), "lying", "lying"),
    ("56 cards", 63, 88, 56 * 0.30, (64, 18.5, 89.5), (178, 141), "upright", "upright"),
    ("56 cards, sleeved", 66, 91, 56 * 0.42, (67, 25.5, 92.5), (198, 162), "lying", "upright"),
    ("108 cards", 63, 88, 108 * 0.30, (64, 34.5, 89.5), (210, 178), "lying", "lying"),
    ("108 cards, sleeved", 66, 91, 108 * 0.42, (67, 48, 92.5), (243, 208), "halves", "halves"),
    ("120 mini cards", 44, 63, 120 * 0.30, (45, 38.5, 64.5), (180, 161), "upright", "upright"),
    ("120 mini cards, sleeved", 47, 66, 120 * 0.42, (48, 53.5, 67.5), (216, 194), "halves", "halves"),
)


@pytest.mark.parametrize(("name", "w", "h", "stack", "room", "flat", "a4", "letter"), GAMES)
def test_a_deck_of_the_games_has_the_box_it_had(
    name: str,
    w: float,
    h: float,
    stack: float,
    room: tuple[float, float, float],
    flat: tuple[int, int],
    a4: str,
    letter: str,
) -> None:
    tuck = Tuck(w, h, stack)
    assert tuck.inside == pytest.approx(room), name
    size = tuck.dieline().size
    assert (size.width, size.height) == pytest.approx(flat, abs=0.9)
    for paper, expected in (("a4", a4), ("letter", letter)):
        sheet = PAPERS[paper]
        lies = "upright" if fits(size, sheet) else "lying" if fits(size, sheet.turned()) else "halves"
        assert lies == expected
        if lies == "halves":
            assert all(fits(half.size, sheet) for half in tuck.halves())
