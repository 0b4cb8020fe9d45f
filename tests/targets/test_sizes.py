"""A component becomes one of the sizes of a service: scaled, turned and mirrored within limits, or told with its numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.drawing import Drawing, apply
from cardgen.base.errors import NOWHERE
from cardgen.base.units import Size
from cardgen.model import Card, Component
from cardgen.targets.sizes import Fit, Misfit, SizePart, as_it_is, fit

POKER = SizePart(name="poker", size=Size(63.5, 88.9), bleed=3.175, pixels=(825, 1125), safe=3.175)
SQUARE = SizePart(name="square", size=Size(63.5, 63.5), bleed=3.175)
CHIP = SizePart(name="chip", size=Size(25.4, 25.4), bleed=3.175, shape="round", scale=0.06)
SIZES = (POKER, SQUARE, CHIP)


def component(width: float = 63, height: float = 88, bleed: float = 3, shape: str = "rect") -> Component:
    size = Size(width, height)
    return Component("main", "decks", "Main", size, shape, bleed, 0.0, "f", None, (Card("A"),), NOWHERE)  # type: ignore[arg-type]


def fitted(one: Component) -> Fit:
    return fit(one, SIZES, 0.015, 4.0, 300)


def test_a_poker_card_of_63_mm_becomes_one_of_two_and_a_half_inches() -> None:
    found = fitted(component())
    assert found.part.name == "poker"
    assert found.scale == pytest.approx(88.9 / 88)
    assert found.lost == pytest.approx(((63 * 88.9 / 88 - 63.5) / 2, 0))
    assert found.words == (
        "scaled by 1.01 to poker, 63.5 × 88.9 mm, cut by 0.07 mm across and 0 mm down on each side, "
        "edges mirrored by 0.07 mm across and 0.14 mm down"
    )


def test_a_card_that_fits_is_not_changed() -> None:
    assert fitted(component(63.5, 88.9, 3.175)).words == ""


def test_a_tile_goes_to_the_nearest_square_and_a_card_on_its_side_is_turned() -> None:
    assert fitted(component(63, 63)).part.name == "square"
    assert fitted(component(88.9, 63.5, 3.175)).words == "turned a quarter"


def test_a_round_token_goes_where_something_is_round() -> None:
    assert fitted(component(25, 25, 1.5, "round")).words == (
        "scaled by 1.016 to chip, 25.4 × 25.4 mm, rim widened by 1.65 mm"
    )
    with pytest.raises(Misfit, match=r"^no size in this list is round$"):
        fit(component(25, 25, 1.5, "round"), (POKER, SQUARE), 0.015, 4.0, 300)


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (
            component(57, 89),
            "no size in this list fits 57 × 89 mm, the nearest is poker, 63.5 × 88.9 mm, 11.4 % off",
        ),
        (component(260, 180), "no size in this list fits 260 × 180 mm, all are smaller"),
        (component(26, 26, 1.5, "round"), None),
        (component(27.5, 27.5, 1.5, "round"), "no size in this list fits 27.5 × 27.5 mm, all are smaller"),
        (component(63, 88, 0), None),
    ],
)
def test_what_is_too_far_off_is_told_with_its_numbers(one: Component, says: str | None) -> None:
    if says is None:
        assert fitted(one)
        return
    with pytest.raises(Misfit) as told:
        fitted(one)
    assert told.value.why == says


def test_more_than_the_target_allows_is_not_mirrored() -> None:
    with pytest.raises(Misfit, match=r"^its bleed is 0 mm, poker needs 3.17 mm$") as told:
        fit(component(63.5, 88.9, 0), SIZES, 0.015, 2.0, 300)
    assert (
        told.value.hint == "edges are mirrored by 2 mm at the most; give the component a `bleed:` of 3.2 mm"
    )
    with pytest.raises(Misfit, match=r"^its bleed is 1 mm, 3 mm is needed$"):
        as_it_is(component(63, 88, 1), 3.0, 0.0, 1.5)


def test_a_size_may_be_meant_for_one_component() -> None:
    mine = replace_part(SQUARE, takes=("main",), scale=0.5, shape="hex")
    assert fit(component(60, 60), (POKER, mine), 0.015, 4.0, 300).part is mine
    other = replace(component(60, 60), id="others")
    with pytest.raises(Misfit):
        fit(other, (POKER, mine), 0.015, 4.0, 300)


def replace_part(one: SizePart, **values: object) -> SizePart:
    return SizePart(**{**vars(one), **values})


def test_a_turned_back_keeps_its_top_where_the_front_has_its() -> None:
    found = fitted(component(88.9, 63.5, 3.175))
    one = component(88.9, 63.5, 3.175)
    top = (44.45, 0.0)
    assert apply(found.matrix(one, "front"), *top) == pytest.approx((63.5, 44.45))
    assert apply(found.matrix(one, "back"), *top) == pytest.approx((0, 44.45))


@given(st.floats(0.99, 1.01), st.floats(0.99, 1.01), st.floats(0, 5), st.booleans())
def test_a_fitted_face_covers_the_card_and_its_bleed(
    across: float, down: float, bleed: float, lies: bool
) -> None:
    size = (63.5 * across, 88.9 * down)
    one = component(*(size[::-1] if lies else size), bleed=bleed)
    found = fitted(one)
    corners = [
        apply(found.matrix(one, "front"), x, y) for x in (0, one.size.width) for y in (0, one.size.height)
    ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert min(xs) <= 1e-6
    assert min(ys) <= 1e-6
    assert max(xs) >= 63.5 - 1e-6
    assert max(ys) >= 88.9 - 1e-6
    for start, mirrored in ((min(xs), found.mirrored[0]), (min(ys), found.mirrored[1])):
        assert start - bleed * found.scale - mirrored <= -3.175 + 1e-6
    drawing = Drawing("A", -bleed, -bleed, one.size.width + 2 * bleed, one.size.height + 2 * bleed)
    assert found.drawing(drawing, one, "front").width == pytest.approx(69.85)
